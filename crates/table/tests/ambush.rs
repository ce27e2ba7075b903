//! A game with a window, a standing pass and a continuous choice.

use ambush::{COURIER, Content, HUNTER, Order, Preview, Setup, State as Fair, request};
use table::conformance::{self, Plan};
use table::face::AnyMatch;
use table::{Duty, Game, Match, Throw, Verdict, Viewer};

fn begun() -> Match<Fair> {
    let mut played = Match::<Fair>::new(&Content::built_in(), &request(), 7).unwrap();
    played.order(HUNTER, &Order::Post { at: 333 }).unwrap();
    played
}

#[test]
fn the_ambush_passes_the_whole_kit() {
    let plan = Plan { games: 60, seed: 1918, max_orders: 400, every: 2, ..Plan::default() };
    conformance::check::<Fair>(&Content::built_in(), &request(), plan);
}

#[test]
fn a_window_waits_until_it_is_taken_or_passed() {
    let mut played = begun();
    played.order(COURIER, &Order::Walk { by: 7 }).unwrap();
    assert_eq!((played.waiting(), played.prompts()[0].duty), (vec![HUNTER], Duty::Window));
    let open = AnyMatch::open(&played, Viewer::Umpire);
    assert!(open[0].duty == Duty::Window && !open[0].vain, "there is something to be had");
    assert!(played.order(COURIER, &Order::Walk { by: 7 }).is_err(), "the match waits");
    played.order(HUNTER, &Order::Pass { walks: 1 }).unwrap();
    assert_eq!(played.waiting(), [COURIER]);
}

#[test]
fn a_window_that_nothing_can_be_done_with_says_so() {
    type Knowing = ambush::Ambush<{ ambush::fault::KNOWS_A_VAIN_WINDOW }>;
    let vain = |at| {
        let setup = Setup { at, asked: true, ..begun().state().position() };
        let played = Match::<Knowing>::begin(&Content::built_in(), setup, 1).unwrap();
        AnyMatch::open(&played, Viewer::Umpire)[0].vain
    };
    assert_eq!([100, 300, 900].map(vain), [true, false, true], "the post is at 333, and 120 is the range");
    let mut before = Match::<Knowing>::new(&Content::built_in(), &request(), 7).unwrap();
    before.order(HUNTER, &Order::Post { at: 333 }).unwrap();
    assert!(!AnyMatch::open(&before, Viewer::Umpire)[0].vain, "to walk is no window");
}

#[test]
fn a_preview_goes_through_the_face() {
    let played = begun();
    let order = serde_json::json!(Order::Walk { by: 7 });
    let preview = AnyMatch::preview(&played, COURIER, &order).expect("a legal order");
    assert_eq!(preview, Some(serde_json::json!(Preview::Walk { to: 7 })));
    assert!(AnyMatch::preview(&played, HUNTER, &order).is_err(), "it is not his to give");
}

#[test]
fn a_standing_pass_is_one_order() {
    let mut played = begun();
    played.order(COURIER, &Order::Walk { by: 120 }).unwrap();
    played.order(HUNTER, &Order::Pass { walks: 3 }).unwrap();
    for _ in 0..2 {
        assert_eq!(played.waiting(), [COURIER]);
        played.order(COURIER, &Order::Walk { by: 50 }).unwrap();
    }
    assert_eq!(
        played.waiting(),
        [COURIER],
        "the third walk that was let pass is the first one that was asked about"
    );
    played.order(COURIER, &Order::Walk { by: 50 }).unwrap();
    assert_eq!(played.waiting(), [HUNTER], "asked again after that");
    assert_eq!(played.entries().len(), 6);
}

#[test]
fn any_place_between_the_samples_is_taken_and_what_lies_beyond_is_brought_near() {
    let state = begun().state().clone();
    assert!(state.check(COURIER, &Order::Walk { by: 37 }).is_ok(), "not listed, and taken");
    assert_eq!(state.check(COURIER, &Order::Walk { by: 121 }).unwrap_err().rule.0, "AM-02");
    assert_eq!(state.nearest(COURIER, &Order::Walk { by: 999 }), Ok(Order::Walk { by: 120 }));
}

#[test]
fn what_an_order_would_do_is_told_to_its_own_seat() {
    let mut setup = begun().state().position();
    (setup.at, setup.asked, setup.stack) = (300, true, vec![5, 4]);
    let mut played = Match::<Fair>::begin(&Content::built_in(), setup, 1).unwrap();
    assert_eq!(played.state().preview(HUNTER, &Order::Fire), Some(Preview::Shot { sixths: 4, paces: 33 }));
    let (rows, total) = AnyMatch::rows(&played, HUNTER, 2);
    assert_eq!((total, rows.len()), (4, 2));
    assert_eq!(
        (rows[0].row.detail.as_str(), rows[0].row.group.as_str()),
        ("4 in 6 over 3.3 paces", "Interrupt")
    );
    played.order(HUNTER, &Order::Fire).unwrap();
    assert_eq!(played.state().position().hits, 0, "a five misses");
    assert_eq!(AnyMatch::goals(&played, Viewer::Spectator)[1].state, "0 of 2");
    assert_eq!(AnyMatch::briefing(&played).sides.len(), 2);
}

/// A courier on his way past the post at 33.3 paces.
fn passing(at: u16, stack: &[u32]) -> Match<Fair> {
    let setup = Setup { at, asked: true, stack: stack.to_vec(), ..begun().state().position() };
    Match::<Fair>::begin(&Content::built_in(), setup, 1).unwrap()
}

#[test]
fn luck_is_what_came_of_four_or_two_in_six() {
    // 3.3 paces away four of six hit, 11.3 paces away two of six.
    for (at, odds) in [(300, [(0, 2), (1, 4)]), (220, [(0, 4), (1, 2)])] {
        let mut played = passing(at, &[]);
        played.order(HUNTER, &Order::Fire).unwrap();
        let hit = i32::from(played.state().position().hits);
        assert_eq!(played.throws(), [Throw::of("Hunter", "Shots that hit", hit, odds)]);
    }
    let mut laid = passing(300, &[5]);
    laid.order(HUNTER, &Order::Fire).unwrap();
    assert!(laid.throws().is_empty(), "a die that was laid down is no luck");
}

#[test]
fn three_shots_are_too_few_to_tell() {
    let mut played = passing(300, &[]);
    played.order(HUNTER, &Order::Fire).unwrap();
    while played.state().outcome().is_none() && played.state().position().shots > 0 {
        played.order(COURIER, &Order::Walk { by: 1 }).unwrap();
        played.order(HUNTER, &Order::Fire).unwrap();
    }
    let luck = &played.luck()[0];
    // Two thirds of the shots were to hit.
    assert!((luck.expected - f64::from(luck.throws) * 2.0 / 3.0).abs() < 1e-12);
    assert!((2..=3).contains(&luck.throws), "{luck:?}");
    assert_eq!((luck.verdict, &*luck.words), (Verdict::TooFew, "too few throws to tell"));
}
