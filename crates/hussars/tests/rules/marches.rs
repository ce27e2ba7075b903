//! Whole units moved by one order (note TH-N02): the order unpacks into single moves.

use crate::support::{Scene, p, pick};
use hussars::measure::P;
use hussars::{Ask, Order, Phase, Side, StandId, UnitId, What};
use table::{Game, SeatId, proves};

fn battalion(s: &mut Scene) -> Vec<StandId> {
    let stands: Vec<(&str, f64, f64, f64)> =
        (0..4).map(|k| ("regular_infantry", 20.0 + 1.5 * f64::from(k), 10.0, 0.0)).collect();
    s.unit(Side::Human, &stands, "")
}

fn north(unit: UnitId, inches: i32) -> Order {
    Order::March { unit, shift: P::new(0, inches * 1000), strategic: false }
}

#[test]
fn a_battalion_moves_by_one_order_with_dice_for_each_stand() {
    proves!("TH-MOV-01", "TH-MOV-03", "TH-COH-01");
    let mut s = Scene::new().dice(&[3, 3, 6, 6, 4, 4, 5, 1]);
    let foot = battalion(&mut s);
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    let news = play.order(north(unit, 6));
    let picked: Vec<StandId> = news
        .iter()
        .filter_map(|w| match w {
            What::Picked { stand, dice, .. } => {
                assert_eq!(dice.len(), 2, "two dice of its own");
                Some(*stand)
            }
            _ => None,
        })
        .collect();
    assert_eq!(picked, foot, "each of them once");
    for (k, id) in foot.iter().enumerate() {
        assert_eq!(play.stand(*id).at, p(20.0 + 1.5 * k as f64, 16.0), "all by the same shift");
        assert!(play.stand(*id).done && play.state().in_cohesion(*id));
    }
    assert!(matches!(play.asked(), Some((Side::Human, Ask::Move))));
    assert_eq!(play.refused(north(unit, 6)), "TH-MOV-01", "they have had their moves");
}

#[test]
fn who_rolls_too_little_goes_as_far_as_it_can_and_stays_with_the_others() {
    proves!("TH-COH-01", "TH-GEO-11");
    // 8 in, 5 in, 2 in, 12 in: the order is for 6.
    let mut s = Scene::new().dice(&[4, 4, 3, 2, 1, 1, 6, 6]);
    let foot = battalion(&mut s);
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    play.order(north(unit, 6));
    let y: Vec<i32> = foot.iter().map(|id| play.stand(*id).at.y).collect();
    assert_eq!(y[0], 16_000);
    assert!((14_000..=15_010).contains(&y[1]) && y[2] <= 12_010 && y[2] > 10_000, "{y:?}");
    assert!(play.state().in_cohesion(foot[0]) && play.state().in_cohesion(foot[1]));
    // The last one could go all the way, and stops where it is still with the second.
    assert!(play.state().in_cohesion(foot[3]) && y[3] > y[2] && y[3] < 16_000, "{y:?}");
}

#[test]
fn a_march_is_offered_before_single_stands_and_in_words() {
    proves!("TH-MOV-01");
    let mut s = Scene::new();
    let foot = battalion(&mut s);
    let lone = s.human("regular_infantry", 60.0, 60.0, 0.0);
    let play = s.play(Phase::HumanMovement);
    let prompt = play.m.prompts()[0];
    let all: Vec<Order> =
        (0..play.state().options(&prompt)).map(|n| play.state().option(&prompt, n)).collect();
    let first = all.iter().position(|o| matches!(o, Order::March { .. })).expect("a march is offered");
    let single = all.iter().position(|o| matches!(o, Order::Pick { .. })).expect("single stands are");
    assert!(first < single);
    let units: Vec<UnitId> = all
        .iter()
        .filter_map(|o| match o {
            Order::March { unit, .. } => Some(*unit),
            _ => None,
        })
        .collect();
    assert!(units.contains(&play.state().unit(foot[0])) && !units.contains(&play.state().unit(lone)));
    for order in &all {
        assert!(play.accepts(order.clone()), "{order:?} is offered");
    }
    let row = play.state().row(&prompt, &all[first]);
    assert_eq!(row.group, "March");
    assert!(row.label.contains("moves") && row.detail.contains("4 stands"), "{row:?}");
    let far = Order::March { unit: UnitId(200), shift: P::new(0, 1), strategic: false };
    assert_eq!(play.refused(far), "TH-COH-01");
    assert_eq!(play.refused(north(play.state().unit(foot[0]), 0)), "TH-GEO-10");
    assert_eq!(play.refused(north(play.state().unit(lone), 6)), "TH-MOV-01");
}

