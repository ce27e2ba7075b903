//! Every law can fail: games that are broken in one place, and the law that finds it.

mod games;

use ambush::Ambush;
use games::bids::{self, Bids};
use games::fault;
use games::race::{self, Race};
use std::panic::{AssertUnwindSafe, catch_unwind};
use table::conformance::{self, Plan};
use table::{Dice, SetupRequest};

const PLAN: Plan =
    Plan { games: 40, seed: 77, max_orders: 400, every: 2, options: 512, worlds: 3, open_allies: false };

/// What a law says about a game that it must not let pass.
#[track_caller]
fn broken(law: impl FnOnce()) -> String {
    let cause = catch_unwind(AssertUnwindSafe(law)).expect_err("the law let a broken game pass");
    let plain = || cause.downcast_ref::<&str>().map(|s| (*s).to_owned());
    cause.downcast_ref::<String>().cloned().or_else(plain).expect("a law panics with words")
}

macro_rules! finds {
    ($($test:ident: $law:ident finds $fault:ident in $game:ident, saying $words:literal;)+) => {$(
        #[test]
        fn $test() {
            let said = broken(|| finds!(@ $law $game $fault));
            let law = if stringify!($law) == "check" { "" } else { concat!(": ", stringify!($law), ": ") };
            assert!(said.contains($words) && said.contains(law), "the law says: {said}");
        }
    )+};
    (@ $law:ident Race $fault:ident) => {
        conformance::$law::<Race<{ fault::$fault }>>(&race::content(), &race::request(), PLAN)
    };
    (@ $law:ident Ambush $fault:ident) => {
        conformance::$law::<Ambush<{ fault::$fault }>>(&ambush::Content::built_in(), &ambush::request(), PLAN)
    };
    (@ $law:ident Bids $fault:ident) => {
        conformance::$law::<Bids<{ fault::$fault }>>(&bids::content(), &bids::request(), PLAN)
    };
}

