//! Places by chance: a quick set-up, what nobody chooses, and samples of what a player could choose.
//!
//! Spots are numbered and worked out one by one: no list of them is ever made.

use crate::event::What;
use crate::order::{Ask, Order};
use crate::scenarios::{ForcePlace, Scenario, TemplatesPlace};
use crate::setup::Placement;
use crate::state::{State, VehicleId};
use geometry::{Angle, Border, Pose, TOLERANCE, Vec2};
use std::collections::BTreeMap;
use table::{Prompt, Refusal, Sink};

/// How far apart the spots of a grid lie, in mm.
const GRID: f64 = 50.0;

/// How many samples of the places for one piece there are: a multiple of every number of headings below. A person may
/// choose any other place that the rules allow.
pub(crate) const SAMPLES: usize = 240;

/// How many samples are tried for one, and how far apart in their row.
const TRIES: usize = 8;
const LEAP: usize = 97;

/// How many whole grid steps lie strictly inside a length.
fn steps(length: f64) -> usize {
    ((length / GRID) as usize).saturating_sub(1)
}

fn step(n: usize) -> f64 {
    (n + 1) as f64 * GRID
}

/// The `n`th number of a sequence that fills the span from 0 to 1 evenly, however many of it are taken; with two
/// bases that share no divisor, two of them fill a square.
fn even(n: usize, base: usize) -> f64 {
    let (mut rest, mut share, mut sum) = (n + 1, 1.0, 0.0);
    while rest > 0 {
        share /= base as f64;
        sum += share * (rest % base) as f64;
        rest /= base;
    }
    sum
}

/// The heading from one place to another.
fn towards(to: Vec2, from: Vec2) -> Angle {
    let ahead = to - from;
    if ahead.length() > 1.0 { Angle::from_direction(ahead) } else { Angle::ZERO }
}

impl State {
    /// The `n`th sample: a spot out of those spread over where the piece may go. Where that is taken, some others are
    /// tried, so that samples do not gather around what stands there; at last the legal place nearest to it.
    pub(crate) fn place_option(&self, next: &Prompt<Ask>, n: usize) -> Order {
        if let Some(place) = self.last_resort(&next.ask) {
            return place;
        }
        let legal = |order: &Order| self.takes(order);
        let mut samples = (0..TRIES).map(|k| self.sample(&next.ask, (n + k * LEAP) % SAMPLES));
        let found = samples.find(legal).or_else(|| {
            // Templates that keep a distance from each other find the places that were kept for them.
            let spots = self.template_spots_near();
            let first = n % self.template_spots().clamp(1, SAMPLES);
            let mut around = spots.clone().skip(first).chain(spots.take(first));
            around.find_map(|spot| self.template_order(&next.ask, self.template_spot(spot), n).filter(legal))
        });
        found.unwrap_or_else(|| {
            let spot = self.sample(&next.ask, n);
            self.nearest_order(next.seat, &spot).unwrap_or(spot)
        })
    }

    /// Where a reinforcement goes that can stand nowhere far enough from the tripods.
    pub(super) fn last_resort(&self, ask: &Ask) -> Option<Order> {
        let Ask::PlaceVehicle { vehicle } = *ask else { return None };
        if !self.is_reinforcement(vehicle) {
            return None;
        }
        let place = self.farthest_stand(vehicle).map(|(_, pose)| Order::place(vehicle, pose));
        place.filter(|order| self.takes(order))
    }

    /// The order that lays a template of those that keep a distance from each other.
    fn template_order(&self, ask: &Ask, at: Vec2, n: usize) -> Option<Order> {
        match ask {
            Ask::PlaceObjective { .. } => Some(Order::PlaceObjective { at }),
            Ask::PlaceTerrain { .. } if self.templates_place() == TemplatesPlace::Edge => {
                Some(Order::PlaceTerrain { at, facing: Angle::degrees((90 * (n % 2)) as i32) })
            }
            _ => None,
        }
    }

    /// Whether what is placed now may lie here, without words.
    fn takes(&self, order: &Order) -> bool {
        !self.is_crowded(order) && self.spot_breach(order).is_ok()
    }

    /// What the check would refuse for certain, told quickly: a template too far out or too near to another.
    pub(super) fn is_crowded(&self, order: &Order) -> bool {
        let at = match order {
            Order::PlaceObjective { at } => *at,
            Order::PlaceTerrain { at, .. } if self.templates_place() == TemplatesPlace::Edge => *at,
            _ => return false,
        };
        let ruler = self.table.content.ruler;
        self.template_off(at) > ruler + TOLERANCE
            || self.template_centres().any(|c| c.distance(at) < ruler - TOLERANCE)
    }

