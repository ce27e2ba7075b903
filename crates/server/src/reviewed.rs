//! Reviews as the wire has them.

use crate::ending::is_called_off;
use crate::wire::{BetterAnswer, Odds, Over, Review, ReviewMoment, TurningPoint};
use bots::review::{Chance, Ending};
use table::TeamId;
use table::face::AnyMatch;

/// How a match that is over ended, for whoever reviews it.
pub fn how(play: &dyn AnyMatch, over: &Over) -> Ending {
    if is_called_off(over) {
        return Ending::CalledOff;
    }
    let named = |name: &String| {
        let seats = play.seats();
        let own = seats.iter().find(|seat| seat.team_name == *name).map(|seat| seat.team);
        // Who plays alone has no seat against him.
        own.unwrap_or(TeamId(seats.first().map_or(1, |seat| 1 - seat.team.0.min(1))))
    };
    Ending::by(over.winner.as_ref().map(named))
}

/// How many events each viewer had seen after so many orders.
fn seen_by(marks: &[Vec<(u32, u32)>], orders: usize) -> Vec<u32> {
    let seen = |marks: &Vec<(u32, u32)>| {
        let behind = marks.partition_point(|(_, at)| *at as usize <= orders);
        behind.checked_sub(1).map_or(0, |last| marks[last].0)
    };
    marks.iter().map(seen).collect()
}

fn odds(chance: Chance) -> Odds {
    Odds { mean: chance.mean, low: chance.low, high: chance.high }
}

/// A review as the wire has it: with what each viewer had seen by then.
pub fn told(review: bots::review::Review, marks: &[Vec<(u32, u32)>]) -> Review {
    let seen = |orders| seen_by(marks, orders);
    let moment = |moment: bots::review::Moment| ReviewMoment {
        orders: moment.orders as u32,
        turn: moment.turn,
        seen: seen(moment.orders),
        odds: odds(moment.chance),
    };
    let point = |point: bots::review::Point| TurningPoint {
        orders: point.orders as u32,
        turn: point.turn,
        seat: point.seat.0,
        seen: seen(point.orders),
        asked: point.asked,
        chosen: point.chosen,
        before: odds(point.before),
        after: odds(point.after),
        gain: point.gain.mean,
        margin: point.gain.margin,
        better: point.better.map(|better| BetterAnswer {
            words: better.words,
            why: better.why,
            odds: odds(better.chance),
        }),
        then: odds(point.then),
        dice_alone: point.dice_alone,
    };
    Review {
        sides: review.sides.into(),
        moments: review.moments.into_iter().map(moment).collect(),
        points: review.points.into_iter().map(point).collect(),
        playouts: review.playouts as u32,
        draws: review.draws,
        silent: review.silent,
    }
}

#[cfg(test)]
mod tests {
    use super::seen_by;

    #[test]
    fn each_viewer_had_seen_what_came_with_the_orders_so_far() {
        let marks = [vec![(2, 0), (3, 4), (7, 5)], vec![(1, 4)], vec![]];
        for (orders, seen) in [(0, [2, 0, 0]), (3, [2, 0, 0]), (4, [3, 1, 0]), (5, [7, 1, 0]), (9, [7, 1, 0])]
        {
            assert_eq!(seen_by(&marks, orders), seen, "after {orders} orders");
        }
    }
}
