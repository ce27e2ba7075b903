//! One WebSocket: a hello, then it is in the hands of the match until either side ends it.

use crate::api::auth;
use crate::app::App;
use crate::failure::{bad, forbidden};
use crate::figures::FIGURES;
use crate::limits::{Act, Guest};
use crate::line::{Line, Rest, SIGNS, broken, too_many_signs};
use crate::reading;
use crate::room::{Caller, Cmd, Known};
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

/// Talks with one client until either side ends it.
pub async fn talk(app: App, id: String, socket: WebSocket, headers: HeaderMap, guest: Guest) {
    app.sockets.fetch_add(1, Ordering::Relaxed);
    FIGURES.sockets.change(1);
    if let Some(rest) = listen(&app, &id, socket, &headers, &guest).await {
        let _ = tokio::time::timeout(FAREWELL, last_words(rest)).await;
    }
    FIGURES.sockets.change(-1);
    app.sockets.fetch_sub(1, Ordering::Relaxed);
}

async fn last_words(Rest { mut socket, queue, last }: Rest) -> Result<(), axum::Error> {
    for message in queue {
        socket.feed(message).await?;
    }
    let linger = last.is_err();
    if let Err(error) = last {
        let text = serde_json::to_string(&Tell::Error { error }).unwrap_or_default();
        socket.feed(Message::Text(text.into())).await?;
    }
    let close = CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") };
    socket.send(Message::Close(Some(close))).await?;
    if linger {
        tokio::time::sleep(LINGER).await;
    }
    Ok(())
}

/// Finds out who this is, hands him over to the match, and waits until it lets him go.
async fn listen(
    app: &App,
    id: &str,
    mut socket: WebSocket,
    headers: &HeaderMap,
    guest: &Guest,
) -> Option<Rest> {
    let ended = |socket, last| Some(Rest { socket, queue: VecDeque::new(), last });
    let (caller, known) = match introduced(app, id, &mut socket, headers).await {
        Ok(Some(caller)) => caller,
        Ok(None) => return ended(socket, Ok(())),
        Err(error) => return ended(socket, Err(error)),
    };
    if let Err(error) = guest.may(Act::Join) {
        return ended(socket, Err(error));
    }
    loop {
        let door = match app.hall.door(id, guest.client).await {
            Ok(door) => door,
            Err(error) => return ended(socket, Err(error)),
        };
        let (line, back) = Line::new(socket, guest.clone());
        let (reply, answer) = oneshot::channel();
        let join = Cmd::Join { caller: caller.clone(), known, line: Box::new(line), reply };
        let joined = if door.send(join).await.is_ok() { answer.await.ok() } else { None };
        // Holding the door would keep the match in memory for no other reason; its listeners do that by being there.
        drop(door);
        let rest = back.await.ok()?;
        match joined {
            Some(Ok(())) => return Some(rest),
            Some(Err(error)) => return Some(Rest { last: Err(error), ..rest }),
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
    // However many signs of life come meanwhile.
    let until = tokio::time::Instant::now() + patience;
    for _ in 0..=SIGNS {
        let Ok(received) = tokio::time::timeout_at(until, socket.recv()).await else {
            return Err(bad("expected {\"op\":\"hello\",\"key\":…} as the first message"));
        };
        match received {
            Some(Ok(Message::Text(message))) => {
                return match reading::message(&message)? {
                    Say::Hello { key, events, voids, changes } => {
                        Ok(Some((key, Known { events, voids, changes })))
                    }
                    _ => Err(bad("expected {\"op\":\"hello\",\"key\":…} as the first message")),
                };
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(bad("expected text, not bytes")),
            Some(Err(error)) => return broken(error).map(|()| None),
            Some(Ok(Message::Close(_))) | None => return Ok(None),
        }
    }
    Err(too_many_signs())
}
