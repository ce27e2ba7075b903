//! What lies open on a console: one type for the state, for positions and for what a viewer sees. A field of it is
//! written here and nowhere else; what is secret, or means something else in one of the three, is not in it.
//!
//! A view shows every field. On paper they stand flat among the vehicle's own ones, and what is empty is not written
//! down; `setup/flat.rs` reads and writes them there.

use crate::anchor_and_chain::{Anchor, Hook};
use crate::content::LastManeuver;
use crate::rockets::Flight;
use crate::take_off_and_landing::Run;
use serde::Serialize;
use serde::de::MapAccess;
use serde::ser::SerializeMap;

/// A console in a table of a position.
pub(crate) trait OnPaper {
    /// Takes the value of a field, if it is one of this console.
    fn take<'de, A: MapAccess<'de>>(&mut self, field: &str, table: &mut A) -> Result<bool, A::Error>;

    /// Writes down what is not empty.
    fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error>;
}

/// A console with all that is done field by field.
macro_rules! console {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub struct $name {
            $($(#[$meaning])* pub $field: $kind,)*
        }

        impl $name {
            /// The names of its fields on paper.
            pub const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
        }

        impl OnPaper for $name {
            fn take<'de, A: MapAccess<'de>>(&mut self, field: &str, table: &mut A) -> Result<bool, A::Error> {
                match field {
                    $(stringify!($field) => self.$field = table.next_value()?,)*
                    _ => return Ok(false),
                }
                Ok(true)
            }

            fn write<M: SerializeMap>(&self, table: &mut M) -> Result<(), M::Error> {
                $(if self.$field != <$kind>::default() {
                    table.serialize_entry(stringify!($field), &self.$field)?;
                })*
                Ok(())
            }
        }
    };
}

console! {
    /// What lies open on the console of an airplane.
    AirplaneConsole {
        /// What it did last, as far as the next card looks back.
        last: LastManeuver,
        /// A card was illegal and its straight is not yet chosen.
        owes_straight: bool,
        smoke: u8,
        /// Lucky Pilot has had his luck (TT-ACE-09).
        lucky_used: bool,
        /// Fired before the moves: no weapon in the firing step (TT-ACE-12).
        fired_early: bool,
        rockets: u8,
        /// Rockets on their way.
        flight: Option<Flight>,
        anchor: Anchor,
        hook: Option<Hook>,
        cannon: bool,
        /// Recovery counters of the cannon, and whether it was fired in this step.
        loading: u8,
        fired_cannon: bool,
        /// Spaces of this turn that hold an inserted stall, as bits (TT-CAN-09).
        inserted: u8,
        /// The next turn begins with a stall (TT-CAN-10).
        forced_stall: bool,
        /// Space 1 of this turn holds a card that was selected for the last one.
        shifted: bool,
        /// With altitude rules: its climb counters, and how far it has come in taking off or landing (TT-ALT-02).
        climb: u8,
        run: Run,
    }
}

console! {
    /// What lies open on the console of a tripod.
    TripodConsole {
        /// The next movement card is carried out backward (TT-TMN-03).
        reverse: bool,
        /// Battery damages: each lowers the rating by one.
        battery: u8,
        /// Recovery counters in the toppled box.
        toppled: u8,
        /// Recovery counters in the heat-ray box, and whether the ray was fired in this step.
        cooling: u8,
        fired: bool,
        /// Recovery counters in the black smoke box, and whether a cloud was launched in this step.
        smoke_box: u8,
        launched: bool,
        /// It will fall at the end of this phase (TT-ANC-05).
        entangled: bool,
    }
}
