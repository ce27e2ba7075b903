//! The figures of the strategist's judgement.

use crate::State;

/// A list of figures: each with its name, what it stands for, and its value.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:expr,)*) => {
        /// What the strategist wants, and how much. Higher is more wanted; what is worth nothing is not done.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f64,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Weights {
            /// The names of all figures, in their order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// A figure by its name.
            pub fn named(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

weights! {
    /// Harbours that are wanted in the first turn, and how many more in each turn after it.
    harbours = 10.0,
    harbours_more = 2.0,
    /// How much a Harbour is wanted; each that is there takes something off.
    harbour = 100.0,
    harbour_each = 0.0,
    /// Infantry that is wanted without a target, for each Tripod in a Cylinder, and in all.
    infantry = 4.0,
    infantry_target = 0.5,
    infantry_most = 8.0,
    /// How much Infantry is wanted.
    infantry_first = 40.0,
    /// How much a Gun is wanted, and how much more for Tripods in its zone, next door, and Guns beside it.
    gun = 50.0,
    gun_here = 3.0,
    gun_near = 0.3,
    gun_mates = 1.0,
    /// The Tripods in the zone and next door that are enough to want a Gun.
    gun_least = 0.5,
    /// A first Gun before Tripods is bought only if there are points for another one: so many in all.
    gun_alone = 25.0,
    /// How much less a Field Gun is wanted.
    field_gun = -10.0,
    /// How much Cavalry is wanted where Guns are going to fight, and how many of them.
    cavalry = -1.0,
    cavalry_most = 2.0,
    /// Points that Guns leave over for plans and ships.
    reserve = 10.0,
    /// Battle Plans for a battle, and for each Gun in it.
    plans = 0.0,
    plans_gun = 0.0,
    /// Points from which on Explosive Shell is chosen instead of chance.
    shell = 40.0,
    /// What a Cylinder draws Infantry with for each Tripod in it, and a landing site for its chance.
    cylinder = 1.0,
    landing = 2.0,
    /// How much of that is left for each zone on the way, and how much each Infantry that is there takes off.
    pull_way = 0.5,
    pull_crowd = 0.3,
    /// How much more a place must promise to march there.
    march_least = 0.05,
    /// What a Powder Mill is worth for each Tripod that is expected in its zone.
    mill = 0.0,
    /// What Earthworks are worth for each Tripod that is expected, to Infantry without a Cylinder at hand.
    dig = 2.0,
    dig_threat = 0.5,
    dig_most = 2.0,
    /// What a Gun wants of a place: Tripods that are expected, other Guns where there are some, and how much more it must
    /// promise to march there.
    gun_tripods = 3.0,
    gun_company = 1.0,
    gun_march = 0.2,
    /// What a point of Refugees is worth in a Harbour, in a zone from which it may reach one, farther off, and what a lost
    /// one costs.
    refugee_harbour = 1.0,
    refugee_near = 0.5,
    refugee_far = 0.3,
    refugee_lost = 1.0,
    /// How much Refugees fear Waves.
    refugee_fear = 1.0,
    /// A Tripod destroyed, one damaged, and a Gun that gives its last cover away for a shot.
    kill = 1.0,
    damage = 0.45,
    expose = 0.0,
    expose_more = 0.0,
    /// Where Guns stand: the row, and the way to the middle.
    gun_row = 3.0,
    gun_middle = 1.0,
    /// The harm of a Battle card from which on Kriegspiel is used on it.
    kriegspiel = 2.0,
    /// Dice of War Ships that are wanted at sea, and how many more for each point of Refugees there.
    ship_dice = 2.0,
    ship_dice_point = 0.25,
    /// Which War Ship is wanted first, and how much one wants to stand beside a Tripod instead of two hexes away.
    torpedo_boat = 1.0,
    cruiser = 2.0,
    ironclad = 0.0,
    ship_beside = 3.5,
    /// How much boats that set out from one hex are in each other's way.
    sea_crowd = 0.1,
    /// Pieces of the Flying Machine from which on it is paid for that another one is not built.
    pay_pieces = 1.0,
    /// Tripods for which Thunderstorm is used.
    storm = 1.0,
    /// What another Event card for points is worth.
    pay_event = 2.0,
    /// How much a landing zone draws those who are deployed, and how much Cavalry is wanted among them.
    deploy_site = 4.0,
    deploy_cavalry = 50.0,
}

impl Weights {
    /// The figures for a match: the same for all scenarios but for what each of them changes.
    pub fn of(state: &State) -> Self {
        let core = Self::default();
        if state.rules.uprising {
            // Handling Machines are the goal: Infantry comes first, and spreads over them.
            return Self { infantry_first: 150.0, infantry: 8.0, pull_way: 0.8, pull_crowd: 1.0, ..core };
        }
        core
    }
}
