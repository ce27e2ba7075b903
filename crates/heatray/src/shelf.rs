//! The games that can be played, with their content.

use crate::commands::position::{Format, Wrong, read_as};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use table::face::{AnyGame, Shelved};
use triplanes::Content;
use triplanes::content::{BUILT_IN, ContentError};

/// Reads a position for the place of what is wrong with it.
pub type PositionReader = fn(&str, Format) -> Result<Value, Wrong>;

/// Every game of this program.
pub struct Shelf {
    games: Vec<(Box<dyn AnyGame>, PositionReader)>,
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.games().map(AnyGame::id)).finish()
    }
}

impl Default for Shelf {
    fn default() -> Self {
        Self::with(Content::built_in())
    }
}

impl Shelf {
    pub fn with(content: Arc<Content>) -> Self {
        let triplanes = Shelved::<triplanes::State>::new(content);
        Self { games: vec![(Box::new(triplanes), read_as::<triplanes::Setup>)] }
    }

    /// The built-in components, with those files of a folder in their place that exist there.
    pub fn open(folder: Option<&Path>) -> Result<Self> {
        Ok(match folder {
            None => Self::default(),
            Some(folder) => Self::with(Arc::new(read_content(folder)?)),
        })
    }

    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        self.games.iter().map(|(game, _)| game.as_ref())
    }

    /// Every game with its reader of positions.
    pub fn readers(&self) -> impl Iterator<Item = (&dyn AnyGame, PositionReader)> {
        self.games.iter().map(|(game, read)| (game.as_ref(), *read))
    }

    /// The game, if there is but one.
    pub fn only(&self) -> Option<&dyn AnyGame> {
        match self.games.as_slice() {
            [(game, _)] => Some(game.as_ref()),
            _ => None,
        }
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

/// Reads the component files of a folder over the built-in ones; errors name the file in the folder.
pub fn read_content(folder: &Path) -> Result<Content> {
    if !folder.is_dir() {
        bail!("{}: expected a folder with component files", folder.display());
    }
    let mut files: Vec<(&str, String)> = Vec::new();
    let mut own = Vec::new();
    for (name, built_in) in BUILT_IN {
        let path = folder.join(name);
        if path.exists() {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            own.push(*name);
            files.push((name, text));
        } else {
            files.push((name, (*built_in).to_owned()));
        }
    }
    if own.is_empty() {
        let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
        bail!("{}: no component file here; expected some of {}", folder.display(), names.join(", "));
    }
    let texts: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    Content::parse(&texts).map_err(|mut error| {
        if own.contains(&error.file.as_str()) {
            error.file = folder.join(&error.file).display().to_string();
        }
        error.into()
    })
}

/// Reads one component file among the built-in ones.
pub fn read_component(name: &str, text: &str) -> Result<Content, ContentError> {
    let files: Vec<(&str, &str)> = BUILT_IN
        .iter()
        .map(|(built_in, old)| if *built_in == name { (*built_in, text) } else { (*built_in, *old) })
        .collect();
    Content::parse(&files)
}
