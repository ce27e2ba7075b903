//! 4.0 MANEUVERS and 5.0 OTHER MANEUVERS: which may be begun at a free point (WV-MOV-06, WV-MOV-11, WV-MOV-12,
//! WV-ATT-01 to WV-ATT-06 and the entries of each maneuver). How they are flown is in `movement.rs`.

use crate::content::{ManeuverRow, Step, Times};
use crate::kinds::{Attitude, Control, Health, Maneuver, Opt};
use crate::order::Act;
use crate::sequence_of_play::{Breach, offer};
use crate::state::{Plane, State};
use geometry::Facing;

type Allowed = Result<(), Breach>;

/// How often a step is flown.
pub(crate) fn count(times: Times, prep: u8, half: u8) -> u8 {
    match times {
        Times::Once => 1,
        Times::Prep => prep,
        Times::PrepOr(least) => prep.max(least),
        Times::Half => half,
    }
}

/// The movement points that a maneuver takes.
pub(crate) fn points(row: &ManeuverRow, prep: u8, half: u8) -> u8 {
    let step = |step: &Step| match step {
        Step::Ahead(times) | Step::Slip(times) => count(*times, prep, half),
        Step::Inner | Step::Outer => 1,
        _ => 0,
    };
    row.steps.iter().map(step).sum()
}

/// Half the allowance of the round, at least one (WV-JNK-01, WV-SSL-01).
pub(crate) fn half_of(initial: i8) -> u8 {
    (initial / 2).max(1) as u8
}

/// Whether the nose turns up or down before a hex is entered.
fn turns_first(row: &ManeuverRow, prep: u8, attitude: Attitude) -> bool {
    for step in &row.steps {
        match step {
            Step::Ahead(times) if count(*times, prep, 1) == 0 => {}
            // Who rolls over does not turn the nose yet: a wingover does next.
            Step::Invert => {}
            Step::Level if attitude == Attitude::Level => {}
            Step::Up | Step::Down | Step::Level => return true,
            _ => return false,
        }
    }
    false
}

impl State {
    pub(crate) fn prep_here(&self, plane: &Plane) -> u8 {
        self.kind_of(plane).strip(plane.band()).prep
    }

    fn dead_controls(&self, plane: &Plane) -> u8 {
        if plane.controls == [0; 3] {
            return 0;
        }
        let dead = |c: &Control| !plane.works(*c, self.content());
        Control::ALL.iter().filter(|c| dead(c)).fold(0, |set, c| set | 1 << *c as u8)
    }

    /// Whether a maneuver may be begun here.
    pub(crate) fn check_begin(&self, p: &Plane, maneuver: Maneuver) -> Allowed {
        let row = self.content().maneuver(maneuver);
        if !row.starts_from(p.attitude()) {
            return Err((row.rule, "it does not start from this attitude"));
        }
        if p.mp < 1 {
            let climbed = maneuver == Maneuver::SustainedTurn && p.flown > 0;
            return Err(if climbed {
                ("WV-TRN-11", "in a climb there is one turn for each level climbed")
            } else {
                ("WV-MOV-06", "no movement point is left")
            });
        }
        if p.fouled {
            return Err(("WV-LEK-03", "the pilot cleans his goggles and flies straight on"));
        }
        if p.inverted && !row.inverted_ok {
            return Err(("WV-ATT-06", "the plane is upside down"));
        }
        let kind = self.kind_of(p);
        if kind.sluggish && !row.sluggish_ok {
            return Err(("WV-ATT-05", "this plane is too sluggish for it"));
        }
        if p.pilot != Health::Healthy && !row.wounded_ok {
            return Err(("WV-CRW-02", "a wounded pilot can not fly it"));
        }
        if row.control_set() & self.dead_controls(p) != 0 {
            return Err((row.limits, "a control that it needs does not work any more"));
        }
        // Back to face up, and the one way to put out a fire (WV-FIR-02).
        let needs = match maneuver {
            Maneuver::Roll => p.inverted,
            Maneuver::Sideslip => p.fire,
            _ => false,
        };
        if p.idle && row.acrobatic && !needs {
            return Err(("WV-ORD-05", "who is not engaged and sees no enemy flies no acrobatics"));
        }
        if row.fills_move && (p.flown > 0 || p.begun) {
            return Err(("WV-MOV-06", "it fills the whole move and can not be combined"));
        }
        let prep = self.prep_here(p);
        if p.turned && turns_first(row, prep, p.attitude()) {
            return Err(("WV-ATT-01", "the nose was turned in this hex already: fly a hex first"));
        }
        let needed = points(row, prep, half_of(p.initial));
        if !row.carries_over && p.mp < needed as i8 {
            return Err(("WV-MOV-06", "too few movement points are left for all of it"));
        }
        self.check_storm(p, row, prep)
    }

    /// Nobody flies into a storm who has another way (WV-WEA-05).
    fn check_storm(&self, p: &Plane, row: &ManeuverRow, prep: u8) -> Allowed {
        let Some(base) = self.now.sky.storm else { return Ok(()) };
        if p.at.y >= base {
            return Ok(());
        }
        let (mut facing, mut level) = (p.facing, p.at.y);
        for step in &row.steps {
            facing = turned(facing, *step, p.facing.is_right());
            if let Step::Ahead(times) = step {
                level += facing.step().r * count(*times, prep, half_of(p.initial)) as i8;
            }
            if level >= base {
                return Err(("WV-WEA-05", "it leads into the storm"));
            }
        }
        Ok(())
    }

