//! All that a page can ask: the game, and its matches in memory.

use crate::golden::{replay_golden, replay_log};
use crate::kept::Step;
use crate::laying::{self, Chance};
use crate::old;
use crate::question::{Answer, Ask, Paced, Question};
use crate::room::{Room, Wanted};
use games::Shelf;
use server::failure::{bad, forbidden, misplaced, not_found, quoted};
use server::laid::{differs_at, why_not};
use server::wire::{Agreed, FailureBody, NewMatch, Origin, Say, Tell};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::face::AnyGame;
use table::{Dice, SetupRequest};

/// The games of this module, and the matches that are being played.
#[derive(Default)]
pub struct Home {
    shelf: Shelf,
    /// A game with other components than its own.
    other: Option<Arc<dyn AnyGame>>,
    rooms: BTreeMap<String, Room>,
}

impl std::fmt::Debug for Home {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} matches of {:?}", self.rooms.len(), self.shelf)
    }
}

impl Home {
    /// Answers a question: JSON in, JSON out.
    pub fn answer(&mut self, question: &[u8]) -> String {
        let answer = match serde_json::from_slice(question) {
            Ok(question) => self.ask(question).unwrap_or_else(Answer::failed),
            Err(error) => Answer::failed(bad(format!("not a question: {error}"))),
        };
        crate::question::value(&answer).get().to_owned()
    }

