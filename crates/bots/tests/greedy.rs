//! What is promised of `greedy`: it keeps to its seat, follows its seed, explains itself, and is no fool.

mod common;

use bots::{Bot, Desk, Effort, GreedyBot, RandomBot};
use common::{pair, play};
use serde_json::Value;
use table::face::{AnyGame, AnyMatch, Shelved};
use table::{Dice, SeatId, SetupRequest, TeamId, Viewer};
use triplanes::{Content, State};

fn a_match(scenario: &str, options: &[(&str, &str)], seed: u64) -> Box<dyn AnyMatch> {
    let request = SetupRequest::of(scenario, options);
    Shelved::<State>::new(Content::built_in()).new_match(&request, seed).unwrap()
}

/// Enough to be no fool, and quick.
const LIGHT: Effort = Effort { options: 12, strays: 2, worlds: 2, finalists: 3, more_worlds: 3, turns: 1 };

fn chosen(game: &dyn AnyMatch, seat: SeatId, seed: u64) -> Option<usize> {
    let desk = Desk::new(game, seat);
    desk.owed().map(|prompt| GreedyBot::with_effort(seed, LIGHT).choose(&desk, prompt))
}

#[test]
fn its_choice_does_not_depend_on_what_its_seat_may_not_know() {
    let (mut compared, mut plans, mut damage) = (0, 0, 0);
    for (scenario, seed) in
        [("simple-battle", 1), ("spark-of-hope", 2), ("hunters-hunted", 3), ("alsace-again", 4)]
    {
        let mut game = a_match(scenario, &[("setup", "quick")], seed);
        let mut dice = Dice::new(seed);
        let mut bots = pair(GreedyBot::with_effort(seed, LIGHT), GreedyBot::with_effort(seed + 10, LIGHT));
        play(game.as_mut(), &mut bots, 150, |game, seat| {
            // Another truth: plans, hidden damage and the decks' order are drawn anew.
            let other = game.imagine(seat, &mut dice);
            assert_eq!(
                chosen(game, seat, 7),
                chosen(other.as_ref(), seat, 7),
                "{scenario}, order {}",
                game.orders()
            );
            let differs = |field: &str| {
                let [one, two] = [game, other.as_ref()].map(|m| m.view(Viewer::Umpire)["vehicles"].clone());
                let all = |view: &Value| -> Vec<Value> {
                    view.as_array().into_iter().flatten().map(|v| v[field].clone()).collect()
                };
                i32::from(all(&one) != all(&two))
            };
            (compared, plans, damage) = (compared + 1, plans + differs("plan"), damage + differs("damage"));
        });
    }
    assert!(compared > 100 && plans > 20 && damage > 20, "{compared} {plans} {damage}");
}

#[test]
fn the_same_seed_and_view_give_the_same_choice() {
    let game = a_match("simple-battle", &[("setup", "quick")], 1);
    let (_, seat) = game.owed().unwrap();
    assert_eq!(chosen(game.as_ref(), seat, 3), chosen(game.as_ref(), seat, 3));
    let others: Vec<_> = (0..6).map(|seed| chosen(game.as_ref(), seat, seed)).collect();
    assert!(others.iter().all(|n| n.is_some_and(|n| n < game.options(0))));
}

#[test]
fn it_says_why() {
    let game = a_match("simple-battle", &[("setup", "quick")], 1);
    let (prompt, seat) = game.owed().unwrap();
    let mut bot = GreedyBot::new(1);
    assert_eq!(bot.why(), None);
    bot.choose(&Desk::new(game.as_ref(), seat), prompt);
    let why = bot.why().unwrap();
    assert!(
        why.starts_with("Best of 48 options") && why.contains("points of damage on the Martians"),
        "{why}"
    );
    assert!(why.len() <= 110, "two lines of a narrow column: {why}");
    assert_eq!(RandomBot::new(1).why(), None);
}

#[test]
fn it_names_the_picture_where_the_picture_is_the_goal() {
    let mut game = a_match("bring-proof", &[("setup", "quick")], 5);
    let mut bots = pair(GreedyBot::new(1), GreedyBot::new(2));
    let mut told = Vec::new();
    for _ in 0..400 {
        let Some((prompt, seat)) = game.owed() else { break };
        let n = bots[seat.index()].choose(&Desk::new(game.as_ref(), seat), prompt);
        told.extend(bots[seat.index()].why().filter(|_| seat == SeatId(0)));
        game.choose(prompt, n);
    }
    let says = |words: &str| told.iter().any(|why| why.contains(words));
    assert!(says("it comes nearer to the tripod that is to be photographed"), "{told:?}");
    assert!(says("the picture is taken"), "{told:?}");
    // Whoever leaves the table with the picture has lost nothing by it.
    let home: Vec<&String> =
        told.iter().filter(|why| why.contains("tries the picture comes home.")).collect();
    assert!(home.iter().all(|why| !why.contains("damage")), "{home:?}");
}

#[test]
fn it_places_what_is_to_be_placed() {
    for scenario in ["spark-of-hope", "eagles-nest", "londons-burning"] {
        let mut game = a_match(scenario, &[("setup", "played")], 4);
        let mut bots = pair(GreedyBot::new(1), GreedyBot::new(2));
        play(game.as_mut(), &mut bots, 14, |_, _| {});
        assert_eq!(game.orders(), 14, "{scenario}");
    }
}

#[test]
fn it_beats_a_random_player_on_either_side() {
    let mut won = 0;
    for seed in 0..20 {
        let mut game = a_match("simple-battle", &[("setup", "quick")], 100 + seed);
        let greedy = seed % 2;
        let mut bots = if greedy == 0 {
            pair(GreedyBot::new(seed), RandomBot::new(seed))
        } else {
            pair(RandomBot::new(seed), GreedyBot::new(seed))
        };
        play(game.as_mut(), &mut bots, 2000, |_, _| {});
        let winner = game.outcome().and_then(|o| o.winner);
        won += u32::from(winner == Some(TeamId(greedy as u8)));
    }
    assert!(won >= 16, "{won} of 20");
}
