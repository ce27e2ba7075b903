//! Bodies and queries, read with errors that name what was expected.

use crate::app::App;
use crate::failure::{bad, misplaced};
use crate::wire::FailureBody;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A JSON body.
#[derive(Clone, Copy, Debug)]
pub struct Read<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Read<T> {
    type Rejection = FailureBody;

    async fn from_request(request: Request, app: &App) -> Result<Self, FailureBody> {
        // Another site's form can not say that it is JSON without asking first.
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(misplaced("content-type", "expected a body of application/json"));
        }
        let patience = app.patience.body;
        let body = tokio::time::timeout(patience, axum::body::Bytes::from_request(request, app)).await;
        let bytes = body
            .map_err(|_| misplaced("body", format!("expected the whole body within {patience:?}")))?
            .map_err(|e| bad(e.body_text()))?;
        serde_json::from_slice(&bytes).map(Self).map_err(|e| misplaced("body", e.to_string()))
    }
}

/// What stands behind the question mark.
#[derive(Clone, Copy, Debug)]
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = FailureBody;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, FailureBody> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(|e| misplaced("query", e.body_text()))
    }
}
