//! A socket in the hands of a match, which reads from it and writes to it by itself: to wake another task for that, on
//! another thread, costs more than the reading and the writing.

use crate::engine::{Request, Unread};
use crate::failure::{Code, bad, failure, misplaced};
use crate::limits::Guest;
use crate::reading;
use crate::wire::{FailureBody, Say};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::{Sink, Stream};
use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite;

/// The longest message of a client.
pub const MESSAGE_LIMIT: usize = 64 << 10;
/// Bytes that a listener may be behind; who is slower is let go and comes back when he can.
const BEHIND: usize = 2 << 20;
/// What a message that waits takes beside its text: its place in the queue, and what its text keeps in reserve.
const ENVELOPE: usize = 192;
/// Signs of life that are taken of one line before the others are heard.
const SIGNS_AT_ONCE: usize = 4;
/// Signs of life in a second. A proxy sends one now and then, an answer to ours comes each half minute.
pub const SIGNS: u32 = 200;

/// What is spoken on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// That of the page: `Say` and `Tell`.
    Page,
    /// The engine's protocol, spoken by a program that sat down with a line of this id.
    Engine { sat: String },
}

/// What is left of a line when the match lets it go.
#[derive(Debug)]
pub struct Rest {
    pub socket: WebSocket,
    /// What could not be sent yet.
    pub queue: VecDeque<Message>,
    /// What the client should know last.
    pub last: Result<(), FailureBody>,
}

/// A line to somebody who listens. It goes back to where it came from when it is dropped, for whatever reason.
#[derive(Debug)]
pub struct Line {
    rest: Option<Rest>,
    back: Option<oneshot::Sender<Rest>>,
    /// Bytes that wait, with their envelopes.
    behind: usize,
    /// Something was handed to the socket that may not be on its way yet.
    unflushed: bool,
    heard: Instant,
    signs: Signs,
    /// Whose line it is.
    pub guest: Guest,
    pub tongue: Tongue,
}

/// What comes from a client.
#[derive(Debug)]
pub enum Heard {
    Say(Say, Instant),
    /// The same from a program.
    Line(Box<Result<Request, Unread>>, Instant),
    /// Nothing that anybody understands.
    Noise(FailureBody),
    /// He is gone, or has to go for this reason.
    Gone(Result<(), FailureBody>),
}

/// How a line is after it was written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Well,
    /// He does not keep up.
    Slow,
    /// Nobody is there any more.
    Broken,
}

impl Line {
    pub fn new(socket: WebSocket, guest: Guest, tongue: Tongue) -> (Self, oneshot::Receiver<Rest>) {
        let (back, rest) = oneshot::channel();
        let own = Rest { socket, queue: VecDeque::new(), last: Ok(()) };
        let heard = Instant::now();
        (
            Self {
                rest: Some(own),
                back: Some(back),
                behind: 0,
                unflushed: false,
                heard,
                signs: Signs::new(heard),
                guest,
                tongue,
            },
            rest,
        )
    }

    pub fn say(&mut self, text: &Utf8Bytes) {
        if let Some(rest) = &mut self.rest {
            self.behind += text.as_str().len() + ENVELOPE;
            rest.queue.push_back(Message::Text(text.clone()));
        }
    }

    /// A sign of life, one each so often; false if nothing was heard of the other side for too long.
    pub fn beat(&mut self, every: Duration) -> bool {
        if let Some(rest) = &mut self.rest {
            rest.queue.push_back(Message::Ping(axum::body::Bytes::new()));
        }
        self.heard.elapsed() <= every * 3
    }

    /// Lets go, with a last word.
    pub fn end(mut self, last: Result<(), FailureBody>) {
        if let Some(rest) = &mut self.rest {
            rest.last = last;
        }
    }

