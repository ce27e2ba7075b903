//! A plan to play by, for bots: Harbours for the Refugees, Infantry at the Cylinders, Guns where a Wave will be.

use crate::{
    Ask, Colour, Hex, MartianAction, Order, Plan, ShipKind, State, UnitId, UnitKind, ZONES, ZoneId, zones_of,
};
use table::{Advice, Breadth, Dice, Prompt};

table::weights! {
    /// How the steward spends and keeps: `content/worlds/judgement.toml` says what each figure means.
    pub struct Judgement {
        harbours, infantry, plans, reserve, infantry_reach, infantry_rank, siege_gun_rank, discount_rank, field_gun_rank,
        gun_here, gun_near, gun_company, company, lone_gun, shell_purse, dig_threat, dig_depth, march_tripods,
        march_company, march_gain, flight_step, flight_harbour, flight_danger, flight_gain, ship_points,
    }
}

/// The number of the order that the steward gives.
pub fn decide(state: &State, prompt: &Prompt<Ask>) -> usize {
    advise(state, prompt).option
}

/// The same, and why.
pub(crate) fn advise(state: &State, prompt: &Prompt<Ask>) -> Advice {
    let (option, order) = choice(state);
    let why = order.and_then(|order| reason(prompt.ask, &order));
    Advice { option, why: why.map(str::to_owned) }
}

/// The order that the steward gives, and its number.
pub(crate) fn choice(state: &State) -> (usize, Option<Order>) {
    let mind = Mind::new(state);
    let obvious = state.suggestion();
    let (mut best, mut n) = ((f64::MIN, 0, None), 0);
    state.visit(&mut |order| {
        let worth = mind.worth(&order).unwrap_or(if Some(order) == obvious { 1.0 } else { 0.0 });
        if worth > best.0 {
            best = (worth, n, Some(order));
        }
        n += 1;
        false
    });
    (best.1, best.2)
}

/// The numbers of the orders that a search looks at: those that the steward likes best, and some by chance.
pub(crate) fn worth_a_look(state: &State, breadth: Breadth, dice: &mut Dice) -> Vec<usize> {
    let mind = Mind::new(state);
    let obvious = state.suggestion();
    let mut ranked: Vec<(f64, usize)> = Vec::new();
    state.visit(&mut |order| {
        let worth = mind.worth(&order).unwrap_or(if Some(order) == obvious { 1.0 } else { 0.0 });
        // What ends a phase is always worth a thought.
        let last = if order == Order::Done { 1e6 } else { 0.0 };
        ranked.push((worth + last, ranked.len()));
        false
    });
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let sure = breadth.options.saturating_sub(breadth.strays).min(ranked.len());
    let mut rest = ranked.split_off(sure);
    dice.shuffle(&mut rest);
    rest.truncate(breadth.options - sure);
    ranked.into_iter().chain(rest).map(|(_, n)| n).collect()
}

/// How a match has gone, or goes, from a loss by far at -1.1 to a win by far at 1.1.
pub(crate) fn outlook(state: &State) -> f64 {
    let now = &state.now;
    let won = now.outcome.map_or(0.0, |ending| if ending.won() { 1.0 } else { -1.0 });
    won + (f64::from(now.germs) - f64::from(now.colonization)) / 100.0
}

/// Why the steward does it, in a few words.
fn reason(ask: Ask, order: &Order) -> Option<&'static str> {
    let why = match (ask, order) {
        (Ask::Production, Order::RandomHarbour | Order::Harbour { .. }) => {
            "Refugees escape from Harbours only, and every one more is a way out"
        }
        (Ask::Production, Order::Buy { kind: UnitKind::Infantry, .. }) => {
            "Infantry near a Cylinder can attack it before it opens"
        }
        (Ask::Production, Order::Buy { .. } | Order::Discount { .. }) => {
            "Tripods stand here or next door, and Guns are worth most together"
        }
        (Ask::Production, _) => {
            "nothing more is worth its price now; what is left pays for Battle Plans and ships"
        }
        (Ask::Plans, Order::Done) => "one Battle Plan is enough for a battle, and they are dear",
        (Ask::Plans, _) => "a Battle Plan may save a Gun, or make a hit of a miss",
        (Ask::Deploy, _) => "it stands where the Waves land most often, or next door",
        (Ask::Ships, Order::Done) => "a ship costs more than these Refugees bring",
        (Ask::Ships, _) => "a ship between Tripods and boats gives them time to row",
        (Ask::Action, Order::AttackCylinder { .. } | Order::AttackMachine { .. }) => {
            "what is hit before it walks never fights"
        }
        (Ask::Action, Order::MoveRefugee { .. }) => "nearer to a Harbour with room, and away from the Waves",
        (Ask::Action, Order::Move { .. }) => "it will be needed there when the Waves have moved",
        (Ask::Action, Order::Dig { .. }) => "a Wave will come here, and Earthworks save Guns",
        (Ask::Action, Order::Done) => "nobody stands better anywhere else",
        (Ask::Fire, Order::Fire { .. }) => {
            "the nearest is the easiest to hit, and a Damaged one falls by one hit more"
        }
        (Ask::PlaceGun { .. }, _) => "far from the Tripods, and in the middle, where it reaches both sides",
        (Ask::Battle, _) => "the smallest Wave first, while all Guns stand",
        (Ask::Storm { .. }, _) => "it costs nothing but the card",
        (Ask::Sea, Order::Row { .. }) => "nearer to the open sea, and away from the Tripods",
        _ => return None,
    };
    Some(why)
}

