//! VICTORY (TT-VIC), and the goals of the scenarios.

use crate::content::intern;
use crate::event::What;
use crate::order::Action;
use crate::scenarios::{Condition, HowMany, Replaces, Scenario};
use crate::setup::Team;
use crate::state::{Fate, State, Step, VehicleId};
use crate::vehicle::Vehicle;
use std::sync::Arc;
use table::{Event, Outcome, Refusal, RuleId, Sink};

impl State {
    /// Nobody has anything to order once the match is over.
    pub(crate) fn over_breach(&self) -> Result<(), Refusal> {
        if self.step == Step::Over {
            return Err(Refusal::new("TT-VIC-01", "the match is over"));
        }
        Ok(())
    }

    fn has_vehicles(&self, team: Team) -> bool {
        let fights = |id| matches!(self[id].fate, Fate::InPlay | Fate::ToCome) || self.may_still_come(id);
        self.ids().any(|id| self.team(id) == team && fights(id))
    }

    /// Whether a reinforcement waits that a loss has called, or still can: one that replaces what was destroyed
    /// never comes for a vehicle that left the area (TT-EXT-03, INV-ALI-05).
    pub(crate) fn may_still_come(&self, id: VehicleId) -> bool {
        if self[id].fate != Fate::Reserve {
            return false;
        }
        let row = self.table.reserves[id.index()].zip(self.table.scenario.as_ref());
        match row.map(|(row, file)| file.reserve[row].replaces) {
            None | Some(Replaces::Lost) => true,
            Some(Replaces::Destroyed) => {
                let of = |other: &VehicleId| self.team(*other) == self.team(id);
                let came = |other: &VehicleId| {
                    self.table.reserves[other.index()].is_some() && self[*other].fate != Fate::Reserve
                };
                // Each one that fell is replaced once; who flies may still fall.
                let fallen = |other: &VehicleId| {
                    matches!(self[*other].fate, Fate::Eliminated | Fate::InPlay | Fate::ToCome)
                };
                self.ids().filter(of).filter(fallen).count() > self.ids().filter(of).filter(came).count()
            }
        }
    }

    /// Who wins if this vehicle leaves the area now; nobody if the match goes on, or ends as a draw. Fates lie open,
    /// so everybody could work it out.
    pub(crate) fn winner_if_left(&self, id: VehicleId, earthling_side: bool) -> Option<Team> {
        if self[id].fate != Fate::InPlay || self.outcome.is_some() {
            return None;
        }
        let mut then = self.clone();
        then[id].fate = Fate::Exited { earthling_side };
        then.check_victory(&mut Sink::off());
        let winner = then.outcome.as_ref()?.winner?;
        [Team::Earthlings, Team::Martians].into_iter().find(|team| team.id() == winner)
    }

