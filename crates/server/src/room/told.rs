//! What everybody was told since the last time, as it is stored: a match whose rules have changed is shown from it.
//!
//! ```text
//! {"cut":[3,3,2],"seen":[[7,2,"TT-MOV-01","The Camel moves.",{…}],[1,2,"TT-PLA-01","You plan …",{…}]]}
//! ```
//!
//! `cut` says how many of each viewer's events stay: the others were taken back, or are told once more. Each event has the
//! set of those who saw it, bit by bit in the order of the match's streams: the seats, then the spectators.

use crate::wire::EventLine;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::RuleId;
use table::face::SeenEvent;

/// Viewers that a set of bits holds. Of a match with more nothing is kept.
const VIEWERS: usize = 64;

#[derive(Serialize)]
struct Written<'a> {
    cut: &'a [u32],
    seen: Vec<(u64, u32, RuleId, &'a str, &'a RawValue)>,
}

#[derive(Deserialize)]
struct Read {
    cut: Vec<u32>,
    seen: Vec<(u64, u32, RuleId, String, Box<RawValue>)>,
}

/// A piece after which each viewer has so many of his earlier events, and then those of these that he saw.
pub fn piece(cut: &[u32], seen: &[(u128, SeenEvent)]) -> Option<String> {
    if cut.len() > VIEWERS {
        return None;
    }
    let seen = seen.iter().map(|(who, e)| (*who as u64, e.turn, e.rule, &*e.text, &*e.what));
    serde_json::to_string(&Written { cut, seen: seen.collect() }).ok()
}

/// Tells the viewers once more what a piece says.
pub fn retell(viewers: &mut [Vec<EventLine>], piece: &str) -> Result<(), String> {
    let Read { cut, seen } = serde_json::from_str(piece).map_err(|e| e.to_string())?;
    for (events, stay) in viewers.iter_mut().zip(cut) {
        events.truncate(stay as usize);
    }
    for (who, turn, rule, text, what) in seen {
        let told = viewers.iter_mut().take(VIEWERS).enumerate().filter(|(bit, _)| who >> bit & 1 == 1);
        for (_, events) in told {
            let (text, what) = (text.clone(), what.clone());
            events.push(EventLine { turn, rule: rule.0, text, what });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(text: &str) -> SeenEvent {
        let what = RawValue::from_string(format!("{{\"n\":{text:?}}}")).unwrap();
        SeenEvent { turn: 2, rule: RuleId("X-1"), what, text: text.to_owned() }
    }

    fn texts(events: &[EventLine]) -> Vec<&str> {
        events.iter().map(|event| event.text.as_str()).collect()
    }

    #[test]
    fn everybody_is_told_again_what_he_was_told_and_nothing_else() {
        let mut viewers = vec![Vec::new(); 3];
        let first =
            piece(&[0; 3], &[(0b111, event("open")), (0b001, event("his")), (0b110, event("a card"))]);
        retell(&mut viewers, &first.unwrap()).unwrap();
        assert_eq!(texts(&viewers[0]), ["open", "his"]);
        assert_eq!(texts(&viewers[1]), ["open", "a card"]);
        assert_eq!(texts(&viewers[2]), ["open", "a card"]);
        let line = &viewers[1][1];
        assert_eq!((line.turn, line.rule, line.what.get()), (2, "X-1", "{\"n\":\"a card\"}"));

        // The second one took his order back; a piece that comes twice changes nothing.
        let back = piece(&[2, 1, 1], &[(0b110, event("another")), (0b111, event("open"))]).unwrap();
        for _ in 0..2 {
            retell(&mut viewers, &back).unwrap();
            assert_eq!(texts(&viewers[0]), ["open", "his", "open"]);
            assert_eq!(texts(&viewers[1]), ["open", "another", "open"]);
            assert_eq!(texts(&viewers[2]), ["open", "another", "open"]);
        }
    }

    #[test]
    fn a_match_of_more_viewers_than_bits_keeps_nothing() {
        assert!(piece(&[0; 64], &[]).is_some() && piece(&[0; 65], &[]).is_none());
        assert!(retell(&mut [], "{").is_err());
    }
}
