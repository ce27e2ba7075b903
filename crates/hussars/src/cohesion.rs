//! COHESION: staying with one's unit (TH-COH-01 to TH-COH-07).

use crate::kinds::StandId;
use crate::measure::{Base, Gauge};
use crate::movement::in_inches;
use crate::state::State;
use table::Refusal;

impl State {
    /// Tripods, flyers, scouts and whatever is a unit by itself ignore cohesion (TH-COH-04).
    pub fn ignores_cohesion(&self, id: StandId) -> bool {
        let ty = self.ty(id);
        ty.is_large() || self.battle.pieces[id.index()].scout
    }

    /// Hundredths of an inch, by quality (TH-COH-02).
    fn cohesion(&self, id: StandId) -> i32 {
        i32::from(self.profile(id).cohesion) * 100
    }

    /// Comrades on the board.
    fn comrades(&self, id: StandId) -> impl Iterator<Item = StandId> + '_ {
        let troop = self.troop(self.unit(id));
        troop.stands.iter().copied().filter(move |o| *o != id && self.on_board(*o))
    }

    /// Within the cohesion distance of a comrade, or without any on the board (TH-COH-01).
    pub fn in_cohesion(&self, id: StandId) -> bool {
        self.ignores_cohesion(id) || self.is_near_unit(id, &self.base(id))
    }

    fn is_near_unit(&self, id: StandId, base: &Base) -> bool {
        let mut alone = true;
        for mate in self.comrades(id) {
            alone = false;
            if self.is_near(base, mate, self.cohesion(id)) {
                return true;
            }
        }
        alone
    }

    /// Within the cohesion distance of one of these.
    pub(crate) fn is_near_any(&self, id: StandId, base: &Base, mates: &[StandId]) -> bool {
        mates.iter().any(|mate| self.is_near(base, *mate, self.cohesion(id)))
    }

    /// A stand that is out of cohesion and moves goes toward its unit (TH-COH-05).
    pub(crate) fn judge_cohesion(&self, id: StandId, end: &Base, bound: bool) -> Result<(), Refusal> {
        if !bound || self.ignores_cohesion(id) || self.is_near_unit(id, end) {
            return Ok(());
        }
        let own = self.base(id);
        let nearest = self.comrades(id).min_by_key(|m| (own.apart(&self.base(*m)), *m));
        let Some(mate) = nearest else { return Ok(()) };
        // A turn on the spot brings a corner nearer and is no way there: the base counts as it stood, and as it will.
        let unturned = self.profile(id).shape.at(end.centre, self.stand(id).facing);
        let gap = |base: &Base| base.apart(&self.base(mate));
        let (before, after) = (gap(&own), gap(end).max(gap(&unturned)));
        if after < before {
            return Ok(());
        }
        let why = format!(
            "{} is out of cohesion: it must end nearer to {} than {}, not {} away",
            self.name(id),
            self.name(mate),
            in_inches(before),
            in_inches(after)
        );
        Err(Refusal::new("TH-COH-05", why))
    }
}
