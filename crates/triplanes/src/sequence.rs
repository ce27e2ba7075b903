//! THE GAME TURN: planning, then three action phases of movement and firing (TT-SEQ, TT-EOT).
//!
//! A step that waits for a decision returns; [`State::go_on`] carries everything else out at once.

use crate::content::{CardIx, LastManeuver, Restrictions, Skill};
use crate::draws::Then;
use crate::event::What;
use crate::firing_airplanes::ShotOption;
use crate::order::{Action, Order};
use crate::setup::{Placement, Setup, Team};
use crate::state::{Declaration, Fate, State, Step, VehicleId};
use crate::vehicle::Craft;
use table::{Barrier, Event, Refusal, Secret, SetupError, Sink};

impl State {
    /// Begins a match, or goes on from a position.
    pub(crate) fn start(&mut self, setup: &Setup, out: &mut Sink<What>) -> Result<(), SetupError> {
        if let Some(step) = setup.step {
            self.resume(setup, step)?;
            if self.step == Step::Placing {
                self.check_room()?;
            }
            // A position in which nobody has anything to decide goes on by itself.
            self.go_on(out);
            return Ok(());
        }
        if self.to_place().is_none() {
            self.check_victory(out);
            if self.outcome.is_none() {
                self.start_planning(out);
            }
            return Ok(());
        }
        self.step = Step::Placing;
        self.check_sides()?;
        let no_room =
            |r: Refusal| SetupError { rule: Some(r.rule), place: "vehicles".into(), why: r.why.into() };
        if setup.placement == Placement::Quick {
            self.deal_places(out).map_err(no_room)?;
            self.start_planning(out);
        } else {
            self.check_room()?;
            self.go_on(out);
        }
        Ok(())
    }

    /// Plays on until somebody has to decide or the match is over.
    pub(crate) fn go_on(&mut self, out: &mut Sink<What>) {
        while !self.waits() {
            match self.step {
                Step::Placing => self.place_by_rule(out),
                Step::Planning => {
                    for v in &mut self.vehicles {
                        let bound = v.bound.judge_mut();
                        (bound.first, bound.first_inserted) = (None, false);
                        if let Some(airplane) = v.airplane_mut() {
                            airplane.console.forced_stall = false;
                            *airplane.carried.judge_mut() = None;
                        }
                    }
                    self.start_phase(0, out);
                }
                Step::PlanningPhase { phase } => self.lock_choices(phase, out),
                Step::Actions { phase } => self.reveal_cards(phase, out),
                Step::Commit { phase } => self.close_commitment(phase, out),
                Step::Drops { phase } => self.show_drops(phase, out),
                Step::Reveal { phase } => self.show_block(phase, out),
                Step::Straights { phase } => self.open_early_fire(phase),
                Step::EarlyFire { phase } => self.fire_early(phase, out),
                Step::Drawing { phase } => self.work_on(phase, out),
                Step::Firing { phase } => self.resolve_fire(phase, out),
                Step::Over => return,
            }
        }
    }

    /// Whether the step waits for an order that somebody owes.
    fn waits(&self) -> bool {
        match self.step {
            Step::Placing => self.to_place().is_some_and(|next| !self.is_placed_by_rule(&next)),
            Step::Planning => self.in_play().any(|id| self.owes_plan(id)),
            Step::PlanningPhase { phase } => self.planning_waits(phase),
            Step::Actions { phase } => self.in_play().any(|id| self.owes_action(id, phase)),
            Step::Commit { phase } => self.in_play().any(|id| self.owes_commitment(id, phase)),
            Step::Drops { .. } => self.in_play().any(|id| self.owes_drop(id)),
            Step::Reveal { .. } => self.in_play().any(|id| self.shows_now(id) && !self.has_chosen(id)),
            Step::Straights { .. } => self.in_play().any(|id| self.owes_straight(id)),
            Step::EarlyFire { .. } | Step::Firing { .. } => {
                self.in_play().any(|id| self.owes_declaration(id)) || self.owing_positions().next().is_some()
            }
            Step::Drawing { .. } => self.question().is_some() || self.dot_hit().is_some(),
            Step::Over => true,
        }
    }

