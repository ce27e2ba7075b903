//! Many matches of one set-up that are stepped together: a call from Python costs more than an order.
//!
//! Game after game is numbered as the lab numbers them, with the same seeds and the same chance for its bots: what random
//! players do here is what `heatray lab run` does.

use crate::convert::{Number, Whole};
use crate::encode::{observe, option_of, orders, size, write};
use crate::errors;
use crate::{game, play, request};
use ::bots::{Bot, answer};
use ::lab::game_seed;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use table::face::{AnyMatch, Starter};
use table::{Dice, Outcome, Seat, SeatId, SetupError, Viewer};

/// An action that leaves the order to chance.
const ANY: i32 = -1;
/// Nobody is asked here: the game is over and none follows.
const NOBODY: i8 = -1;
/// The most that a batch may have.
const MATCHES: usize = 1 << 20;
const SLOTS: usize = 1 << 16;
const THREADS: usize = 256;
/// Games in a row that end before anybody is asked: then nobody ever will be.
const VAIN: usize = 1000;

/// How a game stands behind a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ended {
    #[default]
    No,
    Over,
    /// It had more orders than it may have.
    Cut,
}

/// One of the matches.
struct Place {
    game: Box<dyn AnyMatch>,
    /// The number of its game among all of the batch.
    index: u64,
    seed: u64,
    bots: Vec<Option<Box<dyn Bot>>>,
    orders: u64,
    /// The decision that is owed, and how many orders answer it.
    owed: Option<(usize, SeatId)>,
    options: usize,
    ended: Ended,
    /// How the game that has just ended did.
    outcome: Option<Outcome>,
}

/// What all matches have in common.
struct Terms {
    starter: Box<dyn Starter>,
    seed: u64,
    count: u64,
    slots: usize,
    max_orders: u64,
    again: bool,
    seats: Vec<Seat>,
    /// Who plays a seat; nobody where the caller does.
    names: Vec<Option<String>>,
}

impl Terms {
    fn begin(&self, index: u64) -> Result<Place, SetupError> {
        let seed = game_seed(self.seed, index);
        let game = self.starter.start(seed)?;
        let bots = self.seats.iter().map(|_| None).collect();
        Ok(Place {
            game,
            index,
            seed,
            bots,
            orders: 0,
            owed: None,
            options: 0,
            ended: Ended::No,
            outcome: None,
        })
    }

    /// The first game of this index and those after it of which somebody is asked.
    fn open(&self, index: u64) -> Result<Place, SetupError> {
        let mut index = index;
        for _ in 0..VAIN {
            let mut place = self.begin(index)?;
            place.go_on(self);
            if place.ended == Ended::No {
                return Ok(place);
            }
            index += self.count;
        }
        Err(SetupError::new("bots", format!("{VAIN} games ended before anybody was asked")))
    }
}

impl Place {
    fn bot(&mut self, seat: SeatId, name: &str) -> &mut dyn Bot {
        let chance = Dice::derive(self.seed, 1 + seat.index() as u64).next_u64();
        // The names were looked at before the first game began.
        let known = || bots::by_name(name, chance).unwrap_or_else(|_| Box::new(bots::RandomBot::new(chance)));
        self.bots[seat.index()].get_or_insert_with(known).as_mut()
    }

    /// Lets the bots play until the caller is asked or the game is over.
    fn go_on(&mut self, terms: &Terms) {
        loop {
            self.owed = self.game.owed();
            let Some((prompt, seat)) = self.owed else {
                self.end(Ended::Over);
                return;
            };
            if self.orders >= terms.max_orders {
                self.end(Ended::Cut);
                return;
            }
            match &terms.names[seat.index()] {
                Some(name) => {
                    if !self.drawn(prompt, seat, name) {
                        return;
                    }
                }
                None => break,
            }
        }
        self.options = self.owed.map_or(0, |(prompt, _)| self.game.options(prompt));
    }

    /// Lets a bot decide; false if no order answers, which ends the game as one that is not over.
    fn drawn(&mut self, prompt: usize, seat: SeatId, name: &str) -> bool {
        self.bot(seat, name);
        let Some(bot) = self.bots[seat.index()].as_deref_mut() else { return false };
        let answered = answer(bot, self.game.as_mut(), prompt, seat);
        self.orders += 1;
        if !answered {
            self.end(Ended::Cut);
        }
        answered
    }

    fn end(&mut self, ended: Ended) {
        (self.owed, self.options, self.ended) = (None, 0, ended);
        self.outcome = if ended == Ended::Over { self.game.outcome() } else { None };
    }

