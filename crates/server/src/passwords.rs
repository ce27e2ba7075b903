//! Passwords at work. To hash one takes 19 MB and a core for a while, on purpose: so a few are hashed at the same time, a
//! few more wait, and whoever comes then is told to come again. No match waits for any of them.

use crate::failure::{Code, failure};
use crate::wire::FailureBody;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Passwords that are hashed at the same time.
pub const AT_ONCE: usize = 4;
/// Those that wait for it: as many as are done within a second or two.
const WAITING: usize = 28;

#[derive(Clone, Debug)]
pub struct Passwords {
    queue: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self { queue: Arc::new(Semaphore::new(AT_ONCE + WAITING)), places: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Passwords {
    /// Does this on a thread that nobody else waits for, when it is its turn.
    pub async fn at_work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, FailureBody> {
        let Ok(turn) = Arc::clone(&self.queue).try_acquire_owned() else {
            let why = "too many passwords are looked at just now; try again in a moment";
            return Err(failure(Code::Busy, why));
        };
        let place = Arc::clone(&self.places).acquire_owned().await;
        // Who goes away meanwhile leaves his work behind, and it keeps its place: there are never more than so many.
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((turn, place));
            done
        });
        done.await.map_err(|_| failure(Code::Internal, "a fault in the server"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn four_work_at_once_and_no_more() {
        let passwords = Passwords::default();
        let (together, at_work) = (Arc::new(Barrier::new(AT_ONCE)), Arc::new(AtomicUsize::new(0)));
        let mut tasks = Vec::new();
        for _ in 0..AT_ONCE * 3 {
            let (passwords, together, at_work) = (passwords.clone(), together.clone(), at_work.clone());
            tasks.push(tokio::spawn(async move {
                let work = move || {
                    let now = at_work.fetch_add(1, Ordering::SeqCst) + 1;
                    // Goes on when four are here: fewer would wait for ever.
                    together.wait();
                    at_work.fetch_sub(1, Ordering::SeqCst);
                    now
                };
                passwords.at_work(work).await.unwrap()
            }));
        }
        for task in tasks {
            assert!(task.await.unwrap() <= AT_ONCE);
        }
    }

    #[tokio::test]
    async fn who_finds_the_queue_full_is_told_to_come_again() {
        let passwords = Passwords::default();
        let all = Arc::clone(&passwords.queue).try_acquire_many_owned((AT_ONCE + WAITING) as u32).unwrap();
        assert_eq!(passwords.at_work(|| 1).await.unwrap_err().code, "busy");
        drop(all);
        assert_eq!(passwords.at_work(|| 1).await.unwrap(), 1);
    }
}
