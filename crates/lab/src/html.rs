//! What each report says as a page.

use crate::balance::{BalanceReport, FAIR, PieceBalance, ScenarioBalance};
use crate::duel::{Body, DuelReport, Pairing, Rate};
use crate::page::{Axis, Page, Whisker};
use crate::report::Report;
use crate::stats::wilson;

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn interval(low: f64, high: f64) -> String {
    format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high)
}

/// A signed share of a hundred games.
fn signed(share: f64) -> String {
    format!("{:+.1}", 100.0 * share)
}

fn rate_row(name: String, rate: &Rate) -> Vec<String> {
    let Rate { games, wins, rate, low, high } = rate;
    vec![name, wins.to_string(), games.to_string(), percent(*rate), interval(*low, *high)]
}

const RATES: &[&str] = &["", "wins", "games", "rate", "95 %"];

fn counted(map: &std::collections::BTreeMap<String, u64>) -> Vec<Vec<String>> {
    map.iter().map(|(name, count)| vec![name.clone(), count.to_string()]).collect()
}

impl Report {
    /// The report as one page that needs nothing else; `what` was played, by this command.
    pub fn to_html(&self, what: &str, command: &str) -> String {
        let mut page = Page::new(&format!("A batch of {what}"));
        page.paragraph(&format!("{} of {} games came to their end.", self.finished, self.games));
        if let Some(fault) = &self.first_fault {
            page.warning(&format!(
                "Game {} broke: {}, {} (its seed is {}).",
                fault.index,
                fault.kind.name(),
                fault.message,
                fault.seed
            ));
        }
        page.heading("Who wins");
        let rates: Vec<(&String, Rate)> =
            self.wins.iter().map(|(side, wins)| (side, Rate::of(*wins, self.finished))).collect();
        let rows: Vec<Whisker> = rates.iter().map(|(side, rate)| whisker(side, rate)).collect();
        page.whiskers("Share of games that each side won", &Axis::percent("games won", Some(FAIR)), &rows);
        let mut rows: Vec<Vec<String>> =
            rates.iter().map(|(side, rate)| rate_row((*side).clone(), rate)).collect();
        rows.push(rate_row("draws".to_owned(), &Rate::of(self.draws, self.finished)));
        page.table("Wins by side", RATES, &rows);
        page.table("How games ended", &["", "games"], &counted(&self.endings));
        page.table("Degrees of victory", &["", "games"], &counted(&self.grades));
        page.heading("How long it takes");
        page.histogram("Games by their turns", &self.lengths);
        let turns = format!(
            "{:.1} on average, median {}, {} at most",
            self.turns_mean, self.turns_median, self.turns_max
        );
        page.paragraph(&format!("Turns: {turns}. Orders in all: {}.", self.orders));
        page.paragraph(&format!("Hash of all final states: {}", self.hash));
        page.finish(command)
    }
}

fn whisker(label: &str, rate: &Rate) -> Whisker {
    percents(label.to_owned(), rate.rate, rate.low, rate.high)
}

fn percents(name: String, at: f64, low: f64, high: f64) -> Whisker {
    Whisker { name, figures: format!("{} ({})", percent(at), interval(low, high)), at, low, high }
}

impl DuelReport {
    /// The report as one page that needs nothing else; `what` was played, by this command.
    pub fn to_html(&self, what: &str, command: &str) -> String {
        let mut page = Page::new(&format!("A duel at {what}"));
        page.paragraph(&format!("How bots are compared: {}.", self.how));
        if let Some(fault) = &self.first_fault {
            page.warning(&format!("Game {} broke: {}, {}.", fault.index, fault.kind.name(), fault.message));
        }
        if let Body::Many { bots, .. } = &self.body {
            page.heading("All bots");
            let most =
                bots.iter().flat_map(|bot| [bot.elo_low.abs(), bot.elo_high.abs()]).fold(0.0, f64::max);
            let mut sorted: Vec<_> = bots.iter().collect();
            sorted.sort_by(|one, other| other.elo.total_cmp(&one.elo));
            let row = |bot: &&crate::Standing| Whisker {
                name: bot.bot.clone(),
                figures: format!("{:+.0} ({:+.0} to {:+.0})", bot.elo, bot.elo_low, bot.elo_high),
                at: bot.elo,
                low: bot.elo_low,
                high: bot.elo_high,
            };
            let rows: Vec<Whisker> = sorted.iter().map(row).collect();
            page.whiskers("Elo of each bot; 0 is their middle", &Axis::around("Elo", most, 50.0), &rows);
            let row = |bot: &&crate::Standing| {
                let figures = [bot.elo, bot.elo_low, bot.elo_high].map(|elo| format!("{elo:+.0}"));
                let [elo, low, high] = figures;
                vec![
                    bot.bot.clone(),
                    elo,
                    format!("{low} to {high}"),
                    bot.wins.to_string(),
                    bot.games.to_string(),
                ]
            };
            let rows: Vec<Vec<String>> = sorted.iter().map(row).collect();
            page.table("Elo by maximum likelihood", &["bot", "Elo", "95 %", "wins", "games"], &rows);
        }
        for pairing in self.body.pairings() {
            pairing_on(&mut page, pairing);
        }
        page.paragraph(&format!("Hash of all final states: {}", self.hash));
        page.finish(command)
    }
}

