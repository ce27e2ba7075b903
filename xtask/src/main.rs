//! The workspace's chores: `cargo xtask help` lists them.

mod batches;
mod chores;
mod counts;
mod faults;
mod flaky;
mod fuzz;
mod load;
mod nodes;
mod peers;
mod postgres;
mod python;
mod report;
mod run;
mod soak;
mod test;
mod wasm;
mod web;

use anyhow::{Result, bail};
use run::{cargo, step};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask TASK

  test      everything that must hold before a commit: formatting, clippy, tests, doc tests,
            the client, a smoke check of the program, the Python package, and the program in a browser
  bench     the benchmarks of all crates
  load      how much the server bears: one match, 500 matches, memory; at a file, at a PostgreSQL,
            and at three servers of one (three minutes)
  counts    [--bless]: instructions an order, by valgrind, beside those of docs/instructions.tsv
  faults    [--tests] [--kills N]: kills a server with people at work a hundred times, takes its
            database away, fills its disk and frees it, and looks for every order that was
            acknowledged (as root: it mounts a small disk)
            --nodes [--tests] [--rounds N] [--lease MS]: kills and stops three servers at one
            PostgreSQL in turn instead, and looks for the same
  fuzz      [--minutes N] [--target T] [--seed S] [--keep] [--input FILE]: sends whatever can be sent
            through every door of the program, ten minutes each
  python    [--bench]: the tests of the Python package, with Ray's; --bench installs it by pip into a
            clean environment instead, and measures it beside OpenSpiel's Python loop
  peers     OpenSpiel and boardgame.io beside ours, in turn on this machine; writes the ratios
            into docs/performance.md
  batches   10,000 random games of every set-up; fails on a dead end or an endless game
  soak      [--minutes N] [--matches M] [--busy B] [--tests]: a thousand matches whose players come and
            go; fails if memory, tasks, descriptors or delays grow
  flaky     [RUNS] [--busy]: the browser tests many times over, with the program as it was built,
            and how often each passed; --busy keeps every core at work beside them
  corpus    adds logs of every game to corpus/, and writes down where the golden playthroughs lead;
            refused where they changed and the version of the rules did not
  types     writes the TypeScript twins of the wire types into web/src/wire
  screenshots
            plays in a browser and writes the pictures in docs/screenshots
  wasm      [GAME…]: builds the rules as WebAssembly, a module for each game
  site      DIR: builds rules and program, and writes the table as files for any web host
  mutants   CRATE [--sample 200] [--seed 17] [--tests FILTER] [--only NUMBERS] [--with CRATES]: changes
            the crate in small ways and looks whether its tests, or else those of other crates,
            notice; one build for all of them
  help      this text";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_else(|| "help".into());
    match perform(&task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask {task}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: &str) -> Result<()> {
    let more: Vec<String> = std::env::args().skip(2).collect();
    match task {
        "test" => test::all(),
        "bench" => step("benchmarks", &mut cargo(&["bench", "--workspace"])),
        "load" => load::all(),
        "counts" => counts::all(more.iter().any(|word| word == "--bless")),
        "faults" if more.iter().any(|word| word == "--nodes") => nodes::all(&more),
        "faults" => faults::all(&more),
        "peers" => peers::all(),
        "batches" => batches::all(),
        "python" if more.iter().any(|word| word == "--bench") => python::bench(),
        "python" => python::tests(),
        "fuzz" => fuzz::all(&more),
        "soak" => soak::all(&more),
        "flaky" => flaky::all(&more),
        "types" => step(
            "types of the client",
            cargo(&["test", "--package", "server", "--test", "server", "types::"]).env("HEATRAY_BLESS", "1"),
        ),
        "corpus" => step(
            "logs for those who come after us",
            cargo(&["test", "--workspace", "--test", "corpus", "--", "a_golden_playthrough", "every_log"])
                .env("HEATRAY_BLESS", "1"),
        ),
        "screenshots" => web::screenshots(),
        "wasm" => wasm::all(&more),
        "site" => wasm::site(&more),
        "mutants" => mutants(&more),
        "help" | "-h" | "--help" => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("no such task; `cargo xtask help` lists them"),
    }
}

/// A program of its own, so that nobody else waits for a parser of Rust.
fn mutants(words: &[String]) -> Result<()> {
    let mut command = cargo(&["run", "--quiet", "--package", "mutants", "--"]);
    step("mutants", command.args(words))
}
