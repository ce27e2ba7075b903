//! 1.3 DICE.

use crate::support::*;

#[test]
fn nine_dice_in_order_of_shade() {
    proves!("WV-DIC-01");
    let up = |c: Colour| c.combat(1);
    assert_eq!(
        (up(Colour::Red), up(Colour::Pink), up(Colour::Grey)),
        (Colour::Blue, Colour::Grey, Colour::Green)
    );
    assert_eq!((Colour::Yellow.combat(-1), up(Colour::Blue)), (Colour::Green, Colour::Purple));
    assert_eq!(Colour::Red.combat(-2), Colour::Green);
    // Every die is at least as good as the one before it, face by face.
    let content = Content::built_in();
    for pair in content.combat.windows(2) {
        let sorted = |faces: [Hit; 6]| {
            let mut faces = faces;
            faces.sort();
            faces
        };
        assert!(sorted(pair[0]).iter().zip(sorted(pair[1])).all(|(a, b)| *a <= b));
    }
}

#[test]
fn modifiers_are_added_and_shift_once() {
    proves!("WV-DIC-02", "WV-DIC-03");
    assert_eq!(Colour::Red.combat(1 - 3), Colour::Green);
    assert_eq!(Colour::Green.combat(-7), Colour::White);
    assert_eq!(Colour::Blue.combat(4), Colour::Black);
    // Shifting there and back by clamped steps would lose a colour; the sum does not.
    let scene = Scene::new().allied("spad_xiii", 5, 12, E, 4).skill(Skill::Recruit).german(
        "albatros_d3",
        10,
        12,
        E,
        4,
    );
    let mut board = scene.dice(&[MISS]).combat();
    board.give(Order::Fire { target: UnitId(1), long: true });
    // Yellow, recruit -1, distance 5 -4, rear +1, long burst +1: the sum is -3. Stopping at white on the way would give grey.
    assert_eq!(board.shots(), [Colour::Pink]);
}

#[test]
fn combat_results() {
    proves!("WV-DIC-04", "WV-JAM-01");
    let burst = |long: bool| {
        let scene = Scene::new().allied("spad_vii", 5, 12, E, 4).german("albatros_d3", 6, 12, E, 4);
        let mut board = scene.dice(&[H1, d20(12)]).combat();
        board.give(Order::Fire { target: UnitId(1), long });
        board
    };
    let (short, long) = (burst(false), burst(true));
    assert_eq!((short.plane(1).structure, short.plane(0).guns[0].jammed), (1, false));
    assert_eq!((long.plane(1).structure, long.plane(0).guns[0].jammed), (1, true));
}

#[test]
fn test_dice_stop_at_white_and_yellow() {
    proves!("WV-DIC-05");
    assert_eq!(Colour::Yellow.test(1), Colour::Yellow);
    assert_eq!(Colour::White.test(-1), Colour::White);
    assert_eq!(Colour::Pink.test(1), Colour::Grey);
}

#[test]
fn test_results() {
    proves!("WV-DIC-06", "WV-OVS-02");
    for (icon, fate, structure) in
        [(FAIL, Fate::Destroyed, None), (PASS, Fate::Flying, Some(5)), (CRIT, Fate::Flying, Some(0))]
    {
        let scene = Scene::new().allied("spad_vii", 5, 15, E, 9).dice(&[icon]);
        let board = scene.ending();
        assert_eq!(board.tests(Test::Structural), [Colour::Green]);
        assert_eq!(board.plane(0).fate, fate);
        assert!(structure.is_none_or(|n| board.plane(0).structure == n));
    }
}

#[test]
fn numbered_dice() {
    proves!("WV-DIC-07");
    let leak = |n: u8| {
        let scene = Scene::new().allied("spad_vii", 5, 12, E, 4).german("albatros_d3", 6, 12, E, 4);
        let mut board = scene.dice(&[H1, d20(4), d6(n)]).combat();
        board.give(Order::Fire { target: UnitId(1), long: false });
        board
            .told()
            .iter()
            .find_map(|(_, w)| if let What::Leaking { rounds, .. } = w { Some(*rounds) } else { None })
    };
    for n in 1..=6 {
        assert_eq!(leak(n), Some(n));
    }
    // Without loaded dice each number comes up.
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let scene = Scene::new().allied("spad_vii", 5, 12, E, 4).german("albatros_d3", 6, 12, E, 4);
        let board = scene.dice(&[H1, d20(4)]).combat();
        let setup = Setup { stack: Vec::new(), ..board.m.state().position() };
        let mut again = Board { m: Match::begin(&Content::built_in(), setup, seed).expect("a position") };
        again.give(Order::Fire { target: UnitId(1), long: false });
        for (_, w) in again.told() {
            if let What::Leaking { rounds, .. } = w {
                seen.insert(rounds);
            }
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn skill_shifts_dice() {
    proves!("WV-CMP-03");
    let spots = |skill: Skill| {
        let scene = Scene::new().mats("AB").allied("spad_vii", 2, 12, E, 5).skill(skill).german(
            "albatros_d3",
            10,
            12,
            W,
            5,
        );
        let mut board = scene.dice(&[FAIL]).spotting();
        board.give(Order::LookAround);
        board.tests(Test::Spotting)[0]
    };
    assert_eq!(
        [Skill::Ace, Skill::Expert, Skill::Recruit].map(spots),
        [Colour::Green, Colour::Grey, Colour::Pink]
    );
}

#[test]
fn dice_of_a_position_come_in_order_and_only_for_their_sort() {
    proves!("WV-DIC-07");
    let setup = resolve("over-the-top", &[]);
    let bad = Setup { stack: vec![Loaded::D20(21)], ..setup };
    let error = State::begin(&Content::built_in(), &bad, 1, &mut table::Sink::off()).unwrap_err();
    assert_eq!(error.place, "stack[0]");
}

/// Somebody who stacks dice and miscounts learns it: the die waits for its kind, and that is told.
#[test]
fn a_laid_die_of_another_kind_waits_and_says_so() {
    proves!("WV-DIC-07");
    let scene = Scene::new().allied("spad_vii", 5, 12, E, 4).german("albatros_d3", 6, 12, E, 4);
    let mut board = scene.dice(&[d20(12)]).combat();
    board.give(Order::Fire { target: UnitId(1), long: false });
    let waits: Vec<_> =
        board.told().into_iter().filter(|(_, w)| matches!(w, What::DieWaits { .. })).collect();
    assert_eq!(waits[0], ("WV-DIC-07", What::DieWaits { lies: "A d20" }));
    let words = board.m.state().tell(&waits[0].1);
    assert!(words.starts_with("A d20 was laid down for now"), "{words}");
    let scene = Scene::new().allied("spad_vii", 5, 12, E, 4).german("albatros_d3", 6, 12, E, 4);
    let mut board = scene.dice(&[H1, d20(12)]).combat();
    board.give(Order::Fire { target: UnitId(1), long: false });
    assert_eq!(board.happened(|w| matches!(w, What::DieWaits { .. })), 0, "these fit");
}
