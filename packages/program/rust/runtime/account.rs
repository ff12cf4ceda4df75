//! A handle to an account in the loader's input buffer. Duplicates share one handle, so that two references
//! to one account always see the same lamports and data. Nothing here holds a reference to data that may
//! change.
use super::keys::{Key, SYSTEM};
use super::syscalls::{copy_raw, same_key, zero_raw};

const SIGNER: usize = 1;
const WRITABLE: usize = 2;
const EXECUTABLE: usize = 3;
const KEY: usize = 8;
const OWNER: usize = 40;
const LAMPORTS: usize = 72;
const LENGTH: usize = 80;
pub(super) const DATA: usize = 88;

#[derive(Clone, Copy)]
pub struct Account(pub(super) *mut u8);

impl Account {
    #[inline(always)]
    fn flag(self, offset: usize) -> bool {
        unsafe { *self.0.add(offset) != 0 }
    }
    #[inline(always)]
    pub fn is_signer(self) -> bool {
        self.flag(SIGNER)
    }
    #[inline(always)]
    pub fn is_writable(self) -> bool {
        self.flag(WRITABLE)
    }
    #[inline(always)]
    pub fn is_executable(self) -> bool {
        self.flag(EXECUTABLE)
    }
    #[inline(always)]
    pub fn key(self) -> &'static Key {
        unsafe { &*(self.0.add(KEY) as *const Key) }
    }
    #[inline(always)]
    pub fn owner(self) -> &'static Key {
        unsafe { &*(self.0.add(OWNER) as *const Key) }
    }
    #[inline(always)]
    pub fn has_key(self, key: &Key) -> bool {
        same_key(self.key(), key)
    }
    #[inline(always)]
    pub fn is_owned_by(self, owner: &Key) -> bool {
        same_key(self.owner(), owner)
    }
    /// Whether the account was never created, even if lamports were sent to it.
    #[inline(never)]
    pub fn is_vacant(self) -> bool {
        self.len() == 0 && self.is_owned_by(&SYSTEM)
    }
    #[inline(always)]
    pub fn lamports(self) -> u64 {
        unsafe { *(self.0.add(LAMPORTS) as *const u64) }
    }
    #[inline(always)]
    pub fn set_lamports(self, lamports: u64) {
        unsafe { *(self.0.add(LAMPORTS) as *mut u64) = lamports }
    }
    #[inline(always)]
    pub fn len(self) -> usize {
        unsafe { *(self.0.add(LENGTH) as *const u64) as usize }
    }
    /// Changes the length of the data. The runtime allows 10,240 bytes of growth and zeroes the new bytes.
    #[inline(always)]
    pub fn set_len(self, length: usize) {
        unsafe { *(self.0.add(LENGTH) as *mut u64) = length as u64 }
    }
    #[inline(always)]
    pub fn data(self) -> &'static [u8] {
        unsafe { core::slice::from_raw_parts(self.0.add(DATA), self.len()) }
    }
    /// Callers check the length of an account once, when they load it. Offsets are constants of its layout.
    #[inline(always)]
    fn at(self, offset: usize, length: usize) -> *mut u8 {
        debug_assert!(offset + length <= self.len());
        unsafe { self.0.add(DATA + offset) }
    }
    #[inline(always)]
    pub fn slice(self, offset: usize, length: usize) -> &'static [u8] {
        unsafe { core::slice::from_raw_parts(self.at(offset, length), length) }
    }
    #[inline(always)]
    pub fn key_at(self, offset: usize) -> &'static Key {
        unsafe { &*(self.at(offset, 32) as *const Key) }
    }
    #[inline(always)]
    pub fn u8_at(self, offset: usize) -> u8 {
        unsafe { *(self.at(offset, 1)) }
    }
    /// Reads at an offset that the layout aligns to 2.
    #[inline(always)]
    pub fn u16_at(self, offset: usize) -> u16 {
        debug_assert!(offset.is_multiple_of(2));
        unsafe { *(self.at(offset, 2) as *const u16) }
    }
    /// Reads at an offset that the layout aligns to 4.
    #[inline(always)]
    pub fn u32_at(self, offset: usize) -> u32 {
        debug_assert!(offset.is_multiple_of(4));
        unsafe { *(self.at(offset, 4) as *const u32) }
    }
    /// Reads at an offset that the layout aligns to 8.
    #[inline(always)]
    pub fn u64_at(self, offset: usize) -> u64 {
        debug_assert!(offset.is_multiple_of(8));
        unsafe { *(self.at(offset, 8) as *const u64) }
    }
    #[inline(always)]
    pub fn put_u8(self, offset: usize, value: u8) {
        unsafe { *(self.at(offset, 1)) = value }
    }
    #[inline(always)]
    pub fn put_u32(self, offset: usize, value: u32) {
        debug_assert!(offset.is_multiple_of(4));
        unsafe { *(self.at(offset, 4) as *mut u32) = value }
    }
    #[inline(always)]
    pub fn put_u64(self, offset: usize, value: u64) {
        debug_assert!(offset.is_multiple_of(8));
        unsafe { *(self.at(offset, 8) as *mut u64) = value }
    }
    #[inline(never)]
    pub fn put(self, offset: usize, value: &[u8]) {
        unsafe { copy_raw(self.at(offset, value.len()), value.as_ptr(), value.len()) }
    }
    #[inline(never)]
    pub fn zero(self, offset: usize, length: usize) {
        unsafe { zero_raw(self.at(offset, length), length) }
    }
    /// Zeroes the data, returns the account to the system program, and removes and returns its lamports.
    #[inline(always)]
    pub fn close(self) -> u64 {
        let lamports = self.lamports();
        unsafe {
            zero_raw(self.0.add(DATA), self.len());
            zero_raw(self.0.add(OWNER), 32);
        }
        self.set_len(0);
        self.set_lamports(0);
        lamports
    }
}
