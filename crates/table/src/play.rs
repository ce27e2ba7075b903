//! A match in progress: the state, its log, undo.

use crate::dice::Dice;
use crate::event::{Event, Sink};
use crate::game::{Game, Prompt, SetupError, SetupRequest};
use crate::hash::{StateHash, state_hash};
use crate::log::{Entry, FORMAT, Header, LogError, MatchLog, Reroll};
use crate::luck::{Luck, Throw, balances};
use crate::names;
use crate::rule::Refusal;
use crate::seat::{Seat, SeatId, Viewer};
use crate::tactics::{Memory, PlayedOut, Worth};
use std::fmt;
use std::sync::Arc;

/// Why a set-up is refused in which the match is not over and nobody can go on.
const DEAD_END: &str =
    "nobody has anything to decide and the match is not over; expected a table that can be played on";

/// Orders after which a look ahead is given up: no game is so long.
const LONGEST_PLAY_OUT: usize = 20_000;

/// One match. Everything in it but the header and the entries is derived from them.
pub struct Match<G: Game> {
    content: Arc<G::Content>,
    header: Header<G::Setup>,
    entries: Vec<Entry<G::Order>>,
    rerolls: Vec<Reroll>,
    state: G,
    prompts: Vec<Prompt<G::Ask>>,
    /// The state behind the last barrier, and how many orders led to it.
    floor: G,
    floor_entries: usize,
    /// Counts barriers: what was decided in an earlier round is settled.
    round: u64,
    /// Counts whatever changed the state: what was judged before is judged no more.
    changes: u64,
    record: Option<Record<G::What>>,
}

#[derive(Clone)]
struct Record<W> {
    events: Vec<Event<W>>,
    /// The turn that each event belongs to.
    turns: Vec<u32>,
    throws: Vec<Throw>,
    /// How many events there were before the first order, and after each order.
    start: usize,
    ends: Vec<usize>,
    floor_events: usize,
    floor_throws: usize,
}

/// A match since its last barrier without one of the orders.
struct Undone<G: Game> {
    order: Entry<G::Order>,
    rest: Vec<Entry<G::Order>>,
    state: G,
    /// What the rest shows, counted from the barrier.
    record: Record<G::What>,
}

impl<W> Record<W> {
    fn new() -> Self {
        Self {
            events: Vec::new(),
            turns: Vec::new(),
            throws: Vec::new(),
            start: 0,
            ends: Vec::new(),
            floor_events: 0,
            floor_throws: 0,
        }
    }

    /// Takes what happened by one order that was given in this turn; one of the events may begin the next.
    fn push<G: Game<What = W>>(&mut self, mut turn: u32, sink: &mut Sink<W>) {
        self.throws.append(&mut sink.take_throws());
        for event in sink.take() {
            if let Some(begun) = event.seen_by(Viewer::Umpire).and_then(G::turn_begun) {
                turn = begun;
            }
            self.events.push(event);
            self.turns.push(turn);
        }
    }

    /// Everything so far lies behind a barrier.
    fn settle(&mut self) {
        self.floor_events = self.events.len();
        self.floor_throws = self.throws.len();
    }

    /// Goes back to the last barrier, behind which so many orders lie.
    fn rewind(&mut self, orders: usize) {
        self.events.truncate(self.floor_events);
        self.turns.truncate(self.floor_events);
        self.throws.truncate(self.floor_throws);
        self.ends.truncate(orders);
    }

    /// What happened after all that is here.
    fn append(&mut self, mut later: Self) {
        let from = self.events.len();
        self.events.append(&mut later.events);
        self.turns.append(&mut later.turns);
        self.throws.append(&mut later.throws);
        self.ends.extend(later.ends.iter().map(|end| from + end));
    }
}

/// Not derived: that would ask the content to be cloneable, and it is shared.
impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Self {
            content: Arc::clone(&self.content),
            header: self.header.clone(),
            entries: self.entries.clone(),
            rerolls: self.rerolls.clone(),
            state: self.state.clone(),
            prompts: self.prompts.clone(),
            floor: self.floor.clone(),
            floor_entries: self.floor_entries,
            round: self.round,
            changes: self.changes,
            record: self.record.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Match of {} after {} orders", G::ID, self.entries.len())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    #[error(
        "nothing to take back: a secret was shown or a card was drawn since your last order, or there was none"
    )]
    Settled,
    #[error("others have built on that order: {0}")]
    BuiltUpon(Refusal),
}

