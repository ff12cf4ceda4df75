//! A hostile program for tests: it calls the program in its first account with all rights that it has.
#![cfg_attr(not(test), no_std)]
#![deny(unsafe_op_in_unsafe_fn)]

#[path = "../runtime/mod.rs"]
#[allow(dead_code, unused_imports, unused_macros)]
mod runtime;

use core::mem::MaybeUninit;
use runtime::cpi::{self, Call, Grant, MAX_GRANTS};
use runtime::entry;

/// # Safety
/// Called by the loader only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn entrypoint(input: *mut u8) -> u64 {
    let mut room = entry::room();
    let Some(context) = (unsafe { entry::parse(input, &mut room) }) else { return 1 };
    let mut grants = [const { MaybeUninit::<Grant>::uninit() }; MAX_GRANTS];
    let count = context.count() - 1;
    let mut index = 0;
    while index < count {
        let account = context.account(index + 1);
        let (writable, signer) = (account.is_writable(), account.is_signer());
        grants[index].write(Grant { account, writable, signer });
        index += 1;
    }
    // The loop has initialised the first `count` entries.
    let grants = unsafe { core::slice::from_raw_parts(grants.as_ptr() as *const Grant, count) };
    let call = Call { program: context.account(0).key(), grants, data: context.data, signer: &[] };
    match cpi::invoke(&call) {
        Ok(()) => 0,
        Err(failure) => failure.0.get(),
    }
}
