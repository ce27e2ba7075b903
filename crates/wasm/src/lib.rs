//! The door between the page and [`offline`]: three functions with numbers, so that no tool has to write code on either side.
//!
//! The page asks for room for a question ([`room_for`]), writes it there as JSON, and says so ([`answer`]); the answer lies where
//! it is told, [`length`] bytes long. No pointer is followed on this side: both buffers are ordinary vectors, which nobody else
//! has while the page writes or reads, because one question is answered after the other.
//!
//! `cargo xtask wasm` makes a module of it.

use offline::Home;
use std::cell::RefCell;

#[derive(Default)]
struct Door {
    home: Home,
    question: Vec<u8>,
    answer: String,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
}

/// Where a question of so many bytes is to be written.
#[expect(unsafe_code, reason = "its name is exported; it follows no pointer")]
#[unsafe(no_mangle)]
pub extern "C" fn room_for(bytes: usize) -> *const u8 {
    DOOR.with_borrow_mut(|door| {
        door.question.clear();
        door.question.resize(bytes, 0);
        door.question.as_ptr()
    })
}

/// Answers what was written there; says where the answer lies.
#[expect(unsafe_code, reason = "its name is exported; it follows no pointer")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DOOR.with_borrow_mut(|door| {
        door.answer = door.home.answer(&door.question);
        door.answer.as_ptr()
    })
}

/// How long it is.
#[expect(unsafe_code, reason = "its name is exported; it follows no pointer")]
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    DOOR.with_borrow(|door| door.answer.len())
}
