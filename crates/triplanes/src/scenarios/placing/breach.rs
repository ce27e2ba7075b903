//! Whether a piece may be put on a place (TT-SCN-04, TT-SCN-05, TT-EAG-02 to TT-EAG-04, TT-SPK-02, TT-TER-01).

use super::room::Added;
use crate::content::{TerrainKind, TerrainShape, intern};
use crate::order::{Ask, Order};
use crate::scenarios::{ForcePlace, TemplatesPlace};
use crate::state::{Fate, State, Step, VehicleId};
use geometry::{Angle, Border, Convex, Pose, TOLERANCE, Vec2, overlaps};
use table::{Refusal, SeatId};

/// How far a base may stand off the exact distance when it is placed by hand.
const SLACK: f64 = 0.5;

impl State {
    /// Whether this seat may place this now, wherever that is.
    pub(super) fn turn_breach(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        if matches!(order, Order::PlaceTerrain { .. }) && self.terrain.is_empty() {
            return Err(Refusal::new("TT-TER-01", "no terrain was agreed on for this match"));
        }
        let Some(next) = self.to_place() else {
            return Err(Refusal::new("TT-SET-01", "everything stands on the table already"));
        };
        let wanted = match (order, next.ask) {
            (Order::PlaceField { .. }, Ask::PlaceField)
            | (Order::PlaceObjective { .. }, Ask::PlaceObjective { .. })
            | (Order::PlaceTerrain { .. }, Ask::PlaceTerrain { .. }) => true,
            (Order::PlaceVehicle { vehicle: id, .. }, Ask::PlaceVehicle { vehicle }) => *id == vehicle,
            _ => false,
        };
        if !wanted || seat != next.seat {
            let by = &self.table.seats[next.seat.index()].name;
            let what = match next.ask {
                Ask::PlaceVehicle { vehicle } => self.name(vehicle).to_owned(),
                Ask::PlaceTerrain { piece } => format!("a {}", self.told_terrain(usize::from(piece))),
                Ask::PlaceField => "the landing field".to_owned(),
                _ => "an objective".to_owned(),
            };
            let why = format!("objectives come first, then tripods, then airplanes: {by} places {what} now");
            return Err(Refusal::new("TT-SET-01", why));
        }
        Ok(())
    }

    /// Nothing else is ordered until everything stands on the table.
    pub(crate) fn unplaced_breach(&self) -> Result<(), Refusal> {
        if self.step == Step::Placing {
            return Err(Refusal::new("TT-SET-01", "the table is still being set up"));
        }
        Ok(())
    }

    /// Whether this seat may place this here, now.
    pub(crate) fn place_breach(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        self.turn_breach(seat, order)?;
        self.spot_breach(order)
    }

