//! CLOSE COMBAT: within 1 in, to the finish (TH-CLC-01 to TH-CLC-14).

use crate::combat::Mode;
use crate::event::What;
use crate::kinds::{Side, StandId};
use crate::measure::Gauge;
use crate::order::{Ask, Attack, Order};
use crate::sequence_of_play::tell;
use crate::state::{Flow, Melee, State};
use crate::walk::CONTACT;
use table::{Refusal, Sink};

/// More rounds end as a deadlock (TH-CLC-14).
const MOST_ROUNDS: u16 = 200;

impl State {
    /// Stopped movers that still have an enemy within 1 in, with all that are linked through one another (TH-CLC-10).
    fn combat_of(&self, mover: StandId) -> Melee {
        let side = self.side(mover);
        let (mut movers, mut others) = (vec![mover], Vec::new());
        loop {
            let before = movers.len() + others.len();
            for id in self.ids().filter(|id| self.on_board(*id)) {
                let touches =
                    |list: &[StandId]| list.iter().any(|o| self.base(id).near(&self.base(*o), CONTACT));
                if self.side(id) == side {
                    if self.stand(id).stopped && !movers.contains(&id) && touches(&others) {
                        movers.push(id);
                    }
                } else if self.fights_hand_to_hand(id) && !others.contains(&id) && touches(&movers) {
                    others.push(id);
                }
            }
            if movers.len() + others.len() == before {
                break;
            }
        }
        movers.sort_unstable();
        others.sort_unstable();
        Melee { movers, others, round: 0, queue: Vec::new() }
    }

    /// The first mover of each close combat that is still to be fought.
    pub(crate) fn open_combats(&self) -> Vec<StandId> {
        let side = self.now.phase.side();
        let mut seen: Vec<StandId> = Vec::new();
        let mut open = Vec::new();
        for id in self.fielded(side).filter(|id| self.stand(*id).stopped) {
            if !seen.contains(&id) {
                let fight = self.combat_of(id);
                if !fight.others.is_empty() {
                    open.push(id);
                }
                seen.extend(fight.movers);
            }
        }
        open
    }

    /// After all other movement the close combats are fought, in the order the moving side picks (TH-CLC-03).
    pub(crate) fn combats(&mut self, sink: &mut Sink<What>) {
        let side = self.now.phase.side();
        // Whoever stopped it is gone: it may go on (TH-CLC-07).
        for id in self.ids() {
            if self.on_board(id)
                && self.side(id) == side
                && self.stand(id).stopped
                && self.combat_of(id).others.is_empty()
            {
                let stand = self.stand_mut(id);
                (stand.stopped, stand.freed) = (false, stand.left > 0);
            }
        }
        match self.open_combats().as_slice() {
            [] => self.now.flow = Flow::Continue,
            [only] => self.choose_combat(*only, sink),
            _ => self.ask(side, Ask::Combat),
        }
    }

    pub(crate) fn choose_combat(&mut self, mover: StandId, sink: &mut Sink<What>) {
        let fight = self.combat_of(mover);
        let (movers, others) = (fight.movers.clone(), fight.others.clone());
        tell!(sink, "TH-CLC-10", What::CombatBegan { movers, others });
        for id in fight.movers.iter().chain(&fight.others) {
            // A check that is owed from before is rolled before the first round (TH-CLC-11).
            if self.stand(*id).owes {
                self.heat_ray_check(*id, sink);
            }
        }
        self.now.melee = Some(Box::new(fight));
        self.now.flow = Flow::Melee;
    }

    /// One shot after the other, the stand that stood still first (TH-CLC-04, TH-CLC-05).
    pub(crate) fn melee(&mut self, sink: &mut Sink<What>) {
        let Some(mut fight) = self.now.melee.take() else {
            self.now.flow = Flow::Combats;
            return;
        };
        fight.movers.retain(|id| self.on_board(*id));
        fight.others.retain(|id| self.on_board(*id));
        fight.queue.retain(|id| self.on_board(*id));
        if fight.movers.is_empty() || fight.others.is_empty() {
            self.end_melee(&fight, false, sink);
            return;
        }
        if fight.queue.is_empty() {
            fight.round += 1;
            fight.queue = fight.others.iter().chain(&fight.movers).copied().collect();
            self.now.melee = Some(fight);
            let Some(fight) = self.now.melee.clone() else { return };
            let harmless = !fight.queue.iter().any(|id| self.can_harm(*id));
            if fight.round > MOST_ROUNDS || harmless {
                self.now.melee = None;
                self.end_melee(&fight, true, sink);
            }
            return;
        }
        let id = fight.queue.remove(0);
        self.now.melee = Some(fight);
        let mut choices = Vec::new();
        self.visit_melee(id, &mut |attack| {
            choices.push(attack);
            choices.len() > 1
        });
        match choices.as_slice() {
            [] => {}
            [only] => self.melee_shot(id, *only, sink),
            _ => {
                let side = self.side(id);
                self.ask(side, Ask::Shot { stand: id });
            }
        }
    }

