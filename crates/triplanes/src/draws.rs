//! Cards waiting to be drawn, one after the other, and the decisions that a drawn card can ask for: Lucky Pilot
//! (TT-ACE-09) and the second draw inside a crater (TT-TER-10).
//!
//! Everything that draws damage puts its draws into [`Work`]; the match goes on when the last one is done. So a
//! player can look at a card and decide, in the middle of a salvo, and a position can be written down there.

use crate::content::{DeckId, Skill};
use crate::event::{DrawnFor, What};
use crate::firing_airplanes::ShotOption;
use crate::order::is_zero;
use crate::special_damages::Pending;
use crate::state::{HeldCard, State, VehicleId};
use crate::vehicle::Airplane;
use serde::{Deserialize, Serialize};
use table::{Audience, Event, Secret, Sink};

/// What the match does when all draws are done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    #[default]
    OpenActions,
    /// After the reveal: somebody may owe a straight.
    Straights,
    /// After early shots: the moves.
    Move,
    /// After the moves: the firing step.
    OpenFire,
    EndPhase,
    /// WW2: after the flames the cards are turned up.
    Reveal,
}

/// One card to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DrawTask {
    pub vehicle: VehicleId,
    pub deck: DeckId,
    pub why: DrawnFor,
    /// Draws of one shot have one number.
    pub shot: u8,
    /// The airplane whose machine guns drew it: a jam strikes it.
    pub firer: Option<VehicleId>,
    /// Which of its guns (INV-BOM-35).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gun: u8,
    pub aimed: bool,
    pub sniper: bool,
    pub shown: bool,
    /// A 0 calls for a second, hidden card (TT-TFR-06, TT-CAN-14).
    pub again_on_zero: bool,
    /// Across working armor: shown, drains energy, returns (TT-ARM-04).
    pub armor: bool,
    /// Perfect Aim: the first 0 of the shot is replaced (TT-ACE-13).
    pub perfect: bool,
    /// The target stands inside a crater (TT-TER-10).
    pub crater: bool,
    /// A heat-ray at a tripod: the number counts twice, or drains energy (INV-TVT-17, INV-TVT-20).
    #[serde(default)]
    pub ray: bool,
}

impl DrawTask {
    pub fn new(vehicle: VehicleId, deck: DeckId, why: DrawnFor) -> Self {
        Self {
            vehicle,
            deck,
            why,
            shot: 0,
            firer: None,
            gun: 0,
            aimed: false,
            sniper: false,
            shown: false,
            again_on_zero: false,
            armor: false,
            perfect: false,
            crater: false,
            ray: false,
        }
    }
}

/// A card in somebody's hand that waits for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InHand {
    pub row: u8,
    /// The second card of a crater.
    pub other: Option<u8>,
    /// The question about the crater is answered.
    pub settled: bool,
}

/// All draws of a step.
#[derive(Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Work {
    pub queue: Vec<DrawTask>,
    pub hand: Option<InHand>,
    /// Cards of an armored hit that return after their shot.
    pub shown: Vec<(DeckId, u8)>,
    /// The number of the shot that these cards were shown for.
    pub shown_shot: u8,
    /// Shots that are declared and not yet resolved.
    pub salvo: Vec<ShotOption>,
    pub pending: Pending,
    pub then: Then,
    /// How many shots drew cards in this step.
    pub shots: u8,
}

/// What a drawn card asks of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Ignore the card?
    Lucky,
    /// Draw another one?
    Crater,
    /// Which of the two?
    Which,
}

impl State {
    pub(crate) fn enqueue(&mut self, task: DrawTask) {
        // Heat-rays on tripods draw cards in any war (INV-WW2-13).
        let deck = if task.ray { task.deck } else { self.supply(task.vehicle, task.deck) };
        self.work.queue.push(DrawTask { deck, ..task });
    }

    /// A number that the draws of one shot share.
    pub(crate) fn next_shot(&mut self) -> u8 {
        self.work.shots = self.work.shots.saturating_add(1);
        self.work.shots
    }

    /// The decision that is open now, if any.
    pub(crate) fn question(&self) -> Option<(VehicleId, Question)> {
        let hand = self.work.hand?;
        let task = self.work.queue.first()?;
        let card = self.damage_card(task.deck, hand.row);
        if task.crater && !hand.settled && !card.zero {
            let question = if hand.other.is_some() { Question::Which } else { Question::Crater };
            return Some((task.vehicle, question));
        }
        let could =
            |airplane: &Airplane| airplane.skills.has(Skill::LuckyPilot) && !airplane.console.lucky_used;
        let lucky =
            !task.armor && task.why != DrawnFor::AtBombs && self[task.vehicle].airplane().is_some_and(could);
        lucky.then_some((task.vehicle, Question::Lucky))
    }

    /// Draws until a decision is open or nothing is left to draw; then true.
    pub(crate) fn draw_on(&mut self, out: &mut Sink<What>) -> bool {
        loop {
            let Some(&task) = self.work.queue.first() else {
                self.return_shown(None);
                if self.work.salvo.is_empty() {
                    return true;
                }
                let shot = self.work.salvo.remove(0);
                self.resolve_shot(&shot, out);
                continue;
            };
            if self.work.hand.is_none() {
                self.return_shown(Some(task.shot));
                let Some(row) = self.draw_first(task, out) else {
                    self.work.queue.remove(0);
                    continue;
                };
                self.work.hand = Some(InHand { row, other: None, settled: false });
            }
            match self.question() {
                Some((id, question)) if self.is_automated(id) => self.answer_by_rule(id, question, out),
                Some(_) => return false,
                None => self.keep_card(out),
            }
        }
    }

