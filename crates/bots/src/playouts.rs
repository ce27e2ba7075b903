//! A look ahead for any game: random play to the end of imagined copies. Weak, but it needs to know nothing.

use crate::Desk;
use table::face::AnyMatch;
use table::{Dice, SeatId};

/// So many options are tried, each in so many worlds, for so many orders.
const OPTIONS: usize = 12;
const WORLDS: usize = 6;
const ORDERS: usize = 300;

/// The option after which this seat's side wins most often.
pub fn choose(desk: &Desk<'_>, prompt: usize, dice: &mut Dice) -> usize {
    let mut options: Vec<usize> = (0..desk.options(prompt)).collect();
    if options.len() > OPTIONS {
        dice.shuffle(&mut options);
        options.truncate(OPTIONS);
    }
    let seeds: [u64; WORLDS] = std::array::from_fn(|_| dice.next_u64());
    let mut best = (i32::MIN, 0);
    for n in options {
        let wins: i32 = seeds.iter().map(|seed| play(desk, n, &mut Dice::new(*seed))).sum();
        if wins > best.0 {
            best = (wins, n);
        }
    }
    best.1
}

/// 1 if the seat's side wins an imagined match after this option, -1 if it loses, 0 if nobody knows.
fn play(desk: &Desk<'_>, n: usize, dice: &mut Dice) -> i32 {
    let mut world = desk.imagine(dice);
    let Some(prompt) = world.owed_by(desk.seat()) else { return 0 };
    if n >= world.options(prompt) {
        return 0;
    }
    world.choose(prompt, n);
    for _ in 0..ORDERS {
        let Some((prompt, _)) = world.owed() else { break };
        if !world.draw(prompt, dice) {
            break;
        }
    }
    won(world.as_ref(), desk.seat())
}

fn won(world: &dyn AnyMatch, seat: SeatId) -> i32 {
    let team = world.seats().iter().find(|s| s.id == seat).map(|s| s.team);
    match world.outcome().and_then(|o| o.winner) {
        None => 0,
        winner if winner == team => 1,
        Some(_) => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::SetupRequest;
    use table::face::{AnyGame, Shelved};
    use triplanes::{Content, State};

    #[test]
    fn a_look_ahead_without_knowledge_is_legal_and_follows_the_seed() {
        let options = [("setup".to_owned(), "quick".to_owned())].into();
        let request = SetupRequest { scenario: "simple-battle".to_owned(), variant: None, options };
        let game = Shelved::<State>::new(Content::built_in()).new_match(&request, 1).unwrap();
        let (prompt, seat) = game.owed().unwrap();
        let desk = Desk::new(game.as_ref(), seat);
        let pick = |seed| choose(&desk, prompt, &mut Dice::new(seed));
        assert!((0..4).all(|seed| pick(seed) < desk.options(prompt)));
        assert_eq!(pick(3), pick(3));
    }
}
