//! A game of two seats, sealed orders and hidden hands.

mod games;

use games::bids::{Bids, Dealt, Order, Setup, content, request};
use games::fault;
use table::conformance::{self, Plan, bytes_for};
use table::{Game, Match, SeatId, Viewer};

type Fair = Bids<{ fault::NONE }>;
const ADA: SeatId = SeatId(0);
const BERT: SeatId = SeatId(1);

#[test]
fn the_bids_pass_the_whole_kit() {
    let plan = Plan { games: 60, seed: 3, max_orders: 200, every: 2, ..Plan::default() };
    conformance::check::<Fair>(&content(), &request(), plan);
}

#[test]
fn the_bids_read_as_they_did() {
    let mut request = request();
    request.options.insert("hand".to_owned(), "3".to_owned());
    let text = conformance::playthrough::<Fair>(&content(), &request, 1);
    conformance::assert_golden("tests/golden/bids.txt", &text);
    request.variant = Some("by gaslight".to_owned());
    let text = conformance::playthrough::<Fair>(&content(), &request, 1);
    assert_eq!(text.lines().next(), Some("Sealed bids: parlour, by gaslight, hand=3"));
}

fn table() -> Match<Fair> {
    let hands = [vec![1, 5], vec![2, 4]];
    let dealt = Dealt { hands, bids: [None; 2], aside: 3, points: [0; 2], doubled: false, shown: Vec::new() };
    Match::begin(&content(), Setup { hand: 2, dealt: Some(dealt) }, 1).unwrap()
}

#[test]
fn a_bid_may_be_changed_until_both_lie() {
    let mut played = table();
    played.order(ADA, &Order::Bid { card: 1 }).unwrap();
    assert_eq!(played.waiting(), [BERT]);
    played.order(ADA, &Order::Highest).unwrap();
    assert_eq!(played.entries()[1].order, Order::Bid { card: 5 });
    assert_eq!(played.round(), 0);
    played.order(BERT, &Order::Bid { card: 4 }).unwrap();
    assert_eq!(played.round(), 1);
    assert_eq!(played.waiting(), [ADA, BERT]);
    assert_eq!(played.state().position().dealt.unwrap().points, [1, 0]);
    let refusal = played.order(ADA, &Order::Bid { card: 5 }).unwrap_err();
    assert_eq!(refusal.to_string(), "you do not hold the 5 [SB-02]");
}

#[test]
fn everything_a_viewer_receives_is_in_his_bytes() {
    let mut played = table();
    played.order(ADA, &Order::Bid { card: 5 }).unwrap();
    let ada = bytes_for(&played, Viewer::Seat(ADA));
    let expected = concat!(
        "view {\"hands\":[[1],null],\"bids\":[{\"card\":5},\"nothing\"],\"aside\":null,\"points\":[0,0],",
        "\"doubled\":false,\"shown\":[]}\n",
        "prompts {\"outcome\":null,\"prompts\":[{\"ask\":{\"from\":5,\"kind\":\"change\"},\"duty\":\"open\",\"must\":false,",
        "\"options\":1,\"seat\":0,\"text\":\"Take back the 5 and bid another card?\"}],",
        "\"round\":0,\"turn\":1,\"waiting\":[1]}\n",
        "legal [[[{\"kind\":\"bid\",\"card\":1}],1]]\n",
    );
    assert!(ada.starts_with(expected), "{ada}");
    assert!(ada.contains("\nevents [{\"rule\":\"SB-01\",") && ada.contains("Ada bids the 5."), "{ada}");
    assert!(ada.contains("\nlog {\"content\":"), "{ada}");
    let bert = bytes_for(&played, Viewer::Seat(BERT));
    assert!(bert.contains("Ada bids a card.") && !bert.contains("the 5"), "{bert}");
    let umpire = bytes_for(&played, Viewer::Umpire);
    let legal = "legal [[[{\"kind\":\"bid\",\"card\":1}],1],[[{\"kind\":\"bid\",\"card\":2},";
    assert!(umpire.contains(legal), "{umpire}");
    assert!(bytes_for(&played, Viewer::Spectator).contains("\nlegal []\n"));
}

#[test]
fn a_dealt_position_holds_every_card_once() {
    let mut setup = table().state().position();
    setup.dealt.as_mut().unwrap().aside = 5;
    let error = Match::<Fair>::begin(&content(), setup, 1).unwrap_err();
    assert_eq!(error.to_string(), "dealt: expected every card once [SB-01]");
    let mut options = request();
    options.options.insert("hand".to_owned(), "many".to_owned());
    let error = Fair::resolve(&(), &options).unwrap_err();
    assert_eq!(error.to_string(), "options.hand: expected 2 to 9, found \"many\" [SB-01]");
}
