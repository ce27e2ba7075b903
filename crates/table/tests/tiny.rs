//! A game of one seat, dice and an automatic opponent: the kernel knows no game.

mod games;

use games::fault;
use games::race::{Cards, Order, Pace, RUNNER, Race, Setup, What, content, request};
use table::conformance::{self, Plan};
use table::{Game, Match, SetupRequest, Viewer};

type Fair = Race<{ fault::NONE }>;

#[test]
fn the_race_passes_the_whole_kit() {
    let plan = Plan { games: 60, seed: 1918, max_orders: 400, every: 2, ..Plan::default() };
    conformance::check::<Fair>(&content(), &request(), plan);
}

#[test]
fn the_race_reads_as_it_did() {
    let text = conformance::playthrough::<Fair>(&content(), &request(), 7);
    conformance::assert_golden("tests/golden/race.txt", &text);
}

#[test]
fn a_playthrough_that_reads_otherwise_is_noticed() {
    let home = std::env::temp_dir().join(format!("heatray-playthrough-{}", std::process::id()));
    let folder = home.join("tests/golden");
    std::fs::create_dir_all(&folder).unwrap();
    let home_text = home.to_str().unwrap().to_owned();
    let golden = || conformance::golden::<Fair>(&home_text, "race", &content(), &request(), 7);
    let text = conformance::playthrough::<Fair>(&content(), &request(), 7);
    std::fs::write(folder.join("race.txt"), &text).unwrap();
    golden();
    // Who blesses writes what he is shown.
    if std::env::var_os("HEATRAY_BLESS").is_none() {
        std::fs::write(folder.join("race.txt"), text.replace("roll", "fall")).unwrap();
        assert!(std::panic::catch_unwind(golden).is_err());
    }
    std::fs::remove_dir_all(home).unwrap();
}

/// A test of this program is started by itself where there is no file to compare with.
#[test]
fn who_blesses_gets_his_golden_files_written() {
    let home = std::env::temp_dir().join(format!("heatray-blessed-{}", std::process::id()));
    std::fs::create_dir_all(&home).unwrap();
    let passes = |blessed: &str| {
        let mut test = std::process::Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "the_race_reads_as_it_did"]).env("HEATRAY_BLESS", blessed).current_dir(&home);
        test.output().unwrap().status.success()
    };
    assert!(!passes("0"), "there is nothing to compare with");
    assert!(passes("1"));
    let written = std::fs::read_to_string(home.join("tests/golden/race.txt")).unwrap();
    assert_eq!(written, conformance::playthrough::<Fair>(&content(), &request(), 7));
    assert!(passes("0"), "it is what was written");
    std::fs::remove_dir_all(home).unwrap();
}

fn position(stack: &[u32]) -> Setup {
    let (turn, runner, martian, ahead, changes, pace) = (1, 0, 0, 0, 0, Pace::Run);
    let (cards, stack) = (vec![4, 1], stack.to_vec());
    Setup { goal: 20, sunset: 8, turn, runner, martian, ahead, pace, changes, cards, stack }
}

fn told(played: &Match<Fair>) -> Vec<What> {
    played.events().iter().filter_map(|e| e.seen_by(Viewer::Spectator).cloned()).collect()
}

#[test]
fn a_one_makes_a_runner_stumble_and_the_martian_turns_his_card() {
    let mut played = Match::<Fair>::begin(&content(), position(&[5, 1, 4]), 1).unwrap();
    played.order(RUNNER, &Order::Roll).unwrap();
    played.order(RUNNER, &Order::Roll).unwrap();
    let expected = [
        What::Begins { goal: 20 },
        What::Rolls { die: 5 },
        What::Rolls { die: 1 },
        What::Stumbles,
        What::Strides { card: 4, bonus: true },
    ];
    assert_eq!(told(&played), expected);
    assert_eq!(played.state().position().martian, 5);
    assert_eq!(played.state().turn(), 2);
}

#[test]
fn walking_is_safe_and_holding_banks_the_steps() {
    let mut played = Match::<Fair>::begin(&content(), position(&[1, 3, 3]), 1).unwrap();
    played.order(RUNNER, &Order::Switch).unwrap();
    played.order(RUNNER, &Order::Roll).unwrap();
    played.order(RUNNER, &Order::Hold).unwrap();
    assert_eq!(
        played.entries()[0].order,
        Order::Pace { pace: Pace::Walk },
        "the log keeps the canonical form"
    );
    let after = played.state().position();
    assert_eq!((after.runner, after.martian, after.ahead), (1, 4, 0));
    let refusal = played.order(RUNNER, &Order::Hold).unwrap_err();
    assert_eq!(refusal.to_string(), "there is nothing to bank: roll first [RC-02]");
}

#[test]
fn a_match_at_random_is_played_to_its_end() {
    let setup = Fair::resolve(&content(), &request()).unwrap();
    let orders: Vec<usize> =
        (0..20).map(|seed| conformance::play_at_random::<Fair>(&content(), &setup, seed)).collect();
    // Eight turns at most; nobody wins in one step.
    assert!(orders.iter().all(|orders| *orders > 1) && orders.iter().any(|o| *o != orders[0]), "{orders:?}");
    assert_eq!(conformance::play_at_random::<Fair>(&content(), &setup, 3), orders[3]);
}

#[test]
fn set_ups_that_can_not_be_played_say_where_they_are_wrong() {
    let fails = |r: &SetupRequest| Match::<Fair>::new(&content(), r, 1).unwrap_err().to_string();
    let other = SetupRequest { scenario: "moon".to_owned(), ..request() };
    assert_eq!(fails(&other), "scenario: expected heath, found \"moon\"");
    let mut far = request();
    far.options.insert("goal".to_owned(), "900".to_owned());
    assert_eq!(fails(&far), "options.goal: expected 5 to 100 steps, found \"900\" [RC-04]");
    let setup = Setup { cards: vec![9], ..position(&[]) };
    let error = Match::<Fair>::begin(&content(), setup, 1).unwrap_err();
    assert_eq!(error.to_string(), "cards: there is no card 9 [RC-03]");
    assert_ne!(Fair::content_hash(&content()), Fair::content_hash(&Cards(vec![1])));
}

#[test]
fn a_failure_can_be_brought_back_from_its_seed_and_order() {
    let one = conformance::at::<Fair>(&content(), &request(), 5, 4);
    assert_eq!(one.entries().len(), 4);
    assert_eq!(one.header().seed, 5);
    let two = conformance::at::<Fair>(&content(), &request(), 5, 5);
    assert_eq!(one.entries(), &two.entries()[..4]);
    let end = conformance::at::<Fair>(&content(), &request(), 5, 1_000);
    assert!(end.state().outcome().is_some());
}
