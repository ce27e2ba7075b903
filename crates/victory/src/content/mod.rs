//! The components: dashboards, dice, maneuvers, mats, targets, scenarios. Read from text, checked, made dense.

mod files;
mod rows;
mod scenarios;

pub use components::ContentError;
pub use files::BUILT_IN;
pub use scenarios::{
    Briefing, Edge, Heading, MatRow, Matchup, PlanesPerSide, ScenarioRow, TimeRow, UnitRow, WeatherKind,
    WeatherRow,
};

use crate::kinds::{
    Attitude, Band, Colour, Control, EngineBox, FASTEST, Hit, Icon, Maneuver, Part, SLOWEST, Side,
};
use geometry::{Axial, Facing};
use table::StateHash;

/// Boxes of the speed strip.
pub const BOXES: usize = (FASTEST - SLOWEST + 1) as usize;

/// A firing position.
#[derive(Clone, Debug)]
pub struct Weapon {
    pub position: String,
    /// None: fixed forward, fired by the pilot.
    pub template: Option<u8>,
    pub range: u8,
    pub die: Colour,
    pub ammo: [u8; 2],
    /// The second number follows without reloading (WV-AMM-02).
    pub belt: bool,
}

/// One row of the speed strip (WV-DRG-01 to WV-DRG-08).
#[derive(Clone, Debug)]
pub struct Strip {
    /// The first and the last box with a number.
    pub first: i8,
    pub last: i8,
    /// The drag of every box; a box without a number has that of the nearest one.
    drag: [i8; BOXES],
    pub red: Option<(i8, i8)>,
    /// From here on the airplane breaks up.
    pub candy: Option<i8>,
    pub top: i8,
    pub prep: u8,
}

impl Strip {
    #[inline]
    pub fn drag(&self, speed: i8) -> i8 {
        self.drag[(speed.clamp(SLOWEST, FASTEST) - SLOWEST) as usize]
    }

    #[inline]
    pub fn is_stall(&self, speed: i8) -> bool {
        speed < self.first
    }

    pub fn is_red(&self, speed: i8) -> bool {
        self.red.is_some_and(|(from, to)| (from..=to).contains(&speed))
    }

    pub fn is_candy(&self, speed: i8) -> bool {
        self.candy.is_some_and(|from| speed >= from)
    }
}

/// A dashboard.
#[derive(Clone, Debug)]
pub struct Airplane {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub role: String,
    pub bomber: bool,
    pub vp: u8,
    pub sluggish: bool,
    pub rotary: bool,
    pub ceiling: i8,
    /// Numbers of its gauges and its damage table.
    pub structure: usize,
    pub engine: usize,
    pub damage: usize,
    pub loaded_speed: Option<i8>,
    strips: [Strip; 3],
    pub spotting: Colour,
    pub sturdiness: Colour,
    pub handling: Colour,
    pub size: i8,
    pub weapons: Vec<Weapon>,
}

impl Airplane {
    #[inline]
    pub fn strip(&self, band: Band) -> &Strip {
        &self.strips[band.index()]
    }

    /// How many gunners are aboard: one for each flexible gun.
    pub fn gunners(&self) -> usize {
        self.weapons.iter().filter(|w| w.template.is_some()).count()
    }

    /// Which gunner serves this firing position.
    pub fn gunner_of(&self, gun: usize) -> Option<usize> {
        let flexible = |w: &Weapon| w.template.is_some();
        self.weapons
            .get(gun)
            .filter(|w| flexible(w))
            .map(|_| self.weapons[..gun].iter().filter(|w| flexible(w)).count())
    }
}

/// A structure gauge (WV-DMG-04, WV-DMG-05).
#[derive(Clone, Debug)]
pub struct StructureGauge {
    pub id: String,
    pub boxes: u8,
    pub lines: Vec<u8>,
    pub arrows: Vec<u8>,
}

