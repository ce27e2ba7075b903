//! What an order would do and cost, only from what its side may know.

use crate::combat::{Mode, Odds};
use crate::event::Modifier;
use crate::ground::Walker;
use crate::kinds::{Ground, Side, StandId};
use crate::look::Look;
use crate::march::Marcher;
use crate::measure::{Length, P, Place};
use crate::order::{Ask, Attack, Moment, Order};
use crate::state::{Active, State};
use serde::Serialize;
use table::{Refusal, SeatId};

/// Why a roll is easier or harder: in words, by how much, and the entry that says so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reason {
    pub why: &'static str,
    pub by: i8,
    pub rule: &'static str,
}

impl Reason {
    fn of(modifier: Modifier) -> Self {
        let (by, rule) = match modifier {
            Modifier::Range => (-1, "TH-CBT-03"),
            Modifier::Cover => (-1, "TH-CBT-04"),
            Modifier::Movement => (-1, "TH-CBT-05"),
            Modifier::Flyer => (-1, "TH-CBT-06"),
            Modifier::Strategic => (1, "TH-STR-09"),
        };
        Self { why: crate::words::modifier(modifier), by, rule }
    }
}

/// A shot that an order makes, or lets its stand make from where it ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Shooting {
    pub target: StandId,
    /// Hundredths of an inch.
    pub range: i32,
    pub needed: u8,
    pub in_arc: bool,
    /// The number before any modifier, and what changes it.
    pub to_hit: u8,
    pub reasons: Vec<Reason>,
}

impl Shooting {
    fn new(target: StandId, range: i32, in_arc: bool, odds: &Odds) -> Self {
        let reasons = odds.modifiers.iter().map(|m| Reason::of(*m)).collect();
        Self { target, range, needed: odds.needed(), in_arc, to_hit: odds.to_hit, reasons }
    }
}

/// A piece of the way: what it runs over, its length and cost in hundredths, and the entry that says so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Leg {
    pub ground: Ground,
    pub length: i32,
    pub cost: i32,
    pub rule: &'static str,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Preview {
    /// The stand that goes, and the turn, where nothing that its side does not know can change where it ends.
    pub promise: Option<(StandId, u8)>,
    pub path: Vec<P>,
    pub end: Option<P>,
    pub facing: Option<u16>,
    pub legs: Vec<Leg>,
    pub cost: i32,
    pub left: i32,
    pub stopped_by: Option<StandId>,
    pub leaves: bool,
    pub in_cohesion: bool,
    pub in_cover: bool,
    /// Known enemies that would see it there.
    pub seen_by: Vec<StandId>,
    pub shots: Vec<Shooting>,
    pub risks: Vec<String>,
    /// The stands of a march, first to last: each one's way, its price and where it stops.
    pub march: Vec<Marcher>,
    /// The answer to a look: lines of sight, and what is in their way.
    pub looks: Vec<Look>,
}

impl State {
    /// What an order would do, or why it is refused.
    pub fn foresee(&self, seat: SeatId, order: &Order) -> Result<Preview, Refusal> {
        let Some(side) = Side::of(seat) else {
            return Err(Refusal::new("TH-SEQ-02", "nobody of this battle sits there"));
        };
        self.judge(side, order)?;
        match order {
            Order::Go { path, facing } => match self.now.active {
                Some(active) => self.preview_way(&active, path, *facing, false),
                None => Ok(Preview::default()),
            },
            Order::Continue { stand, path, facing } => {
                self.preview_way(&self.rest(*stand), path, *facing, true)
            }
            Order::March { unit, shift, strategic } => {
                let (march, risks) = self.foresee_march(side, *unit, *shift, *strategic);
                Ok(Preview { risks, march, ..Preview::default() })
            }
            Order::Attack { stand, attack } => {
                let mode = if self.now.melee.is_some() { Mode::Melee } else { Mode::Phase };
                Ok(self.preview_attack(*stand, *attack, mode))
            }
            Order::React { holder, mark, attack } => {
                let Some((_, Ask::Watch { moment, .. })) = self.now.ask else {
                    return Ok(Preview::default());
                };
                let then = if moment == Moment::During { self.imagined_at(*mark) } else { None };
                let there = then.as_ref().unwrap_or(self);
                Ok(there.preview_attack(*holder, *attack, Mode::Watch(moment)))
            }
            _ => Ok(Preview::default()),
        }
    }

    /// The bill of a way, ground by ground and toll by toll.
    fn legs(&self, walker: &Walker, way: &[P]) -> Vec<Leg> {
        let map = self.map();
        let Some(bill) = map.bill(walker, way) else { return Vec::new() };
        let leg = |feature: Option<usize>, length: Length, cost: Length| {
            let ground = map.kind(feature);
            let rule = map.row(ground).rule;
            Leg { ground, length: length.rounded().0, cost: cost.rounded().0, rule }
        };
        let mut found: Vec<(Length, Leg)> = Vec::new();
        for piece in &bill.pieces {
            let cost = Length((piece.to - piece.from).0 * i64::from(piece.factor.0) / 2);
            found.push((piece.from, leg(piece.feature, piece.to - piece.from, cost)));
        }
        for toll in bill.crossings.iter().filter(|c| c.carried_by.is_none()) {
            found.push((toll.walked, leg(Some(toll.feature), Length::ZERO, bill.toll)));
        }
        found.sort_by_key(|(walked, _)| *walked);
        found.into_iter().map(|(_, leg)| leg).collect()
    }