    /// The draw itself; Perfect Aim exchanges one 0 of a shot (TT-ACE-13).
    fn draw_first(&mut self, task: DrawTask, out: &mut Sink<What>) -> Option<u8> {
        let row = self.draw_for(&task, out)?;
        self.note_symbol(task, row);
        if !task.perfect || !self.damage_card(task.deck, row).zero {
            return Some(row);
        }
        for later in self.work.queue.iter_mut().filter(|t| t.shot == task.shot) {
            later.perfect = false;
        }
        out.emit(|| {
            let card = self.damage_card(task.deck, row).name.clone();
            Event::public("TT-ACE-13", What::ZeroReplaced { vehicle: task.vehicle, deck: task.deck, card })
        });
        let next = self.draw_for(&task, out);
        self.put_back(task.deck, row);
        next
    }

    /// TT-RKT-06: an airplane remembers when it last drew a symbol that is not ignored.
    fn note_symbol(&mut self, task: DrawTask, row: u8) {
        if matches!(task.why, DrawnFor::Flames | DrawnFor::AtBombs) {
            return;
        }
        let card = self.damage_card(task.deck, row);
        let symbol = card.is_explosion() || crate::special_damages::symbol_for(card, true).is_some();
        let now = self.clock(self.phase());
        if let Some(airplane) = self[task.vehicle].airplane_mut().filter(|_| symbol) {
            airplane.special_drawn = now;
        }
    }

    /// TT-ARM-07: cards shown for armor return when their shot is done.
    fn return_shown(&mut self, next: Option<u8>) {
        if next != Some(self.work.shown_shot) {
            for (deck, row) in std::mem::take(&mut self.work.shown) {
                self.put_back(deck, row);
            }
        }
    }

    /// The card in hand takes effect: onto the console, or across armor.
    pub(crate) fn keep_card(&mut self, out: &mut Sink<What>) {
        let (Some(hand), Some(task)) = (self.work.hand.take(), self.work.queue.first().copied()) else {
            return;
        };
        self.work.queue.remove(0);
        let table = std::sync::Arc::clone(&self.table);
        let card = &table.content.damage[task.deck.index()].cards[usize::from(hand.row)];
        if task.why == DrawnFor::AtBombs {
            self.count_against_bombs(&task, hand.row, out);
            self.work.shown.push((task.deck, hand.row));
            self.work.shown_shot = task.shot;
        } else if task.armor {
            if task.ray {
                self.drain_by_ray(task.vehicle, task.deck, hand.row, out);
            } else {
                self.drain_armor(task.vehicle, task.deck, hand.row, out);
            }
            self.work.shown.push((task.deck, hand.row));
            self.work.shown_shot = task.shot;
        } else {
            self.lay_card(&task, hand.row, out);
            if task.why == DrawnFor::Bombs {
                self.suffer_bomb(task.vehicle, hand, &task);
                return;
            }
            let mut pending = std::mem::take(&mut self.work.pending);
            if task.why != DrawnFor::Flames {
                pending.note(self, &task, card);
            }
            self.work.pending = pending;
        }
        if task.again_on_zero && card.zero {
            let again =
                DrawTask { again_on_zero: false, shown: task.armor || task.why == DrawnFor::AtBombs, ..task };
            self.work.queue.insert(0, again);
        }
    }

    fn lay_card(&mut self, task: &DrawTask, row: u8, out: &mut Sink<What>) {
        let rule = match (task.why, self.is_tripod(task.vehicle)) {
            (DrawnFor::Flames, false) if self.is_ww2_airplane(task.vehicle) => "INV-WW2-09",
            (DrawnFor::Flames, _) => "TT-SPV-03",
            (DrawnFor::IllegalManeuver, _) => "TT-AIL-01",
            (DrawnFor::BlackSmoke, _) => "TT-SMK-09",
            (DrawnFor::AtBombs, _) => "INV-BOM-17",
            (DrawnFor::Bombs, _) => "INV-BOM-23",
            (DrawnFor::Fragments, _) => "INV-BOM-20",
            (DrawnFor::Shot, true) if task.ray => "INV-TVT-20",
            (DrawnFor::Shot, true) if task.deck.is_counters() => "INV-WW2-04",
            (DrawnFor::Shot, true) => "TT-INF-03",
            (DrawnFor::Shot, false) => "TT-INF-04",
        };
        self.lay_card_for(task, row, self.own_audience(task.vehicle), rule, out);
    }

    /// Lays a card on a console; these seats know its face.
    pub(crate) fn lay_card_for(
        &mut self,
        task: &DrawTask,
        row: u8,
        audience: Audience,
        rule: &'static str,
        out: &mut Sink<What>,
    ) {
        let id = task.vehicle;
        self.held.push(HeldCard {
            vehicle: id,
            deck: task.deck,
            aimed: task.aimed,
            sniper: task.sniper,
            doubled: task.ray,
            bomb: task.why == DrawnFor::Bombs,
            shown: task.shown,
            points_only: task.why == DrawnFor::Flames,
            turn: self.stamp(id),
            row: Secret::new(audience, row),
        });
        self.count_damage_card(id);
        out.emit(|| {
            let what = |card: Option<String>| What::CardDrawn {
                vehicle: id,
                deck: task.deck,
                card,
                aimed: task.aimed,
                why: task.why,
            };
            let name = Some(self.damage_card(task.deck, row).name.clone());
            if task.shown {
                Event::public(rule, what(name))
            } else {
                Event::split(rule, audience, what(name), what(None))
            }
        });
    }
}
