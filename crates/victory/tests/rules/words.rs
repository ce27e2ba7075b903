//! Words, briefings, goals and previews.

use crate::support::*;

#[test]
fn every_scenario_has_a_briefing_and_goals() {
    proves!("WV-DSH-03");
    let content = Content::built_in();
    for info in State::scenarios(&content) {
        let setup = State::resolve(&content, &request(&info.id, &[])).expect("a set-up");
        let briefing = State::briefing(&content, &setup);
        assert!(!briefing.about.is_empty() && !briefing.ends.is_empty(), "{}", info.id);
        assert_eq!((briefing.sides.len(), briefing.know.len()), (2, 5), "{}", info.id);
        let m = Match::<State>::begin(&content, setup, 1).expect("a match");
        let goals = m.state().goals(Viewer::Spectator);
        assert_eq!(goals.len(), 2, "{}", info.id);
        let words = briefing.sides.iter().flat_map(|s| [&s.aim, &s.loses]).chain(&briefing.special);
        let words = words.chain(&briefing.know).chain(goals.iter().flat_map(|g| [&g.text, &g.state]));
        for text in words {
            assert!(table::conformance::are_words(text) && !text.is_empty(), "{}: {text:?}", info.id);
        }
    }
}

#[test]
fn goals_say_how_far_it_is() {
    proves!("WV-SCN-02", "WV-SCN-11");
    let board = Scene::of("frank-luke").edit(|n| n.ground[0].standing = Standing::Destroyed).moving();
    let goals = board.m.state().goals(Viewer::Spectator);
    assert_eq!(goals[0].state, "1 of 2 balloons shot down");
    let board = Scene::of("recon").edit(|n| n.planes[0].crossings = 2).moving();
    assert_eq!(board.m.state().goals(Viewer::Spectator)[0].state, "2 of 3 crossings flown");
}

/// A goal and its state speak of the same thing, in every scenario and every kind of mission.
#[test]
fn goals_count_what_they_are_about() {
    proves!(
        "WV-SCN-04",
        "WV-SCN-07",
        "WV-SCN-09",
        "WV-SCN-12",
        "WV-SCN-16",
        "WV-SCN-18",
        "WV-SCN-20",
        "WV-SEQ-04"
    );
    let states = |scenario: &str, variant: Option<&str>| {
        let mut request = request(scenario, &[]);
        request.variant = variant.map(str::to_owned);
        let m = Match::<State>::new(&Content::built_in(), &request, 1).expect("a match");
        m.state().goals(Viewer::Spectator).into_iter().map(|g| (g.text, g.state)).collect::<Vec<_>>()
    };
    for (scenario, allied, german) in [
        ("frank-luke", "0 of 2 balloons shot down", "0 of 2 balloons safe, Luke is in the air"),
        ("toms-revenge", "0 of 2 machine guns destroyed", "Tom is in the air"),
        ("bombing-run", "Gotha G.IV is in the air, round 1 of 10", "Gotha G.IV is in the air, round 1 of 10"),
        ("red-baron", "Richthofen is in the air", "May is in the air, Richthofen is in the air"),
        ("recon", "0 of 3 crossings flown", "Bristol F2B is in the air"),
        ("over-the-top", "Fokker D.VIII is in the air", "Sopwith Snipe is in the air"),
        ("dogfight", "0 shot down, 0 lost", "0 shot down, 0 lost"),
        ("prancing-horse", "0 of 2 units destroyed", "0 of 3 crossings flown, Baracca is in the air"),
        ("last-raid", "0 of 2 bombers down", "0 of 2 bombers over the left edge"),
    ] {
        let goals = states(scenario, None);
        assert_eq!((goals[0].1.as_str(), goals[1].1.as_str()), (allied, german), "{scenario}");
    }
    let counted = |word: &str, goals: &[(String, String)]| {
        goals.iter().filter(|(text, state)| text.contains(word) && state.contains(word)).count()
    };
    // Scouts fly beside the bomber, and only it is counted.
    for mission in ["escort", "bombing", "intercept"] {
        let goals = states("mission", Some(mission));
        let hunt = goals.iter().find(|(text, _)| text == "Shoot the bomber down.").expect("a defender");
        assert_eq!(hunt.1, "0 of 1 bomber shot down", "{mission}");
    }
    assert_eq!(counted("balloon", &states("mission", Some("balloon"))), 2);
    let recon = states("mission", Some("recon"));
    assert!(recon.iter().any(|(t, s)| t.contains("twice") && s == "0 of 2 crossings flown"), "{recon:?}");
}

