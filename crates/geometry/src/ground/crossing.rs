//! Where a way crosses a line: once for each time that it gets from one bank to the other.
//!
//! ```text
//!      |          A way that meets the line in a point, or runs on it for a while, is in contact with it.
//!   ---+--->      Who comes out of the contact on the other bank has crossed, once; who comes out on the
//!      |          bank that he came from has touched it. Who begins or ends on the line has not crossed it
//!   --->          there: he has left no bank, or has reached none.
//!      |
//! ```
//!
//! Nothing of this depends on which way the line was drawn, on which bank is called left, on the direction of the way
//! or on how a leg of it is split. Who ended on a line remembers the bank that he came from ([`bank`]), so that a way
//! that is split over two moves crosses as often as the whole of it ([`Onset::From`]).

use smallvec::SmallVec;

use super::line::{Bounds, Polyline, met_at, orient, segments_touch};
use super::point::{Length, Point, Step};
use super::route::Route;

/// Two places on a way that are no farther apart are one: shares of a leg are rounded to millionths.
const SAME: i64 = 4;
/// No farther beside a line lies the point that stands for its bank, in thousandths.
const BESIDE: i32 = 4;

/// What lies behind a way that begins on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Onset {
    /// Nothing: it has left no bank.
    #[default]
    Fresh,
    /// It came from here, in a straight leg.
    From(Point),
    /// It came from either bank: whichever it leaves for, it crosses. Sums of legs are never too small by this.
    Either,
}

/// A place where a way has crossed a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    pub walked: Length,
    pub leg: usize,
    /// Of the leg, from its start.
    pub share: f64,
}

pub type Meetings = SmallVec<[Meeting; 4]>;

/// A leg in contact with a segment of the line.
struct Contact {
    from: i64,
    to: i64,
    leg: usize,
    share: f64,
    /// Whether the leg and the segment cross if the way is shifted by a hair: one way, and the other way.
    odd: [bool; 2],
    begins: bool,
    ends: bool,
}

/// A hair: a shift by less than any distance, and by much less than that to the side.
type Hair = [Step; 2];

/// East and a little north, and back.
const HAIRS: [Hair; 2] = [[Step::new(1, 0), Step::new(0, 1)], [Step::new(-1, 0), Step::new(0, -1)]];

/// The first of the figures that is not 0 tells the side.
fn is_left_of<const N: usize>(figures: [i64; N]) -> bool {
    figures.into_iter().find(|figure| *figure != 0).is_some_and(i64::is_positive)
}

/// Is the point left of the line from `a` to `b`, once it is shifted by a hair?
fn is_left_by(a: Point, b: Point, p: Point, [hair, aside]: Hair) -> bool {
    let line = b - a;
    is_left_of([line.cross(p - a), line.cross(hair), line.cross(aside)])
}

/// Is the end of a segment left of the leg from `p` to `q`, once the leg is shifted so? A line goes on past its last
/// point by less than any distance, but by more than the hair.
fn is_end_left_by(p: Point, q: Point, end: Point, past: Option<Step>, [hair, aside]: Hair) -> bool {
    let leg = q - p;
    let beyond = past.map_or(0, |past| leg.cross(past));
    is_left_of([leg.cross(end - p), beyond, -leg.cross(hair), -leg.cross(aside)])
}

/// A segment of a line, and whether its ends are the line's own.
#[derive(Clone, Copy)]
struct Segment {
    a: Point,
    b: Point,
    first: bool,
    last: bool,
}

impl Segment {
    fn crosses_by(&self, p: Point, q: Point, hair: Hair) -> bool {
        let (a, b) = (self.a, self.b);
        let (before, past) = (self.first.then(|| a - b), self.last.then(|| b - a));
        is_left_by(a, b, p, hair) != is_left_by(a, b, q, hair)
            && is_end_left_by(p, q, a, before, hair) != is_end_left_by(p, q, b, past, hair)
    }

