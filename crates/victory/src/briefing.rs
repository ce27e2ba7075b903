//! What a match is about, in words: before it begins, and how far everybody has come.

use crate::content::Content;
use crate::kinds::{Aim, Side};
use crate::missions::Mission;
use crate::setup::Setup;
use crate::state::{Fate, Standing, State};
use table::{Briefing, Goal, RuleId, SideBriefing, Stands};

/// Things to know in a set-up of one's own.
const KNOW: [&str; 5] = [
    "The throttle is set before the move; the speed follows it half way each round.",
    "A plane must spend all its movement points.",
    "Diving gains speed, climbing and turning cost it.",
    "Guns reach five hexes straight ahead of the nose.",
    "Whoever moves last sees where the others went.",
];

pub(crate) fn of(content: &Content, setup: &Setup) -> Briefing {
    let row = content.scenario(&setup.scenario);
    let Some(words) = row.map(|r| &r.briefing) else { return own(setup) };
    let (mut allied, mut german) = (
        (words.allied.clone(), words.allied_loses.clone()),
        (words.german.clone(), words.german_loses.clone()),
    );
    // In scenario 3 the scout may be German.
    let bomber = setup.anchor.and_then(|i| setup.planes.get(usize::from(i)));
    if bomber.is_some_and(|p| p.side == Side::Allied) {
        std::mem::swap(&mut allied, &mut german);
    }
    Briefing {
        about: words.about.clone(),
        sides: vec![aims(Side::Allied, allied.0, allied.1), aims(Side::German, german.0, german.1)],
        ends: words.ends.clone(),
        special: words.special.clone(),
        know: words.know.clone(),
    }
}

fn own(setup: &Setup) -> Briefing {
    let (attacker, defender) = (setup.attacker, setup.attacker.other());
    let (about, attack, defend) = match setup.aim {
        Aim::Raid => (
            "A bomber is on its way to a target on the ground.",
            "Destroy everything on the ground with bombs and guns.",
            "Shoot the bomber down.",
        ),
        Aim::Photograph => (
            "A two-seater must photograph a battery and bring the plates home.",
            "Cross the line above the battery twice in level flight, the observer silent, and fly home.",
            "Shoot the two-seater down.",
        ),
        Aim::Balloon => (
            "A balloon watches the front. It must go.",
            "Shoot the balloon down.",
            "Bring the balloon down safely, or stop everybody who comes for it.",
        ),
        _ => {
            ("Two patrols meet.", "Destroy more value than the enemy.", "Destroy more value than the enemy.")
        }
    };
    let title = match setup.mission {
        Some(Mission::Escort) => "Escort: see the bomber through. ",
        Some(Mission::Intercept) => "Interception: stop the bomber. ",
        Some(_) | None => "",
    };
    let mut sides = vec![
        aims(attacker, attack.to_owned(), defend.to_owned()),
        aims(defender, defend.to_owned(), attack.to_owned()),
    ];
    sides.sort_by(|a, b| a.team.cmp(&b.team));
    Briefing {
        about: format!("{title}{about}"),
        sides,
        ends: format!(
            "When one side has done it, when it can not be done any more, or after {} rounds.",
            setup.rounds
        ),
        special: setup
            .options
            .list()
            .map(|o| format!("The option {} is in use.", o.word().replace('-', " ")))
            .collect(),
        know: KNOW.map(str::to_owned).to_vec(),
    }
}

fn aims(side: Side, aim: String, loses: String) -> SideBriefing {
    SideBriefing { team: side.name().to_owned(), aim, loses }
}

impl State {
    /// What each side wants and how far it is.
    pub(crate) fn goals_now(&self) -> Vec<Goal> {
        let briefing = of(self.content(), &self.table.setup);
        let goal = |aims: &SideBriefing| {
            let side = if aims.team == Side::Allied.name() { Side::Allied } else { Side::German };
            Goal {
                team: Some(aims.team.clone()),
                text: aims.aim.clone(),
                state: self.progress(side),
                stands: self.stands(side),
                rule: RuleId(self.table.aim.rule()),
            }
        };
        briefing.sides.iter().map(goal).collect()
    }

