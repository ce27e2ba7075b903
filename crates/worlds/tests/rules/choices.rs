//! What the player is told before he decides: commands, prices, odds, and what a miss brings.

use crate::support::*;
use std::collections::BTreeSet;
use table::{Dice, Row};

fn row(played: &Played, order: Order) -> Row {
    assert!(played.accepts(order), "{order:?} is refused");
    played.state().row(&played.m.prompts()[0], &order)
}

fn preview(played: &Played, order: Order) -> Preview {
    played.state().preview(HUMAN, &order).unwrap_or_else(|| panic!("{order:?} has no preview"))
}

#[test]
fn a_purchase_says_what_it_costs_and_leaves() {
    proves!("WW-PRO-04", "WW-PRO-08", "WW-PRO-09");
    let played = Scene::core().production(30).begin(&[]);
    let costs = Content::built_in().costs;
    for (kind, cost) in UnitKind::BOUGHT.into_iter().zip(costs.units) {
        let order = Order::Buy { kind, zone: z("london") };
        let told = row(&played, order);
        assert_eq!(told.label, "In London");
        assert_eq!(told.group, format!("{}, {cost} point{}", kind.name(), if cost == 1 { "" } else { "s" }));
        assert!(told.detail.ends_with(&format!(", {} left", 30 - cost)), "{told:?}");
        let seen = preview(&played, order);
        assert_eq!((seen.cost, seen.production), (cost, u16::from(30 - cost)));
        assert_eq!((seen.zone, seen.certain), (Some(z("london")), true));
        let mut after = Scene::core().production(30).begin(&[]);
        after.order(order);
        assert_eq!(after.now().production, seen.production);
        assert_eq!(after.state().kept(HUMAN, &seen), Ok(()));
        // A table on which less is left is not what was promised.
        assert!(Scene::core().production(3).begin(&[]).state().kept(HUMAN, &seen).is_err());
    }
    // Where it lands is left to chance, what it costs is not.
    let seen = preview(&played, Order::RandomHarbour);
    assert_eq!((seen.cost, seen.certain, seen.zone), (costs.random_harbour, false, None));
    let harbour = row(&played, Order::Harbour { zone: z("hull") });
    assert!(harbour.group.starts_with("A Harbour where you want, "), "{harbour:?}");
}

#[test]
fn going_on_says_what_is_left_undone() {
    proves!("WW-PRO-02", "WW-ACT-01");
    let played = Scene::core().production(7).begin(&[]);
    let told = row(&played, Order::Done);
    assert_eq!(
        (told.label.as_str(), told.detail.as_str()),
        ("Buy nothing more", "7 Production points stay in hand")
    );
    let mut scene = Scene::core();
    scene.wave(1, "wales", "g").refugees("london", 1, 0);
    assert_eq!(row(&scene.begin(&[]), Order::Done).detail, "");
    scene.refugees("wales", 1, 0);
    let told = row(&scene.begin(&[]), Order::Done);
    assert_eq!(told.label, "End the Human Action Phase");
    assert!(told.detail.contains("Wales"), "{told:?}");
}

#[test]
fn a_shot_says_range_colour_dice_and_odds() {
    proves!("WW-FIR-02", "WW-FIR-03", "WW-FIR-06", "WW-PLN-07", "WW-PLN-08");
    let mut scene = Scene::core();
    scene.battle("wales", "gC4 RC5");
    let gun = scene.set(FieldGun, "C6", 2);
    let siege = scene.set(SiegeGun, "B6", 1);
    let played = scene.begin(&[]);
    let content = Content::built_in();
    let faces = |c: Colour| content.die.iter().filter(|f| **f == c).count() as u8;
    let far = preview(&played, Order::Fire { gun, tripod: 0 }).shot.unwrap();
    assert_eq!((far.range, far.needed, far.faces), (2, Some(Yellow), faces(Yellow)));
    let near = preview(&played, Order::Fire { gun, tripod: 1 });
    let shot = near.shot.unwrap();
    assert_eq!((shot.range, shot.needed), (1, Some(Green)));
    assert_eq!(shot.hits, shot.destroys, "one hit destroys a damaged Tripod");
    assert!(far.destroys < far.hits, "a sound Tripod takes two hits");
    assert_eq!((near.level, near.certain), (Some(1), false));
    let told = row(&played, Order::Fire { gun, tripod: 1 });
    assert_eq!(told.label, "Fire at the Damaged red Tripod in C5");
    assert_eq!(told.group, "Field Gun 1");
    assert!(told.detail.starts_with("Range 1, green hits ("), "{told:?}");
    assert!(told.detail.ends_with("1 level of Earthworks left"), "{told:?}");
    // The last level goes with the shot.
    let bare = preview(&played, Order::Fire { gun: siege, tripod: 1 });
    assert_eq!((bare.level, bare.risks.len()), (Some(0), 1));
    assert_eq!(bare.shot.unwrap().dice, content.gun_dice[SiegeGun as usize]);
    // Surprise Shot adds a die, Explosive Shell makes one hit enough.
    scene.now.land.surprise |= gun.bit();
    let more = preview(&scene.begin(&[]), Order::Fire { gun, tripod: 0 }).shot.unwrap();
    assert_eq!(more.dice, far.dice + 1);
    assert!(more.hits > far.hits);
    scene.hold(Plan::ExplosiveShell, 1);
    let shell = preview(&scene.begin(&[]), Order::Fire { gun, tripod: 0 }).shot.unwrap();
    assert_eq!(shell.destroys, shell.hits);
}

