//! ALTITUDE: levels, climbing and diving, fire over levels.

use crate::support::*;
use std::sync::Arc;
use table::{Game, SetupRequest, Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const STRAIGHT: [&str; 3] = ["R_straight"; 3];

/// A Nieuport, vehicle 0, in the middle of a large table, and a Locust far away, vehicle 1.
fn aloft(level: u8, climb: u8) -> Scene {
    let scene = Scene::new().altitude().set(|s| s.area = [3000.0, 3000.0]);
    let scene = scene.put("nieuport_16", 1500.0, 1500.0, 0).level(level).with(|v| v.airplane.climb = climb);
    scene.put("mk1_locust", 300.0, 2800.0, 180)
}

/// Flies this turn, up to the end of so many phases.
fn flown(scene: &Scene, cards: [&str; 3], phases: u8) -> Play {
    let mut play = scene.begin();
    play.plan(0, &cards).plan(1, &STILL);
    for _ in 0..phases {
        play.rest_of_phase();
    }
    play
}

fn refused(scene: &Scene, cards: [&str; 3]) -> &'static str {
    scene.begin().plan_refused(0, &cards).rule.0
}

/// The firing step: a Nieuport at this level with an open side of a Locust so far ahead.
fn duel(level: u8, gap: f64) -> Scene {
    Scene::duel("nieuport_16", gap, 0).altitude().set(|s| s.vehicles[0].level = Some(level)).firing()
}

fn without_the_table() -> Arc<Content> {
    let files: Vec<(&str, &str)> =
        content::BUILT_IN.iter().copied().filter(|(file, _)| *file != "altitude.toml").collect();
    Arc::new(Content::parse(&files).expect("content"))
}

fn asked(content: &Content, scenario: &str, option: &str) -> Result<Setup, table::SetupError> {
    let options = [(option.to_owned(), "on".to_owned())].into_iter().collect();
    State::resolve(content, &SetupRequest { scenario: scenario.to_owned(), variant: None, options })
}

#[test]
fn altitude_is_played_from_a_table_of_the_components() {
    proves!("TT-GEN-07");
    let setup = asked(&Content::built_in(), "simple-battle", "altitude").expect("altitude rules");
    let mut play = Scene { content: Content::built_in(), setup }.begin();
    play.plan(0, &["R_climb", "R_straight", "R_dive"]);
    let bare = without_the_table();
    for scenario in ["simple-battle", "bring-proof", "piave"] {
        let error = asked(&bare, scenario, "altitude").expect_err("no table");
        assert_eq!((error.rule.expect("a rule").0, error.place.as_str()), ("TT-GEN-07", "options.altitude"));
        assert!(error.why.contains("[altitude]"), "{error}");
        asked(&Content::built_in(), scenario, "altitude").expect("the table is there");
    }
    // A position asks for them, too; a file without the table is the same as no file.
    let empty = content_with(&[("altitude.toml", "[altitude", "[other")]);
    for content in [bare, empty] {
        let error = aloft(2, 0).content(content).try_begin().expect_err("no table");
        assert_eq!((error.rule.expect("a rule").0, error.place.as_str()), ("TT-GEN-07", "altitude"));
    }
    for option in ["crew", "engines"] {
        let error = asked(&Content::built_in(), "simple-battle", option).expect_err("not in force");
        assert_eq!(error.rule.expect("a rule").0, "TT-GEN-07");
    }
}

#[test]
fn a_table_that_can_not_be_played_is_refused_with_its_line() {
    let wrong = |from: &str, to: &str, words: &str| {
        let (_, text) = content::BUILT_IN.iter().find(|(f, _)| *f == "altitude.toml").expect("the file");
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        let files: Vec<(&str, &str)> = content::BUILT_IN
            .iter()
            .map(|(file, old)| (*file, if *file == "altitude.toml" { text.as_str() } else { old }))
            .collect();
        let error = Content::parse(&files).expect_err("the table should be refused");
        let line = 1 + text.lines().position(|l| l.starts_with(to)).expect("the line");
        assert_eq!((error.file.as_str(), error.line), ("altitude.toml", line), "{error}");
        assert!(error.why.contains(words), "{error}");
    };
    wrong("start_level = 2", "start_level = 7", "expected a level from 1 to 4");
    wrong("ground_level = 0", "ground_level = 1", "expected 0");
    wrong("levels = [0, 1,", "levels = [1,", "expected levels counted from 0");
    wrong("dive_levels = 1", "dive_levels = 0", "expected at least one level");
    wrong("sequence = [\"stall\"", "sequence = [\"climb\"", "expected stall, straight, climb");
    wrong("tripod_level = 1", "tripod_levels = 1", "unknown field `tripod_levels`");
}

