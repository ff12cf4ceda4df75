import { addressFromBytes, isAddress, toAddress, TOKEN_PROGRAM } from '@pid/protocol';
import type { Address } from '@pid/protocol';
import type { Holding } from './read-vault.ts';
import { ACCOUNTS_AT_ONCE, readAccount, readAccounts, senseless, valueOf } from './rpc.ts';
import type { RawAccount, Rpc } from './rpc.ts';

const METHOD = 'getTokenAccountsByOwner';
const TOKEN_BYTES = 165;
const AMOUNT_AT = 64;
const STATE_AT = 108;
const INITIALISED = 1;
const FROZEN = 2;
const MINT_BYTES = 82;
const DECIMALS_AT = 44;
/** Anyone can send a wallet thousands of worthless tokens. A longer list is of no use. */
const TOKENS_MAX = 10_000;

type TokenHolding = Holding & { readonly mint: Address; readonly source: Address };

export interface Tokens {
  readonly holdings: readonly TokenHolding[];
  /** Tokens that their issuer has frozen; only the issuer can release them. */
  readonly frozenCount: number;
  /** Accounts that are no valid token accounts or that exceed the limit. */
  readonly leftOutCount: number;
  readonly complete: boolean;
}

interface Found {
  readonly mint: Address;
  readonly source: Address;
  readonly amount: bigint;
  readonly frozen: boolean;
}

/** Returns null for an account that is not a token account of this vault, even if the server says it is. */
function readToken(pubkey: unknown, { owner, data }: RawAccount, vault: Address): Found | null {
  if (typeof pubkey !== 'string' || !isAddress(pubkey)) return null;
  if (owner !== TOKEN_PROGRAM || data.length !== TOKEN_BYTES) return null;
  if (addressFromBytes(data.subarray(32, 64)) !== vault) return null;
  const state = data[STATE_AT];
  if (state !== INITIALISED && state !== FROZEN) return null;
  return {
    mint: addressFromBytes(data.subarray(0, 32)),
    source: toAddress(pubkey),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(AMOUNT_AT, true),
    frozen: state === FROZEN,
  };
}

async function findTokens(rpc: Rpc, vault: Address): Promise<{ found: Found[]; leftOutCount: number }> {
  const value = valueOf(
    METHOD,
    await rpc.call(METHOD, [
      vault,
      { programId: TOKEN_PROGRAM },
      { encoding: 'base64', commitment: 'confirmed' },
    ]),
  );
  if (!Array.isArray(value)) throw senseless(METHOD);
  const bySource = new Map<Address, Found>();
  let leftOutCount = 0;
  for (const entry of value as readonly { pubkey?: unknown; account?: unknown }[]) {
    const token = readToken(entry?.pubkey, readAccount(METHOD, entry?.account), vault);
    if (token !== null && (token.amount === 0n || bySource.has(token.source))) continue;
    if (token === null || bySource.size >= TOKENS_MAX) leftOutCount += 1;
    else bySource.set(token.source, token);
  }
  return { found: [...bySource.values()], leftOutCount };
}

function decimalsOf(mint: RawAccount | null | undefined): number | null {
  return mint?.owner === TOKEN_PROGRAM && mint.data.length === MINT_BYTES
    ? (mint.data[DECIMALS_AT] ?? null)
    : null;
}

/** Reports progress after every hundred mints, so that the first tokens appear early. */
export async function readTokens(
  rpc: Rpc,
  vault: Address,
  onProgress: (tokens: Tokens) => void,
  signal: AbortSignal,
): Promise<void> {
  const { found, leftOutCount } = await findTokens(rpc, vault);
  const frozenCount = found.filter(({ frozen }) => frozen).length;
  const movable = found.filter(({ frozen }) => !frozen);
  const holdings: TokenHolding[] = [];
  let unreadable = 0;
  const report = (complete: boolean) =>
    onProgress({ holdings: [...holdings], frozenCount, leftOutCount: leftOutCount + unreadable, complete });
  for (let start = 0; start < movable.length; start += ACCOUNTS_AT_ONCE) {
    if (signal.aborted) return;
    const chunk = movable.slice(start, start + ACCOUNTS_AT_ONCE);
    const mints = await readAccounts(
      rpc,
      chunk.map(({ mint }) => mint),
    );
    for (const [index, { mint, source, amount }] of chunk.entries()) {
      const decimals = decimalsOf(mints[index]);
      if (decimals === null) unreadable += 1;
      else holdings.push({ mint, source, amount, decimals });
    }
    if (!signal.aborted) report(false);
  }
  if (!signal.aborted) report(true);
}
