use super::bids::{Order, What};
use super::{ADA, BERT, Bids, bid, bids, fault, parlour, race, second_round, table};
use table::face::AnyMatch;
use table::{Breadth, Dice, Game, Match, UndoError, Viewer};

#[test]
fn a_match_waits_for_each_owing_seat_once() {
    let mut played = table();
    assert_eq!(played.waiting(), [ADA, BERT]);
    played.order(BERT, &bid(2)).unwrap();
    assert_eq!(played.waiting(), [ADA], "Bert may still change his mind, but nobody waits for that");
    let twice = race::Race::<{ fault::ASKS_TWICE }>::resolve(&race::content(), &race::request()).unwrap();
    let twice = Match::<race::Race<{ fault::ASKS_TWICE }>>::begin(&race::content(), twice, 1).unwrap();
    assert_eq!((twice.prompts().len(), twice.waiting()), (2, vec![race::RUNNER]));
    assert_eq!(played.prompts().len(), 3, "Ada bids or doubles, Bert changes: {:?}", played.prompts());
}

#[test]
fn an_order_returns_its_own_events() {
    let mut played = table();
    assert_eq!(played.events().len(), 2, "the hands");
    assert_eq!(played.order(ADA, &bid(5)).unwrap().len(), 1);
    let events = played.order(BERT, &bid(4)).unwrap();
    let told: Vec<_> = events.iter().filter_map(|e| e.seen_by(Viewer::Spectator).cloned()).collect();
    let expected = [
        What::Bids { seat: BERT, card: None },
        What::Opened { cards: [5, 4] },
        What::Scores { seat: ADA, points: 1 },
    ];
    assert_eq!(told, expected);
    assert_eq!(played.events().len(), 6);
}

#[test]
fn a_round_ends_at_a_barrier_and_nowhere_else() {
    let mut played = table();
    let mut rounds = Vec::new();
    for (seat, order) in [(ADA, bid(5)), (ADA, bid(7)), (BERT, Order::Double), (BERT, bid(4)), (ADA, bid(1))]
    {
        played.order(seat, &order).unwrap();
        rounds.push(played.round());
    }
    assert_eq!(rounds, [0, 0, 0, 1, 1]);
}

#[test]
fn a_refused_order_names_its_rule_and_changes_nothing() {
    let mut played = table();
    let (hash, before) = (played.hash(), played.log());
    let refusal = played.order(ADA, &bid(2)).unwrap_err();
    assert_eq!(refusal.to_string(), "you do not hold the 2 [SB-02]");
    assert_eq!(played.order(ADA, &Order::Double).unwrap_err().to_string(), "Bert has not bid yet [SB-04]");
    assert_eq!((played.hash(), played.log(), played.events().len()), (hash, before, 2));
}

#[test]
fn the_log_keeps_the_canonical_form() {
    let mut played = table();
    played.order(ADA, &Order::Highest).unwrap();
    assert_eq!(played.entries()[0].order, bid(7));
    assert_eq!(played.entries()[0].seat, ADA);
}

#[test]
fn the_umpire_takes_back_the_last_order_and_a_seat_its_own() {
    let mut played = table();
    let fresh = played.hash();
    played.order(ADA, &bid(5)).unwrap();
    let ada_only = played.hash();
    played.order(ADA, &bid(1)).unwrap();
    let changed = played.hash();
    played.order(BERT, &Order::Double).unwrap();

    let mut by_umpire = played.clone();
    let undone = by_umpire.undo(None).unwrap();
    assert_eq!((undone.seat, undone.order), (BERT, Order::Double));
    assert_eq!((by_umpire.hash(), by_umpire.entries().len(), by_umpire.events().len()), (changed, 2, 4));
    assert_eq!(by_umpire.undo(None).unwrap().order, bid(1));
    assert_eq!(by_umpire.hash(), ada_only);
    assert_eq!(by_umpire.undo(None).unwrap().order, bid(5));
    assert_eq!((by_umpire.hash(), by_umpire.waiting()), (fresh, vec![ADA, BERT]));
    assert_eq!(by_umpire.undo(None), Err(UndoError::Settled));

    let undone = played.undo(Some(ADA)).unwrap();
    assert_eq!((undone.seat, undone.order), (ADA, bid(1)));
    let orders: Vec<_> = played.entries().iter().map(|e| (e.seat, e.order.clone())).collect();
    assert_eq!(orders, [(ADA, bid(5)), (BERT, Order::Double)]);
    assert_eq!(played.events().len(), 4);
    assert!(played.state().position().dealt.unwrap().doubled, "Bert's order stands");
}

