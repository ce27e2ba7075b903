//! One match: what a seat is asked, may know and may order, and what a bot would do in its place.

use crate::convert::{Number, Whole, from_python, to_python};
use crate::{encode, errors, game, request};
use ::games::position;
use bots::Desk;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyString};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use table::face::{AnyMatch, game_of};
use table::{Dice, Seat, SeatId, Viewer, Worth};

/// A match of any game. Whoever looks is a seat's number, `"spectator"` or `"umpire"`.
#[pyclass(module = "heatray")]
#[derive(Debug)]
pub struct Match {
    game: Box<dyn AnyMatch>,
}

/// Who looks, if there is such a seat.
fn viewer(game: &dyn AnyMatch, who: &Bound<'_, PyAny>) -> PyResult<Viewer> {
    if let Ok(word) = who.cast::<PyString>() {
        return match &*word.to_cow()? {
            "spectator" => Ok(Viewer::Spectator),
            "umpire" => Ok(Viewer::Umpire),
            other => Err(errors::unknown(&format!("expected a seat, spectator or umpire, found {other:?}"))),
        };
    }
    let number = who.extract().map_err(|_| PyTypeError::new_err("expected a seat, spectator or umpire"))?;
    seat(game.seats(), &number).map(Viewer::Seat)
}

/// The seat of this number.
pub fn seat(seats: &[Seat], number: &Number) -> PyResult<SeatId> {
    let found = seats.iter().map(|seat| seat.id).find(|seat| number.0 == Ok(u64::from(seat.0)));
    found.ok_or_else(|| {
        let last = seats.len().saturating_sub(1);
        errors::unknown(&format!("there is no seat {number}; expected 0 to {last}"))
    })
}

impl Match {
    pub fn of(game: Box<dyn AnyMatch>) -> Self {
        Self { game }
    }

    fn owed(&self, number: &Number) -> PyResult<(usize, SeatId, usize)> {
        let seat = seat(self.game.seats(), number)?;
        let prompt = self.game.owed_by(seat);
        let prompt = prompt.ok_or_else(|| errors::nothing(&format!("{seat} owes no decision now")))?;
        Ok((prompt, seat, self.game.options(prompt)))
    }

