//! 10 SINGLE MISSIONS: set-ups, the free set-up and the mission builder.

use crate::support::*;

fn at(setup: &Setup, i: usize) -> (i8, i8, Facing, i8) {
    let p = &setup.planes[i];
    (p.at.x, p.at.y, p.facing, p.speed)
}

fn ground(setup: &Setup) -> Vec<(&str, i8, i8)> {
    setup.ground.iter().map(|g| (g.kind.as_str(), g.at.x, g.at.y)).collect()
}

fn wrong(scenario: &str, variant: Option<&str>, options: &[(&str, &str)]) -> (String, Option<&'static str>) {
    let mut request = request(scenario, options);
    request.variant = variant.map(str::to_owned);
    let error = State::resolve(&Content::built_in(), &request).expect_err("it is refused");
    (error.place, error.rule.map(|r| r.0))
}

#[test]
fn frank_luke() {
    proves!("WV-SCN-01");
    let setup = resolve("frank-luke", &[]);
    assert_eq!(at(&setup, 0), (0, 13, E, 7));
    assert_eq!((setup.planes[0].kind.as_str(), setup.planes[0].skill), ("spad_xiii", Skill::Ace));
    assert_eq!(ground(&setup), [("balloon", 16, 10), ("balloon", 10, 9), ("aa_mg", 16, 0), ("aa_mg", 10, 0)]);
    assert_eq!((setup.automated, setup.sky.sun, setup.mats), (vec![G], Some(Mega(hex(2, 4))), vec!['A']));
}

#[test]
fn toms_revenge() {
    proves!("WV-SCN-03");
    let setup = resolve("toms-revenge", &[]);
    assert_eq!(at(&setup, 0), (0, 5, E, 6));
    assert_eq!(ground(&setup), [("aa_mg", 9, 0), ("aa_mg", 11, 0)]);
    assert_eq!(setup.sky.low_stratus[..2], [Some(Mega(hex(4, 8))), Some(Mega(hex(16, 8)))]);
    assert_eq!(setup.sky.sun, Some(Mega(hex(10, 28))));
}

#[test]
fn bombing_run() {
    proves!("WV-SCN-05");
    let setup = resolve("bombing-run", &[]);
    assert_eq!((at(&setup, 0), at(&setup, 1)), ((10, 16, W, 2), (19, 20, W, 4)));
    assert_eq!((setup.rounds, setup.automated), (10, vec![G]));
    let mut request = request("bombing-run", &[("scout-starts", "left")]);
    request.variant = Some("hp_400".to_owned());
    let other = State::resolve(&Content::built_in(), &request).expect("a variant");
    assert_eq!((other.planes[0].kind.as_str(), other.planes[1].kind.as_str()), ("hp_400", "pfalz_d3"));
    assert_eq!((at(&other, 0), at(&other, 1)), ((10, 16, W, 3), (1, 20, E, 4)));
    assert_eq!((other.planes[0].side, other.automated), (A, vec![A]));
    assert_eq!(wrong("bombing-run", Some("zeppelin"), &[]).0, "variant");
}

#[test]
fn the_world_moves_instead_of_the_bomber() {
    proves!("WV-SCN-06");
    let scene = |x: i8| Scene::of("bombing-run").edit(move |now| now.planes[1].at = hex(x, 18));
    let mut board = scene(12).edit(|now| now.order = [1, 0, 2, 3, 4, 5, 6, 7]).moving();
    while board.ask() == (Ask::Fly { plane: 1 }) {
        let act = if board.may(END) { END } else { ON };
        board.fly(&[act]);
    }
    assert_eq!((board.plane(1).at, board.plane(1).facing), (hex(12 - 4 + 2, 18), W));
    assert_eq!((board.plane(0).at, board.plane(0).cue), (hex(10, 16), 2), "never moved");
    // Shifted beyond the right side it has left the map, and the bomber wins.
    let lost = scene(19).edit(|now| {
        now.order = [1, 0, 2, 3, 4, 5, 6, 7];
        now.planes[1].done = true;
    });
    let lost = lost.moving();
    assert_eq!(lost.plane(1).fate, Fate::LeftEast);
    assert_eq!(lost.m.state().outcome().and_then(|o| o.winner_name).as_deref(), Some("Germans"));
    // The scout moves first, whatever the tie-break says.
    let fresh = Board::fresh("bombing-run", &[], 3);
    let mut fresh = fresh;
    while matches!(fresh.ask(), Ask::Look { .. }) {
        fresh.give(Order::LookAway);
    }
    assert_eq!(fresh.now().order(), [1, 0]);
}

