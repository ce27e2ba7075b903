//! A review finds what was done badly, does not call dice a decision, and is the same each time.

mod common;

use bots::review::{Budget, Ending, Review, Reviewer};
use bots::{Bot, GreedyBot, StewardBot};
use common::{pair, play};
use table::face::{AnyGame, AnyMatch, Shelved};
use table::{Dice, SeatId, SetupRequest};

const SMALL: Budget = Budget { playouts: 600, orders: 3000, moments: 60, decisions: 40, points: 3 };

fn triplanes() -> impl AnyGame {
    Shelved::<triplanes::State>::new(triplanes::Content::built_in())
}

fn begun(game: &dyn AnyGame, scenario: &str, options: &[(&str, &str)]) -> Box<dyn AnyMatch> {
    game.new_match(&SetupRequest::of(scenario, options), 3).unwrap()
}

fn reviewed(first: Box<dyn AnyMatch>, last: &dyn AnyMatch, people: &[u8], budget: Budget) -> Review {
    let ended = last.outcome().map_or(Ending::CalledOff, |outcome| Ending::by(outcome.winner));
    let people = people.iter().map(|seat| SeatId(*seat)).collect();
    let mut reviewer = Reviewer::new(first, last, ended, people, "greedy", budget).unwrap();
    let mut before = 0;
    while reviewer.step() {
        let (done, of) = reviewer.progress();
        assert!(before <= done && done < of, "{before} {done} {of}");
        before = done;
    }
    let (done, of) = reviewer.progress();
    assert_eq!(done, of);
    reviewer.review()
}

/// What holds of every review.
fn is_sound(review: &Review, last: &dyn AnyMatch) {
    assert_eq!(review.silent, None);
    assert!(review.sides.iter().all(|side| !side.is_empty()), "{:?}", review.sides);
    let moments = &review.moments;
    assert_eq!(moments[0].orders, 0);
    assert!(moments.windows(2).all(|pair| pair[0].orders < pair[1].orders));
    let end = moments.last().unwrap();
    assert_eq!(end.orders, last.orders());
    assert!(end.chance.high - end.chance.low < 1e-9, "the end is no estimate");
    let side = last.seats()[0].team;
    let won = last.outcome().unwrap().winner.map_or(0.5, |team| f64::from(u8::from(team == side)));
    assert!((end.chance.mean - won).abs() < 1e-9);
    for moment in &moments[..moments.len() - 1] {
        let chance = moment.chance;
        assert!(0.0 <= chance.low && chance.low <= chance.mean && chance.mean <= chance.high, "{chance:?}");
        assert!(chance.high - chance.low > 0.01, "a sample has a margin: {chance:?}");
    }
    for point in &review.points {
        assert!(point.gain.mean.abs() > point.gain.margin, "{point:?}");
        assert!(!point.chosen.is_empty() && !point.asked.is_empty(), "{point:?}");
    }
}

/// Flies as `greedy` does, but for one plan: that is the worst of those it can think of.
fn blundered() -> (Box<dyn AnyMatch>, usize) {
    let quick = [("setup", "quick")];
    let mut game = begun(&triplanes(), "bring-proof", &quick);
    let mut bots = pair(GreedyBot::new(1), GreedyBot::new(2));
    while game.owed().is_some_and(|(_, seat)| seat != SeatId(0)) {
        play(game.as_mut(), &mut bots, 1, |_, _| {});
    }
    let (prompt, at) = (game.owed_by(SeatId(0)).unwrap(), game.orders());
    let worth = |n: usize| game.rehearse(prompt, n, 3, &mut Dice::new(1)).unwrap().value;
    let all = game.options(prompt);
    let worst = (0..all).step_by(1 + all / 60).min_by(|a, b| worth(*a).total_cmp(&worth(*b))).unwrap();
    game.choose(prompt, worst);
    play(game.as_mut(), &mut bots, 400, |_, _| {});
    (game, at)
}

#[test]
fn a_blunder_is_found_with_a_better_answer_and_a_review_is_the_same_each_time() {
    let (last, at) = blundered();
    let review = |budget| {
        reviewed(begun(&triplanes(), "bring-proof", &[("setup", "quick")]), last.as_ref(), &[0], budget)
    };
    let first = review(SMALL);
    is_sound(&first, last.as_ref());
    let point = first.points.iter().find(|point| point.orders == at).expect("the blunder turned the match");
    assert!(point.gain.mean < 0.0, "{point:?}");
    let better = point.better.as_ref().expect("something better");
    assert!(better.chance.mean > point.after.mean && better.words != point.chosen, "{point:?}");
    assert!(better.why.is_some());
    assert!(first.points.iter().all(|point| point.seat == SeatId(0)), "the other one is no person");
    assert_eq!(first, review(SMALL));
    assert_ne!(first.playouts, review(Budget { playouts: 300, ..SMALL }).playouts);
}

#[test]
fn who_plays_as_the_bot_advises_has_made_no_mistake_and_the_rest_was_dice() {
    let game = Shelved::<worlds::State>::new(worlds::Content::built_in());
    let mut last = begun(&game, "core", &[]);
    let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(StewardBot::new(1))];
    play(last.as_mut(), &mut bots, 5000, |_, _| {});
    let review = reviewed(begun(&game, "core", &[]), last.as_ref(), &[0], SMALL);
    is_sound(&review, last.as_ref());
    assert_eq!(review.sides, ["Humans", "Martians"]);
    assert!(review.moments.len() > 4);
    assert!(review.points.iter().all(|point| point.better.is_none()), "{:?}", review.points);
}

/// Games without a figure for a table are played on by their own advice.
#[test]
fn games_without_an_appraisal_are_reviewed_too() {
    let hussars = Shelved::<hussars::State>::new(hussars::Content::built_in());
    let victory = Shelved::<victory::State>::new(victory::Content::built_in());
    let games: [(&dyn AnyGame, &str); 2] = [(&hussars, "horsell"), (&victory, "toms-revenge")];
    for (game, scenario) in games {
        let mut last = begun(game, scenario, &[]);
        let mut dice = Dice::new(6);
        // As `random` plays everywhere: the game draws an order.
        while let Some((prompt, _)) = last.owed() {
            assert!(last.draw(prompt, &mut dice));
        }
        let few = Budget { playouts: 24, moments: 3, decisions: 1, points: 1, ..SMALL };
        let review = reviewed(begun(game, scenario, &[]), last.as_ref(), &[0, 1], few);
        is_sound(&review, last.as_ref());
    }
}

#[test]
fn how_much_is_played_follows_from_the_game_and_an_unknown_bot_is_refused() {
    let quick = begun(&triplanes(), "simple-battle", &[]);
    let dear = begun(&Shelved::<hussars::State>::new(hussars::Content::built_in()), "horsell", &[]);
    assert!(Budget::fitting(quick.as_ref()).playouts > 4 * Budget::fitting(dear.as_ref()).playouts);
    let other = begun(&triplanes(), "simple-battle", &[]);
    assert!(Reviewer::new(other, quick.as_ref(), Ending::CalledOff, Vec::new(), "nobody", SMALL).is_err());
}