/// An escort that reaches the left edge is no bomber, and a half kill is said as one.
#[test]
fn goals_do_not_count_what_does_not_count() {
    proves!("WV-SCN-20", "WV-SCN-16");
    let scene = Scene::of("last-raid").edit(|n| {
        for i in [3, 5] {
            (n.planes[i].fate, n.planes[i].safe) = (Fate::LeftWest, true);
        }
        n.planes[3].leak = Some(2);
    });
    let goals = scene.moving().m.state().goals(Viewer::Spectator);
    assert_eq!(goals[1].state, "0 of 2 bombers over the left edge", "the escort and a leaking bomber");
    let mut scene = Scene::of("over-the-top").edit(|n| {
        (n.planes[2].hit, n.planes[2].fate, n.planes[2].pilot) = (true, Fate::LeftEast, Health::Dead);
    });
    scene.setup = resolve("dogfight", &[("placing", "line")]);
    let goals = scene.moving().m.state().goals(Viewer::Spectator);
    assert_eq!(
        (goals[0].state.as_str(), goals[1].state.as_str()),
        ("half shot down, 0 lost", "0 shot down, half lost")
    );
}

/// Who reads the end learns which condition decided, not only that one did.
#[test]
fn the_end_says_which_condition_decided() {
    proves!("WV-SCN-02", "WV-SCN-09", "WV-SCN-12", "WV-SCN-20", "WV-SEQ-04");
    fn down(p: &mut Plane) {
        (p.hit, p.fate, p.pilot) = (true, Fate::Destroyed, Health::Dead);
    }
    let end = |scenario: &str, edit: fn(&mut Now)| {
        let board = Scene::of(scenario).edit(edit).ending();
        let how = board.m.state().outcome().expect("an end").how;
        let told = board.told().into_iter().next_back().expect("an event").1;
        assert!(board.m.state().tell(&told).ends_with(&format!(": {how}.")), "{how}");
        how
    };
    assert_eq!(
        end("frank-luke", |n| down(&mut n.planes[0])),
        "the hunter was shot down while a balloon was left"
    );
    assert_eq!(
        end("frank-luke", |n| {
            n.ground[..2].iter_mut().for_each(|g| g.standing = Standing::Destroyed);
            down(&mut n.planes[0]);
        }),
        "both balloons are down, but their hunter did not get home"
    );
    assert_eq!(
        end("frank-luke", |n| {
            (n.ground[0].standing, n.ground[1].standing) = (Standing::Safe, Standing::Destroyed);
        }),
        "not every balloon was shot down, and not every one was saved"
    );
    assert_eq!(
        end("frank-luke", |n| n.ground[..2].iter_mut().for_each(|g| g.standing = Standing::Safe)),
        "both balloons are safe on the ground"
    );
    assert_eq!(end("red-baron", |n| down(&mut n.planes[1])), "the German hunter was shot down");
    assert_eq!(end("over-the-top", |n| n.planes[1].fate = Fate::Landed), "the enemy was forced to land");
    assert_eq!(
        end("over-the-top", |n| n.planes[1].fate = Fate::LeftEast),
        "a plane is out of play that nobody shot down"
    );
    assert_eq!(
        end("over-the-top", |n| n.round = 30),
        "the last round has passed, and neither side has done what it came for"
    );
    assert_eq!(
        end("over-the-top", |n| n.planes[..2].iter_mut().for_each(down)),
        "both were beaten in the same round"
    );
    let horse = |edit: fn(&mut Now)| end("prancing-horse", edit);
    assert_eq!(
        horse(|n| n.ground[..4].iter_mut().for_each(|g| g.standing = Standing::Destroyed)),
        "two units on the ground are destroyed"
    );
    assert_eq!(horse(|n| down(&mut n.planes[0])), "the leader of the Allied flight was shot down");
    assert_eq!(
        horse(|n| {
            (n.planes[2].crossings, n.planes[2].fate, n.planes[2].safe) = (3, Fate::LeftEast, true);
        }),
        "the battery is photographed and the observer is home"
    );
    assert_eq!(
        horse(|n| (n.planes[0].fate, n.planes[0].fled) = (Fate::LeftWest, true)),
        "the leader of the Allied flight ran from a fight"
    );
    assert_eq!(
        horse(|n| n.planes[..2].iter_mut().for_each(|p| p.fate = Fate::LeftWest)),
        "no Allied plane is left, and neither side has done what it came for"
    );
    assert_eq!(
        horse(|n| {
            n.ground[..4].iter_mut().for_each(|g| g.standing = Standing::Destroyed);
            (n.planes[2].crossings, n.planes[2].fate, n.planes[2].safe) = (3, Fate::LeftEast, true);
        }),
        "both sides have done what they came for in the same round"
    );
    assert_eq!(end("bombing-run", |n| n.planes[0].engine = 8), "the bomber's engines have stopped");
    assert_eq!(end("bombing-run", |n| n.round = 10), "the bomber has lived through the last round");
    assert_eq!(
        end("last-raid", |n| (3..5).for_each(|i| down(&mut n.planes[i]))),
        "every bomber came down on the map"
    );
}

