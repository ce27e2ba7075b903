//! What travels between the server and a client. Every type here has a TypeScript twin in `web/src/wire`,
//! written by `cargo xtask types` and checked to be current by a test.
//!
//! What belongs to one game (orders, views, asks, events) is carried as it is: its types come from the game's
//! own crate, and the client's board for that game knows them.

mod agreed;
mod review;
mod weighed;

pub use agreed::{Agreed, Fairness, Origin, Root, SaltWish, SeatBot, VowWish};
pub use review::{BetterAnswer, Odds, Review, ReviewMoment, Reviewed, TurningPoint};
pub use weighed::{BalanceCard, BalanceSide, Reason, Weighed};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use table::{Briefing, Duty, Goal, Luck, Row};
#[cfg(feature = "ts")]
use ts_rs::TS;
#[cfg(feature = "ts")]
use utoipa::ToSchema;

/// A game on the shelf: `GET /api/games`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct GameInfo {
    pub game: String,
    pub title: String,
    pub scenarios: Vec<ScenarioCard>,
    /// The bots that can sit in a seat of this game, weakest first.
    pub bots: Vec<BotInfo>,
    /// Guided matches of it: `GET /api/games/{game}/lessons/{lesson}` has one in full.
    pub lessons: Vec<LessonCard>,
}

/// A lesson as it is offered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct LessonCard {
    pub id: String,
    pub title: String,
    pub about: String,
    pub scenario: String,
    pub minutes: u16,
    pub steps: u16,
    /// The first thing that a newcomer is offered.
    pub first: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct BotInfo {
    pub id: String,
    pub name: String,
    pub about: String,
    /// The only team whose seats it can take; none if it can take any.
    pub team: Option<String>,
    /// The one for a first game.
    pub gentle: bool,
    /// It takes its time, and tells how far it is.
    pub slow: bool,
}

/// A scenario as the home page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct ScenarioCard {
    pub id: String,
    pub title: String,
    pub about: String,
    pub variants: Vec<String>,
    pub seats: Vec<SeatCard>,
    pub options: Vec<OptionCard>,
    /// One player against the game's own procedure.
    pub solo: bool,
    /// The team that the briefing speaks to first: whoever does not choose plays it.
    pub side: Option<String>,
    /// 1 is for a first game, 3 for old hands.
    pub difficulty: u8,
    pub minutes: u16,
    /// How fair it is between equal bots; none where nobody measured it under these rules.
    pub balance: Option<BalanceCard>,
    /// Every way in which it ends, and what is other here than elsewhere.
    #[cfg_attr(feature = "ts", schema(value_type = Vec<Value>))]
    pub goals: Vec<Goal>,
    pub special: Vec<String>,
    /// The table as it stands at the beginning of a quick set-up, as a spectator sees it: for the small picture.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub picture: Value,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct SeatCard {
    pub seat: u8,
    pub name: String,
    pub team: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct OptionCard {
    pub id: String,
    pub about: String,
    /// What may be written: a form is made of it.
    #[cfg_attr(feature = "ts", schema(value_type = Object))]
    pub takes: table::Takes,
    /// The same in words.
    pub expects: String,
    pub default: String,
    /// The lists that a form can build for it: one as printed, and one for each variant that has another.
    pub lists: Vec<ListCard>,
}

