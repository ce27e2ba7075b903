//! The game as the kernel knows it.

use crate::components::Components;
use crate::content::Content;
use crate::event::What;
use crate::kinds::{FASTEST, Maneuver, Side};
use crate::manner::Manner;
use crate::order::{Act, Ask, Order};
use crate::preview::Preview;
use crate::scenarios;
use crate::sequence_of_play::Breach;
use crate::setup::{self, Setup};
use crate::state::State;
use crate::view::View;
use std::sync::Arc;
use table::{
    Advice, Briefing, Dice, Duty, Game, Goal, Kind, Memory, Outcome, Prompt, Refusal, Row, RuleId,
    ScenarioInfo, Seat, SeatId, SetupError, SetupRequest, Sink, StateHash, TeamId, Viewer,
};

/// More acts than are ever open at one point: every throttle, every maneuver, and five without a number.
const MOST_ACTS: usize = FASTEST as usize + 1 + Maneuver::ALL.len() + 5;

impl Game for State {
    type Content = Content;
    type Setup = Setup;
    type Ask = Ask;
    type Order = Order;
    type Preview = Preview;
    type What = What;
    type View = View;

    const ID: &'static str = "victory";
    const TITLE: &'static str = "Winged Victory";
    const RULES_VERSION: u32 = 1;
    const KIND: Kind = Kind { simultaneous: false, hidden: false, chance: true, solitaire: false };

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
        &self.table.seats
    }

    fn prompts(&self, out: &mut Vec<Prompt<Ask>>) {
        let ask = self.now.ask;
        let duty = if matches!(ask, Ask::Window { .. }) { Duty::Window } else { Duty::Owed };
        for seat in [SeatId(0), SeatId(1)] {
            if self.owes(seat) {
                out.push(Prompt { seat, duty, ask });
            }
        }
    }

    fn each_option(&self, prompt: &Prompt<Ask>, visit: &mut impl FnMut(Order) -> bool) -> bool {
        self.visit(prompt.seat, visit)
    }

    /// The acts of a plane are looked at once, not twice: most orders of a random game are such.
    fn draw(&self, prompt: &Prompt<Ask>, dice: &mut Dice) -> Option<Order> {
        let Ask::Fly { plane } = prompt.ask else {
            return match self.options(prompt) {
                0 => None,
                1 => Some(self.option(prompt, 0)),
                options => Some(self.option(prompt, dice.pick(options))),
            };
        };
        let (mut acts, mut n) = ([Act::End; MOST_ACTS], 0);
        self.visit_acts(self.plane(plane), &mut |act| {
            acts[n] = act;
            n += 1;
            n == MOST_ACTS
        });
        let at = if n > 1 { dice.pick(n) } else { 0 };
        (n > 0).then(|| Order::Act(acts[at]))
    }

    /// A whole move is accepted as well as its single acts, and is never listed.
    fn sampled(&self, ask: &Ask) -> bool {
        matches!(ask, Ask::Fly { .. })
    }

    fn check(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        let refuse = |(rule, why): Breach| Err(Refusal::new(rule, why));
        if seat.index() > 1 {
            return refuse(("WV-DSH-03", "there are but two sides, and this is another seat"));
        }
        if self.now.outcome.is_some() {
            return refuse((self.table.aim.rule(), "the match is over"));
        }
        if !self.owes(seat) {
            return refuse(("WV-SEQ-01", "the other side decides now"));
        }
        self.judge_order(seat, *order).or_else(refuse)
    }

    fn apply(&mut self, seat: SeatId, order: &Order, sink: &mut Sink<What>) {
        self.carry_out(seat, *order, sink);
    }

    fn passes(&self, order: &Order) -> bool {
        matches!(order, Order::Pass | Order::StandDown)
    }

    fn preview(&self, seat: SeatId, order: &Order) -> Option<Preview> {
        self.check(seat, order).ok()?;
        self.foresee(order)
    }

    fn draft(&self, seat: SeatId, order: &Order) -> Option<Preview> {
        let (Ask::Fly { plane }, Order::Move { acts }) = (self.now.ask, order) else { return None };
        let begun = self.owes(seat) && self.check_draft(plane, acts.left()).is_ok();
        if begun { self.foresee(order) } else { None }
    }

    fn kept(&self, _seat: SeatId, preview: &Preview) -> Result<(), String> {
        self.keeps(preview)
    }

    fn plays_itself(&self, seat: SeatId) -> bool {
        self.table.automated.get(seat.index()).copied().unwrap_or(false)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome.map(|ending| Outcome {
            winner: ending.winner.map(|side| TeamId(side as u8)),
            winner_name: ending.winner.map(|side| side.name().to_owned()),
            grade: None,
            rule: RuleId(self.table.aim.rule()),
            how: self.why_over(&ending),
        })
    }

    fn is_over(&self) -> bool {
        self.now.outcome.is_some()
    }

    fn turn(&self) -> u32 {
        self.now.round.into()
    }

    fn turn_begun(what: &What) -> Option<u32> {
        match what {
            What::RoundBegan { round } => Some(u32::from(*round)),
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

    fn row(&self, prompt: &Prompt<Ask>, order: &Order) -> Row {
        self.row_of(prompt.seat, order)
    }

    fn briefing(content: &Content, setup: &Setup) -> Briefing {
        crate::briefing::of(content, setup)
    }

    fn goals(&self, _viewer: Viewer) -> Vec<Goal> {
        self.goals_now()
    }

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
        self.now.stack.clear();
    }

    /// Only the dice to come are unknown.
    fn imagine(&self, _seat: SeatId, dice: &mut Dice) -> Self {
        let mut world = Self { dice: Dice::new(dice.next_u64()), ..self.clone() };
        world.now.stack.clear();
        world
    }

    fn position(&self) -> Setup {
        Setup { position: Some(Box::new(self.now.clone())), ..self.table.setup.clone() }
    }

    fn advise(&self, prompt: &Prompt<Ask>, memory: &mut Memory, _dice: &mut Dice) -> Option<Advice> {
        Some(memory.of::<crate::pilot::Pilot>().advise(self, prompt, &Manner::PLAIN))
    }

    fn routine(&self, prompt: &Prompt<Ask>, memory: &mut Memory, _dice: &mut Dice) -> Option<Order> {
        let option = memory.of::<crate::pilot::Pilot>().at_a_glance(self, prompt);
        (option < self.options(prompt)).then(|| self.option(prompt, option))
    }

    fn outlook(&self, seat: SeatId) -> Option<f64> {
        Side::BOTH.into_iter().find(|side| side.index() == seat.index()).map(|side| self.standing(side))
    }

    fn horizon(&self) -> u32 {
        3
    }

    fn haste(&self) -> usize {
        4
    }
}

