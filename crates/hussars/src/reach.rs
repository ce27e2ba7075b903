//! Where the picked stand can get to, and the cheapest way there (note TH-N01). It is worked out from what its side knows
//! of; any other legal path is accepted, too.

use crate::kinds::{Class, Type};
use crate::measure::{P, Place, sum};
use crate::state::{Active, State};
use crate::walk::{CONTACT, first_within};
use geometry::ground::{Hundredths, Reach};

/// Rays of a star.
const RAYS: u16 = 72;
/// A march keeps this much farther from an enemy than it must, in thousandths.
const HAIR: f64 = 20.0;

impl State {
    /// What ends a straight leg of this stand: a known enemy that stops it, or that a march keeps away from.
    fn halt(&self, active: &Active, from: P, to: P) -> Option<P> {
        let id = active.stand;
        let (side, here) = (self.side(id), self.base(id));
        let base = self.profile(id).shape.at(from, from.heading(to));
        let stops = |limit: i32, e| first_within(&base, to, &self.base(e), limit);
        let nearest = |a: &P, b: &P| from.far(*a).total_cmp(&from.far(*b));
        if active.strategic {
            let near =
                self.known_enemies(side).filter_map(|e| stops(crate::strategic_movement::KEEP_AWAY, e));
            return near.min_by(nearest).map(|at| {
                let far = from.far(at);
                from.toward(at, ((far - HAIR) / far.max(1.0)).max(0.0))
            });
        }
        // Who starts beside an enemy may leave him (TH-CLC-01).
        let foes = self.stoppers(id).filter(|e| self.knows(side, *e) && !self.is_near(&here, *e, CONTACT));
        foes.filter_map(|e| stops(CONTACT, e)).min_by(nearest)
    }

    fn with_reach<T>(&self, active: &Active, ask: impl FnOnce(&Reach<'_>) -> T) -> Option<T> {
        let (id, class) = (active.stand, self.profile(active.stand).class);
        let walks = !matches!(class, Class::Flyer | Class::Ship | Class::None);
        if !walks || self.is_pinned(id) || active.allowance <= 0 || self.stand(id).fears != 0 {
            return None;
        }
        let network = self.map().network(class)?;
        let halts = |from: P, to: P| self.halt(active, from, to);
        let (allowance, toll) = (Hundredths(active.allowance), sum(active.allowance).half());
        let onset = self.walker(id, active.allowance).onset;
        Some(ask(&network.reach_on(self.stand(id).at, onset, allowance, toll, &halts)))
    }

    /// The ground that the picked stand can reach: a union of stars, each an outline around its first point.
    pub(crate) fn reach_of(&self, active: &Active) -> Vec<Vec<P>> {
        if self.ty(active.stand) == Type::Cylinder {
            return Vec::new();
        }
        let halts = |from: P, to: P| self.halt(active, from, to);
        let stars = self.with_reach(active, |reach| reach.stars(RAYS, &halts)).unwrap_or_default();
        stars
            .into_iter()
            .filter(|star| star.tips.iter().any(|tip| *tip != star.centre))
            .map(|star| star.tips)
            .collect()
    }

    /// The cheapest way that the engine knows to a place, its start left out.
    pub(crate) fn way_to(&self, active: &Active, to: P) -> Option<Vec<P>> {
        let halts = |from: P, to: P| self.halt(active, from, to);
        let way = self.with_reach(active, |reach| reach.way(to, &halts).map(|(route, _)| route))??;
        Some(way.points()[1..].to_vec()).filter(|path| !path.is_empty())
    }

    /// The first of these places that the engine knows a way to which will do, and that way.
    pub(crate) fn first_way(
        &self,
        active: &Active,
        ends: impl Iterator<Item = P>,
        mut will_do: impl FnMut(&[P]) -> bool,
    ) -> Option<(P, Vec<P>)> {
        let halts = |from: P, to: P| self.halt(active, from, to);
        let mut way = |reach: &Reach<'_>, to: P| {
            let (route, _) = reach.way(to, &halts)?;
            let path = route.points()[1..].to_vec();
            (!path.is_empty() && will_do(&path)).then_some((to, path))
        };
        self.with_reach(active, |reach| ends.into_iter().find_map(|to| way(reach, to)))?
    }
}
