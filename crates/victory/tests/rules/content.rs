//! Component files that can not be used are refused with file, line and what was expected.

use crate::support::*;

fn broken(file: &str, from: &str, to: &str) -> ContentError {
    let texts: Vec<(&str, String)> = content::BUILT_IN
        .iter()
        .map(|(name, text)| {
            let text = if *name == file { text.replacen(from, to, 1) } else { (*text).to_owned() };
            assert!(*name != file || !from.is_empty() && text.contains(to), "{file} holds {from:?}");
            (*name, text)
        })
        .collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(n, t)| (*n, t.as_str())).collect();
    Content::parse(&files).expect_err("it is refused")
}

#[test]
fn errors_name_file_and_line() {
    proves!("WV-DIC-01", "WV-DIC-05", "WV-DMG-03", "WV-DRG-06");
    for (file, from, to, why) in [
        ("victory/dice.toml", "colour = \"pink\"", "colour = \"mauve\"", "mauve"),
        (
            "victory/dice.toml",
            "combat = [\"miss\", \"miss\", \"miss\", \"miss\", \"miss\", \"hit1\"]",
            "combat = [\"miss\"]",
            "six faces",
        ),
        ("victory/gauges.toml", "from = 4, to = 5", "from = 4, to = 6", "begin at"),
        ("victory/airplanes.toml", "sluggish = false", "sluggish = false\nwings = 3", "wings"),
        ("victory/airplanes.toml", "structure_gauge = \"medium\"", "structure_gauge = \"paper\"", "paper"),
        ("victory/airplanes.toml", "spotting = \"grey\"", "spotting = \"black\"", "test die"),
        ("victory/airplanes.toml", "candy_from = 10", "candy_from = 11", "candy boxes"),
        ("victory/maneuvers.toml", "\"F*prep\", \"up\"", "\"F*prep\", \"sideways\"", "sideways"),
        ("victory/combat.toml", "hits = 2", "hits = 0", "1 to 20"),
        ("victory/scenarios.toml", "type = \"spad_xiii\"", "type = \"spad_xiv\"", "spad_xiv"),
        ("victory/briefings.toml", "scenario = \"recon\"", "scenario = \"reconnaissance\"", "reconnaissance"),
    ] {
        let error = broken(file, from, to);
        assert_eq!(error.file, file, "{error}");
        assert!(error.line > 0 && error.why.contains(why), "{error}");
    }
}

#[test]
fn a_missing_file_is_named() {
    proves!("WV-DIC-01");
    let error = Content::parse(&[]).expect_err("nothing there");
    assert_eq!((error.file.as_str(), error.line), ("victory/dice.toml", 0));
}

#[test]
fn coloured_boxes_follow_the_numbers() {
    proves!("WV-DRG-05", "WV-DRG-07");
    for plane in &Content::built_in().airplanes {
        let [low, medium, high] = [Band::Low, Band::Medium, Band::High].map(|b| plane.strip(b));
        let last = low.last;
        assert_eq!(low.red, Some((last, last)), "{}", plane.id);
        assert!(medium.red.is_none_or(|(from, _)| from == last + 1), "{}", plane.id);
        assert!(high.red.is_none_or(|(from, _)| from == last + 2), "{}", plane.id);
        assert!(low.top >= medium.top && medium.top >= high.top, "{}", plane.id);
    }
    assert_eq!(Content::built_in().airplanes.len(), 29);
}
