//! The source with its mutants in it.

use crate::find::{Form, Place};
use std::ops::Range;

/// The variable that names the mutant in force; a test program that does not find it has none.
pub const CHOSEN: &str = "HEATRAY_MUTANT";

/// The variable that names a file into which the numbers of the mutants go that the program came past.
pub const TRACE: &str = "HEATRAY_MUTANT_TRACE";

/// Where a mutant stands in the new source, so that the compiler's complaints find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub mutant: usize,
    /// What it does.
    pub branch: Range<usize>,
    /// The expression with everything that may stand there.
    pub place: Range<usize>,
}

/// A new source.
#[derive(Debug)]
pub struct Rewritten {
    pub text: String,
    pub branches: Vec<Branch>,
}

/// Writes the source with those changes in it that have a number. In a change stands the old text of everything inside: no
/// two mutants are in force at once, so each number is written once.
pub fn rewrite(source: &str, places: &[Place], number: &impl Fn(usize, usize) -> Option<usize>) -> Rewritten {
    let mut writer = Writer { source, places, number, next: 0, text: String::new(), branches: Vec::new() };
    writer.copy(0..source.len());
    Rewritten { text: writer.text, branches: writer.branches }
}

struct Writer<'a, N> {
    source: &'a str,
    places: &'a [Place],
    number: &'a N,
    /// The first place that is not written.
    next: usize,
    text: String,
    branches: Vec<Branch>,
}

impl<N: Fn(usize, usize) -> Option<usize>> Writer<'_, N> {
    fn copy(&mut self, range: Range<usize>) {
        let mut from = range.start;
        while let Some(place) = self.places.get(self.next).filter(|place| place.range.end <= range.end) {
            self.text.push_str(&self.source[from..place.range.start]);
            from = place.range.end;
            self.place(place);
        }
        self.text.push_str(&self.source[from..range.end]);
    }

    fn place(&mut self, place: &Place) {
        let numbered: Vec<_> = place
            .changes
            .iter()
            .enumerate()
            .filter_map(|(index, change)| Some(((self.number)(self.next, index)?, change)))
            .collect();
        self.next += 1;
        let start = self.text.len();
        let first = self.branches.len();
        if place.form == Form::Expression && !numbered.is_empty() {
            self.text.push('(');
        }
        for (number, change) in &numbered {
            self.text.push_str("if crate::mutants::is(");
            self.text.push_str(&number.to_string());
            self.text.push_str(") {");
            let from = self.text.len();
            self.text.push_str(&change.code);
            let branch = from..self.text.len();
            self.branches.push(Branch { mutant: *number, branch, place: start..start });
            self.text.push_str(if place.form == Form::Expression { "} else " } else { "} " });
        }
        if place.form == Form::Expression {
            let inner = self.branches.len();
            if numbered.is_empty() {
                self.copy(place.range.clone());
            } else {
                self.text.push('{');
                self.copy(place.range.clone());
                self.text.push_str("})");
            }
            for branch in &mut self.branches[first..inner] {
                branch.place.end = self.text.len();
            }
        }
    }
}

/// The root of a crate, with what the mutants in it ask. Its first line keeps its number: what a mutant makes superfluous or
/// certain is no mistake here.
pub fn root(source: &str, mutants: usize) -> String {
    format!(
        "{ALLOWED}{source}
mod mutants {{
    use std::io::Write;
    use std::sync::OnceLock;
    use std::sync::atomic::{{AtomicBool, Ordering}};

    static SWITCH: OnceLock<(usize, Option<std::ffi::OsString>)> = OnceLock::new();
    static SEEN: [AtomicBool; {mutants}] = [const {{ AtomicBool::new(false) }}; {mutants}];

    #[inline]
    pub(crate) fn is(mutant: usize) -> bool {{
        let (chosen, trace) = SWITCH.get_or_init(read);
        if trace.is_some() {{
            note(mutant, trace);
        }}
        *chosen == mutant
    }}

    fn read() -> (usize, Option<std::ffi::OsString>) {{
        let chosen = std::env::var(\"{CHOSEN}\").ok().and_then(|word| word.parse().ok());
        (chosen.unwrap_or(usize::MAX), std::env::var_os(\"{TRACE}\"))
    }}

    #[cold]
    fn note(mutant: usize, trace: &Option<std::ffi::OsString>) {{
        if SEEN[mutant].load(Ordering::Relaxed) || SEEN[mutant].swap(true, Ordering::Relaxed) {{
            return;
        }}
        let file = trace.as_ref().and_then(|path| std::fs::OpenOptions::new().append(true).create(true).open(path).ok());
        file.expect(\"the trace can be written\").write_all(format!(\"{{mutant}}\\n\").as_bytes()).expect(\"the trace takes a line\");
    }}
}}
"
    )
}

const ALLOWED: &str = "#![allow(unused, arithmetic_overflow, unconditional_panic, unconditional_recursion, invalid_nan_comparisons, clippy::all)] ";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::find;

    /// The source with every change in it; numbers in the order of the places.
    fn all(source: &str) -> Rewritten {
        let places = find(source, &[]).expect("Rust").places;
        rewrite(source, &places, &|place, change| {
            Some(places[..place].iter().map(|place| place.changes.len()).sum::<usize>() + change)
        })
    }

    #[test]
    fn both_the_old_and_the_new_stand_there() {
        let new = all("fn f(a: P, b: P) -> P { g(a < b) }");
        assert_eq!(
            new.text,
            "fn f(a: P, b: P) -> P { g((if crate::mutants::is(0) {a <= b} else if crate::mutants::is(1) {a >= b} else {a < b})) }"
        );
        let texts: Vec<_> = new.branches.iter().map(|branch| &new.text[branch.branch.clone()]).collect();
        assert_eq!(texts, ["a <= b", "a >= b"]);
        assert!(new.text[new.branches[1].place.clone()].starts_with("(if"));
        assert!(new.text[new.branches[1].place.clone()].ends_with("{a < b})"));
    }

    #[test]
    fn what_is_inside_a_change_is_the_old_text() {
        let new = all("fn f(a: P) -> P { !(a == b) }");
        assert_eq!(
            new.text,
            "fn f(a: P) -> P { (if crate::mutants::is(0) {(a == b)} else {!((if crate::mutants::is(1) {a != b} else {a == b}))}) }"
        );
    }

    #[test]
    fn a_body_is_left_at_its_front() {
        let new = all("fn f() -> bool {a == b}");
        assert_eq!(
            new.text,
            "fn f() -> bool {if crate::mutants::is(0) {return true;} if crate::mutants::is(1) {return false;} (if crate::mutants::is(2) {a != b} else {a == b})}"
        );
    }

    #[test]
    fn without_numbers_nothing_changes() {
        let source = "fn f(a: u8) -> u8 { match a { 1 if a < 2 => -a, _ => a + 1 } }";
        let places = find(source, &[]).expect("Rust").places;
        assert_eq!(rewrite(source, &places, &|_, _| None).text, source);
    }
}
