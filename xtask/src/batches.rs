//! Big batches of random games: they must all come to an end.

use crate::chores::{Row, rows};
use crate::report::{Batch, number};
use crate::run::{Build, cargo, heatray, output, step};
use anyhow::{Context, Result, bail};

const GAMES: u64 = 10_000;

/// Plays every set-up, also after one has failed: it takes long, and its findings come together.
pub fn all() -> Result<()> {
    step("release build", &mut cargo(&["build", "--release"]))?;
    println!("\n=== batches: {GAMES} random games of each set-up");
    let mut failed = 0;
    let set_ups = rows("batch")?;
    for row in &set_ups {
        let name = format!("{} {} {}", row.game, row.scenario, row.rest.join(" "));
        match batch(row) {
            Ok(line) => println!("ok     {name:<55} {line}"),
            Err(error) => {
                failed += 1;
                println!("FAILED {name:<55} {error:#}");
            }
        }
    }
    if failed > 0 {
        bail!("{failed} of {} set-ups failed", set_ups.len());
    }
    Ok(())
}

fn batch(row: &Row) -> Result<String> {
    let games = GAMES.to_string();
    let mut arguments = vec!["lab", "run", &row.game, &row.scenario];
    arguments.extend(row.rest.iter().flat_map(|option| match option.strip_prefix("variant=") {
        Some(variant) => ["--variant", variant],
        None => ["--option", option],
    }));
    arguments.extend(["--bots", "random,random", "--games", &games, "--seed", "1", "--verify", "--json"]);
    let json = output(&mut heatray(Build::Release, &arguments))?;
    Batch::read(&json)?.must_be_clean(GAMES)?;
    let field = |name| number(&json, name).with_context(|| format!("the report has no `{name}`"));
    Ok(format!("{} orders, {} turns a game, {} s", field("orders")?, field("turns_mean")?, field("seconds")?))
}
