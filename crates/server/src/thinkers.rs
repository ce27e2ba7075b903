//! Bots think on a few threads of their own, so that no match waits for another one's bot.

use crate::figures::FIGURES;
use bots::Desk;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use table::SeatId;
use table::face::AnyMatch;
use tokio::sync::Semaphore;

/// A bounded number of bots at work; the others queue up.
#[derive(Clone, Debug)]
pub struct Thinkers {
    places: Arc<Semaphore>,
}

/// What a bot is asked.
#[derive(Debug)]
pub struct Question {
    pub bot: String,
    pub seat: SeatId,
    /// A copy of the match that has no past: the desk shows the bot what its seat may see.
    pub table: Box<dyn AnyMatch>,
    pub seed: u64,
}

impl Thinkers {
    pub fn new(places: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places)) }
    }

    /// The bot's order; nothing if it owes none.
    pub async fn ask(&self, question: Question) -> Option<Value> {
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        let thought = tokio::task::spawn_blocking(move || {
            let started = Instant::now();
            let order = catch_unwind(AssertUnwindSafe(|| decide(&question)));
            FIGURES.bot_thought(&question.bot, started.elapsed());
            drop(place);
            order.unwrap_or_else(|_| {
                tracing::error!(bot = question.bot, "a bot failed; its first legal order is taken");
                first(&question)
            })
        });
        thought.await.ok().flatten()
    }
}

fn decide(question: &Question) -> Option<Value> {
    let Question { bot, seat, table, seed } = question;
    let desk = Desk::new(table.as_ref(), *seat);
    let prompt = desk.owed()?;
    let mut bot = bots::by_name(bot, *seed).ok()?;
    let order = bots::order(bot.as_mut(), &desk, prompt);
    order.map(|(order, _)| order).or_else(|| first(question))
}

fn first(question: &Question) -> Option<Value> {
    let desk = Desk::new(question.table.as_ref(), question.seat);
    desk.option(desk.owed()?, 0)
}

/// The bots that can be asked to sit down, weakest first: id, name, and what to expect.
pub fn known() -> Vec<(&'static str, &'static str, &'static str)> {
    let about = |id: &'static str| match id {
        "random" => ("Recruit", "Gives any legal order. For a first look at the rules."),
        "greedy" => ("Veteran", "Weighs the coming turn: damage, position and the scenario's goal."),
        "steward" => {
            ("Steward", "Harbours for the Refugees, Guns where the Martians will be. The War of the Worlds.")
        }
        _ => (id, "A bot."),
    };
    bots::KNOWN.iter().map(|id| (*id, about(id).0, about(id).1)).collect()
}

/// The bot that plays on for a person who leaves.
pub fn substitute() -> &'static str {
    bots::KNOWN.iter().find(|id| **id == "greedy").or(bots::KNOWN.last()).copied().unwrap_or("random")
}
