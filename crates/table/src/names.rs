//! Names that people read, wherever they come from: typed, or written in a set-up or a log that somebody sends.

/// The longest name of a seat or a side, in letters.
pub const NAME_LIMIT: usize = 60;

/// Whether a text is one line in which everything can be seen: no control characters, nothing that turns the direction
/// of what stands around it, nothing that takes no room. What only leans on another letter (a joiner, a variant) must
/// have one before it, and a joiner one behind it: some scripts and pictures are written so.
pub fn is_plain(text: &str) -> bool {
    let mut before = None;
    for letter in text.chars() {
        if letter.is_control() || is_hidden(letter) {
            return false;
        }
        if leans(letter) && before.is_none_or(char::is_whitespace) {
            return false;
        }
        if before.is_some_and(joins) && letter.is_whitespace() {
            return false;
        }
        before = Some(letter);
    }
    !before.is_some_and(joins)
}

/// A name of at most so many letters, in which everything can be seen. It may be empty: then the seat has none.
pub fn is_name(name: &str, limit: usize) -> bool {
    name.chars().nth(limit).is_none() && is_plain(name)
}

/// Nobody sees it, or it changes how everything around it is seen.
fn is_hidden(letter: char) -> bool {
    matches!(letter,
        // Directions of writing.
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        // Ends of lines and paragraphs that are no control characters.
        | '\u{2028}' | '\u{2029}'
        // No room at all, or room without ink.
        | '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
        | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e001f}')
}

fn joins(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

fn leans(letter: char) -> bool {
    joins(letter)
        || matches!(letter, '\u{180b}'..='\u{180d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0020}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_scripts_are_plain() {
        let names = [
            "",
            "Ada",
            "Ada Lovelace",
            "Ж. д'Арк",
            "علی\u{200c}رضا",
            "עדה",
            "क्\u{200d}ष",
            "👩\u{200d}🚀",
            "❤\u{fe0f}",
        ];
        for name in names {
            assert!(is_plain(name), "{name:?}");
        }
    }

    #[test]
    fn what_nobody_sees_and_what_turns_a_line_is_not() {
        let turns = ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        let unseen =
            ('\u{200b}'..='\u{200f}').chain(['\u{2028}', '\u{2029}', '\u{feff}', '\u{2060}', '\u{3164}']);
        for letter in turns.chain(unseen).chain(['\0', '\n', '\u{7f}', '\u{85}', '\u{fe0f}', '\u{e0061}']) {
            assert!(!is_plain(&letter.to_string()), "{letter:?} alone");
            assert!(!is_plain(&format!("{letter}Ada")), "{letter:?} before a name");
            assert!(!is_plain(&format!("Ada {letter}")), "{letter:?} behind a blank");
        }
        assert!(!is_plain("Ada\u{200d}") && !is_plain("Ada\u{200d} L"), "a joiner that joins nothing");
        assert!(!is_plain("A\u{202e}da") && !is_plain("A\u{200b}da"));
    }

    #[test]
    fn letters_are_counted_not_bytes() {
        assert!(is_name(&"ß".repeat(60), NAME_LIMIT) && !is_name(&"ß".repeat(61), NAME_LIMIT));
        assert!(is_name("", 0) && !is_name("A", 0));
    }
}
