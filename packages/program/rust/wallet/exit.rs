//! Withdrawals that need nobody: any fee payer, no fee, no relayer. Funds are never held hostage.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::layout::*;
use crate::passkey::{self, Approval};
use crate::runtime::keys::SYSTEM;
use crate::runtime::syscalls::Rent;
use crate::runtime::{Context, Outcome};
use crate::spend::{self, Plan};
use crate::tokens;

const AMOUNT: usize = 17;
const TOKENS: usize = 7;

/// account, vault, destination (writable), config, instructions, system
#[inline(never)]
pub fn exit_sol(context: &Context) -> Outcome {
    ensure!(context.count() == 6, MISSING_ACCOUNTS);
    let (vault, destination) = (context.account(1), context.account(2));
    ensure!(vault.is_writable() && destination.is_writable(), NOT_WRITABLE);
    let plan = Plan { action: passkey::EXIT, policy: 0, account: 0, config: 3, amount: AMOUNT };
    spend::approve(context, &plan, &SYSTEM, &mut Approval::none())?;
    let (amount, rent) = (context.u64_at(AMOUNT), Rent::get());
    fees::check_vault_pays(vault, amount, &rent)?;
    transfer_from_vault(context.account(0), vault, destination, amount)?;
    ensure!(destination.lamports() >= rent.exempt(destination.len()), DESTINATION_BELOW_RENT);
    Ok(())
}

/// payer (writable, signer), account (writable), vault, destination, config, instructions, system, then mint, source,
/// destination's token account (writable), token program, associated token program
#[inline(never)]
pub fn exit_spl(context: &Context) -> Outcome {
    ensure!(context.count() == 12, MISSING_ACCOUNTS);
    let mint = context.account(TOKENS);
    tokens::check_mint(mint)?;
    let plan = Plan { action: passkey::EXIT, policy: 0, account: 1, config: 4, amount: AMOUNT };
    spend::approve(context, &plan, mint.key(), &mut Approval::none())?;
    let order = tokens::Send { account: 1, payer: context.account(0), amount: context.u64_at(AMOUNT), first: TOKENS };
    tokens::send(context, &order)?;
    Ok(())
}
