//! Who knows what: hidden plans, secret damage, open counters.

use crate::support::*;
use std::sync::Arc;
use table::{SeatId, Viewer, proves};
use triplanes::*;

const STILL: [&str; 3] = ["TA_standing_still"; 3];
const STRAIGHT: [&str; 3] = ["R_straight"; 3];
const EVERYBODY: [Viewer; 4] = [Viewer::Seat(EARTH), Viewer::Seat(MARS), Viewer::Spectator, Viewer::Umpire];

fn apart() -> Scene {
    Scene::new().put("nieuport_16", 100.0, 100.0, 0).put("mk1_locust", 700.0, 800.0, 180)
}

/// In the firing step: an airplane this far behind the unprotected rear side of a tripod.
fn behind(away: f64) -> Scene {
    let scene = Scene::new().put("nieuport_16", 450.0, 468.8 - away, 0).planned(&STRAIGHT);
    scene.put("mk1_locust", 450.0, 500.0, 0).planned(&STILL).from_step(Step::Firing { phase: 0 })
}

/// In the firing step: an airplane at long range before the armored front side of a tripod.
fn before(tripod: impl FnOnce(Scene) -> Scene) -> Scene {
    let scene = Scene::new().put("nieuport_16", 450.0, 318.8, 0).planned(&STRAIGHT);
    tripod(scene.put("mk1_locust", 450.0, 500.0, 180).planned(&STILL)).from_step(Step::Firing { phase: 0 })
}

/// One card of deck B on a tripod, at long range.
fn shot(card: &str) -> Play {
    let mut play = behind(150.0).stack(DeckId::B, &[card]).begin();
    play.fire(0, 1, Through::Open);
    play
}

/// A heat-ray at an airplane: these cards of deck X. The airplane's base begins so far from the projector.
fn rayed(gap: f64, cards: &[&str]) -> Play {
    let scene = Scene::new().put("nieuport_16", 450.0, 468.8 - 34.0 - gap, 0).planned(&STRAIGHT);
    let scene = scene.put("mk1_locust", 450.0, 500.0, 180).planned(&STILL);
    let scene =
        scene.with(|v| v.action = Some(Action::HeatRay { from: Side::Front })).stack(DeckId::X, cards);
    let mut play = scene.from_step(Step::Firing { phase: 0 }).begin();
    play.hold(0);
    play
}

/// The damage cards of a vehicle as a seat sees them: a face-down card is a question mark.
fn cards(play: &Play, seat: SeatId, id: u8) -> Vec<String> {
    play.seen_by(seat, id).damage.into_iter().map(|d| d.card.unwrap_or_else(|| "?".to_owned())).collect()
}

fn json(play: &Play, viewer: Viewer) -> String {
    use table::Game;
    serde_json::to_string(&play.m.state().view(viewer)).expect("a view")
}

/// Whether this viewer's log says so.
fn reads(play: &Play, viewer: Viewer, words: &str) -> bool {
    play.log(viewer).iter().any(|line| line.contains(words))
}

#[test]
fn planned_cards_are_hidden_until_their_phase() {
    proves!("TT-INF-01");
    let mut play = apart().begin();
    play.plan(0, &["R_straight", "R_left_60", "R_right_60"]).plan(1, &STILL);
    let own = [(1, "R_straight"), (7, "R_left_60"), (4, "R_right_60")]
        .map(|(number, card)| SpaceView::Card { number, card: card.to_owned() });
    for phase in 0..3 {
        assert_eq!(play.step(), Step::Actions { phase });
        let mut seen = [SpaceView::Hidden, SpaceView::Hidden, SpaceView::Hidden];
        seen[..usize::from(phase)].clone_from_slice(&own[..usize::from(phase)]);
        assert_eq!(play.seen_by(MARS, 0).plan, seen);
        assert_eq!(play.seen_by(EARTH, 0).plan, own);
        play.pass(1);
    }
    assert!(!reads(&play, Viewer::Seat(MARS), "plans straight"));
    assert!(reads(&play, Viewer::Seat(EARTH), "plans straight, turn left 60°, turn right 60°"));
}

