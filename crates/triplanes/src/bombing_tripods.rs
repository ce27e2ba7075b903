//! BOMBING TRIPODS: DROPPING BOMBS (INV-BOM).

use crate::content::{CardClass, CardIx, DamageCard, DeckId, Projector, Side, Special};
use crate::draws::{DrawTask, InHand};
use crate::event::{DrawnFor, Drop, Range, What};
use crate::firing_airplanes::{ShotOption, range_of};
use crate::firing_tripods::positions;
use crate::invasion::{entry, put};
use crate::line_of_sight::Blockers;
use crate::order::RulerPosition;
use crate::setup::take;
use crate::state::{Declaration, State, Step, VehicleId};
use geometry::{Convex, Pose, forward_move, overlaps};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Audience, Barrier, Event, Refusal, Secret, Sink};

/// A bomb card on the table: all loads that one bomber drops in a phase (INV-BOM-07).
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BombCard {
    pub bomber: VehicleId,
    pub loads: u8,
    pub pose: Pose,
    /// Destroyed in the air, and whether its fragments reach the bomber (INV-BOM-18, INV-BOM-20).
    #[serde(default)]
    pub destroyed: bool,
    #[serde(default)]
    pub fragments: bool,
    /// It has come down, or what is left of it.
    #[serde(default)]
    pub struck: bool,
    /// The shot that is drawn for now: points of two shots do not add up.
    #[serde(default)]
    pub shot: u8,
    #[serde(default)]
    pub points: u8,
    #[serde(default)]
    pub icon: bool,
}

/// A tripod under a bomb card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    pub bomber: VehicleId,
    pub target: VehicleId,
    pub loads: u8,
    /// The dot in the middle of the card lies on the base (INV-BOM-24).
    pub dot: bool,
}

/// The cards of a dot hit in the hand of the bomber's player, and how many of them he still has to inflict.
#[derive(Clone, Debug, Hash)]
pub struct DotHit {
    pub bomber: VehicleId,
    pub target: VehicleId,
    pub left: u8,
    pub rows: Secret<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DotSetup {
    pub bomber: VehicleId,
    pub target: VehicleId,
    pub left: u8,
    pub rows: Vec<u8>,
}

impl DotSetup {
    pub fn of(hit: &DotHit) -> Self {
        Self { bomber: hit.bomber, target: hit.target, left: hit.left, rows: hit.rows.judge().clone() }
    }

    pub fn sealed(self, audience: Audience) -> DotHit {
        let Self { bomber, target, left, rows } = self;
        DotHit { bomber, target, left, rows: Secret::new(audience, rows) }
    }
}

/// Whether a card bears special damage: an explosion does, a jam does not (INV-BOM-20, INV-BOM-26).
pub fn bears_special(card: &DamageCard) -> bool {
    card.special.or(card.corner).is_some_and(|s| s != Special::JammedGuns)
}

/// Before the moves: who drops how much.
impl State {
    /// INV-BOM-04: an airplane in play carries a load.
    pub(crate) fn bombers_fly(&self) -> bool {
        self.invasion().is_some_and(|i| i.loads.iter().any(|l| *l > 0))
            && self.in_play().any(|id| self.loads(id) > 0)
    }

    /// INV-BOM-30: nothing on the table helps to aim while bombers decide.
    pub(crate) fn may_aim(&self) -> bool {
        !matches!(self.step, Step::Drops { .. })
    }

    pub(crate) fn loads(&self, id: VehicleId) -> u8 {
        self.invasion().and_then(|i| i.loads.get(id.index()).copied()).unwrap_or(0)
    }

    pub(crate) fn drop_declared(&self, id: VehicleId) -> Option<Secret<u8>> {
        entry(&self.invasion()?.declared, id).copied()
    }

    pub(crate) fn owes_drop(&self, id: VehicleId) -> bool {
        self.loads(id) > 0 && self.drop_declared(id).is_none()
    }

    /// The most loads that a bomber may drop in this phase.
    pub(crate) fn most_to_drop(&self, id: VehicleId, phase: u8) -> u8 {
        if self.drop_bar(id, phase).is_some() { 0 } else { self.loads(id) }
    }

