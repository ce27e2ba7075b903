//! What came of it, for people.

use crate::Options;
use crate::compile::Built;
use crate::sources::Crate;
use crate::tests::Suite;
use crate::trial::Outcome;
use std::fmt::Write;
use std::time::Duration;

/// The figures, a row for the table in docs/reliability.md, and every mutant that no test noticed.
pub fn text(
    options: &Options,
    found: &Crate,
    built: &Built,
    suite: &Suite,
    results: &[Outcome],
    took: Duration,
) -> String {
    let count = |test: &dyn Fn(&Outcome) -> bool| results.iter().filter(|outcome| test(outcome)).count();
    let caught = count(&|outcome| matches!(outcome, Outcome::Caught(_)));
    let slow = count(&|outcome| matches!(outcome, Outcome::TimeOut));
    let beside = count(&|outcome| matches!(outcome, Outcome::Beside(_)));
    let viable = results.len();
    let missed = viable - caught - slow - beside;
    let own = rate(caught + slow, viable);
    let all = rate(caught + slow + beside, viable);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\n{} (seed {}{}): {} mutants in all; {} tried, {viable} viable, {caught} caught, {slow} by time-out, \
         {beside} by tests of other crates, {missed} missed: {all} %, by its own tests {own} %",
        found.name,
        options.seed,
        if options.tests.is_empty() { String::new() } else { format!(", tests `{}`", options.tests) },
        found.mutants.len(),
        viable + built.unviable.len(),
    );
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {viable} | {caught} | {slow} | {beside} | {missed} | {own} | {all} | {} min |",
        found.name,
        found.mutants.len(),
        options.seed,
        viable + built.unviable.len(),
        took.as_secs().div_ceil(60),
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
        let test = match outcome {
            Outcome::Caught(test) => test.as_deref().unwrap_or("a program that ended at once"),
            Outcome::Beside(test) => test,
            Outcome::Missed(_) | Outcome::TimeOut => continue,
        };
        let _ = writeln!(text, "caught {} by {test}", found.shown(*mutant));
    }
    for mutant in &built.unviable {
        let _ = writeln!(text, "no Rust {}", found.shown(*mutant));
    }
    if !numbers.is_empty() {
        let _ = writeln!(text, "these again: --only {}", numbers.join(","));
    }
    text
}

/// A share in hundredths, with its interval.
fn rate(part: usize, of: usize) -> String {
    let (low, high) = wilson(part, of);
    format!("{:.1} ({low:.1}–{high:.1})", 100.0 * part as f64 / of.max(1) as f64)
}

/// The 95 % interval of a share, by Wilson, in hundredths.
fn wilson(part: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 100.0);
    }
    let (n, z) = (of as f64, 1.96_f64);
    let share = part as f64 / n;
    let middle = share + z * z / (2.0 * n);
    let reach = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let below = 1.0 + z * z / n;
    (100.0 * (middle - reach) / below, 100.0 * (middle + reach) / below)
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn a_share_has_its_interval() {
        let rounded = |(low, high): (f64, f64)| (format!("{low:.1}"), format!("{high:.1}"));
        assert_eq!(rounded(wilson(190, 200)), ("91.0".into(), "97.3".into()));
        assert_eq!(rounded(wilson(200, 200)), ("98.1".into(), "100.0".into()));
        assert_eq!(rounded(wilson(0, 0)), ("0.0".into(), "100.0".into()));
    }
}
