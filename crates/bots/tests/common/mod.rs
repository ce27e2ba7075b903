//! Matches between bots, looked at decision by decision.

use bots::{Bot, Desk};
use table::SeatId;
use table::face::AnyMatch;

/// Plays on with one bot for each seat; `look` sees each decision before it is made.
pub fn play(
    game: &mut dyn AnyMatch,
    bots: &mut [Box<dyn Bot>],
    orders: usize,
    mut look: impl FnMut(&dyn AnyMatch, SeatId),
) {
    for _ in 0..orders {
        let Some((prompt, seat)) = game.owed() else { return };
        look(game, seat);
        let n = bots[seat.index()].choose(&Desk::new(&*game, seat), prompt);
        assert!(n < game.options(prompt), "there is no order {n}");
        game.choose(prompt, n);
    }
}

pub fn pair(one: impl Bot + 'static, other: impl Bot + 'static) -> Vec<Box<dyn Bot>> {
    vec![Box::new(one), Box::new(other)]
}
