//! `heatray rules`: the ledger in the terminal.

use anyhow::Result;
use ledger::{BOOKS, Ledger, Rule, coverage, trace};
use serde_json::{Value, json};
use std::io::Write;

pub const EXAMPLES: &str = "\
Examples:
  heatray rules TT-AMN-03          one entry, and the tests that prove it
  heatray rules TT-AMN             all entries of a topic
  heatray rules --search heat ray  entries with all of these words
  heatray rules --prefix TT        all entries of a book
  heatray rules --coverage         how many entries of which layer have a test";

const WIDTH: usize = 100;

#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// An entry, such as TT-GEN-01, or the beginning of several
    pub id: Option<String>,
    /// Finds the entries in which all of these words occur
    #[arg(long, num_args = 1.., value_name = "WORDS", conflicts_with = "id")]
    pub search: Vec<String>,
    /// Counts entries and tested entries, by book and layer
    #[arg(long, conflicts_with_all = ["id", "search"])]
    pub coverage: bool,
    /// Only this book: TT, INV, TH, WV or WW
    #[arg(long, value_parser = prefix)]
    pub prefix: Option<String>,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
}

fn prefix(text: &str) -> Result<String, String> {
    let upper = text.to_uppercase();
    if BOOKS.iter().any(|(prefix, _)| *prefix == upper) {
        return Ok(upper);
    }
    let known: Vec<&str> = BOOKS.iter().map(|(prefix, _)| *prefix).collect();
    Err(format!("expected one of {}", known.join(", ")))
}

/// An entry with the tests that prove it.
pub fn entry_json(rule: &Rule) -> Value {
    let mut entry = json!(rule);
    entry["tests"] = json!(trace::tests_of(&rule.id));
    entry
}

/// Ids that somebody who wrote this one may have meant, nearest first.
pub fn near_ids(id: &str) -> Vec<&'static str> {
    // Nobody means an id with a text of a megabyte.
    let id: Vec<char> = id.to_uppercase().chars().take(24).collect();
    let mut all: Vec<(usize, &str)> = Ledger::embedded()
        .rules()
        .iter()
        .map(|rule| (distance(&id, &rule.id.chars().collect::<Vec<_>>()), rule.id.as_str()))
        .collect();
    all.sort_by_key(|(far, _)| *far);
    all.into_iter().take(5).map(|(_, id)| id).collect()
}

/// How many letters must be changed, added or left out.
fn distance(one: &[char], two: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, b) in two.iter().enumerate() {
            let change = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[two.len()]
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<bool> {
    let ledger = Ledger::embedded();
    let in_book = |rule: &&Rule| args.prefix.as_deref().is_none_or(|prefix| rule.prefix() == prefix);
    if args.coverage {
        print_coverage(args, out)?;
    } else if let Some(id) = &args.id {
        return print_id(id, args.json, out);
    } else if !args.search.is_empty() {
        let found: Vec<&Rule> = ledger.search(&args.search.join(" ")).into_iter().filter(in_book).collect();
        print_list(&found, args.json, out)?;
        if found.is_empty() && !args.json {
            writeln!(out, "no entry has all of these words: {}", args.search.join(" "))?;
        }
        return Ok(!found.is_empty());
    } else if args.prefix.is_some() || args.json {
        print_list(&ledger.rules().iter().filter(in_book).collect::<Vec<_>>(), args.json, out)?;
    } else {
        writeln!(out, "The rule ledger: every rule of every book, one id each.\n")?;
        for (prefix, title) in BOOKS {
            writeln!(out, "  {prefix:<4} {title:<24} {:>4} entries", ledger.by_prefix(prefix).count())?;
        }
        writeln!(out, "\n{EXAMPLES}")?;
    }
    Ok(true)
}

fn print_id(id: &str, as_json: bool, out: &mut dyn Write) -> Result<bool> {
    let ledger = Ledger::embedded();
    let upper = id.to_uppercase();
    if let Some(rule) = ledger.get(&upper) {
        if as_json {
            writeln!(out, "{}", entry_json(rule))?;
        } else {
            print_entry(rule, out)?;
        }
        return Ok(true);
    }
    let topic = format!("{}-", upper.trim_end_matches('-'));
    let family: Vec<&Rule> = ledger.rules().iter().filter(|r| r.id.starts_with(&topic)).collect();
    if !family.is_empty() {
        print_list(&family, as_json, out)?;
        return Ok(true);
    }
    let near = near_ids(id);
    if as_json {
        writeln!(out, "{}", json!({ "error": format!("no entry {id}"), "near": near }))?;
    } else {
        writeln!(out, "no entry {id}; did you mean one of these?")?;
        let rules: Vec<&Rule> = near.iter().filter_map(|id| ledger.get(id)).collect();
        print_list(&rules, false, out)?;
    }
    Ok(false)
}

fn print_list(rules: &[&Rule], as_json: bool, out: &mut dyn Write) -> Result<()> {
    if as_json {
        let all: Vec<Value> = rules.iter().map(|rule| entry_json(rule)).collect();
        writeln!(out, "{}", Value::Array(all))?;
        return Ok(());
    }
    for rule in rules {
        writeln!(out, "{:<11} {}", rule.id, rule.title)?;
    }
    Ok(())
}

fn print_entry(rule: &Rule, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}  {}", rule.id, rule.title)?;
    writeln!(out, "source  {}", rule.source)?;
    writeln!(out, "layer   {}, {}", rule.layer, rule.kind)?;
    writeln!(out, "\n{}", wrapped(&rule.text, ""))?;
    writeln!(out, "\nFor example:\n{}", wrapped(&rule.check, "  "))?;
    if let Some(ruling) = &rule.ruling {
        writeln!(out, "\nRuling:\n{}", wrapped(ruling, "  "))?;
    }
    if !rule.needs.is_empty() {
        writeln!(out, "\nNeeds:")?;
        for need in &rule.needs {
            let title = Ledger::embedded().get(need).map_or("", |r| r.title.as_str());
            writeln!(out, "  {need:<11} {title}")?;
        }
    }
    let tests = trace::tests_of(&rule.id);
    writeln!(out, "\n{}", if tests.is_empty() { "No test proves it yet." } else { "Proved by:" })?;
    for test in tests {
        writeln!(out, "  {} / {}: {}", test.krate, test.file, test.test)?;
    }
    Ok(())
}

