//! `heatray check`: is it sound?

use ::games::position::{Format, line_at, line_of, named};
use ::games::{Lesson, Shelf, is_built_in, read_component, read_content};
use anyhow::Result;
use ledger::{Ledger, Outline};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use table::face::{AnyGame, GAME};
use table::{LogError, SetupRequest};

pub const EXAMPLES: &str = "\
Examples:
  heatray check                  the built-in content, the ledger, every scenario and every lesson
  heatray check my-cards/        a folder with component files, such as airplanes.toml
  heatray check bridge.toml      a scenario, with [[force]] and [[victory]]
  heatray check lesson.toml      a lesson, with [[step]]: it is played by its own orders
  heatray check position.toml    a position, in TOML or JSON
  heatray check game.jsonl       a match log
  heatray check glossary.toml    words of the rulebooks, with [[term]]

What is wrong is printed as file:line: what it is, and what was expected. The exit code is 1 then.";

#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Folders with component files, scenarios and lessons (.toml), positions (.toml, .json) or match logs (.jsonl)
    pub paths: Vec<PathBuf>,
}

pub fn run(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    let mut sound = true;
    let mut say = |name: &str, found: Result<String, String>| -> Result<()> {
        match found {
            Ok(fine) => writeln!(out, "ok      {name}: {fine}")?,
            Err(wrong) => {
                sound = false;
                writeln!(out, "{wrong}")?;
            }
        }
        Ok(())
    };
    if args.paths.is_empty() {
        say("ledger", ledger())?;
        say(
            "glossary",
            Ok(glossary_words(
                Outline::embedded()
                    .books()
                    .iter()
                    .map(|b| Outline::embedded().terms(&b.prefix).count())
                    .sum(),
            )),
        )?;
        for game in shelf.games() {
            for (name, found) in scenarios(game) {
                say(&name, found)?;
            }
        }
        for game in shelf.games() {
            let found = match ::games::badges(game) {
                Ok(badges) => {
                    Ok(format!("{} of {} scenarios measured", badges.len(), game.scenarios().len()))
                }
                Err(wrong) => Err(format!("{} {wrong}", game.id())),
            };
            say(&format!("{} balance", game.id()), found)?;
        }
        for lesson in shelf.lessons() {
            let played = rehearse(shelf, lesson)
                .map_err(|(line, why)| format!("{} {}:{line}: {why}", lesson.game, lesson.file));
            say(&format!("{} lesson {}", lesson.game, lesson.id), played)?;
        }
    }
    for path in &args.paths {
        say(&path.display().to_string(), check_path(shelf, path))?;
    }
    Ok(sound)
}

fn ledger() -> Result<String, String> {
    let unknown = ledger::unknown_ids();
    if unknown.is_empty() {
        let (entries, books) = (Ledger::embedded().rules().len(), ledger::BOOKS.len());
        return Ok(format!("{entries} entries of {books} books"));
    }
    Err(format!("ledger: tests name entries that do not exist: {}", unknown.join(", ")))
}

/// Begins every scenario in every variant and way of setting up.
fn scenarios(game: &dyn AnyGame) -> Vec<(String, Result<String, String>)> {
    let mut all = Vec::new();
    for scenario in game.scenarios() {
        let variants: Vec<Option<String>> =
            [None].into_iter().chain(scenario.variants.iter().cloned().map(Some)).collect();
        let setups: &[&str] =
            if scenario.options.iter().any(|o| o.id == "setup") { &["quick", "played"] } else { &[""] };
        for variant in &variants {
            for setup in setups {
                let mut request = SetupRequest {
                    scenario: scenario.id.clone(),
                    variant: variant.clone(),
                    ..SetupRequest::default()
                };
                let mut name = format!("{} {}", game.id(), scenario.id);
                for word in variant.as_deref().into_iter().chain([*setup]).filter(|word| !word.is_empty()) {
                    name = format!("{name} {word}");
                }
                if !setup.is_empty() {
                    request.options.insert("setup".to_owned(), (*setup).to_owned());
                }
                let found = begin(game, &request).map_err(|why| format!("{name}: {why}"));
                all.push((name, found));
            }
        }
    }
    all
}

fn begin(game: &dyn AnyGame, request: &SetupRequest) -> Result<String, String> {
    let begun = game.new_match(request, 1).map_err(|e| e.to_string())?;
    match begun.owed() {
        Some((prompt, _)) if begun.options(prompt) > 0 => {
            Ok(format!("begins with {} seats", begun.seats().len()))
        }
        _ => Err("it begins, and nobody can give an order".to_owned()),
    }
}

/// Plays a lesson by its own orders.
fn rehearse(shelf: &Shelf, lesson: &Lesson) -> Result<String, (usize, String)> {
    let game = shelf.game(&lesson.game).map_err(|e| (1, e.to_string()))?;
    let played = lessons::rehearse(lesson, game).map_err(|wrong| (wrong.line, wrong.why))?;
    let (steps, orders) = (lesson.steps.len(), played.orders.len());
    let end = played.outcome.map_or_else(|| "the match goes on".to_owned(), |o| o.how.to_owned());
    Ok(format!("{steps} steps, {orders} orders, {end}"))
}

