//! The Jacobi symbol by the binary algorithm, thirty halvings at a time on words that hold the highest and
//! the lowest bits of both numbers (Pornin, "Optimized Binary GCD for Modular Inversion"). Not constant-time,
//! because addresses are public.
use crate::field::{Element, LIMB_BITS, LIMB_MASK, LIMBS, P, ZERO};

type Limbs = [u32; LIMBS];

const HALVINGS: u32 = 30;
/// A round removes at least as many bits from both lengths together as it halves. The lengths total 510 bits
/// at the start.
const ROUNDS_MAX: usize = 17;

/// The effect of a round on (f, g), times 2^30.
struct Matrix {
    f: Row,
    g: Row,
}

/// Two signed factors of at most 2^30 in one word: the first plus the second times 2^32.
#[derive(Clone, Copy)]
struct Row(i64);

impl Row {
    fn factors(self) -> (i64, i64) {
        let first = self.0 as i32 as i64;
        (first, self.0.wrapping_sub(first) >> 32)
    }
}

/// The symbol (value / 2^255 − 19) for a value below 2^255 − 19.
pub fn symbol(value: &Element) -> i32 {
    if *value == ZERO {
        return 0;
    }
    let (mut f, mut g) = (P.0, value.0);
    let (mut sign, mut top) = (0, LIMBS - 1);
    for _ in 0..=ROUNDS_MAX {
        while top > 2 && f[top] | g[top] == 0 {
            top -= 1;
        }
        if top == 2 && (f[2] | g[2]) >> 4 == 0 {
            return finish(word(&f), word(&g), sign);
        }
        let unused = (f[top] | g[top]).leading_zeros() - (u32::BITS - LIMB_BITS);
        let matrix = halve(approximate(&f, top, unused), approximate(&g, top, unused), &mut sign);
        sign ^= apply(&matrix, &mut f, &mut g, top);
    }
    unreachable!()
}

/// The 32 bits from the highest bit of f or g downwards, above the lowest 32 bits.
#[inline(always)]
fn approximate(limbs: &Limbs, top: usize, unused: u32) -> u64 {
    let head = (limbs[top] as u64) << 34 | (limbs[top - 1] as u64) << 4 | (limbs[top - 2] as u64) >> 26;
    let low = limbs[0] | limbs[1] << LIMB_BITS;
    head << unused & !(u32::MAX as u64) | low as u64
}

/// Halves g thirty times. An even g is halved. An odd g is first swapped with f if it is the smaller one, and
/// then reduced by f. The lowest bits are exact and the highest are approximate, so one of the two may become
/// negative, but never both.
#[inline(always)]
fn halve(mut f: u64, mut g: u64, sign: &mut u32) -> Matrix {
    let (mut f_row, mut g_row) = (1i64, 1i64 << 32);
    let mut left = HALVINGS;
    loop {
        // The added bit ends the count at the end of the round.
        let zeros = (g as u32 | u32::MAX << left).trailing_zeros();
        g >>= zeros;
        f_row <<= zeros;
        left -= zeros;
        *sign ^= halved(f, zeros);
        if left == 0 {
            return Matrix { f: Row(f_row), g: Row(g_row) };
        }
        // All bits are set if f and g are swapped. A branch would be mispredicted half of the time.
        let exchange = -((g < f) as i64);
        *sign ^= exchanged(f, g) & exchange as u32;
        let (smaller, difference) = lessened(f as i64, g as i64, exchange);
        (f, g) = (smaller as u64, difference as u64);
        (f_row, g_row) = lessened(f_row, g_row, exchange);
    }
}

/// Returns (f, g − f), or (g, f − g) if they are swapped.
#[inline(always)]
fn lessened(f: i64, g: i64, exchange: i64) -> (i64, i64) {
    let difference = g.wrapping_sub(f);
    (f.wrapping_add(difference & exchange), (difference ^ exchange).wrapping_sub(exchange))
}

/// Continues to the end, when both numbers fit into a word.
fn finish(mut f: u64, mut g: u64, mut sign: u32) -> i32 {
    while g != 0 {
        let zeros = g.trailing_zeros();
        g >>= zeros;
        sign ^= halved(f, zeros);
        if g < f {
            sign ^= exchanged(f, g);
            (f, g) = (g, f);
        }
        g -= f;
    }
    1 - 2 * (sign & 1) as i32
}

/// (2 / f) is −1 if f is 3 or 5 modulo 8, of either sign.
#[inline(always)]
fn halved(f: u64, times: u32) -> u32 {
    times & (f >> 1 ^ f >> 2) as u32
}

/// Reciprocity: (f / g) and (g / f) differ if both are 3 modulo 4, unless both are negative.
#[inline(always)]
fn exchanged(f: u64, g: u64) -> u32 {
    ((f & g) >> 1) as u32
}

/// Replaces (f, g) with matrix · (f, g) / 2^30, without its sign. Returns whether that flips the symbol: (−1
/// / f) is −1 if f is 3 modulo 4, and the sign of f itself does not matter.
#[inline(always)]
fn apply(matrix: &Matrix, f: &mut Limbs, g: &mut Limbs, top: usize) -> u32 {
    let ((u, v), (q, r)) = (matrix.f.factors(), matrix.g.factors());
    let (mut f_carry, mut g_carry) = (0i64, 0i64);
    for k in 0..=top.min(LIMBS - 1) {
        let (f_limb, g_limb) = (f[k] as i64, g[k] as i64);
        f_carry += u * f_limb + v * g_limb;
        g_carry += q * f_limb + r * g_limb;
        // The lowest limb of both products is zero by construction.
        if k > 0 {
            f[k - 1] = f_carry as u32 & LIMB_MASK;
            g[k - 1] = g_carry as u32 & LIMB_MASK;
        }
        f_carry >>= LIMB_BITS;
        g_carry >>= LIMB_BITS;
    }
    f[top] = f_carry as u32 & LIMB_MASK;
    g[top] = g_carry as u32 & LIMB_MASK;
    if f_carry < 0 {
        negate(f, top);
    }
    if g_carry < 0 {
        negate(g, top);
        return f[0] >> 1;
    }
    0
}

fn negate(limbs: &mut Limbs, top: usize) {
    let mut carry = 1;
    for limb in &mut limbs[..=top] {
        let sum = (*limb ^ LIMB_MASK) + carry;
        *limb = sum & LIMB_MASK;
        carry = sum >> LIMB_BITS;
    }
}

fn word(limbs: &Limbs) -> u64 {
    limbs[0] as u64 | (limbs[1] as u64) << 30 | (limbs[2] as u64) << 60
}
