//! A small language for rule tests: lay a table, load the dice, give orders, look at what happened.
#![allow(dead_code, reason = "each test file uses its own part of this language")]

pub use geometry::{Facing, Facing::*, Hex};
pub use table::{Game, Match, SeatId, SetupRequest, Viewer, proves};
pub use victory::map::{Map, Mega, Megas};
pub use victory::*;

pub const A: Side = Side::Allied;
pub const G: Side = Side::German;

pub const FAIL: Loaded = Loaded::Test(Icon::Failure);
pub const PASS: Loaded = Loaded::Test(Icon::Success);
pub const CRIT: Loaded = Loaded::Test(Icon::Critical);
pub const MISS: Loaded = Loaded::Combat(Hit::Miss);
pub const H1: Loaded = Loaded::Combat(Hit::One);
pub const H2: Loaded = Loaded::Combat(Hit::Two);
pub const H3: Loaded = Loaded::Combat(Hit::Three);
pub const GONE: Loaded = Loaded::Combat(Hit::Destroyed);
pub fn d20(n: u8) -> Loaded {
    Loaded::D20(n)
}
pub fn d6(n: u8) -> Loaded {
    Loaded::D6(n)
}

pub const ON: Act = Act::Straight;
pub const LEVEL: Act = Act::Level;
pub const END: Act = Act::End;
pub fn throttle(to: i8) -> Act {
    Act::Throttle { to }
}
pub fn go(maneuver: Maneuver) -> Act {
    Act::Begin { maneuver }
}

pub fn hex(x: i8, y: i8) -> Hex {
    Hex::new(x, y)
}

pub fn kind(id: &str) -> &'static content::Airplane {
    static CONTENT: std::sync::OnceLock<std::sync::Arc<Content>> = std::sync::OnceLock::new();
    let content = CONTENT.get_or_init(Content::built_in);
    &content.airplanes[content.airplane(id).unwrap_or_else(|| panic!("an airplane {id}"))]
}

pub fn request(scenario: &str, options: &[(&str, &str)]) -> SetupRequest {
    let options = options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    SetupRequest { scenario: scenario.to_owned(), variant: None, options }
}

pub fn resolve(scenario: &str, options: &[(&str, &str)]) -> Setup {
    State::resolve(&Content::built_in(), &request(scenario, options)).expect("a set-up")
}

type Edit = Box<dyn FnOnce(&mut Now)>;

/// A table in the making.
pub struct Scene {
    pub setup: Setup,
    edits: Vec<Edit>,
}

impl Scene {
    pub fn new() -> Self {
        let mut setup = resolve("free", &[]);
        setup.planes.clear();
        Self { setup, edits: Vec::new() }
    }

    /// A printed scenario.
    pub fn of(scenario: &str) -> Self {
        Self { setup: resolve(scenario, &[]), edits: Vec::new() }
    }

    pub fn mats(mut self, mats: &str) -> Self {
        self.setup.mats = mats.chars().collect();
        self
    }

    fn any(mut self, id: &str, side: Side, x: i8, level: i8, facing: Facing, speed: i8) -> Self {
        self.setup.planes.push(PlaneSetup {
            kind: id.to_owned(),
            side,
            skill: Skill::Expert,
            name: None,
            at: hex(x, level),
            facing,
            speed,
            structure: 0,
            elevators: 0,
            rudder: 0,
            ammo: None,
            jammed: false,
        });
        self
    }

    pub fn allied(self, id: &str, x: i8, level: i8, facing: Facing, speed: i8) -> Self {
        self.any(id, A, x, level, facing, speed)
    }

    pub fn german(self, id: &str, x: i8, level: i8, facing: Facing, speed: i8) -> Self {
        self.any(id, G, x, level, facing, speed)
    }

    /// The skill of the plane that was placed last.
    pub fn skill(mut self, skill: Skill) -> Self {
        self.setup.planes.last_mut().expect("a plane").skill = skill;
        self
    }

    pub fn ground(mut self, id: &str, side: Side, x: i8, level: i8) -> Self {
        self.setup.ground.push(GroundSetup { kind: id.to_owned(), side, at: hex(x, level) });
        self
    }

    pub fn with(mut self, opt: Opt) -> Self {
        self.setup.options = self.setup.options.with(opt);
        self
    }

    pub fn by_hand(mut self) -> Self {
        self.setup.by_hand = true;
        self
    }

    pub fn sky(mut self, edit: impl FnOnce(&mut Sky)) -> Self {
        edit(&mut self.setup.sky);
        self
    }