    fn step(&mut self, action: i32, terms: &Terms) -> Result<(), SetupError> {
        let Some((prompt, seat)) = self.owed else {
            // What the game was worth is told once.
            self.outcome = None;
            return Ok(());
        };
        self.ended = Ended::No;
        let goes_on = if action == ANY {
            self.drawn(prompt, seat, bots::KNOWN[0])
        } else {
            self.game.choose(prompt, option_of(action as usize, self.options, terms.slots));
            self.orders += 1;
            true
        };
        if goes_on {
            self.go_on(terms);
        }
        if self.ended != Ended::No && terms.again {
            let next = terms.open(self.index + terms.count)?;
            let (ended, outcome) = (self.ended, self.outcome.take());
            *self = Self { ended, outcome, ..next };
        }
        Ok(())
    }

    fn asked(&self) -> i8 {
        self.owed.map_or(NOBODY, |(_, seat)| seat.0 as i8)
    }

    /// What the game that has ended was worth to a seat: 1 won, -1 lost, 0 drawn or cut short.
    fn reward(&self, seat: &Seat) -> f32 {
        match self.outcome.as_ref().map(|outcome| outcome.winner) {
            Some(Some(winner)) if winner == seat.team => 1.0,
            Some(Some(_)) => -1.0,
            Some(None) | None => 0.0,
        }
    }
}

struct Inner {
    terms: Terms,
    places: Vec<Place>,
    pool: Option<ThreadPool>,
}

impl Inner {
    /// Does something with each match, on as many threads as there are.
    fn each<T: Send>(&mut self, one: impl Fn(usize, &mut Place, &Terms) -> T + Sync) -> Vec<T> {
        let Self { terms, places, pool } = self;
        match pool {
            None => places.iter_mut().enumerate().map(|(n, place)| one(n, place, terms)).collect(),
            Some(pool) => pool.install(|| {
                places.par_iter_mut().enumerate().map(|(n, place)| one(n, place, terms)).collect()
            }),
        }
    }

    /// So many numbers for each match.
    fn rows(&mut self, width: usize, fill: impl Fn(&mut Place, &mut [f32]) + Sync) -> Vec<f32> {
        let mut rows = vec![0.0; self.places.len() * width];
        let Self { places, pool, .. } = self;
        let width = width.max(1);
        match pool {
            None => places.iter_mut().zip(rows.chunks_mut(width)).for_each(|(place, row)| fill(place, row)),
            Some(pool) => pool.install(|| {
                let both = places.par_iter_mut().zip(rows.par_chunks_mut(width));
                both.for_each(|(place, row)| fill(place, row));
            }),
        }
        rows
    }
}

fn numbers<'py>(py: Python<'py>, numbers: &[f32]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, size_of_val(numbers), |bytes| {
        write(numbers, bytes);
        Ok(())
    })
}

