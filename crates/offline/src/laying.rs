//! A match is made: who sits where, and what it begins with.

use crate::kept::{Chair, Row};
use bots::AUTOMATED;
use server::failure::{Code, bad, failure, misplaced};
use server::laid::{name_automated, seat_procedure};
use server::wire::{
    Agreed, Clock, FailureBody, Made, NewMatch, Origin, Root, SeatBot, SeatKey, SetupWish, Sitting,
};
use table::face::{AnyGame, AnyMatch};
use table::names::is_name;
use table::{Dice, SetupRequest};

/// The longest name of a person.
const NAME_LIMIT: usize = 40;
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const MATCH_ID: usize = 12;
const KEY: usize = 24;

/// What nobody has chosen: seeds, names of matches, keys. It follows from what came with the question.
#[derive(Debug)]
pub struct Chance(Dice);

impl Chance {
    pub fn of(text: &str) -> Result<Self, FailureBody> {
        let seed = u64::from_str_radix(text, 16);
        let seed = seed.map_err(|_| misplaced("chance", "expected 16 hexadecimal digits"))?;
        Ok(Self(Dice::derive(seed, 0x0ff1)))
    }

    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn letters(&mut self, count: usize) -> String {
        (0..count).map(|_| char::from(LETTERS[self.0.pick(LETTERS.len())])).collect()
    }
}

fn needs_a_server(what: &str) -> FailureBody {
    failure(
        Code::Refused,
        format!("{what} a server: here matches are played on this screen, alone or with bots"),
    )
}

/// What is asked for that can not be had on one screen.
pub fn must_be_of_one_screen(wish: &NewMatch) -> Result<(), FailureBody> {
    if wish.fair {
        return Err(needs_a_server("pledged dice need"));
    }
    if wish.clock != Clock::None {
        return Err(needs_a_server("a clock needs"));
    }
    if wish.seats.iter().any(|sitting| matches!(sitting, Sitting::Guest {})) {
        return Err(needs_a_server("an invitation needs"));
    }
    Ok(())
}

/// A match that begins as somebody wishes, and what was agreed on. `forked` is the log of another match up to the moment from
/// which this one goes on, and how that one was laid.
pub fn begin(
    game: &dyn AnyGame,
    wish: &mut NewMatch,
    forked: Option<(String, Option<Root>)>,
    chance: &mut Chance,
) -> Result<(Box<dyn AnyMatch>, Agreed), FailureBody> {
    let ways = [wish.setup.is_some(), wish.log.is_some(), wish.position.is_some(), wish.fork.is_some()];
    if ways.iter().filter(|way| **way).count() != 1 {
        return Err(bad("expected exactly one of `setup`, `log`, `position` and `fork`"));
    }
    let seed = wish.seed.map_or_else(|| chance.seed(), u64::from);
    let mut agreed = Agreed { seed: wish.seed, ..Agreed::default() };
    let play = if let Some((base, root)) = forked {
        (agreed.from, agreed.root) = (Origin::Fork, root);
        let mut play = game.load_log(&base)?;
        // Who plays from a moment that he has lived through must not know what is to come.
        play.reroll(seed);
        play
    } else if let Some(log) = &wish.log {
        // One person plays a log on: it keeps its dice.
        (agreed.from, agreed.seed) = (Origin::Log, None);
        game.load_log(log)?
    } else if let Some(position) = &wish.position {
        agreed.from = Origin::Position;
        game.load_position(position, seed)?
    } else {
        let mut setup = wish.setup.take().unwrap_or_default();
        name_automated(game, &mut setup, &wish.seats);
        (agreed.variant, agreed.options) = (setup.variant.clone(), setup.options.clone());
        let SetupWish { scenario, variant, options } = setup;
        game.new_match(&SetupRequest { scenario, variant, options }, seed)?
    };
    agreed.orders = play.orders() as u32;
    Ok((play, agreed))
}

/// Seats people and bots. A seat that is not named is a person's.
pub fn seat(
    game: &dyn AnyGame,
    play: &dyn AnyMatch,
    mut sittings: Vec<Sitting>,
    hot_seat: bool,
    mut agreed: Agreed,
    chance: &mut Chance,
    now: i64,
) -> Result<(Row, Made), FailureBody> {
    let seats = play.seats().len();
    if sittings.len() > seats {
        let why = format!("this match has {seats} seats, {} are named", sittings.len());
        return Err(misplaced("seats", why));
    }
    seat_procedure(play, &mut sittings)?;
    sittings.resize_with(seats, Sitting::default);
    let id = chance.letters(MATCH_ID);
    let (mut keys, mut chairs) = (Vec::new(), Vec::new());
    for (seat, sitting) in sittings.into_iter().enumerate() {
        let name = match sitting {
            Sitting::Bot { bot } => {
                if bot != AUTOMATED {
                    bots::by_name(&bot, 0)
                        .map_err(|error| misplaced(format!("seats.{seat}"), error.to_string()))?;
                }
                agreed.bots.push(SeatBot { seat: seat as u8, bot: bot.clone() });
                chairs.push(Chair { bot: Some(bot), ..Chair::default() });
                continue;
            }
            Sitting::Human { name } => tidy(&format!("seats.{seat}.name"), &name)?,
            Sitting::Open {} | Sitting::Guest {} => String::new(),
        };
        let key = chance.letters(KEY);
        keys.push(SeatKey { seat: seat as u8, key: key.clone() });
        chairs.push(Chair { name, bot: None, key: Some(key) });
    }
    if keys.len() > 1 && !hot_seat {
        return Err(needs_a_server("a match between two screens needs"));
    }
    agreed.host = keys.iter().map(|key| key.seat).collect();
    let watch = chance.letters(KEY);
    let scenario = play.setup().get("scenario").and_then(|id| id.as_str()).unwrap_or_default().to_owned();
    let title = game.scenarios().into_iter().find(|info| info.id == scenario).map(|info| info.title);
    let made = Made { id: id.clone(), keys, invitations: Vec::new(), watch: watch.clone() };
    let row = Row {
        id,
        game: game.id().to_owned(),
        title: title.unwrap_or_else(|| game.title().to_owned()),
        scenario,
        base: play.first(play.orders()),
        chairs,
        watch,
        hot_seat,
        agreed,
        created: now,
    };
    Ok((row, made))
}

/// Who sits where when a match is played once more: on the other side, where two people play each other.
pub fn again(play: &dyn AnyMatch, row: &Row) -> Vec<Sitting> {
    let stays = play.seats().iter().any(|seat| play.plays_itself(seat.id));
    let people = row.chairs.iter().filter(|chair| chair.bot.is_none()).count();
    let sitting = |chair: &Chair| match &chair.bot {
        Some(bot) => Sitting::Bot { bot: bot.clone() },
        None => Sitting::Human { name: chair.name.clone() },
    };
    let mut sittings: Vec<Sitting> = row.chairs.iter().map(sitting).collect();
    if !stays && people > 1 {
        sittings.reverse();
    }
    sittings
}

/// A name as it is shown. Nobody is here who could be taken for somebody else, so it is enough that it can be seen.
pub fn tidy(place: &str, name: &str) -> Result<String, FailureBody> {
    let name = name.trim();
    if !is_name(name, NAME_LIMIT) {
        let why = format!("expected one line of at most {NAME_LIMIT} letters that can be seen");
        return Err(misplaced(place, why));
    }
    Ok(name.to_owned())
}
