//! Legal orders with their words: a command, what it costs, brings and risks, and whose it is.

use crate::content::{CardClass, ManeuverCard};
use crate::firing_airplanes::ShotOption;
use crate::order::{Action, Ask, Order, Through};
use crate::preview::{Leaving, Preview};
use crate::state::{State, VehicleId};
use crate::tripods_vs_tripods::ActionCard;
use crate::words;
use table::{Prompt, Row};

/// A card as one would call it across the table: "left 60°, steep".
pub fn maneuver_words(card: &ManeuverCard) -> String {
    let degrees = card.path.turn.as_degrees();
    let turn = if degrees > 180.0 { degrees - 360.0 } else { degrees };
    let to = |amount: f64| if amount > 0.5 { "right" } else { "left" };
    let bend = || {
        if turn.abs() > 0.5 {
            format!("{} {:.0}°", to(turn), turn.abs())
        } else if card.path.right.abs() > 0.5 {
            format!("sideslip {}", to(card.path.right))
        } else {
            "ahead".to_owned()
        }
    };
    let name = match card.class {
        CardClass::Straight if card.path.forward > 0.0 => format!("straight {:.0} mm", card.path.forward),
        CardClass::Straight => "straight".to_owned(),
        CardClass::Turn => bend(),
        CardClass::Stall => "stall".to_owned(),
        CardClass::Immelmann => "Immelmann turn".to_owned(),
        CardClass::Climb => "climb".to_owned(),
        CardClass::Dive => "dive".to_owned(),
        CardClass::Wait => "wait on the ground".to_owned(),
        CardClass::Roll if turn.abs() > 0.5 => format!("roll {}", to(turn)),
        CardClass::Roll => "roll".to_owned(),
        CardClass::Normal => format!("walk {}", bend()),
        CardClass::Running => format!("run {}", bend()),
        CardClass::StandingStill => "stand still".to_owned(),
        CardClass::Reverse => "reverse".to_owned(),
    };
    let marks = [
        card.speed.map(crate::content::Speed::word),
        card.steep.then_some("steep"),
        card.stop.then_some("stop"),
        card.energy.then_some("costs energy"),
    ];
    let marks: Vec<&str> = marks.into_iter().flatten().collect();
    if marks.is_empty() { name } else { format!("{name}, {}", marks.join(", ")) }
}

/// What an action card does, as a command and its price.
pub fn action_words(action: Action) -> (String, &'static str) {
    match action {
        Action::Pass => ("No action".to_owned(), "keeps its energy"),
        Action::Blank => ("Show the blank card".to_owned(), "nothing happens"),
        Action::HeatRay { from } => {
            (format!("Heat-ray, {}", from.name()), "one energy counter; fires in the firing step")
        }
        Action::ChangeFacing { to } => (format!("Face {}", to.name()), "turns on the spot after moving"),
        Action::Recharge { objective: None } => ("Recharge".to_owned(), "gains one energy counter"),
        Action::Recharge { objective: Some(o) } => {
            (format!("Recharge from objective {}", o + 1), "gains the recharge level")
        }
        Action::DestroyObjective { objective: None } => {
            ("Destroy an objective".to_owned(), "where it stands")
        }
        Action::DestroyObjective { objective: Some(o) } => {
            (format!("Destroy objective {}", o + 1), "where it stands")
        }
        Action::BlackSmoke { from } => {
            (format!("Black smoke, {}", from.name()), "one energy counter; a cloud in the firing step")
        }
    }
}

/// What an action card that lies face down means.
pub fn laid_words(card: ActionCard) -> (&'static str, &'static str) {
    match card {
        ActionCard::None => ("No card", "everybody sees that none lies there"),
        ActionCard::HeatRay => ("Heat-ray", "the side is chosen when it is shown"),
        ActionCard::ChangeFacing => ("Change facing", "the direction is chosen when it is shown"),
        ActionCard::Recharge => ("Recharge", "at the end of the phase"),
        ActionCard::DestroyObjective => ("Destroy an objective", "where it stands"),
        ActionCard::BlackSmoke => ("Black smoke", "the side is chosen when it is shown"),
        ActionCard::Blank => ("Blank card", "a bluff: does nothing"),
    }
}

