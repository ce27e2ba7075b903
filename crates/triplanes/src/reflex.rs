//! Quick answers to any prompt, for playouts in imagined states: not the best order, but one that a player who knows
//! the rules might give. What others have sealed is not looked at; where they will be is guessed.

use crate::altitude::{Aloft, Effect};
use crate::appraise::{Lens, fly, guide};
use crate::bombing_tripods::bears_special;
use crate::content::{CardClass, CardIx, DeckId, Model, Rudder, Spaces};
use crate::event::Range;
use crate::firing_airplanes::ShotOption;
use crate::gun_positions::gun_of;
use crate::order::{Action, Ask, Order, Through};
use crate::scenarios::{Condition, Scenario};
use crate::setup::Team;
use crate::state::{Declaration, State, Step, VehicleId};
use crate::tripods_vs_tripods::ActionCard;
use crate::vehicle::Craft;
use geometry::{Border, Pose, Vec2, backward_move, forward_move};
use smallvec::SmallVec;
use table::{Breadth, Dice, Game, Prompt, SeatId};

/// So many plans are looked at before one is laid.
const GLANCES: usize = 8;

/// Where every vehicle may stand after each of the phases to come.
type Guesses = SmallVec<[[Pose; 3]; 8]>;

impl State {
    /// A sensible order for a prompt. To be asked of imagined states only.
    pub(crate) fn at_once(&self, prompt: &Prompt<Ask>, dice: &mut Dice) -> Order {
        match prompt.ask {
            Ask::Plan { vehicle } => self.glance(vehicle, dice),
            Ask::Fly { vehicle } => self.glance_ahead(vehicle),
            Ask::Act { vehicle } if matches!(self.step, Step::Reveal { .. }) => {
                let tokens = self.tokens(vehicle, self.phase());
                let action = self.best_action(vehicle, &tokens).or(tokens.first().copied());
                Order::Act { vehicle, action: action.unwrap_or(Action::Blank) }
            }
            Ask::Act { vehicle } => Order::Act { vehicle, action: self.act_at_once(vehicle) },
            Ask::Commit { vehicle } => Order::Commit { vehicle, card: self.commit_at_once(vehicle, dice) },
            Ask::Drop { vehicle } => Order::Drop { vehicle, loads: self.drop_at_once(vehicle) },
            Ask::Ray { vehicle } if self.may_let_bombs_fall(vehicle) => {
                let lens = Lens::new(self);
                let best = self.best_shot(vehicle, 0).filter(|shot| self.shot_worth(&lens, shot) > 0.0);
                best.map_or(Order::Hold { vehicle }, |shot| shot.order())
            }
            Ask::Inflict { vehicle, target } => {
                Order::Inflict { vehicle, target, card: self.worst_card(target) }
            }
            Ask::Fire { vehicle } | Ask::EarlyFire { vehicle } | Ask::Ray { vehicle } => {
                self.best_shot(vehicle, 0).map_or(Order::Hold { vehicle }, |shot| shot.order())
            }
            Ask::FireGun { vehicle, gun } => {
                self.best_shot(vehicle, gun).map_or(Order::HoldGun { vehicle, gun }, |shot| shot.order())
            }
            Ask::Lucky { vehicle } => Order::Lucky { vehicle, ignore: self.hand_is_heavy() },
            _ => self.option(prompt, dice.pick(self.options(prompt).max(1))),
        }
    }

    /// An imagined state: of three, the one in which the others' sealed cards make most sense. Where plans are still being
    /// made, the others plan again.
    pub(crate) fn credible(&self, seat: SeatId, dice: &mut Dice) -> Self {
        let mut best: Option<(f64, Self)> = None;
        for _ in 0..3 {
            let state = self.imagine(seat, dice);
            let sense = state.credibility(seat);
            if best.as_ref().is_none_or(|(b, _)| sense > *b) {
                best = Some((sense, state));
            }
        }
        let mut state = best.map_or_else(|| self.imagine(seat, dice), |(_, state)| state);
        state.reopen_plans(seat);
        state
    }

