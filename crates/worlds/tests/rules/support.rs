//! A small language for rule tests: lay a table, load the dice, give orders, look at what happened.
#![allow(dead_code, reason = "each test file uses its own part of this language")]

use table::Dice;
pub use table::{Game, Match, SetupRequest, Viewer, proves};
pub use worlds::*;

pub use Colour::{Blue, Green, Red, Violet, Yellow};
pub use UnitKind::{Cavalry, Curate, FieldGun, Gun95t, Heliograph, Infantry, Narrator, SiegeGun};

/// What chance gives next: a die of a colour, or some draw among so many of which the result is named or not.
#[derive(Clone, Copy, Debug)]
pub enum Chance {
    Die(Colour),
    /// Some draw among `n`.
    Any(u32),
    /// The draw among `n` that gives number `k`.
    Nth(u32, u32),
}
pub use Chance::{Any, Nth};

pub const G: Chance = Chance::Die(Green);
pub const Y: Chance = Chance::Die(Yellow);
pub const R: Chance = Chance::Die(Red);

/// The dice among what chance gives: a position stacks them.
pub fn stacked(wanted: &[Chance]) -> Vec<Loaded> {
    let die = |chance: &Chance| match *chance {
        Chance::Die(colour) => Some(Loaded::Die(colour)),
        _ => None,
    };
    wanted.iter().filter_map(die).collect()
}

/// A seed with which the other draws go this way. Their sets are small, so it is found at once.
pub fn rig(wanted: &[Chance]) -> u64 {
    let fits = |seed: u64| {
        let mut dice = Dice::new(seed);
        wanted.iter().all(|chance| match *chance {
            Chance::Die(_) => true,
            Any(n) => {
                dice.below(n);
                true
            }
            Nth(n, k) => dice.below(n) == k,
        })
    };
    (0..20_000_000).find(|seed| fits(*seed)).expect("draws that fall so")
}

/// A table in the making.
#[derive(Clone)]
pub struct Scene {
    pub scenario: String,
    pub attract: bool,
    pub now: Now,
}

pub fn z(id: &str) -> ZoneId {
    Content::built_in().zone(id).unwrap_or_else(|| panic!("a zone {id}"))
}

pub fn h(hex: &str) -> Hex {
    Hex::read(hex).unwrap_or_else(|| panic!("a hex {hex}"))
}

pub fn ev(id: &str) -> EventId {
    let place = Content::built_in().events.iter().position(|e| e.id == id);
    EventId(place.unwrap_or_else(|| panic!("an event {id}")) as u8)
}

pub fn request(scenario: &str, options: &[(&str, &str)]) -> SetupRequest {
    SetupRequest::of(scenario, options)
}

/// A match from its set-up with these dice.
pub fn fresh(scenario: &str, dice: &[Chance]) -> Played {
    let content = Content::built_in();
    let setup = State::resolve(&content, &request(scenario, &[])).expect("a set-up");
    let setup = Setup { stack: stacked(dice), ..setup };
    Played { m: Match::begin(&content, setup, rig(dice)).expect("a match"), from: 0 }
}

/// Tripods: a small letter for each colour, a capital for a Damaged one.
pub fn band(letters: &str) -> Band {
    let mut band = Band::default();
    for letter in letters.chars() {
        let i = "gyrbv".find(letter.to_ascii_lowercase()).expect("one of gyrbv");
        if letter.is_ascii_uppercase() { band.damaged[i] += 1 } else { band.sound[i] += 1 }
    }
    band
}

impl Scene {
    /// Turn 1 of the core game in the Human Action Phase: Wave 5 far away in Scotland, which lives, and nothing else.
    pub fn core() -> Self {
        Self::of("core")
    }

    pub fn of(scenario: &str) -> Self {
        let content = Content::built_in();
        let options: &[(&str, &str)] = if scenario == "mars-ironclads" {
            &[("events", "EV01,EV02,EV03,EV04,EV05,EV09,EV10,EV11,EV12,EV13,EV14,EV15,EV16,EV17,EV18")]
        } else {
            &[]
        };
        let m = Match::<State>::new(&content, &request(scenario, options), 1).expect("a match");
        let mut now = m.state().now.clone();
        for (i, zone) in content.zones.iter().enumerate() {
            now.workforce[i] = zone.workforce;
            now.zone_state[i] = ZoneState::Live;
        }
        (now.turn, now.phase) = (1, Phase::HumanAction);
        (now.flow, now.ask) = (Flow::Actions, Ask::Action);
        (now.production, now.hvp, now.mvp, now.landings, now.to_choose) = (0, 0, 0, 0, 0);
        now.machines = [[0; 3]; ZONES];
        now.waves = [Wave::default(); WAVES];
        now.harbours = 0;
        let mut scene = Self { scenario: scenario.to_owned(), attract: false, now };
        if scenario == "handling-machine-uprising" {
            scene.now.uprising = Some(Box::default());
            scene.now.machines[z("scotland").index()][0] = 1;
        } else {
            scene.wave(5, "scotland", "g");
        }
        scene
    }

