//! TRIPODS VS. TRIPODS RULES: ACTION CARDS laid face down and shown by INITIATIVE, FIRING TRIPODS at tripods (INV-TVT).

use crate::content::{DamageCard, DeckId, Projector, Side};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, Range, ShownAction, What};
use crate::firing_airplanes::{Across, ShotOption, range_of};
use crate::firing_tripods::positions;
use crate::invasion::{entry, put};
use crate::order::{Action, Through};
use crate::setup::Team;
use crate::state::{Declaration, State, Step, VehicleId};
use crate::tripod_action_cards::{Actions, closed_window};
use geometry::{Convex, Strip, TOLERANCE, Vec2};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Barrier, Event, Refusal, Secret, Sink};

/// Who sits in a tripod (INV-GEN-03). It matters for the initiative alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Pilot {
    Martian,
    Human,
}

impl Pilot {
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "martian" => Some(Self::Martian),
            "human" => Some(Self::Human),
            _ => None,
        }
    }

    /// Unless something else was agreed on, everybody sits in his own machines.
    pub fn of(team: Team) -> Self {
        match team {
            Team::Earthlings => Self::Human,
            Team::Martians => Self::Martian,
        }
    }
}

/// An action card as it is laid face down: its token comes when it is shown (INV-TVT-02, INV-TVT-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ActionCard {
    /// No card at all; everybody sees that.
    None,
    ChangeFacing,
    DestroyObjective,
    HeatRay,
    Recharge,
    BlackSmoke,
    /// A bluff (INV-TVT-03).
    Blank,
}

impl ActionCard {
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::ChangeFacing,
        Self::DestroyObjective,
        Self::HeatRay,
        Self::Recharge,
        Self::BlackSmoke,
        Self::Blank,
    ];

    pub fn of(action: Action) -> Self {
        match action {
            Action::Pass => Self::None,
            Action::ChangeFacing { .. } => Self::ChangeFacing,
            Action::DestroyObjective { .. } => Self::DestroyObjective,
            Action::HeatRay { .. } => Self::HeatRay,
            Action::Recharge { .. } => Self::Recharge,
            Action::BlackSmoke { .. } => Self::BlackSmoke,
            Action::Blank => Self::Blank,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::None => "no card",
            Self::ChangeFacing => "change facing",
            Self::DestroyObjective => "destroy objective",
            Self::HeatRay => "heat-ray",
            Self::Recharge => "recharge",
            Self::BlackSmoke => "black smoke",
            Self::Blank => "the blank card",
        }
    }
}

/// INV-TVT-01: who may lay what, and when it is shown.
impl State {
    /// Two sides have a tripod in play; one that lies on the ground counts.
    pub(crate) fn tripods_oppose(&self) -> bool {
        let has = |team: Team| self.tripods().any(|id| self.team(id) == team);
        self.table.setup.tripods_vs_tripods && has(Team::Earthlings) && has(Team::Martians)
    }

