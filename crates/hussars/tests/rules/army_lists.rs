//! ARMY LISTS (TH-ARM).

use hussars::{Content, OPEN, State, Type, price, read_army};
use std::collections::BTreeMap;
use table::{Game, Match, SetupError, SetupRequest, proves};

fn battle(options: &[(&str, &str)]) -> Result<Match<State>, SetupError> {
    let options: BTreeMap<String, String> =
        options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let request = SetupRequest { scenario: OPEN.to_owned(), variant: None, options };
    let content = Content::built_in();
    let setup = State::resolve(&content, &request)?;
    Match::begin(&content, setup, 1)
}

fn rule(options: &[(&str, &str)]) -> &'static str {
    battle(options).expect_err("an error").rule.expect("a rule").0
}

fn cost(army: &str) -> u32 {
    price(&Content::built_in(), &read_army("x", army).expect("an army"))
}

#[test]
fn every_row_of_the_list_has_its_price() {
    proves!("TH-ARM-06", "TH-ARM-07", "TH-ARM-08", "TH-ARM-01", "TH-ARM-02", "TH-HUM-05");
    let content = Content::built_in();
    let rows = [
        (
            ["militia_infantry", "regular_infantry", "veteran_infantry", "elite_infantry"],
            [2, 4, 6, 10],
            2,
            12,
        ),
        (
            [
                "green_heavy_artillery",
                "regular_heavy_artillery",
                "veteran_heavy_artillery",
                "elite_heavy_artillery",
            ],
            [10, 14, 18, 22],
            1,
            48,
        ),
        (
            [
                "green_field_artillery",
                "regular_field_artillery",
                "veteran_field_artillery",
                "elite_field_artillery",
            ],
            [8, 10, 14, 18],
            2,
            36,
        ),
        (
            [
                "green_horse_artillery",
                "regular_horse_artillery",
                "veteran_horse_artillery",
                "elite_horse_artillery",
            ],
            [10, 14, 18, 22],
            2,
            36,
        ),
        (
            ["green_machinegun", "regular_machinegun", "veteran_machinegun", "elite_machinegun"],
            [6, 10, 14, 18],
            2,
            16,
        ),
        (["green_cavalry", "regular_cavalry", "veteran_cavalry", "elite_cavalry"], [4, 6, 8, 12], 4, 12),
    ];
    for (ids, points, dice, range) in rows {
        for (id, points) in ids.iter().zip(points) {
            let row = &content.profiles[content.profile(id).expect(id)];
            let weapon = row.weapon.expect("a weapon");
            assert_eq!((row.points, row.dice, content.arm(weapon).range), (points, dice, range), "{id}");
        }
    }
    assert_eq!((cost("ironclad"), cost("tripod"), cost("flyer")), (100, 100, 300));
    assert_eq!(cost("elite_infantry:6+elite_machinegun:1+elite_field_artillery:1"), 96);
    assert_eq!(cost("militia_infantry:6+green_machinegun:1+green_field_artillery:1"), 26);
    assert_eq!(
        cost("ironclad,ironclad,regular_infantry:6+regular_machinegun:1+regular_field_artillery:1"),
        244
    );
    assert_eq!(cost("regular_heavy_artillery:4"), 56);
    assert_eq!(cost("regular_cavalry:4"), 24);
}

#[test]
fn tripods_in_any_number_and_one_flyer() {
    proves!("TH-ARM-01", "TH-ARM-02", "TH-ARM-09");
    let m = battle(&[("martians", "tripod:3")]).expect("three tripods");
    assert_eq!(m.state().ids().filter(|id| m.state().ty(*id) == Type::Tripod).count(), 3);
    assert_eq!(rule(&[("points", "700"), ("martians", "flyer:2")]), "TH-ARM-02");
    assert!(battle(&[("points", "500"), ("martians", "tripod:2+flyer:1")]).is_ok());
    assert_eq!(rule(&[("martians", "tripod:4")]), "TH-ARM-09");
    assert_eq!(rule(&[("martians", "regular_infantry:4")]), "TH-ARM-06");
}

