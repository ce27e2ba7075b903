//! 3.1 DASHBOARD and 3.2 FLIGHT PREPARATION: throttle, Speed Cue, drag (WV-SPD-01 to WV-SPD-08, WV-DRG-01 to
//! WV-DRG-08, WV-DSH-01). The drag of a maneuver is taken in `movement.rs`, where it begins.

use crate::content::Airplane;
use crate::dice::tell;
use crate::event::What;
use crate::kinds::{Band, EngineBox, FASTEST, Opt, SLOWEST};
use crate::maneuvers::can_throttle;
use crate::sequence_of_play::Breach;
use crate::state::{Plane, State};
use table::Sink;

/// The cue after the update towards the throttle (WV-SPD-05, WV-SPD-06).
pub fn updated(cue: i8, throttle: i8) -> i8 {
    let away = throttle - cue;
    let boxes = if away == 0 { 0 } else { (away.abs() / 2).max(1) };
    cue + away.signum() * boxes
}

/// The cue with the round's gains and losses, cut once at the ends of the strip (WV-SPD-08).
pub fn cue_of(initial: i8, delta: i8) -> i8 {
    initial.saturating_add(delta).clamp(SLOWEST, FASTEST)
}

impl State {
    pub(crate) fn is_seized(&self, plane: &Plane) -> bool {
        let boxes = &self.content().engines[self.kind_of(plane).engine].boxes;
        usize::from(plane.engine) >= boxes.len()
    }

    /// What engine damage takes off the top speed (WV-DMG-08).
    fn engine_loss(&self, plane: &Plane, kind: &Airplane) -> i8 {
        let boxes = &self.content().engines[kind.engine].boxes;
        let reached = &boxes[..usize::from(plane.engine).min(boxes.len())];
        if reached.contains(&EngineBox::Minus2) { 2 } else { i8::from(reached.contains(&EngineBox::Minus1)) }
    }

    /// The highest throttle that is legal in the band the plane is in (WV-SPD-02, WV-BMB-04, WV-DMG-10).
    pub fn top_speed(&self, plane: &Plane) -> i8 {
        let kind = self.kind_of(plane);
        if plane.engine > 0 && self.is_seized(plane) {
            return 0;
        }
        let mut top = kind.strip(plane.band()).top;
        if plane.engine > 0 {
            top -= self.engine_loss(plane, kind);
        }
        if plane.loaded && self.table.options.has(Opt::BombLoad) {
            top = top.min(kind.loaded_speed.unwrap_or(top));
        }
        top.max(0)
    }

    /// A rotary engine runs at full speed or not at all (WV-SPD-03).
    fn is_blipped(&self, plane: &Plane) -> bool {
        self.table.options.has(Opt::Rotary) && self.kind_of(plane).rotary
    }

    pub(crate) fn check_throttle(&self, p: &Plane, to: i8) -> Result<(), Breach> {
        if !can_throttle(p) {
            return Err(("WV-SPD-01", "the throttle is set once, before the plane moves"));
        }
        let top = self.top_speed(p);
        if p.engine > 0 && to > 0 && self.is_seized(p) {
            return Err(("WV-DMG-10", "the engine is seized: the throttle stays on 0"));
        }
        if !(0..=top).contains(&to) {
            return Err(("WV-SPD-02", "the throttle stands between 0 and the top level speed of this band"));
        }
        if to != 0 && to != top && self.is_blipped(p) {
            return Err(("WV-SPD-03", "a rotary engine runs at 0 or at the top speed of its band"));
        }
        Ok(())
    }

    pub(crate) fn set_throttle(&mut self, plane: u8, to: i8, sink: &mut Sink<What>) {
        let p = self.plane_mut(plane);
        p.throttle = to;
        p.throttled = true;
        tell!(sink, "WV-SPD-01", What::Throttle { plane, to });
    }

    /// Who sets no throttle leaves it where it is, as far as it is legal now. A rotary engine that runs goes on at
    /// full speed (rulings of WV-SPD-01, WV-SPD-03).
    pub(crate) fn keep_throttle(&mut self, plane: u8) {
        let p = self.plane(plane);
        let top = self.top_speed(p);
        let kept = if p.throttle > 0 && self.is_blipped(p) { top } else { p.throttle.min(top) };
        self.plane_mut(plane).throttle = kept;
    }

    pub(crate) fn stalls_at(&self, plane: &Plane, band: Band, speed: i8) -> bool {
        self.kind_of(plane).strip(band).is_stall(speed)
    }
}