#[test]
fn red_baron() {
    proves!("WV-SCN-08");
    let setup = resolve("red-baron", &[]);
    assert_eq!((at(&setup, 0), at(&setup, 1)), ((36, 2, W, 6), (39, 3, W, 6)));
    let red = &setup.planes[1];
    assert_eq!((red.structure, red.rudder, red.elevators, red.jammed), (4, 2, 2, true));
    assert_eq!(ground(&setup), [("aa_mg", 30, 0), ("aa_mg", 10, 0)]);
    assert!(setup.ground.iter().all(|g| g.side == A));
    let board = Board { m: Match::begin(&Content::built_in(), setup, 1).unwrap() };
    let p = board.plane(1);
    assert_eq!((p.structure, p.controls, p.guns[0].total(), p.guns[0].jammed), (4, [0, 2, 2], 6, true));
}

#[test]
fn recon() {
    proves!("WV-SCN-10");
    let setup = resolve("recon", &[]);
    assert_eq!((at(&setup, 0), at(&setup, 1)), ((9, 13, W, 5), (19, 20, W, 5)));
    assert_eq!(ground(&setup), [("artillery", 16, 0)]);
    assert_eq!(setup.sky.cumulus[0], Some(Mega(hex(4, 8))));
    assert!(setup.sky.high_stratus);
}

#[test]
fn over_the_top() {
    proves!("WV-SCN-12");
    let setup = resolve("over-the-top", &[]);
    assert_eq!((at(&setup, 0), at(&setup, 1)), ((0, 25, E, 5), (19, 25, W, 4)));
    let mut request = request("over-the-top", &[]);
    request.variant = Some("siemens_schuckert".to_owned());
    let other = State::resolve(&Content::built_in(), &request).expect("a variant");
    assert_eq!(other.planes[1].kind, "siemens_schuckert");
    let end = |edit: fn(&mut Now)| {
        Scene::of("over-the-top").edit(edit).ending().m.state().outcome().map(|o| o.winner_name)
    };
    assert_eq!(end(|now| now.planes[1].fate = Fate::Landed), Some(Some("Allies".to_owned())));
    assert_eq!(end(|now| now.planes[0].fate = Fate::LeftWest), Some(None), "anything else is a draw");
    assert_eq!(
        end(|now| (now.planes[0].pilot, now.planes[0].hit) = (Health::Dead, true)),
        Some(Some("Germans".to_owned()))
    );
    assert_eq!(end(|_| {}), None);
}

