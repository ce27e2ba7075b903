//! The game as the kernel knows it.

use crate::components::Components;
use crate::content::Content;
use crate::event::What;
use crate::goals;
use crate::kinds::Phase;
use crate::luck::SIDES;
use crate::order::{Ask, Order};
use crate::preview::Preview;
use crate::scenarios;
use crate::sequence_of_play::Breach;
use crate::setup::{self, Setup};
use crate::state::State;
use crate::steward::Judgement;
use crate::view::View;
use std::sync::Arc;
use table::{
    Advice, Breadth, Briefing, Dice, Duty, Game, Goal, Kind, Memory, Outcome, Prompt, Refusal, Row, RuleId,
    ScenarioInfo, Seat, SeatId, SetupError, SetupRequest, Sink, StateHash, TeamId, Viewer, Weight,
};

/// The layers of the ledger that this crate enforces: `(prefix, layer)`.
pub const LAYERS_IN_FORCE: &[(&str, &str)] = &[
    ("WW", "basic"),
    ("WW", "optional:cavalry-attract"),
    ("WW", "scenario:all"),
    ("WW", "scenario:mars-ironclads"),
    ("WW", "scenario:handling-machine-uprising"),
    ("WW", "scenario:refugee-crisis"),
];

/// The only seat: the Martians follow their charts (WW-CMP-01).
pub const HUMAN: SeatId = SeatId(0);

impl Game for State {
    type Content = Content;
    type Setup = Setup;
    type Ask = Ask;
    type Order = Order;
    type Preview = Preview;
    type What = What;
    type View = View;

    const ID: &'static str = "worlds";
    const TITLE: &'static str = "The War of the Worlds";
    const RULES_VERSION: u32 = 1;
    const KIND: Kind = Kind { simultaneous: false, hidden: false, chance: true, solitaire: true };

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
        setup::begin(content, setup, seed, sink)
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn prompts(&self, out: &mut Vec<Prompt<Ask>>) {
        if self.now.ask != Ask::Over {
            out.push(Prompt { seat: HUMAN, duty: Duty::Owed, ask: self.now.ask });
        }
    }

    fn each_option(&self, _prompt: &Prompt<Ask>, visit: &mut impl FnMut(Order) -> bool) -> bool {
        self.visit(visit)
    }

    fn check(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        if seat != HUMAN {
            return Err(Refusal::new("WW-CMP-01", "there is but one player, and this is another seat"));
        }
        if self.is_legal(*order) {
            return Ok(());
        }
        let (rule, why) = self.breach(*order);
        Err(Refusal::new(rule, why))
    }

    fn apply(&mut self, _seat: SeatId, order: &Order, sink: &mut Sink<What>) {
        self.carry_out(*order, sink);
    }

    fn preview(&self, seat: SeatId, order: &Order) -> Option<Preview> {
        self.check(seat, order).ok()?;
        self.foresee(order)
    }

    fn kept(&self, _seat: SeatId, preview: &Preview) -> Result<(), String> {
        self.keeps(preview)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome.map(|ending| Outcome {
            winner: Some(TeamId(u8::from(!ending.won()))),
            winner_name: Some(SIDES[usize::from(!ending.won())].to_owned()),
            grade: None,
            rule: RuleId(ending.rule()),
            how: ending.how(),
        })
    }

    fn is_over(&self) -> bool {
        self.now.outcome.is_some()
    }

    fn turn(&self) -> u32 {
        self.now.turn.into()
    }

    fn turn_begun(what: &What) -> Option<u32> {
        match what {
            What::TurnBegan { turn } => Some(u32::from(*turn)),
            _ => None,
        }
    }

    fn view(&self, _viewer: Viewer) -> View {
        self.project()
    }

    fn tell(&self, what: &What) -> String {
        self.words(what)
    }

    fn ask_text(&self, ask: &Ask) -> String {
        self.ask_words(ask)
    }

    fn order_text(&self, order: &Order) -> String {
        self.order_words(order)
    }

    fn row(&self, _prompt: &Prompt<Ask>, order: &Order) -> Row {
        self.row_of(order)
    }

    fn briefing(content: &Content, setup: &Setup) -> Briefing {
        goals::briefing(content, setup)
    }

