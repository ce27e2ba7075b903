//! The laws of secrets: change only what is secret from a viewer, and every byte he receives stays the same.

use super::Plan;
use super::walk::{Walk, assert_same, each_match, pick};
use crate::dice::Dice;
use crate::face::AnyMatch;
use crate::game::{Game, SetupRequest};
use crate::play::Match;
use crate::seat::{SeatId, Viewer};
use serde_json::{Value, json};
use std::sync::Arc;

/// Everything that a viewer receives of a match, as text: view, prompts, legal orders, events and log.
pub fn bytes_for(table: &dyn AnyMatch, viewer: Viewer) -> String {
    let events = json!(table.events(viewer, 0));
    format!("{}events {events}\nlog {}\n", sight(table, viewer), table.log_for(viewer))
}

/// What a viewer sees at this moment, without the history.
pub(super) fn sight(table: &dyn AnyMatch, viewer: Viewer) -> String {
    let own = table.seats().iter().filter(|s| viewer == Viewer::Umpire || viewer == Viewer::Seat(s.id));
    let legal: Vec<String> = own.map(|s| table.legal_text(s.id)).collect();
    let (view, prompts, goals) =
        (table.view_text(viewer), json!(table.prompts(viewer)), json!(table.goals(viewer)));
    format!("view {view}\nprompts {prompts}\nlegal [{}]\ngoals {goals}\n", legal.join(","))
}

/// No seat, and no spectator, can tell an imagined world from the true one, or one sealed order of another
/// seat from another. Before the end nobody's log holds the seed, the set-up or somebody else's orders.
///
/// In a game of simultaneous orders every order that crosses no barrier while others still owe theirs is
/// taken for sealed.
pub fn secrecy<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    let (mut looked, mut differed, mut company, mut solo) = (0, 0, false, false);
    each_match::<G>("secrecy", content, request, plan, |walk| {
        company = walk.seats().len() > 1;
        let itself = |seat: &SeatId| walk.played.state().plays_itself(*seat);
        let procedures = walk.seats().iter().filter(|seat| itself(seat)).count();
        // One player who handles the components of the game's own procedure has nobody to keep secrets from.
        solo = procedures > 0 && walk.seats().len() == procedures + 1;
        while walk.played.state().outcome().is_none() {
            if walk.looks() {
                for seat in walk.seats() {
                    looked += 1;
                    differed += usize::from(worlds_look_the_same(walk, seat));
                    the_log_is_discreet(&walk.played, Viewer::Seat(seat));
                }
                the_log_is_discreet(&walk.played, Viewer::Spectator);
                sealed_orders_look_the_same(walk);
            }
            walk.step();
        }
    });
    let secrets = G::KIND.hidden || (G::KIND.simultaneous && company);
    assert!(
        !secrets || solo || looked == 0 || differed > 0,
        "{}: secrecy: the game has secrets, and not one of {looked} imaginations changed any",
        G::ID
    );
}

/// Looks at imagined worlds with the seat's eyes. Returns whether one of them was really another world.
fn worlds_look_the_same<G: Game>(walk: &mut Walk<G>, seat: SeatId) -> bool {
    let mut differed = false;
    let orders = walk.foreign_orders();
    let seed = walk.look.next_u64();
    let truth = &walk.played;
    for number in 0..walk.plan.worlds {
        let world = truth.imagine(seat, &mut Dice::derive(seed, number));
        differed |= world.state().position() != truth.state().position();
        let what = format!("{seat} can tell imagined world {number} from the true one");
        looks_the_same(&what, truth, &world, seat);
        assert_same(&what, &refusals(truth, seat, &orders), &refusals(&world, seat, &orders));
        assert!(
            !G::KIND.chance || world.hash() != truth.hash(),
            "{seat} imagines the true dice: what they will show must be drawn anew"
        );
        assert_same(&what, &foreseen(truth, seat, &orders), &foreseen(&world, seat, &orders));
        let seed = truth.header().seed.to_string();
        assert!(!AnyMatch::log_text(&world).contains(&seed), "an imagined match knows the seed");

        let (mine, theirs) = (own_prompts(truth, seat), own_prompts(&world, seat));
        if !mine.is_empty() {
            let which = walk.look.pick(mine.len());
            let n = walk.look.pick(truth.state().options(&truth.prompts()[mine[which]]));
            let (mut truth, mut world) = (truth.clone(), world);
            truth.choose(mine[which], n);
            world.choose(theirs[which], n);
            if truth.round() == walk.played.round() && world.round() == walk.played.round() {
                looks_the_same(&format!("{what} by its own order"), &truth, &world, seat);
            }
        }
    }
    differed
}

