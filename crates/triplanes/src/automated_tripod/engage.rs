//! ENEMIES NEARBY: THE TRIPOD HEAT-RAY IS READY, THE TRIPOD HEAT-RAY IS COOLING (INV-AUT-35 to INV-AUT-49).

use super::sight::{Aim, Zone};
use super::{Choice, Mind, TemplateKind};
use crate::content::{CardClass, Side};
use crate::order::RulerPosition;
use geometry::Pose;

impl Mind<'_> {
    /// What it does about enemies nearby; none if there is nothing to do (INV-AUT-49).
    pub(super) fn engage(&mut self) -> Option<Choice> {
        let choice = if self.is_cooling() { self.cooling() } else { self.ready() };
        if choice.is_none() {
            self.notes.say("INV-AUT-49", || {
                "It finds no way to aim, and acts as if nobody were nearby.".to_owned()
            });
        }
        choice
    }

    /// INV-AUT-38: S templates, where the airplanes may be after one maneuver.
    fn ready(&mut self) -> Option<Choice> {
        let zones = self.lay_templates(TemplateKind::S);
        let count = zones.len();
        self.notes
            .say("INV-AUT-38", || format!("Its heat-ray is ready: {} laid.", told_templates(count, "S")));
        self.acquire(&zones).or_else(|| self.turn_to_aim(&zones, "INV-AUT-43"))
    }

    /// INV-AUT-41: a card of the current deck that acquires the best target.
    fn acquire(&mut self, zones: &[Zone]) -> Option<Choice> {
        let mut found: Vec<(u8, Vec<Aim>)> = Vec::new();
        let forbids = |mind: &Self, n: u8| {
            let way = mind.forbids(n).or_else(|| (!mind.is_free(n)).then_some("INV-AUT-73"));
            way.or_else(|| (!mind.fires_after(n)).then_some("INV-AUT-66"))
        };
        for (number, forbidden, aims) in self.prospects(zones, forbids) {
            self.consider(number, forbidden, &aims);
            if !aims.is_empty() {
                found.push((number, aims));
            }
        }
        if found.is_empty() {
            self.notes.say("INV-AUT-41", || "No card of its deck acquires a target.".to_owned());
            return None;
        }
        let all: Vec<Aim> = found.iter().flat_map(|(_, aims)| aims.iter().copied()).collect();
        let target = self.best_target(&all);
        self.notes.target = Some(target);
        self.tell_best(target, &all);
        let hits = |aims: &[Aim]| aims.iter().any(|a| a.airplane == target);
        let cards: Vec<u8> = found.iter().filter(|(_, aims)| hits(aims)).map(|(n, _)| *n).collect();
        let (card, count) = (self.pick(&cards), cards.len());
        let (name, plane) = (self.card_name(card), self.state.name(target).to_owned());
        self.notes.say("INV-AUT-41", || match count {
            1 => format!("Only {name} brings a heat-ray ruler onto the red part before {plane}."),
            _ => {
                format!("{count} cards bring a ruler onto the red part before {plane}; by lot it is {name}.")
            }
        });
        Some(Choice { card, turn: None })
    }

    fn tell_best(&mut self, target: crate::state::VehicleId, all: &[Aim]) {
        let mut others: Vec<_> = all.iter().map(|a| a.airplane).filter(|id| *id != target).collect();
        others.sort_unstable();
        others.dedup();
        if !others.is_empty() {
            let (plane, count) = (self.state.name(target).to_owned(), others.len() + 1);
            self.notes.say("INV-AUT-42", || {
                format!("{plane} is the best of {count} targets by range, heat-ray and damage cards.")
            });
        }
    }

    /// INV-AUT-43, INV-AUT-44, INV-AUT-48: stands still and turns its front heat-ray to a red part.
    fn turn_to_aim(&mut self, zones: &[Zone], rule: &'static str) -> Option<Choice> {
        let mut facings = self.turns();
        facings.push(Side::Front);
        facings.sort_by_key(|side| left_to_right(*side));
        let front = self.model().is_some_and(|m| m.sides[Side::Front.index()].projector.is_some());
        let mut found: Vec<(Side, Aim)> = Vec::new();
        for &facing in &facings {
            let pose = self.pose();
            let turned = Pose { heading: pose.heading + facing.angle(), ..pose };
            let base = self.state.footprint_at(self.id, turned);
            for zone in zones.iter().filter(|zone| zone.is_open_to(&base)) {
                let sides: &[Side] = if front { &[Side::Front] } else { &Side::ALL };
                let aims = sides.iter().flat_map(|side| self.aims_from(&base, turned.heading, *side, zone));
                found.extend(aims.map(|aim| (facing, aim)));
            }
        }
        if found.is_empty() {
            self.notes.say(rule, || "No facing within its limits aims at a target either.".to_owned());
            return None;
        }
        let all: Vec<Aim> = found.iter().map(|(_, aim)| *aim).collect();
        let target = self.best_target(&all);
        self.notes.target = Some(target);
        self.tell_best(target, &all);
        let at_target = |straight: bool| -> Vec<Side> {
            let fits = |(facing, aim): &(Side, Aim)| {
                let wanted = !straight || aim.ruler == RulerPosition::RightAngle;
                (aim.airplane == target && wanted).then_some(*facing)
            };
            let mut list: Vec<Side> = found.iter().filter_map(fits).collect();
            list.dedup();
            list
        };
        let straight = at_target(true);
        let options = if straight.is_empty() { at_target(false) } else { straight.clone() };
        let facing = self.pick(&options);
        let plane = self.state.name(target).to_owned();
        let ruler = if straight.is_empty() { "a tilted ruler" } else { "a straight ruler" };
        self.notes.say(rule, || {
            if facing == Side::Front {
                return format!("It stands still: its front heat-ray aims at the red part before {plane}.");
            }
            let to = facing.name();
            format!("It stands still and turns to its {to} side, to aim at the red part before {plane}.")
        });
        if options.len() > 1 || facings.len() > 1 {
            let count = options.len();
            self.notes.say("INV-AUT-44", || format!("{count} facings aim with {ruler}."));
        }
        Some(self.stand((facing != Side::Front).then_some(facing)))
    }

    /// INV-AUT-45: L templates, where the airplanes may be when the ray is ready again.
    fn cooling(&mut self) -> Option<Choice> {
        let zones = self.lay_templates(TemplateKind::L);
        let count = zones.len();
        self.notes
            .say("INV-AUT-45", || format!("Its heat-ray is cooling: {} laid.", told_templates(count, "L")));
        let (aims, lacking) = (self.aims(self.pose(), &zones), self.lacking());
        if !aims.is_empty() && lacking >= 2 {
            self.notes.target = aims.first().map(|a| a.airplane);
            self.notes.say("INV-AUT-46", || {
                format!("A ruler touches a red part from here and it lacks {lacking} energy: it recharges.")
            });
            return Some(self.stand(None));
        }
        self.maneuver_to_aim(&zones).or_else(|| self.turn_to_aim(&zones, "INV-AUT-48"))
    }

    /// INV-AUT-47: any movement card of the current deck that aims, each with the same chance.
    fn maneuver_to_aim(&mut self, zones: &[Zone]) -> Option<Choice> {
        let mut cards = Vec::new();
        let forbids =
            |mind: &Self, n: u8| mind.forbids(n).or_else(|| (!mind.is_free(n)).then_some("INV-AUT-73"));
        for (number, forbidden, aims) in self.prospects(zones, forbids) {
            if self.class(number) == CardClass::StandingStill {
                continue;
            }
            self.consider(number, forbidden, &aims);
            if !aims.is_empty() {
                cards.push(number);
            }
        }
        if cards.is_empty() {
            self.notes.say("INV-AUT-47", || "No movement card aims at a target.".to_owned());
            return None;
        }
        let (card, count) = (self.pick(&cards), cards.len());
        self.notes.target = self.aims(self.end(card), zones).first().map(|a| a.airplane);
        let name = self.card_name(card);
        self.notes.say("INV-AUT-47", || match count {
            1 => format!("Only {name} brings a ruler onto a red part."),
            _ => format!("{count} movement cards bring a ruler onto a red part; by lot it is {name}."),
        });
        Some(Choice { card, turn: None })
    }
}

/// Facings in the order in which they are listed for a draw: -120, -60, 0, 60, 120, 180 degrees.
fn left_to_right(side: Side) -> i32 {
    match side {
        Side::RearLeft => -2,
        Side::FrontLeft => -1,
        Side::Front => 0,
        Side::FrontRight => 1,
        Side::RearRight => 2,
        Side::Rear => 3,
    }
}

fn told_templates(count: usize, kind: &str) -> String {
    if count == 1 { format!("one {kind} template is") } else { format!("{count} {kind} templates are") }
}
