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
fn a_game_without_counsel_is_searched_from_what_greedy_does() {
    let shelf = Shelved::<triplanes::State>::new(triplanes::Content::built_in());
    let game = shelf.new_match(&SetupRequest::of("simple-battle", &[]), 1).expect("a match");
    let (prompt, seat) = game.owed().expect("a decision");
    assert!(told(game.as_ref(), prompt).0.is_none());
    let mut bot = PlannerBot::new(Level::Recruit, 1).on_threads(1);
    assert!(bot.choose(&Desk::new(game.as_ref(), seat), prompt) < game.options(prompt));
}

/// What a seat may not know moves no counsel: it is asked in worlds that look alike, and greedy goes on by its advice.
#[test]
fn the_commander_hears_the_same_in_every_table_that_looks_the_same() {
    let shelf = Shelved::<hussars::State>::new(hussars::Content::built_in());
    for scenario in ["horsell", "weybridge", "london"] {
        let mut game = shelf.new_match(&SetupRequest::of(scenario, &[]), 9).expect("a match");
        let (mut apart, mut asked, mut changed) = (0, 0, 0);
        for decision in 0..150 {
            let Some((prompt, seat)) = game.owed() else { break };
            let (counsel, advice) = told(game.as_ref(), prompt);
            let (counsel, advice) = (counsel.expect("counsel"), advice.expect("advice"));
            apart += usize::from(counsel != advice);
            if game.options(prompt) > 1 && decision % 5 == 0 {
                let other = game.imagine(seat, &mut Dice::new(decision));
                changed += usize::from(other.position() != game.position());
                asked += 1;
                let told = |table: &dyn AnyMatch| {
                    let world = Desk::new(table, seat).imagine(&mut Dice::new(3));
                    told(world.as_ref(), world.owed_by(seat).expect("a decision")).0
                };
                assert_eq!(told(game.as_ref()), told(other.as_ref()), "{scenario}, decision {decision}");
            }
            game.choose(prompt, counsel);
        }
        assert!(apart > 10 && asked > 10 && changed > 0, "{scenario}: {apart}, {asked}, {changed}");
    }
}
