//! What an order would do and cost: the way of its cards, where it would stop or leave the table, the shots from there,
//! the dice of a shot. It knows what its seat knows: everybody else stays where he is.

use crate::choices::capital;
use crate::content::{CardIx, DeckId, Side, Spaces};
use crate::event::{Range, What};
use crate::firing_airplanes::ShotOption;
use crate::order::{Action, Cards, Order, Through};
use crate::state::{Declaration, Fate, State, Step, VehicleId};
use geometry::{Pose, Vec2};
use serde::Serialize;
use table::{SeatId, Sink};

/// A line of fire and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ForeseenShot {
    pub target: VehicleId,
    pub range: Range,
    /// The side of the target's base that is hit, or that the ray leaves from.
    pub side: Side,
    pub through: Option<Through>,
    pub distance: f64,
    pub line: [Vec2; 2],
    /// What a hit draws, by deck.
    pub draws: Vec<DeckId>,
    /// Points that these cards bring on average, and how many of a hundred bring none at all.
    pub points: f64,
    pub blanks: u8,
    pub aimed: bool,
}

/// A card, flown in thought.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LegView {
    /// The space of the plan, from 1.
    pub space: u8,
    pub card: u8,
    pub from: Pose,
    pub to: Pose,
    pub backward: bool,
    /// Woods end it early, or another tripod sends it back.
    pub stopped: bool,
    pub leaves: Option<Leaving>,
    pub level: Option<u8>,
    /// None while a bomber carries loads: nobody measures ahead then (INV-BOM-30).
    pub shots: Vec<ForeseenShot>,
}

/// Whether a way takes the picture, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PictureView {
    /// If everybody else stays where he is.
    pub takes: bool,
    pub words: String,
}

/// How a way ends before its cards do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Leaving {
    EarthlingSide,
    Elsewhere,
    Crash,
}

/// An order, looked at before it is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Preview {
    pub vehicle: Option<VehicleId>,
    pub turn: u16,
    pub legs: Vec<LegView>,
    /// Where the vehicle or the template would stand then.
    pub pose: Option<Pose>,
    /// The wish was not legal where it was: this is the nearest place.
    pub snapped: bool,
    pub energy: Option<u8>,
    pub level: Option<u8>,
    pub loads: Option<u8>,
    pub shots: Vec<ForeseenShot>,
    pub risks: Vec<String>,
    /// Bring Proof: whether these cards take the picture, as far as the table lies open.
    pub picture: Option<PictureView>,
    /// Neither chance nor anybody else can come between: who has moved stands there.
    pub certain: bool,
}

impl State {
    /// What a legal order would do; nothing where there is nothing to foresee.
    pub(crate) fn foresee(&self, order: &Order) -> Option<Preview> {
        let mut seen = Preview { turn: self.turn, ..Preview::default() };
        match *order {
            Order::PlaceField { at: centre, facing } | Order::PlaceTerrain { at: centre, facing } => {
                seen.pose = Some(Pose { centre, heading: facing });
            }
            Order::PlaceObjective { at: centre } | Order::Smoke { at: centre, .. } => {
                seen.pose = Some(Pose { centre, heading: geometry::Angle::ZERO });
            }
            Order::PlaceVehicle { vehicle, at: centre, facing } => {
                seen.vehicle = Some(vehicle);
                seen.pose = Some(Pose { centre, heading: facing });
                seen.certain = true;
            }
            Order::Plan { vehicle, cards } => {
                self.get(vehicle)?;
                let deck = self.deck(vehicle);
                let mut spaces: Spaces = cards.0.map(|card| card.and_then(|n| deck.row_of(n)));
                spaces[0] = self.first_card(vehicle).or(spaces[0]);
                self.foresee_way(vehicle, 0, &spaces, Action::Pass, &mut seen);
            }
            Order::Fly { vehicle, card, speed } => {
                let row = self.flight_breach(vehicle, card, speed).ok()?;
                let phase = self.phase();
                // With the card of this phase laid the next one is planned ahead.
                let laid = self.card_for(vehicle, phase).filter(|_| self.plans_ahead());
                let rows = if laid.is_some() { [laid, Some(row)] } else { [Some(row), None] };
                self.foresee_way(vehicle, phase, &rows, Action::Pass, &mut seen);
            }
            Order::FlyStraight { vehicle, card } => {
                let row = self.deck(vehicle).row_of(card);
                self.foresee_way(vehicle, self.phase(), &[row], Action::Pass, &mut seen);
            }
            Order::Act { vehicle, action } => self.foresee_action(vehicle, action, &mut seen),
            Order::Drop { vehicle, loads } => {
                // Where they would fall is told when they fall, and not before (INV-BOM-30).
                seen.loads = Some(self.loads(vehicle).saturating_sub(loads));
            }
            Order::Fire { vehicle, .. }
            | Order::Cannon { vehicle, .. }
            | Order::Launch { vehicle, .. }
            | Order::Hook { vehicle, .. }
            | Order::RayBombs { vehicle, .. }
            | Order::Ray { vehicle, .. } => {
                seen.vehicle = Some(vehicle);
                let shot = self.shots.iter().find(|s| s.order() == *order)?;
                seen.risks = Self::risks_of(shot);
                seen.shots.push(self.foresee_shot(shot, self.phase()));
            }
            _ => return None,
        }
        Some(seen)
    }

