//! How ids are written: `PREFIX-TOPIC-NN`.

/// The book's part of an id: everything before the first hyphen.
pub fn prefix_of(id: &str) -> &str {
    id.split_once('-').map_or(id, |(prefix, _)| prefix)
}

/// Whether `id` has the form of an id: a prefix of two or three capitals, a topic of two to four capitals
/// or digits that begins with a capital, and a number of at least two digits.
pub fn is_id(id: &str) -> bool {
    let mut parts = id.split('-');
    let (Some(prefix), Some(topic), Some(number), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    matches!(prefix.len(), 2..=3)
        && prefix.bytes().all(|b| b.is_ascii_uppercase())
        && matches!(topic.len(), 2..=4)
        && topic.starts_with(|c: char| c.is_ascii_uppercase())
        && topic.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && number.len() >= 2
        && number.bytes().all(|b| b.is_ascii_digit())
}

/// Every id that `source_text` cites, in order of first appearance, each once; whether or not the ledger
/// has it. For tests which check that everything cited exists:
///
/// ```
/// let source = r#"refuse("TT-GEN-01", "a tripod is no airplane"); // see TT-GEN-02"#;
/// assert_eq!(ledger::cited_ids(source), ["TT-GEN-01", "TT-GEN-02"]);
/// ```
pub fn cited_ids(source_text: &str) -> Vec<&str> {
    let mut ids = Vec::new();
    for word in source_text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')) {
        // A hyphen at the end belongs to the sentence.
        let word = word.trim_matches('-');
        if is_id(word) && !ids.contains(&word) {
            ids.push(word);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::{cited_ids, is_id, prefix_of};

    #[test]
    fn an_id_has_prefix_topic_and_number() {
        for id in ["TT-GEN-01", "INV-WW2-01", "TH-HC-01", "WW-SC0-01"] {
            assert!(is_id(id), "{id}");
        }
        for no in [
            "",
            "TT",
            "TT-GEN",
            "TT-GEN-1",
            "TT-GEN-0x",
            "tt-GEN-01",
            "T-GEN-01",
            "TT-2GE-01",
            "TT-GEN-01-a",
            "TT--01",
        ] {
            assert!(!is_id(no), "{no}");
        }
    }

    #[test]
    fn the_prefix_is_what_stands_before_the_first_hyphen() {
        assert_eq!(prefix_of("INV-WW2-01"), "INV");
        assert_eq!(prefix_of("INV"), "INV");
    }

    #[test]
    fn citations_are_found_in_code_comments_and_sentences() {
        let text =
            "rule!(\"TT-GEN-02\") // [TT-GEN-01], TT-GEN-02; (WV-EX-01). TH-HC-01--as said\nINV-WW2-01-";
        assert_eq!(cited_ids(text), ["TT-GEN-02", "TT-GEN-01", "WV-EX-01", "INV-WW2-01"]);
    }

    #[test]
    fn what_only_resembles_an_id_is_not_cited() {
        assert_eq!(cited_ids("PREFIX-TOPIC-NN TT-GEN-1 A_TT-GEN-01 TT-GEN-01b UTF-8 RFC-3339-01"), [""; 0]);
    }
}
