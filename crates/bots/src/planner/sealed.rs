//! Decisions that several seats make in secret at the same time: the search is offered each of them first.
//!
//! What somebody does here is worth what it is worth against what the others do at the same moment, and nobody sees the
//! others' answer before his own lies on the table. So the answers are weighed against each other in a table of payoffs,
//! not one after the other.

use super::{Budget, Choice};
use crate::Desk;
use table::{Dice, Memory};

/// The answer to a sealed decision; none where this decision is not sealed, and the other search has it.
pub(super) fn choose(
    _desk: &Desk<'_>,
    _prompt: usize,
    _budget: &Budget,
    _dice: &mut Dice,
    _memory: &mut Memory,
) -> Option<Choice> {
    None
}
