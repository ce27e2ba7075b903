//! A slow and obvious second opinion, in plain floating point and sharing no code with the library's answers. Where
//! a question is too close to call it says so, and the case decides nothing.

use geometry::ground::{Base, Point, Polygon, Polyline, Relief};

pub type P = (f64, f64);

pub fn p(point: Point) -> P {
    (f64::from(point.x), f64::from(point.y))
}

fn sub(a: P, b: P) -> P {
    (a.0 - b.0, a.1 - b.1)
}

fn cross(a: P, b: P) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

fn dot(a: P, b: P) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

pub fn between(a: P, b: P, t: f64) -> P {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

pub fn distance(a: P, b: P) -> f64 {
    dot(sub(a, b), sub(a, b)).sqrt()
}

pub fn to_segment(x: P, a: P, b: P) -> f64 {
    let whole = dot(sub(b, a), sub(b, a));
    if whole == 0.0 {
        return distance(x, a);
    }
    distance(x, between(a, b, (dot(sub(x, a), sub(b, a)) / whole).clamp(0.0, 1.0)))
}

/// Sides as pairs of corners.
pub fn ring(points: &[P]) -> Vec<(P, P)> {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()])).collect()
}

pub fn corners(polygon: &Polygon) -> Vec<P> {
    polygon.points().iter().map(|c| p(*c)).collect()
}

pub fn to_outline(x: P, polygon: &Polygon) -> f64 {
    ring(&corners(polygon)).iter().map(|(a, b)| to_segment(x, *a, *b)).fold(f64::INFINITY, f64::min)
}

/// Whether somebody on his way from `a` to `b` follows a line where he is: near one of its segments, and at no more than
/// the angle of a half to it.
pub fn follows(a: P, b: P, x: P, line: &Polyline, reach: f64) -> bool {
    line.segments().any(|(c, d)| {
        let (c, d) = (p(c), p(d));
        // The cosine of the angle between the two: that of a half is two over the root of five.
        let dot = (b.0 - a.0) * (d.0 - c.0) + (b.1 - a.1) * (d.1 - c.1);
        let cosine = dot.abs() / (distance(a, b) * distance(c, d));
        cosine >= 2.0 / 5.0_f64.sqrt() - 1e-12 && to_segment(x, c, d) <= reach
    })
}

/// On an area, in about the direction of its longest side.
pub fn goes_along(a: P, b: P, x: P, area: &Polygon) -> bool {
    let points = corners(area);
    let sides = ring(&points).into_iter().map(|(c, d)| (distance(c, d), c, d));
    let longest = sides.fold(None, |best: Option<(f64, P, P)>, side| match best {
        Some(best) if best.0 >= side.0 => Some(best),
        _ => Some(side),
    });
    let Some((length, c, d)) = longest else { return false };
    let dot = (b.0 - a.0) * (d.0 - c.0) + (b.1 - a.1) * (d.1 - c.1);
    dot.abs() / (distance(a, b) * length) >= 2.0 / 5.0_f64.sqrt() - 1e-12 && is_inside(x, &points)
}

/// By the winding number, counted by quarter turns.
pub fn is_inside(x: P, points: &[P]) -> bool {
    let quarter = |c: P| match (c.0 > x.0, c.1 > x.1) {
        (true, true) => 0_i32,
        (false, true) => 1,
        (false, false) => 2,
        (true, false) => 3,
    };
    let mut turns = 0;
    for (a, b) in ring(points) {
        turns += match (quarter(b) - quarter(a)).rem_euclid(4) {
            1 => 1,
            3 => -1,
            // Two quarters at once: which way round, the side of the line says.
            2 if cross(sub(b, a), sub(x, a)) > 0.0 => 2,
            2 => -2,
            _ => 0,
        };
    }
    turns != 0
}

