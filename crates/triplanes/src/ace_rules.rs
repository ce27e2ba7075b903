//! ACE RULES and RECOVERY (TT-ACE).

use crate::content::{CardClass, Skill};
use crate::draws::Question;
use crate::event::What;
use crate::order::Order;
use crate::state::{State, VehicleId};
use serde::{Deserialize, Serialize};
use table::{Event, Refusal, Sink};

/// The skills of one pilot with their recovery counters; each recovers for itself (TT-ACE-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Skills {
    owned: u16,
    counters: [u8; Skill::ALL.len()],
    /// Taken in this phase: counters of a movement step do not go down at its end (TT-ACE-03).
    fresh: u16,
    /// The phase began with counters on these skills.
    recovering: u16,
}

impl Skills {
    pub fn add(&mut self, skill: Skill) -> bool {
        let new = !self.has(skill);
        self.owned |= skill.bit();
        new
    }

    pub fn has(self, skill: Skill) -> bool {
        self.owned & skill.bit() != 0
    }

    pub fn is_empty(self) -> bool {
        self.owned == 0
    }

    pub fn counters(self, skill: Skill) -> u8 {
        self.counters[skill as usize]
    }

    pub fn set_counters(&mut self, skill: Skill, counters: u8) {
        self.counters[skill as usize] = counters;
    }

    pub fn list(self) -> impl Iterator<Item = Skill> {
        Skill::ALL.into_iter().filter(move |s| self.has(*s))
    }

    /// Ready in this phase: no counters now and none when the phase began.
    pub fn ready(self, skill: Skill) -> bool {
        self.has(skill) && self.counters(skill) == 0 && self.recovering & skill.bit() == 0
    }

    /// The counters of a position, and back.
    pub(crate) fn restore(&mut self, skill: Skill, counters: u8, recovering: bool, fresh: bool) {
        self.set_counters(skill, counters);
        self.recovering |= if recovering { skill.bit() } else { 0 };
        self.fresh |= if fresh { skill.bit() } else { 0 };
    }

    pub(crate) fn marks(self, skill: Skill) -> (bool, bool) {
        (self.recovering & skill.bit() != 0, self.fresh & skill.bit() != 0)
    }

    fn begin_phase(&mut self) {
        self.fresh = 0;
        self.recovering = 0;
        for skill in Skill::ALL {
            if self.counters(skill) > 0 {
                self.recovering |= skill.bit();
            }
        }
    }

    fn recover(&mut self) {
        for skill in Skill::ALL {
            if self.fresh & skill.bit() == 0 {
                let counters = &mut self.counters[skill as usize];
                *counters = counters.saturating_sub(1);
            }
        }
        self.fresh = 0;
    }
}

impl State {
    pub(crate) fn has_skill(&self, id: VehicleId, skill: Skill) -> bool {
        self[id].airplane().is_some_and(|airplane| airplane.skills.has(skill))
    }

    pub(crate) fn skill_ready(&self, id: VehicleId, skill: Skill) -> bool {
        self[id].airplane().is_some_and(|airplane| airplane.skills.ready(skill))
    }

    /// Places the recovery counters, whether or not the use changed anything (TT-ACE-06, TT-ACE-16).
    pub(crate) fn use_skill(&mut self, id: VehicleId, skill: Skill, out: &mut Sink<What>) {
        let printed = self.table.content.skill(skill).recovery_counters;
        let fewer = self.has_skill(id, Skill::SuperAce) && printed > 1;
        let counters = printed - u8::from(fewer);
        if let Some(airplane) = self[id].airplane_mut() {
            airplane.skills.set_counters(skill, counters);
            airplane.skills.fresh |= skill.bit();
        }
        out.emit(|| Event::public(skill.rule(), What::SkillUsed { vehicle: id, skill, counters }));
    }

    /// Why a pilot can not declare this skill now.
    pub(crate) fn skill_breach(&self, id: VehicleId, skill: Skill) -> Result<(), Refusal> {
        if !self.has_skill(id, skill) {
            let why = format!("the pilot of {} is no {}", self.name(id), skill.name());
            return Err(Refusal::new(skill.rule(), why));
        }
        if !self.skill_ready(id, skill) {
            let why = format!("{} has not recovered in this phase", skill.name());
            return Err(Refusal::new("TT-ACE-03", why));
        }
        Ok(())
    }

