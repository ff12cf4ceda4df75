//! A session. Only `Session::load_of` and `Session::create` make a view, both for one wallet.
use crate::ensure;
use crate::errors::*;
use crate::layout::{has_head, write_head};
use crate::runtime::{Account, Context, Key, Outcome, same_key};
use crate::view_wallet::Wallet;

pub const SEED: &[u8] = b"pid:session";
pub const SIGNER_SEED: &[u8] = b"pid:session-signer";
pub const SIZE: usize = 192;
const TAG: u8 = 3;
const SIGNER_BUMP: usize = 3;
const EPOCH: usize = 4;
const HAS_AUTHORITY: usize = 8;
const REVOKED: usize = 9;
const EXPIRES_AT: usize = 16;
const SLOT: usize = 24;
const VAULT: usize = 32;
const KEY: usize = 64;
const PROGRAM: usize = 96;
const AUTHORITY: usize = 128;
const PAYER: usize = 160;

#[derive(Clone, Copy)]
pub struct Session(Account);

/// The fields that a registration overwrites.
pub struct Terms<'a> {
    pub signer_bump: u8,
    pub epoch: u32,
    pub has_authority: u8,
    pub expires_at: u64,
    pub slot: u64,
    pub program: &'a Key,
    pub authority: &'a [u8],
}

/// The session must belong to the vault.
#[inline(never)]
fn check(context: &Context, account: Account, vault: &Key) -> Outcome {
    ensure!(account.is_owned_by(context.program), BAD_SESSION);
    ensure!(account.len() == SIZE, BAD_SESSION);
    ensure!(has_head(account, TAG), BAD_SESSION);
    ensure!(same_key(account.key_at(VAULT), vault), BAD_SESSION);
    Ok(())
}

impl Session {
    #[inline(always)]
    pub fn load_of(context: &Context, account: Account, wallet: &Wallet) -> Outcome<Self> {
        check(context, account, wallet.vault())?;
        Ok(Session(account))
    }

    /// Writes the constant fields of an account that was just created at the derived address.
    #[inline(always)]
    pub fn create(account: Account, bump: u8, wallet: &Wallet, key: &[u8], payer: &Key) -> Self {
        write_head(account, TAG, bump);
        account.put(VAULT, wallet.vault());
        account.put(KEY, key);
        account.put(PAYER, payer);
        Session(account)
    }

    #[inline(always)]
    pub fn write(self, terms: &Terms) {
        self.0.put_u8(SIGNER_BUMP, terms.signer_bump);
        self.0.put_u32(EPOCH, terms.epoch);
        self.0.put_u8(HAS_AUTHORITY, terms.has_authority);
        self.0.put_u8(REVOKED, 0);
        self.0.put_u64(EXPIRES_AT, terms.expires_at);
        self.0.put_u64(SLOT, terms.slot);
        self.0.put(PROGRAM, terms.program);
        self.0.put(AUTHORITY, terms.authority);
    }

    #[inline(always)]
    pub fn account(self) -> Account {
        self.0
    }
    #[inline(always)]
    pub fn signer_bump(self) -> &'static [u8] {
        self.0.slice(SIGNER_BUMP, 1)
    }
    #[inline(always)]
    pub fn epoch(self) -> u32 {
        self.0.u32_at(EPOCH)
    }
    #[inline(always)]
    pub fn is_revoked(self) -> bool {
        self.0.u8_at(REVOKED) != 0
    }
    #[inline(always)]
    pub fn revoke(self) {
        self.0.put_u8(REVOKED, 1);
    }
    #[inline(always)]
    pub fn expires_at(self) -> i64 {
        self.0.u64_at(EXPIRES_AT) as i64
    }
    #[inline(always)]
    pub fn recorded_slot(self) -> u64 {
        self.0.u64_at(SLOT)
    }
    #[inline(always)]
    pub fn recorded_authority(self) -> Option<&'static Key> {
        match self.0.u8_at(HAS_AUTHORITY) {
            0 => None,
            _ => Some(self.0.key_at(AUTHORITY)),
        }
    }
    #[inline(always)]
    pub fn key(self) -> &'static Key {
        self.0.key_at(KEY)
    }
    #[inline(always)]
    pub fn program(self) -> &'static Key {
        self.0.key_at(PROGRAM)
    }
    #[inline(always)]
    pub fn payer(self) -> &'static Key {
        self.0.key_at(PAYER)
    }
}