finds! {
    listed_word: listed_options_are_taken finds REFUSES_A_LISTED_WORD in Race,
        saying "heath, goal: \"100\" is listed, and it is refused";
    strange_number: listed_options_are_taken finds TAKES_ANY_NUMBER in Race,
        saying "heath, goal: \"4\" is not listed, and it is taken";
    wrong_place: listed_options_are_taken finds BLAMES_THE_SCENARIO in Race,
        saying "heath, goal: \"many\" is refused at \"scenario\"";
    default_of_another_list: listed_options_are_taken finds DEFAULT_BEYOND_ITS_LIST in Race,
        saying "heath, goal: its default \"4\" is none of a number from 5 to 100";
    crashes: random_play_ends finds CRASHES in Race, saying ": the heath burns";
    endless: random_play_ends finds NEVER_ENDS in Race, saying "after order 400: endless: no outcome after 400";
    dead_end: random_play_ends finds DEAD_END in Race, saying "dead end: the match is not over and waits";
    dead_prompts: prompts_offer_something finds DEAD_END in Race, saying "dead end: the match is not over";
    empty_prompt: prompts_offer_something finds EMPTY_PROMPT in Race, saying "duty: Open, ask: Pace { now: ";
    no_such_seat: prompts_offer_something finds ASKS_NOBODY in Race, saying "asks a seat that is not there";
    asks_on: prompts_offer_something finds ASKS_AFTER_THE_END in Race, saying "the match is over and asks";
    refuses: legal_iff_accepted finds REFUSES_A_LISTED_ORDER in Race,
        saying "seat 0 is offered Hold, and it is refused: not today [RC-02]";
    accepts: legal_iff_accepted finds ACCEPTS_AN_UNLISTED_ORDER in Race,
        saying "seat 0 may give Hold, and no prompt offers it";
    strangers: legal_iff_accepted finds ACCEPTS_STRANGERS in Race, saying "does not sit at the table";
    other_form: legal_iff_accepted finds LISTS_ANOTHER_FORM in Race,
        saying "seat 0 is offered Switch, whose canonical form is Pace";
    late_orders: legal_iff_accepted finds PLAYS_ON_AFTER_THE_END in Race, saying "and no prompt offers it";
    drawn_illegally: drawn_is_accepted finds DRAWS_AN_ILLEGAL_ORDER in Race,
        saying "seat 0 draws Hold, and it is refused: there is nothing to bank";
    drawn_unlisted: drawn_is_accepted finds DRAWS_AN_UNLISTED_ORDER in Race, saying "does not offer it";
    drawn_not: drawn_is_accepted finds DRAWS_NOTHING in Race, saying "nothing is drawn for ";
    drawn_forever: drawn_is_accepted finds DRAWS_FOREVER in Race, saying "endless: no outcome after 400";
    drawn_by_a_clock: drawn_is_accepted finds DRAWS_BY_THE_CLOCK in Race, saying "the same dice draw ";
    drawn_in_another_form: drawn_is_accepted finds LISTS_ANOTHER_FORM in Race,
        saying "seat 0 draws Switch, whose canonical form is Pace";
    moved: nearest_is_accepted finds MOVES_TO_AN_ILLEGAL_ORDER in Race,
        saying " of seat 0, and is refused: ";
    impure_check: refused_leaves_the_state_untouched finds CHECK_CHANGES_THE_STATE in Race,
        saying "after seat 0 was refused";
    silence: checked_equals_unchecked finds SILENCE_CHANGES_THE_RULES in Race,
        saying "the silent match has another hash";
    listed: checked_equals_unchecked finds REFUSES_A_LISTED_ORDER in Race, saying "is offered Hold, and it is refused";
    clock: replay_and_text_equal finds LOOKS_AT_A_CLOCK in Race, saying "replayed: the hash";
    refused_replay: replay_and_text_equal finds REFUSES_A_LISTED_ORDER in Race,
        saying "the log can not be replayed: line ";
    position: position_round_trip finds POSITION_FORGETS_THE_PACE in Race, saying "the position, 0 orders on";
    hidden_position: position_round_trip finds POSITION_FORGETS_A_HIDDEN_COUNT in Race, saying " orders on:";
    shared_state: undo_equals finds COPIES_SHARE_STATE in Race, saying "after undo: the hash";
    chance: chance_is_a_barrier finds ROLLS_WITHOUT_A_BARRIER in Race,
        saying "sees how the dice fell for Roll, and no barrier was crossed";
    chance_told: chance_is_a_barrier finds TELLS_THE_NEXT_DIE in Race,
        saying "sees how the dice fell for Pace";
    impossible_luck: luck_is_fair finds LUCK_FORGETS_THE_ONE in Race, saying " came, and only ";
    wrong_mean: luck_is_fair finds LUCK_EXPECTS_TOO_MUCH in Race, saying "Earth, Steps rolled: ";
    wrong_spread: luck_is_fair finds LUCK_EXPECTS_EXTREMES in Race, saying "Earth, Steps rolled: ";
    luck_in_no_words: luck_is_fair finds LUCK_WITHOUT_WORDS in Race, saying "is called \"steps_rolled\"";
    plays_on: outcome_is_final finds PLAYS_ON_AFTER_THE_END in Race, saying "the match is over, and seat 0 may give";
    nameless: outcome_is_final finds NAMELESS_WINNER in Race, saying "the winner has no name";
    seed: secrecy finds TELLS_THE_SEED in Race, saying "the log of seat 0 holds the seed";
    card: secrecy finds SHOWS_THE_CARD in Race, saying "seat 0 can tell imagined world";
    refusal: secrecy finds REFUSAL_NAMES_THE_CARD in Race, saying "the Martian will stride";
    truth: secrecy finds IMAGINES_THE_TRUTH in Race, saying "race: secrecy: the game has secrets, and not one of";
    true_dice: secrecy finds IMAGINES_THE_TRUE_DICE in Race, saying "imagines the true dice";
    endless_world: imagined_worlds_play_on finds IMAGINES_AN_ENDLESS_WORLD in Race,
        saying "a world that seat 0 imagines is endless";
    refused_world: imagined_worlds_play_on finds REFUSES_A_LISTED_ORDER in Race, saying "is offered and refused";

    bid_in_view: secrecy finds VIEW_SHOWS_BIDS in Bids, saying "can tell";
    bid_for_spectators: secrecy finds SPECTATOR_SEES_BIDS in Bids, saying "spectator";
    bid_in_events: secrecy finds PUBLIC_BID_EVENT in Bids, saying "can tell two sealed orders of";
    bid_in_words: secrecy finds WORDS_TELL_THE_BID in Bids, saying "can tell two sealed orders of";
    bid_in_prompts: secrecy finds PROMPT_TELLS_THE_BID in Bids, saying "can tell";
    bid_in_refusals: secrecy finds REFUSAL_TELLS_THE_BID in Bids, saying "lies there";
    opened: secrecy finds OPENS_BIDS_WITHOUT_A_BARRIER in Bids, saying "from the true one by its own order";
    told_by_own_order: secrecy finds OWN_ORDER_TELLS_THE_HAND in Bids, saying "by its own order";
    true_hands: secrecy finds IMAGINES_THE_TRUE_HANDS in Bids,
        saying "bids: secrecy: the game has secrets, and not one of";
    allies: secrecy finds ALLIES in Bids, saying "can tell two sealed orders of";

    no_pass: windows_can_be_passed finds WINDOW_WITHOUT_A_PASS in Ambush, saying "nothing passes the window";
    asked_again: windows_can_be_passed finds ASKS_AGAIN_AFTER_A_PASS in Ambush,
        saying "was passed, and is asked again";
    lie: previews_are_kept finds PREVIEW_LIES in Ambush, saying "the courier is at";
    telling_preview: secrecy finds PREVIEW_KNOWS_THE_POST in Ambush, saying "seat 0 can tell imagined world";
    telling_goals: secrecy finds GOALS_KNOW_THE_POST in Ambush, saying "seat 0 can tell imagined world";
    no_words: orders_have_words finds ORDER_WITHOUT_WORDS in Ambush, saying "fire_now";

    // The kit holds every law.
    kit_windows: check finds WINDOW_WITHOUT_A_PASS in Ambush, saying ": windows_can_be_passed: ";
    kit_previews: check finds PREVIEW_LIES in Ambush, saying ": previews_are_kept: ";
    kit_words: check finds ORDER_WITHOUT_WORDS in Ambush, saying ": orders_have_words: ";
    kit_ends: check finds NEVER_ENDS in Race, saying ": random_play_ends: ";
    kit_prompts: check finds ASKS_AFTER_THE_END in Race, saying ": prompts_offer_something: ";
    kit_legal: check finds ACCEPTS_STRANGERS in Race, saying ": legal_iff_accepted: ";
    kit_drawn: check finds DRAWS_AN_ILLEGAL_ORDER in Race, saying ": drawn_is_accepted: ";
    kit_nearest: check finds MOVES_TO_AN_ILLEGAL_ORDER in Race, saying ": nearest_is_accepted: ";
    kit_refused: check finds CHECK_CHANGES_THE_STATE in Race, saying ": refused_leaves_the_state_untouched: ";
    kit_checked: check finds SILENCE_CHANGES_THE_RULES in Race, saying ": checked_equals_unchecked: ";
    kit_position: check finds POSITION_FORGETS_THE_PACE in Race, saying ": position_round_trip: ";
    kit_undo: check finds COPIES_SHARE_STATE in Race, saying ": undo_equals: ";
    kit_luck: check finds LUCK_EXPECTS_TOO_MUCH in Race, saying ": luck_is_fair: ";
    kit_chance: check finds ROLLS_WITHOUT_A_BARRIER in Race, saying ": chance_is_a_barrier: ";
    kit_secrecy: check finds SHOWS_THE_CARD in Race, saying ": secrecy: ";
    kit_imagined: check finds IMAGINES_AN_ENDLESS_WORLD in Race, saying ": imagined_worlds_play_on: ";
    kit_outcome: check finds NAMELESS_WINNER in Race, saying ": outcome_is_final: ";
}

