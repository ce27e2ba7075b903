//! MARTIAN STEP: one card drives all Tripods (WW-MAR-01 to WW-MAR-10).

use crate::board;
use crate::dice::tell;
use crate::event::What;
use crate::kinds::{Action, Colour, Hex, UnitId, units_of};
use crate::order::{Aim, Ask, Order};
use crate::sequence_of_play::offer;
use crate::state::{DieFor, Flow, State};
use table::Sink;

impl Aim {
    /// The entry that describes it.
    fn rule(self) -> &'static str {
        match self {
            Self::Detect => "WW-MAR-07",
            Self::Attack => "WW-MAR-09",
            Self::Fire => "WW-SPC-09",
            Self::FocusedDetect => "WW-SPC-02",
            Self::FocusedFire => "WW-SPC-05",
        }
    }
}

impl State {
    /// Tripods act in the order of their colours, each finishing before the next begins (WW-MAR-01).
    pub(crate) fn martian_step(&mut self, sink: &mut Sink<What>) {
        while self.now.ask == Ask::Over && self.now.flow == Flow::MartianStep {
            if self.judge(sink) {
                return;
            }
            if self.battle_over() {
                self.finish_battle(sink);
                return;
            }
            let Some(tripod) = self.current_tripod() else {
                self.now.flow = Flow::HumanStep;
                return;
            };
            let land = &self.now.land;
            let colour = land.tripods[usize::from(tripod)].colour;
            let list = &self.content.land_cards[usize::from(land.card)].actions[colour.index()];
            match list.get(usize::from(land.cursor.action)).copied() {
                Some(action) => self.act(tripod, colour, action, sink),
                None => self.next_tripod(),
            }
        }
    }

    fn current_tripod(&mut self) -> Option<u8> {
        let land = &mut self.now.land;
        while land.cursor.colour < 5 {
            while land.cursor.tripod < land.acting {
                let tripod = &land.tripods[usize::from(land.cursor.tripod)];
                if tripod.colour.index() == usize::from(land.cursor.colour) && tripod.hex.is_some() {
                    return Some(land.cursor.tripod);
                }
                land.cursor.tripod += 1;
            }
            land.cursor.colour += 1;
            land.cursor.tripod = 0;
        }
        None
    }

    fn next_tripod(&mut self) {
        let cursor = &mut self.now.land.cursor;
        cursor.tripod += 1;
        (cursor.action, cursor.part, cursor.todo) = (0, 0, 0);
    }

    pub(crate) fn next_action(&mut self) {
        let cursor = &mut self.now.land.cursor;
        cursor.action += 1;
        (cursor.part, cursor.todo) = (0, 0);
    }

    fn act(&mut self, tripod: u8, colour: Colour, action: Action, sink: &mut Sink<What>) {
        if self.now.land.cursor.part == 0 {
            tell!(sink, action.rule(), What::TripodActs { tripod, colour, action });
        }
        match action {
            Action::Move | Action::MoveLeft | Action::MoveRight => {
                self.next_action();
                self.walk(tripod, action, sink);
            }
            Action::Detect => {
                self.next_action();
                self.aim(tripod, Aim::Detect, sink);
            }
            Action::Attack => {
                self.next_action();
                self.aim(tripod, Aim::Attack, sink);
            }
            _ => self.special_action(tripod, action, sink),
        }
    }

    /// Straight down or angled; where the edge is in the way straight down; never out of the blue row (WW-MAR-02 to
    /// WW-MAR-04).
    pub(crate) fn walk(&mut self, tripod: u8, action: Action, sink: &mut Sink<What>) {
        let Some(from) = self.now.land.tripods[usize::from(tripod)].hex else { return };
        let wanted = match action {
            Action::MoveLeft => board::angled(from, true),
            Action::MoveRight => board::angled(from, false),
            _ => board::down(from),
        };
        let to = wanted.or_else(|| board::down(from));
        match to.filter(|_| self.content.blue_hexes & from.bit() == 0) {
            Some(to) => {
                self.now.land.tripods[usize::from(tripod)].hex = Some(to);
                let rule = match (action, wanted) {
                    (Action::MoveLeft | Action::MoveRight, Some(_)) => "WW-MAR-03",
                    (Action::MoveLeft | Action::MoveRight, None) => "WW-MAR-04",
                    _ => "WW-MAR-02",
                };
                tell!(sink, rule, What::TripodMoved { tripod, from, to });
                self.overrun(to, sink);
            }
            None => tell!(sink, "WW-MAR-04", What::TripodStays { tripod, hex: from }),
        }
    }

    /// A Gun in the hex is destroyed, everybody else captured (WW-MAR-05, WW-MAR-06).
    fn overrun(&mut self, hex: Hex, sink: &mut Sink<What>) {
        let here = self.units_on(hex.bit());
        for unit in units_of(here) {
            let gun = self.kind(unit).is_gun();
            self.off_board(unit);
            if gun {
                tell!(sink, "WW-MAR-05", What::GunOverrun { unit });
            } else {
                tell!(sink, "WW-MAR-06", What::UnitCaptured { unit });
                self.martian_points("WW-MAR-06", self.content.score.unit_captured, sink);
            }
        }
    }

