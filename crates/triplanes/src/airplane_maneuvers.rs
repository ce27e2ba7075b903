//! AIRPLANE MANEUVERS and AIRPLANE ILLEGAL MANEUVERS (TT-AMN, TT-AIL).

use crate::content::{
    CardClass, CardIx, LastManeuver, ManeuverCard, ManeuverDeck, Restrictions, Rudder, Spaces,
};
use crate::words::card_name;
use table::Refusal;

/// What this card leaves behind for the next one (TT-REM-01 to TT-REM-03). With altitude rules stalls and
/// overdives are told apart from other steep cards.
pub fn reminder(card: &ManeuverCard, last: LastManeuver, altitude: bool) -> LastManeuver {
    match (card.class, card.steep) {
        (CardClass::Stall, _) if altitude => LastManeuver::Stall,
        (CardClass::Dive, _) if last == LastManeuver::Stall => LastManeuver::Overdive,
        (CardClass::Straight, _) => LastManeuver::Straight,
        (CardClass::Immelmann, false) => LastManeuver::Immelmann,
        (CardClass::Immelmann, true) => LastManeuver::SteepImmelmann,
        (_, true) => LastManeuver::Steep,
        (_, false) => LastManeuver::Other,
    }
}

/// Why this card may not follow that maneuver, before TT-PLN-07 is looked at.
fn forbidden(card: &ManeuverCard, last: LastManeuver, r: &Restrictions) -> Option<&'static str> {
    let straight = card.class == CardClass::Straight;
    if card.class.is_taxi() {
        return Some("TT-ALT-13");
    }
    if last.is_immelmann() && (straight || !r.acrobatic) {
        // The straight owed after an Immelmann is flown even by a burning airplane (TT-AMN-05).
        return (!straight).then_some("TT-AMN-05");
    }
    if last == LastManeuver::Overdive {
        return (!straight).then_some("TT-ALT-11");
    }
    // A stall opens a Split-S and an overdive, steep or not (TT-ALT-10, TT-ALT-11).
    let opened = last == LastManeuver::Stall && matches!(card.class, CardClass::Immelmann | CardClass::Dive);
    if last.is_steep() && card.steep && !r.daredevil && !opened {
        return Some("TT-AMN-03");
    }
    if card.class == CardClass::Immelmann && last != LastManeuver::Straight && !opened {
        return Some("TT-AMN-04");
    }
    match card.rudder {
        Rudder::Left if r.left_jam => return Some("TT-SPA-02"),
        Rudder::Right if r.right_jam => return Some("TT-SPA-02"),
        _ => {}
    }
    (straight && r.fire).then_some("TT-SPV-04")
}

/// The rule that this card breaks when it follows that maneuver. `taken` are the cards of earlier spaces.
pub fn breach(
    deck: &ManeuverDeck,
    card: CardIx,
    last: LastManeuver,
    r: &Restrictions,
    taken: &[Option<CardIx>],
) -> Option<&'static str> {
    let rule = forbidden(deck.card(card), last, r)?;
    if deck.card(card).class == CardClass::Straight && !leaves_a_choice(deck, last, r, taken) {
        return None;
    }
    Some(rule)
}

/// TT-PLN-07: whether the restrictions leave any card for a space; if not, a straight is free.
fn leaves_a_choice(
    deck: &ManeuverDeck,
    last: LastManeuver,
    r: &Restrictions,
    taken: &[Option<CardIx>],
) -> bool {
    deck.cards.iter().enumerate().any(|(row, card)| {
        let used = taken.iter().filter(|t| **t == Some(CardIx(row as u8))).count();
        (!card.advanced || r.altitude) && used < card.copies() && forbidden(card, last, r).is_none()
    })
}

/// The rule that a whole plan breaks for certain, in words.
pub fn plan_breach(deck: &ManeuverDeck, r: &Restrictions, spaces: &Spaces) -> Option<Refusal> {
    match card_breach(deck, r, spaces) {
        Some((rule, row, space)) => Some(Refusal::new(rule, why(rule, deck.card(row), space))),
        None => engine_breach(deck, r, spaces),
    }
}

/// Whether [`plan_breach`] finds one; who lists plans needs no words.
pub fn is_breach(deck: &ManeuverDeck, r: &Restrictions, spaces: &Spaces) -> bool {
    card_breach(deck, r, spaces).is_some() || engine_breach(deck, r, spaces).is_some()
}

/// The first card that may not stand where it does: the rule, the card, its space.
fn card_breach(
    deck: &ManeuverDeck,
    r: &Restrictions,
    spaces: &Spaces,
) -> Option<(&'static str, CardIx, usize)> {
    let mut last = r.last;
    for (space, row) in spaces.iter().enumerate() {
        let Some(row) = *row else { continue };
        // A card given by a cannon shot was already selected (TT-CAN-08).
        if space == 0 && r.first.is_some() {
            last = if r.first_inserted {
                last.after_inserted_stall()
            } else {
                reminder(deck.card(row), last, r.altitude)
            };
            continue;
        }
        if let Some(rule) = breach(deck, row, last, r, &spaces[..space]) {
            return Some((rule, row, space));
        }
        last = reminder(deck.card(row), last, r.altitude);
    }
    None
}

/// TT-SPV-01: with a damaged engine one card of a turn is a stall.
pub fn engine_breach(deck: &ManeuverDeck, r: &Restrictions, spaces: &Spaces) -> Option<Refusal> {
    let why = "the engine is damaged: one card of every turn must be a stall";
    (r.engine > 0 && !has_stall(deck, spaces)).then(|| Refusal::new("TT-SPV-01", why))
}

pub fn has_stall(deck: &ManeuverDeck, spaces: &[Option<CardIx>]) -> bool {
    spaces.iter().flatten().any(|row| deck.card(*row).class == CardClass::Stall)
}

pub fn why(rule: &str, card: &ManeuverCard, space: usize) -> String {
    let place =
        if space == 0 { "the last maneuver".to_owned() } else { format!("the card in space {space}") };
    let this = format!("the {} in space {}", card_name(&card.id), space + 1);
    match rule {
        "TT-AMN-03" => format!("{this} is steep, and so is {place}"),
        "TT-AMN-04" => format!("{this} needs a straight before it; {place} is none"),
        "TT-AMN-05" => format!("{place} is an Immelmann turn: a straight must follow, not {this}"),
        "TT-SPA-02" => format!("the rudder is jammed on that side: {this} can not be flown"),
        "TT-SPV-04" => {
            format!("a burning airplane may not fly straight on: take another card in space {}", space + 1)
        }
        "TT-ALT-11" => format!("{place} is an overdive: a straight must follow, not {this}"),
        "TT-ALT-12" => format!("an airplane on the ground rolls, waits or takes off: {this} is neither"),
        "TT-ALT-13" => format!("{this} is an order for the ground, and the airplane is in the air"),
        "TT-ALT-14" if card.class == CardClass::Stall => {
            format!("{this} begins a take-off: the airplane's centre must be inside the landing field")
        }
        "TT-ALT-14" => format!("{this} is out of its turn: take-off is stall, straight, climb"),
        _ => format!("{this} is not allowed"),
    }
}