#[test]
fn airplanes_start_at_level_two_and_tripods_stand_at_level_one() {
    proves!("TT-ALT-01");
    let options = [
        ("altitude", "on"),
        ("earthlings", "nieuport_16,fokker_dvii"),
        ("martians", "mk1_locust,mk2_scarab"),
    ];
    let play = Scene::scenario("simple-battle", &options).begin();
    for viewer in [Viewer::Seat(EARTH), Viewer::Seat(MARS), Viewer::Spectator] {
        let seen = play.m.state().view(viewer).vehicles;
        let heights: Vec<_> = seen.iter().map(|v| (v.level, v.airplane().map(|a| a.console.climb))).collect();
        let (plane, tripod) = ((Some(2), Some(0)), (Some(1), None));
        assert_eq!(heights, [plane, plane, tripod, tripod]);
        let first = seen[0].airplane().expect("an airplane");
        assert_eq!(first.climb_counters.zip(first.ceiling), Some((4, 4)));
    }
    // Without the rules there are no levels.
    let plain = Scene::scenario("simple-battle", &[]).begin();
    assert_eq!((plain.see(0).level, plain.airplane(0).ceiling, plain.view().altitude), (None, None, false));
}

#[test]
fn a_set_up_without_altitude_rules_has_no_levels() {
    proves!("TT-ALT-01");
    let plain = || aloft(2, 0).set(|s| (s.altitude, s.vehicles[0].level) = (false, None));
    assert_eq!(plain().set(|s| s.vehicles[0].level = Some(2)).refused_by(), "TT-ALT-01");
    assert_eq!(plain().set(|s| s.vehicles[0].airplane.climb = 1).refused_by(), "TT-ALT-02");
    assert_eq!(plain().set(|s| s.vehicles[0].airplane.run = Run::LandingDive).refused_by(), "TT-ALT-14");
    assert_eq!(
        plain().set(|s| s.vehicles[0].airplane.last = LastManeuver::Overdive).refused_by(),
        "TT-ALT-10"
    );
    assert_eq!(plain().field(450.0, 450.0, 0).refused_by(), "TT-ALT-14");
    assert_eq!(aloft(2, 0).set(|s| s.vehicles[1].level = Some(1)).refused_by(), "TT-ALT-01");
    assert_eq!(aloft(5, 0).refused_by(), "TT-ALT-03");
    assert_eq!(aloft(2, 4).refused_by(), "TT-ALT-02");
    assert_eq!(aloft(2, 0).set(|s| s.vehicles[0].airplane.run = Run::TakeOffStall).refused_by(), "TT-ALT-14");
    assert_eq!(aloft(0, 0).set(|s| s.vehicles[0].airplane.run = Run::LandingDive).refused_by(), "TT-ALT-15");
    assert_eq!(aloft(2, 0).field(60.0, 60.0, 0).refused_by(), "TT-EAG-02");
}

#[test]
fn climb_counters_make_a_level() {
    proves!("TT-ALT-02");
    let climbs = |counters| flown(&aloft(2, counters), ["R_climb", "R_straight", "R_left_60"], 1);
    assert_eq!([3, 2, 0].map(|counters| climbs(counters).height(0)), [(3, 0), (2, 3), (2, 1)]);
    assert!(climbs(3).cites("TT-ALT-02") && climbs(2).cites("TT-ALT-02"));
    // Other cards leave the counters alone, a dive takes them.
    let mut play = flown(&aloft(3, 1), ["R_climb", "R_straight", "R_dive"], 1);
    assert_eq!(play.height(0), (3, 2));
    play.rest_of_phase();
    assert_eq!(play.height(0), (3, 2));
    play.rest_of_phase();
    assert_eq!(play.height(0), (2, 0));
}

