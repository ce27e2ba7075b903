//! One file for each command.

pub mod check;
pub mod demo;
pub mod engine;
pub mod export_site;
pub mod games;
pub mod lab;
pub mod map;
pub mod replay;
pub mod rules;
pub mod serve;

use table::{SeatId, SetupRequest, Viewer};

/// Reads `KEY=VALUE`.
fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE, such as turn_limit=20")?;
    Ok((key.trim().to_owned(), value.to_owned()))
}

/// Reads who looks at a match.
fn viewer(text: &str) -> Result<Viewer, String> {
    match text {
        "spectator" => Ok(Viewer::Spectator),
        "umpire" => Ok(Viewer::Umpire),
        _ => match text.parse() {
            Ok(seat) => Ok(Viewer::Seat(SeatId(seat))),
            Err(_) => Err("expected a seat's number, spectator or umpire".to_owned()),
        },
    }
}

fn request(scenario: &str, variant: Option<&String>, options: &[(String, String)]) -> SetupRequest {
    SetupRequest {
        scenario: scenario.to_owned(),
        variant: variant.cloned(),
        options: options.iter().cloned().collect(),
    }
}
