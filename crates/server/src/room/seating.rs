//! Who sits where, and by which key.

use crate::failure::misplaced;
use crate::names::{looks, tidy};
use crate::secret;
use crate::wire::{Agreed, Clock, FailureBody, Invitation, Made, SeatKey, Sitting};
use serde::{Deserialize, Serialize};
use table::proof::{VERSION, first_version};
use table::{SeatId, Viewer};

/// Who is at the table, as it is stored with the match. Of keys and invitations only the hashes are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    pub chairs: Vec<Chair>,
    pub watch: String,
    pub hot_seat: bool,
    pub clock: Clock,
    /// What whoever made the match chose. Matches of older programs do not say.
    #[serde(default)]
    pub agreed: Option<Agreed>,
    /// What the dice of a fair match are pledged by. It stays here until the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pledged: Option<String>,
    /// How such a match is proved: one that is under way keeps what it began with.
    #[serde(default = "first_version")]
    pub proof: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chair {
    pub name: String,
    pub bot: Option<String>,
    /// The hash of the key: of a human's seat when the match was made, or since its invitation was exchanged.
    pub key: Option<String>,
    /// The hash of the invitation to this seat; it stays when it is exchanged, and is another one when it is renewed.
    #[serde(default)]
    pub invitation: Option<String>,
    /// Whoever made the match sits here.
    #[serde(default)]
    pub host: bool,
}

/// What a person gets for his seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The key, and the right to renew invitations.
    Host,
    Key,
    Invitation,
}

impl Place {
    /// Who makes a match sits in the first seat that he does not give to somebody else; on one screen in all of them.
    pub fn of(seats: usize, sittings: &[Sitting], hot_seat: bool) -> Vec<Self> {
        let mut sits = false;
        (0..seats)
            .map(|seat| match sittings.get(seat) {
                Some(Sitting::Guest {}) => Self::Invitation,
                // The game, or a program: whatever it is given it does not use.
                Some(Sitting::Bot { .. }) => Self::Key,
                _ if sits && !hot_seat => Self::Invitation,
                _ => {
                    sits = true;
                    Self::Host
                }
            })
            .collect()
    }
}

impl Chair {
    /// Somebody plays here who came from elsewhere, or is waited for.
    fn is_guests(&self) -> bool {
        self.invitation.is_some()
    }

    /// Nobody has exchanged the invitation yet.
    pub fn is_invited(&self) -> bool {
        self.invitation.is_some() && self.key.is_none() && self.bot.is_none()
    }
}

