//! Scripted clients: for tests, and for measuring how much a server bears.
//!
//! They know the server only by what it says on its sockets, like a browser.

pub mod crowd;
pub mod http;
pub mod kills;
pub mod nodes;
pub mod player;
pub mod process;
pub mod program;
pub mod proxy;
pub mod script;
pub mod seat;
pub mod socket;

pub use player::Player;
pub use program::Program;
pub use seat::Seat;
pub use socket::Socket;
