//! The games of this program, one entry each: whoever adds a game adds a line here and nothing anywhere else.
//!
//! [`GAMES`] is the register; [`Shelf`] holds the games with their content, [`position`] reads positions of any of them.

pub mod position;
mod shelf;

pub use components::{ContentError, Files};
pub use lessons::Lesson;
pub use shelf::{Contents, PositionReader, Shelf, is_built_in, read_component, read_content};

use position::read_as;
use std::sync::Arc;
use table::face::{AnyGame, Shelved};

/// All that the program has to know of a game.
#[derive(Clone, Copy)]
pub struct Entry {
    pub id: &'static str,
    /// The component files that it comes with.
    pub built_in: Files<'static>,
    /// Its lessons: guided matches of it.
    pub lessons: Files<'static>,
    /// Whether scenario files beside the built-in ones are read.
    pub more_scenarios: bool,
    /// Whether the browser has a table for it. One without is played over the pipe, in the terminal and in the lab.
    pub board: bool,
    /// What of the ledger is in force: prefix and layer.
    pub layers: &'static [(&'static str, &'static str)],
    /// The game with the components of these files.
    pub parse: fn(Files<'_>) -> Result<Arc<dyn AnyGame>, ContentError>,
    /// The game as it comes.
    pub plain: fn() -> Arc<dyn AnyGame>,
    pub read: PositionReader,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// Puts the same questions to every game crate.
macro_rules! entries {
    ($($game:ident { more_scenarios: $more:literal, board: $board:literal, lessons: [$($lesson:literal),*] })+) => {
        &[$(Entry {
            id: stringify!($game),
            built_in: $game::content::BUILT_IN,
            lessons: &[$((
                concat!("lessons/", $lesson, ".toml"),
                include_str!(concat!("../../../content/", stringify!($game), "/lessons/", $lesson, ".toml")),
            )),*],
            more_scenarios: $more,
            board: $board,
            layers: $game::LAYERS_IN_FORCE,
            parse: |files| {
                let content = $game::Content::parse(files)?;
                Ok(Arc::new(Shelved::<$game::State>::new(Arc::new(content))))
            },
            plain: || Arc::new(Shelved::<$game::State>::new($game::Content::built_in())),
            read: read_as::<$game::Setup>,
        }),+]
    };
}

/// Every game, in the order of the shelf.
pub const GAMES: &[Entry] = entries! {
    triplanes { more_scenarios: true, board: true, lessons: ["bring-proof"] }
    worlds { more_scenarios: false, board: true, lessons: ["first-battle"] }
    victory { more_scenarios: false, board: true, lessons: [] }
    hussars { more_scenarios: false, board: true, lessons: [] }
};

/// Small games that show how one is made: on the shelf when somebody asks for them.
pub const EXAMPLES: &[Entry] = entries! {
    ambush { more_scenarios: false, board: true, lessons: [] }
};

/// Whether a layer of a rulebook is in force.
pub fn in_force(prefix: &str, layer: &str) -> bool {
    GAMES.iter().any(|game| game.layers.contains(&(prefix, layer)))
}
