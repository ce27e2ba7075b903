//! AIRPLANE MANEUVERS and AIRPLANE ILLEGAL MANEUVERS (TT-AMN, TT-AIL).

use crate::content::{
    CardClass, CardIx, LastManeuver, ManeuverCard, ManeuverDeck, Restrictions, Rudder, Spaces,
};
use table::Refusal;

/// What this card leaves behind for the next one (TT-REM-01 to TT-REM-03).
pub fn reminder(card: &ManeuverCard) -> LastManeuver {
    match (card.class, card.steep) {
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
    if last.is_immelmann() && (straight || !r.acrobatic) {
        // The straight owed after an Immelmann is flown even by a burning airplane (TT-AMN-05).
        return (!straight).then_some("TT-AMN-05");
    }
    if last.is_steep() && card.steep && !r.daredevil {
        return Some("TT-AMN-03");
    }
    if card.class == CardClass::Immelmann && last != LastManeuver::Straight {
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
        !card.advanced && used < card.copies() && forbidden(card, last, r).is_none()
    })
}

/// The rule that a whole plan breaks for certain.
pub fn plan_breach(deck: &ManeuverDeck, r: &Restrictions, spaces: &Spaces) -> Option<Refusal> {
    let mut last = r.last;
    for (space, row) in spaces.iter().enumerate() {
        let Some(row) = *row else { continue };
        // A card given by a cannon shot was already selected (TT-CAN-08).
        if space == 0 && r.first.is_some() {
            last = match (r.first_inserted, last.is_immelmann()) {
                (false, _) => reminder(deck.card(row)),
                (true, true) => LastManeuver::Immelmann,
                (true, false) => LastManeuver::Other,
            };
            continue;
        }
        if let Some(rule) = breach(deck, row, last, r, &spaces[..space]) {
            return Some(Refusal::new(rule, why(rule, deck.card(row), space)));
        }
        last = reminder(deck.card(row));
    }
    if r.engine > 0 && !has_stall(deck, spaces) {
        return Some(Refusal::new(
            "TT-SPV-01",
            "the engine is damaged: one card of every turn must be a stall",
        ));
    }
    None
}

pub fn has_stall(deck: &ManeuverDeck, spaces: &[Option<CardIx>]) -> bool {
    spaces.iter().flatten().any(|row| deck.card(*row).class == CardClass::Stall)
}

fn why(rule: &str, card: &ManeuverCard, space: usize) -> String {
    let place =
        if space == 0 { "the last maneuver".to_owned() } else { format!("the card in space {space}") };
    let this = format!("{} in space {}", card.id, space + 1);
    match rule {
        "TT-AMN-03" => format!("{this} is steep, and so is {place}"),
        "TT-AMN-04" => format!("{this} needs a straight before it; {place} is none"),
        "TT-AMN-05" => format!("{place} is an Immelmann turn: a straight must follow, not {this}"),
        "TT-SPA-02" => format!("the rudder is jammed on that side: {this} can not be flown"),
        "TT-SPV-04" => format!("the airplane is on fire: {this} is a straight"),
        _ => format!("{this} is not allowed"),
    }
}
