//! SET-UP: the table before the first turn.

use crate::content::Content;
use crate::dice::tell;
use crate::event::{Roll, What};
use crate::kinds::{Colour, Phase, UNITS, WAVES, ZONES, ZoneId, ZoneState};
use crate::luck::SIDES;
use crate::order::Ask;
use crate::scenarios::{self, Rules};
use crate::state::{Band, Deck, Drawn, Flow, Land, Loaded, Naval, Now, State, Uprising, Wave};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Dice, Seat, SeatId, SetupError, Sink, TeamId};

/// A match before its first order: a scenario with its options, or a position that somebody wrote down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub scenario: String,
    #[serde(default, skip_serializing_if = "is_off")]
    pub cavalry_attract: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// Dice and draws to come, first to last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Loaded>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<Now>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_off(flag: &bool) -> bool {
    !flag
}

pub(crate) fn begin(
    content: &Arc<Content>,
    setup: &Setup,
    seed: u64,
    sink: &mut Sink<What>,
) -> Result<State, SetupError> {
    let rules = Rules::of(content, setup)?;
    let chosen = scenarios::chosen_events(content, setup)?;
    let now = match &setup.position {
        Some(position) => {
            crate::position::validate(content, &rules, position)?;
            (**position).clone()
        }
        None => empty(content, &rules),
    };
    crate::position::check_stack(content, &setup.stack)?;
    let (dice, stack) = (Dice::new(seed), setup.stack.clone());
    let (content, judgement) = (Arc::clone(content), Arc::clone(&content.judgement));
    let mut state = State { content, judgement, rules, dice, stack, now, seats: seats() };
    if setup.position.is_some() {
        return crate::position::playable(state);
    }
    state.set_up(chosen, sink);
    state.advance(sink);
    Ok(state)
}

fn seats() -> Arc<[Seat]> {
    use std::sync::OnceLock;
    static SEATS: OnceLock<Arc<[Seat]>> = OnceLock::new();
    let seat =
        || Seat { id: SeatId(0), name: "Human".to_owned(), team: TeamId(0), team_name: SIDES[0].to_owned() };
    Arc::clone(SEATS.get_or_init(|| Arc::from([seat()])))
}

/// All tracks at zero, every zone at its printed Workforce, no counter on the map (WW-SET-01 to WW-SET-03).
fn empty(content: &Content, rules: &Rules) -> Now {
    let all = |n: usize| if n >= 64 { u64::MAX } else { (1_u64 << n) - 1 };
    let mut workforce = [0; ZONES];
    for (i, zone) in content.zones.iter().enumerate().take(ZONES) {
        workforce[i] = zone.workforce;
    }
    Now {
        turn: 0,
        phase: Phase::SetUp,
        flow: Flow::StartTurn,
        ask: Ask::Over,
        outcome: None,
        production: 0,
        hvp: 0,
        germs: 0,
        mvp: 0,
        colonization: 0,
        flying_machine: 0,
        landings: 0,
        captured: 0,
        workforce,
        zone_state: [ZoneState::Live; ZONES],
        refugees: [[0; 2]; ZONES],
        rested: [[0; 2]; ZONES],
        harbours: 0,
        mills: [0; ZONES],
        machines: [[0; 3]; ZONES],
        unit_zone: [None; UNITS],
        units_at: [0; ZONES],
        works: [0; UNITS],
        acted: 0,
        trains: 0,
        waves: [Wave::default(); WAVES],
        uprising: rules.uprising.then(|| Box::new(Uprising::default())),
        land_deck: Deck { pile: all(content.land_cards.len()), discard: 0 },
        sea_deck: Deck { pile: all(content.sea_cards.len()), discard: 0 },
        event_deck: Deck { pile: all(content.events.len()), discard: 0 },
        saved: 0,
        free_harbour_used: false,
        fought: 0,
        land: Land::default(),
        naval: Naval::default(),
        drawn: Drawn::default(),
        to_choose: 0,
    }
}

