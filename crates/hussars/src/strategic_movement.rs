//! STRATEGIC MOVEMENT: long, blind and out of the enemy's way (TH-STR-01 to TH-STR-10).

use crate::kinds::{Side, StandId};
use crate::measure::{P, Place};
use crate::state::State;
use table::Refusal;

/// No enemy within this many hundredths of an inch (TH-STR-06).
pub(crate) const KEEP_AWAY: i32 = 1000;

impl State {
    pub(crate) fn judge_strategic(&self, id: StandId, at: P) -> Result<(), Refusal> {
        let (name, profile) = (|| self.name(id), self.profile(id));
        if profile.side != Side::Human || profile.strategic == 0 {
            return Err(Refusal::new("TH-STR-01", format!("{} can not make strategic moves", name())));
        }
        if self.stand(id).fired {
            return Err(Refusal::new(
                "TH-STR-05",
                format!("{} fired in this turn and can not march", name()),
            ));
        }
        if self.stand(id).fears != 0 {
            return Err(Refusal::new(
                "TH-GAS-06",
                format!("{} runs from the gas by an ordinary move", name()),
            ));
        }
        let facing =
            if self.on_board(id) { self.stand(id).facing } else { self.battle.pieces[id.index()].facing };
        let base = profile.shape.at(at, facing);
        match self.known_enemies(profile.side).find(|e| self.is_near(&base, *e, KEEP_AWAY)) {
            Some(enemy) => {
                let why = format!("{} is within 10 inches of {}", self.name(enemy), name());
                Err(Refusal::new("TH-STR-06", why))
            }
            None => Ok(()),
        }
    }

    /// At no point within 10 inches of an enemy that the side knows of, nor as it comes to lie at the end.
    pub(crate) fn judge_march(&self, id: StandId, path: &[P], facing: u16) -> Result<(), Refusal> {
        let profile = self.profile(id);
        let end = profile.shape.at(path[path.len() - 1], facing);
        for enemy in self.known_enemies(profile.side) {
            let theirs = self.base(enemy);
            for leg in path.windows(2) {
                let base = profile.shape.at(leg[0], leg[0].heading(leg[1]));
                if crate::walk::first_within(&base, leg[1], &theirs, KEEP_AWAY).is_some() {
                    let why = format!("this way comes within 10 inches of {}", self.name(enemy));
                    return Err(Refusal::new("TH-STR-06", why));
                }
            }
            if self.is_near(&end, enemy, KEEP_AWAY) {
                let why =
                    format!("as it faces at the end it would lie within 10 inches of {}", self.name(enemy));
                return Err(Refusal::new("TH-STR-06", why));
            }
        }
        Ok(())
    }
}
