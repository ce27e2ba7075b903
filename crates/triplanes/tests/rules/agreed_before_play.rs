//! What players agree on before play, in any scenario that leaves it to them: terrain, aces, special weapons,
//! variants played together.

use crate::support::*;
use table::{Game, SetupRequest, proves};
use triplanes::*;

fn resolve(
    scenario: &str,
    variant: Option<&str>,
    options: &[(&str, &str)],
) -> Result<Setup, table::SetupError> {
    State::resolve(&Content::built_in(), &SetupRequest::of(scenario, options).in_variant(variant))
}

fn refused(
    scenario: &str,
    variant: Option<&str>,
    options: &[(&str, &str)],
) -> (Option<&'static str>, String) {
    let error = resolve(scenario, variant, options).expect_err("the set-up should be refused");
    (error.rule.map(|r| r.0), error.place)
}

/// The kinds of terrain on the table when everything is placed.
fn laid_out(scenario: &str, terrain: &str, setup: &str) -> Vec<TerrainKind> {
    let mut play = Scene::scenario(scenario, &[("terrain", terrain), ("setup", setup)]).begin();
    let mut asked = Vec::new();
    while play.step() == Step::Placing {
        let prompt = play.m.prompts()[0];
        asked.push(prompt.ask);
        let order = play.m.state().option(&prompt, 0);
        play.give(prompt.seat, &order);
    }
    if setup == "played" {
        let templates = asked.iter().filter(|ask| matches!(ask, Ask::PlaceTerrain { .. })).count();
        assert_eq!(templates, terrain.split(',').count(), "{scenario}");
    }
    let view = play.view();
    assert!(view.terrain.iter().all(|t| t.pose.is_some()), "{scenario}");
    view.terrain.iter().map(|t| t.kind).collect()
}

#[test]
fn players_may_add_terrain_to_a_scenario_that_has_none() {
    proves!("TT-TER-01");
    use TerrainKind::{Crater, Woods};
    for scenario in ["bring-proof", "spark-of-hope", "first-contact", "hunters-hunted", "alsace-again"] {
        for setup in ["quick", "played"] {
            assert_eq!(laid_out(scenario, "crater, woods", setup), [Crater, Woods], "{scenario}, {setup}");
        }
    }
    let place = "options.terrain".to_owned();
    assert_eq!(refused("hunters-hunted", None, &[("terrain", "lake")]), (Some("TT-TER-01"), place.clone()));
    let seven = ["pond"; 7].join(",");
    assert_eq!(refused("first-contact", None, &[("terrain", &seven)]), (Some("TT-TER-01"), place));
}

#[test]
fn a_scenario_with_terrain_of_its_own_takes_no_more() {
    proves!("TT-PIA-02", "TT-TER-01");
    let four = resolve("piave", None, &[("terrain", "pond,pond,marsh,crater")]).expect("four templates");
    assert_eq!(four.terrain.len(), 4);
    let fifth = [("terrain", "pond,pond,marsh,crater,crater")];
    assert_eq!(refused("piave", None, &fifth), (Some("TT-PIA-02"), "options.terrain".to_owned()));
}

#[test]
fn players_may_make_aces_where_the_scenario_is_silent() {
    proves!("TT-ACE-01");
    let two = "fokker_dvii+sniper+daredevil,sopwith_snipe,fokker_dvii+sniper";
    let skills = |scenario: &str, variant, force: &str| {
        let setup = resolve(scenario, variant, &[("earthlings", force)]).expect("a set-up");
        let counts: Vec<usize> = setup.vehicles.iter().map(|v| v.skills.len()).collect();
        counts
    };
    assert_eq!(skills("hunters-hunted", None, two), [2, 0, 1, 0, 0]);
    assert_eq!(skills("hunters-hunted", Some("second-invasion"), two), [2, 0, 1, 0, 0]);
    assert_eq!(skills("bring-proof", None, "nieuport_16+sniper"), [1, 0]);
    assert_eq!(skills("captured", None, "mk1_locust,nieuport_16+lucky_pilot"), [0, 1, 0]);
    // Not the same one twice, and not where the scenario says who has skills.
    let twice = Scene::scenario("bring-proof", &[("earthlings", "nieuport_16+sniper+sniper")]);
    assert_eq!(twice.refused_by(), "TT-ACE-01");
    let place = "options.earthlings".to_owned();
    let spark = [("earthlings", "nieuport_16+sniper")];
    assert_eq!(refused("spark-of-hope", None, &spark), (Some("TT-SPK-01"), place.clone()));
    let contact = [("earthlings", "sopwith_camel+sniper,spad_xiii")];
    assert_eq!(refused("first-contact", None, &contact), (Some("TT-FIR-02"), place.clone()));
    let alsace = [("earthlings", "bf109e+sniper,ju87_stuka")];
    assert_eq!(refused("alsace-again", None, &alsace), (Some("INV-ALS-04"), place));
}