/// A list, row by row: written as `word+extra+counted_extra:2`, with commas between the rows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct ListCard {
    pub variant: Option<String>,
    pub rows: Vec<RowCard>,
    /// What a further row is like, where rows can be added and taken away.
    pub more: Option<RowCard>,
    pub extras: Vec<ExtraCard>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct RowCard {
    /// What it can be; the first is the default.
    pub choices: Vec<ChoiceCard>,
    /// What it has in any case, by name.
    pub given: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct ChoiceCard {
    pub word: String,
    pub name: String,
    /// Extras go with things of their own sort.
    pub sort: String,
    /// Offered while another option has this value: `ww2=on`.
    pub when: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct ExtraCard {
    pub word: String,
    pub name: String,
    pub about: String,
    pub group: String,
    pub sort: String,
    /// More than one: it is counted.
    pub most: u8,
    pub when: Option<String>,
}

/// `POST /api/matches`. Exactly one of `setup`, `log`, `position` and `fork`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct NewMatch {
    pub game: Option<String>,
    pub setup: Option<SetupWish>,
    /// The text of a match log: the match goes on where it ends, or is there to be watched.
    pub log: Option<String>,
    #[serde(deserialize_with = "position")]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub position: Option<Value>,
    pub fork: Option<Fork>,
    pub seed: Option<u32>,
    /// Who sits where, in the order of the seats. A seat that is not named is a human's.
    pub seats: Vec<Sitting>,
    pub clock: Clock,
    /// All seats of people that are not guests' are played on one screen, by whoever makes the match: he gets their keys.
    /// Without guests he may see the whole log and fork. Otherwise he gets one key, that of the first seat of a person
    /// who is no guest, and an invitation for each other one.
    pub hot_seat: bool,
    /// The dice are pledged before anybody sits down, and follow from what all seats add: nobody may choose a seed, a log, a
    /// position or a second seat. The match begins when every person has said `vow` and then `salt`.
    pub fair: bool,
}

/// The longest position, in bytes: many times the largest that a game writes. Taken apart, text takes up to a hundred times
/// its room.
const POSITION_LIMIT: usize = 512 << 10;

fn position<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    let Some(text) = Option::<Box<RawValue>>::deserialize(from)? else { return Ok(None) };
    if text.get().len() > POSITION_LIMIT {
        let why = format!("expected a position of at most {POSITION_LIMIT} bytes");
        return Err(serde::de::Error::custom(why));
    }
    serde_json::from_str(text.get()).map(Some).map_err(serde::de::Error::custom)
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SetupWish {
    pub scenario: String,
    pub variant: Option<String>,
    pub options: BTreeMap<String, String>,
}

/// A new match from a moment of another one: finished, or played by nobody but the asker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Fork {
    pub of: String,
    pub key: String,
    /// How many events of the asker's stream had happened at that moment.
    pub events: u32,
    /// How many orders had been given, which says it more exactly: of a match that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub orders: Option<u32>,
}

// Those without fields have braces: else whatever else is said would be let pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Sitting {
    Open {},
    Human {
        name: String,
    },
    /// Somebody who comes by an invitation, and says his name himself.
    Guest {},
    Bot {
        bot: String,
    },
}

impl Default for Sitting {
    fn default() -> Self {
        Self::Open {}
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    #[default]
    None,
    /// Each seat has so many minutes for the match, and gains some seconds with every order.
    Live { minutes: u16, gain_seconds: u16 },
    /// Each decision has so many days.
    Days { days: u8 },
}

/// The answer to `POST /api/matches`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Made {
    #[serde(rename = "match")]
    pub id: String,
    /// One key for each seat that is played by who made the match. Who has the key has the seat.
    pub keys: Vec<SeatKey>,
    /// One for each other seat of a person: whoever is first to exchange it sits there, with a key that nobody else has.
    pub invitations: Vec<Invitation>,
    /// The key of spectators.
    pub watch: String,
}

/// It opens nothing but what was agreed on and one seat, once.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Invitation {
    pub seat: u8,
    pub token: String,
}

/// `POST /api/matches/{id}/claim`: exchanges an invitation for a seat. The key is made by whoever will hold it, of 24 letters
/// out of `A-Z a-z 0-9 - _`; the same claim sent again is answered again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimWish {
    pub invitation: String,
    pub key: String,
    /// What he wants to be called, if he wants to be called anything.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub name: String,
}

/// The answer to a claim.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Claimed {
    pub seat: u8,
}