#[test]
fn nobody_rises_above_his_ceiling() {
    proves!("TT-ALT-03");
    let play = flown(&aloft(4, 3).stack(DeckId::A, &["2"]), ["R_climb", "R_straight", "R_straight"], 1);
    assert_eq!((play.height(0), play.held(0).len(), play.points(0)), ((4, 0), 1, 2));
    assert!(play.cites("TT-ALT-03"));
    // The climb card is flown all the same, and its owner alone sees the card.
    assert_at(&play, 0, 1500.0, 1574.5, 0.0);
    assert_eq!(play.seen_by(MARS, 0).damage[0].card, None);
    let below = flown(&aloft(4, 2), ["R_climb", "R_straight", "R_straight"], 1);
    assert_eq!((below.height(0), below.held(0).len()), ((4, 3), 0));
}

#[test]
fn a_dive_drops_one_level() {
    proves!("TT-ALT-04");
    let play = flown(&aloft(3, 2), ["R_dive", "R_straight", "R_straight"], 1);
    assert_eq!((play.height(0), play.cites("TT-ALT-04")), ((2, 0), true));
}

#[test]
fn a_dive_into_the_ground_is_a_crash() {
    proves!("TT-ALT-04");
    // Planning it is not refused; the airplane is gone before it can fire at the tripod in front of it.
    let scene = Scene::duel("nieuport_16", 150.0, 0).altitude().set(|s| s.vehicles[0].level = Some(1));
    let mut play = scene.put("nieuport_16", 100.0, 100.0, 0).begin();
    play.plan(0, &["R_dive", "R_straight", "R_straight"]).plan(1, &STILL).plan(2, &STRAIGHT).pass(1);
    assert_eq!((play.see(0).fate, play.step()), (Fate::Eliminated, Step::Actions { phase: 1 }));
    let told = play.caused_by("TT-ALT-04", Viewer::Spectator);
    assert_eq!(told, [What::Crashed { vehicle: v(0) }, What::Eliminated { vehicle: v(0) }]);
    // The same card at level 2 leaves it with a shot.
    let higher = scene_with_level(&scene_of_the_crash(), 2);
    assert!(higher.asks(EARTH).contains(&Ask::Fire { vehicle: v(0) }));
}

fn scene_of_the_crash() -> Scene {
    Scene::duel("nieuport_16", 150.0, 0).altitude().put("nieuport_16", 100.0, 100.0, 0)
}

fn scene_with_level(scene: &Scene, level: u8) -> Play {
    let mut play = scene.clone().set(|s| s.vehicles[0].level = Some(level)).begin();
    play.plan(0, &["R_dive", "R_straight", "R_straight"]).plan(1, &STILL).plan(2, &STRAIGHT).pass(1);
    play
}

#[test]
fn climb_and_dive_are_steep_and_neither_straight_nor_stall() {
    proves!("TT-ALT-05");
    let scene = aloft(3, 0);
    assert_eq!(refused(&scene, ["R_climb", "R_dive", "R_straight"]), "TT-AMN-03");
    assert_eq!(refused(&scene, ["R_dive", "R_stall", "R_straight"]), "TT-AMN-03");
    assert_eq!(refused(&scene, ["R_dive", "R_immelmann", "R_straight"]), "TT-AMN-04");
    let damaged = || aloft(3, 0).set(|s| s.vehicles[0].hidden.engine = 1);
    assert_eq!(refused(&damaged(), ["R_climb", "R_straight", "R_left_60"]), "TT-SPV-01");
    damaged().begin().plan(0, &["R_climb", "R_straight", "R_stall"]);
    let burning = || aloft(3, 0).set(|s| s.vehicles[0].flames = 3);
    burning().begin().plan(0, &["R_dive", "R_left_60", "R_climb"]);
    // Neither left nor right.
    let jammed = |s: &mut Setup| {
        (s.vehicles[0].hidden.left_jam, s.vehicles[0].hidden.right_jam) = (true, true);
    };
    aloft(3, 0).set(jammed).begin().plan(0, &["R_dive", "R_straight", "R_climb"]);
    assert_eq!(refused(&aloft(3, 0).set(jammed), ["R_dive", "R_left_60", "R_climb"]), "TT-SPA-02");
    // At the end of a turn they leave a steep counter.
    let mut play = flown(&scene, ["R_straight", "R_straight", "R_dive"], 3);
    assert_eq!((play.airplane(0).console.last, play.cites("TT-REM-01")), (LastManeuver::Steep, true));
    assert_eq!(play.plan_refused(0, &["R_climb", "R_straight", "R_straight"]).rule.0, "TT-AMN-03");
    play.plan(0, &STRAIGHT);
}

