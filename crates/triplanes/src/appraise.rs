//! What a position is worth to a side, for bots that look a turn ahead. No rule is decided here, and every secret is
//! opened: it is for imagined states ([`table::Game::imagine`]), never for the true one.
//!
//! The unit: all vehicles of a side, unharmed, are worth [`FLEET`]. A point of damage is worth its share of that, so
//! that one of ten points on the only Nieuport weighs more than one of sixty on a flight of five.

use crate::altitude::{Aloft, LevelReach};
use crate::content::{AirplaneModel, CardClass, DeckId, ManeuverCard, Model, Rudder, TripodModel};
use crate::firing_tripods::positions;
use crate::order::RulerPosition;
use crate::scenarios::{Condition, Scenario};
use crate::setup::Team;
use crate::state::{Fate, State, Step, VehicleId};
use crate::take_off_and_landing::Run;
use crate::vehicle::{Airplane, Craft, Tripod};
use geometry::{Pose, Vec2, forward_move};
use smallvec::SmallVec;
use table::Stage;

/// All vehicles of a side, unharmed.
const FLEET: f64 = 30.0;
/// A match that is won; lost is the negative of it.
pub const DECIDED: f64 = 100.0;
table::weights! {
    /// What a position is judged by: `content/triplanes/judgement.toml` says what each figure means.
    pub(crate) struct Judgement {
        life, hope, danger, flame, wound, engine, jam, energy, last_energy, toppled, cooling, entangled, load, rocket,
        dead_end, narrow, tight, grounded, menace, closed_side, picture, way_home, homeward, near_tripod, objectives,
        approach, break_out,
    }
}

const NONE: [f64; DeckId::COUNT] = [0.0; DeckId::COUNT];

/// The middles of a tripod's six sides as directions, (right, forward).
const SIDES: [Vec2; 6] = [
    Vec2::new(0.0, 1.0),
    Vec2::new(HALF_ROOT_3, 0.5),
    Vec2::new(HALF_ROOT_3, -0.5),
    Vec2::new(0.0, -1.0),
    Vec2::new(-HALF_ROOT_3, -0.5),
    Vec2::new(-HALF_ROOT_3, 0.5),
];
const HALF_ROOT_3: f64 = 0.866_025_403_784_438_6;

/// A state with the figures that every appraisal of it needs.
pub(crate) struct Lens<'a> {
    pub state: &'a State,
    judgement: &'a Judgement,
    /// Where each vehicle is thought to stand.
    pub poses: SmallVec<[Pose; 8]>,
    /// What a point of damage on each side is worth.
    point: [f64; 2],
    /// Points and energy icons of an average card of each deck, and the share of zeros.
    mean: [f64; DeckId::COUNT],
    drain: [f64; DeckId::COUNT],
    zeros: [f64; DeckId::COUNT],
}

impl State {
    /// What this position is worth to a side: 0 is even, [`DECIDED`] is won. To be asked of imagined states only.
    ///
    /// ```
    /// use table::{Match, SetupRequest};
    /// use triplanes::{Content, State, Team};
    /// let request = SetupRequest {
    ///     scenario: "simple-battle".to_owned(),
    ///     options: [("setup".to_owned(), "quick".to_owned())].into(),
    ///     ..SetupRequest::default()
    /// };
    /// let game = Match::<State>::new(&Content::built_in(), &request, 1).unwrap();
    /// let worth = game.state().worth_to(Team::Earthlings);
    /// assert!(worth.abs() < 30.0);
    /// assert_eq!(worth, -game.state().worth_to(Team::Martians));
    /// ```
    pub fn worth_to(&self, team: Team) -> f64 {
        let sign = if team == Team::Earthlings { 1.0 } else { -1.0 };
        if let Some(outcome) = &self.outcome {
            let won = |team: Team| outcome.winner == Some(team.id());
            let worth = f64::from(u8::from(won(Team::Earthlings))) - f64::from(u8::from(won(Team::Martians)));
            return sign * worth * DECIDED;
        }
        let lens = Lens::new(self);
        let mut worth = lens.goals();
        for id in self.ids() {
            let side = if self.team(id) == Team::Earthlings { 1.0 } else { -1.0 };
            worth += side
                * match &self[id].craft {
                    Craft::Airplane(airplane) => lens.airplane(id, airplane),
                    Craft::Tripod(tripod) => lens.tripod(id, tripod),
                };
        }
        sign * worth
    }

