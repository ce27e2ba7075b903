//! A stored match that the rules of today do not lead to: it stays where it is, and can be carried away as a log.

use crate::kept::{Row, Step};
use serde_json::Value;
use server::failure::{Code, bad, failure};
use server::wire::FailureBody;
use table::log::{Entry, Reroll};
use table::{MatchLog, SeatId};

/// A match as it was stored.
pub fn read(row: &str, steps: &[String]) -> Result<(Row, Vec<Step>), FailureBody> {
    let odd = |error: serde_json::Error| bad(format!("a stored match can not be read: {error}"));
    let steps = steps.iter().map(|step| serde_json::from_str(step)).collect::<Result<_, _>>();
    Ok((serde_json::from_str(row).map_err(odd)?, steps.map_err(odd)?))
}

/// What is said to whoever wants to open it.
pub fn stays(why: &str) -> FailureBody {
    let way = "It is still in this browser, and nothing of it is changed. Save it as a file: a program, a server or a site with \
               the rules of that day plays it on.";
    failure(Code::Stale, format!("{why} {way}"))
}

/// Its log up to the last step: the orders that stand, and the dice that they were given with.
pub fn log_of(row: &Row, steps: &[Step]) -> Result<String, FailureBody> {
    let mut log: MatchLog<Value, Value> = MatchLog::parse(&row.base)?;
    log.hash = None;
    for step in steps {
        match step {
            Step::Order { seat, order, .. } => {
                log.entries.push(Entry { seat: SeatId(*seat), order: order.clone() });
            }
            Step::Undo { seat } => {
                if let Some(last) = log.entries.iter().rposition(|entry| entry.seat.0 == *seat) {
                    log.entries.remove(last);
                }
            }
            Step::Rewind { keep, dice, .. } => {
                log.entries.truncate(*keep);
                let new = dice.map(|seed| Reroll { after: log.entries.len(), seed });
                log.rerolls.retain(|old| new.map_or(old.after <= *keep, |new| old.after < new.after));
                log.rerolls.extend(new);
            }
            Step::End { .. }
            | Step::HandOver { .. }
            | Step::Name { .. }
            | Step::Chat { .. }
            | Step::Rematch { .. } => {}
        }
    }
    Ok(log.to_text())
}
