use super::{ADA, BERT, Bids, Race, fault, race, second_round, table};
use race::{Order, RUNNER};
use table::face::AnyMatch;
use table::{Advice, Breadth, Dice, Game, Match, Memory, PlayedOut};

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
fn advice_and_counsel_go_through_the_face() {
    let (begun, far) = (after(&[]), after(&[Order::Roll]));
    let ask = |table: &dyn AnyMatch, prompt| {
        let (mut memory, mut dice) = (Memory::default(), Dice::new(1));
        let options = |advice: Option<Advice>| advice.map(|advice| (advice.option, advice.why.is_some()));
        [table.advise(prompt, &mut memory, &mut dice), table.counsel(prompt, &mut memory, &mut dice)]
            .map(options)
    };
    assert_eq!(ask(&begun, 0), [Some((0, false)), None]);
    assert_eq!(ask(&far, 0), [Some((1, true)), Some((0, false))], "five steps are far");
    assert_eq!((ask(&far, 1), ask(&far, 9)), ([None, None], [None, None]));
    let breadth = Breadth { options: 9, strays: 0 };
    let candidates = |prompt| AnyMatch::candidates(&table(), prompt, breadth, &mut Dice::new(1));
    assert_eq!((candidates(0), candidates(9)), (vec![0, 1, 2], vec![]));
}

/// Without a reflex the advice is followed, as far as there is such an order.
#[test]
fn routine_is_reflex_or_else_advice() {
    type Fickle = race::Race<{ fault::ADVISES_ANOTHER_PACE }>;
    let mut played = Match::<Fickle>::new(&race::content(), &race::request(), 4).unwrap();
    let routine = |played: &Match<Fickle>, prompt: usize| {
        played.state().routine(&played.prompts()[prompt], &mut Memory::default(), &mut Dice::new(1))
    };
    let walk = Order::Pace { pace: race::Pace::Walk };
    assert_eq!((routine(&played, 0), routine(&played, 1)), (Some(Order::Roll), Some(walk.clone())));
    played.order(RUNNER, &walk).unwrap();
    assert_eq!(routine(&played, 1), None, "there is no second pace to change to");
}

#[test]
fn an_option_is_played_out_by_routine_to_the_horizon() {
    let begun = after(&[]);
    let out = |prompt, option| AnyMatch::play_out(&begun, prompt, option, &mut Dice::new(1));
    let turn = PlayedOut { value: 1.0, won: None, answer: None };
    assert_eq!(out(0, 0), Some(turn.clone()), "5 steps against 4, and nobody answers");
    assert_eq!(out(0, 1), Some(turn), "there is no second option: routine rolls");
    assert_eq!(out(9, 0), None, "nobody is asked that");
    assert_eq!(begun.rehearse(0, 1, 0, &mut Dice::new(1)), begun.state().appraise(RUNNER));

    // Everybody bids his lowest card: 1, 5 and 7 against 2, 4 and 6.
    let bids = |points, prompt, option| {
        let mut setup = super::parlour();
        setup.dealt.as_mut().unwrap().points = points;
        let begun = Match::<Bids>::begin(&super::bids::content(), setup, 9).unwrap();
        let out = AnyMatch::play_out(&begun, prompt, option, &mut Dice::new(1)).expect("routine bids");
        assert_eq!(Some(out.value), out.won, "a game without an opinion counts who wins");
        (out.value, out.answer.expect("the other one answers"))
    };
    assert_eq!(bids([0, 0], 0, 0), (1.0, "bid the 2".to_owned()));
    assert_eq!(bids([0, 0], 0, 2), (-1.0, "bid the 2".to_owned()), "the 7 is wasted on the 2");
    assert_eq!(bids([1, 0], 0, 2), (0.0, "bid the 2".to_owned()), "a draw");
    assert_eq!(bids([0, 0], 1, 0), (-1.0, "bid the 1".to_owned()));
}

#[test]
fn what_is_kept_in_mind_is_of_one_kind_and_a_thought_is_itself() {
    let mut memory = Memory::default();
    memory.of::<Vec<u8>>().push(7);
    assert_eq!(*memory.of::<Vec<u8>>(), [7]);
    assert_eq!(*memory.of::<String>(), "");
    assert!(memory.of::<Vec<u8>>().is_empty(), "another mind has taken its place");
    let begun = after(&[]);
    let [one, other] = [0, 1].map(|_| AnyMatch::intent(&begun, 0, 0).expect("an option"));
    assert!(one.same(&one.clone()) && !one.same(&other));
}

#[test]
fn a_search_is_told_who_decides_and_how() {
    let (mut race, bids) = (after(&[]), second_round());
    let told = |table: &dyn AnyMatch| (table.is_sealed(), table.haste(), table.all_owed());
    assert_eq!(told(&race), (false, 1, vec![(0, RUNNER)]));
    assert_eq!(told(&bids), (false, 2, vec![(0, ADA)]), "Bert's bid lies, and may be changed");
    assert_eq!(told(&table()), (true, 2, vec![(0, ADA), (1, BERT)]));
    assert!(!race.state().is_over());
    while race.state().outcome().is_none() {
        assert!(race.draw(0, &mut Dice::new(2)));
    }
    assert!(race.state().is_over());
}
