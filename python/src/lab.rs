//! Batches, duels and balances in parts: what `heatray.lab` plays here or on a cluster.

use crate::convert::to_python;
use crate::{errors, game, request};
use ::lab::{Balance, BalancePlan, Batch, Duel, LabError, Work};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use table::SetupRequest;
use table::face::{AnyGame, Starter};

/// So often somebody who waits for games looks whether he is interrupted.
const LOOK: Duration = Duration::from_millis(50);

/// What is played, with everything that its games depend on.
enum Task {
    Run(Box<dyn Starter>, Batch),
    Duel(Box<dyn Starter>, Duel),
    Balance(BalancePlan, Balance),
}

/// A batch, a duel or a balance: its games have numbers, and any of them can be played anywhere.
#[pyclass(module = "heatray.lab", frozen)]
#[allow(missing_debug_implementations)]
pub struct Plan {
    game: &'static dyn AnyGame,
    /// What is played, as a page names it.
    what: String,
    task: Task,
    settings: Value,
    games: u64,
}

fn failed(error: &LabError) -> PyErr {
    errors::lab(error)
}

type Options = Option<BTreeMap<String, String>>;

/// The scenarios that are asked for, each with the options that it knows.
fn requests(
    game: &dyn AnyGame,
    scenario: Option<&str>,
    variant: Option<String>,
    options: Options,
) -> Vec<SetupRequest> {
    if let Some(scenario) = scenario {
        return vec![request(scenario, variant, options)];
    }
    let options = options.unwrap_or_default();
    let of = |info: &table::ScenarioInfo| {
        let knows = |key: &String| info.options.iter().any(|option| option.id == *key);
        let own = options.iter().filter(|(key, _)| knows(key));
        request(&info.id, variant.clone(), Some(own.map(|(key, word)| (key.clone(), word.clone())).collect()))
    };
    game.scenarios().iter().map(of).collect()
}

impl Plan {
    fn work(&self) -> Work<'_> {
        match &self.task {
            Task::Run(starter, batch) => Work::Run(starter.as_ref(), batch),
            Task::Duel(starter, duel) => Work::Duel(starter.as_ref(), duel),
            Task::Balance(plan, balance) => Work::Balance(plan, balance),
        }
    }

    /// The report as JSON text, and the page if it is wanted.
    fn told(&self, journal: &::lab::Journal, page: bool) -> Result<(String, Option<String>), LabError> {
        let quiet = || {};
        let (what, command) = (&*self.what, "heatray.lab");
        let json = |report: Result<String, serde_json::Error>| {
            report.map_err(|error| LabError::Settings(error.to_string()))
        };
        Ok(match &self.task {
            Task::Run(starter, batch) => {
                let report = ::lab::run(starter.as_ref(), batch, Some(journal), &quiet)?;
                (json(serde_json::to_string(&report))?, page.then(|| report.to_html(what, command)))
            }
            Task::Duel(starter, duel) => {
                let report = ::lab::duel(starter.as_ref(), duel, Some(journal), &quiet)?;
                (json(serde_json::to_string(&report))?, page.then(|| report.to_html(what, command)))
            }
            Task::Balance(plan, balance) => {
                let report = ::lab::balance(self.game, plan, balance, Some(journal), &quiet)?;
                (json(serde_json::to_string(&report))?, page.then(|| report.to_html(what, command)))
            }
        })
    }
}

#[pymethods]
impl Plan {
    #[staticmethod]
    #[pyo3(signature = (game_id, scenario, *, variant, options, bots, games, seed, max_orders, verify, threads))]
    #[allow(clippy::too_many_arguments)]
    fn run(
        game_id: &str,
        scenario: &str,
        variant: Option<String>,
        options: Options,
        bots: Vec<String>,
        games: u64,
        seed: u64,
        max_orders: u64,
        verify: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let game = game(game_id)?;
        let mut asked = request(scenario, variant, options);
        if bots.iter().any(|name| name == ::bots::AUTOMATED) {
            // The procedure is part of the set-up: its seats are named there.
            let sample = game.starter(&asked).and_then(|starter| starter.start(seed));
            let seats = ::lab::automated_seats(&bots, sample.map_err(|error| errors::setup(&error))?.seats());
            let seats: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
            asked.options.insert(::bots::AUTOMATED.to_owned(), seats.join(","));
        }
        let starter = game.starter(&asked).map_err(|error| errors::setup(&error))?;
        let played = json!({ "setup": asked, "bots": bots, "games": games, "verify": verify });
        let batch = Batch { games, seed, threads, bots, verify, max_orders };
        // Whether it can be played is known before anybody is asked to play a part of it.
        ::lab::part(Work::Run(starter.as_ref(), &batch), 0..0, &|| true).map_err(|error| failed(&error))?;
        Ok(Self {
            what: format!("{} {scenario}", game.title()),
            settings: ::lab::settings("run", game, seed, max_orders, &played),
            task: Task::Run(starter, batch),
            game,
            games,
        })
    }

