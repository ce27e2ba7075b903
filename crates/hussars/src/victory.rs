//! Who has won: victory points, grades, and when it ends (TH-VIC-01, and the last entries of each scenario).

use crate::content::{End, Feat, Score};
use crate::event::What;
use crate::kinds::{Side, StandId, Type};
use crate::sequence_of_play::tell;
use crate::state::{Ending, Flow, State, Where};
use table::Sink;

pub(crate) const GRADES: [&str; 3] = ["narrow", "clear", "decisive"];

impl State {
    /// Victory points of both sides as the umpire counts them.
    pub fn scores(&self) -> [u16; 2] {
        let mut scores = [0_u16; 2];
        for score in &self.battle.scores {
            let points = self.feats(score) / u32::from(score.per) * u32::from(score.vp);
            let sum = &mut scores[score.side.index()];
            *sum = sum.saturating_add(points.min(u32::from(u16::MAX)) as u16);
        }
        scores
    }

    fn count(&self, wanted: impl Fn(&Self, StandId) -> bool) -> u32 {
        self.ids().filter(|id| wanted(self, *id)).count() as u32
    }

    /// How often something that scores has happened.
    pub fn feats(&self, score: &Score) -> u32 {
        let lost = |s: &Self, id: StandId| s.stand(id).place == Where::Lost;
        let of = |s: &Self, id: StandId| score.units.contains(&s.unit(id).0);
        let gone = |ty: Type| self.count(|s, id| s.ty(id) == ty && lost(s, id) && s.stand(id).out);
        let alive = |ty: Type| {
            self.count(|s, id| {
                let there = matches!(s.stand(id).place, Where::Board | Where::Exited);
                s.ty(id) == ty && there && s.stand(id).out
            })
        };
        match score.feat {
            Feat::CylinderDestroyed => {
                self.count(|s, id| s.ty(id) == Type::Cylinder && of(s, id) && lost(s, id))
            }
            Feat::TripodDestroyed => gone(Type::Tripod),
            Feat::FlyerDestroyed => gone(Type::Flyer),
            Feat::TripodAliveOutside => alive(Type::Tripod),
            Feat::FlyerAliveOutside => alive(Type::Flyer),
            Feat::TripodExited => {
                self.count(|s, id| s.ty(id) == Type::Tripod && s.stand(id).place == Where::Exited)
            }
            Feat::BoxMarkedOnSurvivor => {
                let marks = |id: StandId| self.stand(id).marks.iter().map(|m| u32::from(*m)).sum::<u32>();
                self.ids().filter(|id| self.ty(*id).is_machine() && !lost(self, *id)).map(marks).sum()
            }
            Feat::TownHeld => score.towns.iter().filter(|town| self.is_held(**town, score)).count() as u32,
            Feat::HumanPointsLost => {
                let counts = |id: &StandId| {
                    self.side(*id) == Side::Human && lost(self, *id) && !score.without.contains(&self.ty(*id))
                };
                self.ids().filter(counts).map(|id| u32::from(self.profile(id).points)).sum()
            }
            Feat::MachinePointsLost => {
                let counts = |id: &StandId| self.side(*id) == Side::Martian && lost(self, *id);
                self.ids().filter(counts).map(|id| u32::from(self.profile(id).points)).sum()
            }
            Feat::SteamerSunk => self.count(|s, id| s.ty(id) == Type::Steamer && lost(s, id)),
            Feat::SteamerEscaped => {
                let safe = !self.fielded(Side::Martian).any(|id| self.ty(id) == Type::Tripod);
                self.count(|s, id| {
                    let place = s.stand(id).place;
                    s.ty(id) == Type::Steamer && (place == Where::Exited || (safe && place == Where::Board))
                })
            }
            Feat::IroncladSunkOrSinking => {
                self.count(|s, id| s.ty(id) == Type::Ironclad && (lost(s, id) || s.stand(id).sinking > 0))
            }
            Feat::ColumnStandExited => self.count(|s, id| of(s, id) && s.stand(id).place == Where::Exited),
            Feat::ColumnStandLost => self.count(|s, id| of(s, id) && lost(s, id)),
        }
    }

    /// Enough human stands in the town and no Martian near it (TH-WS-04).
    fn is_held(&self, town: usize, score: &Score) -> bool {
        let Some(area) = self.map().areas.get(town) else { return false };
        let within = |id: StandId| area.shape.contains(self.stand(id).at);
        let held = self.fielded(Side::Human).filter(|id| within(*id)).count();
        let limit = i32::from(score.no_martian_within) * 100;
        let near = |id: StandId| self.base(id).gap_to_polygon(&area.shape).0 <= limit;
        held >= usize::from(score.min_stands) && !self.fielded(Side::Martian).any(near)
    }