impl StructureGauge {
    pub fn zebra(&self) -> u8 {
        self.boxes + 1
    }

    /// Where a destroyed result moves the disc: to the box right before the next thick line, from an arrow beyond the
    /// second next one (WV-DMG-05).
    pub fn destroyed(&self, disc: u8) -> u8 {
        let to = if self.arrows.contains(&disc) {
            // The line right behind the disc is the next one.
            self.lines.iter().filter(|line| **line >= disc).nth(1).map(|line| line + 1)
        } else {
            self.lines.iter().find(|line| **line > disc).copied()
        };
        to.unwrap_or(self.zebra())
    }
}

#[derive(Clone, Debug)]
pub struct EngineGauge {
    pub id: String,
    pub boxes: Vec<EngineBox>,
}

#[derive(Clone, Debug)]
pub struct DamageTable {
    pub id: String,
    parts: [Part; 20],
}

impl DamageTable {
    /// The part that a d20 of 1 to 20 names.
    pub fn part(&self, roll: u8) -> Part {
        self.parts[usize::from(roll.clamp(1, 20) - 1)]
    }
}

/// How often a step is flown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    Once,
    Prep,
    /// Prep, at least so often.
    PrepOr(u8),
    /// Half the movement points, at least once.
    Half,
}

/// One step of a maneuver (WV-MOV-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Ahead(Times),
    Up,
    Down,
    Level,
    Flip,
    About,
    Invert,
    Inner,
    Outer,
    Slip(Times),
    Drop,
    End,
}

impl Step {
    /// Whether it enters a hex for a movement point.
    pub const fn enters(self) -> bool {
        matches!(self, Self::Ahead(_) | Self::Slip(_) | Self::Inner | Self::Outer)
    }
}

/// A part of the drag that a maneuver costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    Half,
    Full,
    /// The drag less 4, never below 0 (WV-WGO-04).
    Less4,
}

#[derive(Clone, Debug)]
pub struct ManeuverRow {
    pub name: String,
    /// The entries that describe it and that limit who may fly it.
    pub rule: &'static str,
    pub limits: &'static str,
    attitudes: u8,
    pub steps: Vec<Step>,
    pub cost: Vec<Cost>,
    pub gains_dived: bool,
    pub inverted_ok: bool,
    controls: u8,
    pub recruit_test: bool,
    pub wounded_ok: bool,
    pub sluggish_ok: bool,
    pub fire_ok: bool,
    pub bombs_ok: bool,
    pub breaks_tailing: bool,
    pub fills_move: bool,
    pub carries_over: bool,
    pub acrobatic: bool,
}

impl ManeuverRow {
    pub fn starts_from(&self, attitude: Attitude) -> bool {
        self.attitudes & (1 << attitude as u8) != 0
    }

    /// The controls that must work, as a set.
    pub fn controls(&self) -> impl Iterator<Item = Control> {
        let set = self.controls;
        Control::ALL.into_iter().filter(move |c| set & (1 << *c as u8) != 0)
    }

    pub(crate) fn control_set(&self) -> u8 {
        self.controls
    }

    pub fn loss(&self, drag: i8) -> i8 {
        let part = |cost: &Cost| match cost {
            Cost::Half => drag / 2,
            Cost::Full => drag,
            Cost::Less4 => (drag - 4).max(0),
        };
        self.cost.iter().map(part).sum()
    }
}

/// A diagram: hexes entered after Prep, heading right, from where Prep ends.
#[derive(Clone, Debug)]
pub struct Diagram {
    pub id: String,
    pub maneuver: Option<Maneuver>,
    pub facing_in: Facing,
    pub path: Vec<Axial>,
    pub facing_out: Facing,
}

/// A gunner template (WV-ARC-03).
#[derive(Clone, Debug)]
pub struct Template {
    pub id: String,
    pub name: String,
    pub bearing: (i16, i16),
    pub range: u8,
    pub hexes: Vec<Axial>,
    /// By row and column around the airplane.
    mask: [u16; 9],
}

