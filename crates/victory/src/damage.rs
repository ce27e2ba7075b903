//! 8.1.4 Damage assessment and 8.1.5 Damaged components effects (WV-DMG-01 to WV-DMG-11, WV-LEK-01 to WV-LEK-03,
//! WV-FIR-01 to WV-FIR-03, WV-CRW-01 to WV-CRW-05).

use crate::combat::{Landing, PartRoll};
use crate::dice::tell;
use crate::event::{Crew, From, Test, What};
use crate::kinds::{Aspect, Colour, Control, EngineBox, Health, Hit, Icon, Opt, Part, UnitId};
use crate::luck::Stake;
use crate::movement::destroy;
use crate::state::{Standing, State};
use table::{Barrier, Sink};

impl State {
    /// A result takes effect. Hits of the own side do not make a kill (WV-MOV-08).
    pub(crate) fn strike(&mut self, landing: Landing, sink: &mut Sink<What>) {
        let by_side = self.side_of(landing.by);
        if let Some(i) = landing.target.as_plane() {
            let p = &mut self.now.planes[i];
            if by_side.is_some_and(|side| side != p.side) {
                p.hit = true;
                p.last_hit = Some(landing.by);
            }
            self.hit_part(i as u8, landing.hit, landing.roll, sink);
        } else if let Some(i) = landing.target.as_ground() {
            self.hit_target(i, landing.hit, sink);
        }
    }

    /// Tokens on a ground target or balloon (WV-STF-02, WV-BAL-01).
    pub(crate) fn hit_target(&mut self, index: usize, hit: Hit, sink: &mut Sink<What>) {
        let g = self.now.ground[index];
        if !g.in_play() {
            return;
        }
        let most = self.target_of(&g).hits;
        let unit = UnitId::ground(index);
        let ground = &mut self.now.ground[index];
        ground.hits =
            if hit == Hit::Destroyed { most } else { g.hits.saturating_add(hit.points()).min(most) };
        let hits = ground.hits;
        tell!(sink, "WV-STF-02", What::TargetHit { unit, hits });
        if hits >= most {
            ground.standing = Standing::Destroyed;
            tell!(sink, "WV-GND-01", What::TargetDestroyed { unit });
        }
    }

    /// All hits of one attack go to the part that the d20 names (WV-DMG-01).
    pub(crate) fn hit_part(&mut self, plane: u8, hit: Hit, roll: PartRoll, sink: &mut Sink<What>) {
        let p = self.plane(plane);
        if !p.in_play() || hit == Hit::Miss {
            return;
        }
        let part = self.content().damages[self.kind_of(p).damage].part(roll.sum);
        tell!(sink, "WV-DMG-01", What::PartHit { plane, natural: roll.natural, roll: roll.sum, part, hit });
        match part {
            Part::Structure if hit == Hit::Destroyed => {
                let gauge = &self.content().structures[self.kind_of(p).structure];
                let (from, to) = (p.structure, gauge.destroyed(p.structure));
                self.damage_structure(plane, to - from.min(to), sink);
            }
            Part::Structure => self.damage_structure(plane, hit.points(), sink),
            Part::Ailerons => self.damage_control(plane, Control::Ailerons, hit, sink),
            Part::Elevators => self.damage_control(plane, Control::Elevators, hit, sink),
            Part::Rudder => self.damage_control(plane, Control::Rudder, hit, sink),
            Part::Engine => self.damage_engine(plane, hit, sink),
            Part::GasTank => {
                self.plane_mut(plane).punctured = true;
                self.spring_leak("WV-DMG-11", plane, sink);
            }
            Part::Pilot => self.hit_pilot(plane, hit == Hit::Destroyed, sink),
            Part::Gunner => self.hit_gunner(plane, hit == Hit::Destroyed, sink),
        }
    }

    /// On or past the zebra box the plane cracks up (WV-DMG-04).
    pub(crate) fn damage_structure(&mut self, plane: u8, points: u8, sink: &mut Sink<What>) {
        let p = self.plane(plane);
        let zebra = self.content().structures[self.kind_of(p).structure].zebra();
        let disc = p.structure.saturating_add(points).min(zebra);
        self.plane_mut(plane).structure = disc;
        tell!(sink, "WV-DMG-04", What::Structure { plane, disc });
        if disc >= zebra {
            self.crack_up(plane, sink);
        }
    }

