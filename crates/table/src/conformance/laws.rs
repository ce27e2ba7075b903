//! The laws of play: prompts, orders, logs, positions, undo.

use super::Plan;
use super::secrecy::sight;
use super::walk::{Walk, assert_same, each_match};
use crate::event::Event;
use crate::face::{AnyGame, AnyMatch, Shelved};
use crate::game::{Duty, Game, Prompt, SetupRequest};
use crate::hash::StateHash;
use crate::log::{Entry, MatchLog};
use crate::luck::Throw;
use crate::play::{Match, UndoError};
use crate::seat::{SeatId, Viewer};
use std::sync::Arc;

/// Every match ends: no crash, no dead end, no endless game.
pub fn random_play_ends<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("random_play_ends", content, request, plan, |walk| while walk.step() {});
}

/// Before the end somebody must decide something, and every prompt has an option. After it nobody is asked.
pub fn prompts_offer_something<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("prompts_offer_something", content, request, plan, |walk| {
        loop {
            prompts_are_answerable(&walk.played);
            if !walk.step() {
                break;
            }
        }
    });
}

fn prompts_are_answerable<G: Game>(played: &Match<G>) {
    let state = played.state();
    let mut again = Vec::new();
    state.prompts(&mut again);
    assert!(again == played.prompts(), "asked twice, the state gives other prompts");
    if state.outcome().is_some() {
        assert!(again.is_empty(), "the match is over and asks {:?}", again[0]);
        return;
    }
    assert!(!played.waiting().is_empty(), "dead end: the match is not over and waits for nobody");
    for prompt in &again {
        assert!(
            state.seats().iter().any(|s| s.id == prompt.seat),
            "{prompt:?} asks a seat that is not there"
        );
        assert!(state.options(prompt) > 0, "the prompt {prompt:?} has no options");
        assert!(!state.ask_text(&prompt.ask).is_empty(), "{prompt:?} has no words");
    }
}

/// An order is accepted exactly if its canonical form is among the options of that seat's prompts. Where the
/// options are samples of a continuous choice, other orders may be accepted too.
pub fn legal_iff_accepted<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("legal_iff_accepted", content, request, plan, |walk| {
        loop {
            if walk.looks() {
                the_list_is_the_law(walk);
            }
            if !walk.step() {
                break;
            }
        }
    });
}

fn the_list_is_the_law<G: Game>(walk: &mut Walk<G>) {
    let foreign = walk.foreign_orders();
    for seat in walk.seats() {
        let listed = walk.listed(seat);
        let stride = listed.len().div_ceil(walk.plan.options.max(1)).max(1);
        let first = walk.look.pick(stride);
        let state = walk.played.state();
        for order in listed.iter().skip(first).step_by(stride) {
            if let Err(refusal) = state.check(seat, order) {
                panic!("{seat} is offered {order:?}, and it is refused: {refusal}");
            }
            let canonical = state.canonical(seat, order);
            assert!(
                canonical == *order,
                "{seat} is offered {order:?}, whose canonical form is {canonical:?}"
            );
            assert!(!state.order_text(order).is_empty(), "{order:?} has no words");
        }
        for order in &foreign {
            let canonical = state.canonical(seat, order);
            match (state.check(seat, order), listed.contains(&canonical)) {
                (Ok(()), false) if walk.samples(seat) => {}
                (Ok(()), false) => panic!("{seat} may give {order:?}, and no prompt offers it"),
                (Err(refusal), true) => panic!("{seat} is offered {order:?}, and it is refused: {refusal}"),
                (Ok(()), true) | (Err(_), false) => {}
            }
        }
    }
    for order in &foreign {
        for stranger in strangers(&walk.played) {
            let answer = walk.played.state().check(stranger, order);
            assert!(answer.is_err(), "{stranger} does not sit at the table and may give {order:?}");
        }
    }
}

