//! What can be played, and its rules.

use super::body::{Asked, Path};
use crate::app::App;
use crate::failure::{misplaced, not_found, quoted};
#[cfg(feature = "ts")]
use crate::wire::Failure;
use crate::wire::{
    BookCard, FailureBody, GameBook, GameInfo, RuleBook, RuleChapter, RuleEntry, RuleSection, RuleText, Term,
};
use axum::Json;
use axum::extract::State;
use ledger::{Book, Ledger, Outline, Rule};
use lessons::Lesson;
use serde::Deserialize;
use serde_json::Value;

/// Entries that one search gives.
const FOUND: usize = 100;
/// Letters of a search: every word is looked for in every entry.
const SOUGHT: usize = 200;

/// All games with their scenarios, options and bots.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>))))]
pub async fn games(State(app): State<App>) -> Json<Vec<GameInfo>> {
    Json(app.hall.cards.clone())
}

/// What is printed on the components of a game.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/games/{game}/components", tag = "games",
    params(("game" = String, Path)),
    responses((status = 200, body = Value), (status = 400, body = Failure))))]
pub async fn components(
    State(app): State<App>,
    Path(game): Path<String>,
) -> Result<Json<Value>, FailureBody> {
    Ok(Json(app.hall.game(&game)?.components()))
}

/// A guided match: what is said, what is pointed at and what is awaited, step by step.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/games/{game}/lessons/{lesson}", tag = "games",
    params(("game" = String, Path), ("lesson" = String, Path)),
    responses((status = 200, body = Value), (status = 404, body = Failure))))]
pub async fn lesson(
    State(app): State<App>,
    Path((game, lesson)): Path<(String, String)>,
) -> Result<Json<Lesson>, FailureBody> {
    app.hall.lesson(&game, &lesson).map(|lesson| Json(lesson.clone()))
}

/// The games that there is something to read about.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/books", tag = "rules",
    responses((status = 200, body = Vec<BookCard>))))]
pub async fn books(State(app): State<App>) -> Json<Vec<BookCard>> {
    let outline = Outline::embedded();
    let card = |game: &GameInfo| {
        let books = || outline.books().iter().filter(|book| book.game == game.game);
        BookCard {
            game: game.game.clone(),
            title: game.title.clone(),
            books: books().map(|book| book.title.to_owned()).collect(),
            rules: books().map(|book| Ledger::embedded().by_prefix(&book.prefix).count()).sum(),
        }
    };
    Json(app.hall.cards.iter().map(card).filter(|card| card.rules > 0).collect())
}

/// The rulebooks of a game in the order of print, their words, and how its scenarios are won.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/games/{game}/book", tag = "rules",
    params(("game" = String, Path)),
    responses((status = 200, body = GameBook), (status = 400, body = Failure))))]
pub async fn book(State(app): State<App>, Path(game): Path<String>) -> Result<Json<GameBook>, FailureBody> {
    let game = app.hall.game(&game)?;
    let outline = Outline::embedded();
    let books = || outline.books().iter().filter(|book| book.game == game.id());
    let mut glossary: Vec<Term> = books()
        .flat_map(|book| outline.terms(&book.prefix))
        .map(|term| Term { word: term.word.clone(), text: term.text.clone(), rule: term.rule.clone() })
        .collect();
    glossary.sort_by_key(|term| term.word.to_lowercase());
    Ok(Json(GameBook {
        game: game.id().to_owned(),
        title: game.title().to_owned(),
        books: books().map(rule_book).collect(),
        glossary,
        scenarios: app.hall.pages(game.id()).to_vec(),
    }))
}

fn rule_book(book: &Book) -> RuleBook {
    let text = |id: &String| {
        let rule = Ledger::embedded().get(id)?;
        Some(RuleText {
            id: rule.id.clone(),
            title: rule.title.clone(),
            layer: rule.layer.clone(),
            text: rule.text.clone(),
            ruling: rule.ruling.clone(),
        })
    };
    let section = |section: &ledger::Section| RuleSection {
        title: section.title.clone(),
        rules: section.rules.iter().filter_map(text).collect(),
    };
    let chapter = |chapter: &ledger::Chapter| RuleChapter {
        title: chapter.title.clone(),
        sections: chapter.sections.iter().map(section).collect(),
    };
    RuleBook {
        prefix: book.prefix.clone(),
        title: book.title.to_owned(),
        chapters: book.chapters.iter().map(chapter).collect(),
    }
}

/// One entry of the rule ledger.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/rules/{id}", tag = "rules",
    params(("id" = String, Path)),
    responses((status = 200, body = RuleEntry), (status = 404, body = Failure))))]
pub async fn rule(Path(id): Path<String>) -> Result<Json<RuleEntry>, FailureBody> {
    let rule = Ledger::embedded().get(&id.to_uppercase());
    rule.map(|rule| Json(entry(rule)))
        .ok_or_else(|| not_found(format!("no rule {}; expected an id such as TT-GEN-01", quoted(&id))))
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "ts", into_params(parameter_in = Query))]
pub struct Search {
    /// Words that must all occur.
    search: Option<String>,
}

/// Entries of the rule ledger in which all words occur.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/rules", tag = "rules", params(Search),
    responses((status = 200, body = Vec<RuleEntry>), (status = 400, body = Failure))))]
pub async fn rules(Asked(search): Asked<Search>) -> Result<Json<Vec<RuleEntry>>, FailureBody> {
    let words = search.search.filter(|words| !words.trim().is_empty());
    let words = words.ok_or_else(|| misplaced("search", "expected words to search for: ?search=heat ray"))?;
    if words.len() > SOUGHT {
        return Err(misplaced("search", format!("expected at most {SOUGHT} letters")));
    }
    Ok(Json(Ledger::embedded().search(&words).into_iter().take(FOUND).map(entry).collect()))
}

pub fn entry(rule: &Rule) -> RuleEntry {
    let place = Outline::embedded().place(&rule.id);
    let of =
        |word: fn(ledger::Place<'static>) -> &'static str| place.map(word).unwrap_or_default().to_owned();
    RuleEntry {
        game: of(|place| &place.book.game),
        book: of(|place| place.book.title),
        chapter: of(|place| &place.chapter.title),
        section: of(|place| &place.section.title),
        before: place.and_then(|place| place.before).map(str::to_owned),
        after: place.and_then(|place| place.after).map(str::to_owned),
        id: rule.id.clone(),
        title: rule.title.clone(),
        source: rule.source.clone(),
        layer: rule.layer.clone(),
        kind: rule.kind.to_string(),
        text: rule.text.clone(),
        ruling: rule.ruling.clone(),
        needs: rule.needs.clone(),
    }
}
