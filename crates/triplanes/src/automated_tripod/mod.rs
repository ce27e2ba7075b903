//! AUTOMATED TRIPOD RULES: a tripod that no player steers (INV-AUT-01 to INV-AUT-80).
//!
//! The seat of such a tripod is never asked for anything. At the end of the action window of each phase, before a
//! card is turned up, [`State::decide_automated`] runs the procedure of INV-AUT-80 on the positions at the start of
//! the step, and lays the card that a player would have planned; from there on the match goes its ordinary way. Each
//! decision is told with its reasons ([`Reasoning`]).

mod advance;
mod decks;
mod engage;
mod evasive_maneuvers;
mod firing;
mod powerless;
mod reasoning;
mod setup;
mod sight;
mod terms;

pub use decks::Automaton;
pub use reasoning::{Candidate, Reasoning, RedZoneView, Sighting, TemplateKind, Thought};
pub use setup::AutomatedSetup;
pub(crate) use setup::{check_seats, prepare};
pub use terms::EnergyStatus;

use crate::content::{CardClass, ManeuverCard, ManeuverDeck, Side, TripodModel};
use crate::draws::Question;
use crate::event::What;
use crate::order::{Action, Order};
use crate::state::{State, VehicleId};
use geometry::Pose;
use reasoning::Notes;
use std::sync::Arc;
use table::{Audience, Event, Refusal, SeatId, Secret, Sink};

/// What a match with automated tripods remembers for them.
#[derive(Clone, Debug, Default, Hash)]
pub struct Automated {
    pub tripods: Vec<Automaton>,
    /// How many damage cards each vehicle has drawn for itself (INV-AUT-42).
    pub drawn: Vec<u16>,
}

/// What the procedure has settled on: a card by its printed number, and a facing to turn to on the spot. There is
/// nothing else to settle on: it destroys no objective and launches no black smoke (INV-AUT-68).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub card: u8,
    pub turn: Option<Side>,
}

/// One run of the procedure for one tripod.
pub(crate) struct Mind<'s> {
    state: &'s mut State,
    id: VehicleId,
    phase: u8,
    /// Taken out of the state while it thinks.
    own: Automaton,
    deck: Arc<ManeuverDeck>,
    near: bool,
    notes: Notes,
}

impl State {
    /// Whether the procedure plays this seat.
    pub(crate) fn is_automated_seat(&self, seat: SeatId) -> bool {
        self.table.setup.automated.as_ref().is_some_and(|a| a.seats.contains(&seat))
    }

    /// Whether no player steers this vehicle.
    pub(crate) fn is_automated(&self, id: VehicleId) -> bool {
        self.automated.is_some() && self.is_automated_seat(self[id].owner)
    }

