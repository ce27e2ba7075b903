//! FLYER MOVEMENT: straight flight, turns of 45 degrees, pivots (TH-FLY-01 to TH-FLY-03).
//!
//! A point that stands twice in a path is a halt in the air: the flyer pivots there.

use crate::measure::{Length, P, Place};
use crate::state::{Active, State};
use table::Refusal;

/// Hundredths of an inch that a pivot costs (TH-FLY-03).
pub(crate) const PIVOT: i32 = 1200;
/// Straight flight before a turn, in hundredths (TH-FLY-02).
const BEFORE_A_TURN: i32 = 600;
/// Tenths of a degree, and one for the rounding of points.
const TURN: i32 = 451;

fn between(a: u16, b: u16) -> i32 {
    let turn = (i32::from(a) - i32::from(b)).rem_euclid(3600);
    turn.min(3600 - turn)
}

impl State {
    /// What pivots on this way cost in hundredths; an error where it turns too sharply or too early.
    pub(crate) fn judge_flight(
        &self,
        active: &Active,
        path: &[P],
        facing: u16,
        exit: bool,
    ) -> Result<i32, Refusal> {
        let name = self.name(active.stand);
        let mut heading = self.stand(active.stand).facing;
        // One that enters heads as its owner likes (TH-RL-07).
        let mut free = active.entering;
        let mut straight = Length::ZERO;
        let mut pivots = 0;
        let turn = |heading: u16, to: u16, straight: Length| {
            if between(heading, to) <= 1 {
                return Ok(());
            }
            if straight.rounded().0 < BEFORE_A_TURN {
                return Err(Refusal::new(
                    "TH-FLY-02",
                    format!("{name} must fly 6 inches straight before it turns"),
                ));
            }
            if between(heading, to) > TURN {
                return Err(Refusal::new(
                    "TH-FLY-02",
                    format!(
                        "{name} turns at most 45 degrees at a time, or halts for 12 inches (the same point twice) and turns as it likes"
                    ),
                ));
            }
            Ok(())
        };
        for leg in path.windows(2) {
            if leg[0] == leg[1] {
                pivots += 1;
                (free, straight) = (true, Length::ZERO);
                continue;
            }
            let bearing = leg[0].heading(leg[1]);
            if !free {
                turn(heading, bearing, straight)?;
                if between(heading, bearing) > 1 {
                    straight = Length::ZERO;
                }
            }
            (free, heading) = (false, bearing);
            straight += leg[0].distance(leg[1]);
        }
        if !free && !exit {
            turn(heading, facing, straight)?;
        }
        Ok(pivots * PIVOT)
    }
}
