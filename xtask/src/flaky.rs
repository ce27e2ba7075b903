//! Whether the browser tests can be relied on: the whole suite many times over, and how often each test passed.

use crate::run::{Build, cargo, step};
use crate::test::TESTS;
use crate::web;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

const USAGE: &str = "cargo xtask flaky [RUNS] [--busy]: RUNS is a number from 1, by default 10";

/// What is wished for on the command line.
#[derive(Debug, PartialEq, Eq)]
struct Wish {
    runs: u32,
    busy: bool,
}

impl Wish {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wish = Self { runs: 10, busy: false };
        for argument in arguments {
            match argument.as_str() {
                "--busy" => wish.busy = true,
                number => match number.parse() {
                    Ok(runs) if runs > 0 => wish.runs = runs,
                    _ => bail!("`{number}` is no number of runs; expected {USAGE}"),
                },
            }
        }
        Ok(wish)
    }
}

/// Passes and failures of one test, and what its first failure said.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    passed: u32,
    failed: u32,
    why: Option<String>,
}

/// File and name of a test.
type Tally = BTreeMap<(String, String), Count>;

/// Keeps the processor busy until it is dropped, as other work on the machine would.
struct Noise {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<u64>>,
}

impl Noise {
    fn start(threads: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let spin = |stop: Arc<AtomicBool>| {
            move || {
                let mut x = 1_u64;
                while !stop.load(Ordering::Relaxed) {
                    x = std::hint::black_box(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
                x
            }
        };
        let threads = (0..threads).map(|_| std::thread::spawn(spin(stop.clone()))).collect();
        Self { stop, threads }
    }
}

impl Drop for Noise {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that does nothing but multiply has nothing to tell.
            let _ = thread.join();
        }
    }
}

/// Plays the suite as often as wished for, with the program that the tests use.
pub fn all(arguments: &[String]) -> Result<()> {
    let wish = Wish::read(arguments)?;
    // As the tests build it: for one package alone everything would be built once more, with other features.
    step("the program", cargo(&TESTS).arg("--no-run"))?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let noise = wish.busy.then(|| Noise::start(cores));
    let mut tally = Tally::new();
    for run in 1..=wish.runs {
        let start = Instant::now();
        let report =
            web::browser_report(Build::Tests).with_context(|| format!("run {run} of {}", wish.runs))?;
        let failed = count(&report, &mut tally).with_context(|| format!("the report of run {run}"))?;
        let seconds = start.elapsed().as_secs_f64();
        println!("run {run} of {}: {failed} failed, {seconds:.0} s", wish.runs);
    }
    drop(noise);
    println!("\npassed failed  test");
    for ((file, name), count) in &tally {
        println!("{:>6} {:>6}  {file}: {name}", count.passed, count.failed);
        if let Some(why) = &count.why {
            println!("               {why}");
        }
    }
    let failed: u32 = tally.values().map(|count| count.failed).sum();
    let passed: u32 = tally.values().map(|count| count.passed).sum();
    println!("\n{} runs, {} tests: {passed} passes, {failed} failures", wish.runs, tally.len());
    if failed > 0 {
        bail!("{failed} failures in {} runs", wish.runs);
    }
    Ok(())
}

/// Adds a report of the test runner; how many tests failed in it. A file that could not be run counts as a failure.
fn count(report: &str, tally: &mut Tally) -> Result<u32> {
    let report: Value = serde_json::from_str(report).context("expected the JSON of the test runner")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut failed = 0;
    let files = report["testResults"].as_array().context("expected `testResults`")?;
    if files.is_empty() {
        bail!("no test was run");
    }
    for file in files {
        let path = text(&file["name"]);
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let tests = file["assertionResults"].as_array().map_or(&[][..], Vec::as_slice);
        // Where the program does not start none of its tests fails: none was tried.
        if file["status"] != "passed" && !tests.iter().any(|test| test["status"] == "failed") {
            failed += 1;
            fail(
                tally.entry((name.clone(), "(the file)".to_owned())).or_default(),
                &name,
                &text(&file["message"]),
            );
        }
        for test in tests {
            let entry = (name.clone(), text(&test["title"]));
            match test["status"].as_str() {
                Some("passed") => tally.entry(entry).or_default().passed += 1,
                // Pictures are made on wish only; they are no tests.
                Some("skipped" | "pending" | "todo") => {}
                _ => {
                    failed += 1;
                    let title = entry.1.clone();
                    fail(tally.entry(entry).or_default(), &title, &text(&test["failureMessages"][0]));
                }
            }
        }
    }
    Ok(failed)
}

fn fail(count: &mut Count, name: &str, why: &str) {
    println!("  failed: {name}: {why}");
    count.failed += 1;
    count.why.get_or_insert_with(|| why.lines().next().unwrap_or_default().to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn a_wish_is_read_or_refused_in_words() {
        assert_eq!(Wish::read(&[]).unwrap(), Wish { runs: 10, busy: false });
        assert_eq!(Wish::read(&words(&["20", "--busy"])).unwrap(), Wish { runs: 20, busy: true });
        for wrong in ["0", "-1", "many", "--quiet"] {
            let error = Wish::read(&words(&[wrong])).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("expected"), "{error}");
        }
    }

    #[test]
    fn passes_and_failures_are_counted_by_test_over_all_runs() {
        let run = |status: &str| {
            format!(
                r#"{{"testResults":[{{"name":"/e2e/a.spec.ts","status":"{status}","message":"","assertionResults":[
                    {{"title":"one","status":"passed","failureMessages":[]}},
                    {{"title":"two","status":"{status}","failureMessages":["no seat\n  at line 1"]}},
                    {{"title":"pictures","status":"skipped","failureMessages":[]}}]}}]}}"#
            )
        };
        let mut tally = Tally::new();
        assert_eq!(count(&run("passed"), &mut tally).unwrap(), 0);
        assert_eq!(count(&run("failed"), &mut tally).unwrap(), 1);
        let of = |name: &str| tally.get(&("a.spec.ts".to_owned(), name.to_owned()));
        assert_eq!(of("one"), Some(&Count { passed: 2, failed: 0, why: None }));
        assert_eq!(of("two"), Some(&Count { passed: 1, failed: 1, why: Some("no seat".to_owned()) }));
        assert_eq!(of("pictures"), None);
    }

    #[test]
    fn a_file_that_does_not_load_is_a_failure_and_an_empty_report_an_error() {
        let broken = r#"{"testResults":[{"name":"b.spec.ts","status":"failed","message":"no such import","assertionResults":[]}]}"#;
        let mut tally = Tally::new();
        assert_eq!(count(broken, &mut tally).unwrap(), 1);
        let closed = r#"{"testResults":[{"name":"b.spec.ts","status":"failed","message":"the program is not built",
            "assertionResults":[{"title":"one","status":"skipped","failureMessages":[]}]}]}"#;
        assert_eq!(count(closed, &mut tally).unwrap(), 1, "nothing was tried");
        assert!(count(r#"{"testResults":[]}"#, &mut tally).is_err());
        assert!(count("", &mut tally).is_err());
    }
}
