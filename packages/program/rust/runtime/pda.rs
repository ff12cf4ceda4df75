//! Program-derived addresses. An address at a known canonical bump is one hash; finding the bump costs a hash and a
//! curve check a try, a fifth of what the runtime's own search charges.
use super::keys::{Hash, Key};
use core::mem::MaybeUninit;
use super::syscalls::{Bytes, bytes, on_curve, sha256};

const MARKER: &[u8] = b"ProgramDerivedAddress";
const MAX_PARTS: usize = 7;

/// The address at `bump`, which must be one that `find` returned for the same seeds.
#[inline(never)]
pub fn address_at(seeds: &[Bytes], bump: u8, program: &Key) -> Hash {
    let bump = [bump];
    sha256_of(seeds, &bump, program)
}

/// The canonical address and bump.
#[inline(never)]
pub fn find(seeds: &[Bytes], program: &Key, address: &mut Hash) -> u8 {
    let mut bump = 255u8;
    loop {
        *address = sha256_of(seeds, &[bump], program);
        if !on_curve(&address.0) {
            return bump;
        }
        // Not reachable with any likelihood worth a code: 256 hashes in a row on the curve.
        assert!(bump != 0);
        bump -= 1;
    }
}

#[inline(always)]
fn sha256_of(seeds: &[Bytes], bump: &[u8; 1], program: &Key) -> Hash {
    let count = seeds.len();
    assert!(count + 3 <= MAX_PARTS);
    let mut parts = [const { MaybeUninit::<Bytes>::uninit() }; MAX_PARTS];
    let mut index = 0;
    while index < count {
        parts[index].write(seeds[index]);
        index += 1;
    }
    parts[count].write(bytes(bump));
    parts[count + 1].write(bytes(program));
    parts[count + 2].write(bytes(MARKER));
    // All of the first count + 3 parts were written above.
    sha256(unsafe { core::slice::from_raw_parts(parts.as_ptr() as *const Bytes, count + 3) })
}
