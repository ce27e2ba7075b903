//! Errors as people and programs read them: one closed list of codes, each with its HTTP status.

#[cfg(feature = "machine")]
use crate::storage::StoreError;
#[cfg(feature = "machine")]
use crate::wire::Failure;
use crate::wire::FailureBody;
#[cfg(feature = "machine")]
use axum::Json;
#[cfg(feature = "machine")]
use axum::http::StatusCode;
#[cfg(feature = "machine")]
use axum::response::{IntoResponse, Response};
use table::face::OrderError;
use table::{LogError, SetupError};

/// Letters of what somebody sent that an error tells again.
const ECHO: usize = 80;

/// Letters of a message: lists of what was expected are the longest that the program makes by itself.
const MESSAGE: usize = 800;

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    BadRequest,
    Forbidden,
    NotFound,
    Refused,
    /// It came too late: the match has moved on.
    Stale,
    Busy,
    Internal,
}

impl Code {
    pub const ALL: [Self; 7] = [
        Self::BadRequest,
        Self::Forbidden,
        Self::NotFound,
        Self::Refused,
        Self::Stale,
        Self::Busy,
        Self::Internal,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Self::BadRequest => "bad_request",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::Refused => "refused",
            Self::Stale => "stale",
            Self::Busy => "busy",
            Self::Internal => "internal",
        }
    }

    #[cfg(feature = "machine")]
    fn status(self) -> StatusCode {
        match self {
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Refused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Stale => StatusCode::CONFLICT,
            Self::Busy => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

pub fn failure(code: Code, message: impl Into<String>) -> FailureBody {
    FailureBody { code: code.word().to_owned(), message: short(message.into()), rule: None, place: None }
}

/// A message that came out long, because it tells again what somebody sent, without its middle: what is wrong stands at
/// its beginning, what was expected at its end.
pub fn short(message: String) -> String {
    let letters = message.chars().count();
    if letters <= MESSAGE {
        return message;
    }
    let beginning: String = message.chars().take(ECHO * 2).collect();
    let end: String = message.chars().skip(letters - MESSAGE + ECHO * 2 + 3).collect();
    format!("{beginning} … {end}")
}

pub fn bad(message: impl Into<String>) -> FailureBody {
    failure(Code::BadRequest, message)
}

/// A field that can not be what it is.
pub fn misplaced(place: impl Into<String>, message: impl Into<String>) -> FailureBody {
    FailureBody { place: Some(place.into().chars().take(ECHO).collect()), ..bad(message) }
}

pub fn forbidden(message: impl Into<String>) -> FailureBody {
    failure(Code::Forbidden, message)
}

/// What somebody sent, as an error tells it again: enough to know it by.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(ECHO) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// A wish or an order that is not granted; who made it keeps his place.
pub fn refused(message: impl Into<String>) -> FailureBody {
    failure(Code::Refused, message)
}

pub fn not_found(message: impl Into<String>) -> FailureBody {
    failure(Code::NotFound, message)
}

impl From<SetupError> for FailureBody {
    fn from(error: SetupError) -> Self {
        let rule = error.rule.map(|rule| rule.to_string());
        Self { rule, ..misplaced(error.place.clone(), error.to_string()) }
    }
}

impl From<LogError> for FailureBody {
    fn from(error: LogError) -> Self {
        misplaced("log", error.to_string())
    }
}

#[cfg(feature = "machine")]
impl From<StoreError> for FailureBody {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stopping => failure(Code::Busy, "the server is about to stop; try again in a moment"),
            StoreError::Elsewhere => crate::nodes::elsewhere(),
            StoreError::Outside => {
                failure(Code::Busy, "this server has lost its database; try again in a moment")
            }
            StoreError::Taken => failure(Code::Stale, "that is there already"),
            StoreError::Unfit => bad("expected text without NUL characters"),
            other => {
                tracing::error!(error = %other, "storage failed");
                failure(Code::Internal, "the server could not store it; nothing was changed")
            }
        }
    }
}

impl From<OrderError> for FailureBody {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::Refused(refusal) => Self {
                rule: Some(refusal.rule.to_string()),
                ..failure(Code::Refused, refusal.why.into_owned())
            },
            OrderError::Unreadable(why) => misplaced("order", format!("not an order of this game: {why}")),
        }
    }
}

#[cfg(feature = "machine")]
impl IntoResponse for FailureBody {
    fn into_response(self) -> Response {
        let code = Code::ALL.into_iter().find(|code| code.word() == self.code);
        let status = code.map_or(StatusCode::INTERNAL_SERVER_ERROR, Code::status);
        (status, Json(Failure { error: self })).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_sent_is_told_again_in_short() {
        assert_eq!(quoted("waterloo"), "\"waterloo\"");
        assert_eq!(quoted(&"ß".repeat(81)), format!("\"{}\"…", "ß".repeat(80)));
        let long = bad(format!("unknown field {:?}, expected `seed`", "ß".repeat(100_000))).message;
        assert_eq!(long.chars().count(), MESSAGE);
        assert!(long.starts_with("unknown field \"ß") && long.ends_with("ß\", expected `seed`"), "{long}");
        let just = "x".repeat(MESSAGE);
        assert_eq!(bad(just.clone()).message, just);
        assert_eq!(misplaced("y".repeat(900), "").place.unwrap().len(), 80);
    }
}
