//! 10 SINGLE MISSIONS, VICTORY CONDITIONS: who has won (WV-SCN-02 to WV-SCN-20, WV-SEQ-02, WV-SEQ-04, WV-MOV-08).

use crate::dice::tell;
use crate::event::{Test, What};
use crate::kinds::{Aim, Attitude, Icon, Side, UnitId};
use crate::state::{Ending, Fate, Flow, Ground, How, Plane, Standing, State};
use table::Sink;

/// What a round's end looks like to the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Verdict {
    allied: bool,
    german: bool,
    /// Nothing more can happen that matters.
    ends: bool,
}

impl Aim {
    /// The entry that says who wins.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::FrankLuke => "WV-SCN-02",
            Self::TomsRevenge => "WV-SCN-04",
            Self::BombingRun => "WV-SCN-07",
            Self::RedBaron => "WV-SCN-09",
            Self::Recon => "WV-SCN-11",
            Self::OverTheTop => "WV-SCN-12",
            Self::Dogfight => "WV-SCN-16",
            Self::PrancingHorse => "WV-SCN-18",
            Self::LastRaid => "WV-SCN-20",
            Self::Value | Self::Raid | Self::Photograph | Self::Balloon => "WV-SEQ-04",
        }
    }
}

impl Plane {
    /// A raider that was hit and came down anywhere on the map, also by landing (WV-SCN-20).
    pub(crate) fn came_down(&self) -> bool {
        self.shot_down() || (self.hit && matches!(self.fate, Fate::Destroyed | Fate::Landed))
    }

    /// A raider that left by the left edge in full control, without leak or fire (WV-SCN-20).
    pub(crate) fn got_through(&self) -> bool {
        self.fate == Fate::LeftWest && self.safe && self.leak.is_none() && !self.fire
    }
}

impl State {
    /// The last phase: wear and tear, markers off, and has anybody won (WV-SEQ-02)?
    pub(crate) fn end_of_round(&mut self, sink: &mut Sink<What>) {
        for turn in 0..usize::from(self.now.order_len) {
            let plane = self.now.order[turn];
            if self.plane(plane).in_play() {
                self.wear(plane, sink);
            }
        }
        self.clear_markers();
        self.now.flow = Flow::StartRound;
        self.end_if_decided(sink);
    }

    /// Baracca's fall ends the match in the middle of a round (WV-SCN-18).
    pub(crate) fn is_decided_at_once(&self) -> bool {
        self.table.aim == Aim::PrancingHorse && self.hero(Side::Allied).is_some_and(Plane::shot_down)
    }

    /// Ends the match if it is decided.
    pub(crate) fn end_if_decided(&mut self, sink: &mut Sink<What>) {
        if let Some(ending) = self.judge() {
            self.now.outcome = Some(ending);
            self.now.flow = Flow::Over;
            let Ending { winner, how } = ending;
            tell!(sink, self.table.aim.rule(), What::Over { winner, how });
        }
    }

    /// The first plane of a side: the one that its scenario is about.
    pub(crate) fn hero(&self, side: Side) -> Option<&Plane> {
        self.now.planes().iter().find(|p| p.side == side)
    }

    pub(crate) fn planes_of_side(&self, side: Side) -> impl Iterator<Item = &Plane> {
        self.now.planes().iter().filter(move |p| p.side == side)
    }

    /// Ground units of a side that are destroyed.
    pub(crate) fn destroyed_targets(&self, side: Side) -> usize {
        let grounds = self.now.grounds().iter();
        grounds.filter(|g| g.side == side && g.standing == Standing::Destroyed).count()
    }

    pub(crate) fn all_destroyed(&self, side: Side) -> bool {
        let mut grounds = self.now.grounds().iter().filter(|g| g.side == side).peekable();
        grounds.peek().is_some() && grounds.all(|g| g.standing == Standing::Destroyed)
    }

