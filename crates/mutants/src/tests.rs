//! The tests: which there are, how long each takes, and which mutants each comes past.

use crate::Options;
use crate::compile::{Built, Program};
use crate::sources::{Crate, Scratch};
use crate::trial::{Ended, Limits, run, workers};
use anyhow::{Context, Result, bail};
use mutants::rewrite::TRACE;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant, UNIX_EPOCH};
use std::{env, fs};

/// A test that passes without mutants.
#[derive(Debug, Deserialize, Serialize)]
pub struct Test {
    /// The index of its program.
    pub program: usize,
    pub name: String,
    pub took: Duration,
    /// The mutants it comes past.
    pub past: BTreeSet<usize>,
}

/// What is kept from one run to the next.
#[derive(Deserialize, Serialize)]
struct Kept {
    about: String,
    tests: Vec<Test>,
    left_out: Vec<(String, String)>,
}

/// Which programs, as they were written last, and which of their tests.
fn about(built: &Built, options: &Options) -> Result<String> {
    let mut about = format!("{} {}", options.tests, options.longest);
    for Program { name, file, .. } in &built.programs {
        let written = fs::metadata(file)?.modified()?.duration_since(UNIX_EPOCH)?;
        let _ = write!(about, " {name} {} {}", file.display(), written.as_nanos());
    }
    Ok(about)
}

/// The tests.
#[derive(Debug)]
pub struct Suite {
    /// The crate that is changed.
    pub package: String,
    pub programs: Vec<Program>,
    /// Where they may put what they write.
    pub temporary: PathBuf,
    /// Tests that a program runs at once.
    pub threads: usize,
    /// Quick ones first.
    pub tests: Vec<Test>,
    /// Tests that fail without any mutant or take too long, and which of the two.
    pub left_out: Vec<(String, String)>,
}

impl Suite {
    /// Runs every test alone, without a mutant. What came of it is good for these programs: a run that goes on with the same
    /// ones takes it as it is.
    pub fn read(scratch: &Scratch, found: &Crate, built: &Built, options: &Options) -> Result<Suite> {
        let longest = Duration::from_secs(options.longest);
        let kept = scratch.folder.join(format!("{}-tests.json", found.name));
        let about = about(built, options)?;
        let mut suite = Suite {
            package: found.name.clone(),
            programs: built.programs.clone(),
            temporary: scratch.folder.join("tmp"),
            threads: options.threads,
            tests: Vec::new(),
            left_out: Vec::new(),
        };
        let _ = fs::remove_dir_all(&suite.temporary);
        fs::create_dir_all(&suite.temporary)?;
        if let Some(known) = fs::read(&kept).ok().and_then(|text| serde_json::from_slice::<Kept>(&text).ok())
            && known.about == about
        {
            (suite.tests, suite.left_out) = (known.tests, known.left_out);
            println!("{} tests, as the last run found them", suite.tests.len());
            return Ok(suite);
        }
        let names = suite.list(&options.tests)?;
        if names.is_empty() {
            bail!("no test is called so");
        }
        let start = Instant::now();
        let results = workers(options.jobs, names.len(), |worker, index| {
            let (program, name) = &names[index];
            let trace = suite.temporary.join(format!("trace-{index}"));
            let began = Instant::now();
            let ended = run(
                suite.command(*program, worker).args(["--exact", name]).env(TRACE, &trace),
                &Limits::of(longest),
            )?;
            let past = fs::read_to_string(&trace).unwrap_or_default();
            Ok((ended, began.elapsed(), past.lines().filter_map(|line| line.parse().ok()).collect()))
        })?;
        for ((program, name), (ended, took, past)) in names.into_iter().zip(results) {
            if ended == Ended::Passed {
                suite.tests.push(Test { program, name, took, past });
            } else {
                let name = suite.full_name(program, &name);
                let why = match ended {
                    Ended::TimeOut => format!("takes longer than {} s", options.longest),
                    _ => "fails without a mutant".into(),
                };
                suite.left_out.push((name, why));
            }
        }
        suite.tests.sort_by_key(|test| test.took);
        println!(
            "{} tests, {:.0} s one by one, {:.0} s in all",
            suite.tests.len(),
            suite.tests.iter().map(|test| test.took).sum::<Duration>().as_secs_f64(),
            start.elapsed().as_secs_f64()
        );
        let known = Kept { about, tests: suite.tests, left_out: suite.left_out };
        fs::write(&kept, serde_json::to_vec(&known)?)?;
        (suite.tests, suite.left_out) = (known.tests, known.left_out);
        Ok(suite)
    }

    fn list(&self, filter: &str) -> Result<Vec<(usize, String)>> {
        let mut names = Vec::new();
        for (index, program) in self.programs.iter().enumerate() {
            let out = Command::new(&program.file)
                .current_dir(&program.folder)
                .args(["--list", "--format", "terse"])
                .output()
                .with_context(|| format!("{} does not list its tests", program.name))?;
            let listed = String::from_utf8(out.stdout)?;
            let tests = listed.lines().filter_map(|line| line.strip_suffix(": test"));
            names.extend(
                tests
                    .filter(|name| self.full_name(index, name).contains(filter))
                    .map(|name| (index, name.to_owned())),
            );
        }
        Ok(names)
    }

    /// Whether the program holds tests of the crate that is changed.
    pub fn is_own(&self, program: usize) -> bool {
        self.programs[program].package == self.package
    }

    /// Program and name, and whose they are if another crate's.
    pub fn full_name(&self, program: usize, test: &str) -> String {
        let Program { package, name, .. } = &self.programs[program];
        if self.is_own(program) { format!("{name}::{test}") } else { format!("{package}/{name}::{test}") }
    }

    /// A test program as cargo runs it. Each of those at work has a folder and a database of its own:
    /// the same test may be run by another one meanwhile. The shell gives it an end to its memory: a mutant that
    /// fills a list without end must not take the machine with it.
    pub fn command(&self, program: usize, worker: usize) -> Command {
        let folder = self.temporary.join(worker.to_string());
        let _ = fs::create_dir_all(&folder);
        let Program { file, folder: home, .. } = &self.programs[program];
        let mut command = Command::new("sh");
        command
            .args(["-c", "ulimit -v 6000000; exec \"$0\" \"$@\""])
            .arg(file)
            .args(["--test-threads", &self.threads.to_string()])
            .current_dir(home)
            .env("CARGO_MANIFEST_DIR", home)
            .env("TMPDIR", &folder)
            .env("HEATRAY_TEST_FOLDER", &folder)
            // A failure is enough; nobody reads the smallest one. What one mutant taught must not help against the next, and
            // a second run must come to the same.
            .env("PROPTEST_MAX_SHRINK_ITERS", "0")
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .env("PROPTEST_RNG_SEED", "17")
            .env_remove("HEATRAY_BLESS")
            .env_remove("HEATRAY_TEST_POSTGRES");
        let databases = env::var("HEATRAY_MUTANTS_POSTGRES").unwrap_or_default();
        if let Some(url) = databases.split_whitespace().nth(worker) {
            command.env("HEATRAY_TEST_POSTGRES", url);
        }
        command
    }
}