    /// The same without JSON.
    pub fn ask(&mut self, question: Question) -> Result<Answer, FailureBody> {
        match question {
            Question::Content { files } => {
                let game = self.only()?;
                self.other = Some(game.with_files(files).map_err(|why| misplaced("files", why))?);
                Ok(Answer::default())
            }
            Question::Make { wish, now, chance } => self.make(*wish, now, &chance),
            Question::Open { row, steps } => self.open(&row, &steps),
            Question::Save { row, steps } => {
                let (row, steps) = old::read(&row, &steps)?;
                Ok(Answer::with(&old::log_of(&row, &steps)?))
            }
            Question::Drop { r#match } => {
                self.rooms.remove(&r#match);
                Ok(Answer::default())
            }
            Question::Hear { r#match, line, say, now, chance } => {
                self.hear(&r#match, line, *say, now, Chance::of(&chance)?)
            }
            Question::Leave { r#match, line } => {
                let mut answer = Answer::default();
                let room = self.room(&r#match)?;
                room.leave(line);
                room.settle(&mut answer);
                Ok(answer)
            }
            Question::Ask { r#match, key, ask } => self.asked(&r#match, &key, ask),
            Question::Work { r#match, now } => {
                let mut answer = Answer::default();
                let room = self.room(&r#match)?;
                room.work(now);
                room.settle(&mut answer);
                Ok(answer)
            }
            Question::Replay { log } => {
                let named = table::log::game_of(&log)?;
                Ok(replay_log(self.game(&named)?, &log).into())
            }
            Question::Golden { text } => Ok(replay_golden(self.only()?, &text).into()),
            Question::Pace { game, setup, bot, orders, seed } => self.pace(&game, &setup, &bot, orders, seed),
        }
    }

    fn only(&self) -> Result<&dyn AnyGame, FailureBody> {
        if let Some(other) = &self.other {
            return Ok(other.as_ref());
        }
        self.shelf.games().next().ok_or_else(|| bad("there is no game here"))
    }

    fn game(&self, id: &str) -> Result<&dyn AnyGame, FailureBody> {
        if let Some(other) = self.other.as_ref().filter(|other| other.id() == id) {
            return Ok(other.as_ref());
        }
        let known = || format!("no game {}; expected one of {}", quoted(id), self.shelf.ids());
        self.shelf.get(id).ok_or_else(|| misplaced("game", known()))
    }

    fn room(&mut self, id: &str) -> Result<&mut Room, FailureBody> {
        self.rooms.get_mut(id).ok_or_else(|| not_found(format!("there is no match {}", quoted(id))))
    }

    fn make(&mut self, mut wish: NewMatch, now: i64, chance: &str) -> Result<Answer, FailureBody> {
        laying::must_be_of_one_screen(&wish)?;
        let mut chance = Chance::of(chance)?;
        let forked = match &wish.fork {
            None => None,
            Some(fork) => {
                let room = self.room(&fork.of).map_err(|error| at("fork.of", error))?;
                let viewer = room.row.viewer(&fork.key);
                let viewer = viewer.ok_or_else(|| at("fork.key", forbidden("this key opens no seat")))?;
                Some((room.row.game.clone(), room.base_of(viewer, fork.events, fork.orders)?))
            }
        };
        let (named, forked) = forked.unzip();
        let game = match (wish.game.take().or(named), &wish.log) {
            (Some(named), _) => self.game(&named)?,
            (None, Some(log)) => self.game(&table::log::game_of(log)?)?,
            (None, None) => self.only()?,
        };
        let (play, agreed) = laying::begin(game, &mut wish, forked, &mut chance)?;
        let (row, made) =
            laying::seat(game, play.as_ref(), wish.seats, wish.hot_seat, agreed, &mut chance, now)?;
        let mut answer = Answer::with(&made);
        self.found(Room::new(row, play, now), &mut answer);
        Ok(answer)
    }

    /// A match that is new.
    fn found(&mut self, room: Room, answer: &mut Answer) {
        answer.keep(&room.row);
        answer.briefs.push(room.brief());
        self.rooms.insert(room.row.id.clone(), room);
    }

    fn open(&mut self, row: &str, steps: &[String]) -> Result<Answer, FailureBody> {
        let (row, steps) = old::read(row, steps)?;
        let game = self.game(&row.game)?;
        let play = game.load_log(&row.base).map_err(|_| old::stays(&why_not(game, &row.base)))?;
        let now = row.created;
        let mut room = Room::new(row, play, now);
        for (number, step) in steps.iter().enumerate() {
            if !room.take_again(step) {
                return Err(old::stays(&differs_at(Some(number))));
            }
        }
        self.rooms.insert(room.row.id.clone(), room);
        Ok(Answer::default())
    }

    fn hear(
        &mut self,
        id: &str,
        line: u32,
        say: Say,
        now: i64,
        mut chance: Chance,
    ) -> Result<Answer, FailureBody> {
        let mut answer = Answer::default();
        let room = self.room(id)?;
        let wanted = room.hear(line, say, now, &mut chance);
        if wanted == Some(Wanted::Rematch) {
            self.rematch(id, now, &mut chance, &mut answer)?;
        }
        self.room(id)?.settle(&mut answer);
        Ok(answer)
    }

    /// The same match once more. It is found before the step that tells of it.
    fn rematch(
        &mut self,
        id: &str,
        now: i64,
        chance: &mut Chance,
        answer: &mut Answer,
    ) -> Result<(), FailureBody> {
        let Some(room) = self.rooms.get(id) else { return Ok(()) };
        let game = self.game(&room.row.game)?;
        let play = game.load_position(&room.play.setup(), chance.seed())?;
        let before = room.row.agreed.clone();
        let from = if before.from == Origin::Setup { Origin::Rematch } else { before.from };
        let Agreed { variant, options, root, .. } = before;
        let agreed = Agreed { from, variant, options, root, ..Agreed::default() };
        let sittings = laying::again(room.play.as_ref(), &room.row);
        let (row, made) =
            laying::seat(game, play.as_ref(), sittings, room.row.hot_seat, agreed, chance, now)?;
        self.found(Room::new(row, play, now), answer);
        let room = self.room(id)?;
        room.step(Step::Rematch { made: made.clone() }, now)?;
        room.tell_all(&Tell::Rematch { made });
        Ok(())
    }

    fn asked(&mut self, id: &str, key: &str, ask: Ask) -> Result<Answer, FailureBody> {
        let room = self.room(id)?;
        let viewer = room.row.viewer(key).ok_or_else(|| forbidden("this key opens no seat of this match"))?;
        let mut answer = match ask {
            Ask::Moment { events, all } => Answer::with(&room.moment(viewer, events, all)?),
            Ask::History => Answer::with(&room.history(viewer)),
            Ask::Log => Answer::with(&room.log(viewer)),
            Ask::Review => Answer::with(&room.review()?),
        };
        room.settle(&mut answer);
        Ok(answer)
    }

    fn pace(
        &self,
        game: &str,
        setup: &SetupRequest,
        bot: &str,
        most: u32,
        seed: u32,
    ) -> Result<Answer, FailureBody> {
        let starter = self.game(game)?.starter(setup)?;
        let named = |chance| bots::by_name(bot, chance).map_err(|error| misplaced("bot", error.to_string()));
        let mut paced = Paced { games: 0, orders: 0, playouts: 0, hash: String::new() };
        let mut hashes = Vec::new();
        while paced.orders < most {
            let seed = Dice::derive(u64::from(seed), u64::from(paced.games)).next_u64();
            let mut play = starter.start(seed)?;
            paced.games += 1;
            let seats = 0..play.seats().len() as u64;
            let mut players = seats.map(|seat| named(seed ^ seat)).collect::<Result<Vec<_>, _>>()?;
            while let Some((prompt, seat)) = play.owed().filter(|_| paced.orders < most) {
                if !bots::answer(players[seat.index()].as_mut(), play.as_mut(), prompt, seat) {
                    return Err(bad("a dead end"));
                }
                paced.orders += 1;
            }
            paced.playouts += players.iter().map(|player| player.playouts()).sum::<u64>();
            hashes.push(play.hash().0);
        }
        paced.hash = table::state_hash(&hashes).to_string();
        Ok(Answer::with(&paced))
    }
}

fn at(place: &str, error: FailureBody) -> FailureBody {
    FailureBody { place: Some(place.to_owned()), ..error }
}
