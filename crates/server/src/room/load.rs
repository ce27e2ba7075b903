//! A match comes into memory: its base is read, its steps are taken again.

use super::{ChatLine, Clocks, Cmd, Hall, Over, People, Room, Seating, now_ms, stream};
use crate::failure::{Code, failure, not_found};
use crate::storage::{ChatRow, MatchRow, StepRow};
use crate::wire::FailureBody;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use table::face::{AnyGame, AnyMatch};
use table::{LogError, SeatId};
use tokio::sync::mpsc;

/// Everything that storage knows of a match.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub row: MatchRow,
    pub steps: Vec<StepRow>,
    pub chat: Vec<ChatRow>,
}

/// How a match ends outside the rules: `resign` and `time` are of the seat that loses, `draw` is of nobody.
pub(super) fn ending(play: &dyn AnyMatch, kind: &str, seat: Option<SeatId>) -> Over {
    let team = seat.and_then(|seat| play.seats().iter().find(|s| s.id == seat)).map(|seat| seat.team);
    let winner = team.and_then(|team| play.seats().iter().find(|other| other.team != team));
    let how = match kind {
        "resign" => "resigned",
        "time" => "time ran out",
        _ => "agreed draw",
    };
    Over { winner: winner.map(|seat| seat.team_name.clone()), grade: None, rule: None, how: how.to_owned() }
}

/// Plays a match again from its storage.
pub fn begin(
    hall: &Arc<Hall>,
    door: mpsc::WeakSender<Cmd>,
    beginning: Beginning,
) -> Result<Room, FailureBody> {
    let Beginning { row, steps, chat } = beginning;
    let game = hall.game(&row.game)?;
    let seating: Seating = serde_json::from_str(&row.seats).map_err(|e| broken(&row.id, &e.to_string()))?;
    let whole = game.load_log(&row.base).map_err(|e| broken(&row.id, &e.to_string()))?;
    let play = whole.past(0)().map_err(|e| broken(&row.id, &e.to_string()))?;
    let seats = play.seats().len();
    if seats != seating.chairs.len() {
        return Err(broken(&row.id, "the number of seats"));
    }
    let mut room = Room {
        hall: Arc::clone(hall),
        door,
        scenario: row.scenario,
        title: row.title,
        streams: stream::all(seats),
        step: 0,
        changed: row.created,
        accepted: HashSet::new(),
        chat: chat.iter().map(line).collect(),
        chat_count: chat.len() as i64,
        ended: None,
        clocks: Clocks::new(seating.clock, seats, now_ms()),
        subs: Vec::new(),
        last_sub: 0,
        undo_asked: None,
        draw_offered: None,
        rematch_asked: None,
        rematch: None,
        thinking: HashMap::new(),
        voids: 0,
        told_people: People::default(),
        broken: false,
        seating,
        play,
        id: row.id,
    };
    room.restart_streams();
    for (seat, order) in (0..whole.orders()).filter_map(|n| whole.entry(n)) {
        room.take_again(seat, &order)?;
    }
    for step in steps {
        room.step_again(step)?;
    }
    Ok(room)
}

fn line(row: &ChatRow) -> ChatLine {
    ChatLine {
        seat: row.seat.map(|seat| seat as u8),
        name: row.name.clone(),
        text: row.body.clone(),
        at: row.at,
    }
}

fn broken(id: &str, why: &str) -> FailureBody {
    tracing::error!(id, why, "a stored match can not be loaded");
    failure(Code::Internal, format!("the match can not be loaded: {why}"))
}

impl Room {
    fn restart_streams(&mut self) {
        for stream in &mut self.streams {
            stream.restart(self.play.as_ref());
        }
    }

    fn take_again(&mut self, seat: SeatId, order: &Value) -> Result<(), FailureBody> {
        let from = self.play.happened();
        self.play.order(seat, order).map_err(|e| broken(&self.id, &e.to_string()))?;
        for stream in &mut self.streams {
            stream.count(self.play.as_ref(), from);
        }
        Ok(())
    }

    fn step_again(&mut self, step: StepRow) -> Result<(), FailureBody> {
        let seat = SeatId(u8::try_from(step.seat).unwrap_or_default());
        match step.kind.as_str() {
            "order" => {
                let order =
                    serde_json::from_str(&step.payload).map_err(|e| broken(&self.id, &e.to_string()))?;
                self.take_again(seat, &order)?;
                if let Some(id) = step.client_id {
                    self.accepted.insert((seat.0, id.into()));
                }
            }
            "undo" => self.take_back(seat).map_err(|e| broken(&self.id, &e))?,
            "rewind" => {
                let keep = step.payload.parse().map_err(|_| broken(&self.id, "the length of a rewind"))?;
                self.rewind_to(keep).map_err(|e| broken(&self.id, &e.to_string()))?;
            }
            "resign" | "time" | "draw" => {
                let loser = (step.seat >= 0).then_some(seat);
                self.ended = Some(ending(self.play.as_ref(), &step.kind, loser));
            }
            "start" => self.clocks.start(step.at),
            "name" => self.chair(seat)?.name = step.payload,
            "hand_over" => self.chair(seat)?.bot = Some(step.payload),
            other => return Err(broken(&self.id, &format!("a step of kind {other:?}"))),
        }
        if let Some(left) =
            step.clocks.as_deref().and_then(|text| serde_json::from_str::<Vec<i64>>(text).ok())
        {
            self.clocks.restore(&left, step.at);
        }
        self.step = step.n + 1;
        self.changed = step.at;
        Ok(())
    }