    /// Half kills of a side: a kill that came down on its own side of the front, or off the map, is worth one of two
    /// (WV-SCN-16).
    pub fn half_kills(&self, side: Side) -> u8 {
        let worth = |p: &Plane| {
            let off = matches!(p.fate, Fate::LeftEast | Fate::LeftWest);
            let own_side = self.table.map.front.is_some_and(|front| {
                let (x, front) = (p.at.doubled(), 2 * i32::from(front));
                if p.side == Side::Allied { x < front } else { x > front }
            });
            2 - u8::from(off || own_side)
        };
        self.planes_of_side(side.other()).filter(|p| p.shot_down()).map(worth).sum()
    }

    /// Victory points for what a side has destroyed (free set-up).
    pub fn value_destroyed(&self, side: Side) -> u16 {
        let planes = self.planes_of_side(side.other()).filter(|p| p.shot_down());
        let planes: u16 = planes.map(|p| u16::from(self.kind_of(p).vp)).sum();
        planes + self.destroyed_targets(side.other()) as u16
    }

    pub(crate) fn is_bomber(&self, p: &Plane) -> bool {
        self.kind_of(p).bomber
    }

    fn verdict(&self) -> Verdict {
        let (allied, german) = (self.hero(Side::Allied), self.hero(Side::German));
        let down = |p: Option<&Plane>| p.is_some_and(Plane::shot_down);
        let out = |p: Option<&Plane>| p.is_none_or(|p| !p.fights());
        let home = |p: Option<&Plane>, fate: Fate| p.is_some_and(|p| p.fate == fate && p.safe);
        match self.table.aim {
            Aim::FrankLuke => {
                let balloons = || self.now.grounds().iter().filter(|g| self.target_of(g).balloon);
                let burnt = balloons().all(|b| b.standing == Standing::Destroyed);
                let saved = balloons().any(|b| b.standing == Standing::Safe);
                let aloft = balloons().any(Ground::in_play);
                Verdict {
                    allied: burnt && home(allied, Fate::LeftWest),
                    german: (down(allied) && !burnt) || balloons().all(|b| b.standing == Standing::Safe),
                    ends: out(allied) || (!aloft && saved),
                }
            }
            Aim::TomsRevenge => Verdict {
                allied: self.all_destroyed(Side::German) && home(allied, Fate::LeftWest),
                german: down(allied),
                ends: out(allied),
            },
            Aim::BombingRun => self.bombing_run(),
            Aim::RedBaron => Verdict {
                allied: down(german),
                german: down(allied) && home(german, Fate::LeftEast),
                ends: out(german),
            },
            Aim::Recon => Verdict {
                allied: home(allied, Fate::LeftWest) && self.recon_done(),
                german: down(allied),
                ends: out(allied),
            },
            Aim::OverTheTop => {
                let beaten = |p: Option<&Plane>| down(p) || p.is_some_and(|p| p.fate == Fate::Landed);
                Verdict { allied: beaten(german), german: beaten(allied), ends: out(allied) || out(german) }
            }
            Aim::Dogfight => {
                let (a, g) = (self.half_kills(Side::Allied), self.half_kills(Side::German));
                let ends = self.no_planes_left();
                Verdict { allied: ends && a > g, german: ends && g > a, ends }
            }
            Aim::PrancingHorse => {
                // Baracca's fall, or flight, decides whatever else happened in the round.
                let fall = down(allied) || allied.is_some_and(|p| p.fled);
                let seen = self.recon_done() && home(german, Fate::LeftEast);
                Verdict {
                    allied: self.destroyed_targets(Side::German) >= 2 && !fall,
                    german: seen || fall,
                    ends: self.planes_of_side(Side::Allied).all(|p| !p.fights()),
                }
            }
            Aim::LastRaid => {
                let gothas = || self.planes_of_side(Side::German).filter(|p| self.is_bomber(p));
                let one_is_enough = self.table.setup.one_is_enough;
                Verdict {
                    allied: gothas().all(Plane::came_down)
                        || (one_is_enough && gothas().any(Plane::came_down)),
                    german: gothas().any(Plane::got_through),
                    ends: gothas().all(|p| !p.fights()),
                }
            }
            Aim::Value => {
                let (a, g) = (self.value_destroyed(Side::Allied), self.value_destroyed(Side::German));
                let ends = self.no_planes_left();
                Verdict { allied: ends && a > g, german: ends && g > a, ends }
            }
            Aim::Raid => {
                let side = self.table.setup.attacker;
                let bombers = || self.planes_of_side(side).filter(|p| self.is_bomber(p));
                let done = self.all_destroyed(side.other());
                let stopped = bombers().all(Plane::shot_down);
                self.for_attacker(done, stopped, bombers().all(|p| !p.fights()))
            }
            Aim::Photograph => {
                let recon = self.table.recon.map(|r| self.plane(r.plane));
                let side = self.table.setup.attacker;
                let fate = if side == Side::Allied { Fate::LeftWest } else { Fate::LeftEast };
                self.for_attacker(self.recon_done() && home(recon, fate), down(recon), out(recon))
            }
            Aim::Balloon => {
                let side = self.table.setup.attacker;
                let balloons = || self.now.grounds().iter().filter(|g| self.target_of(g).balloon);
                let burnt = balloons().all(|b| b.standing == Standing::Destroyed);
                let safe = balloons().all(|b| b.standing == Standing::Safe);
                let gone = self.planes_of_side(side).all(|p| !p.fights());
                let stopped = safe || (gone && !burnt);
                self.for_attacker(burnt, stopped, stopped)
            }
        }
    }

