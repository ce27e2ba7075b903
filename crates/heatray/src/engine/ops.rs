//! What the engine can be asked.

use super::{Engine, MATCH_LIMIT};
use crate::commands::games::games_json;
use crate::commands::rules::{entry_json, near_ids};
use ::games::position;
use bots::Desk;
use ledger::Ledger;
use protocol::{Body, Code, EngineError, Fields};
use serde_json::{Value, json};
use table::face::{AnyGame, AnyMatch, OrderError, game_of};
use table::{Dice, SeatId, SetupRequest, Viewer};

/// Every op with its fields.
const OPS: &[(&str, &[&str])] = &[
    ("games", &[]),
    ("components", &["game"]),
    ("new", &["game", "scenario", "variant", "options", "seed"]),
    ("load", &["position", "log", "game", "seed"]),
    ("prompts", &["match", "seat"]),
    ("legal", &["match", "seat", "limit", "words"]),
    ("nearest", &["match", "seat", "order"]),
    ("preview", &["match", "seat", "order"]),
    ("briefing", &["match", "seat"]),
    ("order", &["match", "seat", "order", "round"]),
    ("view", &["match", "seat"]),
    ("events", &["match", "seat", "from"]),
    ("hash", &["match"]),
    ("log", &["match", "seat"]),
    ("position", &["match"]),
    ("undo", &["match", "seat"]),
    ("bot", &["match", "seat", "bot", "seed", "play"]),
    ("rules", &["rule", "search"]),
    ("close", &["match"]),
];

type Answer = Result<Body, EngineError>;

/// The fields of an object that is written out in the code.
fn body(value: Value) -> Body {
    match value {
        Value::Object(body) => body,
        other => Body::from_iter([("answer".to_owned(), other)]),
    }
}

