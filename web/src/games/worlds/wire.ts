/** The shapes that the server sends for this game, by the names the engine gives them. */
export type Colour = 'green' | 'yellow' | 'red' | 'blue' | 'violet'
export type UnitKind = 'infantry' | 'cavalry' | 'field_gun' | 'siege_gun' | 'gun_95t' | 'curate' | 'heliograph' | 'narrator'
export type ShipKind = 'torpedo_boat' | 'cruiser' | 'ironclad' | 'thunder_child'
export type Plan = 'kriegspiel' | 'trap' | 'line_of_sight' | 'explosive_shell' | 'surprise_shot' | 'terrain'
export type Action =
  | 'move' | 'move_left' | 'move_right' | 'detect' | 'attack' | 'focused_detect' | 'detect_all' | 'black_smoke'
  | 'focused_fire' | 'fire_all' | 'double_move' | 'reinforcement' | 'high_activity'
export type SeaAction = 'move_refugee' | 'move_warship' | 'fire' | 'detect'
export type ZoneState = 'live' | 'destroyed' | 'red_weed'
export type Phase =
  | 'set_up' | 'production' | 'devastation' | 'battle' | 'human_action' | 'escape' | 'martian_action' | 'assembly' | 'event'
export type Hex = string
export interface TripodCounter { colour: Colour; damaged: boolean }
export interface ZoneView {
  zone: number; state: ZoneState; workforce: number; gears: number; capacity: number
  refugees_1: number; refugees_2: number; rested_1: number; rested_2: number
  harbour: boolean; mills: number; machines: Colour[]; units: number[]; waves: number[]; tripods: TripodCounter[]
}
export interface UnitView { unit: number; kind: UnitKind; name: string; zone: number; earthworks: number; acted: boolean }
export interface WaveView {
  wave: number; zone: number; cylinder: boolean; building: number; tripods: TripodCounter[]; attracted: number | null
}
export interface Stock {
  infantry: number; cavalry: number; field_guns: number; siege_guns: number; earthworks: number; powder_mills: number
}
export interface LandUnit { unit: number; kind: UnitKind; hex: Hex; level: number; surprise: boolean; ready: boolean }
export interface TripodView { tripod: number; colour: Colour; damaged: boolean; hex: Hex | null }
export interface LandView {
  zone: number; band: number; round: number; plans: Plan[]; units: LandUnit[]; unplaced: number[]; waiting: number[]
  tripods: TripodView[]; card: string | null; second_card: string | null; acting: number | null
  die: { rolled_for: unknown; colour: Colour } | null; terrain: boolean
}
export interface RefugeeView { refugee: number; points: number; hex: Hex | null; level: number; acted: boolean }
export interface ShipView { ship: number; kind: ShipKind; hex: Hex | null; level: number; acted: boolean }
export interface NavalView {
  round: number; last_round: number; refugees: RefugeeView[]; ships: ShipView[]; tripods: TripodView[]
  free_ships: ShipKind[]; card: string | null
}
export interface Decks {
  land_pile: number; land_discards: string[]; sea_pile: number; sea_discards: string[]; event_pile: number; event_discards: number[]
}
export interface Tracks {
  production: number; income: number; human_points: number; germs: number; martian_points: number
  colonization: number; flying_machine: number; landings: number
}
export type Ask =
  | 'take_card' | 'deploy' | 'production' | 'battle' | 'plans' | 'choose_plan' | 'card' | 'apply' | 'reroll' | 'flip'
  | 'fire' | 'shell' | 'action' | 'ships' | 'sea' | 'or' | 'event' | 'paid_event' | 'over'
  | { storm: { band: number } }
  | { place_gun: { unit: number } }
  | { place_foot: { unit: number } }
  | { target: { tripod: number; aim: string } }
  | { excess: { zone: number } }
  | { place_refugee: { refugee: number } }
  | { sea_step: { tripod: number } }
  | { sea_target: { tripod: number; fire: boolean } }
  | { blast: { band: number; destroys: boolean } }
