//! Looking along lines of sight (TH-LOS-03, TH-LOS-08): who sees whom, along which line, and what is in the way where nobody
//! does. A question, never an order, and answered only from what the side that asks may know.

use crate::kinds::{Side, StandId, Type};
use crate::measure::{P, Place};
use crate::movement::in_inches;
use crate::state::State;
use crate::words::title;
use geometry::ground::{Block, Obstacle};
use serde::Serialize;

/// What blocks the line between the middles of two stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct InTheWay {
    pub name: String,
    /// The kind of ground in a word: `woods`, `hill`, `ridge`.
    pub kind: &'static str,
    pub at: P,
    /// How far that is from the one that looks, in hundredths of an inch.
    pub far: i32,
    /// Levels of the line there, and of what it would have to clear; none where no height would do.
    pub line: f64,
    pub top: Option<f64>,
    pub rule: &'static str,
    pub words: String,
}

/// One line of sight, from a stand of the side that asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Look {
    pub from: StandId,
    pub to: StandId,
    pub sees: bool,
    /// A line that sees, where it is not from or to a flyer.
    pub along: Option<[P; 2]>,
    pub block: Option<InTheWay>,
}

/// Levels as they are read, to a thousandth: a line that clears or misses by a hair is told so.
fn levels(n: f64) -> String {
    match format!("{n:.3}").trim_end_matches('0').trim_end_matches('.') {
        "1" => "1 level".to_owned(),
        n => format!("{n} levels"),
    }
}

impl State {
    /// The lines of a stand: from an own one to every known enemy, or from every own stand to a known enemy. `None` for a
    /// stand whose place its side does not know.
    pub fn looks_of(&self, side: Side, id: StandId) -> Option<Vec<Look>> {
        if id.index() >= self.now.stands.len() || !self.on_board(id) || !self.knows(side, id) {
            return None;
        }
        let pairs: Vec<(StandId, StandId)> = if self.side(id) == side {
            self.known_enemies(side).map(|e| (id, e)).collect()
        } else {
            self.fielded(side).map(|own| (own, id)).collect()
        };
        Some(pairs.into_iter().map(|(from, to)| self.look(from, to)).collect())
    }

    fn look(&self, from: StandId, to: StandId) -> Look {
        let (sees, along, block) = match self.sight(from, to) {
            Ok(along) => (true, along, None),
            Err(Some(block)) => (false, None, Some(self.in_the_way(from, &block))),
            Err(None) => (false, None, self.hidden_from_above(from, to)),
        };
        Look { from, to, sees, along, block }
    }

    /// What is in the way of a line that does not see, in a word or two with its place.
    pub(crate) fn why_unseen(&self, from: StandId, to: StandId) -> Option<String> {
        self.look(from, to).block.map(|block| block.words)
    }

    fn in_the_way(&self, from: StandId, block: &Block) -> InTheWay {
        let map = self.map();
        let (id, kind, rule) = match block.by {
            Obstacle::Cover(n) => {
                let mut covers = map.areas.iter().filter(|a| a.cover);
                let cover = covers.nth(n).map(|a| (a.id.as_str(), a.kind.name()));
                let (id, kind) = cover.unwrap_or(("", "cover"));
                (id, kind, "TH-COV-03")
            }
            Obstacle::Hill(n) => (map.hills.get(n).map_or("", |(id, _)| id.as_str()), "hill", "TH-ELV-02"),
            Obstacle::Ridge(n) => {
                let mut ridges = map.lines.iter().filter(|l| l.kind == crate::kinds::Ground::Ridge);
                (ridges.nth(n).map_or("", |l| l.id.as_str()), "ridge", "TH-ELV-05")
            }
        };
        let far = (self.stand(from).at.far(block.at) / 10.0).round() as i32;
        let (line, top) = (block.line.as_levels(), block.top.map(geometry::ground::Level::as_levels));
        let name = title(id);
        let height = match top {
            Some(top) => format!("it rises to {} there, the line runs at {}", levels(top), levels(line)),
            None => "no line goes across it at any height".to_owned(),
        };
        let words =
            format!("{name} ({kind}) is in the way, {} from {}: {height}", in_inches(far), self.name(from));
        InTheWay { name, kind, at: block.at, far, line, top, rule, words }
    }

    /// A flyer looks straight down: cover that a stand is wholly inside of hides it (TH-LOS-06).
    fn hidden_from_above(&self, from: StandId, to: StandId) -> Option<InTheWay> {
        if self.ty(from) != Type::Flyer {
            return None;
        }
        let (at, base) = (self.stand(to).at, self.base(to));
        let area = self.map().areas.iter().find(|a| a.cover && base.is_wholly_inside(&a.shape))?;
        let (name, kind) = (title(&area.id), area.kind.name());
        let words = format!("{} is wholly inside {name} ({kind}), out of sight from above", self.name(to));
        let far = (self.stand(from).at.far(at) / 10.0).round() as i32;
        let line = self.eye(to);
        Some(InTheWay { name, kind, at, far, line, top: None, rule: "TH-LOS-06", words })
    }
}
