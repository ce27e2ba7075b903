//! Where and when a cylinder comes down: far from those who could walk up to it.

use super::Commander;
use crate::kinds::{Ground, Side, StandId, Type};
use crate::measure::{P, Place};
use crate::state::Where;
use geometry::ground::foot;

/// A landing is written before anything is set up.
const FIRST: f64 = 200.0;
/// Inches that a cylinder scatters: few, in the mean, many.
const SCATTER: [f64; 3] = [7.0, 10.5, 14.0];

/// More room than this is no better; to be lost, in inches.
const ROOM: f64 = 40.0;
const LOSS: f64 = 60.0;
/// Inches between the middles of a cylinder and of who touches it, and how a stormer's threat fades with each turn.
pub(super) const TOUCH: f64 = 1.5;
const FADES: f64 = 0.4;

impl Commander<'_> {
    /// What a place and a turn are worth: inches from where the enemy comes from, less the chance to be lost in falling.
    pub(super) fn landing(&self, cylinder: StandId, at: P, turn: u8) -> f64 {
        let s = self.state;
        let enemy = self.side.other();
        let zones = s.battle.zones.iter().filter(|zone| zone.side == enemy);
        let mut far = f64::MAX;
        for zone in zones {
            let points = zone.shape.points();
            for (n, a) in points.iter().enumerate() {
                let b = points[(n + 1) % points.len()];
                far = far.min(foot(at, *a, b).far(at) / 1000.0);
            }
        }
        let misses = 1.0 - s.chance(s.profile(cylinder).landing_to_hit);
        let lost = |p: P| {
            let kills =
                [Ground::FordableRiver, Ground::ImpassableRiver, Ground::Swamp, Ground::Lake, Ground::Town];
            let inside = |area: &crate::ground::Area| kills.contains(&area.kind) && area.shape.contains(p);
            !s.map().on_board(p) || s.map().areas.iter().any(inside)
        };
        let places = SCATTER.iter().flat_map(|far| (0..12).map(move |n| (n * 300, *far)));
        let astray =
            places.filter(|(bearing, far)| lost(at.ahead(*bearing, far * 1000.0))).count() as f64 / 36.0;
        let chance = if lost(at) { 1.0 } else { misses * astray };
        FIRST + far.min(ROOM) - LOSS * chance + self.w.late * f64::from(turn)
    }

    /// What a human stand that is near a silent cylinder may take by a touch: a stormer is worth burning.
    pub(super) fn threat(&self, id: StandId) -> f64 {
        let s = self.state;
        let (profile, stand) = (s.profile(id), s.stand(id));
        if profile.side != Side::Human || profile.ty.is_ship() || stand.place != Where::Board {
            return 0.0;
        }
        let stride = 3.5 * f64::from(profile.dice.max(1));
        let silent = |c: &StandId| s.ty(*c) == Type::Cylinder && s.stand(*c).sixes == 0;
        let dread = |c: StandId| {
            let turns = (s.stand(c).at.far(stand.at) / 1000.0 - TOUCH).max(0.0) / stride;
            s.stake(c) * faded(FADES, turns.max(0.5))
        };
        s.fielded(Side::Martian).filter(silent).map(dread).fold(0.0, f64::max)
    }
}

/// What is left after so many turns, if each leaves this part: between whole turns along a straight line.
pub(super) fn faded(part: f64, turns: f64) -> f64 {
    let whole = turns.floor();
    let left: f64 = (0..whole.min(50.0) as u32).map(|_| part).product();
    left * (1.0 - (turns - whole) * (1.0 - part))
}
