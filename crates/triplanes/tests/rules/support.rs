//! A small language for rule tests: lay a scene, play it, look at what happened.
//!
//! Vehicles are numbered in the order in which the scene names them. All airplanes sit in seat 0 and all
//! tripods in seat 1 unless [`Scene::seats`] says otherwise.
#![allow(dead_code, reason = "each test file uses its own part of this language")]

use geometry::{Angle, Vec2};
use std::sync::Arc;
use table::{Game, Match, Refusal, SeatId, SetupError, Viewer};
use triplanes::*;

pub const EARTH: SeatId = SeatId(0);
pub const MARS: SeatId = SeatId(1);

/// A set-up in the making.
#[derive(Clone)]
pub struct Scene {
    pub content: Arc<Content>,
    pub setup: Setup,
}

/// The built-in component files with some text replaced: `(file, from, to)`.
pub fn content_with(changes: &[(&str, &str, &str)]) -> Arc<Content> {
    let mut files: Vec<(&str, String)> =
        content::BUILT_IN.iter().map(|(file, text)| (*file, (*text).to_owned())).collect();
    for (file, from, to) in changes {
        let (_, text) = files.iter_mut().find(|(f, _)| f == file).expect("a component file");
        assert!(text.contains(from), "{file} does not contain {from:?}");
        *text = text.replace(from, to);
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(f, t)| (*f, t.as_str())).collect();
    Arc::new(Content::parse(&files).expect("content"))
}

/// Damage cards on a console, by their names: "B 3 circuits".
pub fn held(cards: &[&str]) -> Vec<HeldSetup> {
    let card = |card: &&str| HeldSetup {
        card: (*card).to_owned(),
        aimed: false,
        sniper: false,
        doubled: false,
        bomb: false,
        known_to: None,
        shown: false,
        points_only: false,
        turn: 1,
    };
    cards.iter().map(card).collect()
}

impl Scene {
    /// An empty simple battle with the strict setting and the Standard layer.
    pub fn new() -> Self {
        let seat = |name: &str, team| SeatSetup { name: name.to_owned(), team };
        let request = table::SetupRequest { scenario: "simple-battle".to_owned(), ..Default::default() };
        let mut setup = State::resolve(&Content::built_in(), &request).expect("the simple battle");
        setup.seats = vec![seat("Earthling", Team::Earthlings), seat("Martian", Team::Martians)];
        setup.vehicles.clear();
        Self { content: Content::built_in(), setup }
    }

    pub fn printed(mut self) -> Self {
        self.setup.planning = Planning::Printed;
        self
    }

    pub fn basic(mut self) -> Self {
        self.setup.standard = false;
        self
    }

    pub fn content(mut self, content: Arc<Content>) -> Self {
        self.content = content;
        self
    }

    pub fn seats(mut self, seats: &[(&str, Team)]) -> Self {
        self.setup.seats =
            seats.iter().map(|(name, team)| SeatSetup { name: (*name).to_owned(), team: *team }).collect();
        self
    }

    /// Adds a vehicle to seat 0 (airplanes) or 1 (tripods).
    pub fn put(mut self, model: &str, x: f64, y: f64, facing: i32) -> Self {
        let seat = if model.starts_with("mk") { MARS } else { EARTH };
        let mut vehicle = VehicleSetup::new(model, seat);
        vehicle.at = Some(Vec2::new(x, y));
        vehicle.facing = Angle::degrees(facing);
        self.setup.vehicles.push(vehicle);
        self
    }

    /// Changes the vehicle that was put last.
    pub fn with(mut self, change: impl FnOnce(&mut VehicleSetup)) -> Self {
        change(self.setup.vehicles.last_mut().expect("a vehicle"));
        self
    }

    /// Gives the vehicle that was put last to another seat.
    pub fn of(self, seat: u8) -> Self {
        self.with(|v| v.seat = SeatId(seat))
    }

    pub fn energy(self, energy: u8) -> Self {
        self.with(|v| v.energy = Some(energy))
    }

    /// Damage cards on the console of the vehicle that was put last: "B 3 circuits".
    pub fn damage(self, cards: &[&str]) -> Self {
        self.with(|v| v.damage = held(cards))
    }

    pub fn objective(mut self, x: f64, y: f64) -> Self {
        let at = Some(Vec2::new(x, y));
        self.setup.objectives.push(ObjectiveSetup { at, ..ObjectiveSetup::to_place() });
        self
    }

    /// The cards that come next from a deck, in order: "3 circuits", "0", "explosion".
    pub fn stack(mut self, deck: DeckId, cards: &[&str]) -> Self {
        self.setup.stack.insert(deck, cards.iter().map(|c| (*c).to_owned()).collect());
        self
    }

    pub fn set(mut self, change: impl FnOnce(&mut Setup)) -> Self {
        change(&mut self.setup);
        self
    }

