//! LAND BATTLE BOARD: flat-topped hexes in columns A to E, rows 1 to 7 (WW-CMP-10).
//!
//! ```text
//!    A     B     C          down:        (column, row + 1)
//!   ___         ___         down-left:   one column to the left, the same row from A, C, E, the next from B, D
//!  / 1 \ ___  / 1 \         down-right:  the same to the right
//!  \___/ 1 \ \___/
//!  / 2 \___/ / 2 \          columns B and D stand half a hex lower
//! ```

use crate::kinds::{HEXES, Hex};

/// Axial coordinates: range is a hex distance in them.
fn axial(hex: Hex) -> (i8, i8) {
    let column = hex.column() as i8;
    (column, hex.row() as i8 - column / 2)
}

fn distance(a: Hex, b: Hex) -> u8 {
    let ((aq, ar), (bq, br)) = (axial(a), axial(b));
    let (dq, dr) = (bq - aq, br - ar);
    dq.abs().max(dr.abs()).max((dq + dr).abs()) as u8
}

pub(crate) fn ranges() -> [[u8; HEXES]; HEXES] {
    let mut table = [[0; HEXES]; HEXES];
    for (a, row) in table.iter_mut().enumerate() {
        for (b, range) in row.iter_mut().enumerate() {
            *range = distance(Hex(a as u8), Hex(b as u8));
        }
    }
    table
}

pub(crate) fn neighbours() -> [u64; HEXES] {
    let table = ranges();
    let mut around = [0; HEXES];
    for (set, row) in around.iter_mut().zip(&table) {
        for (b, range) in row.iter().enumerate() {
            *set |= if *range == 1 { 1 << b } else { 0 };
        }
    }
    around
}

/// The hex in front, if there is one.
pub(crate) fn down(hex: Hex) -> Option<Hex> {
    (hex.row() < 7).then(|| Hex::at(hex.column(), hex.row() + 1))
}

/// The hex down to the left or right, if the board goes on there.
pub(crate) fn angled(hex: Hex, left: bool) -> Option<Hex> {
    let column = if left { hex.column().checked_sub(1)? } else { hex.column() + 1 };
    let row = hex.row() + hex.column() % 2;
    (column < 5 && row <= 7).then(|| Hex::at(column, row))
}
