//! PREPARATION, PLANNING, MOVEMENT: the decks of the automated tripod.

use crate::support::*;
use table::conformance::bytes_for;
use table::{Game, Match, SetupRequest, Viewer, proves};
use triplanes::*;

fn ids(model: &str, numbers: &[u8]) -> Vec<String> {
    let content = Content::built_in();
    let deck = content.model(model).expect("a model").deck();
    numbers.iter().map(|n| deck.card(deck.row_of(*n).expect("a card")).id.clone()).collect()
}

#[test]
fn a_solo_game_asks_for_airplanes_only_and_the_tripod_follows_the_seed() {
    proves!("INV-AUT-01", "INV-AUT-05", "INV-AUT-69");
    let play = |seed: u64| {
        let scene = Scene::scenario("a-lonely-invader", &[("setup", "quick")]);
        let mut play = Play { m: Match::begin(&scene.content, scene.setup, seed).expect("a match") };
        for _ in 0..40 {
            if play.view().outcome.is_some() {
                break;
            }
            assert!(play.m.prompts().iter().all(|p| p.seat == EARTH), "{:?}", play.m.prompts());
            let order = play.m.state().option(&play.m.prompts()[0].clone(), 0);
            play.give(EARTH, &order);
        }
        play.log(Viewer::Umpire)
    };
    assert_eq!(play(7), play(7));
    assert_ne!(play(7), play(8));
    let play = Scene::lonely(450.0, 500.0, 180).begin();
    assert_eq!(play.asks(EARTH), [Ask::Plan { vehicle: v(0) }]);
    assert!(play.asks(MARS).is_empty());
    let plan = play.plan_order(1, &["TA_standing_still"; 3]);
    assert_eq!(play.refused_by(MARS, &plan), "INV-AUT-01");
}

#[test]
fn only_seats_of_martians_are_automated() {
    let seats = |seats: Vec<table::SeatId>| {
        Scene::lonely(450.0, 500.0, 180).set(|s| {
            s.automated = Some(AutomatedSetup { seats, ..AutomatedSetup::default() });
        })
    };
    assert_eq!(seats(vec![EARTH]).refused_by(), "INV-AUT-01");
    assert_eq!(seats(vec![table::SeatId(9)]).refused_by(), "INV-AUT-01");
    assert_eq!(seats(vec![MARS, MARS]).refused_by(), "INV-AUT-01");
    let request = |word: &str| SetupRequest {
        scenario: "simple-battle".to_owned(),
        variant: None,
        options: [("automated".to_owned(), word.to_owned())].into(),
    };
    let content = Content::built_in();
    for word in ["on", "1"] {
        let setup = State::resolve(&content, &request(word)).expect("a set-up");
        assert_eq!(setup.automated.expect("automated").seats, [MARS]);
    }
    assert!(State::resolve(&content, &request("off")).expect("a set-up").automated.is_none());
    let error = State::resolve(&content, &request("maybe")).expect_err("refused");
    assert_eq!(error.place, "options.automated");
}

#[test]
fn components_without_templates_offer_no_automated_tripod() {
    proves!("INV-GEN-02");
    let content = Content::built_in();
    assert_eq!(content.objectives, [4, 2]);
    let zones = content.red_zones.expect("the two templates");
    assert!(zones[0].to < zones[1].from);
    let bare = content_with(&[("templates.toml", "id = \"auto_S\"", "id = \"auto_T\"")]);
    assert_eq!(Scene::lonely(450.0, 500.0, 180).content(bare).refused_by(), "INV-GEN-02");
}

