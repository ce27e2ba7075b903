//! Threads for the searches of strong bots: they take seconds, at a lower priority than whatever people wait for. How many of
//! them are at work is for their turns to say ([`crate::thinkers`]).

/// On Linux only: there a thread has a priority of its own.
#[cfg(target_os = "linux")]
const PATIENT: i32 = 10;

/// Does this on a thread for searches; false if that could not be begun.
pub fn search(job: impl FnOnce() + Send + 'static) -> bool {
    let work = move || {
        step_back();
        job();
    };
    std::thread::Builder::new().name("search".to_owned()).spawn(work).is_ok()
}

#[cfg(target_os = "linux")]
fn step_back() {
    if let Err(error) = rustix::process::nice(PATIENT) {
        tracing::warn!(%error, "a search keeps the priority of everything else");
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn every_search_has_a_thread_of_its_own() {
        let (tell, told) = channel();
        for _ in 0..20 {
            let tell = tell.clone();
            assert!(search(move || tell.send(std::thread::current().id()).unwrap()));
        }
        drop(tell);
        let threads: std::collections::HashSet<_> = told.iter().collect();
        assert!(threads.len() == 20 && !threads.contains(&std::thread::current().id()));
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