    /// The tripods that a vehicle may fire at: never those of its own side (INV-GEN-03).
    pub(crate) fn enemy_tripods(&self, id: VehicleId) -> impl Iterator<Item = VehicleId> + '_ {
        let team = self.team(id);
        self.tripods().filter(move |t| self.team(*t) != team)
    }

    /// INV-TVT-05.
    pub(crate) fn initiative(&self, id: VehicleId) -> Option<u8> {
        let [martian, human] = self.model(id).tripod()?.initiative;
        Some(if self.table.pilots[id.index()] == Pilot::Human { human } else { martian })
    }

    pub(crate) fn laid(&self, id: VehicleId) -> Option<Secret<ActionCard>> {
        entry(&self.invasion()?.laid, id).copied()
    }

    /// A card lies on the console, whichever.
    pub(crate) fn has_laid(&self, id: VehicleId) -> bool {
        self.laid(id).is_some_and(|card| *card.judge() != ActionCard::None)
    }

    pub(crate) fn owes_commitment(&self, id: VehicleId, phase: u8) -> bool {
        self.may_act(id, phase) && self.laid(id).is_none()
    }

    /// What a tripod may lay: every card that at least one token goes with, the blank one, or none.
    pub(crate) fn cards_to_lay(&self, id: VehicleId, phase: u8) -> SmallVec<[ActionCard; 7]> {
        let actions = self.actions(id, phase);
        let fits = |card: &ActionCard| match card {
            ActionCard::None | ActionCard::Blank => true,
            card => actions.iter().any(|action| ActionCard::of(*action) == *card),
        };
        ActionCard::ALL.into_iter().filter(fits).collect()
    }

    /// Whether a tripod lays action cards face down now, and this one (INV-GEN-04).
    pub(crate) fn laying_breach(&self, id: VehicleId, card: ActionCard) -> Result<(), Refusal> {
        Err(match self.step {
            Step::Commit { phase } => return self.commit_breach(id, phase, card),
            Step::Actions { .. } if card == ActionCard::Blank => {
                Refusal::new("TT-SET-06", "the blank action card is not used in this step")
            }
            Step::Actions { .. } => {
                Refusal::new("TT-ACT-01", "action cards lie face up in this step: name the action")
            }
            Step::Drops { .. } | Step::Reveal { .. } => {
                Refusal::new("INV-TVT-06", "all cards lie; none is exchanged")
            }
            _ => closed_window(),
        })
    }

    /// INV-TVT-02, INV-BOM-04: while cards are laid face down no action is named.
    pub(crate) fn face_down_breach(&self) -> Result<(), Refusal> {
        if let Step::Commit { .. } | Step::Drops { .. } = self.step {
            let why = "action cards are laid face down in this step; the token comes later";
            return Err(Refusal::new(self.face_down_rule(), why));
        }
        Ok(())
    }

    fn face_down_rule(&self) -> &'static str {
        if self.tripods_oppose() { "INV-TVT-02" } else { "INV-BOM-04" }
    }

    /// INV-TVT-11: the limits of the base game stay; the refusal is the player's own and names the base rule.
    pub(crate) fn commit_breach(&self, id: VehicleId, phase: u8, card: ActionCard) -> Result<(), Refusal> {
        self.idle_breach(id, phase)?;
        if self.cards_to_lay(id, phase).contains(&card) {
            return Ok(());
        }
        let tokens: Vec<Action> = match card {
            ActionCard::None | ActionCard::Blank => return Ok(()),
            ActionCard::ChangeFacing => Side::ALL.map(|to| Action::ChangeFacing { to }).to_vec(),
            ActionCard::HeatRay => Side::ALL.map(|from| Action::HeatRay { from }).to_vec(),
            ActionCard::BlackSmoke => Side::ALL.map(|from| Action::BlackSmoke { from }).to_vec(),
            ActionCard::DestroyObjective => vec![Action::DestroyObjective { objective: None }],
            ActionCard::Recharge => vec![Action::Recharge { objective: None }],
        };
        let refusals = tokens.iter().filter_map(|action| self.action_breach(id, phase, *action).err());
        // A missing projector says less than the card that forbids all of them.
        let own_side = |r: &Refusal| matches!(r.rule.0, "TT-CHF-02" | "TT-HRA-04" | "TT-SMK-01");
        let refusal = refusals.min_by_key(own_side);
        Err(refusal.unwrap_or_else(|| Refusal::new("TT-ACT-04", "this card can not be used now")))
    }

    /// All cards lie: that they do is public from now on (INV-TVT-02, INV-BOM-04).
    pub(crate) fn close_commitment(&mut self, phase: u8, out: &mut Sink<What>) {
        self.step = Step::Drops { phase };
        let rule = self.face_down_rule();
        let Some(invasion) = self.invasion.as_deref() else { return };
        if invasion.laid.is_empty() {
            return;
        }
        out.barrier(Barrier::Revealed);
        let shown =
            |(id, card): &(VehicleId, Secret<ActionCard>)| (*card.judge() != ActionCard::None).then_some(*id);
        let vehicles: Vec<VehicleId> = invasion.laid.iter().filter_map(shown).collect();
        out.emit(|| Event::public(rule, What::CardsLaid { vehicles }));
    }

    /// INV-TVT-06 to INV-TVT-08, INV-BOM-09: who shows when. Without tripods on two sides all show together.
    pub(crate) fn order_reveal(&mut self, out: &mut Sink<What>) {
        let Some(invasion) = self.invasion.as_deref() else { return };
        let laid = invasion.laid.iter().filter(|(_, card)| *card.judge() != ActionCard::None);
        let mut showing: Vec<VehicleId> = laid.map(|(id, _)| *id).collect();
        if showing.is_empty() {
            return;
        }
        let mut order: Vec<Vec<VehicleId>> = Vec::new();
        let mut drawn = false;
        if self.tripods_oppose() {
            showing.sort_by_key(|id| (std::cmp::Reverse(self.initiative(*id)), self.team(*id), *id));
            while let Some(value) = showing.first().map(|id| self.initiative(*id)) {
                let equal = showing.iter().take_while(|id| self.initiative(**id) == value).count();
                let mut blocks: Vec<Vec<VehicleId>> = Vec::new();
                for id in showing.drain(..equal).collect::<Vec<_>>() {
                    match blocks.last_mut().filter(|b| self.team(b[0]) == self.team(id)) {
                        Some(block) => block.push(id),
                        None => blocks.push(vec![id]),
                    }
                }
                if blocks.len() > 1 {
                    drawn = true;
                    out.barrier(Barrier::Drawn);
                    self.dice.shuffle(&mut blocks);
                }
                order.append(&mut blocks);
            }
            let rule = if drawn { "INV-TVT-08" } else { "INV-TVT-06" };
            out.emit(|| Event::public(rule, What::RevealOrder { order: order.clone() }));
        } else {
            order.push(showing);
        }
        if let Some(invasion) = self.invasion.as_deref_mut() {
            invasion.order = order;
        }
    }

    /// Those whose turn it is to show a card.
    pub(crate) fn shows_now(&self, id: VehicleId) -> bool {
        self.invasion().and_then(|i| i.order.first()).is_some_and(|block| block.contains(&id))
    }

    /// What the card of a tripod can be shown as: its tokens (INV-TVT-09).
    pub(crate) fn tokens(&self, id: VehicleId, phase: u8) -> Actions {
        let card = self.laid(id).map_or(ActionCard::None, |card| *card.judge());
        if card == ActionCard::Blank {
            return Actions::from_slice(&[Action::Blank]);
        }
        let mut actions = self.actions(id, phase);
        actions.retain(|action| ActionCard::of(*action) == card);
        actions
    }

    pub(crate) fn token_breach(&self, id: VehicleId, phase: u8, action: Action) -> Result<(), Refusal> {
        if !self.shows_now(id) {
            return Err(Refusal::new("INV-TVT-06", format!("{} does not show its card now", self.name(id))));
        }
        if self.tokens(id, phase).contains(&self.canonical_action(id, action)) {
            return Ok(());
        }
        let card = self.laid(id).map_or(ActionCard::None, |card| *card.judge());
        if ActionCard::of(action) == card {
            return self.action_breach(id, phase, action);
        }
        let why = format!("{} lies there, and is not exchanged for another card", card.name());
        Err(Refusal::new("INV-TVT-06", why))
    }

    /// One block shows its cards: tokens are placed and energy is paid (INV-TVT-07, INV-TVT-09, INV-TVT-10).
    pub(crate) fn show_block(&mut self, phase: u8, out: &mut Sink<What>) {
        let Some(invasion) = self.invasion.as_deref_mut() else { return };
        if invasion.order.is_empty() {
            invasion.laid.clear();
            self.reveal_cards(phase, out);
            return;
        }
        let block = invasion.order.remove(0);
        invasion.laid.retain(|(id, _)| !block.contains(id));
        out.barrier(Barrier::Revealed);
        let mut shown = Vec::new();
        for id in block {
            let Some(tripod) = self[id].tripod_mut() else { continue };
            let Some(choice) = tripod.choosing.take() else { continue };
            let action = *choice.judge();
            let costs = matches!(action, Action::HeatRay { .. } | Action::BlackSmoke { .. });
            let works = !costs || tripod.energy > 0;
            if works {
                tripod.energy -= u8::from(costs);
                tripod.action = action;
            }
            shown.push(ShownAction { vehicle: id, action, energy: tripod.energy, works });
        }
        let rule = if self.tripods_oppose() { "INV-TVT-09" } else { "INV-BOM-09" };
        out.emit(|| Event::public(rule, What::CardsShown { shown }));
    }

    pub(crate) fn lay_action_card(&mut self, id: VehicleId, card: ActionCard, out: &mut Sink<What>) {
        let team = self.team_audience(id);
        if let Some(invasion) = self.invasion.as_deref_mut() {
            put(&mut invasion.laid, id, Secret::new(team, card));
        }
        out.emit(|| Event::private("INV-TVT-04", team, What::CardCommitted { vehicle: id, card }));
    }
}

