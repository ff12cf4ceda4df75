//! What withdrawals and exits share: the owner's consent to send an amount of one asset to one destination.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::passkey::{self, Order};
use crate::runtime::{Context, Hash, Key, Outcome, bytes};

/// Where a kind of spending keeps its parts.
pub struct Plan {
    pub action: u8,
    pub policy: u32,
    /// Index of the account; vault and destination follow it.
    pub account: usize,
    pub config: usize,
    pub sysvar: usize,
    /// Offset of the amount in the data; the tail follows it.
    pub amount: usize,
}

/// Proves consent, spends the nonce, and returns the chain's time.
#[inline(never)]
pub fn approve(context: &Context, plan: &Plan, mint: &Key) -> Outcome<i64> {
    let tail = plan.amount + 8;
    ensure!(context.data.len() >= tail, MALFORMED_DATA);
    let (vault, destination) = (context.account(plan.account + 1), context.account(plan.account + 2));
    let order = Order {
        account: context.account(plan.account),
        config: context.account(plan.config),
        sysvar: context.account(plan.sysvar),
        action: plan.action,
        policy: plan.policy,
        body: [bytes(mint), bytes(destination.key()), bytes(context.slice(plan.amount, 8))],
        tail,
    };
    let mut address = Hash::ZERO;
    let now = passkey::authorise(context, &order, &mut address)?;
    ensure!(vault.has_key(&address.0), BAD_VAULT);
    ensure!(context.u64_at(plan.amount) != 0, ZERO_AMOUNT);
    fees::check_destination(context, vault, destination)?;
    Ok(now)
}
