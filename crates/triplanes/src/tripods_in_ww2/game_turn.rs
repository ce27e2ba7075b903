//! THE MARTIAN GAME TURN AND THE EARTHLING GAME TURN (INV-WW2-05 to INV-WW2-09).
//!
//! ```text
//! Martian turn        P1      A1      P2      A2      P3      A3
//! Earthling turns    [  first  ]     [ second  ]     [  third  ]
//! tripods          3 cards         action          action
//!                  + action
//! airplanes        card+marker     card+marker     card+marker
//! ```

use crate::content::DeckId;
use crate::draws::{DrawTask, Then};
use crate::event::{DrawnFor, What};
use crate::state::{State, Step, VehicleId};
use table::{Event, Sink};

impl State {
    /// P1: tripods clear their consoles for three new cards.
    pub(crate) fn start_martian_turn(&mut self, out: &mut Sink<What>) {
        let turn = self.turn;
        out.emit(|| Event::public("INV-WW2-05", What::TurnBegan { turn }));
        for id in self.ids() {
            if !self.is_tripod(id) {
                continue;
            }
            let bound = self.restrictions(id);
            let v = &mut self[id];
            (v.planned, v.flown) = (false, None);
            *v.bound.judge_mut() = bound;
            *v.plan.judge_mut() = [None; 3];
        }
        self.return_used_cards(out);
        self.open_planning(0, out);
    }

    /// A planning phase begins; for airplanes it is a turn of their own.
    pub(crate) fn open_planning(&mut self, phase: u8, out: &mut Sink<What>) {
        self.step = Step::PlanningPhase { phase };
        let earthling_turn = self.earthling_turn();
        out.emit(|| {
            let phase = phase + 1;
            Event::public("INV-WW2-06", What::PlanningBegan { phase, earthling_turn })
        });
        for id in self.ids() {
            self[id].flown = None;
            if self.is_tripod(id) || !self[id].in_play() {
                continue;
            }
            let ahead = self.plane_mut(id).and_then(|p| p.ahead.judge_mut().take());
            let bound = ahead.map_or_else(|| self.restrictions(id), |a| a.bound);
            let v = &mut self[id];
            v.planned = false;
            *v.bound.judge_mut() = bound;
            let mut plan = [None; 3];
            plan[usize::from(phase)] = ahead.map(|a| a.card);
            *v.plan.judge_mut() = plan;
        }
    }

    pub(crate) fn planning_waits(&self, phase: u8) -> bool {
        self.in_play().any(|id| {
            self.owes_flight(id)
                || (phase == 0 && self.is_tripod(id) && self.owes_plan(id))
                || (!self.secret_actions() && self.owes_action(id, phase))
        })
    }

    /// All choices are locked: action cards are turned up and paid for, then toppled tripods and flames (INV-WW2-10).
    /// Secret action cards are laid face down after that, and shown by their own rules (INV-WW2-11).
    pub(crate) fn lock_choices(&mut self, phase: u8, out: &mut Sink<What>) {
        let secret = self.secret_actions();
        self.show_actions(out);
        self.begin_skill_phase();
        self.note_who_lies();
        self.recover(out);
        for id in self.ids() {
            // A tripod burns once a Martian turn, an airplane once an Earthling turn (INV-WW2-07, INV-WW2-09).
            let burns = self[id].in_play() && self[id].flames > 0 && (phase == 0 || !self.is_tripod(id));
            if burns {
                self.burn_one(id, out);
            }
        }
        self.work.then = if secret { Then::OpenActions } else { Then::Reveal };
        self.step = Step::Drawing { phase };
    }

    /// A flame counter goes, and an A card or counter comes: points and an explosion alone (TT-SPV-03, INV-WW2-09).
    pub(crate) fn burn_one(&mut self, id: VehicleId, out: &mut Sink<What>) {
        self[id].flames -= 1;
        let flames = self[id].flames;
        let rule = if self.is_ww2_airplane(id) { "INV-WW2-09" } else { "TT-SPV-03" };
        out.emit(|| Event::public(rule, What::Burns { vehicle: id, flames }));
        let shot = self.next_shot();
        self.enqueue(DrawTask { shot, ..DrawTask::new(id, DeckId::A, DrawnFor::Flames) });
    }

    /// After the flames: the cards of this phase.
    pub(crate) fn reveal_flights(&mut self, phase: u8, out: &mut Sink<What>) {
        self.check_victory(out);
        if self.outcome.is_none() {
            self.reveal_cards(phase, out);
        }
    }

    /// The end of an Earthling turn: smoke and rudder jams of airplanes are counted (INV-WW2-17).
    pub(crate) fn end_earthling_turn(&mut self, out: &mut Sink<What>) {
        let turns = self.ww2().map_or(0, |w| w.rudder_jam_turns);
        for id in self.ids() {
            if !self.is_ww2_airplane(id) || !self[id].in_play() {
                continue;
            }
            if let Some(airplane) = self[id].airplane_mut().filter(|airplane| airplane.console.smoke > 0) {
                airplane.console.smoke -= 1;
                let left = airplane.console.smoke;
                out.emit(|| Event::public("INV-WW2-17", What::SmokeCounter { vehicle: id, left }));
            }
            let hidden = self[id].hidden.judge_mut();
            let fresh =
                [std::mem::take(&mut hidden.next_left_jam), std::mem::take(&mut hidden.next_right_jam)];
            let Some(plane) = self.plane_mut(id) else { continue };
            let rudder = plane.rudder.judge_mut();
            for (left, fresh) in rudder.iter_mut().zip(fresh) {
                *left = if fresh { turns } else { left.saturating_sub(1) };
            }
            let [left, right] = *rudder;
            let hidden = self[id].hidden.judge_mut();
            (hidden.left_jam, hidden.right_jam) = (left > 0, right > 0);
        }
    }
}
