//! 10 SINGLE MISSIONS: who wins.

#![expect(clippy::option_option, reason = "nobody yet, nobody at all, or a side")]
#![expect(clippy::unnecessary_wraps, reason = "it is compared with how a match ends")]

use crate::support::*;

/// How a match that ends now ends: nobody yet, a draw, or a side.
fn end(scenario: &str, edit: impl FnOnce(&mut Now) + 'static) -> Option<Option<String>> {
    let scene = Scene::of(scenario).edit(edit);
    scene.ending().m.state().outcome().map(|o| o.winner_name)
}

fn wins(side: &str) -> Option<Option<String>> {
    Some(Some(side.to_owned()))
}

const DRAW: Option<Option<String>> = Some(None);

fn down(p: &mut Plane) {
    (p.hit, p.fate, p.pilot) = (true, Fate::Destroyed, Health::Dead);
    p.at.y = 0;
}

fn home(p: &mut Plane, fate: Fate) {
    (p.fate, p.safe) = (fate, true);
}

fn burn(now: &mut Now, units: &[usize]) {
    for i in units {
        now.ground[*i].standing = Standing::Destroyed;
    }
}

#[test]
fn frank_luke() {
    proves!("WV-SCN-02");
    let s = "frank-luke";
    assert_eq!(end(s, |_| {}), None);
    assert_eq!(
        end(s, |n| {
            burn(n, &[0, 1]);
            home(&mut n.planes[0], Fate::LeftWest);
        }),
        wins("Allies")
    );
    assert_eq!(end(s, |n| burn(n, &[0, 1])), None, "it goes on until he is home");
    assert_eq!(
        end(s, |n| {
            burn(n, &[0, 1]);
            down(&mut n.planes[0]);
        }),
        DRAW
    );
    assert_eq!(
        end(s, |n| {
            burn(n, &[0]);
            n.ground[1].standing = Standing::Safe;
        }),
        DRAW
    );
    assert_eq!(
        end(s, |n| {
            for i in 0..2 {
                n.ground[i].standing = Standing::Safe;
            }
        }),
        wins("Germans")
    );
    assert_eq!(
        end(s, |n| {
            n.ground[0].standing = Standing::Safe;
            down(&mut n.planes[0]);
        }),
        wins("Germans")
    );
    assert_eq!(
        end(s, |n| {
            burn(n, &[0, 1]);
            home(&mut n.planes[0], Fate::LeftEast);
        }),
        DRAW
    );
    assert_eq!(
        end(s, |n| {
            burn(n, &[0, 1]);
            n.planes[0].fate = Fate::LeftWest;
        }),
        DRAW,
        "not under control"
    );
}

#[test]
fn toms_revenge() {
    proves!("WV-SCN-04");
    let s = "toms-revenge";
    assert_eq!(
        end(s, |n| {
            burn(n, &[0, 1]);
            home(&mut n.planes[0], Fate::LeftWest);
        }),
        wins("Allies")
    );
    assert_eq!(
        end(s, |n| {
            burn(n, &[0]);
            home(&mut n.planes[0], Fate::LeftWest);
        }),
        DRAW
    );
    assert_eq!(end(s, |n| down(&mut n.planes[0])), wins("Germans"));
    assert_eq!(end(s, |n| burn(n, &[0, 1])), None);
}

#[test]
fn bombing_run() {
    proves!("WV-SCN-07");
    let s = "bombing-run";
    assert_eq!(
        end(s, |n| {
            n.round = 10;
            down(&mut n.planes[0]);
        }),
        wins("Allies")
    );
    assert_eq!(end(s, |n| n.round = 10), wins("Germans"));
    assert_eq!(end(s, |n| n.round = 9), None);
    assert_eq!(end(s, |n| n.planes[0].engine = 8), wins("Allies"), "a seized engine");
    assert_eq!(end(s, |n| n.planes[0].engine = 6), None, "the -2 box changes nothing");
    assert_eq!(end(s, |n| n.planes[1].fate = Fate::Landed), wins("Germans"));
    assert_eq!(
        end(s, |n| {
            down(&mut n.planes[0]);
            down(&mut n.planes[1]);
        }),
        DRAW
    );
}

#[test]
fn red_baron() {
    proves!("WV-SCN-09");
    let s = "red-baron";
    assert_eq!(
        end(s, |n| {
            down(&mut n.planes[0]);
            home(&mut n.planes[1], Fate::LeftEast);
        }),
        wins("Germans")
    );
    assert_eq!(
        end(s, |n| {
            down(&mut n.planes[0]);
            home(&mut n.planes[1], Fate::LeftWest);
        }),
        DRAW
    );
    assert_eq!(end(s, |n| down(&mut n.planes[1])), wins("Allies"));
    assert_eq!(end(s, |n| down(&mut n.planes[0])), None, "he must still get home");
    assert_eq!(end(s, |n| home(&mut n.planes[1], Fate::LeftEast)), DRAW);
}

