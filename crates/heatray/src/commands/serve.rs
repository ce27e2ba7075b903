//! `heatray serve`, and `heatray` alone: the table in the browser.

use ::games::Shelf;
use anyhow::{Context, Result, bail};
use server::storage::{LEASE, Node, Place, Sync};
use server::{App, Config};
use std::env;
use std::io::{ErrorKind, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::net::TcpListener;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub const EXAMPLES: &str = "\
Examples:
  heatray serve                                 on this machine, and opens the browser
  heatray serve --db :memory: --no-open         keeps nothing
  heatray serve --bind 0.0.0.0 --port 80 --db postgres://heatray@db/heatray --no-open
  heatray serve --no-open --behind-proxy --host play.example.org
  heatray serve --no-open --db postgres://heatray@db/heatray --bind 0.0.0.0 --node-address node1:8724

Matches are kept in a file of your data directory, unless --db says otherwise. The log goes to
stderr; RUST_LOG=server=debug makes it talk more. Ctrl-C or SIGTERM stops the server when
everything is written. docs/server.md tells how to run it for many people.";

/// The port on which people find the table; the next free one if it is taken and nobody asked for it.
const PORT: u16 = 8724;
/// How long work in the background may take when everything is stored.
const FAREWELL: Duration = Duration::from_secs(1);
/// So long after the signal the program is gone, whatever it is busy with: what was acknowledged is stored.
const DEADLINE: Duration = Duration::from_secs(20);
/// Ports that are tried.
const TRIES: u16 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Durability {
    /// Survives the end of the program at any moment; a power cut may cost the last moments
    Normal,
    /// Survives a power cut, and waits for the disk with every order
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The address to listen on; 0.0.0.0 for everybody
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub bind: IpAddr,
    /// The port to listen on [default: 8724, or the next free one]
    #[arg(long)]
    pub port: Option<u16>,
    /// Where matches are kept: a file, :memory:, or postgres://… [default: $HEATRAY_DB, or a file in the data directory]
    #[arg(long, value_name = "FILE|URL")]
    pub db: Option<String>,
    /// When SQLite calls an order stored
    #[arg(long, value_enum, default_value_t = Durability::Normal)]
    pub sync: Durability,
    /// Does not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// A proxy stands before the server and says in X-Forwarded-For who comes
    #[arg(long)]
    pub behind_proxy: bool,
    /// A name under which people open the server; for each name once. Addresses and localhost need none
    #[arg(long, value_name = "NAME", value_parser = host)]
    pub host: Vec<String>,
    /// Bots that think at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub bots_at_once: u8,
    /// Where the other servers that share a PostgreSQL reach this one; without a port it is the one it listens on
    #[arg(long, value_name = "HOST[:PORT]", value_parser = node_address)]
    pub node_address: Option<NodeAddress>,
    /// Milliseconds of silence after which the other servers take the matches of this one
    #[arg(long, value_name = "MS", default_value_t = LEASE.as_millis() as u32,
        value_parser = clap::value_parser!(u32).range(300..=60_000))]
    pub lease: u32,
    /// Matches that stay in memory though nobody is at their table; the others are read again when somebody comes
    #[arg(long, value_name = "N", default_value_t = server::hall::ROOMS)]
    pub keep: usize,
    /// How the log on stderr is written
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

impl Default for Args {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            db: None,
            sync: Durability::Normal,
            no_open: false,
            behind_proxy: false,
            host: Vec::new(),
            bots_at_once: 2,
            node_address: None,
            lease: LEASE.as_millis() as u32,
            keep: server::hall::ROOMS,
            log_format: LogFormat::Text,
        }
    }
}