    /// Straight on, without a maneuver.
    pub(crate) fn check_straight(&self, p: &Plane) -> Allowed {
        if p.mp < 1 {
            return Err(("WV-MOV-03", "no movement point is left"));
        }
        if p.attitude() == Attitude::Climb {
            if !p.works(Control::Elevators, self.content()) {
                return Err(("WV-CLB-01", "the elevators do not work: level off"));
            }
            let storm = self.now.sky.storm.is_some_and(|base| p.at.y < base && p.at.y + 1 >= base);
            if storm && !p.fouled {
                return Err(("WV-WEA-05", "it leads into the storm"));
            }
        }
        Ok(())
    }

    /// The free level-off (WV-CLB-03, WV-WGO-02).
    pub(crate) fn check_level(&self, p: &Plane) -> Allowed {
        match p.attitude() {
            // A climbed hex has ended the move.
            Attitude::Climb if p.begun || p.flown > 0 || p.mp < 1 => {
                Err(("WV-CLB-02", "the climbed hex has ended the move"))
            }
            Attitude::Climb if p.fouled && p.works(Control::Elevators, self.content()) => {
                Err(("WV-LEK-03", "the pilot cleans his goggles and keeps the attitude"))
            }
            Attitude::Climb => Ok(()),
            Attitude::Dive if p.wingover_exit => Ok(()),
            Attitude::Dive => Err(("WV-DIV-04", "leaving a dive takes Prep: begin to level off")),
            Attitude::Level => Err(("WV-CLB-03", "the plane flies level already")),
        }
    }

    pub(crate) fn check_land(p: &Plane) -> Allowed {
        let ok = p.mp > 0 && p.at.y == 1 && p.attitude() == Attitude::Dive && !p.inverted && p.initial <= 3;
        if ok {
            Ok(())
        } else {
            Err(("WV-MOV-09", "a landing is made from a dive at level 1, face up, at a speed of 3 or less"))
        }
    }

    pub(crate) fn check_end(p: &Plane) -> Allowed {
        if p.mp > 0 {
            return Err(("WV-MOV-03", "all movement points must be spent first"));
        }
        Ok(())
    }

    /// Whether a plane at a free point may do this.
    pub(crate) fn check_act(&self, p: &Plane, act: Act) -> Allowed {
        if p.running.is_some() && p.mp > 0 && !matches!(act, Act::Throttle { .. } | Act::Straight) {
            return Err(("WV-TRN-08", "the turn of last round comes first"));
        }
        match act {
            Act::Throttle { to } => self.check_throttle(p, to),
            Act::Straight if p.running.is_some() && p.mp > 0 => Ok(()),
            Act::Straight => self.check_straight(p),
            Act::Level => self.check_level(p),
            Act::Begin { maneuver } => self.check_begin(p, maneuver),
            Act::Land => Self::check_land(p),
            Act::End => Self::check_end(p),
        }
    }

    /// Every act that is legal at a free point.
    pub(crate) fn visit_acts(&self, p: &Plane, visit: &mut impl FnMut(Act) -> bool) -> bool {
        if can_throttle(p) {
            let top = self.top_speed(p);
            let blip = self.table.options.has(Opt::Rotary) && self.kind_of(p).rotary;
            for to in 0..=top {
                if to == 0 || to == top || !blip {
                    offer!(visit, Act::Throttle { to });
                }
            }
        }
        if p.mp < 1 {
            // After the diving exit of a wingover the nose may still come up.
            if p.running.is_none() && self.check_level(p).is_ok() {
                offer!(visit, Act::Level);
            }
            offer!(visit, Act::End);
            return false;
        }
        if p.running.is_some() {
            return visit(Act::Straight);
        }
        if self.check_straight(p).is_ok() {
            offer!(visit, Act::Straight);
        }
        if self.check_level(p).is_ok() {
            offer!(visit, Act::Level);
        }
        for maneuver in Maneuver::ALL {
            if self.check_begin(p, maneuver).is_ok() {
                offer!(visit, Act::Begin { maneuver });
            }
        }
        Self::check_land(p).is_ok() && visit(Act::Land)
    }
}

/// Whether the throttle may still be set (WV-SPD-01).
pub(crate) fn can_throttle(p: &Plane) -> bool {
    !(p.throttled || p.flown > 0 || p.begun || p.turned)
}

/// The facing after a step that turns the nose; `right` is the heading the maneuver began with (WV-MOV-10).
pub(crate) fn turned(facing: Facing, step: Step, right: bool) -> Facing {
    let up = if right { 1 } else { -1 };
    match step {
        Step::Up => facing.turned(up),
        Step::Down => facing.turned(-up),
        Step::Level if facing.is_right() => Facing::E,
        Step::Level => Facing::W,
        Step::Flip => facing.mirrored(),
        Step::About => facing.opposite(),
        _ => facing,
    }
}
