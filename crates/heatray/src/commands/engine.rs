//! `heatray engine`: the protocol on stdin and stdout.

use crate::engine::Engine;
use ::games::Shelf;
use anyhow::Result;
use std::io::{stdin, stdout};

pub const EXAMPLES: &str = "\
One JSON object a line in, one a line out, with the same `id`. A line that makes no sense gets
an `error` with a code, and the engine goes on.

  {\"id\":1,\"op\":\"new\",\"game\":\"triplanes\",\"scenario\":\"simple-battle\",\"seed\":7}
  {\"id\":2,\"op\":\"prompts\",\"match\":1,\"seat\":0}
  {\"id\":3,\"op\":\"legal\",\"match\":1,\"seat\":0,\"limit\":3}
  {\"id\":4,\"op\":\"bot\",\"match\":1,\"seat\":0,\"bot\":\"random\",\"play\":true}
  {\"id\":5,\"op\":\"view\",\"match\":1,\"seat\":\"spectator\"}

Ops:
  games                                          what can be played
  components game                                what lies in its box: maps with their ground, pieces, tables
  new      game scenario [variant options seed]  begins a match
  load     position | log [game seed]            begins from a position (object or TOML) or a log
  prompts  match [seat]                          who must decide what
  legal    match seat [limit words]              the legal orders, with their words unless `words` is false
  nearest  match seat order                      the legal order nearest to this one
  preview  match seat order                      what an order would do, as far as its seat may know
  briefing match [seat]                          what the match is about, and how its aims stand
  order    match seat order [round]              gives an order: `events`, or `refused` and why
  view     match [seat]                          the table as this seat sees it
  events   match [seat from]                     what this seat knows to have happened
  hash     match                                 the state's hash
  log      match [seat]                          the match as a log
  position match                                 the match as a position, in JSON and TOML
  undo     match [seat]                          takes back the last order
  bot      match seat bot [seed play]            asks a bot for an order, and plays it with `play`
  rules    rule | search                         the rule ledger
  close    match                                 forgets a match

`seat` is a number, \"spectator\" or \"umpire\" (sees all; the default if a seat is left out).";

pub fn run(shelf: &Shelf) -> Result<bool> {
    Engine::new(shelf).run(stdin().lock(), stdout().lock())?;
    Ok(true)
}