    /// A wish that is not legal yet: a plan of which the first cards lie, or a piece held over the table.
    pub(crate) fn foresee_wish(&self, seat: SeatId, order: &Order) -> Option<Preview> {
        if let Order::Plan { vehicle, cards } = *order {
            let mut seen = self.foresee(order).filter(|_| self.is_begun(seat, vehicle, &cards))?;
            seen.certain = false;
            return Some(seen);
        }
        let near = self.nearest_order(seat, order).ok()?;
        let seen = self.foresee(&near)?;
        Some(Preview { snapped: near != *order, certain: false, ..seen })
    }

    /// Whether a legal plan of this seat begins with these cards.
    fn is_begun(&self, seat: SeatId, vehicle: VehicleId, cards: &Cards) -> bool {
        let own = self[vehicle].owner == seat && self.plans(vehicle) && self.is_planning(vehicle);
        let deck = self.deck(vehicle);
        let given = usize::from(self.first_card(vehicle).is_some());
        let fits = |spaces: &Spaces| {
            (given..3).all(|n| cards.0[n].is_none_or(|card| deck.row_of(card) == spaces[n]))
        };
        own && self.legal_plans(vehicle).iter().any(fits)
    }

    /// A copy in which nobody but this vehicle moves or acts.
    fn alone(&self, id: VehicleId) -> Self {
        let mut trial = self.clone();
        for v in &mut trial.vehicles {
            v.flown = None;
        }
        for tripod in trial.tripods_mut() {
            tripod.action = Action::Pass;
        }
        trial.shots.clear();
        if let Some(tripod) = trial[id].tripod_mut() {
            tripod.choosing = None;
        }
        trial
    }

    /// Flies cards one after the other with the functions that fly them later.
    fn foresee_way(
        &self,
        id: VehicleId,
        phase: u8,
        rows: &[Option<CardIx>],
        action: Action,
        seen: &mut Preview,
    ) {
        seen.vehicle = Some(id);
        let mut trial = self.alone(id);
        let mut energy = self[id].energy();
        for (n, row) in rows.iter().enumerate() {
            let Some(row) = *row else { continue };
            if !trial[id].in_play() {
                break;
            }
            if let Some(tripod) = trial[id].tripod_mut() {
                tripod.action = action;
            }
            let space = phase.min(2) + n as u8 + 1;
            if !seen.picture.as_ref().is_some_and(|picture| picture.takes) {
                seen.picture = trial.picture_by(id, row, space, n == 0).or(seen.picture.take());
            }
            let leg = trial.fly_leg(id, phase + n as u8, row);
            let card = self.deck(id).card(row);
            if card.energy && energy == 0 {
                seen.risks.push(format!("Card {} costs energy, and none is left.", leg.space));
            }
            energy = energy.saturating_sub(u8::from(card.energy));
            if leg.stopped {
                seen.risks.push(format!("It is stopped on its way with card {}.", leg.space));
            }
            match leg.leaves {
                Some(Leaving::Crash) => seen.risks.push(format!("It crashes with card {}.", leg.space)),
                Some(_) => seen.risks.push(format!("It leaves the table with card {}.", leg.space)),
                None => {}
            }
            seen.legs.push(leg);
        }
        if seen.picture.is_none() {
            seen.picture = self.no_picture(id);
        }
        let last = seen.legs.last();
        seen.pose = last.map(|leg| leg.to).or(Some(self[id].pose));
        seen.level = last.and_then(|leg| leg.level);
        seen.energy = self[id].tripod().map(|_| energy);
        if seen.loads.is_none() && self.loads(id) > 0 {
            seen.loads = Some(self.loads(id));
        }
        // A tripod can be bumped by another one, and a printed plan is punished when it is turned up.
        let lonely = self.tripods().count() < 2;
        seen.certain = (!self.is_tripod(id) || lonely) && !self.printed();
    }

