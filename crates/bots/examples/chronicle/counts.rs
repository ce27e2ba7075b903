//! What a batch of games of The War of the Worlds was like: counted from the events that the games tell, so that a
//! change of a rule or a chart can be measured before and after.

use bots::{Bot, Desk, StewardBot};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use table::{Dice, Event, Game, Match, SeatId, SetupError, SetupRequest};
use worlds::{Content, MartianAction, State, What, ZoneId};

/// Counts over games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chronicle {
    pub games: u64,
    pub won: u64,
    pub turns: u64,
    pub endings: BTreeMap<&'static str, u64>,
    /// Devastation rolls, those among them in a zone that lay in ruins, and those that changed nothing at all.
    pub devastations: u64,
    pub in_ruins: u64,
    pub without_effect: u64,
    /// Martian Action rolls by result: move, Flying Machine, devastate.
    pub actions: [u64; 3],
    /// Martian Victory points by the entry of the ledger that gave them.
    pub martian_points: BTreeMap<&'static str, u64>,
    pub human_points: BTreeMap<&'static str, u64>,
    /// Games in which Tripods came to London, and in which London lost Workforce to them.
    pub london_entered: u64,
    pub london_hit: u64,
    pub zones_destroyed: u64,
}

/// Where the reader of one game's events stands.
#[derive(Default)]
struct Reader {
    ruins: u32,
    attack: bool,
    entered: bool,
    hit: bool,
}

impl Chronicle {
    /// Plays games of a scenario with the steward: the same games as `heatray lab run worlds SCENARIO --bots steward`
    /// with this seed.
    pub fn play(
        content: &Arc<Content>,
        scenario: &str,
        games: std::ops::Range<u64>,
        seed: u64,
    ) -> Result<Self, SetupError> {
        let request = SetupRequest { scenario: scenario.to_owned(), ..SetupRequest::default() };
        let mut chronicle = Self::default();
        for index in games {
            let own = Dice::derive(seed, index).next_u64();
            let mut bot = StewardBot::new(Dice::derive(own, 1).next_u64());
            let mut game = Match::<State>::new(content, &request, own)?;
            while !game.prompts().is_empty() {
                let n = bot.choose(&Desk::new(&game, SeatId(0)), 0);
                game.choose(0, n);
            }
            chronicle.read(&game);
        }
        Ok(chronicle)
    }

    fn read(&mut self, game: &Match<State>) {
        self.games += 1;
        self.turns += u64::from(game.state().turn());
        if let Some(outcome) = game.state().outcome() {
            *self.endings.entry(outcome.how).or_default() += 1;
            self.won += u64::from(outcome.winner.is_some_and(|team| team.0 == 0));
        }
        let london = game.content().london;
        let mut reader = Reader::default();
        for event in game.events() {
            self.note(event, london, &mut reader);
        }
        self.without_effect += u64::from(reader.attack);
        self.london_entered += u64::from(reader.entered);
        self.london_hit += u64::from(reader.hit);
    }

    fn note(&mut self, event: &Event<What>, london: ZoneId, reader: &mut Reader) {
        let Some(what) = event.seen_by(table::Viewer::Seat(SeatId(0))) else { return };
        // What an attack does is told right behind it.
        if std::mem::take(&mut reader.attack)
            && !matches!(what, What::Workforce { .. } | What::Refugees { .. })
        {
            self.without_effect += 1;
        }
        match *what {
            What::Devastates { zone, .. } => {
                self.devastations += 1;
                self.in_ruins += u64::from(reader.ruins & zone.bit() != 0);
                reader.attack = true;
            }
            What::Workforce { zone, .. } => reader.hit |= zone == london && reader.entered,
            What::ZoneDestroyed { zone } => {
                reader.ruins |= zone.bit();
                self.zones_destroyed += 1;
            }
            What::ZoneRestored { zone, .. } => reader.ruins &= !zone.bit(),
            What::MartianDoes { action, .. } => self.actions[action_index(action)] += 1,
            What::WaveMoved { to, .. } => reader.entered |= to == london,
            What::MartianPoints { gained, .. } => {
                *self.martian_points.entry(event.rule.0).or_default() += u64::from(gained);
            }
            What::HumanPoints { gained, .. } => {
                *self.human_points.entry(event.rule.0).or_default() += u64::from(gained);
            }
            _ => {}
        }
    }

