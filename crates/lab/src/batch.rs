//! A batch of games over all threads.

use crate::journal::Journal;
use crate::play::{Job, Terms, game_seed, seat_bots};
use crate::report::Report;
use crate::runner::play_all;
use bots::UnknownBot;
use table::SetupError;
use table::face::{AnyMatch, Starter};

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    pub games: u64,
    pub seed: u64,
    /// 0 for as many as the machine has.
    pub threads: usize,
    /// A bot for each seat, or for each team: the first name for team 0, the second for team 1.
    pub bots: Vec<String>,
    /// Replays each log and compares hashes.
    pub verify: bool,
    /// A game with more orders counts as endless.
    pub max_orders: u64,
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            games: 1000,
            seed: 1,
            threads: 0,
            bots: vec!["random".to_owned()],
            verify: false,
            max_orders: 100_000,
        }
    }
}

/// Why a batch can not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    #[error("{0} is named automated, but its set-up leaves it to a player; see the option `automated`")]
    NotAutomated(table::SeatId),
    #[error("no threads: {0}")]
    Threads(String),
    /// A journal that is damaged, of another batch or can not be written.
    #[error("{0}")]
    Journal(String),
    #[error("nobody wants the rest of these games any more")]
    Stopped,
    /// Settings that make no sense together.
    #[error("{0}")]
    Settings(String),
}

impl Batch {
    /// The game of this number.
    pub(crate) fn job(&self, index: u64) -> Job {
        Job { index, seed: game_seed(self.seed, index), bots: self.bots.clone(), minds: Vec::new() }
    }
}

/// Whether these bots are known, and whether the set-up agrees where one of them is the game's own procedure.
pub(crate) fn known(bots: &[String], sample: &dyn AnyMatch) -> Result<(), LabError> {
    seat_bots(bots, sample.seats(), 0)?;
    let automated = crate::play::automated_seats(bots, sample.seats());
    match automated.into_iter().find(|seat| !sample.plays_itself(*seat)) {
        Some(seat) => Err(LabError::NotAutomated(seat)),
        None => Ok(()),
    }
}

