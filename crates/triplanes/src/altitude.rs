//! ALTITUDE of the rules pack (TT-ALT-01 to TT-ALT-11, TT-ALT-16): levels, climbing, diving, and how far weapons
//! reach over them. The ground is in [`crate::take_off_and_landing`].

use crate::airplane_maneuvers::reminder;
use crate::content::{Altitude, CardClass, CardIx, DeckId, LastManeuver};
use crate::draws::{DrawTask, Then};
use crate::event::{DrawnFor, What};
use crate::state::{State, VehicleId};
use crate::take_off_and_landing::Run;
use crate::vehicle::Craft;
use geometry::{Pose, forward_move};
use table::{Event, Refusal, Sink};

/// An airplane as its maneuvers have brought it here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aloft {
    pub level: u8,
    pub climb: u8,
    pub run: Run,
    pub last: LastManeuver,
    pub pose: Pose,
}

/// What a maneuver does besides moving the airplane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Nothing,
    /// One more climb counter.
    Counter,
    /// A new level, by this rule.
    Level(&'static str),
    /// It can not rise any higher (TT-ALT-03).
    Ceiling,
    Landed,
    Crash(&'static str),
}

/// How far a weapon reaches over levels (TT-ALT-06, TT-ALT-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelReach {
    Normal,
    /// The first half of the ruler, as at long range.
    Half,
    Never,
}

impl State {
    /// The figures of the altitude rules, if they are in use.
    pub(crate) fn altitude(&self) -> Option<&Altitude> {
        self.table.altitude.as_deref()
    }

    /// The level of a vehicle; tripods stand at theirs throughout (TT-ALT-01).
    pub(crate) fn level(&self, id: VehicleId) -> u8 {
        match &self[id].craft {
            Craft::Airplane(airplane) => airplane.level,
            Craft::Tripod(_) => self.altitude().map_or(0, |figures| figures.tripod_level),
        }
    }

    pub(crate) fn aloft(&self, id: VehicleId) -> Aloft {
        let pose = self[id].pose;
        match &self[id].craft {
            Craft::Airplane(a) => Aloft {
                level: a.level,
                climb: a.console.climb,
                run: a.console.run,
                last: a.console.last,
                pose,
            },
            Craft::Tripod(_) => {
                Aloft { level: self.level(id), climb: 0, run: Run::None, last: LastManeuver::None, pose }
            }
        }
    }

    /// What becomes of an airplane that carries out this card. A stall that a cannon shot has inserted is no stall
    /// to what follows.
    pub(crate) fn fly(&self, id: VehicleId, from: Aloft, row: CardIx, inserted: bool) -> (Aloft, Effect) {
        let (Some(figures), Some(model)) = (self.altitude(), self.model(id).airplane()) else {
            return (from, Effect::Nothing);
        };
        let card = self.deck(id).card(row);
        let mut to = from;
        if card.class.is_movement() {
            to.pose = forward_move(from.pose, &card.path, model.length / 2.0, model.length / 2.0);
        }
        to.last = if inserted { from.last.after_inserted_stall() } else { reminder(card, from.last, true) };
        let class = if inserted { CardClass::Turn } else { card.class };
        if from.level == figures.ground_level {
            let effect = self.roll(from, &mut to, class, figures);
            return (to, effect);
        }
        let effect = match class {
            CardClass::Climb => climb(&mut to, model.climb_counters, model.ceiling_level),
            CardClass::Dive if from.last == LastManeuver::Stall => {
                drop(&mut to, figures.overdive_levels, "TT-ALT-11")
            }
            CardClass::Dive if from.level == figures.dive_levels && self.field_pose().is_some() => {
                (to.level, to.climb, to.run) = (figures.ground_level, 0, Run::LandingDive);
                Effect::Level("TT-ALT-15")
            }
            CardClass::Dive => drop(&mut to, figures.dive_levels, "TT-ALT-04"),
            CardClass::Immelmann if from.last == LastManeuver::Stall => {
                drop(&mut to, figures.split_s_levels, "TT-ALT-10")
            }
            _ => Effect::Nothing,
        };
        (to, effect)
    }

    /// TT-ALT-03: the strain of a climb at the ceiling costs an A card, like an illegal maneuver.
    pub(crate) fn strain_at_ceiling(&mut self, id: VehicleId, row: CardIx, out: &mut Sink<What>) {
        if self.altitude().is_none() || self.fly(id, self.aloft(id), row, false).1 != Effect::Ceiling {
            return;
        }
        out.emit(|| Event::public("TT-ALT-03", What::AtCeiling { vehicle: id }));
        let shot = self.next_shot();
        self.enqueue(DrawTask { shot, ..DrawTask::new(id, DeckId::A, DrawnFor::IllegalManeuver) });
    }

    /// Level, climb counters and run after the maneuver; a crash is left for the end of the movement step.
    pub(crate) fn change_level(
        &mut self,
        id: VehicleId,
        from: Aloft,
        row: CardIx,
        inserted: bool,
        out: &mut Sink<What>,
    ) -> Effect {
        let (to, effect) = self.fly(id, from, row, inserted);
        if let Some(airplane) = self[id].airplane_mut() {
            (airplane.level, airplane.console.climb, airplane.console.run, airplane.console.last) =
                (to.level, to.climb, to.run, to.last);
        }
        match effect {
            Effect::Counter => {
                let counters = to.climb;
                out.emit(|| Event::public("TT-ALT-02", What::ClimbCounter { vehicle: id, counters }));
            }
            Effect::Level(rule) => {
                out.emit(|| Event::public(rule, What::LevelChanged { vehicle: id, level: to.level }));
            }
            Effect::Landed => out.emit(|| Event::public("TT-ALT-15", What::Landed { vehicle: id })),
            Effect::Nothing | Effect::Ceiling | Effect::Crash(_) => {}
        }
        effect
    }

