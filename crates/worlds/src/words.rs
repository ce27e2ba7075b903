//! Events, questions and orders in words.

use crate::event::{Roll, SeaMark, What};
use crate::kinds::{Colour, EventId, SeaAction, UnitId, ZoneId};
use crate::order::{Aim, Ask, Order};
use crate::state::{Ending, State};

impl State {
    pub(crate) fn event_name(&self, card: EventId) -> String {
        self.content
            .events
            .get(card.index())
            .map_or_else(|| format!("Event card {}", card.0), |e| format!("{} ({})", e.name, e.id))
    }

    pub(crate) fn land_card(&self, card: u8) -> &str {
        self.content.land_cards.get(usize::from(card)).map_or("?", |c| c.id.as_str())
    }

    fn sea_card(&self, card: u8) -> &str {
        self.content.sea_cards.get(usize::from(card)).map_or("?", |c| c.id.as_str())
    }

    fn roll_words(&self, roll: Roll) -> String {
        let zone = |z: ZoneId| self.name_of_zone(z);
        let unit = |u: UnitId| self.unit_name(u);
        let need = |range: u8| {
            self.needed(range)
                .map_or_else(String::new, |c| format!(" at range {range} ({} needed)", c.name()))
        };
        match roll {
            Roll::Placement => "for a landing zone".to_owned(),
            Roll::Devastation { band } => format!("for the attack of {}", self.band_name(band)),
            Roll::MartianAction { band, zone: z } => format!("for {}", self.band_at(band, z)),
            Roll::MartianMove { zone: z, .. } => format!("on the Movement row of {}", zone(z)),
            Roll::RedWeed { zone: z } => format!("for Red Weed in {}", zone(z)),
            Roll::Assembly { wave } => format!("for Cylinder {}", wave + 1),
            Roll::Machine { zone: z, colour, .. } => {
                format!("for the {} Handling Machine in {}", colour.name(), zone(z))
            }
            Roll::Escape { zone: z, points } => format!("for a Refugee {points} in {}", zone(z)),
            Roll::Scout { unit: u } => format!("for {}'s scouting", unit(u)),
            Roll::Trap => "for the Trap".to_owned(),
            Roll::Detect { gun, range, .. } => format!("to detect {}{}", unit(gun), need(range)),
            Roll::Attack { gun, range, .. } => format!("to hit {}{}", unit(gun), need(range)),
            Roll::Shot { gun, range, .. } => format!("for {}'s shot{}", unit(gun), need(range)),
            Roll::CylinderAttack { unit: u, wave } => {
                format!("for {}'s attack on Cylinder {}", unit(u), wave + 1)
            }
            Roll::MachineAttack { unit: u, colour } => {
                format!("for {}'s attack on a {} Handling Machine", unit(u), colour.name())
            }
            Roll::Earthworks { unit: u } => format!("for {}'s digging", unit(u)),
            Roll::PowderMill { unit: u } => format!("for {}'s Powder Mill", unit(u)),
            Roll::Explosion { zone: z } => format!("for a Powder Mill in {}", zone(z)),
            Roll::Attract { unit: u } => format!("for {}, which shows itself to the Martians", unit(u)),
            Roll::Germs { needed } => format!("for the Germs ({} wins)", needed.name()),
            Roll::Colonization { needed } => format!("for the Colonization ({} loses)", needed.name()),
            Roll::SeaDetect { target, range, .. } => format!("to detect {}{}", sea_mark(target), need(range)),
            Roll::SeaFire { target, range, .. } => format!("to hit {}{}", sea_mark(target), need(range)),
            Roll::ShipShot { kind, colour, range, .. } => {
                let (ship, colour) = (kind.name(), colour.name());
                format!("for the shot of the {ship} at the {colour} Tripod{}", need(range))
            }
        }
    }

