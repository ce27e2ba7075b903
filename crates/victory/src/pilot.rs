//! How a bot flies: every way to fly the move, then what the enemies who move later can make of the best of them.

use crate::foresight::{Expected, TRAPPED};
use crate::{Act, Ask, Flight, Order, Plane, State};
use table::{Advice, Course, Game, Prompt};

/// Points of a way that are looked at, for the own plane, for an enemy who answers, and for the round after.
const OWN: usize = 4000;
const HIS: usize = 1500;
const NEXT: usize = 300;
/// And for a move that is only imagined.
const GLANCE: usize = 160;
/// So many of the best ways are looked at closely.
const FINALISTS: usize = 12;
/// After so many ways that lead nowhere no further one is tried.
const TRAPS: usize = 40;
/// How much of the next round counts.
const FORESIGHT: f64 = 0.8;
/// How much of what an enemy could do he is expected to do.
const DREAD: f64 = 0.5;

/// A way that was chosen, and how the plane stands when its next act is due.
#[derive(Clone, Debug)]
struct Plan {
    plane: u8,
    acts: Vec<Act>,
    stands: Stand,
}

type Stand = (geometry::Hex, geometry::Facing, bool, i8, bool);

fn stand(p: &Plane) -> Stand {
    (p.at, p.facing, p.inverted, p.mp, p.throttled)
}

/// The mind of a pilot: what he is about to do next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pilot {
    plan: Option<Plan>,
}

impl Pilot {
    /// The order that he gives, and why.
    pub fn advise(&mut self, state: &State, prompt: &Prompt<Ask>) -> Advice {
        self.fly(state, prompt, best_way)
    }

    /// The number of the order that he gives in somebody's thoughts: he looks at few ways, and at nobody's answer.
    pub fn at_a_glance(&mut self, state: &State, prompt: &Prompt<Ask>) -> usize {
        self.fly(state, prompt, |state, plane| (quick_way(state, plane), String::new())).option
    }

    fn fly(
        &mut self,
        state: &State,
        prompt: &Prompt<Ask>,
        best: impl Fn(&State, u8) -> (Vec<Act>, String),
    ) -> Advice {
        let Ask::Fly { plane } = prompt.ask else { return Advice::of(state.at_once(prompt)) };
        let (act, why) = if let Some(act) = self.next_act(state, plane) {
            (act, None)
        } else {
            let (acts, why) = best(state, plane);
            self.plan = Some(Plan { plane, acts, stands: stand(&state.now().planes()[usize::from(plane)]) });
            (self.next_act(state, plane).unwrap_or(Act::End), Some(why))
        };
        let n = number(state, prompt, act);
        self.plan = self.plan.take().filter(|_| n.is_some());
        Advice { option: n.unwrap_or(0), why }
    }

    /// The next act of the plan, if everything has come as it was thought.
    fn next_act(&mut self, state: &State, plane: u8) -> Option<Act> {
        let now = state.now().planes().get(usize::from(plane))?;
        let plan = self.plan.as_mut().filter(|p| p.plane == plane && p.stands == stand(now))?;
        if plan.acts.is_empty() {
            return None;
        }
        let act = plan.acts.remove(0);
        plan.stands = stand(&state.after(plane, act));
        Some(act)
    }
}

/// The number of an act among the options.
fn number(state: &State, prompt: &Prompt<Ask>, act: Act) -> Option<usize> {
    (0..state.options(prompt)).find(|n| state.option(prompt, *n) == Order::Act(act))
}

/// A way with its throttle and its worth.
struct Candidate {
    flight: Flight,
    /// What the photographs are worth that it takes.
    taken: f64,
    worth: f64,
}

/// Every way from here with what it is worth at the end of this round, the best first.
fn ways(state: &State, plane: u8, most: usize) -> Vec<Candidate> {
    let now = &state.now().planes()[usize::from(plane)];
    let mut expected = Expected::now(state, plane);
    let mut ways: Vec<Candidate> = state
        .flights(plane, most)
        .into_iter()
        .map(|mut flight| {
            let (throttle, speed) = state.best_throttle(now, &flight.end);
            let (taken, line_side) = state.photographs(plane, flight.acts.left());
            (flight.end.throttle, flight.end.line_side) = (throttle, line_side);
            let worth = speed + expected.worth(&flight.end) + taken;
            Candidate { flight, taken, worth }
        })
        .collect();
    ways.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    ways
}

/// The best way at first sight.
fn quick_way(state: &State, plane: u8) -> Vec<Act> {
    let best = ways(state, plane, GLANCE).into_iter().next();
    best.map_or_else(|| vec![Act::End], |best| acts_of(state, plane, &best))
}

