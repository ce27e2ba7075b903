//! What a player makes of a position where a rule decides it.

use crate::support::*;

fn opening(scenario: &str) -> State {
    let content = Content::built_in();
    Match::<State>::begin(&content, resolve(scenario, &[]), 1).expect("a match").state().clone()
}

fn plane(state: &State, i: usize, edit: fn(&mut Plane)) -> Plane {
    let mut p = state.now().planes()[i];
    edit(&mut p);
    p
}

/// A hex is shunned where a friend has ended his move, but not where one stands who has yet to fly on.
#[test]
fn nobody_flies_into_a_friend() {
    proves!("WV-MOV-04");
    let state = opening("last-raid");
    let end = plane(&state, 0, |p| p.at = hex(12, 10));
    let stays = plane(&state, 1, |p| (p.at, p.done) = (hex(12, 10), true));
    let leaves = plane(&state, 1, |p| p.at = hex(12, 10));
    let worth = [stays, leaves].map(|friend| state.with_plane(1, &friend).outlook(0, &end));
    assert!(worth[0] < worth[1] - 40.0, "{worth:?}");
}

/// The hunter goes home when he can not win any more: then the match is drawn and he is out of reach of the ground.
#[test]
fn a_hunter_without_ammunition_goes_home() {
    proves!("WV-SCN-09");
    fn goes_home(state: &State) -> bool {
        let out = plane(state, 1, |p| (p.fate, p.safe) = (Fate::LeftEast, true));
        state.outlook(1, &out) > 0.0
    }
    let armed = opening("red-baron");
    assert!(!goes_home(&armed), "May flies, and there is ammunition left");
    let spent = armed.with_plane(1, &plane(&armed, 1, |p| p.guns[0].left = [0, 0]));
    assert!(goes_home(&spent), "nothing left to fire");
    let leaking = spent.with_plane(0, &plane(&spent, 0, |p| p.leak = Some(3)));
    assert!(!goes_home(&leaking), "May may still come down");
    let gone = armed.with_plane(0, &plane(&armed, 0, |p| p.fate = Fate::LeftWest));
    assert!(goes_home(&gone), "May is gone");
}
