//! What a commander does at once: every answer is weighed by what it promises now, none is thought through. For bots.

use crate::combat::Mode;
use crate::content::{Feat, Score};
use crate::kinds::{Side, StandId, Type, Weapon};
use crate::measure::{P, Place, wedge};
use crate::offers::Idea;
use crate::order::{Ask, Attack, Order};
use crate::preview::Preview;
use crate::state::State;
use crate::state::Where;
use geometry::ground::foot;
use table::{Breadth, Dice, Game, Prompt, SeatId};

/// Hits that a machine takes before it falls, about.
const LIVES: f64 = 6.0;
/// What being seen by one enemy costs, as a part of the stand's worth.
const SEEN: f64 = 0.03;
/// A gun that looks elsewhere may turn.
const ASIDE: f64 = 0.3;
/// Hits that a ram is feared for: more than the die gives, for what is left of a machine stays in its way.
const RAM: f64 = 5.0;
/// Army points that a victory point stands for.
pub(crate) const VICTORY: f64 = 12.0;
/// Inches over which the worth of an exit pulls.
const PULL: f64 = 60.0;
/// What a shot from the end of a move is worth beside one that is fired now.
const HOPE: f64 = 0.8;
/// An inch nearer to the nearest known enemy.
const INCH: f64 = 0.05;
/// A battle that is won, in army points.
const WON: f64 = 60.0;
/// What a stand is worth for what it may still do, as a part of its army points; and of its stake, what its marks take.
const MAY_YET: f64 = 0.15;
const MARKED: f64 = 0.6;

/// What a player without much thought looks at when he gives such an order, for whoever asks.
pub(crate) fn reason(order: &Order) -> &'static str {
    match order {
        Order::Deploy { .. } | Order::DeployPrinted { .. } | Order::Land { .. } => {
            "The printed places are in cohesion, and every gun there sees something."
        }
        Order::Attack { .. } => {
            "Of all that it may hit now, this weighs most: by its odds, and by what is lost."
        }
        Order::React { .. } => "The mover is in sight, and the shot is worth the marker.",
        Order::Pick { .. } => "It gains most by moving now.",
        Order::Enter { .. } => "Who stays off the table fights for nobody.",
        Order::Emerge { .. } => "A machine that stays inside is lost with its cylinder.",
        Order::Go { .. } | Order::Continue { .. } | Order::March { .. } => {
            "The way with the best shot at its end, nearest to what counts, and with the fewest guns upon it."
        }
        Order::Stay { .. } => "It stands better here than anywhere within its reach.",
        Order::Mark { .. } => "Whoever waits may fire when somebody comes into sight.",
        Order::Flee => "Nothing else may be done with those who run.",
        _ => "Nothing else promises anything now.",
    }
}

impl State {
    /// The number of the answer that promises most; equal ones by chance.
    pub(crate) fn at_once(&self, prompt: &Prompt<Ask>, dice: &mut Dice) -> usize {
        let Some(side) = Side::of(prompt.seat) else { return 0 };
        let ideas = self.ideas(prompt.ask);
        let mut best = (f64::MIN, 0);
        for n in 0..self.options(prompt) {
            let order = self.option(prompt, n);
            let chance = f64::from(dice.die(1000)) * 1e-4;
            let worth = self.impulse(prompt.seat, side, &order, &ideas) + chance;
            if worth > best.0 {
                best = (worth, n);
            }
        }
        best.1
    }

    /// The numbers of the answers that a search looks at: those that promise most, and some by chance.
    pub(crate) fn worth_a_look(&self, prompt: &Prompt<Ask>, breadth: Breadth, dice: &mut Dice) -> Vec<usize> {
        let Some(side) = Side::of(prompt.seat) else { return vec![0] };
        let ideas = self.ideas(prompt.ask);
        let worth = |n| self.impulse(prompt.seat, side, &self.option(prompt, n), &ideas);
        let mut ranked: Vec<(f64, usize)> = (0..self.options(prompt)).map(|n| (worth(n), n)).collect();
        // To give up is nothing that chance should offer.
        ranked.retain(|(worth, _)| *worth > -1e5);
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let sure = breadth.options.saturating_sub(breadth.strays).min(ranked.len());
        let mut rest = ranked.split_off(sure);
        dice.shuffle(&mut rest);
        rest.truncate(breadth.options - sure);
        ranked.into_iter().chain(rest).map(|(_, n)| n).collect()
    }

