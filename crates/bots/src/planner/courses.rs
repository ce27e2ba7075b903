//! Moves that are made in small steps, such as a flight hex by hex: whole courses are played on against each other, and the one
//! that is chosen is followed as long as nothing comes between.

use super::sequence::{Contest, Trial, World, imagined};
use super::{Budget, Choice};
use crate::Desk;
use table::{Course, Dice, Intent, Memory, PlayedOut};

/// Courses that are tried, for each option that the level looks at elsewhere.
const SHARE: f64 = 1.0;
/// How much counts what a course looks worth before it is played on.
const LEAN: f64 = 1.0;
/// How many standard errors another course must be better than the one that looks best, for each that is asked elsewhere.
const DOUBT: f64 = 0.25;

/// What is left of a course, and when it was chosen.
#[derive(Default)]
struct Kept {
    round: u64,
    left: Vec<Intent>,
}

/// The next step of the course that was chosen, if nothing has come between.
pub(super) fn follow(desk: &Desk<'_>, prompt: usize, dice: &mut Dice, memory: &mut Memory) -> Option<usize> {
    let kept = memory.of::<Kept>();
    if kept.left.is_empty() || kept.round != desk.round() {
        kept.left.clear();
        return None;
    }
    let next = kept.left.remove(0);
    let world = desk.imagine(dice);
    let option = desk.owed_in(world.as_ref(), |owed| world.option_of(owed, &next));
    let option = option.filter(|option| *option < desk.options(prompt));
    if option.is_none() {
        kept.left.clear();
    }
    option
}

/// Chooses a course that begins with this decision; none where the game knows no courses.
pub(super) fn choose(
    desk: &Desk<'_>,
    prompt: usize,
    budget: &Budget,
    threads: usize,
    dice: &mut Dice,
    memory: &mut Memory,
) -> Option<Choice> {
    let seed = dice.next_u64();
    let first = imagined(desk, seed, 0)?;
    let most = (SHARE * budget.options as f64) as usize;
    let courses = first.game.courses(first.prompt, most);
    let seat = desk.seat();
    let lean = std::env::var("LEAN").ok().and_then(|v| v.parse().ok()).unwrap_or(LEAN);
    let doubt = std::env::var("DOUBT").ok().and_then(|v| v.parse().ok()).unwrap_or(DOUBT);
    let trials: Vec<Trial> =
        courses.iter().enumerate().map(|(n, course)| Trial::new(n, lean * course.worth)).collect();
    let play = |world: &World, n: usize| {
        let course: &Course<Intent> = courses.get(n)?;
        let value = world.game.act_out(&mut course.orders.iter(), seat, &mut world.dice.clone())?;
        Some(PlayedOut { value, won: None, answer: None })
    };
    let contest = Contest { desk, seed, playouts: budget.playouts * first.game.haste(), threads };
    let verdict = contest.judge(trials, doubt * budget.doubt, play)?;
    let orders = &courses[verdict.chosen.number].orders;
    let option = first.game.option_of(first.prompt, orders.first()?);
    let option = option.filter(|option| *option < desk.options(prompt))?;
    *memory.of::<Kept>() = Kept { round: desk.round(), left: orders[1..].to_vec() };
    let words = |n: usize| {
        let orders = courses[n].orders.iter().map(|order| first.game.intent_text(order));
        orders.collect::<Vec<_>>().join("; ")
    };
    Some(verdict.told(option, "courses", &words))
}