/// FIRING TRIPODS: heat-rays at tripods.
impl State {
    /// INV-TVT-13, INV-TVT-16: every way to lay the ruler on an enemy tripod; one across the open comes first.
    pub(crate) fn ray_lines_at_tripod(
        &self,
        id: VehicleId,
        (side, projector): (Side, Projector),
        target: VehicleId,
        out: &mut Vec<ShotOption>,
    ) {
        let ruler = self.table.content.ray(projector.heavy);
        let base = self.footprint(target);
        let blockers = self.blockers(id, target);
        let mut lines: SmallVec<[ShotOption; 3]> = SmallVec::new();
        for &position in positions(projector.face) {
            let strip = self.ray_strip(id, side, projector.heavy, position);
            let Some(reach) = strip.reach(&base, &blockers) else { continue };
            let Some(across) = self.crossed_side(&strip, target, &base) else { continue };
            lines.push(ShotOption {
                vehicle: id,
                declaration: Declaration::Ray { target, ruler: position },
                range: range_of(reach.along, ruler.half),
                side,
                distance: reach.along,
                line: [strip.foot, reach.point],
                across: Some(across),
            });
        }
        lines
            .sort_by_key(|l| (l.across.is_some_and(|a| a.through == Through::Armor), l.range == Range::Long));
        out.extend(lines);
    }

