//! The contract between the kernel and a game.

use crate::dice::Dice;
use crate::event::Sink;
use crate::rule::{Refusal, RuleId};
use crate::seat::{Seat, SeatId, TeamId, Viewer};
use crate::tactics::{Advice, Breadth, Course, Memory, Worth};
use crate::weights::Weight;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

/// What kind of game this is, so that an algorithm may refuse what it can not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Several seats owe sealed orders at once.
    pub simultaneous: bool,
    /// Some seats know what others do not.
    pub hidden: bool,
    /// Cards or dice decide.
    pub chance: bool,
    /// One seat plays against the game's own procedure.
    pub solitaire: bool,
}

/// What a decision is to the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// The match waits for it.
    Owed,
    /// A chance to change one's mind: the match waits for nobody.
    Open,
    /// A chance to interrupt. The match waits until it is taken or passed, and whoever has passed is not asked: one
    /// of its options passes ([`Game::passes`]).
    Window,
}

impl Duty {
    pub fn waits(self) -> bool {
        self != Self::Open
    }

    pub fn owed_if(owed: bool) -> Self {
        if owed { Self::Owed } else { Self::Open }
    }
}

/// One decision that a seat must or may make now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Prompt<A> {
    pub seat: SeatId,
    pub duty: Duty,
    pub ask: A,
}

/// A legal order in words: the same for browser, terminal, screen reader and log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Row {
    /// What it is, in a few words: "Advance to the edge of the wood".
    pub label: String,
    /// What it costs, brings and risks: a price, a range, odds. Empty where there is nothing to say.
    pub detail: String,
    /// The heading that it stands under among the others of its prompt: "Move".
    pub group: String,
}

/// What a match is about, before and while it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Briefing {
    pub about: String,
    pub sides: Vec<SideBriefing>,
    /// When the match is over.
    pub ends: String,
    /// What is other here than in the other scenarios.
    pub special: Vec<String>,
    /// What a newcomer has to know first.
    pub know: Vec<String>,
}

/// What one side is here to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SideBriefing {
    pub team: String,
    pub aim: String,
    pub loses: String,
}

/// An aim of one side and how it stands, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Goal {
    /// Whose aim it is; nobody's where it ends the match for all alike.
    pub team: Option<String>,
    /// A task, which ends with a full stop ("Shoot the balloon down."), or a condition ("every tripod is destroyed").
    pub text: String,
    /// How far it is: "2 of 3 destroyed".
    pub state: String,
    pub stands: Stands,
    pub rule: RuleId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Stands {
    Open,
    /// Something has just become urgent: the next roll or turn may decide it.
    Urgent,
    Reached,
    Lost,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<TeamId>,
    pub winner_name: Option<String>,
    /// The degree of victory, where the scenario has degrees.
    pub grade: Option<String>,
    pub rule: RuleId,
    /// One word for statistics: how it ended.
    pub how: &'static str,
}

/// What somebody asks for when a match is made: all in words, from a form or a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    pub scenario: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

impl SetupRequest {
    /// A scenario with these options.
    pub fn of(scenario: &str, options: &[(&str, &str)]) -> Self {
        let options = options.iter().map(|(option, word)| ((*option).to_owned(), (*word).to_owned()));
        Self { scenario: scenario.to_owned(), variant: None, options: options.collect() }
    }

    #[must_use]
    pub fn in_variant(self, variant: Option<&str>) -> Self {
        Self { variant: variant.map(str::to_owned), ..self }
    }
}

/// A set-up that can not be played: where it is wrong, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{place}: {why}{}", rule.map(|r| format!(" [{r}]")).unwrap_or_default())]
pub struct SetupError {
    pub rule: Option<RuleId>,
    /// The field or option that is wrong, such as `options.earthlings`.
    pub place: String,
    pub why: String,
}

impl SetupError {
    pub fn new(place: impl Into<String>, why: impl Into<String>) -> Self {
        Self { rule: None, place: place.into(), why: why.into() }
    }

    pub fn by(rule: &'static str, place: impl Into<String>, why: impl Into<String>) -> Self {
        Self { rule: Some(RuleId(rule)), place: place.into(), why: why.into() }
    }
}

