//! Plane geometry for a tabletop: footprints, moves, rulers and lines of sight.
//!
//! The crate knows no game. Every result is the same to the last bit on every machine: only `+ - * /` and
//! `sqrt` are used, and trigonometry comes from one table ([`Angle`]).
//!
//! ```text
//!            heading 0
//!            y (north)
//!               ^
//!               |            Lengths are millimetres. Headings grow clockwise,
//!   heading 270 +----> x     seen from above: fwd(h) = (sin h, cos h),
//!                (east)      right(h) = (cos h, -sin h).
//!              heading 90
//! ```
//!
//! One tolerance rules all limits: a distance counts as within a limit up to [`TOLERANCE`] beyond it, and
//! shapes overlap when they penetrate each other by more than [`TOLERANCE`].

#![cfg_attr(test, allow(clippy::float_cmp))] // results are exact by design

pub mod angle;
mod arc;
pub mod area;
pub mod convex;
pub mod disc;
pub mod fan;
pub mod ground;
pub mod hex;
pub mod overlap;
pub mod path;
pub mod pose;
pub mod segment;
mod shadow;
mod span;
pub mod strip;
pub mod vec2;
mod view;

pub use angle::{Angle, AngleError};
pub use area::{Area, Border, Exit};
pub use convex::{Convex, MAX_SIDES};
pub use disc::Disc;
pub use fan::{Fan, Reach};
pub use hex::{Axial, Bearing, Facing, Hex};
pub use overlap::{distance_to, nearest_point, overlaps, separation, shared_area, touches};
pub use path::{Path, backward_move, forward_move, trace_backward, trace_forward};
pub use pose::Pose;
pub use segment::enters;
pub use strip::{Edge, Strip, StripReach};
pub use vec2::Vec2;

/// The slack of every comparison of lengths, in millimetres.
pub const TOLERANCE: f64 = 0.01;