/// Seat, options, ended and rewards of each match, as bytes.
type Told<'py> =
    (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

/// The inside of `heatray.Batch`.
#[pyclass(module = "heatray", frozen)]
#[allow(missing_debug_implementations)]
pub struct Batch(Mutex<Inner>);

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game_id, scenario, *, count, seed, variant, options, slots, max_orders, again, bots, threads))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game_id: &str,
        scenario: &str,
        count: Whole,
        seed: Whole<u64>,
        variant: Option<String>,
        options: Option<BTreeMap<String, String>>,
        slots: Whole,
        max_orders: Whole<u64>,
        again: bool,
        bots: Vec<(Number, String)>,
        threads: Whole,
    ) -> PyResult<Self> {
        let (Whole(count), Whole(seed), Whole(slots)) = (count, seed, slots);
        let (Whole(max_orders), Whole(threads)) = (max_orders, threads);
        let starter = game(game_id)?.starter(&request(scenario, variant, options));
        let starter = starter.map_err(|error| errors::setup(&error))?;
        let sample = starter.start(seed).map_err(|error| errors::setup(&error))?;
        let seats = sample.seats().to_vec();
        let mut names = vec![None; seats.len()];
        for (seat, name) in bots {
            let place = seat.0.as_ref().ok().and_then(|seat| names.get_mut(usize::try_from(*seat).ok()?));
            let place = place.ok_or_else(|| {
                let last = seats.len().saturating_sub(1);
                errors::unknown(&format!("bots: there is no seat {seat}; expected 0 to {last}"))
            })?;
            ::bots::by_name(&name, 0).map_err(|error| errors::unknown(&error.to_string()))?;
            *place = Some(name);
        }
        if count == 0 || slots == 0 {
            return Err(errors::unknown("expected a match or more, with a slot or more"));
        }
        if count > MATCHES || slots > SLOTS || threads > THREADS {
            return Err(errors::unknown(&format!(
                "expected at most {MATCHES} matches, {SLOTS} slots and {THREADS} threads, found {count}, {slots} and {threads}"
            )));
        }
        let terms = Terms { starter, seed, count: count as u64, slots, max_orders, again, seats, names };
        let pool = (threads != 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| errors::unknown(&format!("no threads: {error}")))?;
        let places = py.detach(|| (0..count as u64).map(|index| terms.open(index)).collect());
        let places: Result<Vec<Place>, SetupError> = places;
        let places = places.map_err(|error| errors::setup(&error))?;
        Ok(Self(Mutex::new(Inner { terms, places, pool })))
    }

    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::convert::to_python(py, &serde_json::json!(self.lock().terms.seats))
    }

    /// Where every match stands, as [`Batch::step`] tells it.
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Told<'py>> {
        let (told, rewards) = py.detach(|| {
            let mut inner = self.lock();
            let seats = inner.terms.seats.clone();
            let told = inner.each(|_, place, _| (place.asked(), place.options as i32, place.ended as u8));
            let rewards = inner.rows(seats.len(), |place, row| {
                if place.ended != Ended::No {
                    for (reward, seat) in row.iter_mut().zip(&seats) {
                        *reward = place.reward(seat);
                    }
                }
            });
            (told, rewards)
        });
        let seats: Vec<u8> = told.iter().flat_map(|(seat, ..)| seat.to_ne_bytes()).collect();
        let options: Vec<u8> = told.iter().flat_map(|(_, options, _)| options.to_ne_bytes()).collect();
        let ended: Vec<u8> = told.iter().map(|(.., ended)| *ended).collect();
        let bytes = |column: &[u8]| PyByteArray::new(py, column);
        Ok((bytes(&seats), bytes(&options), bytes(&ended), numbers(py, &rewards)?))
    }

    /// An action for each match, as bytes of 32-bit numbers: an index below its options and slots, or -1 for chance.
    /// Nothing happens if one of them is no such number.
    fn step<'py>(&self, py: Python<'py>, actions: &[u8]) -> PyResult<Told<'py>> {
        let actions: Vec<i32> = actions
            .chunks_exact(4)
            .map(|bytes| i32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            .collect();
        let done = py.detach(|| {
            let mut inner = self.lock();
            let (given, count) = (actions.len(), inner.places.len());
            if given != count {
                return Err(errors::unknown(&format!("expected {count} actions, found {given}")));
            }
            let slots = inner.terms.slots;
            let wrong = inner.places.iter().zip(&actions).position(|(place, action)| {
                let legal = place.options.min(slots) as i32;
                place.owed.is_some() && *action != ANY && !(0..legal).contains(action)
            });
            if let Some(n) = wrong {
                let (action, options) = (actions[n], inner.places[n].options.min(slots));
                let why =
                    format!("match {n}: there is no action {action}; expected -1, or 0 to below {options}");
                return Err(errors::unknown(&why));
            }
            let stepped = inner.each(|n, place, terms| place.step(actions[n], terms));
            stepped.into_iter().find_map(Result::err).map_or(Ok(()), |error| Err(errors::setup(&error)))
        });
        done?;
        self.now(py)
    }

    /// What each match looks like to a seat, or to the one that is asked there.
    #[pyo3(signature = (features, seat = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        features: Whole,
        seat: Option<Number>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let features = features.0;
        let seat = seat.map(|number| play::seat(&self.lock().terms.seats, &number)).transpose()?;
        size(self.lock().places.len(), features)?;
        let rows = py.detach(|| {
            self.lock().rows(features, |place, row| {
                let asked = place.owed.map(|(_, seat)| seat);
                if let Some(seat) = seat.or(asked) {
                    observe(&*place.game, Viewer::Seat(seat), row);
                }
            })
        });
        numbers(py, &rows)
    }

    /// The orders that answer each decision, a row of numbers for each slot.
    fn options<'py>(&self, py: Python<'py>, features: Whole) -> PyResult<Bound<'py, PyByteArray>> {
        let features = features.0;
        let slots = self.lock().terms.slots;
        let width = size(slots, features)?;
        size(self.lock().places.len(), width)?;
        let rows = py.detach(|| {
            let mut inner = self.lock();
            inner.rows(width, |place, rows| {
                if let Some((_, seat)) = place.owed {
                    orders(&*place.game, seat, place.options, features, rows);
                }
            })
        });
        numbers(py, &rows)
    }

    /// The number of each match's game, as the lab counts them.
    fn indices(&self) -> Vec<u64> {
        self.lock().places.iter().map(|place| place.index).collect()
    }

    fn hashes(&self) -> Vec<String> {
        self.lock().places.iter().map(|place| place.game.hash().to_string()).collect()
    }

    /// One of the matches as it stands, as a copy.
    fn copy(&self, n: Number) -> PyResult<play::Match> {
        let inner = self.lock();
        let place = n.0.as_ref().ok().and_then(|n| inner.places.get(usize::try_from(*n).ok()?));
        let place = place.ok_or_else(|| {
            errors::unknown(&format!("there is no match {n}; expected 0 to {}", inner.places.len() - 1))
        })?;
        Ok(play::Match::of(place.game.still()))
    }
}
