//! Integers modulo p = 2^255 − 19 in nine limbs of 30 bits: nine products of two limbs fit a column of 64 bits.
pub const LIMBS: usize = 9;
pub const LIMB_BITS: u32 = 30;
pub const LIMB_MASK: u32 = (1 << LIMB_BITS) - 1;

/// Bits of the highest limb below 2^255, and the values of 2^255 and 2^270 modulo p.
const TOP_BITS: u32 = 15;
const TOP_MASK: u64 = (1 << TOP_BITS) - 1;
const FOLD_255: u64 = 19;
const FOLD_270: u64 = 19 << TOP_BITS;

/// Every limb is below 2^30. The value may exceed p, but the limbs have room for another p.
#[derive(Clone, Copy, PartialEq)]
pub struct Element(pub [u32; LIMBS]);

pub const ZERO: Element = Element([0; LIMBS]);
pub const P: Element = Element([
    0x3fff_ffed, LIMB_MASK, LIMB_MASK, LIMB_MASK, LIMB_MASK, LIMB_MASK, LIMB_MASK, LIMB_MASK, 0x7fff,
]);
/// −121665/121666, a constant of the curve's equation.
pub const D: Element = Element([
    0x1359_78a3, 0x17ad_3728, 0x141d_8ab7, 0x1c02_9350, 0x39e8_9800, 0x1d01_e5dd, 0x3fe7_38cc, 0x1b3b_8adb, 0x5203
]);

impl Element {
    /// Little-endian; the highest bit is ignored.
    pub fn from_bytes(bytes: &[u8; 32]) -> Element {
        let mut limbs = [0; LIMBS];
        for (index, limb) in limbs.iter_mut().enumerate() {
            let bit = index * LIMB_BITS as usize;
            let mut window = 0u64;
            for k in 0..5 {
                let at = bit / 8 + k;
                window |= (if at < 32 { bytes[at] } else { 0 } as u64) << (8 * k);
            }
            *limb = (window >> (bit % 8)) as u32 & LIMB_MASK;
        }
        limbs[LIMBS - 1] &= TOP_MASK as u32;
        Element(limbs)
    }

    pub fn times(&self, other: &Element) -> Element {
        let mut columns = [0u64; 2 * LIMBS];
        for i in 0..LIMBS {
            for j in 0..LIMBS {
                columns[i + j] += self.0[i] as u64 * other.0[j] as u64;
            }
        }
        for k in 0..2 * LIMBS - 1 {
            columns[k + 1] += columns[k] >> LIMB_BITS;
            columns[k] &= LIMB_MASK as u64;
        }
        let mut sums = [0u64; LIMBS];
        for k in 0..LIMBS {
            sums[k] = columns[k] + columns[k + LIMBS] * FOLD_270;
        }
        carry(&mut sums);
        fold(&mut sums);
        carried(sums)
    }

    pub fn plus_one(&self) -> Element {
        let mut sums = self.0.map(u64::from);
        sums[0] += 1;
        carried(sums)
    }

    pub fn minus_one(&self) -> Element {
        let mut sums = [0u64; LIMBS];
        for k in 0..LIMBS {
            sums[k] = self.0[k] as u64 + P.0[k] as u64;
        }
        sums[0] -= 1;
        carried(sums)
    }

    /// Returns the same value, reduced below p.
    pub fn canonical(&self) -> Element {
        let mut sums = self.0.map(u64::from);
        fold(&mut sums);
        carry(&mut sums);
        fold(&mut sums);
        carry(&mut sums);
        // Adding 19 reaches 2^255 exactly if the value is p or more.
        let mut above = sums;
        above[0] += FOLD_255;
        carry(&mut above);
        if above[LIMBS - 1] >> TOP_BITS == 0 {
            return narrowed(sums);
        }
        above[LIMBS - 1] &= TOP_MASK;
        narrowed(above)
    }
}

/// Carries the excess of each limb into the next one. The highest limb keeps its excess.
fn carry(sums: &mut [u64; LIMBS]) {
    for k in 0..LIMBS - 1 {
        sums[k + 1] += sums[k] >> LIMB_BITS;
        sums[k] &= LIMB_MASK as u64;
    }
}

/// Folds the part above 2^255 back into the lowest limb.
fn fold(sums: &mut [u64; LIMBS]) {
    sums[0] += (sums[LIMBS - 1] >> TOP_BITS) * FOLD_255;
    sums[LIMBS - 1] &= TOP_MASK;
}

fn carried(mut sums: [u64; LIMBS]) -> Element {
    carry(&mut sums);
    narrowed(sums)
}

fn narrowed(sums: [u64; LIMBS]) -> Element {
    Element(sums.map(|sum| sum as u32))
}
