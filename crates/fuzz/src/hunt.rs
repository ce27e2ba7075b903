//! Changes inputs by chance and looks at the answers. An input that is answered in words not heard before is worth going on
//! from: that is all the guidance there is, and it needs no special compiler.

use crate::corpus;
use crate::mutate::{Grammar, mutate};
use crate::usage::Meter;
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};
use table::Dice;

/// More of the processor's time for one input is a finding, in the build of the tests.
pub const WORK: Duration = Duration::from_secs(2);
/// More memory for one input is a finding, in kilobytes.
const MEMORY: u64 = 300 << 10;
/// Longer inputs are not made: what is too long has tests of its own at each door.
const LENGTH: usize = 128 << 10;
/// How often a finding is made smaller.
const SHRINKS: usize = 60;

/// One of the program's doors.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    pub grammar: Grammar,
    /// Inputs to begin with, beside those that are kept.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Takes an input through the door: panics if something does not hold, and says in which words it was answered.
    pub run: fn(&[u8]) -> Vec<String>,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// How long, and from which seed.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    pub seed: u64,
    /// Changed inputs, if no time is given.
    pub inputs: u64,
    pub time: Option<Duration>,
    /// Writes inputs with new answers into the corpus.
    pub keep: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub inputs: u64,
    /// Different answers.
    pub answers: usize,
    /// How many of them no seed and no kept input had.
    pub new: usize,
}

/// Something that does not hold.
#[derive(Clone, Debug)]
pub struct Finding {
    pub target: &'static str,
    pub seed: u64,
    pub number: u64,
    pub why: String,
    pub input: Vec<u8>,
    /// The input does it alone; else what came before it has a part in it.
    pub alone: bool,
    pub file: Option<PathBuf>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { target, seed, number, why, .. } = self;
        writeln!(f, "{target}, seed {seed}, input {number}: {why}")?;
        if !self.alone {
            writeln!(f, "(not by this input alone: what came before it has a part in it)")?;
        }
        if let Some(file) = &self.file {
            let file = file.display();
            writeln!(f, "again: cargo xtask fuzz --target {target} --input {file}")?;
        }
        let shown: Vec<u8> = self.input.iter().copied().take(2000).collect();
        write!(f, "{}", String::from_utf8_lossy(&shown))
    }
}

/// Takes the kept inputs through the door, then changed ones, until it is over or something does not hold.
pub fn hunt(target: &Target, plan: Hunt) -> Result<Found, Box<Finding>> {
    let begun = Instant::now();
    let mut pool = (target.seeds)();
    pool.extend(corpus::kept(target.name).unwrap_or_default().into_iter().map(|(_, input)| input));
    let mut heard = BTreeSet::new();
    let mut found = Found::default();
    for (number, input) in pool.iter().enumerate() {
        let words = attempt(target, input).map_err(|why| finding(target, plan, number as u64, why, input))?;
        heard.extend(words.iter().map(|words| shape(words)));
    }
    let known = heard.len();
    let seeds = pool.len() as u64;
    loop {
        let over = plan.time.map_or(found.inputs >= plan.inputs, |time| begun.elapsed() >= time);
        if over || pool.is_empty() {
            break;
        }
        let mut dice = Dice::derive(plan.seed, found.inputs);
        let from = &pool[dice.pick(pool.len())];
        let other = &pool[dice.pick(pool.len())];
        let mut input = mutate(target.grammar, from, other, &mut dice);
        input.truncate(LENGTH);
        let number = seeds + found.inputs;
        let words = attempt(target, &input).map_err(|why| finding(target, plan, number, why, &input))?;
        found.inputs += 1;
        let mut new = false;
        for words in words {
            new |= heard.insert(shape(&words));
        }
        if new {
            if plan.keep {
                let _ = corpus::keep(target.name, &input);
            }
            pool.push(input);
        }
    }
    (found.answers, found.new) = (heard.len(), heard.len() - known);
    Ok(found)
}

/// Runs one input and says what does not hold.
pub fn attempt(target: &Target, input: &[u8]) -> Result<Vec<String>, String> {
    listen_for_panics();
    let before = elsewhere().len();
    HERE.set(Some(Vec::new()));
    let meter = Meter::start();
    let answer = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let (worked, grown) = (meter.worked(), meter.grown());
    let mut panicked = HERE.take().unwrap_or_default();
    panicked.extend_from_slice(elsewhere().get(before..).unwrap_or_default());
    let panicked = panicked.join("; ");
    let Ok(words) = answer else { return Err(panicked) };
    if !panicked.is_empty() {
        return Err(format!("a panic inside: {panicked}"));
    }
    if worked > WORK {
        return Err(format!("{:.1} s of work for one input", worked.as_secs_f64()));
    }
    if grown > MEMORY {
        return Err(format!("{} MB of memory for one input", grown >> 10));
    }
    Ok(words)
}

fn finding(target: &Target, plan: Hunt, number: u64, why: String, input: &[u8]) -> Finding {
    let alone = fails(target, input);
    let input = if alone { shrunk(target, input.to_vec()) } else { input.to_vec() };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/fuzz");
    let file = folder.join(format!("{}-{}", target.name, corpus::name(&input)));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, &input));
    let file = written.is_ok().then_some(file);
    Finding { target: target.name, seed: plan.seed, number, why, input, alone, file }
}

/// On a thread of its own: nothing is left there of what came before.
fn fails(target: &Target, input: &[u8]) -> bool {
    let (target, input) = (*target, input.to_vec());
    std::thread::spawn(move || attempt(&target, &input).is_err()).join().unwrap_or(true)
}

/// The input without the parts that are not needed to make it fail.
fn shrunk(target: &Target, mut input: Vec<u8>) -> Vec<u8> {
    let mut tries = 0;
    let mut part = input.len() / 2;
    while part > 0 && tries < SHRINKS {
        let mut from = 0;
        while from < input.len() && tries < SHRINKS {
            let mut less = input.clone();
            less.drain(from..(from + part).min(less.len()));
            tries += 1;
            if fails(target, &less) {
                input = less;
            } else {
                from += part;
            }
        }
        part /= 2;
    }
    input
}

/// An answer without what is different in every answer: numbers, and what is quoted.
pub fn shape(words: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    for c in words.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '`') => {
                quote = Some(c);
                out.push('?');
            }
            None if c.is_ascii_digit() => {
                if !out.ends_with('#') {
                    out.push('#');
                }
            }
            None => out.push(c),
        }
    }
    out.chars().take(120).collect()
}

/// Panics on threads that no hunt is on: somebody works there for a server.
static ELSEWHERE: Mutex<Vec<String>> = Mutex::new(Vec::new());

thread_local! {
    /// Panics on this thread while an input is tried, also those that the program catches; none while nothing is tried.
    static HERE: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

fn elsewhere() -> MutexGuard<'static, Vec<String>> {
    ELSEWHERE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a panic said.
fn said(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("something")
}

fn listen_for_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let why = format!("{place}: {}", said(info.payload()));
            let here = HERE.with_borrow_mut(|here| here.as_mut().map(|here| here.push(why.clone())));
            if here.is_none() {
                elsewhere().push(why);
                before(info);
            }
        }));
    });
}
