//! What a balance found, as content: the home page shows it on the cards of the scenarios.

use super::balance::BalanceArgs;
use ::games::{Badge, SideBadge, badges_text};
use anyhow::{Context, Result, bail};
use lab::{BalanceReport, ScenarioBalance};
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use table::face::AnyGame;

/// The badges that stand in the file; what is asked for is refused before anything is played if no badge can tell it.
pub fn kept(game: &dyn AnyGame, args: &BalanceArgs, file: &Path) -> Result<Vec<Badge>> {
    if args.setup.variant.is_some() || args.pieces {
        bail!("--badges: a badge is that of a scenario as it comes, without --variant and --pieces");
    }
    let [first, others @ ..] = &args.bots[..] else { bail!("--badges: expected a bot") };
    if others.iter().any(|other| other != first) {
        bail!("--badges: a badge is that of equal bots; expected one name after --bots");
    }
    if !file.exists() {
        return Ok(Vec::new());
    }
    let name = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| name.clone())?;
    let scenarios: Vec<String> = game.scenarios().into_iter().map(|scenario| scenario.id).collect();
    let read = ::games::read_badges(&text, &scenarios);
    read.map_err(|wrong| anyhow::anyhow!("{name}:{}: {}", wrong.line, wrong.why))
}

/// Writes the badges of what was played among those that are kept, in the order of the game's scenarios.
pub fn write(
    file: &Path,
    game: &dyn AnyGame,
    kept: Vec<Badge>,
    report: &BalanceReport,
    command: &str,
) -> Result<()> {
    if let Some(fault) = &report.first_fault {
        bail!("--badges: {} is not written, since a game broke: {}", file.display(), fault.message);
    }
    let date = today();
    let mut all: Vec<Badge> =
        report.scenarios.iter().map(|scenario| badge(scenario, report, command, &date)).collect();
    all.extend(
        kept.into_iter().filter(|old| report.scenarios.iter().all(|new| new.scenario != old.scenario)),
    );
    let order: Vec<String> = game.scenarios().into_iter().map(|scenario| scenario.id).collect();
    all.sort_by_key(|badge| order.iter().position(|id| *id == badge.scenario));
    fs::write(file, badges_text(&all)).with_context(|| file.display().to_string())
}

fn badge(found: &ScenarioBalance, report: &BalanceReport, command: &str, date: &str) -> Badge {
    let side = |side: &lab::SideBalance| {
        let lab::Rate { wins, low, high, .. } = side.rate;
        SideBadge { name: side.side.clone(), wins, low, high }
    };
    Badge {
        scenario: found.scenario.clone(),
        command: command.to_owned(),
        bots: report.bots.clone(),
        seed: report.seed,
        date: date.to_owned(),
        rules: report.rules,
        games: found.finished,
        draws: found.draws,
        side: found.sides.iter().map(side).collect(),
    }
}

/// The day by the clock of this machine, as it is in Greenwich.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let [year, month, day] = civil(since.as_secs() / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a day since 1970, by counting years and months.
fn civil(mut days: u64) -> [u64; 3] {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    [year, month, days + 1]
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, date) in [
            (0, [1970, 1, 1]),
            (58, [1970, 2, 28]),
            (59, [1970, 3, 1]),
            (11_016, [2000, 2, 29]),
            (20_775, [2026, 11, 18]),
            (20_818, [2026, 12, 31]),
            (20_819, [2027, 1, 1]),
        ] {
            assert_eq!(civil(days), date, "{days}");
        }
    }
}
