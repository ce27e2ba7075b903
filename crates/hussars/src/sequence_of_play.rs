//! SEQUENCE OF PLAY: five phases, and what the game does by itself between two decisions (TH-SEQ-01 to TH-SEQ-10).

use crate::event::What;
use crate::kinds::{Phase, Side, StandId, Type};
use crate::order::{Ask, Moment, Order};
use crate::state::{Flow, State, USES, Where};
use table::{Event, Refusal, Sink};

/// Tells everybody what happened, and by which entry of the ledger.
macro_rules! tell {
    ($sink:expr, $rule:expr, $what:expr) => {
        $sink.emit(|| table::Event::public($rule, $what))
    };
}
pub(crate) use tell;

impl State {
    /// Goes on until a decision is needed or the match is over.
    pub(crate) fn advance(&mut self, sink: &mut Sink<What>) {
        while self.now.ask.is_none() && self.now.outcome.is_none() {
            if let Some(&ship) = self.now.weapons.first() {
                self.ask_weapon(ship, sink);
                continue;
            }
            match self.now.flow {
                Flow::Deploy { first } => self.deploying(first, sink),
                Flow::TurnStart => self.turn_start(sink),
                Flow::PhaseStart => self.phase_start(sink),
                Flow::Firing => self.firing(),
                Flow::Before => self.watch(Moment::Before),
                Flow::Moving => self.moving(sink),
                Flow::Walking => self.walking(sink),
                // Without close combats to come all moves are made: the shot after them has no modifier (TH-OVR-09).
                Flow::Between if self.open_combats().is_empty() => self.now.flow = Flow::Combats,
                Flow::Between => self.watch(Moment::Between),
                Flow::Combats => self.combats(sink),
                Flow::Melee => self.melee(sink),
                Flow::Continue => self.continuing(),
                Flow::After => self.watch(Moment::After),
                Flow::Marks => self.marks(),
                Flow::PhaseEnd => self.phase_end(sink),
                Flow::Over => self.finish(false, sink),
            }
        }
    }

    pub(crate) fn ask(&mut self, side: Side, ask: Ask) {
        self.now.ask = Some((side, ask));
    }

    /// Tells of a stand: everybody if both sides know where it is, else its own side only (TH-SPO-10).
    pub(crate) fn tell_of(
        &self,
        sink: &mut Sink<What>,
        rule: &'static str,
        id: StandId,
        what: impl FnOnce() -> What,
    ) {
        let side = self.side(id);
        let open = self.knows(side.other(), id);
        sink.emit(|| {
            if open {
                Event::public(rule, what())
            } else {
                Event::private(rule, table::Audience::only(side.seat()), what())
            }
        });
    }

    fn turn_start(&mut self, sink: &mut Sink<What>) {
        self.now.turn += 1;
        let turn = self.now.turn;
        tell!(sink, "TH-SEQ-01", What::TurnBegan { turn });
        self.clear_gas(sink);
        self.now.phase = Phase::FirstFire;
        self.now.flow = Flow::PhaseStart;
    }

    fn phase_start(&mut self, sink: &mut Sink<What>) {
        let phase = self.now.phase;
        let side = phase.side();
        tell!(sink, "TH-SEQ-01", What::PhaseBegan { phase });
        for id in self.ids() {
            let own = self.side(id) == side;
            let stand = self.stand_mut(id);
            stand.drawn = [0; USES];
            (stand.fresh, stand.owes, stand.checked, stand.rammed) = (false, false, false, false);
            if own && matches!(phase, Phase::FirstFire | Phase::Artillery) {
                // A player turn begins (TH-SEQ-02), and last turn's strategic limits end (TH-STR-04).
                (stand.fired, stand.stirred, stand.strategic, stand.guns_fired) = (false, false, false, 0);
            }
        }
        self.refresh_spotting(sink);
        (self.now.holding, self.now.watches) = (false, 0);
        (self.now.fleeing, self.now.march) = (false, None);
        self.now.flow = if phase.is_movement() { Flow::Before } else { Flow::Firing };
        match phase {
            Phase::FirstFire => self.cylinders_at_work(sink),
            Phase::MartianMovement | Phase::HumanMovement => {
                for id in self.ids() {
                    let astray = self.side(id) == side && self.on_board(id) && !self.in_cohesion(id);
                    let stand = self.stand_mut(id);
                    (stand.done, stand.moving, stand.stopped, stand.freed) = (false, false, false, false);
                    (stand.left, stand.fears, stand.astray) = (0, 0, astray);
                }
                if phase == Phase::HumanMovement {
                    self.fear_of_gas(sink);
                }
            }
            Phase::Artillery | Phase::SmallArms => {}
        }
    }

