//! Race to the cylinder: one runner pushes his luck with a die against a Martian who walks by a printed card.
//!
//! - RC-01 On your turn roll as often as you dare; running (d6) a 1 makes you stumble and lose the turn's steps,
//!   walking (d3) is safe. You may change your pace before a roll.
//! - RC-02 Hold banks the steps. You must have rolled.
//! - RC-03 Then the Martian turns his face-down card and strides that far, one more on a 4+ if he is not ahead.
//! - RC-04 Who reaches the cylinder first has won; at sunset it is a draw.

use super::fault;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, LazyLock};
use table::{
    Advice, Audience, Barrier, Dice, Duty, Event, Game, Kind, Memory, OptionInfo, Outcome, Prompt, Refusal,
    RuleId, ScenarioInfo, Seat, SeatId, SeatInfo, Secret, SetupError, SetupRequest, Sink, StateHash, TeamId,
    Throw, Viewer, Weight, Worth, state_hash,
};

pub const RUNNER: SeatId = SeatId(0);

#[derive(Debug, Hash)]
pub struct Cards(pub Vec<u8>);

const GOALS: std::ops::RangeInclusive<u32> = 5..=100;

pub fn content() -> Arc<Cards> {
    Arc::new(Cards(vec![1, 2, 2, 3, 4]))
}

pub fn request() -> SetupRequest {
    SetupRequest { scenario: "heath".to_owned(), ..SetupRequest::default() }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    Walk,
    Run,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub goal: u32,
    pub sunset: u32,
    pub turn: u32,
    pub runner: u32,
    pub martian: u32,
    /// Steps of this turn that are not banked yet.
    pub ahead: u32,
    pub pace: Pace,
    /// How often the pace was changed: nobody sees it, but the fourth change tires the runner to a walk.
    pub changes: u32,
    /// The face-down card on top, then the others; empty to shuffle.
    pub cards: Vec<u8>,
    /// What the dice will show first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Ask {
    Turn { ahead: u32 },
    Pace { now: Pace },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Order {
    Roll,
    Hold,
    Pace {
        pace: Pace,
    },
    /// Another form of the order to change to the other pace.
    Switch,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum What {
    Begins { goal: u32 },
    Changes { pace: Pace },
    Rolls { die: u32 },
    Stumbles,
    Banks { steps: u32 },
    Strides { card: u8, bonus: bool },
    Arrives { martian: bool },
    Sunset,
    Seed { seed: u64 },
}

#[derive(Serialize)]
pub struct View {
    turn: u32,
    runner: u32,
    martian: u32,
    ahead: u32,
    pace: Pace,
    /// The face-down card, for those who know it.
    card: Option<u8>,
    cards: usize,
}

/// A count that copies share: no honest game has one.
#[derive(Clone, Debug, Default)]
pub struct Tally(Arc<AtomicU32>);

impl Hash for Tally {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.load(SeqCst).hash(state);
    }
}

/// What a step before the Martian is worth to the bots. No rule asks it, and no hash.
#[derive(Clone, Copy, Debug)]
struct Lead(f64);

impl Hash for Lead {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

static WEIGHTS: LazyLock<[Weight; 1]> = LazyLock::new(|| {
    let [name, about] = ["lead", "What a step before the Martian is worth."].map(str::to_owned);
    [Weight { name, about, value: 1.0, low: 0.0, high: 9.0, whole: false, fit: None }]
});

static CLOCK: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, Hash)]
pub struct Race<const FAULT: u8> {
    seats: Arc<[Seat]>,
    content: Arc<Cards>,
    goal: u32,
    sunset: u32,
    turn: u32,
    runner: u32,
    martian: u32,
    ahead: u32,
    pace: Pace,
    changes: u32,
    cards: Secret<Vec<u8>>,
    stack: Vec<u32>,
    dice: Dice,
    tally: Tally,
    lead: Lead,
}

