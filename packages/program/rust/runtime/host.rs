//! The system calls for tests on the build machine. Time does not advance, and other programs cannot be
//! called.
#[path = "../address/sha256.rs"]
mod sha256;

use super::syscalls::Bytes;
use sha256::{BLOCK, State};

pub const NOW: i64 = 1_800_000_000;
/// Slot, start of the epoch, epoch, epoch of the leader schedule, time.
#[repr(C)]
struct Clock([i64; 5]);
/// Lamports per byte and year, exemption threshold in years, percentage burnt.
#[repr(C)]
struct Rent(u64, f64, u8);

#[unsafe(no_mangle)]
unsafe extern "C" fn sol_memcmp_(left: *const u8, right: *const u8, length: u64, result: *mut i32) -> u64 {
    unsafe {
        let left = core::slice::from_raw_parts(left, length as usize);
        *result = left.cmp(core::slice::from_raw_parts(right, length as usize)) as i32;
    }
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn sol_memcpy_(target: *mut u8, source: *const u8, length: u64) -> u64 {
    unsafe { core::ptr::copy_nonoverlapping(source, target, length as usize) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn sol_memset_(target: *mut u8, value: u64, length: u64) -> u64 {
    unsafe { core::ptr::write_bytes(target, value as u8, length as usize) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn sol_sha256(parts: *const Bytes, count: u64, digest: *mut u8) -> u64 {
    let parts = unsafe { core::slice::from_raw_parts(parts, count as usize) };
    let mut message: Vec<u8> = parts.iter().flat_map(|part| unsafe { part.slice() }.iter().copied()).collect();
    let bits = message.len() as u64 * 8;
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(BLOCK) - 8, 0);
    message.extend(bits.to_be_bytes());
    let mut state = State::initial();
    for block in message.as_chunks::<BLOCK>().0 {
        state.compress(block);
    }
    unsafe { core::ptr::copy_nonoverlapping(state.digest().as_ptr(), digest, 32) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn sol_get_clock_sysvar(clock: *mut Clock) -> u64 {
    unsafe { *clock = Clock([0, 0, 0, 0, NOW]) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn sol_get_rent_sysvar(rent: *mut Rent) -> u64 {
    unsafe { *rent = Rent(3_480, 2.0, 50) };
    0
}

#[unsafe(no_mangle)]
extern "C" fn sol_get_stack_height() -> u64 {
    1
}

#[unsafe(no_mangle)]
extern "C" fn sol_curve_validate_point() -> u64 {
    unreachable!("no test on the host searches an address")
}

#[unsafe(no_mangle)]
extern "C" fn sol_invoke_signed_c() -> u64 {
    unreachable!("no test on the host calls another program")
}