    /// Draws what is to be drawn; when all is done its effects are applied together and the match goes on.
    fn work_on(&mut self, phase: u8, out: &mut Sink<What>) {
        if !self.draw_on(out) {
            return;
        }
        // Clouds come after all shots; whoever is under one draws in the same step.
        if self.work.then == Then::EndPhase && self.ids().any(|id| self[id].declares_smoke()) {
            self.launch_smoke(out);
            return;
        }
        if self.work.then == Then::EndPhase && self.bombs_come_down(out) {
            return;
        }
        let then = self.work.then;
        // A step in which nothing was drawn has nothing to apply.
        if self.work.shots > 0 {
            let mut pending = std::mem::take(&mut self.work).pending;
            pending.apply(self, out);
            pending.finish(self, out);
        }
        match then {
            Then::OpenActions => {
                self.step = self.action_window(phase);
                self.check_victory(out);
            }
            Then::Reveal => self.reveal_flights(phase, out),
            Then::Straights => self.step = Step::Straights { phase },
            Then::Move => {
                // Whoever fell by early fire does not carry out its card (TT-ACE-12).
                for v in self.vehicles.iter_mut().filter(|v| v.is_toppled()) {
                    v.flown = None;
                }
                self.make_all_moves(phase, out);
            }
            Then::OpenFire => self.open_fire(phase, out),
            Then::EndPhase => self.end_fire(phase, out),
        }
    }

    /// Goes on to draw, and then to what follows.
    fn draw_then(&mut self, phase: u8, then: Then) {
        self.work.then = then;
        self.step = Step::Drawing { phase };
    }

    pub(crate) fn plans(&self, id: VehicleId) -> bool {
        self[id].in_play() && self[id].bound.judge().cards > 0 && !self.is_automated(id)
    }

    pub(crate) fn owes_plan(&self, id: VehicleId) -> bool {
        self.plans(id) && !self[id].planned
    }

    pub(crate) fn owes_action(&self, id: VehicleId, phase: u8) -> bool {
        self.may_act(id, phase) && !self.has_chosen(id)
    }

    /// Airplanes may hold their fire, so one line is a choice; a ray has to fire, so two are (TT-TFR-09).
    pub(crate) fn declares(&self, id: VehicleId) -> bool {
        if self.smoke_side(id).is_some() {
            return matches!(self.step, Step::Firing { .. });
        }
        let lines = self.shots_of(id, 0);
        lines > usize::from(self.is_tripod(id)) || (lines == 1 && self.bombs_in_reach(id))
    }

    pub(crate) fn owes_declaration(&self, id: VehicleId) -> bool {
        self[id].declared.is_none() && self.declares(id)
    }

    /// Whether a vehicle may declare this now: in its step (TT-SEQ-02), and with the weapons that it has.
    pub(crate) fn declaration_breach(&self, id: VehicleId, order: &Order) -> Result<(), Refusal> {
        if !matches!(self.step, Step::EarlyFire { .. } | Step::Firing { .. }) {
            return Err(Refusal::new("TT-SEQ-02", "vehicles fire after all of them have moved"));
        }
        match self[id].craft {
            Craft::Airplane(_) => self.airplane_fire_breach(id, order),
            Craft::Tripod(_) => self.tripod_fire_breach(id, order),
        }
    }

    /// Whether this is one of the shots that were measured for the step.
    pub(crate) fn is_measured(&self, order: &Order) -> bool {
        self.shots.iter().any(|s| s.order() == *order)
    }

    pub(crate) fn start_planning(&mut self, out: &mut Sink<What>) {
        if self.ww2().is_some() {
            self.start_martian_turn(out);
            return;
        }
        self.step = Step::Planning;
        let turn = self.turn;
        out.emit(|| Event::public("TT-SEQ-01", What::TurnBegan { turn }));
        for id in self.ids() {
            let bound = self.restrictions(id);
            let first = self.first_card(id);
            let v = &mut self[id];
            v.planned = false;
            v.flown = None;
            if let Some(airplane) = v.airplane_mut() {
                airplane.console.inserted = u8::from(airplane.console.forced_stall);
                airplane.console.shifted = first.is_some() && !airplane.console.forced_stall;
            }
            *v.bound.judge_mut() = bound;
            // What a cannon shot had shifted is lost with its airplane.
            *v.plan.judge_mut() = [first.filter(|_| v.in_play()), None, None];
        }
        self.return_used_cards(out);
    }

    /// TT-CAN-08, TT-CAN-10: the card that a cannon shot has put into space 1.
    pub(crate) fn first_card(&self, id: VehicleId) -> Option<CardIx> {
        let airplane = self[id].airplane()?;
        if airplane.console.forced_stall { self.stall_of(id) } else { *airplane.carried.judge() }
    }

