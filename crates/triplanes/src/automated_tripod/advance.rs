//! OPERATIVE TRIPOD ACTIONS without enemies nearby: THE TRIPOD IS FULL OR CRUISING, THE TRIPOD IS IN EMERGENCY
//! (INV-AUT-16 to INV-AUT-32).

use super::sight::Way;
use super::terms::{EnergyStatus, least};
use super::{Choice, Mind};
use crate::content::{CardClass, Side};
use geometry::Pose;

/// What takes the place of a third move in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Third {
    /// INV-AUT-23.
    Running,
    /// INV-AUT-24, INV-AUT-32.
    Standing,
}

/// How one objective is reached with one maneuver (INV-AUT-26).
enum Reach {
    Now(Vec<u8>),
    AfterTurning(Vec<Side>),
    AfterReverse,
}

impl Reach {
    fn rank(&self) -> u8 {
        match self {
            Self::Now(_) => 0,
            Self::AfterTurning(_) => 1,
            Self::AfterReverse => 2,
        }
    }
}

impl Mind<'_> {
    pub(super) fn advance(&mut self, goal: Option<u8>) -> Choice {
        if matches!(self.status(), EnergyStatus::Full | EnergyStatus::Cruising) {
            return self.march(Third::Running);
        }
        let edge = self.to_earthling_edge();
        if self.within(edge, 1.0) {
            self.notes.say("INV-AUT-24", || {
                format!("The Earthling edge is {edge:.0} mm away, within a ruler: it marches on.")
            });
            return self.march(Third::Standing);
        }
        let gaps = self.airplanes().into_iter().map(|id| self.gap(id)).fold(f64::INFINITY, f64::min);
        if !self.within(gaps, 2.5) || self.unused().is_empty() {
            self.notes.say("INV-AUT-31", || {
                "No airplane within two and a half rulers, or no unused objective: it marches on.".to_owned()
            });
            return self.march(Third::Standing);
        }
        self.notes.say("INV-AUT-25", || {
            format!(
                "An airplane is {gaps:.0} mm away, within two and a half rulers: it makes for an objective."
            )
        });
        self.make_for_objective(goal)
    }

    /// INV-AUT-25 to INV-AUT-30.
    fn make_for_objective(&mut self, goal: Option<u8>) -> Choice {
        if let Some(choice) = self.recharge_here() {
            return choice;
        }
        if let Some(choice) = self.objective_in_reach(goal) {
            return choice;
        }
        let Some(objective) = self.distant_objective() else { return self.march(Third::Standing) };
        self.notes.objective = Some(objective);
        let at = self.centre_of(objective);
        let off = |mind: &Self, side: Side| -mind.straightness(mind.pose().heading + side.angle(), at);
        let closest = least(&self.turns(), |side| off(self, side));
        let better = closest.first().is_some_and(|side| off(self, *side) < off(self, Side::Front) - 1e-9);
        if !self.faces(at) && better {
            let side = self.pick(&closest);
            self.notes.say("INV-AUT-30", || {
                format!("It turns to its {} side, toward objective {}.", side.name(), objective + 1)
            });
            return self.stand(Some(side));
        }
        self.notes.say("INV-AUT-30", || format!("It faces objective {} and moves.", objective + 1));
        self.draw(Third::Standing)
    }

    /// INV-AUT-17: two or more energy are lacking, and the base overlaps an unused objective.
    fn recharge_here(&mut self) -> Option<Choice> {
        let lacking = self.lacking();
        let objective = self.stands_on_unused().filter(|_| lacking >= 2)?;
        self.notes.objective = Some(objective);
        self.notes.say("INV-AUT-17", || {
            let number = objective + 1;
            format!("It lacks {lacking} energy and stands on objective {number}: it recharges there.")
        });
        Some(self.stand(None))
    }

    /// INV-AUT-26, INV-AUT-27: an objective that one maneuver reaches, now or in the next phase.
    fn objective_in_reach(&mut self, goal: Option<u8>) -> Option<Choice> {
        let mut reached: Vec<(u8, Reach)> = Vec::new();
        for objective in self.unused() {
            if let Some(reach) = self.reach_of(objective) {
                reached.push((objective, reach));
            }
        }
        let remembered = reached.iter().position(|(o, reach)| Some(*o) == goal && reach.rank() == 0);
        let index = remembered.or_else(|| {
            let lowest = reached.iter().map(|(_, reach)| reach.rank()).min()?;
            let all: Vec<usize> = (0..reached.len()).filter(|i| reached[*i].1.rank() == lowest).collect();
            let nearest = least(&all, |i| self.centre_of(reached[i].0).y);
            Some(self.pick(&nearest))
        })?;
        let (objective, reach) = reached.swap_remove(index);
        self.notes.objective = Some(objective);
        let number = objective + 1;
        Some(match reach {
            Reach::Now(_) if self.own.moves >= 2 => {
                self.notes.say("INV-AUT-32", || {
                    format!(
                        "Objective {number} is in reach, but this would be its third move: it stands still."
                    )
                });
                self.stand(None)
            }
            Reach::Now(cards) => {
                let (card, count) = (self.pick(&cards), cards.len());
                let name = self.card_name(card);
                self.notes.say("INV-AUT-26", || {
                    format!("Objective {number} is within reach by {name} ({count} cards do it).")
                });
                Choice { card, turn: None }
            }
            Reach::AfterTurning(sides) => {
                let side = self.pick(&sides);
                self.own.goal = Some(objective);
                self.notes.say("INV-AUT-27", || {
                    let to = side.name();
                    format!("It turns to its {to} side, to walk onto objective {number} in the next phase.")
                });
                self.stand(Some(side))
            }
            Reach::AfterReverse => {
                self.own.goal = Some(objective);
                self.notes.say("INV-AUT-27", || {
                    format!("It plays reverse, to walk back onto objective {number} in the next phase.")
                });
                Choice { card: self.reverse_card().unwrap_or(0), turn: None }
            }
        })
    }

    fn reverse_card(&self) -> Option<u8> {
        self.own.reserve.iter().copied().find(|n| self.class(*n) == CardClass::Reverse)
    }

    fn reach_of(&self, objective: u8) -> Option<Reach> {
        let plain = |n: &u8| self.class(*n) == CardClass::Normal && !self.card(*n).energy;
        let cards: Vec<u8> = self.own.at_hand().into_iter().filter(plain).collect();
        let template = self.template(objective);
        let ends_over = |end: Pose| {
            let base = self.state.footprint_at(self.id, end);
            self.way_to(end) == Way::Free && geometry::overlaps(&base, &template)
        };
        let now = |n: &u8| self.forbids_apart_from_third_move(*n).is_none() && ends_over(self.end(*n));
        let direct: Vec<u8> = cards.iter().copied().filter(now).collect();
        if !direct.is_empty() {
            return Some(Reach::Now(direct));
        }
        let hidden = self.state[self.id].hidden.judge();
        if hidden.engine >= 2 {
            return None;
        }
        let pose = self.pose();
        let after = |side: &Side| {
            let turned = Pose { heading: pose.heading + side.angle(), ..pose };
            cards.iter().any(|n| ends_over(self.end_from(*n, turned, false)))
        };
        let sides: Vec<Side> = self.turns().into_iter().filter(after).collect();
        if !sides.is_empty() {
            return Some(Reach::AfterTurning(sides));
        }
        let back = !hidden.reverse_destroyed && self.reverse_card().is_some();
        let behind = back && cards.iter().any(|n| ends_over(self.end_from(*n, pose, true)));
        behind.then_some(Reach::AfterReverse)
    }

    /// INV-AUT-28, INV-AUT-29: near and forward, else the nearest one ahead.
    fn distant_objective(&mut self) -> Option<u8> {
        let base = self.state.footprint(self.id);
        let unused = self.unused();
        let gap = |mind: &Self, o: u8| geometry::separation(&base, &mind.template(o));
        let near: Vec<u8> = unused.iter().copied().filter(|o| self.within(gap(self, *o), 1.5)).collect();
        if !near.is_empty() {
            let list = least(&near, |o| self.centre_of(o).y);
            let objective = self.pick(&list);
            self.notes.say("INV-AUT-28", || {
                format!("Of the objectives nearby, {} is closest to the Earthling side.", objective + 1)
            });
            return Some(objective);
        }
        let own = self.pose().centre.y;
        let ahead: Vec<u8> = unused.into_iter().filter(|o| self.centre_of(*o).y < own).collect();
        if ahead.is_empty() {
            self.notes.say("INV-AUT-31", || "No objective lies ahead: it marches on.".to_owned());
            return None;
        }
        let list = least(&ahead, |o| gap(self, o));
        let objective = self.pick(&list);
        self.notes.say("INV-AUT-29", || format!("Objective {} is the nearest one ahead.", objective + 1));
        Some(objective)
    }

    /// INV-AUT-17 to INV-AUT-19: recharge, turn to the Earthling side, or move.
    fn march(&mut self, third: Third) -> Choice {
        if let Some(choice) = self.recharge_here() {
            return choice;
        }
        if self.faces_earthlings() {
            self.notes.say("INV-AUT-13", || "It faces the Earthling side: it moves.".to_owned());
            return self.draw(third);
        }
        if let Some(side) = self.turn_home() {
            self.notes.say("INV-AUT-18", || {
                format!("It does not face the Earthling side: it turns to its {} side.", side.name())
            });
            return self.stand(Some(side));
        }
        self.notes.say("INV-AUT-18", || "It can not turn to the Earthling side: it moves.".to_owned());
        self.draw(third)
    }

    /// The permitted facing with the shortest line to the edge, or the one closest to the perpendicular.
    fn turn_home(&mut self) -> Option<Side> {
        let heading = self.pose().heading;
        let turns = self.turns();
        let line = |mind: &Self, side: Side| mind.line_home(heading + side.angle()).unwrap_or(f64::INFINITY);
        let now = line(self, Side::Front);
        let shorter: Vec<Side> = turns.iter().copied().filter(|s| line(self, *s) < now - 1e-9).collect();
        if !shorter.is_empty() {
            let list = least(&shorter, |side| line(self, side));
            return Some(self.pick(&list));
        }
        if now.is_finite() {
            return None;
        }
        // The y of a heading is the nearer to -1, the closer it is to the perpendicular.
        let slant = |side: Side| (heading + side.angle()).fwd().y;
        let better: Vec<Side> = turns.into_iter().filter(|s| slant(*s) < slant(Side::Front) - 1e-9).collect();
        let list = least(&better, slant);
        (!list.is_empty()).then(|| self.pick(&list))
    }

    /// INV-AUT-19 to INV-AUT-23: draws until a card can be used.
    fn draw(&mut self, third: Third) -> Choice {
        let full = self.status() == EnergyStatus::Full;
        while let Some(number) = self.draw_card() {
            let name = self.card_name(number);
            if self.class(number) == CardClass::StandingStill {
                if full {
                    self.notes.say("INV-AUT-22", || format!("It draws {name}, but is full: another card."));
                    self.reject(number);
                    continue;
                }
                self.notes.say("INV-AUT-21", || format!("It draws {name}: it stands still and recharges."));
                self.own.current.push(number);
                self.own.current.sort_unstable();
                return Choice { card: number, turn: None };
            }
            if self.own.moves >= 2 && self.class(number) == CardClass::Normal {
                self.reject(number);
                return self.third_move(third, &name);
            }
            if let Some(rule) = self.unusable(number) {
                self.notes.say(rule, || format!("It draws {name}, which can not be used: another card."));
                self.reject(number);
                continue;
            }
            self.notes.say("INV-AUT-19", || format!("It draws {name}."));
            self.own.current.push(number);
            self.own.current.sort_unstable();
            return Choice { card: number, turn: None };
        }
        self.notes.say("INV-AUT-20", || "No card is left to draw: it stands still.".to_owned());
        self.stand(None)
    }

    /// Why a card can not be drawn for a move: forbidden, or it leaves by another side, or ends on a tripod.
    fn unusable(&self, number: u8) -> Option<&'static str> {
        let way = || match self.way_to(self.end(number)) {
            Way::Free | Way::Home => None,
            Way::Out => Some("INV-AUT-20"),
            Way::OnTripod => Some("INV-AUT-73"),
        };
        self.forbids(number).or_else(way)
    }

    /// INV-AUT-23, INV-AUT-32: the running card from the reserve, or standing still.
    fn third_move(&mut self, third: Third, drawn: &str) -> Choice {
        let running = self.own.reserve.iter().copied().find(|n| self.class(*n) == CardClass::Running);
        let usable = running.filter(|n| third == Third::Running && self.unusable(*n).is_none());
        if let Some(card) = usable {
            self.notes
                .say("INV-AUT-23", || format!("It draws {drawn}, its third move in a row: it runs instead."));
            return Choice { card, turn: None };
        }
        let rule = if third == Third::Running { "INV-AUT-23" } else { "INV-AUT-32" };
        self.notes
            .say(rule, || format!("It draws {drawn}, its third move in a row: it stands still instead."));
        self.stand(None)
    }
}
