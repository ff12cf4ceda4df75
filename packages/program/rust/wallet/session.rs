//! The limits of sessions: one key, one program, one day at most, and no access to the vault.
use crate::ensure;
use crate::errors::*;
use crate::game_program::{self, Deployment};
use crate::runtime::{Account, Outcome};
use crate::view_session::Session;
use crate::view_wallet::Wallet;

/// Refuses a session that was revoked, has expired or belongs to an earlier epoch.
#[inline(never)]
pub fn check_alive(session: Session, wallet: &Wallet, now: i64) -> Outcome {
    ensure!(!session.is_revoked(), SESSION_REVOKED);
    ensure!(now < session.expires_at(), SESSION_EXPIRED);
    ensure!(session.epoch() == wallet.epoch(), SESSION_EPOCH);
    Ok(())
}

/// Refuses a session whose program has changed.
#[inline(never)]
pub fn check_unchanged(session: Session, live: &Deployment) -> Outcome {
    ensure!(live.has_authority(session.recorded_authority()), SESSION_AUTHORITY_CHANGED);
    ensure!(live.slot == session.recorded_slot(), SESSION_PROGRAM_UPGRADED);
    Ok(())
}

/// Whether the program differs from the one that the owner signed for. The caller has checked that
/// `program_data` belongs to it.
#[inline(never)]
pub fn is_changed(session: Session, program_data: Account) -> bool {
    match game_program::deployment_of(program_data) {
        Some(live) => check_unchanged(session, &live).is_err(),
        None => true,
    }
}
