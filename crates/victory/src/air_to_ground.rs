//! 8.2 AIR-TO-GROUND COMBAT: ground fire, flak, bombing, balloons (WV-GND-01 to WV-GND-03, WV-FLK-01 to WV-FLK-03,
//! WV-BMB-01 to WV-BMB-04, WV-STF-01, WV-STF-02, WV-BAL-01, WV-BAL-02) and units without a player (WV-SCN-21).

use crate::combat::{Landing, PartRoll, Shot};
use crate::dice::tell;
use crate::event::{From, Shift, Test, What, Why};
use crate::kinds::{Aspect, Colour, Health, Hit, Icon, UnitId};
use crate::luck::Stake;
use crate::map::{Mega, Megas};
use crate::order::{Ask, Order};
use crate::sequence_of_play::{Breach, offer};
use crate::state::{Flow, Marker, Phase, Plan, Standing, State};
use table::Sink;

/// What a load does to its target (WV-BMB-03).
pub(crate) const fn bombed(icon: Icon) -> Hit {
    match icon {
        Icon::Failure => Hit::Miss,
        Icon::Success => Hit::One,
        Icon::Critical => Hit::Destroyed,
    }
}

/// Units without a player fire during a move at this distance or nearer (WV-SCN-21).
const POINT_BLANK: u8 = 3;

impl State {
    /// Whether a ground unit could fire at a plane, sight aside (WV-GND-02).
    pub(crate) fn reaches(&self, unit: usize, plane: usize) -> bool {
        let (g, p) = (&self.now.ground[unit], &self.now.planes[plane]);
        let row = self.target_of(g);
        g.in_play()
            && !g.fired
            && row.die.is_some()
            && !row.flak
            && g.side != p.side
            && p.fights()
            && (1..=row.range).contains(&g.at.distance(p.at))
    }

    /// Whether it may fire in the middle of a plane's move: only at what it has in sight (WV-GND-03).
    pub(crate) fn can_interrupt(&self, unit: usize, plane: u8) -> bool {
        self.now.ground[unit].seen & UnitId(plane).bit() != 0 && self.reaches(unit, usize::from(plane))
    }

    pub(crate) fn check_ground_fire(&self, unit: UnitId, plane: u8) -> Result<(), Breach> {
        let Some(i) = unit.as_ground().filter(|i| *i < usize::from(self.now.ground_count)) else {
            return Err(("WV-GND-02", "this is no ground unit"));
        };
        if self.now.ground[i].fired {
            return Err(("WV-GND-02", "it has fired in this round"));
        }
        if !self.reaches(i, usize::from(plane)) {
            return Err(("WV-GND-02", "the plane is out of its reach"));
        }
        if !self.can_interrupt(i, plane) {
            return Err(("WV-GND-03", "it has not seen this plane"));
        }
        Ok(())
    }

    /// Units that are left to the game fire at the first hex within reach of a sure shot (WV-SCN-21).
    pub(crate) fn automatic_ground_fire(&mut self, plane: u8, sink: &mut Sink<What>) {
        if self.now.ground_count == 0 {
            return;
        }
        for unit in 0..usize::from(self.now.ground_count) {
            let g = &self.now.ground[unit];
            let by_hand = self.table.by_hand && !self.table.automated[g.side.index()];
            if by_hand
                || g.at.distance(self.plane(plane).at) > POINT_BLANK
                || !self.can_interrupt(unit, plane)
            {
                continue;
            }
            self.shoot_from_the_ground(unit, UnitId(plane), sink);
        }
    }

    /// A shot that takes effect at once.
    pub(crate) fn shoot_from_the_ground(&mut self, unit: usize, target: UnitId, sink: &mut Sink<What>) {
        if let Some(landing) = self.ground_shot(unit, target, sink) {
            self.strike(landing, sink);
        }
    }

    /// A ground unit's shot with every modifier: range and evasion count, aspect and skill do not (WV-GND-02).
    pub(crate) fn visit_ground_shifts(
        &self,
        unit: usize,
        plane: usize,
        visit: &mut impl FnMut(Why, i8),
    ) -> Option<Shot> {
        let (g, p) = (self.now.grounds().get(unit)?, self.now.planes().get(plane)?);
        let base = self.target_of(g).die?;
        let distance = g.at.distance(p.at);
        let mut total = 0;
        let mut add = |why: Why, by: i8| {
            if by != 0 {
                total += by;
                visit(why, by);
            }
        };
        add(Why::Range, self.content().modifiers.range[usize::from(distance.clamp(1, 6)) - 1]);
        self.evasion(p, &mut add);
        Some(Shot { distance, aspect: None, base, shift: total, colour: base.combat(total) })
    }

