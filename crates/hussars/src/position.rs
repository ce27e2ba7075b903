//! Positions that somebody wrote down: whatever they hold, nothing panics, and what is wrong is named.

use crate::content::Content;
use crate::kinds::{Side, StandId, Type};
use crate::order::{Ask, Moment};
use crate::state::{Battle, Flow, Now, Where};
use table::SetupError;

pub(crate) fn validate(content: &Content, battle: &Battle, now: &Now) -> Result<(), SetupError> {
    let wrong = |place: String, why: &str| Err(SetupError::new(format!("position.{place}"), why));
    let n = battle.pieces.len();
    if now.stands.len() != n {
        return wrong("stands".to_owned(), &format!("expected {n} stands, found {}", now.stands.len()));
    }
    if now.turn > battle.turns {
        return wrong("turn".to_owned(), &format!("expected at most {}", battle.turns));
    }
    for (i, stand) in now.stands.iter().enumerate() {
        let profile = &content.profiles[usize::from(battle.pieces[i].profile)];
        let place = |field: &str| format!("stands.{i}.{field}");
        let on_map = battle.map.on_board(stand.at);
        if !stand.at.in_bounds() || (stand.place == Where::Board && !on_map) {
            return wrong(place("at"), "expected a point of the board, in thousandths of an inch");
        }
        if stand.bank.is_some_and(|bank| !bank.in_bounds()) {
            return wrong(
                place("bank"),
                "expected a point of the bank that it came from, in thousandths of an inch",
            );
        }
        if stand.facing >= 3600 {
            return wrong(place("facing"), "expected 0 to 3599 tenths of a degree");
        }
        if stand.marks.iter().zip(profile.boxes).any(|(mark, boxes)| *mark > boxes) {
            return wrong(place("marks"), "more boxes are marked than the sheet has");
        }
        if let Where::Inside(cylinder) = stand.place {
            let holds =
                battle.pieces.get(cylinder.index()).map(|p| content.profiles[usize::from(p.profile)].ty);
            if holds != Some(Type::Cylinder) || !profile.ty.is_machine() {
                return wrong(place("place"), "only machines are inside cylinders");
            }
        }
        if stand.place == Where::Falling && profile.ty != Type::Cylinder {
            return wrong(place("place"), "only cylinders fall");
        }
        if stand.gas > 20
            || stand.sinking > 6
            || stand.hits > 5
            || stand.marker > 7
            || !(0..=9_900).contains(&stand.left)
            || !(0..=2_400).contains(&stand.speed)
        {
            return wrong(
                format!("stands.{i}"),
                "expected at most 20 canisters, 6 turns to sink, 5 hits, a marker of 0 to 7, 99 inches left and a speed of 24 inches",
            );
        }
    }
    for cylinder in (0..n as u8).map(StandId) {
        let inside = now.stands.iter().filter(|s| s.place == Where::Inside(cylinder)).count();
        if usize::from(now.stands[cylinder.index()].ready) > inside {
            return wrong(format!("stands.{}.ready", cylinder.0), "more machines are ready than are inside");
        }
    }
    if now.clouds.len() > 32 || now.clouds.iter().any(|c| !battle.map.on_board(c.at)) {
        return wrong("clouds".to_owned(), "expected at most 32 clouds, all on the board");
    }
    let known = |id: StandId| id.index() < n;
    let side = |id: StandId| content.profiles[usize::from(battle.pieces[id.index()].profile)].side;
    if now.active.is_some_and(|a| !known(a.stand) || !(0..=9_900).contains(&a.allowance)) {
        return wrong("active".to_owned(), "expected a stand of the match and 0 to 99 inches");
    }
    if let Some(walk) = &now.walk {
        let fits = known(walk.stand)
            && (1..=65).contains(&walk.path.len())
            && walk.path.iter().all(|p| p.in_bounds())
            && walk.facing < 3600
            && (0..=9_900).contains(&walk.allowance)
            && usize::from(walk.done) < crate::walk::marks(&walk.path, walk.facing).len()
            && walk.excused.iter().all(|(id, _)| known(*id));
        if !fits {
            return wrong("walk".to_owned(), "this is no move of a stand of the match");
        }
    }
    if let Some(march) = &now.march
        && !(march.unit.index() < battle.troops.len()
            && march.shift.in_bounds()
            && march.left.iter().all(|id| known(*id) && side(*id) == now.phase.side()))
    {
        return wrong("march".to_owned(), "this is no march of a unit of the match");
    }
    if let Some(melee) = &now.melee
        && !melee.movers.iter().chain(&melee.others).chain(&melee.queue).all(|id| known(*id))
    {
        return wrong("melee".to_owned(), "expected stands of the match");
    }
    if now.chances.iter().any(|c| !known(c.holder)) || now.weapons.iter().any(|id| !known(*id)) {
        return wrong("chances".to_owned(), "expected stands of the match");
    }
    asked(battle, now, &known, &side)
}

/// What is asked fits what else the position says.
fn asked(
    battle: &Battle,
    now: &Now,
    known: &impl Fn(StandId) -> bool,
    side: &impl Fn(StandId) -> Side,
) -> Result<(), SetupError> {
    let Some((asked, ask)) = now.ask else {
        let over = now.flow == Flow::Over;
        return if over == now.outcome.is_some() {
            Ok(())
        } else {
            Err(SetupError::new("position.flow", "the match is over exactly if it has an outcome"))
        };
    };
    let own = now.phase.side();
    let fits = match ask {
        Ask::Deploy => {
            matches!(now.flow, Flow::Deploy { first } if battle.deploy_order[usize::from(!first)] == asked)
        }
        Ask::Fire => now.flow == Flow::Firing && asked == own,
        Ask::Move => now.flow == Flow::Moving && asked == own,
        Ask::Path => asked == own && now.active.is_some_and(|a| known(a.stand) && side(a.stand) == asked),
        Ask::Watch { moment: Moment::During, .. } => asked != own && now.walk.is_some(),
        Ask::Watch { .. } => asked != own && now.phase.is_movement(),
        Ask::Combat => now.flow == Flow::Combats && asked == own,
        Ask::Shot { stand } => known(stand) && side(stand) == asked && now.melee.is_some(),
        Ask::Continue => now.flow == Flow::Continue && asked == own,
        Ask::Weapon { ship } => asked == Side::Martian && now.weapons.first() == Some(&ship),
        Ask::Mark => now.flow == Flow::Marks && asked == own,
    };
    if fits && now.outcome.is_none() {
        Ok(())
    } else {
        Err(SetupError::new("position.ask", "this is not what the position can wait for"))
    }
}
