//! 7.0 SEQUENCE OF PLAY: the phases of a round, and what the game does by itself between two decisions (WV-SEQ-01 to
//! WV-SEQ-03).

use crate::dice::tell;
use crate::event::What;
use crate::kinds::{GUNS, Health, PLANES, UnitId};
use crate::order::{Act, Ask, Order};
use crate::state::{Flow, Freeze, MARKERS, Phase, State};
use table::{SeatId, Sink};

/// A refusal in the making: the entry that forbids it, and why.
pub(crate) type Breach = (&'static str, &'static str);

/// Shows an order to whoever looks for one; he says whether he has seen enough.
macro_rules! offer {
    ($visit:expr, $order:expr) => {
        if $visit($order) {
            return true;
        }
    };
}
pub(crate) use offer;

impl State {
    /// Goes on until a decision is needed or the match is over.
    pub(crate) fn go_on(&mut self, sink: &mut Sink<What>) {
        while self.now.ask == Ask::Over && self.now.outcome.is_none() {
            if self.is_decided_at_once() {
                self.end_if_decided(sink);
                return;
            }
            match self.now.flow {
                Flow::SetUp { step } => self.setting_up(step),
                Flow::StartRound => self.start_round(sink),
                Flow::Flak { next } => self.flak_phase(next, sink),
                Flow::Spotting { next } => self.spotting(next, sink),
                Flow::OrderOfMovement => self.order_of_movement(sink),
                Flow::NextMover => self.next_mover(sink),
                Flow::Fly { plane } => self.fly(plane, sink),
                Flow::Entered { plane } => self.hex_entered(plane, sink),
                Flow::Passed { plane } => self.now.flow = Flow::Fly { plane },
                Flow::Frozen => self.collisions(Flow::Declare { next: 0, gun: 0 }, sink),
                Flow::Collisions => {
                    self.now.phase = Phase::Combat;
                    tell!(sink, "WV-SEQ-01", What::PhaseBegan { phase: Phase::Combat });
                    self.collisions(Flow::Declare { next: 0, gun: 0 }, sink);
                }
                Flow::Declare { next, gun } => self.declare(next, gun),
                Flow::DeclareGround { next } => self.declare_ground(next),
                Flow::Resolve => self.resolve(sink),
                Flow::EndOfRound => self.end_of_round(sink),
                Flow::Over => return,
            }
        }
    }

    /// The round counter moves, stalls and tailing are seen, last round's marks are wiped (WV-CMP-04).
    fn start_round(&mut self, sink: &mut Sink<What>) {
        self.now.round += 1;
        let round = self.now.round;
        tell!(sink, "WV-CMP-04", What::RoundBegan { round });
        self.sink_balloons(sink);
        self.now.freeze = Freeze::default();
        self.now.standing = 0;
        self.now.order_len = 0;
        for i in 0..usize::from(self.now.plane_count) {
            if !self.now.planes[i].in_play() {
                continue;
            }
            let p = &self.now.planes[i];
            // Zebra boxes (WV-STL-01). The bomber of scenario 3 holds its speed.
            let zebra = self.stalls_at(p, p.band(), p.cue) && self.table.anchor != Some(i as u8);
            let level = p.attitude() == crate::kinds::Attitude::Level && p.running.is_none();
            let p = &mut self.now.planes[i];
            if zebra && !p.stalled {
                p.stalled = true;
                p.running = None;
                tell!(sink, "WV-STL-01", What::Stalled { plane: i as u8 });
            }
            p.wild = p.stalled || p.pilot == Health::Dead;
            p.initial = p.cue;
            p.delta = 0;
            p.mp = 0;
            p.flown = 0;
            p.start = p.at;
            p.active = false;
            p.throttled = false;
            p.done = false;
            p.begun = false;
            p.turned = false;
            p.wingover_exit = false;
            p.jinked = false;
            p.barrel = false;
            p.leafed = false;
            p.slipped = false;
            p.no_fire = false;
            p.no_bombs = false;
            p.level = level;
            p.fouled = p.fouling;
            p.fouling = false;
            p.flak = 0;
            p.crossed = false;
            p.limit = None;
            p.bomb = None;
            for gun in 0..GUNS {
                p.guns[gun].fired = false;
                p.guns[gun].plan = crate::state::Plan::Hold;
            }
        }
        for i in 0..usize::from(self.now.ground_count) {
            self.now.ground[i].fired = false;
            self.now.ground[i].plan = None;
        }
        self.find_tailing(sink);
        self.now.phase = Phase::Flak;
        self.now.flow = Flow::Flak { next: 0 };
    }

