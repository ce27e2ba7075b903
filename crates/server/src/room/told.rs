//! What a step told each viewer, as it is stored with the step: a match whose rules have changed is shown from it.
//!
//! ```text
//! {"seen":[[7,2,"TT-MOV-01","The Camel moves.",{…}],[1,2,"TT-PLA-01","You plan …",{…}]]}
//! {"cut":[3,3,2],"seen":[]}
//! ```
//!
//! Each event has the set of those who saw it, bit by bit in the order of the match's streams: the seats, then the
//! spectators. Where events were taken back `cut` says how many of each viewer stay.

use crate::wire::EventLine;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::RuleId;
use table::face::SeenEvent;

/// Viewers that a set of bits holds. Of a match with more nothing is kept.
const VIEWERS: usize = 64;

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut: Vec<u32>,
    seen: Vec<(u64, u32, RuleId, &'a str, &'a RawValue)>,
}

#[derive(Deserialize)]
struct Read {
    #[serde(default)]
    cut: Vec<u32>,
    seen: Vec<(u64, u32, RuleId, String, Box<RawValue>)>,
}

/// A step that only added events, with those who saw them.
pub fn added(viewers: usize, seen: &[(u128, SeenEvent)]) -> Option<String> {
    if viewers > VIEWERS {
        return None;
    }
    let seen = seen.iter().map(|(who, e)| (*who as u64, e.turn, e.rule, &*e.text, &*e.what));
    serde_json::to_string(&Written { cut: Vec::new(), seen: seen.collect() }).ok()
}

/// A step after which each viewer has so many of his earlier events, and then these.
pub fn changed<'a>(viewers: impl ExactSizeIterator<Item = (u32, &'a [EventLine])>) -> Option<String> {
    if viewers.len() > VIEWERS {
        return None;
    }
    let (mut cut, mut seen) = (Vec::new(), Vec::new());
    for (bit, (stay, events)) in viewers.enumerate() {
        cut.push(stay);
        seen.extend(events.iter().map(|e| (1 << bit, e.turn, RuleId(e.rule), &*e.text, &*e.what)));
    }
    serde_json::to_string(&Written { cut, seen }).ok()
}

/// Tells the viewers once more what a step told them.
pub fn retell(viewers: &mut [Vec<EventLine>], record: &str) -> Result<(), String> {
    let Read { cut, seen } = serde_json::from_str(record).map_err(|e| e.to_string())?;
    for (events, stay) in viewers.iter_mut().zip(cut) {
        events.truncate(stay as usize);
    }
    for (who, turn, rule, text, what) in seen {
        let told = viewers.iter_mut().enumerate().filter(|(bit, _)| who >> bit & 1 == 1);
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
        let first = added(3, &[(0b111, event("open")), (0b001, event("his")), (0b110, event("a card"))]);
        retell(&mut viewers, &first.unwrap()).unwrap();
        assert_eq!(texts(&viewers[0]), ["open", "his"]);
        assert_eq!(texts(&viewers[1]), ["open", "a card"]);
        assert_eq!(texts(&viewers[2]), ["open", "a card"]);
        let line = &viewers[1][1];
        assert_eq!((line.turn, line.rule, line.what.get()), (2, "X-1", "{\"n\":\"a card\"}"));

        let other = [viewers[1][0].clone()];
        let none: &[EventLine] = &[];
        let back = changed([(1, none), (2, none), (1, &other[..])].into_iter()).unwrap();
        retell(&mut viewers, &back).unwrap();
        assert_eq!(texts(&viewers[0]), ["open"]);
        assert_eq!(texts(&viewers[1]), ["open", "a card"]);
        assert_eq!(texts(&viewers[2]), ["open", "open"]);
    }

    #[test]
    fn a_match_of_more_viewers_than_bits_keeps_nothing() {
        assert!(added(64, &[]).is_some() && added(65, &[]).is_none());
        let none: &[EventLine] = &[];
        assert!(changed(vec![(0, none); 65].into_iter()).is_none());
        assert!(retell(&mut [], "{").is_err());
    }
}
