//! What a scenario says of its options is what it takes.

use super::Plan;
use crate::game::{Game, OptionInfo, SetupError, SetupRequest, Takes};
use std::sync::Arc;

/// Every word that an option lists is taken, and a word that it does not list is refused at its own place.
pub fn listed_options_are_taken<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, _: Plan) {
    let scenarios = G::scenarios(content);
    let Some(scenario) = scenarios.iter().find(|s| s.id == request.scenario) else {
        panic!("{}: listed_options_are_taken: {} is not listed", G::ID, request.scenario);
    };
    for option in &scenario.options {
        let with = |word: &str| {
            let mut asked = request.clone();
            asked.options.insert(option.id.clone(), word.to_owned());
            G::resolve(content, &asked).map(|_| ())
        };
        let fails = |why: String| {
            panic!("{}: listed_options_are_taken: {}, {}: {why}", G::ID, scenario.id, option.id);
        };
        if !option.default.is_empty() && !option.takes.allows(&option.default) {
            fails(format!("its default {:?} is none of {}", option.default, option.expects));
        }
        for word in listed(option) {
            // A word may be at odds with another option of the set-up; then the mistake is told there, or says so.
            if let Err(error) = with(&word).map_err(|e| blames(&e, option).then_some(e))
                && let Some(error) = error
            {
                fails(format!("{word:?} is listed, and it is refused: {}", error.why));
            }
        }
        for word in strange(option) {
            match with(&word) {
                Ok(()) => fails(format!("{word:?} is not listed, and it is taken")),
                Err(error) if !blames(&error, option) => {
                    fails(format!("{word:?} is refused at {:?}", error.place));
                }
                Err(_) => {}
            }
        }
    }
}

fn blames(error: &SetupError, option: &OptionInfo) -> bool {
    error.place == option.id || error.place == format!("options.{}", option.id)
}

fn listed(option: &OptionInfo) -> Vec<String> {
    match &option.takes {
        Takes::Switch { on, off } => vec![on.clone(), off.clone()],
        Takes::OneOf { words } => words.clone(),
        Takes::Number { from, to } => vec![from.to_string(), to.to_string()],
        Takes::Text => Vec::new(),
    }
}

fn strange(option: &OptionInfo) -> Vec<String> {
    match option.takes {
        Takes::Switch { .. } | Takes::OneOf { .. } => vec!["no such word".to_owned(), String::new()],
        Takes::Number { from, to } => {
            let below = from.checked_sub(1).map(|n| n.to_string());
            let above = to.checked_add(1).map(|n| n.to_string());
            ["many".to_owned(), "-1".to_owned()].into_iter().chain(below).chain(above).collect()
        }
        Takes::Text => Vec::new(),
    }
}