/// Every way in which a mission that was dealt can end.
#[test]
fn the_end_of_a_mission_says_which_condition_decided() {
    proves!("WV-DSH-03", "WV-SEQ-04");
    fn down(now: &mut Now, of: impl Fn(&Plane) -> bool) {
        for p in now.planes.iter_mut().filter(|p| of(p)) {
            (p.hit, p.fate, p.pilot) = (true, Fate::Destroyed, Health::Dead);
        }
    }
    fn away(now: &mut Now, of: impl Fn(&Plane) -> bool) {
        for p in now.planes.iter_mut().filter(|p| of(p)) {
            p.fate = Fate::LeftEast;
        }
    }
    let end = |variant: &str, edit: fn(&mut Now, Side)| {
        let request = SetupRequest { variant: Some(variant.to_owned()), ..request("mission", &[]) };
        let mut scene = Scene::new();
        scene.setup = State::resolve(&Content::built_in(), &request).expect("a mission");
        let attacker = scene.setup.attacker;
        let board = scene.edit(move |now| edit(now, attacker)).ending();
        board.m.state().outcome().map(|end| (end.winner_name.is_some(), end.how))
    };
    assert_eq!(end("bombing", |_, _| ()), None);
    assert_eq!(
        end("bombing", |n, _| n.ground.iter_mut().for_each(|g| g.standing = Standing::Destroyed)),
        Some((true, "everything on the ground is destroyed"))
    );
    assert_eq!(
        end("bombing", |n, side| down(n, |p| p.side == side)),
        Some((true, "no bomber is left that was not shot down"))
    );
    assert_eq!(
        end("bombing", |n, side| {
            n.ground.iter_mut().for_each(|g| g.standing = Standing::Destroyed);
            down(n, |p| p.side == side);
        }),
        Some((false, "both sides have done what they came for in the same round"))
    );
    assert_eq!(
        end("bombing", |n, side| away(n, |p| p.side == side)),
        Some((false, "the bombers are gone, and something on the ground still stands"))
    );
    assert_eq!(
        end("balloon", |n, _| n.ground.iter_mut().for_each(|g| g.standing = Standing::Destroyed)),
        Some((true, "no balloon is left"))
    );
    assert_eq!(
        end("balloon", |n, _| n.ground[0].standing = Standing::Safe),
        Some((true, "the balloons are safe on the ground"))
    );
    assert_eq!(
        end("balloon", |n, side| away(n, |p| p.side == side)),
        Some((true, "nobody is left who could attack a balloon"))
    );
    assert_eq!(
        end("recon", |n, side| down(n, |p| p.side == side)),
        Some((true, "the two-seater was shot down"))
    );
    assert_eq!(
        end("recon", |n, side| away(n, |p| p.side == side)),
        Some((false, "the two-seater is gone, and the photographs are not home"))
    );
}