    /// Whether some attack of this stand could harm the other side (TH-CLC-14).
    fn can_harm(&self, id: StandId) -> bool {
        self.visit_melee(id, &mut |attack| match attack {
            Attack::Fire { gun, target } => self.weapon(id, gun, target, Mode::Melee).is_some_and(|weapon| {
                self.rules().natural_six || self.odds(id, weapon, target, Mode::Melee, false).needed() <= 6
            }),
            _ => true,
        })
    }

    pub(crate) fn melee_shot(&mut self, id: StandId, attack: Attack, sink: &mut Sink<What>) {
        let mover = self.now.melee.as_ref().is_some_and(|m| m.movers.contains(&id));
        let stand = self.stand_mut(id);
        stand.stirred = true;
        if mover {
            // Each shot costs the mover an inch of what it has left (TH-CLC-06).
            stand.left = (stand.left - 100).max(0);
        }
        self.attack(id, attack, Mode::Melee, sink);
    }

    fn end_melee(&mut self, fight: &Melee, deadlock: bool, sink: &mut Sink<What>) {
        for id in &fight.movers {
            let stand = self.stand_mut(*id);
            (stand.stopped, stand.freed) = (false, !deadlock && stand.left > 0);
        }
        if deadlock {
            let movers = fight.movers.clone();
            tell!(sink, "TH-CLC-14", What::Deadlock { movers });
        }
        self.now.flow = Flow::Combats;
    }

    /// Attacks on enemies in the same combat: a gun or ray at each, gas at each (TH-CLC-10, TH-CLC-12).
    pub(crate) fn visit_melee(&self, id: StandId, visit: &mut dyn FnMut(Attack) -> bool) -> bool {
        let Some(fight) = &self.now.melee else { return false };
        let side = self.side(id);
        let foes = if fight.movers.contains(&id) { &fight.others } else { &fight.movers };
        for &target in foes.iter().filter(|t| self.on_board(**t)) {
            for attack in [Attack::Fire { gun: 0, target }, Attack::Gas { at: self.stand(target).at }] {
                if self.judge_attack(side, id, attack, Mode::Melee).is_ok() && visit(attack) {
                    return true;
                }
            }
        }
        false
    }

    pub(crate) fn judge_combat(&self, side: Side, mover: StandId) -> Result<(), Refusal> {
        self.judge_fielded(side, mover)?;
        if self.stand(mover).stopped && !self.combat_of(mover).others.is_empty() {
            return Ok(());
        }
        Err(Refusal::new("TH-CLC-03", format!("{} is in no close combat", self.name(mover))))
    }

    /// Movers that survived may go on with what they have left (TH-CLC-07).
    pub(crate) fn continuing(&mut self) {
        let side = self.now.phase.side();
        if self.fielded(side).any(|id| self.stand(id).freed) {
            self.ask(side, Ask::Continue);
        } else if self.open_combats().is_empty() {
            self.now.flow = Flow::After;
        } else {
            self.now.flow = Flow::Combats;
        }
    }

    pub(crate) fn end_continuing(&mut self) {
        for stand in &mut self.now.stands {
            stand.freed = false;
        }
        self.now.flow = Flow::Continue;
    }

    pub(crate) fn visit_continue(&self, side: Side, visit: &mut dyn FnMut(Order) -> bool) -> bool {
        if visit(Order::EndStep) {
            return true;
        }
        for id in self.fielded(side).filter(|id| self.stand(*id).freed) {
            let mut show = |path: Vec<crate::measure::P>, facing: u16| {
                visit(Order::Continue { stand: id, path, facing })
            };
            if self.visit_paths(&self.rest(id), true, &mut show) {
                return true;
            }
        }
        false
    }

    pub(crate) fn rest(&self, id: StandId) -> crate::state::Active {
        crate::state::Active { stand: id, allowance: self.stand(id).left, strategic: false, entering: false }
    }

    pub(crate) fn judge_continue(
        &self,
        side: Side,
        id: StandId,
        path: &[crate::measure::P],
        facing: u16,
    ) -> Result<(), Refusal> {
        self.judge_fielded(side, id)?;
        if !self.stand(id).freed {
            return Err(Refusal::new(
                "TH-CLC-07",
                format!("{} has nothing left to go on with", self.name(id)),
            ));
        }
        self.judge_go(&self.rest(id), path, facing, true).map(|_| ())
    }
}
