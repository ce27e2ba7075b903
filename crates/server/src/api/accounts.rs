//! Accounts keep somebody's matches across devices. Nobody needs one to play.

use super::auth::{self, Account, COOKIE_NAME};
use super::body::Read;
use crate::app::App;
use crate::failure::{Code, failure, forbidden, misplaced};
use crate::limits::{Act, Guest};
use crate::names::{NAME_LIMIT, looks, tidy};
use crate::nodes;
use crate::room::{Caller, now_ms};
use crate::secret;
use crate::storage::{AccountRow, StoreError, Write};
use crate::wire::{Credentials, FailureBody, KeepMatch, Me};
#[cfg(feature = "ts")]
use crate::wire::{Failure, Summary};
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;
/// Seconds that somebody stays logged in.
const SESSION: i64 = 60 * 86_400;

/// Makes an account, and logs in.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/accounts", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Me), (status = 400, body = Failure), (status = 409, body = Failure))))]
pub async fn register(
    State(app): State<App>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<Credentials>,
) -> Result<Response, FailureBody> {
    guest.may(Act::TryPassword)?;
    let name = tidy("name", &wish.name)?;
    if name.is_empty() || name != wish.name {
        return Err(misplaced("name", "expected a name of 1 to 40 plain letters without blanks around it"));
    }
    if !PASSWORD.contains(&wish.password.chars().count()) {
        return Err(misplaced("password", "expected a password of 8 to 200 letters"));
    }
    let taken = || FailureBody {
        place: Some("name".to_owned()),
        ..failure(Code::Stale, "somebody has this name already, or one that looks like it")
    };
    let looks = looks(&name);
    if app.hall.store.is_taken(&name, &looks).await? {
        return Err(taken());
    }
    let password = app.passwords.at_work(move || {
        Argon2::default().hash_password(wish.password.as_bytes()).map(|hash| hash.to_string()).ok()
    });
    let password =
        password.await?.ok_or_else(|| failure(Code::Internal, "the password can not be stored"))?;
    let account = Account { id: secret::match_id(), name };
    let row = AccountRow {
        id: account.id.clone(),
        name: account.name.clone(),
        looks,
        password,
        created: now_ms() / 1000,
    };
    app.hall.store.write(vec![Write::Account(row)]).await.map_err(|error| match error {
        StoreError::Taken => taken(),
        other => other.into(),
    })?;
    begin_session(&app, &headers, account).await
}

/// Logs in: the answer has a cookie.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/sessions", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Me), (status = 403, body = Failure), (status = 429, body = Failure))))]
pub async fn log_in(
    State(app): State<App>,
    guest: Guest,
    headers: HeaderMap,
    Read(wish): Read<Credentials>,
) -> Result<Response, FailureBody> {
    guest.may(Act::TryPassword)?;
    let do_not_fit = || forbidden("name and password do not fit");
    // Nobody has such a name or such a password, and to look at them takes long.
    if wish.name.chars().nth(NAME_LIMIT).is_some() || wish.password.chars().nth(*PASSWORD.end()).is_some() {
        return Err(do_not_fit());
    }
    let row = app.hall.store.account(&wish.name, &looks(&wish.name)).await?;
    let stored = row.as_ref().map(|row| row.password.clone());
    let fits = app.passwords.at_work(move || {
        // Somebody who has no account waits as long as somebody who has: the time must not tell.
        let Some(stored) = stored else {
            let _ = Argon2::default().hash_password(wish.password.as_bytes());
            return false;
        };
        PasswordHash::new(&stored)
            .is_ok_and(|hash| Argon2::default().verify_password(wish.password.as_bytes(), &hash).is_ok())
    });
    match (row, fits.await?) {
        (Some(row), true) => begin_session(&app, &headers, Account { id: row.id, name: row.name }).await,
        _ => Err(do_not_fit()),
    }
}

