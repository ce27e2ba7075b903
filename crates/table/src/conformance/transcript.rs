//! What everybody is told and what the game thinks along a match, in short hashes that are kept in git.
//!
//! A golden playthrough shows what happens in a random match. It says nothing of what was offered and foreseen, in which
//! words, or what a bot thought of it, and random play seldom goes deep. A transcript goes along a match that was played
//! with the game's own judgement and writes all that down, some decisions to a line of a table. There are two tables, in two files: what a table shows (`NAME.table.txt`), and what the game's judgement is (`NAME.judgement.txt`),
//! whose figures are changed from time to time.
//!
//! The orders stand in the first one, and are given again as they stand there: a bot that thinks better changes what it
//! thinks of the match, not the match. They are chosen anew only while `HEATRAY_BLESS=1` is set and only from the first one
//! on that is refused; who wants another match removes the file.

use super::look::{self, Look};
use super::shake::shaken;
use super::sheet::{Sheet, digits};
use crate::dice::Dice;
use crate::event::Event;
use crate::game::{Game, SetupRequest, Takes};
use crate::log::Entry;
use crate::play::Match;
use crate::seat::{SeatId, Viewer};
use crate::tactics::Memory;
use std::path::Path;
use std::sync::Arc;

/// Which way a match goes, and how closely it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    pub seed: u64,
    /// At most so many orders are given.
    pub orders: usize,
    /// One decision in so many is looked at.
    pub looks: usize,
    /// So many looks are written in one line.
    pub every: usize,
    /// One order in so many is drawn at random, the others follow the game's judgement; 1 for a random match.
    pub whims: u32,
    /// One look in so many follows an option as far as the game's judgement looks ahead, which can be dear; 0 for none.
    pub later: usize,
}

impl Default for Course {
    fn default() -> Self {
        Self { seed: 1, orders: 120, looks: 1, every: 3, whims: 6, later: 2 }
    }
}

/// A game that draws nothing legal so many times in a row is broken.
const TRIES: usize = 50;

/// What a table shows along a match, and what judgement says of it.
#[derive(Debug)]
pub struct Transcript {
    table: Sheet,
    judgement: Sheet,
}

impl Transcript {
    /// Both tables as they are kept.
    pub fn texts(&self) -> [String; 2] {
        [self.table.text(), self.judgement.text()]
    }
}