    /// How a battle stands for a side, in army points: what is scored, who is left, what is marked, how far the exits are.
    pub(crate) fn standing(&self, side: Side) -> f64 {
        let for_side = |whose: Side| if whose == side { 1.0 } else { -1.0 };
        let scores = self.scores();
        let mut sum: f64 =
            Side::ALL.iter().map(|s| for_side(*s) * VICTORY * f64::from(scores[s.index()])).sum();
        if let Some(ending) = self.now.outcome {
            sum += ending.winner.map_or(0.0, |winner| WON * for_side(winner));
        }
        for id in self.ids() {
            let stand = self.stand(id);
            if stand.place == Where::Lost || stand.place == Where::Exited {
                continue;
            }
            let mut own = MAY_YET * f64::from(self.profile(id).points);
            if self.ty(id).is_machine() {
                let marks: u8 = stand.marks.iter().sum();
                own -= MARKED * self.stake(id) * (f64::from(marks) / LIVES).min(1.0);
            }
            if stand.place == Where::Board {
                own += self.pull(id, stand.at);
            }
            sum += own * for_side(self.side(id));
        }
        sum
    }

    /// The ways of the picked stand with what they are for.
    pub(crate) fn ideas(&self, ask: Ask) -> Vec<(Vec<P>, Idea)> {
        let mut found = Vec::new();
        if let (Ask::Path, Some(active)) = (ask, self.now.active) {
            self.visit_ideas(&active, false, &mut |idea, path, _| {
                found.push((path, idea));
                false
            });
        }
        found
    }

    pub(crate) fn impulse(&self, seat: SeatId, side: Side, order: &Order, ideas: &[(Vec<P>, Idea)]) -> f64 {
        match order {
            Order::DeployPrinted { unit: None } => 100.0,
            Order::Attack { stand, .. } => {
                let seen = self.foresee(seat, order).unwrap_or_default();
                self.fire_worth(&seen) - self.shows_itself(side, *stand)
            }
            Order::React { holder, attack, .. } => self.reaction(*holder, *attack),
            Order::Hold => -0.5,
            // Nobody may do anything else with those who run.
            Order::Flee => 2.0,
            // It commands stand by stand.
            Order::March { .. } => -10.0,
            Order::Resign => -1e6,
            Order::Mark { stands } => stands.len() as f64,
            Order::Emerge { .. } => 3.0,
            Order::Enter { strategic, .. } => 1.0 - f64::from(u8::from(*strategic)),
            Order::Pick { stand, strategic } => self.pick_worth(*stand, *strategic),
            Order::Stay { .. } => {
                let id = self.now.active.map(|a| a.stand);
                id.map_or(0.0, |id| {
                    let at = self.stand(id).at;
                    let seen = self.known_enemies(side).filter(|e| self.sees(*e, id));
                    let fear = self.fear(id, at, seen);
                    HOPE * self.best_shot(id) + self.nearness(id, at) + self.pull(id, at) - fear
                })
            }
            Order::Go { path, .. } => {
                let idea = ideas.iter().find(|(way, _)| way == path).map(|(_, idea)| idea);
                let id = self.now.active.map(|a| a.stand);
                let seen = self.foresee(seat, order).unwrap_or_default();
                id.map_or(0.0, |id| self.way_worth(id, &seen, idea))
            }
            Order::Continue { stand, .. } => {
                let seen = self.foresee(seat, order).unwrap_or_default();
                self.way_worth(*stand, &seen, None)
            }
            _ => 0.0,
        }
    }