    fn chair(&mut self, seat: SeatId) -> Result<&mut super::Chair, FailureBody> {
        self.seating.chairs.get_mut(seat.index()).ok_or_else(|| not_found("no such seat"))
    }

    /// Goes on where the storage ends.
    pub(super) fn resume(&mut self) {
        let awaited = self.awaited();
        self.clocks.resume(now_ms(), &awaited);
        self.clocks.pass(now_ms());
        self.told_people = self.people();
        self.told_people.seats.iter_mut().for_each(|person| person.left_ms = None);
        self.wake_bots();
    }

    /// Takes back the last order of a seat since the last barrier.
    pub(super) fn take_back(&mut self, seat: SeatId) -> Result<(), String> {
        let before = self.all_events();
        self.play.undo(Some(seat)).map_err(|e| e.to_string())?;
        let orders: Vec<(SeatId, Value)> =
            (0..self.play.orders()).filter_map(|n| self.play.entry(n)).collect();
        // The orders of the others have moved up: what each of them showed is counted on a second table.
        let mut second = self.play.past(0)().map_err(|e| e.to_string())?;
        let mut streams = self.streams.clone();
        for stream in &mut streams {
            stream.restart(second.as_ref());
        }
        for (seat, order) in orders {
            let from = second.happened();
            second.order(seat, &order).map_err(|e| e.to_string())?;
            for stream in &mut streams {
                stream.count(second.as_ref(), from);
            }
        }
        self.streams = streams;
        self.count_voids(&before);
        Ok(())
    }

    /// Goes back to where so many orders had been given.
    pub(super) fn rewind_to(&mut self, keep: usize) -> Result<(), LogError> {
        let before = self.all_events();
        let orders: Vec<(SeatId, Value)> =
            (0..keep.min(self.play.orders())).filter_map(|n| self.play.entry(n)).collect();
        self.play = self.play.past(0)()?;
        self.restart_streams();
        for (seat, order) in orders {
            let from = self.play.happened();
            self.play
                .order(seat, &order)
                .map_err(|e| LogError::Refused { line: self.play.orders() + 2, why: e.to_string() })?;
            for stream in &mut self.streams {
                stream.count(self.play.as_ref(), from);
            }
        }
        self.ended = None;
        self.count_voids(&before);
        Ok(())
    }

    fn all_events(&self) -> Vec<Vec<table::face::SeenEvent>> {
        self.streams.iter().map(|stream| self.play.events(stream.viewer, 0)).collect()
    }

    /// Every viewer whose events were taken back has a new stream; tells those who listen.
    fn count_voids(&mut self, before: &[Vec<table::face::SeenEvent>]) {
        self.voids += 1;
        for (index, before) in before.iter().enumerate() {
            let now = self.play.events(self.streams[index].viewer, 0);
            let same = before.iter().zip(&now).take_while(|(one, two)| one == two).count();
            let from = if same < before.len() {
                self.streams[index].voids += 1;
                same
            } else {
                before.len()
            };
            self.retell(index, from as u32, now);
        }
    }

    fn retell(&mut self, index: usize, from: u32, mut now: Vec<table::face::SeenEvent>) {
        if self.streams[index].told.is_none() {
            return;
        }
        let viewer = self.streams[index].viewer;
        let told = self.table_for(viewer);
        let stream = &mut self.streams[index];
        let events = stream::lines(now.split_off((from as usize).min(now.len())));
        let shrunk = stream.told.as_ref() != Some(&told) || !events.is_empty();
        if !shrunk {
            return;
        }
        let news = super::News {
            from,
            voids: stream.voids,
            events,
            view: told.view.clone(),
            prompts: told.prompts.clone(),
            over: told.over.clone(),
        };
        stream.told = Some(told);
        let text = super::written(&super::Tell::News { news });
        self.send(&text, |sub| sub.viewer == viewer);
    }
}

/// A new match as storage takes it.
pub(crate) fn row(
    id: String,
    game: &dyn AnyGame,
    play: &dyn AnyMatch,
    seating: &Seating,
    created: i64,
) -> MatchRow {
    let scenario = play.setup().get("scenario").and_then(Value::as_str).unwrap_or_default().to_owned();
    let title = game.scenarios().into_iter().find(|s| s.id == scenario).map(|s| s.title);
    MatchRow {
        id,
        game: game.id().to_owned(),
        title: title.unwrap_or_else(|| game.title().to_owned()),
        scenario,
        base: play.first(play.orders()),
        seats: serde_json::to_string(seating).unwrap_or_default(),
        created,
    }
}
