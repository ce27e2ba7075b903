//! SETUP on the table: who places what, where (TT-SET-01, TT-SET-08, TT-SCN-02, TT-SCN-04, TT-SCN-05).

use super::{ForcePlace, TemplatesPlace};
use crate::content::{TerrainShape, intern};
use crate::event::What;
use crate::order::{Ask, Order};
use crate::setup::{Placement, Team};
use crate::state::{Fate, State, VehicleId};
use crate::take_off_and_landing::Field;
use geometry::{Angle, Border, Convex, Pose, TOLERANCE, Vec2, overlaps};
use table::{Barrier, Event, Prompt, Refusal, SeatId, Sink};

/// How far a base may stand off the exact distance when it is placed by hand.
const SLACK: f64 = 0.5;

impl State {
    /// What is placed next and by whom: the landing field, objectives, then tripods, then airplanes, seat by seat.
    pub(crate) fn to_place(&self) -> Option<Prompt<Ask>> {
        if self.field.is_some_and(|f| !f.placed) {
            let seat = self.table.teams.iter().position(|t| *t == Team::Earthlings).unwrap_or(0);
            return Some(Prompt { seat: SeatId(seat as u8), must: true, ask: Ask::PlaceField });
        }
        if let Some(index) = self.objectives.iter().position(|o| !o.placed) {
            let seat = self.table.teams.iter().position(|t| *t == Team::Earthlings).unwrap_or(0);
            let ask = Ask::PlaceObjective { objective: index as u8 };
            return Some(Prompt { seat: SeatId(seat as u8), must: true, ask });
        }
        if let Some(index) = self.terrain.iter().position(|t| !t.placed) {
            let seat = self.table.teams.iter().position(|t| *t == Team::Earthlings).unwrap_or(0);
            let ask = Ask::PlaceTerrain { piece: index as u8 };
            return Some(Prompt { seat: SeatId(seat as u8), must: true, ask });
        }
        // Martian tripods, then those with human crews, then airplanes (INV-GEN-03).
        let groups = [(Team::Martians, true), (Team::Earthlings, true), (Team::Earthlings, false)];
        groups.into_iter().find_map(|(team, tripods)| {
            let waiting = |id: &VehicleId| {
                self[*id].fate == Fate::ToCome && self.team(*id) == team && self.is_tripod(*id) == tripods
            };
            let vehicle = self.ids().filter(waiting).min_by_key(|id| (self[*id].owner, *id))?;
            Some(Prompt { seat: self[vehicle].owner, must: true, ask: Ask::PlaceVehicle { vehicle } })
        })
    }

    /// What nobody has to be asked for: what the scenario fixes, and the pieces of automated seats.
    pub(crate) fn is_placed_by_rule(&self, next: &Prompt<Ask>) -> bool {
        self.is_automated_seat(next.seat) || self.fixed_place(&next.ask).is_some()
    }

    /// Puts the next such piece on the table, or goes on to planning.
    pub(crate) fn place_by_rule(&mut self, out: &mut Sink<What>) {
        let Some(next) = self.to_place() else {
            self.start_planning(out);
            return;
        };
        out.barrier(Barrier::Drawn);
        // A place is found wherever a player would find one; the row is the last resort.
        let order = self.deal_next(&next).ok().or_else(|| self.places(&next.ask).into_iter().next());
        let order = order.unwrap_or_else(|| match next.ask {
            Ask::PlaceVehicle { vehicle } => Order::place(vehicle, self.row_place(vehicle)),
            _ => Order::PlaceObjective { at: self.middle() },
        });
        self.place(&order, out);
    }

    /// The place that the scenario fixes for a piece (INV-ALI-02, INV-ALI-03).
    fn fixed_place(&self, ask: &Ask) -> Option<Order> {
        match *ask {
            Ask::PlaceObjective { objective } => {
                let file = self.table.scenario.as_ref()?;
                let [aside, inward] = *file.objectives_at.get(usize::from(objective))?;
                let ruler = self.table.content.ruler;
                let at = Vec2::new(self.middle().x + aside * ruler, inward * ruler);
                Some(Order::PlaceObjective { at })
            }
            Ask::PlaceVehicle { vehicle } if self.table.places[vehicle.index()] == ForcePlace::AtMiddle => {
                Some(Order::place(vehicle, self.stand(vehicle, self.middle().x, self.home(vehicle).1)))
            }
            _ => None,
        }
    }

