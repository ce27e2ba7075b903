//! A finished match looked at again: what it was worth to each side at the beginning of each turn, and the decisions at which
//! it turned, each apart from the dice that fell after it.
//!
//! Everything lies open when a match is over, so nothing is imagined here: a table is copied as it stood, gets other dice, and
//! is played on to the end by reflex, again and again. How often is a number and not a time: a match and a [`Budget`] give the
//! same review everywhere. It is made piece by piece ([`Reviewer::step`]), so that whoever makes it can let others go first.

mod playout;

pub use playout::{Chance, Gain};

use crate::{Desk, UnknownBot, by_name, order};
use playout::{Played, play_on, worth};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use table::face::{AnyMatch, Asked};
use table::{Dice, SeatId, TeamId, Viewer};

/// How much a [`Reviewer`] plays: numbers, not time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Playouts in all, about: a third for the moments, a third to look at decisions, a third for the turning points.
    pub playouts: usize,
    /// The longest playout, in orders. Where it has not ended by then the table is appraised.
    pub orders: usize,
    /// Moments and decisions that are looked at, at most.
    pub moments: usize,
    pub decisions: usize,
    /// Turning points that are told, at most.
    pub points: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { playouts: 6000, orders: 3000, moments: 60, decisions: 40, points: 3 }
    }
}

impl Budget {
    /// What a table of this kind bears. Where a game has reflexes, or one plays alone, a playout takes a fraction of a
    /// millisecond; where both sides have to ask the game for its advice it takes twenty, and there are fewer of them.
    pub fn fitting(table: &dyn AnyMatch) -> Self {
        let seats = table.seats();
        let quick = seats.len() == 1 || seats.first().is_some_and(|seat| table.appraise(seat.id).is_some());
        if quick {
            return Self::default();
        }
        Self { playouts: 900, moments: 15, decisions: 8, points: 2, ..Self::default() }
    }
}

/// Decisions that are looked at closely for each turning point that may be told.
const FINALISTS: usize = 2;
/// The fewest and the most playouts for one thing.
const LEAST: usize = 8;
const MOST: usize = 400;
/// What turned a match moved at least so much of it.
const TURN: f64 = 0.04;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Won(TeamId),
    Drawn,
    /// Nobody played it to an end.
    CalledOff,
}

impl Ending {
    pub fn by(winner: Option<TeamId>) -> Self {
        winner.map_or(Self::Drawn, Self::Won)
    }

    /// What that is to a side.
    fn worth(self, side: TeamId) -> Option<f64> {
        match self {
            Self::Won(winner) => Some(f64::from(u8::from(winner == side))),
            Self::Drawn => Some(0.5),
            Self::CalledOff => None,
        }
    }
}

/// What became of a match that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The names of the two sides. Chances of moments are the first one's.
    pub sides: [String; 2],
    pub moments: Vec<Moment>,
    /// The decisions at which it turned, in the order of the match.
    pub points: Vec<Point>,
    /// How many playouts it was made of.
    pub playouts: usize,
    /// Some of them were draws, which count half.
    pub draws: bool,
    /// Why there is nothing to say, if there is nothing: then the rest is empty.
    pub silent: Option<String>,
}

/// What the match was worth at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// How many orders had been given.
    pub orders: usize,
    pub turn: u32,
    pub chance: Chance,
}

/// A decision at which the match turned. All chances are those of the side that decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// How many orders had been given before it.
    pub orders: usize,
    pub turn: u32,
    pub seat: SeatId,
    /// What was asked, and what was answered, in words.
    pub asked: String,
    pub chosen: String,
    /// What the table was worth before, if anybody had gone on by reflex.
    pub before: Chance,
    /// What the answer was worth, whatever the dice would be.
    pub after: Chance,
    /// How much better (or, below 0, worse) the answer was than that of the bot, or than the reflex if the bot gave the same.
    pub gain: Gain,
    /// What the bot would have answered, if it was something else.
    pub better: Option<Better>,
    /// What the table was worth when this seat was asked again: the dice had fallen.
    pub then: Chance,
    /// Nobody gave an order in between: it was the dice alone.
    pub dice_alone: bool,
}

