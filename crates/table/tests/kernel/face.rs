use super::{ADA, BERT, Bids, Race, bid, bids, fault, parlour, race, second_round, table};
use serde_json::{Value, json};
use table::face::{AnyGame, AnyMatch, OrderError, Shelved};
use table::{Dice, Game, Match, SeatId, SetupRequest, UndoError, Viewer};

fn shelf() -> Box<dyn AnyGame> {
    Box::new(Shelved::<Bids>::new(bids::content()))
}

fn any() -> Box<dyn AnyMatch> {
    Box::new(second_round())
}

fn texts(table: &dyn AnyMatch, viewer: Viewer, from: usize) -> Vec<String> {
    table.events(viewer, from).into_iter().map(|e| format!("{} [{}]", e.text, e.rule)).collect()
}

/// Plays the rest: Ada's 7 and 1 against Bert's 2 and 6.
fn finish(table: &mut dyn AnyMatch) {
    for (seat, card) in [(ADA, 7), (ADA, 1), (BERT, 6)] {
        table.order(seat, &json!({"kind": "bid", "card": card})).unwrap();
    }
}

#[test]
fn a_shelf_names_its_game_and_begins_matches() {
    let shelf = shelf();
    assert_eq!((shelf.id(), shelf.title(), shelf.kind()), ("bids", "Sealed bids", Bids::KIND));
    assert_eq!(shelf.scenarios(), Bids::scenarios(&()));
    let fresh = Match::<Bids>::new(&bids::content(), &bids::request(), 4).unwrap();
    let loud = shelf.new_match(&bids::request(), 4).unwrap();
    assert_eq!((loud.hash(), loud.events(Viewer::Umpire, 0).len()), (fresh.hash(), 2));
    let starter = shelf.starter(&bids::request()).unwrap();
    let silent = starter.start(4).unwrap();
    assert_eq!((silent.hash(), silent.events(Viewer::Umpire, 0).len()), (fresh.hash(), 0));
    assert_ne!(starter.start(5).unwrap().hash(), fresh.hash());
    let nowhere = SetupRequest { scenario: "attic".to_owned(), ..SetupRequest::default() };
    let words = "scenario: expected parlour, found \"attic\"";
    assert_eq!(shelf.new_match(&nowhere, 1).unwrap_err().to_string(), words);
    assert_eq!(shelf.starter(&nowhere).err().map(|e| e.to_string()).as_deref(), Some(words));
}

#[test]
fn each_event_is_told_once_with_all_who_see_the_same_of_it() {
    let table = any();
    let viewers = [Viewer::Seat(ADA), Viewer::Seat(BERT), Viewer::Spectator, Viewer::Umpire];
    for from in 0..=table.happened() {
        let told = table.told_since(from, &viewers);
        for (bit, viewer) in viewers.into_iter().enumerate() {
            let his = told.iter().filter(|(who, _)| who >> bit & 1 == 1).map(|(_, event)| event.clone());
            assert_eq!(his.collect::<Vec<_>>(), table.seen_since(viewer, from), "{viewer} from {from}");
        }
    }
    let all = table.told_since(0, &viewers);
    let open = all.iter().filter(|(who, _)| *who == 0b1111).count();
    assert!(open > 0 && open < all.len(), "some lie open and some do not");
    assert!(table.told_since(0, &[]).is_empty());
    // Two forms that say the same are one.
    let mut blind =
        Match::<bids::Bids<{ fault::BIDS_BLINDLY }>>::begin(&bids::content(), parlour(), 9).unwrap();
    blind.order(ADA, &bid(5)).unwrap();
    let told = blind.told_since(2, &viewers);
    assert_eq!(
        told.iter().map(|(who, event)| (*who, &*event.text)).collect::<Vec<_>>(),
        [(0b1111, "Ada bids a card.")]
    );
}

