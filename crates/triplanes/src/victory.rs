//! VICTORY (TT-VIC), and the goals of the scenarios.

use crate::event::What;
use crate::scenarios::Scenario;
use crate::setup::Team;
use crate::state::{Fate, State, Step};
use std::sync::Arc;
use table::{Event, Outcome, RuleId, Sink};

impl State {
    fn has_vehicles(&self, team: Team) -> bool {
        self.ids().any(|id| matches!(self[id].fate, Fate::InPlay | Fate::ToCome) && self.team(id) == team)
    }

    /// Checked at the end of each step: what happened in one step is simultaneous (TT-VIC-02).
    pub(crate) fn check_victory(&mut self, out: &mut Sink<What>) {
        if self.outcome.is_some() {
            return;
        }
        match self.table.setup.scenario() {
            Scenario::SimpleBattle => self.last_side_standing(out),
            Scenario::BringProof => self.proof_brought(out),
        }
    }

    /// TT-VIC-01: the side that still has vehicles when the enemy has none; a draw if both are gone.
    fn last_side_standing(&mut self, out: &mut Sink<What>) {
        match (self.has_vehicles(Team::Earthlings), self.has_vehicles(Team::Martians)) {
            (true, true) => {}
            (true, false) => self.end(Some(Team::Earthlings), "TT-VIC-01", "last side standing", out),
            (false, true) => self.end(Some(Team::Martians), "TT-VIC-01", "last side standing", out),
            (false, false) => self.end(None, "TT-VIC-02", "both sides gone", out),
        }
    }

    /// TT-PRF-03, TT-PRF-04, TT-VIC-03.
    fn proof_brought(&mut self, out: &mut Sink<What>) {
        let airplane = self.ids().find(|id| !self.is_tripod(*id));
        let Some(fate) = airplane.map(|id| self[id].fate) else { return };
        let tripod_left = self.has_vehicles(Team::Martians);
        match (fate, self.picture) {
            // Also when the tripod fell in the same step: the Earthling's goal needs a living airplane.
            (Fate::Eliminated, _) => self.end(Some(Team::Martians), "TT-PRF-04", "airplane destroyed", out),
            (Fate::Exited { earthling_side: true }, true) => {
                self.end(Some(Team::Earthlings), "TT-PRF-03", "picture brought home", out);
            }
            (Fate::Exited { .. }, _) if tripod_left => {
                self.end(Some(Team::Martians), "TT-VIC-03", "airplane left without proof", out);
            }
            (Fate::Exited { .. }, _) => self.end(None, "TT-VIC-02", "both sides gone", out),
            (Fate::InPlay, false) if !tripod_left => {
                self.end(Some(Team::Earthlings), "TT-VIC-01", "tripod gone", out);
            }
            (Fate::InPlay | Fate::ToCome, _) => {}
        }
    }

    /// TT-VIC-04: a match that outlasts its turn limit is a draw.
    pub(crate) fn check_turn_limit(&mut self, out: &mut Sink<What>) {
        if self.turn >= self.table.setup.turn_limit && self.outcome.is_none() {
            self.end(None, "TT-VIC-04", "turn limit", out);
        }
    }

    fn end(&mut self, winner: Option<Team>, rule: &'static str, how: &'static str, out: &mut Sink<What>) {
        self.step = Step::Over;
        // What was still face down goes back to its deck unseen.
        for id in self.ids() {
            self.discard_plan(id);
            let v = &mut self[id];
            (v.planned, v.owes_straight, v.flown, v.declared) = (false, false, None, None);
        }
        self.outcome = Some(Arc::new(Outcome {
            winner: winner.map(Team::id),
            winner_name: winner.map(|team| team.name().to_owned()),
            grade: None,
            rule: RuleId(rule),
            how,
        }));
        out.emit(|| Event::public(rule, What::Ended { winner: winner.map(Team::name), grade: None }));
    }
}