#[test]
fn who_places_first() {
    proves!("WV-SCN-13");
    let first = |rolls: [u8; 2]| {
        let setup = Setup { stack: rolls.map(d6).to_vec(), ..resolve("dogfight", &[]) };
        Board { m: Match::begin(&Content::built_in(), setup, 1).expect("a match") }
    };
    let allied = first([2, 5]);
    assert_eq!((allied.ask(), allied.seat()), (Ask::Place { plane: 0 }, SeatId(0)));
    let german = first([5, 2]);
    assert_eq!((german.ask(), german.seat()), (Ask::Place { plane: 2 }, SeatId(1)));
    // The lower roll also chooses the sun, after its own planes.
    let mut board = first([2, 5]);
    board.give(Order::Place { hex: hex(0, 15) }).give(Order::Place { hex: hex(1, 15) });
    assert_eq!(board.ask(), Ask::Sun { side: A });
    board.give(Order::Sun { time: 5 });
    assert_eq!(board.now().sky.sun, Some(Mega(hex(2, 28))));
    // Who has not been placed stands nowhere, for all who look.
    let standing = |board: &Board| {
        let view = board.m.state().view(Viewer::Spectator);
        view.planes.iter().map(|p| p.placed).collect::<Vec<_>>()
    };
    let mut board = first([5, 2]);
    assert_eq!(standing(&board), [false, false, false, false]);
    board.give(Order::Place { hex: hex(19, 15) });
    assert_eq!(standing(&board), [false, false, true, false]);
    board.give(Order::Place { hex: hex(18, 15) }).give(Order::Sun { time: 1 });
    assert_eq!(standing(&board), [false, false, true, true]);
    board.give(Order::Place { hex: hex(0, 15) }).give(Order::Place { hex: hex(1, 15) });
    assert_eq!(standing(&board), [true; 4]);
    // Ties are rolled again.
    let setup = Setup { stack: [3, 3, 6, 1].map(d6).to_vec(), ..resolve("dogfight", &[]) };
    let tied = Board { m: Match::begin(&Content::built_in(), setup, 1).expect("a match") };
    assert!(tied.told().contains(&("WV-SCN-13", What::FirstToPlace { side: G, allied: 6, german: 1 })));
}

#[test]
fn placing_planes_and_clouds() {
    proves!("WV-SCN-14");
    let setup = Setup { stack: [2, 5].map(d6).to_vec(), ..resolve("dogfight", &[]) };
    let mut board = Board { m: Match::begin(&Content::built_in(), setup, 1).expect("a match") };
    let place = |x: i8, y: i8| Order::Place { hex: hex(x, y) };
    for bad in [place(0, 10), place(0, 21), place(1, 15), place(0, 14)] {
        assert_eq!(board.refused(bad), "WV-SCN-14", "{bad:?}");
    }
    assert!(board.can(place(1, 14)), "the first complete hex of an even level");
    board.give(place(0, 15));
    assert_eq!(board.refused(place(3, 15)), "WV-SCN-14");
    assert_eq!(board.refused(place(0, 15)), "WV-SCN-14");
    board.give(place(1, 15)).give(Order::Sun { time: 1 });
    board.give(place(19, 15)).give(place(18, 15));
    let p = board.plane(0);
    let top = kind("sopwith_pup").strip(Band::Medium).top;
    assert_eq!((p.cue, p.throttle, p.facing, board.plane(2).facing), (top, top, E, W));
    assert_eq!(board.ask(), Ask::Cloud { side: A });
    let high = Order::Cloud { cloud: Cloud::Cumulus { mega: Mega(hex(4, 16)) } };
    assert_eq!(board.refused(high), "WV-SCN-14", "a cumulus stays in the low band");
    board.give(Order::Cloud { cloud: Cloud::Cumulus { mega: Mega(hex(4, 8)) } });
    board.give(Order::Cloud { cloud: Cloud::MediumStratus });
    assert!(board.now().sky.medium_stratus && board.now().sky.cumulus[0] == Some(Mega(hex(4, 8))));
    assert_eq!(board.now().round, 1);
}

#[test]
fn the_others_start_beside_the_first_plane() {
    proves!("WV-SCN-14");
    let planes =
        [("allied", "spad_vii,spad_vii,nieuport_17,nieuport_17"), ("german", "albatros_d3,albatros_d2")];
    let setup = Setup { stack: [2, 5].map(d6).to_vec(), ..resolve("dogfight", &planes) };
    let mut board = Board { m: Match::begin(&Content::built_in(), setup, 1).expect("a match") };
    let place = |x: i8, y: i8| Order::Place { hex: hex(x, y) };
    assert_eq!(board.refused(place(0, 11)), "WV-SCN-14", "three more have no room beside it in the band");
    board.give(place(0, 15)).give(place(1, 15));
    assert_eq!(board.refused(place(2, 15)), "WV-SCN-14", "next to the second, not to the first");
    board.give(place(1, 16)).give(place(1, 14));
}

