//! For those who run the server.

use crate::app::App;
use crate::figures::FIGURES;
use crate::wire::ServerInfo;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use tokio::runtime::Handle;

/// Whether what is written now can be read back.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/healthz", tag = "operation",
    responses((status = 200, body = String), (status = 503, body = String))))]
pub async fn healthz(State(app): State<App>) -> (StatusCode, String) {
    match app.hall.store.check().await {
        Ok(()) => (StatusCode::OK, "ok\n".to_owned()),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("nothing is stored: {error}\n")),
    }
}

/// For whom a link to this server is good.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/server", tag = "operation", responses((status = 200, body = ServerInfo))))]
pub async fn server(State(app): State<App>) -> Json<ServerInfo> {
    Json(app.reach.info())
}

/// Figures for Prometheus.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/metrics", tag = "operation", responses((status = 200, body = String))))]
pub async fn metrics() -> impl IntoResponse {
    FIGURES.tasks.set(Handle::current().metrics().num_alive_tasks());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], FIGURES.render())
}

/// This document.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/openapi.json", tag = "operation", responses((status = 200, body = Object))))]
pub async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], super::DOCUMENT)
}