#[test]
fn a_strategic_march_keeps_the_lines() {
    proves!("TH-STR-02", "TH-STR-06");
    let mut s = Scene::new();
    let foot = battalion(&mut s);
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    let order = Order::March { unit, shift: P::new(0, 12_000), strategic: true };
    play.order(order.clone());
    for (k, id) in foot.iter().enumerate() {
        assert_eq!(play.stand(*id).at, p(20.0 + 1.5 * k as f64, 22.0));
        assert!(play.stand(*id).strategic);
    }
    // Within 10 in of an enemy nobody begins.
    let mut s = Scene::new();
    let foot = battalion(&mut s);
    s.martian("tripod", 22.0, 18.0, 0.0);
    let play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    assert_eq!(play.refused(Order::March { unit, shift: P::new(0, 12_000), strategic: true }), "TH-STR-06");
}

#[test]
fn a_march_waits_for_overwatch_and_ends_with_a_loss() {
    proves!("TH-OVR-03", "TH-OVR-09");
    // The first stand is shot on its way: the rest are asked about again.
    let mut s = Scene::new().dice(&[6, 6, 6, 5]);
    let foot = battalion(&mut s);
    let t = s.martian("tripod", 22.0, 30.0, 180.0);
    s.set(t, |x| x.marker = 7);
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    play.order(north(unit, 6));
    let Some((Side::Martian, Ask::Watch { .. })) = play.asked() else { panic!("overwatch is asked") };
    assert!(play.state().now.march.is_some());
    let prompt = play.m.prompts()[0];
    let shot = (0..play.state().options(&prompt))
        .map(|n| play.state().option(&prompt, n))
        .find(|o| matches!(o, Order::React { attack: hussars::Attack::Fire { .. }, .. }))
        .expect("a shot");
    let news = play.order(shot);
    assert!(!play.alive(foot[0]));
    let halted =
        news.iter().find(|w| matches!(w, What::Halted { .. })).expect("the others say why they wait");
    assert!(play.state().tell(halted).contains("lost on the way"), "{halted:?}");
    assert!(matches!(play.asked(), Some((Side::Human, Ask::Move))), "{:?}", play.asked());
    assert!(play.state().now.march.is_none() && !play.stand(foot[1]).done);
    assert!(play.accepts(pick(foot[1])));
}

