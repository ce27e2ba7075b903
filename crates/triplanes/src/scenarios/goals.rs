//! How a match ends, in words that a newcomer can read before it begins: the rows that `victory.rs` judges.

use super::offers::list;
use super::{Condition, Scenario, ScenarioFile, TURN_LIMIT};
use crate::content::{Content, intern};
use crate::setup::{Setup, Team};
use crate::state::{Fate, State, VehicleId};
use std::sync::Arc;
use table::{Briefing, Goal, RuleId, SideBriefing, Stands};

/// So many turns before its end a match speaks of the limit that every match has.
const NEAR: u16 = 10;

/// One way in which the match ends.
struct Aim {
    /// Who wins by it; nobody where it is for both sides alike.
    team: Option<Team>,
    rule: &'static str,
    text: String,
    /// What a scenario file asks for; all of it must hold.
    all: Vec<Condition>,
}

fn count(n: u8, what: &str) -> String {
    if n == 1 { format!("one {what} is") } else { format!("{n} {what}s are") }
}

fn told(condition: Condition) -> String {
    match condition {
        Condition::TripodsDestroyed => "every Martian tripod is destroyed".to_owned(),
        Condition::AirplanesDestroyed => "every airplane is destroyed".to_owned(),
        Condition::CapturedTripodsDestroyed => "every captured tripod is destroyed".to_owned(),
        Condition::ForceDestroyed(team) => format!("all that the {} have is destroyed", team.name()),
        Condition::TripodLeftByEarthlingSide => {
            "a tripod leaves the table over the Earthlings' edge".to_owned()
        }
        Condition::ObjectivesDestroyed(n) => format!("{} destroyed", count(n, "objective")),
        Condition::AirplanesGone => "no airplane is left: destroyed, or off the table".to_owned(),
        Condition::TripodInPlay => "a tripod is still on the table".to_owned(),
        Condition::AirplanesLostAtMost(0) => "no airplane is lost".to_owned(),
        Condition::AirplanesLostAtMost(1) => "at most one airplane is lost".to_owned(),
        Condition::AirplanesLostAtMost(n) => format!("at most {n} airplanes are lost"),
        Condition::ReserveUnused => "no reinforcement was called".to_owned(),
        Condition::TripodsLeftByEarthlingSide => {
            "every tripod has left the table over the Earthlings' edge".to_owned()
        }
        Condition::ObjectivesReached(n) => format!("{} reached", count(n, "objective")),
    }
}

fn aim(team: Option<Team>, rule: &'static str, text: impl Into<String>) -> Aim {
    Aim { team, rule, text: text.into(), all: Vec::new() }
}

/// Every way in which such a match can end, in the order in which they are judged.
fn aims(setup: &Setup, file: Option<&ScenarioFile>) -> Vec<Aim> {
    let mut aims = match (setup.scenario(), file) {
        (Some(Scenario::SimpleBattle), _) => {
            vec![aim(None, "TT-VIC-01", "the last side with a vehicle on the table wins")]
        }
        (Some(Scenario::BringProof), _) => vec![
            aim(
                Some(Team::Earthlings),
                "TT-PRF-03",
                "the airplane takes a picture of the tripod and flies off over the Earthlings' edge",
            ),
            aim(Some(Team::Martians), "TT-PRF-04", "the airplane is destroyed"),
            aim(Some(Team::Martians), "TT-VIC-03", "the airplane leaves the table without a picture"),
        ],
        (None, Some(file)) => filed(file),
        (None, None) => Vec::new(),
    };
    let limit = setup.turn_limit;
    aims.push(aim(None, "TT-VIC-04", format!("after turn {limit} the match is a draw")));
    aims
}

fn filed(file: &ScenarioFile) -> Vec<Aim> {
    let rows = file.victory.iter().map(|row| {
        let all: Vec<String> = row.all.iter().map(|c| told(*c)).collect();
        let grade = row.grade.as_ref().map_or_else(String::new, |grade| format!(" ({grade} victory)"));
        let rule = row.rule.as_deref().map_or("TT-VIC-01", intern);
        let text = format!("{}{grade}", all.join(", and "));
        Aim { team: Some(row.team), rule, text, all: row.all.clone() }
    });
    let gone = if file.ww2 { "INV-WWS-03" } else { "TT-VIC-03" };
    let text = "a side with nothing left has lost; whoever leaves the table does not come back";
    rows.chain([aim(None, gone, text)]).collect()
}

impl State {
    /// Every way in which this match can end and how far it is: all of it lies open.
    pub(crate) fn all_goals(&self) -> Vec<Goal> {
        let aims = aims(&self.table.setup, self.table.scenario.as_deref());
        aims.into_iter().map(|aim| self.goal(aim)).collect()
    }

    fn goal(&self, aim: Aim) -> Goal {
        let (state, urgent) = match aim.rule {
            "TT-VIC-04" => {
                let limit = self.table.setup.turn_limit;
                let left = limit.saturating_sub(self.turn);
                // A limit that only bounds a match which does not end is told when it is near.
                let told = limit != TURN_LIMIT || left < NEAR;
                let state = if told { format!("turn {} of {limit}", self.turn) } else { String::new() };
                (state, left < 3)
            }
            "TT-PRF-03" if self.outcome.is_some() => (self.told_proof(), false),
            "TT-PRF-03" if self.picture => ("picture taken; leave by the Earthlings' edge".to_owned(), true),
            "TT-PRF-03" => ("no picture yet".to_owned(), false),
            _ => (self.progress(&aim.all), false),
        };
        let reached = !aim.all.is_empty() && aim.all.iter().all(|c| self.holds(*c));
        let won = self.outcome.as_ref().is_some_and(|o| o.rule.0 == aim.rule);
        let stands = match (reached || won, self.outcome.is_some(), urgent) {
            (true, ..) => Stands::Reached,
            (_, true, _) => Stands::Lost,
            (_, _, true) => Stands::Urgent,
            _ => Stands::Open,
        };
        let team = aim.team.map(|team| team.name().to_owned());
        Goal { team, text: aim.text, state, stands, rule: RuleId(aim.rule) }
    }

