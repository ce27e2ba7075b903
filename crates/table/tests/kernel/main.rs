//! The kernel at work, seen through two tiny games.

mod face;
#[path = "../games/mod.rs"]
mod games;
mod log;
mod luck;
mod play;
mod tactics;

use games::{bids, fault, race};
use table::{Match, SeatId};

type Race = race::Race<{ fault::NONE }>;
type Bids = bids::Bids<{ fault::NONE }>;

const ADA: SeatId = SeatId(0);
const BERT: SeatId = SeatId(1);

/// Ada holds 1, 5 and 7, Bert 2, 4 and 6; the 3 lies aside.
fn parlour() -> bids::Setup {
    let (hands, bids) = ([vec![1, 5, 7], vec![2, 4, 6]], [None; 2]);
    let dealt = bids::Dealt { hands, bids, aside: 3, points: [0; 2], doubled: false, shown: Vec::new() };
    bids::Setup { hand: 3, dealt: Some(dealt) }
}

fn table() -> Match<Bids> {
    Match::begin(&bids::content(), parlour(), 9).unwrap()
}

fn bid(card: u8) -> bids::Order {
    bids::Order::Bid { card }
}

/// Ada's 5 has beaten Bert's 4, and Bert has bid again.
fn second_round() -> Match<Bids> {
    let mut played = table();
    for (seat, card) in [(ADA, 5), (BERT, 4), (BERT, 2)] {
        played.order(seat, &bid(card)).unwrap();
    }
    played
}
