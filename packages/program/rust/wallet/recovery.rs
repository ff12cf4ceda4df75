//! Recovery for an owner who has lost the passkey. Guardians that the passkey has named vote for another
//! passkey. It takes over after a delay in which the old passkey can cancel. Recovery needs neither the
//! service nor a relayer.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::passkey::{self, Request};
use crate::runtime::syscalls::{Rent, unix_time};
use crate::runtime::{Account, Bytes, Context, Hash, Outcome, bytes, cpi, equal, pda};
use crate::view_config::Config;
use crate::view_recovery::{self, GUARDIAN_SIZE, Guardian, LIFE_SECONDS, MAX_GUARDIANS, Recovery};
use crate::view_wallet::{AUTHORITY_SIZE, Wallet};

const NONCE: usize = 1;
const EXPIRY: usize = 9;
const BODY: usize = 17;
const DELAY: usize = BODY + 4;
const FRIENDS: usize = 6;
const GUARDIANS: usize = BODY + 8;
const VOTE_AUTHORITY: usize = BODY + 1;
const VOTE_RP_ID_HASH: usize = VOTE_AUTHORITY + AUTHORITY_SIZE;
const VOTE_TAIL: usize = BODY + 66;
const MIN_DELAY_SECONDS: u32 = 86_400;
const MAX_DELAY_SECONDS: u32 = 2_592_000;

/// A step of a recovery that a passkey or a sheet signs. Instruction data begins with tag, nonce and expiry.
struct Step<'a> {
    config: Config,
    sysvar: Account,
    wallet: &'a Wallet<'a>,
    signer: &'a [u8],
    nonce: u64,
    now: i64,
    action: u8,
    body: Bytes<'a>,
    tail: usize,
}

impl Step<'_> {
    /// Refuses unless the signature has not expired and covers this policy and exactly this step.
    #[inline(never)]
    fn check(&self, context: &Context, is_sheet: bool) -> Outcome {
        let expiry = context.u64_at(EXPIRY) as i64;
        passkey::check_expiry(expiry, self.now)?;
        ensure!(context.u64_at(NONCE) == self.nonce, WRONG_NONCE);
        let request = Request {
            config: self.config,
            sysvar: self.sysvar,
            action: self.action,
            policy: 0,
            nonce: self.nonce,
            expiry,
            account_id: self.wallet.id(),
            vault: self.wallet.vault(),
            authority: self.signer,
            body: &[self.body, bytes(&[]), bytes(&[])],
            tail: self.tail,
        };
        if is_sheet { passkey::verify_bare(context, &request) } else { passkey::verify(context, &request) }
    }
}

/// Accounts: payer of the rent (writable; the vault, or a signer), account, recovery (writable), config,
/// instructions, system, then the account of each guardian who is a player, in the policy's order.
#[inline(never)]
pub fn set_policy(context: &Context) -> Outcome {
    ensure!(context.count() >= FRIENDS, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= GUARDIANS, MALFORMED_DATA);
    let count = context.data[BODY + 1] as usize;
    ensure!(count <= MAX_GUARDIANS, MALFORMED_DATA);
    let tail = GUARDIANS + count * GUARDIAN_SIZE;
    ensure!(context.data.len() >= tail, MALFORMED_DATA);
    let record = context.account(2);
    ensure!(record.is_writable(), NOT_WRITABLE);
    let config = Config::load(context, context.account(3))?;
    let mut vault = Hash::ZERO;
    let wallet = Wallet::load(context, context.account(1), &mut vault)?;
    let recovery = match record.is_vacant() {
        true => create(context, &wallet, record)?,
        false => Recovery::load_of(context, record, wallet.id())?,
    };
    let step = Step {
        config,
        sysvar: context.account(4),
        wallet: &wallet,
        signer: wallet.authority(),
        nonce: recovery.nonce(),
        now: unix_time(),
        action: passkey::SET_POLICY,
        body: bytes(context.slice(BODY, tail - BODY)),
        tail,
    };
    step.check(context, false)?;
    check_terms(context, count)?;
    let guardians = context.slice(GUARDIANS, tail - GUARDIANS);
    check_guardians(context, guardians, &wallet)?;
    recovery.write_policy(context.data[BODY], context.u32_at(DELAY), guardians);
    recovery.set_nonce(recovery.nonce().checked_add(1).ok_or(OVERFLOW)?);
    Ok(())
}

