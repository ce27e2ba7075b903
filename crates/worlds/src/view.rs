//! The table as anybody sees it: everything lies open.

use crate::kinds::{
    Colour, EventId, Hex, Phase, Plan, ShipKind, UnitId, UnitKind, ZoneId, ZoneState, units_of,
};
use crate::order::{Ask, Order};
use crate::state::{Band, DieFor, Ending, Flow, State, Tripod};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    pub scenario: String,
    pub turn: u16,
    pub phase: Phase,
    pub tracks: Tracks,
    pub zones: Vec<ZoneView>,
    pub units: Vec<UnitView>,
    pub waves: Vec<WaveView>,
    pub stock: Stock,
    /// A Land Battle that is being fought.
    pub land: Option<LandView>,
    pub naval: Option<NavalView>,
    /// The Event card that is being carried out.
    pub drawn: Option<EventId>,
    /// Event cards that you keep.
    pub saved: Vec<EventId>,
    /// Event cards that are chosen for the pile, while it is being made (scenario I).
    pub chosen: Vec<EventId>,
    pub prices: Prices,
    pub decks: Decks,
    pub prompt: Option<PromptView>,
    pub ending: Option<EndingView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tracks {
    pub production: u16,
    pub income: u8,
    pub human_points: u8,
    pub germs: u8,
    pub martian_points: u8,
    pub colonization: u8,
    pub flying_machine: u8,
    /// Cylinders that land at the end of the next Escape Phase.
    pub landings: u8,
}

