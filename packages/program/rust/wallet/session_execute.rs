//! Calls the only program of the session, and signs only as the session signer.
use crate::ensure;
use crate::errors::*;
use crate::game_program;
use crate::runtime::cpi::{self, Call, Grant, MAX_GRANTS};
use crate::runtime::syscalls::unix_time;
use crate::runtime::{Context, Hash, Key, Outcome, bytes, pda};
use crate::session;
use crate::view_session::{SIGNER_SEED, Session};
use crate::view_wallet::Wallet;
use core::mem::MaybeUninit;

const FORWARDED: usize = 5;

/// Accounts: session, account, session key (signer), program, its data, then the program's own accounts.
#[inline(never)]
pub fn execute(context: &Context) -> Outcome {
    ensure!(context.count() >= FORWARDED && context.count() <= FORWARDED + MAX_GRANTS, MISSING_ACCOUNTS);
    let key = context.account(2);
    let (program, program_data) = (context.account(3), context.account(4));
    let mut vault = Hash::ZERO;
    let wallet = Wallet::load(context, context.account(1), &mut vault)?;
    let session = Session::load_of(context, context.account(0), &wallet)?;
    ensure!(key.is_signer(), SESSION_KEY_NOT_SIGNED);
    ensure!(key.has_key(session.key()), SESSION_KEY_NOT_SIGNED);
    session::check_alive(session, &wallet, unix_time())?;
    ensure!(program.has_key(session.program()), SESSION_OTHER_PROGRAM);
    session::check_unchanged(session, &game_program::read(program, program_data)?)?;
    forward(context, session, wallet.vault())
}

#[inline(always)]
fn forward(context: &Context, session: Session, vault: &Key) -> Outcome {
    let program = context.account(3);
    let bump = session.signer_bump();
    let seeds = [bytes(SIGNER_SEED), bytes(vault), bytes(program.key()), bytes(bump)];
    let mut signer = Hash::ZERO;
    pda::address_at(&seeds[..3], bump[0], context.program, &mut signer);
    let mut grants = [const { MaybeUninit::<Grant>::uninit() }; MAX_GRANTS];
    let count = context.count() - FORWARDED;
    let mut index = 0;
    while index < count {
        let account = context.account(FORWARDED + index);
        ensure!(!account.has_key(vault), SESSION_TOUCHES_VAULT);
        // Other signers of the transaction, including the fee payer, have not signed this call.
        let signer = account.has_key(&signer.0);
        grants[index].write(Grant { account, writable: account.is_writable(), signer });
        index += 1;
    }
    // The loop has initialised the first `count` entries.
    let grants = unsafe { core::slice::from_raw_parts(grants.as_ptr() as *const Grant, count) };
    cpi::invoke(&Call { program: program.key(), grants, data: &context.data[1..], signer: &seeds })
}
