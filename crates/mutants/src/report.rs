//! What came of it, for people.

use crate::Options;
use crate::compile::Built;
use crate::sources::Crate;
use crate::tests::Suite;
use crate::trial::Outcome;
use std::fmt::Write;

/// The figures, a row for the table in docs/reliability.md, and every mutant that no test noticed.
pub fn text(options: &Options, found: &Crate, built: &Built, suite: &Suite, results: &[Outcome]) -> String {
    let count = |test: &dyn Fn(&Outcome) -> bool| results.iter().filter(|outcome| test(outcome)).count();
    let caught = count(&|outcome| matches!(outcome, Outcome::Caught(_)));
    let slow = count(&|outcome| matches!(outcome, Outcome::TimeOut));
    let missed = results.len() - caught - slow;
    let viable = results.len();
    let score = 100.0 * (caught + slow) as f64 / viable.max(1) as f64;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\n{} (seed {}{}): {} mutants in all; {} tried, {viable} viable, {caught} caught, {slow} by time-out, \
         {missed} missed: {score:.1} %",
        found.name,
        options.seed,
        if options.tests.is_empty() { String::new() } else { format!(", tests `{}`", options.tests) },
        found.mutants.len(),
        viable + built.unviable.len(),
    );
    let _ = writeln!(
        text,
        "| {} | {} | {} | {viable} | {caught} | {slow} | {missed} | {score:.1} % |",
        found.name,
        found.mutants.len(),
        viable + built.unviable.len()
    );
    for (name, why) in &suite.left_out {
        let _ = writeln!(text, "left out: {name}: {why}");
    }
    let mut numbers = Vec::new();
    for (mutant, outcome) in built.viable.iter().zip(results) {
        if let Outcome::Missed(tests) = outcome {
            let _ = writeln!(text, "missed {} ({tests} tests come past it)", found.shown(*mutant));
            numbers.push(mutant.to_string());
        }
    }
    for (mutant, _) in built.viable.iter().zip(results).filter(|(_, o)| matches!(o, Outcome::TimeOut)) {
        let _ = writeln!(text, "by time-out {}", found.shown(*mutant));
    }
    for (mutant, outcome) in built.viable.iter().zip(results) {
        if let Outcome::Caught(test) = outcome {
            let test = test.as_deref().unwrap_or("a program that ended at once");
            let _ = writeln!(text, "caught {} by {test}", found.shown(*mutant));
        }
    }
    if !numbers.is_empty() {
        let _ = writeln!(text, "these again: --only {}", numbers.join(","));
    }
    text
}