/// Another answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    pub words: String,
    pub why: Option<String>,
    pub chance: Chance,
}

/// An order of the match, and the dice that it was given with if they were other ones than before.
#[derive(Debug)]
struct Given {
    seat: SeatId,
    order: Value,
    dice: Option<u64>,
}

/// A decision of a person and the table that he saw.
struct Decision {
    orders: usize,
    seat: SeatId,
    turn: u32,
    asked: String,
    table: Box<dyn AnyMatch>,
    /// How much it seemed to matter at first sight.
    weight: f64,
}

/// What is to be done next.
enum Work {
    Moment { orders: usize, turn: u32, table: Box<dyn AnyMatch> },
    Look(Decision),
    Point { decision: Decision, then: Box<dyn AnyMatch>, dice_alone: bool },
}

/// The three things that are told apart.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Moments,
    Looks,
    Points,
    Done,
}

/// Makes a [`Review`], piece by piece.
pub struct Reviewer {
    budget: Budget,
    bot: String,
    seed: u64,
    first: Box<dyn AnyMatch>,
    log: Vec<Given>,
    ended: Ending,
    people: Vec<SeatId>,
    side: TeamId,
    stage: Stage,
    work: VecDeque<Work>,
    /// Playouts for each thing that is tried in this stage.
    tries: usize,
    /// Orders of people that answered something, with their turns.
    candidates: Vec<(usize, u32)>,
    looked: Vec<Decision>,
    unknown: usize,
    review: Review,
}

impl std::fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a review of {} orders, {} playouts so far", self.log.len(), self.review.playouts)
    }
}

impl Reviewer {
    /// Looks at a match again: as it was before its first order, and as it is now that it is over. `people` are the seats whose
    /// decisions count, and `bot` who is asked what else could have been done.
    pub fn new(
        first: Box<dyn AnyMatch>,
        last: &dyn AnyMatch,
        ended: Ending,
        people: Vec<SeatId>,
        bot: &str,
        budget: Budget,
    ) -> Result<Self, UnknownBot> {
        by_name(bot, 0)?;
        let log = (0..last.orders()).filter_map(|n| {
            let (seat, order) = last.entry(n)?;
            Some(Given { seat, order, dice: last.rerolled_before(n) })
        });
        let seat = last.seats().first();
        let side = seat.map_or(TeamId(0), |seat| seat.team);
        let own = seat.map(|seat| seat.team_name.clone()).unwrap_or_default();
        let other = seat.and_then(|seat| last.winner_against(seat.id)).unwrap_or_default();
        let review = Review {
            sides: [own, other],
            moments: Vec::new(),
            points: Vec::new(),
            playouts: 0,
            draws: false,
            silent: None,
        };
        let mut reviewer = Self {
            budget,
            bot: bot.to_owned(),
            // Apart from the match's own dice.
            seed: Dice::derive(last.seed(), 0x0004_e71e).next_u64(),
            first: first.still(),
            log: log.collect(),
            ended,
            people,
            side,
            stage: Stage::Moments,
            work: VecDeque::new(),
            tries: 0,
            candidates: Vec::new(),
            looked: Vec::new(),
            unknown: 0,
            review,
        };
        reviewer.plan_moments(last);
        Ok(reviewer)
    }

    /// How much is done, and of how much: for a bar.
    pub fn progress(&self) -> (usize, usize) {
        let all = self.budget.playouts.max(1);
        if self.stage == Stage::Done { (all, all) } else { (self.review.playouts.min(all - 1), all) }
    }

    /// Does the next piece; says whether there are more.
    pub fn step(&mut self) -> bool {
        match self.work.pop_front() {
            Some(Work::Moment { orders, turn, table }) => self.moment(orders, turn, table.as_ref()),
            Some(Work::Look(decision)) => self.look(decision),
            Some(Work::Point { decision, then, dice_alone }) => {
                self.point(&decision, then.as_ref(), dice_alone);
            }
            None => {}
        }
        while self.work.is_empty() && self.stage != Stage::Done {
            match self.stage {
                Stage::Moments => self.plan_looks(),
                Stage::Looks => self.plan_points(),
                Stage::Points | Stage::Done => self.finish(),
            }
        }
        self.stage != Stage::Done
    }