    /// What keeps a bomber from dropping anything: an Immelmann or Split-S in this phase (INV-BOM-08), the ground.
    fn drop_bar(&self, id: VehicleId, phase: u8) -> Option<Refusal> {
        let class = self.card_for(id, phase).map(|row| self.deck(id).card(row).class);
        if class == Some(CardClass::Immelmann) {
            let why = "no bombs are dropped in the phase of an Immelmann or a Split-S";
            return Some(Refusal::new("INV-BOM-08", why));
        }
        self.is_on_ground(id)
            .then(|| Refusal::new("INV-BOM-06", "an airplane on the ground drops no bombs".to_owned()))
    }

    pub(crate) fn drop_breach(&self, id: VehicleId, loads: u8) -> Result<(), Refusal> {
        let Step::Drops { phase } = self.step else {
            let why = "drops are declared after all action cards are chosen, before any card is shown";
            return Err(Refusal::new("INV-BOM-06", why));
        };
        if self.drop_declared(id).is_some() {
            return Err(Refusal::new("INV-BOM-06", "a declared drop is not taken back"));
        }
        if self.loads(id) == 0 {
            let why = format!("{} carries no bombs", self.name(id));
            return Err(Refusal::new("INV-BOM-03", why));
        }
        if loads > self.loads(id) {
            let why = format!("{} carries {} loads, not {loads}", self.name(id), self.loads(id));
            return Err(Refusal::new("INV-BOM-03", why));
        }
        match self.drop_bar(id, phase) {
            Some(refusal) if loads > 0 => Err(refusal),
            _ => Ok(()),
        }
    }

    pub(crate) fn declare_drop(&mut self, id: VehicleId, loads: u8, out: &mut Sink<What>) {
        let own = self.own_audience(id);
        if let Some(invasion) = self.invasion.as_deref_mut() {
            put(&mut invasion.declared, id, Secret::new(own, loads));
        }
        out.emit(|| Event::private("INV-BOM-06", own, What::DropDeclared { vehicle: id, loads }));
    }

    /// All decisions are opened together; what falls is off the airplane for good (INV-BOM-03, INV-BOM-06).
    pub(crate) fn show_drops(&mut self, phase: u8, out: &mut Sink<What>) {
        self.step = Step::Reveal { phase };
        if let Some(invasion) = self.invasion.as_deref_mut() {
            let declared = std::mem::take(&mut invasion.declared);
            if !declared.is_empty() {
                out.barrier(Barrier::Revealed);
            }
            for (id, loads) in declared {
                let loads = *loads.judge();
                invasion.loads[id.index()] -= loads;
                if loads > 0 {
                    invasion.dropping.push((id, loads));
                }
            }
            if !invasion.dropping.is_empty() {
                out.emit(|| {
                    let drops =
                        invasion.dropping.iter().map(|(id, loads)| Drop { vehicle: *id, loads: *loads });
                    Event::public("INV-BOM-06", What::BombsReleased { drops: drops.collect() })
                });
            }
        }
        self.order_reveal(out);
    }
}

/// After the moves: where bomb cards lie, and who fires at them.
impl State {
    /// The card that is laid to place bombs: the stall just flown, else the longest straight (INV-BOM-12,
    /// INV-BOM-13).
    fn laid_for_bombs(&self, id: VehicleId, flown: Option<CardIx>) -> Option<CardIx> {
        let deck = self.deck(id);
        if let Some(row) = flown.filter(|row| deck.card(*row).class == CardClass::Stall) {
            return Some(row);
        }
        // An arrow of the speed that was just flown, where there are speeds.
        let speed = flown.and_then(|row| deck.card(row).speed);
        let fits = |row: &CardIx| !deck.card(*row).steep && deck.card(*row).speed == speed;
        let straights = deck.straights.iter().copied().filter(fits);
        straights.max_by(|a, b| deck.card(*a).path.forward.total_cmp(&deck.card(*b).path.forward))
    }

    /// INV-BOM-11: where an airplane that has come to this pose by that card would come by the laid one.
    pub(crate) fn bomb_pose(&self, id: VehicleId, pose: Pose, flown: Option<CardIx>) -> Option<Pose> {
        let model = self.model(id).airplane()?;
        let [_, length] = self.table.content.bomb_size;
        let laid = self.laid_for_bombs(id, flown)?;
        Some(forward_move(pose, &self.deck(id).card(laid).path, model.length / 2.0, length / 2.0))
    }

