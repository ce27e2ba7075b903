//! FIRING AIRPLANES and AIM (TT-AFR, TT-AIM).

use crate::altitude::LevelReach;
use crate::content::{Side, Skill};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, Range, What};
use crate::gun_positions::gun_of;
use crate::line_of_sight::Blockers;
use crate::number_of_players::no_heat_ray;
use crate::order::{Order, Through};
use crate::state::{Declaration, LastShot, State, Step, VehicleId};
use geometry::{Convex, Fan, Reach, TOLERANCE, Vec2, overlaps};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use table::{Event, Refusal, Sink};

/// The side of a tripod that a heat-ray crosses (INV-TVT-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Across {
    pub side: Side,
    pub through: Through,
}

/// A shot that can be declared in this firing step, as it was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShotOption {
    pub vehicle: VehicleId,
    pub declaration: Declaration,
    pub range: Range,
    /// The side of the target's base that the guns' ruler crosses, or that the ray leaves from.
    pub side: Side,
    /// How far away what decides the range is: of guns, the nearest point of the base that they reach.
    pub distance: f64,
    pub line: [Vec2; 2],
    /// A heat-ray at a tripod: what it crosses, as the target stood when the step began (INV-TVT-26).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub across: Option<Across>,
}

impl Hash for ShotOption {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.vehicle, self.declaration, self.range, self.side, self.across).hash(state);
    }
}

impl ShotOption {
    /// What a shot takes from the phases to come, in words (TT-CAN-05, TT-CAN-11); nothing where it takes nothing.
    pub(crate) const fn price(&self) -> Option<&'static str> {
        match self.declaration {
            Declaration::Cannon { .. } => {
                Some("the next card is a stall, and the cannon is loaded for two phases")
            }
            Declaration::Launch { .. } => Some(
                "rockets arrive in the next phase: until then no other weapon, and only a straight or a stall",
            ),
            _ => None,
        }
    }

    pub fn order(&self) -> Order {
        let vehicle = self.vehicle;
        match self.declaration {
            Declaration::Hold => Order::Hold { vehicle },
            Declaration::Fire { target, gun, through, sniper, perfect_aim } => {
                Order::Fire { vehicle, target, gun, through, sniper, perfect_aim }
            }
            Declaration::Ray { target, ruler } => Order::Ray { vehicle, target, ruler },
            Declaration::RayBombs { bombs, ruler } => Order::RayBombs { vehicle, bombs, ruler },
            Declaration::Cannon { target, through } => Order::Cannon { vehicle, target, through },
            Declaration::Launch { target, count } => Order::Launch { vehicle, target, count },
            Declaration::Hook { target } => Order::Hook { vehicle, target },
            Declaration::Smoke { at, remove } => Order::Smoke { vehicle, at, remove },
        }
    }
}

impl State {
    /// Whether an airplane may declare this in the step that is open (TT-AFR-01, TT-AFR-03, TT-AFR-07).
    pub(crate) fn airplane_fire_breach(&self, id: VehicleId, order: &Order) -> Result<(), Refusal> {
        let early = matches!(self.step, Step::EarlyFire { .. });
        if let (false, Order::Fire { gun: gun @ 1.., .. } | Order::HoldGun { gun, .. }) = (early, order) {
            return self.judge_position(id, *gun, order);
        }
        self.second_weapon_breach(id, order)?;
        match *order {
            Order::Hold { .. } => self.aimless_breach(id),
            Order::Fire { target, gun, through, sniper, perfect_aim, .. } => {
                if early {
                    self.early_breach(id)?;
                } else {
                    self.guns_breach(id, 0)?;
                }
                for (skill, declared) in [(Skill::Sniper, sniper), (Skill::PerfectAim, perfect_aim)] {
                    if declared {
                        self.skill_breach(id, skill)?;
                    }
                }
                if self.is_measured(order) { Ok(()) } else { Err(self.fire_breach(id, gun, target, through)) }
            }
            Order::Cannon { target, through, .. } if !early => {
                self.cannon_breach(id)?;
                if self.is_measured(order) { Ok(()) } else { Err(self.fire_breach(id, 0, target, through)) }
            }
            Order::Launch { target, count, .. } if !early => {
                self.launch_breach(id, target, count)?;
                self.weapon_breach(id)
            }
            Order::Hook { target, .. } if !early => self.hook_breach(id, target),
            Order::Ray { .. } | Order::RayBombs { .. } => Err(no_heat_ray()),
            _ => Err(useless_weapon()),
        }
    }