impl Engine<'_> {
    pub(super) fn perform(&mut self, fields: &Fields<'_>) -> Answer {
        let name = fields.text("op")?;
        let Some((op, known)) = OPS.iter().find(|(op, _)| *op == name) else {
            let ops: Vec<&str> = OPS.iter().map(|(op, _)| *op).collect();
            let why = format!("no op {name:?}; expected one of {}", ops.join(", "));
            return Err(EngineError::new(Code::UnknownOp, why));
        };
        fields.only(op, known)?;
        match *op {
            "games" => Ok(body(json!({ "games": games_json(self.shelf) }))),
            "components" => {
                let game = self.game(fields.text("game")?)?;
                Ok(body(json!({ "components": game.components() })))
            }
            "new" => self.new_match(fields),
            "load" => self.load(fields),
            "rules" => rules(fields),
            "close" => self.close(fields),
            "order" => self.order(fields),
            "undo" => self.undo(fields),
            "bot" => self.bot(fields),
            _ => self.look(op, fields),
        }
    }

    fn game(&self, id: &str) -> Result<&dyn AnyGame, EngineError> {
        self.shelf.get(id).ok_or_else(|| {
            let why = format!("no game {id:?}; expected one of {}", self.shelf.ids());
            EngineError::new(Code::UnknownGame, why)
        })
    }

    fn open(&mut self, game: Box<dyn AnyMatch>) -> Body {
        self.last += 1;
        let answer = json!({
            "match": self.last,
            "game": game.game(),
            "seats": game.seats(),
            "round": game.round(),
            "turn": game.turn(),
            "orders": game.orders(),
        });
        self.matches.insert(self.last, game);
        body(answer)
    }

    fn room(&self) -> Result<(), EngineError> {
        if self.matches.len() < MATCH_LIMIT {
            return Ok(());
        }
        let why = format!("{MATCH_LIMIT} matches are open; close one first");
        Err(EngineError::new(Code::TooManyMatches, why))
    }

    fn new_match(&mut self, fields: &Fields<'_>) -> Answer {
        let game = self.game(fields.text("game")?)?;
        let request = SetupRequest {
            scenario: fields.text("scenario")?.to_owned(),
            variant: fields.maybe_text("variant")?.map(str::to_owned),
            options: fields.options()?,
        };
        let seed = fields.maybe_number("seed")?.unwrap_or(0);
        self.room()?;
        let begun = game.new_match(&request, seed)?;
        let mut answer = self.open(begun);
        answer.insert("seed".to_owned(), json!(seed));
        Ok(answer)
    }

    fn load(&mut self, fields: &Fields<'_>) -> Answer {
        let named = fields.maybe_text("game")?.map(|id| self.game(id)).transpose()?;
        let seed = fields.maybe_number("seed")?.unwrap_or(0);
        self.room()?;
        let bad_log = |e: table::LogError| EngineError::new(Code::BadLog, e.to_string());
        let loaded = match (fields.get("position"), fields.get("log")) {
            (Some(_), Some(_)) => {
                let why = "expected `position` or `log`, found both";
                return Err(EngineError::new(Code::BadField, why));
            }
            (None, None) => {
                let why = "the field `position` or `log` is missing";
                return Err(EngineError::new(Code::MissingField, why));
            }
            (None, Some(_)) => {
                let text = fields.text("log")?;
                let id = table::log::game_of(text).map_err(bad_log)?;
                let game = self.game(&id)?;
                if let Some(other) = named.filter(|named| named.id() != game.id()) {
                    let why = format!("`game`: this is a log of {id}, not of {}", other.id());
                    return Err(EngineError::new(Code::BadField, why));
                }
                game.load_log(text).map_err(bad_log)?
            }
            (Some(place), None) => {
                let position = match place {
                    Value::String(text) => position::from_toml(text).map_err(|e| {
                        let why = format!("`position`: not TOML: {e}");
                        EngineError::new(Code::BadField, why)
                    })?,
                    Value::Object(_) => place.clone(),
                    _ => {
                        let why = "`position`: expected an object, or a text in TOML";
                        return Err(EngineError::new(Code::BadField, why));
                    }
                };
                let named = match (named, game_of(&position)) {
                    (None, Some(id)) => Some(self.game(id)?),
                    (named, _) => named,
                };
                self.load_position(named, &position, seed)?
            }
        };
        Ok(self.open(loaded))
    }

    /// A position of the game that is named, else of the first game that can read it.
    fn load_position(
        &self,
        named: Option<&dyn AnyGame>,
        position: &Value,
        seed: u64,
    ) -> Result<Box<dyn AnyMatch>, EngineError> {
        if let Some(game) = named {
            return Ok(game.load_position(position, seed)?);
        }
        let mut errors = Vec::new();
        for game in self.shelf.games() {
            match game.load_position(position, seed) {
                Ok(loaded) => return Ok(loaded),
                Err(error) => errors.push((game.id(), error)),
            }
        }
        // The game that could read it, and then did not like what it read, is the one that is meant.
        if let Some(meant) = errors.iter().position(|(_, error)| error.place != "position") {
            return Err(errors.swap_remove(meant).1.into());
        }
        let told: Vec<String> = errors.iter().map(|(game, error)| format!("{game}: {error}")).collect();
        let why = format!("no game reads it ({}); `game` says which one is meant", told.join("; "));
        Err(EngineError::new(Code::BadSetup, why))
    }

    fn number_of(&self, fields: &Fields<'_>) -> Result<u64, EngineError> {
        let number = fields.number("match")?;
        if self.matches.contains_key(&number) {
            return Ok(number);
        }
        Err(EngineError::new(Code::UnknownMatch, format!("no match {number} is open")))
    }

    /// The match and who looks at it.
    fn at(&self, fields: &Fields<'_>) -> Result<(&dyn AnyMatch, Viewer), EngineError> {
        let number = self.number_of(fields)?;
        let game = self.matches[&number].as_ref();
        let viewer = fields.viewer()?;
        if let Viewer::Seat(seat) = viewer
            && seat.index() >= game.seats().len()
        {
            let last = game.seats().len() - 1;
            let why = format!("there is no {seat}; expected 0 to {last}");
            return Err(EngineError::new(Code::UnknownSeat, why));
        }
        Ok((game, viewer))
    }

    /// The seat that decides.
    fn player(&self, fields: &Fields<'_>) -> Result<(u64, SeatId), EngineError> {
        fields.need("seat")?;
        let (_, viewer) = self.at(fields)?;
        let seat = viewer.seat().ok_or_else(|| {
            EngineError::new(Code::NotYourSeat, format!("the {viewer} has no orders to give"))
        })?;
        Ok((fields.number("match")?, seat))
    }

    fn close(&mut self, fields: &Fields<'_>) -> Answer {
        let number = self.number_of(fields)?;
        self.matches.remove(&number);
        Ok(body(json!({ "closed": number })))
    }

    /// Ops that change nothing.
    fn look(&self, op: &str, fields: &Fields<'_>) -> Answer {
        let (game, viewer) = self.at(fields)?;
        Ok(match op {
            "prompts" => {
                let mut asked = body(json!(game.prompts(viewer)));
                // What chance gave whom tells of secrets: it is for the end.
                if game.outcome().is_some() {
                    asked.insert("luck".to_owned(), json!(game.luck()));
                }
                asked
            }
            "legal" => {
                let (number, seat) = self.player(fields)?;
                let limit = fields
                    .maybe_number("limit")?
                    .map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
                // The words of an order cost more than the order: whoever needs none says so.
                if fields.maybe_bool("words")? == Some(false) {
                    let (orders, total) = self.matches[&number].legal(seat, limit);
                    return Ok(body(json!({ "orders": orders, "total": total })));
                }
                let (rows, total) = self.matches[&number].rows(seat, limit);
                let orders: Vec<&Value> = rows.iter().map(|row| &row.order).collect();
                body(json!({ "orders": orders, "rows": rows, "total": total }))
            }
            "preview" => {
                let (number, seat) = self.player(fields)?;
                match self.matches[&number].preview(seat, fields.need("order")?) {
                    Ok(preview) => body(json!({ "preview": preview })),
                    Err(OrderError::Refused(refusal)) => body(json!({ "refused": refusal })),
                    Err(error @ OrderError::Unreadable(_)) => {
                        return Err(EngineError::new(Code::BadOrder, error.to_string()));
                    }
                }
            }
            "briefing" => body(json!({ "briefing": game.briefing(), "goals": game.goals(viewer) })),
            "nearest" => {
                let (number, seat) = self.player(fields)?;
                match self.matches[&number].nearest(seat, fields.need("order")?) {
                    Ok((order, moved)) => body(json!({ "order": order, "moved": moved })),
                    Err(OrderError::Refused(refusal)) => body(json!({ "refused": refusal })),
                    Err(error @ OrderError::Unreadable(_)) => {
                        return Err(EngineError::new(Code::BadOrder, error.to_string()));
                    }
                }
            }
            "view" => body(json!({ "view": game.view(viewer) })),
            "events" => {
                let from = fields.maybe_number("from")?.unwrap_or(0);
                let from = usize::try_from(from).unwrap_or(usize::MAX);
                let events = game.events(viewer, from);
                let next = from.saturating_add(events.len());
                body(json!({ "events": events, "next": next }))
            }
            "hash" => body(json!({ "hash": game.hash(), "orders": game.orders(), "round": game.round() })),
            "log" => body(json!({ "log": game.log_for(viewer) })),
            _ => {
                let position = game.position();
                let toml = position::to_toml(&position);
                body(json!({ "position": position, "toml": toml }))
            }
        })
    }

    fn order(&mut self, fields: &Fields<'_>) -> Answer {
        let (number, seat) = self.player(fields)?;
        let order = fields.need("order")?;
        let meant = fields.maybe_number("round")?;
        let Some(game) = self.matches.get_mut(&number) else { return Ok(Body::new()) };
        if let Some(meant) = meant.filter(|round| *round != game.round()) {
            let why = format!("this order was meant for round {meant}; it is round {} now", game.round());
            return Err(EngineError::new(Code::Stale, why));
        }
        give(game.as_mut(), seat, order)
    }

    fn undo(&mut self, fields: &Fields<'_>) -> Answer {
        let (_, viewer) = self.at(fields)?;
        if viewer == Viewer::Spectator {
            return Err(EngineError::new(Code::NotYourSeat, "a spectator has nothing to take back"));
        }
        let number = fields.number("match")?;
        let Some(game) = self.matches.get_mut(&number) else { return Ok(Body::new()) };
        game.undo(viewer.seat()).map_err(|e| EngineError::new(Code::NothingToUndo, e.to_string()))?;
        Ok(body(json!({ "orders": game.orders(), "round": game.round() })))
    }

    fn bot(&mut self, fields: &Fields<'_>) -> Answer {
        let (number, seat) = self.player(fields)?;
        let name = fields.text("bot")?;
        let seed = fields.maybe_number("seed")?.unwrap_or(0);
        let play = fields.maybe_bool("play")?.unwrap_or(false);
        let Some(game) = self.matches.get_mut(&number) else { return Ok(Body::new()) };
        // One seed serves for a whole match: the bot is born anew with each question.
        let mut bot = bots::by_name(name, Dice::derive(seed, game.orders() as u64).next_u64())
            .map_err(|e| EngineError::new(Code::UnknownBot, e.to_string()))?;
        let desk = Desk::new(game.as_ref(), seat);
        let owed = desk.owed().filter(|prompt| desk.options(*prompt) > 0);
        let chosen = owed.and_then(|prompt| Some((prompt, bots::order(bot.as_mut(), &desk, prompt)?)));
        let Some((prompt, (order, text))) = chosen else {
            return Err(EngineError::new(Code::NothingOwed, format!("{seat} owes no decision now")));
        };
        let mut answer = body(json!({
            "bot": bot.name(),
            "order": order,
            "text": text,
            "options": desk.options(prompt),
        }));
        if let Some(why) = bot.why() {
            answer.extend(body(json!({ "why": why })));
        }
        // Whoever asks may give the seat's orders: it is his own intentions that he is told.
        if let Some(report) = bot.report() {
            answer.extend(body(json!(report)));
        }
        if play {
            answer.extend(give(game.as_mut(), seat, &order)?);
        }
        Ok(answer)
    }
}

