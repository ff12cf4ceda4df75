//! The runtime's ABI (loader v3, serialization v1), apart from any logic of a program.
pub mod account;
pub mod cpi;
pub mod entry;
#[cfg(test)]
pub mod host;
pub mod keys;
pub mod pda;
pub mod syscalls;
#[cfg(test)]
mod tests;

pub use account::Account;
pub use entry::Context;
pub use keys::{Aligned, Hash, Key};
pub use syscalls::{Bytes, bytes, copy, equal, same_key};

use core::num::NonZeroU64;

/// What a program returns for a failure: a custom code, or what a callee returned.
#[derive(Clone, Copy)]
pub struct Failure(pub NonZeroU64);

pub type Outcome<T = ()> = Result<T, Failure>;

#[inline(always)]
pub const fn custom(code: u32) -> Failure {
    match NonZeroU64::new(code as u64) {
        Some(code) => Failure(code),
        None => panic!(),
    }
}

/// A guard. Every refusal of a program is one of these, so that a mutation test can take each away in turn.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $failure:expr) => {
        if !$condition {
            return Err($failure);
        }
    };
}
