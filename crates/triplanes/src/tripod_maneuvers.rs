//! TRIPOD MANEUVERS and TRIPOD ILLEGAL MANEUVERS (TT-TMN, TT-TIL).

use crate::content::{CardClass, CardIx, ManeuverDeck, Restrictions, Spaces};
use crate::words::card_name;
use table::Refusal;

/// The rule that a whole plan breaks for certain. Energy is never tested when planning (TT-PLN-06).
pub fn plan_breach(deck: &ManeuverDeck, r: &Restrictions, spaces: &Spaces) -> Option<Refusal> {
    for row in spaces.iter().flatten() {
        if let Some(rule) = card_breach(deck, *row, r) {
            let name = card_name(&deck.card(*row).id);
            let why = match rule {
                "TT-SPT-03" => format!("the reverse mechanism is destroyed: the {name} can not be planned"),
                _ => format!("after two engine damages only stationary cards can be planned, not the {name}"),
            };
            return Some(Refusal::new(rule, why));
        }
    }
    turn_breach(deck, r, spaces).map(|rule| {
        let why = match rule {
            "TT-SPV-02" => "the engine is damaged: one card of every turn must be stationary",
            _ => "one card of every turn must be a stationary or a running maneuver",
        };
        Refusal::new(rule, why)
    })
}

/// A card that special damage forbids (TT-SPT-03, TT-SPV-02).
fn card_breach(deck: &ManeuverDeck, row: CardIx, r: &Restrictions) -> Option<&'static str> {
    let class = deck.card(row).class;
    if class == CardClass::Reverse && r.no_reverse {
        return Some("TT-SPT-03");
    }
    (class.is_movement() && r.engine >= 2).then_some("TT-SPV-02")
}

/// TT-TMN-08 and TT-SPV-02: the duty of every turn in which anything is planned, however few cards they are. Whoever
/// plans none (TT-TOP-06) can not fulfil it.
fn turn_breach(deck: &ManeuverDeck, r: &Restrictions, spaces: &Spaces) -> Option<&'static str> {
    if r.cards == 0 {
        return None;
    }
    let any =
        |classes: &[CardClass]| spaces.iter().flatten().any(|row| classes.contains(&deck.card(*row).class));
    let stationary = any(&[CardClass::StandingStill, CardClass::Reverse]);
    if !stationary && !any(&[CardClass::Running]) {
        return Some("TT-TMN-08");
    }
    (!stationary && r.engine >= 1).then_some("TT-SPV-02")
}

/// Judged at the reveal (TT-TIL-01, TT-TIL-03): the rule that makes the tripod topple. `spaces` are the cards
/// revealed so far this turn, this one included.
pub fn illegal_at_reveal(
    deck: &ManeuverDeck,
    r: &Restrictions,
    spaces: &Spaces,
    phase: usize,
) -> Option<&'static str> {
    let row = spaces[phase]?;
    if card_breach(deck, row, r).is_some() {
        return Some("TT-TIL-03");
    }
    if phase < 2 {
        return None;
    }
    match turn_breach(deck, r, spaces)? {
        // The penalty is printed for a third movement card: fewer cards than three go unpunished.
        "TT-TMN-08" if !spaces.contains(&None) => Some("TT-TIL-01"),
        "TT-TMN-08" if r.engine == 0 => None,
        _ => Some("TT-TIL-03"),
    }
}
