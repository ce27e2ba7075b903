//! Mutants before the tests.

use crate::sources::Crate;
use crate::tests::{Suite, Test};
use anyhow::{Context, Result};
use mutants::rewrite::CHOSEN;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    Passed,
    /// With the test that failed, if it got as far as to say so.
    Failed(Option<String>),
    TimeOut,
}

/// How long a program may take.
#[derive(Debug)]
pub struct Limits {
    time: Duration,
}

impl Limits {
    pub fn of(time: Duration) -> Limits {
        Limits { time }
    }

    /// Five times as long as the tests take one by one, each with a start of the program of its own.
    fn around(usual: Duration) -> Limits {
        Limits { time: (usual * 5).max(Duration::from_secs(20)) }
    }
}

/// Runs a test program until its first test fails.
pub fn run(command: &mut Command, limits: &Limits) -> Result<Ended> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("a test program can not be started")?;
    let out = child.stdout.take().context("a test program has no output")?;
    let failed = Mutex::new(None);
    thread::scope(|scope| {
        scope.spawn(|| {
            for line in BufReader::new(out).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                let name = line.strip_suffix(" ... FAILED").and_then(|line| line.strip_prefix("test "));
                if let Some(name) = name.map(|name| name.trim_end_matches(" - should panic")) {
                    failed.lock().expect("nobody panics here").get_or_insert(name.to_owned());
                }
            }
        });
        let start = Instant::now();
        let ended = loop {
            let named = failed.lock().expect("nobody panics here").clone();
            if named.is_some() {
                break Ended::Failed(named);
            }
            if let Some(status) = child.try_wait()? {
                break if status.success() { Ended::Passed } else { Ended::Failed(None) };
            }
            if start.elapsed() > limits.time {
                break Ended::TimeOut;
            }
            thread::sleep(Duration::from_millis(5));
        };
        // Whoever has ended by himself can not be killed, and need not be.
        let _ = child.kill();
        child.wait()?;
        Ok(ended)
    })
}

/// Does a piece of work for each index, some at a time, and gives the answers in order. The work is told which of those that
/// are at work does it, and which piece it is.
pub fn workers<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize, usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new((0..count).map(|_| None).collect::<Vec<_>>());
    thread::scope(|scope| {
        for worker in 0..jobs.max(1) {
            let (next, answers, work) = (&next, &answers, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let answer = work(worker, index);
                    answers.lock().expect("nobody panics here")[index] = Some(answer);
                }
            });
        }
    });
    let answers = answers.into_inner().expect("nobody panics here");
    answers.into_iter().map(|answer| answer.context("a worker went away")?).collect()
}

/// What came of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By which test, if it said so.
    Caught(Option<String>),
    /// Tests that end without the mutant did not end with it.
    TimeOut,
    /// By a test of another crate, when its own ones had not noticed it.
    Beside(String),
    /// With how many tests that came past it.
    Missed(usize),
}

/// Tries the mutants, some at a time.
pub fn all(suite: &Suite, found: &Crate, mutants: &[usize], jobs: usize) -> Result<Vec<Outcome>> {
    let start = Instant::now();
    let done = AtomicUsize::new(0);
    let tallies = Mutex::new(vec![Tally::default(); suite.tests.len()]);
    workers(jobs, mutants.len(), |worker, index| {
        let mutant = mutants[index];
        let outcome = one(suite, worker, mutant, &tallies)?;
        let number = 1 + done.fetch_add(1, Ordering::Relaxed);
        if matches!(outcome, Outcome::Missed(_)) {
            println!("  missed {}", found.shown(mutant));
        }
        if number.is_multiple_of(20) {
            println!("  {number} of {}, {:.0} s", mutants.len(), start.elapsed().as_secs_f64());
        }
        Ok(outcome)
    })
}

/// How often a test was put before a mutant that it comes past, and how often it caught one.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    tried: u32,
    caught: u32,
}

impl Tally {
    /// What it can be expected to catch in a second: at first a quick test promises most, later one that has caught others.
    fn promise(self, took: Duration) -> f64 {
        let share = f64::from(self.caught + 1) / f64::from(self.tried + 4);
        share / took.as_secs_f64().max(0.02)
    }
}

/// The tests that come past a mutant, the most promising first.
fn promising<'a>(tests: &'a [Test], tallies: &[Tally], mutant: usize) -> Vec<&'a Test> {
    let past = tests.iter().zip(tallies).filter(|(test, _)| test.past.contains(&mutant));
    let mut past: Vec<(f64, &Test)> = past.map(|(test, tally)| (tally.promise(test.took), test)).collect();
    past.sort_by(|a, b| b.0.total_cmp(&a.0));
    past.into_iter().map(|(_, test)| test).collect()
}

