//! Program-derived addresses. At a known canonical bump, an address needs one hash. Finding the bump needs a
//! hash and a curve check for each try, a fifth of the cost of the runtime's own search.
use super::keys::{Hash, Key};
use super::syscalls::{Bytes, bytes, on_curve, same_key, sha256};
use core::mem::MaybeUninit;

const MARKER: &[u8] = b"ProgramDerivedAddress";
const MAX_PARTS: usize = 6;
/// Number of bumps that are tried to decide whether an address is derived. One address in 2^64 has a lower
/// canonical bump.
const MATCH_TRIES: u8 = 64;

/// The parts of an address, laid out once for all bumps that are tried.
struct Parts<'a> {
    parts: [MaybeUninit<Bytes<'a>>; MAX_PARTS],
    count: usize,
    bump: u8,
}

impl<'a> Parts<'a> {
    /// Writes in place, because one of the parts points to `bump`.
    #[inline(never)]
    fn lay_out(room: &mut MaybeUninit<Self>, seeds: &[Bytes<'a>], program: &'a Key) {
        let (count, room) = (seeds.len(), room.as_mut_ptr());
        assert!(count + 3 <= MAX_PARTS);
        let parts = unsafe { &mut (*room).parts };
        let mut index = 0;
        while index < count {
            parts[index].write(seeds[index]);
            index += 1;
        }
        parts[count].write(unsafe { Bytes::raw(&raw const (*room).bump, 1) });
        parts[count + 1].write(bytes(program));
        parts[count + 2].write(bytes(MARKER));
        unsafe { (*room).count = count + 3 };
    }

    /// Computes the address at a bump from parts that were laid out before.
    #[inline(always)]
    fn hash(room: &mut MaybeUninit<Self>, bump: u8, address: &mut Hash) {
        let room = room.as_mut_ptr();
        unsafe {
            (&raw mut (*room).bump).write_volatile(bump);
            let parts = &raw const (*room).parts as *const Bytes;
            sha256(core::slice::from_raw_parts(parts, (*room).count), &mut address.0);
        }
    }
}

/// Computes the address at `bump`, which must come from `find` for the same seeds.
#[inline(never)]
pub fn address_at(seeds: &[Bytes], bump: u8, program: &Key, address: &mut Hash) {
    let mut room = MaybeUninit::uninit();
    Parts::lay_out(&mut room, seeds, program);
    Parts::hash(&mut room, bump, address);
}

/// Writes the canonical address and returns its bump.
#[inline(never)]
pub fn find(seeds: &[Bytes], program: &Key, address: &mut Hash) -> u8 {
    let mut room = MaybeUninit::uninit();
    Parts::lay_out(&mut room, seeds, program);
    let mut bump = 255;
    loop {
        Parts::hash(&mut room, bump, address);
        if !on_curve(&address.0) {
            return bump;
        }
        // Running out of bumps needs 256 consecutive hashes on the curve, which is too unlikely for an error
        // code.
        bump -= 1;
    }
}

/// Whether `key` is derived from the seeds at a plausible bump, without a curve check. This is sufficient if
/// the program that owns these addresses creates accounts only at canonical bumps: no one can sign for any
/// other of them.
#[inline(never)]
pub fn is_derived(key: &Key, seeds: &[Bytes], program: &Key) -> bool {
    let mut room = MaybeUninit::uninit();
    Parts::lay_out(&mut room, seeds, program);
    let mut address = Hash::ZERO;
    let mut bump = 255;
    while bump > 255 - MATCH_TRIES {
        Parts::hash(&mut room, bump, &mut address);
        if same_key(&address.0, key) {
            return true;
        }
        bump -= 1;
    }
    false
}
