//! SEQUENCE OF PLAY: eight phases, and what the game does by itself between two decisions (WW-SEQ-01, WW-SEQ-02).

use crate::dice::tell;
use crate::event::What;
use crate::kinds::{EventId, Phase, UnitKind, ZoneId};
use crate::order::{Ask, Order};
use crate::state::{Flow, State};
use table::Sink;

/// A refusal in the making: the entry that forbids it, and why.
pub(crate) type Breach = (&'static str, &'static str);

/// Shows an order to whoever looks for one; he says whether he has seen enough.
macro_rules! offer {
    ($visit:expr, $order:expr) => {
        if $visit($order) {
            return true;
        }
    };
}
pub(crate) use offer;

impl State {
    /// Goes on until a decision is needed or the match is over.
    pub(crate) fn advance(&mut self, sink: &mut Sink<What>) {
        loop {
            if self.judge(sink) {
                self.now.ask = Ask::Over;
                return;
            }
            if self.now.ask != Ask::Over {
                return;
            }
            self.step(sink);
        }
    }

    fn step(&mut self, sink: &mut Sink<What>) {
        match self.now.flow {
            Flow::TakeCards => self.take_cards(),
            Flow::Deploy => self.deploying(sink),
            Flow::StartTurn => self.start_turn(sink),
            Flow::Buying => self.buying(sink),
            Flow::Devastation { next } => self.devastation_phase(next, sink),
            Flow::Battles => self.next_battle(sink),
            Flow::Initiative => self.initiative(sink),
            Flow::BattleSetUp => self.battle_set_up(sink),
            Flow::CardWindow { placing } => self.card_window(placing, sink),
            Flow::Scouting => self.scouting(sink),
            Flow::Round => self.battle_round(sink),
            Flow::MartianStep => self.martian_step(sink),
            Flow::Shooting => self.shooting(sink),
            Flow::HumanStep => self.human_step(sink),
            Flow::Actions => self.actions(),
            Flow::Excess => self.excess(sink),
            Flow::Escape => self.escape_phase(sink),
            Flow::SeaSetUp => self.sea_set_up(sink),
            Flow::SeaRound => self.sea_round(sink),
            Flow::SeaMartianStep => self.sea_martian_step(sink),
            Flow::SeaHumanStep => self.sea_human_step(sink),
            Flow::Landings => self.landings(sink),
            Flow::Martian { next } => self.martian_action_phase(next, sink),
            Flow::Mills { band, next } => self.powder_mills(band, next, sink),
            Flow::Zones => self.zone_destruction(sink),
            Flow::Assembly => self.assembly_phase(sink),
            Flow::DrawEvent => self.draw_event(true, sink),
            Flow::Event => self.event_steps(sink),
            Flow::EventPaid => self.paid_events(),
            Flow::EndOfTurn => self.end_of_turn(sink),
            // Nothing leads here but the end of the match, and that is seen before any step.
            Flow::Over => self.now.flow = Flow::StartTurn,
        }
    }

    /// The Clock counter moves on (WW-SEQ-01).
    pub(crate) fn enter(&mut self, phase: Phase, flow: Flow, sink: &mut Sink<What>) {
        self.now.phase = phase;
        self.now.flow = flow;
        tell!(sink, "WW-SEQ-01", What::PhaseBegan { phase });
    }

    fn start_turn(&mut self, sink: &mut Sink<What>) {
        self.now.turn += 1;
        let turn = self.now.turn;
        tell!(sink, "WW-SEQ-02", What::TurnBegan { turn });
        self.production_phase(sink);
    }

    /// Shows every legal order to a visitor until he has seen enough; says whether he has.
    pub(crate) fn visit(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        self.visit_answers(visit) || self.visit_counters_back(visit)
    }

