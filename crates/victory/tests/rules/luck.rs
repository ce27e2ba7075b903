//! Luck: each die, by what its faces are worth to a side.

use crate::support::*;

/// The throws of a kind: what came, and what could have come.
fn of<'a>(board: &'a Board, side: &str, kind: &str) -> Vec<(i32, &'a [(i32, u32)])> {
    let own = board.m.throws().iter().filter(|throw| (throw.side, throw.kind) == (side, kind));
    own.map(|throw| (throw.came, throw.odds())).collect()
}

/// A SPAD XIII two hexes behind an Albatros: the yellow die, which has two misses, 1, 2, 3 and destroyed.
fn burst(dice: &[Loaded]) -> Board {
    let scene = Scene::new().allied("spad_xiii", 8, 12, E, 4).german("albatros_d3", 10, 12, E, 4);
    let mut board = scene.dice(dice).combat();
    board.give(Order::Fire { target: UnitId(1), long: false });
    while matches!(board.ask(), Ask::Gun { .. }) && board.shots().is_empty() {
        board.give(Order::Hold);
    }
    assert_eq!(board.shots()[0], Colour::Yellow);
    board
}

#[test]
fn a_shot_counts_by_its_hits_and_a_destroyed_as_four() {
    let board = burst(&[]);
    let hit = board.told().iter().find_map(|(_, what)| {
        if let What::Shot { hit, .. } = what { Some(i32::from(hit.points())) } else { None }
    });
    let odds = [(0, 2), (1, 1), (2, 1), (3, 1), (4, 1)];
    assert_eq!(of(&board, "Allies", "Damage rolled by guns"), [(hit.expect("a shot"), &odds[..])]);
    // Ten points on six faces.
    assert!((board.m.throws()[0].mean() - 10.0 / 6.0).abs() < 1e-12);
    assert_eq!(of(&burst(&[MISS]), "Allies", "Damage rolled by guns"), [], "laid down before, so no luck");
}

#[test]
fn an_enemy_is_spotted_by_a_success_and_far_away_by_a_critical_one_only() {
    for (x, far) in [(18, false), (22, true)] {
        let scene =
            Scene::new().mats("AC").allied("spad_vii", 2, 12, E, 5).german("albatros_d3", x, 12, W, 5);
        let mut board = scene.spotting();
        board.give(Order::Look { target: UnitId(1) });
        let spotted = i32::from(board.plane(0).seen & UnitId(1).bit() != 0);
        // Successes and criticals of the five dice that tests are rolled with, weakest first.
        let icons = [(1, 0), (1, 1), (2, 1), (3, 1), (4, 1)];
        let (successes, criticals) = icons[board.tests(Test::Spotting)[0] as usize];
        let good = if far { criticals } else { successes + criticals };
        assert_eq!(of(&board, "Allies", "Enemies spotted")[0], (spotted, &[(0, 6 - good), (1, good)][..]));
    }
}

#[test]
fn a_fire_aboard_is_luck_of_the_enemy() {
    let scene = Scene::new().allied("spad_xiii", 8, 12, E, 4).change(|p| p.fire = true);
    let board = scene.german("albatros_d3", 16, 20, W, 4).ending();
    // The red die: a miss, 1, 2, 2, 3 and destroyed.
    let odds = [(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)];
    assert_eq!(of(&board, "Germans", "Damage rolled by fire aboard")[0].1, odds);
    assert!(of(&board, "Allies", "Damage rolled by fire aboard").is_empty());
}
