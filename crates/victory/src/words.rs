//! Everything in words: what happened, what is asked, what can be answered. Prices and odds are in `choices.rs`.

use crate::event::{Crew, From, Test, What};
use crate::kinds::{Hit, Icon, Maneuver, UnitId};
use crate::order::{Act, Ask, Cloud, Order};
use crate::spotting::RANGE;
use crate::state::{Ending, Phase, Plane, State};
use geometry::{Facing, Hex};

/// "1 hex", "2 hexes".
pub(crate) fn many(n: impl Into<i32>, one: &str, more: &str) -> String {
    let n: i32 = n.into();
    format!("{n} {}", if n == 1 { one } else { more })
}

fn hex(at: Hex) -> String {
    format!("column {}, level {}", at.x, at.y)
}

fn toward(facing: Facing) -> &'static str {
    match facing {
        Facing::E => "level, heading right",
        Facing::W => "level, heading left",
        Facing::Ne => "climbing, heading right",
        Facing::Nw => "climbing, heading left",
        Facing::Se => "diving, heading right",
        Facing::Sw => "diving, heading left",
    }
}

pub(crate) fn signed(n: i8) -> String {
    if n > 0 { format!("+{n}") } else { n.to_string() }
}

fn face(hit: Hit) -> &'static str {
    match hit {
        Hit::Miss => "missed",
        Hit::One => "1 hit",
        Hit::Two => "2 hits",
        Hit::Three => "3 hits",
        Hit::Destroyed => "component destroyed",
    }
}

fn crew(crew: Crew) -> &'static str {
    match crew {
        Crew::Pilot => "the pilot",
        Crew::Gunner(0) => "the gunner",
        Crew::Gunner(_) => "the second gunner",
    }
}

impl State {
    pub(crate) fn name(&self, plane: u8) -> &str {
        self.table.names.get(usize::from(plane)).map_or("a plane", String::as_str)
    }

    pub(crate) fn unit_name(&self, unit: UnitId) -> &str {
        match (unit.as_plane(), unit.as_ground()) {
            (Some(i), _) => self.name(i as u8),
            (_, Some(i)) => self.table.ground_names.get(i).map_or("a target", String::as_str),
            _ => "nobody",
        }
    }

    fn gun_name(&self, plane: u8, gun: u8) -> &str {
        let weapons = &self.kind_of(self.plane(plane)).weapons;
        weapons.get(usize::from(gun)).map_or("gun", |w| w.position.as_str())
    }