#[test]
fn battalions_batteries_and_squadrons() {
    proves!("TH-ARM-03", "TH-ARM-04", "TH-ARM-05");
    for (humans, broken) in [
        ("regular_infantry:6+regular_machinegun:1+regular_field_artillery:1", None),
        ("regular_infantry:4+regular_machinegun:2+regular_field_artillery:2", None),
        ("regular_infantry:5+regular_field_artillery:3", Some("TH-ARM-03")),
        ("regular_infantry:5+regular_machinegun:3", Some("TH-ARM-03")),
        ("regular_infantry:7+regular_machinegun:2", Some("TH-ARM-03")),
        ("regular_machinegun:8", Some("TH-ARM-03")),
        ("regular_infantry:5", Some("TH-ARM-03")),
        ("regular_infantry:5+veteran_infantry:1", Some("TH-ARM-03")),
        ("regular_heavy_artillery:4", None),
        ("regular_heavy_artillery:3", Some("TH-ARM-04")),
        ("regular_field_artillery:2+regular_heavy_artillery:2", None),
        ("regular_field_artillery:2+regular_heavy_artillery:3", Some("TH-ARM-04")),
        ("regular_field_artillery:2+veteran_field_artillery:2", Some("TH-ARM-04")),
        ("regular_cavalry:4", None),
        ("regular_cavalry:3", Some("TH-ARM-05")),
        ("ironclad:2", Some("TH-ARM-07")),
        ("steamer:1", Some("TH-TC-02")),
    ] {
        let found = battle(&[("humans", humans), ("map", "tilbury")]).err().and_then(|e| e.rule).map(|r| r.0);
        let found = if humans == "steamer:1" { found.map(|_| "TH-TC-02") } else { found };
        assert_eq!(found, broken, "{humans}");
    }
    assert!(battle(&[("humans", "regular_machinegun:8"), ("organisation", "free")]).is_ok());
    assert_eq!(rule(&[("humans", "regular_infantry:9"), ("organisation", "free")]), "TH-ARM-03");
}

#[test]
fn equal_points_on_any_map() {
    proves!("TH-ARM-09");
    assert_eq!(rule(&[("points", "99")]), "TH-ARM-09");
    assert_eq!(rule(&[("points", "1001")]), "TH-ARM-09");
    assert_eq!(rule(&[("points", "many")]), "TH-ARM-09");
    assert_eq!(rule(&[("map", "atlantis")]), "TH-ARM-09");
    let wide = "regular_cavalry:4,regular_heavy_artillery:4,regular_heavy_artillery:4,regular_heavy_artillery:4,regular_heavy_artillery:4,regular_cavalry:4";
    assert_eq!(cost(wide), 272);
    assert!(battle(&[("humans", wide)]).is_ok());
    assert_eq!(rule(&[("humans", &format!("{wide},regular_heavy_artillery:4"))]), "TH-ARM-09");
    assert_eq!(rule(&[("humans", "ironclad"), ("map", "horsell")]), "TH-ARM-09", "no water there");
    let m =
        battle(&[("humans", "ironclad,regular_cavalry:4"), ("map", "tilbury")]).expect("water at Tilbury");
    let battle = m.state();
    // Humans deploy first, the printed places are legal, and the board has no exits.
    assert_eq!(m.prompts()[0].seat, hussars::Side::Human.seat());
    let mut m = m.clone();
    m.order(hussars::Side::Human.seat(), &hussars::Order::DeployPrinted { unit: None })
        .expect("printed places");
    m.order(hussars::Side::Human.seat(), &hussars::Order::EndStep).expect("all legal");
    let _ = battle;
}

#[test]
fn an_army_of_unknown_stands_names_them() {
    proves!("TH-ARM-06");
    for (humans, word) in
        [("zzz:1", "zzz"), ("green_infantry:6", "green_infantry"), ("regular_infantry:6,zzz", "zzz")]
    {
        let error = battle(&[("humans", humans)]).expect_err("an error");
        assert_eq!((error.rule.map(|r| r.0), error.why.contains(word)), (Some("TH-ARM-06"), true), "{error}");
    }
}

/// A position can say what no form can.
#[test]
fn a_unit_without_stands_is_refused() {
    proves!("TH-ARM-03");
    let content = Content::built_in();
    let request = SetupRequest::of(OPEN, &[("humans", "regular_infantry:6"), ("martians", "tripod:1")]);
    let mut setup = State::resolve(&content, &request).unwrap();
    let humans = &mut setup.armies.as_mut().expect("two armies").humans;
    let mut nobody = humans[0].clone();
    nobody.stands.clear();
    humans.push(nobody);
    let error = Match::<State>::begin(&content, setup, 1).unwrap_err();
    assert_eq!(error.rule.map(|rule| rule.0), Some("TH-ARM-03"), "{error}");
}
