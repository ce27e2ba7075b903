//! What Production points are spent on: Harbours, units, plans, ships.

use super::Mind;
use super::foresight::Foresight;
use crate::{Order, Plan, UnitKind, ZoneId};

impl Mind<'_> {
    pub(super) fn guns(&self, zone: ZoneId) -> f64 {
        f64::from(self.state.guns_at(zone).count_ones())
    }

    pub(super) fn purchase(&self, map: &Foresight, order: &Order) -> f64 {
        let (state, w) = (self.state, self.weights);
        match *order {
            Order::RandomHarbour => {
                let there = f64::from(state.now.harbours.count_ones());
                let wanted = w.harbours + w.harbours_more * f64::from(state.now.turn.saturating_sub(1));
                if state.random_harbour_cost() == 0 {
                    1000.0
                } else if there < wanted.floor() {
                    w.harbour - w.harbour_each * there
                } else {
                    -1.0
                }
            }
            Order::Buy { kind: UnitKind::Infantry, zone } => {
                let targets: f64 = if state.now.uprising.is_some() {
                    state.now.machines.iter().flatten().map(|n| 2.0 * f64::from(*n)).sum()
                } else {
                    let cylinders = state.now.waves.iter().filter(|wave| wave.cylinder);
                    cylinders.map(|wave| f64::from(wave.building)).sum()
                };
                let wanted = (w.infantry + w.infantry_target * targets).min(w.infantry_most);
                let there = f64::from(state.in_play(UnitKind::Infantry));
                if there + 1.0 > wanted { -1.0 } else { w.infantry_first + map.pull[zone.index()] }
            }
            Order::Buy { kind: UnitKind::SiegeGun, zone } => self.gun_site(map, zone, w.gun, 25.0),
            Order::Discount { zone, .. } => self.gun_site(map, zone, w.gun + 5.0, 12.0),
            Order::Buy { kind: UnitKind::FieldGun, zone } => {
                self.gun_site(map, zone, w.gun + w.field_gun, 15.0)
            }
            Order::Buy { kind: UnitKind::Cavalry, zone } => {
                let fights = map.here[zone.index()] > 0.0 && self.guns(zone) > 0.0;
                let enough = f64::from(state.in_play(UnitKind::Cavalry)) + 1.0 > w.cavalry_most;
                if fights && !enough { w.cavalry } else { -1.0 }
            }
            Order::Done => 0.0,
            _ => -1.0,
        }
    }

    /// A Gun is worth most where Tripods stand now and others fire with it.
    fn gun_site(&self, map: &Foresight, zone: ZoneId, base: f64, cost: f64) -> f64 {
        let (state, w) = (self.state, self.weights);
        let here = map.here[zone.index()];
        let near = map.next_door(state, zone);
        let points = f64::from(state.now.production);
        let alone = here > 0.0 && self.guns(zone) == 0.0 && points < w.gun_alone;
        if here + w.gun_near * near < w.gun_least || alone || points < cost + w.reserve {
            return -1.0;
        }
        base + w.gun_here * here + w.gun_near * near + w.gun_mates * self.guns(zone).min(4.0)
    }

    pub(super) fn plan(&self, order: &Order) -> f64 {
        let (land, w) = (&self.state.now.land, self.weights);
        let held = f64::from(land.held.iter().sum::<u8>());
        let wanted = w.plans + w.plans_gun * self.guns(land.zone);
        let more = held + 1.0 <= wanted;
        match *order {
            Order::Play { .. } => 10.0,
            Order::RandomPlan if more => 5.0,
            Order::ChosenPlan { plan: Plan::ExplosiveShell }
                if more && f64::from(self.state.now.production) >= w.shell =>
            {
                6.0
            }
            Order::Done => 0.0,
            _ => -1.0,
        }
    }
}
