//! NUMBER OF PLAYERS AND VEHICLES (TT-GEN).

use crate::setup::{Setup, Team};
use crate::state::{State, VehicleId};
use table::{Refusal, SeatId, SetupError};

impl State {
    /// TT-GEN-04: everybody gives orders to his own vehicles.
    pub(crate) fn command_breach(&self, seat: SeatId, id: VehicleId) -> Result<(), Refusal> {
        let why = match self.get(id) {
            Some(v) if v.owner == seat => return Ok(()),
            Some(v) => format!("{} is played by {}", self.name(id), self.table.seats[v.owner.index()].name),
            None => format!("there is no vehicle {id}"),
        };
        Err(Refusal::new("TT-GEN-04", why))
    }
}

/// TT-GEN-01: the weapons of one side are not those of the other.
pub(crate) fn no_machine_guns() -> Refusal {
    Refusal::new("TT-GEN-01", "a tripod has no machine guns")
}

pub(crate) fn no_heat_ray() -> Refusal {
    Refusal::new("TT-GEN-01", "an airplane has no heat-ray")
}

/// TT-GEN-02, TT-GEN-03: both sides are there, and players and vehicles are divided evenly.
pub(crate) fn division(setup: &Setup) -> Result<(), SetupError> {
    let seats_of = |team: Team| setup.seats.iter().filter(|s| s.team == team).count();
    let vehicles_of = |seat: usize| setup.vehicles.iter().filter(|v| v.seat.index() == seat).count();
    for team in [Team::Earthlings, Team::Martians] {
        if seats_of(team) == 0 {
            let why = format!("at least one player must play the {}", team.name());
            return Err(SetupError::by("TT-GEN-02", "seats", why));
        }
        let counts: Vec<usize> =
            (0..setup.seats.len()).filter(|s| setup.seats[*s].team == team).map(vehicles_of).collect();
        let (least, most) =
            (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
        if least == 0 {
            let why = format!("every player of the {} needs a vehicle", team.name());
            return Err(SetupError::by("TT-GEN-02", "vehicles", why));
        }
        if most - least > 1 {
            let why = format!("vehicles must be divided evenly among the {}; found {counts:?}", team.name());
            return Err(SetupError::by("TT-GEN-03", "vehicles", why));
        }
    }
    let total =
        |team: Team| setup.vehicles.iter().filter(|v| setup.seats[v.seat.index()].team == team).count();
    let (earth, mars) = (seats_of(Team::Earthlings), seats_of(Team::Martians));
    // A team never has more players than vehicles, so a small team may be outnumbered.
    let room = |team: Team, seats: usize| seats < total(team);
    let uneven = (earth > mars + 1 && room(Team::Martians, mars))
        || (mars > earth + 1 && room(Team::Earthlings, earth));
    if uneven {
        let why = format!("players must be divided evenly between the teams; found {earth} and {mars}");
        return Err(SetupError::by("TT-GEN-03", "seats", why));
    }
    Ok(())
}
