//! What people say that is no question.

use super::{ChatLine, FailureBody, Given, Room, SeatId, Tell, Viewer, now_ms};
use crate::asked;
use crate::failure::{Code, bad, failure, misplaced, refused};
use crate::names::tidy;
use crate::reasons::Asker;
use crate::storage::{ChatRow, Write};
use crate::wire::Say;
use table::names::is_name;

const CHAT_LIMIT: usize = 500;
/// Lines of chat that a match keeps.
const CHAT_LINES: usize = 1000;
/// So many of them are left to those who watch: players always have room.
const WATCHERS_LINES: usize = 200;

impl Room {
    /// Does what somebody says; the answer to him alone, if there is one.
    pub(super) async fn say(&mut self, viewer: Viewer, say: Say) -> Option<Tell> {
        let result = match say {
            Say::Order { id, order, decision } => {
                let given = Given { id: Some(id.clone()), decision };
                return Some(match self.player(viewer) {
                    Err(error) => asked::refused(id, error),
                    Ok(seat) => match self.order(seat, given, &order).await {
                        Ok(()) => Tell::Ack { id },
                        Err(error) => asked::refused(id, error),
                    },
                });
            }
            Say::Check { id, .. }
            | Say::Nearest { id, .. }
            | Say::Legal { id, .. }
            | Say::Preview { id, .. }
            | Say::Suggest { id } => {
                return Some(asked::refused(id, bad("a question is asked by itself")));
            }
            Say::Why { id, seat } => {
                let seat = SeatId(seat);
                let (is_bot, is_over) = (self.seating.bot(seat).is_some(), self.is_over());
                let asker = Asker { viewer, seat, is_bot, is_over };
                return Some(self.reasons.tell(self.play.as_ref(), asker, id));
            }
            Say::Ping { at } => return Some(Tell::Pong { at }),
            Say::Hello { .. } => Err(bad("this socket has said hello already")),
            Say::Chat { text } => self.chat(viewer, &text).await,
            Say::Name { name } => self.name(viewer, &name).await,
            Say::Vow { hash } => self.vow(viewer, &hash).await,
            Say::Salt { salt } => self.salt(viewer, &salt).await,
            Say::Wish { wish } => self.wish(viewer, wish).await,
        };
        result.err().map(|error| Tell::Error { error })
    }

    /// The seat that may decide. Who has no say here still has his place: that is another code than for a key that
    /// opens nothing.
    pub(super) fn player(&self, viewer: Viewer) -> Result<SeatId, FailureBody> {
        let seat = viewer.seat().ok_or_else(|| refused("spectators have no orders to give"))?;
        if self.seating.is_human(seat) {
            return Ok(seat);
        }
        Err(refused("a bot plays this seat"))
    }

    pub(super) async fn chat(&mut self, viewer: Viewer, text: &str) -> Result<(), FailureBody> {
        let text = text.trim();
        if text.is_empty() || !is_name(text, CHAT_LIMIT) {
            let why = format!("expected one line of 1 to {CHAT_LIMIT} letters that can be seen");
            return Err(misplaced("text", why));
        }
        if self.chat_count as usize >= CHAT_LINES {
            return Err(failure(Code::Busy, format!("a match keeps {CHAT_LINES} lines of chat")));
        }
        let seat = viewer.seat();
        let watchers = self.chat.iter().filter(|line| line.seat.is_none()).count();
        if seat.is_none() && watchers >= WATCHERS_LINES {
            let why = format!("a match keeps {WATCHERS_LINES} lines of chat of those who watch");
            return Err(failure(Code::Busy, why));
        }
        let name = seat.and_then(|seat| self.people().seats.into_iter().find(|p| p.seat == seat.0));
        let name = name.map_or_else(|| "Spectator".to_owned(), |person| person.name);
        let line = ChatLine { seat: seat.map(|s| s.0), name, text: text.to_owned(), at: now_ms() / 1000 };
        let row = ChatRow {
            match_id: self.id.clone(),
            n: self.chat_count,
            seat: line.seat.map(i64::from),
            name: line.name.clone(),
            body: line.text.clone(),
            at: line.at,
        };
        self.store(vec![Write::Chat(row)]).await?;
        self.chat_count += 1;
        self.chat.push(line.clone());
        self.tell_all(&Tell::Chat { line });
        Ok(())
    }

    async fn name(&mut self, viewer: Viewer, name: &str) -> Result<(), FailureBody> {
        let seat = self.player(viewer)?;
        let name = tidy("name", name)?;
        if self.seating.chairs[seat.index()].name != name {
            self.seating.may_be_called(seat, &name)?;
            self.write("name", Some(seat), name.clone(), None).await?;
            self.seating.chairs[seat.index()].name = name;
            self.tell_people();
        }
        Ok(())
    }
}
