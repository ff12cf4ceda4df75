//! The recovery policy of a wallet and the votes of its guardians. Only `Recovery::load_of` and
//! `Recovery::create` make a view. The state and start of a recovery are not stored: they follow from the
//! votes.
use crate::ensure;
use crate::errors::*;
use crate::layout::{has_head, write_head};
use crate::runtime::{Account, Context, Outcome, equal};
use crate::view_wallet::AUTHORITY_SIZE;

pub const SEED: &[u8] = b"pid:recovery";
pub const SIZE: usize = SLOTS + MAX_GUARDIANS * SLOT;
pub const MAX_GUARDIANS: usize = 5;
/// How long a vote counts towards the threshold, and how long a recovery that is ready can be finished.
pub const LIFE_SECONDS: i64 = 30 * 86_400;
pub const PASSKEY: u8 = 1;
pub const SHEET: u8 = 2;
pub const ACCOUNT: u8 = 3;
/// Kind and key, as a policy lists them.
pub const GUARDIAN_SIZE: usize = 1 + AUTHORITY_SIZE;

const TAG: u8 = 5;
const COUNT: usize = 3;
const THRESHOLD: usize = 4;
const NONCE: usize = 8;
const DELAY: usize = 16;
const ID: usize = 24;
const SLOTS: usize = 56;
const SLOT: usize = 96;
// Offsets within a slot. The authority is compared by words, so it begins at a multiple of eight.
const VOTED_AT: usize = 0;
const BARRED_UNTIL: usize = 8;
const EXPIRY: usize = 16;
const AUTHORITY: usize = 24;
const KIND: usize = 57;
const KEY: usize = 58;
const EPOCH: usize = 92;

#[derive(Clone, Copy)]
pub struct Recovery(Account);

/// One guardian and the current vote, if any. An authority never begins with zero.
#[derive(Clone, Copy)]
pub struct Guardian {
    account: Account,
    at: usize,
}

#[inline(never)]
fn check(context: &Context, account: Account, id: &[u8]) -> Outcome {
    ensure!(account.is_owned_by(context.program), BAD_RECOVERY);
    ensure!(account.len() == SIZE, BAD_RECOVERY);
    ensure!(has_head(account, TAG), BAD_RECOVERY);
    // Only a policy creates this kind of account, and only at the derived address, so owner, tag and id
    // together prove it.
    ensure!(equal(account.slice(ID, 32), id), BAD_RECOVERY);
    Ok(())
}

impl Recovery {
    #[inline(always)]
    pub fn load_of(context: &Context, account: Account, id: &[u8]) -> Outcome<Self> {
        check(context, account, id)?;
        Ok(Recovery(account))
    }

    /// Writes the constant fields of an account that was just created at the derived address: nonce 0, no
    /// guardians.
    #[inline(always)]
    pub fn create(account: Account, bump: u8, id: &[u8]) -> Self {
        write_head(account, TAG, bump);
        account.put(ID, id);
        Recovery(account)
    }

    /// Replaces the policy, and clears every vote and bar of the old one.
    #[inline(always)]
    pub fn write_policy(self, threshold: u8, delay: u32, guardians: &[u8]) {
        let count = guardians.len() / GUARDIAN_SIZE;
        self.0.zero(SLOTS, SIZE - SLOTS);
        self.0.put_u8(COUNT, count as u8);
        self.0.put_u8(THRESHOLD, threshold);
        self.0.put_u64(DELAY, delay as u64);
        let mut index = 0;
        while index < count {
            let from = index * GUARDIAN_SIZE;
            self.0.put(SLOTS + index * SLOT + KIND, &guardians[from..from + GUARDIAN_SIZE]);
            index += 1;
        }
    }

    #[inline(always)]
    pub fn nonce(self) -> u64 {
        self.0.u64_at(NONCE)
    }
    #[inline(always)]
    pub fn set_nonce(self, nonce: u64) {
        self.0.put_u64(NONCE, nonce);
    }
    #[inline(always)]
    pub fn delay(self) -> i64 {
        self.0.u64_at(DELAY) as i64
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.0.u8_at(COUNT) as usize
    }
    #[inline(always)]
    fn at(self, index: usize) -> Guardian {
        Guardian { account: self.0, at: SLOTS + index * SLOT }
    }
    #[inline(always)]
    pub fn guardian(self, index: usize) -> Outcome<Guardian> {
        ensure!(index < self.count(), NO_SUCH_GUARDIAN);
        Ok(self.at(index))
    }

