//! FIRING THE TRIPOD: no heat-ray card is declared, a shot is taken where one can be (INV-AUT-53 to INV-AUT-56).

use super::sight::Aim;
use super::{Automaton, Mind, Notes};
use crate::content::{CardClass, Side};
use crate::event::What;
use crate::firing_airplanes::ShotOption;
use crate::order::Action;
use crate::state::{Declaration, State, VehicleId};
use std::sync::Arc;
use table::{Event, Secret, Sink};

impl State {
    /// The firing step of every automated tripod, before anybody declares.
    pub(crate) fn automated_fire(&mut self, phase: u8, out: &mut Sink<What>) {
        let Some(mut automated) = self.automated.take() else { return };
        let mut tripods = std::mem::take(&mut automated.tripods);
        self.automated = Some(automated);
        for own in &mut tripods {
            if self[own.vehicle].in_play() && self[own.vehicle].flown.is_some() {
                *own = self.take_aim(std::mem::take(own), phase, out);
            }
        }
        if let Some(automated) = &mut self.automated {
            automated.tripods = tripods;
        }
    }

    fn take_aim(&mut self, own: Automaton, phase: u8, out: &mut Sink<What>) -> Automaton {
        let id = own.vehicle;
        let deck = Arc::clone(self.model(id).deck());
        let notes = Notes::new(out.is_on());
        let mut mind = Mind { state: self, id, phase, own, deck, near: false, notes };
        let shot = mind.shot();
        let reasoning = mind.reasoning(None);
        let own = mind.own;
        if let Some(mut reasoning) = reasoning.filter(|r| !r.thoughts.is_empty()) {
            reasoning.firing = true;
            let (audience, rule) = (self.audience_of(self[id].owner), reasoning.rule());
            out.emit(|| Event::private(rule, audience, What::Reasoned(Box::new(reasoning))));
        }
        if let Some(shot) = shot {
            // The counter is paid before any damage: who fires his last one has no armor in this step.
            let action = Action::HeatRay { from: shot.side };
            let own = self.audience_of(self[id].owner);
            self[id].declared = Some(Secret::new(own, shot.declaration));
            if let Some(tripod) = self[id].tripod_mut() {
                tripod.energy -= 1;
                tripod.action = action;
            }
            let energy = self[id].energy();
            out.emit(|| Event::public("INV-AUT-53", What::ActionShown { vehicle: id, action, energy }));
        }
        own
    }

    fn act(&mut self, id: VehicleId, action: Action) {
        if let Some(tripod) = self[id].tripod_mut() {
            tripod.action = action;
        }
    }

    /// Every shot of a heat-ray from any side, by the normal firing rules.
    fn all_ray_lines(&mut self, id: VehicleId) -> Vec<ShotOption> {
        let before = self[id].action();
        let mut shots = Vec::new();
        for side in Side::ALL {
            self.act(id, Action::HeatRay { from: side });
            self.ray_lines(id, &mut shots);
        }
        self.act(id, before);
        // Neither tripods nor falling bombs are ever chosen (INV-AUT-54).
        shots.retain(|s| matches!(s.declaration, Declaration::Ray { target, .. } if !self.is_tripod(target)));
        shots
    }

    /// INV-AUT-55: whoever stood still and did not fire recharges, by the base action (INV-AUT-56).
    pub(crate) fn automated_recharge(&mut self) {
        let Some(automated) = &self.automated else { return };
        let ids: Vec<VehicleId> = automated.tripods.iter().map(|t| t.vehicle).collect();
        for id in ids {
            let v = &self[id];
            let Some(tripod) = v.tripod().filter(|_| v.in_play()) else { continue };
            let stood = v.flown.is_some_and(|row| self.deck(id).card(row).class == CardClass::StandingStill);
            let fired = matches!(tripod.action, Action::HeatRay { .. });
            if stood && !fired && tripod.console.toppled == 0 && tripod.energy < tripod.rating {
                let objective = self.source_of_energy(id, tripod.rating - tripod.energy);
                self.act(id, Action::Recharge { objective });
            }
        }
    }

    /// INV-AUT-56: the unused template with the largest overlap, if two or more energy are lacking.
    fn source_of_energy(&mut self, id: VehicleId, lacking: u8) -> Option<u8> {
        if lacking < 2 {
            return None;
        }
        let base = self.footprint(id);
        let mut best: (f64, Vec<u8>) = (0.0, Vec::new());
        for (index, objective) in self.objectives.iter().enumerate() {
            let template = self.objective_footprint(objective.pose);
            if !objective.on_table() || objective.red_weed || !geometry::overlaps(&base, &template) {
                continue;
            }
            let area = geometry::shared_area(&base, &template);
            if area > best.0 + 1e-6 {
                best = (area, Vec::new());
            }
            if area >= best.0 - 1e-6 {
                best.1.push(index as u8);
            }
        }
        match best.1.len() {
            0 => None,
            1 => Some(best.1[0]),
            len => Some(best.1[self.dice.pick(len)]),
        }
    }
}

impl Mind<'_> {
    /// INV-AUT-53, INV-AUT-54: the shot that it takes, if it takes one.
    fn shot(&mut self) -> Option<ShotOption> {
        let v = &self.state[self.id];
        let card = v.flown.map(|row| self.deck.card(row))?;
        let unsteady = v.wounds > 0 && card.class != CardClass::StandingStill;
        let reason = if v.is_toppled() {
            Some("it lies on the ground")
        } else if v.energy() == 0 {
            Some("it has no energy")
        } else if self.own.was_cooling {
            Some("its heat-ray has been cooling in this phase")
        } else if card.stop {
            Some("its card has a stop icon")
        } else if unsteady {
            Some("its pilot is wounded and it has moved")
        } else {
            None
        };
        if let Some(reason) = reason {
            self.notes.say("INV-AUT-53", || format!("It does not fire: {reason}."));
            return None;
        }
        let shots = self.state.all_ray_lines(self.id);
        if shots.is_empty() {
            self.notes.say("INV-AUT-53", || "It does not fire: no ruler reaches an airplane.".to_owned());
            return None;
        }
        let aims: Vec<Aim> = shots.iter().filter_map(|s| self.aim_of(s)).collect();
        let target = self.best_target(&aims);
        self.notes.target = Some(target);
        let value = |s: &ShotOption| self.aim_of(s).map(|a| (a.rank(), a.side != Side::Front));
        let mine = || shots.iter().filter(|s| self.aim_of(s).is_some_and(|a| a.airplane == target));
        let best = mine().filter_map(value).min();
        let equals: Vec<ShotOption> = mine().filter(|s| value(s) == best).copied().collect();
        let shot = self.pick(&equals);
        let (plane, from) = (self.state.name(target).to_owned(), shot.side.name());
        let mut others: Vec<VehicleId> = aims.iter().map(|a| a.airplane).collect();
        others.sort_unstable();
        others.dedup();
        let range = crate::words::range(shot.range);
        self.notes.say("INV-AUT-54", || match others.len() {
            1 => format!("It fires its {from} projector at {plane}, at {range}."),
            n => format!("It fires its {from} projector at {plane}, at {range}: the best of {n} targets."),
        });
        Some(shot)
    }

    fn aim_of(&self, shot: &ShotOption) -> Option<Aim> {
        let Declaration::Ray { target, ruler } = shot.declaration else { return None };
        let heavy = self.model()?.sides[shot.side.index()].projector?.heavy;
        Some(Aim { airplane: target, range: shot.range, heavy, side: shot.side, ruler })
    }
}