#[test]
fn all_cards_of_a_phase_are_revealed_together() {
    proves!("TT-INF-01");
    let mut play = apart().begin();
    play.plan(0, &["R_straight", "R_left_60", "R_right_60"])
        .plan(1, &["TA_long_straight", "TA_reverse", "TA_standing_still"])
        .pass(1);
    let first = play.happened(Viewer::Spectator).into_iter().find_map(|w| match w {
        What::Revealed { cards, .. } => Some(cards.into_iter().map(|c| c.card).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(first, Some(vec!["R_straight".to_owned(), "TA_long_straight".to_owned()]));
    for viewer in EVERYBODY {
        for card in ["left_60", "right_60", "reverse"] {
            let shown = play.log(viewer).iter().any(|line| line.starts_with("Phase") && line.contains(card));
            assert!(!shown, "{viewer} sees {card}");
        }
    }
}

#[test]
fn an_action_is_public_as_soon_as_the_window_closes() {
    proves!("TT-INF-02");
    let scene =
        Scene::new().put("nieuport_16", 450.0, 200.0, 0).planned(&["R_stall", "R_straight", "R_stall"]);
    let scene = scene.put("mk1_locust", 450.0, 500.0, 180).planned(&[
        "TA_standing_still",
        "TA_reverse",
        "TA_long_straight",
    ]);
    let mut play = scene.from_step(Step::Actions { phase: 0 }).begin();
    let action = Action::HeatRay { from: Side::FrontRight };
    assert_eq!(play.seen_by(EARTH, 1).plan[0], SpaceView::Hidden);
    play.act(1, action);
    assert_eq!(play.step(), Step::Firing { phase: 0 });
    for viewer in EVERYBODY {
        let seen = play.happened(viewer);
        let shown = seen.iter().position(|w| *w == What::ActionShown { vehicle: v(1), action, energy: 8 });
        let revealed = seen.iter().position(|w| matches!(w, What::Revealed { .. }));
        // While the maneuver card of this phase still lay face down.
        assert!(shown.expect("an action") < revealed.expect("a reveal"), "{viewer}");
    }
    for seat in [EARTH, MARS] {
        assert_eq!(
            (play.tripod_seen_by(seat, 1).action, play.tripod_seen_by(seat, 1).energy),
            (Some(action), 8)
        );
    }
    assert_eq!(play.seen_by(EARTH, 1).plan[1], SpaceView::Hidden);
    play.hold(0);
    assert_eq!(play.tripod_seen_by(EARTH, 1).action, None);
}

#[test]
fn gunfire_damage_on_a_tripod_is_secret() {
    proves!("TT-INF-03");
    let mut play = behind(80.0).stack(DeckId::B, &["3", "0"]).begin();
    play.fire(0, 1, Through::Open);
    assert_eq!(cards(&play, MARS, 1), ["3 +1", "0"]);
    assert_eq!(cards(&play, EARTH, 1), ["?", "?"]);
    let seen = play.seen_by(EARTH, 1);
    assert!(seen.damage.iter().all(|d| d.deck == DeckId::B && !d.aimed));
    assert_eq!((seen.points, play.seen_by(MARS, 1).points), (None, Some(3)));
    assert!(reads(&play, Viewer::Seat(MARS), "Locust draws [3 +1] from deck B."));
    for viewer in [Viewer::Seat(EARTH), Viewer::Spectator] {
        assert!(reads(&play, viewer, "Locust draws a card from deck B. [TT-INF-03]"));
        assert!(!reads(&play, viewer, "[3"));
    }
}

#[test]
fn in_which_space_a_damage_card_lies_is_public() {
    proves!("TT-INF-03");
    let aiming = LastShot { target: v(1), gun: 0, when: 5 };
    let scene = behind(150.0).stack(DeckId::B, &["3"]).set(|s| {
        (s.turn, s.vehicles[0].last_shot) = (2, Some(aiming));
    });
    let mut play = scene.begin();
    play.fire(0, 1, Through::Open);
    let seen = &play.seen_by(EARTH, 1).damage[0];
    assert_eq!((seen.aimed, &seen.card, play.points(1)), (true, &None, 4));
}

#[test]
fn a_heat_ray_shows_one_card_at_short_range() {
    proves!("TT-INF-04");
    let play = rayed(80.0, &["0", "4"]);
    assert_eq!(cards(&play, EARTH, 0), ["0", "4"]);
    assert_eq!(cards(&play, MARS, 0), ["0", "?"]);
    assert!(reads(&play, Viewer::Spectator, "Nieuport 16 draws [0] from deck X. [TT-INF-04]"));
    assert!(reads(&play, Viewer::Spectator, "Nieuport 16 draws a card from deck X. [TT-INF-04]"));
    assert!(!reads(&play, Viewer::Seat(MARS), "[4]"));
    let play = rayed(80.0, &["4"]);
    assert_eq!(cards(&play, MARS, 0), ["4"]);
}

#[test]
fn a_heat_ray_shows_no_card_at_long_range() {
    proves!("TT-INF-04");
    for card in ["4", "0"] {
        let play = rayed(120.0, &[card]);
        assert_eq!([cards(&play, EARTH, 0), cards(&play, MARS, 0)].concat(), [card, "?"]);
        assert_eq!((play.seen_by(MARS, 0).points, play.seen_by(EARTH, 0).points.is_some()), (None, true));
        assert!(!reads(&play, Viewer::Seat(MARS), &format!("[{card}]")));
    }
}

#[test]
fn cards_of_an_armored_hit_are_shown_and_go_back() {
    proves!("TT-INF-05");
    let mut play = before(|s| s.energy(5)).stack(DeckId::B, &["3"]).begin();
    play.fire(0, 1, Through::Armor);
    for viewer in EVERYBODY {
        assert!(
            reads(&play, viewer, "Locust's armor takes [3 +1] of deck B: 1 energy lost (energy 4)."),
            "{viewer}"
        );
    }
    let left = play.view().decks.iter().find(|d| d.deck == DeckId::B).map(|d| d.left);
    assert_eq!((play.energy(1), play.see(1).damage.len(), left), (4, 0, Some(44)));
}

#[test]
fn some_special_damages_are_announced() {
    proves!("TT-INF-06");
    let on_tripods = [
        ("2 battery", "Locust: battery damage. [TT-SPT-01]"),
        ("3 circuits", "Locust: circuits hit. [TT-SPT-02]"),
        ("2 wounded", "Locust: wounded pilot. [TT-SPT-07]"),
        ("2 fire", "Locust: vehicle on fire. [TT-SPV-03]"),
        ("2 toppled", "Locust topples: 2 recovery counters. [TT-SPT-06]"),
        ("0 jammed_guns", "Nieuport 16's guns jam: 3 counters. [TT-SPA-01]"),
    ];
    for (card, words) in on_tripods {
        let play = shot(card);
        for viewer in EVERYBODY {
            assert!(reads(&play, viewer, words), "{viewer} does not read {words:?}");
        }
        assert_eq!((cards(&play, EARTH, 1).concat().as_str(), play.seen_by(EARTH, 1).points), ("?", None));
    }
    let on_airplanes = [
        ("2 smoke_trail", "Nieuport 16: smoke trail. [TT-SPA-03]"),
        ("4 wounded", "Nieuport 16: wounded pilot. [TT-SPA-05]"),
        ("3 fire", "Nieuport 16: vehicle on fire. [TT-SPV-03]"),
    ];
    for (card, words) in on_airplanes {
        let play = rayed(120.0, &[card]);
        assert!(reads(&play, Viewer::Seat(MARS), words) && reads(&play, Viewer::Spectator, words), "{words}");
        assert_eq!((cards(&play, MARS, 0).concat().as_str(), play.seen_by(MARS, 0).points), ("?", None));
    }
}

#[test]
fn the_counters_of_an_announced_damage_are_public() {
    proves!("TT-INF-06");
    assert_eq!(rayed(120.0, &["2 smoke_trail"]).airplane_seen_by(MARS, 0).console.smoke, 3);
    assert_eq!(rayed(120.0, &["3 fire"]).seen_by(MARS, 0).flames, 3);
    assert_eq!(rayed(120.0, &["4 wounded"]).seen_by(MARS, 0).wounds, 1);
    assert_eq!(shot("0 jammed_guns").airplane_seen_by(MARS, 0).jammed, 3);
    assert_eq!(shot("2 battery").tripod_seen_by(EARTH, 1).console.battery, 1);
}

/// A vehicle's console as everybody sees it, but for the number of its damage cards.
fn public_counters(play: &Play, seat: SeatId, id: u8) -> String {
    let mut console = play.seen_by(seat, id);
    console.damage.clear();
    serde_json::to_string(&console).expect("a console")
}

#[test]
fn some_special_damages_stay_secret() {
    proves!("TT-INF-07");
    let on_tripods = [
        ("1 reverse_destroyed", "destroyed reverse mechanism"),
        ("1 smoke_generator", "disabled black smoke generator"),
        ("1 gyroscope", "out of order gyroscope"),
        ("3 engine", "engine damage"),
    ];
    for (card, words) in on_tripods {
        let play = shot(card);
        assert!(reads(&play, Viewer::Seat(MARS), words), "{words}");
        for viewer in [Viewer::Seat(EARTH), Viewer::Spectator] {
            assert!(!reads(&play, viewer, words), "{viewer} reads {words:?}");
        }
        assert_eq!(public_counters(&play, EARTH, 1), public_counters(&shot("0"), EARTH, 1));
        assert_ne!(play.seen_by(MARS, 1).hidden, Some(HiddenDamage::default()));
        assert_eq!(play.seen_by(EARTH, 1).hidden, None);
    }
    let on_airplanes = [
        ("2 rudder_left", "left rudder jam"),
        ("2 rudder_right", "right rudder jam"),
        ("3 engine", "engine damage"),
    ];
    for (card, words) in on_airplanes {
        let play = rayed(120.0, &[card]);
        assert!(reads(&play, Viewer::Seat(EARTH), words), "{words}");
        for viewer in [Viewer::Seat(MARS), Viewer::Spectator] {
            assert!(!reads(&play, viewer, words), "{viewer} reads {words:?}");
        }
        assert_eq!(public_counters(&play, MARS, 0), public_counters(&rayed(120.0, &["0"]), MARS, 0));
        assert_ne!(play.seen_by(EARTH, 0).hidden, Some(HiddenDamage::default()));
        assert_eq!(play.seen_by(MARS, 0).hidden, None);
    }
}

#[test]
fn the_opponent_never_reads_the_word_engine() {
    proves!("TT-INF-07");
    let play = rayed(120.0, &["3 engine"]);
    assert!(!reads(&play, Viewer::Seat(MARS), "engine"));
    let console = |seat| serde_json::to_string(&play.seen_by(seat, 0)).expect("a console");
    assert!(!console(MARS).contains("engine"));
    assert!(console(EARTH).contains("engine"));
}

#[test]
fn the_points_of_an_announced_damage_stay_secret() {
    proves!("TT-INF-08");
    let row =
        "points = 2, zero = false, special = \"battery\", energy_icons = 1, corner_special = \"smoke_trail\"";
    let content = content_with(&[("damage.toml", row, &row.replace("points = 2", "points = 3"))]);
    let mut play = behind(150.0).energy(5).content(content).stack(DeckId::B, &["3 battery"]).begin();
    play.fire(0, 1, Through::Open);
    assert!(reads(&play, Viewer::Seat(EARTH), "Locust: battery damage. [TT-SPT-01]"));
    let seen = play.tripod_seen_by(EARTH, 1);
    assert_eq!((seen.console.battery, seen.energy, seen.energy_rating), (1, 4, 8));
    assert_eq!((play.seen_by(EARTH, 1).points, cards(&play, EARTH, 1).concat().as_str()), (None, "?"));
    assert!(!reads(&play, Viewer::Seat(EARTH), "[3"));
    assert_eq!(cards(&play, MARS, 1), ["3 battery +1 /smoke_trail"]);
    assert_eq!(play.seen_by(MARS, 1).points, Some(3));
}

#[test]
fn counters_and_reminders_are_public() {
    proves!("TT-INF-09");
    let scene = apart().energy(4).with(|v| {
        (v.flames, v.wounds) = (3, 1);
        v.tripod = TripodConsole { cooling: 1, toppled: 2, battery: 2, reverse: true, ..v.tripod };
    });
    let scene = scene.set(|s| {
        let airplane = &mut s.vehicles[0];
        (airplane.jammed, airplane.airplane.smoke, airplane.flames, airplane.wounds) = (3, 2, 1, 1);
        airplane.airplane.last = LastManeuver::Immelmann;
    });
    let play = scene.begin();
    for seat in [MARS, EARTH] {
        let harm = [0, 1].map(|id| (play.seen_by(seat, id).flames, play.seen_by(seat, id).wounds));
        assert_eq!(harm, [(1, 1), (3, 1)]);
        let (airplane, tripod) = (play.airplane_seen_by(seat, 0), play.tripod_seen_by(seat, 1));
        assert_eq!((tripod.energy, tripod.energy_rating, tripod.console.cooling), (4, 7, 1));
        assert_eq!((tripod.console.toppled, tripod.console.battery, tripod.console.reverse), (2, 2, true));
        assert_eq!((airplane.jammed, airplane.console.smoke), (3, 2));
        assert_eq!(airplane.console.last, LastManeuver::Immelmann);
    }
}

/// An Earthling against two Martian players.
fn two_martians() -> Scene {
    let seats = [("E", Team::Earthlings), ("M1", Team::Martians), ("M2", Team::Martians)];
    apart().seats(&seats).put("mk1_locust", 500.0, 800.0, 180).of(2)
}

#[test]
fn hidden_cards_are_seen_by_the_player_not_by_the_team() {
    proves!("TT-INF-10");
    let mut play = two_martians().begin();
    play.plan(1, &["TA_long_straight", "TA_reverse", "TA_standing_still"])
        .plan(2, &["TA_running", "TA_standing_still", "TA_standing_still"]);
    assert_eq!(play.step(), Step::Planning);
    let own = [(1, "TA_long_straight"), (14, "TA_reverse"), (11, "TA_standing_still")]
        .map(|(number, card)| SpaceView::Card { number, card: card.to_owned() });
    let down = [SpaceView::Hidden, SpaceView::Hidden, SpaceView::Hidden];
    assert_eq!(
        (play.seen_by(SeatId(1), 1).plan, play.seen_by(SeatId(1), 2).plan),
        (own.clone(), down.clone())
    );
    assert_eq!(play.seen_by(SeatId(2), 1).plan, down);
    assert_eq!(play.seen_by(EARTH, 1).plan, down);
    play.plan(0, &STRAIGHT);
    assert_eq!((play.seen_by(SeatId(1), 1).plan, play.seen_by(SeatId(1), 2).plan), (own, down));
    assert!(!reads(&play, Viewer::Seat(SeatId(1)), "plans running"));
    assert!(reads(&play, Viewer::Seat(SeatId(2)), "plans running"));
}

#[test]
fn damage_is_seen_by_the_player_not_by_the_team() {
    proves!("TT-INF-10");
    let play = two_martians().damage(&["B 3"]).begin();
    assert_eq!([cards(&play, SeatId(2), 2), cards(&play, SeatId(1), 2)].concat(), ["3 +1", "?"]);
    assert_eq!((play.seen_by(SeatId(2), 2).points, play.seen_by(SeatId(1), 2).points), (Some(3), None));
}

#[test]
fn team_mates_see_each_other_choose_actions() {
    proves!("TT-INF-10");
    let mut play = two_martians().begin();
    play.plan(0, &STRAIGHT).plan(1, &STILL).plan(2, &STILL);
    let action = Action::HeatRay { from: Side::FrontLeft };
    play.act(1, action);
    assert_eq!(play.tripod_seen_by(SeatId(2), 1).action, Some(action));
    assert!(reads(&play, Viewer::Seat(SeatId(2)), "picks: heat-ray from its front-left side. [TT-INF-10]"));
    assert_eq!(play.tripod_seen_by(EARTH, 1).action, None);
    for viewer in [Viewer::Seat(EARTH), Viewer::Spectator] {
        assert!(!reads(&play, viewer, "heat-ray"));
    }
    play.pass(2);
    assert!(reads(&play, Viewer::Seat(EARTH), "plays heat-ray from its front-left side"));
}

/// Deck B with one 3, one 2 and two zeros.
fn four_cards_in_deck_b() -> Arc<Content> {
    let (_, text) = content::BUILT_IN.iter().find(|(file, _)| *file == "damage.toml").expect("damage decks");
    let from = text.find("id = \"B\"").expect("deck B");
    let end = from + text[from..].find("[[damage_deck]]").expect("deck C");
    let card = |count: u8, points: u8| {
        let (zero, source) = (points == 0, "provenance = \"reconstructed\"");
        format!(
            "{{ count = {count}, points = {points}, zero = {zero}, special = \"\", energy_icons = 0, corner_special = \"\", {source} }},\n"
        )
    };
    let rows = [card(2, 0), card(1, 2), card(1, 3)].concat();
    let deck = format!(
        "id = \"B\"\ntotal_cards = 4\nused_for = \"a test\"\nprovenance = \"reconstructed\"\ncard = [\n{rows}]\n\n"
    );
    content_with(&[("damage.toml", &text[from..end], &deck)])
}

#[test]
fn written_damage_totals_are_secret() {
    proves!("TT-INF-11");
    let scene = behind(80.0).damage(&["B 3", "B 2", "B 0"]).content(four_cards_in_deck_b());
    let mut play = scene.stack(DeckId::B, &["0"]).begin();
    assert!(!play.seen_by(EARTH, 1).has_note);
    play.fire(0, 1, Through::Open);
    assert_eq!(play.seen_by(MARS, 1).hidden.map(|h| h.note), Some(5));
    assert!(reads(&play, Viewer::Seat(MARS), "Locust has 5 points written down. [TT-INF-11]"));
    let seen = play.seen_by(EARTH, 1);
    assert_eq!((seen.has_note, seen.hidden, seen.points), (true, None, None));
    for viewer in [Viewer::Seat(EARTH), Viewer::Spectator] {
        assert!(reads(&play, viewer, "Locust's damage is written down in secret. [TT-INF-11]"));
        assert!(!reads(&play, viewer, "points"));
    }
}

#[test]
fn a_refusal_does_not_leak_a_secret() {
    proves!("TT-INF-12");
    let jammed = |jam: bool| apart().set(|s| s.vehicles[0].hidden.left_jam = jam).begin();
    let (mut play, healthy) = (jammed(true), jammed(false));
    let left = play.plan_order(0, &["R_left_60", "R_straight", "R_straight"]);
    let told: Vec<usize> = EVERYBODY.iter().map(|viewer| play.log(*viewer).len()).collect();
    let refusal = play.m.order(EARTH, &left).expect_err("a jammed rudder");
    assert_eq!(refusal.rule.0, "TT-SPA-02");
    assert_eq!(EVERYBODY.iter().map(|viewer| play.log(*viewer).len()).collect::<Vec<_>>(), told);
    for viewer in [Viewer::Seat(MARS), Viewer::Spectator] {
        assert_eq!(json(&play, viewer), json(&healthy, viewer));
    }
    // Whoever else gives that order is told that the airplane is not his, jammed or not.
    assert_eq!(play.refusal(MARS, &left), healthy.refusal(MARS, &left));
    assert_eq!(play.refusal(MARS, &left).rule.0, "TT-GEN-04");
}

#[test]
fn in_the_printed_setting_the_illegal_card_shows_at_the_reveal() {
    proves!("TT-INF-12");
    let scene = apart().printed().set(|s| s.vehicles[0].hidden.left_jam = true).stack(DeckId::A, &["0"]);
    let mut play = scene.begin();
    play.plan(0, &["R_left_60", "R_straight", "R_straight"]).plan(1, &STILL);
    assert!(!reads(&play, Viewer::Seat(MARS), "illegal"));
    play.pass(1);
    assert!(reads(&play, Viewer::Seat(MARS), "turn left 60° is an illegal maneuver"));
}

#[test]
fn elimination_is_public_the_cards_are_not() {
    proves!("TT-INF-13");
    let scene = Scene::new().put("nieuport_16", 450.0, 314.8, 0).planned(&STRAIGHT).damage(&["X 6"]);
    let scene = scene.put("nieuport_16", 100.0, 100.0, 0).planned(&STRAIGHT);
    let scene = scene.put("mk1_locust", 450.0, 500.0, 180).planned(&STILL).stack(DeckId::X, &["5"]);
    let scene = scene.with(|v| v.action = Some(Action::HeatRay { from: Side::Front }));
    let mut play = scene.from_step(Step::Firing { phase: 0 }).begin();
    assert_eq!((play.points(0), play.see(0).resistance), (6, 10));
    play.hold(0);
    assert_eq!((play.see(0).fate, play.see(0).pose, play.see(0).base.len()), (Fate::Eliminated, None, 0));
    for viewer in EVERYBODY {
        assert!(reads(&play, viewer, "Nieuport 16 (1) is eliminated. [TT-DMG-02]"), "{viewer}");
        assert!(!reads(&play, viewer, "11"), "{viewer}");
    }
    assert!(!reads(&play, Viewer::Seat(MARS), "[5]"));
    // The cards are back in their deck.
    let left = play.view_of(MARS).decks.iter().find(|d| d.deck == DeckId::X).map(|d| d.left);
    assert_eq!((left, play.seen_by(MARS, 0).damage.len()), (Some(40), 0));
}

#[test]
fn deck_contents_are_known_deck_order_is_not() {
    proves!("TT-INF-14");
    let play = apart().put("mk1_locust", 500.0, 800.0, 180).damage(&["B 3", "A 2"]).begin();
    for viewer in EVERYBODY {
        use table::Game;
        let view = play.m.state().view(viewer);
        let sizes: Vec<(DeckId, u16)> = view.decks.iter().map(|d| (d.deck, d.left)).collect();
        assert_eq!(sizes, [(DeckId::A, 42), (DeckId::B, 43), (DeckId::X, 40)]);
        // What a deck is made of is the same for everybody, whatever was drawn.
        let components = Components::of(play.m.content());
        for deck in &view.decks {
            let printed = &play.m.content().damage[deck.deck.index()].cards;
            let shown = &components.damage[&deck.deck.to_string()];
            let shown: Vec<(&str, u8)> = shown.iter().map(|c| (c.card.as_str(), c.count)).collect();
            let expected: Vec<(&str, u8)> = printed.iter().map(|c| (c.name.as_str(), c.count)).collect();
            assert_eq!(shown, expected);
        }
    }
}

#[test]
fn nobody_sees_the_order_of_a_deck_or_the_seed() {
    proves!("TT-INF-14");
    let stacked = behind(150.0).stack(DeckId::B, &["explosion"]).begin();
    let seeded = |seed: u64| {
        let scene = behind(150.0);
        Play { m: table::Match::begin(&scene.content, scene.setup, seed).expect("a match") }
    };
    let (one, other) = (seeded(123_456_789), seeded(987_654_321));
    for viewer in EVERYBODY {
        let seen = json(&one, viewer);
        assert!(seen == json(&other, viewer) && seen == json(&stacked, viewer), "{viewer}");
        assert!(!seen.contains("123456789") && !seen.contains("seed"));
    }
}

#[test]
fn discarded_plans_are_not_shown() {
    proves!("TT-INF-15");
    let mut play = apart().energy(0).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_running", "TA_curve_left_60", "TA_standing_still"]).pass(1);
    assert!(reads(&play, Viewer::Spectator, "Locust topples"));
    for viewer in [Viewer::Seat(EARTH), Viewer::Spectator] {
        assert!(reads(&play, viewer, "Locust: running"));
        assert!(!reads(&play, viewer, "curve left 60") && !reads(&play, viewer, "standing still"));
    }
}

#[test]
fn the_spaces_of_a_toppled_tripod_are_empty() {
    proves!("TT-INF-15");
    let mut play = apart().energy(0).begin();
    play.plan(0, &STRAIGHT).plan(1, &["TA_running", "TA_curve_left_60", "TA_standing_still"]).pass(1);
    // Nothing is left to decide in this turn: it is over, and one card may be planned for its third phase.
    assert_eq!(play.step(), Step::Planning);
    let revealed = play.happened(Viewer::Spectator).into_iter().filter_map(|w| match w {
        What::Revealed { phase, cards } => Some((phase, cards.len())),
        _ => None,
    });
    assert_eq!(revealed.collect::<Vec<_>>(), [(1, 2), (2, 1), (3, 1)]);
}

/// Two Earthling players who may both fire at one tripod.
fn two_earthlings() -> Play {
    let seats = [("E1", Team::Earthlings), ("M", Team::Martians), ("E2", Team::Earthlings)];
    let scene = behind(150.0).seats(&seats).put("nieuport_16", 550.0, 350.0, 330).of(2).planned(&STRAIGHT);
    scene.stack(DeckId::B, &["3", "2"]).begin()
}

#[test]
fn firing_choices_are_made_together() {
    proves!("TT-INF-16");
    let mut play = two_earthlings();
    let left = |play: &Play| play.view().decks.iter().find(|d| d.deck == DeckId::B).map(|d| d.left);
    let before: Vec<usize> = [MARS, SeatId(2)].iter().map(|s| play.log(Viewer::Seat(*s)).len()).collect();
    play.fire(0, 1, Through::Open);
    assert_eq!(
        (play.step(), left(&play), play.see(1).damage.len()),
        (Step::Firing { phase: 0 }, Some(44), 0)
    );
    let fire =
        Declaration::Fire { target: v(1), gun: 0, through: Through::Open, sniper: false, perfect_aim: false };
    assert_eq!(play.seen_by(EARTH, 0).declared, Some(fire));
    for (seat, told) in [MARS, SeatId(2)].into_iter().zip(before) {
        assert_eq!(play.seen_by(seat, 0).declared, None);
        assert_eq!(play.log(Viewer::Seat(seat)).len(), told);
    }
    assert_eq!(play.fire_refused(0, 1, Through::Open).rule.0, "TT-AFR-03");
    play.fire(2, 1, Through::Open);
    assert_eq!((left(&play), play.points(1)), (Some(42), 5));
}

#[test]
fn a_declared_shot_looks_like_a_held_one() {
    proves!("TT-INF-16");
    let (mut fired, mut held) = (two_earthlings(), two_earthlings());
    fired.fire(0, 1, Through::Open);
    held.hold(0);
    for viewer in [Viewer::Seat(MARS), Viewer::Seat(SeatId(2)), Viewer::Spectator] {
        assert_eq!(json(&fired, viewer), json(&held, viewer));
        assert_eq!(fired.log(viewer), held.log(viewer));
    }
}
