//! Parsing of the loader's input buffer.
use super::account::{Account, DATA};
use super::keys::Key;
use core::mem::MaybeUninit;

pub const MAX_ACCOUNTS: usize = 32;
const GROWTH: usize = 10_240;
const NOT_DUPLICATE: usize = 0xff;

pub struct Context {
    accounts: [MaybeUninit<Account>; MAX_ACCOUNTS],
    count: usize,
    pub data: &'static [u8],
    pub program: &'static Key,
}

impl Context {
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }
    #[inline(always)]
    pub fn account(&self, index: usize) -> Account {
        // Every instruction checks the count before it reads accounts, and `parse` wrote that many.
        debug_assert!(index < self.count);
        unsafe { self.accounts.get_unchecked(index).assume_init() }
    }
    #[inline(always)]
    pub fn key_at(&self, offset: usize) -> &'static Key {
        let slice = self.slice(offset, 32);
        unsafe { &*(slice.as_ptr() as *const Key) }
    }
    #[inline(always)]
    pub fn slice(&self, offset: usize, length: usize) -> &'static [u8] {
        &self.data[offset..offset + length]
    }
    #[inline(never)]
    pub fn u64_at(&self, offset: usize) -> u64 {
        let mut value = [0u8; 8];
        super::copy(&mut value, self.slice(offset, 8));
        u64::from_le_bytes(value)
    }
    #[inline(never)]
    pub fn u32_at(&self, offset: usize) -> u32 {
        let b = self.slice(offset, 4);
        u32::from_le_bytes([b[0], b[1], b[2], b[3]])
    }
    #[inline(always)]
    pub fn u16_at(&self, offset: usize) -> u16 {
        let b = self.slice(offset, 2);
        u16::from_le_bytes([b[0], b[1]])
    }
}

/// Memory for a context. It is written in place, because returning it would copy it.
#[inline(always)]
pub fn room() -> MaybeUninit<Context> {
    MaybeUninit::uninit()
}

/// Reads the buffer, or returns None for more accounts than any instruction takes.
///
/// # Safety
/// `input` is what the loader passed to the entrypoint.
#[inline(always)]
pub unsafe fn parse(input: *mut u8, room: &mut MaybeUninit<Context>) -> Option<&Context> {
    unsafe {
        let context = room.as_mut_ptr();
        let accounts = &raw mut (*context).accounts as *mut Account;
        let count = *(input as *const u64) as usize;
        if count > MAX_ACCOUNTS {
            return None;
        }
        let mut cursor = input.add(8);
        let mut index = 0;
        while index < count {
            let first = *cursor as usize;
            if first == NOT_DUPLICATE {
                accounts.add(index).write(Account(cursor));
                let length = *(cursor.add(80) as *const u64) as usize;
                cursor = cursor.add(((DATA + length + GROWTH + 7) & !7) + 8);
            } else {
                // The loader refers to an earlier account here.
                assert!(first < index);
                accounts.add(index).write(*accounts.add(first));
                cursor = cursor.add(8);
            }
            index += 1;
        }
        let length = *(cursor as *const u64) as usize;
        (&raw mut (*context).count).write(count);
        (&raw mut (*context).data).write(core::slice::from_raw_parts(cursor.add(8), length));
        (&raw mut (*context).program).write(&*(cursor.add(8 + length) as *const Key));
        Some(&*context)
    }
}