pub fn run(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<bool> {
    let filter = log_filter()?;
    let log = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    // A second server in one process keeps the first one's log.
    let _ = match args.log_format {
        LogFormat::Text => tracing_subscriber::registry().with(log.with_filter(filter)).try_init(),
        LogFormat::Json => tracing_subscriber::registry().with(log.json().with_filter(filter)).try_init(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(shelf, args, out));
    // A bot that is deep in thought must not keep the program.
    runtime.shutdown_timeout(FAREWELL);
    served.map(|()| true)
}

/// What `RUST_LOG` asks for: a level, or levels by the parts of the program.
fn log_filter() -> Result<Targets> {
    let wanted = env::var("RUST_LOG").unwrap_or_default();
    let wanted = if wanted.is_empty() { "warn,server=info" } else { &wanted };
    wanted.parse().with_context(|| {
        format!("RUST_LOG={wanted} can not be read; expected a level such as debug, or warn,server=debug")
    })
}

async fn serve(shelf: &Shelf, args: &Args, out: &mut dyn Write) -> Result<()> {
    let place = place(args)?;
    let mut config = Config::new(shelf.with_boards(), place.clone());
    config.lessons = shelf.lessons().to_vec();
    config.behind_proxy = args.behind_proxy;
    config.hosts.clone_from(&args.host);
    config.bots_at_once = usize::from(args.bots_at_once);
    config.keep = args.keep;
    if page::Embedded.is_there() {
        config.page = Some(Arc::new(page::Embedded));
    }
    let has_page = config.page.is_some();
    let listener = listen(args).await?;
    config.node = node(args, &place, listener.local_addr()?.port())?;
    let app = App::new(config).await.with_context(|| describe(&place))?;
    let address = listener.local_addr()?;
    let stop = stopped()?;
    writeln!(out, "Heatray is at http://{}", reachable(address))?;
    writeln!(out, "Matches are kept in {}. Ctrl-C stops.", describe(&place))?;
    if !has_page {
        writeln!(out, "This program was built without the page; only the API is here: /api/openapi.json")?;
    }
    if args.behind_proxy && args.host.is_empty() {
        writeln!(out, "Only addresses open it: name it with --host if people come to the proxy by a name.")?;
    }
    out.flush()?;
    if !args.no_open && has_page {
        open_browser(&format!("http://{}", reachable(address)));
    }
    app.serve(listener, stop).await?;
    Ok(())
}

/// A name as it stands in a browser's line, without anything around it.
fn host(name: &str) -> Result<String, String> {
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-._".contains(letter));
    if plain && !name.is_empty() {
        return Ok(name.to_owned());
    }
    Err("expected a name such as play.example.org, without https:// and without a port".to_owned())
}

/// A name or an address, and a port if it is another one than this server listens on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeAddress {
    host: String,
    port: Option<u16>,
}

fn node_address(text: &str) -> Result<NodeAddress, String> {
    let wrong = || "expected a name or an address and a port, such as node1:8724 or [::1]:8724".to_owned();
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (text, None),
    };
    let address = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_name = address.map_or_else(|| host(name).is_ok(), |address| address.parse::<Ipv6Addr>().is_ok());
    let port = port.map(|port| port.parse().ok().filter(|port| *port > 0).ok_or_else(wrong)).transpose()?;
    if is_name { Ok(NodeAddress { host: name.to_owned(), port }) } else { Err(wrong()) }
}

/// How this server takes part, where several share a database.
fn node(args: &Args, place: &Place, listens_on: u16) -> Result<Node> {
    if args.node_address.is_some() && !matches!(place, Place::Postgres(_)) {
        bail!("--node-address is for servers that share a PostgreSQL; expected --db postgres://…");
    }
    let address = args.node_address.as_ref();
    let address = address.map(|address| format!("{}:{}", address.host, address.port.unwrap_or(listens_on)));
    Ok(Node { address, lease: Duration::from_millis(args.lease.into()) })
}

/// Where a browser on this machine finds it.
fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        return SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port());
    }
    address
}

async fn listen(args: &Args) -> Result<TcpListener> {
    if let Some(port) = args.port {
        let address = SocketAddr::new(args.bind, port);
        return TcpListener::bind(address).await.with_context(|| format!("can not listen on {address}"));
    }
    for port in PORT..PORT + TRIES {
        match TcpListener::bind(SocketAddr::new(args.bind, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) => return Err(error).with_context(|| format!("can not listen on {}", args.bind)),
        }
    }
    bail!("the ports {PORT} to {} are taken; choose one with --port", PORT + TRIES - 1)
}

fn place(args: &Args) -> Result<Place> {
    let sync = match args.sync {
        Durability::Normal => Sync::Normal,
        Durability::Full => Sync::Full,
    };
    // A URL may hold a password, and command lines are read by everybody on a machine.
    let said = args.db.clone().or_else(|| env::var("HEATRAY_DB").ok().filter(|said| !said.is_empty()));
    Ok(match said.as_deref() {
        Some(":memory:") => Place::Memory,
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            Place::Postgres(url.to_owned())
        }
        Some(file) => match scheme(file) {
            // What stands behind it may hold a password.
            Some(scheme) => bail!(
                "the database begins with {scheme:?}; expected a file such as heatray.db, :memory:, or postgres://… \
                 (./{scheme}… is a file of that name)"
            ),
            None => Place::File(PathBuf::from(file), sync),
        },
        None => Place::File(data_folder()?.join("heatray").join("heatray.db"), sync),
    })
}

/// The scheme of a URL with its colon, if it begins with one. A single letter is a drive.
fn scheme(text: &str) -> Option<&str> {
    let (name, _) = text.split_once(':')?;
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    (begins && plain && name.len() > 1).then(|| &text[..=name.len()])
}

