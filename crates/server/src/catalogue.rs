//! The games as the home page shows them.

use crate::thinkers;
use crate::wire::{
    BalanceCard, BalanceSide, BotInfo, ChoiceCard, ExtraCard, GameInfo, LessonCard, ListCard, OptionCard,
    RowCard, ScenarioCard, ScenarioPage, SeatCard,
};
use components::{Badge, SideBadge};
use lessons::Lesson;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::face::{AnyGame, AnyMatch};
use table::{ListInfo, OptionInfo, RowInfo, ScenarioInfo, SetupRequest, Viewer};

/// The pictures on the home page show this deal.
const PICTURE_SEED: u64 = 7;

/// The card of each game, and the pages of its scenarios to read in the order of their cards. Every scenario is begun
/// for them, so they are made once.
pub fn cards(games: &[Arc<dyn AnyGame>], lessons: &[Lesson]) -> (Vec<GameInfo>, Vec<Vec<ScenarioPage>>) {
    games.iter().map(|game| card(game.as_ref(), lessons)).unzip()
}

fn page(scenario: &ScenarioInfo, first: &dyn AnyMatch) -> ScenarioPage {
    ScenarioPage {
        briefing: first.briefing(),
        goals: first.goals(Viewer::Spectator),
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        about: scenario.about.clone(),
    }
}

fn card(game: &dyn AnyGame, lessons: &[Lesson]) -> (GameInfo, Vec<ScenarioPage>) {
    let mut bots: Vec<BotInfo> = thinkers::known()
        .into_iter()
        .filter(|(id, ..)| bots::suits(id, game.kind()))
        .map(|(id, name, about)| BotInfo {
            id: id.to_owned(),
            name: name.to_owned(),
            about: about.to_owned(),
            team: None,
            gentle: id == bots::GENTLE,
            slow: bots::Level::named(id).is_some(),
        })
        .collect();
    if let Some(team) = game.procedure() {
        bots.push(BotInfo {
            id: bots::AUTOMATED.to_owned(),
            name: "Automated".to_owned(),
            about: "Plays by the rulebook's own procedure and explains each of its decisions.".to_owned(),
            team: Some(team.to_owned()),
            gentle: false,
            slow: false,
        });
    }
    let badges = badges(game);
    let (scenarios, pages): (Vec<_>, Vec<_>) = in_order(game.scenarios())
        .into_iter()
        .map(|scenario| {
            let first = beginning(game, &scenario);
            let page = first.as_deref().map(|first| page(&scenario, first));
            let badge = badges.iter().find(|badge| badge.scenario == scenario.id).map(balance_card);
            (ScenarioCard { balance: badge, ..scenario_card(scenario, first) }, page)
        })
        .unzip();
    let card = GameInfo {
        game: game.id().to_owned(),
        title: game.title().to_owned(),
        scenarios,
        bots,
        lessons: lessons.iter().filter(|lesson| lesson.game == game.id()).map(lesson_card).collect(),
    };
    (card, pages.into_iter().flatten().collect())
}

/// What was measured of a game's scenarios under the rules that are played.
fn badges(game: &dyn AnyGame) -> Vec<Badge> {
    let files: Vec<(&str, &str)> = game.files().iter().map(|(name, text)| (&**name, &**text)).collect();
    let scenarios: Vec<String> = game.scenarios().into_iter().map(|scenario| scenario.id).collect();
    let mut badges = components::badges(&files, &scenarios).unwrap_or_else(|wrong| {
        // Whoever reads content from a folder is told before: a card without a badge is a card.
        tracing::warn!(game = game.id(), %wrong, "the badges of the scenarios can not be read");
        Vec::new()
    });
    badges.retain(|badge| badge.rules == game.rules());
    badges
}

