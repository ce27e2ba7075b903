//! How much one client may ask of the server. A client is an address: the machine itself is not limited, of IPv6 the first
//! 64 bits count, since the rest is everybody's own choice, and those of whom nothing is known are limited all together.

use crate::app::App;
use crate::failure::{Code, failure};
use crate::nodes::Passed;
use crate::wire::{FailureBody, Say, Wish};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Sockets that one client has at the same time: a school behind one address has room, a flood has not.
const SOCKETS: usize = 250;

/// Who comes, as far as limits go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// Somebody at this very machine.
    Here,
    At(IpAddr),
    /// The proxy does not say who, or nobody can read it.
    Unknown,
}

impl Client {
    pub fn at(address: IpAddr) -> Self {
        Self::At(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// The value of a header that the proxy wrote. It appends its word to the last line, or adds a line; what stands before
/// that is hearsay.
fn last_word<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let line = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next().map(str::trim)
}

/// With or without a port.
fn address(word: &str) -> Option<IpAddr> {
    let bare = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(word);
    bare.parse().ok().or_else(|| word.parse::<SocketAddr>().ok().map(|at| at.ip()))
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    MakeMatch,
    TryPassword,
    SeatBot,
    Order,
    /// Taking something back: a match may be played again for it from its beginning.
    Undo,
    /// What everybody at the table hears: chat, names, offers.
    Talk,
    /// Coming to a table, where everything is told from the beginning.
    Join,
    /// What a program asks to see of its table.
    Look,
}

impl Act {
    const COUNT: usize = 8;

    /// One more each so often, and so many at once.
    fn allowance(self) -> (Duration, u32) {
        match self {
            Self::MakeMatch => (Duration::from_secs(2), 30),
            Self::TryPassword => (Duration::from_secs(6), 10),
            Self::SeatBot => (Duration::from_secs(1), 60),
            Self::Order | Self::Look => (Duration::from_millis(25), 400),
            Self::Undo => (Duration::from_millis(500), 60),
            Self::Talk => (Duration::from_secs(1), 30),
            Self::Join => (Duration::from_millis(250), 120),
        }
    }

    /// What this is to be counted as; questions have limits of their own.
    pub fn of(say: &Say) -> Option<Self> {
        Some(match say {
            Say::Order { .. } => Self::Order,
            Say::Wish { wish: Wish::Undo | Wish::AllowUndo } => Self::Undo,
            Say::Wish { wish: Wish::Rematch } => Self::MakeMatch,
            Say::Wish { wish: Wish::HandOver } => Self::SeatBot,
            Say::Wish { .. } | Say::Chat { .. } | Say::Name { .. } => Self::Talk,
            // Everybody says these once when he has come.
            Say::Vow { .. } | Say::Salt { .. } => Self::Join,
            Say::Hello { .. }
            | Say::Ping { .. }
            | Say::Check { .. }
            | Say::Nearest { .. }
            | Say::Legal { .. }
            | Say::Preview { .. }
            | Say::Suggest { .. }
            | Say::Why { .. } => return None,
        })
    }

    fn words(self) -> &'static str {
        match self {
            Self::MakeMatch => "matches",
            Self::TryPassword => "passwords",
            Self::SeatBot => "bots",
            Self::Order => "orders",
            Self::Undo => "orders taken back",
            Self::Talk => "words",
            Self::Join => "hellos",
            Self::Look => "looks at a table",
        }
    }
}

/// What one client has used.
#[derive(Debug)]
struct Tab {
    start: Instant,
    /// When all that was used of each act will have come back, in microseconds since the start.
    whole_again: [AtomicU64; Act::COUNT],
    sockets: AtomicUsize,
}

impl Tab {
    fn new(start: Instant) -> Self {
        Self { start, whole_again: Default::default(), sockets: AtomicUsize::new(0) }
    }

    /// Uses so many, if there are so many left.
    fn take(&self, act: Act, count: u32, now: Instant) -> bool {
        let (gain, burst) = act.allowance();
        let now = micros(now.saturating_duration_since(self.start));
        let (price, most) = (micros(gain * count), micros(gain * burst));
        let used = &self.whole_again[act as usize];
        let take = |whole: u64| Some(whole.max(now) + price).filter(|whole| whole - now <= most);
        used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    fn is_whole(&self, now: Instant) -> bool {
        let now = micros(now.saturating_duration_since(self.start));
        self.whole_again.iter().all(|whole| whole.load(Ordering::Relaxed) <= now)
    }
}

fn micros(span: Duration) -> u64 {
    u64::try_from(span.as_micros()).unwrap_or(u64::MAX / 2)
}

/// Somebody who wants something. He is known once, when he comes; what he does then is counted without a lock.
#[derive(Clone, Debug)]
pub struct Guest {
    pub client: Client,
    tab: Option<Arc<Tab>>,
}

impl Guest {
    /// Whether he may do this now; then it is counted.
    pub fn may(&self, act: Act) -> Result<(), FailureBody> {
        self.may_so_often(act, 1)
    }

