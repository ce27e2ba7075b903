//! A fair match: its dice follow from what the server pledged before anybody sat down and from what every seat added, and
//! what is sealed becomes a link of a chain that all are told. A seat vows first, which is the hash of what it adds, and
//! shows it when all have vowed. `table::proof` has the sums; when the match is over its log carries the proof. Everything
//! here is worked out again from the stored steps when a match is loaded.

use super::{FailureBody, Room, SeatId, Viewer};
use crate::failure::{Code, failure, misplaced, refused};
use crate::secret;
use crate::wire::{Fairness, Tell};
use std::sync::Arc;
use table::face::AnyGame;
use table::proof::{self, Hand, Link, Pledged, Proof};

/// How often the vows of a match are made again: whoever can not keep his makes everybody wait.
const AGAIN: u32 = 20;

/// What a seat has sealed since a barrier.
#[derive(Clone, Debug)]
struct Sealed {
    after: usize,
    upto: usize,
    orders: Vec<String>,
}

pub(super) struct Fair {
    /// With the components that the match is played with.
    game: Arc<dyn AnyGame>,
    pledged: Pledged,
    /// The hash of each seat's salt, before the salt itself.
    vows: Vec<Option<String>>,
    /// How often they were made again because somebody could not keep his.
    again: u32,
    /// Everybody sits, and the table was dealt.
    begun: bool,
    /// How often the match went on with other dice.
    rolls: u32,
    chain: Vec<Link>,
    /// How many orders lay behind a barrier when it was looked at last.
    floor: usize,
    /// What of it stands, by seat.
    sealed: Vec<Option<Sealed>>,
}

impl std::fmt::Debug for Fair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fair").field("pledged", &self.pledged).finish_non_exhaustive()
    }
}

impl Fair {
    pub fn new(game: &Arc<dyn AnyGame>, pledged: Pledged) -> Self {
        let seats = pledged.salts.len();
        Self {
            game: Arc::clone(game),
            pledged,
            vows: vec![None; seats],
            again: 0,
            begun: false,
            rolls: 0,
            chain: Vec::new(),
            floor: 0,
            sealed: vec![None; seats],
        }
    }

    /// Whom of these people the match waits for before it begins: first for the vows of all, then for what they vowed.
    fn missing(&self, people: impl Iterator<Item = SeatId>) -> Vec<SeatId> {
        let people: Vec<SeatId> = people.collect();
        let without = |given: &[Option<String>]| {
            let has = |seat: &SeatId| given.get(seat.index()).is_some_and(Option::is_some);
            people.iter().filter(|seat| !has(seat)).copied().collect::<Vec<_>>()
        };
        let vows = without(&self.vows);
        if vows.is_empty() { without(&self.pledged.salts) } else { vows }
    }

    /// Whether salts can be shown: every one of these people has vowed.
    fn is_open(&self, people: impl Iterator<Item = SeatId>) -> bool {
        people.into_iter().all(|seat| self.vows.get(seat.index()).is_some_and(Option::is_some))
    }

    /// The last link, or the pledge that the chain begins with.
    fn head(&self) -> String {
        self.chain.last().map_or_else(|| self.pledged.pledge(), |link| link.hash().to_owned())
    }

    fn told(&self) -> Fairness {
        Fairness {
            pledge: self.pledged.pledge(),
            vows: self.vows.clone(),
            again: self.again,
            salts: self.pledged.salts.clone(),
            begun: self.begun,
            links: self.chain.len() as u32,
            last: self.head(),
        }
    }

    fn proof(&self) -> Proof {
        Proof::of(&self.pledged, self.chain.clone())
    }
}

impl Room {
    /// Whether orders can be given: a fair match waits until everybody sits.
    pub(super) fn has_begun(&self) -> bool {
        self.fair.as_ref().is_none_or(|fair| fair.begun)
    }

    pub(super) fn must_have_begun(&self) -> Result<(), FailureBody> {
        if self.has_begun() {
            return Ok(());
        }
        Err(failure(
            Code::Stale,
            "the match begins when everybody has sat down, and in a fair match has vowed and shown a salt",
        ))
    }

    /// What is told of it. Of a match that can only be looked at it is what was told last.
    pub(super) fn fairness(&self) -> Option<Fairness> {
        let old = || self.old.as_ref().and_then(|old| old.picture.fair.clone()).filter(|fair| fair.begun);
        self.fair.as_ref().map(Fair::told).or_else(old)
    }

    /// The whole log, with its proof if the match was a fair one and is over.
    pub(super) fn whole_log(&self) -> String {
        let fair = self.fair.as_ref().filter(|fair| fair.begun && self.is_over());
        self.play.log_text() + &fair.map(|fair| table::log::proof_line(fair.proof())).unwrap_or_default()
    }

