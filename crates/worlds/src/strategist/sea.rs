//! Naval Battles: which way boats row, and what War Ships are good for.

use super::Mind;
use crate::content::Content;
use crate::{HEXES, Hex, Order, SeaAction, ShipKind, hexes_of};

/// The chance that a boat gets away from one Tripod, by the hex of the Tripod and that of the boat, before the Tripod acts.
pub(crate) type Pursuit = [[f32; HEXES]; HEXES];

/// Rounds that are looked ahead: nearly all boats are out or caught by then.
const ROUNDS: usize = 20;

/// Works out how a boat gets away that rows as well as it can, before a Tripod that closes in on it as the cards say. Fire is
/// left out: hardly a boat in twenty is lost by it.
pub(crate) fn pursuit(content: &Content) -> Box<Pursuit> {
    let mut before_tripod = Box::new([[0.0; HEXES]; HEXES]);
    let mut before_boat = Box::new([[0.0_f32; HEXES]; HEXES]);
    for _ in 0..ROUNDS {
        for (tripod, row) in before_boat.iter_mut().enumerate() {
            for (boat, chance) in row.iter_mut().enumerate() {
                *chance = rowed(content, &before_tripod, tripod, boat);
            }
        }
        for (tripod, row) in before_tripod.iter_mut().enumerate() {
            for (boat, chance) in row.iter_mut().enumerate() {
                *chance = hunted(content, &before_boat, tripod, boat);
            }
        }
    }
    before_tripod
}

fn rowed(content: &Content, after: &Pursuit, tripod: usize, boat: usize) -> f32 {
    let mut best = after[tripod][boat];
    for hex in hexes_of(content.around[boat]).map(Hex::index).filter(|hex| *hex != tripod) {
        let out = content.black_hexes & (1 << hex) != 0;
        best = best.max(if out { 1.0 } else { after[tripod][hex] });
    }
    best
}

fn hunted(content: &Content, after: &Pursuit, tripod: usize, boat: usize) -> f32 {
    if tripod == boat {
        return 0.0;
    }
    let sum: f32 = content
        .sea_cards
        .iter()
        .map(|card| {
            let steps = card.actions.iter().take_while(|action| **action != SeaAction::MoveWarship);
            let steps = steps.filter(|action| **action == SeaAction::MoveRefugee).count();
            approached(content, after, tripod, boat, steps)
        })
        .sum();
    sum / (content.sea_cards.len().max(1) as f32)
}

/// Where several ways lead closer the player chooses.
fn approached(content: &Content, after: &Pursuit, tripod: usize, boat: usize, steps: usize) -> f32 {
    if tripod == boat {
        return 0.0;
    }
    if steps == 0 {
        return after[tripod][boat];
    }
    let closer = |hex: &usize| content.range[*hex][boat] < content.range[tripod][boat];
    let ways = hexes_of(content.around[tripod]).map(Hex::index).filter(closer);
    ways.map(|hex| approached(content, after, hex, boat, steps - 1)).fold(0.0, f32::max)
}

