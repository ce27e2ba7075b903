//! A list with gaps as pairs of place and value: `[[3, 17], [22, 4]]`. TOML has no word for nothing.

use crate::kinds::UNITS;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<T: Serialize, S: Serializer>(
    list: &[Option<T>; UNITS],
    s: S,
) -> Result<S::Ok, S::Error> {
    s.collect_seq(list.iter().enumerate().filter_map(|(i, value)| value.as_ref().map(|v| (i, v))))
}

pub(crate) fn deserialize<'de, T, D>(d: D) -> Result<[Option<T>; UNITS], D::Error>
where
    T: Deserialize<'de> + Copy,
    D: Deserializer<'de>,
{
    let mut list = [None; UNITS];
    for (i, value) in Vec::<(usize, T)>::deserialize(d)? {
        let place = list
            .get_mut(i)
            .ok_or_else(|| D::Error::custom(format!("expected a place below {UNITS}, found {i}")))?;
        *place = Some(value);
    }
    Ok(list)
}
