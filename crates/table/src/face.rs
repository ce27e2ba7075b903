//! Any game behind one object-safe face: programs that speak JSON or play batches are written once.
//!
//! JSON stays in this module and in [`crate::log`]; games know only serde's derive.

mod seen;

pub use seen::{Asked, OrderRow, SeenEvent, SeenPrompt};

use crate::dice::Dice;
use crate::event::Event;
use crate::game::{
    Briefing, Duty, Game, Goal, Kind, Outcome, Prompt, Row, ScenarioInfo, SetupError, SetupRequest,
};
use crate::hash::{StateHash, state_hash};
use crate::log::{self, LogError, MatchLog};
use crate::luck::Luck;
use crate::play::{Match, UndoError};
use crate::proof::Claims;
use crate::rule::Refusal;
use crate::seat::{Seat, SeatId, Viewer};
use crate::tactics::{Advice, Breadth, Course, Intent, Memory, PlayedOut, Worth};
use crate::weights::{Weight, is_beside_the_rules};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// A game on the shelf: what can be played, and how a match is begun.
pub trait AnyGame: Send + Sync {
    fn id(&self) -> &'static str;
    fn title(&self) -> &'static str;
    fn kind(&self) -> Kind;
    /// The version of its rules: matches of another one can not be played again.
    fn rules(&self) -> u32;
    /// Identifies the content in the header of a log.
    fn content(&self) -> StateHash;
    /// Name and text of the files that the content was read from; none if it was not read from files.
    fn files(&self) -> &[(String, String)];
    /// This game with the content of other files, or what is wrong with them.
    fn with_files(&self, files: Vec<(String, String)>) -> Result<Arc<dyn AnyGame>, String>;
    /// The figures that its judgement weighs by: [`Game::weights`].
    fn weights(&self) -> &[Weight] {
        &[]
    }
    /// The team whose seats the game's own procedure can play, if it has one.
    fn procedure(&self) -> Option<&'static str>;
    fn scenarios(&self) -> Vec<ScenarioInfo>;
    /// What is printed on the components, for whoever draws the table.
    fn components(&self) -> Value;
    fn new_match(&self, request: &SetupRequest, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// Resolves a request once, for a batch of matches that differ only in their seed.
    fn starter(&self, request: &SetupRequest) -> Result<Box<dyn Starter>, SetupError>;
    fn load_log(&self, text: &str) -> Result<Box<dyn AnyMatch>, LogError>;
    fn load_position(&self, position: &Value, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// Replays a log and compares hashes.
    fn verify_log(&self, text: &str) -> Result<Verified, LogError>;
}

/// Begins match after match of one set-up, without recording events.
pub trait Starter: Send + Sync {
    fn start(&self, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// The same match with its events and throws, for whoever counts what happened in it.
    fn start_recorded(&self, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError>;
}

struct Prepared<G: Game> {
    content: Arc<G::Content>,
    setup: G::Setup,
}

impl<G: Game> Starter for Prepared<G> {
    fn start(&self, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
        Ok(Box::new(Match::<G>::begin_silent(&self.content, self.setup.clone(), seed)?))
    }
    fn start_recorded(&self, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
        Ok(Box::new(Match::<G>::begin(&self.content, self.setup.clone(), seed)?))
    }
}

/// The result of replaying a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    pub orders: usize,
    pub hash: StateHash,
    /// Whether the log recorded the same hash, and its proof holds if it has one.
    pub ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofChecked>,
}

/// What became of the proof in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofChecked {
    pub ok: bool,
    /// A proof of version 1 binds neither the set-up nor what the last one to decide chose.
    pub version: u32,
    /// Why it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What was told before anybody sat down: whoever wrote it down then compares.
    pub pledge: String,
    pub salts: Vec<String>,
    /// How many links the chain of seals has, and the last of them.
    pub links: usize,
    pub last: Option<String>,
}

/// Does the sums of a log's proof again.
fn checked<G: Game>(log: &MatchLog<G::Setup, G::Order>, played: &Match<G>) -> Option<ProofChecked> {
    let proof = log.proof.as_ref()?;
    let orders: Vec<(SeatId, String)> =
        log.entries.iter().map(|entry| (entry.seat, to_text(&entry.order).get().to_owned())).collect();
    let header = to_text(&log.header);
    let claims = Claims {
        header: header.get(),
        seats: played.state().seats().len(),
        seed: log.header.seed,
        rerolls: &log.rerolls,
        orders: &orders,
        settled: played.settled(),
    };
    let why = proof.check(claims).err().map(|error| error.to_string());
    Some(ProofChecked {
        ok: why.is_none(),
        version: proof.version,
        why,
        pledge: proof.pledge.clone(),
        salts: proof.salts.clone(),
        links: proof.chain.len(),
        last: proof.chain.last().map(|link| link.hash().to_owned()),
    })
}

/// Why an order was not carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OrderError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("not an order of this game: {0}")]
    Unreadable(String),
}

/// An order that was judged and may be carried out: nothing is read or judged twice. It is good for the match that
/// judged it, until something changes there.
pub struct Judged {
    seat: SeatId,
    order: Box<dyn Any + Send + Sync>,
    /// What the match had gone through by then.
    changes: u64,
}

impl Debug for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "an order of seat {}, judged after {} changes", self.seat.0, self.changes)
    }
}

