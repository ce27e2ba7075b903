//! The routes. Each is described where it stands; the OpenAPI document is put together from these descriptions by
//! `cargo xtask types`, and a test compares.

pub mod accounts;
pub mod auth;
pub mod body;
pub mod games;
pub mod matches;
pub mod ops;

use crate::app::App;
use crate::failure::{misplaced, quoted};
use crate::wire::Failure;
use axum::http::{Method, StatusCode, Uri};
use axum::routing::{delete, get, post};
use axum::{Json, Router};

/// The description of every route, as it was last written.
pub const DOCUMENT: &str = include_str!("../../openapi.json");

/// The route is there, but not for this method. The router adds the header `Allow`.
async fn wrong_method(method: Method, uri: Uri) -> (StatusCode, Json<Failure>) {
    let (method, path) = (quoted(method.as_str()), quoted(uri.path()));
    let error =
        misplaced("method", format!("{path} does not take {method}; expected one that `Allow` names"));
    (StatusCode::METHOD_NOT_ALLOWED, Json(Failure { error }))
}

macro_rules! routes {
    ($($method:ident $path:literal $module:ident::$handler:ident;)+) => {
        /// Every route.
        pub fn routes() -> Router<App> {
            Router::new()$(.route($path, $method($module::$handler)))+.method_not_allowed_fallback(wrong_method)
        }

        /// Every route as its handler describes it.
        #[cfg(feature = "ts")]
        pub fn described() -> utoipa::openapi::OpenApi {
            #[derive(utoipa::OpenApi)]
            #[openapi(
                info(
                    title = "Heatray",
                    description = "Matches over HTTP and WebSocket. A seat is a key: `Authorization: Bearer KEY`.",
                    license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
                ),
                components(schemas(crate::wire::Say, crate::wire::Tell, crate::wire::Failure)),
                paths($($module::$handler),+)
            )]
            struct Document;
            <Document as utoipa::OpenApi>::openapi()
        }
    };
}

routes! {
    get "/healthz" ops::healthz;
    get "/api/server" ops::server;
    get "/metrics" ops::metrics;
    get "/api/openapi.json" ops::openapi;
    get "/api/games" games::games;
    get "/api/games/{game}/components" games::components;
    get "/api/games/{game}/lessons/{lesson}" games::lesson;
    get "/api/games/{game}/book" games::book;
    get "/api/books" games::books;
    get "/api/rules/{id}" games::rule;
    get "/api/rules" games::rules;
    post "/api/matches" matches::make;
    get "/api/matches/{id}" matches::summary;
    get "/api/matches/{id}/invitation" matches::offer;
    post "/api/matches/{id}/claim" matches::claim;
    post "/api/matches/{id}/seats/{seat}/invitation" matches::invite;
    get "/api/matches/{id}/stream" matches::stream;
    get "/api/matches/{id}/engine" matches::engine;
    post "/api/matches/{id}/orders" matches::order;
    post "/api/matches/{id}/check" matches::check;
    post "/api/matches/{id}/nearest" matches::nearest;
    post "/api/matches/{id}/preview" matches::preview;
    post "/api/matches/{id}/legal" matches::legal;
    get "/api/matches/{id}/moment" matches::moment;
    get "/api/matches/{id}/review" matches::review;
    get "/api/matches/{id}/history" matches::history;
    get "/api/matches/{id}/log" matches::log;
    post "/api/matches/{id}/chat" matches::chat;
    post "/api/matches/{id}/vow" matches::vow;
    post "/api/matches/{id}/salt" matches::salt;
    post "/api/matches/{id}/wish" matches::wish;
    post "/api/accounts" accounts::register;
    post "/api/sessions" accounts::log_in;
    delete "/api/sessions" accounts::log_out;
    get "/api/me" accounts::me;
    get "/api/me/matches" accounts::my_matches;
    post "/api/me/matches" accounts::keep_match;
}
