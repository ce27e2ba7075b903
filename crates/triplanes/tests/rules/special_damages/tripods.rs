//! TRIPOD SPECIAL DAMAGE EFFECTS.

use super::*;
use table::Game;

fn rating(figure: u8) -> Arc<Content> {
    content_with(&[("tripods.toml", "energy_rating = 9", &format!("energy_rating = {figure}"))])
}

/// Energy and energy rating after a hit through the open rear.
fn batteries(rated: u8, energy: u8, cards: &[&str]) -> (u8, u8, u8) {
    let gap = if cards.len() == 2 { 80.0 } else { 150.0 };
    let locust = shot(rear(gap, cards).content(rating(rated)).energy(energy)).tripod(1);
    (locust.energy_rating, locust.energy, locust.console.battery)
}

#[test]
fn battery_damage_costs_a_counter_and_lowers_the_rating() {
    proves!("TT-SPT-01");
    assert_eq!(batteries(6, 4, &["2 battery"]), (5, 3, 1));
    assert_eq!(batteries(6, 0, &["2 battery"]), (5, 0, 1));
    assert_eq!(batteries(6, 6, &["2 battery"]), (5, 5, 1));
    let play = shot(rear(150.0, &["2 battery"]));
    assert_announced(&play, "TT-SPT-01", 1, Special::Battery);
    assert_eq!(play.points(1), 2);
}

#[test]
fn battery_damages_add_up_and_last() {
    proves!("TT-SPT-01");
    // Two cards of deck A at once.
    let two = |rated: u8, energy: u8| {
        let scene = Scene::duel("sopwith_camel", 80.0, 0).content(rating(rated)).energy(energy);
        shot(scene.stack(DeckId::A, &["2 battery +1 /smoke_trail", "2 battery +1 /rudder_right"])).tripod(1)
    };
    let locust = two(6, 4);
    assert_eq!((locust.energy_rating, locust.energy, locust.console.battery), (4, 2, 2));
    let drained = two(1, 1);
    assert_eq!((drained.energy_rating, drained.energy), (0, 0), "not below 0");
    // The rating stays low: recharging does not lift the energy above it.
    let mut play = shot(rear(150.0, &["2 battery"]).content(rating(6)).energy(6));
    let recharge = Action::Recharge { objective: None };
    play.act(1, recharge).until(Step::Actions { phase: 2 });
    assert_eq!((play.energy(1), play.tripod(1).energy_rating), (5, 5));
}

#[test]
fn circuits_cost_as_many_counters_as_points() {
    proves!("TT-SPT-02");
    let play = shot(rear(150.0, &["3 circuits"]).energy(5));
    assert_eq!((play.points(1), play.energy(1)), (3, 2));
    assert_announced(&play, "TT-SPT-02", 1, Special::Circuits);
    let low = shot(rear(150.0, &["3 circuits"]).energy(2));
    assert_eq!((low.points(1), low.energy(1)), (3, 0));
    let toppled = shot(rear(150.0, &["3 circuits"]).energy(5).with(|v| v.tripod.toppled = 2));
    assert_eq!((toppled.points(1), toppled.energy(1)), (3, 2), "it still owns its counters");
}

#[test]
fn circuits_count_without_the_aim_bonus() {
    proves!("TT-SPT-02");
    let last = LastShot { target: v(1), gun: 0, when: 2 };
    let aimed = rear(150.0, &["3 circuits"]).energy(5).set(|s| s.vehicles[0].last_shot = Some(last));
    let play = shot(aimed);
    assert_eq!((play.points(1), play.energy(1)), (4, 2));
}

#[test]
fn a_destroyed_reverse_mechanism_forbids_to_plan_a_reverse() {
    proves!("TT-SPT-03");
    let plan = ["TA_standing_still", "TA_standing_still", "TA_reverse"];
    let mut play = shot(rear(150.0, &["1 reverse_destroyed"]).planned(&plan));
    assert_secret(&play, MARS, "TT-SPT-03", 1, Special::ReverseDestroyed);
    // The reverse of phase 3 and the backward move after it are carried out.
    play.rest_of_turn();
    assert!(play.tripod(1).console.reverse && play.tripod(1).console.toppled == 0);
    assert_eq!(
        play.plan_refused(1, &["TA_reverse", "TA_long_straight", "TA_long_straight"]).rule.0,
        "TT-SPT-03"
    );
    play.plan(0, &FLY).plan(1, &["TA_long_straight", "TA_standing_still", "TA_long_straight"]).rest_of_turn();
    assert_eq!((play.times("TT-MOV-04"), play.times("TT-TIL-03")), (1, 0));
    // For the rest of the game.
    assert_eq!(
        play.plan_refused(1, &["TA_standing_still", "TA_standing_still", "TA_reverse"]).rule.0,
        "TT-SPT-03"
    );
}

#[test]
fn a_pending_reverse_stays_in_force_when_the_mechanism_is_destroyed() {
    proves!("TT-SPT-03");
    let plan = ["TA_standing_still", "TA_long_straight", "TA_standing_still"];
    let scene = rear(150.0, &["1 reverse_destroyed"]).planned(&plan).with(|v| v.tripod.reverse = true);
    let mut play = shot(scene);
    play.rest_of_phase();
    assert_eq!(play.times("TT-MOV-04"), 1);
}

