//! CUSTOM DICE, decks, and what every part of the rules does: score, hit a Tripod, tell.

use crate::event::{Roll, What};
use crate::kinds::{Colour, Plan};
use crate::state::{Deck, Loaded, State};
use table::{Barrier, Event, Sink};

/// Tells everybody what happened, and by which entry of the ledger.
macro_rules! tell {
    ($sink:expr, $rule:expr, $what:expr) => {
        $sink.emit(|| table::Event::public($rule, $what))
    };
}
pub(crate) use tell;

impl State {
    /// Rolls a die (WW-DIE-01).
    pub(crate) fn roll(&mut self, roll: Roll, sink: &mut Sink<What>) -> Colour {
        let colour = self.throw(Some(roll), sink);
        sink.emit(|| Event::public(roll.rule(), What::Die { roll, colour }));
        colour
    }

    /// The colour of a die, before anybody is told what it was rolled for.
    pub(crate) fn throw(&mut self, roll: Option<Roll>, sink: &mut Sink<What>) -> Colour {
        sink.barrier(Barrier::Drawn);
        if let Some(Loaded::Die(colour)) = self.loaded(|next| matches!(next, Loaded::Die(_))) {
            return colour;
        }
        let colour = self.content.die[self.dice.below(6) as usize];
        sink.luck(|| roll.into_iter().flat_map(|roll| self.luck_of(roll, colour)));
        colour
    }

    /// Takes what the position laid down for this draw, if the next thing in the stack fits.
    fn loaded(&mut self, fits: impl Fn(&Loaded) -> bool) -> Option<Loaded> {
        let next = *self.stack.first().filter(|next| fits(next))?;
        self.stack.remove(0);
        Some(next)
    }

    /// The colour that hits at this range; none beyond 3 (WW-DIE-02).
    pub fn needed(&self, range: u8) -> Option<Colour> {
        self.content.range_colour.get(usize::from(range).checked_sub(1)?).copied()
    }

    /// One of a set, each as likely; the stack names it by what it is a number of.
    pub(crate) fn pick_bit(
        &mut self,
        set: u64,
        named: fn(u8) -> Loaded,
        sink: &mut Sink<What>,
    ) -> Option<u8> {
        let n = set.count_ones();
        if n == 0 {
            return None;
        }
        sink.barrier(Barrier::Drawn);
        if let Some(next) = self.stack.first().copied()
            && let Some(found) = (0..64).find(|bit| set & (1 << bit) != 0 && named(*bit) == next)
        {
            self.stack.remove(0);
            return Some(found);
        }
        let mut rest = set;
        for _ in 0..self.dice.below(n) {
            rest &= rest - 1;
        }
        Some(rest.trailing_zeros() as u8)
    }

    /// A Tripod colour among those of a set.
    pub(crate) fn pick_colour(&mut self, set: u64, sink: &mut Sink<What>) -> Option<Colour> {
        let named = |i: u8| Loaded::Tripod(Colour::ALL[usize::from(i) % 5]);
        self.pick_bit(set & 31, named, sink).map(|i| Colour::ALL[usize::from(i)])
    }

    /// Draws a card; an empty pile is made anew from the discards first (WW-CMP-09).
    pub(crate) fn draw(
        &mut self,
        deck: fn(&mut State) -> &mut Deck,
        named: fn(u8) -> Loaded,
        sink: &mut Sink<What>,
    ) -> Option<u8> {
        let cards = deck(self);
        if cards.pile == 0 {
            cards.pile = std::mem::take(&mut cards.discard);
        }
        let pile = cards.pile;
        let card = self.pick_bit(pile, named, sink)?;
        deck(self).pile &= !(1 << card);
        Some(card)
    }

