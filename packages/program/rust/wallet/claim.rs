//! Claims a vault that was funded and never activated, without relayer and registrar. It needs a certificate
//! that the registrar signed before and the passkey that the certificate names. For thirty days, someone with
//! a better right can intervene.
use crate::activate::Birth;
use crate::certificate::{self, Certificate};
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::passkey::{self, Request};
use crate::runtime::syscalls::{Rent, unix_time};
use crate::runtime::{Account, Context, Hash, Outcome, bytes, cpi, equal, pda, same_key};
use crate::view_claim::{self, Claim};
use crate::view_config::Config;
use crate::view_wallet::{self, AUTHORITY_SIZE, VAULT_SEED, Wallet};

const ID: usize = 1;
const AUTHORITY: usize = 33;
const ISSUED_AT: usize = 66;
const EXPIRY: usize = 74;
const TAIL: usize = 82;
const WAIT_SECONDS: i64 = 30 * 86_400;

/// Accounts: payer (writable, signer), claim (writable), account, config, instructions, system.
#[inline(never)]
pub fn open(context: &Context) -> Outcome {
    ensure!(context.count() == 6, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (record, account, sysvar) = (context.account(1), context.account(2), context.account(4));
    let config = Config::load(context, context.account(3))?;
    ensure!(record.is_writable(), NOT_WRITABLE);
    let (id, authority) = (context.slice(ID, 32), context.slice(AUTHORITY, AUTHORITY_SIZE));
    ensure!(authority[0] & 0xfe == 2, BAD_PASSKEY);
    let mut address = Hash::ZERO;
    pda::find(&[bytes(view_wallet::SEED), bytes(id)], context.program, &mut address);
    ensure!(account.has_key(&address.0), BAD_ADDRESS);
    ensure!(account.is_vacant(), ALREADY_ACTIVATED);
    pda::find(&[bytes(VAULT_SEED), bytes(id)], context.program, &mut address);

    let (issued_at, expiry) = (context.u64_at(ISSUED_AT) as i64, context.u64_at(EXPIRY) as i64);
    let now = unix_time();
    passkey::check_expiry(expiry, now)?;
    passkey::verify(
        context,
        &Request {
            config,
            sysvar,
            action: passkey::CLAIM,
            policy: 0,
            nonce: 0,
            expiry,
            account_id: id,
            vault: &address.0,
            authority,
            body: &[bytes(authority), bytes(config.rp_id_hash()), bytes(&[])],
            tail: TAIL,
        },
    )?;
    certificate::verify(context, &Certificate { config, sysvar, account_id: id, authority, issued_at })?;
    ensure!(issued_at <= now, CERTIFICATE_FROM_FUTURE);
    let claim = if record.is_vacant() { create(context, record, id)? } else { displace(context, record, id, issued_at)? };
    claim.write(issued_at, now.saturating_add(WAIT_SECONDS), config.registrar(), authority);
    Ok(())
}

#[inline(never)]
fn create(context: &Context, record: Account, id: &[u8]) -> Outcome<Claim> {
    let seeds = [bytes(view_claim::SEED), bytes(id)];
    let mut address = Hash::ZERO;
    let bump = pda::find(&seeds, context.program, &mut address);
    ensure!(record.has_key(&address.0), BAD_ADDRESS);
    let payer = context.account(0);
    cpi::fund_rent(payer, record, view_claim::SIZE)?;
    cpi::allocate(record, view_claim::SIZE, context.program, &[seeds[0], seeds[1], cpi::byte(&bump)])?;
    Ok(Claim::create(record, bump, id, payer.key()))
}

/// A newer certificate takes precedence over an older one, because a passkey that was revoked since gets no
/// new one. The rent stays, and its payer keeps the right to it.
#[inline(always)]
fn displace(context: &Context, record: Account, id: &[u8], issued_at: i64) -> Outcome<Claim> {
    let claim = Claim::load(context, record)?;
    ensure!(equal(claim.id(), id), BAD_ADDRESS);
    ensure!(issued_at > claim.issued_at(), CERTIFICATE_NOT_LATER);
    Ok(claim)
}

/// Accounts: claim, account (writable), vault (writable), config, system. Uses nothing that the opener of the
/// claim has chosen, so that the opener cannot block it.
#[inline(never)]
pub fn finish(context: &Context) -> Outcome {
    ensure!(context.count() == 5, MISSING_ACCOUNTS);
    ensure!(context.data.len() == 1, MALFORMED_DATA);
    let claim = Claim::load(context, context.account(0))?;
    let config = Config::load(context, context.account(3))?;
    ensure!(unix_time() >= claim.ready_at(), CLAIM_NOT_READY);
    // A registrar is replaced when its key may have been stolen. A claim that this key certified must not be
    // finished.
    ensure!(same_key(claim.registrar(), config.registrar()), CLAIM_REGISTRAR_CHANGED);
    let birth = Birth::prepare(context, context.account(1), context.account(2), claim.id())?;
    birth.create(context, 0, claim.authority(), &Rent::get())
}

/// Accounts: claim (writable), account, payer (writable). Returns the rent once the wallet is active,
/// regardless of how it was activated.
#[inline(never)]
pub fn close(context: &Context) -> Outcome {
    ensure!(context.count() == 3, MISSING_ACCOUNTS);
    ensure!(context.data.len() == 1, MALFORMED_DATA);
    let (record, payer) = (context.account(0), context.account(2));
    ensure!(record.is_writable() && payer.is_writable(), NOT_WRITABLE);
    let claim = Claim::load(context, record)?;
    let mut vault = Hash::ZERO;
    let wallet = Wallet::load(context, context.account(1), &mut vault)?;
    ensure!(equal(wallet.id(), claim.id()), BAD_ACCOUNT);
    ensure!(payer.has_key(claim.payer()), BAD_RENT_PAYER);
    fees::credit(payer, claim.account().close())
}
