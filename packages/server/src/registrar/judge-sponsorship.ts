import {
  ACCOUNT_BYTES,
  COMPUTE_BUDGET_PROGRAM,
  SECP256R1_PROGRAM,
  SYSTEM_PROGRAM,
  deriveWallet,
  rentExemptLamports,
  toBytes32,
  transferInstruction,
  type Address,
} from '@pid/protocol';
import type { CompiledTransactionMessage } from '@solana/kit';

type Message = CompiledTransactionMessage & { version: 0 };
type Instruction = Message['instructions'][number];

const feePayer = 0;
const feeOffset = 78;
const amountOffset = 4;
/** Limits of the program: no fee policy may exceed them. */
const networkFeeMax = 2_000_000n;
const halfOf = (fee: bigint) => (fee + 1n) / 2n;

/**
 * Checks the calls of the system program in an activation. Null when there are none, or exactly the transfer
 * of a sponsored one: the fee payer sends the vault of this account at most the cost of its activation,
 * before the passkey's signature, which must come directly before the activation. The program checks the
 * exact amount: the vault must end unchanged or empty.
 */
export function whySponsorshipRefused(
  { staticAccounts, instructions }: Message,
  programId: Address,
  activation: Instruction,
): string | null {
  const programOf = ({ programAddressIndex }: Instruction) => staticAccounts[programAddressIndex];
  const calls = instructions.filter((instruction) => programOf(instruction) === SYSTEM_PROGRAM);
  const [transfer] = calls;
  if (!transfer) return null;
  if (calls.length > 1) return 'it pays for more than the activation';
  const rest = instructions.filter((instruction) => programOf(instruction) !== COMPUTE_BUDGET_PROGRAM);
  const [first, second, third] = rest;
  if (
    rest.length !== 3 ||
    first !== transfer ||
    programOf(second!) !== SECP256R1_PROGRAM ||
    third !== activation
  )
    return 'what pays for the activation does not stand before it';
  const data = new Uint8Array(activation.data!);
  const { vault } = deriveWallet(programId, toBytes32(data.slice(1, 33)));
  const [from, to] = transfer.accountIndices ?? [];
  if (from !== feePayer || activation.accountIndices?.[0] !== feePayer || staticAccounts[to ?? -1] !== vault)
    return 'it pays for another than the activation’s vault';
  const fee = u64At(data, feeOffset);
  const sent = new Uint8Array(transfer.data ?? []);
  const lamports = sent.length === amountOffset + 8 ? u64At(sent, amountOffset) : -1n;
  const most = rentExemptLamports(BigInt(ACCOUNT_BYTES)) + fee + halfOf(fee);
  if (fee > networkFeeMax || lamports < fee || lamports > most)
    return 'it pays another amount than the activation costs';
  const payer = staticAccounts[feePayer]!;
  const expected = transferInstruction(payer, vault, lamports).data;
  return Buffer.from(expected).equals(Buffer.from(sent)) && transfer.accountIndices?.length === 2
    ? null
    : 'it is not a transfer';
}

function u64At(data: Uint8Array, offset: number): bigint {
  return new DataView(data.buffer, data.byteOffset).getBigUint64(offset, true);
}
