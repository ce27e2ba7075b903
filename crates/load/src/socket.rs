//! One WebSocket to a match.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameHeader};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

fn forwarded(address: Option<&str>) -> Vec<(&'static str, &str)> {
    address.into_iter().map(|address| ("x-forwarded-for", address)).collect()
}

#[derive(Debug)]
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub async fn connect(to: SocketAddr, id: &str) -> Result<Self> {
        Self::connect_from(to, id, None).await
    }

    /// As a proxy connects for somebody at this address.
    pub async fn connect_from(to: SocketAddr, id: &str, address: Option<&str>) -> Result<Self> {
        Self::open(to, &format!("/api/matches/{id}/stream"), &forwarded(address)).await
    }

    /// With headers of a browser's, such as a cookie.
    pub async fn connect_with(to: SocketAddr, id: &str, headers: &[(&'static str, &str)]) -> Result<Self> {
        Self::open(to, &format!("/api/matches/{id}/stream"), headers).await
    }

    /// The door for programs.
    pub async fn engine(to: SocketAddr, id: &str, address: Option<&str>) -> Result<Self> {
        Self::open(to, &format!("/api/matches/{id}/engine"), &forwarded(address)).await
    }

    async fn open(to: SocketAddr, path: &str, headers: &[(&'static str, &str)]) -> Result<Self> {
        let stream = TcpStream::connect(to).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{to}{path}").into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse()?);
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
        self.send_frame(OpCode::Data(Data::Text).into(), bytes).await
    }

    /// Sends these bytes as a frame of this kind, from 0 to 15, whether there is such a kind or not.
    pub async fn send_frame(&mut self, kind: u8, bytes: &[u8]) -> Result<()> {
        let head = FrameHeader { opcode: OpCode::from(kind), ..FrameHeader::default() };
        let frame = Frame::from_payload(head, bytes.to_vec().into());
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
