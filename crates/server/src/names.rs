//! Names of people, and what they look like to other people.
//!
//! Three rules, in place of a list of everything that can be mistaken for something else:
//!
//! 1. A name is kept in its plain form (NFKC): letters that are only drawn otherwise (full width, bold, circled) are the
//!    letters themselves. What can not be seen is refused ([`table::names`]).
//! 2. A word is written in one of the scripts that share the shapes of their letters: Latin, Greek, Cyrillic and a few
//!    more. Nobody's name mixes them within a word; who does wants to be taken for somebody else. Two words may differ,
//!    and scripts that look like no other (Han, Arabic, Devanagari) stand beside any.
//! 3. Two accounts, and two people at one table, have different [`looks`]: a name all in Cyrillic is as good as one all in
//!    Latin, unless somebody who looks the same is there already.

use crate::failure::misplaced;
use crate::wire::FailureBody;
use table::names::is_name;
use unicode_normalization::UnicodeNormalization;

/// The longest name of a person.
pub const NAME_LIMIT: usize = 40;

/// A name as it is shown: one line that can be seen, in its plain form, without blanks around it, not too long.
pub fn tidy(place: &str, name: &str) -> Result<String, FailureBody> {
    let expected = || format!("expected one line of at most {NAME_LIMIT} letters that can be seen");
    // Before anything is done with it: the plain form of a letter may be eighteen.
    if !is_name(name.trim(), NAME_LIMIT) {
        return Err(misplaced(place, expected()));
    }
    let plain: String = name.nfkc().collect();
    let plain = plain.trim();
    if !is_name(plain, NAME_LIMIT) {
        return Err(misplaced(place, expected()));
    }
    if plain.chars().any(is_nobodys) || decorates_plain_letters(plain) {
        return Err(misplaced(place, expected()));
    }
    if let Some(word) = plain.split_whitespace().find(|word| is_mixed(word)) {
        let why =
            format!("{word:?} mixes alphabets whose letters look alike; expected one of them in a word");
        return Err(misplaced(place, why));
    }
    Ok(plain.to_owned())
}

/// Letters that belong to nobody's writing: for private use, never to be assigned, or marks of notes and tags.
fn is_nobodys(letter: char) -> bool {
    let code = u32::from(letter);
    code & 0xfffe == 0xfffe
        || matches!(letter,
            '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// What nobody sees: joiners and marks that choose a variant.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}')
}

/// Some scripts and pictures are written with joiners and variants; letters that are known by their shape alone are not,
/// and there they only make another name of the same looks.
fn decorates_plain_letters(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || alphabet(letter).is_some();
    name.chars().zip(name.chars().skip(1)).any(|(before, letter)| is_unseen(letter) && plain(before))
}

/// What a name looks like at a glance: names with the same looks are taken for each other. It is the same for capital
/// and small letters.
pub fn looks(name: &str) -> String {
    let seen = name.nfkc().filter(|letter| !is_unseen(*letter));
    let small: String = seen.collect::<String>().to_lowercase().nfkc().map(shape).collect();
    let words: Vec<&str> = small.split_whitespace().collect();
    words.join(" ").replace("rn", "m").replace("vv", "w")
}

/// Alphabets that have many shapes in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabet {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Cherokee,
    Coptic,
    Lisu,
}

fn alphabet(letter: char) -> Option<Alphabet> {
    if !letter.is_alphabetic() {
        return None;
    }
    Some(match letter {
        'A'..='z'
        | '\u{c0}'..='\u{2af}'
        | '\u{1d00}'..='\u{1d25}'
        | '\u{1e00}'..='\u{1eff}'
        | '\u{2c60}'..='\u{2c7f}'
        | '\u{a722}'..='\u{a7ff}'
        | '\u{ab30}'..='\u{ab64}' => Alphabet::Latin,
        '\u{3e2}'..='\u{3ef}' | '\u{2c80}'..='\u{2cff}' => Alphabet::Coptic,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Alphabet::Greek,
        '\u{400}'..='\u{52f}'
        | '\u{1c80}'..='\u{1c8f}'
        | '\u{2de0}'..='\u{2dff}'
        | '\u{a640}'..='\u{a69f}' => Alphabet::Cyrillic,
        '\u{531}'..='\u{588}' => Alphabet::Armenian,
        '\u{13a0}'..='\u{13ff}' | '\u{ab70}'..='\u{abbf}' => Alphabet::Cherokee,
        '\u{a4d0}'..='\u{a4ff}' => Alphabet::Lisu,
        _ => return None,
    })
}

