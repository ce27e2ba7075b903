//! All matches: those in memory, and the way to those that are not.

use crate::failure::{Code, bad, failure, forbidden, misplaced, not_found, quoted};
use crate::figures::FIGURES;
use crate::limits::Client;
use crate::room::{self, Ask, Beginning, Caller, Cmd, Door, Reply, Room, Seating, now_ms};
use crate::secret;
use crate::storage::{MatchRow, Store, StoreError, Write};
use crate::thinkers::Thinkers;
use crate::wire::{Clock, FailureBody, GameInfo, Made, NewMatch, ScenarioPage, SetupWish, Sitting};
use lessons::Lesson;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::face::{AnyGame, AnyMatch, game_of};
use table::{SetupRequest, StateHash};
use tokio::sync::{OnceCell, oneshot};

/// Matches in memory beyond which those that nobody listens to are sent away.
pub const ROOMS: usize = 5000;

/// Components of older matches that are kept ready.
const OTHERS: usize = 16;

/// How long matches, and then the database, may take to end.
const FAREWELL: Duration = Duration::from_secs(3);

type Cell = Arc<OnceCell<Door>>;

#[derive(Debug)]
struct Entry {
    cell: Cell,
    used: Instant,
}

/// The games, the storage, and the matches in memory.
pub struct Hall {
    games: Vec<Arc<dyn AnyGame>>,
    pub cards: Vec<GameInfo>,
    /// The scenarios of each game to read about.
    pages: Vec<Vec<ScenarioPage>>,
    lessons: Vec<Lesson>,
    pub store: Store,
    pub thinkers: Thinkers,
    rooms: Mutex<HashMap<String, Entry>>,
    /// Matches that stay in memory though nobody listens.
    keep: usize,
    /// Games with the components of matches that began with other ones than are here now.
    others: Mutex<HashMap<(String, StateHash), Arc<dyn AnyGame>>>,
}

impl std::fmt::Debug for Hall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hall").field("rooms", &self.in_memory()).finish_non_exhaustive()
    }
}

impl Hall {
    pub fn new(
        games: Vec<Arc<dyn AnyGame>>,
        lessons: Vec<Lesson>,
        store: Store,
        bots_at_once: usize,
        keep: usize,
    ) -> Arc<Self> {
        let (cards, pages) = crate::catalogue::cards(&games, &lessons);
        let thinkers = Thinkers::new(bots_at_once);
        let (rooms, others) = (Mutex::default(), Mutex::default());
        Arc::new(Self { games, cards, pages, lessons, store, thinkers, rooms, keep, others })
    }

    /// Stores the components of all games, once for all matches that begin with them.
    pub async fn keep_contents(&self) -> Result<(), StoreError> {
        let content = |game: &Arc<dyn AnyGame>| {
            let files = serde_json::to_string(game.files()).unwrap_or_default();
            Write::Content { game: game.id().to_owned(), hash: game.content().to_string(), files }
        };
        let made_of_files = self.games.iter().filter(|game| !game.files().is_empty());
        let contents: Vec<Write> = made_of_files.map(content).collect();
        if contents.is_empty() { Ok(()) } else { self.store.write(contents).await }
    }

    /// A game with the components of this hash, as far as they are known: else with those that are here now.
    async fn game_with_content(
        &self,
        id: &str,
        content: Option<StateHash>,
    ) -> Result<Arc<dyn AnyGame>, FailureBody> {
        let game = Arc::clone(self.game(id)?);
        let Some(content) = content.filter(|content| *content != game.content()) else { return Ok(game) };
        let key = (id.to_owned(), content);
        if let Some(known) = self.others().get(&key) {
            return Ok(Arc::clone(known));
        }
        let Some(files) = self.store.content(id, &content.to_string()).await? else { return Ok(game) };
        let like = Arc::clone(&game);
        let made = tokio::task::spawn_blocking(move || {
            let files = serde_json::from_str(&files).map_err(|e| e.to_string())?;
            like.with_files(files)
        });
        match made.await {
            Ok(Ok(made)) if made.content() == content => {
                let mut others = self.others();
                if others.len() >= OTHERS {
                    others.clear();
                }
                others.insert(key, Arc::clone(&made));
                Ok(made)
            }
            Ok(Ok(_)) => Ok(game),
            Ok(Err(error)) => {
                tracing::warn!(game = id, %content, error, "stored components can not be read any more");
                Ok(game)
            }
            Err(_) => Err(failure(Code::Internal, "a fault while components were read")),
        }
    }