    /// What limits this vehicle's plan, as its console stands now (TT-PLN-04, TT-TOP-06).
    pub(crate) fn restrictions(&self, id: VehicleId) -> Restrictions {
        let v = &self[id];
        let hidden = v.hidden.judge();
        // Damage binds no plan that is made on the ground (TT-ALT-12).
        let aloft = !self.is_on_ground(id);
        let any = Restrictions {
            left_jam: hidden.left_jam && aloft,
            right_jam: hidden.right_jam && aloft,
            engine: if aloft { hidden.engine } else { 0 },
            no_reverse: hidden.reverse_destroyed,
            cards: 3,
            printed: self.printed(),
            altitude: self.altitude().is_some(),
            ..Restrictions::default()
        };
        match &v.craft {
            Craft::Airplane(airplane) => Restrictions {
                last: airplane.console.last,
                fire: v.flames > 0 && aloft,
                first: self.first_card(id),
                first_inserted: airplane.console.forced_stall,
                acrobatic: airplane.skills.has(Skill::AcrobaticPilot),
                daredevil: airplane.skills.has(Skill::Daredevil),
                ..any
            },
            Craft::Tripod(tripod) => {
                Restrictions { cards: 3_u8.saturating_sub(tripod.console.toppled), ..any }
            }
        }
    }

    /// The start of a movement step: recovery, flames, then the action window (TT-SEQ-03, points 1 to 3).
    fn start_phase(&mut self, phase: u8, out: &mut Sink<What>) {
        self.begin_skill_phase();
        for airplane in self.airplanes_mut() {
            airplane.loading_now = airplane.console.loading > 0;
        }
        self.note_who_lies();
        self.recover(out);
        self.step = self.action_window(phase);
        if phase == 0 {
            self.burn(out);
        }
    }

