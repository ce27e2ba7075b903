//! A world that a seat can not tell from the true one: what it may not know is drawn anew, for search.

use crate::bombing_tripods::bears_special;
use crate::content::{CardIx, DamageCard, DeckId, Restrictions, Spaces, Special};
use crate::gun_positions::gun_of;
use crate::invasion::put;
use crate::order::Action;
use crate::setup::take;
use crate::special_damages::{is_announced, symbol_for};
use crate::state::{Declaration, HeldCard, HiddenDamage, State, Step, VehicleId};
use crate::tripods_vs_tripods::ActionCard;
use table::{Dice, SeatId, Secret, Viewer};

/// How often a draw is tried before the plain one is taken.
const TRIES: usize = 40;

/// What of a face-down card nobody has heard of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiet {
    /// Symbols were announced, and a jam struck its firer in the open.
    Nothing,
    /// Heat-rays and bombs jam no guns (INV-TVT-23, INV-BOM-27).
    Jams,
    /// Its symbol did not count.
    Anything,
}

impl Quiet {
    fn of(held: &HeldCard) -> Self {
        if held.points_only {
            Self::Anything
        } else if held.doubled || held.bomb {
            Self::Jams
        } else {
            Self::Nothing
        }
    }
}

impl State {
    pub(crate) fn imagined(&self, seat: SeatId, dice: &mut Dice) -> Self {
        let viewer = Viewer::Seat(seat);
        let mut world = self.clone();
        world.dice = Dice::new(dice.next_u64());
        world.stack.clear();
        world.take_in_hidden_cards(viewer);
        // The order of a current deck is known to nobody; a card is picked when it is drawn (INV-AUT-74).
        for own in world.automated.iter_mut().flat_map(|a| &mut a.tripods) {
            own.top.clear();
        }
        for id in self.ids() {
            let open = self[id].hidden.seen_by(viewer).is_some();
            if self[id].owner != seat && self[id].in_play() && !open {
                world.imagine_damage(id, viewer, dice);
                world.imagine_rudder(id);
            }
        }
        world.imagine_hand(seat, dice);
        world.imagine_dot_hit(viewer, dice);
        for id in self.ids() {
            if self[id].owner != seat && self[id].in_play() {
                // An automated tripod has no plan; it decides when the cards are turned up.
                if !self.is_automated(id) {
                    world.imagine_plan(id, viewer, dice);
                }
                world.imagine_declaration(id, viewer, dice);
                world.imagine_drop(id, viewer, dice);
                world.imagine_positions(id, dice);
            }
        }
        world
    }

    /// Every card whose face this viewer does not know goes back to its deck before any is drawn again: one that is
    /// still out would tell the others what it is, on its own vehicle or on another.
    fn take_in_hidden_cards(&mut self, viewer: Viewer) {
        for index in 0..self.held.len() {
            let held = self.held[index];
            if held.seen_row(viewer).is_none() {
                self.put_back(held.deck, *held.row.judge());
            }
        }
        let Some(deck) = self.bomb_deck() else { return };
        let hidden = self.dot_hit().filter(|hit| hit.rows.seen_by(viewer).is_none());
        for row in hidden.map(|hit| hit.rows.judge().clone()).unwrap_or_default() {
            self.put_back(deck, row);
        }
    }