    fn others(&self) -> std::sync::MutexGuard<'_, HashMap<(String, StateHash), Arc<dyn AnyGame>>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game that is meant when none is named: the only one, or the only one with this scenario.
    fn game_with(&self, scenario: Option<&str>) -> Result<String, FailureBody> {
        let only = self.games.len() == 1;
        let has = |game: &&GameInfo| only || game.scenarios.iter().any(|s| Some(s.id.as_str()) == scenario);
        let mut fits = self.cards.iter().filter(has);
        if let (Some(game), None) = (fits.next(), fits.next()) {
            return Ok(game.game.clone());
        }
        let known: Vec<&str> = self.games.iter().map(|game| game.id()).collect();
        Err(misplaced("game", format!("the game is missing; expected one of {}", known.join(", "))))
    }

    /// The scenarios of a game to read about.
    pub fn pages(&self, game: &str) -> &[ScenarioPage] {
        let index = self.games.iter().position(|known| known.id() == game);
        index.map_or(&[], |index| &self.pages[index])
    }

    pub fn game(&self, id: &str) -> Result<&Arc<dyn AnyGame>, FailureBody> {
        self.games.iter().find(|game| game.id() == id).ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|game| game.id()).collect();
            misplaced("game", format!("no game {}; expected one of {}", quoted(id), known.join(", ")))
        })
    }

    pub fn lesson(&self, game: &str, id: &str) -> Result<&Lesson, FailureBody> {
        let found = self.lessons.iter().find(|lesson| lesson.game == game && lesson.id == id);
        found.ok_or_else(|| not_found(format!("there is no lesson {} of {}", quoted(id), quoted(game))))
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Entry>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn in_memory(&self) -> usize {
        self.rooms().len()
    }

    /// The door of a match, which is loaded if need be, for this client.
    pub async fn door(self: &Arc<Self>, id: &str, client: Client) -> Result<Door, FailureBody> {
        if !secret::is_match_id(id) {
            return Err(not_found(format!("there is no match {}", quoted(id))));
        }
        loop {
            let cell = {
                let mut rooms = self.rooms();
                let entry = rooms
                    .entry(id.to_owned())
                    .or_insert_with(|| Entry { cell: Cell::default(), used: Instant::now() });
                entry.used = Instant::now();
                Arc::clone(&entry.cell)
            };
            match cell.get_or_try_init(|| self.load(id, client)).await {
                Ok(door) if !door.is_closed() => return Ok(door.clone()),
                // It is about to leave memory; then it can be loaded again.
                Ok(_) => tokio::time::sleep(Duration::from_millis(1)).await,
                Err(error) => {
                    let mut rooms = self.rooms();
                    if rooms.get(id).is_some_and(|e| Arc::ptr_eq(&e.cell, &cell) && !cell.initialized()) {
                        rooms.remove(id);
                    }
                    return Err(error);
                }
            }
        }
    }

    async fn load(self: &Arc<Self>, id: &str, opener: Client) -> Result<Door, FailureBody> {
        let row = self.store.find_match(id).await?;
        let row = row.ok_or_else(|| not_found(format!("there is no match {}", quoted(id))))?;
        let steps = self.store.steps(id).await?;
        let chat = self.store.chat(id).await?;
        let picture = self.store.picture(id).await?;
        let game = self.game_with_content(&row.game, room::content_of(&row, &steps)).await?;
        let (door, inbox) = Room::door();
        let (hall, weak) = (Arc::clone(self), door.weak());
        let room = tokio::task::spawn_blocking(move || {
            room::begin(&hall, &weak, &Beginning { game, row, steps, chat, picture, opener })
        });
        let room =
            room.await.map_err(|_| failure(Code::Internal, "a fault while the match was loaded"))??;
        room.open(inbox);
        FIGURES.matches_in_memory.set(self.in_memory());
        Ok(door)
    }

    /// A match has left memory.
    pub fn forget(&self, id: &str) {
        let mut rooms = self.rooms();
        rooms.remove(id);
        FIGURES.matches_in_memory.set(rooms.len());
    }

    /// Asks a match and waits for its answer.
    pub async fn ask(self: &Arc<Self>, id: &str, caller: &Caller, ask: Ask) -> Result<Reply, FailureBody> {
        let (reply, answer) = oneshot::channel();
        let mut cmd = Cmd::Ask { caller: caller.clone(), ask, reply };
        loop {
            match self.door(id, Client::Unknown).await?.send(cmd).await {
                Ok(()) => break,
                Err(back) => cmd = back,
            }
        }
        answer.await.map_err(|_| failure(Code::Busy, "the match is being loaded again; try again"))?
    }

    /// Sends matches away that nobody listens to, the longest unused first, while there are too many.
    pub async fn sweep(&self) {
        // Who asked for a match and went away before it was loaded leaves an empty entry behind.
        self.rooms().retain(|_, entry| entry.cell.initialized() || Arc::strong_count(&entry.cell) > 1);
        let mut doors: Vec<(Instant, Door)> = self
            .rooms()
            .values()
            .filter_map(|entry| entry.cell.get().map(|door| (entry.used, door.clone())))
            .collect();
        let surplus = doors.len().saturating_sub(self.keep);
        if surplus > 0 {
            doors.sort_by_key(|(used, _)| *used);
            for (_, door) in doors.into_iter().take(surplus) {
                let _ = door.send(Cmd::Retire).await;
            }
        }
    }

    /// Tells everybody that the program stops, and ends all matches in memory.
    pub async fn stop(&self) {
        let doors: Vec<Door> = self.rooms().values().filter_map(|entry| entry.cell.get().cloned()).collect();
        let ended = async {
            let mut answers = Vec::new();
            for door in doors {
                let (done, answer) = oneshot::channel();
                if door.send(Cmd::Stop { done }).await.is_ok() {
                    answers.push(answer);
                }
            }
            for answer in answers {
                let _ = answer.await;
            }
        };
        if tokio::time::timeout(FAREWELL, ended).await.is_err() {
            tracing::warn!("a match is busy; the program ends without it: what was acknowledged is stored");
        }
        // What is still waiting was not acknowledged; a database that does not answer must not keep the program.
        if tokio::time::timeout(FAREWELL, self.store.close()).await.is_err() {
            tracing::warn!("the database does not close in good order");
        }
    }

    // ---- new matches

    /// Makes a match.
    pub async fn make(self: &Arc<Self>, wish: NewMatch, client: Client) -> Result<Made, FailureBody> {
        let ways = [wish.setup.is_some(), wish.log.is_some(), wish.position.is_some(), wish.fork.is_some()];
        if ways.iter().filter(|way| **way).count() != 1 {
            return Err(bad("expected exactly one of `setup`, `log`, `position` and `fork`"));
        }
        let seed = wish.seed.map_or_else(secret::seed, u64::from);
        let forked = match wish.fork {
            None => None,
            Some(fork) => {
                let ask = Ask::Fork { events: fork.events };
                match self.ask(&fork.of, &Caller::Key(fork.key), ask).await? {
                    Reply::Fork { base, .. } => Some(base),
                    _ => return Err(forbidden("this match can not be forked")),
                }
            }
        };
        let is_fork = forked.is_some();
        let log = forked.or(wish.log);
        let id = match (&wish.game, &log, wish.position.as_ref().and_then(game_of)) {
            (Some(game), ..) => game.clone(),
            (None, Some(log), _) => table::log::game_of(log)?,
            (None, None, Some(named)) => named.to_owned(),
            (None, None, None) => self.game_with(wish.setup.as_ref().map(|s| s.scenario.as_str()))?,
        };
        let content = log.as_deref().and_then(table::log::header_of).map(|header| header.content);
        let game = self.game_with_content(&id, content).await?;
        let mut wished = wish.setup;
        if let Some(setup) = &mut wished {
            name_automated(game.as_ref(), setup, &wish.seats);
        }
        let begun = tokio::task::spawn_blocking({
            let (game, setup, position) = (Arc::clone(&game), wished, wish.position);
            move || -> Result<Box<dyn AnyMatch>, FailureBody> {
                if let Some(log) = log {
                    let mut play = game.load_log(&log)?;
                    // Who plays from a moment that he has lived through must not know what is to come.
                    if is_fork {
                        play.reroll(seed);
                    }
                    return Ok(play);
                }
                if let Some(position) = position {
                    return Ok(game.load_position(&position, seed)?);
                }
                let setup = setup.unwrap_or_default();
                let request =
                    SetupRequest { scenario: setup.scenario, variant: setup.variant, options: setup.options };
                Ok(game.new_match(&request, seed)?)
            }
        });
        let play = begun.await.map_err(|_| bad("this match can not begin"))??;
        self.found(&game, play.as_ref(), &wish.seats, wish.hot_seat, wish.clock, client).await
    }

    async fn found(
        self: &Arc<Self>,
        game: &Arc<dyn AnyGame>,
        play: &dyn AnyMatch,
        sittings: &[Sitting],
        hot_seat: bool,
        clock: Clock,
        client: Client,
    ) -> Result<Made, FailureBody> {
        let seats = play.seats().len();
        if sittings.len() > seats {
            return Err(misplaced(
                "seats",
                format!("this match has {seats} seats, {} are named", sittings.len()),
            ));
        }
        let mut sittings = sittings.to_vec();
        seat_procedure(play, &mut sittings)?;
        for (index, sitting) in sittings.iter().enumerate() {
            if let Sitting::Bot { bot } = sitting
                && bot != bots::AUTOMATED
            {
                bots::by_name(bot, 0).map_err(|e| misplaced(format!("seats.{index}"), e.to_string()))?;
            }
        }
        match clock {
            Clock::Live { minutes: 0, .. } => return Err(misplaced("clock", "expected at least one minute")),
            Clock::Days { days: 0 } => return Err(misplaced("clock", "expected at least one day")),
            _ => {}
        }
        let id = secret::match_id();
        let (seating, made) = Seating::new(seats, &sittings, hot_seat, clock, &id)?;
        let row: MatchRow = room::row(id, game.as_ref(), play, &seating, now_ms());
        self.store.write(vec![Write::Match(row)]).await?;
        FIGURES.matches_made.add(1);
        tracing::info!(game = game.id(), "match made");
        // Bots may have the first decision.
        self.door(&made.id, client).await?;
        Ok(made)
    }

    /// The same match once more, with everybody on the other side.
    pub async fn rematch(
        self: &Arc<Self>,
        play: &dyn AnyMatch,
        seating: &Seating,
        client: Client,
    ) -> Result<Made, FailureBody> {
        let game = Arc::clone(self.game(play.game())?);
        let setup: Value = play.setup();
        let fresh = game.load_position(&setup, secret::seed())?;
        let sittings: Vec<Sitting> = (0..seating.chairs.len())
            .map(|seat| &seating.chairs[seat_again(play, seating, seat)])
            .map(|chair| match &chair.bot {
                Some(bot) => Sitting::Bot { bot: bot.clone() },
                None => Sitting::Human { name: chair.name.clone() },
            })
            .collect();
        // Boxed: a match that makes a match that makes a match.
        Box::pin(self.found(&game, fresh.as_ref(), &sittings, seating.hot_seat, seating.clock, client)).await
    }
}