    pub fn try_begin(&self) -> Result<Play, SetupError> {
        Ok(Play { m: Match::begin(&self.content, self.setup.clone(), 1918)? })
    }

    /// Begins with planning, or at the step that the set-up names. A firing step in which nobody has a choice
    /// would go on by itself: far away two bystanders keep it open.
    pub fn begin(&self) -> Play {
        let play = self.try_begin().unwrap_or_else(|e| panic!("{e}"));
        match self.setup.step {
            Some(step @ Step::Firing { .. }) if play.step() != step && !play.draws() => {
                self.clone().bystanders().try_begin().unwrap_or_else(|e| panic!("{e}"))
            }
            _ => play,
        }
    }

    /// An airplane with a tripod in its sights, out of everybody's reach.
    fn bystanders(self) -> Self {
        let plan = |cards: [u8; 3]| Some(Cards(cards.map(Some)));
        let (model, flight) = if self.setup.ww2 {
            ("hurricane", Some(self.one_card()))
        } else {
            ("nieuport_16", plan([1, 2, 3]))
        };
        self.set(|s| s.area = [3000.0, 3000.0])
            .put(model, 2800.0, 2700.0, 0)
            .with(|v| v.plan = flight)
            .lowered()
            .put("mk1_locust", 2800.0, 2850.0, 180)
            .with(|v| v.plan = plan([11, 12, 13]))
    }

    /// The rule that refuses this set-up.
    pub fn refused_by(&self) -> &'static str {
        let error = self.try_begin().expect_err("the set-up should be refused");
        error.rule.unwrap_or_else(|| panic!("no rule: {error}")).0
    }
}

/// A match in play.
#[derive(Debug)]
pub struct Play {
    pub m: Match<State>,
}

pub fn v(id: u8) -> VehicleId {
    VehicleId(id)
}

impl Play {
    fn owner(&self, id: u8) -> SeatId {
        self.see(id).seat
    }

    /// The plan order for these cards: row ids ("R_straight") in spaces 1 to 3, "" for an empty space. Copies
    /// of one card get different numbers as long as the deck has them.
    pub fn plan_order(&self, id: u8, cards: &[&str]) -> Order {
        Order::Plan { vehicle: v(id), cards: card_numbers(self.m.content(), &self.see(id).model, cards) }
    }

    /// Plans three cards by their row ids.
    pub fn plan(&mut self, id: u8, cards: &[&str]) -> &mut Self {
        let order = self.plan_order(id, cards);
        self.give(self.owner(id), &order)
    }

    pub fn plan_refused(&self, id: u8, cards: &[&str]) -> Refusal {
        self.refusal(self.owner(id), &self.plan_order(id, cards))
    }

    pub fn act(&mut self, id: u8, action: Action) -> &mut Self {
        self.give(self.owner(id), &Order::Act { vehicle: v(id), action })
    }

    pub fn act_refused(&self, id: u8, action: Action) -> Refusal {
        self.refusal(self.owner(id), &Order::Act { vehicle: v(id), action })
    }

    pub fn pass(&mut self, id: u8) -> &mut Self {
        self.act(id, Action::Pass)
    }

    pub fn hold(&mut self, id: u8) -> &mut Self {
        self.give(self.owner(id), &Order::Hold { vehicle: v(id) })
    }

    #[expect(clippy::unused_self, reason = "reads like the other orders")]
    pub fn fire_order(&self, id: u8, target: u8, through: Through) -> Order {
        Order::Fire { vehicle: v(id), target: v(target), gun: 0, through, sniper: false, perfect_aim: false }
    }

    pub fn fire(&mut self, id: u8, target: u8, through: Through) -> &mut Self {
        let order = self.fire_order(id, target, through);
        self.give(self.owner(id), &order)
    }

    pub fn fire_refused(&self, id: u8, target: u8, through: Through) -> Refusal {
        self.refusal(self.owner(id), &self.fire_order(id, target, through))
    }

    pub fn ray(&mut self, id: u8, target: u8, ruler: RulerPosition) -> &mut Self {
        self.give(self.owner(id), &Order::Ray { vehicle: v(id), target: v(target), ruler })
    }

    /// Gives an order that must be accepted.
    pub fn give(&mut self, seat: SeatId, order: &Order) -> &mut Self {
        if let Err(refusal) = self.m.order(seat, order) {
            panic!("{order:?} of {seat} is refused: {refusal}");
        }
        self
    }

    /// The refusal of an order that must be refused; nothing may change by it.
    pub fn refusal(&self, seat: SeatId, order: &Order) -> Refusal {
        self.m.state().check(seat, order).expect_err("the order should be refused")
    }