#[test]
fn what_happened_and_who_ordered_is_counted() {
    let (played, table) = (second_round(), any());
    assert_eq!((table.happened(), table.seed()), (played.events().len(), 9));
    assert_eq!((table.orders(), table.orders_of(ADA), table.orders_of(BERT)), (3, 1, 2));
    for orders in 0..=3 {
        assert_eq!(table.happened_after(orders), played.events_after(orders));
    }
    // The two hands, a bid, a bid and what came of both, a bid.
    assert_eq!([0, 1, 2, 3].map(|orders| table.happened_after(orders)), [2, 3, 6, 7]);
    assert_eq!(table.count_between(Viewer::Umpire, 2, 6), 4);
    assert_eq!([0, 2, 7].map(|from| table.count_since(Viewer::Umpire, from)), [7, 5, 0]);
    assert_eq!(table.count_since(Viewer::Spectator, 0), table.seen_since(Viewer::Spectator, 0).len());
    assert_eq!(table.count_between(Viewer::Spectator, 0, 2), 0, "hands are dealt in secret");
    assert_eq!(table.count_between(Viewer::Seat(ADA), 0, 99), 6, "all but the other hand");
}

#[test]
fn the_other_team_wins_if_one_gives_up() {
    let table = any();
    assert_eq!(table.winner_against(ADA).as_deref(), Some("Bert"));
    assert_eq!(table.winner_against(BERT).as_deref(), Some("Ada"));
    assert_eq!(table.winner_against(SeatId(7)), None);
}

#[test]
fn prompts_are_alike_if_everything_about_them_is() {
    let open = |table: &dyn AnyMatch| table.open(Viewer::Umpire);
    assert_eq!(open(&*any()), open(&*any()));
    assert_ne!(open(&*any()), open(&table()));
    let mut other = open(&*any());
    other[0].options += 1;
    assert_ne!(other, open(&*any()));
    assert!(open(&*any()).iter().all(|prompt| !prompt.vain), "none of them is a window");
}

#[test]
fn content_comes_from_files_and_was_once_known_by_their_text() {
    let files = [("a.toml", "x = 1")];
    let read: table::face::ReadContent<Bids> = |files| match files {
        [("a.toml", _)] => Ok(bids::content()),
        _ => Err("expected a.toml".to_owned()),
    };
    let game = Shelved::<Bids>::of_files(bids::content(), &files, read);
    assert_eq!(game.files(), [("a.toml".to_owned(), "x = 1".to_owned())]);
    assert_eq!((game.rules(), game.content()), (Bids::RULES_VERSION, Bids::content_hash(&())));
    let other = game.with_files(vec![("a.toml".to_owned(), "x = 2".to_owned())]).unwrap();
    assert_eq!(other.files()[0].1, "x = 2");
    assert_eq!(game.with_files(Vec::new()).err().as_deref(), Some("expected a.toml"));
    let why = "the content of bids is not read from files";
    assert_eq!(shelf().with_files(Vec::new()).err().as_deref(), Some(why));

    let text = any().log_text();
    let older = text.replace(&game.content().to_string(), &table::state_hash(&files[..]).to_string());
    assert_ne!(older, text);
    assert_eq!(game.load_log(&older).unwrap().log_text(), text, "it is written as it is named now");
    assert!(game.verify_log(&older).unwrap().ok);
    for stranger in [&*other, &*shelf()] {
        let refused = stranger.load_log(&older).unwrap_err().to_string();
        assert!(refused.contains("start the program with the content"), "{refused}");
    }
    let none = text.replace(&game.content().to_string(), &table::state_hash(&files[..0]).to_string());
    assert!(shelf().load_log(&none).is_err(), "no files are no name");
}

#[test]
fn a_position_whose_decision_no_order_answers_is_refused() {
    type Mute = race::Race<{ fault::NO_ORDER_ANSWERS }>;
    let shelf = Shelved::<Mute>::new(race::content());
    let mut position =
        serde_json::to_value(Mute::resolve(&race::content(), &race::request()).unwrap()).unwrap();
    assert!(shelf.load_position(&position, 1).is_ok());
    position["turn"] = json!(3);
    let refused = shelf.load_position(&position, 1).unwrap_err();
    assert_eq!(refused.place, "position");
    assert!(refused.why.contains("no order answers"), "{refused}");
    // The same table by the sound game is played on.
    assert!(Shelved::<Race>::new(race::content()).load_position(&position, 1).is_ok());
}

