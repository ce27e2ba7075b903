//! Whether what is placed later still finds a place: setting up never runs into a dead end.
//!
//! Each question is answered by putting the pieces that remain on the first spots that take them. The next piece can
//! always go where it was put in thought, and the answer for the rest stays the same.

use crate::content::{TerrainKind, TerrainShape};
use crate::order::{Ask, Order};
use crate::scenarios::{ForcePlace, TemplatesPlace};
use crate::setup::Team;
use crate::state::{Fate, State, VehicleId};
use geometry::{Angle, Border, Convex, Pose, TOLERANCE, Vec2, overlaps};
use smallvec::SmallVec;
use table::{Prompt, Refusal, SetupError, Sink};

/// A piece that stands on the table in thought.
#[derive(Clone, Copy)]
pub(super) enum Added {
    Terrain(TerrainKind, Pose),
    Tripod(VehicleId, Pose),
}

/// What a tripod can not stand on.
#[derive(Default)]
struct Taken {
    bases: SmallVec<[Convex; 8]>,
    terrain: SmallVec<[(TerrainKind, Pose); 8]>,
}

impl State {
    /// More tripods than their side is wide are refused, however they are set up.
    pub(crate) fn check_sides(&self) -> Result<(), SetupError> {
        let Err(id) = self.tripods_fit(None) else { return Ok(()) };
        let (name, count) = (self.name(id), self.tripods_of(self.team(id)).count());
        let why = format!("there is no room for {name}: {count} tripods do not fit on their side");
        Err(SetupError::by("TT-SET-08", "vehicles", why))
    }

    /// A set-up in which some piece finds no place is refused before anybody has placed the first.
    pub(crate) fn check_room(&self) -> Result<(), SetupError> {
        let edge = self.templates_place() == TemplatesPlace::Edge;
        let loose = self.field.is_some_and(|f| !f.placed) || !edge && self.terrain.iter().any(|t| !t.placed);
        // What only keeps a distance from its like finds room where each of the spots in thought does.
        if !loose && self.room_beside(self.field_pose(), None) {
            return Ok(());
        }
        let mut thought = self.clone();
        while let Some(next) = thought.to_place() {
            let order = thought.fixed_place(&next.ask).map_or_else(|| thought.first_place(&next), Ok);
            let order = order.map_err(|r| SetupError::by(r.rule.0, "vehicles", r.why))?;
            thought.place(&order, &mut Sink::off());
        }
        Ok(())
    }

    /// The first spot that takes the next piece.
    fn first_place(&self, next: &Prompt<Ask>) -> Result<Order, Refusal> {
        let mut spots = (0..self.spots(&next.ask)).map(|n| self.spot(&next.ask, n));
        if let Some(order) = spots.find(|order| self.place_breach(next.seat, order).is_ok()) {
            return Ok(order);
        }
        let preset = self.preset(next);
        self.place_breach(next.seat, &preset).map(|()| preset)
    }

