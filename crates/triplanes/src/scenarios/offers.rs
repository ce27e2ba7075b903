//! What each scenario leaves to its players: seats, variants, options, and the lists that a form builds row by row.

use super::file::{Force, Slot};
use super::{MOST_TERRAIN, Scenario, ScenarioFile, TURN_LIMIT, TWO_BOXES, seat, simple_battle};
use crate::content::{Content, Skill, TerrainKind};
use crate::invasion::MOST_LOADS;
use crate::setup::Team;
use table::{ChoiceInfo, ExtraInfo, ListInfo, OptionInfo, RowInfo, ScenarioInfo, SeatId, SeatInfo};

/// What the option `automated` takes.
const AUTOMATED: &str = "on, off or the seats of Martians: 1";
const AIRPLANE: &str = "airplane";
const TRIPOD: &str = "tripod";

fn common(setup: &str) -> Vec<OptionInfo> {
    let deal = "deal the pieces onto the table, or let the players place them";
    vec![
        OptionInfo::one_of(
            "planning",
            "refuse an illegal plan, or accept and punish it",
            &["strict", "printed"],
            "strict",
        ),
        OptionInfo::one_of(
            "layer",
            "basic rules alone, or special damages too",
            &["basic", "standard"],
            "standard",
        ),
        OptionInfo::one_of("setup", deal, &["quick", "played"], setup),
        OptionInfo::switch("mat", "play on the official game mat in place of 90 x 90 cm"),
        OptionInfo::switch("black_smoke", "the optional black smoke rule"),
        OptionInfo::switch("altitude", "the altitude rules of the rules pack"),
        OptionInfo::switch("bombing", "bombs: airplanes carry loads, tripods act in secret"),
        OptionInfo::number(
            "turn_limit",
            "the turn after which the match is a draw",
            1..=u16::MAX.into(),
            TURN_LIMIT.into(),
        ),
        OptionInfo::text("automated", "tripods that play by the booklet's procedure", AUTOMATED, "off"),
    ]
}

fn players() -> OptionInfo {
    OptionInfo::text("players", "how many players on each side, Earthlings first", "two numbers: 1,1", "1,1")
}

fn ahead() -> OptionInfo {
    OptionInfo::switch("plan_ahead", "WW2 airplanes plan one turn ahead")
}

fn seats() -> Vec<SeatInfo> {
    let seat_of = |number: u8, team: Team| SeatInfo {
        seat: SeatId(number),
        name: seat(team, 0, 1).name,
        team: team.name().to_owned(),
    };
    vec![seat_of(0, Team::Earthlings), seat_of(1, Team::Martians)]
}

/// How hard a scenario is, and how many minutes it takes two people; one of somebody's own is taken for a usual one.
fn length(id: &str) -> (u8, u16) {
    match id {
        "bring-proof" => (1, 15),
        "a-lonely-invader" => (1, 20),
        "simple-battle" => (2, 20),
        "down-from-the-alps" => (2, 30),
        "captured" => (2, 35),
        "spark-of-hope" => (2, 40),
        "hunters-hunted" | "iron-rain" => (3, 60),
        "piave" | "eagles-nest" | "londons-burning" => (3, 75),
        _ => (2, 45),
    }
}

pub fn list(content: &Content) -> Vec<ScenarioInfo> {
    let mut list = vec![battle(content), proof()];
    list.extend(content.scenarios.iter().map(|file| of_file(content, file)));
    for scenario in &mut list {
        (scenario.difficulty, scenario.minutes) = length(&scenario.id);
    }
    list
}

