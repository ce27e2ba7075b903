//! What somebody writes down as a position is taken up to its limit, and one more is refused where it stands.

use crate::support::*;
use hussars::{
    Active, Ask, Chance, Cloud, Content, Flow, March, Melee, Now, Phase, Setup, Side, StandId, State, UnitId,
    Walk, Where,
};
use table::{Match, proves};

/// Infantry, a Tripod, and a cylinder with another Tripod in it, in this order.
const FOOT: usize = 0;
const TRIPOD: usize = 1;
const CYLINDER: usize = 2;

/// The place that such a position is refused for, if it is.
fn refused(change: impl Fn(&mut Now)) -> Option<String> {
    let mut scene = Scene::new();
    scene.human("militia_infantry", 40.0, 40.0, 0.0);
    scene.martian("tripod", 80.0, 80.0, 0.0);
    scene.cylinder(100.0, 20.0, 0, &["tripod"]);
    let mut now = scene.now(Phase::HumanMovement, Flow::Moving);
    change(&mut now);
    let setup = Setup {
        scenario: "test".to_owned(),
        options: scene.options.clone(),
        armies: None,
        stack: Vec::new(),
        position: Some(Box::new(now)),
    };
    Match::<State>::begin_silent(&scene.content(), setup, 7).err().map(|error| error.place)
}

fn at(field: &str) -> String {
    format!("position.{field}")
}

type Change = Box<dyn Fn(&mut Now)>;

fn now(change: impl Fn(&mut Now) + 'static) -> Change {
    Box::new(change)
}

