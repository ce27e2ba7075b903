//! A player who looks one turn ahead.

use crate::sky::Sky;
use crate::{Bot, Desk, field, playouts};
use table::{Dice, Game, Match, Prompt, SeatId, Sink};
use triplanes::{Ask, Order, State, Step, Team};

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
/// and takes the order after which things look best on average. Tripods & Triplanes and Winged Victory it knows; in any
/// other game it plays imagined copies on at random and takes what wins most often.
#[derive(Clone, Debug)]
pub struct GreedyBot {
    dice: Dice,
    effort: Effort,
    sky: Sky,
    why: Option<String>,
}

impl GreedyBot {
    pub fn new(seed: u64) -> Self {
        Self::with_effort(seed, Effort::default())
    }

    pub fn with_effort(seed: u64, effort: Effort) -> Self {
        // Apart from the match's own dice, should somebody give both the same seed.
        Self { dice: Dice::derive(seed, 0x0009_eed7), effort, sky: Sky::default(), why: None }
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
        if let Some(search) = Search::new(desk, options, self.effort, &mut self.dice) {
            let (best, why) = search.best(&mut self.dice);
            self.why = Some(why);
            return best;
        }
        if let Some((best, why)) = self.sky.choose(desk, &mut self.dice) {
            self.why = why;
            return best.min(options - 1);
        }
        if let Some(best) = field::choose(desk, &mut self.dice) {
            return best.min(options - 1);
        }
        playouts::choose(desk, prompt, &mut self.dice)
    }

    fn why(&self) -> Option<String> {
        self.why.clone()
    }
}

/// A world in which options are tried, and the chance of everybody in it.
struct World {
    state: State,
    dice: Dice,
}

/// An option and what it led to so far.
#[derive(Clone, Copy, Default)]
struct Trial {
    option: usize,
    worlds: f64,
    worth: f64,
    dealt: f64,
    taken: f64,
}

impl Trial {
    fn mean(&self) -> f64 {
        self.worth / self.worlds.max(1.0)
    }
}

/// One decision of one seat in Tripods & Triplanes.
struct Search {
    seat: SeatId,
    team: Team,
    prompt: Prompt<Ask>,
    options: usize,
    effort: Effort,
    worlds: Vec<World>,
}

impl Search {
    /// Imagines the worlds; none if the match is of a game that this bot does not know.
    fn new(desk: &Desk<'_>, options: usize, effort: Effort, dice: &mut Dice) -> Option<Self> {
        let seat = desk.seat();
        let mut prompt = None;
        let mut worlds = Vec::new();
        for _ in 0..effort.worlds + effort.more_worlds {
            let mut state = credible(desk, dice)?;
            prompt = prompt.or_else(|| owed(&state, seat));
            state.reopen_plans(seat);
            worlds.push(World { state, dice: Dice::new(dice.next_u64()) });
        }
        let team = worlds.first()?.state.side_of(seat);
        Some(Self { seat, team, prompt: prompt?, options, effort, worlds })
    }

