//! The routes. Each is described where it stands; the OpenAPI document is put together from them.

pub mod accounts;
pub mod auth;
pub mod body;
pub mod games;
pub mod matches;
pub mod ops;

use crate::app::App;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Heatray",
        description = "Matches over HTTP and WebSocket. A seat is a key: `Authorization: Bearer KEY`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(crate::wire::Say, crate::wire::Tell, crate::wire::Failure))
)]
struct Document;

/// Every route with its description.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(ops::healthz))
        .routes(routes!(ops::server))
        .routes(routes!(ops::metrics))
        .routes(routes!(ops::openapi))
        .routes(routes!(games::games))
        .routes(routes!(games::components))
        .routes(routes!(games::rule))
        .routes(routes!(games::rules))
        .routes(routes!(matches::make))
        .routes(routes!(matches::summary))
        .routes(routes!(matches::stream))
        .routes(routes!(matches::order))
        .routes(routes!(matches::check))
        .routes(routes!(matches::nearest))
        .routes(routes!(matches::legal))
        .routes(routes!(matches::moment))
        .routes(routes!(matches::history))
        .routes(routes!(matches::log))
        .routes(routes!(matches::chat))
        .routes(routes!(matches::wish))
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::log_in, accounts::log_out))
        .routes(routes!(accounts::me))
        .routes(routes!(accounts::my_matches, accounts::keep_match))
}
