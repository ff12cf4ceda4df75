use crate::base58::{TEXT_MAX, decode, encode};

fn text_of(bytes: &[u8; 32]) -> String {
    let mut text = [0; TEXT_MAX];
    let length = encode(bytes, &mut text);
    String::from_utf8(text[..length].to_vec()).unwrap()
}

#[test]
fn keys_are_spelled_in_base58() {
    assert_eq!(text_of(&[0; 32]), "1".repeat(32));
    assert_eq!(text_of(&[255; 32]), "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG");
}

#[test]
fn what_is_spelled_reads_back_and_nothing_else_does() {
    let mut bytes = [0; 32];
    for seed in 0..=255u8 {
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = seed.wrapping_mul(31).wrapping_add(index as u8 * 7);
        }
        assert_eq!(decode(text_of(&bytes).as_bytes()), Some(bytes));
    }
    for wrong in ["", "1", "0OIl", &"1".repeat(33), "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH"] {
        assert_eq!(decode(wrong.as_bytes()), None, "{wrong}");
    }
}
