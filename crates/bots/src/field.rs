//! How `greedy` commands in Tripods & Hussars: every answer is weighed at once, in a world that its seat can not tell from the
//! true one.

use crate::Desk;
use hussars::State;
use table::{Dice, Game, Match};

/// The number of the order that is given; none if the match is of another game.
pub fn choose(desk: &Desk<'_>, dice: &mut Dice) -> Option<usize> {
    let world = desk.imagine(dice);
    let state = world.as_any().downcast_ref::<Match<State>>()?.state();
    let mut prompts = Vec::new();
    state.prompts(&mut prompts);
    let prompt = prompts.into_iter().find(|p| p.duty.waits() && p.seat == desk.seat())?;
    Some(state.reflex(&prompt, dice))
}
