//! A gentle opponent for a first game.

use crate::{Bot, Desk, Effort, GreedyBot};
use table::Dice;

/// One decision in so many is a slip.
const SLIPS: usize = 3;
/// What it looks at when it takes care: much less than a [`GreedyBot`] does.
const CAREFUL: Effort = Effort { options: 8, strays: 4, worlds: 2, finalists: 3, more_worlds: 2, turns: 1 };
/// And when it slips: the better of two options that come to its mind by chance.
const HASTY: Effort = Effort { options: 2, strays: 2, worlds: 1, finalists: 1, more_worlds: 0, turns: 1 };

/// Wants what the [`GreedyBot`] wants, looks at little, and slips on purpose now and then.
#[derive(Debug)]
pub struct CadetBot {
    dice: Dice,
    careful: GreedyBot,
    hasty: GreedyBot,
    slipped: bool,
}

impl CadetBot {
    pub fn new(seed: u64) -> Self {
        let (careful, hasty) = (GreedyBot::with_effort(seed, CAREFUL), GreedyBot::with_effort(seed, HASTY));
        Self { dice: Dice::derive(seed, 0x000c_ade7), careful, hasty, slipped: false }
    }
}

impl Bot for CadetBot {
    fn name(&self) -> &'static str {
        "cadet"
    }

    fn choose(&mut self, desk: &Desk<'_>, prompt: usize) -> usize {
        let options = desk.options(prompt);
        if options < 2 {
            return 0;
        }
        self.slipped = self.dice.pick(SLIPS) == 0;
        if !self.slipped {
            return self.careful.choose(desk, prompt);
        }
        // Advice has no second best: who does not follow it does anything.
        match desk.imagine(&mut self.dice).appraise(desk.seat()) {
            Some(_) => self.hasty.choose(desk, prompt),
            None => self.dice.pick(options),
        }
    }

    fn why(&self) -> Option<String> {
        if self.slipped { self.hasty.why() } else { self.careful.why() }
    }
}