    pub(crate) fn bomb_footprint(&self, pose: Pose) -> Convex {
        let [width, length] = self.table.content.bomb_size;
        Convex::rectangle(pose, width, length)
    }

    /// The last act of the movement step. Whoever is gone by then has lost its bombs (INV-BOM-15).
    pub(crate) fn place_bombs(&mut self, out: &mut Sink<What>) {
        let Some(invasion) = self.invasion.as_deref_mut() else { return };
        for (bomber, loads) in std::mem::take(&mut invasion.dropping) {
            let flies = self[bomber].in_play() && !self.is_on_ground(bomber);
            let pose = self.bomb_pose(bomber, self[bomber].pose, self[bomber].flown).filter(|_| flies);
            let Some(pose) = pose else {
                out.emit(|| Event::public("INV-BOM-15", What::BombsLost { bomber }));
                continue;
            };
            let stall =
                self[bomber].flown.is_some_and(|r| self.deck(bomber).card(r).class == CardClass::Stall);
            out.emit(|| {
                let rule = if stall { "INV-BOM-12" } else { "INV-BOM-13" };
                Event::public(rule, What::BombsPlaced { bomber, loads, pose })
            });
            let (destroyed, fragments, struck, icon) = (false, false, false, false);
            let card =
                BombCard { bomber, loads, pose, destroyed, fragments, struck, shot: 0, points: 0, icon };
            if let Some(invasion) = self.invasion.as_deref_mut() {
                invasion.bombs.push(card);
            }
        }
    }

    /// INV-BOM-16: bomb cards hide nothing; every vehicle but the one that fires hides them.
    fn bomb_blockers(&self, firer: VehicleId) -> Blockers {
        let mut list = Blockers::new();
        if !self.clouds.is_empty() && self.smoke_reaches(firer) {
            self.cloud_blockers(&mut list);
        }
        let other = |id: &VehicleId| *id != firer && self.is_between(*id, firer, firer);
        list.extend(self.in_play().filter(other).map(|id| self.footprint(id)));
        list
    }

    /// Every way to lay the ruler on a bomb card; one that overlaps the tripod's own base can be hit, too.
    pub(crate) fn ray_lines_at_bombs(
        &self,
        id: VehicleId,
        (side, projector): (Side, Projector),
        out: &mut Vec<ShotOption>,
    ) {
        let Some(invasion) = self.invasion() else { return };
        let ruler = self.table.content.ray(projector.heavy);
        for bomb in &invasion.bombs {
            let card = self.bomb_footprint(bomb.pose);
            let blockers = self.bomb_blockers(id);
            for &position in positions(projector.face) {
                let strip = self.ray_strip(id, side, projector.heavy, position);
                if let Some(reach) = strip.reach(&card, &blockers) {
                    out.push(ShotOption {
                        vehicle: id,
                        declaration: Declaration::RayBombs { bombs: bomb.bomber, ruler: position },
                        range: range_of(reach.along, ruler.half),
                        side,
                        distance: reach.along,
                        line: [strip.foot, reach.point],
                        across: None,
                    });
                }
            }
        }
    }

    /// Nobody has to fire at bombs: a ray that can reach nothing else may go into the air (INV-BOM-16).
    pub(crate) fn may_let_bombs_fall(&self, id: VehicleId) -> bool {
        let mut own = self.shots.iter().filter(|s| s.vehicle == id).peekable();
        own.peek().is_some() && own.all(|s| matches!(s.declaration, Declaration::RayBombs { .. }))
    }

    /// Whether bombs are among what a ray can reach, so that there is something to decide.
    pub(crate) fn bombs_in_reach(&self, id: VehicleId) -> bool {
        let at_bombs = |s: &ShotOption| matches!(s.declaration, Declaration::RayBombs { .. });
        self.shots.iter().any(|s| s.vehicle == id && at_bombs(s))
    }

