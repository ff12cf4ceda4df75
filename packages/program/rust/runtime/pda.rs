//! Program-derived addresses. An address at a known canonical bump is one hash; finding the bump costs a hash and a
//! curve check a try, a fifth of what the runtime's own search charges.
use super::keys::{Hash, Key};
use super::syscalls::{Bytes, bytes, on_curve, same_key, sha256};
use core::mem::MaybeUninit;

const MARKER: &[u8] = b"ProgramDerivedAddress";
const MAX_PARTS: usize = 6;
/// Whether an address is derived is asked only so far: one in 2^64 has a canonical bump below.
const MATCH_TRIES: u8 = 64;

/// The parts of an address, laid out once for however many bumps are tried.
struct Parts<'a> {
    parts: [MaybeUninit<Bytes<'a>>; MAX_PARTS],
    count: usize,
    bump: u8,
}

impl<'a> Parts<'a> {
    /// Writes in place: one of the parts points to `bump`.
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

    /// The address at a bump, of parts that were laid out.
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

/// The address at `bump`, which must be one that `find` returned for the same seeds.
#[inline(never)]
pub fn address_at(seeds: &[Bytes], bump: u8, program: &Key, address: &mut Hash) {
    let mut room = MaybeUninit::uninit();
    Parts::lay_out(&mut room, seeds, program);
    Parts::hash(&mut room, bump, address);
}

/// The canonical address and bump.
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
        // Not reachable with any likelihood worth a code: 256 hashes in a row on the curve.
        bump -= 1;
    }
}

/// Whether `key` is derived from the seeds at a plausible bump, the curve left aside. Enough where the program that
/// owns such addresses creates accounts at canonical bumps only: nobody can sign for another of these.
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