    /// INV-TVT-16: the side that a ruler crosses, an open one if there is one. A tripod without energy or on the
    /// ground has no armor (INV-TVT-21); what counts is how it stands when the firing step begins (INV-TVT-26).
    pub(crate) fn crossed_side(&self, strip: &Strip, target: VehicleId, base: &Convex) -> Option<Across> {
        let works = self.armor_works(target);
        let crossed = Side::ALL.into_iter().filter(|side| meets_side(strip, base, side.index()));
        let across = crossed.map(|side| {
            let armor = works && self.is_armored(target, side);
            Across { side, through: if armor { Through::Armor } else { Through::Open } }
        });
        across.min_by_key(|a| (a.through == Through::Armor, a.side))
    }

    /// INV-TVT-14, INV-TVT-15: one card of the airplane deck; at short range a 0 calls for another one.
    pub(crate) fn fire_ray_at_tripod(&mut self, shot: &ShotOption, target: VehicleId, out: &mut Sink<What>) {
        let (id, Declaration::Ray { ruler, .. }) = (shot.vehicle, shot.declaration) else { return };
        let Some(deck) = self.model(id).tripod().map(|m| m.vs_tripods) else { return };
        let Some(across) = shot.across else { return };
        let (short, armor) = (shot.range == Range::Short, across.through == Through::Armor);
        out.emit(|| {
            let bare = !armor && self.is_armored(target, across.side) && !self[target].is_toppled();
            let rule = match (armor, bare) {
                (true, _) => "INV-TVT-17",
                (false, true) => "INV-TVT-21",
                (false, false) => "INV-TVT-20",
            };
            let (range, from, distance, line) = (shot.range, shot.side, shot.distance, shot.line);
            let across = Some(across);
            let what =
                What::RayFired { vehicle: id, from, target, deck, range, ruler, distance, line, across };
            Event::public(rule, what)
        });
        let task = DrawTask {
            shot: self.next_shot(),
            shown: short || armor,
            again_on_zero: short,
            armor,
            ray: true,
            crater: self.is_in_crater(target),
            ..DrawTask::new(target, deck, DrawnFor::Shot)
        };
        self.enqueue(task);
    }

