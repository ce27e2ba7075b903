//! The game in words: events, questions, orders.

use crate::combat::{Mode, Odds};
use crate::deployment::GUARD;
use crate::event::{Cause, Modifier, ShipResult, What};
use crate::kinds::{Side, StandId, UnitId, Weapon};
use crate::march::Halt;
use crate::measure::{P, Place};
use crate::movement::{in_inches, inches};
use crate::offers::Idea;
use crate::order::{Ask, Attack, Moment, Order};
use crate::places::way_words;
use crate::state::{Active, State};
use crate::victory::GRADES;
use table::Row;

/// `st-georges-hill` as people write it.
pub(crate) fn title(id: &str) -> String {
    let word = |w: &str| {
        let mut letters = w.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    id.split('-').map(word).collect::<Vec<String>>().join(" ")
}

const POINTS: [&str; 16] = [
    "north",
    "north-north-east",
    "north-east",
    "east-north-east",
    "east",
    "east-south-east",
    "south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "south-west",
    "west-south-west",
    "west",
    "west-north-west",
    "north-west",
    "north-north-west",
];

/// A bearing in words, to a sixteenth.
pub(crate) fn compass(bearing: u16) -> &'static str {
    POINTS[usize::from((bearing % 3600 + 112) / 225) % 16]
}

/// A place in figures, where two of them could bear the same name.
fn measured(p: P) -> String {
    format!("{} from the west and {} from the south", in_inches(p.x / 10), in_inches(p.y / 10))
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}

/// `one hit`, `2 hits`.
fn count(n: impl Into<u32>, one: &str, many: &str) -> String {
    match n.into() {
        1 => format!("one {one}"),
        n => format!("{n} {many}"),
    }
}

fn passed(yes: bool) -> &'static str {
    if yes { "passes" } else { "fails" }
}

impl State {
    fn names(&self, ids: &[StandId]) -> String {
        list(ids.iter().map(|id| self.name(*id)))
    }

