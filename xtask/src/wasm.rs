//! The rules as WebAssembly modules, one for each game, and the site that is made of them.
//!
//! With rustup they are built for its target `wasm32-unknown-unknown`. Where that can not be had, Debian's packages serve: a
//! compiler that knows the target and the source of the standard library, laid into a folder of the target directory. Nothing
//! of the system is changed, and the program itself never needs any of it.

use crate::run::{Build, built, cargo, heatray, output, root, step, step_beside};
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// Small, because modules travel: see Cargo.toml.
const PROFILE: &str = "wasm";

/// `cargo xtask wasm [GAME…]`.
pub fn all(words: &[String]) -> Result<()> {
    let games = if words.is_empty() { games()? } else { words.to_vec() };
    for (game, bytes) in modules(&games, step)? {
        println!("    {game}: {:.2} MB", bytes as f64 / 1e6);
    }
    println!("\nThe rules are in {}.", folder().display());
    Ok(())
}

/// `cargo xtask site DIR`.
pub fn site(words: &[String]) -> Result<()> {
    let [folder_of_site, more @ ..] = words else { bail!("expected a folder: cargo xtask site DIR") };
    modules(&games()?, step)?;
    built(Build::Release)?;
    // The program runs in the workspace's root; whoever typed this stands elsewhere.
    let to = env::current_dir().context("no current folder")?.join(folder_of_site);
    let (to, rules) = (to.display().to_string(), folder().display().to_string());
    let mut words = vec!["export-site", to.as_str(), "--rules", rules.as_str()];
    words.extend(more.iter().map(String::as_str));
    step("the site", &mut heatray(Build::Release, &words))
}

/// The folder with the rules for the tests; none where they can not be built, which is said.
pub fn for_tests() -> Result<Option<PathBuf>> {
    if let Err(why) = Tools::find(step_beside) {
        println!("\n=== the table without a server: SKIPPED, {why:#}");
        return Ok(None);
    }
    modules(&games()?, step_beside)?;
    Ok(Some(folder()))
}

/// How a command is run.
type Run = fn(&str, &mut Command) -> Result<()>;

