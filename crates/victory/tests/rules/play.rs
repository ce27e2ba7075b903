//! Whole games: everything ends, nothing is a dead end, and positions that make no sense are refused.

use crate::support::*;
use table::Dice;

/// Plays a match at random; the number of orders.
fn play(scenario: &str, variant: Option<&str>, options: &[(&str, &str)], seed: u64) -> usize {
    let content = Content::built_in();
    let mut request = request(scenario, options);
    request.variant = variant.map(str::to_owned);
    let mut m = Match::<State>::new(&content, &request, seed).unwrap_or_else(|e| panic!("{scenario}: {e}"));
    let mut dice = Dice::derive(seed, 9);
    for n in 0..20_000 {
        if m.state().is_over() {
            return n;
        }
        let prompt = dice.pick(m.prompts().len());
        let options = m.state().options(&m.prompts()[prompt]);
        m.choose(prompt, dice.pick(options));
    }
    panic!("{scenario} {seed}: endless");
}

fn games() -> u64 {
    std::env::var("HEATRAY_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(30)
}

#[test]
fn every_scenario_plays_to_an_end() {
    proves!("WV-SEQ-04", "WV-MOV-11");
    for info in State::scenarios(&Content::built_in()) {
        for seed in 0..games() {
            assert!(play(&info.id, None, &[], seed) > 0, "{}", info.id);
        }
    }
}

#[test]
fn built_missions_play_to_an_end() {
    proves!("WV-SEQ-04");
    for n in 0..games() {
        let number = n.to_string();
        play("mission", None, &[("number", &number)], n);
    }
}

#[test]
fn positions_that_make_no_sense_are_refused() {
    proves!("WV-SPD-08", "WV-MAP-06");
    let board = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
    let begin = |edit: &dyn Fn(&mut Now)| {
        let mut setup = board.m.state().position();
        edit(setup.position.as_mut().expect("a position"));
        Match::<State>::begin(&Content::built_in(), setup, 1).map(|_| ()).map_err(|e| e.place)
    };
    assert_eq!(begin(&|_| {}), Ok(()));
    let cases: [(&str, &dyn Fn(&mut Now)); 12] = [
        ("position.planes[0].cue", &|n| n.planes[0].cue = 12),
        ("position.planes[0].throttle", &|n| n.planes[0].throttle = -1),
        ("position.planes[0].at", &|n| n.planes[0].at = hex(90, 15)),
        ("position.planes[0].at", &|n| n.planes[0].at = hex(5, 0)),
        ("position.planes[0].kind", &|n| n.planes[0].kind = 200),
        ("position.planes[0].mp", &|n| n.planes[0].mp = 40),
        ("position.planes[0].guns", &|n| n.planes[0].guns[0].left = [9, 9]),
        ("position.planes[0].seen", &|n| n.planes[0].seen = u32::MAX),
        ("position.plane_count", &|n| n.plane_count = 7),
        ("position.order", &|n| n.order = [1; 8]),
        ("position.ask", &|n| n.ask = Ask::Fly { plane: 6 }),
        ("position.flow", &|n| n.flow = Flow::Over),
    ];
    for (place, edit) in cases {
        assert_eq!(begin(edit), Err(place.to_owned()));
    }
}

#[test]
fn set_ups_that_make_no_sense_are_refused() {
    proves!("WV-MAP-06", "WV-MAP-08");
    let begin = |edit: &dyn Fn(&mut Setup)| {
        let mut setup = resolve("over-the-top", &[]);
        edit(&mut setup);
        Match::<State>::begin(&Content::built_in(), setup, 1).map(|_| ()).map_err(|e| e.place)
    };
    let cases: [(&str, &dyn Fn(&mut Setup)); 9] = [
        ("mats", &|s| s.mats = vec!['Z']),
        ("planes", &|s| s.planes.clear()),
        ("planes[0].kind", &|s| s.planes[0].kind = "kite".to_owned()),
        ("planes[0].at", &|s| s.planes[0].at = hex(0, 24)),
        ("planes[0].speed", &|s| s.planes[0].speed = 30),
        ("planes[1].at", &|s| s.planes[1].at = s.planes[0].at),
        ("sky", &|s| s.sky.sun = Some(Mega(hex(3, 3)))),
        ("aim", &|s| s.aim = Aim::LastRaid),
        ("automated", &|s| s.automated = vec![A, G]),
    ];
    for (place, edit) in cases {
        assert_eq!(begin(edit), Err(place.to_owned()));
    }
}