    /// Another batch's counts on top.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.turns += other.turns;
        self.devastations += other.devastations;
        self.in_ruins += other.in_ruins;
        self.without_effect += other.without_effect;
        self.london_entered += other.london_entered;
        self.london_hit += other.london_hit;
        self.zones_destroyed += other.zones_destroyed;
        for (sum, n) in self.actions.iter_mut().zip(other.actions) {
            *sum += n;
        }
        for (mine, theirs) in [
            (&mut self.endings, &other.endings),
            (&mut self.martian_points, &other.martian_points),
            (&mut self.human_points, &other.human_points),
        ] {
            for (key, n) in theirs {
                *mine.entry(key).or_default() += n;
            }
        }
    }

    /// The share of Martian points that zones in ruins give by themselves, turn after turn.
    pub fn share_from_ruins(&self) -> f64 {
        let ruins = ["WW-ZON-03", "WW-ZON-04"].iter().filter_map(|rule| self.martian_points.get(rule)).sum();
        share(ruins, self.martian_points.values().sum())
    }
}

fn action_index(action: MartianAction) -> usize {
    match action {
        MartianAction::Move => 0,
        MartianAction::FlyingMachine => 1,
        MartianAction::Devastate => 2,
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl fmt::Display for Chronicle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| format!("{:.1} %", 100.0 * share(part, whole));
        let list = |counts: &BTreeMap<&'static str, u64>| {
            let all = counts.values().sum();
            let mut rows: Vec<_> = counts.iter().collect();
            rows.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
            let rows = rows.iter().map(|(key, n)| format!("{key} {n} ({})", percent(**n, all)));
            rows.collect::<Vec<_>>().join(", ")
        };
        let per_game = |n: u64| share(n, self.games);
        writeln!(f, "games                  {}, {:.1} turns each", self.games, per_game(self.turns))?;
        writeln!(f, "humans win             {} ({})", self.won, percent(self.won, self.games))?;
        writeln!(f, "endings                {}", list(&self.endings))?;
        writeln!(f, "devastation rolls      {}", self.devastations)?;
        writeln!(f, "  in a zone in ruins   {}", percent(self.in_ruins, self.devastations))?;
        writeln!(f, "  without effect       {}", percent(self.without_effect, self.devastations))?;
        let [moves, pieces, attacks] = self.actions;
        let all = self.actions.iter().sum();
        writeln!(
            f,
            "martian actions        {all}: move {}, Flying Machine {}, devastate {}",
            percent(moves, all),
            percent(pieces, all),
            percent(attacks, all)
        )?;
        writeln!(f, "zones destroyed        {:.2} a game", per_game(self.zones_destroyed))?;
        writeln!(f, "Tripods reach London   {}", percent(self.london_entered, self.games))?;
        writeln!(f, "London is attacked     {}", percent(self.london_hit, self.games))?;
        let fell = self.endings.get(worlds::Ending::London.how()).copied().unwrap_or(0);
        writeln!(f, "London falls           {}", percent(fell, self.games))?;
        writeln!(f, "martian points         {}", list(&self.martian_points))?;
        writeln!(f, "  from ruins           {:.1} %", 100.0 * self.share_from_ruins())?;
        write!(f, "human points           {}", list(&self.human_points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(scenario: &str, games: u64) -> Chronicle {
        Chronicle::play(&Content::built_in(), scenario, 0..games, 1918).expect("a scenario")
    }

    /// What docs/balance.md promises, with room for the noise of a small batch.
    #[test]
    fn waves_move_on_attacks_tell_and_london_is_threatened() {
        let war = played("core", 200);
        assert!(share(war.without_effect, war.devastations) < 0.35, "{war}");
        assert!(share(war.london_entered, war.games) > 0.25, "{war}");
        assert!((0.30..0.70).contains(&share(war.won, war.games)), "{war}");
        let [moves, ..] = war.actions;
        assert!(share(moves, war.actions.iter().sum()) > 0.45, "{war}");
        assert!(war.share_from_ruins() < 0.8, "{war}");
    }

    #[test]
    fn a_sensible_player_wins_neither_always_nor_never() {
        for scenario in ["mars-ironclads", "handling-machine-uprising", "refugee-crisis"] {
            let war = played(scenario, 100);
            assert!((0.20..0.70).contains(&share(war.won, war.games)), "{scenario}: {war}");
            assert!(share(war.without_effect, war.devastations) < 0.35, "{scenario}: {war}");
        }
    }

    #[test]
    fn batches_add_up_and_are_the_same_games_in_any_parts() {
        let content = Content::built_in();
        let whole = played("core", 6);
        let mut parts = Chronicle::default();
        for range in [0..2, 2..6] {
            parts.add(&Chronicle::play(&content, "core", range, 1918).expect("a scenario"));
        }
        assert_eq!(parts, whole);
        assert_eq!(whole.endings.values().sum::<u64>(), 6);
        assert!(Chronicle::play(&content, "nowhere", 0..1, 1).is_err());
    }
}