    /// Hidden damage cards: drawn again from all cards that this seat has not seen, such that what was
    /// announced still fits and the vehicle still lives.
    fn imagine_damage(&mut self, id: VehicleId, viewer: Viewer, dice: &mut Dice) {
        let unseen: Vec<usize> = (0..self.held.len())
            .filter(|i| self.held[*i].vehicle == id && self.held[*i].seen_row(viewer).is_none())
            .collect();
        let airplane = !self.is_tripod(id);
        let truth: Vec<u8> = unseen.iter().map(|i| *self.held[*i].row.judge()).collect();
        let resistance = self.model(id).resistance();
        let noted = self.noted.contains(&id);
        // A card whose symbol did not count may be any: it waits until the others have found theirs.
        let mut order: Vec<usize> = (0..unseen.len()).collect();
        order.sort_by_key(|i| self.held[unseen[*i]].points_only);
        for attempt in 0..TRIES {
            self[id].hidden.judge_mut().note = 0;
            if attempt > 0 {
                for &index in &unseen {
                    let held = self.held[index];
                    self.put_back(held.deck, *held.row.judge());
                }
            }
            for &i in &order {
                let (index, row) = (unseen[i], truth[i]);
                let held = self.held[index];
                let quiet = Quiet::of(&held);
                let sign = self.public_sign(held.deck, row, airplane, quiet);
                let drawn = self.draw_alike(held.deck, sign, airplane, quiet, dice);
                let drawn = drawn.unwrap_or(row);
                take(&mut self.decks[held.deck.index()], drawn);
                *self.held[index].row.judge_mut() = drawn;
            }
            let cards = self.total_damage(id);
            let room = resistance.saturating_sub(1).saturating_sub(cards);
            let note = if noted { dice.below(u32::from(room) + 1) as u16 } else { 0 };
            let hidden = self.imagine_hidden(id, note, airplane);
            let dead_engine = airplane && hidden.engine >= 2;
            *self[id].hidden.judge_mut() = hidden;
            if cards < resistance && !dead_engine && self.bombs_fit(id, &unseen, &truth) {
                return;
            }
        }
        // No luck: the gentlest card of each kind that fits what was announced.
        for (&index, &row) in unseen.iter().zip(&truth) {
            let held = self.held[index];
            self.put_back(held.deck, *held.row.judge());
            let quiet = Quiet::of(&held);
            let sign = self.public_sign(held.deck, row, airplane, quiet);
            let topples = |row: u8| held.bomb && bears_special(self.damage_card(held.deck, row));
            let gentle = (0..self.table.content.damage[held.deck.index()].cards.len() as u8)
                .filter(|r| self.decks[held.deck.index()].rows[usize::from(*r)] > 0)
                .filter(|r| self.public_sign(held.deck, *r, airplane, quiet) == sign)
                .filter(|r| topples(*r) == topples(row))
                .filter(|r| symbol_for(self.damage_card(held.deck, *r), airplane) != Some(Special::Engine))
                .min_by_key(|r| {
                    let card = self.damage_card(held.deck, *r);
                    (card.is_explosion(), card.points)
                })
                .unwrap_or(*held.row.judge());
            take(&mut self.decks[held.deck.index()], gentle);
            *self.held[index].row.judge_mut() = gentle;
        }
        *self[id].hidden.judge_mut() = self.imagine_hidden(id, 0, airplane);
    }

    /// INV-BOM-26: whether bombs have toppled it is public; which of the cards did it is not.
    fn bombs_fit(&self, id: VehicleId, unseen: &[usize], truth: &[u8]) -> bool {
        let special = |held: &HeldCard, row: u8| bears_special(self.damage_card(held.deck, row));
        let bombs = || (0..unseen.len()).filter(|i| self.held[unseen[*i]].bomb);
        bombs().all(|of| {
            let turn = self.held[unseen[of]].turn;
            // A card that everybody of this pair knows may have done it.
            let mut known =
                self.held.iter().enumerate().filter(|(index, h)| {
                    h.vehicle == id && h.bomb && h.turn == turn && !unseen.contains(index)
                });
            if known.any(|(_, h)| special(h, *h.row.judge())) {
                return true;
            }
            let same = || bombs().filter(|i| self.held[unseen[*i]].turn == turn);
            let before = same().any(|i| special(&self.held[unseen[i]], truth[i]));
            let now = same().any(|i| special(&self.held[unseen[i]], *self.held[unseen[i]].row.judge()));
            before == now
        })
    }

    /// The cards of a dot hit in another player's hand: any (INV-BOM-24).
    fn imagine_dot_hit(&mut self, viewer: Viewer, dice: &mut Dice) {
        let Some(deck) = self.bomb_deck() else { return };
        let Some(hit) = self.dot_hit().filter(|hit| hit.rows.seen_by(viewer).is_none()) else { return };
        let rows = hit.rows.judge().clone();
        let anew: Vec<u8> = rows
            .iter()
            .map(|row| {
                let drawn = self.draw_alike(deck, None, false, Quiet::Anything, dice).unwrap_or(*row);
                take(&mut self.decks[deck.index()], drawn);
                drawn
            })
            .collect();
        if let Some(hit) = self.invasion.as_deref_mut().and_then(|i| i.drawn.as_mut()) {
            *hit.rows.judge_mut() = anew;
        }
    }

