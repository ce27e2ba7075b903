//! Builds the browser client with npm, and lays its files out for embedding. The build of the client leaves `.br` and
//! `.gz` beside every text.
//!
//! `HEATRAY_PAGE=DIR` takes files that are built already; nothing else is run then.

use std::env;
use std::fmt::Write;
use std::fs;
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

/// A word to the person who waits: cargo keeps to itself what a build script prints. Without a terminal, nothing.
fn tell(what: &str) {
    use std::io::Write;
    if let Ok(mut terminal) = fs::OpenOptions::new().write(true).open("/dev/tty") {
        let _ = writeln!(terminal, "\r\x1b[K{:>12} {what}", "Running");
    }
}

fn npm(web: &Path, arguments: &[&str]) {
    tell(&format!("npm {} (the page)", arguments.join(" ")));
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

/// Copies the files and writes the table of them that the library includes.
fn lay_out(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut names = Vec::new();
    if from.exists() {
        list(from, "", &mut names)?;
    }
    // The library finds a name by halving.
    names.sort();
    let mut table = String::from("&[\n");
    for name in &names {
        let target = to.join(name);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(from.join(name), &target)?;
        let shown = target.display().to_string();
        let _ = writeln!(
            table,
            "    File {{ name: {name:?}, bytes: include_bytes!({shown:?}), tag: \"{:016x}\" }},",
            tag(&fs::read(&target)?)
        );
    }
    table.push_str("]\n");
    fs::create_dir_all(to)?;
    fs::write(to.with_extension("rs"), table)
}

/// All files below a folder, by their paths from the root of the page.
fn list(folder: &Path, before: &str, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{before}{name}/"), names)?;
        } else {
            names.push(format!("{before}{name}"));
        }
    }
    Ok(())
}

/// FNV-1a: two versions of one file should differ, nobody has to be kept from forging one.
fn tag(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