    /// Whose turn to move it is (WV-ORD-01); in a time freeze, who catches up next (WV-TFZ-04).
    fn next_mover(&mut self, sink: &mut Sink<What>) {
        if self.now.freeze.now.is_some() {
            return self.next_to_catch_up(sink);
        }
        let next = self.now.order().iter().position(|i| {
            let p = self.plane(*i);
            p.in_play() && !p.done
        });
        match next {
            None => self.now.flow = Flow::Collisions,
            Some(turn) => {
                self.now.turn = turn as u8;
                let plane = self.now.order[turn];
                self.activate(plane, sink);
            }
        }
    }

    /// A plane's own move begins, or goes on after a time freeze (WV-SEQ-03).
    pub(crate) fn activate(&mut self, index: u8, sink: &mut Sink<What>) {
        self.now.flow = Flow::Fly { plane: index };
        if self.plane(index).active {
            return;
        }
        self.now.standing = 0;
        self.now.course.clear();
        if self.table.anchor == Some(index) {
            return self.world_moves(index, sink);
        }
        let p = self.plane_mut(index);
        p.active = true;
        p.mp = p.initial.max(0);
        self.flak_attack(index, sink);
        let p = self.plane(index);
        if !p.in_play() {
            return self.finish(index, sink);
        }
        if p.stalled {
            if p.pilot == Health::Dead {
                self.fall_without_pilot(index, sink);
                return self.finish(index, sink);
            }
            if !self.fall_and_recover(index, sink) {
                return self.finish(index, sink);
            }
        }
        if self.plane(index).pilot == Health::Dead {
            return self.fly_without_pilot(index, sink);
        }
        self.keep_throttle(index);
    }

    /// A frozen plane that stalls falls without a test (WV-CRW-04).
    fn fall_without_pilot(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = &mut self.now.planes[usize::from(index)];
        crate::movement::drop_two(&self.table.map, p);
        self.fallen(index, sink);
    }

    /// A running maneuver goes on; at a free point the player is asked, or a whole move goes on.
    fn fly(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane(index);
        if !p.in_play() || p.stalled {
            return self.finish(index, sink);
        }
        if p.pilot == Health::Dead {
            return self.fly_without_pilot(index, sink);
        }
        if self.must_halt(index) {
            return self.halt(index);
        }
        // An owed turn waits until the throttle is set.
        let owed = p.running.is_some() && p.mp > 0 && crate::maneuvers::can_throttle(p);
        if p.running.is_some() && !owed && self.fly_on(index, sink) {
            return;
        }
        if let Some(act) = self.now.course.take() {
            if self.check_act(self.plane(index), act).is_ok() {
                return self.act(index, act, sink);
            }
            // Something has come between: the rest of the move is asked for anew.
            self.now.course.clear();
        }
        self.now.ask = Ask::Fly { plane: index };
    }

    /// What a hex brings with it: flak, ground fire, fouled goggles, somebody who interrupts.
    fn hex_entered(&mut self, index: u8, sink: &mut Sink<What>) {
        self.now.flow = Flow::Passed { plane: index };
        if !self.plane(index).in_play() {
            return;
        }
        self.flak_attack(index, sink);
        self.cross_leaks(index);
        self.automatic_ground_fire(index, sink);
        if !self.plane(index).fights() {
            return;
        }
        self.now.window = self.interrupters(index) & !self.now.standing;
        if self.now.window != 0 {
            let hexes = self.plane(index).flown;
            self.now.ask = Ask::Window { plane: index, hexes };
        }
    }

    /// Shows every legal order of a seat to a visitor until he has seen enough; says whether he has.
    pub(crate) fn visit(&self, seat: SeatId, visit: &mut impl FnMut(Order) -> bool) -> bool {
        match self.now.ask {
            Ask::Place { plane } => self.visit_places(plane, visit),
            Ask::Sun { .. } => self.visit_suns(visit),
            Ask::Cloud { .. } => self.visit_clouds(visit),
            Ask::Flak { unit } => self.visit_flak(unit, visit),
            Ask::Look { .. } => self.visit_looks(visit),
            Ask::Fly { plane } => self.visit_acts(self.plane(plane), &mut |act| visit(Order::Act(act))),
            Ask::Window { plane, .. } => self.visit_window(seat, plane, visit),
            Ask::Due { .. } => visit(Order::TurnNow) || visit(Order::TurnLater),
            Ask::Gun { plane, gun } => self.visit_gun(plane, gun, visit),
            Ask::Bombs { plane } => self.visit_bombs(plane, visit),
            Ask::Ground { unit } => self.visit_ground_targets(unit, visit),
            Ask::Over => false,
        }
    }

