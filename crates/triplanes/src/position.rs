//! A position on paper: the state as a set-up, and back (everything but the dice to come).

use crate::ace_rules::Skills;
use crate::content::Skill;
use crate::content::{CardIx, Restrictions};
use crate::order::{Action, Cards};
use crate::planning;
use crate::setup::Team;
use crate::setup::{
    BoundSetup, FieldSetup, HeldSetup, ObjectiveSetup, Setup, SkillSetup, TerrainSetup, UsedSkill,
    VehicleSetup,
};
use crate::state::{Declaration, Fate, HeldCard, State, Step, VehicleId};
use crate::vehicle::Craft;
use std::collections::BTreeMap;
use table::{SeatId, SetupError, Viewer};

impl State {
    pub(crate) fn write_down(&self) -> Setup {
        let mut stack: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (deck, row) in &self.stack {
            stack.entry(*deck).or_default().push(self.damage_card(*deck, *row).name.clone());
        }
        Setup {
            turn: self.turn,
            step: Some(self.step),
            picture: self.picture,
            work: self.work.clone(),
            clouds: self.clouds.clone(),
            cloud_sides: if self.cloud_sides.contains(&Team::Earthlings) {
                self.cloud_sides.clone()
            } else {
                Vec::new()
            },
            invasion: self.write_invasion(),
            terrain: self
                .terrain
                .iter()
                .map(|t| TerrainSetup {
                    kind: t.kind,
                    at: t.placed.then_some(t.pose.centre),
                    facing: t.pose.heading,
                    used: t.used,
                    destroyed: t.destroyed,
                })
                .collect(),
            stack,
            field: self
                .field
                .map(|f| FieldSetup { at: f.placed.then_some(f.pose.centre), facing: f.pose.heading }),
            vehicles: self.ids().map(|id| self.write_vehicle(id)).collect(),
            automated: self.write_automated(),
            objectives: self
                .objectives
                .iter()
                .map(|o| ObjectiveSetup {
                    at: o.placed.then_some(o.pose.centre),
                    red_weed: o.red_weed,
                    destroyed: o.destroyed,
                    reached: o.reached,
                })
                .collect(),
            ..self.table.setup.clone()
        }
    }

    fn write_vehicle(&self, id: VehicleId) -> VehicleSetup {
        let v = &self[id];
        let deck = self.deck(id);
        let number = |row: CardIx| deck.card(row).numbers[0];
        let held = self.held.iter().filter(|h| h.vehicle == id);
        let damage = held.map(|h| HeldSetup {
            card: format!("{} {}", h.deck, self.damage_card(h.deck, *h.row.judge()).name),
            aimed: h.aimed,
            sniper: h.sniper,
            doubled: h.doubled,
            bomb: h.bomb,
            known_to: self.other_knower(h),
            shown: h.shown,
            points_only: h.points_only,
            turn: h.turn,
        });
        let bound = v.bound.judge();
        let ww2 = self.is_ww2_airplane(id);
        // What a WW2 airplane was bound by stays in force until its card is flown.
        let middle = if ww2 { !matches!(self.step, Step::Placing | Step::Over) } else { self.in_mid_turn() };
        let mut row = VehicleSetup {
            at: (!matches!(v.fate, Fate::ToCome | Fate::Reserve)).then_some(v.pose.centre),
            facing: v.pose.heading,
            fate: (v.fate != Fate::InPlay && v.fate != Fate::ToCome).then_some(v.fate),
            damage: damage.collect(),
            hidden: *v.hidden.judge(),
            noted: self.noted.contains(&id),
            plan: (v.planned || middle && v.plan.judge().iter().any(Option::is_some))
                .then(|| self.plan_numbers(id, *v.plan.judge())),
            bound: (middle && v.in_play()).then(|| BoundSetup::of(bound)),
            flown: v.flown.map(number),
            declared: v.declared.map(|d| *d.judge()),
            flames: v.flames,
            wounds: v.wounds,
            pilot: self.table.setup.vehicles[id.index()].pilot,
            loads: self.loads(id),
            guns: self.write_guns(id),
            plane: self.write_plane(id),
            ..VehicleSetup::new(self.model(id).id(), v.owner)
        };
        match &v.craft {
            Craft::Airplane(airplane) => {
                airplane.write(&mut row);
                row.jammed_now = self.said_now(airplane.gun.jammed, airplane.gun.jammed_now);
                row.loading_now = self.said_now(airplane.console.loading, airplane.loading_now);
                row.skills = airplane.skills.list().map(|s| write_skill(airplane.skills, s)).collect();
                row.carried = airplane.carried.judge().map(number);
                row.level = self.altitude().map(|_| airplane.level);
            }
            Craft::Tripod(tripod) => tripod.write(&mut row),
        }
        row
    }