    /// The seats that the match waits for: those who have to decide, or to sit down.
    pub(super) fn waiting(&self) -> Vec<SeatId> {
        match &self.fair {
            _ if self.is_over() => Vec::new(),
            Some(fair) if !fair.begun => fair.missing(self.seating.humans()),
            _ => self.play.waiting(),
        }
    }

    /// The dice of a match that has not begun.
    fn unrolled(&self) -> Result<&Fair, FailureBody> {
        let fair = self.fair.as_ref().ok_or_else(|| refused("the dice of this match were not pledged"))?;
        if fair.begun || self.is_over() {
            let why = if fair.begun { "the match has begun" } else { "the match is over" };
            return Err(failure(Code::Stale, why));
        }
        Ok(fair)
    }

    /// A seat says the hash of what it will add. Whoever can not keep it any more vows again: if salts could be shown
    /// already then all of them are made again, and everybody reads of it.
    pub(super) async fn vow(&mut self, viewer: Viewer, hash: &str) -> Result<(), FailureBody> {
        let seat = self.player(viewer)?;
        if !proof::is_hash(hash) {
            let why = format!("expected {} bytes as pairs of the digits 0-9 a-f", proof::BYTES);
            return Err(misplaced("hash", why));
        }
        if self.fair.as_ref().is_some_and(|fair| fair.vows[seat.index()].as_deref() == Some(hash)) {
            return Ok(());
        }
        let fair = self.unrolled()?;
        let again = fair.is_open(self.seating.humans());
        if again && fair.again >= AGAIN {
            return Err(refused(format!("vows are made again {AGAIN} times at most; make another match")));
        }
        self.write("vow", Some(seat), hash.to_owned(), None).await?;
        self.take_vow(seat, hash.to_owned());
        self.tell_people();
        if again {
            // Where the chat is full every browser knows it all the same: it is asked for another salt.
            let why = "The numbers for the dice are drawn again: mine is lost.";
            let _ = self.chat(viewer, why).await;
        }
        Ok(())
    }

    pub(super) fn take_vow(&mut self, seat: SeatId, hash: String) {
        let open = self.fair.as_ref().is_some_and(|fair| fair.is_open(self.seating.humans()));
        let Some(fair) = &mut self.fair else { return };
        if open {
            fair.again += 1;
            fair.vows.fill(None);
            fair.pledged.salts.fill(None);
        }
        if let Some(place) = fair.vows.get_mut(seat.index()) {
            *place = Some(hash);
        }
        self.tell_fairness();
    }

    /// A seat shows its salt, when everybody has vowed. An empty one says that it adds none.
    pub(super) async fn salt(&mut self, viewer: Viewer, salt: &str) -> Result<(), FailureBody> {
        let seat = self.player(viewer)?;
        if !proof::is_salt(salt) {
            let why = format!("expected at most {} bytes as pairs of the digits 0-9 a-f", proof::BYTES);
            return Err(misplaced("salt", why));
        }
        if self.fair.as_ref().is_some_and(|fair| fair.pledged.salts[seat.index()].as_deref() == Some(salt)) {
            return Ok(());
        }
        let fair = self.unrolled()?;
        if !fair.is_open(self.seating.humans()) {
            return Err(failure(Code::Stale, "a salt is shown when everybody has vowed, not before"));
        }
        if fair.vows[seat.index()].as_deref() != Some(&proof::vow(&self.id, seat, salt)) {
            return Err(misplaced("salt", "expected the salt that this seat has vowed"));
        }
        self.write("salt", Some(seat), salt.to_owned(), None).await?;
        self.take_salt(seat, salt.to_owned())?;
        self.start_the_clock().await;
        self.after_step(self.play.happened());
        Ok(())
    }

    pub(super) fn take_salt(&mut self, seat: SeatId, salt: String) -> Result<(), FailureBody> {
        if let Some(place) = self.fair.as_mut().and_then(|fair| fair.pledged.salts.get_mut(seat.index())) {
            *place = Some(salt);
        }
        match self.fair.as_ref().map(|fair| fair.missing(self.seating.humans())) {
            Some(missing) if missing.is_empty() => self.deal(),
            _ => {
                self.tell_fairness();
                Ok(())
            }
        }
    }

    fn tell_fairness(&mut self) {
        if let Some(fair) = self.fairness() {
            self.tell_all(&Tell::Fair { fair });
        }
    }

