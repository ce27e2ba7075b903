//! The file format of one book: reading `[[rule]]` tables and checking each by itself.

use crate::rule::is_layer;
use crate::{BOOKS, Kind, LedgerError, Problem, Rule, is_id, prefix_of};
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// A rule with the places in the file that later checks point at.
pub(crate) struct Entry {
    pub rule: Rule,
    pub id_at: Range<usize>,
    pub needs_at: Vec<Range<usize>>,
}

/// Books keep other tables beside the rules (open questions, figures); they are not read here.
#[derive(Deserialize)]
struct Book {
    rule: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    id: Spanned<String>,
    title: Spanned<String>,
    source: Spanned<String>,
    layer: Spanned<String>,
    kind: Kind,
    text: Spanned<String>,
    check: Spanned<String>,
    ruling: Option<Spanned<String>>,
    #[serde(default)]
    needs: Vec<Spanned<String>>,
}

pub(crate) fn read(file: &str, text: &str) -> Result<Vec<Entry>, LedgerError> {
    let book: Book = toml::from_str(text).map_err(|e| {
        let problem = Problem::Syntax(e.message().trim_end().replace('\n', "; "));
        LedgerError::at(file, text, e.span().unwrap_or(0..0), problem)
    })?;
    book.rule
        .into_iter()
        .map(|table| table.checked().map_err(|(at, problem)| LedgerError::at(file, text, at, problem)))
        .collect()
}

impl Table {
    fn checked(self) -> Result<Entry, (Range<usize>, Problem)> {
        check_id(&self.id)?;
        for need in &self.needs {
            check_id(need)?;
        }
        if !is_layer(self.layer.get_ref()) {
            return Err((self.layer.span(), Problem::BadLayer { layer: self.layer.into_inner() }));
        }
        let fields = [
            ("title", Some(&self.title)),
            ("source", Some(&self.source)),
            ("text", Some(&self.text)),
            ("check", Some(&self.check)),
            ("ruling", self.ruling.as_ref()),
        ];
        for (field, value) in fields {
            if let Some(value) = value.filter(|v| v.get_ref().trim().is_empty()) {
                return Err((value.span(), Problem::Empty { field }));
            }
        }
        Ok(Entry {
            id_at: self.id.span(),
            needs_at: self.needs.iter().map(Spanned::span).collect(),
            rule: Rule {
                id: self.id.into_inner(),
                title: self.title.into_inner(),
                source: self.source.into_inner(),
                layer: self.layer.into_inner(),
                kind: self.kind,
                text: self.text.into_inner(),
                check: self.check.into_inner(),
                ruling: self.ruling.map(Spanned::into_inner),
                needs: self.needs.into_iter().map(Spanned::into_inner).collect(),
            },
        })
    }
}

fn check_id(id: &Spanned<String>) -> Result<(), (Range<usize>, Problem)> {
    let text = id.get_ref();
    if !is_id(text) {
        return Err((id.span(), Problem::BadId { id: text.clone() }));
    }
    if !BOOKS.iter().any(|(prefix, _)| *prefix == prefix_of(text)) {
        return Err((id.span(), Problem::UnknownPrefix { id: text.clone() }));
    }
    Ok(())
}