impl Seating {
    /// Seats people and bots, and makes their keys and invitations. A seat that is not named is a human's.
    pub fn new(
        places: &[Place],
        sittings: &[Sitting],
        hot_seat: bool,
        clock: Clock,
        id: &str,
    ) -> Result<(Self, Made), FailureBody> {
        let (mut keys, mut invitations) = (Vec::new(), Vec::new());
        let chairs: Result<Vec<Chair>, FailureBody> = places
            .iter()
            .enumerate()
            .map(|(seat, place)| {
                let sitting = sittings.get(seat).cloned().unwrap_or_default();
                let name = match sitting {
                    Sitting::Bot { bot } => return Ok(Chair { bot: Some(bot), ..Chair::default() }),
                    Sitting::Open {} | Sitting::Guest {} => String::new(),
                    Sitting::Human { name } => tidy(&format!("seats.{seat}.name"), &name)?,
                };
                let secret = secret::key();
                let hash = Some(secret::hash(&secret));
                let (seat, host) = (seat as u8, *place == Place::Host);
                Ok(if *place == Place::Invitation {
                    invitations.push(Invitation { seat, token: secret });
                    Chair { name, invitation: hash, ..Chair::default() }
                } else {
                    keys.push(SeatKey { seat, key: secret });
                    Chair { name, key: hash, host, ..Chair::default() }
                })
            })
            .collect();
        let chairs = chairs?;
        let watch = secret::key();
        let watched = secret::hash(&watch);
        let (agreed, pledged, proof) = (None, None, VERSION);
        let seating = Self { chairs, watch: watched, hot_seat, clock, agreed, pledged, proof };
        // Of two the later one is told.
        for (seat, chair) in seating.chairs.iter().enumerate().rev() {
            seating
                .may_be_called(SeatId(seat as u8), &chair.name)
                .map_err(|error| FailureBody { place: Some(format!("seats.{seat}.name")), ..error })?;
        }
        Ok((seating, Made { id: id.to_owned(), keys, invitations, watch }))
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

    /// The seat of an invitation, exchanged or not.
    pub fn invited(&self, token: &str) -> Option<SeatId> {
        let hash = secret::hash(token);
        let seat = self.chairs.iter().position(|chair| chair.invitation.as_ref() == Some(&hash));
        seat.map(|seat| SeatId(seat as u8))
    }

    /// Whether this is the hash of somebody's key here, or of an invitation, which its host knows.
    pub fn has_key(&self, hash: &str) -> bool {
        let opens = |known: &Option<String>| known.as_deref() == Some(hash);
        self.watch == hash || self.chairs.iter().any(|chair| opens(&chair.key) || opens(&chair.invitation))
    }

    /// Whether somebody at this seat may have this name: nobody else at the table has it, or one that looks like it.
    /// Who plays several seats may have one name in all of them.
    pub fn may_be_called(&self, seat: SeatId, name: &str) -> Result<(), FailureBody> {
        let is_taken = |(index, other): &(usize, &Chair)| {
            let other_seat = SeatId(*index as u8);
            let own = other.name == name && self.is_one_person(seat, other_seat);
            other_seat != seat && !other.name.is_empty() && !own && looks(&other.name) == looks(name)
        };
        let Some((_, other)) = self.chairs.iter().enumerate().find(is_taken) else { return Ok(()) };
        let alike = if other.name == name { "it is the name of" } else { "it looks like" };
        let why = format!("{alike} {:?}, who is at this table; expected another name", other.name);
        Err(misplaced("name", why))
    }

    /// Whether two seats are played by the same hand: whoever made the match may have several.
    pub fn is_one_person(&self, one: SeatId, two: SeatId) -> bool {
        let host = |seat: SeatId| self.chairs.get(seat.index()).is_some_and(|chair| chair.host);
        one == two || self.is_one_screen() || host(one) && host(two)
    }

    pub fn bot(&self, seat: SeatId) -> Option<&str> {
        self.chairs.get(seat.index())?.bot.as_deref()
    }

    pub fn is_human(&self, seat: SeatId) -> bool {
        self.chairs.get(seat.index()).is_some_and(|chair| chair.bot.is_none())
    }

    /// The match went on by other rules, with dice that the server drew: nothing of them is pledged.
    pub fn no_longer_fair(&mut self) {
        self.pledged = None;
        if let Some(agreed) = &mut self.agreed {
            agreed.fair = false;
        }
    }

    pub fn humans(&self) -> impl Iterator<Item = SeatId> {
        (0..self.chairs.len()).map(|seat| SeatId(seat as u8)).filter(|seat| self.is_human(*seat))
    }

    /// Whether people are here, or were, who came from elsewhere.
    pub fn has_guests(&self) -> bool {
        self.chairs.iter().any(Chair::is_guests)
    }

    /// All people sit before one screen.
    pub fn is_one_screen(&self) -> bool {
        self.hot_seat && !self.has_guests()
    }

    /// One person has, and always had, all seats that people play: nobody is cheated if he looks back or ahead. A seat
    /// that was handed over keeps its key: what its person decided stays closed until the end.
    pub fn is_solo(&self) -> bool {
        let people = self.chairs.iter().filter(|chair| chair.key.is_some() || chair.is_guests());
        self.is_one_screen() || people.count() <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn seat(seats: usize, sittings: &[Sitting], hot_seat: bool) -> Result<(Seating, Made), FailureBody> {
        Seating::new(&Place::of(seats, sittings, hot_seat), sittings, hot_seat, Clock::None, "m")
    }

    fn keys(made: &Made) -> Vec<u8> {
        made.keys.iter().map(|key| key.seat).collect()
    }

    fn invitations(made: &Made) -> Vec<u8> {
        made.invitations.iter().map(|invitation| invitation.seat).collect()
    }

    #[test]
    fn the_host_gets_one_key_others_are_invited_and_bots_get_nothing() {
        let sittings = [Sitting::Human { name: " Ada ".into() }, Sitting::Bot { bot: "random".into() }];
        let (seating, made) = seat(3, &sittings, false).unwrap();
        assert_eq!((keys(&made), invitations(&made)), (vec![0], vec![2]));
        assert_eq!(seating.viewer(&made.keys[0].key), Some(Viewer::Seat(SeatId(0))));
        assert_eq!(seating.viewer(&made.invitations[0].token), None, "an invitation is no key");
        assert_eq!(seating.invited(&made.invitations[0].token), Some(SeatId(2)));
        assert_eq!(seating.invited(&made.keys[0].key), None);
        assert_eq!(seating.viewer(&made.watch), Some(Viewer::Spectator));
        assert_eq!((seating.viewer(""), seating.invited("")), (None, None));
        assert_eq!(seating.chairs[0].name, "Ada");
        assert_eq!(seating.chairs.iter().map(|chair| chair.host).collect::<Vec<_>>(), [true, false, false]);
        let stored = serde_json::to_string(&seating).unwrap();
        let secrets = made.keys.iter().map(|k| &k.key).chain(made.invitations.iter().map(|i| &i.token));
        for secret in secrets.chain([&made.watch]) {
            assert!(!stored.contains(secret.as_str()));
        }
        assert!(!seating.is_solo());
        assert!(seat(2, &sittings, false).unwrap().0.is_solo());
    }

    #[test]
    fn one_screen_has_all_keys_but_those_of_guests_and_is_nobodys_own_with_them() {
        let (seating, made) = seat(2, &[], true).unwrap();
        assert_eq!((keys(&made), invitations(&made)), (vec![0, 1], vec![]));
        assert!(seating.is_solo() && seating.is_one_screen());
        let (seating, made) = seat(3, &[Sitting::Open {}, Sitting::Guest {}], true).unwrap();
        assert_eq!((keys(&made), invitations(&made)), (vec![0, 2], vec![1]));
        assert!(!seating.is_solo() && !seating.is_one_screen(), "the guest is cheated by who looks ahead");
        // Who only lays the table for others has no seat.
        let (_, made) = seat(2, &[Sitting::Guest {}, Sitting::Guest {}], false).unwrap();
        assert_eq!((keys(&made), invitations(&made)), (vec![], vec![0, 1]));
    }

    #[test]
    fn there_were_two_people_once() {
        let mut handed = seat(2, &[], false).unwrap().0;
        handed.chairs[1].bot = Some("random".into());
        assert!(!handed.is_solo() && !handed.chairs[1].is_invited());
    }

    #[test]
    fn a_seating_of_an_older_program_is_read_as_it_was_meant() {
        let chair = json!({ "name": "", "bot": null, "key": "00" });
        let old =
            json!({ "chairs": [chair, chair], "watch": "11", "hot_seat": true, "clock": { "kind": "none" } });
        let seating: Seating = serde_json::from_value(old).unwrap();
        assert!(seating.is_solo() && !seating.has_guests() && seating.agreed.is_none());
    }

    #[test]
    fn a_name_that_can_not_be_seen_is_refused_by_its_place() {
        let unseen = ["\u{200b}", "\u{2066}\u{2069}", "\u{feff}", "\u{202e}adA", "A\u{2028}da"];
        let control = ["A\0da", "A\nda", "\u{7f}", "A\u{85}da", &"x".repeat(41)];
        for name in control.into_iter().chain(unseen) {
            let sittings = [Sitting::Open {}, Sitting::Human { name: name.to_owned() }];
            let refused = seat(2, &sittings, false).unwrap_err();
            assert_eq!(refused.place.as_deref(), Some("seats.1.name"), "{name:?}");
        }
    }

    #[test]
    fn nobody_at_a_table_is_taken_for_somebody_else_there() {
        let human = |name: &str| Sitting::Human { name: name.to_owned() };
        let two = |one: &str, two: &str, hot_seat| seat(2, &[human(one), human(two)], hot_seat);
        assert_eq!(two("Bepa", "Вера", false).unwrap_err().place.as_deref(), Some("seats.1.name"));
        assert_eq!(two("Adal", "Adal", false).unwrap_err().place.as_deref(), Some("seats.1.name"));
        let (seating, _) = two("Adal", "Adal", true).unwrap();
        assert!(seating.may_be_called(SeatId(0), "AdaI").is_err(), "his other seat is called Adal");
        let (seating, _) = two("Adal", "", false).unwrap();
        assert!(seating.may_be_called(SeatId(0), "AdaI").is_ok(), "his own name is not in his way");
        assert!(seating.may_be_called(SeatId(1), "AdaI").is_err());
    }

    #[test]
    fn one_hand_has_one_seat_all_of_one_screen_or_those_of_the_host() {
        let guest = [Sitting::Open {}, Sitting::Guest {}];
        for (sittings, hot_seat, two_of_one) in [
            (&[][..], false, vec![]),
            (&[], true, vec![(0, 1), (0, 2), (1, 2)]),
            (&guest, false, vec![]),
            (&guest, true, vec![(0, 2)]),
        ] {
            let (seating, _) = seat(3, sittings, hot_seat).unwrap();
            for (one, two) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
                let is_one = one == two || two_of_one.contains(&(one, two));
                for (one, two) in [(one, two), (two, one)] {
                    let told = seating.is_one_person(SeatId(one), SeatId(two));
                    assert_eq!(told, is_one, "{sittings:?} {hot_seat} {one} {two}");
                }
            }
        }
    }

    #[test]
    fn a_key_that_opens_something_here_is_nobody_elses() {
        let (seating, made) = seat(3, &[Sitting::Open {}, Sitting::Guest {}], true).unwrap();
        let mut known: Vec<&String> = made.keys.iter().map(|key| &key.key).collect();
        known.extend([&made.invitations[0].token, &made.watch]);
        for key in known {
            assert!(seating.has_key(&secret::hash(key)));
        }
        assert!(!seating.has_key(&secret::hash(&secret::key())));
    }
}
