//! Reading component files: every game's content is TOML with a provenance in each row, and a mistake in it is told with
//! file, line and what was expected there. Knows no game and opens no file: texts come in as pairs of name and text.

mod badge;
mod judgement;
mod parsed;
mod reader;

pub use badge::{Badge, SideBadge, badges, badges_text};
pub use judgement::{Fit, Judged};
pub use parsed::Parsed;
pub use reader::{Spanned, Unread, read};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::Range;

/// Component files: name and text.
pub type Files<'a> = &'a [(&'a str, &'a str)];

/// A component file that can not be used: where, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {why}")]
pub struct ContentError {
    pub file: String,
    /// From 1; 0 where the file itself is missing.
    pub line: usize,
    pub why: String,
}

/// Where a figure comes from: no row without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Printed in the rulebook.
    Seed,
    /// Known from elsewhere: a figure of history, a list of the publisher.
    Public,
    /// Worked out from what is printed.
    Reconstructed,
    /// Our own, where the book asks players to make something: a map, a battle.
    Designed,
}

/// A component file while it is read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl<'a> Source<'a> {
    pub fn find(files: &[(&'a str, &'a str)], name: &str) -> Result<Self, ContentError> {
        let found = files.iter().find(|(file, _)| *file == name);
        let (file, text) = found.ok_or_else(|| ContentError {
            file: name.to_owned(),
            line: 0,
            why: "this file is missing; expected it beside the other component files".to_owned(),
        })?;
        Ok(Self { file, text })
    }

    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ContentError> {
        read(self.text).map_err(|e| self.at(e.span.unwrap_or(0..0), e.why))
    }

    /// A mistake in the line where the span begins.
    pub fn at(&self, span: Range<usize>, why: impl ToString) -> ContentError {
        let before = &self.text.as_bytes()[..span.start.min(self.text.len())];
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        ContentError { file: self.file.to_owned(), line, why: why.to_string() }
    }

    pub fn check(
        &self,
        ok: bool,
        span: Range<usize>,
        why: impl FnOnce() -> String,
    ) -> Result<(), ContentError> {
        if ok { Ok(()) } else { Err(self.at(span, why())) }
    }
}

/// The component files of a game as pairs of name and text: `files!("../content/": "map.toml", "dice.toml")`. The folder is
/// seen from the file that calls.
#[macro_export]
macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!($folder, $name)))),+]
    };
}

/// Gives a game's `Content` the two ways into it that every game has: `parse`, by its module `files`, and `built_in`.
#[macro_export]
macro_rules! content {
    ($content:ident, $files:ident) => {
        impl $content {
            /// Reads the components from `(file name, text)` pairs. Errors name file, line and what was expected.
            pub fn parse(files: &[(&str, &str)]) -> Result<Self, $crate::ContentError> {
                $files::parse(files)
            }

            /// The components that come with the program.
            ///
            /// # Panics
            /// Never in a program that passed its tests: they read the same text.
            pub fn built_in() -> std::sync::Arc<Self> {
                static CONTENT: std::sync::OnceLock<std::sync::Arc<$content>> = std::sync::OnceLock::new();
                std::sync::Arc::clone(CONTENT.get_or_init(|| {
                    let content = Self::parse($files::BUILT_IN);
                    std::sync::Arc::new(content.unwrap_or_else(|e| panic!("built-in content: {e}")))
                }))
            }
        }
    };
}