#[test]
fn work_says_what_each_colour_brings() {
    proves!("WW-ACT-04", "WW-ACT-06", "WW-ACT-08", "WW-ACT-11");
    let mut scene = Scene::core();
    scene.attract = true;
    scene.cylinder(1, "wales", 4).wave(2, "wales", "g");
    let infantry = scene.unit(Infantry, "wales");
    let gun = scene.unit(FieldGun, "wales");
    let neighbour = zones_of(Content::built_in().zones[z("wales").index()].adjacent).next().unwrap();
    let id = Content::built_in().zones[neighbour.index()].id.clone();
    let rider = scene.unit(Cavalry, &id);
    let played = scene.begin(&[]);
    let orders = [
        (Order::AttackCylinder { unit: infantry, wave: 0 }, "loses the Infantry"),
        (Order::Dig { unit: infantry, gun }, "digs a level"),
        (Order::Mill { unit: infantry }, "builds it"),
        (Order::Attract { unit: rider, wave: 1 }, "draws it on"),
    ];
    for (order, words) in orders {
        let seen = preview(&played, order);
        assert!(!seen.certain);
        assert_eq!(seen.chances.iter().map(|c| c.faces).sum::<u8>(), 6, "{seen:?}");
        assert!(seen.chances.iter().any(|c| c.brings.contains(words)), "{seen:?}");
        let told = row(&played, order);
        assert!(told.detail.contains(words) && told.detail.contains(" in 6)"), "{told:?}");
    }
    // What the chart says is what the die then does.
    let seen = preview(&played, Order::Mill { unit: infantry });
    for (die, colour) in [(G, Green), (Y, Yellow), (R, Red)] {
        let after = scene.play(Order::Mill { unit: infantry }, &[die]);
        let brings = &seen.chances.iter().find(|c| c.colour == colour).unwrap().brings;
        let built = after.now().mills[z("wales").index()] == 1;
        let lost = after.now().unit_zone[infantry.index()].is_none();
        assert_eq!((built, lost), (brings == "builds it", brings == "loses the Infantry"), "{colour:?}");
    }
}

#[test]
fn a_move_says_what_it_leaves_behind_and_whom_it_meets() {
    proves!("WW-ACT-07", "WW-REF-01");
    let mut scene = Scene::core();
    let gun = scene.unit(FieldGun, "london");
    scene.now.works[gun.index()] = 2;
    let to = zones_of(Content::built_in().zones[z("london").index()].adjacent).next().unwrap();
    let id = Content::built_in().zones[to.index()].id.clone();
    scene.wave(1, &id, "gy").refugees("london", 1, 0);
    let played = scene.begin(&[]);
    let told = row(&played, Order::Move { unit: gun, to });
    assert_eq!(told.group, "Field Gun 1 in London");
    assert!(told.detail.starts_with("Leaves 2 levels of Earthworks behind"), "{told:?}");
    assert!(told.detail.contains("Wave 1 with 2 Tripods there"), "{told:?}");
    let seen = preview(&played, Order::Move { unit: gun, to });
    assert_eq!((seen.zone, seen.level, seen.certain), (Some(to), Some(0), true));
    assert_eq!(seen.risks.len(), 1);
    let flight = row(&played, Order::MoveRefugee { points: 1, from: z("london"), to });
    assert_eq!(flight.group, "Refugee 1 in London");
    assert!(flight.detail.starts_with("Room for "), "{flight:?}");
    // A Destroyed zone shelters nobody.
    scene.workforce(&id, 0);
    let flight = row(&scene.begin(&[]), Order::MoveRefugee { points: 1, from: z("london"), to });
    assert!(flight.detail.starts_with("No room there"), "{flight:?}");
}

