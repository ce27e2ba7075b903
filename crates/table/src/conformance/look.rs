//! One decision of a match, looked at from all sides.

use super::shake::shaken;
use super::sheet::Cell;
use super::transcript::told;
use crate::dice::Dice;
use crate::game::{Duty, Game, Prompt};
use crate::hash::state_hash;
use crate::play::Match;
use crate::seat::{SeatId, Viewer};
use crate::tactics::{Breadth, Memory, Worth};
use serde::Serialize;
use std::fmt::{Debug, Write};

/// What a table shows: the state behind it all, what is asked and offered, in which words, what is foreseen of some options
/// and what then comes of them, what a player without a plan would do, what is near to orders that are not quite right or
/// why they are refused, what each viewer sees, what each seat can imagine, the position that is written down, and what
/// comes of some that are not quite right.
pub(super) const TABLE: &[&str] = &[
    "state",
    "asks",
    "orders",
    "rows",
    "previews",
    "drafts",
    "trials",
    "kept",
    "draws",
    "nearest",
    "refusals",
    "goals",
    "views",
    "imagined",
    "position",
    "positions",
];

/// What judgement says: what a seat takes for likely, what that is worth, which options are worth a look, what would be done
/// in no time, in passing and with care, and what comes of an option by the end of the turn or later.
pub(super) const JUDGEMENT: &[&str] =
    &["mused", "worth", "outlook", "candidates", "reflex", "routine", "advice", "ahead", "later"];

/// At most so many options are written down, at even distances.
const LISTED: usize = 300;
const ROWS: usize = 80;
/// So many options are tried.
const TRIED: usize = 4;
/// So many positions are changed a little.
const SHAKEN: usize = 4;
/// At most so many seats are asked what they imagine.
const SEATS: usize = 3;

pub(super) fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| format!("not to be written: {e}"))
}

pub(super) fn line(text: &mut String, words: &str) {
    text.push_str(words);
    text.push('\n');
}

pub(super) fn viewers<G: Game>(state: &G) -> Vec<Viewer> {
    let seats = state.seats().iter().map(|seat| Viewer::Seat(seat.id));
    seats.chain([Viewer::Spectator, Viewer::Umpire]).collect()
}

/// Who looks, and what he asks about.
pub(super) struct Look<G: Game> {
    /// The number of the prompt that is answered next.
    pub prompt: usize,
    /// Orders that may be wrong here.
    pub orders: Vec<G::Order>,
    /// Whether an option is followed as far as judgement looks ahead.
    pub far: bool,
    routine: Memory,
    advice: Memory,
}

impl<G: Game> Default for Look<G> {
    fn default() -> Self {
        Self {
            prompt: 0,
            orders: Vec::new(),
            far: false,
            routine: Memory::default(),
            advice: Memory::default(),
        }
    }
}

/// What is asked of the option of a prompt, and the table behind it.
struct Trial<G: Game> {
    preview: Option<G::Preview>,
    after: Match<G>,
}

impl<G: Game> Look<G> {
    /// A row of [`TABLE`].
    pub fn table(&self, played: &Match<G>, seats: &[SeatId], dice: &mut Dice) -> Vec<Cell> {
        let (state, asked) = (played.state(), played.prompts()[self.prompt]);
        let mut options = Vec::new();
        state.each_option(&asked, &mut |order| {
            options.push(order);
            false
        });
        let tried: Vec<usize> = (0..TRIED.min(options.len())).map(|_| dice.pick(options.len())).collect();
        let trials: Vec<Trial<G>> = tried.iter().map(|n| self.trial(played, &options[*n], *n)).collect();
        vec![
            Cell::of(played.hash().to_string()),
            Cell::of(asks(played, seats)),
            Cell::with(options.len(), self.orders(state, &asked, &options)),
            Cell::of(rows(state, &asked, &options)),
            Cell::of(trials.iter().fold(String::new(), |text, trial| text + &json(&trial.preview) + "\n")),
            Cell::of(self.drafts(
                state,
                asked.seat,
                &tried.iter().map(|n| &options[*n]).collect::<Vec<_>>(),
                dice,
            )),
            Cell::of(
                trials.iter().fold(String::new(), |text, trial| text + &came_of(played, &trial.after) + "\n"),
            ),
            Cell::of(kept(asked.seat, &trials)),
            Cell::of(draws(state, &asked, dice)),
            Cell::of(self.nearest(state, asked.seat)),
            Cell::of(self.refusals(state, seats)),
            Cell::of(
                viewers(state).iter().fold(String::new(), |text, v| text + &json(&state.goals(*v)) + "\n"),
            ),
            Cell::of(
                viewers(state).iter().fold(String::new(), |text, v| text + &json(&state.view(*v)) + "\n"),
            ),
            Cell::of(imagined(state, seats, dice)),
            Cell::of(json(&state.position())),
            Cell::of(positions(played, dice)),
        ]
    }

