//! SCALE and THE HUMANS (TH-SCA, TH-HUM).

use crate::support::{Scene, fire};
use hussars::measure::Form;
use hussars::{Content, Phase, Quality, Side, State, Type, What};
use table::{Match, SetupRequest, proves};

fn profile(id: &str) -> hussars::content::Profile {
    let content = Content::built_in();
    content.profiles[content.profile(id).expect(id)].clone()
}

#[test]
fn a_battalion_is_eight_stands() {
    proves!("TH-SCA-01", "TH-HUM-01", "TH-COH-03");
    let request = SetupRequest { scenario: "horsell".to_owned(), ..SetupRequest::default() };
    let m = Match::<State>::new(&Content::built_in(), &request, 1).expect("a match");
    let s = m.state();
    let unit =
        s.ids().map(|id| s.unit(id)).find(|u| s.troop(*u).name == "Line battalion").expect("the battalion");
    let stands = &s.troop(unit).stands;
    assert_eq!(stands.len(), 8);
    let of = |f: fn(Type) -> bool| stands.iter().filter(|id| f(s.ty(**id))).count();
    assert_eq!((of(Type::is_artillery), of(|t| t == Type::Infantry)), (2, 6));
    assert!(!Type::Ironclad.is_artillery() && Type::Ironclad != Type::Infantry);
}

#[test]
fn an_inch_is_twenty_five_yards() {
    proves!("TH-SCA-02");
    let yards = |inches: u32| inches * hussars::YARDS_TO_THE_INCH;
    assert_eq!((yards(36), yards(48)), (900, 1200));
}

#[test]
fn all_stands_of_a_kind_use_one_base() {
    proves!("TH-SCA-03");
    let content = Content::built_in();
    for row in content.profiles.iter().filter(|p| matches!(p.ty, Type::Infantry | Type::Cavalry)) {
        assert!(matches!(row.form, Form::Rect { width: 1000, .. }), "{}", row.id);
    }
    let sizes = [
        ("regular_infantry", 1000, 500),
        ("regular_cavalry", 1000, 1000),
        ("regular_field_artillery", 1000, 1000),
        ("regular_machinegun", 1000, 750),
        ("tripod", 1500, 1500),
        ("flyer", 2000, 2000),
        ("ironclad", 1000, 3000),
        ("steamer", 750, 2000),
    ];
    for (id, width, depth) in sizes {
        assert_eq!(profile(id).form, Form::Rect { width, depth }, "{id}");
    }
    assert_eq!(profile("cylinder").form, Form::Disc { radius: 1000 });
    for (from, to, why) in [
        ("name = \"Veteran Infantry\"", "name = \"Veteran Infantry\"", None),
        ("base = [1.0, 0.5]", "base = [1.2, 0.5]", Some("1 in wide")),
    ] {
        let stands = include_str!("../../../../content/hussars/stands.toml").replacen(from, to, 1);
        let mut files = hussars::content::BUILT_IN.to_vec();
        files[0] = ("stands.toml", &stands);
        let error = Content::parse(&files).err().map(|e| e.to_string());
        assert_eq!(error.is_some(), why.is_some());
        assert!(error.unwrap_or_default().contains(why.unwrap_or_default()));
    }
    let two = include_str!("../../../../content/hussars/stands.toml").replacen(
        "base = [1.0, 0.5]",
        "base = [1.0, 0.7]",
        1,
    );
    let mut files = hussars::content::BUILT_IN.to_vec();
    files[0] = ("stands.toml", &two);
    let error = Content::parse(&files).expect_err("two sizes of infantry").to_string();
    assert!(error.contains("TH-SCA-03") && error.starts_with("stands.toml:"), "{error}");
}

#[test]
fn four_qualities_with_their_printed_names() {
    proves!("TH-HUM-02", "TH-COH-02");
    assert_eq!(Quality::read("Militia"), Some(Quality::Green));
    assert_eq!(Quality::read("Average"), Some(Quality::Regular));
    assert_eq!(
        (profile("militia_infantry").quality, profile("militia_infantry").morale),
        (Some(Quality::Green), 6)
    );
    let elite = profile("elite_machinegun");
    assert_eq!(
        (elite.name.as_str(), elite.points, elite.quality),
        ("Elite Horse Machinegun", 18, Some(Quality::Elite))
    );
    for (id, cohesion) in
        [("militia_infantry", 2), ("regular_infantry", 2), ("veteran_infantry", 3), ("elite_infantry", 4)]
    {
        assert_eq!(profile(id).cohesion, cohesion, "{id}");
    }
}

#[test]
fn a_profile_reads_as_printed() {
    proves!("TH-HUM-03", "TH-HUM-05");
    let gun = profile("regular_field_artillery");
    let range = Content::built_in().arm(gun.weapon.expect("a gun")).range;
    assert_eq!((gun.dice, gun.morale, gun.to_hit, range, gun.points), (2, 5, 6, 36, 10));
    let foot = profile("regular_infantry");
    assert_eq!((foot.morale, foot.to_hit, foot.points * 6), (5, 6, 24), "the army list, not the sample");
}

#[test]
fn numbers_by_quality() {
    proves!("TH-HUM-04", "TH-MOR-08");
    for (quality, morale, section_4, to_hit) in
        [("militia", 6, 5, 6), ("regular", 5, 4, 6), ("veteran", 4, 3, 5), ("elite", 0, 0, 5)]
    {
        let row = profile(&format!("{quality}_infantry"));
        assert_eq!((row.morale, row.morale_section_4, row.to_hit), (morale, section_4, to_hit), "{quality}");
    }
    for (table, needed) in [("army_list", 5), ("section_4", 4)] {
        let mut s = Scene::new().option("profile_table", table);
        let foot = s.human("regular_infantry", 10.0, 10.0, 0.0);
        s.martian("tripod", 90.0, 10.0, 0.0);
        let play = s.play(Phase::SmallArms);
        assert_eq!(play.state().morale_needed(foot), needed);
    }
}

#[test]
fn a_human_stand_is_whole_or_gone() {
    proves!("TH-HUM-06");
    // Effect 3, check passed with 4: no mark, and it hits on 5 as before.
    let mut s = Scene::new().dice(&[6, 3, 4]);
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("veteran_infantry", 10.0, 20.0, 180.0);
    let mut play = s.play(Phase::FirstFire);
    let news = play.fire(t, foot);
    assert!(news.contains(&What::Checked { stand: foot, needed: 4, roll: 4, passed: true }));
    assert_eq!(play.stand(foot).marks, [0; 5]);
    play.until(2, Phase::SmallArms);
    let odds = play.state().odds(foot, hussars::Weapon::SmallArms, t, hussars::Mode::Phase, false);
    assert_eq!(odds.needed(), 5);
    assert!(play.accepts(fire(foot, t)));
    let mut s = Scene::new().dice(&[6, 5]);
    let t = s.martian("tripod", 10.0, 10.0, 0.0);
    let foot = s.human("veteran_infantry", 10.0, 20.0, 180.0);
    s.human("veteran_infantry", 50.0, 20.0, 180.0);
    let mut play = s.play(Phase::FirstFire);
    play.fire(t, foot);
    assert!(!play.alive(foot));
    assert_eq!(play.state().side(foot), Side::Human);
}