    /// How far these conditions are, as far as they can be counted.
    fn progress(&self, all: &[Condition]) -> String {
        let fallen = |what: &str, which: &dyn Fn(VehicleId) -> bool| {
            let all = self.ids().filter(|id| which(*id)).count();
            let gone = self.ids().filter(|id| which(*id) && self[*id].fate == Fate::Eliminated).count();
            // One of one is told without an s.
            let what = if all == 1 { what.trim_end_matches('s') } else { what };
            Some(format!("{gone} of {all} {what} destroyed"))
        };
        let left = |which: &dyn Fn(VehicleId) -> bool| {
            self.ids()
                .filter(|id| which(*id) && self[*id].fate == Fate::Exited { earthling_side: true })
                .count()
        };
        let of = |id: VehicleId, team: Team| self.team(id) == team;
        let tripod = |id: VehicleId| of(id, Team::Martians) && self.is_tripod(id);
        let airplane = |id: VehicleId| of(id, Team::Earthlings) && !self.is_tripod(id);
        let told = all.iter().filter_map(|condition| match *condition {
            Condition::TripodsDestroyed => fallen("tripods", &tripod),
            Condition::AirplanesDestroyed => fallen("airplanes", &airplane),
            Condition::CapturedTripodsDestroyed => {
                fallen("captured tripods", &|id| of(id, Team::Earthlings) && self.is_tripod(id))
            }
            Condition::ForceDestroyed(team) => fallen("vehicles", &|id| of(id, team)),
            Condition::TripodsLeftByEarthlingSide => {
                let all = self.ids().filter(|id| tripod(*id)).count();
                Some(format!("{} of {all} tripods through", left(&tripod)))
            }
            Condition::ObjectivesDestroyed(n) => {
                let objectives = self.objectives.iter().filter(|o| o.destroyed).count();
                let terrain = self.terrain.iter().filter(|t| t.destroyed).count();
                Some(format!("{} of {n} burnt", objectives + terrain))
            }
            Condition::ObjectivesReached(n) => {
                Some(format!("{} of {n} reached", self.objectives.iter().filter(|o| o.reached).count()))
            }
            Condition::AirplanesLostAtMost(_) => {
                let lost = |id: &VehicleId| {
                    airplane(*id) && matches!(self[*id].fate, Fate::Eliminated | Fate::Exited { .. })
                };
                Some(format!("{} lost", self.ids().filter(lost).count()))
            }
            Condition::ReserveUnused => {
                Some(if self.holds(*condition) { "none called" } else { "one was called" }.to_owned())
            }
            Condition::TripodLeftByEarthlingSide | Condition::AirplanesGone | Condition::TripodInPlay => None,
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

/// What this match is about, and what is other in it than elsewhere.
pub(crate) fn briefing(content: &Content, setup: &Setup) -> Briefing {
    let file = content.scenario(&setup.scenario).map(Arc::as_ref);
    let aims = aims(setup, file);
    let by = |team: Team| {
        let won = aims.iter().filter(|aim| aim.team.is_none_or(|own| own == team) && aim.rule != "TT-VIC-04");
        won.map(|aim| aim.text.as_str()).collect::<Vec<_>>().join("; or ")
    };
    let sides = [Team::Earthlings, Team::Martians].map(|team| SideBriefing {
        team: team.name().to_owned(),
        aim: by(team),
        loses: by(team.enemy()),
    });
    let info = list(content).into_iter().find(|info| info.id == setup.scenario);
    Briefing {
        about: info.map(|info| info.about).unwrap_or_default(),
        sides: sides.into(),
        ends: format!("when one side has won, or as a draw after turn {}", setup.turn_limit),
        special: special(setup),
        know: [
            "Everybody plans in secret and all plans are carried out together: think of where the enemy will be.",
            "An airplane fires at what lies ahead of it, nearer is better; a tripod's ray needs its energy, and its cards.",
            "Who leaves the table does not come back.",
        ]
        .map(str::to_owned)
        .into(),
    }
}

/// The rules that are in use here and not everywhere.
fn special(setup: &Setup) -> Vec<String> {
    let automated = setup.automated.is_some();
    let loads = setup.vehicles.iter().any(|v| v.loads > 0);
    [
        (automated, "A tripod decides by its own procedure: it reacts to what is near it and to its cards."),
        (
            setup.tripods_vs_tripods,
            "Tripods fight on both sides, and may strike each other with their tentacles.",
        ),
        (
            setup.bombing || loads,
            "Airplanes carry bombs: they fall behind the airplane when it is over its target.",
        ),
        (setup.ww2, "Faster airplanes of 1940: they plan more cards, and some one turn ahead."),
        (setup.altitude, "Airplanes fly at levels of altitude: climb, dive, and mind the ground."),
        (setup.black_smoke, "Tripods may launch black smoke: who flies through it suffers."),
        (setup.field.is_some(), "Airplanes begin on their landing field and must take off."),
        (setup.terrain_objectives, "Terrain can be burnt, and counts as an objective."),
    ]
    .into_iter()
    .filter(|(here, _)| *here)
    .map(|(_, words)| words.to_owned())
    .collect()
}
