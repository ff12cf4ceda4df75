//! The Jacobi symbol by division steps on the low bits, with factors that keep f and g positive (Bernstein and Yang, "Fast
//! constant-time gcd computation"; the positive variant is that of libsecp256k1's jacobi32). Not constant-time: addresses are public.
use crate::field::{Element, LIMB_BITS, LIMB_MASK, LIMBS, ONE, P, ZERO};

/// Nearly every value needs 23 to 28 rounds; a few never end, and are decided by Euler's criterion.
const ROUNDS_MAX: u32 = 32;

/// −1/f modulo 256 for odd f, by (f >> 1) & 127.
static NEGATED_INVERSES: [u8; 128] = negated_inverses();

const fn negated_inverses() -> [u8; 128] {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 128 {
        let f = 2 * index as u8 + 1;
        let mut inverse = f;
        let mut k = 0;
        while k < 3 {
            inverse = inverse.wrapping_mul(2u8.wrapping_sub(f.wrapping_mul(inverse)));
            k += 1;
        }
        table[index] = inverse.wrapping_neg();
        index += 1;
    }
    table
}

/// The matrix of one round, times 2^30: two entries of a row in one word, of which neither exceeds 2^30.
struct Round {
    uv: u64,
    qr: u64,
}

/// (value / 2^255 − 19) for a value below that.
pub fn symbol(value: &Element) -> i32 {
    if *value == ZERO {
        return 0;
    }
    let (mut f, mut g) = (P.0, value.0);
    let (mut eta, mut sign, mut length) = (-1, 0, LIMBS);
    for _ in 0..ROUNDS_MAX {
        let round = step(low_bits(&f), low_bits(&g), &mut eta, &mut sign);
        apply(&round, &mut f, &mut g, length);
        if f[0] == 1 && f == ONE.0 {
            return 1 - 2 * (sign & 1) as i32;
        }
        while length > 2 && f[length - 1] | g[length - 1] == 0 {
            length -= 1;
        }
    }
    euler(value)
}

fn low_bits(limbs: &[u32; LIMBS]) -> u32 {
    limbs[0] | limbs[1] << LIMB_BITS
}

/// Thirty steps on the low 32 bits of f and g, which decide them and the sign.
#[inline(always)]
fn step(mut f: u32, mut g: u32, eta: &mut i32, sign: &mut u32) -> Round {
    let (mut uv, mut qr) = (1u64, 1u64 << 32);
    let mut left = LIMB_BITS;
    loop {
        // The added bit stops the count where the round ends.
        let zeros = (g | u32::MAX << left).trailing_zeros();
        g >>= zeros;
        uv <<= zeros;
        *eta -= zeros as i32;
        left -= zeros;
        // (2 / f) is −1 when f is 3 or 5 modulo 8.
        *sign ^= zeros & (f >> 1 ^ f >> 2);
        if left == 0 {
            return Round { uv, qr };
        }
        if *eta < 0 {
            *eta = -*eta;
            // Reciprocity: (f / g) and (g / f) differ when both are 3 modulo 4.
            *sign ^= (f & g) >> 1;
            (f, g) = (g, f);
            (uv, qr) = (qr, uv);
        }
        let cancelled = (*eta as u32 + 1).min(left).min(8);
        let inverse = NEGATED_INVERSES[(f >> 1 & 127) as usize] as u32;
        let factor = g.wrapping_mul(inverse) & ((1 << cancelled) - 1);
        g = g.wrapping_add(f.wrapping_mul(factor));
        qr += uv * factor as u64;
    }
}

/// (f, g) becomes matrix · (f, g) / 2^30: the lowest limb of both products is zero by construction.
#[inline(always)]
fn apply(round: &Round, f: &mut [u32; LIMBS], g: &mut [u32; LIMBS], length: usize) {
    let (u, v) = (round.uv as u32 as u64, round.uv >> 32);
    let (q, r) = (round.qr as u32 as u64, round.qr >> 32);
    let (mut f_carry, mut g_carry) = (0, 0);
    for k in 0..length.min(LIMBS) {
        let (f_limb, g_limb) = (f[k] as u64, g[k] as u64);
        f_carry += u * f_limb + v * g_limb;
        g_carry += q * f_limb + r * g_limb;
        if k > 0 {
            f[k - 1] = f_carry as u32 & LIMB_MASK;
            g[k - 1] = g_carry as u32 & LIMB_MASK;
        }
        f_carry >>= LIMB_BITS;
        g_carry >>= LIMB_BITS;
    }
    f[length - 1] = f_carry as u32;
    g[length - 1] = g_carry as u32;
}

/// value^((p − 1) / 2), where (p − 1) / 2 = 2^254 − 10 has ones everywhere but in the bits 0 and 3.
fn euler(value: &Element) -> i32 {
    let mut power = *value;
    for bit in (0..253).rev() {
        power = power.times(&power);
        if bit != 0 && bit != 3 {
            power = power.times(value);
        }
    }
    match power.canonical() {
        ZERO => 0,
        ONE => 1,
        _ => -1,
    }
}
