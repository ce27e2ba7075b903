//! A table of short hashes that is kept in git, and what to say where it has changed.

use std::fmt::Write;

/// What stands in one place of a sheet: the text of which it shows a hash, and perhaps a figure that says something by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    figure: Option<String>,
    text: String,
}

impl Cell {
    pub fn of(text: impl Into<String>) -> Self {
        Self { figure: None, text: text.into() }
    }

    pub fn with(figure: impl std::fmt::Display, text: impl Into<String>) -> Self {
        Self { figure: Some(figure.to_string()), text: text.into() }
    }

    /// As it is kept. Four digits are enough: a change shows in many cells.
    fn short(&self) -> String {
        let digits = digits(&self.text);
        self.figure.as_ref().map_or_else(|| digits.clone(), |figure| format!("{figure}:{digits}"))
    }

    fn join(&mut self, next: &Self) {
        self.text.push_str("\n-- next\n");
        self.text.push_str(&next.text);
    }
}

/// The first digits of the hash of a text.
pub(super) fn digits(text: &str) -> String {
    // FNV-1a: megabytes go through it in a test that is hardly optimised.
    let eat = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, eat);
    format!("{:04x}", (hash ^ hash >> 32) & 0xffff)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    /// Cells under the names of the columns, and words for people.
    Cells(Vec<Cell>, String),
    Plain(String),
}

/// Lines of cells, with lines of text between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sheet {
    names: &'static [&'static str],
    lines: Vec<Line>,
}

impl Sheet {
    pub fn new(names: &'static [&'static str], title: &str) -> Self {
        let head = format!("{title}\n\n{}", names.join(" "));
        Self { names, lines: head.lines().map(|line| Line::Plain(line.to_owned())).collect() }
    }

    pub fn plain(&mut self, line: impl Into<String>) {
        self.lines.push(Line::Plain(line.into()));
    }

    pub fn cells(&mut self, cells: Vec<Cell>, words: impl Into<String>) {
        debug_assert_eq!(cells.len(), self.names.len());
        self.lines.push(Line::Cells(cells, words.into()));
    }

    /// Puts what was seen at a further decision into the cells that were begun last, so that a line holds several of them.
    pub fn join(&mut self, next: &[Cell]) {
        let last = self.lines.iter_mut().rev().find_map(|line| match line {
            Line::Cells(cells, _) => Some(cells),
            Line::Plain(_) => None,
        });
        for (cell, next) in last.into_iter().flatten().zip(next) {
            cell.join(next);
        }
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            // Writing to a string can not fail.
            let _ = match line {
                Line::Plain(line) => writeln!(text, "{line}"),
                Line::Cells(cells, words) => {
                    let short: Vec<String> = cells.iter().map(Cell::short).collect();
                    writeln!(text, "{} | {words}", short.join(" "))
                }
            };
        }
        text
    }

    /// Which columns are other ones than in an older text, how often, and what the first of these cells says now.
    pub fn changes(&self, old: &str) -> String {
        let mut counts = vec![(0, 0); self.names.len()];
        let mut first = None;
        for (number, (line, was)) in self.lines.iter().zip(old.lines()).enumerate() {
            let Line::Cells(cells, _) = line else { continue };
            let known: Vec<&str> = was.split(' ').take(cells.len()).collect();
            for (column, cell) in cells.iter().enumerate() {
                if known.get(column).is_none_or(|was| *was != cell.short()) {
                    let (times, start) = &mut counts[column];
                    *start = if *times == 0 { number + 1 } else { *start };
                    *times += 1;
                    first.get_or_insert((number + 1, column, cell));
                }
            }
        }
        let Some((line, column, cell)) = first else { return String::from("no column has changed") };
        let changed = counts.iter().zip(self.names).filter(|((times, _), _)| *times > 0);
        let changed = changed.map(|((times, start), name)| format!("{name} {times} times from line {start}"));
        let changed: Vec<String> = changed.collect();
        let mut says: String = cell.text.chars().take(600).collect();
        if says.len() < cell.text.len() {
            says.push('…');
        }
        format!("changed: {}; in line {line} {} is now:\n{says}\n", changed.join(", "), self.names[column])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(rows: [&str; 2], views: [&str; 2]) -> Sheet {
        let mut sheet = Sheet::new(&["rows", "views"], "A match");
        for (row, view) in rows.iter().zip(views) {
            sheet.cells(vec![Cell::of(*row), Cell::with(7, view)], "a | word");
            sheet.plain("> 0");
        }
        sheet
    }

    #[test]
    fn a_change_is_told_by_column_and_line() {
        let old = sheet(["fire", "pass"], ["a", "b"]);
        let text = old.text();
        assert!(text.starts_with("A match\n\nrows views\n"), "{text}");
        assert!(text.contains(&format!("{} 7:{} | a | word\n> 0\n", digits("fire"), digits("a"))), "{text}");
        assert_eq!(old.changes(&text), "no column has changed");
        let new = sheet(["fire", "flee"], ["a", "b"]);
        assert_eq!(new.changes(&text), "changed: rows 1 times from line 6; in line 6 rows is now:\nflee\n");
        let long = "long ".repeat(200);
        let both = sheet(["fire!", "flee"], ["a", &long]).changes(&text);
        let start =
            "changed: rows 2 times from line 4, views 1 times from line 6; in line 4 rows is now:\nfire!\n";
        assert_eq!(both, start);
        let cut = sheet(["fire", "pass"], ["a", &long]).changes(&text);
        assert!(cut.ends_with("long…\n") || cut.ends_with("long …\n"), "{cut}");
        assert_ne!(digits("fire"), digits("fire!"));
    }

    #[test]
    fn a_line_holds_what_was_seen_at_several_decisions() {
        let mut one = sheet(["fire", "pass"], ["a", "b"]);
        one.join(&[Cell::of("flee"), Cell::with(9, "c")]);
        let mut other = sheet(["fire", "pass"], ["a", "b"]);
        other.join(&[Cell::of("flee"), Cell::with(9, "d")]);
        let (old, new) = (one.text(), other.text());
        let kept: Vec<bool> = old.lines().zip(new.lines()).map(|(old, new)| old == new).collect();
        assert_eq!(kept, [true, true, true, true, true, false, true], "{old}{new}");
        assert!(old.contains(" 7:"), "the figure is that of the first decision: {old}");
        let says = other.changes(&old);
        assert_eq!(says, "changed: views 1 times from line 6; in line 6 views is now:\nb\n-- next\nd\n");
    }
}
