//! What is written down is read back: positions of random games of every scenario, with both ways of planning. The kit
//! of laws looks longer at fewer of them.

use std::sync::Arc;
use table::{Dice, Game, Match, SetupRequest};
use triplanes::{Content, Setup, State, Step};

/// Games of each set-up.
fn games() -> u64 {
    table::conformance::games(16)
}

/// Battles in which cards are looked at before they count: there a position is written in the middle of a salvo.
const LOOKED_AT: [&[(&str, &str)]; 3] = [
    &[
        ("earthlings", "fokker_dvii+lucky_pilot,spad_xiii+lucky_pilot+rockets"),
        ("martians", "mk1_locust,mk2_scarab,mk3_squid"),
    ],
    &[
        ("earthlings", "nieuport_16+cannon,fokker_dvii,sopwith_camel+lucky_pilot"),
        ("martians", "mk1_locust,mk2_scarab"),
        ("terrain", "crater,crater,crater,crater,crater,crater"),
        ("black_smoke", "on"),
    ],
    &[
        ("earthlings", "caproni_ca3+bombs:3+lucky_pilot,sopwith_camel+bombs"),
        ("martians", "mk1_locust,mk2_scarab"),
        ("bombing", "on"),
    ],
];

fn hunt(planning: &str) {
    let content = Content::built_in();
    let resolve = |scenario: &str, variant: Option<&String>, options: &[(&str, &str)]| {
        let options = options.iter().copied().chain([("planning", planning)]);
        let options = options.map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
        let request = SetupRequest { scenario: scenario.to_owned(), variant: variant.cloned(), options };
        State::resolve(&content, &request).unwrap_or_else(|e| panic!("{request:?}: {e}"))
    };
    for scenario in State::scenarios(&content) {
        for variant in [None].into_iter().chain(scenario.variants.iter().map(Some)) {
            for placing in ["quick", "played"] {
                play(&content, &resolve(&scenario.id, variant, &[("setup", placing)]), games());
            }
        }
    }
    for options in LOOKED_AT {
        play(&content, &weakened(&content, resolve("simple-battle", None, options)), 8 * games());
    }
}

/// Everybody has been shot at before: the next cards are the last ones.
fn weakened(content: &Content, mut setup: Setup) -> Setup {
    for vehicle in &mut setup.vehicles {
        let model = content.model(&vehicle.model).expect("a model");
        vehicle.hidden.note = model.resistance() - 3;
    }
    setup
}

/// Random games. They are looked at after every order, but seldom while the table is laid: there a position is dear, and
/// like the one before.
fn play(content: &Arc<Content>, setup: &Setup, games: u64) {
    for seed in 0..games {
        let mut played = Match::<State>::begin(content, setup.clone(), seed).expect("a match");
        let mut dice = Dice::derive(seed, 1);
        for order in 0.. {
            let position = played.state().position();
            if position.turn > 1 || order % 4 == 0 || position.step != Some(Step::Placing) {
                is_read_back(content, &position, seed, order);
            }
            if played.state().outcome().is_some() {
                break;
            }
            let waits = |n: &usize| played.prompts()[*n].duty.waits();
            let waiting: Vec<usize> = (0..played.prompts().len()).filter(waits).collect();
            let prompt = waiting[dice.pick(waiting.len())];
            let n = dice.pick(played.state().options(&played.prompts()[prompt]));
            played.choose(prompt, n);
        }
    }
}

fn is_read_back(content: &Arc<Content>, position: &Setup, seed: u64, order: usize) {
    let game = format!("{}, {:?}, seed {seed}, order {order}", position.scenario, position.variant);
    let text = || serde_json::to_string(position).expect("a position in JSON");
    let copy = Match::<State>::begin_silent(content, position.clone(), seed)
        .unwrap_or_else(|e| panic!("{game}: the position is refused: {e}\n{}", text()));
    assert!(copy.state().position() == *position, "{game}: it is read differently\n{}", text());
}

#[test]
fn positions_of_strictly_planned_games_are_read_back() {
    hunt("strict");
}

#[test]
fn positions_of_games_planned_as_printed_are_read_back() {
    hunt("printed");
}
