//! The game as the kernel knows it.

use crate::appraise::Judgement;
use crate::components::Components;
use crate::content::{Content, Spaces};
use crate::draws::Question;
use crate::event::What;
use crate::order::{Ask, Cards, Order};
use crate::planning;
use crate::preview::Preview;
use crate::scenarios;
use crate::setup::{self, Setup};
use crate::state::{State, Step, VehicleId};
use crate::vehicle::Craft;
use crate::view::View;
use std::sync::Arc;
use table::{
    Breadth, Briefing, Dice, Duty, Game, Goal, Kind, Outcome, Prompt, Refusal, Row, ScenarioInfo, Seat,
    SeatId, SetupError, SetupRequest, Sink, StateHash, Viewer, Weight, Worth,
};

/// The layers of the ledger that this crate enforces: `(prefix, layer)`.
pub const LAYERS_IN_FORCE: &[(&str, &str)] = &[
    ("TT", "basic"),
    ("TT", "standard"),
    ("TT", "optional:ace"),
    ("TT", "optional:anchor"),
    ("TT", "optional:rockets"),
    ("TT", "optional:cannon"),
    ("TT", "optional:black-smoke"),
    ("TT", "optional:terrain"),
    ("TT", "advanced:altitude"),
    ("TT", "scenario:general"),
    ("TT", "scenario:bring-proof"),
    ("TT", "scenario:spark-of-hope"),
    ("TT", "scenario:first-contact"),
    ("TT", "scenario:hunters-hunted"),
    ("TT", "scenario:piave"),
    ("TT", "scenario:eagles-nest"),
    ("INV", "optional:invasion"),
    ("INV", "optional:ww2"),
    ("INV", "scenario:alsace-again"),
    ("INV", "scenario:londons-burning"),
    ("INV", "optional:tripods-vs-tripods"),
    ("INV", "optional:bombing"),
    ("INV", "optional:automated-tripod"),
    ("INV", "scenario:a-lonely-invader"),
    ("INV", "scenario:down-from-the-alps"),
];

impl Game for State {
    type Content = Content;
    type Setup = Setup;
    type Ask = Ask;
    type Order = Order;
    type Preview = Preview;
    type What = What;
    type View = View;

    const ID: &'static str = "triplanes";
    const TITLE: &'static str = "Tripods & Triplanes";
    const RULES_VERSION: u32 = 1;
    const KIND: Kind = Kind { simultaneous: true, hidden: true, chance: true, solitaire: false };

    fn scenarios(content: &Content) -> Vec<ScenarioInfo> {
        scenarios::list(content)
    }

    fn content_hash(content: &Content) -> StateHash {
        content.hash()
    }

