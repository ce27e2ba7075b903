//! Ironclads and steamers.

use super::Commander;
use crate::kinds::{StandId, Type};
use crate::measure::{P, Place};
use crate::offers::Idea;
use crate::preview::{Preview, Shooting};

/// What a ram of the next turn counts.
const NEXT: f64 = 0.4;

impl Commander<'_> {
    /// What a voyage is worth: steamers keep away from machines on their way out, ironclads bring guns and ram to bear.
    pub(super) fn voyage(&self, id: StandId, seen: &Preview, idea: Option<&Idea>) -> f64 {
        let s = self.state;
        if seen.leaves {
            return s.way_out(id, s.stand(id).at).map_or(-50.0, |(worth, ..)| worth);
        }
        let Some(end) = seen.end else { return 0.0 };
        if s.ty(id) == Type::Steamer {
            let nearest = self.foes.iter().map(|e| s.stand(*e).at.far(end) / 1000.0).fold(50.0, f64::min);
            return s.pull(id, end) + self.w.fend * nearest;
        }
        let rammed = match idea {
            Some(Idea::Ram { tripod }) => self.w.ram * self.hit_worth(*tripod),
            _ => 0.0,
        };
        let guns: f64 = s
            .guns(id)
            .map(|(_, weapon)| {
                let needed = s.to_hit(id, weapon, false);
                let range = f64::from(s.content.arm(weapon).range);
                let hit = |t: &Shooting| {
                    let far = s.stand(t.target).at.far(end) / 1000.0 - 1.5;
                    let needed = needed + u8::from(far > range) + u8::from(s.ty(t.target) == Type::Flyer);
                    self.mean_hits(weapon, s.chance(needed)) * self.hit_worth(t.target)
                };
                seen.shots.iter().map(hit).fold(0.0, f64::max)
            })
            .sum();
        rammed + guns + NEXT * self.bearing_down(id, end)
    }

    /// What it could ram next.
    fn bearing_down(&self, id: StandId, end: P) -> f64 {
        let s = self.state;
        let reach = f64::from(s.stand(id).speed + 400) / 100.0;
        let worth = |enemy: &StandId| {
            if s.ty(*enemy) != Type::Tripod {
                return 0.0;
            }
            let at = s.stand(*enemy).at;
            let wet = if s.map().is_water(at) { 1.0 } else { 0.4 };
            let over = (at.far(end) / 1000.0 - reach.clamp(4.0, 24.0)).max(0.0);
            wet * self.w.ram * self.hit_worth(*enemy) / (1.0 + over / 8.0)
        };
        self.foes.iter().map(worth).fold(0.0, f64::max)
    }
}
