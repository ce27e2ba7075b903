fn main() -> std::process::ExitCode {
    heatray::main()
}