    /// The best option, and why.
    fn best(&self, dice: &mut Dice) -> (usize, String) {
        let mut trials: Vec<Trial> = self.candidates(dice);
        let tried = trials.len();
        let first = self.effort.worlds.min(self.worlds.len());
        self.try_in(&self.worlds[..first], &mut trials);
        trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.option.cmp(&b.option)));
        trials.truncate(self.effort.finalists.max(1));
        self.try_in(&self.worlds[first..], &mut trials);
        let best = trials.iter().copied().reduce(|a, b| if b.mean() > a.mean() { b } else { a });
        let best = best.unwrap_or_default();
        (best.option, self.explain(&best, tried))
    }

    fn explain(&self, best: &Trial, tried: usize) -> String {
        let worlds = best.worlds.max(1.0);
        let (dealt, taken) = (best.dealt / worlds, best.taken / worlds);
        format!(
            "Best of {tried} options, each tried in up to {worlds} imagined worlds until the end of the turn: it \
             expects {dealt:.1} points of damage on the {} and {taken:.1} on its own side.",
            self.team.enemy().name()
        )
    }

    /// The options that are worth a try.
    fn candidates(&self, dice: &mut Dice) -> Vec<Trial> {
        let mut list: Vec<usize> = (0..self.options).collect();
        if let (Ask::Fire { .. } | Ask::FireGun { .. }, true) = (self.prompt.ask, self.has_guns()) {
            // Holding the guns back gains nothing.
            list.remove(0);
        }
        if list.len() > self.effort.options {
            self.rank(&mut list, dice);
        }
        list.into_iter().map(|option| Trial { option, ..Trial::default() }).collect()
    }

    fn has_guns(&self) -> bool {
        let Some(world) = self.worlds.first() else { return false };
        (1..self.options).any(|n| matches!(world.state.option(&self.prompt, n), Order::Fire { .. }))
    }

    /// Keeps the options that look best at first sight, and a few others.
    fn rank(&self, list: &mut Vec<usize>, dice: &mut Dice) {
        dice.shuffle(list);
        let kept = self.effort.options;
        let (Some(world), Ask::Plan { vehicle }) = (self.worlds.first(), self.prompt.ask) else {
            list.truncate(kept);
            return;
        };
        let looks = world.state.impressions(vehicle);
        let look = |n: &usize| looks.get(*n).copied().unwrap_or(f64::MIN);
        list.sort_by(|a, b| look(b).total_cmp(&look(a)));
        let sure = kept - self.effort.strays.min(kept);
        dice.shuffle(&mut list[sure..]);
        list.truncate(kept);
    }

    /// Plays every option on in every one of these worlds: the same chance for all of them.
    fn try_in(&self, worlds: &[World], trials: &mut [Trial]) {
        for world in worlds {
            let before = self.wear(&world.state);
            for trial in trials.iter_mut() {
                let after = self.play_on(world, trial.option);
                let wear = self.wear(&after);
                trial.worlds += 1.0;
                trial.worth += after.appraise(self.team);
                trial.dealt += wear.0 - before.0;
                trial.taken += wear.1 - before.1;
            }
        }
    }

    /// Damage on the enemies, and on the own side.
    fn wear(&self, state: &State) -> (f64, f64) {
        (state.wear(self.team.enemy()), state.wear(self.team))
    }

    /// The world at the end of the turn, if this seat takes this option and everybody plays on by reflex.
    fn play_on(&self, world: &World, option: usize) -> State {
        let mut state = world.state.clone();
        let mut dice = world.dice.clone();
        let mut sink = Sink::off();
        let mut prompts = Vec::new();
        if option < state.options(&self.prompt) {
            let order = state.option(&self.prompt, option);
            state.apply(self.seat, &order, &mut sink);
        }
        let end = state.turn() + self.effort.turns;
        while state.turn() < end && !state.is_over() && state.step() != Step::Placing {
            prompts.clear();
            state.prompts(&mut prompts);
            let Some(prompt) = prompts.iter().find(|p| p.duty.waits()) else { break };
            let order = state.reflex(prompt, &mut dice);
            state.apply(prompt.seat, &order, &mut sink);
        }
        state
    }
}

/// What this seat owes first.
fn owed(state: &State, seat: SeatId) -> Option<Prompt<Ask>> {
    let mut prompts = Vec::new();
    state.prompts(&mut prompts);
    prompts.into_iter().find(|p| p.duty.waits() && p.seat == seat)
}

/// An imagined state: of three, the one in which the others' sealed cards make most sense.
fn credible(desk: &Desk<'_>, dice: &mut Dice) -> Option<State> {
    let mut best: Option<(f64, State)> = None;
    for _ in 0..3 {
        let world = desk.imagine(dice);
        let state = world.as_any().downcast_ref::<Match<State>>()?.state();
        let sense = state.credibility(desk.seat());
        if best.as_ref().is_none_or(|(b, _)| sense > *b) {
            best = Some((sense, state.clone()));
        }
    }
    best.map(|(_, state)| state)
}