    pub(crate) fn words(&self, what: &What) -> String {
        let zone = |z: ZoneId| self.name_of_zone(z);
        let unit = |u: UnitId| self.unit_name(u);
        let colours = |list: &[Colour]| list.iter().map(|c| c.name()).collect::<Vec<_>>().join(", ");
        match *what {
            What::TurnBegan { turn } => format!("Turn {turn} begins."),
            What::PhaseBegan { phase } => format!("{} Phase.", phase.name()),
            What::Die { roll, colour } => format!("{} is rolled {}.", title(colour), self.roll_words(roll)),
            What::Rerolled { colour } => format!("Rolled again: {}.", colour.name()),
            What::WaveLanded { wave, zone: z, cylinder: true } => {
                format!("Cylinder {} lands in {}.", wave + 1, zone(z))
            }
            What::WaveLanded { wave, zone: z, .. } => format!("Wave {} stands in {}.", wave + 1, zone(z)),
            What::TripodsDrawn { band, colours: ref list } => {
                format!("{} receives Tripods: {}.", self.band_name(band), colours(list))
            }
            What::MachinePlaced { zone: z, colour } => {
                format!("A {} Handling Machine stands in {}.", colour.name(), zone(z))
            }
            What::MachineDestroyed { zone: z, colour } => {
                format!("The {} Handling Machine in {} is destroyed.", colour.name(), zone(z))
            }
            What::StartBonus { points, total } => {
                format!("{} to begin with ({total}).", several(points, "Production point"))
            }
            What::CardTaken { card } => format!("{} goes into the pile.", self.event_name(card)),
            What::Income { points, total } => {
                format!("Income of {}: {total}.", several(points, "Production point"))
            }
            What::Bought { kind, zone: z, cost, total } => {
                format!("{} in {} for {cost} ({total} left).", kind.name(), zone(z))
            }
            What::UnitPlaced { unit: u, zone: z } => {
                format!("{} is placed in {}.", title_words(&unit(u)), zone(z))
            }
            What::UnitLost { unit: u } => format!("{} is lost.", title_words(&unit(u))),
            What::HarbourPlaced { zone: z, cost } => format!("A Harbour in {} for {cost}.", zone(z)),
            What::Points { change, total } => format!("Production points {change:+}: {total}."),
            What::Devastates { band, attack, zone: z } => {
                let uses = self.verb("uses", "use");
                format!("{} {uses} {}.", title_words(&self.band_at(band, z)), attack.name())
            }
            What::NothingToDevastate { zone: z, .. } => {
                format!("Nothing is left to devastate in {}.", zone(z))
            }
            What::Workforce { zone: z, lost, left } => {
                format!("{} loses {lost} Workforce: {left} left.", zone(z))
            }
            What::Refugees { zone: z, points, count } => {
                format!("{count} Refugee {points} in {}.", zone(z))
            }
            What::ZoneDestroyed { zone: z } => format!("{} is Destroyed.", zone(z)),
            What::RedWeed { zone: z } => format!("Red Weed covers {}.", zone(z)),
            What::WeedGone { zone: z } => format!("The Red Weed in {} withers.", zone(z)),
            What::ZoneRestored { zone: z, workforce } => format!("{} lives again at {workforce}.", zone(z)),
            What::Stormed { band } => format!("A thunderstorm stops {}.", self.band_name(band)),
            What::HumanPoints { gained, points, germs } => {
                format!("{}: {points}, Germs {germs}.", several(gained, "Human Victory point"))
            }
            What::MartianPoints { gained, points, colonization } => {
                let gained = several(gained, "Martian Victory point");
                format!("{gained}: {points}, Colonization {colonization}.")
            }
            What::BattleBegan { zone: z, band } => {
                let foe = if self.now.uprising.is_some() {
                    "the Tripods there".to_owned()
                } else {
                    self.band_name(band)
                };
                format!("Battle in {} against {foe}.", zone(z))
            }
            What::PlanBought { plan, cost, total } => format!("{} for {cost} ({total} left).", plan.name()),
            What::PlanGained { plan } => format!("A Battle Plan: {}.", plan.name()),
            What::PlanUsed { plan } => format!("{} is used.", plan.name()),
            What::Initiative { card, humans } => {
                let side = if humans { "Humans" } else { "Martians" };
                let by = card
                    .map_or_else(|| "by Heliograph".to_owned(), |c| format!("by card {}", self.land_card(c)));
                format!("The {side} have the initiative {by}.")
            }
            What::BattleCard { card } => format!("Battle card {}.", self.land_card(card)),
            What::CardApplied { card } => format!("Card {} is applied.", self.land_card(card)),
            What::TripodPlaced { colour, hex, .. } | What::SeaTripodPlaced { colour, hex, .. } => {
                format!("The {} Tripod stands in {hex}.", colour.name())
            }
            What::UnitSet { unit: u, hex } => format!("{} is set in {hex}.", title_words(&unit(u))),
            What::GunWaits { unit: u } => format!("{} waits beside the board.", title_words(&unit(u))),
            What::RoundBegan { round } => format!("Round {round}."),
            What::TripodActs { colour, action, .. } => {
                format!("The {} Tripod: {}.", colour.name(), action.name())
            }
            What::TripodMoved { from, to, .. } => format!("A Tripod moves from {from} to {to}."),
            What::NoTarget { colour, aim, .. } => {
                format!("The {} Tripod finds {}: nothing happens.", colour.name(), sought(aim))
            }
            What::TripodStays { hex, .. } => format!("The Tripod stays in {hex}."),
            What::GunOverrun { unit: u } => format!("{} is overrun.", title_words(&unit(u))),
            What::UnitCaptured { unit: u } => format!("{} is captured.", title_words(&unit(u))),
            What::Detected { gun, level: 0 } => format!("{} is revealed.", title_words(&unit(gun))),
            What::Detected { gun, level } => {
                format!("{} has {} left.", title_words(&unit(gun)), several(level, "level"))
            }
            What::GunDestroyed { gun } => format!("{} is destroyed.", title_words(&unit(gun))),
            What::UnitSmoked { unit: u } => format!("Black Smoke destroys {}.", unit(u)),
            What::Reinforced { colour, hex } => format!("A {} Tripod appears in {hex}.", colour.name()),
            What::NoReinforcement => "No Tripod is left to appear.".to_owned(),
            What::GunFires { gun, range, dice, level, .. } => {
                let (dice, left) = (dice_words(dice), several(level, "level"));
                format!("{} fires at range {range} with {dice} ({left} left).", title_words(&unit(gun)))
            }
            What::TripodDamaged { colour } => format!("The {} Tripod is damaged.", colour.name()),
            What::TripodDestroyed { colour } => format!("The {} Tripod is destroyed.", colour.name()),
            What::BattleEnded { humans, tripods } => {
                let (units, tripods) = (several(humans, "unit"), several(tripods, "Tripod"));
                format!("The battle is over; left are {units} and {tripods}.")
            }
            What::WaveRemoved { wave } => format!("Wave {} is no more.", wave + 1),
            What::UnitMoved { unit: u, from, to } => {
                format!("{} moves from {} to {}.", title_words(&unit(u)), zone(from), zone(to))
            }
            What::RefugeesMoved { points, from, to } => {
                format!("A Refugee {points} moves from {} to {}.", zone(from), zone(to))
            }
            What::EarthworksBuilt { gun, level } => format!("Earthworks for {}: {level}.", unit(gun)),
            What::EarthworksTaken { gun, level } => {
                format!("Earthworks are taken from {}: {level}.", unit(gun))
            }
            What::EarthworksLeft { gun, levels } => {
                let levels = several(levels, "level");
                format!("{} leaves {levels} of Earthworks behind.", title_words(&unit(gun)))
            }
            What::MillPlaced { zone: z } => format!("A Powder Mill in {}.", zone(z)),
            What::MillTaken { zone: z } => format!("A Powder Mill is taken from {}.", zone(z)),
            What::MillsGone { zone: z } => {
                format!("The other Powder Mills in {} have gone off too.", zone(z))
            }
            What::CylinderHit { wave, left } => {
                format!("A Tripod in Cylinder {} is destroyed: {left} left.", wave + 1)
            }
            What::CylinderGone { wave } => format!("Cylinder {} is empty and gone.", wave + 1),
            What::Attracted { band, to } => {
                format!("{} will come to {}.", title_words(&self.band_name(band)), zone(to))
            }
            What::RefugeesLost { zone: z, points } => format!("A Refugee {points} perishes in {}.", zone(z)),
            What::Escaped { zone: z, points } => {
                let escape = if points == 1 { "escapes" } else { "escape" };
                format!("{} {escape} from {}.", several(points, "point"), zone(z))
            }
            What::StayedBehind { zone: z } => format!("A Refugee 1 stays behind in {}.", zone(z)),
            What::Intercepted { zone: z, points } => {
                format!("A Refugee {points} from {} is seen at sea.", zone(z))
            }
            What::SeaBattleBegan { refugees, tripods } => {
                format!("Naval Battle: {}, {}.", several(refugees, "Refugee"), several(tripods, "Tripod"))
            }
            What::SeaInitiative { card, humans } => {
                let side = if humans { "Humans" } else { "Martians" };
                format!("The {side} have the initiative by card {}.", self.sea_card(card))
            }
            What::SeaCard { card } => format!("Sea Battle card {}.", self.sea_card(card)),
            What::RefugeeSet { points, hex, .. } => format!("A Refugee {points} in {hex}."),
            What::ShipPlaced { kind, hex, cost, .. } => format!("{} in {hex} for {cost}.", kind.name()),
            What::SeaTripodMoved { action, from, to, .. } => {
                let prey = if action == SeaAction::MoveWarship { "a War Ship" } else { "Refugees" };
                format!("The Tripod moves towards {prey}, from {from} to {to}.")
            }
            What::SeaTripodIdle { action, .. } => {
                let prey = if action == SeaAction::MoveWarship { "War Ship" } else { "Refugee" };
                format!("No {prey} is on the board: the Tripod does nothing.")
            }
            What::SeaNoTarget { fire, .. } => {
                let has = if fire { "without" } else { "with" };
                format!("The Tripod finds no counter {has} Earthworks within range 3: nothing happens.")
            }
            What::RefugeeCaptured { points, .. } => format!("A Refugee {points} is captured."),
            What::RefugeeDestroyed { points, .. } => format!("A Refugee {points} is destroyed."),
            What::RefugeeEscaped { points, .. } => format!("A Refugee {points} has escaped."),
            What::RefugeeRowed { from, to, .. } => format!("A Refugee moves from {from} to {to}."),
            What::ShipSailed { from, to, .. } => format!("A ship sails from {from} to {to}."),
            What::ShipFires { range, dice, .. } => {
                format!("A ship fires at range {range} with {}.", dice_words(dice))
            }
            What::ShipLost { kind, .. } => format!("{} is lost.", kind.name()),
            What::Rammed { .. } => "The ship rams the Tripod.".to_owned(),
            What::SeaDetected { ship, .. } => {
                format!("{} is seen.", if ship { "A ship" } else { "A Refugee" })
            }
            What::SeaDrawnOut => "The battle has lasted too long.".to_owned(),
            What::SeaBattleEnded => "The Naval Battle is over.".to_owned(),
            What::MartianDoes { band, zone: z, action } => {
                use crate::kinds::MartianAction as M;
                let does = match action {
                    M::Move => self.verb("moves", "move"),
                    M::FlyingMachine => {
                        self.verb("works on the Flying Machine", "work on the Flying Machine")
                    }
                    M::Devastate => self.verb("devastates", "devastate"),
                };
                format!("{} {does}.", title_words(&self.band_at(band, z)))
            }
            What::WaveMoved { band, from, to } => {
                // In the Uprising a single Tripod may be drawn on, too: the zone says whence.
                let who =
                    if self.now.uprising.is_some() { "Tripods".to_owned() } else { self.band_name(band) };
                let moves = self.verb("moves", "move");
                format!("{who} {moves} from {} to {}.", zone(from), zone(to))
            }
            What::RefugeesCaptured { zone: z, points } => {
                format!("{} of Refugees captured in {}.", several(points, "point"), zone(z))
            }
            What::FlyingMachine { pieces } => format!("Flying Machine: {}.", several(pieces, "piece")),
            What::WaveGrew { wave, colour } => format!("Wave {} gains a {} Tripod.", wave + 1, colour.name()),
            What::Opened { wave, zone: z } => format!("Cylinder {} opens in {}.", wave + 1, zone(z)),
            What::TripodBuilt { zone: z, colour } => {
                format!("A {} Tripod is built in {}.", colour.name(), zone(z))
            }
            What::LandingsLost { count } => {
                let lost = if count == 1 { "is" } else { "are" };
                format!("All Wave counters are in play: {} {lost} lost.", several(count, "Cylinder"))
            }
            What::EventDrawn { card } => format!("Event: {}.", self.event_name(card)),
            What::EventRedrawn { card } => {
                format!("{} is discarded and another drawn.", self.event_name(card))
            }
            What::EventSaved { card } => format!("{} is saved.", self.event_name(card)),
            What::EventPlayed { card } => format!("{} is played.", self.event_name(card)),
            What::EventDeclined { card } => format!("{} is declined.", self.event_name(card)),
            What::NoEffect { card } => format!("{}: nothing happens.", self.event_name(card)),
            What::NoEventsLeft => "No Event card is left.".to_owned(),
            What::TripodRepaired { band, colour } => {
                format!("The {} Tripod of {} is repaired.", colour.name(), self.band_name(band))
            }
            What::Ended { ending } => ending_words(ending).to_owned(),
        }
    }

