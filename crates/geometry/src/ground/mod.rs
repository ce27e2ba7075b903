//! A table with terrain on it, in whole numbers.
//!
//! Places are whole thousandths of a unit ([`Point`]), facings whole tenths of a degree ([`crate::Angle`]). Sides,
//! crossings, insides and limits are decided by whole-number arithmetic; a distance is rounded once, half up to
//! hundredths ([`Hundredths`]), before it meets a limit. Lengths walked and paid are sums of whole millionths
//! ([`Length`]). Only shares of a leg and heights are floating point, by `+ - * /` and `sqrt` alone.
//!
//! | question | answer |
//! |---|---|
//! | what lies inside an area? | [`Polygon::place`], [`Polygon::stretches`] |
//! | does a leg cross a segment, a way a line? | [`crosses`], [`crossings`] |
//! | how far apart are two bases, do they overlap? | [`Base::gap`], [`Base::within`], [`Base::overlaps`] |
//! | where does a sliding base come near enough? | [`first_within`] |
//! | marks along a way | [`Route::marks`] |
//! | what does a way cost? | [`Terrain::price`] with the [`Tariff`] of a class |
//! | what can be reached, and by which way? | [`Network::reach`], [`Reach::way`], [`Reach::stars`] |
//! | do two bases see each other, and what is in the way? | [`Relief::sight`] |
//! | is a base in an arc, does a line on the ground touch it? | [`Wedge::touches`], [`Ruler::touches`] |
//!
//! A terrain is built once, a tariff once for each class of movers; then ways are priced:
//!
//! ```
//! use geometry::ground::{Factor, Feature, Hundredths, Length, Point, Polygon, Rate, Route, Tariff, Terrain};
//!
//! let mut terrain = Terrain::new();
//! let woods = Polygon::rectangle(Point::new(3_000, -5_000), Point::new(20_000, 5_000)).unwrap();
//! terrain.add(Feature::Area(woods), 6);
//! let riders = Tariff::new(&terrain, Some(Factor::PLAIN), |_| Rate::Pays(Factor::DOUBLE));
//! let way = Route::new(&[Point::new(0, 0), Point::new(7_000, 0)]).unwrap();
//! let bill = terrain.price(&riders, &way, Length::units(7));
//! assert_eq!(bill.cost.rounded(), Hundredths::units(3 + 2 * 4));
//! ```

mod base;
mod crossing;
mod lane;
mod line;
mod point;
mod polygon;
mod reach;
mod relief;
mod route;
mod sight;
mod stop;
mod terrain;
mod wedge;

pub use base::{Around, Base, Footprint};
pub use crossing::{Meeting, Meetings, Onset, bank, crossings};
pub use lane::{Deck, Lane};
pub use line::{Apart, Bounds, LineError, Polyline, apart, crosses, foot, is_left, orient, segments_touch};
pub use point::{BOUND, Hundredths, Length, Point, PointError, Step};
pub use polygon::{Outline, Place, Polygon, PolygonError, Stretch, Stretches};
pub use reach::{Halts, Network, Reach, Star, no_halt};
pub use relief::{Cover, Hill, HillError, Level, Relief, Ridge};
pub use route::{MAX_POINTS, Mark, Route, RouteError};
pub use sight::{Block, Eye, Grain, Obstacle, Sight};
pub use stop::{Halt, first_within, last_free};
pub use terrain::{Bar, Bill, Crossing, Factor, Feature, Piece, Rate, Tariff, Terrain};
pub use wedge::{Ruler, Wedge};