    /// Before the purchases of the turn. A Cavalry far from everything has an action to take later on, so that the
    /// Human Action Phase waits for an order.
    pub fn production(mut self, points: u16) -> Self {
        self.now.production = points;
        self.unit(Cavalry, "plymouth");
        (self.now.phase, self.now.flow, self.now.ask) = (Phase::Production, Flow::Buying, Ask::Production);
        self
    }

    pub fn wave(&mut self, number: u8, zone: &str, tripods: &str) -> &mut Self {
        self.now.waves[usize::from(number) - 1] =
            Wave { zone: Some(z(zone)), tripods: band(tripods), ..Wave::default() };
        self
    }

    pub fn no_wave(&mut self, number: u8) -> &mut Self {
        self.now.waves[usize::from(number) - 1] = Wave::default();
        self
    }

    pub fn cylinder(&mut self, number: u8, zone: &str, building: u8) -> &mut Self {
        self.now.waves[usize::from(number) - 1] =
            Wave { zone: Some(z(zone)), cylinder: true, building, ..Wave::default() };
        self
    }

    /// Tripods that stand in a zone: scenario II.
    pub fn group(&mut self, zone: &str, tripods: &str) -> &mut Self {
        self.now.uprising.as_mut().expect("the Uprising").groups[z(zone).index()] = band(tripods);
        self
    }

    pub fn machine(&mut self, zone: &str, colour: Colour) -> &mut Self {
        self.now.machines[z(zone).index()][colour.index()] += 1;
        self
    }

    pub fn workforce(&mut self, zone: &str, workforce: u8) -> &mut Self {
        self.now.workforce[z(zone).index()] = workforce;
        self.now.zone_state[z(zone).index()] =
            if workforce > 0 { ZoneState::Live } else { ZoneState::Destroyed };
        self
    }

    pub fn weed(&mut self, zone: &str) -> &mut Self {
        self.workforce(zone, 0);
        self.now.zone_state[z(zone).index()] = ZoneState::RedWeed;
        self
    }

    pub fn refugees(&mut self, zone: &str, ones: u8, twos: u8) -> &mut Self {
        self.now.refugees[z(zone).index()] = [ones, twos];
        if self.now.ask == Ask::Action {
            self.now.rested[z(zone).index()] = [ones, twos];
        }
        self
    }

    pub fn harbour(&mut self, zone: &str) -> &mut Self {
        self.now.harbours |= z(zone).bit();
        self
    }

    pub fn unit(&mut self, kind: UnitKind, zone: &str) -> UnitId {
        let mask = Content::built_in().mask(kind);
        let unit = units_of(mask).find(|u| self.now.unit_zone[u.index()].is_none()).expect("a counter");
        self.now.unit_zone[unit.index()] = Some(z(zone));
        self.now.units_at[z(zone).index()] |= unit.bit();
        unit
    }

    pub fn units(&mut self, n: usize, kind: UnitKind, zone: &str) -> Vec<UnitId> {
        (0..n).map(|_| self.unit(kind, zone)).collect()
    }

    pub fn save(&mut self, card: &str) -> &mut Self {
        self.now.saved |= ev(card).bit();
        self.now.event_deck.pile &= !ev(card).bit();
        self
    }

    /// The next Event card.
    pub fn next_event(&mut self, card: &str) -> &mut Self {
        self.events(&[card])
    }

    /// The pile holds these cards only.
    pub fn events(&mut self, cards: &[&str]) -> &mut Self {
        let all = self.now.event_deck.pile | self.now.event_deck.discard;
        let pile = cards.iter().fold(0, |set, card| set | ev(card).bit());
        self.now.event_deck = Deck { pile, discard: all & !pile };
        self
    }

