//! The one config account: who may relay, register and administer, where fees go, and which fee policies ever were.
use crate::ensure;
use crate::errors::*;
use crate::fees::{MAX_BPS, MAX_NETWORK_FEE};
use crate::game_program;
use crate::layout::*;
use crate::runtime::keys::SYSTEM;
use crate::runtime::syscalls::{Rent, unix_time};
use crate::runtime::{Account, Context, Hash, Outcome, bytes, cpi, pda, same_key};

const GENESIS: usize = 1;
const RP_ID_HASH: usize = 33;
const ADMIN: usize = 65;
const RELAYER: usize = 97;
const REGISTRAR: usize = 129;
const BPS: usize = 161;
const MAX_FEE: usize = 163;
const ORIGIN: usize = 171;

/// upgrade authority (writable, signer), config (writable), treasury, program, its data, system
#[inline(never)]
pub fn initialise(context: &Context) -> Outcome {
    ensure!(context.count() == 6, MISSING_ACCOUNTS);
    ensure!(context.data.len() > ORIGIN, MALFORMED_DATA);
    let (authority, config, treasury) = (context.account(0), context.account(1), context.account(2));
    check_upgrade_authority(context, authority)?;
    ensure!(config.is_writable(), NOT_WRITABLE);
    let mut address = Hash::ZERO;
    let bump = pda::find(&[bytes(CONFIG_SEED)], context.program, &mut address);
    ensure!(config.has_key(&address.0), BAD_ADDRESS);
    ensure!(config.is_vacant(), ALREADY_INITIALISED);
    let origin = &context.data[ORIGIN..];
    check_origin(origin)?;
    check_treasury_rent(context, treasury)?;
    check_policy(context.u16_at(BPS), context.u64_at(MAX_FEE))?;

    let space = CONFIG_HEAD + POLICY_SIZE;
    cpi::fund_rent(authority, config, space)?;
    cpi::allocate(config, space, context.program, &[bytes(CONFIG_SEED), cpi::byte(&bump)])?;
    config.put_u8(0, CONFIG_TAG);
    config.put_u8(1, VERSION);
    config.put_u8(CONFIG_BUMP, bump);
    config.put_u8(CONFIG_ORIGIN_LENGTH, origin.len() as u8);
    config.put(CONFIG_GENESIS, context.slice(GENESIS, 32));
    config.put(CONFIG_RP_ID_HASH, context.slice(RP_ID_HASH, 32));
    config.put(CONFIG_ADMIN, context.slice(ADMIN, 32));
    config.put(CONFIG_RELAYER, context.slice(RELAYER, 32));
    config.put(CONFIG_REGISTRAR, context.slice(REGISTRAR, 32));
    config.put(CONFIG_TREASURY, treasury.key());
    config.put(CONFIG_ORIGIN, origin);
    write_policy(config, 1, context.u16_at(BPS), context.u64_at(MAX_FEE));
    check_distinct(config)
}

/// Only whoever may replace the program may set it up: nobody can be faster than its deployer.
#[inline(never)]
fn check_upgrade_authority(context: &Context, authority: Account) -> Outcome {
    let (program, program_data) = (context.account(3), context.account(4));
    ensure!(program.has_key(context.program), BAD_PROGRAM_DATA);
    let deployment = game_program::read(program, program_data)?;
    ensure!(authority.is_signer(), NOT_UPGRADE_AUTHORITY);
    ensure!(deployment.has_authority(Some(authority.key())), NOT_UPGRADE_AUTHORITY);
    Ok(())
}

/// The origin stands between quotes in clientDataJSON: printable ASCII that JSON does not escape.
#[inline(never)]
fn check_origin(origin: &[u8]) -> Outcome {
    ensure!(origin.len() <= ORIGIN_MAX, BAD_ORIGIN);
    let mut index = 0;
    while index < origin.len() {
        let byte = origin[index];
        ensure!(byte > b' ' && byte < 0x7f && byte != b'"' && byte != b'\\', BAD_ORIGIN);
        index += 1;
    }
    Ok(())
}

#[inline(never)]
fn check_treasury_rent(context: &Context, treasury: Account) -> Outcome {
    ensure!(!treasury.is_owned_by(context.program), BAD_TREASURY);
    ensure!(treasury.lamports() >= Rent::get().exempt(treasury.len()), TREASURY_NOT_RENT_EXEMPT);
    Ok(())
}

