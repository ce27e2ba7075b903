//! `cargo xtask mutants CRATE`: how many small mistakes in a crate its tests notice.
//!
//! The workspace is copied beside the target folder, the crate's sources are rewritten there so that each mutant of a sample
//! can be switched on, and its test programs are built once. Each test is run alone and tells which mutants it comes past;
//! then each mutant is put before the tests that come past it, quick ones and those that have caught others first, until one of
//! them fails. Tests of other crates (`--with`) are asked only about those that the crate's own ones did not notice.

mod compile;
mod report;
mod sources;
mod tests;
mod trial;

use anyhow::{Result, bail};
use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Changes a crate in small ways and looks whether a test notices.
#[derive(Debug, Parser)]
#[command(name = "mutants")]
struct Options {
    /// The crate of this workspace.
    package: String,
    /// Crates whose tests a mutant meets that came past those of its own crate, such as `games,bots`.
    #[arg(long, value_delimiter = ',')]
    with: Vec<String>,
    /// How many mutants that compile are tried; 0 for all.
    #[arg(long, default_value_t = 200)]
    sample: usize,
    /// Which ones: the same seed chooses the same ones.
    #[arg(long, default_value_t = 17)]
    seed: u64,
    /// Run only tests whose program and name (`rules::firing::hit`) hold this.
    #[arg(long, default_value = "")]
    tests: String,
    /// Try only the mutants of these numbers, as a report lists them.
    #[arg(long, value_delimiter = ',')]
    only: Vec<usize>,
    /// Tests and compilers at work at once.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Tests that each of them runs at once: more than one where tests wait for something most of the time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Do without tests that take longer than this many seconds alone.
    #[arg(long, default_value_t = 600)]
    longest: u64,
    /// Build the sample and try nothing: whoever shares a machine measures later, and finds it built.
    #[arg(long)]
    build: bool,
    /// Try only a part of the sample: `2/4` is the second quarter of it.
    #[arg(long, value_parser = part)]
    part: Option<(usize, usize)>,
    /// Say how many mutants there are, and build nothing.
    #[arg(long)]
    count: bool,
    /// Name every mutant, with the number that `--only` takes, and build nothing.
    #[arg(long)]
    list: bool,
}

/// `2/4`, the first of them is 1.
fn part(words: &str) -> Result<(usize, usize), String> {
    let numbers = words.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    numbers
        .filter(|(part, of)| (1..=*of).contains(part))
        .ok_or_else(|| "expected a part and how many there are, such as 2/4".to_owned())
}

fn main() -> ExitCode {
    match perform(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutants: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(options: &Options) -> Result<()> {
    let start = Instant::now();
    if options.with.contains(&options.package) {
        bail!("`--with` names other crates than `{}`", options.package);
    }
    let scratch = sources::Scratch::prepare(&options.package)?;
    let found = sources::Crate::read(&scratch, &options.package)?;
    println!("{}: {} mutants in {} files", options.package, found.mutants.len(), found.files.len());
    if options.list {
        (0..found.mutants.len()).for_each(|number| println!("{}", found.shown(number)));
    }
    if options.count || options.list {
        return Ok(());
    }
    let candidates: Vec<usize> = if options.only.is_empty() {
        mutants::sample::order(found.mutants.len(), options.seed)
    } else {
        options.only.clone()
    };
    if let Some(number) = candidates.iter().find(|&&number| number >= found.mutants.len()) {
        bail!("there is no mutant {number}");
    }
    let wanted = match options.sample {
        sample if sample > 0 && options.only.is_empty() => sample.min(candidates.len()),
        _ => candidates.len(),
    };
    let mut built = compile::build(&scratch, &found, &candidates, wanted, options)?;
    println!("{} mutants compile, {} do not", built.viable.len(), built.unviable.len());
    if options.build {
        return Ok(());
    }
    let tests = tests::Suite::read(&scratch, &found, &built, options)?;
    for (name, why) in &tests.left_out {
        println!("left out: {name}: {why}");
    }
    let mut name = options.package.clone();
    if let Some((part, of)) = options.part {
        built.viable = mutants::sample::part(&built.viable, part, of);
        if part > 1 {
            // They were told with the first part.
            built.unviable.clear();
        }
        name = format!("{name}-{part}of{of}");
    }
    let results = trial::all(&tests, &found, &built.viable, options.jobs)?;
    let text = report::text(options, &found, &built, &tests, &results, start.elapsed());
    let path: PathBuf = scratch.folder.join(format!("{name}.txt"));
    std::fs::write(&path, &text)?;
    for line in text.lines().filter(|line| !line.starts_with("caught ") && !line.starts_with("no Rust ")) {
        println!("{line}");
    }
    println!("all of them: {}", path.display());
    Ok(())
}
