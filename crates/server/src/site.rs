//! What a server answers to everybody alike, as files: a page that has no server reads them. The same handlers write them.

use crate::api::body::Path;
use crate::api::games;
use crate::app::App;
use crate::wire::FailureBody;
use axum::extract::State;
use ledger::Ledger;
use serde::Serialize;

/// A file of a site: its path, and its text.
pub type SiteFile = (String, Vec<u8>);

/// Every answer that does not depend on who asks, each by the path that it is asked for by.
pub async fn files(app: &App) -> Result<Vec<SiteFile>, FailureBody> {
    let app = || State(app.clone());
    let shelf = games::games(app()).await.0;
    let mut files = vec![file("api/games", &shelf), file("api/books", &games::books(app()).await.0)];
    for card in &shelf {
        let of = format!("api/games/{}", card.game);
        let game = || Path(card.game.clone());
        files.push(file(format!("{of}/components"), &games::components(app(), game()).await?.0));
        files.push(file(format!("{of}/book"), &games::book(app(), game()).await?.0));
        for lesson in &card.lessons {
            let named = Path((card.game.clone(), lesson.id.clone()));
            let lesson_file =
                file(format!("{of}/lessons/{}", lesson.id), &games::lesson(app(), named).await?.0);
            files.push(lesson_file);
        }
    }
    let rules: Vec<_> = Ledger::embedded().rules().iter().map(games::entry).collect();
    files.push(file("api/rules", &rules));
    Ok(files)
}

fn file(path: impl Into<String>, answer: &impl Serialize) -> SiteFile {
    // Plain data: writing to memory does not fail.
    (format!("{}.json", path.into()), serde_json::to_vec(answer).unwrap_or_default())
}
