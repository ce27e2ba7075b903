//! What the commander sees and the reflex does not: `Game::counsel` beside `Game::advise`.

use crate::support::{Played, Scene, p, pick};
use hussars::measure::Place;
use hussars::{Attack, Content, Order, Phase, Side, State, Where};
use table::{Dice, Game, Match, Memory, SetupRequest};

/// What counsel and advice answer to the open decision, with this chance.
fn asked(state: &State, seed: u64) -> (Order, Order) {
    let mut prompts = Vec::new();
    state.prompts(&mut prompts);
    let (mut memory, mut dice) = (Memory::default(), Dice::new(seed));
    let counsel = state.counsel(&prompts[0], &mut memory, &mut dice).expect("counsel").option;
    let advice = state.advise(&prompts[0], &mut memory, &mut dice).expect("advice").option;
    (state.option(&prompts[0], counsel), state.option(&prompts[0], advice))
}

fn both(play: &Played) -> (Order, Order) {
    asked(play.state(), 1)
}

fn end(order: &Order) -> Option<hussars::measure::P> {
    match order {
        Order::Go { path, .. } => path.last().copied(),
        _ => None,
    }
}

/// Both would burn, but one of the two is shaken already: another ray finds it gone as often as not.
#[test]
fn a_ray_is_not_spent_on_who_owes_a_check() {
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let shaken = s.human("regular_infantry", 10.0, 38.0, 180.0);
    let sound = s.human("regular_infantry", 30.0, 38.0, 180.0);
    s.set(shaken, |stand| (stand.owes, stand.checked) = (true, true));
    s.set(t, |stand| stand.gas = 0);
    let play = s.play(Phase::FirstFire);
    let target = |order: &Order| match order {
        Order::Attack { attack: Attack::Fire { target, .. }, .. } => Some(*target),
        _ => None,
    };
    let answers: Vec<_> = (0..24).map(|seed| asked(play.state(), seed)).collect();
    assert!(answers.iter().all(|(counsel, _)| target(counsel) == Some(sound)), "{answers:?}");
    assert!(answers.iter().any(|(_, advice)| target(advice) == Some(shaken)), "{answers:?}");
}

/// Two stands hold a town that scores; one that left it for a nearer look at a machine would give it up.
#[test]
fn a_town_that_scores_is_held() {
    let score = "[[vp]]\nside = \"human\"\nevent = \"town_held\"\nvp = 3\ntowns = [\"town-1\"]\n\
                 min_stands = 2\nno_martian_within = 6\n";
    let mut s = Scene::new().rect("town", 50.0, 20.0, 70.0, 32.0).extra(score);
    s.martian("tripod", 60.0, 95.0, 180.0);
    let foot = s.unit(
        Side::Human,
        &[("regular_infantry", 60.0, 31.0, 0.0), ("regular_infantry", 62.0, 31.0, 0.0)],
        "",
    );
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(foot[0]));
    let (counsel, advice) = both(&play);
    let inside = |order: &Order| {
        let at = end(order).unwrap_or(play.stand(foot[0]).at);
        play.state().map().areas[0].shape.contains(at)
    };
    assert!(inside(&counsel), "{counsel:?}");
    assert!(!inside(&advice), "{advice:?}");
}

/// Machineguns walk up before they fire: a machine stays farther off than their range alone would ask for.
#[test]
fn a_machine_counts_those_who_walk_up() {
    let mut s = Scene::new();
    let t = s.martian("tripod", 60.0, 100.0, 180.0);
    let guns: Vec<_> =
        [54.0, 58.0, 62.0, 66.0].iter().map(|x| s.human("veteran_machinegun", *x, 50.0, 0.0)).collect();
    let mut play = s.play(Phase::MartianMovement);
    play.order(pick(t));
    let (counsel, advice) = both(&play);
    let near = |order: &Order| {
        let at = end(order).unwrap_or(play.stand(t).at);
        at.far(play.stand(guns[1]).at) / 1000.0
    };
    assert!(near(&advice) < near(&counsel), "{advice:?} {counsel:?}");
}

