//! What a page asks of its rules, asked of the same rules in a native program: a question a line, an answer a line, all on one
//! thread. `cargo xtask pace` sets it beside the rules in a browser.

use offline::Home;
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    bots::use_threads(1);
    let (mut home, mut out) = (Home::default(), io::stdout());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", home.answer(line?.as_bytes()))?;
        out.flush()?;
    }
    Ok(())
}