    /// TT-ALT-04, TT-ALT-10, TT-ALT-11, TT-ALT-15: who crashed is gone before anybody fires.
    pub(crate) fn crash(&mut self, crashes: &[(VehicleId, &'static str)], out: &mut Sink<What>) {
        for (id, rule) in crashes {
            if self[*id].in_play() {
                out.emit(|| Event::public(rule, What::Crashed { vehicle: *id }));
                self.eliminate(*id, rule, out);
            }
        }
    }

    fn levels_apart(&self, one: VehicleId, other: VehicleId) -> u8 {
        self.level(one).abs_diff(self.level(other))
    }

    /// TT-ALT-06, TT-ALT-16: how an airplane's weapon reaches a tripod.
    pub(crate) fn weapon_reach(&self, id: VehicleId, target: VehicleId) -> LevelReach {
        let Some(figures) = self.altitude() else { return LevelReach::Normal };
        reach_over(self.levels_apart(id, target), figures)
    }

    /// TT-ALT-07: how a heat-ray reaches an airplane; the ground is treated like the tripods' level.
    pub(crate) fn ray_reach(&self, target: VehicleId) -> LevelReach {
        let Some(figures) = self.altitude() else { return LevelReach::Normal };
        reach_over(self.level(target).saturating_sub(figures.tripod_level), figures)
    }

    /// The part of the airplane ruler that counts for this pair.
    pub(crate) fn ruler_over(&self, reach: LevelReach) -> f64 {
        match reach {
            LevelReach::Normal => self.table.content.ruler,
            LevelReach::Half | LevelReach::Never => self.table.content.half_ruler(),
        }
    }

    /// TT-ALT-08: models above or below both ends of a line do not stand in it.
    pub(crate) fn is_between(&self, id: VehicleId, one: VehicleId, other: VehicleId) -> bool {
        let (a, b) = (self.level(one), self.level(other));
        self.altitude().is_none() || (a.min(b)..=a.max(b)).contains(&self.level(id))
    }

    /// TT-SMK-14: whether black smoke harms a vehicle at its level, and so hides it (TT-ALT-08).
    pub(crate) fn smoke_reaches(&self, id: VehicleId) -> bool {
        self.altitude().is_none_or(|figures| !figures.clear_of_smoke.contains(&self.level(id)))
    }

    /// TT-ALT-09: fire at a lower target in the phase of a dive counts as aimed. Before the moves nothing was flown.
    pub(crate) fn is_diving_attack(&self, id: VehicleId, target: VehicleId) -> bool {
        self.altitude().is_some()
            && self.work.then != Then::Move
            && self.level(target) < self.level(id)
            && self[id].flown.is_some_and(|row| self.deck(id).card(row).class == CardClass::Dive)
    }

    /// TT-PRF-06: whether a picture can be taken from the level of an airplane.
    pub(crate) fn takes_pictures(&self, id: VehicleId) -> bool {
        self.altitude().is_none_or(|figures| figures.picture_levels.contains(&self.level(id)))
    }

    /// TT-ALT-16: whether the chain reaches a tripod from the level of an airplane.
    pub(crate) fn anchor_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        let Some(figures) = self.altitude() else { return Ok(()) };
        let level = self.level(id);
        if figures.anchor_levels.contains(&level) {
            return Ok(());
        }
        let levels: Vec<String> = figures.anchor_levels.iter().map(u8::to_string).collect();
        let why = format!("the anchor is used at level {}, not at {level}", levels.join(" or "));
        Err(Refusal::new("TT-ALT-16", why))
    }

    /// The levels of a pair in words.
    pub(crate) fn told_levels(&self, id: VehicleId, target: VehicleId) -> String {
        format!(
            "{} is at level {}, {} at level {}",
            self.name(id),
            self.level(id),
            self.name(target),
            self.level(target)
        )
    }
}

fn reach_over(apart: u8, figures: &Altitude) -> LevelReach {
    match apart {
        0 => LevelReach::Normal,
        apart if apart <= figures.fire_max_levels_apart => LevelReach::Half,
        _ => LevelReach::Never,
    }
}

/// TT-ALT-02, TT-ALT-03.
fn climb(to: &mut Aloft, counters: u8, ceiling: u8) -> Effect {
    to.climb += 1;
    if to.climb < counters {
        return Effect::Counter;
    }
    to.climb = 0;
    if to.level >= ceiling {
        return Effect::Ceiling;
    }
    to.level += 1;
    Effect::Level("TT-ALT-02")
}

/// Down by so many levels, or into the ground.
fn drop(to: &mut Aloft, levels: u8, rule: &'static str) -> Effect {
    to.climb = 0;
    if to.level <= levels {
        to.level = 0;
        return Effect::Crash(rule);
    }
    to.level -= levels;
    Effect::Level(rule)
}
