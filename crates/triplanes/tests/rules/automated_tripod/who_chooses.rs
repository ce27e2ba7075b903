//! What is open, and who chooses for the tripod.

use crate::support::*;
use table::{SeatId, Viewer, proves};
use triplanes::*;

/// An airplane fires at the open rear of an automated Locust; these A cards come.
fn shot_at(seats: &[(&str, Team)]) -> Scene {
    Scene::new()
        .automated()
        .seats(seats)
        .set(|s| s.area = [900.0, 3000.0])
        .put("sopwith_camel", 450.0, 100.0, 0)
        .put("mk1_locust", 450.0, 290.0, 0)
        .with(|v| (v.hidden.gyroscope, v.hidden.engine) = (true, 2))
        .cards(|own| {
            own.discard = own.current.iter().copied().filter(|n| ![11, 12, 13].contains(n)).collect();
            own.current = vec![11, 12, 13];
        })
        .stack(DeckId::A, &["0", "3"])
        .phase(0)
}

#[test]
fn in_a_solo_game_the_tripods_console_is_open() {
    proves!("INV-AUT-74");
    let mut play = shot_at(&[("Earthling", Team::Earthlings), ("Martian", Team::Martians)]).begin();
    let fire =
        play.legal(EARTH).into_iter().find(|o| matches!(o, Order::Fire { through: Through::Open, .. }));
    play.give(EARTH, &fire.expect("a shot"));
    let seen = play.seen_by(EARTH, 1);
    let cards: Vec<Option<String>> = seen.damage.iter().map(|d| d.card.clone()).collect();
    assert_eq!(cards.len(), 2, "{:#?}", play.log(Viewer::Umpire));
    assert!(cards[0].as_deref().is_some_and(|c| c.starts_with('0')), "{cards:?}");
    assert_eq!(seen.points, Some(3));
    assert!(seen.hidden.is_some());
    // The reasons are told to him, and to nobody who only watches.
    let reasons = |viewer| play.happened(viewer).iter().filter(|w| matches!(w, What::Reasoned(_))).count();
    assert!(reasons(Viewer::Seat(EARTH)) > 0);
    assert_eq!(reasons(Viewer::Spectator), 0);
    assert_eq!(play.view_of(EARTH).automated.len(), 1);
}

#[test]
fn against_several_players_base_secrecy_holds() {
    proves!("INV-AUT-74");
    let seats = [("One", Team::Earthlings), ("Martian", Team::Martians), ("Two", Team::Earthlings)];
    let mut play = shot_at(&seats).put("nieuport_16", 800.0, 2000.0, 0).of(2).phase(0).begin();
    let fire =
        play.legal(EARTH).into_iter().find(|o| matches!(o, Order::Fire { through: Through::Open, .. }));
    play.give(EARTH, &fire.expect("a shot"));
    for seat in [SeatId(0), SeatId(2)] {
        let seen = play.seen_by(seat, 1);
        assert!(seen.hidden.is_none() && seen.points.is_none());
        assert!(!seen.damage.is_empty() && seen.damage.iter().all(|d| d.card.is_none()));
        let told = play.happened(Viewer::Seat(seat));
        assert!(!told.iter().any(|w| matches!(w, What::Reasoned(_))));
    }
}

#[test]
fn inside_a_crater_it_draws_again_and_keeps_the_smaller_card() {
    proves!("INV-AUT-74");
    let cards = |a: [&str; 2]| {
        let seats = [("Earthling", Team::Earthlings), ("Martian", Team::Martians)];
        let mut play = shot_at(&seats)
            .terrain(TerrainKind::Crater, 450.0, 290.0)
            .stack(DeckId::A, &[a[0], a[1], "0"])
            .begin();
        let fire = play.legal(EARTH).into_iter().find(|o| matches!(o, Order::Fire { .. })).expect("a shot");
        play.give(EARTH, &fire);
        assert!(!play.draws());
        play.held(1)[0].0.chars().take(3).collect::<String>()
    };
    assert_eq!(cards(["3", "1"]), "A 1");
    assert_eq!(cards(["1", "3"]), "A 1");
    assert_eq!(cards(["explosion", "3"]), "A 3");
}

#[test]
fn an_automated_seat_places_its_tripods_by_itself() {
    for scenario in
        ["bring-proof", "first-contact", "piave", "hunters-hunted", "spark-of-hope", "eagles-nest"]
    {
        let mut play = Scene::scenario(scenario, &[("automated", "on"), ("setup", "played")]).begin();
        for _ in 0..60 {
            if play.step() != Step::Placing {
                break;
            }
            assert!(play.m.prompts().iter().all(|p| p.seat == EARTH), "{scenario}");
            let prompt = play.m.prompts()[0];
            let order = table::Game::option(play.m.state(), &prompt, 0);
            play.give(EARTH, &order);
        }
        assert_eq!(play.step(), Step::Planning, "{scenario}");
        assert!(play.view().vehicles.iter().filter(|v| v.tripod().is_some()).all(|v| v.pose.is_some()));
    }
}
