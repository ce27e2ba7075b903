//! What is promised of plans that are made in secret at once: they follow their seed, whatever the threads and the sealed cards
//! of others; a step has one plan; and what is clearly best is found.

use bots::{Bot, Desk, GreedyBot, Level, PlannerBot};
use serde_json::json;
use table::face::{AnyGame, AnyMatch, Shelved};
use table::{Dice, SeatId, SetupRequest, TeamId};
use triplanes::{Content, State};

fn a_match(scenario: &str, seed: u64) -> Box<dyn AnyMatch> {
    let request = SetupRequest::of(scenario, &[("setup", "quick")]);
    Shelved::<State>::new(Content::built_in()).new_match(&request, seed).unwrap()
}

/// What a fresh bot decides here.
fn chosen(game: &dyn AnyMatch, seat: SeatId, threads: usize) -> usize {
    let desk = Desk::new(game, seat);
    PlannerBot::new(Level::Recruit, 5).on_threads(threads).choose(&desk, desk.owed().unwrap())
}

/// Shows the sealed decisions of the first orders of a match to somebody; others are made by `greedy`.
fn sealed(scenario: &str, orders: usize, mut look: impl FnMut(&dyn AnyMatch, SeatId)) {
    let mut game = a_match(scenario, 3);
    let mut bots = [GreedyBot::new(1), GreedyBot::new(2)];
    for _ in 0..orders {
        let Some((prompt, seat)) = game.owed() else { break };
        if game.is_sealed() {
            look(game.as_ref(), seat);
        }
        assert!(bots::answer(&mut bots[seat.index()], game.as_mut(), prompt, seat));
    }
}

#[test]
fn plans_are_the_same_on_one_thread_and_on_two_and_whatever_others_have_sealed() {
    for scenario in ["simple-battle", "spark-of-hope", "alsace-again"] {
        let (mut dice, mut compared) = (Dice::new(4), 0);
        sealed(scenario, 24, |game, seat| {
            let other_truth = game.imagine(seat, &mut dice);
            let one = chosen(game, seat, 1);
            assert!(one < Desk::new(game, seat).options(game.owed_by(seat).unwrap()));
            assert_eq!(one, chosen(game, seat, 2), "{scenario}: threads");
            assert_eq!(one, chosen(other_truth.as_ref(), seat, 1), "{scenario}: what is sealed");
            compared += 1;
        });
        assert!(compared > 3, "{scenario}: {compared}");
    }
}

#[test]
fn all_vehicles_of_a_side_follow_one_plan() {
    let mut game = a_match("hunters-hunted", 1);
    let (_, seat) = game.owed().unwrap();
    let mut bot = PlannerBot::new(Level::Recruit, 5);
    let mut reports = Vec::new();
    while let Some(prompt) = game.owed_by(seat).filter(|_| game.is_sealed()) {
        let option = bot.choose(&Desk::new(game.as_ref(), seat), prompt);
        assert!(option < game.options(prompt));
        reports.push((bot.report().map(|report| report.alternatives), bot.why()));
        game.choose(prompt, option);
    }
    assert!(reports.len() > 1 && reports[0].0.is_some(), "{reports:?}");
    assert!(reports.windows(2).all(|pair| pair[0] == pair[1]), "one search for all of them: {reports:?}");
}

#[test]
fn a_photographer_with_the_picture_on_board_flies_home_across_a_near_edge() {
    let mut position = a_match("bring-proof", 1).position();
    position["picture"] = json!(true);
    let airplane = &mut position["vehicles"][0];
    (airplane["at"], airplane["facing"]) = (json!([450.0, 60.0]), json!(180.0));
    let shelf = Shelved::<State>::new(Content::built_in());
    for seed in 1..=3 {
        let mut game = shelf.load_position(&position, seed).unwrap();
        let mut bots: [Box<dyn Bot>; 2] =
            [Box::new(PlannerBot::new(Level::Regular, seed)), Box::new(GreedyBot::new(seed))];
        while let Some((prompt, seat)) = game.owed().filter(|_| game.turn() < 2) {
            assert!(bots::answer(bots[seat.index()].as_mut(), game.as_mut(), prompt, seat));
        }
        assert_eq!(game.outcome().and_then(|o| o.winner), Some(TeamId(0)), "seed {seed}");
    }
}