/// A match can be played by orders that are drawn: every one is accepted, stands in the list where that is complete, follows
/// the dice, and leads to an end.
pub fn drawn_is_accepted<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("drawn_is_accepted", content, request, plan, |walk| {
        while let Some(prompt) = walk.asked() {
            let (asked, mut dice) = (walk.played.prompts()[prompt], walk.look.clone());
            let state = walk.played.state();
            let Some(order) = state.draw(&asked, &mut walk.look) else {
                panic!("nothing is drawn for {asked:?}, which has {} options", state.options(&asked));
            };
            let again = state.draw(&asked, &mut dice);
            assert!(again.as_ref() == Some(&order), "the same dice draw {order:?} and {again:?}");
            if let Err(refusal) = state.check(asked.seat, &order) {
                panic!("{} draws {order:?}, and it is refused: {refusal}", asked.seat);
            }
            let canonical = state.canonical(asked.seat, &order);
            assert!(
                canonical == order,
                "{} draws {order:?}, whose canonical form is {canonical:?}",
                asked.seat
            );
            if !state.sampled(&asked.ask) {
                let listed = (0..state.options(&asked)).any(|n| state.option(&asked, n) == order);
                assert!(listed, "{} draws {order:?}, and {asked:?} does not offer it", asked.seat);
            }
            if let Err(refusal) = walk.played.order(asked.seat, &order) {
                panic!("{} draws {order:?}, and it is refused when given: {refusal}", asked.seat);
            }
        }
    });
}

/// What lies nearest to an order is accepted, lies nearest to itself, and is the order itself where that is legal.
pub fn nearest_is_accepted<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("nearest_is_accepted", content, request, plan, |walk| {
        loop {
            if walk.looks() {
                let foreign = walk.foreign_orders();
                let state = walk.played.state();
                for (seat, order) in walk.seats().iter().flat_map(|s| foreign.iter().map(move |o| (*s, o))) {
                    let legal = state.check(seat, order).is_ok();
                    let Ok(near) = state.nearest(seat, order) else {
                        assert!(
                            !legal,
                            "{order:?} of {seat} is accepted, and nothing is said to lie near it"
                        );
                        continue;
                    };
                    if let Err(refusal) = state.check(seat, &near) {
                        panic!("{near:?} is said to lie near {order:?} of {seat}, and is refused: {refusal}");
                    }
                    let canonical = state.canonical(seat, order);
                    assert!(!legal || near == canonical, "{order:?} of {seat} is moved to {near:?}");
                    let again = state.nearest(seat, &near);
                    assert!(again.as_ref() == Ok(&near), "{near:?} of {seat} is moved on to {again:?}");
                }
            }
            if !walk.step() {
                break;
            }
        }
    });
}

/// Every window can be passed, nothing else passes, and whoever has passed is not asked the same again at once.
pub fn windows_can_be_passed<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("windows_can_be_passed", content, request, plan, |walk| {
        loop {
            for (index, prompt) in walk.played.prompts().iter().enumerate() {
                let state = walk.played.state();
                let pass = (0..state.options(prompt)).find(|n| state.passes(&state.option(prompt, *n)));
                if prompt.duty != Duty::Window {
                    assert!(pass.is_none(), "{prompt:?} is no window, and one of its orders passes");
                    continue;
                }
                let pass = pass.unwrap_or_else(|| panic!("nothing passes the window {prompt:?}"));
                let mut trial = walk.played.clone();
                trial.choose(index, pass);
                assert!(!trial.prompts().contains(prompt), "{prompt:?} was passed, and is asked again");
            }
            if !walk.step() {
                break;
            }
        }
    });
}

/// What a preview promises is what the order does; an order that is refused has none.
pub fn previews_are_kept<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("previews_are_kept", content, request, plan, |walk| {
        loop {
            if walk.looks() {
                for (index, prompt) in walk.played.prompts().to_vec().iter().enumerate() {
                    let options = walk.played.state().options(prompt);
                    for _ in 0..options.min(4) {
                        let n = walk.look.pick(options);
                        let order = walk.played.state().option(prompt, n);
                        let Some(preview) = walk.played.state().preview(prompt.seat, &order) else {
                            continue;
                        };
                        let mut trial = walk.played.clone();
                        trial.choose(index, n);
                        if let Err(why) = trial.state().kept(prompt.seat, &preview) {
                            panic!("{order:?} of {} was to bring {preview:?}: {why}", prompt.seat);
                        }
                    }
                }
            }
            if !walk.step() {
                break;
            }
        }
    });
}

/// Every legal order has a label in words: no ids, no empty lines, nothing that a screen reader would spell.
pub fn orders_have_words<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("orders_have_words", content, request, plan, |walk| {
        loop {
            if walk.looks() {
                for prompt in walk.played.prompts().to_vec() {
                    let options = walk.played.state().options(&prompt);
                    for _ in 0..options.min(6) {
                        let n = walk.look.pick(options);
                        let order = walk.played.state().option(&prompt, n);
                        let row = walk.played.state().row(&prompt, &order);
                        assert!(!row.label.trim().is_empty(), "{order:?} has no label");
                        for words in [&row.label, &row.detail, &row.group] {
                            assert!(are_words(words), "{order:?} is called {words:?}");
                        }
                    }
                }
            }
            if !walk.step() {
                break;
            }
        }
    });
}

