//! Positions of every game, in JSON and in TOML: refused with a place, or a table that can be played on and written down
//! again.

use super::{SHELF, play_on, played};
use crate::Target;
use crate::mutate::Grammar;
use games::position::{self, Format};
use serde_json::Value;
use table::face::{AnyGame, AnyMatch};
use table::{Dice, Viewer};

pub const TARGET: Target = Target { name: "positions", grammar: Grammar::Document, seeds, run };

/// Orders that are played on from a position that was taken.
const ON: usize = 6;

fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for play in SHELF.games().flat_map(|game| played(game, 3, 14)) {
        let position = play.position();
        all.extend(position::to_toml(&position).map(String::into_bytes));
        all.push(position.to_string().into_bytes());
    }
    all
}

fn run(input: &[u8]) -> Vec<String> {
    let Ok(text) = std::str::from_utf8(input) else { return vec!["no UTF-8".to_owned()] };
    let format = if text.trim_start().starts_with('{') { Format::Json } else { Format::Toml };
    let read: Result<Value, String> = match format {
        Format::Json => serde_json::from_str(text).map_err(|error| error.to_string()),
        Format::Toml => position::from_toml(text),
    };
    let position = match read {
        Ok(position) => position,
        Err(error) => {
            assert!(error.contains("line "), "no line is named: {error}");
            return vec![error];
        }
    };
    let named = table::face::game_of(&position);
    let games = SHELF.readers().filter(|(game, _)| named.is_none_or(|id| id == game.id()));
    games
        .map(|(game, read)| {
            format!("{} {}", game.id(), judge(game, read(text, format), text, format, &position))
        })
        .collect()
}

fn judge(
    game: &dyn AnyGame,
    read: Result<Value, position::Wrong>,
    text: &str,
    format: Format,
    position: &Value,
) -> String {
    let loaded = game.load_position(position, 7);
    let lines = text.lines().count().max(1);
    if let Err(wrong) = &read {
        assert!((1..=lines + 1).contains(&wrong.line), "line {} of {lines}", wrong.line);
        assert!(!wrong.why.is_empty());
    }
    let mut play = match loaded {
        Ok(play) => play,
        Err(error) => {
            assert!(!error.place.is_empty() && !error.why.is_empty(), "{error:?}");
            let line = position::line_of(text, format, &error.place);
            assert!((1..=lines + 1).contains(&line), "line {line} of {lines}");
            // A place has a name; what stands in it is not part of the name.
            return format!("{} {}", error.place, error.why);
        }
    };
    // Of a field that is written twice JSON takes the last; who reads with lines refuses it.
    let twice = read.as_ref().is_err_and(|wrong| wrong.why.starts_with("duplicate field"));
    assert!(read.is_ok() || twice, "a position is loaded and can not be read: {read:?}");
    let goes_on = |play: &dyn AnyMatch| {
        play.outcome().is_some() || play.owed().is_some_and(|(prompt, _)| play.options(prompt) > 0)
    };
    assert!(goes_on(play.as_ref()), "a dead end");
    assert!(play_on(play.as_mut(), ON, &mut Dice::new(11)), "a dead end after {} orders", play.orders());
    for viewer in [Viewer::Umpire, Viewer::Spectator, Viewer::Seat(play.seats()[0].id)] {
        let text = play.view_text(viewer);
        assert!(text.get() != "null", "nothing to be seen");
        let _ = play.prompts(viewer);
    }
    assert_eq!(play.replayed_hash().expect("its own log"), play.hash(), "played again it leads elsewhere");
    "is played".to_owned()
}