    /// Whether the vote at `index` completed the threshold: counting itself, the current votes for its
    /// authority that were alive when it came equal the threshold. Of two votes in the same second, the one
    /// of the guardian with the higher index is later. Votes of another epoch do not count, because the
    /// passkey that they were to replace is no longer the authority.
    #[inline(never)]
    fn is_decisive(self, index: usize, epoch: u32) -> bool {
        let vote = self.at(index);
        if !vote.has_voted() || vote.epoch() != epoch {
            return false;
        }
        let came = vote.voted_at();
        let (mut votes, mut other) = (0u8, 0);
        while other < self.count() {
            let earlier = self.at(other);
            let age = came - earlier.voted_at();
            let is_before = age > 0 || (age == 0 && other <= index);
            if is_before && age < LIFE_SECONDS && earlier.agrees_with(vote) {
                votes += 1;
            }
            other += 1;
        }
        votes == self.0.u8_at(THRESHOLD)
    }

    /// Whether `authority` may take over now: the delay since the threshold was reached is over, and the time
    /// to finish is not.
    #[inline(always)]
    pub fn is_ready(self, authority: &[u8], epoch: u32, now: i64) -> bool {
        let mut index = 0;
        while index < self.count() {
            let vote = self.at(index);
            let ready_at = vote.voted_at() + self.delay();
            let is_open = now >= ready_at && now < ready_at + LIFE_SECONDS;
            if is_open && equal(vote.authority(), authority) && self.is_decisive(index, epoch) {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Keeps the guardians who voted for an authority that reached the threshold from voting before `until`.
    #[inline(always)]
    pub fn bar_voters(self, epoch: u32, until: i64) {
        let mut index = 0;
        while index < self.count() {
            if self.is_decisive(index, epoch) {
                let mut other = 0;
                while other < self.count() {
                    let voter = self.at(other);
                    if voter.agrees_with(self.at(index)) {
                        voter.account.put_u64(voter.at + BARRED_UNTIL, until as u64);
                    }
                    other += 1;
                }
            }
            index += 1;
        }
    }

    #[inline(always)]
    pub fn clear_votes(self) {
        let mut index = 0;
        while index < self.count() {
            self.at(index).withdraw();
            index += 1;
        }
    }
}

impl Guardian {
    #[inline(always)]
    pub fn kind(self) -> u8 {
        self.account.u8_at(self.at + KIND)
    }
    #[inline(always)]
    pub fn key(self) -> &'static [u8] {
        self.account.slice(self.at + KEY, AUTHORITY_SIZE)
    }
    #[inline(always)]
    pub fn barred_until(self) -> i64 {
        self.account.u64_at(self.at + BARRED_UNTIL) as i64
    }
    #[inline(always)]
    pub fn voted_at(self) -> i64 {
        self.account.u64_at(self.at + VOTED_AT) as i64
    }
    #[inline(always)]
    pub fn authority(self) -> &'static [u8] {
        self.account.slice(self.at + AUTHORITY, AUTHORITY_SIZE)
    }
    /// The wallet's epoch at the time of the vote. Programs without this field left zero here, which is epoch
    /// 0.
    #[inline(always)]
    pub fn epoch(self) -> u32 {
        self.account.u32_at(self.at + EPOCH)
    }
    /// The expiry of the last vote. Each vote must expire later than the one before, so that none can be
    /// replayed.
    #[inline(always)]
    pub fn expiry(self) -> i64 {
        self.account.u64_at(self.at + EXPIRY) as i64
    }
    #[inline(always)]
    pub fn set_expiry(self, expiry: i64) {
        self.account.put_u64(self.at + EXPIRY, expiry as u64);
    }
    #[inline(always)]
    fn has_voted(self) -> bool {
        self.account.u8_at(self.at + AUTHORITY) != 0
    }
    #[inline(always)]
    pub fn vote(self, authority: &[u8], epoch: u32, now: i64) {
        self.account.put(self.at + AUTHORITY, authority);
        self.account.put_u32(self.at + EPOCH, epoch);
        self.account.put_u64(self.at + VOTED_AT, now as u64);
    }
    #[inline(always)]
    pub fn withdraw(self) {
        self.account.zero(self.at + AUTHORITY, AUTHORITY_SIZE);
        self.account.put_u64(self.at + VOTED_AT, 0);
        self.account.put_u32(self.at + EPOCH, 0);
    }
    /// Whether both votes name the same authority in the same epoch. Two guardians who have not voted also
    /// agree.
    #[inline(always)]
    fn agrees_with(self, other: Guardian) -> bool {
        let word = |guardian: Guardian, index: usize| guardian.account.u64_at(guardian.at + AUTHORITY + index * 8);
        let last = |guardian: Guardian| guardian.account.u8_at(guardian.at + AUTHORITY + 32);
        word(self, 0) == word(other, 0)
            && word(self, 1) == word(other, 1)
            && word(self, 2) == word(other, 2)
            && word(self, 3) == word(other, 3)
            && last(self) == last(other)
            && self.epoch() == other.epoch()
    }
}