    /// The shares of the leg between which it is in contact with the segment.
    fn contact(&self, p: Point, q: Point) -> Option<(f64, f64)> {
        let (a, b) = (self.a, self.b);
        if !segments_touch(p, q, a, b) {
            return None;
        }
        let leg = q - p;
        let share = |x: Point| leg.dot(x - p) as f64 / leg.squared() as f64;
        if leg.cross(b - a) == 0 {
            let (one, other) = (share(a), share(b));
            return Some((one.min(other).max(0.0), one.max(other).min(1.0)));
        }
        let at = met_at(p, q, a, b).clamp(0.0, 1.0);
        Some((at, at))
    }
}

fn segments(line: &Polyline) -> impl Iterator<Item = Segment> + '_ {
    let points = line.points();
    let count = points.len() - 1;
    let open = points[0] != points[count];
    (0..count).map(move |i| Segment {
        a: points[i],
        b: points[i + 1],
        first: open && i == 0,
        last: open && i + 1 == count,
    })
}

/// Is the point on the line itself?
pub fn is_on(line: &Polyline, p: Point) -> bool {
    line.bounds().contains(p) && line.segments().any(|(a, b)| segments_touch(p, p, a, b))
}

/// Where the way crosses the line, in order.
///
/// ```
/// # use geometry::ground::{Onset, Point, Polyline, Route, crossings};
/// let stream = Polyline::new(vec![Point::new(10, 0), Point::new(10, 20)]).unwrap();
/// let count = |points: &[(i32, i32)], onset| {
///     let points: Vec<Point> = points.iter().map(|p| Point::new(p.0, p.1)).collect();
///     crossings(&stream, &Route::new(&points).unwrap(), onset).len()
/// };
/// assert_eq!(count(&[(6, 10), (10, 10), (14, 10)], Onset::Fresh), 1);
/// assert_eq!(count(&[(14, 10), (10, 10), (14, 12)], Onset::Fresh), 0);
/// // Over two moves: there, and then on or back.
/// assert_eq!(count(&[(14, 10), (10, 10)], Onset::Fresh), 0);
/// assert_eq!(count(&[(10, 10), (6, 10)], Onset::From(Point::new(14, 10))), 1);
/// assert_eq!(count(&[(10, 10), (14, 12)], Onset::From(Point::new(14, 10))), 0);
/// ```
pub fn crossings(line: &Polyline, route: &Route, onset: Onset) -> Meetings {
    let mut found = Meetings::new();
    let mut tied = false;
    for leg in 0..route.legs() {
        let (p, q) = route.leg(leg);
        if !line.bounds().meets(&Bounds::of(&[p, q])) {
            continue;
        }
        for (a, b) in line.segments() {
            // 1 where both ends of one lie on the same side of the other, -1 where they do not, 0 where one lies on it.
            let parted = |a, b, p, q| orient(a, b, p).signum() * orient(a, b, q).signum();
            match parted(a, b, p, q).max(parted(p, q, a, b)) {
                1 => {}
                0 => tied |= segments_touch(p, q, a, b),
                _ => {
                    let share = met_at(p, q, a, b).clamp(0.0, 1.0);
                    found.push(Meeting { walked: walked(route, leg, share), leg, share });
                }
            }
        }
    }
    if tied {
        return banks(line, route, onset);
    }
    found.sort_by_key(|m| (m.walked, m.leg));
    found
}

fn walked(route: &Route, leg: usize, share: f64) -> Length {
    let (start, end) = (route.walked_to(leg), route.walked_to(leg + 1));
    start + Length(((end - start).0 as f64 * share).round() as i64)
}