/// Logs out.
#[cfg_attr(feature = "ts", utoipa::path(delete, path = "/api/sessions", tag = "accounts", responses((status = 200, body = Value))))]
pub async fn log_out(State(app): State<App>, headers: HeaderMap) -> Result<Response, FailureBody> {
    // Only a session that there is takes a write to end.
    if auth::account(&app, &headers).await?.is_some()
        && let Some(token) = auth::token(&headers)
    {
        app.hall.store.write(vec![Write::EndSession { token: secret::hash(token) }]).await?;
    }
    Ok(([(SET_COOKIE, cookie("", 0, app.limits.is_secure(&headers))?)], Json(json!({}))).into_response())
}

/// Who is logged in.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/me", tag = "accounts",
    responses((status = 200, body = Me), (status = 403, body = Failure))))]
pub async fn me(State(app): State<App>, headers: HeaderMap) -> Result<Json<Me>, FailureBody> {
    Ok(Json(Me { name: logged_in(&app, &headers).await?.name }))
}

/// The matches that the account keeps, newest first.
#[cfg_attr(feature = "ts", utoipa::path(get, path = "/api/me/matches", tag = "accounts",
    responses((status = 200, body = Vec<Summary>), (status = 403, body = Failure))))]
pub async fn my_matches(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<Vec<Box<RawValue>>>, FailureBody> {
    let account = logged_in(&app, &headers).await?;
    let mut all = Vec::new();
    for (id, seat) in app.hall.store.kept(&account.id).await? {
        // A match that can not be loaded any more must not hide the others.
        match nodes::summary(&app, &id, &Caller::Seat(seat as u8)).await {
            Ok(summary) => all.push(summary),
            Err(error) => tracing::warn!(code = error.code, "a kept match is missing"),
        }
    }
    Ok(Json(all))
}

/// The part of a summary that says whose it is.
#[derive(Deserialize)]
struct Seated {
    seat: Option<u8>,
}

/// Keeps the seat of a key in the account. Later the account's cookie opens it.
#[cfg_attr(feature = "ts", utoipa::path(post, path = "/api/me/matches", tag = "accounts", request_body = KeepMatch,
    responses((status = 200, body = Value), (status = 403, body = Failure))))]
pub async fn keep_match(
    State(app): State<App>,
    headers: HeaderMap,
    Read(wish): Read<KeepMatch>,
) -> Result<Json<Value>, FailureBody> {
    let account = logged_in(&app, &headers).await?;
    let summary = nodes::summary(&app, &wish.id, &Caller::Key(wish.key)).await?;
    match serde_json::from_str(summary.get()) {
        Ok(Seated { seat: Some(seat) }) => {
            let (seat, at) = (i64::from(seat), now_ms());
            let keep = Write::Keep { account: account.id, match_id: wish.id, seat, at };
            app.hall.store.write(vec![keep]).await?;
            Ok(Json(json!({})))
        }
        _ => Err(forbidden("an account keeps seats; this is the key of spectators")),
    }
}

async fn logged_in(app: &App, headers: &HeaderMap) -> Result<Account, FailureBody> {
    auth::account(app, headers).await?.ok_or_else(|| forbidden("expected somebody who is logged in"))
}

async fn begin_session(app: &App, headers: &HeaderMap, account: Account) -> Result<Response, FailureBody> {
    let token = secret::key();
    let expires = now_ms() / 1000 + SESSION;
    let session = Write::Session { token: secret::hash(&token), account: account.id, expires };
    app.hall.store.write(vec![session]).await?;
    Ok((
        [(SET_COOKIE, cookie(&token, SESSION, app.limits.is_secure(headers))?)],
        Json(Me { name: account.name }),
    )
        .into_response())
}

/// For our own pages alone, and for no script; where there is TLS, never without it.
fn cookie(token: &str, age: i64, secure: bool) -> Result<HeaderValue, FailureBody> {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    HeaderValue::from_str(&text).map_err(|_| failure(Code::Internal, "the cookie can not be written"))
}
