//! The single config account: the keys of relayer, registrar and admin, the treasury, and all fee policies so
//! far.
use crate::ensure;
use crate::errors::*;
use crate::fees::{MAX_BPS, MAX_NETWORK_FEE};
use crate::game_program;
use crate::runtime::keys::SYSTEM;
use crate::runtime::syscalls::{Rent, unix_time};
use crate::runtime::{Account, Context, Hash, Outcome, bytes, cpi, pda, same_key};
use crate::view_config::{self, Config, Founding, ORIGIN_MAX, Role};

const GENESIS: usize = 1;
const RP_ID_HASH: usize = 33;
const ADMIN: usize = 65;
const RELAYER: usize = 97;
const REGISTRAR: usize = 129;
const BPS: usize = 161;
const MAX_FEE: usize = 163;
const ORIGIN: usize = 171;

/// Accounts: upgrade authority (writable, signer), config (writable), treasury, program, its data, system.
#[inline(never)]
pub fn initialise(context: &Context) -> Outcome {
    ensure!(context.count() == 6, MISSING_ACCOUNTS);
    ensure!(context.data.len() > ORIGIN, MALFORMED_DATA);
    let (authority, config, treasury) = (context.account(0), context.account(1), context.account(2));
    check_upgrade_authority(context, authority)?;
    ensure!(config.is_writable(), NOT_WRITABLE);
    let mut address = Hash::ZERO;
    let bump = pda::find(&[bytes(view_config::SEED)], context.program, &mut address);
    ensure!(config.has_key(&address.0), BAD_ADDRESS);
    ensure!(config.is_vacant(), ALREADY_INITIALISED);
    let origin = &context.data[ORIGIN..];
    check_origin(origin)?;
    check_treasury_rent(context, treasury)?;
    check_policy(context.u16_at(BPS), context.u64_at(MAX_FEE))?;

    let space = Config::space(1);
    cpi::fund_rent(authority, config, space)?;
    cpi::allocate(config, space, context.program, &[bytes(view_config::SEED), cpi::byte(&bump)])?;
    let config = Config::create(
        config,
        &Founding {
            bump,
            genesis: context.slice(GENESIS, 32),
            rp_id_hash: context.slice(RP_ID_HASH, 32),
            admin: context.key_at(ADMIN),
            relayer: context.key_at(RELAYER),
            registrar: context.key_at(REGISTRAR),
            treasury: treasury.key(),
            origin,
        },
    );
    config.append_policy(1, context.u16_at(BPS), context.u64_at(MAX_FEE), unix_time());
    check_distinct(config)
}

/// Only the upgrade authority may initialise the program, so that no one can do it before the deployer.
#[inline(never)]
fn check_upgrade_authority(context: &Context, authority: Account) -> Outcome {
    let (program, program_data) = (context.account(3), context.account(4));
    ensure!(program.has_key(context.program), BAD_PROGRAM_DATA);
    let deployment = game_program::read(program, program_data)?;
    ensure!(authority.is_signer(), NOT_UPGRADE_AUTHORITY);
    ensure!(deployment.has_authority(Some(authority.key())), NOT_UPGRADE_AUTHORITY);
    Ok(())
}

/// The origin is quoted in clientDataJSON, so it must be printable ASCII that JSON does not escape.
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

/// One stolen key must not hold two roles. Checks the config after it was written: a refusal rolls back the
/// write.
#[inline(never)]
fn check_distinct(config: Config) -> Outcome {
    let (admin, relayer, registrar) = (config.admin(), config.relayer(), config.registrar());
    ensure!(!same_key(admin, relayer), KEYS_NOT_DISTINCT);
    ensure!(!same_key(admin, registrar), KEYS_NOT_DISTINCT);
    ensure!(!same_key(relayer, registrar), KEYS_NOT_DISTINCT);
    Ok(())
}

/// Accounts: admin (signer), config (writable).
#[inline(never)]
fn load_for_admin(context: &Context, accounts: usize, length: usize) -> Outcome<Config> {
    ensure!(context.count() == accounts, MISSING_ACCOUNTS);
    ensure!(context.data.len() == length, MALFORMED_DATA);
    let admin = context.account(0);
    let config = Config::load(context, context.account(1))?;
    ensure!(config.account().is_writable(), NOT_WRITABLE);
    ensure!(admin.is_signer(), NOT_ADMIN);
    ensure!(admin.has_key(config.admin()), NOT_ADMIN);
    Ok(config)
}

/// Writes the pending admin, the relayer or the registrar.
#[inline(never)]
pub fn set_key(context: &Context, role: Role) -> Outcome {
    let config = load_for_admin(context, 2, 33)?;
    config.set_key(role, context.slice(1, 32));
    check_distinct(config)
}

/// Accounts: proposed admin (signer), config (writable).
#[inline(never)]
pub fn accept_admin(context: &Context) -> Outcome {
    ensure!(context.count() == 2, MISSING_ACCOUNTS);
    ensure!(context.data.len() == 1, MALFORMED_DATA);
    let pending = context.account(0);
    let config = Config::load(context, context.account(1))?;
    ensure!(config.account().is_writable(), NOT_WRITABLE);
    ensure!(pending.is_signer(), NOT_PENDING_ADMIN);
    // No one can sign for the zero key, so without a proposal no one is accepted.
    ensure!(pending.has_key(config.pending_admin()), NOT_PENDING_ADMIN);
    config.set_admin(pending.key());
    config.set_key(Role::PendingAdmin, &SYSTEM);
    check_distinct(config)
}

/// Accounts: admin (signer), config (writable), the new treasury.
#[inline(never)]
pub fn set_treasury(context: &Context) -> Outcome {
    let config = load_for_admin(context, 3, 1)?;
    let treasury = context.account(2);
    check_treasury_rent(context, treasury)?;
    config.set_treasury(treasury.key());
    Ok(())
}

/// Accounts: admin (writable, signer), config (writable), system. Policies are only appended, never changed.
#[inline(never)]
pub fn append_policy(context: &Context) -> Outcome {
    let config = load_for_admin(context, 3, 15)?;
    let version = context.u32_at(1);
    let next = config.policy_count().checked_add(1).ok_or(OVERFLOW)?;
    ensure!(version == next, BAD_POLICY_VERSION);
    let (bps, max_network_fee) = (context.u16_at(5), context.u64_at(7));
    check_policy(bps, max_network_fee)?;
    let space = Config::space(version);
    cpi::fund_rent(context.account(0), config.account(), space)?;
    config.account().set_len(space);
    config.append_policy(version, bps, max_network_fee, unix_time());
    Ok(())
}
