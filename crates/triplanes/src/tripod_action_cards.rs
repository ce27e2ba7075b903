//! TRIPOD ACTION CARDS: CHANGE FACING, DESTROY OBJECTIVE, HEAT-RAY, RECHARGE (TT-ACT, TT-CHF, TT-OBJ, TT-HRA,
//! TT-RCH).

use crate::content::{CardClass, ManeuverCard, Side};
use crate::event::What;
use crate::order::Action;
use crate::state::{State, Step, VehicleId};
use smallvec::SmallVec;
use table::{Event, Refusal, Secret, Sink};

pub type Actions = SmallVec<[Action; 16]>;

/// The window of the action cards is not open (TT-ACT-01).
pub(crate) fn closed_window() -> Refusal {
    Refusal::new("TT-ACT-01", "actions are chosen before the cards of a phase are revealed")
}

impl State {
    /// The tripods that may use an action card in this phase: those with a planned card (TT-ACT-08).
    pub(crate) fn may_act(&self, id: VehicleId, phase: u8) -> bool {
        let v = &self[id];
        let stands = v.tripod().is_some_and(|tripod| tripod.console.toppled == 0);
        v.in_play() && stands && self.card_for(id, phase).is_some() && !self.is_automated(id)
    }

    /// The action chosen for this phase, while the window is open.
    pub(crate) fn chosen(&self, id: VehicleId) -> Option<Secret<Action>> {
        self[id].tripod().and_then(|tripod| tripod.choosing)
    }

    pub(crate) fn has_chosen(&self, id: VehicleId) -> bool {
        self.chosen(id).is_some()
    }

    pub(crate) fn choose(&mut self, id: VehicleId, action: Secret<Action>) {
        if let Some(tripod) = self[id].tripod_mut() {
            tripod.choosing = Some(action);
        }
    }

    /// All actions that [`State::action_breach`] accepts.
    pub(crate) fn actions(&self, id: VehicleId, phase: u8) -> Actions {
        let mut list = Actions::new();
        let mut offer = |action| {
            if self.action_rule(id, phase, action).is_none() {
                list.push(action);
            }
        };
        offer(Action::Pass);
        // With the strict setting most cards rule out whole groups of actions.
        let card = self.card_for(id, phase).map(|row| self.deck(id).card(row));
        let (stop, still) = card.map_or((true, false), |c| (c.stop, c.class == CardClass::StandingStill));
        let (any, still) = (self.printed() || !stop, self.printed() || (still && !stop));
        if still {
            for side in Side::ALL {
                offer(Action::ChangeFacing { to: side });
            }
        }
        if any {
            for side in Side::ALL {
                offer(Action::HeatRay { from: side });
            }
            if self.table.setup.black_smoke {
                for side in Side::ALL {
                    offer(Action::BlackSmoke { from: side });
                }
            }
        }
        if !still {
            return list;
        }
        let mut under = false;
        for objective in self.objectives_under(id) {
            under = true;
            offer(Action::DestroyObjective { objective: Some(objective) });
            offer(Action::Recharge { objective: Some(objective) });
        }
        if !under {
            offer(Action::DestroyObjective { objective: None });
        }
        offer(Action::Recharge { objective: None });
        list
    }

    /// A template need not be named where only one lies under the base.
    pub(crate) fn canonical_action(&self, id: VehicleId, action: Action) -> Action {
        match action {
            Action::DestroyObjective { objective: None } => {
                Action::DestroyObjective { objective: self.objectives_under(id).next() }
            }
            other => other,
        }
    }

    /// Whether a tripod may choose an action now, and this one.
    pub(crate) fn choice_breach(&self, id: VehicleId, action: Action) -> Result<(), Refusal> {
        if let Step::Reveal { phase } = self.step {
            return self.token_breach(id, phase, action);
        }
        self.face_down_breach()?;
        let Some(phase) = self.action_phase() else {
            if self[id].action() != Action::Pass {
                return Err(Refusal::new("TT-ACT-02", "one action for each tripod and phase"));
            }
            return Err(closed_window());
        };
        self.cards_first_breach(id, phase)?;
        self.idle_breach(id, phase)?;
        self.action_breach(id, phase, action)
    }

    /// TT-ACT-08: a tripod without a card in this phase does nothing in it.
    pub(crate) fn idle_breach(&self, id: VehicleId, phase: u8) -> Result<(), Refusal> {
        if !self.may_act(id, phase) {
            let why = format!("{} has no maneuver card in this phase", self.name(id));
            return Err(Refusal::new("TT-ACT-08", why));
        }
        Ok(())
    }