    /// A sealed drop decision: any that the imagined card allows.
    fn imagine_drop(&mut self, id: VehicleId, viewer: Viewer, dice: &mut Dice) {
        let Step::Drops { phase } = self.step else { return };
        let Some(declared) = self.drop_declared(id).filter(|d| d.seen_by(viewer).is_none()) else { return };
        let loads = dice.below(u32::from(self.most_to_drop(id, phase)) + 1) as u8;
        if let Some(invasion) = self.invasion.as_deref_mut() {
            put(&mut invasion.declared, id, Secret::new(declared.audience(), loads));
        }
    }

    /// A card in another player's hand: any that would make him decide the same thing.
    fn imagine_hand(&mut self, seat: SeatId, dice: &mut Dice) {
        let (Some(hand), Some(task)) = (self.work.hand, self.work.queue.first().copied()) else { return };
        if task.shown || self[task.vehicle].owner == seat {
            return;
        }
        let question = self.question();
        for _ in 0..TRIES {
            let left = &self.decks[task.deck.index()];
            if left.total == 0 {
                return;
            }
            let mut pick = dice.below(u32::from(left.total)) as u16;
            let Some(row) = left.rows.iter().position(|count| {
                let found = pick < u16::from(*count);
                pick = pick.saturating_sub(u16::from(*count));
                found
            }) else {
                return;
            };
            self.work.hand = Some(crate::draws::InHand { row: row as u8, ..hand });
            if self.question() == question {
                take(&mut self.decks[task.deck.index()], row as u8);
                self.put_back(task.deck, hand.row);
                return;
            }
            self.work.hand = Some(hand);
        }
    }

    /// What everybody learned of a face-down card: its announced symbol, and the number behind a circuits hit.
    fn public_sign(&self, deck: DeckId, row: u8, airplane: bool, quiet: Quiet) -> Option<(Special, u8)> {
        let card: &DamageCard = self.damage_card(deck, row);
        if quiet == Quiet::Anything || !self.standard() {
            return None;
        }
        // A jam strikes the firer in the open.
        let jams = card.special == Some(Special::JammedGuns) && !airplane && quiet == Quiet::Nothing;
        let jam = jams.then_some(Special::JammedGuns);
        let symbol = symbol_for(card, airplane).filter(|s| is_announced(*s)).or(jam)?;
        Some((symbol, if symbol == Special::Circuits { card.points } else { 0 }))
    }

    fn draw_alike(
        &self,
        deck: DeckId,
        sign: Option<(Special, u8)>,
        airplane: bool,
        quiet: Quiet,
        dice: &mut Dice,
    ) -> Option<u8> {
        let left = &self.decks[deck.index()];
        let fits = |row: &usize| self.public_sign(deck, *row as u8, airplane, quiet) == sign;
        let rows = self.table.content.damage[deck.index()].cards.len();
        let total: u32 = (0..rows).filter(fits).map(|row| u32::from(left.rows[row])).sum();
        if total == 0 {
            return None;
        }
        let mut pick = dice.below(total);
        for row in (0..rows).filter(fits) {
            let count = u32::from(left.rows[row]);
            if pick < count {
                return Some(row as u8);
            }
            pick -= count;
        }
        None
    }

    /// The secret effects that follow from the imagined cards; when each was drawn is public.
    fn imagine_hidden(&self, id: VehicleId, note: u16, airplane: bool) -> HiddenDamage {
        let mut hidden = HiddenDamage { note, ..HiddenDamage::default() };
        if !self.standard() {
            return hidden;
        }
        for held in self.held.iter().filter(|h| h.vehicle == id && !h.points_only) {
            let card = self.damage_card(held.deck, *held.row.judge());
            let (this, before) = if self.is_ww2_airplane(id) {
                self.rudder_age(held.turn)
            } else {
                (held.turn == self.turn, held.turn + 1 == self.turn)
            };
            match symbol_for(card, airplane) {
                Some(Special::Engine) => hidden.engine = (hidden.engine + 1).min(2),
                Some(Special::ReverseDestroyed) => hidden.reverse_destroyed = true,
                Some(Special::SmokeGenerator) => hidden.smoke_generator = true,
                Some(Special::RudderLeft) => {
                    hidden.next_left_jam |= this;
                    hidden.left_jam |= before;
                }
                Some(Special::RudderRight) => {
                    hidden.next_right_jam |= this;
                    hidden.right_jam |= before;
                }
                Some(Special::Gyroscope) => {
                    hidden.next_gyroscope |= this;
                    hidden.gyroscope |= before;
                }
                _ => {}
            }
        }
        hidden
    }