    pub fn refused_by(&self, seat: SeatId, order: &Order) -> &'static str {
        self.refusal(seat, order).rule.0
    }

    /// Answers every open prompt with the quietest order until the step is this one (or the match is over):
    /// no action, no shot, the first legal plan. A ray takes its first target.
    pub fn until(&mut self, step: Step) -> &mut Self {
        for _ in 0..1000 {
            if self.view().step == step || self.view().outcome.is_some() {
                return self;
            }
            let prompt = *self.m.prompts().iter().find(|p| p.duty.waits()).expect("a prompt");
            let order = self.m.state().option(&prompt, 0);
            self.give(prompt.seat, &order);
        }
        panic!("{step:?} does not come");
    }

    /// Answers prompts quietly until nothing of this phase is open any more: the next action window or
    /// planning begins.
    pub fn rest_of_phase(&mut self) -> &mut Self {
        let now = |play: &Self| (play.view().turn, play.view().step.phase());
        let begun = now(self);
        while now(self) == begun && self.view().outcome.is_none() {
            self.quiet_order();
        }
        self
    }

    /// Answers prompts quietly until a new turn is planned.
    pub fn rest_of_turn(&mut self) -> &mut Self {
        let turn = self.view().turn;
        while self.view().turn == turn && self.view().outcome.is_none() {
            self.quiet_order();
        }
        self
    }

    fn quiet_order(&mut self) {
        let prompt = *self.m.prompts().iter().find(|p| p.duty.waits()).expect("a prompt");
        let order = self.m.state().option(&prompt, 0);
        self.give(prompt.seat, &order);
    }

    /// Everything, as the umpire sees it.
    pub fn view(&self) -> View {
        self.m.state().view(Viewer::Umpire)
    }

    pub fn view_of(&self, seat: SeatId) -> View {
        self.m.state().view(Viewer::Seat(seat))
    }

    /// A vehicle, as the umpire sees it.
    pub fn see(&self, id: u8) -> VehicleView {
        self.view().vehicles[usize::from(id)].clone()
    }

    /// A vehicle, as a seat sees it.
    pub fn seen_by(&self, seat: SeatId, id: u8) -> VehicleView {
        self.view_of(seat).vehicles[usize::from(id)].clone()
    }

    /// What an airplane has alone, as the umpire sees it.
    pub fn airplane(&self, id: u8) -> AirplaneView {
        self.see(id).airplane().expect("an airplane").clone()
    }

    pub fn airplane_seen_by(&self, seat: SeatId, id: u8) -> AirplaneView {
        self.seen_by(seat, id).airplane().expect("an airplane").clone()
    }

    /// What a tripod has alone, as the umpire sees it.
    pub fn tripod(&self, id: u8) -> TripodView {
        self.see(id).tripod().expect("a tripod").clone()
    }

    pub fn tripod_seen_by(&self, seat: SeatId, id: u8) -> TripodView {
        self.seen_by(seat, id).tripod().expect("a tripod").clone()
    }

    /// Whether a drawn card waits for its player.
    pub fn draws(&self) -> bool {
        matches!(self.step(), Step::Drawing { .. })
    }

    pub fn step(&self) -> Step {
        self.view().step
    }

    /// Where a vehicle stands: x, y, facing in degrees.
    pub fn at(&self, id: u8) -> (f64, f64, f64) {
        let pose = self.see(id).pose.expect("a vehicle on the table");
        (pose.centre.x, pose.centre.y, pose.heading.as_degrees())
    }

    pub fn points(&self, id: u8) -> u16 {
        self.see(id).points.expect("the umpire sees points")
    }

    pub fn energy(&self, id: u8) -> u8 {
        self.tripod(id).energy
    }

    /// What happened, as this viewer may know it.
    pub fn happened(&self, viewer: Viewer) -> Vec<What> {
        self.m.events().iter().filter_map(|e| e.seen_by(viewer)).cloned().collect()
    }

    /// What happened in words, each with its rule, as this viewer may know it.
    pub fn log(&self, viewer: Viewer) -> Vec<String> {
        let seen = self.m.events().iter().filter_map(|e| Some((e.rule, e.seen_by(viewer)?)));
        seen.map(|(rule, what)| format!("{} [{rule}]", self.m.state().tell(what))).collect()
    }

    /// Whether an event with this rule was seen by the umpire.
    pub fn cites(&self, rule: &str) -> bool {
        self.m.events().iter().any(|e| e.rule.0 == rule)
    }

    /// All orders that this seat may give now.
    pub fn legal(&self, seat: SeatId) -> Vec<Order> {
        let state = self.m.state();
        let own = self.m.prompts().iter().filter(|p| p.seat == seat);
        own.flat_map(|p| (0..state.options(p)).map(|n| state.option(p, n))).collect()
    }

    pub fn asks(&self, seat: SeatId) -> Vec<Ask> {
        self.m.prompts().iter().filter(|p| p.seat == seat).map(|p| p.ask).collect()
    }
}

