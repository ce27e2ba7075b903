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

/// Does a piece of work for each index, some at a time, and gives the answers in order.
pub fn workers<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new((0..count).map(|_| None).collect::<Vec<_>>());
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let answer = work(index);
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
    /// With how many tests that came past it.
    Missed(usize),
}

/// Tries the mutants, some at a time.
pub fn all(suite: &Suite, found: &Crate, mutants: &[usize], jobs: usize) -> Result<Vec<Outcome>> {
    let start = Instant::now();
    let done = AtomicUsize::new(0);
    workers(jobs, mutants.len(), |index| {
        let mutant = mutants[index];
        let outcome = one(suite, mutant)?;
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

fn one(suite: &Suite, mutant: usize) -> Result<Outcome> {
    let tests: Vec<&Test> = suite.tests.iter().filter(|test| test.past.contains(&mutant)).collect();
    for batch in batches(&tests) {
        let usual: Duration = batch.iter().map(|test| test.took).sum();
        let program = batch[0].program;
        let all: Vec<&str> = batch.iter().map(|test| test.name.as_str()).collect();
        let trial = |names: &[&str], chosen: bool, limits: &Limits| {
            let mut command = suite.command(program);
            command.arg("--exact").args(names);
            if chosen {
                command.env(CHOSEN, mutant.to_string());
            }
            run(&mut command, limits)
        };
        if let Some(outcome) = judge(&all, Limits::around(usual), trial)? {
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
    use std::collections::BTreeSet;

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