fn check_path(shelf: &Shelf, path: &Path) -> Result<String, String> {
    let name = path.display();
    if path.is_dir() {
        let content = read_content(path).map_err(|e| format!("{e:#}"))?;
        return check_content(&content).map_err(|why| format!("{name}: {why}"));
    }
    let bytes = fs::read(path).map_err(|e| format!("{name}: {e}"))?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let line = line_at(e.as_bytes(), e.utf8_error().valid_up_to());
        format!("{name}:{line}: expected UTF-8 text")
    })?;
    let file = path.file_name().map(|f| f.to_string_lossy().into_owned()).unwrap_or_default();
    if is_lesson(path, &text) {
        let lesson = lessons::read(&name.to_string(), &text).map_err(|e| e.to_string())?;
        return rehearse(shelf, &lesson).map_err(|(line, why)| format!("{name}:{line}: {why}"));
    }
    let component = if is_scenario(path, &text) { format!("scenarios/{file}") } else { file };
    if component.starts_with("scenarios/") || is_built_in(&component) {
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = whole.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let content = read_component(&folder, &component, &text).map_err(|e| {
            let place = if e.file == component { name.to_string() } else { e.file.clone() };
            format!("{place}:{}: {}", e.line, e.why)
        })?;
        return check_content(&content).map_err(|why| format!("{name}: {why}"));
    }
    if is_glossary(path, &text) {
        let terms = Outline::glossary(Ledger::embedded(), (&name.to_string(), &text));
        return terms.map(|terms| glossary_words(terms.len())).map_err(|e| e.to_string());
    }
    match kind_of(path, &text) {
        Kind::Log => check_log(shelf, &text).map_err(|(line, why)| format!("{name}:{line}: {why}")),
        Kind::Position(format) => {
            check_position(shelf, &text, format).map_err(|(line, why)| format!("{name}:{line}: {why}"))
        }
    }
}

/// A scenario is told from a position by its tables.
fn is_scenario(path: &Path, text: &str) -> bool {
    let table = |line: &str| ["[[force]]", "[[victory]]"].contains(&line.trim());
    path.extension().is_some_and(|ending| ending == "toml") && text.lines().any(table)
}

/// A lesson is told from a position by its steps.
fn is_lesson(path: &Path, text: &str) -> bool {
    let step = |line: &str| line.trim() == "[[step]]";
    path.extension().is_some_and(|ending| ending == "toml") && text.lines().any(step)
}

/// A glossary is told by its tables, too.
fn is_glossary(path: &Path, text: &str) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
        && text.lines().any(|line| line.trim() == "[[term]]")
}

fn glossary_words(count: usize) -> String {
    format!("{count} words, each with its entry")
}

enum Kind {
    Log,
    Position(Format),
}

fn kind_of(path: &Path, text: &str) -> Kind {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    match ending.as_str() {
        "jsonl" => Kind::Log,
        "toml" => Kind::Position(Format::Toml),
        _ if first.contains("\"heatray\":") => Kind::Log,
        _ if ending == "json" || text.trim_start().starts_with('{') => Kind::Position(Format::Json),
        _ => Kind::Position(Format::Toml),
    }
}

fn check_content(shelf: &Shelf) -> Result<String, String> {
    for game in shelf.games() {
        for (name, found) in scenarios(game) {
            found.map_err(|why| format!("{name} can not be played with it: {why}"))?;
        }
    }
    for lesson in shelf.lessons() {
        rehearse(shelf, lesson).map_err(|(line, why)| format!("{}:{line}: {why}", lesson.file))?;
    }
    Ok("every scenario begins with it".to_owned())
}

fn check_log(shelf: &Shelf, text: &str) -> Result<String, (usize, String)> {
    let placed = |error: LogError| {
        let said = error.to_string();
        let line = match &error {
            LogError::Line { line, .. } | LogError::Refused { line, .. } | LogError::Hash { line, .. } => {
                *line
            }
            LogError::Version { .. } | LogError::Setup(_) => 1,
        };
        (line, said.strip_prefix(&format!("line {line}: ")).unwrap_or(&said).to_owned())
    };
    let id = table::log::game_of(text).map_err(placed)?;
    let game = shelf.game(&id).map_err(|e| (1, e.to_string()))?;
    let verified = game.verify_log(text).map_err(placed)?;
    if verified.ok {
        return Ok(format!("{} orders lead to {}", verified.orders, verified.hash));
    }
    let last = text.lines().count().max(1);
    let (last, proof) = (last - usize::from(verified.proof.is_some()), verified.proof);
    if let Some(why) = proof.and_then(|proof| proof.why) {
        return Err((last + 1, format!("the proof does not hold: {why}")));
    }
    Err((last, format!("expected the hash that the orders lead to: {}", verified.hash)))
}

fn check_position(shelf: &Shelf, text: &str, format: Format) -> Result<String, (usize, String)> {
    let named = named(text, format);
    if let Some(id) = &named {
        shelf.game(id).map_err(|e| (line_of(text, format, GAME), e.to_string()))?;
    }
    let mut wrongs = Vec::new();
    // One that names no game is tried with each.
    for (game, read) in shelf.readers().filter(|(game, _)| named.as_ref().is_none_or(|id| id == game.id())) {
        match read(text, format) {
            Err(wrong) => wrongs.push((wrong.line, wrong.why)),
            Ok(position) => {
                let begun = game
                    .load_position(&position, 1)
                    .map_err(|error| (line_of(text, format, &error.place), error.to_string()))?;
                return Ok(format!("a position of {} in turn {}", game.title(), begun.turn()));
            }
        }
    }
    Err(wrongs.into_iter().next().unwrap_or((1, "no game reads it".to_owned())))
}