    /// Cards that lie face down: any legal plan that begins with the cards already seen.
    fn imagine_plan(&mut self, id: VehicleId, viewer: Viewer, dice: &mut Dice) {
        if self.is_ww2_airplane(id) {
            self.imagine_flight(id, dice);
            return;
        }
        let planning = self.is_planning(id);
        let mut bound = self.restrictions(id);
        let open = self.revealed_spaces();
        let truth: Spaces = *self[id].plan.judge();
        if self.carries(id) {
            // Any card of the deck could have been shifted; it is drawn again with the rest of the plan.
            let deck = std::sync::Arc::clone(self.model(id).deck());
            let altitude = self.altitude().is_some();
            let could = |row: &CardIx| {
                let card = deck.card(*row);
                (altitude || !card.advanced) && !card.class.is_taxi()
            };
            let rows: Vec<CardIx> = (0..deck.cards.len() as u8).map(CardIx).filter(could).collect();
            let shifted = rows[dice.pick(rows.len())];
            if let Some(airplane) = self[id].airplane_mut() {
                *airplane.carried.judge_mut() = Some(shifted);
            }
            if planning {
                bound.first = self.first_card(id);
                self[id].plan.judge_mut()[0] = bound.first;
            }
        }
        let given = match self.step {
            _ if planning => self[id].planned,
            Step::Placing | Step::Over => return,
            _ => true,
        };
        if !planning {
            // What was in force when the turn began: the parts that everybody knows stay.
            let old = *self[id].bound.judge();
            bound = Restrictions {
                last: old.last,
                fire: old.fire,
                cards: old.cards,
                printed: old.printed,
                ..bound
            };
        }
        *self[id].bound.judge_mut() = bound;
        if !given {
            return;
        }
        let empty = |plan: &Spaces| (0..3).all(|s| plan[s].is_some() == truth[s].is_some());
        // An inserted stall is public (TT-CAN-05).
        let known =
            |plan: &Spaces| (0..3).all(|s| (s >= open && !self.is_inserted(id, s)) || plan[s] == truth[s]);
        let hidden_from_here = truth[open.min(3)..].iter().any(Option::is_some);
        if hidden_from_here || planning {
            let fits: Vec<Spaces> = self
                .fitting_plans(id, &bound, &truth)
                .iter()
                .filter(|plan| empty(plan) && known(plan))
                .copied()
                .collect();
            if !fits.is_empty() {
                let choice = fits[dice.pick(fits.len())];
                *self[id].plan.judge_mut() = choice;
            } else if let Some(plan) = self.any_plan(id, &truth, open, dice) {
                *self[id].plan.judge_mut() = plan;
            }
        }
        self.imagine_action(id, viewer, dice);
    }

    /// A tripod that lost cards, or a card whose reason is secret: any cards in the hidden spaces.
    fn any_plan(&self, id: VehicleId, truth: &Spaces, open: usize, dice: &mut Dice) -> Option<Spaces> {
        let deck = self.deck(id);
        let altitude = self.altitude().is_some();
        let loose = Restrictions { cards: 3, printed: true, altitude, ..Default::default() };
        let all = deck.plans.legal(deck, loose);
        let inserted = |s: usize| self.is_inserted(id, s);
        let seen =
            |plan: &&Spaces| (0..open).all(|s| inserted(s) || truth[s].is_none() || plan[s] == truth[s]);
        let fits: Vec<&Spaces> = all.iter().filter(seen).collect();
        let plan = fits.get(dice.pick(fits.len().max(1)))?;
        Some(std::array::from_fn(|s| if inserted(s) { truth[s] } else { truth[s].and(plan[s]) }))
    }

