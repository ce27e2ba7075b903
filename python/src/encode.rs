//! What a seat sees as numbers: always as many, whatever the game.
//!
//! The text of the projected view is walked once. Each leaf has a path (`vehicles`, 3, `speed`), the path's hash says in
//! which of the numbers the leaf is added, and with which sign. A word is a leaf of its own: `gear` being `down` is 1 at
//! the place of `gear=down`. Nothing but that text comes in, so the numbers tell what the view tells and no more.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use table::face::AnyMatch;
use table::{SeatId, Viewer};

/// What a number is added as: how big it is where small ones count, and how far where millimetres do.
const SMALL: f64 = 8.0;
const FAR: f64 = 1024.0;
/// Leaves that fall on one place add up; no sum is larger than this.
pub const LARGEST: f32 = 8.0;

const FNV: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn below(path: u64, step: u64) -> u64 {
    (path.rotate_left(23) ^ step).wrapping_mul(PRIME)
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().fold(FNV, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// Adds what a text of JSON says to a row of numbers; its paths begin with `root`.
pub fn add(text: &str, root: &str, row: &mut [f32]) {
    let mut walk = Walk { text: text.as_bytes(), at: 0, row };
    walk.value(word(root.as_bytes()));
    for number in row {
        *number = number.clamp(-LARGEST, LARGEST);
    }
}

/// What a viewer sees and what he is asked.
pub fn observe(game: &dyn AnyMatch, viewer: Viewer, row: &mut [f32]) {
    add(game.view_text(viewer).get(), "view", row);
    if let Viewer::Seat(seat) = viewer
        && game.owed_by(seat).is_some()
        && let Some(owed) = game.open(viewer).into_iter().find(|prompt| prompt.must)
    {
        add(owed.ask.get(), "ask", row);
    }
}

/// The orders that answer the decision that this seat owes, a row for each slot of an action.
pub fn orders(game: &dyn AnyMatch, seat: SeatId, options: usize, features: usize, rows: &mut [f32]) {
    // A seat's orders come prompt by prompt, and those of other prompts may come before.
    let before = game.open(Viewer::Seat(seat)).into_iter().take_while(|prompt| !prompt.must);
    let from = before.map(|prompt| prompt.options).sum();
    let slots = rows.len() / features.max(1);
    let shown = options.min(slots);
    let mut wanted = (0..shown).map(|slot| option_of(slot, options, slots)).peekable();
    let mut slot = 0;
    add_items(&game.legal_text(seat), from, rows, features, |item| {
        wanted.next_if_eq(&item)?;
        slot += 1;
        Some(slot - 1)
    });
}

/// The option that a slot stands for. Where there are more options than slots they are taken at even distances.
pub fn option_of(slot: usize, options: usize, slots: usize) -> usize {
    if options <= slots { slot } else { slot * options / slots }
}

/// Adds each item of a list to a row of its own, from item `from` on: `[[item, …], n]` is what a seat may order.
fn add_items(
    text: &str,
    from: usize,
    rows: &mut [f32],
    features: usize,
    mut row_of: impl FnMut(usize) -> Option<usize>,
) {
    let mut none = [];
    let mut walk = Walk { text: text.as_bytes(), at: 1, row: &mut none };
    if walk.peek() != b'[' {
        return;
    }
    walk.at += 1;
    let mut item = 0_usize;
    while walk.at < walk.text.len() && walk.peek() != b']' {
        let place = item.checked_sub(from).and_then(&mut row_of);
        let row = place.and_then(|place| rows.get_mut(place * features..(place + 1) * features));
        let mut own = Walk { text: walk.text, at: walk.at, row: row.unwrap_or_default() };
        own.value(word(b"order"));
        walk.at = own.at;
        if walk.peek() == b',' {
            walk.at += 1;
        }
        item += 1;
    }
}

/// The most numbers that are given at once: 1 GB of them.
const MOST: usize = 1 << 28;

/// How many numbers so many rows have; more than fit are refused here, where Python still hears of it.
pub fn size(rows: usize, width: usize) -> PyResult<usize> {
    let most = |size: &usize| *size <= MOST;
    rows.checked_mul(width).filter(most).ok_or_else(|| {
        errors::unknown(&format!("expected at most {MOST} numbers at once, found {rows} times {width}"))
    })
}

/// So many rows of numbers as bytes that numpy reads without a copy. `fill` writes one row.
pub fn bytes(
    py: Python<'_>,
    rows: usize,
    features: usize,
    mut fill: impl FnMut(usize, &mut [f32]),
) -> PyResult<Bound<'_, PyByteArray>> {
    let numbers = size(rows, features)?;
    let mut row = vec![0.0; features];
    PyByteArray::new_with(py, numbers * size_of::<f32>(), |bytes| {
        for (n, part) in bytes.chunks_exact_mut((features * size_of::<f32>()).max(1)).enumerate() {
            row.fill(0.0);
            fill(n, &mut row);
            write(&row, part);
        }
        Ok(())
    })
}

/// Numbers as this machine has them in memory.
pub fn write(row: &[f32], bytes: &mut [u8]) {
    for (number, place) in row.iter().zip(bytes.chunks_exact_mut(size_of::<f32>())) {
        place.copy_from_slice(&number.to_ne_bytes());
    }
}

/// Reads text that serde wrote: it is well formed, and where it were not, the walk would end early.
struct Walk<'a, 'b> {
    text: &'a [u8],
    at: usize,
    row: &'b mut [f32],
}

impl<'a> Walk<'a, '_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(b']')
    }

    fn add(&mut self, path: u64, value: f64) {
        if self.row.is_empty() {
            return;
        }
        let hash = mix(path);
        let place = ((hash >> 32) * self.row.len() as u64) >> 32;
        let signed = if hash & 1 == 0 { value } else { -value };
        self.row[place as usize] += signed as f32;
    }

    /// What stands between quotes, as it is written.
    fn quoted(&mut self) -> &'a [u8] {
        self.at += 1;
        let start = self.at;
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        let end = self.at.min(self.text.len());
        self.at += 1;
        &self.text[start..end]
    }

    fn value(&mut self, path: u64) {
        match self.peek() {
            b'{' => {
                self.at += 1;
                while self.peek() == b'"' {
                    let name = word(self.quoted());
                    self.at += 1;
                    self.value(below(path, name));
                    if self.peek() == b',' {
                        self.at += 1;
                    }
                }
                self.at += 1;
            }
            b'[' => {
                self.at += 1;
                let mut n = 0;
                while self.at < self.text.len() && self.peek() != b']' {
                    n += 1;
                    self.value(below(path, n));
                    if self.peek() == b',' {
                        self.at += 1;
                    }
                }
                self.at += 1;
            }
            b'"' => {
                let said = word(self.quoted());
                self.add(below(path, said), 1.0);
            }
            _ => self.plain(path),
        }
    }

    /// A number, true, false or nothing.
    fn plain(&mut self, path: u64) {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|byte| !matches!(byte, b',' | b']' | b'}')) {
            self.at += 1;
        }
        match &self.text[start..self.at] {
            b"true" => self.add(path, 1.0),
            b"false" => self.add(path, -1.0),
            written => {
                let number = std::str::from_utf8(written).ok().and_then(|text| text.parse::<f64>().ok());
                if let Some(number) = number.filter(|number| number.is_finite()) {
                    self.add(path, number / (number.abs() + SMALL));
                    self.add(below(path, 0), (number / FAR).clamp(-4.0, 4.0));
                }
            }
        }
    }
}
