//! The ten ace skills (TT-ACE-06).

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Skill {
    AcrobaticPilot,
    Daredevil,
    LuckyPilot,
    BulletChecker,
    Sniper,
    ItchyTriggerFinger,
    PerfectAim,
    StrongNerves,
    TechnicalEye,
    SuperAce,
}

/// What the content says of a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkillFigures {
    pub recovery_counters: u8,
    pub uses_per_game: u8,
}

impl Skill {
    pub const ALL: [Self; 10] = [
        Self::AcrobaticPilot,
        Self::Daredevil,
        Self::LuckyPilot,
        Self::BulletChecker,
        Self::Sniper,
        Self::ItchyTriggerFinger,
        Self::PerfectAim,
        Self::StrongNerves,
        Self::TechnicalEye,
        Self::SuperAce,
    ];

    pub(crate) fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The word that content files and set-ups use.
    pub fn word(self) -> &'static str {
        match self {
            Self::AcrobaticPilot => "acrobatic_pilot",
            Self::Daredevil => "daredevil",
            Self::LuckyPilot => "lucky_pilot",
            Self::BulletChecker => "bullet_checker",
            Self::Sniper => "sniper",
            Self::ItchyTriggerFinger => "itchy_trigger_finger",
            Self::PerfectAim => "perfect_aim",
            Self::StrongNerves => "strong_nerves",
            Self::TechnicalEye => "technical_eye",
            Self::SuperAce => "super_ace",
        }
    }

    /// What the content's `effect_id` must be for the skill to do what its entry says.
    pub(crate) fn effect(self) -> &'static str {
        match self {
            Self::AcrobaticPilot => "free_after_immelmann",
            Self::Daredevil => "double_steep",
            Self::LuckyPilot => "ignore_one_card",
            Self::BulletChecker => "ignore_green_jam",
            Self::Sniper => "plus_one_damage",
            Self::ItchyTriggerFinger => "fire_before_move",
            Self::PerfectAim => "replace_zero",
            Self::StrongNerves => "shrug_first_wound",
            Self::TechnicalEye => "quick_unjam",
            Self::SuperAce => "faster_recovery",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.word() == word)
    }

    pub fn name(self) -> String {
        let words = self.word().split('_').map(|w| {
            let (first, rest) = w.split_at(1);
            first.to_uppercase() + rest
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// What it does, in a few words.
    pub fn in_short(self) -> &'static str {
        match self {
            Self::AcrobaticPilot => "any card may follow an Immelmann turn",
            Self::Daredevil => "two steep cards in a row",
            Self::LuckyPilot => "turns one damage card away, once a game",
            Self::BulletChecker => "green jams do not count",
            Self::Sniper => "one point more with each card of a shot",
            Self::ItchyTriggerFinger => "fires before the moves of a phase",
            Self::PerfectAim => "a 0 is drawn again",
            Self::StrongNerves => "fires in sharp maneuvers in spite of a wound",
            Self::TechnicalEye => "clears jams quickly",
            Self::SuperAce => "skills recover faster",
        }
    }

    /// The entry that says how the skill is played.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::AcrobaticPilot => "TT-ACE-07",
            Self::Daredevil => "TT-ACE-08",
            Self::LuckyPilot => "TT-ACE-09",
            Self::BulletChecker => "TT-ACE-10",
            Self::Sniper => "TT-ACE-11",
            Self::ItchyTriggerFinger => "TT-ACE-12",
            Self::PerfectAim => "TT-ACE-13",
            Self::StrongNerves => "TT-ACE-14",
            Self::TechnicalEye => "TT-ACE-15",
            Self::SuperAce => "TT-ACE-16",
        }
    }
}