    pub(crate) fn ask_words(&self, ask: &Ask) -> String {
        let zone = |z: ZoneId| self.name_of_zone(z);
        match *ask {
            Ask::TakeCard => {
                format!("Choose {} for the Event pile.", several(self.now.to_choose, "more card"))
            }
            Ask::Deploy => format!("Place {} anywhere.", several(self.now.to_choose, "more unit")),
            Ask::Production => "Buy units and Harbours, or go on.".to_owned(),
            Ask::Storm { band } => format!("Let {} roll, or play Thunderstorm.", self.band_name(band)),
            Ask::Battle => "Which battle is fought next?".to_owned(),
            Ask::Plans => "Buy Battle Plans, or begin the battle.".to_owned(),
            Ask::PlaceGun { unit } => format!("Place {} in a green-bordered hex.", self.unit_name(unit)),
            Ask::PlaceFoot { unit } => format!("Place {} in a blue hex.", self.unit_name(unit)),
            Ask::ChoosePlan => "The scouts bring a Battle Plan of your choice.".to_owned(),
            Ask::Card => {
                format!("Card {} lies open: use a plan, or let it act.", self.land_card(self.now.land.card))
            }
            Ask::Apply => "Which of the two cards is applied?".to_owned(),
            Ask::Reroll => {
                let shown = self.now.land.die.map_or("?", |(_, colour)| colour.name());
                format!("The die shows {shown}: keep it, or roll it again.")
            }
            Ask::Flip => format!("Flip up to {} to Damaged.", several(self.now.land.flips, "Tripod")),
            Ask::Target { aim, .. } => {
                let does = match aim {
                    Aim::Detect | Aim::FocusedDetect => "look for",
                    Aim::Attack | Aim::Fire | Aim::FocusedFire => "fire at",
                };
                format!("Several Guns are equally close: which one does the Tripod {does}?")
            }
            Ask::Fire => "Fire your Guns, or end the human step.".to_owned(),
            Ask::Shell => "The Tripod is damaged: use Explosive Shell to destroy it?".to_owned(),
            Ask::Action => "Move units and Refugees, let Infantry work, or go on.".to_owned(),
            Ask::Excess { zone: z } => format!("{} holds too many Refugees: which go?", zone(z)),
            Ask::PlaceRefugee { refugee } => {
                let points = self.now.naval.boats.get(usize::from(refugee)).map_or(0, |b| b.points);
                format!("Place the Refugee {points} in the top row.")
            }
            Ask::Ships => "Buy and place War Ships, or begin the battle.".to_owned(),
            Ask::SeaStep { .. } => "Several hexes bring the Tripod closer: which one?".to_owned(),
            Ask::SeaTarget { fire, .. } => {
                format!(
                    "Several counters are equally close: which one does it {}?",
                    if fire { "fire at" } else { "look for" }
                )
            }
            Ask::Sea => "Move Refugees, move or fire ships, or end the human step.".to_owned(),
            Ask::Blast { band, destroys } => {
                let does = if destroys { "destroys" } else { "hits" };
                format!("The Powder Mill {does} one of {}: which?", self.band_name(band))
            }
            Ask::Or | Ask::Event => {
                let card = self.now.drawn.card.and_then(|c| self.content.events.get(c.index()));
                card.map_or_else(
                    || "An Event card asks for a choice.".to_owned(),
                    |e| format!("{}: {}", e.name, e.text),
                )
            }
            Ask::PaidEvent => {
                let cost = self.rules.paid_event.unwrap_or(0);
                format!("Pay {} for another Event card, or end the turn.", several(cost, "Production point"))
            }
            Ask::Over => "The match is over.".to_owned(),
        }
    }