impl Template {
    /// Whether an offset, turned so that the airplane faces E, lies inside.
    #[inline]
    pub fn holds(&self, offset: Axial) -> bool {
        offset.q.unsigned_abs() <= 4
            && offset.r.unsigned_abs() <= 4
            && self.mask[(offset.r + 4) as usize] & (1 << (offset.q + 4)) != 0
    }
}

/// The printed sectors, for tests and boards (WV-MAP-15).
#[derive(Clone, Debug, Default)]
pub struct Sectors {
    pub tail: Vec<Axial>,
    pub aspect_head: Vec<Axial>,
    pub aspect_rear: Vec<Axial>,
    pub forward_line: Vec<Axial>,
    pub spine_up: Vec<Axial>,
    pub spine_down: Vec<Axial>,
}

/// A balloon or ground target (WV-GND-01, WV-BAL-01).
#[derive(Clone, Debug)]
pub struct TargetRow {
    pub id: String,
    pub name: String,
    pub hits: u8,
    pub die: Option<Colour>,
    pub range: u8,
    pub range_min: u8,
    /// Flak: its range counts MegaHexes and it fires at places, not at airplanes.
    pub flak: bool,
    pub spotting: Option<Colour>,
    pub size: i8,
    pub balloon: bool,
}

/// Combat modifiers (WV-MOD-04 to WV-MOD-09).
#[derive(Clone, Copy, Debug)]
pub struct Modifiers {
    pub range: [i8; 6],
    pub head: i8,
    pub rear: i8,
    pub side: i8,
    pub jink: i8,
    pub barrel_roll: i8,
    pub falling_leaf: i8,
    pub tailing: i8,
    pub long_burst: i8,
}

#[derive(Clone, Copy, Debug)]
pub struct FlakRow {
    pub die: Colour,
    pub heavy: i8,
    pub near: Colour,
    pub direct: Colour,
}

/// All components, checked.
#[derive(Debug)]
pub struct Content {
    pub combat: [[Hit; 6]; 9],
    pub test: [[Icon; 6]; 5],
    pub airplanes: Vec<Airplane>,
    pub structures: Vec<StructureGauge>,
    pub engines: Vec<EngineGauge>,
    /// Hits that put a control on its stripe.
    pub controls: [u8; 3],
    pub damages: Vec<DamageTable>,
    pub maneuvers: Vec<ManeuverRow>,
    pub diagrams: Vec<Diagram>,
    pub mats: Vec<MatRow>,
    pub times: Vec<TimeRow>,
    pub templates: Vec<Template>,
    pub sectors: Sectors,
    pub modifiers: Modifiers,
    pub targets: Vec<TargetRow>,
    pub flak: FlakRow,
    pub bombing: (Colour, i8),
    /// By hexes moved less one and speed less one; 0 is blank.
    pub time_freeze: [[u8; 11]; 11],
    pub scenarios: Vec<ScenarioRow>,
    hash: StateHash,
}

components::content!(Content, files);

impl Content {
    pub fn airplane(&self, id: &str) -> Option<usize> {
        self.airplanes.iter().position(|a| a.id == id)
    }

    pub fn target(&self, id: &str) -> Option<usize> {
        self.targets.iter().position(|t| t.id == id)
    }

    pub fn mat(&self, id: char) -> Option<&MatRow> {
        self.mats.iter().find(|m| m.id == id)
    }

    pub fn scenario(&self, id: &str) -> Option<&ScenarioRow> {
        self.scenarios.iter().find(|s| s.id == id)
    }

    #[inline]
    pub fn maneuver(&self, maneuver: Maneuver) -> &ManeuverRow {
        &self.maneuvers[maneuver.index()]
    }

    pub fn hash(&self) -> StateHash {
        self.hash
    }
}