    /// Each point costs a structure point, too; a destroyed result has no points, and a dead control takes no more
    /// (WV-DMG-06, WV-DMG-07).
    fn damage_control(&mut self, plane: u8, control: Control, hit: Hit, sink: &mut Sink<What>) {
        let stripe = self.content().controls[control as usize];
        let p = self.plane_mut(plane);
        let from = p.controls[control as usize];
        let (disc, structure) = match hit {
            Hit::Destroyed => (stripe, 0),
            _ => (from.saturating_add(hit.points()).min(stripe), hit.points()),
        };
        p.controls[control as usize] = disc;
        tell!(sink, "WV-DMG-06", What::ControlHit { plane, control, disc, dead: disc >= stripe });
        if structure > 0 {
            self.damage_structure(plane, structure, sink);
        }
    }

    /// Boxes that are passed take effect, too; a destroyed engine jumps over them (WV-DMG-08 to WV-DMG-10).
    fn damage_engine(&mut self, plane: u8, hit: Hit, sink: &mut Sink<What>) {
        let p = self.plane(plane);
        let boxes = self.content().engines[self.kind_of(p).engine].boxes.len() as u8;
        if p.engine >= boxes {
            return;
        }
        if hit == Hit::Destroyed {
            return self.seize("WV-DMG-10", plane, sink);
        }
        for _ in 0..hit.points() {
            let p = self.plane_mut(plane);
            if p.engine >= boxes {
                return;
            }
            p.engine += 1;
            let disc = p.engine;
            tell!(sink, "WV-DMG-08", What::Engine { plane, disc });
            let engine = self.kind_of(self.plane(plane)).engine;
            match self.content().engines[engine].boxes[usize::from(disc) - 1] {
                EngineBox::Leak => self.spring_leak("WV-DMG-09", plane, sink),
                EngineBox::Fire => self.catch_fire("WV-DMG-09", plane, sink),
                EngineBox::Seized => self.seize("WV-DMG-10", plane, sink),
                EngineBox::Plain | EngineBox::Minus1 | EngineBox::Minus2 => {}
            }
        }
    }

    /// The engine stands still for good; the throttle falls to 0 (WV-DMG-10).
    fn seize(&mut self, rule: &'static str, plane: u8, sink: &mut Sink<What>) {
        let p = self.plane(plane);
        let boxes = self.content().engines[self.kind_of(p).engine].boxes.len() as u8;
        let p = self.plane_mut(plane);
        p.engine = boxes;
        p.throttle = 0;
        tell!(sink, rule, What::Seized { plane });
    }

    /// A second leak changes nothing (WV-LEK-01, WV-LEK-03).
    fn spring_leak(&mut self, rule: &'static str, plane: u8, sink: &mut Sink<What>) {
        if self.plane(plane).leak.is_some() {
            return;
        }
        let rounds = self.d6(sink);
        let goggles = self.table.options.has(Opt::Goggles);
        let p = self.plane_mut(plane);
        p.leak = Some(rounds);
        p.fouling |= goggles;
        tell!(sink, rule, What::Leaking { plane, rounds });
        if goggles {
            tell!(sink, "WV-LEK-03", What::Fouled { plane });
        }
    }

    /// Whoever flies through the hex behind a leaking plane has fouled goggles in his next round (WV-LEK-03).
    pub(crate) fn cross_leaks(&mut self, index: u8) {
        if !self.table.options.has(Opt::Goggles) {
            return;
        }
        let at = self.plane(index).at;
        let leaks = |(i, p): (usize, &crate::state::Plane)| {
            i != usize::from(index) && p.in_play() && p.leak.is_some() && p.behind() == at
        };
        if self.now.planes().iter().enumerate().any(leaks) {
            self.plane_mut(index).fouling = true;
        }
    }

    fn catch_fire(&mut self, rule: &'static str, plane: u8, sink: &mut Sink<What>) {
        let p = self.plane_mut(plane);
        if !p.fire {
            p.fire = true;
            tell!(sink, rule, What::CaughtFire { plane });
        }
    }

    /// A second wound kills (WV-CRW-01). A plane without a pilot flies on with frozen controls (WV-CRW-04).
    fn hit_pilot(&mut self, plane: u8, kills: bool, sink: &mut Sink<What>) {
        let p = self.plane_mut(plane);
        match (p.pilot, kills) {
            (Health::Dead, _) => {}
            (Health::Healthy, false) => {
                p.pilot = Health::Wounded;
                tell!(sink, "WV-CRW-02", What::Wounded { plane, crew: Crew::Pilot });
            }
            _ => {
                p.pilot = Health::Dead;
                p.running = None;
                p.tails = 0;
                tell!(sink, "WV-CRW-04", What::Killed { plane, crew: Crew::Pilot });
            }
        }
    }

