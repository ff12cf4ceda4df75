//! The account of a wallet, with the address of its vault. Only `Wallet::load` and `Wallet::create` make a view.
use crate::ensure;
use crate::errors::*;
use crate::layout::{has_head, write_head};
use crate::runtime::{Account, Bytes, Context, Hash, Key, Outcome, bytes, cpi, equal, pda};

pub const SEED: &[u8] = b"pid:account";
pub const VAULT_SEED: &[u8] = b"pid:vault";
pub const SIZE: usize = 81;
pub const AUTHORITY_SIZE: usize = 33;
const TAG: u8 = 2;
const BUMP_OF_VAULT: usize = 3;
const EPOCH: usize = 4;
const NONCE: usize = 8;
const ID: usize = 16;
const AUTHORITY: usize = 48;

#[derive(Clone, Copy)]
pub struct Wallet<'a> {
    account: Account,
    vault: &'a Key,
}

/// Checks an account and writes the address of its vault, which follows from the stored id and canonical bump.
#[inline(never)]
fn check(context: &Context, account: Account, vault: &mut Hash) -> Outcome {
    ensure!(account.is_owned_by(context.program), BAD_ACCOUNT);
    ensure!(account.len() == SIZE, BAD_ACCOUNT);
    ensure!(has_head(account, TAG), BAD_ACCOUNT);
    let seeds = [bytes(VAULT_SEED), bytes(account.slice(ID, 32))];
    pda::address_at(&seeds, account.u8_at(BUMP_OF_VAULT), context.program, vault);
    Ok(())
}

impl<'a> Wallet<'a> {
    /// `room` holds the vault's address, which is derived and not stored.
    #[inline(always)]
    pub fn load(context: &Context, account: Account, room: &'a mut Hash) -> Outcome<Self> {
        check(context, account, room)?;
        Ok(Wallet { account, vault: &room.0 })
    }

    /// Refuses unless `account` is the activated wallet with this id. Omits the hash that computes the
    /// vault's address.
    #[inline(never)]
    pub fn check_active(context: &Context, account: Account, id: &[u8]) -> Outcome {
        // Only activation and a finished claim create this kind of account, and only at the derived address.
        ensure!(account.is_owned_by(context.program), GUARDIAN_NOT_ACTIVATED);
        ensure!(account.len() == SIZE, GUARDIAN_NOT_ACTIVATED);
        ensure!(has_head(account, TAG), GUARDIAN_NOT_ACTIVATED);
        ensure!(equal(account.slice(ID, 32), id), GUARDIAN_NOT_ACTIVATED);
        Ok(())
    }

    /// Writes an account that was just created at the derived address: nonce 1, epoch 0.
    #[inline(always)]
    pub fn create(account: Account, bump: u8, vault_bump: u8, id: &[u8], authority: &[u8]) {
        write_head(account, TAG, bump);
        account.put_u8(BUMP_OF_VAULT, vault_bump);
        account.put_u64(NONCE, 1);
        account.put(ID, id);
        account.put(AUTHORITY, authority);
    }

    #[inline(always)]
    pub fn vault(&self) -> &'a Key {
        self.vault
    }
    #[inline(always)]
    pub fn id(&self) -> &'static [u8] {
        self.account.slice(ID, 32)
    }
    #[inline(always)]
    pub fn authority(&self) -> &'static [u8] {
        self.account.slice(AUTHORITY, AUTHORITY_SIZE)
    }
    #[inline(always)]
    pub fn nonce(&self) -> u64 {
        self.account.u64_at(NONCE)
    }
    #[inline(always)]
    pub fn set_nonce(&self, nonce: u64) {
        self.account.put_u64(NONCE, nonce);
    }
    #[inline(always)]
    pub fn epoch(&self) -> u32 {
        self.account.u32_at(EPOCH)
    }
    #[inline(always)]
    pub fn set_epoch(&self, epoch: u32) {
        self.account.put_u32(EPOCH, epoch);
    }
    #[inline(always)]
    pub fn set_authority(&self, authority: &[u8]) {
        self.account.put(AUTHORITY, authority);
    }

    /// The seeds with which this program signs for the vault.
    #[inline(always)]
    pub fn vault_signer(&self) -> [Bytes<'static>; 3] {
        [bytes(VAULT_SEED), bytes(self.id()), bytes(self.account.slice(BUMP_OF_VAULT, 1))]
    }

    /// Moves lamports of the vault with the system program, which owns the vault.
    #[inline(never)]
    pub fn transfer(&self, vault: Account, to: Account, lamports: u64) -> Outcome {
        cpi::transfer(vault, to, lamports, &self.vault_signer())
    }
}