/// What the last round left over is no straight flight, and is not called so.
#[test]
fn a_turn_of_the_last_round_is_finished_by_name() {
    proves!("WV-TRN-06");
    let label = |owed: Option<Running>| {
        let board = Scene::new().allied("spad_vii", 8, 10, W, 5).change(move |p| p.running = owed).moving();
        let state = board.m.state();
        let acts = Course::new(&[]).expect("no acts");
        let draft = state.draft(SeatId(0), &Order::Move { acts }).expect("a beginning");
        let next = draft.next.into_iter().find(|n| n.act == ON).expect("the way on").label;
        let row = state.row(&board.m.prompts()[0], &Order::Act(ON)).label;
        assert_eq!(next, row);
        row
    };
    let owed =
        Running { maneuver: Maneuver::LevelTurnInner, step: 1, left: None, prep: 1, half: 1, right: false };
    assert_eq!(label(None), "Straight on");
    assert_eq!(label(Some(owed)), "Finish the level turn, inner hex");
}

#[test]
fn in_the_other_line_up_of_scenario_3_the_sides_are_changed() {
    proves!("WV-SCN-05");
    let content = Content::built_in();
    let mut request = request("bombing-run", &[]);
    let side = |request: &SetupRequest, n: usize| {
        let setup = State::resolve(&content, request).expect("a set-up");
        State::briefing(&content, &setup).sides[n].aim.clone()
    };
    let scout = side(&request, 0);
    request.variant = Some("hp_400".to_owned());
    assert_eq!(side(&request, 1), scout);
}

#[test]
fn rows_name_price_and_odds() {
    proves!("WV-MOD-02", "WV-CLB-04");
    let board = Scene::new().allied("spad_vii", 5, 5, E, 6).moving();
    let prompt = board.m.prompts()[0];
    let row = board.m.state().row(&prompt, &Order::Act(go(Maneuver::ZoomClimb)));
    assert_eq!((row.label.as_str(), row.group.as_str()), ("Zoom climb", "Maneuver"));
    assert_eq!(row.detail, "2 hexes, speed -2, to level 6, ends the move.");
    let scene =
        Scene::new().allied("spad_xiii", 8, 12, E, 4).skill(Skill::Ace).german("albatros_d3", 10, 12, E, 4);
    let board = scene.combat();
    let row = board.m.state().row(&board.m.prompts()[0], &Order::Fire { target: UnitId(1), long: false });
    assert_eq!(row.label, "Fire at Albatros D.III");
    assert_eq!(
        row.detail,
        "Range 2 hexes, from the rear: red die, hits 5 in 6 (yellow skill +1, range -1, rear +1). One ammunition."
    );
}

#[test]
fn a_preview_shows_path_speed_and_shot() {
    proves!("WV-MOV-12", "WV-ARC-01");
    let scene = Scene::new().allied("spad_xiii", 5, 15, E, 5).german("albatros_d3", 10, 15, E, 4);
    let board = scene.moving();
    let preview = board.m.state().preview(SeatId(0), &Order::Act(ON)).expect("a legal order");
    assert_eq!((preview.path.clone(), preview.points_left, preview.speed), (vec![hex(6, 15)], 4, 5));
    let shot = &preview.shots[0];
    assert_eq!(
        (shot.target, shot.distance, shot.aspect, shot.colour),
        (UnitId(1), 4, Some(Aspect::Rear), Colour::Grey)
    );
    assert!(preview.certain);
    assert!(board.m.state().preview(SeatId(0), &Order::Act(END)).is_none(), "a refused order has none");
    let recruit = Scene::new().allied("spad_vii", 5, 15, E, 5).skill(Skill::Recruit).moving();
    let preview = recruit.m.state().preview(SeatId(0), &Order::Act(go(Maneuver::Roll))).expect("legal");
    assert!(!preview.certain && preview.risks[0].contains("handling test"));
}

