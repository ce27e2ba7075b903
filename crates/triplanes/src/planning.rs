//! PLANNING. Three cards for each vehicle, chosen in secret (TT-PLN-01 to TT-PLN-07).

use crate::airplane_maneuvers;
use crate::content::{CardClass, CardIx, ManeuverDeck, Restrictions, Spaces};
use crate::order::Cards;
use crate::state::{State, Step, VehicleId};
use crate::tripod_maneuvers;
use crate::words::{card_name, several};
use table::Refusal;

impl State {
    /// Whether this vehicle plans three cards now, and these (TT-PLN-03).
    pub(crate) fn planning_breach(&self, id: VehicleId, cards: &Cards) -> Result<(), Refusal> {
        if self.ww2().is_some() {
            self.three_cards_breach(id)?;
        } else if self.step != Step::Planning {
            return Err(Refusal::new("TT-PLN-03", "all plans are in; planned cards are not changed"));
        }
        self.lying_breach(id)?;
        self.plan_breach(id, cards).map(|_| ())
    }
}

/// All plans that [`breach`] accepts. Copies of one card are one choice.
pub fn list(deck: &ManeuverDeck, restrictions: &Restrictions) -> Vec<Spaces> {
    let mut plans = Vec::new();
    let mut rows: Vec<Option<CardIx>> = (0..deck.cards.len() as u8).map(|row| Some(CardIx(row))).collect();
    rows.retain(|row| restrictions.altitude || row.is_none_or(|row| !deck.card(row).advanced));
    let empty = [None];
    let first = [restrictions.first];
    let choices = |space: u8| -> &[Option<CardIx>] {
        match space {
            0 if restrictions.first.is_some() => &first,
            _ if space + restrictions.cards >= 3 => &rows,
            _ => &empty,
        }
    };
    for &first in choices(0) {
        for &second in choices(1) {
            for &third in choices(2) {
                let plan = [first, second, third];
                if copies_breach(deck, restrictions, &plan).is_none()
                    && !is_restricted(deck, restrictions, &plan)
                {
                    plans.push(plan);
                }
            }
        }
    }
    plans
}

/// The rule that a plan breaks, if any. `cards` are printed numbers.
pub fn breach(deck: &ManeuverDeck, restrictions: &Restrictions, cards: &Cards) -> Result<Spaces, Refusal> {
    if restrictions.first.is_some() && cards.0[0].is_some() {
        let why = "a cannon shot has filled space 1: plan the second and the third card";
        return Err(Refusal::new("TT-CAN-08", why));
    }
    let wanted = restrictions.cards - u8::from(restrictions.first.is_some());
    let given = cards.0.iter().flatten().count();
    for (space, card) in cards.0.iter().enumerate() {
        let open = space as u8 + wanted >= 3;
        if open == card.is_some() {
            continue;
        }
        if wanted < 3 && restrictions.first.is_none() {
            let why = format!(
                "a toppled tripod with {} plans {}, in the last spaces of the turn",
                several(3 - wanted, "recovery counter"),
                several(wanted, "card")
            );
            return Err(Refusal::new("TT-TOP-06", why));
        }
        return Err(Refusal::new("TT-PLN-01", format!("a plan has three cards, {given} were given")));
    }
    let mut spaces: Spaces = [None; 3];
    for (space, number) in cards.0.iter().enumerate() {
        let Some(number) = *number else { continue };
        let Some(row) = deck.row_of(number) else {
            return Err(Refusal::new("TT-PLN-02", format!("deck {} has no card {number}", deck.id)));
        };
        spaces[space] = Some(row);
        if cards.0[..space].contains(&Some(number)) {
            let why = format!("card {number} of deck {} can lie in one space only", deck.id);
            return Err(Refusal::new("TT-PLN-02", why));
        }
    }
    spaces[0] = restrictions.first.or(spaces[0]);
    copies_breach(deck, restrictions, &spaces)
        .or_else(|| restricted(deck, restrictions, &spaces))
        .map_or(Ok(spaces), Err)
}

/// Why a plan with cards still missing at its end can not be completed, if it can not.
pub fn hopeless(
    deck: &ManeuverDeck,
    cards: &Cards,
    judge: impl Fn(&Cards) -> Result<Spaces, Refusal>,
) -> Option<Refusal> {
    let missing = cards.0.iter().rev().take_while(|card| card.is_none()).count();
    if missing == 0 || missing == 3 {
        return None;
    }
    let mut reason = None;
    let numbers = || deck.cards.iter().flat_map(|card| &card.numbers).map(|n| Some(*n));
    for last in numbers() {
        let middle: Vec<Option<u8>> = if missing == 2 { numbers().collect() } else { vec![cards.0[1]] };
        for middle in middle {
            match judge(&Cards([cards.0[0], middle, last])) {
                Ok(_) => return None,
                // Two numbers alike say nothing about the cards that are there.
                Err(refusal) if refusal.rule.0 != "TT-PLN-02" => reason = reason.or(Some(refusal)),
                Err(_) => {}
            }
        }
    }
    reason
}

/// The printed numbers of a plan: the lowest free number of each card.
pub fn numbers(deck: &ManeuverDeck, spaces: &Spaces) -> Cards {
    let mut cards = [None; 3];
    for space in 0..3 {
        cards[space] = spaces[space].map(|row| {
            let earlier = spaces[..space].iter().filter(|s| **s == Some(row)).count();
            deck.card(row).numbers[earlier.min(deck.card(row).copies() - 1)]
        });
    }
    Cards(cards)
}

/// TT-PLN-02, TT-SET-04: what the deck does not hold can not be planned, in any setting.
fn copies_breach(deck: &ManeuverDeck, restrictions: &Restrictions, spaces: &Spaces) -> Option<Refusal> {
    // A forced stall is no card of the deck; a card carried over is.
    let mut spaces = *spaces;
    if restrictions.first_inserted {
        spaces[0] = None;
    }
    for (space, row) in spaces.iter().enumerate() {
        let Some(row) = *row else { continue };
        let card = deck.card(row);
        let advanced = card.advanced || matches!(card.class, CardClass::Climb | CardClass::Dive);
        if advanced && !restrictions.altitude {
            let why = format!("a {} is left in the box without altitude rules", card_name(&card.id));
            return Some(Refusal::new("TT-SET-04", why));
        }
        let used = spaces[..=space].iter().filter(|s| **s == Some(row)).count();
        if used > card.copies() {
            let (held, name) = (card.copies(), card_name(&card.id));
            let why =
                format!("deck {} holds the {name} {held} times, the plan uses it {used} times", deck.id)
                    .replace(" 1 times", " once")
                    .replace(" 2 times", " twice");
            return Some(Refusal::new("TT-PLN-02", why));
        }
    }
    None
}

/// Whether [`restricted`] finds a rule; most of what is listed breaks one, and nobody reads why.
fn is_restricted(deck: &ManeuverDeck, restrictions: &Restrictions, spaces: &Spaces) -> bool {
    if deck.tripod || restrictions.printed {
        return restricted(deck, restrictions, spaces).is_some();
    }
    airplane_maneuvers::is_breach(deck, restrictions, spaces)
}

/// TT-PLN-06: with the strict setting a plan that is certain to break a rule is refused.
fn restricted(deck: &ManeuverDeck, restrictions: &Restrictions, spaces: &Spaces) -> Option<Refusal> {
    if restrictions.printed {
        None
    } else if deck.tripod {
        tripod_maneuvers::plan_breach(deck, restrictions, spaces)
    } else {
        airplane_maneuvers::plan_breach(deck, restrictions, spaces)
    }
}