    /// Rolls a ground unit's die.
    pub(crate) fn ground_shot(
        &mut self,
        unit: usize,
        target: UnitId,
        sink: &mut Sink<What>,
    ) -> Option<Landing> {
        let plane = target.as_plane()?;
        let mut shifts = Vec::new();
        let record = sink.is_on();
        let shot = self.visit_ground_shifts(unit, plane, &mut |why, by| {
            if record {
                shifts.push(Shift { why, by });
            }
        })?;
        let Shot { base, distance, colour, .. } = shot;
        self.now.ground[unit].fired = true;
        let from = From::Ground { unit: UnitId::ground(unit) };
        let stake = Stake::damage(self.now.ground[unit].side, from.luck());
        let hit = self.combat_die(colour, stake, sink);
        tell!(
            sink,
            "WV-GND-02",
            What::Shot { from, target, aspect: None, distance, long: false, base, shifts, colour, hit }
        );
        self.landing(UnitId::ground(unit), target, hit, None, sink)
    }

    /// Planes that a ground unit may fire at in the combat phase: seen ones, and those that fire at it (WV-GND-03).
    fn ground_targets(&self, unit: usize) -> u8 {
        let own = UnitId::ground(unit);
        let mut set = 0;
        for (i, p) in self.now.planes().iter().enumerate() {
            let seen = self.now.ground[unit].seen & UnitId::plane(i).bit() != 0;
            let attacks =
                || p.guns.iter().any(|g| matches!(g.plan, Plan::Fire { target, .. } if target == own));
            if (seen || attacks()) && self.reaches(unit, i) {
                set |= 1 << i;
            }
        }
        set
    }

    pub(crate) fn declare_ground(&mut self, next: u8) {
        let unit = usize::from(next);
        if unit >= usize::from(self.now.ground_count) || self.now.freeze.now.is_some() {
            self.now.flow = Flow::Resolve;
            return;
        }
        self.now.flow = Flow::DeclareGround { next: next + 1 };
        let targets = self.ground_targets(unit);
        if targets == 0 {
            return;
        }
        let g = &self.now.ground[unit];
        if self.table.by_hand && !self.table.automated[g.side.index()] {
            self.now.ask = Ask::Ground { unit: UnitId::ground(unit) };
            return;
        }
        // The nearest it has seen, of equals the lower, then the one that moved first; else whom it answers.
        let seen = targets & g.seen as u8;
        let pool = if seen != 0 { seen } else { targets };
        let turn = |i: u8| self.now.order().iter().position(|o| *o == i).unwrap_or(usize::MAX);
        let key = |i: &u8| (g.at.distance(self.plane(*i).at), self.plane(*i).at.y, turn(*i));
        let best = crate::sequence_of_play::planes_of(pool).min_by_key(key);
        self.now.ground[unit].plan = best.map(UnitId);
    }

    pub(crate) fn declare_ground_fire(&mut self, unit: UnitId, target: UnitId) {
        if let Some(i) = unit.as_ground() {
            self.now.ground[i].plan = Some(target);
        }
    }