    pub(crate) fn words(&self, what: &What) -> String {
        let name = |id: &StandId| self.name(*id);
        match what {
            What::TurnBegan { turn } => format!("Turn {turn} begins."),
            What::PhaseBegan { phase } => format!("{}.", phase.name()),
            What::Deployed { stand, at: p, facing } => {
                format!("{} is set up {}, facing {}.", name(stand), self.place(*p), compass(*facing))
            }
            What::SideDeployed { side } => format!("The {} are set up.", side.name()),
            What::LandingWritten { cylinder, at: p, turn } => {
                format!("Written down: {} lands {} in turn {turn}.", name(cylinder), self.place(*p))
            }
            What::Landed { cylinder, at: p, roll, scatter: None } => {
                format!("{} falls: {roll}, on its point, {}.", name(cylinder), self.place(*p))
            }
            What::Landed { cylinder, at: p, roll, scatter: Some((direction, far)) } => format!(
                "{} falls: {roll}, scattered {} to the {}, {}.",
                name(cylinder),
                in_inches(i32::from(*far) * 100),
                compass(direction * 10),
                self.place(*p)
            ),
            What::Pushed { stand, at: p } => format!("{} is pushed clear, {}.", name(stand), self.place(*p)),
            What::Activation { cylinder, roll } => {
                let stirs = if *roll < 6 { "nothing stirs in it before a 6" } else { "it stirs" };
                format!("{} rolls {roll}: {stirs}.", name(cylinder))
            }
            What::RayActive { cylinder } => format!("The heat-ray of {} is active.", name(cylinder)),
            What::Assembled { cylinder } => format!("A machine is assembled in {}.", name(cylinder)),
            What::Emerged { machine, cylinder, .. } => {
                format!("{} leaves {}.", name(machine), name(cylinder))
            }
            What::Picked { stand, dice, allowance, strategic } => {
                let rolled = list(dice.iter().map(u8::to_string));
                match (strategic, dice.is_empty()) {
                    (true, _) => format!("{} marches: {}.", name(stand), in_inches(*allowance)),
                    (_, true) => format!("{} has {}.", name(stand), in_inches(*allowance)),
                    _ => format!("{} rolls {rolled}: {}.", name(stand), in_inches(*allowance)),
                }
            }
            What::Moved { stand, path, facing } => {
                let end = path.last().copied().unwrap_or_default();
                let (to, facing) = (self.place(end), compass(*facing));
                match path.first() {
                    // Who comes into sight on the way is seen where it ends.
                    Some(from) if *from != end => {
                        format!("{} moves {}, {to}, facing {facing}.", name(stand), way_words(*from, end))
                    }
                    _ => format!("{} comes into sight {to}, facing {facing}.", name(stand)),
                }
            }
            What::Stayed { stand, why } => format!("{} {}.", name(stand), why.stays()),
            What::Halted { stands, why } => {
                let why = match why {
                    Halt::Enemy => "another enemy has come into sight",
                    Halt::Loss => "one of them was lost on the way",
                };
                let wait = if stands.len() == 1 { "waits" } else { "wait" };
                format!("{} {wait} for another order: {why}.", self.names(stands))
            }
            What::Turned { stand, facing } => format!("{} now faces {}.", name(stand), compass(*facing)),
            What::Exited { stand } => format!("{} leaves the board.", name(stand)),
            What::CutShort { stand, at: p } => {
                format!("The march of {} ends {}: an enemy is too near.", name(stand), self.place(*p))
            }
            What::Spotted { stand, at: p, .. } => format!("{} is spotted {}.", name(stand), self.place(*p)),
            What::Unspotted { stand } => format!("{} is out of sight.", name(stand)),
            What::Shot { stand, weapon, target, needed, modifiers, rolls, hits } => {
                let why = reasons(modifiers);
                let rolled = list(rolls.iter().map(u8::to_string));
                let result = if *hits == 0 { "missed".to_owned() } else { count(*hits, "hit", "hits") };
                let needed = match needed {
                    7.. if self.rules().natural_six => "an unmodified 6".to_owned(),
                    _ => format!("{needed} or more"),
                };
                format!(
                    "{} fires its {} at {}: {needed}{why}, rolled {rolled}, {result}.",
                    name(stand),
                    weapon.name(),
                    name(target)
                )
            }
            What::Swept { stand, middle, bearing } => {
                format!(
                    "{} sweeps its heat-ray {}, {} to {}.",
                    name(stand),
                    self.place(*middle),
                    compass(bearing % 3600 + 1800),
                    compass(*bearing)
                )
            }
            What::Effect { target, weapon, roll, hits } => {
                let result = match hits {
                    // A stand that a heat-ray spares owes a check.
                    0 if *weapon == Weapon::HeatRay => "not destroyed at once".to_owned(),
                    0 => "no effect".to_owned(),
                    n => count(*n, "hit", "hits"),
                };
                format!("Effect of the {} on {}: {roll}, {result}.", weapon.name(), name(target))
            }
            What::CheckOwed { stand } => format!("{} owes a morale check.", name(stand)),
            What::Located { target, roll, system } => {
                format!("{} is hit: {roll}, {}.", name(target), system.name())
            }
            What::CylinderHit { cylinder, hits } => {
                format!("{} has taken {}.", name(cylinder), count(*hits, "hit", "hits"))
            }
            What::MachineLost { machine } => format!("{} is lost inside its cylinder.", name(machine)),
            What::ShipHit { ship, roll, result } => {
                let result = match result {
                    ShipResult::Engine => "engines hit",
                    ShipResult::Weapon => "a weapon hit",
                    ShipResult::Ammunition => "the ammunition blows up",
                    ShipResult::Nothing => "no weapon is left to lose",
                };
                format!("{} is burnt: {roll}, {result}.", name(ship))
            }
            What::GunLost { ship, gun } => format!("{} loses a {}.", name(ship), gun.name()),
            What::Sinking { ship, turns } => {
                format!("{} sinks in {}.", name(ship), count(*turns, "turn", "turns"))
            }
            What::Rammed { ship, tripod, hits } => {
                format!("{} rams {}: {}.", name(ship), name(tripod), count(*hits, "hit", "hits"))
            }
            What::Canister { stand, aim, needed, modifiers, roll, burst, scatter } => {
                let why = reasons(modifiers);
                let end = match (burst, scatter) {
                    (None, _) => "lost off the board".to_owned(),
                    (Some(_), None) => "on the mark".to_owned(),
                    (Some(p), Some((direction, far))) => {
                        format!(
                            "scattered {} to the {}, bursting {}",
                            in_inches(i32::from(*far) * 100),
                            compass(direction * 10),
                            self.place(*p)
                        )
                    }
                };
                format!(
                    "{} fires gas {}: {needed} or more{why}, rolled {roll}, {end}.",
                    name(stand),
                    self.place(*aim)
                )
            }
            What::GasGone { at: p } => format!("The gas {} is gone.", self.place(*p)),
            What::Feared { stand, needed, roll, passed: yes } => {
                format!("{} sees the gas: {needed} or more, rolled {roll}, {}.", name(stand), passed(*yes))
            }
            What::Checked { stand, needed: 0, .. } => {
                format!("{} is elite and passes its morale check without a roll.", name(stand))
            }
            What::Checked { stand, needed, roll, passed: yes } => {
                format!("Morale of {}: {needed} or more, rolled {roll}, {}.", name(stand), passed(*yes))
            }
            What::UnitChecked { unit, needed, roll, passed: yes } => {
                format!(
                    "Morale of {}: {needed} or more, rolled {roll}, {}.",
                    self.troop(*unit).name,
                    passed(*yes)
                )
            }
            What::Crashed { flyer, at: p } => format!("{} crashes {}.", name(flyer), self.place(*p)),
            What::Destroyed { stand, cause, .. } => {
                let how = match cause {
                    Cause::Fire => "is destroyed",
                    Cause::Morale => "breaks and runs",
                    Cause::Gas => "dies in the gas",
                    Cause::Crash => "is destroyed in the crash",
                    Cause::Broken => "leaves the field with its unit",
                    Cause::Stormed => "is stormed",
                    Cause::Sunk => "goes down",
                    Cause::Landing => "is lost where it fell",
                    Cause::Cylinder => "is lost with its cylinder",
                };
                format!("{} {how}.", name(stand))
            }
            What::Contact { stand, enemy } => format!("{} is stopped by {}.", name(stand), name(enemy)),
            What::CombatBegan { movers, others } => {
                format!("Close combat: {} against {}.", self.names(movers), self.names(others))
            }
            What::Deadlock { movers } => {
                format!("The close combat of {} ends: nobody can harm the other.", self.names(movers))
            }
            What::Marked { stands } if stands.is_empty() => "No overwatch.".to_owned(),
            What::Marked { stands } => format!("On overwatch: {}.", self.names(stands)),
            What::Watched { stand, .. } => format!("{} fires on overwatch.", name(stand)),
            What::Scored { scores } => {
                format!("Victory points: Martians {}, humans {}.", scores[0], scores[1])
            }
            What::Over { winner, grade, scores } => {
                let score = format!("Martians {}, humans {}", scores[0], scores[1]);
                match winner {
                    Some(side) => format!(
                        "{score}: a {} victory of the {}.",
                        GRADES[usize::from((*grade).min(2))],
                        side.name()
                    ),
                    None => format!("{score}: a draw."),
                }
            }
        }
    }