    /// One card in this copy, with everything that the movement step does to its own vehicle.
    fn fly_leg(&mut self, id: VehicleId, phase: u8, row: CardIx) -> LegView {
        let mut out = Sink::<What>::off();
        let from = self[id].pose;
        self[id].flown = Some(row);
        let moves = self.make_moves(phase.min(2), &mut out);
        let back = self.separate_tripods(&moves.before, &mut out);
        if let Action::ChangeFacing { to } = self[id].action() {
            self[id].pose.heading = self[id].pose.heading + to.angle();
        }
        let to = self[id].pose;
        let crashed = moves.crashes.iter().any(|(who, _)| *who == id);
        self.check_exits(&moves.before, &mut out);
        let leaves = match self[id].fate {
            _ if crashed => Some(Leaving::Crash),
            Fate::Exited { earthling_side: true } => Some(Leaving::EarthlingSide),
            Fate::Exited { .. } => Some(Leaving::Elsewhere),
            _ => None,
        };
        if crashed {
            self.remove(id, Fate::Eliminated);
        }
        let mut shots = Vec::new();
        if self[id].in_play() && !self.bombers_fly() {
            let mut lines = Vec::new();
            self.shot_lines(id, &mut lines);
            shots = lines.iter().map(|s| self.foresee_shot(s, phase)).collect();
        }
        let card = self.deck(id).card(row);
        LegView {
            space: phase.min(2) + 1,
            card: card.numbers.first().copied().unwrap_or(0),
            from,
            to,
            backward: moves.backward.contains(&id),
            stopped: moves.stopped.contains(&id) || back.contains(&id),
            leaves,
            level: self.altitude().map(|_| self.level(id)),
            shots,
        }
    }

    /// The card of this phase with an action.
    fn foresee_action(&self, id: VehicleId, action: Action, seen: &mut Preview) {
        let row = self.card_for(id, self.phase());
        self.foresee_way(id, self.phase(), &[row], action, seen);
        let energy = seen.energy.unwrap_or(0);
        match action {
            Action::HeatRay { .. } | Action::BlackSmoke { .. } => {
                if self[id].energy() == 0 {
                    seen.risks.push("Without energy it has no effect.".to_owned());
                    seen.legs.iter_mut().for_each(|leg| leg.shots.clear());
                }
                seen.energy = Some(energy.saturating_sub(1));
            }
            Action::Recharge { objective } => {
                let gain = objective.and(self.model(id).tripod()).map_or(1, |m| m.recharge_level);
                let rating = self[id].tripod().map_or(0, |tripod| tripod.rating);
                seen.energy = Some((energy + gain).min(rating).max(energy));
            }
            _ => {}
        }
        if let Action::HeatRay { .. } = action
            && let Some(leg) = seen.legs.last()
        {
            seen.shots.clone_from(&leg.shots);
        }
    }

    /// The cards that a shot draws.
    pub(crate) fn draws_of(&self, shot: &ShotOption) -> Vec<DeckId> {
        let id = shot.vehicle;
        match shot.declaration {
            Declaration::Fire { gun, .. } => {
                let guns = self.model(id).airplane().map(|m| &m.guns);
                let Some(gun) = guns.and_then(|guns| guns.get(usize::from(gun))) else { return Vec::new() };
                if shot.range == Range::Short { gun.short } else { gun.long }.iter().collect()
            }
            Declaration::Cannon { .. } => vec![DeckId::C],
            Declaration::Launch { count, .. } => vec![DeckId::D; usize::from(count)],
            Declaration::Ray { target, .. } => {
                let deck = |m: &crate::content::TripodModel| {
                    if self.is_tripod(target) { m.vs_tripods } else { m.firepower }
                };
                self.model(id).tripod().map(deck).into_iter().collect()
            }
            Declaration::RayBombs { .. } => {
                self.model(id).tripod().map(|m| m.firepower).into_iter().collect()
            }
            Declaration::Hold | Declaration::Hook { .. } | Declaration::Smoke { .. } => Vec::new(),
        }
    }

