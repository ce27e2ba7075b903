//! A batch in parts: games that are played anywhere, in any order and perhaps twice, and one report of them all.
//!
//! Whoever plays a part tells of it in the lines of a journal. Whoever collects the lines takes them into a [`crate::Journal`], and asks
//! for the report as if he went on with a batch that was stopped: what the journal tells of is not played again, so
//! report and hash are those of one machine.

use crate::balance::{Balance, BalancePlan};
use crate::batch::{Batch, LabError, known};
use crate::duel::{Duel, Plan};
use crate::journal::line_of;
use crate::play::{Job, Terms};
use crate::runner::play_all;
use serde_json::{Value, json};
use std::ops::Range;
use table::face::{AnyGame, Starter};

/// What is played in parts.
#[allow(missing_debug_implementations)]
#[derive(Clone, Copy)]
pub enum Work<'a> {
    Run(&'a dyn Starter, &'a Batch),
    Duel(&'a dyn Starter, &'a Duel),
    Balance(&'a BalancePlan, &'a Balance),
}

impl Work<'_> {
    fn terms(&self) -> Terms {
        match self {
            Self::Run(_, batch) => Terms { verify: batch.verify, max_orders: batch.max_orders, watch: false },
            Self::Duel(_, duel) => Terms { verify: duel.verify, max_orders: duel.max_orders, watch: false },
            Self::Balance(_, balance) => Terms { verify: false, max_orders: balance.max_orders, watch: true },
        }
    }

    fn threads(&self) -> usize {
        match self {
            Self::Run(_, batch) => batch.threads,
            Self::Duel(_, duel) => duel.threads,
            Self::Balance(_, balance) => balance.threads,
        }
    }

    /// The games of these numbers; those that the batch has.
    fn jobs(&self, part: Range<u64>) -> Result<Vec<(&dyn Starter, Job)>, LabError> {
        Ok(match self {
            Self::Run(starter, batch) => {
                known(&batch.bots, starter.start(batch.seed)?.as_ref())?;
                let part = part.start..part.end.min(batch.games);
                part.map(|index| (*starter, batch.job(index))).collect()
            }
            Self::Duel(starter, duel) => {
                let jobs = Plan::of(duel, starter.start(duel.seed)?.as_ref())?.jobs;
                let jobs = jobs.into_iter().filter(|job| part.contains(&job.index));
                jobs.map(|job| (*starter, job)).collect()
            }
            Self::Balance(plan, balance) => {
                let part = part.start..part.end.min(plan.games(balance));
                part.map(|index| plan.job(balance, index)).collect()
            }
        })
    }
}

