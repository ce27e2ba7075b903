//! The game as the kernel knows it.

use crate::combat::Mode;
use crate::content::Content;
use crate::event::What;
use crate::kinds::Side;
use crate::measure::Place;
use crate::order::{Ask, Moment, Order};
use crate::setup::{self, Setup};
use crate::state::State;
use crate::view::View;
use crate::{scenarios, victory};
use std::sync::Arc;
use table::{
    Advice, Breadth, Briefing, Dice, Duty, Game, Goal, Kind, Memory, Outcome, Prompt, Refusal, Row, RuleId,
    ScenarioInfo, Seat, SeatId, SetupError, SetupRequest, Sink, StateHash, TeamId, Viewer,
};

/// The layers of the ledger that this crate enforces: `(prefix, layer)`.
pub const LAYERS_IN_FORCE: &[(&str, &str)] = &[
    ("TH", "basic"),
    ("TH", "optional:hidden-stands"),
    ("TH", "scenario:horsell"),
    ("TH", "scenario:weybridge"),
    ("TH", "scenario:thunderchild"),
    ("TH", "scenario:london"),
    ("TH", "scenario:primrose"),
    ("TH", "scenario:tilbury"),
];

impl Game for State {
    type Content = Content;
    type Setup = Setup;
    type Ask = Ask;
    type Order = Order;
    type What = What;
    type View = View;
    type Preview = crate::preview::Preview;

    const ID: &'static str = "hussars";
    const TITLE: &'static str = "Tripods & Hussars";
    const RULES_VERSION: u32 = 1;
    const KIND: Kind = Kind { simultaneous: false, hidden: true, chance: true, solitaire: false };

    fn scenarios(content: &Content) -> Vec<ScenarioInfo> {
        scenarios::list(content)
    }

    fn content_hash(content: &Content) -> StateHash {
        content.hash()
    }