/// The numbers of a seat's prompts: they differ between worlds where other seats are asked other things.
fn own_prompts<G: Game>(played: &Match<G>, seat: SeatId) -> Vec<usize> {
    (0..played.prompts().len()).filter(|&i| played.prompts()[i].seat == seat).collect()
}

fn looks_the_same(what: &str, one: &dyn AnyMatch, other: &dyn AnyMatch, seat: SeatId) {
    for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
        assert_same(&format!("{what} ({viewer}'s eyes)"), &sight(one, viewer), &sight(other, viewer));
    }
}

/// What a seat is told when it tries these orders: a refusal may not name what the seat can not know.
fn refusals<G: Game>(played: &Match<G>, seat: SeatId, orders: &[G::Order]) -> String {
    let state = played.state();
    let told = |order| format!("{order:?}: {:?}, {:?}", state.check(seat, order), state.nearest(seat, order));
    orders.iter().map(told).collect::<Vec<_>>().join("\n")
}

/// The words, prices and previews of what a seat may order: they may not depend on what it can not know.
fn foreseen<G: Game>(played: &Match<G>, seat: SeatId, orders: &[G::Order]) -> String {
    let state = played.state();
    let own = played.prompts().iter().filter(|prompt| prompt.seat == seat);
    let rows = own.map(|prompt| {
        let options = state.options(prompt);
        let some = (0..options).step_by(options.div_ceil(12).max(1)).map(|n| state.option(prompt, n));
        some.map(|order| format!("{:?} {:?}", state.row(prompt, &order), state.preview(seat, &order)))
            .collect::<Vec<_>>()
            .join("\n")
    });
    let tried = orders.iter().filter(|order| state.check(seat, order).is_ok());
    let tried = tried.map(|order| format!("{order:?}: {:?}", state.preview(seat, order)));
    rows.chain(tried).collect::<Vec<_>>().join("\n")
}

/// Another seat's pending order is given in two ways; who did not give it must not notice.
fn sealed_orders_look_the_same<G: Game>(walk: &mut Walk<G>) {
    if !G::KIND.simultaneous {
        return;
    }
    let orders = walk.foreign_orders();
    let prompts = walk.played.prompts().to_vec();
    let owing = walk.played.waiting();
    for (index, prompt) in prompts.iter().enumerate() {
        let options = walk.played.state().options(prompt);
        let others_owe = owing.iter().any(|s| *s != prompt.seat);
        if !others_owe || options < 2 {
            continue;
        }
        let (first, second) = two_of(options, &mut walk.look);
        let (mut one, mut other) = (walk.played.clone(), walk.played.clone());
        one.choose(index, first);
        other.choose(index, second);
        let settled = |m: &Match<G>| m.round() != walk.played.round() || m.state().outcome().is_some();
        if settled(&one) || settled(&other) {
            continue;
        }
        let seats = walk.played.state().seats();
        let team = |id: SeatId| seats.iter().find(|s| s.id == id).map(|s| s.team);
        let ally = |id: SeatId| walk.plan.open_allies && team(id) == team(prompt.seat);
        let what = |viewer| format!("{viewer} can tell two sealed orders of {} apart", prompt.seat);
        assert_same(
            &what(Viewer::Spectator),
            &bytes_for(&one, Viewer::Spectator),
            &bytes_for(&other, Viewer::Spectator),
        );
        for seat in seats.iter().map(|s| s.id).filter(|id| *id != prompt.seat && !ally(*id)) {
            let viewer = Viewer::Seat(seat);
            assert_same(&what(viewer), &bytes_for(&one, viewer), &bytes_for(&other, viewer));
            assert_same(&what(viewer), &refusals(&one, seat, &orders), &refusals(&other, seat, &orders));
            let what = format!("{} by undo", what(viewer));
            let (mut one, mut other) = (one.clone(), other.clone());
            let answers = (one.undo(Some(seat)), other.undo(Some(seat)));
            assert_same(&what, &format!("{:?}", answers.0), &format!("{:?}", answers.1));
            assert_same(&what, &bytes_for(&one, viewer), &bytes_for(&other, viewer));
        }
    }
}

/// The numbers of two options, of which there are two or more.
fn two_of(options: usize, dice: &mut Dice) -> (usize, usize) {
    let first = dice.pick(options);
    (first, (first + 1 + dice.pick(options - 1)) % options)
}

