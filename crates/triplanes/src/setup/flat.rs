//! Consoles in the table of a vehicle: on paper their fields stand flat among its own.
//!
//! `serde(flatten)` would keep a whole table in memory before it looks at a field: it could neither refuse an unknown one
//! nor say in which line a mistake is. Here the reader that is derived for the vehicle's own fields draws them through a
//! sieve, which takes those of the consoles out as they come.

use super::VehicleSetup;
use crate::console::{AirplaneConsole, OnPaper, TripodConsole};
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What a table has said of consoles so far.
#[derive(Default)]
struct Consoles {
    airplane: AirplaneConsole,
    tripod: TripodConsole,
    said: Vec<String>,
}

impl Consoles {
    fn take<'de, A>(&mut self, field: String, own: &[&str], table: &mut A) -> Result<(), A::Error>
    where
        A: MapAccess<'de>,
    {
        if self.said.contains(&field) {
            return Err(Error::custom(format!("duplicate field `{field}`")));
        }
        if !self.airplane.take(&field, table)? && !self.tripod.take(&field, table)? {
            let known = own.iter().chain(AirplaneConsole::FIELDS).chain(TripodConsole::FIELDS);
            let known: Vec<String> = known.map(|field| format!("`{field}`")).collect();
            let why = format!("unknown field `{field}`, expected one of {}", known.join(", "));
            return Err(Error::custom(why));
        }
        self.said.push(field);
        Ok(())
    }
}

/// Stands before a table, before its visitor and before its fields, and lets the vehicle's own ones pass.
struct Sieve<'c, T> {
    behind: T,
    own: &'static [&'static str],
    consoles: &'c mut Consoles,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Sieve<'_, D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let sieve = Sieve { behind: visitor, own: fields, consoles: self.consoles };
        self.behind.deserialize_struct(name, fields, sieve)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.behind.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Sieve<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.behind.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<V::Value, A::Error> {
        self.behind.visit_map(Sieve { behind: table, own: self.own, consoles: self.consoles })
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Sieve<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(field) = self.behind.next_key::<String>()? {
            if self.own.contains(&field.as_str()) {
                return seed.deserialize(field.into_deserializer()).map(Some);
            }
            self.consoles.take(field, self.own, &mut self.behind)?;
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.behind.next_value_seed(seed)
    }
}

// `remote = "Self"` gives the derived reader and writer the names below without making them those of the traits.
impl<'de> Deserialize<'de> for VehicleSetup {
    fn deserialize<D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        let mut consoles = Consoles::default();
        let own = Self::deserialize(Sieve { behind: table, own: &[], consoles: &mut consoles })?;
        Ok(Self { airplane: consoles.airplane, tripod: consoles.tripod, ..own })
    }
}

impl Serialize for VehicleSetup {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, to)
    }
}

/// A console among the fields of its vehicle.
pub(super) fn write<C: OnPaper, S: Serializer>(console: &C, to: S) -> Result<S::Ok, S::Error> {
    let mut table = to.serialize_map(None)?;
    console.write(&mut table)?;
    table.end()
}
