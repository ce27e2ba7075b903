//! SETUP on the table: who places what, where (TT-SET-01, TT-SET-08, TT-SCN-02, TT-SCN-04, TT-SCN-05).
//!
//! `breach` judges a place, `room` whether what comes later still finds one, `deal` lets the dice choose, `nearest`
//! brings a wish to the nearest legal place, `region` draws where such places are.

mod breach;
mod deal;
mod nearest;
mod region;
mod room;

pub(crate) use deal::SAMPLES;
pub use region::{PlacingView, Shape};

use super::ForcePlace;
use crate::event::What;
use crate::order::{Ask, Order};
use crate::setup::Team;
use crate::state::{Fate, State, VehicleId};
use crate::take_off_and_landing::Field;
use geometry::{Angle, Border, Pose, Vec2};
use table::{Barrier, Duty, Event, Prompt, SeatId, Sink};

impl State {
    /// What is placed next and by whom: the landing field, objectives, then tripods, then airplanes, seat by seat.
    pub(crate) fn to_place(&self) -> Option<Prompt<Ask>> {
        if self.field.is_some_and(|f| !f.placed) {
            let seat = self.table.teams.iter().position(|t| *t == Team::Earthlings).unwrap_or(0);
            return Some(Prompt { seat: SeatId(seat as u8), duty: Duty::Owed, ask: Ask::PlaceField });
        }
        if let Some(index) = self.objectives.iter().position(|o| !o.placed) {
            let seat = self.table.teams.iter().position(|t| *t == Team::Earthlings).unwrap_or(0);
            let ask = Ask::PlaceObjective { objective: index as u8 };
            return Some(Prompt { seat: SeatId(seat as u8), duty: Duty::Owed, ask });
        }
        if let Some(index) = self.terrain.iter().position(|t| !t.placed) {
            let seat = self.table.teams.iter().position(|t| *t == Team::Earthlings).unwrap_or(0);
            let ask = Ask::PlaceTerrain { piece: index as u8 };
            return Some(Prompt { seat: SeatId(seat as u8), duty: Duty::Owed, ask });
        }
        // Martian tripods, then those with human crews, then airplanes (INV-GEN-03).
        let groups = [(Team::Martians, true), (Team::Earthlings, true), (Team::Earthlings, false)];
        groups.into_iter().find_map(|(team, tripods)| {
            let waiting = |id: &VehicleId| {
                self[*id].fate == Fate::ToCome && self.team(*id) == team && self.is_tripod(*id) == tripods
            };
            let vehicle = self.ids().filter(waiting).min_by_key(|id| (self[*id].owner, *id))?;
            Some(Prompt { seat: self[vehicle].owner, duty: Duty::Owed, ask: Ask::PlaceVehicle { vehicle } })
        })
    }

    /// What nobody has to be asked for: what the scenario fixes, and the pieces of automated seats.
    pub(crate) fn is_placed_by_rule(&self, next: &Prompt<Ask>) -> bool {
        self.is_automated_seat(next.seat) || self.fixed_place(&next.ask).is_some()
    }

    /// Puts the next such piece on the table, or goes on to planning.
    pub(crate) fn place_by_rule(&mut self, out: &mut Sink<What>) {
        let Some(next) = self.to_place() else {
            self.start_planning(out);
            return;
        };
        out.barrier(Barrier::Drawn);
        // A place is found wherever a player would find one.
        let order = self.deal_next(&next).unwrap_or_else(|_| self.preset(&next));
        self.place(&order, out);
    }

    /// The place that the scenario fixes for a piece (INV-ALI-02, INV-ALI-03).
    pub(super) fn fixed_place(&self, ask: &Ask) -> Option<Order> {
        match *ask {
            Ask::PlaceObjective { objective } => {
                let file = self.table.scenario.as_ref()?;
                let [aside, inward] = *file.objectives_at.get(usize::from(objective))?;
                let ruler = self.table.content.ruler;
                let at = Vec2::new(self.middle().x + aside * ruler, inward * ruler);
                Some(Order::PlaceObjective { at })
            }
            Ask::PlaceVehicle { vehicle } if self.table.places[vehicle.index()] == ForcePlace::AtMiddle => {
                Some(Order::place(vehicle, self.stand(vehicle, self.middle().x, self.home(vehicle).1)))
            }
            _ => None,
        }
    }

    pub(super) fn middle(&self) -> Vec2 {
        Vec2::new(self.table.area.width / 2.0, self.table.area.height / 2.0)
    }

    pub(super) fn home(&self, id: VehicleId) -> (Border, Angle) {
        match self.team(id) {
            Team::Earthlings => (Border::South, Angle::degrees(0)),
            Team::Martians => (Border::North, Angle::degrees(180)),
        }
    }

    /// The pose at this lateral position whose base stands at its distance from its own side.
    pub(super) fn stand(&self, id: VehicleId, across: f64, facing: Angle) -> Pose {
        let (border, _) = self.home(id);
        let mut pose = Pose { centre: Vec2::new(across, self.middle().y), heading: facing };
        let off = self.table.area.distance_to_border(border, &self.footprint_at(id, pose));
        let shift = off - self.stand_off(id);
        pose.centre.y += if border == Border::South { -shift } else { shift };
        pose
    }

    /// How far from its own side a base stands that is put on a line.
    pub(super) fn stand_off(&self, id: VehicleId) -> f64 {
        match self.table.places[id.index()] {
            ForcePlace::AtOneRuler => self.table.content.ruler,
            ForcePlace::TouchingSide => 0.0,
            _ => self.table.content.half_ruler(),
        }
    }

    /// TT-SET-08: evenly spread along the own side.
    pub(super) fn row_place(&self, id: VehicleId) -> Pose {
        let team = self.team(id);
        let mates: Vec<VehicleId> = self.ids().filter(|m| self.team(*m) == team).collect();
        let number = mates.iter().position(|m| *m == id).unwrap_or(0) + 1;
        let across = self.table.area.width * number as f64 / (mates.len() + 1) as f64;
        let (_, facing) = self.home(id);
        self.stand(id, across, facing)
    }

    pub(crate) fn place(&mut self, order: &Order, out: &mut Sink<What>) {
        match *order {
            Order::PlaceField { at, facing } => {
                let pose = Pose { centre: at, heading: facing };
                self.field = Some(Field { pose, placed: true });
                out.emit(|| Event::public("TT-EAG-02", What::FieldPlaced { pose }));
            }
            Order::PlaceObjective { at } => {
                let Some(index) = self.objectives.iter().position(|o| !o.placed) else { return };
                self.objectives[index].pose = Pose { centre: at, heading: Angle::degrees(0) };
                self.objectives[index].placed = true;
                let objective = index as u8;
                out.emit(|| Event::public("TT-SET-01", What::ObjectivePlaced { objective, at }));
            }
            Order::PlaceTerrain { at, facing } => {
                let Some(index) = self.terrain.iter().position(|t| !t.placed) else { return };
                self.place_terrain(index, Pose { centre: at, heading: facing }, out);
            }
            Order::PlaceVehicle { vehicle, at, facing } => {
                let pose = Pose { centre: at, heading: facing };
                self[vehicle].pose = pose;
                self[vehicle].fate = Fate::InPlay;
                out.emit(|| Event::public("TT-SET-01", What::VehiclePlaced { vehicle, pose }));
            }
            _ => {}
        }
    }
}
