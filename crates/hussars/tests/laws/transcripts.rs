//! What is told and thought along one battle of each scenario: every word, preview and judgement, as hashes that stand in git.

use hussars::{Content, State};
use table::SetupRequest;
use table::conformance::{self, Course};

fn transcript(name: &str, scenario: &str, options: &[(&str, &str)], course: Course) {
    let request = SetupRequest::of(scenario, options);
    conformance::transcript::<State>(
        env!("CARGO_MANIFEST_DIR"),
        name,
        &Content::built_in(),
        &request,
        course,
    );
}

/// A battle of some turns, mostly as both sides would fight it.
fn fought(seed: u64) -> Course {
    Course { seed, orders: 160, looks: 3, every: 4, whims: 5, later: 20 }
}

#[test]
fn horsell() {
    transcript("horsell", "horsell", &[], fought(1));
}

#[test]
fn weybridge() {
    transcript("weybridge", "weybridge", &[], fought(2));
}

#[test]
fn thunderchild() {
    transcript("thunderchild", "thunderchild", &[], fought(3));
}

#[test]
fn london() {
    transcript("london", "london", &[], fought(4));
}

#[test]
fn primrose() {
    transcript("primrose", "primrose", &[], fought(5));
}

#[test]
fn tilbury() {
    transcript("tilbury", "tilbury", &[], fought(6));
}

#[test]
fn plain_view_with_the_other_readings() {
    let options = [
        ("hidden_stands", "false"),
        ("profile_table", "section_4"),
        ("flyer_overflight", "free"),
        ("natural_six_hits", "true"),
        ("gas_turns", "permanent"),
        ("gas_aim", "any"),
        ("indirect_fire", "true"),
        ("overwatch_shots", "3"),
        ("stream_cover", "bank"),
        ("ridge_sight", "by_height"),
        ("flyer_sight", "mutual"),
        ("ironclad_crew", "elite"),
    ];
    transcript("tilbury-other-readings", "tilbury", &options, Course { whims: 2, ..fought(7) });
}

#[test]
fn bought_armies() {
    let armies = [
        ("map", "weybridge"),
        ("points", "500"),
        ("martians", "tripod:2+flyer:1"),
        (
            "humans",
            "regular_infantry:6+regular_machinegun:2,elite_cavalry:4,veteran_field_artillery:4,militia_infantry:6",
        ),
        ("hidden_stands", "true"),
    ];
    transcript("bought-armies", "open-battle", &armies, Course { whims: 3, ..fought(8) });
}
