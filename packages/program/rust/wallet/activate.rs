//! Creates a smart account out of its vault's own money.
use crate::ensure;
use crate::errors::*;
use crate::fees::{self, Payment};
use crate::layout::*;
use crate::passkey::{self, Request};
use crate::runtime::syscalls::{Rent, unix_time};
use crate::runtime::{Context, Hash, Outcome, bytes, cpi, pda};

const ID: usize = 1;
const AUTHORITY: usize = 33;
const EXPIRY: usize = 66;
const POLICY: usize = 74;
const NETWORK_FEE: usize = 78;
const TAIL: usize = 86;

/// relayer (writable, signer), registrar (signer), account, vault, treasury (writable), config, instructions, system
#[inline(never)]
pub fn activate(context: &Context) -> Outcome {
    ensure!(context.count() == 8, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (relayer, registrar, account, vault) =
        (context.account(0), context.account(1), context.account(2), context.account(3));
    let (treasury, config) = (context.account(4), context.account(5));
    load_config(context, config)?;
    fees::check_relayer(config, relayer)?;
    ensure!(registrar.is_signer(), REGISTRAR_NOT_SIGNED);
    ensure!(registrar.has_key(config.key_at(CONFIG_REGISTRAR)), REGISTRAR_NOT_SIGNED);
    fees::check_treasury(config, treasury)?;
    ensure!(account.is_writable() && vault.is_writable() && relayer.is_writable(), NOT_WRITABLE);
    ensure!(account.is_vacant(), ALREADY_ACTIVATED);
    let authority = context.slice(AUTHORITY, AUTHORITY_SIZE);
    ensure!(authority[0] & 0xfe == 2, BAD_PASSKEY);

    let id = context.slice(ID, 32);
    let mut address = Hash::ZERO;
    let vault_bump = pda::find(&[bytes(VAULT_SEED), bytes(id)], context.program, &mut address);
    ensure!(vault.has_key(&address.0), BAD_VAULT);
    let bump = pda::find(&[bytes(ACCOUNT_SEED), bytes(id)], context.program, &mut address);
    ensure!(account.has_key(&address.0), BAD_ADDRESS);

    let expiry = context.u64_at(EXPIRY) as i64;
    let now = unix_time();
    passkey::check_expiry(expiry, now)?;
    let (policy, network_fee) = (context.u32_at(POLICY), context.u64_at(NETWORK_FEE));
    let rate = fees::live_rate(config, policy, now, network_fee)?;
    passkey::verify(
        context,
        &Request {
            config,
            sysvar: context.account(6),
            action: passkey::ACTIVATE,
            policy,
            nonce: 0,
            expiry,
            account_id: id,
            vault: vault.key(),
            authority,
            body: &[bytes(authority), bytes(config.slice(CONFIG_RP_ID_HASH, 32)), bytes(&[])],
            tail: TAIL,
        },
    )?;

    let rent = Rent::get();
    let payment = Payment {
        relayer,
        relayer_gets: network_fee,
        treasury,
        treasury_gets: fees::protocol_fee(network_fee, rate),
    };
    // Rent is what is missing, not what anyone says: a stranger may have sent lamports here before.
    let missing_rent = rent.exempt(ACCOUNT_SIZE).saturating_sub(account.lamports());
    let total = payment.fees()?.checked_add(missing_rent).ok_or(OVERFLOW)?;
    fees::check_vault_pays(vault, total, &rent)?;
    cpi::transfer(vault, account, total, &[bytes(VAULT_SEED), bytes(id), cpi::byte(&vault_bump)])?;
    let signer = [bytes(ACCOUNT_SEED), bytes(id), cpi::byte(&bump)];
    cpi::allocate(account, ACCOUNT_SIZE, context.program, &signer)?;
    payment.distribute(account, &rent)?;

    account.put_u8(0, ACCOUNT_TAG);
    account.put_u8(1, VERSION);
    account.put_u8(ACCOUNT_BUMP, bump);
    account.put_u8(ACCOUNT_VAULT_BUMP, vault_bump);
    account.put_u64(ACCOUNT_NONCE, 1);
    account.put(ACCOUNT_ID, id);
    account.put(ACCOUNT_AUTHORITY, authority);
    Ok(())
}
