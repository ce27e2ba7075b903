//! ANCHOR AND CHAIN (TT-ANC).

use crate::content::{DeckId, Side};
use crate::event::{Range, What};
use crate::firing_airplanes::ShotOption;
use crate::state::{Declaration, State, VehicleId};
use geometry::{TOLERANCE, distance_to};
use serde::{Deserialize, Serialize};
use table::{Event, Refusal, Sink};

/// Whether an airplane carries an anchor (TT-ANC-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Anchor {
    #[default]
    None,
    Ready,
    Used,
}

/// A hooked tripod: it is looked at again when the second movement step after the attempt ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hook {
    pub target: VehicleId,
    pub right: bool,
    /// The phase of the look, counted through.
    pub when: u32,
}

impl State {
    /// On which side of the airplane the tripod is: the line between the centres leaves the base across a long
    /// side; `Some(true)` is the right one (TT-ANC-02).
    fn beside(&self, id: VehicleId, target: VehicleId) -> Option<bool> {
        let model = self.model(id).airplane()?;
        let to = self[id].pose.to_local(self[target].pose.centre);
        let (across, along) = (to.x.abs(), to.y.abs());
        // Crossing a long side: there the line is still between the front and the rear corner.
        let leaves = across > model.width / 2.0;
        (leaves && along * model.width < across * model.length).then_some(to.x > 0.0)
    }

    fn anchor(&self, id: VehicleId) -> Anchor {
        self[id].airplane().map_or(Anchor::None, |airplane| airplane.console.anchor)
    }

    fn reaches(&self, id: VehicleId, target: VehicleId, limit: f64) -> bool {
        distance_to(&self.footprint(target), self[id].pose.centre) <= limit + TOLERANCE
    }

    pub(crate) fn hook_lines(&self, id: VehicleId, out: &mut Vec<ShotOption>) {
        if self.anchor(id) != Anchor::Ready {
            return;
        }
        for target in self.enemy_tripods(id) {
            if self.hook_breach(id, target).is_ok() {
                let (from, to) = (self[id].pose.centre, self[target].pose.centre);
                out.push(ShotOption {
                    vehicle: id,
                    declaration: Declaration::Hook { target },
                    range: Range::Short,
                    side: Side::Front,
                    distance: distance_to(&self.footprint(target), from),
                    line: [from, to],
                    across: None,
                });
            }
        }
    }

    /// Why that tripod can not be hooked.
    pub(crate) fn hook_breach(&self, id: VehicleId, target: VehicleId) -> Result<(), Refusal> {
        match self.anchor(id) {
            Anchor::None => {
                return Err(Refusal::new("TT-ANC-07", format!("{} has no anchor", self.name(id))));
            }
            Anchor::Used => return Err(Refusal::new("TT-ANC-03", "the anchor is used up")),
            Anchor::Ready => {}
        }
        self.in_flight_breach(id)?;
        self.weapon_breach(id)?;
        self.anchor_breach(id)?;
        if !self.is_tripod_in_play(target) {
            return Err(Refusal::new("TT-ANC-02", "only an enemy tripod can be hooked"));
        }
        if self.team(target) == self.team(id) {
            let why = format!("{} is on the same side", self.name(target));
            return Err(Refusal::new("INV-GEN-03", why));
        }
        if self.beside(id, target).is_none() {
            return Err(Refusal::new(
                "TT-ANC-02",
                format!("{} is not beside the airplane", self.name(target)),
            ));
        }
        if !self.reaches(id, target, self.table.content.half_ruler()) {
            let why = format!("{} is farther away than half a ruler", self.name(target));
            return Err(Refusal::new("TT-ANC-02", why));
        }
        Ok(())
    }

    /// TT-ANC-03: an A card decides; it is shown and goes back (TT-DCK-03).
    pub(crate) fn throw_anchor(&mut self, shot: &ShotOption, phase: u8, out: &mut Sink<What>) {
        let Declaration::Hook { target } = shot.declaration else { return };
        let id = shot.vehicle;
        if let Some(airplane) = self[id].airplane_mut() {
            airplane.gun.last_shot = None;
        }
        let Some(right) = self.beside(id, target) else { return };
        let hooked = self.test_draw(id, "TT-ANC-03", "Anchors that took hold", out).is_some_and(|zero| !zero);
        let when = self.clock(phase) + 2;
        if let Some(airplane) = self[id].airplane_mut().filter(|_| hooked) {
            airplane.console.anchor = Anchor::Used;
            airplane.console.hook = Some(Hook { target, right, when });
        }
        out.emit(|| Event::public("TT-ANC-03", What::AnchorThrown { vehicle: id, target, hooked }));
    }

    /// A card drawn as a test: shown, without effect, shuffled back. `Some(true)` is a 0, which fails; what passes is
    /// luck of this kind.
    pub(crate) fn test_draw(
        &mut self,
        id: VehicleId,
        rule: &'static str,
        kind: &'static str,
        out: &mut Sink<What>,
    ) -> Option<bool> {
        let row = self.draw_worth(DeckId::A, self.team(id), kind, |_, card| i32::from(!card.zero), out)?;
        self.put_back(DeckId::A, row);
        let card = self.damage_card(DeckId::A, row);
        let zero = card.zero;
        out.emit(|| {
            let card = self.damage_card(DeckId::A, row).name.clone();
            Event::public(rule, What::TestDrawn { vehicle: id, card })
        });
        Some(zero)
    }

    /// TT-SEQ-03, point 11: is the hooked tripod still on that side, and no farther than one ruler?
    pub(crate) fn check_hooks(&mut self, phase: u8, out: &mut Sink<What>) {
        let now = self.clock(phase);
        for id in self.ids() {
            let gone = !self[id].in_play();
            let Some(airplane) = self[id].airplane_mut() else { continue };
            let Some(hook) = airplane.console.hook.take_if(|h| h.when == now || gone) else { continue };
            let target = hook.target;
            let level = self.anchor_breach(id).is_ok();
            let held = self[id].in_play()
                && level
                && self[target].in_play()
                && self.beside(id, target) == Some(hook.right)
                && self.reaches(id, target, self.table.content.ruler);
            if let Some(tripod) = self[target].tripod_mut() {
                tripod.console.entangled |= held;
            }
            let rule = match (held, level) {
                (true, _) => "TT-ANC-04",
                (false, true) => "TT-ANC-06",
                (false, false) => "TT-ALT-16",
            };
            out.emit(|| Event::public(rule, What::AnchorHolds { vehicle: id, target, held }));
        }
    }

    /// TT-ANC-05: after the firing step the entangled tripod falls, with six counters.
    pub(crate) fn entangled_fall(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            let in_play = self[id].in_play();
            let Some(tripod) = self[id].tripod_mut() else { continue };
            if std::mem::take(&mut tripod.console.entangled) && in_play {
                tripod.console.toppled = tripod.console.toppled.max(6);
                self.topple(id, "TT-ANC-05", out);
            }
        }
    }
}
