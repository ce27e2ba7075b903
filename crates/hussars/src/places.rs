//! Places in words: what people call a spot on the map, instead of figures.

use crate::measure::{P, Place};
use crate::movement::in_inches;
use crate::state::State;
use crate::words::{compass, title};
use geometry::ground::foot;

/// Farther than this from everything that has a name a spot lies in a part of the table, in thousandths.
const BY: f64 = 9_000.0;
const BESIDE: f64 = 1_000.0;

impl State {
    /// `in Horsell Wood`, `on Sandy Hill`, `4 inches north-east of Woking`, `in the south-west of the table`.
    pub(crate) fn place(&self, at: P) -> String {
        let map = self.map();
        if !at.in_bounds() {
            return "off the table".to_owned();
        }
        if let Some(area) = map.areas.iter().find(|a| a.shape.contains(at)) {
            return format!("in {}", title(&area.id));
        }
        if let Some((id, _)) = map.hills.iter().find(|(_, hill)| hill.base().contains(at)) {
            return format!("on {}", title(id));
        }
        let areas = map.areas.iter().map(|a| (rim(at, a.shape.points()), a.id.as_str()));
        let lines = map.lines.iter().map(|l| (l.line.nearest(at), l.id.as_str()));
        let named = areas.chain(lines).map(|(spot, id)| (at.far(spot), spot, id));
        let nearest = named.min_by(|(one, ..), (other, ..)| one.total_cmp(other));
        match nearest {
            Some((far, _, id)) if far < BESIDE => format!("beside {}", title(id)),
            Some((far, spot, id)) if far < BY => {
                let far = in_inches((far / 1000.0).round() as i32 * 100);
                format!("{far} {} of {}", compass(spot.heading(at)), title(id))
            }
            _ => self.part_of_table(at),
        }
    }

    /// A ninth of the table.
    fn part_of_table(&self, at: P) -> String {
        let third = |v: i32, whole: i32| (i64::from(v) * 3 / i64::from(whole.max(1))).clamp(0, 2) as usize;
        let map = self.map();
        let names = [
            ["in the south-west", "in the west", "in the north-west"],
            ["in the south", "in the middle", "in the north"],
            ["in the south-east", "in the east", "in the north-east"],
        ];
        format!("{} of the table", names[third(at.x, map.width)][third(at.y, map.height)])
    }
}

/// `6.5 inches north-east`.
pub(crate) fn way_words(from: P, to: P) -> String {
    let far = (from.far(to) / 10.0).round() as i32;
    format!("{} {}", in_inches(far), compass(from.heading(to)))
}

/// The nearest point of an outline.
fn rim(at: P, points: &[P]) -> P {
    let edges = points.iter().zip(points.iter().cycle().skip(1));
    let feet = edges.map(|(a, b)| foot(at, *a, *b));
    feet.min_by(|a, b| at.far(*a).total_cmp(&at.far(*b))).unwrap_or(at)
}