/// What the steward sees in a state.
struct Mind<'a> {
    state: &'a State,
    weights: &'a Judgement,
    /// How many Tripods are to be expected in each zone when the next battles are fought.
    expected: [f64; ZONES],
    to_cylinder: [u8; ZONES],
    to_harbour: [u8; ZONES],
}

impl<'a> Mind<'a> {
    fn new(state: &'a State) -> Self {
        let mut mind = Self {
            state,
            weights: &state.judgement,
            expected: [0.0; ZONES],
            to_cylinder: [u8::MAX; ZONES],
            to_harbour: [u8::MAX; ZONES],
        };
        match state.now.ask {
            Ask::Production => mind.expect_here(),
            _ => mind.expect_next(),
        }
        let now = &state.now;
        let goals = if now.uprising.is_some() {
            ZoneId::all().filter(|z| now.machines[z.index()] != [0; 3]).fold(0, |set, z| set | z.bit())
        } else {
            now.waves.iter().filter(|w| w.cylinder).filter_map(|w| w.zone).fold(0, |set, z| set | z.bit())
        };
        mind.to_cylinder = mind.distances(goals);
        let open = zones_of(now.harbours).filter(|z| mind.room(*z) > 0).fold(0, |set, z| set | z.bit());
        mind.to_harbour = mind.distances(open);
        mind
    }

    /// Before the battles of this turn the Waves stay where they are.
    fn expect_here(&mut self) {
        for band in self.state.bands() {
            if let Some(zone) = self.state.band_zone(band) {
                self.expected[zone.index()] += f64::from(self.state.band(band).count());
            }
        }
    }

    /// In the Martian Action Phase they move on by their charts.
    fn expect_next(&mut self) {
        let content = &self.state.content;
        let weight = |colour: usize| content.die.iter().filter(|f| f.index() == colour).count() as f64 / 6.0;
        for band in self.state.bands() {
            let Some(zone) = self.state.band_zone(band) else { continue };
            let tripods = f64::from(self.state.band(band).count());
            let (state, workforce) =
                (self.state.now.zone_state[zone.index()], self.state.now.workforce[zone.index()]);
            let row = content
                .martian_action
                .iter()
                .find(|r| r.state == state && (r.min..=r.max).contains(&workforce));
            let moves: f64 = row
                .map_or(0.0, |r| (0..3).filter(|i| r.results[*i] == MartianAction::Move).map(weight).sum());
            self.expected[zone.index()] += tripods * (1.0 - moves);
            for (colour, to) in content.zones[zone.index()].martian_move.iter().enumerate() {
                self.expected[to.index()] += tripods * moves * weight(colour);
            }
        }
    }

    fn distances(&self, goals: u32) -> [u8; ZONES] {
        let mut far = [u8::MAX; ZONES];
        let mut front = goals;
        let mut step = 0;
        while front != 0 && step < ZONES as u8 {
            let mut next = 0;
            for zone in zones_of(front) {
                if far[zone.index()] == u8::MAX {
                    far[zone.index()] = step;
                    next |= self.state.content.zones[zone.index()].adjacent;
                }
            }
            front = next;
            step += 1;
        }
        far
    }

    /// Refugee counters that a zone could still take.
    fn room(&self, zone: ZoneId) -> i16 {
        let [ones, twos] = self.state.now.refugees[zone.index()];
        i16::from(self.state.capacity(zone)) - i16::from(ones) - i16::from(twos)
    }

