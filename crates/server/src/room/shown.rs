//! The table of a match as it was stored: to be looked at when the rules of today lead elsewhere.

use crate::wire::{Fairness, Over};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
use table::face::{AnyMatch, Judged, OrderError, OrderRow, Past, SeenEvent, SeenPrompt};
use table::{
    Advice, Breadth, Briefing, Dice, Goal, LogError, Luck, Memory, Outcome, Refusal, Row, Seat, SeatId,
    StateHash, UndoError, Viewer, Worth,
};

/// A match as everybody saw it at one moment, and the position that it can be continued from.
#[derive(Debug, Serialize, Deserialize)]
pub struct Picture {
    pub turn: u32,
    pub seats: Vec<Seat>,
    /// The seats that the game's own procedure plays.
    pub itself: Vec<SeatId>,
    pub briefing: Briefing,
    pub over: Option<Over>,
    /// Not for eyes: everything lies open in it.
    pub position: Box<RawValue>,
    /// What each seat sees, then the spectators; when it is over, the umpire.
    pub faces: Vec<Face>,
    /// The whole log, when it is over.
    pub log: Option<String>,
    /// What was told of fair dice.
    #[serde(default)]
    pub fair: Option<Fairness>,
    /// When each of them last learned something: the seats, then the spectators.
    pub learned: Vec<i64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Face {
    pub view: Box<RawValue>,
    pub goals: Vec<Goal>,
}

impl Picture {
    pub fn of(
        play: &dyn AnyMatch,
        over: Option<Over>,
        log: Option<String>,
        fair: Option<Fairness>,
        learned: Vec<i64>,
    ) -> Option<String> {
        let seats = play.seats();
        let everybody = seats.iter().map(|seat| Viewer::Seat(seat.id)).chain([Viewer::Spectator]);
        let viewers = everybody.chain(over.is_some().then_some(Viewer::Umpire));
        let face = |viewer| Face { view: play.view_text(viewer), goals: play.goals(viewer) };
        let picture = Self {
            turn: play.turn(),
            itself: seats.iter().map(|seat| seat.id).filter(|seat| play.plays_itself(*seat)).collect(),
            briefing: play.briefing(),
            position: serde_json::value::to_raw_value(&play.position()).ok()?,
            faces: viewers.map(face).collect(),
            log,
            fair,
            seats: seats.to_vec(),
            over,
            learned,
        };
        serde_json::to_string(&picture).ok()
    }
}

/// A match that is only looked at. What happened in it is told from storage, so it has no events of its own.
#[derive(Clone, Debug)]
pub struct Shown {
    pub game: &'static str,
    pub picture: Arc<Picture>,
    /// The set-up that it began with.
    pub setup: Value,
}

impl Shown {
    fn face(&self, viewer: Viewer) -> Option<&Face> {
        let seats = self.picture.seats.len();
        self.picture.faces.get(match viewer {
            Viewer::Seat(seat) if seat.index() < seats => seat.index(),
            Viewer::Seat(_) => return None,
            Viewer::Spectator => seats,
            Viewer::Umpire => seats + 1,
        })
    }
}

fn closed<T>() -> Result<T, OrderError> {
    Err(OrderError::Unreadable("this match can only be looked at".to_owned()))
}

impl AnyMatch for Shown {
    fn game(&self) -> &'static str {
        self.game
    }
    fn seats(&self) -> &[Seat] {
        &self.picture.seats
    }
    fn plays_itself(&self, seat: SeatId) -> bool {
        self.picture.itself.contains(&seat)
    }
    fn turn(&self) -> u32 {
        self.picture.turn
    }
    fn briefing(&self) -> Briefing {
        self.picture.briefing.clone()
    }
    fn goals(&self, viewer: Viewer) -> Vec<Goal> {
        self.face(viewer).map(|face| face.goals.clone()).unwrap_or_default()
    }
    fn view(&self, viewer: Viewer) -> Value {
        self.face(viewer).and_then(|face| serde_json::from_str(face.view.get()).ok()).unwrap_or_default()
    }
    fn view_text(&self, viewer: Viewer) -> Box<RawValue> {
        self.face(viewer).map(|face| face.view.clone()).unwrap_or_default()
    }
    fn setup(&self) -> Value {
        self.setup.clone()
    }
    fn position(&self) -> Value {
        serde_json::from_str(self.picture.position.get()).unwrap_or_default()
    }
    fn log_text(&self) -> String {
        self.picture.log.clone().unwrap_or_default()
    }
    fn luck(&self) -> Vec<Luck> {
        self.picture.over.as_ref().map(|over| over.luck.clone()).unwrap_or_default()
    }
    fn winner_against(&self, seat: SeatId) -> Option<String> {
        let team = self.picture.seats.iter().find(|own| own.id == seat)?.team;
        self.picture.seats.iter().find(|other| other.team != team).map(|other| other.team_name.clone())
    }
    fn past(&self, _orders: usize) -> Past {
        let same = self.clone();
        Box::new(move || Ok(Box::new(same)))
    }
    fn still(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    // Nothing is played here: nobody is asked, nothing is taken, nothing happens.

    fn round(&self) -> u64 {
        0
    }
    fn hash(&self) -> StateHash {
        StateHash(0)
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn waiting(&self) -> Vec<SeatId> {
        Vec::new()
    }
    fn orders(&self) -> usize {
        0
    }
    fn orders_of(&self, _seat: SeatId) -> usize {
        0
    }
    fn open(&self, _viewer: Viewer) -> Vec<SeenPrompt> {
        Vec::new()
    }
    fn legal(&self, _seat: SeatId, _limit: usize) -> (Vec<Value>, usize) {
        (Vec::new(), 0)
    }
    fn legal_text(&self, _seat: SeatId) -> String {
        "[[],0]".to_owned()
    }
    fn rows(&self, _seat: SeatId, _limit: usize) -> (Vec<OrderRow>, usize) {
        (Vec::new(), 0)
    }
    fn preview(&self, _seat: SeatId, _order: &Value) -> Result<Option<Value>, OrderError> {
        closed()
    }
    fn each_legal(&self, _seat: SeatId, _wanted: &mut dyn FnMut(Value, &dyn Fn() -> Row) -> bool) {}
    fn order(&mut self, _seat: SeatId, _order: &Value) -> Result<(), OrderError> {
        closed()
    }
    fn judge(&self, _seat: SeatId, _order: &Value) -> Result<Judged, OrderError> {
        closed()
    }
    fn carry_out(&mut self, judged: Judged) -> Result<(), Judged> {
        Err(judged)
    }
    fn check(&self, _seat: SeatId, _order: &Value) -> Result<(), OrderError> {
        closed()
    }
    fn nearest(&self, _seat: SeatId, _order: &Value) -> Result<(Value, Option<Refusal>), OrderError> {
        closed()
    }
    fn events(&self, _viewer: Viewer, _from: usize) -> Vec<SeenEvent> {
        Vec::new()
    }
    fn happened(&self) -> usize {
        0
    }
    fn seen_since(&self, _viewer: Viewer, _from: usize) -> Vec<SeenEvent> {
        Vec::new()
    }
    fn told_since(&self, _from: usize, _viewers: &[Viewer]) -> Vec<(u128, SeenEvent)> {
        Vec::new()
    }
    fn count_since(&self, _viewer: Viewer, _from: usize) -> usize {
        0
    }
    fn count_between(&self, _viewer: Viewer, _from: usize, _to: usize) -> usize {
        0
    }
    fn undo(&mut self, _seat: Option<SeatId>) -> Result<(), UndoError> {
        Err(UndoError::Settled)
    }
    fn can_undo(&self, _seat: Option<SeatId>) -> Result<(), UndoError> {
        Err(UndoError::Settled)
    }
    fn settled(&self) -> usize {
        0
    }
    fn happened_after(&self, _orders: usize) -> usize {
        0
    }
    fn log_for(&self, _viewer: Viewer) -> Value {
        Value::Null
    }
    fn first(&self, _orders: usize) -> String {
        String::new()
    }
    fn seed(&self) -> u64 {
        0
    }
    fn entry(&self, _order: usize) -> Option<(SeatId, Value)> {
        None
    }
    fn entry_text(&self, _order: usize) -> Option<(SeatId, Box<RawValue>)> {
        None
    }
    fn reroll(&mut self, _seed: u64) {}
    fn rerolled_before(&self, _order: usize) -> Option<u64> {
        None
    }
    fn owed(&self) -> Option<(usize, SeatId)> {
        None
    }
    fn owed_by(&self, _seat: SeatId) -> Option<usize> {
        None
    }
    fn options(&self, _prompt: usize) -> usize {
        0
    }
    fn option(&self, _prompt: usize, _n: usize) -> Value {
        Value::Null
    }
    fn option_text(&self, _prompt: usize, _n: usize) -> String {
        String::new()
    }
    fn choose(&mut self, _prompt: usize, _n: usize) {}
    fn drawn(&self, _prompt: usize, _dice: &mut Dice) -> Option<(Value, String)> {
        None
    }
    fn draw(&mut self, _prompt: usize, _dice: &mut Dice) -> bool {
        false
    }
    fn replayed_hash(&self) -> Result<StateHash, LogError> {
        Err(LogError::Setup("this match can only be looked at".to_owned()))
    }
    fn imagine(&self, _seat: SeatId, _dice: &mut Dice) -> Box<dyn AnyMatch> {
        self.still()
    }
    fn muse(&self, _seat: SeatId, _dice: &mut Dice) -> Box<dyn AnyMatch> {
        self.still()
    }
    fn appraise(&self, _seat: SeatId) -> Option<Worth> {
        None
    }
    fn candidates(&self, _prompt: usize, _breadth: Breadth, _dice: &mut Dice) -> Vec<usize> {
        Vec::new()
    }
    fn rehearse(&self, _prompt: usize, _option: usize, _turns: u32, _dice: &mut Dice) -> Option<Worth> {
        None
    }
    fn advise(&self, _prompt: usize, _memory: &mut Memory, _dice: &mut Dice) -> Option<Advice> {
        None
    }
    fn reflex(&mut self, _prompt: usize, _dice: &mut Dice) -> bool {
        false
    }
    fn words(&self, _seat: SeatId, _order: &Value) -> Option<String> {
        None
    }
}
