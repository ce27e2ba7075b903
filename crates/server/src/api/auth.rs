//! Who sends a request: a key in a header, or an account's cookie.

use crate::app::App;
use crate::failure::forbidden;
use crate::nodes::SEAT;
use crate::room::Caller;
use crate::secret;
use crate::wire::FailureBody;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};

pub const COOKIE_NAME: &str = "heatray_session";

/// The account of a session: id and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: String,
    pub name: String,
}

/// The caller of a match: by key, or by the seat that the account keeps.
pub async fn caller(app: &App, headers: &HeaderMap, id: &str) -> Result<Caller, FailureBody> {
    if headers.contains_key(AUTHORIZATION) {
        return bearer(headers).map(|key| Caller::Key(key.to_owned()));
    }
    // Only nodes say so: `nodes::admit` takes it from everybody else.
    if let Some(seat) = headers.get(SEAT).and_then(|seat| seat.to_str().ok()?.parse().ok()) {
        return Ok(Caller::Seat(seat));
    }
    let expected = || forbidden("expected the key of a seat in the header `Authorization: Bearer KEY`");
    let account = account(app, headers).await?.ok_or_else(expected)?;
    let seat = app.hall.store.kept_seat(&account.id, id).await?;
    seat.map(|seat| Caller::Seat(seat as u8)).ok_or_else(expected)
}

/// The key or the invitation of the header.
pub fn bearer(headers: &HeaderMap) -> Result<&str, FailureBody> {
    let header = headers.get(AUTHORIZATION).and_then(|header| header.to_str().ok());
    let key = header.and_then(|text| text.strip_prefix("Bearer "));
    key.map(str::trim).ok_or_else(|| forbidden("expected the header `Authorization: Bearer KEY`"))
}

/// The token of the session's cookie.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, token)| token)
}

pub async fn account(app: &App, headers: &HeaderMap) -> Result<Option<Account>, FailureBody> {
    let Some(token) = token(headers) else { return Ok(None) };
    let now = crate::room::now_ms() / 1000;
    let found = app.hall.store.session(&secret::hash(token), now).await?;
    Ok(found.map(|(id, name)| Account { id, name }))
}
