//! What every account of this program begins with: a type tag and a layout version. The layouts themselves belong to the
//! views (`view_*.rs`), each of which alone knows its offsets; the README documents them.
use crate::runtime::Account;

pub const VERSION: u8 = 1;

/// Whether the account, long enough and this program's, is of this type and of the layout that this program knows.
#[inline(always)]
pub fn has_head(account: Account, tag: u8) -> bool {
    account.u16_at(0) == u16::from_le_bytes([tag, VERSION])
}

/// Writes type, version and bump of an account that was just made.
#[inline(always)]
pub fn write_head(account: Account, tag: u8, bump: u8) {
    account.put_u8(0, tag);
    account.put_u8(1, VERSION);
    account.put_u8(2, bump);
}
