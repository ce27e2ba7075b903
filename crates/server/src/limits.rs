//! How often one address may make matches or try passwords.

use crate::failure::{Code, failure};
use crate::wire::FailureBody;
use axum::http::HeaderMap;
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

type PerAddress = RateLimiter<IpAddr, DashMapStateStore<IpAddr>, DefaultClock>;

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
        let quota = |a_minute: u32, burst: u32| {
            let number = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
            RateLimiter::keyed(Quota::per_minute(number(a_minute)).allow_burst(number(burst)))
        };
        Self { behind_proxy, matches: quota(30, 30), passwords: quota(10, 10) }
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
        limiter
            .check_key(&address)
            .map_err(|_| failure(Code::Busy, "too many at once from this address; try again in a minute"))
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
        self.matches.retain_recent();
        self.passwords.retain_recent();
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
    fn behind_a_proxy_its_word_counts_and_nobody_elses() {
        let limits = Limits::new(true);
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "127.0.0.1, 192.0.2.9".parse().unwrap());
        assert_eq!(tries(&limits, "127.0.0.1", &headers), 10);
        assert_eq!(tries(&Limits::new(false), "192.0.2.3", &headers), 10);
    }
}