impl<const FAULT: u8> Race<FAULT> {
    fn die(&mut self, sides: u32, sink: &mut Sink<What>) -> u32 {
        if FAULT != fault::ROLLS_WITHOUT_A_BARRIER {
            sink.barrier(Barrier::Drawn);
        }
        if self.stack.is_empty() { self.dice.die(sides) } else { self.stack.remove(0) }
    }

    fn other_pace(&self) -> Pace {
        if self.pace == Pace::Run { Pace::Walk } else { Pace::Run }
    }

    fn arrived(&self) -> bool {
        FAULT != fault::NEVER_ENDS && self.runner.max(self.martian) >= self.goal
    }

    fn over(&self) -> bool {
        self.arrived() || (FAULT != fault::NEVER_ENDS && self.turn > self.sunset)
    }

    fn roll(&mut self, sink: &mut Sink<What>) {
        let sides = if self.pace == Pace::Run { 6 } else { 3 };
        let laid = !self.stack.is_empty();
        let mut die = self.die(sides, sink);
        if !laid {
            sink.luck(|| [self.luck(die, sides)]);
        }
        if FAULT == fault::SILENCE_CHANGES_THE_RULES && !sink.is_on() {
            die += 1;
        }
        sink.emit(|| Event::public("RC-01", What::Rolls { die }));
        if self.pace == Pace::Run && die == 1 {
            self.ahead = 0;
            sink.emit(|| Event::public("RC-01", What::Stumbles));
            self.martian_strides(sink);
        } else {
            self.ahead += die;
        }
    }

    /// The steps that a die gives; one that makes a runner stumble gives none.
    fn luck(&self, die: u32, sides: u32) -> Throw {
        let worth = |die: u32| if self.pace == Pace::Run && die == 1 { 0 } else { die as i32 };
        let (first, more): (u32, &[u32]) = match FAULT {
            fault::LUCK_FORGETS_THE_ONE => (2, &[]),
            fault::LUCK_EXPECTS_TOO_MUCH => (1, &[sides; 3]),
            // The same mean, another spread.
            fault::LUCK_EXPECTS_EXTREMES => (1, &[1, sides, 1, sides]),
            _ => (1, &[]),
        };
        let kind = if FAULT == fault::LUCK_WITHOUT_WORDS { "steps_rolled" } else { "Steps rolled" };
        let faces = (first..=sides).chain(more.iter().copied());
        Throw::of("Earth", kind, worth(die), faces.map(|face| (worth(face), 1)))
    }

    fn hold(&mut self, sink: &mut Sink<What>) {
        let steps = std::mem::take(&mut self.ahead);
        self.runner += steps;
        sink.emit(|| Event::public("RC-02", What::Banks { steps }));
        if self.arrived() {
            sink.emit(|| Event::public("RC-04", What::Arrives { martian: false }));
        } else {
            self.martian_strides(sink);
        }
    }

    fn martian_strides(&mut self, sink: &mut Sink<What>) {
        if FAULT != fault::ROLLS_WITHOUT_A_BARRIER {
            sink.barrier(Barrier::Revealed);
        }
        let card = self.cards.judge_mut().remove(0);
        let bonus = self.martian <= self.runner && self.die(6, sink) >= 4;
        self.martian += u32::from(card) + u32::from(bonus);
        sink.emit(|| Event::public("RC-03", What::Strides { card, bonus }));
        if self.cards.judge().is_empty() {
            let mut cards = self.content.0.clone();
            self.dice.shuffle(&mut cards);
            *self.cards.judge_mut() = cards;
        }
        self.turn += 1;
        if self.arrived() {
            sink.emit(|| Event::public("RC-04", What::Arrives { martian: true }));
        } else if self.over() {
            sink.emit(|| Event::public("RC-04", What::Sunset));
        }
        assert!(FAULT != fault::CRASHES || self.turn < 3, "the heath burns");
    }
}

