//! What an input costs: the processor's time of this thread, since the clock on the wall also counts what others do, and
//! the program's memory at its highest.

use std::fs;
use std::time::{Duration, Instant};

/// A moment to count from.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    processor: Option<Duration>,
    wall: Instant,
    peak: Option<u64>,
}

impl Meter {
    pub fn start() -> Self {
        Self { processor: processor(), wall: Instant::now(), peak: peak() }
    }

    /// How long this thread has worked since then; where nobody says that, how much time has passed.
    pub fn worked(&self) -> Duration {
        match (self.processor, processor()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }

    /// By how many kilobytes the program's memory was higher than ever before.
    pub fn grown(&self) -> u64 {
        peak().zip(self.peak).map_or(0, |(now, before)| now.saturating_sub(before))
    }
}

/// The time that this thread was at work. Linux tells it.
fn processor() -> Option<Duration> {
    let line = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    line.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
