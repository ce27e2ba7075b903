//! Airplanes with several gun positions (INV-BOM-35, INV-WW2-16): each fires once in a firing step at one tripod inside
//! its own arc, and keeps its own aim and its own jam.
//!
//! The first position is the pilot's. It stands on the vehicle's console with everything else that he may use instead;
//! an airplane with one gun has no other, and nothing of this costs it anything.

use crate::content::Skill;
use crate::event::What;
use crate::order::Order;
use crate::setup::VehicleSetup;
use crate::state::{Declaration, LastShot, State, VehicleId};
use serde::{Deserialize, Serialize};
use table::{Dice, Event, Refusal, Secret, SetupError, Sink};

/// The jam and the aim of a gun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gun {
    pub jammed: u8,
    /// It was jammed when this phase's maneuver was performed (TT-SPA-01).
    pub jammed_now: bool,
    pub last_shot: Option<LastShot>,
}

impl Gun {
    /// TT-SPA-01: a counter goes after each maneuver, if the crew finds the time, and the gun stays silent in that
    /// phase. How many are left, where one went.
    pub(crate) fn clear(&mut self, works: bool) -> Option<u8> {
        self.jammed_now = self.jammed > 0;
        if !works || !self.jammed_now {
            return None;
        }
        self.jammed -= 1;
        Some(self.jammed)
    }
}

/// A gun position besides the first one of its airplane.
#[derive(Clone, Copy, Debug, Hash)]
pub struct GunPosition {
    pub vehicle: VehicleId,
    pub gun: u8,
    /// A declaration of this firing step, sealed until all are in.
    pub declared: Option<Secret<Declaration>>,
    pub state: Gun,
}

/// A gun position as a set-up writes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GunSetup {
    /// Its number on the airplane's card, from 1; the pilot's gun is 0 and stands on the console.
    pub gun: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declaration>,
    pub jammed: u8,
    /// Silent in this phase; while counters lie there it is, if it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jammed_now: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_shot: Option<LastShot>,
}

/// The gun that a declaration speaks for: every other weapon is the pilot's.
pub(crate) fn gun_of(declaration: &Declaration) -> u8 {
    match declaration {
        Declaration::Fire { gun, .. } => *gun,
        _ => 0,
    }
}

impl State {
    pub(crate) fn gun_position(&self, id: VehicleId, gun: u8) -> Option<&GunPosition> {
        self.guns.iter().find(|p| p.vehicle == id && p.gun == gun)
    }

    fn gun_position_mut(&mut self, id: VehicleId, gun: u8) -> Option<&mut GunPosition> {
        self.guns.iter_mut().find(|p| p.vehicle == id && p.gun == gun)
    }

    /// The further gun positions of an airplane.
    pub(crate) fn gun_positions(&self, id: VehicleId) -> impl Iterator<Item = &GunPosition> {
        self.guns.iter().filter(move |p| p.vehicle == id)
    }