#[test]
fn mats_and_matchups() {
    proves!("WV-SCN-15");
    let three = [("allied", "se5a,sopwith_camel,nieuport_28"), ("german", "fokker_d7,pfalz_d12,fokker_dr1")];
    let mats = |rolls: [u8; 2]| {
        let setup = Setup { stack: rolls.map(d6).to_vec(), ..resolve("dogfight", &three) };
        let m = Match::<State>::begin(&Content::built_in(), setup, 1).expect("a match");
        m.state().table().setup.mats.clone()
    };
    assert_eq!((mats([2, 5]), mats([5, 2])), (vec!['A', 'B'], vec!['B', 'C']));
    let two = Board::fresh("dogfight", &[], 1);
    assert_eq!(two.m.state().table().setup.mats, ['B']);
    let mixed = [("allied", "se5a"), ("german", "fokker_e3")];
    assert_eq!(wrong("dogfight", None, &mixed), ("options.allied".to_owned(), Some("WV-SCN-15")));
    let many = [("allied", "se5a,se5a,se5a,se5a,se5a")];
    assert_eq!(wrong("dogfight", None, &many).1, Some("WV-SCN-15"));
    assert_eq!(wrong("dogfight", None, &[("allied", "se5a+hero")]).1, Some("WV-CMP-03"));
}

#[test]
fn prancing_horse() {
    proves!("WV-SCN-17");
    let setup = resolve("prancing-horse", &[]);
    assert_eq!((at(&setup, 0), at(&setup, 1), at(&setup, 2)), ((1, 10, E, 7), (0, 9, E, 7), (19, 5, E, 5)));
    let units: Vec<i8> = setup.ground.iter().filter(|g| g.side == G).map(|g| g.at.x).collect();
    assert_eq!(units, [35, 34, 33, 32, 31]);
    assert_eq!((setup.ground[0].side, setup.ground[0].at), (A, hex(5, 0)));
}

#[test]
fn last_raid() {
    proves!("WV-SCN-19");
    let setup = resolve("last-raid", &[]);
    assert_eq!(
        (at(&setup, 1), at(&setup, 3), at(&setup, 4), at(&setup, 5)),
        ((0, 9, E, 6), (39, 10, W, 2), (39, 11, W, 2), (39, 14, W, 2))
    );
    assert_eq!(setup.sky.haze, Some(4));
    assert_eq!(setup.planes[3].name.as_deref(), Some("Gotha 1"));
}

#[test]
fn a_free_set_up_makes_every_component_playable() {
    proves!("WV-MAP-02", "WV-DSH-02");
    let options = [
        ("allied", "hp_400+ace,se5a"),
        ("german", "gotha"),
        ("german-ground", "flak@18,balloon@9@12,tank"),
        ("mats", "DE"),
        ("clouds", "low_stratus@4@8,moon"),
        ("time", "dawn"),
        ("storm", "28"),
    ];
    let setup = resolve("free", &options);
    assert_eq!((setup.planes.len(), setup.ground.len(), setup.sky.storm), (3, 3, Some(28)));
    assert_eq!((setup.ground[0].at, setup.ground[1].at), (hex(18, 0), hex(9, 12)));
    assert_eq!(setup.sky.sun, Some(Mega(hex(38, 4))));
    assert!(Match::<State>::begin(&Content::built_in(), setup, 1).is_ok());
    for (key, value) in [
        ("allied", "zeppelin"),
        ("allied", ""),
        ("german-ground", "castle@4"),
        ("german-ground", "flak@99"),
        ("level", "40"),
        ("clouds", "cumulus@5@8"),
        ("clouds", "fog"),
        ("time", "teatime"),
        ("mats", ""),
        ("weather", "fine"),
    ] {
        assert_eq!(wrong("free", None, &[(key, value)]).0, format!("options.{key}"), "{value}");
    }
}

