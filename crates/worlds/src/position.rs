//! A position that somebody wrote down: is it one that can be played on?

use crate::content::Content;
use crate::event::What;
use crate::kinds::{Colour, UNITS, UnitId, ZONES, ZoneId, ZoneState};
use crate::order::Ask;
use crate::scenarios::Rules;
use crate::state::{BOATS, Band, DieFor, Flow, Loaded, Now, State};
use table::{SetupError, Sink};

type Sound = Result<(), SetupError>;

fn need(ok: bool, place: &str, why: &str) -> Sound {
    if ok { Ok(()) } else { Err(SetupError::new(format!("position.{place}"), why)) }
}

/// Every number in its range, every set of counters no larger than its mix.
pub(crate) fn validate(content: &Content, rules: &Rules, now: &Now) -> Sound {
    need(
        now.uprising.is_some() == rules.uprising,
        "uprising",
        "expected in the Handling Machine Uprising only",
    )?;
    need(now.production <= 30_000, "production", "expected at most 30000")?;
    need(now.hvp < content.points_per_step, "hvp", "expected 0 to 9")?;
    need(now.mvp < content.points_per_step, "mvp", "expected 0 to 9")?;
    need(now.turn < 60_000, "turn", "expected fewer than 60000")?;
    need(now.landings <= 40, "landings", "expected at most 40")?;
    zones(content, now)?;
    units(content, now)?;
    tripods(now)?;
    decks(content, now)?;
    land(content, rules, now)?;
    naval(content, now)?;
    flow(rules, now)?;
    ask(content, rules, now)
}

/// Every loaded die and draw is one that can come.
pub(crate) fn check_stack(content: &Content, stack: &[Loaded]) -> Sound {
    let refuse = |place: String, why: &str| Err(SetupError::new(place, why));
    if stack.len() > 500 {
        return refuse("stack".to_owned(), "expected at most 500 dice and draws");
    }
    for (i, next) in stack.iter().enumerate() {
        let below = |n: u8, count: usize| usize::from(n) < count;
        let (ok, why) = match *next {
            Loaded::Die(colour) => (content.die.contains(&colour), "expected a colour of the die"),
            Loaded::Tripod(_) | Loaded::Plan(_) => (true, ""),
            Loaded::LandCard(n) => (below(n, content.land_cards.len()), "there is no such Land Battle card"),
            Loaded::SeaCard(n) => (below(n, content.sea_cards.len()), "there is no such Sea Battle card"),
            Loaded::Event(n) => (below(n, content.events.len()), "there is no such Event card"),
            Loaded::Zone(n) => (below(n, ZONES), "expected a zone 0 to 17"),
        };
        if !ok {
            return refuse(format!("stack[{i}]"), why);
        }
    }
    Ok(())
}

fn zones(content: &Content, now: &Now) -> Sound {
    for zone in ZoneId::all() {
        let i = zone.index();
        need(now.workforce[i] <= 12, "workforce", "expected 0 to 12")?;
        let live = now.zone_state[i] == ZoneState::Live;
        need(live == (now.workforce[i] > 0), "zone_state", "a zone is live while it has Workforce")?;
        for k in 0..2 {
            need(now.refugees[i][k] <= 120, "refugees", "expected at most 120 of a kind in a zone")?;
            need(now.rested[i][k] <= now.refugees[i][k], "rested", "expected no more than there are")?;
        }
    }
    need(now.harbours & !content.harbours == 0, "harbours", "expected Harbour squares only")?;
    let sum = |list: &[u8]| list.iter().map(|n| u32::from(*n)).sum::<u32>();
    need(
        sum(&now.mills) <= content.powder_mills.into(),
        "mills",
        "expected no more than there are counters",
    )?;
    for colour in Colour::DIE {
        let out: u32 = now.machines.iter().map(|m| u32::from(m[colour.index()])).sum();
        let mix = u32::from(content.machines[colour.index()]);
        need(out <= mix, "machines", "expected no more than there are counters")?;
    }
    need(sum(&now.works) <= content.earthworks.into(), "works", "expected no more than there are counters")
}