    /// A line of fire of this phase.
    pub(crate) fn foresee_shot(&self, shot: &ShotOption, phase: u8) -> ForeseenShot {
        let (target, through) = match shot.declaration {
            Declaration::Fire { target, through, .. } | Declaration::Cannon { target, through } => {
                (target, Some(through))
            }
            Declaration::Launch { target, .. } | Declaration::Hook { target } => (target, None),
            Declaration::Ray { target, .. } => (target, shot.across.map(|a| a.through)),
            Declaration::RayBombs { bombs, .. } => (bombs, None),
            Declaration::Hold | Declaration::Smoke { .. } => (shot.vehicle, None),
        };
        let draws = self.draws_of(shot);
        // At short range a heat-ray draws again for a 0 (TT-TFR-06).
        let again = shot.range == Range::Short
            && matches!(shot.declaration, Declaration::Ray { .. } | Declaration::RayBombs { .. });
        let odds = draws.iter().map(|deck| self.deck_odds(self.supply(target, *deck)));
        let (mut points, mut blank) = (0.0, 1.0);
        for (mean, zero) in odds {
            let (mean, zero) = if again { (mean * (1.0 + zero), zero * zero) } else { (mean, zero) };
            (points, blank) = (points + mean, blank * zero);
        }
        let twice = shot.across.is_some_and(|a| a.through == Through::Open);
        ForeseenShot {
            target,
            range: shot.range,
            side: shot.side,
            through,
            distance: shot.distance,
            line: shot.line,
            points: tenths(if twice { 2.0 * points } else { points }),
            blanks: if draws.is_empty() { 100 } else { (100.0 * blank + 0.5) as u8 },
            draws,
            aimed: self.would_be_aimed(shot, phase),
        }
    }

    /// Points of a card of this deck on average, and the share of cards without any: of the deck as it is printed,
    /// because nobody knows what is left of it.
    fn deck_odds(&self, deck: DeckId) -> (f64, f64) {
        let cards = &self.table.content.damage[deck.index()].cards;
        let count: f64 = cards.iter().map(|c| f64::from(c.count)).sum();
        let points: f64 = cards.iter().map(|c| f64::from(c.count) * f64::from(c.points)).sum();
        let zero: f64 = cards.iter().filter(|c| c.zero).map(|c| f64::from(c.count)).sum();
        if count > 0.0 { (points / count, zero / count) } else { (0.0, 1.0) }
    }

    fn risks_of(shot: &ShotOption) -> Vec<String> {
        let risk = match shot.declaration {
            Declaration::Ray { .. } | Declaration::RayBombs { .. } => "the generator has to cool down then",
            _ => shot.price().unwrap_or_default(),
        };
        if risk.is_empty() { Vec::new() } else { vec![format!("{}.", capital(risk))] }
    }

    /// Whether who has moved stands where a certain preview said.
    pub(crate) fn keeps(&self, seen: &Preview) -> Result<(), String> {
        let Some(id) = seen.vehicle.filter(|_| seen.certain && self.turn == seen.turn) else {
            return Ok(());
        };
        let v = &self[id];
        if seen.legs.is_empty() {
            let stands = seen.pose.is_none_or(|pose| pose == v.pose);
            return if stands { Ok(()) } else { Err(format!("it stands at {:?}", v.pose)) };
        }
        // The phase whose moves were made last.
        let moved = match self.step {
            Step::Firing { phase } => phase + 1,
            Step::Actions { phase } | Step::Commit { phase } | Step::PlanningPhase { phase } => phase,
            _ => return Ok(()),
        };
        let Some(leg) = seen.legs.iter().find(|leg| leg.space == moved) else { return Ok(()) };
        let flew = v.flown.and_then(|row| self.deck(id).card(row).numbers.first().copied());
        if leg.leaves.is_some() || !v.in_play() || flew != Some(leg.card) {
            return Ok(());
        }
        if v.pose == leg.to { Ok(()) } else { Err(format!("it stands at {:?}", v.pose)) }
    }
}

fn tenths(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}
