//! The way of a centre over the table: legs, lengths, and the marks along it.

use smallvec::SmallVec;

use super::point::{Length, Point};
use crate::angle::Angle;

/// More points than this are no way that anybody walks.
pub const MAX_POINTS: usize = 64;

/// Why points are no route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    #[error("a way needs the point where it begins")]
    Empty,
    #[error("a way has at most {MAX_POINTS} points, not {0}")]
    TooMany(usize),
    #[error("point {0} of the way lies off every table")]
    OutOfBounds(usize),
}

/// A way of straight legs. Points that repeat the one before them are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    points: SmallVec<[Point; 8]>,
    /// What is walked at each point.
    walked: SmallVec<[Length; 8]>,
}

/// A place on a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub walked: Length,
    pub at: Point,
    /// The leg that begins here or that it lies on; at the end the last one.
    pub leg: usize,
    /// Is it the start, a bend or the end?
    pub vertex: bool,
}

impl Route {
    pub fn new(points: &[Point]) -> Result<Self, RouteError> {
        if points.is_empty() {
            return Err(RouteError::Empty);
        }
        if points.len() > MAX_POINTS {
            return Err(RouteError::TooMany(points.len()));
        }
        if let Some(i) = points.iter().position(|p| !p.in_bounds()) {
            return Err(RouteError::OutOfBounds(i));
        }
        Ok(Self::of(points))
    }

