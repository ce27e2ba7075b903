//! The engine's protocol at one seat of a match: what `heatray engine` is asked over a pipe, asked over a socket, so that a
//! program in any language takes a seat. A line is a text frame; what has no `id` was not asked for.
//!
//! ```text
//! {"id":0,"op":"sit","key":"…"}                      {"id":0,"match":"…","game":"…","seat":1,…}
//!                                                    {"asked":{"turn":1,"prompts":[…],"decision":"…",…}}
//! {"id":1,"op":"legal","limit":1}                    {"id":1,"orders":[…],"rows":[…],"total":220}
//! {"id":2,"op":"order","order":…,"decision":"…"}     {"id":2,"events":[…],"next":7,"voids":0}
//! ```

use crate::failure::{self, Code as Word, quoted};
use crate::limits::Act;
use crate::wire::{
    ClaimWish, EventLine, FailureBody, LegalAsk, LegalOrders, Over, PromptLine, Prompts, Say, Tell, Wish,
};
use protocol::{Code, EngineError, Fields, bad};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use table::face::OrderRow;
use table::{Goal, SeatId, Viewer};

/// The longest id, as JSON.
const ID_LIMIT: usize = 64;

/// Every op of somebody who sits, with its fields. `match` and `seat` may be named by all of them.
const OPS: &[(&str, &[&str])] = &[
    ("prompts", &[]),
    ("view", &[]),
    ("events", &["from"]),
    ("briefing", &[]),
    ("log", &[]),
    ("legal", &["limit", "words", "within"]),
    ("nearest", &["order"]),
    ("preview", &["order"]),
    ("suggest", &[]),
    ("order", &["order", "decision"]),
    ("undo", &[]),
    ("wish", &["wish"]),
];

/// What somebody who sits can be asked for.
pub fn ops() -> impl Iterator<Item = &'static str> {
    OPS.iter().map(|(op, _)| *op)
}

/// What a program asks.
#[derive(Debug)]
pub struct Request {
    /// As JSON.
    pub id: String,
    pub ask: Ask,
    /// The match and the seat, where they are named: a program that speaks over pipes, too, names them always.
    table: Option<String>,
    seat: Option<Viewer>,
}

#[derive(Debug)]
pub enum Ask {
    Prompts,
    View,
    Events {
        from: u32,
    },
    Briefing,
    Log,
    Order {
        order: Value,
        decision: Option<String>,
    },
    /// A question that is answered beside the match.
    Question(Say),
    Wish(Wish),
}

/// A line that makes no sense, with its id as far as it is known.
#[derive(Debug)]
pub struct Unread {
    pub id: String,
    pub error: EngineError,
}

/// The first line: who sits down. With an invitation the key is one of his own making.
#[derive(Debug)]
pub struct Sit {
    pub id: String,
    pub key: String,
    pub claim: Option<ClaimWish>,
}

fn unread(id: String, error: EngineError) -> Unread {
    let message = failure::short(error.message);
    Unread { id, error: EngineError { message, ..error } }
}

/// The fields of a line, and its id.
fn fields(line: &str) -> Result<(String, Map<String, Value>), Unread> {
    let nobody = |code, why: String| unread("null".to_owned(), EngineError::new(code, why));
    let request: Value = serde_json::from_str(line)
        .map_err(|error| nobody(Code::MalformedJson, format!("not a JSON value: {error}")))?;
    let Value::Object(request) = request else {
        let why = "expected an object such as {\"id\":1,\"op\":\"prompts\"}";
        return Err(nobody(Code::NotAnObject, why.to_owned()));
    };
    let id = request.get("id").map_or_else(|| "null".to_owned(), Value::to_string);
    if id.len() > ID_LIMIT {
        return Err(nobody(Code::BadField, format!("`id`: expected at most {ID_LIMIT} bytes of JSON")));
    }
    Ok((id, request))
}