    /// An airplane declares once, and uses one weapon (TT-AFR-03, TT-AFR-07, TT-CAN-03, TT-RKT-02).
    fn second_weapon_breach(&self, id: VehicleId, order: &Order) -> Result<(), Refusal> {
        let Some(declared) = self[id].declared else { return Ok(()) };
        let rule = match (order, declared.judge()) {
            (Order::Fire { .. }, Declaration::Cannon { .. }) => "TT-CAN-03",
            (Order::Fire { .. }, Declaration::Launch { .. }) => "TT-RKT-02",
            (Order::Fire { .. }, Declaration::Fire { .. } | Declaration::Hold)
            | (Order::Cannon { .. }, Declaration::Cannon { .. })
            | (Order::Launch { .. }, Declaration::Launch { .. })
            | (Order::Hook { .. }, Declaration::Hook { .. })
            | (Order::Hold { .. }, _) => "TT-AFR-03",
            _ => "TT-AFR-07",
        };
        Err(self.declared_already(id, rule))
    }

    pub(crate) fn declared_already(&self, id: VehicleId, rule: &'static str) -> Refusal {
        Refusal::new(rule, format!("{} has declared already", self.name(id)))
    }

    /// Who has no target holds anyway.
    pub(crate) fn aimless_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        if self.declares(id) {
            return Ok(());
        }
        let why = format!("{} has no target: nothing to decide", self.name(id));
        Err(Refusal::new("TT-AFR-01", why))
    }

    /// Why one of an airplane's guns may not be used at all in this step (TT-SPA-01, TT-RKT-02, TT-CAN-12).
    pub(crate) fn guns_breach(&self, id: VehicleId, gun: u8) -> Result<(), Refusal> {
        if self.gun(id, gun).is_some_and(|gun| gun.jammed_now) {
            return Err(Refusal::new("TT-SPA-01", "the guns are jammed in this phase"));
        }
        self.guns_busy(id)?;
        self.weapon_breach(id)
    }

    /// Another weapon keeps the pilot from his guns (TT-RKT-02, TT-CAN-12).
    pub(crate) fn guns_busy(&self, id: VehicleId) -> Result<(), Refusal> {
        self.in_flight_breach(id)?;
        if self.is_loading(id) {
            return Err(Refusal::new("TT-CAN-12", "the cannon is being loaded"));
        }
        Ok(())
    }

    /// Why an airplane may use no weapon of any kind in this step (TT-SPA-05, TT-ACE-12).
    pub(crate) fn weapon_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        self.ground_fire_breach(id)?;
        let Some(airplane) = self[id].airplane() else { return Ok(()) };
        if airplane.console.fired_early {
            return Err(Refusal::new("TT-ACE-12", "it has fired before the moves of this phase"));
        }
        let sharp = airplane.console.last.is_steep() || airplane.console.last.is_immelmann();
        self.wound_breach(id, self[id].flown.is_some() && sharp)
    }

    /// TT-SPA-05: a wounded pilot does not fire in the phase of a steep card or an Immelmann turn, unless his
    /// nerves are strong (TT-ACE-14).
    pub(crate) fn wound_breach(&self, id: VehicleId, sharp: bool) -> Result<(), Refusal> {
        if sharp && self[id].wounds > 0 && !self.has_skill(id, Skill::StrongNerves) {
            return Err(Refusal::new("TT-SPA-05", "a wounded pilot does not fire in a sharp maneuver"));
        }
        Ok(())
    }

    /// The lines of fire of an airplane at one tripod: at most one through the open and one through armor for
    /// each of these guns (TT-AFR-02, TT-AFR-06, TT-ARM-03).
    pub(crate) fn gun_lines(
        &self,
        id: VehicleId,
        target: VehicleId,
        ready: impl Fn(u8) -> bool,
        out: &mut Vec<ShotOption>,
    ) {
        let Some(model) = self.model(id).airplane() else { return };
        let content = &self.table.content;
        let pose = self[id].pose;
        let away = pose.centre.distance(self[target].pose.centre);
        let furthest =
            content.ruler + model.length + 2.0 * self.model(target).tripod().map_or(0.0, |m| m.apothem);
        if away > furthest {
            return;
        }
        let base = self.footprint(target);
        let over = self.weapon_reach(id, target);
        if over == LevelReach::Never || overlaps(&self.footprint(id), &base) {
            return;
        }
        let blockers = self.blockers(id, target);
        for (gun, fitting) in model.guns.iter().enumerate().filter(|(gun, _)| ready(*gun as u8)) {
            let fan = Fan {
                origin: pose.to_table(Vec2::new(0.0, fitting.origin_forward)),
                heading: pose.heading + fitting.direction,
                half_arc: fitting.half_arc,
                length: self.ruler_over(over),
            };
            let sides: SmallVec<[(Through, Reach); 2]> =
                self.best_sides(&fan, target, &base, &blockers).collect();
            // The half of the ruler that reaches the base decides the range, whichever side is hit (TT-AFR-06).
            let nearest = sides.iter().map(|(_, reach)| reach.distance).fold(f64::INFINITY, f64::min);
            for (through, reach) in sides {
                let gun = gun as u8;
                let declaration =
                    Declaration::Fire { target, gun, through, sniper: false, perfect_aim: false };
                let line = ShotOption {
                    vehicle: id,
                    declaration,
                    range: match over {
                        LevelReach::Normal => range_of(nearest, content.half_ruler()),
                        _ => Range::Long,
                    },
                    side: Side::ALL[reach.side],
                    distance: nearest,
                    line: [fan.origin, reach.point],
                    across: None,
                };
                self.with_skills(line, out);
            }
        }
    }

    /// The nearest way to lay a ruler across an open side, and the nearest across an armored one (TT-ARM-03).
    pub(crate) fn best_sides(
        &self,
        fan: &Fan,
        target: VehicleId,
        base: &Convex,
        blockers: &[Convex],
    ) -> impl Iterator<Item = (Through, Reach)> + use<> {
        let armored = self.armor_works(target);
        let mut best: [Option<(Through, Reach)>; 2] = [None, None];
        for side in Side::ALL {
            let through =
                if armored && self.is_armored(target, side) { Through::Armor } else { Through::Open };
            let Some(reach) = fan.reach(base, side.index(), blockers) else { continue };
            let best = &mut best[through as usize];
            if best.is_none_or(|(_, nearest)| reach.distance < nearest.distance) {
                *best = Some((through, reach));
            }
        }
        best.into_iter().flatten()
    }

    /// A line of fire, alone and with each skill that can be declared with it (TT-ACE-11, TT-ACE-13). Skills are the
    /// pilot's, and he fires the first gun.
    fn with_skills(&self, line: ShotOption, out: &mut Vec<ShotOption>) {
        let pilot = gun_of(&line.declaration) == 0;
        let ready = |skill| pilot && self.skill_ready(line.vehicle, skill);
        for use_sniper in [false, true] {
            for use_perfect in [false, true] {
                if (use_sniper && !ready(Skill::Sniper)) || (use_perfect && !ready(Skill::PerfectAim)) {
                    continue;
                }
                let mut shot = line;
                if let Declaration::Fire { sniper, perfect_aim, .. } = &mut shot.declaration {
                    (*sniper, *perfect_aim) = (use_sniper, use_perfect);
                }
                out.push(shot);
            }
        }
    }

    /// Why this gun of an airplane can not fire at that vehicle, in words of the situation.
    pub(crate) fn fire_breach(&self, id: VehicleId, gun: u8, target: VehicleId, through: Through) -> Refusal {
        let Some(foe) = self.get(target).filter(|v| v.in_play()) else {
            return Refusal::new("TT-AFR-03", format!("there is no vehicle {target} in play"));
        };
        if self.team(target) == self.team(id) {
            let rule = if self.is_tripod(target) { "INV-GEN-03" } else { "TT-AFR-03" };
            return Refusal::new(rule, format!("{} is not an enemy tripod", self.name(target)));
        }
        if overlaps(&self.footprint(id), &self.footprint(target)) {
            let why = format!("{} overlaps {}: no fire between them", self.name(id), self.name(target));
            return Refusal::new("TT-LOS-03", why);
        }
        let base = self.footprint(target);
        let reaches = |length: f64, blockers: &[Convex]| {
            self.model(id).airplane().is_some_and(|model| {
                model.guns.get(usize::from(gun)).is_some_and(|gun| {
                    let pose = self[id].pose;
                    let fan = Fan {
                        origin: pose.to_table(Vec2::new(0.0, gun.origin_forward)),
                        heading: pose.heading + gun.direction,
                        half_arc: gun.half_arc,
                        length,
                    };
                    fan.nearest(&base, blockers).is_some()
                })
            })
        };
        let over = self.weapon_reach(id, target);
        let (ruler, length) = (self.table.content.ruler, self.ruler_over(over));
        if !reaches(ruler, &[]) {
            let away = geometry::distance_to(&base, self[id].pose.centre);
            let why = format!(
                "{} is not within the ruler and the firing arc ({away:.1} mm away)",
                self.name(target)
            );
            return Refusal::new("TT-AFR-02", why);
        }
        if over == LevelReach::Never {
            let why = format!("{}: too far apart to fire", self.told_levels(id, target));
            return Refusal::new("TT-ALT-06", why);
        }
        if !reaches(length, &[]) {
            let why = format!("{}: only the first half of the ruler counts", self.told_levels(id, target));
            return Refusal::new("TT-ALT-06", why);
        }
        let mut clouds = Blockers::new();
        self.cloud_blockers(&mut clouds);
        if !reaches(length, &clouds) {
            return Refusal::new("TT-SMK-07", format!("black smoke hides {} from sight", self.name(target)));
        }
        if !reaches(length, &self.blockers(id, target)) {
            return Refusal::new("TT-LOS-01", format!("other bases hide {} from sight", self.name(target)));
        }
        let side = if through == Through::Armor { "an armored" } else { "an open" };
        let energy = foe.energy();
        let why = format!("no line of fire crosses {side} side of {} (energy {energy})", self.name(target));
        Refusal::new("TT-AFR-06", why)
    }

    /// Whether the cards of this shot are aimed (TT-AIM-01, TT-ALT-09, TT-CAN-14).
    pub(crate) fn would_be_aimed(&self, shot: &ShotOption, phase: u8) -> bool {
        let (id, now) = (shot.vehicle, self.clock(phase));
        match shot.declaration {
            Declaration::Fire { target, gun, .. } => {
                follows(self.last_shot_of(id, gun), target, gun, now) || self.is_diving_attack(id, target)
            }
            Declaration::Cannon { target, .. } => follows(self.last_shot_of(id, 0), target, 0, now),
            _ => false,
        }
    }

    /// The shot of one airplane: two cards at short range, one at long range (TT-AFR-04, TT-AFR-05).
    pub(crate) fn fire_guns(&mut self, shot: &ShotOption, phase: u8, out: &mut Sink<What>) {
        let Declaration::Fire { target, gun, through, sniper, perfect_aim } = shot.declaration else {
            return;
        };
        let id = shot.vehicle;
        let now = self.clock(phase);
        let last = self.last_shot_of(id, gun);
        let series = follows(last, target, gun, now);
        let aimed = series || self.is_diving_attack(id, target);
        if let Some(fired) = self.gun_mut(id, gun) {
            fired.last_shot = Some(LastShot { target, gun, when: now });
        }
        let guns = self.model(id).airplane().map(|m| &m.guns);
        let Some(fitting) = guns.and_then(|guns| guns.get(usize::from(gun)).copied()) else { return };
        let draws = if shot.range == Range::Short { fitting.short } else { fitting.long };
        let ww2 = self.is_ww2_airplane(id);
        out.emit(|| {
            let rule = match (aimed && !series, shot.range) {
                (true, _) => "TT-ALT-09",
                (false, _) if ww2 => "INV-WW2-16",
                (false, Range::Short) => "TT-AFR-04",
                (false, Range::Long) => "TT-AFR-05",
            };
            let (range, side, distance, line) = (shot.range, shot.side, shot.distance, shot.line);
            Event::public(
                rule,
                What::GunsFired {
                    vehicle: id,
                    target,
                    deck: fitting.deck,
                    range,
                    through,
                    side,
                    aimed,
                    distance,
                    line,
                    gun,
                    counters: if ww2 { draws.iter().collect() } else { Vec::new() },
                },
            )
        });
        if sniper {
            self.use_skill(id, Skill::Sniper, out);
        }
        if perfect_aim {
            self.use_skill(id, Skill::PerfectAim, out);
        }
        let armor = through == Through::Armor;
        let task = DrawTask {
            shot: self.next_shot(),
            firer: Some(id),
            gun,
            aimed,
            sniper,
            perfect: perfect_aim,
            armor,
            shown: armor,
            crater: self.is_in_crater(target),
            ..DrawTask::new(target, fitting.deck, DrawnFor::Shot)
        };
        for deck in draws.iter() {
            self.enqueue(DrawTask { deck, ..task });
        }
    }
}

/// A weapon that this vehicle does not have, or that waits for the firing step (TT-AFR-07).
pub(crate) fn useless_weapon() -> Refusal {
    Refusal::new("TT-AFR-07", "this weapon can not be used now")
}

/// Whether a shot follows one of the last phase, by the same gun at the same target (TT-AIM-01).
pub(crate) fn follows(last: Option<LastShot>, target: VehicleId, gun: u8, now: u32) -> bool {
    last.is_some_and(|s| s.target == target && s.gun == gun && s.when + 1 == now)
}

/// A target that lies in both halves is at short range (TT-GEO-05).
pub fn range_of(distance: f64, half: f64) -> Range {
    if distance <= half + TOLERANCE { Range::Short } else { Range::Long }
}