    fn guns(&self, zone: ZoneId) -> f64 {
        f64::from(self.state.guns_at(zone).count_ones())
    }

    /// What an order is worth; none where the obvious answer will do.
    fn worth(&self, order: &Order) -> Option<f64> {
        match self.state.now.ask {
            Ask::Production => Some(self.purchase(order)),
            Ask::Action => Some(self.action(order)),
            Ask::Plans => Some(self.plan(order)),
            Ask::Deploy => Some(self.deployment(order)),
            Ask::Storm { .. } => Some(f64::from(u8::from(matches!(order, Order::Play { .. })))),
            Ask::Ships => Some(self.ship(order)),
            Ask::Event => self.event(order),
            Ask::Or => Some(match order {
                Order::First => 2.0,
                Order::Second => 1.0,
                _ => 0.0,
            }),
            Ask::Battle => match order {
                Order::Battle { band } => Some(-f64::from(self.state.band(*band).count())),
                _ => None,
            },
            _ => None,
        }
    }

    /// Before the Waves land, Guns stand where they will land most often, and the rest next door.
    fn deployment(&self, order: &Order) -> f64 {
        let Order::Deploy { kind, zone } = *order else { return 0.0 };
        let content = &self.state.content;
        let faces =
            content.die.iter().filter(|face| content.placement[face.index() % 3] == zone).count() as f64;
        let site = 2.0 * faces - self.guns(zone);
        match kind {
            UnitKind::SiegeGun => 100.0 + site,
            UnitKind::FieldGun => 80.0 + site,
            UnitKind::Infantry => 60.0 + faces,
            _ => 50.0 + faces,
        }
    }

    fn purchase(&self, order: &Order) -> f64 {
        let state = self.state;
        let weights = self.weights;
        let harbours = f64::from(state.now.harbours.count_ones());
        match *order {
            Order::RandomHarbour if harbours < weights.harbours => 100.0,
            Order::Buy { kind: UnitKind::Infantry, zone } => {
                let far = f64::from(self.to_cylinder[zone.index()].min(9));
                let enough = f64::from(state.in_play(UnitKind::Infantry)) >= weights.infantry;
                if enough || far > weights.infantry_reach { -1.0 } else { weights.infantry_rank - far }
            }
            Order::Buy { kind: UnitKind::SiegeGun, zone } => self.gun_site(zone, weights.siege_gun_rank),
            Order::Discount { zone, .. } => self.gun_site(zone, weights.discount_rank),
            Order::Buy { kind: UnitKind::FieldGun, zone } => {
                let short = state.spare(UnitKind::SiegeGun).is_none();
                if short { self.gun_site(zone, weights.field_gun_rank) } else { -1.0 }
            }
            _ => 0.0,
        }
    }

    /// A Gun is worth most where Tripods stand now and others fire with it.
    fn gun_site(&self, zone: ZoneId, base: f64) -> f64 {
        let here = self.expected[zone.index()];
        let near: f64 =
            zones_of(self.state.content.zones[zone.index()].adjacent).map(|z| self.expected[z.index()]).sum();
        if here + near == 0.0 {
            return -1.0;
        }
        let weights = self.weights;
        let poor = f64::from(self.state.now.production) < weights.lone_gun;
        if here > 0.0 && self.guns(zone) == 0.0 && poor {
            return -1.0;
        }
        let company = weights.gun_company * self.guns(zone).min(weights.company);
        base + weights.gun_here * here + weights.gun_near * near + company
    }

    fn plan(&self, order: &Order) -> f64 {
        let (held, weights) = (f64::from(self.state.now.land.held.iter().sum::<u8>()), self.weights);
        match *order {
            Order::Play { .. } => 10.0,
            Order::RandomPlan if held < weights.plans => 5.0,
            Order::ChosenPlan { plan: Plan::ExplosiveShell }
                if held < weights.plans && f64::from(self.state.now.production) >= weights.shell_purse =>
            {
                6.0
            }
            Order::Done => 1.0,
            _ => -1.0,
        }
    }

