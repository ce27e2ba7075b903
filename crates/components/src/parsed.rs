//! What component files say, without how it is written: the content of a match is known by a hash of this.

use crate::reader::{Node, What, tree};
use crate::{ContentError, Source};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// The values of component files. Its hash is the same for any comment, any white space, any order of files and of the
/// names in a table, and for whatever is said of where a figure comes from; another one for every other change. Files that no
/// rule asks ([`table::weights::is_beside_the_rules`]) are left out.
pub struct Parsed(BTreeMap<String, Node>);

impl std::fmt::Debug for Parsed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Parsed {
    pub fn of(files: &[(&str, &str)]) -> Result<Self, ContentError> {
        let read = |(file, text): &(&str, &str)| {
            let source = Source { file, text };
            let node = tree(text).map_err(|e| source.at(e.span.unwrap_or(0..0), e.why))?;
            Ok(((*file).to_owned(), node))
        };
        let ruled = files.iter().filter(|(file, _)| !table::weights::is_beside_the_rules(file));
        ruled.map(read).collect::<Result<_, _>>().map(Self)
    }
}

impl Hash for Parsed {
    fn hash<H: Hasher>(&self, h: &mut H) {
        for (file, node) in &self.0 {
            file.hash(h);
            node.hash(h);
        }
    }
}

/// People read these: no rule looks at them.
const ABOUT_ORIGIN: [&str; 6] =
    ["provenance", "note", "seed_fields", "public_fields", "reconstructed_fields", "ruled_fields"];

/// Whole numbers below this are the same with a decimal point and without.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Hash for Node {
    fn hash<H: Hasher>(&self, h: &mut H) {
        match &self.what {
            What::Switch(on) => (0_u8, on).hash(h),
            What::Whole(n) => (1_u8, n).hash(h),
            What::Broken(x) if x.fract() == 0.0 && x.abs() < EXACT => (1_u8, *x as i64).hash(h),
            What::Broken(x) => (2_u8, x.to_bits()).hash(h),
            What::Text(text) => (3_u8, text).hash(h),
            What::List(items) => (4_u8, items).hash(h),
            What::Table(fields) => {
                let used = fields.iter().filter_map(|(name, value)| match &name.what {
                    What::Text(name) if !ABOUT_ORIGIN.contains(&name.as_str()) => {
                        Some((name.as_str(), value))
                    }
                    _ => None,
                });
                let mut used: Vec<(&str, &Self)> = used.collect();
                used.sort_unstable_by_key(|(name, _)| *name);
                (5_u8, used).hash(h);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::DefaultHasher;

    const TEXT: &str = "[[gun]]\nid = \"a\"\nreach = 2\narc = [1.5, 2]\nprovenance = \"seed\"\n";

    fn hash(files: &[(&str, &str)]) -> u64 {
        let mut hasher = DefaultHasher::new();
        Parsed::of(files).expect("good files").hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn how_it_is_written_changes_nothing() {
        let same = [
            "# why\n\n[[gun]]  # a gun\nid = 'a'\nreach = 2\narc = [\n  1.5,\n  2,\n]\nprovenance = \"seed\"\n",
            "[[gun]]\nprovenance = \"seed\"\narc = [1.5, 2]\nreach = 0x2\nid = \"a\"\n",
            "gun = [{ id = \"a\", reach = 2.0, arc = [1.5, 2.0], provenance = \"seed\" }]\n",
            "[[gun]]\nid = \"a\"\nreach = 2\narc = [1.5, 2]\nprovenance = \"designed\"\nnote = \"n\"\nseed_fields = []\n",
        ];
        for text in same {
            assert_eq!(hash(&[("a", text)]), hash(&[("a", TEXT)]), "{text}");
        }
        assert_eq!(hash(&[("a", TEXT), ("b", "")]), hash(&[("b", ""), ("a", TEXT)]), "the order of files");
    }

    #[test]
    fn what_it_says_changes_everything() {
        let other = [
            ("id = \"a\"", "id = \"b\""),
            ("id", "name"),
            ("reach = 2", "reach = 3"),
            ("reach = 2", "reach = \"2\""),
            ("reach = 2", "reach = -2"),
            ("reach = 2\n", ""),
            ("reach = 2", "reach = true"),
            ("[1.5, 2]", "[2, 1.5]"),
            ("[1.5, 2]", "[1.5000001, 2]"),
            ("[1.5, 2]", "[1.5, [2]]"),
            ("provenance", "origin"),
            ("provenance", "landing_fields"),
        ];
        let mut seen = vec![hash(&[("a", TEXT)]), hash(&[("b", TEXT)]), hash(&[("a", TEXT), ("b", "")])];
        seen.extend(other.map(|(from, to)| {
            let text = TEXT.replacen(from, to, 1);
            assert_ne!(text, TEXT, "{from}");
            hash(&[("a", &text)])
        }));
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count, "two of them have one hash");
    }

    #[test]
    fn a_text_that_can_not_be_read_is_told_with_file_and_line() {
        let error = Parsed::of(&[("good.toml", TEXT), ("bad.toml", "a = 1\nb = \n")]).expect_err("a mistake");
        assert_eq!((error.file.as_str(), error.line), ("bad.toml", 2), "{error}");
    }
}
