//! The names under which this server answers. A page of somebody else's can give its own name the address of this
//! machine, and then reads here as if it were ours (DNS rebinding); but the browser says in `Host` which name it has.

use crate::app::App;
use crate::failure::{forbidden, quoted};
use crate::nodes::Passed;
use crate::wire::FailureBody;
use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Names beside those that are always good: addresses, and the names of the machine itself. Nobody can give an address
/// to somebody else's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    pub fn new(names: &[String]) -> Self {
        Self(names.iter().map(|name| plain(name)).collect())
    }

    /// Whether this is one of them, with or without a port.
    pub fn answer_to(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if host.contains('@') {
            return false;
        }
        let name = plain(authority.host());
        let address = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&name);
        let is_own = name
            .strip_suffix("localhost")
            .is_some_and(|rest| rest.is_empty() || rest.len() > 1 && rest.ends_with('.'));
        is_own || address.parse::<IpAddr>().is_ok() || self.0.contains(&name)
    }
}

/// In small letters; a full name may end with a dot.
fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// Lets in who asks for this server, by whatever name it has.
pub async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    // Another node has looked at it already.
    if request.extensions().get::<Passed>().is_some() {
        return next.run(request).await;
    }
    match asked_for(&app.hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

fn asked_for(hosts: &Hosts, request: &Request) -> Result<(), FailureBody> {
    let at = |error| FailureBody { place: Some("host".to_owned()), ..error };
    let mut given = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (given.next(), given.next()) else {
        return Err(at(forbidden("expected one header `Host`")));
    };
    let host = host.to_str().unwrap_or_default();
    let whole = request.uri().authority().map(Authority::as_str);
    for name in [host].into_iter().chain(whole) {
        if !hosts.answer_to(name) {
            let why = format!(
                "this server does not answer to {}; who runs it can allow the name with --host",
                quoted(name)
            );
            return Err(at(forbidden(why)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_the_machines_own_names_are_always_good() {
        let hosts = Hosts::new(&["play.example".to_owned(), "Table.Example.".to_owned()]);
        for good in [
            "127.0.0.1",
            "127.0.0.1:8724",
            "192.168.1.7:8724",
            "[::1]:8724",
            "[2001:db8::7]",
            "localhost:8724",
            "LOCALHOST",
            "localhost.",
            "heatray.localhost:80",
            "play.example",
            "PLAY.example:443",
            "table.example",
        ] {
            assert!(hosts.answer_to(good), "{good}");
        }
        for bad in [
            "",
            "evil.example",
            "evil.example:8724",
            "play.example.evil.example",
            "xplay.example",
            "localhost.evil.example",
            "evillocalhost",
            ".localhost",
            "127.0.0.1.evil.example",
            "127.0.0.1@evil.example",
            "play.example@evil.example",
            "[::1",
            "a b",
        ] {
            assert!(!hosts.answer_to(bad), "{bad}");
        }
    }
}
