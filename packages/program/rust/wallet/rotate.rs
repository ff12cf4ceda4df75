//! Hands an account to another passkey. The epoch grows, so that every session of the old one is dead.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::layout::*;
use crate::passkey::{self, Approval, Order};
use crate::runtime::{Context, Outcome, bytes, equal};

const NEW_AUTHORITY: usize = 17;
const NEW_RP_ID_HASH: usize = 50;
const TAIL: usize = 82;

/// relayer (signer), account (writable), config, instructions
#[inline(never)]
pub fn rotate(context: &Context) -> Outcome {
    ensure!(context.count() == 4, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (relayer, account, config) = (context.account(0), context.account(1), context.account(2));
    let next = context.slice(NEW_AUTHORITY, AUTHORITY_SIZE);
    let mut approval = Approval::none();
    passkey::authorise(
        context,
        &Order {
            account,
            config,
            sysvar: context.account(3),
            action: passkey::ROTATE,
            policy: 0,
            body: [bytes(context.slice(NEW_AUTHORITY, TAIL - NEW_AUTHORITY)), bytes(&[]), bytes(&[])],
            tail: TAIL,
        },
        &mut approval,
    )?;
    fees::check_relayer(config, relayer)?;
    ensure!(next[0] & 0xfe == 2, BAD_PASSKEY);
    ensure!(!equal(next, account.slice(ACCOUNT_AUTHORITY, AUTHORITY_SIZE)), SAME_AUTHORITY);
    ensure!(equal(context.slice(NEW_RP_ID_HASH, 32), config.slice(CONFIG_RP_ID_HASH, 32)), ROTATE_RP_ID_HASH);
    let epoch = account.u32_at(ACCOUNT_EPOCH);
    account.put_u32(ACCOUNT_EPOCH, epoch.checked_add(1).ok_or(OVERFLOW)?);
    account.put(ACCOUNT_AUTHORITY, next);
    Ok(())
}