/// Names are sent to everybody with every list of people: whoever wrote the set-up, they are short and can be read.
fn names_fit(seats: &[Seat]) -> Result<(), SetupError> {
    let limit = names::NAME_LIMIT;
    for (index, seat) in seats.iter().enumerate() {
        for (field, name) in [("name", &seat.name), ("team", &seat.team_name)] {
            if !names::is_name(name, limit) {
                let why = format!("expected one line of at most {limit} letters that can be seen");
                return Err(SetupError::new(format!("seats[{index}].{field}"), why));
            }
        }
    }
    Ok(())
}

impl<G: Game> Match<G> {
    /// Begins a match from words.
    pub fn new(content: &Arc<G::Content>, request: &SetupRequest, seed: u64) -> Result<Self, SetupError> {
        Self::begin(content, G::resolve(content, request)?, seed)
    }

    /// Begins a match from a complete set-up, recording events.
    pub fn begin(content: &Arc<G::Content>, setup: G::Setup, seed: u64) -> Result<Self, SetupError> {
        Self::begin_with(content, setup, seed, true)
    }

    /// Begins a match without recording events: for batches and search.
    pub fn begin_silent(content: &Arc<G::Content>, setup: G::Setup, seed: u64) -> Result<Self, SetupError> {
        Self::begin_with(content, setup, seed, false)
    }

    fn begin_with(
        content: &Arc<G::Content>,
        setup: G::Setup,
        seed: u64,
        record: bool,
    ) -> Result<Self, SetupError> {
        let mut sink = if record { Sink::on() } else { Sink::off() };
        let state = G::begin(content, &setup, seed, &mut sink)?;
        names_fit(state.seats())?;
        let mut prompts = Vec::with_capacity(8);
        state.prompts(&mut prompts);
        // A set-up is played on as far as it goes by itself. If nobody can go on from there, nobody ever will.
        if state.outcome().is_none() && !prompts.iter().any(|prompt| prompt.duty.waits()) {
            return Err(SetupError::new("position", DEAD_END));
        }
        Ok(Self {
            content: Arc::clone(content),
            header: Header {
                format: FORMAT,
                game: G::ID.to_owned(),
                rules: G::RULES_VERSION,
                dice: Dice::ALGORITHM.to_owned(),
                content: G::content_hash(content),
                seed,
                setup,
            },
            entries: Vec::new(),
            rerolls: Vec::new(),
            floor: state.clone(),
            state,
            prompts,
            floor_entries: 0,
            round: 0,
            changes: 0,
            record: record.then(|| {
                let mut record = Record::new();
                record.push::<G>(0, &mut sink);
                record.start = record.events.len();
                record.settle();
                record
            }),
        })
    }

    /// Plays a log again, checking every order.
    pub fn replay(
        content: &Arc<G::Content>,
        log: &MatchLog<G::Setup, G::Order>,
        record: bool,
    ) -> Result<Self, LogError> {
        let header = &log.header;
        if (header.game.as_str(), header.rules) != (G::ID, G::RULES_VERSION) {
            return Err(LogError::Version {
                found: format!("{} rules {}", header.game, header.rules),
                expected: format!("{} rules {}", G::ID, G::RULES_VERSION),
            });
        }
        let ours = G::content_hash(content);
        if header.content != ours {
            return Err(LogError::Version {
                found: format!("content {}", header.content),
                expected: format!(
                    "content {ours}; start the program with the content that the match was played with"
                ),
            });
        }
        let mut played = Self::begin_with(content, header.setup.clone(), header.seed, record)
            .map_err(|e| LogError::Setup(e.to_string()))?;
        let mut rerolls = log.rerolls.iter().peekable();
        for (index, entry) in log.entries.iter().enumerate() {
            while let Some(reroll) = rerolls.next_if(|reroll| reroll.after <= index) {
                played.reroll(reroll.seed);
            }
            played
                .order(entry.seat, &entry.order)
                .map_err(|e| LogError::Refused { line: log.line_of(index), why: e.to_string() })?;
        }
        for reroll in rerolls {
            played.reroll(reroll.seed);
        }
        Ok(played)
    }

    /// Like [`Match::replay`], and the hash that the log says must be the one that its orders lead to.
    pub fn replay_whole(
        content: &Arc<G::Content>,
        log: &MatchLog<G::Setup, G::Order>,
    ) -> Result<Self, LogError> {
        let played = Self::replay(content, log, true)?;
        match (log.hash, played.hash()) {
            (Some(written), found) if written != found => {
                Err(LogError::Hash { line: log.line_of(log.entries.len()), written, found })
            }
            _ => Ok(played),
        }
    }

