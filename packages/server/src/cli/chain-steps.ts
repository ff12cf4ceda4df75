import { setTimeout as sleep } from 'node:timers/promises';
import {
  INSTRUCTION_TAGS,
  SYSTEM_PROGRAM,
  compileMessage,
  concatBytes,
  decodeBase58,
  encodeBase58,
  isAddress,
  toAddress,
  type Address,
} from '@pid/protocol';
import { getCompiledTransactionMessageDecoder, type CompiledTransactionMessage } from '@solana/kit';
import { configStep, landSigned, landTransaction, type ConfigDuty } from '../chain/index.ts';
import { readSettings } from '../platform/config/index.ts';
import { clusterClient, rpcUrls } from './chain-connection.ts';
import type { ChainFlags } from './chain-flags.ts';
import { CommandError, type CommandContext, type Shell } from './command.ts';

const duties: readonly string[] = ['relayer', 'registrar', 'treasury'] satisfies ConfigDuty[];
const signatureBytes = 64;
const systemTransfer = 2;

export type StepFlags = ChainFlags & { readonly unsigned?: string };

/** Names another relayer, registrar or treasury in the config. The administrator's key is all that it takes, here or elsewhere. */
export async function chainSet(
  context: CommandContext,
  duty: string,
  to: string,
  flags: StepFlags,
): Promise<void> {
  if (!duties.includes(duty) || !isAddress(to))
    throw new CommandError('Say which and whom: pid chain set relayer|registrar|treasury <address>');
  const { programId, adminKey } = context.config;
  const urls = rpcUrls(context, flags);
  if (!urls || !programId)
    throw new CommandError('Set PID_SOLANA_RPC_URL (or say --rpc) and PID_PROGRAM_ID first.');
  const admin = flags.unsigned ?? adminKey?.address;
  if (admin === undefined || !isAddress(admin))
    throw new CommandError(
      "Set PID_ADMIN_KEY, or say --unsigned with the administrator's address and sign elsewhere.",
    );
  const client = clusterClient(urls);
  const instructions = await configStep({ client }, programId, {
    admin,
    duty: duty as ConfigDuty,
    to: toAddress(to),
  });
  if (!instructions) return context.report({ duty, to, changed: false }, `The ${duty} is ${to} already.`);
  if (flags.unsigned !== undefined || !adminKey) {
    const { blockhash, lastValidBlockHeight } = await client.latestBlockhash();
    const { messageBytes } = compileMessage(admin, toAddress(blockhash), instructions);
    const message = Buffer.from(messageBytes).toString('base64');
    return context.report(
      { message, signer: admin, lastValidBlockHeight },
      'Sign this where the key is, with `pid chain sign <message>`, and bring it back within a minute:',
      message,
    );
  }
  await landTransaction({ client, sleep }, adminKey, instructions);
  context.report({ duty, to, changed: true }, `The ${duty} is ${to} now.`);
}

/** Needs a key and nothing else, no network and no database; says what it is about to sign, in words. */
export async function chainSign(
  shell: Shell,
  message: string,
  agree: (question: string) => Promise<void>,
): Promise<{ readonly signature: string; readonly signer: Address }> {
  const { adminKey, upgradeAuthorityKey } = readSettings(shell.environment, [
    'adminKey',
    'upgradeAuthorityKey',
  ]);
  const bytes = bytesOf(message);
  const { signer, words } = describe(bytes);
  const key = [adminKey, upgradeAuthorityKey].find((candidate) => candidate?.address === signer);
  if (!key)
    throw new CommandError(
      `It is to be signed by ${signer}, and neither PID_ADMIN_KEY nor PID_UPGRADE_AUTHORITY_KEY is that key.`,
    );
  for (const sentence of words) shell.complain(sentence);
  await agree(`Sign this as ${signer}?`);
  return { signature: encodeBase58(await key.sign(bytes)), signer };
}

export async function chainSubmit(
  context: CommandContext,
  message: string,
  signature: string,
  flags: ChainFlags,
): Promise<void> {
  const urls = rpcUrls(context, flags);
  const signed = decodeBase58(signature);
  if (!urls) throw new CommandError('Set PID_SOLANA_RPC_URL, or say --rpc.');
  if (signed?.length !== signatureBytes)
    throw new CommandError('A signature is 64 bytes in base58, as `pid chain sign` prints it.');
  const bytes = bytesOf(message);
  describe(bytes);
  const client = clusterClient(urls);
  const wire = concatBytes(Uint8Array.of(1), signed, bytes);
  // Its own blockhash is older than the newest, which therefore bounds how long it can land.
  const { lastValidBlockHeight } = await client.latestBlockhash();
  if (!(await landSigned({ client, sleep }, wire, lastValidBlockHeight)))
    throw new CommandError(
      'It was signed too long ago: print it again, sign it and submit it within a minute.',
    );
  context.report({ signature }, `Done: ${signature}`);
}

function bytesOf(message: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]{20,2000}={0,2}$/.test(message))
    throw new CommandError('That is no message in base64.');
  return new Uint8Array(Buffer.from(message, 'base64'));
}

const named = new Map<number, ConfigDuty>([
  [INSTRUCTION_TAGS.setRelayer, 'relayer'],
  [INSTRUCTION_TAGS.setRegistrar, 'registrar'],
  [INSTRUCTION_TAGS.setTreasury, 'treasury'],
]);

/** One signer, and every instruction by what it does: what `pid chain set` does not print is not signed. */
function describe(bytes: Uint8Array): { signer: Address; words: string[] } {
  const { staticAccounts, header, instructions } = decode(bytes);
  if (header.numSignerAccounts !== 1) throw notOurs();
  const words = instructions.map(({ programAddressIndex, accountIndices = [], data: read = [] }) => {
    const program = staticAccounts[programAddressIndex]!;
    const data = Buffer.from(read as ArrayLike<number> & Iterable<number>);
    if (program === SYSTEM_PROGRAM && data.length === 12 && data.readUInt32LE(0) === systemTransfer)
      return `Gives ${data.readBigUInt64LE(4)} lamports to ${staticAccounts[accountIndices[1]!]}.`;
    const duty = named.get(data[0] ?? -1);
    if (!duty || data.length !== 33) throw notOurs();
    return `Makes ${encodeBase58(data.subarray(1))} the ${duty} of the program ${program}.`;
  });
  return { signer: toAddress(staticAccounts[0]!), words };
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
    'That is no message that `pid chain set --unsigned` has printed: nothing was done.',
  );
}
