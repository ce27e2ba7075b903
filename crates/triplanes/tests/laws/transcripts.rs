//! What is told and thought along a battle of each kind: every word, preview and judgement, as hashes that stand in git.

use table::SetupRequest;
use table::conformance::{self, Course};
use triplanes::{Content, State};

fn along(name: &str, request: &SetupRequest, course: Course) {
    conformance::transcript::<State>(env!("CARGO_MANIFEST_DIR"), name, &Content::built_in(), request, course);
}

/// A battle of some turns, mostly as both sides would fight it.
fn fought(seed: u64) -> Course {
    Course { seed, orders: 60, looks: 1, every: 5, whims: 6, later: 12 }
}

fn battle(name: &str, options: &[(&str, &str)], seed: u64) {
    along(name, &SetupRequest::of("simple-battle", options), fought(seed));
}

fn scenario(name: &str, id: &str, variant: Option<&str>, options: &[(&str, &str)], seed: u64) {
    let course = Course { orders: 50, every: 6, ..fought(seed) };
    along(name, &SetupRequest::of(id, options).in_variant(variant), course);
}

const QUICK: (&str, &str) = ("setup", "quick");
const TWO: (&str, &str) = ("martians", "mk1_locust,mk3_squid");
const GROUND: (&str, &str) = ("terrain", "crater,marsh,pond,woods,trench,crater");

#[test]
fn one_against_one() {
    battle("one-against-one", &[("layer", "basic")], 1);
    battle("printed", &[("planning", "printed"), ("earthlings", "fokker_dvii")], 2);
}

#[test]
fn four_seats() {
    let forces = [("earthlings", "nieuport_16,fokker_dvii,sopwith_camel"), TWO, ("players", "2,2")];
    battle("four-seats", &forces, 3);
}

#[test]
fn a_placed_set_up() {
    let options = [("setup", "played"), ("martians", "mk1_locust,mk2_scarab"), GROUND, ("objectives", "2")];
    along(
        "placed",
        &SetupRequest::of("simple-battle", &options),
        Course { orders: 40, every: 3, ..fought(4) },
    );
}

#[test]
fn aces() {
    let forces = "nieuport_16+sniper+perfect_aim+itchy_trigger_finger+daredevil+super_ace,\
                  fokker_dvii+lucky_pilot+acrobatic_pilot+bullet_checker+technical_eye+strong_nerves";
    battle("aces", &[("earthlings", forces), ("martians", "mk1_locust,mk2_scarab")], 5);
}

#[test]
fn special_weapons() {
    let forces = "nieuport_16+rockets+anchor,fokker_dvii+cannon+lucky_pilot,spad_xiii+rockets+cannon";
    battle("special-weapons", &[("earthlings", forces), ("martians", "mk2_scarab,mk4_cuttlefish")], 6);
}

#[test]
fn terrain_and_black_smoke() {
    battle("terrain", &[GROUND, ("black_smoke", "on"), TWO, ("objectives", "2")], 7);
}

#[test]
fn altitude() {
    let forces = "nieuport_16+rockets+anchor+daredevil,fokker_dvii+cannon+lucky_pilot+acrobatic_pilot,\
                  spad_xiii+rockets+cannon+itchy_trigger_finger";
    let options = [("altitude", "on"), ("earthlings", forces), TWO, ("black_smoke", "on")];
    along(
        "altitude",
        &SetupRequest::of("simple-battle", &options),
        Course { orders: 90, every: 6, ..fought(8) },
    );
    battle("altitude-printed", &[("altitude", "on"), ("planning", "printed"), GROUND], 9);
}

#[test]
fn tripods_in_ww2() {
    let forces = ("earthlings", "ju87_stuka+bombs:2,spitfire_mk1+rockets,re2001");
    let more = [("black_smoke", "on"), ("plan_ahead", "on"), ("bombing", "on"), GROUND];
    battle("ww2", &[&[("ww2", "on"), forces, TWO], &more[..]].concat(), 10);
    battle("ww2-printed", &[("ww2", "on"), ("planning", "printed"), ("earthlings", "hurricane,yak1")], 11);
}

#[test]
fn bombers_over_tripods_of_both_sides() {
    let forces = [
        ("tripods_vs_tripods", "on"),
        ("bombing", "on"),
        ("earthlings", "mk2_scarab,caproni_ca3+bombs:4,sopwith_camel+bombs:2"),
        ("martians", "mk1_locust,mk2_scarab"),
    ];
    battle("bombers", &forces, 12);
    battle("crews", &[("tripods_vs_tripods", "on"), ("earthlings", "mk1_locust+martian,mk3_squid"), TWO], 13);
}

#[test]
fn automated_tripods() {
    let armed = "nieuport_16+rockets+anchor,fokker_dvii+cannon+lucky_pilot,spad_xiii+itchy_trigger_finger";
    let on = ("automated", "on");
    let options = [on, ("earthlings", armed), TWO, GROUND, ("objectives", "4")];
    along(
        "automated",
        &SetupRequest::of("simple-battle", &options),
        Course { orders: 90, every: 6, ..fought(14) },
    );
    battle("automated-altitude", &[on, ("altitude", "on"), ("martians", "mk2_scarab,mk4_cuttlefish")], 15);
    battle("automated-one-of-two", &[("automated", "2"), TWO, ("players", "1,2"), ("black_smoke", "on")], 16);
}

#[test]
fn bring_proof() {
    scenario("bring-proof", "bring-proof", None, &[], 17);
}

#[test]
fn spark_of_hope() {
    scenario("spark-of-hope", "spark-of-hope", None, &[], 18);
}

#[test]
fn first_contact() {
    scenario("first-contact", "first-contact", None, &[QUICK], 19);
}

#[test]
fn hunters_and_hunted() {
    scenario("hunters-hunted", "hunters-hunted", Some("aces"), &[("players", "3,2")], 20);
}

#[test]
fn across_the_piave() {
    scenario("piave", "piave", Some("second-invasion"), &[QUICK, ("black_smoke", "on")], 21);
}

#[test]
fn eagles_nest() {
    scenario("eagles-nest", "eagles-nest", None, &[QUICK, ("black_smoke", "on")], 22);
    scenario("eagles-nest-placed", "eagles-nest", Some("second-invasion"), &[("martians", "mk3_squid")], 23);
}

#[test]
fn alsace_again() {
    scenario("alsace-again", "alsace-again", Some("eastern-front"), &[QUICK, ("plan_ahead", "on")], 24);
}

#[test]
fn londons_burning() {
    scenario("londons-burning", "londons-burning", None, &[("players", "3,2")], 25);
}

#[test]
fn solo_scenarios() {
    scenario("a-lonely-invader", "a-lonely-invader", None, &[("mat", "on")], 26);
    scenario("down-from-the-alps", "down-from-the-alps", None, &[QUICK], 27);
}

#[test]
fn scenarios_of_the_project() {
    scenario("captured", "captured", None, &[QUICK, ("players", "2,1")], 28);
    scenario("bombs-away", "bombs-away", None, &[QUICK], 29);
    scenario("iron-rain", "iron-rain", None, &[("planning", "printed")], 30);
}