    /// Whether what is placed now may lie here.
    pub(super) fn spot_breach(&self, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::PlaceField { at, facing } => self.field_place_breach(Pose { centre: at, heading: facing }),
            Order::PlaceObjective { at } => self.objective_place_breach(at),
            Order::PlaceTerrain { at, facing } => {
                let index = self.terrain.iter().position(|t| !t.placed).unwrap_or(0);
                self.terrain_place_breach(index, Pose { centre: at, heading: facing })
            }
            Order::PlaceVehicle { vehicle, at, facing } => {
                self.vehicle_place_breach(vehicle, Pose { centre: at, heading: facing })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn templates_place(&self) -> TemplatesPlace {
        self.table.scenario.as_ref().map_or(TemplatesPlace::Middle, |s| s.templates_place)
    }

    /// Where a template of this size may lie, as far as the scenario says.
    pub(super) fn template_breach(&self, at: Vec2, outline: &Convex) -> Result<(), Refusal> {
        let ruler = self.table.content.ruler;
        let edge = self.templates_place() == TemplatesPlace::Edge;
        let own = self.table.scenario.as_ref().filter(|s| s.ww2).and_then(|s| s.templates_rule.as_deref());
        let rule = own.map_or(if edge { "TT-PIA-02" } else { "TT-SCN-05" }, intern);
        if !at.x.is_finite() || !at.y.is_finite() || !self.table.area.encloses(outline) {
            return Err(Refusal::new("TT-SCN-04", "a template must lie wholly inside the area"));
        }
        let off = if edge {
            Border::ALL.into_iter().map(|b| self.table.area.inside_by(b, at)).fold(f64::INFINITY, f64::min)
        } else {
            at.distance(self.middle())
        };
        if off > ruler + TOLERANCE {
            let from = if edge { "a border" } else { "the middle" };
            let why = format!("{off:.1} mm from {from}; at most one ruler ({ruler} mm) is allowed");
            return Err(Refusal::new(rule, why));
        }
        if let Some(apart) = self.template_centres().map(|c| c.distance(at)).find(|d| *d < ruler - TOLERANCE)
        {
            let why =
                format!("{apart:.1} mm from another template; at least one ruler ({ruler} mm) is needed");
            return Err(Refusal::new(rule, why));
        }
        if self.field_pose().is_some_and(|field| overlaps(outline, &self.field_outline(field))) {
            let rule = self.table.scenario.as_ref().and_then(|s| s.templates_rule.as_deref());
            let why = "a template lies outside of the landing field";
            return Err(Refusal::new(rule.map_or("TT-EAG-03", intern), why));
        }
        if !self.room_left(at) {
            return Err(Refusal::new(rule, "no room would be left for the other templates"));
        }
        Ok(())
    }

    pub(super) fn objective_place_breach(&self, at: Vec2) -> Result<(), Refusal> {
        let pose = Pose { centre: at, heading: Angle::degrees(0) };
        self.template_breach(at, &self.objective_footprint(pose))
    }

    pub(super) fn terrain_place_breach(&self, index: usize, pose: Pose) -> Result<(), Refusal> {
        let Some(piece) = self.terrain.get(index) else {
            return Err(Refusal::new("TT-TER-01", "there is no terrain to place"));
        };
        let outline = self.terrain_outline(piece.kind, pose);
        if self.templates_place() == TemplatesPlace::Edge {
            self.template_breach(pose.centre, &outline)?;
        } else {
            self.terrain_lies(pose, &outline)?;
            if !self.terrain_fits_beside(index, pose) {
                return Err(Refusal::new("TT-TER-01", "no room would be left for the other templates"));
            }
        }
        if let Err(id) = self.tripods_fit(Some(Added::Terrain(piece.kind, pose))) {
            let why = format!("no room would be left for {} on its side", self.name(id));
            return Err(Refusal::new("TT-TER-01", why));
        }
        Ok(())
    }

    /// The outline that a template must have inside the area and clear of others: a square around a round one.
    pub(super) fn terrain_outline(&self, kind: TerrainKind, pose: Pose) -> Convex {
        match self.table.content.terrain(kind) {
            TerrainShape::Circle { radius } => {
                Convex::rectangle(Pose { heading: Angle::ZERO, ..pose }, 2.0 * radius, 2.0 * radius)
            }
            TerrainShape::Rectangle { width, length } => Convex::rectangle(pose, width, length),
        }
    }

    /// Whether a terrain template may lie here beside what lies there already.
    pub(super) fn terrain_lies(&self, pose: Pose, outline: &Convex) -> Result<(), Refusal> {
        let finite = pose.centre.x.is_finite() && pose.centre.y.is_finite();
        if !finite || !self.table.area.encloses(outline) {
            return Err(Refusal::new("TT-SCN-04", "a template must lie wholly inside the area"));
        }
        if self.field_pose().is_some_and(|field| overlaps(outline, &self.field_outline(field))) {
            return Err(Refusal::new("TT-TER-01", "terrain does not lie on the landing field"));
        }
        for other in self.terrain.iter().filter(|t| t.placed) {
            if self.covers(other.kind, other.pose, outline) {
                return Err(Refusal::new("TT-TER-01", "templates do not lie on each other"));
            }
        }
        for objective in self.objectives.iter().filter(|o| o.placed) {
            if overlaps(outline, &self.objective_footprint(objective.pose)) {
                return Err(Refusal::new("TT-TER-01", "templates do not lie on each other"));
            }
        }
        Ok(())
    }

    /// How far from the Earthling side the scenario puts the landing field.
    pub(super) fn field_distance(&self) -> Option<f64> {
        let field = self.table.scenario.as_ref()?.field.as_ref()?;
        Some(field.rulers * self.table.content.ruler)
    }

    /// TT-EAG-02: at its distance from the Earthling side, wholly inside the area.
    pub(super) fn field_place_breach(&self, pose: Pose) -> Result<(), Refusal> {
        let row = self.table.scenario.as_ref().and_then(|s| s.field.as_ref());
        let rule = row.and_then(|f| f.rule.as_deref()).map_or("TT-EAG-02", intern);
        let finite = pose.centre.x.is_finite() && pose.centre.y.is_finite();
        let outline = self.field_outline(pose);
        if !finite || !self.table.area.encloses(&outline) {
            return Err(Refusal::new(rule, "the landing field must lie wholly inside the area"));
        }
        let off = self.table.area.distance_to_border(Border::South, &outline);
        if let Some(wanted) = self.field_distance().filter(|wanted| (off - wanted).abs() > SLACK + TOLERANCE)
        {
            let why = format!("the field is {off:.1} mm from the Earthling side; {wanted} mm are asked for");
            return Err(Refusal::new(rule, why));
        }
        if !self.room_beside(Some(pose), None) {
            return Err(Refusal::new(rule, "no room would be left for the templates"));
        }
        Ok(())
    }

    /// TT-EAG-04: on the ground, within half a ruler of the field and outside of it, clear of other airplanes.
    fn by_field_breach(&self, id: VehicleId, base: &Convex) -> Result<(), Refusal> {
        let refuse = |why: String| Err(Refusal::new("TT-EAG-04", why));
        let Some(field) = self.field_pose().map(|pose| self.field_outline(pose)) else {
            return refuse("there is no landing field".to_owned());
        };
        if overlaps(base, &field) {
            return refuse(format!("{} must stand outside of the landing field", self.name(id)));
        }
        let (away, half) = (geometry::separation(base, &field), self.table.content.half_ruler());
        if away > half + TOLERANCE {
            return refuse(format!("{away:.1} mm from the landing field; at most {half} mm are allowed"));
        }
        let stands = |other: &VehicleId| *other != id && overlaps(base, &self.footprint(*other));
        match self.airplanes().find(stands) {
            Some(other) => refuse(format!("{} would overlap {}", self.name(id), self.name(other))),
            None => Ok(()),
        }
    }

    pub(super) fn vehicle_place_breach(&self, id: VehicleId, pose: Pose) -> Result<(), Refusal> {
        let finite = pose.centre.x.is_finite() && pose.centre.y.is_finite();
        let base = self.footprint_at(id, pose);
        if !finite || !self.table.area.encloses(&base) {
            return Err(Refusal::new("TT-SCN-04", "the base must stand wholly inside the area"));
        }
        if self.table.places[id.index()] == ForcePlace::ByField {
            return self.by_field_breach(id, &base);
        }
        self.distance_breach(id, pose, &base)?;
        self.reinforcement_breach(id, &base)?;
        if self.is_tripod(id) {
            if self.terrain_under(&base).next().is_some() {
                return Err(Refusal::new("TT-TER-01", "a tripod is not set up on terrain"));
            }
            let stands = |other: &VehicleId| *other != id && overlaps(&base, &self.footprint(*other));
            if let Some(other) = self.tripods().find(stands) {
                let why = format!("{} would overlap {}", self.name(id), self.name(other));
                return Err(Refusal::new("TT-SET-08", why));
            }
            if let Err(left) = self.tripods_fit(Some(Added::Tripod(id, pose))) {
                let why = format!("no room would be left for {} on its side", self.name(left));
                return Err(Refusal::new("TT-SET-08", why));
            }
        }
        Ok(())
    }

    /// The distance from the own side that the scenario asks for (TT-SCN-04, INV-ALS-02, INV-LON-04).
    fn distance_breach(&self, id: VehicleId, pose: Pose, base: &Convex) -> Result<(), Refusal> {
        let (border, _) = self.home(id);
        let half = self.stand_off(id);
        let off = self.table.area.distance_to_border(border, base);
        let place = self.table.places[id.index()];
        let too_far = match place {
            ForcePlace::OwnHalf => self.table.area.inside_by(border, pose.centre) - self.middle().y,
            ForcePlace::WithinHalfRuler => off - half,
            ForcePlace::TouchingSide => off - SLACK,
            _ => (off - half).abs() - SLACK,
        };
        if too_far > TOLERANCE {
            let asked = match place {
                ForcePlace::OwnHalf => "the own half of the area".to_owned(),
                ForcePlace::TouchingSide => "a base that touches it".to_owned(),
                ForcePlace::AtOneRuler => format!("one ruler ({half} mm)"),
                _ => format!("half a ruler ({half} mm)"),
            };
            let why = format!("the base is {off:.1} mm from its own side; {asked} is asked for");
            return Err(Refusal::new(self.table.place_rules[id.index()], why));
        }
        Ok(())
    }

    /// TT-SPK-02: a reinforcement stands more than one ruler from every tripod, or as far away as it can.
    fn reinforcement_breach(&self, id: VehicleId, base: &Convex) -> Result<(), Refusal> {
        if !self.is_reinforcement(id) {
            return Ok(());
        }
        let away = self.away_from_tripods(id, base);
        let (least, given) = self.reinforcement_distance(id);
        if self.is_far_enough(id, away) {
            return Ok(());
        }
        if self.farthest_stand(id).is_some_and(|(most, _)| away >= most - SLACK) {
            return Ok(());
        }
        let needed = if given { "at least" } else { "more than" };
        let why = format!("{away:.1} mm from a tripod; {needed} {least} mm are needed");
        let rule = if given { self.table.place_rules[id.index()] } else { "TT-SPK-02" };
        Err(Refusal::new(rule, why))
    }

    /// How far from the tripods a reinforcement stands, and whether its scenario says so.
    pub(super) fn reinforcement_distance(&self, id: VehicleId) -> (f64, bool) {
        let row = self.table.reserves[id.index()].zip(self.table.scenario.as_ref());
        let away = row.and_then(|(row, file)| file.reserve[row].away);
        (away.unwrap_or(1.0) * self.table.content.ruler, away.is_some())
    }

    /// More than one ruler, or at least the distance that the scenario gives.
    fn is_far_enough(&self, id: VehicleId, away: f64) -> bool {
        let (least, given) = self.reinforcement_distance(id);
        if given { away >= least - TOLERANCE } else { away > least + TOLERANCE }
    }

    pub(super) fn is_reinforcement(&self, id: VehicleId) -> bool {
        self.turn > 1 && !self.is_tripod(id) && self[id].fate == Fate::ToCome
    }

    fn away_from_tripods(&self, id: VehicleId, base: &Convex) -> f64 {
        self.enemy_tripods(id)
            .map(|t| geometry::separation(base, &self.footprint(t)))
            .fold(f64::INFINITY, f64::min)
    }

    /// The spot that is farthest from the tripods, and how far that is; none if a reinforcement can stand far enough.
    pub(super) fn farthest_stand(&self, id: VehicleId) -> Option<(f64, Pose)> {
        let (_, facing) = self.home(id);
        let mut best: Option<(f64, Pose)> = None;
        // The last steps are those at the ends of the side: mostly one of them is far enough.
        for n in (0..self.lateral_steps(id)).rev() {
            let pose = self.stand(id, self.lateral_step(id, n), facing);
            let base = self.footprint_at(id, pose);
            if !self.table.area.encloses(&base) {
                continue;
            }
            let away = self.away_from_tripods(id, &base);
            if self.is_far_enough(id, away) {
                return None;
            }
            if best.is_none_or(|(most, _)| away > most) {
                best = Some((away, pose));
            }
        }
        best
    }
}