    fn for_attacker(&self, done: bool, stopped: bool, ends: bool) -> Verdict {
        match self.table.setup.attacker {
            Side::Allied => Verdict { allied: done, german: stopped, ends },
            Side::German => Verdict { allied: stopped, german: done, ends },
        }
    }

    pub(crate) fn no_planes_left(&self) -> bool {
        Side::BOTH.iter().any(|side| self.planes_of_side(*side).all(|p| !p.fights()))
    }

    /// A bomber that is shot down or whose engine is seized has lost (WV-SCN-07).
    fn bombing_run(&self) -> Verdict {
        let bomber = self.table.anchor.map(|i| self.plane(i));
        let side = bomber.map_or(Side::German, |p| p.side);
        let stopped = bomber.is_none_or(|p| p.shot_down() || !p.in_play() || self.is_seized(p));
        let gone = self.hero(side.other()).is_none_or(|p| !p.fights());
        let lives = gone || self.now.round >= self.table.rounds;
        match side {
            Side::German => Verdict { allied: stopped, german: lives && !stopped || gone, ends: gone },
            Side::Allied => Verdict { allied: lives && !stopped || gone, german: stopped, ends: gone },
        }
    }

    pub(crate) fn recon_done(&self) -> bool {
        self.table.recon.is_some_and(|r| self.plane(r.plane).crossings >= r.needed)
    }

    /// Whether it is over, and for whom (WV-SEQ-04).
    pub(crate) fn judge(&self) -> Option<Ending> {
        let verdict = self.verdict();
        let time = self.now.round >= self.table.rounds;
        let winner = match (verdict.allied, verdict.german) {
            (true, false) => Some(Side::Allied),
            (false, true) => Some(Side::German),
            (true, true) => return Some(Ending { winner: None, how: How::Stalemate }),
            (false, false) => None,
        };
        if winner.is_some() {
            return Some(Ending { winner, how: How::Mission });
        }
        if verdict.ends {
            return Some(Ending { winner: None, how: How::Stalemate });
        }
        time.then(|| Ending { winner: self.ahead(), how: How::Time })
    }

