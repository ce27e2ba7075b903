//! Big batches of random games: they must all come to an end.

use crate::report::{Batch, number};
use crate::run::{Build, cargo, heatray, output, step};
use anyhow::{Context, Result, bail};

const GAMES: u64 = 10_000;

/// Game, scenario, and its options.
type SetUp = (&'static str, &'static str, &'static [&'static str]);

const TWO_AGAINST_TWO: [&str; 3] =
    ["earthlings=nieuport_16,sopwith_camel", "martians=mk1_locust,mk2_scarab", "players=2,2"];
const THREE_AGAINST_TWO: [&str; 3] =
    ["earthlings=fokker_dri,spad_xiii,caproni_ca3", "martians=mk3_squid,mk4_cuttlefish", "players=3,2"];

const SET_UPS: &[SetUp] = &[
    ("triplanes", "simple-battle", &["planning=strict"]),
    ("triplanes", "simple-battle", &["planning=printed"]),
    ("triplanes", "simple-battle", &["layer=basic", "setup=played"]),
    ("triplanes", "simple-battle", &with(TWO_AGAINST_TWO, "planning=strict")),
    ("triplanes", "simple-battle", &with(TWO_AGAINST_TWO, "planning=printed")),
    ("triplanes", "simple-battle", &with(THREE_AGAINST_TWO, "planning=strict")),
    ("triplanes", "simple-battle", &with(THREE_AGAINST_TWO, "planning=printed")),
    ("triplanes", "bring-proof", &[]),
    ("triplanes", "bring-proof", &["setup=quick", "planning=printed"]),
    ("triplanes", "simple-battle", &[ARMED, "martians=mk1_locust,mk3_squid", TERRAIN, "black_smoke=on"]),
    ("triplanes", "simple-battle", &[ARMED, TERRAIN, "black_smoke=on", "planning=printed", "objectives=4"]),
    ("triplanes", "spark-of-hope", &["setup=quick"]),
    ("triplanes", "spark-of-hope", &["planning=printed"]),
    ("triplanes", "first-contact", &["setup=quick"]),
    ("triplanes", "first-contact", &["setup=quick", "martians=mk2_scarab", "players=2,1", "black_smoke=on"]),
    ("triplanes", "hunters-hunted", &["setup=quick"]),
    ("triplanes", "hunters-hunted", &["variant=aces", "setup=quick", "players=3,2"]),
    ("triplanes", "hunters-hunted", &["variant=second-invasion", "setup=quick", "planning=printed"]),
    ("triplanes", "simple-battle", &[ARMED, "altitude=on", TERRAIN, "black_smoke=on"]),
    (
        "triplanes",
        "simple-battle",
        &[ARMED, "altitude=on", "martians=mk1_locust,mk3_squid", "planning=printed"],
    ),
    ("triplanes", "bring-proof", &["altitude=on", "setup=quick"]),
    ("triplanes", "eagles-nest", &["setup=quick"]),
    ("triplanes", "eagles-nest", &["planning=printed", "black_smoke=on"]),
    ("triplanes", "eagles-nest", &["variant=second-invasion", "setup=quick"]),
    ("triplanes", "alsace-again", &["setup=quick"]),
    ("triplanes", "alsace-again", &["planning=printed", "players=2,1"]),
    ("triplanes", "alsace-again", &["variant=eastern-front", "setup=quick", "plan_ahead=on"]),
    ("triplanes", "londons-burning", &["setup=quick"]),
    ("triplanes", "londons-burning", &["planning=printed", "players=3,2", "black_smoke=on", "setup=quick"]),
    ("triplanes", "simple-battle", &["ww2=on", "earthlings=ju87_stuka,spitfire_mk1+rockets", TERRAIN]),
    ("triplanes", "a-lonely-invader", &[]),
    (
        "triplanes",
        "a-lonely-invader",
        &["setup=quick", "mat=on", "earthlings=fokker_dri", "replacement=spad_xiii"],
    ),
    ("triplanes", "a-lonely-invader", &["setup=quick", "automated=off"]),
    ("triplanes", "down-from-the-alps", &[]),
    ("triplanes", "down-from-the-alps", &["setup=quick", "mat=on", "planning=printed"]),
    (
        "triplanes",
        "simple-battle",
        &[ARMED, TERRAIN, "automated=on", "martians=mk1_locust,mk3_squid", "objectives=4"],
    ),
    (
        "triplanes",
        "simple-battle",
        &[ARMED, "automated=on", "altitude=on", "martians=mk2_scarab,mk4_cuttlefish"],
    ),
    ("triplanes", "simple-battle", &with(TWO_AGAINST_TWO, "automated=3")),
    ("triplanes", "piave", &["automated=on", "setup=quick"]),
    ("triplanes", "piave", &["setup=quick"]),
    ("worlds", "core", &[]),
    ("worlds", "core", &["cavalry_attract=on"]),
    ("worlds", "mars-ironclads", &[]),
    ("worlds", "handling-machine-uprising", &[]),
    ("worlds", "refugee-crisis", &[]),
    (
        "triplanes",
        "simple-battle",
        &["tripods_vs_tripods=on", CREWS, "martians=mk1_locust,mk3_squid", "players=2,2"],
    ),
    (
        "triplanes",
        "simple-battle",
        &["tripods_vs_tripods=on", CREWS, "planning=printed", "black_smoke=on", TERRAIN],
    ),
    ("triplanes", "simple-battle", &["bombing=on", BOMBERS, "martians=mk2_scarab"]),
    ("triplanes", "simple-battle", &["bombing=on", BOMBERS, "altitude=on", "planning=printed"]),
    ("triplanes", "captured", &["setup=quick"]),
    ("triplanes", "captured", &["planning=printed", "players=2,1"]),
    ("triplanes", "bombs-away", &["setup=quick"]),
    ("triplanes", "bombs-away", &["planning=printed", "players=2,2"]),
    ("triplanes", "iron-rain", &["setup=quick"]),
    ("triplanes", "iron-rain", &["planning=printed", "black_smoke=on", "players=3,2"]),
    ("triplanes", "piave", &["variant=second-invasion", "setup=quick", "black_smoke=on", "players=5,3"]),
];

