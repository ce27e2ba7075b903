//! Who sits at the table, and who is looking.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A chair at the table. A match has at most [`SeatId::MAX`] seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatId(pub u8);

impl SeatId {
    /// An [`Audience`] is a set of seats in one machine word.
    pub const MAX: usize = 64;

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Seats of one team win and lose together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TeamId(pub u8);

/// A seat with the names that people read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seat {
    pub id: SeatId,
    pub name: String,
    pub team: TeamId,
    pub team_name: String,
}

/// Somebody who looks at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player sees what is public and what is his own.
    Seat(SeatId),
    /// A spectator sees what is public.
    Spectator,
    /// The umpire sees everything: tools, replays of finished matches, tests.
    Umpire,
}

impl Viewer {
    pub fn seat(self) -> Option<SeatId> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator | Self::Umpire => None,
        }
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Spectator => f.write_str("spectator"),
            Self::Umpire => f.write_str("umpire"),
        }
    }
}

/// The seats that may know something. The umpire always may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Audience(u64);

impl Audience {
    /// Nobody at the table: a face-down card that no player has looked at.
    pub const NOBODY: Self = Self(0);

    pub fn only(seat: SeatId) -> Self {
        // A seat beyond the word is nobody's neighbour: it must not alias another seat's bit.
        Self(1_u64.checked_shl(u32::from(seat.0)).unwrap_or(0))
    }

    #[must_use]
    pub fn and(self, seat: SeatId) -> Self {
        Self(self.0 | Self::only(seat).0)
    }

    pub fn admits(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Umpire => true,
            Viewer::Spectator => false,
            Viewer::Seat(seat) => self.0 & Self::only(seat).0 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audience_admits_its_seats_and_the_umpire() {
        let both = Audience::only(SeatId(0)).and(SeatId(63));
        for (viewer, admitted) in [
            (Viewer::Seat(SeatId(0)), true),
            (Viewer::Seat(SeatId(63)), true),
            (Viewer::Seat(SeatId(1)), false),
            (Viewer::Spectator, false),
            (Viewer::Umpire, true),
        ] {
            assert_eq!(both.admits(viewer), admitted, "{viewer}");
        }
        assert!(!Audience::NOBODY.admits(Viewer::Seat(SeatId(0))));
        assert!(Audience::NOBODY.admits(Viewer::Umpire));
    }

    #[test]
    fn a_seat_beyond_the_table_is_not_taken_for_another_one() {
        for far in [64, 65, 128, 255] {
            assert!(!Audience::only(SeatId(far % 64)).admits(Viewer::Seat(SeatId(far))));
            assert_eq!(Audience::only(SeatId(far)), Audience::NOBODY);
        }
    }

    #[test]
    fn adding_a_seat_twice_changes_nothing() {
        let one = Audience::only(SeatId(3));
        assert_eq!(one.and(SeatId(3)), one);
    }

    #[test]
    fn people_read_names() {
        assert_eq!(SeatId(2).to_string(), "seat 2");
        assert_eq!(SeatId(2).index(), 2);
        assert_eq!(Viewer::Seat(SeatId(2)).to_string(), "seat 2");
        assert_eq!(Viewer::Spectator.to_string(), "spectator");
        assert_eq!(Viewer::Umpire.to_string(), "umpire");
        assert_eq!(Viewer::Seat(SeatId(2)).seat(), Some(SeatId(2)));
        assert_eq!((Viewer::Spectator.seat(), Viewer::Umpire.seat()), (None, None));
    }
}
