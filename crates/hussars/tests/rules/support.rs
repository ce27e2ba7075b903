//! A table of one's own: terrain, stands and dice as a case needs them.

use hussars::measure::Place;
use hussars::{
    Ask, Attack, Cloud, Content, Flow, Moment, Now, Options, Order, Phase, Setup, Side, Stand, StandId,
    State, What, Where,
};
use std::fmt::Write;
use std::sync::Arc;
use table::{Game, Match, SeatId, Viewer};

pub use hussars::measure::P;

/// Inches as thousandths.
pub fn p(x: f64, y: f64) -> P {
    P::new(hussars::measure::mils(x), hussars::measure::mils(y))
}

/// Degrees as tenths.
pub fn deg(degrees: f64) -> u16 {
    hussars::measure::tenths(degrees)
}

pub struct Scene {
    terrain: String,
    extra: String,
    units: Vec<(Side, Vec<String>, String)>,
    pub stands: Vec<Stand>,
    pub options: Options,
    pub dice: Vec<u16>,
    pub clouds: Vec<Cloud>,
    pub turn: u8,
    named: usize,
    board: (f64, f64),
}

impl Scene {
    /// A board of 120 by 120 in, everything in plain view, nothing on it.
    pub fn new() -> Self {
        Self {
            terrain: String::new(),
            extra: String::new(),
            units: Vec::new(),
            stands: Vec::new(),
            options: Options::default(),
            dice: Vec::new(),
            clouds: Vec::new(),
            turn: 2,
            named: 0,
            board: (120.0, 120.0),
        }
    }

    pub fn board(mut self, width: f64, height: f64) -> Self {
        self.board = (width, height);
        self
    }

    pub fn option(mut self, key: &str, word: &str) -> Self {
        self.options.set(key, word).expect("an option");
        self
    }

    pub fn dice(mut self, dice: &[u16]) -> Self {
        self.dice = dice.to_vec();
        self
    }

    pub fn area(mut self, kind: &str, points: &[(f64, f64)]) -> Self {
        self.row(kind, points, "");
        self
    }

