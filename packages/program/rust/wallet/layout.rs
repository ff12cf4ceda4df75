//! Account layouts, documented in the README. Every account begins with a type tag and a version.
use crate::ensure;
use crate::errors::*;
use crate::runtime::{Account, Context, Hash, Outcome, bytes, cpi, pda};

pub const VERSION: u8 = 1;

pub const CONFIG_TAG: u8 = 1;
pub const CONFIG_SEED: &[u8] = b"pid:config";
pub const CONFIG_HEAD: usize = 360;
pub const CONFIG_BUMP: usize = 2;
pub const CONFIG_ORIGIN_LENGTH: usize = 3;
pub const CONFIG_POLICY_COUNT: usize = 4;
pub const CONFIG_GENESIS: usize = 8;
pub const CONFIG_RP_ID_HASH: usize = 40;
pub const CONFIG_ADMIN: usize = 72;
pub const CONFIG_PENDING_ADMIN: usize = 104;
pub const CONFIG_RELAYER: usize = 136;
pub const CONFIG_REGISTRAR: usize = 168;
pub const CONFIG_TREASURY: usize = 200;
pub const CONFIG_ORIGIN: usize = 232;
pub const ORIGIN_MAX: usize = 128;

pub const POLICY_SIZE: usize = 24;
pub const POLICY_VERSION: usize = 0;
pub const POLICY_BPS: usize = 4;
pub const POLICY_MAX_FEE: usize = 8;
pub const POLICY_STARTS_AT: usize = 16;

pub const ACCOUNT_TAG: u8 = 2;
pub const ACCOUNT_SEED: &[u8] = b"pid:account";
pub const VAULT_SEED: &[u8] = b"pid:vault";
pub const ACCOUNT_SIZE: usize = 81;
pub const ACCOUNT_BUMP: usize = 2;
pub const ACCOUNT_VAULT_BUMP: usize = 3;
pub const ACCOUNT_EPOCH: usize = 4;
pub const ACCOUNT_NONCE: usize = 8;
pub const ACCOUNT_ID: usize = 16;
pub const ACCOUNT_AUTHORITY: usize = 48;
pub const AUTHORITY_SIZE: usize = 33;

pub const SESSION_TAG: u8 = 3;
pub const SESSION_SEED: &[u8] = b"pid:session";
pub const SESSION_SIGNER_SEED: &[u8] = b"pid:session-signer";
pub const SESSION_SIZE: usize = 192;
pub const SESSION_BUMP: usize = 2;
pub const SESSION_SIGNER_BUMP: usize = 3;
pub const SESSION_EPOCH_AT: usize = 4;
pub const SESSION_HAS_AUTHORITY: usize = 8;
pub const SESSION_REVOKED_AT: usize = 9;
pub const SESSION_EXPIRES_AT: usize = 16;
pub const SESSION_SLOT: usize = 24;
pub const SESSION_VAULT: usize = 32;
pub const SESSION_KEY: usize = 64;
pub const SESSION_PROGRAM: usize = 96;
pub const SESSION_AUTHORITY: usize = 128;
pub const SESSION_PAYER: usize = 160;

/// Only `initialise` makes an account of this owner and tag, and only at the derived address: both together prove it.
#[inline(never)]
pub fn load_config(context: &Context, config: Account) -> Outcome {
    ensure!(config.is_owned_by(context.program), BAD_CONFIG);
    ensure!(config.len() >= CONFIG_HEAD, BAD_CONFIG);
    ensure!(config.u8_at(0) == CONFIG_TAG, BAD_CONFIG);
    Ok(())
}

/// Checks an account and writes the address of its vault, which follows from the stored id and canonical bump.
#[inline(never)]
pub fn load_account(context: &Context, account: Account, vault: &mut Hash) -> Outcome {
    ensure!(account.is_owned_by(context.program), BAD_ACCOUNT);
    ensure!(account.len() == ACCOUNT_SIZE, BAD_ACCOUNT);
    ensure!(account.u8_at(0) == ACCOUNT_TAG, BAD_ACCOUNT);
    let seeds = [bytes(VAULT_SEED), bytes(account.slice(ACCOUNT_ID, 32))];
    pda::address_at(&seeds, account.u8_at(ACCOUNT_VAULT_BUMP), context.program, vault);
    Ok(())
}

/// Moves the lamports of an account's vault by the system program, to which the vault belongs.
#[inline(never)]
pub fn transfer_from_vault(account: Account, vault: Account, to: Account, lamports: u64) -> Outcome {
    let bump = account.u8_at(ACCOUNT_VAULT_BUMP);
    let id = account.slice(ACCOUNT_ID, 32);
    cpi::transfer(vault, to, lamports, &[bytes(VAULT_SEED), bytes(id), cpi::byte(&bump)])
}
