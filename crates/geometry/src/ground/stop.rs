//! The first place of a leg where a base that slides along it comes near enough to something.

use super::base::Around;
use super::point::{Hundredths, Length, Point, Step};

/// Where something on a leg stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    pub at: Point,
    /// How far from the leg's start, in whole thousandths but for the leg's very end.
    pub walked: Length,
}

/// The whole thousandths of a leg, each rounded to a point, and its end.
struct Places {
    from: Point,
    to: Point,
    way: Step,
    length: f64,
}

impl Places {
    fn new(from: Point, to: Point) -> Self {
        let way = to - from;
        let length = (way.squared() as f64).sqrt();
        Self { from, to, way, length }
    }

    /// The last place is the end of the leg.
    fn last(&self) -> i64 {
        self.length.ceil() as i64
    }

    fn at(&self, k: i64) -> Point {
        if k >= self.last() {
            return self.to;
        }
        let share = k as f64 / self.length;
        let part = |step: i64| (step as f64 * share).round() as i64;
        self.from + Step::new(part(self.way.x), part(self.way.y))
    }

    fn halt(&self, k: i64) -> Halt {
        let walked = if k >= self.last() { self.way.length() } else { Length::thousandths(k) };
        Halt { at: self.at(k), walked }
    }
}

/// The first whole thousandth of the leg (or its end) at which the gap rounds to the limit or less, if there is one.
/// A base that is near enough from the start halts there, after nothing.
///
/// ```
/// # use geometry::{Angle, ground::{Base, Footprint, Hundredths, Point, first_within}};
/// let enemy = Base::rectangle(Point::new(20_000, 0), 1_000, 500, Angle::degrees(270));
/// let mover = Footprint::rectangle(1_500, 1_500, Angle::degrees(90));
/// let halt = first_within(&enemy.around(&mover), Point::new(0, 0), Point::new(24_000, 0), Hundredths(100));
/// assert_eq!(halt.unwrap().at, Point::new(17_996, 0));
/// ```
pub fn first_within(around: &Around, from: Point, to: Point, limit: Hundredths) -> Option<Halt> {
    let places = Places::new(from, to);
    // A rounded place is less than a thousandth off the leg: nothing outside of this can be near enough.
    let reach = limit.reach() + 1;
    let first = around.entered(from, to, reach)?;
    let last = 1.0 - around.entered(to, from, reach)?;
    let (first, last) = ((first * places.length).floor() as i64, (last * places.length).ceil() as i64);
    (first..=last).find(|k| around.within(places.at(*k), limit)).map(|k| places.halt(k))
}