    /// Whether the match waits for a decision that no order answers.
    pub fn is_stuck(&self) -> bool {
        self.prompts.iter().any(|prompt| prompt.duty.waits() && self.state.options(prompt) == 0)
    }

    /// Goes on with other dice, so that nobody knows what is to come. What has been rolled and drawn stays.
    ///
    /// Between the last barrier and now no chance was taken, so the place in the log is behind that barrier: what was
    /// decided since can still be taken back.
    pub fn reroll(&mut self, seed: u64) {
        let reroll = Reroll { after: self.floor_entries, seed };
        self.rerolls.retain(|earlier| earlier.after < reroll.after);
        self.rerolls.push(reroll);
        self.state.reseed(seed);
        self.floor.reseed(seed);
        self.changes += 1;
    }

    /// The dice that order number `order` is given with, if they are other ones than those of the order before.
    pub fn rerolled_before(&self, order: usize) -> Option<u64> {
        self.rerolls.iter().find(|reroll| reroll.after == order).map(|reroll| reroll.seed)
    }

    /// Gives an order: it is carried out, or refused and nothing changes. Returns the new events.
    pub fn order(&mut self, seat: SeatId, order: &G::Order) -> Result<&[Event<G::What>], Refusal> {
        let order = self.judge(seat, order)?;
        let before = self.record.as_ref().map_or(0, |r| r.events.len());
        self.carry_out(seat, order);
        Ok(self.record.as_ref().map_or(&[], |r| &r.events[before..]))
    }

    /// The order in the form in which it is carried out and kept, if this seat may give it now.
    pub fn judge(&self, seat: SeatId, order: &G::Order) -> Result<G::Order, Refusal> {
        self.state.check(seat, order)?;
        Ok(self.state.canonical(seat, order))
    }

    /// Carries out the `n`th legal order of a prompt without checking it: the fast way, for batches.
    pub fn choose(&mut self, prompt: usize, n: usize) {
        let prompt = self.prompts[prompt];
        let order = self.state.option(&prompt, n);
        self.carry_out(prompt.seat, order);
    }

    /// Carries out one legal order of a prompt that these dice draw, without checking it and without the list of all.
    /// False if there is none.
    pub fn draw(&mut self, prompt: usize, dice: &mut Dice) -> bool {
        let prompt = self.prompts[prompt];
        let Some(order) = self.state.draw(&prompt, dice) else { return false };
        self.carry_out(prompt.seat, order);
        true
    }

    /// Carries out an order that was judged.
    pub(crate) fn carry_out(&mut self, seat: SeatId, order: G::Order) {
        let mut sink = if self.record.is_some() { Sink::on() } else { Sink::off() };
        let turn = self.state.turn();
        self.state.apply(seat, &order, &mut sink);
        self.entries.push(Entry { seat, order });
        let crossed = sink.crossed().is_some();
        if let Some(record) = &mut self.record {
            record.push::<G>(turn, &mut sink);
            record.ends.push(record.events.len());
        }
        if crossed {
            self.settle();
        }
        self.refresh();
    }

    fn settle(&mut self) {
        self.round += 1;
        self.floor_entries = self.entries.len();
        // A match that records is one that people play: only there undo needs the state behind the barrier.
        if let Some(record) = &mut self.record {
            record.settle();
            self.floor = self.state.clone();
        }
    }

    fn refresh(&mut self) {
        self.changes += 1;
        self.prompts.clear();
        self.state.prompts(&mut self.prompts);
    }

    /// Takes back the last order since the last barrier: of this seat, or of anybody for the umpire.
    pub fn undo(&mut self, seat: Option<SeatId>) -> Result<Entry<G::Order>, UndoError> {
        let Undone { order, rest, state, record } = self.without_last(seat)?;
        self.state = state;
        self.entries.truncate(self.floor_entries);
        self.entries.extend(rest);
        if let Some(kept) = &mut self.record {
            kept.rewind(self.floor_entries);
            kept.append(record);
        }
        self.refresh();
        Ok(order)
    }

    /// Whether [`Match::undo`] would take an order back; nothing changes. It costs what was decided since the last
    /// barrier, however long the match is.
    pub fn can_undo(&self, seat: Option<SeatId>) -> Result<(), UndoError> {
        self.without_last(seat).map(drop)
    }