    /// Sample places for what is next: a person may choose any other that the rules allow.
    pub(crate) fn places(&self, ask: &Ask) -> Vec<Order> {
        match *ask {
            Ask::PlaceField => self
                .field_spots()
                .into_iter()
                .filter(|pose| self.field_place_breach(*pose).is_ok())
                .map(|pose| Order::PlaceField { at: pose.centre, facing: pose.heading })
                .collect(),
            Ask::PlaceObjective { .. } => {
                self.objective_places().into_iter().map(|at| Order::PlaceObjective { at }).collect()
            }
            Ask::PlaceTerrain { piece } => self
                .terrain_places(piece)
                .into_iter()
                .map(|pose| Order::PlaceTerrain { at: pose.centre, facing: pose.heading })
                .collect(),
            Ask::PlaceVehicle { vehicle } => {
                self.vehicle_places(vehicle).into_iter().map(|pose| Order::place(vehicle, pose)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn middle(&self) -> Vec2 {
        Vec2::new(self.table.area.width / 2.0, self.table.area.height / 2.0)
    }

    fn objective_places(&self) -> Vec<Vec2> {
        let mut list = self.template_spots();
        list.retain(|at| self.objective_place_breach(*at).is_ok());
        list
    }

    /// One of these, dealt by the match's dice, that passes the check.
    fn deal_one<T>(&mut self, mut spots: Vec<T>, fits: impl Fn(&Self, &T) -> bool) -> Option<T> {
        while !spots.is_empty() {
            let pick = self.dice.pick(spots.len());
            let spot = spots.swap_remove(pick);
            if fits(self, &spot) {
                return Some(spot);
            }
        }
        None
    }

    fn templates_place(&self) -> TemplatesPlace {
        self.table.scenario.as_ref().map_or(TemplatesPlace::Middle, |s| s.templates_place)
    }

    /// A grid of spots in a fixed order, and around the middle also the points that are exactly one ruler out.
    fn template_spots(&self) -> Vec<Vec2> {
        let (middle, ruler) = (self.middle(), self.table.content.ruler);
        let mut list = Vec::new();
        if self.templates_place() == TemplatesPlace::Middle {
            list.extend((0..12).map(|n| middle + Angle::degrees(30 * n).fwd() * ruler));
            // Opposite to what lies there already, as far out as allowed.
            for objective in self.objectives.iter().filter(|o| o.placed) {
                let out = middle - objective.pose.centre;
                let heading = if out.length() > 1.0 { Angle::from_direction(out) } else { Angle::ZERO };
                list.extend([0, 60, -60].map(|turn| middle + (heading + Angle::degrees(turn)).fwd() * ruler));
            }
        }
        let (wide, high) = ((self.table.area.width / 50.0) as i32, (self.table.area.height / 50.0) as i32);
        for along in 1..high {
            for across in 1..wide {
                list.push(Vec2::new(f64::from(across), f64::from(along)) * 50.0);
            }
        }
        list
    }

    /// Where a template of this size may lie, as far as the scenario says.
    fn template_breach(&self, at: Vec2, outline: &Convex) -> Result<(), Refusal> {
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

    /// The centres of the templates that keep a distance from each other.
    fn template_centres(&self) -> impl Iterator<Item = Vec2> + '_ {
        let edge = self.templates_place() == TemplatesPlace::Edge;
        let terrain = self.terrain.iter().filter(move |t| edge && t.placed).map(|t| t.pose.centre);
        self.objectives.iter().filter(|o| o.placed).map(|o| o.pose.centre).chain(terrain)
    }

    /// Whether the templates that remain after this one still find a place: the first spot that fits each. The
    /// next template can always take the first of these spots, so setting up never runs into a dead end.
    fn room_left(&self, at: Vec2) -> bool {
        self.room_beside(self.field_pose(), Some(at))
    }

    fn room_beside(&self, field: Option<Pose>, at: Option<Vec2>) -> bool {
        let ruler = self.table.content.ruler;
        let edge = self.templates_place() == TemplatesPlace::Edge;
        let open = |placed: usize, all: usize| all - placed;
        let objectives = open(self.objectives.iter().filter(|o| o.placed).count(), self.objectives.len());
        let terrain = open(self.terrain.iter().filter(|t| t.placed).count(), self.terrain.len());
        let templates = objectives + if edge { terrain } else { 0 };
        let mut rest = templates.saturating_sub(usize::from(at.is_some()));
        let mut taken: Vec<Vec2> = self.template_centres().chain(at).collect();
        let field = field.map(|pose| self.field_outline(pose));
        if rest == 0 {
            return true;
        }
        for spot in self.template_spots() {
            // The largest template decides how near to the border a spot may be.
            let inside = |b: Border| self.table.area.inside_by(b, spot) >= 50.0;
            let off = if edge {
                Border::ALL
                    .into_iter()
                    .map(|b| self.table.area.inside_by(b, spot))
                    .fold(f64::INFINITY, f64::min)
            } else {
                spot.distance(self.middle())
            };
            let on_field = |field: &Convex| {
                overlaps(field, &self.objective_footprint(Pose { centre: spot, heading: Angle::ZERO }))
            };
            let fits = Border::ALL.into_iter().all(inside)
                && off <= ruler + TOLERANCE
                && !field.as_ref().is_some_and(on_field);
            if fits && taken.iter().all(|t| t.distance(spot) >= ruler - TOLERANCE) {
                taken.push(spot);
                rest -= 1;
                if rest == 0 {
                    return true;
                }
            }
        }
        false
    }

    /// Places for a terrain template: a grid over the area, along and across.
    fn terrain_places(&self, piece: u8) -> Vec<Pose> {
        let mut list = self.terrain_spots();
        list.retain(|pose| self.terrain_place_breach(usize::from(piece), *pose).is_ok());
        list
    }

    fn terrain_spots(&self) -> Vec<Pose> {
        let mut list = Vec::new();
        let (wide, high) = ((self.table.area.width / 50.0) as i32, (self.table.area.height / 50.0) as i32);
        for across in 1..wide {
            for along in 1..high {
                for turn in [0, 90] {
                    let centre = Vec2::new(f64::from(across), f64::from(along)) * 50.0;
                    list.push(Pose { centre, heading: Angle::degrees(turn) });
                }
            }
        }
        list
    }

    fn terrain_place_breach(&self, index: usize, pose: Pose) -> Result<(), Refusal> {
        let Some(piece) = self.terrain.get(index) else {
            return Err(Refusal::new("TT-TER-01", "there is no terrain to place"));
        };
        let outline = match self.table.content.terrain(piece.kind) {
            TerrainShape::Circle { radius } => {
                Convex::rectangle(Pose { heading: Angle::ZERO, ..pose }, 2.0 * radius, 2.0 * radius)
            }
            TerrainShape::Rectangle { width, length } => Convex::rectangle(pose, width, length),
        };
        if self.templates_place() == TemplatesPlace::Edge {
            return self.template_breach(pose.centre, &outline);
        }
        let finite = pose.centre.x.is_finite() && pose.centre.y.is_finite();
        if !finite || !self.table.area.encloses(&outline) {
            return Err(Refusal::new("TT-SCN-04", "a template must lie wholly inside the area"));
        }
        if self.field_pose().is_some_and(|field| overlaps(&outline, &self.field_outline(field))) {
            return Err(Refusal::new("TT-TER-01", "terrain does not lie on the landing field"));
        }
        for other in self.terrain.iter().filter(|t| t.placed) {
            if self.covers(other.kind, other.pose, &outline) {
                return Err(Refusal::new("TT-TER-01", "templates do not lie on each other"));
            }
        }
        for objective in self.objectives.iter().filter(|o| o.placed) {
            if overlaps(&outline, &self.objective_footprint(objective.pose)) {
                return Err(Refusal::new("TT-TER-01", "templates do not lie on each other"));
            }
        }
        Ok(())
    }

    /// Places for the landing field at its distance from the Earthling side, in six directions.
    fn field_spots(&self) -> Vec<Pose> {
        let Some(off) = self.field_distance() else { return Vec::new() };
        let mut list = Vec::new();
        for across in (1..(self.table.area.width / 50.0) as i32).map(|n| f64::from(n) * 50.0) {
            for turn in 0..6 {
                let centre = Vec2::new(across, self.middle().y);
                let mut pose = Pose { centre, heading: Angle::degrees(30 * turn) };
                let now = self.table.area.distance_to_border(Border::South, &self.field_outline(pose));
                pose.centre.y += off - now;
                list.push(pose);
            }
        }
        list
    }

    /// How far from the Earthling side the scenario puts the landing field.
    fn field_distance(&self) -> Option<f64> {
        let field = self.table.scenario.as_ref()?.field.as_ref()?;
        Some(field.rulers * self.table.content.ruler)
    }

    /// TT-EAG-02: at its distance from the Earthling side, wholly inside the area.
    fn field_place_breach(&self, pose: Pose) -> Result<(), Refusal> {
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
        let stands = |other: &VehicleId| {
            *other != id && !self.is_tripod(*other) && overlaps(base, &self.footprint(*other))
        };
        match self.in_play().find(stands) {
            Some(other) => refuse(format!("{} would overlap {}", self.name(id), self.name(other))),
            None => Ok(()),
        }
    }

    /// Spots around the landing field from which an airplane looks at its middle.
    fn field_stands(&self) -> Vec<Pose> {
        let Some(field) = self.field_pose() else { return Vec::new() };
        let [width, length] = self.table.content.field_size;
        let out = self.table.content.half_ruler() / 2.0;
        let steps = |size: f64| {
            let most = ((size / 2.0 + 2.0 * out) / out) as i32;
            (-most..=most).map(move |n| f64::from(n) * out)
        };
        let spots = steps(width).flat_map(|x| steps(length).map(move |y| Vec2::new(x, y)));
        spots
            .map(|local| {
                let centre = field.to_table(local);
                let ahead = field.centre - centre;
                let heading = if ahead.length() > 1.0 { Angle::from_direction(ahead) } else { Angle::ZERO };
                Pose { centre, heading }
            })
            .collect()
    }

    fn vehicle_places(&self, id: VehicleId) -> Vec<Pose> {
        let mut list = Vec::new();
        if self.table.places[id.index()] == ForcePlace::ByField {
            for stand in self.field_stands() {
                let turned = |turn| Pose { heading: stand.heading + Angle::degrees(90 * turn), ..stand };
                list.extend((0..4).map(turned).filter(|pose| self.vehicle_place_breach(id, *pose).is_ok()));
            }
            return list;
        }
        if self.table.places[id.index()] == ForcePlace::OwnHalf {
            for centre in self.half_spots(id) {
                let turned = |turn| Pose { centre, heading: Angle::degrees(45 * turn) };
                list.extend((0..8).map(turned).filter(|pose| self.vehicle_place_breach(id, *pose).is_ok()));
            }
            return list;
        }
        for across in self.lateral_steps(id) {
            for turn in 0..12 {
                let pose = self.stand(id, across, Angle::degrees(30 * turn));
                if self.vehicle_place_breach(id, pose).is_ok() {
                    list.push(pose);
                }
            }
        }
        list
    }

    /// Steps along the own side. A reinforcement may have to go as far from the tripods as it can: its steps
    /// end where its base, facing the enemy, touches the border.
    fn lateral_steps(&self, id: VehicleId) -> Vec<f64> {
        let area = &self.table.area;
        let steps = (area.width / 50.0) as i32;
        let mut list: Vec<f64> = (1..steps).map(|n| f64::from(n) * 50.0).collect();
        if self.is_reinforcement(id) {
            let (_, facing) = self.home(id);
            let base = self.footprint_at(id, Pose { centre: self.middle(), heading: facing });
            let room = area.distance_to_border(Border::West, &base) - TOLERANCE;
            list.extend([self.middle().x - room, self.middle().x + room]);
        }
        list
    }

    fn home(&self, id: VehicleId) -> (Border, Angle) {
        match self.team(id) {
            Team::Earthlings => (Border::South, Angle::degrees(0)),
            Team::Martians => (Border::North, Angle::degrees(180)),
        }
    }

    /// A grid over the own half of the area.
    fn half_spots(&self, id: VehicleId) -> Vec<Vec2> {
        let area = self.table.area;
        let (wide, high) = ((area.width / 100.0) as i32, (area.height / 200.0) as i32);
        let (border, _) = self.home(id);
        let mut list = Vec::new();
        for along in 1..=high {
            for across in 1..wide {
                let (x, y) = (f64::from(across) * 100.0, f64::from(along) * 100.0);
                list.push(Vec2::new(x, if border == Border::South { y } else { area.height - y }));
            }
        }
        list
    }

    /// The pose at this lateral position whose base stands at its distance from its own side.
    fn stand(&self, id: VehicleId, across: f64, facing: Angle) -> Pose {
        let (border, _) = self.home(id);
        let mut pose = Pose { centre: Vec2::new(across, self.middle().y), heading: facing };
        let off = self.table.area.distance_to_border(border, &self.footprint_at(id, pose));
        let shift = off - self.stand_off(id);
        pose.centre.y += if border == Border::South { -shift } else { shift };
        pose
    }

    fn objective_place_breach(&self, at: Vec2) -> Result<(), Refusal> {
        let pose = Pose { centre: at, heading: Angle::degrees(0) };
        self.template_breach(at, &self.objective_footprint(pose))
    }

    fn vehicle_place_breach(&self, id: VehicleId, pose: Pose) -> Result<(), Refusal> {
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
            let stands = |other: &VehicleId| {
                self.is_tripod(*other) && *other != id && overlaps(&base, &self.footprint(*other))
            };
            if let Some(other) = self.in_play().find(stands) {
                let why = format!("{} would overlap {}", self.name(id), self.name(other));
                return Err(Refusal::new("TT-SET-08", why));
            }
        }
        Ok(())
    }

    /// How far from its own side a base stands that is put on a line.
    fn stand_off(&self, id: VehicleId) -> f64 {
        match self.table.places[id.index()] {
            ForcePlace::AtOneRuler => self.table.content.ruler,
            ForcePlace::TouchingSide => 0.0,
            _ => self.table.content.half_ruler(),
        }
    }

    /// The distance from the own side that the scenario asks for (TT-SCN-04, INV-ALS-02, INV-LON-04).
    fn distance_breach(&self, id: VehicleId, pose: Pose, base: &Convex) -> Result<(), Refusal> {
        let (border, _) = self.home(id);
        let half = self.stand_off(id);
        let off = self.table.area.distance_to_border(border, base);
        let (too_far, asked) = match self.table.places[id.index()] {
            ForcePlace::OwnHalf => {
                let (inside, middle) = (self.table.area.inside_by(border, pose.centre), self.middle().y);
                (inside - middle, "the own half of the area".to_owned())
            }
            ForcePlace::WithinHalfRuler => (off - half, format!("half a ruler ({half} mm)")),
            ForcePlace::TouchingSide => (off - SLACK, "a base that touches it".to_owned()),
            ForcePlace::AtOneRuler => ((off - half).abs() - SLACK, format!("one ruler ({half} mm)")),
            _ => ((off - half).abs() - SLACK, format!("half a ruler ({half} mm)")),
        };
        if too_far > TOLERANCE {
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
        if self.is_far_enough(id, away) || away >= self.farthest_stand(id) - SLACK {
            return Ok(());
        }
        let needed = if given { "at least" } else { "more than" };
        let why = format!("{away:.1} mm from a tripod; {needed} {least} mm are needed");
        let rule = if given { self.table.place_rules[id.index()] } else { "TT-SPK-02" };
        Err(Refusal::new(rule, why))
    }

    /// How far from the tripods a reinforcement stands, and whether its scenario says so.
    fn reinforcement_distance(&self, id: VehicleId) -> (f64, bool) {
        let row = self.table.reserves[id.index()].zip(self.table.scenario.as_ref());
        let away = row.and_then(|(row, file)| file.reserve[row].away);
        (away.unwrap_or(1.0) * self.table.content.ruler, away.is_some())
    }

    /// More than one ruler, or at least the distance that the scenario gives.
    fn is_far_enough(&self, id: VehicleId, away: f64) -> bool {
        let (least, given) = self.reinforcement_distance(id);
        if given { away >= least - TOLERANCE } else { away > least + TOLERANCE }
    }

    fn is_reinforcement(&self, id: VehicleId) -> bool {
        self.turn > 1 && !self.is_tripod(id) && self[id].fate == Fate::ToCome
    }

    fn away_from_tripods(&self, id: VehicleId, base: &Convex) -> f64 {
        self.enemy_tripods(id)
            .map(|t| geometry::separation(base, &self.footprint(t)))
            .fold(f64::INFINITY, f64::min)
    }

    /// How far from the tripods the best spot is; infinite if one is farther than a ruler.
    fn farthest_stand(&self, id: VehicleId) -> f64 {
        let (_, facing) = self.home(id);
        let stands = self.lateral_steps(id).into_iter().map(|across| self.stand(id, across, facing));
        let fits = stands.map(|pose| self.footprint_at(id, pose)).filter(|b| self.table.area.encloses(b));
        let best = fits.map(|b| self.away_from_tripods(id, &b)).fold(0.0, f64::max);
        if self.is_far_enough(id, best) { f64::INFINITY } else { best }
    }

    /// Whether this seat may place this now.
    pub(crate) fn place_breach(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
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

    pub(crate) fn place(&mut self, order: &Order, out: &mut Sink<What>) {
        match *order {
            Order::PlaceField { at, facing } => {
                let pose = Pose { centre: at, heading: facing };
                self.field = Some(Field { pose, placed: true });
                out.emit(|| Event::public("TT-EAG-02", What::FieldPlaced { pose }));
            }
            Order::PlaceObjective { at } => {
                let Some(index) = self.objectives.iter().position(|o| !o.placed) else { return };
                self.objectives[index].pose = Pose { centre: at, heading: Angle::degrees(0) };
                self.objectives[index].placed = true;
                let objective = index as u8;
                out.emit(|| Event::public("TT-SET-01", What::ObjectivePlaced { objective, at }));
            }
            Order::PlaceTerrain { at, facing } => {
                let Some(index) = self.terrain.iter().position(|t| !t.placed) else { return };
                self.place_terrain(index, Pose { centre: at, heading: facing }, out);
            }
            Order::PlaceVehicle { vehicle, at, facing } => {
                let pose = Pose { centre: at, heading: facing };
                self[vehicle].pose = pose;
                self[vehicle].fate = Fate::InPlay;
                out.emit(|| Event::public("TT-SET-01", What::VehiclePlaced { vehicle, pose }));
            }
            _ => {}
        }
    }

    /// Quick set-up: vehicles stand in a row facing the enemy; objectives are dealt from the seed, and so is
    /// where a lone vehicle of a scenario stands.
    pub(crate) fn deal_places(&mut self, out: &mut Sink<What>) -> Result<(), Refusal> {
        debug_assert_eq!(self.table.setup.placement, Placement::Quick);
        while let Some(next) = self.to_place() {
            let order = self.deal_next(&next)?;
            if self.fixed_place(&next.ask).is_none() {
                self.place_breach(next.seat, &order)?;
            }
            self.place(&order, out);
        }
        Ok(())
    }

    /// Whether all vehicles find room in a row along their side (TT-SET-08): in a set-up that is played nobody must be
    /// asked for a place that is not there. What else is to be placed is not judged here.
    pub(crate) fn rehearse_places(&self) -> Result<(), Refusal> {
        let mut trial = self.clone();
        while let Some(next) = trial.to_place() {
            let order = match (trial.deal_next(&next), next.ask) {
                (Ok(order), _) => order,
                (Err(refusal), Ask::PlaceVehicle { .. }) => return Err(refusal),
                (Err(_), _) => return Ok(()),
            };
            if matches!(next.ask, Ask::PlaceVehicle { .. }) && trial.fixed_place(&next.ask).is_none() {
                trial.place_breach(next.seat, &order)?;
            }
            trial.place(&order, &mut Sink::off());
        }
        Ok(())
    }

    /// Where the next piece goes if nobody chooses.
    fn deal_next(&mut self, next: &Prompt<Ask>) -> Result<Order, Refusal> {
        if let Some(order) = self.fixed_place(&next.ask) {
            return Ok(order);
        }
        let fixed = self.table.setup.scenario() == Some(super::Scenario::SimpleBattle);
        Ok(match next.ask {
            Ask::PlaceField => {
                let fits = |state: &Self, pose: &Pose| state.field_place_breach(*pose).is_ok();
                let Some(pose) = self.deal_one(self.field_spots(), fits) else {
                    return Err(Refusal::new("TT-EAG-02", "no place is left for the landing field"));
                };
                Order::PlaceField { at: pose.centre, facing: pose.heading }
            }
            Ask::PlaceVehicle { vehicle } if fixed => Order::place(vehicle, self.row_place(vehicle)),
            Ask::PlaceVehicle { vehicle } => {
                let (_, facing) = self.home(vehicle);
                let stands = match self.table.places[vehicle.index()] {
                    ForcePlace::ByField => self.field_stands(),
                    ForcePlace::OwnHalf => {
                        let spots = self.half_spots(vehicle).into_iter();
                        spots.map(|centre| Pose { centre, heading: facing }).collect()
                    }
                    _ => {
                        let steps = self.lateral_steps(vehicle).into_iter();
                        steps.map(|across| self.stand(vehicle, across, facing)).collect()
                    }
                };
                let fits = |state: &Self, pose: &Pose| state.vehicle_place_breach(vehicle, *pose).is_ok();
                let Some(pose) = self.deal_one(stands, fits) else {
                    return Err(Refusal::new("TT-SET-08", "no free place is left for a vehicle"));
                };
                Order::place(vehicle, pose)
            }
            Ask::PlaceTerrain { piece } => {
                let fits = |state: &Self, pose: &Pose| {
                    state.terrain_place_breach(usize::from(piece), *pose).is_ok()
                        && state.leaves_room(piece, *pose)
                };
                let Some(pose) = self.deal_one(self.terrain_spots(), fits) else {
                    return Err(Refusal::new("TT-TER-01", "no free place is left for terrain"));
                };
                Order::PlaceTerrain { at: pose.centre, facing: pose.heading }
            }
            _ => {
                let fits = |state: &Self, at: &Vec2| state.objective_place_breach(*at).is_ok();
                let Some(at) = self.deal_one(self.template_spots(), fits) else {
                    return Err(Refusal::new("TT-SCN-05", "no free place is left for an objective"));
                };
                Order::PlaceObjective { at }
            }
        })
    }

    /// Whether terrain that is dealt here keeps off the tripods' places (TT-TER-01).
    fn leaves_room(&self, piece: u8, pose: Pose) -> bool {
        let kind = self.terrain[usize::from(piece)].kind;
        self.ids().filter(|id| self.is_tripod(*id)).all(|id| {
            let place = if self[id].in_play() { self[id].pose } else { self.row_place(id) };
            !self.covers(kind, pose, &self.footprint_at(id, place))
        })
    }

    /// TT-SET-08: evenly spread along the own side.
    fn row_place(&self, id: VehicleId) -> Pose {
        let team = self.team(id);
        let mates: Vec<VehicleId> = self.ids().filter(|m| self.team(*m) == team).collect();
        let number = mates.iter().position(|m| *m == id).unwrap_or(0) + 1;
        let across = self.table.area.width * number as f64 / (mates.len() + 1) as f64;
        let (_, facing) = self.home(id);
        self.stand(id, across, facing)
    }
}