    /// What was found, when nothing is left to be done.
    pub fn review(self) -> Review {
        self.review
    }

    // ---- the match once more

    /// Plays the match again and shows each table with the number of orders before it, as long as somebody wants more.
    fn replay(&self, mut show: impl FnMut(usize, &dyn AnyMatch) -> bool) {
        let mut table = self.first.still();
        for (orders, given) in self.log.iter().enumerate() {
            if let Some(dice) = given.dice {
                table.reroll(dice);
            }
            if !show(orders, table.as_ref()) || table.order(given.seat, &given.order).is_err() {
                return;
            }
        }
        show(self.log.len(), table.as_ref());
    }

    /// The first table of each turn, and which orders people gave.
    fn plan_moments(&mut self, last: &dyn AnyMatch) {
        let mut begun: Vec<(usize, u32)> = Vec::new();
        let mut candidates = Vec::new();
        self.replay(|orders, table| {
            let turn = table.turn();
            if orders < self.log.len() && begun.last().is_none_or(|(_, known)| *known != turn) {
                begun.push((orders, turn));
            }
            let given = self.log.get(orders).map(|given| given.seat);
            if given.is_some_and(|seat| self.people.contains(&seat) && table.owed_by(seat).is_some()) {
                candidates.push((orders, turn));
            }
            true
        });
        let most = self.budget.moments.max(2);
        let kept: Vec<(usize, u32)> = match begun.len() {
            few if few <= most => begun,
            many => (0..most).map(|n| begun[n * (many - 1) / (most - 1)]).collect(),
        };
        let mut work = VecDeque::new();
        self.replay(|orders, table| {
            if let Some((_, turn)) = kept.iter().find(|(at, _)| *at == orders) {
                work.push_back(Work::Moment { orders, turn: *turn, table: table.still() });
            }
            orders <= kept.last().map_or(0, |(at, _)| *at)
        });
        self.tries = self.share(work.len());
        (self.work, self.candidates) = (work, candidates);
        if let Some(mean) = self.ended.worth(self.side) {
            let (orders, turn) = (self.log.len(), last.turn());
            self.review.moments.push(Moment { orders, turn, chance: Chance::certain(mean) });
        }
    }

    /// Playouts for each of so many things that share a third of all.
    fn share(&self, things: usize) -> usize {
        (self.budget.playouts / 3 / things.max(1)).clamp(LEAST, MOST)
    }

    // ---- playing on

    /// What a table is worth to a team after an answer (or after the reflex of whoever is asked), with dice of its own each time.
    /// What is tried under the same name is tried with the same dice.
    fn tried(
        &mut self,
        table: &dyn AnyMatch,
        answer: Option<(SeatId, &Value)>,
        team: TeamId,
        name: u64,
    ) -> Vec<f64> {
        let mut values = Vec::with_capacity(self.tries);
        for n in 0..self.tries as u64 {
            let mut dice = Dice::derive(self.seed ^ name.rotate_left(24), n);
            let mut world = table.still();
            world.reroll(dice.next_u64());
            if let Some((seat, order)) = answer
                && world.order(seat, order).is_err()
            {
                continue;
            }
            let Played { value, drawn, unknown } = play_on(world, team, self.budget.orders, &mut dice);
            self.review.draws |= drawn;
            self.unknown += usize::from(unknown);
            values.push(value);
        }
        self.review.playouts += values.len();
        values
    }

    fn moment(&mut self, orders: usize, turn: u32, table: &dyn AnyMatch) {
        let values = self.tried(table, None, self.side, orders as u64);
        let chance = Chance::of(&values);
        self.review.moments.push(Moment { orders, turn, chance });
    }

