//! The ledger as books to read: chapters and sections in the order of print (`rules/books.toml`), and a glossary
//! (`rules/glossary.toml`).

use crate::{BOOKS, Ledger, LedgerError, Problem, Rule};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use toml::Spanned;

const BOOKS_FILE: &str = "rules/books.toml";
const GLOSSARY_FILE: &str = "rules/glossary.toml";

/// A rulebook in the order of print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    pub prefix: String,
    pub title: &'static str,
    /// The name of the game that is played by it, as the shelf knows it.
    pub game: String,
    pub chapters: Vec<Chapter>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    pub title: String,
    pub sections: Vec<Section>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    pub title: String,
    /// The ids of its entries, in ledger order.
    pub rules: Vec<String>,
}

/// A word of a book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The prefix of its book.
    pub book: String,
    pub word: String,
    pub text: String,
    /// The entry that says it exactly.
    pub rule: String,
}

/// Where an entry stands in its book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    pub book: &'a Book,
    pub chapter: &'a Chapter,
    pub section: &'a Section,
    /// The entries before and after it in the whole book.
    pub before: Option<&'a str>,
    pub after: Option<&'a str>,
}

/// All books in order, their glossary, and the place of every entry.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    books: Vec<Book>,
    terms: Vec<Term>,
    /// By id: book, chapter, section, and the number in the section.
    places: BTreeMap<String, [usize; 4]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BooksFile {
    book: Vec<BookTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BookTable {
    prefix: Spanned<String>,
    game: String,
    chapter: Vec<ChapterTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChapterTable {
    title: String,
    sections: Vec<Spanned<SectionTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionTable {
    title: String,
    /// Headings of the rulebook; without any the topics alone decide.
    #[serde(default)]
    of: Vec<String>,
    #[serde(default)]
    topics: Vec<String>,
}

impl SectionTable {
    fn takes(&self, rule: &Rule) -> bool {
        let topic = rule.id.split('-').nth(1).unwrap_or_default();
        (self.of.is_empty() || self.of.iter().any(|h| h == heading(rule)))
            && (self.topics.is_empty() || self.topics.iter().any(|t| t == topic))
    }
}

/// The first heading that an entry stands under, without the number of its book.
fn heading(rule: &Rule) -> &str {
    let headings = rule.source.split_once(' ').map_or(rule.source.as_str(), |(_, rest)| rest);
    headings.split_once("; ").map_or(headings, |(first, _)| first)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlossaryFile {
    term: Vec<TermTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TermTable {
    book: Spanned<String>,
    word: Spanned<String>,
    text: Spanned<String>,
    rule: Spanned<String>,
    /// No row without it.
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

/// Where a word comes from, in the words of `content/`.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Provenance {
    Seed,
    Designed,
}

impl Outline {
    /// The order and the words that this build was made with.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Outline> = LazyLock::new(|| {
            let books = include_str!("../../../rules/books.toml");
            let glossary = include_str!("../../../rules/glossary.toml");
            let outline = Outline::parse(Ledger::embedded(), (BOOKS_FILE, books), (GLOSSARY_FILE, glossary));
            outline.unwrap_or_else(|e| panic!("the embedded outline is broken: {e}"))
        });
        &EMBEDDED
    }

    /// Reads the order of the books and the glossary, given as file name and text. Every entry of the ledger must find its
    /// section, every section an entry, and every word one.
    pub fn parse(ledger: &Ledger, books: (&str, &str), glossary: (&str, &str)) -> Result<Self, LedgerError> {
        let mut outline = Self::default();
        for table in read::<BooksFile>(books)?.book {
            outline.add(ledger, books, table)?;
        }
        outline.terms = Self::glossary(ledger, glossary)?;
        Ok(outline)
    }

    fn add(&mut self, ledger: &Ledger, file: (&str, &str), table: BookTable) -> Result<(), LedgerError> {
        let prefix = table.prefix.get_ref().clone();
        let wrong = |at, problem| LedgerError::at(file.0, file.1, at, problem);
        let Some(&(_, title)) = BOOKS.iter().find(|(known, _)| *known == prefix) else {
            return Err(wrong(table.prefix.span(), Problem::UnknownPrefix { id: prefix }));
        };
        let mut rules: Vec<Vec<Vec<String>>> =
            table.chapter.iter().map(|chapter| vec![Vec::new(); chapter.sections.len()]).collect();
        for rule in ledger.by_prefix(&prefix) {
            let sections = || {
                let chapters = table.chapter.iter().enumerate();
                chapters.flat_map(|(c, chapter)| {
                    chapter.sections.iter().enumerate().map(move |(s, section)| (c, s, section.get_ref()))
                })
            };
            // Who asks for topics chooses first.
            let found =
                sections().find(|(.., section)| !section.topics.is_empty() && section.takes(rule)).or_else(
                    || sections().find(|(.., section)| section.topics.is_empty() && section.takes(rule)),
                );
            let Some((c, s, _)) = found else {
                let problem = Problem::NoSection { id: rule.id.clone(), heading: heading(rule).to_owned() };
                return Err(wrong(table.prefix.span(), problem));
            };
            let list = &mut rules[c][s];
            self.places.insert(rule.id.clone(), [self.books.len(), c, s, list.len()]);
            list.push(rule.id.clone());
        }
        let mut chapters = Vec::new();
        for (chapter, rules) in table.chapter.into_iter().zip(rules) {
            let mut sections = Vec::new();
            for (section, rules) in chapter.sections.into_iter().zip(rules) {
                if rules.is_empty() {
                    let problem = Problem::NoEntries { title: section.get_ref().title.clone() };
                    return Err(wrong(section.span(), problem));
                }
                sections.push(Section { title: section.into_inner().title, rules });
            }
            chapters.push(Chapter { title: chapter.title, sections });
        }
        self.books.push(Book { prefix, title, game: table.game, chapters });
        Ok(())
    }

    /// Reads a glossary alone: its words in their order.
    pub fn glossary(ledger: &Ledger, file: (&str, &str)) -> Result<Vec<Term>, LedgerError> {
        let wrong = |at, problem| Err(LedgerError::at(file.0, file.1, at, problem));
        let mut terms: Vec<Term> = Vec::new();
        for table in read::<GlossaryFile>(file)?.term {
            let (book, word) = (table.book.get_ref(), table.word.get_ref());
            if !BOOKS.iter().any(|(prefix, _)| prefix == book) {
                return wrong(table.book.span(), Problem::UnknownPrefix { id: book.clone() });
            }
            if word.trim().is_empty() {
                return wrong(table.word.span(), Problem::Empty { field: "word" });
            }
            if terms.iter().any(|known| known.book == *book && known.word == *word) {
                return wrong(table.word.span(), Problem::TermTwice { word: word.clone() });
            }
            if table.text.get_ref().trim().is_empty() {
                return wrong(table.text.span(), Problem::Empty { field: "text" });
            }
            if ledger.get(table.rule.get_ref()).is_none() {
                return wrong(table.rule.span(), Problem::UnknownEntry { id: table.rule.into_inner() });
            }
            terms.push(Term {
                book: table.book.into_inner(),
                word: table.word.into_inner(),
                text: table.text.into_inner(),
                rule: table.rule.into_inner(),
            });
        }
        Ok(terms)
    }

    pub fn books(&self) -> &[Book] {
        &self.books
    }

    /// The words of one book.
    pub fn terms<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a Term> {
        self.terms.iter().filter(move |term| term.book == prefix)
    }

    pub fn place(&self, id: &str) -> Option<Place<'_>> {
        let &[b, c, s, n] = self.places.get(id)?;
        let book = &self.books[b];
        let (chapter, section) = (&book.chapters[c], &book.chapters[c].sections[s]);
        let sections = || book.chapters.iter().flat_map(|chapter| &chapter.sections);
        let at = sections().position(|known| std::ptr::eq(known, section))?;
        let last_before = || sections().take(at).last().and_then(|section| section.rules.last());
        let first_after = || sections().nth(at + 1).and_then(|next| next.rules.first());
        let before = if n > 0 { section.rules.get(n - 1) } else { last_before() };
        let after = section.rules.get(n + 1).or_else(first_after);
        Some(Place {
            book,
            chapter,
            section,
            before: before.map(String::as_str),
            after: after.map(String::as_str),
        })
    }
}

fn read<T: serde::de::DeserializeOwned>((file, text): (&str, &str)) -> Result<T, LedgerError> {
    toml::from_str(text).map_err(|e| {
        let problem = Problem::Syntax(e.message().trim_end().replace('\n', "; "));
        LedgerError::at(file, text, e.span().unwrap_or(0..0), problem)
    })
}
