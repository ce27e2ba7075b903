//! The obvious answer to every decision, for whoever wants the rest of a phase done in one press.

use crate::kinds::{Colour, Hex, Plan, UnitKind, hexes_of};
use crate::order::{Ask, Order};
use crate::state::{DieFor, State};
use crate::steward;

impl State {
    /// A sensible default among the legal orders of the decision that is open.
    pub fn suggestion(&self) -> Option<Order> {
        let best = match self.now.ask {
            Ask::Deploy => self.best_order(|o| match o {
                Order::Deploy { kind, zone } => {
                    let near = self
                        .content
                        .placement
                        .iter()
                        .any(|z| self.content.zones[z.index()].adjacent & zone.bit() != 0);
                    let crowd = self.now.units_at[zone.index()].count_ones() as i32;
                    let worth = [2, 0, 6, 8][(*kind as usize).min(3)];
                    worth + if near { 10 } else { 0 } - crowd
                }
                _ => 0,
            }),
            Ask::PlaceGun { .. } => self.best_order(|o| match o {
                Order::Place { hex } => i32::from(hex.row()) * 3 - (i32::from(hex.column()) - 2).abs(),
                _ => -99,
            }),
            Ask::ChoosePlan => self.best_order(|o| match o {
                Order::ChosenPlan { plan } => match plan {
                    Plan::ExplosiveShell => 6,
                    Plan::SurpriseShot => 5,
                    Plan::Terrain => 4,
                    Plan::LineOfSight => 3,
                    Plan::Trap => 2,
                    Plan::Kriegspiel => 1,
                },
                _ => 0,
            }),
            Ask::Reroll => self.best_order(|o| match o {
                Order::Done => 1,
                Order::Heliograph if self.die_disappoints() => 3,
                Order::LineOfSight if self.die_disappoints() => 2,
                _ => 0,
            }),
            Ask::Flip => self.best_order(|o| i32::from(*o != Order::Done)),
            Ask::Fire => self.best_order(|o| self.shot_worth(o)),
            Ask::Shell => Some(Order::Shell),
            Ask::Blast { destroys, .. } => self.best_order(|o| match o {
                Order::Tripod { damaged, .. } => i32::from(*damaged != destroys),
                _ => 0,
            }),
            Ask::Excess { .. } => self.best_order(|o| i32::from(*o == Order::GiveUp { points: 1 })),
            Ask::SeaTarget { .. } => {
                self.best_order(|o| i32::from(matches!(o, Order::SeaTarget { ship: true, .. })))
            }
            Ask::Sea => self.best_order(|o| self.sea_worth(o)),
            Ask::Or | Ask::Event => self.best_order(|o| {
                i32::from(!matches!(o, Order::Done | Order::TakeWorks { .. } | Order::TakeMill { .. }))
            }),
            _ => None,
        };
        best.or_else(|| {
            let mut first = None;
            self.visit(&mut |order| {
                first = Some(order);
                true
            });
            first
        })
    }

    /// The answer that is offered as the obvious one, and whether the steward gives it, too. Where something has to be done
    /// it is what he does; where one may go on with other things undone, that is offered and he may know better.
    pub fn obvious(&self) -> (Option<Order>, bool) {
        let plain = self.suggestion();
        let (_, wise) = steward::choice(self);
        let may_go_on = matches!(self.now.ask, Ask::Production | Ask::Action | Ask::Plans | Ask::Ships);
        if may_go_on && plain == Some(Order::Done) { (plain, plain == wise) } else { (wise, true) }
    }

    /// The first of the legal orders that are worth most.
    fn best_order(&self, worth: impl Fn(&Order) -> i32) -> Option<Order> {
        let mut best: Option<(i32, Order)> = None;
        self.visit(&mut |order| {
            let value = worth(&order);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, order));
            }
            false
        });
        best.map(|(_, order)| order)
    }

    /// A die that did not do what its thrower, or the player, wished.
    pub(crate) fn die_disappoints(&self) -> bool {
        let Some((die, colour)) = self.now.land.die else { return false };
        match die {
            DieFor::Shot => {
                let shot = self.now.land.shot;
                shot.is_some_and(|s| self.needed(self.gun_range(s.tripod, s.gun)) != Some(colour))
            }
            DieFor::Attack { tripod, gun } | DieFor::Detect { tripod, gun } => {
                self.needed(self.gun_range(tripod, gun)) == Some(colour)
            }
            DieFor::Trap => colour != Colour::Green,
            DieFor::Scout { .. } => colour == Colour::Red,
        }
    }

    /// Near Tripods first, Damaged ones before the others; then nothing more.
    pub(crate) fn shot_worth(&self, order: &Order) -> i32 {
        match *order {
            Order::Fire { gun, tripod } => {
                let damaged = self.now.land.tripods[usize::from(tripod)].damaged;
                20 - 4 * i32::from(self.gun_range(tripod, gun)) + if damaged { 3 } else { 0 }
            }
            Order::Terrain if self.now.land.fired == 0 => 30,
            Order::Surprise { gun } if self.kind(gun) != UnitKind::FieldGun => 26,
            Order::Surprise { .. } => 25,
            Order::Trap => 24,
            Order::Done => 1,
            _ => 0,
        }
    }

    pub(crate) fn to_black(&self, hex: Hex) -> i32 {
        let ways = hexes_of(self.content.black_hexes).map(|h| self.content.range[hex.index()][h.index()]);
        i32::from(ways.min().unwrap_or(0))
    }

    pub(crate) fn room_from_tripods(&self, hex: Hex) -> i32 {
        let naval = &self.now.naval;
        let tripods = naval.tripods[..usize::from(naval.tripod_count)].iter().filter_map(|t| t.hex);
        i32::from(tripods.map(|t| self.content.range[hex.index()][t.index()]).min().unwrap_or(9))
    }

    /// Refugees make for a black hex around the Tripod, ships fire when they can.
    pub(crate) fn sea_worth(&self, order: &Order) -> i32 {
        let naval = &self.now.naval;
        match *order {
            Order::Row { refugee, hex } => {
                let boat = &naval.boats[usize::from(refugee)];
                let Some(from) = boat.hex else { return 0 };
                let danger = |h: Hex| match self.room_from_tripods(h) {
                    ..=1 => 12,
                    2 => 5,
                    3 => 2,
                    _ => 0,
                };
                let gain = 4 * (self.to_black(from) - self.to_black(hex)) + danger(from) - danger(hex);
                let out = self.content.black_hexes & hex.bit() != 0;
                if out {
                    60
                } else if gain > 0 {
                    10 + gain
                } else {
                    0
                }
            }
            Order::Ram { .. } => 50,
            Order::ShipFire { ship, tripod } => {
                let at = (naval.ships[usize::from(ship)].hex, naval.tripods[usize::from(tripod)].hex);
                let (Some(a), Some(b)) = at else { return 0 };
                45 - i32::from(self.content.range[a.index()][b.index()])
            }
            Order::Sail { ship, hex } => {
                let Some(from) = naval.ships[usize::from(ship)].hex else { return 0 };
                let closer = self.room_from_tripods(from) - self.room_from_tripods(hex);
                if closer > 0 && self.room_from_tripods(hex) > 1 { 5 } else { 0 }
            }
            Order::EndBattle => 40,
            Order::Done => 1,
            _ => 0,
        }
    }
}