/// A steamer that may leave by no exit here keeps away from the machine all the same.
#[test]
fn a_steamer_goes_away_from_a_machine() {
    let mut s = Scene::new().rect("lake", 0.0, 0.0, 120.0, 60.0);
    let t = s.martian("tripod", 40.0, 30.0, 90.0);
    let ship = s.human("steamer", 60.0, 30.0, 90.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(ship));
    let (counsel, advice) = both(&play);
    let far = |order: &Order| {
        let at = end(order).unwrap_or(play.stand(ship).at);
        at.far(play.stand(t).at) / 1000.0
    };
    assert!(far(&counsel) > 23.0, "{counsel:?}");
    assert!(far(&advice) < far(&counsel), "{advice:?}");
}

/// The second cylinder comes down where nobody walks up to it soon, and not where it may be lost in falling.
#[test]
fn a_cylinder_lands_far_from_the_enemy() {
    let content = Content::built_in();
    for scenario in ["horsell", "primrose"] {
        let mut game = Match::<State>::new(&content, &SetupRequest::of(scenario, &[]), 1).expect("a battle");
        while let Some(prompt) = game.prompts().first().filter(|p| p.seat == Side::Human.seat()) {
            let seat = prompt.seat;
            let order = if game.state().check(seat, &Order::EndStep).is_ok() {
                Order::EndStep
            } else {
                Order::DeployPrinted { unit: None }
            };
            game.order(seat, &order).expect("the printed places");
        }
        let (counsel, advice) = asked(game.state(), 1);
        let Order::Land { cylinder, at, .. } = counsel else { panic!("{scenario}: {counsel:?}") };
        assert!(matches!(advice, Order::DeployPrinted { .. }), "{scenario}: {advice:?}");
        let state = game.state();
        assert_eq!(state.stand(cylinder).place, Where::Falling);
        assert!(state.map().on_board(at));
        let gap = |at| {
            let stands = state.ids().filter(|id| state.side(*id) == Side::Human);
            stands.map(|id| state.stand(id).at.far(at)).fold(f64::MAX, f64::min) / 1000.0
        };
        let printed = if scenario == "horsell" { p(26.0, 39.0) } else { p(28.0, 43.0) };
        assert!(gap(at) > 8.0 && at != printed, "{scenario}: {at:?}, {}", gap(at));
    }
}

/// Gas is thrown on cover where the enemy was set up, though nobody was seen there; the reflex does so by chance alone.
#[test]
fn gas_is_thrown_where_the_enemy_was_set_up() {
    let content = Content::built_in();
    let (mut blind, mut others) = (0, 0);
    for seed in 0..6 {
        let mut game =
            Match::<State>::new(&content, &SetupRequest::of("london", &[]), seed).expect("a battle");
        for _ in 0..400 {
            let Some(prompt) = game.prompts().first().copied() else { break };
            if game.state().now.turn > 2 {
                break;
            }
            let (counsel, advice) = asked(game.state(), seed);
            let aim = |order: &Order| match order {
                Order::Attack { attack: Attack::Gas { at }, .. } => Some(*at),
                _ => None,
            };
            let state = game.state();
            let nobody = |at: hussars::measure::P| {
                let cloud = state.cloud(at);
                let known = state.known_enemies(Side::Martian);
                let marked = state.ids().filter(|id| state.stand(*id).seen.is_some());
                !known.chain(marked).any(|id| state.base(id).gap(&cloud).0 <= 0)
            };
            blind += usize::from(aim(&counsel).is_some_and(nobody));
            others += usize::from(aim(&advice).is_some_and(nobody));
            game.order(prompt.seat, &counsel).expect("an offered order");
        }
    }
    assert!(blind > 2 * others, "{blind} by counsel, {others} by advice");
}
