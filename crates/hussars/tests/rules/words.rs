//! Everything in words: rows, briefings, goals, previews.

use crate::support::{Scene, fire, go, p, pick};
use hussars::{Content, Order, Phase, State};
use table::{Dice, Game, Match, SeatId, SetupRequest, Viewer, proves};

#[test]
fn every_offered_order_reads_like_a_sentence() {
    for scenario in ["horsell", "tilbury", "primrose"] {
        let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
        let mut m = Match::<State>::new(&Content::built_in(), &request, 3).expect("a match");
        let mut dice = Dice::new(5);
        for step in 0..400 {
            if m.state().outcome().is_some() {
                break;
            }
            let prompt = m.prompts()[0];
            let n = m.state().options(&prompt);
            if step % 20 == 0 {
                for i in (0..n).step_by(7) {
                    let order = m.state().option(&prompt, i);
                    let row = m.state().row(&prompt, &order);
                    let text = format!("{} {}", row.label, row.detail);
                    assert!(!row.label.is_empty() && !row.group.is_empty());
                    assert!(
                        !text.contains('_') && !text.contains("StandId") && !text.contains(" 1 stands"),
                        "{text}"
                    );
                }
            }
            let n = dice.pick(n);
            m.choose(0, n);
        }
    }
}

#[test]
fn a_shot_says_which_six_hits() {
    proves!("TH-CBT-07");
    for (option, row, event) in [
        ("false", "19 inches, can not hit (long range)", "7 or more (long range), rolled 6, missed"),
        (
            "true",
            "19 inches, hits on an unmodified 6 (long range)",
            "an unmodified 6 (long range), rolled 6, one hit",
        ),
    ] {
        let mut s = Scene::new().option("natural_six_hits", option).dice(&[6, 1]);
        let foot = s.human("regular_infantry", 30.0, 10.0, 0.0);
        let t = s.martian("tripod", 30.0, 30.0, 0.0);
        let mut play = s.play(Phase::SmallArms);
        let prompt = play.m.prompts()[0];
        assert_eq!(play.state().row(&prompt, &fire(foot, t)).detail, row);
        let news = play.order(fire(foot, t));
        let told: Vec<String> = news.iter().map(|w| play.state().tell(w)).collect();
        assert!(told.iter().any(|line| line.contains(event)), "{told:?}");
    }
}

#[test]
fn a_move_does_what_its_preview_said() {
    let mut s = Scene::new().rect("woods", 20.0, 30.0, 40.0, 60.0).dice(&[6, 6, 6, 6]);
    let horse = s.human("regular_cavalry", 30.0, 20.0, 0.0);
    let t = s.martian("tripod", 30.0, 45.0, 0.0);
    let mut play = s.play(Phase::HumanMovement);
    play.order(pick(horse));
    let order = go(&[(30.0, 44.0)], 0.0);
    let preview = play.state().foresee(SeatId(1), &go(&[(30.0, 37.0)], 0.0)).expect("a preview");
    assert_eq!((preview.cost, preview.left), (1000 + 1400, 0));
    assert_eq!(
        preview.legs.iter().map(|l| (l.length, l.cost)).collect::<Vec<_>>(),
        [(1000, 1000), (700, 1400)]
    );
    assert!(
        preview.in_cover
            && preview.seen_by.is_empty()
            && play.state().known_enemies(hussars::Side::Human).eq([t]),
        "deep in the wood"
    );
    assert!(play.state().foresee(SeatId(1), &order).is_err(), "too far");
    let way = go(&[(30.0, 36.5)], 45.0);
    let preview = play.state().foresee(SeatId(1), &way).expect("a preview");
    play.order(way);
    assert_eq!((Some(play.stand(horse).at), Some(play.stand(horse).facing)), (preview.end, preview.facing));
    assert_eq!(preview.end, Some(p(30.0, 36.5)));
}

#[test]
fn a_shot_is_previewed_with_its_odds() {
    let mut s = Scene::new();
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let foot = s.human("regular_infantry", 20.0, 51.0, 0.0);
    let play = s.play(Phase::FirstFire);
    let preview = play.state().foresee(SeatId(0), &fire(t, foot)).expect("a preview");
    assert_eq!(
        preview.shots.iter().map(|x| (x.target, x.range, x.needed)).collect::<Vec<_>>(),
        [(foot, 3000, 4)]
    );
    assert!(play.state().foresee(SeatId(1), &fire(t, foot)).is_err());
    assert!(play.state().foresee(SeatId(9), &Order::EndStep).is_err());
}

