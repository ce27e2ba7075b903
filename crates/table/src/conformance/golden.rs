//! A whole match as text that a person reads in review, kept in git.

use super::walk::pick;
use crate::dice::Dice;
use crate::event::Event;
use crate::game::{Game, SetupRequest};
use crate::play::Match;
use crate::seat::Viewer;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// No golden playthrough is longer; nobody would read it.
const MAX_ORDERS: usize = 10_000;

/// One random match in words, with the umpire's eyes: set-up, orders, events with their rules, outcome, hash.
pub fn playthrough<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, seed: u64) -> String {
    let mut played = Match::<G>::new(content, request, seed)
        .unwrap_or_else(|e| panic!("{}: the request can not be set up: {e}", G::ID));
    let mut dice = Dice::derive(seed, 1);
    let header = played.header().clone();
    let mut text = format!("{}: {}", G::TITLE, request.scenario);
    let options = request.options.iter().map(|(option, value)| format!("{option}={value}"));
    for word in request.variant.iter().cloned().chain(options) {
        text.push_str(", ");
        text.push_str(&word);
    }
    let (id, rules, dice_name, content) = (G::ID, header.rules, header.dice, header.content);
    line(&mut text, format_args!("\n{id} rules {rules}, dice {dice_name}, content {content}, seed {seed}"));
    for seat in played.state().seats() {
        line(&mut text, format_args!("{}: {} ({})", seat.id, seat.name, seat.team_name));
    }
    line(&mut text, format_args!("\nset-up"));
    tell(&mut text, &played, 0);
    while played.state().outcome().is_none() {
        let orders = played.entries().len();
        assert!(orders < MAX_ORDERS, "{}: endless: no outcome after {orders} orders", G::ID);
        let (prompt, n) = pick(&played, &mut dice);
        let asked = played.prompts()[prompt];
        let told = played.events().len();
        let order = played.state().option(&asked, n);
        let words = played.state().order_text(&order);
        let name =
            played.state().seats().iter().find(|s| s.id == asked.seat).map_or("?", |s| &s.name).to_owned();
        let turn = played.state().turn();
        played.choose(prompt, n);
        line(&mut text, format_args!("\n{}. turn {turn}, {name}: {words}", orders + 1));
        tell(&mut text, &played, told);
    }
    if let Some(end) = played.state().outcome() {
        let winner = end.winner_name.map_or_else(|| "a draw".to_owned(), |name| format!("won by {name}"));
        let grade = end.grade.map(|g| format!(", {g}")).unwrap_or_default();
        line(&mut text, format_args!("\noutcome: {winner}{grade}, {} [{}]", end.how, end.rule));
    }
    line(&mut text, format_args!("hash {}", played.hash()));
    text
}

fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing to a string can not fail.
    let _ = writeln!(text, "{words}");
}

fn tell<G: Game>(text: &mut String, played: &Match<G>, from: usize) {
    let seen = |e: &Event<G::What>| e.seen_by(Viewer::Umpire).map(|w| (played.state().tell(w), e.rule));
    for (words, rule) in played.events()[from..].iter().filter_map(seen) {
        line(text, format_args!("   {words} [{rule}]"));
    }
}

/// Compares one random match with the text of this name among a crate's golden playthroughs.
pub fn golden<G: Game>(home: &str, name: &str, content: &Arc<G::Content>, request: &SetupRequest, seed: u64) {
    assert_golden(format!("{home}/tests/golden/{name}.txt"), &playthrough::<G>(content, request, seed));
}

/// Compares a text with the golden file, relative to the crate whose test runs. With `HEATRAY_BLESS=1` in the
/// environment the file is written instead. The only place in this crate that touches files.
pub fn assert_golden(path: impl AsRef<Path>, text: &str) {
    if let Err(why) = compare_golden(path.as_ref(), text, is_blessed()) {
        panic!("{why}");
    }
}

/// Whether golden files are written instead of compared.
pub(super) fn is_blessed() -> bool {
    std::env::var_os("HEATRAY_BLESS").is_some_and(|v| v == "1")
}

pub(super) fn compare_golden(path: &Path, text: &str, bless: bool) -> Result<(), String> {
    let name = path.display();
    if bless {
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        return folder.and_then(|()| std::fs::write(path, text)).map_err(|e| format!("{name}: {e}"));
    }
    let how =
        "if the change is meant, run the test again with HEATRAY_BLESS=1 and read the difference in git";
    let golden = std::fs::read_to_string(path).map_err(|e| format!("{name}: {e}; {how}"))?;
    let mut lines = golden.lines();
    for (number, now) in text.lines().enumerate().map(|(i, l)| (i + 1, l)) {
        match lines.next() {
            Some(was) if was == now => {}
            Some(was) => return Err(format!("{name}:{number}: was {was:?}, is now {now:?}; {how}")),
            None => return Err(format!("{name}:{number}: ended here, goes on now with {now:?}; {how}")),
        }
    }
    match lines.next() {
        Some(was) => Err(format!("{name}: went on with {was:?}, ends now; {how}")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_golden_file_is_written_when_blessed_and_compared_else() {
        let folder = std::env::temp_dir().join(format!("heatray-golden-{}", std::process::id()));
        let path = folder.join("deep").join("game.txt");
        let name = path.display();
        let how =
            "if the change is meant, run the test again with HEATRAY_BLESS=1 and read the difference in git";
        let missing = compare_golden(&path, "a\nb\n", false).unwrap_err();
        assert!(missing.starts_with(&format!("{name}: ")) && missing.ends_with(how), "{missing}");
        assert_eq!(compare_golden(&path, "a\nb\n", true), Ok(()));
        assert_eq!(compare_golden(&path, "a\nb\n", false), Ok(()));
        let differs = compare_golden(&path, "a\nc\n", false);
        assert_eq!(differs, Err(format!("{name}:2: was \"b\", is now \"c\"; {how}")));
        let longer = compare_golden(&path, "a\nb\nc\n", false);
        assert_eq!(longer, Err(format!("{name}:3: ended here, goes on now with \"c\"; {how}")));
        let shorter = compare_golden(&path, "a\n", false);
        assert_eq!(shorter, Err(format!("{name}: went on with \"b\", ends now; {how}")));
        assert_eq!(compare_golden(&path, "a\n", true), Ok(()));
        assert_golden(&path, "a\n");
        // Who blesses writes what he is shown.
        let other = std::panic::catch_unwind(|| assert_golden(&path, "b\n"));
        assert_eq!(other.is_err(), !is_blessed());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