/// The acts of a way, the throttle first where it is still to be set.
fn acts_of(state: &State, plane: u8, way: &Candidate) -> Vec<Act> {
    let now = &state.now().planes()[usize::from(plane)];
    let mut acts = Vec::new();
    let throttles = !now.throttled && now.flown == 0 && !now.begun && !now.turned;
    if throttles {
        acts.push(Act::Throttle { to: way.flight.end.throttle });
    }
    acts.extend_from_slice(way.flight.acts.left());
    acts.push(Act::End);
    acts
}

/// The acts of the best way from here.
fn best_way(state: &State, plane: u8) -> (Vec<Act>, String) {
    let ways = ways(state, plane, OWN);
    let tried = ways.len();
    let ways = looked_at(state, plane, ways);
    let best = ways.into_iter().reduce(|a, b| if b.worth > a.worth { b } else { a });
    let Some(best) = best else { return (vec![Act::End], "There is but one thing to do.".to_owned()) };
    (
        acts_of(state, plane, &best),
        format!("Best of {tried} ways to fly this move, against what the enemy can answer."),
    )
}

/// The best ways, each with what comes next and what the enemies who move later can make of it.
fn looked_at(state: &State, plane: u8, ways: Vec<Candidate>) -> Vec<Candidate> {
    let mut ways = look_ahead(state, plane, ways);
    let answers = answers(state, plane);
    for way in &mut ways {
        if way.flight.end.in_play() {
            way.worth -= DREAD * dread(state, plane, &way.flight.end, &answers);
        }
    }
    ways
}

/// The best ways as whole moves, the best first: for a bot that plays them on.
pub(crate) fn courses(state: &State, plane: u8, most: usize) -> Vec<Course<Order>> {
    let mut ways = looked_at(state, plane, ways(state, plane, OWN));
    ways.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let course = |way: &Candidate| Course {
        orders: acts_of(state, plane, way).into_iter().map(Order::Act).collect(),
        worth: way.worth,
    };
    ways.iter().take(most).map(course).collect()
}

/// The best ways that lead on, each with the throttle after which the next round looks best.
fn look_ahead(state: &State, plane: u8, ways: Vec<Candidate>) -> Vec<Candidate> {
    let now = &state.now().planes()[usize::from(plane)];
    let mut expected = Expected::next_round(state, plane);
    let mut found: Vec<Candidate> = Vec::new();
    let mut traps: Vec<Candidate> = Vec::new();
    for mut way in ways {
        if found.len() >= FINALISTS || traps.len() >= TRAPS {
            break;
        }
        if !way.flight.end.in_play() {
            found.push(way);
            continue;
        }
        let kept = state.speed_worth(&way.flight.end);
        let mut best: Option<(i8, f64)> = None;
        for throttle in state.throttles(now, &way.flight.end) {
            let end = Plane { throttle, ..way.flight.end };
            if let Some(next) = state.next_round(&end, NEXT, &mut expected) {
                let worth = FORESIGHT * next + state.speed_worth(&end) - kept;
                if best.is_none_or(|(_, other)| worth > other) {
                    best = Some((throttle, worth));
                }
            }
        }
        if let Some((throttle, worth)) = best {
            way.flight.end.throttle = throttle;
            way.worth += worth;
            found.push(way);
        } else {
            way.worth -= TRAPPED;
            traps.push(way);
        }
    }
    found.append(&mut traps);
    if state.crosses(plane) {
        let ends: Vec<(Plane, f64)> = found.iter().map(|w| (w.flight.end, w.taken)).collect();
        for (way, worth) in found.iter_mut().zip(state.photographs_to_come(plane, &ends)) {
            way.worth += worth - way.taken;
        }
    }
    found
}

/// Where the enemies who have yet to move could end up.
fn answers(state: &State, plane: u8) -> Vec<(u8, Vec<Plane>)> {
    let planes = state.now().planes();
    let own = &planes[usize::from(plane)];
    let later = planes.iter().enumerate().filter(|(_, p)| {
        p.side != own.side && p.fights() && !p.done && !p.stalled && p.at.distance(own.at) <= 18
    });
    later
        .map(|(i, _)| {
            let ends = state.flights(i as u8, HIS).into_iter().map(|f| f.end);
            (i as u8, ends.filter(|end| end.in_play() && !end.stalled).collect())
        })
        .collect()
}

/// The worst that an enemy could do to a plane there, less what it could do to him in the same place.
fn dread(state: &State, plane: u8, end: &Plane, answers: &[(u8, Vec<Plane>)]) -> f64 {
    let mut sum = 0.0;
    let here = state.with_plane(plane, end);
    for (enemy, ends) in answers {
        let mut worst = 0.0_f64;
        for his in ends.iter().filter(|p| p.at.distance(end.at) <= 5) {
            let world = here.with_plane(*enemy, his);
            worst = worst.max(world.shots_at(*enemy, plane) - 0.7 * world.shots_at(plane, *enemy));
        }
        sum += worst;
    }
    sum
}