#[test]
fn airplane_fire_needs_half_a_ruler_over_one_level_and_is_impossible_over_two() {
    proves!("TT-ALT-06");
    let cards = |level, gap| {
        let mut play = duel(level, gap).stack(DeckId::B, &["0", "0"]).begin();
        play.fire(0, 1, Through::Open).rest_of_phase();
        play.held(1).len()
    };
    assert_eq!((cards(1, 90.0), cards(2, 90.0), cards(1, 110.0)), (2, 1, 1));
    assert_eq!((cards(1, 190.0), cards(2, 100.0)), (1, 1));
    let refused = |level, gap| {
        let play = duel(level, gap).begin();
        assert!(!play.legal(EARTH).iter().any(|o| matches!(o, Order::Fire { vehicle: VehicleId(0), .. })));
        play.fire_refused(0, 1, Through::Open).rule.0
    };
    assert_eq!([refused(3, 90.0), refused(2, 110.0), refused(4, 60.0)], ["TT-ALT-06"; 3]);
    assert_eq!(refused(2, 210.0), "TT-AFR-02");
    let told =
        duel(2, 90.0).stack(DeckId::B, &["0"]).begin().fire(0, 1, Through::Open).happened(Viewer::Spectator);
    assert!(told.iter().any(|w| matches!(w, What::GunsFired { range: Range::Long, .. })));
}

/// A Locust with its heat-ray on from the front, vehicle 1, and a Nieuport under the first half of its ruler that
/// looks away; its rear edge is so far from the tripod.
fn rayed(level: u8, off: f64) -> Play {
    let scene = Scene::new().altitude().put("nieuport_16", 450.0, 331.2 + 34.0 + off, 0).level(level);
    let scene = scene.put("mk1_locust", 450.0, 300.0, 0).ray_from(Side::Front);
    let mut play = scene.stack(DeckId::X, &["0", "2"]).firing().begin();
    play.rest_of_phase();
    play
}

#[test]
fn a_heat_ray_reaches_level_one_normally_and_level_two_by_half() {
    proves!("TT-ALT-07");
    let shown = |play: &Play| -> Vec<bool> {
        play.seen_by(MARS, 0).damage.iter().map(|d| d.card.is_some()).collect()
    };
    for level in [0, 1] {
        assert_eq!(shown(&rayed(level, 20.0)), [true, false], "the 0 is shown, and a second card follows");
    }
    assert_eq!(shown(&rayed(2, 20.0)), [false], "one card, not shown");
    assert!(rayed(2, 20.0).cites("TT-ALT-07"));
    let high = rayed(3, 20.0);
    assert_eq!((high.held(0).len(), high.tripod(1).console.cooling), (0, 1));
    assert!(high.cites("TT-TFR-09"));
    // The second half of the heavy ruler (200 mm) counts at the tripods' level only.
    assert_eq!([0, 1, 2].map(|level| rayed(level, 101.0).held(0).len()), [1, 1, 0]);
    let refused = |level, off| {
        let scene = Scene::new().altitude().put("nieuport_16", 450.0, 365.2 + off, 0).level(level);
        let play = scene.put("mk1_locust", 450.0, 300.0, 0).ray_from(Side::Front).firing().begin();
        play.ray_refused(1, 0, RulerPosition::RightAngle).rule.0
    };
    assert_eq!([refused(3, 20.0), refused(2, 101.0), refused(4, 101.0)], ["TT-ALT-07"; 3]);
    assert_eq!(refused(2, 210.0), "TT-TFR-05");
}

