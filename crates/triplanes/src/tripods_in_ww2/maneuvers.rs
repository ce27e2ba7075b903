//! Steep cards, reversals and special damage: what a WW2 airplane may fly next (INV-WW2-15, INV-WW2-17).

use crate::content::{
    CardClass, CardIx, LastManeuver, ManeuverCard, ManeuverDeck, Restrictions, Rudder, Speed, Ww2,
};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, What};
use crate::state::{State, VehicleId};
use table::{Event, Sink};

/// What this card leaves behind for the next Earthling turn.
pub fn reminder(card: &ManeuverCard, last: LastManeuver) -> LastManeuver {
    match (card.class, card.speed) {
        (CardClass::Straight, Some(Speed::Fast)) => LastManeuver::FastStraight,
        (CardClass::Straight, _) => LastManeuver::Straight,
        (CardClass::Stall, _) => LastManeuver::Stall,
        (CardClass::Immelmann, _) if last == LastManeuver::Stall => LastManeuver::SplitS,
        (CardClass::Immelmann, _) => LastManeuver::Immelmann,
        _ if card.steep => LastManeuver::Steep,
        _ => LastManeuver::Other,
    }
}

/// The speed of the straight that must follow; with a damaged engine it is slow (INV-WW2-15, INV-WW2-17).
pub fn owed_speed(r: &Restrictions, figures: &Ww2) -> Option<Speed> {
    match r.last {
        LastManeuver::SplitS if r.engine == 0 => Some(figures.split_s.after),
        LastManeuver::SplitS => Some(Speed::Slow),
        LastManeuver::Immelmann => Some(if r.engine == 0 { figures.immelmann.after } else { Speed::Slow }),
        _ => None,
    }
}

/// Why this card may not be flown next, before TT-PLN-07 is looked at: the rule and the reason.
fn forbidden(card: &ManeuverCard, r: &Restrictions, figures: &Ww2) -> Option<(&'static str, &'static str)> {
    let straight = card.class == CardClass::Straight;
    if let Some(owed) = owed_speed(r, figures) {
        let why = match owed {
            Speed::Slow => "after this reversal a slow straight must come next",
            Speed::Fast => "after a Split-S a fast straight must come next",
        };
        return (!straight || card.speed != Some(owed)).then_some(("INV-WW2-15", why));
    }
    if r.engine > 0 && card.speed == Some(Speed::Fast) {
        return Some(("INV-WW2-17", "the engine is damaged: only the slow marker may be used"));
    }
    // A stall opens the Split-S, steep or not.
    let split_s = card.class == CardClass::Immelmann && r.last == LastManeuver::Stall;
    if r.last.is_steep() && card.steep && !split_s {
        return Some(("INV-WW2-15", "a steep card may not follow a steep card"));
    }
    if card.class == CardClass::Immelmann && r.last != LastManeuver::FastStraight && !split_s {
        return Some(("INV-WW2-15", "a reversal follows a fast straight or a stall"));
    }
    match card.rudder {
        Rudder::Left if r.left_jam => return Some(("INV-WW2-17", "the rudder is jammed to the left")),
        Rudder::Right if r.right_jam => return Some(("INV-WW2-17", "the rudder is jammed to the right")),
        _ => {}
    }
    (straight && r.fire).then_some(("INV-WW2-17", "the airplane is on fire: no straight"))
}

/// Whether a card is in use at all: climbs and dives stay in the box (TT-SET-04).
pub fn in_use(card: &ManeuverCard) -> bool {
    !card.advanced && card.speed.is_some()
}

/// Why this card may not be flown next. If nothing else is left a straight is free (TT-PLN-07).
pub fn breach(
    deck: &ManeuverDeck,
    row: CardIx,
    r: &Restrictions,
    figures: &Ww2,
) -> Option<(&'static str, &'static str)> {
    let card = deck.card(row);
    let broken = forbidden(card, r, figures)?;
    let engine = r.engine > 0 && card.speed == Some(Speed::Fast);
    let choice = || deck.cards.iter().any(|c| in_use(c) && forbidden(c, r, figures).is_none());
    if card.class == CardClass::Straight && !engine && !choice() { None } else { Some(broken) }
}

/// The rows that may be flown next: every card with each marker that the restrictions allow. In the printed setting
/// all are accepted, and punished later.
pub fn legal<'a>(
    deck: &'a ManeuverDeck,
    r: &'a Restrictions,
    figures: &'a Ww2,
) -> impl Iterator<Item = CardIx> + 'a {
    (0..deck.cards.len() as u8)
        .map(CardIx)
        .filter(|row| in_use(deck.card(*row)))
        .filter(|row| r.printed || breach(deck, *row, r, figures).is_none())
}

impl State {
    /// The reveal: a reversal is flown at its own speed; an illegal card is replaced by the straight at the planned
    /// speed, and the strain costs an A counter (INV-WW2-15, TT-AIL-01).
    pub(crate) fn judge_flight(&mut self, id: VehicleId, row: CardIx, out: &mut Sink<What>) {
        let table = std::sync::Arc::clone(&self.table);
        let (deck, Some(figures)) = (table.models[id.index()].deck(), table.ww2.as_deref()) else { return };
        let Some(airplane) = self[id].airplane() else { return };
        let r = Restrictions { last: airplane.console.last, ..*self[id].bound.judge() };
        let Some((broken, _)) = breach(deck, row, &r, figures) else {
            if deck.card(row).class == CardClass::Immelmann {
                let split_s = r.last == LastManeuver::Stall;
                let reversal = if split_s { figures.split_s } else { figures.immelmann };
                self[id].flown = Some(deck.at_speed(row, reversal.own));
            }
            return;
        };
        let card = deck.card(row).id.clone();
        out.emit(|| Event::public("INV-WW2-15", What::Illegal { vehicle: id, card, broken }));
        let shot = self.next_shot();
        let deck_a = crate::content::DeckId::A;
        self.enqueue(DrawTask { shot, ..DrawTask::new(id, deck_a, DrawnFor::IllegalManeuver) });
        let planned = deck.card(row).speed.unwrap_or(Speed::Slow);
        let speed = if r.engine > 0 { Speed::Slow } else { planned };
        let straight = deck.straights.first().map(|row| deck.at_speed(*row, speed));
        self[id].flown = straight;
        if let Some(flown) = straight {
            let card = deck.card(flown).id.clone();
            out.emit(|| Event::public("INV-WW2-15", What::FliesStraight { vehicle: id, card }));
        }
    }
}
