//! Lists of a fixed length in memory, written only as far as something stands in them.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What stands in a place that nobody uses.
pub(crate) trait Blank {
    fn blank() -> Self;
}

impl<T> Blank for Option<T> {
    fn blank() -> Self {
        None
    }
}

pub(crate) fn serialize<T, S, const N: usize>(list: &[T; N], to: S) -> Result<S::Ok, S::Error>
where
    T: Blank + PartialEq + Serialize,
    S: Serializer,
{
    let blank = T::blank();
    let used = list.iter().rposition(|item| *item != blank).map_or(0, |last| last + 1);
    to.collect_seq(&list[..used])
}

pub(crate) fn deserialize<'de, T, D, const N: usize>(from: D) -> Result<[T; N], D::Error>
where
    T: Blank + Deserialize<'de>,
    D: Deserializer<'de>,
{
    let mut list = Vec::<T>::deserialize(from)?;
    let found = list.len();
    list.resize_with(N.max(found), T::blank);
    list.try_into().map_err(|_| D::Error::custom(format!("expected at most {N}, found {found}")))
}
