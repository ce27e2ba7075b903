//! TERRAIN ELEMENTS: TERRAIN AND MOVEMENT, TERRAIN AND FIRING (TT-TER).

use crate::content::{CardClass, Model, TerrainKind, TerrainShape};
use crate::event::What;
use crate::state::{State, VehicleId};
use geometry::{Angle, Convex, Disc, Pose, Vec2, overlaps, trace_forward};
use smallvec::SmallVec;
use table::{Event, Sink};

/// How finely a way is looked at where woods stop it; the stop itself is found by halving.
const STEPS: usize = 96;

/// Luck by this name: the tripods that bad ground does not topple.
const STEADY: &str = "Tests of the ground passed";

/// A terrain template on the table.
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub struct TerrainPiece {
    pub kind: TerrainKind,
    pub pose: Pose,
    pub placed: bool,
    /// Piave: this template was used for recharging, or destroyed (TT-PIA-04).
    pub used: bool,
    pub destroyed: bool,
}

impl State {
    /// Whether a base and a template of this kind, lying there, share some area.
    pub(crate) fn covers(&self, kind: TerrainKind, pose: Pose, base: &Convex) -> bool {
        match self.table.content.terrain(kind) {
            TerrainShape::Circle { radius } => Disc::new(pose.centre, radius).overlaps_convex(base),
            TerrainShape::Rectangle { width, length } => {
                overlaps(base, &Convex::rectangle(pose, width, length))
            }
        }
    }

    pub(crate) fn terrain_under<'a>(&'a self, base: &'a Convex) -> impl Iterator<Item = usize> + 'a {
        let lies = move |piece: &TerrainPiece| piece.placed && self.covers(piece.kind, piece.pose, base);
        self.terrain.iter().enumerate().filter(move |(_, piece)| lies(piece)).map(|(index, _)| index)
    }

    /// TT-TER-09: the base overlaps the centre of a crater.
    pub(crate) fn is_in_crater(&self, id: VehicleId) -> bool {
        !self.terrain.is_empty() && self.is_tripod(id) && {
            let base = self.footprint(id);
            self.terrain
                .iter()
                .any(|t| t.placed && t.kind == TerrainKind::Crater && base.contains(t.pose.centre, 0.0))
        }
    }

    /// TT-TER-06: a tripod on the middle of a trench tests when it reveals a movement card; true if it falls.
    pub(crate) fn falls_in_trench(&mut self, id: VehicleId, out: &mut Sink<What>) -> bool {
        if self.terrain.is_empty() {
            return false;
        }
        let base = self.footprint(id);
        let inside = |t: &&TerrainPiece| {
            t.placed && t.kind == TerrainKind::Trench && base.contains(t.pose.centre, 0.0)
        };
        let tests = self.terrain.iter().filter(inside).count();
        (0..tests).any(|_| self.test_draw(id, "TT-TER-06", STEADY, out) == Some(true))
    }

    /// TT-TER-05: where a tripod stops that would end in woods, if it does.
    pub(crate) fn woods_stop(&self, id: VehicleId, from: Pose, to: Pose, backward: bool) -> Option<Pose> {
        let woods: SmallVec<[usize; 4]> = (0..self.terrain.len())
            .filter(|i| self.terrain[*i].placed && self.terrain[*i].kind == TerrainKind::Woods)
            .collect();
        let hits = |pose: Pose| {
            let base = self.footprint_at(id, pose);
            woods.iter().any(|i| self.covers(TerrainKind::Woods, self.terrain[*i].pose, &base))
        };
        if woods.is_empty() || !hits(to) {
            return None;
        }
        let Model::Tripod(model) = self.model(id) else { return None };
        let path = &self.deck(id).card(self[id].flown?).path;
        // Forward the centre runs along the way; backward the middle of the rear edge, looking back along it.
        let (start, ends, ahead) = if backward {
            let rear = from.to_table(Vec2::new(0.0, -model.apothem));
            (Pose { centre: rear, heading: from.heading + Angle::HALF }, 0.0, model.apothem)
        } else {
            (from, model.apothem, 0.0)
        };
        let mut way = [Vec2::ZERO; STEPS];
        trace_forward(start, path, ends, ends, self.table.content.trace_handle, &mut way);
        let straight = path.turn == Angle::ZERO && path.right == 0.0;
        let mut last = from;
        for pair in way.windows(2) {
            let leg = pair[1] - pair[0];
            if leg.length() < 1e-9 {
                continue;
            }
            let travel = if straight { start.heading } else { Angle::from_direction(leg) };
            let heading = if backward { travel + Angle::HALF } else { travel };
            let at = |part: f64| Pose { centre: pair[0] + leg * part + heading.fwd() * ahead, heading };
            if hits(at(1.0)) {
                let (mut free, mut stuck) = (0.0, 1.0);
                if hits(at(0.0)) {
                    return Some(last);
                }
                for _ in 0..40 {
                    let middle = f64::midpoint(free, stuck);
                    if hits(at(middle)) { stuck = middle } else { free = middle }
                }
                return Some(at(free));
            }
            last = at(1.0);
        }
        Some(last)
    }

    /// TT-SEQ-03, point 7: tripods that ended a movement on terrain (TT-TER-02 to TT-TER-07).
    pub(crate) fn test_terrain(
        &mut self,
        before: &[Pose],
        stopped: &[VehicleId],
        back: &[VehicleId],
        out: &mut Sink<What>,
    ) {
        if self.terrain.is_empty() {
            return;
        }
        for id in self.ids() {
            let Some(row) = self[id].flown.filter(|_| self[id].in_play() && self.is_tripod(id)) else {
                continue;
            };
            let class = self.deck(id).card(row).class;
            if !class.is_movement() || back.contains(&id) {
                continue;
            }
            if stopped.contains(&id) {
                self.topple(id, "TT-TER-05", out);
                continue;
            }
            if self[id].pose == before[id.index()] {
                continue;
            }
            let base = self.footprint(id);
            let kinds: SmallVec<[TerrainKind; 4]> =
                self.terrain_under(&base).map(|index| self.terrain[index].kind).collect();
            let rule = if class == CardClass::Running && !kinds.is_empty() {
                Some("TT-TER-07")
            } else if kinds.contains(&TerrainKind::Pond) {
                Some("TT-TER-04")
            } else {
                let tests =
                    kinds.iter().filter(|k| matches!(k, TerrainKind::Crater | TerrainKind::Marsh)).count();
                let falls = (0..tests).any(|_| self.test_draw(id, "TT-TER-02", STEADY, out) == Some(true));
                falls.then_some("TT-TER-02")
            };
            if let Some(rule) = rule {
                self.topple(id, rule, out);
            }
        }
    }

    pub(crate) fn told_terrain(&self, index: usize) -> &'static str {
        self.terrain.get(index).map_or("terrain", |t| t.kind.word())
    }

    pub(crate) fn place_terrain(&mut self, index: usize, pose: Pose, out: &mut Sink<What>) {
        let Some(piece) = self.terrain.get_mut(index) else { return };
        (piece.pose, piece.placed) = (pose, true);
        let kind = piece.kind;
        out.emit(|| Event::public("TT-TER-01", What::TerrainPlaced { piece: index as u8, kind, pose }));
    }
}