    fn trial(&self, played: &Match<G>, order: &G::Order, n: usize) -> Trial<G> {
        let seat = played.prompts()[self.prompt].seat;
        let mut after = played.clone();
        after.choose(self.prompt, n);
        Trial { preview: played.state().preview(seat, order), after }
    }

    /// The list itself, and whether the state says of each order what a list means.
    fn orders(&self, state: &G, asked: &Prompt<G::Ask>, options: &[G::Order]) -> String {
        let mut text = format!("{} {:?}\n", state.sampled(&asked.ask), asked.duty);
        for order in spread(options, LISTED) {
            line(&mut text, &format!("{}{}", json(order), if state.passes(order) { " passes" } else { "" }));
        }
        let taken = self.orders.iter().filter(|order| state.check(asked.seat, order).is_ok());
        for order in taken.map(|order| state.canonical(asked.seat, order)) {
            line(&mut text, &format!("{} {}", json(&order), state.order_text(&order)));
        }
        text
    }

    /// Moves that are still being made: the tried options and what else was asked about.
    fn drafts(&self, state: &G, seat: SeatId, tried: &[&G::Order], dice: &mut Dice) -> String {
        let mut text = String::new();
        let unfinished: Vec<G::Order> = tried.iter().filter_map(|order| shaken(*order, dice)).collect();
        for order in tried.iter().copied().chain(&unfinished).chain(&self.orders) {
            line(&mut text, &json(&state.draft(seat, order)));
        }
        text
    }

    fn nearest(&self, state: &G, seat: SeatId) -> String {
        self.orders.iter().fold(String::new(), |mut text, order| {
            let near = state.nearest(seat, order);
            line(&mut text, &near.map_or_else(|refusal| refusal.to_string(), |near| json(&near)));
            text
        })
    }

    fn refusals(&self, state: &G, seats: &[SeatId]) -> String {
        let mut text = String::new();
        for order in &self.orders {
            for seat in seats.iter().take(SEATS) {
                let answer = state.check(*seat, order);
                line(&mut text, &answer.map_or_else(|refusal| refusal.to_string(), |()| "taken".to_owned()));
            }
        }
        text
    }

    /// A row of [`JUDGEMENT`], in a world that the seat takes for likely.
    pub fn judgement(&mut self, played: &Match<G>, seats: &[SeatId], dice: &mut Dice) -> Vec<Cell> {
        let seat = played.prompts()[self.prompt].seat;
        let world = played.muse(seat, dice);
        let (state, prompts) = (world.state(), world.prompts());
        let same = |p: &Prompt<G::Ask>| p.seat == seat && p.ask == played.prompts()[self.prompt].ask;
        let index = prompts.iter().position(same).or_else(|| prompts.iter().position(|p| p.seat == seat));
        let worth: Vec<Option<Worth>> = seats.iter().map(|seat| state.appraise(*seat)).collect();
        let outlook: Vec<Option<f64>> = seats.iter().map(|seat| state.outlook(*seat)).collect();
        let own = seats.iter().position(|other| *other == seat).unwrap_or(0);
        let mut cells = vec![
            Cell::of(format!("{} {} {}", world.hash(), state.horizon(), state.haste())),
            Cell::with(figure(worth[own].map(|worth| worth.value)), debug(&worth)),
            Cell::with(figure(outlook[own]), debug(&outlook)),
        ];
        let Some(index) = index else {
            cells.resize(JUDGEMENT.len(), Cell::of("the seat is not asked in its own world"));
            return cells;
        };
        let asked = &prompts[index];
        let few = state.candidates(asked, Breadth { options: 6, strays: 1 }, dice);
        let many = state.candidates(asked, Breadth { options: 48, strays: 8 }, dice);
        let reflex: Vec<_> = (0..3).map(|_| state.reflex(asked, dice).map(|order| json(&order))).collect();
        let routine = state.routine(asked, &mut self.routine, dice);
        let afresh = state.routine(asked, &mut Memory::default(), dice);
        let advice = state.advise(asked, &mut self.advice, dice);
        let mut ahead: Vec<Option<Worth>> = Vec::new();
        for option in few.iter().take(TRIED) {
            ahead.push(world.rehearse(index, *option, 1, dice));
        }
        let later = few.first().filter(|_| self.far).and_then(|option| world.play_out(index, *option, dice));
        cells.extend([
            Cell::with(many.len(), format!("{few:?} {many:?}")),
            Cell::of(debug(&reflex)),
            Cell::of(json(&routine) + &json(&afresh)),
            Cell::of(debug(&advice)),
            Cell::of(debug(&ahead)),
            Cell::of(debug(&later)),
        ]);
        cells
    }
}

