//! Scenario 7: who places first, planes, sun and clouds (WV-SCN-13 to WV-SCN-15).

use crate::dice::tell;
use crate::event::What;
use crate::kinds::{Band, Side};
use crate::map::Mega;
use crate::order::{Ask, Cloud, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{Flow, Sky, State};
use geometry::{Facing, Hex};
use table::Sink;

/// The medium band, where planes start.
const LEVELS: std::ops::RangeInclusive<i8> = 11..=20;

impl State {
    /// First side's planes and the sun, second side's planes, then a cloud each.
    pub(crate) fn setting_up(&mut self, step: u8) {
        let first = self.now.places_first.unwrap_or(Side::Allied);
        let count = self.now.plane_count;
        self.now.flow = Flow::SetUp { step: step + 1 };
        // Every plane comes up once for each side; it is placed when its own side's turn has come.
        let place = |state: &mut Self, side: Side, plane: u8| {
            if state.plane(plane).side == side {
                state.now.ask = Ask::Place { plane };
            }
        };
        if step < count {
            place(self, first, step);
        } else if step == count {
            self.now.ask = Ask::Sun { side: first };
        } else if step <= 2 * count {
            place(self, first.other(), step - count - 1);
        } else if step <= 2 * count + 2 {
            let side = if step == 2 * count + 1 { first } else { first.other() };
            self.now.ask = Ask::Cloud { side };
        } else {
            self.now.flow = Flow::StartRound;
        }
    }

    /// Whether a plane stands on the map: before the first round only those that their side has placed.
    pub(crate) fn is_placed(&self, plane: u8) -> bool {
        let Flow::SetUp { step: begun } = self.now.flow else { return true };
        let first = self.plane(plane).side == self.now.places_first.unwrap_or(Side::Allied);
        let step = if first { plane } else { self.now.plane_count + 1 + plane };
        step < begun && self.now.ask != Ask::Place { plane }
    }

    /// Planes of a side that stand already, among those before this one.
    fn placed_before(&self, plane: u8) -> impl Iterator<Item = Hex> + '_ {
        let side = self.plane(plane).side;
        self.now.planes()[..usize::from(plane)].iter().filter(move |p| p.side == side).map(|p| p.at)
    }

    /// One plane touches its side of the map, the others are adjacent to it (WV-SCN-14).
    pub(crate) fn check_place(&self, plane: u8, hex: Hex) -> Result<(), Breach> {
        if !LEVELS.contains(&hex.y) || !self.table.map.holds(hex) {
            return Err(("WV-SCN-14", "planes start at a level of the medium band"));
        }
        let side = self.plane(plane).side;
        let mut before = self.placed_before(plane);
        let Some(first) = before.next() else {
            if hex.x != self.table.map.first_column(hex.y, side == Side::Allied) {
                return Err(("WV-SCN-14", "the first plane touches its own side of the map"));
            }
            let beside = Facing::ALL.iter().map(|facing| hex.next(*facing));
            let room = beside.filter(|h| LEVELS.contains(&h.y) && self.table.map.holds(*h)).count();
            let planes = self.now.planes().iter().filter(|p| p.side == side).count();
            if room + 1 < planes {
                return Err(("WV-SCN-14", "there is no room beside it for all the others"));
            }
            return Ok(());
        };
        if first.distance(hex) != 1 || before.any(|other| other == hex) {
            return Err((
                "WV-SCN-14",
                "the others start adjacent to the first plane, each in a hex of its own",
            ));
        }
        Ok(())
    }

    pub(crate) fn visit_places(&self, plane: u8, visit: &mut impl FnMut(Order) -> bool) -> bool {
        let left = self.plane(plane).side == Side::Allied;
        let mut columns = 0..self.table.map.columns;
        let first = self.placed_before(plane).next().is_none();
        if first {
            columns = if left { 0..2 } else { self.table.map.columns - 1..self.table.map.columns };
        }
        for level in LEVELS {
            for x in columns.clone() {
                let hex = Hex::new(x, level);
                if self.check_place(plane, hex).is_ok() {
                    offer!(visit, Order::Place { hex });
                }
            }
        }
        false
    }

    pub(crate) fn place(&mut self, plane: u8, hex: Hex, sink: &mut Sink<What>) {
        let kind = self.kind_of(self.plane(plane));
        let top = kind.strip(Band::of(hex.y)).top;
        let p = self.plane_mut(plane);
        p.at = hex;
        p.start = hex;
        p.cue = top;
        p.initial = top;
        p.throttle = top;
        tell!(sink, "WV-SCN-14", What::Placed { plane, at: hex });
    }

    pub(crate) fn visit_suns(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        for time in &self.content().times {
            offer!(visit, Order::Sun { time: time.d6 });
        }
        false
    }

    pub(crate) fn set_sun(&mut self, side: Side, time: u8, sink: &mut Sink<What>) {
        let columns = self.table.map.columns;
        let row = self.content().times.iter().find(|t| t.d6 == time);
        self.now.sky.sun = row.and_then(|t| t.sun(columns));
        tell!(sink, "WV-SCN-13", What::SunSet { side, time });
    }

    pub(crate) fn check_cloud(&self, cloud: Cloud) -> Result<(), Breach> {
        match cloud {
            Cloud::Cumulus { mega } => {
                let on_map = Mega::is_centre(mega.0) && (0..=self.table.map.columns).contains(&mega.0.x);
                if !on_map || !(0..=10).contains(&mega.0.y) {
                    return Err(("WV-SCN-14", "a cumulus is placed in a MegaHex of the low band"));
                }
                if self.now.sky.cumulus.contains(&Some(mega)) {
                    return Err(("WV-SCN-14", "a cumulus stands there already"));
                }
                Ok(())
            }
            Cloud::MediumStratus if self.now.sky.medium_stratus => {
                Err(("WV-SCN-14", "a medium stratus is there already"))
            }
            Cloud::HighStratus if self.now.sky.high_stratus => {
                Err(("WV-SCN-14", "a high stratus is there already"))
            }
            Cloud::MediumStratus | Cloud::HighStratus => Ok(()),
        }
    }

    pub(crate) fn visit_clouds(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::NoCloud);
        let cumuli = Mega::all(self.table.map.columns).filter(|m| m.0.y <= 10);
        let layers = [Cloud::MediumStratus, Cloud::HighStratus];
        for cloud in cumuli.map(|mega| Cloud::Cumulus { mega }).chain(layers) {
            if self.check_cloud(cloud).is_ok() {
                offer!(visit, Order::Cloud { cloud });
            }
        }
        false
    }

    pub(crate) fn place_cloud(&mut self, side: Side, cloud: Option<Cloud>, sink: &mut Sink<What>) {
        match cloud {
            Some(Cloud::Cumulus { mega }) => {
                Sky::add(&mut self.now.sky.cumulus, mega);
            }
            Some(Cloud::MediumStratus) => self.now.sky.medium_stratus = true,
            Some(Cloud::HighStratus) => self.now.sky.high_stratus = true,
            None => {}
        }
        tell!(sink, "WV-SCN-14", What::CloudPlaced { side, cloud });
    }
}