    fn action(&self, order: &Order) -> f64 {
        match *order {
            Order::AttackCylinder { .. } | Order::AttackMachine { .. } => 50.0,
            Order::Play { .. } => -1.0,
            Order::Move { unit, to } => self.march(unit, to),
            Order::Dig { gun, .. } => {
                let zone = self.state.now.unit_zone[gun.index()];
                let threat = zone.map_or(0.0, |z| self.expected[z.index()]);
                let shallow = f64::from(self.state.now.works[gun.index()]) < self.weights.dig_depth;
                if threat > self.weights.dig_threat && shallow { 5.0 } else { -1.0 }
            }
            Order::MoveRefugee { from, to, .. } => self.flight(from, to),
            _ => 0.0,
        }
    }

    fn march(&self, unit: UnitId, to: ZoneId) -> f64 {
        let Some(from) = self.state.now.unit_zone[unit.index()] else { return -1.0 };
        match self.state.kind(unit) {
            UnitKind::Infantry => {
                let (here, there) = (self.to_cylinder[from.index()], self.to_cylinder[to.index()]);
                if there < here { 20.0 } else { -1.0 }
            }
            UnitKind::FieldGun | UnitKind::SiegeGun => {
                let weights = self.weights;
                let worth = |zone: ZoneId, own: f64| {
                    let company = weights.march_company * (self.guns(zone) - own).min(weights.company);
                    self.expected[zone.index()] * weights.march_tripods
                        + company * self.expected[zone.index()].min(1.0)
                };
                let gain = worth(to, 0.0) - worth(from, 1.0);
                if gain > weights.march_gain { 10.0 + gain } else { -1.0 }
            }
            _ => -1.0,
        }
    }

    /// Refugees make for a Harbour with room, or at least for a zone that can hold them.
    fn flight(&self, from: ZoneId, to: ZoneId) -> f64 {
        let harbour = |z: ZoneId| self.state.now.harbours & z.bit() != 0 && self.state.is_live(z);
        let danger = |z: ZoneId| self.expected[z.index()].min(4.0);
        let crowded = self.room(from) < 0;
        if harbour(from) && !crowded {
            return -1.0;
        }
        if self.room(to) <= 0 {
            return -1.0;
        }
        let nearer =
            f64::from(self.to_harbour[from.index()].min(9)) - f64::from(self.to_harbour[to.index()].min(9));
        let weights = self.weights;
        let gain = nearer * weights.flight_step
            + if harbour(to) { weights.flight_harbour } else { 0.0 }
            + (danger(from) - danger(to)) * weights.flight_danger;
        if crowded || gain > weights.flight_gain { 30.0 + gain } else { -1.0 }
    }

    fn ship(&self, order: &Order) -> f64 {
        let naval = &self.state.now.naval;
        let points: u8 = naval.boats.iter().take(naval.boat_count.into()).map(|b| b.points).sum();
        let guarded = naval.ship_count > 0;
        let near = |hex: Hex| {
            let tripods = naval.tripods.iter().take(naval.tripod_count.into()).filter_map(|t| t.hex);
            let range = tripods.map(|t| self.state.content.range[hex.index()][t.index()]).min();
            match range {
                Some(2) => 3.0,
                Some(1 | 3) => 2.0,
                Some(_) => 0.0,
                None => 3.0 - f64::from((i16::from(hex.row()) - 5).unsigned_abs()),
            }
        };
        match *order {
            Order::Play { .. } => 20.0,
            Order::FreeShip { hex, .. } => 10.0 + near(hex),
            Order::BuyShip { ship: ShipKind::Cruiser, hex }
                if !guarded
                    && f64::from(points) >= self.weights.ship_points
                    && f64::from(self.state.now.production) >= 10.0 + self.weights.reserve =>
            {
                10.0 + near(hex)
            }
            Order::Done => 1.0,
            _ => -1.0,
        }
    }

    fn event(&self, order: &Order) -> Option<f64> {
        match *order {
            Order::Zone { zone } => Some(10.0 + self.expected[zone.index()] + self.guns(zone)),
            Order::Unit { unit } if self.state.kind(unit).is_gun() => {
                let zone = self.state.now.unit_zone[unit.index()];
                Some(10.0 + zone.map_or(0.0, |z| self.expected[z.index()]))
            }
            Order::Tripod { damaged, colour, .. } => {
                Some(10.0 + f64::from(u8::from(damaged)) - colour_share(colour))
            }
            Order::MoveRefugee { from, to, .. } => Some(self.flight(from, to)),
            _ => None,
        }
    }
}

/// A tie-break that does not depend on the order of the list.
fn colour_share(colour: Colour) -> f64 {
    colour.index() as f64 / 100.0
}
