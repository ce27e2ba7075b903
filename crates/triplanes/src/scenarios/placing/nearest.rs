//! From a wish to the nearest place that the rules allow: hands are not exact, and distances are.
//!
//! ```text
//!          wish x                  1. hold: into the area and to the asked distance
//!               |                  2. if something stands there: rings around the wish, each spot held likewise
//!   ------------o--[taken]-----    3. back from the spot that was found to the wish, as far as it is legal
//! ```
//!
//! Whatever comes out was judged by the very check that takes the order.

use crate::order::{Ask, Order};
use crate::scenarios::{ForcePlace, TemplatesPlace};
use crate::state::{State, Step, VehicleId};
use geometry::{Angle, Border, Convex, Pose, Vec2, nearest_point, separation};
use table::{Game, Prompt, Refusal, SeatId};

/// The first ring around a wish, in mm, and how much farther out each next one lies.
const RING: f64 = 3.0;
const WIDER: f64 = 1.3;
/// Spots on a ring, and how often the way back to the wish is halved.
const SPOTS: i32 = 24;
const HALVINGS: usize = 14;
/// Coordinates beyond this are no places on a table, in mm.
const FAR: f64 = 1e7;

impl State {
    /// The legal order nearest to this one; the refusal of this one if there is none.
    pub(crate) fn nearest_order(&self, seat: SeatId, wish: &Order) -> Result<Order, Refusal> {
        match self.check(seat, wish) {
            Ok(()) => Ok(self.canonical(seat, wish)),
            Err(refusal) => self.nearest_place(seat, wish).ok_or(refusal),
        }
    }

    /// Where a piece lies before anybody has touched it: facing the enemy, and legal.
    pub(crate) fn preset(&self, next: &Prompt<Ask>) -> Order {
        let middle = self.middle();
        let wish = match next.ask {
            Ask::PlaceField => Order::PlaceField { at: middle, facing: Angle::ZERO },
            Ask::PlaceTerrain { .. } => Order::PlaceTerrain { at: self.template_wish(), facing: Angle::ZERO },
            Ask::PlaceVehicle { vehicle } => {
                let field =
                    self.field_pose().filter(|_| self.table.places[vehicle.index()] == ForcePlace::ByField);
                let pose = field.map_or_else(
                    || self.row_place(vehicle),
                    |field| Pose { heading: self.home(vehicle).1, ..field },
                );
                Order::place(vehicle, pose)
            }
            Ask::Smoke { vehicle } => {
                let at = self.smoke_side(vehicle).map_or(middle, |side| self.smoke_end(vehicle, side));
                Order::Smoke { vehicle, at, remove: None }
            }
            _ => Order::PlaceObjective { at: self.template_wish() },
        };
        self.nearest_order(next.seat, &wish).unwrap_or(wish)
    }

    /// Templates that keep a distance from each other begin around the middle: one there would leave little room.
    fn template_wish(&self) -> Vec2 {
        let edge = self.templates_place() == TemplatesPlace::Edge;
        let all = self.objectives.len() + if edge { self.terrain.len() } else { 0 };
        let lying = self.template_centres().count();
        if all < 2 || lying >= all {
            return self.middle();
        }
        let out = if edge { self.middle().x + self.middle().y } else { self.table.content.ruler };
        self.middle() + Angle::from_tenths((3600 * lying / all) as i32).fwd() * out
    }

    fn nearest_place(&self, seat: SeatId, wish: &Order) -> Option<Order> {
        let pose = wish.pose()?;
        if !pose.centre.is_finite() || pose.centre.x.abs() > FAR || pose.centre.y.abs() > FAR {
            return None;
        }
        if let Order::Smoke { vehicle, .. } = *wish {
            // Whoever asks may name a vehicle that there is not.
            self.command_breach(seat, vehicle).ok()?;
        } else {
            if self.step != Step::Placing {
                return None;
            }
            self.turn_breach(seat, wish).ok()?;
        }
        let fits = |pose: &Pose| {
            let order = wish.put(*pose);
            !self.is_crowded(&order) && self.check(seat, &order).is_ok()
        };
        let hold = |centre: Vec2| self.hold(wish, Pose { centre, ..pose });
        let near = hold(pose.centre);
        if fits(&near) {
            return Some(wish.put(near));
        }
        if let Some(place) = self.to_place().and_then(|next| self.last_resort(&next.ask)) {
            let turned = place.pose().map(|at| hold(at.centre)).filter(&fits);
            return Some(turned.map_or(place, |pose| wish.put(pose)));
        }
        let found = self.ring_search(pose.centre, &hold, &fits);
        let place = found.map(|good| back_to(near.centre, good, &hold, &fits));
        place.map(|place| wish.put(place)).or_else(|| self.nearest_spot(seat, wish, pose))
    }

