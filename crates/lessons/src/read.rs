//! A lesson's file: TOML with a provenance, as all content.

use crate::{Lesson, LessonEnd, LessonNext, LessonPoint, LessonStep, ME, Until};
use components::{ContentError, Provenance, Source, Spanned};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A card is read in one breath.
const LONGEST: usize = 260;
/// The words of a button.
const PRESS: usize = 48;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    id: Spanned<String>,
    title: String,
    about: String,
    minutes: u16,
    #[serde(default)]
    first: bool,
    scenario: String,
    variant: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    seats: Spanned<Vec<String>>,
    seed: u32,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    step: Vec<Spanned<StepRow>>,
    end: Spanned<EndRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepRow {
    say: Spanned<String>,
    #[serde(default)]
    task: String,
    point: Option<Spanned<LessonPoint>>,
    until: Option<Until>,
    #[serde(default)]
    otherwise: String,
    #[serde(default)]
    told: Vec<String>,
    /// The same once more, so many times in all.
    #[serde(default = "once")]
    times: u8,
}

const fn once() -> u8 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndRow {
    say: Spanned<String>,
    winner: Option<String>,
    #[serde(default)]
    told: Vec<String>,
    next: Option<Spanned<LessonNext>>,
}

/// Reads a lesson. What is wrong is told with its line.
pub fn read(file: &str, text: &str) -> Result<Lesson, ContentError> {
    let source = Source { file, text };
    let read: File = source.parse()?;
    let id = read.id.get_ref();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    source.check(!id.is_empty() && id.chars().all(plain), read.id.span(), || {
        format!("expected small letters, digits and hyphens, found {id:?}")
    })?;
    let seats = read.seats.get_ref();
    let learners = seats.iter().filter(|seat| *seat == ME).count();
    source.check(learners == 1, read.seats.span(), || {
        format!("expected one seat {ME:?} and bots, found {learners} of it")
    })?;
    for seat in seats.iter().filter(|seat| *seat != ME && *seat != bots::AUTOMATED) {
        bots::by_name(seat, 0).map_err(|e| source.at(read.seats.span(), format!("{e}, automated, {ME}")))?;
    }
    let brief = |said: &Spanned<String>| {
        let length = said.get_ref().chars().count();
        source.check(length > 0 && length <= LONGEST, said.span(), || {
            format!("expected 1 to {LONGEST} characters, which are read in one breath; found {length}")
        })
    };
    let mut steps = Vec::with_capacity(read.step.len());
    for row in read.step {
        let (line, span) = (source.at(row.span(), "").line, row.span());
        let row = row.into_inner();
        brief(&row.say)?;
        let until = row.until.unwrap_or(Until::Next);
        if let Some(point) = &row.point {
            let anything = point.get_ref().at.is_some() || point.get_ref().says.is_some();
            source.check(anything, point.span(), || "expected `at`, `says` or both".to_owned())?;
        }
        let press = until == Until::Press;
        source.check(!press || row.point.is_some(), span.clone(), || {
            "a step that ends with a press points at what is to be pressed; expected `point`".to_owned()
        })?;
        let acts = until != Until::Next;
        source.check(acts != row.task.is_empty(), span, || {
            let what =
                if acts { "a step that awaits something says what to do" } else { "nothing is awaited" };
            format!("{what}; expected {} `task`", if acts { "a" } else { "no" })
        })?;
        let (say, point) = (row.say.into_inner(), row.point.map(Spanned::into_inner));
        let (task, otherwise, told) = (row.task, row.otherwise, row.told);
        let step = LessonStep { say, task, point, until, otherwise, told, line };
        let again = (2..=row.times).map(|n| LessonStep {
            say: format!("{n} of {}: the same once more.", row.times),
            told: Vec::new(),
            ..step.clone()
        });
        let again: Vec<LessonStep> = again.collect();
        steps.push(step);
        steps.extend(again);
    }
    let line = source.at(read.end.span(), "").line;
    let end = read.end.into_inner();
    brief(&end.say)?;
    if let Some(next) = &end.next {
        let length = next.get_ref().press.chars().count();
        source.check(length > 0 && length <= PRESS, next.span(), || {
            format!("expected a button of 1 to {PRESS} characters, found {length}")
        })?;
    }
    let next = end.next.map(Spanned::into_inner);
    Ok(Lesson {
        game: read.game,
        id: read.id.into_inner(),
        title: read.title,
        about: read.about,
        minutes: read.minutes,
        first: read.first,
        scenario: read.scenario,
        variant: read.variant,
        options: read.options,
        seats: read.seats.into_inner(),
        seed: read.seed,
        steps,
        end: LessonEnd { say: end.say.into_inner(), winner: end.winner, told: end.told, next, line },
        file: file.to_owned(),
    })
}