    /// The rule under which the gunners of this airplane fire on their own.
    pub(crate) fn positions_rule(&self, id: VehicleId) -> &'static str {
        if self.model(id).airplane().is_some_and(|m| m.ww2) { "INV-WW2-16" } else { "INV-BOM-35" }
    }

    /// "front gun": a gun as people call it, where an airplane has several.
    pub(crate) fn gun_name(&self, id: VehicleId, gun: u8) -> Option<String> {
        let guns = &self.model(id).airplane()?.guns;
        let name = guns.get(usize::from(gun)).filter(|_| guns.len() > 1)?.name;
        Some(format!("{name} gun"))
    }

    /// A gun of an airplane, the pilot's or another.
    pub(crate) fn gun(&self, id: VehicleId, gun: u8) -> Option<&Gun> {
        match gun {
            0 => self[id].airplane().map(|airplane| &airplane.gun),
            gun => self.gun_position(id, gun).map(|position| &position.state),
        }
    }

    pub(crate) fn gun_mut(&mut self, id: VehicleId, gun: u8) -> Option<&mut Gun> {
        match gun {
            0 => self[id].airplane_mut().map(|airplane| &mut airplane.gun),
            gun => self.gun_position_mut(id, gun).map(|position| &mut position.state),
        }
    }

    /// The shot that this gun may be aimed by (TT-AIM-01).
    pub(crate) fn last_shot_of(&self, id: VehicleId, gun: u8) -> Option<LastShot> {
        self.gun(id, gun).and_then(|gun| gun.last_shot)
    }

    /// TT-SPA-01 for the further positions: a counter goes after each maneuver.
    pub(crate) fn clear_position_jams(&mut self, out: &mut Sink<What>) {
        for index in 0..self.guns.len() {
            let (id, gun) = (self.guns[index].vehicle, self.guns[index].gun);
            let works = self[id].in_play() && self[id].flown.is_some() && !self.is_loading(id);
            if let Some(left) = self.guns[index].state.clear(works) {
                out.emit(|| Event::public("TT-SPA-01", What::JamCounter { vehicle: id, left, gun }));
            }
        }
    }

    /// How many shots can be declared for this gun; for the first one every other weapon of the pilot counts too.
    pub(crate) fn shots_of(&self, id: VehicleId, gun: u8) -> usize {
        let of = |s: &&crate::firing_airplanes::ShotOption| s.vehicle == id && gun_of(&s.declaration) == gun;
        self.shots.iter().filter(of).count()
    }

    /// The further gun positions that have not yet said what they do.
    pub(crate) fn owing_positions(&self) -> impl Iterator<Item = (VehicleId, u8)> + '_ {
        let owes = |p: &&GunPosition| {
            p.declared.is_none() && self[p.vehicle].in_play() && self.shots_of(p.vehicle, p.gun) > 0
        };
        self.guns.iter().filter(owes).map(|p| (p.vehicle, p.gun))
    }

    /// An order to a further gun position.
    pub(crate) fn judge_position(&self, id: VehicleId, gun: u8, order: &Order) -> Result<(), Refusal> {
        let rule = self.positions_rule(id);
        let Some(position) = self.gun_position(id, gun) else {
            return Err(Refusal::new(rule, format!("{} has no gun {gun}", self.name(id))));
        };
        let name = self.gun_name(id, gun).unwrap_or_default();
        if position.declared.is_some() {
            let why = format!("{}'s {name} has declared already: it fires once in a step", self.name(id));
            return Err(Refusal::new(rule, why));
        }
        let Order::Fire { target, through, sniper, perfect_aim, .. } = *order else {
            if self.shots_of(id, gun) > 0 {
                return Ok(());
            }
            let why = format!("{}'s {name} has no target: nothing to decide", self.name(id));
            return Err(Refusal::new("TT-AFR-01", why));
        };
        self.guns_breach(id, gun)?;
        for (skill, declared) in [(Skill::Sniper, sniper), (Skill::PerfectAim, perfect_aim)] {
            if declared {
                let why = format!("{} is the pilot's, and he does not fire the {name}", skill.name());
                return Err(Refusal::new(skill.rule(), why));
            }
        }
        if self.shots.iter().any(|s| s.order() == *order) {
            return Ok(());
        }
        Err(self.fire_breach(id, gun, target, through))
    }

    pub(crate) fn declare_position(&mut self, id: VehicleId, gun: u8, declaration: Declaration) {
        let own = self.own_audience(id);
        if let Some(position) = self.gun_position_mut(id, gun) {
            position.declared = Some(Secret::new(own, declaration));
        }
    }

    /// What others have sealed for their gunners, drawn anew.
    pub(crate) fn imagine_positions(&mut self, id: VehicleId, dice: &mut Dice) {
        for index in 0..self.guns.len() {
            let position = self.guns[index];
            let Some(declared) = position.declared.filter(|_| position.vehicle == id) else { continue };
            let mine = self.shots.iter().filter(|s| s.vehicle == id);
            let mut options: smallvec::SmallVec<[Declaration; 8]> =
                mine.map(|s| s.declaration).filter(|d| gun_of(d) == position.gun).collect();
            options.push(Declaration::Hold);
            let choice = options[dice.pick(options.len())];
            self.guns[index].declared = Some(Secret::new(declared.audience(), choice));
        }
    }

    /// Mounts the further guns of a vehicle, as the set-up says how they are.
    pub(crate) fn mount_guns(
        &mut self,
        id: VehicleId,
        setup: &VehicleSetup,
        place: &impl Fn(&str) -> String,
    ) -> Result<(), SetupError> {
        let count = self.model(id).airplane().map_or(1, |m| m.guns.len().max(1));
        if let Some(row) = setup.guns.iter().find(|g| g.gun == 0 || usize::from(g.gun) >= count) {
            let why = format!("{} has no further gun position {}", self.name(id), row.gun);
            return Err(SetupError::by(self.positions_rule(id), place("guns"), why));
        }
        let own = table::Audience::only(setup.seat);
        for gun in 1..count as u8 {
            let row = setup.guns.iter().find(|g| g.gun == gun).copied().unwrap_or_default();
            self.guns.push(GunPosition {
                vehicle: id,
                gun,
                declared: row.declared.map(|d| Secret::new(own, d)),
                state: Gun {
                    jammed: row.jammed,
                    jammed_now: self.counts_now(row.jammed, row.jammed_now),
                    last_shot: row.last_shot,
                },
            });
        }
        Ok(())
    }

    pub(crate) fn write_guns(&self, id: VehicleId) -> Vec<GunSetup> {
        let rows = self.gun_positions(id).map(|p| GunSetup {
            gun: p.gun,
            declared: p.declared.map(|d| *d.judge()),
            jammed: p.state.jammed,
            jammed_now: self.said_now(p.state.jammed, p.state.jammed_now),
            last_shot: p.state.last_shot,
        });
        rows.filter(|row| *row != GunSetup { gun: row.gun, ..GunSetup::default() }).collect()
    }

    /// A position's sealed declarations are lines of fire of its own.
    pub(crate) fn check_position_declarations(&self) -> Result<(), SetupError> {
        let drawing = matches!(self.step, crate::state::Step::Drawing { .. });
        for position in self.guns.iter().filter(|p| self[p.vehicle].in_play() && !drawing) {
            let Some(declared) = position.declared.map(|d| *d.judge()) else { continue };
            let fits = |s: &crate::firing_airplanes::ShotOption| {
                s.vehicle == position.vehicle && s.declaration == declared
            };
            let own = gun_of(&declared) == position.gun && self.shots.iter().any(fits);
            if declared != Declaration::Hold && !own {
                let place = format!("vehicles[{}].guns", position.vehicle.0);
                return Err(SetupError::by("TT-AFR-02", place, "no such line of fire"));
            }
        }
        Ok(())
    }
}
