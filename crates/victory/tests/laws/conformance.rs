//! The laws of the table, for every scenario, free set-ups and built missions.

use std::sync::Arc;
use table::SetupRequest;
use table::conformance::{self, Plan};
use victory::{Content, State};

fn request(scenario: &str, variant: Option<&str>, options: &[(&str, &str)]) -> SetupRequest {
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    SetupRequest { scenario: scenario.to_owned(), variant: variant.map(str::to_owned), options }
}

fn content() -> Arc<Content> {
    Content::built_in()
}

/// `HEATRAY_GAMES` asks for a longer hunt than the test run has time for.
fn plan() -> Plan {
    let games = std::env::var("HEATRAY_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    Plan { games, every: 60, options: 60, worlds: 1, ..Plan::default() }
}

fn laws(scenario: &str, variant: Option<&str>, options: &[(&str, &str)]) {
    conformance::check::<State>(&content(), &request(scenario, variant, options), plan());
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
    laws("frank-luke", None, &[]);
    laws("frank-luke", None, ALL);
}

#[test]
fn toms_revenge() {
    laws("toms-revenge", None, &[]);
}

#[test]
fn bombing_run() {
    laws("bombing-run", None, &[]);
    laws("bombing-run", Some("hp_400"), &[("scout-starts", "left")]);
}

#[test]
fn red_baron() {
    laws("red-baron", None, &[]);
    laws("red-baron", None, ALL);
}

#[test]
fn recon() {
    laws("recon", None, &[]);
    laws("recon", None, ALL);
}

#[test]
fn over_the_top() {
    laws("over-the-top", None, &[]);
    laws("over-the-top", Some("siemens_schuckert"), ALL);
}

#[test]
fn dogfight() {
    laws("dogfight", None, &[]);
    laws("dogfight", Some("matchup-3"), ALL);
    let four = [
        ("allied", "se5a+ace,sopwith_camel,nieuport_28+recruit,se5a"),
        ("german", "fokker_d7+ace,pfalz_d12,fokker_dr1+recruit"),
    ];
    laws("dogfight", None, &four);
}

#[test]
fn prancing_horse() {
    laws("prancing-horse", None, &[]);
    laws("prancing-horse", None, ALL);
}

#[test]
fn last_raid() {
    laws("last-raid", None, &[]);
    laws("last-raid", None, ALL);
}

#[test]
fn free_set_ups() {
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
    laws("free", None, &raid);
    let all: Vec<(&str, &str)> = raid.iter().chain(ALL).copied().collect();
    laws("free", None, &all);
    laws("free", None, &[("mats", "D"), ("level", "14")]);
    laws("free", None, &[("mats", "EF"), ("level", "4")]);
}

#[test]
fn built_missions() {
    for variant in ["patrol", "escort", "balloon", "bombing", "recon", "intercept"] {
        laws("mission", Some(variant), &[("number", "7")]);
    }
    laws("mission", None, &[("number", "12"), ("year", "autumn-1918"), ("ground", "owner")]);
}

/// Wrong odds show in many throws only.
#[test]
fn luck_in_many_fights() {
    for scenario in ["frank-luke", "bombing-run", "dogfight"] {
        let plan = Plan { games: 100 * plan().games, ..plan() };
        conformance::luck_is_fair::<State>(&content(), &request(scenario, None, &[]), plan);
    }
}