    /// Whether counters of a jam or of a loading cannon count in this phase, where a position does not say it: from
    /// the middle of a phase on they lay there when it began (TT-SPA-01, TT-CAN-11).
    pub(crate) fn counts_now(&self, counters: u8, said: Option<bool>) -> bool {
        said.unwrap_or(counters > 0 && self.table.setup.step.is_some_and(Step::is_in_phase))
    }

    /// The same on paper: what follows from the counters is not written down.
    pub(crate) fn said_now(&self, counters: u8, now: bool) -> Option<bool> {
        (now != (counters > 0 && self.step.is_in_phase())).then_some(now)
    }

    /// The seat besides the owner that knows a card: that of a bomber's player (INV-BOM-24).
    fn other_knower(&self, held: &HeldCard) -> Option<SeatId> {
        let owner = self[held.vehicle].owner;
        let knows = |seat: &SeatId| *seat != owner && held.row.seen_by(Viewer::Seat(*seat)).is_some();
        self.table.seats.iter().map(|seat| seat.id).find(knows)
    }

    /// Takes up play in the middle of a turn.
    pub(crate) fn resume(&mut self, setup: &Setup, step: Step) -> Result<(), SetupError> {
        self.step = step;
        let phase = usize::from(self.phase());
        if phase > 2 {
            return Err(SetupError::by("TT-SEQ-01", "step", "a turn has the phases 0, 1 and 2"));
        }
        self.check_era(step)?;
        match step {
            Step::Placing if self.to_place().is_none() => {
                return Err(SetupError::by("TT-SET-01", "step", "nothing is left to place"));
            }
            Step::Over => return self.resume_finished(),
            _ => {}
        }
        if step != Step::Placing && self.to_place().is_some() {
            return Err(SetupError::by(
                "TT-SET-01",
                "step",
                "pieces without a place: expected the step \"placing\"",
            ));
        }
        for (index, row) in setup.vehicles.iter().enumerate() {
            let id = VehicleId(index as u8);
            let place = |field: &str| format!("vehicles[{index}].{field}");
            if !self[id].in_play() {
                continue;
            }
            let console = self.restrictions(id);
            let ww2 = self.is_ww2_airplane(id);
            let middle = ww2 && row.bound.is_some() || step != Step::Placing && !self.is_planning(id);
            let bound = match row.bound.filter(|_| middle) {
                Some(bound) => bound.read(console),
                // In the middle of a turn nobody knows any more what the plan was checked against.
                None if middle => Restrictions {
                    cards: 3,
                    printed: console.printed,
                    altitude: console.altitude,
                    ..Restrictions::default()
                },
                None => console,
            };
            *self[id].bound.judge_mut() = bound;
            match step {
                // While a reinforcement is placed the cards of the last turn are off the consoles.
                Step::Placing => {}
                _ if ww2 => self.read_flight(id, row.plan, &place)?,
                _ => self.read_plan(id, row.plan, &place)?,
            }
            self.check_sealed(id, &place)?;
        }
        self.read_invasion(setup)?;
        match step {
            Step::Firing { .. } => self.measure_shots(),
            Step::EarlyFire { phase } => self.open_early_fire(phase),
            _ => {}
        }
        self.check_declarations()?;
        self.check_position_declarations()?;
        self.check_work()?;
        // Who has won is asked at the end of a step, when all cards are drawn (TT-VIC-02).
        if matches!(step, Step::Drawing { .. }) {
            return Ok(());
        }
        let mut sink = table::Sink::off();
        self.check_victory(&mut sink);
        if self.outcome.is_some() {
            return Err(SetupError::by(
                "TT-VIC-01",
                "vehicles",
                "this match is over: one side has no vehicle in play",
            ));
        }
        Ok(())
    }

