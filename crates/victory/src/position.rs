//! A position that somebody wrote down: is it one that can be played on?

use crate::kinds::{GROUND, GUNS, Maneuver, PLANES, UnitId};
use crate::map::Mega;
use crate::order::Ask;
use crate::setup::check_sky;
use crate::state::{Fate, Flow, Ground, Loaded, Now, Plan, Plane, State, Table};
use table::{SeatId, SetupError};

type Sound = Result<(), SetupError>;

fn need(ok: bool, place: &str, why: &str) -> Sound {
    if ok { Ok(()) } else { Err(SetupError::new(format!("position.{place}"), why)) }
}

/// Every number in its range, every name of somebody who is there.
pub(crate) fn validate(table: &Table, now: &Now) -> Sound {
    need(now.round <= table.rounds, "round", "expected a round of this match")?;
    need(
        usize::from(now.plane_count) == table.setup.planes.len(),
        "plane_count",
        "expected the airplanes of the set-up",
    )?;
    need(
        usize::from(now.ground_count) == table.setup.ground.len(),
        "ground_count",
        "expected the ground units of the set-up",
    )?;
    for (i, p) in now.planes().iter().enumerate() {
        plane(table, now, &format!("planes[{i}]"), p)?;
    }
    for (i, g) in now.grounds().iter().enumerate() {
        ground(table, now, &format!("ground[{i}]"), g)?;
    }
    check_sky(&now.sky, &table.map)?;
    for marker in now.markers.iter().flatten() {
        let ok = Mega::is_centre(marker.mega.0)
            && (0..=32).contains(&marker.mega.0.y)
            && (0..=table.map.columns).contains(&marker.mega.0.x);
        need(ok, "markers", "expected the centre of a MegaHex")?;
    }
    let full = now.markers.iter().position(Option::is_none).unwrap_or(now.markers.len());
    need(now.markers[full..].iter().all(Option::is_none), "markers", "expected markers without gaps")?;
    need(usize::from(now.order_len) <= PLANES, "order_len", "expected at most eight")?;
    let mut set = 0_u8;
    for i in now.order() {
        need(*i < now.plane_count && set & (1 << i) == 0, "order", "expected each airplane once")?;
        set |= 1 << i;
    }
    for die in &now.stack {
        let ok = match die {
            Loaded::D6(n) => (1..=6).contains(n),
            Loaded::D20(n) => (1..=20).contains(n),
            Loaded::Combat(_) | Loaded::Test(_) => true,
        };
        need(ok, "stack", "expected a number that the die has")?;
    }
    need(now.window < 4 && now.standing < 4, "window", "expected seats of this match")?;
    if let Some(frozen) = now.freeze.now {
        let all = planes_mask(now);
        let ok =
            frozen.group & !all == 0 && frozen.first < now.plane_count && (1..=11).contains(&frozen.time);
        need(ok, "freeze", "expected airplanes and a time of the table")?;
    }
    need(now.to_test & !units_mask(now) == 0, "to_test", "expected units of this match")?;
    flow(now)?;
    ask(table, now)
}

fn planes_mask(now: &Now) -> u8 {
    ((1_u16 << now.plane_count) - 1) as u8
}

fn units_mask(now: &Now) -> u32 {
    let ground = (1_u32 << now.ground_count) - 1;
    u32::from(planes_mask(now)) | ground << PLANES
}

fn is_unit(now: &Now, unit: UnitId) -> bool {
    unit.0 < 32 && units_mask(now) & unit.bit() != 0
}

