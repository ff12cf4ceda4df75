import {
  INSTRUCTION_TAGS,
  LOADER_V3,
  SYSTEM_PROGRAM,
  encodeBase58,
  toAddress,
  type Address,
} from '@pid/protocol';
import { getCompiledTransactionMessageDecoder, type CompiledTransactionMessage } from '@solana/kit';
import { CommandError } from './command.ts';

const systemTransfer = 2;
const loaderUpgrade = 3;
const nobody = encodeBase58(new Uint8Array(32));

export function messageBytesOf(message: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]{20,2000}={0,2}$/.test(message))
    throw new CommandError('The message is not valid base64.');
  return new Uint8Array(Buffer.from(message, 'base64'));
}

interface Step {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Buffer;
}

/**
 * Requires one signer and describes every instruction. A message that no step of `pid chain` prints is
 * refused.
 */
export function describeMessage(bytes: Uint8Array): { signer: Address; words: string[] } {
  const { staticAccounts, header, instructions } = decode(bytes);
  if (header.numSignerAccounts !== 1 || instructions.length === 0) throw notOurs();
  const steps = instructions.map(({ programAddressIndex, accountIndices = [], data = [] }): Step => ({
    program: toAddress(staticAccounts[programAddressIndex]!),
    accounts: accountIndices.map((index) => toAddress(staticAccounts[index]!)),
    data: Buffer.from(data as ArrayLike<number> & Iterable<number>),
  }));
  const [gift, main] = steps.length === 2 ? steps : [null, steps[0]];
  if (steps.length > 2 || !main) throw notOurs();
  return {
    signer: toAddress(staticAccounts[0]!),
    words: [...(gift ? [wordsOfGift(gift, main)] : []), wordsOf(main)],
  };
}

/** A treasury's account must exist before it can be set. Lamports may go nowhere else. */
function wordsOfGift({ program, accounts, data }: Step, main: Step): string {
  const isTransfer =
    program === SYSTEM_PROGRAM && data.length === 12 && data.readUInt32LE(0) === systemTransfer;
  const isForTreasury = main.data[0] === INSTRUCTION_TAGS.setTreasury && accounts[1] === main.accounts[2];
  if (!isTransfer || !isForTreasury || main.program === LOADER_V3) throw notOurs();
  return `Gives ${data.readBigUInt64LE(4)} lamports to ${accounts[1]}.`;
}

function wordsOf({ program, accounts, data }: Step): string {
  if (program === LOADER_V3) return wordsOfUpgrade(accounts, data);
  const of = `of the program ${program}.`;
  const tag = data[0];
  if (data.length === 33) {
    const key = encodeBase58(data.subarray(1));
    if (tag === INSTRUCTION_TAGS.setRelayer) return `Makes ${key} the relayer ${of}`;
    if (tag === INSTRUCTION_TAGS.setRegistrar) return `Makes ${key} the registrar ${of}`;
    if (tag === INSTRUCTION_TAGS.proposeAdmin)
      return key === nobody
        ? `Withdraws the proposed administrator ${of}`
        : `Proposes ${key} as administrator ${of}`;
  }
  if (data.length === 1 && tag === INSTRUCTION_TAGS.setTreasury && accounts[2])
    return `Makes ${accounts[2]} the treasury ${of}`;
  if (data.length === 1 && tag === INSTRUCTION_TAGS.acceptAdmin) return `Takes over the administration ${of}`;
  if (data.length === 15 && tag === INSTRUCTION_TAGS.appendPolicy)
    return `Fee policy ${data.readUInt32LE(1)}, ${data.readUInt16LE(5)} bps and at most ${data.readBigUInt64LE(7)} lamports of network fee, ${of}`;
  throw notOurs();
}

function wordsOfUpgrade(accounts: readonly Address[], data: Buffer): string {
  const [, program, buffer, spill] = accounts;
  if (data.length !== 4 || data.readUInt32LE(0) !== loaderUpgrade || accounts.length !== 7) throw notOurs();
  return `Replaces the program ${program} with the contents of the buffer ${buffer}, whose lamports go to ${spill}.`;
}

function decode(bytes: Uint8Array): CompiledTransactionMessage & { version: 0 } {
  let decoded: CompiledTransactionMessage;
  try {
    decoded = getCompiledTransactionMessageDecoder().decode(bytes);
  } catch {
    throw notOurs();
  }
  if (decoded.version !== 0 || (decoded.addressTableLookups ?? []).length > 0) throw notOurs();
  return decoded;
}

function notOurs(): CommandError {
  return new CommandError(
    'That is no message that a step of `pid chain` with --unsigned has printed: nothing was done.',
  );
}
