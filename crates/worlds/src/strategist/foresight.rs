//! Where Tripods are going to be, and what Infantry and Refugees make of the map.

use super::Weights;
use crate::{MartianAction, State, UnitKind, ZONES, ZoneId, units_of, zones_of};

/// What is expected of each zone.
pub(super) struct Foresight {
    /// Tripods that stand there now.
    pub here: [f64; ZONES],
    /// Tripods that are expected there when the Waves have moved.
    pub after: [f64; ZONES],
    /// The chance that some of them are there then, or come through.
    pub presence: [f64; ZONES],
    /// What Infantry can hope for from here.
    pub pull: [f64; ZONES],
    /// Zones with a Harbour that works.
    pub harbours: u32,
    /// Zones next to one of those.
    pub near_harbours: u32,
}

impl Foresight {
    pub fn new(state: &State, weights: &Weights) -> Self {
        let harbours = state.now.harbours & state.live_zones();
        let near = |zone: &ZoneId| state.content.zones[zone.index()].adjacent & harbours != 0;
        let near_harbours = ZoneId::all().filter(near).fold(0, |set, zone| set | zone.bit());
        let mut map = Self {
            here: [0.0; ZONES],
            after: [0.0; ZONES],
            presence: [0.0; ZONES],
            pull: [0.0; ZONES],
            harbours,
            near_harbours,
        };
        map.foresee_waves(state);
        map.pull = pull(state, weights);
        map
    }

    /// In the Martian Action Phase each band stays or moves on by its charts.
    fn foresee_waves(&mut self, state: &State) {
        let content = &state.content;
        let chance = |colour: usize| content.die.iter().filter(|f| f.index() == colour).count() as f64 / 6.0;
        let mut free = [1.0; ZONES];
        for band in state.bands() {
            let Some(zone) = state.band_zone(band) else { continue };
            let tripods = f64::from(state.band(band).count());
            self.here[zone.index()] += tripods;
            let (at, workforce) = (state.now.zone_state[zone.index()], state.now.workforce[zone.index()]);
            let moves: f64 = content.martian_row(at, workforce).map_or(0.0, |row| {
                (0..3).filter(|i| row.results[*i] == MartianAction::Move).map(chance).sum()
            });
            self.after[zone.index()] += tripods * (1.0 - moves);
            free[zone.index()] *= moves;
            for (colour, to) in content.zones[zone.index()].martian_move.iter().enumerate() {
                let comes = moves * chance(colour);
                self.after[to.index()] += tripods * comes;
                free[to.index()] *= 1.0 - comes;
            }
        }
        for (presence, free) in self.presence.iter_mut().zip(free) {
            *presence = 1.0 - free;
        }
    }

    /// Tripods next door, now.
    pub fn next_door(&self, state: &State, zone: ZoneId) -> f64 {
        zones_of(state.content.zones[zone.index()].adjacent).map(|z| self.here[z.index()]).sum()
    }
}

/// Infantry is drawn to Cylinders and to where they land; in the Uprising to Handling Machines.
fn pull(state: &State, weights: &Weights) -> [f64; ZONES] {
    let mut pull = [0.0; ZONES];
    let content = &state.content;
    if state.now.uprising.is_some() {
        for zone in ZoneId::all() {
            let machines: u8 = state.now.machines[zone.index()].iter().sum();
            pull[zone.index()] += weights.cylinder * 2.0 * f64::from(machines);
        }
    } else {
        for wave in state.now.waves.iter().filter(|wave| wave.cylinder) {
            let Some(zone) = wave.zone else { continue };
            pull[zone.index()] += weights.cylinder * f64::from(wave.building);
        }
        for face in &content.die {
            pull[content.placement[face.index() % 3].index()] += weights.landing / 6.0;
        }
    }
    let infantry = content.mask(UnitKind::Infantry);
    for (zone, pull) in pull.iter_mut().enumerate() {
        let there = units_of(infantry & state.now.units_at[zone]).count() as f64;
        *pull /= 1.0 + weights.pull_crowd * there;
    }
    // What is farther off counts less with every zone on the way.
    for _ in 0..4 {
        let before = pull;
        for zone in ZoneId::all() {
            let best = zones_of(content.zones[zone.index()].adjacent)
                .map(|z| before[z.index()] * weights.pull_way)
                .fold(0.0, f64::max);
            pull[zone.index()] = before[zone.index()].max(best);
        }
    }
    pull
}
