//! Fee policies, and payments out of a vault.
use crate::ensure;
use crate::errors::*;
use crate::runtime::syscalls::Rent;
use crate::runtime::{Account, Context, Outcome};
use crate::view_config::Config;

/// No policy may exceed these limits, regardless of who holds the admin key.
pub const MAX_BPS: u16 = 5_000;
pub const MAX_NETWORK_FEE: u64 = 2_000_000;
const GRACE_SECONDS: i64 = 600;
const WHOLE: u64 = 10_000;
/// As an amount: everything that is left after fees, or a whole token account.
pub const EVERYTHING: u64 = u64::MAX;

/// Returns the rate of a valid policy, after it has checked the attested fee against the policy's cap.
#[inline(never)]
pub fn live_rate(config: Config, version: u32, now: i64, network_fee: u64) -> Outcome<u64> {
    let count = config.policy_count();
    ensure!(version != 0, POLICY_UNKNOWN);
    ensure!(version <= count, POLICY_UNKNOWN);
    let policy = config.policy(version);
    if version < count {
        ensure!(now <= policy.successor().starts_at().saturating_add(GRACE_SECONDS), POLICY_DEAD);
    }
    ensure!(network_fee <= policy.max_network_fee(), FEE_ABOVE_CAP);
    Ok(policy.bps())
}

/// ceil(network fee × rate / 10,000)
#[inline(never)]
pub fn protocol_fee(network_fee: u64, rate: u64) -> u64 {
    // A rate has 16 bits. Below this bound the product cannot overflow, and BPF has no 128-bit multiplication
    // to check it. Policies cap the fee far below the bound.
    assert!(network_fee < 1 << 47);
    (network_fee.wrapping_mul(rate & 0xffff) + (WHOLE - 1)) / WHOLE
}

/// The relayer of the config must be a signer: only the relayer may attest a fee.
#[inline(never)]
pub fn check_relayer(config: Config, relayer: Account) -> Outcome {
    ensure!(relayer.is_signer(), RELAYER_NOT_SIGNED);
    ensure!(relayer.has_key(config.relayer()), RELAYER_NOT_SIGNED);
    Ok(())
}

#[inline(never)]
pub fn check_treasury(config: Config, treasury: Account) -> Outcome {
    ensure!(treasury.has_key(config.treasury()), BAD_TREASURY);
    ensure!(treasury.is_writable(), NOT_WRITABLE);
    Ok(())
}

/// A vault must end at zero or rent-exempt. An amount in between could never be moved again by itself.
#[inline(never)]
pub fn check_vault_pays(vault: Account, total: u64, rent: &Rent) -> Outcome {
    let rest = vault.lamports().checked_sub(total).ok_or(VAULT_SHORT)?;
    ensure!(rest == 0 || rest >= rent.exempt(0), VAULT_BELOW_RENT);
    Ok(())
}

#[inline(never)]
pub fn check_destination(context: &Context, vault: Account, destination: Account) -> Outcome {
    ensure!(!destination.has_key(vault.key()), BAD_DESTINATION);
    // Excludes the account itself, the config and any session, which all belong to this program.
    ensure!(!destination.is_owned_by(context.program), BAD_DESTINATION);
    Ok(())
}

/// The receivers and amounts of one transfer from the vault.
pub struct Payment {
    pub relayer: Account,
    pub relayer_gets: u64,
    pub treasury: Account,
    pub treasury_gets: u64,
}

impl Payment {
    #[inline(always)]
    pub fn fees(&self) -> Outcome<u64> {
        self.relayer_gets.checked_add(self.treasury_gets).ok_or(OVERFLOW)
    }

    /// Credits relayer and treasury with lamports that the vault has just sent to `account`. Each credit
    /// reads the balance again, so that one account in both roles is credited twice.
    #[inline(never)]
    pub fn distribute(&self, account: Account, rent: &Rent) -> Outcome {
        debit(account, self.fees()?)?;
        credit(self.relayer, self.relayer_gets)?;
        credit(self.treasury, self.treasury_gets)?;
        ensure!(
            self.treasury_gets == 0 || self.treasury.lamports() >= rent.exempt(self.treasury.len()),
            TREASURY_BELOW_RENT
        );
        Ok(())
    }
}

#[inline(always)]
pub fn credit(account: Account, lamports: u64) -> Outcome {
    account.set_lamports(account.lamports().checked_add(lamports).ok_or(OVERFLOW)?);
    Ok(())
}

#[inline(always)]
pub fn debit(account: Account, lamports: u64) -> Outcome {
    account.set_lamports(account.lamports().checked_sub(lamports).ok_or(OVERFLOW)?);
    Ok(())
}
