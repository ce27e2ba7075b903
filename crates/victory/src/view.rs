//! The table as anybody sees it: everything lies open but the dice to come.

use crate::dashboard::cue_of;
use crate::kinds::{Health, Options, Side, Skill, UnitId};
use crate::movement::final_speed;
use crate::order::Ask;
use crate::state::{Ending, Fate, Marker, Phase, Plan, Plane, Sky, Standing, State};
use geometry::{Facing, Hex};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    pub scenario: String,
    /// The round that is played, and how many there are at most.
    pub turn: u8,
    pub turns: u8,
    pub phase: Phase,
    /// Mats from left to right, and the columns of the frame.
    pub mats: Vec<char>,
    pub columns: i8,
    pub front: Option<i8>,
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub options: Options,
    pub sky: Sky,
    pub planes: Vec<PlaneView>,
    pub ground: Vec<GroundView>,
    pub markers: Vec<Marker>,
    /// The order of movement of this round, and the place in it that moves.
    pub order: Vec<u8>,
    pub mover: Option<u8>,
    /// While time stands still (option time-freezing).
    pub frozen: Option<FrozenView>,
    /// The line that a reconnaissance must cross.
    pub line: Option<LineView>,
    pub prompt: Option<PromptView>,
    pub ending: Option<Ending>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FrozenView {
    /// The planes that catch up with the first one, and fire.
    pub group: Vec<u8>,
    pub first: u8,
    /// How much of the round has passed, of 11.
    pub time: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LineView {
    pub plane: u8,
    pub x: i8,
    pub level: Option<i8>,
    pub crossings: u8,
    pub needed: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlaneView {
    pub unit: UnitId,
    pub name: String,
    /// Its row among the airplanes of the components.
    pub kind: u8,
    pub side: Side,
    pub skill: Skill,
    pub fate: Fate,
    pub shot_down: bool,
    #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
    pub at: Hex,
    /// The position marker.
    #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
    pub start: Hex,
    /// It stands on the map: not while its side has yet to place it.
    pub placed: bool,
    pub facing: Facing,
    pub inverted: bool,
    pub throttle: i8,
    pub initial: i8,
    pub cue: i8,
    /// The speed of the next round if the move ended here.
    pub forecast: i8,
    pub top_speed: i8,
    pub prep: u8,
    pub drag: i8,
    pub points: i8,
    pub stalled: bool,
    pub engaged: bool,
    pub idle: bool,
    pub moving: bool,
    pub done: bool,
    /// The final hexes of a turn that runs over are owed.
    pub owes: bool,
    pub structure: u8,
    pub controls: [u8; 3],
    pub engine: u8,
    pub punctured: bool,
    pub leak: Option<u8>,
    pub fire: bool,
    pub fouled: bool,
    pub pilot: Health,
    pub gunners: Vec<Health>,
    pub guns: Vec<GunView>,
    pub loaded: bool,
    pub seen: Vec<UnitId>,
    pub tails: Vec<u8>,
    pub tailed_by: Vec<u8>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GunView {
    pub left: [u8; 2],
    pub jammed: bool,
    pub dry: bool,
    pub fired: bool,
    pub plan: Plan,
    /// The hexes that it reaches now.
    #[cfg_attr(feature = "ts", ts(type = "[number, number][]"))]
    pub arc: Vec<Hex>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GroundView {
    pub unit: UnitId,
    pub name: String,
    pub kind: u8,
    pub side: Side,
    #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
    pub at: Hex,
    pub hits: u8,
    pub standing: Standing,
    pub fired: bool,
    pub alarmed: bool,
    pub seen: Vec<UnitId>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PromptView {
    pub ask: Ask,
    pub text: String,
}

fn units(mut set: u32) -> Vec<UnitId> {
    let mut out = Vec::new();
    while set != 0 {
        out.push(UnitId(set.trailing_zeros() as u8));
        set &= set - 1;
    }
    out
}

impl State {
    pub(crate) fn project(&self) -> View {
        let now = &self.now;
        View {
            scenario: self.table.setup.scenario.clone(),
            turn: now.round,
            turns: self.table.rounds,
            phase: now.phase,
            mats: self.table.setup.mats.clone(),
            columns: self.table.map.columns,
            front: self.table.map.front,
            options: self.table.options,
            sky: now.sky,
            planes: (0..now.plane_count).map(|i| self.plane_view(i)).collect(),
            ground: (0..usize::from(now.ground_count)).map(|i| self.ground_view(i)).collect(),
            markers: now.markers.iter().flatten().copied().collect(),
            order: now.order().to_vec(),
            mover: now.order().get(usize::from(now.turn)).copied().filter(|_| now.phase == Phase::Movement),
            frozen: now.freeze.now.map(|f| FrozenView {
                group: crate::sequence_of_play::planes_of(f.group).collect(),
                first: f.first,
                time: f.time,
            }),
            line: self.table.recon.map(|r| LineView {
                plane: r.plane,
                x: r.x,
                level: r.level,
                crossings: self.plane(r.plane).crossings,
                needed: r.needed,
            }),
            prompt: (now.ask != Ask::Over)
                .then(|| PromptView { ask: now.ask, text: self.ask_words(&now.ask) }),
            ending: now.outcome,
        }
    }

    fn plane_view(&self, index: u8) -> PlaneView {
        let p = self.plane(index);
        let kind = self.kind_of(p);
        let strip = kind.strip(p.band());
        let (moving, cue) = (p.active && !p.done, if p.active { cue_of(p.initial, p.delta) } else { p.cue });
        PlaneView {
            unit: UnitId(index),
            name: self.name(index).to_owned(),
            kind: p.kind,
            side: p.side,
            skill: p.skill(),
            fate: p.fate,
            shot_down: p.shot_down(),
            at: p.at,
            start: p.start,
            placed: self.is_placed(index),
            facing: p.facing,
            inverted: p.inverted,
            throttle: p.throttle,
            initial: p.initial,
            cue: if p.stalled { p.cue } else { cue },
            forecast: if moving { final_speed(p) } else { p.cue },
            top_speed: self.top_speed(p),
            prep: strip.prep,
            drag: strip.drag(p.initial),
            points: p.mp.max(0),
            stalled: p.stalled,
            engaged: p.foes != 0,
            idle: p.idle,
            moving,
            done: p.done,
            owes: p.running.is_some(),
            structure: p.structure,
            controls: p.controls,
            engine: p.engine,
            punctured: p.punctured,
            leak: p.leak,
            fire: p.fire,
            fouled: p.fouled,
            pilot: p.pilot,
            gunners: p.gunners[..kind.gunners().min(2)].to_vec(),
            guns: (0..kind.weapons.len()).map(|g| self.gun_view(p, g)).collect(),
            loaded: p.loaded,
            seen: units(p.seen),
            tails: crate::sequence_of_play::planes_of(p.tails).collect(),
            tailed_by: crate::sequence_of_play::planes_of(self.tailers(index)).collect(),
        }
    }

    fn gun_view(&self, p: &Plane, gun: usize) -> GunView {
        let state = &p.guns[gun];
        let arc = if p.in_play() {
            let near = p.at.disc(5).filter(|h| self.table.map.holds(*h) && self.in_arc(p, gun, *h).is_some());
            near.collect()
        } else {
            Vec::new()
        };
        GunView {
            left: state.left,
            jammed: state.jammed,
            dry: state.dry,
            fired: state.fired,
            plan: state.plan,
            arc,
        }
    }

    fn ground_view(&self, index: usize) -> GroundView {
        let g = &self.now.ground[index];
        GroundView {
            unit: UnitId::ground(index),
            name: self.unit_name(UnitId::ground(index)).to_owned(),
            kind: g.kind,
            side: g.side,
            at: g.at,
            hits: g.hits,
            standing: g.standing,
            fired: g.fired,
            alarmed: g.alarmed,
            seen: units(g.seen),
        }
    }
}
