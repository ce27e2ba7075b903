//! Connections: how they are taken, and how long somebody may keep the server waiting.

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io::{self, ErrorKind, IoSlice};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Sleep;
use tower::Service;

/// When no connection can be taken (there are too many files open), the next try comes after so long.
const BREATH: Duration = Duration::from_secs(1);

/// How long the server waits for somebody who does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the whole head of a request. It counts from the beginning of a connection and from the end of an answer: who
    /// holds a connection and asks for nothing is let go, too.
    pub head: Duration,
    /// For the whole body of a request.
    pub body: Duration,
    /// For the other side to take anything of what is sent to it, in an answer or on a socket.
    pub write: Duration,
    /// For the first word on a socket.
    pub hello: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let half_a_minute = Duration::from_secs(30);
        Self {
            head: half_a_minute,
            body: half_a_minute,
            write: half_a_minute,
            hello: Duration::from_secs(10),
        }
    }
}

/// Serves everybody who comes until `stop` is done, then waits until the last answer is given.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    patience: Patience,
    stop: impl Future<Output = ()> + Send,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience.head);
    let (closing, closed) = watch::channel(false);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                breathe(&error).await;
                continue;
            }
        };
        // A message waits for no other one: without this a move takes 40 ms.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().call(request)
        });
        let io = TokioIo::new(Patient { stream, patience: patience.write, waiting: None });
        let connection = http.serve_connection(io, service).with_upgrades();
        let mut closing = closed.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => return,
                _ = closing.wait_for(|closing| *closing) => {}
            }
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        });
    }
    drop((listener, closed));
    closing.send_replace(true);
    closing.closed().await;
}

/// Somebody who is gone before he was let in is no trouble; anything else may be over in a moment.
async fn breathe(error: &io::Error) {
    let gone = [ErrorKind::ConnectionAborted, ErrorKind::ConnectionRefused, ErrorKind::ConnectionReset];
    if !gone.contains(&error.kind()) {
        tracing::error!(%error, "no connection can be taken");
        tokio::time::sleep(BREATH).await;
    }
}

/// A connection that breaks when the other side takes nothing for too long. While it takes something, no clock runs.
#[derive(Debug)]
struct Patient {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn in_time(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if wrote.is_ready() {
            self.waiting = None;
            return wrote;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        waiting.as_mut().poll(context).map(|()| Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
