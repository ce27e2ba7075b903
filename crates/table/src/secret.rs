//! What some seats may not know.

use crate::seat::{Audience, Viewer};
use std::fmt;

/// A value that only its audience may see.
///
/// It can not be serialized and its `Debug` form hides the value, so a secret leaves the rules only through
/// [`Secret::seen_by`], the door that projections use. Rules read it with [`Secret::judge`]; a test keeps
/// that word out of every game's `view.rs`.
///
/// ```
/// use table::{Audience, Secret, SeatId, Viewer};
/// let plan = Secret::new(Audience::only(SeatId(0)), "left");
/// assert_eq!(plan.seen_by(Viewer::Seat(SeatId(0))), Some(&"left"));
/// assert_eq!(plan.seen_by(Viewer::Seat(SeatId(1))), None);
/// assert_eq!(plan.seen_by(Viewer::Spectator), None);
/// assert_eq!(format!("{plan:?}"), "Secret(..)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Secret<T> {
    audience: Audience,
    value: T,
}

impl<T> Secret<T> {
    pub const fn new(audience: Audience, value: T) -> Self {
        Self { audience, value }
    }

    /// The projection's door: the value, if this viewer may know it.
    pub fn seen_by(&self, viewer: Viewer) -> Option<&T> {
        self.audience.admits(viewer).then_some(&self.value)
    }

    /// The referee's door: rules judge by the true value.
    pub const fn judge(&self) -> &T {
        &self.value
    }

    /// The referee changes the value; the audience stays.
    pub const fn judge_mut(&mut self) -> &mut T {
        &mut self.value
    }

    pub const fn audience(&self) -> Audience {
        self.audience
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::SeatId;

    #[test]
    fn the_projection_opens_a_secret_for_its_audience_only() {
        let secret = Secret::new(Audience::only(SeatId(1)), 7);
        assert_eq!(secret.seen_by(Viewer::Seat(SeatId(1))), Some(&7));
        assert_eq!(secret.seen_by(Viewer::Umpire), Some(&7));
        assert_eq!(secret.seen_by(Viewer::Seat(SeatId(0))), None);
        assert_eq!(secret.seen_by(Viewer::Spectator), None);
    }

    #[test]
    fn the_referee_reads_and_changes_the_value_and_the_audience_stays() {
        let mut secret = Secret::new(Audience::NOBODY, 7);
        *secret.judge_mut() += 1;
        assert_eq!(*secret.judge(), 8);
        assert_eq!(secret.audience(), Audience::NOBODY);
        assert_eq!(format!("{secret:?}"), "Secret(..)");
    }
}
