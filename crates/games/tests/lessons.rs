//! Every lesson is played by its own data: it can not go stale without somebody being told.

use games::{Lesson, Shelf};
use lessons::{Until, rehearse};
use serde_json::{Value, json};
use std::path::Path;

fn lesson(shelf: &Shelf, id: &str) -> Lesson {
    shelf.lessons().iter().find(|lesson| lesson.id == id).expect("a lesson").clone()
}

#[test]
fn every_lesson_is_legal_step_by_step_and_ends_as_it_says() {
    let shelf = Shelf::default();
    assert!(!shelf.lessons().is_empty());
    for lesson in shelf.lessons() {
        let game = shelf.get(&lesson.game).expect("its game");
        let played = rehearse(lesson, game);
        let played =
            played.unwrap_or_else(|e| panic!("{} {}:{}: {}", lesson.game, lesson.file, e.line, e.why));
        assert!(!played.orders.is_empty(), "{}: nothing is done", lesson.id);
        // Who reads that something comes next finds it one press away.
        assert_eq!(lesson.end.say.contains("Next:"), lesson.end.next.is_some(), "{}", lesson.id);
        let again = rehearse(lesson, game).expect("the same once more");
        assert_eq!(played.orders, again.orders, "{}: the same opponent each time", lesson.id);
    }
}

#[test]
fn the_first_lesson_is_a_first_win_in_five_minutes() {
    let shelf = Shelf::default();
    let mut first = shelf.lessons().iter().filter(|lesson| lesson.first);
    let (Some(lesson), None) = (first.next(), first.next()) else { panic!("one lesson is the first") };
    assert!(lesson.minutes <= 5);
    let played = rehearse(lesson, shelf.get(&lesson.game).expect("its game")).expect("it holds");
    let (outcome, me) = (played.outcome.expect("an end"), lesson.me());
    let seats = shelf.get(&lesson.game).expect("its game").scenarios();
    let seats = &seats.iter().find(|s| s.id == lesson.scenario).expect("its scenario").seats;
    assert_eq!(outcome.winner_name.as_deref(), Some(seats[me].team.as_str()));
}

#[test]
fn a_lesson_that_does_not_hold_is_told_with_its_line() {
    let shelf = Shelf::default();
    let good = lesson(&shelf, "bring-proof");
    let game = shelf.get(&good.game).expect("its game");
    let first = good.steps.iter().position(|step| matches!(step.until, Until::Order(_))).expect("an order");

    let mut illegal = good.clone();
    illegal.steps[first].until = Until::Order(json!({ "plan": { "cards": [1, 1, 1] } }));
    let wrong = rehearse(&illegal, game).expect_err("an illegal order");
    assert_eq!(wrong.line, good.steps[first].line);
    assert!(wrong.why.contains("no legal order fits") && wrong.why.contains("Plan 3 cards"), "{}", wrong.why);

    let mut untrue = good.clone();
    untrue.steps[first + 1].told = vec!["The moon falls.".to_owned()];
    let wrong = rehearse(&untrue, game).expect_err("an untrue word");
    assert_eq!(wrong.line, good.steps[first + 1].line);
    assert!(wrong.why.contains("does not tell \"The moon falls.\""), "{}", wrong.why);

    let mut other = good.clone();
    other.end.winner = Some("Martians".to_owned());
    let wrong = rehearse(&other, game).expect_err("another winner");
    assert!(wrong.line == good.end.line && wrong.why.contains("Earthlings"), "{}", wrong.why);

    let mut nowhere = good.clone();
    nowhere.end.next.as_mut().expect("it leads on").scenario = "no-such-scenario".to_owned();
    let wrong = rehearse(&nowhere, game).expect_err("it leads nowhere");
    assert!(wrong.line == good.end.line && wrong.why.contains("bring-proof"), "{}", wrong.why);
    let mut nobody = good.clone();
    nobody.end.next.as_mut().expect("it leads on").team = Some("Romans".to_owned());
    assert!(rehearse(&nobody, game).expect_err("no such team").why.contains("Earthlings"));
    let mut odd = good.clone();
    odd.end.next.as_mut().expect("it leads on").options.insert("moon".to_owned(), "blue".to_owned());
    assert!(rehearse(&odd, game).expect_err("no such option").why.contains("can not begin"));

    let mut short = good.clone();
    short.steps.truncate(first + 1);
    assert!(rehearse(&short, game).is_err(), "it ends before anybody has won");

    let mut other = good;
    other.scenario = "no-such-scenario".to_owned();
    assert!(rehearse(&other, game).expect_err("no scenario").why.contains("can not begin"));
}

#[test]
fn lessons_of_a_folder_stand_beside_the_others() {
    let folder = std::env::temp_dir().join(format!("heatray-lessons-{}", std::process::id()));
    let school = folder.join("lessons");
    std::fs::create_dir_all(&school).expect("a folder");
    let text = games::GAMES.iter().find_map(|game| game.lessons.first()).expect("a lesson").1;
    let own = text.replacen("id = \"", "id = \"own-", 1);
    std::fs::write(school.join("own.toml"), own).expect("a file");
    let shelf = Shelf::open(Some(Path::new(&folder)));
    std::fs::remove_dir_all(&folder).expect("gone");
    let shelf = shelf.expect("a shelf");
    assert_eq!(shelf.lessons().len(), Shelf::default().lessons().len() + 1);
    assert!(shelf.lessons().iter().any(|lesson| lesson.id.starts_with("own-")));
}

/// What the frame and the server are given is what was read.
#[test]
fn a_lesson_is_written_as_it_was_read() {
    let written = serde_json::to_value(lesson(&Shelf::default(), "bring-proof")).expect("plain data");
    assert_eq!(written["seats"], json!(["me", "automated"]));
    assert_eq!(written["steps"][0]["until"], json!("next"));
    let orders = written["steps"].as_array().expect("steps").iter();
    assert!(orders.filter(|step| step["until"].get("order").is_some_and(Value::is_object)).count() >= 4);
}