impl Sit {
    /// Reads the first line of a socket.
    pub fn read(line: &str) -> Result<Self, Unread> {
        let (id, request) = fields(line)?;
        let read = || {
            let fields = Fields::new(&request);
            if fields.text("op")? != "sit" {
                let why = "expected {\"op\":\"sit\",\"key\":…} as the first line";
                return Err(EngineError::new(Code::UnknownOp, why));
            }
            fields.only("sit", &["key", "invitation", "name"])?;
            let (key, name) = (fields.text("key")?.to_owned(), fields.maybe_text("name")?);
            let name = name.unwrap_or_default().to_owned();
            let invitation = fields.maybe_text("invitation")?.map(str::to_owned);
            if invitation.is_none() && !name.is_empty() {
                let why = "`name`: expected beside an `invitation` alone";
                return Err(EngineError::new(Code::BadField, why));
            }
            let claim = invitation.map(|invitation| ClaimWish { invitation, key: key.clone(), name });
            Ok((key, claim))
        };
        match read() {
            Ok((key, claim)) => Ok(Self { id, key, claim }),
            Err(error) => Err(unread(id, error)),
        }
    }
}

impl Request {
    /// Reads a line of somebody who sits.
    pub fn read(line: &str) -> Result<Self, Unread> {
        let (id, request) = fields(line)?;
        match read(&id, &Fields::new(&request)) {
            Ok((ask, table, seat)) => Ok(Self { id, ask, table, seat }),
            Err(error) => Err(unread(id, error)),
        }
    }

    /// Whether it is meant for this seat of this match.
    pub fn is_at(&self, id: &str, viewer: Viewer) -> Result<(), EngineError> {
        if let Some(other) = self.table.as_ref().filter(|table| *table != id) {
            let why = format!("this line leads to match {id:?}, not to {}", quoted(other));
            return Err(EngineError::new(Code::UnknownMatch, why));
        }
        if let Some(other) = self.seat.filter(|seat| *seat != viewer) {
            let why = format!("this line is the {viewer}'s, not the {other}'s");
            return Err(EngineError::new(Code::NotYourSeat, why));
        }
        Ok(())
    }

    /// What it is to be counted as; questions have limits of their own.
    pub fn act(&self) -> Option<Act> {
        match &self.ask {
            Ask::Question(_) => None,
            Ask::Order { .. } => Some(Act::Order),
            Ask::Wish(wish) => Act::of(&Say::Wish { wish: *wish }),
            Ask::Prompts | Ask::View | Ask::Events { .. } | Ask::Briefing | Ask::Log => Some(Act::Look),
        }
    }
}

fn read(id: &str, fields: &Fields<'_>) -> Result<(Ask, Option<String>, Option<Viewer>), EngineError> {
    let name = fields.text("op")?;
    let Some((op, known)) = OPS.iter().find(|(op, _)| *op == name) else {
        let why = format!("no op {}; expected one of {}", quoted(name), ops().collect::<Vec<_>>().join(", "));
        return Err(EngineError::new(Code::UnknownOp, why));
    };
    let known: Vec<&str> = ["match", "seat"].iter().chain(*known).copied().collect();
    fields.only(op, &known)?;
    let number = |name| {
        let number = fields.maybe_number(name)?;
        Ok::<_, EngineError>(number.map(|number| u32::try_from(number).unwrap_or(u32::MAX)))
    };
    let own = || id.to_owned();
    let order = || fields.need("order").cloned();
    let ask = match *op {
        "prompts" => Ask::Prompts,
        "view" => Ask::View,
        "events" => Ask::Events { from: number("from")?.unwrap_or(0) },
        "briefing" => Ask::Briefing,
        "log" => Ask::Log,
        "legal" => {
            let words = Some(fields.maybe_bool("words")?.unwrap_or(true));
            let within = fields.get("within").cloned();
            let ask = LegalAsk { within, spread: None, limit: number("limit")?, words };
            Ask::Question(Say::Legal { id: own(), ask })
        }
        "nearest" => Ask::Question(Say::Nearest { id: own(), order: order()? }),
        "preview" => Ask::Question(Say::Preview { id: own(), order: order()? }),
        "suggest" => Ask::Question(Say::Suggest { id: own() }),
        "order" => {
            let decision = fields.maybe_text("decision")?.map(str::to_owned);
            Ask::Order { order: order()?, decision }
        }
        "undo" => Ask::Wish(Wish::Undo),
        _ => {
            let wish = fields.need("wish")?;
            let expected = "a wish, such as \"resign\", \"allow_undo\" or \"decline_draw\"";
            // A word: an object of that name is none.
            let read = wish.as_str().and_then(|_| Wish::deserialize(wish).ok());
            Ask::Wish(read.ok_or_else(|| bad("wish", expected, wish))?)
        }
    };
    // Nobody named is whoever sits here, where the pipe has the umpire.
    let seat = fields.get("seat").map(|_| fields.viewer()).transpose()?;
    Ok((ask, fields.maybe_text("match")?.map(str::to_owned), seat))
}

