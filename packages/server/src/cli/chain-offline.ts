import { setTimeout as sleep } from 'node:timers/promises';
import {
  compileMessage,
  concatBytes,
  decodeBase58,
  encodeBase58,
  isAddress,
  toAddress,
  type Address,
} from '@pid/protocol';
import { landSigned, landTransaction } from '../chain/index.ts';
import type { Signer } from '../platform/chain/index.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import { readSettings } from '../platform/config/index.ts';
import { settings } from '../settings.ts';
import { clusterClient, rpcUrls } from './chain-connection.ts';
import type { ChainFlags } from './chain-flags.ts';
import { describeMessage, messageBytesOf } from './chain-messages.ts';
import { CommandError, type CommandContext, type Shell } from './command.ts';

const signatureBytes = 64;

export type StepFlags = ChainFlags & { readonly unsigned?: string };

/** The cluster and the program of a step. */
export function stepTarget(
  context: CommandContext,
  flags: ChainFlags,
): { client: ChainClient; programId: Address } {
  const { programId } = context.config;
  const urls = rpcUrls(context, flags);
  if (!urls || !programId)
    throw new CommandError('Set PID_SOLANA_RPC_URL (or say --rpc) and PID_PROGRAM_ID first.');
  return { client: clusterClient(urls), programId };
}

/** The signer of a step: the configured key, or an address whose key is on another machine. */
export function stepSigner(
  { unsigned }: StepFlags,
  key: Signer | null,
  variable: string,
): { address: Address; key: Signer | null } {
  const address = unsigned ?? key?.address;
  if (address === undefined || !isAddress(address))
    throw new CommandError(
      `Set ${variable}, or say --unsigned with the address of that key and sign elsewhere.`,
    );
  return { address: toAddress(address), key: unsigned === undefined ? key : null };
}

/** Performs the step with the configured key, or prints the message to sign on another machine. */
export async function doOrPrint(
  context: CommandContext,
  client: ChainClient,
  signer: { readonly address: Address; readonly key: Signer | null },
  instructions: Parameters<typeof landTransaction>[2],
  done: { readonly result: object; readonly sentence: string },
): Promise<void> {
  const { blockhash, lastValidBlockHeight } = await client.latestBlockhash();
  const { messageBytes } = compileMessage(signer.address, toAddress(blockhash), instructions as never);
  if (signer.key) {
    for (const sentence of describeMessage(messageBytes).words) context.complain(sentence);
    await context.agree(`Do this on the chain as ${signer.address}?`);
    await landTransaction({ client, sleep }, signer.key, instructions);
    return context.report(done.result, done.sentence);
  }
  const message = Buffer.from(messageBytes).toString('base64');
  context.report(
    { message, signer: signer.address, lastValidBlockHeight },
    'Sign this where the key is, with `pid chain sign <message>`, and bring it back within a minute:',
    message,
  );
}

/** Needs only a key: no network and no database. Describes the message in words before it signs. */
export async function chainSign(
  shell: Shell,
  message: string,
  agree: (question: string) => Promise<void>,
): Promise<{ readonly signature: string; readonly signer: Address }> {
  const { adminKey, upgradeAuthorityKey } = readSettings(shell.environment, {
    adminKey: settings.adminKey,
    upgradeAuthorityKey: settings.upgradeAuthorityKey,
  });
  const bytes = messageBytesOf(message);
  const { signer, words } = describeMessage(bytes);
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
  const bytes = messageBytesOf(message);
  describeMessage(bytes);
  await context.act();
  const client = clusterClient(urls);
  const wire = concatBytes(Uint8Array.of(1), signed, bytes);
  // The message's blockhash is older than the latest one, whose expiry is therefore an upper bound.
  const { lastValidBlockHeight } = await client.latestBlockhash();
  if (!(await landSigned({ client, sleep }, wire, lastValidBlockHeight)))
    throw new CommandError(
      'The signature is too old: print the message again, sign it and submit it within a minute.',
    );
  context.report({ signature }, `Done: ${signature}`);
}
