//! Transcripts: what is told and thought along a match, and that a twin which differs in a word or a figure is noticed.

mod games;

use ambush::Ambush;
use games::bids::{self, Bids};
use games::fault;
use games::race::{self, Race};
use std::panic::catch_unwind;
use table::conformance::{Course, follow, transcript};

type Fair = Race<{ fault::NONE }>;

const COURSE: Course = Course { seed: 5, orders: 40, looks: 1, every: 1, whims: 3, later: 1 };
const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// The two tables of a match that goes on by these orders as far as it can.
fn along<const FAULT: u8>(old: &str) -> [String; 2] {
    follow::<Race<FAULT>>(&race::content(), &race::request(), COURSE, old, true).unwrap().texts()
}

/// The columns that are not the same in two tables of the same decisions.
fn columns(one: &str, other: &str) -> Vec<String> {
    let rows = |text: &str| text.lines().filter(|l| l.contains(" | ")).map(str::to_owned).collect::<Vec<_>>();
    let names = one.lines().find(|line| line.starts_with("state ") || line.starts_with("mused ")).unwrap();
    let (one, other) = (rows(one), rows(other));
    assert_eq!(one.len(), other.len(), "as many decisions");
    let differs = |n: usize| one.iter().zip(&other).any(|(a, b)| a.split(' ').nth(n) != b.split(' ').nth(n));
    names.split(' ').enumerate().filter(|(n, _)| differs(*n)).map(|(_, name)| name.to_owned()).collect()
}

#[test]
fn the_race_is_told_and_thought_of_as_it_was() {
    transcript::<Fair>(HOME, "race", &race::content(), &race::request(), COURSE);
}

#[test]
fn the_bids_are_told_and_thought_of_as_they_were() {
    let request = bids::request();
    transcript::<Bids<{ fault::NONE }>>(HOME, "bids", &bids::content(), &request, COURSE);
}

#[test]
fn the_ambush_is_told_and_thought_of_as_it_was() {
    let (content, request) = (ambush::Content::built_in(), ambush::request());
    transcript::<ambush::State>(HOME, "ambush", &content, &request, COURSE);
}

#[test]
fn the_same_match_has_the_same_tables_and_its_orders_are_given_again() {
    let first = along::<{ fault::NONE }>("");
    assert_eq!(along::<{ fault::NONE }>(""), first);
    assert_eq!(along::<{ fault::NONE }>(&first[0]), first);
    let kept = follow::<Fair>(&race::content(), &race::request(), COURSE, &first[0], false).unwrap();
    assert_eq!(kept.texts(), first);
    let cut = first[0].rfind("\n> ").unwrap();
    let short = follow::<Fair>(&race::content(), &race::request(), COURSE, &first[0][..=cut], false).unwrap();
    assert!(short.texts()[0].len() < first[0].len(), "no order is made up");
    let longer = follow::<Fair>(&race::content(), &race::request(), COURSE, &first[0][..=cut], true).unwrap();
    assert!(longer.texts()[0].len() >= first[0].len(), "unless it may be");
    let other = Course { seed: 6, ..COURSE };
    let other = follow::<Fair>(&race::content(), &race::request(), other, &first[0], false).unwrap();
    assert!(!other.texts()[0].contains("\n> "), "the orders of another match are not given");
}

#[test]
fn as_many_orders_are_given_and_looked_at_as_the_course_says() {
    let course = Course { orders: 5, looks: 2, every: 2, ..COURSE };
    let [table, judgement] =
        follow::<Fair>(&race::content(), &race::request(), course, "", true).unwrap().texts();
    let count = |text: &str, part: &str| text.lines().filter(|line| line.contains(part)).count();
    assert_eq!(table.lines().filter(|line| line.starts_with("> ")).count(), 5);
    // Orders 0, 2 and 4 are looked at, two to a line.
    assert_eq!((count(&table, " | "), count(&judgement, " | ")), (2, 2));
    assert!(table.contains(" | 0. ") && table.contains(" | 4. "), "{table}");
    let far = |later| {
        let course = Course { later, ..course };
        follow::<Fair>(&race::content(), &race::request(), course, "", true).unwrap().texts()
    };
    assert_eq!(columns(&judgement, &far(0)[1]), ["later"]);
}

#[test]
fn a_word_shows_in_the_table_alone() {
    let [table, judgement] = along::<{ fault::NONE }>("");
    let [words, same] = along::<{ fault::SAYS_ANOTHER_WORD }>(&table);
    assert_eq!(columns(&table, &words), ["orders", "rows"]);
    assert_eq!(judgement, same);
}