fn battle(content: &Content) -> ScenarioInfo {
    let mut options = common("quick");
    options.push(OptionInfo::switch("ww2", "Tripods in WW2: airplanes of that war"));
    options.push(ahead());
    options.push(OptionInfo::switch(
        "tripods_vs_tripods",
        "captured tripods on the Earthlings' side: name them among the earthlings",
    ));
    let models = |tripods: bool| -> Vec<ChoiceInfo> {
        let ids = content.models.iter().filter(|m| m.tripod().is_some() == tripods).map(|m| m.id());
        ids.map(|id| choice(content, id)).collect()
    };
    let first = |mut choices: Vec<ChoiceInfo>, word: &str| {
        choices.sort_by_key(|c| c.word != word);
        choices
    };
    let mut airplanes = models(false);
    for airplane in &mut airplanes {
        let ww2 = content.model(&airplane.word).and_then(|m| m.airplane()).is_some_and(|m| m.ww2);
        airplane.when = Some(format!("ww2={}", if ww2 { "on" } else { "off" }));
    }
    airplanes.extend(models(true).into_iter().map(|mut tripod| {
        tripod.when = Some("tripods_vs_tripods=on".to_owned());
        tripod
    }));
    let mut extras = weapons(true);
    extras.extend(skills());
    for extra in &mut extras {
        // WW2 airplanes are flown without the base game's skills, anchor and cannon (INV-WW2-01).
        if extra.word != "rockets" {
            extra.when = Some("ww2=off".to_owned());
        }
    }
    extras.push(loads(Some("bombing=on")));
    extras.extend(crews(Some("tripods_vs_tripods=on")));
    let free = |choices: Vec<ChoiceInfo>, extras| {
        let row = RowInfo { choices, given: Vec::new() };
        vec![ListInfo { variant: None, rows: vec![row.clone()], more: Some(row), extras }]
    };
    let earthlings = OptionInfo {
        lists: free(first(airplanes, simple_battle::EARTHLINGS), extras),
        ..OptionInfo::text(
            "earthlings",
            "the airplanes, what they carry and who flies them",
            EXTRAS,
            simple_battle::EARTHLINGS,
        )
    };
    let martians = OptionInfo {
        lists: free(first(models(true), simple_battle::MARTIANS), crews(Some("tripods_vs_tripods=on"))),
        ..OptionInfo::text("martians", "the tripods, and who sits in them", CREWS, simple_battle::MARTIANS)
    };
    options.extend([
        earthlings,
        martians,
        added_terrain(TWO_BOXES),
        OptionInfo::number("objectives", "objective templates around the middle", 0..=4, 0),
        players(),
        OptionInfo::text(
            "area",
            "width and height of the table",
            "two lengths of 900 to 5000 mm: 900,900",
            "900,900",
        ),
    ]);
    ScenarioInfo {
        id: Scenario::SimpleBattle.id().to_owned(),
        title: "A simple battle".to_owned(),
        about: "Any airplanes against any tripods; the last side on the table wins.".to_owned(),
        variants: Vec::new(),
        difficulty: 0,
        minutes: 0,
        seats: seats(),
        options,
    }
}

fn proof() -> ScenarioInfo {
    let about = "One Nieuport must photograph a tripod with a stall close by, and bring the picture home.";
    let airplane = ChoiceInfo {
        word: simple_battle::EARTHLINGS.to_owned(),
        name: "Nieuport 16".to_owned(),
        sort: AIRPLANE.to_owned(),
        when: None,
    };
    let mut extras = weapons(false);
    extras.extend(skills());
    extras.push(loads(Some("bombing=on")));
    let row = RowInfo { choices: vec![airplane], given: Vec::new() };
    let mut options = common("played");
    options.push(OptionInfo {
        lists: vec![ListInfo { variant: None, rows: vec![row], more: None, extras }],
        ..OptionInfo::text(
            "earthlings",
            "the airplane, what it carries and who flies it",
            EXTRAS,
            simple_battle::EARTHLINGS,
        )
    });
    options.push(added_terrain(MOST_TERRAIN));
    ScenarioInfo {
        id: Scenario::BringProof.id().to_owned(),
        title: "Bring Proof".to_owned(),
        about: about.to_owned(),
        variants: Vec::new(),
        difficulty: 0,
        minutes: 0,
        seats: seats(),
        options,
    }
}

/// How lists of vehicles are written.
const EXTRAS: &str = "models with commas; +rockets, +anchor, +cannon arm one, skills such as +sniper make its \
                      pilot an ace, +bombs or +bombs:2 loads it: spad_xiii+rockets+sniper,nieuport_17";
const CREWS: &str = "models with commas; +human or +martian says who sits in one";
const FIXED: &str = "a model for each vehicle, with commas";