impl State {
    pub(crate) fn row_of(&self, prompt: &Prompt<Ask>, order: &Order) -> Row {
        let (label, detail) = self.command(order);
        Row { label, detail, group: self.heading(prompt) }
    }

    /// Whose decision it is.
    fn heading(&self, prompt: &Prompt<Ask>) -> String {
        match prompt.ask {
            Ask::PlaceField => "The landing field".to_owned(),
            Ask::PlaceObjective { objective } => format!("Objective {}", objective + 1),
            Ask::PlaceTerrain { piece } => {
                format!("Terrain: {}", self.told_terrain(usize::from(piece)))
            }
            Ask::PlaceVehicle { vehicle }
            | Ask::Plan { vehicle }
            | Ask::Fly { vehicle }
            | Ask::Act { vehicle }
            | Ask::FlyStraight { vehicle }
            | Ask::Fire { vehicle }
            | Ask::Ray { vehicle }
            | Ask::Smoke { vehicle }
            | Ask::EarlyFire { vehicle }
            | Ask::Lucky { vehicle }
            | Ask::DrawAgain { vehicle }
            | Ask::Apply { vehicle }
            | Ask::Commit { vehicle }
            | Ask::Drop { vehicle }
            | Ask::Inflict { vehicle, .. } => self.name(vehicle).to_owned(),
            Ask::FireGun { vehicle, gun } => match self.gun_name(vehicle, gun) {
                Some(gun) => format!("{}, {gun}", self.name(vehicle)),
                None => self.name(vehicle).to_owned(),
            },
        }
    }

    fn command(&self, order: &Order) -> (String, String) {
        let plain = |label: &str, detail: &str| (label.to_owned(), detail.to_owned());
        match *order {
            Order::PlaceField { .. }
            | Order::PlaceObjective { .. }
            | Order::PlaceTerrain { .. }
            | Order::PlaceVehicle { .. } => (capital(&self.order_words(order)), String::new()),
            Order::Plan { vehicle, cards } => {
                let name = |number: u8| {
                    let deck = self.deck(vehicle);
                    deck.row_of(number).map_or_else(|| "?".to_owned(), |row| maneuver_words(deck.card(row)))
                };
                let list: Vec<String> = cards.0.into_iter().flatten().map(name).collect();
                let label = if list.is_empty() { "No card".to_owned() } else { capital(&list.join("; ")) };
                // Some cards are called alike; their printed numbers are not.
                let numbers: Vec<String> = cards.0.iter().flatten().map(ToString::to_string).collect();
                let way = self.way_words(order);
                let way = if way.is_empty() { way } else { format!(": {way}") };
                (label, format!("cards {}{way}", numbers.join(", ")))
            }
            Order::Fly { vehicle, card, speed } => {
                let number = speed.map_or(card, |s| s.number(card));
                let deck = self.deck(vehicle);
                let label = deck
                    .row_of(number)
                    .map_or_else(|| format!("Card {card}"), |row| capital(&maneuver_words(deck.card(row))));
                let way = self.way_words(order);
                let way = if way.is_empty() { way } else { format!(": {way}") };
                (label, format!("card {card}{way}"))
            }
            Order::FlyStraight { vehicle, card } => {
                let deck = self.deck(vehicle);
                let row = deck.row_of(card);
                let name = row.map_or_else(|| format!("card {card}"), |r| maneuver_words(deck.card(r)));
                (format!("Fly {name}"), "in place of the illegal card".to_owned())
            }
            Order::Act { vehicle, action } => {
                let (label, detail) = action_words(action);
                (label, self.action_detail(vehicle, action, detail))
            }
            Order::Commit { card, .. } => {
                let (label, detail) = laid_words(card);
                plain(label, detail)
            }
            Order::Drop { loads: 0, .. } => plain("Keep the bombs", "for later"),
            Order::Drop { vehicle, loads } => {
                let has = self.loads(vehicle);
                let label = match (loads, loads == has && has > 1) {
                    (2, true) => "Drop both loads".to_owned(),
                    (n, true) => format!("Drop all {n} loads"),
                    (1, false) => "Drop one load".to_owned(),
                    (n, false) => format!("Drop {n} loads"),
                };
                (label, format!("in this phase; {} left", has.saturating_sub(loads)))
            }
            Order::Hold { vehicle } if self.is_tripod(vehicle) => {
                plain("Let them fall", "the ray goes into the air")
            }
            Order::Hold { .. } | Order::HoldGun { .. } => plain("Hold fire", "no shot in this phase"),
            Order::Lucky { ignore: true, .. } => plain("Ignore this card", "Lucky Pilot, once a match"),
            Order::Lucky { .. } => plain("Take this card", ""),
            Order::DrawAgain { again: true, .. } => {
                plain("Draw a second card", "inside a crater: choose between the two")
            }
            Order::DrawAgain { .. } => plain("Keep this card", ""),
            Order::Apply { second: true, .. } => plain("Take the second card", ""),
            Order::Apply { .. } => plain("Take the first card", ""),
            Order::Inflict { target, card, .. } => self.infliction_words(target, card),
            Order::Smoke { at, remove, .. } => {
                let instead =
                    remove.map_or_else(String::new, |cloud| format!("in place of cloud {}", cloud + 1));
                (format!("A cloud at ({:.0}, {:.0})", at.x, at.y), instead)
            }
            Order::Fire { .. }
            | Order::Cannon { .. }
            | Order::Launch { .. }
            | Order::Hook { .. }
            | Order::RayBombs { .. }
            | Order::Ray { .. } => match self.shots.iter().find(|s| s.order() == *order) {
                Some(shot) => (self.shot_label(order), self.shot_detail(order, shot)),
                None => (self.shot_label(order), String::new()),
            },
        }
    }

