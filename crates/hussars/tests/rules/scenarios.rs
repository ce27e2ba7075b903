//! The six scenarios (TH-HC, TH-WS, TH-TC, TH-RL, TH-PH, TH-TB) and who wins them (TH-VIC).

use crate::support::{go, p, pick};
use hussars::ground::Walker;
use hussars::measure::Place;
use hussars::{
    Ask, Class, Content, Flow, Now, Order, Phase, Setup, Side, Stand, StandId, State, Type, Where,
};
use table::{Game, Match, SetupRequest, proves};

struct Case {
    setup: Setup,
    now: Now,
    state: State,
}

/// A scenario with all its printed places, before the first turn.
fn printed(scenario: &str) -> Match<State> {
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let content = Content::built_in();
    let mut setup = State::resolve(&content, &request).expect("a scenario");
    // No six: nothing is assembled in the first turn.
    setup.stack = vec![1; 40];
    let mut m = Match::<State>::begin(&content, setup, 1).expect("a match");
    while let Some((side, Ask::Deploy)) = m.state().now.ask {
        m.order(side.seat(), &Order::DeployPrinted { unit: None }).expect("printed places");
        m.order(side.seat(), &Order::EndStep).expect("a legal deployment");
    }
    m
}

fn case(scenario: &str) -> Case {
    let m = printed(scenario);
    let setup = m.state().position();
    Case { now: m.state().now.clone(), setup, state: m.state().clone() }
}

impl Case {
    fn of(&self, unit: &str) -> Vec<StandId> {
        let s = &self.state;
        s.ids().filter(|id| s.troop(s.unit(*id)).id == unit).collect()
    }

    fn all(&self, ty: Type) -> Vec<StandId> {
        self.state.ids().filter(|id| self.state.ty(*id) == ty).collect()
    }

    fn set(&mut self, ids: &[StandId], change: impl Fn(&mut Stand)) {
        for id in ids {
            change(&mut self.now.stands[id.index()]);
        }
    }

    /// With as many dice for a cylinder as the scenario gives (option cylinder_dice).
    fn hammering(mut self) -> Self {
        self.setup.options.scenario_dice = true;
        self
    }

    fn at(mut self, turn: u8, phase: Phase, flow: Flow, dice: &[u16]) -> Match<State> {
        (self.now.turn, self.now.phase, self.now.flow, self.now.ask) = (turn, phase, flow, None);
        (self.now.active, self.now.walk, self.now.melee) = (None, None, None);
        self.setup.position = Some(Box::new(self.now));
        self.setup.stack = dice.to_vec();
        Match::begin(&Content::built_in(), self.setup, 1).expect("a position")
    }

    /// The scores of this table.
    fn scores(self) -> [u16; 2] {
        self.at(1, Phase::FirstFire, Flow::Firing, &[]).state().scores()
    }
}

fn refused(m: &Match<State>, order: Order) -> Option<&'static str> {
    let seat = m.prompts()[0].seat;
    m.state().check(seat, &order).err().map(|r| r.rule.0)
}

fn give(m: &mut Match<State>, order: Order) {
    let seat = m.prompts()[0].seat;
    m.order(seat, &order).unwrap_or_else(|e| panic!("{order:?}: {e}"));
}

fn deploying(scenario: &str, side: Side) -> Match<State> {
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let mut m = Match::<State>::new(&Content::built_in(), &request, 1).expect("a match");
    while m.state().now.ask.is_some_and(|(asked, _)| asked != side) {
        give(&mut m, Order::DeployPrinted { unit: None });
        give(&mut m, Order::EndStep);
    }
    m
}

fn named(m: &Match<State>, unit: &str, ty: Type) -> StandId {
    let s = m.state();
    s.ids().find(|id| s.troop(s.unit(*id)).id == unit && s.ty(*id) == ty).expect(unit)
}

fn place(stand: StandId, x: f64, y: f64) -> Order {
    Order::Deploy { stand, at: p(x, y), facing: 0 }
}