    /// INV-TVT-17 to INV-TVT-19: the number drains energy, icons do nothing, an explosion empties the reserve.
    pub(crate) fn drained_by_ray(&self, id: VehicleId, card: &DamageCard) -> u8 {
        let energy = self[id].energy();
        if card.is_explosion() { energy } else { card.points.min(energy) }
    }

    pub(crate) fn drain_by_ray(&mut self, id: VehicleId, deck: DeckId, row: u8, out: &mut Sink<What>) {
        let card = self.damage_card(deck, row);
        let explosion = card.is_explosion();
        let lost = self.drained_by_ray(id, card);
        let ignored = card.special.is_some() && !explosion;
        let energy = self[id].energy() - lost;
        if let Some(tripod) = self[id].tripod_mut() {
            tripod.energy = energy;
        }
        out.emit(|| {
            let rule = match (explosion, ignored) {
                (true, _) => "INV-TVT-19",
                (false, true) => "INV-TVT-18",
                (false, false) => "INV-TVT-17",
            };
            let card = self.damage_card(deck, row).name.clone();
            Event::public(rule, What::ArmorHit { vehicle: id, deck, card, lost, energy })
        });
    }

    /// Why a ruler that lies on a tripod hits none of its sides.
    pub(crate) fn crossing_breach(&self, strip: &Strip, target: VehicleId) -> Option<Refusal> {
        let base = self.footprint(target);
        (self.is_tripod(target) && strip.touches(&base) && self.crossed_side(strip, target, &base).is_none())
            .then(|| {
                Refusal::new(
                    "INV-TVT-16",
                    format!("the ruler touches a bare corner of {}", self.name(target)),
                )
            })
    }
}

/// Whether a ruler crosses a side of a base: its foot lies outside of the side's line, and it covers more of the side
/// than a bare corner.
///
/// ```text
///        :   ____:__
///        :  /    :  \      The right edge (:) covers a part of the lower side;
///        : /     :   \     the foot lies below that side's line.
///        : \_____:___/
///        :       :
///        +--foot-+
/// ```
fn meets_side(strip: &Strip, base: &Convex, side: usize) -> bool {
    let (a, b) = base.side(side);
    if (strip.foot - a).dot(base.side_normal(side)) <= TOLERANCE {
        return false;
    }
    let (right, ahead) = (strip.direction.right(), strip.direction.fwd());
    let local = |p: Vec2| Vec2::new((p - strip.foot).dot(right), (p - strip.foot).dot(ahead));
    let (from, to) = (local(a), local(b));
    let half = strip.width / 2.0;
    let across = stretch(from.x, to.x, -half, half);
    let along = stretch(from.y, to.y, 0.0, strip.length);
    let (low, high) = (across.0.max(along.0), across.1.min(along.1));
    (high - low) * from.distance(to) > TOLERANCE
}

/// The part of the way from one number to another, as a share of it, that lies between these limits.
fn stretch(from: f64, to: f64, low: f64, high: f64) -> (f64, f64) {
    let way = to - from;
    if way.abs() < 1e-12 {
        return if (low..=high).contains(&from) { (0.0, 1.0) } else { (1.0, 0.0) };
    }
    let (one, other) = ((low - from) / way, (high - from) / way);
    (one.min(other).max(0.0), one.max(other).min(1.0))
}
