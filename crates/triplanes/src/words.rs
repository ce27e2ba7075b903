//! Events and orders in words. Whoever reads them was allowed to know them: projection comes first.

use crate::automated_tripod::{Reasoning, Thought};
use crate::content::{DeckId, LastManeuver};
use crate::event::{DrawnFor, Drop, Range, ShownAction, What};
use crate::order::{Action, Order, Through};
use crate::state::{State, VehicleId};
use geometry::{Angle, Pose, Vec2};

const POINTS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// A heading as people say it: "north-east".
fn compass(heading: Angle) -> &'static str {
    // Half an eighth of a circle more: the nearest point, and 360 degrees are north again.
    let eighth = (heading.tenths().rem_euclid(3600) + 225) / 450;
    POINTS[eighth as usize % POINTS.len()]
}

/// A card as people call it: "R_sideslip_left" is a sideslip left.
pub(crate) fn card_name(id: &str) -> String {
    let deck = |letters: &str| letters.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let name = id.split_once('_').filter(|(letters, _)| deck(letters)).map_or(id, |(_, name)| name);
    told_turn(name).unwrap_or_else(|| name.replace('_', " ").replace("immelmann", "Immelmann"))
}

/// "left_60" is a turn left 60°, "curve_left_60" a curve left 60°; nothing where there is no angle.
fn told_turn(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split('_').collect();
    let angle = words.iter().position(|word| word.parse::<u16>().is_ok())?;
    let mut told: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    told[angle].push('°');
    if words[0] != "curve" {
        told.insert(angle.checked_sub(1)?, "turn".to_owned());
    }
    Some(told.join(" "))
}

/// What a hit draws: "deck A", or "counters A C C".
fn told_draws(deck: DeckId, counters: &[DeckId]) -> String {
    if counters.is_empty() {
        return deck.told();
    }
    let letters: Vec<String> = counters.iter().map(ToString::to_string).collect();
    format!("counters {}", letters.join(" "))
}

pub(crate) fn range(range: Range) -> &'static str {
    match range {
        Range::Short => "short range",
        Range::Long => "long range",
    }
}

fn action(action: Action) -> String {
    match action {
        Action::Pass => "no action".to_owned(),
        Action::ChangeFacing { to } => format!("change facing to {}", to.name()),
        Action::DestroyObjective { objective: Some(o) } => format!("destroy objective {}", o + 1),
        Action::DestroyObjective { objective: None } => "destroy objective".to_owned(),
        Action::HeatRay { from } => format!("heat-ray from its {} side", from.name()),
        Action::Recharge { objective: Some(o) } => format!("recharge from objective {}", o + 1),
        Action::Recharge { objective: None } => "recharge".to_owned(),
        Action::BlackSmoke { from } => format!("black smoke from its {} side", from.name()),
        Action::Blank => "the blank card".to_owned(),
    }
}

/// A damage card as people read it: "2 rudder_left" is "[2 rudder left]".
fn damage_name(card: &str) -> String {
    format!("[{}]", card.replace('_', " "))
}

fn told_loads(loads: u8) -> String {
    format!("{loads} {} of bombs", if loads == 1 { "load" } else { "loads" })
}

fn told_bombs(loads: u8) -> String {
    format!("{loads} {}", if loads == 1 { "load" } else { "loads" })
}

fn told_counters(counters: impl Into<u32>) -> String {
    several(counters, "counter")
}