    /// The same for a search that sets whole plans against each other: an airplane before the projectors of a tripod that is
    /// near is in danger beyond this turn, and one behind them is not.
    pub(crate) fn prospect(&self, team: Team) -> f64 {
        let worth = self.worth_to(team);
        if self.outcome.is_some() {
            return worth;
        }
        let lens = Lens::new(self);
        let danger: f64 = self.airplanes().filter(|id| self[*id].in_play()).map(|id| lens.danger(id)).sum();
        worth - if team == Team::Earthlings { danger } else { -danger }
    }

    /// All points of damage on a side, lost vehicles at their full resistance: what a look ahead tells people.
    pub fn wear(&self, team: Team) -> f64 {
        let points = |id: VehicleId| match self[id].fate {
            Fate::InPlay => self.total_damage(id),
            Fate::Reserve | Fate::ToCome => 0,
            Fate::Eliminated | Fate::Exited { .. } => self.model(id).resistance(),
        };
        self.ids().filter(|id| self.team(*id) == team).map(|id| f64::from(points(id))).sum()
    }

    /// How far a side has come with the errand of its scenario, for whoever asks why.
    pub(crate) fn stage_of(&self, team: Team) -> Option<Stage> {
        let lens = Lens::new(self);
        let next = match (self.table.setup.scenario(), team, self.picture) {
            (Some(Scenario::BringProof), Team::Earthlings, false) => "the tripod that is to be photographed",
            (Some(Scenario::BringProof), Team::Earthlings, true) => "the Earthlings' edge, the way home",
            (Some(Scenario::BringProof), Team::Martians, _) => "an airplane without a way home",
            (None, Team::Martians, _) if lens.may_break_through() => "the Earthlings' edge",
            (None, Team::Martians, _) if lens.burnt().is_some() => "the next objective",
            _ => return None,
        };
        let near = if team == Team::Earthlings { lens.goals() } else { -lens.goals() };
        Some(Stage { reached: self.reached_by(team), over: self.outcome.is_some(), next, near })
    }

    fn reached_by(&self, team: Team) -> Option<&'static str> {
        let proof = self.table.setup.scenario() == Some(Scenario::BringProof);
        match self.outcome.as_ref().map(|outcome| outcome.winner == Some(team.id())) {
            Some(_) if proof => {
                let home = self.outcome.as_ref().is_some_and(|o| o.winner == Some(Team::Earthlings.id()));
                Some(if home { "the picture comes home" } else { "the airplane is lost" })
            }
            Some(true) => Some("the match is won"),
            Some(false) => Some("the match is not won"),
            None => (proof && self.picture).then_some("the picture is taken"),
        }
    }

    /// Where the turn stands.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The side that a seat plays on.
    pub fn side_of(&self, seat: table::SeatId) -> Team {
        self.table.teams.get(seat.index()).copied().unwrap_or(Team::Earthlings)
    }
}

