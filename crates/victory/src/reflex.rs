//! What a player does without looking ahead: fire, look, place, interrupt. Flying is a matter of search.

use crate::kinds::{Hit, UnitId};
use crate::order::{Ask, Order};
use crate::state::State;
use table::{Game, Prompt};

/// A point of ammunition, and a gun that jams.
const ROUND: f64 = 0.6;
const JAM: f64 = 4.0;
/// Time is frozen where the own fire is so much better than the enemy's.
const FREEZE: f64 = 5.0;

impl State {
    /// The best answer at first sight, by its number among the options.
    pub(crate) fn at_once(&self, prompt: &Prompt<Ask>) -> usize {
        let mut best = (f64::MIN, 0);
        for n in 0..self.options(prompt) {
            let worth = self.impulse(prompt, &self.option(prompt, n));
            if worth > best.0 {
                best = (worth, n);
            }
        }
        best.1
    }

    /// What an order is worth at first sight.
    fn impulse(&self, prompt: &Prompt<Ask>, order: &Order) -> f64 {
        match (prompt.ask, *order) {
            (Ask::Gun { plane, gun }, Order::Fire { target, long }) => {
                self.burst_worth(plane, gun, target, long)
            }
            (Ask::Ground { unit }, Order::Fire { target, .. }) => {
                10.0 - f64::from(self.place_of(unit).distance(self.place_of(target)))
            }
            (Ask::Window { plane, .. }, Order::GroundFire { unit }) => {
                let far = self.place_of(unit).distance(self.plane(plane).at);
                if far <= 3 { 10.0 - f64::from(far) } else { -1.0 }
            }
            (Ask::Window { .. }, Order::Freeze) => self.fire_now(prompt.seat.index()) - FREEZE,
            (Ask::Bombs { plane }, Order::Bombs { target }) => {
                let (near, direct) = self.test_odds(self.bombing_die(plane));
                let hits = near as f64 + 4.0 * direct as f64;
                hits / 6.0 * self.worth_of_a_hit(target) - 1.0
            }
            (Ask::Flak { unit }, Order::Flak { mega }) => self.flak_worth(unit, mega),
            (Ask::Place { .. }, Order::Place { hex }) => f64::from(hex.y),
            (_, Order::Clear) => 3.0,
            (_, Order::LookAround | Order::TurnNow) => 1.0,
            (_, Order::LookAway) => -1.0,
            (_, Order::StandDown) => -0.5,
            _ => 0.0,
        }
    }

    fn burst_worth(&self, plane: u8, gun: u8, target: UnitId, long: bool) -> f64 {
        let shot = self.visit_shifts(plane, usize::from(gun), target, long, &mut |_, _| {});
        let faces = &self.content().combat[shot.colour.index()];
        let jams = faces.iter().filter(|f| long && **f == Hit::One).count() as f64 / 6.0;
        let price = ROUND * f64::from(1 + u8::from(long)) + JAM * jams;
        self.mean_hits(shot.colour) * self.worth_of_a_hit(target) - price
    }

    /// What a seat's planes could do to the enemy here and now, less what he could do to them.
    fn fire_now(&self, side: usize) -> f64 {
        let mut sum = 0.0;
        for (i, p) in self.now.planes().iter().enumerate() {
            for (j, q) in self.now.planes().iter().enumerate() {
                if p.side != q.side && p.fights() && q.fights() {
                    let worth = self.shots_at(i as u8, j as u8);
                    sum += if p.side.index() == side { worth } else { -worth };
                }
            }
        }
        sum
    }

    /// Flak goes where enemies are and friends are not.
    fn flak_worth(&self, unit: UnitId, mega: crate::map::Mega) -> f64 {
        let side = unit.as_ground().map(|i| self.now.ground[i].side);
        let mut worth = -1.0;
        for p in self.now.planes().iter().filter(|p| p.in_play()) {
            let far = f64::from(p.at.distance(mega.0));
            let here = if mega.holds(p.at) { 6.0 } else { (3.0 - 0.5 * far).max(0.0) };
            worth += if Some(p.side) == side { -here } else { here };
        }
        worth
    }
}
