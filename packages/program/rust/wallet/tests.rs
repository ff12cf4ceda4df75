use crate::fees::{MAX_BPS, MAX_NETWORK_FEE, protocol_fee};
use crate::passkey::check_expiry;
use crate::runtime::host::NOW;

#[test]
fn a_protocol_fee_is_rounded_up_and_never_overflows() {
    assert_eq!(protocol_fee(0, 1_000), 0);
    assert_eq!(protocol_fee(1, 1), 1);
    assert_eq!(protocol_fee(5_000, 1_000), 500);
    assert_eq!(protocol_fee(5_001, 1_000), 501);
    assert_eq!(protocol_fee(MAX_NETWORK_FEE, MAX_BPS as u64), 1_000_000);
    for fee in [1, 9_999, 10_000, 10_001, (1 << 47) - 1] {
        for rate in [0, 1, 4_999, 5_000, 65_535] {
            let exact = (fee as u128 * rate as u128).div_ceil(10_000);
            assert_eq!(protocol_fee(fee, rate) as u128, exact);
        }
    }
}

#[test]
#[should_panic]
fn a_fee_beyond_every_policy_traps() {
    protocol_fee(1 << 47, 1);
}

#[test]
fn a_signature_holds_from_now_for_ten_minutes() {
    assert!(check_expiry(NOW, NOW).is_ok() && check_expiry(NOW + 600, NOW).is_ok());
    assert!(check_expiry(NOW - 1, NOW).is_err() && check_expiry(NOW + 601, NOW).is_err());
    assert!(check_expiry(i64::MAX, i64::MAX).is_ok() && check_expiry(i64::MIN, i64::MAX).is_err());
}
