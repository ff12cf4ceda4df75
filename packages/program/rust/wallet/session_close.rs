//! Returns the rent of an ended session to its payer. Anyone may request it.
use crate::ensure;
use crate::errors::*;
use crate::fees;
use crate::game_program;
use crate::runtime::syscalls::unix_time;
use crate::runtime::{Context, Hash, Outcome};
use crate::session;
use crate::view_session::Session;
use crate::view_wallet::Wallet;

/// Accounts: session (writable), account, payer (writable), program, its data.
#[inline(never)]
pub fn close(context: &Context) -> Outcome {
    ensure!(context.count() == 5, MISSING_ACCOUNTS);
    ensure!(context.data.len() == 1, MALFORMED_DATA);
    let (record, payer) = (context.account(0), context.account(2));
    let (program, program_data) = (context.account(3), context.account(4));
    ensure!(record.is_writable() && payer.is_writable(), NOT_WRITABLE);
    let mut vault = Hash::ZERO;
    let wallet = Wallet::load(context, context.account(1), &mut vault)?;
    let session = Session::load_of(context, record, &wallet)?;
    ensure!(payer.has_key(session.payer()), BAD_RENT_PAYER);
    ensure!(program.has_key(session.program()), SESSION_OTHER_PROGRAM);
    let changed = match game_program::has_data_at(program, program_data) {
        Ok(is_its_data) => {
            ensure!(is_its_data, BAD_PROGRAM_DATA);
            session::is_changed(session, program_data)
        }
        // The program has left the loader: it can no longer be played, and the loader has no record of it.
        Err(_) => true,
    };
    ensure!(changed || session::check_alive(session, &wallet, unix_time()).is_err(), SESSION_ALIVE);
    fees::credit(payer, session.account().close())
}