impl<'a> Lens<'a> {
    pub fn new(state: &'a State) -> Self {
        let poses = state.vehicles.iter().map(|v| v.pose).collect();
        let mut lens = Self {
            state,
            judgement: &state.judgement,
            poses,
            point: [1.0; 2],
            mean: NONE,
            drain: NONE,
            zeros: NONE,
        };
        let mut resistance = [0.0; 2];
        for id in state.ids() {
            resistance[state.team(id) as usize] += f64::from(state.model(id).resistance());
        }
        for (point, sum) in lens.point.iter_mut().zip(resistance) {
            *point = FLEET / sum.max(1.0);
        }
        // Counters are drawn in WW2 alone.
        let decks = if state.ww2().is_some() { DeckId::COUNT } else { DeckId::CARDS };
        for (deck, cards) in state.table.content.damage[..decks].iter().enumerate() {
            let (mut all, mut points, mut drain, mut zeros) = (0.0, 0.0, 0.0, 0.0);
            for card in &cards.cards {
                let count = f64::from(card.count);
                all += count;
                points += count * if card.is_explosion() { 7.0 } else { f64::from(card.points) };
                drain += count * if card.is_explosion() { 4.0 } else { f64::from(card.energy_icons) };
                zeros += count * f64::from(u8::from(card.zero));
            }
            let all = f64::max(all, 1.0);
            (lens.mean[deck], lens.drain[deck], lens.zeros[deck]) = (points / all, drain / all, zeros / all);
        }
        lens
    }

    /// Where a vehicle is thought to stand.
    pub fn pose(&self, id: VehicleId) -> Pose {
        self.poses[id.index()]
    }

    /// A vehicle's share of its side's worth, unharmed.
    pub fn share(&self, id: VehicleId) -> f64 {
        f64::from(self.state.model(id).resistance()) * self.point(id)
    }

    /// What a point of damage on this vehicle is worth.
    pub fn point(&self, id: VehicleId) -> f64 {
        self.point[self.state.team(id) as usize]
    }

    pub fn mean(&self, deck: crate::content::DeckId) -> f64 {
        self.mean[deck.index()]
    }

    /// A vehicle by what is left of it: being there, and the points it can still take.
    fn life(&self, id: VehicleId) -> f64 {
        let resistance = f64::from(self.state.model(id).resistance());
        let whole = resistance * self.point(id);
        match self.state[id].fate {
            Fate::Reserve | Fate::ToCome => whole,
            Fate::Eliminated | Fate::Exited { .. } => 0.0,
            Fate::InPlay => {
                let left = resistance - f64::from(self.state.total_damage(id)).min(resistance);
                let life = self.judgement.life;
                whole * (life + (1.0 - life) * left / resistance)
            }
        }
    }

    fn airplane(&self, id: VehicleId, airplane: &Airplane) -> f64 {
        let (v, point) = (&self.state[id], self.point(id));
        let life = self.life(id);
        if !v.in_play() {
            return life;
        }
        let hidden = v.hidden.judge();
        let w = self.judgement;
        let harm = w.flame * f64::from(v.flames)
            + w.wound * f64::from(v.wounds)
            + w.engine * f64::from(hidden.engine)
            + w.jam * f64::from(airplane.gun.jammed)
            + w.jam * f64::from(u8::from(hidden.next_left_jam || hidden.next_right_jam));
        life - point * harm
            + w.rocket * self.point[1] * f64::from(airplane.console.rockets)
            + w.load * self.mean[DeckId::C.index()] * self.point[1] * f64::from(self.state.loads(id))
            + self.standing(id, &self.state.aloft(id))
    }

    /// How an airplane stands: whether it can stay on the table, what it can hope to hit.
    pub fn standing(&self, id: VehicleId, at: &Aloft) -> f64 {
        let ground = self.state.altitude().is_some_and(|figures| at.level == figures.ground_level);
        match (ground, at.run.is_landing()) {
            (true, true) => -self.judgement.grounded * self.share(id),
            (true, false) => self.on_the_ground(id, at),
            _ => self.hunt(id, at.pose) - self.edge(id, at.pose),
        }
    }

