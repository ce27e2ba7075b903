//! One WebSocket: a hello, then what its viewer may see, until it leaves.

use crate::api::auth;
use crate::app::App;
use crate::failure::{Code, bad, failure, forbidden};
use crate::figures::FIGURES;
use crate::line::{Line, Rest};
use crate::room::{Caller, Cmd, Door};
use crate::wire::{FailureBody, Say, Tell};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use futures_util::stream::SplitStream;
use futures_util::{SinkExt, StreamExt};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The longest message of a client.
pub const MESSAGE_LIMIT: usize = 64 << 10;
/// Who has not said hello after so long is not coming.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the last words may take.
const FAREWELL: Duration = Duration::from_secs(10);
/// A sign of life where nothing happens: proxies close what is quiet.
const HEARTBEAT: Duration = Duration::from_secs(25);

/// Talks with one client until either side ends it.
pub async fn talk(app: App, id: String, socket: WebSocket, headers: HeaderMap) {
    app.sockets.fetch_add(1, Ordering::Relaxed);
    FIGURES.sockets.change(1);
    if let (Some(mut socket), result) = listen(&app, &id, socket, &headers).await {
        let last_words = async {
            if let Err(error) = result {
                let _ = socket.send(text(&Tell::Error { error })).await;
            }
            let close = CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") };
            let _ = socket.send(Message::Close(Some(close))).await;
        };
        let _ = tokio::time::timeout(FAREWELL, last_words).await;
    }
    FIGURES.sockets.change(-1);
    app.sockets.fetch_sub(1, Ordering::Relaxed);
}

fn text(tell: &Tell) -> Message {
    Message::Text(serde_json::to_string(tell).unwrap_or_default().into())
}

fn read(message: &str) -> Result<Say, FailureBody> {
    serde_json::from_str(message)
        .map_err(|error| bad(format!("expected a message such as {{\"op\":\"ping\",\"at\":0}}: {error}")))
}

/// Listens until the end; the socket, if there is somebody to say a last word to, and what that is.
async fn listen(
    app: &App,
    id: &str,
    mut socket: WebSocket,
    headers: &HeaderMap,
) -> (Option<WebSocket>, Result<(), FailureBody>) {
    let (caller, events, voids) = match introduced(app, id, &mut socket, headers).await {
        Ok(Some(caller)) => caller,
        Ok(None) => return (Some(socket), Ok(())),
        Err(error) => return (Some(socket), Err(error)),
    };
    loop {
        let door = match app.hall.door(id).await {
            Ok(door) => door,
            Err(error) => return (Some(socket), Err(error)),
        };
        let (out, mut stream) = socket.split();
        let (line, mut back) = Line::new(out);
        let (reply, answer) = oneshot::channel();
        let join = Cmd::Join { caller: caller.clone(), events, voids, line, reply };
        // A door that closes in this moment is no answer.
        let joined = if door.send(join).await.is_ok() { answer.await.ok() } else { None };
        let ended = match joined {
            Some(Ok(sub)) => {
                let ended = exchange(&mut stream, &door, sub, &mut back).await;
                let _ = door.send(Cmd::Leave { sub }).await;
                Some(ended)
            }
            Some(Err(error)) => Some(Ended::Here(Err(error))),
            None => None,
        };
        let (rest, result) = match ended {
            Some(Ended::There(rest, result)) => (Ok(rest), Some(result)),
            Some(Ended::Here(result)) => (back.await, Some(result)),
            None => (back.await, None),
        };
        let Some(whole) = rest.ok().and_then(|rest| rest.out.reunite(stream).ok()) else {
            return (None, result.unwrap_or(Ok(())));
        };
        match result {
            Some(result) => return (Some(whole), result),
            None => socket = whole,
        }
    }
}