#[test]
fn at_sea_the_way_out_and_the_danger_are_said() {
    proves!("WW-NAV-13", "WW-NAV-14", "WW-NAV-15", "WW-EVT-04");
    let content = Content::built_in();
    let black = hexes_of(content.black_hexes).next().unwrap();
    let beside = hexes_of(content.around[black.index()] & !content.black_hexes).next().unwrap();
    let mut scene = Scene::core();
    scene.sea("gC2");
    let boat = scene.boat(2, &beside.to_string(), 1);
    scene.boat(1, "A3", 1);
    let ship = scene.ship(ShipKind::ThunderChild, "C3", 1);
    let played = scene.begin(&[]);
    let out = Order::Row { refugee: boat, hex: black };
    let told = row(&played, out);
    assert_eq!(told.detail, format!("Escapes: {} Victory points", 2 * content.score.escaped));
    let seen = preview(&played, out);
    assert_eq!((seen.human_points, seen.certain), (2 * content.score.escaped, true));
    let mut after = scene.begin(&[]);
    after.order(out);
    assert_eq!(after.state().kept(HUMAN, &seen), Ok(()));
    assert!(played.state().kept(HUMAN, &seen).is_err(), "before the order nobody has escaped");
    let shot = preview(&played, Order::ShipFire { ship, tripod: 0 });
    assert_eq!(shot.shot.unwrap().dice, content.ships[ShipKind::ThunderChild as usize].dice);
    assert_eq!(shot.risks.len(), 1, "its Earthworks are spent");
    let ram = preview(&played, Order::Ram { ship, tripod: 0 });
    assert_eq!((ram.human_points, ram.risks.len()), (content.score.tripod, 1));
    let told = row(&played, Order::Ram { ship, tripod: 0 });
    assert_eq!(
        (told.label.as_str(), told.group.as_str()),
        ("Ram the green Tripod in C2", "HMS Thunder Child in C3")
    );
}

#[test]
fn the_two_halves_of_a_card_are_said_apart() {
    proves!("WW-EVT-02");
    let content = Content::built_in();
    let mut seen = 0;
    for (i, card) in content.events.iter().enumerate() {
        let content::Play::Or(_) = card.play else { continue };
        let mut scene = Scene::core();
        scene.unit(Infantry, "london");
        scene.now.drawn.card = Some(EventId(i as u8));
        (scene.now.phase, scene.now.flow, scene.now.ask) = (Phase::Event, Flow::Event, Ask::Or);
        let played = scene.begin(&[]);
        for order in [Order::First, Order::Second] {
            if played.accepts(order) {
                let told = row(&played, order);
                assert!(!told.label.starts_with("The first") && !told.label.contains(" OR "), "{told:?}");
                assert_eq!(told.group, card.name);
                seen += 1;
            }
        }
    }
    assert!(seen > 1, "OR cards are played");
}

/// Whoever reads the list aloud can tell every answer from every other.
#[test]
fn no_two_orders_of_a_decision_are_called_alike() {
    proves!("WW-SEQ-01");
    let mut groups = BTreeSet::new();
    for scenario in ["core", "mars-ironclads", "handling-machine-uprising", "refugee-crisis"] {
        for seed in 0..6 {
            let mut m =
                Match::<State>::new(&Content::built_in(), &request(scenario, &[]), seed).expect("a match");
            let mut dice = Dice::new(seed);
            for _ in 0..400 {
                let Some(prompt) = m.prompts().first().copied() else { break };
                let options = m.state().options(&prompt);
                let mut said = BTreeSet::new();
                for n in 0..options {
                    let order = m.state().option(&prompt, n);
                    let told = m.state().row(&prompt, &order);
                    assert!(!told.group.is_empty(), "{order:?} stands under no heading");
                    assert!(
                        said.insert((told.group.clone(), told.label.clone(), told.detail.clone())),
                        "{scenario} {seed}: {order:?} is called as another: {told:?}"
                    );
                    groups.insert(told.group);
                }
                let n = dice.pick(options);
                m.choose(0, n);
            }
        }
    }
    assert!(groups.len() > 100, "{} headings", groups.len());
}

#[test]
fn what_is_called_obvious_is_what_the_advice_says() {
    let (mut agreed, mut better) = (0, 0);
    for seed in 0..6 {
        let m = Match::begin(&Content::built_in(), Scene::core().setup(), seed).expect("a match");
        let mut played = Played { m, from: 0 };
        for _ in 0..250 {
            let Some(prompt) = played.m.prompts().first().copied() else { break };
            let wise = played.orders()[steward::decide(played.state(), &prompt)];
            let (plain, sure) = played.state().obvious();
            assert_eq!(sure, plain == Some(wise), "{:?}: {plain:?} or {wise:?}", prompt.ask);
            assert!(sure || plain == Some(Order::Done), "{:?}: {plain:?} or {wise:?}", prompt.ask);
            if sure {
                agreed += 1;
            } else {
                better += 1;
            }
            played.order(wise);
        }
    }
    assert!(agreed > 100 && better > 20, "{agreed} and {better}");
}