impl State {
    /// Whether the match waits for this seat.
    pub(crate) fn owes(&self, seat: SeatId) -> bool {
        let plane = |i: u8| self.plane(i).side;
        let unit = |u: crate::kinds::UnitId| u.as_ground().map_or(Side::Allied, |i| self.now.ground[i].side);
        let side = match self.now.ask {
            Ask::Over => return false,
            Ask::Window { .. } => {
                return self.now.window & (1_u8.checked_shl(seat.0.into()).unwrap_or(0)) != 0;
            }
            Ask::Place { plane: i }
            | Ask::Look { plane: i }
            | Ask::Fly { plane: i }
            | Ask::Due { plane: i }
            | Ask::Gun { plane: i, .. }
            | Ask::Bombs { plane: i } => plane(i),
            Ask::Sun { side } | Ask::Cloud { side } => side,
            Ask::Flak { unit: u } | Ask::Ground { unit: u } => unit(u),
        };
        side.index() == seat.index()
    }

    /// Whether an order answers what is asked, and why not.
    fn judge_order(&self, seat: SeatId, order: Order) -> Result<(), Breach> {
        match (self.now.ask, order) {
            (Ask::Place { plane }, Order::Place { hex }) => self.check_place(plane, hex),
            (_, Order::Place { .. }) => Err(("WV-SCN-14", "planes are placed before the first round")),
            (Ask::Cloud { .. }, Order::Cloud { cloud }) => self.check_cloud(cloud),
            (Ask::Flak { unit }, Order::Flak { mega }) => self.check_flak(unit, mega),
            (_, Order::Flak { .. }) => Err(("WV-SEQ-01", "flak markers are placed in the flak phase")),
            (Ask::Fly { plane }, Order::Act(act)) => self.check_act(self.plane(plane), act),
            (Ask::Fly { plane }, Order::Move { acts }) => {
                if acts.is_empty() {
                    return Err(("WV-MOV-03", "all movement points must be spent"));
                }
                self.check_course(plane, acts.left())
            }
            (Ask::Window { .. }, Order::Act(_) | Order::Move { .. }) => {
                Err(("WV-MOV-12", "the maneuver is flown to its end"))
            }
            (_, Order::Act(Act::Throttle { .. })) => {
                Err(("WV-SPD-01", "the throttle is set when the plane's turn to move comes"))
            }
            (Ask::Window { plane, .. }, Order::Freeze) => self.check_freeze(plane),
            (_, Order::Freeze) => {
                Err(("WV-TFZ-01", "time is frozen after a hex that the first plane of a group enters"))
            }
            (Ask::Window { plane, .. }, Order::GroundFire { unit }) => {
                self.check_ground_fire(unit, plane)?;
                self.listed(seat, order)
            }
            (_, Order::GroundFire { .. }) => Err(("WV-GND-02", "no plane has just entered a hex")),
            (Ask::Gun { plane, gun }, Order::Fire { target, long }) => {
                self.check_fire(plane, usize::from(gun), target, long)
            }
            (Ask::Gun { plane, gun }, Order::Clear) => self.check_clear(plane, usize::from(gun)),
            (Ask::Ground { .. }, Order::Fire { .. }) => self.listed(seat, order),
            (_, Order::Fire { .. } | Order::Clear) => {
                Err(("WV-MOD-01", "fire is declared when all planes have moved, or in a time freeze"))
            }
            (Ask::Bombs { plane }, Order::Bombs { target }) => self.check_bombs(plane, target),
            (_, Order::Bombs { .. }) => Err(("WV-BMB-01", "bombs are dropped at the end of a bomb run")),
            _ => self.listed(seat, order),
        }
    }

    /// An order that needs no reason of its own: it is among the options, or this is not its moment.
    fn listed(&self, seat: SeatId, order: Order) -> Result<(), Breach> {
        if self.visit(seat, &mut |offered| offered == order) {
            return Ok(());
        }
        Err(match order {
            Order::Look { .. } | Order::LookAround | Order::LookAway => {
                ("WV-SPT-03", "nobody looks for this target now")
            }
            Order::Act(_) | Order::Move { .. } => ("WV-SEQ-01", "no plane moves now"),
            Order::Fire { .. } | Order::GroundFire { .. } => ("WV-GND-03", "it can not fire at this plane"),
            Order::Sun { .. } | Order::Cloud { .. } | Order::NoCloud => {
                ("WV-SCN-14", "sun and clouds are placed before the first round")
            }
            _ => ("WV-SEQ-01", "this is not what the match waits for"),
        })
    }
}