/// Asserts that two poses are the same within the table's tolerance.
pub fn assert_at(play: &Play, id: u8, x: f64, y: f64, facing: f64) {
    let (px, py, pf) = play.at(id);
    assert!((px - x).abs() <= 0.01 && (py - y).abs() <= 0.01, "({px}, {py}) instead of ({x}, {y})");
    assert!((pf - facing).abs() < 1e-9, "facing {pf} instead of {facing}");
}

/// The printed numbers of these cards of a model's deck.
fn card_numbers(content: &Content, model: &str, cards: &[&str]) -> Cards {
    let model = content.model(model).expect("a model");
    let deck = model.deck();
    let mut numbers = [None; 3];
    for (space, card) in cards.iter().enumerate() {
        if card.is_empty() {
            continue;
        }
        let row = deck.by_id(card).unwrap_or_else(|| panic!("deck {} has no card {card}", deck.id));
        let all = &deck.card(row).numbers;
        let used = cards[..space].iter().filter(|c| *c == card).count();
        numbers[space] = Some(all[used.min(all.len() - 1)]);
    }
    Cards(numbers)
}

/// How a match ended that this team won, as [`Play::ended`] says it.
pub fn wins(team: Team, rule: &'static str) -> (Option<String>, &'static str) {
    (Some(team.name().to_owned()), rule)
}

/// Positions in the middle of a turn, and scenarios.
impl Scene {
    /// A scenario with its own forces, as these options ask for it.
    pub fn scenario(id: &str, options: &[(&str, &str)]) -> Self {
        let request = table::SetupRequest::of(id, options);
        let content = Content::built_in();
        let setup = State::resolve(&content, &request).unwrap_or_else(|e| panic!("{e}"));
        Self { content, setup }
    }

    /// Begins at this step instead of with planning.
    #[expect(clippy::wrong_self_convention, reason = "one more step in building a scene")]
    pub fn from_step(mut self, step: Step) -> Self {
        self.setup.step = Some(step);
        self
    }

    /// The cards that lie in the spaces of the vehicle that was put last.
    pub fn planned(mut self, cards: &[&str]) -> Self {
        let vehicle = self.setup.vehicles.last_mut().expect("a vehicle");
        vehicle.plan = Some(card_numbers(&self.content, &vehicle.model, cards));
        self
    }
}

impl Play {
    /// How often an event with this rule happened.
    pub fn times(&self, rule: &str) -> usize {
        self.m.events().iter().filter(|e| e.rule.0 == rule).count()
    }

    /// Who won, by which rule. The winner of a draw is nobody.
    pub fn ended(&self) -> Option<(Option<String>, &'static str)> {
        self.view().outcome.map(|o| (o.winner_name, o.rule.0))
    }
}

impl Scene {
    /// Begins with the firing step of phase 1: everybody stands where he was put, airplanes have straights
    /// planned and tripods that are on their feet standing still cards.
    pub fn firing(self) -> Self {
        self.set(|s| {
            s.step = Some(Step::Firing { phase: 0 });
            let ww2 = s.ww2;
            for v in &mut s.vehicles {
                let cards = match v.model.starts_with("mk") {
                    true => [Some(11), Some(12), Some(13)],
                    false if ww2 => [Some(1), None, None],
                    false => [Some(1), Some(2), Some(3)],
                };
                v.plan = (v.tripod.toppled == 0 && v.fate.is_none()).then_some(Cards(cards));
            }
        })
    }

    /// The tripod that was put last has chosen heat-ray with the projector on this side.
    pub fn ray_from(self, side: Side) -> Self {
        self.with(|v| v.action = Some(Action::HeatRay { from: side }))
    }
}

impl Play {
    /// Every way in which the heat-ray of a tripod can hit: the target and how the ruler lies. A single way
    /// is no choice, so naming it is refused with TT-TFR-09.
    pub fn ways_to_hit(&self, id: u8) -> Vec<(u8, RulerPosition)> {
        use RulerPosition::{RightAngle, TiltedLeft, TiltedRight};
        let targets = 0..self.view().vehicles.len() as u8;
        let all = targets.flat_map(|t| [RightAngle, TiltedLeft, TiltedRight].map(|ruler| (t, ruler)));
        all.filter(|(target, ruler)| {
            let order = Order::Ray { vehicle: v(id), target: v(*target), ruler: *ruler };
            self.m.state().check(self.owner(id), &order).map_or_else(|r| r.rule.0 == "TT-TFR-09", |()| true)
        })
        .collect()
    }

    pub fn ray_refused(&self, id: u8, target: u8, ruler: RulerPosition) -> Refusal {
        self.refusal(self.owner(id), &Order::Ray { vehicle: v(id), target: v(target), ruler })
    }
}

/// The point this many millimetres from another one, in this direction.
pub fn ahead((x, y): (f64, f64), degrees: i32, mm: f64) -> (f64, f64) {
    let to = Vec2::new(x, y) + Angle::degrees(degrees).fwd() * mm;
    (to.x, to.y)
}

