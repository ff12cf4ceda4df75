//! Program-derived addresses. An address at a known canonical bump is one hash; finding the bump costs a hash and a
//! curve check a try, a fifth of what the runtime's own search charges.
use super::keys::{Hash, Key};
use super::syscalls::{Bytes, bytes, on_curve, same_key, sha256};
use core::mem::MaybeUninit;

const MARKER: &[u8] = b"ProgramDerivedAddress";
const MAX_PARTS: usize = 6;
/// Whether an address is derived is asked only so far: one in 2^64 has a canonical bump below.
const MATCH_TRIES: u8 = 64;

/// The address at `bump`, which must be one that `find` returned for the same seeds.
#[inline(never)]
pub fn address_at(seeds: &[Bytes], bump: u8, program: &Key, address: &mut Hash) {
    walk(seeds, program, address, bump, |_, _| true);
}

/// The canonical address and bump.
#[inline(never)]
pub fn find(seeds: &[Bytes], program: &Key, address: &mut Hash) -> u8 {
    walk(seeds, program, address, 255, |address, _| !on_curve(address))
}

/// Whether `key` is derived from the seeds at a plausible bump, the curve left aside. Enough where the program that
/// owns such addresses creates accounts at canonical bumps only: nobody can sign for another of these.
#[inline(never)]
pub fn is_derived(key: &Key, seeds: &[Bytes], program: &Key) -> bool {
    let mut address = Hash::ZERO;
    let last = 255 - MATCH_TRIES;
    walk(seeds, program, &mut address, 255, |address, bump| same_key(address, key) || bump == last) != last
}

/// Hashes with bump after bump, downwards, until `stop` says so; the parts are laid out once.
#[inline(always)]
fn walk(seeds: &[Bytes], program: &Key, address: &mut Hash, first: u8, stop: impl Fn(&Key, u8) -> bool) -> u8 {
    let count = seeds.len();
    assert!(count + 3 <= MAX_PARTS);
    let mut parts = [const { MaybeUninit::<Bytes>::uninit() }; MAX_PARTS];
    let mut index = 0;
    while index < count {
        parts[index].write(seeds[index]);
        index += 1;
    }
    let mut bump = first;
    let cell = &raw mut bump;
    parts[count].write(unsafe { Bytes::raw(cell, 1) });
    parts[count + 1].write(bytes(program));
    parts[count + 2].write(bytes(MARKER));
    // All of the first count + 3 parts were written above.
    let parts = unsafe { core::slice::from_raw_parts(parts.as_ptr() as *const Bytes, count + 3) };
    loop {
        *address = sha256(parts);
        let current = unsafe { cell.read_volatile() };
        if stop(&address.0, current) {
            return current;
        }
        // Not reachable with any likelihood worth a code: 256 hashes in a row on the curve.
        assert!(current != 0);
        unsafe { cell.write_volatile(current - 1) };
    }
}
