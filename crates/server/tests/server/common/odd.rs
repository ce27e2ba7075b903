//! A game whose rules misbehave: questions that take until somebody lets them go, decisions that have no order. It is
//! another game in everything else.

use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use table::face::{
    AnyGame, AnyMatch, Judged, OrderError, OrderRow, Past, SeenEvent, SeenPrompt, Starter, Verified,
};
use table::{
    Advice, Breadth, Briefing, Dice, Goal, Kind, LogError, Luck, Memory, Outcome, Refusal, Row, ScenarioInfo,
    Seat, SeatId, SetupError, SetupRequest, StateHash, UndoError, Viewer, Worth,
};

/// Questions stop here until it is opened.
#[derive(Debug, Default)]
pub struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    open: bool,
    knocked: usize,
    /// So many may pass though it is not open.
    admitted: usize,
    /// For whom they asked who know that.
    seats: Vec<SeatId>,
}

impl Gate {
    fn pass(&self, seat: Option<SeatId>) {
        let mut state = self.state.lock().unwrap();
        state.knocked += 1;
        state.seats.extend(seat);
        self.changed.notify_all();
        // A test that fails must not leave its thread here for ever.
        let patience = Duration::from_secs(60);
        let shut = |state: &mut State| !state.open && state.admitted == 0;
        let (mut state, _) = self.changed.wait_timeout_while(state, patience, shut).unwrap();
        state.admitted = state.admitted.saturating_sub(1);
    }

    /// Lets one of them pass.
    pub fn admit(&self) {
        self.state.lock().unwrap().admitted += 1;
        self.changed.notify_all();
    }

    /// The seats for which they came, in their order.
    pub fn seats(&self) -> Vec<SeatId> {
        self.state.lock().unwrap().seats.clone()
    }

    pub fn open(&self) {
        self.state.lock().unwrap().open = true;
        self.changed.notify_all();
    }

    /// How many have come here.
    pub fn knocked(&self) -> usize {
        self.state.lock().unwrap().knocked
    }

    /// Returns when so many have come.
    pub fn wait_for(&self, count: usize) {
        let state = self.state.lock().unwrap();
        let patience = Duration::from_secs(60);
        let (state, timed_out) =
            self.changed.wait_timeout_while(state, patience, |state| state.knocked < count).unwrap();
        assert!(!timed_out.timed_out(), "only {} questions are being answered", state.knocked);
    }
}

/// What is wrong with a game.
#[derive(Clone, Debug)]
pub enum Odd {
    /// Questions stop at the gate.
    Slow(Arc<Gate>),
    /// Bots stop at the gate, and each notes its seat before.
    Queued(Arc<Gate>, Arc<Mutex<Vec<SeatId>>>),
    /// Nobody of this seat finds an order.
    Mute(SeatId),
    /// Counts how often it is played again from its beginning.
    Counted(Arc<AtomicUsize>),
    /// What was played before is too much for it.
    Forgetful,
    /// A bot that draws an order comes to grief.
    Faulty,
}

pub struct OddGame {
    pub game: Arc<dyn AnyGame>,
    pub odd: Odd,
}

#[derive(Debug)]
struct OddMatch {
    play: Box<dyn AnyMatch>,
    odd: Odd,
}

impl OddGame {
    fn wrap(&self, play: Box<dyn AnyMatch>) -> Box<dyn AnyMatch> {
        Box::new(OddMatch { play, odd: self.odd.clone() })
    }
}