    #[staticmethod]
    #[pyo3(signature = (game_id, scenario, *, variant, options, bots, games, seed, max_orders, verify, threads))]
    #[allow(clippy::too_many_arguments)]
    fn duel(
        game_id: &str,
        scenario: &str,
        variant: Option<String>,
        options: Options,
        bots: Vec<String>,
        games: u64,
        seed: u64,
        max_orders: u64,
        verify: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let game = game(game_id)?;
        let asked = request(scenario, variant, options);
        let starter = game.starter(&asked).map_err(|error| errors::setup(&error))?;
        let games = games.saturating_add(games % 2);
        let played = json!({ "setup": asked, "bots": bots, "games": games, "verify": verify });
        let duel = Duel { games, seed, threads, bots, verify, max_orders };
        let games = ::lab::games_of(starter.as_ref(), &duel).map_err(|error| failed(&error))?;
        Ok(Self {
            what: format!("{} {scenario}", game.title()),
            settings: ::lab::settings("duel", game, seed, max_orders, &played),
            task: Task::Duel(starter, duel),
            game,
            games,
        })
    }

    #[staticmethod]
    #[pyo3(signature = (game_id, scenario, *, variant, options, bots, games, seed, max_orders, pieces, threads))]
    #[allow(clippy::too_many_arguments)]
    fn balance(
        game_id: &str,
        scenario: Option<&str>,
        variant: Option<String>,
        options: Options,
        bots: Vec<String>,
        games: u64,
        seed: u64,
        max_orders: u64,
        pieces: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let game = game(game_id)?;
        let asked = requests(game, scenario, variant, options);
        let played = json!({ "setups": asked, "bots": bots, "games": games, "pieces": pieces });
        let balance = Balance { games, seed, threads, bots, max_orders, pieces };
        let plan = BalancePlan::new(game, asked, &balance).map_err(|error| failed(&error))?;
        let what = scenario.map_or_else(|| game.title().to_owned(), |id| format!("{} {id}", game.title()));
        Ok(Self {
            what,
            settings: ::lab::settings("balance", game, seed, max_orders, &played),
            games: plan.games(&balance),
            task: Task::Balance(plan, balance),
            game,
        })
    }

    /// How many games it has.
    #[getter]
    fn games(&self) -> u64 {
        self.games
    }

    /// What its games depend on: the first line of its journal.
    #[getter]
    fn settings(&self) -> String {
        self.settings.to_string()
    }

    /// Plays the games from number `start` to below `stop`; a line for each.
    ///
    /// A game may take minutes, and Ctrl-C is not to wait for it: the games are played on a thread of their own, which is left to
    /// end the one that it is at and plays no other.
    fn play(slf: Bound<'_, Self>, start: u64, stop: u64) -> PyResult<Vec<String>> {
        let (py, plan, wanted) = (slf.py(), slf.unbind(), Arc::new(AtomicBool::new(true)));
        let (tell, mut told) = mpsc::channel();
        let goes_on = Arc::clone(&wanted);
        let player = thread::spawn(move || {
            let played = ::lab::part(plan.get().work(), start..stop, &|| goes_on.load(Ordering::Relaxed));
            // Whoever asked may have gone.
            let _ = tell.send(played);
        });
        loop {
            let heard;
            (heard, told) = py.detach(move || (told.recv_timeout(LOOK), told));
            match heard {
                Ok(played) => return played.map_err(|error| failed(&error)),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| wanted.store(false, Ordering::Relaxed))?;
                }
                Err(RecvTimeoutError::Disconnected) => match player.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => return Err(failed(&LabError::Stopped)),
                },
            }
        }
    }

    /// The report of the games that a journal tells of, and its page if it is wanted. It must tell of all.
    fn report<'py>(
        &self,
        py: Python<'py>,
        journal: &Journal,
        page: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
        let left = journal.0.missing(self.games, u64::MAX);
        if let Some(part) = left.first() {
            let why = format!("game {} has not been played yet", part.start);
            return Err(failed(&LabError::Settings(why)));
        }
        let (text, page) = py.detach(|| self.told(&journal.0, page)).map_err(|error| failed(&error))?;
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        Ok((to_python(py, &value)?, page))
    }
}

/// The games of a plan that have been played, in a file or in memory.
#[pyclass(module = "heatray.lab")]
#[derive(Debug)]
pub struct Journal(::lab::Journal);

#[pymethods]
impl Journal {
    #[new]
    #[pyo3(signature = (plan, file = None))]
    fn new(plan: &Plan, file: Option<PathBuf>) -> PyResult<Self> {
        Ok(Self(match file {
            Some(file) => ::lab::Journal::open(&file, &plan.settings).map_err(|error| failed(&error))?,
            None => ::lab::Journal::in_memory(),
        }))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Takes in what [`Plan::play`] told of, here or elsewhere. What comes twice counts once.
    fn take(&mut self, lines: Vec<String>) -> PyResult<()> {
        lines.iter().try_for_each(|line| self.0.take(line)).map_err(|error| failed(&error))
    }

    /// The games of a plan that are still to be played, in parts of at most so many.
    fn missing(&self, plan: &Plan, most: u64) -> Vec<(u64, u64)> {
        self.0.missing(plan.games, most).into_iter().map(|part| (part.start, part.end)).collect()
    }
}
