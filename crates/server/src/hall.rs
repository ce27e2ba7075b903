//! All matches: those in memory, and the way to those that are not.

use crate::failure::{Code, bad, failure, forbidden, misplaced, not_found, quoted};
use crate::figures::FIGURES;
use crate::laid::{name_automated, seat_procedure};
use crate::limits::Client;
use crate::room::{
    self, Ask, Beginning, Caller, Chair, Cmd, Door, Place, Reply, Room, Seating, Trouble, now_ms,
};
use crate::secret;
use crate::storage::{MatchRow, Store, StoreError, Write};
use crate::thinkers::Thinkers;
use crate::wire::{
    Agreed, Clock, FailureBody, GameInfo, Made, NewMatch, Origin, ScenarioPage, SeatBot, Sitting,
};
use lessons::Lesson;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::face::{AnyGame, AnyMatch, game_of};
use table::{SeatId, SetupRequest, StateHash};
use tokio::sync::{OnceCell, oneshot};

/// Matches in memory beyond which those that nobody listens to are sent away.
pub const ROOMS: usize = 5000;

/// How long nothing happens in a match until a picture of it is stored.
pub const QUIET: Duration = Duration::from_secs(10);

/// Games with components of older matches that are kept ready.
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
    /// A picture of a match is stored when nothing has happened in it for so long.
    pub quiet: Duration,
    /// How often those who listen are asked for a sign of life.
    pub beat: Duration,
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
        [quiet, beat]: [Duration; 2],
    ) -> Arc<Self> {
        let (cards, pages) = crate::catalogue::cards(&games, &lessons);
        let thinkers = Thinkers::new(bots_at_once);
        let (rooms, others) = (Mutex::default(), Mutex::default());
        Arc::new(Self { games, cards, pages, lessons, store, thinkers, rooms, keep, quiet, beat, others })
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

    /// So many matches are in memory that also those leave it in which somebody waits for the answer of others: nobody
    /// fills it by asking.
    pub fn is_crowded(&self) -> bool {
        self.in_memory() > self.keep.max(ROOMS).saturating_mul(2)
    }

    /// The door of a match, which is loaded if need be, for this client.
    pub async fn door(self: &Arc<Self>, id: &str, client: Client) -> Result<Door, FailureBody> {
        if !secret::is_match_id(id) {
            return Err(no_match(id));
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
        // What is read before it is ours may be old when it is.
        let lease = crate::nodes::lease(self, id).await?;
        let row = self.store.find_match(id).await?.ok_or_else(|| no_match(id))?;
        let steps = self.store.steps(id).await?;
        let chat = self.store.chat(id).await?;
        let pictured = self.store.pictured(id).await?;
        let told = if room::continued(&steps) > 0 { self.store.told(id).await? } else { Vec::new() };
        let game = self.game_with_content(&row.game, room::content_of(&row, &steps)).await?;
        let beginning = Beginning { game, row, steps, chat, pictured, told, opener };
        let (door, inbox) = Room::door();
        let room = self.begin(&door, beginning).await?;
        room.open(inbox, lease);
        FIGURES.matches_in_memory.set(self.in_memory());
        Ok(door)
    }

    /// Plays a match again, or shows it where the rules of today do not lead to it.
    async fn begin(self: &Arc<Self>, door: &Door, beginning: Beginning) -> Result<Room, FailureBody> {
        let beginning = Arc::new(beginning);
        let played = tokio::task::spawn_blocking({
            let (hall, weak, beginning) = (Arc::clone(self), door.weak(), Arc::clone(&beginning));
            move || room::begin(&hall, &weak, &beginning)
        });
        let why = match played.await {
            Ok(Ok(room)) => return Ok(room),
            Ok(Err(Trouble::Broken(failure))) => return Err(failure),
            Ok(Err(Trouble::Differs(why))) => why,
            // Orders that were fine once are too much for the rules of today.
            Err(error) => {
                tracing::error!(id = beginning.row.id, %error, "a fault while a match was loaded");
                "The rules of today can not play this match again.".to_owned()
            }
        };
        let picture = self.store.picture(&beginning.row.id).await?;
        let told = self.store.told(&beginning.row.id).await?;
        let (hall, weak) = (Arc::clone(self), door.weak());
        let shown = tokio::task::spawn_blocking(move || {
            room::show(&hall, &weak, &beginning, &told, picture.as_ref(), &why)
        });
        shown.await.map_err(|_| failure(Code::Internal, "a fault while the match was loaded"))?
    }

    /// Whether a match is in memory.
    pub fn has(&self, id: &str) -> bool {
        self.rooms().get(id).and_then(|entry| entry.cell.get()).is_some_and(|door| !door.is_closed())
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
        doors.sort_by_key(|(used, _)| *used);
        for (_, door) in doors.into_iter().take(surplus) {
            let _ = door.send(Cmd::Retire).await;
        }
    }

    /// Tells everybody that the program stops, and ends all matches in memory.
    pub async fn stop(&self) {
        self.let_go().await;
        // What is still waiting was not acknowledged; a database that does not answer must not keep the program.
        if tokio::time::timeout(FAREWELL, self.store.close()).await.is_err() {
            tracing::warn!("the database does not close in good order");
        }
    }

    /// Ends all matches in memory; who listens is told to come again.
    pub async fn let_go(&self) {
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
            tracing::warn!("a match is busy; it is not waited for: what was acknowledged is stored");
        }
    }

    // ---- new matches

    /// Makes a match.
    pub async fn make(self: &Arc<Self>, wish: NewMatch, client: Client) -> Result<Made, FailureBody> {
        let ways = [wish.setup.is_some(), wish.log.is_some(), wish.position.is_some(), wish.fork.is_some()];
        if ways.iter().filter(|way| **way).count() != 1 {
            return Err(bad("expected exactly one of `setup`, `log`, `position` and `fork`"));
        }
        if wish.fair {
            nothing_is_chosen(&wish)?;
        }
        let seed = wish.seed.map_or_else(secret::seed, u64::from);
        let forked = match wish.fork {
            None => None,
            Some(fork) => {
                let ask = Ask::Fork { events: fork.events, orders: fork.orders };
                let asked = self.ask(&fork.of, &Caller::Key(fork.key), ask).await;
                match asked.map_err(in_fork)? {
                    Reply::Fork { base, root, .. } => Some((base, root)),
                    _ => return Err(forbidden("this match can not be forked")),
                }
            }
        };
        let origin = match (&forked, &wish.log, &wish.position) {
            (Some(_), ..) => Origin::Fork,
            (_, Some(_), _) => Origin::Log,
            (.., Some(_)) => Origin::Position,
            _ => Origin::Setup,
        };
        let (forked, root) = forked.unzip();
        let (log, root) = (forked.or(wish.log), root.flatten());
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
        let (variant, options) =
            wished.as_ref().map(|setup| (setup.variant.clone(), setup.options.clone())).unwrap_or_default();
        let mut seats = wish.seats.clone();
        let begun = tokio::task::spawn_blocking({
            let (game, setup, position) = (Arc::clone(&game), wished, wish.position);
            move || -> Result<Box<dyn AnyMatch>, FailureBody> {
                if let Some(log) = log {
                    let mut play = game.load_log(&log)?;
                    // Who plays from a moment that he has lived through must not know what is to come; nor may somebody
                    // know it who has a log in his hand, if he plays with others.
                    seat_procedure(play.as_ref(), &mut seats)?;
                    let places = Place::of(play.seats().len(), &seats, wish.hot_seat);
                    let others = places.contains(&Place::Invitation) && play.outcome().is_none();
                    if origin == Origin::Fork || others {
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
        let orders = play.orders() as u32;
        let agreed = Agreed {
            from: origin,
            variant,
            options,
            seed: wish.seed,
            orders,
            root,
            fair: wish.fair,
            ..Agreed::default()
        };
        let table =
            Laid { seats: &wish.seats, places: None, hot_seat: wish.hot_seat, clock: wish.clock, agreed };
        self.found(&game, play.as_ref(), table, client).await
    }

    async fn found(
        self: &Arc<Self>,
        game: &Arc<dyn AnyGame>,
        play: &dyn AnyMatch,
        table: Laid<'_>,
        client: Client,
    ) -> Result<Made, FailureBody> {
        let Laid { seats: sittings, places, hot_seat, clock, agreed } = table;
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
        let places = places.unwrap_or_else(|| Place::of(seats, &sittings, hot_seat));
        let (mut seating, made) = Seating::new(&places, &sittings, hot_seat, clock, &id)?;
        if agreed.fair && seating.humans().next().is_none() {
            return Err(misplaced("fair", "bots add nothing to the dice; expected a seat for a person"));
        }
        seating.pledged = agreed.fair.then(secret::pledge);
        seating.agreed = Some(agreed.of(&seating));
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
        let again = || (0..seating.chairs.len()).map(|seat| seat_again(play, seating, seat));
        let chairs = || again().map(|seat| &seating.chairs[seat]);
        // Older programs let two people have one name: then nobody takes it along.
        let name = |seat: usize| {
            let name = &seating.chairs[seat].name;
            let own = seating.may_be_called(SeatId(seat as u8), name).is_ok();
            if own { name.clone() } else { String::new() }
        };
        let seats: Vec<Sitting> = again()
            .map(|seat| match &seating.chairs[seat].bot {
                Some(bot) => Sitting::Bot { bot: bot.clone() },
                None => Sitting::Human { name: name(seat) },
            })
            .collect();
        // Those who sit at this table have the keys of the next one from it; who never came is invited again.
        let place = |chair: &Chair| match chair {
            _ if chair.is_invited() => Place::Invitation,
            Chair { host: true, .. } => Place::Host,
            _ => Place::Key,
        };
        let before = seating.agreed.clone().unwrap_or_default();
        // It begins as the one before began: whoever laid that table by hand has laid this one.
        let from = if before.from == Origin::Setup { Origin::Rematch } else { before.from };
        let Agreed { variant, options, root, fair, .. } = before;
        let agreed = Agreed { from, variant, options, root, fair, ..Agreed::default() };
        let places = Some(chairs().map(place).collect());
        // Guests have keys of this table, not invitations: one screen would have everything to itself.
        let hot_seat = seating.is_one_screen();
        let table = Laid { seats: &seats, places, hot_seat, clock: seating.clock, agreed };
        // Boxed: a match that makes a match that makes a match.
        Box::pin(self.found(&game, fresh.as_ref(), table, client)).await
    }
}

/// What is wrong with a fork, by the field that says it.
fn in_fork(error: FailureBody) -> FailureBody {
    let place = match &error.code {
        code if code == Code::NotFound.word() => "fork.of",
        code if code == Code::Forbidden.word() => "fork.key",
        _ => return error,
    };
    FailureBody { place: Some(place.to_owned()), ..error }
}

/// What nobody may choose in a fair match.
fn nothing_is_chosen(wish: &NewMatch) -> Result<(), FailureBody> {
    let chosen = [
        ("seed", wish.seed.is_some(), "its dice follow from what all seats add; expected no seed"),
        ("log", wish.log.is_some(), "whoever loads a log knows what is in it; expected a set-up"),
        (
            "position",
            wish.position.is_some(),
            "whoever writes a position knows what is in it; expected a set-up",
        ),
        ("fork", wish.fork.is_some(), "it begins at its beginning; expected a set-up"),
        ("hot_seat", wish.hot_seat, "one person has one seat; expected no hot seat"),
    ];
    match chosen.into_iter().find(|(_, is, _)| *is) {
        Some((place, _, why)) => Err(misplaced(place, format!("a fair match refuses this: {why}"))),
        None => Ok(()),
    }
}

/// A table that is laid, and for whom.
struct Laid<'a> {
    seats: &'a [Sitting],
    /// What each person gets, where that does not follow from the seats.
    places: Option<Vec<Place>>,
    hot_seat: bool,
    clock: Clock,
    agreed: Agreed,
}

impl Agreed {
    /// With who sits where.
    fn of(self, seating: &Seating) -> Self {
        let chairs = || seating.chairs.iter().enumerate().map(|(seat, chair)| (seat as u8, chair));
        let host = chairs().filter(|(_, chair)| chair.host).map(|(seat, _)| seat).collect();
        let bots =
            chairs().filter_map(|(seat, chair)| Some(SeatBot { seat, bot: chair.bot.clone()? })).collect();
        // A log that one person plays on alone keeps its dice.
        let seed = self.seed.filter(|_| self.from != Origin::Log || seating.has_guests());
        Self { seed, host, bots, ..self }
    }
}

pub fn no_match(id: &str) -> FailureBody {
    not_found(format!("there is no match {}", quoted(id)))
}

/// Where somebody sits when the match is played again: on the other side, except against the game's own procedure and
/// against bots alone. Twice is where he was.
pub fn seat_again(play: &dyn AnyMatch, seating: &Seating, seat: usize) -> usize {
    let stays = play.seats().iter().any(|seat| play.plays_itself(seat.id));
    if stays || seating.humans().count() <= 1 { seat } else { seating.chairs.len() - 1 - seat }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Entry, ROOMS, in_fork};
    use crate::failure::{Code, failure};
    use crate::limits::Client;
    use crate::room::Room;
    use crate::storage::Place;
    use crate::{App, Config, secret};
    use std::pin::pin;
    use std::task::{Context, Waker};
    use std::time::Instant;

    #[tokio::test]
    async fn the_hall_is_crowded_with_more_than_twice_the_matches_that_it_keeps() {
        for (keep, most) in [(3, 2 * ROOMS), (ROOMS + 1, 2 * ROOMS + 2)] {
            let config = Config { keep, ..Config::new(Vec::new(), Place::Memory) };
            let hall = App::new(config).await.expect("a server without games").hall;
            let fill = |rooms: usize| {
                let entry = || Entry { cell: Cell::default(), used: Instant::now() };
                hall.rooms().extend((0..rooms).map(|number| (number.to_string(), entry())));
                hall.is_crowded()
            };
            assert_eq!([0, most, most + 1].map(fill), [false, false, true], "{keep} are kept");
        }
    }

    #[tokio::test]
    async fn nobody_is_led_to_a_door_behind_which_nobody_is() {
        let hall =
            App::new(Config::new(Vec::new(), Place::Memory)).await.expect("a server without games").hall;
        let (door, inbox) = Room::door();
        let (id, cell) = (secret::match_id(), Cell::default());
        cell.set(door).expect("it was empty");
        hall.rooms().insert(id.clone(), Entry { cell, used: Instant::now() });
        let is_led_there = || {
            let mut context = Context::from_waker(Waker::noop());
            pin!(hall.door(&id, Client::Here)).poll(&mut context).is_ready()
        };
        assert!(hall.has(&id) && is_led_there());
        drop(inbox);
        assert!(!hall.has(&id) && !is_led_there(), "he waits until it can be loaded again");
    }

    #[test]
    fn what_is_wrong_with_a_fork_is_told_by_its_field() {
        let place = |code| in_fork(failure(code, "why")).place;
        assert_eq!(place(Code::NotFound).as_deref(), Some("fork.of"));
        assert_eq!(place(Code::Forbidden).as_deref(), Some("fork.key"));
        for other in [Code::Stale, Code::Busy, Code::Refused, Code::Internal] {
            assert_eq!(place(other), None, "{other:?}");
        }
    }
}
