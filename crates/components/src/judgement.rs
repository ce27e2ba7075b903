//! The values that a game's bots judge by, each with where it comes from: somebody's judgement, or a fit by play. No rule asks
//! them, so they may be replaced at any time.

use crate::{ContentError, Files, Source, Spanned};
use serde::Deserialize;
use std::fmt::Write as _;
use table::Weight;
use table::weights::JUDGEMENT;

/// The values of a game's weights, and the fits that some of them come from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    pub weights: Vec<Weight>,
    pub fits: Vec<Fit>,
}

/// How values were fitted: what was played, and how much better the new ones did than the old ones on seeds that the fit had
/// not seen.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// The command that does it again.
    pub command: String,
    /// The version of the rules that were played.
    pub rules: u32,
    pub bot: String,
    pub seed: u64,
    /// Games of the search, and of the comparison at its end.
    pub games: u64,
    pub confirmed: u64,
    /// What the comparison measured, in words.
    pub measure: String,
    /// The difference that the new values make, at 95 % from `low` to `high`.
    pub difference: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    weight: Vec<Spanned<Row>>,
    #[serde(default)]
    fit: Vec<Spanned<Fit>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: Spanned<String>,
    about: String,
    value: Spanned<f64>,
    low: f64,
    high: f64,
    #[serde(default)]
    whole: bool,
    provenance: Origin,
    fit: Option<Spanned<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Origin {
    Judged,
    Fitted,
}

impl Judged {
    /// Reads the values of these weights; content without the file has those of the `built_in` one.
    pub fn read(files: Files<'_>, built_in: Files<'_>, names: &[&str]) -> Result<Self, ContentError> {
        let source = Source::find(files, JUDGEMENT).or_else(|_| Source::find(built_in, JUDGEMENT))?;
        let file: File = source.parse()?;
        let mut judged = Self::default();
        for fit in file.fit {
            let (span, fit) = (fit.span(), fit.into_inner());
            let figures = [fit.low, fit.difference, fit.high];
            let sound = figures.iter().all(|figure| figure.is_finite()) && figures.is_sorted();
            source.check(sound, span, || "expected low, difference and high in this order".to_owned())?;
            judged.fits.push(fit);
        }
        let mut rows: Vec<Option<Weight>> = names.iter().map(|_| None).collect();
        for row in file.weight {
            let row = row.into_inner();
            let name = row.name.get_ref();
            let place = names.iter().position(|known| known == name);
            let place = place.ok_or_else(|| {
                let why = format!("there is no weight {name:?}; expected one of {}", names.join(", "));
                source.at(row.name.span(), why)
            })?;
            source.check(rows[place].is_none(), row.name.span(), || format!("{name} stands twice"))?;
            rows[place] = Some(weight(&source, &row, judged.fits.len())?);
        }
        for (row, name) in rows.into_iter().zip(names) {
            judged.weights.push(row.ok_or_else(|| source.at(0..0, format!("the weight {name} is missing")))?);
        }
        Ok(judged)
    }

    pub fn values(&self) -> Vec<f64> {
        self.weights.iter().map(|weight| weight.value).collect()
    }

    /// The file that says this.
    pub fn to_text(&self) -> String {
        let mut text = HEAD.to_owned();
        for (number, fit) in self.fits.iter().enumerate() {
            let Fit { command, rules, bot, seed, games, confirmed, measure, difference, low, high } = fit;
            let _ = write!(
                text,
                "\n[[fit]] # {}\ncommand = {command:?}\nrules = {rules}\nbot = {bot:?}\nseed = {seed}\ngames = {games}\n\
                 confirmed = {confirmed}\nmeasure = {measure:?}\ndifference = {difference:?}\nlow = {low:?}\nhigh = {high:?}\n",
                number + 1
            );
        }
        for Weight { name, about, value, low, high, whole, fit } in &self.weights {
            let _ = write!(
                text,
                "\n[[weight]]\nname = {name:?}\nabout = {about:?}\nvalue = {value:?}\nlow = {low:?}\nhigh = {high:?}\n"
            );
            if *whole {
                text.push_str("whole = true\n");
            }
            let _ = match fit {
                Some(fit) => writeln!(text, "provenance = \"fitted\"\nfit = {fit}"),
                None => writeln!(text, "provenance = \"judged\""),
            };
        }
        text
    }
}

