//! FIRING TRIPODS: heat-ray rulers (TT-TFR).

use crate::altitude::LevelReach;
use crate::content::{Face, Projector, Side};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, Range, What};
use crate::firing_airplanes::{ShotOption, range_of, useless_weapon};
use crate::line_of_sight::Blockers;
use crate::number_of_players::no_machine_guns;
use crate::order::{Order, RulerPosition};
use crate::state::{Declaration, State, VehicleId};
use geometry::{Angle, Convex, Pose, Strip, overlaps};
use table::{Event, Refusal, Sink};

/// The positions of the ruler that a projector allows (TT-TFR-03, TT-TFR-04).
pub fn positions(face: Face) -> &'static [RulerPosition] {
    use RulerPosition as P;
    match face {
        Face::Left => &[P::RightAngle, P::TiltedLeft],
        Face::Right => &[P::RightAngle, P::TiltedRight],
        Face::Either => &[P::RightAngle, P::TiltedLeft, P::TiltedRight],
    }
}

impl State {
    /// Whether a tripod may declare this in the step that is open (TT-TFR-08, TT-TFR-09).
    pub(crate) fn tripod_fire_breach(&self, id: VehicleId, order: &Order) -> Result<(), Refusal> {
        if self[id].declared.is_some() {
            return Err(self.declared_already(id, "TT-TFR-08"));
        }
        match *order {
            Order::Hold { .. } => {
                self.unlaunched_breach(id)?;
                if !self.may_let_bombs_fall(id) {
                    return Err(Refusal::new("TT-TFR-09", "a heat-ray must be fired once it is chosen"));
                }
                self.aimless_breach(id)
            }
            Order::Smoke { at, remove, .. } => self.smoke_breach(id, at, remove),
            Order::Ray { target, ruler, .. } if !self.is_measured(order) => {
                Err(self.ray_breach(id, target, ruler))
            }
            Order::Ray { .. } if !self.declares(id) => {
                Err(Refusal::new("TT-TFR-09", "the only way to hit is taken by itself"))
            }
            Order::RayBombs { bombs, ruler, .. } if !self.is_measured(order) => {
                Err(self.bombs_breach(id, bombs, ruler))
            }
            Order::Ray { .. } | Order::RayBombs { .. } => Ok(()),
            Order::Fire { .. } => Err(no_machine_guns()),
            _ => Err(useless_weapon()),
        }
    }

    /// The side and the projector of the heat-ray in force.
    pub(crate) fn ray_projector(&self, id: VehicleId) -> Option<(Side, Projector)> {
        let side = self.ray_side(id)?;
        Some((side, self.projector(id, side)?))
    }

    fn projector(&self, id: VehicleId, side: Side) -> Option<Projector> {
        self.model(id).tripod()?.sides[side.index()].projector
    }

    /// The ruler as it lies against a side of the base (TT-TFR-01, TT-TFR-02). L tilts counter-clockwise.
    pub(crate) fn ray_strip(&self, id: VehicleId, side: Side, heavy: bool, position: RulerPosition) -> Strip {
        self.ray_strip_at(id, self[id].pose, side, heavy, position)
    }

    /// The ruler as it would lie against the base at this pose.
    pub(crate) fn ray_strip_at(
        &self,
        id: VehicleId,
        pose: Pose,
        side: Side,
        heavy: bool,
        position: RulerPosition,
    ) -> Strip {
        self.ray_strip_on(&self.footprint_at(id, pose), pose.heading, side, heavy, position)
    }

    /// The same for a base that is worked out already.
    pub(crate) fn ray_strip_on(
        &self,
        base: &Convex,
        heading: Angle,
        side: Side,
        heavy: bool,
        position: RulerPosition,
    ) -> Strip {
        let ruler = self.table.content.ray(heavy);
        let square = heading + side.angle();
        let direction = match position {
            RulerPosition::RightAngle => square,
            RulerPosition::TiltedLeft => square - ruler.tilt,
            RulerPosition::TiltedRight => square + ruler.tilt,
        };
        let foot = base.side_middle(side.index());
        Strip { foot, direction, length: ruler.length, width: ruler.width }
    }

