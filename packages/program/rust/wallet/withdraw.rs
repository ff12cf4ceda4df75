//! Sponsored withdrawals: the vault pays amount, network cost and protocol fee in one instruction, or nothing.
use crate::ensure;
use crate::errors::*;
use crate::fees::{self, EVERYTHING, Payment};
use crate::passkey::{self, Parties};
use crate::runtime::keys::SYSTEM;
use crate::runtime::syscalls::Rent;
use crate::runtime::{Context, Hash, Key, Outcome};
use crate::spend::{self, Plan};
use crate::tokens;

const POLICY: usize = 17;
const NETWORK_FEE: usize = 21;
const AMOUNT: usize = 29;
const TOKENS: usize = 8;

/// Accounts: relayer (writable, signer), account, vault, destination, treasury (writable), config,
/// instructions, system.
#[inline(never)]
fn approve(context: &Context, parties: &Parties, mint: &Key) -> Outcome {
    ensure!(context.data.len() >= AMOUNT, MALFORMED_DATA);
    let relayer = context.account(0);
    let policy = context.u32_at(POLICY);
    let plan = Plan { action: passkey::WITHDRAW, policy, account: 1, sysvar: 6, amount: AMOUNT };
    spend::approve(context, parties, &plan, mint)?;
    ensure!(context.account(2).is_writable() && relayer.is_writable(), NOT_WRITABLE);
    fees::check_relayer(parties.config, relayer)?;
    fees::check_treasury(parties.config, context.account(4))
}

/// Takes the total from the vault in one transfer and distributes it. The relayer gets the fee that it
/// attested and the rent that the program saw it pay. The treasury gets its share of the attested fee.
#[inline(never)]
fn pay(context: &Context, parties: &Parties, measured: u64, asked: u64) -> Outcome {
    let (account, vault, destination) = (context.account(1), context.account(2), context.account(3));
    let network_fee = context.u64_at(NETWORK_FEE);
    let rate = fees::live_rate(parties.config, context.u32_at(POLICY), parties.now, network_fee)?;
    let payment = Payment {
        relayer: context.account(0),
        relayer_gets: network_fee.checked_add(measured).ok_or(OVERFLOW)?,
        treasury: context.account(4),
        treasury_gets: fees::protocol_fee(network_fee, rate),
    };
    let fees = payment.fees()?;
    let mut amount = asked;
    if asked == EVERYTHING {
        amount = vault.lamports().saturating_sub(fees);
        ensure!(amount != 0, VAULT_SHORT);
    }
    let total = fees.checked_add(amount).ok_or(OVERFLOW)?;
    let rent = Rent::get();
    fees::check_vault_pays(vault, total, &rent)?;
    if total != 0 {
        parties.wallet.transfer(vault, account, total)?;
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
    let mut vault = Hash::ZERO;
    let parties = Parties::load(context, 5, 1, &mut vault)?;
    approve(context, &parties, &SYSTEM)?;
    pay(context, &parties, 0, context.u64_at(AMOUNT))
}

/// Accounts: those of `approve`, then mint, source, destination's token account (writable), token program,
/// associated token program.
#[inline(never)]
pub fn withdraw_spl(context: &Context) -> Outcome {
    ensure!(context.count() == 13, MISSING_ACCOUNTS);
    let mint = context.account(TOKENS);
    tokens::check_mint(mint)?;
    let mut vault = Hash::ZERO;
    let parties = Parties::load(context, 5, 1, &mut vault)?;
    approve(context, &parties, mint.key())?;
    let amount = context.u64_at(AMOUNT);
    let order = tokens::Send { wallet: &parties.wallet, account: 1, payer: context.account(0), amount, first: TOKENS };
    let measured = tokens::send(context, &order)?;
    pay(context, &parties, measured, 0)
}