#[test]
fn a_figure_of_a_position_is_taken_up_to_its_limit() {
    proves!("TH-SEQ-01", "TH-CYL-02", "TH-GEO-11");
    let content = Content::built_in();
    let boxes = content.profiles[content.profile("tripod").expect("a Tripod")].boxes;
    let walk = |path: usize, facing: u16, allowance: i32, done: u16, excused: u8| {
        let path = (0..path).map(|n| p(40.0 + n as f64 / 4.0, 40.0)).collect();
        let excused = vec![(StandId(excused), 0)];
        let stand = StandId(FOOT as u8);
        let (asked, strategic, continued, unseen) = (0, false, false, false);
        let walk =
            Walk { stand, path, facing, allowance, done, excused, asked, strategic, continued, unseen };
        now(move |n| n.walk = Some(Box::new(walk.clone())))
    };
    let active = |stand: u8, allowance: i32| {
        let active = Active { stand: StandId(stand), allowance, strategic: false, entering: false };
        now(move |n| n.active = Some(active))
    };
    let clouds =
        |count: usize, x: f64| now(move |n| n.clouds = vec![Cloud { at: p(x, 20.0), turn: 1 }; count]);
    let melee = |mover: u8, other: u8, next: u8| {
        now(move |n| {
            let (movers, others) = (vec![StandId(mover)], vec![StandId(other)]);
            n.melee = Some(Box::new(Melee { movers, others, queue: vec![StandId(next)], round: 1 }));
        })
    };
    let march = |unit: u8, left: u8| {
        let march = March {
            unit: UnitId(unit),
            shift: p(1.0, 1.0),
            strategic: false,
            left: vec![StandId(left)],
            known: 0,
            strong: 0,
        };
        now(move |n| n.march = Some(Box::new(march.clone())))
    };
    // A side is asked for the way of one of its own.
    let asked = |stand: u8| {
        let active = Active { stand: StandId(stand), allowance: 600, strategic: false, entering: false };
        now(move |n| (n.ask, n.active) = (Some((Side::Human, Ask::Path)), Some(active)))
    };
    let cases: Vec<(&str, Vec<Change>, Vec<Change>)> = vec![
        ("turn", vec![now(|n| n.turn = 20)], vec![now(|n| n.turn = 21)]),
        ("stands", vec![], vec![now(|n| n.stands.truncate(3))]),
        (
            "stands.0.facing",
            vec![now(|n| n.stands[FOOT].facing = 3599)],
            vec![now(|n| n.stands[FOOT].facing = 3600)],
        ),
        (
            "stands.0.at",
            vec![now(|n| n.stands[FOOT].at = p(120.0, 120.0)), now(|n| n.stands[FOOT].at = p(0.0, 0.0))],
            vec![now(|n| n.stands[FOOT].at = p(120.01, 20.0)), now(|n| n.stands[FOOT].at = p(20.0, -0.01))],
        ),
        (
            "stands.1.marks",
            vec![now(move |n| n.stands[TRIPOD].marks = boxes)],
            vec![
                now(move |n| n.stands[TRIPOD].marks[0] = boxes[0] + 1),
                now(move |n| n.stands[TRIPOD].marks[1] = boxes[1] + 1),
            ],
        ),
        (
            "stands.1.place",
            vec![now(|n| n.stands[TRIPOD].place = Where::Inside(StandId(CYLINDER as u8)))],
            vec![
                now(|n| n.stands[TRIPOD].place = Where::Inside(StandId(FOOT as u8))),
                now(|n| n.stands[TRIPOD].place = Where::Inside(StandId(200))),
                now(|n| n.stands[TRIPOD].place = Where::Falling),
            ],
        ),
        (
            "stands.0.place",
            vec![now(|n| n.stands[CYLINDER].place = Where::Falling)],
            vec![now(|n| n.stands[FOOT].place = Where::Inside(StandId(CYLINDER as u8)))],
        ),
        (
            "stands.0",
            vec![now(|n| (n.stands[FOOT].left, n.stands[FOOT].speed) = (0, 0))],
            vec![now(|n| n.stands[FOOT].left = -1), now(|n| n.stands[FOOT].speed = -1)],
        ),
        (
            "stands.2.ready",
            vec![now(|n| n.stands[CYLINDER].ready = 1)],
            vec![now(|n| n.stands[CYLINDER].ready = 2)],
        ),
        ("clouds", vec![clouds(32, 20.0), clouds(1, 120.0)], vec![clouds(33, 20.0), clouds(1, 120.01)]),
        (
            "active",
            vec![active(0, 0), active(3, 9_900)],
            vec![active(0, -1), active(0, 9_901), active(4, 600)],
        ),
        (
            "walk",
            vec![walk(65, 3599, 9_900, 0, 3), walk(1, 0, 0, 0, 0)],
            vec![
                walk(66, 0, 600, 0, 0),
                walk(0, 0, 600, 0, 0),
                walk(2, 3600, 600, 0, 0),
                walk(2, 0, 9_901, 0, 0),
                walk(2, 0, -1, 0, 0),
                walk(2, 0, 600, 200, 0),
                walk(2, 0, 600, 0, 4),
            ],
        ),
        ("ask", vec![asked(FOOT as u8)], vec![asked(TRIPOD as u8)]),
        ("march", vec![march(0, 0)], vec![march(3, 0), march(0, 4), march(0, TRIPOD as u8)]),
        ("melee", vec![melee(0, 1, 3)], vec![melee(4, 1, 0), melee(0, 4, 0), melee(0, 1, 4)]),
        (
            "chances",
            vec![now(|n| n.chances = vec![Chance { holder: StandId(3), mark: 0 }])],
            vec![
                now(|n| n.chances = vec![Chance { holder: StandId(4), mark: 0 }]),
                now(|n| n.weapons = vec![StandId(4)]),
            ],
        ),
    ];
    for (field, within, beyond) in cases {
        for (number, change) in within.iter().enumerate() {
            assert_ne!(refused(change), Some(at(field)), "{field}, case {number}");
        }
        for (number, change) in beyond.iter().enumerate() {
            assert_eq!(refused(change), Some(at(field)), "{field}, case {number}");
        }
    }
}