/// Scenario, side, unit and kind; a place outside the zone, one inside; the entry.
type Row = (&'static str, Side, &'static str, Type, (f64, f64), (f64, f64), &'static str);

#[test]
fn zones_of_every_scenario() {
    proves!("TH-HC-01", "TH-WS-01", "TH-TC-01", "TH-RL-01", "TH-PH-01", "TH-TB-01");
    let rows: &[Row] = &[
        ("horsell", Side::Human, "h-bty", Type::FieldArtillery, (20.0, 11.0), (20.0, 9.5), "TH-HC-01"),
        ("weybridge", Side::Human, "h-hvy", Type::HeavyArtillery, (50.0, 20.0), (50.0, 40.0), "TH-WS-01"),
        ("weybridge", Side::Martian, "m-tri", Type::Tripod, (11.0, 10.0), (9.0, 10.0), "TH-WS-01"),
        ("thunderchild", Side::Human, "h-ram", Type::Ironclad, (50.0, 34.0), (62.0, 34.0), "TH-TC-01"),
        ("london", Side::Human, "h-c1", Type::Infantry, (25.0, 10.0), (12.0, 10.0), "TH-RL-01"),
        ("london", Side::Martian, "m-tri", Type::Tripod, (7.0, 40.0), (5.0, 40.0), "TH-RL-01"),
        ("primrose", Side::Human, "h-hvy", Type::HeavyArtillery, (51.0, 7.0), (51.0, 4.0), "TH-PH-01"),
        ("primrose", Side::Martian, "m-guard", Type::Tripod, (30.0, 25.0), (27.0, 29.0), "TH-PH-01"),
        ("tilbury", Side::Human, "h-rha", Type::HorseArtillery, (30.0, 35.5), (29.0, 39.4), "TH-TB-01"),
        ("tilbury", Side::Martian, "m-tri", Type::Tripod, (20.0, 7.0), (20.0, 5.0), "TH-TB-01"),
    ];
    for (scenario, side, unit, ty, wrong, right, rule) in rows {
        let m = deploying(scenario, *side);
        let stand = named(&m, unit, *ty);
        assert_eq!(refused(&m, place(stand, wrong.0, wrong.1)), Some(*rule), "{scenario} {unit}");
        assert_eq!(refused(&m, place(stand, right.0, right.1)), None, "{scenario} {unit}");
    }
    let m = printed("thunderchild");
    let ship = named(&m, "h-ram", Type::Ironclad);
    assert_eq!((m.state().stand(ship).speed, m.state().speeds(ship)), (1200, (800, 1600)));
    let board = |id: &str| {
        let content = Content::built_in();
        let map = &content.scenario(id).expect(id).map;
        (map.width / 1000, map.height / 1000)
    };
    assert_eq!(
        ["horsell", "weybridge", "thunderchild", "london", "primrose", "tilbury"].map(board),
        [(48, 48), (72, 48), (72, 48), (72, 60), (60, 48), (72, 56)]
    );
}

#[test]
fn all_printed_human_stands_begin_unspotted_at_weybridge() {
    proves!("TH-WS-01", "TH-SPO-09", "TH-SPO-10");
    let m = printed("weybridge");
    let humans: Vec<_> = m.state().fielded(Side::Human).collect();
    assert_eq!(humans.len(), 36);
    assert!(humans.iter().all(|id| !m.state().stand(*id).spotted));
}

#[test]
fn the_pits_are_armed_and_hammer_with_one_die_or_two() {
    proves!("TH-HC-02", "TH-HC-03", "TH-PH-02", "TH-PH-03", "TH-CYL-08");
    let m = printed("horsell");
    let pit = named(&m, "m-pit", Type::Cylinder);
    assert_eq!((m.state().stand(pit).sixes, m.state().inside(pit).count()), (1, 5));
    // The printed die first: a second one lies in the stack and is not taken.
    for (dice, ready) in [([6, 6], 1), ([1, 6], 0)] {
        let m = case("horsell").at(2, Phase::FirstFire, Flow::PhaseStart, &dice);
        assert_eq!(m.state().stand(pit).ready, ready, "{dice:?}");
    }
    // By the option two dice a turn, each 6 counts.
    for (dice, ready) in [([6, 2], 1), ([6, 6], 2), ([1, 5], 0)] {
        let c = case("horsell").hammering();
        let m = c.at(2, Phase::FirstFire, Flow::PhaseStart, &dice);
        assert_eq!(m.state().stand(pit).ready, ready, "{dice:?}");
    }
    let mut c = case("horsell").hammering();
    let second = c.of("m-second")[0];
    let pit_id = c.of("m-pit")[0];
    c.set(&[second], |s| (s.place, s.falls, s.spotted) = (Where::Board, 4, true));
    c.set(&[pit_id], |s| s.place = Where::Lost);
    let m = c.at(5, Phase::FirstFire, Flow::PhaseStart, &[6, 6]);
    assert_eq!(
        (m.state().stand(second).sixes, m.state().stand(second).ready),
        (2, 1),
        "ray and tripod in one phase"
    );
    // Primrose: two machines are out already, the flyer may come first.
    let mut c = case("primrose");
    let pit = c.of("m-pit")[0];
    assert_eq!(c.state.inside(pit).count(), 3);
    let flyer = c.all(Type::Flyer)[0];
    c.set(&[pit], |s| s.ready = 1);
    let mut m = c.at(2, Phase::MartianMovement, Flow::Moving, &[]);
    assert_eq!(refused(&m, Order::Emerge { machine: flyer, bearing: 0 }), None);
    give(&mut m, Order::Emerge { machine: flyer, bearing: 0 });
    assert_eq!(m.state().now.active.map(|a| a.allowance), Some(4800));
    for (c, ready) in [(case("primrose"), 1), (case("primrose").hammering(), 2)] {
        let m = c.at(2, Phase::FirstFire, Flow::PhaseStart, &[6, 6]);
        assert_eq!(m.state().stand(pit).ready, ready);
    }
}

#[test]
fn second_landings_are_written_beforehand() {
    proves!("TH-HC-04", "TH-PH-04", "TH-CYL-02");
    for (scenario, turns, good, bad, rule) in [
        ("horsell", [4, 6], (26.0, 39.0), (26.0, 33.0), "TH-HC-04"),
        ("primrose", [3, 5], (40.0, 42.0), (28.0, 38.0), "TH-PH-04"),
    ] {
        let mut m = deploying(scenario, Side::Martian);
        let cylinder = named(&m, "m-second", Type::Cylinder);
        let land = |at: (f64, f64), turn| Order::Land { cylinder, at: p(at.0, at.1), turn };
        assert_eq!(refused(&m, Order::EndStep), Some("TH-CYL-02"));
        assert_eq!(refused(&m, land(good, turns[0] - 1)), Some(rule));
        assert_eq!(refused(&m, land(good, turns[1] + 1)), Some(rule));
        assert_eq!(refused(&m, land(bad, turns[0])), Some(rule));
        give(&mut m, land(good, turns[0]));
        assert_eq!((m.state().stand(cylinder).falls, m.state().stand(cylinder).sixes), (turns[0], 0));
    }
}

#[test]
fn arrivals_by_turn_and_edge() {
    proves!("TH-HC-05", "TH-PH-05", "TH-RL-07", "TH-TB-03", "TH-GEO-15");
    for (scenario, unit, turn, at, wrong) in [
        ("horsell", "h-hus", 2, (0.0, 29.0), (0.0, 33.0)),
        ("primrose", "h-yeo", 2, (0.0, 8.0), (0.0, 12.0)),
        ("primrose", "h-lan", 3, (60.0, 27.0), (60.0, 23.0)),
        ("tilbury", "h-ir2", 5, (72.0, 25.0), (72.0, 33.0)),
    ] {
        let c = case(scenario);
        let stand = c.of(unit)[0];
        let enter = |at: (f64, f64)| Order::Enter { stand, at: p(at.0, at.1), strategic: false };
        let m = case(scenario).at(turn - 1, Phase::HumanMovement, Flow::Moving, &[]);
        assert_eq!(refused(&m, enter(at)), Some("TH-GEO-15"), "{unit} before turn {turn}");
        let m = c.at(turn, Phase::HumanMovement, Flow::Moving, &[]);
        assert_eq!((refused(&m, enter(at)), refused(&m, enter(wrong))), (None, Some("TH-GEO-15")), "{unit}");
    }
    // The reserve ship chooses 8 to 16 in.
    let c = case("tilbury");
    let ship = c.of("h-ir2")[0];
    let mut m = c.at(5, Phase::HumanMovement, Flow::Moving, &[]);
    give(&mut m, Order::Enter { stand: ship, at: p(72.0, 25.0), strategic: false });
    for (x, legal) in [(64.0, true), (56.0, true), (55.0, false), (65.0, false)] {
        assert_eq!(refused(&m, go(&[(x, 25.0)], 270.0)).is_none(), legal, "{x}");
    }
    // The flyer enters in turn 3 with its whole 48 in.
    let c = case("london");
    let flyer = c.all(Type::Flyer)[0];
    let enter = Order::Enter { stand: flyer, at: p(0.0, 40.0), strategic: false };
    let m = case("london").at(2, Phase::MartianMovement, Flow::Moving, &[]);
    assert_eq!(refused(&m, enter.clone()), Some("TH-GEO-15"));
    let mut m = c.at(3, Phase::MartianMovement, Flow::Moving, &[]);
    give(&mut m, enter);
    assert_eq!(m.state().now.active.map(|a| a.allowance), Some(4800));
    // The first of the hussars and of the lancers is a scout.
    for (scenario, unit) in [("horsell", "h-hus"), ("primrose", "h-lan"), ("london", "h-sct")] {
        let c = case(scenario);
        let ids = c.of(unit);
        assert!(c.state.ignores_cohesion(ids[0]), "{scenario}");
        assert!(ids.get(1).is_none_or(|id| !c.state.ignores_cohesion(*id)));
    }
}

#[test]
fn yeomanry_ride_forty_eight_inches_of_road() {
    proves!("TH-PH-05", "TH-STR-02", "TH-TER-10");
    let content = Content::built_in();
    let map = &content.scenario("primrose").expect("primrose").map;
    let road = [p(0.0, 8.0), p(14.0, 14.0), p(17.0, 26.0)];
    let length: f64 = road.windows(2).map(|l| l[0].far(l[1])).sum();
    let cost = map.price(&Walker::of(Class::Cavalry, 2400), &road).expect("a road");
    assert!((f64::from(cost) - length / 20.0).abs() < 2.0, "{cost} for {length}");
}

#[test]
fn exits_open_in_their_turn_for_their_stands() {
    proves!("TH-WS-02", "TH-TB-04", "TH-TC-04", "TH-RL-03", "TH-GEO-06");
    for (scenario, turn, y, rule) in [("weybridge", 6, 48.0, "TH-WS-02"), ("tilbury", 4, 56.0, "TH-TB-04")] {
        for (turn, legal) in [(turn - 1, false), (turn, true)] {
            let mut c = case(scenario);
            let t = c.of("m-tri")[0];
            c.set(&[t], |s| s.at = p(60.0, y - 3.0));
            let mut m = c.at(turn, Phase::MartianMovement, Flow::Moving, &[]);
            give(&mut m, pick(t));
            assert_eq!(
                refused(&m, go(&[(60.0, y + 1.0)], 0.0)),
                (!legal).then_some(rule),
                "{scenario} {turn}"
            );
            if legal {
                give(&mut m, go(&[(60.0, y)], 0.0));
                while m.state().now.walk.is_some() {
                    give(&mut m, Order::Pass);
                }
                assert_eq!(m.state().stand(t).place, Where::Exited);
            }
        }
    }
    for (from, to) in [(69.0, 73.0), (68.0, 72.0)] {
        let mut c = case("thunderchild");
        let s = c.all(Type::Steamer)[0];
        c.set(&[s], |x| x.at = p(from, 30.0));
        let mut m = c.at(2, Phase::HumanMovement, Flow::Moving, &[]);
        give(&mut m, pick(s));
        give(&mut m, go(&[(to, 30.0)], 90.0));
        while m.state().now.walk.is_some() {
            give(&mut m, Order::Pass);
        }
        assert_eq!(m.state().stand(s).place, Where::Exited);
    }
    let mut c = case("thunderchild");
    let ship = c.all(Type::Ironclad)[0];
    c.set(&[ship], |x| x.at = p(66.0, 40.0));
    let mut m = c.at(2, Phase::HumanMovement, Flow::Moving, &[]);
    give(&mut m, pick(ship));
    give(&mut m, go(&[(78.0, 40.0)], 90.0));
    assert_eq!(
        (m.state().stand(ship).place, m.state().stand(ship).at, m.state().stand(ship).speed),
        (Where::Board, p(72.0, 40.0), 0)
    );
    // London: the columns by the gate, nobody else.
    for (unit, y, answer) in
        [("h-c1", 56.0, None), ("h-c1", 50.0, Some("TH-RL-03")), ("h-grd", 56.0, Some("TH-RL-03"))]
    {
        let mut c = case("london");
        let id = c.of(unit)[0];
        c.set(&[id], |s| s.at = p(71.0, y));
        let mut m = c.at(2, Phase::HumanMovement, Flow::Moving, &[6, 6]);
        give(&mut m, pick(id));
        assert_eq!(refused(&m, go(&[(73.0, y)], 90.0)), answer, "{unit} {y}");
    }
}

#[test]
fn the_bridge_at_weybridge() {
    proves!("TH-WS-03", "TH-TER-07", "TH-TER-08", "TH-TER-10");
    let content = Content::built_in();
    let map = &content.scenario("weybridge").expect("weybridge").map;
    let foot = Walker::of(Class::Infantry, 800);
    let over = map.price(&foot, &[p(47.0, 23.9), p(47.0, 29.6)]).expect("the bridge");
    assert_eq!(over, 285);
    assert_eq!(map.price(&foot, &[p(55.0, 22.0), p(55.0, 28.0)]).map_err(|b| b.rule), Err("TH-TER-08"));
    let wade = map.price(&foot, &[p(36.0, 11.0), p(37.0, 11.0)]).expect("the Wey");
    assert_eq!(wade, 200);
}

#[test]
fn the_choked_road() {
    proves!("TH-RL-02");
    let content = Content::built_in();
    let map = &content.scenario("london").expect("london").map;
    let great = [p(28.0, 23.143), p(38.0, 28.857)];
    let south = [p(60.0, 0.0), p(56.0, 14.0)];
    let inches = |a: &[hussars::measure::P]| a[0].far(a[1]) / 10.0;
    let price = |class, way: &[hussars::measure::P]| {
        f64::from(map.price(&Walker::of(class, 2400), way).expect("a road"))
    };
    assert!((price(Class::Infantry, &great) - inches(&great)).abs() < 2.0, "no doubling, but clear cost");
    assert!((price(Class::Infantry, &south) - inches(&south) / 2.0).abs() < 2.0);
    assert!((price(Class::Tripod, &great) - inches(&great) / 2.0).abs() < 2.0);
}

#[test]
fn the_guides_are_a_unit_of_their_own() {
    proves!("TH-RL-04");
    let c = case("london");
    let guide = c.of("h-sct");
    assert_eq!(guide.len(), 1);
    assert!(c.state.ignores_cohesion(guide[0]) && c.state.in_cohesion(guide[0]));
    assert_eq!(c.state.unit_needed(&guide), 0, "elite: it never takes a casualty check");
}

#[test]
fn crews_of_tilbury() {
    proves!("TH-TB-02", "TH-IRN-04");
    let mut c = case("tilbury");
    let (one, two) = (c.of("h-ir1")[0], c.of("h-ir2")[0]);
    let t = c.of("m-tri")[0];
    c.set(&[one, two], |s| (s.place, s.at, s.facing) = (Where::Board, p(30.0, 28.0), 900));
    c.set(&[two], |s| s.at = p(40.0, 28.0));
    c.set(&[t], |s| (s.at, s.spotted) = (p(72.0, 28.0), true));
    let m = c.at(5, Phase::Artillery, Flow::Firing, &[]);
    let odds = |ship, weapon| m.state().odds(ship, weapon, t, hussars::Mode::Phase, false).needed();
    assert_eq!(m.state().gap(one, t), 3975);
    assert_eq!(odds(one, hussars::Weapon::HeavyArtillery), 5);
    assert_eq!(odds(two, hussars::Weapon::HeavyArtillery), 6);
    assert_eq!(odds(one, hussars::Weapon::FieldArtillery), 6, "beyond 36 in");
}

/// Loses human stands worth these points, or as near below as can be, none of these types.
fn lose(c: &mut Case, points: u16, except: &[Type]) {
    let target = usize::from(points);
    let mut ways: Vec<Option<Vec<StandId>>> = vec![None; target + 1];
    ways[0] = Some(Vec::new());
    for id in c.state.ids() {
        let profile = c.state.profile(id);
        let here = matches!(c.now.stands[id.index()].place, Where::Board | Where::Waiting);
        let cost = usize::from(profile.points);
        if profile.side != Side::Human || !here || cost == 0 || except.contains(&profile.ty) {
            continue;
        }
        for sum in (cost..=target).rev() {
            if let (None, Some(way)) = (&ways[sum], ways[sum - cost].clone()) {
                ways[sum] = Some(way.into_iter().chain([id]).collect());
            }
        }
    }
    let best = ways.into_iter().flatten().next_back().expect("nothing lost is a way");
    c.set(&best, |s| s.place = Where::Lost);
}

#[test]
fn points_of_horsell_and_primrose() {
    proves!("TH-HC-06", "TH-PH-06");
    let mut c = case("horsell");
    let pit = c.of("m-pit");
    c.set(&pit, |s| s.place = Where::Lost);
    let out = c.of("m-second")[1];
    c.set(&[out], |s| (s.place, s.out, s.at) = (Where::Board, true, p(24.0, 40.0)));
    lose(&mut c, 65, &[]);
    assert_eq!(c.scores(), [11, 5], "3 + 8 to 5");
    let mut c = case("primrose");
    let last = c.of("m-second");
    c.set(&last, |s| s.place = Where::Lost);
    let guards = c.of("m-guard");
    c.set(&guards, |s| s.place = Where::Lost);
    let pit = c.of("m-pit");
    let (flyer, tripod) = (c.all(Type::Flyer)[0], pit[2]);
    c.set(&[flyer, tripod], |s| (s.place, s.out, s.at) = (Where::Board, true, p(24.0, 30.0)));
    c.set(&[tripod], |s| s.at = p(28.0, 30.0));
    lose(&mut c, 110, &[]);
    assert_eq!(c.scores(), [13, 12]);
}

#[test]
fn points_of_weybridge() {
    proves!("TH-WS-04");
    let mut c = case("weybridge");
    let t = c.of("m-tri");
    c.set(&t[..1], |s| s.place = Where::Lost);
    c.set(&t[1..], |s| s.place = Where::Exited);
    c.set(&t[1..2], |s| s.marks = [1, 1, 0, 0, 0]);
    // Everybody out of both towns but two stands in Shepperton.
    let humans: Vec<_> = c.state.ids().filter(|id| c.state.side(*id) == Side::Human).collect();
    for (n, id) in humans.iter().enumerate() {
        c.set(&[*id], |s| s.at = p(60.0 + (n % 6) as f64 * 1.5, 1.0 + (n / 6) as f64 * 1.5));
    }
    c.set(&humans[34..35], |s| s.at = p(25.0, 38.0));
    c.set(&humans[35..36], |s| s.at = p(28.0, 38.0));
    lose(&mut c, 97, &[Type::HeavyArtillery]);
    let lost: u16 = c
        .state
        .ids()
        .filter(|id| c.now.stands[id.index()].place == Where::Lost && c.state.side(*id) == Side::Human)
        .map(|id| c.state.profile(id).points)
        .sum();
    let held = humans[34..].iter().all(|id| c.now.stands[id.index()].place == Where::Board);
    assert!(held && (91..98).contains(&lost), "{lost}");
    assert_eq!(c.scores(), [13 + 8, 6 + 2 + 3]);
}

#[test]
fn a_town_is_not_held_with_a_martian_near_it() {
    proves!("TH-WS-04");
    // Two stands in Shepperton, everybody else far from both towns, and one tripod.
    let scores = |x: f64, y: f64| {
        let mut c = case("weybridge");
        let humans: Vec<_> = c.state.ids().filter(|id| c.state.side(*id) == Side::Human).collect();
        for (n, id) in humans.iter().enumerate() {
            c.set(&[*id], |s| s.at = p(60.0 + (n % 6) as f64 * 1.5, 1.0 + (n / 6) as f64 * 1.5));
        }
        c.set(&humans[34..35], |s| s.at = p(25.0, 38.0));
        c.set(&humans[35..36], |s| s.at = p(28.0, 38.0));
        let t = c.of("m-tri");
        c.set(&t, |s| s.place = Where::Lost);
        c.set(&t[..1], |s| (s.place, s.at) = (Where::Board, p(x, y)));
        c.scores()
    };
    let (far, near) = (scores(68.0, 44.0), scores(26.5, 41.0));
    assert_eq!(far[0], near[0], "the Martians score alike");
    assert!(far[1] > near[1], "{far:?} {near:?}");
}

#[test]
fn points_of_thunder_child_london_and_tilbury() {
    proves!("TH-TC-05", "TH-RL-05", "TH-TB-05");
    let mut c = case("thunderchild");
    let steamers = c.all(Type::Steamer);
    c.set(&steamers[..1], |s| s.place = Where::Lost);
    c.set(&steamers[1..5], |s| s.place = Where::Exited);
    let ship = c.all(Type::Ironclad);
    c.set(&ship, |s| s.sinking = 2);
    let t = c.of("m-tri");
    c.set(&t[..2], |s| s.place = Where::Lost);
    lose(&mut c, 24, &[Type::Ironclad, Type::Steamer]);
    assert_eq!(c.scores(), [16, 10]);
    let mut c = case("london");
    let columns: Vec<_> = c.of("h-c1").into_iter().chain(c.of("h-c2")).collect();
    c.set(&columns[..8], |s| s.place = Where::Exited);
    c.set(&columns[8..], |s| s.place = Where::Lost);
    let t = c.of("m-tri");
    c.set(&t[..1], |s| s.place = Where::Lost);
    c.set(&t[1..], |s| s.marks = [1, 1, 0, 0, 0]);
    lose(&mut c, 132 - 26, &[]);
    assert_eq!(c.scores(), [27, 15]);
    let mut c = case("tilbury");
    let t = c.of("m-tri");
    c.set(&t[..2], |s| s.place = Where::Exited);
    c.set(&t[..1], |s| s.marks = [1, 1, 0, 0, 0]);
    c.set(&t[2..4], |s| s.place = Where::Lost);
    let guard = c.of("h-ir1");
    c.set(&guard, |s| s.sinking = 3);
    lose(&mut c, 100, &[Type::Ironclad]);
    assert_eq!(c.scores(), [28, 10]);
}

#[test]
fn how_each_scenario_ends() {
    proves!("TH-HC-07", "TH-WS-05", "TH-TC-06", "TH-RL-06", "TH-PH-07", "TH-TB-06", "TH-GEO-08");
    type Change = fn(&mut Case);
    let rows: &[(&str, u8, Change)] = &[
        ("horsell", 10, |c| {
            let all: Vec<_> = c.of("m-pit").into_iter().chain(c.of("m-second")).collect();
            c.set(&all, |s| s.place = Where::Lost);
        }),
        ("horsell", 10, |c| {
            let all: Vec<_> = c.state.ids().filter(|id| c.state.side(*id) == Side::Human).collect();
            c.set(&all, |s| s.place = Where::Lost);
        }),
        ("weybridge", 8, |c| {
            let all = c.of("m-tri");
            c.set(&all, |s| s.place = Where::Exited);
        }),
        ("thunderchild", 10, |c| {
            let all = c.of("m-tri");
            c.set(&all, |s| s.place = Where::Lost);
        }),
        ("thunderchild", 10, |c| {
            let all: Vec<_> = c.all(Type::Steamer).into_iter().chain(c.all(Type::Ironclad)).collect();
            c.set(&all, |s| s.place = Where::Lost);
        }),
        ("london", 10, |c| {
            let all: Vec<_> = c.of("h-c1").into_iter().chain(c.of("h-c2")).collect();
            c.set(&all, |s| s.place = Where::Exited);
        }),
        ("london", 10, |c| {
            let all: Vec<_> = c.of("m-tri").into_iter().chain(c.of("m-fly")).collect();
            c.set(&all, |s| s.place = Where::Lost);
        }),
        ("primrose", 10, |c| {
            let all: Vec<_> = c.state.ids().filter(|id| c.state.side(*id) == Side::Martian).collect();
            c.set(&all, |s| s.place = Where::Lost);
        }),
        ("tilbury", 9, |c| {
            let all = c.of("m-tri");
            c.set(&all[..3], |s| s.place = Where::Lost);
            c.set(&all[3..], |s| s.place = Where::Exited);
        }),
    ];
    for (n, (scenario, turns, change)) in rows.iter().enumerate() {
        let mut c = case(scenario);
        change(&mut c);
        let m = c.at(3, Phase::Artillery, Flow::PhaseEnd, &[]);
        assert!(m.state().outcome().is_some(), "row {n}: {scenario} ends at once");
        assert_eq!(m.state().now.turn, 3);
        // Otherwise after its last turn, and not before.
        let m = case(scenario).at(*turns, Phase::SmallArms, Flow::PhaseEnd, &[]);
        assert!(m.state().outcome().is_some(), "{scenario} ends after turn {turns}");
        let m = case(scenario).at(turns - 1, Phase::SmallArms, Flow::PhaseEnd, &[]);
        assert!(m.state().outcome().is_none(), "{scenario}");
    }
    // A flyer that is still to come keeps London going.
    let mut c = case("london");
    let all = c.of("m-tri");
    c.set(&all, |s| s.place = Where::Lost);
    assert!(c.at(2, Phase::Artillery, Flow::PhaseEnd, &[]).state().outcome().is_none());
}

#[test]
fn the_margin_gives_the_grade() {
    proves!("TH-VIC-01");
    // Weybridge: 6 for a tripod, 1 for a box, 3 for a held town; Martians 1 for 7 points.
    let grade = |martian: u16, boxes: [u8; 5]| {
        let mut c = case("weybridge");
        let t = c.of("m-tri");
        c.set(&t[..1], |s| s.marks = boxes);
        c.set(&t[..1], |s| s.at = p(45.0, 9.0));
        c.set(&t[1..2], |s| s.at = p(27.0, 43.5));
        lose(&mut c, martian * 7 + 1, &[]);
        let m = c.at(8, Phase::SmallArms, Flow::PhaseEnd, &[]);
        let o = m.state().outcome().expect("over");
        (o.winner_name, o.grade, m.state().now.outcome.expect("over").scores)
    };
    let (winner, word, scores) = grade(4, [0; 5]);
    assert_eq!((winner.as_deref(), word.as_deref(), scores), (Some("Martians"), Some("narrow"), [4, 0]));
    let (_, word, scores) = grade(5, [0; 5]);
    assert_eq!((word.as_deref(), scores), (Some("clear"), [5, 0]));
    let (_, word, _) = grade(12, [0; 5]);
    assert_eq!(word.as_deref(), Some("decisive"));
    let (winner, word, scores) = grade(2, [1, 1, 0, 0, 0]);
    assert_eq!((winner, word, scores), (None, None, [2, 2]), "a draw");
    // Who resigns loses decisively.
    let mut m = case("weybridge").at(2, Phase::MartianMovement, Flow::Moving, &[]);
    give(&mut m, Order::Resign);
    let o = m.state().outcome().expect("over");
    assert_eq!(
        (o.winner_name.as_deref(), o.grade.as_deref(), o.how),
        (Some("Humans"), Some("decisive"), "resignation")
    );
}
