//! A slice of what `cargo xtask fuzz` does for hours. One program: each one of its own would link everything again.

mod border;
mod doors;
mod hunting;
mod mutating;
mod slice;
