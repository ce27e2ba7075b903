//! Ledger ids, and refusals that cite them.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

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
}