    /// Points that are known to be good.
    pub(crate) fn of(points: &[Point]) -> Self {
        let mut route = Self { points: SmallVec::new(), walked: SmallVec::new() };
        for &p in points {
            match route.points.last() {
                Some(last) if *last == p => {}
                Some(last) => {
                    let walked = route.length() + last.distance(p);
                    route.points.push(p);
                    route.walked.push(walked);
                }
                None => {
                    route.points.push(p);
                    route.walked.push(Length::ZERO);
                }
            }
        }
        route
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn start(&self) -> Point {
        self.points[0]
    }

    pub fn end(&self) -> Point {
        self.points[self.points.len() - 1]
    }

    pub fn length(&self) -> Length {
        self.walked.last().copied().unwrap_or_default()
    }

    /// How many legs there are.
    pub fn legs(&self) -> usize {
        self.points.len() - 1
    }

    pub fn leg(&self, leg: usize) -> (Point, Point) {
        (self.points[leg], self.points[leg + 1])
    }

    /// What is walked where a leg begins.
    pub fn walked_to(&self, leg: usize) -> Length {
        self.walked[leg]
    }

    /// Along a leg, to a tenth of a degree. `None` if there is no such leg.
    pub fn facing(&self, leg: usize) -> Option<Angle> {
        (leg < self.legs()).then(|| self.points[leg].bearing(self.points[leg + 1]))
    }

    /// The place after so much of the way: no farther than its end.
    pub fn at(&self, walked: Length) -> Mark {
        let walked = walked.clamp(Length::ZERO, self.length());
        let leg = match self.walked.binary_search(&walked) {
            Ok(i) => return self.vertex(i),
            Err(i) => i - 1,
        };
        let (p, q) = self.leg(leg);
        let share = (walked - self.walked[leg]).0 as f64 / (self.walked[leg + 1] - self.walked[leg]).0 as f64;
        Mark { walked, at: p.toward(q, share), leg, vertex: false }
    }

    fn vertex(&self, i: usize) -> Mark {
        let leg = i.min(self.legs().saturating_sub(1));
        Mark { walked: self.walked[i], at: self.points[i], leg, vertex: true }
    }

    /// The start, every `step` of length walked, every vertex and the end, in order.
    ///
    /// ```
    /// # use geometry::ground::{Length, Point, Route};
    /// let route = Route::new(&[Point::new(0, 0), Point::new(1_300, 0), Point::new(1_300, 1_900)]).unwrap();
    /// let marks: Vec<_> = route.marks(Length(500_000)).iter().map(|m| m.walked.0 / 1000).collect();
    /// assert_eq!(marks, [0, 500, 1000, 1300, 1500, 2000, 2500, 3000, 3200]);
    /// ```
    pub fn marks(&self, step: Length) -> Vec<Mark> {
        let mut marks = vec![self.vertex(0)];
        let mut next = step;
        for leg in 0..self.legs() {
            let end = self.walked[leg + 1];
            while step > Length::ZERO && next < end {
                marks.push(self.at(next));
                next += step;
            }
            if next == end {
                next += step;
            }
            marks.push(self.vertex(leg + 1));
        }
        marks
    }

    /// The part of the way up to a place on one of its legs.
    #[must_use]
    pub fn cut(&self, leg: usize, at: Point) -> Self {
        let mut points: SmallVec<[Point; 8]> = self.points[..=leg.min(self.legs())].into();
        points.push(at);
        Self::of(&points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(points: &[(i32, i32)]) -> Route {
        let points: Vec<Point> = points.iter().map(|p| Point::new(p.0, p.1)).collect();
        Route::new(&points).unwrap()
    }

    #[test]
    fn marks_every_half_inch_and_at_every_vertex() {
        // TH-GEO-13
        let marks = route(&[(0, 0), (1_300, 0), (1_300, 1_900)]).marks(Length(500_000));
        let walked: Vec<i64> = marks.iter().map(|m| m.walked.0 / 1000).collect();
        assert_eq!(walked, [0, 500, 1000, 1300, 1500, 2000, 2500, 3000, 3200]);
        let whole = |m: &Mark| m.walked.0 % 1_000_000 == 0;
        let end = marks.len() - 1;
        let watched: Vec<i64> =
            (0..=end).filter(|&i| i == end || whole(&marks[i])).map(|i| walked[i]).collect();
        assert_eq!(watched, [0, 1000, 2000, 3000, 3200]);
        assert_eq!((marks[3].at, marks[3].leg, marks[3].vertex), (Point::new(1300, 0), 1, true));
        assert_eq!((marks[4].at, marks[4].leg, marks[4].vertex), (Point::new(1300, 200), 1, false));
        assert_eq!((marks[8].at, marks[8].leg), (Point::new(1300, 1900), 1));
    }

    #[test]
    fn a_vertex_on_a_mark_is_one_mark() {
        let marks = route(&[(0, 0), (1_000, 0), (1_000, 1_000)]).marks(Length(500_000));
        assert_eq!(marks.len(), 5);
        assert_eq!(marks[2].walked, Length::units(1));
        assert_eq!(route(&[(7, 7)]).marks(Length(500_000)).len(), 1);
        assert_eq!(route(&[(0, 0), (9_000, 0)]).marks(Length::ZERO).len(), 2);
    }

    #[test]
    fn places_along_the_way() {
        let way = route(&[(0, 0), (3_000, 4_000), (3_000, 4_000), (3_000, 9_000)]);
        assert_eq!((way.legs(), way.length()), (2, Length::units(10)));
        assert_eq!(way.at(Length(2_500_000)).at, Point::new(1_500, 2_000));
        assert_eq!(way.at(Length::units(7)).at, Point::new(3_000, 6_000));
        assert_eq!(way.at(Length::units(70)).at, way.end());
        assert_eq!(way.at(Length(-5)).at, way.start());
        assert_eq!(way.facing(1), Some(Angle::ZERO));
        assert_eq!(way.facing(0), Some(Angle::from_tenths(369)));
        assert_eq!(way.facing(2), None);
        let cut = way.cut(1, Point::new(3_000, 5_000));
        assert_eq!((cut.end(), cut.length()), (Point::new(3_000, 5_000), Length::units(6)));
        assert_eq!(way.cut(0, way.start()).legs(), 0);
    }

    #[test]
    fn no_way_without_points_or_with_too_many() {
        assert_eq!(Route::new(&[]), Err(RouteError::Empty));
        assert_eq!(Route::new(&[Point::default(); 65]), Err(RouteError::TooMany(65)));
        assert_eq!(Route::new(&[Point::new(0, 1_000_000)]), Err(RouteError::OutOfBounds(0)));
        assert_eq!(Route::new(&[Point::default(); 64]).map(|r| r.legs()), Ok(0));
    }
}
