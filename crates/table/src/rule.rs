//! Ledger ids, and refusals that cite them.

use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The id of an entry of the rule ledger, such as `TT-AMN-04`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string"))]
pub struct RuleId(pub &'static str);

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The longest id of a rule, in bytes.
const ID_LIMIT: usize = 32;

/// Read back from what this program wrote itself: an id is kept for as long as the program runs, so nothing that a person
/// sends may be read as one.
impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let id = Cow::<str>::deserialize(from)?;
        if id.len() > ID_LIMIT {
            let why = format!("expected the id of a rule, at most {ID_LIMIT} bytes");
            return Err(serde::de::Error::custom(why));
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = known.get(&*id) {
            return Ok(Self(id));
        }
        let id: &'static str = Box::leak(id.into_owned().into_boxed_str());
        known.insert(id);
        Ok(Self(id))
    }
}

/// An order that the rules do not allow: the entry that forbids it, and a sentence about this situation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{why} [{rule}]")]
pub struct Refusal {
    pub rule: RuleId,
    pub why: Cow<'static, str>,
}

impl Refusal {
    pub fn new(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self { rule: RuleId(rule), why: why.into() }
    }
}

/// Names the ledger entries that a test proves. It does nothing at run time: the ledger's coverage table
/// reads these calls in the sources.
///
/// ```
/// table::proves!("TT-AMN-03", "TT-AMN-04");
/// ```
#[macro_export]
macro_rules! proves {
    ($($id:literal),+ $(,)?) => {
        const _: &[&str] = &[$($id),+];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_why_and_cites_its_entry() {
        let refusal = Refusal::new("TT-MAN-04", "Immelmann must follow a straight");
        assert_eq!(refusal.to_string(), "Immelmann must follow a straight [TT-MAN-04]");
        let json = serde_json::to_string(&refusal).unwrap();
        assert_eq!(json, r#"{"rule":"TT-MAN-04","why":"Immelmann must follow a straight"}"#);
        assert_eq!(format!("{0} {0:?}", refusal.rule), "TT-MAN-04 TT-MAN-04");
    }

    #[test]
    fn an_id_is_read_back_and_kept_once() {
        let [one, two] = [0, 1].map(|_| serde_json::from_str::<RuleId>("\"XX-OLD-01\"").unwrap());
        assert_eq!((one, one.0), (RuleId("XX-OLD-01"), "XX-OLD-01"));
        assert!(std::ptr::eq(one.0, two.0));
        let longest = format!("{:?}", "X".repeat(ID_LIMIT));
        assert_eq!(serde_json::from_str::<RuleId>(&longest).unwrap().0.len(), ID_LIMIT);
        let long = format!("{:?}", "X".repeat(ID_LIMIT + 1));
        assert!(serde_json::from_str::<RuleId>(&long).unwrap_err().to_string().contains("at most 32 bytes"));
    }
}