/// A scenario as a menu shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScenarioInfo {
    pub id: String,
    pub title: String,
    pub about: String,
    pub variants: Vec<String>,
    /// How hard it is to play well, from 1 to 3, and how many minutes it takes two people.
    pub difficulty: u8,
    pub minutes: u16,
    pub seats: Vec<SeatInfo>,
    pub options: Vec<OptionInfo>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatInfo {
    pub seat: SeatId,
    pub name: String,
    pub team: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    pub id: String,
    pub about: String,
    pub takes: Takes,
    /// What may be written, in words: what it takes says it.
    pub expects: String,
    pub default: String,
    /// The lists that a form can build for it: one for the scenario as printed, and one for each variant that has
    /// another. None if the option is no list.
    pub lists: Vec<ListInfo>,
}

/// What may be written for an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Takes {
    /// One of two words, of which one turns it on.
    Switch { on: String, off: String },
    /// One of these words.
    OneOf { words: Vec<String> },
    /// A whole number.
    Number { from: u32, to: u32 },
    /// A list of pieces, or anything else that is written; `expects` says what.
    Text,
}

impl Takes {
    /// Whether a word can be meant. What is written freely is judged by the game.
    pub fn allows(&self, word: &str) -> bool {
        match self {
            Self::Switch { on, off } => word == on || word == off,
            Self::OneOf { words } => words.iter().any(|known| known == word),
            Self::Number { from, to } => word.parse().is_ok_and(|n| (from..=to).contains(&&n)),
            Self::Text => true,
        }
    }

    fn expects(&self) -> String {
        match self {
            Self::Switch { on, off } => format!("{on} or {off}"),
            Self::OneOf { words } => match words.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                _ => words.concat(),
            },
            Self::Number { from, to: u32::MAX } => format!("a number from {from}"),
            Self::Number { from: 0, to } => format!("a number up to {to}"),
            Self::Number { from, to } => format!("a number from {from} to {to}"),
            Self::Text => String::new(),
        }
    }
}

impl OptionInfo {
    fn new(id: &str, about: &str, takes: Takes, default: &str) -> Self {
        let (id, about, default) = (id.to_owned(), about.to_owned(), default.to_owned());
        Self { id, about, expects: takes.expects(), takes, default, lists: Vec::new() }
    }

    /// Off unless somebody turns it on.
    pub fn switch(id: &str, about: &str) -> Self {
        let takes = Takes::Switch { on: "on".to_owned(), off: "off".to_owned() };
        Self::new(id, about, takes, "off")
    }

    /// A question of yes or no with words of its own.
    pub fn either(id: &str, about: &str, [on, off]: [&str; 2], default: &str) -> Self {
        Self::new(id, about, Takes::Switch { on: on.to_owned(), off: off.to_owned() }, default)
    }

    pub fn one_of(id: &str, about: &str, words: &[&str], default: &str) -> Self {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Self::new(id, about, Takes::OneOf { words }, default)
    }

    pub fn number(id: &str, about: &str, numbers: std::ops::RangeInclusive<u32>, default: u32) -> Self {
        let takes = Takes::Number { from: *numbers.start(), to: *numbers.end() };
        Self::new(id, about, takes, &default.to_string())
    }

    /// Something that is written freely, or in a list; `expects` says what.
    pub fn text(id: &str, about: &str, expects: &str, default: &str) -> Self {
        Self { expects: expects.to_owned(), ..Self::new(id, about, Takes::Text, default) }
    }
}

/// A list, row by row. It is written as `word+extra+counted_extra:2`, with commas between the rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ListInfo {
    pub variant: Option<String>,
    pub rows: Vec<RowInfo>,
    /// What a further row is like, where rows can be added and taken away.
    pub more: Option<RowInfo>,
    pub extras: Vec<ExtraInfo>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RowInfo {
    /// What it can be; the first is the default.
    pub choices: Vec<ChoiceInfo>,
    /// What it has in any case, by name.
    pub given: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChoiceInfo {
    pub word: String,
    pub name: String,
    /// What sort of thing it is: some extras go with one sort only.
    pub sort: String,
    /// Offered while another option has this value: `ww2=on`.
    pub when: Option<String>,
}

/// What can be said of a row after a plus sign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExtraInfo {
    pub word: String,
    pub name: String,
    pub about: String,
    /// The heading that it stands under, such as "Weapons".
    pub group: String,
    pub sort: String,
    /// More than one: it is counted, as in `bombs:2`.
    pub most: u8,
    pub when: Option<String>,
}

