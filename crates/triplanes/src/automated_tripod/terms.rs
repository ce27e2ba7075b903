//! IMPORTANT TERMS: distances, TRIPOD ENERGY STATUS, FACING THE EARTHLING SIDE, ENEMIES NEARBY (INV-AUT-08 to
//! INV-AUT-15).

use super::{Mind, Sighting};
use crate::content::Side;
use crate::state::VehicleId;
use geometry::{Angle, Border, Convex, TOLERANCE, Vec2};
use serde::Serialize;

/// How much energy it has, as the procedure asks (INV-AUT-09 to INV-AUT-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum EnergyStatus {
    Full,
    Cruising,
    Emergency,
    Powerless,
}

impl EnergyStatus {
    /// Powerless before everything else, then full (INV-AUT-10).
    pub fn of(energy: u8, rating: u8, recharge_level: u8) -> Self {
        match energy {
            0 => Self::Powerless,
            _ if energy >= rating => Self::Full,
            _ if energy > recharge_level => Self::Cruising,
            _ => Self::Emergency,
        }
    }

    pub fn rule(self) -> &'static str {
        match self {
            Self::Full => "INV-AUT-10",
            Self::Cruising => "INV-AUT-11",
            Self::Emergency => "INV-AUT-12",
            Self::Powerless => "INV-AUT-09",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Cruising => "cruising",
            Self::Emergency => "in emergency",
            Self::Powerless => "powerless",
        }
    }
}

/// The cosine of the 30 degrees that still count as facing an objective (INV-AUT-30).
const FACING: f64 = 0.866_025_403_784_438_6;
const HAIR: f64 = 1e-9;