/// A match as it was, ready to be played again from its beginning: somewhere else, since it takes its time.
pub type Past = Box<dyn FnOnce() -> Result<Box<dyn AnyMatch>, LogError> + Send>;

/// A match of any game.
pub trait AnyMatch: Send + Sync + Debug {
    fn game(&self) -> &'static str;
    /// Whether somebody may know what others must not; a match that can only be looked at does not say.
    fn hides(&self) -> bool {
        true
    }
    fn seats(&self) -> &[Seat];
    /// Whether the game's own procedure plays this seat.
    fn plays_itself(&self, seat: SeatId) -> bool;
    fn turn(&self) -> u32;
    fn round(&self) -> u64;
    fn hash(&self) -> StateHash;
    fn outcome(&self) -> Option<Outcome>;
    /// What chance gave each side, against what was to be expected. Not for eyes before the match is over: it tells of
    /// secrets.
    fn luck(&self) -> Vec<Luck>;
    fn waiting(&self) -> Vec<SeatId>;
    fn orders(&self) -> usize;
    /// How many of the orders were this seat's.
    fn orders_of(&self, seat: SeatId) -> usize;

    /// Whose decision, what is awaited: in full for the viewer's own seat, in outline for the others.
    fn prompts(&self, viewer: Viewer) -> Asked {
        Asked {
            round: self.round(),
            turn: self.turn(),
            waiting: self.waiting(),
            prompts: self.open(viewer),
            outcome: self.outcome(),
        }
    }
    /// The open decisions of this viewer alone.
    fn open(&self, viewer: Viewer) -> Vec<SeenPrompt>;
    /// The legal orders of a seat, at most `limit`, and how many there are.
    fn legal(&self, seat: SeatId, limit: usize) -> (Vec<Value>, usize);
    /// All of them as JSON text, and how many there are: `[[…],2]`.
    fn legal_text(&self, seat: SeatId) -> String;
    /// The same with their words.
    fn rows(&self, seat: SeatId, limit: usize) -> (Vec<OrderRow>, usize);
    /// What an order would do, if it is legal and there is something to foresee.
    fn preview(&self, seat: SeatId, order: &Value) -> Result<Option<Value>, OrderError>;
    fn briefing(&self) -> Briefing;
    fn goals(&self, viewer: Viewer) -> Vec<Goal>;
    /// The legal orders of a seat one by one, as long as somebody wants more of them; each with its words, which are
    /// made only if they are asked for.
    fn each_legal(&self, seat: SeatId, wanted: &mut dyn FnMut(Value, &dyn Fn() -> Row) -> bool);
    fn order(&mut self, seat: SeatId, order: &Value) -> Result<(), OrderError>;
    /// Judges an order for [`AnyMatch::carry_out`]; nothing changes.
    fn judge(&self, seat: SeatId, order: &Value) -> Result<Judged, OrderError>;
    /// Carries out what was judged. Whoever changed the match since then gets it back unread.
    fn carry_out(&mut self, judged: Judged) -> Result<(), Judged>;
    /// Whether an order would be carried out; nothing changes.
    fn check(&self, seat: SeatId, order: &Value) -> Result<(), OrderError>;
    /// The legal order nearest to this one, and why that one itself is not legal.
    fn nearest(&self, seat: SeatId, order: &Value) -> Result<(Value, Option<Refusal>), OrderError>;
    /// What a viewer may know of the events from number `from` of his own stream on. Numbers are counted
    /// per viewer: a gap would tell of a secret.
    fn events(&self, viewer: Viewer, from: usize) -> Vec<SeenEvent>;
    /// How many events there are for anybody. Not for eyes: it tells of secrets.
    fn happened(&self) -> usize;
    /// What a viewer may know of the events from number `from` of all events on.
    fn seen_since(&self, viewer: Viewer, from: usize) -> Vec<SeenEvent>;
    /// What each of these viewers may know of them, with the set of those who know the same: bit by bit in the order of
    /// the viewers.
    fn told_since(&self, from: usize, viewers: &[Viewer]) -> Vec<(u128, SeenEvent)>;
    /// How many of the events from number `from` of all events on a viewer may know of.
    fn count_since(&self, viewer: Viewer, from: usize) -> usize;
    /// The same, up to number `to`.
    fn count_between(&self, viewer: Viewer, from: usize, to: usize) -> usize;
    fn view(&self, viewer: Viewer) -> Value;
    /// The view as JSON text, without the detour over a value.
    fn view_text(&self, viewer: Viewer) -> Box<RawValue>;
    /// Takes back the last order since the last barrier: of this seat, or of anybody for the umpire.
    fn undo(&mut self, seat: Option<SeatId>) -> Result<(), UndoError>;
    /// Whether [`AnyMatch::undo`] would take an order back; nothing changes.
    fn can_undo(&self, seat: Option<SeatId>) -> Result<(), UndoError>;
    /// How many orders lie behind the last barrier.
    fn settled(&self) -> usize;
    /// How many events there were for anybody after so many orders. Not for eyes, as [`AnyMatch::happened`].
    fn happened_after(&self, orders: usize) -> usize;
    /// The whole log: the umpire's, or anybody's when the match is over.
    fn log_text(&self) -> String;
    /// The log as a seat may keep it: no seed, its own orders only.
    fn log_for(&self, viewer: Viewer) -> Value;
    /// The log of the first orders alone, without the hash that they lead to.
    fn first(&self, orders: usize) -> String;
    fn seed(&self) -> u64;
    /// The complete set-up that this match began with: a position.
    fn setup(&self) -> Value;
    /// The order of this number, and the seat that gave it.
    fn entry(&self, order: usize) -> Option<(SeatId, Value)>;
    /// The same, as the log has it.
    fn entry_text(&self, order: usize) -> Option<(SeatId, Box<RawValue>)>;
    /// Goes on with other dice, so that nobody knows what is to come.
    fn reroll(&mut self, seed: u64);
    /// The dice that the order of this number is given with, if they are other ones than those before it.
    fn rerolled_before(&self, order: usize) -> Option<u64>;
    /// The name of the team that wins when the team of this seat gives up.
    fn winner_against(&self, seat: SeatId) -> Option<String>;
    /// The match as it stood after so many orders.
    fn past(&self, orders: usize) -> Past;
    /// A copy as it stands, without its past: for a player who thinks elsewhere.
    fn still(&self) -> Box<dyn AnyMatch>;
    fn position(&self) -> Value;