    /// The centres of the templates that keep a distance from each other.
    pub(super) fn template_centres(&self) -> impl Iterator<Item = Vec2> + '_ {
        let edge = self.templates_place() == TemplatesPlace::Edge;
        let terrain = self.terrain.iter().filter(move |t| edge && t.placed).map(|t| t.pose.centre);
        self.objectives.iter().filter(|o| o.placed).map(|o| o.pose.centre).chain(terrain)
    }

    /// Whether the templates that remain after this one still find a place.
    pub(super) fn room_left(&self, at: Vec2) -> bool {
        self.room_beside(self.field_pose(), Some(at))
    }

    pub(super) fn room_beside(&self, field: Option<Pose>, at: Option<Vec2>) -> bool {
        let ruler = self.table.content.ruler;
        let edge = self.templates_place() == TemplatesPlace::Edge;
        let objectives = self.objectives.iter().filter(|o| !o.placed).count();
        let terrain = self.terrain.iter().filter(|t| !t.placed).count();
        let templates = objectives + if edge { terrain } else { 0 };
        let mut rest = templates.saturating_sub(usize::from(at.is_some()));
        if rest == 0 {
            return true;
        }
        let mut taken: SmallVec<[Vec2; 16]> = self.template_centres().chain(at).collect();
        let field = field.map(|pose| self.field_outline(pose));
        for n in self.template_spots_near() {
            let spot = self.template_spot(n);
            if taken.iter().any(|t| t.distance(spot) < ruler - TOLERANCE) {
                continue;
            }
            // The largest template decides how near to the border a spot may be.
            let inside = |b: Border| self.table.area.inside_by(b, spot) >= 50.0;
            let on_field = |field: &Convex| {
                overlaps(field, &self.objective_footprint(Pose { centre: spot, heading: Angle::ZERO }))
            };
            let fits = self.template_off(spot) <= ruler + TOLERANCE
                && Border::ALL.into_iter().all(inside)
                && !field.as_ref().is_some_and(on_field);
            if fits {
                taken.push(spot);
                rest -= 1;
                if rest == 0 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether terrain that is dealt here keeps off the tripods' places (TT-TER-01).
    pub(super) fn leaves_room(&self, piece: u8, pose: Pose) -> bool {
        let kind = self.terrain[usize::from(piece)].kind;
        self.ids().filter(|id| self.is_tripod(*id)).all(|id| {
            let place = if self[id].in_play() { self[id].pose } else { self.row_place(id) };
            !self.covers(kind, pose, &self.footprint_at(id, place))
        })
    }

    /// Whether the terrain that remains after this piece still finds a place.
    pub(super) fn terrain_fits_beside(&self, index: usize, pose: Pose) -> bool {
        let rest: SmallVec<[usize; 8]> =
            (0..self.terrain.len()).filter(|i| *i != index && !self.terrain[*i].placed).collect();
        let mut added: SmallVec<[(TerrainKind, Pose); 8]> = SmallVec::new();
        added.push((self.terrain[index].kind, pose));
        rest.into_iter().all(|index| {
            let kind = self.terrain[index].kind;
            let lies = |pose: &Pose| {
                let outline = self.terrain_outline(kind, *pose);
                self.terrain_lies(*pose, &outline).is_ok()
                    && !added.iter().any(|(other, at)| self.covers(*other, *at, &outline))
                    && self.tripods_fit(Some(Added::Terrain(kind, *pose))).is_ok()
            };
            let spot = (0..self.terrain_spots()).map(|n| self.terrain_spot(n)).find(lies);
            added.extend(spot.map(|pose| (kind, pose)));
            spot.is_some()
        })
    }

    /// Whether the tripods that are still to come find a place beside what stands there: the first that does not.
    pub(super) fn tripods_fit(&self, added: Option<Added>) -> Result<(), VehicleId> {
        let placed = |id: VehicleId| matches!(added, Some(Added::Tripod(other, _)) if other == id);
        let waits = |id: &VehicleId| {
            self[*id].fate == Fate::ToCome
                && self.is_tripod(*id)
                && self.table.places[id.index()] != ForcePlace::AtMiddle
                && !placed(*id)
        };
        let mut waiting: SmallVec<[VehicleId; 8]> = self.ids().filter(waits).collect();
        if waiting.is_empty() {
            return Ok(());
        }
        // In the order in which they are placed (INV-GEN-03).
        waiting.sort_by_key(|id| (self.team(*id) != Team::Martians, self[*id].owner, *id));
        let mut taken = self.taken();
        match added {
            Some(Added::Terrain(kind, pose)) => taken.terrain.push((kind, pose)),
            Some(Added::Tripod(id, pose)) => taken.bases.push(self.footprint_at(id, pose)),
            None => {}
        }
        for id in waiting {
            let stand = self.first_stand_beside(id, &taken).ok_or(id)?;
            taken.bases.push(self.footprint_at(id, stand));
        }
        Ok(())
    }

    fn taken(&self) -> Taken {
        let tripods = self.tripods();
        let terrain = self.terrain.iter().filter(|t| t.placed);
        Taken {
            bases: tripods.map(|id| self.footprint(id)).collect(),
            terrain: terrain.map(|t| (t.kind, t.pose)).collect(),
        }
    }

    /// The first place from the west on which this tripod stands, facing the enemy.
    pub(super) fn first_stand(&self, id: VehicleId) -> Option<Pose> {
        self.first_stand_beside(id, &self.taken())
    }

    /// ```text
    ///   |[base][base]  (terrain)[base]   -> each against the border or against what stands west of it,
    ///   |                                   in the own half row behind row
    /// ```
    fn first_stand_beside(&self, id: VehicleId, taken: &Taken) -> Option<Pose> {
        let area = &self.table.area;
        let (border, facing) = self.home(id);
        let mut row = self.stand(id, self.middle().x, facing);
        let base = self.footprint_at(id, row);
        let [west, _] = span(&base, |p| p.x);
        let [low, high] = span(&base, |p| p.y);
        let out = row.centre.x - west;
        let fits = |pose: &Pose| {
            let base = self.footprint_at(id, *pose);
            area.encloses(&base)
                && !taken.bases.iter().any(|other| overlaps(&base, other))
                && !taken.terrain.iter().any(|(kind, at)| self.covers(*kind, *at, &base))
        };
        loop {
            let mut ends: SmallVec<[f64; 16]> = SmallVec::new();
            ends.push(0.0);
            ends.extend(taken.bases.iter().map(|other| span(other, |p| p.x)[1]));
            ends.extend(taken.terrain.iter().map(|(kind, at)| self.terrain_end(*kind, *at)));
            ends.sort_by(f64::total_cmp);
            let stands = ends.iter().map(|end| Pose { centre: Vec2::new(end + out, row.centre.y), ..row });
            if let Some(pose) = stands.into_iter().find(fits) {
                return Some(pose);
            }
            if self.table.places[id.index()] != ForcePlace::OwnHalf {
                return None;
            }
            row.centre.y += if border == Border::South { high - low } else { low - high };
            if area.inside_by(border, row.centre) > self.middle().y {
                return None;
            }
        }
    }

    fn terrain_end(&self, kind: TerrainKind, at: Pose) -> f64 {
        match self.table.content.terrain(kind) {
            TerrainShape::Circle { radius } => at.centre.x + radius,
            TerrainShape::Rectangle { width, length } => {
                span(&Convex::rectangle(at, width, length), |p| p.x)[1]
            }
        }
    }
}

/// From where to where a shape reaches along an axis.
fn span(shape: &Convex, along: impl Fn(Vec2) -> f64) -> [f64; 2] {
    shape.vertices().iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], p| {
        [least.min(along(*p)), most.max(along(*p))]
    })
}
