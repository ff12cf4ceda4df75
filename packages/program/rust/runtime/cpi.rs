//! Calls to other programs.
use super::account::Account;
use super::keys::{Key, SYSTEM};
use super::syscalls::{Bytes, Rent, bytes, copy_raw};
use super::{Failure, Outcome};
use core::mem::MaybeUninit;
use core::num::NonZeroU64;

#[repr(C)]
struct Meta {
    key: *const Key,
    writable: bool,
    signer: bool,
}

#[repr(C)]
struct Info {
    key: *const Key,
    lamports: *const u8,
    length: u64,
    data: *const u8,
    owner: *const Key,
    rent_epoch: u64,
    signer: u8,
    writable: u8,
    executable: u8,
}

/// An account of a call, with the rights that the callee gets.
#[derive(Clone, Copy)]
pub struct Grant {
    pub account: Account,
    pub writable: bool,
    pub signer: bool,
}

#[inline(always)]
pub fn readonly(account: Account) -> Grant {
    Grant { account, writable: false, signer: false }
}

#[inline(always)]
pub fn writable(account: Account) -> Grant {
    Grant { account, writable: true, signer: false }
}

#[inline(always)]
pub fn signing(account: Account, writable: bool) -> Grant {
    Grant { account, writable, signer: true }
}

#[repr(C)]
struct Instruction {
    program: *const Key,
    metas: *const Meta,
    meta_count: u64,
    data: *const u8,
    data_length: u64,
}

#[repr(C)]
struct Seeds {
    parts: *const Bytes<'static>,
    count: u64,
}

unsafe extern "C" {
    fn sol_invoke_signed_c(
        instruction: *const Instruction,
        infos: *const Info,
        info_count: u64,
        seeds: *const Seeds,
        seeds_count: u64,
    ) -> u64;
}

/// Maximum number of accounts in a call.
pub const MAX_GRANTS: usize = 24;

/// A call as one value, because a BPF function takes at most five registers.
pub struct Call<'a> {
    pub program: &'a Key,
    pub grants: &'a [Grant],
    pub data: &'a [u8],
    /// Seeds (bump last) of the derived address that signs; empty for none.
    pub signer: &'a [Bytes<'a>],
}

#[inline(never)]
pub fn invoke(call: &Call) -> Outcome {
    let mut metas = [const { MaybeUninit::<Meta>::uninit() }; MAX_GRANTS];
    let mut infos = [const { MaybeUninit::<Info>::uninit() }; MAX_GRANTS];
    let count = call.grants.len();
    assert!(count <= MAX_GRANTS);
    let mut index = 0;
    while index < count {
        let grant = &call.grants[index];
        let account = grant.account;
        metas[index].write(Meta { key: account.key(), writable: grant.writable, signer: grant.signer });
        infos[index].write(unsafe {
            Info {
                key: account.key(),
                lamports: account.0.add(72),
                length: account.len() as u64,
                data: account.0.add(88),
                owner: account.owner(),
                rent_epoch: 0,
                signer: *account.0.add(1),
                writable: *account.0.add(2),
                executable: *account.0.add(3),
            }
        });
        index += 1;
    }
    let instruction = Instruction {
        program: call.program,
        metas: metas.as_ptr() as *const Meta,
        meta_count: count as u64,
        data: call.data.as_ptr(),
        data_length: call.data.len() as u64,
    };
    let seeds = Seeds { parts: call.signer.as_ptr() as *const Bytes<'static>, count: call.signer.len() as u64 };
    let has_signer = !call.signer.is_empty() as u64;
    let infos = infos.as_ptr() as *const Info;
    let result = unsafe { sol_invoke_signed_c(&instruction, infos, count as u64, &seeds, has_signer) };
    match NonZeroU64::new(result) {
        None => Ok(()),
        Some(code) => Err(Failure(code)),
    }
}

/// An instruction of the system program: its kind and its arguments, aligned to four bytes at most.
#[repr(C)]
struct SystemData {
    kind: u32,
    body: [u32; 8],
}

impl SystemData {
    #[inline(always)]
    fn bytes(&self, length: usize) -> &[u8] {
        unsafe { core::slice::from_raw_parts(self as *const SystemData as *const u8, length) }
    }
}

/// Transfers lamports with the system program. `signer` is empty if the sender signed the transaction itself.
#[inline(never)]
pub fn transfer(from: Account, to: Account, lamports: u64, signer: &[Bytes]) -> Outcome {
    let data = SystemData { kind: 2, body: [lamports as u32, (lamports >> 32) as u32, 0, 0, 0, 0, 0, 0] };
    invoke(&Call {
        program: &SYSTEM,
        grants: &[signing(from, true), writable(to)],
        data: data.bytes(12),
        signer,
    })
}

/// Gives a vacant derived address its space and owner. Its rent must already be there. create_account is not
/// used, because it refuses an address to which a stranger has sent a lamport.
#[inline(never)]
pub fn allocate(account: Account, space: usize, owner: &Key, signer: &[Bytes]) -> Outcome {
    let grants = [signing(account, true)];
    let mut data = SystemData { kind: 8, body: [space as u32, 0, 0, 0, 0, 0, 0, 0] };
    invoke(&Call { program: &SYSTEM, grants: &grants, data: data.bytes(12), signer })?;
    data.kind = 1;
    unsafe { copy_raw(data.body.as_mut_ptr() as *mut u8, owner.as_ptr(), 32) };
    invoke(&Call { program: &SYSTEM, grants: &grants, data: data.bytes(36), signer })
}

/// Tops up an account to its rent-exempt minimum with lamports of a signer.
#[inline(never)]
pub fn fund_rent(payer: Account, account: Account, space: usize) -> Outcome {
    let missing = Rent::get().exempt(space).saturating_sub(account.lamports());
    if missing == 0 {
        return Ok(());
    }
    transfer(payer, account, missing, &[])
}

#[inline(always)]
pub fn byte(value: &u8) -> Bytes<'_> {
    bytes(core::slice::from_ref(value))
}
