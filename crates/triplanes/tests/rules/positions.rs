//! Positions on paper: what follows from the counters on a console need not be said.

use crate::support::*;
use table::{Game, Match, Viewer, proves};
use triplanes::*;

fn armed(change: impl FnOnce(&mut VehicleSetup)) -> Play {
    let scene = Scene::duel("nieuport_16", 90.0, 0).set(|s| change(&mut s.vehicles[0]));
    scene.firing().begin()
}

#[test]
fn jam_counters_silence_the_guns_of_a_position() {
    proves!("TT-SPA-01");
    let silent = |play: &Play| play.fire_refused(0, 1, Through::Open).rule.0 == "TT-SPA-01";
    assert!(silent(&armed(|v| v.jammed = 2)));
    assert!(silent(&armed(|v| (v.jammed, v.jammed_now) = (0, Some(true)))), "the last silent phase");
    // A jam of this very step begins with the next maneuver.
    let just = armed(|v| (v.jammed, v.jammed_now) = (3, Some(false)));
    assert!(just.legal(EARTH).contains(&just.fire_order(0, 1, Through::Open)));
    armed(|_| {}).fire(0, 1, Through::Open);
}

#[test]
fn loading_counters_of_a_position_keep_the_cannon_and_the_guns_silent() {
    proves!("TT-CAN-12", "TT-CAN-11");
    let play = armed(|v| (v.airplane.cannon, v.airplane.loading) = (true, 1));
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-CAN-12");
    assert!(play.m.state().check(EARTH, &play.cannon_order(0, 1, Through::Open)).is_err());
    let ready = armed(|v| v.airplane.cannon = true);
    assert!(ready.legal(EARTH).contains(&ready.cannon_order(0, 1, Through::Open)));
}

#[test]
fn an_immelmann_in_a_position_is_illegal_while_the_cannon_is_loaded() {
    proves!("TT-CAN-12");
    let flies = |loading: u8| {
        let scene = Scene::duel("nieuport_16", 300.0, 0).printed().set(|s| {
            s.vehicles[0].plan = Some(Cards([1, 2, 3].map(Some)));
            (s.vehicles[0].airplane.cannon, s.vehicles[0].airplane.loading) = (true, loading);
            s.vehicles[1].plan = Some(Cards([11, 12, 13].map(Some)));
            s.step = Some(Step::Actions { phase: 1 });
        });
        let deck = std::sync::Arc::clone(Content::built_in().model("nieuport_16").expect("a model").deck());
        let row = deck.by_id("R_immelmann").expect("a card");
        let number = deck.card(row).numbers[0];
        let mut play =
            scene.set(|s| s.vehicles[0].plan = Some(Cards([Some(1), Some(number), Some(2)]))).begin();
        play.pass(1);
        play.happened(Viewer::Spectator)
            .iter()
            .any(|w| matches!(w, What::Illegal { broken: "TT-CAN-12", .. }))
    };
    assert!(!flies(0));
    assert!(flies(1));
}

#[test]
fn what_follows_from_the_counters_is_not_written_down() {
    let written = |play: &Play| play.m.state().position().vehicles[0].clone();
    let jammed = written(&armed(|v| v.jammed = 2));
    assert_eq!((jammed.jammed, jammed.jammed_now), (2, None));
    let just = written(&armed(|v| (v.jammed, v.jammed_now) = (3, Some(false))));
    assert_eq!((just.jammed, just.jammed_now), (3, Some(false)));
    let last = written(&armed(|v| (v.jammed, v.jammed_now) = (0, Some(true))));
    assert_eq!((last.jammed, last.jammed_now), (0, Some(true)));
}

#[test]
fn a_salvo_is_written_down_while_somebody_beaten_still_decides() {
    proves!("TT-DMG-04");
    let refuse = Order::Lucky { vehicle: v(0), ignore: false };
    let scene = Scene::under_the_ray()
        .put("mk1_locust", 450.0, 714.0, 180)
        .planned(&["TA_standing_still"; 3])
        .ace(0, &[(Skill::LuckyPilot, 0)])
        .set(|s| s.vehicles[0].hidden.note = 8);
    let mut play = scene.clone().stack(DeckId::X, &["4 fire", "2"]).begin();
    let ray = Action::HeatRay { from: Side::Front };
    play.act(1, ray).act(2, ray).hold(0).give(EARTH, &refuse);
    // The first card is its last one, and the second is in the pilot's hand.
    assert_eq!((play.see(0).fate, play.points(0), play.draws()), (Fate::InPlay, 12, true));
    let position = play.m.state().position();
    let mut again = Match::<State>::begin(play.m.content(), position.clone(), 7).expect("a position");
    assert_eq!(again.state().position(), position);
    again.order(EARTH, &refuse).expect("a legal order");
    assert_eq!(again.state().view(Viewer::Umpire).vehicles[0].fate, Fate::Eliminated);
    // Elsewhere nobody is beaten and in play.
    assert_eq!(scene.set(|s| s.vehicles[0].hidden.note = 10).refused_by(), "TT-DMG-02");
}

#[test]
fn the_fields_of_a_console_stand_flat_in_any_order() {
    let row = r#"{"toppled":2,"model":"mk1_locust","flames":1,"seat":1,"cooling":1}"#;
    let read: VehicleSetup = serde_json::from_str(row).expect("a vehicle");
    let console = TripodConsole { toppled: 2, cooling: 1, ..TripodConsole::default() };
    assert_eq!((read.tripod, read.airplane, read.flames), (console, AirplaneConsole::default(), 1));
    let written = serde_json::to_string(&read).expect("JSON");
    assert_eq!(written, r#"{"model":"mk1_locust","seat":1,"flames":1,"toppled":2,"cooling":1}"#);
}

#[test]
fn a_mistake_in_a_console_is_told_with_its_line() {
    let wrong = |field: &str| {
        let row = format!("{{\n\"model\": \"mk1_locust\",\n\"toppled\": 1,\n{field},\n\"seat\": 1\n}}");
        let error = serde_json::from_str::<VehicleSetup>(&row).expect_err("a mistake");
        (error.line(), error.to_string())
    };
    let (line, why) = wrong(r#""topled": 2"#);
    assert_eq!(line, 4, "{why}");
    assert!(why.starts_with("unknown field `topled`, expected one of `model`, `seat`, "), "{why}");
    assert!(why.contains("`rockets`") && why.contains("`toppled`"), "{why}");
    let (line, why) = wrong(r#""cooling": "hot""#);
    assert!(line == 4 && why.starts_with("invalid type: string \"hot\", expected u8"), "{line}: {why}");
    let (line, why) = wrong(r#""toppled": 2"#);
    assert!(line == 4 && why.starts_with("duplicate field `toppled`"), "{line}: {why}");
}

/// Whoever forks a match, or loads a log for others, must not carry cards of his own choice into it.
#[test]
fn other_dice_forget_what_was_stacked() {
    let play = Scene::duel("nieuport_16", 150.0, 0).stack(DeckId::B, &["0"]).begin();
    let mut again = play.m.state().clone();
    assert!(!again.position().stack.is_empty(), "a position keeps it");
    again.reseed(9);
    assert!(again.position().stack.is_empty());
}