    /// The first decision that the match waits for: `(prompt, seat)`.
    fn owed(&self) -> Option<(usize, SeatId)>;
    fn owed_by(&self, seat: SeatId) -> Option<usize>;
    fn options(&self, prompt: usize) -> usize;
    fn option(&self, prompt: usize, n: usize) -> Value;
    fn option_text(&self, prompt: usize, n: usize) -> String;
    fn choose(&mut self, prompt: usize, n: usize);
    /// A legal order that these dice draw, as it is written and in words; none if there is none.
    fn drawn(&self, prompt: usize, dice: &mut Dice) -> Option<(Value, String)>;
    /// Carries out a legal order that these dice draw; false if there is none.
    fn draw(&mut self, prompt: usize, dice: &mut Dice) -> bool;
    /// Replays the log of this match from its beginning and returns the hash it leads to.
    fn replayed_hash(&self) -> Result<StateHash, LogError>;
    /// A copy that the seat can not tell from the true match, for search.
    fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Box<dyn AnyMatch>;
    /// Bots judge this match by these values from now on: [`Game::judge_by`].
    fn judge_by(&mut self, _values: &[f64]) {}
    /// The same for a bot that searches: [`Game::muse`]. What follows is asked of such copies only.
    fn muse(&self, seat: SeatId, dice: &mut Dice) -> Box<dyn AnyMatch>;
    /// What it is worth to a seat, in a game that has an opinion.
    fn appraise(&self, seat: SeatId) -> Option<Worth>;
    /// The options of a prompt that are worth a closer look.
    fn candidates(&self, prompt: usize, breadth: Breadth, dice: &mut Dice) -> Vec<usize>;
    /// What comes of an option if everybody plays on by reflex for so many turns, this one included.
    fn rehearse(&self, prompt: usize, option: usize, turns: u32, dice: &mut Dice) -> Option<Worth>;
    /// What comes of an option if everybody goes on by routine for the game's own horizon; none where nobody knows what
    /// he would do.
    fn play_out(&self, _prompt: usize, _option: usize, _dice: &mut Dice) -> Option<PlayedOut> {
        None
    }
    /// How many times the usual number of looks ahead a search may have: [`Game::haste`].
    fn haste(&self) -> usize {
        1
    }
    /// The answer of the game's own judgement, where it has one.
    fn advise(&self, prompt: usize, memory: &mut Memory, dice: &mut Dice) -> Option<Advice>;
    /// A better one, if it knows one: [`Game::counsel`].
    fn counsel(&self, _prompt: usize, _memory: &mut Memory, _dice: &mut Dice) -> Option<Advice> {
        None
    }