/// The same with care: contact by contact.
fn banks(line: &Polyline, route: &Route, onset: Onset) -> Meetings {
    let mut contacts: SmallVec<[Contact; 8]> = SmallVec::new();
    let last = route.legs() - 1;
    for segment in segments(line) {
        let odd = |p: Point, q: Point| HAIRS.map(|hair| segment.crosses_by(p, q, hair));
        if let Onset::From(before) = onset
            && let Some((from, _)) = segment.contact(before, route.start()).filter(|(_, to)| *to >= 1.0)
            && from >= 1.0
        {
            let odd = odd(before, route.start());
            contacts.push(Contact { from: 0, to: 0, leg: 0, share: 0.0, odd, begins: true, ends: false });
        }
        for leg in 0..=last {
            let (p, q) = route.leg(leg);
            if let Some((from, to)) = segment.contact(p, q) {
                contacts.push(Contact {
                    from: walked(route, leg, from).0,
                    to: walked(route, leg, to).0,
                    leg,
                    share: to,
                    odd: odd(p, q),
                    begins: leg == 0 && from == 0.0,
                    ends: leg == last && to >= 1.0,
                });
            }
        }
    }
    contacts.sort_by_key(|c| (c.from, c.to, c.leg));
    let mut found = Meetings::new();
    let mut rest = contacts.into_iter().peekable();
    while let Some(mut whole) = rest.next() {
        while let Some(next) = rest.next_if(|next| next.from - whole.to < SAME) {
            if (next.to, next.leg) >= (whole.to, whole.leg) {
                (whole.to, whole.leg, whole.share) = (next.to.max(whole.to), next.leg, next.share);
            }
            whole.odd = [whole.odd[0] != next.odd[0], whole.odd[1] != next.odd[1]];
            whole.begins |= next.begins;
            whole.ends |= next.ends;
        }
        let crossed = match onset {
            _ if whole.ends => false,
            Onset::Fresh if whole.begins => false,
            Onset::Either if whole.begins => true,
            // Where the line simply goes on, both hairs agree; past its end there is no bank.
            _ => whole.odd == [true, true],
        };
        if crossed {
            found.push(Meeting { walked: Length(whole.to), leg: whole.leg, share: whole.share });
        }
    }
    found
}

/// A point on the bank that a way came from which ends on some of the lines: where its last leg began, or beside its end if
/// that leg runs on one of them. `None` if it ends on none of them, or has come from no bank.
pub fn bank<'a>(lines: impl Iterator<Item = &'a Polyline>, route: &Route, onset: Onset) -> Option<Point> {
    let end = route.end();
    let lines: SmallVec<[&Polyline; 2]> = lines.filter(|line| is_on(line, end)).collect();
    if lines.is_empty() || route.legs() == 0 {
        return None;
    }
    let met: SmallVec<[(Point, Point); 4]> = lines
        .iter()
        .flat_map(|line| line.segments())
        .filter(|(a, b)| segments_touch(end, end, *a, *b))
        .collect();
    // Neither on one of the lines nor straight past the end of one.
    let aside = |p: Point| met.iter().all(|(a, b)| (*b - *a).cross(p - end) != 0);
    let (last, _) = route.leg(route.legs() - 1);
    if aside(last) {
        return Some(last);
    }
    let on_to = |to: Point| {
        let points: SmallVec<[Point; 16]> = route.points().iter().copied().chain([to]).collect();
        Route::of(&points)
    };
    let is_back = |to: Point| {
        let on = on_to(to);
        lines.iter().all(|line| crossings(line, &on, onset).len() == crossings(line, route, onset).len())
    };
    // Many directions: the bank may be a narrow corner between two segments.
    let around = -BESIDE..=BESIDE;
    let beside = around.clone().flat_map(|x| around.clone().map(move |y| Point::new(end.x + x, end.y + y)));
    let beside = beside.filter(|p| *p != end);
    let (back, over): (SmallVec<[Point; 8]>, SmallVec<[Point; 8]>) =
        beside.filter(|p| aside(*p)).partition(|p| is_back(*p));
    back.first().copied().filter(|_| !over.is_empty())
}
