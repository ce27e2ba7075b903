//! Whether scenarios are fair.

use crate::{QUIET, folder, names, triplanes, worlds};
use lab::{Balance, BalancePlan, BalanceReport, Journal, balance};
use serde_json::json;
use table::SetupRequest;
use table::face::AnyGame;

fn wish(games: u64, threads: usize, pieces: bool) -> Balance {
    Balance { games, seed: 7, threads, bots: names(&["random"]), max_orders: 100_000, pieces }
}

fn quick(scenario: &str) -> SetupRequest {
    SetupRequest::of(scenario, &[("setup", "quick")])
}

fn found(
    game: &dyn AnyGame,
    requests: &[SetupRequest],
    wish: &Balance,
    journal: Option<&Journal>,
) -> BalanceReport {
    let plan = BalancePlan::new(game, requests.to_vec(), wish).unwrap();
    balance(game, &plan, wish, journal, QUIET).unwrap()
}

fn timeless(report: &BalanceReport) -> BalanceReport {
    BalanceReport { seconds: 0.0, ..report.clone() }
}

#[test]
fn scenarios_are_measured_the_same_on_any_number_of_threads() {
    let game = triplanes();
    let requests = [quick("simple-battle"), quick("hunters-hunted")];
    let [one, two] = [1, 2].map(|threads| found(&game, &requests, &wish(40, threads, false), None));
    assert_eq!(timeless(&one), timeless(&two));
    assert!(one.is_clean(), "{:?}", one.first_fault);
    assert_eq!((one.games, one.scenarios.len()), (80, 2));
    for scenario in &one.scenarios {
        let wins: u64 = scenario.sides.iter().map(|side| side.rate.wins).sum();
        assert_eq!(wins + scenario.draws, scenario.finished);
        assert_eq!(scenario.endings.values().sum::<u64>(), 40);
        assert_eq!(scenario.turns.counts.values().sum::<u64>(), 40);
        assert!(scenario.low <= scenario.score && scenario.score <= scenario.high);
        assert!(scenario.turns.lower_quartile <= scenario.turns.median);
        let swing = scenario.swing.as_ref().unwrap();
        assert!(swing.games > 20 && swing.lost < swing.games, "{swing:?}");
        assert_eq!(scenario.outside, one.outside.contains(&scenario.scenario));
        assert!(!scenario.decided.is_empty(), "{}", scenario.scenario);
    }
    let graded =
        |side: &lab::SideBalance| side.grades.values().map(|rate| rate.wins).sum::<u64>() == side.rate.wins;
    assert!(one.scenarios[1].sides.iter().all(graded), "hunters-hunted has degrees of victory");
    assert!(one.outside.contains(&"simple-battle".to_owned()), "a random airplane loses");
    let alone = found(&game, &requests[1..], &wish(40, 0, false), None);
    assert_eq!(alone.scenarios[0], one.scenarios[1], "a scenario does not depend on its neighbours");
}

#[test]
fn a_piece_more_or_less_is_seen_against_the_same_chance() {
    let game = triplanes();
    let request = SetupRequest::of(
        "simple-battle",
        &[("setup", "quick"), ("earthlings", "nieuport_16,nieuport_16"), ("martians", "mk1_locust")],
    );
    let report = found(&game, &[request], &wish(60, 0, true), None);
    let pieces = &report.scenarios[0].pieces;
    let of = |change: &str| {
        pieces.iter().find(|piece| piece.change == change).unwrap_or_else(|| panic!("{pieces:?}"))
    };
    let less = of("earthlings without nieuport_16");
    assert_eq!((less.value.as_str(), &less.refused), ("nieuport_16", &None));
    assert!(less.difference.unwrap()[0] < 0.0, "one airplane less is worse: {less:?}");
    let [more, low, high] = of("martians with mk1_locust more").difference.unwrap();
    assert!(low <= more && more <= high && more < 0.0);
    assert!(of("martians without mk1_locust").refused.is_some(), "nobody is left");
}

#[test]
fn what_the_game_has_no_figure_for_is_left_out() {
    let game = worlds();
    let wish = Balance { bots: names(&["steward"]), ..wish(30, 0, false) };
    let report = found(&game, &[SetupRequest::of("core", &[])], &wish, None);
    let core = &report.scenarios[0];
    assert!(core.swing.is_none() && core.first == "Humans", "{core:?}");
    let sides: Vec<&str> = core.sides.iter().map(|side| side.side.as_str()).collect();
    assert_eq!(sides, ["Humans", "Martians"], "who nobody sits for wins, too");
    assert!(core.decided.iter().any(|decider| decider.kind.contains("Guns")), "{:?}", core.decided);
}

#[test]
fn a_stopped_balance_goes_on() {
    let file = folder("stopped-balance").join("games.jsonl");
    let (game, requests) = (triplanes(), [quick("simple-battle")]);
    let whole = found(&game, &requests, &wish(10, 1, true), None);
    let with = |threads| {
        let journal = Journal::open(&file, &json!({})).unwrap();
        found(&game, &requests, &wish(10, threads, true), Some(&journal))
    };
    with(2);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() / 2]).unwrap();
    assert_eq!(timeless(&with(2)), timeless(&whole));
}

#[test]
fn what_can_not_be_measured_is_refused() {
    let game = triplanes();
    let none = BalancePlan::new(&game, vec![quick("simple-battle")], &wish(0, 1, false)).err().unwrap();
    assert!(none.to_string().contains("a game or more"), "{none}");
    let hal = Balance { bots: names(&["hal"]), ..wish(1, 1, false) };
    let error = BalancePlan::new(&game, vec![quick("simple-battle")], &hal).err().unwrap();
    assert!(error.to_string().contains("expected one of random"), "{error}");
}