fn pairing_on(page: &mut Page, pairing: &Pairing) {
    let Pairing { a, b, games, pairs, .. } = pairing;
    page.heading(&format!("{a} against {b}"));
    let mut rows = Vec::new();
    if let Some(score) = pairing.score {
        rows.push(percents(format!("{a}'s score"), score, pairing.score_low, pairing.score_high));
    }
    for side in &pairing.sides {
        for (bot, rate) in [(a, &side.a), (b, &side.b)].iter().filter(|(_, rate)| rate.games > 0) {
            rows.push(whisker(&format!("{bot} wins as {}", side.side), rate));
        }
    }
    page.whiskers(
        &format!("Score over {pairs} pairs of games, and wins by side"),
        &Axis::percent("score, or games won", None),
        &rows,
    );
    let figure = |elo: Option<f64>| elo.map_or_else(|| "none".to_owned(), |elo| format!("{elo:+.0}"));
    let mut numbers = vec![
        vec!["games".to_owned(), games.to_string()],
        vec![format!("won by {a}"), pairing.a_wins.to_string()],
        vec![format!("won by {b}"), pairing.b_wins.to_string()],
        vec!["draws".to_owned(), pairing.draws.to_string()],
        vec!["broken".to_owned(), pairing.broken.to_string()],
        vec![format!("{a}'s score at 95 %"), interval(pairing.score_low, pairing.score_high)],
        vec!["Elo".to_owned(), figure(pairing.elo)],
        vec![
            "Elo at 95 %".to_owned(),
            format!("{} to {}", figure(pairing.elo_low), figure(pairing.elo_high)),
        ],
    ];
    if let Some([difference, low, high]) = pairing.difference {
        let words = format!("{} ({} to {})", signed(difference), signed(low), signed(high));
        numbers.push(vec![format!("wins of {a} less wins of {b}, of 100 seeds"), words]);
    }
    page.table("The duel in numbers", &["", ""], &numbers);
    let mut rows = Vec::new();
    for side in &pairing.sides {
        rows.push(rate_row(side.side.clone(), &Rate::of(side.wins, side.games)));
        rows.push(rate_row(format!("{} played by {a}", side.side), &side.a));
        rows.push(rate_row(format!("{} played by {b}", side.side), &side.b));
    }
    page.table("Wins by side", RATES, &rows);
}

impl BalanceReport {
    /// The report as one page that needs nothing else; `what` was played, by this command.
    pub fn to_html(&self, what: &str, command: &str) -> String {
        let mut page = Page::new(&format!("The balance of {what}"));
        page.paragraph(&format!("{} games, played by {}.", self.games, self.bots.join(" and ")));
        if let Some(fault) = &self.first_fault {
            page.warning(&format!("Game {} broke: {}, {}.", fault.index, fault.kind.name(), fault.message));
        }
        if !self.outside.is_empty() {
            let names = self.outside.join(", ");
            page.warning(&format!("The first side scores less than 35 or more than 65 of 100: {names}."));
        }
        let row =
            |s: &ScenarioBalance| percents(format!("{}, {}", s.scenario, s.first), s.score, s.low, s.high);
        let rows: Vec<Whisker> = self.scenarios.iter().map(row).collect();
        page.heading("All scenarios");
        page.whiskers(
            "Score of the first side; the band is called fair",
            &Axis::percent("score; a draw is half a win", Some(FAIR)),
            &rows,
        );
        let row = |s: &ScenarioBalance| {
            let turns = format!("{:.1}", s.turns.mean);
            let swing = s.swing.as_ref().map_or_else(|| "none".to_owned(), |swing| percent(swing.rate));
            vec![s.scenario.clone(), s.first.clone(), percent(s.score), interval(s.low, s.high), turns, swing]
        };
        let rows: Vec<Vec<String>> = self.scenarios.iter().map(row).collect();
        let heads = ["scenario", "first side", "score", "95 %", "turns", "lost from ahead"];
        page.table("All scenarios in numbers", &heads, &rows);
        for scenario in &self.scenarios {
            scenario_on(&mut page, scenario);
        }
        page.paragraph(&format!("Hash of all final states: {}", self.hash));
        page.finish(command)
    }
}

