import type { Address } from '@pid/protocol';
import { orChainError, type Chain } from '../chain/index.ts';
import type { OnChainAccount } from '../platform/chain/client/index.ts';
import type { Clock } from '../platform/clock.ts';
import { chunks } from '../relay/index.ts';
import { decodeMint } from './token-accounts.ts';
import { nameSource, readTokenName, type TokenName } from './token-names.ts';

export interface MintFacts {
  readonly decimals: number;
  readonly name: TokenName | null;
}

const mintsPerRead = 100;
/**
 * A wallet can hold tokens of thousands of mints, because strangers can send them. Each request reads the names of so
 * many new mints; the next request reads further ones.
 */
const namesPerRequest = 300;
/** Makers can change a name. */
const keptMillis = 10 * 60_000;
const keptMax = 20_000;
/**
 * A Token-2022 mint can have up to 10 MB, for which its maker paid. A name that begins after these bytes is not shown.
 */
const mintSlice = { offset: 0, length: 4096 };
const metadataSlice = { offset: 0, length: 1024 };

/** Reads mints and their names from our own RPC node, at most every ten minutes. */
export function openMints({ client }: Pick<Chain, 'client'>, clock: Clock) {
  const kept = new Map<Address, MintFacts & { readonly untilMillis: number }>();

  async function readNames(
    mints: readonly Address[],
    accounts: readonly (OnChainAccount | null)[],
  ): Promise<Map<Address, TokenName | null>> {
    const names = new Map<Address, TokenName | null>();
    const elsewhere: { mint: Address; account: Address }[] = [];
    for (const [index, mint] of mints.entries()) {
      const source = nameSource(mint, accounts[index] ?? null);
      if ('found' in source) names.set(mint, source.found);
      else elsewhere.push({ mint, account: source.account });
    }
    const { accounts: read } =
      elsewhere.length === 0
        ? { accounts: [] }
        : await orChainError(
            client.accounts(
              elsewhere.map(({ account }) => account),
              { dataSlice: metadataSlice },
            ),
          );
    for (const [index, { mint }] of elsewhere.entries())
      names.set(mint, readTokenName(mint, read[index] ?? null));
    return names;
  }

  async function readMints(mints: readonly Address[]): Promise<ReadonlyMap<Address, MintFacts>> {
    const now = clock.nowMillis();
    const facts = new Map<Address, MintFacts>();
    const missing: Address[] = [];
    for (const mint of mints) {
      const known = kept.get(mint);
      if (known && now < known.untilMillis) facts.set(mint, known);
      else missing.push(mint);
    }
    for (const [turn, part] of chunks(missing, mintsPerRead).entries()) {
      const { accounts } = await orChainError(client.accounts(part, { dataSlice: mintSlice }));
      const names = turn * mintsPerRead < namesPerRequest ? await readNames(part, accounts) : null;
      for (const [index, mint] of part.entries()) {
        const decimals = decodeMint(accounts[index] ?? null)?.decimals ?? 0;
        const fact = { decimals, name: names?.get(mint) ?? null };
        facts.set(mint, fact);
        if (!names) continue;
        if (kept.size >= keptMax) kept.clear();
        kept.set(mint, { ...fact, untilMillis: now + keptMillis });
      }
    }
    return facts;
  }

  return { readMints };
}