fn of_file(content: &Content, file: &ScenarioFile) -> ScenarioInfo {
    let mut options = common("played");
    // What the scenario rules out is not offered.
    options.retain(|o| match o.id.as_str() {
        "altitude" => !file.ww2,
        "bombing" => !file.is_exact(),
        "mat" => file.fits_a_mat(),
        _ => true,
    });
    if file.ww2 {
        options.push(ahead());
    }
    for team in [Team::Earthlings, Team::Martians] {
        options.push(force_option(content, file, team));
    }
    // Where nobody else finds a seat there is nothing to ask.
    if file.players[1] > 2 {
        options.push(players());
    }
    if file.solo {
        for o in options.iter_mut().filter(|o| o.id == "automated") {
            "on".clone_into(&mut o.default);
        }
    }
    if let Some(reserve) = file.reserve.iter().find(|r| !r.models.is_empty()) {
        let known: Vec<&str> = reserve.models.iter().map(|m| m.get_ref().as_str()).collect();
        let expects = format!("one of: {}", known.join(", "));
        let mut choices: Vec<ChoiceInfo> = known.iter().map(|id| choice(content, id)).collect();
        choices.sort_by_key(|c| c.word != *reserve.model.get_ref());
        let rows = vec![RowInfo { choices, given: Vec::new() }];
        options.push(OptionInfo {
            lists: vec![ListInfo { variant: None, rows, more: None, extras: Vec::new() }],
            ..OptionInfo::text(
                "replacement",
                "the airplane that comes when the first ones are lost",
                &expects,
                reserve.model.get_ref(),
            )
        });
    }
    if !file.terrain.is_empty() {
        let names: Vec<&str> = file.terrain.iter().map(|t| t[0].word()).collect();
        let row = |kinds: &Vec<TerrainKind>| RowInfo { choices: terrain(kinds), given: Vec::new() };
        let rows = file.terrain.iter().map(row).collect();
        options.push(OptionInfo {
            lists: vec![ListInfo { variant: None, rows, more: None, extras: Vec::new() }],
            ..OptionInfo::text(
                "terrain",
                "the terrain templates",
                "a kind for each template",
                &names.join(","),
            )
        });
    } else if !file.solo {
        options.push(added_terrain(MOST_TERRAIN));
    }
    ScenarioInfo {
        id: file.id.clone(),
        title: file.title.clone(),
        about: file.about.clone(),
        variants: file.all_variants(),
        difficulty: 0,
        minutes: 0,
        seats: seats(),
        options,
    }
}

/// The vehicles of a side: one list as printed, and one for each variant that changes them.
fn force_option(content: &Content, file: &ScenarioFile, team: Team) -> OptionInfo {
    let all = file.all_variants();
    let variants = all.iter().filter(|v| file.variant_about(team, Some(v.as_str())).is_some());
    let mut lists = Vec::new();
    for variant in std::iter::once(None).chain(variants.map(|v| Some(v.as_str()))) {
        let Some(force) = file.force(team, variant) else { continue };
        lists.push(ListInfo {
            variant: variant.map(str::to_owned),
            rows: force.vehicles.iter().map(|slot| row(content, slot)).collect(),
            more: None,
            extras: extras(file, force),
        });
    }
    let first = lists.first().map(|list: &ListInfo| list.rows.as_slice()).unwrap_or_default();
    let default: Vec<String> = first.iter().map(|row| row.choices[0].word.clone()).collect();
    let expects = match (team, lists.iter().any(|l| !l.extras.is_empty())) {
        (_, false) => FIXED,
        (Team::Earthlings, true) => EXTRAS,
        (Team::Martians, true) => CREWS,
    };
    let about = match file.force(team, None).and_then(|f| f.ace.as_ref()) {
        None => format!("the vehicles of the {}", team.name()),
        Some(ace) => {
            let skills =
                if ace.skills == 1 { "one skill".to_owned() } else { format!("{} skills", ace.skills) };
            let who = match (ace.pilots, &ace.alliance) {
                (Some(1), _) => "one pilot has".to_owned(),
                (Some(count), _) => format!("{count} pilots have"),
                (None, Some(alliance)) if alliance == "central" => {
                    "pilots of the Central Powers have".to_owned()
                }
                (None, Some(_)) => "pilots of the Entente have".to_owned(),
                (None, None) => "every pilot has".to_owned(),
            };
            format!("the vehicles of the {}; {who} {skills}", team.name())
        }
    };
    OptionInfo { lists, ..OptionInfo::text(&team.name().to_lowercase(), &about, expects, &default.join(",")) }
}