/// Notes that these tests of a program were run, and which of them failed.
fn note(suite: &Suite, tallies: &mut [Tally], batch: &[&Test], failed: Option<&str>) {
    for (test, tally) in suite.tests.iter().zip(tallies) {
        let same = |name: &str| test.program == batch[0].program && test.name == name;
        // Behind the one that failed nobody was run.
        if failed.is_none() && batch.iter().any(|other| same(&other.name)) || failed.is_some_and(same) {
            tally.tried += 1;
            tally.caught += u32::from(failed.is_some());
        }
    }
}

fn one(suite: &Suite, worker: usize, mutant: usize, tallies: &Mutex<Vec<Tally>>) -> Result<Outcome> {
    let tests = promising(&suite.tests, &tallies.lock().expect("nobody panics here"), mutant);
    for batch in own_ones_first(suite, &tests) {
        let usual: Duration = batch.iter().map(|test| test.took).sum();
        let program = batch[0].program;
        let all: Vec<&str> = batch.iter().map(|test| test.name.as_str()).collect();
        let trial = |names: &[&str], chosen: bool, limits: &Limits| {
            let mut command = suite.command(program, worker);
            command.arg("--exact").args(names);
            if chosen {
                command.env(CHOSEN, mutant.to_string());
            }
            run(&mut command, limits)
        };
        let outcome = judge(&all, Limits::around(usual), trial)?;
        let failed = match &outcome {
            Some(Outcome::Caught(name)) => name.as_deref(),
            _ => None,
        };
        note(suite, &mut tallies.lock().expect("nobody panics here"), &batch, failed);
        if outcome.is_some() && !suite.is_own(program) {
            let name = failed.unwrap_or("a program that ended early or too late");
            return Ok(Outcome::Beside(suite.full_name(program, name)));
        }
        if let Some(outcome) = outcome {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Missed(tests.len()))
}

/// Puts a mutant before some tests and believes only what can be repeated: a test that fails is run alone once more, and if
/// the time is over the same tests must end in that time without the mutant. Whoever is slow because the machine is busy
/// gets twice the time, and at last counts as one that noticed nothing.
fn judge(
    names: &[&str],
    mut limits: Limits,
    trial: impl Fn(&[&str], bool, &Limits) -> Result<Ended>,
) -> Result<Option<Outcome>> {
    for _ in 0..3 {
        match trial(names, true, &limits)? {
            Ended::Passed => return Ok(None),
            Ended::Failed(name) => {
                let again: Vec<&str> = name.as_deref().map_or_else(|| names.to_vec(), |name| vec![name]);
                match trial(&again, true, &limits)? {
                    Ended::Passed => {}
                    Ended::Failed(_) | Ended::TimeOut => return Ok(Some(Outcome::Caught(name))),
                }
            }
            Ended::TimeOut => {
                if trial(names, false, &limits)? == Ended::Passed {
                    return Ok(Some(Outcome::TimeOut));
                }
                limits.time *= 2;
            }
        }
    }
    Ok(None)
}

/// The batches of the crate's own tests, then those of other crates.
fn own_ones_first<'a>(suite: &Suite, tests: &[&'a Test]) -> Vec<Vec<&'a Test>> {
    let (own, beside): (Vec<&Test>, Vec<&Test>) = tests.iter().partition(|test| suite.is_own(test.program));
    batches(&own).into_iter().chain(batches(&beside)).collect()
}