#[test]
fn what_each_order_showed_is_counted_also_after_an_undo() {
    let counts = |played: &Match<Bids>| -> Vec<usize> {
        (0..played.entries().len() + 2).map(|orders| played.events_after(orders)).collect()
    };
    let mut played = table();
    for (seat, order) in [(ADA, bid(5)), (ADA, bid(1)), (BERT, Order::Double)] {
        played.order(seat, &order).unwrap();
    }
    assert_eq!(counts(&played), [2, 3, 4, 5, 5]);
    assert_eq!((played.can_undo(Some(ADA)), played.entries().len()), (Ok(()), 3), "asking changes nothing");
    played.undo(Some(ADA)).unwrap();
    assert_eq!((counts(&played), played.settled()), (vec![2, 3, 4, 4], 0));
    played.order(BERT, &bid(4)).unwrap();
    assert_eq!((played.settled(), played.can_undo(None)), (3, Err(UndoError::Settled)));
    let replayed = Match::<Bids>::replay(&bids::content(), &played.log(), true).unwrap();
    assert_eq!(counts(&replayed), counts(&played));
}

#[test]
fn an_order_that_others_have_built_upon_stays() {
    let mut played = table();
    played.order(ADA, &bid(5)).unwrap();
    played.order(BERT, &Order::Double).unwrap();
    let hash = played.hash();
    let error = played.undo(Some(ADA)).unwrap_err();
    assert_eq!(error.to_string(), "others have built on that order: Ada has not bid yet [SB-04]");
    assert_eq!((played.hash(), played.entries().len(), played.events().len()), (hash, 2, 4));
}

#[test]
fn undo_stops_at_a_barrier() {
    let mut played = second_round();
    let mut settled = played.clone();
    assert_eq!(played.undo(Some(ADA)), Err(UndoError::Settled), "Ada's bid was opened");
    assert_eq!(played.undo(Some(BERT)).unwrap().order, bid(2));
    assert_eq!(played.undo(Some(BERT)), Err(UndoError::Settled));
    assert_eq!((played.entries().len(), played.events().len(), played.round()), (2, 6, 1));
    assert_eq!(settled.undo(None).unwrap().order, bid(2));
    let error = settled.undo(None).unwrap_err();
    let words = "nothing to take back: a secret was shown or a card was drawn since your last order, or there was none";
    assert_eq!(error.to_string(), words);
}

#[test]
fn undo_that_would_make_another_order_show_something_is_refused() {
    type Rash = bids::Bids<{ fault::RASH_DOUBLE }>;
    let mut played = Match::<Rash>::begin(&bids::content(), parlour(), 9).unwrap();
    played.order(ADA, &bid(5)).unwrap();
    played.order(BERT, &Order::Double).unwrap();
    let hash = played.hash();
    assert_eq!(played.undo(Some(ADA)), Err(UndoError::Settled));
    assert_eq!((played.hash(), played.entries().len()), (hash, 2));
}

#[test]
fn a_silent_match_keeps_no_events_and_takes_nothing_back() {
    let mut silent = Match::<Bids>::begin_silent(&bids::content(), parlour(), 9).unwrap();
    assert!(silent.order(ADA, &bid(5)).unwrap().is_empty());
    assert!(silent.events().is_empty());
    assert_eq!(silent.undo(None), Err(UndoError::Settled));
    assert_eq!(silent.entries().len(), 1);
    silent.order(BERT, &bid(4)).unwrap();
    assert_eq!(silent.round(), 1);
}