    pub(crate) fn visit_ground_targets(&self, unit: UnitId, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Hold);
        let targets = unit.as_ground().map_or(0, |i| self.ground_targets(i));
        for plane in crate::sequence_of_play::planes_of(targets) {
            offer!(visit, Order::Fire { target: UnitId(plane), long: false });
        }
        false
    }

    /// The gunners of a side without a player fire a burst at an enemy they have in sight, and clear jams (WV-SCN-21).
    pub(crate) fn automatic_gunner(&mut self, plane: u8, gun: u8) {
        let p = self.plane(plane);
        if p.guns[usize::from(gun)].jammed {
            return self.declare_gun(plane, gun, Order::Clear);
        }
        let mut best = None;
        for (i, q) in self.now.planes().iter().enumerate() {
            let target = UnitId::plane(i);
            let seen = p.seen & target.bit() != 0;
            if seen && self.check_fire(plane, usize::from(gun), target, false).is_ok() {
                let key = (p.at.distance(q.at), i);
                if best.is_none_or(|(other, _)| key < other) {
                    best = Some((key, target));
                }
            }
        }
        if let Some((_, target)) = best {
            self.declare_gun(plane, gun, Order::Fire { target, long: false });
        }
    }

    // ---- flak

    pub(crate) fn flak_phase(&mut self, next: u8, sink: &mut Sink<What>) {
        let unit = usize::from(next);
        if unit >= usize::from(self.now.ground_count) {
            self.now.flow = Flow::Spotting { next: 0 };
            // Where there is no flak at all one word for the whole match will do.
            let armed = self.now.grounds().iter().any(|g| self.target_of(g).flak);
            if self.now.markers[0].is_none() && (armed || self.now.round == 1) {
                tell!(sink, "WV-SEQ-01", What::PhaseSkipped { phase: Phase::Flak });
            }
            return;
        }
        self.now.flow = Flow::Flak { next: next + 1 };
        let g = &self.now.ground[unit];
        let full = self.now.markers.iter().all(Option::is_some);
        if !g.in_play() || !self.target_of(g).flak || full {
            return;
        }
        self.now.phase = Phase::Flak;
        if self.table.automated[g.side.index()] || !self.table.by_hand {
            if let Some(mega) = self.automatic_flak(unit) {
                self.place_flak(UnitId::ground(unit), mega, sink);
            }
        } else {
            self.now.ask = Ask::Flak { unit: UnitId::ground(unit) };
        }
    }

    /// Where the game puts a marker: on the nearest enemy plane within reach and out of the way of its own.
    fn automatic_flak(&self, unit: usize) -> Option<Mega> {
        let g = &self.now.ground[unit];
        let own = |mega: Mega| {
            self.now.planes().iter().any(|p| p.in_play() && p.side == g.side && mega.holds(p.at))
        };
        let mut best = None;
        for p in self.now.planes().iter().filter(|p| p.side != g.side && p.fights()) {
            for mega in Megas::of(p.at).iter() {
                if self.check_flak(UnitId::ground(unit), mega).is_ok() && !own(mega) {
                    let key = g.at.distance(p.at);
                    if best.is_none_or(|(other, _)| key < other) {
                        best = Some((key, mega));
                    }
                }
            }
        }
        best.map(|(_, mega)| mega)
    }

    pub(crate) fn check_flak(&self, unit: UnitId, mega: Mega) -> Result<(), Breach> {
        let Some(g) = unit.as_ground().map(|i| &self.now.ground[i]) else {
            return Err(("WV-FLK-01", "this is no flak emplacement"));
        };
        let row = self.target_of(g);
        let known = Mega::is_centre(mega.0)
            && (0..=32).contains(&mega.0.y)
            && (0..=self.table.map.columns).contains(&mega.0.x);
        if !known {
            return Err(("WV-MAP-08", "this is no MegaHex of the map"));
        }
        let distance = Megas::of(g.at).iter().map(|own| own.distance(mega)).min().unwrap_or(0);
        if !(row.range_min..=row.range).contains(&distance) {
            return Err(("WV-FLK-01", "flak reaches 2 to 5 MegaHexes"));
        }
        Ok(())
    }

    pub(crate) fn visit_flak(&self, unit: UnitId, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::NoFlak);
        for mega in Mega::all(self.table.map.columns) {
            if self.check_flak(unit, mega).is_ok() {
                offer!(visit, Order::Flak { mega });
            }
        }
        false
    }

    pub(crate) fn place_flak(&mut self, unit: UnitId, mega: Mega, sink: &mut Sink<What>) {
        let side = unit.as_ground().map_or(crate::kinds::Side::Allied, |i| self.now.ground[i].side);
        if let Some(free) = self.now.markers.iter_mut().find(|m| m.is_none()) {
            *free = Some(Marker { mega, side });
        }
        let heavy = self.now.markers.iter().flatten().filter(|m| m.mega == mega).count() > 1;
        tell!(sink, "WV-FLK-01", What::FlakPlaced { unit, mega, heavy });
    }

    /// Once for each marked MegaHex and round, whoever's marker it is (WV-FLK-02, WV-FLK-03).
    pub(crate) fn flak_attack(&mut self, plane: u8, sink: &mut Sink<What>) {
        if self.now.markers[0].is_none() {
            return;
        }
        for n in 0..self.now.markers.len() {
            let p = self.plane(plane);
            let Some(marker) = self.now.markers[n].filter(|m| m.mega.holds(p.at)) else { continue };
            if !p.in_play() || p.flak & (1 << n) != 0 {
                continue;
            }
            let (mut same, mut hostile) = (0_u8, false);
            for (k, other) in self.now.markers.iter().enumerate() {
                if let Some(other) = other.filter(|o| o.mega == marker.mega) {
                    same |= 1 << k;
                    hostile |= other.side != p.side;
                }
            }
            self.plane_mut(plane).flak |= same;
            let flak = self.content().flak;
            let shift = if same.count_ones() > 1 { flak.heavy } else { 0 };
            let die = flak.die.test(shift);
            let icon = self.test_die("WV-FLK-03", Test::Flak, UnitId(plane), None, die, sink);
            let colour = match icon {
                Icon::Failure => continue,
                Icon::Success => flak.near,
                Icon::Critical => flak.direct,
            };
            let before = *self.plane(plane);
            self.free_attack("WV-FLK-03", From::Flak, plane, colour, Aspect::Side, hostile, sink);
            if self.plane(plane).pilot == Health::Dead && before.pilot != Health::Dead {
                return;
            }
        }
    }

    // ---- bombs

    /// The column in which a bomber that flies level crosses the 60 degree line to a target (WV-BMB-01).
    pub(crate) fn bomb_line(level: i8, right: bool, target: i8) -> i8 {
        if right { target - (level + 1) / 2 } else { target + level / 2 }
    }

    pub(crate) fn check_bombs(&self, plane: u8, target: UnitId) -> Result<(), Breach> {
        let p = self.plane(plane);
        let kind = self.kind_of(p);
        if !kind.bomber || !p.loaded {
            return Err(("WV-BMB-01", "no bombs are aboard"));
        }
        if p.gunners[0] == Health::Dead {
            return Err(("WV-BMB-02", "nobody is left to aim the bombs"));
        }
        let aimer = (0..kind.weapons.len()).find(|g| kind.gunner_of(*g) == Some(0));
        if aimer.is_some_and(|gun| p.guns[gun].fired) {
            return Err(("WV-BMB-02", "the foremost gunner has fired in this round"));
        }
        if !p.level || p.inverted || p.stalled || p.no_bombs || !p.fights() || p.at.y != p.start.y {
            return Err(("WV-BMB-01", "a bomb run is flown level for the whole round"));
        }
        let unit = target.as_ground().filter(|i| *i < usize::from(self.now.ground_count));
        let Some(g) = unit.map(|i| &self.now.ground[i]) else {
            return Err(("WV-BMB-01", "bombs fall on ground targets"));
        };
        if !g.in_play() || g.side == p.side || g.at.y != 0 {
            return Err(("WV-BMB-01", "this is no enemy target on the ground"));
        }
        let line = Self::bomb_line(p.at.y, p.facing.is_right(), g.at.x);
        let (low, high) = (p.start.x.min(p.at.x), p.start.x.max(p.at.x));
        if !(low..=high).contains(&line) {
            return Err(("WV-BMB-01", "the run has not crossed the 60 degree line to this target"));
        }
        Ok(())
    }

    pub(crate) fn bombs_possible(&self, plane: u8) -> bool {
        let p = self.plane(plane);
        p.loaded
            && !self.table.automated[p.side.index()]
            && (0..usize::from(self.now.ground_count))
                .any(|i| self.check_bombs(plane, UnitId::ground(i)).is_ok())
    }

    pub(crate) fn visit_bombs(&self, plane: u8, visit: &mut impl FnMut(Order) -> bool) -> bool {
        offer!(visit, Order::Hold);
        for i in 0..usize::from(self.now.ground_count) {
            let target = UnitId::ground(i);
            if self.check_bombs(plane, target).is_ok() {
                offer!(visit, Order::Bombs { target });
            }
        }
        false
    }

    /// A colour down for each full five levels (WV-BMB-03).
    pub(crate) fn bombing_die(&self, plane: u8) -> Colour {
        let (base, levels) = self.content().bombing;
        base.test(-(self.plane(plane).at.y / levels))
    }

    /// One drop uses up the load (WV-BMB-03).
    pub(crate) fn drop_bombs(&mut self, plane: u8, target: UnitId, sink: &mut Sink<What>) -> Option<Landing> {
        let die = self.bombing_die(plane);
        let p = self.plane_mut(plane);
        p.loaded = false;
        p.bomb = None;
        let icon = self.test_die("WV-BMB-03", Test::Bombing, UnitId(plane), Some(target), die, sink);
        let hit = bombed(icon);
        let landing = Landing { target, by: UnitId(plane), hit, roll: PartRoll::default() };
        (hit != Hit::Miss).then_some(landing)
    }

    // ---- balloons

    /// Balloons that have seen an enemy come down a level; on the ground they are safe (WV-BAL-02).
    pub(crate) fn sink_balloons(&mut self, sink: &mut Sink<What>) {
        for i in 0..usize::from(self.now.ground_count) {
            let g = &self.now.ground[i];
            if !g.in_play() || !g.alarmed || !self.target_of(g).balloon {
                continue;
            }
            let unit = UnitId::ground(i);
            let g = &mut self.now.ground[i];
            g.at.y -= 1;
            let level = g.at.y;
            tell!(sink, "WV-BAL-02", What::BalloonSank { unit, level });
            if level <= 0 {
                g.standing = Standing::Safe;
                tell!(sink, "WV-BAL-02", What::BalloonSafe { unit });
            }
        }
    }
}