    /// Whether he may say this now.
    pub fn may_say(&self, say: &Say) -> Result<(), FailureBody> {
        // Who is not limited is not even asked what it is.
        let act = if self.tab.is_some() { Act::of(say) } else { None };
        act.map_or(Ok(()), |act| self.may(act))
    }

    /// A place for one more socket, until it is dropped.
    pub fn socket(&self) -> Result<Place, FailureBody> {
        let place = Place(self.tab.clone());
        let before = self.tab.as_ref().map_or(0, |tab| tab.sockets.fetch_add(1, Ordering::Relaxed));
        if before < SOCKETS {
            return Ok(place);
        }
        let why = format!("expected at most {SOCKETS} sockets at once from this address; close one first");
        Err(failure(Code::Busy, why))
    }

    pub fn may_so_often(&self, act: Act, count: u32) -> Result<(), FailureBody> {
        if self.tab.as_ref().is_none_or(|tab| tab.take(act, count, Instant::now())) {
            return Ok(());
        }
        let why = format!("too many {} at once from this address; try again in a moment", act.words());
        Err(failure(Code::Busy, why))
    }
}

/// A socket that is counted.
#[derive(Debug)]
pub struct Place(Option<Arc<Tab>>);

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(tab) = &self.0 {
            tab.sockets.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl FromRequestParts<App> for Guest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        if let Some(passed) = parts.extensions.get::<Passed>() {
            return Ok(app.limits.known(passed.client));
        }
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0);
        Ok(app.limits.guest(peer, &parts.headers))
    }
}

/// All clients that have used something.
#[derive(Debug)]
pub struct Limits {
    behind_proxy: bool,
    start: Instant,
    tabs: Mutex<HashMap<Client, Arc<Tab>>>,
}

impl Limits {
    pub fn new(behind_proxy: bool) -> Self {
        Self { behind_proxy, start: Instant::now(), tabs: Mutex::default() }
    }

    pub fn guest(&self, peer: Option<SocketAddr>, headers: &HeaderMap) -> Guest {
        self.known(self.client(peer, headers))
    }

    /// The same, if it is known already who it is.
    pub fn known(&self, client: Client) -> Guest {
        let tab = (client != Client::Here).then(|| {
            let mut tabs = self.tabs.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(tabs.entry(client).or_insert_with(|| Arc::new(Tab::new(self.start))))
        });
        Guest { client, tab }
    }

    /// Whoever sits at this very machine is not limited, unless everybody seems to: behind a proxy.
    pub fn client(&self, peer: Option<SocketAddr>, headers: &HeaderMap) -> Client {
        if self.behind_proxy {
            return last_word(headers, "x-forwarded-for")
                .and_then(address)
                .map_or(Client::Unknown, Client::at);
        }
        match peer.map(|peer| peer.ip().to_canonical()) {
            Some(address) if address.is_loopback() => Client::Here,
            Some(address) => Client::at(address),
            None => Client::Unknown,
        }
    }

    /// Whether the client's browser speaks TLS with the proxy.
    pub fn is_secure(&self, headers: &HeaderMap) -> bool {
        let said = || last_word(headers, "x-forwarded-proto");
        self.behind_proxy && said().is_some_and(|proto| proto.eq_ignore_ascii_case("https"))
    }

    /// Forgets those who have been quiet.
    pub fn sweep(&self) {
        self.forget(Instant::now());
    }

