//! Opens and revokes sessions, by the owner's passkey.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::game_program;
use crate::layout::*;
use crate::passkey::{self, Approval, Order};
use crate::runtime::keys::SYSTEM;
use crate::runtime::{Account, Bytes, Context, Hash, Outcome, bytes, cpi, pda, same_key};
use crate::session::{self, Wallet};

const SESSION_PUBKEY: usize = 17;
const EXPIRES_AT: usize = 49;
const HAS_AUTHORITY: usize = 57;
const AUTHORITY: usize = 58;
const SLOT: usize = 90;
const TAIL: usize = 98;
const REVOKE_TAIL: usize = 17;
const MAX_SECONDS: i64 = 86_400;

/// relayer (writable, signer), account, session (writable), config, instructions, program, its data, system
#[inline(never)]
pub fn register(context: &Context) -> Outcome {
    ensure!(context.count() == 8, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (program, program_data, record) = (context.account(5), context.account(6), context.account(2));
    ensure!(record.is_writable() && context.account(0).is_writable(), NOT_WRITABLE);
    let key = context.key_at(SESSION_PUBKEY);
    let expires_at = context.slice(EXPIRES_AT, TAIL - EXPIRES_AT);
    let body = [bytes(key), bytes(program.key()), bytes(expires_at)];
    let consent = Consent { action: passkey::REGISTER_SESSION, body, tail: TAIL };
    let mut approval = Approval::none();
    approve(context, &consent, &mut approval)?;
    let now = approval.now;
    let wallet = Wallet { account: context.account(1), vault: &approval.vault.0 };
    check_scope(context, now)?;
    check_program(context, program, program_data)?;
    ensure!(!same_key(key, &SYSTEM), BAD_SESSION_KEY);
    ensure!(!same_key(key, wallet.vault), BAD_SESSION_KEY);
    ensure!(!same_key(key, program.key()), BAD_SESSION_KEY);
    ensure!(!same_key(key, context.key_at(AUTHORITY)), BAD_SESSION_KEY);
    if record.is_vacant() {
        create(context, &wallet, record)?;
    } else {
        replace(context, &wallet, record, now)?;
    }
    write(context, &wallet, record, program);
    Ok(())
}

/// relayer (signer), account, session (writable), config, instructions
#[inline(never)]
pub fn revoke(context: &Context) -> Outcome {
    ensure!(context.count() == 5, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= REVOKE_TAIL, MALFORMED_DATA);
    let record = context.account(2);
    ensure!(record.is_writable(), NOT_WRITABLE);
    let body = [bytes(record.key()), bytes(&[]), bytes(&[])];
    let consent = Consent { action: passkey::REVOKE_SESSION, body, tail: REVOKE_TAIL };
    let mut approval = Approval::none();
    approve(context, &consent, &mut approval)?;
    session::load_of(context, record, &approval.vault.0)?;
    ensure!(record.u8_at(SESSION_REVOKED_AT) == 0, SESSION_REVOKED);
    record.put_u8(SESSION_REVOKED_AT, 1);
    Ok(())
}

struct Consent<'a> {
    action: u8,
    body: [Bytes<'a>; 3],
    tail: usize,
}

/// relayer (signer) at 0, account at 1, config at 3, instructions at 4
#[inline(never)]
fn approve(context: &Context, plan: &Consent, approval: &mut Approval) -> Outcome {
    let config = context.account(3);
    passkey::authorise(
        context,
        &Order {
            account: context.account(1),
            config,
            sysvar: context.account(4),
            action: plan.action,
            policy: 0,
            body: plan.body,
            tail: plan.tail,
        },
        approval,
    )?;
    fees::check_relayer(config, context.account(0))
}

#[inline(always)]
fn check_scope(context: &Context, now: i64) -> Outcome {
    let expires_at = context.u64_at(EXPIRES_AT) as i64;
    ensure!(expires_at > now, SESSION_EXPIRY_PASSED);
    ensure!(expires_at <= now.saturating_add(MAX_SECONDS), SESSION_EXPIRY_TOO_FAR);
    ensure!(context.data[HAS_AUTHORITY] <= 1, MALFORMED_DATA);
    Ok(())
}

/// What the owner was told about the program must still be so.
#[inline(always)]
fn check_program(context: &Context, program: Account, program_data: Account) -> Outcome {
    ensure!(!program.has_key(context.program), SESSION_TARGETS_WALLET);
    let live = game_program::read(program, program_data)?;
    let recorded = match context.data[HAS_AUTHORITY] {
        0 => None,
        _ => Some(context.key_at(AUTHORITY)),
    };
    ensure!(live.has_authority(recorded), RECORDED_AUTHORITY_MISMATCH);
    ensure!(recorded.is_some() || same_key(context.key_at(AUTHORITY), &SYSTEM), RECORDED_AUTHORITY_MISMATCH);
    ensure!(live.slot == context.u64_at(SLOT), RECORDED_SLOT_MISMATCH);
    Ok(())
}

#[inline(never)]
fn create(context: &Context, wallet: &Wallet, record: Account) -> Outcome {
    let seeds = [bytes(SESSION_SEED), bytes(wallet.vault), bytes(context.slice(SESSION_PUBKEY, 32))];
    let mut address = Hash::ZERO;
    let bump = pda::find(&seeds, context.program, &mut address);
    ensure!(record.has_key(&address.0), BAD_ADDRESS);
    let relayer = context.account(0);
    cpi::fund_rent(relayer, record, SESSION_SIZE)?;
    let signer = [seeds[0], seeds[1], seeds[2], cpi::byte(&bump)];
    cpi::allocate(record, SESSION_SIZE, context.program, &signer)?;
    record.put_u8(0, SESSION_TAG);
    record.put_u8(1, VERSION);
    record.put_u8(SESSION_BUMP, bump);
    record.put(SESSION_VAULT, wallet.vault);
    record.put(SESSION_KEY, context.slice(SESSION_PUBKEY, 32));
    record.put(SESSION_PAYER, relayer.key());
    Ok(())
}

/// A dead session makes room for its successor; its rent stays where it is, and so does the claim of whoever paid it.
#[inline(always)]
fn replace(context: &Context, wallet: &Wallet, record: Account, now: i64) -> Outcome {
    session::load_of(context, record, wallet.vault)?;
    ensure!(same_key(record.key_at(SESSION_KEY), context.key_at(SESSION_PUBKEY)), BAD_ADDRESS);
    let (program, program_data) = (context.account(5), context.account(6));
    let is_same = program.has_key(record.key_at(SESSION_PROGRAM));
    let changed = is_same && session::is_changed(record, program_data);
    ensure!(changed || session::check_alive(record, wallet, now).is_err(), SESSION_ALIVE);
    Ok(())
}

#[inline(always)]
fn write(context: &Context, wallet: &Wallet, record: Account, program: Account) {
    let seeds = [bytes(SESSION_SIGNER_SEED), bytes(wallet.vault), bytes(program.key())];
    let mut address = Hash::ZERO;
    record.put_u8(SESSION_SIGNER_BUMP, pda::find(&seeds, context.program, &mut address));
    record.put_u32(SESSION_EPOCH_AT, wallet.account.u32_at(ACCOUNT_EPOCH));
    record.put_u8(SESSION_HAS_AUTHORITY, context.data[HAS_AUTHORITY]);
    record.put_u8(SESSION_REVOKED_AT, 0);
    record.put_u64(SESSION_EXPIRES_AT, context.u64_at(EXPIRES_AT));
    record.put_u64(SESSION_SLOT, context.u64_at(SLOT));
    record.put(SESSION_PROGRAM, program.key());
    record.put(SESSION_AUTHORITY, context.slice(AUTHORITY, 32));
}