/// Every special weapon and every skill in one flight.
const ARMED: &str = "earthlings=nieuport_16+rockets+anchor+sniper+itchy_trigger_finger+daredevil,\
                     fokker_dvii+cannon+lucky_pilot+acrobatic_pilot+bullet_checker+technical_eye,\
                     spad_xiii+rockets+cannon+perfect_aim+strong_nerves+super_ace";
const CREWS: &str = "earthlings=mk1_locust,mk2_scarab+martian,nieuport_16+rockets+anchor";
const BOMBERS: &str = "earthlings=caproni_ca3+bombs:4,sopwith_camel+bombs:2+lucky_pilot";
const TERRAIN: &str = "terrain=crater,marsh,pond,woods,trench,crater";

const fn with(forces: [&'static str; 3], planning: &'static str) -> [&'static str; 4] {
    let [earthlings, martians, players] = forces;
    [earthlings, martians, players, planning]
}

/// Plays every set-up, also after one has failed: a soak takes long, and its findings come together.
pub fn all() -> Result<()> {
    step("release build", &mut cargo(&["build", "--release"]))?;
    println!("\n=== soak: {GAMES} random games of each set-up");
    let mut failed = 0;
    for &(game, scenario, options) in SET_UPS {
        let name = [&[game, scenario], options].concat().join(" ");
        match soak(game, scenario, options) {
            Ok(line) => println!("ok     {name:<55} {line}"),
            Err(error) => {
                failed += 1;
                println!("FAILED {name:<55} {error:#}");
            }
        }
    }
    if failed > 0 {
        bail!("{failed} of {} set-ups failed", SET_UPS.len());
    }
    Ok(())
}

fn soak(game: &str, scenario: &str, options: &[&str]) -> Result<String> {
    let games = GAMES.to_string();
    let mut arguments = vec!["lab", "run", game, scenario];
    arguments.extend(options.iter().flat_map(|option| match option.strip_prefix("variant=") {
        Some(variant) => ["--variant", variant],
        None => ["--option", option],
    }));
    arguments.extend(["--bots", "random,random", "--games", &games, "--seed", "1", "--verify", "--json"]);
    let json = output(&mut heatray(Build::Release, &arguments))?;
    Batch::read(&json)?.must_be_clean(GAMES)?;
    let field = |name| number(&json, name).with_context(|| format!("the report has no `{name}`"));
    Ok(format!("{} orders, {} turns a game, {} s", field("orders")?, field("turns_mean")?, field("seconds")?))
}
