//! SET-UP: a table before its first round, from a scenario, a free set-up, a built mission or a written position.

use crate::content::{Airplane, Content};
use crate::dashboard::cue_of;
use crate::dice::tell;
use crate::event::What;
use crate::kinds::{Aim, Band, GROUND, GUNS, Options, PLANES, Side, Skill};
use crate::map::Map;
use crate::order::{Ask, Course};
use crate::padded::Blank;
use crate::state::{
    Flow, Freeze, Ground, Gun, Loaded, MARKERS, Now, Phase, Plane, Recon, Sky, Standing, State, Table,
};
use geometry::{Facing, Hex};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::{Dice, Seat, SeatId, SetupError, Sink, TeamId};

/// An airplane as a set-up has it (WV-DSH-01).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaneSetup {
    pub kind: String,
    pub side: Side,
    pub skill: Skill,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub at: Hex,
    pub facing: Facing,
    pub speed: i8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub structure: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub elevators: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rudder: u8,
    /// What is left of the pilot's ammunition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ammo: Option<[u8; 2]>,
    #[serde(default, skip_serializing_if = "is_off")]
    pub jammed: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundSetup {
    pub kind: String,
    pub side: Side,
    pub at: Hex,
}

/// Photographs: the plane, the column of the line above the target, and the level where one is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReconSetup {
    pub plane: u8,
    pub x: i8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i8>,
    pub needed: u8,
}

/// A match before its first order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: String,
    pub aim: Aim,
    pub mats: Vec<char>,
    pub rounds: u8,
    #[serde(default)]
    pub options: Options,
    /// Sides that play themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub automated: Vec<Side>,
    /// Ground units fire when their owner says so; otherwise the game fires them (WV-SCN-21).
    #[serde(default, skip_serializing_if = "is_off")]
    pub by_hand: bool,
    /// Players place their planes and clouds (scenario 7).
    #[serde(default, skip_serializing_if = "is_off")]
    pub placing: bool,
    /// A handicap: one raider down is enough for the defender (scenario 9).
    #[serde(default, skip_serializing_if = "is_off")]
    pub one_is_enough: bool,
    /// Who has something to do here, in missions.
    pub attacker: Side,
    pub planes: Vec<PlaneSetup>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<GroundSetup>,
    #[serde(default)]
    pub sky: Sky,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recon: Option<ReconSetup>,
    /// The bomber that is never moved (scenario 3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<u8>,
    /// What a built mission is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<crate::missions::Mission>,
    /// Dice results to come, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Loaded>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<Now>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_off(flag: &bool) -> bool {
    !flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl Setup {
    /// What tells one set-up from another in a state's hash.
    pub(crate) fn hash_words<H: Hasher>(&self, to: &mut H) {
        (&self.scenario, &self.mats, self.rounds, self.options, self.planes.len()).hash(to);
        if self.one_is_enough {
            "one is enough".hash(to);
        }
    }
}

pub(crate) fn begin(
    content: &Arc<Content>,
    setup: &Setup,
    seed: u64,
    sink: &mut Sink<What>,
) -> Result<State, SetupError> {
    let mut setup = setup.clone();
    let position = setup.position.take();
    let stack = std::mem::take(&mut setup.stack);
    check_stack(&stack)?;
    let mut dice = Dice::new(seed);
    let mut rolls = None;
    let mut stack = stack;
    if setup.placing && position.is_none() {
        let found = who_places(&mut dice, &mut stack);
        rolls = Some(found);
        if setup.planes.len() > 4 {
            setup.mats = match found.0 {
                Side::Allied => vec!['A', 'B'],
                Side::German => vec!['B', 'C'],
            };
            spread(&mut setup);
        }
    }
    let table = Arc::new(table_of(content, setup)?);
    let now = match position {
        Some(now) => {
            crate::position::validate(&table, &now)?;
            *now
        }
        None => first(&table, stack, rolls.map(|r| r.0)),
    };
    let fresh = now.round == 0;
    let mut state = State { table, dice, now };
    if let Some((side, allied, german)) = rolls {
        sink.barrier(table::Barrier::Drawn);
        tell!(sink, "WV-SCN-13", What::FirstToPlace { side, allied, german });
    }
    if fresh {
        for i in 0..state.now.plane_count {
            let side = state.side_of_line(state.plane(i));
            state.plane_mut(i).line_side = side;
        }
    }
    state.go_on(sink);
    crate::position::playable(state)
}