    /// A card of a dot hit by its face: the order is its player's alone, and he has it in his hand (INV-BOM-24).
    fn infliction_words(&self, target: VehicleId, card: u8) -> (String, String) {
        let face = self.hit_card(usize::from(card));
        let label = face.map_or_else(
            || format!("Card {}", u16::from(card) + 1),
            |name| format!("Inflict {}", name.replace('_', " ")),
        );
        (label, format!("on {}", self.name(target)))
    }

    /// How a way ends, and what it gives to shoot at.
    fn way_words(&self, order: &Order) -> String {
        let Some(seen) = self.foresee(order) else { return String::new() };
        let mut list: Vec<String> = Vec::new();
        for leg in &seen.legs {
            match leg.leaves {
                Some(Leaving::Crash) => list.push(format!("crashes in phase {}", leg.space)),
                Some(_) => list.push(format!("leaves the table in phase {}", leg.space)),
                None if leg.stopped => list.push(format!("is stopped in phase {}", leg.space)),
                None => {}
            }
            if let Some(best) = best_shot(&leg.shots) {
                list.push(format!(
                    "phase {}: {} at {}",
                    leg.space,
                    words::range(best.range),
                    self.name(best.target)
                ));
            }
        }
        if let (Some(level), Some(id)) = (seen.level, seen.vehicle)
            && level != self.level(id)
        {
            list.push(format!("ends at level {level}"));
        }
        if let (Some(energy), Some(id)) = (seen.energy, seen.vehicle)
            && energy != self[id].energy()
        {
            list.push(format!("energy {energy} left"));
        }
        if list.is_empty() && !self.bombers_fly() {
            return "no shot if nobody else moves".to_owned();
        }
        list.join("; ")
    }

