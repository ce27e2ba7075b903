//! The router as a function, and the server around it.

use crate::api;
use crate::connections::{self, Patience};
use crate::figures::FIGURES;
use crate::hall::Hall;
use crate::hosts::{self, Hosts};
use crate::limits::Limits;
use crate::nodes;
use crate::page::Page;
use crate::reach::Reach;
use crate::reviews::Reviews;
use crate::storage::{Node, Place, Store, StoreError};
use crate::workers::Workers;
use axum::Router;
use lessons::Lesson;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use table::face::AnyGame;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// How long sockets may take to say good-bye.
const FAREWELL: Duration = Duration::from_secs(3);
const SWEEP: Duration = Duration::from_secs(15);

/// What a server is made of.
pub struct Config {
    pub games: Vec<Arc<dyn AnyGame>>,
    /// Guided matches of these games.
    pub lessons: Vec<Lesson>,
    pub place: Place,
    /// How this server takes part, where several share a database.
    pub node: Node,
    pub page: Option<Arc<dyn Page>>,
    /// A proxy stands before this server and says in `X-Forwarded-For` who comes.
    pub behind_proxy: bool,
    /// The names under which people come, beside addresses and those of the machine itself.
    pub hosts: Vec<String>,
    /// Bots that think at the same time.
    pub bots_at_once: usize,
    /// Matches that stay in memory though nobody listens.
    pub keep: usize,
    /// A picture of a match is stored when nothing has happened in it for so long.
    pub quiet: Duration,
    /// How long somebody may keep the server waiting.
    pub patience: Patience,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config").field("place", &self.place).finish_non_exhaustive()
    }
}

impl Config {
    pub fn new(games: Vec<Arc<dyn AnyGame>>, place: Place) -> Self {
        Self {
            games,
            lessons: Vec::new(),
            place,
            node: Node::default(),
            page: None,
            behind_proxy: false,
            hosts: Vec::new(),
            bots_at_once: 2,
            keep: crate::hall::ROOMS,
            quiet: crate::hall::QUIET,
            patience: Patience::default(),
        }
    }
}

/// What every request can reach.
#[derive(Clone)]
pub struct App {
    pub hall: Arc<Hall>,
    pub limits: Arc<Limits>,
    pub passwords: Workers,
    pub readers: Workers,
    pub reviews: Reviews,
    pub page: Option<Arc<dyn Page>>,
    pub sockets: Arc<AtomicUsize>,
    pub reach: Arc<Reach>,
    pub patience: Patience,
    pub hosts: Arc<Hosts>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("hall", &self.hall).finish_non_exhaustive()
    }
}

impl App {
    pub async fn new(mut config: Config) -> Result<Self, StoreError> {
        if config.behind_proxy {
            // All connections are the proxy's.
            config.patience.from_one = usize::MAX;
        }
        let count = |jobs| FIGURES.commit_jobs.record(jobs as f64);
        let store = Store::open_as(&config.place, &config.node, count).await?;
        let pauses = [config.quiet, config.patience.beat];
        let hall = Hall::new(config.games, config.lessons, store, config.bots_at_once, config.keep, pauses);
        hall.keep_contents().await?;
        let reviews = Reviews::new(hall.thinkers.reviews.clone());
        Ok(Self {
            hall,
            reviews,
            limits: Arc::new(Limits::new(config.behind_proxy)),
            passwords: Workers::for_passwords(),
            readers: Workers::for_reading(),
            page: config.page,
            sockets: Arc::default(),
            reach: Arc::new(Reach::new(config.behind_proxy)),
            patience: config.patience,
            hosts: Arc::new(Hosts::new(&config.hosts)),
        })
    }

    /// All routes.
    pub fn router(&self) -> Router {
        let compress = CompressionLayer::new()
            .compress_when(SizeAbove::new(1024).and(NotForContentType::new("application/octet-stream")));
        api::routes()
            .fallback(crate::page::serve)
            .layer(compress)
            .layer(axum::middleware::from_fn_with_state(self.clone(), nodes::pass_on))
            .layer(axum::middleware::from_fn_with_state(self.clone(), hosts::check))
            .layer(axum::middleware::from_fn_with_state(self.clone(), nodes::admit))
            .layer(axum::middleware::map_response(crate::page::secure))
            .with_state(self.clone())
    }

    /// Serves until `stop` is done; then finishes what is being written and tells everybody.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        self.reach.is_bound(listener.local_addr()?);
        let keepers = [tokio::spawn(keep_house(self.clone())), tokio::spawn(let_go(Arc::clone(&self.hall)))];
        let hall = Arc::clone(&self.hall);
        let (told, stopped) = tokio::sync::oneshot::channel();
        let stopping = async move {
            stop.await;
            tracing::info!("stopping");
            hall.stop().await;
            let _ = told.send(());
        };
        // Everything is stored by then: who has sent half a request must not keep the program.
        let too_late = async {
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            () = connections::serve(listener, self.router(), self.patience, stopping) => {}
            () = too_late => tracing::warn!("somebody holds a connection open; the program ends without him"),
        }
        keepers.iter().for_each(tokio::task::JoinHandle::abort);
        let gone = async {
            while self.sockets.load(Ordering::Relaxed) > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = tokio::time::timeout(FAREWELL, gone).await;
        tracing::info!("stopped");
        Ok(())
    }
}

/// Ends matches that are not ours any more: their people come again, and find them where they are.
async fn let_go(hall: Arc<Hall>) {
    loop {
        hall.store.lost().await;
        hall.let_go().await;
    }
}

async fn keep_house(app: App) {
    let mut every = tokio::time::interval(SWEEP);
    loop {
        every.tick().await;
        app.hall.sweep().await;
        app.limits.sweep();
        let now = crate::room::now_ms() / 1000;
        let old = vec![crate::storage::Write::OldSessions { now }];
        if let Err(error) = app.hall.store.write(old).await {
            tracing::warn!(%error, "old sessions stay");
        }
    }
}