/// The distance of two convex outlines; a single point is one, too.
pub fn outline_distance(a: &[P], b: &[P]) -> f64 {
    if (a.len() > 2 && is_inside(b[0], a)) || (b.len() > 2 && is_inside(a[0], b)) {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    for (i, j) in ring(a) {
        for (k, l) in ring(b) {
            let apart = cross(sub(j, i), sub(k, i)) * cross(sub(j, i), sub(l, i)) < 0.0
                && cross(sub(l, k), sub(i, k)) * cross(sub(l, k), sub(j, k)) < 0.0;
            if apart {
                return 0.0;
            }
            for d in [to_segment(i, k, l), to_segment(j, k, l), to_segment(k, i, j), to_segment(l, i, j)] {
                least = least.min(d);
            }
        }
    }
    least
}

/// The corners of a base, and the radius around them.
pub fn shape(base: &Base) -> (Vec<P>, f64) {
    let corners: Vec<P> = base.corners().iter().map(|c| p(*c)).collect();
    let radius = if corners.len() == 1 && base.points().len() > 1 {
        distance(p(base.points()[1]), corners[0])
    } else {
        0.0
    };
    (corners, radius)
}

pub fn base_distance(a: &Base, b: &Base) -> f64 {
    let ((a, r), (b, s)) = (shape(a), shape(b));
    (outline_distance(&a, &b) - r - s).max(0.0)
}

pub fn base_to_line(base: &Base, line: &Polyline) -> f64 {
    let (corners, radius) = shape(base);
    let segments = line.segments().map(|(a, b)| outline_distance(&corners, &[p(a), p(b)]));
    (segments.fold(f64::INFINITY, f64::min) - radius).max(0.0)
}

/// The least shift that parts two convex shapes with corners; negative if they are apart.
pub fn depth(a: &[P], b: &[P]) -> f64 {
    let mut least = f64::INFINITY;
    for (i, j) in ring(a).into_iter().chain(ring(b)) {
        let side = distance(i, j);
        let axis = ((j.1 - i.1) / side, (i.0 - j.0) / side);
        let span = |points: &[P]| {
            let along: Vec<f64> = points.iter().map(|c| dot(*c, axis)).collect();
            (
                along.iter().copied().fold(f64::INFINITY, f64::min),
                along.iter().copied().fold(-f64::INFINITY, f64::max),
            )
        };
        let ((low, high), (from, to)) = (span(a), span(b));
        least = least.min(high - from).min(to - low);
    }
    least
}

/// Where a leg meets the sides of a polygon, 0 and 1 included, in order.
pub fn cuts(polygon: &Polygon, a: P, b: P) -> Vec<f64> {
    let mut cuts = vec![0.0, 1.0];
    for (c, d) in ring(&corners(polygon)) {
        let rate = cross(sub(b, a), sub(d, c));
        if rate != 0.0 {
            let (t, u) = (cross(sub(c, a), sub(d, c)) / rate, cross(sub(c, a), sub(b, a)) / rate);
            if (0.0..=1.0).contains(&t) && (-1e-9..=1.0 + 1e-9).contains(&u) {
                cuts.push(t);
            }
        }
    }
    cuts.sort_by(f64::total_cmp);
    cuts
}

/// Is the segment blocked, by the letter of the sight test? `None` if it is too close to call.
pub fn is_blocked(relief: &Relief, a: &Base, heights: (f64, f64), b: &Base, ends: (P, P)) -> Option<bool> {
    let (from, to) = ends;
    let length = distance(from, to);
    let height = |t: f64| heights.0 + (heights.1 - heights.0) * t;
    let parts = (length / 250.0).ceil().max(1.0);
    let shares: Vec<f64> = (1..parts as i64).map(|k| k as f64 / parts).collect();
    let ground = |t: f64| ground(relief, between(from, to, t));
    let close = |x: f64, y: f64| (x - y).abs() < 1e-4;
    let mut doubt = false;
    let mut blocked = false;
    for cover in relief.covers() {
        let outline = corners(&cover.area);
        let top = f64::from(cover.height.0);
        let cuts = cuts(&cover.area, from, to);
        for pair in cuts.windows(2) {
            let middle = between(from, to, f64::midpoint(pair[0], pair[1]));
            let long = (pair[1] - pair[0]) * length;
            if !is_inside(middle, &outline) {
                continue;
            }
            doubt |= close(long, 10.0) || to_outline(middle, &cover.area) < 1e-3;
            if long <= 10.0 {
                continue;
            }
            let inner = shares.iter().copied().filter(|t| *t > pair[0] && *t < pair[1]);
            let mut under = false;
            for t in [pair[0], pair[1]].into_iter().chain(inner) {
                doubt |= close(height(t), ground(t) + top);
                under |= height(t) < ground(t) + top;
            }
            let both = is_inside(p(a.centre), &outline) && is_inside(p(b.centre), &outline);
            let outside =
                cuts.windows(2).any(|w| !is_inside(between(from, to, f64::midpoint(w[0], w[1])), &outline));
            let gap = base_distance(a, b);
            doubt |= both && close(gap, 2005.0);
            blocked |= under && !(both && gap < 2005.0 && !outside);
        }
    }
    for t in &shares {
        doubt |= close(ground(*t), height(*t) + 50.0);
        blocked |= ground(*t) > height(*t) + 50.0;
    }
    for ridge in relief.ridges() {
        let near = |base: &Base, limit: f64| {
            let gap = base_to_line(base, &ridge.line);
            (gap < limit + 5.0, close(gap, limit + 5.0))
        };
        let waived = [near(a, 50.0), near(b, 50.0), near(a, 1000.0), near(b, 1000.0)];
        if waived[0].0 || waived[1].0 || (waived[2].0 && waived[3].0) {
            doubt |= waived.iter().any(|w| w.1);
            continue;
        }
        for (c, d) in ridge.line.segments() {
            let (c, d) = (p(c), p(d));
            let rate = cross(sub(to, from), sub(d, c));
            let (t, u) = (cross(sub(c, from), sub(d, c)) / rate, cross(sub(c, from), sub(to, from)) / rate);
            doubt |= close(t, 0.0) || close(t, 1.0) || close(u, 0.0) || close(u, 1.0);
            if (0.0..1.0).contains(&t) && (0.0..1.0).contains(&u) {
                let top = ground(t) + f64::from(ridge.height.expect("a height").0);
                doubt |= close(height(t), top) || waived.iter().any(|w| w.1);
                blocked |= height(t) < top;
            }
        }
    }
    if doubt { None } else { Some(blocked) }
}

/// The height of the ground in thousandths of a level.
pub fn ground(relief: &Relief, x: P) -> f64 {
    let mut highest = 0.0_f64;
    for hill in relief.hills() {
        if is_inside(x, &corners(hill.base())) {
            let crest = hill.crest();
            let mut c = distance(x, p(crest[0]));
            for pair in crest.windows(2) {
                c = c.min(to_segment(x, p(pair[0]), p(pair[1])));
            }
            let b = to_outline(x, hill.base());
            highest = highest.max((f64::from(hill.top().0) * b / (b + c)).round());
        }
    }
    highest
}
