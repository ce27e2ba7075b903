//! Component files that can not be used are refused with file, line and what was expected.

use crate::support::*;

fn read(file: &str, from: &str, to: &str) -> Result<Content, ContentError> {
    let texts: Vec<(&str, String)> = content::BUILT_IN
        .iter()
        .map(|(name, text)| {
            let text = if *name == file { text.replacen(from, to, 1) } else { (*text).to_owned() };
            assert!(*name != file || !from.is_empty() && text.contains(to), "{file} holds {from:?}");
            (*name, text)
        })
        .collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(n, t)| (*n, t.as_str())).collect();
    Content::parse(&files)
}

fn broken(file: &str, from: &str, to: &str) -> ContentError {
    read(file, from, to).expect_err("it is refused")
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
        (
            "victory/dice.toml",
            "test = [\"failure\", \"success\", \"success\", \"success\", \"success\", \"critical\"]\n",
            "",
            "six test icons",
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

/// The text of the first table of this kind in a file that comes with the program.
fn first(file: &str, table: &str) -> String {
    let text = content::BUILT_IN.iter().find(|(name, _)| *name == file).expect("a file").1;
    let from = text.find(table).expect("a table");
    let to = text[from + 1..].find(table).map_or(text.len(), |n| from + 1 + n);
    text[from..to].to_owned()
}

#[test]
fn a_figure_of_a_component_is_taken_up_to_its_limit() {
    proves!(
        "WV-DMG-03",
        "WV-DMG-04",
        "WV-DMG-10",
        "WV-DRG-06",
        "WV-AMM-01",
        "WV-MAP-04",
        "WV-MOV-10",
        "WV-BMB-02"
    );
    let (gauges, planes) = ("victory/gauges.toml", "victory/airplanes.toml");
    let (map, maneuvers, combat) = ("victory/map.toml", "victory/maneuvers.toml", "victory/combat.toml");
    let engine = |n: usize| format!("boxes = [{}\"seized\"]", "\"plain\", ".repeat(n - 1));
    let rock = |top: &str, n: usize| format!("mountain_top = [{}]", vec![top; n].join(", "));
    let rocks = first(map, "mountain_top = ");
    let rocks = &rocks[..=rocks.find(']').expect("its end")];
    let strip = |n: usize| format!("high = {{ from = 3, values = [{}] }}", vec!["3"; n].join(", "));
    let plane = first(planes, "[[airplane]]");
    let copies = |n: usize| {
        let copy = |i: usize| plane.replacen("\"spad_vii\"", &format!("\"copy_{i}\""), 1);
        (0..n).map(copy).collect::<String>() + &plane
    };
    let others = 200 - Content::built_in().airplanes.len();
    let gun = &plane[plane.find("[[airplane.weapon]]").expect("a gun")..];
    let guns = |n: usize| gun.repeat(n);
    let steps = |n: usize| format!("steps = [{}]", vec!["\"F\""; n].join(", "));
    let climb = first(maneuvers, "steps = ");
    let climb = &climb[..=climb.find(']').expect("its end")];
    let (engines, high) = (
        "boxes = [\"plain\", \"minus1\", \"leak\", \"minus2\", \"fire\", \"seized\"]",
        "high = { from = 3, values = [3, 4, 4, 5, 5, 6, 6, 7, 7] }",
    );
    for (file, from, within, beyond, why) in [
        (
            gauges,
            "boxes = 16",
            vec!["boxes = 40".into()],
            vec!["boxes = 41".into(), "boxes = 0".into()],
            "1 to 40",
        ),
        (
            gauges,
            "after = [4, 7, 10]",
            vec!["after = [1, 7, 10]".into()],
            vec!["after = [0, 7, 10]".into(), "after = [4, 7, 11]".into(), "after = [7, 4, 10]".into()],
            "in order",
        ),
        (gauges, engines, vec![engine(12)], vec![engine(13), "boxes = [\"plain\"]".into()], "at most 12"),
        (
            gauges,
            "from = 1, to = 3",
            vec![],
            vec!["from = 2, to = 3".into(), "from = 1, to = 0".into()],
            "begin at 1",
        ),
        (
            map,
            rocks,
            vec![rock("20", 20), rock("0", 20)],
            vec![rock("21", 20), rock("-1", 20), rock("3", 19)],
            "0 to 20",
        ),
        (map, "[-4, 4]", vec!["[-4, 3]".into()], vec!["[-5, 4]".into(), "[0, 0]".into()], "out of range"),
        (planes, high, vec![], vec![strip(10), strip(0)], "1 to 11"),
        (
            planes,
            "low = 6 }",
            vec!["low = 0 }".into()],
            vec!["low = 9 }".into(), "low = -1 }".into()],
            "with a drag",
        ),
        (
            planes,
            "prep = { high = 1",
            vec!["prep = { high = 5".into()],
            vec!["prep = { high = 6".into()],
            "0 to 5",
        ),
        (planes, "ceiling = 30", vec![], vec!["ceiling = 31".into(), "ceiling = 0".into()], "1 to 30"),
        (planes, gun, vec![guns(3)], vec![guns(4)], "at most 3"),
        (planes, plane.as_str(), vec![copies(others)], vec![copies(others + 1)], "at most 200"),
        (
            planes,
            "ammo = [6, 4]",
            vec!["ammo = [6, 6]".into(), "ammo = [1]".into()],
            vec!["ammo = [7, 4]".into(), "ammo = [0]".into(), "ammo = []".into(), "ammo = [6, 4, 2]".into()],
            "one or two",
        ),
        (maneuvers, climb, vec![], vec![steps(13), steps(0)], "1 to 12"),
        (
            combat,
            "hits = 2",
            vec!["hits = 1".into(), "hits = 20".into()],
            vec!["hits = 21".into()],
            "1 to 20",
        ),
        (combat, "per_shift = 5", vec!["per_shift = 1".into()], vec!["per_shift = 0".into()], "1 or more"),
    ] {
        for to in within {
            let to: String = to;
            assert_eq!(read(file, from, &to).err().map(|e| e.why), None, "{file}: {from:.40} to {to:.60}");
        }
        for to in beyond {
            let to: String = to;
            let error = broken(file, from, &to);
            assert!(error.file == file && error.why.contains(why), "{from:.40} to {to:.60}: {error}");
        }
    }
}

/// Where a scenario names no heading, everybody looks at the enemy's side.
#[test]
fn an_airplane_without_a_heading_flies_towards_the_enemy() {
    proves!("WV-SCN-12");
    let texts: Vec<(&str, String)> = content::BUILT_IN
        .iter()
        .map(|(name, text)| {
            (*name, text.replace("heading = \"left\"\n", "").replace("heading = \"right\"\n", ""))
        })
        .collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(n, t)| (*n, t.as_str())).collect();
    let content = std::sync::Arc::new(Content::parse(&files).expect("headings need not be named"));
    let setup = State::resolve(&content, &request("over-the-top", &[])).expect("a set-up");
    for plane in &setup.planes {
        assert_eq!(plane.facing, if plane.side == A { E } else { W }, "{:?}", plane.side);
    }
}
