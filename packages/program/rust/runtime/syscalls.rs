//! System calls and safe wrappers. Results that cannot fail for well-formed arguments are not checked twice.
use super::keys::Key;
use core::marker::PhantomData;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Bytes<'a> {
    pointer: *const u8,
    length: u64,
    lifetime: PhantomData<&'a [u8]>,
}

impl Bytes<'_> {
    /// # Safety
    /// The range stays valid as long as the value is used.
    #[inline(always)]
    pub unsafe fn raw(pointer: *const u8, length: u64) -> Self {
        Bytes { pointer, length, lifetime: PhantomData }
    }

    /// # Safety
    /// As for `raw`.
    #[cfg(test)]
    pub unsafe fn slice(&self) -> &[u8] {
        unsafe { core::slice::from_raw_parts(self.pointer, self.length as usize) }
    }
}

#[inline(always)]
pub fn bytes(slice: &[u8]) -> Bytes<'_> {
    Bytes { pointer: slice.as_ptr(), length: slice.len() as u64, lifetime: PhantomData }
}

#[repr(C)]
#[derive(Default)]
struct Clock {
    slot: u64,
    epoch_start: i64,
    epoch: u64,
    leader_schedule_epoch: u64,
    unix_timestamp: i64,
}

#[repr(C)]
#[derive(Default)]
struct RentSysvar {
    lamports_per_byte: u64,
    threshold_bits: u64,
    burn_percent: u8,
}

unsafe extern "C" {
    fn sol_memcmp_(left: *const u8, right: *const u8, length: u64, result: *mut i32) -> u64;
    fn sol_memcpy_(target: *mut u8, source: *const u8, length: u64) -> u64;
    fn sol_memset_(target: *mut u8, value: u64, length: u64) -> u64;
    fn sol_sha256(parts: *const Bytes, count: u64, digest: *mut u8) -> u64;
    fn sol_curve_validate_point(curve: u64, point: *const u8, result: *mut u8) -> u64;
    fn sol_get_clock_sysvar(clock: *mut Clock) -> u64;
    fn sol_get_rent_sysvar(rent: *mut RentSysvar) -> u64;
    fn sol_get_stack_height() -> u64;
}

/// Never reached, because the build turns panics into traps. The language requires it.
#[cfg(not(test))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// Not inlined, like `same_key`: comparisons make up most of the code, and a call costs five units.
#[inline(never)]
pub fn equal(left: &[u8], right: &[u8]) -> bool {
    let mut result = 1i32;
    if left.len() != right.len() {
        return false;
    }
    unsafe { sol_memcmp_(left.as_ptr(), right.as_ptr(), left.len() as u64, &mut result) };
    result == 0
}

#[inline(never)]
pub fn same_key(left: &Key, right: &Key) -> bool {
    let mut result = 1i32;
    unsafe { sol_memcmp_(left.as_ptr(), right.as_ptr(), 32, &mut result) };
    result == 0
}

#[inline(never)]
pub fn copy(target: &mut [u8], source: &[u8]) {
    assert!(target.len() == source.len());
    unsafe { sol_memcpy_(target.as_mut_ptr(), source.as_ptr(), source.len() as u64) };
}

/// # Safety
/// Both ranges are valid for `length` bytes and do not overlap.
#[inline(never)]
pub unsafe fn copy_raw(target: *mut u8, source: *const u8, length: usize) {
    unsafe { sol_memcpy_(target, source, length as u64) };
}

/// # Safety
/// The range is valid for `length` bytes.
#[inline(always)]
pub unsafe fn zero_raw(target: *mut u8, length: usize) {
    unsafe { sol_memset_(target, 0, length as u64) };
}

#[inline(always)]
pub fn sha256(parts: &[Bytes], digest: &mut [u8; 32]) {
    unsafe { sol_sha256(parts.as_ptr(), parts.len() as u64, digest.as_mut_ptr()) };
}

/// Whether 32 bytes decompress to a point of edwards25519: the runtime's own test for derived addresses.
#[inline(always)]
pub fn on_curve(point: &Key) -> bool {
    const EDWARDS: u64 = 0;
    unsafe { sol_curve_validate_point(EDWARDS, point.as_ptr(), core::ptr::null_mut()) == 0 }
}

#[inline(never)]
pub fn unix_time() -> i64 {
    let mut clock = Clock::default();
    unsafe { sol_get_clock_sysvar(&mut clock) };
    clock.unix_timestamp
}

/// Whether the transaction itself calls the program, without another program in between.
#[inline(always)]
pub fn is_top_level() -> bool {
    unsafe { sol_get_stack_height() == 1 }
}

/// The price of rent exemption.
pub struct Rent {
    lamports_per_byte: u64,
}

impl Rent {
    #[inline(never)]
    pub fn get() -> Self {
        const ONE: u64 = 0x3ff0_0000_0000_0000;
        let mut rent = RentSysvar::default();
        unsafe { sol_get_rent_sysvar(&mut rent) };
        // The threshold is 2.0 years, or 1.0 once SIMD-0194 includes it in the price.
        let shift = if rent.threshold_bits == ONE { 0 } else { 1 };
        // Bounds that keep the products below from overflowing. No realistic price exceeds them.
        assert!(rent.lamports_per_byte < 1 << 31);
        Rent { lamports_per_byte: rent.lamports_per_byte << shift }
    }

    #[inline(always)]
    pub fn exempt(&self, space: usize) -> u64 {
        const OVERHEAD: u64 = 128;
        assert!(space < 1 << 30);
        (space as u64 + OVERHEAD).wrapping_mul(self.lamports_per_byte)
    }
}