#[test]
fn odds_that_forget_the_range_are_found_out_by_many_games() {
    // Somebody fires about once a game.
    let plan = Plan { games: 1_000, ..PLAN };
    let (content, request) = (ambush::Content::built_in(), ambush::request());
    conformance::luck_is_fair::<Ambush<{ fault::NONE }>>(&content, &request, plan);
    let said = broken(|| {
        conformance::luck_is_fair::<Ambush<{ fault::LUCK_KNOWS_ONE_RANGE }>>(&content, &request, plan);
    });
    assert!(said.starts_with("ambush: luck_is_fair: Hunter, Shots that hit: "), "{said}");
}

#[test]
fn undo_may_not_tell_a_sealed_order() {
    // It takes a changed bid in a doubled round: rare.
    let plan = Plan { games: 600, every: 1, worlds: 0, ..PLAN };
    let said = broken(|| {
        conformance::secrecy::<Bids<{ fault::UNDO_TELLS_THE_BID }>>(&bids::content(), &bids::request(), plan);
    });
    assert!(said.contains("can tell two sealed orders of") && said.contains("by undo"), "{said}");
}

#[test]
fn one_of_two_sealed_orders_is_compared_with_the_other() {
    type Public = Bids<{ fault::PUBLIC_BID_EVENT }>;
    let request = SetupRequest::of("parlour", &[("hand", "2")]);
    let said = broken(|| conformance::secrecy::<Public>(&bids::content(), &request, PLAN));
    assert!(said.contains("can tell two sealed orders of"), "{said}");
}

