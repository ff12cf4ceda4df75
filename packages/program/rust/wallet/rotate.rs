//! Hands an account to another passkey. The epoch increases, which ends every session of the old passkey.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::passkey::{self, Order, Parties};
use crate::runtime::{Context, Hash, Outcome, bytes, equal};
use crate::view_wallet::AUTHORITY_SIZE;

const NEW_AUTHORITY: usize = 17;
const NEW_RP_ID_HASH: usize = 50;
const TAIL: usize = 82;

/// Accounts: relayer (signer), account (writable), config, instructions.
#[inline(never)]
pub fn rotate(context: &Context) -> Outcome {
    ensure!(context.count() == 4, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let next = context.slice(NEW_AUTHORITY, AUTHORITY_SIZE);
    let mut vault = Hash::ZERO;
    let parties = Parties::load(context, 2, 1, &mut vault)?;
    let order = Order {
        sysvar: context.account(3),
        action: passkey::ROTATE,
        policy: 0,
        body: [bytes(context.slice(NEW_AUTHORITY, TAIL - NEW_AUTHORITY)), bytes(&[]), bytes(&[])],
        tail: TAIL,
    };
    passkey::authorise(context, &parties, &order)?;
    let (config, wallet) = (parties.config, &parties.wallet);
    fees::check_relayer(config, context.account(0))?;
    ensure!(next[0] & 0xfe == 2, BAD_PASSKEY);
    ensure!(!equal(next, wallet.authority()), SAME_AUTHORITY);
    ensure!(equal(context.slice(NEW_RP_ID_HASH, 32), config.rp_id_hash()), ROTATE_RP_ID_HASH);
    wallet.set_epoch(wallet.epoch().checked_add(1).ok_or(OVERFLOW)?);
    wallet.set_authority(next);
    Ok(())
}
