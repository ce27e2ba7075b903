//! What a match is about and how it ends, in words that a newcomer can read before it begins: the conditions that
//! `victory.rs` judges, with how far they are.

use crate::content::Content;
use crate::scenarios::{Rules, list};
use crate::setup::Setup;
use crate::state::{Ending, State};
use table::{Briefing, Goal, RuleId, SideBriefing, Stands};

const HUMANS: &str = "Humans";
const MARTIANS: &str = "Martians";

/// The endings that a match by these rules can have: those that win first, and of them what a war is held out for.
fn endings(rules: &Rules) -> impl Iterator<Item = Ending> {
    [
        (true, Ending::Germs),
        (true, Ending::GermRoll),
        (!rules.uprising, Ending::EmptyMap),
        (rules.no_tripods_wins, Ending::NoTripods),
        (rules.uprising, Ending::NoMachines),
        (true, Ending::London),
        (true, Ending::Colonization),
        (true, Ending::FlyingMachine),
        (true, Ending::ColonizationRoll),
    ]
    .into_iter()
    .filter_map(|(here, ending)| here.then_some(ending))
}

impl Ending {
    fn text(self, content: &Content) -> String {
        let (end, pieces) = (content.track_end, content.flying_machine_pieces);
        match self {
            Self::EmptyMap => "no Wave and no Cylinder is left on the map".to_owned(),
            Self::NoTripods => "no Tripod is left on the map".to_owned(),
            Self::NoMachines => "no Handling Machine is left on the map".to_owned(),
            Self::Germs => format!("the Germs reach space {end}"),
            Self::GermRoll => "at the end of a turn the die shows the colour of the Germs' space".to_owned(),
            Self::London => "London is destroyed".to_owned(),
            Self::Colonization => format!("the Colonization reaches space {end}"),
            Self::FlyingMachine => format!("all {pieces} pieces of the Flying Machine are built"),
            Self::ColonizationRoll => {
                "at the end of a turn the die shows the colour of the Colonization's space".to_owned()
            }
        }
    }
}

impl State {
    /// Everything lies open: they are the same for whoever looks.
    pub(crate) fn all_goals(&self) -> Vec<Goal> {
        endings(&self.rules).map(|ending| self.goal(ending)).collect()
    }

    fn goal(&self, ending: Ending) -> Goal {
        let (state, urgent) = self.progress(ending);
        let stands = match self.now.outcome {
            Some(reached) if reached == ending => Stands::Reached,
            Some(_) => Stands::Lost,
            None if urgent => Stands::Urgent,
            None => Stands::Open,
        };
        let team = if ending.won() { HUMANS } else { MARTIANS };
        let text = ending.text(&self.content);
        Goal { team: Some(team.to_owned()), text, state, stands, rule: RuleId(ending.rule()) }
    }

    /// How far it is, and whether it may be over with the next roll or step.
    fn progress(&self, ending: Ending) -> (String, bool) {
        let end = self.content.track_end;
        let track = |space: u8| (format!("space {space} of {end}"), space + 1 >= end);
        let roll = |space: u8| match self.last_roll(space) {
            Some(colour) => {
                let faces = self.content.die.iter().filter(|face| **face == colour).count();
                let faces = if faces == 1 { "1 face".to_owned() } else { format!("{faces} faces") };
                (format!("space {space}: {colour:?}, {faces} of 6"), true)
            }
            None => (format!("space {space}: nothing is rolled for yet"), false),
        };
        match ending {
            Ending::EmptyMap => {
                let left = self.now.waves.iter().filter(|w| w.zone.is_some()).count();
                (format!("{left} on the map"), left == 1)
            }
            Ending::NoTripods => {
                let left = self.bands().count();
                (if left == 1 { "one Wave left".to_owned() } else { format!("{left} Waves left") }, left == 1)
            }
            Ending::NoMachines => {
                let left: u32 = self.now.machines.iter().flatten().map(|n| u32::from(*n)).sum();
                (format!("{left} left"), left == 1)
            }
            Ending::Germs => track(self.now.germs),
            Ending::Colonization => track(self.now.colonization),
            Ending::GermRoll => roll(self.now.germs),
            Ending::ColonizationRoll => roll(self.now.colonization),
            Ending::London => {
                let london = self.content.london;
                let workforce = self.now.workforce[london.index()];
                let near = self.content.zones[london.index()].adjacent | london.bit();
                let threatened = self.bands().any(|b| self.band_zone(b).is_some_and(|z| near & z.bit() != 0));
                let beside = if threatened { ", Tripods beside it or in it" } else { "" };
                (format!("Workforce {workforce}{beside}"), threatened)
            }
            Ending::FlyingMachine => {
                let (built, all) = (self.now.flying_machine, self.content.flying_machine_pieces);
                (format!("{built} of {all} built"), built + 1 >= all)
            }
        }
    }
}

pub(crate) fn briefing(content: &Content, setup: &Setup) -> Briefing {
    let Ok(rules) = Rules::of(content, setup) else { return Briefing::default() };
    let all = |won: bool| {
        let texts = endings(&rules).filter(|e| e.won() == won).map(|e| e.text(content));
        texts.collect::<Vec<_>>().join("; or ")
    };
    let info = list(content).into_iter().find(|info| info.id == setup.scenario);
    let side = |team: &str, won| SideBriefing { team: team.to_owned(), aim: all(won), loses: all(!won) };
    let special = [
        (rules.uprising, "Handling Machines build Tripods wherever they stand; there is no Wave."),
        (!rules.production, "Nothing is produced: the units on the map are all there will be."),
        (rules.fixed_pile, "You choose the cards of the Event pile, and each comes only once."),
        (
            rules.refugee_per_workforce,
            "Whoever loses his work takes to the road: each lost point of Workforce is a Refugee.",
        ),
        (rules.free_harbour, "The first random Harbour costs nothing."),
        (rules.attract && !rules.uprising, "Cavalry may try to draw a Wave on."),
    ];
    Briefing {
        about: info.map(|info| info.about).unwrap_or_default(),
        sides: vec![side(HUMANS, true), side(MARTIANS, false)],
        ends: "as soon as one of these holds; there is no last turn".to_owned(),
        special: special.into_iter().filter(|(here, _)| *here).map(|(_, text)| text.to_owned()).collect(),
        know: [
            "You buy and act with your units, then the Martians land, march, fight and devastate by cards and dice.",
            "Destroyed Tripods and escaped Refugees bring Human points; every ten of them carry the Germs one space on.",
            "London must stand. Keep guns and earthworks where the Waves have to pass.",
        ]
        .map(str::to_owned)
        .into(),
    }
}