#[test]
fn choosing_an_option_is_the_same_as_ordering_it() {
    let (mut ordered, mut chosen) = (table(), table());
    ordered.order(BERT, &bid(4)).unwrap();
    chosen.choose(1, 1);
    assert_eq!(chosen.entries(), ordered.entries());
    assert_eq!(chosen.hash(), ordered.hash());
    assert_eq!(chosen.prompts(), ordered.prompts());
}

#[test]
fn a_drawn_order_is_carried_out() {
    let mut played = table();
    assert!(played.draw(0, &mut Dice::new(3)));
    assert_eq!((played.entries().len(), played.entries()[0].seat), (1, ADA));
}

#[test]
fn a_rehearsal_plays_on_by_reflex_to_the_end_of_its_turns() {
    let whole = super::Race::resolve(&race::content(), &race::request()).unwrap();
    let setup = race::Setup { cards: vec![4, 1], stack: vec![5, 3, 6, 2], ..whole };
    let begun = || Match::<super::Race>::begin(&race::content(), setup.clone(), 4).unwrap();
    let played = begun();
    let after = |orders: &[race::Order]| {
        let mut real = begun();
        for order in orders {
            real.order(race::RUNNER, order).unwrap();
        }
        real.state().appraise(race::RUNNER)
    };
    let worth = |turns| played.rehearse(0, 0, turns, &mut Dice::new(1));
    let turn = [race::Order::Roll, race::Order::Hold];
    assert_eq!(worth(0), after(&turn[..1]));
    assert_eq!(worth(1), after(&turn));
    assert_eq!(worth(2), after(&[turn.clone(), turn].concat()));
    assert!(worth(0) != worth(1) && worth(1) != worth(2), "each turn counts");
    assert_eq!(played.rehearse(9, 0, 1, &mut Dice::new(1)), None, "nobody is asked that");
    assert_eq!(AnyMatch::rehearse(&played, 0, 0, 1, &mut Dice::new(1)), worth(1));
    assert_eq!(AnyMatch::appraise(&played, race::RUNNER), after(&[]));
    assert!(played.entries().is_empty() && after(&[]).is_some());
}

#[test]
fn of_too_many_options_some_are_looked_at() {
    let played = table();
    let looked = |options: usize, seed| {
        let breadth = Breadth { options, strays: 0 };
        played.state().candidates(&played.prompts()[0], breadth, &mut Dice::new(seed))
    };
    for seed in 0..8 {
        assert_eq!((looked(3, seed), looked(9, seed)), (vec![0, 1, 2], vec![0, 1, 2]));
        let mut two = looked(2, seed);
        two.sort_unstable();
        two.dedup();
        assert!(two.len() == 2 && two[1] < 3, "{two:?}");
    }
}

#[test]
fn an_imagined_match_is_for_search_only() {
    let played = second_round();
    let mut world = played.imagine(ADA, &mut Dice::new(3));
    assert_eq!(world.round(), 1);
    assert_eq!(world.prompts()[..2], played.prompts()[..2], "Bert is asked about another bid");
    assert!(world.events().is_empty() && world.entries().is_empty());
    assert_eq!(world.header().seed, 0, "the seed would tell the future");
    assert_eq!(world.undo(None), Err(UndoError::Settled));
    let own = |m: &Match<Bids>| m.state().position().dealt.unwrap().hands[0].clone();
    assert_eq!(own(&world), own(&played));
    world.choose(0, 0);
    assert_eq!(world.round(), 2);
}

#[test]
fn a_seat_has_a_name_that_can_be_read() {
    type Odd = race::Race<{ super::fault::NAME_OF_TWO_LINES }>;
    let error = Match::<Odd>::new(&race::content(), &race::request(), 1).unwrap_err();
    assert!(error.to_string().starts_with("seats[0].name: expected one line of at most "), "{error}");
}