/// Whether a text is for people: no identifiers, no Rust, no "1 units".
pub fn are_words(text: &str) -> bool {
    let token = |c: char| matches!(c, '_' | '{' | '}' | '`') || c.is_control();
    let one = |text: &str| {
        ["1 units", "1 points", "1 turns", "1 hexes", "1 dice", "1 cards"].iter().any(|bad| {
            text.match_indices(bad)
                .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_ascii_digit() || c == '.'))
        })
    };
    !text.contains(token) && !text.contains("  ") && !one(text)
}

/// Numbers that a person can send and that are no seats of this match.
fn strangers<G: Game>(played: &Match<G>) -> Vec<SeatId> {
    let seats = played.state().seats();
    let numbers = [seats.len() as u8, SeatId::MAX as u8, u8::MAX].map(SeatId);
    numbers.into_iter().filter(|n| seats.iter().all(|s| s.id != *n)).collect()
}

/// A refused order changes nothing: neither hash nor prompts, log, events or luck.
pub fn refused_leaves_the_state_untouched<G: Game>(
    content: &Arc<G::Content>,
    request: &SetupRequest,
    plan: Plan,
) {
    each_match::<G>("refused_leaves_the_state_untouched", content, request, plan, |walk| {
        loop {
            if walk.looks() {
                let foreign = walk.foreign_orders();
                let seats = walk.seats();
                let before = Snapshot::of(&walk.played);
                for (seat, order) in seats.iter().flat_map(|s| foreign.iter().map(move |o| (*s, o))) {
                    if walk.played.state().check(seat, order).is_err() {
                        let answer = walk.played.order(seat, order).map(<[_]>::len);
                        assert!(
                            answer.is_err(),
                            "{order:?} of {seat} is refused when checked, taken when given"
                        );
                        before.assert_equals(&walk.played, &format!("after {seat} was refused {order:?}"));
                    }
                }
            }
            if !walk.step() {
                break;
            }
        }
    });
}

/// Everything that can be told of a match.
struct Snapshot<G: Game> {
    hash: StateHash,
    prompts: Vec<Prompt<G::Ask>>,
    entries: Vec<Entry<G::Order>>,
    events: Vec<Event<G::What>>,
    throws: Vec<Throw>,
}

impl<G: Game> Snapshot<G> {
    fn of(played: &Match<G>) -> Self {
        Self {
            hash: played.hash(),
            prompts: played.prompts().to_vec(),
            entries: played.entries().to_vec(),
            events: played.events().to_vec(),
            throws: played.throws().to_vec(),
        }
    }

    fn assert_equals(&self, played: &Match<G>, when: &str) {
        assert!(self.hash == played.hash(), "{when}: the hash {} became {}", self.hash, played.hash());
        assert!(self.prompts == played.prompts(), "{when}: the prompts changed");
        assert!(self.entries == played.entries(), "{when}: the log changed");
        assert!(self.events == played.events(), "{when}: the events changed");
        assert!(self.throws == played.throws(), "{when}: the luck changed");
    }
}

/// A checked, recorded match and an unchecked, silent one go the same way, order by order.
pub fn checked_equals_unchecked<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("checked_equals_unchecked", content, request, plan, |walk| {
        let header = walk.played.header().clone();
        let mut silent = Match::<G>::begin_silent(content, header.setup, header.seed)
            .unwrap_or_else(|e| panic!("the same set-up fails when it is silent: {e}"));
        loop {
            assert!(silent.hash() == walk.played.hash(), "the silent match has another hash");
            assert!(silent.prompts() == walk.played.prompts(), "the silent match has other prompts");
            assert!(silent.entries() == walk.played.entries(), "the silent match has other orders");
            assert!(silent.round() == walk.played.round(), "the silent match counts other barriers");
            let Some((prompt, n)) = walk.next() else { break };
            let asked = walk.played.prompts()[prompt];
            let order = walk.played.state().option(&asked, n);
            if let Err(refusal) = walk.played.order(asked.seat, &order) {
                panic!("{} is offered {order:?}, and it is refused: {refusal}", asked.seat);
            }
            silent.choose(prompt, n);
        }
    });
}

