//! Decisions that several sides make in secret at once, such as the plans of a turn.
//!
//! To answer what one expects of the others is not enough there: whoever does that can be expected himself. So whole plans of
//! both sides are set against each other in imagined worlds, and the answer is drawn from the mix that an opponent gains
//! nothing by knowing.

use super::{Alternative, Budget, Choice, meter, mixed, on_threads};
use crate::Desk;
use table::face::AnyMatch;
use table::{Breadth, Dice, Intent, Memory, SeatId};

/// A sealed decision is made for all vehicles of a side at once: it may take so many times as many playouts as another one.
const SHARE: usize = 50;
/// Plans of each side that come to mind at once.
const GLANCES: usize = 4;
/// So often each side answers the other's mix.
const ROUNDS: usize = 1;
/// Answers of a side that are set against the other side's plans.
const FINALISTS: usize = 5;
/// How often the enemy is thought to do just any of what came to mind: he may be a worse player, and figures are noisy.
const SLACK: f64 = 0.3;

/// A whole plan: an order for each decision of a side.
type Plan = Vec<Intent>;

/// The plan that was made at the first decision of a step, for the others of the same step.
#[derive(Default)]
struct Plans {
    /// The turn and the round of the match in which it was made.
    made: Option<(u32, u64)>,
    plan: Plan,
    choice: Choice,
}

/// Answers a decision that is made in secret at once with others; none if this is no such decision.
pub(super) fn choose(
    desk: &Desk<'_>,
    prompt: usize,
    budget: &Budget,
    threads: usize,
    dice: &mut Dice,
    memory: &mut Memory,
) -> Option<Choice> {
    let mut dice = Dice::new(dice.next_u64());
    let first = desk.muse(&mut dice);
    if !first.is_sealed() || first.outlook(desk.seat()).is_none() {
        return None;
    }
    let now = (desk.turn(), desk.round());
    let own = first.owed_by(desk.seat())?;
    let kept = |plans: &Plans| plans.plan.iter().find_map(|intent| first.option_of(own, intent));
    let plans = memory.of::<Plans>();
    if plans.made != Some(now) || kept(plans).is_none() {
        let search = Search::new(desk, first.still(), budget, threads, &mut dice);
        let (plan, choice) = search.plan(&mut dice);
        *plans = Plans { made: Some(now), plan, choice };
    }
    let option = kept(plans).filter(|option| *option < desk.options(prompt))?;
    Some(Choice { option, ..plans.choice.clone() })
}

/// How much is looked at for one sealed step.
#[derive(Clone, Copy, Debug)]
struct Scope {
    /// Imagined worlds, and playouts of a pair of plans: one in each.
    samples: usize,
    /// Playouts that a side's answer may take.
    answer: usize,
    options: usize,
    strays: usize,
}

impl Scope {
    fn of(budget: &Budget) -> Self {
        let all = SHARE * budget.playouts;
        Self {
            samples: (all / 133).clamp(2, 64),
            answer: all / 3,
            options: 6 * budget.options,
            strays: budget.strays,
        }
    }
}

/// An imagined world, and the chance of everybody in it.
struct World {
    game: Box<dyn AnyMatch>,
    dice: Dice,
}

/// A side in a sealed step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Own,
    Foe,
}

/// A plan, and what it was worth on average.
#[derive(Clone)]
struct Rated {
    plan: Plan,
    worth: f64,
}

struct Search {
    seat: SeatId,
    scope: Scope,
    threads: usize,
    worlds: Vec<World>,
    /// The decisions of each side, by the numbers of their prompts.
    own: Vec<usize>,
    foe: Vec<usize>,
}

impl Search {
    fn new(
        desk: &Desk<'_>,
        first: Box<dyn AnyMatch>,
        budget: &Budget,
        threads: usize,
        dice: &mut Dice,
    ) -> Self {
        let scope = Scope::of(budget);
        let seat = desk.seat();
        let team_of = |seat: SeatId| first.seats().iter().find(|s| s.id == seat).map(|s| s.team);
        let owed = first.all_owed();
        let prompts = |of: &dyn Fn(SeatId) -> bool| -> Vec<usize> {
            owed.iter().filter(|(_, by)| of(*by)).map(|(prompt, _)| *prompt).collect()
        };
        let own = prompts(&|by| by == seat);
        let foe = prompts(&|by| team_of(by) != team_of(seat));
        let mut worlds = vec![World { game: first, dice: Dice::new(dice.next_u64()) }];
        while worlds.len() < scope.samples {
            let game = desk.muse(dice);
            worlds.push(World { game, dice: Dice::new(dice.next_u64()) });
        }
        Self { seat, scope, threads, worlds, own, foe }
    }