    /// Why this ray can not hit those bombs.
    pub(crate) fn bombs_breach(&self, id: VehicleId, bombs: VehicleId, position: RulerPosition) -> Refusal {
        let Some((side, projector)) = self.ray_projector(id) else {
            return Refusal::new("TT-TFR-09", format!("{} did not choose heat-ray", self.name(id)));
        };
        let card = self.invasion().and_then(|i| i.bombs.iter().find(|b| b.bomber == bombs));
        let Some(card) = card.map(|bomb| self.bomb_footprint(bomb.pose)) else {
            let why = format!("no bombs of {} are falling", self.name(bombs));
            return Refusal::new("INV-BOM-16", why);
        };
        if !positions(projector.face).contains(&position) {
            let why = format!("the ruler of the {} projector can not be {}", side.name(), position.name());
            return Refusal::new("TT-TFR-04", why);
        }
        let strip = self.ray_strip(id, side, projector.heavy, position);
        if strip.touches(&card) {
            return Refusal::new("TT-LOS-01", "other bases or smoke hide these bombs from sight");
        }
        let why = format!("the ruler, {}, does not reach these bombs", position.name());
        Refusal::new("TT-TFR-05", why)
    }

    /// INV-BOM-17: cards are drawn as against an airplane; they decide about the bombs and return.
    pub(crate) fn fire_at_bombs(&mut self, shot: &ShotOption, out: &mut Sink<What>) {
        let (id, Declaration::RayBombs { bombs, ruler }) = (shot.vehicle, shot.declaration) else { return };
        let Some(deck) = self.model(id).tripod().map(|m| m.firepower) else { return };
        let short = shot.range == Range::Short;
        out.emit(|| {
            let (range, from, distance, line) = (shot.range, shot.side, shot.distance, shot.line);
            let what = What::RayAtBombs { vehicle: id, from, bombs, deck, range, ruler, distance, line };
            Event::public("INV-BOM-16", what)
        });
        let shot = self.next_shot();
        let task = DrawTask::new(bombs, deck, DrawnFor::AtBombs);
        self.enqueue(DrawTask { shot, shown: true, again_on_zero: short, ..task });
    }

    /// What a card is worth against bombs: an explosion destroys them by itself (INV-BOM-18).
    pub(crate) fn points_at_bombs(&self, card: &DamageCard) -> u8 {
        let limit = self.table.content.bombing.as_ref().map_or(u8::MAX, |b| b.destroyed_at_points);
        if card.is_explosion() { limit } else { card.points }
    }

    /// A card drawn for a shot at bombs: shown, counted for this shot alone, returned (INV-BOM-17, INV-BOM-18).
    pub(crate) fn count_against_bombs(&mut self, task: &DrawTask, row: u8, out: &mut Sink<What>) {
        let table = std::sync::Arc::clone(&self.table);
        let card = &table.content.damage[task.deck.index()].cards[usize::from(row)];
        let limit = table.content.bombing.as_ref().map_or(u8::MAX, |b| b.destroyed_at_points);
        let Some(invasion) = self.invasion.as_deref_mut() else { return };
        let Some(bomb) = invasion.bombs.iter_mut().find(|b| b.bomber == task.vehicle) else { return };
        if bomb.shot != task.shot {
            (bomb.shot, bomb.points, bomb.icon) = (task.shot, 0, false);
        }
        bomb.points = bomb.points.saturating_add(card.points);
        bomb.icon |= bears_special(card);
        let destroyed = bomb.points >= limit || card.is_explosion();
        let fragments = destroyed && bomb.icon;
        let first = destroyed && !bomb.destroyed;
        let closer = fragments && !bomb.fragments;
        bomb.destroyed |= destroyed;
        bomb.fragments |= fragments;
        let (bombs, deck, points) = (task.vehicle, task.deck, bomb.points);
        out.emit(|| {
            let card = card.name.clone();
            Event::public("INV-BOM-17", What::BombsTakeCard { bombs, deck, card, points })
        });
        if first || closer {
            let rule = if fragments { "INV-BOM-20" } else { "INV-BOM-18" };
            out.emit(|| Event::public(rule, What::BombsDestroyed { bombs, fragments }));
        }
    }
}

/// When all shots are drawn: what comes down.
impl State {
    /// INV-BOM-10, point 7: works out the next bomb card or the next hit; false when all are done.
    pub(crate) fn bombs_come_down(&mut self, out: &mut Sink<What>) -> bool {
        let Some(invasion) = self.invasion.as_deref_mut() else { return false };
        if !invasion.strikes.is_empty() {
            let strike = invasion.strikes.remove(0);
            self.strike(strike, out);
            return true;
        }
        let Some(bomb) = invasion.bombs.iter_mut().find(|b| !b.struck) else { return false };
        bomb.struck = true;
        let bomb = bomb.clone();
        if bomb.destroyed {
            // INV-BOM-19: these harm no tripod.
            if bomb.fragments {
                self.scatter_fragments(bomb.bomber);
            }
            return true;
        }
        let strikes = self.strikes_of(&bomb);
        if strikes.is_empty() {
            out.emit(|| Event::public("INV-BOM-22", What::BombsMissed { bombs: bomb.bomber }));
        }
        if let Some(invasion) = self.invasion.as_deref_mut() {
            invasion.strikes = strikes;
        }
        true
    }

