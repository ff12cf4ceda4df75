//! SHA-256 (FIPS 180-4), block by block, so that blocks before the bump are hashed only once.
pub const BLOCK: usize = 64;

#[derive(Clone, Copy)]
pub struct State([u32; 8]);

impl State {
    pub fn initial() -> State {
        State([
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ])
    }

    pub fn compress(&mut self, block: &[u8; BLOCK]) {
        let mut words = [0u32; 16];
        for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        let mut state = self.0;
        for sixteen in 0..4 {
            if sixteen > 0 {
                extend(&mut words);
            }
            for half in [0, 8] {
                for index in 0..8 {
                    let constant = ROUND_CONSTANTS[sixteen * 16 + half + index];
                    round(&mut state, index, constant.wrapping_add(words[half + index]));
                }
            }
        }
        for (own, added) in self.0.iter_mut().zip(state) {
            *own = own.wrapping_add(added);
        }
    }

    pub fn digest(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            *chunk = word.to_be_bytes();
        }
        bytes
    }
}

/// Replaces the sixteen words of the schedule with the next sixteen.
#[inline(always)]
fn extend(words: &mut [u32; 16]) {
    for index in 0..16 {
        let (w15, w2) = (words[(index + 1) % 16], words[(index + 14) % 16]);
        let s0 = w15.rotate_right(7) ^ w15.rotate_right(18) ^ w15 >> 3;
        let s1 = w2.rotate_right(17) ^ w2.rotate_right(19) ^ w2 >> 10;
        words[index] = words[index].wrapping_add(s0).wrapping_add(words[(index + 9) % 16]).wrapping_add(s1);
    }
}

/// The eight variables stay in place and their names rotate: `a` is at −index.
#[inline(always)]
fn round(state: &mut [u32; 8], index: usize, input: u32) {
    let at = |name: usize| (name + 8 - index) % 8;
    let (a, b, c) = (state[at(0)], state[at(1)], state[at(2)]);
    let (e, f, g) = (state[at(4)], state[at(5)], state[at(6)]);
    let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
    let chosen = g ^ (e & (f ^ g));
    let t1 = state[at(7)].wrapping_add(s1).wrapping_add(chosen).wrapping_add(input);
    let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
    let majority = (a & b) ^ (c & (a ^ b));
    state[at(3)] = state[at(3)].wrapping_add(t1);
    state[at(7)] = t1.wrapping_add(s0).wrapping_add(majority);
}

static ROUND_CONSTANTS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];