/// Who this is, what he has, and what he knows to be void.
async fn introduced(
    app: &App,
    id: &str,
    socket: &mut WebSocket,
    headers: &HeaderMap,
) -> Result<Option<(Caller, u32, u32)>, FailureBody> {
    let Some((key, events, voids)) = hello(socket).await? else { return Ok(None) };
    let caller = if key.is_empty() {
        // The browser sends the cookie wherever a page asks for it: only our own page may.
        if !same_origin(headers) {
            return Err(forbidden("expected the key of a seat"));
        }
        auth::caller(app, headers, id).await?
    } else {
        Caller::Key(key)
    };
    Ok(Some((caller, events, voids)))
}

fn same_origin(headers: &HeaderMap) -> bool {
    let get = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    match (get(ORIGIN), get(HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, rest)| rest == host),
        _ => false,
    }
}

async fn hello(socket: &mut WebSocket) -> Result<Option<(String, u32, u32)>, FailureBody> {
    loop {
        let Ok(received) = tokio::time::timeout(PATIENCE, socket.recv()).await else {
            return Err(bad("expected {\"op\":\"hello\",\"key\":…} as the first message"));
        };
        match received {
            Some(Ok(Message::Text(message))) => {
                return match read(&message)? {
                    Say::Hello { key, events, voids } => Ok(Some((key, events, voids))),
                    _ => Err(bad("expected {\"op\":\"hello\",\"key\":…} as the first message")),
                };
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(bad("expected text, not bytes")),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
        }
    }
}

/// How an exchange ends: by the client, or by the match, which gives the line back.
enum Ended {
    Here(Result<(), FailureBody>),
    There(Rest, Result<(), FailureBody>),
}

/// Hands the match what the client says. What the match says it writes to the socket by itself.
async fn exchange(
    stream: &mut SplitStream<WebSocket>,
    door: &Door,
    sub: u64,
    back: &mut oneshot::Receiver<Rest>,
) -> Ended {
    let mut heartbeat = tokio::time::interval_at(tokio::time::Instant::now() + HEARTBEAT, HEARTBEAT);
    heartbeat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        let cmd = tokio::select! {
            received = stream.next() => {
                heard = Instant::now();
                match received {
                    Some(Ok(Message::Text(message))) => match read(&message) {
                        Ok(say) => Cmd::Say { sub, say, at: heard },
                        Err(error) => Cmd::Answered { sub, tell: Box::new(Tell::Error { error }) },
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Binary(_))) => {
                        return Ended::Here(Err(bad("expected text, not bytes")));
                    }
                    Some(Ok(Message::Close(_))) | None => return Ended::Here(Ok(())),
                    Some(Err(error)) => {
                        tracing::debug!(%error, "a socket failed");
                        let why = format!("expected messages of at most {MESSAGE_LIMIT} bytes");
                        return Ended::Here(Err(bad(why)));
                    }
                }
            }
            rest = &mut *back => {
                let Ok(rest) = rest else { return Ended::Here(Ok(())) };
                return let_go(rest).await;
            }
            _ = heartbeat.tick() => {
                if heard.elapsed() > HEARTBEAT * 3 {
                    return Ended::Here(Ok(()));
                }
                Cmd::Beat { sub }
            }
        };
        // A match that is gone has given the line back, which is the next thing to be heard of it.
        if door.send(cmd).await.is_err() {
            return match (&mut *back).await {
                Ok(rest) => let_go(rest).await,
                Err(_) => Ended::Here(Ok(())),
            };
        }
    }
}

/// The match has let go of this listener: it has said good-bye, or he was too slow, or is not there.
async fn let_go(mut rest: Rest) -> Ended {
    let leftover = async {
        while let Some(message) = rest.queue.pop_front() {
            if rest.out.feed(message).await.is_err() {
                return false;
            }
        }
        rest.out.flush().await.is_ok()
    };
    let there = tokio::time::timeout(FAREWELL, leftover).await.unwrap_or(false);
    let kept_up = rest.bye || !there;
    let slow = || failure(Code::Busy, "this connection does not keep up; come back");
    Ended::There(rest, if kept_up { Ok(()) } else { Err(slow()) })
}
