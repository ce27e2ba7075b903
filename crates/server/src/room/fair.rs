//! A fair match: its dice follow from what the server pledged before anybody sat down and from what every seat added, and
//! what is sealed becomes a link of a chain that all are told. `table::proof` has the sums; when the match is over its log
//! carries the proof. Everything here is worked out again from the stored steps when a match is loaded.

use super::{FailureBody, Room, SeatId, Viewer};
use crate::failure::{Code, failure, misplaced, refused};
use crate::secret;
use crate::wire::{Fairness, Tell};
use table::proof::{self, Hand, Link, Pledged, Proof};

/// What a seat has sealed since a barrier.
#[derive(Clone, Debug)]
struct Sealed {
    after: usize,
    upto: usize,
    orders: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Fair {
    pledged: Pledged,
    /// Everybody sits, and the table was dealt.
    begun: bool,
    /// How often the match went on with other dice.
    rolls: u32,
    chain: Vec<Link>,
    /// What of it stands, by seat.
    sealed: Vec<Option<Sealed>>,
}

impl Fair {
    pub fn new(id: &str, secret: &str, seats: usize) -> Self {
        let pledged = Pledged::new(id, secret, seats);
        Self { pledged, begun: false, rolls: 0, chain: Vec::new(), sealed: vec![None; seats] }
    }

    /// Whether this seat has said what it adds.
    fn has(&self, seat: SeatId) -> bool {
        self.pledged.salts.get(seat.index()).is_some_and(Option::is_some)
    }

    /// The last link, or the pledge that the chain begins with.
    fn head(&self) -> String {
        self.chain.last().map_or_else(|| self.pledged.pledge(), |link| link.hash().to_owned())
    }

    fn told(&self) -> Fairness {
        Fairness {
            pledge: self.pledged.pledge(),
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

    pub(super) fn fairness(&self) -> Option<Fairness> {
        self.fair.as_ref().map(Fair::told)
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
            Some(fair) if !fair.begun => self.seating.humans().filter(|seat| !fair.has(*seat)).collect(),
            _ => self.play.waiting(),
        }
    }

    /// A seat adds its salt to the dice, once, while none of them has rolled. An empty one says that it adds none.
    pub(super) async fn salt(&mut self, viewer: Viewer, salt: &str) -> Result<(), FailureBody> {
        let seat = self.player(viewer)?;
        let fair = self.fair.as_ref().ok_or_else(|| refused("the dice of this match were not pledged"))?;
        if !proof::is_salt(salt) {
            let why = format!("expected at most {} bytes as pairs of the digits 0-9 a-f", proof::BYTES);
            return Err(misplaced("salt", why));
        }
        match &fair.pledged.salts[seat.index()] {
            Some(given) if given == salt => return Ok(()),
            Some(_) => return Err(failure(Code::Stale, "this seat has given its salt")),
            None if fair.begun => return Err(failure(Code::Stale, "the match has begun")),
            None => {}
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
        self.begin_if_all_sit()?;
        self.tell_fairness();
        Ok(())
    }

    fn tell_fairness(&mut self) {
        if let Some(fair) = self.fairness() {
            self.tell_all(&Tell::Fair { fair });
        }
    }

    /// Deals the table when the last person has added his salt. What lay there until then was laid by other dice, so that
    /// it tells nothing of these.
    pub(super) fn begin_if_all_sit(&mut self) -> Result<(), FailureBody> {
        let Some(fair) = self.fair.as_mut().filter(|fair| !fair.begun) else { return Ok(()) };
        if !self.seating.humans().all(|seat| fair.has(seat)) {
            return Ok(());
        }
        let game = self.hall.game(self.play.game())?;
        let fresh = game.load_position(&self.play.setup(), fair.pledged.seed(0))?;
        fair.begun = true;
        self.tell_fairness();
        let before: Vec<_> = self.streams.iter().map(|stream| self.play.events(stream.viewer, 0)).collect();
        self.play = fresh;
        self.voids += 1;
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
        let Some(fair) = &mut self.fair else { return };
        fair.rolls += u32::from(other_dice);
        let dice = other_dice.then_some(fair.rolls);
        let hash = proof::back(&fair.head(), keep, dice);
        fair.chain.push(Link::Back { keep, dice, hash });
        for sealed in &mut fair.sealed {
            sealed.take_if(|sealed| sealed.upto > keep);
        }
        self.tell_links(1);
    }

    /// Seals what the seats have decided and nobody has seen yet. A seat seals when the match does not wait for it any
    /// more; if it lays down something else, or takes it up again, that is seen, too, as at a table. How often it changed
    /// its mind before is not.
    pub(super) fn seal(&mut self) {
        let over = self.is_over();
        let Some(fair) = self.fair.as_mut().filter(|fair| fair.begun && !over) else { return };
        let (waiting, after, upto) = (self.play.waiting(), self.play.settled(), self.play.orders());
        let before = fair.chain.len();
        for index in 0..fair.sealed.len() {
            let seat = SeatId(index as u8);
            let lies = fair.sealed[index].as_ref().filter(|sealed| sealed.after == after);
            let lies = lies.map_or(&[][..], |sealed| &sealed.orders);
            let given = (after..upto).filter_map(|n| self.play.entry_text(n)).filter(|(by, _)| *by == seat);
            let given: Vec<String> = given.map(|(_, order)| order.get().to_owned()).collect();
            let orders = match waiting.contains(&seat) {
                _ if lies == given => continue,
                true if lies.is_empty() => continue,
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
                    Link::Back { .. } => None,
                };
                Tell::Sealed { link: n as u32, seat, hash: link.hash().to_owned() }
            })
            .collect();
        for tell in tells {
            self.tell_all(&tell);
        }
    }
}