    /// The options that look best at first sight, and a few others.
    pub(crate) fn promising(&self, prompt: &Prompt<Ask>, breadth: Breadth, dice: &mut Dice) -> Vec<usize> {
        let mut list: Vec<usize> = (0..self.options(prompt)).collect();
        let has_guns = || self.each_option(prompt, &mut |order| matches!(order, Order::Fire { .. }));
        if matches!(prompt.ask, Ask::Fire { .. } | Ask::FireGun { .. }) && has_guns() {
            // Holding the guns back gains nothing.
            list.remove(0);
        }
        let kept = breadth.options;
        if list.len() <= kept {
            return list;
        }
        dice.shuffle(&mut list);
        if let Ask::Plan { vehicle } = prompt.ask {
            let looks = self.impressions(vehicle);
            let look = |n: &usize| looks.get(*n).copied().unwrap_or(f64::MIN);
            list.sort_by(|a, b| look(b).total_cmp(&look(a)));
            let sure = kept - breadth.strays.min(kept);
            dice.shuffle(&mut list[sure..]);
        }
        list.truncate(kept);
        list
    }

    /// A first impression of each legal plan of this vehicle, in the order of the options.
    fn impressions(&self, vehicle: VehicleId) -> Vec<f64> {
        let mut thought = Thought::new(self, vehicle);
        self.legal_plans(vehicle).iter().map(|plan| thought.plan(plan, 0)).collect()
    }

    /// In the planning of an imagined state: everybody but this seat plans again, better than by chance.
    fn reopen_plans(&mut self, seat: SeatId) {
        if let Some(phase) = self.planning_phase() {
            self.reopen_phase(seat, usize::from(phase));
            return;
        }
        if self.step != Step::Planning {
            return;
        }
        for id in self.ids() {
            if self[id].owner != seat && self[id].in_play() {
                let first = self.first_card(id);
                self[id].planned = false;
                *self[id].plan.judge_mut() = [first, None, None];
            }
        }
    }

    /// How sensible the cards are that others have face down in this imagined state.
    fn credibility(&self, seat: SeatId) -> f64 {
        let open = self.revealed_spaces().min(3);
        if !self.in_mid_turn() || open == 3 {
            return 0.0;
        }
        let others = self.in_play().filter(|id| self[*id].owner != seat);
        others.map(|id| Thought::new(self, id).plan(self[id].plan.judge(), open)).sum()
    }

    /// The same for a planning phase of WW2.
    fn reopen_phase(&mut self, seat: SeatId, phase: usize) {
        for id in self.ids() {
            if self[id].owner == seat || !self[id].in_play() {
                continue;
            }
            if let Some(tripod) = self[id].tripod_mut() {
                tripod.choosing = None;
            }
            if self.is_planning(id) && !self.plans_ahead() {
                self[id].planned = false;
                let tripod = self.is_tripod(id);
                let plan = self[id].plan.judge_mut();
                plan[phase] = None;
                if tripod {
                    *plan = [None; 3];
                }
            }
        }
    }

    /// The best card and marker of a WW2 airplane, at a glance.
    fn glance_ahead(&self, vehicle: VehicleId) -> Order {
        let mut thought = Thought::new(self, vehicle);
        let mut best: Option<(f64, CardIx)> = None;
        for row in self.flights(vehicle) {
            let worth = thought.plan(&[Some(row), None, None], 0);
            if best.is_none_or(|(b, _)| worth > b) {
                best = Some((worth, row));
            }
        }
        best.map_or(Order::Fly { vehicle, card: 0, speed: None }, |(_, row)| self.flight_order(vehicle, row))
    }

    /// The best of a few legal plans, at a glance.
    fn glance(&self, vehicle: VehicleId, dice: &mut Dice) -> Order {
        let plans = self.legal_plans(vehicle);
        let mut thought = Thought::new(self, vehicle);
        let mut best: Option<(f64, Spaces)> = None;
        for _ in 0..GLANCES {
            let Some(plan) = plans.get(dice.pick(plans.len().max(1))) else { break };
            let worth = thought.plan(plan, 0);
            if best.is_none_or(|(b, _)| worth > b) {
                best = Some((worth, *plan));
            }
        }
        let spaces = best.map_or([None; 3], |(_, plan)| plan);
        Order::Plan { vehicle, cards: self.plan_numbers(vehicle, spaces) }
    }

    /// The action that promises most against where the airplanes may be after the moves.
    fn act_at_once(&self, id: VehicleId) -> Action {
        self.best_action(id, &self.actions(id, self.phase())).unwrap_or(Action::Pass)
    }

    /// The best of these actions; none if all of them are worse than doing nothing.
    fn best_action(&self, id: VehicleId, actions: &[Action]) -> Option<Action> {
        let phase = self.phase();
        let lens = Lens::new(self);
        let pose = self.card_for(id, phase).map_or(self[id].pose, |row| self.walk(id, self[id].pose, row));
        let mut best = (0.0, None);
        for action in actions {
            let worth = self.action_worth(&lens, id, pose, *action);
            if worth > best.0 {
                best = (worth, Some(*action));
            }
        }
        best.1
    }

