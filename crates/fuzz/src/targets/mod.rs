//! The doors: what a person can send, and what must hold of the answer.

pub mod bodies;
pub mod content;
pub mod engine;
pub mod frames;
pub mod logs;
pub mod positions;
pub mod seats;
mod world;

use crate::Target;
use games::Shelf;
use serde_json::Value;
use std::sync::LazyLock;
use table::face::{AnyGame, AnyMatch};
use table::{Dice, SetupRequest};

pub const ALL: [Target; 7] = [
    engine::TARGET,
    logs::TARGET,
    positions::TARGET,
    content::TARGET,
    bodies::TARGET,
    frames::TARGET,
    seats::TARGET,
];

pub static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::default().with_examples());

/// The first scenarios of a game, begun as they come and played on for so many orders that are drawn.
fn played(game: &dyn AnyGame, scenarios: usize, orders: usize) -> Vec<Box<dyn AnyMatch>> {
    let all = game.scenarios();
    // From all over the list: neighbours are alike.
    let stride = all.len().div_ceil(scenarios.max(1)).max(1);
    let begin = |(n, id): (usize, &str)| {
        let request = SetupRequest { scenario: id.to_owned(), ..SetupRequest::default() };
        let mut play = game.new_match(&request, n as u64).ok()?;
        play_on(play.as_mut(), orders, &mut Dice::derive(1897, n as u64));
        Some(play)
    };
    all.iter().step_by(stride).map(|scenario| scenario.id.as_str()).enumerate().filter_map(begin).collect()
}

/// Orders that are drawn, while there is somebody to decide; false if somebody should decide and can not.
fn play_on(play: &mut dyn AnyMatch, orders: usize, dice: &mut Dice) -> bool {
    for _ in 0..orders {
        if play.outcome().is_some() {
            return true;
        }
        let Some((prompt, _)) = play.owed() else { return false };
        if !play.draw(prompt, dice) {
            return false;
        }
    }
    true
}

/// A line for each value.
fn text(lines: &[Value]) -> Vec<u8> {
    let mut text: Vec<String> = lines.iter().map(Value::to_string).collect();
    text.push(String::new());
    text.join("\n").into_bytes()
}

/// The words in which an order was refused: its rule and why.
fn refusal(value: &Value) -> String {
    let part = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    format!("refused {} {}", part("rule"), part("why"))
}