    /// The nearest legal spot of the first ring that has one.
    fn ring_search(
        &self,
        wish: Vec2,
        hold: &impl Fn(Vec2) -> Pose,
        fits: &impl Fn(&Pose) -> bool,
    ) -> Option<Pose> {
        let area = &self.table.area;
        let most = wish.distance(self.middle()) + area.width + area.height;
        let mut ring = RING;
        while ring < most {
            let spots = (0..SPOTS).map(|n| hold(wish + Angle::degrees(360 / SPOTS * n).fwd() * ring));
            let legal = spots.filter(|pose| fits(pose));
            let off = |pose: &Pose| pose.centre.distance_squared(wish);
            if let Some(best) = legal.min_by(|a, b| off(a).total_cmp(&off(b))) {
                return Some(best);
            }
            ring *= WIDER;
        }
        None
    }

    /// Where places are rare the spots that the dice choose from hold one: as the wish is turned, or facing the
    /// enemy.
    fn nearest_spot(&self, seat: SeatId, wish: &Order, pose: Pose) -> Option<Order> {
        let ask = self.to_place()?.ask;
        let spots = (0..self.spots(&ask)).map(|n| self.spot(&ask, n));
        let turned = spots.flat_map(|spot| {
            let as_wished = spot.pose().map(|at| self.hold(wish, Pose { heading: pose.heading, ..at }));
            [as_wished.map(|at| spot.put(at)), Some(spot)]
        });
        let off =
            |order: &Order| order.pose().map_or(f64::INFINITY, |at| at.centre.distance_squared(pose.centre));
        let legal = turned.flatten().filter(|order| self.check(seat, order).is_ok());
        legal.min_by(|a, b| off(a).total_cmp(&off(b))).or_else(|| {
            let Ask::PlaceVehicle { vehicle } = ask else { return None };
            let order = Order::place(vehicle, self.first_stand(vehicle).filter(|_| self.is_tripod(vehicle))?);
            self.check(seat, &order).is_ok().then_some(order)
        })
    }

    /// The pose as near as can be that lies inside the area and at the distance asked for, whatever else is there.
    fn hold(&self, order: &Order, mut pose: Pose) -> Pose {
        match *order {
            Order::PlaceVehicle { vehicle, .. } => self.hold_vehicle(vehicle, pose),
            Order::PlaceField { .. } => {
                pose = self.field_stand(pose);
                pose.centre.x += self.table.area.shift_inside(&self.field_outline(pose)).x;
                pose
            }
            Order::PlaceTerrain { .. } => {
                let Some(piece) = self.terrain.iter().find(|t| !t.placed) else { return pose };
                let outline = |pose| self.terrain_outline(piece.kind, pose);
                if self.templates_place() == TemplatesPlace::Edge {
                    return self.hold_template(pose, outline);
                }
                pose = pose.moved(self.table.area.shift_inside(&outline(pose)));
                pose
            }
            Order::PlaceObjective { .. } => self.hold_template(pose, |pose| self.objective_footprint(pose)),
            Order::Smoke { vehicle, .. } => {
                let Some(side) = self.smoke_side(vehicle) else { return pose };
                pose.centre =
                    within(pose.centre, self.smoke_end(vehicle, side), self.table.content.cloud_inner_radius);
                pose
            }
            _ => pose,
        }
    }

