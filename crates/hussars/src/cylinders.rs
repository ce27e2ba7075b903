//! CYLINDERS: landing, activation, assembly, and how they end (TH-CYL-01 to TH-CYL-14).

use crate::event::{Cause, What};
use crate::kinds::{Side, StandId, Type};
use crate::measure::{Gauge, P, Place};
use crate::order::Ask;
use crate::sequence_of_play::tell;
use crate::state::{Active, State, Use, Where};
use crate::walk::CONTACT;
use table::{Barrier, Refusal, Sink};

impl State {
    /// At the start of phase 1: every cylinder that is down rolls its dice, then what is due lands (TH-CYL-02, TH-CYL-07).
    pub(crate) fn cylinders_at_work(&mut self, sink: &mut Sink<What>) {
        let all: Vec<StandId> = self.ids().filter(|id| self.ty(*id) == Type::Cylinder).collect();
        for &id in &all {
            if self.on_board(id) {
                self.activate(id, sink);
            }
        }
        for &id in &all {
            if self.stand(id).place == Where::Falling && self.stand(id).falls == self.now.turn {
                self.land(id, sink);
            }
        }
    }

    /// Machines inside a cylinder.
    pub fn inside(&self, cylinder: StandId) -> impl Iterator<Item = StandId> + '_ {
        self.ids().filter(move |id| self.stand(*id).place == Where::Inside(cylinder))
    }

    /// On its point with 3 or more, else 3d6 in away (TH-CYL-03); bad ground destroys it (TH-CYL-04).
    fn land(&mut self, id: StandId, sink: &mut Sink<What>) {
        sink.barrier(Barrier::Drawn);
        let (luck, needed) = ((self.side(id), "Cylinders on their mark"), self.profile(id).landing_to_hit);
        let roll = self.die_for(id, Use::Landing, luck, |_, roll| u8::from(roll >= needed), sink);
        let mut at = self.stand(id).at;
        let mut scatter = None;
        if roll < needed {
            let direction = self.draw(id, Use::Scatter, 360);
            let far: u8 = (0..3).map(|_| self.die(id, Use::Scatter)).sum();
            scatter = Some((direction, far));
            at = at.ahead(direction * 10, f64::from(far) * 1000.0);
        }
        let form = self.profile(id).shape.clone();
        for other in self.ids() {
            let lies = other != id && self.ty(other) == Type::Cylinder && self.on_board(other);
            if lies && form.at(at, 0).overlaps(&self.base(other)) {
                let there = self.stand(other).at;
                at = there.ahead(there.heading(at), 2_000.0);
            }
        }
        let bad = !self.map().on_board(at)
            || self.map().areas.iter().any(|a| a.kind.is_bad_ground() && a.shape.contains(at));
        let stand = self.stand_mut(id);
        (stand.at, stand.place) = (at, Where::Board);
        if bad {
            tell!(sink, "TH-CYL-03", What::Landed { cylinder: id, at, roll, scatter });
            self.destroy_cylinder("TH-CYL-04", id, Cause::Landing, sink);
            return;
        }
        self.spot_after(id, sink, |s, sink| {
            s.tell_of(sink, "TH-CYL-03", id, || What::Landed { cylinder: id, at, roll, scatter });
        });
        self.push_clear(id, sink);
        self.spot_from(id, sink);
    }

    /// Stands under a landing cylinder are pushed 1 in clear of it (TH-CYL-05).
    fn push_clear(&mut self, cylinder: StandId, sink: &mut Sink<What>) {
        let disc = self.base(cylinder);
        let under: Vec<StandId> = self
            .ids()
            .filter(|id| *id != cylinder && self.on_board(*id) && self.ty(*id) != Type::Flyer)
            .filter(|id| self.base(*id).overlaps(&disc))
            .collect();
        for id in under {
            let (form, facing, class) =
                (self.profile(id).shape.clone(), self.stand(id).facing, self.profile(id).class);
            let from = self.stand(id).at;
            let away = if from == disc.centre { 0 } else { disc.centre.heading(from) };
            let free = |s: &Self, at: P| {
                let base = form.at(at, facing);
                s.map().on_board(at)
                    && s.map().may_stand(class, at)
                    && base.apart(&disc) >= 100
                    && s.overlapped(id, &base).next().is_none()
            };
            let straight = (0..400)
                .map(|k| disc.centre.ahead(away, f64::from(k) * 10.0))
                .find(|at| form.at(*at, facing).apart(&disc) >= 100);
            let first = straight.unwrap_or(from);
            let mut place = free(self, first).then_some(first);
            let mut ring = 1;
            while place.is_none() && ring < 200 {
                let spots = (0..24).map(|k| first.ahead(k * 150, f64::from(ring) * 250.0));
                place = spots.into_iter().find(|at| free(self, *at));
                ring += 1;
            }
            if let Some(at) = place {
                self.stand_mut(id).at = at;
                self.tell_of(sink, "TH-CYL-05", id, || What::Pushed { stand: id, at });
            }
        }
    }

    /// Sixes: the first wakes the heat-ray, each further one assembles a machine (TH-CYL-07, TH-CYL-08, TH-HC-03).
    fn activate(&mut self, id: StandId, sink: &mut Sink<What>) {
        let waiting = |s: &Self| s.inside(id).count() > usize::from(s.stand(id).ready);
        let dice = if self.rules().scenario_dice { self.battle.activation_dice } else { 1 };
        for _ in 0..dice {
            if self.stand(id).sixes > 0 && !waiting(self) {
                return;
            }
            sink.barrier(Barrier::Drawn);
            let luck = (self.side(id), "Sixes of the cylinders");
            let roll = self.die_for(id, Use::Activation, luck, |_, roll| u8::from(roll == 6), sink);
            self.tell_of(sink, "TH-CYL-07", id, || What::Activation { cylinder: id, roll });
            if roll < 6 {
                continue;
            }
            let stand = self.stand_mut(id);
            stand.sixes = stand.sixes.saturating_add(1);
            if stand.sixes == 1 {
                self.tell_of(sink, "TH-CYL-07", id, || What::RayActive { cylinder: id });
            } else {
                stand.ready += 1;
                self.tell_of(sink, "TH-CYL-08", id, || What::Assembled { cylinder: id });
            }
        }
    }

    /// The place beside the disc from which a machine sets out (TH-CYL-09).
    fn doorstep(&self, machine: StandId, cylinder: StandId, bearing: u16) -> P {
        let disc = self.base(cylinder);
        let out = disc.span() + f64::from(self.profile(machine).form.half_depth());
        disc.centre.ahead(bearing * 10, out)
    }

    pub(crate) fn judge_emerge(&self, side: Side, machine: StandId, bearing: u16) -> Result<(), Refusal> {
        self.judge_own(side, machine)?;
        let name = self.name(machine);
        let Where::Inside(cylinder) = self.stand(machine).place else {
            return Err(Refusal::new("TH-CYL-09", format!("{name} is not inside a cylinder")));
        };
        if !self.on_board(cylinder) || self.stand(cylinder).ready == 0 {
            return Err(Refusal::new("TH-CYL-08", format!("{name} is not assembled yet")));
        }
        if bearing >= 360 {
            return Err(Refusal::new("TH-GEO-10", "expected a bearing of 0 to 359 degrees"));
        }
        let mates = &self.troop(self.unit(machine)).stands;
        let cargo = mates.len() - 1;
        let first =
            cargo == usize::from(self.profile(cylinder).cargo) && !mates.iter().any(|m| self.stand(*m).out);
        let tripod = self.inside(cylinder).any(|m| self.ty(m) == Type::Tripod);
        if first && tripod && self.ty(machine) != Type::Tripod {
            return Err(Refusal::new("TH-CYL-08", "the first machine to leave is a tripod"));
        }
        let at = self.doorstep(machine, cylinder, bearing);
        if !self.map().on_board(at) {
            return Err(Refusal::new("TH-CYL-09", format!("there is no room for {name} on that side")));
        }
        let base = self.profile(machine).shape.at(at, bearing * 10);
        let taken = self.overlapped(machine, &base).any(|o| o != cylinder && self.knows(side, o));
        if taken {
            return Err(Refusal::new(
                "TH-CYL-09",
                format!("another base is in the way of {name} on that side"),
            ));
        }
        Ok(())
    }

    /// It sets out touching the disc; within 1 in of an enemy it is in close combat at once (TH-CYL-09).
    pub(crate) fn emerge(&mut self, machine: StandId, bearing: u16, sink: &mut Sink<What>) {
        let Where::Inside(cylinder) = self.stand(machine).place else { return };
        let at = self.doorstep(machine, cylinder, bearing);
        let facing = bearing * 10;
        self.stand_mut(cylinder).ready -= 1;
        let stand = self.stand_mut(machine);
        (stand.place, stand.at, stand.facing) = (Where::Board, at, facing);
        (stand.out, stand.done, stand.moving, stand.stirred) = (true, true, true, true);
        self.spot_after(machine, sink, |s, sink| {
            s.tell_of(sink, "TH-CYL-09", machine, || What::Emerged { machine, cylinder, at, facing });
        });
        self.spot_from(machine, sink);
        let allowance = self.machine_allowance(machine);
        let base = self.base(machine);
        let enemy = self.stoppers(machine).find(|e| base.near(&self.base(*e), CONTACT));
        if let Some(enemy) = enemy {
            let stand = self.stand_mut(machine);
            (stand.stopped, stand.left) = (true, allowance);
            self.reveal("TH-CLC-12", enemy, sink);
            self.reveal("TH-CLC-12", machine, sink);
            tell!(sink, "TH-CLC-01", What::Contact { stand: machine, enemy });
            return;
        }
        self.now.active = Some(Active { stand: machine, allowance, strategic: false, entering: false });
        let side = self.side(machine);
        self.ask(side, Ask::Path);
    }

    /// Five hits, and each kills a machine inside (TH-CYL-13, TH-CYL-14).
    pub(crate) fn hit_cylinder(&mut self, id: StandId, sink: &mut Sink<What>) {
        let stand = self.stand_mut(id);
        stand.hits += 1;
        let hits = stand.hits;
        tell!(sink, "TH-CYL-13", What::CylinderHit { cylinder: id, hits });
        let aboard: Vec<StandId> = self.inside(id).collect();
        if !aboard.is_empty() {
            let n = usize::from(self.draw(id, Use::Location, aboard.len() as u32)) - 1;
            let machine = aboard[n.min(aboard.len() - 1)];
            self.stand_mut(machine).place = Where::Lost;
            tell!(sink, "TH-CYL-14", What::MachineLost { machine });
            let left = aboard.len() as u8 - 1;
            let stand = self.stand_mut(id);
            stand.ready = stand.ready.min(left);
        }
        if hits >= self.profile(id).hits {
            self.destroy_cylinder("TH-CYL-13", id, Cause::Fire, sink);
        }
    }

    /// Everything inside goes with it.
    pub(crate) fn destroy_cylinder(
        &mut self,
        rule: &'static str,
        id: StandId,
        cause: Cause,
        sink: &mut Sink<What>,
    ) {
        self.destroy(rule, id, cause, sink);
        for machine in self.inside(id).collect::<Vec<_>>() {
            self.stand_mut(machine).place = Where::Lost;
            tell!(sink, "TH-CYL-14", What::MachineLost { machine });
        }
    }
}