    /// The card of the best action; with nothing to do a bluff now and then (INV-TVT-03).
    fn commit_at_once(&self, id: VehicleId, dice: &mut Dice) -> ActionCard {
        match self.act_at_once(id) {
            Action::Pass if dice.below(4) == 0 => ActionCard::Blank,
            action => ActionCard::of(action),
        }
    }

    /// All loads if they come down where enemy tripods are, as far as a bomb aimer can tell.
    fn drop_at_once(&self, id: VehicleId) -> u8 {
        let phase = self.phase();
        let most = self.most_to_drop(id, phase);
        let row = self.card_for(id, phase);
        let to = row.map_or(self[id].pose, |row| self.walk(id, self[id].pose, row));
        let Some(bombs) = self.bomb_pose(id, to, row).filter(|_| self.table.area.contains(to.centre)) else {
            return 0;
        };
        let card = self.bomb_footprint(bombs);
        // A tripod stays where it is, or comes on by a step.
        let hit = |target: VehicleId| {
            let here = self[target].pose;
            let step = |way: f64| {
                let at = Pose { centre: here.centre + here.heading.fwd() * way, ..here };
                let base = self.footprint_at(target, at);
                let dot = base.contains(bombs.centre, 0.0);
                let edge = geometry::overlaps(&card, &base);
                f64::from(u8::from(edge)) + 0.5 * f64::from(u8::from(dot))
            };
            0.5 * step(0.0) + 0.5 * step(80.0)
        };
        let sides = |own: bool| {
            self.tripods().filter(|t| (self.team(*t) == self.team(id)) == own).map(hit).sum::<f64>()
        };
        if sides(false) - 1.5 * sides(true) >= 0.5 { most } else { 0 }
    }

    /// The card of a dot hit that hurts this tripod most.
    fn worst_card(&self, target: VehicleId) -> u8 {
        let Some((hit, deck)) = self.dot_hit().zip(self.bomb_deck()) else { return 0 };
        let rows = hit.rows.judge();
        let pain = |n: &u8| {
            let card = self.damage_card(deck, rows[usize::from(*n)]);
            let half = self.model(target).resistance().div_ceil(2);
            let points = if card.is_explosion() { half } else { u16::from(card.points) };
            2 * points + 3 * u16::from(bears_special(card))
        };
        self.inflictions().into_iter().max_by_key(pain).unwrap_or(0)
    }

    fn action_worth(&self, lens: &Lens<'_>, id: VehicleId, pose: Pose, action: Action) -> f64 {
        let Some(v) = self[id].tripod() else { return 0.0 };
        let point = lens.point(id);
        match action {
            Action::HeatRay { .. } if v.energy == 0 => -1.0,
            Action::HeatRay { from } => {
                let price = if v.energy == 1 { 1.2 } else { 0.3 };
                self.ray_guess(lens, id, pose, from.index()) - price * point
            }
            Action::DestroyObjective { objective: Some(o) }
                if !self.is_destroyed(o) && self.burns_objectives() =>
            {
                20.0
            }
            Action::Recharge { objective } => {
                let level = self.model(id).tripod().map_or(1, |m| m.recharge_level);
                let room = v.rating.saturating_sub(v.energy);
                let gain = room.min(if objective.is_some() { level } else { 1 });
                let need = if v.energy < 3 { 1.0 } else { 0.3 };
                f64::from(gain) * need * point
            }
            Action::ChangeFacing { to } => {
                let turned = Pose { heading: pose.heading + to.angle(), ..pose };
                0.4 * (lens.menace(id, turned) - lens.menace(id, pose))
            }
            _ => 0.0,
        }
    }

    /// What a ray from this side may be worth after the moves: airplanes are guessed to fly one of a few ways.
    fn ray_guess(&self, lens: &Lens<'_>, id: VehicleId, pose: Pose, side: usize) -> f64 {
        let mut best = 0.0;
        for target in self.enemy_tripods(id) {
            best = f64::max(best, 0.8 * lens.ray_from(id, pose, side, target, self[target].pose));
        }
        for target in self.in_play().filter(|t| self.team(*t) != self.team(id)) {
            let Some(model) = self.model(target).airplane() else { continue };
            let from = self[target].pose;
            let mut worth = 0.4 * lens.ray_from(id, pose, side, target, lens.pursue(target)[0]);
            for rudder in [Rudder::Left, Rudder::Right, Rudder::Neither] {
                if let Some(card) = guide(&model.deck.cards, rudder) {
                    worth += 0.2 * lens.ray_from(id, pose, side, target, fly(model, from, card));
                }
            }
            best = f64::max(best, worth);
        }
        best
    }