    /// The next Land Battle card.
    pub fn card(&mut self, id: &str) -> &mut Self {
        let content = Content::built_in();
        let card = content.land_cards.iter().position(|c| c.id == id).expect("a card");
        self.now.land_deck = Deck { pile: 1 << card, discard: ((1 << 20) - 1) & !(1 << card) };
        self
    }

    pub fn sea_card(&mut self, id: &str) -> &mut Self {
        let content = Content::built_in();
        let card = content.sea_cards.iter().position(|c| c.id == id).expect("a card");
        self.now.sea_deck = Deck { pile: 1 << card, discard: ((1 << 12) - 1) & !(1 << card) };
        self
    }

    /// The human step of a battle against Wave 1, whose Tripods stand as told: `gC4 RA1`. No round passes unseen: with
    /// Kriegspiel in hand every Battle card waits for an answer.
    pub fn battle(&mut self, zone: &str, tripods: &str) -> &mut Self {
        self.wave(1, zone, "");
        let land = &mut self.now.land;
        (land.zone, land.band, land.round) = (z(zone), 0, 1);
        (land.humans_placed, land.martians_placed) = (true, true);
        land.held[Plan::Kriegspiel as usize] = 1;
        for word in tripods.split_whitespace() {
            let (letter, hex) = word.split_at(1);
            let damaged = letter.chars().all(|c| c.is_ascii_uppercase());
            let colour = Colour::ALL["gyrbv".find(&letter.to_lowercase()).expect("a colour")];
            land.tripods[usize::from(land.tripod_count)] = Tripod { colour, damaged, hex: Some(h(hex)) };
            land.tripod_count += 1;
            self.now.waves[0].tripods.damaged[colour.index()] += u8::from(damaged);
            self.now.waves[0].tripods.sound[colour.index()] += u8::from(!damaged);
        }
        land.acting = land.tripod_count;
        (self.now.phase, self.now.flow, self.now.ask) = (Phase::Battle, Flow::HumanStep, Ask::Fire);
        self.now.fought = 1;
        self
    }

    /// A unit on the battle board.
    pub fn set(&mut self, kind: UnitKind, hex: &str, level: u8) -> UnitId {
        let zone = Content::built_in().zones[self.now.land.zone.index()].id.clone();
        let unit = self.unit(kind, &zone);
        self.now.land.on_board |= unit.bit();
        self.now.land.hex[unit.index()] = Some(h(hex));
        self.now.land.level[unit.index()] = level;
        self.now.works[unit.index()] = level.saturating_sub(1);
        unit
    }

    pub fn hold(&mut self, plan: Plan, n: u8) -> &mut Self {
        self.now.land.held[plan as usize] = n;
        self
    }

    /// The human step of a Naval Battle: Tripods as in [`Scene::battle`].
    pub fn sea(&mut self, tripods: &str) -> &mut Self {
        let naval = &mut self.now.naval;
        (naval.round, naval.humans_placed, naval.martians_placed) = (1, true, true);
        for word in tripods.split_whitespace() {
            let (letter, hex) = word.split_at(1);
            let damaged = letter.chars().all(|c| c.is_ascii_uppercase());
            let colour = Colour::ALL["gyrbv".find(&letter.to_lowercase()).expect("a colour")];
            naval.tripods[usize::from(naval.tripod_count)] = Tripod { colour, damaged, hex: Some(h(hex)) };
            naval.tripod_count += 1;
        }
        (self.now.phase, self.now.flow, self.now.ask) = (Phase::Escape, Flow::SeaHumanStep, Ask::Sea);
        self
    }

    pub fn boat(&mut self, points: u8, hex: &str, level: u8) -> u8 {
        let naval = &mut self.now.naval;
        naval.boats[usize::from(naval.boat_count)] = Boat { points, hex: Some(h(hex)), level, acted: false };
        naval.boat_count += 1;
        naval.boat_count - 1
    }

    pub fn ship(&mut self, kind: ShipKind, hex: &str, level: u8) -> u8 {
        let naval = &mut self.now.naval;
        naval.ships[usize::from(naval.ship_count)] = Ship { kind, hex: Some(h(hex)), level, acted: false };
        naval.ship_count += 1;
        naval.ship_count - 1
    }

    pub fn setup(&self) -> Setup {
        Setup {
            scenario: self.scenario.clone(),
            cavalry_attract: self.attract,
            events: Vec::new(),
            stack: Vec::new(),
            position: Some(Box::new(self.now.clone())),
        }
    }

