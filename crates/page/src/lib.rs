//! The browser client, built by `build.rs` and carried inside the program.

use server::page::{Page, PageFile};

#[derive(Debug)]
struct File {
    name: &'static str,
    bytes: &'static [u8],
    tag: &'static str,
}

/// Sorted by name.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

fn find(name: &str) -> Option<&'static File> {
    FILES.binary_search_by(|file| file.name.cmp(name)).ok().map(|found| &FILES[found])
}

/// The media type by the ending of the name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The client that this program was built with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Embedded;

impl Embedded {
    /// Whether there is a client at all: a checkout without `web/package.json` builds a program without a page.
    pub fn is_there(self) -> bool {
        find("index.html").is_some()
    }
}

impl Embedded {
    /// Every file by its path, packed forms beside their plain ones.
    pub fn files(self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        FILES.iter().map(|file| (file.name, file.bytes))
    }
}

impl Page for Embedded {
    fn file(&self, path: &str) -> Option<PageFile> {
        let file = find(path)?;
        let packed = |ending: &str| find(&format!("{path}.{ending}")).map(|file| file.bytes.into());
        Some(PageFile {
            plain: file.bytes.into(),
            brotli: packed("br"),
            gzip: packed("gz"),
            kind: kind(path).to_owned(),
            tag: file.tag.to_owned(),
        })
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
            assert!(file.gzip.is_some_and(|packed| packed.len() < file.plain.len()));
        }
    }

    #[test]
    fn every_file_is_found_by_its_name_and_has_a_type_of_its_own() {
        for file in FILES {
            assert_eq!(find(file.name).map(|found| found.name), Some(file.name));
            let packed = matches!(file.name.rsplit_once('.'), Some((_, "br" | "gz")));
            assert_eq!(kind(file.name) == "application/octet-stream", packed, "{}", file.name);
        }
    }
}
