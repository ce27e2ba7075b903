//! What somebody writes down is taken up to its limit, and one more is refused where it stands: positions, set-ups.

use crate::support::*;

type Edit<T> = Box<dyn Fn(&mut T)>;

/// A place, what is taken there, and what is refused.
type Case<T> = (&'static str, Vec<Edit<T>>, Vec<Edit<T>>);

fn table_with(change: impl Fn(&mut Now) + 'static) -> Edit<Now> {
    Box::new(change)
}

fn set_up(change: impl Fn(&mut Setup) + 'static) -> Edit<Setup> {
    Box::new(change)
}

/// A Gotha and a SPAD VII, which moves, with a balloon and a machine gun below.
fn table() -> Board {
    let scene = Scene::new().allied("spad_vii", 5, 15, E, 5).german("gotha", 15, 14, W, 3);
    scene.ground("balloon", G, 9, 8).ground("aa_mg", A, 12, 0).moving()
}

fn begin(setup: Setup) -> Result<(), String> {
    Match::<State>::begin(&Content::built_in(), setup, 1).map(|_| ()).map_err(|e| e.place)
}

/// The Gotha of a position.
fn plane(change: impl Fn(&mut Plane) + 'static) -> Edit<Now> {
    Box::new(move |now| change(&mut now.planes[1]))
}

#[test]
fn a_number_of_a_position_is_taken_up_to_its_limit() {
    proves!("WV-SPD-08", "WV-MAP-06", "WV-DMG-04", "WV-AMM-01");
    let board = table();
    let gotha = kind("gotha");
    let content = Content::built_in();
    let zebra = content.structures[gotha.structure].zebra();
    let engine = content.engines[gotha.engine].boxes.len() as u8;
    let [ailerons, elevators, rudder] = content.controls;
    let balloon = content.targets[content.target("balloon").expect("a balloon")].hits;
    let away = |x: i8, y: i8| plane(move |p| (p.fate, p.at) = (Fate::LeftEast, hex(x, y)));
    let running = |step: u8, left: u8, prep: u8, half: u8| {
        let maneuver = Maneuver::LevelTurnInner;
        plane(move |p| {
            p.running = Some(Running { maneuver, step, left: Some(left), prep, half, right: false });
        })
    };
    let steps = content.maneuver(Maneuver::LevelTurnInner).steps.len() as u8;
    let marker = |n: usize, x: i8, y: i8| {
        table_with(move |now: &mut Now| now.markers[n] = Some(Marker { mega: Mega(hex(x, y)), side: G }))
    };
    let stack = |die: Loaded| table_with(move |now: &mut Now| now.stack = vec![die]);
    let ground = |i: usize, change: fn(&mut victory::Ground)| {
        table_with(move |now: &mut Now| change(&mut now.ground[i]))
    };
    let frozen = |group: u8, first: u8, time: u8| {
        let now = Some(Frozen { group, first, time, caught_up: 0 });
        table_with(move |n: &mut Now| n.freeze = Freeze { used: 0, now })
    };
    let flow = |flow: Flow| table_with(move |now: &mut Now| now.flow = flow);
    let cases: Vec<Case<Now>> = vec![
        ("round", vec![table_with(|n| n.round = 30)], vec![table_with(|n| n.round = 31)]),
        (
            "planes[1].cue",
            vec![plane(|p| p.cue = -2), plane(|p| p.cue = 11)],
            vec![plane(|p| p.cue = -3), plane(|p| p.cue = 12)],
        ),
        (
            "planes[1].initial",
            vec![plane(|p| p.initial = -2), plane(|p| p.initial = 11)],
            vec![plane(|p| p.initial = -3), plane(|p| p.initial = 12)],
        ),
        (
            "planes[1].throttle",
            vec![plane(|p| p.throttle = 0), plane(|p| p.throttle = 11)],
            vec![plane(|p| p.throttle = -1), plane(|p| p.throttle = 12)],
        ),
        (
            "planes[1].delta",
            vec![plane(|p| p.delta = -60), plane(|p| p.delta = 60)],
            vec![plane(|p| p.delta = -61), plane(|p| p.delta = 61)],
        ),
        (
            "planes[1].mp",
            vec![plane(|p| p.mp = -1), plane(|p| p.mp = 11)],
            vec![plane(|p| p.mp = -2), plane(|p| p.mp = 12)],
        ),
        ("planes[1].flown", vec![plane(|p| p.flown = 12)], vec![plane(|p| p.flown = 13)]),
        (
            "planes[1].running",
            vec![running(steps, 12, 5, 6)],
            vec![
                running(steps + 1, 12, 5, 6),
                running(steps, 13, 5, 6),
                running(steps, 12, 6, 6),
                running(steps, 12, 5, 7),
            ],
        ),
        (
            "planes[1].structure",
            vec![plane(move |p| p.structure = zebra)],
            vec![plane(move |p| p.structure = zebra + 1)],
        ),
        (
            "planes[1].controls",
            vec![plane(move |p| p.controls = [ailerons, elevators, rudder])],
            vec![
                plane(move |p| p.controls[0] = ailerons + 1),
                plane(move |p| p.controls[1] = elevators + 1),
                plane(move |p| p.controls[2] = rudder + 1),
            ],
        ),
        (
            "planes[1].engine",
            vec![plane(move |p| p.engine = engine)],
            vec![plane(move |p| p.engine = engine + 1)],
        ),
        ("planes[1].leak", vec![plane(|p| p.leak = Some(6))], vec![plane(|p| p.leak = Some(7))]),
        (
            "planes[1].guns",
            vec![plane(|p| p.guns[0].left = [6, 6]), plane(|p| p.guns[0].plan = aim(0))],
            vec![
                plane(|p| p.guns[0].left = [7, 0]),
                plane(|p| p.guns[0].left = [0, 7]),
                plane(|p| p.guns[0].plan = aim(2)),
                table_with(|n| n.planes[0].guns[1].left = [1, 0]),
                table_with(|n| n.planes[0].guns[1].plan = victory::Plan::Clear),
            ],
        ),
        (
            "planes[1].bomb",
            vec![plane(|p| p.bomb = Some(UnitId::ground(1)))],
            vec![plane(|p| p.bomb = Some(UnitId::ground(2))), plane(|p| p.bomb = Some(UnitId(2)))],
        ),
        (
            "planes[1].last_hit",
            vec![plane(|p| p.last_hit = Some(UnitId(31)))],
            vec![plane(|p| p.last_hit = Some(UnitId(32)))],
        ),
        (
            "planes[1].tails",
            vec![plane(|p| (p.tails, p.foes) = (1, 1))],
            vec![plane(|p| p.tails = 4), plane(|p| p.foes = 4)],
        ),
        (
            "planes[1].seen",
            vec![plane(|p| p.seen = UnitId(0).bit() | UnitId::ground(1).bit())],
            vec![plane(|p| p.seen = UnitId(2).bit()), plane(|p| p.seen = UnitId::ground(2).bit())],
        ),
        (
            "planes[1].line_side",
            vec![plane(|p| p.line_side = -1), plane(|p| p.line_side = 1)],
            vec![plane(|p| p.line_side = -2), plane(|p| p.line_side = 2)],
        ),
        (
            "planes[1].at",
            vec![away(32, 30), away(-12, 0), plane(|p| p.at = hex(15, 1)), plane(|p| p.start = hex(32, 0))],
            vec![
                away(33, 30),
                away(-13, 30),
                away(32, 31),
                away(32, -1),
                plane(|p| p.start = hex(33, 0)),
                plane(|p| p.at = hex(20, 15)),
                plane(|p| p.at = hex(0, 14)),
            ],
        ),
        (
            "ground[0].hits",
            vec![table_with(move |n| n.ground[0].hits = balloon)],
            vec![table_with(move |n| n.ground[0].hits = balloon + 1)],
        ),
        (
            "ground[1].at",
            vec![ground(1, |g| g.at = hex(20, 0)), ground(1, |g| g.at = hex(0, 30))],
            vec![
                ground(1, |g| g.at = hex(21, 0)),
                ground(1, |g| g.at = hex(-1, 0)),
                ground(1, |g| g.at = hex(5, 31)),
            ],
        ),
        (
            "ground[1].plan",
            vec![ground(1, |g| g.plan = Some(UnitId(1)))],
            vec![ground(1, |g| g.plan = Some(UnitId(2))), ground(1, |g| g.plan = Some(UnitId::ground(0)))],
        ),
        ("ground[1].seen", vec![ground(1, |g| g.seen = 3)], vec![ground(1, |g| g.seen = 4)]),
        (
            "markers",
            vec![marker(0, 4, 32), marker(0, 20, 0), marker(0, 0, 8)],
            vec![marker(0, 6, 36), marker(0, 24, 0), marker(0, -4, 8), marker(0, 5, 8), marker(1, 4, 8)],
        ),
        ("order_len", vec![], vec![table_with(|n| n.order_len = 9)]),
        (
            "order",
            vec![table_with(|n| n.order[..2].copy_from_slice(&[1, 0]))],
            vec![
                table_with(|n| n.order[..2].copy_from_slice(&[0, 2])),
                table_with(|n| n.order[..2].copy_from_slice(&[0, 0])),
            ],
        ),
        (
            "stack",
            vec![stack(d6(1)), stack(d6(6)), stack(d20(1)), stack(d20(20))],
            vec![stack(d6(0)), stack(d6(7)), stack(d20(0)), stack(d20(21))],
        ),
        ("window", vec![], vec![table_with(|n| n.window = 4), table_with(|n| n.standing = 4)]),
        (
            "freeze",
            vec![frozen(3, 1, 1), frozen(3, 0, 11)],
            vec![frozen(7, 0, 4), frozen(3, 2, 4), frozen(3, 0, 0), frozen(3, 0, 12)],
        ),
        (
            "to_test",
            vec![table_with(|n| n.to_test = UnitId(1).bit())],
            vec![table_with(|n| n.to_test = UnitId(2).bit())],
        ),
        (
            "flow",
            vec![],
            vec![
                flow(Flow::Fly { plane: 2 }),
                flow(Flow::Entered { plane: 2 }),
                flow(Flow::SetUp { step: 9 }),
                flow(Flow::Flak { next: 13 }),
                flow(Flow::DeclareGround { next: 13 }),
                flow(Flow::Spotting { next: 21 }),
                flow(Flow::Declare { next: 3, gun: 0 }),
                flow(Flow::Declare { next: 0, gun: 5 }),
            ],
        ),
    ];
    let tried = |change: &Edit<Now>| {
        let mut setup = board.m.state().position();
        change(setup.position.as_mut().expect("a position"));
        begin(setup)
    };
    for (place, within, beyond) in cases {
        for (n, change) in within.iter().enumerate() {
            assert_eq!(tried(change), Ok(()), "{place}, case {n}");
        }
        for (n, change) in beyond.iter().enumerate() {
            let place = if n > 2 && place == "planes[1].guns" { "planes[0].guns" } else { place };
            assert_eq!(tried(change), Err(format!("position.{place}")), "{place}, case {n}");
        }
    }
}

/// A burst at a plane.
fn aim(plane: u8) -> victory::Plan {
    victory::Plan::Fire { target: UnitId(plane), long: false }
}

#[test]
fn when_a_match_is_over_nothing_is_asked() {
    proves!("WV-SEQ-04");
    let board = table();
    let over = |ask: Ask| {
        let mut setup = board.m.state().position();
        let now = setup.position.as_mut().expect("a position");
        now.outcome = Some(Ending { winner: None, how: How::Time });
        (now.flow, now.ask) = (Flow::Over, ask);
        begin(setup)
    };
    assert_eq!(over(Ask::Over), Ok(()));
    assert_eq!(over(Ask::Fly { plane: 0 }), Err("position.ask".to_owned()));
}

#[test]
fn a_number_of_a_set_up_is_taken_up_to_its_limit() {
    proves!("WV-MAP-06", "WV-MAP-08", "WV-DSH-01", "WV-SPD-08", "WV-AMM-01");
    let spad = kind("spad_vii");
    let content = Content::built_in();
    let boxes = content.structures[spad.structure].boxes;
    let [_, elevators, rudder] = content.controls;
    let [first, second] = spad.weapons[0].ammo;
    let one = |change: fn(&mut PlaneSetup)| set_up(move |s: &mut Setup| change(&mut s.planes[0]));
    let row = move |n: i8| {
        set_up(move |s: &mut Setup| {
            s.planes = (0..n)
                .map(|i| PlaneSetup { at: hex(1 + i, 9), ..s.planes[(i % 2) as usize].clone() })
                .collect();
        })
    };
    let guns = |n: i8| {
        set_up(move |s: &mut Setup| {
            s.ground =
                (1..=n).map(|x| GroundSetup { kind: "aa_mg".to_owned(), side: G, at: hex(x, 0) }).collect();
        })
    };
    let target = |kind: &'static str, x: i8, y: i8| {
        set_up(move |s: &mut Setup| {
            s.ground = vec![GroundSetup { kind: kind.to_owned(), side: G, at: hex(x, y) }];
        })
    };
    let sky = |change: fn(&mut Sky)| set_up(move |s: &mut Setup| change(&mut s.sky));
    let photographs = |plane: u8, x: i8, needed: u8| {
        set_up(move |s: &mut Setup| {
            (s.aim, s.recon) = (Aim::Photograph, Some(ReconSetup { plane, x, level: None, needed }));
        })
    };
    let cases: Vec<Case<Setup>> = vec![
        (
            "mats",
            vec![set_up(|s| s.mats = vec!['A', 'C'])],
            vec![set_up(|s| s.mats = vec!['A', 'B', 'C']), set_up(|s| s.mats.clear())],
        ),
        (
            "rounds",
            vec![set_up(|s| s.rounds = 1), set_up(|s| s.rounds = 30)],
            vec![set_up(|s| s.rounds = 0), set_up(|s| s.rounds = 31)],
        ),
        ("planes", vec![row(8)], vec![row(9)]),
        ("ground", vec![guns(12)], vec![guns(13)]),
        (
            "planes[0].at",
            vec![
                one(|p| p.at = hex(1, 1)),
                one(|p| p.at = hex(1, 30)),
                one(|p| p.at = hex(0, 9)),
                one(|p| p.at = hex(19, 9)),
            ],
            vec![
                one(|p| p.at = hex(1, 0)),
                one(|p| p.at = hex(1, 31)),
                one(|p| p.at = hex(0, 8)),
                one(|p| p.at = hex(20, 9)),
            ],
        ),
        (
            "planes[0].speed",
            vec![one(|p| p.speed = -2), one(|p| p.speed = 11)],
            vec![one(|p| p.speed = -3), one(|p| p.speed = 12)],
        ),
        (
            "planes[0].structure",
            vec![set_up(move |s| s.planes[0].structure = boxes)],
            vec![set_up(move |s| s.planes[0].structure = boxes + 1)],
        ),
        (
            "planes[0].rudder",
            vec![set_up(move |s| (s.planes[0].elevators, s.planes[0].rudder) = (elevators, rudder))],
            vec![
                set_up(move |s| s.planes[0].elevators = elevators + 1),
                set_up(move |s| s.planes[0].rudder = rudder + 1),
            ],
        ),
        (
            "planes[0].ammo",
            vec![
                set_up(move |s| s.planes[0].ammo = Some([first, second])),
                set_up(|s| s.planes[0].ammo = Some([0, 0])),
            ],
            vec![
                set_up(move |s| s.planes[0].ammo = Some([first + 1, second])),
                set_up(move |s| s.planes[0].ammo = Some([first, second + 1])),
            ],
        ),
        (
            "ground[0].at",
            vec![target("balloon", 9, 1), target("aa_mg", 19, 0)],
            vec![
                target("balloon", 9, 0),
                target("aa_mg", 9, 1),
                target("aa_mg", 20, 0),
                target("aa_mg", 0, 0),
            ],
        ),
        (
            "sky",
            vec![
                sky(|s| (s.haze, s.storm) = (Some(0), Some(30))),
                sky(|s| (s.haze, s.storm) = (Some(30), Some(0))),
                sky(|s| s.sun = Some(Mega(hex(20, 32)))),
                sky(|s| s.sun = Some(Mega(hex(0, 0)))),
            ],
            vec![
                sky(|s| s.haze = Some(-1)),
                sky(|s| s.haze = Some(31)),
                sky(|s| s.storm = Some(-1)),
                sky(|s| s.storm = Some(31)),
                sky(|s| s.sun = Some(Mega(hex(22, 28)))),
                sky(|s| s.sun = Some(Mega(hex(-2, 28)))),
                sky(|s| s.sun = Some(Mega(hex(6, 36)))),
                sky(|s| s.cumulus[0] = Some(Mega(hex(5, 8)))),
                sky(|s| s.low_stratus[0] = Some(Mega(hex(5, 8)))),
            ],
        ),
        (
            "recon",
            vec![photographs(1, 1, 1), photographs(1, 19, 1)],
            vec![photographs(2, 9, 1), photographs(1, 0, 1), photographs(1, 20, 1), photographs(1, 9, 0)],
        ),
        ("anchor", vec![], vec![set_up(|s| s.anchor = Some(1)), set_up(|s| s.anchor = Some(2))]),
    ];
    let tried = |change: &Edit<Setup>| {
        let mut setup = resolve("over-the-top", &[]);
        (setup.mats, setup.sky) = (vec!['B'], Sky::default());
        setup.planes =
            Scene::new().allied("spad_vii", 5, 15, E, 5).german("albatros_d3", 15, 14, W, 5).setup.planes;
        change(&mut setup);
        begin(setup)
    };
    for (place, within, beyond) in cases {
        for (n, change) in within.iter().enumerate() {
            assert_eq!(tried(change), Ok(()), "{place}, case {n}");
        }
        for (n, change) in beyond.iter().enumerate() {
            assert_eq!(tried(change), Err(place.to_owned()), "{place}, case {n}");
        }
    }
}