/// The games that have content; no chore names one.
fn games() -> Result<Vec<String>> {
    let content = root().join("content");
    let mut games = Vec::new();
    for entry in fs::read_dir(&content).with_context(|| content.display().to_string())? {
        let entry = entry.with_context(|| content.display().to_string())?;
        if entry.path().is_dir() {
            games.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    games.sort_unstable();
    Ok(games)
}

/// Cargo's folder for everything that is built.
fn target() -> PathBuf {
    let named = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].into_iter().find_map(env::var_os);
    // An absolute folder replaces the root in `join`.
    root().join(named.unwrap_or_else(|| "target".into()))
}

fn folder() -> PathBuf {
    target().join("wasm/rules")
}

/// Builds the modules; each game with the size of its own.
fn modules(games: &[String], run: Run) -> Result<Vec<(String, u64)>> {
    let tools = Tools::find(run)?;
    let (built, to) = (target().join("wasm"), folder());
    fs::create_dir_all(&to).with_context(|| to.display().to_string())?;
    let mut sizes = Vec::new();
    for game in games {
        let mut build = cargo(&["rustc", "--package", "wasm", "--lib", "--crate-type", "cdylib"]);
        build.args(["--target", TARGET, "--profile", PROFILE, "--no-default-features"]);
        build.args(["--features", &format!("games/{game}")]).arg("--target-dir").arg(&built);
        // Flags for this machine's own code mean nothing there.
        build.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        tools.equip(&mut build);
        run(&format!("the rules of {game}"), &mut build)?;
        let module = built.join(TARGET).join(PROFILE).join("wasm.wasm");
        let copy = to.join(format!("{game}.wasm"));
        let bytes = fs::copy(&module, &copy).with_context(|| module.display().to_string())?;
        sizes.push((game.clone(), bytes));
    }
    Ok(sizes)
}

/// What builds for the target.
enum Tools {
    Rustup,
    Debian { home: PathBuf, linker: PathBuf },
}

const MISSING: &str = "\
the rules can not be built as WebAssembly here. Install the target with
    rustup target add wasm32-unknown-unknown
or, on Debian, let this chore fetch rustc-web and rust-web-src: it needs apt-get and dpkg, and lists
of packages that know them (apt-get update)";

impl Tools {
    fn find(run: Run) -> Result<Self> {
        let sysroot = PathBuf::from(rustc(&["--print", "sysroot"])?.trim());
        let is_there = || sysroot.join("lib/rustlib").join(TARGET).is_dir();
        if is_there() {
            return Ok(Self::Rustup);
        }
        let home = target().join("wasm/debian");
        if !compiler(&home).is_file() {
            // Old toolchains are no reason to stop: rustup says why it can not, and apt is asked next.
            let _ = run("the target, from rustup", Command::new("rustup").args(["target", "add", TARGET]));
            if is_there() {
                return Ok(Self::Rustup);
            }
            fetch(&home, run).context(MISSING)?;
        }
        let host = rustc(&["-vV"])?;
        let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
        let linker = sysroot.join("lib/rustlib").join(host).join("bin/rust-lld");
        if !linker.is_file() {
            bail!("{}: expected the linker of the installed Rust\n{MISSING}", linker.display());
        }
        Ok(Self::Debian { home, linker })
    }

    fn equip(&self, build: &mut Command) {
        let Self::Debian { home, linker } = self else { return };
        build.args(["-Z", "build-std=std,panic_abort"]);
        build.env("RUSTC", compiler(home)).env("RUSTC_BOOTSTRAP", "1");
        // Whatever wraps the usual compiler does not know this one.
        build.env_remove("RUSTC_WRAPPER").env_remove("RUSTC_WORKSPACE_WRAPPER");
        build.env("LD_LIBRARY_PATH", home.join("usr/lib/x86_64-linux-gnu"));
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
}

fn rustc(arguments: &[&str]) -> Result<String> {
    let named = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    output(Command::new(named).current_dir(root()).args(arguments))
}

fn compiler(home: &Path) -> PathBuf {
    home.join("usr/bin/rustc")
}

/// Lays Debian's packages into a folder, without installing them.
fn fetch(home: &Path, run: Run) -> Result<()> {
    let depends = || {
        let deep = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"];
        let mut asked = Command::new("apt-cache");
        asked.args(["depends", "--recurse"]).args(deep.map(|of| format!("--no-{of}"))).arg("rustc-web");
        output(&mut asked)
    };
    let mut known = depends().unwrap_or_default();
    if !known.contains("libllvm") {
        let _ = run("package lists", Command::new("apt-get").args(["update", "-q"]));
        known = depends()?;
    }
    // A name at the beginning of its line is a package, what stands below it what that needs.
    let is_of_it = |name: &&str| name.starts_with("libstd-rust-web") || name.starts_with("libllvm");
    let mut packages: Vec<&str> = known.lines().filter(is_of_it).collect();
    packages.extend(["rustc-web", "rust-web-src"]);
    // The compiler's file is the sign that all is there: half of it is thrown away.
    let half = home.with_extension("half");
    let _ = fs::remove_dir_all(&half);
    fs::create_dir_all(&half).with_context(|| half.display().to_string())?;
    let mut download = Command::new("apt-get");
    run("packages of Debian", download.current_dir(&half).arg("download").args(&packages))?;
    for entry in fs::read_dir(&half).with_context(|| half.display().to_string())? {
        let path = entry.with_context(|| half.display().to_string())?.path();
        if path.extension().is_some_and(|ending| ending == "deb") {
            run("unpacking", Command::new("dpkg").arg("-x").arg(&path).arg(&half))?;
            fs::remove_file(&path).with_context(|| path.display().to_string())?;
        }
    }
    if !compiler(&half).is_file() {
        bail!("the packages hold no compiler");
    }
    let _ = fs::remove_dir_all(home);
    fs::rename(&half, home).with_context(|| home.display().to_string())
}
