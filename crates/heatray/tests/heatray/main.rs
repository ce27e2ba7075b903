//! The program from outside. One program: each one of its own would compile and link all of it again.

mod any_line;
mod border_cases;
mod cases;
mod cli;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod clock;
mod engine;
mod kill;
mod lab;
#[cfg(unix)]
mod nodes;
mod positions_doc;
mod site;
#[cfg(unix)]
mod stop;