#[test]
fn recon() {
    proves!("WV-SCN-11");
    let s = "recon";
    let crossed = |n: &mut Now, times: u8| {
        n.planes[0].crossings = times;
        home(&mut n.planes[0], Fate::LeftWest);
    };
    assert_eq!(end(s, move |n| crossed(n, 3)), wins("Allies"));
    assert_eq!(end(s, move |n| crossed(n, 2)), DRAW);
    assert_eq!(end(s, |n| down(&mut n.planes[0])), wins("Germans"));
    // A crossing is a level step past X = 16 at level 15, in either direction.
    let fly = |x: i8, level: i8, facing: Facing, acts: &[Act]| {
        let scene = Scene::of(s).edit(move |n| {
            let p = &mut n.planes[0];
            (p.at, p.start, p.facing) = (hex(x, level), hex(x, level), facing);
            p.line_side = if x < 16 { -1 } else { 1 };
        });
        let mut board = scene.dice(&[PASS]).moving();
        board.fly(acts);
        (board.plane(0).crossings, board.plane(0).crossed)
    };
    assert_eq!(fly(15, 15, E, &[ON]), (1, true));
    assert_eq!(fly(16, 15, W, &[ON]), (1, true));
    assert_eq!(fly(15, 13, E, &[ON]), (0, false), "not at level 15");
    assert_eq!(fly(14, 15, E, &[ON]), (0, false), "not past the line yet");
    assert_eq!(fly(15, 15, Se, &[ON]), (0, false), "not level");
    // A jink is a maneuver, and so are the hexes of its Prep: level, and no level flight.
    assert_eq!(fly(15, 15, E, &[go(Maneuver::Jink)]), (0, false), "a jink");
    assert_eq!(fly(15, 15, E, &[go(Maneuver::PowerDive)]), (0, false), "Prep of a dive");
    assert_eq!(fly(15, 15, E, &[ON, go(Maneuver::PowerDive)]), (1, true), "level flight, then a dive");
    // The observer is at the camera for the whole round, and after a burst of his it does not count.
    let scene = Scene::of(s).edit(|n| {
        (n.planes[0].crossed, n.planes[0].at) = (true, hex(10, 15));
        n.planes[1].at = hex(12, 15);
    });
    assert_ne!(scene.combat().ask(), Ask::Gun { plane: 0, gun: 1 });
    let scene = Scene::of(s).edit(|n| {
        let p = &mut n.planes[0];
        (p.at, p.start, p.facing, p.line_side) = (hex(15, 15), hex(15, 15), E, -1);
        p.guns[1].fired = true;
    });
    let mut board = scene.moving();
    board.fly(&[ON]);
    assert_eq!(board.plane(0).crossings, 0);
    // The landing at home is a handling test.
    let land = |die: Loaded| {
        let scene = Scene::of(s).edit(|n| {
            (n.planes[0].at, n.planes[0].crossings) = (hex(0, 15), 3);
        });
        let mut board = scene.dice(&[die]).moving();
        board.fly(&[ON]);
        (board.tests(Test::Landing).len(), board.plane(0).safe)
    };
    assert_eq!((land(PASS), land(CRIT), land(FAIL)), ((1, true), (1, true), (1, false)));
}

/// A dogfight of two against two on mat B.
fn dogfight(edit: impl FnOnce(&mut Now) + 'static) -> Board {
    let mut scene = Scene::of("over-the-top").edit(edit);
    scene.setup = resolve("dogfight", &[("placing", "line")]);
    scene.ending()
}

#[test]
fn kills_count_by_where_they_fall() {
    proves!("WV-SCN-16", "WV-DSH-02");
    // Planes 0 and 1 are Allied, 2 and 3 German. The front runs at 10.
    let board = dogfight(|n| {
        for i in 0..4 {
            down(&mut n.planes[i]);
        }
        (n.planes[0].at.x, n.planes[1].at.x) = (14, 14);
        (n.planes[2].at.x, n.planes[3].at.x) = (4, 14);
    });
    let state = board.m.state();
    assert_eq!((state.half_kills(G), state.half_kills(A)), (4, 3), "2 against 1.5");
    assert_eq!(state.outcome().and_then(|o| o.winner_name).as_deref(), Some("Germans"));
    // Victory points do not count, and off the map is unconfirmed.
    let board = dogfight(|n| {
        down(&mut n.planes[2]);
        (n.planes[2].fate, n.planes[2].at.x) = (Fate::LeftWest, 0);
    });
    assert_eq!(board.m.state().half_kills(A), 1);
    assert!(board.m.state().outcome().is_none(), "the other German flies on");
    let tick = dogfight(|n| {
        down(&mut n.planes[2]);
        n.planes[2].at = hex(10, 0);
    });
    assert_eq!(tick.m.state().half_kills(A), 2);
}

