//! A player who looks one turn ahead.

use crate::{Bot, Desk, playouts};
use table::face::AnyMatch;
use table::{Breadth, Dice, Memory, SeatId, Worth};

/// How much a [`GreedyBot`] looks at: numbers, not time, so that a seed gives the same game on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Options that are tried at all: by first impression where there is one, the rest by chance.
    pub options: usize,
    /// Of them some are left to chance, should the first impression be wrong.
    pub strays: usize,
    /// Imagined worlds that every option is tried in.
    pub worlds: usize,
    /// So many of the best are tried again, in so many more worlds.
    pub finalists: usize,
    pub more_worlds: usize,
    /// Turns that are played on, this one included.
    pub turns: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { options: 48, strays: 8, worlds: 5, finalists: 10, more_worlds: 16, turns: 1 }
    }
}

/// Samples what everybody may do until the end of the turn, in worlds that its seat can not tell from the true one,
/// and takes the order after which things look best on average. Where a game has no opinion of a state but a judgement of
/// its own, it follows that; where it has neither, it plays imagined copies on at random and takes what wins most often.
#[derive(Debug)]
pub struct GreedyBot {
    dice: Dice,
    effort: Effort,
    memory: Memory,
    why: Option<String>,
}

impl GreedyBot {
    pub fn new(seed: u64) -> Self {
        Self::with_effort(seed, Effort::default())
    }

    pub fn with_effort(seed: u64, effort: Effort) -> Self {
        // Apart from the match's own dice, should somebody give both the same seed.
        Self { dice: Dice::derive(seed, 0x0009_eed7), effort, memory: Memory::default(), why: None }
    }
}

impl Bot for GreedyBot {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn choose(&mut self, desk: &Desk<'_>, prompt: usize) -> usize {
        self.why = None;
        let options = desk.options(prompt);
        if options < 2 {
            return 0;
        }
        let world = desk.muse(&mut self.dice);
        if world.appraise(desk.seat()).is_some() {
            let search = Search::new(desk, world, self.effort, &mut self.dice);
            let (best, why) = search.best(&mut self.dice);
            self.why = Some(why);
            return best;
        }
        let advice =
            desk.owed_in(world.as_ref(), |prompt| world.advise(prompt, &mut self.memory, &mut self.dice));
        if let Some(advice) = advice {
            self.why = advice.why;
            return advice.option.min(options - 1);
        }
        playouts::choose(desk, prompt, &mut self.dice)
    }

    fn why(&self) -> Option<String> {
        self.why.clone()
    }
}

/// A world in which options are tried, and the chance of everybody in it.
struct World {
    game: Box<dyn AnyMatch>,
    prompt: usize,
    dice: Dice,
}

impl World {
    fn new(game: Box<dyn AnyMatch>, seat: SeatId, dice: &mut Dice) -> Self {
        let prompt = game.owed_by(seat).unwrap_or_default();
        Self { game, prompt, dice: Dice::new(dice.next_u64()) }
    }
}

/// An option and what it led to so far.
#[derive(Clone, Default)]
struct Trial {
    option: usize,
    worlds: f64,
    worth: f64,
    dealt: f64,
    taken: f64,
    /// What came of the match's goal that was not so before, and how often.
    reached: Vec<(&'static str, u32)>,
    nearer: f64,
    /// How often the match was over by it.
    ended: f64,
}

impl Trial {
    fn mean(&self) -> f64 {
        self.worth / self.worlds.max(1.0)
    }

    fn note(&mut self, before: &Worth, after: &Worth) {
        self.worlds += 1.0;
        self.worth += after.value;
        self.dealt += after.dealt - before.dealt;
        self.taken += after.taken - before.taken;
        let (Some(was), Some(is)) = (before.stage, after.stage) else { return };
        self.ended += f64::from(u8::from(is.over));
        match is.reached {
            Some(words) if is.reached != was.reached => self.count(words),
            _ => self.nearer += is.near - was.near,
        }
    }