    /// Whether the match ends with this phase (TH-GEO-08).
    pub(crate) fn is_decided(&self) -> bool {
        let here =
            |side: Side, ty: Option<Type>| self.fielded(side).any(|id| ty.is_none_or(|t| self.ty(id) == t));
        let to_come =
            |side: Side| self.ids().any(|id| self.side(id) == side && self.stand(id).place == Where::Waiting);
        if self.battle.open {
            return Side::ALL.iter().any(|side| !here(*side, None));
        }
        self.battle.ends.iter().any(|end| match end {
            End::NoHumanStands => !here(Side::Human, None) && !to_come(Side::Human),
            End::CylindersDestroyedAndNoMachines => {
                let standing =
                    |s: &Self, id: StandId| s.ty(id) == Type::Cylinder && s.stand(id).place != Where::Lost;
                self.count(standing) == 0 && !here(Side::Martian, None)
            }
            End::NoTripodsOnBoard => !here(Side::Martian, Some(Type::Tripod)),
            End::NoSteamerAndNoIronclad => {
                !here(Side::Human, Some(Type::Steamer)) && !here(Side::Human, Some(Type::Ironclad))
            }
            End::NoMachines => !here(Side::Martian, None) && !to_come(Side::Martian),
            End::NoColumnOnBoard => {
                let columns = self.battle.scores.iter().filter(|s| s.feat == Feat::ColumnStandExited);
                let units: Vec<u8> = columns.flat_map(|s| s.units.iter().copied()).collect();
                !self.fielded(Side::Human).any(|id| units.contains(&self.unit(id).0))
            }
        })
    }

    /// The entry that ends this battle.
    pub(crate) fn end_rule(&self) -> &'static str {
        match self.battle.prefix {
            "TH-HC" => "TH-HC-07",
            "TH-WS" => "TH-WS-05",
            "TH-TC" => "TH-TC-06",
            "TH-RL" => "TH-RL-06",
            "TH-PH" => "TH-PH-07",
            "TH-TB" => "TH-TB-06",
            _ => "TH-ARM-09",
        }
    }

    /// The entry that scores this battle.
    pub(crate) fn score_rule(&self) -> &'static str {
        match self.battle.prefix {
            "TH-HC" => "TH-HC-06",
            "TH-WS" => "TH-WS-04",
            "TH-TC" => "TH-TC-05",
            "TH-RL" => "TH-RL-05",
            "TH-PH" => "TH-PH-06",
            "TH-TB" => "TH-TB-05",
            _ => "TH-ARM-09",
        }
    }

    fn grade(&self, margin: u16) -> u8 {
        let [clear, decisive] = self.battle.grades;
        u8::from(margin >= clear) + u8::from(margin >= decisive)
    }

    /// The match is over; the higher total wins (TH-VIC-01).
    pub(crate) fn finish(&mut self, resigned: bool, sink: &mut Sink<What>) {
        let scores = self.scores();
        let winner = match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Greater => Some(Side::Martian),
            std::cmp::Ordering::Less => Some(Side::Human),
            std::cmp::Ordering::Equal => None,
        };
        self.conclude(
            Ending { winner, grade: self.grade(scores[0].abs_diff(scores[1])), scores, resigned },
            sink,
        );
    }

    /// Who resigns loses by the decisive number at least.
    pub(crate) fn resign(&mut self, side: Side, sink: &mut Sink<What>) {
        let scores = self.scores();
        self.conclude(Ending { winner: Some(side.other()), grade: 2, scores, resigned: true }, sink);
    }

    fn conclude(&mut self, ending: Ending, sink: &mut Sink<What>) {
        let Ending { winner, grade, scores, .. } = ending;
        let (rule, scored) = (self.end_rule(), self.score_rule());
        tell!(sink, scored, What::Scored { scores });
        sink.barrier(table::Barrier::Revealed);
        tell!(sink, rule, What::Over { winner, grade, scores });
        self.now.outcome = Some(ending);
        self.now.flow = Flow::Over;
        self.now.ask = None;
        (self.now.active, self.now.walk, self.now.melee) = (None, None, None);
        self.now.weapons.clear();
        self.now.chances.clear();
    }
}