/// Compares what is told and thought along a match with the tables of this name among a crate's golden files.
pub fn transcript<G: Game>(
    home: &str,
    name: &str,
    content: &Arc<G::Content>,
    request: &SetupRequest,
    course: Course,
) {
    let bless = super::golden::is_blessed();
    let path = |part: &str| format!("{home}/tests/golden/transcripts/{name}.{part}.txt");
    let paths = [path("table"), path("judgement")];
    let old = paths.each_ref().map(|path| std::fs::read_to_string(path).unwrap_or_default());
    let now = follow::<G>(content, request, course, &old[0], bless)
        .unwrap_or_else(|why| panic!("{}: {why}", paths[0]));
    let mut wrong = Vec::new();
    for ((path, old), sheet) in paths.iter().zip(&old).zip([&now.table, &now.judgement]) {
        if let Err(why) = super::golden::compare_golden(Path::new(path), &sheet.text(), bless) {
            wrong.push(format!("{}\n{why}", sheet.changes(old)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The orders of an older table, if it began with the same match.
fn orders_of<G: Game>(old: &str, title: &str) -> Vec<Entry<G::Order>> {
    if !old.starts_with(title) {
        return Vec::new();
    }
    let lines = old.lines().filter_map(|line| line.strip_prefix("> "));
    let read = |line: &str| {
        let mut parts = line.splitn(3, ' ');
        let seat = SeatId(parts.next()?.parse().ok()?);
        Some(Entry { seat, order: serde_json::from_str(parts.nth(1)?).ok()? })
    };
    lines.map_while(read).collect()
}

/// Goes along a match: by the orders of an older table, or, where a new one may be written, by judgement.
pub fn follow<G: Game>(
    content: &Arc<G::Content>,
    request: &SetupRequest,
    course: Course,
    old: &str,
    may_part: bool,
) -> Result<Transcript, String> {
    let played = Match::<G>::new(content, request, course.seed)
        .map_err(|e| format!("{}: the request can not be set up: {e}", G::ID))?;
    let title = title_of::<G>(request, course);
    let known = orders_of::<G>(old, &title);
    let mut walk = Walk {
        seats: played.state().seats().iter().map(|s| s.id).collect(),
        table: Sheet::new(look::TABLE, &format!("{title}\n\n{}", begun(&played, request))),
        judgement: Sheet::new(look::JUDGEMENT, &title),
        play: Dice::derive(course.seed, 1),
        played,
        course,
        memory: Memory::default(),
    };
    let mut look = Look::default();
    while walk.goes_on() {
        let number = walk.played.entries().len();
        let next = known.get(number);
        if next.is_none() && !may_part {
            break;
        }
        let fits = |entry: &&Entry<G::Order>| walk.played.state().check(entry.seat, &entry.order).is_ok();
        let entry = match (next.filter(fits), next) {
            (Some(entry), _) => entry.clone(),
            (None, Some(entry)) if !may_part => {
                let why = walk.played.state().check(entry.seat, &entry.order);
                return Err(format!("order {number} is refused: {:?}: {why:?}", entry.order));
            }
            (None, _) => walk.choose(),
        };
        if number.is_multiple_of(course.looks.max(1)) {
            walk.look(&mut look, &entry);
        }
        walk.give(&entry);
    }
    walk.end();
    Ok(Transcript { table: walk.table, judgement: walk.judgement })
}

fn title_of<G: Game>(request: &SetupRequest, course: Course) -> String {
    let Course { seed, orders, looks, every, whims, later } = course;
    let request = serde_json::to_string(request).unwrap_or_default();
    format!(
        "{}: {request}\nseed {seed}, up to {orders} orders, 1 in {whims} at random, 1 in {looks} looked at, {every} in a line, 1 in {later} to the end",
        G::TITLE
    )
}

/// What is there before the first order, a hash for each part of it.
fn begun<G: Game>(played: &Match<G>, request: &SetupRequest) -> String {
    let content = played.content();
    let write = |name: &str, text: String| format!("{name} {}", digits(&text));
    let setup = &played.header().setup;
    let parts = [
        write("set-up", look::json(setup)),
        write("briefing", look::json(&G::briefing(content, setup))),
        write("components", look::json(&G::components(content))),
        write("scenarios", look::json(&G::scenarios(content))),
        write("seats", look::json(&played.state().seats())),
        write("events", told(played, 0)),
        write("other set-ups", other_set_ups::<G>(content, request)),
    ];
    parts.join(", ")
}

/// What comes of words that a form offers for the options of this scenario, and of some that it does not.
fn other_set_ups<G: Game>(content: &G::Content, request: &SetupRequest) -> String {
    let mut text = String::new();
    let scenarios = G::scenarios(content);
    let Some(scenario) = scenarios.iter().find(|s| s.id == request.scenario) else { return text };
    for option in &scenario.options {
        let words = match &option.takes {
            Takes::Switch { on, off } => vec![on.clone(), off.clone()],
            Takes::OneOf { words } => words.clone(),
            Takes::Number { from, to } => {
                let numbers = [from.wrapping_sub(1), *from, *to, to.wrapping_add(1)];
                numbers.iter().map(u32::to_string).collect()
            }
            Takes::Text => Vec::new(),
        };
        let more = [option.default.clone(), String::new(), "xyzzy".to_owned(), "xyzzy+x:2,".to_owned()];
        for word in words.into_iter().chain(more) {
            let mut other = request.clone();
            other.options.insert(option.id.clone(), word);
            look::line(&mut text, &answer(G::resolve(content, &other)));
        }
    }
    for variant in scenario.variants.iter().map(String::as_str).chain(["xyzzy"]) {
        let other = request.clone().in_variant(Some(variant));
        look::line(&mut text, &answer(G::resolve(content, &other)));
    }
    text
}

fn answer<T: serde::Serialize, E: std::fmt::Display>(result: Result<T, E>) -> String {
    result.map_or_else(|e| e.to_string(), |value| look::json(&value))
}

/// The events from this one on in the words for everybody who looks on.
pub(super) fn told<G: Game>(played: &Match<G>, from: usize) -> String {
    let state = played.state();
    let viewers = look::viewers(state);
    let mut text = String::new();
    for event in &played.events()[from..] {
        let seen: Vec<Option<&G::What>> = viewers.iter().map(|viewer| event.seen_by(*viewer)).collect();
        look::line(&mut text, &words::<G>(state, event, &viewers, &seen));
    }
    text
}

/// An event once for all who see the same of it.
fn words<G: Game>(
    state: &G,
    event: &Event<G::What>,
    viewers: &[Viewer],
    seen: &[Option<&G::What>],
) -> String {
    let mut text = event.rule.to_string();
    for (index, what) in seen.iter().enumerate() {
        let Some(what) = what else { continue };
        let first = seen.iter().position(|other| other == &Some(*what));
        let told = if first == Some(index) {
            format!("{} {}", state.tell(what), look::json(what))
        } else {
            String::from("the same")
        };
        text.extend([" / ", &viewers[index].to_string(), ": ", &told]);
    }
    text
}

/// A match on its way, and the tables that are written.
struct Walk<G: Game> {
    played: Match<G>,
    course: Course,
    seats: Vec<SeatId>,
    table: Sheet,
    judgement: Sheet,
    play: Dice,
    /// What the players keep in mind; they are of one mind.
    memory: Memory,
}

impl<G: Game> Walk<G> {
    fn goes_on(&self) -> bool {
        self.played.entries().len() < self.course.orders && self.played.state().outcome().is_none()
    }

    /// An order as judgement gives it, or at random.
    fn choose(&mut self) -> Entry<G::Order> {
        let index = super::walk::ask(&self.played, &mut self.play);
        let (state, prompt) = (self.played.state(), &self.played.prompts()[index]);
        let whim = self.play.below(self.course.whims.max(1)) == 0;
        let judged = if whim { None } else { state.routine(prompt, &mut self.memory, &mut self.play) };
        let legal = |order: &G::Order| state.check(prompt.seat, order).is_ok();
        let drawn = || (0..TRIES).find_map(|_| state.draw(prompt, &mut self.play).filter(legal));
        let order =
            judged.filter(legal).or_else(drawn).unwrap_or_else(|| panic!("nothing answers {prompt:?}"));
        Entry { seat: prompt.seat, order: state.canonical(prompt.seat, &order) }
    }

    fn look(&mut self, look: &mut Look<G>, next: &Entry<G::Order>) {
        let number = self.played.entries().len();
        let mut dice = Dice::derive(self.course.seed, 1_000 + number as u64);
        look.prompt = self.prompt_of(next);
        look.orders = self.pool(next, &mut dice);
        let looks = number / self.course.looks.max(1);
        look.far = looks.checked_rem(self.course.later) == Some(0);
        let asked = self.played.prompts()[look.prompt];
        let (shown, thought) = (
            look.table(&self.played, &self.seats, &mut dice),
            look.judgement(&self.played, &self.seats, &mut dice),
        );
        if looks.is_multiple_of(self.course.every.max(1)) {
            let words = format!("{number}. {} {:?}", asked.seat, self.played.state().ask_text(&asked.ask));
            self.table.cells(shown, words.clone());
            self.judgement.cells(thought, words);
        } else {
            self.table.join(&shown);
            self.judgement.join(&thought);
        }
    }

    /// The prompt that an order answers, as far as that can be told.
    fn prompt_of(&self, next: &Entry<G::Order>) -> usize {
        let prompts = self.played.prompts();
        let own = || (0..prompts.len()).filter(|i| prompts[*i].seat == next.seat);
        let lists =
            |i: &usize| self.played.state().each_option(&prompts[*i], &mut |order| order == next.order);
        let listed = if own().count() > 1 { own().find(lists) } else { None };
        listed.or_else(|| own().find(|i| prompts[*i].duty.waits())).or_else(|| own().next()).unwrap_or(0)
    }

    /// Orders that are asked about though they may be wrong here: earlier ones, and the next one not quite as it is meant.
    fn pool(&self, next: &Entry<G::Order>, dice: &mut Dice) -> Vec<G::Order> {
        let entries = self.played.entries();
        let earlier = entries.len().min(4);
        let mut pool: Vec<G::Order> =
            (0..earlier).map(|_| entries[dice.pick(entries.len())].order.clone()).collect();
        pool.extend((0..8).filter_map(|_| shaken(&next.order, dice)));
        pool.push(next.order.clone());
        pool
    }

    fn give(&mut self, entry: &Entry<G::Order>) {
        let events = self.played.events().len();
        self.played.carry_out(entry.seat, entry.order.clone());
        let state = self.played.state();
        let throws = &self.played.throws();
        let news = format!(
            "{}{:?}{}{}",
            told(&self.played, events),
            throws.last(),
            throws.len(),
            state.order_text(&entry.order)
        );
        let order = look::json(&entry.order);
        self.table.plain(format!(
            "> {} {} {order}",
            entry.seat.0,
            digits(&format!("{news}{}", self.played.hash()))
        ));
    }

    fn end(&mut self) {
        let state = self.played.state();
        let outcome = state.outcome().map_or_else(|| "goes on".to_owned(), |outcome| look::json(&outcome));
        let luck: Vec<String> = self.played.luck().iter().map(look::json).collect();
        let mut last = String::new();
        for viewer in look::viewers(state) {
            look::line(&mut last, &look::json(&state.view(viewer)));
            look::line(&mut last, &look::json(&state.goals(viewer)));
        }
        let given_up: Vec<Option<String>> =
            self.seats.iter().map(|seat| state.winner_against(*seat)).collect();
        self.table.plain(format!("\nturn {}: {outcome}", state.turn()));
        self.table.plain(format!(
            "hash {}, luck {}, views {}, against those who give up {}",
            self.played.hash(),
            digits(&luck.join("\n")),
            digits(&last),
            digits(&format!("{given_up:?}"))
        ));
        let worth: Vec<String> = self
            .seats
            .iter()
            .map(|seat| format!("{:?} {:?}", state.appraise(*seat), state.outlook(*seat)))
            .collect();
        self.judgement.plain(format!("\nat the end {}", digits(&worth.join("\n"))));
    }
}