    /// The plan of the own side.
    fn plan(&self, dice: &mut Dice) -> (Plan, Choice) {
        let own_options = self.options(&self.own, dice);
        let foe_options = self.options(&self.foe, dice);
        let glances: Vec<Plan> = (0..GLANCES).map(|n| self.at_a_glance(n, &self.own, dice)).collect();
        let mut foes: Vec<Plan> = (0..GLANCES).map(|n| self.at_a_glance(n, &self.foe, dice)).collect();
        let even = |plans: &[Plan]| vec![1.0 / plans.len().max(1) as f64; plans.len()];
        let stages = 2 * (1 + ROUNDS) + 1;
        // What an enemy would do who expects no more than that.
        meter::round(0, stages, self.foe.len());
        let naive = self.answer(Side::Foe, &foe_options, &glances, &even(&glances), None);
        add(&mut foes, naive, 2);
        let mut owns = Vec::new();
        meter::round(1, stages, self.own.len());
        add(&mut owns, self.answer(Side::Own, &own_options, &foes, &even(&foes), None), FINALISTS);
        let mut table = Table::default();
        for round in 1..=ROUNDS {
            meter::round(2 * round, stages, self.foe.len());
            let (mine, _) = table.strategies(self, &owns, &foes);
            let start = foes.last().cloned();
            add(&mut foes, self.answer(Side::Foe, &foe_options, &owns, &mine, start), 2);
            meter::round(2 * round + 1, stages, self.own.len());
            let (mine, theirs) = table.strategies(self, &owns, &foes);
            let start = owns.get(likeliest(&mine)).cloned();
            add(&mut owns, self.answer(Side::Own, &own_options, &foes, &theirs, start), 2);
        }
        meter::round(stages - 1, stages, 0);
        let (mine, theirs) = table.strategies(self, &owns, &foes);
        let drawn = mixed::draw(&mine, dice);
        let choice = self.tell(&owns, &table, &mine, &theirs, drawn);
        (owns.swap_remove(drawn), choice)
    }

    fn tell(&self, owns: &[Plan], table: &Table, mine: &[f64], theirs: &[f64], drawn: usize) -> Choice {
        let worth = |n: usize| table.worth(n, theirs);
        let words = |plan: &Plan| plan.iter().map(|i| self.worlds[0].game.intent_text(i)).collect::<Vec<_>>();
        let mut others: Vec<usize> = (0..owns.len()).filter(|n| *n != drawn).collect();
        others.sort_by(|a, b| {
            mine[*b].total_cmp(&mine[*a]).then(worth(*b).total_cmp(&worth(*a))).then(a.cmp(b))
        });
        let alternative = |n: usize| Alternative { words: words(&owns[n]).join("; "), value: worth(n) };
        let why = format!(
            "Drawn from {} plans that were set against {} of the other side: {:.0} times in a hundred.",
            owns.len(),
            theirs.len(),
            100.0 * mine[drawn]
        );
        Choice {
            why,
            value: worth(drawn),
            alternatives: others.into_iter().take(2).map(alternative).collect(),
            ..Choice::default()
        }
    }

    /// The options of each of these decisions that are worth a closer look, the likeliest first: the fewer, the more
    /// decisions there are.
    fn options(&self, prompts: &[usize], dice: &mut Dice) -> Vec<Vec<Intent>> {
        let first = &self.worlds[0].game;
        let each = self.scope.answer / (prompts.len() * self.scope.samples).max(1);
        let options = (4 * each.saturating_sub(3)).clamp(6, self.scope.options.max(6));
        let breadth = Breadth { options, strays: self.scope.strays.min(options / 4) };
        let of = |prompt: &usize| {
            let list = first.candidates(*prompt, breadth, dice);
            list.into_iter().filter_map(|option| first.intent(*prompt, option)).collect()
        };
        prompts.iter().map(of).collect()
    }

    /// What comes to a side's mind at once in one of the worlds.
    fn at_a_glance(&self, n: usize, prompts: &[usize], dice: &mut Dice) -> Plan {
        let world = &self.worlds[n % self.worlds.len()];
        prompts.iter().filter_map(|prompt| world.game.glance(*prompt, dice)).collect()
    }

    /// The best plans of a side against what the other side does this often: decision after decision is tried anew while the
    /// others stand. The best comes first.
    fn answer(
        &self,
        side: Side,
        options: &[Vec<Intent>],
        against: &[Plan],
        weights: &[f64],
        start: Option<Plan>,
    ) -> Vec<Rated> {
        let plan = start.unwrap_or_else(|| options.iter().filter_map(|list| list.first().cloned()).collect());
        if plan.is_empty() {
            return vec![Rated { plan, worth: 0.0 }];
        }
        let others = spread(weights, self.scope.samples);
        let mut best = vec![Rated { plan, worth: f64::MIN }];
        for (decision, list) in options.iter().enumerate() {
            let stand = best[0].plan.clone();
            let mut plans: Vec<Plan> = vec![stand.clone()];
            for option in list {
                let mut plan = stand.clone();
                if let Some(own) = plan.get_mut(decision) {
                    *own = option.clone();
                }
                plans.push(plan);
            }
            best = self.halve(side, plans, against, &others);
            meter::count(1);
        }
        best
    }

