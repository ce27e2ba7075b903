//! How a match ends, in words that a newcomer can read before it begins: the rows that `victory.rs` judges.

use super::{Condition, Scenario};
use crate::content::intern;
use crate::setup::Team;
use crate::state::State;
use serde::Serialize;
use table::RuleId;

/// One way in which the match ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GoalView {
    /// Who wins by it; nobody where it is for both sides alike.
    pub team: Option<Team>,
    pub rule: RuleId,
    pub text: String,
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

fn goal(team: Option<Team>, rule: &'static str, text: impl Into<String>) -> GoalView {
    GoalView { team, rule: RuleId(rule), text: text.into() }
}

impl State {
    /// Every way in which this match can end, in the order in which they are judged.
    pub(crate) fn goals(&self) -> Vec<GoalView> {
        let mut goals = match self.table.setup.scenario() {
            Some(Scenario::SimpleBattle) => {
                vec![goal(None, "TT-VIC-01", "the last side with a vehicle on the table wins")]
            }
            Some(Scenario::BringProof) => vec![
                goal(
                    Some(Team::Earthlings),
                    "TT-PRF-03",
                    "the airplane takes a picture of the tripod and flies off over the Earthlings' edge",
                ),
                goal(Some(Team::Martians), "TT-PRF-04", "the airplane is destroyed"),
                goal(Some(Team::Martians), "TT-VIC-03", "the airplane leaves the table without a picture"),
            ],
            None => self.filed_goals(),
        };
        let limit = self.table.setup.turn_limit;
        goals.push(goal(None, "TT-VIC-04", format!("after turn {limit} the match is a draw")));
        goals
    }

    fn filed_goals(&self) -> Vec<GoalView> {
        let Some(file) = &self.table.scenario else { return Vec::new() };
        let rows = file.victory.iter().map(|row| {
            let all: Vec<String> = row.all.iter().map(|c| told(*c)).collect();
            let grade = row.grade.as_ref().map_or_else(String::new, |grade| format!(" ({grade} victory)"));
            let rule = row.rule.as_deref().map_or("TT-VIC-01", intern);
            goal(Some(row.team), rule, format!("{}{grade}", all.join(", and ")))
        });
        let gone = if file.ww2 { "INV-WWS-03" } else { "TT-VIC-03" };
        let text = "a side with nothing left has lost; whoever leaves the table does not come back";
        rows.chain([goal(None, gone, text)]).collect()
    }
}