fn is_mixed(word: &str) -> bool {
    let mut alphabets = word.chars().filter_map(alphabet);
    let first = alphabets.next();
    alphabets.any(|other| Some(other) != first)
}

/// The small Latin letter that this small letter or figure looks like, as it is or as a capital.
fn shape(letter: char) -> char {
    match letter {
        '0' | 'о' | 'ο' | 'օ' | 'ᴏ' | 'ꓳ' | '०' | '০' | '੦' | '૦' | '௦' | '౦' | '೦' | '൦' | 'ഠ' | '๐'
        | '໐' | '〇' | 'ჿ' | 'ⲟ' => 'o',
        '1' | 'i' | '|' | 'ı' | 'і' | 'ӏ' | 'ι' | 'ɩ' | 'ǀ' | 'ɪ' | 'ʟ' | 'ꓲ' | 'ꓡ' | 'ꮮ' | 'ⲓ' => {
            'l'
        }
        'а' | 'α' | 'ɑ' | 'ᴀ' | 'ꓮ' | 'ꭺ' | '𐊠' | 'ⲁ' => 'a',
        'в' | 'β' | 'ʙ' | 'ꓐ' | 'ᏼ' | 'ꮟ' | 'ⲃ' => 'b',
        'с' | 'ϲ' | 'ᴄ' | 'ꓚ' | 'ꮯ' | 'ⲥ' => 'c',
        'ԁ' | 'ɗ' | 'ᴅ' | 'ꓓ' | 'ꭰ' => 'd',
        'е' | 'ε' | 'ᴇ' | 'ꓰ' | 'ꭼ' | 'ⲉ' => 'e',
        'ꜰ' | 'ꓝ' => 'f',
        'ɡ' | 'ց' | 'ɢ' | 'ꓖ' | 'ꮐ' => 'g',
        'н' | 'һ' | 'հ' | 'ʜ' | 'ꓧ' | 'ꮋ' | 'ⲏ' => 'h',
        'ј' | 'ϳ' | 'ᴊ' | 'ꓙ' | 'ꭻ' => 'j',
        'к' | 'κ' | 'ᴋ' | 'ꓗ' | 'ꮶ' | 'ⲕ' => 'k',
        'м' | 'μ' | 'ᴍ' | 'ꓟ' | 'ꮇ' | 'ⲙ' => 'm',
        'η' | 'ո' | 'ɴ' | 'ꓠ' | 'ⲛ' => 'n',
        'р' | 'ρ' | 'ᴘ' | 'ꓑ' | 'ꮲ' | 'ⲣ' => 'p',
        'ԛ' | 'զ' => 'q',
        'г' | 'ʀ' | 'ꓣ' | 'ꭱ' | 'ꮢ' => 'r',
        'ѕ' | 'ꜱ' | 'ꓢ' | 'ꮪ' => 's',
        'т' | 'τ' | 'ᴛ' | 'ꓔ' | 'ꭲ' | 'ⲧ' => 't',
        'υ' | 'ս' | 'ᴜ' | 'ꓴ' => 'u',
        'ν' | 'ѵ' | 'ᴠ' | 'ꓦ' | 'ꮩ' => 'v',
        'ԝ' | 'ω' | 'ᴡ' | 'ꓪ' | 'ꮃ' => 'w',
        'х' | 'χ' | 'ꓫ' | 'ⲭ' => 'x',
        'у' | 'γ' | 'ү' | 'ʏ' | 'ꓬ' | 'ⲩ' => 'y',
        'ζ' | 'ᴢ' | 'ꓜ' | 'ꮓ' => 'z',
        'ё' => 'ë',
        'ї' => 'ï',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_people_have_them_stay_as_they_are() {
        for name in [
            "Ada Lovelace",
            "Ж. д'Арк",
            "Вера",
            "Ελένη",
            "DJ Вера",
            "André-Jørgen",
            "Nguyễn Thị Ánh",
            "İpek",
            "花子 Smith",
            "Kim민준",
            "علی\u{200c}رضا",
            "Ada 1815",
            "x_X_Ada_X_x",
            "❤\u{fe0f} Ada",
        ] {
            assert_eq!(tidy("name", name).unwrap(), name);
        }
        assert_eq!(tidy("name", " Ada Lovelace\n").unwrap(), "Ada Lovelace");
    }

    #[test]
    fn letters_that_are_only_drawn_otherwise_are_the_letters() {
        for drawn in ["Ａｄａ", "𝐀𝐝𝐚", "𝒜𝒹𝒶", "Ⓐⓓⓐ"] {
            assert_eq!(tidy("name", drawn).unwrap(), "Ada");
        }
        assert!(tidy("name", &"\u{fdfa}".repeat(40)).is_err(), "each is eighteen letters");
    }

    #[test]
    fn what_adds_nothing_to_be_seen_is_refused() {
        for name in [
            "Ada\u{fe0f}",
            "Ada\u{fe0e}",
            "A\u{200c}da",
            "A\u{200d}da",
            "Ada\u{e0041}",
            "Ada\u{e0100}",
            "Bob\u{180b}",
            "Bob\u{1d173}",
            "Bob1\u{fe0f}",
            "Bob\u{e000}",
            "Bob\u{10ffff}",
            "Bob\u{fdd0}",
            "Bob\u{1fffe}",
            "Bob\u{2ffff}",
            "Вера\u{200d}",
        ] {
            let refused = tidy("name", name).unwrap_err();
            assert!(refused.message.contains("can be seen"), "{name:?}: {}", refused.message);
        }
    }

    #[test]
    fn a_word_in_two_alphabets_is_refused_by_its_place() {
        for mixed in ["Аda", "Ada Lovelаce", "Pаypal", "Αda", "Ꭺda", "Adа", "αда"] {
            let refused = tidy("seats.1.name", mixed).unwrap_err();
            assert_eq!(refused.place.as_deref(), Some("seats.1.name"), "{mixed}");
            assert!(refused.message.contains("look alike"), "{}", refused.message);
        }
    }

    #[test]
    fn what_is_taken_for_each_other_looks_the_same() {
        for (one, other) in [
            ("Ada", "ADA"),
            ("Vera Cox", "VERA COX"),
            ("Bepa", "Вера"),
            ("Ada10", "AdaIO"),
            ("Adal", "AdaI"),
            ("Karna", "Kama"),
            ("Walter", "VValter"),
            ("Ada  Lovelace", "Ada\u{a0}Lovelace"),
            ("xope", "хоре"),
            ("ВЕРА", "вера"),
            ("Bob", "Bᴏb"),
            ("Bob", "B०b"),
            ("Bob", "B〇b"),
            ("Ada", "ꓮꓓꓮ"),
            ("Bob", "ꓐꓳꓐ"),
            ("Ada", "ᎪᎠᎪ"),
            ("Ada", "Ada\u{fe0f}"),
            ("Ada", "A\u{200c}da"),
            ("❤", "❤\u{fe0f}"),
        ] {
            assert_eq!(looks(one), looks(other), "{one} and {other}");
        }
        for (one, other) in [("Ada", "Ida"), ("Andre", "André"), ("Вера", "Вова"), ("花子", "花代")]
        {
            assert_ne!(looks(one), looks(other), "{one} and {other}");
        }
    }
}
