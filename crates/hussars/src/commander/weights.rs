//! The figures of the commander, with their names. They were chosen by batches of games against the reflex (docs/bots.md).

use crate::content::Feat;
use crate::state::State;

/// What weighs how much. Worths are army points, as [`crate::reflex`] counts them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// How often a hit on a machine is followed by another one: the more, the more each brings its end near.
    pub hail: f64,
    /// What a machine's weapons are worth for each turn to come.
    pub arms: f64,
    /// What a human stand is worth for each hit that it lands in the mean, and for each turn to come.
    pub guns: f64,
    /// What a hidden stand that fires gives up, as a part of its worth.
    pub shown: f64,
    /// What a machine fears, for each hit: guns that it stands before, guns that look elsewhere, those who walk up, and the
    /// guns of ships.
    pub before: f64,
    pub aside: f64,
    pub walkers: f64,
    pub ships: f64,
    /// Hits of a ram, given and feared.
    pub ram: f64,
    pub rammed: f64,
    /// What a machine's shot of the next turn counts.
    pub hope: f64,
    /// An inch nearer to the nearest enemy, for a machine.
    pub inch: f64,
    /// What human stands fear: rays, machines that charge, and both as a part while nobody sees them.
    pub rays: f64,
    pub charge: f64,
    pub unseen: f64,
    /// How much a stand that is hidden draws fire from the others, beside one that is seen.
    pub share: f64,
    /// Each mate within an inch, for gas and sweeps find both: a part of the worth.
    pub crowd: f64,
    /// Cover, as a part of the worth; to be out of cohesion.
    pub cover: f64,
    pub astray: f64,
    /// What is still to be hit until the end: machines, a cylinder that is awake; and one to be stormed while it is silent.
    pub approach: f64,
    pub siege: f64,
    pub silent: f64,
    /// That a stand is still where it was last seen.
    pub old: f64,
    /// An inch farther from the machines, for a steamer.
    pub fend: f64,
    /// A turn later, for a cylinder's landing.
    pub late: f64,
}

impl Weights {
    pub fn of(state: &State) -> Self {
        // In plain view all are seen wherever they stand: there is less to fear from going, and nothing to wait for.
        let plain = !state.rules().hidden_stands;
        let (rays, charge, approach) = if plain { (0.4, 0.2, 1.5) } else { (1.0, 0.6, 0.5) };
        // Where machines score by being there at the end they keep away from whatever could fell them.
        let kept = state.battle.scores.iter().any(|score| score.feat == Feat::TripodAliveOutside);
        let care = if kept { 3.0 } else { 1.0 };
        Self {
            hail: 0.7,
            arms: 4.0,
            guns: 6.0,
            shown: 0.05,
            before: 3.0 * care,
            aside: 0.5 * care,
            walkers: 2.5 * care,
            ships: 1.0,
            ram: 3.5,
            rammed: 3.0,
            hope: 0.8,
            inch: 0.05,
            rays,
            charge,
            unseen: 0.6,
            share: 0.8,
            crowd: 0.2,
            cover: 0.05,
            astray: 2.0,
            approach,
            siege: 2.0,
            silent: 0.5,
            old: 0.5,
            fend: 0.6,
            late: 2.0,
        }
    }
}