    /// An airplane on the ground is half an airplane; the way to the field and the take-off give the rest back.
    fn on_the_ground(&self, id: VehicleId, at: &Aloft) -> f64 {
        let progress = match at.run {
            Run::TakeOffStraight => 0.8,
            Run::TakeOffStall => 0.6,
            _ => {
                let Some(field) = self.state.field_pose() else {
                    return -self.judgement.grounded * self.share(id);
                };
                let local = field.to_local(at.pose.centre);
                let [width, length] = self.state.table.content.field_size;
                let off = f64::max(local.x.abs() - width / 2.0, local.y.abs() - length / 2.0).max(0.0);
                0.4 * (1.0 - (off / 500.0).min(1.0))
            }
        };
        self.judgement.grounded * self.share(id) * (progress - 1.0)
    }

    /// What an airplane can hope to hit in the turn to come: the tripod it looks at best.
    fn hunt(&self, id: VehicleId, pose: Pose) -> f64 {
        let state = self.state;
        let ahead = pose.heading.fwd();
        let mut best = 0.0;
        for target in state.enemy_tripods(id) {
            let Some(model) = state.model(target).tripod() else { continue };
            let way = self.pose(target).centre - pose.centre;
            let far = way.length().max(1.0);
            let aim = 0.5 + 0.5 * ahead.dot(way) / far;
            // About one move away is best: nearer it flies past, farther it comes late.
            let near = if far < 120.0 { 0.5 } else { 1.0 - ((far - 250.0) / 600.0).clamp(0.0, 0.8) };
            let open = if self.shows_open_side(model, target, self.pose(target), pose.centre) {
                1.0
            } else {
                self.judgement.closed_side
            };
            let over = match state.weapon_reach(id, target) {
                LevelReach::Normal => 1.0,
                LevelReach::Half => 0.6,
                LevelReach::Never => 0.1,
            };
            best = f64::max(best, self.point(target) * self.judgement.hope * aim * near * open * over);
        }
        best
    }

    /// What an airplane may lose to the tripods whose projectors look at it.
    fn danger(&self, id: VehicleId) -> f64 {
        let state = self.state;
        let mut sum = 0.0;
        for foe in state.enemy_tripods(id) {
            let Some(model) = state.model(foe).tripod() else { continue };
            let local = self.pose(foe).to_local(self.pose(id).centre);
            let far = local.length().max(1.0);
            let near = 1.0 - ((far - 200.0) / 400.0).clamp(0.0, 1.0);
            let armed = (0..6).filter(|side| model.sides[*side].projector.is_some());
            let cover = armed.map(|side| SIDES[side].dot(local) / far).fold(0.0, f64::max);
            sum += self.judgement.danger * self.point(id) * near * cover;
        }
        sum
    }

    /// The worth at stake for an airplane that can hardly stay on the table in the turn to come.
    fn edge(&self, id: VehicleId, pose: Pose) -> f64 {
        let share = self.share(id);
        if self.goes_home() {
            return 0.0;
        }
        match self.ways_on(id, pose) {
            0 => self.judgement.dead_end * share,
            1 => self.judgement.narrow * share,
            2 => self.judgement.tight * share,
            _ => 0.0,
        }
    }

    /// How many of three ways keep an airplane on the table for a turn: round to the left, to the right, straight on.
    fn ways_on(&self, id: VehicleId, pose: Pose) -> u8 {
        let state = self.state;
        let Some(model) = state.model(id).airplane() else { return 3 };
        let mut ways = 0;
        for rudder in [Rudder::Left, Rudder::Right, Rudder::Neither] {
            let Some(card) = guide(&model.deck.cards, rudder) else { continue };
            let mut at = pose;
            let stays = (0..3).all(|_| {
                at = fly(model, at, card);
                state.table.area.contains(at.centre)
            });
            ways += u8::from(stays);
        }
        ways
    }

    /// Bring Proof: with the picture on board the Earthling side is where it wants to leave.
    pub fn goes_home(&self) -> bool {
        self.state.picture && self.state.table.setup.scenario() == Some(Scenario::BringProof)
    }

