//! What is printed on the components, for whoever draws the table.

use crate::content::{Content, Step};
use crate::kinds::{Band, Colour, EngineBox, FASTEST, Hit, Icon, Maneuver, Part, SLOWEST, Side};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Components {
    pub airplanes: Vec<AirplaneCard>,
    pub structures: Vec<StructureCard>,
    pub engines: Vec<Vec<EngineBox>>,
    /// Hits to the stripe: ailerons, elevators, rudder.
    pub controls: [u8; 3],
    pub dice: Vec<DieCard>,
    pub mats: Vec<MatCard>,
    pub targets: Vec<TargetCard>,
    pub templates: Vec<TemplateCard>,
    pub maneuvers: Vec<ManeuverCard>,
    pub time_freeze: [[u8; 11]; 11],
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AirplaneCard {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub role: String,
    pub bomber: bool,
    pub vp: u8,
    pub sluggish: bool,
    pub rotary: bool,
    pub ceiling: i8,
    pub structure: usize,
    pub engine: usize,
    pub loaded_speed: Option<i8>,
    /// Low, medium, high.
    pub strips: Vec<StripCard>,
    pub spotting: Colour,
    pub sturdiness: Colour,
    pub handling: Colour,
    pub size: i8,
    pub weapons: Vec<WeaponCard>,
    /// The part that each number of the d20 names.
    pub damage: Vec<Part>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StripCard {
    /// The first and last numbered box and the numbers between.
    pub first: i8,
    pub drag: Vec<i8>,
    pub red: Option<(i8, i8)>,
    pub candy: Option<i8>,
    pub top: i8,
    pub prep: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WeaponCard {
    pub position: String,
    pub template: Option<u8>,
    pub range: u8,
    pub die: Colour,
    pub ammo: [u8; 2],
    pub belt: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StructureCard {
    pub boxes: u8,
    pub lines: Vec<u8>,
    pub arrows: Vec<u8>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DieCard {
    pub colour: Colour,
    pub combat: [Hit; 6],
    pub test: Option<[Icon; 6]>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatCard {
    pub id: char,
    pub kind: String,
    pub wood: Option<[i8; 2]>,
    pub front: Option<i8>,
    pub no_mans_land: Option<[i8; 2]>,
    pub rock: Option<Vec<i8>>,
    pub sea: Option<[i8; 2]>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TargetCard {
    pub id: String,
    pub name: String,
    pub hits: u8,
    pub die: Option<Colour>,
    pub range: u8,
    pub range_min: u8,
    pub flak: bool,
    pub size: i8,
    pub balloon: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TemplateCard {
    pub id: String,
    pub name: String,
    /// Axial offsets for a plane that faces right.
    pub hexes: Vec<(i8, i8)>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ManeuverCard {
    pub id: Maneuver,
    pub name: String,
    pub rule: &'static str,
    /// Hexes that it enters at least.
    pub hexes: usize,
    pub fire_ok: bool,
    pub bombs_ok: bool,
    pub breaks_tailing: bool,
}

impl Components {
    pub(crate) fn of(c: &Content) -> Self {
        let strip = |a: &crate::content::Airplane, band: Band| {
            let s = a.strip(band);
            StripCard {
                first: s.first,
                drag: (s.first.max(SLOWEST)..=s.last.min(FASTEST)).map(|n| s.drag(n)).collect(),
                red: s.red,
                candy: s.candy,
                top: s.top,
                prep: s.prep,
            }
        };
        let airplane = |a: &crate::content::Airplane| AirplaneCard {
            id: a.id.clone(),
            name: a.name.clone(),
            side: a.side,
            role: a.role.clone(),
            bomber: a.bomber,
            vp: a.vp,
            sluggish: a.sluggish,
            rotary: a.rotary,
            ceiling: a.ceiling,
            structure: a.structure,
            engine: a.engine,
            loaded_speed: a.loaded_speed,
            strips: [Band::Low, Band::Medium, Band::High].map(|b| strip(a, b)).to_vec(),
            spotting: a.spotting,
            sturdiness: a.sturdiness,
            handling: a.handling,
            size: a.size,
            weapons: a
                .weapons
                .iter()
                .map(|w| WeaponCard {
                    position: w.position.clone(),
                    template: w.template,
                    range: w.range,
                    die: w.die,
                    ammo: w.ammo,
                    belt: w.belt,
                })
                .collect(),
            damage: (1..=20).map(|n| c.damages[a.damage].part(n)).collect(),
        };
        let die = |colour: Colour| DieCard {
            colour,
            combat: c.combat[colour.index()],
            test: c.test.get(colour.index()).copied(),
        };
        Self {
            airplanes: c.airplanes.iter().map(airplane).collect(),
            structures: c
                .structures
                .iter()
                .map(|g| StructureCard { boxes: g.boxes, lines: g.lines.clone(), arrows: g.arrows.clone() })
                .collect(),
            engines: c.engines.iter().map(|g| g.boxes.clone()).collect(),
            controls: c.controls,
            dice: Colour::ALL.map(die).to_vec(),
            mats: c
                .mats
                .iter()
                .map(|m| MatCard {
                    id: m.id,
                    kind: m.kind.clone(),
                    wood: m.wood,
                    front: m.front,
                    no_mans_land: m.no_mans_land,
                    rock: m.rock.clone(),
                    sea: m.sea,
                })
                .collect(),
            targets: c
                .targets
                .iter()
                .map(|t| TargetCard {
                    id: t.id.clone(),
                    name: t.name.clone(),
                    hits: t.hits,
                    die: t.die,
                    range: t.range,
                    range_min: t.range_min,
                    flak: t.flak,
                    size: t.size,
                    balloon: t.balloon,
                })
                .collect(),
            templates: c
                .templates
                .iter()
                .map(|t| TemplateCard {
                    id: t.id.clone(),
                    name: t.name.clone(),
                    hexes: t.hexes.iter().map(|h| (h.q, h.r)).collect(),
                })
                .collect(),
            maneuvers: Maneuver::ALL
                .iter()
                .zip(&c.maneuvers)
                .map(|(id, m)| ManeuverCard {
                    id: *id,
                    name: m.name.clone(),
                    rule: m.rule,
                    hexes: m.steps.iter().filter(|s: &&Step| s.enters()).count(),
                    fire_ok: m.fire_ok,
                    bombs_ok: m.bombs_ok,
                    breaks_tailing: m.breaks_tailing,
                })
                .collect(),
            time_freeze: c.time_freeze,
        }
    }
}
