//! Shared by withdrawals and exits: the owner's consent to send an amount of one asset to one destination.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::passkey::{self, Order, Parties};
use crate::runtime::{Context, Key, Outcome, bytes};

/// Positions of the parts for one kind of spending.
pub struct Plan {
    pub action: u8,
    pub policy: u32,
    /// Index of the account; vault and destination follow it.
    pub account: usize,
    /// Index of the instructions sysvar, after the config.
    pub sysvar: usize,
    /// Offset of the amount in the data; the tail follows it.
    pub amount: usize,
}

/// Proves consent and consumes the nonce.
#[inline(never)]
pub fn approve(context: &Context, parties: &Parties, plan: &Plan, mint: &Key) -> Outcome {
    let tail = plan.amount + 8;
    ensure!(context.data.len() >= tail, MALFORMED_DATA);
    let (vault, destination) = (context.account(plan.account + 1), context.account(plan.account + 2));
    let order = Order {
        sysvar: context.account(plan.sysvar),
        action: plan.action,
        policy: plan.policy,
        body: [bytes(mint), bytes(destination.key()), bytes(context.slice(plan.amount, 8))],
        tail,
    };
    passkey::authorise(context, parties, &order)?;
    ensure!(vault.has_key(parties.wallet.vault()), BAD_VAULT);
    ensure!(context.u64_at(plan.amount) != 0, ZERO_AMOUNT);
    fees::check_destination(context, vault, destination)
}
