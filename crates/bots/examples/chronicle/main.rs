//! What the war is like, in figures: devastation without effect, Martian points by source, how often London is reached.
//!
//! ```sh
//! cargo run --release -p bots --example chronicle -- core 2000 1918
//! cargo run --release -p bots --example chronicle -- core 2000 1918 my-content
//! ```
//!
//! A folder takes the place of those built-in component files that it holds, as `heatray --content` does.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use worlds::Content;

mod counts;
use counts::Chronicle;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let scenario = args.next().unwrap_or_else(|| "core".to_owned());
    let games: u64 = args.next().map_or(Ok(2000), |n| number("the number of games", &n))?;
    let seed: u64 = args.next().map_or(Ok(1918), |n| number("the seed", &n))?;
    let content = match args.next() {
        Some(folder) => Arc::new(read(Path::new(&folder))?),
        None => Content::built_in(),
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let mut sum = Chronicle::default();
    std::thread::scope(|scope| {
        let share = |t: u64| games * t / threads;
        let (content, scenario) = (&content, scenario.as_str());
        let parts: Vec<_> = (0..threads)
            .map(|t| scope.spawn(move || Chronicle::play(content, scenario, share(t)..share(t + 1), seed)))
            .collect();
        for part in parts {
            let part = part.join().map_err(|_| "a game crashed")?;
            sum.add(&part.map_err(|e| e.to_string())?);
        }
        Ok::<(), String>(())
    })?;
    println!("{scenario}\n{sum}");
    Ok(())
}

fn number(what: &str, text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected {what}, found {text:?}"))
}

fn read(folder: &Path) -> Result<Content, Box<dyn Error>> {
    let mut files: Vec<(&str, String)> = Vec::new();
    for (name, built_in) in worlds::content::BUILT_IN {
        let path = folder.join(name);
        let own = path.exists().then(|| std::fs::read_to_string(&path)).transpose()?;
        files.push((name, own.unwrap_or_else(|| (*built_in).to_owned())));
    }
    let pairs: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    Content::parse(&pairs).map_err(|e| format!("{}:{}: {}", e.file, e.line, e.why).into())
}
