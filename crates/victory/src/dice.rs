//! 1.3 DICE: combat, test and numbered dice (WV-DIC-01 to WV-DIC-07). Dice laid down in a position come first.

use crate::event::{Test, What};
use crate::kinds::{Colour, Hit, Icon, UnitId};
use crate::luck::Stake;
use crate::state::{Loaded, State};
use table::{Barrier, Sink, Throw};

/// Tells everybody what happened, and by which entry of the ledger.
macro_rules! tell {
    ($sink:expr, $rule:expr, $what:expr) => {
        $sink.emit(|| table::Event::public($rule, $what))
    };
}
pub(crate) use tell;

impl State {
    /// Takes a die that the position laid down, if the next one is of this sort. Otherwise it waits for one that is, and
    /// that is told: somebody who stacked the dice has miscounted.
    fn loaded<T>(&mut self, fits: impl Fn(Loaded) -> Option<T>, sink: &mut Sink<What>) -> Option<T> {
        let next = *self.now.stack.first()?;
        let Some(found) = fits(next) else {
            tell!(sink, "WV-DIC-07", What::DieWaits { lies: next.name() });
            return None;
        };
        self.now.stack.remove(0);
        Some(found)
    }

    pub(crate) fn combat_die(&mut self, colour: Colour, stake: Stake, sink: &mut Sink<What>) -> Hit {
        sink.barrier(Barrier::Drawn);
        let loaded = self.loaded(|die| if let Loaded::Combat(hit) = die { Some(hit) } else { None }, sink);
        loaded.unwrap_or_else(|| {
            let faces = self.content().combat[colour.index()];
            let hit = faces[self.dice.below(6) as usize];
            let Stake { side, kind, worth } = stake;
            sink.luck(|| [Throw::among(side.name(), kind, &hit, &faces, |hit| i32::from(worth(*hit)))]);
            hit
        })
    }

    /// Rolls a test die that is already shifted, and says so.
    pub(crate) fn test_die(
        &mut self,
        rule: &'static str,
        test: Test,
        unit: UnitId,
        target: Option<UnitId>,
        colour: Colour,
        sink: &mut Sink<What>,
    ) -> Icon {
        sink.barrier(Barrier::Drawn);
        let loaded = self.loaded(|die| if let Loaded::Test(icon) = die { Some(icon) } else { None }, sink);
        let icon = loaded.unwrap_or_else(|| {
            let faces = self.content().test[colour.index().min(4)];
            let icon = faces[self.dice.below(6) as usize];
            sink.luck(|| self.test_luck(test, unit, target, icon, &faces));
            icon
        });
        let far = target.filter(|_| test == Test::Spotting && icon == Icon::Success);
        let far = far.and_then(|target| self.too_far(unit, target));
        tell!(sink, rule, What::Tested { test, unit, target, colour, icon, far });
        icon
    }

    /// A number 1 to 6 (WV-DIC-07).
    pub(crate) fn d6(&mut self, sink: &mut Sink<What>) -> u8 {
        sink.barrier(Barrier::Drawn);
        let loaded = self.loaded(|die| if let Loaded::D6(n) = die { Some(n) } else { None }, sink);
        loaded.unwrap_or_else(|| self.dice.die(6) as u8)
    }

    pub(crate) fn d20(&mut self, sink: &mut Sink<What>) -> u8 {
        sink.barrier(Barrier::Drawn);
        let loaded = self.loaded(|die| if let Loaded::D20(n) = die { Some(n) } else { None }, sink);
        loaded.unwrap_or_else(|| self.dice.die(20) as u8)
    }
}
