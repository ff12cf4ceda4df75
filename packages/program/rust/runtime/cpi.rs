//! Calls to other programs.
use super::account::Account;
use super::keys::{Key, SYSTEM};
use super::syscalls::{Bytes, Rent, bytes};
use super::{Failure, Outcome};
use core::num::NonZeroU64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Meta {
    key: *const Key,
    writable: bool,
    signer: bool,
}

impl Meta {
    #[inline(always)]
    pub fn new(account: Account, writable: bool, signer: bool) -> Self {
        Meta { key: account.key(), writable, signer }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Info {
    key: *const Key,
    lamports: *const u64,
    length: u64,
    data: *const u8,
    owner: *const Key,
    rent_epoch: u64,
    signer: bool,
    writable: bool,
    executable: bool,
}

impl Info {
    #[inline(always)]
    pub fn new(account: Account) -> Self {
        unsafe {
            Info {
                key: account.key(),
                lamports: account.0.add(72) as *const u64,
                length: account.len() as u64,
                data: account.0.add(88),
                owner: account.owner(),
                rent_epoch: 0,
                signer: account.is_signer(),
                writable: account.is_writable(),
                executable: account.is_executable(),
            }
        }
    }
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

/// A call, as one value: a BPF function takes at most five registers.
pub struct Call<'a> {
    pub program: &'a Key,
    pub metas: &'a [Meta],
    pub infos: &'a [Info],
    pub data: &'a [u8],
    /// Seeds (bump last) of the one derived address that signs; empty for none.
    pub signer: &'a [Bytes<'a>],
}

#[inline(always)]
pub fn invoke(call: &Call) -> Outcome {
    let instruction = Instruction {
        program: call.program,
        metas: call.metas.as_ptr(),
        meta_count: call.metas.len() as u64,
        data: call.data.as_ptr(),
        data_length: call.data.len() as u64,
    };
    let seeds = Seeds { parts: call.signer.as_ptr() as *const Bytes<'static>, count: call.signer.len() as u64 };
    let result = unsafe {
        sol_invoke_signed_c(
            &instruction,
            call.infos.as_ptr(),
            call.infos.len() as u64,
            &seeds,
            !call.signer.is_empty() as u64,
        )
    };
    match NonZeroU64::new(result) {
        None => Ok(()),
        Some(code) => Err(Failure(code)),
    }
}

/// A transfer by the system program; `signer` is empty when the sender signed the transaction itself.
#[inline(never)]
pub fn transfer(from: Account, to: Account, lamports: u64, signer: &[Bytes]) -> Outcome {
    let mut data = [0u8; 12];
    data[0] = 2;
    super::copy(&mut data[4..], &lamports.to_le_bytes());
    invoke(&Call {
        program: &SYSTEM,
        metas: &[Meta::new(from, true, true), Meta::new(to, true, false)],
        infos: &[Info::new(from), Info::new(to)],
        data: &data,
        signer,
    })
}

/// Gives a vacant derived address its space and owner. Its rent must already be there: create_account would refuse an
/// address to which a stranger has sent a lamport.
#[inline(never)]
pub fn allocate(account: Account, space: usize, owner: &Key, signer: &[Bytes]) -> Outcome {
    let metas = [Meta::new(account, true, true)];
    let mut data = [0u8; 36];
    data[0] = 8;
    super::copy(&mut data[4..12], &(space as u64).to_le_bytes());
    invoke(&Call { program: &SYSTEM, metas: &metas, infos: &[Info::new(account)], data: &data[..12], signer })?;
    data[0] = 1;
    super::copy(&mut data[4..], owner);
    invoke(&Call { program: &SYSTEM, metas: &metas, infos: &[Info::new(account)], data: &data, signer })
}

/// Tops an account up to its rent-exempt minimum from a signer's lamports.
#[inline(always)]
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