    /// Units on the board in these hexes.
    pub(crate) fn units_on(&self, hexes: u64) -> u32 {
        let land = &self.now.land;
        units_of(land.on_board)
            .filter(|u| land.hex[u.index()].is_some_and(|h| h.bit() & hexes != 0))
            .fold(0, |set, u| set | u.bit())
    }

    pub(crate) fn gun_range(&self, tripod: u8, gun: UnitId) -> u8 {
        let land = &self.now.land;
        match (land.tripods[usize::from(tripod)].hex, land.hex[gun.index()]) {
            (Some(a), Some(b)) => self.content.range[a.index()][b.index()],
            _ => u8::MAX,
        }
    }

    /// The Guns that an aim is about: those with Earthworks, those without, or all.
    pub(crate) fn aimed_at(&self, aim: Aim) -> u32 {
        let land = &self.now.land;
        let guns = land.on_board & self.content.guns;
        let hidden = units_of(guns).filter(|g| land.level[g.index()] > 0).fold(0, |set, g| set | g.bit());
        match aim {
            Aim::Detect | Aim::FocusedDetect => hidden,
            Aim::Attack => guns & !hidden,
            Aim::Fire | Aim::FocusedFire => guns,
        }
    }

    /// The Guns that an aim may mean: the closest ones. What needs a die needs a range that has a colour; what
    /// succeeds without one knows no range (WW-SPC-02, WW-SPC-05).
    pub(crate) fn closest(&self, tripod: u8, aim: Aim) -> u32 {
        let reach = if matches!(aim, Aim::FocusedDetect | Aim::FocusedFire) { u8::MAX } else { 4 };
        let (mut best, mut set) = (reach, 0);
        for gun in units_of(self.aimed_at(aim)) {
            let range = self.gun_range(tripod, gun);
            if range < best {
                (best, set) = (range, 0);
            }
            if range == best && range < reach {
                set |= gun.bit();
            }
        }
        set
    }

    /// Looks for the closest Gun; the player settles ties (WW-MAR-10).
    pub(crate) fn aim(&mut self, tripod: u8, aim: Aim, sink: &mut Sink<What>) {
        let set = self.closest(tripod, aim);
        match set.count_ones() {
            0 => self.no_target(aim.rule(), tripod, Some(aim), sink),
            1 => self.at_target(tripod, aim, UnitId(set.trailing_zeros() as u8), sink),
            _ => self.now.ask = Ask::Target { tripod, aim },
        }
    }

    /// Says why nothing happened.
    pub(crate) fn no_target(&self, rule: &'static str, tripod: u8, aim: Option<Aim>, sink: &mut Sink<What>) {
        let colour = self.now.land.tripods[usize::from(tripod)].colour;
        tell!(sink, rule, What::NoTarget { tripod, colour, aim });
    }

    pub(crate) fn visit_targets(&self, tripod: u8, aim: Aim, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for unit in units_of(self.closest(tripod, aim)) {
            offer!(visit, Order::Target { unit });
        }
        false
    }

    pub(crate) fn take_target(&mut self, tripod: u8, aim: Aim, order: Order, sink: &mut Sink<What>) {
        if let Order::Target { unit } = order {
            self.at_target(tripod, aim, unit, sink);
        }
    }

    fn at_target(&mut self, tripod: u8, aim: Aim, gun: UnitId, sink: &mut Sink<What>) {
        match aim {
            Aim::Detect => self.roll_detect(tripod, gun, sink),
            Aim::Attack | Aim::Fire => self.roll_attack(tripod, gun, sink),
            Aim::FocusedDetect => self.lower(gun, "WW-SPC-02", sink),
            Aim::FocusedFire => {
                self.off_board(gun);
                tell!(sink, "WW-SPC-05", What::GunDestroyed { gun });
            }
        }
    }

    pub(crate) fn roll_detect(&mut self, tripod: u8, gun: UnitId, sink: &mut Sink<What>) {
        self.roll_in_battle(DieFor::Detect { tripod, gun }, sink);
    }

    pub(crate) fn roll_attack(&mut self, tripod: u8, gun: UnitId, sink: &mut Sink<What>) {
        self.roll_in_battle(DieFor::Attack { tripod, gun }, sink);
    }

    /// A success takes a level of Earthworks (WW-MAR-07, WW-MAR-08).
    pub(crate) fn detected(&mut self, tripod: u8, gun: UnitId, colour: Colour, sink: &mut Sink<What>) {
        if self.needed(self.gun_range(tripod, gun)) == Some(colour) {
            self.lower(gun, "WW-MAR-08", sink);
        }
    }

    fn lower(&mut self, gun: UnitId, rule: &'static str, sink: &mut Sink<What>) {
        let level = &mut self.now.land.level[gun.index()];
        *level = level.saturating_sub(1);
        let level = *level;
        tell!(sink, rule, What::Detected { gun, level });
    }

    /// A success destroys the Gun (WW-MAR-09).
    pub(crate) fn attacked(&mut self, tripod: u8, gun: UnitId, colour: Colour, sink: &mut Sink<What>) {
        if self.needed(self.gun_range(tripod, gun)) == Some(colour) {
            self.off_board(gun);
            tell!(sink, "WW-MAR-09", What::GunDestroyed { gun });
        }
    }
}
