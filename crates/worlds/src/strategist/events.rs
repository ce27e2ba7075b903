//! Event cards, and how the Mars Ironclads are met.

use super::Mind;
use super::foresight::Foresight;
use crate::content::{Op, Play};
use crate::{Order, UnitKind};

impl Mind<'_> {
    pub(super) fn event(&self, map: &Foresight, order: &Order) -> Option<f64> {
        let (state, w) = (self.state, self.weights);
        Some(match *order {
            Order::Zone { zone } => match state.current_op() {
                // A Harbour is wanted where Refugees are.
                Some(Op::Harbour { .. }) => {
                    let [ones, twos] = state.now.refugees[zone.index()];
                    10.0 + f64::from(ones + 2 * twos) - map.presence[zone.index()]
                }
                _ => 10.0 + map.after[zone.index()] + self.guns(zone),
            },
            Order::Unit { unit } if state.kind(unit).is_gun() => {
                10.0 + state.now.unit_zone[unit.index()].map_or(0.0, |zone| map.after[zone.index()])
            }
            // Whoever must be given up: not Infantry if others will do.
            Order::Unit { unit } => 10.0 - if state.kind(unit) == UnitKind::Infantry { 1.0 } else { 0.0 },
            Order::Tripod { damaged, colour, .. } => {
                10.0 + if damaged { 1.0 } else { 0.0 } - colour.index() as f64 / 100.0
            }
            Order::MoveRefugee { points, from, to } => self.flight(map, points, from, to),
            Order::First => 2.0,
            Order::Second => 1.0,
            Order::Pay => f64::from(state.now.flying_machine) - w.pay_pieces + 0.5,
            _ => return None,
        })
    }

    pub(super) fn storm(&self, band: u8, order: &Order) -> f64 {
        match order {
            Order::Play { .. } => f64::from(self.state.band(band).count()) - self.weights.storm + 0.5,
            _ => 0.0,
        }
    }

    /// The Event pile of one's own choice: the cards that do most.
    pub(super) fn card(&self, order: &Order) -> f64 {
        let Order::TakeCard { card } = *order else { return 0.0 };
        let sum = |ops: &[Op]| ops.iter().map(good_of).sum::<f64>();
        match &self.state.content.events[card.index()].play {
            Play::Immediate(ops) | Play::Save(_, ops) => sum(ops),
            Play::Or([first, second]) => sum(first).max(sum(second)),
        }
    }

    /// Before the Waves land, Guns stand where they will land most often, and the rest next door.
    pub(super) fn deployment(&self, order: &Order) -> f64 {
        let Order::Deploy { kind, zone } = *order else { return 0.0 };
        let (content, w) = (&self.state.content, self.weights);
        let faces =
            content.die.iter().filter(|face| content.placement[face.index() % 3] == zone).count() as f64;
        let site = w.deploy_site * faces - self.guns(zone);
        match kind {
            UnitKind::SiegeGun => 100.0 + site,
            UnitKind::FieldGun => 80.0 + site,
            UnitKind::Infantry => 60.0 + faces,
            _ => w.deploy_cavalry + site,
        }
    }
}

/// What a step of an Event card is worth, in Human Victory points, roughly.
fn good_of(op: &Op) -> f64 {
    match *op {
        Op::HumanVp { n } => f64::from(n),
        Op::Unweed { n } => 3.0 * f64::from(n),
        Op::RestoreZone { .. } | Op::Place { unit: UnitKind::Narrator, .. } => 2.5,
        Op::Production { n } => 0.2 * f64::from(n),
        Op::HitTripod { n } => 1.2 * f64::from(n),
        Op::DamageTripod { waves } => 0.7 * f64::from(waves),
        Op::FreeShip { n, .. } => 2.0 + 0.3 * f64::from(n),
        Op::Place { unit: UnitKind::Curate, .. } => 0.4,
        Op::Place { n, .. } => 1.5 + 0.3 * f64::from(n),
        Op::RandomPlans { n } => 0.8 * f64::from(n),
        Op::Harbour { .. } => 1.0,
        Op::CancelDevastation => 1.2,
        Op::LongMove { .. } => 0.8,
        Op::MoveRefugees { .. } => 0.7,
        Op::Earthworks { n } => 0.3 * f64::from(n),
        Op::Discount { .. } | Op::PowderMill { .. } => 0.5,
        Op::FlyingMachine { n } => -1.5 * f64::from(n),
        Op::Weed { n } => -4.0 * f64::from(n),
        Op::LoseUnit { .. } | Op::Workforce { .. } | Op::SmokeAdjacent { .. } => -1.0,
        Op::PayOrFlyingMachine { .. } => -2.0,
        Op::AssemblyRoll | Op::HandlingMachine { .. } | Op::RepairTripod { .. } => -0.5,
        Op::RefugeesNearWaves { .. } | Op::PlaceRefugee { .. } | Op::LandCylinder { .. } | Op::None => 0.0,
    }
}