    pub(crate) fn order_words(&self, order: &Order) -> String {
        let zone = |z: ZoneId| self.name_of_zone(z);
        let unit = |u: UnitId| self.unit_name(UnitId(u.0 % 32));
        let side = |damaged: bool| if damaged { "Damaged " } else { "" };
        match *order {
            Order::Done => match self.now.ask {
                Ask::Reroll => "keeps the die".to_owned(),
                Ask::Shell | Ask::Or | Ask::Storm { .. } => "does not use it".to_owned(),
                _ => "goes on".to_owned(),
            },
            Order::TakeCard { card } => format!("takes {}", self.event_name(card)),
            Order::Deploy { kind, zone: z } => format!("places {} in {}", kind.name(), zone(z)),
            Order::Buy { kind, zone: z } => format!("buys {} in {}", kind.name(), zone(z)),
            Order::Discount { card, zone: z } => format!("plays {} in {}", self.event_name(card), zone(z)),
            Order::RandomHarbour => format!("buys a random Harbour for {}", self.random_harbour_cost()),
            Order::Harbour { zone: z } => format!("buys the Harbour in {}", zone(z)),
            Order::Play { card } => format!("plays {}", self.event_name(card)),
            Order::Battle { band } => format!("fights {}", self.band_name(band)),
            Order::RandomPlan => format!("draws a Battle Plan for {}", self.rules.random_plan),
            Order::ChosenPlan { plan } => format!("takes {}", plan.name()),
            Order::Place { hex } => format!("chooses {hex}"),
            Order::LeaveOff => "leaves the Gun beside the board".to_owned(),
            Order::Kriegspiel => "uses Kriegspiel".to_owned(),
            Order::Apply { second } => {
                let card = if second { self.now.land.second_card.unwrap_or(0) } else { self.now.land.card };
                format!("applies card {}", self.land_card(card))
            }
            Order::LineOfSight => "uses Line of Sight".to_owned(),
            Order::Heliograph => "uses the Heliograph".to_owned(),
            Order::Trap => "springs a Trap".to_owned(),
            Order::Flip { tripod } => format!("flips {}", self.tripod_words(tripod)),
            Order::Terrain => "uses Terrain".to_owned(),
            Order::Surprise { gun } => format!("puts Surprise Shot on {}", unit(gun)),
            Order::Shell => "uses Explosive Shell".to_owned(),
            Order::Fire { gun, tripod } => format!("fires {} at {}", unit(gun), self.tripod_words(tripod)),
            Order::Target { unit: u } => format!("names {}", unit(u)),
            Order::Move { unit: u, to } => format!("moves {} to {}", unit(u), zone(to)),
            Order::MoveRefugee { points, from, to } => {
                format!("moves a Refugee {points} from {} to {}", zone(from), zone(to))
            }
            Order::AttackCylinder { unit: u, wave } => {
                format!("lets {} attack Cylinder {}", unit(u), u16::from(wave) + 1)
            }
            Order::AttackMachine { unit: u, colour } => {
                format!("lets {} attack the {} Handling Machine", unit(u), colour.name())
            }
            Order::Dig { unit: u, gun } => format!("lets {} dig for {}", unit(u), unit(gun)),
            Order::Mill { unit: u } => format!("lets {} build a Powder Mill", unit(u)),
            Order::Attract { unit: u, wave } => {
                format!("lets {} draw on Wave {}", unit(u), u16::from(wave) + 1)
            }
            Order::AttractTripod { unit: u, from, colour, damaged } => {
                format!(
                    "lets {} draw on a {}{} Tripod in {}",
                    unit(u),
                    side(damaged),
                    colour.name(),
                    zone(from)
                )
            }
            Order::TakeWorks { gun } => format!("takes Earthworks from {}", unit(gun)),
            Order::TakeMill { zone: z } => format!("takes a Powder Mill from {}", zone(z)),
            Order::GiveUp { points } => format!("gives up a Refugee {points}"),
            Order::BuyShip { ship, hex } => format!("buys {} in {hex}", ship.name()),
            Order::FreeShip { ship, hex } => format!("places {} in {hex}", ship.name()),
            Order::Sail { ship, hex } => format!("sails ship {} to {hex}", u16::from(ship) + 1),
            Order::ShipFire { ship, .. } => format!("fires ship {}", u16::from(ship) + 1),
            Order::Ram { ship, .. } => format!("rams with ship {}", u16::from(ship) + 1),
            Order::Row { refugee, hex } => format!("moves Refugee {} to {hex}", u16::from(refugee) + 1),
            Order::SeaTarget { ship, counter } => {
                format!("names {} {}", if ship { "ship" } else { "Refugee" }, u16::from(counter) + 1)
            }
            Order::EndBattle => "ends the Naval Battle".to_owned(),
            Order::Tripod { band, colour, damaged } => {
                format!(
                    "names the {}{} Tripod of {}",
                    side(damaged),
                    colour.name(),
                    self.band_name(band % 36)
                )
            }
            Order::First => "takes the first effect".to_owned(),
            Order::Second => "takes the second effect".to_owned(),
            Order::Zone { zone: z } => format!("chooses {}", zone(z)),
            Order::Unit { unit: u } => format!("chooses {}", unit(u)),
            Order::Pay => "pays".to_owned(),
            Order::PayEvent => "pays for another Event card".to_owned(),
        }
    }

