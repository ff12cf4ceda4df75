//! Sessions: one key, one program, one day at most, and no way to the vault.
use crate::ensure;
use crate::errors::*;
use crate::game_program::{self, Deployment};
use crate::layout::*;
use crate::runtime::{Account, Context, Failure, Key, Outcome, same_key};

/// An account that exists, with the address of its vault.
pub struct Wallet<'a> {
    pub account: Account,
    pub vault: &'a Key,
}

#[inline(always)]
pub fn load(context: &Context, session: Account) -> Outcome {
    ensure!(session.is_owned_by(context.program), BAD_SESSION);
    ensure!(session.len() == SESSION_SIZE, BAD_SESSION);
    ensure!(session.u8_at(0) == SESSION_TAG, BAD_SESSION);
    Ok(())
}

/// The session must hang on the vault.
#[inline(never)]
pub fn load_of(context: &Context, session: Account, vault: &Key) -> Outcome {
    load(context, session)?;
    ensure!(same_key(session.key_at(SESSION_VAULT), vault), BAD_SESSION);
    Ok(())
}

#[inline(always)]
pub fn recorded_authority(session: Account) -> Option<&'static Key> {
    match session.u8_at(SESSION_HAS_AUTHORITY) {
        0 => None,
        _ => Some(session.key_at(SESSION_AUTHORITY)),
    }
}

/// Why a session is dead by its own account, if it is.
#[inline(never)]
pub fn check_alive(session: Account, wallet: &Wallet, now: i64) -> Result<(), Failure> {
    ensure!(session.u8_at(SESSION_REVOKED_AT) == 0, SESSION_REVOKED);
    ensure!(now < session.u64_at(SESSION_EXPIRES_AT) as i64, SESSION_EXPIRED);
    ensure!(session.u32_at(SESSION_EPOCH_AT) == wallet.account.u32_at(ACCOUNT_EPOCH), SESSION_EPOCH);
    Ok(())
}

/// Why a session is dead by a change of its program, if it is.
#[inline(never)]
pub fn check_unchanged(session: Account, live: &Deployment) -> Result<(), Failure> {
    ensure!(live.has_authority(recorded_authority(session)), SESSION_AUTHORITY_CHANGED);
    ensure!(live.slot == session.u64_at(SESSION_SLOT), SESSION_PROGRAM_UPGRADED);
    Ok(())
}

/// Whether the program is no longer what the owner was told of; `program_data` must be known to be its own.
#[inline(never)]
pub fn is_changed(session: Account, program_data: Account) -> bool {
    match game_program::deployment_of(program_data) {
        Some(live) => check_unchanged(session, &live).is_err(),
        None => true,
    }
}
