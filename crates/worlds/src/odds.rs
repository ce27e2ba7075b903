//! Chances before the dice fall: faces of a die, hits of several dice, results of a chart.

use crate::content::Chart;
use crate::kinds::{Colour, Plan, UnitId};
use crate::state::State;
use serde::Serialize;

/// An attack before its dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShotView {
    pub range: u8,
    /// The colour that hits at this range.
    pub needed: Option<Colour>,
    pub dice: u8,
    /// Faces of six that hit.
    pub faces: u8,
    /// Of a hundred shots so many hit at all, and so many destroy the target.
    pub hits: u8,
    pub destroys: u8,
}

/// What a colour of the die brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OddsView {
    pub colour: Colour,
    /// Faces of six that show it.
    pub faces: u8,
    pub brings: String,
}

/// Of a hundred throws of `dice` dice, with `faces` good faces of six each, so many show at least `wanted` good ones.
fn at_least(wanted: u8, dice: u8, faces: u8) -> u8 {
    let (good, bad) = (f64::from(faces) / 6.0, 1.0 - f64::from(faces) / 6.0);
    let mut ways = 1.0;
    let mut sum = 0.0;
    for n in 0..=dice {
        if n >= wanted {
            let luck: f64 = (0..n).map(|_| good).product();
            let rest: f64 = (n..dice).map(|_| bad).product();
            sum += ways * luck * rest;
        }
        ways = ways * f64::from(dice - n) / f64::from(n + 1);
    }
    (100.0 * sum + 0.5) as u8
}

impl State {
    /// Faces of the die that show a colour (WW-DIE-01).
    pub(crate) fn faces(&self, colour: Colour) -> u8 {
        self.content.die.iter().filter(|face| **face == colour).count() as u8
    }

    /// Dice at a target within range: the first hit damages, the second destroys (WW-FIR-03 to WW-FIR-05).
    fn shot(&self, range: u8, dice: u8, damaged: bool) -> ShotView {
        let needed = self.needed(range);
        let faces = needed.map_or(0, |colour| self.faces(colour));
        let fatal = if damaged { 1 } else { 2 };
        ShotView {
            range,
            needed,
            dice,
            faces,
            hits: at_least(1, dice, faces),
            destroys: at_least(fatal, dice, faces),
        }
    }

    /// The attack of a Gun on a Tripod of the battle.
    pub(crate) fn gun_shot(&self, gun: UnitId, tripod: u8) -> Option<ShotView> {
        let target = self.now.land.tripods.get(usize::from(tripod))?;
        let mut shot = self.shot(self.gun_range(tripod, gun), self.shot_dice(gun), target.damaged);
        // With Explosive Shell in hand one hit is enough (WW-PLN-07).
        if self.holds(Plan::ExplosiveShell) {
            shot.destroys = shot.hits;
        }
        Some(shot)
    }

    pub(crate) fn ship_shot(&self, ship: u8, tripod: u8) -> Option<ShotView> {
        let naval = &self.now.naval;
        let (ship, target) = (naval.ships.get(usize::from(ship))?, naval.tripods.get(usize::from(tripod))?);
        let range = self.content.range[ship.hex?.index()][target.hex?.index()];
        Some(self.shot(range, self.content.ships[ship.kind as usize].dice, target.damaged))
    }

    /// A chart in words: what each colour of the die brings. The words are those of the chart's results in their order.
    pub(crate) fn chart(&self, chart: Chart, results: &[&str]) -> Vec<OddsView> {
        let chance = |colour: Colour| {
            let result = usize::from(self.content.word(chart, colour));
            let brings = results.get(result).copied().unwrap_or_default().to_owned();
            OddsView { colour, faces: self.faces(colour), brings }
        };
        Colour::DIE.into_iter().map(chance).collect()
    }
}

/// "green destroys it (2 in 6), red loses the Infantry (2 in 6)": what a colour does not change is not said.
pub(crate) fn told(chances: &[OddsView]) -> String {
    let said = |c: &&OddsView| !c.brings.is_empty() && c.faces > 0;
    let list = chances.iter().filter(said);
    let list: Vec<String> =
        list.map(|c| format!("{} {} ({} in 6)", c.colour.name(), c.brings, c.faces)).collect();
    list.join(", ")
}

#[cfg(test)]
mod tests {
    use super::at_least;

    #[test]
    fn two_dice_hit_more_often_than_one_and_both_hit_seldom() {
        assert_eq!((at_least(1, 1, 2), at_least(1, 1, 3), at_least(1, 1, 1)), (33, 50, 17));
        assert_eq!((at_least(1, 2, 3), at_least(2, 2, 3)), (75, 25));
        assert_eq!((at_least(1, 3, 2), at_least(2, 3, 2)), (70, 26));
        assert_eq!((at_least(2, 1, 3), at_least(1, 0, 3), at_least(1, 2, 0)), (0, 0, 0));
        assert_eq!(at_least(0, 2, 3), 100);
    }
}
