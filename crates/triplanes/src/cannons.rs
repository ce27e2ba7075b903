//! 37 MM CANNONS: FIRING, RELOADING and AIMING (TT-CAN).

use crate::altitude::LevelReach;
use crate::content::{CardClass, CardIx, DeckId, Side, Spaces};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, Range, What};
use crate::firing_airplanes::{ShotOption, follows};
use crate::order::Through;
use crate::state::{Declaration, LastShot, State, VehicleId};
use crate::vehicle::Craft;
use geometry::overlaps;
use table::{Event, Refusal, Sink};

/// The number by which an airplane's last shot says that it was the cannon's.
pub const CANNON: u8 = u8::MAX;

impl State {
    /// Why the cannon can not be fired at all in this step.
    pub(crate) fn cannon_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        let Some(airplane) = self[id].airplane().filter(|airplane| airplane.console.cannon) else {
            return Err(Refusal::new("TT-CAN-15", format!("{} has no cannon", self.name(id))));
        };
        if airplane.loading_now || airplane.console.loading > 0 {
            return Err(Refusal::new("TT-CAN-11", "the cannon is being loaded"));
        }
        self.in_flight_breach(id)?;
        self.weapon_breach(id)
    }

    /// TT-CAN-04, TT-ALT-16: arc, line of sight and side as for guns; one ruler, one C card.
    pub(crate) fn cannon_lines(&self, id: VehicleId, target: VehicleId, out: &mut Vec<ShotOption>) {
        let over = self.weapon_reach(id, target);
        let Some(fan) = self.front_fan(id, self.ruler_over(over)) else { return };
        let base = self.footprint(target);
        if over == LevelReach::Never || overlaps(&self.footprint(id), &base) {
            return;
        }
        let blockers = self.blockers(id, target);
        out.extend(self.best_sides(&fan, target, &base, &blockers).map(|(through, reach)| ShotOption {
            vehicle: id,
            declaration: Declaration::Cannon { target, through },
            range: Range::Long,
            side: Side::ALL[reach.side],
            distance: reach.distance,
            line: [fan.origin, reach.point],
            across: None,
        }));
    }

    pub(crate) fn fire_cannon(&mut self, shot: &ShotOption, phase: u8, out: &mut Sink<What>) {
        let Declaration::Cannon { target, through } = shot.declaration else { return };
        let id = shot.vehicle;
        let now = self.clock(phase);
        // Machine gun fire of the last phase serves for aiming (TT-CAN-14).
        let aimed = follows(self.last_shot_of(id, 0), target, 0, now);
        if let Some(airplane) = self[id].airplane_mut() {
            airplane.gun.last_shot = Some(LastShot { target, gun: CANNON, when: now });
            airplane.console.fired_cannon = true;
        }
        out.emit(|| {
            let (side, distance, line) = (shot.side, shot.distance, shot.line);
            let what = What::CannonFired { vehicle: id, target, through, side, aimed, distance, line };
            Event::public("TT-CAN-04", what)
        });
        let armor = through == Through::Armor;
        let task = DrawTask {
            shot: self.next_shot(),
            shown: armor || aimed,
            again_on_zero: aimed,
            armor,
            crater: self.is_in_crater(target),
            ..DrawTask::new(target, DeckId::C, DrawnFor::Shot)
        };
        self.enqueue(task);
    }

    /// TT-CAN-05, TT-CAN-10, TT-CAN-11: after the phase of a shot a stall is inserted, the rest of the plan is
    /// shifted, and loading begins.
    pub(crate) fn insert_stalls(&mut self, phase: u8, out: &mut Sink<What>) {
        for id in self.ids() {
            let fired = self[id].airplane_mut().is_some_and(|a| std::mem::take(&mut a.console.fired_cannon));
            if !fired || !self[id].in_play() {
                continue;
            }
            let Some(stall) = self.stall_of(id) else { continue };
            let v = &mut self[id];
            let Craft::Airplane(airplane) = &mut v.craft else { continue };
            airplane.console.loading = 2;
            let next = usize::from(phase) + 1;
            if next > 2 {
                airplane.console.forced_stall = true;
            } else {
                let plan: &mut Spaces = v.plan.judge_mut();
                *airplane.carried.judge_mut() = plan[2];
                for space in (next + 1..3).rev() {
                    plan[space] = plan[space - 1];
                }
                plan[next] = Some(stall);
                airplane.console.inserted = 1 << next;
            }
            out.emit(|| Event::public("TT-CAN-05", What::StallInserted { vehicle: id }));
        }
    }

    /// Whether a stall that a cannon shot has inserted lies in this space (TT-CAN-09).
    pub(crate) fn is_inserted(&self, id: VehicleId, space: usize) -> bool {
        self[id].airplane().is_some_and(|airplane| airplane.console.inserted & (1 << space) != 0)
    }

    /// TT-CAN-12: loading takes the whole phase that began with a counter.
    pub(crate) fn is_loading(&self, id: VehicleId) -> bool {
        self[id].airplane().is_some_and(|airplane| airplane.loading_now)
    }

    /// A card lies face down for the next turn: everybody sees that it does.
    pub(crate) fn carries(&self, id: VehicleId) -> bool {
        self[id].airplane().is_some_and(|airplane| airplane.carried.judge().is_some())
    }

    /// The stall with the lowest number in the airplane's deck.
    pub(crate) fn stall_of(&self, id: VehicleId) -> Option<CardIx> {
        let deck = self.deck(id);
        let stalls =
            (0..deck.cards.len() as u8).map(CardIx).filter(|row| deck.card(*row).class == CardClass::Stall);
        stalls.min_by_key(|row| deck.card(*row).numbers[0])
    }

    /// One counter goes at the beginning of each firing step.
    pub(crate) fn load_cannons(&mut self) {
        for airplane in self.airplanes_mut() {
            airplane.console.loading = airplane.console.loading.saturating_sub(1);
        }
    }
}