fn debug(value: &impl Debug) -> String {
    format!("{value:?}")
}

fn figure(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

/// Some of a list, at even distances.
fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(most).max(1))
}

fn asks<G: Game>(played: &Match<G>, seats: &[SeatId]) -> String {
    let state = played.state();
    let mut text = format!("turn {} {:?} {}\n", state.turn(), played.waiting(), state.is_sealed());
    for prompt in played.prompts() {
        let vain = prompt.duty == Duty::Window && state.is_vain(prompt);
        line(&mut text, &format!("{} {} {vain}", json(prompt), state.ask_text(&prompt.ask)));
    }
    for seat in seats {
        let _ = writeln!(text, "{seat} {} {:?}", state.plays_itself(*seat), state.winner_against(*seat));
    }
    text
}

fn rows<G: Game>(state: &G, asked: &Prompt<G::Ask>, options: &[G::Order]) -> String {
    spread(options, ROWS).fold(String::new(), |mut text, order| {
        line(&mut text, &format!("{} {}", json(&state.row(asked, order)), state.order_text(order)));
        text
    })
}

/// What is told of an order that was tried, and where it led.
fn came_of<G: Game>(before: &Match<G>, after: &Match<G>) -> String {
    let throws = &after.throws()[before.throws().len()..];
    let turns = &after.event_turns()[before.events().len()..];
    let (told, state) = (told(after, before.events().len()), after.state());
    let goals = json(&state.goals(Viewer::Spectator));
    format!("{told}{throws:?}{turns:?}{:?}{}{goals}", state.outcome(), after.hash())
}

/// Whether what was foreseen of each order is what came of each: of another one it seldom is, and then there are words.
fn kept<G: Game>(seat: SeatId, trials: &[Trial<G>]) -> String {
    let mut text = String::new();
    for preview in trials.iter().filter_map(|trial| trial.preview.as_ref()) {
        for trial in trials {
            line(&mut text, &debug(&trial.after.state().kept(seat, preview)));
        }
    }
    text
}

fn draws<G: Game>(state: &G, asked: &Prompt<G::Ask>, dice: &mut Dice) -> String {
    (0..TRIED).fold(String::new(), |text, _| text + &json(&state.draw(asked, dice)) + "\n")
}

fn imagined<G: Game>(state: &G, seats: &[SeatId], dice: &mut Dice) -> String {
    seats.iter().take(SEATS).fold(String::new(), |mut text, seat| {
        line(&mut text, &state_hash(&state.imagine(*seat, dice)).to_string());
        text
    })
}

/// The position begun again, and some that are not quite the same.
fn positions<G: Game>(played: &Match<G>, dice: &mut Dice) -> String {
    let position = played.state().position();
    let others: Vec<G::Setup> = (0..SHAKEN).filter_map(|_| shaken(&position, dice)).collect();
    let mut text = String::new();
    for setup in std::iter::once(position).chain(others) {
        let begun = Match::<G>::begin(played.content(), setup, 1);
        line(
            &mut text,
            &begun.map_or_else(|e| e.to_string(), |begun| begun.hash().to_string() + &told(&begun, 0)),
        );
    }
    text
}