impl AnyGame for OddGame {
    fn id(&self) -> &'static str {
        self.game.id()
    }
    fn title(&self) -> &'static str {
        self.game.title()
    }
    fn kind(&self) -> Kind {
        self.game.kind()
    }
    fn rules(&self) -> u32 {
        self.game.rules()
    }
    fn content(&self) -> StateHash {
        self.game.content()
    }
    fn files(&self) -> &[(String, String)] {
        self.game.files()
    }
    fn with_files(&self, files: Vec<(String, String)>) -> Result<Arc<dyn AnyGame>, String> {
        let game = self.game.with_files(files)?;
        Ok(Arc::new(Self { game, odd: self.odd.clone() }))
    }
    fn procedure(&self) -> Option<&'static str> {
        self.game.procedure()
    }
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        self.game.scenarios()
    }
    fn components(&self) -> Value {
        self.game.components()
    }
    fn new_match(&self, request: &SetupRequest, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
        self.game.new_match(request, seed).map(|play| self.wrap(play))
    }
    fn starter(&self, request: &SetupRequest) -> Result<Box<dyn Starter>, SetupError> {
        self.game.starter(request)
    }
    fn load_log(&self, text: &str) -> Result<Box<dyn AnyMatch>, LogError> {
        assert!(!matches!(self.odd, Odd::Forgetful), "a fault in the rules, as this test wants it");
        self.game.load_log(text).map(|play| self.wrap(play))
    }
    fn load_position(&self, position: &Value, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
        self.game.load_position(position, seed).map(|play| self.wrap(play))
    }
    fn verify_log(&self, text: &str) -> Result<Verified, LogError> {
        self.game.verify_log(text)
    }
}

impl OddMatch {
    fn think(&self, seat: SeatId) {
        if let Odd::Slow(gate) = &self.odd {
            gate.pass(Some(seat));
        }
    }

    fn is_mute(&self, prompt: usize) -> bool {
        matches!(self.odd, Odd::Mute(seat) if self.play.owed_by(seat) == Some(prompt))
    }
}

/// Everything that is as it was.
macro_rules! as_before {
    ($(fn $name:ident(&self $(, $arg:ident: $kind:ty)*) -> $result:ty;)*) => {
        $(fn $name(&self $(, $arg: $kind)*) -> $result { self.play.$name($($arg),*) })*
    };
}

impl AnyMatch for OddMatch {
    as_before! {
        fn game(&self) -> &'static str;
        fn seats(&self) -> &[Seat];
        fn plays_itself(&self, seat: SeatId) -> bool;
        fn turn(&self) -> u32;
        fn round(&self) -> u64;
        fn hash(&self) -> StateHash;
        fn outcome(&self) -> Option<Outcome>;
        fn luck(&self) -> Vec<Luck>;
        fn waiting(&self) -> Vec<SeatId>;
        fn orders(&self) -> usize;
        fn orders_of(&self, seat: SeatId) -> usize;
        fn open(&self, viewer: Viewer) -> Vec<SeenPrompt>;
        fn judge(&self, seat: SeatId, order: &Value) -> Result<Judged, OrderError>;
        fn legal(&self, seat: SeatId, limit: usize) -> (Vec<Value>, usize);
        fn legal_text(&self, seat: SeatId) -> String;
        fn rows(&self, seat: SeatId, limit: usize) -> (Vec<OrderRow>, usize);
        fn preview(&self, seat: SeatId, order: &Value) -> Result<Option<Value>, OrderError>;
        fn briefing(&self) -> Briefing;
        fn goals(&self, viewer: Viewer) -> Vec<Goal>;
        fn events(&self, viewer: Viewer, from: usize) -> Vec<SeenEvent>;
        fn happened(&self) -> usize;
        fn happened_after(&self, orders: usize) -> usize;
        fn settled(&self) -> usize;
        fn can_undo(&self, seat: Option<SeatId>) -> Result<(), UndoError>;
        fn seen_since(&self, viewer: Viewer, from: usize) -> Vec<SeenEvent>;
        fn told_since(&self, from: usize, viewers: &[Viewer]) -> Vec<(u128, SeenEvent)>;
        fn count_since(&self, viewer: Viewer, from: usize) -> usize;
        fn count_between(&self, viewer: Viewer, from: usize, to: usize) -> usize;
        fn view(&self, viewer: Viewer) -> Value;
        fn view_text(&self, viewer: Viewer) -> Box<RawValue>;
        fn log_text(&self) -> String;
        fn log_for(&self, viewer: Viewer) -> Value;
        fn first(&self, orders: usize) -> String;
        fn seed(&self) -> u64;
        fn setup(&self) -> Value;
        fn entry(&self, order: usize) -> Option<(SeatId, Value)>;
        fn entry_text(&self, order: usize) -> Option<(SeatId, Box<RawValue>)>;
        fn rerolled_before(&self, order: usize) -> Option<u64>;
        fn winner_against(&self, seat: SeatId) -> Option<String>;
        fn position(&self) -> Value;
        fn owed(&self) -> Option<(usize, SeatId)>;
        fn owed_by(&self, seat: SeatId) -> Option<usize>;
        fn option(&self, prompt: usize, n: usize) -> Value;
        fn option_text(&self, prompt: usize, n: usize) -> String;
        fn replayed_hash(&self) -> Result<StateHash, LogError>;
        fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Box<dyn AnyMatch>;
        fn muse(&self, seat: SeatId, dice: &mut Dice) -> Box<dyn AnyMatch>;
        fn appraise(&self, seat: SeatId) -> Option<Worth>;
        fn candidates(&self, prompt: usize, breadth: Breadth, dice: &mut Dice) -> Vec<usize>;
        fn rehearse(&self, prompt: usize, option: usize, turns: u32, dice: &mut Dice) -> Option<Worth>;
        fn advise(&self, prompt: usize, memory: &mut Memory, dice: &mut Dice) -> Option<Advice>;
        fn words(&self, seat: SeatId, order: &Value) -> Option<String>;
    }

