//! The files of a SQLite database, looked at with every commit: SQLite itself goes on writing into a file that was
//! removed, and nobody would ever read it.

use std::path::{Path, PathBuf};

/// What is wrong with the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Removed, or another file has the name.
    Gone(String),
    /// Shorter than it was: cut off, or tidied up by another program.
    Shorter(String),
}

/// The files as they were last seen.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    files: Vec<Seen>,
}

#[derive(Clone, Debug)]
struct Seen {
    path: PathBuf,
    file: Option<File>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct File {
    id: (u64, u64),
    length: u64,
}

impl File {
    fn look(path: &Path) -> Option<Self> {
        let found = std::fs::metadata(path).ok()?;
        #[cfg(unix)]
        let id = {
            use std::os::unix::fs::MetadataExt;
            (found.dev(), found.ino())
        };
        #[cfg(not(unix))]
        let id = (0, 0);
        Some(Self { id, length: found.len() })
    }
}

impl Watch {
    /// The database and its journal, which are there as long as a connection is open.
    pub(super) fn new(file: &Path) -> Self {
        let mut journal = file.as_os_str().to_owned();
        journal.push("-wal");
        let files = [file.to_path_buf(), PathBuf::from(journal)];
        Self { files: files.map(|path| Seen { file: File::look(&path), path }).to_vec() }
    }

    /// Compares the files with what they were, and remembers them as they are.
    pub(super) fn look(&mut self) -> Result<(), Change> {
        for seen in &mut self.files {
            let (before, now) = (seen.file, File::look(&seen.path));
            // Not where it was: the words go to whoever asks how the server is.
            let name = seen.path.file_name().unwrap_or_default().display();
            match (before, now) {
                (Some(before), Some(now)) if before.id != now.id => {
                    return Err(Change::Gone(format!("another file stands where {name} was")));
                }
                (Some(_), None) => return Err(Change::Gone(format!("{name} was removed"))),
                (Some(before), Some(now)) if now.length < before.length => {
                    seen.file = Some(now);
                    return Err(Change::Shorter(format!("{name} was cut off")));
                }
                (_, now) => seen.file = now,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_grows_is_well_and_one_that_shrinks_or_goes_is_not() {
        let path = std::env::temp_dir().join(format!("heatray-watch-{}", std::process::id()));
        std::fs::write(&path, "0123").unwrap();
        let mut watch = Watch::new(&path);
        assert_eq!(watch.look(), Ok(()));
        std::fs::write(&path, "0123456789").unwrap();
        assert_eq!(watch.look(), Ok(()));
        std::fs::write(&path, "01").unwrap();
        assert!(matches!(watch.look(), Err(Change::Shorter(why)) if why.contains("cut off")));
        assert_eq!(watch.look(), Ok(()), "it was told once, and somebody has looked into it");
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(watch.look(), Err(Change::Gone(why)) if why.contains("was removed")));
    }
}