export type Order =
  | 'done' | 'random_harbour' | 'random_plan' | 'leave_off' | 'kriegspiel' | 'line_of_sight' | 'heliograph' | 'trap'
  | 'terrain' | 'shell' | 'end_battle' | 'first' | 'second' | 'pay' | 'pay_event'
  | { take_card: { card: number } }
  | { deploy: { kind: UnitKind; zone: number } }
  | { buy: { kind: UnitKind; zone: number } }
  | { discount: { card: number; zone: number } }
  | { harbour: { zone: number } }
  | { play: { card: number } }
  | { battle: { band: number } }
  | { chosen_plan: { plan: Plan } }
  | { place: { hex: Hex } }
  | { apply: { second: boolean } }
  | { flip: { tripod: number } }
  | { surprise: { gun: number } }
  | { fire: { gun: number; tripod: number } }
  | { target: { unit: number } }
  | { move: { unit: number; to: number } }
  | { move_refugee: { points: number; from: number; to: number } }
  | { attack_cylinder: { unit: number; wave: number } }
  | { attack_machine: { unit: number; colour: Colour } }
  | { dig: { unit: number; gun: number } }
  | { mill: { unit: number } }
  | { attract: { unit: number; wave: number } }
  | { attract_tripod: { unit: number; from: number; colour: Colour; damaged: boolean } }
  | { take_works: { gun: number } }
  | { take_mill: { zone: number } }
  | { give_up: { points: number } }
  | { buy_ship: { ship: ShipKind; hex: Hex } }
  | { free_ship: { ship: ShipKind; hex: Hex } }
  | { sail: { ship: number; hex: Hex } }
  | { ship_fire: { ship: number; tripod: number } }
  | { ram: { ship: number; tripod: number } }
  | { row: { refugee: number; hex: Hex } }
  | { sea_target: { ship: boolean; counter: number } }
  | { tripod: { band: number; colour: Colour; damaged: boolean } }
  | { zone: { zone: number } }
  | { unit: { unit: number } }
export interface PromptView { ask: Ask; text: string; suggestion: Order | null; suggestion_text: string | null }
export interface View {
  scenario: string; turn: number; phase: Phase; tracks: Tracks; zones: ZoneView[]; units: UnitView[]; waves: WaveView[]
  stock: Stock; land: LandView | null; naval: NavalView | null; drawn: number | null; saved: number[]; decks: Decks
  prompt: PromptView | null; ending: { won: boolean; ending: string; rule: string } | null
}
export interface ZoneCard {
  zone: number; id: string; name: string; x: number; y: number; gear_colour: 'green' | 'yellow' | 'blue'; workforce: number
  factory: boolean; harbour: boolean; harbour_name: string | null; adjacent: number[]; martian_move: number[]
}
export interface HexCard {
  hex: Hex; x: number; y: number; gun: boolean; blue: boolean; land_letter: boolean; top: boolean; black: boolean; sea_letter: boolean
}
export interface LandCardInfo { id: string; humans: boolean; place: number[]; actions: Action[][] }
export interface SeaCardInfo { id: string; humans: boolean; place: number[]; actions: SeaAction[] }
export interface EventCardInfo { id: string; name: string; text: string; save: boolean; or: boolean }
export interface ShipInfo { ship: ShipKind; name: string; cost: number; dice: number; ram: boolean }
export interface PlanInfo { plan: Plan; name: string; count: number; text: string }
export interface Costs {
  infantry: number; cavalry: number; field_gun: number; siege_gun: number
  random_harbour: number; chosen_harbour: number; random_plan: number; chosen_plan: number
}
export interface Components {
  map_size: [number, number]; zones: ZoneCard[]; hexes: HexCard[]; land_cards: LandCardInfo[]; sea_cards: SeaCardInfo[]
  events: EventCardInfo[]; plans: PlanInfo[]; ships: ShipInfo[]; costs: Costs
  charts: { placement: number[]; devastation: string[]; martian_action: { state: ZoneState; min_workforce: number; max_workforce: number; results: string[] }[] }
  guns: { kind: UnitKind; dice: number; moves: boolean }[]
  range_colours: Colour[]; die: Colour[]; track_end: number; points_per_step: number; flying_machine_pieces: number; new_cylinder_at: number[]
}