    /// A finished match: how it ended follows from what became of the vehicles.
    fn resume_finished(&mut self) -> Result<(), SetupError> {
        let mut sink = table::Sink::off();
        self.check_victory(&mut sink);
        self.check_turn_limit(&mut sink);
        if self.outcome.is_none() {
            return Err(SetupError::by(
                "TT-VIC-01",
                "step",
                "both sides have vehicles in play: the match is not over",
            ));
        }
        Ok(())
    }

    fn read_plan(
        &mut self,
        id: VehicleId,
        plan: Option<Cards>,
        place: &impl Fn(&str) -> String,
    ) -> Result<(), SetupError> {
        let deck = std::sync::Arc::clone(self.model(id).deck());
        let phase = usize::from(self.phase());
        let middle = self.in_mid_turn();
        let Some(cards) = plan else {
            // An airplane always has its cards; a tripod may have lost them by toppling.
            if middle && !self.is_tripod(id) {
                let why = "an airplane in the middle of a turn needs its three planned cards";
                return Err(SetupError::by("TT-PLN-01", place("plan"), why));
            }
            self[id].plan.judge_mut()[0] = self[id].bound.judge().first;
            return Ok(());
        };
        if self.is_automated(id) {
            // It plans nothing: what lies here was played in this turn (INV-AUT-05).
            let spaces = cards.0.map(|card| card.and_then(|number| deck.row_of(number)));
            if spaces.map(|s| s.is_some()) != cards.0.map(|c| c.is_some()) || !middle {
                let why = format!("expected cards of deck {} that were played in this turn", deck.id);
                return Err(SetupError::by("INV-AUT-05", place("plan"), why));
            }
            *self[id].plan.judge_mut() = spaces;
            return Ok(());
        }
        let loose = Restrictions {
            cards: cards.0.iter().rev().take_while(|c| c.is_some()).count() as u8,
            printed: true,
            altitude: self.altitude().is_some(),
            ..Restrictions::default()
        };
        let shifted = cards.0.map(|card| card.and_then(|number| deck.row_of(number)));
        // A stall that a cannon shot has inserted is no card of the deck: it may lie there twice (TT-CAN-05).
        let has_stall = (0..3).any(|space| self.is_inserted(id, space));
        let spaces = if middle && has_stall && !shifted.contains(&None) {
            shifted
        } else {
            let checked =
                if middle { planning::breach(&deck, &loose, &cards) } else { self.plan_breach(id, &cards) };
            checked.map_err(|r| SetupError { rule: Some(r.rule), place: place("plan"), why: r.why.into() })?
        };
        if self[id].is_toppled() && middle && spaces[phase..].iter().any(Option::is_some) && phase > 0 {
            // It may have planned for the end of the turn: then its counters fit its spaces.
            let open = spaces[phase..].iter().take_while(|s| s.is_none()).count();
            let counters = self[id].tripod().map_or(0, |tripod| tripod.console.toppled);
            if open < usize::from(counters) {
                return Err(SetupError::by(
                    "TT-TOP-03",
                    place("plan"),
                    "a toppled tripod has lost these cards",
                ));
            }
        }
        *self[id].plan.judge_mut() = spaces;
        self[id].planned = true;
        Ok(())
    }

    fn check_sealed(&self, id: VehicleId, place: &impl Fn(&str) -> String) -> Result<(), SetupError> {
        let by = |rule, field: &str, why: &str| Err(SetupError::by(rule, place(field), why));
        if let Some(choice) = self.chosen(id) {
            if matches!(self.step, Step::Reveal { .. }) && *choice.judge() == Action::Blank {
                return Ok(());
            }
            let reveal = match self.step {
                Step::Reveal { phase } => Some(phase),
                _ => None,
            };
            let Some(phase) = self.action_phase().or(reveal) else {
                return by("TT-ACT-01", "choosing", "the action window is not open");
            };
            if let Err(refusal) = self.action_breach(id, phase, *choice.judge()) {
                return by(refusal.rule.0, "choosing", &refusal.why);
            }
        }
        let action = self[id].action();
        if let Action::HeatRay { from } = action
            && self.model(id).tripod().is_none_or(|m| m.sides[from.index()].projector.is_none())
        {
            return by("TT-HRA-04", "action", "there is no projector on this side");
        }
        let objective = match action {
            Action::DestroyObjective { objective } | Action::Recharge { objective } => objective,
            _ => None,
        };
        if objective.is_some_and(|o| o >= self.objective_count()) {
            return by("TT-OBJ-01", "action", "there is no such objective");
        }
        if self.owes_straight(id) && !matches!(self.step, Step::Straights { .. } | Step::Drawing { .. }) {
            return by(
                "TT-AIL-01",
                "owes_straight",
                "only an airplane in the step \"straights\" owes a straight",
            );
        }
        Ok(())
    }

