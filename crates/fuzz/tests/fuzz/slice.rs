//! Every door for some seconds, always with the same inputs. `cargo xtask fuzz` sets how long, and from which seed.

use fuzz::{Hunt, Target, corpus, hunt, targets};
use std::env;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The year in which the first report came from Horsell.
const SEED: u64 = 1894;

/// What is asked for in the environment: minutes and a seed, or one input.
fn plan(inputs: u64) -> Hunt {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let time = number("HEATRAY_FUZZ_MINUTES").map(|minutes| Duration::from_secs(minutes * 60));
    let fresh = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs());
    let seed = number("HEATRAY_FUZZ_SEED").unwrap_or_else(|| if time.is_some() { fresh() } else { SEED });
    Hunt { seed, inputs, time, keep: env::var_os("HEATRAY_FUZZ_KEEP").is_some() }
}

fn slice(target: &Target, inputs: u64) {
    if let Some(file) = env::var_os("HEATRAY_FUZZ_INPUT") {
        let input = std::fs::read(&file).expect("the input");
        match fuzz::hunt::attempt(target, &input) {
            Ok(words) => eprintln!("{}: {}", target.name, words.join("\n")),
            Err(why) => panic!("{}: {why}", target.name),
        }
        return;
    }
    let plan = plan(inputs);
    match hunt(target, plan) {
        Ok(found) => eprintln!(
            "{}, seed {}: {} inputs, {} different answers, {} of them new",
            target.name, plan.seed, found.inputs, found.answers, found.new
        ),
        Err(finding) => panic!("{finding}"),
    }
}

#[test]
fn engine() {
    slice(&targets::engine::TARGET, 300);
}

#[test]
fn logs() {
    slice(&targets::logs::TARGET, 400);
}

#[test]
fn positions() {
    slice(&targets::positions::TARGET, 400);
}

#[test]
fn content() {
    slice(&targets::content::TARGET, 60);
}

#[test]
fn bodies() {
    slice(&targets::bodies::TARGET, 300);
}

#[test]
fn frames() {
    slice(&targets::frames::TARGET, 120);
}

#[test]
fn seats() {
    slice(&targets::seats::TARGET, 120);
}

#[test]
fn every_kept_input_is_small_and_there_once() {
    for target in targets::ALL {
        let kept = corpus::kept(target.name).expect("the corpus");
        assert!((1..=corpus::MOST).contains(&kept.len()), "{} inputs of {}", kept.len(), target.name);
        for (name, input) in kept {
            assert_eq!(
                name,
                corpus::name(&input),
                "{}: expected a name that says what is in it",
                target.name
            );
            assert!(input.len() <= corpus::LIMIT, "{}/{name} has {} bytes", target.name, input.len());
        }
    }
    let known: Vec<&str> = targets::ALL.iter().map(|target| target.name).collect();
    for folder in std::fs::read_dir(corpus::folder("")).expect("the corpus") {
        let name = folder.expect("a folder").file_name().to_string_lossy().into_owned();
        assert!(known.contains(&name.as_str()), "corpus/{name} belongs to no target");
    }
}