/// A number and what is counted: "1 counter", "3 counters".
pub(crate) fn several(n: impl Into<u32>, thing: &str) -> String {
    let n = n.into();
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

impl State {
    /// Which ninth of the table a place is in: "the south-west of the table".
    fn region(&self, at: Vec2) -> &'static str {
        let third = |along: f64, length: f64| ((along * 3.0 / length).floor().clamp(0.0, 2.0)) as usize;
        let (column, row) = (third(at.x, self.table.area.width), third(at.y, self.table.area.height));
        [
            ["the south-west of the table", "the south of the table", "the south-east of the table"],
            ["the west of the table", "the middle of the table", "the east of the table"],
            ["the north-west of the table", "the north of the table", "the north-east of the table"],
        ][row][column]
    }

    /// A place in words; the figures stand in angle brackets, for whoever wants them.
    fn told_place(&self, at: Vec2) -> String {
        format!("{} ⟨{:.1}, {:.1}⟩", self.region(at), at.x, at.y)
    }

    /// A pose in words, with its figures.
    fn told_pose(&self, pose: &Pose) -> String {
        let Pose { centre, heading } = *pose;
        let (where_to, way) = (self.region(centre), compass(heading));
        format!("{where_to}, facing {way} ⟨{:.1}, {:.1}, {}°⟩", centre.x, centre.y, heading.as_degrees())
    }

    /// How a vehicle stands there: where its front points is no direction of its move.
    fn told_stand(&self, pose: &Pose) -> String {
        let Pose { centre, heading } = *pose;
        let (place, way) = (self.region(centre), compass(heading));
        format!(
            "{place}, its front to the {way} ⟨{:.1}, {:.1}, {}°⟩",
            centre.x,
            centre.y,
            heading.as_degrees()
        )
    }

    /// What a plan is asked for, and why a space of it stays as it is.
    pub(crate) fn told_planning(&self, vehicle: VehicleId) -> String {
        let bound = self[vehicle].bound.judge();
        let taken = u8::from(bound.first.is_some());
        let cards = bound.cards.saturating_sub(taken);
        let cards = if cards == 1 { "one card".to_owned() } else { format!("{cards} cards") };
        let why = match (taken, bound.first_inserted, bound.cards) {
            (1, true, _) => ": space 1 holds the stall that its cannon forces",
            (1, false, _) => ": space 1 holds the card that its cannon put off",
            (_, _, 3) => "",
            (_, _, 2) => ": it lies toppled, and space 1 stays empty",
            _ => ": it lies toppled, and the first spaces stay empty",
        };
        format!("Plan {cards} for {}{why}.", self.name(vehicle))
    }

    pub(crate) fn words(&self, what: &What) -> String {
        let name = |id: &VehicleId| self.name(*id);
        match what {
            What::FieldPlaced { pose } => {
                format!("The landing field is laid out in {}.", self.told_pose(pose))
            }
            What::ObjectivePlaced { objective, at } => {
                format!("Objective {} is placed in {}.", objective + 1, self.told_place(*at))
            }
            What::VehiclePlaced { vehicle, pose } => {
                format!("{} is placed in {}.", name(vehicle), self.told_stand(pose))
            }
            What::TurnBegan { turn } => format!("Turn {turn}: planning."),
            What::PlanningBegan { phase, earthling_turn } => {
                format!("Planning {phase}: turn {earthling_turn} of the Earthlings.")
            }
            What::CardLaid { vehicle, card } => format!("{} plans {}.", name(vehicle), card_name(card)),
            What::ObjectiveReached { objective, vehicle } => {
                format!("{} has reached objective {}.", name(vehicle), objective + 1)
            }
            What::PlanLaid { vehicle, cards } => {
                let cards: Vec<String> = cards.0.iter().map(|c| self.card_words(*vehicle, *c)).collect();
                format!("{} plans {}.", name(vehicle), cards.join(", "))
            }
            What::RecoveryCounter { vehicle, left } => {
                format!("{} lies on the ground, {} left.", name(vehicle), several(*left, "recovery counter"))
            }
            What::StoodUp { vehicle } => format!("{} stands up again.", name(vehicle)),
            What::Burns { vehicle, flames } => {
                format!("{} burns, {} left.", name(vehicle), several(*flames, "flame counter"))
            }
            What::ActionPicked { vehicle, action: a } => format!("{} picks: {}.", name(vehicle), action(*a)),
            What::ActionShown { vehicle, action: a, energy } => {
                format!("{} plays {} (energy {energy}).", name(vehicle), action(*a))
            }
            What::ActionWithoutEffect { vehicle, action: a } => {
                format!("{} plays {} without energy: no effect.", name(vehicle), action(*a))
            }
            What::TurnHindered { vehicle } => {
                format!("{} was bumped and keeps its facing.", name(vehicle))
            }
            What::ActionForbidden { vehicle, action: a, energy } => format!(
                "{}'s card does not allow {}: no effect, and one energy counter is lost (energy {energy}).",
                name(vehicle),
                action(*a)
            ),
            What::Revealed { phase, cards } => {
                let list: Vec<String> =
                    cards.iter().map(|c| format!("{}: {}", name(&c.vehicle), card_name(&c.card))).collect();
                format!(
                    "Phase {phase}. {}.",
                    if list.is_empty() { "No cards".to_owned() } else { list.join("; ") }
                )
            }
            What::EnergySpent { vehicle, energy } => {
                format!("{} spends one energy counter (energy {energy}).", name(vehicle))
            }
            What::Illegal { vehicle, card, broken } => {
                format!("{}'s {} is an illegal maneuver [{broken}].", name(vehicle), card_name(card))
            }
            What::FliesStraight { vehicle, card } => {
                format!("{} flies {} instead.", name(vehicle), card_name(card))
            }
            What::Waits { vehicle } => format!("{} stays where it is on the ground.", name(vehicle)),
            What::ClimbCounter { vehicle, counters } => {
                format!("{} climbs: {counters} climb counters.", name(vehicle))
            }
            What::LevelChanged { vehicle, level } => format!("{} is at level {level}.", name(vehicle)),
            What::AtCeiling { vehicle } => format!("{} can not rise above its ceiling.", name(vehicle)),
            What::Landed { vehicle } => format!("{} has landed.", name(vehicle)),
            What::Crashed { vehicle } => format!("{} crashes.", name(vehicle)),
            What::Moved { vehicle, to, backward, .. } => {
                let way = if *backward { " backward" } else { "" };
                format!("{} moves{way} and stands in {}.", name(vehicle), self.told_stand(to))
            }
            What::SentBack { vehicle, to } => {
                format!(
                    "{} would overlap another tripod and goes back: it stands in {}.",
                    name(vehicle),
                    self.told_stand(to)
                )
            }
            What::FacingChanged { vehicle, pose } => {
                format!("{} turns: it stands in {}.", name(vehicle), self.told_stand(pose))
            }
            What::ObjectiveDestroyed { objective, vehicle } => {
                format!("{} destroys objective {}.", name(vehicle), objective + 1)
            }
            What::NothingToDestroy { vehicle } => format!("{} finds no objective to destroy.", name(vehicle)),
            What::LeftTheArea { vehicle, earthling_side } => {
                let side = if *earthling_side { " across the Earthling side" } else { "" };
                format!("{} leaves the playing area{side}.", name(vehicle))
            }
            What::PictureTaken { vehicle, target, distance } => {
                let far =
                    if *distance < 0.5 { "right over it".to_owned() } else { format!("{distance:.1} mm") };
                format!("{} takes the picture of {} from {far}.", name(vehicle), name(target))
            }
            What::JamCounter { vehicle, left, gun } => {
                let guns = self.gun_name(*vehicle, *gun).unwrap_or_else(|| "guns".to_owned());
                format!("{} clears its {guns}, {left} jammed counters left.", name(vehicle))
            }
            What::Cooled { vehicle } => format!("{}'s generator has cooled.", name(vehicle)),
            What::MustCool { vehicle } => format!("{}'s generator must cool.", name(vehicle)),
            What::GunsFired {
                vehicle,
                target,
                deck,
                range: r,
                through,
                side,
                aimed,
                distance,
                gun,
                counters,
                ..
            } => {
                let deck = told_draws(*deck, counters);
                let gun = self.gun_name(*vehicle, *gun).map_or_else(String::new, |gun| format!(" its {gun}"));
                let armor = if *through == Through::Armor { "armored " } else { "" };
                let aim = if *aimed { ", aimed" } else { "" };
                format!(
                    "{} fires{gun} at {} across its {armor}{} side: {distance:.1} mm, {}, {deck}{aim}.",
                    name(vehicle),
                    name(target),
                    side.name(),
                    range(*r)
                )
            }
            What::RayFired { vehicle, from, target, deck, range: r, ruler, distance, across, .. } => {
                let across = across.map_or_else(String::new, |a| {
                    let armor = if a.through == Through::Armor { "armored " } else { "" };
                    format!(" across its {armor}{} side", a.side.name())
                });
                format!(
                    "{}'s heat-ray from its {} side, {}, hits {}{across}: {distance:.1} mm, {}, deck {deck}.",
                    name(vehicle),
                    from.name(),
                    ruler.name(),
                    name(target),
                    range(*r)
                )
            }
            What::RayMissed { vehicle, from } => {
                format!("{}'s heat-ray from its {} side misses: it hits nobody.", name(vehicle), from.name())
            }
            What::CardDrawn { vehicle, deck, card, aimed, why } => {
                let deck = deck.told();
                let card = card.as_ref().map_or_else(|| "a card".to_owned(), |c| damage_name(c));
                let aim = if *aimed { " into its +1 space" } else { "" };
                let why = match why {
                    DrawnFor::Shot => "",
                    DrawnFor::Flames => " for its flames",
                    DrawnFor::IllegalManeuver => " for the strain",
                    DrawnFor::BlackSmoke => " for the black smoke",
                    DrawnFor::AtBombs | DrawnFor::Bombs => " for the bombs",
                    DrawnFor::Fragments => " for the fragments",
                };
                format!("{} draws {card} from {deck}{aim}{why}.", name(vehicle))
            }
            What::ArmorHit { vehicle, deck, card, lost, energy } => format!(
                "{}'s armor takes {} of {}: {lost} energy lost (energy {energy}).",
                name(vehicle),
                damage_name(card),
                deck.told()
            ),
            What::CannonFired { vehicle, target, through, side, aimed, distance, .. } => {
                let armor = if *through == Through::Armor { "armored " } else { "" };
                let aim = if *aimed { ", aimed" } else { "" };
                format!(
                    "{} fires its cannon at {} across its {armor}{} side: {distance:.1} mm, deck C{aim}.",
                    name(vehicle),
                    name(target),
                    side.name()
                )
            }
            What::StallInserted { vehicle } => {
                format!("{} loads its cannon: its next maneuver is a stall.", name(vehicle))
            }
            What::RocketsLaunched { vehicle, target, count } => {
                format!("{} launches {count} rockets at {}.", name(vehicle), name(target))
            }
            What::RocketsMissed { vehicle, target } => {
                format!("{}'s rockets miss {}.", name(vehicle), name(target))
            }
            What::RocketsHit { vehicle, target, count, through } => {
                let armor = if *through == Through::Armor { " across its armor" } else { "" };
                format!("{count} rockets of {} hit {}{armor}.", name(vehicle), name(target))
            }
            What::AnchorThrown { vehicle, target, hooked: true } => {
                format!("{} hooks {} with its anchor.", name(vehicle), name(target))
            }
            What::AnchorThrown { vehicle, target, hooked: false } => {
                format!("{}'s anchor slips off {}.", name(vehicle), name(target))
            }
            What::AnchorHolds { vehicle, target, held: true } => {
                format!("{}'s chain entangles {}.", name(vehicle), name(target))
            }
            What::AnchorHolds { vehicle, target, held: false } => {
                format!("{}'s chain comes loose from {}.", name(vehicle), name(target))
            }
            What::TestDrawn { vehicle, card } => {
                format!("{} tests and shows {}.", name(vehicle), damage_name(card))
            }
            What::TerrainPlaced { kind, pose, .. } => {
                format!("A {} is placed in {}.", kind.word(), self.told_pose(pose))
            }
            What::SmokeLaunched { vehicle, at, placed: true, .. } => {
                format!("{} launches black smoke in {}.", name(vehicle), self.told_place(*at))
            }
            What::SmokeLaunched { vehicle, .. } => format!("{} has no cloud left to launch.", name(vehicle)),
            What::CloudDissipated { at } => format!("The cloud in {} dissipates.", self.told_place(*at)),
            What::ZeroReplaced { vehicle, deck, card } => {
                format!(
                    "Perfect aim: {} shows {} of {} and draws another card.",
                    name(vehicle),
                    damage_name(card),
                    deck.told()
                )
            }
            What::CardIgnored { vehicle, deck, card } => {
                let card = card.as_ref().map_or_else(|| "a card".to_owned(), |c| damage_name(c));
                format!("{}'s luck turns away {card} of {}.", name(vehicle), deck.told())
            }
            What::CraterDraw { vehicle, deck, card } => {
                let card = card.as_ref().map_or_else(|| "another card".to_owned(), |c| damage_name(c));
                format!("Inside the crater {} draws {card} from {}.", name(vehicle), deck.told())
            }
            What::CraterChoice { vehicle, deck } => {
                format!("{} keeps one of the two cards of {}.", name(vehicle), deck.told())
            }
            What::SkillUsed { vehicle, skill, counters } => {
                format!(
                    "{} uses {}: {}.",
                    name(vehicle),
                    skill.name(),
                    several(*counters, "recovery counter")
                )
            }
            What::SpecialDamage { vehicle, special } => format!("{}: {}.", name(vehicle), special.name()),
            What::GunsJammed { vehicle, counters, gun } => {
                let guns = self.gun_name(*vehicle, *gun);
                let jams = guns.map_or_else(|| "guns jam".to_owned(), |gun| format!("{gun} jams"));
                format!("{}'s {jams}: {}.", name(vehicle), told_counters(*counters))
            }
            What::Toppled { vehicle, counters } => {
                format!("{} topples: {}.", name(vehicle), several(*counters, "recovery counter"))
            }
            What::Eliminated { vehicle } => format!("{} is eliminated.", name(vehicle)),
            What::Recharged { vehicle, gained, energy, objective } => {
                let source = objective
                    .map_or_else(String::new, |o| format!(" from objective {}, now red weed", o + 1));
                format!("{} gains {gained} energy{source} (energy {energy}).", name(vehicle))
            }
            What::DeckRanOut { deck } if deck.is_counters() => {
                let whose = if *deck == DeckId::PA { "airplanes" } else { "tripods" };
                let letter = deck.letter();
                format!("The {whose}' {letter} counters have run out: totals are written down, all return.")
            }
            What::DeckRanOut { deck } => {
                format!("Deck {deck} has run out: totals are written down, all cards return.")
            }
            What::DamageNoted { vehicle, total: Some(total) } => {
                format!("{} has {total} points written down.", name(vehicle))
            }
            What::DamageNoted { vehicle, total: None } => {
                format!("{}'s damage is written down in secret.", name(vehicle))
            }
            What::SmokeCounter { vehicle, left } => {
                format!("{}'s smoke trail, {} left.", name(vehicle), told_counters(*left))
            }
            What::Reminder { vehicle, of } => {
                let of = match of {
                    LastManeuver::Straight | LastManeuver::FastStraight => "straight",
                    LastManeuver::Immelmann | LastManeuver::SteepImmelmann | LastManeuver::SplitS => {
                        "Immelmann"
                    }
                    LastManeuver::Steep | LastManeuver::Stall | LastManeuver::Overdive => "steep",
                    LastManeuver::None | LastManeuver::Other => "",
                };
                format!("{} keeps a {of} counter.", name(vehicle))
            }
            What::ReverseReminder { vehicle } => format!("{} keeps a reverse counter.", name(vehicle)),
            What::UsedCardsReturned { vehicle, cards } => {
                let go = if *cards == 1 { "goes" } else { "go" };
                format!("{}'s {} {go} home.", name(vehicle), several(*cards, "used card"))
            }
            What::Reasoned(reasoning) => self.told_reasoning(reasoning),
            What::CardCommitted { vehicle, card } => {
                format!("{} lays face down: {}.", name(vehicle), card.name())
            }
            What::CardsLaid { vehicles } if vehicles.is_empty() => "No action card is laid.".to_owned(),
            What::CardsLaid { vehicles } => {
                format!("Action cards lie face down: {}.", self.list(vehicles))
            }
            What::RevealOrder { order } => {
                let blocks: Vec<String> = order.iter().map(|block| self.list(block)).collect();
                format!("Actions are shown in this order: {}.", blocks.join("; "))
            }
            What::CardsShown { shown } => {
                let told = |s: &ShownAction| {
                    let effect =
                        if s.works { String::new() } else { ", without energy: no effect".to_owned() };
                    format!("{} shows {} (energy {}{effect})", name(&s.vehicle), action(s.action), s.energy)
                };
                format!("{}.", shown.iter().map(told).collect::<Vec<_>>().join("; "))
            }
            What::DropDeclared { vehicle, loads: 0 } => format!("{} keeps its bombs.", name(vehicle)),
            What::DropDeclared { vehicle, loads } => {
                format!("{} will drop {}.", name(vehicle), told_loads(*loads))
            }
            What::BombsReleased { drops } => {
                let told = |d: &Drop| format!("{} drops {}", name(&d.vehicle), told_loads(d.loads));
                format!("{}.", drops.iter().map(told).collect::<Vec<_>>().join("; "))
            }
            What::BombsLost { bomber } => format!("The bombs of {} are lost with it.", name(bomber)),
            What::BombsPlaced { bomber, loads, pose } => {
                format!("{} of {} fall in {}.", told_bombs(*loads), name(bomber), self.told_pose(pose))
            }
            What::RayAtBombs { vehicle, from, bombs, deck, range: r, ruler, distance, .. } => format!(
                "{}'s heat-ray from its {} side, {}, is aimed at the bombs of {}: {distance:.1} mm, {}, deck {deck}.",
                name(vehicle),
                from.name(),
                ruler.name(),
                name(bombs),
                range(*r)
            ),
            What::BombsTakeCard { bombs, deck, card, points } => {
                let card = damage_name(card);
                format!("{card} of deck {deck} against the bombs of {}: {points} points.", name(bombs))
            }
            What::BombsDestroyed { bombs, fragments } => {
                let near = if *fragments { ", close to it" } else { "" };
                format!("The bombs of {} burst in the air{near}.", name(bombs))
            }
            What::BombsMissed { bombs } => format!("The bombs of {} miss.", name(bombs)),
            What::BombsHit { bombs, target, loads, dot } => {
                let how = if *dot { "squarely" } else { "with their edge" };
                format!("{} of {} hit {} {how}.", told_bombs(*loads), name(bombs), name(target))
            }
            What::BombCardsDrawn { bombs, target, deck, count, cards } => {
                let faces = cards.as_ref().map_or_else(String::new, |c| format!(": [{}]", c.join("], [")));
                format!(
                    "{count} cards of deck {deck} for {}'s bombs on {}{faces}.",
                    name(bombs),
                    name(target)
                )
            }
            What::BombsRemoved { bombs } => format!("The bombs of {} are spent.", self.list(bombs)),
            What::Ended { winner: Some(winner), grade: Some(grade) } => {
                format!("The {winner} win: a {grade} victory.")
            }
            What::Ended { winner: Some(winner), .. } => format!("The {winner} win."),
            What::Ended { winner: None, .. } => "The match is a draw.".to_owned(),
        }
    }

    /// A decision with its reasons, each with its rule.
    fn told_reasoning(&self, reasoning: &Reasoning) -> String {
        let name = self.name(reasoning.vehicle);
        let head = match (reasoning.firing, &reasoning.card, reasoning.turn_to) {
            (true, ..) => format!("Firing of {name}:"),
            (false, Some(card), Some(side)) => {
                format!("{name} plays {} and turns to its {} side:", card_name(card), side.name())
            }
            (false, Some(card), None) => format!("{name} plays {}:", card_name(card)),
            (false, None, _) => format!("{name} plays no card:"),
        };
        // The rule of the last sentence is the event's own.
        let last = reasoning.thoughts.len().saturating_sub(1);
        let told = |(n, t): (usize, &Thought)| {
            if n == last { format!(" {}", t.text) } else { format!(" {} [{}]", t.text, t.rule) }
        };
        let chain = reasoning.thoughts.iter().enumerate().map(told);
        head + &chain.collect::<String>()
    }

    fn list(&self, vehicles: &[VehicleId]) -> String {
        vehicles.iter().map(|id| self.name(*id)).collect::<Vec<_>>().join(" and ")
    }

    fn card_words(&self, vehicle: VehicleId, number: Option<u8>) -> String {
        let Some(number) = number else { return "nothing".to_owned() };
        match self.get(vehicle).and_then(|_| self.deck(vehicle).row_of(number)) {
            Some(row) => card_name(&self.deck(vehicle).card(row).id),
            None => format!("card {number}"),
        }
    }

    pub(crate) fn order_words(&self, order: &Order) -> String {
        let name = |id: VehicleId| self.name(id);
        match *order {
            Order::PlaceField { at: centre, facing } => {
                format!("lays out the landing field in {}", self.told_pose(&Pose { centre, heading: facing }))
            }
            Order::PlaceObjective { at } => format!("places an objective in {}", self.told_place(at)),
            Order::PlaceVehicle { vehicle, at: centre, facing } => {
                format!("places {} in {}", name(vehicle), self.told_stand(&Pose { centre, heading: facing }))
            }
            Order::Plan { vehicle, cards } => {
                let list: Vec<String> = cards.0.iter().map(|c| self.card_words(vehicle, *c)).collect();
                format!("plans {} for {}", list.join(", "), name(vehicle))
            }
            Order::Fly { vehicle, card, speed } => {
                let number = speed.map_or(card, |s| s.number(card));
                format!("plans {} for {}", self.card_words(vehicle, Some(number)), name(vehicle))
            }
            Order::Act { vehicle, action: a } => format!("chooses {} for {}", action(a), name(vehicle)),
            Order::FlyStraight { vehicle, card } => {
                format!("lets {} fly {}", name(vehicle), self.card_words(vehicle, Some(card)))
            }
            Order::PlaceTerrain { at: centre, facing } => {
                format!("places terrain in {}", self.told_pose(&Pose { centre, heading: facing }))
            }
            Order::Cannon { vehicle, target, through } => {
                let way = if through == Through::Armor { "armor" } else { "an open side" };
                format!("fires {}'s cannon at {} across {way}", name(vehicle), name(target))
            }
            Order::Launch { vehicle, target, count } => {
                format!("launches {count} rockets of {} at {}", name(vehicle), name(target))
            }
            Order::Hook { vehicle, target } => {
                format!("throws {}'s anchor at {}", name(vehicle), name(target))
            }
            Order::Smoke { vehicle, at, remove } => {
                let instead =
                    remove.map_or_else(String::new, |cloud| format!(" in place of cloud {}", cloud + 1));
                format!("launches {}'s black smoke in {}{instead}", name(vehicle), self.told_place(at))
            }
            Order::Lucky { vehicle, ignore } => {
                format!(
                    "{} the card drawn for {}",
                    if ignore { "turns away" } else { "takes" },
                    name(vehicle)
                )
            }
            Order::DrawAgain { vehicle, again } => {
                format!("{} another card for {}", if again { "draws" } else { "does without" }, name(vehicle))
            }
            Order::Apply { vehicle, second } => {
                format!("applies the {} card to {}", if second { "second" } else { "first" }, name(vehicle))
            }
            Order::Commit { vehicle, card } => format!("lays {} for {}", card.name(), name(vehicle)),
            Order::Drop { vehicle, loads: 0 } => format!("keeps the bombs of {}", name(vehicle)),
            Order::Drop { vehicle, loads } => format!("drops {} of {}", told_loads(loads), name(vehicle)),
            Order::RayBombs { vehicle, bombs, ruler } => format!(
                "fires {}'s heat-ray, {}, at the bombs of {}",
                name(vehicle),
                ruler.name(),
                name(bombs)
            ),
            Order::Inflict { target, card, .. } => {
                format!("gives {} card {} of the hand", name(target), card + 1)
            }
            Order::Hold { vehicle } => format!("holds the fire of {}", name(vehicle)),
            Order::HoldGun { vehicle, gun } => {
                let gun = self.gun_name(vehicle, gun).unwrap_or_else(|| "gun".to_owned());
                format!("holds the fire of {}'s {gun}", name(vehicle))
            }
            Order::Fire { vehicle, target, gun, through, .. } => {
                let way = if through == Through::Armor { "armor" } else { "an open side" };
                let gun = self.gun_name(vehicle, gun).map_or_else(String::new, |gun| format!("'s {gun}"));
                format!("fires {}{gun} at {} across {way}", name(vehicle), name(target))
            }
            Order::Ray { vehicle, target, ruler } => {
                format!("fires {}'s heat-ray, {}, at {}", name(vehicle), ruler.name(), name(target))
            }
        }
    }
}