    fn preview_way(
        &self,
        active: &Active,
        path: &[P],
        facing: u16,
        continued: bool,
    ) -> Result<Preview, Refusal> {
        let id = active.stand;
        let plan = self.judge_go(active, path, facing, continued)?;
        let mut way = plan.path.clone();
        if plan.course.stop.is_some() {
            way.clone_from(&plan.course.walked);
        }
        let walker = self.walker(id, active.allowance);
        let mut legs = Vec::new();
        if !self.ty(id).is_ship() {
            legs = self.legs(&walker, &way);
        }
        let cost = if plan.course.stop.is_some() {
            self.map().price(&walker, &way).unwrap_or(plan.cost)
        } else {
            plan.cost
        };
        let mut there = self.clone();
        there.place_mover(
            id,
            plan.course.end,
            if plan.course.stop.is_some() { way_facing(&way, facing) } else { facing },
        );
        if active.entering {
            there.stand_mut(id).place = crate::state::Where::Board;
        }
        let side = self.side(id);
        let seen_by: Vec<StandId> = self.known_enemies(side).filter(|e| there.sees(*e, id)).collect();
        let shots = self.known_enemies(side).filter(|e| self.stand(*e).spotted).filter_map(|target| {
            let weapon = there.weapon(id, 0, target, Mode::Phase)?;
            let range = there.gap(id, target);
            let reach = i32::from(self.content.arm(weapon).range) * 200;
            (range <= reach && there.sees(id, target)).then(|| {
                let odds = there.odds(id, weapon, target, Mode::Phase, false);
                Shooting::new(target, range, there.in_arc(id, target), &odds)
            })
        });
        let mut risks = Vec::new();
        if plan.course.stop.is_some() {
            risks.push("close combat to the finish".to_owned());
        }
        if side == Side::Human && self.gas_crossed(id, &way) {
            risks.push("this way touches gas: the stand is lost".to_owned());
        }
        if active.strategic {
            risks.push("no fire this turn, easier to hit, shaken".to_owned());
        }
        // In plain view nothing stops a stand on land but what everybody sees.
        let plain =
            !self.rules().hidden_stands && !self.ty(id).is_ship() && risks.iter().all(|r| !r.contains("gas"));
        Ok(Preview {
            promise: plain.then_some((id, self.now.turn)),
            end: Some(plan.course.end),
            facing: Some(there.stand(id).facing),
            legs,
            cost,
            left: (active.allowance - cost).max(0),
            stopped_by: plan.course.stop,
            leaves: plan.exit && plan.course.stop.is_none(),
            in_cohesion: there.in_cohesion(id),
            in_cover: self.map().cover_at(plan.course.end).is_some(),
            seen_by,
            shots: shots.collect(),
            risks,
            march: Vec::new(),
            looks: Vec::new(),
            path: way,
        })
    }

    /// Whether a stand is where a preview promised, once its move is over and while it is on the board.
    pub(crate) fn keeps(&self, preview: &Preview) -> Result<(), String> {
        let Some((id, turn)) = preview.promise else { return Ok(()) };
        let over =
            self.now.walk.is_none() && self.now.turn == turn && self.on_board(id) && !self.stand(id).freed;
        let here = Some(self.stand(id).at);
        if !over || here == preview.end {
            return Ok(());
        }
        Err(format!("{} is at {here:?}", self.name(id)))
    }

    pub(crate) fn gas_crossed(&self, id: StandId, way: &[P]) -> bool {
        let form = self.profile(id).shape.clone();
        way.windows(2).any(|leg| {
            let base = form.at(leg[0], leg[0].heading(leg[1]));
            self.gas_on_the_way(id, &base, leg[1]).is_some()
        })
    }

    pub(crate) fn preview_attack(&self, id: StandId, attack: Attack, mode: Mode) -> Preview {
        let shot = |target: StandId, odds: &Odds| {
            Shooting::new(target, self.gap(id, target), self.in_arc(id, target), odds)
        };
        let side = self.side(id);
        let shots: Vec<Shooting> = match attack {
            Attack::Fire { gun, target } => {
                let weapon = self.weapon(id, gun, target, mode).into_iter();
                weapon.map(|w| shot(target, &self.odds(id, w, target, mode, false))).collect()
            }
            Attack::Sweep { middle, bearing } => {
                let touched = self.swept(id, middle, bearing, mode);
                touched.iter().map(|(target, odds)| shot(*target, odds)).collect()
            }
            Attack::Gas { at } => {
                let odds = self.gas_odds(id, at, mode);
                self.gassed(side, at).into_iter().map(|target| shot(target, &odds)).collect()
            }
        };
        let mut risks = Vec::new();
        if side == Side::Human && self.rules().hidden_stands {
            risks.push("who fires is spotted".to_owned());
        }
        if matches!(attack, Attack::Sweep { .. }) && shots.iter().any(|s| self.side(s.target) == side) {
            risks.push("the line burns own stands, too".to_owned());
        }
        Preview { shots, risks, ..Preview::default() }
    }
}

fn way_facing(way: &[P], facing: u16) -> u16 {
    match way {
        [.., a, b] if a != b => a.heading(*b),
        _ => facing,
    }
}
