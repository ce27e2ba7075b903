//! Figures for those who run the server, in the words of Prometheus: `GET /metrics`. One set for the program, since
//! the machine it describes is one, too.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper ends, in seconds.
const TIMES: [f64; 15] =
    [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];
/// Upper ends, in pieces.
const SIZES: [f64; 15] =
    [1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0, 80.0, 120.0, 200.0, 300.0, 500.0, 1000.0];

pub static FIGURES: Figures = Figures::new();

#[derive(Debug)]
pub struct Figures {
    pub orders: Counter,
    pub matches_made: Counter,
    pub slow_sockets: Counter,
    /// Requests that another node has answered.
    pub passed_on: Counter,
    pub matches_in_memory: Gauge,
    pub sockets: Gauge,
    /// Matches, connections, bots at work: whatever goes on beside something else.
    pub tasks: Gauge,
    pub order_time: Histogram,
    /// Appends that shared a commit.
    pub commit_jobs: Histogram,
    bot_times: Mutex<BTreeMap<String, Histogram>>,
}

/// Only ever grows.
#[derive(Debug)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, n: usize) {
        self.0.fetch_add(n as u64, Ordering::Relaxed);
    }
}

/// As it is now.
#[derive(Debug)]
pub struct Gauge(AtomicI64);

impl Gauge {
    pub fn set(&self, value: usize) {
        self.0.store(value as i64, Ordering::Relaxed);
    }

    pub fn change(&self, by: i64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }
}

/// How many were how large.
#[derive(Debug)]
pub struct Histogram {
    ends: &'static [f64; 15],
    /// Each value once, in the first bucket whose end it does not pass; the last one holds the rest.
    buckets: [AtomicU64; 16],
    /// In millionths.
    sum: AtomicU64,
}

impl Histogram {
    const fn new(ends: &'static [f64; 15]) -> Self {
        Self { ends, buckets: [const { AtomicU64::new(0) }; 16], sum: AtomicU64::new(0) }
    }

    pub fn time(&self, took: Duration) {
        self.record(took.as_secs_f64());
    }

    pub fn record(&self, value: f64) {
        let bucket = self.ends.partition_point(|end| *end < value);
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add((value * 1e6) as u64, Ordering::Relaxed);
    }

    /// Lines of the buckets, the sum and the count. `label` is empty, or ends with a comma.
    fn write(&self, out: &mut String, name: &str, label: &str) {
        let mut count = 0;
        let ends = self.ends.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        for (bucket, end) in self.buckets.iter().zip(ends) {
            count += bucket.load(Ordering::Relaxed);
            let _ = writeln!(out, "{name}_bucket{{{label}le=\"{end}\"}} {count}");
        }
        let label = label.trim_end_matches(',');
        let braced = if label.is_empty() { String::new() } else { format!("{{{label}}}") };
        let sum = self.sum.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_sum{braced} {sum}\n{name}_count{braced} {count}");
    }
}

impl Figures {
    const fn new() -> Self {
        Self {
            orders: Counter(AtomicU64::new(0)),
            matches_made: Counter(AtomicU64::new(0)),
            slow_sockets: Counter(AtomicU64::new(0)),
            passed_on: Counter(AtomicU64::new(0)),
            matches_in_memory: Gauge(AtomicI64::new(0)),
            sockets: Gauge(AtomicI64::new(0)),
            tasks: Gauge(AtomicI64::new(0)),
            order_time: Histogram::new(&TIMES),
            commit_jobs: Histogram::new(&SIZES),
            bot_times: Mutex::new(BTreeMap::new()),
        }
    }

    pub fn bot_thought(&self, bot: &str, took: Duration) {
        let mut times = self.bot_times.lock().unwrap_or_else(PoisonError::into_inner);
        if !times.contains_key(bot) {
            times.insert(bot.to_owned(), Histogram::new(&TIMES));
        }
        times[bot].time(took);
    }

    /// The text that Prometheus reads.
    pub fn render(&self) -> String {
        let mut out = String::new();
        let counters = [
            ("heatray_orders_total", &self.orders),
            ("heatray_matches_made_total", &self.matches_made),
            ("heatray_slow_sockets_total", &self.slow_sockets),
            ("heatray_passed_on_total", &self.passed_on),
        ];
        for (name, Counter(value)) in counters {
            let _ = writeln!(out, "# TYPE {name} counter\n{name} {}", value.load(Ordering::Relaxed));
        }
        let gauges = [
            ("heatray_matches_in_memory", &self.matches_in_memory),
            ("heatray_sockets", &self.sockets),
            ("heatray_tasks", &self.tasks),
        ];
        for (name, Gauge(value)) in gauges {
            let _ = writeln!(out, "# TYPE {name} gauge\n{name} {}", value.load(Ordering::Relaxed));
        }
        for (name, figure) in
            [("heatray_order_seconds", &self.order_time), ("heatray_commit_jobs", &self.commit_jobs)]
        {
            let _ = writeln!(out, "# TYPE {name} histogram");
            figure.write(&mut out, name, "");
        }
        let times = self.bot_times.lock().unwrap_or_else(PoisonError::into_inner);
        if !times.is_empty() {
            out.push_str("# TYPE heatray_bot_seconds histogram\n");
        }
        for (bot, figure) in times.iter() {
            figure.write(&mut out, "heatray_bot_seconds", &format!("bot=\"{bot}\","));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_prometheus_reads_them() {
        let figures = Figures::new();
        figures.orders.add(3);
        figures.sockets.change(2);
        figures.sockets.change(-1);
        figures.order_time.time(Duration::from_micros(150));
        figures.order_time.record(0.0002);
        figures.order_time.record(9.0);
        figures.bot_thought("greedy", Duration::from_millis(3));
        let text = figures.render();
        for line in [
            "# TYPE heatray_orders_total counter",
            "heatray_orders_total 3",
            "heatray_sockets 1",
            "heatray_order_seconds_bucket{le=\"0.0001\"} 0",
            "heatray_order_seconds_bucket{le=\"0.0002\"} 2",
            "heatray_order_seconds_bucket{le=\"5\"} 2",
            "heatray_order_seconds_bucket{le=\"+Inf\"} 3",
            "heatray_order_seconds_sum 9.00035",
            "heatray_order_seconds_count 3",
            "# TYPE heatray_bot_seconds histogram",
            "heatray_bot_seconds_bucket{bot=\"greedy\",le=\"0.002\"} 0",
            "heatray_bot_seconds_bucket{bot=\"greedy\",le=\"0.005\"} 1",
            "heatray_bot_seconds_count{bot=\"greedy\"} 1",
        ] {
            assert!(text.lines().any(|found| found == line), "no {line} in\n{text}");
        }
        assert!(!Figures::new().render().contains("bot"), "where none has thought there is nothing to tell");
    }
}
