//! Every account of this program begins with a type tag and a layout version. Only the view of an account
//! (`view_*.rs`) knows its offsets; the README documents the layouts.
use crate::runtime::Account;

pub const VERSION: u8 = 1;

/// Whether the account has this type and the layout version of this program. The caller has checked its
/// length and its owner.
#[inline(always)]
pub fn has_head(account: Account, tag: u8) -> bool {
    account.u16_at(0) == u16::from_le_bytes([tag, VERSION])
}

/// Writes type, version and bump of a new account.
#[inline(always)]
pub fn write_head(account: Account, tag: u8, bump: u8) {
    account.put_u8(0, tag);
    account.put_u8(1, VERSION);
    account.put_u8(2, bump);
}
