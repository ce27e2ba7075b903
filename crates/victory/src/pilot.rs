//! How a bot flies: every way to fly the move, then what the enemies who move later can make of the best of them.

use crate::foresight::{Expected, TRAPPED};
use crate::manner::Manner;
use crate::{Act, Ask, Flight, Order, Plane, State};
use table::{Advice, Game, Prompt};

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
pub struct Pilot {
    plan: Option<Plan>,
}

impl Pilot {
    /// The order that he gives, and why.
    pub fn advise(&mut self, state: &State, prompt: &Prompt<Ask>, manner: &Manner) -> Advice {
        self.fly(state, prompt, |state, plane| best_way(state, plane, manner))
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
fn ways(state: &State, plane: u8, most: usize, manner: &Manner) -> Vec<Candidate> {
    let now = &state.now().planes()[usize::from(plane)];
    let mut expected = Expected::now(state, plane, manner);
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
    let best = ways(state, plane, GLANCE, &Manner::PLAIN).into_iter().next();
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
fn best_way(state: &State, plane: u8, manner: &Manner) -> (Vec<Act>, String) {
    let ways = ways(state, plane, OWN, manner);
    let tried = ways.len();
    let mut ways = look_ahead(state, plane, ways, manner);
    let answers = answers(state, plane);
    for way in &mut ways {
        if way.flight.end.in_play() {
            way.worth -= manner.dread * dread(state, plane, &way.flight.end, &answers, manner);
        }
    }
    if manner.reply > 0.0 {
        ways.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        ways.truncate(manner.finalists as usize);
        for way in &mut ways {
            exchange(state, plane, way, manner);
        }
    }
    let best = ways.into_iter().reduce(|a, b| if b.worth > a.worth { b } else { a });
    let Some(best) = best else { return (vec![Act::End], "There is but one thing to do.".to_owned()) };
    (
        acts_of(state, plane, &best),
        format!("Best of {tried} ways to fly this move, against what the enemy can answer."),
    )
}

/// A way with the throttle after which things look best when everybody has answered, and what it is worth.
fn exchange(state: &State, plane: u8, way: &mut Candidate, manner: &Manner) {
    let end = way.flight.end;
    if !end.in_play() || end.stalled {
        return;
    }
    let now = &state.now().planes()[usize::from(plane)];
    let mut world = state.with_plane(plane, &Plane { done: true, active: false, ..end });
    let enemies: Vec<u8> = (0..world.now().planes().len() as u8)
        .filter(|i| {
            let p = &world.now().planes()[usize::from(*i)];
            p.side != end.side && p.fights() && p.at.distance(end.at) <= 18
        })
        .collect();
    for enemy in &enemies {
        let p = &world.now().planes()[usize::from(*enemy)];
        if p.done || p.stalled {
            continue;
        }
        if let Some(best) = ways(&world, *enemy, manner.his_points as usize, &Manner::PLAIN).into_iter().next() {
            world = world.with_plane(*enemy, &Plane { done: true, active: false, ..best.flight.end });
        }
    }
    let here = Expected::now(&world, plane, manner).worth(&end) + way.taken;
    let mut his = 0.0;
    for enemy in &enemies {
        let p = world.now().planes()[usize::from(*enemy)];
        if !p.fights() {
            continue;
        }
        let mut expected = Expected::next_round(&world, *enemy, manner);
        his += world.next_round(&p, NEXT, &mut expected).unwrap_or(-TRAPPED).max(-TRAPPED);
    }
    let mut expected = Expected::next_round(&world, plane, manner);
    let mut best: Option<(i8, f64)> = None;
    for throttle in state.throttles(now, &end) {
        let end = Plane { throttle, ..end };
        let next = world.next_round(&end, NEXT, &mut expected).unwrap_or(-TRAPPED);
        let worth = manner.foresight * next + state.speed_worth(&end);
        if best.is_none_or(|(_, other)| worth > other) {
            best = Some((throttle, worth));
        }
    }
    let Some((throttle, next)) = best else { return };
    way.flight.end.throttle = throttle;
    way.worth = (1.0 - manner.reply) * way.worth + manner.reply * (here + next - manner.his * his);
}

/// The best ways that lead on, each with the throttle after which the next round looks best.
fn look_ahead(state: &State, plane: u8, ways: Vec<Candidate>, manner: &Manner) -> Vec<Candidate> {
    let now = &state.now().planes()[usize::from(plane)];
    let mut expected = Expected::next_round(state, plane, manner);
    let mut found: Vec<Candidate> = Vec::new();
    let mut traps: Vec<Candidate> = Vec::new();
    for mut way in ways {
        if found.len() >= FINALISTS.max(manner.finalists as usize) || traps.len() >= TRAPS {
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
                let worth = manner.foresight * next + state.speed_worth(&end) - kept;
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
fn dread(
    state: &State,
    plane: u8,
    end: &Plane,
    answers: &[(u8, Vec<Plane>)],
    manner: &Manner,
) -> f64 {
    let mut sum = 0.0;
    let here = state.with_plane(plane, end);
    for (enemy, ends) in answers {
        let mut worst = 0.0_f64;
        for his in ends.iter().filter(|p| p.at.distance(end.at) <= 5) {
            let world = here.with_plane(*enemy, his);
            worst = worst.max(world.shots_by(*enemy, plane, manner) - manner.riposte * world.shots_by(plane, *enemy, manner));
        }
        sum += worst;
    }
    sum
}
