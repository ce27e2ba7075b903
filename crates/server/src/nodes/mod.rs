//! Several servers at one PostgreSQL: whoever asks for a match at a node that does not have it is passed on to the one that
//! does. The list of nodes and the leases are the database's (`storage`); here is who may say that he is a node, and whom
//! he passes on.

mod pass;

pub use pass::{pass_on, summary, to_owner};

use crate::app::App;
use crate::failure::{Code, failure, forbidden};
use crate::hall::Hall;
use crate::limits::Client;
use crate::storage::{Claim, Lease, Owner};
use crate::wire::FailureBody;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use tokio::time::Instant;

/// What a node shows to be believed.
pub const NODE: HeaderName = HeaderName::from_static("x-heatray-node");
/// For whom a node asks.
pub const CLIENT: HeaderName = HeaderName::from_static("x-heatray-client");
/// The seat that the client's account keeps, as another node has found.
pub const SEAT: HeaderName = HeaderName::from_static("x-heatray-seat");

/// Between two looks whether a match is free.
const LOOK: Duration = Duration::from_millis(50);

/// A request that another node passed on. It is never passed on again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Who asks, as the node that he came to knows him.
    pub client: Client,
}

/// Hears out who says that he is a node. Whoever else says something that only nodes say is not heard.
pub async fn admit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    match passed(app.hall.store.secret(), request.headers()) {
        Ok(Some(passed)) => {
            request.extensions_mut().insert(passed);
        }
        Ok(None) => {
            request.headers_mut().remove(SEAT);
        }
        Err(error) => return error.into_response(),
    }
    request.headers_mut().remove(NODE);
    request.headers_mut().remove(CLIENT);
    next.run(request).await
}

fn passed(secret: Option<&str>, headers: &HeaderMap) -> Result<Option<Passed>, FailureBody> {
    let at = |error| FailureBody { place: Some(NODE.as_str().to_owned()), ..error };
    let mut shown = headers.get_all(NODE).iter();
    let Some(first) = shown.next() else { return Ok(None) };
    let is_known = secret.is_some_and(|secret| same(secret.as_bytes(), first.as_bytes()));
    if !is_known || shown.next().is_some() {
        return Err(at(forbidden(
            "expected no such header: only the nodes of this database know what to say in it",
        )));
    }
    let client = headers.get(CLIENT).and_then(|text| Client::read(text.to_str().ok()?));
    Ok(Some(Passed { client: client.unwrap_or(Client::Unknown) }))
}

/// Whether two texts are the same. How long it takes tells nothing but their length.
fn same(one: &[u8], two: &[u8]) -> bool {
    let differ = one.iter().zip(two).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == two.len() && std::hint::black_box(differ) == 0
}

impl Client {
    /// As a node tells another one.
    fn written(self) -> HeaderValue {
        let text = match self {
            Self::Here => "here".to_owned(),
            Self::Unknown => "unknown".to_owned(),
            Self::At(address) => address.to_string(),
        };
        HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("unknown"))
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "here" => Some(Self::Here),
            "unknown" => Some(Self::Unknown),
            address => address.parse().ok().map(Self::at),
        }
    }
}

pub fn elsewhere() -> FailureBody {
    failure(Code::Busy, "the match is at another node of this server; try again in a moment")
}

/// Takes a match for this node. Where another one has it, waits until that one gives a sign of life, or is silent for too
/// long: then the match is ours.
pub async fn lease(hall: &Hall, id: &str) -> Result<Lease, FailureBody> {
    let mut first: Option<Owner> = None;
    let until = Instant::now() + hall.store.lease() * 2;
    loop {
        let owner = match hall.store.claim(id).await? {
            Claim::Ours(lease) => return Ok(lease),
            Claim::Theirs(owner) => owner,
            Claim::Nobodys => {
                // Only its owner loads a match; who finds that there is none needs no lease for that.
                return if hall.store.find_match(id).await?.is_some() {
                    Err(elsewhere())
                } else {
                    Err(crate::hall::no_match(id))
                };
            }
        };
        let first = first.get_or_insert_with(|| owner.clone());
        let is_alive = owner.node == first.node && owner.until > first.until;
        if is_alive || Instant::now() > until {
            return Err(elsewhere());
        }
        tokio::time::sleep(LOOK).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&HeaderName, &str)]) -> HeaderMap {
        lines.iter().map(|(name, value)| ((*name).clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_who_knows_the_secret_is_believed() {
        let secret = Some("abc");
        assert_eq!(passed(secret, &headers(&[(&CLIENT, "192.0.2.1")])).unwrap(), None);
        let good = passed(secret, &headers(&[(&NODE, "abc"), (&CLIENT, "192.0.2.1")])).unwrap();
        assert_eq!(good, Some(Passed { client: Client::At("192.0.2.1".parse().unwrap()) }));
        for wrong in ["", "abd", "ab", "abcd", "ABC"] {
            let refused = passed(secret, &headers(&[(&NODE, wrong)])).unwrap_err();
            assert_eq!(
                (refused.code.as_str(), refused.place.as_deref()),
                ("forbidden", Some(NODE.as_str())),
                "{wrong:?}"
            );
        }
        let mut twice = headers(&[(&NODE, "abc")]);
        twice.append(NODE, "abc".parse().unwrap());
        assert!(passed(secret, &twice).is_err());
        assert!(passed(None, &headers(&[(&NODE, "abc")])).is_err(), "where no nodes are, nobody is one");
    }

    #[test]
    fn a_client_is_told_as_he_is_known() {
        for client in [
            Client::Here,
            Client::Unknown,
            Client::at("192.0.2.1".parse().unwrap()),
            Client::at("2001:db8::1".parse().unwrap()),
        ] {
            assert_eq!(Client::read(client.written().to_str().unwrap()), Some(client));
        }
        assert_eq!(Client::read("everybody"), None);
    }
}