    /// Carries out an order; the events that its seat learns of.
    fn give<'py>(&mut self, py: Python<'py>, seat: SeatId, order: &Value) -> PyResult<Bound<'py, PyAny>> {
        let before = self.game.events(Viewer::Seat(seat), 0).len();
        self.game.order(seat, order).map_err(|error| errors::order(&error))?;
        to_python(py, &json!(self.game.events(Viewer::Seat(seat), before)))
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (game_id, scenario, *, seed = Whole(0), variant = None, options = None, silent = false))]
    fn new(
        game_id: &str,
        scenario: &str,
        seed: Whole<u64>,
        variant: Option<String>,
        options: Option<BTreeMap<String, String>>,
        silent: bool,
    ) -> PyResult<Self> {
        let (game, asked) = (game(game_id)?, request(scenario, variant, options));
        let begun = if silent {
            game.starter(&asked).and_then(|starter| starter.start(seed.0))
        } else {
            game.new_match(&asked, seed.0)
        };
        Ok(Self { game: begun.map_err(|error| errors::setup(&error))? })
    }

    /// A match from a position: a dict, or a text in TOML, which name their game.
    #[staticmethod]
    #[pyo3(signature = (place, *, game_id = None, seed = Whole(0)))]
    fn from_position(place: &Bound<'_, PyAny>, game_id: Option<&str>, seed: Whole<u64>) -> PyResult<Self> {
        let place = match from_python(place)? {
            Value::String(text) => position::from_toml(&text)
                .map_err(|error| errors::setup_error(None, "position", &format!("not TOML: {error}")))?,
            place => place,
        };
        let named = game_id.or_else(|| game_of(&place)).ok_or_else(|| {
            errors::setup_error(None, "position.game", "expected the game that it is a position of")
        })?;
        let game = game(named)?.load_position(&place, seed.0);
        Ok(Self { game: game.map_err(|error| errors::setup(&error))? })
    }

    /// A match as the log of one tells it.
    #[staticmethod]
    fn from_log(text: &str) -> PyResult<Self> {
        let id = table::log::game_of(text).map_err(|error| errors::log(&error))?;
        let game = game(&id)?.load_log(text);
        Ok(Self { game: game.map_err(|error| errors::log(&error))? })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.game.game()
    }

    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.game.seats()))
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.game.seed()
    }

    #[getter]
    fn turn(&self) -> u32 {
        self.game.turn()
    }

    #[getter]
    fn round(&self) -> u64 {
        self.game.round()
    }

    #[getter]
    fn orders(&self) -> usize {
        self.game.orders()
    }

    #[getter]
    fn hash(&self) -> String {
        self.game.hash().to_string()
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.game.outcome()))
    }

    #[getter]
    fn waiting(&self) -> Vec<u32> {
        // As bytes they would come as `bytes`.
        self.game.waiting().into_iter().map(|seat| u32::from(seat.0)).collect()
    }

    /// Whether sides decide in secret at once now.
    #[getter]
    fn sealed(&self) -> bool {
        self.game.is_sealed()
    }

    /// Whether the game's own procedure plays this seat.
    fn plays_itself(&self, seat_number: Number) -> PyResult<bool> {
        Ok(self.game.plays_itself(seat(self.game.seats(), &seat_number)?))
    }

    /// The open decisions: the viewer's in full, the others' in outline.
    fn prompts<'py>(&self, who: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        to_python(who.py(), &json!(self.game.prompts(viewer(&*self.game, who)?)))
    }

    /// The seat of the first decision that the match waits for; none when it is over.
    fn owing(&self) -> Option<u8> {
        self.game.owed().map(|(_, seat)| seat.0)
    }

    /// How many legal orders answer the decision that this seat owes; 0 if it owes none.
    fn options(&self, seat_number: Number) -> PyResult<usize> {
        let seat = seat(self.game.seats(), &seat_number)?;
        Ok(self.game.owed_by(seat).map_or(0, |prompt| self.game.options(prompt)))
    }

    /// What is asked by the decision that this seat owes; none if it owes none.
    fn ask<'py>(&self, py: Python<'py>, seat_number: Number) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat(self.game.seats(), &seat_number)?;
        let owed = self.game.open(Viewer::Seat(seat)).into_iter().find(|prompt| prompt.must);
        to_python(py, &json!(owed))
    }

    /// The `n`th legal order of the decision that this seat owes.
    fn option<'py>(&self, py: Python<'py>, seat_number: Number, n: Number) -> PyResult<Bound<'py, PyAny>> {
        let (prompt, _, options) = self.owed(&seat_number)?;
        let n = in_range(&n, options)?;
        to_python(py, &self.game.option(prompt, n))
    }

    /// The same in words.
    fn option_text(&self, seat_number: Number, n: Number) -> PyResult<String> {
        let (prompt, _, options) = self.owed(&seat_number)?;
        let n = in_range(&n, options)?;
        Ok(self.game.option_text(prompt, n))
    }

    /// Carries out the `n`th legal order of the decision that this seat owes: the quick way.
    fn choose(&mut self, seat_number: Number, n: Number) -> PyResult<()> {
        let (prompt, _, options) = self.owed(&seat_number)?;
        let n = in_range(&n, options)?;
        self.game.choose(prompt, n);
        Ok(())
    }

    /// The legal orders of a seat, at most `limit` of them.
    #[pyo3(signature = (seat_number, limit = None))]
    fn legal<'py>(
        &self,
        py: Python<'py>,
        seat_number: Number,
        limit: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat(self.game.seats(), &seat_number)?;
        to_python(py, &json!(self.game.legal(seat, limit.map_or(usize::MAX, |limit| limit.0)).0))
    }

    /// The same with their words: `order`, `label`, `detail`, `group`.
    #[pyo3(signature = (seat_number, limit = None))]
    fn rows<'py>(
        &self,
        py: Python<'py>,
        seat_number: Number,
        limit: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat(self.game.seats(), &seat_number)?;
        to_python(py, &json!(self.game.rows(seat, limit.map_or(usize::MAX, |limit| limit.0)).0))
    }

    /// Gives an order; the events that the seat learns by it. A refusal is raised, and nothing changes.
    fn order<'py>(&mut self, seat_number: Number, order: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat(self.game.seats(), &seat_number)?;
        self.give(order.py(), seat, &from_python(order)?)
    }

    /// Raises the refusal that an order would meet; nothing changes.
    fn check(&self, seat_number: Number, order: &Bound<'_, PyAny>) -> PyResult<()> {
        let seat = seat(self.game.seats(), &seat_number)?;
        self.game.check(seat, &from_python(order)?).map_err(|error| errors::order(&error))
    }

    /// The legal order that lies nearest.
    fn nearest<'py>(&self, seat_number: Number, order: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat(self.game.seats(), &seat_number)?;
        let near = self.game.nearest(seat, &from_python(order)?);
        to_python(order.py(), &near.map_err(|error| errors::order(&error))?.0)
    }

    /// What an order would do, as far as its seat may know; none where there is nothing to foresee.
    fn preview<'py>(&self, seat_number: Number, order: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat(self.game.seats(), &seat_number)?;
        let preview = self.game.preview(seat, &from_python(order)?);
        to_python(order.py(), &json!(preview.map_err(|error| errors::order(&error))?))
    }

    fn view<'py>(&self, who: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        to_python(who.py(), &self.game.view(viewer(&*self.game, who)?))
    }

    /// The view as JSON text: the very bytes that this viewer may know.
    fn view_text(&self, who: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.game.view_text(viewer(&*self.game, who)?).get().to_owned())
    }

    /// What happened, from number `start` of this viewer's own stream on.
    #[pyo3(signature = (who, start = Whole(0)))]
    fn events<'py>(&self, who: &Bound<'py, PyAny>, start: Whole) -> PyResult<Bound<'py, PyAny>> {
        to_python(who.py(), &json!(self.game.events(viewer(&*self.game, who)?, start.0)))
    }

    fn goals<'py>(&self, who: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        to_python(who.py(), &json!(self.game.goals(viewer(&*self.game, who)?)))
    }

    fn briefing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.game.briefing()))
    }

    /// What chance gave each side; empty before the match is over, since it tells of secrets.
    fn luck<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let luck = if self.game.outcome().is_some() { self.game.luck() } else { Vec::new() };
        to_python(py, &json!(luck))
    }

    /// What a viewer sees, and what he is asked, as bytes of so many 32-bit numbers.
    fn observation<'py>(
        &self,
        who: &Bound<'py, PyAny>,
        features: Whole,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let viewer = viewer(&*self.game, who)?;
        encode::bytes(who.py(), 1, features.0, |_, row| encode::observe(&*self.game, viewer, row))
    }

    /// The orders that answer the decision that this seat owes, each as so many numbers: rows of bytes.
    fn option_features<'py>(
        &self,
        py: Python<'py>,
        seat_number: Number,
        slots: Whole,
        features: Whole,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (_, seat, options) = self.owed(&seat_number)?;
        let mut rows = vec![0.0; encode::size(slots.0, features.0)?];
        encode::orders(&*self.game, seat, options, features.0, &mut rows);
        PyByteArray::new_with(py, size_of_val(&*rows), |bytes| {
            encode::write(&rows, bytes);
            Ok(())
        })
    }

    /// A copy that the seat can not tell from this match: what it may not know is drawn anew.
    fn imagine(&self, seat_number: Number, seed: Whole<u64>) -> PyResult<Self> {
        let seat = seat(self.game.seats(), &seat_number)?;
        Ok(Self { game: self.game.imagine(seat, &mut Dice::new(seed.0)) })
    }

    /// A copy as it stands, without its past and its seed.
    fn copy(&self) -> Self {
        Self { game: self.game.still() }
    }

    /// What it is worth to a seat by the game's own appraisal, with the damage dealt and taken; none in a game without one.
    /// For imagined copies: it may tell of secrets.
    fn appraise<'py>(&self, py: Python<'py>, seat_number: Number) -> PyResult<Bound<'py, PyAny>> {
        let worth = self.game.appraise(seat(self.game.seats(), &seat_number)?);
        let told = |worth: Worth| {
            let Worth { value, dealt, taken, .. } = worth;
            json!({ "value": value, "dealt": dealt, "taken": taken })
        };
        to_python(py, &json!(worth.map(told)))
    }

    /// What a bot would order in this seat's place, with its words and reasons; with `play` it is carried out.
    #[pyo3(signature = (seat_number, name = "greedy", *, seed = Whole(0), play = false))]
    fn bot<'py>(
        &mut self,
        py: Python<'py>,
        seat_number: Number,
        name: &str,
        seed: Whole<u64>,
        play: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (prompt, seat, _) = self.owed(&seat_number)?;
        // One seed serves for a whole match: the bot is born anew with each question.
        let mut bot = bots::by_name(name, Dice::derive(seed.0, self.game.orders() as u64).next_u64())
            .map_err(|error| errors::unknown(&error.to_string()))?;
        let game = &*self.game;
        let found = py.detach(|| bots::order(bot.as_mut(), &Desk::new(game, seat), prompt));
        let (order, text) = found.ok_or_else(|| errors::nothing("no order answers this decision"))?;
        let answer = json!({
            "bot": bot.name(),
            "order": order,
            "text": text,
            "why": bot.why(),
            "report": bot.report(),
        });
        let answer = to_python(py, &answer)?;
        if play {
            answer.set_item("events", self.give(py, seat, &order)?)?;
        }
        Ok(answer)
    }

    /// Lets a bot decide for this seat, without a word: the quick way.
    #[pyo3(signature = (seat_number, name = "random", *, seed = Whole(0)))]
    fn answer(&mut self, py: Python<'_>, seat_number: Number, name: &str, seed: Whole<u64>) -> PyResult<()> {
        let (prompt, seat, _) = self.owed(&seat_number)?;
        let mut bot = bots::by_name(name, Dice::derive(seed.0, self.game.orders() as u64).next_u64())
            .map_err(|error| errors::unknown(&error.to_string()))?;
        let game = self.game.as_mut();
        if py.detach(|| bots::answer(bot.as_mut(), game, prompt, seat)) {
            return Ok(());
        }
        Err(errors::nothing("no order answers this decision"))
    }

    /// Takes back the last order since something was settled: of a seat, or of anybody.
    #[pyo3(signature = (seat_number = None))]
    fn undo(&mut self, seat_number: Option<Number>) -> PyResult<()> {
        let seat = seat_number.map(|number| seat(self.game.seats(), &number)).transpose()?;
        self.game.undo(seat).map_err(|error| errors::undo(&error))
    }

    /// The log as text for the umpire, or for anybody when the match is over; a seat's is its own orders and events.
    fn log<'py>(&self, who: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        to_python(who.py(), &self.game.log_for(viewer(&*self.game, who)?))
    }

    /// The state as a set-up that can be loaded, dice apart: the umpire's.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.game.position())
    }

    fn __repr__(&self) -> String {
        format!("<heatray.Match of {} after {} orders>", self.game.game(), self.game.orders())
    }
}

fn in_range(n: &Number, options: usize) -> PyResult<usize> {
    let found = n.0.as_ref().ok().and_then(|n| usize::try_from(*n).ok()).filter(|n| *n < options);
    found.ok_or_else(|| {
        errors::unknown(&format!("there is no option {n}; {options} orders answer this decision"))
    })
}
