//! A position that somebody changed by hand is refused with its place where a figure is beyond what can be.

use hussars::{Content, State};
use table::{Game, Match, SetupRequest};

/// Why the opening position of Horsell is refused with this figure of its first stand, if it is.
fn refused(field: &str, figure: i64) -> Option<String> {
    let content = Content::built_in();
    let played = Match::<State>::new(&content, &SetupRequest::of("horsell", &[]), 1).expect("a match");
    let mut written = serde_json::to_value(played.state().position()).expect("a position");
    written["position"]["stands"][0][field] = figure.into();
    let setup = serde_json::from_value(written).expect("a figure that can be written");
    let error = Match::<State>::begin_silent(&content, setup, 1).err()?;
    error.why.contains("expected at most 20 canisters").then_some(error.place)
}

#[test]
fn the_borders_of_a_stand_lie_where_it_is_said() {
    for (field, last) in
        [("gas", 20), ("sinking", 6), ("hits", 5), ("marker", 7), ("left", 9_900), ("speed", 2_400)]
    {
        assert_eq!(refused(field, last), None, "{field} {last}");
        let place = refused(field, last + 1).unwrap_or_default();
        assert!(place.ends_with("stands.0"), "{field} {}: {place}", last + 1);
    }
}
