//! One thread for the searches of strong bots: they take seconds, and all of them together take one core at most, at a lower
//! priority than whatever people wait for.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

/// On Linux only: there a thread has a priority of its own.
#[cfg(target_os = "linux")]
const PATIENT: i32 = 10;

/// Does this on the thread of the searches, after whatever waits there already; false if that could not be begun.
pub fn search(job: impl FnOnce() + Send + 'static) -> bool {
    static DOOR: OnceLock<Option<Mutex<Sender<Job>>>> = OnceLock::new();
    let door = DOOR.get_or_init(|| {
        let (door, jobs) = channel::<Job>();
        let work = move || {
            step_back();
            while let Ok(job) = jobs.recv() {
                job();
            }
        };
        let begun = std::thread::Builder::new().name("searches".to_owned()).spawn(work);
        begun.ok().map(|_| Mutex::new(door))
    });
    let Some(door) = door else { return false };
    door.lock().unwrap_or_else(PoisonError::into_inner).send(Box::new(job)).is_ok()
}

#[cfg(target_os = "linux")]
fn step_back() {
    if let Err(error) = rustix::process::nice(PATIENT) {
        tracing::warn!(%error, "searches keep the priority of everything else");
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_come_one_after_the_other_on_one_thread() {
        let (tell, told) = channel();
        for n in 0..20 {
            let tell = tell.clone();
            assert!(search(move || tell.send((n, std::thread::current().id())).unwrap()));
        }
        let all: Vec<_> = told.iter().take(20).collect();
        assert!(all.iter().map(|(n, _)| *n).eq(0..20));
        assert!(all.iter().all(|(_, thread)| *thread == all[0].1 && *thread != std::thread::current().id()));
    }

    /// How far this thread steps back behind others.
    #[cfg(target_os = "linux")]
    fn patience() -> i32 {
        let text = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        // Behind the name, which may hold blanks: the nineteenth figure of all.
        text.rsplit_once(") ").unwrap().1.split(' ').nth(16).unwrap().parse().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn searches_step_back_behind_whatever_people_wait_for() {
        let (tell, told) = channel();
        assert!(search(move || tell.send(patience()).unwrap()));
        assert_eq!(told.recv().unwrap(), (patience() + PATIENT).min(19));
    }
}