    /// The table is tried as it was left to a reflex, with the answer that was given, and with the bot's.
    fn arms(&mut self, decision: &Decision, name: u64) -> Arms {
        let (seat, table) = (decision.seat, decision.table.as_ref());
        let team = team_of(table, seat).unwrap_or(self.side);
        let given = self.log[decision.orders].order.clone();
        let before = self.tried(table, None, team, name);
        let after = self.tried(table, Some((seat, &given)), team, name);
        let advice = self.bots_answer(decision).filter(|(order, ..)| *order != given);
        let better = advice.map(|(order, words, why)| {
            let values = self.tried(table, Some((seat, &order)), team, name);
            (words, why, values)
        });
        Arms { team, before, after, better }
    }

    /// What the bot would have done at this desk: the order, its words, and why.
    fn bots_answer(&self, decision: &Decision) -> Option<(Value, String, Option<String>)> {
        let desk = Desk::new(decision.table.as_ref(), decision.seat);
        let chance = Dice::derive(self.seed, decision.orders as u64).next_u64();
        let mut bot = by_name(&self.bot, chance).ok()?;
        let (answer, words) = order(bot.as_mut(), &desk, desk.owed()?)?;
        let why = bot.why().or_else(|| desk.detail(&answer));
        Some((answer, words, why))
    }

    // ---- decisions

    /// The decisions that are looked at: all, or those of the turns in which most changed.
    fn plan_looks(&mut self) {
        self.stage = Stage::Looks;
        self.review.moments.sort_by_key(|moment| moment.orders);
        if self.unknown * 2 > self.review.playouts {
            self.review.moments.clear();
            self.review.silent = Some(
                "Playing it on from its moments did not come to an end, and this game has no figure for a table: \
                 there is nothing to review by."
                    .to_owned(),
            );
            return;
        }
        let swings = swings(&self.review.moments);
        let rank = |orders: usize| {
            let place = swings.iter().position(|(from, to, _)| (*from..*to).contains(&orders));
            place.unwrap_or(swings.len())
        };
        let mut ranked: Vec<(usize, usize)> =
            self.candidates.iter().map(|(orders, _)| (rank(*orders), *orders)).collect();
        ranked.sort_unstable();
        // Some of them had no choice; that is seen on the way.
        ranked.truncate(self.budget.decisions * 3);
        let ranks: BTreeMap<usize, usize> = ranked.into_iter().map(|(rank, orders)| (orders, rank)).collect();
        let mut found: Vec<(usize, Decision)> = Vec::new();
        let mut open: Option<(usize, usize, Decision, Asked)> = None;
        self.replay(|orders, table| {
            if let Some((rank, round, decision, asked)) = open.take()
                && answered_first(&asked, table, round, decision.seat)
            {
                found.push((rank, decision));
            }
            if let (Some(rank), Some(given)) = (ranks.get(&orders), self.log.get(orders)) {
                let asked = table.prompts(Viewer::Seat(given.seat));
                if let Some(first) = asked.prompts.iter().find(|p| p.must && p.options > 1) {
                    let decision = Decision {
                        orders,
                        seat: given.seat,
                        turn: table.turn(),
                        asked: first.text.clone(),
                        table: table.still(),
                        weight: 0.0,
                    };
                    open = Some((*rank, table.round() as usize, decision, asked));
                }
            }
            true
        });
        found.sort_by_key(|(rank, decision)| (*rank, decision.orders));
        found.truncate(self.budget.decisions);
        self.tries = self.share(found.len() * 3);
        self.work = found.into_iter().map(|(_, decision)| Work::Look(decision)).collect();
    }

    /// A first look: how much it mattered, as far as a few playouts tell.
    fn look(&mut self, mut decision: Decision) {
        let arms = self.arms(&decision, 0x1000_0000 | decision.orders as u64);
        let gain = arms.gain();
        decision.weight = gain.mean.abs() - gain.margin / 2.0;
        if decision.weight > 0.0 {
            self.looked.push(decision);
        }
    }

