//! How a match ends outside the rules.

use crate::wire::Over;
use table::SeatId;
use table::face::AnyMatch;

/// The kind of the step that ends a fair match which somebody does not let begin.
pub const CALLED_OFF: &str = "off";

/// How a match ends outside the rules: `resign` and `time` are of the seat that loses, the others are of nobody.
const NEVER_BEGAN: &str = "it was called off before it began";

pub fn is_called_off(over: &Over) -> bool {
    over.winner.is_none() && over.how == NEVER_BEGAN
}

pub fn ending(play: &dyn AnyMatch, kind: &str, seat: Option<SeatId>) -> Over {
    let side = seat.and_then(|seat| play.seats().iter().find(|other| other.id == seat));
    let side = side.map_or("other side", |seat| seat.team_name.as_str());
    let how = match kind {
        "resign" => format!("the {side} resigned"),
        "time" => format!("the time of the {side} ran out"),
        CALLED_OFF => NEVER_BEGAN.to_owned(),
        _ => "a draw was agreed".to_owned(),
    };
    let winner = seat.and_then(|seat| play.winner_against(seat));
    Over { winner, grade: None, rule: None, how, luck: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::{NEVER_BEGAN, Over, is_called_off};

    #[test]
    fn only_what_nobody_won_and_nobody_began_was_called_off() {
        let over = |winner: Option<&str>, how: &str| {
            let winner = winner.map(str::to_owned);
            is_called_off(&Over { winner, grade: None, rule: None, how: how.to_owned(), luck: Vec::new() })
        };
        assert!(over(None, NEVER_BEGAN));
        assert!(!over(None, "a draw was agreed") && !over(Some("Martians"), NEVER_BEGAN));
    }
}