#[test]
fn a_red_zone_has_a_beginning_an_end_and_a_width() {
    proves!("INV-GEN-02");
    let printed = "{ from_mm = 20.0, to_mm = 85.0, width_mm = 44.0 }";
    let is_read = |from: &str, to: &str, width: &str| {
        let zone = format!("{{ from_mm = {from}, to_mm = {to}, width_mm = {width} }}");
        let files = content::BUILT_IN.iter().map(|(file, text)| (*file, text.replacen(printed, &zone, 1)));
        let files: Vec<(&str, String)> = files.collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(file, text)| (*file, text.as_str())).collect();
        Content::parse(&files).is_ok()
    };
    assert!(is_read("20.0", "85.0", "44.0") && is_read("0.0", "0.1", "0.1"));
    for (from, to, width) in [
        ("-0.1", "85.0", "44.0"),
        ("20.0", "20.0", "44.0"),
        ("85.0", "20.0", "44.0"),
        ("20.0", "85.0", "0.0"),
        ("20.0", "inf", "44.0"),
        ("20.0", "85.0", "inf"),
    ] {
        assert!(!is_read(from, to, width), "{from} {to} {width}");
    }
}

#[test]
fn the_deck_is_split_into_current_and_reserve() {
    proves!("INV-AUT-03");
    let content = Content::built_in();
    let deck = content.model("mk1_locust").expect("a model").deck();
    let own = Automaton::new(v(1), deck);
    assert_eq!((own.current.len(), own.reserve.len(), own.discard.len()), (10, 5, 0));
    let reserve = ids("mk1_locust", &own.reserve);
    let short = ["TA_short_straight", "TA_short_sideslip_right", "TA_short_sideslip_left"];
    assert_eq!(reserve, [short[0], short[1], short[2], "TA_reverse", "TA_running"]);
    let current = ids("mk1_locust", &own.current);
    assert_eq!(current.iter().filter(|c| *c == "TA_standing_still").count(), 3);
    for model in ["mk2_scarab", "mk3_squid", "mk4_cuttlefish"] {
        let deck = content.model(model).expect("a model").deck();
        let own = Automaton::new(v(1), deck);
        let all: usize = deck.cards.iter().map(|c| c.numbers.len()).sum();
        assert_eq!(own.current.len() + own.reserve.len(), all, "{model}");
    }
    // Class and home agree, or the file is refused.
    let slip = content::BUILT_IN.iter().map(|(file, text)| {
        let text = if *file == "maneuvers.toml" {
            text.replacen(
                "kind = \"running\", movement = \"running\", auto_deck = \"reserve\"",
                "kind = \"running\", movement = \"running\", auto_deck = \"current\"",
                1,
            )
        } else {
            (*text).to_owned()
        };
        (*file, text)
    });
    let files: Vec<(&str, String)> = slip.collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(f, t)| (*f, t.as_str())).collect();
    let error = Content::parse(&files).expect_err("refused");
    assert!(error.to_string().contains("INV-AUT-03"), "{error}");
}

#[test]
fn nobody_can_tell_the_order_of_the_current_deck() {
    proves!("INV-AUT-04");
    // The same position with other cards on top: nothing that anybody sees differs.
    let bytes =
        |top: &[u8], viewer: Viewer| bytes_for(&Scene::lonely(450.0, 500.0, 180).top(top).begin().m, viewer);
    for viewer in [Viewer::Seat(EARTH), Viewer::Seat(MARS), Viewer::Spectator] {
        assert_eq!(bytes(&[1, 5, 6], viewer), bytes(&[8, 7, 11], viewer), "{viewer}");
    }
    // The first card drawn follows the seed.
    let drawn = Scene::lonely(450.0, 500.0, 180).phase(0).decisions(60);
    assert!(drawn.len() >= 4, "{drawn:?}");
    // Its reserve lies open.
    let seen = Scene::lonely(450.0, 500.0, 180).begin().view_of(EARTH).automated.remove(0);
    assert_eq!((seen.current, seen.reserve.len(), seen.discard.len()), (10, 5, 0));
}