    pub(crate) fn ask_words(&self, ask: &Ask) -> String {
        match ask {
            Ask::Deploy => "Set up your stands".to_owned(),
            Ask::Fire => format!("{}: fire, or end the step", self.now.phase.name()),
            Ask::Move => "Pick a stand to move, or end the step".to_owned(),
            Ask::Path => match self.now.active {
                Some(a) => format!("{} has {}: choose its way", self.name(a.stand), in_inches(a.allowance)),
                None => "Choose a way".to_owned(),
            },
            Ask::Watch { moment: Moment::During, .. } => {
                if self.now.chances.is_empty() {
                    "The enemy moves, out of the sight of your overwatch".to_owned()
                } else {
                    "An enemy moves in view: fire on overwatch, let it pass, or hold".to_owned()
                }
            }
            Ask::Watch { moment: Moment::Before, .. } => "Overwatch before the enemy moves".to_owned(),
            Ask::Watch { moment: Moment::Between, .. } => "Overwatch before the close combats".to_owned(),
            Ask::Watch { moment: Moment::After, .. } => "Overwatch after the enemy has moved".to_owned(),
            Ask::Combat => "Which close combat is fought first?".to_owned(),
            Ask::Shot { stand } => format!("Close combat: {} fires", self.name(*stand)),
            Ask::Continue => "Go on after close combat, or end the step".to_owned(),
            Ask::Weapon { ship } => format!("Which weapon does {} lose?", self.name(*ship)),
            Ask::Mark => "Which stands go on overwatch?".to_owned(),
        }
    }

