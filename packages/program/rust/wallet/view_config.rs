//! The config account. Only `Config::load` and `Config::create` make a view, so every view is of the real
//! config.
use crate::ensure;
use crate::errors::*;
use crate::layout::{has_head, write_head};
use crate::runtime::{Account, Context, Key, Outcome};

pub const SEED: &[u8] = b"pid:config";
pub const ORIGIN_MAX: usize = 128;
const TAG: u8 = 1;
const HEAD: usize = 360;
const ORIGIN_LENGTH: usize = 3;
const POLICY_COUNT: usize = 4;
const GENESIS: usize = 8;
const RP_ID_HASH: usize = 40;
const ADMIN: usize = 72;
const PENDING_ADMIN: usize = 104;
const RELAYER: usize = 136;
const REGISTRAR: usize = 168;
const TREASURY: usize = 200;
const ORIGIN: usize = 232;

const POLICY_SIZE: usize = 24;
const POLICY_VERSION: usize = 0;
const POLICY_BPS: usize = 4;
const POLICY_MAX_FEE: usize = 8;
const POLICY_STARTS_AT: usize = 16;

#[derive(Clone, Copy)]
pub struct Config(Account);

/// Keys that an instruction of the admin may write.
#[derive(Clone, Copy)]
pub enum Role {
    PendingAdmin = PENDING_ADMIN as isize,
    Relayer = RELAYER as isize,
    Registrar = REGISTRAR as isize,
}

/// The values that `initialise` fixes permanently, and the keys that it sets.
pub struct Founding {
    pub bump: u8,
    pub genesis: &'static [u8],
    pub rp_id_hash: &'static [u8],
    pub admin: &'static Key,
    pub relayer: &'static Key,
    pub registrar: &'static Key,
    pub treasury: &'static Key,
    pub origin: &'static [u8],
}

/// Only `initialise` creates an account with this owner and tag, and only at the derived address, so both
/// together prove it.
#[inline(never)]
fn check(context: &Context, account: Account) -> Outcome {
    ensure!(account.is_owned_by(context.program), BAD_CONFIG);
    ensure!(account.len() >= HEAD, BAD_CONFIG);
    ensure!(has_head(account, TAG), BAD_CONFIG);
    Ok(())
}

impl Config {
    /// The size in bytes of a config with this number of policies.
    #[inline(always)]
    pub fn space(policies: u32) -> usize {
        HEAD + policies as usize * POLICY_SIZE
    }

    #[inline(always)]
    pub fn load(context: &Context, account: Account) -> Outcome<Self> {
        check(context, account)?;
        Ok(Config(account))
    }

    /// Writes an account that was just created at the derived address.
    #[inline(always)]
    pub fn create(account: Account, founding: &Founding) -> Self {
        write_head(account, TAG, founding.bump);
        account.put_u8(ORIGIN_LENGTH, founding.origin.len() as u8);
        account.put(GENESIS, founding.genesis);
        account.put(RP_ID_HASH, founding.rp_id_hash);
        account.put(ADMIN, founding.admin);
        account.put(RELAYER, founding.relayer);
        account.put(REGISTRAR, founding.registrar);
        account.put(TREASURY, founding.treasury);
        account.put(ORIGIN, founding.origin);
        Config(account)
    }

    #[inline(always)]
    pub fn account(self) -> Account {
        self.0
    }
    #[inline(always)]
    pub fn genesis(self) -> &'static [u8] {
        self.0.slice(GENESIS, 32)
    }
    #[inline(always)]
    pub fn rp_id_hash(self) -> &'static [u8] {
        self.0.slice(RP_ID_HASH, 32)
    }
    #[inline(always)]
    pub fn origin(self) -> &'static [u8] {
        self.0.slice(ORIGIN, self.0.u8_at(ORIGIN_LENGTH) as usize)
    }
    #[inline(always)]
    pub fn admin(self) -> &'static Key {
        self.0.key_at(ADMIN)
    }
    #[inline(always)]
    pub fn pending_admin(self) -> &'static Key {
        self.0.key_at(PENDING_ADMIN)
    }
    #[inline(always)]
    pub fn relayer(self) -> &'static Key {
        self.0.key_at(RELAYER)
    }
    #[inline(always)]
    pub fn registrar(self) -> &'static Key {
        self.0.key_at(REGISTRAR)
    }
    #[inline(always)]
    pub fn treasury(self) -> &'static Key {
        self.0.key_at(TREASURY)
    }
    #[inline(always)]
    pub fn set_key(self, role: Role, key: &[u8]) {
        self.0.put(role as usize, key);
    }
    #[inline(always)]
    pub fn set_admin(self, key: &Key) {
        self.0.put(ADMIN, key);
    }
    #[inline(always)]
    pub fn set_treasury(self, key: &Key) {
        self.0.put(TREASURY, key);
    }
    #[inline(always)]
    pub fn policy_count(self) -> u32 {
        self.0.u32_at(POLICY_COUNT)
    }

    /// The policy of a version from 1 to the count.
    #[inline(always)]
    pub fn policy(self, version: u32) -> Policy {
        Policy { config: self, offset: HEAD + (version as usize - 1) * POLICY_SIZE }
    }

    /// Writes the next policy. The account must have room for it.
    #[inline(never)]
    pub fn append_policy(self, version: u32, bps: u16, max_network_fee: u64, starts_at: i64) {
        let offset = HEAD + (version as usize - 1) * POLICY_SIZE;
        self.0.put_u32(offset + POLICY_VERSION, version);
        self.0.put_u32(offset + POLICY_BPS, bps as u32);
        self.0.put_u64(offset + POLICY_MAX_FEE, max_network_fee);
        self.0.put_u64(offset + POLICY_STARTS_AT, starts_at as u64);
        self.0.put_u32(POLICY_COUNT, version);
    }
}

#[derive(Clone, Copy)]
pub struct Policy {
    config: Config,
    offset: usize,
}

impl Policy {
    #[inline(always)]
    pub fn bps(self) -> u64 {
        (self.config.0.u32_at(self.offset + POLICY_BPS) & 0xffff) as u64
    }
    #[inline(always)]
    pub fn max_network_fee(self) -> u64 {
        self.config.0.u64_at(self.offset + POLICY_MAX_FEE)
    }
    #[inline(always)]
    pub fn starts_at(self) -> i64 {
        self.config.0.u64_at(self.offset + POLICY_STARTS_AT) as i64
    }
    /// The next policy, which exists only if this is not the last one.
    #[inline(always)]
    pub fn successor(self) -> Policy {
        Policy { config: self.config, offset: self.offset + POLICY_SIZE }
    }
}
