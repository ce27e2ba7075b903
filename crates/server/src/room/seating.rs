//! Who sits where, and by which key.

use crate::failure::misplaced;
use crate::names::{looks, tidy};
use crate::secret;
use crate::wire::{Clock, FailureBody, Made, SeatKey, Sitting};
use serde::{Deserialize, Serialize};
use table::{SeatId, Viewer};

/// Who is at the table, as it is stored with the match. Of keys only the hashes are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    pub chairs: Vec<Chair>,
    pub watch: String,
    pub hot_seat: bool,
    pub clock: Clock,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chair {
    pub name: String,
    pub bot: Option<String>,
    /// The hash of the key, if this was a human's seat when the match was made.
    pub key: Option<String>,
}

impl Seating {
    /// Seats people and bots, and makes their keys. A seat that is not named is a human's.
    pub fn new(
        seats: usize,
        sittings: &[Sitting],
        hot_seat: bool,
        clock: Clock,
        id: &str,
    ) -> Result<(Self, Made), FailureBody> {
        let mut keys = Vec::new();
        let chairs: Result<Vec<Chair>, FailureBody> = (0..seats)
            .map(|seat| {
                let sitting = sittings.get(seat).cloned().unwrap_or_default();
                let (name, bot) = match sitting {
                    Sitting::Open => (String::new(), None),
                    Sitting::Human { name } => (tidy(&format!("seats.{seat}.name"), &name)?, None),
                    Sitting::Bot { bot } => (String::new(), Some(bot)),
                };
                let key = bot.is_none().then(|| {
                    let key = secret::key();
                    keys.push(SeatKey { seat: seat as u8, key: key.clone() });
                    secret::hash(&key)
                });
                Ok(Chair { name, bot, key })
            })
            .collect();
        let chairs = chairs?;
        for (seat, chair) in chairs.iter().enumerate() {
            not_another(&chairs[..seat], &chair.name)
                .map_err(|error| FailureBody { place: Some(format!("seats.{seat}.name")), ..error })?;
        }
        let watch = secret::key();
        let seating = Self { chairs, watch: secret::hash(&watch), hot_seat, clock };
        Ok((seating, Made { id: id.to_owned(), keys, watch }))
    }

    /// Whose key this is.
    pub fn viewer(&self, key: &str) -> Option<Viewer> {
        let hash = secret::hash(key);
        let seat = self.chairs.iter().position(|chair| chair.key.as_ref() == Some(&hash));
        match seat {
            Some(seat) => Some(Viewer::Seat(SeatId(seat as u8))),
            None => (self.watch == hash).then_some(Viewer::Spectator),
        }
    }

    /// Whether somebody at this seat may have this name: nobody else at the table looks like it.
    pub fn may_be_called(&self, seat: SeatId, name: &str) -> Result<(), FailureBody> {
        let (before, behind) = self.chairs.split_at(seat.index().min(self.chairs.len()));
        not_another(before, name)?;
        not_another(behind.get(1..).unwrap_or_default(), name)
    }

    pub fn bot(&self, seat: SeatId) -> Option<&str> {
        self.chairs.get(seat.index())?.bot.as_deref()
    }

    pub fn is_human(&self, seat: SeatId) -> bool {
        self.chairs.get(seat.index()).is_some_and(|chair| chair.bot.is_none())
    }

    pub fn humans(&self) -> impl Iterator<Item = SeatId> {
        (0..self.chairs.len()).map(|seat| SeatId(seat as u8)).filter(|seat| self.is_human(*seat))
    }

    /// One person has, and always had, all seats that people play: nobody is cheated if he looks back or ahead. A seat
    /// that was handed over keeps its key: what its person decided stays closed until the end.
    pub fn is_solo(&self) -> bool {
        self.hot_seat || self.chairs.iter().filter(|chair| chair.key.is_some()).count() <= 1
    }
}

/// Two people may well have the same name; nobody may have one that is only taken for another's.
fn not_another(others: &[Chair], name: &str) -> Result<(), FailureBody> {
    let alike = |other: &&Chair| other.name != name && looks(&other.name) == looks(name);
    match others.iter().filter(|other| !other.name.is_empty()).find(alike) {
        Some(other) => {
            let why = format!("it looks like {:?}, who is at this table; expected another name", other.name);
            Err(misplaced("name", why))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_human_gets_a_key_of_his_own_and_bots_none() {
        let sittings = [Sitting::Human { name: " Ada ".into() }, Sitting::Bot { bot: "random".into() }];
        let (seating, made) = Seating::new(3, &sittings, false, Clock::None, "m").unwrap();
        assert_eq!(made.keys.iter().map(|k| k.seat).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(seating.viewer(&made.keys[0].key), Some(Viewer::Seat(SeatId(0))));
        assert_eq!(seating.viewer(&made.keys[1].key), Some(Viewer::Seat(SeatId(2))));
        assert_eq!(seating.viewer(&made.watch), Some(Viewer::Spectator));
        assert_eq!(seating.viewer(""), None);
        assert_eq!(seating.chairs[0].name, "Ada");
        let stored = serde_json::to_string(&seating).unwrap();
        for key in made.keys.iter().map(|k| &k.key).chain([&made.watch]) {
            assert!(!stored.contains(key.as_str()));
        }
        assert!(!seating.is_solo());
        assert!(Seating::new(2, &sittings, false, Clock::None, "m").unwrap().0.is_solo());
        assert!(Seating::new(2, &[], true, Clock::None, "m").unwrap().0.is_solo());
        let mut handed = Seating::new(2, &[], false, Clock::None, "m").unwrap().0;
        handed.chairs[1].bot = Some("random".into());
        assert!(!handed.is_solo(), "there were two people once");
    }

    #[test]
    fn a_name_that_can_not_be_seen_is_refused_by_its_place() {
        let unseen = ["\u{200b}", "\u{2066}\u{2069}", "\u{feff}", "\u{202e}adA", "A\u{2028}da"];
        let control = ["A\0da", "A\nda", "\u{7f}", "A\u{85}da", &"x".repeat(41)];
        for name in control.into_iter().chain(unseen) {
            let sittings = [Sitting::Open, Sitting::Human { name: name.to_owned() }];
            let refused = Seating::new(2, &sittings, false, Clock::None, "m").unwrap_err();
            assert_eq!(refused.place.as_deref(), Some("seats.1.name"), "{name:?}");
        }
    }

    #[test]
    fn nobody_at_a_table_is_taken_for_somebody_else_there() {
        let human = |name: &str| Sitting::Human { name: name.to_owned() };
        let seat = |one: &str, two: &str| Seating::new(2, &[human(one), human(two)], false, Clock::None, "m");
        assert_eq!(seat("Bepa", "Вера").unwrap_err().place.as_deref(), Some("seats.1.name"));
        let (seating, _) = seat("Adal", "Adal").unwrap();
        assert!(seating.may_be_called(SeatId(0), "AdaI").is_err(), "the other one is called Adal");
        let (seating, _) = seat("Adal", "").unwrap();
        assert!(seating.may_be_called(SeatId(0), "AdaI").is_ok(), "his own name is not in his way");
        assert!(seating.may_be_called(SeatId(1), "AdaI").is_err());
    }
}