    /// Every airplane that the chosen projector can hit, in every position of the ruler (TT-TFR-05, TT-TFR-08).
    pub(crate) fn ray_lines(&self, id: VehicleId, out: &mut Vec<ShotOption>) {
        let Some(side) = self.ray_side(id) else { return };
        let Some(projector) = self.projector(id, side) else { return };
        let ruler = self.table.content.ray(projector.heavy);
        let foe = self.team(id).enemy();
        for target in self.in_play() {
            if self.team(target) != foe {
                continue;
            }
            let Some(model) = self.model(target).airplane() else {
                self.ray_lines_at_tripod(id, (side, projector), target, out);
                continue;
            };
            let away = self[id].pose.centre.distance(self[target].pose.centre);
            if away > ruler.length + ruler.width + model.length + model.width + 100.0 {
                continue;
            }
            let base = self.footprint(target);
            let over = self.ray_reach(target);
            if over == LevelReach::Never || overlaps(&self.footprint(id), &base) {
                continue;
            }
            let blockers = self.blockers(id, target);
            for &position in positions(projector.face) {
                let mut strip = self.ray_strip(id, side, projector.heavy, position);
                if over == LevelReach::Half {
                    strip.length = ruler.half;
                }
                if let Some(reach) = strip.reach(&base, &blockers) {
                    out.push(ShotOption {
                        vehicle: id,
                        declaration: Declaration::Ray { target, ruler: position },
                        range: match over {
                            LevelReach::Normal => range_of(reach.along, ruler.half),
                            _ => Range::Long,
                        },
                        side,
                        distance: reach.along,
                        line: [strip.foot, reach.point],
                        across: None,
                    });
                }
            }
        }
        self.ray_lines_at_bombs(id, (side, projector), out);
    }

    /// Why this ray can not hit that vehicle.
    pub(crate) fn ray_breach(&self, id: VehicleId, target: VehicleId, position: RulerPosition) -> Refusal {
        let Some((side, projector)) = self.ray_projector(id) else {
            return Refusal::new("TT-TFR-09", format!("{} did not choose heat-ray", self.name(id)));
        };
        if !self.get(target).is_some_and(|v| v.in_play() && self.team(target) != self.team(id)) {
            return Refusal::new("TT-TFR-05", format!("there is no enemy {target} in play"));
        }
        if !positions(projector.face).contains(&position) {
            let why = format!("the ruler of the {} projector can not be {}", side.name(), position.name());
            return Refusal::new("TT-TFR-04", why);
        }
        let base: Convex = self.footprint(target);
        if overlaps(&self.footprint(id), &base) {
            let why = format!("{} overlaps {}: no fire between them", self.name(target), self.name(id));
            return Refusal::new("TT-LOS-03", why);
        }
        let mut strip = self.ray_strip(id, side, projector.heavy, position);
        let over = self.ray_reach(target);
        if strip.touches(&base) && over != LevelReach::Normal {
            strip.length = self.table.content.ray(projector.heavy).half;
            if over == LevelReach::Never || !strip.touches(&base) {
                let why = format!("{}: out of the heat-ray's reach", self.told_levels(id, target));
                return Refusal::new("TT-ALT-07", why);
            }
        }
        if let Some(refusal) = self.crossing_breach(&strip, target) {
            return refusal;
        }
        let mut clouds = Blockers::new();
        self.cloud_blockers(&mut clouds);
        if strip.touches(&base) && strip.reach(&base, &clouds).is_none() {
            Refusal::new("TT-SMK-07", format!("black smoke hides {} from sight", self.name(target)))
        } else if strip.touches(&base) {
            Refusal::new("TT-LOS-01", format!("other bases hide {} from sight", self.name(target)))
        } else {
            let why = format!("the ruler, {}, does not reach {}", position.name(), self.name(target));
            Refusal::new("TT-TFR-05", why)
        }
    }

    /// One heat-ray: a 0 at short range is drawn again (TT-TFR-06, TT-TFR-07), and no card is aimed
    /// (TT-AIM-07).
    pub(crate) fn fire_ray(&mut self, shot: &ShotOption, out: &mut Sink<What>) {
        let Declaration::Ray { target, ruler } = shot.declaration else { return };
        let id = shot.vehicle;
        if self.is_tripod(target) {
            self.fire_ray_at_tripod(shot, target, out);
            return;
        }
        let Some(deck) = self.model(id).tripod().map(|m| m.firepower) else { return };
        let short = shot.range == Range::Short;
        out.emit(|| {
            let rule = match (short, self.ray_reach(target)) {
                (true, _) => "TT-TFR-06",
                (false, LevelReach::Normal) => "TT-TFR-07",
                (false, _) => "TT-ALT-07",
            };
            let (range, from, distance, line) = (shot.range, shot.side, shot.distance, shot.line);
            Event::public(
                rule,
                What::RayFired {
                    vehicle: id,
                    from,
                    target,
                    deck,
                    range,
                    ruler,
                    distance,
                    line,
                    across: None,
                },
            )
        });
        let task = DrawTask {
            shot: self.next_shot(),
            shown: short,
            again_on_zero: short,
            ..DrawTask::new(target, deck, DrawnFor::Shot)
        };
        self.enqueue(task);
    }
}
