//! The PID wallet program: passkey-owned vaults, fees that the chain computes, and game sessions that never touch a vault.
#![cfg_attr(not(test), no_std)]
#![deny(unsafe_op_in_unsafe_fn)]

#[path = "../runtime/mod.rs"]
mod runtime;

mod activate;
mod certificate;
mod claim;
mod config;
mod errors;
mod exit;
mod fees;
mod game_program;
mod layout;
mod passkey;
mod recovery;
mod rotate;
mod session;
mod session_close;
mod session_execute;
mod session_register;
mod spend;
#[cfg(test)]
mod tests;
mod tokens;
mod view_claim;
mod view_config;
mod view_recovery;
mod view_session;
mod view_wallet;
mod withdraw;

use errors::*;
use runtime::{Context, Outcome, entry, syscalls};
use view_config::Role;

/// # Safety
/// Called by the loader only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn entrypoint(input: *mut u8) -> u64 {
    let mut room = entry::room();
    let outcome = match unsafe { entry::parse(input, &mut room) } {
        Some(context) => dispatch(context),
        None => Err(MISSING_ACCOUNTS),
    };
    match outcome {
        Ok(()) => 0,
        Err(failure) => failure.0.get(),
    }
}

#[inline(never)]
fn dispatch(context: &Context) -> Outcome {
    // No program may call this one, so that a signed request is executed exactly as the player's wallet
    // showed it.
    ensure!(syscalls::is_top_level(), CALLED_BY_PROGRAM);
    match context.data.first() {
        Some(2) => withdraw::withdraw_sol(context),
        Some(9) => session_execute::execute(context),
        Some(3) => withdraw::withdraw_spl(context),
        Some(1) => activate::activate(context),
        Some(4) => rotate::rotate(context),
        Some(5) => session_register::register(context),
        Some(6) => session_register::revoke(context),
        Some(7) => exit::exit_sol(context),
        Some(8) => exit::exit_spl(context),
        Some(10) => session_close::close(context),
        Some(0) => config::initialise(context),
        Some(11) => config::set_key(context, Role::PendingAdmin),
        Some(12) => config::accept_admin(context),
        Some(13) => config::set_treasury(context),
        Some(14) => config::set_key(context, Role::Relayer),
        Some(15) => config::set_key(context, Role::Registrar),
        Some(16) => config::append_policy(context),
        Some(17) => recovery::set_policy(context),
        Some(18) => recovery::vote(context),
        Some(19) => recovery::cancel(context),
        Some(20) => recovery::finish(context),
        // 21 to 31 are reserved for recovery.
        Some(32) => claim::open(context),
        Some(33) => claim::finish(context),
        Some(34) => claim::close(context),
        _ => Err(UNKNOWN_INSTRUCTION),
    }
}