/// The built-in components with a small damage deck instead of this one: `(count, points)`, no symbols.
pub fn content_with_deck(deck: DeckId, cards: &[(u16, u8)]) -> Arc<Content> {
    let (_, text) = content::BUILT_IN.iter().find(|(file, _)| *file == "damage.toml").expect("damage.toml");
    let after = &text[text.find(&format!("id = \"{deck}\"")).expect("the deck")..];
    let old = &after[..after.find("\n]").expect("the last card")];
    let row = |(count, points): &(u16, u8)| {
        let zero = *points == 0;
        format!(
            "{{ count = {count}, points = {points}, zero = {zero}, special = \"\", energy_icons = 0, \
             corner_special = \"\", provenance = \"reconstructed\" }}"
        )
    };
    let rows: Vec<String> = cards.iter().map(row).collect();
    let total: u16 = cards.iter().map(|(count, _)| count).sum();
    let new = format!(
        "id = \"{deck}\"\ntotal_cards = {total}\nused_for = \"a test\"\nprovenance = \"reconstructed\"\n\
         card = [{}",
        rows.join(", ")
    );
    content_with(&[("damage.toml", old, &new)])
}

/// Duels: who fires at whom.
impl Scene {
    /// An airplane at (450, 200) facing north, vehicle 0, and a Locust due north of it, vehicle 1, the nearest
    /// side of its base `gap` mm from the airplane's centre. Facing 0 it shows its open rear, facing 180 its
    /// armored front. The area is long enough for a chase.
    pub fn duel(airplane: &str, gap: f64, facing: i32) -> Self {
        Self::new().set(|s| s.area = [900.0, 3000.0]).put(airplane, 450.0, 200.0, 0).put(
            "mk1_locust",
            450.0,
            200.0 + gap + 31.2,
            facing,
        )
    }

    /// A Nieuport, vehicle 0, that is about to fly straight on from the front of a standing Locust, vehicle 1:
    /// a heat-ray from the front will hit its rear at long range.
    pub fn under_the_ray() -> Self {
        Self::new()
            .set(|s| s.area = [900.0, 3000.0])
            .put("nieuport_16", 450.0, 400.0, 0)
            .planned(&["R_straight", "R_stall", "R_straight"])
            .put("mk1_locust", 450.0, 280.0, 0)
            .planned(&["TA_standing_still"; 3])
            .from_step(Step::Actions { phase: 0 })
    }

    /// [`Scene::firing`] in another phase, 0 to 2, or with cards that were planned.
    pub fn firing_in(self, phase: u8) -> Self {
        let planned: Vec<Option<Cards>> = self.setup.vehicles.iter().map(|v| v.plan).collect();
        self.firing().from_step(Step::Firing { phase }).set(|s| {
            for (vehicle, plan) in s.vehicles.iter_mut().zip(planned) {
                vehicle.plan = plan.or(vehicle.plan);
            }
        })
    }
}

impl Play {
    /// Plans a chase for all Nieuports and Locusts: straight ahead, the airplanes by 97 mm in each phase, the
    /// tripods by 88.4 mm and, running in phase 3, by 102.4 mm.
    pub fn plan_chase(&mut self) -> &mut Self {
        for vehicle in self.view().vehicles.iter().filter(|v| v.fate == Fate::InPlay) {
            if vehicle.tripod().is_some() {
                self.plan(vehicle.id.0, &["TA_long_straight", "TA_long_straight", "TA_running"]);
            } else {
                self.plan(vehicle.id.0, &["R_straight"; 3]);
            }
        }
        self
    }

    /// How many cards are left in a deck that is in use.
    pub fn left_in(&self, deck: DeckId) -> u16 {
        self.view().decks.iter().find(|d| d.deck == deck).expect("a deck in use").left
    }

    /// The damage cards on a console with their deck, and whether they lie in the +1 space.
    pub fn held(&self, id: u8) -> Vec<(String, bool)> {
        let name = |d: &DamageView| format!("{} {}", d.deck, d.card.as_deref().expect("the umpire sees it"));
        self.see(id).damage.iter().map(|d| (name(d), d.aimed)).collect()
    }

    /// What happened by this rule, as this viewer may know it.
    pub fn caused_by(&self, rule: &str, viewer: Viewer) -> Vec<What> {
        let events = self.m.events().iter().filter(|e| e.rule.0 == rule);
        events.filter_map(|e| e.seen_by(viewer)).cloned().collect()
    }
}

/// Special weapons.
impl Scene {
    /// Black smoke is in use, and these clouds are on the table.
    pub fn clouds(self, clouds: &[(f64, f64)]) -> Self {
        let clouds = clouds.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
        self.set(|s| (s.black_smoke, s.clouds) = (true, clouds))
    }
}

impl Play {
    #[expect(clippy::unused_self, reason = "reads like the other orders")]
    pub fn cannon_order(&self, id: u8, target: u8, through: Through) -> Order {
        Order::Cannon { vehicle: v(id), target: v(target), through }
    }

