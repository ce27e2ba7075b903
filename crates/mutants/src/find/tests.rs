use super::find;

/// The changes of a source, in their order.
fn check(source: &str, expected: &[&str]) {
    let found = find(source, &[]).expect("Rust");
    let shown: Vec<_> =
        found.places.iter().flat_map(|place| &place.changes).map(|change| change.shown.as_str()).collect();
    assert_eq!(shown, expected, "{source}");
}

#[test]
fn a_comparison_moves_its_border_or_looks_the_other_way() {
    check("fn f() -> P { g(a < b) }", &["a < b → a <= b", "a < b → a >= b"]);
    check("fn f() -> P { g(a == b) }", &["a == b → a != b"]);
}

#[test]
fn sums_and_assignments_go_the_other_way() {
    check("fn f() -> P { a += b * c; }", &["a += b * c → a -= b * c", "b * c → b + c", "b * c → b / c"]);
}

#[test]
fn what_belongs_together_stays_together() {
    check("fn f() -> P { g(a || b || c) }", &["a || b || c → (a || b) && c", "a || b → a && b"]);
    check("fn f() -> P { g(a && b || c) }", &["a && b || c → a && b && c", "a && b → a || b"]);
    check("fn f() -> P { g(a * b / c) }", &["a * b / c → a * b * c", "a * b → a + b", "a * b → a / b"]);
}

#[test]
fn a_sign_is_left_out() {
    check("fn f() -> P { g(!a, -b, *c) }", &["!a → a", "-b → b"]);
}

#[test]
fn a_body_answers_without_having_thought() {
    check("fn f() -> bool { g() }", &["body → true", "body → false"]);
    check("fn f() { g() }", &["body → nothing"]);
    check("fn f() {}", &[]);
    check("fn f() -> Option<P> { None }", &[]);
    check("trait T { fn f() -> u8 { g() } fn h(); }", &["body → 0", "body → 1"]);
}

#[test]
fn a_guard_is_always_and_never_open() {
    check(
        "fn f() -> P { match a { 1 if b => c, _ if let Some(d) = e => d } }",
        &["if b => → if true =>", "if b => → if false =>"],
    );
}

#[test]
fn what_must_be_known_when_the_crate_is_built_is_left_alone() {
    check("const fn f() -> bool { 1 < 2 }", &[]);
    check("const A: u8 = 1 + 2; static B: bool = !true;", &[]);
    check("fn f() -> P { let a: [u8; 1 + 2] = [0; 1 + 2]; const { 1 + 2 } }", &[]);
    check("enum E { A = 1 + 2 }", &[]);
    check("fn f(p: P) -> P { match p { -1 => a } }", &[]);
    check("impl T { const A: u8 = 1 + 2; }", &[]);
}

#[test]
fn a_chain_with_let_is_left_alone_and_its_links_are_not() {
    check("fn f() -> P { if let Some(a) = b && c != d { e } }", &["c != d → c == d"]);
    check("fn f() -> P { if a && b { c } }", &["a && b → a || b"]);
}

#[test]
fn tests_features_macros_and_texts_are_left_alone() {
    check("#[cfg(test)] mod tests { fn f() -> bool { a < b } }", &[]);
    check("#[test] fn f() { g() }", &[]);
    check("#[cfg(feature = \"ts\")] fn f() { g() }", &[]);
    check("fn f() -> P { assert!(a < b) }", &[]);
    check("impl fmt::Display for T { fn fmt(&self) -> bool { a < b } }", &[]);
}

#[test]
fn a_place_knows_its_line_and_its_function() {
    let found = find("impl Dice {\n    fn pick(&self) -> P {\n        g(a\n            == b)\n    }\n}", &[])
        .expect("Rust");
    assert_eq!((found.places[0].line, found.places[0].function.as_str()), (4, "Dice::pick"));
}

#[test]
fn bytes_are_counted_and_not_letters() {
    let source = "fn f() -> P { let ä = \"→\"; g(a == b) }";
    let found = find(source, &[]).expect("Rust");
    assert_eq!(&source[found.places[0].range.clone()], "a == b");
}

#[test]
fn modules_in_files_are_followed_but_for_those_of_tests() {
    let found = find("mod a; pub mod b { mod c; } #[cfg(test)] mod tests;", &[]).expect("Rust");
    assert_eq!(found.modules, [vec!["a".to_owned()], vec!["b".into(), "c".into()]]);
}

#[test]
fn what_a_feature_sees_that_is_on_by_itself_is_there() {
    let source = "#[cfg(feature = \"on\")] mod a; #[cfg(feature = \"off\")] mod b; #[cfg(not(feature = \"on\"))] mod c;";
    let found = find(source, &["on".to_owned()]).expect("Rust");
    assert_eq!(found.modules, [["a"]]);
    assert!(find(source, &[]).expect("Rust").modules.is_empty());
}

#[test]
fn what_is_no_rust_is_refused_with_its_line() {
    let error = find("fn f() {}\nfn }", &[]).expect_err("no Rust");
    assert!(error.to_string().starts_with("line 2: "), "{error}");
}
