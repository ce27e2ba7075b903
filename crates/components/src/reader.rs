//! Component files as plain data. TOML's own reader makes the compiler write the reader of each row several times over
//! (for tables, for spans, for dates, for numbers that nobody has), which was a third of the time that a rules crate took
//! to build; this one walks a tree of one kind, and is therefore written once for each row.

use serde::de::value::StrDeserializer;
use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::Range;
use toml::Spanned as Placed;
use toml::de::{DeInteger, DeTable, DeValue};

/// What can not be read: the bytes of the text that it is about, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub span: Option<Range<usize>>,
    pub why: String,
}

impl Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Unread {}

impl de::Error for Unread {
    fn custom<T: Display>(why: T) -> Self {
        Self { span: None, why: why.to_string() }
    }
}

/// Reads a TOML text.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unread> {
    T::deserialize(tree(text)?)
}

pub(crate) fn tree(text: &str) -> Result<Node, Unread> {
    let parsed = DeTable::parse(text).map_err(|e| Unread { span: e.span(), why: e.message().to_owned() })?;
    Ok(Node { span: parsed.span(), what: table(parsed.into_inner())? })
}

/// A value and the bytes of the text that it stands on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spanned<T> {
    span: Range<usize>,
    value: T,
}

impl<T> Spanned<T> {
    pub const fn new(span: Range<usize>, value: T) -> Self {
        Self { span, value }
    }
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
    pub const fn get_ref(&self) -> &T {
        &self.value
    }
    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> AsRef<T> for Spanned<T> {
    fn as_ref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

/// How a [`Spanned`] asks for its place.
const SPANNED: &str = "a value with its place";

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Place<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Place<T> {
            type Value = Spanned<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(SPANNED)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Spanned<T>, A::Error> {
                let missing = || de::Error::custom(SPANNED);
                let start = parts.next_element()?.ok_or_else(missing)?;
                let end = parts.next_element()?.ok_or_else(missing)?;
                let value = parts.next_element()?.ok_or_else(missing)?;
                Ok(Spanned { span: start..end, value })
            }
        }
        deserializer.deserialize_newtype_struct(SPANNED, Place(PhantomData))
    }
}

pub(crate) struct Node {
    span: Range<usize>,
    pub(crate) what: What,
}

pub(crate) enum What {
    Switch(bool),
    Whole(i64),
    Broken(f64),
    Text(String),
    List(Vec<Node>),
    Table(Vec<(Node, Node)>),
}

fn node(value: Placed<DeValue<'_>>) -> Result<Node, Unread> {
    let span = value.span();
    let wrong = |why: &str| Unread { span: Some(span.clone()), why: why.to_owned() };
    let what = match value.into_inner() {
        DeValue::Boolean(on) => What::Switch(on),
        DeValue::Integer(number) => {
            What::Whole(whole(&number).ok_or_else(|| wrong("expected a number of at most 63 bits"))?)
        }
        DeValue::Float(number) => {
            What::Broken(number.as_str().parse().map_err(|_| wrong("expected a number"))?)
        }
        DeValue::String(text) => What::Text(text.into_owned()),
        DeValue::Datetime(_) => return Err(wrong("expected no date: write it as a text in quotes")),
        DeValue::Array(items) => What::List(items.into_iter().map(node).collect::<Result<_, _>>()?),
        DeValue::Table(fields) => table(fields)?,
    };
    Ok(Node { span, what })
}

fn whole(number: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

fn table(fields: DeTable<'_>) -> Result<What, Unread> {
    let fields = fields.into_iter().map(|(key, value)| {
        let key = Node { span: key.span(), what: What::Text(key.into_inner().into_owned()) };
        Ok((key, node(value)?))
    });
    Ok(What::Table(fields.collect::<Result<_, _>>()?))
}

impl Node {
    fn unexpected(&self) -> Unexpected<'_> {
        match &self.what {
            What::Switch(on) => Unexpected::Bool(*on),
            What::Whole(n) => Unexpected::Signed(*n),
            What::Broken(x) => Unexpected::Float(*x),
            What::Text(text) => Unexpected::Str(text),
            What::List(_) => Unexpected::Seq,
            What::Table(_) => Unexpected::Map,
        }
    }
}

/// The innermost place that is known stays.
fn placed<T>(span: Range<usize>, read: Result<T, Unread>) -> Result<T, Unread> {
    read.map_err(|e| Unread { span: e.span.or(Some(span)), why: e.why })
}

