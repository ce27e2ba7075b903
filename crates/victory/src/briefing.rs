//! What a match is about, in words: before it begins, how far everybody has come, and why it ended.

use crate::content::Content;
use crate::kinds::{Aim, Side};
use crate::missions::Mission;
use crate::setup::Setup;
use crate::state::{Ending, Fate, How, Plane, Standing, State};
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
    let Some(words) = row.map(|r| &r.briefing) else { return own(content, setup) };
    let (mut allied, mut german) = (
        (words.allied.clone(), words.allied_loses.clone()),
        (words.german.clone(), words.german_loses.clone()),
    );
    // In scenario 3 the scout may be German.
    let bomber = setup.anchor.and_then(|i| setup.planes.get(usize::from(i)));
    if bomber.is_some_and(|p| p.side == Side::Allied) {
        std::mem::swap(&mut allied, &mut german);
    }
    let mut special = words.special.clone();
    if setup.one_is_enough {
        "Shoot down one bomber before one of them leaves by the left edge.".clone_into(&mut allied.0);
        "A Gotha comes down on the map.".clone_into(&mut german.1);
        special.push("A handicap: one Gotha down is enough for the Allies.".to_owned());
    }
    Briefing {
        about: words.about.clone(),
        sides: vec![aims(Side::Allied, allied.0, allied.1), aims(Side::German, german.0, german.1)],
        ends: words.ends.clone(),
        special,
        know: words.know.clone(),
    }
}

fn own(content: &Content, setup: &Setup) -> Briefing {
    let (attacker, defender) = (setup.attacker, setup.attacker.other());
    let is_bomber = |id: &str| content.airplane(id).is_some_and(|k| content.airplanes[k].bomber);
    let bombers = setup.planes.iter().filter(|p| p.side == attacker && is_bomber(&p.kind)).count();
    let is_balloon = |id: &str| content.target(id).is_some_and(|k| content.targets[k].balloon);
    let balloons = setup.ground.iter().filter(|g| g.side == defender && is_balloon(&g.kind)).count();
    let (bomber, balloon) = (all_of(bombers, "bomber"), all_of(balloons, "balloon"));
    let times = setup.recon.as_ref().map_or(0, |r| r.needed);
    let (about, attack, defend) = match setup.aim {
        Aim::Raid => (
            if bombers == 1 {
                "A bomber is on its way to a target on the ground."
            } else {
                "Bombers are on their way to a target on the ground."
            },
            "Destroy everything on the ground with bombs and guns.".to_owned(),
            format!("Shoot {bomber} down."),
        ),
        Aim::Photograph => (
            "A two-seater must photograph a battery and bring the plates home.",
            format!(
                "Cross the line above the battery {} in level flight, the observer silent, and fly home.",
                how_often(times)
            ),
            "Shoot the two-seater down.".to_owned(),
        ),
        Aim::Balloon => (
            if balloons == 1 {
                "A balloon watches the front. It must go."
            } else {
                "Balloons watch the front. They must go."
            },
            format!("Shoot {balloon} down."),
            format!("Bring {balloon} down safely, or stop everybody who comes for {}.", them(balloons)),
        ),
        _ => (
            "Two patrols meet.",
            "Destroy more value than the enemy.".to_owned(),
            "Destroy more value than the enemy.".to_owned(),
        ),
    };
    let title = match setup.mission {
        Some(Mission::Escort) => "Escort: see the bomber through. ",
        Some(Mission::Intercept) => "Interception: stop the bomber. ",
        Some(_) | None => "",
    };
    let mut sides = vec![aims(attacker, attack.clone(), defend.clone()), aims(defender, defend, attack)];
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

/// "the bomber", "both bombers", "all 3 bombers".
fn all_of(n: usize, one: &str) -> String {
    match n {
        0 | 1 => format!("the {one}"),
        2 => format!("both {one}s"),
        _ => format!("all {n} {one}s"),
    }
}

fn them(n: usize) -> &'static str {
    if n == 1 { "it" } else { "them" }
}

