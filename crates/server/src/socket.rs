//! One WebSocket: a hello, then it is in the hands of the match until either side ends it.

use crate::api::auth;
use crate::app::App;
use crate::engine::{self, Sit, Unread};
use crate::failure::{bad, forbidden};
use crate::figures::FIGURES;
use crate::limits::{Act, Guest};
use crate::line::{Line, Rest, SIGNS, Tongue, broken, too_many_signs};
use crate::reading;
use crate::room::{Ask, Caller, Cmd, Known};
use crate::wire::{FailureBody, Say, Tell};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use futures_util::SinkExt;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long the last words may take.
const FAREWELL: Duration = Duration::from_secs(10);
/// A connection that is closed while something lies there unread breaks, and takes the last words with it if they were not
/// read by then: so long is left for that.
const LINGER: Duration = Duration::from_millis(500);

/// Who speaks on a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// A page, with its cookie and whatever else its browser says.
    Page,
    /// A program that takes a seat.
    Program,
}

/// Talks with one client until either side ends it.
pub async fn talk(
    app: App,
    id: String,
    socket: WebSocket,
    headers: HeaderMap,
    guest: Guest,
    speaker: Speaker,
) {
    app.sockets.fetch_add(1, Ordering::Relaxed);
    FIGURES.sockets.change(1);
    let rest = match speaker {
        Speaker::Page => listen(&app, &id, socket, &headers, &guest).await,
        Speaker::Program => seat(&app, &id, socket, &guest).await,
    };
    if let Some(rest) = rest {
        let _ = tokio::time::timeout(FAREWELL, last_words(rest, speaker)).await;
    }
    FIGURES.sockets.change(-1);
    app.sockets.fetch_sub(1, Ordering::Relaxed);
}

async fn last_words(Rest { mut socket, queue, last }: Rest, speaker: Speaker) -> Result<(), axum::Error> {
    for message in queue {
        socket.feed(message).await?;
    }
    let linger = last.is_err() || speaker == Speaker::Program;
    if let Err(error) = last {
        let text = match speaker {
            Speaker::Page => serde_json::to_string(&Tell::Error { error }).unwrap_or_default(),
            Speaker::Program => engine::refused("null", error),
        };
        socket.feed(Message::Text(text.into())).await?;
    }
    let close = CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") };
    socket.send(Message::Close(Some(close))).await?;
    if linger {
        tokio::time::sleep(LINGER).await;
    }
    Ok(())
}

/// Nobody listens yet: a socket that ends with these words.
fn ended(socket: WebSocket, last: Result<(), FailureBody>) -> Rest {
    Rest { socket, queue: VecDeque::new(), last }
}

/// Finds out who this is, and hands him over to the match.
async fn listen(
    app: &App,
    id: &str,
    mut socket: WebSocket,
    headers: &HeaderMap,
    guest: &Guest,
) -> Option<Rest> {
    let (caller, known) = match introduced(app, id, &mut socket, headers).await {
        Ok(Some(caller)) => caller,
        Ok(None) => return Some(ended(socket, Ok(()))),
        Err(error) => return Some(ended(socket, Err(error))),
    };
    if let Err(error) = guest.may(Act::Join) {
        return Some(ended(socket, Err(error)));
    }
    join(app, id, socket, guest, (caller, known), Tongue::Page).await
}

/// The same with a program: its first line says who it is.
async fn seat(app: &App, id: &str, mut socket: WebSocket, guest: &Guest) -> Option<Rest> {
    let expected = "expected {\"op\":\"sit\",\"key\":…} as the first line";
    let first = match first(&mut socket, app.patience.hello, expected).await {
        Ok(Some(first)) => first,
        Ok(None) => return Some(ended(socket, Ok(()))),
        Err(error) => return Some(ended(socket, Err(error))),
    };
    let Sit { id: sat, key, claim } = match Sit::read(&first) {
        Ok(sit) => sit,
        Err(Unread { id, error }) => return Some(refused(socket, protocol::error(&id, &error))),
    };
    let claimed = async {
        guest.may(Act::Join)?;
        match claim {
            Some(claim) => app.hall.ask(id, &Caller::Nobody, Ask::Claim(claim)).await.map(|_| ()),
            None => Ok(()),
        }
    };
    if let Err(error) = claimed.await {
        return Some(refused(socket, engine::refused(&sat, error)));
    }
    let known = Known { events: 0, voids: 0, changes: false };
    join(app, id, socket, guest, (Caller::Key(key), known), Tongue::Engine { sat }).await
}

