//! A table with terrain on it: the figures of the ledger, and laws that hold on every table.

mod crossing;
mod golden;
mod laws;
mod oracle;
mod price;
mod reach;
mod sight;
mod support;
