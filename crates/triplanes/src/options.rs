//! The legal orders of a prompt: worked out once, then counted, numbered and listed.

use crate::content::{CardIx, Spaces};
use crate::firing_airplanes::ShotOption;
use crate::gun_positions::gun_of;
use crate::order::{Ask, Order};
use crate::scenarios::placing::SAMPLES;
use crate::state::{State, Step, VehicleId};
use crate::tripod_action_cards::Actions;
use crate::tripods_in_ww2::Rows;
use crate::tripods_vs_tripods::ActionCard;
use smallvec::SmallVec;
use std::borrow::Cow;
use table::Prompt;

/// What a prompt can be answered with, as the rules know it: an order is made of one when somebody asks for it.
#[derive(Debug)]
pub(crate) enum Offers<'a> {
    /// Samples of where a piece may lie.
    Places(Prompt<Ask>),
    Clouds(Vec<Order>),
    Plans(VehicleId, Cow<'a, [Spaces]>),
    Flights(VehicleId, Rows),
    Straights(VehicleId, SmallVec<[CardIx; 4]>),
    Actions(VehicleId, Actions),
    Cards(VehicleId, SmallVec<[ActionCard; 7]>),
    /// Up to so many loads.
    Loads(VehicleId, u8),
    Inflictions(VehicleId, VehicleId, SmallVec<[u8; 8]>),
    /// No, then yes.
    Either([Order; 2]),
    /// Lines of fire. Guns may be held, and that comes first; behind the last line of a ray comes holding it, where
    /// that is allowed.
    Shots {
        vehicle: VehicleId,
        hold: Option<Order>,
        lines: SmallVec<[&'a ShotOption; 16]>,
        after: bool,
    },
}

impl State {
    pub(crate) fn offers(&self, prompt: &Prompt<Ask>) -> Offers<'_> {
        let shots = |vehicle: VehicleId, gun: u8, hold: Option<Order>, after: bool| {
            let own = |s: &&ShotOption| s.vehicle == vehicle && gun_of(&s.declaration) == gun;
            Offers::Shots { vehicle, hold, lines: self.shots.iter().filter(own).collect(), after }
        };
        match prompt.ask {
            Ask::PlaceField
            | Ask::PlaceObjective { .. }
            | Ask::PlaceTerrain { .. }
            | Ask::PlaceVehicle { .. } => Offers::Places(*prompt),
            Ask::Smoke { vehicle } => Offers::Clouds(self.smoke_orders(vehicle)),
            Ask::Plan { vehicle } => Offers::Plans(vehicle, self.legal_plans(vehicle)),
            Ask::Fly { vehicle } => Offers::Flights(vehicle, self.flights(vehicle)),
            Ask::FlyStraight { vehicle } => {
                Offers::Straights(vehicle, self.free_straights(vehicle, self.phase()))
            }
            Ask::Act { vehicle } => {
                // Face up, or as the token of a card that is shown.
                let actions = match self.step {
                    Step::Reveal { phase } => self.tokens(vehicle, phase),
                    _ => self.actions(vehicle, self.phase()),
                };
                Offers::Actions(vehicle, actions)
            }
            Ask::Commit { vehicle } => Offers::Cards(vehicle, self.cards_to_lay(vehicle, self.phase())),
            Ask::Drop { vehicle } => Offers::Loads(vehicle, self.most_to_drop(vehicle, self.phase())),
            Ask::Inflict { vehicle, target } => Offers::Inflictions(vehicle, target, self.inflictions()),
            Ask::Lucky { vehicle } => {
                Offers::Either([false, true].map(|ignore| Order::Lucky { vehicle, ignore }))
            }
            Ask::DrawAgain { vehicle } => {
                Offers::Either([false, true].map(|again| Order::DrawAgain { vehicle, again }))
            }
            Ask::Apply { vehicle } => {
                Offers::Either([false, true].map(|second| Order::Apply { vehicle, second }))
            }
            Ask::Fire { vehicle } | Ask::EarlyFire { vehicle } => {
                shots(vehicle, 0, Some(Order::Hold { vehicle }), false)
            }
            Ask::FireGun { vehicle, gun } => {
                shots(vehicle, gun, Some(Order::HoldGun { vehicle, gun }), false)
            }
            Ask::Ray { vehicle } => shots(vehicle, 0, None, self.may_let_bombs_fall(vehicle)),
        }
    }

    /// The order that the `n`th offer is; the offers are those of this state.
    pub(crate) fn offered(&self, offers: &Offers<'_>, n: usize) -> Order {
        match offers {
            Offers::Places(prompt) => self.place_option(prompt, n),
            Offers::Clouds(orders) => orders[n].clone(),
            Offers::Plans(vehicle, plans) => {
                Order::Plan { vehicle: *vehicle, cards: self.plan_numbers(*vehicle, plans[n]) }
            }
            Offers::Flights(vehicle, rows) => self.flight_order(*vehicle, rows[n]),
            Offers::Straights(vehicle, rows) => {
                Order::FlyStraight { vehicle: *vehicle, card: self.deck(*vehicle).card(rows[n]).numbers[0] }
            }
            Offers::Actions(vehicle, actions) => Order::Act { vehicle: *vehicle, action: actions[n] },
            Offers::Cards(vehicle, cards) => Order::Commit { vehicle: *vehicle, card: cards[n] },
            Offers::Loads(vehicle, _) => Order::Drop { vehicle: *vehicle, loads: n as u8 },
            Offers::Inflictions(vehicle, target, cards) => {
                Order::Inflict { vehicle: *vehicle, target: *target, card: cards[n] }
            }
            Offers::Either(orders) => orders[n].clone(),
            Offers::Shots { vehicle, hold, lines, .. } => match (hold, n) {
                (Some(hold), 0) => hold.clone(),
                (hold, n) => lines
                    .get(n - usize::from(hold.is_some()))
                    .map_or(Order::Hold { vehicle: *vehicle }, |line| line.order()),
            },
        }
    }
}

impl Offers<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Places(_) => SAMPLES,
            Self::Clouds(orders) => orders.len(),
            Self::Plans(_, plans) => plans.len(),
            Self::Flights(_, rows) => rows.len(),
            Self::Straights(_, rows) => rows.len(),
            Self::Actions(_, actions) => actions.len(),
            Self::Cards(_, cards) => cards.len(),
            Self::Loads(_, most) => 1 + usize::from(*most),
            Self::Inflictions(_, _, cards) => cards.len(),
            Self::Either(orders) => orders.len(),
            Self::Shots { hold, lines, after, .. } => {
                usize::from(hold.is_some()) + lines.len() + usize::from(*after)
            }
        }
    }
}
