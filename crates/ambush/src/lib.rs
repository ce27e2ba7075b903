//! Ambush: a courier walks a road of a hundred paces; somewhere beside it a hunter lies in wait.
//!
//! - AM-01 The hunter chooses a post beside the road, 20 to 80 paces from its beginning, unseen by the courier.
//! - AM-02 The courier walks as far as he likes, up to 12 paces at a time. Tenths of paces count.
//! - AM-03 After each walk the hunter may fire if the courier is within 12 paces: hit by 4 in 6 within 6 paces, else by
//!   2 in 6. He has three shots. Whether he could have fired is not told.
//! - AM-04 Instead the hunter may let the courier pass, this once or for some walks to come; he says for how many.
//! - AM-05 The courier who is hit twice is caught; at the end of the road he is safe.
//!
//! A whole game in one file: the worked example of `docs/adding-a-game.md`, on the shelf with `heatray --examples`. `FAULT`
//! breaks it on purpose, in one place, so that the kernel's tests can prove that a law finds it.

use components::{ContentError, Files};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{
    Audience, Barrier, Briefing, Dice, Duty, Event, Game, Goal, Kind, Outcome, Prompt, Refusal, Row, RuleId,
    ScenarioInfo, Seat, SeatId, SeatInfo, Secret, SetupError, SetupRequest, SideBriefing, Sink, Stands,
    StateHash, TeamId, Throw, Viewer, state_hash,
};

pub const COURIER: SeatId = SeatId(0);
pub const HUNTER: SeatId = SeatId(1);
const NAMES: [&str; 2] = ["Courier", "Hunter"];

/// All lengths are tenths of a pace.
const ROAD: u16 = 1000;
const STEP: u16 = 120;
const RANGE: u16 = 120;
const POSTS: [u16; 2] = [200, 800];
const HOLDS: [u8; 3] = [1, 2, 3];
/// How many samples of a continuous choice are listed.
const SAMPLES: u16 = 12;

/// The game as it is played.
pub type State = Ambush<{ fault::NONE }>;

/// It is in no rulebook.
pub const LAYERS_IN_FORCE: &[(&str, &str)] = &[];

pub mod fault {
    pub const NONE: u8 = 0;
    pub const WINDOW_WITHOUT_A_PASS: u8 = 60;
    pub const ASKS_AGAIN_AFTER_A_PASS: u8 = 61;
    pub const PREVIEW_LIES: u8 = 62;
    pub const PREVIEW_KNOWS_THE_POST: u8 = 63;
    pub const ORDER_WITHOUT_WORDS: u8 = 64;
    pub const GOALS_KNOW_THE_POST: u8 = 65;
    pub const LUCK_KNOWS_ONE_RANGE: u8 = 66;
    /// No mistake: a window in which nothing is in range says so to its own seat.
    pub const KNOWS_A_VAIN_WINDOW: u8 = 67;
}

/// A road needs no components; those of a game with some are read in a module of this name.
#[derive(Clone, Copy, Debug)]
pub struct Content;

pub mod content {
    pub const BUILT_IN: components::Files<'static> = &[];
}

impl Content {
    pub fn parse(files: Files<'_>) -> Result<Self, ContentError> {
        match files.first() {
            None => Ok(Self),
            Some((file, _)) => {
                let why = "expected no component file: this game has none".to_owned();
                Err(ContentError { file: (*file).to_owned(), line: 0, why })
            }
        }
    }

    pub fn built_in() -> Arc<Self> {
        Arc::new(Self)
    }
}

/// What is printed on the table: whoever draws it asks here, and knows no figure of the rules.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Components {
    /// The length of the road, in tenths of a pace.
    pub road: u16,
}