/// Each side rolls a d6, ties again; the lower one places first (WV-SCN-13).
fn who_places(dice: &mut Dice, stack: &mut Vec<Loaded>) -> (Side, u8, u8) {
    let mut roll = || match stack.first() {
        Some(Loaded::D6(n)) => {
            let n = *n;
            stack.remove(0);
            n
        }
        _ => dice.die(6) as u8,
    };
    loop {
        let (allied, german) = (roll(), roll());
        if allied != german {
            let side = if allied < german { Side::Allied } else { Side::German };
            return (side, allied, german);
        }
    }
}

/// On two mats the Germans start twenty columns further right.
fn spread(setup: &mut Setup) {
    for p in setup.planes.iter_mut().filter(|p| p.side == Side::German && p.at.x < 20) {
        p.at.x += 20;
    }
}

fn check_stack(stack: &[Loaded]) -> Result<(), SetupError> {
    for (i, die) in stack.iter().enumerate() {
        let ok = match die {
            Loaded::D6(n) => (1..=6).contains(n),
            Loaded::D20(n) => (1..=20).contains(n),
            Loaded::Combat(_) | Loaded::Test(_) => true,
        };
        if !ok {
            return Err(SetupError::new(format!("stack[{i}]"), "expected a number that the die has"));
        }
    }
    Ok(())
}

fn need(ok: bool, place: impl Into<String>, why: &str) -> Result<(), SetupError> {
    if ok { Ok(()) } else { Err(SetupError::new(place, why)) }
}

/// Checks a set-up and settles what does not change in a match.
pub(crate) fn table_of(content: &Arc<Content>, setup: Setup) -> Result<Table, SetupError> {
    need((1..=2).contains(&setup.mats.len()), "mats", "expected one or two of the mats A to F")?;
    let map = content
        .lay(&setup.mats)
        .ok_or_else(|| SetupError::by("WV-MAP-02", "mats", "expected one or two of the mats A to F"))?;
    need((1..=30).contains(&setup.rounds), "rounds", "expected 1 to 30 rounds")?;
    need(
        (1..=PLANES).contains(&setup.planes.len()),
        "planes",
        "expected at least one airplane and at most eight",
    )?;
    need(setup.ground.len() <= GROUND, "ground", "expected at most twelve balloons and ground units")?;
    for (i, p) in setup.planes.iter().enumerate() {
        let kind = content.airplane(&p.kind).map(|k| &content.airplanes[k]);
        let kind = kind.ok_or_else(|| {
            SetupError::new(format!("planes[{i}].kind"), format!("there is no airplane {:?}", p.kind))
        })?;
        check_plane(&format!("planes[{i}]"), p, kind, content, &map)?;
        let taken = setup.planes[..i].iter().any(|q| q.at == p.at);
        need(!taken, format!("planes[{i}].at"), "another airplane starts in this hex")?;
    }
    for (i, g) in setup.ground.iter().enumerate() {
        let place = format!("ground[{i}]");
        let kind = content.target(&g.kind).map(|k| &content.targets[k]).ok_or_else(|| {
            SetupError::new(format!("{place}.kind"), format!("there is no ground target {:?}", g.kind))
        })?;
        need(map.holds(g.at), format!("{place}.at"), "expected a complete hex of the map (WV-MAP-06)")?;
        let level = if kind.balloon { g.at.y > 0 } else { g.at.y == 0 };
        need(level, format!("{place}.at"), "balloons float above level 0, ground units stand on it")?;
    }
    check_sky(&setup.sky, &map)?;
    let automated = Side::BOTH.map(|side| setup.automated.contains(&side));
    let played = setup.planes.iter().any(|p| !automated[p.side.index()]);
    need(played, "automated", "expected an airplane that somebody flies")?;
    let flown = setup.planes.iter().enumerate();
    let odd = |(i, p): (usize, &PlaneSetup)| automated[p.side.index()] && setup.anchor != Some(i as u8);
    need(flown.clone().all(|x| !odd(x)), "automated", "only the bomber of scenario 3 flies by itself")?;
    let count = setup.planes.len() as u8;
    need(setup.anchor.is_none_or(|a| a < count), "anchor", "there is no such airplane")?;
    need(
        (setup.aim == Aim::BombingRun) == setup.anchor.is_some(),
        "anchor",
        "expected the bomber of scenario 3, and there only",
    )?;
    check_aim(content, &setup)?;
    if let Some(r) = &setup.recon {
        let ok = r.plane < count && (1..map.columns).contains(&r.x) && r.needed > 0;
        need(ok, "recon", "expected an airplane, a column of the map and at least one crossing")?;
    }
    let recon = setup.recon.map(|r| Recon { plane: r.plane, x: r.x, level: r.level, needed: r.needed });
    Ok(Table {
        content: Arc::clone(content),
        map,
        aim: setup.aim,
        rounds: setup.rounds,
        options: setup.options,
        automated,
        by_hand: setup.by_hand,
        anchor: setup.anchor,
        recon,
        names: plane_names(content, &setup),
        ground_names: ground_names(content, &setup),
        seats: seats(),
        setup,
    })
}