    /// The match as it lies, with these dice to come.
    #[track_caller]
    pub fn begin(&self, dice: &[Chance]) -> Played {
        let setup = Setup { stack: stacked(dice), ..self.setup() };
        let m = Match::begin(&Content::built_in(), setup, rig(dice)).expect("a position that can be played");
        Played { m, from: 0 }
    }

    /// Gives one order with these dice. The end of a human step goes on to the next one: the card that is drawn in
    /// between takes effect as it is.
    #[track_caller]
    pub fn play(&self, order: Order, dice: &[Chance]) -> Played {
        let mut played = self.begin(dice);
        played.order(order);
        if (self.now.ask, order, played.ask()) == (Ask::Fire, Order::Done, Ask::Card) {
            let from = played.from;
            played.order(Order::Done);
            played.from = from;
        }
        played
    }

    /// The entry that refuses this order.
    #[track_caller]
    pub fn refusal(&self, order: Order) -> &'static str {
        let played = self.begin(&[]);
        played.refusal(order)
    }
}

/// A match that was played on.
pub struct Played {
    pub m: Match<State>,
    /// Events before this one were looked at already.
    pub from: usize,
}

impl Played {
    /// The same table with these dice to come.
    #[track_caller]
    pub fn again(&self, dice: &[Chance]) -> Self {
        let setup = Setup { stack: stacked(dice), ..self.state().position() };
        let m = Match::begin(&Content::built_in(), setup, rig(dice)).expect("a position that can be played");
        Self { m, from: 0 }
    }

    pub fn now(&self) -> &Now {
        &self.m.state().now
    }

    pub fn state(&self) -> &State {
        self.m.state()
    }

    pub fn ask(&self) -> Ask {
        self.now().ask
    }

    #[track_caller]
    pub fn order(&mut self, order: Order) -> &mut Self {
        self.from = self.m.events().len();
        if let Err(refusal) = self.m.order(HUMAN, &order) {
            panic!("{order:?} is refused: {refusal}");
        }
        self
    }

    #[track_caller]
    pub fn refusal(&self, order: Order) -> &'static str {
        match self.state().check(HUMAN, &order) {
            Ok(()) => panic!("{order:?} is accepted"),
            Err(refusal) => refusal.rule.0,
        }
    }

    pub fn accepts(&self, order: Order) -> bool {
        self.state().check(HUMAN, &order).is_ok()
    }

    pub fn orders(&self) -> Vec<Order> {
        let prompt = self.m.prompts()[0];
        (0..self.state().options(&prompt)).map(|n| self.state().option(&prompt, n)).collect()
    }

    /// What happened since the last order.
    pub fn events(&self) -> Vec<(&'static str, What)> {
        let seen =
            |e: &table::Event<What>| (e.rule.0, e.seen_by(Viewer::Umpire).expect("an open event").clone());
        self.m.events()[self.from..].iter().map(seen).collect()
    }

    /// Whether this happened, by this entry.
    pub fn told(&self, rule: &str, what: &What) -> bool {
        self.events().iter().any(|(r, w)| *r == rule && w == what)
    }

    pub fn cites(&self, rule: &str) -> bool {
        self.events().iter().any(|(r, _)| *r == rule)
    }

    /// The dice of one kind that were rolled.
    pub fn dice(&self, kind: impl Fn(Roll) -> bool) -> Vec<Colour> {
        let die = |(_, what): (&str, What)| match what {
            What::Die { roll, colour } if kind(roll) => Some(colour),
            _ => None,
        };
        self.events().into_iter().filter_map(die).collect()
    }

    pub fn workforce(&self, zone: &str) -> u8 {
        self.now().workforce[z(zone).index()]
    }

    pub fn zone_state(&self, zone: &str) -> ZoneState {
        self.now().zone_state[z(zone).index()]
    }

    pub fn refugees(&self, zone: &str) -> [u8; 2] {
        self.now().refugees[z(zone).index()]
    }

    /// Martian points by this entry since the last order.
    pub fn martian_points(&self, rule: &str) -> u8 {
        let points = |(r, what): &(&str, What)| match what {
            What::MartianPoints { gained, .. } if *r == rule => *gained,
            _ => 0,
        };
        self.events().iter().map(points).sum()
    }

    pub fn human_points(&self, rule: &str) -> u8 {
        let points = |(r, what): &(&str, What)| match what {
            What::HumanPoints { gained, .. } if *r == rule => *gained,
            _ => 0,
        };
        self.events().iter().map(points).sum()
    }

    pub fn ending(&self) -> Option<Ending> {
        self.now().outcome
    }
}
