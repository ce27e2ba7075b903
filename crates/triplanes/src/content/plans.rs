//! The book of legal plans: for each deck and each set of restrictions, the list of all plans that planning
//! accepts. Made when first asked for; then a random legal plan costs one look-up.

use super::{CardIx, ManeuverDeck};
use crate::planning;
use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

/// Three spaces of a console. A toppled tripod leaves its first spaces empty (TT-TOP-06).
pub type Spaces = [Option<CardIx>; 3];

/// What a vehicle did last, as far as planning looks back over the turn's boundary (TT-PLN-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum LastManeuver {
    /// Before the first turn, or not an airplane.
    #[default]
    None,
    Straight,
    Steep,
    Immelmann,
    SteepImmelmann,
    Other,
    /// Kept apart in games with altitude rules only: a Split-S or an overdive may follow (TT-ALT-10, TT-ALT-11).
    Stall,
    Overdive,
    /// Of WW2 airplanes only: a reversal may follow (INV-WW2-15), and a fast straight must.
    FastStraight,
    SplitS,
}

impl LastManeuver {
    pub fn is_steep(self) -> bool {
        matches!(self, Self::Steep | Self::SteepImmelmann | Self::Stall | Self::Overdive)
    }

    /// What an inserted stall leaves behind: it is not steep, and a straight owed is still owed (TT-CAN-09,
    /// TT-CAN-12).
    #[must_use]
    pub fn after_inserted_stall(self) -> Self {
        match self {
            Self::Overdive => Self::Overdive,
            last if last.is_immelmann() => Self::Immelmann,
            _ => Self::Other,
        }
    }

    pub fn is_immelmann(self) -> bool {
        matches!(self, Self::Immelmann | Self::SteepImmelmann | Self::SplitS)
    }
}

/// Everything that limits a vehicle's next plan. Fixed when planning begins: damage that comes later in the
/// turn does not touch cards already planned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Restrictions {
    pub last: LastManeuver,
    /// On fire: no straights (TT-SPV-04).
    pub fire: bool,
    pub left_jam: bool,
    pub right_jam: bool,
    /// Engine damages, at most 2.
    pub engine: u8,
    /// The reverse mechanism is destroyed (TT-SPT-03).
    pub no_reverse: bool,
    /// How many cards are planned, in the last spaces of the turn.
    pub cards: u8,
    /// A cannon shot has put this card into space 1; a forced stall counts as not steep (TT-CAN-08, TT-CAN-10).
    pub first: Option<CardIx>,
    pub first_inserted: bool,
    /// The pilot may try any card after an Immelmann, or two steep cards in a row (TT-ACE-05).
    pub acrobatic: bool,
    pub daredevil: bool,
    /// The printed setting: an illegal plan is accepted and punished later (TT-PLN-06).
    pub printed: bool,
    /// Climb and dive cards are in use (TT-SET-04).
    pub altitude: bool,
}

impl Restrictions {
    const SLOTS: usize = 8 * 8 * 3 * 2 * 4 * 4 * 2;

    fn slot(self) -> usize {
        let flags = usize::from(self.fire) + 2 * usize::from(self.left_jam) + 4 * usize::from(self.right_jam);
        let mut slot = self.last as usize;
        slot = slot * 8 + flags;
        slot = slot * 3 + usize::from(self.engine.min(2));
        slot = slot * 2 + usize::from(self.no_reverse);
        slot = slot * 4 + usize::from(self.cards.min(3));
        slot = slot * 4 + usize::from(self.acrobatic) + 2 * usize::from(self.daredevil);
        slot * 2 + usize::from(self.printed)
    }

    /// With the printed setting nothing but the cards' number counts.
    fn relevant(self) -> Self {
        if self.printed {
            Self { cards: self.cards, printed: true, altitude: self.altitude, ..Self::default() }
        } else {
            self
        }
    }
}

type Pages = Box<[OnceLock<Box<[Spaces]>>]>;

pub struct PlanBook {
    pages: Pages,
    /// For games with altitude rules.
    altitude: OnceLock<Pages>,
}

impl PlanBook {
    pub fn new() -> Self {
        Self { pages: Self::blank(), altitude: OnceLock::new() }
    }

    fn blank() -> Pages {
        (0..Restrictions::SLOTS).map(|_| OnceLock::new()).collect()
    }

    /// All legal plans of the deck that this book belongs to. The rare plans that begin with a card given by a
    /// cannon shot are listed anew.
    pub fn legal(&self, deck: &ManeuverDeck, restrictions: Restrictions) -> Cow<'_, [Spaces]> {
        if restrictions.first.is_some() {
            return Cow::Owned(planning::list(deck, &restrictions));
        }
        let restrictions = restrictions.relevant();
        let pages = if restrictions.altitude { self.altitude.get_or_init(Self::blank) } else { &self.pages };
        let page = &pages[restrictions.slot()];
        Cow::Borrowed(page.get_or_init(|| planning::list(deck, &restrictions).into_boxed_slice()))
    }
}

impl Default for PlanBook {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for PlanBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlanBook({} pages open)", self.pages.iter().filter(|p| p.get().is_some()).count())
    }
}
