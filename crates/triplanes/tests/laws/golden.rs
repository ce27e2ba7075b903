//! One whole game for each scenario, in words, in git: a change of the rules shows in review.

use table::SetupRequest;
use table::conformance;
use triplanes::{Content, State};

fn golden(name: &str, scenario: &str, options: &[(&str, &str)], seed: u64) {
    let request = SetupRequest::of(scenario, options);
    conformance::golden::<State>(env!("CARGO_MANIFEST_DIR"), name, &Content::built_in(), &request, seed);
}

#[test]
fn simple_battle() {
    golden("simple-battle", "simple-battle", &[], 10);
}

#[test]
fn simple_battle_printed() {
    let forces = [
        ("planning", "printed"),
        ("earthlings", "fokker_dvii,sopwith_camel,nieuport_16"),
        ("martians", "mk1_locust,mk3_squid"),
    ];
    golden("simple-battle-printed", "simple-battle", &forces, 4);
}

#[test]
fn bring_proof() {
    golden("bring-proof", "bring-proof", &[], 3);
}

#[test]
fn spark_of_hope() {
    golden("spark-of-hope", "spark-of-hope", &[("setup", "quick")], 1);
}

#[test]
fn first_contact() {
    golden("first-contact", "first-contact", &[("setup", "quick"), ("planning", "printed")], 1);
}

#[test]
fn hunters_hunted() {
    golden("hunters-hunted", "hunters-hunted", &[], 1);
}

#[test]
fn piave() {
    golden("piave", "piave", &[("black_smoke", "on")], 1);
}

#[test]
fn simple_battle_with_altitude() {
    let forces = [
        ("altitude", "on"),
        ("earthlings", "fokker_dvii+rockets,sopwith_camel,nieuport_16+anchor"),
        ("martians", "mk1_locust,mk3_squid"),
    ];
    golden("simple-battle-altitude", "simple-battle", &forces, 361);
}

#[test]
fn alsace_again() {
    golden("alsace-again", "alsace-again", &[], 7);
}

#[test]
fn londons_burning() {
    golden("londons-burning", "londons-burning", &[("planning", "printed")], 3);
}

#[test]
fn eagles_nest() {
    golden("eagles-nest", "eagles-nest", &[], 344);
}

#[test]
fn a_lonely_invader() {
    golden("a-lonely-invader", "a-lonely-invader", &[], 1);
}

#[test]
fn down_from_the_alps() {
    golden("down-from-the-alps", "down-from-the-alps", &[("mat", "on")], 1);
}

#[test]
fn captured() {
    golden("captured", "captured", &[("setup", "quick")], 873);
}

#[test]
fn bombs_away() {
    golden("bombs-away", "bombs-away", &[("setup", "quick")], 939);
}

#[test]
fn iron_rain() {
    golden("iron-rain", "iron-rain", &[("players", "3,2")], 858);
}
