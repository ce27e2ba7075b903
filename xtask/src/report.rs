//! What `heatray lab run --json` says about a batch of games.

use anyhow::{Context, Result, bail};

#[derive(Debug, PartialEq, Eq)]
pub struct Batch {
    pub games: u64,
    pub finished: u64,
    pub dead_ends: u64,
    pub endless: u64,
}

impl Batch {
    pub fn read(json: &str) -> Result<Self> {
        let field = |name: &str| {
            whole_number(json, name)
                .with_context(|| format!("the report has no whole number `{name}`: {}", json.trim()))
        };
        Ok(Self {
            games: field("games")?,
            finished: field("finished")?,
            dead_ends: field("dead_ends")?,
            endless: field("endless")?,
        })
    }

    /// Fails unless `games` games were played and every one of them came to its end.
    pub fn must_be_clean(&self, games: u64) -> Result<()> {
        let Self { games: played, finished, dead_ends, endless } = self;
        if *played != games || *finished != games || *dead_ends != 0 || *endless != 0 {
            bail!(
                "{finished} of {played} games finished, {dead_ends} dead ends, {endless} endless; \
                 expected all of {games} games to finish"
            );
        }
        Ok(())
    }
}

/// The number behind `"name":`. Enough of JSON for a flat report, and no library to wait for.
pub fn number<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    let key = format!("\"{name}\"");
    json.match_indices(&key).find_map(|(at, _)| {
        let value = json[at + key.len()..].trim_start().strip_prefix(':')?.trim_start();
        let end = value.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(value.len());
        value.starts_with(|c: char| c.is_ascii_digit() || c == '-').then_some(&value[..end])
    })
}

fn whole_number(json: &str, name: &str) -> Option<u64> {
    number(json, name)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Batch, number};

    const REPORT: &str = r#"{"games":500,"finished": 500,"dead_ends":0,"endless":0,"orders":81234,
        "turns_mean":12.5,"games_per_s":1.2e3,"wins":{"martians":260,"games":"x"},"hash":"00ff"}"#;

    #[test]
    fn a_clean_batch_passes() {
        Batch::read(REPORT).unwrap().must_be_clean(500).unwrap();
    }

    #[test]
    fn anything_else_fails_and_says_why() {
        let changes =
            [("finished\": 500", "finished\": 499"), ("ends\":0", "ends\":1"), ("less\":0", "less\":1")];
        for (old, new) in changes {
            let batch = Batch::read(&REPORT.replace(old, new)).unwrap();
            assert!(batch.must_be_clean(500).is_err(), "{new}");
        }
        let error = Batch::read(REPORT).unwrap().must_be_clean(501).unwrap_err().to_string();
        assert!(error.contains("500 of 500 games finished"), "{error}");
    }

    #[test]
    fn a_report_without_a_field_is_refused() {
        let error = Batch::read(r#"{"games":5}"#).unwrap_err().to_string();
        assert!(error.contains("`finished`"), "{error}");
        assert!(Batch::read("").is_err());
    }

    #[test]
    fn numbers_are_found_by_their_whole_name() {
        assert_eq!(number(REPORT, "games"), Some("500"));
        assert_eq!(number(REPORT, "games_per_s"), Some("1.2e3"));
        assert_eq!(number(REPORT, "turns_mean"), Some("12.5"));
        assert_eq!(number(REPORT, "hash"), None);
        assert_eq!(number(REPORT, "wins"), None);
    }
}