    /// `hits on 5 or more (cover)`.
    fn chance_words(&self, odds: &Odds) -> String {
        let chance = match odds.needed() {
            needed @ ..=6 => format!("hits on {needed} or more"),
            _ if self.rules().natural_six => "hits on an unmodified 6".to_owned(),
            _ => "can not hit".to_owned(),
        };
        format!("{chance}{}", reasons(&odds.modifiers))
    }

    fn attack_words(&self, id: StandId, attack: Attack, mode: Mode) -> (String, String) {
        let known = |id: StandId| id.index() < self.now.stands.len();
        let sane = match attack {
            Attack::Sweep { middle: p, .. } | Attack::Gas { at: p } => p.in_bounds(),
            Attack::Fire { .. } => true,
        };
        // An order that nobody checked yet may name anything.
        if !known(id) || !sane {
            return ("Fire".to_owned(), String::new());
        }
        match attack {
            Attack::Fire { gun, target } if known(target) => {
                let Some(weapon) = self.weapon(id, gun, target, mode) else {
                    return (format!("{} fires at {}", self.name(id), self.name(target)), String::new());
                };
                let chance = self.chance_words(&self.odds(id, weapon, target, mode, false));
                let detail = format!("{}, {chance}", in_inches(self.gap(id, target)));
                (format!("{}: {} at {}", self.name(id), weapon.name(), self.name(target)), detail)
            }
            Attack::Fire { .. } => (format!("{} fires", self.name(id)), String::new()),
            Attack::Sweep { middle, bearing } => {
                let touched = self.swept(id, middle, bearing, mode);
                let each =
                    touched.iter().map(|(t, odds)| format!("{} {}", self.name(*t), self.chance_words(odds)));
                let detail = format!(
                    "12 inches {} to {}, {}: {}",
                    compass(bearing % 3600 + 1800),
                    compass(bearing),
                    self.place(middle),
                    list(each)
                );
                (
                    format!("{}: sweep {}", self.name(id), count(touched.len() as u32, "stand", "stands")),
                    detail,
                )
            }
            Attack::Gas { at: p } => {
                let odds = self.gas_odds(id, p, mode);
                let (needed, why) = (odds.needed(), reasons(&odds.modifiers));
                let left = count(self.stand(id).gas, "canister left", "canisters left");
                let dead = self.gassed(self.side(id), p);
                let dead =
                    if dead.is_empty() { "no stand that is known".to_owned() } else { self.names(&dead) };
                (
                    format!("{}: gas {}", self.name(id), self.place(p)),
                    format!("on the mark with {needed} or more{why}, there it kills {dead}; {left}"),
                )
            }
        }
    }

    pub(crate) fn order_words(&self, order: &Order) -> String {
        let row = self.in_words(order);
        // What stays undone is said before it is given, and is no part of the order.
        if row.detail.is_empty() || *order == Order::EndStep {
            row.label
        } else {
            format!("{}: {}", row.label, row.detail)
        }
    }