    /// Checked at the end of each step: what happened in one step is simultaneous (TT-VIC-02).
    pub(crate) fn check_victory(&mut self, out: &mut Sink<What>) {
        if self.outcome.is_some() {
            return;
        }
        match self.table.setup.scenario() {
            Some(Scenario::SimpleBattle) => self.last_side_standing(out),
            Some(Scenario::BringProof) => self.proof_brought(out),
            None => self.goals_reached(out),
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

    /// The goals of a scenario file. Both sides' goals in one step are a draw (TT-VIC-02); if one side is gone
    /// and no goal is reached, TT-VIC-01 decides (TT-VIC-03).
    fn goals_reached(&mut self, out: &mut Sink<What>) {
        let Some(file) = self.table.scenario.clone() else { return };
        // The booklet's scenarios fill the gap by an entry of their own.
        let (both, gone) = if file.ww2 { ("INV-WWS-03", "INV-WWS-03") } else { ("TT-VIC-02", "TT-VIC-03") };
        let reached =
            |team: Team| file.victory.iter().find(|v| v.team == team && v.all.iter().all(|c| self.holds(*c)));
        match (reached(Team::Earthlings), reached(Team::Martians)) {
            (Some(_), Some(_)) => self.end(None, both, "both goals reached", out),
            (Some(goal), None) | (None, Some(goal)) => {
                let rule = goal.rule.as_deref().map_or("TT-VIC-01", intern);
                self.end_by(Some(goal.team), rule, intern(&goal.how), goal.grade.clone(), out);
            }
            (None, None) => match (self.has_vehicles(Team::Earthlings), self.has_vehicles(Team::Martians)) {
                (true, true) => {}
                (true, false) => self.end(Some(Team::Earthlings), gone, "tripods gone", out),
                (false, true) => {
                    let mixed = self.tripods_of(Team::Earthlings).next().is_some();
                    let how = if mixed { "Earthlings gone" } else { "airplanes gone" };
                    self.end(Some(Team::Martians), gone, how, out);
                }
                (false, false) => self.end(None, both, "both sides gone", out),
            },
        }
    }

    pub(crate) fn holds(&self, condition: Condition) -> bool {
        // Each side may have tripods (INV-GEN-03).
        let destroyed = |id: VehicleId| self[id].fate == Fate::Eliminated;
        let broke_through = |id: VehicleId| self[id].fate == Fate::Exited { earthling_side: true };
        match condition {
            Condition::TripodsDestroyed => self.tripods_of(Team::Martians).all(destroyed),
            Condition::AirplanesDestroyed => self.airplanes_of(Team::Earthlings).all(destroyed),
            Condition::CapturedTripodsDestroyed => self.tripods_of(Team::Earthlings).all(destroyed),
            Condition::ForceDestroyed(team) => self.ids().filter(|id| self.team(*id) == team).all(destroyed),
            Condition::TripodLeftByEarthlingSide => self.tripods_of(Team::Martians).any(broke_through),
            Condition::AirplanesGone => !self.has_vehicles(Team::Earthlings),
            Condition::TripodInPlay => self.tripods().any(|id| self.team(id) == Team::Martians),
            Condition::AirplanesLostAtMost(count) => {
                let lost = |v: &&Vehicle| {
                    v.airplane().is_some() && matches!(v.fate, Fate::Eliminated | Fate::Exited { .. })
                };
                self.vehicles.iter().filter(lost).count() <= usize::from(count)
            }
            Condition::ReserveUnused => self.reserve_waits(),
            Condition::TripodsLeftByEarthlingSide => self.tripods_of(Team::Martians).all(broke_through),
            Condition::ObjectivesReached(count) => {
                self.objectives.iter().filter(|o| o.reached).count() >= usize::from(count)
            }
            Condition::ObjectivesDestroyed(count) => {
                let objectives = self.objectives.iter().filter(|o| o.destroyed).count();
                let terrain = self.terrain.iter().filter(|t| t.destroyed).count();
                objectives + terrain >= usize::from(count)
            }
        }
    }

    /// No reinforcement has been placed (INV-ALI-06).
    fn reserve_waits(&self) -> bool {
        let places = &self.table.reserves;
        self.ids()
            .all(|id| places[id.index()].is_none() || matches!(self[id].fate, Fate::Reserve | Fate::ToCome))
    }

    /// Whether the scenario asks which objectives were reached.
    pub(crate) fn counts_reached(&self) -> bool {
        let Some(file) = &self.table.scenario else { return false };
        file.victory.iter().flat_map(|v| &v.all).any(|c| matches!(c, Condition::ObjectivesReached(_)))
    }

    /// INV-WWS-02: at the end of a movement step; whoever destroys an objective has reached it.
    pub(crate) fn mark_reached(&mut self, out: &mut Sink<What>) {
        if !self.counts_reached() {
            return;
        }
        for id in self.ids() {
            let stands = self[id].tripod().is_some_and(|tripod| tripod.console.toppled == 0);
            if !stands || !self[id].in_play() {
                continue;
            }
            let burnt = match self[id].action() {
                Action::DestroyObjective { objective } => objective,
                _ => None,
            };
            let under: smallvec::SmallVec<[u8; 4]> = self.objectives_under(id).chain(burnt).collect();
            for objective in under {
                let Some(o) = self.objectives.get_mut(usize::from(objective)) else { continue };
                if !std::mem::replace(&mut o.reached, true) {
                    let what = What::ObjectiveReached { objective, vehicle: id };
                    out.emit(|| Event::public("INV-WWS-02", what));
                }
            }
        }
    }

    /// TT-SCN-09: decisive or marginal, by the winner's vehicles still in play.
    fn grade(&self, winner: Team) -> Option<&'static str> {
        let decisive = self.table.scenario.as_ref()?.decisive.as_ref()?;
        let of = |id: &VehicleId| self.team(*id) == winner;
        let (there, all) = (self.in_play().filter(of).count(), self.ids().filter(of).count());
        let needed = match (winner, decisive.earthlings, decisive.martians) {
            (Team::Earthlings, HowMany::AtLeast(n), _) | (Team::Martians, _, HowMany::AtLeast(n)) => n,
            _ => all,
        };
        Some(if there >= needed { "decisive" } else { "marginal" })
    }

    /// TT-PRF-03, TT-PRF-04, TT-VIC-03.
    fn proof_brought(&mut self, out: &mut Sink<What>) {
        let Some(fate) = self.vehicles.iter().find(|v| v.airplane().is_some()).map(|v| v.fate) else {
            return;
        };
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
            (Fate::InPlay | Fate::ToCome | Fate::Reserve, _) => {}
        }
    }

    /// TT-VIC-04: a match that outlasts its turn limit is a draw.
    pub(crate) fn check_turn_limit(&mut self, out: &mut Sink<What>) {
        if self.turn >= self.table.setup.turn_limit && self.outcome.is_none() {
            self.end(None, "TT-VIC-04", "turn limit", out);
        }
    }

    fn end(&mut self, winner: Option<Team>, rule: &'static str, how: &'static str, out: &mut Sink<What>) {
        self.end_by(winner, rule, how, None, out);
    }

    fn end_by(
        &mut self,
        winner: Option<Team>,
        rule: &'static str,
        how: &'static str,
        grade: Option<String>,
        out: &mut Sink<What>,
    ) {
        self.step = Step::Over;
        let grade = grade.or_else(|| winner.and_then(|team| self.grade(team)).map(str::to_owned));
        // What was still face down goes back to its deck unseen.
        for id in self.ids() {
            self.discard_plan(id);
            let v = &mut self[id];
            (v.planned, v.flown, v.declared) = (false, None, None);
            if let Some(airplane) = v.airplane_mut() {
                airplane.console.owes_straight = false;
            }
        }
        if let Some(invasion) = self.invasion.as_deref_mut() {
            invasion.clear();
        }
        for gun in &mut self.guns {
            gun.declared = None;
        }
        self.outcome = Some(Arc::new(Outcome {
            winner: winner.map(Team::id),
            winner_name: winner.map(|team| team.name().to_owned()),
            grade: grade.clone(),
            rule: RuleId(rule),
            how,
        }));
        out.emit(|| Event::public(rule, What::Ended { winner: winner.map(Team::name), grade }));
    }
}
