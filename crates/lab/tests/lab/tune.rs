//! Weights that are fitted by play.

use crate::{battle, folder, names, triplanes, worlds};
use lab::{Batch, Ear, Journal, LabError, Mode, Tune, TuneReport, games_of_tune, tune};
use serde_json::json;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use table::face::{AnyGame, Shelved, Starter};
use table::{Game, SetupRequest, Weight};
use worlds::{Content, State};

fn core() -> Vec<Box<dyn Starter>> {
    ["core", "refugee-crisis"].map(|id| worlds().starter(&SetupRequest::of(id, &[])).unwrap()).into()
}

fn weights() -> Vec<Weight> {
    State::weights(&Content::built_in()).to_vec()
}

/// A fit of these weights of The War of the Worlds.
fn wish(weights: Vec<Weight>, moved: &[&str]) -> Tune {
    let place = |name: &&str| weights.iter().position(|weight| weight.name == *name).unwrap();
    Tune {
        bot: "steward".to_owned(),
        moved: moved.iter().map(place).collect(),
        weights,
        rounds: 3,
        games: 60,
        confirm: 200,
        seed: 1,
        threads: 0,
        max_orders: 100_000,
    }
}

fn timeless(report: TuneReport) -> TuneReport {
    TuneReport { seconds: 0.0, ..report }
}

/// The built-in files, with another value for a weight.
fn files_with<'a>(built_in: &[(&'a str, &'a str)], judgement: &'a str) -> Vec<(&'a str, &'a str)> {
    let own = |(name, text): &(&'a str, &'a str)| {
        (*name, if *name == "judgement.toml" { judgement } else { *text })
    };
    built_in.iter().map(own).collect()
}

#[test]
fn no_rule_asks_what_bots_judge_by() {
    let built_in = worlds::content::BUILT_IN;
    let text = built_in.iter().find(|(name, _)| *name == "judgement.toml").unwrap().1;
    let other = text.replacen("value = 10.0", "value = 3.0", 1).replacen("value = 60.0", "value = 20.0", 1);
    let content = std::sync::Arc::new(Content::parse(&files_with(built_in, &other)).unwrap());
    assert_ne!(State::weights(&content), weights());
    let (ours, theirs) = (worlds(), Shelved::<State>::new(content));
    assert_eq!(ours.content(), theirs.content(), "it is no part of what a match is known by");

    let request = SetupRequest::of("core", &[]);
    let log = |game: &Shelved<State>| {
        let batch = Batch { games: 1, bots: names(&["steward"]), ..Batch::default() };
        lab::log_of(game.starter(&request).unwrap().as_ref(), &batch, 0).unwrap()
    };
    let (one, other) = (log(&ours), log(&theirs));
    assert_ne!(one, other, "the steward decides otherwise");
    for log in [one, other] {
        let [here, there] = [&ours, &theirs].map(|game| game.verify_log(&log).unwrap());
        assert!(here.ok && here == there, "{here:?} {there:?}");
    }
}

#[test]
fn every_weight_of_a_game_is_taken_and_can_be_left_alone() {
    fn values<G: Game>(content: &G::Content) -> Vec<f64> {
        G::weights(content).iter().map(|weight| weight.value).collect()
    }
    let triplanes_values = values::<::triplanes::State>(&::triplanes::Content::built_in());
    for (starter, bot, values) in [
        (battle("bring-proof"), "cadet", triplanes_values),
        (core().remove(0), "steward", values::<State>(&Content::built_in())),
    ] {
        assert!(values.len() > 20, "{bot}");
        let play = |values: Option<&[f64]>| {
            let mut game = starter.start(3).unwrap();
            let mut bots: Vec<_> = game.seats().iter().map(|_| bots::by_name(bot, 5).unwrap()).collect();
            if let Some(values) = values {
                game.judge_by(values);
            }
            while let Some((prompt, seat)) = game.owed() {
                assert!(bots::answer(bots[seat.index()].as_mut(), game.as_mut(), prompt, seat));
            }
            game.hash()
        };
        assert_eq!(play(None), play(Some(&values)), "{bot}");
        assert_eq!(play(None), play(Some(&values[1..])), "{bot}: not as many values as there are weights");
        assert_ne!(play(None), play(Some(&vec![0.0; values.len()])), "{bot}");
    }
}

