//! Gives a dead session's rent back to whoever paid it. Anyone may ask for that.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::game_program;
use crate::layout::*;
use crate::runtime::syscalls::unix_time;
use crate::runtime::{Context, Hash, Outcome};
use crate::session::{self, Wallet};

/// session (writable), account, payer (writable), program, its data
#[inline(never)]
pub fn close(context: &Context) -> Outcome {
    ensure!(context.count() == 5, MISSING_ACCOUNTS);
    ensure!(context.data.len() == 1, MALFORMED_DATA);
    let (record, account, payer) = (context.account(0), context.account(1), context.account(2));
    let (program, program_data) = (context.account(3), context.account(4));
    ensure!(record.is_writable() && payer.is_writable(), NOT_WRITABLE);
    let mut vault = Hash::ZERO;
    load_account(context, account, &mut vault)?;
    session::load_of(context, record, &vault.0)?;
    let wallet = Wallet { account, vault: &vault.0 };
    ensure!(payer.has_key(record.key_at(SESSION_PAYER)), BAD_RENT_PAYER);
    ensure!(program.has_key(record.key_at(SESSION_PROGRAM)), SESSION_OTHER_PROGRAM);
    ensure!(game_program::has_data_at(program, program_data)?, BAD_PROGRAM_DATA);
    ensure!(session::is_changed(record, program_data) || session::check_alive(record, &wallet, unix_time()).is_err(), SESSION_ALIVE);
    fees::credit(payer, record.close())
}