    /// Draws in the middle: everybody in them exists, and the card in hand belongs to its deck.
    fn check_work(&mut self) -> Result<(), SetupError> {
        let by = |why: &str| Err(SetupError::by("TT-DMG-04", "work", why));
        let drawing = matches!(self.step, Step::Drawing { .. });
        if !drawing
            && (!self.work.queue.is_empty() || self.work.hand.is_some() || !self.work.salvo.is_empty())
        {
            return by("cards are drawn in the step \"drawing\" only");
        }
        if drawing && self.question().is_none() && self.dot_hit().is_none() {
            return by("a position is written down where somebody decides: expected a card in hand");
        }
        let known = |id: VehicleId| self.get(id).is_some();
        let salvo = self.work.salvo.iter().all(|s| {
            known(s.vehicle)
                && match s.declaration {
                    Declaration::Hold => true,
                    Declaration::Fire { target, gun, .. } => {
                        let guns = self.model(s.vehicle).airplane().map_or(0, |m| m.guns.len());
                        known(target) && self.is_tripod(target) && usize::from(gun) < guns
                    }
                    Declaration::Ray { target, .. } => {
                        known(target) && self.is_tripod(target) == s.across.is_some()
                    }
                    Declaration::RayBombs { bombs, .. } => known(bombs),
                    Declaration::Cannon { target, .. }
                    | Declaration::Launch { target, .. }
                    | Declaration::Hook { target } => known(target) && self.is_tripod(target),
                    Declaration::Smoke { .. } => false,
                }
        });
        let tasks = self.work.queue.iter().all(|t| known(t.vehicle) && t.firer.is_none_or(known));
        if !salvo || !tasks {
            return by("there is no such vehicle");
        }
        let mut cards: Vec<(crate::content::DeckId, u8)> = self.work.shown.clone();
        if let (Some(hand), Some(task)) = (self.work.hand, self.work.queue.first()) {
            cards.push((task.deck, hand.row));
            cards.extend(hand.other.map(|row| (task.deck, row)));
        }
        for (deck, row) in cards {
            if usize::from(row) >= crate::content::DAMAGE_ROWS
                || !crate::setup::take(&mut self.decks[deck.index()], row)
            {
                return by("the card in hand is not in its deck");
            }
        }
        Ok(())
    }

    fn check_declarations(&self) -> Result<(), SetupError> {
        for id in self.in_play() {
            let Some(declared) = self[id].declared.map(|d| *d.judge()) else { continue };
            let listed = self.shots.iter().any(|s| s.vehicle == id && s.declaration == declared);
            let hold = declared == Declaration::Hold && (!self.is_tripod(id) || self.may_let_bombs_fall(id));
            let smoke = match declared {
                Declaration::Smoke { at, remove } => self.smoke_breach(id, at, remove).is_ok(),
                _ => false,
            };
            let drawing = matches!(self.step, Step::Drawing { .. });
            if !listed && !hold && !smoke && !drawing {
                let place = format!("vehicles[{}].declared", id.0);
                return Err(SetupError::by("TT-AFR-02", place, "no such line of fire"));
            }
        }
        Ok(())
    }
}

fn write_skill(skills: Skills, skill: Skill) -> SkillSetup {
    let (counters, (recovering, fresh)) = (skills.counters(skill), skills.marks(skill));
    let skill = skill.word().to_owned();
    if counters == 0 && !recovering && !fresh {
        SkillSetup::Ready(skill)
    } else {
        SkillSetup::Used(UsedSkill { skill, counters, recovering, fresh })
    }
}
