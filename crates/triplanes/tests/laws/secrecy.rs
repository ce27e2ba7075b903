//! A hidden draw leaves no trace: the same shot with another face-down card gives every other viewer the same
//! bytes (TT-INF-03, TT-INF-04, TT-INF-07). The kit of laws does the same for sealed orders and imagined worlds.

use table::conformance::bytes_for;
use table::{Dice, Game, Match, SeatId, SetupRequest, Viewer};
use triplanes::{Content, DeckId, Fate, Setup, State, Step, What};

/// Two cards of each deck that nobody can tell apart from outside: no symbol is announced, no points are told.
const ALIKE: [(DeckId, [&str; 2]); 4] = [
    (DeckId::A, ["1", "1 gyroscope +1 /rudder_left"]),
    (DeckId::B, ["1", "3 engine +1"]),
    (DeckId::X, ["2", "1 rudder_left"]),
    (DeckId::Y, ["1", "2 rudder_right"]),
];

/// The same for a match in WW2: counters on tripods, and the cards of heat-rays.
const ALIKE_WW2: [(DeckId, [&str; 2]); 5] = [
    (DeckId::WA, ["1", "1 gyroscope +1 /rudder_left"]),
    (DeckId::WB, ["1", "1 gyroscope +1 /rudder_right"]),
    (DeckId::WC, ["2 +1", "4 engine +2"]),
    (DeckId::X, ["2", "1 rudder_left"]),
    (DeckId::Y, ["1", "2 rudder_right"]),
];

/// The position with the first or the second card of each pair on top of its deck, several times over.
fn stacked(position: &Setup, which: usize) -> Setup {
    let mut setup = position.clone();
    let alike: &[(DeckId, [&str; 2])] = if setup.ww2 { &ALIKE_WW2 } else { &ALIKE };
    setup.stack = alike.iter().map(|(deck, cards)| (*deck, vec![cards[which].to_owned()])).collect();
    setup
}

/// Whether everybody saw a card's face, so that a difference is no secret.
fn shows_a_card(played: &Match<State>) -> bool {
    let seen = played.events().iter().filter_map(|e| e.seen_by(Viewer::Spectator));
    seen.into_iter().any(|what| matches!(what, What::CardDrawn { card: Some(_), .. } | What::ArmorHit { .. }))
}

fn draws(played: &Match<State>) -> usize {
    let seen = played.events().iter().filter_map(|e| e.seen_by(Viewer::Umpire));
    seen.filter(|what| matches!(what, What::CardDrawn { .. })).count()
}

#[test]
fn another_face_down_card_changes_no_byte_of_any_other_viewer() {
    let compared = compare(WW1, ("altitude", "off"));
    assert!(compared > 60, "only {compared} shots could be compared");
}

#[test]
fn nor_does_it_with_altitude_rules() {
    let compared = compare(WW1, ("altitude", "on"));
    assert!(compared > 40, "only {compared} shots could be compared");
}

#[test]
fn nor_does_a_counter_in_ww2() {
    let compared = compare("hurricane,ju87_stuka,re2001", ("ww2", "on"));
    assert!(compared > 40, "only {compared} shots could be compared");
}

const WW1: &str = "nieuport_16,fokker_dvii,sopwith_camel";

/// Plays many games and looks at every last declaration; how many could be compared.
fn compare(earthlings: &str, rules: (&str, &str)) -> usize {
    let content = Content::built_in();
    let options =
        [("earthlings", earthlings), ("martians", "mk1_locust,mk2_scarab"), ("players", "3,2"), rules];
    let request = SetupRequest::of("simple-battle", &options);
    let mut compared = 0;
    for seed in 0..400 {
        let mut played = Match::<State>::new(&content, &request, seed).expect("a match");
        let mut dice = Dice::derive(seed, 9);
        while let Some(prompt) = played.prompts().iter().position(|p| p.duty.waits()) {
            let owed = played.prompts().iter().filter(|p| p.duty.waits()).count();
            let n = dice.pick(played.state().options(&played.prompts()[prompt]));
            let order = played.state().option(&played.prompts()[prompt], n);
            let seat = played.prompts()[prompt].seat;
            let firing = matches!(played.state().view(Viewer::Umpire).step, Step::Firing { .. });
            if firing && owed == 1 {
                compared += usize::from(look_from_outside(&content, &played, seat, &order));
            }
            played.order(seat, &order).expect("a legal order");
        }
    }
    compared
}

/// Resolves the last declaration with the one and with the other card; true if the two could be compared.
fn look_from_outside(
    content: &std::sync::Arc<Content>,
    played: &Match<State>,
    seat: SeatId,
    order: &triplanes::Order,
) -> bool {
    let position = played.state().position();
    let resolved = [0, 1].map(|which| {
        // One of the cards may already lie on a console.
        let mut copy = Match::<State>::begin(content, stacked(&position, which), 7).ok()?;
        copy.order(seat, order).expect("the same order");
        Some(copy)
    });
    let [Some(one), Some(other)] = resolved else { return false };
    let fates = |m: &Match<State>| -> Vec<Fate> {
        m.state().view(Viewer::Umpire).vehicles.iter().map(|v| v.fate).collect()
    };
    // Exactly one card, face down, and nobody fell: then nothing else may differ.
    if draws(&one) != 1 || shows_a_card(&one) || shows_a_card(&other) || fates(&one) != fates(&other) {
        return false;
    }
    let drawn = one.events().iter().filter_map(|e| e.seen_by(Viewer::Umpire)).find_map(|what| match what {
        What::CardDrawn { vehicle, .. } => Some(*vehicle),
        _ => None,
    });
    let Some(vehicle) = drawn else { return false };
    let owner = one.state().view(Viewer::Umpire).vehicles[usize::from(vehicle.0)].seat;
    assert_ne!(
        bytes_for(&one, Viewer::Seat(owner)),
        bytes_for(&other, Viewer::Seat(owner)),
        "the owner sees it"
    );
    let others = (0..one.state().seats().len() as u8).map(SeatId).filter(|s| *s != owner).map(Viewer::Seat);
    for viewer in others.chain([Viewer::Spectator]) {
        assert_eq!(bytes_for(&one, viewer), bytes_for(&other, viewer), "{viewer} can tell the cards apart");
    }
    true
}