    fn burns_objectives(&self) -> bool {
        let Some(file) = &self.table.scenario else { return false };
        file.victory.iter().any(|v| {
            v.team == Team::Martians && v.all.iter().any(|c| matches!(c, Condition::ObjectivesDestroyed(_)))
        })
    }

    /// The shot that promises most; none if this vehicle has none.
    fn best_shot(&self, vehicle: VehicleId, gun: u8) -> Option<ShotOption> {
        let lens = Lens::new(self);
        let mine = self.shots.iter().filter(|s| s.vehicle == vehicle && gun_of(&s.declaration) == gun);
        let best = mine.map(|s| (self.shot_worth(&lens, s), s)).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, shot)| *shot)
    }

    /// The worth of a shot by its range, the armor in its way, and how near its target is to the end.
    fn shot_worth(&self, lens: &Lens<'_>, shot: &ShotOption) -> f64 {
        let short = shot.range == Range::Short;
        let cards = if short { 2.0 } else { 1.0 };
        let through = |through: Through, hit: f64| if through == Through::Armor { 0.25 * hit } else { hit };
        let (target, hit) = match shot.declaration {
            Declaration::Fire { target, gun, through: t, sniper, perfect_aim } => {
                let points = self.model(shot.vehicle).airplane().map_or(0.0, |m| {
                    let gun = &m.guns[usize::from(gun)];
                    let draws = if short { gun.short } else { gun.long };
                    draws.iter().map(|deck| lens.mean(self.supply(target, deck))).sum()
                });
                let skill = 0.3 * f64::from(u8::from(sniper) + u8::from(perfect_aim));
                (target, through(t, points + cards * skill))
            }
            Declaration::Ray { target, .. } => match shot.across.map(|a| a.through) {
                Some(Through::Armor) => (target, 0.8),
                Some(Through::Open) => (target, 2.0 * lens.mean(DeckId::A) + 0.5 * cards),
                None => (target, 2.0 + cards),
            },
            Declaration::RayBombs { bombs, .. } => return self.bombs_worth(lens, shot.vehicle, bombs),
            Declaration::Cannon { target, through: t } => (target, through(t, lens.mean(DeckId::C))),
            Declaration::Launch { target, count } => (target, 0.9 * f64::from(count) * lens.mean(DeckId::D)),
            Declaration::Hook { target } => (target, 2.0),
            Declaration::Hold | Declaration::Smoke { .. } => return 0.0,
        };
        let worn = f64::from(self.total_damage(target)) / f64::from(self.model(target).resistance().max(1));
        hit * (1.0 + worn)
    }

    /// What it is worth to burst bombs in the air: what they would do to the own side, if the ray is strong enough.
    fn bombs_worth(&self, lens: &Lens<'_>, id: VehicleId, bombs: VehicleId) -> f64 {
        let Some(bomb) = self.invasion().and_then(|i| i.bombs.iter().find(|b| b.bomber == bombs)) else {
            return 0.0;
        };
        let harm: f64 = self
            .strikes_of(bomb)
            .iter()
            .map(|s| {
                let side = if self.team(s.target) == self.team(id) { 1.0 } else { -1.0 };
                let dot = if s.dot { 1.5 } else { 1.0 };
                // Special damage topples, too.
                side * dot * f64::from(s.loads) * (lens.mean(DeckId::C) + 1.0)
            })
            .sum();
        0.4 * harm
    }

    /// Whether the card in hand is one that luck should turn away.
    fn hand_is_heavy(&self) -> bool {
        let (Some(hand), Some(task)) = (self.work.hand, self.work.queue.first()) else { return false };
        let card = self.damage_card(task.deck, hand.row);
        card.points >= 3 || card.is_explosion() || card.special.is_some()
    }

    /// Where a tripod comes to stand, if nothing is in its way.
    fn walk(&self, id: VehicleId, from: Pose, row: CardIx) -> Pose {
        let card = self.deck(id).card(row);
        match self.model(id) {
            _ if !card.class.is_movement() => from,
            Model::Airplane(m) => fly(m, from, card),
            Model::Tripod(m) if self[id].tripod().is_some_and(|tripod| tripod.console.reverse) => {
                backward_move(from, &card.path, m.apothem)
            }
            Model::Tripod(m) => forward_move(from, &card.path, m.apothem, m.apothem),
        }
    }
}