    /// Spots all over the region of a piece, as if nothing else lay there.
    fn sample(&self, ask: &Ask, n: usize) -> Order {
        let area = &self.table.area;
        let (u, v) = (even(n, 2), even(n, 3));
        let turn = |parts: usize| Angle::degrees((360 / parts * (n % parts)) as i32);
        match *ask {
            Ask::PlaceField => {
                let centre = Vec2::new(u * area.width, self.middle().y);
                Order::PlaceField { at: centre, facing: Angle::degrees((30 * (n % 6)) as i32) }
            }
            Ask::PlaceTerrain { .. } if self.templates_place() == TemplatesPlace::Edge => {
                Order::PlaceTerrain {
                    at: self.edge_sample(n, u, v),
                    facing: Angle::degrees((90 * (n % 2)) as i32),
                }
            }
            Ask::PlaceTerrain { .. } => {
                let at = Vec2::new(u * area.width, v * area.height);
                Order::PlaceTerrain { at, facing: Angle::degrees((90 * (n % 2)) as i32) }
            }
            Ask::PlaceVehicle { vehicle } => {
                let (border, _) = self.home(vehicle);
                let inward = |depth: f64| if border == Border::South { depth } else { area.height - depth };
                let across = u * area.width;
                let pose = match self.table.places[vehicle.index()] {
                    ForcePlace::ByField => self.field_sample(u, v, n),
                    ForcePlace::OwnHalf => {
                        Pose { centre: Vec2::new(across, inward(v * self.middle().y)), heading: turn(8) }
                    }
                    ForcePlace::WithinHalfRuler => {
                        let stand = self.stand(vehicle, across, turn(12));
                        let in_ward = if border == Border::South { -1.0 } else { 1.0 };
                        let centre = stand.centre + Vec2::new(0.0, in_ward * v * self.stand_off(vehicle));
                        Pose { centre, ..stand }
                    }
                    _ => self.stand(vehicle, across, turn(12)),
                };
                Order::place(vehicle, pose)
            }
            _ if self.templates_place() == TemplatesPlace::Edge => {
                Order::PlaceObjective { at: self.edge_sample(n, u, v) }
            }
            _ => {
                // The root keeps the spots as close together near the rim as in the middle.
                let out =
                    Angle::from_tenths((v * 3600.0) as i32).fwd() * (u.sqrt() * self.table.content.ruler);
                Order::PlaceObjective { at: self.middle() + out }
            }
        }
    }

    /// A spot in one of the four strips along the borders.
    fn edge_sample(&self, n: usize, u: f64, v: f64) -> Vec2 {
        let area = &self.table.area;
        let depth = v * self.table.content.ruler;
        match Border::ALL[n % 4] {
            Border::South => Vec2::new(u * area.width, depth),
            Border::North => Vec2::new(u * area.width, area.height - depth),
            Border::West => Vec2::new(depth, u * area.height),
            Border::East => Vec2::new(area.width - depth, u * area.height),
        }
    }

    /// A spot around the landing field.
    fn field_sample(&self, u: f64, v: f64, n: usize) -> Pose {
        let Some(field) = self.field_pose() else {
            return Pose { centre: self.middle(), heading: Angle::ZERO };
        };
        let reach = self.table.content.half_ruler();
        let [width, length] = self.table.content.field_size.map(|size| size + 2.0 * reach);
        let centre = field.to_table(Vec2::new((u - 0.5) * width, (v - 0.5) * length));
        Pose { centre, heading: towards(field.centre, centre) + Angle::degrees((90 * (n % 4)) as i32) }
    }

    /// How far a template lies from where the scenario wants templates: the middle, or the nearest border.
    pub(super) fn template_off(&self, at: Vec2) -> f64 {
        match self.templates_place() {
            TemplatesPlace::Edge => {
                let inside = Border::ALL.into_iter().map(|b| self.table.area.inside_by(b, at));
                inside.fold(f64::INFINITY, f64::min)
            }
            TemplatesPlace::Middle => at.distance(self.middle()),
        }
    }

    /// The spots that come before the grid: around the middle those exactly one ruler out, and three for each
    /// objective that lies there.
    fn ring_spots(&self) -> usize {
        match self.templates_place() {
            TemplatesPlace::Middle => 12 + 3 * self.objectives.iter().filter(|o| o.placed).count(),
            TemplatesPlace::Edge => 0,
        }
    }

    pub(super) fn template_spots(&self) -> usize {
        self.ring_spots() + steps(self.table.area.width) * steps(self.table.area.height)
    }

