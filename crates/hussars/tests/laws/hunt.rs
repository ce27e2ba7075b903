//! Many random games of each scenario, played by drawn orders: no panic, no dead end, no endless game, and each replays to the
//! same state. What is drawn or offered is accepted, and what is refused changes nothing.

use hussars::{Attack, Content, Order, State};
use std::collections::BTreeSet;
use std::sync::Arc;
use table::{Dice, Game, Match, SeatId, SetupRequest};

const SCENARIOS: [&str; 6] = ["horsell", "weybridge", "thunderchild", "london", "primrose", "tilbury"];
/// A longer game wanders.
const MOST_ORDERS: usize = 4_000;
/// Every so many orders the list is looked at, and orders of other moments are tried.
const EVERY: u32 = 60;

/// `HEATRAY_HUNT` asks for more games than the test run has time for.
fn games() -> u64 {
    std::env::var("HEATRAY_HUNT").ok().and_then(|n| n.parse().ok()).unwrap_or(30)
}

/// One word for what an order is.
fn kind(order: &Order) -> &'static str {
    let attack = |attack: &Attack, words: [&'static str; 3]| match attack {
        Attack::Fire { .. } => words[0],
        Attack::Sweep { .. } => words[1],
        Attack::Gas { .. } => words[2],
    };
    match order {
        Order::Deploy { .. } => "deploy",
        Order::DeployPrinted { unit: None } => "deploy all",
        Order::DeployPrinted { .. } => "deploy a unit",
        Order::Land { .. } => "land",
        Order::Attack { attack: a, .. } => attack(a, ["fire", "sweep", "gas"]),
        Order::Pick { strategic, .. } => {
            if *strategic {
                "march"
            } else {
                "pick"
            }
        }
        Order::Enter { strategic, .. } => {
            if *strategic {
                "march in"
            } else {
                "enter"
            }
        }
        Order::Emerge { .. } => "emerge",
        Order::Go { .. } => "go",
        Order::Stay { .. } => "stay",
        Order::March { strategic: false, .. } => "unit",
        Order::March { strategic: true, .. } => "unit marches",
        Order::Look { .. } => "look",
        Order::Flee => "flee",
        Order::Continue { .. } => "go on",
        Order::React { attack: a, .. } => attack(a, ["watch fire", "watch sweep", "watch gas"]),
        Order::Pass => "pass",
        Order::Hold => "hold",
        Order::Combat { .. } => "combat",
        Order::Weapon { .. } => "weapon",
        Order::Mark { stands } => match stands.len() {
            0 => "mark nobody",
            1 => "mark one",
            _ => "mark all",
        },
        Order::EndStep => "end",
        Order::Resign => "resign",
    }
}

/// What lies around the moment: the offers, and orders that were given at other ones.
fn look(played: &mut Match<State>, given: &[(SeatId, Order)], dice: &mut Dice, at: &str) {
    let prompt = played.prompts()[0];
    let offered = played.state().options(&prompt);
    assert!(offered > 0, "{at}: {prompt:?} has no options");
    for _ in 0..4 {
        let order = played.state().option(&prompt, dice.pick(offered));
        let accepted = played.state().check(prompt.seat, &order);
        assert_eq!(accepted, Ok(()), "{at}: {order:?} is offered");
    }
    for _ in 0..given.len().min(6) {
        let (seat, order) = &given[dice.pick(given.len())];
        if played.state().check(*seat, order).is_err() {
            let (hash, prompts) = (played.hash(), played.prompts().to_vec());
            assert!(played.order(*seat, order).is_err(), "{at}: {order:?} is refused, and taken");
            assert_eq!((played.hash(), played.prompts()), (hash, &prompts[..]), "{at}: {order:?} is refused");
        }
    }
}

/// Plays a game by drawn orders, each of them judged; says what was given.
fn play(content: &Arc<Content>, request: &SetupRequest, seed: u64) -> Vec<(SeatId, Order)> {
    let scenario = &request.scenario;
    let setup = State::resolve(content, request).expect("a scenario");
    let mut played = Match::<State>::begin_silent(content, setup.clone(), seed).expect("a match");
    let mut again = Match::<State>::begin_silent(content, setup, seed).expect("a match");
    let (mut dice, mut eyes) = (Dice::derive(seed, 77), Dice::derive(seed, 78));
    let mut given: Vec<(SeatId, Order)> = Vec::new();
    while played.state().outcome().is_none() {
        let at = format!("{scenario} {seed} after {} orders", given.len());
        assert!(given.len() < MOST_ORDERS, "{at}: endless");
        let prompt = played.prompts()[0];
        if eyes.below(EVERY) == 0 {
            look(&mut played, &given, &mut eyes, &at);
        }
        let order = played.state().draw(&prompt, &mut dice);
        let order = order.unwrap_or_else(|| panic!("{at}: nothing is drawn for {prompt:?}"));
        let accepted = played.order(prompt.seat, &order).map(|_| ());
        assert_eq!(accepted, Ok(()), "{at}: {order:?} is drawn");
        given.push((prompt.seat, order));
    }
    for (seat, order) in &given {
        let accepted = again.order(*seat, order).map(|_| ());
        assert_eq!(accepted, Ok(()), "{scenario} {seed}: {order:?}");
    }
    assert_eq!(again.hash(), played.hash(), "{scenario} {seed} replays to another state");
    given
}

