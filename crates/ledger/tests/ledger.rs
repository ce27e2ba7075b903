//! The embedded books, and what happens to books with mistakes.

use ledger::{BOOKS, Kind, Ledger, LedgerError, Problem};

const ENTRY: &str = r#"
[[rule]]
id = "TT-GEN-01"
title = "Two sides"
source = "000 NUMBER OF PLAYERS"
layer = "basic"
kind = "definition"
text = "There are two sides."
check = "Given three sides, then refused."
"#;

/// The entry with one piece of it exchanged.
fn with(old: &str, new: &str) -> String {
    assert!(ENTRY.contains(old), "nothing to exchange: {old}");
    ENTRY.replace(old, new)
}

fn refused(text: &str) -> LedgerError {
    Ledger::parse("book.toml", text).expect_err("the book should be refused")
}

#[track_caller]
fn check(text: &str, line: usize, column: usize, problem: Problem) {
    assert_eq!(refused(text), LedgerError { file: "book.toml".into(), line, column, problem });
}

#[test]
fn the_embedded_books_hold_every_entry() {
    let ledger = Ledger::embedded();
    let counts = BOOKS.map(|(prefix, _)| (prefix, ledger.by_prefix(prefix).count()));
    assert_eq!(counts, [("TT", 338), ("INV", 184), ("TH", 269), ("WV", 267), ("WW", 186)]);
    assert_eq!(ledger.rules().len(), 1244);
    for rule in ledger.rules() {
        assert_eq!(ledger.get(&rule.id), Some(rule));
    }
}

#[test]
fn every_id_that_an_entry_cites_exists() {
    let ledger = Ledger::embedded();
    for rule in ledger.rules() {
        let text = format!("{} {} {}", rule.text, rule.check, rule.ruling.as_deref().unwrap_or_default());
        for id in ledger::cited_ids(&text) {
            assert!(ledger.get(id).is_some(), "{} cites {id}", rule.id);
        }
    }
}

#[test]
fn an_entry_is_read_field_by_field() {
    let text =
        format!("{ENTRY}ruling = \"So be it.\"\n{}needs = [\"TT-GEN-01\"]\n", with("GEN-01", "GEN-02"));
    let ledger = Ledger::parse("book.toml", &text).unwrap();
    let [first, second] = ledger.rules() else { panic!("two entries") };
    assert_eq!(first.kind, Kind::Definition);
    assert_eq!(first.ruling.as_deref(), Some("So be it."));
    assert_eq!(first.needs, [""; 0]);
    assert_eq!(second.ruling, None);
    assert_eq!(second.needs, ["TT-GEN-01"]);
    assert_eq!(ledger.get("TT-GEN-02"), Some(second));
}

#[test]
fn other_tables_of_a_book_are_passed_over() {
    let text = format!("[meta]\nid = 1\n{ENTRY}\n[[missing]]\nwhat = \"a chart\"\n[[missing.part]]\nn = 1\n");
    assert_eq!(Ledger::parse("book.toml", &text).unwrap().rules().len(), 1);
}

#[test]
fn a_book_without_rules_is_refused() {
    assert!(refused("[meta]\nx = 1\n").to_string().contains("missing field `rule`"));
}

#[test]
fn an_unknown_field_is_refused_by_name_and_place() {
    let error = refused(&with("title", "tilte"));
    assert_eq!((error.line, error.column), (4, 1), "{error}");
    assert!(
        error.to_string().starts_with("book.toml:4:1: unknown field `tilte`, expected one of"),
        "{error}"
    );
}

#[test]
fn a_missing_field_is_refused_at_its_entry() {
    let error = refused(&with("kind = \"definition\"\n", ""));
    assert_eq!(error.line, 2, "{error}");
    assert!(error.to_string().contains("missing field `kind`"), "{error}");
}

#[test]
fn an_unknown_kind_is_refused() {
    let error = refused(&with("\"definition\"", "\"law\""));
    assert_eq!((error.line, error.column), (7, 8), "{error}");
    assert!(
        error.to_string().contains("unknown variant `law`, expected one of `rule`, `definition`"),
        "{error}"
    );
}