    fn goals(&self, _viewer: Viewer) -> Vec<Goal> {
        self.all_goals()
    }

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
        self.stack.clear();
    }

    /// There is but one seat: who gives up leaves the world to the Martians.
    fn winner_against(&self, _seat: SeatId) -> Option<String> {
        Some("Martians".to_owned())
    }

    /// Only the dice to come are unknown.
    fn imagine(&self, _seat: SeatId, dice: &mut Dice) -> Self {
        Self { dice: Dice::new(dice.next_u64()), stack: Vec::new(), ..self.clone() }
    }

    fn position(&self) -> Setup {
        Setup {
            scenario: self.scenario_id().to_owned(),
            cavalry_attract: self.rules.attract && !self.rules.uprising,
            events: Vec::new(),
            stack: self.stack.clone(),
            position: Some(Box::new(self.now.clone())),
        }
    }

    fn weights(content: &Content) -> &[Weight] {
        &content.judged.weights
    }

    fn judge_by(&mut self, values: &[f64]) {
        if let Some(judgement) = Judgement::of(values) {
            self.judgement = Arc::new(judgement);
        }
    }

    fn advise(&self, prompt: &Prompt<Ask>, _memory: &mut Memory, _dice: &mut Dice) -> Option<Advice> {
        Some(crate::steward::advise(self, prompt))
    }

    fn routine(&self, _prompt: &Prompt<Ask>, _memory: &mut Memory, _dice: &mut Dice) -> Option<Order> {
        crate::steward::choice(self).1
    }

    fn candidates(&self, _prompt: &Prompt<Ask>, breadth: Breadth, dice: &mut Dice) -> Vec<usize> {
        crate::steward::worth_a_look(self, breadth, dice)
    }

    /// Won or lost; a win by far is a little better than one by a hair, and a loss by a hair than one by far.
    fn outlook(&self, _seat: SeatId) -> Option<f64> {
        Some(crate::steward::outlook(self))
    }

    /// The steward plays so quickly that every look ahead goes to the end.
    fn horizon(&self) -> u32 {
        u32::MAX
    }

    fn haste(&self) -> usize {
        8
    }
}

impl State {
    /// Why an order is refused: the entry that forbids it now.
    fn breach(&self, order: Order) -> Breach {
        match (self.now.ask, order) {
            (Ask::Over, _) => ("WW-VIC-07", "the match is over"),
            (Ask::TakeCard, Order::TakeCard { .. }) => {
                ("WW-SC1-02", "this card is chosen already, or there is none")
            }
            (_, Order::TakeCard { .. }) => ("WW-SC1-02", "the Event pile holds as many cards as it may"),
            (_, Order::TakeWorks { .. }) => ("WW-ACT-10", "no built Earthworks of this Gun are on the map"),
            (_, Order::TakeMill { .. }) => ("WW-ACT-10", "there is no Powder Mill on the map there"),
            (Ask::Deploy, _) => self.deploy_breach(order),
            (_, Order::Deploy { .. }) => ("WW-SC1-03", "all units are deployed"),
            (
                Ask::Production,
                Order::Buy { .. } | Order::Discount { .. } | Order::RandomHarbour | Order::Harbour { .. },
            ) => self.purchase_breach(order),
            (
                _,
                Order::Buy { .. } | Order::Discount { .. } | Order::RandomHarbour | Order::Harbour { .. },
            ) => ("WW-PRO-03", "units and Harbours are bought in the Production Phase"),
            (Ask::Plans | Ask::ChoosePlan, Order::RandomPlan | Order::ChosenPlan { .. }) => {
                self.plan_breach(order)
            }
            (_, Order::RandomPlan | Order::ChosenPlan { .. }) => {
                ("WW-PLN-01", "Battle Plans are bought at the start of a battle, before the initiative")
            }
            (Ask::PlaceGun { unit } | Ask::PlaceFoot { unit }, Order::Place { .. } | Order::LeaveOff) => {
                self.place_breach(unit, order)
            }
            (Ask::PlaceRefugee { .. }, _) => ("WW-NAV-03", "Refugees start in the top row"),
            (Ask::Ships, _) => self.ship_breach(order),
            (_, Order::BuyShip { .. } | Order::FreeShip { .. }) => {
                ("WW-NAV-04", "War Ships are bought in the set-up of a Naval Battle")
            }
            (Ask::Fire, _) => self.fire_breach(order),
            (Ask::Sea, _) => self.sea_breach(order),
            (Ask::Action, Order::Play { .. }) => {
                ("WW-EVT-03", "no such card is saved, or this is not its moment")
            }
            (Ask::Action, _) => self.action_breach(order),
            (Ask::Target { .. }, _) => ("WW-MAR-10", "choose one of the Guns that are equally close"),
            (Ask::SeaStep { .. }, _) => ("WW-NAV-09", "choose a hex that brings the Tripod closer"),
            (Ask::SeaTarget { .. }, _) => ("WW-NAV-11", "choose one of the counters that are equally close"),
            (Ask::Excess { .. }, _) => ("WW-REF-02", "the zone must give up Refugees first"),
            (Ask::Card | Ask::Apply, _) => ("WW-PLN-04", "a Battle card lies open"),
            (Ask::Reroll, _) => ("WW-PLN-06", "a die waits to be kept or rolled again"),
            (Ask::Flip, _) => ("WW-PLN-05", "only undamaged Tripods on the board are flipped"),
            (Ask::Shell, _) => ("WW-PLN-07", "a Tripod was just damaged: use Explosive Shell, or not"),
            (Ask::Or, _) => ("WW-EVT-02", "this effect is not possible now"),
            (Ask::Event, _) => ("WW-EVT-07", "the card asks for another choice"),
            (_, Order::Play { .. }) => ("WW-EVT-03", "no such card is saved, or this is not its moment"),
            _ if self.now.phase == Phase::Battle => ("WW-BAT-04", "this is not what the battle waits for"),
            _ => ("WW-SEQ-01", "this is not the phase for it"),
        }
    }
}
