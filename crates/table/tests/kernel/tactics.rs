use super::{ADA, BERT, Bids, Race, race, second_round, table};
use race::{Order, RUNNER};
use table::face::AnyMatch;
use table::{Dice, Game, Match};

/// A runner whose dice fall like this; the Martian strides 4, then 1.
fn runner(dice: &[u32]) -> Match<Race> {
    let whole = Race::resolve(&race::content(), &race::request()).unwrap();
    let setup = race::Setup { cards: vec![4, 1], stack: dice.to_vec(), ..whole };
    Match::begin(&race::content(), setup, 4).unwrap()
}

fn after(orders: &[Order]) -> Match<Race> {
    let mut played = runner(&[5, 3, 6, 2, 2, 2]);
    for order in orders {
        played.order(RUNNER, order).unwrap();
    }
    played
}

#[test]
fn what_somebody_has_in_mind_is_found_again_among_the_options() {
    let played = after(&[Order::Roll]);
    let table: &dyn AnyMatch = &played;
    let [roll, hold] = [0, 1].map(|n| table.intent(0, n).expect("an option"));
    assert_eq!((hold.seat, &*table.intent_text(&hold)), (RUNNER, "hold"));
    assert_eq!((table.option_of(0, &roll), table.option_of(0, &hold)), (Some(0), Some(1)));
    assert_eq!(table.option_of(1, &hold), None, "to change the pace is something else");
    assert!(table.intent(0, 2).is_none() && table.intent(7, 0).is_none());
    let glance = table.glance(0, &mut Dice::new(1)).expect("a reflex");
    assert_eq!(table.option_of(0, &glance), Some(1), "what was rolled is banked");
    assert!(table.glance(1, &mut Dice::new(1)).is_none(), "nobody changes his pace without a thought");
    let bids: Match<Bids> = second_round();
    let stranger = AnyMatch::intent(&bids, 0, 0).expect("a bid");
    assert_eq!((table.option_of(0, &stranger), table.intent_text(&stranger)), (None, String::new()));
}

#[test]
fn a_reflex_is_carried_out_where_there_is_one() {
    let mut played = after(&[]);
    let table: &mut dyn AnyMatch = &mut played;
    assert!(!table.reflex(1, &mut Dice::new(1)) && !table.reflex(9, &mut Dice::new(1)));
    assert_eq!(table.orders(), 0);
    assert!(table.reflex(0, &mut Dice::new(1)));
    assert_eq!(played.entries()[0].order, Order::Roll);
}

#[test]
fn orders_are_acted_out_as_far_as_they_are_legal_and_then_routine_goes_on_to_the_horizon() {
    let begun = after(&[]);
    let out = |orders: &[Order]| {
        begun.act_out(&mut orders.iter().map(|order| (RUNNER, order)), RUNNER, &mut Dice::new(1))
    };
    let worth = |orders: &[Order]| after(orders).state().outlook(RUNNER);
    let (roll, hold) = (Order::Roll, Order::Hold);
    let turn = worth(&[roll.clone(), hold.clone()]);
    assert_eq!(turn, Some(1.0), "5 steps against 4");
    assert_eq!(out(&[]), turn);
    assert_eq!(out(std::slice::from_ref(&hold)), turn, "there is nothing to bank yet");
    assert_eq!(out(&[roll.clone(), roll.clone()]), worth(&[roll.clone(), roll, hold]));
    let intents = [AnyMatch::intent(&begun, 0, 0).expect("an option")];
    let through = AnyMatch::act_out(&begun, &mut intents.iter(), RUNNER, &mut Dice::new(1));
    assert_eq!(through, turn);
    assert_eq!(AnyMatch::outlook(&begun, RUNNER), Some(0.0));
}

#[test]
fn a_search_is_told_who_decides_and_how() {
    let (mut race, bids) = (after(&[]), second_round());
    let told = |table: &dyn AnyMatch| (table.is_sealed(), table.haste(), table.all_owed());
    assert_eq!(told(&race), (false, 1, vec![(0, RUNNER)]));
    assert_eq!(told(&bids), (false, 1, vec![(0, ADA)]), "Bert's bid lies, and may be changed");
    let both: Vec<_> = AnyMatch::all_owed(&table()).iter().map(|(_, seat)| *seat).collect();
    assert_eq!(both, [ADA, BERT]);
    assert!(!race.state().is_over());
    while race.state().outcome().is_none() {
        assert!(race.draw(0, &mut Dice::new(2)));
    }
    assert!(race.state().is_over());
}
