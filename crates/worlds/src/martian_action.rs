//! MARTIAN ACTION PHASE: move, devastate, build the Flying Machine (WW-MAC-01 to WW-MAC-06, WW-ACT-09).

use crate::content::Chart;
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{MartianAction, ZONES, ZoneId};
use crate::order::{Ask, Order};
use crate::sequence_of_play::offer;
use crate::state::{Band, Flow, State};
use table::Sink;

impl State {
    pub(crate) fn begin_martian_action(&mut self) {
        self.now.captured = 0;
        if let Some(uprising) = &mut self.now.uprising {
            uprising.arrived = [Band::default(); ZONES];
        }
    }

    /// Tripods that Cavalry draws on go first, each on its own like a Wave (WW-SC2-11). Says whether one went.
    fn attracted_tripod(&mut self, sink: &mut Sink<What>) -> bool {
        let Some(uprising) = &mut self.now.uprising else { return false };
        if uprising.attracted.is_empty() {
            return false;
        }
        let (from, colour, damaged, to) = uprising.attracted.remove(0);
        if uprising.groups[from.index()].has(colour, damaged) {
            uprising.groups[from.index()].take(colour, damaged);
            uprising.arrived[to.index()].put(colour, damaged);
            tell!(sink, "WW-SC2-11", What::WaveMoved { band: from.0, from, to });
            self.capture(to, sink);
            self.now.flow = Flow::Mills { band: ZONES as u8 + to.0, next: 0 };
        }
        true
    }

    /// Waves act in rising number, each finishing before the next rolls (WW-MAC-01).
    pub(crate) fn martian_action_phase(&mut self, next: u8, sink: &mut Sink<What>) {
        if next == 0 && self.attracted_tripod(sink) {
            return;
        }
        self.settle_group(next);
        let Some(band) = (next..self.band_limit()).find(|b| self.band_zone(*b).is_some()) else {
            self.now.flow = Flow::Zones;
            return;
        };
        let Some(zone) = self.band_zone(band) else { return };
        self.now.flow = Flow::Mills { band, next: band + 1 };
        if !self.rules.uprising
            && let Some(to) = self.now.waves[usize::from(band)].attracted.take()
        {
            self.move_band("WW-ACT-11", band, zone, to, sink);
            return;
        }
        let colour = self.roll(Roll::MartianAction { band, zone }, sink);
        let (state, workforce) = (self.now.zone_state[zone.index()], self.now.workforce[zone.index()]);
        let row = self.content.martian_row(state, workforce);
        let Some(action) = row.map(|r| r.results[colour.index() % 3]) else { return };
        tell!(sink, "WW-MAC-02", What::MartianDoes { band, zone, action });
        match action {
            MartianAction::Move => {
                let colour = self.roll(Roll::MartianMove { band, zone }, sink);
                let to = self.content.zones[zone.index()].martian_move[colour.index() % 3];
                self.move_band("WW-MAC-03", band, zone, to, sink);
            }
            MartianAction::FlyingMachine => {
                self.capture(zone, sink);
                self.build_piece("WW-MAC-05", sink);
            }
            MartianAction::Devastate => {
                self.capture(zone, sink);
                self.threaten(band, sink);
            }
        }
    }

    pub(crate) fn build_piece(&mut self, rule: &'static str, sink: &mut Sink<What>) {
        self.now.flying_machine = self.now.flying_machine.saturating_add(1);
        let pieces = self.now.flying_machine;
        tell!(sink, rule, What::FlyingMachine { pieces });
    }

    /// In the Uprising a group that has acted waits apart from those that have not (WW-SC2-06).
    fn settle_group(&mut self, next: u8) {
        let Some(done) = next.checked_sub(1).map(usize::from) else { return };
        if let Some(uprising) = &mut self.now.uprising
            && done < ZONES
        {
            let group = std::mem::take(&mut uprising.groups[done]);
            uprising.arrived[done].join(&group);
        }
    }

    fn move_band(&mut self, rule: &'static str, band: u8, from: ZoneId, to: ZoneId, sink: &mut Sink<What>) {
        match &mut self.now.uprising {
            Some(uprising) => {
                let group = std::mem::take(&mut uprising.groups[usize::from(band)]);
                uprising.arrived[to.index()].join(&group);
                self.now.flow = Flow::Mills { band: ZONES as u8 + to.0, next: band + 1 };
            }
            None => self.now.waves[usize::from(band)].zone = Some(to),
        }
        tell!(sink, rule, What::WaveMoved { band, from, to });
        self.capture(to, sink);
    }

    /// All Refugees of the zone are captured; they score when the Waves have acted (WW-MAC-06, WW-ZON-02).
    fn capture(&mut self, zone: ZoneId, sink: &mut Sink<What>) {
        let [ones, twos] = std::mem::take(&mut self.now.refugees[zone.index()]);
        let points = ones.saturating_add(twos.saturating_mul(2));
        if points > 0 {
            self.now.captured = self.now.captured.saturating_add(points);
            tell!(sink, "WW-MAC-06", What::RefugeesCaptured { zone, points });
        }
    }

    /// Powder Mills go off under a Wave that has finished its action: a die for each (WW-ACT-09).
    pub(crate) fn powder_mills(&mut self, band: u8, next: u8, sink: &mut Sink<What>) {
        let zone = if self.rules.uprising { Some(ZoneId(band % ZONES as u8)) } else { self.band_zone(band) };
        let Some(zone) = zone.filter(|_| !self.band(band).is_empty()) else {
            self.now.flow = Flow::Martian { next };
            return;
        };
        if self.now.mills[zone.index()] == 0 {
            self.now.flow = Flow::Martian { next };
            return;
        }
        self.now.mills[zone.index()] -= 1;
        let colour = self.roll(Roll::Explosion { zone }, sink);
        let destroys = match self.content.word(Chart::Explosion, colour) {
            1 => false,
            2 => true,
            _ => return,
        };
        let mut kinds = self.band(band).kinds();
        let (first, second) = (kinds.next(), kinds.next());
        match (first, second) {
            (Some((colour, damaged)), None) => self.explode(band, colour, damaged, destroys, sink),
            _ => self.now.ask = Ask::Blast { band, destroys },
        }
    }

    fn explode(
        &mut self,
        band: u8,
        colour: crate::kinds::Colour,
        damaged: bool,
        destroys: bool,
        sink: &mut Sink<What>,
    ) {
        let zone = if self.rules.uprising { Some(ZoneId(band % ZONES as u8)) } else { self.band_zone(band) };
        self.hit_band(band, colour, damaged, destroys, sink);
        // Once the Wave is gone no more dice are rolled, but all mills have gone off.
        if let Some(zone) = zone.filter(|z| self.band(band).is_empty() && self.now.mills[z.index()] > 0) {
            self.now.mills[zone.index()] = 0;
            tell!(sink, "WW-ACT-09", What::MillsGone { zone });
        }
    }

    pub(crate) fn visit_blast(&self, band: u8, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for (colour, damaged) in self.band(band).kinds() {
            offer!(visit, Order::Tripod { band, colour, damaged });
        }
        false
    }

    pub(crate) fn blast(&mut self, band: u8, destroys: bool, order: Order, sink: &mut Sink<What>) {
        if let Order::Tripod { colour, damaged, .. } = order {
            self.explode(band, colour, damaged, destroys, sink);
        }
    }
}
