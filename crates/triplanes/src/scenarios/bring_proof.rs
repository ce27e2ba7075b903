//! BRING PROOF (TT-PRF).

use super::{MOST_TERRAIN, Scenario, Words, add_terrain, deal};
use crate::content::{CardClass, CardIx, Content};
use crate::event::What;
use crate::invasion;
use crate::preview::PictureView;
use crate::setup::{ObjectiveSetup, Setup, Team};
use crate::state::{Fate, State, VehicleId};
use geometry::{Angle, Fan, TOLERANCE, distance_to};
use table::{Event, SetupError, Sink};

const AIRPLANE: &str = "nieuport_16";

/// The one airplane may have an ace (TT-ACE-01), an anchor or a cannon if the players agree; rockets the scenario
/// rules out.
pub(super) fn fill(content: &Content, setup: &mut Setup, words: &mut Words<'_>) -> Result<(), SetupError> {
    let text = words.take("earthlings").unwrap_or(AIRPLANE);
    let place = "options.earthlings";
    if text.split('+').next().map(str::trim) != Some(AIRPLANE) || text.contains(',') {
        let why = format!("expected {AIRPLANE}, alone or with what it carries, found {text:?}");
        return Err(SetupError::by("TT-PRF-01", place, why));
    }
    deal(setup, Team::Earthlings, 1, &[text]);
    invasion::fit_out(content, setup, 0, &[text], place)?;
    if setup.vehicles[0].airplane.rockets > 0 {
        return Err(SetupError::by("TT-PRF-01", place, "the airplane of Bring Proof has no rockets"));
    }
    deal(setup, Team::Martians, 1, &["mk1_locust"]);
    let terrain = words.take("terrain").unwrap_or_default();
    let kinds: Vec<&str> = terrain.split(',').map(str::trim).filter(|w| !w.is_empty()).collect();
    add_terrain(setup, &kinds, MOST_TERRAIN)?;
    let objective = ObjectiveSetup::to_place();
    setup.objectives = vec![objective; 2];
    Ok(())
}

/// TT-PRF-01, TT-PRF-02: exactly these forces.
pub(crate) fn check(setup: &Setup) -> Result<(), SetupError> {
    let by = |place: &str, why: &str| Err(SetupError::by("TT-PRF-01", place, why));
    if setup.seats.len() != 2 {
        return by("seats", "Bring Proof is for two players");
    }
    // A game mat may take the place of the area (TT-SCN-03).
    if !setup.mat && setup.area.iter().any(|side| (side - 900.0).abs() > TOLERANCE) {
        return by("area", "Bring Proof is played on 900 x 900 mm");
    }
    let mut models: Vec<&str> = setup.vehicles.iter().map(|v| v.model.as_str()).collect();
    models.sort_unstable();
    if models != ["mk1_locust", "nieuport_16"] {
        return by("vehicles", "Bring Proof is played with one nieuport_16 and one mk1_locust");
    }
    if setup.objectives.len() != 2 {
        return Err(SetupError::by("TT-PRF-02", "objectives", "Bring Proof has two objectives"));
    }
    Ok(())
}

impl State {
    /// TT-PRF-05: a stall that starts within half a ruler of a tripod's base takes the picture, but not through
    /// black smoke, and at low altitude only (TT-PRF-06). Measured before anybody moves, whatever the facing; the nearest tripod is named.
    pub(crate) fn picture_in_reach(&self) -> Option<Picture> {
        if !self.wants_picture() {
            return None;
        }
        self.airplanes().find_map(|id| {
            let (target, distance) = self.sitter(id, self[id].flown?)?;
            let near = distance <= self.table.content.half_ruler() + TOLERANCE;
            near.then_some(Picture { vehicle: id, target, distance })
        })
    }

    fn wants_picture(&self) -> bool {
        !self.picture && self.table.setup.scenario() == Some(Scenario::BringProof)
    }

    /// The nearest tripod that this card of an airplane could photograph from where it stands, and how far it is.
    fn sitter(&self, id: VehicleId, row: CardIx) -> Option<(VehicleId, f64)> {
        if self.deck(id).card(row).class != CardClass::Stall || !self.takes_pictures(id) {
            return None;
        }
        let all_round = Fan {
            origin: self[id].pose.centre,
            heading: self[id].pose.heading,
            half_arc: Angle::HALF,
            length: self.table.content.half_ruler(),
        };
        let clear = |t: &VehicleId| !self.cloud_hides(&all_round, &self.footprint(*t));
        let tripods = self.tripods().filter(clear);
        let distances = tripods.map(|t| (t, distance_to(&self.footprint(t), self[id].pose.centre)));
        distances.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Whether the card of this space takes the picture from where its airplane stands; nothing for a card that never does.
    pub(crate) fn picture_by(
        &self,
        id: VehicleId,
        row: CardIx,
        space: u8,
        first: bool,
    ) -> Option<PictureView> {
        if !self.wants_picture() || self.is_tripod(id) {
            return None;
        }
        let (target, distance) = self.sitter(id, row)?;
        let (name, half) = (self.name(target), self.table.content.half_ruler());
        let takes = distance <= half + TOLERANCE;
        let words = match (takes, first) {
            (true, true) => {
                format!("Takes the picture: the stall, card {space}, starts {distance:.0} mm from {name}.")
            }
            (true, false) => format!(
                "Takes the picture if {name} stays: the stall, card {space}, starts {distance:.0} mm from it."
            ),
            (false, _) => format!(
                "No picture: the stall, card {space}, starts {distance:.0} mm from {name}, {half:.0} mm are the limit."
            ),
        };
        Some(PictureView { takes, words })
    }

    /// What a way without a stall lacks.
    pub(crate) fn no_picture(&self, id: VehicleId) -> Option<PictureView> {
        let half = self.table.content.half_ruler();
        let words = if self.takes_pictures(id) {
            format!("No picture: a stall begun within {half:.0} mm of the tripod takes it.")
        } else {
            "No picture from this height: come lower first.".to_owned()
        };
        let wanted = self.wants_picture() && !self.is_tripod(id);
        wanted.then_some(PictureView { takes: false, words })
    }

    /// What has come of the picture when the match is over.
    pub(crate) fn told_proof(&self) -> String {
        let won = self.outcome.as_ref().is_some_and(|o| o.winner == Some(Team::Earthlings.id()));
        match (won, self.picture) {
            (true, _) => "the picture is home".to_owned(),
            (false, true) => {
                "the picture was taken and did not come home: with it on board turn for the Earthlings' edge at once"
                    .to_owned()
            }
            (false, false) => format!(
                "no picture was taken: come near and begin a stall within {:.0} mm of the tripod",
                self.table.content.half_ruler()
            ),
        }
    }

    /// The airplane has to survive the movement step.
    pub(crate) fn take_picture(&mut self, picture: Option<Picture>, out: &mut Sink<What>) {
        let Some(Picture { vehicle, target, distance }) = picture else { return };
        if self[vehicle].fate != Fate::Eliminated {
            self.picture = true;
            out.emit(|| Event::public("TT-PRF-05", What::PictureTaken { vehicle, target, distance }));
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Picture {
    vehicle: VehicleId,
    target: VehicleId,
    distance: f64,
}