    fn count(&mut self, words: &'static str) {
        match self.reached.iter_mut().find(|(known, _)| *known == words) {
            Some((_, times)) => *times += 1,
            None => self.reached.push((words, 1)),
        }
    }

    /// What it does for the goal of the match, as far as there is something to say.
    fn goal(&self, next: Option<&str>) -> Option<String> {
        if self.reached.is_empty() {
            return next.filter(|_| self.nearer > 0.0).map(|next| format!("it comes nearer to {next}"));
        }
        let mut reached = self.reached.clone();
        reached.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        let of = |(n, (words, times)): (usize, &(&str, u32))| {
            let all = if n == 0 { format!(" of {} tries", self.worlds) } else { String::new() };
            format!("in {times}{all} {words}")
        };
        Some(reached.iter().enumerate().map(of).collect::<Vec<_>>().join(", "))
    }
}

/// One decision of one seat in a game that has an opinion of its states.
struct Search {
    seat: SeatId,
    effort: Effort,
    worlds: Vec<World>,
}

impl Search {
    /// Imagines the worlds beside the first.
    fn new(desk: &Desk<'_>, first: Box<dyn AnyMatch>, effort: Effort, dice: &mut Dice) -> Self {
        let seat = desk.seat();
        let mut worlds = vec![World::new(first, seat, dice)];
        for _ in 1..effort.worlds + effort.more_worlds {
            let game = desk.muse(dice);
            worlds.push(World::new(game, seat, dice));
        }
        Self { seat, effort, worlds }
    }

    /// The best option, and why.
    fn best(&self, dice: &mut Dice) -> (usize, String) {
        let breadth = Breadth { options: self.effort.options, strays: self.effort.strays };
        let first = &self.worlds[0];
        let candidates = first.game.candidates(first.prompt, breadth, dice);
        let mut trials: Vec<Trial> =
            candidates.into_iter().map(|option| Trial { option, ..Trial::default() }).collect();
        let tried = trials.len();
        let first = self.effort.worlds.min(self.worlds.len());
        self.try_in(&self.worlds[..first], &mut trials);
        trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.option.cmp(&b.option)));
        trials.truncate(self.effort.finalists.max(1));
        self.try_in(&self.worlds[first..], &mut trials);
        let best = trials.into_iter().reduce(|a, b| if b.mean() > a.mean() { b } else { a });
        let best = best.unwrap_or_default();
        (best.option, self.explain(&best, tried))
    }

    fn explain(&self, best: &Trial, tried: usize) -> String {
        let worlds = best.worlds.max(1.0);
        let (dealt, taken) = (best.dealt / worlds, best.taken / worlds);
        let enemy = self.worlds[0].game.winner_against(self.seat).unwrap_or_else(|| "enemy".to_owned());
        let next =
            self.worlds[0].game.appraise(self.seat).and_then(|worth| worth.stage).map(|stage| stage.next);
        let goal = best.goal(next).map(|goal| format!("{goal}; ")).unwrap_or_default();
        // Whoever comes home is off the table: what he lost by it is no damage, and nothing that counts any more.
        if best.worlds > 0.0 && best.ended >= best.worlds {
            return format!("Best of {tried} options: {}.", goal.trim_end_matches("; "));
        }
        format!(
            "Best of {tried} options: {goal}it expects {dealt:.1} points of damage on the {enemy}, {taken:.1} on its own side."
        )
    }

    /// Plays every option on in every one of these worlds: the same chance for all of them.
    fn try_in(&self, worlds: &[World], trials: &mut [Trial]) {
        for world in worlds {
            let before = world.game.appraise(self.seat).unwrap_or_default();
            for trial in trials.iter_mut() {
                let after = self.play_on(world, trial.option).unwrap_or(before);
                trial.note(&before, &after);
            }
        }
    }

    /// What comes of it if this seat takes this option and everybody plays on by reflex.
    fn play_on(&self, world: &World, option: usize) -> Option<Worth> {
        world.game.rehearse(world.prompt, option, self.effort.turns, &mut world.dice.clone())
    }
}
