//! What can be played, and its rules.

use super::body::Asked;
use crate::app::App;
use crate::failure::{misplaced, not_found};
#[cfg(feature = "ts")]
use crate::wire::Failure;
use crate::wire::{FailureBody, GameInfo, RuleEntry};
use axum::Json;
use axum::extract::{Path, State};
use ledger::{Ledger, Rule};
use lessons::Lesson;
use serde::Deserialize;
use serde_json::Value;

/// Entries that one search gives.
const FOUND: usize = 100;

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

/// One entry of the rule ledger.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/rules/{id}", tag = "rules",
    params(("id" = String, Path)),
    responses((status = 200, body = RuleEntry), (status = 404, body = Failure))))]
pub async fn rule(Path(id): Path<String>) -> Result<Json<RuleEntry>, FailureBody> {
    let rule = Ledger::embedded().get(&id.to_uppercase());
    rule.map(|rule| Json(entry(rule)))
        .ok_or_else(|| not_found(format!("no rule {id:?}; expected an id such as TT-GEN-01")))
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
    Ok(Json(Ledger::embedded().search(&words).into_iter().take(FOUND).map(entry).collect()))
}

fn entry(rule: &Rule) -> RuleEntry {
    RuleEntry {
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