pub fn request() -> SetupRequest {
    SetupRequest { scenario: "road".to_owned(), ..SetupRequest::default() }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub post: Option<u16>,
    pub at: u16,
    pub hits: u8,
    pub shots: u8,
    /// The hunter is asked about the last walk.
    pub asked: bool,
    /// So many walks he lets pass unasked.
    pub held: u8,
    pub fired_at: Vec<u16>,
    /// Dice to come: a case can be forced.
    #[serde(default)]
    pub stack: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    Post,
    Walk,
    Shoot,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Order {
    Post {
        at: u16,
    },
    Walk {
        by: u16,
    },
    Fire,
    /// Lets this walk pass, and so many after it.
    Pass {
        walks: u8,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Preview {
    Walk { to: u16 },
    Shot { sixths: u8, paces: u16 },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum What {
    Lies { at: Option<u16> },
    Walks { to: u16 },
    Fires { hit: bool },
    Passes { walks: u8 },
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    at: u16,
    hits: u8,
    shots: u8,
    held: u8,
    post: Option<u16>,
    fired_at: Vec<u16>,
}

#[derive(Clone, Debug, Hash)]
pub struct Ambush<const FAULT: u8> {
    seats: Arc<[Seat]>,
    post: Option<Secret<u16>>,
    at: u16,
    hits: u8,
    shots: u8,
    asked: bool,
    held: u8,
    fired_at: Vec<u16>,
    stack: Vec<u32>,
    dice: Dice,
}

fn paces(tenths: u16) -> String {
    format!("{}.{} paces", tenths / 10, tenths % 10)
}

impl<const FAULT: u8> Ambush<FAULT> {
    fn away(&self) -> Option<u16> {
        self.post.as_ref().map(|post| post.judge().abs_diff(self.at))
    }

    /// How many of six hit from the post; none out of range (AM-03).
    fn sixths(&self) -> u8 {
        match self.away() {
            Some(0..=60) => 4,
            Some(61..=RANGE) => 2,
            _ => 0,
        }
    }

    fn may_fire(&self) -> bool {
        self.shots > 0 && self.sixths() > 0
    }

    /// Where the post may lie for all that the courier knows.
    fn possible(&self) -> [u16; 2] {
        let low = self.fired_at.iter().map(|at| at.saturating_sub(RANGE)).max().unwrap_or(0);
        let high = self.fired_at.iter().map(|at| at + RANGE).min().unwrap_or(ROAD);
        [low.max(POSTS[0]), high.min(POSTS[1])]
    }

    fn over(&self) -> bool {
        self.hits >= 2 || (self.at >= ROAD && !self.asked)
    }

    fn roll(&mut self) -> u32 {
        if self.stack.is_empty() { self.dice.die(6) } else { self.stack.remove(0) }
    }

    /// Fires from the post: whether it hits (AM-03). A die that was laid down before is no luck.
    fn shot(&mut self, sink: &mut Sink<What>) -> bool {
        let (laid, sixths) = (!self.stack.is_empty(), u32::from(self.sixths()));
        let hit = self.roll() <= sixths;
        if !laid {
            let sixths = if FAULT == fault::LUCK_KNOWS_ONE_RANGE { 4 } else { sixths };
            let odds = [(1, sixths), (0, 6 - sixths)];
            sink.luck(|| [Throw::of(NAMES[1], "Shots that hit", i32::from(hit), odds)]);
        }
        hit
    }
}

impl<const FAULT: u8> Game for Ambush<FAULT> {
    type Content = Content;
    type Setup = Setup;
    type Ask = Ask;
    type Order = Order;
    type Preview = Preview;
    type What = What;
    type View = View;

    const ID: &'static str = "ambush";
    const TITLE: &'static str = "Ambush";
    const RULES_VERSION: u32 = 1;
    const KIND: Kind = Kind { simultaneous: false, hidden: true, chance: true, solitaire: false };

    fn scenarios(_: &Content) -> Vec<ScenarioInfo> {
        let seat = |i: u8| SeatInfo {
            seat: SeatId(i),
            name: NAMES[usize::from(i)].to_owned(),
            team: NAMES[usize::from(i)].to_owned(),
        };
        vec![ScenarioInfo {
            id: "road".to_owned(),
            title: "The road".to_owned(),
            about: "Bring the letter past the hunter.".to_owned(),
            variants: Vec::new(),
            difficulty: 1,
            minutes: 5,
            seats: vec![seat(0), seat(1)],
            options: Vec::new(),
        }]
    }

    fn content_hash(_: &Content) -> StateHash {
        state_hash("no content")
    }

    fn components(_: &Content) -> impl Serialize + 'static {
        Components { road: ROAD }
    }

    fn resolve(_: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
        if request.scenario != "road" {
            return Err(SetupError::new("scenario", format!("expected road, found {:?}", request.scenario)));
        }
        let (hits, shots, held) = (0, 3, 0);
        Ok(Setup {
            post: None,
            at: 0,
            hits,
            shots,
            asked: false,
            held,
            fired_at: Vec::new(),
            stack: Vec::new(),
        })
    }

    fn begin(_: &Arc<Content>, setup: &Setup, seed: u64, _: &mut Sink<What>) -> Result<Self, SetupError> {
        if setup.post.is_some_and(|at| !(POSTS[0]..=POSTS[1]).contains(&at)) {
            return Err(SetupError::by("AM-01", "post", "expected 200 to 800"));
        }
        let seat = |i: u8| {
            let name = NAMES[usize::from(i)].to_owned();
            Seat { id: SeatId(i), team_name: name.clone(), name, team: TeamId(i) }
        };
        Ok(Self {
            seats: Arc::new([seat(0), seat(1)]),
            post: setup.post.map(|at| Secret::new(Audience::only(HUNTER), at)),
            at: setup.at.min(ROAD),
            hits: setup.hits,
            shots: setup.shots,
            asked: setup.asked,
            held: setup.held,
            fired_at: setup.fired_at.clone(),
            stack: setup.stack.clone(),
            dice: Dice::new(seed),
        })
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn prompts(&self, out: &mut Vec<Prompt<Ask>>) {
        if self.over() {
            return;
        }
        out.push(match (&self.post, self.asked) {
            (None, _) => Prompt { seat: HUNTER, duty: Duty::Owed, ask: Ask::Post },
            // He is asked whether or not he can fire: that he is asked tells nothing (AM-03).
            (Some(_), true) => Prompt { seat: HUNTER, duty: Duty::Window, ask: Ask::Shoot },
            (Some(_), false) => Prompt { seat: COURIER, duty: Duty::Owed, ask: Ask::Walk },
        });
    }

    /// A place and a distance are continuous: some are shown, and any is accepted.
    fn each_option(&self, prompt: &Prompt<Ask>, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let parts = |[low, high]: [u16; 2]| (1..=SAMPLES).map(move |n| low + (high - low) / SAMPLES * n);
        match prompt.ask {
            Ask::Post => parts(POSTS).any(|at| visit(Order::Post { at })),
            Ask::Walk => parts([0, STEP]).any(|by| visit(Order::Walk { by })),
            Ask::Shoot => {
                let may_fire = self.may_fire();
                let must_fire = may_fire && FAULT == fault::WINDOW_WITHOUT_A_PASS;
                (may_fire && visit(Order::Fire))
                    || (!must_fire && HOLDS.into_iter().any(|walks| visit(Order::Pass { walks })))
            }
        }
    }

    fn sampled(&self, ask: &Ask) -> bool {
        *ask != Ask::Shoot
    }

    fn check(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        let mut open = Vec::new();
        self.prompts(&mut open);
        let ask = open.iter().find(|prompt| prompt.seat == seat).map(|prompt| prompt.ask);
        match (ask, order) {
            (Some(Ask::Post), Order::Post { at }) if (POSTS[0]..=POSTS[1]).contains(at) => Ok(()),
            (Some(Ask::Post), Order::Post { .. }) => {
                Err(Refusal::new("AM-01", "a post lies 20 to 80 paces from the beginning of the road"))
            }
            (Some(Ask::Walk), Order::Walk { by: 1..=STEP }) => Ok(()),
            (Some(Ask::Walk), Order::Walk { .. }) => {
                Err(Refusal::new("AM-02", "a walk is a tenth of a pace to 12 paces long"))
            }
            (Some(Ask::Shoot), Order::Fire) if self.may_fire() => Ok(()),
            (Some(Ask::Shoot), Order::Fire) => Err(Refusal::new("AM-03", "out of range, or out of powder")),
            (Some(Ask::Shoot), Order::Pass { .. })
                if FAULT == fault::WINDOW_WITHOUT_A_PASS && self.may_fire() =>
            {
                Err(Refusal::new("AM-04", "not today"))
            }
            (Some(Ask::Shoot), Order::Pass { walks }) if HOLDS.contains(walks) => Ok(()),
            (Some(Ask::Shoot), Order::Pass { .. }) => {
                Err(Refusal::new("AM-04", "expected to let one to three walks pass"))
            }
            _ => Err(Refusal::new("AM-02", "that is not asked now")),
        }
    }

    fn nearest(&self, seat: SeatId, order: &Order) -> Result<Order, Refusal> {
        let near = match *order {
            Order::Post { at } => Order::Post { at: at.clamp(POSTS[0], POSTS[1]) },
            Order::Walk { by } => Order::Walk { by: by.clamp(1, STEP) },
            _ => order.clone(),
        };
        self.check(seat, &near)?;
        Ok(near)
    }

    fn passes(&self, order: &Order) -> bool {
        matches!(order, Order::Pass { .. })
    }

    fn is_vain(&self, _: &Prompt<Ask>) -> bool {
        FAULT == fault::KNOWS_A_VAIN_WINDOW && !self.may_fire()
    }

    fn preview(&self, seat: SeatId, order: &Order) -> Option<Preview> {
        match *order {
            Order::Walk { by } if FAULT == fault::PREVIEW_LIES => {
                Some(Preview::Walk { to: self.at + by + 1 })
            }
            Order::Walk { .. } if FAULT == fault::PREVIEW_KNOWS_THE_POST => {
                Some(Preview::Walk { to: self.away().unwrap_or_default() })
            }
            Order::Walk { by } => Some(Preview::Walk { to: (self.at + by).min(ROAD) }),
            Order::Fire if seat == HUNTER => {
                Some(Preview::Shot { sixths: self.sixths(), paces: self.away().unwrap_or_default() })
            }
            _ => None,
        }
    }

    fn kept(&self, _: SeatId, preview: &Preview) -> Result<(), String> {
        match preview {
            Preview::Walk { to } if *to != self.at && FAULT != fault::PREVIEW_KNOWS_THE_POST => {
                Err(format!("the courier is at {}", self.at))
            }
            _ => Ok(()),
        }
    }

    fn apply(&mut self, _: SeatId, order: &Order, sink: &mut Sink<What>) {
        match *order {
            Order::Post { at } => {
                let own = Audience::only(HUNTER);
                self.post = Some(Secret::new(own, at));
                let (full, public) = (What::Lies { at: Some(at) }, What::Lies { at: None });
                sink.emit(|| Event::split("AM-01", own, full, public));
            }
            Order::Walk { by } => {
                self.at = (self.at + by).min(ROAD);
                let to = self.at;
                sink.emit(|| Event::public("AM-02", What::Walks { to }));
                self.asked = self.held == 0;
                self.held = self.held.saturating_sub(1);
            }
            Order::Fire => {
                sink.barrier(Barrier::Drawn);
                let hit = self.shot(sink);
                (self.shots, self.hits, self.asked) = (self.shots - 1, self.hits + u8::from(hit), false);
                self.fired_at.push(self.at);
                sink.emit(|| Event::public("AM-03", What::Fires { hit }));
            }
            Order::Pass { walks } => {
                self.asked = FAULT == fault::ASKS_AGAIN_AFTER_A_PASS;
                self.held = walks - 1;
                sink.emit(|| Event::public("AM-04", What::Passes { walks }));
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over().then(|| {
            let winner = usize::from(self.hits >= 2);
            Outcome {
                winner: Some(TeamId(winner as u8)),
                winner_name: Some(NAMES[winner].to_owned()),
                grade: None,
                rule: RuleId("AM-05"),
                how: if winner == 0 { "safe" } else { "caught" },
            }
        })
    }

    fn turn(&self) -> u32 {
        1
    }

    fn view(&self, viewer: Viewer) -> View {
        View {
            at: self.at,
            hits: self.hits,
            shots: self.shots,
            held: self.held,
            post: self.post.as_ref().and_then(|post| post.seen_by(viewer).copied()),
            fired_at: self.fired_at.clone(),
        }
    }

    fn tell(&self, what: &What) -> String {
        match what {
            What::Lies { at: Some(at) } => format!("The hunter lies in wait at {}.", paces(*at)),
            What::Lies { at: None } => "The hunter lies in wait.".to_owned(),
            What::Walks { to } => format!("The courier is at {}.", paces(*to)),
            What::Fires { hit: true } => "A shot: the courier is hit.".to_owned(),
            What::Fires { hit: false } => "A shot, and a miss.".to_owned(),
            What::Passes { walks: 1 } => "The hunter lets him pass.".to_owned(),
            What::Passes { walks } => format!("The hunter lets {walks} walks pass."),
        }
    }

    fn ask_text(&self, ask: &Ask) -> String {
        match ask {
            Ask::Post => "Where do you lie in wait?",
            Ask::Walk => "How far do you walk?",
            Ask::Shoot => "Fire, or let him pass?",
        }
        .to_owned()
    }

    fn order_text(&self, order: &Order) -> String {
        match order {
            Order::Post { at } => format!("lie in wait at {}", paces(*at)),
            Order::Walk { by } => format!("walk {}", paces(*by)),
            Order::Fire if FAULT == fault::ORDER_WITHOUT_WORDS => "fire_now".to_owned(),
            Order::Fire => "fire".to_owned(),
            Order::Pass { walks: 1 } => "let him pass".to_owned(),
            Order::Pass { walks } => format!("let {walks} walks pass"),
        }
    }

    fn row(&self, prompt: &Prompt<Ask>, order: &Order) -> Row {
        let detail = match self.preview(prompt.seat, order) {
            Some(Preview::Walk { to }) => format!("to {}", paces(to)),
            Some(Preview::Shot { sixths, paces: away }) => format!("{sixths} in 6 over {}", paces(away)),
            None => String::new(),
        };
        let group = if prompt.duty == Duty::Window { "Interrupt" } else { "Move" };
        Row { label: self.order_text(order), detail, group: group.to_owned() }
    }

    fn briefing(_: &Content, _: &Setup) -> Briefing {
        let side = |team: &str, aim: &str, loses: &str| SideBriefing {
            team: team.to_owned(),
            aim: aim.to_owned(),
            loses: loses.to_owned(),
        };
        Briefing {
            about: "A letter has to come to the end of a road that somebody watches.".to_owned(),
            sides: vec![
                side(NAMES[0], "Come to the end of the road.", "Two hits end the way."),
                side(NAMES[1], "Hit the courier twice.", "The courier comes to the end of the road."),
            ],
            ends: "At the end of the road, or with the second hit.".to_owned(),
            special: Vec::new(),
            know: vec!["Within 6 paces four of six shots hit, within 12 two of six.".to_owned()],
        }
    }

    fn goals(&self, viewer: Viewer) -> Vec<Goal> {
        let goal = |team: usize, text: &str, state: String, stands| Goal {
            team: Some(NAMES[team].to_owned()),
            text: text.to_owned(),
            state,
            stands,
            rule: RuleId("AM-05"),
        };
        let told = FAULT == fault::GOALS_KNOW_THE_POST || viewer == Viewer::Umpire;
        let near = self.away().filter(|_| told).map_or(String::new(), |away| format!(", {}", paces(away)));
        let urgent = if self.hits == 1 { Stands::Urgent } else { Stands::Open };
        vec![
            goal(
                0,
                "Come to the end of the road.",
                format!("{} to go{near}", paces(ROAD - self.at)),
                Stands::Open,
            ),
            goal(1, "Hit the courier twice.", format!("{} of 2", self.hits), urgent),
        ]
    }

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
        self.stack.clear();
    }

    fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Self {
        let mut world = self.clone();
        world.reseed(dice.next_u64());
        if let Some(post) = world.post.as_mut().filter(|_| seat == COURIER) {
            let [low, high] = self.possible();
            *post.judge_mut() = low + dice.pick(usize::from(high - low) + 1) as u16;
        }
        world
    }

    fn position(&self) -> Setup {
        Setup {
            post: self.post.as_ref().map(|post| *post.judge()),
            at: self.at,
            hits: self.hits,
            shots: self.shots,
            asked: self.asked,
            held: self.held,
            fired_at: self.fired_at.clone(),
            stack: self.stack.clone(),
        }
    }
}