    /// What happened, in words.
    pub(crate) fn words(&self, what: &What) -> String {
        let name = |plane: u8| self.name(plane);
        match what {
            What::RoundBegan { round } => format!("Round {round}."),
            What::PhaseBegan { phase } => format!("The {} phase.", phase.name()),
            What::PhaseSkipped { phase } => skipped(*phase).to_owned(),
            What::DieWaits { lies } => {
                format!(
                    "{lies} was laid down for now, but another die is rolled: chance decides, and it waits."
                )
            }
            What::FirstToPlace { side, allied, german } => {
                format!("The Allies roll {allied}, the Germans {german}: the {} place first.", side.name())
            }
            What::Placed { plane, at } => format!("{} starts at {}.", name(*plane), hex(*at)),
            What::SunSet { side, time } => {
                let time = self.content().times.iter().find(|t| t.d6 == *time);
                format!("The {} choose the time: {}.", side.name(), time.map_or("day", |t| t.name.as_str()))
            }
            What::CloudPlaced { side, cloud } => match cloud {
                None => format!("The {} place no cloud.", side.name()),
                Some(cloud) => format!("The {} place {}.", side.name(), cloud_words(*cloud)),
            },
            What::FlakPlaced { unit, mega, heavy } => {
                let weight = if *heavy { "heavy flak" } else { "flak" };
                format!("{} lays {weight} around {}.", self.unit_name(*unit), hex(mega.0))
            }
            What::Tested { test, unit, target, colour, icon, far } => {
                let words = self.test_words(*test, *unit, *target, colour.name(), *icon);
                match far {
                    None => format!("{words}."),
                    Some(n) => format!(
                        "{words}, but not seen: {n} MegaHexes are too far, a plain success spots up to {}, a critical up to {RANGE}.",
                        RANGE - 1
                    ),
                }
            }
            What::Spotted { unit, target } => {
                format!("{} has {} in sight.", self.unit_name(*unit), self.unit_name(*target))
            }
            What::SightLost { unit, target } => {
                format!("{} loses sight of {}.", self.unit_name(*unit), self.unit_name(*target))
            }
            What::TieRolled { plane, roll } => format!("{} rolls {roll} for the order.", name(*plane)),
            What::OrderSet { order } => {
                let names: Vec<&str> = order.iter().map(|i| name(*i)).collect();
                format!("They move in this order: {}.", names.join(", "))
            }
            What::Tails { plane, target } => format!("{} tails {}.", name(*plane), name(*target)),
            What::TailingBroken { plane, target } => {
                format!("{} shakes {} off.", name(*target), name(*plane))
            }
            What::Throttle { plane, to } => format!("{} sets the throttle to {to}.", name(*plane)),
            What::Begun { plane, maneuver, loss, cue } => {
                let cost =
                    if *loss == 0 { String::new() } else { format!(" It costs {loss} speed, cue {cue}.") };
                format!("{} begins: {}.{cost}", name(*plane), self.maneuver_name(*maneuver))
            }
            What::Entered { plane, at, .. } => format!("{} enters {}.", name(*plane), hex(*at)),
            What::Turned { plane, facing, inverted } => {
                let over = if *inverted { ", upside down" } else { "" };
                format!("{} is {}{over}.", name(*plane), toward(*facing))
            }
            What::Dropped { plane, at } => format!("{} falls to {}.", name(*plane), hex(*at)),
            What::Shifted { plane, at } => format!("{} falls behind to {}.", name(*plane), hex(*at)),
            What::MoveOver { plane, cue, speed } => {
                format!("{} ends its move with cue {cue}, speed {speed}.", name(*plane))
            }
            What::Stalled { plane } => format!("{} stalls.", name(*plane)),
            What::Recovered { plane, speed } => format!("{} recovers at speed {speed}.", name(*plane)),
            What::CrackedUp { plane, at, by } => {
                let score = by.map_or_else(String::new, |by| format!(" {} scores.", self.unit_name(by)));
                format!("{} breaks up and falls to column {}.{score}", name(*plane), at.x)
            }
            What::Crashed { plane, at } => format!("{} crashes at {}.", name(*plane), hex(*at)),
            What::Exploded { plane } => format!("{} explodes.", name(*plane)),
            What::Landed { plane, hard } => {
                format!("{} lands {}.", name(*plane), if *hard { "hard" } else { "smoothly" })
            }
            What::Left { plane, east, safe } => {
                let side = if *east { "right" } else { "left" };
                let how = if *safe { "" } else { ", not under control" };
                format!("{} leaves the map on the {side}{how}.", name(*plane))
            }
            What::Collided { plane, with } => format!("{} and {} collide.", name(*plane), name(*with)),
            What::FrozenBy { side, plane, hexes, time } => format!(
                "The {} freeze time after {} of {}: {time} of 11.",
                side.name(),
                many(*hexes, "hex", "hexes"),
                name(*plane)
            ),
            What::Shot { from, target, colour, hit, distance, shifts, long, .. } => {
                let who = match from {
                    From::Gun { plane, gun } => format!("{} ({})", name(*plane), self.gun_name(*plane, *gun)),
                    From::Ground { unit } => self.unit_name(*unit).to_owned(),
                    From::Flak => "Flak".to_owned(),
                    From::Fire => "The fire".to_owned(),
                    From::Storm => "The storm".to_owned(),
                };
                let burst = if *long { ", a long burst" } else { "" };
                let far = if *distance == 0 {
                    String::new()
                } else {
                    format!(" at {}", many(*distance, "hex", "hexes"))
                };
                let list: Vec<String> =
                    shifts.iter().map(|s| format!("{} {}", s.why.name(), signed(s.by))).collect();
                let list = if list.is_empty() { String::new() } else { format!(" ({})", list.join(", ")) };
                format!(
                    "{who} at {}{far}{burst}: {} die{list}, {}.",
                    self.unit_name(*target),
                    colour.name(),
                    face(*hit)
                )
            }
            What::PartHit { plane, natural, roll, part, .. } => {
                let moved = match natural.cmp(roll) {
                    std::cmp::Ordering::Less => format!(", {roll} from the rear"),
                    std::cmp::Ordering::Equal => String::new(),
                    std::cmp::Ordering::Greater => format!(", {roll} head-to-head"),
                };
                format!("The d20 shows {natural}{moved}: {} is hit in the {}.", name(*plane), part.name())
            }
            What::Structure { plane, disc } => format!("{}: structure damage {disc}.", name(*plane)),
            What::ControlHit { plane, control, disc, dead } => {
                let end = if *dead { ", useless" } else { "" };
                format!("{}: {} damage {disc}{end}.", name(*plane), control.name())
            }
            What::Engine { plane, disc } => format!("{}: engine damage {disc}.", name(*plane)),
            What::Seized { plane } => format!("The engine of {} stops for good.", name(*plane)),
            What::Leaking { plane, rounds } => {
                format!("{} leaks: {} of fuel left.", name(*plane), many(*rounds, "round", "rounds"))
            }
            What::LeakRolled { plane, hit } => {
                let end = if *hit == Hit::Destroyed { "a spark" } else { "no spark" };
                format!("The leak of {}: {end}.", name(*plane))
            }
            What::CaughtFire { plane } => format!("{} catches fire.", name(*plane)),
            What::FireOut { plane } => format!("The fire aboard {} is out.", name(*plane)),
            What::Wounded { plane, crew: who } => format!("{}: {} is wounded.", name(*plane), crew(*who)),
            What::Killed { plane, crew: who } => format!("{}: {} is killed.", name(*plane), crew(*who)),
            What::Jammed { plane, gun } => {
                format!("{}: the gun of the {} jams.", name(*plane), self.gun_name(*plane, *gun))
            }
            What::Cleared { plane, gun } => {
                format!("{}: the gun of the {} is clear again.", name(*plane), self.gun_name(*plane, *gun))
            }
            What::Reloaded { plane, gun } => {
                format!("{}: the {} has reloaded.", name(*plane), self.gun_name(*plane, *gun))
            }
            What::OutOfAmmunition { plane, gun } => {
                format!("{}: the {} is out of ammunition.", name(*plane), self.gun_name(*plane, *gun))
            }
            What::Fouled { plane } => format!("The goggles of {} are fouled.", name(*plane)),
            What::TargetHit { unit, hits } => {
                format!("{} has taken {}.", self.unit_name(*unit), many(*hits, "hit", "hits"))
            }
            What::TargetDestroyed { unit } => format!("{} is destroyed.", self.unit_name(*unit)),
            What::BalloonSank { unit, level } => {
                format!("{} is winched down to level {level}.", self.unit_name(*unit))
            }
            What::BalloonSafe { unit } => format!("{} is safe on the ground.", self.unit_name(*unit)),
            What::Crossed { plane, crossings } => {
                format!("{} flies past the target: crossing {crossings}.", name(*plane))
            }
            What::Over { winner, how } => {
                let why = self.why_over(&Ending { winner: *winner, how: *how });
                match winner {
                    Some(side) => format!("The {} win: {why}.", side.name()),
                    None => format!("A draw: {why}."),
                }
            }
        }
    }