/// Plays the games of these numbers and tells of each in a line of a journal. Before each game it is asked whether to go on.
pub fn part(
    work: Work<'_>,
    part: Range<u64>,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<String>, LabError> {
    let jobs = work.jobs(part)?;
    let (games, _) = play_all(&jobs, work.terms(), work.threads(), None, &|| {}, goes_on)?;
    let line = |game| line_of(game).map_err(|error| LabError::Journal(error.to_string()));
    games.iter().map(line).collect()
}

/// What the first line of a journal says: whatever the games of a batch depend on. `played` is what is played and by whom.
pub fn settings(command: &str, game: &dyn AnyGame, seed: u64, max_orders: u64, played: &Value) -> Value {
    json!({
        "command": command,
        "game": game.id(),
        "rules": game.rules(),
        "content": game.content(),
        "judgement": game.weights().iter().map(|weight| weight.value).collect::<Vec<f64>>(),
        "seed": seed,
        "max_orders": max_orders,
        "played": played,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Journal;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use table::SetupRequest;
    use table::face::Shelved;
    use triplanes::{Content, State};

    fn shelf() -> Shelved<State> {
        Shelved::<State>::new(Content::built_in())
    }

    fn starter() -> Box<dyn Starter> {
        shelf().starter(&SetupRequest::of("simple-battle", &[("setup", "quick")])).unwrap()
    }

    fn batch() -> Batch {
        Batch { games: 25, seed: 9, threads: 1, ..Batch::default() }
    }

    /// Parts in another order than they were asked for, one of them twice.
    fn collected(work: Work<'_>, games: u64) -> Journal {
        let mut journal = Journal::in_memory();
        let mut parts = journal.missing(games, 7);
        parts.reverse();
        parts.push(parts[0].clone());
        for range in parts {
            for line in part(work, range, &|| true).unwrap() {
                journal.take(&line).unwrap();
            }
        }
        assert!(journal.missing(games, 7).is_empty());
        journal
    }

    #[test]
    fn a_batch_in_parts_has_the_hash_of_a_whole_one() {
        let (starter, batch) = (starter(), batch());
        let journal = collected(Work::Run(starter.as_ref(), &batch), batch.games);
        let nobody_plays = || panic!("the journal tells of every game");
        let report = crate::run(starter.as_ref(), &batch, Some(&journal), &nobody_plays).unwrap();
        let whole = crate::run(starter.as_ref(), &batch, None, &|| {}).unwrap();
        assert_eq!((report.hash, &report.wins, report.orders), (whole.hash, &whole.wins, whole.orders));
    }

    #[test]
    fn a_duel_in_parts_is_the_same_duel() {
        let bots = vec!["cadet".to_owned(), "random".to_owned()];
        let duel = Duel { games: 12, seed: 3, threads: 1, bots, verify: false, max_orders: 100_000 };
        let starter = starter();
        let games = crate::games_of(starter.as_ref(), &duel).unwrap();
        let journal = collected(Work::Duel(starter.as_ref(), &duel), games);
        let report = crate::duel(starter.as_ref(), &duel, Some(&journal), &|| panic!("all is told")).unwrap();
        let whole = crate::duel(starter.as_ref(), &duel, None, &|| {}).unwrap();
        assert_eq!((report.hash, report.body), (whole.hash, whole.body));
    }

    #[test]
    fn a_balance_in_parts_is_the_same_balance() {
        let bots = vec!["random".to_owned()];
        let balance = Balance { games: 10, seed: 3, threads: 1, bots, max_orders: 100_000, pieces: false };
        let requests = ["simple-battle", "bring-proof"].map(|id| SetupRequest::of(id, &[("setup", "quick")]));
        let (shelf, requests) = (shelf(), requests.to_vec());
        let plan = BalancePlan::new(&shelf, requests, &balance).unwrap();
        let journal = collected(Work::Balance(&plan, &balance), plan.games(&balance));
        let told = || panic!("all is told");
        let report = crate::balance(&shelf, &plan, &balance, Some(&journal), &told).unwrap();
        let whole = crate::balance(&shelf, &plan, &balance, None, &|| {}).unwrap();
        assert_eq!((report.hash, report.scenarios), (whole.hash, whole.scenarios));
    }

    #[test]
    fn who_wants_no_more_gets_no_more() {
        let (starter, batch) = (starter(), batch());
        let asked = AtomicUsize::new(0);
        let three = || asked.fetch_add(1, Ordering::Relaxed) < 3;
        let error = part(Work::Run(starter.as_ref(), &batch), 0..batch.games, &three).unwrap_err();
        assert!(matches!(error, LabError::Stopped), "{error}");
        // On one thread nobody asks again.
        assert_eq!((batch.threads, asked.into_inner()), (1, 4));
    }

    #[test]
    fn a_game_that_went_another_way_is_refused() {
        let (starter, batch) = (starter(), batch());
        let other = Batch { seed: 10, ..batch.clone() };
        let line =
            |batch: &Batch| part(Work::Run(starter.as_ref(), batch), 3..4, &|| true).unwrap().remove(0);
        let mut journal = Journal::in_memory();
        journal.take(&line(&batch)).unwrap();
        journal.take(&line(&batch)).unwrap();
        let error = journal.take(&line(&other)).unwrap_err().to_string();
        assert!(error.contains("game 3 went another way"), "{error}");
        let torn = &line(&batch)[1..];
        assert!(journal.take(torn).unwrap_err().to_string().contains("damaged"));
        assert_eq!(journal.missing(6, 2), [0..2, 2..3, 4..6]);
    }
}