    fn components(content: &Content) -> impl serde::Serialize + 'static {
        crate::components::Components::of(content)
    }

    fn resolve(content: &Content, request: &SetupRequest) -> Result<Setup, SetupError> {
        scenarios::resolve(content, request)
    }

    fn begin(
        content: &Arc<Content>,
        setup: &Setup,
        seed: u64,
        sink: &mut Sink<What>,
    ) -> Result<Self, SetupError> {
        setup::begin(content, setup, seed, sink)
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn prompts(&self, out: &mut Vec<Prompt<Ask>>) {
        if let Some((side, ask)) = self.now.ask {
            // Overwatch is a window: it is taken or passed, and holding is one order for the rest of the phase.
            let duty = if matches!(ask, Ask::Watch { .. }) { Duty::Window } else { Duty::Owed };
            out.push(Prompt { seat: side.seat(), duty, ask });
        }
    }

    fn each_option(&self, _prompt: &Prompt<Ask>, visit: &mut impl FnMut(Order) -> bool) -> bool {
        self.offered().iter().any(|order| visit(order.clone()))
    }

    fn options(&self, _prompt: &Prompt<Ask>) -> usize {
        self.offered().len()
    }

    fn option(&self, _prompt: &Prompt<Ask>, n: usize) -> Order {
        self.offered().get(n).cloned().unwrap_or(Order::EndStep)
    }

    fn draw(&self, _prompt: &Prompt<Ask>, dice: &mut Dice) -> Option<Order> {
        self.drawn(dice).or_else(|| {
            let offered = self.offered();
            if offered.is_empty() { None } else { Some(offered[dice.pick(offered.len())].clone()) }
        })
    }

    /// Places, paths and lines are continuous, a resignation is never offered.
    fn sampled(&self, _ask: &Ask) -> bool {
        true
    }

    fn check(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        let Some(side) = Side::of(seat) else {
            return Err(Refusal::new("TH-SEQ-02", "nobody of this battle sits there"));
        };
        self.judge(side, order)
    }

    fn nearest(&self, seat: SeatId, order: &Order) -> Result<Order, Refusal> {
        let refusal = match self.check(seat, order) {
            Ok(()) => return Ok(order.clone()),
            Err(refusal) => refusal,
        };
        let round = self.gone_round(order).filter(|near| self.check(seat, near).is_ok());
        let shorter = round.or_else(|| self.shortened(order));
        match shorter.filter(|near| self.check(seat, near).is_ok()) {
            Some(near) => Ok(near),
            None => Err(refusal),
        }
    }

    fn passes(&self, order: &Order) -> bool {
        matches!(order, Order::Pass)
    }

    /// Overwatch with which every shot is sure to miss; of a canister nobody can say that.
    fn is_vain(&self, _prompt: &Prompt<Ask>) -> bool {
        let Some((_, Ask::Watch { moment, .. })) = self.now.ask else { return false };
        let mut some = false;
        let misses = |order: &Order| {
            let Order::React { holder, mark, attack } = order else { return true };
            some = true;
            let then = if moment == Moment::During { self.imagined_at(*mark) } else { None };
            !then.as_ref().unwrap_or(self).may_hit(*holder, *attack, Mode::Watch(moment))
        };
        self.offered().iter().all(misses) && some
    }

    fn preview(&self, seat: SeatId, order: &Order) -> Option<crate::preview::Preview> {
        let foreseeable = matches!(
            order,
            Order::Go { .. }
                | Order::Continue { .. }
                | Order::March { .. }
                | Order::Attack { .. }
                | Order::React { .. }
        );
        if foreseeable { self.foresee(seat, order).ok() } else { None }
    }

    /// Lines of sight can be looked along at any time.
    fn draft(&self, seat: SeatId, order: &Order) -> Option<crate::preview::Preview> {
        let Order::Look { stand } = order else { return None };
        let looks = self.looks_of(Side::of(seat)?, *stand)?;
        Some(crate::preview::Preview { looks, ..crate::preview::Preview::default() })
    }

    fn kept(&self, _seat: SeatId, preview: &crate::preview::Preview) -> Result<(), String> {
        self.keeps(preview)
    }

    fn row(&self, _prompt: &Prompt<Ask>, order: &Order) -> Row {
        self.in_words(order)
    }

    fn briefing(content: &Content, setup: &Setup) -> Briefing {
        crate::briefing::briefing(content, setup).unwrap_or_default()
    }

    fn goals(&self, viewer: Viewer) -> Vec<Goal> {
        self.aims(viewer)
    }

    fn apply(&mut self, seat: SeatId, order: &Order, sink: &mut Sink<What>) {
        self.offers = std::sync::OnceLock::new();
        if let Some(side) = Side::of(seat) {
            self.carry_out(side, order, sink);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome.map(|ending| Outcome {
            winner: ending.winner.map(|side| TeamId(side as u8)),
            winner_name: ending.winner.map(|side| side.name().to_owned()),
            grade: ending.winner.map(|_| victory::GRADES[usize::from(ending.grade.min(2))].to_owned()),
            rule: RuleId("TH-VIC-01"),
            how: if ending.resigned { "resignation" } else { "points" },
        })
    }

    fn is_over(&self) -> bool {
        self.now.outcome.is_some()
    }

    fn turn(&self) -> u32 {
        self.now.turn.into()
    }

    fn turn_begun(what: &What) -> Option<u32> {
        match what {
            What::TurnBegan { turn } => Some(u32::from(*turn)),
            _ => None,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        self.project(viewer)
    }

    fn tell(&self, what: &What) -> String {
        self.words(what)
    }

    fn ask_text(&self, ask: &Ask) -> String {
        self.ask_words(ask)
    }

    fn order_text(&self, order: &Order) -> String {
        self.order_words(order)
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        (self.stack, self.used) = (std::sync::Arc::from([]), 0);
    }

    fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Self {
        self.imagined(seat, dice)
    }

    fn position(&self) -> Setup {
        let mut setup = (*self.setup).clone();
        let mut now = self.now.clone();
        for stand in &mut now.stands {
            // How many dice were rolled belongs to the dice, not to the table.
            stand.drawn = Default::default();
        }
        setup.position = Some(Box::new(now));
        setup.stack = self.stack[usize::from(self.used).min(self.stack.len())..].to_vec();
        setup
    }

    fn advise(&self, prompt: &Prompt<Ask>, _memory: &mut Memory, dice: &mut Dice) -> Option<Advice> {
        let option = self.at_once(prompt, dice);
        Some(Advice { option, why: Some(crate::reflex::reason(&self.option(prompt, option)).to_owned()) })
    }

    fn counsel(&self, prompt: &Prompt<Ask>, _memory: &mut Memory, dice: &mut Dice) -> Option<Advice> {
        self.counselled(prompt, dice)
    }

    fn routine(&self, prompt: &Prompt<Ask>, _memory: &mut Memory, dice: &mut Dice) -> Option<Order> {
        (self.options(prompt) > 0).then(|| self.option(prompt, self.at_once(prompt, dice)))
    }

    fn candidates(&self, prompt: &Prompt<Ask>, breadth: Breadth, dice: &mut Dice) -> Vec<usize> {
        self.worth_a_look(prompt, breadth, dice)
    }

    fn outlook(&self, seat: SeatId) -> Option<f64> {
        Side::of(seat).map(|side| self.standing(side))
    }

    /// Who moves now is shot at in the enemy's phase, and shoots back in his own.
    fn horizon(&self) -> u32 {
        2
    }
}

impl State {
    /// The offers of the one decision that is open, worked out once for a state.
    pub(crate) fn offered(&self) -> &[Order] {
        self.offers.get_or_init(|| {
            let mut orders: Vec<Order> = Vec::new();
            self.visit(&mut |order| {
                orders.push(order);
                false
            });
            orders.into()
        })
    }

    /// Shows every offered order to a visitor until he has seen enough; says whether he has.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(Order) -> bool) -> bool {
        let Some((side, ask)) = self.now.ask else { return false };
        match ask {
            Ask::Deploy => self.visit_deployment(side, visit),
            Ask::Fire => {
                if visit(Order::EndStep) {
                    return true;
                }
                let mut found = Vec::new();
                for stand in self.fielded(side).filter(|stand| self.is_due(*stand)) {
                    self.visit_attacks(stand, Mode::Phase, &mut |attack| {
                        found.push((self.harm(stand, attack, Mode::Phase), Order::Attack { stand, attack }));
                        false
                    });
                }
                crate::harm::show(found, visit)
            }
            Ask::Move => self.visit_moves(side, visit),
            Ask::Path => self.now.active.is_some_and(|active| self.visit_path(&active, visit)),
            Ask::Watch { moment, .. } => self.visit_watch(side, moment, visit),
            Ask::Combat => self.open_combats().into_iter().any(|mover| visit(Order::Combat { mover })),
            Ask::Shot { stand } => {
                let mut found = Vec::new();
                self.visit_melee(stand, &mut |attack| {
                    found.push((self.harm(stand, attack, Mode::Melee), Order::Attack { stand, attack }));
                    false
                });
                crate::harm::show(found, visit)
            }
            Ask::Continue => self.visit_continue(side, visit),
            Ask::Weapon { ship } => self.visit_weapons(ship, visit),
            Ask::Mark => self.visit_marks(side, visit),
        }
    }

    /// Whether this side may give this order now.
    pub(crate) fn judge(&self, side: Side, order: &Order) -> Result<(), Refusal> {
        let Some((asked, ask)) = self.now.ask else {
            return Err(Refusal::new("TH-VIC-01", "the match is over"));
        };
        if asked != side {
            return Err(Refusal::new("TH-SEQ-01", "the other side decides now"));
        }
        match (ask, order) {
            (_, Order::Resign) | (Ask::Watch { .. }, Order::Pass | Order::Hold) => Ok(()),
            (Ask::Deploy, Order::Deploy { stand, at, facing }) => {
                self.judge_deploy(side, *stand, *at, *facing)
            }
            (Ask::Deploy, Order::DeployPrinted { unit }) => self.judge_printed(side, *unit),
            (Ask::Deploy, Order::Land { cylinder, at, turn }) => {
                self.judge_landing(side, *cylinder, *at, *turn)
            }
            (_, Order::Land { .. }) => {
                Err(Refusal::new("TH-CYL-02", "landings are written down before the first turn"))
            }
            (Ask::Fire, Order::Attack { stand, attack }) => {
                self.judge_attack(side, *stand, *attack, Mode::Phase)
            }
            (Ask::Shot { stand }, Order::Attack { stand: own, attack }) if stand == *own => {
                self.judge_attack(side, *own, *attack, Mode::Melee)
            }
            (_, Order::Attack { stand, .. }) => {
                self.judge_fielded(side, *stand)?;
                self.fires_now(*stand)?;
                Err(Refusal::new("TH-SEQ-01", "this is not the moment to fire"))
            }
            (Ask::Move, Order::Pick { stand, strategic }) => self.judge_pick(side, *stand, *strategic),
            (Ask::Move, Order::Enter { stand, at, strategic }) => {
                self.judge_enter(side, *stand, *at, *strategic)
            }
            (Ask::Move, Order::Emerge { machine, bearing }) => self.judge_emerge(side, *machine, *bearing),
            (Ask::Move, Order::March { unit, shift, strategic }) => {
                self.judge_unit_march(side, *unit, *shift, *strategic)
            }
            (Ask::Move, Order::Flee) => self.judge_flee(side),
            (Ask::Path, Order::Go { path, facing }) => match &self.now.active {
                Some(active) => self.judge_go(active, path, *facing, false).map(|_| ()),
                None => Err(Refusal::new("TH-MOV-03", "no stand is picked")),
            },
            (Ask::Path, Order::Stay { facing }) => match &self.now.active {
                Some(active) => self.judge_stay(active, *facing),
                None => Err(Refusal::new("TH-MOV-03", "no stand is picked")),
            },
            (Ask::Path, Order::Pick { .. }) => {
                Err(Refusal::new("TH-STR-03", "a stand is on its way already"))
            }
            (Ask::Continue, Order::Continue { stand, path, facing }) => {
                self.judge_continue(side, *stand, path, *facing)
            }
            (Ask::Watch { moment, .. }, Order::React { holder, mark, attack }) => {
                self.judge_react(side, moment, *holder, *mark, *attack)
            }
            (Ask::Combat, Order::Combat { mover }) => self.judge_combat(side, *mover),
            (Ask::Weapon { ship }, Order::Weapon { gun }) => self.judge_weapon(ship, *gun),
            (Ask::Mark, Order::Mark { stands }) => self.judge_marks(side, stands),
            (_, Order::EndStep) => self.judge_end_step(side),
            _ => Err(Refusal::new("TH-SEQ-01", "this is not what is asked for now")),
        }
    }

    /// A way round to the end of an order that can not be walked as it is drawn.
    fn gone_round(&self, order: &Order) -> Option<Order> {
        let (Order::Go { path, facing }, Some(active)) = (order, self.now.active) else { return None };
        let to = *path.last().filter(|p| p.in_bounds())?;
        Some(Order::Go { path: self.way_to(&active, to)?, facing: *facing })
    }

    /// The longest part of an ordered way that is legal, for a hand that is not exact.
    fn shortened(&self, order: &Order) -> Option<Order> {
        let (side, _) = self.now.ask?;
        let (start, path, facing, stand) = match order {
            Order::Go { path, facing } => (self.stand(self.now.active?.stand).at, path, *facing, None),
            Order::Continue { stand, path, facing } if stand.index() < self.now.stands.len() => {
                (self.stand(*stand).at, path, *facing, Some(*stand))
            }
            _ => return None,
        };
        if path.len() > 64 || path.iter().any(|p| !p.in_bounds()) || facing >= 3600 {
            return None;
        }
        let mut whole = vec![start];
        whole.extend_from_slice(path);
        whole.dedup();
        let total: f64 = whole.windows(2).map(|leg| leg[0].far(leg[1])).sum();
        for share in (1..32).rev() {
            let mut left = total * f64::from(share) / 32.0;
            let mut cut = Vec::new();
            for leg in whole.windows(2) {
                let length = leg[0].far(leg[1]);
                if left < length {
                    cut.push(leg[0].toward(leg[1], left / length));
                    break;
                }
                left -= length;
                cut.push(leg[1]);
            }
            let near = match stand {
                None => Order::Go { path: cut, facing },
                Some(stand) => Order::Continue { stand, path: cut, facing },
            };
            if self.judge(side, &near).is_ok() {
                return Some(near);
            }
        }
        None
    }
}
