//! Sponsored withdrawals: the vault pays amount, network cost and protocol fee in one instruction, or nothing.
use crate::ensure;
use crate::errors::*;
use crate::fees::{self, Payment};
use crate::layout::*;
use crate::passkey::{self, Approval};
use crate::runtime::keys::SYSTEM;
use crate::runtime::syscalls::Rent;
use crate::runtime::{Context, Key, Outcome};
use crate::spend::{self, Plan};
use crate::tokens;

const POLICY: usize = 17;
const NETWORK_FEE: usize = 21;
const AMOUNT: usize = 29;
const TOKENS: usize = 8;

/// relayer (writable, signer), account, vault, destination, treasury (writable), config, instructions, system
#[inline(never)]
fn approve(context: &Context, mint: &Key, approval: &mut Approval) -> Outcome {
    ensure!(context.data.len() >= AMOUNT, MALFORMED_DATA);
    let (relayer, config) = (context.account(0), context.account(5));
    let policy = context.u32_at(POLICY);
    let plan = Plan { action: passkey::WITHDRAW, policy, account: 1, config: 5, amount: AMOUNT };
    spend::approve(context, &plan, mint, approval)?;
    ensure!(context.account(2).is_writable() && relayer.is_writable(), NOT_WRITABLE);
    fees::check_relayer(config, relayer)?;
    fees::check_treasury(config, context.account(4))
}

/// Takes everything from the vault at once and pays it out. The relayer gets what it attested and what the program saw
/// it pay; the treasury its share of both.
#[inline(never)]
fn pay(context: &Context, now: i64, measured: u64, amount: u64) -> Outcome {
    let (account, vault, destination) = (context.account(1), context.account(2), context.account(3));
    let network_fee = context.u64_at(NETWORK_FEE);
    let rate = fees::live_rate(context.account(5), context.u32_at(POLICY), now, network_fee)?;
    let network_cost = network_fee.checked_add(measured).ok_or(OVERFLOW)?;
    let payment = Payment {
        relayer: context.account(0),
        relayer_gets: network_cost,
        treasury: context.account(4),
        treasury_gets: fees::protocol_fee(network_cost, rate),
    };
    let total = payment.fees()?.checked_add(amount).ok_or(OVERFLOW)?;
    let rent = Rent::get();
    fees::check_vault_pays(vault, total, &rent)?;
    if total != 0 {
        transfer_from_vault(account, vault, account, total)?;
    }
    payment.distribute(account, &rent)?;
    if amount != 0 {
        fees::debit(account, amount)?;
        fees::credit(destination, amount)?;
        ensure!(destination.lamports() >= rent.exempt(destination.len()), DESTINATION_BELOW_RENT);
    }
    Ok(())
}

#[inline(never)]
pub fn withdraw_sol(context: &Context) -> Outcome {
    ensure!(context.count() == 8, MISSING_ACCOUNTS);
    ensure!(context.account(3).is_writable(), NOT_WRITABLE);
    let mut approval = Approval::none();
    approve(context, &SYSTEM, &mut approval)?;
    pay(context, approval.now, 0, context.u64_at(AMOUNT))
}

/// … then mint, source, destination's token account (writable), token program, associated token program
#[inline(never)]
pub fn withdraw_spl(context: &Context) -> Outcome {
    ensure!(context.count() == 13, MISSING_ACCOUNTS);
    let mint = context.account(TOKENS);
    tokens::check_mint(mint)?;
    let mut approval = Approval::none();
    approve(context, mint.key(), &mut approval)?;
    let order = tokens::Send { account: 1, payer: context.account(0), amount: context.u64_at(AMOUNT), first: TOKENS };
    let measured = tokens::send(context, &order)?;
    pay(context, approval.now, measured, 0)
}
