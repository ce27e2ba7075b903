//! Builds the browser client with npm, and lays its files out for embedding, compressed beside plain.
//!
//! `HEATRAY_PAGE=DIR` takes files that are built already; nothing else is run then.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// What the page is made of; `npm run build` makes `dist` of it.
const SOURCES: &[&str] = &[
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

/// Files that gain by compression.
const TEXTS: &[&str] = &["html", "js", "css", "svg", "json", "txt", "webmanifest", "map"];

fn main() {
    println!("cargo::rerun-if-env-changed=HEATRAY_PAGE");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page");
    let _ = fs::remove_dir_all(&out);
    let built = match env::var_os("HEATRAY_PAGE") {
        Some(folder) => {
            println!("cargo::rerun-if-changed={}", Path::new(&folder).display());
            PathBuf::from(folder)
        }
        None => build(),
    };
    if let Err(error) = lay_out(&built, &out) {
        fail(&format!("the page's files in {} can not be read: {error}", built.display()));
    }
}

fn fail(why: &str) -> ! {
    println!("cargo::error={why}");
    exit(1)
}

/// Runs npm; returns the folder with the result.
fn build() -> PathBuf {
    let web = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../web");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    if !web.join("package.json").exists() {
        println!(
            "cargo::warning=there is no web/package.json here: the program will have no page, only its API"
        );
        return web.join("none");
    }
    let lock = web.join("package-lock.json");
    let installed = web.join("node_modules/.package-lock.json");
    let age = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    if age(&installed).is_none() || age(&installed) < age(&lock) {
        npm(&web, &["ci", "--no-audit", "--no-fund"]);
    }
    npm(&web, &["run", "build"]);
    web.join("dist")
}

fn npm(web: &Path, arguments: &[&str]) {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program).args(arguments).current_dir(web).output();
    let Ok(output) = output else {
        fail(
            "Node 20 or newer with npm is needed to build the page: install it from nodejs.org or your system's packages",
        );
    };
    if !output.status.success() {
        for line in [output.stdout, output.stderr].iter().flat_map(|text| text.split(|byte| *byte == b'\n')) {
            if !line.is_empty() {
                println!("cargo::warning={}", String::from_utf8_lossy(line));
            }
        }
        fail(&format!(
            "`npm {}` failed in web/; the page needs Node 20 or newer, its words stand above",
            arguments.join(" ")
        ));
    }
}

/// Copies a folder, with `.br` and `.gz` beside every text.
fn lay_out(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    if !from.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            lay_out(&path, &target)?;
            continue;
        }
        let bytes = fs::read(&path)?;
        if path.extension().and_then(OsStr::to_str).is_some_and(|ending| TEXTS.contains(&ending)) {
            keep_if_smaller(&target, "br", &bytes, &brotli(&bytes)?)?;
            keep_if_smaller(&target, "gz", &bytes, &gzip(&bytes)?)?;
        }
        fs::write(&target, &bytes)?;
    }
    Ok(())
}

fn keep_if_smaller(target: &Path, ending: &str, plain: &[u8], packed: &[u8]) -> std::io::Result<()> {
    if packed.len() < plain.len() {
        let mut name = target.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        fs::write(name, packed)?;
    }
    Ok(())
}

fn brotli(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 1 << 16, 9, 22);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(packed)
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes)?;
    writer.finish()
}
