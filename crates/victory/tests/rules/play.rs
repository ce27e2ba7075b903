//! Whole games: everything ends, nothing is a dead end, and positions that make no sense are refused.

#![expect(clippy::type_complexity, reason = "tables of cases")]

use crate::support::*;
use table::Dice;

/// Plays a match at random and its log again, to the same hash; the number of orders.
fn play(request: &SetupRequest, seed: u64) -> usize {
    let content = Content::built_in();
    let m = Match::<State>::new(&content, request, seed).unwrap_or_else(|e| panic!("{request:?}: {e}"));
    play_on(m, seed)
}

fn play_on(mut m: Match<State>, seed: u64) -> usize {
    let mut dice = Dice::derive(seed, 9);
    for n in 0..20_000 {
        if m.state().is_over() {
            let again = Match::<State>::replay(m.content(), &m.log(), true).expect("its own log");
            assert_eq!(again.hash(), m.hash(), "{:?}", m.header().setup);
            return n;
        }
        let prompt = dice.pick(m.prompts().len());
        let options = m.state().options(&m.prompts()[prompt]);
        m.choose(prompt, dice.pick(options));
    }
    panic!("{:?} {seed}: endless", m.header().setup);
}

/// `HEATRAY_GAMES` asks for a longer hunt than the test run has time for.
fn games() -> u64 {
    std::env::var("HEATRAY_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(20)
}

/// Some of the eight options, and ground units in either hand.
fn mixed(dice: &mut Dice) -> Vec<(&'static str, &'static str)> {
    let mut options: Vec<_> =
        Opt::ALL.iter().filter(|_| dice.pick(2) == 1).map(|o| (o.word(), "on")).collect();
    if dice.pick(2) == 1 {
        options.push(("ground", "owner"));
    }
    options
}

#[test]
fn every_scenario_plays_to_an_end() {
    proves!("WV-SEQ-04", "WV-MOV-11", "WV-DSH-04");
    for info in State::scenarios(&Content::built_in()) {
        for seed in 0..games() {
            let mut dice = Dice::derive(seed, 77);
            let options = if seed % 2 == 0 { Vec::new() } else { mixed(&mut dice) };
            let mut request = request(&info.id, &options);
            if !info.variants.is_empty() {
                request.variant = Some(info.variants[dice.pick(info.variants.len())].clone());
            }
            assert!(play(&request, seed) > 0, "{}", info.id);
        }
    }
}

#[test]
fn built_missions_play_to_an_end() {
    proves!("WV-SEQ-04");
    for n in 0..games() {
        let number = n.to_string();
        let mut options = mixed(&mut Dice::derive(n, 78));
        options.push(("number", &number));
        play(&request("mission", &options), n);
    }
}

/// Any airplanes, mats, weather and ground units: a set-up is refused in words, or it plays to an end.
#[test]
fn free_set_ups_play_to_an_end() {
    proves!("WV-SEQ-04", "WV-MAP-01");
    let content = Content::built_in();
    let types = |side: Side| content.airplanes.iter().filter(move |a| a.side == side).map(|a| a.id.as_str());
    let mut begun = 0;
    for seed in 0..2 * games() {
        let mut dice = Dice::derive(seed, 79);
        let mut list = |side: Side| {
            let all: Vec<&str> = types(side).collect();
            let skills = ["", "+ace", "+recruit"];
            let planes: Vec<String> = (0..=dice.pick(3))
                .map(|_| format!("{}{}", all[dice.pick(all.len())], skills[dice.pick(3)]))
                .collect();
            planes.join(",")
        };
        let (allied, german) = (list(A), list(G));
        let mats = ["A", "B", "C", "D", "E", "F", "AC", "BC", "DE", "EF"][dice.pick(10)];
        let ground =
            ["flak@12,aa_mg@9", "artillery@10,infantry@11,tank@12", "balloon@9@8,flak@15"][dice.pick(3)];
        let time = ["dawn", "morning", "noon", "evening", "sunset"][dice.pick(5)];
        let mut options = mixed(&mut dice);
        options.extend([
            ("allied", allied.as_str()),
            ("german", german.as_str()),
            ("mats", mats),
            ("time", time),
        ]);
        match dice.pick(3) {
            0 => options.push(("german-ground", ground)),
            1 => options.extend([("allied-ground", ground), ("haze", "5"), ("storm", "27")]),
            _ => options.push(("clouds", "cumulus@4@8,high_stratus")),
        }
        match Match::<State>::new(&content, &request("free", &options), seed) {
            Ok(m) => begun += u64::from(play_on(m, seed) > 0),
            Err(error) => assert!(!error.place.is_empty() && !error.why.is_empty(), "{error:?}"),
        }
    }
    assert!(begun > games(), "only {begun} of {} began", 2 * games());
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