    /// TT-SPV-03: before the first reveal of a turn each burning vehicle takes an A card: points alone.
    fn burn(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            if self[id].in_play() && self[id].flames > 0 {
                self.burn_one(id, out);
            }
        }
        if !self.work.queue.is_empty() {
            self.draw_then(0, Then::OpenActions);
        }
    }

    /// TT-SEQ-03, points 3 and 4.
    pub(crate) fn reveal_cards(&mut self, phase: u8, out: &mut Sink<What>) {
        self.decide_automated(phase, out);
        self.show_actions(out);
        self.reveal(phase, out);
        self.draw_then(phase, Then::Straights);
    }

    /// TT-ACE-12: pilots with a ready trigger finger and a target may fire before anything moves.
    pub(crate) fn open_early_fire(&mut self, phase: u8) {
        self.step = Step::EarlyFire { phase };
        let itchy = |id: &VehicleId| {
            self.skill_ready(*id, Skill::ItchyTriggerFinger) && self.early_breach(*id).is_ok()
        };
        let eager: smallvec::SmallVec<[VehicleId; 4]> = self.in_play().filter(itchy).collect();
        if eager.is_empty() {
            return;
        }
        let mut shots = std::mem::take(&mut self.shots);
        shots.clear();
        for id in eager {
            for target in self.enemy_tripods(id) {
                // The pilot's trigger finger is on the pilot's gun.
                self.gun_lines(id, target, |gun| gun == 0, &mut shots);
            }
        }
        self.shots = shots;
    }

    /// Early shots are opened and resolved together, before the moves.
    fn fire_early(&mut self, phase: u8, out: &mut Sink<What>) {
        let shots = std::mem::take(&mut self.shots);
        for id in self.ids() {
            let Some(declared) = self[id].declared.take() else { continue };
            out.barrier(Barrier::Revealed);
            if let Some(shot) = shots.iter().find(|s| s.vehicle == id && s.declaration == *declared.judge()) {
                self.use_skill(id, Skill::ItchyTriggerFinger, out);
                if let Some(airplane) = self[id].airplane_mut() {
                    airplane.console.fired_early = true;
                }
                self.work.salvo.push(*shot);
            }
        }
        self.draw_then(phase, Then::Move);
    }

    /// TT-SEQ-03, points 5 to 12.
    fn make_all_moves(&mut self, phase: u8, out: &mut Sink<What>) {
        let picture = self.picture_in_reach();
        let moves = self.make_moves(phase, out);
        self.count_automated_moves();
        let back = self.separate_tripods(&moves.before, out);
        let chokes = self.touch_clouds(&moves.before, &moves.backward, out);
        self.test_terrain(&moves.before, &moves.stopped, &back, out);
        self.finish_movement_actions(out);
        self.mark_reached(out);
        self.crash(&moves.crashes, out);
        self.check_exits(&moves.before, out);
        self.take_picture(picture, out);
        self.clear_jams(out);
        self.clear_position_jams(out);
        self.recover_skills();
        self.check_hooks(phase, out);
        self.choke_after_moves(&chokes);
        self.draw_then(phase, Then::OpenFire);
    }

    /// The beginning of the firing step.
    fn open_fire(&mut self, phase: u8, out: &mut Sink<What>) {
        self.check_victory(out);
        if self.outcome.is_some() {
            return;
        }
        self.place_bombs(out);
        self.step = Step::Firing { phase };
        self.cool(out);
        self.load_cannons();
        self.recharge_launchers();
        self.automated_fire(phase, out);
        self.measure_shots();
    }

    /// TT-SPA-01: a counter goes after each maneuver, and the guns stay silent in that phase.
    fn clear_jams(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            let moved = self[id].in_play() && self[id].flown.is_some();
            let Some(airplane) = self[id].airplane_mut() else { continue };
            // Loading the cannon comes before clearing the guns (TT-CAN-13).
            if let Some(left) = airplane.gun.clear(moved && !airplane.loading_now) {
                out.emit(|| Event::public("TT-SPA-01", What::JamCounter { vehicle: id, left, gun: 0 }));
            }
        }
    }

    /// Every shot that can be declared in this step.
    pub(crate) fn measure_shots(&mut self) {
        let mut shots = std::mem::take(&mut self.shots);
        shots.clear();
        for id in self.in_play() {
            self.shot_lines(id, &mut shots);
        }
        self.shots = shots;
    }

    /// Every shot that one vehicle can declare in this step.
    #[inline]
    pub(crate) fn shot_lines(&self, id: VehicleId, shots: &mut Vec<ShotOption>) {
        let Craft::Airplane(airplane) = &self[id].craft else {
            self.ray_lines(id, shots);
            return;
        };
        let ready = |gun: u8| self.guns_breach(id, gun).is_ok();
        let guns = ready(0) || self.gun_positions(id).any(|p| ready(p.gun));
        // Most have none, and a refusal is made of words.
        let cannon = airplane.console.cannon && self.cannon_breach(id).is_ok();
        for target in self.enemy_tripods(id).filter(|_| guns || cannon) {
            if guns {
                self.gun_lines(id, target, ready, shots);
            }
            if cannon {
                self.cannon_lines(id, target, shots);
            }
        }
        if airplane.console.rockets > 0 && self.weapon_breach(id).is_ok() {
            self.launch_lines(id, shots);
        }
        self.hook_lines(id, shots);
    }

    /// TT-SEQ-04: declarations are opened and the shots resolved one after the other.
    fn resolve_fire(&mut self, phase: u8, out: &mut Sink<What>) {
        let shots = std::mem::take(&mut self.shots);
        let chosen = |state: &Self, id: VehicleId| {
            let mine = || shots.iter().filter(move |s| s.vehicle == id);
            match state[id].declared {
                Some(declared) => mine().find(|s| s.declaration == *declared.judge()).copied(),
                // A ray with a single way to hit takes it (TT-TFR-09).
                None => mine().next().filter(|s| matches!(s.declaration, Declaration::Ray { .. })).copied(),
            }
        };
        let sealed = |id: VehicleId| {
            self[id].declared.is_some() || self.gun_positions(id).any(|p| p.declared.is_some())
        };
        if self.in_play().any(sealed) {
            out.barrier(Barrier::Revealed);
        }
        self.rockets_arrive(phase, out);
        // Airplanes by number, then tripods by number, then new clouds (TT-DMG-04).
        for tripods in [false, true] {
            for id in self.ids() {
                if !self[id].in_play() || self.is_tripod(id) != tripods {
                    continue;
                }
                let shot = chosen(self, id);
                if let Some(from) = self.ray_side(id) {
                    if let Some(tripod) = self[id].tripod_mut() {
                        tripod.console.fired = true;
                    }
                    if shot.is_none() {
                        out.emit(|| Event::public("TT-TFR-09", What::RayMissed { vehicle: id, from }));
                    }
                }
                self.work.salvo.extend(shot);
                for gun in self.guns.iter().filter(|p| p.vehicle == id) {
                    let fits = |s: &&ShotOption| gun.declared.is_some_and(|d| *d.judge() == s.declaration);
                    let mut mine = shots.iter().filter(|s| s.vehicle == id);
                    self.work.salvo.extend(mine.find(fits).copied());
                }
            }
        }
        self.shots = shots;
        self.shots.clear();
        self.draw_then(phase, Then::EndPhase);
    }

    pub(crate) fn resolve_shot(&mut self, shot: &ShotOption, out: &mut Sink<What>) {
        match shot.declaration {
            Declaration::Hold | Declaration::Smoke { .. } => {}
            Declaration::Cannon { .. } => self.fire_cannon(shot, self.phase(), out),
            Declaration::Launch { .. } => self.launch(shot, out),
            Declaration::Hook { .. } => self.throw_anchor(shot, self.phase(), out),
            Declaration::Fire { .. } => self.fire_guns(shot, self.phase(), out),
            Declaration::Ray { .. } => self.fire_ray(shot, out),
            Declaration::RayBombs { .. } => self.fire_at_bombs(shot, out),
        }
    }

    /// After damage: new recovery counters for weapons that fired, then the end of the phase.
    fn end_fire(&mut self, phase: u8, out: &mut Sink<What>) {
        for id in self.ids() {
            let Some(tripod) = self[id].tripod_mut() else { continue };
            if std::mem::take(&mut tripod.console.launched) {
                tripod.console.smoke_box = 2;
            }
            if std::mem::take(&mut tripod.console.fired) && self[id].in_play() {
                self.heat_up(id, out);
            }
        }
        self.remove_bombs(out);
        self.insert_stalls(phase, out);
        self.end_phase(phase, out);
    }

    /// TT-SEQ-04, points 9 to 12.
    fn end_phase(&mut self, phase: u8, out: &mut Sink<What>) {
        self.automated_recharge();
        self.recharge(out);
        self.entangled_fall(out);
        for v in &mut self.vehicles {
            v.declared = None;
            if let Some(tripod) = v.tripod_mut() {
                tripod.action = Action::Pass;
            }
        }
        for gun in &mut self.guns {
            gun.declared = None;
        }
        self.check_victory(out);
        if self.outcome.is_some() {
            return;
        }
        if self.ww2().is_some() {
            self.end_earthling_turn(out);
        }
        if phase < 2 && self.ww2().is_some() {
            self.open_planning(phase + 1, out);
        } else if phase < 2 {
            self.start_phase(phase + 1, out);
        } else {
            self.end_turn(out);
        }
    }

    /// TT-EOT-01: reminders, smoke counters, restrictions of one turn; then a new turn.
    fn end_turn(&mut self, out: &mut Sink<What>) {
        for id in self.ids() {
            // WW2 airplanes count in turns of their own (INV-WW2-07).
            if !self[id].in_play() || self.is_ww2_airplane(id) {
                continue;
            }
            let v = &mut self[id];
            match &mut v.craft {
                Craft::Airplane(airplane) => {
                    let last = airplane.console.last;
                    let counters = [
                        ("TT-REM-01", LastManeuver::Steep, last.is_steep()),
                        ("TT-REM-02", LastManeuver::Immelmann, last.is_immelmann()),
                        ("TT-REM-03", LastManeuver::Straight, last == LastManeuver::Straight),
                    ];
                    for (rule, of, _) in counters.into_iter().filter(|(.., placed)| *placed) {
                        out.emit(|| Event::public(rule, What::Reminder { vehicle: id, of }));
                    }
                    if airplane.console.smoke > 0 {
                        airplane.console.smoke -= 1;
                        let left = airplane.console.smoke;
                        out.emit(|| Event::public("TT-SPA-03", What::SmokeCounter { vehicle: id, left }));
                    }
                }
                Craft::Tripod(tripod) if tripod.console.reverse => {
                    out.emit(|| Event::public("TT-REM-04", What::ReverseReminder { vehicle: id }));
                }
                Craft::Tripod(_) => {}
            }
            let hidden = v.hidden.judge_mut();
            hidden.left_jam = std::mem::take(&mut hidden.next_left_jam);
            hidden.right_jam = std::mem::take(&mut hidden.next_right_jam);
            hidden.gyroscope = std::mem::take(&mut hidden.next_gyroscope);
        }
        self.check_turn_limit(out);
        if self.outcome.is_none() {
            self.turn += 1;
            self.call_reserves(out);
        }
    }

    /// TT-SPK-02: a reserve comes when its side has nothing else in play, before the next planning.
    fn call_reserves(&mut self, out: &mut Sink<What>) {
        for team in [Team::Earthlings, Team::Martians] {
            if self.in_play().any(|id| self.team(id) == team) {
                continue;
            }
            let waiting = self.ids().find(|id| self.team(*id) == team && self.may_still_come(*id));
            if let Some(id) = waiting {
                self[id].fate = Fate::ToCome;
            }
        }
        if self.to_place().is_none() {
            self.start_planning(out);
            return;
        }
        self.step = Step::Placing;
        if self.table.setup.placement == Placement::Quick && self.deal_places(out).is_ok() {
            self.start_planning(out);
            return;
        }
        // The turn is over: while somebody looks for a place no cards lie on the consoles.
        for v in &mut self.vehicles {
            (v.planned, v.flown) = (false, None);
            *v.plan.judge_mut() = [None; 3];
        }
    }

    /// Takes an order that was checked and goes on.
    pub(crate) fn carry_out(&mut self, order: &Order, out: &mut Sink<What>) {
        match *order {
            Order::PlaceField { .. }
            | Order::PlaceObjective { .. }
            | Order::PlaceTerrain { .. }
            | Order::PlaceVehicle { .. } => {
                self.place(order, out);
            }
            Order::Plan { vehicle, cards } => {
                let first = self.first_card(vehicle);
                // Not counted as one more holder of the deck: all threads of a batch count in the same place.
                let deck = self.deck(vehicle);
                let mut spaces = cards.0.map(|card| card.and_then(|number| deck.row_of(number)));
                spaces[0] = first.or(spaces[0]);
                let v = &mut self[vehicle];
                *v.plan.judge_mut() = spaces;
                v.planned = true;
                // An action was chosen for the cards that lay here before.
                if let Some(tripod) = v.tripod_mut() {
                    tripod.choosing = None;
                }
                let audience = self.own_audience(vehicle);
                out.emit(|| Event::private("TT-INF-01", audience, What::PlanLaid { vehicle, cards }));
            }
            Order::Fly { vehicle, card, speed } => {
                if let Ok(row) = self.flight_breach(vehicle, card, speed) {
                    self.lay_flight(vehicle, row, out);
                }
            }
            Order::Act { vehicle, action } => {
                let action = self.canonical_action(vehicle, action);
                let team = self.team_audience(vehicle);
                self.choose(vehicle, Secret::new(team, action));
                out.emit(|| Event::private("TT-INF-10", team, What::ActionPicked { vehicle, action }));
            }
            Order::Commit { vehicle, card } => self.lay_action_card(vehicle, card, out),
            Order::Drop { vehicle, loads } => self.declare_drop(vehicle, loads, out),
            Order::Inflict { card, .. } => self.inflict(card, out),
            Order::FlyStraight { vehicle, card } => {
                let row = self.deck(vehicle).row_of(card);
                self[vehicle].flown = row;
                if let Some(airplane) = self[vehicle].airplane_mut() {
                    airplane.console.owes_straight = false;
                }
                out.emit(|| {
                    let card = row.map_or_else(String::new, |row| self.deck(vehicle).card(row).id.clone());
                    Event::public("TT-AIL-01", What::FliesStraight { vehicle, card })
                });
            }
            Order::Lucky { .. } | Order::DrawAgain { .. } | Order::Apply { .. } => self.answer(order, out),
            Order::HoldGun { vehicle, gun } => self.declare_position(vehicle, gun, Declaration::Hold),
            Order::Fire { vehicle, gun, .. } if gun > 0 && matches!(self.step, Step::Firing { .. }) => {
                if let Some(declaration) = Declaration::of(order) {
                    self.declare_position(vehicle, gun, declaration);
                }
            }
            Order::Hold { vehicle }
            | Order::Fire { vehicle, .. }
            | Order::Cannon { vehicle, .. }
            | Order::Launch { vehicle, .. }
            | Order::Hook { vehicle, .. }
            | Order::Smoke { vehicle, .. }
            | Order::RayBombs { vehicle, .. }
            | Order::Ray { vehicle, .. } => {
                let own = self.own_audience(vehicle);
                self[vehicle].declared = Declaration::of(order).map(|d| Secret::new(own, d));
            }
        }
        self.go_on(out);
    }
}
