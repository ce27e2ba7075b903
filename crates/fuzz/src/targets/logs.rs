//! Match logs: refused with the line, or the same match for everybody who reads them.

use super::{SHELF, played};
use crate::Target;
use crate::mutate::Grammar;
use games::position::line_at;

pub const TARGET: Target = Target { name: "logs", grammar: Grammar::Lines, seeds, run };

/// Orders of a log to begin with: enough to be in the middle of something.
const ORDERS: usize = 10;

fn seeds() -> Vec<Vec<u8>> {
    let logs = SHELF.games().flat_map(|game| played(game, 2, ORDERS));
    logs.map(|play| play.log_text().into_bytes()).collect()
}

fn run(input: &[u8]) -> Vec<String> {
    let text = match std::str::from_utf8(input) {
        Ok(text) => text,
        Err(error) => return vec![format!("no UTF-8 in line {}", line_at(input, error.valid_up_to()))],
    };
    let id = match table::log::game_of(text) {
        Ok(id) => id,
        Err(error) => return vec![placed(error.to_string())],
    };
    let Some(game) = SHELF.get(&id) else { return vec!["another game".to_owned()] };
    let (loaded, verified) = (game.load_log(text), game.verify_log(text));
    let play = match loaded {
        Ok(play) => play,
        Err(error) => {
            // Who only verifies it says the same, or that the hash is another one.
            assert!(
                verified.is_err() || verified.is_ok_and(|verified| !verified.ok),
                "only one of two reads it: {error}"
            );
            return vec![placed(error.to_string())];
        }
    };
    let verified = verified.expect("who reads it can verify it");
    assert_eq!(verified.hash, play.hash(), "two readers, two states");
    assert_eq!(play.replayed_hash().expect("its own log"), play.hash(), "played again it leads elsewhere");
    let again = game.load_log(&play.log_text()).expect("what is written can be read");
    assert_eq!(again.hash(), play.hash(), "written and read it leads elsewhere");
    vec![format!("{id} {}", if verified.ok { "holds" } else { "has no hash" })]
}

fn placed(error: String) -> String {
    assert!(error.starts_with("line "), "no line is named: {error}");
    error
}