/// Plays a batch. `progress` is called from any thread after each game that a journal does not tell of already.
pub fn run(
    starter: &dyn Starter,
    batch: &Batch,
    journal: Option<&Journal>,
    progress: &(dyn Fn() + Sync),
) -> Result<Report, LabError> {
    let sample = starter.start(batch.seed)?;
    known(&batch.bots, sample.as_ref())?;
    let terms = Terms { verify: batch.verify, max_orders: batch.max_orders, watch: false };
    let jobs: Vec<_> = (0..batch.games).map(|index| (starter, batch.job(index))).collect();
    let (games, effort) = play_all(&jobs, terms, batch.threads, journal, progress, &|| true)?;
    Ok(Report::of(sample.seats(), &games, effort))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FaultKind, log_of};
    use std::sync::atomic::{AtomicU64, Ordering};
    use table::SetupRequest;
    use table::face::{AnyGame, Shelved};
    use triplanes::{Content, State};

    fn starter(options: &[(&str, &str)]) -> Box<dyn Starter> {
        starter_of("simple-battle", options)
    }

    fn starter_of(scenario: &str, options: &[(&str, &str)]) -> Box<dyn Starter> {
        let request = SetupRequest::of(scenario, options);
        Shelved::<State>::new(Content::built_in()).starter(&request).unwrap()
    }

    fn batch(threads: usize) -> Batch {
        Batch { games: 30, seed: 5, threads, verify: true, ..Batch::default() }
    }

    #[test]
    fn threads_do_not_change_results() {
        let starter = starter(&[]);
        let finished = AtomicU64::new(0);
        let count = || {
            finished.fetch_add(1, Ordering::Relaxed);
        };
        let one = run(starter.as_ref(), &batch(1), None, &count).unwrap();
        let two = run(starter.as_ref(), &batch(2), None, &count).unwrap();
        assert_eq!(finished.into_inner(), 60);
        assert!(one.is_clean(), "{one:?}");
        assert_eq!((one.hash, &one.wins, one.orders), (two.hash, &two.wins, two.orders));
        assert_eq!((one.games, one.verified), (30, 30));
        let other = run(starter.as_ref(), &Batch { seed: 6, ..batch(2) }, None, &|| {}).unwrap();
        assert_ne!(one.hash, other.hash);
    }

    #[test]
    fn a_bot_that_searches_plays_the_same_games_on_any_number_of_threads() {
        let starter = starter(&[("setup", "quick")]);
        let batch = |threads| Batch { bots: vec!["greedy".to_owned()], games: 4, ..batch(threads) };
        let [one, two] = [1, 2].map(|threads| run(starter.as_ref(), &batch(threads), None, &|| {}).unwrap());
        assert!(one.is_clean(), "{one:?}");
        assert_eq!((one.hash, one.orders, one.verified), (two.hash, two.orders, 4));
    }

    #[test]
    fn every_finished_game_is_won_or_drawn() {
        let report = run(starter(&[]).as_ref(), &batch(0), None, &|| {}).unwrap();
        assert_eq!(report.wins.values().sum::<u64>() + report.draws, report.finished);
        assert_eq!(report.endings.values().sum::<u64>(), report.finished);
        assert_eq!(report.wins.keys().collect::<Vec<_>>(), ["Earthlings", "Martians"]);
        for (side, [low, high]) in &report.intervals {
            let rate = report.wins[side] as f64 / report.finished as f64;
            assert!(low <= &rate && &rate <= high, "{side}");
        }
    }

    #[test]
    fn an_endless_game_is_counted_and_named() {
        let report = run(starter(&[]).as_ref(), &Batch { max_orders: 2, ..batch(2) }, None, &|| {}).unwrap();
        assert_eq!((report.endless, report.finished), (30, 0));
        assert!(!report.is_clean());
        let fault = report.first_fault.unwrap();
        assert_eq!((fault.kind, fault.index, fault.orders), (FaultKind::Endless, 0, 2));
        assert_eq!(fault.seed, crate::game_seed(5, 0));
    }

    #[test]
    fn a_crash_is_counted_and_the_batch_goes_on() {
        struct Crashing(Box<dyn Starter>);
        impl Starter for Crashing {
            fn start(&self, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
                assert_ne!(seed, crate::game_seed(5, 3), "the third stone breaks");
                self.0.start(seed)
            }
            fn start_recorded(&self, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
                self.start(seed)
            }
        }
        let report = run(&Crashing(starter(&[])), &batch(2), None, &|| {}).unwrap();
        assert_eq!((report.crashes, report.finished), (1, 29));
        let fault = report.first_fault.unwrap();
        assert_eq!((fault.kind, fault.index), (FaultKind::Crash, 3));
        assert!(fault.message.contains("the third stone breaks"), "{}", fault.message);
    }

    #[test]
    fn the_log_of_one_game_leads_to_its_state() {
        let (starter, batch) = (starter(&[]), Batch { games: 1, ..batch(1) });
        let text = log_of(starter.as_ref(), &batch, 0).unwrap();
        let verified = Shelved::<State>::new(Content::built_in()).verify_log(&text).unwrap();
        assert!(verified.ok);
        let report = run(starter.as_ref(), &batch, None, &|| {}).unwrap();
        assert_eq!(report.hash, table::StateHash(0).then(verified.hash));
    }

    #[test]
    fn bots_are_named_by_seat_or_by_team() {
        let starter = starter(&[
            ("earthlings", "nieuport_16,nieuport_16"),
            ("martians", "mk1_locust,mk1_locust"),
            ("players", "2,2"),
        ]);
        let bots = |names: &[&str]| Batch {
            bots: names.iter().map(|n| (*n).to_owned()).collect(),
            games: 2,
            ..batch(1)
        };
        for good in [&["random"][..], &["random", "random"], &["random"; 4], &[]] {
            assert!(run(starter.as_ref(), &bots(good), None, &|| {}).unwrap().is_clean());
        }
        for bad in [&["hal"][..], &["random", "hal"], &["random", "random", "random", "hal"]] {
            let error = run(starter.as_ref(), &bots(bad), None, &|| {}).unwrap_err();
            assert_eq!(
                error.to_string(),
                "no bot \"hal\"; expected one of random, cadet, recruit, greedy, steward, regular, veteran, ace"
            );
        }
    }

    #[test]
    fn a_seat_is_given_to_the_procedure_by_the_set_up() {
        let named = Batch { bots: vec!["random".to_owned(), "automated".to_owned()], games: 4, ..batch(1) };
        let error = run(starter(&[]).as_ref(), &named, None, &|| {}).unwrap_err();
        assert!(error.to_string().contains("seat 1 is named automated"), "{error}");
        let report = run(starter(&[("automated", "1")]).as_ref(), &named, None, &|| {}).unwrap();
        assert!(report.is_clean() && report.verified == 4, "{report:?}");
    }

    #[test]
    fn solo_games_end_replay_and_are_graded() {
        for scenario in ["a-lonely-invader", "down-from-the-alps"] {
            for options in [&[][..], &[("setup", "quick"), ("mat", "on")]] {
                let report = run(
                    starter_of(scenario, options).as_ref(),
                    &Batch { games: 60, ..batch(2) },
                    None,
                    &|| {},
                )
                .unwrap();
                assert!(report.is_clean() && report.verified == 60, "{scenario}: {report:?}");
                let known = ["strategic", "tactical", "marginal"];
                assert!(report.grades.keys().all(|grade| known.contains(&grade.as_str())), "{report:?}");
            }
        }
    }

    #[test]
    fn the_procedure_plays_better_than_chance() {
        let wins = |automated: &str| {
            let options = [("setup", "quick"), ("automated", automated)];
            let starter = starter_of("a-lonely-invader", &options);
            let report =
                run(starter.as_ref(), &Batch { games: 150, verify: false, ..batch(2) }, None, &|| {})
                    .unwrap();
            assert!(report.is_clean(), "{report:?}");
            (report.wins["Martians"], report.intervals["Martians"])
        };
        let ((procedure, [low, _]), (chance, [_, high])) = (wins("on"), wins("off"));
        assert!(procedure > chance && low > high, "{procedure} against {chance} of 150");
    }

    #[test]
    fn a_report_has_the_fields_that_tools_read() {
        let report = run(starter(&[]).as_ref(), &batch(1), None, &|| {}).unwrap();
        let json = serde_json::to_value(&report).unwrap();
        for key in [
            "games",
            "finished",
            "dead_ends",
            "endless",
            "crashes",
            "orders",
            "turns_mean",
            "turns_max",
            "seconds",
            "games_per_s",
            "orders_per_s",
            "wins",
            "draws",
            "grades",
            "endings",
            "intervals",
            "verified",
            "hash",
        ] {
            assert!(!json[key].is_null(), "{key}");
        }
        assert!(json.get("first_fault").is_none());
    }
}