/// Gives an order: the events that the seat learns by it, or the refusal.
fn give(game: &mut dyn AnyMatch, seat: SeatId, order: &Value) -> Answer {
    let viewer = Viewer::Seat(seat);
    let before = game.events(viewer, 0).len();
    match game.order(seat, order) {
        Ok(()) => {
            let events = game.events(viewer, before);
            let next = before + events.len();
            Ok(body(json!({ "events": events, "next": next, "round": game.round() })))
        }
        Err(OrderError::Refused(refusal)) => Ok(body(json!({ "refused": refusal }))),
        Err(error @ OrderError::Unreadable(_)) => Err(EngineError::new(Code::BadOrder, error.to_string())),
    }
}

fn rules(fields: &Fields<'_>) -> Answer {
    if let Some(words) = fields.maybe_text("search")? {
        let found: Vec<Value> = Ledger::embedded().search(words).into_iter().map(entry_json).collect();
        return Ok(body(json!({ "rules": found })));
    }
    if fields.get("rule").is_none() {
        return Err(EngineError::new(Code::MissingField, "the field `rule` or `search` is missing"));
    }
    let id = fields.text("rule")?;
    let rule = Ledger::embedded().get(id).ok_or_else(|| {
        let why = format!("no rule {id:?}; did you mean {}?", near_ids(id).join(", "));
        EngineError::new(Code::UnknownRule, why)
    })?;
    Ok(body(json!({ "rule": entry_json(rule) })))
}

#[cfg(test)]
mod tests {
    use super::OPS;
    use crate::commands::engine::EXAMPLES;

    #[test]
    fn the_help_names_every_op_and_its_fields() {
        for (op, fields) in OPS {
            let line = EXAMPLES.lines().find(|line| line.split_whitespace().next() == Some(op));
            let line = line.unwrap_or_else(|| panic!("the help does not name {op}"));
            for field in *fields {
                assert!(line.contains(field), "the help of {op} does not name {field}");
            }
        }
    }
}