#[test]
fn a_match_says_what_it_is_and_not_what_it_hides() {
    let played = second_round();
    assert_eq!(format!("{played:?}"), "Match of bids after 3 orders");
    assert_eq!(played.header().seed, 9);
    assert_eq!(played.header().setup, parlour());
    assert_eq!(played.content(), &bids::content());
}

/// A runner who has rolled so often, and goes on with these dice.
fn run(rolls: usize, dice: Option<u64>) -> Match<super::Race> {
    let setup = super::Race::resolve(&race::content(), &race::request()).unwrap();
    let mut played = Match::<super::Race>::begin(&race::content(), setup, 4).unwrap();
    for _ in 0..rolls {
        played.order(race::RUNNER, &race::Order::Roll).unwrap();
    }
    if let Some(seed) = dice {
        played.reroll(seed);
    }
    played
}

#[test]
fn other_dice_change_what_is_to_come_and_nothing_else() {
    let (same, other) = (run(1, None), run(1, Some(77)));
    assert_eq!(same.events(), other.events());
    assert_eq!(same.prompts(), other.prompts());
    assert_ne!(same.hash(), other.hash());
    let futures: std::collections::BTreeSet<String> = (0..40)
        .map(|seed| {
            let mut played = run(1, Some(seed));
            played.order(race::RUNNER, &race::Order::Roll).unwrap();
            format!("{:?}", played.events().last())
        })
        .collect();
    assert!(futures.len() > 2, "{futures:?}");
}

#[test]
fn other_dice_are_part_of_the_log() {
    let mut played = run(1, Some(77));
    let pace = race::Order::Pace { pace: race::Pace::Walk };
    played.order(race::RUNNER, &pace).unwrap();
    // Behind the last roll nothing was left to chance: the change of pace is before and after the new dice.
    played.reroll(78);
    played.order(race::RUNNER, &race::Order::Roll).unwrap();
    let text = played.log().to_text();
    let dice: Vec<&str> = text.lines().filter(|line| line.starts_with("{\"dice\"")).collect();
    assert_eq!(dice, ["{\"dice\":78}"], "the last dice at a place are the ones that were rolled");
    let log = table::MatchLog::parse(&text).unwrap();
    assert_eq!(log, played.log());
    let again = Match::<super::Race>::replay(&race::content(), &log, true).unwrap();
    assert_eq!((again.hash(), again.events()), (played.hash(), played.events()));
    assert_eq!((played.rerolled_before(0), played.rerolled_before(1)), (None, Some(78)));
    assert_eq!(played.first(0).rerolls.len(), 0);
    assert_eq!(played.first(1).rerolls.len(), 1);
}

#[test]
fn other_dice_are_rolled_again_by_the_very_next_order() {
    for rolls in 0..4 {
        let mut played = run(rolls, Some(77));
        played.order(race::RUNNER, &race::Order::Roll).unwrap();
        let again = Match::<super::Race>::replay(&race::content(), &played.log(), true).unwrap();
        assert_eq!((again.hash(), again.events()), (played.hash(), played.events()), "after {rolls}");
    }
}

#[test]
fn what_was_decided_before_other_dice_can_still_be_taken_back() {
    let mut played = run(1, None);
    let pace = race::Order::Pace { pace: race::Pace::Walk };
    played.order(race::RUNNER, &pace).unwrap();
    played.reroll(77);
    assert_eq!(played.undo(None).unwrap().order, pace);
    assert_eq!(played.hash(), run(1, Some(77)).hash());
}

#[test]
fn a_match_in_which_nobody_can_go_on_does_not_begin() {
    type Stuck = race::Race<{ fault::DEAD_END }>;
    let mut setup = Stuck::resolve(&race::content(), &race::request()).unwrap();
    assert!(Match::<Stuck>::begin(&race::content(), setup.clone(), 1).is_ok());
    setup.turn = 3;
    let refused = Match::<Stuck>::begin(&race::content(), setup, 1).unwrap_err();
    assert_eq!(refused.place, "position");
    assert!(refused.why.contains("nobody has anything to decide"), "{refused}");
}