    /// Changes the table before play goes on.
    pub fn edit(mut self, edit: impl FnOnce(&mut Now) + 'static) -> Self {
        self.edits.push(Box::new(edit));
        self
    }

    /// Changes the plane that was placed last.
    pub fn change(self, edit: impl FnOnce(&mut Plane) + 'static) -> Self {
        let i = self.setup.planes.len() - 1;
        self.edit(move |now| edit(&mut now.planes[i]))
    }

    pub fn dice(self, dice: &[Loaded]) -> Self {
        let dice = dice.to_vec();
        self.edit(move |now| now.stack = dice)
    }

    fn board(mut self, phase: Phase, flow: Flow) -> Board {
        let free = self.setup.scenario == "free";
        if free && !self.setup.planes.iter().any(|p| p.side == G) {
            self = self.german("albatros_d3", 19, 29, W, 4);
        }
        if free && !self.setup.planes.iter().any(|p| p.side == A) {
            self = self.allied("spad_vii", 1, 30, E, 4);
        }
        let content = Content::built_in();
        // Nobody stalls before the scene begins.
        let mut calm = self.setup.clone();
        calm.planes.iter_mut().for_each(|p| p.speed = 5);
        let fresh = Match::<State>::begin(&content, calm, 1).expect("a table");
        let mut now = fresh.state().now().clone();
        now.round = 1;
        now.phase = phase;
        now.flow = flow;
        now.ask = Ask::Over;
        now.order_len = now.plane_count;
        for i in 0..now.plane_count {
            now.order[usize::from(i)] = i;
            let p = &mut now.planes[usize::from(i)];
            p.cue = self.setup.planes[usize::from(i)].speed;
            let top = content.airplanes[usize::from(p.kind)].strip(p.band()).top;
            p.throttle = p.cue.clamp(0, top);
            (p.initial, p.delta, p.mp, p.active, p.idle) = (p.cue, 0, 0, false, false);
            p.start = p.at;
            p.level = Attitude::of(p.facing) == Attitude::Level;
            (p.seen, p.tails, p.foes, p.stalled, p.wild) = (0, 0, 0, false, false);
        }
        for i in 0..usize::from(now.ground_count) {
            (now.ground[i].seen, now.ground[i].alarmed) = (0, false);
        }
        now.stack.clear();
        for edit in self.edits {
            edit(&mut now);
        }
        let setup = Setup { position: Some(Box::new(now)), ..self.setup };
        Board { m: Match::begin(&content, setup, 1).expect("a position") }
    }

    /// The planes move, in the order in which they were placed.
    pub fn moving(self) -> Board {
        self.board(Phase::Movement, Flow::NextMover)
    }

    /// All planes have moved.
    pub fn combat(self) -> Board {
        self.board(Phase::Combat, Flow::Declare { next: 0, gun: 0 })
    }

    /// Collisions first, then combat.
    pub fn moved(self) -> Board {
        self.board(Phase::Combat, Flow::Collisions)
    }

    /// A new round begins.
    pub fn round(self) -> Board {
        self.board(Phase::EndOfRound, Flow::StartRound)
    }

    /// The round ends.
    pub fn ending(self) -> Board {
        self.board(Phase::EndOfRound, Flow::EndOfRound)
    }

    pub fn spotting(self) -> Board {
        self.board(Phase::Spotting, Flow::Spotting { next: 0 })
    }
}

/// A match in play.
pub struct Board {
    pub m: Match<State>,
}

impl Board {
    pub fn fresh(scenario: &str, options: &[(&str, &str)], seed: u64) -> Self {
        let m = Match::new(&Content::built_in(), &request(scenario, options), seed).expect("a match");
        Self { m }
    }

    pub fn now(&self) -> &Now {
        self.m.state().now()
    }

    pub fn plane(&self, i: usize) -> &Plane {
        &self.now().planes()[i]
    }

    pub fn unit(&self, i: usize) -> &Ground {
        &self.now().grounds()[i]
    }

    pub fn ask(&self) -> Ask {
        self.now().ask
    }

    pub fn seat(&self) -> SeatId {
        self.m.prompts().first().unwrap_or_else(|| panic!("nobody is asked: {:?}", self.now().flow)).seat
    }

    #[track_caller]
    pub fn give(&mut self, order: Order) -> &mut Self {
        let seat = self.seat();
        if let Err(refusal) = self.m.order(seat, &order) {
            panic!("{order:?} at {:?}: {refusal}", self.ask());
        }
        self
    }