    /// Whether a side has stands that the other one does not know of: then it is asked also where it has no choice, and
    /// the other side can not tell from a pause what they are able to do (TH-SPO-10).
    pub(crate) fn has_secrets(&self, side: Side) -> bool {
        let gone = |id: StandId| matches!(self.stand(id).place, Where::Lost | Where::Exited);
        self.ids().any(|id| self.side(id) == side && !gone(id) && !self.knows(side.other(), id))
    }

    /// Whoever is due in this phase may fire; where nobody can, nobody is asked.
    fn firing(&mut self) {
        let side = self.now.phase.side();
        if self.has_secrets(side) || self.can_fire(side) {
            self.ask(side, Ask::Fire);
        } else {
            self.end_firing();
        }
    }

    pub(crate) fn end_firing(&mut self) {
        self.now.flow = if self.now.phase == Phase::SmallArms { Flow::Marks } else { Flow::PhaseEnd };
    }

    fn moving(&mut self, sink: &mut Sink<What>) {
        let side = self.now.phase.side();
        if self.now.fleeing {
            self.now.fleeing = self.flee_next(side, sink);
            return;
        }
        if self.march_next(side, sink) {
            return;
        }
        if self.can_move_something(side) {
            self.ask(side, Ask::Move);
        } else {
            self.now.flow = Flow::Between;
        }
    }

    fn phase_end(&mut self, sink: &mut Sink<What>) {
        let phase = self.now.phase;
        self.heat_ray_checks(sink);
        if phase == Phase::HumanMovement {
            self.ships_lie_still();
        }
        self.ships_go_down(sink);
        self.casualty_checks(sink);
        for stand in &mut self.now.stands {
            stand.moving = false;
        }
        if self.is_decided() || (phase == Phase::SmallArms && self.now.turn >= self.battle.turns) {
            self.finish(false, sink);
            return;
        }
        self.now.flow = match phase.next() {
            Some(next) => {
                self.now.phase = next;
                Flow::PhaseStart
            }
            None => Flow::TurnStart,
        };
    }

    /// A stand that has to move before the step ends: flights from gas first, then ships.
    pub(crate) fn owing(&self, side: Side) -> Option<StandId> {
        let flees = self.fielded(side).find(|id| self.owes_flight(*id));
        flees.or_else(|| self.fielded(side).find(|id| self.owes_way(*id)))
    }

    /// A phase's step can end unless a flight from gas or a ship's way is owed (TH-GAS-06, TH-IRN-02).
    pub(crate) fn judge_end_step(&self, side: Side) -> Result<(), Refusal> {
        match self.now.ask {
            Some((_, Ask::Deploy)) => self.judge_deployed(side),
            Some((_, Ask::Move)) => {
                let Some(id) = self.owing(side) else { return Ok(()) };
                if self.owes_way(id) {
                    let why = format!("{} is under way and must move first", self.name(id));
                    return Err(Refusal::new("TH-IRN-02", why));
                }
                Err(Refusal::new("TH-GAS-06", format!("{} must run from the gas first", self.name(id))))
            }
            Some((_, Ask::Fire | Ask::Continue)) => Ok(()),
            _ => Err(Refusal::new("TH-SEQ-01", "this is not a step that can be ended")),
        }
    }