    fn test_words(&self, test: Test, unit: UnitId, target: Option<UnitId>, die: &str, icon: Icon) -> String {
        let who = self.unit_name(unit);
        let aim = target.map_or("", |t| self.unit_name(t));
        let icon = match icon {
            Icon::Failure => "failure",
            Icon::Success => "success",
            Icon::Critical => "critical",
        };
        match test {
            Test::Structural => format!("Structural test of {who}: {die} die, {icon}"),
            Test::Handling => format!("Handling test of {who}: {die} die, {icon}"),
            Test::Landing => format!("{who} touches down: {die} die, {icon}"),
            Test::Spotting => format!("{who} looks for {aim}: {die} die, {icon}"),
            Test::Extinguish => format!("{who} tries to put the fire out: {die} die, {icon}"),
            Test::Clear => format!("{who} tries to clear a gun: {die} die, {icon}"),
            Test::Flak => format!("Flak around {who}: {die} die, {icon}"),
            Test::Bombing => format!("{who} bombs {aim}: {die} die, {icon}"),
        }
    }

    pub(crate) fn maneuver_name(&self, maneuver: Maneuver) -> &str {
        &self.content().maneuver(maneuver).name
    }

    pub(crate) fn ask_words(&self, ask: &Ask) -> String {
        match ask {
            Ask::Place { plane } => format!("Place {}.", self.name(*plane)),
            Ask::Sun { side } => format!("{}: choose the time of day.", side.name()),
            Ask::Cloud { side } => format!("{}: place a cloud, or none.", side.name()),
            Ask::Flak { unit } => format!("{}: where does its flak burst?", self.unit_name(*unit)),
            Ask::Look { plane } => format!("{}: whom does the pilot look for?", self.name(*plane)),
            Ask::Fly { plane } => {
                let p = self.plane(*plane);
                let left = many(p.mp.max(0), "movement point", "movement points");
                format!("{}: a move of {left}.", self.name(*plane))
            }
            Ask::Window { plane, .. } => format!("{} has entered a hex. Interrupt?", self.name(*plane)),
            Ask::Due { plane } => format!("Time stands still: does {} turn now?", self.name(*plane)),
            Ask::Gun { plane, gun } => {
                format!("{}: what does the {} do?", self.name(*plane), self.gun_name(*plane, *gun))
            }
            Ask::Bombs { plane } => format!("{}: drop the bombs?", self.name(*plane)),
            Ask::Ground { unit } => format!("{}: at whom does it fire?", self.unit_name(*unit)),
            Ask::Over => "The match is over.".to_owned(),
        }
    }