    /// Who leads when the last round has passed, where that counts (WV-SEQ-04).
    fn ahead(&self) -> Option<Side> {
        let score = |side| match self.table.aim {
            Aim::Dogfight => u16::from(self.half_kills(side)),
            Aim::Value => self.value_destroyed(side),
            _ => 0,
        };
        let (a, g) = (score(Side::Allied), score(Side::German));
        match a.cmp(&g) {
            std::cmp::Ordering::Greater => Some(Side::Allied),
            std::cmp::Ordering::Less => Some(Side::German),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// On which side of the line that it must cross a plane is; 0 on the line itself.
    pub(crate) fn side_of_line(&self, p: &Plane) -> i8 {
        let line = self.table.recon.map_or(0, |r| 2 * i32::from(r.x));
        (p.at.doubled() - line).signum() as i8
    }

    /// A step of level flight past the line counts as a crossing, if the observer has not fired (WV-SCN-11, WV-SCN-18).
    /// Prep is a part of its maneuver and a jink is one (WV-ATT-02, WV-JNK-01): neither is level flight (WV-MOV-05).
    pub(crate) fn look_at_the_line(&mut self, index: u8, before: &Plane, sink: &mut Sink<What>) {
        let Some(recon) = self.table.recon.filter(|r| r.plane == index) else { return };
        let p = self.plane(index);
        let side = self.side_of_line(p);
        if side == 0 || side == p.line_side {
            return;
        }
        let level = before.attitude() == Attitude::Level && before.at.y == p.at.y && before.running.is_none();
        let height = recon.level.is_none_or(|l| p.at.y == l);
        let kind = self.kind_of(p);
        let silent = (0..kind.weapons.len()).all(|g| kind.gunner_of(g).is_none() || !p.guns[g].fired);
        let counts = level && height && silent && p.line_side != 0;
        let p = self.plane_mut(index);
        p.line_side = side;
        if counts {
            p.crossings += 1;
            p.crossed = true;
            let crossings = p.crossings;
            tell!(sink, "WV-SCN-11", What::Crossed { plane: index, crossings });
        }
    }

    /// Scenario 5: after the photographs the plane must land, hard at worst (WV-SCN-11).
    pub(crate) fn landing_at_home(&mut self, index: u8, sink: &mut Sink<What>) {
        let p = self.plane(index);
        let due = self.table.aim == Aim::Recon
            && self.table.recon.is_some_and(|r| r.plane == index)
            && self.recon_done()
            && p.fate == Fate::LeftWest
            && p.safe;
        if !due {
            return;
        }
        let die = self.handling_die(p);
        let icon = self.test_die("WV-SCN-11", Test::Landing, UnitId(index), None, die, sink);
        if icon == Icon::Failure {
            self.plane_mut(index).safe = false;
            let at = self.plane(index).at;
            tell!(sink, "WV-SCN-11", What::Crashed { plane: index, at });
        } else {
            tell!(sink, "WV-SCN-11", What::Landed { plane: index, hard: icon == Icon::Success });
        }
    }

    /// The bomber of scenario 3 is never moved: the others fall behind by its speed (WV-SCN-06).
    pub(crate) fn world_moves(&mut self, bomber: u8, sink: &mut Sink<What>) {
        let speed = self.plane(bomber).cue.max(0);
        for i in 0..self.now.plane_count {
            if i == bomber || !self.plane(i).in_play() {
                continue;
            }
            let p = self.plane_mut(i);
            p.at.x += speed;
            p.start.x += speed;
            let at = p.at;
            tell!(sink, "WV-SCN-06", What::Shifted { plane: i, at });
            if !self.table.map.holds(at) {
                let p = self.plane_mut(i);
                p.safe = p.fights() && !p.fire && !p.stalled;
                p.fate = Fate::LeftEast;
                self.left(i, sink);
            }
        }
        let p = self.plane_mut(bomber);
        p.done = true;
        p.level = true;
        self.now.flow = Flow::NextMover;
    }
}
