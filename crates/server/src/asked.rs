//! Questions about orders, which change nothing: the same wherever a match is played.

use crate::failure::{Code, failure, misplaced};
use crate::pattern::Sieve;
use crate::wire::{FailureBody, LegalAsk, LegalOrders, Say, Tell};
use bots::{Desk, Suggestion};
use serde_json::Value;
use table::face::AnyMatch;
use table::{Refusal, SeatId};

/// The longest id that a client makes.
pub const ID_LIMIT: usize = 64;
/// Legal orders that are looked through for one question.
const OPTIONS: usize = 200_000;
/// Values of one answer.
const VALUES: usize = 10_000;

pub fn odd_id() -> FailureBody {
    misplaced("id", format!("expected an id of 1 to {ID_LIMIT} letters"))
}

/// The answer to an order or a question that is not granted. Of an id that is too long it has the beginning.
pub fn refused(mut id: String, error: FailureBody) -> Tell {
    if id.len() > ID_LIMIT {
        let end = (0..=ID_LIMIT).rev().find(|end| id.is_char_boundary(*end));
        id.truncate(end.unwrap_or_default());
        id.push('…');
    }
    let FailureBody { code, message, rule, .. } = error;
    Tell::Refused { id, code, rule, why: message }
}

/// A question.
#[derive(Debug)]
pub enum Asked {
    Check(Value),
    Nearest(Value),
    Legal(LegalAsk),
    Preview(Value),
    Suggest,
}

#[derive(Debug)]
pub enum Answer {
    Fine,
    Nearest(Value, Option<Refusal>),
    Legal(LegalOrders),
    Preview(Option<Value>),
    Suggest(Suggestion),
}

impl Asked {
    /// The question in what a client says, and its id; none if he does not ask.
    pub fn of(say: Say) -> Option<(String, Self)> {
        Some(match say {
            Say::Check { id, order } => (id, Self::Check(order)),
            Say::Nearest { id, order } => (id, Self::Nearest(order)),
            Say::Legal { id, ask } => (id, Self::Legal(ask)),
            Say::Preview { id, order } => (id, Self::Preview(order)),
            Say::Suggest { id } => (id, Self::Suggest),
            _ => return None,
        })
    }
}

impl Answer {
    /// An answer as it is told.
    pub fn tell(told: Result<Self, FailureBody>, id: String) -> Tell {
        match told {
            Ok(Self::Fine) => Tell::Fine { id },
            Ok(Self::Nearest(order, moved)) => {
                let (rule, why) = moved.map(|r| (r.rule.0.to_owned(), r.why.into_owned())).unzip();
                Tell::Nearest { id, order, rule, why }
            }
            Ok(Self::Legal(legal)) => Tell::Legal { id, legal },
            Ok(Self::Preview(preview)) => Tell::Preview { id, preview },
            Ok(Self::Suggest(Suggestion { order, words, why })) => Tell::Suggested { id, order, words, why },
            Err(error) => refused(id, error),
        }
    }
}

pub fn too_long() -> FailureBody {
    failure(Code::Busy, "this question takes too long; ask for less, with `within`")
}

/// Answers a question, as long as there is time for it.
pub fn decide(
    table: &dyn AnyMatch,
    seat: SeatId,
    asked: &Asked,
    is_in_time: &dyn Fn() -> bool,
) -> Result<Answer, FailureBody> {
    let ask = match asked {
        Asked::Check(order) => return Ok(table.check(seat, order).map(|()| Answer::Fine)?),
        Asked::Nearest(order) => {
            let (near, moved) = table.nearest(seat, order)?;
            return Ok(Answer::Nearest(near, moved));
        }
        Asked::Preview(order) => return Ok(Answer::Preview(table.preview(seat, order)?)),
        Asked::Suggest => {
            let suggestion = bots::suggest(&Desk::new(table, seat)).map(Answer::Suggest);
            return suggestion.ok_or_else(|| failure(Code::Refused, "nothing is awaited from you now"));
        }
        Asked::Legal(ask) => ask,
    };
    let limit = ask.limit.map_or(1000, |limit| limit as usize).min(VALUES);
    let mut sieve = Sieve::new(ask.within.as_ref(), ask.spread.as_deref(), limit);
    let mut in_time = true;
    let mut looked = 0;
    let mut rows = Vec::new();
    let words = ask.words == Some(true) && ask.spread.is_none();
    table.each_legal(seat, &mut |order, row| {
        if sieve.take(order) && words {
            rows.push(row());
        }
        looked += 1;
        // The clock costs more than an order.
        in_time = looked % 64 != 0 || is_in_time();
        in_time && looked < OPTIONS
    });
    if !in_time {
        return Err(too_long());
    }
    let (total, values) = sieve.finish();
    Ok(Answer::Legal(LegalOrders { total: total as u32, values, rows }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use table::SetupRequest;

    /// All legal plans, if the time is over at this look at the clock; and how often somebody looked.
    fn plans(over_at: usize) -> (Result<u32, String>, usize) {
        // The first table of the shelf begins with more orders than are listed at one look.
        let game = (games::GAMES[0].plain)();
        let play = game.new_match(&SetupRequest::of(&game.scenarios()[0].id, &[]), 5).expect("a match");
        let looks = Cell::new(0);
        let is_in_time = || looks.replace(looks.get() + 1) + 1 != over_at;
        let asked = Asked::Legal(LegalAsk::default());
        let told = match decide(play.as_ref(), SeatId(0), &asked, &is_in_time) {
            Ok(Answer::Legal(legal)) => Ok(legal.total),
            Ok(other) => panic!("{other:?}"),
            Err(why) => Err(why.code),
        };
        (told, looks.get())
    }

    #[test]
    fn the_clock_is_looked_at_for_every_sixty_fourth_order_and_ends_the_search() {
        let (all, looks) = plans(usize::MAX);
        let all = all.expect("all of them");
        assert!(all > 192 && looks == all as usize / 64, "{looks} looks at {all} orders");
        assert_eq!(plans(2), (Err("busy".to_owned()), 2), "nobody looks on behind that");
    }
}
