//! The page itself: files that are built into the program.

use crate::app::App;
use crate::failure::{not_found, quoted};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;

/// One file, and its compressed forms where there are any.
#[derive(Clone, Debug)]
pub struct PageFile {
    pub plain: Cow<'static, [u8]>,
    pub brotli: Option<Cow<'static, [u8]>>,
    pub gzip: Option<Cow<'static, [u8]>>,
    /// Its media type.
    pub kind: String,
    /// Changes when the content does.
    pub tag: String,
}

/// Where the page's files come from.
pub trait Page: Send + Sync {
    /// A file by its path without a leading slash.
    fn file(&self, path: &str) -> Option<PageFile>;
}

/// Nothing from anywhere else, no scripts in the text. Styles may stand at an element: a piece has its place there.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Headers of every answer.
pub async fn secure<B>(mut response: axum::http::Response<B>) -> axum::http::Response<B> {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

/// Whatever is not an API route.
pub async fn serve(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return not_found(format!(
            "there is no route {} {}; see /api/openapi.json",
            quoted(method.as_str()),
            quoted(uri.path())
        ))
        .into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let Some(page) = &app.page else {
        return not_found("this server has no page; see /api/openapi.json").into_response();
    };
    let path = if path.is_empty() { "index.html" } else { path };
    // The page finds its own way behind the `#`; every other name that is no file is a mistake.
    let Some(file) = page.file(path) else {
        return (StatusCode::NOT_FOUND, "There is nothing here. The table is at /").into_response();
    };
    answer(path, file, &headers)
}

fn answer(path: &str, file: PageFile, headers: &HeaderMap) -> Response {
    let accepts = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes =
        |name: &str| accepts.split(',').any(|part| part.split(';').next().unwrap_or("").trim() == name);
    let (body, encoding) = match (file.brotli, file.gzip) {
        (Some(brotli), _) if takes("br") => (brotli, Some("br")),
        (_, Some(gzip)) if takes("gzip") => (gzip, Some("gzip")),
        _ => (file.plain, None),
    };
    let tag = format!("\"{}\"", file.tag);
    let mut response = if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(body.into_owned()))
    };
    let out = response.headers_mut();
    let mut set = |name, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            out.insert(name, value);
        }
    };
    set(CONTENT_TYPE, &file.kind);
    set(ETAG, &tag);
    set(VARY, "accept-encoding");
    // The builder puts a hash into the names of what is in `assets`: such a file never changes.
    let lasting = path.starts_with("assets/");
    set(CACHE_CONTROL, if lasting { "public, max-age=31536000, immutable" } else { "no-cache" });
    if let Some(encoding) = encoding {
        set(CONTENT_ENCODING, encoding);
    }
    response
}