    fn forget(&self, now: Instant) {
        let mut tabs = self.tabs.lock().unwrap_or_else(PoisonError::into_inner);
        tabs.retain(|_, tab| Arc::strong_count(tab) > 1 || !tab.is_whole(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tries(limits: &Limits, peer: &str, headers: &HeaderMap) -> usize {
        let guest = limits.guest(Some(SocketAddr::new(peer.parse().unwrap(), 1)), headers);
        (0..100).filter(|_| guest.may(Act::TryPassword).is_ok()).count()
    }

    fn forwarded(lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        headers
    }

    #[test]
    fn strangers_are_limited_each_by_himself_and_this_machine_is_not() {
        let (limits, none) = (Limits::new(false), HeaderMap::new());
        for here in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(tries(&limits, here, &none), 100);
        }
        assert_eq!(tries(&limits, "192.0.2.1", &none), 10);
        assert_eq!(tries(&limits, "192.0.2.2", &none), 10);
        assert_eq!(tries(&limits, "::ffff:192.0.2.2", &none), 0, "the same machine by its other name");
        let nobody = limits.guest(None, &none);
        assert_eq!((0..100).filter(|_| nobody.may(Act::TryPassword).is_ok()).count(), 10);
    }

    #[test]
    fn of_ipv6_the_network_counts() {
        let (limits, none) = (Limits::new(false), HeaderMap::new());
        assert_eq!(tries(&limits, "2001:db8:1:2::1", &none), 10);
        assert_eq!(tries(&limits, "2001:db8:1:2:ffff::9", &none), 0);
        assert_eq!(tries(&limits, "2001:db8:1:3::1", &none), 10);
    }

    #[test]
    fn what_was_used_comes_back_one_by_one_and_the_quiet_are_forgotten() {
        let limits = Limits::new(false);
        let peer = SocketAddr::new("192.0.2.4".parse().unwrap(), 1);
        let taken = |seconds| {
            let guest = limits.guest(Some(peer), &HeaderMap::new());
            let now = limits.start + Duration::from_secs(seconds);
            (0..100).filter(|_| guest.tab.as_ref().unwrap().take(Act::TryPassword, 1, now)).count()
        };
        assert_eq!([taken(0), taken(5), taken(6), taken(24)], [10, 0, 1, 3]);
        limits.forget(limits.start + Duration::from_secs(83));
        assert_eq!(taken(83), 9);
        limits.forget(limits.start + Duration::from_secs(1000));
        assert!(limits.tabs.lock().unwrap().is_empty());
    }

    #[test]
    fn behind_a_proxy_its_word_counts_and_nobody_elses() {
        let limits = Limits::new(true);
        assert_eq!(tries(&limits, "127.0.0.1", &forwarded(&["127.0.0.1, 192.0.2.9"])), 10);
        assert_eq!(tries(&limits, "127.0.0.1", &forwarded(&["198.51.100.1", "192.0.2.9"])), 0);
        assert_eq!(tries(&limits, "127.0.0.1", &forwarded(&["198.51.100.1, 192.0.2.9:4711"])), 0);
        assert_eq!(tries(&limits, "127.0.0.1", &forwarded(&["[2001:db8::1]:80"])), 10);
        assert_eq!(tries(&limits, "127.0.0.1", &forwarded(&["2001:db8::2"])), 0);
        assert_eq!(tries(&Limits::new(false), "192.0.2.3", &forwarded(&["127.0.0.1"])), 10);
    }

    #[test]
    fn whom_the_proxy_does_not_name_is_limited_with_all_others_like_him() {
        let limits = Limits::new(true);
        assert_eq!(tries(&limits, "127.0.0.1", &HeaderMap::new()), 10);
        for odd in ["", "unknown", "192.0.2.1, ", "192.0.2", "_hidden"] {
            assert_eq!(tries(&limits, "127.0.0.1", &forwarded(&[odd])), 0, "{odd:?}");
        }
        let mut bytes = HeaderMap::new();
        bytes.insert("x-forwarded-for", axum::http::HeaderValue::from_bytes(b"192.0.2.1\xff").unwrap());
        assert_eq!(tries(&limits, "127.0.0.1", &bytes), 0);
        // It looks as if he were here. Nobody is, behind a proxy.
        assert_eq!(tries(&limits, "127.0.0.1", &forwarded(&["127.0.0.1"])), 10);
    }

    #[test]
    fn the_proxy_says_whether_the_line_is_secure() {
        let said = |words: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-proto", words.parse().unwrap());
            headers
        };
        let limits = Limits::new(true);
        assert!(limits.is_secure(&said("https")) && limits.is_secure(&said("http, HTTPS")));
        assert!(!limits.is_secure(&said("https, http")) && !limits.is_secure(&HeaderMap::new()));
        assert!(!Limits::new(false).is_secure(&said("https")));
    }

    #[test]
    fn one_client_has_so_many_sockets_and_each_that_is_closed_makes_room() {
        let limits = Limits::new(false);
        let guest = limits.known(Client::at("192.0.2.5".parse().unwrap()));
        let mut open: Vec<Place> = (0..SOCKETS).map(|_| guest.socket().expect("there is room")).collect();
        assert_eq!(guest.socket().expect_err("one too many").code, "busy");
        open.pop();
        open.push(guest.socket().expect("one was closed"));
        assert!(guest.socket().is_err());
        assert!(limits.known(Client::at("192.0.2.6".parse().unwrap())).socket().is_ok(), "each has his own");
        let here = limits.known(Client::Here);
        assert!((0..2 * SOCKETS).all(|_| here.socket().is_ok()), "the machine itself is not limited");
    }

    #[test]
    fn who_is_here_is_kept_in_mind_and_who_has_used_nothing_is_not() {
        let limits = Limits::new(false);
        let count = |limits: &Limits| limits.tabs.lock().unwrap().len();
        let held = limits.known(Client::at("192.0.2.7".parse().unwrap()));
        drop(limits.known(Client::at("192.0.2.8".parse().unwrap())));
        assert_eq!(count(&limits), 2);
        limits.forget(limits.start);
        assert_eq!(count(&limits), 1, "he has a socket, perhaps");
        drop(held);
        limits.sweep();
        assert_eq!(count(&limits), 0);
    }
}
