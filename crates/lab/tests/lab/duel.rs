//! Bots against bots.

use crate::{QUIET, battle, names, triplanes, worlds};
use lab::{Body, Duel, Mode, Pairing, duel, games_of};
use table::SetupRequest;
use table::face::AnyGame;

fn wish(bots: &[&str], games: u64, threads: usize) -> Duel {
    Duel { games, seed: 3, threads, bots: names(bots), verify: false, max_orders: 100_000 }
}

fn two(report: &lab::DuelReport) -> &Pairing {
    match &report.body {
        Body::Two(pairing) => pairing,
        Body::Many { .. } => panic!("a table of two"),
    }
}

#[test]
fn sides_are_changed_and_threads_change_nothing() {
    let starter = battle("simple-battle");
    let [one, two_threads] = [1, 2].map(|threads| {
        duel(starter.as_ref(), &wish(&["cadet", "random"], 12, threads), None, QUIET).unwrap()
    });
    assert_eq!((one.mode, one.is_clean()), (Mode::Sides, true));
    let pairing = two(&one);
    assert_eq!(pairing, two(&two_threads));
    assert_eq!(one.hash, two_threads.hash);
    assert_eq!((pairing.games, pairing.pairs, pairing.broken), (12, 6, 0));
    assert_eq!(pairing.a_wins + pairing.b_wins + pairing.draws, 12);
    for side in &pairing.sides {
        assert_eq!((side.games, side.a.games, side.b.games), (12, 6, 6), "{}", side.side);
        assert_eq!(side.wins, side.a.wins + side.b.wins);
    }
    let names: Vec<&str> = pairing.sides.iter().map(|side| side.side.as_str()).collect();
    assert_eq!(names, ["Earthlings", "Martians"]);
    assert!(pairing.score.unwrap() > 0.5, "{pairing:?}");
    let other =
        duel(starter.as_ref(), &Duel { seed: 4, ..wish(&["cadet", "random"], 12, 2) }, None, QUIET).unwrap();
    assert_ne!(other.hash, one.hash);
}

#[test]
fn changing_names_changes_signs() {
    let starter = battle("simple-battle");
    let [one, other] = [["cadet", "random"], ["random", "cadet"]]
        .map(|bots| duel(starter.as_ref(), &wish(&bots, 10, 0), None, QUIET).unwrap());
    let (one, other) = (two(&one), two(&other));
    assert_eq!((one.a_wins, one.b_wins), (other.b_wins, other.a_wins));
    assert!((one.score.unwrap() + other.score.unwrap() - 1.0).abs() < 1e-12);
    assert!((one.elo_low.unwrap() + other.elo_high.unwrap()).abs() < 1e-9);
}

#[test]
fn a_bot_is_as_good_as_itself() {
    let report =
        duel(battle("simple-battle").as_ref(), &wish(&["random", "random"], 40, 0), None, QUIET).unwrap();
    let pairing = two(&report);
    assert!(pairing.score_low < 0.5 && 0.5 < pairing.score_high, "{pairing:?}");
    assert!(pairing.elo_low.unwrap() < 0.0 && 0.0 < pairing.elo_high.unwrap());
    assert_eq!(pairing.a_wins, pairing.b_wins, "the same games, with the names changed");
}

#[test]
fn who_wins_everything_has_bounds_and_no_figure() {
    let starter = battle("bring-proof");
    let report = duel(starter.as_ref(), &wish(&["greedy", "random"], 16, 0), None, QUIET).unwrap();
    let pairing = two(&report);
    assert_eq!((pairing.a_wins, pairing.elo), (16, None), "{pairing:?}");
    let (low, high) = (pairing.elo_low.unwrap(), pairing.elo_high.unwrap());
    assert!(low > 0.0 && high.is_finite() && high > low, "{low} {high}");
    let json = serde_json::to_value(&report).unwrap();
    assert!(json["elo"].is_null() && json["elo_low"].is_number() && json["elo_high"].is_number());
}