    pub fn cannon(&mut self, id: u8, target: u8, through: Through) -> &mut Self {
        let order = self.cannon_order(id, target, through);
        self.give(self.owner(id), &order)
    }

    pub fn cannon_refused(&self, id: u8, target: u8, through: Through) -> &'static str {
        self.refused_by(self.owner(id), &self.cannon_order(id, target, through))
    }

    pub fn launch(&mut self, id: u8, target: u8, count: u8) -> &mut Self {
        self.give(self.owner(id), &Order::Launch { vehicle: v(id), target: v(target), count })
    }

    pub fn launch_refused(&self, id: u8, target: u8, count: u8) -> &'static str {
        self.refused_by(self.owner(id), &Order::Launch { vehicle: v(id), target: v(target), count })
    }

    pub fn hook(&mut self, id: u8, target: u8) -> &mut Self {
        self.give(self.owner(id), &Order::Hook { vehicle: v(id), target: v(target) })
    }

    pub fn hook_refused(&self, id: u8, target: u8) -> &'static str {
        self.refused_by(self.owner(id), &Order::Hook { vehicle: v(id), target: v(target) })
    }

    pub fn smoke(&mut self, id: u8, (x, y): (f64, f64), remove: Option<u8>) -> &mut Self {
        self.give(self.owner(id), &Order::Smoke { vehicle: v(id), at: Vec2::new(x, y), remove })
    }

    pub fn smoke_refused(&self, id: u8, (x, y): (f64, f64), remove: Option<u8>) -> &'static str {
        self.refused_by(self.owner(id), &Order::Smoke { vehicle: v(id), at: Vec2::new(x, y), remove })
    }

    /// The clouds on the table.
    pub fn clouds(&self) -> Vec<(f64, f64)> {
        self.view().clouds.iter().map(|at| (at.x, at.y)).collect()
    }

    /// The cards that a vehicle has turned up, in order.
    pub fn turned_up(&self, id: u8) -> Vec<String> {
        let reveals = self.happened(Viewer::Spectator).into_iter().filter_map(|what| match what {
            What::Revealed { cards, .. } => cards.into_iter().find(|c| c.vehicle == v(id)),
            _ => None,
        });
        reveals.map(|c| c.card).collect()
    }
}

/// Aces and terrain.
impl Scene {
    /// The pilot of this airplane is an ace with these skills; each has so many recovery counters.
    pub fn ace(self, id: usize, skills: &[(Skill, u8)]) -> Self {
        let written = |(skill, counters): &(Skill, u8)| {
            let skill = skill.word().to_owned();
            match *counters {
                0 => SkillSetup::Ready(skill),
                counters => SkillSetup::Used(UsedSkill { skill, counters, recovering: false, fresh: false }),
            }
        };
        self.set(|s| s.vehicles[id].skills = skills.iter().map(written).collect())
    }

    /// A terrain template with its centre here.
    pub fn terrain(self, kind: TerrainKind, x: f64, y: f64) -> Self {
        let (at, facing) = (Some(Vec2::new(x, y)), Angle::ZERO);
        self.set(|s| s.terrain.push(TerrainSetup { kind, at, facing, used: false, destroyed: false }))
    }
}

impl Play {
    /// The recovery counters on a skill.
    pub fn counters(&self, id: u8, skill: Skill) -> u8 {
        let skills = self.airplane(id).skills;
        skills.iter().find(|s| s.skill == skill).expect("a skill of this pilot").counters
    }

    /// A machine gun order with these skills declared.
    #[expect(clippy::unused_self, reason = "reads like the other orders")]
    pub fn fire_using(&self, id: u8, target: u8, through: Through, skills: &[Skill]) -> Order {
        let (sniper, perfect_aim) = (skills.contains(&Skill::Sniper), skills.contains(&Skill::PerfectAim));
        let (vehicle, target) = (v(id), v(target));
        Order::Fire { vehicle, target, gun: 0, through, sniper, perfect_aim }
    }
}

/// Altitude.
impl Scene {
    /// The altitude rules are in use.
    pub fn altitude(self) -> Self {
        self.set(|s| s.altitude = true)
    }

    /// The level of the airplane that was put last.
    pub fn level(self, level: u8) -> Self {
        self.with(|v| v.level = Some(level))
    }

    /// With altitude rules: at the level of the tripods.
    fn lowered(self) -> Self {
        if self.setup.altitude { self.level(1) } else { self }
    }

    /// The landing field with its middle here, its long sides along this direction.
    pub fn field(self, x: f64, y: f64, facing: i32) -> Self {
        let field = FieldSetup { at: Some(Vec2::new(x, y)), facing: Angle::degrees(facing) };
        self.set(|s| s.field = Some(field))
    }
}

