//! docs/positions.md names every field of a position, and nothing else: each of its tables is compared with what the
//! program reads. docs/scenarios.md names what a vehicle may be given.

use serde::de::{Deserialize, Deserializer, Error, Visitor, value};
use std::collections::{BTreeMap, BTreeSet};

/// Reads nothing: it hands back the names of the fields that a type asks for.
struct Asks;

const MARK: char = '\u{1f}';

impl<'de> Deserializer<'de> for Asks {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, value::Error> {
        Err(value::Error::custom("no table"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, value::Error> {
        Err(value::Error::custom(fields.join(&MARK.to_string())))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

fn fields<T: for<'de> Deserialize<'de>>() -> BTreeSet<String> {
    let names = T::deserialize(Asks).err().expect("nothing is read").to_string();
    assert_ne!(names, "no table", "{} is no table of fields", std::any::type_name::<T>());
    names.split(MARK).map(str::to_owned).collect()
}

/// Those of a vehicle, and on paper flat among them those of its consoles.
fn vehicle_fields() -> BTreeSet<String> {
    let consoles = triplanes::AirplaneConsole::FIELDS.iter().chain(triplanes::TripodConsole::FIELDS);
    let mut names = fields::<triplanes::VehicleSetup>();
    for name in consoles {
        assert!(names.insert((*name).to_owned()), "{name} is a field twice");
    }
    names
}

/// The first words in backticks of each row, by the heading that they stand under.
fn documented(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut tables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut heading = String::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix('#') {
            title.trim_start_matches('#').trim().clone_into(&mut heading);
        }
        let Some(name) = line.strip_prefix("| `").and_then(|rest| rest.split('`').next()) else { continue };
        let fresh = tables.entry(heading.clone()).or_default().insert(name.to_owned());
        assert!(fresh, "{heading} names {name} twice");
    }
    tables
}

#[test]
fn every_field_of_a_position_is_documented_and_nothing_else_is() {
    use hussars as th;
    use triplanes as tt;
    use victory as wv;
    use worlds as ww;
    let read: Vec<(&str, BTreeSet<String>)> = vec![
        ("Tripods & Triplanes: the match", fields::<tt::Setup>()),
        ("Seats", fields::<tt::SeatSetup>()),
        ("Objectives", fields::<tt::ObjectiveSetup>()),
        ("Landing field", fields::<tt::FieldSetup>()),
        ("Terrain", fields::<tt::TerrainSetup>()),
        ("Vehicles", vehicle_fields()),
        ("Skills", fields::<tt::UsedSkill>()),
        ("Damage cards", fields::<tt::HeldSetup>()),
        ("Hidden damage", fields::<tt::HiddenDamage>()),
        ("Restrictions of a plan", fields::<tt::BoundSetup>()),
        ("Last shot", fields::<tt::LastShot>()),
        ("Guns", fields::<tt::GunSetup>()),
        ("Rockets in flight", fields::<tt::Flight>()),
        ("Hooked tripod", fields::<tt::Hook>()),
        ("WW2 airplanes", fields::<tt::PlaneSetup>()),
        ("Secret actions and bombs", fields::<tt::InvasionSetup>()),
        ("Bomb cards", fields::<tt::BombCard>()),
        ("Strikes", fields::<tt::Strike>()),
        ("Cards of a bomb", fields::<tt::DotSetup>()),
        ("Automated seats", fields::<tt::AutomatedSetup>()),
        ("Automated tripods", fields::<tt::Automaton>()),
        ("Draws", fields::<tt::Work>()),
        ("One draw", fields::<tt::DrawTask>()),
        ("Card in hand", fields::<tt::InHand>()),
        ("Symbols", fields::<tt::Pending>()),
        ("Measured shots", fields::<tt::ShotOption>()),
        ("The War of the Worlds: the match", fields::<ww::Setup>()),
        ("The table", fields::<ww::Now>()),
        ("Waves", fields::<ww::Wave>()),
        ("Bands", fields::<ww::Band>()),
        ("Tripods in zones", fields::<ww::Uprising>()),
        ("Piles", fields::<ww::Deck>()),
        ("Tripods on a board", fields::<ww::Tripod>()),
        ("Land Battle", fields::<ww::Land>()),
        ("Martian step", fields::<ww::Cursor>()),
        ("A Gun's attack", fields::<ww::Shot>()),
        ("Naval Battle", fields::<ww::Naval>()),
        ("Boats", fields::<ww::Boat>()),
        ("War Ships", fields::<ww::Ship>()),
        ("Event card", fields::<ww::Drawn>()),
        ("Winged Victory: the match", fields::<wv::Setup>()),
        ("Airplanes of a set-up", fields::<wv::PlaneSetup>()),
        ("Ground units of a set-up", fields::<wv::GroundSetup>()),
        ("Photographs", fields::<wv::ReconSetup>()),
        ("The sky", fields::<wv::Sky>()),
        ("A round", fields::<wv::Now>()),
        ("Airplanes in the air", fields::<wv::Plane>()),
        ("A maneuver in flight", fields::<wv::Running>()),
        ("Firing positions", fields::<wv::Gun>()),
        ("Ground units", fields::<wv::Ground>()),
        ("Flak markers", fields::<wv::Marker>()),
        ("Frozen time", fields::<wv::Freeze>()),
        ("Planes in frozen time", fields::<wv::Frozen>()),
        ("Tripods & Hussars: the match", fields::<th::Setup>()),
        ("Readings", fields::<th::Options>()),
        ("Armies", fields::<th::Armies>()),
        ("Bodies", fields::<th::Bought>()),
        ("A turn", fields::<th::Now>()),
        ("Stands", fields::<th::Stand>()),
        ("Last seen", fields::<th::Seen>()),
        ("Clouds", fields::<th::Cloud>()),
        ("The picked stand", fields::<th::Active>()),
        ("A move on its way", fields::<th::Walk>()),
        ("A march", fields::<th::March>()),
        ("Chances", fields::<th::Chance>()),
        ("Close combat", fields::<th::Melee>()),
        ("The end", fields::<th::Ending>()),
    ];
    let mut tables = documented(include_str!("../../../../docs/positions.md"));
    for (heading, read) in read {
        let said = tables.remove(heading).unwrap_or_default();
        assert_eq!(said, read, "docs/positions.md, {heading}: documented, then read");
    }
    assert!(tables.is_empty(), "tables that no part of a position has: {:?}", tables.keys());
}

#[test]
fn what_a_vehicle_may_be_given_is_documented() {
    use table::Game;
    let text = include_str!("../../../../docs/scenarios.md");
    let words: BTreeSet<String> = triplanes::State::scenarios(&triplanes::Content::built_in())
        .iter()
        .flat_map(|scenario| &scenario.options)
        .flat_map(|option| &option.lists)
        .flat_map(|list| &list.extras)
        // The skills of aces are in the ledger and in `heatray games`: here they have one row.
        .map(|extra| if extra.group == "Ace skills" { "sniper".to_owned() } else { extra.word.clone() })
        .collect();
    for word in ["rockets", "anchor", "cannon", "sniper", "bombs", "human"] {
        assert!(words.contains(word), "no scenario offers +{word}");
    }
    for word in &words {
        let row = text.lines().any(|line| line.starts_with('|') && line.contains(&format!("`+{word}`")));
        assert!(row, "docs/scenarios.md has no row for +{word}");
    }
}
