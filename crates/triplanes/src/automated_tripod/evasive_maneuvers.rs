//! TRIPODS AND ROCKETS - EVASIVE MANEUVERS (INV-AUT-57 to INV-AUT-63).

use super::{Choice, Mind, TemplateKind};
use crate::content::CardClass;
use crate::state::VehicleId;
use crate::vehicle::Airplane;
use geometry::{Convex, Fan, Pose, forward_move, overlaps};

/// Farther than any table.
const ANYWHERE: f64 = 1e6;

/// Where the launching airplane would be after a stall.
struct Ghost {
    base: Convex,
    arc: Option<Fan>,
}

impl Ghost {
    fn is_avoided(&self, base: &Convex) -> bool {
        let in_arc = self.arc.as_ref().is_none_or(|fan| fan.nearest(base, &[]).is_some());
        !in_arc && !overlaps(&self.base, base)
    }
}

impl Mind<'_> {
    /// INV-AUT-57: rockets in flight are looked at before the energy. None: the ordinary procedure follows.
    pub(super) fn evade(&mut self) -> Option<Choice> {
        let launchers = self.launchers();
        if launchers.is_empty() {
            return None;
        }
        let names: Vec<String> = launchers.iter().map(|id| self.state.name(*id).to_owned()).collect();
        self.notes.say("INV-AUT-57", || format!("Rockets of {} are on their way.", names.join(" and ")));
        let evasive = self.evasive_cards(&launchers);
        if evasive.is_empty() {
            self.notes.say("INV-AUT-63", || "No maneuver evades them: it acts as usual.".to_owned());
            return None;
        }
        let count = evasive.len();
        self.notes.say("INV-AUT-58", || format!("{count} cards end clear of the rockets' arcs."));
        let wanted = if self.phase > 0 {
            let running = self.toss();
            self.notes.say("INV-AUT-61", || {
                let drawn = if running { "running: it evades" } else { "reverse: it acts as usual" };
                format!("Of running and reverse it draws {drawn}.")
            });
            if !running {
                return None;
            }
            self.onto_objectives(&evasive, "INV-AUT-61")
        } else if self.energy() == 0 {
            self.onto_objectives(&evasive, "INV-AUT-60")
        } else {
            self.that_fire(&evasive)
        };
        let options = if wanted.is_empty() { &evasive } else { &wanted };
        let (card, count) = (self.pick(options), options.len());
        let name = self.card_name(card);
        self.notes.say("INV-AUT-69", || format!("By lot from {count}: {name}."));
        Some(Choice { card, turn: None })
    }

    /// Airplanes still in play whose rockets fly at this tripod.
    fn launchers(&self) -> Vec<VehicleId> {
        let state = &self.state;
        let aimed = |airplane: &Airplane| airplane.console.flight.is_some_and(|f| f.target == self.id);
        state.in_play().filter(|id| state[*id].airplane().is_some_and(aimed)).collect()
    }

    /// INV-AUT-58: a stall before the launching airplane, and its card at the end of it.
    fn ghost(&self, id: VehicleId) -> Option<Ghost> {
        let model = self.state.model(id).airplane()?;
        let stall = self.state.stall_of(id)?;
        let path = &self.state.deck(id).card(stall).path;
        let pose: Pose = forward_move(self.state[id].pose, path, model.length / 2.0, model.length / 2.0);
        let base = self.state.footprint_at(id, pose);
        Some(Ghost { base, arc: self.state.front_fan_at(id, pose, ANYWHERE) })
    }

    /// INV-AUT-62: the cards that avoid the most volleys, and at least one.
    fn evasive_cards(&mut self, launchers: &[VehicleId]) -> Vec<u8> {
        let ghosts: Vec<Ghost> = launchers.iter().filter_map(|id| self.ghost(*id)).collect();
        let mut best = (1, Vec::new());
        for number in self.own.at_hand() {
            if matches!(self.class(number), CardClass::Running | CardClass::Reverse) {
                continue;
            }
            let forbidden = self.forbids(number).or_else(|| (!self.is_free(number)).then_some("INV-AUT-73"));
            self.consider(number, forbidden, &[]);
            if forbidden.is_some() {
                continue;
            }
            let base = self.state.footprint_at(self.id, self.end(number));
            let avoided = ghosts.iter().filter(|g| g.is_avoided(&base)).count();
            if avoided > best.0 {
                best = (avoided, Vec::new());
            }
            if avoided == best.0 {
                best.1.push(number);
            }
        }
        let (avoided, all) = (best.0, launchers.len());
        if !best.1.is_empty() && all > 1 {
            self.notes.say("INV-AUT-62", || format!("At best {avoided} of {all} volleys are evaded."));
        }
        best.1
    }

    /// INV-AUT-59: those after which it can fire at somebody.
    fn that_fire(&mut self, cards: &[u8]) -> Vec<u8> {
        if self.is_cooling() {
            self.notes.say("INV-AUT-59", || "Its heat-ray is cooling: any of them will do.".to_owned());
            return Vec::new();
        }
        let zones = self.lay_templates(TemplateKind::S);
        let fits = |n: &u8| self.fires_after(*n) && !self.aims(self.end(*n), &zones).is_empty();
        let list: Vec<u8> = cards.iter().copied().filter(fits).collect();
        let count = list.len();
        self.notes.say("INV-AUT-59", || format!("{count} of them also let it fire."));
        list
    }

    /// INV-AUT-60: those that end over an unused objective.
    fn onto_objectives(&mut self, cards: &[u8], rule: &'static str) -> Vec<u8> {
        let over = |n: &u8| self.over_unused(&self.state.footprint_at(self.id, self.end(*n))).is_some();
        let list: Vec<u8> = cards.iter().copied().filter(over).collect();
        let count = list.len();
        self.notes.say(rule, || format!("{count} of them end on an unused objective."));
        list
    }
}