/// A game: the whole state of one match, and its rules.
///
/// The state is small and cheap to clone, for search. Rules do no I/O, read no clock and take chance only
/// from the [`Dice`] inside the state.
pub trait Game: Clone + Hash + Send + Sync + 'static {
    /// The components that the game is played with; replaceable by the user.
    type Content: Send + Sync + 'static;
    /// A complete set-up, resolved from a request or written down as a position.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a prompt asks.
    type Ask: Copy + Debug + PartialEq + Serialize + Send + Sync;
    type Order: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What an order would do, as far as its seat may know.
    type Preview: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// What can happen, as a viewer reads it.
    type What: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// The table as a viewer sees it.
    type View: Serialize;

    const ID: &'static str;
    const TITLE: &'static str;
    /// Goes up when old logs would replay differently.
    const RULES_VERSION: u32;
    const KIND: Kind;

    fn scenarios(content: &Self::Content) -> Vec<ScenarioInfo>;
    /// Identifies the content in a log's header.
    fn content_hash(content: &Self::Content) -> crate::hash::StateHash;
    /// What is printed on the components, for whoever draws the table.
    fn components(_content: &Self::Content) -> impl Serialize + 'static {}
    /// Turns words into a complete set-up.
    fn resolve(content: &Self::Content, request: &SetupRequest) -> Result<Self::Setup, SetupError>;
    /// Validates a set-up and begins a match that is always playable.
    fn begin(
        content: &Arc<Self::Content>,
        setup: &Self::Setup,
        seed: u64,
        sink: &mut Sink<Self::What>,
    ) -> Result<Self, SetupError>;

    fn seats(&self) -> &[Seat];
    /// Every decision that is open now, in a fixed order. Empty only when the match is over.
    fn prompts(&self, out: &mut Vec<Prompt<Self::Ask>>);
    /// Shows every legal order of this prompt to a visitor, in a fixed order, until he has seen enough; says whether he
    /// has. One visitor lists, counts and finds: of a continuous choice he is shown samples ([`Game::sampled`]).
    fn each_option(&self, prompt: &Prompt<Self::Ask>, visit: &mut impl FnMut(Self::Order) -> bool) -> bool;
    /// How many legal orders answer this prompt; at least one.
    fn options(&self, prompt: &Prompt<Self::Ask>) -> usize {
        let mut count = 0;
        self.each_option(prompt, &mut |_| {
            count += 1;
            false
        });
        count
    }
    /// The `n`th legal order of this prompt, `n < options(prompt)`. Who wants them all visits them.
    fn option(&self, prompt: &Prompt<Self::Ask>, n: usize) -> Self::Order {
        let (mut left, mut found) = (n, None);
        self.each_option(prompt, &mut |order| {
            if left == 0 {
                found = Some(order);
                return true;
            }
            left -= 1;
            false
        });
        found.unwrap_or_else(|| panic!("{prompt:?} has no option {n}"))
    }
    /// One legal order at random, without the list of all; none where there is no legal order. A game whose list is dear has
    /// a way of its own, and need not give every order the same chance: but every kind of order has one, and a match that is
    /// played like this ends.
    fn draw(&self, prompt: &Prompt<Self::Ask>, dice: &mut Dice) -> Option<Self::Order> {
        match self.options(prompt) {
            0 => None,
            1 => Some(self.option(prompt, 0)),
            options => Some(self.option(prompt, dice.pick(options))),
        }
    }
    /// Whether the options of this ask are samples of a continuous choice: other orders are accepted too.
    fn sampled(&self, _ask: &Self::Ask) -> bool {
        false
    }
    /// The same order in the form that [`Game::option`] uses, where several forms mean the same thing.
    fn canonical(&self, _seat: SeatId, order: &Self::Order) -> Self::Order {
        order.clone()
    }
    /// Whether this seat may give this order now.
    fn check(&self, seat: SeatId, order: &Self::Order) -> Result<(), Refusal>;
    /// The legal order nearest to this one, for a hand that is not exact: what it gives back is accepted. Where a
    /// choice is not continuous nothing lies near it, and the order itself is the answer or the refusal.
    fn nearest(&self, seat: SeatId, order: &Self::Order) -> Result<Self::Order, Refusal> {
        self.check(seat, order)?;
        Ok(self.canonical(seat, order))
    }
    /// Carries out an order that [`Game::check`] accepts, and everything that follows without a decision.
    fn apply(&mut self, seat: SeatId, order: &Self::Order, sink: &mut Sink<Self::What>);
    /// Whether this order lets a window pass: [`Duty::Window`].
    fn passes(&self, _order: &Self::Order) -> bool {
        false
    }
    /// Whether no answer of this window can bring anything, so that to let it pass is all there is: a shot that can not hit.
    fn is_vain(&self, _prompt: &Prompt<Self::Ask>) -> bool {
        false
    }
    /// What an order that [`Game::check`] accepts would do and cost: only from what its seat may know. `None` where there
    /// is nothing to foresee.
    fn preview(&self, _seat: SeatId, _order: &Self::Order) -> Option<Self::Preview> {
        None
    }
    /// The same for an order that is still being made, such as a move of which only the first steps are said. `None`
    /// where it can not become a legal one.
    fn draft(&self, _seat: SeatId, _order: &Self::Order) -> Option<Self::Preview> {
        None
    }
    /// Whether this state, the one behind the order, is what its preview promised. A preview promises only what neither
    /// chance nor another seat can change.
    fn kept(&self, _seat: SeatId, _preview: &Self::Preview) -> Result<(), String> {
        Ok(())
    }
    /// The team whose seats the game's own procedure can play, if it has one: a set-up option `automated` takes
    /// `on`, `off` or a list of such seats.
    fn procedure() -> Option<&'static str> {
        None
    }
    /// Whether this seat is played by the game's own procedure: it never owes a decision.
    fn plays_itself(&self, _seat: SeatId) -> bool {
        false
    }
    fn outcome(&self) -> Option<Outcome>;
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }
    fn turn(&self) -> u32;

    /// The turn that this event begins, if it begins one.
    fn turn_begun(_what: &Self::What) -> Option<u32> {
        None
    }

    fn view(&self, viewer: Viewer) -> Self::View;
    /// A projected event in words.
    fn tell(&self, what: &Self::What) -> String;
    fn ask_text(&self, ask: &Self::Ask) -> String;
    fn order_text(&self, order: &Self::Order) -> String;
    /// A legal order of a prompt with its price and its heading.
    fn row(&self, _prompt: &Prompt<Self::Ask>, order: &Self::Order) -> Row {
        Row { label: self.order_text(order), ..Row::default() }
    }
    /// What this match is about.
    fn briefing(_content: &Self::Content, _setup: &Self::Setup) -> Briefing {
        Briefing::default()
    }
    /// The aims of both sides and how they stand, as this viewer may know it.
    fn goals(&self, _viewer: Viewer) -> Vec<Goal> {
        Vec::new()
    }

    /// Takes other dice: whatever chance is still to decide is decided by these, and nothing else changes. Who takes
    /// other dice twice has the second ones, as if the first had never been.
    fn reseed(&mut self, seed: u64);
    /// The name of the team that wins when the team of this seat gives up.
    fn winner_against(&self, seat: SeatId) -> Option<String> {
        let team = self.seats().iter().find(|own| own.id == seat)?.team;
        self.seats().iter().find(|other| other.team != team).map(|other| other.team_name.clone())
    }

    /// A full state that this seat can not tell from the true one: what it may not know is drawn anew.
    #[must_use]
    fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Self;
    /// This very state as a set-up that [`Game::begin`] takes: everything but the dice to come.
    fn position(&self) -> Self::Setup;

    /// The figures that the game's judgement weighs by, if a fit may move them. No rule asks them: a match replays the same
    /// whatever they are.
    fn weights(_content: &Self::Content) -> &[Weight] {
        &[]
    }
    /// Judges by these values from now on, one for each of [`Game::weights`]; anything else changes nothing.
    fn judge_by(&mut self, _values: &[f64]) {}
    /// An imagined state in which the others are about to do what makes sense for them: for bots that search.
    #[must_use]
    fn muse(&self, seat: SeatId, dice: &mut Dice) -> Self {
        self.imagine(seat, dice)
    }
    /// What this state is worth to a seat. A game that has no opinion is not searched.
    fn appraise(&self, _seat: SeatId) -> Option<Worth> {
        None
    }
    /// The options of a prompt that are worth a closer look, by their numbers.
    fn candidates(&self, prompt: &Prompt<Self::Ask>, breadth: Breadth, dice: &mut Dice) -> Vec<usize> {
        let mut list: Vec<usize> = (0..self.options(prompt)).collect();
        if list.len() > breadth.options {
            dice.shuffle(&mut list);
            list.truncate(breadth.options);
        }
        list
    }
    /// Whole courses from here, of which a prompt is the first decision, the best at first sight first. Where a move is made in
    /// small steps a search tries these instead of its candidates. None: a decision stands for itself.
    fn courses(&self, _prompt: &Prompt<Self::Ask>, _most: usize) -> Vec<Course<Self::Order>> {
        Vec::new()
    }
    /// A sensible order at a glance, for everybody in a state that a search plays on. None ends the look ahead.
    fn reflex(&self, _prompt: &Prompt<Self::Ask>, _dice: &mut Dice) -> Option<Self::Order> {
        None
    }
    /// Whether sides decide in secret at once now, and learn of each other's decisions when all of them are made: to
    /// answer what one expects of the others is not enough then.
    fn is_sealed(&self) -> bool {
        false
    }
    /// What a player does in a state that a search plays on for many turns: by reflex, or else as the game advises. A
    /// game whose advice is dear has something quicker. What is kept in mind is kept for this one look ahead.
    fn routine(
        &self,
        prompt: &Prompt<Self::Ask>,
        memory: &mut Memory,
        dice: &mut Dice,
    ) -> Option<Self::Order> {
        self.reflex(prompt, dice).or_else(|| {
            let option = self.advise(prompt, memory, dice)?.option;
            (option < self.options(prompt)).then(|| self.option(prompt, option))
        })
    }
    /// What a state is worth to a seat when such a look ahead comes to its end. None: only who has won counts.
    fn outlook(&self, seat: SeatId) -> Option<f64> {
        self.appraise(seat).map(|worth| worth.value)
    }
    /// Turns that such a look ahead is good for, the present one included.
    fn horizon(&self) -> u32 {
        1
    }
    /// How many looks ahead of this game take about as long as one of another: a search has so many times the number.
    fn haste(&self) -> usize {
        1
    }
    /// The answer of the game's own judgement, where it has one that needs no search.
    fn advise(&self, _prompt: &Prompt<Self::Ask>, _memory: &mut Memory, _dice: &mut Dice) -> Option<Advice> {
        None
    }
    /// A better answer than [`Game::advise`], if the game knows one: what a search starts from. It is apart so that bots
    /// that follow the advice stay the measure that they are.
    fn counsel(&self, _prompt: &Prompt<Self::Ask>, _memory: &mut Memory, _dice: &mut Dice) -> Option<Advice> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_up_error_names_place_reason_and_rule() {
        let plain = SetupError::new("options.goal", "expected a number");
        assert_eq!(plain.to_string(), "options.goal: expected a number");
        let ruled = SetupError::by("TT-SET-02", "scenario", "needs two teams");
        assert_eq!(ruled.to_string(), "scenario: needs two teams [TT-SET-02]");
    }

    #[test]
    fn an_option_says_what_it_expects_and_takes_nothing_else() {
        let switch = OptionInfo::switch("aces", "");
        assert_eq!((&*switch.expects, &*switch.default), ("on or off", "off"));
        assert!(switch.takes.allows("on") && switch.takes.allows("off") && !switch.takes.allows("yes"));
        let words = |words: &[&str]| OptionInfo::one_of("side", "", words, "a").expects;
        assert_eq!((words(&["a"]), words(&["a", "b", "c"])), ("a".to_owned(), "a, b or c".to_owned()));
        let number = |from, to| OptionInfo::number("n", "", from..=to, from);
        assert_eq!(number(2, 9).expects, "a number from 2 to 9");
        assert_eq!(number(0, 9).expects, "a number up to 9");
        assert_eq!(number(3, u32::MAX).expects, "a number from 3");
        let takes = number(2, 9).takes;
        assert!(takes.allows("2") && takes.allows("9") && !takes.allows("1") && !takes.allows("10"));
        assert!(!takes.allows("two"));
    }

    #[test]
    fn a_request_needs_only_its_scenario_and_knows_its_fields() {
        let request: SetupRequest = serde_json::from_str(r#"{"scenario":"piave"}"#).unwrap();
        assert_eq!(request, SetupRequest { scenario: "piave".to_owned(), ..SetupRequest::default() });
        assert_eq!(serde_json::to_string(&request).unwrap(), r#"{"scenario":"piave"}"#);
        assert!(serde_json::from_str::<SetupRequest>(r#"{"scenario":"piave","option":{}}"#).is_err());
    }
}
