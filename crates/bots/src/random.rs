//! A player who picks any legal order.

use crate::{Bot, Desk};
use table::Dice;

/// Any legal order, as the game draws it; one of a list is as likely as any other.
#[derive(Clone, Debug)]
pub struct RandomBot {
    dice: Dice,
}

impl RandomBot {
    pub fn new(seed: u64) -> Self {
        // Apart from the match's own dice, should somebody give both the same seed.
        Self { dice: Dice::derive(seed, 0x0b07) }
    }
}

impl Bot for RandomBot {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(&mut self, desk: &Desk<'_>, prompt: usize) -> usize {
        match desk.options(prompt) {
            0 | 1 => 0,
            options => self.dice.pick(options),
        }
    }

    fn draws(&mut self) -> Option<&mut Dice> {
        Some(&mut self.dice)
    }
}
