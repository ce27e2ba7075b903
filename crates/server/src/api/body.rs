//! Bodies, queries and paths, read with errors that name what was expected.

use crate::app::App;
use crate::failure::{bad, misplaced};
use crate::reading;
use crate::wire::FailureBody;
use axum::body::{Body, Bytes};
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;

/// The longest body of most requests: as long as a message on a socket.
const SHORT: usize = 64 << 10;
/// The longest body of all: it may carry the log of a match.
const LONG: usize = 4 << 20;
/// Nobody is listened to for longer.
const HEARD_OUT: usize = 2 * LONG;

/// A JSON body.
#[derive(Clone, Copy, Debug)]
pub struct Read<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Read<T> {
    type Rejection = FailureBody;

    async fn from_request(request: Request, app: &App) -> Result<Self, FailureBody> {
        reading::body(&body(app, request, SHORT).await?).map(Self)
    }
}

/// A body that may be long. Ask for it when it is known that its sender may send it: it is read apart from everything
/// else, few at a time.
pub async fn long<T: DeserializeOwned + Send + 'static>(
    app: &App,
    request: Request,
) -> Result<T, FailureBody> {
    let bytes = body(app, request, LONG).await?;
    if bytes.len() <= SHORT {
        return reading::body(&bytes);
    }
    app.readers.at_work(move || reading::body(&bytes)).await?
}

async fn body(app: &App, request: Request, limit: usize) -> Result<Bytes, FailureBody> {
    // Another site's form can not say that it is JSON without asking first.
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(misplaced("content-type", "expected a body of application/json"));
    }
    let patience = app.patience.body;
    match tokio::time::timeout(patience, whole(request.into_body(), limit)).await {
        Ok(read) => read,
        Err(_) => Err(misplaced("body", format!("expected the whole body within {patience:?}"))),
    }
}

/// What is too long is not kept, but is heard out for a while: who is cut off in the middle does not hear why.
async fn whole(mut body: Body, limit: usize) -> Result<Bytes, FailureBody> {
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| bad("the body broke off"))?.into_data() else { continue };
        length += data.len();
        if length <= limit {
            kept.extend_from_slice(&data);
        } else {
            kept = Vec::new();
        }
        if length > HEARD_OUT {
            break;
        }
    }
    if length > limit {
        return Err(misplaced("body", format!("expected a body of at most {limit} bytes")));
    }
    Ok(kept.into())
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

/// What the path names.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = FailureBody;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, FailureBody> {
        let named = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        named.map(|axum::extract::Path(named)| Self(named)).map_err(|error| match &error {
            PathRejection::FailedToDeserializePathParams(why) => match why.kind() {
                ErrorKind::InvalidUtf8InPathParam { key } => {
                    misplaced(key, "expected a path in UTF-8, percent-encoded")
                }
                _ => misplaced("path", why.body_text()),
            },
            _ => misplaced("path", error.body_text()),
        })
    }
}