    /// Why an airplane can not fire before the moves (TT-ACE-12). The maneuver of this phase is known and not yet
    /// flown.
    pub(crate) fn early_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        if !self.has_skill(id, Skill::ItchyTriggerFinger) {
            return Err(Refusal::new("TT-SEQ-02", "vehicles fire after all of them have moved"));
        }
        self.skill_breach(id, Skill::ItchyTriggerFinger)?;
        if self.gun(id, 0).is_some_and(|gun| gun.jammed > 0) {
            return Err(Refusal::new("TT-SPA-01", "the guns are jammed in this phase"));
        }
        self.guns_busy(id)?;
        self.ground_fire_breach(id)?;
        let sharp = self[id].flown.is_some_and(|row| {
            let card = self.deck(id).card(row);
            card.steep || card.class == CardClass::Immelmann
        });
        self.wound_breach(id, sharp)
    }

    pub(crate) fn begin_skill_phase(&mut self) {
        for airplane in self.airplanes_mut() {
            if !airplane.skills.is_empty() {
                airplane.skills.begin_phase();
            }
            airplane.console.fired_early = false;
        }
    }

    /// TT-ACE-03: one counter goes after each movement step.
    pub(crate) fn recover_skills(&mut self) {
        for airplane in self.airplanes_mut().filter(|airplane| !airplane.skills.is_empty()) {
            airplane.skills.recover();
        }
    }

    /// Answers to a drawn card.
    pub(crate) fn judge_answer(&self, vehicle: VehicleId, order: &Order) -> Result<(), Refusal> {
        let open = self.question().filter(|(id, _)| *id == vehicle).map(|(_, question)| question);
        let (wanted, rule, why) = match order {
            Order::Lucky { .. } => {
                (Question::Lucky, "TT-ACE-09", "there is no card that luck could turn away")
            }
            Order::DrawAgain { .. } => (Question::Crater, "TT-TER-10", "there is no card to draw again for"),
            _ => (Question::Which, "TT-TER-10", "there are no two cards to choose from"),
        };
        if open == Some(wanted) { Ok(()) } else { Err(Refusal::new(rule, why)) }
    }

    pub(crate) fn answer(&mut self, order: &Order, out: &mut Sink<What>) {
        let Some(task) = self.work.queue.first().copied() else { return };
        let Some(mut hand) = self.work.hand else { return };
        let audience = self.own_audience(task.vehicle);
        match *order {
            Order::Lucky { vehicle, ignore: true } => {
                if let Some(airplane) = self[vehicle].airplane_mut() {
                    airplane.console.lucky_used = true;
                }
                out.emit(|| {
                    let what = |card| What::CardIgnored { vehicle, deck: task.deck, card };
                    let name = Some(self.damage_card(task.deck, hand.row).name.clone());
                    if task.shown {
                        Event::public("TT-ACE-09", what(name))
                    } else {
                        Event::split("TT-ACE-09", audience, what(name), what(None))
                    }
                });
                self.put_back(task.deck, hand.row);
                self.work.queue.remove(0);
                self.work.hand = None;
            }
            Order::Lucky { .. } => self.keep_card(out),
            Order::DrawAgain { vehicle, again: true } => {
                // Only the first card of an aimed cannon shot is drawn again for its 0 (TT-CAN-14).
                self.work.queue[0].again_on_zero = false;
                if let Some(other) = self.draw_for(&task, out) {
                    hand.other = Some(other);
                    out.emit(|| {
                        let what = |card| What::CraterDraw { vehicle, deck: task.deck, card };
                        let name = Some(self.damage_card(task.deck, other).name.clone());
                        if task.armor {
                            Event::public("TT-TER-10", what(name))
                        } else {
                            Event::split("TT-TER-10", audience, what(name), what(None))
                        }
                    });
                } else {
                    hand.settled = true;
                }
                self.work.hand = Some(hand);
            }
            Order::DrawAgain { .. } => {
                hand.settled = true;
                self.work.hand = Some(hand);
            }
            Order::Apply { vehicle, second } => {
                let other = hand.other.take().unwrap_or(hand.row);
                let (kept, back) = if second { (other, hand.row) } else { (hand.row, other) };
                self.put_back(task.deck, back);
                hand.row = kept;
                hand.settled = true;
                self.work.hand = Some(hand);
                out.emit(|| Event::public("TT-TER-10", What::CraterChoice { vehicle, deck: task.deck }));
            }
            _ => {}
        }
    }
}
