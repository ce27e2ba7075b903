//! How fair scenarios are between equal bots, as batches of games found: what the home page shows on their cards. No rule asks
//! it, and a scenario that nobody measured has none.

use crate::{ContentError, Files, Source, Spanned};
use serde::Deserialize;
use std::fmt::Write as _;
use table::weights::BALANCE;

/// How fair a scenario is, and how that was found.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Badge {
    pub scenario: String,
    /// The command that does it again.
    pub command: String,
    pub bots: Vec<String>,
    pub seed: u64,
    /// The day, such as 2026-11-18, and the version of the rules that were played.
    pub date: String,
    pub rules: u32,
    /// Games that came to their end, and how many of them nobody won.
    pub games: u64,
    pub draws: u64,
    pub side: Vec<SideBadge>,
}

/// How often a side won, and between which shares its true rate lies, at 95 %.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideBadge {
    pub name: String,
    pub wins: u64,
    pub low: f64,
    pub high: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    badge: Vec<Spanned<Badge>>,
}

/// The badges of a game whose scenarios these are; none without the file.
pub fn badges(files: Files<'_>, scenarios: &[String]) -> Result<Vec<Badge>, ContentError> {
    let named = |(file, _): &&(&str, &str)| file.rsplit('/').next() == Some(BALANCE);
    let Some((file, text)) = files.iter().find(named) else { return Ok(Vec::new()) };
    let source = Source { file, text };
    let mut badges: Vec<Badge> = Vec::new();
    for badge in source.parse::<File>()?.badge {
        let (span, badge) = (badge.span(), badge.into_inner());
        let check = |ok, why: &str| source.check(ok, span.clone(), || format!("{}: {why}", badge.scenario));
        check(scenarios.contains(&badge.scenario), "there is no such scenario")?;
        check(badges.iter().all(|other| other.scenario != badge.scenario), "it stands twice")?;
        let won: u64 = badge.side.iter().map(|side| side.wins).sum();
        check(badge.games > 0 && badge.side.len() > 1, "expected a game or more, and both sides")?;
        check(won + badge.draws == badge.games, "expected wins and draws that make up the games")?;
        let around = |side: &SideBadge| {
            let rate = side.wins as f64 / badge.games as f64;
            // Figures are written with four places.
            (0.0..=rate + 1e-4).contains(&side.low) && (rate - 1e-4..=1.0).contains(&side.high)
        };
        check(badge.side.iter().all(around), "expected low and high around the share of wins")?;
        check(is_day(&badge.date), "expected a date such as 2026-11-18")?;
        badges.push(badge);
    }
    Ok(badges)
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |n: usize, long: usize| {
        let part = parts.get(n).filter(|part| part.len() == long && part.bytes().all(|b| b.is_ascii_digit()));
        part.and_then(|part| part.parse::<u16>().ok())
    };
    parts.len() == 3
        && number(0, 4).is_some()
        && number(1, 2).is_some_and(|month| (1..=12).contains(&month))
        && number(2, 2).is_some_and(|day| (1..=31).contains(&day))
}

const HEAD: &str = "\
# How fair scenarios are between equal bots: the home page shows it while the rules are of the version that was played. No rule
# asks it, and it is no part of what a match is known by. Written by `heatray lab balance --badges` (docs/lab.md).
";

/// The file that says this.
pub fn badges_text(badges: &[Badge]) -> String {
    let mut text = HEAD.to_owned();
    for Badge { scenario, command, bots, seed, date, rules, games, draws, side } in badges {
        let _ = write!(
            text,
            "\n[[badge]]\nscenario = {scenario:?}\ncommand = {command:?}\nbots = {bots:?}\nseed = {seed}\ndate = {date:?}\n\
             rules = {rules}\ngames = {games}\ndraws = {draws}\n"
        );
        for SideBadge { name, wins, low, high } in side {
            let _ = write!(
                text,
                "\n[[badge.side]]\nname = {name:?}\nwins = {wins}\nlow = {low:.4}\nhigh = {high:.4}\n"
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[[badge]]
scenario = "duel"
command = "heatray lab balance duel"
bots = ["greedy"]
seed = 1
date = "2026-11-18"
rules = 3
games = 10
draws = 1

[[badge.side]]
name = "Red"
wins = 6
low = 0.3127
high = 0.8318

[[badge.side]]
name = "Blue"
wins = 3
low = 0.1078
high = 0.6032
"#;

    fn read(text: &str) -> Result<Vec<Badge>, ContentError> {
        badges(&[(BALANCE, text)], &["duel".to_owned()])
    }

    #[test]
    fn what_is_written_is_read_again() {
        let found = read(GOOD).expect("it is good");
        assert_eq!((found[0].games, found[0].side[1].wins), (10, 3));
        assert_eq!(read(&badges_text(&found)), Ok(found));
        assert_eq!(badges(&[], &[]), Ok(Vec::new()), "nobody measured anything");
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        for (good, bad, why) in [
            ("\"duel\"", "\"dual\"", "dual: there is no such scenario"),
            ("wins = 6", "wins = 5", "duel: expected wins and draws that make up the games"),
            ("low = 0.3127", "low = 0.7", "duel: expected low and high around the share of wins"),
            ("2026-11-18", "2026-13-18", "duel: expected a date such as 2026-11-18"),
            ("2026-11-18", "yesterday", "duel: expected a date such as 2026-11-18"),
        ] {
            let error = read(&GOOD.replacen(good, bad, 1)).expect_err(why);
            assert_eq!((&*error.file, error.line, &*error.why), (BALANCE, 2, why));
        }
        assert_eq!(read(&format!("{GOOD}{GOOD}")).expect_err("twice").why, "duel: it stands twice");
    }
}