fn units(content: &Content, now: &Now) -> Sound {
    let known = content.units_of_kind.iter().fold(0, |set, mask| set | mask);
    let mut at = [0_u32; ZONES];
    for (i, zone) in now.unit_zone.iter().enumerate() {
        let bit = UnitId(i as u8).bit();
        if let Some(zone) = zone {
            need(zone.index() < ZONES, "unit_zone", "expected a zone 0 to 17")?;
            need(known & bit != 0, "unit_zone", "there is no such counter")?;
            at[zone.index()] |= bit;
        }
        let digs = zone.is_some() && content.guns & bit != 0;
        need(digs || now.works[i] == 0, "works", "expected Earthworks on Guns on the map only")?;
    }
    need(at == now.units_at, "units_at", "expected the units that unit_zone puts there")?;
    need(now.trains <= 64, "trains", "expected at most 64")
}

fn small(band: &Band) -> bool {
    band.sound.iter().zip(&band.damaged).all(|(a, b)| *a <= 6 && *b <= 6 && a + b <= 6)
}

fn tripods(now: &Now) -> Sound {
    let mut out = [0_u32; 5];
    let mut count = |band: &Band| {
        for colour in Colour::ALL {
            out[colour.index()] += u32::from(band.of(colour));
        }
    };
    for wave in &now.waves {
        need(wave.zone.is_none_or(|z| z.index() < ZONES), "waves", "expected a zone 0 to 17")?;
        need(wave.attracted.is_none_or(|z| z.index() < ZONES), "waves", "expected a zone 0 to 17")?;
        need(wave.building <= 5, "waves", "expected at most 5 Tripods under construction")?;
        need(small(&wave.tripods), "waves", "expected at most one Tripod of a colour")?;
        let alone = Colour::ALL.iter().all(|c| wave.tripods.of(*c) <= 1);
        need(alone, "waves", "a Wave never holds two Tripods of one colour (WW-CMP-04)")?;
        let ready = wave.zone.is_some() && !wave.cylinder;
        need(
            ready != wave.tripods.is_empty(),
            "waves",
            "a Wave on its Tripod side, and only that, has Tripods",
        )?;
        need(
            !wave.cylinder || (wave.zone.is_some() && wave.building > 0),
            "waves",
            "a Cylinder holds Tripods",
        )?;
        count(&wave.tripods);
    }
    if let Some(uprising) = &now.uprising {
        for band in uprising.groups.iter().chain(&uprising.arrived) {
            need(small(band), "uprising", "expected at most 6 Tripods of a colour")?;
            count(band);
        }
        for (from, _, _, to) in &uprising.attracted {
            need(from.index() < ZONES && to.index() < ZONES, "uprising", "expected zones 0 to 17")?;
        }
        need(uprising.attracted.len() <= 30, "uprising", "expected at most 30 attracted Tripods")?;
    }
    need(out.iter().all(|n| *n <= 6), "tripods", "expected at most 6 Tripods of a colour")
}

fn decks(content: &Content, now: &Now) -> Sound {
    let fits = |set: u64, cards: usize| cards >= 64 || set >> cards == 0;
    for (deck, cards, name) in [
        (&now.land_deck, content.land_cards.len(), "land_deck"),
        (&now.sea_deck, content.sea_cards.len(), "sea_deck"),
        (&now.event_deck, content.events.len(), "event_deck"),
    ] {
        need(fits(deck.pile | deck.discard, cards), name, "there is no such card")?;
        need(deck.pile & deck.discard == 0, name, "a card lies in the pile or among the discards")?;
    }
    // In a battle up to two cards lie open; all others must be somewhere.
    let cards = |set: u64| set.count_ones() as usize;
    let land = cards(now.land_deck.pile | now.land_deck.discard);
    need(land + 2 >= content.land_cards.len(), "land_deck", "cards are missing")?;
    let sea = cards(now.sea_deck.pile | now.sea_deck.discard);
    need(sea == content.sea_cards.len(), "sea_deck", "cards are missing")?;
    need(fits(now.saved, content.events.len()), "saved", "there is no such card")?;
    let known = now.drawn.card.is_none_or(|c| c.index() < content.events.len());
    need(known && now.drawn.half <= 1 && now.drawn.op <= 64, "drawn", "there is no such card or step")
}