fn how_often(times: u8) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// "1 of 1 balloon shot down", "0 of 2 balloons shot down".
fn share(n: usize, all: usize, one: &str, what: &str) -> String {
    format!("{n} of {all} {one}{} {what}", if all == 1 { "" } else { "s" })
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

    /// How far a side is, in the words of its goal: it counts what the goal is about.
    fn progress(&self, side: Side) -> String {
        let enemy = side.other();
        let attacks = side == self.table.setup.attacker;
        let first_of = |s: Side| self.now.planes().iter().position(|p| p.side == s);
        let hero = |s: Side| first_of(s).map_or_else(String::new, |i| self.whereabouts(i as u8));
        let bombers = |s: Side| self.planes_of_side(s).filter(|p| self.is_bomber(p));
        let observer = || self.table.recon.map_or_else(String::new, |r| self.whereabouts(r.plane));
        match (self.table.aim, side) {
            (Aim::FrankLuke, Side::Allied) => self.balloons_progress(Standing::Destroyed, "shot down"),
            (Aim::FrankLuke, Side::German) => {
                format!("{}, {}", self.balloons_progress(Standing::Safe, "safe"), hero(enemy))
            }
            (Aim::TomsRevenge, Side::Allied) => self.targets_progress(enemy, "machine gun"),
            (Aim::PrancingHorse, Side::Allied) => {
                format!("{} of 2 units destroyed", self.destroyed_targets(enemy).min(2))
            }
            (Aim::PrancingHorse, Side::German) => format!("{}, {}", self.recon_progress(), hero(enemy)),
            (Aim::RedBaron, Side::German) => format!("{}, {}", hero(enemy), hero(side)),
            (Aim::Recon, Side::Allied) => self.recon_progress(),
            (Aim::Dogfight, _) => {
                format!(
                    "{} shot down, {} lost",
                    halves(self.half_kills(side)),
                    halves(self.half_kills(enemy))
                )
            }
            (Aim::LastRaid, Side::German) => {
                let through = bombers(side).filter(|p| p.got_through()).count();
                share(through, bombers(side).count(), "bomber", "over the left edge")
            }
            (Aim::LastRaid, Side::Allied) => {
                let down = bombers(enemy).filter(|p| p.came_down()).count();
                let all = if self.table.setup.one_is_enough { 1 } else { bombers(enemy).count() };
                share(down.min(all), all, "bomber", "down")
            }
            (Aim::Value, _) => {
                format!("{} points against {}", self.value_destroyed(side), self.value_destroyed(enemy))
            }
            (Aim::Raid, _) if attacks => self.targets_progress(enemy, "unit"),
            (Aim::Raid, _) => {
                let down = bombers(enemy).filter(|p| p.shot_down()).count();
                share(down, bombers(enemy).count(), "bomber", "shot down")
            }
            (Aim::Photograph, _) if attacks => self.recon_progress(),
            (Aim::Photograph, _) | (Aim::Recon, Side::German) => observer(),
            (Aim::Balloon, _) if attacks => self.balloons_progress(Standing::Destroyed, "shot down"),
            (Aim::Balloon, _) => {
                let left = self.planes_of_side(enemy).filter(|p| p.fights()).count();
                let all = self.planes_of_side(enemy).count();
                let safe = self.balloons_progress(Standing::Safe, "safe");
                format!("{safe}, {}", share(left, all, "attacker", "in the air"))
            }
            (Aim::BombingRun, _) => {
                let bomber = self.table.anchor.map_or_else(String::new, |i| self.whereabouts(i));
                format!("{bomber}, round {} of {}", self.now.round, self.table.rounds)
            }
            (Aim::TomsRevenge, Side::German) | (Aim::RedBaron, Side::Allied) | (Aim::OverTheTop, _) => {
                hero(enemy)
            }
        }
    }

    /// Where the plane is that a goal names.
    fn whereabouts(&self, plane: u8) -> String {
        let p = self.plane(plane);
        let how = match p.fate {
            _ if p.shot_down() => "is shot down",
            Fate::Flying => "is in the air",
            Fate::Destroyed => "is lost, not shot down",
            Fate::Landed => "has landed",
            Fate::LeftEast => "has left on the right",
            Fate::LeftWest => "has left on the left",
        };
        format!("{} {how}", self.name(plane))
    }

    fn balloons_progress(&self, standing: Standing, what: &str) -> String {
        let balloons = || self.now.grounds().iter().filter(|g| self.target_of(g).balloon);
        share(balloons().filter(|b| b.standing == standing).count(), balloons().count(), "balloon", what)
    }

    fn targets_progress(&self, side: Side, one: &str) -> String {
        let all = self.now.grounds().iter().filter(|g| g.side == side).count();
        share(self.destroyed_targets(side), all, one, "destroyed")
    }

    fn recon_progress(&self) -> String {
        self.table.recon.map_or_else(String::new, |r| {
            let done = usize::from(self.plane(r.plane).crossings.min(r.needed));
            share(done, usize::from(r.needed), "crossing", "flown")
        })
    }

    /// Which condition of victory decided a match that is over, or why nobody won.
    pub(crate) fn why_over(&self, ending: &Ending) -> &'static str {
        let winner = ending.winner;
        let hero_down = |s: Side| self.hero(s).is_some_and(Plane::shot_down);
        let attacker_won = winner == Some(self.table.setup.attacker);
        if ending.how == How::Time && winner.is_none() {
            return "the last round has passed, and neither side has done what it came for";
        }
        match (self.table.aim, winner) {
            (Aim::FrankLuke, Some(Side::Allied)) => "both balloons are down and their hunter is home",
            (Aim::FrankLuke, Some(Side::German)) if hero_down(Side::Allied) => {
                "the hunter was shot down while a balloon was left"
            }
            (Aim::FrankLuke, Some(Side::German)) => "both balloons are safe on the ground",
            (Aim::FrankLuke, None) if self.all_balloons_burnt() => {
                "both balloons are down, but their hunter did not get home"
            }
            (Aim::FrankLuke | Aim::Balloon, None) => {
                "not every balloon was shot down, and not every one was saved"
            }
            (Aim::TomsRevenge, Some(Side::Allied)) => "both machine guns are destroyed and the pilot is home",
            (Aim::TomsRevenge, Some(Side::German)) => "the Allied plane was shot down",
            (Aim::TomsRevenge, None) if self.all_destroyed(Side::German) => {
                "both machine guns are destroyed, but the pilot did not get home"
            }
            (Aim::TomsRevenge, None) => "the Allied plane is gone, and a machine gun stands",
            (Aim::BombingRun, Some(side)) => self.why_bombing_run(side),
            (Aim::BombingRun, None) => "bomber and scout are both out of play",
            (Aim::RedBaron, Some(Side::Allied)) => "the German hunter was shot down",
            (Aim::RedBaron, Some(Side::German)) => "the hunted plane was shot down and the hunter is home",
            (Aim::RedBaron, None) => "the German hunter is out of play, and was not shot down",
            (Aim::Recon | Aim::Photograph, None) => {
                "the two-seater is gone, and the photographs are not home"
            }
            (Aim::Recon, Some(Side::Allied)) => "the photographs are home",
            (Aim::OverTheTop, Some(side)) if hero_down(side.other()) => "the enemy was shot down",
            (Aim::OverTheTop, Some(_)) => "the enemy was forced to land",
            (Aim::OverTheTop, None) if hero_down(Side::Allied) || hero_down(Side::German) => {
                "both were beaten in the same round"
            }
            (Aim::OverTheTop, None) => "a plane is out of play that nobody shot down",
            (Aim::Dogfight | Aim::Value, Some(_)) if ending.how == How::Time => {
                "the last round has passed, and they have destroyed more"
            }
            (Aim::Dogfight | Aim::Value, Some(_)) => "a side has no plane left, and they have destroyed more",
            (Aim::Dogfight | Aim::Value, None) => "a side has no plane left, and both have destroyed as much",
            (Aim::PrancingHorse, Some(Side::Allied)) => "two units on the ground are destroyed",
            (Aim::PrancingHorse, Some(Side::German)) if hero_down(Side::Allied) => {
                "the leader of the Allied flight was shot down"
            }
            (Aim::PrancingHorse, Some(Side::German)) if self.recon_done() => {
                "the battery is photographed and the observer is home"
            }
            (Aim::PrancingHorse, Some(Side::German)) => "the leader of the Allied flight ran from a fight",
            (Aim::PrancingHorse, None) if self.destroyed_targets(Side::German) >= 2 => {
                "both sides have done what they came for in the same round"
            }
            (Aim::PrancingHorse, None) => {
                "no Allied plane is left, and neither side has done what it came for"
            }
            (Aim::LastRaid, Some(Side::Allied)) if self.table.setup.one_is_enough => {
                "a bomber came down on the map, and one is enough here"
            }
            (Aim::LastRaid, None) if self.table.setup.one_is_enough && self.bomber_got_through() => {
                "one bomber came down and another got through in the same round"
            }
            (Aim::LastRaid, Some(Side::Allied)) => "every bomber came down on the map",
            (Aim::LastRaid, Some(Side::German)) => "a bomber is over the left edge in full control",
            (Aim::LastRaid, None) => {
                "no bomber is left: not all came down, and none got through in full control"
            }
            (Aim::Raid, Some(_)) if attacker_won => "everything on the ground is destroyed",
            (Aim::Raid, Some(_)) => "no bomber is left that was not shot down",
            (Aim::Raid, None) if self.all_destroyed(self.table.setup.attacker.other()) => {
                "both sides have done what they came for in the same round"
            }
            (Aim::Raid, None) => "the bombers are gone, and something on the ground still stands",
            (Aim::Photograph, Some(_)) if attacker_won => "the photographs are home",
            (Aim::Recon, Some(Side::German)) | (Aim::Photograph, Some(_)) => "the two-seater was shot down",
            (Aim::Balloon, Some(_)) if attacker_won => "no balloon is left",
            (Aim::Balloon, Some(_)) if self.planes_of_side(self.table.setup.attacker).any(Plane::fights) => {
                "the balloons are safe on the ground"
            }
            (Aim::Balloon, Some(_)) => "nobody is left who could attack a balloon",
        }
    }

    fn why_bombing_run(&self, winner: Side) -> &'static str {
        let bomber = self.table.anchor.map(|i| self.plane(i));
        if bomber.is_some_and(|p| p.side == winner) {
            let gone = self.hero(winner.other()).is_none_or(|p| !p.fights());
            return if gone {
                "the scout is out of play"
            } else {
                "the bomber has lived through the last round"
            };
        }
        if bomber.is_some_and(Plane::in_play) {
            "the bomber's engines have stopped"
        } else {
            "the bomber is down"
        }
    }

    fn bomber_got_through(&self) -> bool {
        self.now.planes().iter().any(|p| self.is_bomber(p) && p.got_through())
    }

    fn all_balloons_burnt(&self) -> bool {
        let mut balloons = self.now.grounds().iter().filter(|g| self.target_of(g).balloon);
        balloons.all(|b| b.standing == Standing::Destroyed)
    }
}

/// Kills in halves: "1 and a half".
fn halves(n: u8) -> String {
    match (n / 2, n % 2) {
        (0, 1) => "half".to_owned(),
        (whole, 1) => format!("{whole} and a half"),
        (whole, _) => whole.to_string(),
    }
}