    /// Carries out an order that is legal.
    pub(crate) fn carry_out(&mut self, seat: SeatId, order: Order, sink: &mut Sink<What>) {
        if let Ask::Window { plane, .. } = self.now.ask {
            self.answer_window(seat, plane, order, sink);
            return self.go_on(sink);
        }
        match (std::mem::replace(&mut self.now.ask, Ask::Over), order) {
            (Ask::Place { plane }, Order::Place { hex }) => self.place(plane, hex, sink),
            (Ask::Sun { side }, Order::Sun { time }) => self.set_sun(side, time, sink),
            (Ask::Cloud { side }, Order::Cloud { cloud }) => self.place_cloud(side, Some(cloud), sink),
            (Ask::Cloud { side }, _) => self.place_cloud(side, None, sink),
            (Ask::Flak { unit }, Order::Flak { mega }) => self.place_flak(unit, mega, sink),
            (Ask::Look { plane }, order) => self.look(plane, order, sink),
            (Ask::Fly { plane }, Order::Act(act)) => self.act(plane, act, sink),
            (Ask::Fly { plane }, Order::Move { acts }) => {
                self.now.course = acts;
                self.now.flow = Flow::Fly { plane };
            }
            (Ask::Due { plane }, order) => self.turn_due(plane, order == Order::TurnNow, sink),
            (Ask::Gun { plane, gun }, order) => self.declare_gun(plane, gun, order),
            (Ask::Bombs { plane }, Order::Bombs { target }) => self.plane_mut(plane).bomb = Some(target),
            (Ask::Ground { unit }, Order::Fire { target, .. }) => self.declare_ground_fire(unit, target),
            _ => {}
        }
        self.go_on(sink);
    }

    /// Whether a move may begin so, if no die and nobody comes between.
    pub(crate) fn check_draft(&self, index: u8, acts: &[Act]) -> Result<(), Breach> {
        let mut p = *self.plane(index);
        for act in acts {
            if !p.in_play() || p.stalled || *act == Act::End {
                return Err(("WV-MOV-12", "the move is over before its last act"));
            }
            self.check_act(&p, *act)?;
            self.rehearse(&mut p, *act, &mut |_| {});
        }
        Ok(())
    }

    /// Whether a whole move can be flown as it is written, if no die and nobody comes between (WV-MOV-12).
    pub(crate) fn check_course(&self, index: u8, acts: &[Act]) -> Result<(), Breach> {
        let mut p = *self.plane(index);
        for (n, act) in acts.iter().enumerate() {
            if !p.in_play() || p.stalled {
                let over = acts[n..] == [Act::End];
                return if over {
                    Ok(())
                } else {
                    Err(("WV-MOV-12", "the move is over before its last act"))
                };
            }
            self.check_act(&p, *act)?;
            if *act == Act::End {
                let last = n + 1 == acts.len();
                return if last {
                    Ok(())
                } else {
                    Err(("WV-MOV-12", "nothing comes after the end of a move"))
                };
            }
            self.rehearse(&mut p, *act, &mut |_| {});
        }
        if p.in_play() && !p.stalled {
            return Err(("WV-MOV-03", "a whole move ends with its end"));
        }
        Ok(())
    }

    pub(crate) fn clear_markers(&mut self) {
        self.now.markers = [None; MARKERS];
    }

    /// Units of the other side that are in play, as a set; planes without a pilot are out of the fight.
    pub(crate) fn enemies_of(&self, side: crate::kinds::Side) -> u32 {
        let mut set = 0;
        for (i, p) in self.now.planes().iter().enumerate() {
            if p.side != side && p.fights() {
                set |= UnitId::plane(i).bit();
            }
        }
        for (i, g) in self.now.grounds().iter().enumerate() {
            if g.side != side && g.in_play() {
                set |= UnitId::ground(i).bit();
            }
        }
        set
    }

    pub(crate) fn sees_an_enemy(&self, p: &crate::state::Plane) -> bool {
        p.seen & self.enemies_of(p.side) != 0
    }
}

/// Every plane of a set of planes.
pub(crate) fn planes_of(mut set: u8) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let next = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(next)
    })
}

const _: () = assert!(PLANES <= 8, "sets of planes are one byte");
