//! HEAT RAYS: single shots, sweeps, and what they do (TH-HRY-01 to TH-HRY-05, TH-CBT-12, TH-CBT-13).

use crate::combat::Mode;
use crate::content::RayEffect;
use crate::event::{Cause, What};
use crate::kinds::{Side, StandId, Type, Weapon};
use crate::measure::{Gauge, P, angle, wedge};
use crate::sequence_of_play::tell;
use crate::state::{State, Use};
use geometry::ground::{Ruler, apart};
use table::{Refusal, Sink};

impl State {
    /// The line of a sweep (TH-HRY-04).
    pub(crate) fn sweep_line(&self, middle: P, bearing: u16) -> Ruler {
        let half = i32::from(self.content.arm(Weapon::HeatRay).sweep_length) * 500;
        Ruler::new(middle, angle(bearing), half)
    }

    /// The line touches this stand's base (TH-GEO-16).
    pub(crate) fn touches_line(&self, id: StandId, line: Ruler) -> bool {
        apart(self.stand(id).at, line.from, line.to).below(self.profile(id).shape.span + 6)
            && line.touches(&self.base(id))
    }

    pub(crate) fn judge_sweep(
        &self,
        id: StandId,
        middle: P,
        bearing: u16,
        mode: Mode,
    ) -> Result<(), Refusal> {
        let name = || self.name(id);
        self.judge_ray(id)?;
        if mode == Mode::Melee {
            return Err(Refusal::new("TH-CLC-12", "heat-rays do not sweep in close combat"));
        }
        if !middle.in_bounds() || bearing >= 3600 {
            return Err(Refusal::new(
                "TH-GEO-10",
                "expected a middle point and a bearing of 0 to 3599 tenths",
            ));
        }
        let line = self.sweep_line(middle, bearing);
        let (base, facing) = (self.base(id), self.stand(id).facing);
        let reach = i32::from(self.content.arm(Weapon::HeatRay).range) * 200;
        for end in [line.from, line.to] {
            if !base.reaches(end, reach) {
                let why = format!(
                    "one end lies {} from {}; it reaches {}",
                    crate::movement::in_inches(base.gap_to(end)),
                    name(),
                    crate::movement::in_inches(reach)
                );
                return Err(Refusal::new("TH-HRY-04", why));
            }
            if self.ty(id) == Type::Flyer && !wedge(base.centre, facing).contains(end) {
                return Err(Refusal::new("TH-ARC-01", "both ends of a flyer's sweep lie in its front arc"));
            }
        }
        let target = |t: &StandId| self.stand(*t).spotted && self.touches_line(*t, line) && self.sees(id, *t);
        if !self.fielded(Side::Human).any(|t| target(&t)) {
            return Err(Refusal::new(
                "TH-HRY-04",
                format!("the line touches no spotted enemy in sight of {}", name()),
            ));
        }
        Ok(())
    }

    /// Whether a line burns nobody of its own side: only such lines are offered (note TH-N03).
    pub(crate) fn spares_martians(&self, middle: P, bearing: u16) -> bool {
        let line = self.sweep_line(middle, bearing);
        !self.fielded(Side::Martian).any(|m| self.touches_line(m, line))
    }

    /// Every stand that the line touches, whosever it is and whether it is seen or not (TH-HRY-05).
    pub(crate) fn sweep(&mut self, id: StandId, middle: P, bearing: u16, mode: Mode, sink: &mut Sink<What>) {
        let line = self.sweep_line(middle, bearing);
        tell!(sink, "TH-HRY-02", What::Swept { stand: id, middle, bearing });
        let touched: Vec<StandId> =
            self.ids().filter(|t| self.on_board(*t) && self.touches_line(*t, line)).collect();
        for target in touched {
            if self.on_board(target) {
                self.roll_to_hit(id, Weapon::HeatRay, target, mode, true, sink);
            }
        }
    }

    /// A heat-ray has hit: check or destruction, a ship's own table (TH-CBT-12, TH-IRN-07, TH-TC-03).
    pub(crate) fn burn(&mut self, target: StandId, mode: Mode, sink: &mut Sink<What>) {
        if self.ty(target) == Type::Ironclad {
            self.burn_ship(target, sink);
            return;
        }
        let luck = (self.side(target).other(), "Destroyed at once by heat-rays");
        let effect = |s: &Self, roll: u8| s.content.arm(Weapon::HeatRay).effect[usize::from(roll - 1)];
        let destroys = |s: &Self, roll: u8| u8::from(effect(s, roll) == RayEffect::Destroy);
        let roll = self.die_for(target, Use::Effect, luck, destroys, sink);
        let effect = effect(self, roll);
        let steamer = self.ty(target) == Type::Steamer;
        let rule = if steamer { "TH-TC-03" } else { "TH-CBT-12" };
        let hits = u8::from(effect == RayEffect::Destroy);
        self.tell_of(sink, rule, target, || What::Effect { target, weapon: Weapon::HeatRay, roll, hits });
        match effect {
            RayEffect::Destroy if self.ty(target) == Type::Cylinder => {
                self.destroy_cylinder(rule, target, Cause::Fire, sink);
            }
            RayEffect::Destroy => {
                let cause = if steamer { Cause::Sunk } else { Cause::Fire };
                self.destroy(rule, target, cause, sink);
            }
            // Martians know no morale (TH-MOR-01).
            RayEffect::Check if !steamer && self.side(target) == Side::Human => {
                self.owe_check(target, mode, sink);
            }
            RayEffect::Check => {}
        }
    }
}