    fn tripod(&self, id: VehicleId, tripod: &Tripod) -> f64 {
        let (v, point) = (&self.state[id], self.point(id));
        let life = self.life(id);
        if !v.in_play() {
            return life;
        }
        let energy = tripod.energy;
        let w = self.judgement;
        let power = w.energy * f64::from(energy) + if energy > 0 { w.last_energy } else { 0.0 };
        let hidden = v.hidden.judge();
        let harm = w.flame * f64::from(v.flames)
            + w.wound * f64::from(v.wounds)
            + w.toppled * f64::from(tripod.console.toppled)
            + w.cooling * f64::from(tripod.console.cooling)
            + 0.5 * f64::from(u8::from(hidden.reverse_destroyed))
            + if tripod.console.entangled { w.entangled } else { 0.0 };
        life + point * (power - harm) + self.menace(id, v.pose)
    }

    /// What a tripod can hope to burn in the turn to come: the airplane that its projectors cover best.
    pub fn menace(&self, id: VehicleId, pose: Pose) -> f64 {
        let state = self.state;
        let Some(model) = state.model(id).tripod().filter(|_| state[id].energy() > 0) else { return 0.0 };
        let mut best = 0.0;
        for target in state.in_play().filter(|t| state.team(*t) != state.team(id)) {
            let local = pose.to_local(self.pose(target).centre);
            let far = local.length().max(1.0);
            let near = if far < 70.0 { 0.6 } else { 1.0 - ((far - 220.0) / 400.0).clamp(0.0, 0.9) };
            let covers = |side: usize| model.sides[side].projector.is_some();
            let cover = (0..6).filter(|s| covers(*s)).map(|s| SIDES[s].dot(local) / far).fold(-1.0, f64::max);
            let over = match state.ray_reach(target) {
                LevelReach::Normal => 1.0,
                LevelReach::Half => 0.6,
                LevelReach::Never => 0.0,
            };
            best = f64::max(
                best,
                self.point(target) * self.judgement.hope * near * over * (0.4 + 0.6 * cover.max(0.0)),
            );
        }
        best * self.judgement.menace
    }

    /// Whether a tripod at this pose shows a side without working armor to that point.
    fn shows_open_side(&self, model: &TripodModel, id: VehicleId, pose: Pose, from: Vec2) -> bool {
        if !self.state.armor_works(id) {
            return true;
        }
        let local = pose.to_local(from);
        (0..6).any(|s| !model.sides[s].armor && SIDES[s].dot(local) > model.apothem + 8.0)
    }

    /// What an airplane's guns are worth in one phase, from a pose, at a tripod: by range, arc and armor.
    pub fn guns(&self, id: VehicleId, pose: Pose, target: VehicleId, at: Pose) -> f64 {
        let state = self.state;
        let (Some(model), Some(tripod)) = (state.model(id).airplane(), state.model(target).tripod()) else {
            return 0.0;
        };
        let way = at.centre - pose.centre;
        let far = way.length().max(1.0);
        let over = state.weapon_reach(id, target);
        let away = far - tripod.apothem;
        if away > state.ruler_over(over) || over == LevelReach::Never || away < model.width / 2.0 {
            return 0.0;
        }
        let short = away <= state.table.content.half_ruler() && over == LevelReach::Normal;
        let open = self.shows_open_side(tripod, target, at, pose.centre);
        // The arc is wider by the half of the base that it may touch.
        let slack = (tripod.apothem / far).min(1.0);
        let slack_cos = (1.0 - slack * slack).sqrt();
        let mut best = 0.0;
        for gun in &model.guns {
            let (sin, cos) = gun.half_arc.sin_cos();
            let limit = cos * slack_cos - sin * slack;
            if (pose.heading + gun.direction).fwd().dot(way) / far >= limit {
                let draws = if short { gun.short } else { gun.long };
                let hit = |deck: DeckId| {
                    let deck = state.supply(target, deck).index();
                    if open { self.mean[deck] } else { self.judgement.energy * self.drain[deck] + 0.1 }
                };
                best = f64::max(best, draws.iter().map(hit).sum());
            }
        }
        best * self.point(target)
    }