    /// A band and the zone it stands in, each said once.
    fn band_at(&self, band: u8, zone: ZoneId) -> String {
        let name = self.band_name(band);
        if self.now.uprising.is_some() { name } else { format!("{name} in {}", self.name_of_zone(zone)) }
    }

    /// A Wave does, the Tripods of a zone do.
    fn verb(&self, one: &'static str, many: &'static str) -> &'static str {
        if self.now.uprising.is_some() { many } else { one }
    }

    pub(crate) fn tripod_words(&self, tripod: u8) -> String {
        match self.now.land.tripods.get(usize::from(tripod)) {
            Some(t) => {
                let at = t.hex.map_or_else(String::new, |h| format!(" in {h}"));
                format!("the {}{} Tripod{at}", if t.damaged { "Damaged " } else { "" }, t.colour.name())
            }
            None => format!("Tripod {tripod}"),
        }
    }
}

/// A number and what is counted: "1 unit", "3 units".
pub(crate) fn several(n: impl Into<u32>, thing: &str) -> String {
    let n = n.into();
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

pub(crate) fn dice_words(n: u8) -> String {
    if n == 1 { "1 die".to_owned() } else { format!("{n} dice") }
}

/// What an action looked for in vain.
fn sought(aim: Option<Aim>) -> &'static str {
    match aim {
        Some(Aim::Detect) => "no Gun with Earthworks within range 3",
        Some(Aim::Attack) => "no Gun without Earthworks within range 3",
        Some(Aim::Fire) => "no Gun within range 3",
        Some(Aim::FocusedDetect) => "no Gun with Earthworks",
        Some(Aim::FocusedFire) => "no Gun",
        None => "nobody next to it",
    }
}

fn sea_mark(mark: SeaMark) -> String {
    match mark {
        SeaMark::Refugee { points, hex } => format!("the Refugee {points} in {hex}"),
        SeaMark::Ship { kind, hex } => format!("the {} in {hex}", kind.name()),
    }
}

fn title(colour: Colour) -> String {
    title_words(colour.name())
}

pub(crate) fn title_words(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn ending_words(ending: Ending) -> &'static str {
    match ending {
        Ending::EmptyMap => "No Wave and no Cylinder is left: you win.",
        Ending::Germs => "The germs have done their work: you win.",
        Ending::NoTripods => "No Tripod is left in play: you win.",
        Ending::NoMachines => "All Handling Machines are destroyed: you win.",
        Ending::GermRoll => "The Martians die of the germs: you win.",
        Ending::Colonization => "England is a colony of Mars: you lose.",
        Ending::London => "London is Destroyed: you lose.",
        Ending::FlyingMachine => "The Flying Machine is complete: you lose.",
        Ending::ColonizationRoll => "The Martians have settled for good: you lose.",
    }
}
