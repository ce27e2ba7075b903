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
    games: Vec<(Arc<dyn AnyGame>, PositionReader)>,
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
        Self { games: vec![(Arc::new(triplanes), read_as::<triplanes::Setup>)] }
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

    /// The games for somebody who keeps them.
    pub fn shared(&self) -> Vec<Arc<dyn AnyGame>> {
        self.games.iter().map(|(game, _)| Arc::clone(game)).collect()
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

/// Reads the component files of a folder over the built-in ones; errors name the file in the folder. Files in
/// its folder `scenarios` take the place of the built-in ones of the same name, or add to them.
pub fn read_content(folder: &Path) -> Result<Content> {
    if !folder.is_dir() {
        bail!("{}: expected a folder with component files", folder.display());
    }
    let mut names: Vec<String> = BUILT_IN.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.extend(scenario_names(folder)?.into_iter().filter(|name| !is_built_in(name)));
    let mut files: Vec<(&str, String)> = Vec::new();
    let mut own = Vec::new();
    for name in &names {
        let path = folder.join(name);
        if path.exists() {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            own.push(name.as_str());
            files.push((name, text));
        } else if let Some((_, built_in)) = BUILT_IN.iter().find(|(built_in, _)| built_in == name) {
            files.push((name, (*built_in).to_owned()));
        }
    }
    if own.is_empty() {
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

fn is_built_in(name: &str) -> bool {
    BUILT_IN.iter().any(|(built_in, _)| *built_in == name)
}

/// The scenario files of a content folder in the order of their names: `scenarios/bridge.toml`.
fn scenario_names(folder: &Path) -> Result<Vec<String>> {
    let scenarios = folder.join("scenarios");
    if !scenarios.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(&scenarios).with_context(|| scenarios.display().to_string())? {
        let path = entry.with_context(|| scenarios.display().to_string())?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            names.push(format!("scenarios/{name}"));
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Reads one component file among the built-in ones: in place of the one of this name, or beside them.
pub fn read_component(name: &str, text: &str) -> Result<Content, ContentError> {
    let others = BUILT_IN.iter().copied().filter(|(built_in, _)| *built_in != name);
    Content::parse(&others.chain([(name, text)]).collect::<Vec<_>>())
}