fn hunt(scenario: &str) {
    let content = Content::built_in();
    let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
    let orders: usize = (0..games()).map(|seed| play(&content, &request, seed).len()).sum();
    eprintln!("{scenario}: {} games, {orders} orders", games());
    assert!(orders as u64 > 20 * games(), "{scenario} is over before it began");
}

#[test]
fn horsell() {
    hunt("horsell");
}
#[test]
fn weybridge() {
    hunt("weybridge");
}
#[test]
fn thunderchild() {
    hunt("thunderchild");
}
#[test]
fn london() {
    hunt("london");
}
#[test]
fn primrose() {
    hunt("primrose");
}
#[test]
fn tilbury() {
    hunt("tilbury");
}

/// `HEATRAY_ARMIES` asks for more of them than the test run has time for.
fn armies() -> u64 {
    std::env::var("HEATRAY_ARMIES").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

/// Forces of some points on some map, by the army lists, with options as they come.
fn bought(dice: &mut Dice) -> SetupRequest {
    let qualities =
        [("militia", "green"), ("regular", "regular"), ("veteran", "veteran"), ("elite", "elite")];
    let guns = ["heavy", "field", "horse"];
    let points = 100 + 50 * dice.below(15);
    let mut martians = format!("tripod:{}", (points / 100).clamp(1, 5));
    if points >= 400 && dice.below(2) == 0 {
        martians = format!("tripod:{}+flyer:1", ((points - 300) / 100).clamp(1, 4));
    }
    let (mut humans, mut left) = (Vec::new(), points);
    for _ in 0..12 {
        let (foot, quality) = qualities[dice.pick(4)];
        let gun = guns[dice.pick(3)];
        let (unit, price) = match dice.below(5) {
            0 => (format!("{quality}_cavalry:4"), 4 * [4, 6, 8, 12][dice.pick(4)]),
            1 => (format!("{quality}_{gun}_artillery:4"), 4 * 22),
            2 if points >= 300 => ("ironclad:1".to_owned(), 100),
            _ => {
                let (fast, slow) = (dice.below(3), dice.below(3));
                let most = 8 - fast - slow;
                let infantry = dice.below(most - 3) + 4;
                let infantry = infantry.max(6_u32.saturating_sub(fast + slow));
                let mut unit = vec![format!("{foot}_infantry:{infantry}")];
                if fast > 0 {
                    unit.push(format!("{quality}_machinegun:{fast}"));
                }
                if slow > 0 {
                    unit.push(format!("{quality}_{gun}_artillery:{slow}"));
                }
                (unit.join("+"), 10 * infantry + 18 * fast + 22 * slow)
            }
        };
        if price <= left {
            left -= price;
            humans.push(unit);
        }
    }
    let mut options = vec![
        ("map".to_owned(), SCENARIOS[dice.pick(6)].to_owned()),
        ("points".to_owned(), points.to_string()),
        ("martians".to_owned(), martians),
        ("humans".to_owned(), humans.join(",")),
    ];
    for row in hussars::OPTIONS {
        // Half of them stay as they are.
        if row.values.len() > 1 && dice.below(2) == 0 {
            options.push((row.id.to_owned(), row.values[dice.pick(row.values.len())].to_owned()));
        }
    }
    let options = options.into_iter().collect();
    SetupRequest { scenario: "open-battle".to_owned(), variant: None, options }
}

/// TH-ARM-03 to TH-ARM-09: armies of any make fight on any map, whatever the options.
#[test]
fn armies_bought_at_random() {
    let content = Content::built_in();
    let (mut fought, mut orders, mut refused) = (0, 0, 0);
    let mut seed = 0;
    while fought < armies() {
        seed += 1;
        let request = bought(&mut Dice::derive(1898, seed));
        // A ship without water, or a force that its zone can not hold, is refused in words.
        if let Err(error) = State::resolve(&content, &request)
            .and_then(|setup| Match::<State>::begin_silent(&content, setup, seed).map(|_| ()))
        {
            assert!(!error.to_string().is_empty());
            refused += 1;
            assert!(refused <= 2 * fought + 20, "{request:?}: {error}");
            continue;
        }
        orders += play(&content, &request, seed).len();
        fought += 1;
    }
    eprintln!("{fought} armies bought, {refused} refused, {orders} orders");
    assert!(orders as u64 > 10 * fought);
}

/// Note TH-N04: whatever the list holds can be drawn.
#[test]
fn every_kind_of_order_is_drawn() {
    let content = Content::built_in();
    let mut missing: BTreeSet<&str> = [
        "deploy",
        "deploy all",
        "deploy a unit",
        "land",
        "fire",
        "sweep",
        "gas",
        "pick",
        "march",
        "unit",
        "unit marches",
        "enter",
        "march in",
        "emerge",
        "go",
        "stay",
        "flee",
        "go on",
        "watch fire",
        "watch sweep",
        "watch gas",
        "pass",
        "hold",
        "combat",
        "weapon",
        "mark nobody",
        "mark one",
        "mark all",
        "end",
    ]
    .into();
    for seed in 1000..1400 {
        for scenario in SCENARIOS {
            let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
            for (_, order) in play(&content, &request, seed) {
                assert_ne!(kind(&order), "resign", "nobody gives up by chance");
                missing.remove(kind(&order));
            }
            if missing.is_empty() {
                return;
            }
        }
    }
    panic!("never drawn: {missing:?}");
}