    /// The answers to the question itself.
    pub(crate) fn visit_answers(&self, visit: &mut impl FnMut(Order) -> bool) -> bool {
        match self.now.ask {
            Ask::TakeCard => self.visit_cards(visit),
            Ask::Deploy => self.visit_deploy(visit),
            Ask::Production => self.visit_production(visit),
            Ask::Storm { .. } => self.visit_storm(visit),
            Ask::Battle => self.visit_battles(visit),
            Ask::Plans => self.visit_plans(visit),
            Ask::PlaceGun { .. } => self.visit_gun_places(visit),
            Ask::PlaceFoot { .. } => self.visit_foot_places(visit),
            Ask::ChoosePlan => self.visit_plan_choice(visit),
            Ask::Card => self.visit_card_window(visit),
            Ask::Apply => visit(Order::Apply { second: false }) || visit(Order::Apply { second: true }),
            Ask::Reroll => self.visit_reroll(visit),
            Ask::Flip => self.visit_flips(visit),
            Ask::Target { tripod, aim } => self.visit_targets(tripod, aim, visit),
            Ask::Fire => self.visit_fire(visit),
            Ask::Shell => visit(Order::Done) || visit(Order::Shell),
            Ask::Action => self.visit_actions(visit),
            Ask::Excess { zone } => self.visit_excess(zone, visit),
            Ask::PlaceRefugee { .. } => self.visit_refugee_places(visit),
            Ask::Ships => self.visit_ships(visit),
            Ask::SeaStep { tripod } => self.visit_sea_steps(tripod, visit),
            Ask::SeaTarget { tripod, fire } => self.visit_sea_targets(tripod, fire, visit),
            Ask::Sea => self.visit_sea(visit),
            Ask::Blast { band, .. } => self.visit_blast(band, visit),
            Ask::Or => self.visit_or(visit),
            Ask::Event => self.visit_event(visit),
            Ask::PaidEvent => visit(Order::Done) || visit(Order::PayEvent),
            Ask::Over => false,
        }
    }

    pub(crate) fn is_legal(&self, order: Order) -> bool {
        self.visit(&mut |offered| offered == order)
    }

    /// Carries out an order that is legal.
    pub(crate) fn carry_out(&mut self, order: Order, sink: &mut Sink<What>) {
        if self.take_counter(order, sink) {
            return;
        }
        match std::mem::replace(&mut self.now.ask, Ask::Over) {
            Ask::TakeCard => self.take_card(order, sink),
            Ask::Deploy => self.deploy(order, sink),
            Ask::Production => self.buy(order, sink),
            Ask::Storm { band } => self.storm(band, order, sink),
            Ask::Battle => self.choose_battle(order, sink),
            Ask::Plans => self.buy_plan(order, sink),
            Ask::PlaceGun { unit } | Ask::PlaceFoot { unit } => self.place_unit(unit, order, sink),
            Ask::ChoosePlan => self.choose_plan(order, sink),
            Ask::Card => self.use_on_card(order, sink),
            Ask::Apply => self.apply_card(order, sink),
            Ask::Reroll => self.reroll(order, sink),
            Ask::Flip => self.flip(order, sink),
            Ask::Target { tripod, aim } => self.take_target(tripod, aim, order, sink),
            Ask::Fire => self.fire(order, sink),
            Ask::Shell => self.shell(order, sink),
            Ask::Action => self.take_action(order, sink),
            Ask::Excess { zone } => self.give_up(zone, order, sink),
            Ask::PlaceRefugee { refugee } => self.place_refugee(refugee, order, sink),
            Ask::Ships => self.place_ships(order, sink),
            Ask::SeaStep { tripod } => self.take_sea_step(tripod, order, sink),
            Ask::SeaTarget { tripod, fire } => self.take_sea_target(tripod, fire, order, sink),
            Ask::Sea => self.act_at_sea(order, sink),
            Ask::Blast { band, destroys } => self.blast(band, destroys, order, sink),
            Ask::Or => self.take_half(order, sink),
            Ask::Event => self.take_event_choice(order, sink),
            Ask::PaidEvent => self.pay_event(order, sink),
            Ask::Over => {}
        }
        self.advance(sink);
    }

    /// Saved cards whose moment this is (WW-EVT-03).
    pub(crate) fn saved_for(&self, timing: crate::content::Timing) -> impl Iterator<Item = EventId> + '_ {
        let mut saved = self.now.saved;
        std::iter::from_fn(move || {
            while saved != 0 {
                let card = EventId(saved.trailing_zeros() as u8);
                saved &= saved - 1;
                let play = self.content.events.get(card.index()).map(|e| &e.play);
                if matches!(play, Some(crate::content::Play::Save(t, _)) if *t == timing) {
                    return Some(card);
                }
            }
            None
        })
    }

    /// A saved card is played and goes to the discards.
    pub(crate) fn play_saved(&mut self, card: EventId, sink: &mut Sink<What>) {
        self.now.saved &= !card.bit();
        self.now.event_deck.discard |= card.bit();
        tell!(sink, "WW-EVT-03", What::EventPlayed { card });
    }

    /// Puts a spare counter of this kind on the map.
    pub(crate) fn muster(&mut self, rule: &'static str, kind: UnitKind, zone: ZoneId, sink: &mut Sink<What>) {
        if let Some(unit) = self.spare(kind) {
            self.put_unit(unit, zone);
            tell!(sink, rule, What::UnitPlaced { unit, zone });
        }
    }
}
