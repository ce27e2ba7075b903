//! A game may know a better answer than its advice: the search begins with it, and bots that follow the advice do not hear it.

use bots::{Bot, Desk, Level, PlannerBot, StewardBot};
use table::face::{AnyGame, AnyMatch, Shelved};
use table::{Dice, Memory, SetupRequest};

/// What the game's counsel and its advice are, by their numbers.
fn told(game: &dyn AnyMatch, prompt: usize) -> (Option<usize>, Option<usize>) {
    let (mut memory, mut dice) = (Memory::default(), Dice::new(1));
    let counsel = game.counsel(prompt, &mut memory, &mut dice).map(|counsel| counsel.option);
    (counsel, game.advise(prompt, &mut memory, &mut dice).map(|advice| advice.option))
}

#[test]
fn the_search_begins_with_the_counsel_and_the_steward_keeps_to_the_advice() {
    let request = SetupRequest::of("core", &[]);
    let shelf = Shelved::<worlds::State>::new(worlds::Content::built_in());
    let mut game = shelf.new_match(&request, 4).expect("a match");
    let (mut apart, mut unsearched) = (0, 0);
    while let Some((prompt, seat)) = game.owed() {
        let (counsel, advice) = told(game.as_ref(), prompt);
        let (counsel, advice) = (counsel.expect("counsel"), advice.expect("advice"));
        if game.options(prompt) > 1 {
            let desk = Desk::new(game.as_ref(), seat);
            assert_eq!(StewardBot::new(1).choose(&desk, prompt), advice);
            apart += usize::from(counsel != advice);
            // What is not worth a search is answered by counsel alone.
            if game.candidates(prompt, table::Breadth { options: 4, strays: 0 }, &mut Dice::new(1)).is_empty()
            {
                let mut bot = PlannerBot::new(Level::Recruit, 1).on_threads(1);
                assert_eq!((bot.choose(&desk, prompt), bot.report()), (counsel, None));
                unsearched += 1;
            }
        }
        game.choose(prompt, counsel);
    }
    assert!(apart > 10 && unsearched > 50, "{apart} apart, {unsearched} not searched");
}

#[test]
fn a_game_without_counsel_is_searched_from_its_advice() {
    let shelf = Shelved::<hussars::State>::new(hussars::Content::built_in());
    let game = shelf.new_match(&SetupRequest::of("horsell", &[]), 1).expect("a match");
    let (prompt, _) = game.owed().expect("a decision");
    let (counsel, advice) = told(game.as_ref(), prompt);
    assert!(counsel.is_none() && advice.is_some());
}
