//! DAMAGE, EXPLOSION and RUNNING OUT OF DAMAGE CARDS (TT-DMG, TT-EXP, TT-DCK).

use crate::content::{DamageCard, DeckId};
use crate::event::What;
use crate::setup::take;
use crate::state::{Fate, HeldCard, State, VehicleId};
use table::{Audience, Barrier, Event, Sink};

impl State {
    pub(crate) fn damage_card(&self, deck: DeckId, row: u8) -> &DamageCard {
        &self.table.content.damage[deck.index()].cards[usize::from(row)]
    }

    /// Takes a card from a deck. An empty deck is filled first (TT-DCK-01); `None` only if every card of
    /// the deck is in somebody's hand.
    pub(crate) fn draw(&mut self, deck: DeckId, out: &mut Sink<What>) -> Option<u8> {
        if self.decks[deck.index()].total == 0 {
            self.run_out(deck, out);
        }
        out.barrier(Barrier::Drawn);
        while let Some(at) = self.stack.iter().position(|(d, _)| *d == deck) {
            let (_, row) = self.stack.remove(at);
            if take(&mut self.decks[deck.index()], row) {
                return Some(row);
            }
        }
        let left = &mut self.decks[deck.index()];
        if left.total == 0 {
            return None;
        }
        let mut pick = self.dice.below(u32::from(left.total)) as u16;
        for (row, count) in left.rows.iter_mut().enumerate() {
            if pick < u16::from(*count) {
                *count -= 1;
                left.total -= 1;
                return Some(row as u8);
            }
            pick -= u16::from(*count);
        }
        None
    }

    /// Shuffles a card back: in a deck without a kept order that is counting it again.
    pub(crate) fn put_back(&mut self, deck: DeckId, row: u8) {
        let left = &mut self.decks[deck.index()];
        left.rows[usize::from(row)] += 1;
        left.total += 1;
    }

    /// The points of one card on this vehicle: the aim point on every card that causes damage, and never more
    /// than one (TT-AIM-02, TT-AIM-03), the number twice for a heat-ray on a tripod (INV-TVT-20), half the resistance for an explosion (TT-EXP-01); Sniper's point comes on
    /// top (TT-ACE-11).
    pub(crate) fn card_points(
        &self,
        id: VehicleId,
        card: &DamageCard,
        doubled: bool,
        aimed: bool,
        sniper: bool,
    ) -> u16 {
        let points = if card.is_explosion() {
            self.model(id).resistance().div_ceil(2)
        } else {
            u16::from(card.points) * if doubled { 2 } else { 1 }
        };
        if points == 0 { 0 } else { points + u16::from(aimed) + u16::from(sniper) }
    }

    fn points(&self, held: &HeldCard) -> u16 {
        let card = self.damage_card(held.deck, *held.row.judge());
        self.card_points(held.vehicle, card, held.doubled, held.aimed, held.sniper)
    }

    /// All points on a vehicle, notes included (TT-DCK-02).
    pub(crate) fn total_damage(&self, id: VehicleId) -> u16 {
        let cards: u16 = self.held.iter().filter(|h| h.vehicle == id).map(|h| self.points(h)).sum();
        self[id].hidden.judge().note + cards
    }

    /// TT-DMG-02: points that equal or exceed the resistance.
    pub(crate) fn is_beaten(&self, id: VehicleId) -> bool {
        self.total_damage(id) >= self.model(id).resistance()
    }

    /// Removes a vehicle; its cards return to their decks (TT-DMG-03, TT-INF-13).
    pub(crate) fn eliminate(&mut self, id: VehicleId, rule: &'static str, out: &mut Sink<What>) {
        self.remove(id, Fate::Eliminated);
        out.emit(|| Event::public(rule, What::Eliminated { vehicle: id }));
    }

    /// Takes a vehicle off the table for good.
    pub(crate) fn remove(&mut self, id: VehicleId, fate: Fate) {
        self[id].fate = fate;
        self.discard_plan(id);
        let v = &mut self[id];
        v.planned = false;
        v.declared = None;
        v.flown = None;
        if let Some(airplane) = v.airplane_mut() {
            airplane.console.owes_straight = false;
        }
        for gun in self.guns.iter_mut().filter(|p| p.vehicle == id) {
            gun.declared = None;
        }
        for index in (0..self.held.len()).rev() {
            if self.held[index].vehicle == id {
                let card = self.held.remove(index);
                self.put_back(card.deck, *card.row.judge());
            }
        }
    }

    /// TT-DCK-01: totals are written down in secret, then all damage cards return to their decks.
    fn run_out(&mut self, deck: DeckId, out: &mut Sink<What>) {
        out.emit(|| Event::public("TT-DCK-01", What::DeckRanOut { deck }));
        for id in self.ids() {
            if !self.held.iter().any(|h| h.vehicle == id) {
                continue;
            }
            let total = self.total_damage(id);
            self[id].hidden.judge_mut().note = total;
            if !self.noted.contains(&id) {
                self.noted.push(id);
                self.noted.sort_unstable();
            }
            let audience: Audience = self.own_audience(id);
            out.emit(|| {
                let what = |total| What::DamageNoted { vehicle: id, total };
                Event::split("TT-INF-11", audience, what(Some(total)), what(None))
            });
        }
        for card in std::mem::take(&mut self.held) {
            self.put_back(card.deck, *card.row.judge());
        }
    }
}