/// The last whole thousandth of the leg (or its end), after no more than `walked`, at which `free` holds: where
/// something that may not stay is set back to.
///
/// ```
/// # use geometry::ground::{Length, Point, last_free};
/// let (from, to) = (Point::new(0, 0), Point::new(9_000, 0));
/// let halt = last_free(from, to, Length::units(5), |at| at.x < 3_000 || at.x > 7_000);
/// assert_eq!(halt.unwrap().at, Point::new(2_999, 0));
/// ```
pub fn last_free(
    from: Point,
    to: Point,
    walked: Length,
    mut free: impl FnMut(Point) -> bool,
) -> Option<Halt> {
    let places = Places::new(from, to);
    let last = if walked >= places.way.length() { places.last() } else { walked.0.max(0) / 1000 };
    (0..=last).rev().find(|k| free(places.at(*k))).map(|k| places.halt(k))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::Angle;
    use crate::ground::{Base, Footprint};

    fn tripod(facing: i32) -> Footprint {
        Footprint::rectangle(1500, 1500, Angle::degrees(facing))
    }

    #[test]
    fn a_move_stops_where_the_gap_first_rounds_to_the_limit() {
        // TH-GEO-14, TH-CLC-01
        let enemy = Base::rectangle(Point::new(20_000, 0), 1000, 500, Angle::degrees(270));
        let around = enemy.around(&tripod(90));
        let (from, to) = (Point::new(0, 0), Point::new(24_000, 0));
        let halt = first_within(&around, from, to, Hundredths(100)).unwrap();
        assert_eq!(halt, Halt { at: Point::new(17_996, 0), walked: Length::thousandths(17_996) });
        assert_eq!(halt.walked.rounded(), Hundredths(1800));
        assert_eq!(around.gap(halt.at), Hundredths(100));
        assert_eq!(around.gap(Point::new(17_995, 0)), Hundredths(101));
        // Contact, and the slack of a touch.
        assert_eq!(first_within(&around, from, to, Hundredths(0)).unwrap().at, Point::new(18_996, 0));
        assert_eq!(first_within(&around, from, to, Hundredths(5)).unwrap().at, Point::new(18_946, 0));
    }

    #[test]
    fn a_move_that_keeps_its_distance_is_not_stopped() {
        let enemy = Base::rectangle(Point::new(20_000, 0), 1000, 500, Angle::ZERO);
        let past = |y: i32| {
            let (from, to) = (Point::new(0, y), Point::new(40_000, y));
            first_within(&enemy.around(&tripod(90)), from, to, Hundredths(100))
        };
        // Passing by at a gap of y - 1.0.
        assert_eq!(past(2_005), None);
        assert_eq!(past(2_004).unwrap().at, Point::new(18_706, 2_004), "corner to corner, dx 44");
        assert_eq!(past(2_000).map(|h| enemy.around(&tripod(90)).gap(h.at)), Some(Hundredths(100)));
    }

    #[test]
    fn a_leg_that_begins_near_or_ends_before() {
        let enemy = Base::disc(Point::new(0, 0), 1000);
        let around = enemy.around(&Footprint::POINT);
        let halt =
            |x: i32, to: i32| first_within(&around, Point::new(x, 0), Point::new(to, 0), Hundredths(100));
        assert_eq!(halt(1_500, 9_000), Some(Halt { at: Point::new(1_500, 0), walked: Length::ZERO }));
        assert_eq!(halt(9_000, 2_005), None);
        assert_eq!(halt(9_000, 2_004).map(|h| h.at), Some(Point::new(2_004, 0)));
        assert_eq!(halt(9_000, 9_000), None);
        assert_eq!(halt(2_000, 2_000).map(|h| h.walked), Some(Length::ZERO));
        // The end of a leg whose length is no whole number of thousandths.
        let slanting =
            first_within(&around, Point::new(3_001, 1_000), Point::new(1_737, 1_000), Hundredths(100));
        assert_eq!(slanting.unwrap().at, Point::new(1_737, 1_000));
    }

    #[test]
    fn what_may_not_stay_is_set_back_to_the_last_free_place() {
        // TH-GEO-05
        let friend = Base::rectangle(Point::new(6_000, 0), 1000, 500, Angle::degrees(90));
        let mover = Footprint::rectangle(1000, 500, Angle::degrees(90));
        let free = |at: Point| !mover.at(at).overlaps(&friend);
        let (from, to) = (Point::new(0, 0), Point::new(9_000, 0));
        let back = |walked: i64| last_free(from, to, Length::thousandths(walked), free).unwrap().at;
        assert_eq!(back(6_200), Point::new(5_505, 0), "0.005 is a touch");
        assert_eq!(back(5_000), Point::new(5_000, 0));
        assert_eq!(back(8_000), Point::new(8_000, 0));
        assert_eq!(back(90_000), to);
        assert_eq!(last_free(from, to, Length::units(9), |_| false), None);
        assert_eq!(last_free(from, from, Length::units(9), |_| true).map(|h| h.walked), Some(Length::ZERO));
    }

    #[test]
    fn the_last_place_is_the_end_of_the_leg() {
        // 14.14 thousandths, and 15.
        let (slant, straight) = (
            Places::new(Point::new(0, 0), Point::new(10, 10)),
            Places::new(Point::new(0, 0), Point::new(9, 12)),
        );
        assert_eq!((slant.last(), straight.last()), (15, 15));
        assert_eq!((slant.at(14), slant.at(15)), (Point::new(10, 10), Point::new(10, 10)));
        assert_eq!((slant.halt(14).walked, slant.halt(15).walked), (Length(14_000), Length(14_142)));
        assert_eq!((straight.at(14), straight.at(15)), (Point::new(8, 11), Point::new(9, 12)));
        assert_eq!((straight.halt(14).walked, straight.halt(15).walked), (Length(14_000), Length(15_000)));
    }

    #[test]
    fn who_walks_all_the_way_may_stay_at_its_end() {
        let (from, to) = (Point::new(0, 0), Point::new(100, 100));
        let back = |walked: Length| last_free(from, to, walked, |_| true).unwrap();
        assert_eq!(back(from.distance(to)), Halt { at: to, walked: from.distance(to) });
        let short = back(Length(from.distance(to).0 - 1));
        assert_eq!(short, Halt { at: Point::new(100, 100), walked: Length::thousandths(141) });
        assert_eq!(back(Length(999)).walked, Length::ZERO);
        assert_eq!(back(Length(-5)).at, from);
    }
}
