use super::{ADA, BERT, Bids, Race, bid, bids, parlour, race, second_round};
use table::face::{AnyGame, Shelved};
use table::log::{game_of, header_of, proof_line};
use table::proof::{self, Link, Pledged, Proof};
use table::{LogError, Match, MatchLog, StateHash};

type Log = MatchLog<bids::Setup, bids::Order>;

fn text() -> String {
    second_round().log().to_text()
}

/// The log with one line replaced; counted from 1, as errors count.
fn with_line(number: usize, line: &str) -> String {
    let text = text();
    let lines = text.lines().enumerate().map(|(i, old)| if i + 1 == number { line } else { old });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

fn fails(text: &str) -> String {
    Log::parse(text).unwrap_err().to_string()
}

fn replay_fails(text: &str) -> String {
    let log = Log::parse(text).unwrap();
    Match::<Bids>::replay(&bids::content(), &log, false).unwrap_err().to_string()
}

#[test]
fn a_log_is_one_json_value_a_line() {
    let played = second_round();
    let expected = [
        concat!(
            r#"{"heatray":1,"game":"bids","rules":1,"dice":"chacha8","content":"918135a02e928da7","seed":9,"#,
            r#""setup":{"hand":3,"dealt":{"hands":[[1,5,7],[2,4,6]],"bids":[null,null],"aside":3,"#,
            r#""points":[0,0],"doubled":false,"shown":[]}}}"#,
        )
        .to_owned(),
        r#"{"seat":0,"order":{"kind":"bid","card":5}}"#.to_owned(),
        r#"{"seat":1,"order":{"kind":"bid","card":4}}"#.to_owned(),
        r#"{"seat":1,"order":{"kind":"bid","card":2}}"#.to_owned(),
        format!(r#"{{"orders":3,"hash":"{}"}}"#, played.hash()),
    ];
    assert_eq!(text().lines().collect::<Vec<_>>(), expected);
    assert_eq!(Log::parse(&text()), Ok(played.log()));
}

#[test]
fn a_log_without_its_hash_is_a_match_in_progress() {
    let text = text();
    let cut = &text[..text.rfind("{\"orders\"").unwrap()];
    let log = Log::parse(cut).unwrap();
    assert_eq!((log.hash, log.entries.len()), (None, 3));
    assert_eq!(log.to_text(), cut);
    assert_eq!(
        Log::parse(&format!("{text}\n  \n")),
        Ok(second_round().log()),
        "empty lines at the end do no harm"
    );
}

#[test]
fn the_header_must_be_one_of_ours() {
    assert_eq!(fails(""), "line 1: expected the header of a match log: EOF while parsing a value (column 0)");
    assert_eq!(
        fails("{\"heatray\":1}"),
        "line 1: expected the header of a match log: missing field `game` (column 13)"
    );
    let new = text().replacen("\"heatray\":1", "\"heatray\":2", 1);
    assert_eq!(fails(&new), "line 1: this log was written by log format 2; this program reads log format 1");
    let dice = text().replacen("chacha8", "xorshift", 1);
    let words = "line 1: this log was written by dice \"xorshift\"; this program reads dice \"chacha8\"";
    assert_eq!(fails(&dice), words);
    let odd = text().replacen("\"seed\":9", "\"sead\":9", 1);
    assert!(
        fails(&odd).starts_with("line 1: unknown field `sead`, expected one of `heatray`, "),
        "{}",
        fails(&odd)
    );
    assert!(fails(&odd).ends_with(" (column 89)"), "{}", fails(&odd));
}

#[test]
fn the_game_is_told_from_the_first_line() {
    assert_eq!(game_of(&text()), Ok("bids".to_owned()));
    assert!(matches!(game_of("{\"heatray\":7,\"game\":\"bids\"}"), Err(LogError::Version { .. })));
    assert!(matches!(game_of("bids"), Err(LogError::Line { line: 1, .. })));
}

#[test]
fn a_log_of_any_game_says_what_it_is_of() {
    let header = header_of(&text()).expect("a header");
    assert_eq!((&*header.game, header.seed, &header.setup["hand"]), ("bids", 9, &serde_json::json!(3)));
    assert!(header_of("bids").is_none() && header_of("").is_none());
}

#[test]
fn a_malformed_line_is_named() {
    assert_eq!(
        fails(&with_line(3, "{\"seat\":1,\"order\":{\"kind\":\"bid\"}}")),
        "line 3: expected an order: missing field `card` (column 33)"
    );
    assert_eq!(fails(&with_line(3, "nonsense")), "line 3: expected an order: expected ident (column 2)");
    assert_eq!(fails(&with_line(3, "")), "line 3: expected an order, found an empty line");
    assert_eq!(fails(&with_line(3, "\n")), "line 3: expected an order, found an empty line");
    let both = fails(&with_line(3, "{\"seat\":1,\"hash\":\"0000000000000000\"}"));
    assert!(both.starts_with("line 3: expected an order: unknown field `hash`"), "{both}");
    assert_eq!(
        fails(&with_line(5, "{\"orders\":4,\"hash\":\"0000000000000000\"}")),
        "line 5: 4 orders are announced, 3 stand here"
    );
    assert_eq!(
        fails(&with_line(5, "{\"orders\":3,\"hash\":\"beef\"}")),
        "line 5: expected the hash of the match: \
         expected a hash of 16 hexadecimal digits, found \"beef\" (column 26)"
    );
    assert_eq!(
        fails(&with_line(4, "{\"orders\":2,\"hash\":\"0000000000000000\"}")),
        "line 5: expected the end of the file after the hash"
    );
    assert_eq!(fails(&format!("{}\nmore", text())), "line 7: expected the end of the file after the hash");
}

#[test]
fn a_replay_needs_the_same_game_rules_and_content() {
    let game = text().replacen("\"game\":\"bids\"", "\"game\":\"whist\"", 1);
    assert_eq!(
        replay_fails(&game),
        "line 1: this log was written by whist rules 1; this program reads bids rules 1"
    );
    let rules = text().replacen("\"rules\":1", "\"rules\":2", 1);
    assert_eq!(
        replay_fails(&rules),
        "line 1: this log was written by bids rules 2; this program reads bids rules 1"
    );
    let content = text().replacen("918135a02e928da7", "0000000000000001", 1);
    assert_eq!(
        replay_fails(&content),
        "line 1: this log was written by content 0000000000000001; this program reads content 918135a02e928da7; \
         start the program with the content that the match was played with"
    );
}

#[test]
fn a_replay_names_the_set_up_or_the_order_that_fails() {
    let setup = text().replacen("\"aside\":3", "\"aside\":4", 1);
    assert_eq!(replay_fails(&setup), "line 1: dealt: expected every card once [SB-01]");
    let order = with_line(4, "{\"seat\":1,\"order\":{\"kind\":\"bid\",\"card\":4}}");
    assert_eq!(replay_fails(&order), "line 4: the order is refused: you do not hold the 4 [SB-02]");
}

#[test]
fn a_replayed_match_goes_on_where_it_stopped() {
    let played = second_round();
    let mut replayed = Match::<Bids>::replay(&bids::content(), &played.log(), true).unwrap();
    assert_eq!((replayed.hash(), replayed.round()), (played.hash(), 1));
    assert_eq!(replayed.events(), played.events());
    assert_eq!(replayed.undo(Some(BERT)).unwrap().order, bid(2));
    let silent = Match::<Bids>::replay(&bids::content(), &played.log(), false).unwrap();
    assert_eq!((silent.hash(), silent.events().len()), (played.hash(), 0));
}

#[test]
fn verifying_compares_hashes() {
    let shelf = Shelved::<Bids>::new(bids::content());
    let played = second_round();
    let verified = shelf.verify_log(&text()).unwrap();
    assert_eq!((verified.orders, verified.hash, verified.ok), (3, played.hash(), true));
    let json = format!(r#"{{"orders":3,"hash":"{}","ok":true}}"#, played.hash());
    assert_eq!(serde_json::to_string(&verified).unwrap(), json);
    let wrong = MatchLog { hash: Some(StateHash(1)), ..played.log() };
    let verified = shelf.verify_log(&wrong.to_text()).unwrap();
    assert_eq!((verified.hash, verified.ok), (played.hash(), false));
    let other_game = Shelved::<Race>::new(race::content()).verify_log(&text());
    assert!(matches!(other_game, Err(LogError::Line { line: 1, .. })), "{other_game:?}");
}

#[test]
fn a_log_that_says_another_hash_is_not_played_on() {
    let shelf = Shelved::<Bids>::new(bids::content());
    assert!(shelf.load_log(&text()).is_ok());
    let wrong = MatchLog { hash: Some(StateHash(1)), ..second_round().log() };
    let error = shelf.load_log(&wrong.to_text()).unwrap_err().to_string();
    assert!(error.starts_with("line 5: these orders lead to the state "), "{error}");
    let open = MatchLog { hash: None, ..second_round().log() };
    assert!(shelf.load_log(&open.to_text()).is_ok(), "a match in progress says none");
}

/// The second round as a fair match: its seed follows from the secret, and one link binds the first round.
fn proved() -> MatchLog<bids::Setup, bids::Order> {
    let begin = |seed| Match::<Bids>::begin(&bids::content(), parlour(), seed).unwrap();
    let header = |played: &Match<Bids>| serde_json::to_string(played.header()).unwrap();
    let mut pledged = Pledged::new("abcdefghijkl", &"0f".repeat(32), 2, &header(&begin(0)));
    pledged.salts = vec![Some("aa".to_owned()), Some(String::new())];
    let mut played = begin(pledged.seed(0));
    for (seat, card) in [(ADA, 5), (BERT, 4), (BERT, 2)] {
        played.order(seat, &bid(card)).unwrap();
    }
    let shown = played.entries()[..2].iter();
    let lines: Vec<String> =
        shown.map(|entry| proof::line(entry.seat, &serde_json::to_string(&entry.order).unwrap())).collect();
    let hash = proof::round(&pledged.pledge(), &pledged.blind(0), 0, 2, &lines);
    let chain = vec![Link::Round { after: 0, upto: 2, orders: Some(lines), hash }];
    MatchLog { proof: Some(Proof::of(&pledged, chain)), ..played.log() }
}

#[test]
fn a_proof_is_checked_with_the_log_that_carries_it() {
    let shelf = Shelved::<Bids>::new(bids::content());
    let log = proved();
    assert_eq!(Log::parse(&log.to_text()).as_ref(), Ok(&log));
    let verified = shelf.verify_log(&log.to_text()).unwrap();
    let found = verified.proof.expect("a proof");
    assert!(verified.ok && found.ok && found.why.is_none(), "{found:?}");
    assert_eq!((found.version, found.links, &found.salts[..]), (2, 1, &["aa".to_owned(), String::new()][..]));
    let proof = log.proof.clone().unwrap();
    assert_eq!(
        (Some(&found.pledge), found.last.as_deref()),
        (Some(&proof.pledge), Some(proof.chain[0].hash()))
    );

    // The hash is right and the proof is not, and the other way round.
    let salts = vec!["ab".to_owned(), String::new()];
    let wrong = MatchLog { proof: Some(Proof { salts, ..proof }), ..log.clone() };
    let verified = shelf.verify_log(&wrong.to_text()).unwrap();
    assert!(!verified.ok && verified.proof.is_some_and(|found| !found.ok && found.why.is_some()));
    let wrong = MatchLog { hash: Some(StateHash(1)), ..log };
    let verified = shelf.verify_log(&wrong.to_text()).unwrap();
    assert!(!verified.ok && verified.proof.is_some_and(|found| found.ok));
    assert_eq!(shelf.verify_log(&text()).unwrap().proof, None);
}

#[test]
fn a_proof_stands_behind_the_hash_and_once() {
    let log = proved();
    let (whole, proof) = (log.to_text(), proof_line(log.proof.clone().unwrap()));
    assert_eq!(fails(&format!("{whole}{proof}")), "line 7: expected the end of the file after the hash");
    let early = whole.replacen("{\"orders\"", &format!("{proof}{{\"orders\""), 1);
    let why = "line 5: expected the hash of the match: unknown field `proof`";
    assert!(fails(&early).starts_with(why), "{}", fails(&early));
    let odd = whole.replacen("\"salts\"", "\"salt\"", 1);
    assert!(
        fails(&odd).starts_with("line 6: expected the proof of a match: unknown field `salt`"),
        "{}",
        fails(&odd)
    );
}

#[test]
fn lines_of_dice_are_read_counted_and_refused_where_they_make_no_sense() {
    let text = with_line(3, "{\"dice\":5}\n{\"seat\":1,\"order\":{\"kind\":\"bid\",\"card\":9}}");
    assert!(replay_fails(&text).starts_with("line 4: the order is refused"), "{}", replay_fails(&text));
    for (line, why) in [
        ("{\"dice\":-1}", "expected the seed of other dice"),
        ("{\"dice\":1,\"more\":2}", "expected the seed of other dice"),
        ("{\"dice\":1}\n{\"dice\":2}", "expected an order between two lines of dice"),
    ] {
        assert!(fails(&with_line(3, line)).contains(why), "{line}: {}", fails(&with_line(3, line)));
    }
}
