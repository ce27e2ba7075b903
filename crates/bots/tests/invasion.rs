//! What is promised of `greedy` with secret cards and bombs: it keeps to its seat, and drops what will hit.

use bots::{Bot, Desk, Effort, GreedyBot, RandomBot};
use serde_json::json;
use table::face::{AnyGame, AnyMatch, Shelved};
use table::{Dice, SeatId, SetupRequest};
use triplanes::{Content, State};

const LIGHT: Effort = Effort { options: 12, strays: 2, worlds: 3, finalists: 3, more_worlds: 3, turns: 1 };

fn shelf() -> Shelved<State> {
    Shelved::<State>::new(Content::built_in())
}

fn chosen(game: &dyn AnyMatch, seat: SeatId, seed: u64) -> Option<usize> {
    let desk = Desk::new(game, seat);
    desk.owed().map(|prompt| GreedyBot::with_effort(seed, LIGHT).choose(&desk, prompt))
}

#[test]
fn its_choice_does_not_depend_on_cards_face_down_or_sealed_drops() {
    let mut kinds = std::collections::BTreeSet::new();
    for (scenario, seed) in [("captured", 1), ("bombs-away", 2), ("iron-rain", 3), ("iron-rain", 4)] {
        let options = [("setup".to_owned(), "quick".to_owned())].into();
        let request = SetupRequest { scenario: scenario.to_owned(), variant: None, options };
        let mut game = shelf().new_match(&request, seed).unwrap();
        let mut dice = Dice::new(seed);
        let mut bots: [Box<dyn Bot>; 2] = [
            Box::new(GreedyBot::with_effort(seed, LIGHT)),
            Box::new(GreedyBot::with_effort(seed + 9, LIGHT)),
        ];
        for _ in 0..120 {
            let Some((prompt, seat)) = game.owed() else { break };
            let other = game.imagine(seat, &mut dice);
            assert_eq!(
                chosen(game.as_ref(), seat, 7),
                chosen(other.as_ref(), seat, 7),
                "{scenario}, order {}",
                game.orders()
            );
            let n = bots[seat.index()].choose(&Desk::new(game.as_ref(), seat), prompt);
            let order = game.option(prompt, n);
            kinds.extend(order.as_object().and_then(|o| o.keys().next().cloned()));
            game.choose(prompt, n);
        }
    }
    for kind in ["commit", "act", "drop"] {
        assert!(kinds.contains(kind), "{kind} was never decided: {kinds:?}");
    }
}

/// A Camel with one load that will fly straight on, and a tripod where its bombs come down, or far away.
fn over(tripod: (f64, f64)) -> Box<dyn AnyMatch> {
    let position = json!({
        "bombing": true,
        "step": { "drops": { "phase": 0 } },
        "seats": [{ "name": "Earthling", "team": "earthlings" }, { "name": "Martian", "team": "martians" }],
        "vehicles": [
            { "model": "sopwith_camel", "seat": 0, "at": { "x": 450, "y": 335 }, "facing": 0, "loads": 1, "plan": [1, 2, 3] },
            { "model": "mk1_locust", "seat": 1, "at": { "x": tripod.0, "y": tripod.1 }, "facing": 90, "toppled": 3 },
        ],
    });
    shelf().load_position(&position, 5).unwrap()
}

#[test]
fn it_drops_bombs_where_they_will_hit_and_keeps_them_elsewhere() {
    // On the ground it lies still: one straight brings the Camel to 450.5, another one its bombs to 566.
    for seed in 0..4 {
        let loads = |at| chosen(over(at).as_ref(), SeatId(0), seed);
        assert_eq!(loads((450.0, 566.0)), Some(1), "seed {seed}");
        assert_eq!(loads((150.0, 800.0)), Some(0), "seed {seed}");
    }
}

#[test]
fn it_beats_chance_as_a_bomber() {
    let options = [
        ("setup".to_owned(), "quick".to_owned()),
        ("earthlings".to_owned(), "caproni_ca3,sopwith_camel".to_owned()),
    ]
    .into();
    let request = SetupRequest { scenario: "bombs-away".to_owned(), variant: None, options };
    let wins = (0..6).filter(|seed| {
        let mut game = shelf().new_match(&request, *seed).unwrap();
        let mut bots: [Box<dyn Bot>; 2] =
            [Box::new(GreedyBot::with_effort(*seed, LIGHT)), Box::new(RandomBot::new(*seed))];
        while let Some((prompt, seat)) = game.owed() {
            let n = bots[seat.index()].choose(&Desk::new(game.as_ref(), seat), prompt);
            game.choose(prompt, n);
        }
        game.outcome().is_some_and(|o| o.winner_name.as_deref() == Some("Earthlings"))
    });
    let wins = wins.count();
    assert!(wins >= 4, "{wins} of 6");
}
