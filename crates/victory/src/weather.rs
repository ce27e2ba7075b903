//! 9.0 WEATHER: what sun, haze, clouds and storms do to sight (WV-WEA-01 to WV-WEA-10, WV-SPT-06, WV-SPT-07).

use crate::kinds::Band;
use crate::map::{Map, Mega};
use crate::state::Sky;
use geometry::Hex;

impl Sky {
    /// Whether nothing can be seen along the line between two hexes (WV-SPT-06, WV-WEA-05, WV-WEA-09).
    pub fn blocks(&self, map: &Map, from: Hex, to: Hex) -> bool {
        if self.storm.is_some_and(|base| from.y.max(to.y) >= base) {
            return true;
        }
        if self.cumulus.iter().flatten().any(|cloud| crosses(*cloud, from, to)) {
            return true;
        }
        map.has_rock() && from.line(to).any(|hex| hex != from && hex != to && map.is_rock(hex))
    }

    /// How far the weather shifts a spotting die: each kind counts once, kinds add up (WV-WEA-10).
    pub fn shift(&self, from: Hex, to: Hex) -> i8 {
        let (low, high) = (from.y.min(to.y), from.y.max(to.y));
        let mut shift = 0;
        if self.haze.is_some_and(|level| low <= level) {
            shift -= 1;
        }
        if self.high_stratus && Band::of(high) == Band::High {
            shift -= 1;
        }
        if self.medium_stratus && low <= 20 && high >= 11 {
            shift -= 2;
        }
        if self.low_stratus.iter().flatten().any(|cloud| crosses(*cloud, from, to)) {
            shift -= 2;
        }
        shift
    }

    /// Whether the target stands out against a layer of clouds (WV-WEA-06, WV-WEA-07).
    pub fn silhouettes(&self, from: Hex, to: Hex) -> bool {
        let (own, other) = (Band::of(from.y), Band::of(to.y));
        let high = self.high_stratus && other < Band::High && to.y > from.y;
        let above = own == Band::High && other == Band::High && to.y < from.y;
        let below = own == Band::Low && other == Band::Low && to.y > from.y;
        high || (self.medium_stratus && (above || below))
    }

    /// Whether the target stands between the spotter and the sun's MegaHex (WV-SPT-07); inside it, it does not.
    pub fn dazzles(&self, from: Hex, to: Hex) -> bool {
        let Some(sun) = self.sun else { return false };
        !sun.holds(to) && sun.hexes().any(|hex| to.is_between(from, hex))
    }
}

/// Whether the line between two hexes touches a MegaHex, its ends included.
fn crosses(cloud: Mega, from: Hex, to: Hex) -> bool {
    cloud.hexes().any(|hex| hex.is_between(from, to))
}