    /// Into the area, to the middle or the border, and out of the way of the template that is too near; a few times,
    /// because one undoes the other.
    fn hold_template(&self, mut pose: Pose, outline: impl Fn(Pose) -> Convex) -> Pose {
        let (area, ruler) = (&self.table.area, self.table.content.ruler);
        for _ in 0..4 {
            pose = pose.moved(area.shift_inside(&outline(pose)));
            match self.templates_place() {
                TemplatesPlace::Middle => pose.centre = within(pose.centre, self.middle(), ruler),
                TemplatesPlace::Edge => {
                    let inside = |b: &Border| area.inside_by(*b, pose.centre);
                    let nearest = Border::ALL.into_iter().min_by(|a, b| inside(a).total_cmp(&inside(b)));
                    let over = nearest.map(|border| outward(border) * (inside(&border) - ruler).max(0.0));
                    pose = pose.moved(over.unwrap_or(Vec2::ZERO));
                }
            }
            let near = |c: &Vec2| c.distance(pose.centre) < ruler;
            let off = |c: &Vec2| c.distance_squared(pose.centre);
            let close = self.template_centres().filter(near).min_by(|a, b| off(a).total_cmp(&off(b)));
            let Some(other) = close else { break };
            let out = pose.centre - other;
            if out.length() < 1.0 {
                break;
            }
            pose.centre = other + out * (ruler / out.length());
        }
        pose
    }

    fn hold_vehicle(&self, id: VehicleId, mut pose: Pose) -> Pose {
        let area = &self.table.area;
        let (border, _) = self.home(id);
        pose = pose.moved(area.shift_inside(&self.footprint_at(id, pose)));
        match self.table.places[id.index()] {
            ForcePlace::ByField => self.hold_by_field(id, pose),
            ForcePlace::OwnHalf => {
                let over = area.inside_by(border, pose.centre) - self.middle().y;
                pose = pose.moved(outward(border) * over.max(0.0));
                pose
            }
            ForcePlace::WithinHalfRuler => {
                let off = area.distance_to_border(border, &self.footprint_at(id, pose));
                pose = pose.moved(outward(border) * (off - self.stand_off(id)).max(0.0));
                pose
            }
            _ => self.stand(id, pose.centre.x, pose.heading),
        }
    }

    /// Towards the landing field until the base is near enough. Out of the field the rings find a way.
    fn hold_by_field(&self, id: VehicleId, mut pose: Pose) -> Pose {
        let Some(field) = self.field_pose().map(|pose| self.field_outline(pose)) else { return pose };
        let half = self.table.content.half_ruler();
        // A base is no circle: a few steps bring it there.
        for _ in 0..4 {
            let over = separation(&self.footprint_at(id, pose), &field) - half;
            let way = nearest_point(&field, pose.centre) - pose.centre;
            if over <= 0.0 || way.length() < 1e-6 {
                break;
            }
            pose = pose.moved(way * (over / way.length()));
        }
        pose
    }
}

impl Order {
    /// Where an order puts a piece, if it puts one somewhere.
    pub(super) fn pose(&self) -> Option<Pose> {
        match *self {
            Self::PlaceField { at, facing }
            | Self::PlaceTerrain { at, facing }
            | Self::PlaceVehicle { at, facing, .. } => Some(Pose { centre: at, heading: facing }),
            Self::PlaceObjective { at } | Self::Smoke { at, .. } => {
                Some(Pose { centre: at, heading: Angle::ZERO })
            }
            _ => None,
        }
    }

    /// The same order for another place.
    fn put(&self, pose: Pose) -> Self {
        let mut order = self.clone();
        match &mut order {
            Self::PlaceField { at, facing }
            | Self::PlaceTerrain { at, facing }
            | Self::PlaceVehicle { at, facing, .. } => (*at, *facing) = (pose.centre, pose.heading),
            Self::PlaceObjective { at } | Self::Smoke { at, .. } => *at = pose.centre,
            _ => {}
        }
        order
    }
}

/// From a legal spot back to a wish that is not, as far as every place on the way that is tried is legal.
fn back_to(wish: Vec2, legal: Pose, hold: &impl Fn(Vec2) -> Pose, fits: &impl Fn(&Pose) -> bool) -> Pose {
    let mut best = legal;
    let (mut from, mut to) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let share = f64::midpoint(from, to);
        let pose = hold(legal.centre.lerp(wish, share));
        if fits(&pose) {
            best = pose;
            from = share;
        } else {
            to = share;
        }
    }
    best
}

/// The point of a disc that is nearest to this one.
fn within(point: Vec2, centre: Vec2, radius: f64) -> Vec2 {
    let off = point - centre;
    if off.length() <= radius { point } else { centre + off * (radius / off.length()) }
}

/// The direction from the area over a border.
fn outward(border: Border) -> Vec2 {
    match border {
        Border::South => Vec2::new(0.0, -1.0),
        Border::North => Vec2::new(0.0, 1.0),
        Border::West => Vec2::new(-1.0, 0.0),
        Border::East => Vec2::new(1.0, 0.0),
    }
}