#[test]
fn a_value_that_was_spoilt_is_found_again_and_the_comparison_says_so() {
    // Nobody buys a Gun for so little.
    let mut spoilt = weights();
    spoilt.iter_mut().find(|weight| weight.name == "siege_gun_rank").unwrap().value = -50.0;
    let wish = wish(spoilt, &["siege_gun_rank"]);
    let (played, left) = (AtomicU64::new(0), Cell::new(games_of_tune(&core(), &wish).unwrap()));
    let ear = Ear {
        played: &|| {
            played.fetch_add(1, Ordering::Relaxed);
        },
        dropped: &|games| left.set(left.get() - games),
        tried: &|_| {},
    };
    let found = tune(&core(), &wish, None, ear).unwrap();
    let confirmation = found.confirmation.as_ref().unwrap();
    assert!(found.better && confirmation.low > 0.0 && found.mode == Mode::SameSeat, "{found:?}");
    assert!(found.weights.iter().any(|moved| moved.before.total_cmp(&moved.after).is_ne()), "{found:?}");
    assert_eq!(
        (played.into_inner(), left.get()),
        (found.games + found.confirmed, found.games + found.confirmed)
    );
    assert_eq!(found.first_fault, None);
}

#[test]
fn a_weight_without_meaning_in_a_scenario_stays_and_is_compared_with_nobody() {
    // In a core game nobody is left to march for Guns that are never bought.
    let mut idle = weights();
    for name in ["siege_gun_rank", "field_gun_rank", "discount_rank", "gun_here", "gun_near", "gun_company"] {
        idle.iter_mut().find(|weight| weight.name == name).unwrap().value = -50.0;
    }
    let wish = Tune { rounds: 2, ..wish(idle, &["gun_near", "gun_company"]) };
    let found = tune(&core()[..1], &wish, None, Ear::DEAF).unwrap();
    assert_eq!((found.confirmation.clone(), found.better, found.confirmed), (None, false, 0));
    assert!(
        found.trials.iter().all(|trial| !trial.taken && trial.seeds == 15),
        "dropped after a quarter: {found:?}"
    );
}

#[test]
fn threads_and_journals_do_not_change_a_fit() {
    let journal = |file: &std::path::Path| Journal::open(file, &json!({ "seed": 1 })).unwrap();
    let file = folder("tune").join("games.jsonl");
    let sides: Vec<Box<dyn Starter>> = vec![battle("simple-battle"), battle("bring-proof")];
    let flown = ::triplanes::State::weights(&::triplanes::Content::built_in()).to_vec();
    let flown = Tune {
        bot: "cadet".to_owned(),
        rounds: 1,
        games: 8,
        confirm: 4,
        weights: flown,
        ..wish(weights(), &[])
    };
    let flown = Tune { moved: vec![1], ..flown };
    for (starters, wish) in [(core(), wish(weights(), &["plans", "flight_step"])), (sides, flown)] {
        let with = |threads| tune(&starters, &Tune { threads, ..wish.clone() }, None, Ear::DEAF).unwrap();
        let whole = timeless(with(1));
        assert_eq!(timeless(with(2)), whole);
        assert!(whole.trials.len() > 1 && whole.games > 0);

        let _ = std::fs::remove_file(&file);
        assert_eq!(timeless(tune(&starters, &wish, Some(&journal(&file)), Ear::DEAF).unwrap()), whole);
        let text = std::fs::read_to_string(&file).unwrap();
        let half: String = text.split_inclusive('\n').take(text.lines().count() / 2).collect();
        std::fs::write(&file, half).unwrap();
        let played = AtomicU64::new(0);
        let count = || {
            played.fetch_add(1, Ordering::Relaxed);
        };
        let ear = Ear { played: &count, ..Ear::DEAF };
        assert_eq!(timeless(tune(&starters, &wish, Some(&journal(&file)), ear).unwrap()), whole);
        assert!(played.into_inner() < whole.games + whole.confirmed, "some of them stood in the journal");
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let good = wish(weights(), &["plans"]);
    let refused = |starters: &[Box<dyn Starter>], wish: Tune| match tune(starters, &wish, None, Ear::DEAF) {
        Err(LabError::Settings(why)) => why,
        other => panic!("{other:?}"),
    };
    let few = "a fit needs a scenario, a round, 8 games of a trial and 2 of the comparison, or more";
    assert_eq!(refused(&core(), Tune { games: 7, ..good.clone() }), few);
    assert_eq!(refused(&core(), Tune { rounds: 0, ..good.clone() }), few);
    assert_eq!(refused(&[], good.clone()), few);
    let none = "a fit needs a weight or more that the game has";
    assert_eq!(refused(&core(), Tune { moved: Vec::new(), ..good.clone() }), none);
    assert_eq!(refused(&core(), Tune { moved: vec![99], ..good.clone() }), none);
    let solo = triplanes().starter(&SetupRequest::of("a-lonely-invader", &[("setup", "quick")])).unwrap();
    let mixed = [battle("simple-battle"), solo];
    let why = refused(&mixed, Tune { bot: "random".to_owned(), ..good });
    assert_eq!(why, "in some of these scenarios one side plays itself, and not in the others");
}
