//! Hands an account to another passkey. The epoch grows, so that every session of the old one is dead.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::layout::*;
use crate::passkey::{self, Request};
use crate::runtime::{Context, Outcome, bytes, equal};

const NONCE: usize = 1;
const EXPIRY: usize = 9;
const NEW_AUTHORITY: usize = 17;
const NEW_RP_ID_HASH: usize = 50;
const TAIL: usize = 82;

/// relayer (signer), account (writable), config, instructions
#[inline(never)]
pub fn rotate(context: &Context) -> Outcome {
    ensure!(context.count() == 4, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (relayer, account, config) = (context.account(0), context.account(1), context.account(2));
    load_config(context, config)?;
    fees::check_relayer(config, relayer)?;
    let wallet = Wallet::load_writable(context, account)?;
    let expiry = context.u64_at(EXPIRY) as i64;
    passkey::check_expiry(expiry)?;
    let nonce = wallet.nonce();
    ensure!(context.u64_at(NONCE) == nonce, WRONG_NONCE);
    let authority = account.slice(ACCOUNT_AUTHORITY, AUTHORITY_SIZE);
    let next = context.slice(NEW_AUTHORITY, AUTHORITY_SIZE);
    ensure!(next[0] & 0xfe == 2, BAD_PASSKEY);
    ensure!(!equal(next, authority), SAME_AUTHORITY);
    ensure!(equal(context.slice(NEW_RP_ID_HASH, 32), config.slice(CONFIG_RP_ID_HASH, 32)), ROTATE_RP_ID_HASH);
    passkey::verify(
        context,
        &Request {
            config,
            sysvar: context.account(3),
            action: passkey::ROTATE,
            policy: 0,
            nonce,
            expiry,
            account_id: wallet.id(),
            vault: &wallet.vault,
            authority,
            body: [bytes(context.slice(NEW_AUTHORITY, TAIL - NEW_AUTHORITY)), bytes(&[]), bytes(&[])],
            tail: TAIL,
        },
    )?;
    let epoch = account.u32_at(ACCOUNT_EPOCH);
    account.put_u32(ACCOUNT_EPOCH, epoch.checked_add(1).ok_or(OVERFLOW)?);
    account.put_u64(ACCOUNT_NONCE, nonce.checked_add(1).ok_or(OVERFLOW)?);
    account.put(ACCOUNT_AUTHORITY, next);
    Ok(())
}
