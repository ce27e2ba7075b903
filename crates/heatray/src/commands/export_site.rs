//! `heatray export-site`: the table as files. The page and all that a server answers to everybody alike are written as they
//! are; the rules of each game go beside them as a WebAssembly module, which the page fetches when the game is played.

use ::games::{GAMES, Shelf};
use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use server::storage::Place;
use server::{App, Config};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

pub const EXAMPLES: &str = "\
Examples:
  cargo xtask site public                       builds the rules and the program, and writes the site
  heatray export-site public --rules rules      with rules that are built already

Whatever serves files serves the site, in any folder; browsers want https for it to play without a
network. docs/offline.md tells more.";

/// What keeps the files of a site in the browser.
const WORKER: &str = include_str!("site/sw.js");
/// Where that says what there is to keep.
const FILES: &str = "/* the files of this site */ []";
const VERSION: &str = "/* the version of this site */ ''";

/// As the server's own, and WebAssembly; a page can not say of itself who may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      media-src 'self'; base-uri 'none'; form-action 'self'";

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The folder to write into; it is made, or must be empty, or hold a site
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The folder with the rules as WebAssembly, a file for each game [default: `rules` beside the program]
    #[arg(long, value_name = "DIR")]
    pub rules: Option<PathBuf>,
}

pub fn run(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    if !page::Embedded.is_there() {
        bail!("this program was built without its page; build it where `web` is");
    }
    let rules = rules_folder(args)?;
    let mut site = Site::default();
    for (path, bytes) in page::Embedded.files() {
        site.add(path, bytes.to_vec());
    }
    // It is another page now: its packed forms are those of the old one.
    for packed in ["index.html.br", "index.html.gz"] {
        site.files.remove(packed);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    for (path, bytes) in runtime.block_on(answers(shelf))? {
        site.add(&path, bytes);
    }
    let mut games = serde_json::Map::new();
    for game in shelf.with_boards() {
        let file = rules.join(format!("{}.wasm", game.id()));
        let wasm = fs::read(&file).with_context(|| format!("{}: {HOW}", file.display()))?;
        let rules = site.add_named(&format!("rules/{}", game.id()), "wasm.gz", packed(&wasm)?);
        let plain = GAMES.iter().find(|entry| entry.id == game.id()).map(|entry| (entry.plain)().content());
        // Its own components the module has with it.
        let content = (plain.is_some_and(|plain| plain != game.content()) && !game.files().is_empty())
            .then(|| serde_json::to_vec(game.files()))
            .transpose()?
            .map(|files| site.add_named(&format!("rules/{}", game.id()), "json", files));
        games.insert(game.id().to_owned(), json!({ "rules": rules, "content": content }));
    }
    site.add("site.json", serde_json::to_vec(&json!({ "games": games }))?);
    site.add("manifest.webmanifest", serde_json::to_vec_pretty(&manifest())?);
    site.be_a_home()?;
    site.keep_itself()?;
    site.write(&args.folder)?;
    let bytes: usize = site.files.values().map(Vec::len).sum();
    let (files, megabytes) = (site.files.len(), bytes as f64 / 1e6);
    writeln!(out, "{}: {files} files, {megabytes:.1} MB", args.folder.display())?;
    Ok(true)
}

const HOW: &str =
    "the rules as WebAssembly are missing; `cargo xtask site DIR` builds them and writes the whole site";

fn rules_folder(args: &Args) -> Result<PathBuf> {
    if let Some(named) = &args.rules {
        return Ok(named.clone());
    }
    let program = std::env::current_exe().context("the program does not know where it is")?;
    Ok(program.with_file_name("rules"))
}

/// What a server of these games answers to everybody.
async fn answers(shelf: &Shelf) -> Result<Vec<server::site::SiteFile>> {
    let mut config = Config::new(shelf.with_boards(), Place::Memory);
    config.lessons = shelf.lessons().to_vec();
    let app = App::new(config).await?;
    let files = server::site::files(&app).await;
    app.hall.stop().await;
    files.map_err(|error| anyhow::anyhow!(error.message))
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    Ok(packer.finish()?)
}

/// FNV-1a: two versions of one file should differ, nobody has to be kept from forging one.
fn tag(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn manifest() -> Value {
    json!({
        "name": "Heatray",
        "short_name": "Heatray",
        "description": "A table for the War of the Worlds and for air combat of the Great War.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#241a12",
        "theme_color": "#241a12",
        "icons": [{ "src": "./icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any" }],
    })
}

/// The files of a site by their paths.
#[derive(Debug, Default)]
struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

impl Site {
    fn add(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.insert(path.to_owned(), bytes);
    }

    /// A file whose name says which version of it this is, so that nobody plays by old rules out of a cache.
    fn add_named(&mut self, name: &str, ending: &str, bytes: Vec<u8>) -> String {
        let path = format!("{name}-{:016x}.{ending}", tag(&bytes));
        self.add(&path, bytes);
        path
    }

    /// Tells the page that matches live in it.
    fn be_a_home(&mut self) -> Result<()> {
        let page = self.files.get("index.html").context("the page has no index.html")?;
        let text = std::str::from_utf8(page)?;
        let (head, rest) = text.split_once("<head>").context("index.html has no head")?;
        let told = format!(
            "{head}<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    \
             <meta name=\"heatray-home\" content=\"offline\" />\n    \
             <link rel=\"manifest\" href=\"./manifest.webmanifest\" />{rest}"
        );
        self.add("index.html", told.into_bytes());
        Ok(())
    }

    /// Says what is kept in the browser: every file but packed forms of others, which nobody asks for by name.
    fn keep_itself(&mut self) -> Result<()> {
        let is_plain = |path: &&String| {
            let of = path.strip_suffix(".br").or_else(|| path.strip_suffix(".gz"));
            of.is_none_or(|of| !self.files.contains_key(of))
        };
        let kept: Vec<&String> = self.files.keys().filter(is_plain).collect();
        let tags: Vec<u8> = kept.iter().flat_map(|path| tag(&self.files[*path]).to_be_bytes()).collect();
        let worker = WORKER
            .replace(FILES, &serde_json::to_string(&kept)?)
            .replace(VERSION, &format!("'{:016x}'", tag(&tags)));
        self.add("sw.js", worker.into_bytes());
        Ok(())
    }

    fn write(&self, folder: &Path) -> Result<()> {
        let named = || folder.display().to_string();
        if folder.exists() {
            let mut inside = fs::read_dir(folder).with_context(named)?;
            if inside.next().is_some() && !folder.join("site.json").is_file() {
                bail!("{}: expected a new folder, an empty one, or one with a site", folder.display());
            }
            // What is named by its version is not overwritten by the next one.
            for of_versions in ["assets", "rules"] {
                let old = folder.join(of_versions);
                if old.is_dir() {
                    fs::remove_dir_all(&old).with_context(|| old.display().to_string())?;
                }
            }
        }
        for (path, bytes) in &self.files {
            let file = folder.join(path);
            if let Some(parent) = file.parent() {
                fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
            }
            fs::write(&file, bytes).with_context(|| file.display().to_string())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_says_what_it_is_made_of_and_keeps_that() {
        let mut site = Site::default();
        site.add("index.html", b"<!doctype html><html><head><title>x</title></head></html>".to_vec());
        site.add("a.js", b"a".to_vec());
        site.add("a.js.br", b"packed".to_vec());
        let rules = site.add_named("rules/race", "wasm.gz", packed(b"rules").unwrap());
        site.be_a_home().unwrap();
        site.keep_itself().unwrap();
        let text = |path: &str| String::from_utf8(site.files[path].clone()).unwrap();
        assert!(text("index.html").contains("<meta name=\"heatray-home\" content=\"offline\" />"));
        let worker = text("sw.js");
        assert!(worker.contains(&format!(r#"["a.js","index.html","{rules}"]"#)), "{worker}");
        assert!(!worker.contains(FILES) && !worker.contains(VERSION));
        let mut other = Site::default();
        other.add("a.js", b"b".to_vec());
        other.keep_itself().unwrap();
        assert_ne!(other.files["sw.js"], site.files["sw.js"]);
    }
}