    /// What its side loses with it and the other gains, in army points: by what the battle scores, if it scores anything.
    pub(crate) fn stake(&self, id: StandId) -> f64 {
        let profile = self.profile(id);
        let (ty, unit, points) = (profile.ty, self.unit(id).0, f64::from(profile.points));
        if self.battle.open {
            return points.max(2.0);
        }
        let of = |score: &Score| {
            let hit = match score.feat {
                Feat::TripodDestroyed | Feat::TripodAliveOutside | Feat::TripodExited => ty == Type::Tripod,
                Feat::FlyerDestroyed | Feat::FlyerAliveOutside => ty == Type::Flyer,
                Feat::CylinderDestroyed => ty == Type::Cylinder && score.units.contains(&unit),
                Feat::SteamerSunk | Feat::SteamerEscaped => ty == Type::Steamer,
                Feat::IroncladSunkOrSinking => ty == Type::Ironclad,
                Feat::ColumnStandExited | Feat::ColumnStandLost => score.units.contains(&unit),
                Feat::HumanPointsLost => {
                    let counts = profile.side == Side::Human && !score.without.contains(&ty);
                    return if counts { points * f64::from(score.vp) / f64::from(score.per) } else { 0.0 };
                }
                Feat::MachinePointsLost => {
                    let counts = profile.side == Side::Martian;
                    return if counts { points * f64::from(score.vp) / f64::from(score.per) } else { 0.0 };
                }
                Feat::BoxMarkedOnSurvivor | Feat::TownHeld => false,
            };
            if hit { f64::from(score.vp) } else { 0.0 }
        };
        let cargo = if ty == Type::Cylinder { 15.0 * self.inside(id).count() as f64 } else { 0.0 };
        (self.battle.scores.iter().map(of).sum::<f64>() * VICTORY).max(1.0) + cargo
    }

    /// What a hit on it is worth.
    fn prize(&self, id: StandId) -> f64 {
        let stake = self.stake(id);
        match self.ty(id) {
            Type::Tripod | Type::Flyer => {
                let marks: u8 = self.stand(id).marks.iter().sum();
                stake / (LIVES - f64::from(marks)).max(2.0)
            }
            Type::Ironclad => stake / LIVES,
            Type::Cylinder => stake / f64::from(self.profile(id).hits.max(1)),
            Type::Steamer => stake / 3.0,
            // A ray destroys with 5 and 6; with less it asks for a check, which elite stands pass.
            _ => stake * (1.0 + 2.0 * f64::from(self.profile(id).morale.saturating_sub(1)) / 6.0) / 3.0,
        }
    }

    /// Hits that an enemy may land on a machine that ends here, in the mean.
    fn hits_from(&self, enemy: StandId, id: StandId, end: P) -> f64 {
        let (profile, at) = (self.profile(enemy), self.stand(enemy).at);
        let far = at.far(end) / 1000.0;
        let flyer = u8::from(self.ty(id) == Type::Flyer);
        let hits = |weapon: Weapon| {
            let arm = self.content.arm(weapon);
            let range = f64::from(arm.range);
            if far > 2.0 * range {
                return 0.0;
            }
            let effect: u32 = arm.effect_hits.iter().map(|h| u32::from(*h)).sum();
            let needed = profile.to_hit + u8::from(far > range) + flyer;
            self.chance(needed) * f64::from(arm.dice) * f64::from(effect) / 6.0
        };
        let guns: f64 = if profile.ty == Type::Ironclad {
            self.guns(enemy).map(|(_, weapon)| hits(weapon)).sum()
        } else {
            profile.weapon.map_or(0.0, hits)
        };
        let turned = self.has_arc(enemy) && !wedge(at, self.stand(enemy).facing).contains(end);
        let rams = profile.ty == Type::Ironclad && far < 24.0 && flyer == 0 && self.map().is_water(end);
        guns * if turned { ASIDE } else { 1.0 } + if rams { RAM } else { 0.0 }
    }

