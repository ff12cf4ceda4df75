//! Sponsored withdrawals: the vault pays amount, network cost and protocol fee in one instruction, or nothing.
use crate::ensure;
use crate::errors::*;
use crate::fees::{self, Payment};
use crate::layout::*;
use crate::passkey::{self, Order};
use crate::runtime::keys::SYSTEM;
use crate::runtime::syscalls::Rent;
use crate::runtime::{Account, Context, Key, Outcome, bytes};
use crate::tokens;

const POLICY: usize = 17;
const NETWORK_FEE: usize = 21;
const AMOUNT: usize = 29;
const TAIL: usize = 37;
const TOKENS: usize = 8;

/// What both kinds share once the passkey's consent is proven and the nonce spent.
struct Approved {
    wallet: Wallet,
    vault: Account,
    relayer: Account,
    treasury: Account,
    network_fee: u64,
    rate: u64,
    amount: u64,
}

/// relayer (writable, signer), account, vault, destination, treasury (writable), config, instructions, system
#[inline(never)]
fn approve(context: &Context, mint: &Key) -> Outcome<Approved> {
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (relayer, account, vault) = (context.account(0), context.account(1), context.account(2));
    let (destination, treasury, config) = (context.account(3), context.account(4), context.account(5));
    let (policy, network_fee) = (context.u32_at(POLICY), context.u64_at(NETWORK_FEE));
    let approval = passkey::authorise(
        context,
        &Order {
            account,
            config,
            sysvar: context.account(6),
            action: passkey::WITHDRAW,
            policy,
            body: [bytes(mint), bytes(destination.key()), bytes(context.slice(AMOUNT, 8))],
            tail: TAIL,
        },
    )?;
    let wallet = approval.wallet;
    ensure!(vault.has_key(&wallet.vault.0), BAD_VAULT);
    ensure!(vault.is_writable() && relayer.is_writable(), NOT_WRITABLE);
    fees::check_relayer(config, relayer)?;
    fees::check_treasury(config, treasury)?;
    let rate = fees::live_rate(config, policy, approval.now, network_fee)?;
    let amount = context.u64_at(AMOUNT);
    ensure!(amount != 0, ZERO_AMOUNT);
    fees::check_destination(context, &wallet, destination)?;
    Ok(Approved { wallet, vault, relayer, treasury, network_fee, rate, amount })
}

#[inline(never)]
pub fn withdraw_sol(context: &Context) -> Outcome {
    ensure!(context.count() == 8, MISSING_ACCOUNTS);
    let destination = context.account(3);
    ensure!(destination.is_writable(), NOT_WRITABLE);
    let approved = approve(context, &SYSTEM)?;
    let rent = Rent::get();
    let payment = approved.payment(0)?;
    let total = payment.fees()?.checked_add(approved.amount).ok_or(OVERFLOW)?;
    fees::check_vault_pays(approved.vault, total, &rent)?;
    let account = approved.wallet.account;
    approved.wallet.transfer(approved.vault, account, total)?;
    fees::debit(account, approved.amount)?;
    fees::credit(destination, approved.amount)?;
    payment.distribute(account, &rent)?;
    ensure!(destination.lamports() >= rent.exempt(destination.len()), DESTINATION_BELOW_RENT);
    Ok(())
}

/// … then mint, source, destination's token account (writable), token program, associated token program
#[inline(never)]
pub fn withdraw_spl(context: &Context) -> Outcome {
    ensure!(context.count() == 13, MISSING_ACCOUNTS);
    let approved = approve(context, tokens::check_mint(context.account(TOKENS))?)?;
    let rent_paid = tokens::send(
        context,
        &tokens::Send {
            wallet: &approved.wallet,
            vault: approved.vault,
            payer: approved.relayer,
            destination: context.account(3),
            amount: approved.amount,
            first: TOKENS,
        },
    )?;
    let rent = Rent::get();
    let payment = approved.payment(rent_paid)?;
    let total = payment.fees()?;
    fees::check_vault_pays(approved.vault, total, &rent)?;
    if total == 0 {
        return Ok(());
    }
    let account = approved.wallet.account;
    approved.wallet.transfer(approved.vault, account, total)?;
    payment.distribute(account, &rent)
}

impl Approved {
    /// The relayer gets what it attested and what the program saw it pay; the treasury its share of both.
    #[inline(always)]
    fn payment(&self, measured: u64) -> Outcome<Payment> {
        let network_cost = self.network_fee.checked_add(measured).ok_or(OVERFLOW)?;
        Ok(Payment {
            relayer: self.relayer,
            relayer_gets: network_cost,
            treasury: self.treasury,
            treasury_gets: fees::protocol_fee(network_cost, self.rate)?,
        })
    }
}
