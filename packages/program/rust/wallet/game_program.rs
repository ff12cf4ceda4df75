//! The upgradeable loader's record of a program: the address of its data, its upgrade authority, and its last
//! change.
use crate::ensure;
use crate::errors::*;
use crate::runtime::keys::LOADER_V3;
use crate::runtime::{Account, Key, Outcome, same_key};

const PROGRAM: u32 = 2;
const PROGRAM_SIZE: usize = 36;
const PROGRAM_DATA: u32 = 3;
const PROGRAM_DATA_HEAD: usize = 45;

#[derive(Clone, Copy)]
pub struct Deployment {
    pub slot: u64,
    pub authority: Option<&'static Key>,
}

impl Deployment {
    #[inline(always)]
    pub fn has_authority(&self, authority: Option<&Key>) -> bool {
        match (self.authority, authority) {
            (None, None) => true,
            (Some(live), Some(recorded)) => same_key(live, recorded),
            _ => false,
        }
    }
}

/// Reads a live program. The address of its data is taken from the program account, never from the caller.
#[inline(never)]
pub fn read(program: Account, program_data: Account) -> Outcome<Deployment> {
    ensure!(program.is_executable(), BAD_GAME_PROGRAM);
    ensure!(has_data_at(program, program_data)?, BAD_PROGRAM_DATA);
    deployment_of(program_data).ok_or(BAD_PROGRAM_DATA)
}

/// Whether `program_data` is the account in which the loader keeps the program's data.
#[inline(always)]
pub fn has_data_at(program: Account, program_data: Account) -> Outcome<bool> {
    let is_program = program.is_owned_by(&LOADER_V3) && program.len() >= PROGRAM_SIZE && program.u32_at(0) == PROGRAM;
    ensure!(is_program, BAD_GAME_PROGRAM);
    Ok(program_data.has_key(program.key_at(4)))
}

/// Returns the deployment, or None if the program has been closed.
#[inline(never)]
pub fn deployment_of(program_data: Account) -> Option<Deployment> {
    if !program_data.is_owned_by(&LOADER_V3) || program_data.len() < PROGRAM_DATA_HEAD {
        return None;
    }
    if program_data.u32_at(0) != PROGRAM_DATA {
        return None;
    }
    let mut slot = [0u8; 8];
    crate::runtime::copy(&mut slot, program_data.slice(4, 8));
    let authority = match program_data.u8_at(12) {
        0 => None,
        _ => Some(program_data.key_at(13)),
    };
    Some(Deployment { slot: u64::from_le_bytes(slot), authority })
}