/// Breaks lines between words; every line begins with the indent.
pub(super) fn wrapped(text: &str, indent: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = indent.to_owned();
        for word in paragraph.split_whitespace() {
            if line.chars().count() + 1 + word.chars().count() > WIDTH && line.trim() != "" {
                lines.push(std::mem::replace(&mut line, indent.to_owned()));
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}

fn print_coverage(args: &Args, out: &mut dyn Write) -> Result<()> {
    let rows: Vec<_> =
        coverage().into_iter().filter(|row| args.prefix.as_deref().is_none_or(|p| p == row.prefix)).collect();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&rows)?)?;
        return Ok(());
    }
    let width = rows.iter().map(|row| row.layer.len()).max().unwrap_or(0).max("layer".len());
    let percent = |tested: usize, entries: usize| 100.0 * tested as f64 / (entries.max(1) as f64);
    writeln!(out, "book  {:<width$}  entries  tested", "layer")?;
    for row in &rows {
        let mark = if ::games::in_force(row.prefix, row.layer) { "  in force" } else { "" };
        let (entries, tested) = (row.entries, row.tested);
        let rate = percent(tested, entries);
        let line = format!(
            "{:<4}  {:<width$}  {entries:>7}  {tested:>6}  {rate:>5.1} %{mark}",
            row.prefix, row.layer
        );
        writeln!(out, "{line}")?;
    }
    let (entries, tested) = rows.iter().fold((0, 0), |(e, t), row| (e + row.entries, t + row.tested));
    let rate = percent(tested, entries);
    writeln!(out, "{:<4}  {:<width$}  {entries:>7}  {tested:>6}  {rate:>5.1} %", "all", "total")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_id_is_near_the_right_one() {
        assert_eq!(near_ids("tt-gen-1").first(), Some(&"TT-GEN-01"));
        assert!(near_ids("TT-GEM-02").contains(&"TT-GEN-02"));
        assert_eq!(near_ids("").len(), 5);
    }

    #[test]
    fn distances_count_letters() {
        let far = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!((far("", "abc"), far("kitten", "sitting"), far("a", "a")), (3, 3, 0));
    }

    #[test]
    fn long_texts_are_wrapped_between_words() {
        let text = wrapped(&"word ".repeat(60), "  ");
        assert!(text.lines().count() > 2);
        assert!(text.lines().all(|line| line.starts_with("  word") && line.len() <= WIDTH));
    }
}
