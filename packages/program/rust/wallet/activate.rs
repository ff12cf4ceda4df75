//! Creates a smart account with money of its vault.
use crate::ensure;
use crate::errors::*;
use crate::fees::{self, Payment};
use crate::passkey::{self, Request};
use crate::runtime::syscalls::{Rent, unix_time};
use crate::runtime::{Account, Context, Hash, Outcome, bytes, cpi, pda};
use crate::view_config::Config;
use crate::view_wallet::{self, AUTHORITY_SIZE, VAULT_SEED, Wallet};

const ID: usize = 1;
const AUTHORITY: usize = 33;
const EXPIRY: usize = 66;
const POLICY: usize = 74;
const NETWORK_FEE: usize = 78;
const TAIL: usize = 86;

/// A wallet to be created: vacant, with both addresses verified.
pub struct Birth<'a> {
    pub account: Account,
    pub vault: Account,
    pub id: &'a [u8],
    pub bump: u8,
    pub vault_bump: u8,
}

impl<'a> Birth<'a> {
    /// Finds the canonical bumps and refuses any other address.
    #[inline(never)]
    pub fn prepare(context: &Context, account: Account, vault: Account, id: &'a [u8]) -> Outcome<Self> {
        ensure!(account.is_writable() && vault.is_writable(), NOT_WRITABLE);
        ensure!(account.is_vacant(), ALREADY_ACTIVATED);
        let mut address = Hash::ZERO;
        let vault_bump = pda::find(&[bytes(VAULT_SEED), bytes(id)], context.program, &mut address);
        ensure!(vault.has_key(&address.0), BAD_VAULT);
        let bump = pda::find(&[bytes(view_wallet::SEED), bytes(id)], context.program, &mut address);
        ensure!(account.has_key(&address.0), BAD_ADDRESS);
        Ok(Birth { account, vault, id, bump, vault_bump })
    }

    /// Creates the account with lamports of the vault: its rent, and `fees`, which are passed on to others.
    #[inline(never)]
    pub fn create(&self, context: &Context, fees: u64, authority: &[u8], rent: &Rent) -> Outcome {
        let account = self.account;
        // Charges only the missing rent, because a stranger may have sent lamports to the address before.
        let missing_rent = rent.exempt(view_wallet::SIZE).saturating_sub(account.lamports());
        let total = fees.checked_add(missing_rent).ok_or(OVERFLOW)?;
        fees::check_vault_pays(self.vault, total, rent)?;
        let vault_signer = [bytes(VAULT_SEED), bytes(self.id), cpi::byte(&self.vault_bump)];
        cpi::transfer(self.vault, account, total, &vault_signer)?;
        let signer = [bytes(view_wallet::SEED), bytes(self.id), cpi::byte(&self.bump)];
        cpi::allocate(account, view_wallet::SIZE, context.program, &signer)?;
        Wallet::create(account, self.bump, self.vault_bump, self.id, authority);
        Ok(())
    }
}

/// Accounts: relayer (writable, signer), registrar (signer), account, vault, treasury (writable), config,
/// instructions, system.
#[inline(never)]
pub fn activate(context: &Context) -> Outcome {
    ensure!(context.count() == 8, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= TAIL, MALFORMED_DATA);
    let (relayer, registrar, account, vault) =
        (context.account(0), context.account(1), context.account(2), context.account(3));
    let treasury = context.account(4);
    let config = Config::load(context, context.account(5))?;
    fees::check_relayer(config, relayer)?;
    ensure!(registrar.is_signer(), REGISTRAR_NOT_SIGNED);
    ensure!(registrar.has_key(config.registrar()), REGISTRAR_NOT_SIGNED);
    fees::check_treasury(config, treasury)?;
    ensure!(relayer.is_writable(), NOT_WRITABLE);
    let authority = context.slice(AUTHORITY, AUTHORITY_SIZE);
    ensure!(authority[0] & 0xfe == 2, BAD_PASSKEY);
    let id = context.slice(ID, 32);
    let birth = Birth::prepare(context, account, vault, id)?;

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
            body: &[bytes(authority), bytes(config.rp_id_hash()), bytes(&[])],
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
    birth.create(context, payment.fees()?, authority, &rent)?;
    payment.distribute(account, &rent)
}