    /// INV-BOM-20: two Z cards for the bomber.
    fn scatter_fragments(&mut self, bomber: VehicleId) {
        let Some((deck, cards)) =
            self.table.content.bombing.as_ref().map(|b| (b.fragment_deck, b.fragment_cards))
        else {
            return;
        };
        let shot = self.next_shot();
        for _ in 0..cards {
            self.enqueue(DrawTask { shot, ..DrawTask::new(bomber, deck, DrawnFor::Fragments) });
        }
    }

    /// INV-BOM-21 to INV-BOM-25: every tripod under the card, friend or foe.
    pub(crate) fn strikes_of(&self, bomb: &BombCard) -> Vec<Strike> {
        let card = self.bomb_footprint(bomb.pose);
        let covered = self.tripods().filter(|id| overlaps(&card, &self.footprint(*id)));
        let strike = |target: VehicleId| {
            let dot = self.footprint(target).contains(bomb.pose.centre, geometry::TOLERANCE);
            Strike { bomber: bomb.bomber, target, loads: bomb.loads, dot }
        };
        covered.map(strike).collect()
    }

    fn strike(&mut self, strike: Strike, out: &mut Sink<What>) {
        let Strike { bomber, target, loads, dot } = strike;
        let Some(figures) = self.table.content.bombing else { return };
        out.emit(|| {
            let rule = if dot { "INV-BOM-24" } else { "INV-BOM-23" };
            Event::public(rule, What::BombsHit { bombs: bomber, target, loads, dot })
        });
        let shot = self.next_shot();
        if !dot {
            for _ in 0..loads.saturating_mul(figures.edge_cards) {
                self.enqueue(DrawTask { shot, ..DrawTask::new(target, figures.deck, DrawnFor::Bombs) });
            }
            return;
        }
        let Some(bombs_draw) = self.bomb_deck() else { return };
        let mut rows = Vec::new();
        for _ in 0..loads.saturating_mul(figures.dot_cards_drawn) {
            rows.extend(self.draw_for(&DrawTask::new(target, bombs_draw, DrawnFor::Bombs), out));
        }
        let left = loads.saturating_mul(figures.dot_cards_kept).min(rows.len() as u8);
        let own = self.own_audience(bomber);
        out.emit(|| {
            let names = rows.iter().map(|row| self.damage_card(bombs_draw, *row).name.clone()).collect();
            let (deck, count) = (bombs_draw, rows.len() as u8);
            let what = |cards| What::BombCardsDrawn { bombs: bomber, target, deck, count, cards };
            Event::split("INV-BOM-24", own, what(Some(names)), what(None))
        });
        if left > 0
            && let Some(invasion) = self.invasion.as_deref_mut()
        {
            invasion.drawn = Some(DotHit { bomber, target, left, rows: Secret::new(own, rows) });
        }
    }

    /// What a tripod draws from when bombs strike it: a deck of cards, or the counters of its letter (INV-WW2-13).
    pub(crate) fn bomb_deck(&self) -> Option<DeckId> {
        let deck = self.table.content.bombing?.deck;
        Some(if self.ww2().is_some() { deck.counters().unwrap_or(deck) } else { deck })
    }

    /// The choice that a bomber's player has to make now.
    pub(crate) fn dot_hit(&self) -> Option<&DotHit> {
        self.invasion().and_then(|i| i.drawn.as_ref())
    }

    /// How many cards he holds: everybody sees that.
    pub(crate) fn dot_cards(&self) -> usize {
        self.dot_hit().map_or(0, |hit| hit.rows.judge().len())
    }