impl State {
    fn set_up(&mut self, chosen: Option<u64>, sink: &mut Sink<What>) {
        let content = Arc::clone(&self.content);
        let row = self.rules.scenario.map(|i| &content.scenarios[usize::from(i)]);
        if row.is_none_or(|r| r.initial_machines) && !self.rules.uprising {
            for &(zone, colour) in &content.initial_machines {
                self.put_machine("WW-SET-04", zone, colour, sink);
            }
        }
        match row {
            Some(row) if row.event_pile.is_some() => {
                self.now.flow = Flow::TakeCards;
                self.now.to_choose = row.event_pile.unwrap_or(0);
                self.now.event_deck = Deck { pile: 0, discard: 0 };
                if let Some(chosen) = chosen {
                    self.now.event_deck.pile = chosen;
                    self.now.to_choose = 0;
                }
            }
            Some(row) if self.rules.uprising => {
                for &zone in &row.green_machines {
                    self.put_machine("WW-SC2-01", zone, Colour::Green, sink);
                }
                for &colour in &row.rolled_machines {
                    let zone = self.placement(sink);
                    self.put_machine("WW-SC2-02", zone, colour, sink);
                }
                let points = row.start_production;
                self.now.production = points.into();
                tell!(sink, "WW-SC2-03", What::StartBonus { points, total: points.into() });
                self.opening_rolls(row.opening_rolls, sink);
            }
            _ => {
                self.land_ready(0, "WW-SET-05", row.map_or(4, |r| r.tripods_per_wave), sink);
                let zone = self.placement(sink);
                self.land_cylinder("WW-SET-08", zone, sink);
            }
        }
    }

    pub(crate) fn put_machine(
        &mut self,
        rule: &'static str,
        zone: ZoneId,
        colour: Colour,
        sink: &mut Sink<What>,
    ) {
        self.now.machines[zone.index()][colour.index() % 3] += 1;
        tell!(sink, rule, What::MachinePlaced { zone, colour });
    }

    /// Rolls on the Cylinder Placement chart (WW-SET-09).
    pub(crate) fn placement(&mut self, sink: &mut Sink<What>) -> ZoneId {
        let colour = self.roll(Roll::Placement, sink);
        self.content.placement[colour.index() % 3]
    }

    /// A Wave lands with its Tripods ready; its zone is Destroyed and pays its bonus (WW-SET-05 to WW-SET-07).
    pub(crate) fn land_ready(&mut self, wave: u8, rule: &'static str, tripods: u8, sink: &mut Sink<What>) {
        let zone = self.placement(sink);
        self.now.waves[usize::from(wave)] = Wave { zone: Some(zone), ..Wave::default() };
        tell!(sink, rule, What::WaveLanded { wave, zone, cylinder: false });
        self.draw_tripods(wave, tripods, sink);
        let bonus = self.content.start_bonus[zone.index()];
        if bonus > 0 {
            self.now.production = self.now.production.saturating_add(bonus.into());
            let total = self.now.production;
            tell!(sink, "WW-SET-06", What::StartBonus { points: bonus, total });
        }
        if self.is_live(zone) {
            self.now.workforce[zone.index()] = 0;
            self.now.zone_state[zone.index()] = ZoneState::Destroyed;
            tell!(sink, "WW-SET-07", What::ZoneDestroyed { zone });
        }
    }

    /// Tripods of different colours, drawn at random (WW-CMP-04).
    pub(crate) fn draw_tripods(&mut self, wave: u8, count: u8, sink: &mut Sink<What>) {
        let mut drawn = Vec::new();
        for _ in 0..count {
            let open = self.missing_colours(wave);
            let Some(colour) = self.pick_colour(open, sink) else { break };
            self.band_mut(wave).put(colour, false);
            if sink.is_on() {
                drawn.push(colour);
            }
        }
        tell!(sink, "WW-CMP-04", What::TripodsDrawn { band: wave, colours: drawn });
    }

    /// Colours that a Wave has not got and of which a counter is left; in the Uprising any colour that is left.
    pub(crate) fn missing_colours(&self, band: u8) -> u64 {
        let has: Band = self.band(band);
        let open = |c: &Colour| (self.rules.uprising || has.of(*c) == 0) && self.spare_tripods(*c) > 0;
        Colour::ALL.iter().filter(|c| open(c)).fold(0, |set, c| set | 1 << c.index())
    }

    /// Twice for each Handling Machine: its own colour builds a Tripod (WW-SC2-04).
    fn opening_rolls(&mut self, rolls: u8, sink: &mut Sink<What>) {
        for zone in ZoneId::all() {
            for colour in Colour::DIE {
                for _ in 0..self.now.machines[zone.index()][colour.index()] * rolls {
                    self.machine_builds("WW-SC2-04", zone, colour, sink);
                }
            }
        }
    }
}
