//! IRONCLADS: speed, water, guns, the heat-ray's table, sinking, ramming; and the steamers (TH-IRN-01 to TH-IRN-13,
//! TH-TC-02 to TH-TC-04).

use crate::combat::Mode;
use crate::content::ShipEffect;
use crate::event::{Cause, ShipResult, What};
use crate::kinds::{Phase, Side, StandId, Type, Weapon};
use crate::measure::{Base, Length, P, Place, length};
use crate::movement::{Plan, in_inches, inches};
use crate::order::{Ask, Order};
use crate::sequence_of_play::tell;
use crate::state::{Active, State, Use, Walk};
use crate::walk::{Course, Mark, first_within};
use table::{Refusal, Sink};

impl State {
    /// The top speed, less 6 in for each engine hit (TH-IRN-08).
    pub fn top_speed(&self, id: StandId) -> i32 {
        let profile = self.profile(id);
        (i32::from(profile.inches) - i32::from(profile.engine_loss) * i32::from(self.stand(id).engines))
            .max(0)
            * 100
    }

    /// Speeds that may be chosen, in hundredths: 4 in more or less, or what a sinking ship has left (TH-IRN-03, TH-IRN-11).
    pub fn speeds(&self, id: StandId) -> (i32, i32) {
        let (stand, profile) = (self.stand(id), self.profile(id));
        if stand.sinking > 0 {
            let left = (stand.speed - i32::from(profile.sinking_loss) * 100).clamp(0, self.top_speed(id));
            return (left, left);
        }
        let step = i32::from(profile.speed_step) * 100;
        let top = self.top_speed(id);
        ((stand.speed - step).clamp(0, top), (stand.speed + step).min(top))
    }

    pub(crate) fn judge_speed(&self, id: StandId, speed: i32) -> Result<(), Refusal> {
        let (low, high) = self.speeds(id);
        if (low..=high).contains(&speed) {
            return Ok(());
        }
        let name = self.name(id);
        if self.stand(id).sinking > 0 {
            return Err(Refusal::new(
                "TH-IRN-11",
                format!("{name} is sinking and moves {}", in_inches(high)),
            ));
        }
        if speed > i32::from(self.profile(id).inches) * 100 {
            return Err(Refusal::new(
                "TH-IRN-02",
                format!("{name} makes {} inches at most", self.profile(id).inches),
            ));
        }
        let why = format!("{name} may go at {} to {}, not {}", inches(low), in_inches(high), inches(speed));
        Err(Refusal::new("TH-IRN-03", why))
    }

    /// The ordered path is as long as the speed: its length chooses it.
    pub(crate) fn ordered_speed(&self, id: StandId, path: &[P]) -> i32 {
        let first = path.first().map(|p| self.stand(id).at.distance(*p)).unwrap_or_default();
        (first + length(path)).rounded().0
    }

    /// A ship under way must move before the step ends (TH-IRN-02).
    pub(crate) fn owes_way(&self, id: StandId) -> bool {
        self.ty(id) == Type::Ironclad && !self.stand(id).done && self.speeds(id).0 > 0
    }

    /// Any straight line is a legal path: shore and edge cut it short (TH-IRN-01, TH-IRN-02).
    pub(crate) fn judge_voyage(&self, active: &Active, whole: &[P], facing: u16) -> Result<Plan, Refusal> {
        let id = active.stand;
        let speed = self.ordered_speed(id, &whole[1..]);
        let steamer = self.ty(id) == Type::Steamer;
        if steamer && speed > active.allowance {
            let why = format!(
                "{} moves {} at most, not {}",
                self.name(id),
                in_inches(active.allowance),
                inches(speed)
            );
            return Err(Refusal::new("TH-TC-02", why));
        }
        if !steamer {
            self.judge_speed(id, speed)?;
        }
        if speed == 0 {
            let rule = if steamer { "TH-TC-02" } else { "TH-IRN-02" };
            let why = format!("{} lies still: a way of less than 0.01 inches is none", self.name(id));
            return Err(Refusal::new(rule, why));
        }
        let mut path = vec![whole[0]];
        let mut exit = false;
        for leg in whole.windows(2) {
            let share = self.map().shore(leg[0], leg[1]);
            if share < 1.0 {
                let at = leg[0].toward(leg[1], share);
                if at != leg[0] {
                    path.push(at);
                }
                break;
            }
            path.push(leg[1]);
        }
        let end = path[path.len() - 1];
        if steamer && (path.len() < whole.len() || end != whole[whole.len() - 1]) {
            // A steamer stops at an exit, nowhere else.
            exit = self.battle.exits.iter().any(|e| e.kind == Some(Type::Steamer) && end.is_on(e.edge));
            if !exit {
                let why = format!("{} keeps to the water and to the board", self.name(id));
                return Err(Refusal::new("TH-IRN-01", why));
            }
        }
        if active.entering {
            self.judge_clear_of_entry(id, end)?;
        }
        let base = self.profile(id).shape.at(end, facing);
        if steamer && !exit {
            self.judge_end(id, &base, end, &[])?;
        }
        if path.len() == 1 {
            // Against the shore from the first inch: it stays, its speed gone.
            path.push(whole[0]);
        }
        let course = Course { end, base, stop: None, walked: path.clone() };
        Ok(Plan { path, cost: speed, course, exit })
    }

