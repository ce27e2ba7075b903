//! The hunter itself: what it must find, and what it must not.

use fuzz::hunt::{WORK, attempt, shape};
use fuzz::mutate::Grammar;
use fuzz::usage::Meter;
use fuzz::{Hunt, Target, hunt};
use std::fs;
use std::panic::catch_unwind;

fn seeds() -> Vec<Vec<u8>> {
    vec![b"{\"op\":\"order\",\"order\":{\"at\":12}}\n".to_vec()]
}

const PLAN: Hunt = Hunt { seed: 1, inputs: 3000, time: None, keep: false };

fn target(name: &'static str, run: fn(&[u8]) -> Vec<String>) -> Target {
    Target { name, grammar: Grammar::Lines, seeds, run }
}

#[test]
fn a_fault_is_found_made_small_and_written_down() {
    let faulty = target("test-faulty", |input| {
        let text = String::from_utf8_lossy(input);
        assert!(!text.contains("4294967296"), "too much");
        Vec::new()
    });
    let finding = hunt(&faulty, PLAN).expect_err("there is a fault");
    assert!(finding.alone && finding.why.contains("too much"), "{finding}");
    assert_eq!(finding.input, b"4294967296");
    let file = finding.file.expect("a file");
    assert_eq!(fs::read(&file).expect("the input"), finding.input);
    fs::remove_file(file).expect("it is there");
}

#[test]
fn a_fault_that_somebody_catches_is_found_too() {
    let caught = target("test-caught", |input| {
        let _ = catch_unwind(|| assert!(!input.ends_with(b"}"), "no end"));
        Vec::new()
    });
    let finding = hunt(&caught, PLAN).expect_err("there is a fault");
    assert!(finding.why.contains("a panic inside"), "{finding}");
    let _ = finding.file.map(fs::remove_file);
}

#[test]
fn work_without_end_is_found() {
    let slow = target("test-slow", |input| {
        let meter = Meter::start();
        while input.len() > 60 && meter.worked() <= WORK {
            std::hint::black_box(input);
        }
        Vec::new()
    });
    let finding = attempt(&slow, &[b'x'; 61]).expect_err("it is slow");
    assert!(finding.contains("s of work"), "{finding}");
    assert!(attempt(&slow, b"x").is_ok());
}

#[test]
fn new_answers_lead_further() {
    // One change makes some lines of one; only who goes on from what was new comes to sixteen.
    let deep = target("test-deep", |input| {
        let lines = input.iter().filter(|byte| **byte == b'\n').count();
        vec!["door ".to_owned() + &"!".repeat(lines.min(16) / 4)]
    });
    let found = hunt(&deep, PLAN).expect("no fault");
    assert_eq!((found.inputs, found.answers, found.new), (PLAN.inputs, 5, 4));
    assert_eq!(hunt(&deep, PLAN).expect("no fault"), found, "the same seed finds the same");
}

#[test]
fn an_answer_is_known_by_its_words_alone() {
    assert_eq!(shape("line 12: no game \"chess\"; expected `a`"), "line #: no game ?; expected ?");
    assert_eq!(
        shape("line 7: no game \"x\"; expected `bc`"),
        shape("line 12: no game \"chess\"; expected `a`")
    );
    assert_ne!(shape("line 7: no game"), shape("line 7: no match"));
}