#[test]
fn models_above_or_below_a_line_do_not_stand_in_it() {
    proves!("TT-ALT-08");
    // A friend across the whole arc of an airplane at level 2.
    let refused = |level: u8| {
        let play = duel(2, 90.0).put("nieuport_16", 450.0, 262.0, 90).level(level).firing().begin();
        let order = play.fire_order(0, 1, Through::Open);
        play.m.state().check(EARTH, &order).err().map(|r| r.rule.0)
    };
    let hidden = Some("TT-LOS-01");
    assert_eq!([0, 1, 2, 3, 4].map(refused), [None, hidden, hidden, None, None]);
    // Clouds hide whoever they can harm, and a tripod always is such a one.
    let smoke = duel(2, 90.0).clouds(&[(450.0, 255.0)]).begin();
    assert_eq!(smoke.fire_refused(0, 1, Through::Open).rule.0, "TT-SMK-07");
}

/// Dives from this level to 80 mm from the open side of a Locust and fires.
fn diving_attack(level: u8, cards: &[&str]) -> Play {
    let scene = Scene::duel("nieuport_16", 80.0 + 97.0, 0).altitude().stack(DeckId::B, cards);
    let mut play = scene.set(|s| s.vehicles[0].level = Some(level)).begin();
    play.plan(0, &["R_dive", "R_straight", "R_straight"]).plan(1, &STILL).pass(1);
    play.fire(0, 1, Through::Open);
    play
}

#[test]
fn a_diving_attack_is_aimed() {
    proves!("TT-ALT-09");
    let play = diving_attack(3, &["3"]);
    assert_eq!((play.points(1), play.cites("TT-ALT-09")), (4, true));
    let level = diving_attack(2, &["3", "0"]);
    assert_eq!((level.points(1), level.cites("TT-ALT-09")), (3, false));
    // Any other card from above is not aimed.
    let scene = Scene::duel("nieuport_16", 80.0 + 97.0, 0).altitude().stack(DeckId::B, &["3"]);
    let mut play = scene.begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).pass(1).fire(0, 1, Through::Open);
    assert_eq!((play.height(0), play.points(1)), ((2, 0), 3));
}

#[test]
fn a_series_and_a_dive_together_give_one_point() {
    proves!("TT-ALT-09");
    let scene = Scene::duel("nieuport_16", 80.0 + 97.0, 0).altitude().stack(DeckId::B, &["3"]);
    let scene = scene.set(|s| {
        (s.vehicles[0].level, s.turn) = (Some(3), 2);
        s.vehicles[0].last_shot = Some(LastShot { target: v(1), gun: 0, when: 5 });
    });
    let mut play = scene.begin();
    play.plan(0, &["R_dive", "R_straight", "R_straight"]).plan(1, &STILL).pass(1).fire(0, 1, Through::Open);
    assert_eq!(play.points(1), 4);
}

#[test]
fn early_fire_comes_before_the_dive() {
    proves!("TT-ALT-09");
    let scene = Scene::duel("nieuport_16", 80.0, 0).altitude().stack(DeckId::B, &["3"]);
    let mut play = scene.ace(0, &[(Skill::ItchyTriggerFinger, 0)]).begin();
    play.plan(0, &["R_dive", "R_straight", "R_straight"]).plan(1, &STILL).pass(1);
    assert_eq!((play.step(), play.height(0)), (Step::EarlyFire { phase: 0 }, (2, 0)));
    play.fire(0, 1, Through::Open);
    assert_eq!((play.height(0), play.points(1)), ((1, 0), 3));
}