/// The user's folder for data, as the system has it.
fn data_folder() -> Result<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = set("XDG_DATA_HOME").filter(|folder| folder.is_absolute()) {
        return Ok(folder);
    }
    if cfg!(windows) {
        return set("LOCALAPPDATA").context("no folder for data: LOCALAPPDATA is not set; use --db FILE");
    }
    let home = set("HOME").context("no folder for data: HOME is not set; use --db FILE")?;
    let under = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    Ok(home.join(under))
}

/// The place in words; a URL may hold a password.
fn describe(place: &Place) -> String {
    match place {
        Place::Memory => "memory alone".to_owned(),
        Place::File(file, _) => file.display().to_string(),
        Place::Postgres(_) => "PostgreSQL".to_owned(),
    }
}

/// Nobody minds if there is no browser.
fn open_browser(address: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", "", address]);
        command
    } else {
        let mut command = Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" });
        command.arg(address);
        command
    };
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// When it is time to stop. The signal is heard on a thread of its own: a program that is too busy to hear it, or that
/// does not come to its end, ends all the same.
fn stopped() -> Result<impl Future<Output = ()> + Send + 'static> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (tell, told) = tokio::sync::oneshot::channel();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(signalled());
        let _ = tell.send(());
        thread::sleep(DEADLINE);
        eprintln!("the program does not come to its end; it is ended");
        std::process::exit(1);
    })?;
    Ok(async move {
        let _ = told.await;
    })
}

/// Ctrl-C, or SIGTERM where there is such a thing.
async fn signalled() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_a_file_a_url_or_memory() {
        let place = |db: &str| place(&Args { db: Some(db.to_owned()), ..Args::default() }).unwrap();
        assert_eq!(place(":memory:"), Place::Memory);
        assert_eq!(place("postgres://h/d"), Place::Postgres("postgres://h/d".to_owned()));
        assert_eq!(place("here.db"), Place::File(PathBuf::from("here.db"), Sync::Normal));
        assert_eq!(describe(&place("postgres://me:secret@h/d")), "PostgreSQL");
    }

    #[test]
    fn a_database_of_another_kind_is_refused_in_words() {
        let place = |db: &str| place(&Args { db: Some(db.to_owned()), ..Args::default() });
        for url in
            ["file:/x/a.db?mode=rwc", "file:a.db", "sqlite://a.db", "mysql://me:secret@h/d", "Postgres:h"]
        {
            let refused = place(url).unwrap_err().to_string();
            assert!(
                refused.contains("expected a file such as heatray.db, :memory:, or postgres://"),
                "{refused}"
            );
            assert!(!refused.contains("secret"), "{refused}");
        }
        for file in ["./file:a.db", "C:\\a.db", "/x/12:30.db", "12:30.db"] {
            assert_eq!(place(file).unwrap(), Place::File(PathBuf::from(file), Sync::Normal));
        }
    }

    #[test]
    fn a_host_is_a_bare_name() {
        assert_eq!(host("play.example.org").as_deref(), Ok("play.example.org"));
        for wrong in ["", "https://play.example.org", "play.example.org:443", "play.example.org/", "*"] {
            assert!(host(wrong).unwrap_err().contains("expected a name"), "{wrong}");
        }
    }

    #[test]
    fn a_node_is_a_name_and_a_port_and_shares_a_postgres() {
        let at = |text: &str| Args {
            node_address: Some(node_address(text).unwrap()),
            lease: 300,
            ..Args::default()
        };
        let postgres = Place::Postgres(String::new());
        for (said, reached) in [
            ("node1:8725", "node1:8725"),
            ("10.0.0.1:80", "10.0.0.1:80"),
            ("[::1]:8725", "[::1]:8725"),
            ("a.example.org", "a.example.org:8724"),
            ("[::1]", "[::1]:8724"),
        ] {
            let found = node(&at(said), &postgres, 8724).unwrap();
            assert_eq!((found.address.as_deref(), found.lease), (Some(reached), Duration::from_millis(300)));
        }
        for wrong in ["", ":8724", "node1:", "node1:0", "node1:65536", "http://node1:80", "::1:80", "[x]:80"]
        {
            assert!(node_address(wrong).unwrap_err().contains("expected a name"), "{wrong}");
        }
        let refused = node(&at("node1"), &Place::Memory, 8724).unwrap_err().to_string();
        assert!(refused.contains("expected --db postgres://"), "{refused}");
        assert_eq!(node(&Args::default(), &Place::Memory, 8724).unwrap(), Node::default());
    }

    #[test]
    fn an_address_of_everybody_is_shown_as_one_that_can_be_opened() {
        assert_eq!(reachable("0.0.0.0:80".parse().unwrap()).to_string(), "127.0.0.1:80");
        assert_eq!(reachable("192.0.2.1:80".parse().unwrap()).to_string(), "192.0.2.1:80");
    }
}