/// Before the end: no seed, no set-up, nobody else's orders.
fn the_log_is_discreet<G: Game>(played: &Match<G>, viewer: Viewer) {
    let log = played.log_for(viewer);
    let seed = played.header().seed.to_string();
    assert!(!log.to_string().contains(&seed), "the log of {viewer} holds the seed");
    assert!(log.get("setup").is_none(), "the log of {viewer} holds the set-up");
    let own = played.entries().iter().filter(|e| viewer == Viewer::Seat(e.seat));
    let own: Vec<Value> = own.map(|e| json!(e)).collect();
    assert_same(
        &format!("the orders in the log of {viewer}"),
        &log["orders"].to_string(),
        &json!(own).to_string(),
    );
}

/// An order whose result, as some seat sees it, depends on the dice to come has crossed a barrier: else undo
/// would let a player try his luck twice.
pub fn chance_is_a_barrier<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("chance_is_a_barrier", content, request, plan, |walk| {
        while walk.played.state().outcome().is_none() {
            if walk.looks() {
                dice_do_not_matter_before_a_barrier(walk);
            }
            walk.step();
        }
    });
}

fn dice_do_not_matter_before_a_barrier<G: Game>(walk: &mut Walk<G>) {
    let position = walk.played.state().position();
    let mut begin = || {
        Match::<G>::begin(walk.played.content(), position.clone(), walk.look.next_u64())
            .unwrap_or_else(|e| panic!("the position can not be begun: {e}"))
    };
    let (one, other) = (begin(), begin());
    for (index, prompt) in one.prompts().iter().enumerate() {
        let options = one.state().options(prompt);
        for _ in 0..options.min(4) {
            let n = walk.look.pick(options);
            let (mut one, mut other) = (one.clone(), other.clone());
            let told = (one.events().len(), other.events().len());
            one.choose(index, n);
            other.choose(index, n);
            if one.round() + other.round() > 0 {
                continue;
            }
            let order = &one.entries()[0].order;
            for viewer in walk.seats().into_iter().map(Viewer::Seat).chain([Viewer::Spectator]) {
                let what =
                    format!("{viewer} sees how the dice fell for {order:?}, and no barrier was crossed");
                assert_same(&what, &sight(&one, viewer), &sight(&other, viewer));
                assert_same(&what, &news(&one, viewer, told.0), &news(&other, viewer, told.1));
            }
        }
    }
}

/// The events from this one of the match on, as the viewer may know them.
fn news<G: Game>(played: &Match<G>, viewer: Viewer, from: usize) -> String {
    played.events()[from..]
        .iter()
        .filter_map(|e| e.seen_by(viewer))
        .map(|w| played.state().tell(w) + "\n")
        .collect()
}

/// An imagined world is a match like any other: it can be played to its end.
pub fn imagined_worlds_play_on<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("imagined_worlds_play_on", content, request, plan, |walk| {
        while walk.played.state().outcome().is_none() {
            if walk.looks() {
                for seat in walk.seats() {
                    let world = walk.played.imagine(seat, &mut walk.look);
                    plays_on(world, seat, walk);
                }
            }
            walk.step();
        }
    });
}

fn plays_on<G: Game>(mut world: Match<G>, seat: SeatId, walk: &mut Walk<G>) {
    for _ in 0..walk.plan.max_orders {
        if world.state().outcome().is_some() {
            return;
        }
        let (prompt, n) = pick(&world, &mut walk.look);
        let asked = world.prompts()[prompt];
        let order = world.state().option(&asked, n);
        if let Err(refusal) = world.state().check(asked.seat, &order) {
            panic!("in a world that {seat} imagines, {order:?} is offered and refused: {refusal}");
        }
        world.choose(prompt, n);
    }
    panic!("a world that {seat} imagines is endless");
}

#[cfg(test)]
mod tests {
    use super::two_of;
    use crate::dice::Dice;
    use std::collections::BTreeSet;

    #[test]
    fn any_two_options_are_compared_and_none_with_itself() {
        let mut dice = Dice::new(7);
        for options in 2..5 {
            let found: BTreeSet<_> = (0..200).map(|_| two_of(options, &mut dice)).collect();
            let pairs = (0..options).flat_map(|one| (0..options).map(move |other| (one, other)));
            assert!(found.into_iter().eq(pairs.filter(|(one, other)| one != other)), "of {options}");
        }
    }
}