impl Mind<'_> {
    fn pursuit(&self) -> &Pursuit {
        self.state.content.pursuit.get_or_init(|| pursuit(&self.state.content))
    }

    fn hunters(&self) -> impl Iterator<Item = Hex> + '_ {
        let naval = &self.state.now.naval;
        naval.tripods[..usize::from(naval.tripod_count)].iter().filter_map(|tripod| tripod.hex)
    }

    /// The chance of a boat in this hex; on average over the letters while no Tripod stands.
    fn safety(&self, boat: Hex) -> f64 {
        let pursuit = self.pursuit();
        if self.hunters().next().is_some() {
            return self.hunters().map(|tripod| f64::from(pursuit[tripod.index()][boat.index()])).product();
        }
        let letters = &self.state.content.sea_letters;
        letters.iter().map(|tripod| f64::from(pursuit[tripod.index()][boat.index()])).sum::<f64>() / 5.0
    }

    /// Refugees that sit in one boat's hex are lost together.
    pub(super) fn boat_place(&self, order: &Order) -> f64 {
        let Order::Place { hex } = *order else { return 0.0 };
        let naval = &self.state.now.naval;
        let boats = naval.boats[..usize::from(naval.boat_count)].iter();
        let there = boats.filter(|boat| boat.hex == Some(hex)).count() as f64;
        self.safety(hex) - self.weights.sea_crowd * there
    }

    /// A step of a Tripod that may go several ways: the one that leaves most boats a chance.
    pub(super) fn sea_step(&self, order: &Order) -> f64 {
        let Order::Place { hex } = *order else { return 0.0 };
        let (naval, pursuit) = (&self.state.now.naval, self.pursuit());
        let boats = naval.boats[..usize::from(naval.boat_count)].iter();
        let saved: f64 = boats
            .filter_map(|boat| {
                Some(f64::from(boat.points) * f64::from(pursuit[hex.index()][boat.hex?.index()]))
            })
            .sum();
        let ships = naval.ships[..usize::from(naval.ship_count)].iter().filter(|ship| ship.hex == Some(hex));
        saved - 2.0 * ships.count() as f64
    }

    pub(super) fn at_sea(&self, order: &Order) -> f64 {
        let naval = &self.state.now.naval;
        match *order {
            Order::Row { refugee, hex } => {
                let Some(from) = naval.boats[usize::from(refugee)].hex else { return -1.0 };
                if self.state.content.black_hexes & hex.bit() != 0 {
                    return 60.0;
                }
                let gain = self.safety(hex) - self.safety(from);
                if gain > 1e-6 { 10.0 + gain } else { -1.0 }
            }
            Order::Ram { .. } => 55.0,
            Order::ShipFire { ship, tripod } => {
                let at = (naval.ships[usize::from(ship)].hex, naval.tripods[usize::from(tripod)].hex);
                let (Some(a), Some(b)) = at else { return -1.0 };
                let damaged = naval.tripods[usize::from(tripod)].damaged;
                45.0 - f64::from(self.state.content.range[a.index()][b.index()])
                    + f64::from(u8::from(damaged)) / 2.0
            }
            Order::Sail { ship, hex } => {
                let Some(from) = naval.ships[usize::from(ship)].hex else { return -1.0 };
                let (now, then) = (self.nearest(from), self.nearest(hex));
                // From range 3 a shot is hardly worth its cover.
                if now > 2 && then < now && then > 0 { 46.0 - f64::from(then) } else { -1.0 }
            }
            // Ships that are left have nothing to lose: they go on as long as they can fire.
            Order::EndBattle => {
                if naval.ships.iter().any(|ship| ship.hex.is_some()) && naval.round < 19 {
                    -1.0
                } else {
                    70.0
                }
            }
            Order::Done => 0.0,
            _ => -1.0,
        }
    }

    fn nearest(&self, hex: Hex) -> u8 {
        self.hunters().map(|at| self.state.content.range[hex.index()][at.index()]).min().unwrap_or(9)
    }

    pub(super) fn ship(&self, order: &Order) -> f64 {
        let (naval, w) = (&self.state.now.naval, self.weights);
        let points: u8 = naval.boats.iter().take(naval.boat_count.into()).map(|boat| boat.points).sum();
        let dice = |kind: ShipKind| f64::from(self.state.content.ships[kind as usize].dice);
        let there: f64 =
            naval.ships[..usize::from(naval.ship_count)].iter().map(|ship| dice(ship.kind)).sum();
        let wanted = w.ship_dice + w.ship_dice_point * f64::from(points);
        match *order {
            Order::Play { .. } => 20.0,
            Order::FreeShip { hex, .. } => 10.0 + self.ship_place(hex),
            Order::BuyShip { ship: kind, hex } => {
                let likes = match kind {
                    ShipKind::TorpedoBoat => w.torpedo_boat,
                    ShipKind::Cruiser => w.cruiser,
                    _ => w.ironclad,
                };
                if there + dice(kind) > wanted { -1.0 } else { 10.0 + likes + self.ship_place(hex) }
            }
            Order::Done => 1.0,
            _ => -1.0,
        }
    }

    /// Beside a Tripod, but not on its way to the boats; in the middle below the letters while none stands.
    fn ship_place(&self, hex: Hex) -> f64 {
        let off = (f64::from(hex.column()) - 2.0).abs();
        let Some(tripod) = self.hunters().min_by_key(|at| self.state.content.range[hex.index()][at.index()])
        else {
            return 4.0 - (f64::from(hex.row()) - 5.0).abs() - 0.3 * off;
        };
        let range = self.state.content.range[hex.index()][tripod.index()];
        let near = match range {
            1 => self.weights.ship_beside,
            2 => 3.0,
            3 => 1.0,
            _ => 0.0,
        };
        near + if hex.row() > tripod.row() { 0.5 } else { 0.0 } - 0.1 * off
    }
}