    /// An order in words, only from what its own side may know.
    pub fn in_words(&self, order: &Order) -> Row {
        let row = |group: &str, label: String, detail: String| Row { label, detail, group: group.to_owned() };
        let known = |id: &StandId| id.index() < self.now.stands.len();
        let name = |id: &StandId| if known(id) { self.name(*id) } else { format!("stand {}", id.0) };
        match order {
            Order::Deploy { stand, at: p, facing } => row(
                "Set up",
                format!("{}: {}", name(stand), self.place(*p)),
                format!("facing {}, {}", compass(*facing), measured(*p)),
            ),
            Order::DeployPrinted { unit: None } => {
                let by_hand = self.ids().any(|id| {
                    self.now.ask.is_some_and(|(side, _)| self.side(id) == side)
                        && self.is_deployed_by_hand(id)
                        && self.on_board(id)
                });
                let detail = if by_hand { "also of the stands that you have set up" } else { "" };
                row("Set up", "Take all printed places".to_owned(), detail.to_owned())
            }
            Order::DeployPrinted { unit: Some(unit) } => {
                let troop = self.battle.troops.get(unit.index());
                row(
                    "Set up",
                    format!("Printed places of {}", troop.map_or("a unit", |t| &t.name)),
                    String::new(),
                )
            }
            Order::Land { cylinder, at: p, turn } => row(
                "Set up",
                format!("{} lands in turn {turn}", name(cylinder)),
                format!("{}, {}", self.place(*p), measured(*p)),
            ),
            Order::Attack { stand, attack } => {
                let mode = if matches!(self.now.ask, Some((_, Ask::Shot { .. }))) {
                    Mode::Melee
                } else {
                    Mode::Phase
                };
                let (label, detail) = self.attack_words(*stand, *attack, mode);
                row("Fire", label, detail)
            }
            Order::Pick { stand, strategic } if known(stand) => self.pick_row(*stand, *strategic),
            Order::Pick { stand, .. } => row("Move", format!("Pick {}", name(stand)), String::new()),
            Order::Enter { stand, at: p, strategic } => {
                let how = if *strategic { "by a strategic move" } else { "by an ordinary move" };
                row(
                    "Move",
                    format!("{} enters {}", name(stand), self.place(*p)),
                    format!("{how}, {}", measured(*p)),
                )
            }
            Order::Emerge { machine, bearing } => row(
                "Move",
                format!("{} leaves its cylinder", name(machine)),
                format!("to the {}", compass((bearing % 360) * 10)),
            ),
            Order::Go { path, facing } => match self.now.active {
                Some(active) => self.go_row(&active, path, *facing, false),
                None => row("Move", "Move".to_owned(), String::new()),
            },
            Order::Continue { stand, path, facing } if known(stand) => {
                self.go_row(&self.rest(*stand), path, *facing, true)
            }
            Order::Continue { .. } => row("Move", "Go on".to_owned(), String::new()),
            Order::Stay { facing } => {
                let own = self.now.active.map(|a| self.stand(a.stand).facing);
                let label = if own == Some(*facing) {
                    "Stay".to_owned()
                } else {
                    format!("Turn to {}", compass(*facing))
                };
                row("Move", label, "no change of place".to_owned())
            }
            Order::March { unit, shift, strategic } => self.march_row(*unit, *shift, *strategic),
            Order::Look { stand } => {
                row("Look", format!("Lines of sight of {}", name(stand)), "a question, no order".to_owned())
            }
            Order::Flee => {
                let side = self.now.phase.side();
                let runs: Vec<StandId> = self.fielded(side).filter(|id| self.owes_flight(*id)).collect();
                let detail = format!("each with its own dice: {}", self.names(&runs));
                row("Move", "All flee from the gas as proposed".to_owned(), detail)
            }
            Order::React { holder, attack, mark } => {
                let moment = match self.now.ask {
                    Some((_, Ask::Watch { moment, .. })) => moment,
                    _ => Moment::Before,
                };
                let then = if moment == Moment::During { self.imagined_at(*mark) } else { None };
                let (label, detail) =
                    then.as_ref().unwrap_or(self).attack_words(*holder, *attack, Mode::Watch(moment));
                row("Overwatch", label, detail)
            }
            Order::Pass => row("Overwatch", "Let it pass".to_owned(), String::new()),
            Order::Hold => row(
                "Overwatch",
                "Hold fire until the enemy has moved".to_owned(),
                "no further questions before that".to_owned(),
            ),
            Order::Combat { mover } => {
                row("Close combat", format!("Fight the combat of {}", name(mover)), String::new())
            }
            Order::Weapon { gun } => {
                let ship = self.now.weapons.first();
                let weapon = ship
                    .and_then(|s| self.guns(*s).find(|(n, _)| n == gun))
                    .map_or("weapon", |(_, w)| w.name());
                row("Damage", format!("It loses a {weapon}"), String::new())
            }
            Order::Mark { stands } if stands.is_empty() => {
                row("Overwatch", "No overwatch".to_owned(), String::new())
            }
            Order::Mark { stands } => {
                let names = list(stands.iter().map(name));
                row(
                    "Overwatch",
                    format!("Overwatch: {}", count(stands.len() as u32, "stand", "stands")),
                    names,
                )
            }
            Order::EndStep => match self.now.ask {
                Some((side, Ask::Deploy)) => {
                    row("Step", "Done placing".to_owned(), self.done_placing_words(side))
                }
                _ => row("Step", "End the step".to_owned(), String::new()),
            },
            Order::Resign => row("Step", "Give up the battle".to_owned(), "a decisive loss".to_owned()),
        }
    }

