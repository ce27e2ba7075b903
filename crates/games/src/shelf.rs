//! The games that can be played, with their content.

use crate::position::{Format, Wrong};
use crate::{EXAMPLES, Entry, GAMES};
use anyhow::{Context, Result, bail};
use components::ContentError;
use lessons::Lesson;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use table::face::AnyGame;

/// Reads a position for the place of what is wrong with it.
pub type PositionReader = fn(&str, Format) -> Result<Value, Wrong>;

/// The games that can be played, each with its line of the register.
#[derive(Clone)]
pub struct Shelf {
    games: Vec<(&'static Entry, Arc<dyn AnyGame>)>,
    lessons: Vec<Lesson>,
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.games().map(AnyGame::id)).finish()
    }
}

impl Default for Shelf {
    fn default() -> Self {
        Self {
            games: GAMES.iter().map(|entry| (entry, (entry.plain)())).collect(),
            lessons: GAMES.iter().flat_map(built_in_lessons).collect(),
        }
    }
}

/// Component files of somebody's own, by game.
pub type Contents = Vec<(&'static Entry, Vec<(String, String)>)>;

impl Shelf {
    /// The games as they come, with some files in place of their own. The lessons of a game are made for its own files.
    pub fn with(contents: &Contents) -> Result<Self, ContentError> {
        let own = |entry: &Entry| contents.iter().find(|(of, _)| of.id == entry.id).map(|(_, files)| files);
        let game = |entry: &'static Entry| match own(entry) {
            None => Ok((entry, (entry.plain)())),
            Some(own) => Ok((entry, (entry.parse)(&pairs(&over(entry.built_in, own)))?)),
        };
        let taught = GAMES.iter().filter(|entry| own(entry).is_none());
        Ok(Self {
            games: GAMES.iter().map(game).collect::<Result<_, _>>()?,
            lessons: taught.flat_map(built_in_lessons).collect(),
        })
    }

    /// The built-in components, with those files of a folder in their place that exist there.
    pub fn open(folder: Option<&Path>) -> Result<Self> {
        folder.map_or_else(|| Ok(Self::default()), read_content)
    }

    /// The example games beside the others.
    #[must_use]
    pub fn with_examples(mut self) -> Self {
        self.games.extend(EXAMPLES.iter().map(|entry| (entry, (entry.plain)())));
        self.lessons.extend(EXAMPLES.iter().flat_map(built_in_lessons));
        self
    }

    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(|(_, game)| game.as_ref())
    }

    /// The games that the browser has a table for.
    pub fn with_boards(&self) -> Vec<Arc<dyn AnyGame>> {
        let boards = self.games.iter().filter(|(entry, _)| entry.board);
        boards.map(|(_, game)| Arc::clone(game)).collect()
    }

    /// The guided matches of all games.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// A lesson in place of the one of its game and name, or beside the others.
    fn teach(&mut self, lesson: Lesson) {
        match self.lessons.iter_mut().find(|known| (&known.game, &known.id) == (&lesson.game, &lesson.id)) {
            Some(known) => *known = lesson,
            None => self.lessons.push(lesson),
        }
    }

    /// Every game with its reader of positions.
    pub fn readers(&self) -> impl Iterator<Item = (&dyn AnyGame, PositionReader)> {
        self.games.iter().map(|(entry, game)| (game.as_ref(), entry.read))
    }

    pub fn get(&self, id: &str) -> Option<&dyn AnyGame> {
        self.games().find(|g| g.id() == id)
    }

    pub fn ids(&self) -> String {
        self.games().map(AnyGame::id).collect::<Vec<_>>().join(", ")
    }

    /// The game of this name, or an error that lists the names.
    pub fn game(&self, id: &str) -> Result<&dyn AnyGame> {
        self.get(id).with_context(|| format!("no game {id:?}; expected one of {}", self.ids()))
    }
}

/// The lessons that a game comes with.
///
/// # Panics
/// Never in a program that passed its tests: they read the same text.
fn built_in_lessons(entry: &'static Entry) -> impl Iterator<Item = Lesson> {
    entry.lessons.iter().map(move |(file, text)| {
        lessons::read(file, text).unwrap_or_else(|e| panic!("built-in lesson of {}: {e}", entry.id))
    })
}