/// `GET /api/matches/{id}/invitation`, with the invitation as the key: what somebody is invited to, before he sits down.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Offer {
    #[serde(rename = "match")]
    #[cfg_attr(feature = "ts", ts(rename = "match"))]
    pub id: String,
    pub game: String,
    pub scenario: String,
    pub title: String,
    pub seat: u8,
    /// Somebody sits there already, by this very invitation.
    pub taken: bool,
    pub people: People,
    pub agreed: Option<Agreed>,
    pub fair: Option<Fairness>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct SeatKey {
    pub seat: u8,
    pub key: String,
}

/// An error, over HTTP with a fitting status, or as a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Failure {
    pub error: FailureBody,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct FailureBody {
    /// One word for programs: `not_found`, `forbidden`, `refused`, `bad_request`, `stale`, `busy`, `internal`. On a
    /// socket `forbidden` and `not_found` mean that the key opens nothing here; after the welcome they do not occur,
    /// and whatever is not granted leaves the seat as it was.
    pub code: String,
    pub message: String,
    /// The rule that refuses, for the rule look-up.
    pub rule: Option<String>,
    /// The field that is wrong.
    pub place: Option<String>,
}

/// What a client says on the socket.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Say {
    /// First of all: who this is, how many events it has already, and the `voids` of the last news it got. With an
    /// empty key the seat is the one that the account of the cookie has in this match.
    Hello {
        key: String,
        #[serde(default)]
        events: u32,
        #[serde(default)]
        voids: u32,
        /// This client takes views as `changes`.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        changes: bool,
    },
    /// An order. The client makes the id; the same id sent again is answered again and done once. With `decision`,
    /// the one of the prompts that it answers, it is refused as `stale` if another decision is open by then.
    Order {
        id: String,
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        order: Value,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        decision: Option<String>,
    },
    /// Whether an order would be accepted, and if not, why.
    Check {
        id: String,
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        order: Value,
    },
    /// The legal order nearest to this one.
    Nearest {
        id: String,
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        order: Value,
    },
    /// Legal orders that fit a pattern.
    Legal {
        id: String,
        ask: LegalAsk,
    },
    /// What an order would do and cost; nothing changes.
    Preview {
        id: String,
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        order: Value,
    },
    /// What a bot would do in the place of who asks, and why.
    Suggest {
        id: String,
    },
    /// Why the bot of this seat did what it did last: at once where nothing is hidden, otherwise when the match is over.
    Why {
        id: String,
        seat: u8,
    },
    Chat {
        text: String,
    },
    /// Asks for something that the others answer, or answers it.
    Wish {
        wish: Wish,
    },
    Name {
        name: String,
    },
    /// What this seat will add to the dice of a fair match: SHA-256 of four lines, `heatray vow 1`, the match, the number of
    /// the seat and the salt. Who has lost his salt vows again, and then all do.
    Vow {
        hash: String,
    },
    /// The salt itself, when every person has vowed: at most 32 bytes in hexadecimal digits, none if it is empty. The match
    /// begins when every person has said this.
    Salt {
        salt: String,
    },
    Ping {
        at: f64,
    },
}

impl Say {
    /// A question about orders: it changes nothing, and is answered beside the match.
    pub fn is_question(&self) -> bool {
        matches!(
            self,
            Self::Check { .. }
                | Self::Nearest { .. }
                | Self::Legal { .. }
                | Self::Preview { .. }
                | Self::Suggest { .. }
        )
    }
}

/// Which legal orders somebody wants to know. `within` is an order with holes: objects match where their fields
/// match, arrays element by element, `null` matches anything. With `spread`, a JSON pointer, the answer is the
/// distinct values at that place instead of the orders. With `words` each order has its row.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct LegalAsk {
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub within: Option<Value>,
    pub spread: Option<String>,
    pub limit: Option<u32>,
    pub words: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Take back my last order; where others have a say they are asked.
    Undo,
    AllowUndo,
    DenyUndo,
    Resign,
    /// End a fair match that has not begun: nobody has won it, nobody has lost it.
    CallOff,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// A new match, with the sides swapped where people play each other.
    Rematch,
    /// A bot plays on for me.
    HandOver,
    /// Go on from the position of a match that older rules began, or agree to that. All who play have to.
    Continue,
    DeclineContinue,
}