#[test]
fn text_that_is_not_toml_is_refused_in_one_line() {
    let error = refused(&with("layer = ", "layer "));
    assert_eq!(error.line, 6, "{error}");
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
}

#[test]
fn a_malformed_id_is_refused() {
    check(&with("TT-GEN-01", "TT-GEN-1"), 3, 6, Problem::BadId { id: "TT-GEN-1".into() });
    let text = format!("{ENTRY}needs = [\n  \"GEN\",\n]\n");
    check(&text, 11, 3, Problem::BadId { id: "GEN".into() });
}

#[test]
fn an_id_of_no_known_book_is_refused() {
    let id = "TT-GEN-01".replace("TT", "XX");
    check(&with("TT-GEN-01", &id), 3, 6, Problem::UnknownPrefix { id });
}

#[test]
fn an_id_used_twice_is_refused_and_names_the_first() {
    let problem = Problem::Duplicate { id: "TT-GEN-01".into(), first_title: "Two sides".into() };
    check(&format!("{ENTRY}{}", with("Two sides", "Again")), 12, 6, problem);
}

#[test]
fn an_id_used_in_two_books_is_refused_in_the_second() {
    let error = Ledger::parse_all(&[("one.toml", ENTRY), ("two.toml", ENTRY)]).unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("two.toml", 3));
}

#[test]
fn an_unknown_layer_is_refused() {
    for layer in ["Basic", "optional", "optional:", "house:tea", "scenario:Horsell Common"] {
        check(&with("\"basic\"", &format!("{layer:?}")), 6, 9, Problem::BadLayer { layer: layer.into() });
    }
    for layer in ["standard", "optional:black-smoke", "advanced:altitude", "scenario:7"] {
        assert!(Ledger::parse("book.toml", &with("basic", layer)).is_ok(), "{layer}");
    }
}

#[test]
fn an_empty_sentence_is_refused() {
    check(&with("There are two sides.", " "), 8, 8, Problem::Empty { field: "text" });
}

#[test]
fn a_need_must_exist_once_its_book_is_there() {
    let missing = "TT-GEN-01".replace("01", "99");
    check(&format!("{ENTRY}needs = [\"{missing}\"]\n"), 10, 10, Problem::UnknownNeed { id: missing });

    let other_book = with("TT-GEN-01", "INV-GEN-01") + "needs = [\"TT-GEN-02\"]\n";
    assert!(Ledger::parse("invasion.toml", &other_book).is_ok());
    let error = Ledger::parse_all(&[("invasion.toml", &other_book), ("triplanes.toml", ENTRY)]).unwrap_err();
    assert_eq!(error.problem, Problem::UnknownNeed { id: "TT-GEN-02".into() });
    assert_eq!((error.file.as_str(), error.line), ("invasion.toml", 10));
}

#[test]
fn search_wants_every_word_in_any_case() {
    let ledger = Ledger::embedded();
    let hits = ledger.search("IMMELMANN straight");
    assert!(!hits.is_empty());
    for rule in &hits {
        let all = serde_json::to_string(rule).unwrap().to_lowercase();
        assert!(all.contains("immelmann") && all.contains("straight"), "{}", rule.id);
    }
    assert!(ledger.search("immelmann no-such-word").is_empty());
    assert!(ledger.search("  ").is_empty());
}

#[test]
fn search_puts_titles_first_and_finds_ids() {
    let ledger = Ledger::embedded();
    let in_title: Vec<bool> =
        ledger.search("topple").iter().map(|rule| rule.title.to_lowercase().contains("topple")).collect();
    assert!(in_title.contains(&true) && in_title.contains(&false));
    assert!(in_title.is_sorted_by(|a, b| a >= b), "a title stands behind a text");
    assert_eq!(ledger.search("tt-gen-01")[0].id, "TT-GEN-01");
}

#[test]
fn a_rule_as_json_has_all_its_fields() {
    let rule = Ledger::parse("book.toml", ENTRY).unwrap().rules()[0].clone();
    assert_eq!(
        serde_json::to_value(rule).unwrap(),
        serde_json::json!({
            "id": "TT-GEN-01", "title": "Two sides", "source": "000 NUMBER OF PLAYERS", "layer": "basic",
            "kind": "definition", "text": "There are two sides.", "check": "Given three sides, then refused.",
            "ruling": null, "needs": []
        })
    );
}