#[test]
fn a_form_writes_places_and_mats_by_words() {
    proves!("WV-MAP-02", "WV-DSH-02");
    let options = [("german-ground", "flak+column:18,balloon+over:9+level:12,tank"), ("mats", "D,E")];
    let setup = resolve("free", &options);
    assert_eq!(setup.mats, ['D', 'E']);
    assert_eq!((setup.ground[0].at, setup.ground[1].at), (hex(18, 0), hex(9, 12)));
    for odd in ["flak+level:3", "flak+row:3", "flak+column:x", "balloon+level:31"] {
        let place = wrong("free", None, &[("german-ground", odd)]).0;
        assert_eq!(place, "options.german-ground", "{odd}");
    }
    // Whatever a form offers can be played.
    let infos = State::scenarios(&Content::built_in());
    let free = infos.iter().find(|s| s.id == "free").expect("the free set-up");
    for option in &free.options {
        for list in &option.lists {
            let row = list.rows.first().or(list.more.as_ref()).expect("something to choose");
            for choice in &row.choices {
                let setup = resolve("free", &[(&option.id, &choice.word)]);
                let began = Match::<State>::begin(&Content::built_in(), setup, 1);
                assert!(began.is_ok(), "{} {}", option.id, choice.word);
            }
        }
    }
}

/// Where a set-up is wrong.
fn fault(edit: impl FnOnce(&mut Setup)) -> Option<String> {
    let mut setup = resolve("free", &[]);
    edit(&mut setup);
    Match::<State>::begin(&Content::built_in(), setup, 1).err().map(|error| error.place)
}

#[test]
fn airplanes_begin_above_the_ground_and_below_their_ceiling() {
    let level = |y: i8| {
        fault(|setup| {
            setup.planes[0].kind = "hp_400".to_owned();
            setup.planes[0].at = hex(7, y);
        })
    };
    let top = kind("hp_400").ceiling;
    assert_eq!((level(1), level(top)), (None, None));
    assert_eq!(level(top + 1).as_deref(), Some("planes[0].at"));
    assert_eq!(level(0).as_deref(), Some("planes[0].at"));
}

#[test]
fn those_must_be_there_whom_the_victory_conditions_are_about() {
    let aim = Some("aim".to_owned());
    assert_eq!(fault(|_| ()), None);
    for side in Side::BOTH {
        assert_eq!(fault(|setup| setup.planes.retain(|p| p.side == side)), aim, "{side:?} alone");
    }
    let balloons = |setup: &mut Setup| {
        (setup.aim, setup.attacker) = (Aim::Balloon, A);
        setup.ground = vec![GroundSetup { kind: "balloon".to_owned(), side: G, at: hex(10, 6) }];
    };
    assert_eq!(fault(balloons), None);
    assert_eq!(fault(|setup| (setup.aim, setup.attacker) = (Aim::Balloon, A)), aim, "no balloon");
    let nobody = |setup: &mut Setup| {
        balloons(setup);
        setup.planes.retain(|p| p.side == G);
    };
    assert_eq!(fault(nobody), aim, "nobody attacks it");
}

#[test]
fn a_position_names_units_of_its_own_match() {
    let wrong = |edit: &dyn Fn(&mut Plane)| {
        let mut setup = Scene::of("recon").setup;
        let fresh = Match::<State>::begin(&Content::built_in(), setup.clone(), 1).expect("a match");
        let mut now = fresh.state().now().clone();
        edit(&mut now.planes[0]);
        setup.position = Some(Box::new(now));
        Match::<State>::begin(&Content::built_in(), setup, 1).err().map(|error| error.place)
    };
    let at = |field: &str| Some(format!("position.planes[0].{field}"));
    assert_eq!(wrong(&|p| p.bomb = Some(UnitId::ground(0))), None);
    assert_eq!(wrong(&|p| p.bomb = Some(UnitId(31))), at("bomb"));
    assert_eq!(wrong(&|p| p.bomb = Some(UnitId(200))), at("bomb"));
    assert_eq!((wrong(&|p| p.foes = 0x80), wrong(&|p| p.tails = 0x80)), (at("tails"), at("tails")));
    assert_eq!((wrong(&|p| p.foes = 0b10), wrong(&|p| p.line_side = 2)), (None, at("line_side")));
}