    /// Whether a tripod may choose this action for this phase.
    pub(crate) fn action_breach(&self, id: VehicleId, phase: u8, action: Action) -> Result<(), Refusal> {
        let Some(rule) = self.action_rule(id, phase, action) else { return Ok(()) };
        let card = self.card_for(id, phase).map_or("no card", |row| &self.deck(id).card(row).id);
        let (name, mark) = (self.name(id), self.model(id).tripod().map_or("an airplane", |m| &m.mark));
        let why = match (rule, action) {
            ("TT-ACT-08", _) => format!("{name} has no maneuver card in this phase"),
            ("TT-SET-06", _) => "the blank action card is not used in this step".to_owned(),
            ("TT-ACT-09", _) => "the black smoke rule is not in use in this match".to_owned(),
            ("TT-SMK-01", Action::BlackSmoke { from }) => {
                format!("{mark} has no launcher on its {} side", from.name())
            }
            ("TT-SPT-04", _) => "the black smoke generator is disabled".to_owned(),
            ("TT-SMK-06", _) => "the launchers are being recharged".to_owned(),
            ("TT-CHF-02", Action::ChangeFacing { to }) => {
                let sides = self.model(id).tripod().into_iter().flat_map(|m| &m.facings);
                let sides: Vec<&str> = sides.map(|s| s.name()).collect();
                format!("{mark} can turn to {}, not to {}", sides.join(", "), to.name())
            }
            ("TT-SPT-05", _) => "the gyroscope is out of order for this turn".to_owned(),
            ("TT-HRA-04", Action::HeatRay { from }) => {
                format!("{mark} has no projector on its {} side", from.name())
            }
            ("TT-COO-02", _) => "the generator has to cool down in this phase".to_owned(),
            ("TT-OBJ-01", _) => "the base overlaps several objectives: name one".to_owned(),
            ("TT-OBJ-02" | "TT-RCH-02", _) => format!("{name} does not overlap this objective"),
            ("TT-RCH-03", _) => "this objective shows red weed and gives no more energy".to_owned(),
            ("TT-TMN-06", _) => format!("{card} has a stop icon: no action"),
            ("TT-SPT-07", _) => "a wounded pilot does not fire in a phase in which he moves".to_owned(),
            _ => format!("this action needs a standing still card; {card} is planned"),
        };
        Err(Refusal::new(rule, why))
    }