    /// The different cards that he may inflict next, by their places in his hand.
    pub(crate) fn inflictions(&self) -> SmallVec<[u8; 8]> {
        let Some(hit) = self.dot_hit() else { return SmallVec::new() };
        let rows = hit.rows.judge();
        (0..rows.len()).filter(|n| !rows[..*n].contains(&rows[*n])).map(|n| n as u8).collect()
    }

    /// A card in the hand of the bomber's player, by its name.
    pub(crate) fn hit_card(&self, place: usize) -> Option<&str> {
        let row = *self.dot_hit()?.rows.judge().get(place)?;
        Some(&self.damage_card(self.bomb_deck()?, row).name)
    }

    /// Two cards alike are one choice: the first of them is named.
    pub(crate) fn canonical_infliction(&self, card: u8) -> u8 {
        let Some(hit) = self.dot_hit() else { return card };
        let rows = hit.rows.judge();
        let Some(row) = rows.get(usize::from(card)) else { return card };
        rows.iter().position(|r| r == row).map_or(card, |n| n as u8)
    }

    pub(crate) fn infliction_breach(
        &self,
        id: VehicleId,
        target: VehicleId,
        card: u8,
    ) -> Result<(), Refusal> {
        let Some(hit) = self.dot_hit().filter(|h| h.bomber == id && h.target == target) else {
            let why = "no cards of a dot hit are to be dealt out now";
            return Err(Refusal::new("INV-BOM-24", why));
        };
        let held = hit.rows.judge().len();
        if usize::from(card) < held {
            return Ok(());
        }
        let why = format!("expected one of {held} cards, counted from 0, found {card}");
        Err(Refusal::new("INV-BOM-24", why))
    }

    /// The bomber's player gives the tripod a card; with the last one the rest returns to the deck.
    pub(crate) fn inflict(&mut self, card: u8, out: &mut Sink<What>) {
        let Some(deck) = self.bomb_deck() else { return };
        let Some(invasion) = self.invasion.as_deref_mut() else { return };
        let Some(mut hit) = invasion.drawn.take() else { return };
        let row = hit.rows.judge_mut().remove(usize::from(card));
        hit.left -= 1;
        // Both players know this card, and nobody else does.
        let both = self.own_audience(hit.target).and(self[hit.bomber].owner);
        let task = DrawTask::new(hit.target, deck, DrawnFor::Bombs);
        self.lay_card_for(&task, row, both, "INV-BOM-24", out);
        self.suffer_bomb(hit.target, InHand { row, other: None, settled: true }, &task);
        if hit.left > 0 {
            if let Some(invasion) = self.invasion.as_deref_mut() {
                invasion.drawn = Some(hit);
            }
            return;
        }
        for row in hit.rows.judge().clone() {
            self.put_back(deck, row);
        }
    }

    /// INV-BOM-26, INV-BOM-27: armor does not help, symbols strike, and any of them topples the tripod.
    pub(crate) fn suffer_bomb(&mut self, id: VehicleId, hand: InHand, task: &DrawTask) {
        let table = std::sync::Arc::clone(&self.table);
        let card = &table.content.damage[task.deck.index()].cards[usize::from(hand.row)];
        let mut pending = std::mem::take(&mut self.work.pending);
        pending.note(self, task, card);
        if bears_special(card) {
            pending.bombed(id);
        }
        self.work.pending = pending;
    }

    /// INV-BOM-29: bombs never last into the next phase.
    pub(crate) fn remove_bombs(&mut self, out: &mut Sink<What>) {
        let Some(invasion) = self.invasion.as_deref_mut() else { return };
        let bombs: Vec<VehicleId> = invasion.bombs.drain(..).map(|b| b.bomber).collect();
        if !bombs.is_empty() {
            out.emit(|| Event::public("INV-BOM-29", What::BombsRemoved { bombs }));
        }
    }

    /// Takes the cards of a position's dot hit from their deck.
    pub(crate) fn takes_from_deck(&mut self, rows: &[u8]) -> bool {
        let Some(deck) = self.bomb_deck() else { return false };
        let left = &mut self.decks[deck.index()];
        rows.iter().all(|row| usize::from(*row) < crate::content::DAMAGE_ROWS && take(left, *row))
    }
}