    fn components(content: &Content) -> impl serde::Serialize + 'static {
        Components::of(content)
    }

    fn resolve(content: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
        scenarios::resolve(content, request)
    }

    fn begin(
        content: &Arc<Content>,
        setup: &Setup,
        seed: u64,
        sink: &mut Sink<What>,
    ) -> Result<Self, SetupError> {
        let mut state = setup::begin(content, setup, seed)?;
        state.start(setup, sink)?;
        Ok(state)
    }

    fn seats(&self) -> &[Seat] {
        &self.table.seats
    }

    fn prompts(&self, out: &mut Vec<Prompt<Ask>>) {
        let mut ask = |id: VehicleId, owed: bool, ask: Ask| {
            out.push(Prompt { seat: self[id].owner, duty: Duty::owed_if(owed), ask });
        };
        match self.step {
            Step::Placing => out.extend(self.to_place()),
            Step::Planning => {
                for id in self.in_play().filter(|id| self.plans(*id)) {
                    ask(id, !self[id].planned, Ask::Plan { vehicle: id });
                }
            }
            Step::PlanningPhase { phase } => {
                for id in self.in_play() {
                    if !self.is_tripod(id) {
                        ask(id, self.owes_flight(id), Ask::Fly { vehicle: id });
                        continue;
                    }
                    if phase == 0 && self.plans(id) {
                        ask(id, !self[id].planned, Ask::Plan { vehicle: id });
                    }
                    // The action comes once the three cards are set (INV-WW2-10), secret ones later still (INV-WW2-11).
                    if self.may_act(id, phase) && !self.secret_actions() {
                        ask(id, !self.has_chosen(id), Ask::Act { vehicle: id });
                    }
                }
            }
            Step::Actions { phase } => {
                for id in self.in_play().filter(|id| self.may_act(*id, phase)) {
                    ask(id, !self.has_chosen(id), Ask::Act { vehicle: id });
                }
            }
            Step::Commit { phase } => {
                for id in self.in_play().filter(|id| self.may_act(*id, phase)) {
                    ask(id, self.laid(id).is_none(), Ask::Commit { vehicle: id });
                }
            }
            Step::Drops { .. } => {
                for id in self.in_play().filter(|id| self.owes_drop(*id)) {
                    ask(id, true, Ask::Drop { vehicle: id });
                }
            }
            Step::Reveal { .. } => {
                for id in self.in_play().filter(|id| self.shows_now(*id)) {
                    ask(id, !self.has_chosen(id), Ask::Act { vehicle: id });
                }
            }
            Step::Straights { .. } => {
                for id in self.in_play().filter(|id| self.owes_straight(*id)) {
                    ask(id, true, Ask::FlyStraight { vehicle: id });
                }
            }
            Step::EarlyFire { .. } => {
                for id in self.in_play().filter(|id| self.owes_declaration(*id)) {
                    ask(id, true, Ask::EarlyFire { vehicle: id });
                }
            }
            Step::Drawing { .. } => {
                if let Some((id, question)) = self.question() {
                    let what = match question {
                        Question::Lucky => Ask::Lucky { vehicle: id },
                        Question::Crater => Ask::DrawAgain { vehicle: id },
                        Question::Which => Ask::Apply { vehicle: id },
                    };
                    ask(id, true, what);
                } else if let Some(hit) = self.dot_hit() {
                    ask(hit.bomber, true, Ask::Inflict { vehicle: hit.bomber, target: hit.target });
                }
            }
            Step::Firing { .. } => {
                for id in self.in_play().filter(|id| self.owes_declaration(*id)) {
                    let what = match self[id].craft {
                        Craft::Airplane(_) => Ask::Fire { vehicle: id },
                        Craft::Tripod(_) if self.smoke_side(id).is_some() => Ask::Smoke { vehicle: id },
                        Craft::Tripod(_) => Ask::Ray { vehicle: id },
                    };
                    ask(id, true, what);
                }
                for (id, gun) in self.owing_positions() {
                    ask(id, true, Ask::FireGun { vehicle: id, gun });
                }
            }
            Step::Over => {}
        }
    }

    fn each_option(&self, prompt: &Prompt<Ask>, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let offers = self.offers(prompt);
        (0..offers.len()).any(|n| visit(self.offered(&offers, n)))
    }

    fn options(&self, prompt: &Prompt<Ask>) -> usize {
        self.offers(prompt).len()
    }

    fn option(&self, prompt: &Prompt<Ask>, n: usize) -> Order {
        self.offered(&self.offers(prompt), n)
    }

    fn sampled(&self, ask: &Ask) -> bool {
        matches!(
            ask,
            Ask::PlaceField
                | Ask::PlaceObjective { .. }
                | Ask::PlaceTerrain { .. }
                | Ask::PlaceVehicle { .. }
                | Ask::Smoke { .. }
        )
    }

    fn canonical(&self, _seat: SeatId, order: &Order) -> Order {
        match *order {
            // A plan that fills the space of a given card stays what it is: refused (TT-CAN-08).
            Order::Plan { vehicle, cards }
                if cards.0[0].is_none() || self[vehicle].bound.judge().first.is_none() =>
            {
                let deck = self.deck(vehicle);
                let spaces = cards.0.map(|card| card.and_then(|number| deck.row_of(number)));
                Order::Plan { vehicle, cards: self.plan_numbers(vehicle, spaces) }
            }
            Order::Act { vehicle, action } => {
                Order::Act { vehicle, action: self.canonical_action(vehicle, action) }
            }
            Order::Inflict { vehicle, target, card } => {
                Order::Inflict { vehicle, target, card: self.canonical_infliction(card) }
            }
            Order::FlyStraight { vehicle, card } => {
                let deck = self.deck(vehicle);
                let card = deck.row_of(card).map_or(card, |row| deck.card(row).numbers[0]);
                Order::FlyStraight { vehicle, card }
            }
            _ => order.clone(),
        }
    }

    fn check(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        self.judge_order(seat, order)
    }

    fn nearest(&self, seat: SeatId, order: &Order) -> Result<Order, Refusal> {
        self.nearest_order(seat, order)
    }

    fn apply(&mut self, _seat: SeatId, order: &Order, sink: &mut Sink<What>) {
        self.carry_out(order, sink);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.as_deref().cloned()
    }

    fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn briefing(content: &Content, setup: &Setup) -> Briefing {
        scenarios::goals::briefing(content, setup)
    }

    fn goals(&self, _viewer: Viewer) -> Vec<Goal> {
        self.all_goals()
    }

    fn view(&self, viewer: Viewer) -> View {
        self.project(viewer)
    }

    fn turn_begun(what: &What) -> Option<u32> {
        match what {
            What::TurnBegan { turn } => Some(u32::from(*turn)),
            _ => None,
        }
    }

    fn tell(&self, what: &What) -> String {
        self.words(what)
    }

    fn ask_text(&self, ask: &Ask) -> String {
        match *ask {
            Ask::PlaceField => "Place the landing field.".to_owned(),
            Ask::PlaceObjective { objective } => format!("Place objective {}.", objective + 1),
            Ask::PlaceTerrain { piece } => format!("Place a {}.", self.told_terrain(usize::from(piece))),
            Ask::Smoke { vehicle } => format!("Place {}'s black smoke.", self.name(vehicle)),
            Ask::PlaceVehicle { vehicle } => format!("Place {}.", self.name(vehicle)),
            Ask::Plan { vehicle } => self.told_planning(vehicle),
            Ask::Fly { vehicle } => format!("Plan a card and its speed for {}.", self.name(vehicle)),
            Ask::Act { vehicle } if matches!(self.step, Step::Reveal { .. }) => {
                format!("Show the action card of {}, and place its token.", self.name(vehicle))
            }
            Ask::Act { vehicle } => format!("Choose an action card for {}, or none.", self.name(vehicle)),
            Ask::Commit { vehicle } => {
                format!("Lay an action card face down for {}, a blank one, or none.", self.name(vehicle))
            }
            Ask::Drop { vehicle } => {
                let loads = self.loads(vehicle);
                let loads = if loads == 1 { "1 load".to_owned() } else { format!("up to {loads} loads") };
                format!("Drop bombs with {}: {loads}, or none.", self.name(vehicle))
            }
            Ask::Inflict { vehicle, target } => {
                let left = self.dot_hit().map_or(0, |hit| hit.left);
                format!(
                    "{}'s bombs hit {} squarely: choose {left} of the cards drawn.",
                    self.name(vehicle),
                    self.name(target)
                )
            }
            Ask::FlyStraight { vehicle } => format!("Choose the straight that {} flies.", self.name(vehicle)),
            Ask::Fire { vehicle } => match self.gun_name(vehicle, 0) {
                Some(gun) => format!("Fire with {}'s {gun}, or hold.", self.name(vehicle)),
                None => format!("Fire with {}, or hold.", self.name(vehicle)),
            },
            Ask::FireGun { vehicle, gun } => {
                let gun = self.gun_name(vehicle, gun).unwrap_or_default();
                format!("Fire with {}'s {gun}, or hold it.", self.name(vehicle))
            }
            Ask::EarlyFire { vehicle } => {
                format!("Fire with {} before anything moves, or wait.", self.name(vehicle))
            }
            Ask::Lucky { vehicle } => {
                format!("Let {}'s luck turn this card away, or take it.", self.name(vehicle))
            }
            Ask::DrawAgain { vehicle } => {
                format!("{} is inside a crater: draw another card, or not.", self.name(vehicle))
            }
            Ask::Apply { vehicle } => format!("Choose which of the two cards hits {}.", self.name(vehicle)),
            Ask::Ray { vehicle } => format!("Choose the target of {}'s heat-ray.", self.name(vehicle)),
        }
    }

    fn order_text(&self, order: &Order) -> String {
        self.order_words(order)
    }

    fn row(&self, prompt: &Prompt<Ask>, order: &Order) -> Row {
        self.row_of(prompt, order)
    }

    fn preview(&self, seat: SeatId, order: &Order) -> Option<Preview> {
        self.check(seat, order).ok()?;
        self.foresee(order)
    }

    fn draft(&self, seat: SeatId, order: &Order) -> Option<Preview> {
        self.foresee_wish(seat, order)
    }

    fn kept(&self, _seat: SeatId, preview: &Preview) -> Result<(), String> {
        self.keeps(preview)
    }

    fn procedure() -> Option<&'static str> {
        Some(setup::Team::Martians.name())
    }

    fn plays_itself(&self, seat: SeatId) -> bool {
        self.is_automated_seat(seat)
    }

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
        self.stack.clear();
    }

    fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Self {
        self.imagined(seat, dice)
    }

    fn position(&self) -> Setup {
        self.write_down()
    }

    fn weights(content: &Content) -> &[Weight] {
        &content.judged.weights
    }

    fn judge_by(&mut self, values: &[f64]) {
        if let Some(judgement) = Judgement::of(values) {
            self.judgement = Arc::new(judgement);
        }
    }

    fn muse(&self, seat: SeatId, dice: &mut Dice) -> Self {
        self.credible(seat, dice)
    }

    fn appraise(&self, seat: SeatId) -> Option<Worth> {
        let team = self.side_of(seat);
        let value = self.worth_to(team);
        let (dealt, taken) = (self.wear(team.enemy()), self.wear(team));
        Some(Worth { value, dealt, taken, stage: self.stage_of(team) })
    }

    fn candidates(&self, prompt: &Prompt<Ask>, breadth: Breadth, dice: &mut Dice) -> Vec<usize> {
        self.promising(prompt, breadth, dice)
    }

    fn reflex(&self, prompt: &Prompt<Ask>, dice: &mut Dice) -> Option<Order> {
        // What is placed is not judged by a turn that has not begun.
        (self.step != Step::Placing).then(|| self.at_once(prompt, dice))
    }

    fn outlook(&self, seat: SeatId) -> Option<f64> {
        Some(self.prospect(self.side_of(seat)))
    }

    fn is_sealed(&self) -> bool {
        matches!(self.step, Step::Planning | Step::PlanningPhase { .. })
    }
}

