//! How often one address may make matches or try passwords.

use crate::failure::{Code, failure};
use crate::wire::FailureBody;
use axum::http::HeaderMap;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many at once from each address, and one more each `gain`.
#[derive(Debug)]
struct PerAddress {
    gain: Duration,
    burst: u32,
    /// When all that an address has used will have come back. Who is not here has used nothing.
    whole_again: Mutex<HashMap<IpAddr, Instant>>,
}

impl PerAddress {
    fn new(gain: Duration, burst: u32) -> Self {
        Self { gain, burst, whole_again: Mutex::default() }
    }

    /// Uses one, if there is one left.
    fn take(&self, address: IpAddr, now: Instant) -> bool {
        let mut book = self.whole_again.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = book.get(&address).copied().unwrap_or(now).max(now) + self.gain;
        let allowed = whole - now <= self.gain * self.burst;
        if allowed {
            book.insert(address, whole);
        }
        allowed
    }

    fn sweep(&self, now: Instant) {
        self.whole_again.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, whole| *whole > now);
    }
}

#[derive(Debug)]
pub struct Limits {
    behind_proxy: bool,
    matches: PerAddress,
    passwords: PerAddress,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    MakeMatch,
    TryPassword,
}

impl Limits {
    /// Thirty matches at once and one more every two seconds; ten passwords at once and one more every six.
    pub fn new(behind_proxy: bool) -> Self {
        Self {
            behind_proxy,
            matches: PerAddress::new(Duration::from_secs(2), 30),
            passwords: PerAddress::new(Duration::from_secs(6), 10),
        }
    }

    /// Whoever sits at this very machine is not limited, unless everybody seems to: behind a proxy.
    pub fn check(&self, act: Act, peer: SocketAddr, headers: &HeaderMap) -> Result<(), FailureBody> {
        let address = self.address(peer, headers);
        if address.is_loopback() {
            return Ok(());
        }
        let limiter = match act {
            Act::MakeMatch => &self.matches,
            Act::TryPassword => &self.passwords,
        };
        if limiter.take(address, Instant::now()) {
            return Ok(());
        }
        Err(failure(Code::Busy, "too many at once from this address; try again in a minute"))
    }

    fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = || {
            let line = headers.get("x-forwarded-for")?.to_str().ok()?;
            // The last one is the one that the proxy saw; those before it are hearsay.
            line.rsplit(',').next()?.trim().parse().ok()
        };
        self.behind_proxy.then(forwarded).flatten().unwrap_or(peer.ip())
    }

    /// Forgets those who have been quiet.
    pub fn sweep(&self) {
        let now = Instant::now();
        self.matches.sweep(now);
        self.passwords.sweep(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tries(limits: &Limits, peer: &str, headers: &HeaderMap) -> usize {
        let peer = SocketAddr::new(peer.parse().unwrap(), 1);
        (0..100).filter(|_| limits.check(Act::TryPassword, peer, headers).is_ok()).count()
    }

    #[test]
    fn strangers_are_limited_each_by_himself_and_this_machine_is_not() {
        let (limits, none) = (Limits::new(false), HeaderMap::new());
        assert_eq!(tries(&limits, "127.0.0.1", &none), 100);
        assert_eq!(tries(&limits, "192.0.2.1", &none), 10);
        assert_eq!(tries(&limits, "192.0.2.2", &none), 10);
    }

    #[test]
    fn what_was_used_comes_back_one_by_one_and_the_quiet_are_forgotten() {
        let limit = PerAddress::new(Duration::from_secs(6), 10);
        let (address, start) = ("192.0.2.4".parse().unwrap(), Instant::now());
        let taken = |seconds| {
            let now = start + Duration::from_secs(seconds);
            (0..100).filter(|_| limit.take(address, now)).count()
        };
        assert_eq!([taken(0), taken(5), taken(6), taken(24)], [10, 0, 1, 3]);
        limit.sweep(start + Duration::from_secs(83));
        assert_eq!(taken(83), 9);
        limit.sweep(start + Duration::from_secs(1000));
        assert!(limit.whole_again.lock().unwrap().is_empty());
    }

    #[test]
    fn behind_a_proxy_its_word_counts_and_nobody_elses() {
        let limits = Limits::new(true);
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "127.0.0.1, 192.0.2.9".parse().unwrap());
        assert_eq!(tries(&limits, "127.0.0.1", &headers), 10);
        assert_eq!(tries(&Limits::new(false), "192.0.2.3", &headers), 10);
    }
}
