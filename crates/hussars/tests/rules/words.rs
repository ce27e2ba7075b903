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

/// No identifiers, and a number agrees with its noun.
fn reads_well(text: &str) -> bool {
    const NOUNS: [(&str, &str); 8] = [
        ("inch", "inches"),
        ("point", "points"),
        ("hit", "hits"),
        ("stand", "stands"),
        ("die", "dice"),
        ("machine", "machines"),
        ("canister", "canisters"),
        ("level", "levels"),
    ];
    // "Cavalry 1 hits on 6": the number is part of a name.
    let plain = text.replace(" hits on ", " needs ");
    let tokens: Vec<&str> = plain.split(' ').map(|t| t.trim_start_matches('(')).collect();
    let wrong = |pair: &[&str]| {
        let noun = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric());
        match pair[0] {
            "1" | "one" => NOUNS.iter().any(|(_, more)| *more == noun),
            n => n.parse::<f64>().is_ok() && NOUNS.iter().any(|(one, _)| *one == noun),
        }
    };
    table::conformance::are_words(text) && !text.contains("StandId") && !tokens.windows(2).any(wrong)
}

#[test]
fn a_number_agrees_with_its_noun_in_whatever_reads_well() {
    for good in ["1 inch", "1.5 inches", "rolled 1, one hit", "rolled 4, 2 hits", "one die", "in turn 2 or 3"]
    {
        assert!(reads_well(good), "{good}");
    }
    for bad in ["1 inches", "2 inch", "1 stands", "one hits", "heat_ray", "(3 hit)"] {
        assert!(!reads_well(bad), "{bad}");
    }
}

/// Questions, answers, previews, refusals and events of random matches.
#[test]
fn whatever_is_said_in_a_battle_reads_well() {
    let good = |text: &str| assert!(reads_well(text), "{text:?}");
    let (mut events, mut refused) = (0, 0);
    for (seed, scenario) in
        ["horsell", "weybridge", "thunderchild", "london", "primrose", "tilbury"].iter().enumerate()
    {
        let seed = seed as u64;
        let request = SetupRequest { scenario: (*scenario).to_owned(), ..SetupRequest::default() };
        let mut m = Match::<State>::new(&Content::built_in(), &request, seed).expect("a match");
        let mut dice = Dice::new(seed + 5);
        let mut told = 0;
        let mut tried: Vec<Order> = Vec::new();
        for step in 0..250 {
            let Some(prompt) = m.prompts().first().copied() else { break };
            let state = m.state();
            good(&state.ask_text(&prompt.ask));
            let order = state.option(&prompt, dice.pick(state.options(&prompt)));
            let row = state.row(&prompt, &order);
            for text in [&row.label, &row.detail, &row.group] {
                good(text);
            }
            if let Some(seen) = state.preview(prompt.seat, &order) {
                for text in &seen.risks {
                    good(text);
                }
            }
            // What was right at some other moment is mostly wrong now.
            if step % 5 == 0 {
                for order in &tried {
                    for seat in [SeatId(0), SeatId(1)] {
                        if let Err(refusal) = state.check(seat, order) {
                            good(&refusal.why);
                            refused += 1;
                        }
                    }
                }
            }
            if step % 4 == 0 {
                tried.push(order.clone());
            }
            m.order(prompt.seat, &order).expect("an option is legal");
            for event in &m.events()[told..] {
                if let Some(what) = event.seen_by(Viewer::Umpire) {
                    good(&m.state().tell(what));
                }
            }
            told = m.events().len();
        }
        events += told;
    }
    assert!(events > 1000 && refused > 100, "{events} events, {refused} refusals");
}

#[test]
fn a_shot_without_a_line_of_sight_says_what_is_in_the_way() {
    proves!("TH-LOS-02", "TH-LOS-08");
    let mut s = Scene::new().rect("woods", 10.0, 24.0, 40.0, 34.0);
    let foot = s.human("regular_infantry", 20.0, 22.0, 0.0);
    s.human("regular_infantry", 20.0, 38.0, 0.0);
    let flyer = s.martian("tripod", 20.0, 40.0, 180.0);
    let play = s.play(Phase::SmallArms);
    let refusal = play.state().check(SeatId(1), &fire(foot, flyer)).expect_err("a wood is between");
    assert_eq!(refusal.rule.0, "TH-LOS-02", "{refusal}");
    assert!(
        refusal.why.contains("no line of sight") && refusal.why.contains("(woods) is in the way"),
        "{refusal}"
    );
}

#[test]
fn the_set_up_is_ended_by_its_name_and_warns_of_guns_that_nobody_guards() {
    let request = SetupRequest { scenario: "horsell".to_owned(), ..SetupRequest::default() };
    let mut m = Match::<State>::new(&Content::built_in(), &request, 3).expect("a match");
    let human = hussars::Side::Human.seat();
    while m.prompts()[0].seat != human {
        let prompt = m.prompts()[0];
        m.order(prompt.seat, &Order::DeployPrinted { unit: None }).expect("printed places");
        m.order(prompt.seat, &Order::EndStep).expect("all stand there");
    }
    m.order(human, &Order::DeployPrinted { unit: None }).expect("printed places");
    let end = |m: &Match<State>| m.state().row(&m.prompts()[0], &Order::EndStep);
    assert_eq!(end(&m).label, "Done placing");
    assert_eq!(end(&m).detail, "4 guns stand alone, no other troops within 6 inches: Field battery");
    // Behind the line battalion they have a guard.
    let view = m.state().view(Viewer::Umpire);
    let battery = view.units.iter().find(|u| u.name == "Field battery").expect("the battery");
    for (n, &stand) in battery.stands.iter().enumerate() {
        let at = p(23.5 + 1.8 * n as f64, 3.0);
        m.order(human, &Order::Deploy { stand, at, facing: 0 }).expect("ground behind the line");
    }
    assert_eq!(end(&m).detail, "the set-up of your side is over");
    m.order(human, &Order::EndStep).expect("all are placed");
    while end(&m).label == "Done placing" {
        let seat = m.prompts()[0].seat;
        m.order(seat, &Order::DeployPrinted { unit: None }).expect("printed places");
        m.order(seat, &Order::EndStep).expect("all stand there");
    }
    assert_eq!(end(&m).label, "End the step");
}
