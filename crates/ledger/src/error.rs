//! What can be wrong with a book, and where.

use std::ops::Range;

/// A book that cannot be used: the file, the place in it, and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct LedgerError {
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    pub problem: Problem,
}

/// What was found and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The file is not TOML, or an entry lacks a field, has a field or kind too many.
    #[error("{0}")]
    Syntax(String),
    #[error("`{id}` is no rule id; expected PREFIX-TOPIC-NN, such as TT-GEN-01")]
    BadId { id: String },
    #[error("`{id}` has an unknown prefix; expected one of TT, INV, TH, WV, WW")]
    UnknownPrefix { id: String },
    #[error("`{id}` is taken by \"{first_title}\"; expected an id of its own")]
    Duplicate { id: String, first_title: String },
    #[error(
        "`{layer}` is no layer; expected basic, standard, or one of optional:, advanced:, scenario: with a name"
    )]
    BadLayer { layer: String },
    #[error("`{field}` is empty; expected a sentence")]
    Empty { field: &'static str },
    #[error("`needs` names {id}; expected the id of an entry that exists")]
    UnknownNeed { id: String },
    #[error("{id} finds no section; expected one of \"{heading}\"")]
    NoSection { id: String, heading: String },
    #[error("no entry stands in the section \"{title}\"; expected one")]
    NoEntries { title: String },
    #[error("\"{word}\" is explained twice; expected each word of a book once")]
    TermTwice { word: String },
    #[error("`rule` names {id}; expected the id of an entry that exists")]
    UnknownEntry { id: String },
}

impl LedgerError {
    /// Places `problem` at a byte range of `text`.
    pub(crate) fn at(file: &str, text: &str, span: Range<usize>, problem: Problem) -> Self {
        let (line, column) = line_and_column(text, span.start);
        Self { file: file.to_owned(), line, column, problem }
    }
}

fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::line_and_column;

    #[test]
    fn places_count_from_one_and_in_characters() {
        let text = "ab\näö = 1\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 2), (1, 3));
        assert_eq!(line_and_column(text, 3), (2, 1));
        assert_eq!(line_and_column(text, "ab\näö".len()), (2, 3));
        assert_eq!(line_and_column(text, text.len()), (3, 1));
        assert_eq!(line_and_column(text, 999), (3, 1));
    }
}
