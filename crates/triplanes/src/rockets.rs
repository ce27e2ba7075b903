//! ROCKETS: launched in one phase, they arrive in the next (TT-RKT).

use crate::altitude::LevelReach;
use crate::content::{CardClass, DeckId, Side};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, Range, What};
use crate::firing_airplanes::ShotOption;
use crate::order::Through;
use crate::state::{Declaration, State, VehicleId};
use geometry::{Convex, Fan, Pose, Vec2, overlaps};
use serde::{Deserialize, Serialize};
use table::{Event, Refusal, Sink};

/// Farther than any table.
const ANYWHERE: f64 = 1e6;

/// Rockets in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Flight {
    pub target: VehicleId,
    pub count: u8,
    /// The phase of the launch, counted through.
    pub when: u32,
}

impl State {
    /// The airplane's front arc, with a ruler of this length.
    pub(crate) fn front_fan(&self, id: VehicleId, length: f64) -> Option<Fan> {
        self.front_fan_at(id, self[id].pose, length)
    }

    /// The front arc that the airplane would have at this pose.
    pub(crate) fn front_fan_at(&self, id: VehicleId, pose: Pose, length: f64) -> Option<Fan> {
        let gun = self.model(id).airplane()?.guns.first()?;
        Some(Fan {
            origin: pose.to_table(Vec2::new(0.0, gun.origin_forward)),
            heading: pose.heading + gun.direction,
            half_arc: gun.half_arc,
            length,
        })
    }

    /// TT-RKT-03, TT-RKT-04: a straight or a stall was flown in this phase.
    fn flew_level(&self, id: VehicleId) -> bool {
        let class = self[id].flown.map(|row| self.deck(id).card(row).class);
        matches!(class, Some(CardClass::Straight | CardClass::Stall))
    }

    /// Rocket counters on board.
    pub(crate) fn rockets(&self, id: VehicleId) -> u8 {
        self[id].airplane().map_or(0, |airplane| airplane.console.rockets)
    }