fn plane(table: &Table, now: &Now, place: &str, p: &Plane) -> Sound {
    let content = &table.content;
    let at = |field: &str| format!("{place}.{field}");
    let Some(kind) = content.airplanes.get(usize::from(p.kind)) else {
        return need(false, &at("kind"), "there is no such airplane");
    };
    let columns = table.map.columns;
    let near = |h: geometry::Hex| (-12..=columns + 12).contains(&h.x) && (0..=30).contains(&h.y);
    need(near(p.at) && near(p.start), &at("at"), "expected a hex of the map")?;
    if p.fate == Fate::Flying {
        let free = table.map.holds(p.at) && p.at.y >= 1 && !table.map.is_rock(p.at);
        need(free, &at("at"), "a plane in play is in a complete hex above the ground")?;
    }
    for (field, speed) in [("cue", p.cue), ("initial", p.initial)] {
        need((-2..=11).contains(&speed), &at(field), "expected a speed of -2 to 11")?;
    }
    need((0..=11).contains(&p.throttle), &at("throttle"), "expected a speed of 0 to 11")?;
    need((-60..=60).contains(&p.delta), &at("delta"), "expected -60 to 60")?;
    need((-1..=11).contains(&p.mp), &at("mp"), "expected at most 11 movement points")?;
    need(p.flown <= 12, &at("flown"), "expected at most 12 hexes")?;
    if let Some(run) = p.running {
        let steps = content.maneuver(run.maneuver).steps.len();
        let ok = usize::from(run.step) <= steps && run.left.is_none_or(|n| n <= 12) && run.prep <= 5;
        need(ok && run.half <= 6, &at("running"), "expected a step of its maneuver")?;
        need(run.maneuver.index() < Maneuver::ALL.len(), &at("running"), "there is no such maneuver")?;
    }
    let zebra = content.structures[kind.structure].zebra();
    need(p.structure <= zebra, &at("structure"), "expected a box of the gauge")?;
    let controls = p.controls.iter().zip(&content.controls).all(|(disc, stripe)| disc <= stripe);
    need(controls, &at("controls"), "expected boxes of the gauges")?;
    let boxes = content.engines[kind.engine].boxes.len();
    need(usize::from(p.engine) <= boxes, &at("engine"), "expected a box of the gauge")?;
    need(p.leak.is_none_or(|n| n <= 6), &at("leak"), "expected at most 6 rounds")?;
    for gun in &p.guns {
        need(gun.left.iter().all(|n| *n <= 6), &at("guns"), "expected at most 6 on an ammunition die")?;
        let aimed = match gun.plan {
            Plan::Fire { target, .. } => is_unit(now, target),
            Plan::Hold | Plan::Clear => true,
        };
        need(aimed, &at("guns"), "expected a target of this match")?;
    }
    for (gun, state) in p.guns.iter().enumerate().skip(kind.weapons.len()) {
        let empty = state.left == [0; 2] && state.plan == Plan::Hold;
        need(empty && gun < GUNS, &at("guns"), "there is no such firing position")?;
    }
    need(p.bomb.is_none_or(|t| is_unit(now, t)), &at("bomb"), "expected a target of this match")?;
    need(p.last_hit.is_none_or(|t| t.0 < 32), &at("last_hit"), "expected a unit of this match")?;
    need((p.tails | p.foes) & !planes_mask(now) == 0, &at("tails"), "expected airplanes of this match")?;
    need(p.seen & !units_mask(now) == 0, &at("seen"), "expected units of this match")?;
    need((-1..=1).contains(&p.line_side), &at("line_side"), "expected -1, 0 or 1")
}

fn ground(table: &Table, now: &Now, place: &str, g: &Ground) -> Sound {
    let at = |field: &str| format!("{place}.{field}");
    let Some(kind) = table.content.targets.get(usize::from(g.kind)) else {
        return need(false, &at("kind"), "there is no such target");
    };
    need(g.hits <= kind.hits, &at("hits"), "expected no more hits than it takes")?;
    let on_map = (0..=table.map.columns).contains(&g.at.x) && (0..=30).contains(&g.at.y);
    need(on_map, &at("at"), "expected a hex of the map")?;
    let target = |t: UnitId| t.as_plane().is_some() && is_unit(now, t);
    need(g.plan.is_none_or(target), &at("plan"), "expected an airplane of this match")?;
    need(g.seen & !u32::from(planes_mask(now)) == 0, &at("seen"), "expected airplanes of this match")
}

fn flow(now: &Now) -> Sound {
    let plane = |i: u8| i < now.plane_count;
    let ok = match now.flow {
        Flow::Fly { plane: i } | Flow::Entered { plane: i } | Flow::Passed { plane: i } => plane(i),
        Flow::SetUp { step } => step <= 2 * now.plane_count + 4,
        Flow::Flak { next } | Flow::DeclareGround { next } => usize::from(next) <= GROUND,
        Flow::Spotting { next } => usize::from(next) <= PLANES + GROUND,
        Flow::Declare { next, gun } => next <= now.plane_count && usize::from(gun) <= GUNS + 1,
        _ => true,
    };
    need(ok, "flow", "expected somebody who is there")?;
    need(
        now.outcome.is_some() == (now.flow == Flow::Over),
        "flow",
        "a match that is over, and only that, is over",
    )
}

fn ask(table: &Table, now: &Now) -> Sound {
    let flying = |i: u8| i < now.plane_count && now.planes()[usize::from(i)].in_play();
    let unit = |u: UnitId| u.as_ground().is_some_and(|i| i < usize::from(now.ground_count));
    let ok = match now.ask {
        Ask::Place { plane } => plane < now.plane_count,
        Ask::Look { plane }
        | Ask::Bombs { plane }
        | Ask::Due { plane }
        | Ask::Fly { plane }
        | Ask::Window { plane, .. } => flying(plane),
        Ask::Gun { plane, gun } => {
            flying(plane) && {
                let kind = usize::from(now.planes()[usize::from(plane)].kind);
                usize::from(gun) < table.content.airplanes[kind].weapons.len()
            }
        }
        Ask::Flak { unit: u } | Ask::Ground { unit: u } => unit(u),
        Ask::Sun { .. } | Ask::Cloud { .. } | Ask::Over => true,
    };
    need(ok, "ask", "expected a decision about something that is there")
}

/// A position is taken as it stands; it must leave somebody something to decide, or be over.
pub(crate) fn playable(state: State) -> Result<State, SetupError> {
    if state.now.outcome.is_some() {
        need(state.now.ask == Ask::Over, "ask", "the match is over")?;
        return Ok(state);
    }
    let asked = (0..2).any(|seat| state.owes(SeatId(seat)) && state.visit(SeatId(seat), &mut |_| true));
    need(asked, "ask", "nothing can be decided here")?;
    Ok(state)
}