    /// The numbers of the spots that can be near enough, in their order.
    pub(super) fn template_spots_near(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let ring = self.ring_spots();
        let row = steps(self.table.area.width);
        let rows = match self.templates_place() {
            TemplatesPlace::Edge => 0..steps(self.table.area.height),
            TemplatesPlace::Middle => {
                let (middle, ruler) = (self.middle().y, self.table.content.ruler + TOLERANCE);
                let first = ((middle - ruler) / GRID).max(1.0) as usize - 1;
                let last = ((middle + ruler) / GRID) as usize + 1;
                first..last.min(steps(self.table.area.height))
            }
        };
        (0..ring).chain(ring + rows.start * row..ring + rows.end.max(rows.start) * row)
    }

    /// A grid of spots in a fixed order, row by row, behind those of the ring.
    pub(super) fn template_spot(&self, n: usize) -> Vec2 {
        let (middle, ruler) = (self.middle(), self.table.content.ruler);
        let ring = self.ring_spots();
        if n >= ring {
            let row = steps(self.table.area.width).max(1);
            return Vec2::new(step((n - ring) % row), step((n - ring) / row));
        }
        if n < 12 {
            return middle + Angle::degrees(30 * n as i32).fwd() * ruler;
        }
        // Opposite to what lies there already, as far out as allowed.
        let placed = self.objectives.iter().filter(|o| o.placed).nth((n - 12) / 3);
        let out = placed.map_or(Vec2::ZERO, |objective| middle - objective.pose.centre);
        let heading = if out.length() > 1.0 { Angle::from_direction(out) } else { Angle::ZERO };
        middle + (heading + Angle::degrees([0, 60, -60][n % 3])).fwd() * ruler
    }

    /// Spots for a terrain template: a grid over the area, along and across.
    pub(super) fn terrain_spots(&self) -> usize {
        2 * steps(self.table.area.width) * steps(self.table.area.height)
    }

    pub(super) fn terrain_spot(&self, n: usize) -> Pose {
        let column = steps(self.table.area.height).max(1);
        let centre = Vec2::new(step(n / 2 / column), step(n / 2 % column));
        Pose { centre, heading: Angle::degrees((90 * (n % 2)) as i32) }
    }

    /// Spots for the landing field at its distance from the Earthling side, in six directions.
    pub(super) fn field_spots(&self) -> usize {
        if self.field_distance().is_some() { 6 * steps(self.table.area.width) } else { 0 }
    }

    pub(super) fn field_spot(&self, n: usize) -> Pose {
        let centre = Vec2::new(step(n / 6), self.middle().y);
        self.field_stand(Pose { centre, heading: Angle::degrees((30 * (n % 6)) as i32) })
    }

    /// The landing field at its distance from the Earthling side.
    pub(super) fn field_stand(&self, mut pose: Pose) -> Pose {
        let Some(off) = self.field_distance() else { return pose };
        pose.centre.y = self.middle().y;
        let now = self.table.area.distance_to_border(Border::South, &self.field_outline(pose));
        pose.centre.y += off - now;
        pose
    }

    /// Spots around the landing field from which an airplane looks at its middle.
    fn field_grid(&self) -> [i32; 2] {
        let out = self.table.content.half_ruler() / 2.0;
        self.table.content.field_size.map(|size| ((size / 2.0 + 2.0 * out) / out) as i32)
    }

    fn field_stands(&self) -> usize {
        let [wide, long] = self.field_grid();
        if self.field_pose().is_some() { ((2 * wide + 1) * (2 * long + 1)) as usize } else { 0 }
    }

    fn field_side_stand(&self, n: usize) -> Pose {
        let Some(field) = self.field_pose() else {
            return Pose { centre: self.middle(), heading: Angle::ZERO };
        };
        let [wide, long] = self.field_grid();
        let out = self.table.content.half_ruler() / 2.0;
        let column = (2 * long + 1) as usize;
        let local =
            Vec2::new(f64::from((n / column) as i32 - wide), f64::from((n % column) as i32 - long)) * out;
        let centre = field.to_table(local);
        Pose { centre, heading: towards(field.centre, centre) }
    }

    /// Steps along the own side. A reinforcement may have to go as far from the tripods as it can: its steps
    /// end where its base, facing the enemy, touches the border.
    pub(super) fn lateral_steps(&self, id: VehicleId) -> usize {
        steps(self.table.area.width) + if self.is_reinforcement(id) { 2 } else { 0 }
    }