    /// Whether sides decide in secret at once: [`Game::is_sealed`].
    fn is_sealed(&self) -> bool {
        false
    }
    /// Every decision that the match waits for: `(prompt, seat)`.
    fn all_owed(&self) -> Vec<(usize, SeatId)> {
        self.owed().into_iter().collect()
    }
    /// An option of a prompt as something to have in mind.
    fn intent(&self, _prompt: usize, _option: usize) -> Option<Intent> {
        None
    }
    /// What the seat of a prompt would do at a glance.
    fn glance(&self, _prompt: usize, _dice: &mut Dice) -> Option<Intent> {
        None
    }
    /// Courses that begin with a prompt: [`Game::courses`].
    fn courses(&self, _prompt: usize, _most: usize) -> Vec<Course<Intent>> {
        Vec::new()
    }
    /// The number of the option of a prompt that somebody has in mind.
    fn option_of(&self, _prompt: usize, _intent: &Intent) -> Option<usize> {
        None
    }
    /// What somebody has in mind, in words.
    fn intent_text(&self, _intent: &Intent) -> String {
        String::new()
    }
    /// What it is worth to a seat at the end of a look ahead: [`Game::outlook`].
    fn outlook(&self, _seat: SeatId) -> Option<f64> {
        None
    }
    /// What comes of it for a seat if these orders are given as far as they are legal, and everybody goes on by routine for
    /// the game's own horizon; none where nobody knows what he would do.
    fn act_out(
        &self,
        _intents: &mut dyn Iterator<Item = &Intent>,
        _seat: SeatId,
        _dice: &mut Dice,
    ) -> Option<f64> {
        None
    }

    /// Carries out what anybody does here at a glance; false where the game has no such reflex.
    fn reflex(&mut self, prompt: usize, dice: &mut Dice) -> bool;
    /// An order that may be given now in words, listed or not; none if it may not.
    fn words(&self, seat: SeatId, order: &Value) -> Option<String>;
}

/// Reads the content of a game from names and texts of files.
pub type ReadContent<G> = fn(&[(&str, &str)]) -> Result<Arc<<G as Game>::Content>, String>;

/// A game with its content, on the shelf.
#[derive(Debug)]
pub struct Shelved<G: Game> {
    content: Arc<G::Content>,
    files: Vec<(String, String)>,
    read: Option<ReadContent<G>>,
}

impl<G: Game> Shelved<G> {
    pub fn new(content: Arc<G::Content>) -> Self {
        Self { content, files: Vec::new(), read: None }
    }

    /// A game whose content was read from these files, by this function.
    pub fn of_files(content: Arc<G::Content>, files: &[(&str, &str)], read: ReadContent<G>) -> Self {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Self { content, files, read: Some(read) }
    }

    fn log(&self, text: &str) -> Result<MatchLog<G::Setup, G::Order>, LogError> {
        let mut log: MatchLog<G::Setup, G::Order> = MatchLog::parse(text)?;
        let ours = G::content_hash(&self.content);
        // Programs before decision 32 named content by the text of its files.
        let by_text = || {
            let ruled = self.files.iter().filter(|(name, _)| !is_beside_the_rules(name));
            let ruled: Vec<(String, String)> = ruled.cloned().collect();
            !ruled.is_empty() && log.header.content == state_hash(&ruled[..])
        };
        if log.header.content != ours && by_text() {
            log.header.content = ours;
        }
        Ok(log)
    }
}

impl<G: Game> AnyGame for Shelved<G> {
    fn id(&self) -> &'static str {
        G::ID
    }
    fn title(&self) -> &'static str {
        G::TITLE
    }
    fn kind(&self) -> Kind {
        G::KIND
    }
    fn rules(&self) -> u32 {
        G::RULES_VERSION
    }
    fn content(&self) -> StateHash {
        G::content_hash(&self.content)
    }
    fn files(&self) -> &[(String, String)] {
        &self.files
    }
    fn with_files(&self, files: Vec<(String, String)>) -> Result<Arc<dyn AnyGame>, String> {
        let read = self.read.ok_or_else(|| format!("the content of {} is not read from files", G::ID))?;
        let pairs: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
        Ok(Arc::new(Self { content: read(&pairs)?, files, read: Some(read) }))
    }
    fn weights(&self) -> &[Weight] {
        G::weights(&self.content)
    }
    fn procedure(&self) -> Option<&'static str> {
        G::procedure()
    }
    fn scenarios(&self) -> Vec<ScenarioInfo> {
        G::scenarios(&self.content)
    }
    fn components(&self) -> Value {
        to_json(&G::components(&self.content))
    }

    fn new_match(&self, request: &SetupRequest, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
        playable(Match::<G>::new(&self.content, request, seed)?, "options")
    }

    fn starter(&self, request: &SetupRequest) -> Result<Box<dyn Starter>, SetupError> {
        let setup = G::resolve(&self.content, request)?;
        Ok(Box::new(Prepared::<G> { content: Arc::clone(&self.content), setup }))
    }

    fn load_log(&self, text: &str) -> Result<Box<dyn AnyMatch>, LogError> {
        Ok(Box::new(Match::<G>::replay_whole(&self.content, &self.log(text)?)?))
    }

    fn load_position(&self, position: &Value, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
        let named = game_of(position);
        if let Some(game) = named.filter(|game| *game != G::ID) {
            return Err(SetupError::new("game", format!("this is a position of {game}, not of {}", G::ID)));
        }
        let setup = if named.is_some() { from_json(&without_name(position)) } else { from_json(position) };
        let setup: G::Setup = setup.map_err(|why| SetupError::new("position", why))?;
        playable(Match::<G>::begin(&self.content, setup, seed)?, "position")
    }

    fn verify_log(&self, text: &str) -> Result<Verified, LogError> {
        let log = self.log(text)?;
        let played = Match::<G>::replay(&self.content, &log, false)?;
        let hash = played.hash();
        let proof = checked::<G>(&log, &played);
        let ok = log.hash == Some(hash) && proof.as_ref().is_none_or(|proof| proof.ok);
        Ok(Verified { orders: log.entries.len(), hash, ok, proof })
    }
}

