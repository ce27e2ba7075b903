//! For those who run the server.

use crate::app::App;
use crate::figures::FIGURES;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

/// Whether the server and its database are well.
#[utoipa::path(get, path = "/healthz", tag = "operation",
    responses((status = 200, body = String), (status = 503, body = String)))]
pub async fn healthz(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.hall.store.is_well().await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
    }
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation", responses((status = 200, body = String)))]
pub async fn metrics() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], FIGURES.render())
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "operation", responses((status = 200, body = Object)))]
pub async fn openapi(State(app): State<App>) -> impl IntoResponse {
    Json(app.api.get().cloned())
}
