//! MOVEMENT MANEUVERS (TT-MOV), and what an illegal card costs when it is revealed (TT-AIL, TT-TIL).

use crate::airplane_maneuvers;
use crate::altitude::Effect;
use crate::content::{CardClass, CardIx, DeckId, Model, Restrictions, Skill, Spaces};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, RevealedCard, What};
use crate::state::{State, Step, VehicleId};
use crate::tripod_maneuvers;
use crate::tripods_in_ww2::maneuvers;
use crate::vehicle::Craft;
use geometry::{Pose, backward_move, forward_move};
use smallvec::SmallVec;
use table::{Barrier, Event, Refusal, Sink};

impl State {
    /// TT-MOV-01: all cards of the phase are turned up together; then energy icons and illegal cards.
    pub(crate) fn reveal(&mut self, phase: u8, out: &mut Sink<What>) {
        out.barrier(Barrier::Revealed);
        for id in self.ids() {
            self[id].flown = if self[id].in_play() { self.card_for(id, phase) } else { None };
        }
        out.emit(|| {
            let cards = self
                .ids()
                .filter_map(|id| {
                    let card = self.deck(id).card(self[id].flown?).id.clone();
                    Some(RevealedCard { vehicle: id, card })
                })
                .collect();
            Event::public("TT-MOV-01", What::Revealed { phase: phase + 1, cards })
        });
        for id in self.ids() {
            let Some(row) = self[id].flown else { continue };
            match self[id].craft {
                Craft::Airplane(_) => self.judge_airplane(id, row, phase, out),
                Craft::Tripod(_) => self.judge_tripod(id, row, phase, out),
            }
        }
    }

    /// Energy icons, stop icons and forbidden actions, illegal cards (TT-TMN-07, TT-ACT-06, TT-TIL).
    fn judge_tripod(&mut self, id: VehicleId, row: CardIx, phase: u8, out: &mut Sink<What>) {
        let table = std::sync::Arc::clone(&self.table);
        let deck = table.models[id.index()].deck();
        let card = deck.card(row);
        let mut seen: Spaces = *self[id].plan.judge();
        for later in &mut seen[usize::from(phase) + 1..] {
            *later = None;
        }
        // The procedure plays legal cards only, by the console as it is now (INV-AUT-66).
        let mut broken = if self.is_automated(id) {
            None
        } else {
            tripod_maneuvers::illegal_at_reveal(deck, self[id].bound.judge(), &seen, usize::from(phase))
        };
        if broken.is_none() && card.energy {
            match self[id].tripod_mut().filter(|tripod| tripod.energy > 0) {
                None => broken = Some("TT-TIL-02"),
                Some(tripod) => {
                    tripod.energy -= 1;
                    let energy = tripod.energy;
                    out.emit(|| Event::public("TT-TMN-07", What::EnergySpent { vehicle: id, energy }));
                }
            }
        }
        // The icon is paid at once; a forbidden action takes what is left, and topples nobody (TT-ACT-06).
        self.penalize_action(id, card, out);
        if let Some(broken) = broken {
            out.emit(|| Event::public(broken, What::Illegal { vehicle: id, card: card.id.clone(), broken }));
            self[id].flown = None;
            self.topple(id, "TT-TOP-01", out);
        } else if card.class.is_movement() && self.falls_in_trench(id, out) {
            self[id].flown = None;
            self.topple(id, "TT-TER-06", out);
        }
    }

