//! A scenario's forces with one piece less, more or other.

use table::{ChoiceInfo, ListInfo, ScenarioInfo, SetupRequest};

/// One option with another list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub option: String,
    pub value: String,
    /// What is other, in words.
    pub words: String,
}

/// Every list of this scenario with each piece left out in turn and, where rows can be added, with one more. Where the number
/// of rows is fixed each row becomes the next thing that it can be.
pub(crate) fn changes(info: &ScenarioInfo, request: &SetupRequest) -> Vec<Change> {
    let mut found: Vec<Change> = Vec::new();
    for option in &info.options {
        let of = |variant: Option<&String>| option.lists.iter().find(|list| list.variant.as_ref() == variant);
        let Some(list) = of(request.variant.as_ref()).or_else(|| of(None)) else { continue };
        let now = match request.options.get(&option.id) {
            Some(given) => given.clone(),
            None if list.variant.is_none() && !option.default.is_empty() => option.default.clone(),
            None => {
                list.rows.iter().filter_map(|row| row.choices.first()).map(word).collect::<Vec<_>>().join(",")
            }
        };
        let pieces: Vec<&str> = now.split(',').map(str::trim).filter(|piece| !piece.is_empty()).collect();
        for (pieces, words) in changed(list, &pieces) {
            let words = format!("{} {words}", option.id);
            let change = Change { option: option.id.clone(), value: pieces.join(","), words };
            // Two pieces of a kind are left out in one way.
            if !found.contains(&change) {
                found.push(change);
            }
        }
    }
    found
}

fn word(choice: &ChoiceInfo) -> &str {
    &choice.word
}

fn changed<'a>(list: &'a ListInfo, pieces: &[&'a str]) -> Vec<(Vec<&'a str>, String)> {
    let mut found = Vec::new();
    // A choice that needs another option can not be had for the asking.
    let free = |choices: &'a [ChoiceInfo]| choices.iter().filter(|choice| choice.when.is_none()).map(word);
    for (at, piece) in pieces.iter().enumerate() {
        let mut without = pieces.to_vec();
        without.remove(at);
        found.push((without, format!("without {piece}")));
        let fixed = list.rows.get(at).filter(|_| list.more.is_none());
        let bare = piece.split('+').next().unwrap_or(piece);
        let other = fixed.and_then(|row| {
            let choices: Vec<&str> = free(&row.choices).collect();
            let now = choices.iter().position(|word| *word == bare)?;
            choices.get((now + 1) % choices.len()).copied().filter(|word| *word != bare)
        });
        if let Some(other) = other {
            let mut instead = pieces.to_vec();
            instead[at] = other;
            found.push((instead, format!("with {other} for {piece}")));
        }
    }
    if let Some(more) = list.more.as_ref().and_then(|row| free(&row.choices).next()) {
        let mut with = pieces.to_vec();
        with.push(more);
        found.push((with, format!("with {more} more")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{OptionInfo, RowInfo};

    fn choice(word: &str, when: Option<&str>) -> ChoiceInfo {
        ChoiceInfo { word: word.to_owned(), when: when.map(str::to_owned), ..ChoiceInfo::default() }
    }

    fn row(words: &[&str]) -> RowInfo {
        RowInfo { choices: words.iter().map(|word| choice(word, None)).collect(), given: Vec::new() }
    }

    fn scenario(lists: Vec<ListInfo>, default: &str) -> ScenarioInfo {
        let option = OptionInfo { lists, ..OptionInfo::text("force", "", "", default) };
        ScenarioInfo {
            id: "x".to_owned(),
            title: String::new(),
            about: String::new(),
            variants: Vec::new(),
            difficulty: 1,
            minutes: 1,
            seats: Vec::new(),
            options: vec![option, OptionInfo::switch("fog", "")],
        }
    }

    fn values(info: &ScenarioInfo, request: &SetupRequest) -> Vec<(String, String)> {
        changes(info, request).into_iter().map(|change| (change.value, change.words)).collect()
    }

    fn pair(value: &str, words: &str) -> (String, String) {
        (value.to_owned(), words.to_owned())
    }

    #[test]
    fn pieces_go_and_come() {
        let more =
            RowInfo { choices: vec![choice("z", Some("ww2=on")), choice("d", None)], given: Vec::new() };
        let list = ListInfo { rows: vec![row(&["a"]), row(&["b"])], more: Some(more), ..ListInfo::default() };
        let info = scenario(vec![list], "a,b");
        let found = values(&info, &SetupRequest::of("x", &[]));
        assert_eq!(
            found,
            [pair("b", "force without a"), pair("a", "force without b"), pair("a,b,d", "force with d more")]
        );
        let found = values(&info, &SetupRequest::of("x", &[("force", "c,c")]));
        assert_eq!(found, [pair("c", "force without c"), pair("c,c,d", "force with d more")]);
    }

    #[test]
    fn fixed_rows_become_something_else() {
        let list = ListInfo { rows: vec![row(&["a", "b"]), row(&["c"])], ..ListInfo::default() };
        let other =
            ListInfo { variant: Some("v".to_owned()), rows: vec![row(&["e"])], ..ListInfo::default() };
        let info = scenario(vec![list, other], "a+ace,c");
        let found = values(&info, &SetupRequest::of("x", &[]));
        assert_eq!(
            found,
            [
                pair("c", "force without a+ace"),
                pair("b,c", "force with b for a+ace"),
                pair("a+ace", "force without c")
            ]
        );
        let found = values(&info, &SetupRequest::of("x", &[]).in_variant(Some("v")));
        assert_eq!(found, [pair("", "force without e")]);
    }
}
