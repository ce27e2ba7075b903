//! Component files, scenarios and lessons: refused with file and line, or every scenario can be begun with them. The first
//! line says which file it is: `triplanes/airplanes.toml`.

use super::{SHELF, play_on};
use crate::Target;
use crate::mutate::Grammar;
use games::{EXAMPLES, Entry, GAMES};
use table::{Dice, SetupRequest};

pub const TARGET: Target = Target { name: "content", grammar: Grammar::Toml, seeds, run };

/// Orders that are played in each scenario that can be begun.
const ORDERS: usize = 4;

fn entries() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().chain(EXAMPLES)
}

fn seeds() -> Vec<Vec<u8>> {
    let files = entries().flat_map(|entry| {
        entry
            .built_in
            .iter()
            .chain(entry.lessons)
            .map(move |(name, text)| format!("{}/{name}\n{text}", entry.id))
    });
    files.map(String::into_bytes).collect()
}

fn run(input: &[u8]) -> Vec<String> {
    let Ok(text) = std::str::from_utf8(input) else { return vec!["no UTF-8".to_owned()] };
    let (head, text) = text.split_once('\n').unwrap_or((text, ""));
    let Some((id, file)) = head.split_once('/') else { return vec!["no game".to_owned()] };
    let Some(entry) = entries().find(|entry| entry.id == id) else { return vec!["no game".to_owned()] };
    if file.starts_with("lessons/") {
        return vec![lesson(file, text)];
    }
    let known = entry.built_in.iter().any(|(name, _)| *name == file);
    if !(known || entry.more_scenarios && file.starts_with("scenarios/")) {
        return vec!["no file".to_owned()];
    }
    let mut files: Vec<(&str, &str)> =
        entry.built_in.iter().copied().filter(|(name, _)| *name != file).collect();
    files.push((file, text));
    let game = match (entry.parse)(&files) {
        Ok(game) => game,
        Err(error) => {
            let lines = text.lines().count() + 1;
            // A mistake may come to light in another file, which names something that is gone.
            assert!(files.iter().any(|(name, _)| *name == error.file), "no file is named: {error}");
            assert!(
                error.file != file || (1..=lines).contains(&error.line),
                "line {} of {lines}: {error}",
                error.line
            );
            assert!(!error.why.is_empty(), "{error}");
            return vec![format!("{file} {}", error.why)];
        }
    };
    let mut words = Vec::new();
    for scenario in game.scenarios() {
        let request = SetupRequest { scenario: scenario.id.clone(), ..SetupRequest::default() };
        match game.new_match(&request, 5) {
            Ok(mut play) => {
                assert!(play_on(play.as_mut(), ORDERS, &mut Dice::new(3)), "{}: a dead end", scenario.id);
                words.push(format!("{} is played", scenario.id));
            }
            Err(error) => {
                assert!(!error.place.is_empty() && !error.why.is_empty(), "{error:?}");
                words.push(format!("{} {} {}", scenario.id, error.place, error.why));
            }
        }
    }
    words
}

fn lesson(file: &str, text: &str) -> String {
    let lines = text.lines().count() + 1;
    let lesson = match lessons::read(file, text) {
        Ok(lesson) => lesson,
        Err(error) => {
            assert!((1..=lines).contains(&error.line), "line {} of {lines}: {error}", error.line);
            return error.why;
        }
    };
    let Some(game) = SHELF.get(&lesson.game) else { return "another game".to_owned() };
    match lessons::rehearse(&lesson, game) {
        Ok(played) => format!("{} orders", played.orders.len()),
        Err(wrong) => {
            assert!((1..=lines).contains(&wrong.line), "line {} of {lines}: {}", wrong.line, wrong.why);
            wrong.why
        }
    }
}
