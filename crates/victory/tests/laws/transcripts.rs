//! What is told and thought along one fight of each scenario: every word, preview and judgement, as hashes that stand in git.

use table::SetupRequest;
use table::conformance::{self, Course};
use victory::{Content, State};

fn transcript(name: &str, scenario: &str, variant: Option<&str>, options: &[(&str, &str)], course: Course) {
    let request = SetupRequest::of(scenario, options).in_variant(variant);
    conformance::transcript::<State>(
        env!("CARGO_MANIFEST_DIR"),
        name,
        &Content::built_in(),
        &request,
        course,
    );
}

/// A fight of a dozen turns, mostly as both sides would fly it.
fn flown(seed: u64) -> Course {
    Course { seed, orders: 100, looks: 1, every: 5, whims: 7, later: 10 }
}

/// Every option at once, ground units in their owners' hands.
const ALL: &[(&str, &str)] = &[
    ("rotary", "on"),
    ("blind-spot", "on"),
    ("spine-aim", "on"),
    ("target-size", "on"),
    ("hit-direction", "on"),
    ("goggles", "on"),
    ("time-freezing", "on"),
    ("bomb-load", "on"),
    ("ground", "owner"),
];

#[test]
fn frank_luke() {
    transcript("frank-luke", "frank-luke", None, ALL, flown(1));
}

#[test]
fn toms_revenge() {
    transcript("toms-revenge", "toms-revenge", None, &[], flown(2));
}

#[test]
fn bombing_run() {
    transcript("bombing-run", "bombing-run", Some("hp_400"), &[("scout-starts", "left")], flown(3));
}

#[test]
fn red_baron() {
    transcript("red-baron", "red-baron", None, &[], flown(4));
}

#[test]
fn recon() {
    transcript("recon", "recon", None, ALL, flown(5));
}

#[test]
fn over_the_top() {
    transcript("over-the-top", "over-the-top", Some("siemens_schuckert"), &[], flown(6));
}

#[test]
fn dogfight() {
    let four = [
        ("allied", "se5a+ace,sopwith_camel,nieuport_28+recruit,se5a"),
        ("german", "fokker_d7+ace,pfalz_d12,fokker_dr1+recruit"),
    ];
    let all: Vec<_> = four.iter().chain(ALL).copied().collect();
    transcript("dogfight", "dogfight", None, &all, Course { orders: 150, every: 8, ..flown(7) });
}

#[test]
fn dogfight_at_random() {
    transcript("dogfight-at-random", "dogfight", Some("matchup-3"), &[], Course { whims: 1, ..flown(8) });
}

#[test]
fn prancing_horse() {
    transcript("prancing-horse", "prancing-horse", None, &[], flown(9));
}

#[test]
fn last_raid() {
    transcript("last-raid", "last-raid", None, ALL, Course { every: 8, ..flown(10) });
}

#[test]
fn free_set_up() {
    let raid = [
        ("allied", "hp_400+ace,se5a"),
        ("german", "fokker_d7,fokker_dr1+recruit"),
        ("german-ground", "flak@18,flak@16,artillery@12,tank@14,aa_mg@13,balloon@9@10"),
        ("allied-ground", "flak@3,infantry@5"),
        ("mats", "BC"),
        ("clouds", "cumulus@4@8,low_stratus@12@8,high_stratus"),
        ("haze", "3"),
        ("storm", "26"),
        ("time", "evening"),
    ];
    let all: Vec<_> = raid.iter().chain(ALL).copied().collect();
    transcript("free", "free", None, &all, Course { orders: 150, every: 8, ..flown(11) });
    transcript("free-automatic", "free", None, &raid, Course { every: 8, ..flown(12) });
}

#[test]
fn built_missions() {
    for (variant, seed) in
        ["patrol", "escort", "balloon", "bombing", "recon", "intercept"].into_iter().zip(21..)
    {
        let course = Course { orders: 40, every: 8, ..flown(seed) };
        transcript(&format!("mission-{variant}"), "mission", Some(variant), &[("number", "7")], course);
    }
    let options = [("number", "12"), ("year", "autumn-1918"), ("ground", "owner")];
    transcript("mission-of-1918", "mission", None, &options, Course { orders: 60, every: 8, ..flown(27) });
}