/// A log written, read and replayed leads to the same match, and a wrong hash is found out.
pub fn replay_and_text_equal<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("replay_and_text_equal", content, request, plan, |walk| {
        let halt = walk.look.below(16);
        for _ in 0..halt {
            walk.step();
        }
        the_log_is_the_match(&walk.played);
        while walk.step() {}
        the_log_is_the_match(&walk.played);
    });
}

fn the_log_is_the_match<G: Game>(played: &Match<G>) {
    let log = played.log();
    let text = log.to_text();
    let read = MatchLog::parse(&text).unwrap_or_else(|e| panic!("the log can not be read: {e}"));
    assert!(read == log, "the log reads differently from how it was written");
    assert_same("the log written again", &text, &read.to_text());
    let replayed = Match::<G>::replay(played.content(), &read, true)
        .unwrap_or_else(|e| panic!("the log can not be replayed: {e}"));
    Snapshot::of(played).assert_equals(&replayed, "replayed");
    assert!(replayed.round() == played.round(), "replayed: the barriers are others");

    let shelf = Shelved::<G>::new(Arc::clone(played.content()));
    let verify = |log: &MatchLog<G::Setup, G::Order>| {
        shelf.verify_log(&log.to_text()).unwrap_or_else(|e| panic!("the log can not be verified: {e}"))
    };
    let verified = verify(&log);
    assert!(verified.ok && verified.hash == played.hash(), "the log's hash is not confirmed");
    assert!(verified.orders == log.entries.len(), "the log's orders are not counted");
    let corrupted = MatchLog { hash: Some(StateHash(played.hash().0 ^ 1)), ..log.clone() };
    assert!(!verify(&corrupted).ok, "a wrong hash is confirmed");
    assert!(!verify(&MatchLog { hash: None, ..log }).ok, "a log without a hash is confirmed");
}

/// A position written down and begun again, with other dice, is the same table: for the umpire's eyes, for
/// every seat's, and for the orders that follow until chance decides.
pub fn position_round_trip<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("position_round_trip", content, request, plan, |walk| {
        loop {
            if walk.looks() {
                the_position_is_the_state(walk);
            }
            if !walk.step() {
                break;
            }
        }
    });
}

fn the_position_is_the_state<G: Game>(walk: &mut Walk<G>) {
    let position = walk.played.state().position();
    let text =
        serde_json::to_string(&position).unwrap_or_else(|e| panic!("the position can not be written: {e}"));
    let setup: G::Setup =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("the position can not be read: {e}\n{text}"));
    assert!(setup == position, "the position reads differently from how it was written:\n{text}");
    let mut copy = Match::<G>::begin_silent(walk.played.content(), setup, walk.look.next_u64())
        .unwrap_or_else(|e| panic!("the position can not be begun: {e}\n{text}"));
    assert!(copy.state().position() == position, "the position of the position is another one:\n{text}");

    let mut original = walk.played.clone();
    for further in 0..8 {
        let when = format!("the position, {further} orders on");
        assert_same(&when, &unnumbered(&original, Viewer::Umpire), &unnumbered(&copy, Viewer::Umpire));
        for seat in walk.seats() {
            let viewer = Viewer::Seat(seat);
            assert_same(&when, &unnumbered(&original, viewer), &unnumbered(&copy, viewer));
        }
        if original.state().outcome().is_some() {
            break;
        }
        let (prompt, n) = super::walk::pick(&original, &mut walk.look);
        let rounds = (original.round(), copy.round());
        original.choose(prompt, n);
        copy.choose(prompt, n);
        if (original.round(), copy.round()) != rounds {
            break;
        }
    }
}

/// What a viewer sees, without the number of the round: a position begins to count anew.
fn unnumbered(table: &dyn AnyMatch, viewer: Viewer) -> String {
    let round = format!("\"round\":{}", table.round());
    sight(table, viewer).replacen(&round, "\"round\":_", 1)
}

/// Undo restores what was before the last order, of anybody or of one seat, and stops at a barrier.
pub fn undo_equals<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("undo_equals", content, request, plan, |walk| {
        loop {
            let looks = walk.looks();
            let before = Snapshot::of(&walk.played);
            let round = walk.played.round();
            if !walk.step() {
                break;
            }
            if looks && walk.played.round() == round {
                undo_restores(&walk.played, &before);
                for seat in walk.seats() {
                    a_seat_undoes_its_own(&walk.played, seat);
                }
            } else if looks {
                undo_is_refused(walk);
            }
        }
    });
}