impl<const FAULT: u8> Game for Race<FAULT> {
    type Content = Cards;
    type Setup = Setup;
    type Ask = Ask;
    type Order = Order;
    type Preview = ();
    type What = What;
    type View = View;

    const ID: &'static str = "race";
    const TITLE: &'static str = "Race to the cylinder";
    const RULES_VERSION: u32 = 3;
    const KIND: Kind = Kind { simultaneous: false, hidden: true, chance: true, solitaire: true };

    fn scenarios(_: &Cards) -> Vec<ScenarioInfo> {
        let usual = if FAULT == fault::DEFAULT_BEYOND_ITS_LIST { 4 } else { 20 };
        vec![ScenarioInfo {
            id: "heath".to_owned(),
            title: "Over the heath".to_owned(),
            about: "Reach the cylinder before the Martian does.".to_owned(),
            variants: Vec::new(),
            difficulty: 1,
            minutes: 5,
            seats: vec![SeatInfo { seat: RUNNER, name: "Runner".to_owned(), team: "Earth".to_owned() }],
            options: vec![OptionInfo::number("goal", "How far it is.", GOALS, usual)],
        }]
    }

    fn content_hash(content: &Cards) -> StateHash {
        state_hash(content)
    }

    fn resolve(_: &Cards, request: &SetupRequest) -> Result<Setup, SetupError> {
        if request.scenario != "heath" {
            return Err(SetupError::new("scenario", format!("expected heath, found {:?}", request.scenario)));
        }
        let mut goal = 20;
        for (option, value) in &request.options {
            let place = match FAULT {
                fault::BLAMES_THE_SCENARIO => "scenario".to_owned(),
                _ => format!("options.{option}"),
            };
            if option != "goal" {
                return Err(SetupError::new(place, "there is no such option"));
            }
            let fits = |goal: &u32| match FAULT {
                fault::REFUSES_A_LISTED_WORD => *goal < 50,
                fault::TAKES_ANY_NUMBER => true,
                _ => GOALS.contains(goal),
            };
            goal = value.parse().ok().filter(fits).ok_or_else(|| {
                SetupError::by("RC-04", place, format!("expected 5 to 100 steps, found {value:?}"))
            })?;
        }
        let (turn, pace) = (1, Pace::Run);
        let (runner, martian, ahead, changes) = (0, 0, 0, 0);
        let (cards, stack) = (Vec::new(), Vec::new());
        Ok(Setup { goal, sunset: 8, turn, runner, martian, ahead, pace, changes, cards, stack })
    }

