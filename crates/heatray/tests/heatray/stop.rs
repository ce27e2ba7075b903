//! SIGTERM while strangers hold on to the program in every way they know: it ends in time, and in good order.

use load::http::make_match;
use load::{Program, Socket};
use serde_json::json;
use std::path::Path;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_keeps_a_program_that_is_told_to_stop() {
    let binary = Path::new(env!("CARGO_BIN_EXE_heatray"));
    let program = Program::start(binary, &["--port", "0", "--db", ":memory:"]).await.unwrap();
    let mut held = Vec::new();
    for said in [
        "",
        "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ",
        "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        "POST /api/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(program.address).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        held.push(stream);
    }
    let wish = json!({ "setup": { "scenario": "simple-battle" } });
    let (id, keys, _) = make_match(program.address, &wish).await.unwrap();
    let mut deaf = Socket::connect(program.address, &id).await.unwrap();
    deaf.send(json!({ "op": "hello", "key": keys[0] }).to_string()).await.unwrap();
    let mute = Socket::connect(program.address, &id).await.unwrap();

    let pid = program.pid().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let ended = tokio::time::timeout(Duration::from_secs(20), program.ended()).await;
    assert!(ended.expect("it is still there").unwrap(), "it did not end in good order");
    drop((held, deaf, mute));
}