    /// Carries out an order that is legal.
    pub(crate) fn carry_out(&mut self, side: Side, order: &Order, sink: &mut Sink<What>) {
        let Some((_, ask)) = self.now.ask.take() else { return };
        if self.rules().hidden_stands && !matches!(ask, Ask::Deploy | Ask::Mark) {
            // What follows may tell somebody of a hidden stand: nothing of it is taken back.
            sink.barrier(table::Barrier::Revealed);
        }
        match order {
            Order::Resign => {
                self.resign(side, sink);
                return;
            }
            Order::Deploy { stand, at, facing } => self.deploy(*stand, *at, *facing, sink),
            Order::DeployPrinted { unit } => self.deploy_printed(side, *unit, sink),
            Order::Land { cylinder, at, turn } => self.write_landing(*cylinder, *at, *turn, sink),
            Order::Attack { stand, attack } => match ask {
                Ask::Shot { .. } => self.melee_shot(*stand, *attack, sink),
                _ => self.fire_in_phase(*stand, *attack, sink),
            },
            Order::Pick { stand, strategic } => self.pick(*stand, *strategic, sink),
            Order::Enter { stand, at, strategic } => self.enter(*stand, *at, *strategic, sink),
            Order::Emerge { machine, bearing } => self.emerge(*machine, *bearing, sink),
            Order::Go { path, facing } => self.go(path, *facing, sink),
            Order::Stay { facing } => self.stay(*facing, sink),
            Order::March { unit, shift, strategic } => self.march(side, *unit, *shift, *strategic),
            Order::Flee => self.now.fleeing = true,
            // Never legal.
            Order::Look { .. } => {}
            Order::Continue { stand, path, facing } => self.go_on(*stand, path, *facing),
            Order::React { holder, mark, attack } => self.react(ask, *holder, *mark, *attack, sink),
            Order::Pass => self.pass(ask),
            Order::Hold => {
                self.now.holding = true;
                self.pass(ask);
            }
            Order::Combat { mover } => self.choose_combat(*mover, sink),
            Order::Weapon { gun } => self.lose_weapon(*gun, sink),
            Order::Mark { stands } => self.place_markers(side, stands, sink),
            Order::EndStep => self.end_step(ask, sink),
        }
        self.advance(sink);
    }

    fn end_step(&mut self, ask: Ask, sink: &mut Sink<What>) {
        match ask {
            Ask::Deploy => self.deployed(sink),
            Ask::Fire => self.end_firing(),
            Ask::Move => self.now.flow = Flow::Between,
            _ => self.end_continuing(),
        }
    }

    /// Stands of this type fire in this phase (TH-SEQ-03, TH-SEQ-06, TH-SEQ-09, TH-MGS-01).
    pub(crate) fn is_due(&self, id: StandId) -> bool {
        let ty = self.ty(id);
        match self.now.phase {
            Phase::FirstFire => matches!(ty, Type::Tripod | Type::Flyer | Type::Cylinder),
            Phase::Artillery => ty.is_gun() || ty == Type::Ironclad,
            Phase::SmallArms => {
                matches!(ty, Type::Infantry | Type::Cavalry | Type::Machinegun | Type::Ironclad)
            }
            Phase::MartianMovement | Phase::HumanMovement => false,
        }
    }

    pub(crate) fn fires_now(&self, id: StandId) -> Result<(), Refusal> {
        if self.is_due(id) {
            return Ok(());
        }
        let (phase, ty) = (self.now.phase, self.ty(id));
        let rule = match phase {
            Phase::FirstFire => "TH-SEQ-03",
            Phase::Artillery if ty == Type::Machinegun => "TH-MGS-01",
            Phase::Artillery => "TH-SEQ-06",
            Phase::SmallArms => "TH-SEQ-09",
            _ => "TH-SEQ-01",
        };
        Err(Refusal::new(rule, format!("{} does not fire in the {}", self.name(id), phase.name())))
    }

    /// A stand that is not there can not be ordered about.
    pub(crate) fn judge_own(&self, side: Side, id: StandId) -> Result<(), Refusal> {
        if id.index() >= self.now.stands.len() {
            return Err(Refusal::new("TH-SCA-01", format!("there is no stand number {}", id.0)));
        }
        if self.side(id) != side {
            return Err(Refusal::new("TH-SEQ-02", "this stand belongs to the other side"));
        }
        Ok(())
    }

    /// On the board and one's own.
    pub(crate) fn judge_fielded(&self, side: Side, id: StandId) -> Result<(), Refusal> {
        self.judge_own(side, id)?;
        if self.stand(id).place == Where::Board {
            return Ok(());
        }
        let why = match self.stand(id).place {
            Where::Lost => "is lost",
            Where::Exited => "has left the board",
            Where::Inside(_) => "is still inside its cylinder",
            _ => "is not on the board yet",
        };
        Err(Refusal::new("TH-SCA-01", format!("{} {why}", self.name(id))))
    }
}
