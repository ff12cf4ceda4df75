//! Base58 of 32 bytes, five digits at a time.
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const DIGITS: usize = 5;
const GROUP: u64 = 58u64.pow(DIGITS as u32);
const GROUPS: usize = 9;
/// No value of 32 bytes has more digits.
pub const TEXT_MAX: usize = 44;

const FOREIGN: u8 = 0xff;
static VALUES: [u8; 256] = values();

const fn values() -> [u8; 256] {
    let mut table = [FOREIGN; 256];
    let mut digit = 0;
    while digit < ALPHABET.len() {
        table[ALPHABET[digit] as usize] = digit as u8;
        digit += 1;
    }
    table
}

/// Decodes `text`. Returns None if it has an invalid character or does not decode to 32 bytes.
pub fn decode(text: &[u8]) -> Option<[u8; 32]> {
    let mut words = [0u32; 8];
    for group in text.chunks(DIGITS) {
        let (mut carry, mut scale) = (0u64, 1u64);
        for &character in group {
            let value = VALUES[character as usize];
            if value == FOREIGN {
                return None;
            }
            carry = carry * 58 + value as u64;
            scale *= 58;
        }
        for word in words.iter_mut().rev() {
            let sum = *word as u64 * scale + carry;
            *word = sum as u32;
            carry = sum >> 32;
        }
        if carry != 0 {
            return None;
        }
    }
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *chunk = word.to_be_bytes();
    }
    // Each leading `1` stands for one zero byte, and every leading zero byte must be written this way.
    let ones = text.iter().take_while(|&&character| character == ALPHABET[0]).count();
    (ones == leading_zeros(&bytes)).then_some(bytes)
}

/// Writes the text at the beginning of `text` and returns its length.
pub fn encode(bytes: &[u8; 32], text: &mut [u8; TEXT_MAX]) -> usize {
    let mut groups = [0u32; GROUPS];
    for word in bytes.as_chunks::<4>().0 {
        let mut carry = u32::from_be_bytes(*word) as u64;
        for group in groups.iter_mut().rev() {
            let sum = (*group as u64) << 32 | carry;
            *group = (sum % GROUP) as u32;
            carry = sum / GROUP;
        }
    }
    let mut digits = [0u8; GROUPS * DIGITS];
    for (chunk, mut group) in digits.as_chunks_mut::<DIGITS>().0.iter_mut().zip(groups) {
        for digit in chunk.iter_mut().rev() {
            *digit = (group % 58) as u8;
            group /= 58;
        }
    }
    let skipped = digits.iter().take_while(|&&digit| digit == 0).count();
    let ones = leading_zeros(bytes);
    let length = ones + digits.len() - skipped;
    let zeros = core::iter::repeat_n(&0, ones);
    for (character, &digit) in text.iter_mut().zip(zeros.chain(&digits[skipped..])) {
        *character = ALPHABET[digit as usize];
    }
    length
}

fn leading_zeros(bytes: &[u8; 32]) -> usize {
    bytes.iter().take_while(|&&byte| byte == 0).count()
}