#[test]
fn a_split_s_reverses_the_airplane_one_level_lower() {
    proves!("TT-ALT-10");
    let cards = ["R_stall", "R_immelmann", "R_straight"];
    let play = flown(&aloft(3, 2), cards, 3);
    assert_eq!((play.height(0), play.at(0).2), ((2, 0), 180.0));
    assert!(play.cites("TT-ALT-10") && !play.cites("TT-AIL-01"));
    // At level 1 it is a crash in the phase of the Immelmann card.
    let scene = aloft(1, 0).put("nieuport_16", 2000.0, 500.0, 0);
    let mut low = scene.begin();
    low.plan(0, &cards).plan(1, &STILL).plan(2, &STRAIGHT).rest_of_phase();
    assert_eq!(low.see(0).fate, Fate::InPlay);
    low.rest_of_phase();
    assert_eq!((low.see(0).fate, low.times("TT-ALT-10")), (Fate::Eliminated, 2));
    assert_eq!(refused(&aloft(3, 0), ["R_stall", "R_immelmann", "R_left_60"]), "TT-AMN-05");
    // After a straight it is an Immelmann turn as ever, without a loss of height.
    let ordinary = flown(&aloft(3, 2), ["R_straight", "R_immelmann", "R_straight"], 3);
    assert_eq!((ordinary.height(0), ordinary.at(0).2), ((3, 2), 180.0));
    // A climb is no stall.
    assert_eq!(refused(&aloft(3, 0), ["R_climb", "R_immelmann", "R_straight"]), "TT-AMN-04");
    // Over the turn's end: the Immelmann counter is laid down.
    let mut over = flown(&aloft(3, 0), ["R_straight", "R_straight", "R_stall"], 3);
    over.plan(0, &["R_immelmann", "R_straight", "R_left_60"]).plan(1, &STILL).rest_of_phase();
    assert_eq!(over.height(0), (2, 0));
    let owed = flown(&aloft(3, 0), ["R_left_60", "R_stall", "R_immelmann"], 3);
    assert!(owed.cites("TT-REM-02"));
    assert_eq!(owed.plan_refused(0, &["R_left_60", "R_straight", "R_straight"]).rule.0, "TT-AMN-05");
}

#[test]
fn a_stall_that_loads_the_cannon_opens_nothing() {
    proves!("TT-ALT-10", "TT-ALT-11");
    // A shot in phase 1 at level 2; the stall comes in phase 2, and the card planned for phase 2 in phase 3.
    let shot = |second: &str| {
        let scene = Scene::duel("nieuport_16", 80.0 + 97.0, 0).altitude().stack(DeckId::C, &["0"]);
        let scene = scene.set(|s| s.vehicles[0].airplane.cannon = true).stack(DeckId::A, &["0"]);
        let mut play = scene.printed().begin();
        play.plan(0, &["R_straight", second, "R_straight"]).plan(1, &STILL).pass(1);
        play.cannon(0, 1, Through::Open).rest_of_turn();
        play
    };
    let dive = shot("R_dive");
    assert_eq!((dive.height(0), dive.airplane(0).console.last), ((1, 0), LastManeuver::Steep));
    assert!(dive.cites("TT-ALT-04") && !dive.cites("TT-ALT-11"));
    let immelmann = shot("R_immelmann");
    assert_eq!((immelmann.height(0), immelmann.times("TT-AIL-01") > 0), ((2, 0), true));
}

#[test]
fn an_overdive_drops_two_levels() {
    proves!("TT-ALT-11");
    let cards = ["R_stall", "R_dive", "R_straight"];
    let play = flown(&aloft(4, 3), cards, 3);
    assert_eq!((play.height(0), play.cites("TT-ALT-11"), play.cites("TT-AIL-01")), ((2, 0), true, false));
    assert_eq!(refused(&aloft(4, 0), ["R_stall", "R_dive", "R_left_60"]), "TT-ALT-11");
    // Too low for it, over a landing field or not.
    for level in [1, 2] {
        let scene = aloft(level, 0).field(1500.0, 1650.0, 0).put("nieuport_16", 2000.0, 500.0, 0);
        let mut play = scene.begin();
        play.plan(0, &cards).plan(1, &STILL).plan(2, &STRAIGHT).rest_of_phase();
        assert_eq!(play.see(0).fate, Fate::InPlay);
        play.rest_of_phase();
        assert_eq!((play.see(0).fate, play.times("TT-ALT-11")), (Fate::Eliminated, 2), "level {level}");
    }
    // The straight owed is flown even on fire, and over the turn's end.
    let burning = aloft(4, 0)
        .set(|s| (s.vehicles[0].flames, s.vehicles[0].airplane.last) = (3, LastManeuver::Overdive));
    let mut play = burning.stack(DeckId::A, &["0"]).begin();
    assert_eq!(play.plan_refused(0, &["R_left_60"; 3]).rule.0, "TT-ALT-11");
    play.plan(0, &["R_straight", "R_left_60", "R_left_60"]).plan(1, &STILL).rest_of_turn();
    assert!(!play.cites("TT-AIL-01"));
}