    /// Human Victory points; ten of them are a Germ, and some of them call a Cylinder (WW-VIC-01, WW-CYL-01).
    pub(crate) fn human_points(&mut self, rule: &'static str, gained: u8, sink: &mut Sink<What>) {
        if gained == 0 {
            return;
        }
        for _ in 0..gained {
            self.now.hvp += 1;
            if self.now.hvp >= self.content.points_per_step {
                self.now.hvp = 0;
                self.now.germs = self.now.germs.saturating_add(1);
            }
            if self.now.uprising.is_none() && self.content.new_cylinder_at.contains(&self.now.hvp) {
                self.now.landings = self.now.landings.saturating_add(1);
            }
        }
        let (points, germs) = (self.now.hvp, self.now.germs);
        tell!(sink, rule, What::HumanPoints { gained, points, germs });
    }

    /// Martian Victory points; ten of them are Colonization (WW-VIC-02).
    pub(crate) fn martian_points(&mut self, rule: &'static str, gained: u8, sink: &mut Sink<What>) {
        if gained == 0 {
            return;
        }
        let sum = u16::from(self.now.mvp) + u16::from(gained);
        let step = u16::from(self.content.points_per_step);
        self.now.mvp = (sum % step) as u8;
        self.now.colonization = self.now.colonization.saturating_add((sum / step) as u8);
        let (points, colonization) = (self.now.mvp, self.now.colonization);
        tell!(sink, rule, What::MartianPoints { gained, points, colonization });
    }

    /// Production points come and go; there are never fewer than none, and they are kept without limit (WW-PRO-02).
    pub(crate) fn production_points(&mut self, rule: &'static str, change: i8, sink: &mut Sink<What>) {
        self.now.production = self.now.production.saturating_add_signed(change.into());
        let total = self.now.production;
        tell!(sink, rule, What::Points { change, total });
    }

    /// A Tripod of a band takes a hit: it is flipped, or destroyed for 2 points (WW-FIR-04, WW-FIR-05).
    pub(crate) fn hit_band(
        &mut self,
        band: u8,
        colour: Colour,
        damaged: bool,
        destroy: bool,
        sink: &mut Sink<What>,
    ) {
        self.band_mut(band).take(colour, damaged);
        if damaged || destroy {
            tell!(sink, "WW-FIR-05", What::TripodDestroyed { colour });
            self.human_points("WW-FIR-05", self.content.score.tripod, sink);
            self.remove_if_empty(band, sink);
        } else {
            self.band_mut(band).put(colour, true);
            tell!(sink, "WW-FIR-04", What::TripodDamaged { colour });
        }
    }

    /// A Wave that has lost its last Tripod leaves the map (WW-END-04).
    pub(crate) fn remove_if_empty(&mut self, band: u8, sink: &mut Sink<What>) {
        if self.now.uprising.is_some() || !self.band(band).is_empty() {
            return;
        }
        let wave = &mut self.now.waves[usize::from(band)];
        if wave.zone.take().is_some() {
            *wave = crate::state::Wave::default();
            tell!(sink, "WW-END-04", What::WaveRemoved { wave: band });
        }
    }

    /// Draws a Battle Plan from the counters that are left (WW-PLN-02).
    pub(crate) fn draw_plan(&mut self, sink: &mut Sink<What>) -> Option<Plan> {
        let total: u32 = Plan::ALL.iter().map(|p| u32::from(self.plan_left(*p))).sum();
        if total == 0 {
            return None;
        }
        sink.barrier(Barrier::Drawn);
        let left = |plan: Plan| self.plan_left(plan) > 0;
        if let Some(Loaded::Plan(plan)) =
            self.stack.first().copied().filter(|next| matches!(next, Loaded::Plan(p) if left(*p)))
        {
            self.stack.remove(0);
            self.now.land.held[plan as usize] += 1;
            return Some(plan);
        }
        let mut n = self.dice.below(total);
        for plan in Plan::ALL {
            let left = u32::from(self.plan_left(plan));
            if n < left {
                self.now.land.held[plan as usize] += 1;
                return Some(plan);
            }
            n -= left;
        }
        None
    }
}