fn balance_card(badge: &Badge) -> BalanceCard {
    let few = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    let side = |side: &SideBadge| BalanceSide {
        name: side.name.clone(),
        wins: few(side.wins),
        low: side.low,
        high: side.high,
    };
    BalanceCard {
        sides: badge.side.iter().map(side).collect(),
        draws: few(badge.draws),
        games: few(badge.games),
        bots: badge.bots.clone(),
        date: badge.date.clone(),
    }
}

fn lesson_card(lesson: &Lesson) -> LessonCard {
    LessonCard {
        id: lesson.id.clone(),
        title: lesson.title.clone(),
        about: lesson.about.clone(),
        scenario: lesson.scenario.clone(),
        minutes: lesson.minutes,
        steps: u16::try_from(lesson.steps.len()).unwrap_or(u16::MAX),
        first: lesson.first,
    }
}

/// What a lone visitor can play comes first: the rest stays as the game lists it.
fn in_order(mut scenarios: Vec<ScenarioInfo>) -> Vec<ScenarioInfo> {
    scenarios.sort_by_key(|scenario| !is_solo(scenario));
    scenarios
}

/// The game's own procedure plays the other side unless somebody wishes otherwise.
fn is_solo(scenario: &ScenarioInfo) -> bool {
    scenario.options.iter().any(|option| option.id == bots::AUTOMATED && option.default == "on")
}

fn scenario_card(scenario: ScenarioInfo, first: Option<Box<dyn AnyMatch>>) -> ScenarioCard {
    let solo = is_solo(&scenario);
    let briefing = first.as_ref().map(|play| play.briefing()).unwrap_or_default();
    ScenarioCard {
        picture: first.as_ref().map_or(Value::Null, |play| play.view(Viewer::Spectator)),
        goals: first.as_ref().map(|play| play.goals(Viewer::Spectator)).unwrap_or_default(),
        side: briefing.sides.into_iter().next().map(|side| side.team),
        special: briefing.special,
        seats: scenario
            .seats
            .into_iter()
            .map(|seat| SeatCard { seat: seat.seat.0, name: seat.name, team: seat.team })
            .collect(),
        options: scenario.options.into_iter().map(option_card).collect(),
        id: scenario.id,
        title: scenario.title,
        about: scenario.about,
        variants: scenario.variants,
        solo,
        difficulty: scenario.difficulty,
        minutes: scenario.minutes,
        balance: None,
    }
}

fn option_card(option: OptionInfo) -> OptionCard {
    OptionCard {
        lists: option.lists.into_iter().map(list_card).collect(),
        id: option.id,
        about: option.about,
        takes: option.takes,
        expects: option.expects,
        default: option.default,
    }
}

fn list_card(list: ListInfo) -> ListCard {
    let extra = |e: table::ExtraInfo| ExtraCard {
        word: e.word,
        name: e.name,
        about: e.about,
        group: e.group,
        sort: e.sort,
        most: e.most,
        when: e.when,
    };
    ListCard {
        variant: list.variant,
        rows: list.rows.into_iter().map(row_card).collect(),
        more: list.more.map(row_card),
        extras: list.extras.into_iter().map(extra).collect(),
    }
}

fn row_card(row: RowInfo) -> RowCard {
    let choice = |c: table::ChoiceInfo| ChoiceCard { word: c.word, name: c.name, sort: c.sort, when: c.when };
    RowCard { choices: row.choices.into_iter().map(choice).collect(), given: row.given }
}

/// The table at the beginning, with the pieces dealt where that can be had.
fn beginning(game: &dyn AnyGame, scenario: &ScenarioInfo) -> Option<Box<dyn AnyMatch>> {
    let quick = scenario.options.iter().any(|option| {
        option.id == "setup" && option.takes != table::Takes::Text && option.takes.allows("quick")
    });
    let options: BTreeMap<String, String> =
        quick.then(|| ("setup".to_owned(), "quick".to_owned())).into_iter().collect();
    let request = SetupRequest { scenario: scenario.id.clone(), variant: None, options };
    game.new_match(&request, PICTURE_SEED).ok()
}
