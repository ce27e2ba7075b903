//! Every legal order with its price, its odds and its risk, in words.

use crate::combat::Shot;
use crate::dashboard::cue_of;
use crate::event::Why;
use crate::kinds::{Colour, Hit, Icon, Side, Skill, UnitId};
use crate::map::Mega;
use crate::movement::final_speed;
use crate::order::{Act, Ask, Cloud, Order};
use crate::state::{Fate, Plane, State};
use crate::words::{capital, many, signed};
use table::{Row, SeatId};

fn row(group: &str, label: impl Into<String>, detail: impl Into<String>) -> Row {
    Row { label: label.into(), detail: detail.into(), group: group.to_owned() }
}

impl State {
    /// A legal order with what it costs, how likely it is and what it risks.
    pub(crate) fn row_of(&self, seat: SeatId, order: &Order) -> Row {
        let label = self.order_words(order);
        let (group, detail) = match *order {
            Order::Act(act) => match self.now.ask {
                Ask::Fly { plane } => return self.act_row(self.plane(plane), act),
                _ => ("Move", "Not now.".to_owned()),
            },
            Order::Fire { target, long } => ("Fire", self.fire_detail(target, long)),
            Order::Clear => ("Fire", self.clear_detail()),
            Order::Hold => match self.now.ask {
                Ask::Bombs { .. } => ("Bombs", "Keep the bombs aboard.".to_owned()),
                _ => ("Fire", "Save the ammunition.".to_owned()),
            },
            Order::Bombs { target } => ("Bombs", self.bombs_detail(target)),
            Order::Look { target } => ("Look", self.look_detail(target)),
            Order::LookAround => {
                let n = self.now.to_test.count_ones() as i32;
                let turns = if n > 1 { ", one after the other" } else { "" };
                ("Look", format!("{}{turns}.", many(n, "spotting test", "spotting tests")))
            }
            Order::LookAway => {
                ("Look", "No test; who is not seen now stays unseen in this round.".to_owned())
            }
            Order::Freeze => ("Interrupt", self.freeze_detail()),
            Order::GroundFire { unit } => ("Interrupt", self.ground_fire_detail(unit)),
            Order::Pass => ("Interrupt", "You will be asked at the next hex.".to_owned()),
            Order::StandDown => ("Interrupt", "You will not be asked again during this move.".to_owned()),
            Order::Place { hex } => {
                let ahead = if seat.index() == Side::Allied.index() { "right" } else { "left" };
                ("Place", format!("Level {}, heading {ahead}.", hex.y))
            }
            Order::Sun { time } => ("Sky", self.sun_detail(time)),
            Order::Cloud { cloud } => ("Sky", cloud_detail(cloud).to_owned()),
            Order::NoCloud => ("Sky", "The sky stays as it is.".to_owned()),
            Order::Flak { mega } => ("Flak", self.flak_detail(seat, mega)),
            Order::NoFlak => ("Flak", "This emplacement is silent in this round.".to_owned()),
            Order::TurnNow => ("Move", "The nose turns before the fire.".to_owned()),
            Order::TurnLater => ("Move", "The nose stays as it is until time goes on.".to_owned()),
            Order::Move { .. } => {
                ("Move", "Flown act by act until a die or somebody comes between.".to_owned())
            }
        };
        row(group, label, detail)
    }

    /// An act of a plane that stands so, or would.
    pub(crate) fn act_row(&self, before: &Plane, act: Act) -> Row {
        let label = self.act_label(before, act);
        let mut after = *before;
        let mut hexes = 0;
        self.rehearse(&mut after, act, &mut |_| hexes += 1);
        let (group, detail) = match act {
            Act::Throttle { to } => {
                let speed = final_speed(&Plane { throttle: to, ..*before });
                let band = before.band().name();
                ("Throttle", format!("Speed {speed} after level flight in the {band} band."))
            }
            Act::End => {
                let speed = final_speed(before);
                let risk = self.speed_risk(before, speed);
                ("End", format!("Speed {speed} in the next round{risk}."))
            }
            Act::Land if self.is_rough(before.at.next(before.facing)) => {
                ("Move", "There is no ground to land on: a crash.".to_owned())
            }
            Act::Land => {
                let (good, critical) = self.test_odds(self.handling_die(before));
                ("Move", format!("A handling test: a crash {} in 6.", 6 - good - critical))
            }
            Act::Begin { .. } => ("Maneuver", self.move_detail(before, &after, act, hexes)),
            Act::Straight | Act::Level => ("Move", self.move_detail(before, &after, act, hexes)),
        };
        row(group, label, detail)
    }

