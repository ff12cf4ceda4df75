// Mutations that no test can detect, because another check makes the removed one unnecessary; each with the reason. The keys are file,
// function and text of the mutation.
import type { Mutation } from './mutations.ts';

export const EQUIVALENT: Readonly<Record<string, string>> = {
  'game_program.rs has_data_at … program.is_owned_by(&LOADER_V3) … → false':
    'an executable of another loader begins with the magic bytes of ELF or the name of a builtin, never with this kind',
  'game_program.rs has_data_at … program.len() >= PROGRAM_SIZE … → false':
    'every executable of the loader is 36 bytes long, on every chain',
  'game_program.rs has_data_at … program.u32_at(0) == PROGRAM … → false':
    'every executable of the loader is of this kind, on every chain',
  'certificate.rs verify data[0] == 1 → CERTIFICATE_FORM':
    'every count except zero checks the first signature, and with zero the precompile refuses data of this length',
  'passkey.rs precompile_data … !data.is_empty() … → PASSKEY_SIGNATURE_COUNT':
    'the precompile itself refuses an instruction without data, and indexing would trap',
  'passkey.rs instruction_before unsafe { u16_at(previous, 0) } == 0 → missing':
    'with accounts, a flag of 0 to 3 is at the position where the key of the precompile begins with 6',
  'withdraw.rs pay let total = fees.checked_add(amount) → OVERFLOW':
    'the debit of the amount fails with the same code',
  'tokens.rs check_mint !same_key(mint.key(), &SYSTEM) → BAD_MINT':
    'the zero address is the system program, which the token program does not own: the guard above refuses it',
  'tokens.rs send let rent_paid = before.checked_sub(order.payer.lamports()) → OVERFLOW':
    'creating a token account never adds to its payer’s balance',
  'withdraw.rs pay relayer_gets: network_fee.checked_add(measured) → OVERFLOW':
    'the fee is at most the cap of 2,000,000, and the rent was paid in lamports that exist',
  'fees.rs fees self.relayer_gets.checked_add(self.treasury_gets) → OVERFLOW':
    'both are bounded by the cap of the policy and the rent of one account',
  'activate.rs create let total = fees.checked_add(missing_rent) → OVERFLOW':
    'the sum is at most the capped fees and the rent of 81 bytes',
  'fees.rs debit account.set_lamports(account.lamports().checked_sub(lamports) → OVERFLOW':
    'the vault has just sent the account at least this amount',
};

export function equivalenceOf(mutation: Mutation): string | null {
  return EQUIVALENT[keyOf(mutation)] ?? null;
}

export function keyOf({ file, place, text }: Mutation): string {
  return `${file} ${place} ${text}`;
}
