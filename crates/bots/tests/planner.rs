//! What is promised of the search for all games, and of every bot: secrets and threads move no order.

use bots::{Bot, Desk, KNOWN, Level, PlannerBot};
use table::face::{AnyGame, AnyMatch, Shelved};
use table::{Dice, SetupRequest};

const GAMES: [(&str, &str); 4] =
    [("triplanes", "bring-proof"), ("hussars", "horsell"), ("victory", "dogfight"), ("worlds", "core")];

fn a_match(game: &str, scenario: &str, seed: u64) -> Box<dyn AnyMatch> {
    let request = SetupRequest::of(scenario, &[]);
    let begun = match game {
        "triplanes" => {
            Shelved::<triplanes::State>::new(triplanes::Content::built_in()).new_match(&request, seed)
        }
        "hussars" => Shelved::<hussars::State>::new(hussars::Content::built_in()).new_match(&request, seed),
        "victory" => Shelved::<victory::State>::new(victory::Content::built_in()).new_match(&request, seed),
        _ => Shelved::<worlds::State>::new(worlds::Content::built_in()).new_match(&request, seed),
    };
    begun.unwrap()
}

/// Plays on by `greedy` and shows every decision that leaves a choice.
fn decisions(
    game: &mut dyn AnyMatch,
    orders: usize,
    mut look: impl FnMut(&dyn AnyMatch, usize, table::SeatId),
) {
    let mut others: Vec<_> =
        game.seats().iter().map(|seat| bots::GreedyBot::new(u64::from(seat.id.0))).collect();
    for _ in 0..orders {
        let Some((prompt, seat)) = game.owed() else { return };
        if game.options(prompt) > 1 {
            look(game, prompt, seat);
        }
        assert!(bots::answer(&mut others[seat.index()], game, prompt, seat));
    }
}

#[test]
fn no_bot_peeks_in_any_game() {
    for (game, scenario) in GAMES {
        let (mut asked, mut changed) = (vec![0; KNOWN.len()], 0);
        let mut dice = Dice::new(7);
        let mut seen = 0;
        decisions(a_match(game, scenario, 3).as_mut(), 120, |play, prompt, seat| {
            // Those who think long are asked seldom: everybody in his turn, and the quick ones each time.
            seen += 1;
            let other = play.imagine(seat, &mut dice);
            changed += usize::from(play.position() != other.position());
            for (n, name) in KNOWN.iter().enumerate() {
                if Level::named(name).is_some() && seen % 32 != 4 * n {
                    continue;
                }
                asked[n] += 1;
                let answer = |table: &dyn AnyMatch| {
                    let mut bot = bots::by_name(name, 11).unwrap();
                    let order = bots::order(bot.as_mut(), &Desk::new(table, seat), prompt);
                    (order, bot.why(), bot.report())
                };
                assert_eq!(answer(play), answer(other.as_ref()), "{name} in {game}, decision {seen}");
            }
        });
        assert!(asked.iter().all(|times| *times > 0), "{game}: {asked:?}");
        let secrets = matches!(game, "triplanes" | "hussars");
        assert_eq!(changed > 0, secrets, "{game}: {changed} of {seen} tables were other ones");
    }
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    for (game, scenario) in GAMES {
        let (mut compared, mut reports) = (0, Vec::new());
        decisions(a_match(game, scenario, 5).as_mut(), 40, |play, prompt, seat| {
            compared += 1;
            if compared % 8 != 1 {
                return;
            }
            let answer = |threads, seed| {
                let mut bot = PlannerBot::new(Level::Recruit, seed).on_threads(threads);
                let option = bot.choose(&Desk::new(play, seat), prompt);
                (option, bot.why(), bot.report())
            };
            let one = answer(1, 9);
            assert_eq!(one, answer(2, 9), "{game}, decision {compared}");
            assert_eq!(one, answer(0, 9), "{game}, decision {compared}");
            reports.push((one.2, answer(1, 10).2));
        });
        assert!(reports.iter().any(|(one, other)| one != other), "{game}: another seed, other worlds");
    }
}

#[test]
fn it_says_what_it_weighed() {
    let game = a_match("worlds", "core", 1);
    let (prompt, seat) = game.owed().unwrap();
    let desk = Desk::new(game.as_ref(), seat);
    let mut bot = PlannerBot::new(Level::Recruit, 1);
    assert_eq!((bot.why(), bot.report()), (None, None), "nobody has asked it anything");
    let option = bot.choose(&desk, prompt);
    let report = bot.report().unwrap();
    assert_eq!(Some(report.plan.words), desk.option_text(prompt, option));
    assert_eq!(report.alternatives.len(), 2);
    assert!(report.alternatives.iter().all(|other| !other.words.is_empty()));
    assert!(report.alternatives[0].value >= report.alternatives[1].value);
    assert!(bot.why().unwrap().ends_with(|c: char| c == '.' || c.is_alphabetic()));
}