    /// What leaving by an exit scores for this stand, and how far the nearest that it may use is from a place, in inches.
    pub(crate) fn way_out(&self, id: StandId, at: P) -> Option<(f64, f64, u8)> {
        let (ty, unit, side) = (self.ty(id), self.unit(id).0, self.side(id));
        let scores = self.battle.scores.iter().filter(|s| s.side == side && s.feat.is_an_exit());
        let vp: u16 = scores
            .filter(|s| match s.feat {
                Feat::TripodExited => ty == Type::Tripod,
                Feat::SteamerEscaped => ty == Type::Steamer,
                _ => s.units.contains(&unit),
            })
            .map(|s| s.vp)
            .sum();
        let exits = self.battle.exits.iter().filter(|e| {
            e.side == side
                && e.kind.is_none_or(|k| k == ty)
                && (e.units.is_empty() || e.units.contains(&unit))
        });
        let far = exits.map(|e| (foot(at, e.edge[0], e.edge[1]).far(at) / 1000.0, e.from_turn));
        let (far, from) = far.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|_| vp > 0)?;
        Some((f64::from(vp) * VICTORY, far, from))
    }

    /// Who scores by leaving is drawn to the exit, machines only when it is time to set out.
    pub(crate) fn pull(&self, id: StandId, at: P) -> f64 {
        let Some((worth, far, from)) = self.way_out(id, at) else { return 0.0 };
        let turns = f64::from(from.saturating_sub(self.now.turn));
        let allowed = if self.side(id) == Side::Martian { 24.0 * turns } else { 0.0 };
        -(far - allowed).max(0.0) * (worth + 0.5 * self.stake(id)) / PULL
    }

    fn fire_worth(&self, seen: &Preview) -> f64 {
        let shots = seen.shots.iter();
        shots.map(|s| self.chance(s.needed) * self.prize(s.target)).sum::<f64>() - 0.05
    }

    /// A hidden stand that fires is seen.
    fn shows_itself(&self, side: Side, id: StandId) -> f64 {
        let hidden = self.rules().hidden_stands && side == Side::Human && !self.stand(id).spotted;
        if hidden { 0.05 * self.prize(id) } else { 0.0 }
    }

    fn reaction(&self, holder: StandId, attack: Attack) -> f64 {
        // A shot during the enemy's move is at -1: that is dear where the number is high already.
        let mut seen = self.preview_attack(holder, attack, Mode::Phase);
        for shot in &mut seen.shots {
            shot.needed = shot.needed.saturating_add(1);
        }
        self.fire_worth(&seen) - 0.05
    }

    /// The best shot of a stand from where it is, at what its side knows.
    fn best_shot(&self, id: StandId) -> f64 {
        let side = self.side(id);
        let worth = |target: StandId| {
            let weapon = self.weapon(id, 0, target, Mode::Phase).filter(|_| self.sees(id, target))?;
            let odds = self.odds(id, weapon, target, Mode::Phase, false);
            Some(self.chance(odds.needed()) * self.prize(target))
        };
        self.known_enemies(side).filter_map(worth).fold(0.0, f64::max)
    }

    /// Guns stay where they have a target; everybody else goes.
    fn pick_worth(&self, id: StandId, strategic: bool) -> f64 {
        let gun = self.has_arc(id) || self.ty(id) == Type::Machinegun;
        let stays = gun && self.best_shot(id) > 0.0;
        let leaves = self.way_out(id, self.stand(id).at).is_some();
        let march = if leaves { 0.4 } else { -0.4 };
        0.5 - f64::from(u8::from(stays && !leaves)) + march * f64::from(u8::from(strategic))
    }

    fn nearness(&self, id: StandId, at: P) -> f64 {
        let far = self.known_enemies(self.side(id)).map(|e| self.stand(e).at.far(at) / 1000.0);
        let nearest = far.fold(f64::MAX, f64::min);
        if nearest < f64::MAX { -INCH * nearest } else { 0.0 }
    }

    /// What the enemies who see a stand may do to it: hits on a machine by their guns, a share of others for each of them.
    fn fear(&self, id: StandId, at: P, seen: impl Iterator<Item = StandId>) -> f64 {
        let own = self.prize(id);
        if self.side(id) == Side::Martian {
            return own * seen.map(|e| self.hits_from(e, id, at)).sum::<f64>();
        }
        SEEN * own * seen.count() as f64
    }

    fn way_worth(&self, id: StandId, seen: &Preview, idea: Option<&Idea>) -> f64 {
        let machine = self.side(id) == Side::Martian;
        if seen.leaves {
            return self.way_out(id, self.stand(id).at).map_or(-50.0, |(worth, ..)| worth);
        }
        let mut worth = match idea {
            Some(Idea::Goal { .. }) => 2.0,
            Some(Idea::Storm { cylinder }) => self.stake(*cylinder),
            Some(Idea::Ram { tripod }) => 3.0 * self.prize(*tripod),
            Some(Idea::Contact { enemy, .. }) if machine => self.stake(*enemy),
            Some(Idea::Contact { .. }) => -2.0,
            _ => 0.0,
        };
        let shots = seen.shots.iter().filter(|s| s.in_arc);
        let shots = shots.map(|s| self.chance(s.needed) * self.prize(s.target));
        worth += HOPE * shots.fold(0.0, f64::max);
        if !machine {
            worth += if seen.in_cover { 0.05 * self.prize(id) } else { 0.0 };
            worth -= if seen.in_cohesion { 0.0 } else { 2.0 };
        }
        let Some(end) = seen.end else { return worth };
        worth - self.fear(id, end, seen.seen_by.iter().copied()) + self.nearness(id, end) + self.pull(id, end)
    }
}