fn check_plane(
    place: &str,
    p: &PlaneSetup,
    kind: &Airplane,
    content: &Content,
    map: &Map,
) -> Result<(), SetupError> {
    need(map.holds(p.at), format!("{place}.at"), "expected a complete hex of the map (WV-MAP-06)")?;
    need(
        p.at.y >= 1 && !map.is_rock(p.at) && p.at.y <= kind.ceiling,
        format!("{place}.at"),
        "expected a level above the ground and up to the airplane's ceiling",
    )?;
    need((-2..=11).contains(&p.speed), format!("{place}.speed"), "expected a speed of -2 to 11")?;
    let boxes = content.structures[kind.structure].boxes;
    need(p.structure <= boxes, format!("{place}.structure"), "expected a box of the gauge")?;
    let controls = p.elevators <= content.controls[1] && p.rudder <= content.controls[2];
    need(controls, format!("{place}.rudder"), "expected a box of the gauge")?;
    if let (Some(ammo), Some(weapon)) = (p.ammo, kind.weapons.first()) {
        let fits = ammo[0] <= weapon.ammo[0] && ammo[1] <= weapon.ammo[1];
        need(fits, format!("{place}.ammo"), "expected no more than the printed numbers")?;
    }
    Ok(())
}

pub(crate) fn check_sky(sky: &Sky, map: &Map) -> Result<(), SetupError> {
    let clouds = sky.low_stratus.iter().chain(&sky.cumulus).flatten().chain(&sky.sun);
    for mega in clouds {
        let ok = crate::map::Mega::is_centre(mega.0)
            && (0..=32).contains(&mega.0.y)
            && (0..=map.columns).contains(&mega.0.x);
        need(ok, "sky", "expected the centre of a MegaHex of the map (WV-MAP-08)")?;
    }
    let level = |l: Option<i8>| l.is_none_or(|l| (0..=30).contains(&l));
    need(level(sky.haze) && level(sky.storm), "sky", "expected a level 0 to 30")
}

/// Whether those are there whom the victory conditions are about.
fn check_aim(content: &Content, setup: &Setup) -> Result<(), SetupError> {
    let side = |side: Side| setup.planes.iter().any(|p| p.side == side);
    let target = |id: &str| setup.ground.iter().any(|g| g.kind == id);
    let bomber = |side: Side| {
        let is = |p: &&PlaneSetup| content.airplane(&p.kind).is_some_and(|k| content.airplanes[k].bomber);
        setup.planes.iter().filter(|p| p.side == side).any(|p| is(&p))
    };
    let both = side(Side::Allied) && side(Side::German);
    let enemy_ground = setup.ground.iter().any(|g| g.side != setup.attacker);
    let ok = match setup.aim {
        Aim::FrankLuke => side(Side::Allied) && target("balloon"),
        Aim::TomsRevenge => side(Side::Allied) && setup.ground.iter().any(|g| g.side == Side::German),
        Aim::BombingRun | Aim::RedBaron | Aim::OverTheTop | Aim::Dogfight | Aim::Value => both,
        Aim::Recon | Aim::PrancingHorse => both && setup.recon.is_some(),
        Aim::LastRaid => both && bomber(Side::German),
        Aim::Raid => bomber(setup.attacker) && enemy_ground,
        Aim::Photograph => setup.recon.is_some(),
        Aim::Balloon => side(setup.attacker) && target("balloon"),
    };
    need(ok, "aim", "the airplanes or targets are missing that these victory conditions are about")
}