    /// That the set-up ends, and whose guns nobody guards.
    fn done_placing_words(&self, side: Side) -> String {
        let alone: Vec<StandId> = self.unguarded(side).collect();
        let mut units: Vec<UnitId> = alone.iter().map(|id| self.unit(*id)).collect();
        units.dedup();
        let whose = list(units.iter().map(|unit| self.troop(*unit).name.clone()));
        match alone.len() {
            0 => "the set-up of your side is over".to_owned(),
            1 => format!("one gun stands alone, no other troops within {GUARD} inches: {whose}"),
            n => format!("{n} guns stand alone, no other troops within {GUARD} inches: {whose}"),
        }
    }

    fn pick_row(&self, id: StandId, strategic: bool) -> Row {
        let profile = self.profile(id);
        let detail = match (strategic, profile.side) {
            (true, _) => format!("strategic: {} inches, no fire, easier to hit", profile.strategic),
            (_, Side::Martian) => in_inches(self.machine_allowance(id)),
            _ if profile.ty.is_ship() => "ship".to_owned(),
            _ if self.is_pinned(id) => "fired: may only turn".to_owned(),
            _ => count(profile.dice, "die", "dice"),
        };
        let verb = if strategic { "March" } else { "Move" };
        Row { label: format!("{verb} {}", self.name(id)), detail, group: "Move".to_owned() }
    }

    fn march_row(&self, unit: UnitId, shift: P, strategic: bool) -> Row {
        let group = "March".to_owned();
        let Some(troop) = self.battle.troops.get(unit.index()).filter(|_| shift.in_bounds()) else {
            return Row { label: "A unit marches".to_owned(), detail: String::new(), group };
        };
        let far = ((P::default().far(shift) / 10.0).round()) as i32;
        let verb = if strategic { "marches" } else { "moves" };
        let label = format!(
            "All of {} {verb} {}, {}",
            troop.name,
            compass(P::default().heading(shift)),
            in_inches(far)
        );
        let (number, hazards) = self.march_words(unit, shift, strategic);
        let stands = count(number as u32, "stand", "stands");
        let how = match (strategic, troop.side) {
            (true, _) => format!("{stands} by a strategic move: no fire, easier to hit"),
            (_, Side::Human) => {
                format!("{stands}, each with its own dice, kept together as far as they carry")
            }
            (_, Side::Martian) => format!("{stands}, side by side"),
        };
        // With dice as they fall in the mean: what is in the way is so with others, too.
        let detail = list(std::iter::once(how).chain(hazards));
        Row { label, detail, group }
    }

