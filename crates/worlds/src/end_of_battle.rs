//! END OF THE BATTLE (WW-END-01 to WW-END-05).

use crate::dice::tell;
use crate::event::What;
use crate::kinds::units_of;
use crate::state::{Flow, Land, State};
use table::Sink;

impl State {
    /// No human unit, no Tripod, or every Tripod in a blue hex (WW-END-01).
    pub(crate) fn battle_over(&self) -> bool {
        let land = &self.now.land;
        if land.on_board == 0 {
            return true;
        }
        let tripods = &land.tripods[..usize::from(land.tripod_count)];
        tripods.iter().filter_map(|t| t.hex).all(|hex| self.content.blue_hexes & hex.bit() != 0)
    }

    /// Survivors and what is left of their Earthworks go back to the zone; plans are given up (WW-END-02, WW-END-03,
    /// WW-PLN-03).
    pub(crate) fn finish_battle(&mut self, sink: &mut Sink<What>) {
        let land = std::mem::take(&mut self.now.land);
        let guns = land.on_board & self.content.guns;
        for gun in units_of(guns) {
            let built = &mut self.now.works[gun.index()];
            *built = (*built).min(land.level[gun.index()]);
        }
        // A free level that nothing took is unused, too; on the map it is one of the counters (WW-ACT-10).
        for gun in units_of(guns) {
            let unused = land.level[gun.index()] - self.now.works[gun.index()];
            let kept = unused.min(self.free_works());
            self.now.works[gun.index()] += kept;
        }
        let tripods = &land.tripods[..usize::from(land.tripod_count)];
        let alive = tripods.iter().filter(|t| t.hex.is_some()).count() as u8;
        let humans = (land.on_board | land.waiting).count_ones() as u8;
        tell!(sink, "WW-END-01", What::BattleEnded { humans, tripods: alive });
        self.now.land = Land::default();
        self.now.flow = Flow::Battles;
    }
}