impl Play {
    /// Level and climb counters of an airplane.
    pub fn height(&self, id: u8) -> (u8, u8) {
        (self.see(id).level.expect("a level"), self.airplane(id).console.climb)
    }
}

/// A Locust with energy rating 8 and recharge level 3.
pub fn rated() -> Arc<Content> {
    static CONTENT: std::sync::OnceLock<Arc<Content>> = std::sync::OnceLock::new();
    let (from, to) = ("energy_rating = 9\nrecharge_level = 4", "energy_rating = 8\nrecharge_level = 3");
    Arc::clone(CONTENT.get_or_init(|| content_with(&[("tripods.toml", from, to)])))
}

/// Automated tripods.
impl Scene {
    /// Nobody steers the tripods of seat 1. The Locust has the figures of the ledger's examples: rating 8, recharge
    /// level 3.
    pub fn automated(self) -> Self {
        self.content(rated())
            .set(|s| s.automated = Some(AutomatedSetup { seats: vec![MARS], ..AutomatedSetup::default() }))
    }

    /// One airplane far away, vehicle 0, and one automated Locust, vehicle 1; the area is deep.
    pub fn lonely(x: f64, y: f64, facing: i32) -> Self {
        Self::new().automated().set(|s| s.area = [900.0, 3000.0]).put("nieuport_16", 450.0, 2000.0, 0).put(
            "mk1_locust",
            x,
            y,
            facing,
        )
    }

    /// The decks and the memory of the tripod that was put last.
    pub fn cards(mut self, change: impl FnOnce(&mut Automaton)) -> Self {
        let id = VehicleId(self.setup.vehicles.len() as u8 - 1);
        let model =
            self.content.model(&self.setup.vehicles.last().expect("a vehicle").model).expect("a model");
        let mut own = Automaton::new(id, model.deck());
        let automated = self.setup.automated.as_mut().expect("an automated seat");
        if let Some(at) = automated.tripods.iter().position(|t| t.vehicle == id) {
            own = automated.tripods.remove(at);
        }
        change(&mut own);
        automated.tripods.push(own);
        self
    }

    /// These cards come next from the current deck of the tripod that was put last.
    pub fn top(self, cards: &[u8]) -> Self {
        self.cards(|own| own.top = cards.to_vec())
    }

    /// Begins with the movement step of this phase, 0 to 2; airplanes fly their first straights.
    pub fn phase(self, phase: u8) -> Self {
        self.from_step(Step::Actions { phase }).set(|s| {
            for v in s.vehicles.iter_mut().filter(|v| !v.model.starts_with("mk") && v.fate.is_none()) {
                v.plan = v.plan.or(Some(Cards([1, 2, 3].map(Some))));
            }
        })
    }

    /// The first decision of the automated tripod, with this seed.
    pub fn decision_with(&self, seed: u64) -> Reasoning {
        let m = Match::begin(&self.content, self.setup.clone(), seed).unwrap_or_else(|e| panic!("{e}"));
        Play { m }.decisions().remove(0)
    }

    pub fn decision(&self) -> Reasoning {
        self.decision_with(1918)
    }

    /// How often each card, with the side turned to, is decided on, over so many seeds.
    pub fn decisions(&self, seeds: u64) -> std::collections::BTreeMap<String, u64> {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..seeds {
            *counts.entry(self.decision_with(seed).choice()).or_insert(0) += 1;
        }
        counts
    }
}

/// What a decision comes to, in a word.
pub trait Decided {
    /// "TA_curve_left_60", "TA_standing_still rear".
    fn choice(&self) -> String;
    fn cites(&self, rule: &str) -> bool;
}

impl Decided for Reasoning {
    fn choice(&self) -> String {
        let card = self.card.clone().unwrap_or_else(|| "nothing".to_owned());
        self.turn_to.map_or(card.clone(), |side| format!("{card} {}", side.name()))
    }

    fn cites(&self, rule: &str) -> bool {
        self.thoughts.iter().any(|t| t.rule.0 == rule)
    }
}

/// Tripods in WW2.
impl Scene {
    pub fn ww2(self) -> Self {
        self.set(|s| s.ww2 = true)
    }

    /// A straight in the space of the phase in which the scene begins.
    fn one_card(&self) -> Cards {
        let mut cards = [None; 3];
        let phase = match self.setup.step {
            Some(Step::Firing { phase }) => phase,
            _ => 0,
        };
        cards[usize::from(phase)] = Some(1);
        Cards(cards)
    }

    /// A WW2 airplane, vehicle 0, behind a Locust, vehicle 1: like [`Scene::duel`].
    pub fn ww2_duel(airplane: &str, gap: f64, facing: i32) -> Self {
        Self::duel(airplane, gap, facing).ww2()
    }
}

/// Invasion: tripods on both sides, and bombs.
impl Scene {
    /// Tripods may be on the Earthlings' side; the one that is put there gets a human pilot.
    pub fn crews(self) -> Self {
        self.set(|s| s.tripods_vs_tripods = true)
    }