/// A match that somebody asks for must have an answer to its first question.
fn playable<G: Game>(begun: Match<G>, place: &str) -> Result<Box<dyn AnyMatch>, SetupError> {
    if begun.is_stuck() {
        let why = "a decision is awaited that no order answers; expected a table that can be played on";
        return Err(SetupError::new(place, why));
    }
    Ok(Box::new(begun))
}

/// The field of a position that says which game it is a position of.
pub const GAME: &str = "game";

/// The game that a position names. One that somebody wrote by hand may leave it out: who loads it says it then.
pub fn game_of(position: &Value) -> Option<&str> {
    position.get(GAME).and_then(Value::as_str)
}

/// A position as the game itself reads it.
fn without_name(position: &Value) -> Value {
    let mut bare = position.clone();
    if let Value::Object(fields) = &mut bare {
        fields.remove(GAME);
    }
    bare
}

/// A set-up as it leaves the game: a position that names it.
fn to_position<G: Game>(setup: &G::Setup) -> Value {
    let mut position = to_json(setup);
    if let Value::Object(fields) = &mut position {
        fields.insert(GAME.to_owned(), Value::from(G::ID));
    }
    position
}

/// JSON text without the detour over a value.
fn to_text<T: Serialize>(value: &T) -> Box<RawValue> {
    // Plain data, as in `to_json`.
    serde_json::value::to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// By way of the text: a second kind of writer would make the compiler write every type of every game once more, a
/// fifth of the whole build.
fn to_json<T: Serialize>(value: &T) -> Value {
    // Plain data always has a JSON form; a map with odd keys would show here, in the open.
    let text = serde_json::to_string(value).and_then(|text| serde_json::from_str(&text));
    text.unwrap_or_else(|e| json!({ "unwritable": e.to_string() }))
}

/// By way of the text, for the same reason: what reads the lines of a log reads this, too.
fn from_json<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_json::from_str(&value.to_string()).map_err(|e| log::bare(&e))
}

impl<G: Game> Match<G> {
    fn seen(&self, (event, turn): (&Event<G::What>, u32), viewer: Viewer) -> Option<SeenEvent> {
        let what = event.seen_by(viewer)?;
        Some(SeenEvent { turn, rule: event.rule, what: to_text(what), text: self.state().tell(what) })
    }

    fn dated(&self, from: usize) -> impl Iterator<Item = (&Event<G::What>, u32)> {
        Match::events(self).iter().zip(self.event_turns().iter().copied()).skip(from)
    }

    fn read(order: &Value) -> Result<G::Order, OrderError> {
        from_json(order).map_err(OrderError::Unreadable)
    }
}