fn undo_restores<G: Game>(played: &Match<G>, before: &Snapshot<G>) {
    let mut trial = played.clone();
    let undone =
        trial.undo(None).unwrap_or_else(|e| panic!("no barrier was crossed, and undo is refused: {e}"));
    assert!(Some(&undone) == played.entries().last(), "undo took back {undone:?}, not the last order");
    before.assert_equals(&trial, "after undo");
    let again = trial.order(undone.seat, &undone.order).map(<[_]>::len);
    assert!(again.is_ok(), "after undo the same order is refused: {again:?}");
    Snapshot::of(played).assert_equals(&trial, "after undo and the same order again");
}

/// The seat's last order since the barrier is gone, and the match is the one that was played without it.
fn a_seat_undoes_its_own<G: Game>(played: &Match<G>, seat: SeatId) {
    let mut trial = played.clone();
    let mut without = played.log();
    let own = without.entries.iter().rposition(|e| e.seat == seat);
    let asked = played.can_undo(Some(seat));
    let answer = trial.undo(Some(seat));
    assert!(
        asked.as_ref().err() == answer.as_ref().err(),
        "{seat} is told {asked:?}, and undo answers {answer:?}"
    );
    match answer {
        Ok(undone) => {
            let own = own.unwrap_or_else(|| panic!("{seat} gave no order and took back {undone:?}"));
            assert!(without.entries.remove(own) == undone, "{seat} took back {undone:?}, not its last order");
            let replayed = Match::<G>::replay(played.content(), &without, true)
                .unwrap_or_else(|e| panic!("{seat} took back what others have built upon: {e}"));
            Snapshot::of(&replayed).assert_equals(&trial, &format!("after undo of {seat}"));
            for orders in 0..=trial.entries().len() {
                let (one, two) = (trial.events_after(orders), replayed.events_after(orders));
                assert!(one == two, "after undo of {seat} {one} events belong to {orders} orders, not {two}");
            }
        }
        Err(_) => Snapshot::of(played).assert_equals(&trial, &format!("after a refused undo of {seat}")),
    }
}

fn undo_is_refused<G: Game>(walk: &Walk<G>) {
    for seat in std::iter::once(None).chain(walk.seats().into_iter().map(Some)) {
        let mut trial = walk.played.clone();
        let answer = trial.undo(seat);
        assert!(answer == Err(UndoError::Settled), "a barrier was crossed, and undo answers {answer:?}");
        Snapshot::of(&walk.played).assert_equals(&trial, "after a refused undo");
    }
}

/// When a match is over, it stays as it is.
pub fn outcome_is_final<G: Game>(content: &Arc<G::Content>, request: &SetupRequest, plan: Plan) {
    each_match::<G>("outcome_is_final", content, request, plan, |walk| {
        let foreign = loop {
            let foreign = walk.foreign_orders();
            if !walk.step() {
                break foreign;
            }
        };
        let outcome = walk.played.state().outcome();
        let named = outcome.as_ref().is_some_and(|o| o.winner.is_some() == o.winner_name.is_some());
        assert!(named, "the winner has no name, or a draw has one: {outcome:?}");
        let before = Snapshot::of(&walk.played);
        for seat in walk.seats() {
            for order in &foreign {
                let answer = walk.played.order(seat, order).map(<[_]>::len);
                assert!(answer.is_err(), "the match is over, and {seat} may give {order:?}");
            }
        }
        before.assert_equals(&walk.played, "after the end");
        assert!(walk.played.state().outcome() == outcome, "the outcome changed after the end");
    });
}

#[cfg(test)]
mod tests {
    use super::are_words;

    #[test]
    fn words_are_for_people() {
        for good in ["", "Fire", "11 units", "2.1 units", "1 unit", "21 turns, 1 hex", "Ada's 7 (a bid)"] {
            assert!(are_words(good), "{good:?}");
        }
        for odd in [
            "fire_now",
            "{ by: 7 }",
            "by}",
            "`Fire`",
            "two\nlines",
            "a  gap",
            "1 units",
            "for 1 points",
            "11 turns and 1 turns",
        ] {
            assert!(!are_words(odd), "{odd:?}");
        }
    }
}
