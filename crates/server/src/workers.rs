//! Work that takes a core or much memory for a while: a few things at the same time, a few more wait, and whoever comes
//! then is told to come again. No match waits for any of them.

use crate::failure::{Code, failure};
use crate::wire::FailureBody;
use std::sync::Arc;
use tokio::sync::Semaphore;

#[derive(Clone, Debug)]
pub struct Workers {
    queue: Arc<Semaphore>,
    places: Arc<Semaphore>,
    what: &'static str,
}

impl Workers {
    /// So many at the same time, and so many who wait.
    pub fn new(at_once: usize, waiting: usize, what: &'static str) -> Self {
        let queue = Arc::new(Semaphore::new(at_once + waiting));
        Self { queue, places: Arc::new(Semaphore::new(at_once)), what }
    }

    /// To hash a password takes 19 MB and a core for a while, on purpose; those that wait are done within a second or two.
    pub fn for_passwords() -> Self {
        Self::new(4, 28, "passwords")
    }

    /// A log of megabytes, or a long match that is played again up to a moment of it.
    pub fn for_reading() -> Self {
        Self::new(2, 62, "long texts and old moments")
    }

    /// Does this on a thread that nobody else waits for, when it is its turn.
    pub async fn at_work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, FailureBody> {
        let Ok(turn) = Arc::clone(&self.queue).try_acquire_owned() else {
            let why = format!("too many {} are looked at just now; try again in a moment", self.what);
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

    const AT_ONCE: usize = 4;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn four_work_at_once_and_no_more() {
        let workers = Workers::new(AT_ONCE, 9, "things");
        let (together, at_work) = (Arc::new(Barrier::new(AT_ONCE)), Arc::new(AtomicUsize::new(0)));
        let mut tasks = Vec::new();
        for _ in 0..AT_ONCE * 3 {
            let (workers, together, at_work) = (workers.clone(), together.clone(), at_work.clone());
            tasks.push(tokio::spawn(async move {
                let work = move || {
                    let now = at_work.fetch_add(1, Ordering::SeqCst) + 1;
                    // Goes on when four are here: fewer would wait for ever.
                    together.wait();
                    at_work.fetch_sub(1, Ordering::SeqCst);
                    now
                };
                workers.at_work(work).await.unwrap()
            }));
        }
        for task in tasks {
            assert!(task.await.unwrap() <= AT_ONCE);
        }
    }

    #[tokio::test]
    async fn who_finds_the_queue_full_is_told_to_come_again() {
        let workers = Workers::new(4, 8, "things");
        let all = Arc::clone(&workers.queue).try_acquire_many_owned(12).unwrap();
        let busy = workers.at_work(|| 1).await.unwrap_err();
        assert_eq!(busy.code, "busy");
        assert!(busy.message.contains("too many things"), "{}", busy.message);
        drop(all);
        assert_eq!(workers.at_work(|| 1).await.unwrap(), 1);
    }
}
