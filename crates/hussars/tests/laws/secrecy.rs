//! Hidden stands as a property: exchange two of them, and whatever the other seat does, every byte it receives stays the
//! same until one of the two is spotted, stops a mover or is destroyed (TH-SPO-10, TH-SPO-11).

use hussars::{Ask, Content, Order, Side, StandId, State, Where};
use std::sync::Arc;
use table::conformance::bytes_for;
use table::{Dice, Game, Match, SetupRequest, Viewer};

/// Two stands of a side that the other one does not know the places of.
fn hidden_pair(state: &State, side: Side, dice: &mut Dice) -> Option<[StandId; 2]> {
    let hides = |id: &StandId| {
        let stand = state.stand(*id);
        let free = stand.seen.is_none() && !stand.moving && !stand.stopped && stand.fears == 0;
        state.side(*id) == side && state.on_board(*id) && !stand.spotted && free
    };
    let hidden: Vec<StandId> = state.ids().filter(hides).collect();
    // Of one kind: each then stands where a stand of its kind is not seen.
    let first = *hidden.get(dice.pick(hidden.len().max(1)))?;
    let alike = |id: &&StandId| **id != first && state.profile(**id).id == state.profile(first).id;
    let others: Vec<StandId> = hidden.iter().filter(alike).copied().collect();
    Some([first, *others.get(dice.pick(others.len().max(1)))?])
}

/// The other side waits: what it would do can depend on what only it knows.
fn wait(state: &State) -> Option<Order> {
    match state.now.ask?.1 {
        Ask::Fire | Ask::Move => Some(Order::EndStep),
        Ask::Watch { .. } => Some(Order::Pass),
        Ask::Mark => Some(Order::Mark { stands: Vec::new() }),
        _ => None,
    }
}

struct Tally {
    pairs: u32,
    orders: u32,
}

fn follow(content: &Arc<Content>, truth: &Match<State>, seat: Side, seed: u64, tally: &mut Tally) {
    let mut dice = Dice::derive(seed, 9);
    let Some(pair) = hidden_pair(truth.state(), seat.other(), &mut dice) else { return };
    let setup = truth.state().position();
    let mut other = setup.clone();
    let Some(now) = other.position.as_mut() else { return };
    let [a, b] = pair.map(StandId::index);
    let places = [(now.stands[a].at, now.stands[a].facing), (now.stands[b].at, now.stands[b].facing)];
    (now.stands[a].at, now.stands[a].facing) = places[1];
    (now.stands[b].at, now.stands[b].facing) = places[0];
    let mut one = Match::<State>::begin(content, setup, seed).expect("the position");
    let mut other = Match::<State>::begin(content, other, seed).expect("the other position");
    let viewer = Viewer::Seat(seat.seat());
    tally.pairs += 1;
    for _ in 0..60 {
        let known = |m: &Match<State>| {
            let stand = |id: StandId| m.state().stand(id);
            pair.iter().any(|id| stand(*id).spotted || stand(*id).stopped || stand(*id).place != Where::Board)
        };
        if known(&one) || known(&other) || one.state().outcome().is_some() {
            return;
        }
        let (mine, theirs) = (bytes_for(&one, viewer), bytes_for(&other, viewer));
        if mine != theirs {
            let at = mine.bytes().zip(theirs.bytes()).position(|(a, b)| a != b).unwrap_or(0);
            let part =
                |text: &str| text.get(at.saturating_sub(200)..text.len().min(at + 100)).map(str::to_owned);
            panic!("seed {seed}: {seat:?} can tell {pair:?} apart: {:?} or {:?}", part(&mine), part(&theirs));
        }
        // Looks along lines of sight tell nothing of the two either.
        for id in one.state().ids() {
            let looks = [&one, &other].map(|m| m.state().looks_of(seat, id));
            assert_eq!(looks[0], looks[1], "seed {seed}: {seat:?} looks at {id:?}");
            assert!(!pair.contains(&id) || looks[0].is_none(), "seed {seed}: {id:?} is hidden");
        }
        let asked = one.prompts()[0];
        assert_eq!(one.waiting(), other.waiting(), "seed {seed}: {seat:?} sees who is waited for");
        assert_eq!(asked.seat, other.prompts()[0].seat, "the same side is asked");
        let order = if asked.seat == seat.seat() {
            one.state().option(&asked, dice.pick(one.state().options(&asked)))
        } else {
            match wait(one.state())
                .filter(|o| [&one, &other].iter().all(|m| m.state().check(asked.seat, o).is_ok()))
            {
                Some(order) => order,
                None => return,
            }
        };
        // A march is cut short by whoever is near, spotted or not (TH-STR-06).
        let blind = matches!(
            order,
            Order::Pick { strategic: true, .. }
                | Order::Enter { strategic: true, .. }
                | Order::March { strategic: true, .. }
        );
        if blind {
            return;
        }
        for m in [&mut one, &mut other] {
            let accepted = m.order(asked.seat, &order).map(|_| ());
            assert_eq!(accepted, Ok(()), "seed {seed}: {order:?}");
        }
        tally.orders += 1;
    }
}