// ---- what is answered

/// A line that nobody asked for.
fn pushed(what: &impl Serialize) -> String {
    serde_json::to_string(what).unwrap_or_default()
}

/// Where a match stands, as a seat is told.
#[derive(Debug, Serialize)]
pub struct Stand<'a> {
    turn: u32,
    waiting: &'a [u8],
    prompts: Vec<Mine<'a>>,
    decision: &'a str,
    voids: u32,
    outcome: Option<&'a Over>,
}

#[derive(Debug, Serialize)]
struct Mine<'a> {
    seat: Option<SeatId>,
    #[serde(flatten)]
    prompt: &'a PromptLine,
}

impl<'a> Stand<'a> {
    pub fn of(viewer: Viewer, prompts: &'a Prompts, voids: u32, outcome: Option<&'a Over>) -> Self {
        let seat = viewer.seat();
        let Prompts { turn, waiting, mine, decision } = prompts;
        let prompts = mine.iter().map(|prompt| Mine { seat, prompt }).collect();
        Self { turn: *turn, waiting, prompts, decision, voids, outcome }
    }

    /// The answer to `prompts`.
    pub fn answer(&self, id: &str) -> String {
        protocol::ok(&id, self)
    }

    /// It is this seat's turn.
    pub fn asked(&self) -> String {
        #[derive(Serialize)]
        struct Asked<'a> {
            asked: &'a Stand<'a>,
        }
        pushed(&Asked { asked: self })
    }
}

/// The match is over.
pub fn over(over: &Over) -> String {
    pushed(&json!({ "over": over }))
}

/// Others want something, and wait for an answer.
pub fn wished(undo: Option<u8>, draw: Option<u8>) -> String {
    pushed(&json!({ "wished": { "undo": undo, "draw": draw } }))
}

/// The server stops, or the match goes elsewhere: come back in a moment.
pub fn bye() -> String {
    pushed(&json!({ "bye": true }))
}

pub fn view(id: &str, view: &RawValue) -> String {
    #[derive(Serialize)]
    struct View<'a> {
        view: &'a RawValue,
    }
    protocol::ok(&id, &View { view })
}

/// Events of a seat, and the number of the one that comes after them.
#[derive(Debug, Serialize)]
pub struct Seen {
    pub events: Vec<EventLine>,
    pub next: u32,
    pub voids: u32,
}

pub fn briefing(id: &str, briefing: &table::Briefing, goals: &[Goal]) -> String {
    protocol::ok(&id, &json!({ "briefing": briefing, "goals": goals }))
}

pub fn log(id: &str, log: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Log<'a, T> {
        log: &'a T,
    }
    protocol::ok(&id, &Log { log })
}

pub fn done(id: &str) -> String {
    protocol::ok(&id, &Map::new())
}