fn row(content: &Content, slot: &Slot) -> RowInfo {
    let mut given = Vec::new();
    given.extend(slot.rockets.then(|| "Rockets".to_owned()));
    given.extend(slot.cannon.then(|| "37 mm cannon".to_owned()));
    given.extend((slot.bombs || slot.loads > 0).then(|| "Bombs".to_owned()));
    given.extend(slot.skills.iter().filter_map(|s| Skill::parse(s.get_ref())).map(Skill::name));
    RowInfo { choices: slot.models.iter().map(|m| choice(content, m.get_ref())).collect(), given }
}

/// What a force may be given besides what its rows say.
fn extras(file: &ScenarioFile, force: &Force) -> Vec<ExtraInfo> {
    let mut list = Vec::new();
    if !file.is_exact() && force.team == Team::Earthlings {
        list.extend(weapons(!force.vehicles.iter().all(|slot| slot.rockets)));
        if force.ace.is_some() || file.leaves_aces_open(force) {
            list.extend(skills());
        }
        list.push(loads((!file.bombing).then_some("bombing=on")));
    }
    if file.tripods_vs_tripods {
        list.extend(crews(None));
    }
    list
}

fn choice(content: &Content, id: &str) -> ChoiceInfo {
    let model = content.model(id);
    let tripod = model.is_some_and(|m| m.tripod().is_some());
    ChoiceInfo {
        word: id.to_owned(),
        name: model.map_or(id, |m| m.name()).to_owned(),
        sort: if tripod { TRIPOD } else { AIRPLANE }.to_owned(),
        when: None,
    }
}

fn extra(group: &str, word: &str, name: &str, about: &str) -> ExtraInfo {
    let (word, name) = (word.to_owned(), name.to_owned());
    let (about, group, sort) = (about.to_owned(), group.to_owned(), AIRPLANE.to_owned());
    ExtraInfo { word, name, about, group, sort, most: 1, when: None }
}

/// TT-RKT-01, TT-ANC-01, TT-CAN-15: weapons by agreement.
fn weapons(rockets: bool) -> Vec<ExtraInfo> {
    let group = "Weapons";
    let two = "two counters of incendiary rockets";
    let anchor = "wraps a tripod's legs and makes it fall";
    let mut list: Vec<ExtraInfo> =
        rockets.then(|| extra(group, "rockets", "Rockets", two)).into_iter().collect();
    list.push(extra(group, "anchor", "Anchor and chain", anchor));
    list.push(extra(group, "cannon", "37 mm cannon", "one heavy shot, then two phases of loading"));
    list
}

fn skills() -> Vec<ExtraInfo> {
    Skill::ALL
        .iter()
        .map(|skill| extra("Ace skills", skill.word(), &skill.name(), skill.in_short()))
        .collect()
}

fn loads(when: Option<&str>) -> ExtraInfo {
    let when = when.map(str::to_owned);
    ExtraInfo { most: MOST_LOADS, when, ..extra("Bombs", "bombs", "Bomb loads", "each draws a C card") }
}

fn crews(when: Option<&str>) -> Vec<ExtraInfo> {
    let crew = |word, name, about| ExtraInfo {
        sort: TRIPOD.to_owned(),
        when: when.map(str::to_owned),
        ..extra("Crew", word, name, about)
    };
    vec![
        crew("human", "Human crew", "shows its action before a Martian one of its kind"),
        crew("martian", "Martian crew", "as it was built"),
    ]
}

fn terrain(kinds: &[TerrainKind]) -> Vec<ChoiceInfo> {
    let choice = |kind: &TerrainKind| {
        let word = kind.word().to_owned();
        let (first, rest) = word.split_at(1);
        ChoiceInfo { name: first.to_uppercase() + rest, word, sort: String::new(), when: None }
    };
    kinds.iter().map(choice).collect()
}

/// TT-TER-01: by agreement, where the scenario names none.
fn added_terrain(most: usize) -> OptionInfo {
    let about = format!("terrain templates that you add, up to {most}");
    let more = Some(RowInfo { choices: terrain(&TerrainKind::ALL), given: Vec::new() });
    let words: Vec<&str> = TerrainKind::ALL.iter().map(|k| k.word()).collect();
    OptionInfo {
        lists: vec![ListInfo { more, ..ListInfo::default() }],
        ..OptionInfo::text("terrain", &about, &format!("a list of: {}", words.join(", ")), "")
    }
}