    /// What a heat-ray from the best side is worth in one phase, from a pose, at an airplane.
    pub fn ray(&self, id: VehicleId, pose: Pose, target: VehicleId, at: Pose) -> f64 {
        (0..6).map(|side| self.ray_from(id, pose, side, target, at)).fold(0.0, f64::max)
    }

    /// The same for one side.
    pub fn ray_from(&self, id: VehicleId, pose: Pose, side: usize, target: VehicleId, at: Pose) -> f64 {
        let state = self.state;
        let Some(tripod) = state.model(id).tripod() else { return 0.0 };
        let Some(projector) = tripod.sides[side].projector else { return 0.0 };
        let ruler = state.table.content.ray(projector.heavy);
        let local = pose.to_local(at.centre);
        let body = match state.model(target) {
            Model::Airplane(m) => 0.45 * f64::max(m.width, m.length),
            Model::Tripod(m) => m.apothem,
        };
        if local.length() > ruler.length + tripod.apothem + body
            || state.ray_reach(target) == LevelReach::Never
        {
            return 0.0;
        }
        if local.length() < tripod.apothem + 0.8 * body {
            return 0.0;
        }
        let rest = local - SIDES[side] * tripod.apothem;
        let (sin, cos) = ruler.tilt.sin_cos();
        let mut best = 0.0;
        for position in positions(projector.face) {
            let out = SIDES[side];
            let turn = match position {
                RulerPosition::RightAngle => 0.0,
                RulerPosition::TiltedLeft => -sin,
                RulerPosition::TiltedRight => sin,
            };
            let out = if turn == 0.0 { out } else { out * cos + Vec2::new(out.y, -out.x) * turn };
            let (along, aside) = (rest.dot(out), rest.cross(out).abs());
            if along < 0.0 || along > ruler.length + body || aside > ruler.width / 2.0 + body {
                continue;
            }
            let duel = state.is_tripod(target);
            let deck = if duel { tripod.vs_tripods } else { tripod.firepower }.index();
            let normal = state.ray_reach(target) == LevelReach::Normal;
            let short = along - body <= ruler.half;
            let again = if short && normal { 1.0 + self.zeros[deck] } else { 1.0 };
            let hit = if short || normal { self.mean[deck] * again } else { 0.0 };
            let hit = if duel { hit * self.against_armor(target, at, pose.centre) } else { hit };
            best = f64::max(best, hit);
        }
        best * self.point(target)
    }

    /// A heat-ray on a tripod: twice the number across the open, energy across armor (INV-TVT-17, INV-TVT-20).
    fn against_armor(&self, target: VehicleId, at: Pose, from: Vec2) -> f64 {
        let Some(model) = self.state.model(target).tripod() else { return 1.0 };
        if self.shows_open_side(model, target, at, from) { 2.0 } else { self.judgement.energy }
    }

    /// What the sides have reached of their scenario's goals, for the Earthlings.
    pub fn goals(&self) -> f64 {
        let state = self.state;
        match state.table.setup.scenario() {
            Some(Scenario::SimpleBattle) => 0.0,
            Some(Scenario::BringProof) => self.proof(),
            None => -self.conquest(),
        }
    }

    /// Bring Proof: near a tripod before the picture, near the Earthling side with it.
    fn proof(&self) -> f64 {
        let state = self.state;
        let Some(id) = state.airplanes().next() else { return 0.0 };
        let pose = self.pose(id);
        if state.picture {
            let height = state.table.area.height.max(1.0);
            let homeward = -pose.heading.fwd().y;
            let w = self.judgement;
            return w.picture + w.way_home * (1.0 - pose.centre.y / height) + w.homeward * homeward;
        }
        let far = |t: VehicleId| self.pose(t).centre.distance(pose.centre);
        let nearest = state.tripods().map(far).fold(1e4, f64::min);
        let reach = state.table.content.half_ruler() + 40.0;
        self.judgement.near_tripod * (1.0 - ((nearest - reach) / 500.0).clamp(0.0, 1.0))
    }

