//! What lies in the box, for whoever draws the table or writes a bot: maps, stands, weapons. The view names its map.

use crate::content::{Content, Profile, Scenario};
use crate::ground::Map;
use crate::kinds::{Class, Ground, Quality, Side, System, Type, Weapon};
use crate::measure::P;
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Components {
    pub maps: Vec<MapCard>,
    pub stands: Vec<StandCard>,
    pub weapons: Vec<WeaponCard>,
    pub grounds: Vec<GroundCard>,
    /// The boxes of a record sheet, in the order in which views count their marks.
    pub systems: Vec<&'static str>,
    pub yards_to_the_inch: u32,
}

/// A board in thousandths of an inch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MapCard {
    pub id: String,
    pub name: String,
    pub width: i32,
    pub height: i32,
    pub areas: Vec<AreaCard>,
    pub lines: Vec<LineCard>,
    pub hills: Vec<HillCard>,
    /// The printed places of those that stand there from the first turn.
    pub places: Vec<PlaceCard>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlaceCard {
    pub side: Side,
    pub r#type: Type,
    pub at: P,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AreaCard {
    pub id: String,
    pub name: String,
    pub kind: Ground,
    pub points: Vec<P>,
    /// Levels above its ground.
    pub levels: f64,
    pub cover: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LineCard {
    pub id: String,
    pub name: String,
    pub kind: Ground,
    pub points: Vec<P>,
    pub levels: f64,
    /// So crowded that human stands gain no speed on it.
    pub thronged: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HillCard {
    pub id: String,
    pub name: String,
    pub points: Vec<P>,
    pub crest: Vec<P>,
    pub levels: f64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StandCard {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub r#type: Type,
    pub quality: Option<Quality>,
    pub class: Class,
    pub dice: u8,
    pub inches: u8,
    pub strategic: u8,
    /// 0 passes every check.
    pub morale: u8,
    pub to_hit: u8,
    pub weapon: Option<Weapon>,
    pub guns: Vec<Weapon>,
    pub points: u16,
    pub cohesion: u8,
    /// Boxes of each system.
    pub boxes: [u8; 5],
    pub canisters: u8,
    pub hits: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WeaponCard {
    pub weapon: Weapon,
    pub name: &'static str,
    /// Effective range in inches; long range is twice that.
    pub range: u8,
    pub dice: u8,
    pub arc_degrees: u16,
    /// The length of a sweep in inches, and the side of a cloud in thousandths.
    pub sweep_length: u8,
    pub cloud: i32,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GroundCard {
    pub kind: Ground,
    pub name: &'static str,
    pub rule: &'static str,
    /// What an inch costs each class, in the order of the classes; none may not enter.
    pub cost: [Option<f64>; 6],
    pub cover: bool,
}

impl Components {
    pub(crate) fn of(content: &Content) -> Self {
        let weapon = |weapon: &Weapon| {
            let arm = content.arm(*weapon);
            WeaponCard {
                weapon: *weapon,
                name: weapon.name(),
                range: arm.range,
                dice: arm.dice,
                arc_degrees: arm.arc_degrees,
                sweep_length: arm.sweep_length,
                cloud: arm.cloud,
            }
        };
        let ground = |row: &crate::content::GroundRow| GroundCard {
            kind: row.kind,
            name: row.kind.name(),
            rule: row.rule,
            cost: row.cost.map(|factor| factor.map(|f| f64::from(f.0) / 2.0)),
            cover: row.cover,
        };
        Self {
            maps: content.scenarios.iter().map(|s| MapCard::of(content, s)).collect(),
            stands: content.profiles.iter().map(StandCard::of).collect(),
            weapons: Weapon::ALL.iter().map(weapon).collect(),
            grounds: content.grounds.iter().map(ground).collect(),
            systems: System::ALL.iter().map(|s| s.name()).collect(),
            yards_to_the_inch: crate::YARDS_TO_THE_INCH,
        }
    }
}

impl MapCard {
    fn of(content: &Content, scenario: &Scenario) -> Self {
        let map: &Map = &scenario.map;
        let name = |id: &str| crate::words::title(id);
        Self {
            id: scenario.id.clone(),
            name: scenario.name.clone(),
            width: map.width,
            height: map.height,
            areas: map
                .areas
                .iter()
                .map(|a| AreaCard {
                    id: a.id.clone(),
                    name: name(&a.id),
                    kind: a.kind,
                    points: a.shape.points().to_vec(),
                    levels: a.height.as_levels(),
                    cover: a.cover,
                })
                .collect(),
            lines: map
                .lines
                .iter()
                .map(|l| LineCard {
                    id: l.id.clone(),
                    name: name(&l.id),
                    kind: l.kind,
                    points: l.line.points().to_vec(),
                    levels: l.height.as_levels(),
                    thronged: l.thronged,
                })
                .collect(),
            places: scenario
                .units
                .iter()
                .filter(|u| u.arrives.is_none() && u.lands.is_none())
                .flat_map(|u| u.stands.iter().zip(&u.place))
                .map(|(profile, (at, _))| {
                    let profile = &content.profiles[*profile];
                    PlaceCard { side: profile.side, r#type: profile.ty, at: *at }
                })
                .collect(),
            hills: map
                .hills
                .iter()
                .map(|(id, hill)| HillCard {
                    id: id.clone(),
                    name: name(id),
                    points: hill.base().points().to_vec(),
                    crest: hill.crest().to_vec(),
                    levels: hill.top().as_levels(),
                })
                .collect(),
        }
    }
}

impl StandCard {
    fn of(profile: &Profile) -> Self {
        Self {
            id: profile.id.clone(),
            name: profile.name.clone(),
            side: profile.side,
            r#type: profile.ty,
            quality: profile.quality,
            class: profile.class,
            dice: profile.dice,
            inches: profile.inches,
            strategic: profile.strategic,
            morale: profile.morale,
            to_hit: profile.to_hit,
            weapon: profile.weapon,
            guns: profile.guns.clone(),
            points: profile.points,
            cohesion: profile.cohesion,
            boxes: profile.boxes,
            canisters: profile.gas_shots,
            hits: profile.hits,
        }
    }
}
