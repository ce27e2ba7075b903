//! Sealed bids: two players bid a card face down, both are opened, the higher one scores.
//!
//! - SB-01 The cards 1 to 2n + 1 are shuffled; each player gets n, one lies aside unseen.
//! - SB-02 Each player bids a card face down. Until both lie, a bid may be changed.
//! - SB-03 When both lie they are opened; the higher one scores a point, two if the round was doubled.
//! - SB-04 A player may double the round once the other one has bid.
//! - SB-05 When the hands are empty, more points win.

use super::fault;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{
    Audience, Barrier, Dice, Duty, Event, Game, Kind, OptionInfo, Outcome, Prompt, Refusal, RuleId,
    ScenarioInfo, Seat, SeatId, SeatInfo, Secret, SetupError, SetupRequest, Sink, StateHash, TeamId, Viewer,
    state_hash,
};

pub const NAMES: [&str; 2] = ["Ada", "Bert"];

pub fn content() -> Arc<()> {
    Arc::new(())
}

pub fn request() -> SetupRequest {
    SetupRequest { scenario: "parlour".to_owned(), ..SetupRequest::default() }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub hand: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealt: Option<Dealt>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dealt {
    pub hands: [Vec<u8>; 2],
    pub bids: [Option<u8>; 2],
    pub aside: u8,
    pub points: [u32; 2],
    pub doubled: bool,
    pub shown: Vec<[u8; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Ask {
    Bid,
    Change { from: u8 },
    Double,
    Leak { bid: u8 },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Order {
    Bid {
        card: u8,
    },
    /// Another form of the bid of one's highest card.
    Highest,
    Double,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum What {
    Hand { cards: Vec<u8> },
    Bids { seat: SeatId, card: Option<u8> },
    Doubles { seat: SeatId },
    Opened { cards: [u8; 2] },
    Scores { seat: SeatId, points: u32 },
}

/// A place for a bid, as a viewer sees it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lies {
    Nothing,
    FaceDown,
    Card(u8),
}

#[derive(Serialize)]
pub struct View {
    hands: [Option<Vec<u8>>; 2],
    bids: [Lies; 2],
    aside: Option<u8>,
    points: [u32; 2],
    doubled: bool,
    shown: Vec<[u8; 2]>,
}

#[derive(Clone, Hash)]
pub struct Bids<const FAULT: u8> {
    seats: Arc<[Seat]>,
    hand: u8,
    hands: [Secret<Vec<u8>>; 2],
    laid: [Option<Secret<u8>>; 2],
    aside: Secret<u8>,
    points: [u32; 2],
    doubled: bool,
    shown: Vec<[u8; 2]>,
    dice: Dice,
}

fn other(seat: usize) -> usize {
    1 - seat
}

impl<const FAULT: u8> Bids<FAULT> {
    fn deal(hand: u8, dice: &mut Dice) -> Dealt {
        let mut deck: Vec<u8> = (1..=2 * hand + 1).collect();
        dice.shuffle(&mut deck);
        let mut take = || {
            let mut cards = deck.split_off(deck.len() - usize::from(hand));
            cards.sort_unstable();
            cards
        };
        let hands = [take(), take()];
        Dealt { hands, bids: [None; 2], aside: deck[0], points: [0; 2], doubled: false, shown: Vec::new() }
    }

    fn over(&self) -> bool {
        self.shown.len() == usize::from(self.hand)
    }

    fn own(seat: usize) -> Audience {
        Audience::only(SeatId(seat as u8))
    }

    fn bid_audience(seat: usize) -> Audience {
        let own = Self::own(seat);
        if FAULT == fault::ALLIES { own.and(SeatId(other(seat) as u8)) } else { own }
    }

    fn lay(&mut self, seat: usize, card: u8) {
        let hand = self.hands[seat].judge_mut();
        hand.retain(|c| *c != card);
        if let Some(old) = self.laid[seat].replace(Secret::new(Self::bid_audience(seat), card)) {
            hand.push(*old.judge());
            hand.sort_unstable();
        }
    }

    fn open(&mut self, sink: &mut Sink<What>) {
        let [Some(a), Some(b)] = &self.laid else { return };
        let cards = [*a.judge(), *b.judge()];
        if FAULT != fault::OPENS_BIDS_WITHOUT_A_BARRIER {
            sink.barrier(Barrier::Revealed);
        }
        sink.emit(|| Event::public("SB-03", What::Opened { cards }));
        let winner = usize::from(cards[1] > cards[0]);
        let points = 1 + u32::from(self.doubled);
        self.points[winner] += points;
        sink.emit(|| Event::public("SB-03", What::Scores { seat: SeatId(winner as u8), points }));
        self.shown.push(cards);
        (self.laid, self.doubled) = ([None, None], false);
    }

    fn bid_of(&self, seat: usize) -> Option<u8> {
        self.laid[seat].as_ref().map(|b| *b.judge())
    }
}

impl<const FAULT: u8> Game for Bids<FAULT> {
    type Content = ();
    type Setup = Setup;
    type Ask = Ask;
    type Order = Order;
    type Preview = ();
    type What = What;
    type View = View;

    const ID: &'static str = "bids";
    const TITLE: &'static str = "Sealed bids";
    const RULES_VERSION: u32 = 1;
    /// The broken twin hides nothing but sealed orders, to be judged by these alone.
    const KIND: Kind = Kind {
        simultaneous: FAULT != fault::OPEN_HANDS,
        hidden: FAULT != fault::OPEN_HANDS && FAULT != fault::IMAGINES_THE_TRUE_HANDS,
        chance: true,
        solitaire: false,
    };

    fn scenarios((): &()) -> Vec<ScenarioInfo> {
        let seat = |i: u8| SeatInfo {
            seat: SeatId(i),
            name: NAMES[usize::from(i)].to_owned(),
            team: NAMES[usize::from(i)].to_owned(),
        };
        vec![ScenarioInfo {
            id: "parlour".to_owned(),
            title: "In the parlour".to_owned(),
            about: "Outbid each other.".to_owned(),
            variants: Vec::new(),
            difficulty: 1,
            minutes: 5,
            seats: vec![seat(0), seat(1)],
            options: vec![OptionInfo::number("hand", "Cards in a hand.", 2..=9, 4)],
        }]
    }

    fn content_hash((): &()) -> StateHash {
        state_hash("no content")
    }

    fn resolve((): &(), request: &SetupRequest) -> Result<Setup, SetupError> {
        if request.scenario != "parlour" {
            return Err(SetupError::new(
                "scenario",
                format!("expected parlour, found {:?}", request.scenario),
            ));
        }
        let hand = request.options.get("hand").map_or(Ok(4), |text| {
            let hand = text.parse().ok().filter(|h| (2..=9).contains(h));
            hand.ok_or_else(|| {
                SetupError::by("SB-01", "options.hand", format!("expected 2 to 9, found {text:?}"))
            })
        })?;
        Ok(Setup { hand, dealt: None })
    }

    fn begin(_: &Arc<()>, setup: &Setup, seed: u64, sink: &mut Sink<What>) -> Result<Self, SetupError> {
        let mut dice = Dice::new(seed);
        let dealt = setup.dealt.clone().unwrap_or_else(|| Self::deal(setup.hand, &mut dice));
        let mut all: Vec<u8> = dealt.hands.concat();
        all.extend(dealt.bids.iter().flatten().chain(dealt.shown.as_flattened()).chain([&dealt.aside]));
        all.sort_unstable();
        if all != (1..=2 * setup.hand + 1).collect::<Vec<_>>() {
            return Err(SetupError::by("SB-01", "dealt", "expected every card once"));
        }
        let seat = |i: u8| {
            let name = NAMES[usize::from(i)].to_owned();
            let team = TeamId(if FAULT == fault::ALLIES { 0 } else { i });
            Seat { id: SeatId(i), team_name: name.clone(), name, team }
        };
        for (i, cards) in dealt.hands.iter().enumerate() {
            sink.emit(|| Event::private("SB-01", Self::own(i), What::Hand { cards: cards.clone() }));
        }
        let [ada, bert] = dealt.hands;
        let bid = |i: usize| dealt.bids[i].map(|card| Secret::new(Self::bid_audience(i), card));
        Ok(Self {
            seats: Arc::new([seat(0), seat(1)]),
            hand: setup.hand,
            hands: [Secret::new(Self::own(0), ada), Secret::new(Self::own(1), bert)],
            laid: [bid(0), bid(1)],
            aside: Secret::new(Audience::NOBODY, dealt.aside),
            points: dealt.points,
            doubled: dealt.doubled,
            shown: dealt.shown,
            dice,
        })
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn prompts(&self, out: &mut Vec<Prompt<Ask>>) {
        if self.over() {
            return;
        }
        for i in 0..2 {
            let seat = SeatId(i as u8);
            if self.plays_itself(seat) {
                continue;
            }
            match self.bid_of(i) {
                None => out.push(Prompt { seat, duty: Duty::Owed, ask: Ask::Bid }),
                Some(from) if !self.hands[i].judge().is_empty() => {
                    out.push(Prompt { seat, duty: Duty::Open, ask: Ask::Change { from } });
                }
                Some(_) => {}
            }
            if let Some(bid) = self.bid_of(other(i)).filter(|_| !self.doubled) {
                let leak = FAULT == fault::PROMPT_TELLS_THE_BID;
                let ask = if leak { Ask::Leak { bid } } else { Ask::Double };
                out.push(Prompt { seat, duty: Duty::Open, ask });
            }
        }
    }

    fn each_option(&self, prompt: &Prompt<Ask>, visit: &mut impl FnMut(Order) -> bool) -> bool {
        match prompt.ask {
            Ask::Bid | Ask::Change { .. } => {
                self.hands[prompt.seat.index()].judge().iter().any(|&card| visit(Order::Bid { card }))
            }
            Ask::Double | Ask::Leak { .. } => visit(Order::Double),
        }
    }

    fn canonical(&self, seat: SeatId, order: &Order) -> Order {
        match (order, self.hands[seat.index()].judge().last()) {
            (Order::Highest, Some(&card)) => Order::Bid { card },
            _ => order.clone(),
        }
    }

    fn check(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        let Some(hand) = self.hands.get(seat.index()) else {
            return Err(Refusal::new("SB-01", format!("{seat} has no hand")));
        };
        if self.over() {
            return Err(Refusal::new("SB-05", "the hands are empty"));
        }
        if self.plays_itself(seat) {
            return Err(Refusal::new("SB-02", "he bids by himself"));
        }
        let i = seat.index();
        match order {
            Order::Bid { card } if !hand.judge().contains(card) => match self.bid_of(other(i)) {
                Some(bid) if FAULT == fault::REFUSAL_TELLS_THE_BID => {
                    Err(Refusal::new("SB-02", format!("you do not hold the {card}, and {bid} lies there")))
                }
                _ => Err(Refusal::new("SB-02", format!("you do not hold the {card}"))),
            },
            Order::Bid { card } if FAULT == fault::UNDO_TELLS_THE_BID && !self.doubled && card % 2 == 1 => {
                Err(Refusal::new("SB-02", format!("the {card} needs a doubled round")))
            }
            Order::Highest if hand.judge().is_empty() => Err(Refusal::new("SB-02", "your hand is empty")),
            Order::Double if self.doubled => Err(Refusal::new("SB-04", "the round is doubled already")),
            Order::Double if self.bid_of(other(i)).is_none() && FAULT != fault::RASH_DOUBLE => {
                Err(Refusal::new("SB-04", format!("{} has not bid yet", NAMES[other(i)])))
            }
            _ => Ok(()),
        }
    }

    fn apply(&mut self, seat: SeatId, order: &Order, sink: &mut Sink<What>) {
        let i = seat.index();
        match *order {
            Order::Bid { card } => {
                self.lay(i, card);
                if FAULT == fault::EVEN_BIDS_STAND && card.is_multiple_of(2) {
                    sink.barrier(Barrier::Revealed);
                }
                let full = What::Bids { seat, card: Some(card).filter(|_| FAULT != fault::BIDS_BLINDLY) };
                if FAULT == fault::PUBLIC_BID_EVENT {
                    sink.emit(|| Event::public("SB-02", full));
                } else {
                    let public = What::Bids { seat, card: None };
                    sink.emit(|| Event::split("SB-02", Self::bid_audience(i), full, public));
                }
                let answer = self.hands[other(i)].judge().first().copied();
                if let Some(card) = answer.filter(|_| FAULT == fault::BERT_PLAYS_ITSELF) {
                    self.lay(other(i), card);
                }
                self.open(sink);
            }
            Order::Highest => {
                let order = self.canonical(seat, order);
                self.apply(seat, &order, sink);
            }
            Order::Double => {
                self.doubled = true;
                sink.emit(|| Event::public("SB-04", What::Doubles { seat }));
                if FAULT == fault::RASH_DOUBLE && self.bid_of(other(i)).is_none() {
                    sink.barrier(Barrier::Revealed);
                }
                if FAULT == fault::OWN_ORDER_TELLS_THE_HAND {
                    self.points[i] += u32::from(self.bid_of(other(i)).unwrap_or_default());
                }
            }
        }
    }

    /// Until one of the bids lies.
    fn is_sealed(&self) -> bool {
        !self.over() && self.laid.iter().all(Option::is_none)
    }

    /// A hand is soon played out.
    fn haste(&self) -> usize {
        2
    }

    fn horizon(&self) -> u32 {
        self.hand.into()
    }

    /// Bids the lowest card.
    fn reflex(&self, prompt: &Prompt<Ask>, _: &mut Dice) -> Option<Order> {
        (prompt.ask == Ask::Bid).then(|| self.option(prompt, 0))
    }

    fn procedure() -> Option<&'static str> {
        (FAULT == fault::BERT_PLAYS_ITSELF).then_some(NAMES[1])
    }

    fn plays_itself(&self, seat: SeatId) -> bool {
        FAULT == fault::BERT_PLAYS_ITSELF && seat == SeatId(1)
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.over() {
            return None;
        }
        let winner = match self.points[0].cmp(&self.points[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        let margin = self.points[0].abs_diff(self.points[1]);
        Some(Outcome {
            winner: winner.map(|i| TeamId(i as u8)),
            winner_name: winner.map(|i: usize| NAMES[i].to_owned()),
            grade: (margin > 3).then(|| "clearly".to_owned()),
            rule: RuleId("SB-05"),
            how: "points",
        })
    }

    fn turn(&self) -> u32 {
        self.shown.len() as u32 + 1
    }

    fn view(&self, viewer: Viewer) -> View {
        let leaks = match viewer {
            Viewer::Seat(_) => FAULT == fault::VIEW_SHOWS_BIDS,
            _ => FAULT == fault::SPECTATOR_SEES_BIDS,
        };
        let eyes = if leaks { Viewer::Umpire } else { viewer };
        let bid = |i: usize| match &self.laid[i] {
            None => Lies::Nothing,
            Some(card) => card.seen_by(eyes).map_or(Lies::FaceDown, |card| Lies::Card(*card)),
        };
        View {
            hands: [0, 1].map(|i| self.hands[i].seen_by(viewer).cloned()),
            bids: [bid(0), bid(1)],
            aside: self.aside.seen_by(viewer).copied(),
            points: self.points,
            doubled: self.doubled,
            shown: self.shown.clone(),
        }
    }

    fn tell(&self, what: &What) -> String {
        let name = |seat: &SeatId| NAMES[seat.index()];
        match what {
            What::Hand { cards } => format!("The hand is {cards:?}."),
            What::Bids { seat, card: None } if FAULT == fault::WORDS_TELL_THE_BID => {
                format!("{} bids {:?}.", name(seat), self.bid_of(seat.index()))
            }
            What::Bids { seat, card: None } => format!("{} bids a card.", name(seat)),
            What::Bids { seat, card: Some(card) } => format!("{} bids the {card}.", name(seat)),
            What::Doubles { seat } => format!("{} doubles.", name(seat)),
            What::Opened { cards: [a, b] } => format!("Ada opens the {a}, Bert the {b}."),
            What::Scores { seat, points } => format!("{} scores {points}.", name(seat)),
        }
    }

    fn ask_text(&self, ask: &Ask) -> String {
        match ask {
            Ask::Bid => "Bid a card.".to_owned(),
            Ask::Change { from } => format!("Take back the {from} and bid another card?"),
            Ask::Double | Ask::Leak { .. } => "Double this round?".to_owned(),
        }
    }

    fn order_text(&self, order: &Order) -> String {
        match order {
            Order::Bid { card } => format!("bid the {card}"),
            Order::Highest => "bid the highest".to_owned(),
            Order::Double => "double".to_owned(),
        }
    }

    fn reseed(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }

    fn imagine(&self, seat: SeatId, dice: &mut Dice) -> Self {
        let mut world = self.clone();
        world.dice = Dice::new(dice.next_u64());
        if matches!(FAULT, fault::IMAGINES_THE_TRUE_HANDS | fault::OPEN_HANDS | fault::BERT_PLAYS_ITSELF) {
            return world;
        }
        let i = other(seat.index());
        let bid = self.bid_of(i).filter(|_| FAULT != fault::ALLIES);
        let mut unseen = self.hands[i].judge().clone();
        unseen.push(*self.aside.judge());
        unseen.extend(bid);
        dice.shuffle(&mut unseen);
        if let Some(card) = bid.and_then(|_| unseen.pop()) {
            world.laid[i] = Some(Secret::new(Self::bid_audience(i), card));
        }
        if let Some(card) = unseen.pop() {
            *world.aside.judge_mut() = card;
        }
        unseen.sort_unstable();
        *world.hands[i].judge_mut() = unseen;
        world
    }

    fn position(&self) -> Setup {
        Setup {
            hand: self.hand,
            dealt: Some(Dealt {
                hands: [0, 1].map(|i| self.hands[i].judge().clone()),
                bids: [self.bid_of(0), self.bid_of(1)],
                aside: *self.aside.judge(),
                points: self.points,
                doubled: self.doubled,
                shown: self.shown.clone(),
            }),
        }
    }
}