#[test]
fn who_stays_behind_in_a_march_says_why() {
    proves!("TH-MOV-01", "TH-GAS-04");
    // The way north is barred: gas before the first two, a lake before the others.
    let mut s = Scene::new().rect("impassable_river", 22.25, 10.0, 60.0, 40.0).dice(&[6; 8]);
    let foot = battalion(&mut s);
    s.clouds.push(hussars::Cloud { at: p(20.0, 12.0), turn: 2 });
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    let foreseen = play.state().foresee(SeatId(1), &north(unit, 6)).expect("a preview").march;
    let news = play.order(north(unit, 6));
    let gone: Vec<StandId> = news
        .iter()
        .filter_map(|w| match w {
            What::Moved { stand, .. } => Some(*stand),
            _ => None,
        })
        .collect();
    let stayed: Vec<(StandId, String)> = news
        .iter()
        .filter_map(|w| match w {
            What::Stayed { stand, .. } => Some((*stand, play.state().tell(w))),
            _ => None,
        })
        .collect();
    assert!(!stayed.is_empty(), "{news:?}");
    for id in &foot {
        let told = stayed.iter().filter(|(stand, _)| stand == id).count();
        assert_eq!(told, usize::from(!gone.contains(id)), "{id:?}: it goes, or says why it does not");
    }
    for (id, words) in &stayed {
        assert!(words.contains("stays") && words.contains(&play.state().name(*id)), "{words}");
        let before = foreseen.iter().find(|m| m.stand == *id).and_then(|m| m.short);
        assert!(before.is_some_and(|short| words.contains(short)), "{before:?}: as it was foreseen: {words}");
    }
    // Nobody else learns what holds it.
    let other = table::Viewer::Seat(Side::Martian.seat());
    let heard = play.m.events().iter().filter_map(|e| e.seen_by(other));
    assert!(!heard.into_iter().any(|w| matches!(w, What::Stayed { .. })));
}

#[test]
fn a_march_halts_before_gas_and_says_so() {
    proves!("TH-GAS-04", "TH-MOV-01");
    let mut s = Scene::new().dice(&[6, 6, 6, 6, 6, 6, 6, 6]);
    let foot = battalion(&mut s);
    s.clouds.push(hussars::Cloud { at: p(21.5, 16.0), turn: 2 });
    let mut play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(foot[0]);
    let prompt = play.m.prompts()[0];
    let row = play.state().row(&prompt, &north(unit, 9));
    assert!(row.detail.contains("halt before the black gas"), "{row:?}");
    let preview = play.state().foresee(SeatId(1), &north(unit, 9)).expect("a preview");
    assert!(preview.risks.iter().any(|r| r.contains("gas")), "{:?}", preview.risks);
    let held = preview.march.iter().filter(|m| m.short == Some("short of the gas"));
    assert!(held.count() > 0 && preview.march.len() == 4);
    play.order(north(unit, 9));
    let y: Vec<i32> = foot.iter().map(|id| play.stand(*id).at.y).collect();
    assert!(foot.iter().all(|id| play.alive(*id)), "nobody walked into it");
    assert!(y.iter().any(|y| *y < 15_000) && y.iter().all(|y| *y > 12_000), "{y:?}");
    // Of a single way the row says what it brings.
    let mut s = Scene::new().dice(&[6, 6]);
    let lone = s.human("regular_infantry", 21.5, 10.0, 0.0);
    s.clouds.push(hussars::Cloud { at: p(21.5, 16.0), turn: 2 });
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(lone));
    let row = play.state().row(&play.m.prompts()[0], &crate::support::go(&[(21.5, 18.0)], 0.0));
    assert!(row.detail.contains("into black gas"), "{row:?}");
}

