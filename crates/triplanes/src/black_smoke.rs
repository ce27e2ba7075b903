//! BLACK SMOKE: launching, clouds, RECHARGING and DAMAGE (TT-SMK).

use crate::content::{DeckId, Side};
use crate::draws::DrawTask;
use crate::event::{DrawnFor, What};
use crate::order::{Action, Order};
use crate::setup::Team;
use crate::state::{Declaration, State, VehicleId};
use geometry::{Angle, Convex, Disc, Fan, Pose, TOLERANCE, Vec2};
use smallvec::SmallVec;
use table::{Event, Refusal, Sink};

impl State {
    pub(crate) fn cloud(&self, at: Vec2) -> Disc {
        Disc::new(at, self.table.content.cloud_radius)
    }

    /// Clouds as things that block a line: two octagons within the round template, turned against each other,
    /// so that less than 0.7 mm of its rim is let through (TT-SMK-07).
    pub(crate) fn cloud_blockers(&self, out: &mut SmallVec<[Convex; 4]>) {
        for cloud in &self.clouds {
            for turn in [0, 225] {
                let corner = |n: i32| {
                    *cloud + Angle::from_tenths(turn + 450 * n).fwd() * self.table.content.cloud_radius
                };
                let corners: [Vec2; 8] = std::array::from_fn(|n| corner(n as i32));
                out.extend(Convex::from_vertices(&corners));
            }
        }
    }

    /// Whether clouds alone hide a base from this view.
    pub(crate) fn cloud_hides(&self, fan: &Fan, base: &Convex) -> bool {
        if self.clouds.is_empty() {
            return false;
        }
        let mut clouds = SmallVec::new();
        self.cloud_blockers(&mut clouds);
        fan.nearest(base, &[]).is_some() && fan.nearest(base, &clouds).is_none()
    }

    /// The launcher chosen for this phase.
    pub(crate) fn smoke_side(&self, id: VehicleId) -> Option<Side> {
        match self[id].action() {
            Action::BlackSmoke { from } if self[id].in_play() => Some(from),
            _ => None,
        }
    }

    /// TT-SMK-02: the far end of the ruler, straight out from the middle of the side.
    pub(crate) fn smoke_end(&self, id: VehicleId, side: Side) -> Vec2 {
        let direction = (self[id].pose.heading + side.angle()).fwd();
        self.footprint(id).side_middle(side.index()) + direction * self.table.content.smoke_reach
    }

    /// TT-SMK-04, INV-GEN-03: two templates for each tripod of a side that began the match.
    fn clouds_of(&self, team: Team) -> usize {
        2 * self.tripods_of(team).count()
    }

    fn clouds_out(&self, team: Team) -> usize {
        self.cloud_sides.iter().filter(|side| **side == team).count()
    }

    fn clouds_left(&self, team: Team) -> bool {
        self.clouds_out(team) < self.clouds_of(team)
    }

    /// Sample placements: on the far end and around it, with each cloud that could make room.
    pub(crate) fn smoke_orders(&self, id: VehicleId) -> Vec<Order> {
        let Some(side) = self.smoke_side(id) else { return Vec::new() };
        let end = self.smoke_end(id, side);
        let around =
            (0..8).map(|n| end + Angle::degrees(45 * n).fwd() * self.table.content.cloud_inner_radius);
        let places = std::iter::once(end).chain(around);
        let team = self.team(id);
        let removals: Vec<Option<u8>> = if self.clouds_left(team) {
            vec![None]
        } else {
            let own = (0..self.clouds.len() as u8).filter(|n| self.cloud_sides[usize::from(*n)] == team);
            std::iter::once(None).chain(own.map(Some)).collect()
        };
        places
            .flat_map(|at| removals.iter().map(move |r| Order::Smoke { vehicle: id, at, remove: *r }))
            .collect()
    }

    pub(crate) fn smoke_breach(&self, id: VehicleId, at: Vec2, remove: Option<u8>) -> Result<(), Refusal> {
        let Some(side) = self.smoke_side(id) else {
            return Err(Refusal::new("TT-SMK-02", format!("{} did not choose black smoke", self.name(id))));
        };
        let off = at.distance(self.smoke_end(id, side));
        if !off.is_finite() || off > self.table.content.cloud_inner_radius + TOLERANCE {
            let why =
                format!("the ruler's end is {off:.1} mm from the middle of the cloud: outside of its circle");
            return Err(Refusal::new("TT-SMK-03", why));
        }
        let Some(cloud) = remove else { return Ok(()) };
        if usize::from(cloud) >= self.clouds.len() {
            return Err(Refusal::new("TT-SMK-04", format!("there is no cloud {cloud}")));
        }
        if self.cloud_sides[usize::from(cloud)] != self.team(id) {
            return Err(Refusal::new("INV-GEN-03", format!("cloud {cloud} is the enemy's")));
        }
        Ok(())
    }

    /// TT-SMK-02: who has chosen black smoke does not hold it back.
    pub(crate) fn unlaunched_breach(&self, id: VehicleId) -> Result<(), Refusal> {
        if self.smoke_side(id).is_some() {
            return Err(Refusal::new("TT-SMK-02", "black smoke must be launched once it is chosen"));
        }
        Ok(())
    }

