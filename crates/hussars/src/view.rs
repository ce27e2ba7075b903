//! The table as a viewer sees it: the only file that decides who may know what (TH-SPO-10).

use crate::kinds::{Phase, Quality, Side, StandId, Type, UnitId, Weapon};
use crate::measure::{Gauge, P};
use crate::state::{Cloud, Flow, Seen, Stand, State, Where};
use crate::walk::marks;
use serde::Serialize;
use table::{Goal, Viewer};

/// Where a stand is, as far as a viewer may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    Board,
    Waiting,
    Falling,
    Inside,
    Exited,
    Lost,
    Unknown,
}

/// What is seen of a stand whose place is known.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Open {
    pub at: P,
    pub facing: u16,
    /// The corners of its base; a round one has none, but a radius in thousandths.
    pub corners: Vec<P>,
    pub radius: i32,
    pub levels: f64,
    pub fired: bool,
    pub moved: bool,
    pub done: bool,
    pub strategic: bool,
    pub marker: bool,
    pub owes_check: bool,
    pub flees: bool,
    pub in_cohesion: bool,
    /// Boxes marked, by system: legs, motive, heat-ray, gas projector, pilot.
    pub marks: [u8; 5],
    pub canisters: u8,
    pub speed: i32,
    pub top_speed: i32,
    pub guns: Vec<(u8, Weapon)>,
    pub sinking: u8,
    pub active: bool,
    pub hits: u8,
    pub ready: u8,
    pub inside: Vec<StandId>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StandView {
    pub id: StandId,
    pub name: String,
    pub kind: String,
    pub unit: UnitId,
    pub side: Side,
    pub r#type: Type,
    pub quality: Option<Quality>,
    pub scout: bool,
    pub points: u16,
    pub whereabouts: Whereabouts,
    pub open: Option<Open>,
    /// Where it was last spotted, for those who have lost sight of it.
    pub last_seen: Option<Seen>,
    /// Own stands: a known enemy has a line of sight to it.
    pub in_sight: Option<bool>,
    /// Own stands: the known enemies that it sees.
    pub sees: Vec<StandId>,
    /// A cylinder that is still to fall: its written point and turn, for its own side.
    pub landing: Option<(P, u8)>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnitView {
    pub id: UnitId,
    pub name: String,
    pub side: Side,
    pub stands: Vec<StandId>,
    pub lost: usize,
    pub arrives: Option<u8>,
    pub entry: Option<[P; 2]>,
    /// Its own side, while it is asked who moves: the stands that one order moves together.
    pub together: Vec<StandId>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ActiveView {
    pub stand: StandId,
    pub allowance: i32,
    pub strategic: bool,
    /// What it can reach: outlines whose union it is.
    pub reach: Vec<Vec<P>>,
}

/// A mark of a move at which a holder may fire.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WatchView {
    pub holder: StandId,
    pub mover: StandId,
    pub mark: u16,
    pub at: P,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ZoneView {
    pub id: String,
    pub side: Side,
    pub points: Vec<P>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// The scenario whose map lies on the table.
    pub map: String,
    pub name: String,
    pub board: [i32; 2],
    pub turn: u8,
    pub turns: u8,
    pub phase: Phase,
    pub deploying: bool,
    pub zones: Vec<ZoneView>,
    pub units: Vec<UnitView>,
    pub stands: Vec<StandView>,
    pub clouds: Vec<Cloud>,
    pub active: Option<ActiveView>,
    pub walk: Option<Vec<P>>,
    pub watch: Vec<WatchView>,
    pub combat: Option<(Vec<StandId>, Vec<StandId>, u16)>,
    pub goals: Vec<Goal>,
    pub hidden_stands: bool,
    /// Points of both sides when it is over, the Martians' first (TH-VIC-01).
    pub scores: Option<[u16; 2]>,
}

impl State {
    /// Whether a viewer may know where a stand is.
    pub(crate) fn may_know(&self, viewer: Viewer, id: StandId) -> bool {
        match viewer {
            Viewer::Umpire => true,
            Viewer::Seat(seat) => Side::of(seat).is_some_and(|side| self.knows(side, id)),
            Viewer::Spectator => self.knows(self.side(id).other(), id),
        }
    }

    fn owns(&self, viewer: Viewer, id: StandId) -> bool {
        viewer == Viewer::Umpire || viewer == Viewer::Seat(self.side(id).seat())
    }

    pub(crate) fn project(&self, viewer: Viewer) -> View {
        let scenario = &self.content.scenarios[self.battle.scenario];
        let now = &self.now;
        let asked = now.ask.map(|(side, _)| side);
        let watches =
            asked.is_some_and(|side| viewer == Viewer::Umpire || viewer == Viewer::Seat(side.seat()));
        let walk = now.walk.as_ref();
        let watch = match walk {
            Some(walk) if watches => {
                let all = marks(&walk.path, walk.facing);
                let place = |mark: u16| all.get(usize::from(mark)).map_or(walk.path[0], |m| m.at);
                let chance = |c: &crate::state::Chance| WatchView {
                    holder: c.holder,
                    mover: walk.stand,
                    mark: c.mark,
                    at: place(c.mark),
                };
                now.chances.iter().map(chance).collect()
            }
            _ => Vec::new(),
        };
        let active = now.active.filter(|a| self.owns(viewer, a.stand));
        View {
            map: scenario.id.clone(),
            name: if self.battle.open { "Open battle".to_owned() } else { scenario.name.clone() },
            board: [self.map().width, self.map().height],
            turn: now.turn,
            turns: self.battle.turns,
            phase: now.phase,
            deploying: matches!(now.flow, Flow::Deploy { .. }),
            zones: self
                .battle
                .zones
                .iter()
                .map(|z| ZoneView { id: z.id.clone(), side: z.side, points: z.shape.points().to_vec() })
                .collect(),
            units: (0..self.battle.troops.len() as u8)
                .map(UnitId)
                .map(|u| self.unit_view(viewer, u))
                .collect(),
            stands: self.ids().map(|id| self.stand_view(viewer, id)).collect(),
            clouds: now.clouds.clone(),
            active: active.map(|a| ActiveView {
                stand: a.stand,
                allowance: a.allowance,
                strategic: a.strategic,
                reach: self.reach_of(&a),
            }),
            walk: walk.filter(|w| self.owns(viewer, w.stand)).map(|w| w.path.clone()),
            watch,
            combat: now.melee.as_ref().map(|m| (m.movers.clone(), m.others.clone(), m.round)),
            goals: self.aims(viewer),
            hidden_stands: self.rules().hidden_stands,
            scores: now.outcome.map(|ending| ending.scores),
        }
    }

    fn unit_view(&self, viewer: Viewer, id: UnitId) -> UnitView {
        let troop = self.troop(id);
        let own = viewer == Viewer::Umpire || viewer == Viewer::Seat(troop.side.seat());
        UnitView {
            id,
            name: troop.name.clone(),
            side: troop.side,
            stands: troop.stands.clone(),
            lost: troop.stands.iter().filter(|s| self.stand(**s).place == Where::Lost).count(),
            arrives: troop.arrives,
            entry: troop.entry,
            together: if own { self.together(id) } else { Vec::new() },
        }
    }

    fn stand_view(&self, viewer: Viewer, id: StandId) -> StandView {
        let (stand, profile) = (self.stand(id), self.profile(id));
        let (known, own) = (self.may_know(viewer, id), self.owns(viewer, id));
        let whereabouts = match stand.place {
            Where::Lost => Whereabouts::Lost,
            Where::Exited => Whereabouts::Exited,
            _ if !known => Whereabouts::Unknown,
            Where::Board => Whereabouts::Board,
            Where::Waiting => Whereabouts::Waiting,
            Where::Falling => Whereabouts::Falling,
            Where::Inside(_) => Whereabouts::Inside,
        };
        let last_seen = stand.seen.filter(|_| !stand.spotted && (!own || viewer == Viewer::Umpire));
        StandView {
            id,
            name: self.name(id),
            kind: profile.name.clone(),
            unit: self.unit(id),
            side: profile.side,
            r#type: profile.ty,
            quality: profile.quality,
            scout: self.battle.pieces[id.index()].scout,
            points: profile.points,
            whereabouts,
            open: (known && stand.place == Where::Board).then(|| self.open(stand, id, own)),
            last_seen: last_seen.filter(|_| self.rules().hidden_stands),
            in_sight: (own && stand.place == Where::Board).then(|| self.is_in_known_sight(id)),
            sees: if own && stand.place == Where::Board { self.known_in_sight(id) } else { Vec::new() },
            landing: (own && stand.place == Where::Falling).then_some((stand.at, stand.falls)),
        }
    }

    /// A known enemy has a line of sight to it: all that its own side can tell.
    fn is_in_known_sight(&self, id: StandId) -> bool {
        self.known_enemies(self.side(id)).any(|e| self.sees(e, id))
    }

    fn known_in_sight(&self, id: StandId) -> Vec<StandId> {
        self.known_enemies(self.side(id)).filter(|e| self.sees(id, *e)).collect()
    }

    fn open(&self, stand: &Stand, id: StandId, own: bool) -> Open {
        let base = self.base(id);
        let corners = Some(base.corners().to_vec()).filter(|c| c.len() > 1).unwrap_or_default();
        Open {
            radius: if corners.is_empty() { base.span() as i32 } else { 0 },
            at: stand.at,
            facing: stand.facing,
            corners,
            levels: self.eye(id),
            fired: stand.fired,
            moved: stand.moving,
            done: stand.done,
            strategic: stand.strategic,
            marker: stand.marker != 0,
            owes_check: stand.owes,
            flees: stand.fears != 0,
            // Its comrades may be hidden: only its own side reads it.
            in_cohesion: !own || self.in_cohesion(id),
            marks: stand.marks,
            canisters: stand.gas,
            speed: stand.speed,
            top_speed: if self.ty(id) == Type::Ironclad { self.top_speed(id) } else { 0 },
            guns: self.guns(id).collect(),
            sinking: stand.sinking,
            active: stand.sixes > 0,
            hits: stand.hits,
            ready: if own { stand.ready } else { 0 },
            inside: if own { self.inside(id).collect() } else { Vec::new() },
        }
    }
}