#[test]
fn alone_with_the_game_both_play_the_same_seat() {
    let core = worlds().starter(&SetupRequest::of("core", &[])).unwrap();
    let wish_of = |bots: &[&str]| wish(bots, 60, 0);
    assert_eq!(games_of(core.as_ref(), &wish_of(&["steward", "random"])), Ok(60));
    let report = duel(core.as_ref(), &wish_of(&["steward", "random"]), None, QUIET).unwrap();
    let pairing = two(&report);
    assert_eq!((report.mode, pairing.games, pairing.pairs), (Mode::SameSeat, 60, 30));
    assert!(report.how.contains("same seats on the same seeds"));
    let [difference, low, high] = pairing.difference.unwrap();
    let rates = pairing.sides[0].a.rate - pairing.sides[0].b.rate;
    assert!((difference - rates).abs() < 1e-12, "nothing is drawn here: {difference} {rates}");
    assert!(0.0 < low && low < difference && difference < high, "{low} {difference} {high}");
    let same = duel(core.as_ref(), &wish_of(&["random", "random"]), None, QUIET).unwrap();
    let [none, low, high] = two(&same).difference.unwrap();
    assert!(none.abs() < 1e-12 && low < 0.0 && 0.0 < high);

    let solo = battle("a-lonely-invader");
    let report = duel(solo.as_ref(), &wish(&["random", "cadet"], 6, 0), None, QUIET).unwrap();
    assert_eq!(report.mode, Mode::SameSeat, "the procedure plays the tripod");
    assert!(report.is_clean(), "{report:?}");
    let sides: Vec<&str> = two(&report).sides.iter().map(|side| side.side.as_str()).collect();
    assert_eq!(sides, ["Earthlings"]);
}

#[test]
fn many_bots_get_a_table() {
    let starter = battle("simple-battle");
    let bots = ["random", "cadet", "greedy"];
    assert_eq!(games_of(starter.as_ref(), &wish(&bots, 4, 0)), Ok(12));
    let [one, two] =
        [1, 2].map(|threads| duel(starter.as_ref(), &wish(&bots, 4, threads), None, QUIET).unwrap());
    assert_eq!((&one.body, one.hash), (&two.body, two.hash));
    let Body::Many { games, bots, duels } = &one.body else { panic!("{one:?}") };
    assert_eq!((*games, duels.len()), (12, 3));
    assert!(bots.iter().all(|b| b.games == 8 && b.elo_low <= b.elo && b.elo <= b.elo_high), "{bots:?}");
    assert!(bots[0].elo < bots[1].elo && bots[0].elo < bots[2].elo, "{bots:?}");
    assert!(bots.iter().map(|bot| bot.elo).sum::<f64>().abs() < 1e-6);

    let core = worlds().starter(&SetupRequest::of("core", &[])).unwrap();
    let alone = ["random", "steward", "greedy"];
    assert_eq!(games_of(core.as_ref(), &wish(&alone, 6, 0)), Ok(9), "each plays each seed once");
    let report = duel(core.as_ref(), &wish(&alone, 6, 0), None, QUIET).unwrap();
    let Body::Many { games, bots, .. } = &report.body else { panic!("{report:?}") };
    assert_eq!(*games, 9);
    assert!(bots.iter().all(|bot| bot.games == 3), "{bots:?}");
}

#[test]
fn broken_games_count_for_nobody() {
    let starter = battle("simple-battle");
    let short = Duel { max_orders: 2, ..wish(&["random", "random"], 4, 1) };
    let report = duel(starter.as_ref(), &short, None, QUIET).unwrap();
    let pairing = two(&report);
    assert_eq!((pairing.broken, pairing.pairs, pairing.score, pairing.elo_low), (4, 0, None, None));
    assert!(!report.is_clean() && report.first_fault.is_some());
    assert!(!serde_json::to_string(&report).unwrap().contains("NaN"));
}

#[test]
fn what_can_not_be_compared_is_refused() {
    let starter = battle("simple-battle");
    for (bots, games, part) in [
        (&["random"][..], 2, "two bots or more"),
        (&["random", "cadet"], 0, "two games or more"),
        (&["random", "hal"], 2, "no bot \"hal\"; expected one of random"),
        (&["random", "automated"], 2, "the game's own procedure"),
        (&["random", "cadet", "random"], 2, "random is named twice"),
    ] {
        let error = duel(starter.as_ref(), &wish(bots, games, 1), None, QUIET).unwrap_err().to_string();
        assert!(error.contains(part), "{bots:?}: {error}");
        assert_eq!(games_of(starter.as_ref(), &wish(bots, games, 1)).unwrap_err().to_string(), error);
    }
    let all = triplanes().starter(&SetupRequest::of("simple-battle", &[("automated", "0,1")]));
    assert!(
        all.is_err() || duel(all.unwrap().as_ref(), &wish(&["random", "cadet"], 2, 1), None, QUIET).is_err()
    );
}