/// Tests that are run by one start of their program: first a few quick ones, for most mutants do not get past them, then more
/// at a time.
fn batches<'a>(tests: &[&'a Test]) -> Vec<Vec<&'a Test>> {
    let mut batches = Vec::new();
    let mut room = Duration::from_secs(2);
    let mut rest = tests;
    while !rest.is_empty() {
        let mut sum = Duration::ZERO;
        let fits = |test: &&&Test| {
            sum += test.took;
            sum <= room
        };
        let count = rest.iter().take_while(fits).count().clamp(1, 400);
        let (now, later) = rest.split_at(count);
        let mut programs: Vec<usize> = now.iter().map(|test| test.program).collect();
        programs.sort_unstable();
        programs.dedup();
        for program in programs {
            batches.push(now.iter().copied().filter(|test| test.program == program).collect());
        }
        rest = later;
        room *= 3;
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::Program;
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    fn test(program: usize, milliseconds: u64) -> Test {
        let took = Duration::from_millis(milliseconds);
        Test { program, name: format!("{milliseconds}"), took, past: BTreeSet::new() }
    }

    #[test]
    fn quick_tests_come_first_and_none_is_left_out() {
        let tests = [test(0, 10), test(1, 20), test(0, 900), test(0, 1500), test(1, 5000), test(0, 60_000)];
        let batches = batches(&tests.iter().collect::<Vec<_>>());
        let names: Vec<Vec<&str>> =
            batches.iter().map(|batch| batch.iter().map(|test| test.name.as_str()).collect()).collect();
        assert_eq!(names, [vec!["10", "900"], vec!["20"], vec!["1500"], vec!["5000"], vec!["60000"]]);
    }

    fn suite(packages: &[&str], tests: Vec<Test>) -> Suite {
        let programs = packages.iter().map(|package| Program {
            package: (*package).to_owned(),
            name: "rules".to_owned(),
            file: PathBuf::default(),
            folder: PathBuf::default(),
        });
        Suite {
            package: "table".to_owned(),
            programs: programs.collect(),
            temporary: PathBuf::default(),
            tests,
            left_out: Vec::new(),
            threads: 1,
        }
    }

    #[test]
    fn another_crate_is_asked_when_the_own_tests_are_through() {
        let suite = suite(&["games", "table"], vec![test(0, 1), test(1, 2), test(0, 3), test(1, 90_000)]);
        let tests: Vec<&Test> = suite.tests.iter().collect();
        let batches = own_ones_first(&suite, &tests);
        let names: Vec<String> =
            batches.iter().flatten().map(|test| suite.full_name(test.program, &test.name)).collect();
        assert_eq!(names, ["rules::2", "rules::90000", "games/rules::1", "games/rules::3"]);
    }

    #[test]
    fn who_has_caught_others_goes_first() {
        let tests: Vec<Test> = [("quick", 100), ("slow", 2000), ("good", 1000), ("far", 10)]
            .map(|(name, ms)| {
                let past = if name == "far" { BTreeSet::new() } else { BTreeSet::from([7]) };
                Test { name: name.to_owned(), past, ..test(0, ms) }
            })
            .into();
        let mut suite = suite(&[], tests);
        let mut tallies = vec![Tally::default(); 4];
        let names = |suite: &Suite, tallies: &[Tally]| -> Vec<String> {
            promising(&suite.tests, tallies, 7).iter().map(|test| test.name.clone()).collect()
        };
        assert_eq!(names(&suite, &tallies), ["quick", "good", "slow"]);
        for _ in 0..40 {
            let batch: Vec<&Test> = suite.tests[..3].iter().collect();
            note(&suite, &mut tallies, &batch, Some("good"));
            note(&suite, &mut tallies, &batch[..2], None);
        }
        assert_eq!((tallies[0].tried, tallies[0].caught), (40, 0));
        assert_eq!((tallies[2].tried, tallies[2].caught), (40, 40));
        assert_eq!(names(&suite, &tallies), ["good", "quick", "slow"]);
        suite.tests[2].program = 1;
        note(&suite, &mut tallies, &[&test(0, 1)], Some("good"));
        assert_eq!(tallies[2].tried, 40, "another program has a test of that name");
    }

    /// What is said of two tests of which the runs end so, one after the other.
    fn judged(ends: &[Ended]) -> (Option<Outcome>, Vec<(usize, bool)>) {
        let runs = Mutex::new(Vec::new());
        let outcome = judge(&["a", "b"], Limits::of(Duration::from_secs(1)), |names, chosen, _| {
            let mut runs = runs.lock().expect("one thread");
            runs.push((names.len(), chosen));
            Ok(ends[runs.len() - 1].clone())
        });
        (outcome.expect("no run goes wrong"), runs.into_inner().expect("one thread"))
    }

    #[test]
    fn a_failure_counts_if_the_test_fails_again_alone() {
        let failed = || Ended::Failed(Some("b".into()));
        let caught = Some(Outcome::Caught(Some("b".into())));
        assert_eq!(judged(&[failed(), failed()]), (caught, vec![(2, true), (1, true)]));
        let (outcome, runs) = judged(&[failed(), Ended::Passed, Ended::Passed]);
        assert_eq!((outcome, runs.len()), (None, 3), "it failed by chance");
        let abort = || Ended::Failed(None);
        assert_eq!(
            judged(&[abort(), abort()]),
            (Some(Outcome::Caught(None)), vec![(2, true), (2, true)]),
            "nobody said which test it was"
        );
    }

    #[test]
    fn a_time_out_counts_if_the_tests_end_without_the_mutant() {
        let caught = Some(Outcome::TimeOut);
        assert_eq!(judged(&[Ended::TimeOut, Ended::Passed]), (caught, vec![(2, true), (2, false)]));
        let busy = vec![Ended::TimeOut; 6];
        assert_eq!(judged(&busy).0, None, "the machine is to blame");
    }

    #[test]
    fn a_program_is_stopped_at_its_first_failure_and_when_its_time_is_over() {
        let sh = |script: &str, limit: u64| {
            run(Command::new("sh").args(["-c", script]), &Limits::of(Duration::from_millis(limit)))
                .expect("a shell")
        };
        assert_eq!(sh("exit 0", 20_000), Ended::Passed);
        assert_eq!(sh("exit 101", 20_000), Ended::Failed(None));
        assert_eq!(
            sh("echo 'test a::b ... FAILED'; exec sleep 60", 50_000),
            Ended::Failed(Some("a::b".into()))
        );
        assert_eq!(sh("exec sleep 60", 30), Ended::TimeOut);
    }
}