    /// The match since the last barrier without the last order of a seat.
    fn without_last(&self, seat: Option<SeatId>) -> Result<Undone<G>, UndoError> {
        let since = &self.entries[self.floor_entries..];
        let found = since.iter().rposition(|e| seat.is_none_or(|s| s == e.seat));
        let (Some(found), Some(_)) = (found, &self.record) else { return Err(UndoError::Settled) };
        let mut rest = since.to_vec();
        let order = rest.remove(found);
        let mut state = self.floor.clone();
        let mut record = Record::new();
        let mut sink = Sink::on();
        for entry in &rest {
            state.check(entry.seat, &entry.order).map_err(UndoError::BuiltUpon)?;
            let turn = state.turn();
            state.apply(entry.seat, &entry.order, &mut sink);
            // Without the undone order another one would show or draw something: too late to take it back.
            if sink.crossed().is_some() {
                return Err(UndoError::Settled);
            }
            record.push::<G>(turn, &mut sink);
            record.ends.push(record.events.len());
        }
        Ok(Undone { order, rest, state, record })
    }

    /// How many orders lie behind the last barrier: those are settled.
    pub fn settled(&self) -> usize {
        self.floor_entries
    }

    /// How many events there were after so many orders; all of them if there are no more.
    pub fn events_after(&self, orders: usize) -> usize {
        let Some(record) = &self.record else { return 0 };
        let end = if orders == 0 { Some(&record.start) } else { record.ends.get(orders - 1) };
        end.copied().unwrap_or(record.events.len())
    }

    pub fn log(&self) -> MatchLog<G::Setup, G::Order> {
        MatchLog { hash: Some(self.hash()), ..self.first(self.entries.len()) }
    }

    pub fn hash(&self) -> StateHash {
        state_hash(&self.state)
    }

    pub fn state(&self) -> &G {
        &self.state
    }

    pub fn content(&self) -> &Arc<G::Content> {
        &self.content
    }

    pub fn prompts(&self) -> &[Prompt<G::Ask>] {
        &self.prompts
    }

    pub fn entries(&self) -> &[Entry<G::Order>] {
        &self.entries
    }

    pub fn header(&self) -> &Header<G::Setup> {
        &self.header
    }

    /// All events so far; empty if the match does not record.
    pub fn events(&self) -> &[Event<G::What>] {
        self.record.as_ref().map_or(&[], |r| &r.events)
    }

    /// The turn that each event belongs to, in the order of [`Match::events`].
    pub fn event_turns(&self) -> &[u32] {
        self.record.as_ref().map_or(&[], |r| &r.turns)
    }

    /// What chance decided so far. Not for eyes before the match is over: odds tell of secrets.
    pub fn throws(&self) -> &[Throw] {
        self.record.as_ref().map_or(&[], |r| &r.throws)
    }

    /// The same summed up, against what was to be expected. Not for eyes before the match is over either.
    pub fn luck(&self) -> Vec<Luck> {
        balances(self.throws())
    }

    /// The first orders of this match as a log, without the hash that they lead to.
    pub fn first(&self, orders: usize) -> MatchLog<G::Setup, G::Order> {
        let entries = self.entries[..orders.min(self.entries.len())].to_vec();
        let rerolls = self.rerolls.iter().filter(|reroll| reroll.after <= orders).copied().collect();
        MatchLog { header: self.header.clone(), entries, rerolls, hash: None, proof: None }
    }

