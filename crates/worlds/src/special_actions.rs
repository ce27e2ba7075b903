//! SPECIAL ACTIONS of Tripods in battle (WW-SPC-01 to WW-SPC-09).

use crate::dice::tell;
use crate::event::What;
use crate::kinds::{Action, UnitId, units_of};
use crate::order::Aim;
use crate::state::{State, Tripod};
use table::Sink;

impl Action {
    /// The entry that describes it.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::Move => "WW-MAR-02",
            Self::MoveLeft | Self::MoveRight => "WW-MAR-03",
            Self::Detect => "WW-MAR-07",
            Self::Attack => "WW-MAR-09",
            Self::FocusedDetect => "WW-SPC-02",
            Self::DetectAll => "WW-SPC-03",
            Self::BlackSmoke => "WW-SPC-04",
            Self::FocusedFire => "WW-SPC-05",
            Self::FireAll => "WW-SPC-06",
            Self::DoubleMove => "WW-SPC-07",
            Self::Reinforcement => "WW-SPC-08",
            Self::HighActivity => "WW-SPC-09",
        }
    }
}

impl State {
    /// Instead of a normal action (WW-SPC-01).
    pub(crate) fn special_action(&mut self, tripod: u8, action: Action, sink: &mut Sink<What>) {
        let part = self.now.land.cursor.part;
        match action {
            Action::FocusedDetect => {
                self.next_action();
                self.aim(tripod, Aim::FocusedDetect, sink);
            }
            Action::FocusedFire => {
                self.next_action();
                self.aim(tripod, Aim::FocusedFire, sink);
            }
            Action::DetectAll => self.at_all(tripod, Aim::Detect, sink),
            Action::FireAll => self.at_all(tripod, Aim::Attack, sink),
            Action::BlackSmoke => {
                self.next_action();
                self.smoke(tripod, sink);
            }
            Action::Reinforcement => {
                self.next_action();
                self.reinforce(sink);
            }
            Action::HighActivity => {
                self.now.land.cursor.part += 1;
                match part {
                    0 | 1 => self.aim(tripod, Aim::Detect, sink),
                    // The nearest Gun is meant, whatever hides it.
                    2 | 3 => self.aim(tripod, Aim::Fire, sink),
                    _ => self.next_action(),
                }
            }
            // Double Move: two hexes, one after the other.
            _ => {
                self.now.land.cursor.part += 1;
                if part >= 1 {
                    self.next_action();
                }
                self.walk(tripod, Action::Move, sink);
            }
        }
    }

    /// One roll for every Gun in range, each with the colour of its own range (WW-SPC-03, WW-SPC-06).
    fn at_all(&mut self, tripod: u8, aim: Aim, sink: &mut Sink<What>) {
        if self.now.land.cursor.part == 0 {
            let near = units_of(self.aimed_at(aim)).filter(|g| self.gun_range(tripod, *g) <= 3);
            self.now.land.cursor.todo = near.fold(0, |set, g| set | g.bit());
            self.now.land.cursor.part = 1;
            if self.now.land.cursor.todo == 0 {
                let rule = if aim == Aim::Detect { "WW-SPC-03" } else { "WW-SPC-06" };
                self.no_target(rule, tripod, Some(aim), sink);
            }
        }
        let todo = self.now.land.cursor.todo;
        if todo == 0 {
            self.next_action();
            return;
        }
        let gun = UnitId(todo.trailing_zeros() as u8);
        self.now.land.cursor.todo &= !gun.bit();
        if aim == Aim::Detect {
            self.roll_detect(tripod, gun, sink);
        } else {
            self.roll_attack(tripod, gun, sink);
        }
    }

    /// Destroys all units around it, Earthworks or not; nobody is captured (WW-SPC-04).
    fn smoke(&mut self, tripod: u8, sink: &mut Sink<What>) {
        let Some(hex) = self.now.land.tripods[usize::from(tripod)].hex else { return };
        let near = self.units_on(self.content.around[hex.index()]);
        if near == 0 {
            self.no_target("WW-SPC-04", tripod, None, sink);
        }
        for unit in units_of(near) {
            self.off_board(unit);
            tell!(sink, "WW-SPC-04", What::UnitSmoked { unit });
        }
    }

    /// A new Tripod on the letter C joins the Wave for good (WW-SPC-08).
    fn reinforce(&mut self, sink: &mut Sink<What>) {
        let band = self.now.land.band;
        let count = usize::from(self.now.land.tripod_count);
        let open = self.missing_colours(band);
        let found = if count < self.now.land.tripods.len() { self.pick_colour(open, sink) } else { None };
        let Some(colour) = found else {
            tell!(sink, "WW-SPC-08", What::NoReinforcement);
            return;
        };
        let hex = self.content.land_letters[2];
        self.now.land.tripods[count] = Tripod { colour, damaged: false, hex: Some(hex) };
        self.now.land.tripod_count += 1;
        self.band_mut(band).put(colour, false);
        tell!(sink, "WW-SPC-08", What::Reinforced { colour, hex });
    }
}