/// What the server says on the socket.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(tag = "op", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "written once and dropped; none is kept in numbers")]
pub enum Tell {
    /// The answer to a hello: everything from the first event that the client lacks.
    Welcome {
        #[serde(rename = "match")]
        #[cfg_attr(feature = "ts", ts(rename = "match"))]
        id: String,
        game: String,
        scenario: String,
        title: String,
        /// The viewer's seat; none for spectators.
        seat: Option<u8>,
        /// The match may be forked and its log downloaded at any time by this viewer.
        own: bool,
        /// The moments of the match so far: how many events this viewer had seen after each step that showed him
        /// something.
        marks: Vec<u32>,
        chat: Vec<ChatLine>,
        people: People,
        /// What was chosen when the match was made; not known of matches of older programs.
        agreed: Option<Agreed>,
        /// Of a fair match: what is pledged.
        fair: Option<Fairness>,
        #[cfg_attr(feature = "ts", schema(value_type = Value))]
        briefing: Briefing,
        news: News,
    },
    /// Something happened that this viewer may know of.
    News {
        news: News,
    },
    /// The news that come next take away what this viewer has seen: somebody took an order back.
    Back {
        seat: u8,
        /// What was rolled or drawn since then comes anew, with other dice.
        dice: bool,
    },
    /// Who is at the table, who is ready, offers, clocks.
    People {
        people: People,
    },
    Ack {
        id: String,
    },
    Refused {
        id: String,
        /// As in [`FailureBody`]: `refused` by a rule, `stale` if it came too late, and the others.
        code: String,
        rule: Option<String>,
        why: String,
    },
    /// The answer to a check.
    Fine {
        id: String,
    },
    /// A legal order that is nearest to the one that was asked about, and why that one itself is not legal.
    Nearest {
        id: String,
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        order: Value,
        rule: Option<String>,
        why: Option<String>,
    },
    Legal {
        id: String,
        #[serde(flatten)]
        legal: LegalOrders,
    },
    /// What the order would do, if there is something to foresee.
    Preview {
        id: String,
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        preview: Option<Value>,
    },
    /// What a bot would do: an order, its words, and why, where there was something to weigh.
    Suggested {
        id: String,
        #[cfg_attr(feature = "ts", ts(type = "unknown"))]
        order: Value,
        words: String,
        why: Option<String>,
    },
    /// The reasons of a bot, the last first; none where there was nothing to weigh.
    Reasons {
        id: String,
        reasons: Vec<Reason>,
    },
    Chat {
        line: ChatLine,
    },
    /// Something is known of the dice of a fair match.
    Fair {
        fair: Fairness,
    },
    /// In a fair match: a seat has sealed what it decided, something was shown, or the match went back. This link of the chain
    /// will be in the log's proof.
    Sealed {
        link: u32,
        seat: Option<u8>,
        hash: String,
    },
    /// The rematch is there: where, and with which key.
    Rematch {
        made: Made,
    },
    Pong {
        at: f64,
    },
    /// The server stops; come back in a moment.
    Bye,
    Error {
        error: FailureBody,
    },
}

/// What a viewer learns by one step of the match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct News {
    /// The number of the first of these events in this viewer's stream. If it is lower than what the client has,
    /// an order was taken back: what comes after is void.
    pub from: u32,
    /// How often events of this viewer's stream were taken back. Who comes back says the number he knows: if it is
    /// another one, his events may be void and he gets them all again.
    pub voids: u32,
    pub events: Vec<EventLine>,
    /// The table as this viewer may see it. Left out where `changes` say what became different.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    #[cfg_attr(feature = "ts", schema(value_type = Option<Value>))]
    pub view: Option<Box<RawValue>>,
    /// For clients that asked for them in their hello: what to put where in the view that they were told last, each by
    /// its path of keys and numbers. A welcome always has the whole view.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "Array<[Array<string | number>, unknown]>"))]
    #[cfg_attr(feature = "ts", schema(value_type = Option<Vec<Value>>))]
    pub changes: Option<Box<RawValue>>,
    pub prompts: Prompts,
    /// The aims of both sides and how they stand, if they stand otherwise than they were told last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", schema(value_type = Option<Vec<Value>>))]
    pub goals: Option<Vec<Goal>>,
    /// The match is over.
    pub over: Option<Over>,
}

