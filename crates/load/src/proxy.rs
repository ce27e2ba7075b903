//! A way to somewhere that can be cut and mended: what a program sees of a database that is gone for a while.

use anyhow::Result;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

#[derive(Debug)]
pub struct Proxy {
    pub at: SocketAddr,
    whole: Arc<watch::Sender<bool>>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// A way to this address.
    pub async fn to(target: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let at = listener.local_addr()?;
        let whole = Arc::new(watch::Sender::new(true));
        let state = Arc::clone(&whole);
        let task = tokio::spawn(async move {
            while let Ok((mut from, _)) = listener.accept().await {
                let mut whole = state.subscribe();
                if !*whole.borrow() {
                    continue;
                }
                tokio::spawn(async move {
                    let Ok(mut to) = TcpStream::connect(target).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut from, &mut to) => {}
                        _ = whole.wait_for(|whole| !whole) => {}
                    }
                });
            }
        });
        Ok(Self { at, whole, task })
    }

    /// Ends all connections, and lets nobody through.
    pub fn cut(&self) {
        self.whole.send_replace(false);
    }

    pub fn mend(&self) {
        self.whole.send_replace(true);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        self.task.abort();
    }
}