    /// One of the living gunners at random; a hit on a dead one does nothing (WV-DMG-03, WV-CRW-03).
    fn hit_gunner(&mut self, plane: u8, kills: bool, sink: &mut Sink<What>) {
        let p = self.plane(plane);
        let gunners = self.kind_of(p).gunners();
        let living = (0..gunners).filter(|g| p.gunners[*g] != Health::Dead).count();
        let chosen = match living {
            0 => return,
            1 => 0,
            n => {
                sink.barrier(Barrier::Drawn);
                self.dice.below(n as u32) as usize
            }
        };
        let p = self.plane_mut(plane);
        let Some(gunner) = (0..gunners).filter(|g| p.gunners[*g] != Health::Dead).nth(chosen) else { return };
        let crew = Crew::Gunner(gunner as u8);
        if p.gunners[gunner] == Health::Healthy && !kills {
            p.gunners[gunner] = Health::Wounded;
            tell!(sink, "WV-CRW-03", What::Wounded { plane, crew });
        } else {
            p.gunners[gunner] = Health::Dead;
            tell!(sink, "WV-CRW-01", What::Killed { plane, crew });
        }
    }

    /// The end of a round for one plane: fire, storm, leak, overspeed, in this order (WV-SEQ-02).
    pub(crate) fn wear(&mut self, plane: u8, sink: &mut Sink<What>) {
        if self.plane(plane).fire {
            self.burn(plane, sink);
        }
        let p = self.plane(plane);
        if p.in_play() && self.now.sky.storm.is_some_and(|base| p.at.y >= base) {
            self.weather_attack("WV-WEA-05", From::Storm, plane, Aspect::Side, sink);
        }
        if self.plane(plane).in_play() {
            self.leak_on(plane, sink);
        }
        if self.plane(plane).in_play() {
            self.overspeed(plane, sink);
            self.reload(plane, sink);
        }
    }

    fn burn(&mut self, plane: u8, sink: &mut Sink<What>) {
        let p = self.plane(plane);
        if !p.in_play() {
            return;
        }
        if p.slipped && p.pilot != Health::Dead {
            let die = Colour::Grey.test(p.skill().shift());
            match self.test_die("WV-FIR-02", Test::Extinguish, UnitId(plane), None, die, sink) {
                Icon::Failure => {}
                Icon::Success => {
                    self.plane_mut(plane).fire = false;
                    tell!(sink, "WV-FIR-02", What::FireOut { plane });
                    return;
                }
                Icon::Critical => {
                    destroy(self.plane_mut(plane));
                    tell!(sink, "WV-FIR-02", What::Exploded { plane });
                    return;
                }
            }
        }
        self.weather_attack("WV-FIR-01", From::Fire, plane, Aspect::Head, sink);
    }

    /// An attack of nobody: the red die, unshifted.
    fn weather_attack(
        &mut self,
        rule: &'static str,
        from: From,
        plane: u8,
        aspect: Aspect,
        sink: &mut Sink<What>,
    ) {
        self.free_attack(rule, from, plane, Colour::Red, aspect, false, sink);
    }

    /// A combat die that no modifier shifts, against a plane; it takes effect at once. A hostile one makes a kill.
    #[expect(clippy::too_many_arguments, reason = "an attack of nobody has no unit to carry them")]
    pub(crate) fn free_attack(
        &mut self,
        rule: &'static str,
        from: From,
        plane: u8,
        colour: Colour,
        aspect: Aspect,
        hostile: bool,
        sink: &mut Sink<What>,
    ) {
        let stake = Stake::damage(self.plane(plane).side.other(), from.luck());
        let hit = self.combat_die(colour, stake, sink);
        let what = || What::Shot {
            from,
            target: UnitId(plane),
            aspect: Some(aspect),
            distance: 0,
            long: false,
            base: colour,
            shifts: Vec::new(),
            colour,
            hit,
        };
        tell!(sink, rule, what());
        if hit != Hit::Miss {
            self.plane_mut(plane).hit |= hostile;
            let roll = self.part_roll(Some(aspect), sink);
            self.hit_part(plane, hit, roll, sink);
        }
    }

    /// The count drops and the blue die may set the plane on fire (WV-LEK-01, WV-LEK-02).
    fn leak_on(&mut self, plane: u8, sink: &mut Sink<What>) {
        let Some(rounds) = self.plane(plane).leak else { return };
        if rounds > 0 {
            self.plane_mut(plane).leak = Some(rounds - 1);
            if rounds == 1 && !self.is_seized(self.plane(plane)) {
                self.seize("WV-LEK-01", plane, sink);
            }
        }
        let worth = |hit: Hit| u8::from(hit == Hit::Destroyed);
        let stake = Stake { side: self.plane(plane).side.other(), kind: "Leaks that caught fire", worth };
        let hit = self.combat_die(Colour::Blue, stake, sink);
        tell!(sink, "WV-LEK-02", What::LeakRolled { plane, hit });
        if hit == Hit::Destroyed {
            self.catch_fire("WV-LEK-02", plane, sink);
        }
    }
}