#[test]
fn an_acrobatic_pilot_owes_the_straight_of_an_overdive() {
    proves!("TT-ALT-11");
    let scene = aloft(4, 0).ace(0, &[(Skill::AcrobaticPilot, 0), (Skill::Daredevil, 0)]);
    assert_eq!(refused(&scene, ["R_stall", "R_dive", "R_left_60"]), "TT-ALT-11");
    scene.begin().plan(0, &["R_stall", "R_immelmann", "R_left_60"]);
    // For a daredevil, too, the dive after a stall is an overdive.
    let play = flown(&scene, ["R_stall", "R_dive", "R_straight"], 3);
    assert_eq!((play.height(0), play.counters(0, Skill::Daredevil)), ((2, 0), 0));
}

#[test]
fn special_weapons_follow_the_levels() {
    proves!("TT-ALT-16");
    let armed = |level, gap| {
        duel(level, gap)
            .set(|s| (s.vehicles[0].airplane.cannon, s.vehicles[0].airplane.rockets) = (true, 2))
            .set(|s| s.vehicles[0].flown = Some(1))
    };
    let mut play = armed(2, 90.0).stack(DeckId::C, &["3"]).begin();
    play.cannon(0, 1, Through::Open).rest_of_phase();
    assert_eq!(play.held(1).len(), 1);
    assert_eq!(armed(2, 110.0).begin().cannon_refused(0, 1, Through::Open), "TT-ALT-06");
    assert_eq!(armed(3, 90.0).begin().cannon_refused(0, 1, Through::Open), "TT-ALT-06");
    armed(1, 110.0).begin().cannon(0, 1, Through::Open);
    armed(2, 90.0).begin().launch(0, 1, 2);
    armed(1, 110.0).begin().launch(0, 1, 2);
    assert_eq!(armed(2, 110.0).begin().launch_refused(0, 1, 1), "TT-ALT-16");
    assert_eq!(armed(3, 90.0).begin().launch_refused(0, 1, 1), "TT-ALT-16");
    let offered = armed(2, 110.0).begin().legal(EARTH);
    let of_first = |o: &&Order| matches!(o, Order::Launch { .. } | Order::Cannon { .. });
    assert_eq!(offered.iter().filter(of_first).count(), 0);
}

#[test]
fn rockets_arrive_within_one_level() {
    proves!("TT-ALT-16");
    // In flight since phase 1, and a stall is flown in phase 2 (not a dive: rockets need a level flight).
    let arrives = |level: u8| {
        let scene = Scene::duel("nieuport_16", 150.0, 0).altitude().stack(DeckId::D, &["2"]);
        let scene = scene.set(|s| {
            let hunter = &mut s.vehicles[0];
            hunter.level = Some(level);
            hunter.airplane.flight = Some(Flight { target: v(1), count: 1, when: 3 });
            hunter.plan = Some(Cards([Some(1), Some(10), Some(2)]));
            s.vehicles[1].plan = Some(Cards([Some(11), Some(12), Some(13)]));
            s.step = Some(Step::Actions { phase: 1 });
        });
        let mut play = scene.begin();
        play.rest_of_phase();
        (play.points(1), play.cites("TT-ALT-16"))
    };
    assert_eq!([1, 2, 3].map(arrives), [(2, false), (2, false), (0, true)]);
}