    /// Straight on to the last movement point.
    pub(crate) fn glide_row(&self, before: &Plane, after: &Plane, hexes: usize) -> Row {
        let hexes = i32::try_from(hexes).unwrap_or(i32::MAX);
        row("Move", "Straight to the end", self.move_detail(before, after, Act::Straight, hexes))
    }

    fn move_detail(&self, before: &Plane, after: &Plane, act: Act, hexes: i32) -> String {
        let mut parts = Vec::new();
        if hexes > 0 {
            parts.push(many(hexes, "hex", "hexes"));
        } else if act == Act::Level {
            parts.push("free".to_owned());
        }
        let (from, to) = (cue_of(before.initial, before.delta), cue_of(after.initial, after.delta));
        if after.stalled && !before.stalled {
            parts.push("then a stall".to_owned());
        } else if from != to {
            parts.push(format!("speed {}", signed(to - from)));
        }
        if after.in_play() {
            if after.at.y != before.at.y {
                parts.push(format!("to level {}", after.at.y));
            }
            if after.running.is_some() {
                parts.push("finished in the next round".to_owned());
            } else if after.mp > 0 {
                parts.push(format!("{} left", many(after.mp, "point", "points")));
            } else if hexes > 0 {
                parts.push("ends the move".to_owned());
            }
        } else if after.fate == Fate::Destroyed {
            parts.push("ends in a crash".to_owned());
        } else {
            parts.push("leaves the map".to_owned());
        }
        if let Act::Begin { maneuver } = act {
            let row = self.content().maneuver(maneuver);
            if row.recruit_test && before.skill() == Skill::Recruit {
                let (good, critical) = self.test_odds(self.handling_die(before));
                parts.push(format!("handling test first, a stall {} in 6", 6 - good - critical));
            }
            if !row.fire_ok {
                parts.push("no fire this round".to_owned());
            }
            if row.breaks_tailing {
                parts.push("shakes off a tail".to_owned());
            }
        }
        format!("{}.", capital(&parts.join(", ")))
    }