    /// Deals the table when the last person has added his salt. What lay there until then was laid by other dice, so that
    /// it tells nothing of these.
    fn deal(&mut self) -> Result<(), FailureBody> {
        let Some(fair) = self.fair.as_mut().filter(|fair| !fair.begun) else { return Ok(()) };
        let fresh = fair.game.load_position(&self.play.setup(), fair.pledged.seed(0))?;
        fair.begun = true;
        // Who hears this knows what becomes of the table that he sees.
        self.tell_fairness();
        let before: Vec<_> = self.streams.iter().map(|stream| self.play.events(stream.viewer, 0)).collect();
        self.hash = None;
        self.play = fresh;
        self.voids += 1;
        self.album.forget();
        for (index, before) in before.iter().enumerate() {
            let stream = &mut self.streams[index];
            stream.restart(self.play.as_ref());
            let now = self.play.events(stream.viewer, 0);
            let same = before.iter().zip(&now).take_while(|(one, two)| one == two).count();
            if same < before.len() {
                stream.voids += 1;
            }
            let new = now.into_iter().skip(same).collect();
            self.tell_viewer(index, same as u32, new);
        }
        Ok(())
    }

    /// The seed to go on with after a rewind.
    pub(super) fn other_dice(&self) -> u64 {
        self.fair.as_ref().map_or_else(secret::seed, |fair| fair.pledged.seed(fair.rolls + 1))
    }

    /// The match went back.
    pub(super) fn seal_rewind(&mut self, keep: usize, other_dice: bool) {
        let after = self.play.settled();
        let Some(fair) = &mut self.fair else { return };
        fair.floor = after;
        fair.rolls += u32::from(other_dice);
        let dice = other_dice.then_some(fair.rolls);
        let hash = proof::back(&fair.head(), keep, after, dice);
        fair.chain.push(Link::Back { keep, after, dice, hash });
        for sealed in &mut fair.sealed {
            sealed.take_if(|sealed| sealed.upto > keep);
        }
        self.tell_links(1);
    }

    /// Seals what the seats have decided and nobody has seen yet. A seat seals when the match does not wait for it any
    /// more; if it lays down something else, or takes it up again, that is seen, too, as at a table. How often it changed
    /// its mind before is not. Where a barrier was crossed all orders before it are bound by one link, whoever gave them:
    /// the last one's hand may stay hidden, too.
    pub(super) fn seal(&mut self) {
        let binds_rounds = self.fair.as_ref().is_some_and(|fair| fair.pledged.version() >= 2);
        // The order that ends a match is bound like any other.
        if self.fair.is_none() || self.ended.is_some() || (self.is_over() && !binds_rounds) {
            return;
        }
        let Some(fair) = self.fair.as_mut().filter(|fair| fair.begun) else { return };
        let (waiting, after, upto) = (self.play.waiting(), self.play.settled(), self.play.orders());
        let before = fair.chain.len();
        let floor = std::mem::replace(&mut fair.floor, after);
        if binds_rounds && floor < after {
            let given = (floor..after).filter_map(|n| self.play.entry_text(n));
            let lines: Vec<String> = given.map(|(seat, order)| proof::line(seat, order.get())).collect();
            let blind = fair.pledged.blind(fair.chain.len());
            let hash = proof::round(&fair.head(), &blind, floor, after, &lines);
            fair.chain.push(Link::Round { after: floor, upto: after, orders: Some(lines), hash });
        }
        for index in 0..fair.sealed.len() {
            let seat = SeatId(index as u8);
            let lies = fair.sealed[index].as_ref().filter(|sealed| sealed.after == after);
            let lies = lies.map_or(&[][..], |sealed| &sealed.orders);
            let given = (after..upto).filter_map(|n| self.play.entry_text(n)).filter(|(by, _)| *by == seat);
            let given: Vec<String> = given.map(|(_, order)| order.get().to_owned()).collect();
            let orders = match waiting.contains(&seat) {
                _ if lies == given => continue,
                // What lies there lies there still: what comes to it is sealed when he is ready.
                true if given.starts_with(lies) => continue,
                true => Vec::new(),
                false => given,
            };
            let hash = Hand { seat, after, upto, orders: &orders }
                .seal(&fair.head(), &fair.pledged.blind(fair.chain.len()));
            let (count, told) = (orders.len(), Some(orders.clone()));
            fair.chain.push(Link::Seal { seat, after, upto, count, orders: told, hash });
            fair.sealed[index] = Some(Sealed { after, upto, orders });
        }
        let new = fair.chain.len() - before;
        self.tell_links(new);
    }

    /// Tells the last so many links.
    fn tell_links(&mut self, count: usize) {
        let Some(fair) = &self.fair else { return };
        let from = fair.chain.len().saturating_sub(count);
        let tells: Vec<Tell> = (from..)
            .zip(&fair.chain[from..])
            .map(|(n, link)| {
                let seat = match link {
                    Link::Seal { seat, .. } => Some(seat.0),
                    Link::Round { .. } | Link::Back { .. } => None,
                };
                Tell::Sealed { link: n as u32, seat, hash: link.hash().to_owned() }
            })
            .collect();
        for tell in tells {
            self.tell_all(&tell);
        }
    }
}