/// Where somebody sits when the match is played again: on the other side, except against the game's own procedure and
/// against bots alone. Twice is where he was.
pub fn seat_again(play: &dyn AnyMatch, seating: &Seating, seat: usize) -> usize {
    let stays = play.seats().iter().any(|seat| play.plays_itself(seat.id));
    if stays || seating.humans().count() <= 1 { seat } else { seating.chairs.len() - 1 - seat }
}

/// The seats that somebody gave to `automated` are part of the set-up. Where he filled the seats that the procedure
/// would play with somebody else, it stays away.
fn name_automated(game: &dyn AnyGame, setup: &mut SetupWish, sittings: &[Sitting]) {
    let Some(team) = game.procedure() else { return };
    if setup.options.contains_key(bots::AUTOMATED) {
        return;
    }
    let is_automated = |sitting: &Sitting| matches!(sitting, Sitting::Bot { bot } if bot == bots::AUTOMATED);
    let seats: Vec<String> = (0..sittings.len())
        .filter(|seat| is_automated(&sittings[*seat]))
        .map(|seat| seat.to_string())
        .collect();
    let info = game.scenarios().into_iter().find(|s| s.id == setup.scenario);
    let first = info.and_then(|s| s.seats.iter().position(|seat| seat.team == team));
    if !seats.is_empty() {
        setup.options.insert(bots::AUTOMATED.to_owned(), seats.join(","));
    } else if first.is_some_and(|first| sittings.len() > first) {
        setup.options.insert(bots::AUTOMATED.to_owned(), "off".to_owned());
    }
}

/// Whoever the form names, the procedure sits where the match says so, and nowhere else.
fn seat_procedure(play: &dyn AnyMatch, sittings: &mut Vec<Sitting>) -> Result<(), FailureBody> {
    for (index, seat) in play.seats().iter().enumerate() {
        let itself = play.plays_itself(seat.id);
        let named = matches!(sittings.get(index), Some(Sitting::Bot { bot }) if bot == bots::AUTOMATED);
        if named && !itself {
            let why = format!("{} is no seat that plays by itself in this match", seat.name);
            return Err(misplaced(format!("seats.{index}"), why));
        }
        if itself {
            let missing = (index + 1).saturating_sub(sittings.len());
            sittings.extend((0..missing).map(|_| Sitting::Open));
            sittings[index] = Sitting::Bot { bot: bots::AUTOMATED.to_owned() };
        }
    }
    Ok(())
}
