//! Why did it do that? A decision as a chain of plain sentences, each with its rule, and the facts behind it: who was
//! seen how far away, which templates were laid where, which cards led where.

use super::sight::Aim;
use super::{Choice, EnergyStatus, Mind};
use crate::content::Side;
use crate::state::VehicleId;
use geometry::{Pose, Vec2};
use serde::Serialize;
use table::RuleId;

/// One sentence of a chain, and the ledger entry behind it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Thought {
    pub rule: RuleId,
    pub text: String,
}

/// How far away an airplane was at the start of the step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sighting {
    pub airplane: VehicleId,
    pub distance: f64,
    pub nearby: bool,
}

/// Which template was laid (INV-AUT-38, INV-AUT-45).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum TemplateKind {
    S,
    L,
}

/// The red part of a template as it lay on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RedZoneView {
    pub airplane: VehicleId,
    pub kind: TemplateKind,
    pub corners: Vec<Vec2>,
}

/// A card that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Candidate {
    pub card: String,
    /// How many copies of it were looked at.
    pub copies: u8,
    pub end: Pose,
    /// The airplanes that it acquires.
    pub targets: Vec<VehicleId>,
    /// The rule that rules it out, if one does.
    pub refused: Option<RuleId>,
}

/// A decision of an automated tripod with all its reasons.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reasoning {
    pub vehicle: VehicleId,
    /// The action phase, 1 to 3.
    pub phase: u8,
    /// The decision to fire, or the one to move.
    pub firing: bool,
    pub energy: u8,
    pub rating: u8,
    pub recharge_level: u8,
    pub status: EnergyStatus,
    pub airplanes: Vec<Sighting>,
    pub zones: Vec<RedZoneView>,
    pub candidates: Vec<Candidate>,
    pub thoughts: Vec<Thought>,
    /// The card that it plays, and the side to which it turns.
    pub card: Option<String>,
    pub turn_to: Option<Side>,
    pub target: Option<VehicleId>,
    pub objective: Option<u8>,
    /// Where the card leads, and the base there.
    pub end: Option<Pose>,
}

impl Reasoning {
    /// The rule that decided: that of the last thought.
    pub(super) fn rule(&self) -> &'static str {
        self.thoughts.last().map_or("INV-AUT-07", |t| t.rule.0)
    }
}

/// What is written down while it thinks; nothing if nobody reads it.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub on: bool,
    pub thoughts: Vec<Thought>,
    pub airplanes: Vec<Sighting>,
    pub zones: Vec<RedZoneView>,
    pub candidates: Vec<Candidate>,
    pub target: Option<VehicleId>,
    pub objective: Option<u8>,
}

impl Notes {
    pub fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    pub fn say(&mut self, rule: &'static str, text: impl FnOnce() -> String) {
        if self.on {
            self.thoughts.push(Thought { rule: RuleId(rule), text: text() });
        }
    }
}

impl Mind<'_> {
    /// A card as people call it; nothing if nobody reads it.
    pub(super) fn card_name(&self, number: u8) -> String {
        if self.notes.on { crate::words::card_name(&self.card(number).id) } else { String::new() }
    }

    pub(super) fn consider(&mut self, number: u8, refused: Option<&'static str>, aims: &[Aim]) {
        if !self.notes.on {
            return;
        }
        let card = self.card(number).id.clone();
        if let Some(known) = self.notes.candidates.iter_mut().find(|c| c.card == card) {
            known.copies += 1;
            return;
        }
        let targets = aims.iter().map(|a| a.airplane).collect();
        let (end, refused) = (self.end(number), refused.map(RuleId));
        self.notes.candidates.push(Candidate { card, copies: 1, end, targets, refused });
    }

    pub(super) fn reasoning(&mut self, choice: Option<Choice>) -> Option<Reasoning> {
        if !self.notes.on {
            return None;
        }
        let (end, card) = match choice {
            Some(choice) => (Some(self.end(choice.card)), Some(self.card(choice.card).id.clone())),
            None => (None, None),
        };
        let notes = std::mem::take(&mut self.notes);
        Some(Reasoning {
            vehicle: self.id,
            phase: self.phase + 1,
            firing: false,
            energy: self.energy(),
            rating: self.rating(),
            recharge_level: self.model().map_or(0, |m| m.recharge_level),
            status: self.status(),
            airplanes: notes.airplanes,
            zones: notes.zones,
            candidates: notes.candidates,
            thoughts: notes.thoughts,
            card,
            turn_to: choice.and_then(|c| c.turn),
            target: notes.target,
            objective: notes.objective,
            end,
        })
    }
}