    /// TT-PLN-05, TT-AIL-01: an illegal card is replaced by a straight, and the strain costs an A card.
    fn judge_airplane(&mut self, id: VehicleId, row: CardIx, phase: u8, out: &mut Sink<What>) {
        if self.is_ww2_airplane(id) {
            self.judge_flight(id, row, out);
            return;
        }
        let Some(&airplane) = self[id].airplane().filter(|_| !self.is_inserted(id, usize::from(phase)))
        else {
            return;
        };
        let table = std::sync::Arc::clone(&self.table);
        let deck = table.models[id.index()].deck();
        let mut bound = *self[id].bound.judge();
        if phase == 0 && airplane.console.shifted {
            // A card that was carried over was selected before this turn's restrictions came up (TT-CAN-08).
            (bound.fire, bound.left_jam, bound.right_jam) = (false, false, false);
        }
        let plan = *self[id].plan.judge();
        let earlier = &plan[..usize::from(phase)];
        let last = airplane.console.last;
        // A skill maneuver is legal only in a phase that begins without counters (TT-ACE-05).
        let ready = Restrictions {
            acrobatic: airplane.skills.ready(Skill::AcrobaticPilot),
            daredevil: airplane.skills.ready(Skill::Daredevil),
            ..bound
        };
        // While its cannon is being loaded an airplane flies no Immelmann turn (TT-CAN-12).
        let loading = airplane.loading_now && deck.card(row).class == CardClass::Immelmann;
        let breach = |limits: &Restrictions| match self.altitude() {
            Some(_) => self.card_breach_aloft(id, self.aloft(id), row, limits, earlier),
            None => airplane_maneuvers::breach(deck, row, last, limits, earlier),
        };
        let mut broken = loading.then_some("TT-CAN-12").or_else(|| breach(&ready));
        // The missing stall is certain with the last card of the turn (TT-AIL-04).
        if broken.is_none() && phase == 2 && bound.engine > 0 && !airplane_maneuvers::has_stall(deck, &plan) {
            broken = Some("TT-SPV-01");
        }
        let Some(broken) = broken else {
            // A skill is used where the card would be illegal without it.
            let needed = |ready: bool, without: Restrictions| ready && breach(&without).is_some();
            let acrobatic = needed(ready.acrobatic, Restrictions { acrobatic: false, ..ready });
            let daredevil = needed(ready.daredevil, Restrictions { daredevil: false, ..ready });
            for (skill, used) in [(Skill::AcrobaticPilot, acrobatic), (Skill::Daredevil, daredevil)] {
                if used {
                    self.use_skill(id, skill, out);
                }
            }
            self.strain_at_ceiling(id, row, out);
            return;
        };
        let card = deck.card(row).id.clone();
        out.emit(|| Event::public("TT-AIL-01", What::Illegal { vehicle: id, card, broken }));
        let shot = self.next_shot();
        self.enqueue(DrawTask { shot, ..DrawTask::new(id, DeckId::A, DrawnFor::IllegalManeuver) });
        if self.is_on_ground(id) {
            self[id].flown = deck.wait;
            out.emit(|| Event::public("TT-ALT-12", What::Waits { vehicle: id }));
            return;
        }
        let free = self.free_straights(id, phase);
        let v = &mut self[id];
        v.flown = free.first().copied();
        if let Some(airplane) = v.airplane_mut().filter(|_| free.len() > 1) {
            airplane.console.owes_straight = true;
        } else if let Some(flown) = v.flown {
            let card = deck.card(flown).id.clone();
            out.emit(|| Event::public("TT-AIL-01", What::FliesStraight { vehicle: id, card }));
        }
    }

    /// The straights that may replace an illegal card: those not lying in a later space; if all lie there
    /// the lowest is lent (TT-AIL-01).
    pub(crate) fn free_straights(&self, id: VehicleId, phase: u8) -> SmallVec<[CardIx; 4]> {
        let deck = self.deck(id);
        let later = &self[id].plan.judge()[usize::from(phase) + 1..];
        let free =
            |row: &&CardIx| later.iter().filter(|l| **l == Some(**row)).count() < deck.card(**row).copies();
        let mut list: SmallVec<[CardIx; 4]> = deck.straights.iter().filter(free).copied().collect();
        if list.is_empty() {
            list.extend(deck.straights.first().copied());
        }
        list
    }

    /// Whether an illegal card was replaced by a straight that is still to be chosen.
    pub(crate) fn owes_straight(&self, id: VehicleId) -> bool {
        self[id].airplane().is_some_and(|airplane| airplane.console.owes_straight)
    }