#[test]
fn a_move_in_the_making_is_foreseen_and_flown_as_foreseen() {
    proves!("WV-MOV-12", "WV-MOV-03");
    let draft = |acts: &[Act]| Order::Move { acts: Course::new(acts).expect("few acts") };
    let board = Scene::new().allied("spad_vii", 5, 15, E, 5).moving();
    let state = board.m.state();
    let foreseen = |acts: &[Act]| {
        state.preview(SeatId(0), &draft(acts)).or_else(|| state.draft(SeatId(0), &draft(acts)))
    };
    let begun = foreseen(&[]).expect("an empty move is a beginning");
    let glide = begun.glide.expect("it can fly straight on");
    assert_eq!(glide.path, [6, 7, 8, 9, 10].map(|x| hex(x, 15)));
    assert_eq!((glide.points_left, glide.risks.len()), (0, 0));
    assert!(begun.next.iter().any(|n| n.act == throttle(3)));
    assert!(begun.next.iter().all(|n| n.act != END), "points are left: it does not end here");
    // A beginning can be foreseen, and not be given; what is no beginning is neither.
    assert!(state.check(SeatId(0), &draft(&[ON])).is_err());
    assert!(
        state.draft(SeatId(0), &draft(&[ON])).is_some() && state.draft(SeatId(1), &draft(&[ON])).is_none()
    );
    assert!(state.draft(SeatId(0), &draft(&[ON, throttle(3)])).is_none());
    // Whatever is offered next continues the move, and ends where it was said to.
    let mut acts = vec![ON];
    loop {
        let seen = foreseen(&acts).expect("a beginning");
        let Some(next) = seen.next.iter().rev().find(|n| n.act != END && n.risks.is_empty()) else { break };
        acts.push(next.act);
        let then = foreseen(&acts).expect("what is offered continues the move");
        let found = (then.at, then.facing, then.points_left, then.speed, then.shots);
        assert_eq!(
            found,
            (Some(next.at), Some(next.facing), next.points_left, next.speed, next.shots.clone())
        );
    }
    let seen = foreseen(&acts).expect("the move");
    if seen.next.iter().any(|n| n.act == END) {
        acts.push(END);
    }
    let mut m = board.m;
    m.order(SeatId(0), &draft(&acts)).expect("a move that was built so is legal");
    let p = &m.state().view(Viewer::Spectator).planes[0];
    assert_eq!((Some(p.at), Some(p.facing), p.cue), (seen.at, seen.facing, seen.speed));
}

#[test]
fn straight_on_says_that_it_leads_off_the_map() {
    proves!("WV-MAP-13", "WV-MOV-12");
    let board = Scene::new().allied("spad_vii", 17, 15, E, 5).moving();
    let acts = Course::new(&[]).expect("no acts");
    let seen = board.m.state().draft(SeatId(0), &Order::Move { acts }).expect("a beginning");
    let glide = seen.glide.expect("it can fly straight on");
    assert_eq!(glide.risks, ["It leaves the map."]);
    assert_eq!(glide.path.len(), 3, "the third hex lies outside");
}