/// The condition of victory is about somebody: he must be there.
#[test]
fn whom_a_condition_is_about_must_be_there() {
    proves!("WV-SCN-02", "WV-SCN-04", "WV-SCN-09", "WV-SCN-11", "WV-SCN-20");
    let scene = |aim: Aim, planes: &str, ground: &[(&str, Side)]| {
        let mut scene = Scene::new();
        for (n, letter) in planes.chars().enumerate() {
            let x = 3 + 3 * n as i8;
            scene = match letter {
                'a' => scene.allied("spad_vii", x, 15, E, 5),
                'g' => scene.german("albatros_d3", x, 15, W, 5),
                'B' => scene.german("gotha", x, 15, W, 3),
                _ => scene.allied("hp_400", x, 15, E, 3),
            };
        }
        for (n, (kind, side)) in ground.iter().enumerate() {
            scene = scene.ground(kind, *side, 3 + n as i8, if *kind == "balloon" { 8 } else { 0 });
        }
        let mut setup = scene.setup;
        (setup.aim, setup.attacker) = (aim, G);
        begin(setup).map_err(|place| assert_eq!(place, "aim")).is_ok()
    };
    let (balloon, gun) = (("balloon", A), ("aa_mg", G));
    for aim in [Aim::RedBaron, Aim::OverTheTop, Aim::Dogfight, Aim::Value] {
        assert_eq!(
            [scene(aim, "ag", &[]), scene(aim, "a", &[]), scene(aim, "g", &[])],
            [true, false, false],
            "{aim:?}"
        );
    }
    assert!(scene(Aim::FrankLuke, "a", &[balloon]));
    assert!(!scene(Aim::FrankLuke, "g", &[balloon]) && !scene(Aim::FrankLuke, "ag", &[gun]));
    assert!(scene(Aim::TomsRevenge, "a", &[gun]));
    assert!(!scene(Aim::TomsRevenge, "g", &[gun]) && !scene(Aim::TomsRevenge, "a", &[balloon]));
    assert!(scene(Aim::LastRaid, "aB", &[]));
    assert!(!scene(Aim::LastRaid, "B", &[]) && !scene(Aim::LastRaid, "bg", &[]));
    assert!(scene(Aim::Raid, "aB", &[("tank", A)]));
    assert!(!scene(Aim::Raid, "aB", &[gun]) && !scene(Aim::Raid, "bg", &[("tank", A)]));
    assert!(scene(Aim::Balloon, "ag", &[balloon]));
    assert!(!scene(Aim::Balloon, "a", &[balloon]) && !scene(Aim::Balloon, "ag", &[gun]));
    assert!(!scene(Aim::Recon, "ag", &[gun]) && !scene(Aim::Photograph, "ag", &[gun]), "no photographs");
}
