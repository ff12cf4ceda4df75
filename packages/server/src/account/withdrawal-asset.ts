import {
  EVERYTHING,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TRANSFER_NOTE_BYTES_MAX,
  findTokenAccountAddress,
  isAddress,
  transferNoteBytes,
  type Address,
  type TransferNote,
} from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { rentOf } from './rent.ts';
import { decodeMint, decodeTokenAccount, tokenAccountBytes } from './token-accounts.ts';

/** Null means SOL. */
export function parseAsset(asset: string): Address | null {
  if (asset === 'SOL') return null;
  if (!isAddress(asset) || asset === SYSTEM_PROGRAM)
    throw invalid('asset must be SOL or the address of an SPL mint');
  return asset;
}

export function parseDestination(to: string): Address {
  if (!isAddress(to)) throw invalid('to must be a Solana address');
  return to;
}

/** Memo and references must fit into the transaction, whatever the passkey's signature adds to it. */
export function parseNote({
  memo,
  references,
}: {
  memo?: string | undefined;
  references?: readonly string[] | undefined;
}): TransferNote {
  const note: TransferNote = {
    ...(memo === undefined ? {} : { memo }),
    ...(references === undefined ? {} : { references: references.map(parseReference) }),
  };
  if (transferNoteBytes(note) > TRANSFER_NOTE_BYTES_MAX)
    throw invalid(
      `memo must have at most ${TRANSFER_NOTE_BYTES_MAX} bytes in UTF-8, minus 33 for each reference`,
    );
  return note;
}

function parseReference(reference: string): Address {
  if (!isAddress(reference)) throw invalid('references must be Solana addresses');
  return reference;
}

export function assertMovableMint(account: OnChainAccount | null, mint: Address): void {
  if (account?.owner === TOKEN_2022_PROGRAM) throw refuse('asset_refused', { reason: 'token_2022', mint });
  if (!decodeMint(account)) throw refuse('asset_refused', { reason: 'not_a_mint', mint });
}

/** Returns the rent needed to create the receiver's token account; zero if it exists. */
export async function missingRent(chain: Chain, target: OnChainAccount | null): Promise<bigint> {
  if (target && (target.owner !== SYSTEM_PROGRAM || target.data.length > 0)) return 0n;
  const rent = await rentOf(chain, tokenAccountBytes);
  const there = target?.lamports ?? 0n;
  return rent > there ? rent - there : 0n;
}

/**
 * Finds the vault's token account to take `amount` from: the associated one, or another that holds enough. A
 * withdrawal of everything uses only the associated one. The program refuses any other, because anyone can
 * open one for the vault.
 */
export async function findSource(
  chain: Chain,
  vault: Address,
  mint: Address,
  associated: OnChainAccount | null,
  amount: bigint,
): Promise<Address> {
  const address = findTokenAccountAddress(vault, mint).address;
  const first = decodeTokenAccount(associated);
  const needed = amount === EVERYTHING ? 1n : amount;
  if (first && !first.frozen && first.owner === vault && first.amount >= needed) return address;
  const { value } = await orChainError(
    chain.client.rpc
      .getTokenAccountsByOwner(vault, { mint }, { commitment: 'confirmed', encoding: 'base64' })
      .send(),
  );
  const held = value.map(({ pubkey, account }) => ({
    pubkey,
    token: decodeTokenAccount({
      lamports: account.lamports,
      owner: account.owner,
      executable: account.executable,
      data: new Uint8Array(Buffer.from(account.data[0], 'base64')),
    }),
  }));
  const enough = held.find(({ token }) => token && !token.frozen && token.amount >= needed);
  if (enough && amount !== EVERYTHING) return enough.pubkey;
  const most = held.reduce((best, { token }) => (token && token.amount > best ? token.amount : best), 0n);
  if (enough) throw refuse('balance_refused', { reason: 'token_apart', mint, held: String(most) });
  if (held.some(({ token }) => token?.frozen && token.amount >= needed))
    throw refuse('asset_refused', { reason: 'frozen', mint });
  if (amount === EVERYTHING) throw refuse('balance_refused', { reason: 'token_none', mint });
  throw refuse('balance_refused', {
    reason: 'token_too_little',
    mint,
    held: String(most),
    asked: String(amount),
  });
}
