//! The way out to one listener. The match writes to the socket itself: to wake another task for it, on another thread,
//! costs more than the writing.

use crate::wire::BYE;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::Sink;
use futures_util::stream::SplitSink;
use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::oneshot;

/// Bytes that a listener may be behind; who is slower is let go and comes back when he can.
const BEHIND: usize = 2 << 20;

/// The half of a socket that is written to.
pub type Out = SplitSink<WebSocket, Message>;

/// What is left of a line when the match lets it go: whoever reads from the socket says the last words.
#[derive(Debug)]
pub struct Rest {
    pub out: Out,
    /// What could not be sent yet.
    pub queue: VecDeque<Message>,
    /// The match has said good-bye.
    pub bye: bool,
}

/// A line in the hands of a match. It goes back when it is dropped, for whatever reason.
#[derive(Debug)]
pub struct Line {
    rest: Option<Rest>,
    back: Option<oneshot::Sender<Rest>>,
    /// Bytes that wait.
    behind: usize,
    /// Something was handed to the socket that may not be on its way yet.
    unflushed: bool,
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
    pub fn new(out: Out) -> (Self, oneshot::Receiver<Rest>) {
        let (back, rest) = oneshot::channel();
        let queue = VecDeque::new();
        let own = Rest { out, queue, bye: false };
        (Self { rest: Some(own), back: Some(back), behind: 0, unflushed: false }, rest)
    }

    pub fn say(&mut self, text: &Utf8Bytes) {
        if let Some(rest) = &mut self.rest {
            rest.bye = text.as_str() == BYE;
            self.behind += text.as_str().len();
            rest.queue.push_back(Message::Text(text.clone()));
        }
    }

    /// A sign of life.
    pub fn beat(&mut self) {
        if let Some(rest) = &mut self.rest {
            rest.queue.push_back(Message::Ping(axum::body::Bytes::new()));
        }
    }

    /// Writes as much as the socket takes now. Who waits for the rest is woken when it takes more.
    pub fn pump(&mut self, context: &mut Context<'_>) -> State {
        let Some(rest) = &mut self.rest else { return State::Broken };
        let mut out = Pin::new(&mut rest.out);
        while !rest.queue.is_empty() {
            match out.as_mut().poll_ready(context) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(_)) => return State::Broken,
                Poll::Pending => {
                    return if self.behind > BEHIND { State::Slow } else { State::Well };
                }
            }
            if let Some(message) = rest.queue.pop_front() {
                if let Message::Text(text) = &message {
                    self.behind -= text.as_str().len();
                }
                if out.as_mut().start_send(message).is_err() {
                    return State::Broken;
                }
                self.unflushed = true;
            }
        }
        if self.unflushed {
            match out.poll_flush(context) {
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