    /// The few that seemed to matter most are tried again, with other dice: who is chosen by one sample is not judged by it.
    fn plan_points(&mut self) {
        self.stage = Stage::Points;
        let mut looked = std::mem::take(&mut self.looked);
        looked.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.orders.cmp(&b.orders)));
        looked.truncate(self.budget.points * FINALISTS);
        self.tries = self.share(looked.len() * 4);
        let mut work = VecDeque::new();
        for decision in looked {
            let (then, dice_alone) = self.afterwards(&decision);
            work.push_back(Work::Point { decision, then, dice_alone });
        }
        self.work = work;
    }

    /// The table when the dice had fallen and the same seat was asked again, and whether nobody else gave an order until then.
    fn afterwards(&self, decision: &Decision) -> (Box<dyn AnyMatch>, bool) {
        let round = decision.table.round();
        let mut then = (decision.table.still(), decision.orders);
        self.replay(|orders, table| {
            if orders <= decision.orders {
                return true;
            }
            let asked = table.round() > round && table.owed_by(decision.seat).is_some();
            if asked || orders == self.log.len() {
                then = (table.still(), orders);
            }
            !asked
        });
        (then.0, then.1 == decision.orders + 1)
    }

    fn point(&mut self, decision: &Decision, then: &dyn AnyMatch, dice_alone: bool) {
        let name = 0x2000_0000 | decision.orders as u64;
        let arms = self.arms(decision, name);
        let gain = arms.gain();
        if gain.mean.abs() < TURN || gain.mean.abs() <= gain.margin {
            return;
        }
        let then = match then.outcome() {
            Some(_) => Chance::certain(worth(then, arms.team).value),
            None => Chance::of(&self.tried(then, None, arms.team, name | 0x4000_0000)),
        };
        let given = &self.log[decision.orders].order;
        let better =
            arms.better.map(|(words, why, values)| Better { words, why, chance: Chance::of(&values) });
        self.review.points.push(Point {
            orders: decision.orders,
            turn: decision.turn,
            seat: decision.seat,
            asked: decision.asked.clone(),
            chosen: decision.table.words(decision.seat, given).unwrap_or_default(),
            before: Chance::of(&arms.before),
            after: Chance::of(&arms.after),
            gain,
            better,
            then,
            dice_alone,
        });
    }

    fn finish(&mut self) {
        self.stage = Stage::Done;
        let points = &mut self.review.points;
        points.sort_by(|a, b| b.gain.mean.abs().total_cmp(&a.gain.mean.abs()).then(a.orders.cmp(&b.orders)));
        points.truncate(self.budget.points);
        points.sort_by_key(|point| point.orders);
    }
}

/// What a decision led to when it was tried, one playout after the other.
struct Arms {
    team: TeamId,
    before: Vec<f64>,
    after: Vec<f64>,
    better: Option<(String, Option<String>, Vec<f64>)>,
}

impl Arms {
    /// How much the answer gained against the bot's, or against a reflex where the bot gave the same.
    fn gain(&self) -> Gain {
        let against = self.better.as_ref().map_or(&self.before, |(.., values)| values);
        Gain::of(&self.after, against)
    }
}

fn team_of(table: &dyn AnyMatch, seat: SeatId) -> Option<TeamId> {
    table.seats().iter().find(|own| own.id == seat).map(|own| own.team)
}

/// From one moment to the next, how far the match swung; the widest first.
fn swings(moments: &[Moment]) -> Vec<(usize, usize, f64)> {
    let mut swings: Vec<(usize, usize, f64)> = moments
        .windows(2)
        .map(|pair| (pair[0].orders, pair[1].orders, (pair[1].chance.mean - pair[0].chance.mean).abs()))
        .collect();
    swings.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    swings
}

/// Whether an order answered the first thing that its seat was asked. Who owes several answers may give any of them, and a bot
/// is asked for the first: the two would not be about the same thing.
fn answered_first(asked: &Asked, after: &dyn AnyMatch, round: usize, seat: SeatId) -> bool {
    let owed = |asked: &Asked| -> Vec<String> {
        asked.prompts.iter().filter(|p| p.must).map(|p| p.ask.get().to_owned()).collect()
    };
    let before = owed(asked);
    if before.len() < 2 || after.round() as usize != round {
        return true;
    }
    let left = owed(&after.prompts(Viewer::Seat(seat)));
    before.first().is_none_or(|first| !left.contains(first))
}