#[test]
fn prancing_horse() {
    proves!("WV-SCN-18");
    let s = "prancing-horse";
    assert_eq!(end(s, |n| burn(n, &[1, 3])), wins("Allies"));
    assert_eq!(end(s, |n| burn(n, &[1])), None);
    assert_eq!(
        end(s, |n| {
            burn(n, &[1, 3]);
            down(&mut n.planes[0]);
        }),
        wins("Germans")
    );
    let seen = |n: &mut Now| {
        n.planes[2].crossings = 3;
        home(&mut n.planes[2], Fate::LeftEast);
    };
    assert_eq!(end(s, seen), wins("Germans"));
    assert_eq!(
        end(s, move |n| {
            seen(n);
            burn(n, &[1, 3]);
        }),
        DRAW
    );
    assert_eq!(
        end(s, |n| {
            home(&mut n.planes[0], Fate::LeftWest);
            n.planes[0].fled = true;
        }),
        wins("Germans")
    );
    assert_eq!(
        end(s, |n| {
            home(&mut n.planes[0], Fate::LeftWest);
            home(&mut n.planes[1], Fate::LeftWest);
        }),
        DRAW
    );
    // He flees when he leaves while engaged or with an enemy in sight.
    let leave = |foes: u8| {
        let scene = Scene::of(s).edit(move |n| {
            (n.planes[0].at, n.planes[0].facing, n.planes[0].foes) = (hex(1, 10), W, foes);
        });
        let mut board = scene.moving();
        board.fly(&[ON]);
        board.plane(0).fled
    };
    assert_eq!((leave(4), leave(0)), (true, false));
    // Any level counts for the line at X = 5.
    let scene = Scene::of(s).edit(|n| {
        let p = &mut n.planes[2];
        (p.at, p.start, p.facing, p.line_side) = (hex(4, 5), hex(4, 5), E, -1);
        n.order = [2, 0, 1, 3, 4, 5, 6, 7];
    });
    let mut board = scene.moving();
    board.fly(&[ON]);
    assert_eq!(board.plane(2).crossings, 1);
}

#[test]
fn last_raid() {
    proves!("WV-SCN-20");
    let s = "last-raid";
    assert_eq!(
        end(s, |n| {
            down(&mut n.planes[3]);
            down(&mut n.planes[4]);
        }),
        wins("Allies")
    );
    assert_eq!(end(s, |n| home(&mut n.planes[3], Fate::LeftWest)), wins("Germans"));
    let leaking = |n: &mut Now| {
        down(&mut n.planes[3]);
        home(&mut n.planes[4], Fate::LeftWest);
        n.planes[4].leak = Some(3);
    };
    assert_eq!(end(s, leaking), DRAW);
    assert_eq!(end(s, |n| down(&mut n.planes[3])), None);
    // A Gotha that was hit and lands counts as shot down here.
    let landed = |n: &mut Now| {
        down(&mut n.planes[3]);
        (n.planes[4].fate, n.planes[4].hit) = (Fate::Landed, true);
    };
    assert_eq!(end(s, landed), wins("Allies"));
    // One that lands unharmed does not, nor one that was hit and flies on.
    let unharmed = |n: &mut Now| {
        down(&mut n.planes[3]);
        n.planes[4].fate = Fate::Landed;
    };
    assert_ne!(end(s, unharmed), wins("Allies"));
    let flies_on = |n: &mut Now| {
        down(&mut n.planes[3]);
        n.planes[4].hit = true;
    };
    assert_eq!(end(s, flies_on), None);
}

/// A handicap of our own; without it everything is as printed.
#[test]
fn one_gotha_is_enough_where_the_set_up_says_so() {
    proves!("WV-SCN-20");
    let option =
        |word: &str| State::resolve(&Content::built_in(), &request("last-raid", &[("gothas-down", word)]));
    assert_eq!(option("both").expect("as printed"), resolve("last-raid", &[]));
    assert_eq!(option("three").expect_err("no such word").place, "options.gothas-down");
    let one = option("one").expect("a handicap");
    let end = |edit: fn(&mut Now)| {
        let mut scene = Scene::of("last-raid");
        scene.setup = one.clone();
        let board = scene.edit(edit).ending();
        board.m.state().outcome().map(|o| (o.winner_name, o.how))
    };
    let why = "a bomber came down on the map, and one is enough here";
    assert_eq!(end(|n| down(&mut n.planes[3])), Some((Some("Allies".to_owned()), why)));
    assert_eq!(end(|n| down(&mut n.planes[5])), None, "the escort is no bomber");
    let through = end(|n| home(&mut n.planes[4], Fate::LeftWest));
    assert_eq!(through.expect("an end").0.as_deref(), Some("Germans"));
    let both = end(|n| {
        down(&mut n.planes[3]);
        home(&mut n.planes[4], Fate::LeftWest);
    });
    let why = "one bomber came down and another got through in the same round";
    assert_eq!(both, Some((None, why)), "in the same round it is a draw");
    // Briefing and goals say it.
    let mut scene = Scene::of("last-raid");
    scene.setup = one.clone();
    let board = scene.moving();
    let goal = &board.m.state().goals(Viewer::Spectator)[0];
    assert_eq!((goal.state.as_str(), goal.text.contains("one bomber")), ("0 of 1 bomber down", true));
    let state = board.m.state();
    assert!(state.position().one_is_enough, "it is a part of the position");
}