    /// The rule that forbids this action, if any.
    fn action_rule(&self, id: VehicleId, phase: u8, action: Action) -> Option<&'static str> {
        let v = &self[id];
        let (Some(model), Some(tripod), Some(row)) =
            (self.model(id).tripod(), v.tripod(), self.card_for(id, phase))
        else {
            return Some("TT-ACT-08");
        };
        match action {
            Action::Pass => return None,
            // Secret play alone knows it (INV-TVT-03); there it is laid, not chosen.
            Action::Blank => return Some("TT-SET-06"),
            Action::BlackSmoke { .. } if !self.table.setup.black_smoke => return Some("TT-ACT-09"),
            Action::BlackSmoke { from } if !model.sides[from.index()].launcher => return Some("TT-SMK-01"),
            Action::BlackSmoke { .. } if v.hidden.judge().smoke_generator => return Some("TT-SPT-04"),
            Action::BlackSmoke { .. } if tripod.console.smoke_box > 0 => return Some("TT-SMK-06"),
            Action::ChangeFacing { to } if !model.facings.contains(&to) => return Some("TT-CHF-02"),
            Action::ChangeFacing { .. } if v.hidden.judge().gyroscope => return Some("TT-SPT-05"),
            Action::HeatRay { from } if model.sides[from.index()].projector.is_none() => {
                return Some("TT-HRA-04");
            }
            Action::HeatRay { .. } if tripod.console.cooling > 0 => return Some("TT-COO-02"),
            Action::DestroyObjective { objective: None } if self.objectives_under(id).nth(1).is_some() => {
                return Some("TT-OBJ-01");
            }
            Action::DestroyObjective { objective: Some(o) }
                if !self.objectives_under(id).any(|under| under == o) =>
            {
                return Some("TT-OBJ-02");
            }
            Action::Recharge { objective: Some(o) } if !self.objectives_under(id).any(|under| under == o) => {
                return Some("TT-RCH-02");
            }
            Action::Recharge { objective: Some(o) } if self.is_used(o) => {
                return Some("TT-RCH-03");
            }
            _ => {}
        }
        if self.printed() { None } else { self.card_breach(id, self.deck(id).card(row), action) }
    }

    /// What the card of the phase forbids (TT-ACT-04, TT-ACT-05): refused when strict, penalized when printed
    /// (TT-ACT-06).
    fn card_breach(&self, id: VehicleId, card: &ManeuverCard, action: Action) -> Option<&'static str> {
        if matches!(action, Action::Pass | Action::Blank) {
            return None;
        }
        if card.stop {
            return Some("TT-TMN-06");
        }
        let firing = matches!(action, Action::HeatRay { .. } | Action::BlackSmoke { .. });
        if firing {
            return (self[id].wounds > 0 && card.class.is_movement()).then_some("TT-SPT-07");
        }
        (card.class != CardClass::StandingStill).then_some("TT-ACT-04")
    }

    /// The window closes: action cards lie face up, tokens are placed, costs are paid (TT-INF-02, TT-HRA-01).
    pub(crate) fn show_actions(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            let Some(tripod) = self[id].tripod_mut() else { continue };
            let Some(choice) = tripod.choosing.take() else { continue };
            let action = *choice.judge();
            if action == Action::Pass {
                continue;
            }
            if let Action::HeatRay { .. } | Action::BlackSmoke { .. } = action {
                if tripod.energy == 0 {
                    out.emit(|| {
                        Event::public("TT-HRA-03", What::ActionWithoutEffect { vehicle: id, action })
                    });
                    continue;
                }
                tripod.energy -= 1;
            }
            tripod.action = action;
            let energy = tripod.energy;
            out.emit(|| Event::public("TT-INF-02", What::ActionShown { vehicle: id, action, energy }));
        }
    }

    /// TT-ACT-06, INV-TVT-11: an action that the revealed card forbids has no effect and costs an energy counter.
    pub(crate) fn penalize_action(&mut self, id: VehicleId, card: &ManeuverCard, out: &mut Sink<What>) {
        let action = self[id].action();
        if self.card_breach(id, card, action).is_none() {
            return;
        }
        let Some(tripod) = self[id].tripod_mut() else { return };
        tripod.action = Action::Pass;
        tripod.energy = tripod.energy.saturating_sub(1);
        let energy = tripod.energy;
        let rule = if matches!(self.step, Step::Reveal { .. }) { "INV-TVT-11" } else { "TT-ACT-06" };
        out.emit(|| Event::public(rule, What::ActionForbidden { vehicle: id, action, energy }));
    }

    /// TT-CHF-01, TT-OBJ-01: at the end of the movement step.
    pub(crate) fn finish_movement_actions(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            if !self[id].in_play() {
                continue;
            }
            match self[id].action() {
                Action::ChangeFacing { to } => {
                    let pose = &mut self[id].pose;
                    pose.heading = pose.heading + to.angle();
                    let pose = *pose;
                    out.emit(|| Event::public("TT-CHF-01", What::FacingChanged { vehicle: id, pose }));
                }
                Action::DestroyObjective { objective: Some(o) } => {
                    if !self.is_destroyed(o) {
                        self.mark_destroyed(o);
                        out.emit(|| {
                            Event::public("TT-OBJ-01", What::ObjectiveDestroyed { objective: o, vehicle: id })
                        });
                    }
                }
                Action::DestroyObjective { objective: None } => {
                    out.emit(|| Event::public("TT-OBJ-02", What::NothingToDestroy { vehicle: id }));
                }
                Action::Pass
                | Action::Blank
                | Action::HeatRay { .. }
                | Action::Recharge { .. }
                | Action::BlackSmoke { .. } => {}
            }
        }
    }

    /// TT-RCH-01 to TT-RCH-05: at the end of the phase, lower vehicle ids first.
    pub(crate) fn recharge(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            let Action::Recharge { objective } = self[id].action() else { continue };
            let Some(model) = self.model(id).tripod().filter(|_| self[id].in_play()) else { continue };
            let level = model.recharge_level;
            let source = objective.filter(|o| !self.is_destroyed(*o) && !self.is_used(*o));
            if let Some(o) = source {
                self.mark_used(o);
            }
            let Some(tripod) = self[id].tripod_mut() else { continue };
            let before = tripod.energy;
            let energy = (before + if source.is_some() { level } else { 1 }).min(tripod.rating).max(before);
            tripod.energy = energy;
            out.emit(|| {
                let rule = match (source.is_some(), self.is_automated(id)) {
                    (_, true) => "INV-AUT-56",
                    (true, false) => "TT-RCH-02",
                    (false, false) => "TT-RCH-01",
                };
                let gained = energy - before;
                Event::public(rule, What::Recharged { vehicle: id, gained, energy, objective: source })
            });
        }
    }
}