/// Whatever can be ordered has a label, a detail and a group.
#[test]
fn every_order_has_a_label_a_detail_and_a_group() {
    proves!("WV-DSH-03");
    let content = Content::built_in();
    let all: Vec<(&str, &str)> =
        Opt::ALL.iter().map(|o| (o.word(), "on")).chain([("ground", "owner")]).collect();
    let mut groups = std::collections::BTreeSet::new();
    for info in State::scenarios(&content) {
        let mut m = Match::<State>::new(&content, &request(&info.id, &all), 3).expect("a match");
        let mut dice = table::Dice::new(5);
        for _ in 0..150 {
            let Some(prompt) = m.prompts().first().copied() else { break };
            let options = m.state().options(&prompt);
            for n in 0..options {
                let row = m.state().row(&prompt, &m.state().option(&prompt, n));
                for words in [&row.label, &row.detail, &row.group] {
                    assert!(!words.is_empty() && table::conformance::are_words(words), "{row:?}");
                }
                groups.insert(row.group);
            }
            m.choose(0, dice.pick(options));
        }
    }
    for group in ["Throttle", "Move", "Maneuver", "End", "Fire", "Look", "Place", "Sky", "Interrupt"] {
        assert!(groups.contains(group), "{group} was never met: {groups:?}");
    }
}

#[test]
fn a_preview_warns_of_flak_and_guns_on_the_way() {
    proves!("WV-FLK-03", "WV-GND-02");
    let scene = Scene::new().allied("spad_vii", 2, 5, E, 5).ground("aa_mg", G, 9, 0);
    let board = scene.edit(|now| {
        now.markers[0] = Some(Marker { mega: Mega(hex(6, 4)), side: G });
        now.ground[0].seen = 1;
    });
    let board = board.moving();
    let risks = |order: Order| board.m.state().preview(SeatId(0), &order).expect("legal").risks;
    let far = risks(Order::Act(throttle(5)));
    assert!(far.is_empty(), "setting the throttle leads nowhere: {far:?}");
    let acts = Course::new(&[throttle(5), ON, ON, ON, ON, ON, END]).expect("a move");
    let near = risks(Order::Move { acts });
    assert!(near.iter().any(|r| r.contains("flak")) && near.iter().any(|r| r.contains("AA-MG")), "{near:?}");
}

#[test]
fn an_enemy_that_can_not_be_fired_at_is_named_with_the_reason() {
    proves!("WV-ARC-01", "WV-ARC-03", "WV-JAM-01");
    let draft = |acts: &[Act]| Order::Move { acts: Course::new(acts).expect("few acts") };
    let silent = |board: &Board, acts: &[Act]| {
        let seen = board.m.state().draft(SeatId(0), &draft(acts)).expect("a beginning");
        let told: Vec<(u8, String)> = seen.silent.iter().map(|s| (s.target.0, s.why.clone())).collect();
        assert!(seen.silent.iter().all(|s| seen.shots.iter().all(|shot| shot.target != s.target)));
        told
    };
    let line = |target: u8, why: &str| vec![(target, why.to_owned())];
    let far = Scene::new().allied("spad_xiii", 5, 15, E, 5).german("albatros_d3", 12, 15, E, 4).moving();
    assert_eq!(silent(&far, &[]), line(1, "7 hexes away, the range is 5"));
    assert_eq!(silent(&far, &[ON, ON]), vec![], "in range, and straight ahead");
    let beside = Scene::new().allied("spad_xiii", 5, 15, E, 5).german("albatros_d3", 6, 17, E, 4).moving();
    assert_eq!(silent(&beside, &[]), line(1, "not straight ahead of the nose"));
    let jammed = Scene::new().allied("spad_xiii", 5, 15, E, 5).german("albatros_d3", 8, 15, E, 4);
    let jammed = jammed.edit(|now| now.planes[0].guns[0].jammed = true).moving();
    assert_eq!(silent(&jammed, &[]), line(1, "the gun is jammed"));
    // Each of two positions has its own reason; at the guns only the one that is asked speaks.
    let two = Scene::new().allied("bristol_f2b", 5, 15, E, 5).german("albatros_d3", 5, 11, E, 4);
    let lines = silent(&two.moving(), &[]);
    assert!(lines[0].1.starts_with("pilot: not straight ahead of the nose; "), "{lines:?}");
    let guns = Scene::new().allied("spad_xiii", 8, 12, E, 4).german("albatros_d3", 10, 12, E, 4);
    let guns = guns.german("albatros_d3", 8, 14, E, 4).combat();
    let held = guns.m.state().preview(SeatId(0), &Order::Hold).expect("it may be held");
    let told: Vec<(u8, &str)> = held.silent.iter().map(|s| (s.target.0, s.why.as_str())).collect();
    assert_eq!(told, [(2, "not straight ahead of the nose")]);
}