    #[track_caller]
    pub fn by(&mut self, side: Side, order: Order) -> &mut Self {
        if let Err(refusal) = self.m.order(SeatId(side as u8), &order) {
            panic!("{order:?} at {:?}: {refusal}", self.ask());
        }
        self
    }

    #[track_caller]
    pub fn fly(&mut self, acts: &[Act]) -> &mut Self {
        for act in acts {
            self.give(Order::Act(*act));
        }
        self
    }

    /// The entry that refuses this order of whoever is asked.
    #[track_caller]
    pub fn refused(&self, order: Order) -> &'static str {
        let seat = self.seat();
        match self.m.state().check(seat, &order) {
            Ok(()) => panic!("{order:?} is accepted"),
            Err(refusal) => refusal.rule.0,
        }
    }

    #[track_caller]
    pub fn no(&self, act: Act) -> &'static str {
        self.refused(Order::Act(act))
    }

    pub fn can(&self, order: Order) -> bool {
        self.m.state().check(self.seat(), &order).is_ok()
    }

    pub fn may(&self, act: Act) -> bool {
        self.can(Order::Act(act))
    }

    /// Every legal order of whoever is asked.
    pub fn options(&self) -> Vec<Order> {
        let prompt = self.m.prompts()[0];
        let state = self.m.state();
        (0..state.options(&prompt)).map(|n| state.option(&prompt, n)).collect()
    }

    pub fn acts(&self) -> Vec<Act> {
        self.options()
            .into_iter()
            .filter_map(|o| if let Order::Act(a) = o { Some(a) } else { None })
            .collect()
    }

    pub fn throttles(&self) -> Vec<i8> {
        self.acts()
            .into_iter()
            .filter_map(|a| if let Act::Throttle { to } = a { Some(to) } else { None })
            .collect()
    }

    /// Everything that has happened, with the entries that caused it.
    pub fn told(&self) -> Vec<(&'static str, What)> {
        let seen = |e: &table::Event<What>| e.seen_by(Viewer::Spectator).cloned().map(|w| (e.rule.0, w));
        self.m.events().iter().filter_map(seen).collect()
    }

    pub fn happened(&self, what: impl Fn(&What) -> bool) -> usize {
        self.told().iter().filter(|(_, w)| what(w)).count()
    }

    pub fn path(&self, plane: u8) -> Vec<(i8, i8)> {
        let at = |w: &What| match w {
            What::Entered { plane: p, at, .. } | What::Dropped { plane: p, at } if *p == plane => {
                Some((at.x, at.y))
            }
            _ => None,
        };
        self.told().iter().filter_map(|(_, w)| at(w)).collect()
    }

    /// The colours of the test dice rolled, in order.
    pub fn tests(&self, test: Test) -> Vec<Colour> {
        let die = |w: &What| match w {
            What::Tested { test: t, colour, .. } if *t == test => Some(*colour),
            _ => None,
        };
        self.told().iter().filter_map(|(_, w)| die(w)).collect()
    }

    /// The colours of the combat dice rolled, in order.
    pub fn shots(&self) -> Vec<Colour> {
        let die = |w: &What| if let What::Shot { colour, .. } = w { Some(*colour) } else { None };
        self.told().iter().filter_map(|(_, w)| die(w)).collect()
    }

    /// Answers whatever is asked with the first harmless order until the flow comes to a new round or the end.
    pub fn play_out_round(&mut self) -> &mut Self {
        let round = self.now().round;
        for _ in 0..400 {
            if self.now().round != round || self.now().outcome.is_some() || self.m.prompts().is_empty() {
                break;
            }
            let orders = self.options();
            let calm = [Order::Hold, Order::LookAway, Order::StandDown, Order::NoFlak, Order::TurnLater];
            let order = calm.into_iter().find(|o| orders.contains(o)).unwrap_or_else(|| {
                let last = |a: &Act| orders.contains(&Order::Act(*a));
                let act = [END, ON, LEVEL].into_iter().find(last).expect("an act");
                Order::Act(act)
            });
            self.give(order);
        }
        self
    }
}

/// The facing of a test that flies a maneuver from a place.
pub fn flown(id: &str, at: (i8, i8), facing: Facing, speed: i8, to: i8, acts: &[Act]) -> Board {
    let mut board = Scene::new().allied(id, at.0, at.1, facing, speed).moving();
    board.fly(&[throttle(to)]).fly(acts);
    board
}
