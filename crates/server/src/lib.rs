//! Matches over HTTP and WebSocket: seats by link, bots, storage, replay.

pub mod wire;