#[test]
fn a_figure_of_judgement_shows_in_its_own_table_alone_and_the_match_stays() {
    let [table, judgement] = along::<{ fault::NONE }>("");
    let [same, figures] = along::<{ fault::APPRAISES_A_HAIR_MORE }>(&table);
    assert_eq!(columns(&judgement, &figures), ["worth", "outlook", "ahead", "later"]);
    assert_eq!(table, same);
    let [same, mind] = along::<{ fault::ROLLS_ON }>(&table);
    assert!(columns(&judgement, &mind).iter().any(|name| name == "reflex"));
    assert_eq!(table, same, "who would play otherwise is told of the same match");
    assert_ne!(table, along::<{ fault::ROLLS_ON }>("")[0]);
}

fn ambushed<const FAULT: u8>(old: &str) -> [String; 2] {
    let content = ambush::Content::built_in();
    follow::<Ambush<FAULT>>(&content, &ambush::request(), COURSE, old, true).unwrap().texts()
}

#[test]
fn what_an_order_brings_is_told() {
    let ambush =
        |text: &[String; 2], other: &[String; 2]| (columns(&text[0], &other[0]), text[1] == other[1]);
    let fair = ambushed::<{ fault::NONE }>("");
    let lies = ambushed::<{ fault::PREVIEW_LIES }>(&fair[0]);
    assert_eq!(ambush(&fair, &lies), (["rows", "previews", "kept"].map(str::to_owned).to_vec(), true));
    let goals = ambushed::<{ fault::GOALS_KNOW_THE_POST }>(&fair[0]);
    assert_eq!(ambush(&fair, &goals), (["trials", "goals"].map(str::to_owned).to_vec(), true));
    let words = ambushed::<{ fault::ORDER_WITHOUT_WORDS }>(&fair[0]);
    assert!(ambush(&fair, &words).0.contains(&"rows".to_owned()));
}

type Refuses = Race<{ fault::REFUSES_A_LISTED_ORDER }>;

#[test]
fn an_order_that_is_refused_is_named_or_another_one_is_chosen() {
    let [table, _] = along::<{ fault::NONE }>("");
    assert!(table.contains(r#"{"kind":"hold"}"#), "{table}");
    let go = |may_part| follow::<Refuses>(&race::content(), &race::request(), COURSE, &table, may_part);
    let why = go(false).unwrap_err();
    assert!(why.contains(" is refused: Hold: ") && why.contains("not today"), "{why}");
    assert!(!go(true).unwrap().texts()[0].contains(r#"{"kind":"hold"}"#));
    let moon = table::SetupRequest::of("moon", &[]);
    let why = follow::<Fair>(&race::content(), &moon, COURSE, "", true).unwrap_err();
    assert_eq!(why, "race: the request can not be set up: scenario: expected heath, found \"moon\"");
}

/// What is said of a game by the files of this name.
fn hold<const FAULT: u8>(home: &str, name: &str) -> Option<String> {
    let (content, request) = (race::content(), race::request());
    let held = catch_unwind(|| transcript::<Race<FAULT>>(home, name, &content, &request, COURSE));
    held.err().map(|cause| cause.downcast_ref::<String>().cloned().expect("it says why"))
}

#[test]
fn tables_are_compared_with_their_files() {
    let home = std::env::temp_dir().join(format!("heatray-transcript-{}", std::process::id()));
    let folder = home.join("tests/golden/transcripts");
    std::fs::create_dir_all(&folder).unwrap();
    let home = home.to_str().unwrap().to_owned();
    let texts = along::<{ fault::NONE }>("");
    for (part, text) in ["table", "judgement"].iter().zip(&texts) {
        std::fs::write(folder.join(format!("small.{part}.txt")), text).unwrap();
    }
    assert_eq!(hold::<{ fault::NONE }>(&home, "small"), None);
    // Who blesses writes what he is shown.
    if std::env::var_os("HEATRAY_BLESS").is_none() {
        let why = hold::<{ fault::SAYS_ANOTHER_WORD }>(&home, "small").expect("a word was changed");
        assert!(why.starts_with("changed: orders ") && why.contains("small.table.txt:"), "{why}");
        assert!(why.contains("is now:\n") && !why.contains("judgement.txt"), "{why}");
        let why = hold::<{ fault::APPRAISES_A_HAIR_MORE }>(&home, "small").expect("a figure was changed");
        assert!(why.starts_with("changed: worth ") && why.contains("small.judgement.txt:"), "{why}");
        let why = hold::<{ fault::NONE }>(&home, "missing").expect("there is no file");
        assert!(why.contains("missing.table.txt: ") && why.contains("missing.judgement.txt: "), "{why}");
        let why = hold::<{ fault::REFUSES_A_LISTED_ORDER }>(&home, "small").expect("an order is refused");
        assert!(why.contains("small.table.txt: order ") && why.contains("not today"), "{why}");
    }
    std::fs::remove_dir_all(home).unwrap();
}