/// The answer to a question; to anything else there is none.
pub fn told(tell: Tell) -> Option<String> {
    Some(match tell {
        Tell::Legal { id, legal: LegalOrders { total, values, rows } } => {
            if rows.is_empty() {
                protocol::ok(&id, &json!({ "orders": values, "total": total }))
            } else {
                let orders = values.clone();
                let rows = values.into_iter().zip(rows).map(|(order, row)| OrderRow { order, row });
                let rows: Vec<OrderRow> = rows.collect();
                protocol::ok(&id, &json!({ "orders": orders, "rows": rows, "total": total }))
            }
        }
        Tell::Nearest { id, order, rule, why } => {
            let moved = rule.map(|rule| json!({ "rule": rule, "why": why }));
            protocol::ok(&id, &json!({ "order": order, "moved": moved }))
        }
        Tell::Preview { id, preview } => protocol::ok(&id, &json!({ "preview": preview })),
        Tell::Suggested { id, order, words, why } => {
            protocol::ok(&id, &json!({ "order": order, "text": words, "why": why }))
        }
        Tell::Refused { id, code, rule, why } => {
            // Of a question it is not told where it is wrong: only its order can be.
            refused(&id, FailureBody { code, message: why, rule, place: Some("order".to_owned()) })
        }
        _ => return None,
    })
}

/// What is not granted: by a rule of the game, or for another reason.
pub fn refused(id: &str, failure: FailureBody) -> String {
    match &failure.rule {
        Some(rule) if failure.code == Word::Refused.word() => {
            protocol::ok(&id, &json!({ "refused": { "rule": rule, "why": failure.message } }))
        }
        _ => protocol::error(&id, &error(failure)),
    }
}

/// An error of the server in the words of the protocol.
pub fn error(failure: FailureBody) -> EngineError {
    let FailureBody { code, message, rule: _, place } = failure;
    let is = |word: Word| code == word.word();
    let code = match place.as_deref() {
        Some("order") if is(Word::BadRequest) => Code::BadOrder,
        Some("message") if is(Word::BadRequest) => Code::LineTooLong,
        // No text, or no frame of a socket.
        None if is(Word::BadRequest) => Code::MalformedJson,
        _ if is(Word::BadRequest) => Code::BadField,
        _ if is(Word::Forbidden) => Code::Forbidden,
        _ if is(Word::NotFound) => Code::UnknownMatch,
        _ if is(Word::Stale) => Code::Stale,
        _ if is(Word::Busy) => Code::Busy,
        _ if is(Word::Refused) => Code::NotGranted,
        _ => Code::Internal,
    };
    let place = place.filter(|_| matches!(code, Code::BadField | Code::BadOrder));
    EngineError { place, ..EngineError::new(code, message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(code: Word, place: Option<&str>) -> FailureBody {
        FailureBody { place: place.map(str::to_owned), ..failure::failure(code, "why") }
    }

    #[test]
    fn every_code_of_the_server_has_its_word_in_the_protocol() {
        let alike = [
            (Word::Forbidden, Code::Forbidden),
            (Word::NotFound, Code::UnknownMatch),
            (Word::Refused, Code::NotGranted),
            (Word::Stale, Code::Stale),
            (Word::Busy, Code::Busy),
            (Word::Internal, Code::Internal),
        ];
        for place in [None, Some("order"), Some("message"), Some("wish")] {
            for (word, code) in alike {
                let told = error(failed(word, place));
                assert_eq!(
                    (told.code, told.place, &*told.message),
                    (code, None, "why"),
                    "{word:?} at {place:?}"
                );
            }
        }
        for (place, code, told_at) in [
            (None, Code::MalformedJson, None),
            (Some("message"), Code::LineTooLong, None),
            (Some("order"), Code::BadOrder, Some("order")),
            (Some("wish"), Code::BadField, Some("wish")),
        ] {
            let told = error(failed(Word::BadRequest, place));
            assert_eq!((told.code, told.place.as_deref()), (code, told_at), "at {place:?}");
        }
    }

    #[test]
    fn only_what_a_rule_refuses_is_no_error() {
        let rule = |code| FailureBody { rule: Some("TT-GEN-01".to_owned()), ..failed(code, None) };
        assert_eq!(
            refused("7", rule(Word::Refused)),
            r#"{"id":7,"refused":{"rule":"TT-GEN-01","why":"why"}}"#
        );
        for other in [rule(Word::Stale), failed(Word::Refused, None)] {
            let told: Value = serde_json::from_str(&refused("7", other)).expect("a line");
            assert!(told["error"].is_object() && told["refused"].is_null(), "{told}");
        }
    }
}
