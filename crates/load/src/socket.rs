//! One WebSocket to a match.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

#[derive(Debug)]
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub async fn connect(to: SocketAddr, id: &str) -> Result<Self> {
        Self::connect_from(to, id, None).await
    }

    /// As a proxy connects for somebody at this address.
    pub async fn connect_from(to: SocketAddr, id: &str, address: Option<&str>) -> Result<Self> {
        let stream = TcpStream::connect(to).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{to}/api/matches/{id}/stream").into_client_request()?;
        if let Some(address) = address {
            request.headers_mut().insert("x-forwarded-for", address.parse()?);
        }
        let config = WebSocketConfig::default().read_buffer_size(32 << 10);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Self(socket))
    }

    pub async fn send(&mut self, text: impl Into<String>) -> Result<()> {
        Ok(self.0.send(Message::Text(Utf8Bytes::from(text.into()))).await?)
    }

    /// Sends these bytes as if they were text.
    pub async fn send_raw(&mut self, bytes: &[u8]) -> Result<()> {
        let frame = Frame::message(bytes.to_vec(), OpCode::Data(Data::Text), true);
        Ok(self.0.send(Message::Frame(frame)).await?)
    }

    /// The next message; an error when the socket is closed.
    pub async fn receive(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the socket is closed")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(_) => bail!("the server closed the socket"),
                _ => {}
            }
        }
    }
}