    /// Bombs are in use.
    pub fn bombing(self) -> Self {
        self.set(|s| s.bombing = true)
    }

    /// The airplane that was put last carries so many loads.
    pub fn loads(self, loads: u8) -> Self {
        self.with(|v| v.loads = loads)
    }

    /// These loads fall in this phase: the cards of the phase are about to be carried out.
    pub fn released(self, drops: &[(u8, u8)]) -> Self {
        self.set(|s| s.invasion.dropping = drops.iter().map(|(id, loads)| (v(*id), *loads)).collect())
    }

    /// A bomb card of this airplane on the table, its dot here.
    pub fn bombs(self, bomber: u8, loads: u8, (x, y): (f64, f64)) -> Self {
        let pose = geometry::Pose { centre: Vec2::new(x, y), heading: Angle::ZERO };
        let (destroyed, fragments, struck, icon) = (false, false, false, false);
        let bomber = v(bomber);
        let card = BombCard { bomber, loads, pose, destroyed, fragments, struck, shot: 0, points: 0, icon };
        self.set(|s| s.invasion.bombs.push(card))
    }
}

impl Play {
    /// Everything that automated tripods decided, with the reasons: moves and shots.
    pub fn reasons(&self) -> Vec<Reasoning> {
        let all = self.happened(Viewer::Umpire).into_iter();
        all.filter_map(|what| if let What::Reasoned(r) = what { Some(*r) } else { None }).collect()
    }

    /// The decisions of movement steps.
    pub fn decisions(&self) -> Vec<Reasoning> {
        self.reasons().into_iter().filter(|r| !r.firing).collect()
    }

    /// The energy after each recharge of a tripod.
    pub fn recharges(&self, id: u8) -> Vec<(u8, Option<u8>)> {
        let all = self.happened(Viewer::Umpire).into_iter().filter_map(|what| match what {
            What::Recharged { vehicle, energy, objective, .. } if vehicle == v(id) => {
                Some((energy, objective))
            }
            _ => None,
        });
        all.collect()
    }

    /// The order for a card of the airplane's deck by its name ("straight", "left_45") and a marker.
    pub fn flight(&self, id: u8, card: &str, speed: Speed) -> Order {
        let model = self.m.content().model(&self.see(id).model).expect("a model").clone();
        let deck = model.deck();
        let name = format!("{}_{card}_{}", deck.id, speed.word());
        let row = deck.by_id(&name).unwrap_or_else(|| panic!("no card {name}"));
        Order::Fly { vehicle: v(id), card: deck.card(row).numbers[0] % 100, speed: Some(speed) }
    }

    pub fn fly(&mut self, id: u8, card: &str, speed: Speed) -> &mut Self {
        let order = self.flight(id, card, speed);
        self.give(self.owner(id), &order)
    }

    pub fn fly_refused(&self, id: u8, card: &str, speed: Speed) -> &'static str {
        self.refused_by(self.owner(id), &self.flight(id, card, speed))
    }

    /// The letters of the counters and cards on a console.
    pub fn drawn(&self, id: u8) -> Vec<DeckId> {
        self.see(id).damage.iter().map(|d| d.deck).collect()
    }

    /// Lays an action card face down.
    pub fn lay(&mut self, id: u8, card: ActionCard) -> &mut Self {
        self.give(self.owner(id), &Order::Commit { vehicle: v(id), card })
    }

    pub fn lay_refused(&self, id: u8, card: ActionCard) -> &'static str {
        self.refused_by(self.owner(id), &Order::Commit { vehicle: v(id), card })
    }

    pub fn drop_bombs(&mut self, id: u8, loads: u8) -> &mut Self {
        self.give(self.owner(id), &Order::Drop { vehicle: v(id), loads })
    }

    pub fn drop_refused(&self, id: u8, loads: u8) -> &'static str {
        self.refused_by(self.owner(id), &Order::Drop { vehicle: v(id), loads })
    }

    pub fn ray_at_bombs(&mut self, id: u8, bombs: u8, ruler: RulerPosition) -> &mut Self {
        self.give(self.owner(id), &Order::RayBombs { vehicle: v(id), bombs: v(bombs), ruler })
    }

    /// The bomber's player gives the tripod the card with this face.
    pub fn inflict(&mut self, bomber: u8, target: u8, face: &str) -> &mut Self {
        let hit = self.view().dot_hit.expect("cards of a dot hit");
        let card = hit.cards.iter().position(|c| c.as_deref() == Some(face)).expect("a card with this face");
        let order = Order::Inflict { vehicle: v(bomber), target: v(target), card: card as u8 };
        self.give(self.owner(bomber), &order)
    }

    /// The events of the match by the rules they cite, in order.
    pub fn rules_in_order(&self) -> Vec<&'static str> {
        self.m.events().iter().map(|e| e.rule.0).collect()
    }
}
