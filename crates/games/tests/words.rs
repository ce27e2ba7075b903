//! Whatever a person reads is written for people: no ids, no program's names, no "1 units". Every legal order of random games of
//! every game is read, and what was asked, what happened and how the aims stand as well.

use games::Shelf;
use std::collections::{BTreeMap, BTreeSet};
use table::conformance::games as how_many;
use table::face::{AnyGame, AnyMatch};
use table::{Dice, SetupRequest, Viewer};

/// Nobody plays longer than this at random.
const LONGEST: usize = 20_000;

/// What is said of a place that is told in figures alone.
const PLACE: &str = "a place in figures";

/// What is wrong with a text, if anything.
fn odd(text: &str) -> Option<String> {
    let told = without_figures(text);
    // A word of the book.
    let told = told.replace("MegaHex", "Megahex");
    let words: Vec<&str> = told.split_whitespace().collect();
    for sign in ['_', '{', '}', '"', '#', '|', '<', '>'] {
        if told.contains(sign) {
            return Some(format!("{sign:?}"));
        }
    }
    for (n, pair) in words.windows(2).enumerate() {
        let noun = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric());
        // "Gun 1 turns": the number of a piece, not how many there are.
        let piece = n > 0 && words[n - 1].ends_with(char::is_alphabetic);
        let named = piece && pair[0] == "1" && matches!(noun, "turns" | "stands" | "hits");
        if is_one(pair[0]) && is_plural(noun) && !named {
            return Some(format!("{} {noun}", pair[0]));
        }
    }
    // "2 in east of the river" reads like "in the east".
    for (n, pair) in words.windows(2).enumerate() {
        let figure = pair[0].trim_start_matches('(');
        let after = words.get(n + 2).copied().unwrap_or_default();
        let unit = pair[1].strip_prefix("in").is_some_and(|rest| match rest {
            "" => after.is_empty() || is_way(after),
            rest => rest.chars().all(|c| c.is_ascii_punctuation()),
        });
        if unit && is_number(figure) {
            return Some("inches, shortened".to_owned());
        }
    }
    for word in &words {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let code = bare.contains("::")
            || bare.chars().zip(bare.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
        let name = bare.strip_prefix("Mc").is_none() && bare.strip_prefix("Mac").is_none();
        if (code && name) || matches!(bare, "None" | "Some" | "null" | "true" | "false" | "NaN" | "inf") {
            return Some(bare.to_owned());
        }
        // 900,900 is a place for a program.
        if bare.split_once(',').is_some_and(|(a, b)| is_number(a) && is_number(b) && b.len() != 3) {
            return Some(PLACE.to_owned());
        }
    }
    // (453.2, 120.0) is one, too.
    let places = words.windows(2).find(|pair| {
        let first = pair[0].strip_suffix(',').and_then(|word| word.strip_prefix('('));
        first.is_some_and(is_number) && is_number(pair[1].trim_end_matches(|c: char| !c.is_ascii_digit()))
    });
    places.map(|_| PLACE.to_owned())
}

/// Figures behind words for them stand in angle brackets; a reader does not see them unless he asks for them.
fn without_figures(text: &str) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('⟨') {
        told.push_str(before);
        rest = after.split_once('⟩').map_or("", |(_, after)| after);
    }
    told + rest
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '-')
}

/// What may stand behind a length.
fn is_way(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    let winds = ["north", "east", "south", "west"];
    winds.iter().any(|wind| word.starts_with(wind))
        || matches!(word, "from" | "to" | "away" | "left" | "of" | "straight")
}

fn is_one(word: &str) -> bool {
    matches!(word.trim_start_matches(['(', '[']), "1" | "one" | "One" | "a" | "A" | "an")
}

/// What is counted at these tables. Any word that ends with an s would be too much: "infantry 1 fires".
fn is_plural(word: &str) -> bool {
    const COUNTED: [&str; 40] = [
        "airplanes",
        "bombs",
        "bursts",
        "canisters",
        "cards",
        "choices",
        "columns",
        "counters",
        "cylinders",
        "dice",
        "energies",
        "faces",
        "guns",
        "harbours",
        "hexes",
        "hits",
        "inches",
        "levels",
        "loads",
        "machines",
        "megahexes",
        "objectives",
        "orders",
        "paces",
        "phases",
        "pictures",
        "planes",
        "points",
        "purchases",
        "refugees",
        "rockets",
        "rounds",
        "ships",
        "shots",
        "spaces",
        "stands",
        "tripods",
        "turns",
        "units",
        "zones",
    ];
    COUNTED.contains(&word.to_lowercase().as_str())
}

/// What is found odd, by what it is, with one example.
#[derive(Default)]
struct Found {
    read: BTreeSet<String>,
    odd: BTreeMap<String, String>,
}

impl Found {
    fn read(&mut self, kind: &str, text: &str, context: &dyn Fn() -> String) {
        if !self.read.insert(text.to_owned()) {
            return;
        }
        if let Some(what) = odd(text) {
            self.odd.entry(format!("{kind}: {what}")).or_insert_with(|| format!("{text:?} {}", context()));
        }
    }
}