impl Lens<'_> {
    /// Three poses of an airplane that turns towards its goal and keeps to the table.
    pub fn pursue(&self, id: VehicleId) -> [Pose; 3] {
        let state = self.state;
        let mut at = state[id].pose;
        let Some(model) = state.model(id).airplane().filter(|_| !state.is_on_ground(id)) else {
            return [at; 3];
        };
        let goal = self.goal_of(id);
        [(); 3].map(|()| {
            let ways = [Rudder::Neither, Rudder::Left, Rudder::Right];
            let ways =
                ways.into_iter().filter_map(|r| guide(&model.deck.cards, r)).map(|c| fly(model, at, c));
            let worth = |to: &Pose| {
                let way = goal - to.centre;
                let aim = to.heading.fwd().dot(way) / way.length().max(1.0);
                aim - if state.table.area.contains(to.centre) { 0.0 } else { 5.0 }
            };
            at = ways.max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap_or(at);
            at
        })
    }

    fn goal_of(&self, id: VehicleId) -> Vec2 {
        let (state, here) = (self.state, self.state[id].pose.centre);
        if self.goes_home() {
            return Vec2::new(here.x, -500.0);
        }
        let tripods = state.enemy_tripods(id).map(|t| state[t].pose.centre);
        let area = state.table.area;
        let middle = Vec2::new(area.width / 2.0, area.height / 2.0);
        tripods.min_by(|a, b| a.distance(here).total_cmp(&b.distance(here))).unwrap_or(middle)
    }
}

/// One vehicle that thinks through its plans against where the enemies may be.
struct Thought<'a> {
    lens: Lens<'a>,
    id: VehicleId,
    guesses: Guesses,
    foes: SmallVec<[VehicleId; 8]>,
}

impl<'a> Thought<'a> {
    fn new(state: &'a State, id: VehicleId) -> Self {
        let mut lens = Lens::new(state);
        let team = state.team(id);
        let foes: SmallVec<[VehicleId; 8]> = state.in_play().filter(|f| state.team(*f) != team).collect();
        let mut guesses: Guesses = state.vehicles.iter().map(|v| [v.pose; 3]).collect();
        for foe in foes.iter().filter(|f| !state.is_tripod(**f)) {
            guesses[foe.index()] = lens.pursue(*foe);
            lens.poses[foe.index()] = guesses[foe.index()][2];
        }
        Self { lens, id, guesses, foes }
    }

    /// What the cards from this space on promise.
    fn plan(&mut self, plan: &Spaces, from: usize) -> f64 {
        match self.lens.state[self.id].craft {
            Craft::Airplane(_) => self.fly(plan, from),
            Craft::Tripod(_) => self.walk(plan, from),
        }
    }

    fn fly(&mut self, plan: &Spaces, from: usize) -> f64 {
        let (state, id) = (self.lens.state, self.id);
        let mut at = state.aloft(id);
        let mut worth = 0.0;
        for (space, row) in plan.iter().enumerate().skip(from) {
            let Some(row) = *row else { continue };
            worth += self.picture(at.pose, row);
            let before = at.pose;
            let Some(next) = self.carry_out(&at, row) else { return worth - self.lens.share(id) };
            at = next;
            if !state.table.area.contains(at.pose.centre) {
                return worth + self.leaves(before, at.pose);
            }
            let (lens, guesses) = (&self.lens, &self.guesses);
            let guns = |f: &VehicleId| lens.guns(id, at.pose, *f, guesses[f.index()][space]);
            let rays = |f: &VehicleId| lens.ray(*f, guesses[f.index()][space], id, at.pose);
            worth += self.foes.iter().map(guns).fold(0.0, f64::max);
            worth -= 0.3 * self.foes.iter().map(rays).sum::<f64>();
        }
        self.lens.poses[id.index()] = at.pose;
        worth + self.lens.standing(id, &at) + self.lens.goals()
    }

    /// An airplane after a card; none if it crashes.
    fn carry_out(&self, at: &Aloft, row: CardIx) -> Option<Aloft> {
        let (state, id) = (self.lens.state, self.id);
        if state.altitude().is_some() {
            let (to, effect) = state.fly(id, *at, row, false);
            return (!matches!(effect, Effect::Crash(_))).then_some(to);
        }
        let model = state.model(id).airplane()?;
        Some(Aloft { pose: fly(model, at.pose, state.deck(id).card(row)), ..*at })
    }

