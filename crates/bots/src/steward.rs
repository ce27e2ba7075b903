//! A player who follows the game's own judgement at once, without a look ahead.

use crate::{Bot, Desk, GreedyBot};
use table::{Dice, Memory};

/// Plays as the game advises; where it has no advice, the greedy bot decides.
#[derive(Debug)]
pub struct StewardBot {
    dice: Dice,
    memory: Memory,
    other: GreedyBot,
}

impl StewardBot {
    pub fn new(seed: u64) -> Self {
        let (dice, memory) = (Dice::derive(seed, 0x57e3_a4d5), Memory::default());
        Self { dice, memory, other: GreedyBot::new(seed) }
    }
}

impl Bot for StewardBot {
    fn name(&self) -> &'static str {
        "steward"
    }

    fn choose(&mut self, desk: &Desk<'_>, prompt: usize) -> usize {
        let options = desk.options(prompt);
        if options < 2 {
            return 0;
        }
        let world = desk.imagine(&mut self.dice);
        let advice =
            desk.owed_in(world.as_ref(), |prompt| world.advise(prompt, &mut self.memory, &mut self.dice));
        match advice {
            Some(advice) => advice.option.min(options - 1),
            None => self.other.choose(desk, prompt),
        }
    }
}