    /// What a speed in the next round would mean.
    pub(crate) fn speed_risk(&self, p: &Plane, speed: i8) -> &'static str {
        let strip = self.kind_of(p).strip(p.band());
        if p.stalled || strip.is_stall(speed) {
            ": a stall"
        } else if strip.is_candy(speed) {
            ": the plane breaks up"
        } else if strip.is_red(speed) {
            ": a structural test"
        } else {
            ""
        }
    }

    /// Faces of a test die that succeed, and that are critical.
    pub(crate) fn test_odds(&self, die: Colour) -> (usize, usize) {
        let faces = &self.content().test[die.index().min(4)];
        let count = |icon| faces.iter().filter(|f| **f == icon).count();
        (count(Icon::Success), count(Icon::Critical))
    }

    fn look_detail(&self, target: UnitId) -> String {
        let Ask::Look { plane } = self.now.ask else { return "A spotting test.".to_owned() };
        let die = self.spotting_die(UnitId(plane), target);
        let (good, critical) = self.test_odds(die);
        let far = self.too_far(UnitId(plane), target);
        let odds = critical + if far.is_none() { good } else { 0 };
        let why =
            far.map_or_else(String::new, |n| format!("; {n} MegaHexes are too far for a plain success"));
        format!("A spotting test: {} die, seen {odds} in 6{why}.", die.name())
    }

    fn clear_detail(&self) -> String {
        let Ask::Gun { plane, gun } = self.now.ask else { return "Takes the place of firing.".to_owned() };
        let die = self.clearing_die(plane, usize::from(gun));
        let (good, critical) = self.test_odds(die);
        let level = self.plane(plane).level;
        let odds = critical + if level { good } else { 0 };
        let why = if level { "" } else { ", since the plane maneuvered" };
        format!("Takes the place of firing: {} die, clear {odds} in 6{why}.", die.name())
    }

    fn bombs_detail(&self, target: UnitId) -> String {
        let Ask::Bombs { plane } = self.now.ask else { return "One drop uses up the load.".to_owned() };
        let die = self.bombing_die(plane);
        let (near, direct) = self.test_odds(die);
        format!(
            "{} die: near miss {near} in 6, direct hit {direct} in 6. Uses up the load on {}.",
            capital(die.name()),
            self.unit_name(target)
        )
    }

    fn freeze_detail(&self) -> String {
        let Ask::Window { plane, hexes } = self.now.ask else { return "Once a round.".to_owned() };
        let time = self.elapsed(hexes, self.plane(plane).initial);
        format!("At {time} of 11: the others of the group move as long, then all may fire. Once a round.")
    }

    fn sun_detail(&self, time: u8) -> String {
        let row = self.content().times.iter().find(|t| t.d6 == time);
        match row.and_then(|t| t.sun(self.table.map.columns)) {
            None => "No sun: nobody is dazzled.".to_owned(),
            Some(sun) => format!(
                "The sun stands at column {}, level {}: who flies before it is hard to see.",
                sun.0.x, sun.0.y
            ),
        }
    }

    fn flak_detail(&self, seat: SeatId, mega: Mega) -> String {
        let heavy = self.now.markers.iter().flatten().any(|m| m.mega == mega);
        let here = |own: bool| {
            let planes = self.now.planes().iter().filter(|p| p.in_play() && mega.holds(p.at));
            planes.filter(|p| (p.side.index() == seat.index()) == own).count() as i32
        };
        let weight = if heavy { "Heavy flak" } else { "Flak" };
        format!(
            "{weight} for everybody who is or comes there: {} and {} now.",
            many(here(false), "enemy", "enemies"),
            many(here(true), "friend", "friends")
        )
    }

    fn ground_fire_detail(&self, unit: UnitId) -> String {
        let Ask::Window { plane, .. } = self.now.ask else { return "Once a round.".to_owned() };
        self.ground_odds(unit, UnitId(plane)) + " Once a round."
    }

    /// The shot of a ground unit.
    fn ground_odds(&self, unit: UnitId, target: UnitId) -> String {
        let mut list = Vec::new();
        let (Some(unit), Some(plane)) = (unit.as_ground(), target.as_plane()) else { return String::new() };
        let shot = self.visit_ground_shifts(unit, plane, &mut |why, by| list.push((why, by)));
        shot.map_or_else(String::new, |shot| self.odds(&shot, &list))
    }

    fn fire_detail(&self, target: UnitId, long: bool) -> String {
        let (plane, gun) = match self.now.ask {
            Ask::Gun { plane, gun } => (plane, gun),
            Ask::Ground { unit } => return self.ground_odds(unit, target) + " Once a round.",
            _ => return "A burst.".to_owned(),
        };
        let mut list = Vec::new();
        let shot =
            self.visit_shifts(plane, usize::from(gun), target, long, &mut |why, by| list.push((why, by)));
        let price = if long { "Two ammunition, may jam." } else { "One ammunition." };
        format!("{} {price}", self.odds(&shot, &list))
    }

    /// Range, aspect, die and how often it hits.
    fn odds(&self, shot: &Shot, shifts: &[(Why, i8)]) -> String {
        let hits = self.content().combat[shot.colour.index()].iter().filter(|f| **f != Hit::Miss).count();
        let from = shot.aspect.map_or_else(String::new, |a| format!(", {}", a.name()));
        let range = many(shot.distance, "hex", "hexes");
        let list: Vec<String> =
            shifts.iter().map(|(why, by)| format!("{} {}", why.name(), signed(*by))).collect();
        let list = if list.is_empty() {
            String::new()
        } else {
            format!(" ({} {})", shot.base.name(), list.join(", "))
        };
        format!("Range {range}{from}: {} die, hits {hits} in 6{list}.", shot.colour.name())
    }
}

fn cloud_detail(cloud: Cloud) -> &'static str {
    match cloud {
        Cloud::Cumulus { .. } => "Nobody sees through it.",
        Cloud::MediumStratus => {
            "From level 11 to 20: spotting tests from, to and through it lose two colours."
        }
        Cloud::HighStratus => "From level 21 up: spotting tests from and to it lose a colour.",
    }
}