    pub(crate) fn order_words(&self, order: &Order) -> String {
        match order {
            Order::Place { hex: at } => format!("Start at {}", hex(*at)),
            Order::Sun { time } => {
                let row = self.content().times.iter().find(|t| t.d6 == *time);
                row.map_or_else(|| "Another time".to_owned(), |t| capital(&t.name))
            }
            Order::Cloud { cloud } => capital(&cloud_words(*cloud)),
            Order::NoCloud => "No cloud".to_owned(),
            Order::Flak { mega } => format!("Flak around {}", hex(mega.0)),
            Order::NoFlak => "No flak".to_owned(),
            Order::Look { target } => format!("Look for {}", self.unit_name(*target)),
            Order::LookAround => "Look for everybody".to_owned(),
            Order::LookAway => "Look for nobody else".to_owned(),
            Order::Act(act) => match self.now.ask {
                Ask::Fly { plane } => self.act_label(self.plane(plane), *act),
                _ => self.act_words(*act),
            },
            Order::Move { acts } => {
                let list: Vec<String> = acts.left().iter().map(|a| self.act_words(*a)).collect();
                format!("A whole move: {}", list.join("; "))
            }
            Order::Freeze => "Freeze time".to_owned(),
            Order::GroundFire { unit } => format!("{} fires", self.unit_name(*unit)),
            Order::Pass => "Let it pass".to_owned(),
            Order::StandDown => "Let the whole move pass".to_owned(),
            Order::TurnNow => "Turn now".to_owned(),
            Order::TurnLater => "Turn later".to_owned(),
            Order::Fire { target, long: false } => format!("Fire at {}", self.unit_name(*target)),
            Order::Fire { target, long: true } => format!("A long burst at {}", self.unit_name(*target)),
            Order::Clear => "Clear the gun".to_owned(),
            Order::Hold => "Hold".to_owned(),
            Order::Bombs { target } => format!("Bomb {}", self.unit_name(*target)),
        }
    }

    /// An act of a plane that stands so: on the first hex it finishes what the last round left over (WV-TRN-06).
    pub(crate) fn act_label(&self, p: &Plane, act: Act) -> String {
        match (p.running, act) {
            (Some(run), Act::Straight) => {
                let name = self.maneuver_name(run.maneuver);
                format!("Finish the {}", name.to_lowercase())
            }
            _ => self.act_words(act),
        }
    }

    pub(crate) fn act_words(&self, act: Act) -> String {
        match act {
            Act::Throttle { to } => format!("Throttle {to}"),
            Act::Straight => "Straight on".to_owned(),
            Act::Level => "Level off".to_owned(),
            Act::Begin { maneuver } => self.maneuver_name(maneuver).to_owned(),
            Act::Land => "Land".to_owned(),
            Act::End => "End the move".to_owned(),
        }
    }
}

/// Why nothing happens in a phase.
fn skipped(phase: Phase) -> &'static str {
    match phase {
        Phase::Flak => "No flak phase: no flak fires here.",
        Phase::Spotting => "Nobody has anybody new to look for.",
        Phase::Combat => "Nobody fires.",
        Phase::SetUp | Phase::OrderOfMovement | Phase::Movement | Phase::EndOfRound => "Nothing to do.",
    }
}

fn cloud_words(cloud: Cloud) -> String {
    match cloud {
        Cloud::Cumulus { mega } => format!("a cumulus around {}", hex(mega.0)),
        Cloud::MediumStratus => "a medium stratus".to_owned(),
        Cloud::HighStratus => "a high stratus".to_owned(),
    }
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}
