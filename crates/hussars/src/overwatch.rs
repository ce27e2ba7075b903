//! OVERWATCH: markers, and the moments at which they fire (TH-OVR-01 to TH-OVR-09).

use crate::combat::Mode;
use crate::event::What;
use crate::kinds::{Phase, Side, StandId, System, Type};
use crate::order::{Ask, Attack, Moment, Order};
use crate::state::{Chance, Flow, State, Where};
use crate::walk::marks;
use table::{Refusal, Sink};

/// A marker with all its moments.
const FULL: u8 = 7;

impl State {
    /// Neither fired nor moved in its own player turn, and has something to fire (TH-OVR-01, TH-OVR-07, TH-STR-07).
    pub fn may_take_marker(&self, id: StandId) -> bool {
        let stand = self.stand(id);
        let armed = match self.ty(id) {
            Type::Tripod | Type::Flyer => {
                !self.is_broken(id, System::HeatRay)
                    || (!self.is_broken(id, System::GasProjector) && stand.gas > 0)
            }
            Type::Cylinder => stand.sixes > 0,
            Type::Steamer => false,
            Type::Ironclad => stand.speed == 0 && stand.guns_fired == 0 && self.guns(id).next().is_some(),
            _ => true,
        };
        armed && self.on_board(id) && !stand.fired && !stand.stirred && !stand.strategic
    }

    pub(crate) fn marks(&mut self) {
        let side = self.now.phase.side();
        let allowed = side == Side::Martian || self.rules().human_overwatch;
        let able = |s: &Self| s.fielded(side).any(|id| s.may_take_marker(id));
        if allowed && (self.has_secrets(side) || able(self)) {
            self.ask(side, Ask::Mark);
        } else {
            self.now.flow = Flow::PhaseEnd;
        }
    }

    pub(crate) fn judge_marks(&self, side: Side, stands: &[StandId]) -> Result<(), Refusal> {
        for (i, id) in stands.iter().enumerate() {
            self.judge_fielded(side, *id)?;
            if stands[..i].contains(id) {
                return Err(Refusal::new("TH-OVR-01", format!("{} is named twice", self.name(*id))));
            }
            if self.stand(*id).strategic {
                return Err(Refusal::new("TH-STR-07", format!("{} is on a strategic move", self.name(*id))));
            }
            if !self.may_take_marker(*id) {
                let rule = if side == Side::Martian { "TH-SEQ-05" } else { "TH-OVR-01" };
                let stand = self.stand(*id);
                let why = match (stand.fired, stand.stirred) {
                    (true, _) => "has fired",
                    (_, true) => "has moved or fought",
                    _ => "has nothing to fire",
                };
                return Err(Refusal::new(rule, format!("{} {why}", self.name(*id))));
            }
        }
        Ok(())
    }

    pub(crate) fn place_markers(&mut self, side: Side, stands: &[StandId], sink: &mut Sink<What>) {
        for id in stands {
            self.stand_mut(*id).marker = FULL;
        }
        // A marker on a hidden stand is hidden with it (TH-SPO-10).
        let audience = table::Audience::only(side.seat());
        let stands = stands.to_vec();
        sink.emit(|| table::Event::private("TH-OVR-01", audience, What::Marked { stands }));
        self.now.flow = Flow::PhaseEnd;
    }

