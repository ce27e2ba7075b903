//! What chance gave: each card that is drawn, among those that its deck still held.
//!
//! What a card does to a vehicle is good for its enemies, whoever fired. A card that a position laid down is no chance,
//! and neither its symbol nor what an automated tripod picks has a scale on which more is better.

use crate::content::{DamageCard, DeckId};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, What};
use crate::setup::Team;
use crate::state::State;
use table::{Sink, Throw};

impl DrawTask {
    fn kind(&self) -> &'static str {
        match self.why {
            DrawnFor::Shot if self.armor => "Energy drained through armor",
            DrawnFor::Shot => "Damage drawn by shots",
            DrawnFor::Flames => "Damage drawn by flames",
            DrawnFor::IllegalManeuver => "Damage drawn by illegal maneuvers",
            DrawnFor::BlackSmoke => "Damage drawn by black smoke",
            DrawnFor::AtBombs => "Damage drawn against falling bombs",
            DrawnFor::Bombs => "Damage drawn by bombs",
            DrawnFor::Fragments => "Damage drawn by fragments of bombs",
        }
    }
}

impl State {
    /// Draws a card for a vehicle that takes harm.
    pub(crate) fn draw_for(&mut self, task: &DrawTask, out: &mut Sink<What>) -> Option<u8> {
        let foe = self.team(task.vehicle).enemy();
        self.draw_worth(task.deck, foe, task.kind(), |s, card| s.harm(task, card), out)
    }

    /// Draws a card, and tells what it and the others of its deck are worth to a side.
    pub(crate) fn draw_worth(
        &mut self,
        deck: DeckId,
        side: Team,
        kind: &'static str,
        worth: impl Fn(&Self, &DamageCard) -> i32,
        out: &mut Sink<What>,
    ) -> Option<u8> {
        let laid = self.stack.len();
        let row = self.draw(deck, out)?;
        if self.stack.len() == laid {
            out.luck(|| {
                let worth = |row: usize| worth(self, self.damage_card(deck, row as u8));
                let left = self.decks[deck.index()].rows.iter().enumerate().filter(|(_, count)| **count > 0);
                let came = worth(usize::from(row));
                let odds = left.map(|(row, count)| (worth(row), u32::from(*count))).chain([(came, 1)]);
                [Throw::of(side.name(), kind, came, odds)]
            });
        }
        Some(row)
    }

    /// The points or the energy that a card costs the vehicle that draws it.
    fn harm(&self, task: &DrawTask, card: &DamageCard) -> i32 {
        let id = task.vehicle;
        i32::from(match task.why {
            DrawnFor::AtBombs => self.points_at_bombs(card).into(),
            _ if task.armor && task.ray => self.drained_by_ray(id, card).into(),
            _ if task.armor => self.drained_through_armor(id, card).into(),
            _ => self.card_points(id, card, task.ray, task.aimed, task.sniper),
        })
    }
}
