//! Opens and revokes sessions with the owner's passkey.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::game_program;
use crate::passkey::{self, Order, Parties};
use crate::runtime::keys::SYSTEM;
use crate::runtime::{Account, Context, Hash, Outcome, bytes, cpi, pda, same_key};
use crate::session;
use crate::view_session::{self, Session, Terms};
use crate::view_wallet::Wallet;

const SESSION_PUBKEY: usize = 17;
const EXPIRES_AT: usize = 49;
const HAS_AUTHORITY: usize = 57;
const AUTHORITY: usize = 58;
const SLOT: usize = 90;
const TAIL: usize = 98;
const REVOKE_TAIL: usize = 17;
const MAX_SECONDS: i64 = 86_400;

/// Accounts: relayer (writable, signer), account, session (writable), config, instructions, program, its
/// data, system.
#[inline(never)]
pub fn register(context: &Context) -> Outcome {
    ensure!(context.count() == 8, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (program, program_data, record) = (context.account(5), context.account(6), context.account(2));
    ensure!(record.is_writable() && context.account(0).is_writable(), NOT_WRITABLE);
    let key = context.key_at(SESSION_PUBKEY);
    let expires_at = context.slice(EXPIRES_AT, TAIL - EXPIRES_AT);
    let body = [bytes(key), bytes(program.key()), bytes(expires_at)];
    let order = Order { sysvar: context.account(4), action: passkey::REGISTER_SESSION, policy: 0, body, tail: TAIL };
    let mut vault = Hash::ZERO;
    let parties = Parties::load(context, 3, 1, &mut vault)?;
    approve(context, &parties, &order)?;
    let wallet = &parties.wallet;
    check_scope(context, parties.now)?;
    check_program(context, program, program_data)?;
    ensure!(!same_key(key, &SYSTEM), BAD_SESSION_KEY);
    ensure!(!same_key(key, wallet.vault()), BAD_SESSION_KEY);
    ensure!(!same_key(key, program.key()), BAD_SESSION_KEY);
    ensure!(!same_key(key, context.key_at(AUTHORITY)), BAD_SESSION_KEY);
    let session = match record.is_vacant() {
        true => create(context, wallet, record)?,
        false => replace(context, &parties, record)?,
    };
    write(context, wallet, session, program);
    Ok(())
}

/// Accounts: relayer (signer), account, session (writable), config, instructions.
#[inline(never)]
pub fn revoke(context: &Context) -> Outcome {
    ensure!(context.count() == 5, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= REVOKE_TAIL, MALFORMED_DATA);
    let record = context.account(2);
    ensure!(record.is_writable(), NOT_WRITABLE);
    let body = [bytes(record.key()), bytes(&[]), bytes(&[])];
    let tail = REVOKE_TAIL;
    let order = Order { sysvar: context.account(4), action: passkey::REVOKE_SESSION, policy: 0, body, tail };
    let mut vault = Hash::ZERO;
    let parties = Parties::load(context, 3, 1, &mut vault)?;
    approve(context, &parties, &order)?;
    let session = Session::load_of(context, record, &parties.wallet)?;
    ensure!(!session.is_revoked(), SESSION_REVOKED);
    session.revoke();
    Ok(())
}

/// Account 0 is the relayer (signer).
#[inline(never)]
fn approve(context: &Context, parties: &Parties, order: &Order) -> Outcome {
    passkey::authorise(context, parties, order)?;
    fees::check_relayer(parties.config, context.account(0))
}

#[inline(always)]
fn check_scope(context: &Context, now: i64) -> Outcome {
    let expires_at = context.u64_at(EXPIRES_AT) as i64;
    ensure!(expires_at > now, SESSION_EXPIRY_PASSED);
    ensure!(expires_at <= now.saturating_add(MAX_SECONDS), SESSION_EXPIRY_TOO_FAR);
    ensure!(context.data[HAS_AUTHORITY] <= 1, MALFORMED_DATA);
    Ok(())
}

/// The program must still have the authority and slot that the owner signed.
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
fn create(context: &Context, wallet: &Wallet, record: Account) -> Outcome<Session> {
    let key = context.slice(SESSION_PUBKEY, 32);
    let seeds = [bytes(view_session::SEED), bytes(wallet.vault()), bytes(key)];
    let mut address = Hash::ZERO;
    let bump = pda::find(&seeds, context.program, &mut address);
    ensure!(record.has_key(&address.0), BAD_ADDRESS);
    let relayer = context.account(0);
    cpi::fund_rent(relayer, record, view_session::SIZE)?;
    let signer = [seeds[0], seeds[1], seeds[2], cpi::byte(&bump)];
    cpi::allocate(record, view_session::SIZE, context.program, &signer)?;
    Ok(Session::create(record, bump, wallet, key, relayer.key()))
}

/// An ended session makes room for its successor. Its rent stays, and its payer keeps the right to it.
#[inline(always)]
fn replace(context: &Context, parties: &Parties, record: Account) -> Outcome<Session> {
    let wallet = &parties.wallet;
    let session = Session::load_of(context, record, wallet)?;
    ensure!(same_key(session.key(), context.key_at(SESSION_PUBKEY)), BAD_ADDRESS);
    let (program, program_data) = (context.account(5), context.account(6));
    let is_same = program.has_key(session.program());
    let changed = is_same && session::is_changed(session, program_data);
    ensure!(changed || session::check_alive(session, wallet, parties.now).is_err(), SESSION_ALIVE);
    Ok(session)
}

#[inline(always)]
fn write(context: &Context, wallet: &Wallet, session: Session, program: Account) {
    let seeds = [bytes(view_session::SIGNER_SEED), bytes(wallet.vault()), bytes(program.key())];
    let mut address = Hash::ZERO;
    session.write(&Terms {
        signer_bump: pda::find(&seeds, context.program, &mut address),
        epoch: wallet.epoch(),
        has_authority: context.data[HAS_AUTHORITY],
        expires_at: context.u64_at(EXPIRES_AT),
        slot: context.u64_at(SLOT),
        program: program.key(),
        authority: context.slice(AUTHORITY, 32),
    });
}
