//! What is printed on the components, for whoever draws the table or writes a bot.

use crate::content::{Content, Play};
use crate::kinds::{
    Action, Colour, Devastation, GearColour, HEXES, Hex, MartianAction, Plan, SeaAction, ShipKind, UnitKind,
    ZoneId, ZoneState, zones_of,
};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Components {
    pub map_size: [u16; 2],
    pub zones: Vec<ZoneCard>,
    pub hexes: Vec<HexCard>,
    pub land_cards: Vec<LandCardInfo>,
    pub sea_cards: Vec<SeaCardInfo>,
    pub events: Vec<EventCardInfo>,
    pub plans: Vec<PlanInfo>,
    pub ships: Vec<ShipInfo>,
    pub costs: CostsInfo,
    pub charts: Charts,
    pub guns: Vec<GunInfo>,
    /// The colour that hits at range 1, 2 and 3.
    pub range_colours: Vec<Colour>,
    pub die: Vec<Colour>,
    pub track_end: u8,
    pub points_per_step: u8,
    pub flying_machine_pieces: u8,
    pub new_cylinder_at: Vec<u8>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ZoneCard {
    pub zone: ZoneId,
    pub id: String,
    pub name: String,
    pub x: u16,
    pub y: u16,
    pub gear_colour: GearColour,
    pub workforce: u8,
    pub factory: bool,
    pub harbour: bool,
    pub harbour_name: Option<String>,
    pub adjacent: Vec<ZoneId>,
    /// Where a Wave goes on Green, Yellow and Red.
    pub martian_move: Vec<ZoneId>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HexCard {
    pub hex: Hex,
    pub x: u16,
    pub y: u16,
    /// On the land board.
    pub gun: bool,
    pub blue: bool,
    pub land_letter: bool,
    /// On the naval board.
    pub top: bool,
    pub black: bool,
    pub sea_letter: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LandCardInfo {
    pub id: String,
    pub humans: bool,
    /// Column 0 to 4 and actions by colour: green, yellow, red, blue, violet.
    pub place: Vec<u8>,
    pub actions: Vec<Vec<Action>>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeaCardInfo {
    pub id: String,
    pub humans: bool,
    pub place: Vec<u8>,
    pub actions: Vec<SeaAction>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EventCardInfo {
    pub id: String,
    pub name: String,
    pub text: String,
    pub save: bool,
    pub or: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlanInfo {
    pub plan: Plan,
    pub name: String,
    pub count: u8,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShipInfo {
    pub ship: ShipKind,
    pub name: String,
    pub cost: u8,
    pub dice: u8,
    pub ram: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GunInfo {
    pub kind: UnitKind,
    pub dice: u8,
    pub moves: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CostsInfo {
    pub infantry: u8,
    pub cavalry: u8,
    pub field_gun: u8,
    pub siege_gun: u8,
    pub random_harbour: u8,
    pub chosen_harbour: u8,
    pub random_plan: u8,
    pub chosen_plan: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Charts {
    /// Zones by Green, Yellow, Red.
    pub placement: Vec<ZoneId>,
    pub devastation: Vec<Devastation>,
    pub martian_action: Vec<MartianRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MartianRow {
    pub state: ZoneState,
    pub min_workforce: u8,
    pub max_workforce: u8,
    pub results: Vec<MartianAction>,
}

impl Components {
    pub(crate) fn of(c: &Content) -> Self {
        Self {
            map_size: c.map_size,
            zones: zone_cards(c),
            hexes: (0..HEXES as u8).map(|i| hex_card(c, Hex(i))).collect(),
            land_cards: c
                .land_cards
                .iter()
                .map(|l| LandCardInfo {
                    id: l.id.clone(),
                    humans: l.humans,
                    place: l.place.to_vec(),
                    actions: l.actions.to_vec(),
                })
                .collect(),
            sea_cards: c
                .sea_cards
                .iter()
                .map(|s| SeaCardInfo {
                    id: s.id.clone(),
                    humans: s.humans,
                    place: s.place.to_vec(),
                    actions: s.actions.clone(),
                })
                .collect(),
            events: c
                .events
                .iter()
                .map(|e| EventCardInfo {
                    id: e.id.clone(),
                    name: e.name.clone(),
                    text: e.text.clone(),
                    save: matches!(e.play, Play::Save(..)),
                    or: matches!(e.play, Play::Or(_)),
                })
                .collect(),
            plans: Plan::ALL
                .into_iter()
                .map(|plan| PlanInfo {
                    plan,
                    name: plan.name().to_owned(),
                    count: c.plans[plan as usize],
                    text: c.plan_texts[plan as usize].clone(),
                })
                .collect(),
            ships: ShipKind::ALL
                .into_iter()
                .map(|ship| {
                    let row = &c.ships[ship as usize];
                    ShipInfo { ship, name: row.name.clone(), cost: row.cost, dice: row.dice, ram: row.ram }
                })
                .collect(),
            costs: CostsInfo {
                infantry: c.costs.units[0],
                cavalry: c.costs.units[1],
                field_gun: c.costs.units[2],
                siege_gun: c.costs.units[3],
                random_harbour: c.costs.random_harbour,
                chosen_harbour: c.costs.chosen_harbour,
                random_plan: c.costs.random_plan,
                chosen_plan: c.costs.chosen_plan,
            },
            charts: Charts {
                placement: c.placement.to_vec(),
                devastation: c.devastation.to_vec(),
                martian_action: c
                    .martian_action
                    .iter()
                    .map(|r| MartianRow {
                        state: r.state,
                        min_workforce: r.min,
                        max_workforce: r.max,
                        results: r.results.to_vec(),
                    })
                    .collect(),
            },
            guns: [UnitKind::FieldGun, UnitKind::SiegeGun, UnitKind::Gun95t]
                .into_iter()
                .map(|kind| GunInfo {
                    kind,
                    dice: c.gun_dice[kind as usize],
                    moves: c.gun_moves[kind as usize],
                })
                .collect(),
            range_colours: c.range_colour.to_vec(),
            die: c.die.to_vec(),
            track_end: c.track_end,
            points_per_step: c.points_per_step,
            flying_machine_pieces: c.flying_machine_pieces,
            new_cylinder_at: c.new_cylinder_at.clone(),
        }
    }
}

fn zone_cards(c: &Content) -> Vec<ZoneCard> {
    let card = |(i, z): (usize, &crate::content::ZoneRow)| ZoneCard {
        zone: ZoneId(i as u8),
        id: z.id.clone(),
        name: z.name.clone(),
        x: z.x,
        y: z.y,
        gear_colour: z.colour,
        workforce: z.workforce,
        factory: z.factory,
        harbour: z.harbour,
        harbour_name: z.harbour_name.clone(),
        adjacent: zones_of(z.adjacent).collect(),
        martian_move: z.martian_move.to_vec(),
    };
    c.zones.iter().enumerate().map(card).collect()
}

fn hex_card(c: &Content, hex: Hex) -> HexCard {
    let [x, y] = c.hex_places.get(hex.index()).copied().unwrap_or_default();
    HexCard {
        hex,
        x,
        y,
        gun: c.gun_hexes & hex.bit() != 0,
        blue: c.blue_hexes & hex.bit() != 0,
        land_letter: c.land_letters.contains(&hex),
        top: c.top_hexes & hex.bit() != 0,
        black: c.black_hexes & hex.bit() != 0,
        sea_letter: c.sea_letters.contains(&hex),
    }
}