/// No identifiers, and a number agrees with its noun.
fn reads_well(text: &str) -> bool {
    const NOUNS: [(&str, &str); 9] = [
        ("hex", "hexes"),
        ("point", "points"),
        ("hit", "hits"),
        ("round", "rounds"),
        ("test", "tests"),
        ("enemy", "enemies"),
        ("friend", "friends"),
        ("MegaHex", "MegaHexes"),
        ("crossing", "crossings"),
    ];
    let tokens: Vec<&str> = text.split(' ').map(|t| t.trim_start_matches('(')).collect();
    let wrong = |pair: &[&str]| {
        let noun = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric());
        match pair[0].parse::<i32>() {
            Ok(1) => NOUNS.iter().any(|(_, more)| *more == noun),
            Ok(_) => NOUNS.iter().any(|(one, _)| *one == noun),
            Err(_) => false,
        }
    };
    table::conformance::are_words(text) && !tokens.windows(2).any(wrong)
}

#[test]
fn a_number_agrees_with_its_noun_in_whatever_reads_well() {
    for good in [
        "1 hex away, the range is 5",
        "Range 2 hexes: red die, hits 5 in 6",
        "2 speed",
        "level 1, hits 2 in 6",
    ] {
        assert!(reads_well(good), "{good}");
    }
    for bad in ["1 hexes", "2 hex away", "(1 points left)", "spad_vii", "0 hit."] {
        assert!(!reads_well(bad), "{bad}");
    }
}

/// Questions, answers, previews, refusals and events of random matches.
#[test]
fn whatever_is_said_in_a_match_reads_well() {
    proves!("WV-DSH-03");
    let content = Content::built_in();
    let all: Vec<(&str, &str)> =
        Opt::ALL.iter().map(|o| (o.word(), "on")).chain([("ground", "owner")]).collect();
    let good = |text: &str| assert!(!text.trim().is_empty() && reads_well(text), "{text:?}");
    let (mut events, mut refused) = (0, 0);
    for (seed, info) in State::scenarios(&content).iter().enumerate() {
        let seed = seed as u64;
        let mut m = Match::<State>::new(&content, &request(&info.id, &all), seed).expect("a match");
        let mut dice = table::Dice::new(seed + 5);
        let mut told = 0;
        let mut tried: Vec<Order> = Vec::new();
        for step in 0..300 {
            let Some(prompt) = m.prompts().first().copied() else { break };
            let state = m.state();
            good(&state.ask_text(&prompt.ask));
            let options = state.options(&prompt);
            let order = state.option(&prompt, dice.pick(options));
            let row = state.row(&prompt, &order);
            for text in [&row.label, &row.detail, &row.group] {
                good(text);
            }
            good(&state.order_text(&order));
            if let Some(seen) = state.preview(prompt.seat, &order) {
                let next = seen.next.iter().chain(&seen.glide);
                next.flat_map(|n| [&n.label, &n.detail].into_iter().chain(&n.risks))
                    .for_each(|text| good(text));
                for text in &seen.risks {
                    good(text);
                }
                seen.silent.iter().for_each(|s| good(&s.why));
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
                tried.push(order);
            }
            m.order(prompt.seat, &order).expect("an option is legal");
            for event in &m.events()[told..] {
                good(&m.state().tell(event.seen_by(Viewer::Umpire).expect("the umpire sees all")));
            }
            told = m.events().len();
        }
        events += told;
    }
    assert!(events > 1000 && refused > 100, "{events} events, {refused} refusals");
}