#[test]
fn used_cards_go_home_in_the_planning_phase() {
    proves!("INV-AUT-06");
    // Phase 3 is played with a long straight; before it lie a curve, a standing card and the running card.
    let scene = Scene::lonely(450.0, 500.0, 180).phase(2).cards(|own| {
        own.current.retain(|n| ![5, 11].contains(n));
        own.reserve.retain(|n| *n != 15);
        own.discard = vec![5, 11, 15];
        own.top = vec![1];
    });
    let play = scene.begin();
    assert_eq!(play.step(), Step::Planning);
    let seen = play.view().automated.remove(0);
    assert_eq!((seen.current, seen.discard.len()), (10, 0));
    assert!(seen.reserve.contains(&"TA_running".to_owned()));
    assert!(play.cites("INV-AUT-06"));
    // While the deck is enlarged, reserve cards other than running and reverse return to it.
    let near = super::pursued(200.0).phase(2).with(|v| v.energy = Some(8)).cards(|own| {
        own.enlarged = true;
        own.current.extend([9, 10]);
        own.reserve.retain(|n| [14, 15].contains(n));
        own.discard = vec![4];
    });
    let seen = near.begin().view().automated.remove(0);
    assert_eq!((seen.reserve.len(), seen.discard.len(), seen.enlarged), (2, 0, true));
}

#[test]
fn the_decision_comes_before_any_card_is_turned_up() {
    proves!("INV-AUT-07");
    let play = Scene::lonely(450.0, 500.0, 180).phase(0).top(&[1]).begin();
    let events = play.happened(Viewer::Umpire);
    let at = |is: fn(&What) -> bool| events.iter().position(is).expect("it happened");
    let decided = at(|w| matches!(w, What::Reasoned(_)));
    assert!(decided < at(|w| matches!(w, What::Revealed { .. })));
    assert!(decided < at(|w| matches!(w, What::Moved { .. })));
    assert_eq!(play.turned_up(1)[0], "TA_long_straight");
    // In the third phase the running card took the place of a drawn one: four cards go home together.
    let log = play.log(Viewer::Spectator);
    assert!(log.iter().any(|l| l.contains("4 used cards go home")), "{log:?}");
}

#[test]
fn standing_still_by_choice_takes_a_standing_card() {
    proves!("INV-AUT-33");
    // It faces away and has to turn: a standing card is used for it.
    let turned = Scene::lonely(450.0, 500.0, 0).phase(0);
    let decision = turned.decision();
    assert_eq!(decision.card.as_deref(), Some("TA_standing_still"));
    let play = turned.clone().set(|s| s.vehicles[0].plan = Some(Cards([1, 2, 3].map(Some)))).begin();
    let discards = play.decisions().len();
    assert!(discards >= 1);
    // Without a standing card at hand it stands still all the same, with the one on the discard pile.
    let none = turned.cards(|own| {
        own.current.retain(|n| ![11, 12, 13].contains(n));
        own.discard = vec![11, 12, 13];
    });
    assert_eq!(none.decision().card.as_deref(), Some("TA_standing_still"));
    let mut copy = none.clone();
    copy.setup.step = Some(Step::Actions { phase: 2 });
    assert!(copy.begin().log(Viewer::Spectator).iter().any(|l| l.contains("3 used cards go home")));
}

#[test]
fn piles_that_do_not_hold_the_deck_are_refused() {
    let slip = |change: fn(&mut Automaton)| Scene::lonely(450.0, 500.0, 180).cards(change).refused_by();
    assert_eq!(slip(|own| own.current.clear()), "INV-AUT-03");
    assert_eq!(slip(|own| own.current.push(1)), "INV-AUT-03");
    assert_eq!(slip(|own| own.top = vec![99]), "INV-AUT-03");
    assert_eq!(slip(|own| own.goal = Some(3)), "INV-AUT-27");
    assert_eq!(slip(|own| own.moves = 9), "INV-AUT-66");
    assert_eq!(slip(|own| own.vehicle = v(0)), "INV-AUT-01");
}