    /// INV-AUT-01: no player gives orders to a tripod that the procedure steers.
    pub(crate) fn procedure_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        if self.is_automated(id) {
            let why = format!("{} is steered by the procedure for automated tripods", self.name(id));
            return Err(Refusal::new("INV-AUT-01", why));
        }
        Ok(())
    }

    /// Who knows what the owner of a vehicle knows. In a solo game the one player handles the tripod's components,
    /// so all of it is open to him (INV-AUT-74); against several players base secrecy holds.
    pub(crate) fn audience_of(&self, owner: SeatId) -> Audience {
        let own = Audience::only(owner);
        if !self.is_automated_seat(owner) {
            return own;
        }
        let mut players = self.table.seats.iter().map(|s| s.id).filter(|s| !self.is_automated_seat(*s));
        match (players.next(), players.next()) {
            (Some(alone), None) => own.and(alone),
            _ => own,
        }
    }

    /// INV-AUT-06: in the planning phase the used cards go home.
    pub(crate) fn return_used_cards(&mut self, out: &mut Sink<What>) {
        let Some(mut automated) = self.automated.take() else { return };
        for own in &mut automated.tripods {
            let cards = own.discard.len() as u8;
            own.begin_turn(self.deck(own.vehicle));
            if cards > 0 && self[own.vehicle].in_play() {
                let vehicle = own.vehicle;
                out.emit(|| Event::public("INV-AUT-06", What::UsedCardsReturned { vehicle, cards }));
            }
        }
        self.automated = Some(automated);
    }

    /// INV-AUT-67: who begins the step with counters in its toppled box spends the step getting up.
    pub(crate) fn note_who_lies(&mut self) {
        let Some(mut automated) = self.automated.take() else { return };
        for own in &mut automated.tripods {
            own.resting = self[own.vehicle].is_toppled();
        }
        self.automated = Some(automated);
    }

    /// The movement step of every automated tripod, in order of vehicle id (INV-AUT-01, INV-AUT-07).
    pub(crate) fn decide_automated(&mut self, phase: u8, out: &mut Sink<What>) {
        let Some(mut automated) = self.automated.take() else { return };
        let mut tripods = std::mem::take(&mut automated.tripods);
        self.automated = Some(automated);
        for own in &mut tripods {
            if self[own.vehicle].in_play() {
                *own = self.think(std::mem::take(own), phase, out);
            }
        }
        if let Some(automated) = &mut self.automated {
            automated.tripods = tripods;
        }
    }

    fn think(&mut self, own: Automaton, phase: u8, out: &mut Sink<What>) -> Automaton {
        let id = own.vehicle;
        let deck = Arc::clone(self.model(id).deck());
        let notes = Notes::new(out.is_on());
        let mut mind = Mind { state: self, id, phase, own, deck, near: false, notes };
        mind.own.was_cooling = mind.is_cooling();
        let choice = mind.movement_step();
        let reasoning = mind.reasoning(choice);
        let own = mind.own;
        if let Some(reasoning) = reasoning {
            let audience = self.audience_of(self[id].owner);
            let rule = reasoning.rule();
            out.emit(|| Event::private(rule, audience, What::Reasoned(Box::new(reasoning))));
        }
        if let Some(choice) = choice {
            self[id].plan.judge_mut()[usize::from(phase)] = self.deck(id).row_of(choice.card);
            let action = choice.turn.map_or(Action::Pass, |to| Action::ChangeFacing { to });
            self.choose(id, Secret::new(self.team_audience(id), action));
        }
        own
    }

    /// After the moves: what was carried out counts, and is the card that a steep one may not follow.
    pub(crate) fn count_automated_moves(&mut self) {
        let Some(mut automated) = self.automated.take() else { return };
        for own in &mut automated.tripods {
            let flown = self[own.vehicle].flown.map(|row| self.deck(own.vehicle).card(row).class);
            own.previous = flown.and(own.played);
            match flown {
                Some(CardClass::Normal) => own.moves += 1,
                Some(CardClass::StandingStill | CardClass::Reverse) => own.stationary += 1,
                _ => {}
            }
        }
        self.automated = Some(automated);
    }

    /// INV-AUT-42: every damage card that a vehicle draws for itself, zeros included.
    pub(crate) fn count_damage_card(&mut self, id: VehicleId) {
        if let Some(drawn) = self.automated.as_mut().and_then(|a| a.drawn.get_mut(id.index())) {
            *drawn = drawn.saturating_add(1);
        }
    }

    pub(crate) fn cards_drawn(&self, id: VehicleId) -> u16 {
        self.automated.as_ref().and_then(|a| a.drawn.get(id.index())).copied().unwrap_or(0)
    }

    /// INV-AUT-74: inside a crater the second card is always drawn, and the one with fewer points is kept.
    pub(crate) fn answer_by_rule(&mut self, vehicle: VehicleId, question: Question, out: &mut Sink<What>) {
        let order = match question {
            Question::Lucky => Order::Lucky { vehicle, ignore: false },
            Question::Crater => Order::DrawAgain { vehicle, again: true },
            Question::Which => Order::Apply { vehicle, second: self.second_is_gentler(vehicle) },
        };
        self.answer(&order, out);
    }

    fn second_is_gentler(&self, id: VehicleId) -> bool {
        let (Some(hand), Some(task)) = (self.work.hand, self.work.queue.first()) else { return false };
        let points = |row: u8| {
            let card = self.damage_card(task.deck, row);
            if card.is_explosion() { self.model(id).resistance().div_ceil(2) } else { u16::from(card.points) }
        };
        hand.other.is_some_and(|other| points(other) < points(hand.row))
    }
}

impl Mind<'_> {
    fn pose(&self) -> Pose {
        self.state[self.id].pose
    }

    fn energy(&self) -> u8 {
        self.state[self.id].energy()
    }

    /// How much energy is lacking to the most that it can have.
    fn lacking(&self) -> u8 {
        self.rating().saturating_sub(self.energy())
    }

    fn is_cooling(&self) -> bool {
        self.state[self.id].tripod().is_some_and(|tripod| tripod.console.cooling > 0)
    }

    fn reverses(&self) -> bool {
        self.state[self.id].tripod().is_some_and(|tripod| tripod.console.reverse)
    }

    fn rating(&self) -> u8 {
        self.state[self.id].tripod().map_or(0, |tripod| tripod.rating)
    }

    fn model(&self) -> Option<&TripodModel> {
        self.state.model(self.id).tripod()
    }

    fn card(&self, number: u8) -> &ManeuverCard {
        card_of(&self.deck, number)
    }

    fn class(&self, number: u8) -> CardClass {
        self.card(number).class
    }

    fn ruler(&self) -> f64 {
        self.state.table.content.ruler
    }

    /// INV-AUT-69: every option has the same chance; a single one needs no draw.
    fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        let n = if options.len() > 1 { self.state.dice.pick(options.len()) } else { 0 };
        options[n]
    }

    fn toss(&mut self) -> bool {
        self.state.dice.below(2) == 0
    }

    /// MOVEMENT, in the order of INV-AUT-80: M0 to M4.
    fn movement_step(&mut self) -> Option<Choice> {
        if self.own.resting || self.state[self.id].is_toppled() {
            self.own.rest();
            self.notes.say("INV-AUT-67", || "It is getting up from a fall and decides nothing.".to_owned());
            return None;
        }
        let goal = self.own.goal.take();
        self.look_around();
        let choice = match self.evade() {
            Some(choice) => choice,
            None => self.behave(goal),
        };
        self.own.rejected.clear();
        self.own.play(choice.card);
        Some(choice)
    }

    /// INV-AUT-09, INV-AUT-16: powerless, or operative with or without enemies nearby.
    fn behave(&mut self, goal: Option<u8>) -> Choice {
        self.tell_status();
        if self.energy() == 0 {
            return self.powerless();
        }
        if self.near
            && let Some(choice) = self.engage()
        {
            return choice;
        }
        self.advance(goal)
    }
}

/// The card with this printed number; every pile holds numbers of its own deck only.
fn card_of(deck: &ManeuverDeck, number: u8) -> &ManeuverCard {
    deck.card(deck.row_of(number).unwrap_or(crate::content::CardIx(0)))
}