/// Creates the account with money of the vault or of a signer.
#[inline(never)]
fn create(context: &Context, wallet: &Wallet, record: Account) -> Outcome<Recovery> {
    let seeds = [bytes(view_recovery::SEED), bytes(wallet.id())];
    let mut address = Hash::ZERO;
    let bump = pda::find(&seeds, context.program, &mut address);
    ensure!(record.has_key(&address.0), BAD_ADDRESS);
    let payer = context.account(0);
    if payer.has_key(wallet.vault()) {
        let rent = Rent::get();
        let missing = rent.exempt(view_recovery::SIZE).saturating_sub(record.lamports());
        fees::check_vault_pays(payer, missing, &rent)?;
        wallet.transfer(payer, record, missing)?;
    } else {
        cpi::fund_rent(payer, record, view_recovery::SIZE)?;
    }
    cpi::allocate(record, view_recovery::SIZE, context.program, &[seeds[0], seeds[1], cpi::byte(&bump)])?;
    Ok(Recovery::create(record, bump, wallet.id()))
}

#[inline(always)]
fn check_terms(context: &Context, count: usize) -> Outcome {
    let (threshold, delay) = (context.data[BODY] as usize, context.u32_at(DELAY));
    ensure!(context.u16_at(BODY + 2) == 0, MALFORMED_DATA);
    // No guardians and all zeros: removes the policy.
    if count == 0 {
        ensure!(threshold == 0 && delay == 0, MALFORMED_DATA);
        return Ok(());
    }
    ensure!(threshold != 0 && threshold <= count, BAD_THRESHOLD);
    ensure!(delay >= MIN_DELAY_SECONDS && delay <= MAX_DELAY_SECONDS, BAD_DELAY);
    Ok(())
}

#[inline(always)]
fn check_guardians(context: &Context, guardians: &[u8], wallet: &Wallet) -> Outcome {
    let (mut at, mut friend) = (0, FRIENDS);
    while at < guardians.len() {
        let key = &guardians[at + 1..at + GUARDIAN_SIZE];
        match guardians[at] {
            view_recovery::PASSKEY | view_recovery::SHEET => {
                ensure!(key[0] & 0xfe == 2, BAD_GUARDIAN);
                ensure!(!equal(key, wallet.authority()), GUARDIAN_IS_OWNER);
            }
            view_recovery::ACCOUNT => {
                ensure!(key[32] == 0, BAD_GUARDIAN);
                ensure!(!equal(&key[..32], wallet.id()), GUARDIAN_IS_OWNER);
                // Without this check, the registrar could activate the account with its own passkey and then
                // vote.
                ensure!(friend < context.count(), MISSING_ACCOUNTS);
                Wallet::check_active(context, context.account(friend), &key[..32])?;
                friend += 1;
            }
            _ => return Err(BAD_GUARDIAN),
        }
        let mut earlier = 0;
        while earlier < at {
            ensure!(!equal(&guardians[earlier + 1..earlier + GUARDIAN_SIZE], key), GUARDIAN_TWICE);
            earlier += GUARDIAN_SIZE;
        }
        at += GUARDIAN_SIZE;
    }
    ensure!(friend == context.count(), MISSING_ACCOUNTS);
    Ok(())
}