#[test]
fn a_march_is_foreseen_stand_by_stand() {
    proves!("TH-MOV-01", "TH-GEO-11");
    // Machines roll nothing: what is foreseen is what happens.
    let mut s = Scene::new().rect("woods", 20.0, 20.0, 24.0, 24.0);
    let pair = s.unit(Side::Martian, &[("tripod", 22.0, 16.0, 0.0), ("tripod", 30.0, 16.0, 0.0)], "");
    let foe = s.human("regular_infantry", 30.0, 60.0, 180.0);
    let mut play = s.play(Phase::MartianMovement);
    let unit = play.state().unit(pair[0]);
    let before = play.m.hash();
    let preview = play.state().foresee(SeatId(0), &north(unit, 10)).expect("a preview");
    assert_eq!(play.m.hash(), before, "a question");
    play.order(north(unit, 10));
    for marcher in &preview.march {
        let stand = play.stand(marcher.stand);
        assert_eq!((stand.at, stand.facing), (marcher.end, marcher.facing));
        assert_eq!(marcher.path[0].y, 16_000);
        assert!(marcher.cost >= 1000 && marcher.cost <= marcher.allowance);
        assert!(marcher.seen_by.contains(&foe) && marcher.short.is_none());
    }
    assert_eq!(preview.march.len(), 2);
    // Stands with dice are foreseen by the mean of them, and no die is looked at.
    let mut ends = Vec::new();
    for dice in [[1_u16; 8], [6; 8]] {
        let mut s = Scene::new().dice(&dice);
        let foot = battalion(&mut s);
        let play = s.play(Phase::HumanMovement);
        let unit = play.state().unit(foot[0]);
        let march = play.state().foresee(SeatId(1), &north(unit, 12)).expect("a preview").march;
        assert!(march.iter().all(|m| m.allowance == 700 && m.end.y == 17_000), "{march:?}");
        assert!(march.iter().all(|m| m.short.is_some_and(|s| s.contains("inches"))));
        ends.push(march);
    }
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn an_order_for_more_inches_leads_nobody_less_far() {
    proves!("TH-MOV-01", "TH-COH-01");
    // In the open, round a lake, up to an enemy and up to gas: by halves of an inch up to beyond the edge of the table.
    let scenes: [fn() -> Scene; 4] = [
        Scene::new,
        || Scene::new().rect("impassable_river", 18.0, 13.0, 22.5, 15.0),
        || Scene::new().rect("woods", 18.0, 12.0, 30.0, 14.0),
        || Scene::new().board(48.0, 18.0),
    ];
    for (n, scene) in scenes.into_iter().enumerate() {
        for (enemy, gas) in [(false, false), (true, false), (false, true)] {
            let mut least = [0; 4];
            for half in 2..30 {
                let mut s = scene().dice(&[6, 5, 4, 4, 3, 4, 5, 5]);
                let foot = battalion(&mut s);
                if enemy {
                    s.martian("tripod", 21.0, 17.2, 180.0);
                }
                if gas {
                    // Before all of them: who could slip past would be followed or waited for.
                    s.clouds.extend(
                        (0..4).map(|k| hussars::Cloud { at: p(19.5 + 2.0 * f64::from(k), 16.0), turn: 2 }),
                    );
                }
                let mut play = s.play(Phase::HumanMovement);
                let unit = play.state().unit(foot[0]);
                play.order(Order::March { unit, shift: P::new(0, half * 500), strategic: false });
                for (k, id) in foot.iter().enumerate() {
                    let y = play.stand(*id).at.y;
                    // A sixteenth of half an inch is the fineness of the measure.
                    assert!(
                        y + 40 >= least[k],
                        "{k} of {half}: {y} after {}, scene {n}, enemy {enemy}, gas {gas}: {:?}",
                        least[k],
                        foot.iter().map(|id| play.stand(*id).at).collect::<Vec<_>>()
                    );
                    least[k] = least[k].max(y);
                }
            }
        }
    }
}

#[test]
fn a_view_names_the_stands_that_one_order_moves() {
    proves!("TH-MOV-01", "TH-MOV-06");
    let mut s = Scene::new();
    let stands: Vec<(&str, f64, f64, f64)> =
        (0..4).map(|k| ("regular_field_artillery", 20.0 + 3.0 * f64::from(k), 10.0, 0.0)).collect();
    let guns = s.unit(Side::Human, &stands, "");
    // Who fired in the artillery phase may only turn.
    s.set(guns[2], |x| x.fired = true);
    let play = s.play(Phase::HumanMovement);
    let unit = play.state().unit(guns[0]);
    let together = |viewer| play.state().view(viewer).units[usize::from(unit.0)].together.clone();
    assert_eq!(together(table::Viewer::Seat(SeatId(1))), [guns[0], guns[1], guns[3]]);
    assert_eq!(together(table::Viewer::Seat(SeatId(0))), [], "nobody else is told");
    let news = play.state().foresee(SeatId(1), &north(unit, 3)).expect("a preview");
    assert_eq!(news.march.len(), 3);
}