    /// The next thing that comes. Nothing, if there were only signs of life and there may be more of them: then it is
    /// somebody else's turn.
    pub fn poll_heard(&mut self, context: &mut Context<'_>) -> Poll<Option<Heard>> {
        let Some(rest) = &mut self.rest else { return Poll::Ready(Some(Heard::Gone(Ok(())))) };
        for _ in 0..SIGNS_AT_ONCE {
            let received = ready!(Pin::new(&mut rest.socket).poll_next(context));
            self.heard = Instant::now();
            return Poll::Ready(Some(match received {
                Some(Ok(Message::Text(message))) if self.tongue != Tongue::Page => {
                    Heard::Line(Box::new(Request::read(&message)), self.heard)
                }
                Some(Ok(Message::Text(message))) => match reading::message(&message) {
                    Ok(say) => Heard::Say(say, self.heard),
                    Err(error) => Heard::Noise(error),
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    if self.signs.one_more(self.heard) {
                        continue;
                    }
                    Heard::Gone(Err(too_many_signs()))
                }
                Some(Ok(Message::Binary(_))) => Heard::Gone(Err(bad("expected text, not bytes"))),
                Some(Ok(Message::Close(_))) | None => Heard::Gone(Ok(())),
                Some(Err(error)) => {
                    tracing::debug!(%error, "a socket failed");
                    Heard::Gone(broken(error))
                }
            }));
        }
        Poll::Ready(None)
    }

    /// Writes as much as the socket takes now. Who waits for the rest is woken when it takes more.
    pub fn pump(&mut self, context: &mut Context<'_>) -> State {
        let Some(rest) = &mut self.rest else { return State::Broken };
        let mut socket = Pin::new(&mut rest.socket);
        while !rest.queue.is_empty() {
            match socket.as_mut().poll_ready(context) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(_)) => return State::Broken,
                Poll::Pending => return if self.behind > BEHIND { State::Slow } else { State::Well },
            }
            if let Some(message) = rest.queue.pop_front() {
                if let Message::Text(text) = &message {
                    self.behind -= text.as_str().len() + ENVELOPE;
                }
                if socket.as_mut().start_send(message).is_err() {
                    return State::Broken;
                }
                self.unflushed = true;
            }
        }
        if self.unflushed {
            match socket.poll_flush(context) {
                Poll::Ready(Ok(())) => self.unflushed = false,
                Poll::Ready(Err(_)) => return State::Broken,
                Poll::Pending => {}
            }
        }
        State::Well
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let (Some(rest), Some(back)) = (self.rest.take(), self.back.take()) {
            let _ = back.send(rest);
        }
    }
}

/// The signs of life of one client within a second.
#[derive(Debug)]
struct Signs {
    since: Instant,
    count: u32,
}

impl Signs {
    fn new(now: Instant) -> Self {
        Self { since: now, count: 0 }
    }

    /// Whether there may be one more now.
    fn one_more(&mut self, now: Instant) -> bool {
        if now.duration_since(self.since) >= Duration::from_secs(1) {
            *self = Self::new(now);
        }
        self.count += 1;
        self.count <= SIGNS
    }
}

pub fn too_many_signs() -> FailureBody {
    failure(Code::Busy, format!("expected at most {SIGNS} pings and pongs in a second"))
}

/// Why a client is heard no more; nothing is to be said to one who is simply gone.
pub fn broken(error: axum::Error) -> Result<(), FailureBody> {
    match error.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => {
            Err(misplaced("message", format!("expected messages of at most {MESSAGE_LIMIT} bytes")))
        }
        Some(tungstenite::Error::Utf8(_)) => Err(bad("expected text in UTF-8")),
        Some(tungstenite::Error::Protocol(why)) => {
            Err(bad(format!("expected frames as the protocol of WebSockets has them: {why}")))
        }
        _ => Ok(()),
    }
}

pub fn slow() -> FailureBody {
    failure(Code::Busy, "this connection does not keep up; come back")
}

#[cfg(test)]
mod tests {
    use super::{SIGNS, Signs};
    use std::time::{Duration, Instant};

    #[test]
    fn so_many_signs_of_life_are_taken_in_a_second_and_then_as_many_again() {
        let start = Instant::now();
        let mut signs = Signs::new(start);
        for second in 0..2_u64 {
            let at = |millis| start + Duration::from_millis(second * 1000 + millis);
            assert!((0..SIGNS).all(|_| signs.one_more(at(0))), "second {second}");
            assert!(!signs.one_more(at(0)) && !signs.one_more(at(999)), "second {second}");
        }
    }
}
