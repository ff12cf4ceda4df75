//! Withdrawals that need nobody: any fee payer, no fee, no relayer. Funds are never held hostage.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::layout::*;
use crate::passkey::{self, Order};
use crate::runtime::keys::SYSTEM;
use crate::runtime::syscalls::Rent;
use crate::runtime::{Account, Context, Key, Outcome, bytes};
use crate::tokens;

const AMOUNT: usize = 17;
const TAIL: usize = 25;
const TOKENS: usize = 7;

struct Approved {
    wallet: Wallet,
    vault: Account,
    destination: Account,
    amount: u64,
}

/// From index `first`: account (writable), vault, destination, config, instructions, system
#[inline(never)]
fn approve(context: &Context, first: usize, mint: &Key) -> Outcome<Approved> {
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (account, vault, destination) =
        (context.account(first), context.account(first + 1), context.account(first + 2));
    let approval = passkey::authorise(
        context,
        &Order {
            account,
            config: context.account(first + 3),
            sysvar: context.account(first + 4),
            action: passkey::EXIT,
            policy: 0,
            body: [bytes(mint), bytes(destination.key()), bytes(context.slice(AMOUNT, 8))],
            tail: TAIL,
        },
    )?;
    let wallet = approval.wallet;
    ensure!(vault.has_key(&wallet.vault.0), BAD_VAULT);
    let amount = context.u64_at(AMOUNT);
    ensure!(amount != 0, ZERO_AMOUNT);
    fees::check_destination(context, &wallet, destination)?;
    Ok(Approved { wallet, vault, destination, amount })
}

#[inline(never)]
pub fn exit_sol(context: &Context) -> Outcome {
    ensure!(context.count() == 6, MISSING_ACCOUNTS);
    ensure!(context.account(1).is_writable() && context.account(2).is_writable(), NOT_WRITABLE);
    let approved = approve(context, 0, &SYSTEM)?;
    let rent = Rent::get();
    fees::check_vault_pays(approved.vault, approved.amount, &rent)?;
    approved.wallet.transfer(approved.vault, approved.destination, approved.amount)?;
    let destination = approved.destination;
    ensure!(destination.lamports() >= rent.exempt(destination.len()), DESTINATION_BELOW_RENT);
    Ok(())
}

/// payer (writable, signer) first, and after system: mint, source, target, token program, associated token program
#[inline(never)]
pub fn exit_spl(context: &Context) -> Outcome {
    ensure!(context.count() == 12, MISSING_ACCOUNTS);
    let approved = approve(context, 1, tokens::check_mint(context.account(TOKENS))?)?;
    tokens::send(
        context,
        &tokens::Send {
            wallet: &approved.wallet,
            vault: approved.vault,
            payer: context.account(0),
            destination: approved.destination,
            amount: approved.amount,
            first: TOKENS,
        },
    )?;
    Ok(())
}