/// [`Tell::News`] of news that are kept.
#[derive(Debug, Serialize)]
#[serde(tag = "op", rename = "news")]
pub struct TellNews<'a> {
    pub news: &'a News,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct EventLine {
    pub turn: u32,
    pub rule: &'static str,
    pub text: String,
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "ts", schema(value_type = Value))]
    pub what: Box<RawValue>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Prompts {
    pub turn: u32,
    /// The seats that the match waits for.
    pub waiting: Vec<u8>,
    pub mine: Vec<PromptLine>,
    /// A name for what is open to this viewer now; another one as soon as he has answered it, or it is another
    /// question. Empty if nothing is. An order may say which decision it answers.
    pub decision: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct PromptLine {
    /// The match waits for it.
    pub must: bool,
    #[cfg_attr(feature = "ts", schema(value_type = String))]
    pub duty: Duty,
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "ts", schema(value_type = Value))]
    pub ask: Box<RawValue>,
    pub text: String,
    /// How many legal orders answer it.
    pub options: u32,
    /// A window that can only be let pass: nothing that could be done in it brings anything.
    pub vain: bool,
}

impl PartialEq for PromptLine {
    fn eq(&self, other: &Self) -> bool {
        (self.duty, self.ask.get(), &self.text, self.options, self.vain)
            == (other.duty, other.ask.get(), &other.text, other.options, other.vain)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Over {
    /// The winning team; none for a draw.
    pub winner: Option<String>,
    pub grade: Option<String>,
    pub rule: Option<String>,
    pub how: String,
    /// What chance gave each side, against what was to be expected: the same for everybody.
    #[cfg_attr(feature = "ts", schema(value_type = Vec<Value>))]
    pub luck: Vec<Luck>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct People {
    pub seats: Vec<Person>,
    pub watching: u32,
    /// Somebody asks to take back an order: which seat.
    pub undo_asked: Option<u8>,
    /// The turn that the table would go back to: all orders since then fall.
    pub undo_turn: Option<u32>,
    pub draw_offered: Option<u8>,
    pub rematch_asked: Option<u8>,
    pub clock: Clock,
    /// Why the match stands still, if a bot can not go on.
    pub halted: Option<String>,
    /// Why the match can only be looked at, if the rules of today lead elsewhere.
    pub old: Option<String>,
    /// The seats that have agreed to go on from its position.
    pub continue_agreed: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Person {
    pub seat: u8,
    pub team: String,
    pub name: String,
    pub bot: Option<String>,
    /// Nobody has exchanged the invitation to this seat yet.
    pub invited: bool,
    pub online: bool,
    /// A bot is at work.
    pub thinking: bool,
    /// How much of what it may look at it has looked at, in hundredths; none where it does not search.
    pub share: Option<u8>,
    /// The match does not wait for this seat.
    pub ready: bool,
    /// Time left in milliseconds, where there is a clock.
    pub left_ms: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct ChatLine {
    pub seat: Option<u8>,
    pub name: String,
    pub text: String,
    /// Seconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// `GET /api/matches/{id}/moment?events=N`: the table as the viewer saw it then.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Moment {
    pub events: u32,
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    #[cfg_attr(feature = "ts", schema(value_type = Value))]
    pub view: Box<RawValue>,
}

/// `GET /api/matches/{id}/history`: the whole stream of this viewer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct History {
    pub events: Vec<EventLine>,
    pub marks: Vec<u32>,
}

/// `POST /api/matches/{id}/orders` and `…/check`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OrderWish {
    /// Made by the client; the same id sent again is answered again and done once.
    pub id: String,
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub order: Value,
    /// The decision of the prompts that it answers: if another one is open by then, the order is refused as `stale`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub decision: Option<String>,
}

/// The answer to `POST /api/matches/{id}/legal`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct LegalOrders {
    pub total: u32,
    #[cfg_attr(feature = "ts", ts(type = "unknown[]"))]
    pub values: Vec<Value>,
    /// The words of each of them, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Row>>"))]
    #[cfg_attr(feature = "ts", schema(value_type = Vec<Value>))]
    pub rows: Vec<Row>,
}

/// `POST /api/matches/{id}/chat`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChatWish {
    pub text: String,
}

/// `POST /api/matches/{id}/wish`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WishWish {
    pub wish: Wish,
}