    /// TT-RKT-02: no weapon is used while rockets are in flight.
    pub(crate) fn in_flight_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        if self[id].airplane().is_some_and(|airplane| airplane.console.flight.is_some()) {
            return Err(Refusal::new("TT-RKT-02", "rockets are in flight: no weapon until they arrive"));
        }
        Ok(())
    }

    /// Every launch that can be declared: one or two counters at each tripod in the arc.
    pub(crate) fn launch_lines(&self, id: VehicleId, out: &mut Vec<ShotOption>) {
        let rockets = self.rockets(id);
        for target in self.enemy_tripods(id).filter(|_| rockets > 0) {
            for count in 1..=rockets.min(2) {
                let (from, to) = (self[id].pose.centre, self[target].pose.centre);
                if self.launch_breach(id, target, count).is_ok() {
                    out.push(ShotOption {
                        vehicle: id,
                        declaration: Declaration::Launch { target, count },
                        range: Range::Long,
                        side: Side::Front,
                        distance: from.distance(to),
                        line: [from, to],
                        across: None,
                    });
                }
            }
        }
    }

    /// Why these rockets can not be launched at that vehicle.
    pub(crate) fn launch_breach(&self, id: VehicleId, target: VehicleId, count: u8) -> Result<(), Refusal> {
        let refuse = |rule, why: String| Err(Refusal::new(rule, why));
        let rockets = self.rockets(id);
        if rockets == 0 || count == 0 || count > 2 || count > rockets {
            return refuse("TT-RKT-01", format!("{} has {rockets} rocket counters", self.name(id)));
        }
        self.in_flight_breach(id)?;
        if !self.flew_level(id) {
            return refuse("TT-RKT-03", "rockets are launched after a straight or a stall".to_owned());
        }
        if !self.is_tripod_in_play(target) {
            return refuse("TT-RKT-03", "rockets are launched at an enemy tripod".to_owned());
        }
        if self.team(target) == self.team(id) {
            return refuse("INV-GEN-03", format!("{} is on the same side", self.name(target)));
        }
        let base = self.footprint(target);
        let seen = self.front_fan(id, self.table.content.ruler).and_then(|fan| fan.nearest(&base, &[]));
        if seen.is_none() || overlaps(&self.footprint(id), &base) {
            let why = format!("{} is not in the front arc within one ruler", self.name(target));
            return refuse("TT-RKT-03", why);
        }
        let over = self.weapon_reach(id, target);
        let near = self.front_fan(id, self.ruler_over(over)).and_then(|fan| fan.nearest(&base, &[]));
        if over == LevelReach::Never || near.is_none() {
            let why = format!("{}: too far for rockets", self.told_levels(id, target));
            return refuse("TT-ALT-16", why);
        }
        Ok(())
    }

    pub(crate) fn launch(&mut self, shot: &ShotOption, out: &mut Sink<What>) {
        let Declaration::Launch { target, count } = shot.declaration else { return };
        let id = shot.vehicle;
        let when = self.clock(self.phase());
        let Some(airplane) = self[id].airplane_mut() else { return };
        airplane.console.rockets -= count;
        airplane.console.flight = Some(Flight { target, count, when });
        airplane.gun.last_shot = None;
        out.emit(|| Event::public("TT-RKT-03", What::RocketsLaunched { vehicle: id, target, count }));
    }

    /// TT-SEQ-04, point 3: rockets of the last phase arrive before anything else is fired.
    pub(crate) fn rockets_arrive(&mut self, phase: u8, out: &mut Sink<What>) {
        let now = self.clock(phase);
        for id in self.ids() {
            let Some(airplane) = self[id].airplane_mut() else { continue };
            let Some(flight) = airplane.console.flight.take_if(|f| f.when < now) else { continue };
            match self.rockets_hit(id, flight) {
                Err(rule) => {
                    out.emit(|| {
                        Event::public(rule, What::RocketsMissed { vehicle: id, target: flight.target })
                    });
                }
                Ok((victim, through)) => {
                    let rule = if victim == flight.target { "TT-RKT-07" } else { "TT-RKT-09" };
                    let count = flight.count;
                    out.emit(|| {
                        Event::public(rule, What::RocketsHit { vehicle: id, target: victim, count, through })
                    });
                    let armor = through == Through::Armor;
                    let crater = self.is_in_crater(victim);
                    let shot = self.next_shot();
                    for _ in 0..count {
                        let task = DrawTask::new(victim, DeckId::D, DrawnFor::Shot);
                        self.enqueue(DrawTask { shot, armor, shown: armor, crater, ..task });
                    }
                }
            }
        }
    }

    /// Who is hit and across what, or the condition that failed (TT-RKT-04 to TT-RKT-10).
    fn rockets_hit(&self, id: VehicleId, flight: Flight) -> Result<(VehicleId, Through), &'static str> {
        if !self[id].in_play() {
            return Err("TT-RKT-10");
        }
        if !self.flew_level(id) {
            return Err("TT-RKT-04");
        }
        let target = flight.target;
        let fan = self.front_fan(id, ANYWHERE).ok_or("TT-RKT-05")?;
        let base = self.footprint(target);
        let over = overlaps(&self.footprint(id), &base);
        if !self[target].in_play() || !(over || fan.nearest(&base, &[]).is_some()) {
            return Err("TT-RKT-05");
        }
        if self.weapon_reach(id, target) == LevelReach::Never {
            return Err("TT-ALT-16");
        }
        if self[id].airplane().is_some_and(|airplane| airplane.special_drawn >= flight.when) {
            return Err("TT-RKT-06");
        }
        if over {
            return Ok((target, self.rocket_side(id, target, &fan, &[])));
        }
        let blockers = self.blockers(id, target);
        if fan.nearest(&base, &blockers).is_some() {
            return Ok((target, self.rocket_side(id, target, &fan, &blockers)));
        }
        if self.cloud_hides(&fan, &base) {
            return Err("TT-RKT-09");
        }
        let own = self.footprint(id);
        let Some(way) = way_to(fan.origin, &base) else { return Err("TT-RKT-09") };
        let hides = |other: &VehicleId| {
            let base = self.footprint(*other);
            let overlapping = !self.is_tripod(*other) && overlaps(&own, &base);
            *other != id
                && *other != target
                && !overlapping
                && self.is_between(*other, id, target)
                && overlaps(&way, &base)
                && fan.nearest(&base, &[]).is_some()
        };
        let near = |other: &VehicleId| geometry::distance_to(&self.footprint(*other), self[id].pose.centre);
        let victim =
            self.in_play().filter(hides).min_by(|a, b| near(a).total_cmp(&near(b))).ok_or("TT-RKT-09")?;
        Ok((victim, self.rocket_side(id, victim, &fan, &[])))
    }

    /// TT-RKT-08: an open side is taken if one is in view; over the base no side is crossed.
    fn rocket_side(&self, id: VehicleId, target: VehicleId, fan: &Fan, blockers: &[Convex]) -> Through {
        if !self.is_tripod(target) || !self.armor_works(target) {
            return Through::Open;
        }
        let base = self.footprint(target);
        if base.contains(self[id].pose.centre, 0.0) {
            return Through::Open;
        }
        let around = Fan { half_arc: geometry::Angle::HALF, ..*fan };
        let fan = if overlaps(&self.footprint(id), &base) { &around } else { fan };
        let open = |side: &Side| {
            !self.is_armored(target, *side) && fan.reach(&base, side.index(), blockers).is_some()
        };
        if Side::ALL.iter().any(open) { Through::Open } else { Through::Armor }
    }
}

/// All lines from a point to a base: the triangle up to its outermost corners.
fn way_to(from: Vec2, base: &Convex) -> Option<Convex> {
    let aside = |corner: &&Vec2| (base.centre() - from).cross(**corner - from) / from.distance(**corner);
    let corners = base.vertices();
    let left = corners.iter().max_by(|a, b| aside(a).total_cmp(&aside(b)))?;
    let right = corners.iter().min_by(|a, b| aside(a).total_cmp(&aside(b)))?;
    Convex::from_vertices(&[from, *left, *right])
}