    /// An action picked behind a closed window: any that the imagined card allows. One that lies face up
    /// keeps the card it was played on possible.
    fn imagine_action(&mut self, id: VehicleId, viewer: Viewer, dice: &mut Dice) {
        if let Step::Commit { phase } | Step::Drops { phase } | Step::Reveal { phase } = self.step {
            self.imagine_laid(id, phase, viewer, dice);
            return;
        }
        let Some(phase) = self.action_phase() else { return };
        let Some(choice) = self.chosen(id) else { return };
        if choice.seen_by(viewer).is_some() {
            // A team mate's open choice stays; the card behind it has to allow it.
            let open = *choice.judge();
            if self.action_breach(id, phase, open).is_err() {
                self.allow_action(id, phase, open, dice);
            }
            return;
        }
        let actions = self.actions(id, phase);
        let action = if actions.is_empty() { Action::Pass } else { actions[dice.pick(actions.len())] };
        self.choose(id, Secret::new(choice.audience(), action));
    }

    /// An action card face down: any that goes with the imagined maneuver, or no card where none is seen. One that
    /// was shown, or that a team-mate may see, keeps the maneuver behind it possible (INV-TVT-11).
    fn imagine_laid(&mut self, id: VehicleId, phase: u8, viewer: Viewer, dice: &mut Dice) {
        let Some(card) = self.laid(id) else {
            let shown = self[id].action();
            let shows = !matches!(shown, Action::Pass | Action::Blank);
            if shows && self.action_breach(id, phase, shown).is_err() {
                self.allow_action(id, phase, shown, dice);
            }
            return;
        };
        if card.seen_by(viewer).is_some() {
            self.allow_card(id, phase, *card.judge(), dice);
            return;
        }
        let mut cards = self.cards_to_lay(id, phase);
        if !matches!(self.step, Step::Commit { .. }) {
            let lies = *card.judge() != ActionCard::None;
            cards.retain(|card| (*card != ActionCard::None) == lies);
        }
        let anew = if cards.is_empty() { ActionCard::Blank } else { cards[dice.pick(cards.len())] };
        if let Some(invasion) = self.invasion.as_deref_mut() {
            put(&mut invasion.laid, id, Secret::new(card.audience(), anew));
        }
        if let Some(choice) = self.chosen(id) {
            let tokens = self.tokens(id, phase);
            let token = tokens.get(dice.pick(tokens.len().max(1))).copied().unwrap_or(Action::Blank);
            self.choose(id, Secret::new(choice.audience(), token));
        }
    }

    /// A team-mate's card that this seat sees: the maneuver behind it allows it, and nothing hidden forbids it.
    fn allow_card(&mut self, id: VehicleId, phase: u8, card: ActionCard, dice: &mut Dice) {
        if self.commit_breach(id, phase, card).is_ok() {
            return;
        }
        let hidden = self[id].hidden.judge_mut();
        (hidden.gyroscope, hidden.smoke_generator) = (false, false);
        self.exchange_card(id, phase, dice, |world| world.commit_breach(id, phase, card).is_ok());
    }

    /// Exchanges the hidden card of this phase for one that goes with an action everybody of the team sees.
    fn allow_action(&mut self, id: VehicleId, phase: u8, action: Action, dice: &mut Dice) {
        self.exchange_card(id, phase, dice, |world| world.action_breach(id, phase, action).is_ok());
    }

    /// Any card of the deck in the space of this phase with which the world is as it should be.
    fn exchange_card(&mut self, id: VehicleId, phase: u8, dice: &mut Dice, fits: impl Fn(&Self) -> bool) {
        let before = *self[id].plan.judge();
        let mut found: Vec<Spaces> = Vec::new();
        for row in 0..self.deck(id).cards.len() as u8 {
            let mut plan = before;
            plan[usize::from(phase)] = Some(CardIx(row));
            *self[id].plan.judge_mut() = plan;
            if fits(self) {
                found.push(plan);
            }
        }
        let choice = if found.is_empty() { before } else { found[dice.pick(found.len())] };
        *self[id].plan.judge_mut() = choice;
    }

    fn imagine_declaration(&mut self, id: VehicleId, viewer: Viewer, dice: &mut Dice) {
        let Some(declared) = self[id].declared.filter(|d| d.seen_by(viewer).is_none()) else { return };
        let mut options: Vec<Declaration> =
            self.shots.iter().filter(|s| s.vehicle == id).map(|s| s.declaration).collect();
        options.retain(|d| gun_of(d) == 0);
        if !self.is_tripod(id) || self.may_let_bombs_fall(id) {
            options.push(Declaration::Hold);
        }
        if !options.is_empty() {
            let choice = options[dice.pick(options.len())];
            self[id].declared = Some(Secret::new(declared.audience(), choice));
        }
    }
}