    /// How many templates the Martians must destroy before they may break through, and how many they have.
    fn burnt(&self) -> Option<(f64, f64)> {
        let state = self.state;
        let file = state.table.scenario.as_ref()?;
        let conditions = file.victory.iter().filter(|v| v.team == Team::Martians).flat_map(|v| &v.all);
        let wanted = conditions.filter_map(|c| match c {
            Condition::ObjectivesDestroyed(count) | Condition::ObjectivesReached(count) => {
                Some(f64::from(*count))
            }
            _ => None,
        });
        let wanted = wanted.reduce(f64::max)?;
        if state.counts_reached() {
            return Some((wanted, state.objectives.iter().filter(|o| o.reached).count() as f64));
        }
        let objectives = state.objectives.iter().filter(|o| o.destroyed).count();
        let terrain = state.terrain.iter().filter(|t| t.destroyed).count();
        Some((wanted, (objectives + terrain) as f64))
    }

    /// Whether a tripod that crosses the Earthling side wins the match.
    pub fn may_break_through(&self) -> bool {
        self.burnt().is_some_and(|(wanted, done)| done >= wanted)
    }

    /// Templates to destroy and a side to leave by: how far the Martians have come.
    fn conquest(&self) -> f64 {
        let state = self.state;
        let Some((wanted, done)) = self.burnt() else { return 0.0 };
        let walkers = || state.tripods().filter(|id| state.team(*id) == Team::Martians);
        let mut worth = self.judgement.objectives * (done / wanted.max(1.0)).min(1.0);
        if done >= wanted {
            let height = state.table.area.height.max(1.0);
            let nearest = walkers().map(|id| self.pose(id).centre.y).fold(height, f64::min);
            return worth + self.judgement.break_out * (1.0 - nearest / height);
        }
        let left: SmallVec<[Vec2; 8]> = (0..state.objective_count())
            .filter(|o| match state.objectives.get(usize::from(*o)).filter(|_| state.counts_reached()) {
                Some(objective) => !objective.reached,
                None => !state.is_destroyed(*o),
            })
            .filter_map(|o| self.template(o))
            .collect();
        for id in walkers() {
            let at = self.pose(id).centre;
            let nearest = left.iter().map(|to| to.distance(at)).fold(1e4, f64::min);
            worth += self.judgement.approach / wanted.max(1.0) * (1.0 - (nearest / 600.0).min(1.0));
        }
        worth
    }

    /// The middle of an objective, or of terrain that counts as one.
    fn template(&self, objective: u8) -> Option<Vec2> {
        let (state, index) = (self.state, usize::from(objective));
        match state.objectives.get(index) {
            Some(o) => o.placed.then_some(o.pose.centre),
            None => {
                state.terrain.get(index - state.objectives.len()).filter(|t| t.placed).map(|t| t.pose.centre)
            }
        }
    }
}

/// A card of the deck that leads this way: the sharpest turn that is not steep, or a straight.
pub(crate) fn guide(cards: &[ManeuverCard], rudder: Rudder) -> Option<&ManeuverCard> {
    let fits = |card: &&ManeuverCard| match rudder {
        Rudder::Neither => card.class == CardClass::Straight,
        _ => card.class == CardClass::Turn && !card.steep && card.rudder == rudder,
    };
    cards.iter().filter(fits).max_by_key(|card| {
        let turn = card.path.turn;
        (turn.min(-turn), std::cmp::Reverse(card.numbers.first().copied()))
    })
}

/// Where an airplane comes to stand.
pub(crate) fn fly(model: &AirplaneModel, from: Pose, card: &ManeuverCard) -> Pose {
    if card.class.is_movement() {
        forward_move(from, &card.path, model.length / 2.0, model.length / 2.0)
    } else {
        from
    }
}