/// `GET /api/server`: for whom a link to this server is good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct ServerInfo {
    /// Whether others than this machine can open it.
    pub network: bool,
    /// Where others on the same network can open it, such as `http://192.0.2.7:8724`. Empty if nobody can, if it is
    /// not known, and behind a proxy: there the address of the page is the right one.
    pub addresses: Vec<String>,
}

/// `POST /api/accounts` and `POST /api/sessions`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    pub name: String,
    pub password: String,
}

/// `GET /api/me`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Me {
    pub name: String,
}

/// `POST /api/me/matches`: keeps the seat of this key in the account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct KeepMatch {
    #[serde(rename = "match")]
    pub id: String,
    pub key: String,
}

/// A match in a list: `GET /api/matches/{id}` and `GET /api/me/matches`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Summary {
    #[serde(rename = "match")]
    #[cfg_attr(feature = "ts", ts(rename = "match"))]
    pub id: String,
    pub game: String,
    pub scenario: String,
    pub title: String,
    pub turn: u32,
    pub seat: Option<u8>,
    pub my_turn: bool,
    pub over: Option<Over>,
    pub people: People,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub changed: i64,
}

/// `GET /api/rules/{id}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct RuleEntry {
    pub id: String,
    pub title: String,
    pub source: String,
    pub layer: String,
    pub kind: String,
    pub text: String,
    pub ruling: Option<String>,
    pub needs: Vec<String>,
    /// The game that is played by its book, and where it stands there.
    pub game: String,
    pub book: String,
    pub chapter: String,
    pub section: String,
    /// The entries before and after it in its book.
    pub before: Option<String>,
    pub after: Option<String>,
}

/// A game that there is a book of: `GET /api/books`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct BookCard {
    pub game: String,
    pub title: String,
    /// The rulebooks that it is played by.
    pub books: Vec<String>,
    /// How many entries they have.
    pub rules: usize,
}

/// All that there is to read about a game: `GET /api/games/{game}/book`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct GameBook {
    pub game: String,
    pub title: String,
    pub books: Vec<RuleBook>,
    pub glossary: Vec<Term>,
    pub scenarios: Vec<ScenarioPage>,
}

/// A rulebook in our words, in the order of print.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct RuleBook {
    pub prefix: String,
    pub title: String,
    pub chapters: Vec<RuleChapter>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct RuleChapter {
    pub title: String,
    pub sections: Vec<RuleSection>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct RuleSection {
    pub title: String,
    pub rules: Vec<RuleText>,
}

/// An entry where its section says the rest.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct RuleText {
    pub id: String,
    pub title: String,
    pub layer: String,
    pub text: String,
    pub ruling: Option<String>,
}

/// A word of a rulebook.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct Term {
    pub word: String,
    pub text: String,
    pub rule: String,
}

/// What a scenario is about and how one wins it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(TS, ToSchema))]
pub struct ScenarioPage {
    pub id: String,
    pub title: String,
    pub about: String,
    #[cfg_attr(feature = "ts", schema(value_type = Value))]
    pub briefing: Briefing,
    /// Every way in which it ends.
    #[cfg_attr(feature = "ts", schema(value_type = Vec<Value>))]
    pub goals: Vec<Goal>,
}