    fn order(&mut self, seat: SeatId, order: &Value) -> Result<(), OrderError> {
        self.play.order(seat, order)
    }
    fn carry_out(&mut self, judged: Judged) -> Result<(), Judged> {
        self.play.carry_out(judged)
    }
    fn undo(&mut self, seat: Option<SeatId>) -> Result<(), UndoError> {
        self.play.undo(seat)
    }
    fn reroll(&mut self, seed: u64) {
        self.play.reroll(seed);
    }
    fn choose(&mut self, prompt: usize, n: usize) {
        self.play.choose(prompt, n);
    }
    fn drawn(&self, prompt: usize, dice: &mut Dice) -> Option<(Value, String)> {
        if let Odd::Queued(gate, seats) = &self.odd {
            let owes = |seat: &SeatId| self.play.owed_by(*seat) == Some(prompt);
            seats.lock().unwrap().extend(self.play.seats().iter().map(|seat| seat.id).find(owes));
            gate.pass(None);
        }
        assert!(!matches!(self.odd, Odd::Faulty), "a fault in the rules, as this test wants it");
        if self.is_mute(prompt) { None } else { self.play.drawn(prompt, dice) }
    }
    fn reflex(&mut self, prompt: usize, dice: &mut Dice) -> bool {
        self.think(SeatId(0));
        self.play.reflex(prompt, dice)
    }
    fn draw(&mut self, prompt: usize, dice: &mut Dice) -> bool {
        !self.is_mute(prompt) && self.play.draw(prompt, dice)
    }

    fn each_legal(&self, seat: SeatId, wanted: &mut dyn FnMut(Value, &dyn Fn() -> Row) -> bool) {
        self.think(seat);
        self.play.each_legal(seat, wanted);
    }
    fn options(&self, prompt: usize) -> usize {
        if self.is_mute(prompt) { 0 } else { self.play.options(prompt) }
    }
    fn check(&self, seat: SeatId, order: &Value) -> Result<(), OrderError> {
        self.play.check(seat, order)
    }
    fn nearest(&self, seat: SeatId, order: &Value) -> Result<(Value, Option<Refusal>), OrderError> {
        self.think(seat);
        self.play.nearest(seat, order)
    }
    fn past(&self, orders: usize) -> Past {
        let (past, odd) = (self.play.past(orders), self.odd.clone());
        if let Odd::Counted(replays) = &odd {
            replays.fetch_add(1, Ordering::Relaxed);
        }
        Box::new(move || Ok(Box::new(Self { play: past()?, odd })))
    }
    fn still(&self) -> Box<dyn AnyMatch> {
        Box::new(Self { play: self.play.still(), odd: self.odd.clone() })
    }
}
