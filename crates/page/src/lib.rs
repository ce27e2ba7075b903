//! The browser client, built by `build.rs` and carried inside the program.

use rust_embed::{EmbeddedFile, RustEmbed};
use server::page::{Page, PageFile};
use std::borrow::Cow;
use std::fmt::Write;

#[derive(Debug, RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct Files;

/// The client that this program was built with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Embedded;

impl Embedded {
    /// Whether there is a client at all: a checkout without `web/package.json` builds a program without a page.
    pub fn is_there(self) -> bool {
        Files::get("index.html").is_some()
    }
}

impl Page for Embedded {
    fn file(&self, path: &str) -> Option<PageFile> {
        let EmbeddedFile { data, metadata } = Files::get(path)?;
        let packed = |ending: &str| -> Option<Cow<'static, [u8]>> {
            Files::get(&format!("{path}.{ending}")).map(|file| file.data)
        };
        let mut tag = String::with_capacity(16);
        for byte in &metadata.sha256_hash()[..8] {
            let _ = write!(tag, "{byte:02x}");
        }
        let kind = metadata.mimetype();
        let is_text = kind.starts_with("text/") || kind.ends_with("/javascript") || kind.ends_with("json");
        let kind = if is_text { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
        Some(PageFile { plain: data, brotli: packed("br"), gzip: packed("gz"), kind, tag })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_their_type_and_a_name_that_is_none_has_no_file() {
        assert!(Embedded.file("no/such.file").is_none());
        if Embedded.is_there() {
            let file = Embedded.file("index.html").unwrap();
            assert_eq!(file.kind, "text/html; charset=utf-8");
            assert_eq!(file.tag.len(), 16);
            assert!(file.brotli.is_some_and(|packed| packed.len() < file.plain.len()));
        }
    }
}
