//! Moves tokens of the classic token program out of a vault. Token-2022 is refused: a mint's hook or fee
//! could take or lose tokens without the player's signature.
use crate::ensure;
use crate::errors::*;
use crate::fees::EVERYTHING;
use crate::runtime::cpi::{self, Call};
use crate::runtime::keys::{ASSOCIATED_TOKEN, SYSTEM, TOKEN, TOKEN_2022};
use crate::runtime::{Account, Context, Failure, Outcome, bytes, copy, pda, same_key};
use crate::view_wallet::Wallet;

const MINT_SIZE: usize = 82;
const MINT_DECIMALS: usize = 44;
const MINT_INITIALISED: usize = 45;
const TOKEN_SIZE: usize = 165;
const TOKEN_MINT: usize = 0;
const TOKEN_OWNER: usize = 32;
const TOKEN_AMOUNT: usize = 64;
const TOKEN_STATE: usize = 108;
const INITIALISED: u8 = 1;
const FROZEN: u8 = 2;

/// Requires a mint of the classic token program. The zero key, which stands for SOL, is never one.
#[inline(never)]
pub fn check_mint(mint: Account) -> Outcome {
    ensure!(!mint.is_owned_by(&TOKEN_2022), TOKEN2022_NOT_SUPPORTED);
    ensure!(mint.is_owned_by(&TOKEN), BAD_MINT);
    ensure!(mint.len() == MINT_SIZE && mint.u8_at(MINT_INITIALISED) == 1, BAD_MINT);
    ensure!(!same_key(mint.key(), &SYSTEM), BAD_MINT);
    Ok(())
}

pub struct Send<'a> {
    pub wallet: &'a Wallet<'a>,
    /// Index of the account; vault and destination follow it.
    pub account: usize,
    pub payer: Account,
    pub amount: u64,
    /// Index of the mint; source, target, token program and associated token program follow it, system precedes it.
    pub first: usize,
}

/// Sends tokens to the destination's associated account, and creates it if it is missing. Returns the cost of
/// the creation for the payer.
#[inline(never)]
pub fn send(context: &Context, order: &Send) -> Outcome<u64> {
    let (vault, destination) = (context.account(order.account + 1), context.account(order.account + 2));
    let (mint, source, target) =
        (context.account(order.first), context.account(order.first + 1), context.account(order.first + 2));
    let (token, associated) = (context.account(order.first + 3), context.account(order.first + 4));
    ensure!(token.has_key(&TOKEN), BAD_TOKEN_PROGRAM);
    ensure!(associated.has_key(&ASSOCIATED_TOKEN), BAD_TOKEN_PROGRAM);
    ensure!(source.is_writable() && target.is_writable(), NOT_WRITABLE);
    check_account(source, mint, vault, BAD_TOKEN_SOURCE)?;
    // The signature names no source. Without this check, anyone could open a token account for the vault, put
    // a dust amount into it and use up the signature on that account.
    if order.amount == EVERYTHING {
        let seeds = [bytes(vault.key()), bytes(&TOKEN), bytes(mint.key())];
        ensure!(pda::is_derived(source.key(), &seeds, &ASSOCIATED_TOKEN), TOKEN_SOURCE_NOT_ASSOCIATED);
    }
    let held = source.u64_at(TOKEN_AMOUNT);
    let amount = if order.amount == EVERYTHING { held } else { order.amount };
    ensure!(amount != 0, TOKEN_INSUFFICIENT);
    ensure!(held >= amount, TOKEN_INSUFFICIENT);

    let seeds = [bytes(destination.key()), bytes(&TOKEN), bytes(mint.key())];
    ensure!(pda::is_derived(target.key(), &seeds, &ASSOCIATED_TOKEN), BAD_TOKEN_DESTINATION);
    let before = order.payer.lamports();
    if target.is_vacant() {
        create_target(context, order)?;
    }
    let rent_paid = before.checked_sub(order.payer.lamports()).ok_or(OVERFLOW)?;
    // The associated address alone proves nothing: its owner may have been changed since.
    check_account(target, mint, destination, TOKEN_DESTINATION_OWNER)?;
    transfer(context, order, amount)?;
    Ok(rent_paid)
}

/// Requires a token account of `mint` that belongs to `owner` and is not frozen.
#[inline(never)]
fn check_account(account: Account, mint: Account, owner: Account, failure: Failure) -> Outcome {
    ensure!(account.is_owned_by(&TOKEN) && account.len() == TOKEN_SIZE, failure);
    ensure!(same_key(account.key_at(TOKEN_MINT), mint.key()), failure);
    ensure!(same_key(account.key_at(TOKEN_OWNER), owner.key()), failure);
    let state = account.u8_at(TOKEN_STATE);
    ensure!(state != FROZEN, TOKEN_ACCOUNT_FROZEN);
    ensure!(state == INITIALISED, failure);
    Ok(())
}

#[inline(never)]
fn create_target(context: &Context, order: &Send) -> Outcome {
    let (mint, target) = (context.account(order.first), context.account(order.first + 2));
    let destination = context.account(order.account + 2);
    let token = context.account(order.first + 3);
    let system = context.account(order.first - 1);
    let payer = order.payer;
    cpi::invoke(&Call {
        program: &ASSOCIATED_TOKEN,
        grants: &[
            cpi::signing(payer, true),
            cpi::writable(target),
            cpi::readonly(destination),
            cpi::readonly(mint),
            cpi::readonly(system),
            cpi::readonly(token),
        ],
        data: &[0],
        signer: &[],
    })
}

#[inline(never)]
fn transfer(context: &Context, order: &Send, amount: u64) -> Outcome {
    const TRANSFER_CHECKED: u8 = 12;
    let (mint, source, target) =
        (context.account(order.first), context.account(order.first + 1), context.account(order.first + 2));
    let mut data = [TRANSFER_CHECKED; 10];
    copy(&mut data[1..9], &amount.to_le_bytes());
    data[9] = mint.u8_at(MINT_DECIMALS);
    cpi::invoke(&Call {
        program: &TOKEN,
        grants: &[
            cpi::writable(source),
            cpi::readonly(mint),
            cpi::writable(target),
            cpi::signing(context.account(order.account + 1), false),
        ],
        data: &data,
        signer: &order.wallet.vault_signer(),
    })
}