/// Accounts: account, recovery (writable), config, instructions, the guardian's own account (read only if the
/// guardian is a player).
#[inline(never)]
pub fn vote(context: &Context) -> Outcome {
    ensure!(context.count() == 5, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= VOTE_TAIL, MALFORMED_DATA);
    ensure!(context.account(1).is_writable(), NOT_WRITABLE);
    let config = Config::load(context, context.account(2))?;
    let mut vault = Hash::ZERO;
    let wallet = Wallet::load(context, context.account(0), &mut vault)?;
    let recovery = Recovery::load_of(context, context.account(1), wallet.id())?;
    let guardian = recovery.guardian(context.data[BODY] as usize)?;
    let now = unix_time();
    let step = Step {
        config,
        sysvar: context.account(3),
        wallet: &wallet,
        signer: signer_of(context, guardian)?,
        nonce: recovery.nonce(),
        now,
        action: passkey::VOTE,
        body: bytes(context.slice(BODY, VOTE_TAIL - BODY)),
        tail: VOTE_TAIL,
    };
    step.check(context, guardian.kind() == view_recovery::SHEET)?;
    ensure!(equal(context.slice(VOTE_RP_ID_HASH, 32), config.rp_id_hash()), ROTATE_RP_ID_HASH);
    let expiry = context.u64_at(EXPIRY) as i64;
    ensure!(expiry > guardian.expiry(), VOTE_NOT_LATER);
    guardian.set_expiry(expiry);
    let next = context.slice(VOTE_AUTHORITY, AUTHORITY_SIZE);
    if equal(next, &[0; AUTHORITY_SIZE]) {
        guardian.withdraw();
        return Ok(());
    }
    ensure!(next[0] & 0xfe == 2, BAD_PASSKEY);
    ensure!(!equal(next, wallet.authority()), SAME_AUTHORITY);
    ensure!(now >= guardian.barred_until(), VOTE_BARRED);
    // Repeating a vote that still counts changes nothing: a second tap must not extend the delay.
    let epoch = wallet.epoch();
    let is_same = equal(next, guardian.authority())
        && guardian.epoch() == epoch
        && now - guardian.voted_at() < LIFE_SECONDS;
    if !is_same {
        guardian.vote(next, epoch, now);
    }
    Ok(())
}

/// Returns the key that must sign a guardian's vote. For a guardian who is a player, it is the player's
/// current passkey.
#[inline(always)]
fn signer_of(context: &Context, guardian: Guardian) -> Outcome<&'static [u8]> {
    if guardian.kind() != view_recovery::ACCOUNT {
        return Ok(guardian.key());
    }
    let mut vault = Hash::ZERO;
    let friend = Wallet::load(context, context.account(4), &mut vault)?;
    ensure!(equal(friend.id(), &guardian.key()[..32]), BAD_ACCOUNT);
    Ok(friend.authority())
}

/// Accounts: account, recovery (writable), config, instructions.
#[inline(never)]
pub fn cancel(context: &Context) -> Outcome {
    ensure!(context.count() == 4, MISSING_ACCOUNTS);
    ensure!(context.data.len() >= BODY, MALFORMED_DATA);
    ensure!(context.account(1).is_writable(), NOT_WRITABLE);
    let config = Config::load(context, context.account(2))?;
    let mut vault = Hash::ZERO;
    let wallet = Wallet::load(context, context.account(0), &mut vault)?;
    let recovery = Recovery::load_of(context, context.account(1), wallet.id())?;
    let now = unix_time();
    let step = Step {
        config,
        sysvar: context.account(3),
        wallet: &wallet,
        signer: wallet.authority(),
        nonce: recovery.nonce(),
        now,
        action: passkey::CANCEL,
        body: bytes(&[]),
        tail: BODY,
    };
    step.check(context, false)?;
    recovery.bar_voters(wallet.epoch(), now + recovery.delay());
    recovery.clear_votes();
    recovery.set_nonce(recovery.nonce().checked_add(1).ok_or(OVERFLOW)?);
    Ok(())
}

/// Accounts: account (writable), recovery (writable). Needs no signature: the votes and the clock decide.
#[inline(never)]
pub fn finish(context: &Context) -> Outcome {
    ensure!(context.count() == 2, MISSING_ACCOUNTS);
    ensure!(context.data.len() == 1 + AUTHORITY_SIZE, MALFORMED_DATA);
    let (account, record) = (context.account(0), context.account(1));
    ensure!(account.is_writable() && record.is_writable(), NOT_WRITABLE);
    let mut vault = Hash::ZERO;
    let wallet = Wallet::load(context, account, &mut vault)?;
    let recovery = Recovery::load_of(context, record, wallet.id())?;
    let next = context.slice(1, AUTHORITY_SIZE);
    // No vote of this epoch is for the current passkey.
    ensure!(recovery.is_ready(next, wallet.epoch(), unix_time()), RECOVERY_NOT_READY);
    wallet.set_epoch(wallet.epoch().checked_add(1).ok_or(OVERFLOW)?);
    wallet.set_authority(next);
    recovery.clear_votes();
    recovery.set_nonce(recovery.nonce().checked_add(1).ok_or(OVERFLOW)?);
    Ok(())
}