    /// The last two rounds are urgent for everybody.
    fn stands(&self, side: Side) -> Stands {
        match self.now.outcome {
            Some(ending) if ending.winner == Some(side) => Stands::Reached,
            Some(ending) if ending.winner.is_some() => Stands::Lost,
            None if self.now.round + 2 > self.table.rounds => Stands::Urgent,
            Some(_) | None => Stands::Open,
        }
    }

    fn progress(&self, side: Side) -> String {
        let down = |s: Side| self.now.planes().iter().filter(|p| p.side == s && p.shot_down()).count();
        let planes = |s: Side| self.now.planes().iter().filter(|p| p.side == s).count();
        let enemy = side.other();
        let kills = format!("{} of {} planes shot down", down(enemy), planes(enemy));
        let balloons = || self.now.grounds().iter().filter(|g| self.target_of(g).balloon);
        match (self.table.aim, side) {
            (Aim::FrankLuke, Side::Allied) => {
                let burnt = balloons().filter(|b| b.standing == Standing::Destroyed).count();
                format!("{burnt} of {} balloons shot down", balloons().count())
            }
            (Aim::FrankLuke, Side::German) => {
                let safe = balloons().filter(|b| b.standing == Standing::Safe).count();
                format!("{safe} of {} balloons safe, {kills}", balloons().count())
            }
            (Aim::TomsRevenge, Side::Allied) => self.targets_progress(enemy),
            (Aim::PrancingHorse, Side::Allied) => {
                format!("{} of 2 units destroyed", self.destroyed_targets(enemy).min(2))
            }
            (Aim::Recon, Side::Allied) | (Aim::PrancingHorse, Side::German) => self.recon_progress(),
            (Aim::Dogfight, _) => {
                let halves = self.half_kills(side);
                let half = if halves % 2 == 1 { " and a half" } else { "" };
                format!("{}{half} of {} planes", halves / 2, planes(enemy))
            }
            (Aim::LastRaid, Side::German) => {
                let through = self.now.planes().iter();
                let n = through.filter(|p| p.side == side && p.fate == Fate::LeftWest && p.safe).count();
                format!("{n} planes over the left edge")
            }
            (Aim::LastRaid, Side::Allied) => {
                let gothas =
                    || self.now.planes().iter().filter(|p| p.side == enemy && self.kind_of(p).bomber);
                let n = gothas().filter(|p| p.shot_down()).count();
                format!("{n} of {} bombers shot down", gothas().count())
            }
            (Aim::Value, _) => {
                format!("{} points against {}", self.value_destroyed(side), self.value_destroyed(enemy))
            }
            (Aim::Raid, s) if s == self.table.setup.attacker => self.targets_progress(enemy),
            (Aim::Photograph, s) if s == self.table.setup.attacker => self.recon_progress(),
            (Aim::Balloon, s) if s == self.table.setup.attacker => {
                let burnt = balloons().filter(|b| b.standing == Standing::Destroyed).count();
                format!("{burnt} of {} balloons shot down", balloons().count())
            }
            (Aim::BombingRun, s) if self.table.anchor.is_some_and(|a| self.plane(a).side == s) => {
                format!("round {} of {}", self.now.round, self.table.rounds)
            }
            _ => kills,
        }
    }

    fn targets_progress(&self, side: Side) -> String {
        let all = self.now.grounds().iter().filter(|g| g.side == side).count();
        format!("{} of {all} units destroyed", self.destroyed_targets(side))
    }

    fn recon_progress(&self) -> String {
        self.table.recon.map_or_else(String::new, |r| {
            format!("{} of {} crossings", self.plane(r.plane).crossings.min(r.needed), r.needed)
        })
    }
}
