//! HUMAN STEP: Guns fire at Tripods (WW-FIR-01 to WW-FIR-07).

use crate::dice::tell;
use crate::event::What;
use crate::kinds::{Colour, Plan, UnitId, units_of};
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{DieFor, Flow, Shot, State};
use table::Sink;

impl State {
    pub(crate) fn human_step(&mut self, sink: &mut Sink<What>) {
        if self.battle_over() {
            self.finish_battle(sink);
        } else if self.visit_fire(&mut |order| matches!(order, Order::Fire { .. })) {
            // Without a target the plans can wait: the next card is shown before it acts.
            self.now.ask = Ask::Fire;
        } else {
            self.now.flow = Flow::Round;
        }
    }

    /// Guns that may still fire in this round: once, or twice with Terrain (WW-FIR-01, WW-PLN-09).
    pub(crate) fn may_fire(&self) -> u32 {
        let land = &self.now.land;
        let spent = if land.terrain { land.fired_twice } else { land.fired };
        land.on_board & self.content.guns & !spent
    }

    pub(crate) fn visit_fire(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Done);
        let land = &self.now.land;
        let guns = self.may_fire();
        for gun in units_of(guns) {
            for tripod in 0..land.tripod_count {
                if self.gun_range(tripod, gun) <= 3 {
                    offer!(visit, Order::Fire { gun, tripod });
                }
            }
        }
        if self.trap_may_work() {
            offer!(visit, Order::Trap);
        }
        if self.holds(Plan::Terrain) && !land.terrain {
            offer!(visit, Order::Terrain);
        }
        if self.holds(Plan::SurpriseShot) {
            for gun in units_of(land.on_board & self.content.guns & !land.surprise) {
                offer!(visit, Order::Surprise { gun });
            }
        }
        false
    }

    pub(crate) fn fire(&mut self, order: Order, sink: &mut Sink<What>) {
        match order {
            Order::Fire { gun, tripod } => self.open_fire(gun, tripod, sink),
            Order::Trap => self.spring_trap(sink),
            Order::Terrain => {
                self.use_plan(Plan::Terrain, "WW-PLN-09", sink);
                self.now.land.terrain = true;
            }
            Order::Surprise { gun } => {
                self.use_plan(Plan::SurpriseShot, "WW-PLN-08", sink);
                self.now.land.surprise |= gun.bit();
            }
            _ => self.now.flow = Flow::Round,
        }
    }

    /// The dice of a Gun's next shot: one more with Surprise Shot (WW-FIR-06, WW-PLN-08).
    pub(crate) fn shot_dice(&self, gun: UnitId) -> u8 {
        let surprise = self.now.land.surprise & gun.bit() != 0;
        self.content.gun_dice[self.kind(gun) as usize] + u8::from(surprise)
    }

    /// A shot costs a level of Earthworks; the dice depend on the Gun (WW-FIR-02, WW-FIR-06).
    fn open_fire(&mut self, gun: UnitId, tripod: u8, sink: &mut Sink<What>) {
        let range = self.gun_range(tripod, gun);
        let dice = self.shot_dice(gun);
        let land = &mut self.now.land;
        land.surprise &= !gun.bit();
        land.fired_twice |= land.fired & gun.bit();
        land.fired |= gun.bit();
        let level = &mut land.level[gun.index()];
        *level = level.saturating_sub(1);
        let level = *level;
        land.shot = Some(Shot { gun, tripod, dice, was_sound: !land.tripods[usize::from(tripod)].damaged });
        tell!(sink, "WW-FIR-02", What::GunFires { gun, tripod, range, dice, level });
        self.now.flow = Flow::Shooting;
    }

    /// Die after die until none is left or the Tripod is destroyed; then Explosive Shell may finish it (WW-PLN-07).
    pub(crate) fn shooting(&mut self, sink: &mut Sink<What>) {
        let Some(shot) = self.now.land.shot else {
            self.now.flow = Flow::HumanStep;
            return;
        };
        let target = self.now.land.tripods[usize::from(shot.tripod)];
        if shot.dice > 0 && target.hex.is_some() {
            self.now.land.shot = Some(Shot { dice: shot.dice - 1, ..shot });
            self.roll_in_battle(DieFor::Shot, sink);
            return;
        }
        self.now.flow = Flow::HumanStep;
        let flipped = shot.was_sound && target.damaged && target.hex.is_some();
        if flipped && self.holds(Plan::ExplosiveShell) {
            self.now.ask = Ask::Shell;
        } else {
            self.now.land.shot = None;
        }
    }

    /// Green at range 1, Yellow at 2, Red at 3 (WW-FIR-03).
    pub(crate) fn shot_die(&mut self, colour: Colour, sink: &mut Sink<What>) {
        let Some(shot) = self.now.land.shot else { return };
        if self.needed(self.gun_range(shot.tripod, shot.gun)) != Some(colour) {
            return;
        }
        if self.now.land.tripods[usize::from(shot.tripod)].damaged {
            self.destroy_tripod(shot.tripod, "WW-FIR-05", sink);
        } else {
            self.damage_tripod(shot.tripod, "WW-FIR-04", sink);
        }
    }

    pub(crate) fn shell(&mut self, order: Order, sink: &mut Sink<What>) {
        if let (Order::Shell, Some(shot)) = (order, self.now.land.shot) {
            self.use_plan(Plan::ExplosiveShell, "WW-PLN-07", sink);
            self.destroy_tripod(shot.tripod, "WW-PLN-07", sink);
        }
        self.now.land.shot = None;
    }

    pub(crate) fn damage_tripod(&mut self, tripod: u8, rule: &'static str, sink: &mut Sink<What>) {
        let band = self.now.land.band;
        let target = &mut self.now.land.tripods[usize::from(tripod)];
        target.damaged = true;
        let colour = target.colour;
        self.band_mut(band).take(colour, false);
        self.band_mut(band).put(colour, true);
        tell!(sink, rule, What::TripodDamaged { colour });
    }

    /// Off the board and out of the medallion, for 2 points (WW-FIR-05).
    fn destroy_tripod(&mut self, tripod: u8, rule: &'static str, sink: &mut Sink<What>) {
        let band = self.now.land.band;
        let target = &mut self.now.land.tripods[usize::from(tripod)];
        target.hex = None;
        let (colour, damaged) = (target.colour, target.damaged);
        self.band_mut(band).take(colour, damaged);
        tell!(sink, rule, What::TripodDestroyed { colour });
        self.human_points("WW-FIR-05", self.content.score.tripod, sink);
        self.remove_if_empty(band, sink);
    }

    pub(crate) fn fire_breach(&self, order: Order) -> Breach {
        let land = &self.now.land;
        match order {
            Order::Fire { gun, .. } if gun.index() >= 32 => ("WW-CMP-06", "there is no such unit"),
            Order::Fire { gun, .. } if !self.kind(gun).is_gun() => {
                ("WW-FIR-07", "only Guns fire; Infantry and Cavalry can not act in a battle")
            }
            Order::Fire { gun, .. } if land.on_board & gun.bit() == 0 => {
                ("WW-BAT-03", "this Gun is not on the board")
            }
            Order::Fire { gun, .. } if self.may_fire() & gun.bit() == 0 => {
                ("WW-FIR-01", "this Gun has fired in this round")
            }
            Order::Fire { .. } => ("WW-FIR-01", "there is no such Tripod within range 3"),
            Order::Trap | Order::Terrain | Order::Surprise { .. } => {
                ("WW-PLN-03", "this plan is not in hand, or nothing is there to use it on")
            }
            Order::Place { .. } | Order::Move { .. } => {
                ("WW-FIR-07", "units stay in the hex where they were placed")
            }
            _ => ("WW-BAT-04", "it is the human step of a battle"),
        }
    }
}
