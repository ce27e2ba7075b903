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

#[cfg(test)]
mod tests {
    use super::{Over, Picture, Shown};
    use serde_json::{Value, json};
    use std::sync::Arc;
    use table::face::AnyMatch;
    use table::{Dice, SeatId, SetupRequest, UndoError, Viewer};

    const COURIER: SeatId = SeatId(0);
    const HUNTER: SeatId = SeatId(1);

    /// A table at which the courier is to walk, and what is shown of it.
    fn shown() -> (Box<dyn AnyMatch>, Shown) {
        let game = (games::EXAMPLES[0].plain)();
        let mut play = game.new_match(&SetupRequest::of("road", &[]), 7).expect("a match");
        play.order(HUNTER, &json!({ "kind": "post", "at": 300 })).expect("a post");
        let picture = Picture::of(play.as_ref(), None, None, None, vec![1, 2, 3]).expect("a picture");
        let picture: Picture = serde_json::from_str(&picture).expect("what was written is read");
        let shown = Shown { game: game.id(), picture: Arc::new(picture), setup: play.setup() };
        (play, shown)
    }

    #[test]
    fn a_shown_table_is_seen_as_it_was_by_everybody() {
        let (play, shown) = shown();
        assert_eq!((shown.game(), shown.turn(), shown.seats()), (play.game(), play.turn(), play.seats()));
        for viewer in [Viewer::Seat(COURIER), Viewer::Seat(HUNTER), Viewer::Spectator] {
            assert_eq!(
                (shown.view(viewer), shown.goals(viewer)),
                (play.view(viewer), play.goals(viewer)),
                "{viewer}"
            );
            assert_eq!(shown.view_text(viewer).get(), play.view_text(viewer).get());
        }
        for nobody in [Viewer::Seat(SeatId(2)), Viewer::Umpire] {
            assert_eq!((shown.view(nobody), shown.goals(nobody)), (Value::Null, vec![]), "before it is over");
        }
        assert_ne!(
            shown.view(Viewer::Seat(HUNTER)),
            shown.view(Viewer::Spectator),
            "the post is the hunter's secret"
        );
        assert_eq!((shown.position(), shown.setup()), (play.position(), play.setup()));
        assert_eq!((shown.briefing(), shown.plays_itself(COURIER)), (play.briefing(), false));
        for seat in [COURIER, HUNTER, SeatId(2)] {
            assert_eq!(shown.winner_against(seat), play.winner_against(seat), "{seat}");
        }
        let mut picture = Picture::of(play.as_ref(), None, None, None, vec![]).expect("a picture");
        picture = picture.replace("\"itself\":[]", "\"itself\":[1]");
        let itself =
            Shown { picture: Arc::new(serde_json::from_str(&picture).expect("read")), ..shown.clone() };
        assert!(itself.plays_itself(HUNTER) && !itself.plays_itself(COURIER));
        let later = shown.past(9)().expect("the same");
        for same in [
            later,
            shown.still(),
            shown.imagine(COURIER, &mut Dice::new(1)),
            shown.muse(COURIER, &mut Dice::new(1)),
        ] {
            assert_eq!(same.view(Viewer::Seat(HUNTER)), shown.view(Viewer::Seat(HUNTER)));
        }
    }

    #[test]
    fn at_a_shown_table_nobody_is_asked_nothing_is_taken_and_nothing_happens() {
        let (play, mut shown) = shown();
        let walk = json!({ "kind": "walk", "by": 50 });
        assert!(play.check(COURIER, &walk).is_ok() && play.outcome().is_none(), "it would be taken there");
        let (all, text) = (Viewer::Umpire, String::new());
        assert_eq!((shown.waiting(), shown.open(all), shown.all_owed()), (vec![], vec![], vec![]));
        assert_eq!((shown.owed(), shown.owed_by(COURIER), shown.options(0)), (None, None, 0));
        assert_eq!((shown.legal(COURIER, 9), &*shown.legal_text(COURIER)), ((vec![], 0), "[[],0]"));
        assert_eq!((shown.rows(COURIER, 9), shown.words(COURIER, &walk)), ((vec![], 0), None));
        shown.each_legal(COURIER, &mut |order, _| panic!("{order} is offered"));
        assert_eq!((shown.option(0, 0), shown.option_text(0, 0)), (Value::Null, text.clone()));
        let mut dice = Dice::new(1);
        assert!(
            shown.drawn(0, &mut dice).is_none() && !shown.draw(0, &mut dice) && !shown.reflex(0, &mut dice)
        );
        for refused in [shown.order(COURIER, &walk), shown.check(COURIER, &walk)] {
            assert!(refused.is_err_and(|why| why.to_string().contains("only be looked at")));
        }
        assert!(shown.judge(COURIER, &walk).is_err() && shown.nearest(COURIER, &walk).is_err());
        assert!(shown.preview(COURIER, &walk).is_err());
        let judged = play.judge(COURIER, &walk).expect("it is legal");
        assert!(shown.carry_out(judged).is_err());
        assert_eq!(
            (shown.undo(None), shown.can_undo(None)),
            (Err(UndoError::Settled), Err(UndoError::Settled))
        );
        shown.choose(0, 0);
        shown.reroll(9);
        assert_eq!((shown.orders(), shown.orders_of(HUNTER), shown.settled()), (0, 0, 0));
        assert_eq!((shown.happened(), shown.happened_after(1), shown.round()), (0, 0, 0));
        assert_eq!((shown.count_since(all, 0), shown.count_between(all, 0, 9)), (0, 0));
        assert!(shown.events(all, 0).is_empty() && shown.seen_since(all, 0).is_empty());
        assert!(shown.told_since(0, &[all]).is_empty());
        assert_eq!((shown.entry(0), shown.rerolled_before(0), shown.seed()), (None, None, 0));
        assert!(shown.entry_text(0).is_none() && shown.outcome().is_none() && shown.luck().is_empty());
        assert_eq!((shown.log_text(), shown.first(1), shown.log_for(all)), (text.clone(), text, Value::Null));
        assert!(shown.replayed_hash().is_err(), "what led to it can not be played again");
    }

    #[test]
    fn what_chance_gave_and_the_whole_log_are_shown_of_a_match_that_is_over() {
        let game = (games::EXAMPLES[0].plain)();
        let mut play = game.new_match(&SetupRequest::of("road", &[]), 1).expect("a match");
        for (seat, order) in [
            (HUNTER, json!({ "kind": "post", "at": 300 })),
            (COURIER, json!({ "kind": "walk", "by": 120 })),
            (HUNTER, json!({ "kind": "pass", "walks": 1 })),
            (COURIER, json!({ "kind": "walk", "by": 120 })),
            (HUNTER, json!({ "kind": "fire" })),
        ] {
            play.order(seat, &order).expect("a legal order");
        }
        let (luck, how) = (play.luck(), "the hunter gave up".to_owned());
        assert!(!luck.is_empty(), "he has fired");
        let over = Over { winner: None, grade: None, rule: None, how, luck: luck.clone() };
        let picture = Picture::of(play.as_ref(), Some(over), Some("the log".to_owned()), None, vec![]);
        let picture = serde_json::from_str(&picture.expect("a picture")).expect("what was written is read");
        let shown = Shown { game: game.id(), picture: Arc::new(picture), setup: play.setup() };
        assert_eq!((shown.luck(), &*shown.log_text()), (luck, "the log"));
        assert_eq!(shown.view(Viewer::Umpire), play.view(Viewer::Umpire), "everything lies open");
    }
}
