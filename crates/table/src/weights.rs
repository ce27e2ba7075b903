//! The figures of a game's judgement: what bots weigh by, and nothing that a rule asks. A game names them, a fit by play may
//! move them ([`crate::Game::weights`], [`crate::Game::judge_by`]).

use serde::Serialize;

/// The component file with the values of a game's weights. It is no part of the content that a match is known by.
pub const JUDGEMENT: &str = "judgement.toml";
/// The component file with how fair the scenarios of a game are between equal bots; no rule asks that either.
pub const BALANCE: &str = "balance.toml";

/// Whether no rule asks what a component file says: a match is the same whatever it says. The folder makes no difference.
pub fn is_beside_the_rules(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    name == JUDGEMENT || name == BALANCE
}

/// A figure that a game judges by.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weight {
    pub name: String,
    /// What it means.
    pub about: String,
    pub value: f64,
    /// Between these it makes sense.
    pub low: f64,
    pub high: f64,
    /// Whether it counts something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The number of the fit that it comes from, from 1; none where somebody judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<usize>,
}

impl Weight {
    /// The nearest value that makes sense.
    ///
    /// ```
    /// let (name, about) = (String::new(), String::new());
    /// let plans = table::Weight { name, about, value: 1.0, low: 0.0, high: 4.0, whole: true, fit: None };
    /// assert_eq!([-1.0, 1.4, 9.0].map(|value| plans.within(value)), [0.0, 1.0, 4.0]);
    /// ```
    pub fn within(&self, value: f64) -> f64 {
        let value = if self.whole { value.round() } else { value };
        value.clamp(self.low, self.high)
    }
}

/// The weights of a game as a struct of figures, in the order of [`crate::Game::weights`].
///
/// ```
/// table::weights! {
///     /// What a duel is judged by.
///     pub struct Judgement { courage, caution }
/// }
/// assert_eq!(Judgement::NAMES, ["courage", "caution"]);
/// let judgement = Judgement::of(&[2.0, 0.5]).unwrap();
/// assert!(judgement.courage > judgement.caution && Judgement::of(&[2.0]).is_none());
/// ```
#[macro_export]
macro_rules! weights {
    ($(#[$about:meta])* $vis:vis struct $name:ident { $($weight:ident),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis struct $name {
            $(pub $weight: f64),+
        }

        impl $name {
            pub const NAMES: &'static [&'static str] = &[$(stringify!($weight)),+];

            /// Figures in the order of their names; none where there are more or fewer of them.
            pub fn of(values: &[f64]) -> Option<Self> {
                let [$($weight),+] = *values else { return None };
                Some(Self { $($weight),+ })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::Weight;

    #[test]
    fn a_value_is_brought_between_its_bounds_and_counted_in_whole_ones_where_it_counts() {
        let weight = |whole| Weight {
            name: String::new(),
            about: String::new(),
            value: 2.0,
            low: 1.5,
            high: 4.0,
            whole,
            fit: None,
        };
        assert_eq!([0.0, 2.4, 9.0].map(|value| Some(weight(false).within(value))), [1.5, 2.4, 4.0].map(Some));
        assert_eq!([2.4, 2.6, 9.0].map(|value| Some(weight(true).within(value))), [2.0, 3.0, 4.0].map(Some));
    }
}
