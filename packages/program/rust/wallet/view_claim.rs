//! A claim to a wallet that was never activated. Only `Claim::load` and `Claim::create` make a view.
use crate::ensure;
use crate::errors::*;
use crate::layout::{has_head, write_head};
use crate::runtime::{Account, Context, Key, Outcome};
use crate::view_wallet::AUTHORITY_SIZE;

pub const SEED: &[u8] = b"pid:claim";
pub const SIZE: usize = 153;
const TAG: u8 = 4;
const ISSUED_AT: usize = 8;
const READY_AT: usize = 16;
const ID: usize = 24;
const PAYER: usize = 56;
const REGISTRAR: usize = 88;
const AUTHORITY: usize = 120;

#[derive(Clone, Copy)]
pub struct Claim(Account);

/// Only `open` creates an account with this owner and tag, and only at the derived address, so both together
/// prove it.
#[inline(never)]
fn check(context: &Context, account: Account) -> Outcome {
    ensure!(account.is_owned_by(context.program), BAD_CLAIM);
    ensure!(account.len() == SIZE, BAD_CLAIM);
    ensure!(has_head(account, TAG), BAD_CLAIM);
    Ok(())
}

impl Claim {
    #[inline(always)]
    pub fn load(context: &Context, account: Account) -> Outcome<Self> {
        check(context, account)?;
        Ok(Claim(account))
    }

    /// Writes the constant fields of an account that was just created at the derived address.
    #[inline(always)]
    pub fn create(account: Account, bump: u8, id: &[u8], payer: &Key) -> Self {
        write_head(account, TAG, bump);
        account.put(ID, id);
        account.put(PAYER, payer);
        Claim(account)
    }

    #[inline(always)]
    pub fn write(self, issued_at: i64, ready_at: i64, registrar: &Key, authority: &[u8]) {
        self.0.put_u64(ISSUED_AT, issued_at as u64);
        self.0.put_u64(READY_AT, ready_at as u64);
        self.0.put(REGISTRAR, registrar);
        self.0.put(AUTHORITY, authority);
    }

    #[inline(always)]
    pub fn account(self) -> Account {
        self.0
    }
    #[inline(always)]
    pub fn id(self) -> &'static [u8] {
        self.0.slice(ID, 32)
    }
    #[inline(always)]
    pub fn issued_at(self) -> i64 {
        self.0.u64_at(ISSUED_AT) as i64
    }
    #[inline(always)]
    pub fn ready_at(self) -> i64 {
        self.0.u64_at(READY_AT) as i64
    }
    #[inline(always)]
    pub fn payer(self) -> &'static Key {
        self.0.key_at(PAYER)
    }
    #[inline(always)]
    pub fn registrar(self) -> &'static Key {
        self.0.key_at(REGISTRAR)
    }
    #[inline(always)]
    pub fn authority(self) -> &'static [u8] {
        self.0.slice(AUTHORITY, AUTHORITY_SIZE)
    }
}