    /// How many barriers were crossed. An order that was meant for an earlier round is stale.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// Grows with whatever changes the state.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The seats that the match waits for, each once.
    pub fn waiting(&self) -> Vec<SeatId> {
        let mut seats: Vec<SeatId> = self.prompts.iter().filter(|p| p.duty.waits()).map(|p| p.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// A copy of this match for search, in which what the seat may not know is drawn anew.
    #[must_use]
    pub fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Self {
        self.bare(self.state.imagine(seat, dice))
    }

    /// Bots judge by these values from now on, whatever is taken back: [`Game::judge_by`].
    pub fn judge_by(&mut self, values: &[f64]) {
        self.state.judge_by(values);
        self.floor.judge_by(values);
    }

    /// The same for a bot that searches: [`Game::muse`].
    #[must_use]
    pub fn muse(&self, seat: SeatId, dice: &mut Dice) -> Self {
        self.bare(self.state.muse(seat, dice))
    }

    /// What comes of an option if everybody plays on by reflex to the end of so many turns, this one included.
    pub fn rehearse(&self, prompt: usize, option: usize, turns: u32, dice: &mut Dice) -> Option<Worth> {
        let asked = self.prompts.get(prompt)?;
        let mut state = self.state.clone();
        let mut sink = Sink::off();
        let mut prompts = Vec::new();
        if option < state.options(asked) {
            let order = state.option(asked, option);
            state.apply(asked.seat, &order, &mut sink);
        }
        let end = state.turn() + turns;
        while state.turn() < end && !state.is_over() {
            prompts.clear();
            state.prompts(&mut prompts);
            let Some(prompt) = prompts.iter().find(|p| p.duty.waits()) else { break };
            let Some(order) = state.reflex(prompt, dice) else { break };
            state.apply(prompt.seat, &order, &mut sink);
        }
        state.appraise(asked.seat)
    }

    /// What comes of an option if everybody goes on by routine for the game's own horizon. None where nobody knows what
    /// he would do.
    pub fn play_out(&self, prompt: usize, option: usize, dice: &mut Dice) -> Option<PlayedOut> {
        let asked = self.prompts.get(prompt)?;
        let team = |seat: SeatId| self.state.seats().iter().find(|own| own.id == seat).map(|own| own.team);
        let mut state = self.state.clone();
        let (mut sink, mut memory) = (Sink::off(), Memory::default());
        let mut prompts = Vec::new();
        let mut answer = None;
        if option < state.options(asked) {
            let order = state.option(asked, option);
            state.apply(asked.seat, &order, &mut sink);
        }
        let end = state.turn().saturating_add(state.horizon());
        for _ in 0..LONGEST_PLAY_OUT {
            if state.turn() >= end || state.is_over() {
                break;
            }
            prompts.clear();
            state.prompts(&mut prompts);
            let Some(prompt) = prompts.iter().find(|p| p.duty.waits()) else { break };
            let order = state.routine(prompt, &mut memory, dice)?;
            if answer.is_none() && team(prompt.seat) != team(asked.seat) {
                answer = Some(state.order_text(&order));
            }
            state.apply(prompt.seat, &order, &mut sink);
        }
        let winner = state.outcome().map(|outcome| outcome.winner);
        let won = winner.map(|winner| match winner {
            None => 0.0,
            winner if winner == team(asked.seat) => 1.0,
            Some(_) => -1.0,
        });
        let value = state.outlook(asked.seat).or(won).unwrap_or_default();
        Some(PlayedOut { value, won, answer })
    }

    /// What comes of it for a seat if these orders are given, as far as they are legal, and everybody goes on by routine for
    /// the game's own horizon. None where nobody knows what he would do.
    pub fn act_out(
        &self,
        orders: &mut dyn Iterator<Item = (SeatId, &G::Order)>,
        seat: SeatId,
        dice: &mut Dice,
    ) -> Option<f64> {
        let mut state = self.state.clone();
        let (mut sink, mut memory, mut prompts) = (Sink::off(), Memory::default(), Vec::new());
        let end = state.turn().saturating_add(state.horizon());
        for (seat, order) in orders {
            if state.check(seat, order).is_ok() {
                state.apply(seat, order, &mut sink);
            }
        }
        for _ in 0..LONGEST_PLAY_OUT {
            if state.turn() >= end || state.is_over() {
                break;
            }
            prompts.clear();
            state.prompts(&mut prompts);
            let Some(prompt) = prompts.iter().find(|p| p.duty.waits()) else { break };
            let order = state.routine(prompt, &mut memory, dice)?;
            state.apply(prompt.seat, &order, &mut sink);
        }
        state.outlook(seat)
    }

    /// A copy of this match as it stands, without its past: for a player who thinks elsewhere.
    #[must_use]
    pub fn still(&self) -> Self {
        self.bare(self.state.clone())
    }

    fn bare(&self, state: G) -> Self {
        let mut copy = Self {
            content: Arc::clone(&self.content),
            // The seed would tell the future.
            header: Header { seed: 0, ..self.header.clone() },
            entries: Vec::new(),
            rerolls: Vec::new(),
            floor: state.clone(),
            state,
            prompts: Vec::with_capacity(self.prompts.len()),
            floor_entries: 0,
            round: self.round,
            changes: 0,
            record: None,
        };
        copy.refresh();
        copy
    }
}