fn hides(scenario: &str) {
    let content = Content::built_in();
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let games = std::env::var("HEATRAY_SECRETS").ok().and_then(|n| n.parse().ok()).unwrap_or(16);
    let mut tally = Tally { pairs: 0, orders: 0 };
    for seed in 0..games {
        let setup = State::resolve(&content, &request).expect("a scenario");
        let mut truth = Match::<State>::begin(&content, setup, seed).expect("a match");
        let mut dice = Dice::derive(seed, 8);
        for _ in 0..dice.pick(120) {
            if truth.state().outcome().is_some() {
                break;
            }
            let n = dice.pick(truth.state().options(&truth.prompts()[0]));
            truth.choose(0, n);
        }
        // Deployment is not over, or a question is about the stands themselves: nothing to exchange.
        let quiet = matches!(truth.state().now.ask, Some((_, Ask::Fire | Ask::Move)));
        if quiet && truth.state().now.turn > 0 {
            follow(&content, &truth, Side::Martian, seed, &mut tally);
            follow(&content, &truth, Side::Human, seed, &mut tally);
        }
    }
    eprintln!("{scenario}: {} pairs, {} orders", tally.pairs, tally.orders);
    assert!(tally.pairs > 0 && tally.orders > 10, "{scenario} had no hidden pair to exchange");
}

#[test]
fn horsell_hides_its_stands() {
    hides("horsell");
}

#[test]
fn weybridge_hides_its_stands() {
    hides("weybridge");
}

#[test]
fn london_hides_its_stands() {
    hides("london");
}

#[test]
fn thunderchild_hides_its_stands() {
    hides("thunderchild");
}

#[test]
fn primrose_hides_its_stands() {
    hides("primrose");
}

#[test]
fn tilbury_hides_its_stands() {
    hides("tilbury");
}

/// Where and when the second cylinder falls is written down in secret: until it falls the humans receive the same bytes
/// whatever was written (TH-CYL-02).
fn hides_the_landing(scenario: &str, places: [(i32, i32, u8); 2]) {
    let content = Content::built_in();
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let mut compared = 0;
    for seed in 0..6 {
        let [one, other] = places.map(|(x, y, turn)| {
            let setup = State::resolve(&content, &request).expect("a scenario");
            let mut m = Match::<State>::begin(&content, setup, seed).expect("a match");
            while let Some((side, Ask::Deploy)) = m.state().now.ask {
                let falls = |id: &StandId| {
                    m.state().troop(m.state().unit(*id)).lands_choice.contains(&turn)
                        && m.state().side(*id) == side
                };
                let cylinder = m.state().ids().find(falls);
                m.order(side.seat(), &Order::DeployPrinted { unit: None }).expect("printed places");
                if let Some(cylinder) = cylinder {
                    let at = hussars::measure::P::new(x * 1000, y * 1000);
                    m.order(side.seat(), &Order::Land { cylinder, at, turn }).expect("a landing");
                }
                m.order(side.seat(), &Order::EndStep).expect("a deployment");
            }
            m
        });
        let (mut one, mut other, mut dice) = (one, other, Dice::derive(seed, 5));
        let viewer = Viewer::Seat(Side::Human.seat());
        let first = places[0].2.min(places[1].2);
        while one.state().now.turn < first && one.state().outcome().is_none() {
            assert_eq!(bytes_for(&one, viewer), bytes_for(&other, viewer), "{scenario} {seed}");
            compared += 1;
            let asked = one.prompts()[0];
            assert_eq!(asked.seat, other.prompts()[0].seat);
            // The Martians, who know, do nothing that depends on it.
            let order = if asked.seat == Side::Human.seat() {
                one.state().option(&asked, dice.pick(one.state().options(&asked)))
            } else {
                match wait(one.state()) {
                    Some(order) => order,
                    None => break,
                }
            };
            for m in [&mut one, &mut other] {
                m.order(asked.seat, &order).unwrap_or_else(|e| panic!("{scenario} {seed}: {order:?}: {e}"));
            }
        }
    }
    assert!(compared > 60, "{scenario}: {compared} moments");
}

#[test]
fn landings_are_secret_until_they_fall() {
    hides_the_landing("horsell", [(26, 39, 4), (14, 36, 6)]);
    hides_the_landing("primrose", [(28, 43, 3), (36, 44, 5)]);
}