    fn action_detail(&self, vehicle: VehicleId, action: Action, price: &str) -> String {
        let Some(seen) = self.foresee(&Order::Act { vehicle, action }) else { return price.to_owned() };
        let mut list = vec![price.to_owned()];
        if seen.energy.is_some_and(|energy| energy != self[vehicle].energy()) {
            list.push(format!("energy {} then", seen.energy.unwrap_or(0)));
        }
        if matches!(action, Action::HeatRay { .. }) && !self.bombers_fly() {
            list.push(self.ray_hopes(&seen));
        }
        list.retain(|words| !words.is_empty());
        list.join("; ")
    }

    fn ray_hopes(&self, seen: &Preview) -> String {
        match best_shot(&seen.shots) {
            Some(shot) => format!(
                "reaches {} at {} if it stays there",
                self.name(shot.target),
                words::range(shot.range)
            ),
            None => "reaches nobody if nobody else moves".to_owned(),
        }
    }

    fn shot_label(&self, order: &Order) -> String {
        match *order {
            Order::Fire { vehicle, target, gun, sniper, perfect_aim, .. } => {
                let skills = [sniper.then_some("Sniper"), perfect_aim.then_some("Perfect Aim")];
                let skills: Vec<&str> = skills.into_iter().flatten().collect();
                let skills =
                    if skills.is_empty() { String::new() } else { format!(" ({})", skills.join(", ")) };
                let gun = self.gun_name(vehicle, gun).map_or_else(String::new, |gun| format!(", {gun}"));
                // Beside a cannon the guns are called by their name.
                let cannon = self[vehicle].airplane().is_some_and(|airplane| airplane.console.cannon);
                let fire = if cannon { "Machine guns" } else { "Fire" };
                format!("{fire} at {}{gun}{skills}", self.name(target))
            }
            Order::Cannon { target, .. } => format!("Cannon at {}", self.name(target)),
            Order::Launch { target, count: 1, .. } => format!("Launch one rocket at {}", self.name(target)),
            Order::Launch { target, count, .. } => {
                format!("Launch {count} rockets at {}", self.name(target))
            }
            Order::Hook { target, .. } => format!("Throw the anchor at {}", self.name(target)),
            Order::Ray { target, .. } => format!("Heat-ray on {}", self.name(target)),
            Order::RayBombs { bombs, .. } => format!("Heat-ray on the bombs of {}", self.name(bombs)),
            _ => capital(&self.order_words(order)),
        }
    }

    /// Range, side, cards and what they bring.
    fn shot_detail(&self, order: &Order, shot: &ShotOption) -> String {
        let seen = self.foresee_shot(shot, self.phase());
        let mut list = Vec::new();
        if !matches!(order, Order::Hook { .. } | Order::Cannon { .. }) {
            list.push(words::range(shot.range).to_owned());
        }
        list.push(format!("{:.0} mm", shot.distance));
        if let Order::Ray { ruler, .. } | Order::RayBombs { ruler, .. } = *order {
            list.push(format!("ruler {}", ruler.name()));
        }
        let side = match *order {
            Order::Fire { .. } | Order::Cannon { .. } => Some(shot.side),
            _ => shot.across.map(|a| a.side),
        };
        if let Some(side) = side {
            let armor = if seen.through == Some(Through::Armor) { "armoured " } else { "" };
            list.push(format!("{armor}{} side", side.name()));
        }
        if !seen.draws.is_empty() {
            let letters: Vec<String> = seen.draws.iter().map(ToString::to_string).collect();
            let armor = seen.through == Some(Through::Armor);
            let brings = if armor {
                "energy at most".to_owned()
            } else {
                format!("{:.1} points on average, nothing {} in 100", seen.points, seen.blanks)
            };
            list.push(format!("draws {}: {brings}", letters.join(" ")));
        }
        if seen.aimed {
            list.push("aimed".to_owned());
        }
        let told = list.join(", ");
        shot.price().map_or(told.clone(), |price| format!("{told}; {price}"))
    }
}

/// The shot that promises most.
fn best_shot(shots: &[crate::preview::ForeseenShot]) -> Option<&crate::preview::ForeseenShot> {
    shots.iter().reduce(|a, b| if b.points > a.points { b } else { a })
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}