fn seats() -> Vec<Seat> {
    let seat = |side: Side| Seat {
        id: SeatId(side as u8),
        name: side.name().to_owned(),
        team: TeamId(side as u8),
        team_name: side.name().to_owned(),
    };
    Side::BOTH.map(seat).to_vec()
}

/// Airplanes by their pilots' names or their types; several of a type are numbered.
fn plane_names(content: &Content, setup: &Setup) -> Vec<String> {
    let name = |p: &PlaneSetup| {
        p.name.clone().unwrap_or_else(|| {
            content.airplane(&p.kind).map_or_else(|| p.kind.clone(), |k| content.airplanes[k].name.clone())
        })
    };
    numbered(setup.planes.iter().map(name).collect())
}

fn ground_names(content: &Content, setup: &Setup) -> Vec<String> {
    let name = |g: &GroundSetup| {
        content.target(&g.kind).map_or_else(|| g.kind.clone(), |k| content.targets[k].name.clone())
    };
    numbered(setup.ground.iter().map(name).collect())
}

fn numbered(names: Vec<String>) -> Vec<String> {
    let count = |name: &str, among: &[String]| among.iter().filter(|n| *n == name).count();
    let number = |(i, name): (usize, &String)| {
        if count(name, &names) > 1 { format!("{name} {}", count(name, &names[..=i])) } else { name.clone() }
    };
    names.iter().enumerate().map(number).collect()
}

/// The dashboard as it is set up: throttle on the speed, as far as the band allows (WV-DSH-01).
pub(crate) fn plane_of(content: &Content, p: &PlaneSetup) -> Plane {
    let kind_index = content.airplane(&p.kind).unwrap_or(0);
    let kind = &content.airplanes[kind_index];
    let mut guns = [Gun::default(); GUNS];
    for (gun, weapon) in guns.iter_mut().zip(&kind.weapons) {
        gun.left = weapon.ammo;
    }
    if let Some(gun) = guns.first_mut() {
        gun.jammed = p.jammed;
        if let Some(left) = p.ammo {
            gun.left = left;
        }
    }
    let speed = cue_of(p.speed, 0);
    Plane {
        kind: kind_index as u8,
        side: p.side,
        skill: p.skill,
        at: p.at,
        start: p.at,
        facing: p.facing,
        cue: speed,
        initial: speed,
        throttle: speed.clamp(0, kind.strip(Band::of(p.at.y)).top),
        structure: p.structure,
        controls: [0, p.elevators, p.rudder],
        guns,
        loaded: kind.bomber,
        ..Plane::blank()
    }
}

fn first(table: &Table, stack: Vec<Loaded>, places_first: Option<Side>) -> Now {
    let (content, setup) = (&table.content, &table.setup);
    let mut planes = [Plane::blank(); PLANES];
    for (plane, p) in planes.iter_mut().zip(&setup.planes) {
        *plane = plane_of(content, p);
    }
    let mut ground = [Ground::blank(); GROUND];
    for (to, g) in ground.iter_mut().zip(&setup.ground) {
        *to = Ground {
            kind: content.target(&g.kind).unwrap_or(0) as u8,
            side: g.side,
            at: g.at,
            standing: Standing::Standing,
            ..Ground::blank()
        };
    }
    Now {
        round: 0,
        phase: Phase::SetUp,
        flow: if setup.placing { Flow::SetUp { step: 0 } } else { Flow::StartRound },
        ask: Ask::Over,
        outcome: None,
        plane_count: setup.planes.len() as u8,
        planes,
        ground_count: setup.ground.len() as u8,
        ground,
        markers: [None; MARKERS],
        sky: setup.sky,
        order: [0; PLANES],
        order_len: 0,
        turn: 0,
        window: 0,
        standing: 0,
        freeze: Freeze::default(),
        to_test: 0,
        course: Course::default(),
        stack,
        places_first,
    }
}
