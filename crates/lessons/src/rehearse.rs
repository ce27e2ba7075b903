//! Playing a lesson by its own data: its orders are legal, what it tells happens, and it ends as it says.

use crate::{Lesson, ME, Until, fits};
use serde_json::Value;
use table::face::{AnyGame, AnyMatch};
use table::{Outcome, SeatId, SetupRequest, Viewer};

/// Decisions between two orders of a lesson, beyond which nobody waits for it.
const PATIENCE: usize = 500;
/// Orders that are named where none fits.
const NAMED: usize = 4;

/// A lesson that holds.
#[derive(Clone, Debug)]
pub struct Rehearsed {
    pub orders: Vec<Value>,
    pub outcome: Option<Outcome>,
}

/// Where a lesson does not hold: the line of its file, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub line: usize,
    pub why: String,
}

/// Plays a lesson from its beginning to its end.
pub fn rehearse(lesson: &Lesson, game: &dyn AnyGame) -> Result<Rehearsed, Wrong> {
    let begun = game.new_match(&lesson.request(), u64::from(lesson.seed));
    let play = begun.map_err(|e| Wrong { line: 1, why: format!("its match can not begin: {e}") })?;
    if play.seats().len() != lesson.seats.len() {
        let why = format!("expected {} seats, found {}", play.seats().len(), lesson.seats.len());
        return Err(Wrong { line: 1, why });
    }
    let me = play.seats()[lesson.me()].id;
    let mut run = Run { lesson, play, me, since: 0, orders: Vec::new() };
    for (number, step) in lesson.steps.iter().enumerate() {
        let wrong = |why: String| Wrong { line: step.line, why: format!("step {}: {why}", number + 1) };
        let awaited = lesson.steps[number..].iter().find_map(|step| match &step.until {
            Until::Order(pattern) => Some(pattern),
            _ => None,
        });
        run.settle(awaited).map_err(wrong)?;
        run.told(&step.told).map_err(wrong)?;
        if let Until::Order(pattern) = &step.until {
            run.give(pattern).map_err(wrong)?;
        }
    }
    let wrong = |why: String| Wrong { line: lesson.end.line, why: format!("the end: {why}") };
    run.settle(None).map_err(wrong)?;
    run.told(&lesson.end.told).map_err(wrong)?;
    let outcome = run.play.outcome();
    let winner = outcome.as_ref().and_then(|outcome| outcome.winner_name.clone());
    if winner.as_deref() != lesson.end.winner.as_deref() {
        let said = |who: Option<&str>| who.map_or_else(|| "nobody".to_owned(), |who| format!("{who:?}"));
        let (is, says) = (said(winner.as_deref()), said(lesson.end.winner.as_deref()));
        return Err(wrong(format!("{is} has won by then; the lesson says {says}")));
    }
    leads_on(lesson, game).map_err(wrong)?;
    Ok(Rehearsed { orders: run.orders, outcome })
}

/// What the end leads to is there, and so is the team of whoever goes there.
fn leads_on(lesson: &Lesson, game: &dyn AnyGame) -> Result<(), String> {
    let Some(next) = &lesson.end.next else { return Ok(()) };
    let all = game.scenarios();
    let Some(scenario) = all.iter().find(|s| s.id == next.scenario) else {
        let known: Vec<&str> = all.iter().map(|s| s.id.as_str()).collect();
        return Err(format!(
            "there is no scenario {:?}; expected one of {}",
            next.scenario,
            known.join(", ")
        ));
    };
    match &next.team {
        Some(team) if !scenario.seats.iter().any(|seat| seat.team == *team) => {
            let teams: Vec<&str> = scenario.seats.iter().map(|seat| seat.team.as_str()).collect();
            Err(format!("{} has no team {team:?}; expected one of {}", next.scenario, teams.join(", ")))
        }
        _ => {
            let (scenario, options) = (next.scenario.clone(), next.options.clone());
            let begun = game.new_match(&SetupRequest { scenario, variant: None, options }, 0);
            begun.map(|_| ()).map_err(|e| format!("what comes next can not begin: {e}"))
        }
    }
}

struct Run<'a> {
    lesson: &'a Lesson,
    play: Box<dyn AnyMatch>,
    me: SeatId,
    /// How many events the learner knew of when the last order of the lesson was given.
    since: usize,
    orders: Vec<Value>,
}

impl Run<'_> {
    /// Everything that happens without the learner: bots answer, and so does the only legal order of the learner's own,
    /// unless the lesson awaits that very one.
    fn settle(&mut self, awaited: Option<&Value>) -> Result<(), String> {
        for _ in 0..PATIENCE {
            let waiting = self.play.waiting();
            let bot = waiting.iter().find_map(|seat| {
                let index = self.play.seats().iter().position(|s| s.id == *seat)?;
                let name = self.lesson.seats.get(index).filter(|name| *name != ME)?;
                Some((*seat, name.as_str()))
            });
            if let Some((seat, name)) = bot {
                let desk = bots::Desk::new(self.play.as_ref(), seat);
                let prompt = desk.owed().ok_or("a bot owes nothing and is waited for")?;
                let chance = bots::chance(self.play.as_ref(), seat);
                let mut bot = bots::by_name(name, chance).map_err(|e| e.to_string())?;
                let order = bots::order(bot.as_mut(), &desk, prompt);
                let (order, _) = order.ok_or_else(|| format!("the bot {name} finds no order"))?;
                self.play.order(seat, &order).map_err(|e| format!("the bot {name}: {e}"))?;
                continue;
            }
            let only = self.play.owed_by(self.me).filter(|prompt| self.play.options(*prompt) == 1);
            let Some(prompt) = only else { return Ok(()) };
            let order = self.play.option(prompt, 0);
            if awaited.is_some_and(|pattern| fits(pattern, &order)) {
                return Ok(());
            }
            self.play.choose(prompt, 0);
        }
        Err(format!("after {PATIENCE} decisions nobody waits for the learner"))
    }

    fn told(&self, claims: &[String]) -> Result<(), String> {
        let events = self.play.events(Viewer::Seat(self.me), self.since);
        for claim in claims {
            if !events.iter().any(|event| event.text.contains(claim.as_str())) {
                let last: Vec<&str> = events.iter().map(|event| event.text.as_str()).collect();
                return Err(format!("the log does not tell {claim:?}; it tells: {}", last.join(" ")));
            }
        }
        Ok(())
    }

    fn give(&mut self, pattern: &Value) -> Result<(), String> {
        if let Some(outcome) = self.play.outcome() {
            return Err(format!("the match is over by then: {}", outcome.how));
        }
        // A whole order need not be among those that are listed: some lists are samples.
        let mut found = self.play.check(self.me, pattern).is_ok().then(|| pattern.clone());
        let mut named = Vec::new();
        if found.is_none() {
            self.play.each_legal(self.me, &mut |order, row| {
                if fits(pattern, &order) {
                    found = Some(order);
                } else if named.len() < NAMED {
                    named.push(format!("{} ({order})", row().label));
                }
                found.is_none()
            });
        }
        let order = found.ok_or_else(|| {
            let asked: Vec<String> =
                self.play.open(Viewer::Seat(self.me)).into_iter().map(|prompt| prompt.text).collect();
            let others = if named.is_empty() { "none".to_owned() } else { named.join("; ") };
            format!("no legal order fits {pattern}. Asked is: {} Legal are: {others}", asked.join(" "))
        })?;
        self.since = self.play.events(Viewer::Seat(self.me), 0).len();
        self.play.order(self.me, &order).map_err(|e| e.to_string())?;
        self.orders.push(order);
        Ok(())
    }
}