    /// Tries plans in few playouts, and the better ones in more. The best comes first; only those that were tried in all
    /// playouts are left.
    fn halve(&self, side: Side, plans: Vec<Plan>, against: &[Plan], others: &[usize]) -> Vec<Rated> {
        let mut rated: Vec<(Rated, usize)> =
            plans.into_iter().enumerate().map(|(n, plan)| (Rated { plan, worth: 0.0 }, n)).collect();
        let (mut from, all) = (0, others.len());
        for part in [6, 3, 1] {
            let to = (all / part).max(from + 1).min(all);
            let jobs: Vec<(usize, usize)> =
                (0..rated.len()).flat_map(|plan| (from..to).map(move |sample| (plan, sample))).collect();
            let worths = self.play(&jobs, |(plan, sample)| {
                let (mine, theirs) = (&rated[plan].0.plan, &against[others[sample]]);
                match side {
                    Side::Own => (sample, mine, theirs),
                    Side::Foe => (sample, theirs, mine),
                }
            });
            for (job, worth) in jobs.iter().zip(worths) {
                rated[job.0].0.worth += if side == Side::Own { worth } else { -worth };
            }
            rated.sort_by(|a, b| b.0.worth.total_cmp(&a.0.worth).then(a.1.cmp(&b.1)));
            from = to;
            if part > 1 {
                rated.truncate((rated.len() / 3).max(5));
            }
        }
        let samples = all.max(1) as f64;
        rated.into_iter().map(|(r, _)| Rated { worth: r.worth / samples, ..r }).collect()
    }

    /// What these pairs of plans are worth to the own side, each in one world, in the order of the jobs.
    fn play<'a, J: Copy + Sync>(
        &self,
        jobs: &[J],
        of: impl Fn(J) -> (usize, &'a Plan, &'a Plan) + Sync,
    ) -> Vec<f64> {
        on_threads(self.threads, jobs.len(), |job| {
            let (n, own, foe) = of(jobs[job]);
            let world = &self.worlds[n % self.worlds.len()];
            let mut intents = own.iter().chain(foe);
            let worth = world.game.act_out(&mut intents, self.seat, &mut world.dice.clone());
            worth.unwrap_or_default()
        })
    }
}

/// What each pair of plans is worth to the own side; what was played once is not played again.
#[derive(Default)]
struct Table {
    worth: Vec<Vec<f64>>,
}

impl Table {
    fn strategies(&mut self, search: &Search, owns: &[Plan], foes: &[Plan]) -> (Vec<f64>, Vec<f64>) {
        self.fill(search, owns, foes);
        let slack = SLACK;
        let softened = |row: &Vec<f64>| {
            let mean = row.iter().sum::<f64>() / row.len().max(1) as f64;
            row.iter().map(|worth| (1.0 - slack) * worth + slack * mean).collect()
        };
        mixed::strategies(&self.worth.iter().map(softened).collect::<Vec<_>>())
    }

    fn fill(&mut self, search: &Search, owns: &[Plan], foes: &[Plan]) {
        let samples = search.scope.samples;
        let known = |row: usize, column: usize| self.worth.get(row).is_some_and(|r| column < r.len());
        let cells: Vec<(usize, usize)> = (0..owns.len())
            .flat_map(|row| (0..foes.len()).map(move |column| (row, column)))
            .filter(|(row, column)| !known(*row, *column))
            .collect();
        let jobs: Vec<(usize, usize, usize)> =
            cells.iter().flat_map(|(row, column)| (0..samples).map(move |n| (*row, *column, n))).collect();
        let worths = search.play(&jobs, |(row, column, n)| (n, &owns[row], &foes[column]));
        self.worth.resize(owns.len(), Vec::new());
        for (cell, worths) in cells.iter().zip(worths.chunks(samples.max(1))) {
            self.worth[cell.0].push(worths.iter().sum::<f64>() / samples.max(1) as f64);
        }
    }

    fn worth(&self, row: usize, theirs: &[f64]) -> f64 {
        self.worth.get(row).map_or(0.0, |row| row.iter().zip(theirs).map(|(w, p)| w * p).sum())
    }
}

/// The best few plans join the others, unless they are there already.
fn add(plans: &mut Vec<Plan>, rated: Vec<Rated>, most: usize) {
    let same = |a: &Plan, b: &Plan| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b));
    let mut added = 0;
    for new in rated {
        if added < most && !plans.iter().any(|plan| same(plan, &new.plan)) {
            plans.push(new.plan);
            added += 1;
        }
    }
}

fn likeliest(strategy: &[f64]) -> usize {
    strategy.iter().enumerate().fold((0, f64::MIN), |best, (n, p)| if *p > best.1 { (n, *p) } else { best }).0
}

/// Which of the weighted choices each of so many playouts meets: as even as can be, and the same for everybody.
fn spread(weights: &[f64], samples: usize) -> Vec<usize> {
    let mut owed = vec![0.0; weights.len()];
    let mut list = Vec::with_capacity(samples);
    for _ in 0..samples {
        for (owed, weight) in owed.iter_mut().zip(weights) {
            *owed += weight;
        }
        let next = likeliest(&owed);
        if let Some(owed) = owed.get_mut(next) {
            *owed -= 1.0;
        }
        list.push(next);
    }
    list
}
