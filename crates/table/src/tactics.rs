//! What bots ask of a game so that one search plays them all: [`crate::Game::appraise`], [`crate::Game::candidates`],
//! [`crate::Game::reflex`], [`crate::Game::advise`]. They are asked of imagined states only, in which nothing is secret.

use crate::seat::SeatId;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// What a state is worth to a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The more the better; what is good for one side is as bad for the other.
    pub value: f64,
    /// The damage on the enemies and on the own side, in points that people understand.
    pub dealt: f64,
    pub taken: f64,
    /// How far the side has come with what the match is about; none where that is damage alone.
    pub stage: Option<Stage>,
}

/// How far a side has come with what a match is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// What has come of it so far, as a clause: "the picture is taken".
    pub reached: Option<&'static str>,
    /// The match is over by it.
    pub over: bool,
    /// What comes next, as "nearer to" goes on: "the tripod that is to be photographed".
    pub next: &'static str,
    /// How near that is: the more the nearer.
    pub near: f64,
}

/// How many options a search looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    pub options: usize,
    /// So many of them are left to chance, should the first impression be wrong.
    pub strays: usize,
}

/// What came of an option when everybody went on by routine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedOut {
    /// The more the better, in the game's own measure.
    pub value: f64,
    /// 1 if the match was won by then, -1 if it was lost, 0 if nobody won; none if it was not over.
    pub won: Option<f64>,
    /// The first order of the other side, in words.
    pub answer: Option<String>,
}

/// An answer that a game's own judgement gives at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The number of the legal order.
    pub option: usize,
    pub why: Option<String>,
}

impl Advice {
    pub fn of(option: usize) -> Self {
        Self { option, why: None }
    }
}

/// What a player may do in several decisions of his that follow each other, such as the hexes of one move.
#[derive(Clone, Debug)]
pub struct Course<O> {
    pub orders: Vec<O>,
    /// What it looks worth before it is played on, in the measure of [`crate::Game::outlook`].
    pub worth: f64,
}

/// An order that a seat of an imagined match has in mind: read once, and given in as many playouts as are wanted.
#[derive(Clone)]
pub struct Intent {
    pub seat: SeatId,
    order: Arc<dyn Any + Send + Sync>,
}

impl Intent {
    pub(crate) fn new<O: Send + Sync + 'static>(seat: SeatId, order: O) -> Self {
        Self { seat, order: Arc::new(order) }
    }

    /// Whether this is the very same thought, not only one that comes to the same.
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.order, &other.order)
    }

    /// The order, if it is one of this game.
    pub(crate) fn order<O: 'static>(&self) -> Option<&O> {
        self.order.downcast_ref()
    }
}

impl fmt::Debug for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an order that seat {} has in mind", self.seat.0)
    }
}

/// What a bot keeps in mind from one decision to the next: whatever the game's judgement wants to.
#[derive(Default)]
pub struct Memory(Option<Box<dyn Any + Send>>);

impl Memory {
    /// What was kept, or an empty mind.
    ///
    /// ```
    /// let mut memory = table::Memory::default();
    /// memory.of::<Vec<u8>>().push(7);
    /// assert_eq!(*memory.of::<Vec<u8>>(), [7]);
    /// assert_eq!(*memory.of::<String>(), "", "another game, another mind");
    /// ```
    pub fn of<T: Default + Send + 'static>(&mut self) -> &mut T {
        if !self.0.as_ref().is_some_and(|kept| kept.is::<T>()) {
            self.0 = None;
        }
        let kept = self.0.get_or_insert_with(|| Box::new(T::default()));
        kept.downcast_mut().expect("it was made for this type")
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "a memory" } else { "an empty mind" })
    }
}