fn land(content: &Content, rules: &Rules, now: &Now) -> Sound {
    let land = &now.land;
    let cards = content.land_cards.len();
    need(land.zone.index() < ZONES, "land.zone", "expected a zone 0 to 17")?;
    need(land.band < if rules.uprising { ZONES as u8 } else { 5 }, "land.band", "there is no such Wave")?;
    need(usize::from(land.card) < cards, "land.card", "there is no such card")?;
    need(
        land.second_card.is_none_or(|c| usize::from(c) < cards),
        "land.second_card",
        "there is no such card",
    )?;
    for (i, mix) in content.plans.iter().enumerate() {
        let out = u16::from(land.held[i]) + u16::from(land.used[i]);
        need(out <= u16::from(*mix), "land.held", "expected no more plans than there are counters")?;
    }
    let here = now.units_at[land.zone.index()];
    need(land.on_board & !here == 0, "land.on_board", "expected units of the zone")?;
    need(usize::from(land.tripod_count) <= land.tripods.len(), "land.tripod_count", "expected at most 30")?;
    need(land.acting <= land.tripod_count, "land.acting", "expected no more than there are")?;
    for (i, hex) in land.hex.iter().enumerate() {
        let on = land.on_board & UnitId(i as u8).bit() != 0;
        need(on == hex.is_some(), "land.hex", "a unit on the board, and only that, has a hex")?;
        need(land.level[i] <= 40, "land.level", "expected at most 40 levels")?;
    }
    // The Tripods on the board are those of the band, so that a loss on the one side is a loss on the other.
    if land.martians_placed {
        let mut on_board = Band::default();
        for t in land.tripods[..usize::from(land.tripod_count)].iter().filter(|t| t.hex.is_some()) {
            on_board.put(t.colour, t.damaged);
        }
        let band = match &now.uprising {
            Some(uprising) => uprising.groups[usize::from(land.band)],
            None => now.waves[usize::from(land.band)].tripods,
        };
        need(on_board == band, "land.tripods", "expected the Tripods of the Wave")?;
    }
    let cursor = &land.cursor;
    need(cursor.colour <= 5 && cursor.tripod <= 30, "land.cursor", "there is no such Tripod")?;
    need(cursor.action <= 8 && cursor.part <= 8, "land.cursor", "there is no such action")?;
    need(cursor.todo & !content.guns == 0, "land.cursor", "expected Guns")?;
    let gun = |unit: UnitId| unit.index() < UNITS && content.guns & unit.bit() != 0;
    let tripod = |t: u8| t < land.tripod_count.max(1) && usize::from(t) < land.tripods.len();
    need(
        land.shot.is_none_or(|s| gun(s.gun) && tripod(s.tripod) && s.dice <= 8),
        "land.shot",
        "no such shot",
    )?;
    let die = match land.die {
        None | Some((DieFor::Trap, _)) => true,
        Some((DieFor::Shot, _)) => land.shot.is_some(),
        Some((DieFor::Scout { unit }, _)) => unit.index() < UNITS,
        Some((DieFor::Detect { tripod: t, gun: g } | DieFor::Attack { tripod: t, gun: g }, _)) => {
            tripod(t) && gun(g)
        }
    };
    need(die && land.die.is_none_or(|(_, c)| c.index() < 3), "land.die", "there is no such die")?;
    need(land.flips <= 2 && land.heliograph_used <= 8, "land.flips", "expected at most 2")
}