/// What a scenario may price otherwise, as it costs now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Prices {
    pub random_harbour: u8,
    pub random_plan: u8,
    pub chosen_plan: u8,
    /// Another Event card, where it can be bought.
    pub event: Option<u8>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ZoneView {
    pub zone: ZoneId,
    pub state: ZoneState,
    pub workforce: u8,
    pub gears: u8,
    /// Refugee counters that it can hold.
    pub capacity: u8,
    pub refugees_1: u8,
    pub refugees_2: u8,
    /// Of these, how many have not acted in this phase.
    pub rested_1: u8,
    pub rested_2: u8,
    pub harbour: bool,
    pub mills: u8,
    pub machines: Vec<Colour>,
    pub units: Vec<UnitId>,
    /// Wave counters, on either side.
    pub waves: Vec<u8>,
    /// Scenario II: the Tripods that stand here.
    pub tripods: Vec<TripodCounter>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TripodCounter {
    pub colour: Colour,
    pub damaged: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnitView {
    pub unit: UnitId,
    pub kind: UnitKind,
    pub name: String,
    pub zone: ZoneId,
    /// Built levels of Earthworks.
    pub earthworks: u8,
    pub acted: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WaveView {
    pub wave: u8,
    pub zone: ZoneId,
    pub cylinder: bool,
    /// Tripods under construction in a Cylinder.
    pub building: u8,
    /// The medallion.
    pub tripods: Vec<TripodCounter>,
    pub attracted: Option<ZoneId>,
}

/// Counters that are left in the box.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Stock {
    pub infantry: u8,
    pub cavalry: u8,
    pub field_guns: u8,
    pub siege_guns: u8,
    pub earthworks: u8,
    pub powder_mills: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LandView {
    pub zone: ZoneId,
    pub band: u8,
    pub battle_round: u8,
    pub plans: Vec<Plan>,
    pub units: Vec<LandUnit>,
    /// Units that are still to be placed, and Guns that wait beside the board.
    pub unplaced: Vec<UnitId>,
    pub waiting: Vec<UnitId>,
    pub tripods: Vec<TripodView>,
    /// The Battle card that lies open, and the second one of a Kriegspiel.
    pub card: Option<String>,
    pub second_card: Option<String>,
    /// The Tripod whose turn it is.
    pub acting: Option<u8>,
    /// A die that may be rolled again.
    pub die: Option<DieView>,
    pub terrain: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LandUnit {
    pub unit: UnitId,
    pub kind: UnitKind,
    pub hex: Hex,
    pub level: u8,
    pub surprise: bool,
    /// It may still fire in this round.
    pub ready: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TripodView {
    pub tripod: u8,
    pub colour: Colour,
    pub damaged: bool,
    /// None before it is placed, and when it is destroyed.
    pub hex: Option<Hex>,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DieView {
    pub rolled_for: DieFor,
    pub colour: Colour,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NavalView {
    pub battle_round: u8,
    pub last_round: u8,
    pub refugees: Vec<RefugeeView>,
    pub ships: Vec<ShipView>,
    pub tripods: Vec<TripodView>,
    /// Ships that a card gives and that are still to be placed.
    pub free_ships: Vec<ShipKind>,
    pub card: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RefugeeView {
    pub refugee: u8,
    pub points: u8,
    /// None before it is placed, and when it has left the board.
    pub hex: Option<Hex>,
    pub level: u8,
    pub acted: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShipView {
    pub ship: u8,
    pub kind: ShipKind,
    pub hex: Option<Hex>,
    pub level: u8,
    pub acted: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Decks {
    pub land_pile: u8,
    pub land_discards: Vec<String>,
    pub sea_pile: u8,
    pub sea_discards: Vec<String>,
    pub event_pile: u8,
    pub event_discards: Vec<EventId>,
}

/// The decision that is open, in words, and its obvious answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PromptView {
    pub ask: Ask,
    pub text: String,
    /// What a player who does not want to think about it answers.
    pub suggestion: Option<Order>,
    pub suggestion_text: Option<String>,
    /// Who thinks about it answers the same.
    pub sure: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EndingView {
    pub won: bool,
    pub ending: Ending,
    pub rule: String,
}

fn counters(band: &Band) -> Vec<TripodCounter> {
    let each = |(colour, damaged): (Colour, bool)| {
        let n = if damaged { band.damaged } else { band.sound }[colour.index()];
        std::iter::repeat_n(TripodCounter { colour, damaged }, n.into())
    };
    band.kinds().flat_map(each).collect()
}

fn tripod_views(tripods: &[Tripod]) -> Vec<TripodView> {
    let view = |(i, t): (usize, &Tripod)| TripodView {
        tripod: i as u8,
        colour: t.colour,
        damaged: t.damaged,
        hex: t.hex,
    };
    tripods.iter().enumerate().map(view).collect()
}

impl State {
    pub(crate) fn project(&self) -> View {
        let now = &self.now;
        View {
            scenario: self.scenario_id().to_owned(),
            turn: now.turn,
            phase: now.phase,
            tracks: Tracks {
                production: now.production,
                income: if self.rules.production { self.income() } else { 0 },
                human_points: now.hvp,
                germs: now.germs,
                martian_points: now.mvp,
                colonization: now.colonization,
                flying_machine: now.flying_machine,
                landings: now.landings,
            },
            zones: ZoneId::all().map(|z| self.zone_view(z)).collect(),
            units: self.unit_views(),
            waves: self.wave_views(),
            stock: self.stock(),
            land: self.land_view(),
            naval: self.naval_view(),
            drawn: now.drawn.card,
            saved: events_of(now.saved),
            chosen: if now.flow == Flow::TakeCards { events_of(now.event_deck.pile) } else { Vec::new() },
            prices: Prices {
                random_harbour: self.random_harbour_cost(),
                random_plan: self.rules.random_plan,
                chosen_plan: self.rules.chosen_plan,
                event: self.rules.paid_event,
            },
            decks: self.deck_views(),
            prompt: (now.ask != Ask::Over).then(|| {
                let (suggestion, sure) = self.obvious();
                PromptView {
                    ask: now.ask,
                    text: self.ask_words(&now.ask),
                    suggestion,
                    suggestion_text: suggestion.map(|o| self.order_words(&o)),
                    sure,
                }
            }),
            ending: now.outcome.map(|ending| EndingView {
                won: ending.won(),
                ending,
                rule: ending.rule().to_owned(),
            }),
        }
    }

    pub(crate) fn scenario_id(&self) -> &str {
        self.rules.scenario.map_or(crate::scenarios::CORE, |i| &self.content.scenarios[usize::from(i)].id)
    }

    fn zone_view(&self, zone: ZoneId) -> ZoneView {
        let (now, i) = (&self.now, zone.index());
        let waves = now.waves.iter().enumerate().filter(|(_, w)| w.zone == Some(zone)).map(|(n, _)| n as u8);
        let machines =
            Colour::DIE.iter().flat_map(|c| std::iter::repeat_n(*c, now.machines[i][c.index()].into()));
        let mut tripods = Vec::new();
        if let Some(uprising) = &now.uprising {
            tripods = counters(&uprising.groups[i]);
            tripods.extend(counters(&uprising.arrived[i]));
        }
        ZoneView {
            zone,
            state: now.zone_state[i],
            workforce: now.workforce[i],
            gears: self.gears(zone),
            capacity: self.capacity(zone),
            refugees_1: now.refugees[i][0],
            refugees_2: now.refugees[i][1],
            rested_1: now.rested[i][0],
            rested_2: now.rested[i][1],
            harbour: now.harbours & zone.bit() != 0,
            mills: now.mills[i],
            machines: machines.collect(),
            units: units_of(now.units_at[i]).collect(),
            waves: waves.collect(),
            tripods,
        }
    }

    fn unit_views(&self) -> Vec<UnitView> {
        let view = |(i, zone): (usize, &Option<ZoneId>)| {
            let unit = UnitId(i as u8);
            zone.map(|zone| UnitView {
                unit,
                kind: self.kind(unit),
                name: self.unit_name(unit),
                zone,
                earthworks: self.now.works[i],
                acted: self.now.acted & unit.bit() != 0,
            })
        };
        self.now.unit_zone.iter().enumerate().filter_map(view).collect()
    }

    fn wave_views(&self) -> Vec<WaveView> {
        let view = |(i, wave): (usize, &crate::state::Wave)| {
            wave.zone.map(|zone| WaveView {
                wave: i as u8,
                zone,
                cylinder: wave.cylinder,
                building: wave.building,
                tripods: counters(&wave.tripods),
                attracted: wave.attracted,
            })
        };
        self.now.waves.iter().enumerate().filter_map(view).collect()
    }

    fn stock(&self) -> Stock {
        let left = |kind: UnitKind| (self.content.mask(kind).count_ones() - self.in_play(kind)) as u8;
        Stock {
            infantry: left(UnitKind::Infantry),
            cavalry: left(UnitKind::Cavalry),
            field_guns: left(UnitKind::FieldGun),
            siege_guns: left(UnitKind::SiegeGun),
            earthworks: self.free_works(),
            powder_mills: self.free_mills(),
        }
    }

    fn card_id(&self, card: u8) -> Option<String> {
        self.content.land_cards.get(usize::from(card)).map(|c| c.id.clone())
    }

    fn land_view(&self) -> Option<LandView> {
        let fighting = matches!(
            self.now.flow,
            Flow::Initiative
                | Flow::BattleSetUp
                | Flow::CardWindow { .. }
                | Flow::Scouting
                | Flow::Round
                | Flow::MartianStep
                | Flow::Shooting
                | Flow::HumanStep
        );
        if !fighting {
            return None;
        }
        let land = &self.now.land;
        let ready = self.may_fire();
        let units = units_of(land.on_board).filter_map(|unit| {
            land.hex[unit.index()].map(|hex| LandUnit {
                unit,
                kind: self.kind(unit),
                hex,
                level: land.level[unit.index()],
                surprise: land.surprise & unit.bit() != 0,
                ready: ready & unit.bit() != 0,
            })
        });
        let here = self.now.units_at[land.zone.index()];
        let open = matches!(self.now.flow, Flow::CardWindow { .. }) || land.round > 0;
        let tripods = if land.martians_placed {
            tripod_views(&land.tripods[..usize::from(land.tripod_count)])
        } else {
            let waiting = counters(&self.band(land.band)).into_iter().enumerate();
            let view = |(i, t): (usize, TripodCounter)| TripodView {
                tripod: i as u8,
                colour: t.colour,
                damaged: t.damaged,
                hex: None,
            };
            waiting.map(view).collect()
        };
        Some(LandView {
            zone: land.zone,
            band: land.band,
            battle_round: land.round,
            plans: Plan::ALL
                .into_iter()
                .flat_map(|p| std::iter::repeat_n(p, land.held[p as usize].into()))
                .collect(),
            units: units.collect(),
            unplaced: units_of(here & !land.on_board & !land.waiting).collect(),
            waiting: units_of(land.waiting).collect(),
            tripods,
            card: open.then(|| self.card_id(land.card)).flatten(),
            second_card: land.second_card.and_then(|c| self.card_id(c)),
            acting: (self.now.flow == Flow::MartianStep).then_some(land.cursor.tripod),
            die: land.die.map(|(rolled_for, colour)| DieView { rolled_for, colour }),
            terrain: land.terrain,
        })
    }

    fn naval_view(&self) -> Option<NavalView> {
        let naval = &self.now.naval;
        if naval.boat_count == 0 {
            return None;
        }
        let refugees = naval.boats[..usize::from(naval.boat_count)].iter().enumerate();
        let ships = naval.ships[..usize::from(naval.ship_count)].iter().enumerate();
        let free =
            ShipKind::ALL.into_iter().flat_map(|k| std::iter::repeat_n(k, naval.free[k as usize].into()));
        let card = self.content.sea_cards.get(usize::from(naval.card)).filter(|_| naval.round > 0);
        Some(NavalView {
            battle_round: naval.round,
            last_round: self.content.naval_rounds,
            refugees: refugees
                .map(|(i, b)| RefugeeView {
                    refugee: i as u8,
                    points: b.points,
                    hex: b.hex,
                    level: b.level,
                    acted: b.acted,
                })
                .collect(),
            ships: ships
                .map(|(i, s)| ShipView {
                    ship: i as u8,
                    kind: s.kind,
                    hex: s.hex,
                    level: s.level,
                    acted: s.acted,
                })
                .collect(),
            tripods: tripod_views(&naval.tripods[..usize::from(naval.tripod_count)]),
            free_ships: free.collect(),
            card: card.map(|c| c.id.clone()),
        })
    }

    fn deck_views(&self) -> Decks {
        let now = &self.now;
        let land = events_of(now.land_deck.discard).into_iter().filter_map(|c| self.card_id(c.0));
        let sea = events_of(now.sea_deck.discard).into_iter();
        Decks {
            land_pile: now.land_deck.pile.count_ones() as u8,
            land_discards: land.collect(),
            sea_pile: now.sea_deck.pile.count_ones() as u8,
            sea_discards: sea
                .filter_map(|c| self.content.sea_cards.get(c.index()))
                .map(|c| c.id.clone())
                .collect(),
            event_pile: now.event_deck.pile.count_ones() as u8,
            event_discards: events_of(now.event_deck.discard),
        }
    }
}

fn events_of(set: u64) -> Vec<EventId> {
    (0..64).filter(|i| set & (1 << i) != 0).map(EventId).collect()
}