/// Plays one game at random, and reads all that is offered and told in it.
fn play(game: &dyn AnyGame, request: &SetupRequest, seed: u64, found: &mut Found) {
    let mut play = game.new_match(request, seed).expect("a match");
    let mut dice = Dice::derive(seed, 0x0a0d);
    let mut told = 0;
    for _ in 0..LONGEST {
        read_events(play.as_ref(), &mut told, found);
        let Some((prompt, seat)) = play.owed() else { return };
        for asked in play.open(Viewer::Seat(seat)) {
            found.read("prompt", &asked.text, &String::new);
        }
        play.each_legal(seat, &mut |order, row| {
            let row = row();
            let context = || format!("of {order} ({:?}, {:?})", row.label, row.detail);
            if row.label.trim().is_empty() {
                found.odd.entry("no label".to_owned()).or_insert_with(|| order.to_string());
            }
            found.read("label", &row.label, &context);
            found.read("detail", &row.detail, &context);
            found.read("group", &row.group, &context);
            true
        });
        for goal in play.goals(Viewer::Seat(seat)) {
            found.read("goal", &goal.text, &String::new);
            found.read("goal", &goal.state, &String::new);
        }
        assert!(play.draw(prompt, &mut dice), "{}: nothing is legal", request.scenario);
    }
}

fn read_events(play: &dyn AnyMatch, told: &mut usize, found: &mut Found) {
    let now = play.happened();
    for seat in play.seats() {
        for event in play.seen_since(Viewer::Seat(seat.id), *told) {
            // The log of Tripods & Hussars tells places in inches of the map, as its book measures.
            if play.game() == "hussars" && odd(&event.text).as_deref() == Some(PLACE) {
                continue;
            }
            found.read("event", &event.text, &String::new);
        }
    }
    *told = now;
}

/// How many threads read the games of one table: the longest of them would be read alone at the end otherwise.
const READERS: usize = 2;

fn every_order_reads_well(id: &str) {
    let shelf = Shelf::default().with_examples();
    let game = shelf.get(id).expect("a game");
    let scenarios = game.scenarios();
    let read_from = &|first: usize| {
        let mut found = Found::default();
        for n in (first..how_many(200) as usize).step_by(READERS) {
            let card = &scenarios[n % scenarios.len()];
            let variant = (!card.variants.is_empty())
                .then(|| card.variants[n / scenarios.len() % card.variants.len()].clone());
            let request = SetupRequest { scenario: card.id.clone(), variant, options: BTreeMap::new() };
            play(game, &request, n as u64, &mut found);
        }
        found
    };
    let mut found = Found::default();
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..READERS).map(|first| scope.spawn(move || read_from(first))).collect();
        for reader in readers {
            let Found { read, odd } = reader.join().expect("every game is played to its end");
            found.read.extend(read);
            found.odd.extend(odd);
        }
    });
    assert!(found.read.len() > 5, "{id}: nothing was read");
    let list: Vec<String> = found.odd.iter().map(|(what, text)| format!("{what}\n    {text}")).collect();
    assert!(list.is_empty(), "{id}, of {} texts:\n{}", found.read.len(), list.join("\n"));
}

#[test]
fn every_legal_order_of_tripods_and_triplanes_is_told_in_words() {
    every_order_reads_well("triplanes");
}

#[test]
fn every_legal_order_of_the_war_of_the_worlds_is_told_in_words() {
    every_order_reads_well("worlds");
}

#[test]
fn every_legal_order_of_tripods_and_hussars_is_told_in_words() {
    every_order_reads_well("hussars");
}

#[test]
fn every_legal_order_of_winged_victory_is_told_in_words() {
    every_order_reads_well("victory");
}

#[test]
fn every_legal_order_of_the_example_is_told_in_words() {
    every_order_reads_well("ambush");
}

#[test]
fn every_game_on_the_shelf_is_read() {
    let shelf = Shelf::default().with_examples();
    let games: BTreeSet<&str> = shelf.games().map(AnyGame::id).collect();
    assert_eq!(games, BTreeSet::from(["ambush", "hussars", "triplanes", "victory", "worlds"]));
}

/// What a match is about, for each side, and how it ends.
#[test]
fn every_scenario_has_a_briefing_and_goals() {
    for game in Shelf::default().with_examples().games() {
        for card in game.scenarios() {
            let variants = if card.variants.is_empty() {
                vec![None]
            } else {
                card.variants.iter().cloned().map(Some).collect()
            };
            for variant in variants {
                let of = format!("{} {} {variant:?}", game.id(), card.id);
                let request = SetupRequest { scenario: card.id.clone(), variant, options: BTreeMap::new() };
                let play = game.new_match(&request, 1).unwrap_or_else(|e| panic!("{of}: {e}"));
                let briefing = play.briefing();
                assert!(!briefing.about.trim().is_empty(), "{of}: what it is about");
                assert!(!briefing.know.is_empty(), "{of}: what is good to know");
                for seat in play.seats() {
                    let goals = play.goals(Viewer::Seat(seat.id));
                    assert!(!goals.is_empty(), "{of}: the aims");
                    for text in goals
                        .iter()
                        .flat_map(|goal| [&goal.text, &goal.state])
                        .chain([&briefing.about])
                        .chain(&briefing.know)
                    {
                        assert_eq!(odd(text), None, "{of}: {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_a_program_would_write_is_found() {
    for text in [
        "C_immelmann in space 1",
        "1 units are left",
        "+bombs:2 {x}",
        "moves to (453.2, 120.0)",
        "placed at 900,9",
        "CityHex burns",
        "Some hit: None",
        "draws a cards",
    ] {
        assert!(odd(text).is_some(), "{text}");
    }
    for text in [
        "1 unit is left",
        "moves to the south ⟨453.2, 120.0, 90°⟩",
        "1,000 points",
        "Turn 1 is over",
        "a pass over it",
    ] {
        assert_eq!(odd(text), None, "{text}");
    }
}
