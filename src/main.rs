//! The program: what it does is in [`tractor_bot::launch`].

use std::process::ExitCode;

fn main() -> ExitCode {
    tractor_bot::launch::main()
}