impl<G: Game> AnyMatch for Match<G> {
    fn game(&self) -> &'static str {
        G::ID
    }
    fn hides(&self) -> bool {
        G::KIND.hidden
    }
    fn seats(&self) -> &[Seat] {
        self.state().seats()
    }
    fn plays_itself(&self, seat: SeatId) -> bool {
        self.state().plays_itself(seat)
    }
    fn turn(&self) -> u32 {
        self.state().turn()
    }
    fn round(&self) -> u64 {
        Match::round(self)
    }
    fn hash(&self) -> StateHash {
        Match::hash(self)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.state().outcome()
    }
    fn luck(&self) -> Vec<Luck> {
        Match::luck(self)
    }
    fn waiting(&self) -> Vec<SeatId> {
        Match::waiting(self)
    }
    fn orders(&self) -> usize {
        self.entries().len()
    }
    fn orders_of(&self, seat: SeatId) -> usize {
        self.entries().iter().filter(|entry| entry.seat == seat).count()
    }

    fn open(&self, viewer: Viewer) -> Vec<SeenPrompt> {
        let own = |p: &&Prompt<G::Ask>| viewer == Viewer::Umpire || viewer == Viewer::Seat(p.seat);
        let seen = |p: &Prompt<G::Ask>| SeenPrompt {
            seat: p.seat,
            must: p.duty.waits(),
            duty: p.duty,
            ask: to_text(&p.ask),
            text: self.state().ask_text(&p.ask),
            options: self.state().options(p),
            vain: p.duty == Duty::Window && self.state().is_vain(p),
        };
        Match::prompts(self).iter().filter(own).map(seen).collect()
    }

    fn legal(&self, seat: SeatId, limit: usize) -> (Vec<Value>, usize) {
        let mut orders = Vec::new();
        let mut total = 0;
        for prompt in Match::prompts(self).iter().filter(|p| p.seat == seat) {
            total += self.state().options(prompt);
            if orders.len() < limit {
                self.state().each_option(prompt, &mut |order| {
                    orders.push(to_json(&order));
                    orders.len() >= limit
                });
            }
        }
        (orders, total)
    }

    fn legal_text(&self, seat: SeatId) -> String {
        let mut text = b"[[".to_vec();
        let mut total = 0;
        for prompt in Match::prompts(self).iter().filter(|p| p.seat == seat) {
            self.state().each_option(prompt, &mut |order| {
                if total > 0 {
                    text.push(b',');
                }
                total += 1;
                // Plain data, as in `to_json`: writing to memory does not fail.
                let _ = serde_json::to_writer(&mut text, &order);
                false
            });
        }
        text.extend_from_slice(format!("],{total}]").as_bytes());
        String::from_utf8(text).unwrap_or_default()
    }

    fn rows(&self, seat: SeatId, limit: usize) -> (Vec<OrderRow>, usize) {
        let mut rows = Vec::new();
        let mut total = 0;
        for prompt in Match::prompts(self).iter().filter(|p| p.seat == seat) {
            total += self.state().options(prompt);
            if rows.len() < limit {
                self.state().each_option(prompt, &mut |order| {
                    rows.push(OrderRow { row: self.state().row(prompt, &order), order: to_json(&order) });
                    rows.len() >= limit
                });
            }
        }
        (rows, total)
    }

    fn preview(&self, seat: SeatId, order: &Value) -> Result<Option<Value>, OrderError> {
        let order = Self::read(order)?;
        let preview = match self.state().check(seat, &order) {
            Ok(()) => self.state().preview(seat, &order),
            Err(refusal) => Some(self.state().draft(seat, &order).ok_or(refusal)?),
        };
        Ok(preview.map(|preview| to_json(&preview)))
    }

    fn briefing(&self) -> Briefing {
        G::briefing(self.content(), &self.header().setup)
    }

    fn goals(&self, viewer: Viewer) -> Vec<Goal> {
        self.state().goals(viewer)
    }

    fn each_legal(&self, seat: SeatId, wanted: &mut dyn FnMut(Value, &dyn Fn() -> Row) -> bool) {
        for prompt in Match::prompts(self).iter().filter(|p| p.seat == seat) {
            let mut enough = false;
            self.state().each_option(prompt, &mut |order| {
                enough = !wanted(to_json(&order), &|| self.state().row(prompt, &order));
                enough
            });
            if enough {
                return;
            }
        }
    }

    fn order(&mut self, seat: SeatId, order: &Value) -> Result<(), OrderError> {
        Match::order(self, seat, &Self::read(order)?)?;
        Ok(())
    }

    fn judge(&self, seat: SeatId, order: &Value) -> Result<Judged, OrderError> {
        let order = Match::judge(self, seat, &Self::read(order)?)?;
        Ok(Judged { seat, order: Box::new(order), changes: self.changes() })
    }

    fn carry_out(&mut self, judged: Judged) -> Result<(), Judged> {
        if judged.changes != self.changes() {
            return Err(judged);
        }
        let Judged { seat, order, changes } = judged;
        match order.downcast::<G::Order>() {
            Ok(order) => {
                Match::carry_out(self, seat, *order);
                Ok(())
            }
            // Of another game.
            Err(order) => Err(Judged { seat, order, changes }),
        }
    }

    fn check(&self, seat: SeatId, order: &Value) -> Result<(), OrderError> {
        Ok(self.state().check(seat, &Self::read(order)?)?)
    }

    fn nearest(&self, seat: SeatId, order: &Value) -> Result<(Value, Option<Refusal>), OrderError> {
        let order = Self::read(order)?;
        let near = self.state().nearest(seat, &order)?;
        Ok((to_json(&near), self.state().check(seat, &order).err()))
    }

    fn events(&self, viewer: Viewer, from: usize) -> Vec<SeenEvent> {
        let own = self.dated(0).filter(|(e, _)| e.seen_by(viewer).is_some());
        own.skip(from).filter_map(|e| self.seen(e, viewer)).collect()
    }

    fn happened(&self) -> usize {
        Match::events(self).len()
    }

    fn seen_since(&self, viewer: Viewer, from: usize) -> Vec<SeenEvent> {
        self.dated(from).filter_map(|e| self.seen(e, viewer)).collect()
    }

    fn told_since(&self, from: usize, viewers: &[Viewer]) -> Vec<(u128, SeenEvent)> {
        let mut told = Vec::new();
        let mut forms: Vec<(u128, &G::What)> = Vec::with_capacity(2);
        for (event, turn) in self.dated(from) {
            forms.clear();
            for (bit, viewer) in viewers.iter().enumerate().take(128) {
                let Some(what) = event.seen_by(*viewer) else { continue };
                match forms.iter_mut().find(|(_, known)| std::ptr::eq(*known, what) || *known == what) {
                    Some((who, _)) => *who |= 1 << bit,
                    None => forms.push((1 << bit, what)),
                }
            }
            let seen = |(who, what): (u128, &G::What)| {
                let text = self.state().tell(what);
                (who, SeenEvent { turn, rule: event.rule, what: to_text(what), text })
            };
            told.extend(forms.iter().copied().map(seen));
        }
        told
    }

    fn count_since(&self, viewer: Viewer, from: usize) -> usize {
        self.dated(from).filter(|(e, _)| e.seen_by(viewer).is_some()).count()
    }

    fn count_between(&self, viewer: Viewer, from: usize, to: usize) -> usize {
        let events = Match::events(self);
        let to = to.min(events.len());
        events[from.min(to)..to].iter().filter(|event| event.seen_by(viewer).is_some()).count()
    }

    fn view(&self, viewer: Viewer) -> Value {
        to_json(&self.state().view(viewer))
    }

    fn view_text(&self, viewer: Viewer) -> Box<RawValue> {
        to_text(&self.state().view(viewer))
    }

    fn undo(&mut self, seat: Option<SeatId>) -> Result<(), UndoError> {
        Match::undo(self, seat).map(|_| ())
    }

    fn can_undo(&self, seat: Option<SeatId>) -> Result<(), UndoError> {
        Match::can_undo(self, seat)
    }

    fn settled(&self) -> usize {
        Match::settled(self)
    }

    fn happened_after(&self, orders: usize) -> usize {
        self.events_after(orders)
    }

    fn log_text(&self) -> String {
        self.log().to_text()
    }

    fn log_for(&self, viewer: Viewer) -> Value {
        let over = self.state().outcome().is_some();
        if viewer == Viewer::Umpire || over {
            return Value::String(self.log_text());
        }
        let mine: Vec<Value> =
            self.entries().iter().filter(|e| viewer == Viewer::Seat(e.seat)).map(to_json).collect();
        let header = self.header();
        json!({
            "heatray": log::FORMAT,
            "game": header.game,
            "rules": header.rules,
            "dice": header.dice,
            "content": header.content,
            "orders": mine,
            "events": AnyMatch::events(self, viewer, 0),
        })
    }

    fn first(&self, orders: usize) -> String {
        Match::first(self, orders).to_text()
    }

    fn seed(&self) -> u64 {
        self.header().seed
    }

    fn setup(&self) -> Value {
        to_position::<G>(&self.header().setup)
    }

    fn entry(&self, order: usize) -> Option<(SeatId, Value)> {
        self.entries().get(order).map(|e| (e.seat, to_json(&e.order)))
    }

    fn entry_text(&self, order: usize) -> Option<(SeatId, Box<RawValue>)> {
        self.entries().get(order).map(|e| (e.seat, to_text(&e.order)))
    }

    fn reroll(&mut self, seed: u64) {
        Match::reroll(self, seed);
    }

    fn rerolled_before(&self, order: usize) -> Option<u64> {
        Match::rerolled_before(self, order)
    }

    fn winner_against(&self, seat: SeatId) -> Option<String> {
        self.state().winner_against(seat)
    }

    fn past(&self, orders: usize) -> Past {
        let (content, log) = (Arc::clone(self.content()), Match::first(self, orders));
        Box::new(move || Ok(Box::new(Self::replay(&content, &log, true)?)))
    }

    fn still(&self) -> Box<dyn AnyMatch> {
        Box::new(Match::still(self))
    }

    fn position(&self) -> Value {
        to_position::<G>(&self.state().position())
    }

    fn owed(&self) -> Option<(usize, SeatId)> {
        Match::prompts(self).iter().position(|p| p.duty.waits()).map(|i| (i, Match::prompts(self)[i].seat))
    }

    fn owed_by(&self, seat: SeatId) -> Option<usize> {
        Match::prompts(self).iter().position(|p| p.duty.waits() && p.seat == seat)
    }

    fn options(&self, prompt: usize) -> usize {
        Match::prompts(self).get(prompt).map_or(0, |p| self.state().options(p))
    }

    fn option(&self, prompt: usize, n: usize) -> Value {
        to_json(&self.state().option(&Match::prompts(self)[prompt], n))
    }

    fn option_text(&self, prompt: usize, n: usize) -> String {
        let state = self.state();
        state.order_text(&state.option(&Match::prompts(self)[prompt], n))
    }

    fn choose(&mut self, prompt: usize, n: usize) {
        Match::choose(self, prompt, n);
    }

    fn drawn(&self, prompt: usize, dice: &mut Dice) -> Option<(Value, String)> {
        let state = self.state();
        let order = state.draw(&Match::prompts(self)[prompt], dice)?;
        Some((to_json(&order), state.order_text(&order)))
    }

    fn draw(&mut self, prompt: usize, dice: &mut Dice) -> bool {
        Match::draw(self, prompt, dice)
    }

    fn replayed_hash(&self) -> Result<StateHash, LogError> {
        let replayed = Self::replay(self.content(), &self.log(), false)?;
        Ok(Match::hash(&replayed))
    }

    fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Box<dyn AnyMatch> {
        Box::new(Match::imagine(self, seat, dice))
    }

    fn judge_by(&mut self, values: &[f64]) {
        Match::judge_by(self, values);
    }

    fn muse(&self, seat: SeatId, dice: &mut Dice) -> Box<dyn AnyMatch> {
        Box::new(Match::muse(self, seat, dice))
    }

    fn appraise(&self, seat: SeatId) -> Option<Worth> {
        self.state().appraise(seat)
    }

    fn candidates(&self, prompt: usize, breadth: Breadth, dice: &mut Dice) -> Vec<usize> {
        let asked = Match::prompts(self).get(prompt);
        asked.map(|asked| self.state().candidates(asked, breadth, dice)).unwrap_or_default()
    }

    fn rehearse(&self, prompt: usize, option: usize, turns: u32, dice: &mut Dice) -> Option<Worth> {
        Match::rehearse(self, prompt, option, turns, dice)
    }

    fn play_out(&self, prompt: usize, option: usize, dice: &mut Dice) -> Option<PlayedOut> {
        Match::play_out(self, prompt, option, dice)
    }

    fn haste(&self) -> usize {
        self.state().haste()
    }

    fn advise(&self, prompt: usize, memory: &mut Memory, dice: &mut Dice) -> Option<Advice> {
        self.state().advise(Match::prompts(self).get(prompt)?, memory, dice)
    }

    fn counsel(&self, prompt: usize, memory: &mut Memory, dice: &mut Dice) -> Option<Advice> {
        self.state().counsel(Match::prompts(self).get(prompt)?, memory, dice)
    }

    fn is_sealed(&self) -> bool {
        self.state().is_sealed()
    }

    fn all_owed(&self) -> Vec<(usize, SeatId)> {
        let owed = Match::prompts(self).iter().enumerate().filter(|(_, p)| p.duty.waits());
        owed.map(|(n, p)| (n, p.seat)).collect()
    }

    fn intent(&self, prompt: usize, option: usize) -> Option<Intent> {
        let asked = Match::prompts(self).get(prompt)?;
        (option < self.state().options(asked))
            .then(|| Intent::new(asked.seat, self.state().option(asked, option)))
    }

    fn glance(&self, prompt: usize, dice: &mut Dice) -> Option<Intent> {
        let asked = Match::prompts(self).get(prompt)?;
        self.state().reflex(asked, dice).map(|order| Intent::new(asked.seat, order))
    }

    fn courses(&self, prompt: usize, most: usize) -> Vec<Course<Intent>> {
        let Some(asked) = Match::prompts(self).get(prompt) else { return Vec::new() };
        let intent = |order| Intent::new(asked.seat, order);
        let all = self.state().courses(asked, most).into_iter();
        all.map(|Course { orders, worth }| Course { orders: orders.into_iter().map(intent).collect(), worth })
            .collect()
    }

    fn option_of(&self, prompt: usize, intent: &Intent) -> Option<usize> {
        let asked = Match::prompts(self).get(prompt).filter(|asked| asked.seat == intent.seat)?;
        let wanted = intent.order::<G::Order>()?;
        let (mut n, mut found) = (0, None);
        self.state().each_option(asked, &mut |order| {
            found = (order == *wanted).then_some(n);
            n += 1;
            found.is_some()
        });
        found
    }

    fn intent_text(&self, intent: &Intent) -> String {
        intent.order::<G::Order>().map(|order| self.state().order_text(order)).unwrap_or_default()
    }

    fn outlook(&self, seat: SeatId) -> Option<f64> {
        self.state().outlook(seat)
    }

    fn act_out(
        &self,
        intents: &mut dyn Iterator<Item = &Intent>,
        seat: SeatId,
        dice: &mut Dice,
    ) -> Option<f64> {
        let mut orders = intents.filter_map(|intent| Some((intent.seat, intent.order::<G::Order>()?)));
        Match::act_out(self, &mut orders, seat, dice)
    }

    fn reflex(&mut self, prompt: usize, dice: &mut Dice) -> bool {
        let Some(asked) = Match::prompts(self).get(prompt).copied() else { return false };
        let Some(order) = self.state().reflex(&asked, dice) else { return false };
        Match::carry_out(self, asked.seat, order);
        true
    }

    fn words(&self, seat: SeatId, order: &Value) -> Option<String> {
        let order = Self::read(order).ok()?;
        self.state().check(seat, &order).is_ok().then(|| self.state().order_text(&order))
    }
}