    /// From mark to mark: a tripod in the water is rammed, any other contact stops the ship (TH-IRN-12, TH-IRN-13).
    pub(crate) fn slide_ship(
        &mut self,
        walk: &mut Walk,
        base: &Base,
        from: &Mark,
        to: &Mark,
        sink: &mut Sink<What>,
    ) -> bool {
        let id = walk.stand;
        let mut from_at = from.at;
        let mut base = *base;
        loop {
            let met = self
                .fielded(Side::Martian)
                .filter(|t| self.ty(*t) == Type::Tripod && !self.base(*t).overlaps(&base))
                .filter_map(|t| {
                    first_within(&base, to.at, &self.base(t), 0).map(|at| (from_at.far(at), t, at))
                })
                .filter(|(far, t, _)| *far > 0.0 || !self.stand(*t).rammed)
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, tripod, at)) = met else { break };
            let gone = from.walked + from.at.distance(at);
            self.place_mover(id, at, from.facing);
            self.spot_on_the_way(id, sink);
            let rams = self.ty(id) == Type::Ironclad
                && gone > Length::ZERO
                && self.map().is_water(self.stand(tripod).at)
                && !self.stand(tripod).rammed;
            if rams {
                self.ram(id, tripod, sink);
            }
            if self.on_board(tripod) {
                self.stand_mut(id).speed = 0;
                return false;
            }
            from_at = at;
            base = base.moved_to(at);
        }
        self.place_mover(id, to.at, to.facing);
        self.spot_on_the_way(id, sink);
        true
    }

    fn ram(&mut self, ship: StandId, tripod: StandId, sink: &mut Sink<What>) {
        sink.barrier(table::Barrier::Drawn);
        let luck = (self.side(ship), "Hits by ramming");
        let hits = self.die_for(ship, Use::Ship, luck, |_, roll| roll, sink);
        self.stand_mut(tripod).rammed = true;
        self.reveal("TH-IRN-12", tripod, sink);
        tell!(sink, "TH-IRN-12", What::Rammed { ship, tripod, hits });
        self.damage(tripod, hits, sink);
    }

    /// Cut short by shore, edge or another base: the ship stops, its speed is 0 (TH-IRN-02).
    pub(crate) fn end_voyage(&mut self, walk: &Walk, sink: &mut Sink<What>) {
        let id = walk.stand;
        if self.ty(id) != Type::Ironclad {
            return;
        }
        if length(&walk.path).rounded().0 < self.stand(id).speed {
            self.stand_mut(id).speed = 0;
        }
        let base = self.base(id);
        if self.overlapped(id, &base).next().is_some() {
            self.stand_mut(id).speed = 0;
            if let Some((at, facing)) = self.last_free(id, &walk.path) {
                self.place_mover(id, at, facing);
                self.spot_on_the_way(id, sink);
            }
        }
    }

    /// A ship's gun that is left, is due and has not fired (TH-IRN-04, TH-IRN-05).
    pub(crate) fn judge_ships_gun(&self, id: StandId, gun: u8, mode: Mode) -> Result<(), Refusal> {
        let name = self.name(id);
        let Some((_, weapon)) = self.guns(id).find(|(n, _)| *n == gun) else {
            return Err(Refusal::new("TH-IRN-09", format!("{name} has no gun number {gun} left")));
        };
        if self.stand(id).guns_fired & (1 << gun) != 0 {
            return Err(Refusal::new("TH-IRN-04", format!("this {} of {name} has fired", weapon.name())));
        }
        let due = match self.now.phase {
            Phase::Artillery => weapon != Weapon::Machinegun,
            Phase::SmallArms => weapon == Weapon::Machinegun,
            _ => mode != Mode::Phase,
        };
        if due {
            return Ok(());
        }
        let rule = if weapon == Weapon::Machinegun { "TH-IRN-05" } else { "TH-IRN-04" };
        Err(Refusal::new(rule, format!("the {} of {name} does not fire in this phase", weapon.name())))
    }

    /// The heat-ray's table in place of the normal effect (TH-IRN-07).
    pub(crate) fn burn_ship(&mut self, ship: StandId, sink: &mut Sink<What>) {
        let luck = (self.side(ship).other(), "Magazines struck by heat-rays");
        let effect = |s: &Self, roll: u8| s.content.arm(Weapon::HeatRay).on_ironclad[usize::from(roll - 1)];
        let blast = |s: &Self, roll: u8| u8::from(effect(s, roll) == ShipEffect::Ammunition);
        let roll = self.die_for(ship, Use::Effect, luck, blast, sink);
        let effect = effect(self, roll);
        let armed = self.guns(ship).next().is_some();
        let result = match effect {
            ShipEffect::Engine => ShipResult::Engine,
            ShipEffect::Weapon if armed => ShipResult::Weapon,
            ShipEffect::Weapon => ShipResult::Nothing,
            ShipEffect::Ammunition => ShipResult::Ammunition,
        };
        self.tell_of(sink, "TH-IRN-07", ship, || What::ShipHit { ship, roll, result });
        match result {
            ShipResult::Engine => {
                let loss = i32::from(self.profile(ship).engine_loss) * 100;
                let stand = self.stand_mut(ship);
                stand.engines = stand.engines.saturating_add(1);
                stand.speed = (stand.speed - loss).max(0);
                let top = self.top_speed(ship);
                let stand = self.stand_mut(ship);
                stand.speed = stand.speed.min(top);
            }
            ShipResult::Weapon => self.now.weapons.push(ship),
            ShipResult::Ammunition => {
                let turns = self.die(ship, Use::Ship);
                let (turn, phase) = (self.now.turn, self.now.phase);
                let old = self.goes_down(ship);
                if old.is_none_or(|old| (turn.saturating_add(turns), phase) < old) {
                    let stand = self.stand_mut(ship);
                    (stand.sinking, stand.struck) = (turns, Some((turn, phase)));
                }
                let turns = self.stand(ship).sinking;
                self.tell_of(sink, "TH-IRN-10", ship, || What::Sinking { ship, turns });
            }
            ShipResult::Nothing => {}
        }
    }

    /// The Martians choose the weapon; where all are alike nobody is asked (TH-IRN-09).
    pub(crate) fn ask_weapon(&mut self, ship: StandId, sink: &mut Sink<What>) {
        let guns: Vec<(u8, Weapon)> = self.guns(ship).collect();
        match guns.as_slice() {
            [] => drop(self.now.weapons.remove(0)),
            [(gun, first), rest @ ..] if rest.iter().all(|(_, g)| g == first) || !self.on_board(ship) => {
                self.lose_weapon(*gun, sink);
            }
            _ => self.ask(Side::Martian, Ask::Weapon { ship }),
        }
    }

    pub(crate) fn judge_weapon(&self, ship: StandId, gun: u8) -> Result<(), Refusal> {
        if self.guns(ship).any(|(n, _)| n == gun) {
            Ok(())
        } else {
            Err(Refusal::new("TH-IRN-09", format!("{} has no gun number {gun} left", self.name(ship))))
        }
    }

    pub(crate) fn lose_weapon(&mut self, gun: u8, sink: &mut Sink<What>) {
        if self.now.weapons.is_empty() {
            return;
        }
        let ship = self.now.weapons.remove(0);
        let Some((_, weapon)) = self.guns(ship).find(|(n, _)| *n == gun) else { return };
        self.stand_mut(ship).guns_lost |= 1 << gun;
        self.tell_of(sink, "TH-IRN-09", ship, || What::GunLost { ship, gun: weapon });
    }

    pub(crate) fn visit_weapons(&self, ship: StandId, visit: &mut dyn FnMut(Order) -> bool) -> bool {
        let mut shown: Vec<Weapon> = Vec::new();
        for (gun, weapon) in self.guns(ship) {
            if !shown.contains(&weapon) && visit(Order::Weapon { gun }) {
                return true;
            }
            shown.push(weapon);
        }
        false
    }

    /// A ship that was not moved has chosen speed 0, or had none left (TH-IRN-02, TH-IRN-11).
    pub(crate) fn ships_lie_still(&mut self) {
        for id in self.ids() {
            if self.ty(id) == Type::Ironclad && self.on_board(id) && !self.stand(id).done {
                self.stand_mut(id).speed = 0;
            }
        }
    }

    /// The phase in which a sinking ship was struck: it goes down at the end of that phase of a later turn (TH-IRN-10).
    fn struck(&self, id: StandId) -> (u8, Phase) {
        self.stand(id).struck.unwrap_or((0, Phase::HumanMovement))
    }

    /// The turn and the phase at whose end a sinking ship goes down.
    fn goes_down(&self, id: StandId) -> Option<(u8, Phase)> {
        let (turn, phase) = self.struck(id);
        let left = self.stand(id).sinking;
        // Of this turn the count is still to come.
        let to_come = self.now.turn > turn && self.now.phase <= phase;
        (left > 0).then_some(((self.now.turn - u8::from(to_come)).saturating_add(left), phase))
    }

    /// Counters fall a whole turn after the ship was struck, and then every turn (TH-IRN-10).
    pub(crate) fn ships_go_down(&mut self, sink: &mut Sink<What>) {
        for id in self.ids() {
            let (turn, phase) = self.struck(id);
            let due = self.now.turn > turn && self.now.phase == phase;
            if due && self.on_board(id) && self.stand(id).sinking > 0 {
                self.stand_mut(id).sinking -= 1;
                if self.stand(id).sinking == 0 {
                    // A wreck stays a wreck for those who count ships sunk or sinking.
                    self.destroy("TH-IRN-10", id, Cause::Sunk, sink);
                }
            }
        }
    }
}
