//! The runtime's ABI (loader v3, serialization v1), without any logic of a program.
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

/// The failure of a program: a custom code, or the code that a callee returned.
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

/// A guard. Every refusal of a program uses it, so that a mutation test can remove each one in turn.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $failure:expr) => {
        if !$condition {
            return Err($failure);
        }
    };
}
