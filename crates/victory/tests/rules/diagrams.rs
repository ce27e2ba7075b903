//! The pictures of the book, as steps and as lists: they must say the same.

use crate::support::*;
use geometry::Axial;

/// Every diagram equals the steps of its maneuver, for both headings and both parities of rows.
#[test]
fn diagrams_equal_the_steps_of_their_maneuvers() {
    proves!("WV-MOV-10");
    let content = Content::built_in();
    let mut drawn = 0;
    for diagram in &content.diagrams {
        for right in [true, false] {
            for level in [14, 15] {
                let facing = if right { diagram.facing_in } else { diagram.facing_in.mirrored() };
                let turn = |a: &Axial| if right { *a } else { a.mirrored() };
                let start = hex(10, level);
                let (acts, after_prep, speed) = match diagram.id.as_str() {
                    "sustained_climb" => (vec![ON], start, 4),
                    "stall_drop" => continue,
                    _ => {
                        let maneuver = diagram.maneuver.expect("a maneuver");
                        let prep = match diagram.id.as_str() {
                            "climbing_turn" | "level_turn_inner" | "level_turn_outer" => 2,
                            id if id.starts_with("easy_turn") => 2,
                            "diving_turn" | "sideslip" => 0,
                            _ => 2,
                        };
                        let mut end = start;
                        for _ in 0..prep {
                            end = end.next(facing);
                        }
                        (vec![go(maneuver)], end, 5)
                    }
                };
                let mut board = Scene::new().allied("spad_vii", start.x, level, facing, speed).moving();
                board.fly(&acts);
                let path = board.path(0);
                let expected: Vec<(i8, i8)> =
                    diagram.path.iter().map(|a| after_prep.plus(turn(a))).map(|h| (h.x, h.y)).collect();
                let tail = &path[path.len() - expected.len()..];
                assert_eq!(tail, expected, "{} heading right: {right}, level {level}", diagram.id);
                let out = if right { diagram.facing_out } else { diagram.facing_out.mirrored() };
                assert_eq!(board.plane(0).facing, out, "{} heading right: {right}", diagram.id);
                drawn += 1;
            }
        }
    }
    assert_eq!(drawn, 4 * (content.diagrams.len() - 1));
}

/// The printed lists of sectors equal the tests in whole numbers, for all six facings.
#[test]
fn sectors_equal_the_whole_number_tests() {
    proves!("WV-MAP-15", "WV-TAI-01", "WV-MOD-05");
    let content = Content::built_in();
    let sectors = &content.sectors;
    for (n, facing) in Facing::ALL.into_iter().enumerate() {
        // Turned with the facing; for a plane heading left the mirror of the mirrored facing.
        let turned = |offset: Axial| {
            if facing.is_right() {
                offset.turned_by(n as u8)
            } else {
                offset.turned_by(facing.mirrored().index() as u8).mirrored()
            }
        };
        for at in [hex(20, 14), hex(20, 15)] {
            let named = |list: &[Axial]| -> std::collections::BTreeSet<Hex> {
                list.iter().map(|a| at.plus(turned(*a))).collect()
            };
            let tested =
                |far: u8, test: &dyn Fn(geometry::Bearing) -> bool| -> std::collections::BTreeSet<Hex> {
                    at.disc(far).filter(|h| *h != at && test(at.bearing(facing, *h))).collect()
                };
            assert_eq!(named(&sectors.tail), tested(2, &|b| b.beyond_120()), "{facing:?}");
            assert_eq!(named(&sectors.aspect_head), tested(5, &|b| b.within_30()), "{facing:?}");
            assert_eq!(named(&sectors.aspect_rear), tested(5, &|b| b.beyond_150()), "{facing:?}");
        }
    }
}

/// The printed lists of templates equal their angles, for all six facings.
#[test]
fn templates_equal_the_whole_number_tests() {
    proves!("WV-ARC-03");
    let content = Content::built_in();
    for template in &content.templates {
        let (from, to) = template.bearing;
        for facing in Facing::ALL {
            let at = hex(20, 14);
            let turned = |offset: Axial| {
                if facing.is_right() {
                    offset.turned_by(facing.index() as u8)
                } else {
                    offset.turned_by(facing.mirrored().index() as u8).mirrored()
                }
            };
            let named: std::collections::BTreeSet<Hex> =
                template.hexes.iter().map(|a| at.plus(turned(*a))).collect();
            let inside = |h: &Hex| {
                let b = at.bearing(facing, *h);
                // T1 60 to 180, T2 -60 to 60, T3 60 to 240: upper side unless the angle says otherwise.
                let ahead_60 = b.within_60();
                let edge_60 = ahead_60 && !strictly_within_60(at, facing, *h);
                let dead_astern = !b.upper && !lower(at, facing, *h) && b.beyond_150();
                let upper_rear = (b.upper && (!ahead_60 || edge_60)) || dead_astern;
                match (from, to) {
                    (60, 180) => upper_rear,
                    (-60, 60) => ahead_60,
                    (60, 240) => upper_rear || (lower(at, facing, *h) && b.beyond_120()),
                    other => panic!("a template of {other:?}"),
                }
            };
            let tested: std::collections::BTreeSet<Hex> =
                at.disc(template.range).filter(|h| *h != at && inside(h)).collect();
            assert_eq!(named, tested, "{} {facing:?}", template.id);
        }
    }
}

/// Below the line along the nose.
fn lower(at: Hex, facing: Facing, other: Hex) -> bool {
    let mirror = hex_below(at, facing, other);
    at.bearing(facing, mirror).upper
}

/// The hex mirrored on the line along the nose: turned into the frame of E, mirrored top to bottom, turned back.
fn hex_below(at: Hex, facing: Facing, other: Hex) -> Hex {
    let n = facing.index() as u8;
    let seen = at.to(other).turned_by(6 - n);
    let flipped = Axial { q: seen.q + seen.r, r: -seen.r };
    at.plus(flipped.turned_by(n))
}

/// Nearer to the nose than the neighbouring hex side.
fn strictly_within_60(at: Hex, facing: Facing, other: Hex) -> bool {
    let b = at.bearing(facing, other);
    let along = |f: Facing| {
        let d = at.to(other);
        (1..=4).any(|n| d == Axial { q: f.step().q * n, r: f.step().r * n })
    };
    b.within_60() && !along(facing.turned(1)) && !along(facing.turned(-1))
}

#[test]
fn template_sizes() {
    proves!("WV-ARC-03");
    let sizes: Vec<usize> = Content::built_in().templates.iter().map(|t| t.hexes.len()).collect();
    assert_eq!(sizes, [24, 24, 34]);
}
