//! To pass on a request, and to hold a socket of somebody between two nodes.

use super::{CLIENT, LOOK, NODE, Passed, SEAT, elsewhere};
use crate::app::App;
use crate::failure::{Code, failure, forbidden};
use crate::figures::FIGURES;
use crate::limits::{Client, Guest};
use crate::room::{Ask, Caller, Reply};
use crate::secret;
use crate::storage::{Owner, Peer};
use crate::wire::{Failure, FailureBody, NewMatch};
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use serde_json::value::RawValue;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

/// What belongs to one connection, and not to the request on it.
const OF_THE_CONNECTION: [HeaderName; 7] = [
    CONNECTION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
];
/// The longest answer to a question between nodes.
const ANSWER: usize = 1 << 20;
/// A match goes elsewhere when it is opened only if this node has so many more than twice those of another one.
const SLACK: usize = 8;

/// Where something goes.
#[derive(Clone, Debug)]
struct Target {
    node: Arc<str>,
    address: String,
}

impl Target {
    fn of(owner: Owner) -> Option<Self> {
        Some(Self { node: owner.node, address: owner.address? })
    }
}

/// Passes on what is about a match of another node.
pub async fn pass_on(State(app): State<App>, request: Request, next: Next) -> Response {
    if app.hall.store.peers().is_none() || request.extensions().get::<Passed>().is_some() {
        return next.run(request).await;
    }
    let path = request.uri().path();
    let id = path.strip_prefix("/api/matches/").and_then(|rest| rest.split('/').next());
    let id = id.filter(|id| secret::is_match_id(id)).map(str::to_owned);
    let target = match &id {
        Some(id) if app.hall.has(id) => None,
        Some(id) => match app.hall.store.owner(id).await {
            Ok(Some(owner)) => Target::of(owner),
            Ok(None) => idler(&app),
            Err(error) => return FailureBody::from(error).into_response(),
        },
        None if path == "/api/matches" && request.method() == Method::POST => idler(&app),
        None => None,
    };
    match target {
        Some(target) => forward(&app, target, id.as_deref(), request, next).await,
        None => next.run(request).await,
    }
}

/// A node that has far fewer matches than this one, where all requests come here.
fn idler(app: &App) -> Option<Target> {
    let (peers, own) = (app.hall.store.peers()?, app.hall.store.node()?);
    let peers = peers.borrow();
    let others = peers.iter().filter(|peer| peer.id != own && peer.address.is_some());
    let idle = others.min_by_key(|peer| peer.matches)?;
    let far_fewer = app.hall.in_memory() > idle.matches * 2 + SLACK;
    far_fewer
        .then(|| Target { node: Arc::clone(&idle.id), address: idle.address.clone().unwrap_or_default() })
}

/// Passes a request on. Where the other node can not be reached, or falls silent before it has answered, whoever has the
/// match next gets it, as long as nothing can be done twice by that.
async fn forward(
    app: &App,
    mut target: Target,
    id: Option<&str>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0);
    let client = app.limits.client(peer, request.headers());
    let until = Instant::now() + app.hall.store.lease() * 2;
    let can_be_repeated = request.method() == Method::GET;
    loop {
        let mut sent = false;
        if let Some(stream) = connect(app, &target.address).await {
            let body = if can_be_repeated { Body::empty() } else { std::mem::take(request.body_mut()) };
            let outgoing = outgoing(app, &request, client, body);
            sent = true;
            if let Some(answer) = unless_gone(app, &target.node, ask(stream, outgoing)).await {
                FIGURES.passed_on.add(1);
                return incoming(app, target.node, request, answer);
            }
        }
        if (sent && !can_be_repeated) || Instant::now() > until {
            return elsewhere().into_response();
        }
        tokio::time::sleep(LOOK).await;
        let owner = match id {
            Some(id) => app.hall.store.owner(id).await,
            None => Ok(None),
        };
        match owner.map(|owner| owner.and_then(Target::of)) {
            Ok(Some(owner)) => target = owner,
            Ok(None) => return next.run(request).await,
            Err(error) => return FailureBody::from(error).into_response(),
        }
    }
}

async fn connect(app: &App, address: &str) -> Option<TcpStream> {
    let stream = timeout(app.hall.store.lease() / 2, TcpStream::connect(address)).await;
    match stream {
        Ok(Ok(stream)) => {
            let _ = stream.set_nodelay(true);
            Some(stream)
        }
        Ok(Err(error)) => {
            tracing::debug!(%error, address, "a node can not be reached");
            None
        }
        Err(_) => None,
    }
}

/// The request as another node should see it.
fn outgoing(app: &App, request: &Request, client: Client, body: Body) -> Request {
    let mut headers = request.headers().clone();
    let upgrade = headers.get(UPGRADE).cloned();
    without_connection(&mut headers);
    if let Some(upgrade) = upgrade {
        headers.insert(UPGRADE, upgrade);
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    }
    show(app, &mut headers, client);
    let mut outgoing = Request::new(body);
    outgoing.method_mut().clone_from(request.method());
    *outgoing.uri_mut() = path_alone(request.uri());
    *outgoing.headers_mut() = headers;
    outgoing
}