#[test]
fn anchor_and_cannon_go_with_bring_proof_rockets_do_not() {
    proves!("TT-PRF-01", "TT-CAN-15", "TT-ANC-01");
    let setup =
        resolve("bring-proof", None, &[("earthlings", "nieuport_16+anchor+cannon")]).expect("a set-up");
    assert!(setup.vehicles[0].airplane.cannon && setup.vehicles[0].airplane.anchor == Anchor::Ready);
    let bombs = [("earthlings", "nieuport_16+bombs:2"), ("bombing", "on")];
    assert_eq!(resolve("bring-proof", None, &bombs).expect("bombs").vehicles[0].loads, 2);
    let none = [("earthlings", "nieuport_16+bombs:0"), ("bombing", "on")];
    assert_eq!(refused("bring-proof", None, &none), (Some("INV-BOM-01"), "options.earthlings".to_owned()));
    for wrong in ["nieuport_16+rockets", "fokker_dri", "nieuport_16,nieuport_16"] {
        let (rule, place) = refused("bring-proof", None, &[("earthlings", wrong)]);
        assert_eq!((rule, place.as_str()), (Some("TT-PRF-01"), "options.earthlings"), "{wrong}");
    }
}

#[test]
fn the_two_variants_of_the_hunters_can_be_played_together() {
    proves!("TT-HUN-04", "TT-HUN-05");
    for both in ["aces+second-invasion", "second-invasion+aces"] {
        let options = [("earthlings", "fokker_dri+sniper,sopwith_camel,macchi_m5"), ("setup", "quick")];
        let setup = resolve("hunters-hunted", Some(both), &options).expect("both variants");
        let skills: Vec<usize> = setup.vehicles.iter().map(|v| v.skills.len()).collect();
        assert_eq!(skills, [1, 1, 1, 0, 0]);
        assert_eq!(setup.vehicles[3].model, "mk3_squid");
        // The set-up is a position, too: it can be begun, written down and taken up again.
        let scene = Scene { content: Content::built_in(), setup };
        let position = scene.begin().m.state().position();
        assert_eq!(position.variant.as_deref(), Some(both));
        Scene { content: Content::built_in(), setup: position }.begin();
    }
    let both = Some("aces+second-invasion");
    let squids = [("martians", "mk3_squid,mk3_squid")];
    assert_eq!(refused("hunters-hunted", both, &squids).0, Some("TT-HUN-05"));
    let heavy = [("earthlings", "fokker_dvii,fokker_dvii,fokker_dvii")];
    assert_eq!(refused("hunters-hunted", both, &heavy).0, Some("TT-SCN-08"));
    // A squid needs its own variant, whatever the airplanes are.
    assert_eq!(refused("hunters-hunted", Some("aces"), &squids).0, Some("TT-SCN-06"));
    // Two forces for one side do not go together.
    assert_eq!(refused("hunters-hunted", Some("aces+aces"), &[]).1, "variant");
    assert_eq!(refused("hunters-hunted", Some("aces+kings"), &[]).1, "variant");
    // In a position, too.
    let scene = Scene::scenario("hunters-hunted", &[]).set(|s| s.variant = Some("kings".to_owned()));
    assert_eq!(scene.try_begin().expect_err("no such variant").place, "variant");
    let listed = State::scenarios(&Content::built_in());
    let hunters = listed.iter().find(|s| s.id == "hunters-hunted").expect("the hunters");
    assert_eq!(hunters.variants, ["aces", "second-invasion", "aces+second-invasion"]);
}