#[inline(never)]
fn check_policy(bps: u16, max_network_fee: u64) -> Outcome {
    ensure!(bps <= MAX_BPS, POLICY_ABOVE_LIMIT);
    ensure!(max_network_fee <= MAX_NETWORK_FEE, POLICY_ABOVE_LIMIT);
    Ok(())
}

/// One stolen key must not be two. Asked of the config as it has just been written: a refusal undoes that.
#[inline(never)]
fn check_distinct(config: Account) -> Outcome {
    let (admin, relayer, registrar) =
        (config.key_at(CONFIG_ADMIN), config.key_at(CONFIG_RELAYER), config.key_at(CONFIG_REGISTRAR));
    ensure!(!same_key(admin, relayer), KEYS_NOT_DISTINCT);
    ensure!(!same_key(admin, registrar), KEYS_NOT_DISTINCT);
    ensure!(!same_key(relayer, registrar), KEYS_NOT_DISTINCT);
    Ok(())
}

#[inline(never)]
fn write_policy(config: Account, version: u32, bps: u16, max_network_fee: u64) {
    let offset = CONFIG_HEAD + (version as usize - 1) * POLICY_SIZE;
    config.put_u32(offset + POLICY_VERSION, version);
    config.put_u32(offset + POLICY_BPS, bps as u32);
    config.put_u64(offset + POLICY_MAX_FEE, max_network_fee);
    config.put_u64(offset + POLICY_STARTS_AT, unix_time() as u64);
    config.put_u32(CONFIG_POLICY_COUNT, version);
}

/// admin (signer), config (writable)
#[inline(never)]
fn load_for_admin(context: &Context, accounts: usize, length: usize) -> Outcome<Account> {
    ensure!(context.count() == accounts, MISSING_ACCOUNTS);
    ensure!(context.data.len() == length, MALFORMED_DATA);
    let (admin, config) = (context.account(0), context.account(1));
    load_config(context, config)?;
    ensure!(config.is_writable(), NOT_WRITABLE);
    ensure!(admin.is_signer(), NOT_ADMIN);
    ensure!(admin.has_key(config.key_at(CONFIG_ADMIN)), NOT_ADMIN);
    Ok(config)
}

/// Writes the pending admin, the relayer or the registrar.
#[inline(never)]
pub fn set_key(context: &Context, offset: usize) -> Outcome {
    let config = load_for_admin(context, 2, 33)?;
    config.put(offset, context.slice(1, 32));
    check_distinct(config)
}

/// proposed admin (signer), config (writable)
#[inline(never)]
pub fn accept_admin(context: &Context) -> Outcome {
    ensure!(context.count() == 2, MISSING_ACCOUNTS);
    ensure!(context.data.len() == 1, MALFORMED_DATA);
    let (pending, config) = (context.account(0), context.account(1));
    load_config(context, config)?;
    ensure!(config.is_writable(), NOT_WRITABLE);
    ensure!(pending.is_signer(), NOT_PENDING_ADMIN);
    // No key signs for the zero key, so that no proposal means nobody.
    ensure!(pending.has_key(config.key_at(CONFIG_PENDING_ADMIN)), NOT_PENDING_ADMIN);
    config.put(CONFIG_ADMIN, pending.key());
    config.put(CONFIG_PENDING_ADMIN, &SYSTEM);
    check_distinct(config)
}

/// … and the new treasury
#[inline(never)]
pub fn set_treasury(context: &Context) -> Outcome {
    let config = load_for_admin(context, 3, 1)?;
    let treasury = context.account(2);
    check_treasury_rent(context, treasury)?;
    config.put(CONFIG_TREASURY, treasury.key());
    Ok(())
}

/// admin (writable, signer), config (writable), system. Policies are only ever appended; none is changed.
#[inline(never)]
pub fn append_policy(context: &Context) -> Outcome {
    let config = load_for_admin(context, 3, 15)?;
    let version = context.u32_at(1);
    let next = config.u32_at(CONFIG_POLICY_COUNT).checked_add(1).ok_or(OVERFLOW)?;
    ensure!(version == next, BAD_POLICY_VERSION);
    let (bps, max_network_fee) = (context.u16_at(5), context.u64_at(7));
    check_policy(bps, max_network_fee)?;
    let space = CONFIG_HEAD + version as usize * POLICY_SIZE;
    cpi::fund_rent(context.account(0), config, space)?;
    config.set_len(space);
    write_policy(config, version, bps, max_network_fee);
    Ok(())
}