#[test]
fn a_second_destroyed_reverse_mechanism_adds_nothing() {
    proves!("TT-SPT-03");
    let scene = rear(150.0, &["1 reverse_destroyed"]).with(|v| v.hidden.reverse_destroyed = true);
    let mut play = shot(scene);
    let destroyed = HiddenDamage { reverse_destroyed: true, ..HiddenDamage::default() };
    assert_eq!((hidden(&play, 1), play.points(1)), (destroyed, 1));
    play.rest_of_turn().plan(1, &["TA_long_straight", "TA_standing_still", "TA_long_straight"]);
}

#[test]
fn a_disabled_smoke_generator_is_kept_secret_for_the_rest_of_the_game() {
    proves!("TT-SPT-04");
    let disabled = HiddenDamage { smoke_generator: true, ..HiddenDamage::default() };
    let mut play = shot(rear(150.0, &["1 smoke_generator"]));
    assert_secret(&play, MARS, "TT-SPT-04", 1, Special::SmokeGenerator);
    assert_eq!((play.seen_by(MARS, 1).hidden, play.seen_by(EARTH, 1).hidden), (Some(disabled), None));
    play.rest_of_turn().rest_of_turn();
    assert_eq!(hidden(&play, 1), disabled);
    // A second one has no further effect.
    let twice = shot(rear(150.0, &["1 smoke_generator"]).with(|v| v.hidden = disabled));
    assert_eq!((hidden(&twice, 1), twice.points(1)), (disabled, 1));
}

#[test]
fn an_out_of_order_gyroscope_forbids_to_change_facing_in_the_next_turn() {
    proves!("TT-SPT-05");
    let turn = Action::ChangeFacing { to: Side::FrontLeft };
    let mut play = shot(rear(150.0, &["1 gyroscope"]).set(|s| s.turn = 3));
    assert_secret(&play, MARS, "TT-SPT-05", 1, Special::Gyroscope);
    let may_turn = |play: &Play| play.m.state().check(MARS, &Order::Act { vehicle: v(1), action: turn });
    for (number, phases) in [(3, 1..3), (4, 0..3), (5, 0..3)] {
        if number > 3 {
            play.until(Step::Planning).plan(0, &FLY).plan(1, &STAND);
        }
        for phase in phases {
            play.until(Step::Actions { phase });
            assert_eq!(play.view().turn, number);
            let refused = may_turn(&play).err().map(|refusal| refusal.rule.0);
            assert_eq!(refused, (number == 4).then_some("TT-SPT-05"), "turn {number}, phase {phase}");
            play.pass(1);
        }
    }
}

#[test]
fn a_topple_symbol_topples() {
    proves!("TT-SPT-06");
    let scene = rear(150.0, &["2 toppled"]).firing_in(1);
    let mut play = scene.begin();
    play.fire(0, 1, Through::Open);
    let toppled = What::Toppled { vehicle: v(1), counters: 2 };
    assert_eq!(play.caused_by("TT-SPT-06", Viewer::Spectator), [toppled]);
    assert_eq!(
        play.see(1).plan,
        [SpaceView::Empty, SpaceView::Empty, SpaceView::Empty],
        "the plan is discarded"
    );
    // Phase 3 takes the first counter; the next turn begins with the other.
    play.rest_of_turn();
    assert_eq!((play.step(), play.view().turn, play.tripod(1).console.toppled), (Step::Planning, 2, 1));
    assert_eq!(play.plan_refused(1, &STAND).rule.0, "TT-TOP-06");
    play.plan(1, &["", "TA_standing_still", "TA_long_straight"]);
}

#[test]
fn a_wounded_tripod_pilot_does_not_fire_while_he_moves() {
    proves!("TT-SPT-07");
    let plan = ["TA_long_straight", "TA_standing_still", "TA_long_straight"];
    for (wounds, refused) in [(1, Some("TT-SPT-07")), (0, None)] {
        let scene = Scene::duel("nieuport_16", 500.0, 0).with(|v| v.wounds = wounds);
        let mut play = scene.begin();
        play.plan(0, &FLY).plan(1, &plan);
        let ray = |play: &Play| play.m.state().check(MARS, &Order::Act { vehicle: v(1), action: RAY });
        assert_eq!(ray(&play).err().map(|refusal| refusal.rule.0), refused);
        play.pass(1).until(Step::Actions { phase: 1 });
        assert_eq!(ray(&play), Ok(()), "standing still he fires");
        play.act(1, RAY);
        assert_eq!(play.energy(1), 8);
    }
}

#[test]
fn a_wounded_tripod_pilot_who_fires_while_he_moves_is_penalized_in_the_printed_setting() {
    proves!("TT-SPT-07");
    let mut play = Scene::duel("nieuport_16", 500.0, 0).with(|v| v.wounds = 1).printed().begin();
    play.plan(0, &FLY).plan(1, &["TA_long_straight", "TA_standing_still", "TA_long_straight"]).act(1, RAY);
    let forbidden = What::ActionForbidden { vehicle: v(1), action: RAY, energy: 7 };
    assert_eq!(play.caused_by("TT-ACT-06", Viewer::Spectator), [forbidden]);
    assert_eq!(play.tripod(1).console.cooling, 0, "nothing was fired");
}

#[test]
fn a_wound_of_a_tripod_pilot_is_announced_and_stays() {
    proves!("TT-SPT-07");
    let mut play = shot(rear(150.0, &["2 wounded"]));
    assert_announced(&play, "TT-SPT-07", 1, Special::Wounded);
    play.rest_of_turn().rest_of_turn();
    assert_eq!(play.seen_by(EARTH, 1).wounds, 1);
    let second = shot(rear(150.0, &["2 wounded"]).with(|v| v.wounds = 1));
    assert_eq!((second.see(1).fate, second.times("TT-SPC-06")), (Fate::Eliminated, 1));
}