    fn go_row(&self, active: &Active, path: &[P], facing: u16, continued: bool) -> Row {
        let mut found = None;
        self.visit_ideas(active, continued, &mut |idea, offered, _| {
            if offered == path {
                found = Some(idea);
                return true;
            }
            false
        });
        let end = path.last().copied().unwrap_or_default();
        let label = found.map_or_else(
            || format!("Go {}", way_words(self.stand(active.stand).at, end)),
            |idea| self.idea_words(&idea),
        );
        let detail = match self.judge_go(active, path, facing, continued) {
            Ok(plan) => {
                let stop =
                    plan.course.stop.map_or(String::new(), |e| format!(", stopped by {}", self.name(e)));
                let ashore = match path.last() {
                    Some(end) if self.ty(active.stand).is_ship() && plan.course.end != *end && !plan.exit => {
                        ", stopped by the shore or the edge"
                    }
                    _ => "",
                };
                let gas = if self.gas_crossed(active.stand, &plan.course.walked) {
                    ", into black gas: the stand is lost"
                } else {
                    ""
                };
                format!("{} of {}{stop}{ashore}{gas}", inches(plan.cost), in_inches(active.allowance))
            }
            Err(refusal) => refusal.why.into_owned(),
        };
        Row { label, detail, group: "Move".to_owned() }
    }

    fn idea_words(&self, idea: &Idea) -> String {
        let area = |n: &usize| title(&self.map().areas[*n].id);
        let line = |n: &usize| title(&self.map().lines[*n].id);
        match idea {
            Idea::Flee => "Run from the gas".to_owned(),
            Idea::Contact { enemy, side: "near" } => format!("Advance on {}", self.name(*enemy)),
            Idea::Contact { enemy, side } => format!("Go for the {side} of {}", self.name(*enemy)),
            Idea::Storm { cylinder } => format!("Storm {}", self.name(*cylinder)),
            Idea::Range { enemy, inches } => {
                format!("To {} from {}", in_inches(*inches * 100), self.name(*enemy))
            }
            Idea::Edge { area: n } => format!("To the edge of {}", area(n)),
            Idea::Inside { area: n } => format!("Into {}", area(n)),
            Idea::Ridge { line: n } => format!("Up to {}", line(n)),
            Idea::Along { line: n } => format!("Along {}", line(n)),
            Idea::Goal { name } => format!("Toward {name}"),
            Idea::Join { mate } => format!("Join {}", self.name(*mate)),
            Idea::Compass { bearing, half: false } => format!("Go {}", compass(*bearing)),
            Idea::Compass { bearing, half: true } => format!("Go {}, half way", compass(*bearing)),
            Idea::Fly { inches, turn } => match turn {
                0 => format!("Fly {inches} inches straight"),
                -1 => format!("Fly {inches} inches, turning left"),
                _ => format!("Fly {inches} inches, turning right"),
            },
            Idea::Steer { bearing, speed } => format!("Steer {} at {}", compass(*bearing), in_inches(*speed)),
            Idea::Ram { tripod } => format!("Ram {}", self.name(*tripod)),
            Idea::Near { tripod } => format!("Toward {}", self.name(*tripod)),
        }
    }
}

/// What made a roll harder or easier, in brackets; nothing where nothing did.
fn reasons(modifiers: &[Modifier]) -> String {
    let why = list(modifiers.iter().map(|m| modifier(*m).to_owned()));
    if why.is_empty() { why } else { format!(" ({why})") }
}

pub(crate) fn modifier(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Range => "long range",
        Modifier::Cover => "cover",
        Modifier::Movement => "during movement",
        Modifier::Flyer => "at a flyer",
        Modifier::Strategic => "target on the march",
    }
}
