//! Players that see only what a seat may see.
//!
//! A [`Bot`] is asked through a [`Desk`]: the prompts, the view and the legal orders of one seat, and imagined
//! copies of the match for search. Absent on purpose: the true state, the log, the seed, other seats' secrets.

mod cadet;
mod desk;
mod greedy;
mod planner;
mod playouts;
mod random;
pub mod review;
mod steward;

pub use cadet::CadetBot;
pub use desk::Desk;
pub use greedy::{Effort, GreedyBot};
pub use planner::{Alternative, Budget, Choice, Level, Meter, PlannerBot, Report, use_threads};
pub use random::RandomBot;
pub use steward::StewardBot;

use serde_json::Value;
use table::Kind;

use table::face::AnyMatch;
use table::{Dice, SeatId};

/// The name under which a seat is given to the game's own procedure. It is no bot that could be asked: the set-up's
/// option `automated` names its seats, and they never owe a decision.
pub const AUTOMATED: &str = "automated";

/// The bots that [`by_name`] knows, the weakest first.
pub const KNOWN: &[&str] = &["random", "cadet", "recruit", "greedy", "steward", "regular", "veteran", "ace"];

/// The bot for somebody's first game.
pub const GENTLE: &str = "cadet";

/// The levels of the search that are offered at a table in the browser; all of them are known to the lab and the engine. Who
/// measures that another one is worth its time adds it here, and who finds that one is not takes it out.
pub const AT_TABLES: &[Level] = &[Level::Veteran, Level::Ace];

/// Whether a bot was made for games of this kind. One that was not plays them all the same, if it is asked.
pub fn suits(bot: &str, kind: Kind) -> bool {
    match bot {
        "steward" => kind.solitaire,
        // Who plays alone needs nobody who errs in his favour.
        "cadet" => !kind.solitaire,
        _ => Level::named(bot).is_none_or(|level| AT_TABLES.contains(&level)),
    }
}

/// Somebody who decides for a seat.
pub trait Bot: Send {
    fn name(&self) -> &'static str;
    /// The number of the legal order, below `desk.options(prompt)`, that answers this prompt.
    fn choose(&mut self, desk: &Desk<'_>, prompt: usize) -> usize;
    /// The dice of a player who takes any legal order: it is drawn for him, and nobody builds the list. None if he chooses.
    fn draws(&mut self) -> Option<&mut Dice> {
        None
    }
    /// The last decision explained in one sentence, for whoever asks; none if there was nothing to weigh.
    fn why(&self) -> Option<String> {
        None
    }
    /// What else was weighed, for the owner of the seat or after the match: it tells of intentions. None if the bot keeps
    /// no account.
    fn report(&self) -> Option<Report> {
        None
    }
}

/// Lets a bot answer the prompt that its seat owes; false if no order answers it.
pub fn answer(bot: &mut dyn Bot, game: &mut dyn AnyMatch, prompt: usize, seat: SeatId) -> bool {
    if let Some(dice) = bot.draws() {
        return game.draw(prompt, dice);
    }
    if game.options(prompt) == 0 {
        return false;
    }
    let n = bot.choose(&Desk::new(&*game, seat), prompt);
    game.choose(prompt, n);
    true
}

/// The order with which a bot answers a prompt, as it is written and in words, without carrying it out; none if no order
/// answers it. With the same chance it is the order that [`answer`] carries out.
pub fn order(bot: &mut dyn Bot, desk: &Desk<'_>, prompt: usize) -> Option<(Value, String)> {
    if let Some(dice) = bot.draws() {
        return desk.drawn(prompt, dice);
    }
    if desk.options(prompt) == 0 {
        return None;
    }
    let n = bot.choose(desk, prompt);
    desk.option(prompt, n).zip(desk.option_text(prompt, n))
}

/// What the greedy bot would do at this desk, for a person who asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    pub order: Value,
    /// The order in words.
    pub words: String,
    /// What the bot weighed, or else what the order costs, risks or brings.
    pub why: Option<String>,
}

/// A suggestion for the decision that this seat owes; none if it owes none.
pub fn suggest(desk: &Desk<'_>) -> Option<Suggestion> {
    // Always the same chance: the seed of a match is nothing that its players may know.
    let mut bot = GreedyBot::new(0);
    let (order, words) = order(&mut bot, desk, desk.owed()?)?;
    let why = bot.why().or_else(|| desk.detail(&order));
    Some(Suggestion { order, words, why })
}

/// A bot's own chance: from the match's seed and the order's number, so that a match which comes back from storage goes on
/// as it would have, and a lesson meets the same opponent each time.
pub fn chance(play: &dyn AnyMatch, seat: SeatId) -> u64 {
    let number = (play.orders() as u64) << 8 | u64::from(seat.0);
    Dice::derive(play.seed() ^ 0xb075_b075, number).next_u64()
}

/// Nobody plays under this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no bot {name:?}; expected one of {}", known.join(", "))]
pub struct UnknownBot {
    pub name: String,
    pub known: &'static [&'static str],
}

/// The bot of this name, with chance of its own.
///
/// ```
/// assert_eq!(bots::by_name("random", 7).unwrap().name(), "random");
/// let error = bots::by_name("kasparov", 7).err().unwrap();
/// assert_eq!(error.to_string(), "no bot \"kasparov\"; expected one of random, cadet, recruit, greedy, steward, regular, veteran, ace");
/// ```
pub fn by_name(name: &str, seed: u64) -> Result<Box<dyn Bot>, UnknownBot> {
    match name {
        "random" => Ok(Box::new(RandomBot::new(seed))),
        "cadet" => Ok(Box::new(CadetBot::new(seed))),
        "greedy" => Ok(Box::new(GreedyBot::new(seed))),
        "steward" => Ok(Box::new(StewardBot::new(seed))),
        // The search at its usual strength.
        "planner" => Ok(Box::new(PlannerBot::new(Level::Veteran, seed))),
        _ => match Level::named(name) {
            Some(level) => Ok(Box::new(PlannerBot::new(level, seed))),
            None => Err(UnknownBot { name: name.to_owned(), known: KNOWN }),
        },
    }
}
