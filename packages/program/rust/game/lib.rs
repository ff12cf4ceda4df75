//! A small game to play through sessions: noughts and crosses against the house, one board per player. The
//! player is the signer. For a PID player this is the session signer, which stays the same across renewals.
#![cfg_attr(not(test), no_std)]
#![deny(unsafe_op_in_unsafe_fn)]

#[path = "../runtime/mod.rs"]
#[allow(dead_code, unused_imports)]
mod runtime;

use runtime::{Account, Context, Failure, Hash, Outcome, bytes, cpi, custom, entry, equal, pda};

pub const UNKNOWN_INSTRUCTION: Failure = custom(8001);
pub const MISSING_ACCOUNTS: Failure = custom(8002);
pub const MALFORMED_DATA: Failure = custom(8003);
pub const BAD_BOARD: Failure = custom(8004);
pub const BOARD_EXISTS: Failure = custom(8005);
pub const NOT_PLAYER: Failure = custom(8006);
pub const CELL_TAKEN: Failure = custom(8007);

// Layout of a board: 0 tag, 1 bump, 2 zero, 3..12 cells, 12 wins u32, 16 losses u32, 20 draws u32, 24 moves
// u64, 32 player[32]
const TAG: u8 = 1;
const SIZE: usize = 64;
const CELLS: usize = 3;
const WINS: usize = 12;
const LOSSES: usize = 16;
const DRAWS: usize = 20;
const MOVES: usize = 24;
const PLAYER: usize = 32;
const SEED: &[u8] = b"board";
const EMPTY: u8 = 0;
const MINE: u8 = 1;
const HOUSE: u8 = 2;

/// # Safety
/// Called by the loader only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn entrypoint(input: *mut u8) -> u64 {
    let mut room = entry::room();
    let outcome = match unsafe { entry::parse(input, &mut room) } {
        Some(context) => match context.data.first() {
            Some(0) => open(context),
            Some(1) => play(context),
            _ => Err(UNKNOWN_INSTRUCTION),
        },
        None => Err(MISSING_ACCOUNTS),
    };
    match outcome {
        Ok(()) => 0,
        Err(failure) => failure.0.get(),
    }
}

/// Accounts: payer (writable, signer), board (writable), player, system. Anyone may open a board for a
/// player.
#[inline(never)]
fn open(context: &Context) -> Outcome {
    ensure!(context.count() == 4, MISSING_ACCOUNTS);
    let (payer, board, player) = (context.account(0), context.account(1), context.account(2));
    ensure!(board.is_vacant(), BOARD_EXISTS);
    let mut address = Hash::ZERO;
    let bump = pda::find(&[bytes(SEED), bytes(player.key())], context.program, &mut address);
    ensure!(board.has_key(&address.0), BAD_BOARD);
    cpi::fund_rent(payer, board, SIZE)?;
    cpi::allocate(board, SIZE, context.program, &[bytes(SEED), bytes(player.key()), cpi::byte(&bump)])?;
    board.put_u8(0, TAG);
    board.put_u8(1, bump);
    board.put(PLAYER, player.key());
    Ok(())
}

/// Accounts: player (signer), board (writable). Data: the cell, 0 to 8. A finished game clears the board.
#[inline(never)]
fn play(context: &Context) -> Outcome {
    ensure!(context.count() == 2, MISSING_ACCOUNTS);
    ensure!(context.data.len() == 2 && context.data[1] < 9, MALFORMED_DATA);
    let (player, board) = (context.account(0), context.account(1));
    ensure!(board.is_owned_by(context.program) && board.len() == SIZE && board.u8_at(0) == TAG, BAD_BOARD);
    ensure!(player.is_signer(), NOT_PLAYER);
    ensure!(equal(board.slice(PLAYER, 32), player.key()), NOT_PLAYER);
    let cell = CELLS + context.data[1] as usize;
    ensure!(board.u8_at(cell) == EMPTY, CELL_TAKEN);
    board.put_u8(cell, MINE);
    board.put_u64(MOVES, board.u64_at(MOVES).saturating_add(1));
    if has_line(board, MINE) {
        return finish(board, WINS);
    }
    match house_cell(board) {
        None => finish(board, DRAWS),
        Some(cell) => {
            board.put_u8(cell, HOUSE);
            if has_line(board, HOUSE) { finish(board, LOSSES) } else { Ok(()) }
        }
    }
}

#[inline(never)]
fn finish(board: Account, counter: usize) -> Outcome {
    board.put_u32(counter, board.u32_at(counter).saturating_add(1));
    board.put(CELLS, &[EMPTY; 9]);
    Ok(())
}

const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

#[inline(never)]
fn has_line(board: Account, side: u8) -> bool {
    let mut index = 0;
    while index < LINES.len() {
        let line = &LINES[index];
        if line.iter().all(|cell| board.u8_at(CELLS + *cell as usize) == side) {
            return true;
        }
        index += 1;
    }
    false
}

/// The house takes the middle, then corners, then sides.
#[inline(never)]
fn house_cell(board: Account) -> Option<usize> {
    const ORDER: [u8; 9] = [4, 0, 2, 6, 8, 1, 3, 5, 7];
    ORDER.iter().map(|cell| CELLS + *cell as usize).find(|cell| board.u8_at(*cell) == EMPTY)
}
