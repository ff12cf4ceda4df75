//! Addresses for the server, as WebAssembly: their text, and the search for program-derived addresses.
//! Browsers use the same functions in TypeScript from `packages/protocol/src`, whose tests compare the two.
#![cfg_attr(target_arch = "wasm32", no_std)]
#![deny(unsafe_op_in_unsafe_fn)]

mod base58;
mod field;
mod jacobi;
mod sha256;
#[cfg(test)]
mod tests;

use field::Element;
use sha256::{BLOCK, State};

/// Fifteen seeds of 32 bytes, the bump, the program and the marker, with room for the padding.
const PREIMAGE_BLOCKS: usize = 9;
const PREIMAGE_BYTES: usize = PREIMAGE_BLOCKS * BLOCK;
/// The padding of the hash: one bit, and the length in eight bytes.
const PADDING_MIN: usize = 9;

static mut PREIMAGE: [u8; PREIMAGE_BYTES] = [0; PREIMAGE_BYTES];
static mut ADDRESS: [u8; 32] = [0; 32];
static mut TEXT: [u8; base58::TEXT_MAX] = [0; base58::TEXT_MAX];

#[unsafe(no_mangle)]
pub extern "C" fn preimage() -> *mut u8 {
    (&raw mut PREIMAGE).cast()
}

#[unsafe(no_mangle)]
pub extern "C" fn address() -> *mut u8 {
    (&raw mut ADDRESS).cast()
}

#[unsafe(no_mangle)]
pub extern "C" fn text() -> *mut u8 {
    (&raw mut TEXT).cast()
}

/// Decodes the first `length` characters of `text` into `address`. Returns whether they are an address.
#[unsafe(no_mangle)]
pub extern "C" fn decode(length: usize) -> bool {
    // Nothing runs concurrently here, and no other reference is alive. The same applies to all functions
    // below.
    let (text, address) = unsafe { (&*(&raw const TEXT), &mut *(&raw mut ADDRESS)) };
    let Some(bytes) = base58::decode(&text[..length]) else { return false };
    *address = bytes;
    true
}

/// Writes `address` as text to `text` and returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn encode() -> usize {
    unsafe { base58::encode(&*(&raw const ADDRESS), &mut *(&raw mut TEXT)) }
}

/// Hashes the first `length` bytes of the preimage with the byte at `bump_at` counting down from 255, until
/// the hash is off the curve. Returns the bump and leaves the hash in `address`. Returns −1 if every hash is
/// on the curve.
#[unsafe(no_mangle)]
pub extern "C" fn search(length: usize, bump_at: usize) -> i32 {
    let (preimage, address) = unsafe { (&mut *(&raw mut PREIMAGE), &mut *(&raw mut ADDRESS)) };
    assert!(length <= PREIMAGE_BYTES - PADDING_MIN && bump_at < length);
    let blocks = pad(preimage, length);
    let fixed = bump_at / BLOCK;
    let mut midstate = State::initial();
    for block in 0..fixed {
        midstate.compress(block_at(preimage, block));
    }
    for bump in (0..=255u8).rev() {
        preimage[bump_at] = bump;
        let mut state = midstate;
        for block in fixed..blocks {
            state.compress(block_at(preimage, block));
        }
        *address = state.digest();
        if !is_on_curve(address) {
            return bump as i32;
        }
    }
    -1
}

/// Whether the 32 bytes in `address` decompress to a point.
#[unsafe(no_mangle)]
pub extern "C" fn on_curve() -> bool {
    is_on_curve(unsafe { &*(&raw const ADDRESS) })
}

/// x² = (y² − 1) / (dy² + 1) has a root exactly if the product of both is a square. The sign bit is ignored
/// and a y above the prime is reduced, as in the runtime.
fn is_on_curve(encoded: &[u8; 32]) -> bool {
    let y = Element::from_bytes(encoded);
    let y_squared = y.times(&y);
    let product = y_squared.minus_one().times(&field::D.times(&y_squared).plus_one());
    jacobi::symbol(&product.canonical()) != -1
}

fn block_at(message: &[u8; PREIMAGE_BYTES], index: usize) -> &[u8; BLOCK] {
    message.as_chunks::<BLOCK>().0[index..].first().unwrap()
}

/// Appends the padding of the hash (FIPS 180-4, 5.1.1) and returns the number of blocks.
fn pad(message: &mut [u8; PREIMAGE_BYTES], length: usize) -> usize {
    let blocks = (length + PADDING_MIN).div_ceil(BLOCK);
    let end = blocks * BLOCK;
    message[length] = 0x80;
    message[length + 1..end - 8].fill(0);
    message[end - 8..end].copy_from_slice(&(length as u64 * 8).to_be_bytes());
    blocks
}

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