fn path_alone(uri: &Uri) -> Uri {
    uri.path_and_query().map_or_else(Uri::default, |path| Uri::from(path.clone()))
}

/// What says that we are a node, and for whom we ask.
fn show(app: &App, headers: &mut HeaderMap, client: Client) {
    let secret = app.hall.store.secret().unwrap_or_default();
    if let Ok(mut secret) = HeaderValue::from_str(secret) {
        secret.set_sensitive(true);
        headers.insert(NODE, secret);
    }
    headers.insert(CLIENT, client.written());
}

/// Without what is of one connection alone, by its name or because `Connection` names it.
fn without_connection(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in OF_THE_CONNECTION.iter().chain(&named) {
        headers.remove(name);
    }
}

async fn ask(stream: TcpStream, request: Request) -> Result<hyper::Response<Incoming>, hyper::Error> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection.with_upgrades());
    sender.send_request(request).await
}

/// What comes of this, unless it fails or the node is struck from the list meanwhile.
async fn unless_gone<T>(
    app: &App,
    node: &str,
    asked: impl Future<Output = Result<T, hyper::Error>>,
) -> Option<T> {
    let peers = app.hall.store.peers()?;
    tokio::select! {
        answer = asked => answer.inspect_err(|error| tracing::debug!(%error, "a node does not answer")).ok(),
        () = gone(peers, node) => None,
    }
}

/// Returns when a node is not on the list any more. The list that we have may be older than the node, and so may be a look
/// that is under way: one that was never seen has to be missing twice.
async fn gone(mut peers: watch::Receiver<Vec<Peer>>, node: &str) {
    let is_there = |peers: &[Peer]| peers.iter().any(|peer| *peer.id == *node);
    let mut left = if is_there(&peers.borrow_and_update()) { 1 } else { 2 };
    while left > 0 && peers.changed().await.is_ok() {
        left = if is_there(&peers.borrow_and_update()) { 1 } else { left - 1 };
    }
}

/// The answer of another node as ours; a socket is held from then on.
fn incoming(
    app: &App,
    node: Arc<str>,
    mut request: Request,
    mut answer: hyper::Response<Incoming>,
) -> Response {
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
        let (ours, theirs) = (hyper::upgrade::on(&mut request), hyper::upgrade::on(&mut answer));
        if let Some(peers) = app.hall.store.peers() {
            tokio::spawn(tunnel(ours, theirs, peers, node));
        }
        return answer.map(|_| Body::empty());
    }
    without_connection(answer.headers_mut());
    answer.map(Body::new)
}

/// Hands on what either side says, until one of them has nothing more to say or the node is gone: one that hangs would
/// never say so.
async fn tunnel(ours: OnUpgrade, theirs: OnUpgrade, peers: watch::Receiver<Vec<Peer>>, node: Arc<str>) {
    let (Ok(ours), Ok(theirs)) = tokio::join!(ours, theirs) else { return };
    let (mut from_client, mut to_client) = tokio::io::split(TokioIo::new(ours));
    let (mut from_node, mut to_node) = tokio::io::split(TokioIo::new(theirs));
    tokio::select! {
        _ = tokio::io::copy(&mut from_client, &mut to_node) => {}
        _ = tokio::io::copy(&mut from_node, &mut to_client) => {}
        () = gone(peers, &node) => {}
    }
}

/// The node that has a match, where it is another one than this and can be reached.
async fn found(app: &App, id: &str) -> Result<Option<Target>, FailureBody> {
    if !secret::is_match_id(id) || app.hall.has(id) {
        return Ok(None);
    }
    Ok(app.hall.store.owner(id).await?.and_then(Target::of))
}

/// Asks another node something, which answers with a short text.
async fn question(
    app: &App,
    target: &Target,
    stream: TcpStream,
    request: Request,
) -> Result<(StatusCode, String), FailureBody> {
    let answer = unless_gone(app, &target.node, async {
        let answer = ask(stream, request).await?;
        let status = answer.status();
        Ok((status, Limited::new(answer.into_body(), ANSWER).collect().await))
    });
    let (status, body) = answer.await.ok_or_else(elsewhere)?;
    let body = body.map_err(|_| elsewhere())?.to_bytes();
    Ok((status, String::from_utf8_lossy(&body).into_owned()))
}

/// A request of our own to another node.
fn own_request(app: &App, method: Method, path: &str, client: Client, body: Body) -> Request {
    let mut request = Request::new(body);
    *request.method_mut() = method;
    *request.uri_mut() = path.parse().unwrap_or_default();
    request.headers_mut().insert(HOST, HeaderValue::from_static("localhost"));
    show(app, request.headers_mut(), client);
    request
}

