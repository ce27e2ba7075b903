//! What a scenario is about, what each side wants, and how far it is.

use crate::content::{Content, Feat, Score};
use crate::kinds::Side;
use crate::setup::Setup;
use crate::state::State;
use table::{Briefing, Goal, RuleId, SetupError, SideBriefing, Stands, Viewer};

pub(crate) fn briefing(content: &Content, setup: &Setup) -> Result<Briefing, SetupError> {
    let scenario = content.scenario(&setup.scenario);
    let scenario = scenario.ok_or_else(|| crate::scenarios::unknown(content, &setup.scenario))?;
    let Some(armies) = &setup.armies else {
        let side = |side: &crate::content::BriefingSide| SideBriefing {
            team: side.side.name().to_owned(),
            aim: side.aim.clone(),
            loses: side.loses.clone(),
        };
        return Ok(Briefing {
            about: scenario.about.clone(),
            sides: scenario.sides.iter().map(side).collect(),
            ends: scenario.ends.clone(),
            special: scenario.special.clone(),
            know: scenario.know.clone(),
        });
    };
    let side = |side: &Side| SideBriefing {
        team: side.name().to_owned(),
        aim: "Destroy more points than you lose.".to_owned(),
        loses: "Your own stands are worth what they cost.".to_owned(),
    };
    Ok(Briefing {
        about: format!("{} points on each side, on the map of {}.", armies.points, scenario.name),
        sides: Side::ALL.iter().map(side).collect(),
        ends: "After turn 8, or when a side has no stand left.".to_owned(),
        special: vec!["Nobody may leave the board.".to_owned()],
        know: scenario.know.clone(),
    })
}

impl State {
    /// What scores, and how far it is. What depends on where hidden stands are is told at the end only.
    pub(crate) fn aims(&self, viewer: Viewer) -> Vec<Goal> {
        let over = self.now.outcome.is_some();
        let own = |side: Side| viewer == Viewer::Umpire || viewer == Viewer::Seat(side.seat());
        let goal = |score: &Score| {
            let owner = match score.feat {
                Feat::TripodAliveOutside | Feat::FlyerAliveOutside => Some(Side::Martian),
                Feat::TownHeld | Feat::IroncladSunkOrSinking | Feat::SteamerEscaped => Some(Side::Human),
                _ => None,
            };
            // Towns are held by nobody's leave: a hidden Martian within 6 in would be told of.
            let open = viewer == Viewer::Umpire
                || !self.rules().hidden_stands
                || over
                || owner.is_none_or(|side| {
                    own(side) && score.feat != Feat::TownHeld && score.feat != Feat::SteamerEscaped
                });
            let n = self.feats(score);
            let points = n / u32::from(score.per) * u32::from(score.vp);
            Goal {
                team: Some(score.side.name().to_owned()),
                text: self.score_words(score),
                state: match (open, n) {
                    (false, _) => "counted at the end".to_owned(),
                    (true, 0) => "none yet".to_owned(),
                    (true, n) => format!("{n}, worth {points}"),
                },
                stands: if open && points > 0 { Stands::Reached } else { Stands::Open },
                rule: RuleId(self.score_rule()),
            }
        };
        self.battle.scores.iter().map(goal).collect()
    }

    /// The task that scores, and what it is worth.
    fn score_words(&self, score: &Score) -> String {
        let named = score.units.iter().filter_map(|u| self.battle.troops.get(usize::from(*u)));
        let names: Vec<&str> = named.map(|troop| troop.name.as_str()).collect();
        let each = match score.feat {
            Feat::CylinderDestroyed if names.len() == 1 => "",
            Feat::FlyerDestroyed | Feat::FlyerAliveOutside => "",
            Feat::BoxMarkedOnSurvivor => " for each box",
            Feat::HumanPointsLost | Feat::MachinePointsLost => " for each point of their price",
            Feat::ColumnStandExited | Feat::ColumnStandLost => " for each stand",
            _ => " each",
        };
        let task = match score.feat {
            Feat::CylinderDestroyed if names.is_empty() => "Destroy cylinders".to_owned(),
            Feat::CylinderDestroyed => format!("Destroy the {}", names.join(" or the ").to_lowercase()),
            other => task(other).to_owned(),
        };
        let points = if score.vp == 1 { "1 point".to_owned() } else { format!("{} points", score.vp) };
        match score.per {
            0 | 1 => format!("{task}: {points}{each}."),
            per => format!("{task}: {points} for every full {per}."),
        }
    }
}

fn task(feat: Feat) -> &'static str {
    match feat {
        Feat::CylinderDestroyed => "Destroy cylinders",
        Feat::TripodDestroyed => "Destroy tripods",
        Feat::FlyerDestroyed => "Destroy the flyer",
        Feat::TripodAliveOutside => "Have tripods out and alive",
        Feat::FlyerAliveOutside => "Have the flyer out and alive",
        Feat::TripodExited => "Lead tripods off the board",
        Feat::BoxMarkedOnSurvivor => "Damage machines that live",
        Feat::TownHeld => "Hold towns at the end",
        Feat::HumanPointsLost => "Destroy human stands",
        Feat::MachinePointsLost => "Destroy machines",
        Feat::SteamerSunk => "Sink steamers",
        Feat::SteamerEscaped => "Bring steamers away",
        Feat::IroncladSunkOrSinking => "Sink ironclads",
        Feat::ColumnStandExited => "Lead the columns through the gate",
        Feat::ColumnStandLost => "Destroy stands of the columns",
    }
}