#[test]
fn a_log_and_a_position_can_be_loaded() {
    let played = any();
    let loaded = shelf().load_log(&played.log_text()).unwrap();
    assert_eq!((loaded.hash(), loaded.orders(), loaded.round()), (played.hash(), 3, 1));
    assert!(!loaded.events(Viewer::Spectator, 0).is_empty(), "a loaded match records");
    let copy = shelf().load_position(&played.position(), 77).unwrap();
    assert_eq!(copy.view(Viewer::Umpire), played.view(Viewer::Umpire));
    assert_eq!((copy.position(), copy.orders(), copy.round()), (played.position(), 0, 0));
    assert_eq!(played.position()["dealt"]["bids"], json!([null, 2]));
    let error = shelf().load_position(&json!({"hand": 3, "hands": []}), 1).unwrap_err();
    assert!(error.to_string().starts_with("position: unknown field `hands`"), "{error}");
    let error = shelf().load_log("").unwrap_err().to_string();
    assert!(error.starts_with("line 1: "), "{error}");
    assert_eq!(played.replayed_hash(), Ok(played.hash()));
    let world = played.imagine(ADA, &mut Dice::new(1));
    assert_ne!(world.replayed_hash(), Ok(world.hash()), "an imagined match has no history");
}

#[test]
fn a_match_tells_where_it_stands() {
    let mut played = any();
    assert_eq!(played.game(), "bids");
    assert_eq!(played.seats().iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), bids::NAMES);
    assert_eq!((played.turn(), played.round(), played.orders()), (2, 1, 3));
    assert_eq!((played.waiting(), played.outcome()), (vec![ADA], None));
    assert_eq!(played.hash(), second_round().hash());
    finish(&mut *played);
    assert_eq!((played.turn(), played.round(), played.waiting()), (4, 3, vec![]));
    let outcome = played.outcome().unwrap();
    assert_eq!((outcome.winner_name.as_deref(), outcome.how, outcome.grade), (Some("Ada"), "points", None));
}

#[test]
fn prompts_are_full_for_their_own_seat_and_an_outline_for_others() {
    let played = any();
    let ada = json!(played.prompts(Viewer::Seat(ADA)));
    assert_eq!((&ada["round"], &ada["turn"], &ada["waiting"]), (&json!(1), &json!(2), &json!([0])));
    assert_eq!(ada["outcome"], Value::Null);
    let expected = json!([
        {"seat": 0, "must": true, "duty": "owed", "ask": {"kind": "bid"}, "text": "Bid a card.", "options": 2},
        {"seat": 0, "must": false, "duty": "open", "ask": {"kind": "double"}, "text": "Double this round?", "options": 1},
    ]);
    assert_eq!(ada["prompts"], expected);
    let bert = json!(played.prompts(Viewer::Seat(BERT)));
    assert_eq!(bert["prompts"][0]["ask"], json!({"kind": "change", "from": 2}));
    assert_eq!(bert["prompts"].as_array().map(Vec::len), Some(1));
    assert_eq!(json!(played.prompts(Viewer::Spectator))["prompts"], json!([]));
    assert_eq!(json!(played.prompts(Viewer::Spectator))["waiting"], json!([0]));
    assert_eq!(json!(played.prompts(Viewer::Umpire))["prompts"].as_array().map(Vec::len), Some(3));
}

#[test]
fn legal_orders_are_cut_at_the_limit_and_counted_in_full() {
    let played = any();
    let all =
        vec![json!({"kind": "bid", "card": 1}), json!({"kind": "bid", "card": 7}), json!({"kind": "double"})];
    assert_eq!(played.legal(ADA, usize::MAX), (all.clone(), 3));
    assert_eq!(played.legal(ADA, 3), (all.clone(), 3));
    assert_eq!(played.legal(ADA, 2), (all[..2].to_vec(), 3));
    assert_eq!(played.legal(ADA, 1), (all[..1].to_vec(), 3));
    assert_eq!(played.legal(ADA, 0), (vec![], 3));
    assert_eq!(played.legal(BERT, 9), (vec![json!({"kind": "bid", "card": 6})], 1));
}

#[test]
fn rows_are_cut_at_the_limit_and_counted_in_full() {
    let played = any();
    let labels = |seat, limit| {
        let (rows, total) = played.rows(seat, limit);
        (rows.into_iter().map(|row| row.row.label).collect::<Vec<_>>(), total)
    };
    let all = ["bid the 1", "bid the 7", "double"].map(str::to_owned);
    for limit in 0..=4 {
        assert_eq!(labels(ADA, limit), (all[..limit.min(3)].to_vec(), 3), "at most {limit}");
    }
    assert_eq!(labels(BERT, 9), (vec!["bid the 6".to_owned()], 1));
}