/// Some files in place of the built-in ones of their names, or beside them.
fn over(built_in: &[(&'static str, &'static str)], own: &[(String, String)]) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> =
        built_in.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    for (name, text) in own {
        match files.iter_mut().find(|(known, _)| known == name) {
            Some(file) => file.1.clone_from(text),
            None => files.push((name.clone(), text.clone())),
        }
    }
    files
}

fn pairs(files: &[(String, String)]) -> Vec<(&str, &str)> {
    files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

/// The game that a component file of this name belongs to; an unknown scenario belongs to the game that takes more.
fn owner(name: &str) -> Option<&'static Entry> {
    let knows = |entry: &&Entry| entry.built_in.iter().any(|(known, _)| *known == name);
    GAMES.iter().find(knows).or_else(|| {
        let more = |entry: &&Entry| entry.more_scenarios && name.starts_with(SCENARIOS);
        GAMES.iter().find(more)
    })
}

const SCENARIOS: &str = "scenarios/";
const LESSONS: &str = "lessons/";

/// Reads the component files of a folder over the built-in ones; errors name the file in the folder. A game's files lie in
/// the folder of its name, or, where there is none, in the folder itself. Files in a folder `scenarios` take the place of
/// the built-in ones of the same name, or add to them.
pub fn read_content(folder: &Path) -> Result<Shelf> {
    if !folder.is_dir() {
        bail!("{}: expected a folder with component files", folder.display());
    }
    let mut contents = Contents::new();
    let mut names = Vec::new();
    let mut lessons = read_lessons(folder)?;
    for entry in GAMES {
        let home = folder.join(entry.id);
        let named = home.is_dir();
        let home = if named { home.as_path() } else { folder };
        if named {
            lessons.append(&mut read_lessons(home)?);
        }
        let mut wanted: Vec<String> = entry.built_in.iter().map(|(name, _)| (*name).to_owned()).collect();
        if entry.more_scenarios {
            wanted.extend(names_in(home, SCENARIOS)?.into_iter().filter(|name| !is_built_in(name)));
        }
        // In a folder of all games a file belongs to the first that knows its name.
        wanted.retain(|name| named || owner(name).is_some_and(|of| of.id == entry.id));
        let mut own = Vec::new();
        for name in wanted.iter().filter(|name| home.join(name).exists()) {
            let path = home.join(name);
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            own.push((name.clone(), text));
        }
        names.append(&mut wanted);
        if own.is_empty() {
            continue;
        }
        // A mistake is told with the path of the file that has it.
        if let Err(mut error) = Shelf::with(&vec![(entry, own.clone())]) {
            if own.iter().any(|(name, _)| *name == error.file) {
                error.file = home.join(&error.file).display().to_string();
            }
            return Err(error.into());
        }
        contents.push((entry, own));
    }
    if contents.is_empty() && lessons.is_empty() {
        bail!("{}: no component file here; expected some of {}", folder.display(), names.join(", "));
    }
    let mut shelf = Shelf::with(&contents)?;
    for lesson in lessons {
        shelf.teach(lesson);
    }
    Ok(shelf)
}

/// The lessons of a folder: `lessons/first.toml`. Errors name the file in the folder.
fn read_lessons(folder: &Path) -> Result<Vec<Lesson>> {
    let read = |name: String| -> Result<Lesson> {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        Ok(lessons::read(&path.display().to_string(), &text)?)
    };
    names_in(folder, LESSONS)?.into_iter().map(read).collect()
}

pub fn is_built_in(name: &str) -> bool {
    GAMES.iter().flat_map(|entry| entry.built_in).any(|(known, _)| *known == name)
}

/// The files of a part of a content folder in the order of their names: `scenarios/bridge.toml`.
fn names_in(folder: &Path, part: &str) -> Result<Vec<String>> {
    let home = folder.join(part);
    if !home.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(&home).with_context(|| home.display().to_string())? {
        let path = entry.with_context(|| home.display().to_string())?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            names.push(format!("{part}{name}"));
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Reads one component file among the built-in ones: in place of the one of this name, or beside them. Several games have files
/// of the same name: it is one of the game whose folder it lies in.
pub fn read_component(folder: &str, name: &str, text: &str) -> Result<Shelf, ContentError> {
    let of_folder =
        |entry: &&Entry| entry.id == folder && entry.built_in.iter().any(|(known, _)| *known == name);
    let Some(entry) = GAMES.iter().find(of_folder).or_else(|| owner(name)) else {
        return Ok(Shelf::default());
    };
    Shelf::with(&vec![(entry, vec![(name.to_owned(), text.to_owned())])])
}