fn scenario_on(page: &mut Page, scenario: &ScenarioBalance) {
    page.heading(&scenario.scenario);
    let rows: Vec<Whisker> = scenario.sides.iter().map(|side| whisker(&side.side, &side.rate)).collect();
    page.whiskers("Share of games that each side won", &Axis::percent("games won", Some(FAIR)), &rows);
    let mut rows = Vec::new();
    for side in &scenario.sides {
        rows.push(rate_row(side.side.clone(), &side.rate));
        for (grade, rate) in &side.grades {
            rows.push(rate_row(format!("{}, {grade}", side.side), rate));
        }
    }
    let [low, high] = wilson(scenario.draws, scenario.finished);
    let share = scenario.draws as f64 / scenario.finished.max(1) as f64;
    let (draws, finished) = (scenario.draws.to_string(), scenario.finished.to_string());
    rows.push(vec!["draws".to_owned(), draws, finished, percent(share), interval(low, high)]);
    page.table("Wins by side and degree", RATES, &rows);
    page.histogram("Games by their turns", &scenario.turns.counts);
    let turns = &scenario.turns;
    page.paragraph(&format!(
        "Turns: {:.1} on average ({:.1} to {:.1}); half of the games take {} to {}, the median is {}.",
        turns.mean, turns.mean_low, turns.mean_high, turns.lower_quartile, turns.upper_quartile, turns.median
    ));
    page.paragraph(&match &scenario.swing {
        None => {
            "This game has no figure for a position, so nobody knows who was ahead at half time.".to_owned()
        }
        Some(swing) => format!(
            "Who was ahead at half time lost {} of {} games: {} ({}).",
            swing.lost,
            swing.games,
            percent(swing.rate),
            interval(swing.low, swing.high)
        ),
    });
    page.table("How games ended", &["", "games"], &counted(&scenario.endings));
    let bound = |bound: Option<f64>| bound.map_or_else(|| "?".to_owned(), |bound| format!("{bound:+.2}"));
    let row = |d: &crate::Decider| {
        let (low, high) = (bound(d.low), bound(d.high));
        let (won, lost, more) =
            (format!("{:.2}", d.won), format!("{:.2}", d.lost), format!("{:+.2}", d.difference));
        vec![format!("{}: {}", d.side, d.kind), won, lost, more, format!("{low} to {high}")]
    };
    let rows: Vec<Vec<String>> = scenario.decided.iter().map(row).collect();
    let heads = ["what chance gave a side", "in games won", "in games lost", "more", "95 %"];
    page.table("What decided, the clearest first", &heads, &rows);
    if !scenario.pieces.is_empty() {
        page.smaller("With one piece less, more or other");
        pieces_on(page, scenario);
    }
}

fn pieces_on(page: &mut Page, scenario: &ScenarioBalance) {
    let row = |piece: &PieceBalance| {
        let [at, low, high] = piece.difference?.map(|share| 100.0 * share);
        let figures = format!("{at:+.1} ({low:+.1} to {high:+.1})");
        Some(Whisker { name: piece.change.clone(), figures, at, low, high })
    };
    let rows: Vec<Whisker> = scenario.pieces.iter().filter_map(row).collect();
    let most = rows.iter().flat_map(|row| [row.low.abs(), row.high.abs()]).fold(0.0, f64::max);
    let caption = format!("How many of 100 games more {} score with the change", scenario.first);
    page.whiskers(&caption, &Axis::around("of 100 games", most, 5.0), &rows);
    let row = |piece: &PieceBalance| {
        let three = |[at, low, high]: [f64; 3]| (percent(at), interval(low, high));
        let (score, sure) = piece.score.map(three).unwrap_or_default();
        let more = piece
            .difference
            .map(|[at, low, high]| format!("{} ({} to {})", signed(at), signed(low), signed(high)));
        let last = more.or_else(|| piece.refused.clone()).unwrap_or_default();
        vec![piece.change.clone(), score, sure, last]
    };
    let rows: Vec<Vec<String>> = scenario.pieces.iter().map(row).collect();
    page.table("Changes in numbers", &["change", "score", "95 %", "more of 100, or why not"], &rows);
}