#[test]
fn every_scenario_has_a_briefing_and_goals() {
    let content = Content::built_in();
    for scenario in &content.scenarios {
        let request = SetupRequest { scenario: scenario.id.clone(), ..SetupRequest::default() };
        let setup = State::resolve(&content, &request).expect("a set-up");
        let briefing = State::briefing(&content, &setup);
        assert_eq!((briefing.sides.len(), briefing.know.len()), (2, 5), "{}", scenario.id);
        assert!(!briefing.about.is_empty() && !briefing.ends.is_empty() && !briefing.special.is_empty());
        let m = Match::<State>::begin(&content, setup, 1).expect("a match");
        let goals = m.state().goals(Viewer::Spectator);
        assert_eq!(goals.len(), scenario.scores.len());
        assert!(goals.iter().all(|g| !g.text.is_empty() && !g.state.is_empty()));
    }
}

#[test]
fn every_reason_of_a_shot_is_named_with_its_entry_and_adds_up() {
    proves!("TH-CBT-03", "TH-CBT-04", "TH-CBT-07");
    let shot = |gap: f64, wood: bool| {
        let mut s = Scene::new();
        if wood {
            s = s.rect("woods", 15.0, 21.0 + gap - 0.25, 25.0, 30.0 + gap);
        }
        let t = s.martian("tripod", 20.0, 20.0, 0.0);
        let foot = s.human("regular_infantry", 20.0, 21.0 + gap, 0.0);
        let play = s.play(Phase::FirstFire);
        play.state().foresee(SeatId(0), &fire(t, foot)).expect("a preview").shots.remove(0)
    };
    for (gap, wood, rules) in [
        (24.0, false, &[][..]),
        (24.1, false, &["TH-CBT-03"]),
        (10.0, true, &["TH-CBT-04"]),
        (30.0, true, &["TH-CBT-03", "TH-CBT-04"]),
    ] {
        let shot = shot(gap, wood);
        assert_eq!(shot.reasons.iter().map(|r| r.rule).collect::<Vec<_>>(), rules);
        let sum: i8 = shot.reasons.iter().map(|r| r.by).sum();
        assert_eq!(i16::from(shot.needed), i16::from(shot.to_hit) - i16::from(sum));
    }
}

#[test]
fn an_own_stand_says_which_known_enemies_it_sees_and_an_enemys_says_nothing() {
    let mut s = Scene::new().rect("forest", 30.0, 22.0, 50.0, 38.0);
    let t = s.martian("tripod", 20.0, 20.0, 0.0);
    let near = s.human("regular_infantry", 20.0, 30.0, 180.0);
    let deep = s.human("regular_infantry", 44.0, 30.0, 180.0);
    let play = s.play(Phase::FirstFire);
    let view = play.state().view(Viewer::Seat(SeatId(1)));
    let sees = |id: hussars::StandId| view.stands[id.index()].sees.clone();
    assert_eq!((sees(near), sees(deep), sees(t)), (vec![t], vec![], vec![]));
    let open = |id: hussars::StandId| view.stands[id.index()].open.clone().expect("on the board");
    assert_eq!((open(near).corners.len(), open(near).radius), (4, 0));
}

#[test]
fn goals_are_tasks_with_their_worth() {
    proves!("TH-VIC-01");
    for scenario in ["horsell", "weybridge", "thunderchild", "london", "primrose", "tilbury"] {
        let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
        let m = Match::<State>::new(&Content::built_in(), &request, 3).expect("a match");
        for goal in m.state().goals(Viewer::Umpire) {
            assert!(goal.text.ends_with('.') && goal.text.contains("point"), "{scenario}: {}", goal.text);
            assert!(
                goal.text.starts_with(char::is_uppercase) && !goal.state.is_empty(),
                "{scenario}: {goal:?}"
            );
        }
    }
    let request = SetupRequest { scenario: "horsell".to_owned(), ..SetupRequest::default() };
    let m = Match::<State>::new(&Content::built_in(), &request, 3).expect("a match");
    let goals = m.state().goals(Viewer::Umpire);
    let cylinders: Vec<&str> = goals
        .iter()
        .map(|g| g.text.as_str())
        .filter(|t| t.contains("Destroy") && t.contains("ylinder"))
        .collect();
    assert!(cylinders.len() > 1 && cylinders[0] != cylinders[1], "each is named: {cylinders:?}");
}