    /// New clouds of this step, all at once: over an airplane one takes effect and is gone (TT-SMK-11).
    pub(crate) fn launch_smoke(&mut self, out: &mut Sink<What>) {
        let mut fresh: SmallVec<[(Vec2, Team); 4]> = SmallVec::new();
        let mut gone: SmallVec<[u8; 4]> = SmallVec::new();
        for id in self.ids() {
            let Some(Declaration::Smoke { at, remove }) = self[id].declared.map(|d| *d.judge()) else {
                continue;
            };
            let Some(tripod) = self[id].tripod_mut() else { continue };
            tripod.console.launched = true;
            let team = self.team(id);
            let new = fresh.iter().filter(|(_, side)| *side == team).count();
            let old = gone.iter().filter(|cloud| self.cloud_sides[usize::from(**cloud)] == team).count();
            let room = self.clouds_out(team) + new - old < self.clouds_of(team);
            let free = remove.filter(|cloud| !gone.contains(cloud));
            gone.extend(free);
            let placed = room || free.is_some();
            if placed {
                fresh.push((at, team));
            }
            out.emit(|| {
                Event::public("TT-SMK-03", What::SmokeLaunched { vehicle: id, at, removed: free, placed })
            });
        }
        gone.sort_unstable();
        for cloud in gone.iter().rev() {
            self.clouds.remove(usize::from(*cloud));
            self.cloud_sides.remove(usize::from(*cloud));
        }
        for (at, team) in fresh {
            let disc = self.cloud(at);
            let reached =
                |id: &VehicleId| self.smoke_reaches(*id) && disc.overlaps_convex(&self.footprint(*id));
            let under: SmallVec<[VehicleId; 4]> = self.in_play().filter(reached).collect();
            if under.is_empty() {
                self.clouds.push(at);
                self.cloud_sides.push(team);
                continue;
            }
            out.emit(|| Event::public("TT-SMK-11", What::CloudDissipated { at }));
            self.choke(&under);
        }
    }

    /// TT-SMK-09, TT-SMK-10: each airplane draws a Z card, tripods nothing.
    fn choke(&mut self, vehicles: &[VehicleId]) {
        for id in vehicles {
            if self[*id].in_play() && !self.is_tripod(*id) {
                let shot = self.next_shot();
                self.enqueue(DrawTask { shot, ..DrawTask::new(*id, DeckId::Z, DrawnFor::BlackSmoke) });
            }
        }
    }

    /// The footprint of a maneuver card as it was laid: bottom edge on the base's front edge, or turned round
    /// on the rear edge for a backward move (TT-SMK-08).
    fn card_footprint(&self, id: VehicleId, from: Pose, backward: bool) -> Option<Convex> {
        let card = self.deck(id).card(self[id].flown?);
        let (width, length) = card.size?;
        let heading = if backward { from.heading + Angle::HALF } else { from.heading };
        let reach = match self.model(id) {
            crate::content::Model::Airplane(m) => m.length / 2.0,
            crate::content::Model::Tripod(m) => m.apothem,
        };
        let ahead = heading.fwd() * (reach + length / 2.0);
        let aside = heading.right() * (width / 2.0 - card.start);
        Some(Convex::rectangle(Pose { centre: from.centre + ahead + aside, heading }, width, length))
    }

    /// TT-SEQ-03, points 5 and 6: clouds touched by cards and bases dissipate; returns who chokes on them.
    pub(crate) fn touch_clouds(
        &mut self,
        before: &[Pose],
        backward: &[VehicleId],
        out: &mut Sink<What>,
    ) -> SmallVec<[VehicleId; 4]> {
        let mut chokes: SmallVec<[VehicleId; 4]> = SmallVec::new();
        for index in (0..self.clouds.len()).rev() {
            let at = self.clouds[index];
            let disc = self.cloud(at);
            let touched: SmallVec<[VehicleId; 4]> = self
                .in_play()
                .filter(|id| self.smoke_reaches(*id))
                .filter(|id| {
                    let moves =
                        self[*id].flown.is_some_and(|row| self.deck(*id).card(row).class.is_movement());
                    let card = if moves {
                        self.card_footprint(*id, before[id.index()], backward.contains(id))
                    } else {
                        None
                    };
                    disc.overlaps_convex(&self.footprint(*id))
                        || card.is_some_and(|c| disc.overlaps_convex(&c))
                })
                .collect();
            if touched.is_empty() {
                continue;
            }
            self.clouds.remove(index);
            self.cloud_sides.remove(index);
            out.emit(|| Event::public("TT-SMK-08", What::CloudDissipated { at }));
            chokes.extend(touched.into_iter().filter(|id| !self.is_tripod(*id)));
        }
        chokes.sort_unstable();
        chokes
    }

    /// After the moves: whoever is still in play draws for each cloud.
    pub(crate) fn choke_after_moves(&mut self, chokes: &[VehicleId]) {
        self.choke(chokes);
    }

    /// TT-SMK-06: one counter goes at the beginning of each firing step.
    pub(crate) fn recharge_launchers(&mut self) {
        for tripod in self.tripods_mut() {
            tripod.console.smoke_box = tripod.console.smoke_box.saturating_sub(1);
        }
    }
}
