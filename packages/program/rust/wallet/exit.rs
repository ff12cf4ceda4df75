//! Withdrawals that do not need the service: any fee payer, no fee, no relayer. Owners can always take out
//! their funds.
use crate::ensure;
use crate::errors::*;
use crate::fees::{self, EVERYTHING};
use crate::passkey::{self, Parties};
use crate::runtime::keys::SYSTEM;
use crate::runtime::syscalls::Rent;
use crate::runtime::{Context, Hash, Outcome};
use crate::spend::{self, Plan};
use crate::tokens;

const AMOUNT: usize = 17;
const TOKENS: usize = 7;

/// Accounts: account, vault, destination (writable), config, instructions, system.
#[inline(never)]
pub fn exit_sol(context: &Context) -> Outcome {
    ensure!(context.count() == 6, MISSING_ACCOUNTS);
    let (vault, destination) = (context.account(1), context.account(2));
    ensure!(vault.is_writable() && destination.is_writable(), NOT_WRITABLE);
    let mut address = Hash::ZERO;
    let parties = Parties::load(context, 3, 0, &mut address)?;
    let plan = Plan { action: passkey::EXIT, policy: 0, account: 0, sysvar: 4, amount: AMOUNT };
    spend::approve(context, &parties, &plan, &SYSTEM)?;
    let rent = Rent::get();
    let asked = context.u64_at(AMOUNT);
    let amount = if asked == EVERYTHING { vault.lamports() } else { asked };
    ensure!(amount != 0, VAULT_SHORT);
    fees::check_vault_pays(vault, amount, &rent)?;
    parties.wallet.transfer(vault, destination, amount)?;
    ensure!(destination.lamports() >= rent.exempt(destination.len()), DESTINATION_BELOW_RENT);
    Ok(())
}

/// Accounts: payer (writable, signer), account (writable), vault, destination, config, instructions, system,
/// then mint, source, destination's token account (writable), token program, associated token program.
#[inline(never)]
pub fn exit_spl(context: &Context) -> Outcome {
    ensure!(context.count() == 12, MISSING_ACCOUNTS);
    let mint = context.account(TOKENS);
    tokens::check_mint(mint)?;
    let mut vault = Hash::ZERO;
    let parties = Parties::load(context, 4, 1, &mut vault)?;
    let plan = Plan { action: passkey::EXIT, policy: 0, account: 1, sysvar: 5, amount: AMOUNT };
    spend::approve(context, &parties, &plan, mint.key())?;
    let amount = context.u64_at(AMOUNT);
    let order = tokens::Send { wallet: &parties.wallet, account: 1, payer: context.account(0), amount, first: TOKENS };
    tokens::send(context, &order)?;
    Ok(())
}