    pub(super) fn lateral_step(&self, id: VehicleId, n: usize) -> f64 {
        let area = &self.table.area;
        let grid = steps(area.width);
        if n < grid {
            return step(n);
        }
        let (_, facing) = self.home(id);
        let base = self.footprint_at(id, Pose { centre: self.middle(), heading: facing });
        let room = area.distance_to_border(Border::West, &base) - TOLERANCE;
        self.middle().x + if n == grid { -room } else { room }
    }

    /// A wider grid over the own half of the area.
    fn half_grid(&self) -> [usize; 2] {
        let area = &self.table.area;
        [((area.width / 100.0) as usize).saturating_sub(1), (area.height / 200.0) as usize]
    }

    fn half_spot(&self, id: VehicleId, n: usize) -> Vec2 {
        let [wide, _] = self.half_grid();
        let (x, y) = ((n % wide.max(1) + 1) as f64 * 100.0, (n / wide.max(1) + 1) as f64 * 100.0);
        let (border, _) = self.home(id);
        Vec2::new(x, if border == Border::South { y } else { self.table.area.height - y })
    }

    /// How many spots the dice choose from, for this piece.
    pub(super) fn spots(&self, ask: &Ask) -> usize {
        match *ask {
            Ask::PlaceField => self.field_spots(),
            Ask::PlaceTerrain { .. } => self.terrain_spots(),
            Ask::PlaceVehicle { vehicle } => match self.table.places[vehicle.index()] {
                ForcePlace::ByField => self.field_stands(),
                ForcePlace::OwnHalf => self.half_grid().iter().product(),
                _ => self.lateral_steps(vehicle),
            },
            _ => self.template_spots(),
        }
    }

    /// The `n`th of them. Vehicles face the enemy.
    pub(super) fn spot(&self, ask: &Ask, n: usize) -> Order {
        match *ask {
            Ask::PlaceField => {
                let pose = self.field_spot(n);
                Order::PlaceField { at: pose.centre, facing: pose.heading }
            }
            Ask::PlaceTerrain { .. } => {
                let pose = self.terrain_spot(n);
                Order::PlaceTerrain { at: pose.centre, facing: pose.heading }
            }
            Ask::PlaceVehicle { vehicle } => {
                let (_, facing) = self.home(vehicle);
                let pose = match self.table.places[vehicle.index()] {
                    ForcePlace::ByField => self.field_side_stand(n),
                    ForcePlace::OwnHalf => Pose { centre: self.half_spot(vehicle, n), heading: facing },
                    _ => self.stand(vehicle, self.lateral_step(vehicle, n), facing),
                };
                Order::place(vehicle, pose)
            }
            _ => Order::PlaceObjective { at: self.template_spot(n) },
        }
    }

    /// One of the spots, dealt by the match's dice, that passes the check.
    fn deal_spot(&mut self, next: &Prompt<Ask>) -> Option<Order> {
        let mut left = self.spots(&next.ask);
        // Spots that were tried are swapped to the end of a list that is only thought of.
        let mut swapped: BTreeMap<usize, usize> = BTreeMap::new();
        while left > 0 {
            let pick = self.dice.pick(left);
            let number = swapped.get(&pick).copied().unwrap_or(pick);
            left -= 1;
            let last = swapped.get(&left).copied().unwrap_or(left);
            swapped.insert(pick, last);
            let order = self.spot(&next.ask, number);
            let roomy = |order: &Order| match (next.ask, order) {
                (Ask::PlaceTerrain { piece }, Order::PlaceTerrain { at, facing }) => {
                    self.leaves_room(piece, Pose { centre: *at, heading: *facing })
                }
                _ => true,
            };
            if self.takes(&order) && roomy(&order) {
                return Some(order);
            }
        }
        None
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

    /// Where the next piece goes if nobody chooses.
    pub(super) fn deal_next(&mut self, next: &Prompt<Ask>) -> Result<Order, Refusal> {
        if let Some(order) = self.fixed_place(&next.ask) {
            return Ok(order);
        }
        if let Ask::PlaceVehicle { vehicle } = next.ask
            && self.table.setup.scenario() == Some(Scenario::SimpleBattle)
        {
            return Ok(Order::place(vehicle, self.row_place(vehicle)));
        }
        self.deal_spot(next).ok_or_else(|| match next.ask {
            Ask::PlaceField => Refusal::new("TT-EAG-02", "no place is left for the landing field"),
            Ask::PlaceVehicle { .. } => Refusal::new("TT-SET-08", "no free place is left for a vehicle"),
            Ask::PlaceTerrain { .. } => Refusal::new("TT-TER-01", "no free place is left for terrain"),
            _ => Refusal::new("TT-SCN-05", "no free place is left for an objective"),
        })
    }
}