impl<'de> Deserializer<'de> for Node {
    type Error = Unread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let read = match self.what {
            What::Switch(on) => visitor.visit_bool(on),
            What::Whole(n) => visitor.visit_i64(n),
            What::Broken(x) => visitor.visit_f64(x),
            What::Text(text) => visitor.visit_string(text),
            What::List(items) => visitor.visit_seq(List(items.into_iter())),
            What::Table(fields) => visitor.visit_map(Fields { fields: fields.into_iter(), value: None }),
        };
        placed(self.span, read)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        if name != SPANNED {
            return visitor.visit_newtype_struct(self);
        }
        let span = self.span.clone();
        let edge = |at: usize| Node { span: span.clone(), what: What::Whole(at as i64) };
        let parts = vec![edge(span.start), edge(span.end), self];
        placed(span, visitor.visit_seq(List(parts.into_iter())))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        let span = self.span.clone();
        let variant = match self.what {
            What::Text(name) => Variant { name, span: span.clone(), value: None },
            What::Table(fields) if fields.len() == 1 => {
                let mut fields = fields;
                let (key, value) = fields.remove(0);
                let What::Text(name) = key.what else { return Err(de::Error::custom("expected a name")) };
                Variant { name, span: key.span, value: Some(value) }
            }
            _ => {
                let why = de::Error::invalid_type(self.unexpected(), &"a name, or a table with one field");
                return placed(span, Err(why));
            }
        };
        placed(span, visitor.visit_enum(variant))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct List(std::vec::IntoIter<Node>);

impl<'de> SeqAccess<'de> for List {
    type Error = Unread;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unread> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Fields {
    fields: std::vec::IntoIter<(Node, Node)>,
    value: Option<Node>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Unread;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unread> {
        let Some((key, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unread> {
        let value = self.value.take().ok_or_else(|| de::Error::custom("a value before its name"))?;
        let span = value.span.clone();
        placed(span, seed.deserialize(value))
    }
}

struct Variant {
    name: String,
    span: Range<usize>,
    value: Option<Node>,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Unread;
    type Variant = Inside;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Inside), Unread> {
        let name: StrDeserializer<'_, Unread> = self.name.as_str().into_deserializer();
        Ok((placed(self.span, seed.deserialize(name))?, Inside(self.value)))
    }
}

/// What stands beside the name of a variant.
struct Inside(Option<Node>);

impl<'de> VariantAccess<'de> for Inside {
    type Error = Unread;

    fn unit_variant(self) -> Result<(), Unread> {
        match self.0 {
            None => Ok(()),
            Some(node) => {
                placed(node.span.clone(), Err(de::Error::invalid_type(node.unexpected(), &"nothing")))
            }
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Unread> {
        seed.deserialize(self.0.ok_or_else(bare)?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Unread> {
        self.0.ok_or_else(bare)?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        self.0.ok_or_else(bare)?.deserialize_any(visitor)
    }
}

fn bare() -> Unread {
    de::Error::custom("expected a table with one field, found the bare name")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Shape {
        Point,
        Ring(f64),
        Box { wide: u8, high: u8 },
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        id: Spanned<String>,
        shape: Shape,
        #[serde(default)]
        counts: BTreeMap<String, u32>,
        near: Option<Spanned<f64>>,
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct File {
        row: Vec<Spanned<Row>>,
    }

    const TEXT: &str = "\
[[row]]
id = \"a\"
shape = \"point\"

[[row]]
id = \"b\"
shape = { box = { wide = 2, high = 0x0a } }
near = 3

[row.counts]
guns = 1_000

[[row]]
id = \"c\"
shape = { ring = 2.5 }
";

    fn line(text: &str, at: usize) -> usize {
        1 + text[..at].matches('\n').count()
    }

    #[test]
    fn rows_are_read_with_their_places() {
        let file: File = read(TEXT).unwrap();
        let [a, b, c] = &file.row[..] else { panic!("three rows") };
        assert_eq!((a.get_ref().id.get_ref().as_str(), &a.get_ref().shape), ("a", &Shape::Point));
        assert_eq!(b.get_ref().shape, Shape::Box { wide: 2, high: 10 });
        assert_eq!(b.get_ref().counts["guns"], 1000);
        assert_eq!(c.get_ref().shape, Shape::Ring(2.5));
        let near = b.get_ref().near.as_ref().unwrap();
        assert_eq!((*near.get_ref(), line(TEXT, near.span().start)), (3.0, 8));
        assert_eq!(line(TEXT, b.span().start), 5);
        assert_eq!(&TEXT[c.get_ref().id.span()], "\"c\"");
    }

    #[test]
    fn what_is_wrong_is_told_where_it_stands() {
        let wrong = |from: &str, to: &str| {
            let text = TEXT.replacen(from, to, 1);
            let e = read::<File>(&text).unwrap_err();
            (line(&text, e.span.clone().unwrap().start), e.why)
        };
        let is = |(at, why): (usize, String), line: usize, word: &str| {
            assert!(at == line && why.contains(word), "{at}: {why}");
        };
        is(wrong("near = 3", "near = \"x\""), 8, "expected f64");
        is(wrong("near = 3", "far = 3"), 8, "unknown field `far`");
        is(wrong("id = \"b\"\n", ""), 5, "missing field `id`");
        is(wrong("\"point\"", "\"line\""), 3, "unknown variant `line`");
        is(wrong("\"point\"", "\"ring\""), 3, "bare name");
        is(wrong("\"point\"", "[1]"), 3, "a name, or a table");
        is(wrong("\"point\"", "{ point = 1 }"), 3, "nothing");
        is(wrong("1_000", "-1"), 11, "-1");
        is(wrong("1_000", "99999999999999999999"), 11, "63 bits");
        is(wrong("1_000", "1979-05-27"), 11, "no date");
        is(wrong("2.5", "2.5.1"), 15, "");
    }
}
