//! A battle without a scenario: any forces, any seats (TT-SET-08, TT-VIC-01).

use super::{TWO_BOXES, Words, add_terrain, deal};
use crate::content::Content;
use crate::invasion;
use crate::setup::{ObjectiveSetup, Setup, Team};
use table::SetupError;

pub const EARTHLINGS: &str = "nieuport_16";
/// With `ww2=on`.
pub const WW2_EARTHLINGS: &str = "bf109e";
pub const MARTIANS: &str = "mk1_locust";

pub(super) fn fill(content: &Content, setup: &mut Setup, words: &mut Words<'_>) -> Result<(), SetupError> {
    setup.ww2 = words.one_of("ww2", &[("off", false), ("on", true)], false)?;
    let usual = if setup.ww2 { WW2_EARTHLINGS } else { EARTHLINGS };
    let earthlings = words.take("earthlings").unwrap_or(usual);
    let martians = words.take("martians").unwrap_or(MARTIANS);
    let players: [usize; 2] = pair(words.take("players").unwrap_or("1,1"), "options.players")?;
    let terrain = words.take("terrain").unwrap_or_default();
    let kinds: Vec<&str> = terrain.split(',').map(str::trim).filter(|w| !w.is_empty()).collect();
    add_terrain(setup, &kinds, TWO_BOXES)?;
    let objectives: usize = words.number("objectives", 0..=usize::MAX, 0)?;
    if objectives > 4 {
        return Err(SetupError::by("TT-SCN-05", "options.objectives", "expected at most 4 objectives"));
    }
    setup.objectives = vec![ObjectiveSetup::to_place(); objectives];
    if let Some(text) = words.take("area") {
        setup.area = pair(text, "options.area")?;
    }
    for (team, text, players) in
        [(Team::Earthlings, earthlings, players[0]), (Team::Martians, martians, players[1])]
    {
        let place = format!("options.{}", team.name().to_lowercase());
        let models: Vec<&str> = text.split(',').map(str::trim).filter(|m| !m.is_empty()).collect();
        for model in models.iter().map(|m| m.split('+').next().unwrap_or(m)) {
            let known = content.models.iter().filter(|m| match team {
                Team::Martians => m.tripod().is_some(),
                Team::Earthlings => setup.tripods_vs_tripods || m.tripod().is_none(),
            });
            if content.model(model).is_none() {
                let ids: Vec<&str> = known.map(|m| m.id()).collect();
                let why = format!("no vehicle {model:?}; expected one of {}", ids.join(", "));
                return Err(SetupError::by("TT-SET-02", place, why));
            }
        }
        if players == 0 || models.is_empty() {
            let why = format!("the {} need at least one player and one vehicle", team.name());
            return Err(SetupError::by("TT-GEN-02", place, why));
        }
        if players > models.len() {
            let why = super::shared_out(players, team, models.len());
            return Err(SetupError::by("TT-GEN-02", place, why));
        }
        let first = setup.vehicles.len();
        deal(setup, team, players, &models);
        invasion::fit_out(content, setup, first, &models, &place)?;
    }
    Ok(())
}

pub(super) fn pair<T: std::str::FromStr + Copy>(text: &str, place: &str) -> Result<[T; 2], SetupError> {
    let numbers: Vec<T> = text.split([',', 'x']).filter_map(|n| n.trim().parse().ok()).collect();
    match (numbers.as_slice(), text.split([',', 'x']).count()) {
        ([one, two], 2) => Ok([*one, *two]),
        _ => Err(SetupError::new(place, format!("expected two numbers such as 1,1, found {text:?}"))),
    }
}
