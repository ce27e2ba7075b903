use super::race::{self, Order, Pace, RUNNER, Setup};
use super::{Race, fault};
use table::face::AnyMatch;
use table::{Game, Match, Throw};

fn on_the_heath<G: Game<Setup = Setup, Content = race::Cards>>(stack: &[u32]) -> Match<G> {
    let mut setup = G::resolve(&race::content(), &race::request()).unwrap();
    setup.stack = stack.to_vec();
    Match::begin(&race::content(), setup, 5).unwrap()
}

/// What each throw could bring.
fn odds(played: &Match<Race>) -> Vec<&[(i32, u32)]> {
    played.throws().iter().map(Throw::odds).collect()
}

#[test]
fn each_throw_is_kept_with_what_it_could_have_been() {
    let mut played = on_the_heath::<Race>(&[]);
    assert!(played.throws().is_empty() && played.luck().is_empty());
    played.order(RUNNER, &Order::Roll).unwrap();
    played.order(RUNNER, &Order::Pace { pace: Pace::Walk }).unwrap();
    assert_eq!(played.throws().len(), 1, "a change of pace is no throw");
    played.order(RUNNER, &Order::Roll).unwrap();
    let running = [(0, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)];
    assert_eq!(odds(&played), [&running[..], &[(1, 1), (2, 1), (3, 1)]]);
    let luck = AnyMatch::luck(&played);
    assert_eq!((luck.len(), &*luck[0].side, &*luck[0].kind, luck[0].throws), (1, "Earth", "Steps rolled", 2));
    assert!((luck[0].expected - (20.0 / 6.0 + 2.0)).abs() < 1e-12);
    assert_eq!(luck[0].came, played.throws().iter().map(|throw| throw.came).sum::<i32>());
}

#[test]
fn a_die_that_was_laid_down_is_no_luck() {
    let mut played = on_the_heath::<Race>(&[6]);
    played.order(RUNNER, &Order::Roll).unwrap();
    assert!(played.throws().is_empty());
    played.order(RUNNER, &Order::Roll).unwrap();
    assert_eq!(played.throws().len(), 1);
}

#[test]
fn undo_takes_its_luck_back_and_leaves_that_of_others() {
    // No honest game rolls without a barrier: only here a throw can be taken back at once.
    type Rash = race::Race<{ fault::ROLLS_WITHOUT_A_BARRIER }>;
    let mut played = on_the_heath::<Rash>(&[]);
    played.order(RUNNER, &Order::Roll).unwrap();
    let first = played.throws().to_vec();
    played.order(RUNNER, &Order::Roll).unwrap();
    assert_eq!(played.throws().len(), 2);
    played.undo(None).unwrap();
    assert_eq!(played.throws(), first);
    played.undo(None).unwrap();
    assert!(played.throws().is_empty() && played.luck().is_empty());
}

#[test]
fn a_log_brings_its_luck_back_and_a_silent_match_has_none() {
    let mut played = on_the_heath::<Race>(&[]);
    for _ in 0..3 {
        played.order(RUNNER, &Order::Roll).unwrap();
    }
    let log = played.log();
    let replayed = Match::<Race>::replay(&race::content(), &log, true).unwrap();
    assert_eq!(replayed.throws(), played.throws());
    assert_eq!(replayed.luck(), played.luck());
    let silent = Match::<Race>::replay(&race::content(), &log, false).unwrap();
    assert_eq!((silent.hash(), silent.throws()), (played.hash(), &[][..]));
    assert_eq!(played.past(1)().unwrap().luck()[0].throws, 1, "as it was after one order");
    assert_eq!(played.still().throws(), &[], "a copy without its past has no luck either");
}

/// Thirty dice of six faces that came to so much.
fn thirty(total: i32) -> table::Luck {
    let each = |n: i32| total / 30 + i32::from(n < total % 30);
    let throw = |n| Throw::of("Earth", "Pips", each(n), (1..=6).map(|face| (face, 1)));
    let throws: Vec<Throw> = (0..30).map(throw).collect();
    table::luck::balances(&throws).remove(0)
}

#[test]
fn a_sum_is_held_against_what_could_come() {
    use table::Verdict::{Lucky, Unlucky, Usual};
    let verdicts = [30, 80, 105, 130, 180].map(|total| (thirty(total).came, thirty(total).verdict));
    assert_eq!(verdicts, [(30, Unlucky), (80, Unlucky), (105, Usual), (130, Lucky), (180, Lucky)]);
    let luck = thirty(105);
    assert!(luck.low > 80 && luck.high < 130 && luck.low + luck.high == 210, "{luck:?}");
}