fn naval(content: &Content, now: &Now) -> Sound {
    let naval = &now.naval;
    need(usize::from(naval.boat_count) <= BOATS, "naval.boat_count", "expected at most 32")?;
    need(usize::from(naval.ship_count) <= BOATS, "naval.ship_count", "expected at most 32")?;
    need(naval.tripod_count <= 2 && naval.tripod <= 2, "naval.tripod_count", "expected at most 2")?;
    need(usize::from(naval.card) < content.sea_cards.len(), "naval.card", "there is no such card")?;
    need(naval.action <= 16, "naval.action", "there is no such action")?;
    need(naval.free.iter().all(|n| *n <= 30), "naval.free", "expected at most 30")?;
    for (i, boat) in naval.boats.iter().enumerate() {
        let used = i < usize::from(naval.boat_count);
        need(!used || (1..=2).contains(&boat.points), "naval.boats", "expected 1 or 2 points")?;
        need(used || boat.hex.is_none(), "naval.boats", "expected boat_count boats")?;
    }
    let rest = &naval.ships[usize::from(naval.ship_count)..];
    need(rest.iter().all(|s| s.hex.is_none()), "naval.ships", "expected ship_count ships")
}

fn flow(rules: &Rules, now: &Now) -> Sound {
    let bands = if rules.uprising { 2 * ZONES as u8 } else { 5 };
    let ok = match now.flow {
        Flow::Devastation { next } | Flow::Martian { next } => next <= bands,
        Flow::Mills { band, next } => band < bands && next <= bands,
        _ => true,
    };
    need(ok, "flow", "there is no such Wave")?;
    need(
        (now.outcome.is_some()) == (now.flow == Flow::Over),
        "flow",
        "a match that is over, and only that, is over",
    )
}

fn ask(content: &Content, rules: &Rules, now: &Now) -> Sound {
    let bands = if rules.uprising { 2 * ZONES as u8 } else { 5 };
    let unit = |u: UnitId| {
        u.index() < UNITS
            && now.units_at[now.land.zone.index()] & u.bit() != 0
            && now.land.on_board & u.bit() == 0
    };
    let ok = match now.ask {
        Ask::Storm { band } | Ask::Blast { band, .. } => band < bands,
        Ask::PlaceGun { unit: u } => unit(u) && content.guns & u.bit() != 0,
        Ask::PlaceFoot { unit: u } => unit(u) && content.guns & u.bit() == 0,
        Ask::Target { tripod, .. } => tripod < now.land.tripod_count,
        Ask::Excess { zone } => zone.index() < ZONES,
        Ask::PlaceRefugee { refugee } => refugee < now.naval.boat_count,
        Ask::SeaStep { tripod } | Ask::SeaTarget { tripod, .. } => tripod < now.naval.tripod_count,
        Ask::Apply => now.land.second_card.is_some(),
        Ask::Reroll => now.land.die.is_some(),
        Ask::Shell => {
            now.land.shot.is_some() && now.land.held[crate::kinds::Plan::ExplosiveShell as usize] > 0
        }
        Ask::PaidEvent => rules.paid_event.is_some_and(|cost| now.production >= u16::from(cost)),
        _ => true,
    };
    need(ok, "ask", "expected a decision about something that is there")
}

/// A position is taken as it stands; it must leave the player something to decide, or be over.
pub(crate) fn playable(mut state: State) -> Result<State, SetupError> {
    if state.now.outcome.is_some() {
        need(state.now.ask == Ask::Over, "ask", "the match is over")?;
        return Ok(state);
    }
    if state.judge(&mut Sink::<What>::off()) {
        let how = state.now.outcome.map_or("over", crate::state::Ending::how);
        return Err(SetupError::new(
            "position.outcome",
            format!("the match is over by what lies on the table: {how}"),
        ));
    }
    need(state.visit_answers(&mut |_| true), "ask", "nothing can be decided here")?;
    Ok(state)
}