impl State {
    pub(crate) fn phase(&self) -> u8 {
        self.step.phase().unwrap_or(0)
    }

    /// The printed numbers of a plan as it is ordered: a card that a cannon shot put into space 1 is in use, but
    /// not part of the order (TT-CAN-08).
    pub(crate) fn plan_numbers(&self, vehicle: VehicleId, mut spaces: Spaces) -> Cards {
        let bound = self[vehicle].bound.judge();
        if let Some(first) = bound.first {
            spaces[0] = (!bound.first_inserted).then_some(first);
        }
        let mut cards = planning::numbers(self.deck(vehicle), &spaces);
        if bound.first.is_some() {
            cards.0[0] = None;
        }
        cards
    }

    /// Whether this seat may give this order now: the section that an order belongs to refuses it.
    fn judge_order(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        self.over_breach()?;
        let Some(vehicle) = order.commanded() else {
            return self.place_breach(seat, order);
        };
        self.unplaced_breach()?;
        self.command_breach(seat, vehicle)?;
        self.procedure_breach(vehicle)?;
        self.gone_breach(vehicle)?;
        match *order {
            Order::Plan { cards, .. } => self.planning_breach(vehicle, &cards),
            Order::Fly { card, speed, .. } => self.flight_breach(vehicle, card, speed).map(|_| ()),
            Order::Commit { card, .. } => self.laying_breach(vehicle, card),
            Order::Drop { loads, .. } => self.drop_breach(vehicle, loads),
            Order::Inflict { target, card, .. } => self.infliction_breach(vehicle, target, card),
            Order::Act { action, .. } => self.choice_breach(vehicle, action),
            Order::FlyStraight { card, .. } => self.straight_breach(vehicle, card),
            Order::Lucky { .. } | Order::DrawAgain { .. } | Order::Apply { .. } => {
                self.judge_answer(vehicle, order)
            }
            _ => self.declaration_breach(vehicle, order),
        }
    }
}
