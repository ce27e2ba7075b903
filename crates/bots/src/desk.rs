//! One seat's place at the table.

use serde_json::Value;
use table::face::{AnyMatch, Asked};
use table::{Dice, SeatId, Viewer};

/// What one seat may know of a match, and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    game: &'a dyn AnyMatch,
    seat: SeatId,
}

impl<'a> Desk<'a> {
    pub fn new(game: &'a dyn AnyMatch, seat: SeatId) -> Self {
        Self { game, seat }
    }

    pub fn seat(&self) -> SeatId {
        self.seat
    }

    pub fn turn(&self) -> u32 {
        self.game.turn()
    }

    /// Grows whenever something is settled that nobody can take back.
    pub fn round(&self) -> u64 {
        self.game.round()
    }

    /// The open decisions: this seat's in full, the others' in outline.
    pub fn prompts(&self) -> Asked {
        self.game.prompts(Viewer::Seat(self.seat))
    }

    pub fn view(&self) -> Value {
        self.game.view(Viewer::Seat(self.seat))
    }

    /// The number of the decision that the match awaits from this seat.
    pub fn owed(&self) -> Option<usize> {
        self.game.owed_by(self.seat)
    }

    /// How many legal orders answer this prompt; none if it is not the one that this seat owes.
    pub fn options(&self, prompt: usize) -> usize {
        if self.owed() == Some(prompt) { self.game.options(prompt) } else { 0 }
    }

    /// A legal order as it is written, if this prompt has so many.
    pub fn option(&self, prompt: usize, n: usize) -> Option<Value> {
        (n < self.options(prompt)).then(|| self.game.option(prompt, n))
    }

    /// A legal order in words.
    pub fn option_text(&self, prompt: usize, n: usize) -> Option<String> {
        (n < self.options(prompt)).then(|| self.game.option_text(prompt, n))
    }

    /// What a legal order costs, risks or brings, as its row says; none if there is nothing to say.
    pub fn detail(&self, order: &Value) -> Option<String> {
        let mut detail = None;
        self.game.each_legal(self.seat, &mut |option, row| {
            if option == *order {
                detail = Some(row().detail);
            }
            detail.is_none()
        });
        detail.filter(|detail| !detail.is_empty())
    }

    /// A legal order that these dice draw, as it is written and in words; none unless this seat owes the prompt.
    pub fn drawn(&self, prompt: usize, dice: &mut Dice) -> Option<(Value, String)> {
        if self.owed() == Some(prompt) { self.game.drawn(prompt, dice) } else { None }
    }

    /// A copy that this seat can not tell from the true match: what it may not know is drawn anew.
    pub fn imagine(&self, dice: &mut Dice) -> Box<dyn AnyMatch> {
        self.game.imagine(self.seat, dice)
    }

    /// The same for a search: the others are about to do what makes sense for them.
    pub fn muse(&self, dice: &mut Dice) -> Box<dyn AnyMatch> {
        self.game.muse(self.seat, dice)
    }

    /// Asks about the decision that this seat owes in such a copy.
    pub(crate) fn owed_in<T>(&self, world: &dyn AnyMatch, ask: impl FnOnce(usize) -> Option<T>) -> Option<T> {
        world.owed_by(self.seat).and_then(ask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bot, RandomBot};
    use table::SetupRequest;
    use table::face::{AnyGame, Shelved};
    use triplanes::{Content, State};

    fn a_match() -> Box<dyn AnyMatch> {
        let request = SetupRequest { scenario: "simple-battle".to_owned(), ..SetupRequest::default() };
        Shelved::<State>::new(Content::built_in()).new_match(&request, 1).unwrap()
    }

    #[test]
    fn a_desk_offers_the_owed_decision_of_its_own_seat_only() {
        let game = a_match();
        let (prompt, seat) = game.owed().unwrap();
        let desk = Desk::new(game.as_ref(), seat);
        let options = desk.options(prompt);
        assert!(options > 0);
        assert_eq!(desk.option(prompt, 0), Some(game.option(prompt, 0)));
        assert_eq!(desk.option_text(prompt, options), None);
        let other = Desk::new(game.as_ref(), SeatId(1 - seat.0));
        assert_eq!((other.options(prompt), other.option(prompt, 0)), (0, None));
        assert_eq!(other.view(), game.view(Viewer::Seat(other.seat())));
        assert_eq!(other.prompts(), game.prompts(Viewer::Seat(other.seat())));
    }

    #[test]
    fn a_seat_that_does_not_exist_is_offered_nothing() {
        let game = a_match();
        let desk = Desk::new(game.as_ref(), SeatId(9));
        assert_eq!((desk.owed(), desk.options(0)), (None, 0));
    }

    #[test]
    fn an_order_that_is_asked_for_is_the_one_that_would_be_carried_out() {
        let request = SetupRequest { scenario: "horsell".to_owned(), ..SetupRequest::default() };
        let shelf = Shelved::<hussars::State>::new(hussars::Content::built_in());
        for name in ["random", "greedy"] {
            let mut unlisted = 0;
            for seed in 1..=if name == "random" { 8 } else { 1 } {
                let mut asked = shelf.new_match(&request, seed).unwrap();
                let mut carried = shelf.new_match(&request, seed).unwrap();
                let mut bots = [crate::by_name(name, seed).unwrap(), crate::by_name(name, seed).unwrap()];
                for _ in 0..120 {
                    let Some((prompt, seat)) = asked.owed() else { break };
                    let desk = Desk::new(asked.as_ref(), seat);
                    let (order, text) = crate::order(bots[0].as_mut(), &desk, prompt).unwrap();
                    assert!(!text.is_empty());
                    unlisted += usize::from(
                        (0..desk.options(prompt)).all(|n| desk.option(prompt, n).as_ref() != Some(&order)),
                    );
                    assert_eq!(desk.drawn(prompt + 1, &mut Dice::new(1)), None, "it is not owed");
                    asked.order(seat, &order).unwrap();
                    assert!(crate::answer(bots[1].as_mut(), carried.as_mut(), prompt, seat));
                    assert_eq!(asked.hash(), carried.hash());
                }
            }
            assert_eq!(unlisted > 0, name == "random", "what is drawn need not be on the list");
        }
    }

    #[test]
    fn random_orders_are_legal_and_follow_the_seed() {
        let play = |seed| {
            let mut game = a_match();
            let mut bot = RandomBot::new(seed);
            for _ in 0..200 {
                let Some((prompt, seat)) = game.owed() else { break };
                let n = bot.choose(&Desk::new(game.as_ref(), seat), prompt);
                assert!(n < game.options(prompt));
                let order = game.option(prompt, n);
                game.order(seat, &order).unwrap();
            }
            game.hash()
        };
        assert_eq!(play(3), play(3));
        assert_ne!(play(3), play(4));
    }
}