#[test]
fn the_view_lists_whom_an_airplane_has_seen() {
    let scene = Scene::new().allied("spad_vii", 2, 12, E, 4).german("albatros_d3", 12, 12, W, 4);
    let board = scene.edit(|now| now.planes[0].seen = UnitId::plane(1).bit()).moving();
    let view = board.m.state().view(Viewer::Spectator);
    assert_eq!(view.planes[0].seen, [UnitId::plane(1)]);
    assert!(view.planes[1].seen.is_empty());
}

#[test]
fn missions_are_dealt_from_a_number() {
    proves!("WV-DSH-03");
    let content = Content::built_in();
    let mut kinds = std::collections::BTreeSet::new();
    for n in 0..120 {
        let number = n.to_string();
        let setup = resolve("mission", &[("number", &number)]);
        assert_eq!(
            setup,
            resolve("mission", &[("number", &number)]),
            "the same number deals the same mission"
        );
        kinds.insert(setup.mission.expect("a mission").word());
        let value = |side: Side| -> i32 {
            let vp = |p: &PlaneSetup| i32::from(content.airplanes[content.airplane(&p.kind).unwrap()].vp);
            setup.planes.iter().filter(|p| p.side == side).map(vp).sum()
        };
        assert!((value(A) - value(G)).abs() <= 8, "mission {n}: {} against {}", value(A), value(G));
        Match::<State>::begin(&content, setup, 1).unwrap_or_else(|e| panic!("mission {n}: {e}"));
    }
    assert_eq!(kinds.len(), 6);
    assert_eq!(wrong("mission", None, &[("number", "many")]).0, "options.number");
    assert_eq!(wrong("mission", Some("siege"), &[]).0, "variant");
}

#[test]
fn a_target_without_a_column_stands_on_its_own_side() {
    proves!("WV-MAP-06", "WV-SCN-21");
    let columns = |key: &str| {
        let setup = resolve("free", &[(key, "tank,aa_mg,artillery@5,infantry")]);
        setup.ground.iter().map(|g| g.at.x).collect::<Vec<_>>()
    };
    // The third, the fifth and, since one more stands there, the ninth complete hex from the side.
    assert_eq!(columns("allied-ground"), [3, 5, 5, 9]);
    assert_eq!(columns("german-ground"), [17, 15, 5, 11]);
    let row = resolve("free", &[("allied-ground", &["tank"; 12].join(","))]);
    let row: Vec<i8> = row.ground.iter().map(|g| g.at.x).collect();
    assert_eq!(row, [3, 5, 7, 9, 11, 13, 15, 17, 19, 19, 19, 19], "as far as the map goes");
    let ground = |text: &str| resolve("free", &[("german-ground", text)]).ground[0].at;
    assert_eq!((ground("tank@1"), ground("tank@19")), (hex(1, 0), hex(19, 0)));
    assert_eq!(
        (ground("balloon@9@1"), ground("balloon@9@30"), ground("balloon")),
        (hex(9, 1), hex(9, 30), hex(17, 10))
    );
    for odd in ["tank@0", "tank@20", "balloon@9@0", "balloon@9@31", "tank@9@1"] {
        assert_eq!(wrong("free", None, &[("german-ground", odd)]).0, "options.german-ground", "{odd}");
    }
    for (key, within, beyond) in [
        ("level", ["1", "30"], ["0", "31"]),
        ("rounds", ["1", "30"], ["0", "31"]),
        ("haze", ["0", "30"], ["-1", "31"]),
        ("storm", ["1", "30"], ["0", "31"]),
    ] {
        for value in within {
            resolve("free", &[(key, value)]);
        }
        for value in beyond {
            assert_eq!(wrong("free", None, &[(key, value)]).0, format!("options.{key}"), "{value}");
        }
    }
}