#[test]
fn rockets_strike_who_stands_in_the_line_and_nobody_above_it() {
    proves!("TT-ALT-08", "TT-ALT-16");
    // Two friends between the airplane at level 2 and the tripod: the near one at this level, the far one at level 2.
    let struck = |level: u8| {
        let scene = duel(2, 400.0).set(|s| {
            s.vehicles[0].airplane.flight = Some(Flight { target: v(1), count: 1, when: 3 });
            s.vehicles[0].flown = Some(10);
        });
        let scene = scene.put("nieuport_16", 450.0, 330.0, 90).level(level);
        let scene = scene.put("nieuport_16", 450.0, 480.0, 90).level(2).stack(DeckId::D, &["2"]);
        let mut play = scene.firing_in(1).begin();
        play.rest_of_phase();
        [1, 2, 3].map(|id| play.held(id).len())
    };
    assert_eq!([1, 2].map(struck), [[0, 1, 0]; 2]);
    assert_eq!([0, 3, 4].map(struck), [[0, 0, 1]; 3]);
}

#[test]
fn the_anchor_is_used_at_level_one_or_two() {
    proves!("TT-ALT-16");
    let beside = |level: u8| {
        let scene = Scene::new().altitude().put("nieuport_16", 300.0, 300.0, 0).level(level);
        scene.with(|v| v.airplane.anchor = Anchor::Ready).put("mk1_locust", 410.0, 300.0, 90).firing()
    };
    for level in [1, 2] {
        beside(level).begin().hook(0, 1);
    }
    for level in [3, 4] {
        assert_eq!(beside(level).begin().hook_refused(0, 1), "TT-ALT-16");
    }
    // The chain entangles at the same levels.
    let held = |level: u8| {
        let scene = Scene::new().altitude().set(|s| s.area = [1200.0, 1200.0]);
        let scene = scene.put("nieuport_16", 600.0, 600.0, 0).planned(&STRAIGHT).level(level);
        let scene = scene.with(|v| {
            v.airplane.anchor = Anchor::Used;
            v.airplane.hook = Some(Hook { target: VehicleId(1), right: false, when: 5 });
        });
        let scene = scene.put("mk1_locust", 450.0, 697.0, 0).planned(&STILL);
        let mut play = scene.from_step(Step::Actions { phase: 2 }).begin();
        play.rest_of_turn();
        (play.tripod(1).console.toppled, play.cites("TT-ALT-16"))
    };
    assert_eq!([1, 2, 3].map(held), [(6, false), (6, false), (0, true)]);
}

#[test]
fn clouds_do_not_reach_levels_three_and_four() {
    proves!("TT-SMK-14");
    // A cloud where the first straight ends.
    let over = |scene: Scene, card: &str| {
        let scene = scene.clouds(&[(1500.0, 1597.0)]).stack(DeckId::Z, &["1"]);
        let play = flown(&scene, [card, "R_straight", "R_left_60"], 1);
        (play.held(0).len(), play.clouds().len())
    };
    assert_eq!(
        [1, 2, 3, 4].map(|level| over(aloft(level, 0), "R_straight")),
        [(1, 0), (1, 0), (0, 1), (0, 1)]
    );
    // The level after the maneuver counts.
    assert_eq!(over(aloft(3, 0), "R_dive"), (1, 0));
    // A cloud launched right under it stays, too.
    let launched = |level: u8| {
        let scene = Scene::new().altitude().set(|s| s.black_smoke = true);
        let scene = scene.put("nieuport_16", 450.0, 481.2, 90).level(level);
        let scene = scene.put("mk2_scarab", 450.0, 300.0, 0);
        let from = Side::ALL.into_iter().find(|side| {
            let model = Content::built_in();
            model.model("mk2_scarab").and_then(|m| m.tripod()).expect("a tripod").sides[side.index()].launcher
        });
        let from = from.expect("a launcher");
        let scene = scene.with(|v| {
            v.action = Some(Action::BlackSmoke { from });
            v.facing = geometry::Angle::ZERO - from.angle();
        });
        let mut play = scene.stack(DeckId::Z, &["1"]).firing().begin();
        play.smoke(1, (450.0, 481.2), None).rest_of_phase();
        (play.held(0).len(), play.clouds().len())
    };
    assert_eq!([2, 3].map(launched), [(1, 0), (0, 1)]);
}
