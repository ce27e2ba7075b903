//! Setting up: stands in their zones, landings written down (TH-GEO-09, TH-CYL-02).

use crate::event::What;
use crate::kinds::{Side, StandId, Type, UnitId};
use crate::measure::{Gauge, P, Place};
use crate::order::{Ask, Order};
use crate::state::{Flow, State, Where};
use table::{Audience, Event, Refusal, Sink};

/// So many inches from a gun its guard is still near enough to come between it and an enemy.
pub(crate) const GUARD: i32 = 6;

impl State {
    /// Guns that a side has put down with none of its other troops near. No rule forbids it: it is a warning.
    pub(crate) fn unguarded(&self, side: Side) -> impl Iterator<Item = StandId> + '_ {
        let guards = move |id: StandId, gun: StandId| {
            let ty = self.ty(id);
            !ty.is_gun() && !ty.is_ship() && self.is_near(&self.base(id), gun, GUARD * 100)
        };
        let guns = self.fielded(side).filter(|id| self.ty(*id).is_gun());
        guns.filter(move |gun| !self.fielded(side).any(|id| guards(id, *gun)))
    }

    /// Stands that a side sets up itself: not those that arrive later, fall or lie fixed.
    pub(crate) fn is_deployed_by_hand(&self, id: StandId) -> bool {
        let troop = self.troop(self.unit(id));
        troop.arrives.is_none()
            && self.ty(id) != Type::Cylinder
            && matches!(self.stand(id).place, Where::Waiting | Where::Board)
    }

    fn is_unwritten(&self, id: StandId) -> bool {
        self.stand(id).place == Where::Falling && self.stand(id).falls == 0
    }

    pub(crate) fn deploying(&mut self, first: bool, sink: &mut Sink<What>) {
        let side = self.battle.deploy_order[usize::from(!first)];
        let falls = |id: &StandId| self.stand(*id).place == Where::Falling;
        let own = |id: &StandId| self.side(*id) == side && (self.is_deployed_by_hand(*id) || falls(id));
        if self.ids().any(|id| own(&id)) {
            self.ask(side, Ask::Deploy);
        } else {
            self.deployed(sink);
        }
    }

    pub(crate) fn deployed(&mut self, sink: &mut Sink<What>) {
        let Flow::Deploy { first } = self.now.flow else { return };
        let side = self.battle.deploy_order[usize::from(!first)];
        sink.emit(|| Event::public("TH-GEO-09", What::SideDeployed { side }));
        if first {
            self.now.flow = Flow::Deploy { first: false };
        } else {
            self.spot_all(sink);
            self.now.flow = Flow::TurnStart;
        }
    }

    /// The rule that a scenario's set-up entry has, or the general one.
    fn set_up_rule(&self) -> &'static str {
        match self.battle.prefix {
            "TH-HC" => "TH-HC-01",
            "TH-WS" => "TH-WS-01",
            "TH-TC" => "TH-TC-01",
            "TH-RL" => "TH-RL-01",
            "TH-PH" => "TH-PH-01",
            "TH-TB" => "TH-TB-01",
            _ => "TH-ARM-09",
        }
    }

    pub(crate) fn judge_deploy(&self, side: Side, id: StandId, at: P, facing: u16) -> Result<(), Refusal> {
        self.judge_own(side, id)?;
        if !self.is_deployed_by_hand(id) {
            return Err(Refusal::new("TH-GEO-09", format!("{} is not set up by hand", self.name(id))));
        }
        if !at.in_bounds() || facing >= 3600 {
            return Err(Refusal::new(
                "TH-GEO-10",
                "expected a point of the board and a facing of 0 to 3599 tenths",
            ));
        }
        let name = self.name(id);
        let zone = &self.battle.zones[self.troop(self.unit(id)).zone];
        if !zone.shape.contains(at) {
            return Err(Refusal::new(
                self.set_up_rule(),
                format!("{name} must be set up in its zone, hatched on the map: {}", zone_words(&zone.id)),
            ));
        }
        let profile = self.profile(id);
        if !self.map().on_board(at) || !self.map().may_stand(profile.class, at) {
            let ground = self.map().ground_at(profile.class, at);
            return Err(Refusal::new("TH-GEO-09", format!("{name} may not stand in {}", ground.name())));
        }
        let base = profile.shape.at(at, facing);
        for other in self.ids().filter(|o| *o != id && self.on_board(*o)) {
            let theirs = self.base(other);
            if self.side(other) == side && base.overlaps(&theirs) {
                return Err(Refusal::new("TH-GEO-05", format!("{name} would overlap {}", self.name(other))));
            }
            if self.side(other) != side && self.knows(side, other) && base.near(&theirs, 100) {
                return Err(Refusal::new(
                    "TH-GEO-09",
                    format!("{name} would stand within 1 inch of an enemy"),
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn judge_landing(&self, side: Side, id: StandId, at: P, turn: u8) -> Result<(), Refusal> {
        self.judge_own(side, id)?;
        if self.stand(id).place != Where::Falling {
            return Err(Refusal::new("TH-CYL-02", format!("{} does not land in this battle", self.name(id))));
        }
        let troop = self.troop(self.unit(id));
        let rule = match self.battle.prefix {
            "TH-HC" => "TH-HC-04",
            "TH-PH" => "TH-PH-04",
            _ => "TH-CYL-02",
        };
        if !troop.lands_choice.contains(&turn) {
            let turns: Vec<String> = troop.lands_choice.iter().map(u8::to_string).collect();
            return Err(Refusal::new(rule, format!("it lands in turn {}, not {turn}", turns.join(" or "))));
        }
        let zone = &self.battle.zones[troop.zone];
        if !at.in_bounds() || !zone.shape.contains(at) {
            return Err(Refusal::new(
                rule,
                format!(
                    "the landing point must lie in its zone, hatched on the map: {}",
                    zone_words(&zone.id)
                ),
            ));
        }
        Ok(())
    }

    /// All stands placed, in cohesion, landings written.
    pub(crate) fn judge_deployed(&self, side: Side) -> Result<(), Refusal> {
        for id in self.ids().filter(|id| self.side(*id) == side) {
            if self.is_unwritten(id) {
                return Err(Refusal::new(
                    "TH-CYL-02",
                    format!("the landing of {} is not written down", self.name(id)),
                ));
            }
            if self.is_deployed_by_hand(id) && !self.on_board(id) {
                return Err(Refusal::new("TH-GEO-09", format!("{} is not placed yet", self.name(id))));
            }
        }
        match self.fielded(side).find(|id| !self.in_cohesion(*id)) {
            Some(id) => Err(Refusal::new("TH-GEO-09", format!("{} is out of cohesion", self.name(id)))),
            None => Ok(()),
        }
    }

    /// The printed places of one unit where its other stands leave room; of the whole side always.
    pub(crate) fn judge_printed(&self, side: Side, unit: Option<UnitId>) -> Result<(), Refusal> {
        let Some(unit) = unit else { return Ok(()) };
        let troop = self.battle.troops.get(unit.index()).filter(|t| t.side == side);
        let Some(troop) = troop else {
            return Err(Refusal::new("TH-COH-03", "there is no such unit on this side"));
        };
        let mut copy = self.clone();
        for &id in troop.stands.iter().filter(|id| self.is_deployed_by_hand(**id)) {
            copy.stand_mut(id).place = Where::Waiting;
        }
        for &id in troop.stands.iter().filter(|id| self.is_deployed_by_hand(**id)) {
            let piece = &self.battle.pieces[id.index()];
            copy.judge_deploy(side, id, piece.at, piece.facing)?;
            let stand = copy.stand_mut(id);
            (stand.place, stand.at, stand.facing) = (Where::Board, piece.at, piece.facing);
        }
        if troop
            .stands
            .iter()
            .any(|id| self.is_deployed_by_hand(*id) || self.stand(*id).place == Where::Falling)
        {
            Ok(())
        } else {
            Err(Refusal::new("TH-GEO-09", format!("{} is not set up by hand", troop.name)))
        }
    }

    pub(crate) fn deploy(&mut self, id: StandId, at: P, facing: u16, sink: &mut Sink<What>) {
        let stand = self.stand_mut(id);
        (stand.place, stand.at, stand.facing) = (Where::Board, at, facing);
        self.tell_of(sink, "TH-GEO-09", id, || What::Deployed { stand: id, at, facing });
    }

    pub(crate) fn deploy_printed(&mut self, side: Side, unit: Option<UnitId>, sink: &mut Sink<What>) {
        for id in self.ids() {
            if self.side(id) != side || unit.is_some_and(|u| self.unit(id) != u) {
                continue;
            }
            let piece = self.battle.pieces[id.index()];
            if self.is_unwritten(id) {
                let turn = self.troop(piece.unit).lands.unwrap_or(1);
                self.write_landing(id, piece.at, turn, sink);
            } else if self.is_deployed_by_hand(id) {
                self.deploy(id, piece.at, piece.facing, sink);
            }
        }
    }

    /// Secret until it lands (TH-CYL-02).
    pub(crate) fn write_landing(&mut self, id: StandId, at: P, turn: u8, sink: &mut Sink<What>) {
        let stand = self.stand_mut(id);
        (stand.at, stand.falls) = (at, turn);
        let audience = Audience::only(Side::Martian.seat());
        sink.emit(|| Event::private("TH-CYL-02", audience, What::LandingWritten { cylinder: id, at, turn }));
    }

    /// Orders that are shown while a side deploys: printed places first, a few others for the next stand.
    pub(crate) fn visit_deployment(&self, side: Side, visit: &mut dyn FnMut(Order) -> bool) -> bool {
        if self.judge_deployed(side).is_ok() {
            return visit(Order::EndStep);
        }
        if visit(Order::DeployPrinted { unit: None }) {
            return true;
        }
        for unit in self.units_to_deploy(side) {
            if self.judge_printed(side, Some(unit)).is_ok()
                && visit(Order::DeployPrinted { unit: Some(unit) })
            {
                return true;
            }
        }
        if let Some(id) = self.next_to_deploy(side) {
            let facing = self.battle.pieces[id.index()].facing;
            for at in self.deployment_samples(id) {
                if self.judge_deploy(side, id, at, facing).is_ok()
                    && visit(Order::Deploy { stand: id, at, facing })
                {
                    return true;
                }
            }
        }
        for cylinder in self.landings_to_write(side) {
            for &turn in &self.troop(self.unit(cylinder)).lands_choice {
                for at in self.deployment_samples(cylinder) {
                    if self.judge_landing(side, cylinder, at, turn).is_ok()
                        && visit(Order::Land { cylinder, at, turn })
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Units that are not all in their places yet.
    pub(crate) fn units_to_deploy(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let open =
            |id: &StandId| self.is_unwritten(*id) || (self.is_deployed_by_hand(*id) && !self.on_board(*id));
        (0..self.battle.troops.len() as u8).map(UnitId).filter(move |unit| {
            let troop = self.troop(*unit);
            troop.side == side && troop.stands.iter().any(open)
        })
    }

    pub(crate) fn next_to_deploy(&self, side: Side) -> Option<StandId> {
        self.ids().find(|id| self.side(*id) == side && self.is_deployed_by_hand(*id) && !self.on_board(*id))
    }

    pub(crate) fn landings_to_write(&self, side: Side) -> impl Iterator<Item = StandId> + '_ {
        self.ids().filter(move |id| self.side(*id) == side && self.is_unwritten(*id))
    }

    /// Nine points of the zone, and one beside each comrade that is already placed.
    pub(crate) fn deployment_samples(&self, id: StandId) -> Vec<P> {
        let troop = self.troop(self.unit(id));
        let bounds = *self.battle.zones[troop.zone].shape.bounds();
        let (low, high) = (bounds.min, bounds.max);
        let mut samples = Vec::new();
        for &mate in troop.stands.iter().filter(|m| **m != id && self.on_board(**m)) {
            samples.extend([0, 900, 1800, 2700].map(|bearing| self.stand(mate).at.ahead(bearing, 1_600.0)));
        }
        for i in [1, 3, 5] {
            for j in [1, 3, 5] {
                samples.push(P::new(low.x + (high.x - low.x) * i / 6, low.y + (high.y - low.y) * j / 6));
            }
        }
        samples
    }
}

/// A zone's id as words: "human-south" is the human south.
fn zone_words(id: &str) -> String {
    format!("the {}", id.replace(['-', '_'], " "))
}