/// A program that can not sit down hears why.
fn refused(socket: WebSocket, line: String) -> Rest {
    Rest { socket, queue: VecDeque::from([Message::Text(line.into())]), last: Ok(()) }
}

/// Who is not let in hears why; a program as the answer to its first line.
fn stays_out(mut rest: Rest, tongue: &Tongue, error: FailureBody) -> Rest {
    match tongue {
        Tongue::Page => rest.last = Err(error),
        Tongue::Engine { sat } => rest.queue.push_back(Message::Text(engine::refused(sat, error).into())),
    }
    rest
}

/// Hands somebody over to the match, and waits until it lets him go.
async fn join(
    app: &App,
    id: &str,
    mut socket: WebSocket,
    guest: &Guest,
    (caller, known): (Caller, Known),
    tongue: Tongue,
) -> Option<Rest> {
    loop {
        let door = match app.hall.door(id, guest.client).await {
            Ok(door) => door,
            Err(error) => {
                return Some(stays_out(
                    Rest { socket, queue: VecDeque::new(), last: Ok(()) },
                    &tongue,
                    error,
                ));
            }
        };
        let (line, back) = Line::new(socket, guest.clone(), tongue.clone());
        let (reply, answer) = oneshot::channel();
        let join = Cmd::Join { caller: caller.clone(), known, line: Box::new(line), reply };
        let joined = if door.send(join).await.is_ok() { answer.await.ok() } else { None };
        // Holding the door would keep the match in memory for no other reason; its listeners do that by being there.
        drop(door);
        let rest = back.await.ok()?;
        match joined {
            Some(Ok(())) => return Some(rest),
            Some(Err(error)) => return Some(stays_out(rest, &tongue, error)),
            // The door closed in this moment: behind the next one somebody answers.
            None => socket = rest.socket,
        }
    }
}

/// Who this is, what he has, and what he knows to be void.
async fn introduced(
    app: &App,
    id: &str,
    socket: &mut WebSocket,
    headers: &HeaderMap,
) -> Result<Option<(Caller, Known)>, FailureBody> {
    let Some((key, known)) = hello(socket, app.patience.hello).await? else { return Ok(None) };
    let caller = if key.is_empty() {
        // The browser sends the cookie wherever a page asks for it: only our own page may.
        if !same_origin(headers) {
            return Err(forbidden("expected the key of a seat"));
        }
        auth::caller(app, headers, id).await?
    } else {
        Caller::Key(key)
    };
    Ok(Some((caller, known)))
}

fn same_origin(headers: &HeaderMap) -> bool {
    let get = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    match (get(ORIGIN), get(HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, rest)| rest == host),
        _ => false,
    }
}

async fn hello(socket: &mut WebSocket, patience: Duration) -> Result<Option<(String, Known)>, FailureBody> {
    let expected = "expected {\"op\":\"hello\",\"key\":…} as the first message";
    let Some(message) = first(socket, patience, expected).await? else { return Ok(None) };
    match reading::message(&message)? {
        Say::Hello { key, events, voids, changes } => Ok(Some((key, Known { events, voids, changes }))),
        _ => Err(bad(expected)),
    }
}

/// The first message of a socket; nothing if it is closed before.
async fn first(
    socket: &mut WebSocket,
    patience: Duration,
    expected: &str,
) -> Result<Option<Utf8Bytes>, FailureBody> {
    // However many signs of life come meanwhile.
    let until = tokio::time::Instant::now() + patience;
    for _ in 0..=SIGNS {
        let Ok(received) = tokio::time::timeout_at(until, socket.recv()).await else {
            return Err(bad(expected));
        };
        match received {
            Some(Ok(Message::Text(message))) => return Ok(Some(message)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(bad("expected text, not bytes")),
            Some(Err(error)) => return broken(error).map(|()| None),
            Some(Ok(Message::Close(_))) | None => return Ok(None),
        }
    }
    Err(too_many_signs())
}