    fn begin(
        content: &Arc<Cards>,
        setup: &Setup,
        seed: u64,
        sink: &mut Sink<What>,
    ) -> Result<Self, SetupError> {
        let mut dice = Dice::new(seed);
        let mut cards = setup.cards.clone();
        if cards.is_empty() {
            cards.clone_from(&content.0);
            dice.shuffle(&mut cards);
        }
        if let Some(card) = cards.iter().find(|c| !content.0.contains(c)) {
            return Err(SetupError::by("RC-03", "cards", format!("there is no card {card}")));
        }
        let team = ("Earth".to_owned(), TeamId(0));
        let name = if FAULT == fault::NAME_OF_TWO_LINES { "Run\nner" } else { "Runner" }.to_owned();
        let seat = Seat { id: RUNNER, name, team: team.1, team_name: team.0 };
        sink.emit(|| Event::public("RC-04", What::Begins { goal: setup.goal }));
        if FAULT == fault::TELLS_THE_SEED {
            sink.emit(|| Event::public("RC-04", What::Seed { seed }));
        }
        let tally = Tally::default();
        if FAULT == fault::LOOKS_AT_A_CLOCK {
            tally.0.store(CLOCK.fetch_add(1, SeqCst), SeqCst);
        }
        Ok(Self {
            seats: Arc::new([seat]),
            content: Arc::clone(content),
            goal: setup.goal,
            sunset: setup.sunset,
            turn: setup.turn,
            runner: setup.runner,
            martian: setup.martian,
            ahead: setup.ahead,
            pace: setup.pace,
            changes: setup.changes,
            cards: Secret::new(Audience::NOBODY, cards),
            stack: setup.stack.clone(),
            dice,
            tally,
            lead: Lead(WEIGHTS[0].value),
        })
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn prompts(&self, out: &mut Vec<Prompt<Ask>>) {
        if self.over() && FAULT != fault::ASKS_AFTER_THE_END {
            return;
        }
        let waits = FAULT != fault::DEAD_END || self.turn < 3;
        let seat = if FAULT == fault::ASKS_NOBODY && self.turn > 2 { SeatId(7) } else { RUNNER };
        out.push(Prompt { seat, duty: Duty::owed_if(waits), ask: Ask::Turn { ahead: self.ahead } });
        out.push(Prompt {
            seat: RUNNER,
            duty: Duty::owed_if(FAULT == fault::ASKS_TWICE),
            ask: Ask::Pace { now: self.pace },
        });
    }

    fn each_option(&self, prompt: &Prompt<Ask>, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let late = self.turn >= 3;
        match prompt.ask {
            Ask::Turn { .. } if FAULT == fault::NO_ORDER_ANSWERS && late => false,
            Ask::Turn { ahead } => visit(Order::Roll) || (ahead > 0 && visit(Order::Hold)),
            Ask::Pace { .. } if FAULT == fault::EMPTY_PROMPT && late => false,
            Ask::Pace { .. } if FAULT == fault::LISTS_ANOTHER_FORM => visit(Order::Switch),
            Ask::Pace { .. } => visit(Order::Pace { pace: self.other_pace() }),
        }
    }

    fn draw(&self, prompt: &Prompt<Ask>, dice: &mut Dice) -> Option<Order> {
        let late = self.turn > 2;
        match (FAULT, prompt.ask) {
            (fault::DRAWS_NOTHING, _) if late => None,
            (fault::DRAWS_AN_ILLEGAL_ORDER, Ask::Turn { .. }) if late => Some(Order::Hold),
            (fault::DRAWS_AN_UNLISTED_ORDER, Ask::Turn { .. }) if late => {
                Some(Order::Pace { pace: self.other_pace() })
            }
            (fault::DRAWS_FOREVER, Ask::Turn { .. }) => Some(Order::Pace { pace: self.other_pace() }),
            (fault::DRAWS_BY_THE_CLOCK, Ask::Turn { ahead: 1.. }) => {
                let even = CLOCK.fetch_add(1, SeqCst).is_multiple_of(2);
                Some(if even { Order::Roll } else { Order::Hold })
            }
            _ => match self.options(prompt) {
                0 => None,
                options => Some(self.option(prompt, dice.pick(options))),
            },
        }
    }

    fn appraise(&self, _: SeatId) -> Option<Worth> {
        let hair = if FAULT == fault::APPRAISES_A_HAIR_MORE { 0.001 } else { 0.0 };
        let ahead = f64::from(self.runner) - f64::from(self.martian);
        Some(Worth { value: self.lead.0 * ahead + hair, ..Worth::default() })
    }

    fn weights(_: &Cards) -> &[Weight] {
        &*WEIGHTS
    }

    fn judge_by(&mut self, values: &[f64]) {
        if let [lead] = *values {
            self.lead = Lead(lead);
        }
    }

    fn advise(&self, prompt: &Prompt<Ask>, _: &mut Memory, _: &mut Dice) -> Option<Advice> {
        match prompt.ask {
            Ask::Turn { ahead: 0 } => Some(Advice::of(0)),
            Ask::Turn { .. } => Some(Advice { option: 1, why: Some("What is banked is safe.".to_owned()) }),
            Ask::Pace { .. } if FAULT == fault::ADVISES_ANOTHER_PACE => {
                Some(Advice::of(self.changes as usize))
            }
            Ask::Pace { .. } => None,
        }
    }

    /// Who has come far goes on.
    fn counsel(&self, prompt: &Prompt<Ask>, _: &mut Memory, _: &mut Dice) -> Option<Advice> {
        matches!(prompt.ask, Ask::Turn { ahead: 4.. }).then(|| Advice::of(0))
    }

    /// Banks whatever was rolled.
    fn reflex(&self, prompt: &Prompt<Ask>, _: &mut Dice) -> Option<Order> {
        match prompt.ask {
            Ask::Turn { ahead: 0 } => Some(Order::Roll),
            Ask::Turn { ahead: 1..=4 } if FAULT == fault::ROLLS_ON => Some(Order::Roll),
            Ask::Turn { .. } => Some(Order::Hold),
            Ask::Pace { .. } => None,
        }
    }

    fn sampled(&self, _: &Ask) -> bool {
        matches!(FAULT, fault::DRAWS_FOREVER | fault::LISTS_SAMPLES)
    }

    fn canonical(&self, _: SeatId, order: &Order) -> Order {
        match order {
            Order::Switch => Order::Pace { pace: self.other_pace() },
            _ => order.clone(),
        }
    }

    fn check(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        if FAULT == fault::CHECK_CHANGES_THE_STATE {
            self.tally.0.fetch_add(1, SeqCst);
        }
        if self.over() && FAULT != fault::PLAYS_ON_AFTER_THE_END {
            return Err(Refusal::new("RC-04", "the race is over"));
        }
        if seat != RUNNER && FAULT != fault::ACCEPTS_STRANGERS {
            return Err(Refusal::new("RC-01", format!("{seat} does not run")));
        }
        match order {
            Order::Hold if FAULT == fault::REFUSES_A_LISTED_ORDER => Err(Refusal::new("RC-02", "not today")),
            Order::Hold if self.ahead == 0 && FAULT == fault::REFUSAL_NAMES_THE_CARD => {
                Err(Refusal::new("RC-02", format!("the Martian will stride {}", self.cards.judge()[0])))
            }
            Order::Hold
                if self.ahead == 0
                    && !matches!(FAULT, fault::ACCEPTS_AN_UNLISTED_ORDER | fault::LISTS_SAMPLES) =>
            {
                Err(Refusal::new("RC-02", "there is nothing to bank: roll first"))
            }
            Order::Pace { pace } if *pace == self.pace => {
                Err(Refusal::new("RC-01", "that is your pace already"))
            }
            _ => Ok(()),
        }
    }

    fn nearest(&self, seat: SeatId, order: &Order) -> Result<Order, Refusal> {
        if FAULT != fault::MOVES_TO_AN_ILLEGAL_ORDER {
            self.check(seat, order)?;
        }
        Ok(self.canonical(seat, order))
    }

    fn apply(&mut self, _: SeatId, order: &Order, sink: &mut Sink<What>) {
        match order {
            Order::Roll => self.roll(sink),
            Order::Hold => self.hold(sink),
            Order::Pace { .. } | Order::Switch => {
                self.changes += 1;
                self.pace = if self.changes.is_multiple_of(4) { Pace::Walk } else { self.other_pace() };
                let pace = self.pace;
                sink.emit(|| Event::public("RC-01", What::Changes { pace }));
                if FAULT == fault::TELLS_THE_NEXT_DIE {
                    let die = self.dice.clone().die(6);
                    sink.emit(|| Event::public("RC-01", What::Rolls { die }));
                }
                if FAULT == fault::COPIES_SHARE_STATE {
                    self.tally.0.fetch_add(1, SeqCst);
                }
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.over() {
            return None;
        }
        let (winner, name, how) = match self.arrived() {
            true if self.runner >= self.goal => (Some(TeamId(0)), Some("Earth"), "arrived"),
            true => (Some(TeamId(1)), Some("Mars"), "beaten"),
            false => (None, None, "sunset"),
        };
        let winner_name = name.filter(|_| FAULT != fault::NAMELESS_WINNER).map(str::to_owned);
        Some(Outcome { winner, winner_name, grade: None, rule: RuleId("RC-04"), how })
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn view(&self, viewer: Viewer) -> View {
        let card = self.cards.seen_by(viewer).map(|c| c[0]);
        let leak = (FAULT == fault::SHOWS_THE_CARD && self.turn > 2).then(|| self.cards.judge()[0]);
        View {
            turn: self.turn,
            runner: self.runner,
            martian: self.martian,
            ahead: self.ahead,
            pace: self.pace,
            card: card.or(leak),
            cards: self.cards.judge().len(),
        }
    }

    fn tell(&self, what: &What) -> String {
        match what {
            What::Begins { goal } => format!("The cylinder lies {goal} steps away."),
            What::Changes { pace } => format!("The runner's pace is now {pace:?}."),
            What::Rolls { die } => format!("The runner rolls {die}."),
            What::Stumbles => "The runner stumbles.".to_owned(),
            What::Banks { steps } => format!("The runner banks {steps}."),
            What::Strides { card, bonus: false } => format!("The Martian strides {card}."),
            What::Strides { card, bonus: true } => format!("The Martian strides {card} and one more."),
            What::Arrives { martian: false } => "The runner reaches the cylinder.".to_owned(),
            What::Arrives { martian: true } => "The Martian reaches the cylinder.".to_owned(),
            What::Sunset => "The sun sets.".to_owned(),
            What::Seed { seed } => format!("The dice are {seed}."),
        }
    }

    fn ask_text(&self, ask: &Ask) -> String {
        match ask {
            Ask::Turn { ahead } => format!("{ahead} steps ahead: roll or hold?"),
            Ask::Pace { now } => format!("Change your pace from {now:?}?"),
        }
    }

    fn order_text(&self, order: &Order) -> String {
        match order {
            Order::Roll if FAULT == fault::SAYS_ANOTHER_WORD => "roll the die".to_owned(),
            Order::Roll => "roll".to_owned(),
            Order::Hold => "hold".to_owned(),
            Order::Pace { pace } => format!("change to {pace:?}"),
            Order::Switch => "change the pace".to_owned(),
        }
    }

    /// What lies face down is chance to come, too.
    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
        self.cards.judge_mut().sort_unstable();
        self.dice.shuffle(self.cards.judge_mut());
        self.stack.clear();
    }

    fn imagine(&self, _: SeatId, dice: &mut Dice) -> Self {
        let mut world = self.clone();
        if FAULT == fault::IMAGINES_THE_TRUTH {
            world.dice = Dice::new(dice.next_u64());
            return world;
        }
        if FAULT == fault::IMAGINES_AN_ENDLESS_WORLD {
            (world.goal, world.sunset) = (u32::MAX, u32::MAX);
        }
        if FAULT == fault::IMAGINES_THE_TRUE_DICE {
            if self.turn == 1 {
                dice.shuffle(world.cards.judge_mut());
            }
            return world;
        }
        // What lies face down is what the turned cards leave over, in any order.
        dice.shuffle(world.cards.judge_mut());
        world.stack.clear();
        world.dice = Dice::new(dice.next_u64());
        world
    }

    fn position(&self) -> Setup {
        let forgets = |what| FAULT == what && self.turn > 1;
        Setup {
            goal: self.goal,
            sunset: self.sunset,
            turn: self.turn,
            runner: self.runner,
            martian: self.martian,
            ahead: self.ahead,
            pace: if forgets(fault::POSITION_FORGETS_THE_PACE) { Pace::Walk } else { self.pace },
            changes: if FAULT == fault::POSITION_FORGETS_A_HIDDEN_COUNT { 0 } else { self.changes },
            cards: self.cards.judge().clone(),
            stack: self.stack.clone(),
        }
    }
}
