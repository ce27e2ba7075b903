//! What is written for each thing, in words that all databases understand.

use super::{AccountRow, ChatRow, MatchRow, PictureRow, StepRow, ToldRow, Write};
use std::borrow::Cow;

/// A value of a row.
#[derive(Clone, Debug)]
pub(super) enum Bind<'a> {
    Int(Option<i64>),
    Text(Option<Cow<'a, str>>),
}

impl From<i64> for Bind<'_> {
    fn from(value: i64) -> Self {
        Self::Int(Some(value))
    }
}

impl From<Option<i64>> for Bind<'_> {
    fn from(value: Option<i64>) -> Self {
        Self::Int(value)
    }
}

impl<'a> From<&'a String> for Bind<'a> {
    fn from(value: &'a String) -> Self {
        Self::Text(Some(value.into()))
    }
}

impl<'a> From<&'a Option<String>> for Bind<'a> {
    fn from(value: &'a Option<String>) -> Self {
        Self::Text(value.as_deref().map(Cow::from))
    }
}

/// The columns of a step, in the order of [`StepRow::binds`].
macro_rules! into_steps {
    () => {
        "INSERT INTO steps (match_id, n, kind, seat, payload, client_id, clocks, at, hash) "
    };
}

/// What comes before the values of several steps.
pub(super) const INSERT_STEPS: &str = into_steps!();

impl StepRow {
    pub(super) fn binds(&self) -> [Bind<'_>; 9] {
        let Self { match_id, n, kind, seat, payload, client_id, clocks, at, hash } = self;
        [
            match_id.into(),
            (*n).into(),
            kind.into(),
            (*seat).into(),
            payload.into(),
            client_id.into(),
            clocks.into(),
            (*at).into(),
            (*hash).into(),
        ]
    }
}

impl Write {
    /// The statement, and its values.
    pub(super) fn statement(&self) -> (&'static str, Vec<Bind<'_>>) {
        match self {
            Self::Step(step) => {
                (concat!(into_steps!(), "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"), step.binds().into())
            }
            Self::Match(MatchRow { id, game, scenario, title, base, seats, created }) => (
                "INSERT INTO matches (id, game, scenario, title, base, seats, created) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
                vec![
                    id.into(),
                    game.into(),
                    scenario.into(),
                    title.into(),
                    base.into(),
                    seats.into(),
                    (*created).into(),
                ],
            ),
            Self::Chat(ChatRow { match_id, n, seat, name, body, at }) => (
                "INSERT INTO chat (match_id, n, seat, name, body, at) VALUES ($1, $2, $3, $4, $5, $6)",
                vec![match_id.into(), (*n).into(), (*seat).into(), name.into(), body.into(), (*at).into()],
            ),
            Self::Account(AccountRow { id, name, looks, password, created }) => (
                "INSERT INTO accounts (id, name, folded, password, created) VALUES ($1, $2, $3, $4, $5)",
                vec![id.into(), name.into(), looks.into(), password.into(), (*created).into()],
            ),
            Self::Told(ToldRow { match_id, step, body }) => (
                "INSERT INTO told (match_id, step, body) VALUES ($1, $2, $3) \
                 ON CONFLICT (match_id, step) DO NOTHING",
                vec![match_id.into(), (*step).into(), body.into()],
            ),
            Self::Picture(PictureRow { match_id, at, body }) => (
                "INSERT INTO pictures (match_id, step, hash, body) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (match_id) DO UPDATE SET step = excluded.step, hash = excluded.hash, \
                 body = excluded.body WHERE pictures.step <= excluded.step",
                vec![match_id.into(), at.step.into(), at.hash.into(), body.into()],
            ),
            Self::Content { game, hash, files } => (
                "INSERT INTO contents (game, hash, files) VALUES ($1, $2, $3) \
                 ON CONFLICT (game, hash) DO NOTHING",
                vec![game.into(), hash.into(), files.into()],
            ),
            Self::Session { token, account, expires } => (
                "INSERT INTO sessions (token, account, expires) VALUES ($1, $2, $3)",
                vec![token.into(), account.into(), (*expires).into()],
            ),
            Self::EndSession { token } => ("DELETE FROM sessions WHERE token = $1", vec![token.into()]),
            Self::Pulse { name, beat } => (
                "INSERT INTO pulse (name, beat) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET beat = excluded.beat WHERE pulse.beat < excluded.beat",
                vec![name.into(), (*beat).into()],
            ),
            Self::OldSessions { now } => ("DELETE FROM sessions WHERE expires <= $1", vec![(*now).into()]),
            Self::Keep { account, match_id, seat, at } => (
                "INSERT INTO account_matches (account, match_id, seat, at) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (account, match_id, seat) DO NOTHING",
                vec![account.into(), match_id.into(), (*seat).into(), (*at).into()],
            ),
        }
    }
}