#[test]
fn the_first_and_the_last_moment_are_looked_at_however_seldom_those_between_are() {
    let (content, request) = (race::content(), race::request());
    let plan = Plan { every: u32::MAX, ..PLAN };
    let first = broken(|| {
        conformance::legal_iff_accepted::<Race<{ fault::ACCEPTS_STRANGERS }>>(&content, &request, plan);
    });
    assert!(first.contains("after order 0: ") && first.contains("does not sit at the table"), "{first}");
    let last = broken(|| {
        conformance::legal_iff_accepted::<Race<{ fault::PLAYS_ON_AFTER_THE_END }>>(&content, &request, plan);
    });
    assert!(last.contains("and no prompt offers it"), "{last}");
}

#[test]
fn of_a_list_of_samples_more_may_be_accepted_than_it_holds() {
    let (content, request) = (race::content(), race::request());
    conformance::legal_iff_accepted::<Race<{ fault::LISTS_SAMPLES }>>(&content, &request, PLAN);
}

/// Two bids of which one stands can be told apart, and may be.
#[test]
fn an_order_that_crosses_a_barrier_is_not_taken_for_sealed() {
    conformance::secrecy::<Bids<{ fault::EVEN_BIDS_STAND }>>(&bids::content(), &bids::request(), PLAN);
}

#[test]
fn who_has_nothing_to_hide_or_nobody_to_hide_it_from_may_imagine_the_truth() {
    let (content, request) = (bids::content(), bids::request());
    conformance::secrecy::<Bids<{ fault::OPEN_HANDS }>>(&content, &request, PLAN);
    // One player beside the game's own procedure, which passes every other law, too.
    conformance::check::<Bids<{ fault::BERT_PLAYS_ITSELF }>>(&content, &request, PLAN);
}

#[test]
fn allies_may_read_sealed_orders_where_the_plan_says_so() {
    let plan = Plan { open_allies: true, ..PLAN };
    conformance::secrecy::<Bids<{ fault::ALLIES }>>(&bids::content(), &bids::request(), plan);
    let said = broken(|| {
        conformance::secrecy::<Bids<{ fault::VIEW_SHOWS_BIDS }>>(&bids::content(), &bids::request(), plan);
    });
    assert!(said.contains("can tell"), "{said}");
}

#[test]
fn a_failure_names_game_law_seed_and_order_and_that_moment_can_be_brought_back() {
    type Crashing = Race<{ fault::CRASHES }>;
    let said = broken(|| conformance::random_play_ends::<Crashing>(&race::content(), &race::request(), PLAN));
    let seed = Dice::derive(PLAN.seed, 0).next_u64();
    let start = format!("race: random_play_ends: match seed {seed}, after order ");
    let rest = said.strip_prefix(&start).expect(&said);
    let orders: usize = rest.split_once(':').expect(rest).0.parse().expect(rest);
    let before = conformance::at::<Crashing>(&race::content(), &race::request(), seed, orders);
    assert_eq!(before.entries().len(), orders);
    let again = broken(|| {
        conformance::at::<Crashing>(&race::content(), &race::request(), seed, orders + 1);
    });
    assert_eq!(again, "the heath burns");
}

#[test]
fn a_request_that_can_not_be_set_up_is_named() {
    type Fair = Race<{ fault::NONE }>;
    let request = SetupRequest { scenario: "moon".to_owned(), ..SetupRequest::default() };
    let expected = "race: the request can not be set up: scenario: expected heath, found \"moon\"";
    assert_eq!(broken(|| conformance::random_play_ends::<Fair>(&race::content(), &request, PLAN)), expected);
    assert_eq!(broken(|| drop(conformance::playthrough::<Fair>(&race::content(), &request, 1))), expected);
}

#[test]
fn an_endless_playthrough_stops() {
    type Endless = Race<{ fault::NEVER_ENDS }>;
    let said = broken(|| drop(conformance::playthrough::<Endless>(&race::content(), &race::request(), 1)));
    assert_eq!(said, "race: endless: no outcome after 10000 orders");
}