#[test]
fn legal_orders_are_shown_until_somebody_has_enough() {
    let played = any();
    let shown = |seat, most: usize| {
        let mut found = Vec::new();
        played.each_legal(seat, &mut |order, row| {
            found.push((order["kind"].clone(), row().label));
            found.len() < most
        });
        found
            .into_iter()
            .map(|(kind, label)| format!("{label} ({})", kind.as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    let all = ["bid the 1 (bid)", "bid the 7 (bid)", "double (double)"];
    assert_eq!([1, 2, 3, 9].map(|most| shown(ADA, most)), [1, 2, 3, 3].map(|most| all[..most].to_vec()));
    assert_eq!(shown(BERT, 9), ["bid the 6 (bid)"]);
}

#[test]
fn an_order_is_found_by_its_number_and_told_in_words_while_it_is_legal() {
    let played = any();
    assert_eq!(played.entry(1), Some((BERT, json!({"kind": "bid", "card": 4}))));
    let text = |number| played.entry_text(number).map(|(seat, text)| (seat, text.get().to_owned()));
    assert_eq!(text(0), Some((ADA, r#"{"kind":"bid","card":5}"#.to_owned())));
    assert_eq!((played.entry(3), text(3)), (None, None));
    let first = shelf().load_log(&played.first(1)).unwrap();
    assert_eq!((first.orders(), first.waiting()), (1, vec![BERT]));
    let words = |order| played.words(ADA, &order);
    assert_eq!(words(json!({"kind": "highest"})).as_deref(), Some("bid the highest"), "listed or not");
    assert_eq!((words(json!({"kind": "bid", "card": 5})), words(json!(3))), (None, None));
}

#[test]
fn who_plays_by_the_procedure_of_the_game_is_told() {
    type Alone = bids::Bids<{ fault::BERT_PLAYS_ITSELF }>;
    let alone = Shelved::<Alone>::new(bids::content());
    assert_eq!((alone.procedure(), shelf().procedure()), (Some("Bert"), None));
    let itself = |table: &dyn AnyMatch| [ADA, BERT].map(|seat| table.plays_itself(seat));
    assert_eq!(itself(&*alone.new_match(&bids::request(), 1).unwrap()), [false, true]);
    assert_eq!(itself(&*any()), [false, false]);
}

#[test]
fn a_judgement_is_weighed_otherwise_and_stays_so_when_an_order_is_taken_back() {
    let shelf = Shelved::<Race>::new(race::content());
    assert_eq!(shelf.weights().iter().map(|weight| &*weight.name).collect::<Vec<_>>(), ["lead"]);
    let setup = race::Setup { martian: 3, ..Race::resolve(&race::content(), &race::request()).unwrap() };
    let mut table = shelf.load_position(&json!(setup), 1).unwrap();
    let (hash, worth) =
        (table.hash(), |table: &dyn AnyMatch| table.appraise(race::RUNNER).map(|worth| worth.value));
    assert_eq!(worth(&*table), Some(-3.0));
    table.order(race::RUNNER, &json!({"kind": "switch"})).unwrap();
    table.judge_by(&[2.0]);
    assert_eq!(worth(&*table), Some(-6.0));
    table.undo(None).unwrap();
    assert_eq!((worth(&*table), table.hash()), (Some(-6.0), hash), "no rule asks for it");
}

#[test]
fn orders_come_as_json_and_are_refused_or_unreadable() {
    let mut played = any();
    let refused = played.order(ADA, &json!({"kind": "bid", "card": 5})).unwrap_err();
    assert_eq!(refused.to_string(), "you do not hold the 5 [SB-02]");
    assert!(matches!(refused, OrderError::Refused(_)));
    let unreadable = played.order(ADA, &json!({"kind": "fold"})).unwrap_err();
    assert!(matches!(unreadable, OrderError::Unreadable(_)));
    let words = "not an order of this game: unknown variant `fold`";
    assert!(unreadable.to_string().starts_with(words), "{unreadable}");
    assert_eq!(played.orders(), 3);
    played.order(ADA, &json!({"kind": "bid", "card": 7})).unwrap();
    assert_eq!((played.orders(), played.round()), (4, 2));
}

#[test]
fn events_are_numbered_in_each_viewers_own_stream() {
    let mut played = table();
    played.order(ADA, &bid(5)).unwrap();
    let ada = ["The hand is [1, 5, 7]. [SB-01]", "Ada bids the 5. [SB-02]"];
    assert_eq!(texts(&played, Viewer::Seat(ADA), 0), ada);
    assert_eq!(texts(&played, Viewer::Seat(ADA), 1), ada[1..]);
    assert!(texts(&played, Viewer::Seat(ADA), 2).is_empty());
    assert_eq!(texts(&played, Viewer::Seat(BERT), 1), ["Ada bids a card. [SB-02]"]);
    assert_eq!(texts(&played, Viewer::Spectator, 0), ["Ada bids a card. [SB-02]"]);
    assert_eq!(texts(&played, Viewer::Umpire, 0).len(), 3);
    let what = json!({"kind": "bids", "seat": 0, "card": 5});
    let event = json!({"rule": "SB-02", "what": what, "text": "Ada bids the 5."});
    assert_eq!(json!(AnyMatch::events(&played, Viewer::Seat(ADA), 1)), json!([event]));
}

#[test]
fn a_seats_log_holds_its_own_orders_until_the_end() {
    let mut played = any();
    let log = played.log_for(Viewer::Seat(BERT));
    let orders = json!([
        {"seat": 1, "order": {"kind": "bid", "card": 4}},
        {"seat": 1, "order": {"kind": "bid", "card": 2}},
    ]);
    assert_eq!(log["orders"], orders);
    assert_eq!(log["events"], json!(played.events(Viewer::Seat(BERT), 0)));
    let mut fields: Vec<_> = log.as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["content", "dice", "events", "game", "heatray", "orders", "rules"]);
    let header = [&log["heatray"], &log["game"], &log["rules"], &log["dice"], &log["content"]];
    assert_eq!(json!(header), json!([1, "bids", 1, "chacha8", "918135a02e928da7"]));
    assert_eq!(played.log_for(Viewer::Spectator)["orders"], json!([]));
    assert_eq!(played.log_for(Viewer::Umpire), json!(played.log_text()));
    finish(&mut *played);
    for viewer in [Viewer::Seat(BERT), Viewer::Spectator] {
        assert_eq!(played.log_for(viewer), json!(played.log_text()), "the match is over");
    }
}

#[test]
fn decisions_that_are_owed_are_found_by_number() {
    let mut played = any();
    assert_eq!(played.owed(), Some((0, ADA)));
    assert_eq!((played.owed_by(ADA), played.owed_by(BERT)), (Some(0), None));
    assert_eq!([0, 1, 2, 3].map(|p| played.options(p)), [2, 1, 1, 0]);
    assert_eq!(played.option(0, 1), json!({"kind": "bid", "card": 7}));
    assert_eq!(played.option_text(0, 1), "bid the 7");
    assert_eq!(played.option_text(1, 0), "double");
    played.choose(0, 1);
    assert_eq!((played.orders(), played.owed_by(BERT)), (4, Some(1)));
    played.order(ADA, &json!({"kind": "bid", "card": 1})).unwrap();
    // Ada has no card left to change her bid to: Bert's decision comes first.
    assert_eq!(played.owed(), Some((0, BERT)));
    finish_bert(&mut *played);
    assert_eq!((played.owed(), played.owed_by(ADA)), (None, None));
}

fn finish_bert(table: &mut dyn AnyMatch) {
    table.order(BERT, &json!({"kind": "bid", "card": 6})).unwrap();
}

#[test]
fn a_prompt_that_is_not_a_must_is_not_owed() {
    let mut played = table();
    played.order(ADA, &bid(5)).unwrap();
    let played: &dyn AnyMatch = &played;
    assert_eq!(played.owed(), Some((1, BERT)), "Ada's first prompt is a change of mind");
    assert_eq!(played.owed_by(ADA), None);
}

#[test]
fn undo_goes_through_the_face() {
    let mut played = any();
    assert_eq!((played.can_undo(Some(ADA)), played.can_undo(Some(BERT))), (Err(UndoError::Settled), Ok(())));
    assert_eq!(played.undo(Some(ADA)), Err(UndoError::Settled));
    assert_eq!(played.undo(Some(BERT)), Ok(()));
    assert_eq!((played.orders(), played.waiting()), (2, vec![ADA, BERT]));
}

#[test]
fn views_and_imagined_matches_go_through_the_face() {
    let played = any();
    assert_eq!(played.view(Viewer::Seat(ADA))["hands"], json!([[1, 7], null]));
    assert_eq!(played.view(Viewer::Umpire)["aside"], json!(3));
    let world = played.imagine(ADA, &mut Dice::new(1));
    assert_eq!(world.view(Viewer::Seat(ADA)), played.view(Viewer::Seat(ADA)));
    assert_eq!(world.orders(), 0);
    assert_eq!(format!("{world:?}"), "Match of bids after 0 orders");
    assert_eq!(parlour(), second_round().header().setup);
    let solo = Shelved::<Race>::new(race::content());
    assert!(solo.kind().solitaire && solo.id() == "race");
}

#[test]
fn what_was_judged_is_carried_out_once_and_only_while_nothing_changed() {
    let (mut played, mut asked) = (any(), any());
    let (seven, one) = (json!({"kind": "bid", "card": 7}), json!({"kind": "bid", "card": 1}));
    asked.order(ADA, &seven).unwrap();
    let judged = played.judge(ADA, &seven).unwrap();
    assert_eq!((played.orders(), played.hash()), (3, any().hash()), "to judge changes nothing");
    played.carry_out(judged).unwrap();
    assert_eq!((played.hash(), played.log_text()), (asked.hash(), asked.log_text()));

    // What is refused gives nothing to carry out, and for the same reason.
    assert_eq!(played.judge(BERT, &seven).unwrap_err(), played.check(BERT, &seven).unwrap_err());
    assert!(matches!(played.judge(ADA, &json!(3)), Err(OrderError::Unreadable(_))));

    // An order, an order taken back, other dice: each makes what was judged before void.
    let mut table = any();
    let stale = table.judge(ADA, &one).unwrap();
    table.order(ADA, &seven).unwrap();
    let orders = table.orders();
    assert!(table.carry_out(stale).is_err());
    assert_eq!(table.orders(), orders, "nothing was carried out");
    let mut table = any();
    let stale = table.judge(ADA, &one).unwrap();
    table.reroll(9);
    assert!(table.carry_out(stale).is_err());
    let mut table = any();
    let stale = table.judge(ADA, &one).unwrap();
    table.reroll(9);
    table.order(BERT, &json!({"kind": "bid", "card": 6})).unwrap();
    assert!(table.carry_out(stale).is_err(), "two changes do not make up for each other");

    // Nor is an order of one game carried out in another.
    let stranger = any().judge(ADA, &one).unwrap();
    let mut other = Shelved::<Race>::new(race::content()).new_match(&race::request(), 1).unwrap();
    assert!(other.carry_out(stranger).is_err());
}

#[test]
fn other_dice_and_drawn_orders_go_through_the_face() {
    type Drawless = race::Race<{ fault::DRAWS_NOTHING }>;
    let mut table = any();
    assert_eq!(table.rerolled_before(2), None);
    table.reroll(77);
    assert_eq!(
        (table.rerolled_before(2), table.rerolled_before(3)),
        (Some(77), None),
        "two orders are settled"
    );
    let (order, words) = table.drawn(0, &mut Dice::new(3)).expect("a bid");
    assert_eq!(words, format!("bid the {}", order["card"]));
    assert_eq!(table.orders(), 3, "it is not given yet");
    assert!(table.draw(0, &mut Dice::new(3)));
    assert_eq!((table.orders(), table.orders_of(ADA), table.entry(3)), (4, 2, Some((ADA, order))));

    let setup = race::Setup { turn: 3, ..Race::resolve(&race::content(), &race::request()).unwrap() };
    let mut table = Shelved::<Drawless>::new(race::content()).load_position(&json!(setup), 1).unwrap();
    assert_eq!(table.drawn(0, &mut Dice::new(3)), None);
    assert!(!table.draw(0, &mut Dice::new(3)) && table.orders() == 0);
}

#[test]
fn what_no_rule_asks_lies_in_files_of_these_names() {
    use table::weights::is_beside_the_rules;
    assert!(is_beside_the_rules("judgement.toml") && is_beside_the_rules("worlds/balance.toml"));
    assert!(!is_beside_the_rules("judgement.toml/events.toml") && !is_beside_the_rules("events.toml"));
}
