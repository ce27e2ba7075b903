//! Connections: how they are taken, and how long somebody may keep the server waiting.

use crate::limits::Client;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::io::{self, ErrorKind, IoSlice};
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Sleep;
use tower::Service;

/// When no connection can be taken (there are too many files open), the next try comes after so long.
const BREATH: Duration = Duration::from_secs(1);

/// A sign of life where nothing happens: proxies close what is quiet.
const HEARTBEAT: Duration = Duration::from_secs(25);

/// Connections that one address has at the same time: those who hold more hold others out.
const FROM_ONE: usize = 512;
/// Files that are left to the program itself: its database, and what it reads.
const RESERVE: usize = 64;

/// How long the server waits for somebody who does not go on, and how many may let it wait.
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
    /// Between two signs of life that are asked for on a socket; who gives none for three times as long is let go.
    pub beat: Duration,
    /// Connections at once from one address.
    pub from_one: usize,
    /// The machine itself is spared that.
    pub spares_itself: bool,
    /// Connections at once in all.
    pub in_all: usize,
}

impl Default for Patience {
    fn default() -> Self {
        let half_a_minute = Duration::from_secs(30);
        Self {
            head: half_a_minute,
            body: half_a_minute,
            write: half_a_minute,
            hello: Duration::from_secs(10),
            beat: HEARTBEAT,
            from_one: FROM_ONE,
            spares_itself: true,
            in_all: bearable(),
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
    let open = Open::default();
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
        // Nothing is said: to read that there is no room takes room.
        let Some(entry) = open.enter(peer.ip(), &patience) else {
            tracing::debug!(%peer, "there are too many connections");
            continue;
        };
        // A message waits for no other one: without this a move takes 40 ms.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().call(request)
        });
        let io = TokioIo::new(Patient { stream, patience: patience.write, waiting: None, _entry: entry });
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

/// Connections that the system gives this program, less what it needs itself.
fn bearable() -> usize {
    room_in(&std::fs::read_to_string("/proc/self/limits").unwrap_or_default())
}

fn room_in(limits: &str) -> usize {
    files(limits).map_or(usize::MAX, |files| files.saturating_sub(RESERVE).max(RESERVE / 4))
}

/// How many files may be open, if that is limited.
fn files(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The connections that are open.
#[derive(Clone, Debug, Default)]
struct Open(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    of: HashMap<Client, usize>,
}

impl Open {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more, if there is room for it.
    fn enter(&self, from: IpAddr, patience: &Patience) -> Option<Entry> {
        let is_spared = patience.spares_itself && from.to_canonical().is_loopback();
        let client = (!is_spared).then(|| Client::at(from));
        let mut counts = self.counts();
        let his = client.and_then(|client| counts.of.get(&client)).copied().unwrap_or_default();
        if counts.all >= patience.in_all || (client.is_some() && his >= patience.from_one) {
            return None;
        }
        counts.all += 1;
        if let Some(client) = client {
            counts.of.insert(client, his + 1);
        }
        Some(Entry { open: self.clone(), client })
    }
}

/// A connection that is counted until it is dropped.
#[derive(Debug)]
struct Entry {
    open: Open,
    client: Option<Client>,
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut counts = self.open.counts();
        counts.all -= 1;
        let Some(client) = self.client else { return };
        if let Some(his) = counts.of.get_mut(&client) {
            *his -= 1;
            if *his == 0 {
                counts.of.remove(&client);
            }
        }
    }
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
    /// For as long as the stream is open, also as a socket.
    _entry: Entry,
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

#[cfg(test)]
mod tests {
    use super::{Open, Patience, breathe, files, room_in};
    use std::io::{self, ErrorKind};
    use std::net::IpAddr;
    use std::pin::pin;
    use std::task::{Context, Waker};

    #[test]
    fn one_address_has_so_many_connections_and_the_machine_itself_as_many_as_there_are() {
        let open = Open::default();
        let mut patience = Patience { from_one: 2, in_all: 6, ..Patience::default() };
        let enter = |from: &str, patience: &Patience| {
            open.enter(from.parse::<IpAddr>().expect("an address"), patience)
        };
        let mut held: Vec<_> = ["192.0.2.1"; 3].map(|from| enter(from, &patience)).into_iter().collect();
        assert_eq!(held.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false]);
        held.extend(["127.0.0.1", "::1", "127.0.0.1"].map(|from| enter(from, &patience)));
        assert!(held[3..].iter().all(Option::is_some), "nobody counts them");
        assert!(enter("192.0.2.1", &patience).is_none());
        held.push(enter("192.0.2.2", &patience));
        assert!(held[6].is_some(), "each address has its own");
        assert!(enter("192.0.2.3", &patience).is_none(), "there is no room in all");
        assert!(enter("127.0.0.1", &patience).is_none());
        held[0] = None;
        held[0] = enter("192.0.2.1", &patience);
        assert!(held[0].is_some(), "who has gone makes room");
        held.clear();
        patience.spares_itself = false;
        let held = ["127.0.0.1"; 3].map(|from| enter(from, &patience));
        assert_eq!(held.map(|entry| entry.is_some()), [true, true, false], "behind a proxy");
    }

    #[test]
    fn the_limit_of_files_is_read_where_there_is_one() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
            Max processes             7823                 7823                 processes \n\
            Max open files            1024                 524288               files     \n";
        assert_eq!(files(limits), Some(1024));
        assert_eq!(
            files("Max open files            unlimited            unlimited            files\n"),
            None
        );
        assert_eq!(files(""), None);
    }

    #[test]
    fn some_files_are_left_to_the_program_and_some_connections_to_everybody() {
        let room =
            |files: &str| room_in(&format!("Max open files            {files}      524288      files\n"));
        assert_eq!([room("1024"), room("81"), room("80"), room("10")], [960, 17, 16, 16]);
        assert_eq!(room("unlimited"), usize::MAX);
    }

    #[test]
    fn a_place_that_was_given_back_is_one_place() {
        let (open, patience) = (Open::default(), Patience { from_one: 2, in_all: 9, ..Patience::default() });
        let enter = || open.enter("192.0.2.1".parse().expect("an address"), &patience);
        let (first, second) = (enter(), enter());
        assert!(first.is_some() && second.is_some() && enter().is_none());
        drop(first);
        let third = enter();
        assert!(third.is_some() && enter().is_none(), "one has gone, one has come");
        drop((second, third));
        assert!(open.counts().of.is_empty(), "nobody is kept in mind who has gone");
        assert_eq!(open.counts().all, 0);
    }

    /// Where no connection can be taken there is a pause; one that broke off before it was taken is no reason for it.
    #[tokio::test]
    async fn only_what_may_last_is_waited_for() {
        let waits = |kind: ErrorKind| {
            let error = io::Error::from(kind);
            pin!(breathe(&error)).poll(&mut Context::from_waker(Waker::noop())).is_pending()
        };
        assert!(waits(ErrorKind::Other) && waits(ErrorKind::OutOfMemory));
        for gone in [ErrorKind::ConnectionAborted, ErrorKind::ConnectionRefused, ErrorKind::ConnectionReset] {
            assert!(!waits(gone), "{gone:?}");
        }
    }
}