impl Mind<'_> {
    pub(super) fn status(&self) -> EnergyStatus {
        let level = self.model().map_or(0, |m| m.recharge_level);
        EnergyStatus::of(self.energy(), self.rating(), level)
    }

    pub(super) fn tell_status(&mut self) {
        let (status, energy) = (self.status(), self.energy());
        let (rating, level) = (self.rating(), self.model().map_or(0, |m| m.recharge_level));
        self.notes.say(status.rule(), || {
            format!("It has {energy} of {rating} energy, recharge level {level}: {}.", status.name())
        });
    }

    /// The enemies are airplanes, wherever they fly.
    pub(super) fn airplanes(&self) -> Vec<VehicleId> {
        self.state.airplanes().collect()
    }

    /// INV-AUT-08: from base to base, along the shortest way.
    pub(super) fn gap(&self, other: VehicleId) -> f64 {
        geometry::separation(&self.state.footprint(self.id), &self.state.footprint(other))
    }

    /// Whether a length is so many rulers or less: equality counts.
    pub(super) fn within(&self, length: f64, rulers: f64) -> bool {
        length <= rulers * self.ruler() + TOLERANCE
    }

    /// INV-AUT-15: an airplane within one and a half rulers in any direction.
    pub(super) fn look_around(&mut self) {
        let mut list: Vec<Sighting> = Vec::new();
        for airplane in self.airplanes() {
            let distance = self.gap(airplane);
            list.push(Sighting { airplane, distance, nearby: self.within(distance, 1.5) });
        }
        self.near = list.iter().any(|s| s.nearby);
        let nearest = list.iter().min_by(|a, b| a.distance.total_cmp(&b.distance)).copied();
        let limit = 1.5 * self.ruler();
        let name = nearest.map(|s| self.state.name(s.airplane).to_owned());
        self.notes.say("INV-AUT-15", || match (nearest, name) {
            (Some(s), Some(name)) if s.nearby => {
                format!("{name} is nearby: {:.0} mm away, at most {limit:.0} mm count.", s.distance)
            }
            (Some(s), Some(name)) => {
                format!("Nobody is nearby: {name} is {:.0} mm away, more than {limit:.0} mm.", s.distance)
            }
            _ => "No airplane is in play: nobody is nearby.".to_owned(),
        });
        self.notes.airplanes = list;
        self.fit_deck();
    }

    pub(super) fn to_earthling_edge(&self) -> f64 {
        let base = self.state.footprint(self.id);
        self.state.table.area.distance_to_border(Border::South, &base)
    }

    /// INV-AUT-13: how long the line from the middle of the rear side through that of the front is up to the
    /// Earthling edge; none if it leaves the area elsewhere.
    pub(super) fn line_home(&self, heading: Angle) -> Option<f64> {
        let (centre, ahead) = (self.pose().centre, heading.fwd());
        if ahead.y > -HAIR {
            return None;
        }
        let way = centre.y / -ahead.y;
        let across = centre.x + ahead.x * way;
        let meets = (-TOLERANCE..=self.state.table.area.width + TOLERANCE).contains(&across);
        let rear = self.model().map_or(0.0, |m| m.apothem);
        meets.then_some(way + rear)
    }

    /// INV-AUT-13, INV-AUT-14: no other orientation saves more than half a ruler.
    pub(super) fn faces_earthlings(&self) -> bool {
        let heading = self.pose().heading;
        let Some(now) = self.line_home(heading) else { return false };
        let most = self.state.table.content.half_ruler() + TOLERANCE;
        Side::ALL
            .iter()
            .filter_map(|side| self.line_home(heading + side.angle()))
            .all(|other| now - other <= most)
    }

    /// The facings that its limits allow without the present one, from the left-most to the right-most; none while
    /// the gyroscope is out of order (INV-AUT-66).
    pub(super) fn turns(&self) -> Vec<Side> {
        const LEFT_TO_RIGHT: [Side; 5] =
            [Side::RearLeft, Side::FrontLeft, Side::FrontRight, Side::RearRight, Side::Rear];
        if self.state[self.id].hidden.judge().gyroscope {
            return Vec::new();
        }
        let allowed = self.model().map(|m| m.facings.as_slice()).unwrap_or_default();
        LEFT_TO_RIGHT.into_iter().filter(|side| allowed.contains(side)).collect()
    }

    /// How straight a heading points at a place: the cosine of the angle between them.
    pub(super) fn straightness(&self, heading: Angle, at: Vec2) -> f64 {
        let way = at - self.pose().centre;
        let length = way.length();
        if length < TOLERANCE { 1.0 } else { heading.fwd().dot(way) / length }
    }

    /// INV-AUT-30: at most 30 degrees off.
    pub(super) fn faces(&self, at: Vec2) -> bool {
        self.straightness(self.pose().heading, at) >= FACING - HAIR
    }

    /// The unused objective templates, by number.
    pub(super) fn unused(&self) -> Vec<u8> {
        let free = |i: &u8| {
            let o = &self.state.objectives[usize::from(*i)];
            o.on_table() && !o.red_weed
        };
        (0..self.state.objectives.len() as u8).filter(free).collect()
    }

    pub(super) fn template(&self, objective: u8) -> Convex {
        self.state.objective_footprint(self.state.objectives[usize::from(objective)].pose)
    }

    pub(super) fn centre_of(&self, objective: u8) -> Vec2 {
        self.state.objectives[usize::from(objective)].pose.centre
    }

    /// The first unused template that a base overlaps.
    pub(super) fn over_unused(&self, base: &Convex) -> Option<u8> {
        self.unused().into_iter().find(|o| geometry::overlaps(base, &self.template(*o)))
    }

    pub(super) fn stands_on_unused(&self) -> Option<u8> {
        self.over_unused(&self.state.footprint(self.id))
    }
}

/// Those of the list whose value is the least, in the order of the list.
pub(super) fn least<T: Copy>(list: &[T], value: impl Fn(T) -> f64) -> Vec<T> {
    let best = list.iter().map(|item| value(*item)).fold(f64::INFINITY, f64::min);
    list.iter().copied().filter(|item| value(*item) <= best + HAIR).collect()
}
