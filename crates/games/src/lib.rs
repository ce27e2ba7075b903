//! The games of this program, one entry each: whoever adds a game adds a line here and nothing anywhere else.
//!
//! [`GAMES`] is the register; [`Shelf`] holds the games with their content, [`position`] reads positions of any of them.

pub mod position;
mod shelf;

pub use components::{Badge, ContentError, Files, Fit, Judged, SideBadge, badges_text};
pub use lessons::Lesson;
pub use shelf::{Contents, PositionReader, Shelf, is_built_in, read_component, read_content};

use position::read_as;
use std::sync::Arc;
use table::face::{AnyGame, ReadContent, Shelved};

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

/// How fair the scenarios of a game are, as far as somebody measured it.
pub fn badges(game: &dyn AnyGame) -> Result<Vec<Badge>, ContentError> {
    let files: Vec<(&str, &str)> = game.files().iter().map(|(name, text)| (&**name, &**text)).collect();
    let scenarios: Vec<String> = game.scenarios().into_iter().map(|scenario| scenario.id).collect();
    components::badges(&files, &scenarios)
}

/// The badges of such a file by itself.
pub fn read_badges(text: &str, scenarios: &[String]) -> Result<Vec<Badge>, ContentError> {
    components::badges(&[(table::weights::BALANCE, text)], scenarios)
}

/// Puts the same questions to every game crate that is there.
macro_rules! register {
    ($(
        $(#[$about:meta])*
        $shelf:ident: $(#[$there:meta] $game:ident {
            more_scenarios: $more:literal, board: $board:literal, lessons: [$($lesson:literal),*]
        })+;
    )+) => {
        $(
            $(#[$about])*
            pub const $shelf: &[Entry] = &[$(#[$there] {
                const READ: ReadContent<$game::State> =
                    |files| $game::Content::parse(files).map(Arc::new).map_err(|e| e.to_string());
                Entry {
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
                    let content = Arc::new($game::Content::parse(files)?);
                    let game = Shelved::<$game::State>::of_files(content, files, READ);
                    badges(&game)?;
                    Ok(Arc::new(game))
                },
                plain: || {
                    let files = $game::content::BUILT_IN;
                    Arc::new(Shelved::<$game::State>::of_files($game::Content::built_in(), files, READ))
                },
                read: read_as::<$game::Setup>,
            }}),+];
        )+

        /// Writes the TypeScript twins of what every game shows and takes, each with the configuration for its id.
        #[cfg(feature = "ts")]
        pub fn export_types(of: impl Fn(&str) -> ts_rs::Config) -> Result<(), ts_rs::ExportError> {
            $($(#[$there] twins::export::<$game::State, $game::Components>(&of(stringify!($game)))?;)+)+
            Ok(())
        }
    };
}

register! {
    /// Every game, in the order of the shelf.
    GAMES:
        #[cfg(feature = "triplanes")] triplanes { more_scenarios: true, board: true, lessons: ["bring-proof", "first-tripod"] }
        #[cfg(feature = "worlds")] worlds { more_scenarios: false, board: true, lessons: ["first-battle"] }
        #[cfg(feature = "victory")] victory { more_scenarios: false, board: true, lessons: ["flying-school"] }
        #[cfg(feature = "hussars")] hussars { more_scenarios: false, board: true, lessons: ["first-advance"] };

    /// Small games that show how one is made: on the shelf when somebody asks for them.
    EXAMPLES:
        #[cfg(feature = "ambush")] ambush { more_scenarios: false, board: true, lessons: [] };
}

#[cfg(feature = "ts")]
mod twins {
    use table::Game;
    use ts_rs::{Config, ExportError, TS};

    /// What of a game travels to the browser.
    pub fn export<G, Components>(to: &Config) -> Result<(), ExportError>
    where
        G: Game,
        G::View: TS + 'static,
        G::Order: TS + 'static,
        G::Ask: TS + 'static,
        G::What: TS + 'static,
        G::Preview: TS + 'static,
        Components: TS + 'static,
    {
        G::View::export_all(to)?;
        G::Order::export_all(to)?;
        G::Ask::export_all(to)?;
        G::What::export_all(to)?;
        G::Preview::export_all(to)?;
        Components::export_all(to)
    }
}

/// Whether a layer of a rulebook is in force.
pub fn in_force(prefix: &str, layer: &str) -> bool {
    GAMES.iter().any(|game| game.layers.contains(&(prefix, layer)))
}

#[cfg(test)]
mod tests {
    use super::GAMES;
    use std::collections::BTreeSet;

    #[test]
    fn the_badges_that_come_with_the_program_are_sound() {
        for entry in GAMES {
            let game = (entry.plain)();
            let badges = super::badges(game.as_ref()).unwrap_or_else(|wrong| panic!("{}: {wrong}", entry.id));
            assert!(badges.iter().all(|badge| badge.rules <= game.rules()), "{}", entry.id);
        }
    }

    #[test]
    fn every_game_has_the_books_that_it_is_played_by() {
        for game in GAMES {
            let played: BTreeSet<&str> = game.layers.iter().map(|(prefix, _)| *prefix).collect();
            let books = ledger::Outline::embedded().books().iter().filter(|book| book.game == game.id);
            let read: BTreeSet<&str> = books.map(|book| book.prefix.as_str()).collect();
            assert_eq!(read, played, "{}", game.id);
        }
    }
}