    pub fn rect(self, kind: &str, x0: f64, y0: f64, x1: f64, y1: f64) -> Self {
        self.area(kind, &[(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    }

    pub fn tall(mut self, kind: &str, points: &[(f64, f64)], height: u8) -> Self {
        self.row(kind, points, &format!("height = {height}\n"));
        self
    }

    pub fn hill(mut self, points: &[(f64, f64)], crest: &[(f64, f64)], levels: u8) -> Self {
        self.row(
            "hill",
            points,
            &format!("levels = {levels}\ncrest = {crest:?}\n").replace('(', "[").replace(')', "]"),
        );
        self
    }

    fn row(&mut self, kind: &str, points: &[(f64, f64)], more: &str) {
        self.named += 1;
        let points = format!("{points:?}").replace('(', "[").replace(')', "]");
        let _ = write!(
            self.terrain,
            "[[terrain]]\nid = \"{kind}-{}\"\nkind = \"{kind}\"\npoints = {points}\n{more}\n",
            self.named
        );
    }

    /// More of the scenario file: exits, scores.
    pub fn extra(mut self, text: &str) -> Self {
        self.extra.push_str(text);
        self
    }

    pub fn unit(&mut self, side: Side, stands: &[(&str, f64, f64, f64)], more: &str) -> Vec<StandId> {
        let first = self.stands.len() as u8;
        let content = Content::built_in();
        for &(kind, x, y, facing) in stands {
            let profile = &content.profiles[content.profile(kind).expect(kind)];
            self.stands.push(Stand {
                place: Where::Board,
                at: p(x, y),
                facing: deg(facing),
                spotted: true,
                gas: profile.gas_shots,
                out: profile.ty.is_machine(),
                ..Stand::default()
            });
        }
        self.units.push((side, stands.iter().map(|s| s.0.to_owned()).collect(), more.to_owned()));
        (first..self.stands.len() as u8).map(StandId).collect()
    }

    pub fn human(&mut self, kind: &str, x: f64, y: f64, facing: f64) -> StandId {
        self.unit(Side::Human, &[(kind, x, y, facing)], "")[0]
    }

    pub fn martian(&mut self, kind: &str, x: f64, y: f64, facing: f64) -> StandId {
        self.unit(Side::Martian, &[(kind, x, y, facing)], "")[0]
    }

    /// A cylinder with five machines inside.
    pub fn cylinder(&mut self, x: f64, y: f64, sixes: u8, cargo: &[&str]) -> (StandId, Vec<StandId>) {
        let first = StandId(self.stands.len() as u8);
        self.stands.push(Stand {
            place: Where::Board,
            at: p(x, y),
            spotted: true,
            sixes,
            ..Stand::default()
        });
        let mut aboard = Vec::new();
        for _ in cargo {
            aboard.push(StandId(self.stands.len() as u8));
            self.stands.push(Stand { place: Where::Inside(first), gas: 3, ..Stand::default() });
        }
        let lots: Vec<String> = cargo.iter().map(|c| format!("{{ stand = \"{c}\", count = 1 }}")).collect();
        let more = format!("cargo = [{}]\n", lots.join(", "));
        self.units.push((Side::Martian, vec!["cylinder".to_owned()], more));
        (first, aboard)
    }

    pub fn set(&mut self, id: StandId, change: impl FnOnce(&mut Stand)) {
        change(&mut self.stands[id.index()]);
    }

    pub fn hide(&mut self, id: StandId) {
        self.set(id, |s| s.spotted = false);
    }

    fn text(&self) -> String {
        let mut text = format!(
            "id = \"test\"\nname = \"Test\"\nprovenance = \"designed\"\ninspired_by = \"\"\nprefix = \"TH-ARM\"\n\
             board = [{:?}, {:?}]\nturns = 20\ndeploy_order = [\"human\", \"martian\"]\ngrades = [5, 12]\n\
             points = {{ human = 0, martian = 0 }}\ndifficulty = 1\nminutes = 1\nend = []\n\
             [briefing]\nabout = \"\"\nends = \"\"\nspecial = []\nknow = []\nside = []\n",
            self.board.0, self.board.1
        );
        text.push_str(&self.terrain);
        for (id, side, x) in [("west", "martian", 0.0), ("east", "human", 60.0)] {
            let _ = write!(
                text,
                "[[zone]]\nid = \"{id}\"\nside = \"{side}\"\npoints = [[{x:?}, 0.0], [{:?}, 0.0], [{:?}, 20.0], [{x:?}, 20.0]]\n",
                x + 20.0,
                x + 20.0
            );
        }
        let content = Content::built_in();
        for (n, (side, stands, more)) in self.units.iter().enumerate() {
            let points: u16 =
                stands.iter().map(|s| content.profiles[content.profile(s).expect("a stand")].points).sum();
            let lots: Vec<String> =
                stands.iter().map(|s| format!("{{ stand = \"{s}\", count = 1 }}")).collect();
            let (word, zone) = if *side == Side::Human { ("human", "east") } else { ("martian", "west") };
            // A unit that arrives has no printed place to be checked.
            let _ = write!(
                text,
                "[[unit]]\nid = \"u{n}\"\nside = \"{word}\"\nname = \"Unit {n}\"\nzone = \"{zone}\"\nstands = [{}]\npoints = {points}\n\
                 place = [{}]\narrives_turn = 1\nentry = [[0.0, 0.0], [0.0, 10.0]]\n{more}",
                lots.join(", "),
                vec!["[0.0, 5.0, 90.0]"; stands.len()].join(", ")
            );
        }
        text.push_str(&self.extra);
        if !self.extra.contains("[[vp]]") {
            text.push_str("[[vp]]\nside = \"human\"\nevent = \"tripod_destroyed\"\nvp = 1\n");
        }
        text
    }

    pub fn content(&self) -> Arc<Content> {
        let text = self.text();
        let mut files: Vec<(&str, &str)> = hussars::content::BUILT_IN.to_vec();
        files.push(("scenarios/test.toml", &text));
        Arc::new(Content::parse(&files).unwrap_or_else(|e| panic!("{e}\n{text}")))
    }

    pub fn now(&self, phase: Phase, flow: Flow) -> Now {
        Now {
            turn: self.turn,
            phase,
            flow,
            ask: None,
            stands: self.stands.clone(),
            clouds: self.clouds.clone(),
            active: None,
            walk: None,
            fleeing: false,
            march: None,
            chances: Vec::new(),
            holding: false,
            watches: 0,
            melee: None,
            weapons: Vec::new(),
            outcome: None,
        }
    }

    pub fn begin(mut self, phase: Phase, flow: Flow) -> Played {
        // One stand of each side waits off the board: it sees nothing and is not seen, but a movement step does not
        // end by itself while it may still enter.
        for (side, kind) in [(Side::Human, "militia_infantry"), (Side::Martian, "tripod")] {
            let id = self.unit(side, &[(kind, 0.0, 5.0, 90.0)], "")[0];
            self.set(id, |s| (s.place, s.spotted) = (Where::Waiting, false));
        }
        let content = self.content();
        let setup = Setup {
            scenario: "test".to_owned(),
            options: self.options.clone(),
            armies: None,
            stack: self.dice.clone(),
            position: Some(Box::new(self.now(phase, flow))),
        };
        let m = Match::begin(&content, setup, 7).unwrap_or_else(|e| panic!("{e}"));
        Played { m, from: 0 }
    }

    /// In the middle of a phase: its step of fire or movement.
    pub fn play(self, phase: Phase) -> Played {
        let flow = if phase.is_movement() { Flow::Moving } else { Flow::Firing };
        self.begin(phase, flow)
    }

    /// From the very start of a phase.
    pub fn start(self, phase: Phase) -> Played {
        self.begin(phase, Flow::PhaseStart)
    }
}

pub struct Played {
    pub m: Match<State>,
    from: usize,
}

impl Played {
    pub fn state(&self) -> &State {
        self.m.state()
    }

    pub fn stand(&self, id: StandId) -> &Stand {
        self.state().stand(id)
    }

    pub fn alive(&self, id: StandId) -> bool {
        self.state().on_board(id)
    }

    pub fn asked(&self) -> Option<(Side, Ask)> {
        self.state().now.ask
    }

    /// The side that is asked gives an order; what happened, as the umpire reads it.
    pub fn order(&mut self, order: Order) -> Vec<What> {
        let seat = self.m.prompts().first().map_or(SeatId(0), |p| p.seat);
        self.from = self.m.events().len();
        if let Err(refusal) = self.m.order(seat, &order) {
            panic!("{order:?} is refused: {refusal}");
        }
        self.news()
    }

    /// Whether this side is asked for overwatch at this moment.
    pub fn watches(&self, side: Side, at: Moment) -> bool {
        matches!(self.asked(), Some((asked, Ask::Watch { moment, .. })) if asked == side && moment == at)
    }

    pub fn must_watch(&self, side: Side, at: Moment) {
        assert!(self.watches(side, at), "{side:?} is not asked {at:?}: {:?}", self.asked());
    }

    /// Whoever is asked to interrupt lets it pass; what happened since the last order of the mover.
    pub fn pass(&mut self) -> Vec<What> {
        let from = self.from;
        while let Some((_, Ask::Watch { .. })) = self.asked() {
            self.order(Order::Pass);
        }
        self.from = from;
        self.news()
    }

    /// What happened since the last order.
    pub fn news(&self) -> Vec<What> {
        self.m.events()[self.from..].iter().filter_map(|e| e.seen_by(Viewer::Umpire).cloned()).collect()
    }

    /// The rule that refuses an order of the side that is asked.
    pub fn refused(&self, order: Order) -> &'static str {
        let seat = self.m.prompts().first().map_or(SeatId(0), |p| p.seat);
        match self.state().check(seat, &order) {
            Ok(()) => panic!("{order:?} is accepted"),
            Err(refusal) => refusal.rule.0,
        }
    }

    pub fn accepts(&self, order: Order) -> bool {
        let seat = self.m.prompts().first().map_or(SeatId(0), |p| p.seat);
        self.state().check(seat, &order).is_ok()
    }

    pub fn fire(&mut self, stand: StandId, target: StandId) -> Vec<What> {
        self.order(fire(stand, target))
    }

    /// Picks a stand and walks it straight to a point, keeping the facing of the way.
    pub fn walk(&mut self, stand: StandId, x: f64, y: f64) -> Vec<What> {
        self.order(pick(stand));
        let from = self.stand(stand).at;
        let to = p(x, y);
        self.order(Order::Go { path: vec![to], facing: from.heading(to) })
    }

    /// Ends a step of fire or movement. Where nobody had anything left to do it has ended by itself: what happened
    /// since the last order is the answer then.
    pub fn end(&mut self) -> Vec<What> {
        match self.asked() {
            Some((_, Ask::Move | Ask::Fire)) => self.order(Order::EndStep),
            _ => self.news(),
        }
    }

    /// Ends steps, passes and marks nothing until somebody is asked in this phase and turn, or later.
    pub fn until(&mut self, turn: u8, phase: Phase) {
        for _ in 0..200 {
            let now = &self.state().now;
            if now.outcome.is_some() || (now.turn, now.phase) >= (turn, phase) {
                return;
            }
            let order = match now.ask.map(|(_, ask)| ask) {
                Some(Ask::Mark) => Order::Mark { stands: Vec::new() },
                Some(Ask::Watch { .. }) => Order::Pass,
                _ => Order::EndStep,
            };
            self.order(order);
        }
        panic!("turn {turn} {phase:?} does not come");
    }
}

pub fn fire(stand: StandId, target: StandId) -> Order {
    Order::Attack { stand, attack: Attack::Fire { gun: 0, target } }
}

pub fn gun(stand: StandId, gun: u8, target: StandId) -> Order {
    Order::Attack { stand, attack: Attack::Fire { gun, target } }
}

pub fn gas(stand: StandId, x: f64, y: f64) -> Order {
    Order::Attack { stand, attack: Attack::Gas { at: p(x, y) } }
}

pub fn sweep(stand: StandId, x: f64, y: f64, bearing: f64) -> Order {
    Order::Attack { stand, attack: Attack::Sweep { middle: p(x, y), bearing: deg(bearing) } }
}

pub fn pick(stand: StandId) -> Order {
    Order::Pick { stand, strategic: false }
}

pub fn march(stand: StandId) -> Order {
    Order::Pick { stand, strategic: true }
}

pub fn go(points: &[(f64, f64)], facing: f64) -> Order {
    Order::Go { path: points.iter().map(|(x, y)| p(*x, *y)).collect(), facing: deg(facing) }
}

/// The roll that a shot of the last order needed.
pub fn needed(news: &[What]) -> u8 {
    news.iter()
        .find_map(|w| match w {
            What::Shot { needed, .. } | What::Canister { needed, .. } => Some(*needed),
            _ => None,
        })
        .expect("a shot")
}

/// The needed rolls of all shots, in order.
pub fn all_needed(news: &[What]) -> Vec<u8> {
    news.iter().filter_map(|w| if let What::Shot { needed, .. } = w { Some(*needed) } else { None }).collect()
}