    /// Leaving the table: the goal with a picture on board, else the loss of the vehicle.
    fn leaves(&self, before: Pose, after: Pose) -> f64 {
        let exit = self.lens.state.table.area.exit_border(before.centre, after.centre);
        let home = exit.is_some_and(|e| e.crosses(Border::South));
        if home && self.lens.goes_home() { 40.0 } else { -self.lens.share(self.id) }
    }

    /// Bring Proof: a stall near a tripod.
    fn picture(&self, at: Pose, row: CardIx) -> f64 {
        let state = self.lens.state;
        let stall = state.deck(self.id).card(row).class == CardClass::Stall;
        if !stall || state.picture || state.table.setup.scenario() != Some(Scenario::BringProof) {
            return 0.0;
        }
        let reach = state.table.content.half_ruler();
        let near = |f: &VehicleId| {
            let apothem = state.model(*f).tripod().map_or(0.0, |m| m.apothem);
            state[*f].pose.centre.distance(at.centre) - apothem <= reach
        };
        if self.foes.iter().any(near) { 15.0 } else { 0.0 }
    }

    fn walk(&mut self, plan: &Spaces, from: usize) -> f64 {
        let (state, id) = (self.lens.state, self.id);
        let (deck, point) = (state.deck(id), self.lens.point(id));
        let Some(tripod) = state[id].tripod() else { return 0.0 };
        let (mut at, mut reverse, mut energy) = (state[id].pose, tripod.console.reverse, tripod.energy);
        let mut worth = 0.0;
        for (space, row) in plan.iter().enumerate().skip(from) {
            let Some(row) = *row else { continue };
            let card = deck.card(row);
            let (before, backward) = (at, std::mem::replace(&mut reverse, card.class == CardClass::Reverse));
            if let (true, Some(m)) = (card.class.is_movement(), state.model(id).tripod()) {
                at = if backward {
                    backward_move(at, &card.path, m.apothem)
                } else {
                    forward_move(at, &card.path, m.apothem, m.apothem)
                };
            }
            if card.energy {
                worth -= point * if energy == 0 { 5.0 } else { 0.3 };
                energy = energy.saturating_sub(1);
            }
            if !state.table.area.contains(at.centre) {
                return worth + self.walks_off(before, at);
            }
            let (lens, guesses) = (&self.lens, &self.guesses);
            let rays = |f: &VehicleId| lens.ray(id, at, *f, guesses[f.index()][space]);
            let guns = |f: &VehicleId| lens.guns(*f, guesses[f.index()][space], id, at);
            if !card.stop && energy > 0 {
                // Every other phase the ray cools.
                worth += 0.55 * self.foes.iter().map(rays).fold(0.0, f64::max);
            }
            worth -= 0.6 * self.foes.iter().map(guns).sum::<f64>();
            if card.class == CardClass::StandingStill && !card.stop {
                worth += self.stands(at, energy);
            }
        }
        self.lens.poses[id.index()] = at;
        worth + self.lens.menace(id, at) - self.lens.goals()
    }

    /// What standing still is good for: burning what lies underneath, or gathering energy.
    fn stands(&self, at: Pose, energy: u8) -> f64 {
        let (state, id) = (self.lens.state, self.id);
        let need = if energy < 3 { 0.6 } else { 0.1 };
        let gather = if state[id].tripod().is_some_and(|tripod| energy < tripod.rating) {
            need * self.lens.point(id)
        } else {
            0.0
        };
        let base = state.footprint_at(id, at);
        let under = |o: &crate::state::Objective| {
            o.on_table() && geometry::overlaps(&base, &state.objective_footprint(o.pose))
        };
        let ground = state.terrain_counts()
            && state.terrain.iter().any(|t| t.placed && !t.destroyed && state.covers(t.kind, t.pose, &base));
        let burns = state.burns_objectives() && (ground || state.objectives.iter().any(under));
        gather + if burns { 4.0 } else { 0.0 }
    }

    /// A tripod leaves: the goal if everything is burnt and the Earthling side is crossed.
    fn walks_off(&self, before: Pose, after: Pose) -> f64 {
        let exit = self.lens.state.table.area.exit_border(before.centre, after.centre);
        let through = exit.is_some_and(|e| e.crosses(Border::South)) && self.lens.may_break_through();
        if through { 40.0 } else { -self.lens.share(self.id) }
    }
}
