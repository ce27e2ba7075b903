//! One WebSocket: a hello, then what its viewer may see, until it leaves.

use crate::api::auth;
use crate::app::App;
use crate::failure::{Code, bad, failure, forbidden};
use crate::figures::FIGURES;
use crate::room::{Caller, Cmd, Door, OUTBOX};
use crate::wire::{FailureBody, Say, Tell};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use futures_util::SinkExt;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The longest message of a client.
pub const MESSAGE_LIMIT: usize = 64 << 10;
/// [`Tell::Bye`] as it is written.
const BYE: &str = "{\"op\":\"bye\"}";
/// Who has not said hello after so long is not coming.
const PATIENCE: Duration = Duration::from_secs(10);
/// A sign of life where nothing happens: proxies close what is quiet.
const HEARTBEAT: Duration = Duration::from_secs(25);

/// Talks with one client until either side ends it.
pub async fn talk(app: App, id: String, mut socket: WebSocket, headers: HeaderMap) {
    app.sockets.fetch_add(1, Ordering::Relaxed);
    FIGURES.sockets.change(1);
    if let Err(error) = listen(&app, &id, &mut socket, &headers).await {
        let _ = socket.send(text(&Tell::Error { error })).await;
    }
    let close = CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") };
    let _ = socket.send(Message::Close(Some(close))).await;
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

async fn listen(app: &App, id: &str, socket: &mut WebSocket, headers: &HeaderMap) -> Result<(), FailureBody> {
    let Some((key, events, voids)) = hello(socket).await? else { return Ok(()) };
    let caller = if key.is_empty() {
        // The browser sends the cookie wherever a page asks for it: only our own page may.
        if !same_origin(headers) {
            return Err(forbidden("expected the key of a seat"));
        }
        auth::caller(app, headers, id).await?
    } else {
        Caller::Key(key)
    };
    let (out, mut inbox) = mpsc::channel(OUTBOX);
    let (door, sub) = loop {
        let (reply, answer) = oneshot::channel();
        let door = app.hall.door(id).await?;
        let join = Cmd::Join { caller: caller.clone(), events, voids, out: out.clone(), reply };
        if door.send(join).await.is_ok()
            && let Ok(joined) = answer.await
        {
            break (door, joined?);
        }
    };
    drop(out);
    let result = exchange(socket, &door, sub, &mut inbox).await;
    let _ = door.send(Cmd::Leave { sub }).await;
    result
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

async fn exchange(
    socket: &mut WebSocket,
    door: &Door,
    sub: u64,
    inbox: &mut mpsc::Receiver<Vec<Utf8Bytes>>,
) -> Result<(), FailureBody> {
    let mut heartbeat = tokio::time::interval_at(tokio::time::Instant::now() + HEARTBEAT, HEARTBEAT);
    heartbeat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut told_bye = false;
    loop {
        tokio::select! {
            received = socket.recv() => {
                heard = Instant::now();
                match received {
                    Some(Ok(Message::Text(message))) => match read(&message) {
                        Ok(say) => {
                            if door.send(Cmd::Say { sub, say, at: heard }).await.is_err() {
                                let _ = socket.send(text(&Tell::Bye)).await;
                                return Ok(());
                            }
                        }
                        Err(error) => {
                            if socket.send(text(&Tell::Error { error })).await.is_err() {
                                return Ok(());
                            }
                        }
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_))) => return Err(bad("expected text, not bytes")),
                    Some(Ok(Message::Close(_))) | None => return Ok(()),
                    Some(Err(error)) => {
                        tracing::debug!(%error, "a socket failed");
                        return Err(bad(format!("expected messages of at most {MESSAGE_LIMIT} bytes")));
                    }
                }
            }
            messages = inbox.recv() => {
                // Without a sender: the match has said good-bye, or this listener was too slow.
                let Some(mut messages) = messages else {
                    if told_bye {
                        return Ok(());
                    }
                    return Err(failure(Code::Busy, "this connection does not keep up; come back"));
                };
                while let Ok(more) = inbox.try_recv() {
                    messages.extend(more);
                }
                told_bye = messages.last().is_some_and(|message| message.as_str() == BYE);
                for message in messages {
                    if socket.feed(Message::Text(message)).await.is_err() {
                        return Ok(());
                    }
                }
                if socket.flush().await.is_err() {
                    return Ok(());
                }
            }
            _ = heartbeat.tick() => {
                if heard.elapsed() > HEARTBEAT * 3 || socket.send(Message::Ping(axum::body::Bytes::new())).await.is_err() {
                    return Ok(());
                }
            }
        }
    }
}