    /// Whether this straight may replace the illegal card of this phase.
    pub(crate) fn straight_breach(&self, id: VehicleId, card: u8) -> Result<(), Refusal> {
        let Step::Straights { phase } = self.step else {
            return Err(Refusal::new("TT-AIL-01", "no illegal card has to be replaced now"));
        };
        let row = self.deck(id).row_of(card);
        let free = |row: CardIx| self.free_straights(id, phase).contains(&row);
        if self.owes_straight(id) && row.is_some_and(free) {
            return Ok(());
        }
        Err(Refusal::new("TT-AIL-01", format!("card {card} is not a free straight")))
    }

    /// Where each vehicle comes to stand; all from the positions at the start of the step (TT-MOV-02).
    pub(crate) fn make_moves(&mut self, phase: u8, out: &mut Sink<What>) -> Moves {
        let mut moves = Moves { before: self.vehicles.iter().map(|v| v.pose).collect(), ..Moves::default() };
        for id in self.ids() {
            let Some(row) = self[id].flown.filter(|_| self[id].in_play()) else { continue };
            let card = self.deck(id).card(row);
            let class = card.class;
            let start = self.altitude().filter(|_| !self.is_tripod(id)).map(|_| self.aloft(id));
            let reverses = class == CardClass::Reverse;
            let backward = match &mut self.vehicles[id.index()].craft {
                Craft::Airplane(_) => false,
                Craft::Tripod(tripod) => std::mem::replace(&mut tripod.console.reverse, reverses),
            };
            if class.is_movement() {
                let from = moves.before[id.index()];
                let path = &self.deck(id).card(row).path;
                let mut to = match self.model(id) {
                    Model::Airplane(m) => forward_move(from, path, m.length / 2.0, m.length / 2.0),
                    Model::Tripod(m) if backward => backward_move(from, path, m.apothem),
                    Model::Tripod(m) => forward_move(from, path, m.apothem, m.apothem),
                };
                if backward {
                    moves.backward.push(id);
                }
                if let (true, Some(stop)) = (self.is_tripod(id), self.woods_stop(id, from, to, backward)) {
                    to = stop;
                    moves.stopped.push(id);
                }
                self[id].pose = to;
                out.emit(|| {
                    let rule = match (backward, class.is_taxi()) {
                        (true, _) => "TT-MOV-04",
                        (false, true) => "TT-ALT-13",
                        (false, false) => "TT-MOV-03",
                    };
                    Event::public(rule, What::Moved { vehicle: id, from, to, backward })
                });
            }
            if !self.is_tripod(id) {
                let inserted = self.is_inserted(id, usize::from(phase));
                match start {
                    Some(start) => {
                        if let Effect::Crash(rule) = self.change_level(id, start, row, inserted, out) {
                            moves.crashes.push((id, rule));
                        }
                    }
                    None => self.remember_maneuver(id, row, inserted),
                }
            }
        }
        moves
    }

    /// What an airplane remembers of the card that it has flown, for the next one (TT-REM-01 to TT-REM-03).
    fn remember_maneuver(&mut self, id: VehicleId, row: CardIx, inserted: bool) {
        let Some(airplane) = self[id].airplane() else { return };
        let (card, last) = (self.deck(id).card(row), airplane.console.last);
        let last = if self.is_ww2_airplane(id) {
            maneuvers::reminder(card, last)
        } else if inserted {
            last.after_inserted_stall()
        } else {
            airplane_maneuvers::reminder(card, last, false)
        };
        if let Some(airplane) = self[id].airplane_mut() {
            airplane.console.last = last;
        }
    }
}

/// What the moves of a step left behind for the tests that follow.
#[derive(Debug, Default)]
pub struct Moves {
    pub before: SmallVec<[Pose; 8]>,
    /// Tripods that woods have stopped.
    pub stopped: SmallVec<[VehicleId; 2]>,
    pub backward: SmallVec<[VehicleId; 2]>,
    /// Airplanes that crash, and by which rule.
    pub crashes: SmallVec<[(VehicleId, &'static str); 2]>,
}
