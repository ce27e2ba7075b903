//! The games that can be played, with their content.

use crate::commands::position::{Format, Wrong, read_as};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use table::face::{AnyGame, Shelved};

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
        Self::with(Contents::default())
    }
}

/// The components of every game.
#[derive(Clone, Debug)]
pub struct Contents {
    pub triplanes: Arc<triplanes::Content>,
    pub worlds: Arc<worlds::Content>,
}

impl Default for Contents {
    fn default() -> Self {
        Self { triplanes: triplanes::Content::built_in(), worlds: worlds::Content::built_in() }
    }
}

impl Shelf {
    pub fn with(contents: Contents) -> Self {
        let triplanes = Shelved::<triplanes::State>::new(contents.triplanes);
        let worlds = Shelved::<worlds::State>::new(contents.worlds);
        Self {
            games: vec![
                (Arc::new(triplanes), read_as::<triplanes::Setup>),
                (Arc::new(worlds), read_as::<worlds::Setup>),
            ],
        }
    }

    /// The built-in components, with those files of a folder in their place that exist there.
    pub fn open(folder: Option<&Path>) -> Result<Self> {
        Ok(match folder {
            None => Self::default(),
            Some(folder) => Self::with(read_content(folder)?),
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

/// A component file that can not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {why}")]
pub struct ComponentError {
    pub file: String,
    pub line: usize,
    pub why: String,
}

impl From<triplanes::content::ContentError> for ComponentError {
    fn from(e: triplanes::content::ContentError) -> Self {
        Self { file: e.file, line: e.line, why: e.why }
    }
}

impl From<worlds::ContentError> for ComponentError {
    fn from(e: worlds::ContentError) -> Self {
        Self { file: e.file, line: e.line, why: e.why }
    }
}

/// The names of all built-in component files; no two games share one.
pub fn built_in() -> impl Iterator<Item = &'static str> {
    triplanes::content::BUILT_IN.iter().chain(worlds::content::BUILT_IN).map(|(name, _)| *name)
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

/// The components of every game with these files among them. What one game does not know belongs to the other.
fn parse(own: &[(String, String)]) -> Result<Contents, ComponentError> {
    let (of_worlds, of_triplanes): (Vec<_>, Vec<_>) = own
        .iter()
        .cloned()
        .partition(|(name, _)| worlds::content::BUILT_IN.iter().any(|(known, _)| known == name));
    let mut contents = Contents::default();
    if !of_triplanes.is_empty() {
        let files = over(triplanes::content::BUILT_IN, &of_triplanes);
        contents.triplanes = Arc::new(triplanes::Content::parse(&pairs(&files))?);
    }
    if !of_worlds.is_empty() {
        let files = over(worlds::content::BUILT_IN, &of_worlds);
        contents.worlds = Arc::new(worlds::Content::parse(&pairs(&files))?);
    }
    Ok(contents)
}

/// Reads the component files of a folder over the built-in ones; errors name the file in the folder. Files in
/// its folder `scenarios` take the place of the built-in ones of the same name, or add to them.
pub fn read_content(folder: &Path) -> Result<Contents> {
    if !folder.is_dir() {
        bail!("{}: expected a folder with component files", folder.display());
    }
    let mut names: Vec<String> = built_in().map(str::to_owned).collect();
    names.extend(scenario_names(folder)?.into_iter().filter(|name| !is_built_in(name)));
    let mut own = Vec::new();
    for name in &names {
        let path = folder.join(name);
        if path.exists() {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            own.push((name.clone(), text));
        }
    }
    if own.is_empty() {
        bail!("{}: no component file here; expected some of {}", folder.display(), names.join(", "));
    }
    parse(&own).map_err(|mut error| {
        if own.iter().any(|(name, _)| *name == error.file) {
            error.file = folder.join(&error.file).display().to_string();
        }
        error.into()
    })
}

pub fn is_built_in(name: &str) -> bool {
    built_in().any(|known| known == name)
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
pub fn read_component(name: &str, text: &str) -> Result<Contents, ComponentError> {
    parse(&[(name.to_owned(), text.to_owned())])
}