const HEAD: &str = "\
# What bots judge by. No rule asks these values, and they are no part of what a match is known by: a match replays the same
# whatever they are. provenance: judged = somebody's judgement, fitted = by play, as the fit of that number tells.
# `heatray lab tune` fits them (docs/lab.md).
";

fn weight(source: &Source<'_>, row: &Row, fits: usize) -> Result<Weight, ContentError> {
    let Row { name, about, value, low, high, whole, provenance, fit } = row;
    let found = Weight {
        name: name.get_ref().clone(),
        about: about.clone(),
        value: *value.get_ref(),
        low: *low,
        high: *high,
        whole: *whole,
        fit: fit.as_ref().map(|fit| *fit.get_ref()),
    };
    let bounded = low.is_finite() && high.is_finite() && low < high;
    source.check(bounded, name.span(), || "expected low below high".to_owned())?;
    source.check((low..=high).contains(&value.get_ref()), value.span(), || {
        format!("expected a value from {low} to {high}")
    })?;
    let whole = !whole || [found.value, *low, *high].iter().all(|figure| figure.fract() == 0.0);
    source.check(whole, value.span(), || "expected whole numbers".to_owned())?;
    match (provenance, fit) {
        (Origin::Judged, None) => {}
        (Origin::Fitted, Some(fit)) => {
            source.check((1..=fits).contains(fit.get_ref()), fit.span(), || {
                format!("expected the number of a [[fit]]; there are {fits}")
            })?;
        }
        (Origin::Judged, Some(fit)) => {
            return Err(source.at(fit.span(), "what is judged comes from no fit"));
        }
        (Origin::Fitted, None) => {
            return Err(source.at(name.span(), "expected fit, the number of the [[fit]] that it comes from"));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &["hope", "plans"];
    const GOOD: &str = r#"
[[fit]]
command = "heatray lab tune duel first"
rules = 2
bot = "greedy"
seed = 7
games = 4000
confirmed = 800
measure = "score of the new values against the old ones"
difference = 0.03
low = 0.01
high = 0.05

[[weight]]
name = "plans"
about = "Plans for each battle."
value = 1.0
low = 0.0
high = 4.0
whole = true
provenance = "judged"

[[weight]]
name = "hope"
about = "What may be hit."
value = 2.5
low = 0.0
high = 10.0
provenance = "fitted"
fit = 1
"#;

    fn read(text: &str) -> Result<Judged, ContentError> {
        Judged::read(&[(JUDGEMENT, text)], &[], NAMES)
    }

    #[test]
    fn values_stand_in_the_order_of_their_names_and_can_be_written_down() {
        let judged = read(GOOD).expect("it is good");
        assert_eq!(judged.values(), [2.5, 1.0]);
        assert_eq!((judged.weights[0].fit, judged.weights[1].fit), (Some(1), None));
        assert_eq!(read(&judged.to_text()), Ok(judged));
    }

    #[test]
    fn content_without_the_file_has_the_built_in_values() {
        let judged = Judged::read(&[("map.toml", "")], &[(JUDGEMENT, GOOD)], NAMES);
        assert_eq!(judged.map(|judged| judged.values()), Ok(vec![2.5, 1.0]));
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        for (good, bad, line, why) in [
            ("\"hope\"", "\"hop\"", 25, "there is no weight \"hop\"; expected one of hope, plans"),
            ("\"hope\"", "\"plans\"", 25, "plans stands twice"),
            ("value = 2.5", "value = 11.0", 27, "expected a value from 0 to 10"),
            ("value = 1.0", "value = 1.5", 18, "expected whole numbers"),
            ("fit = 1", "fit = 2", 31, "expected the number of a [[fit]]; there are 1"),
            ("fit = 1", "", 25, "expected fit, the number of the [[fit]] that it comes from"),
            ("high = 0.05", "high = 0.02", 2, "expected low, difference and high in this order"),
        ] {
            let error = read(&GOOD.replacen(good, bad, 1)).expect_err(why);
            assert_eq!((error.line, &*error.why), (line, why));
        }
        let without = GOOD.split("[[weight]]\nname = \"hope\"").next().unwrap_or_default();
        assert_eq!(read(without).expect_err("one is missing").why, "the weight hope is missing");
    }
}