    pub(crate) fn holders(&self, side: Side, moment: Moment) -> impl Iterator<Item = StandId> + '_ {
        self.fielded(side).filter(move |id| self.stand(*id).marker & moment.bit() != 0)
    }

    /// Whether a side is asked although it may have nothing to fire: who moves may not learn from the question, nor from
    /// its absence, what hidden stands hold and see (TH-SPO-10). Decided by what the mover knows alone.
    fn is_asked_blindly(&self, side: Side, moment: Moment) -> bool {
        if !self.rules().hidden_stands || (side == Side::Human && !self.rules().human_overwatch) {
            return false;
        }
        // Markers are placed at the end of a player turn: the humans have none before the second turn.
        let early = side == Side::Human && self.now.turn < 2;
        self.ids().filter(|id| self.side(*id) == side).any(|id| {
            let gone = matches!(self.stand(id).place, Where::Lost | Where::Exited);
            let marked = self.stand(id).marker & moment.bit() != 0;
            !gone && (marked || (!early && !self.knows(side.other(), id)))
        })
    }

    /// Asks before, between or after the moves; in plain view a prompt with no legal attack is never raised (TH-OVR-09).
    pub(crate) fn watch(&mut self, moment: Moment) {
        let side = self.now.phase.side().other();
        let asked = !self.now.holding || moment == Moment::After;
        let holds = |s: &Self| s.holders(side, moment).any(|id| s.has_attack(id, Mode::Watch(moment)));
        if asked && (self.is_asked_blindly(side, moment) || holds(self)) {
            self.ask_watch(side, moment);
        } else {
            self.end_watch(moment);
        }
    }

    /// Every question of a phase has its number: the moves of a march follow each other at once, and to let one of them pass
    /// is no answer to the next.
    fn ask_watch(&mut self, side: Side, moment: Moment) {
        self.now.watches += 1;
        self.ask(side, Ask::Watch { moment, count: self.now.watches });
    }

    fn end_watch(&mut self, moment: Moment) {
        self.now.flow = match moment {
            Moment::Before => Flow::Moving,
            Moment::During => Flow::Walking,
            Moment::Between => Flow::Combats,
            Moment::After => {
                // Unused markers go with the phase they were for (TH-OVR-06).
                let side = self.now.phase.side().other();
                for id in self.ids() {
                    if self.side(id) == side {
                        self.stand_mut(id).marker = 0;
                    }
                }
                if self.now.phase == Phase::MartianMovement { Flow::Marks } else { Flow::PhaseEnd }
            }
        };
    }

    pub(crate) fn pass(&mut self, ask: Ask) {
        let Ask::Watch { moment, .. } = ask else { return };
        if let Some(walk) = &mut self.now.walk {
            walk.asked = u16::MAX;
        }
        self.now.chances.clear();
        self.end_watch(moment);
    }

    /// This move as it will be at a mark, if it gets there: nothing is rolled and nobody is told.
    pub(crate) fn imagined_at(&self, mark: u16) -> Option<Self> {
        let mut copy = self.clone();
        let walk = copy.now.walk.as_ref()?;
        let id = walk.stand;
        let rams = |s: &Self| s.now.stands.iter().filter(|t| t.rammed).count();
        let before = rams(self);
        let last = marks(&walk.path, walk.facing).len() as u16 - 1;
        if mark > walk.done {
            let on_its_way = copy.walk_to(mark, &mut Sink::off());
            if (!on_its_way && mark < last) || rams(&copy) != before {
                return None;
            }
        }
        copy.on_board(id).then_some(copy)
    }

    /// One question for a move that comes into a holder's view, with the marks at which it is seen (TH-OVR-09).
    pub(crate) fn ask_on_the_way(&mut self) -> bool {
        let side = self.now.phase.side().other();
        let Some(walk) = &self.now.walk else { return false };
        if self.now.holding || walk.asked == u16::MAX {
            return false;
        }
        let blindly = self.is_asked_blindly(side, Moment::During);
        if self.holders(side, Moment::During).next().is_none() {
            if blindly {
                self.now.chances.clear();
                self.ask_watch(side, Moment::During);
            }
            return blindly;
        }
        let (from, mover) = (walk.asked, walk.stand);
        let all = marks(&walk.path, walk.facing);
        let (last, mut done) = (all.len() - 1, usize::from(walk.done));
        let mut chances = Vec::new();
        // One copy walks the whole way: nothing is rolled and nobody is told.
        let mut then = self.clone();
        let rams = |s: &Self| s.now.stands.iter().filter(|t| t.rammed).count();
        let before = rams(self);
        for n in usize::from(from)..all.len() {
            if n > done {
                let on_its_way = then.walk_to(n as u16, &mut Sink::off());
                done = n;
                if (!on_its_way && n < last) || rams(&then) != before || !then.on_board(mover) {
                    break;
                }
            }
            if !then.stand(mover).spotted {
                continue;
            }
            for holder in then.holders(side, Moment::During) {
                if then.attack_on(holder, mover, Mode::Watch(Moment::During)).is_some() {
                    chances.push(Chance { holder, mark: n as u16 });
                }
            }
        }
        if chances.is_empty() && !blindly {
            return false;
        }
        self.now.chances = chances;
        self.ask_watch(side, Moment::During);
        true
    }

    /// A marker buys the moment, not a better shot: the limits of ordinary fire hold (TH-OVR-08).
    pub(crate) fn judge_react(
        &self,
        side: Side,
        moment: Moment,
        holder: StandId,
        mark: u16,
        attack: Attack,
    ) -> Result<(), Refusal> {
        self.judge_fielded(side, holder)?;
        if self.stand(holder).marker & moment.bit() == 0 {
            return Err(Refusal::new(
                "TH-OVR-05",
                format!("{} has no marker left for this moment", self.name(holder)),
            ));
        }
        if moment != Moment::During {
            return self.judge_attack(side, holder, attack, Mode::Watch(moment));
        }
        if !self.now.chances.iter().any(|c| c.mark == mark) {
            return Err(Refusal::new("TH-OVR-09", "the move is not asked about at this mark"));
        }
        match self.imagined_at(mark) {
            Some(then) => then.judge_attack(side, holder, attack, Mode::Watch(moment)),
            None => Err(Refusal::new("TH-OVR-09", "the move does not get to this mark")),
        }
    }

    pub(crate) fn react(
        &mut self,
        ask: Ask,
        holder: StandId,
        mark: u16,
        attack: Attack,
        sink: &mut Sink<What>,
    ) {
        let Ask::Watch { moment, .. } = ask else { return };
        self.now.chances.clear();
        if moment == Moment::During {
            if let Some(walk) = &mut self.now.walk {
                walk.asked = mark + 1;
            }
            self.walk_to(mark, sink);
        }
        let three = self.rules().three_shots;
        let ship = self.ty(holder) == Type::Ironclad;
        let stand = self.stand_mut(holder);
        if !ship {
            // One attack for a marker, or one at each of the three moments (TH-OVR-05).
            stand.marker = if three { stand.marker & !moment.bit() } else { 0 };
        }
        let mover = self.now.walk.as_ref().map(|w| w.stand);
        let before = mover.map_or(0, |id| self.machine_allowance(id));
        self.attack(holder, attack, Mode::Watch(moment), sink);
        if let Some(id) = mover.filter(|id| self.on_board(*id)) {
            self.maim_walk(before - self.machine_allowance(id));
        }
        if ship && self.guns(holder).all(|(n, _)| self.stand(holder).guns_fired & (1 << n) != 0) {
            self.stand_mut(holder).marker = 0;
        }
    }

    /// Offers of a watch: attacks on the mover at the first, the middle and the last mark of each holder (note TH-N03).
    pub(crate) fn visit_watch(
        &self,
        side: Side,
        moment: Moment,
        visit: &mut dyn FnMut(Order) -> bool,
    ) -> bool {
        if visit(Order::Pass) || (moment != Moment::After && visit(Order::Hold)) {
            return true;
        }
        let (mode, mut found) = (Mode::Watch(moment), Vec::new());
        if moment != Moment::During {
            for holder in self.holders(side, moment) {
                self.visit_attacks(holder, mode, &mut |attack| {
                    found.push((self.harm(holder, attack, mode), Order::React { holder, mark: 0, attack }));
                    false
                });
            }
            return crate::harm::show(found, visit);
        }
        let Some(mover) = self.now.walk.as_ref().map(|w| w.stand) else { return false };
        for holder in self.chance_holders() {
            for mark in self.chance_marks(holder) {
                let Some(then) = self.imagined_at(mark) else { continue };
                then.visit_attacks_on(holder, mover, mode, &mut |attack| {
                    found.push((then.harm(holder, attack, mode), Order::React { holder, mark, attack }));
                    false
                });
            }
        }
        crate::harm::show(found, visit)
    }

    /// Holders who see the move at some mark of it.
    pub(crate) fn chance_holders(&self) -> Vec<StandId> {
        let mut holders: Vec<StandId> = self.now.chances.iter().map(|c| c.holder).collect();
        holders.sort_unstable();
        holders.dedup();
        holders
    }

    /// The first, the middle and the last mark of a holder.
    pub(crate) fn chance_marks(&self, holder: StandId) -> Vec<u16> {
        let own: Vec<u16> = self.now.chances.iter().filter(|c| c.holder == holder).map(|c| c.mark).collect();
        let mut few = Vec::new();
        if let (Some(first), Some(last)) = (own.first(), own.last()) {
            few.extend([*first, own[own.len() / 2], *last]);
            few.dedup();
        }
        few
    }

    pub(crate) fn visit_marks(&self, side: Side, visit: &mut dyn FnMut(Order) -> bool) -> bool {
        let able: Vec<StandId> = self.fielded(side).filter(|id| self.may_take_marker(*id)).collect();
        if visit(Order::Mark { stands: Vec::new() })
            || (!able.is_empty() && visit(Order::Mark { stands: able.clone() }))
        {
            return true;
        }
        able.len() > 1 && able.iter().any(|id| visit(Order::Mark { stands: vec![*id] }))
    }
}