const OUTLINE: &str = r#"
[[book]]
prefix = "TT"
game = "small"

[[book.chapter]]
title = "First"
sections = [{ title = "Players", of = ["NUMBER OF PLAYERS"] }]
"#;

const GLOSSARY: &str = r#"
[[term]]
book = "TT"
word = "Side"
text = "One of two."
rule = "TT-GEN-01"
provenance = "seed"
"#;

fn outlined(books: &str, glossary: &str) -> Result<ledger::Outline, String> {
    let ledger = Ledger::parse("book.toml", ENTRY).unwrap();
    let (books, glossary) = (("books.toml", books), ("glossary.toml", glossary));
    ledger::Outline::parse(&ledger, books, glossary).map_err(|e| e.to_string())
}

#[test]
fn every_entry_stands_in_one_section_of_its_book() {
    let (ledger, outline) = (Ledger::embedded(), ledger::Outline::embedded());
    assert_eq!(outline.books().iter().map(|b| b.prefix.as_str()).collect::<Vec<_>>(), BOOKS.map(|b| b.0));
    for book in outline.books() {
        let sections = book.chapters.iter().flat_map(|chapter| &chapter.sections);
        let order: Vec<&str> = sections.flat_map(|s| s.rules.iter().map(String::as_str)).collect();
        assert_eq!(order.len(), ledger.by_prefix(&book.prefix).count(), "{}", book.title);
        for (n, id) in order.iter().enumerate() {
            let place = outline.place(id).unwrap_or_else(|| panic!("{id} has no place"));
            assert!(place.section.rules.iter().any(|known| known == id), "{id}");
            assert_eq!(place.before, n.checked_sub(1).map(|b| order[b]), "before {id}");
            assert_eq!(place.after, order.get(n + 1).copied(), "after {id}");
        }
        assert!(outline.terms(&book.prefix).count() > 2, "{} has no glossary", book.title);
    }
}

#[test]
fn the_books_are_in_the_order_of_print() {
    let outline = ledger::Outline::embedded();
    let section = |id| outline.place(id).unwrap().section.title.as_str();
    // The same heading stands twice in the book: at its beginning, and over the altitude rules at its end.
    assert_eq!((section("TT-SET-01"), section("TT-ALT-01")), ("Set-up", "Altitude"));
    assert_eq!((section("TT-DMG-01"), section("TT-SMK-09")), ("Damage", "Damage by black smoke"));
    // Where an entry has several headings the first one counts.
    assert_eq!(section("WV-DIC-07"), "1.3 Dice");
    // Scenarios of our own stand under their names, not under the rules that they lean on.
    assert_eq!(section("TH-HC-01"), "Horsell Common");
}

#[test]
fn an_outline_with_mistakes_says_what_and_where() {
    assert!(outlined(OUTLINE, GLOSSARY).is_ok());
    let no_section = OUTLINE.replace("NUMBER OF PLAYERS", "ELSEWHERE");
    let said = outlined(&no_section, GLOSSARY).unwrap_err();
    assert!(said.starts_with("books.toml:3:") && said.contains("TT-GEN-01 finds no section"), "{said}");
    let empty = OUTLINE.replace("}]", "}, { title = \"Empty\", of = [\"NOTHING\"] }]");
    let said = outlined(&empty, GLOSSARY).unwrap_err();
    assert!(said.starts_with("books.toml:8:") && said.contains("\"Empty\""), "{said}");
    let strange = GLOSSARY.replace("TT-GEN-01", "TT-GEN-77");
    let said = outlined(OUTLINE, &strange).unwrap_err();
    assert!(said.starts_with("glossary.toml:6:") && said.contains("TT-GEN-77"), "{said}");
    let said = outlined(OUTLINE, &format!("{GLOSSARY}{GLOSSARY}")).unwrap_err();
    assert!(said.contains("\"Side\" is explained twice"), "{said}");
    let said = outlined(OUTLINE, &GLOSSARY.replace("provenance = \"seed\"\n", "")).unwrap_err();
    assert!(said.contains("provenance"), "{said}");
}