/// A match in short, wherever it is.
pub async fn summary(app: &App, id: &str, caller: &Caller) -> Result<Box<RawValue>, FailureBody> {
    let odd = || failure(Code::Internal, "a match gave another answer than it was asked for");
    let target = found(app, id).await?;
    let stream = match &target {
        Some(target) => connect(app, &target.address).await,
        None => None,
    };
    // Whether a node that can not be reached is alive is found out when its match is asked for here.
    let (Some(target), Some(stream)) = (target, stream) else {
        let Reply::Summary(summary) = app.hall.ask(id, caller, Ask::Summary).await? else {
            return Err(odd());
        };
        return serde_json::value::to_raw_value(&summary).map_err(|_| odd());
    };
    let mut request =
        own_request(app, Method::GET, &format!("/api/matches/{id}"), Client::Unknown, Body::empty());
    let (name, value) = match caller {
        Caller::Key(key) => (AUTHORIZATION, format!("Bearer {key}")),
        Caller::Seat(seat) => (SEAT, seat.to_string()),
        Caller::Nobody => return Err(forbidden("expected the key of a seat or of spectators")),
    };
    let value = HeaderValue::from_str(&value).map_err(|_| odd())?;
    request.headers_mut().insert(name, value);
    let (status, text) = question(app, &target, stream, request).await?;
    if status != StatusCode::OK {
        return Err(serde_json::from_str(&text).map_or_else(|_| elsewhere(), |told: Failure| told.error));
    }
    RawValue::from_string(text).map_err(|_| odd())
}

/// A match that begins with a moment of another one is made where that one is; None if that is here.
pub async fn to_owner(app: &App, guest: &Guest, wish: &NewMatch) -> Result<Option<Response>, FailureBody> {
    let Some(fork) = &wish.fork else { return Ok(None) };
    let Some(target) = found(app, &fork.of).await? else { return Ok(None) };
    let body = serde_json::to_vec(wish).map_err(|error| failure(Code::Internal, error.to_string()))?;
    let mut request = own_request(app, Method::POST, "/api/matches", guest.client, Body::from(body));
    let json = HeaderValue::from_static("application/json");
    request.headers_mut().insert(CONTENT_TYPE, json.clone());
    let Some(stream) = connect(app, &target.address).await else { return Ok(None) };
    let (status, text) = question(app, &target, stream, request).await?;
    Ok(Some((status, [(CONTENT_TYPE, json)], text).into_response()))
}

#[cfg(test)]
mod tests {
    use super::{gone, without_connection};
    use crate::storage::Peer;
    use axum::http::{HeaderMap, HeaderName};
    use std::pin::pin;
    use std::task::{Context, Waker};
    use tokio::sync::watch;

    fn list(nodes: &[&str]) -> Vec<Peer> {
        nodes.iter().map(|id| Peer { id: (*id).into(), address: None, matches: 0 }).collect()
    }

    /// Whether the node is taken for gone, at first and after each further look at the list.
    fn seen(looks: &[&[&str]]) -> Vec<bool> {
        let (tell, peers) = watch::channel(list(looks[0]));
        let mut gone = pin!(gone(peers, "node"));
        let mut is_gone = || gone.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready();
        let mut answers = vec![is_gone()];
        for look in &looks[1..] {
            if answers.ends_with(&[false]) {
                tell.send_replace(list(look));
                answers.push(is_gone());
            }
        }
        answers
    }

    #[test]
    fn a_node_is_gone_when_it_is_struck_from_the_list() {
        assert_eq!(seen(&[&["node", "other"], &["node"], &["other"]]), [false, false, true]);
        assert_eq!(seen(&[&["node"], &[]]), [false, true]);
    }

    #[test]
    fn a_node_that_was_never_seen_has_to_be_missing_twice() {
        assert_eq!(seen(&[&[], &["other"], &["other"]]), [false, false, true]);
        assert_eq!(seen(&[&[], &["node"], &[]]), [false, false, true], "it was new");
    }

    #[test]
    fn what_belongs_to_one_connection_is_not_passed_on() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "upgrade, X-Mine"),
            ("connection", "x-his ,not a name,"),
            ("x-mine", "1"),
            ("x-his", "1"),
            ("te", "trailers"),
            ("trailer", "x-sum"),
            ("transfer-encoding", "chunked"),
            ("upgrade", "websocket"),
            ("keep-alive", "timeout=5"),
            ("proxy-connection", "keep-alive"),
            ("host", "127.0.0.1"),
            ("x-ours", "1"),
            ("cookie", "a=1"),
            ("cookie", "b=2"),
        ] {
            headers.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        without_connection(&mut headers);
        let mut left: Vec<&str> = headers.keys().map(HeaderName::as_str).collect();
        left.sort_unstable();
        assert_eq!(left, ["cookie", "host", "x-ours"]);
        assert_eq!(headers.get_all("cookie").iter().count(), 2);
    }
}
