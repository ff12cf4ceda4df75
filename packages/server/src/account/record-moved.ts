import { SYSTEM_PROGRAM, TOKEN_PROGRAM, decodeBase58 } from '@pid/protocol';
import type { Signature } from '@solana/kit';
import type { Chain } from '../chain/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Job } from '../platform/jobs.ts';
import { listUnknownAmounts, storeAmount, type UnknownAmount } from './withdrawn-amounts.store.ts';

interface MovedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'client'>;
}

interface InnerInstruction {
  readonly programIdIndex: number;
  readonly data: string;
}

const transfer = 2;
const transferChecked = 12;
const batchMax = 50;
/** A node that has pruned a transaction never finds it again. */
const tryForMillis = 2 * 86_400_000;

/**
 * Records the amount of each withdrawal of everything. Only the transaction contains it, and only a finalized
 * transaction is certain.
 */
export function movedAmounts(deps: MovedDeps): Job {
  return {
    name: 'record withdrawn amounts',
    everySeconds: 15,
    async run() {
      const since = new Date(deps.clock.nowMillis() - tryForMillis);
      for (const operation of await listUnknownAmounts(deps.db, since, batchMax)) {
        const moved = await readMoved(deps.chain, operation);
        if (moved !== null) await storeAmount(deps.db, operation.id, moved);
      }
    },
  };
}

async function readMoved({ client }: MovedDeps['chain'], operation: UnknownAmount): Promise<bigint | null> {
  const landed = await client.rpc
    .getTransaction(operation.signature as Signature, {
      commitment: 'finalized',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
    .send();
  if (!landed?.meta || landed.meta.err) return null;
  const keys = landed.transaction.message.accountKeys;
  const calls = (landed.meta.innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  if (operation.asset !== 'SOL') return numberIn(calls, keys, TOKEN_PROGRAM, transferChecked, 1);
  // One transfer takes the amount and the fees out of the vault.
  const taken = numberIn(calls, keys, SYSTEM_PROGRAM, transfer, 4);
  return taken === null ? null : taken - operation.feesLamports;
}

function numberIn(
  calls: readonly InnerInstruction[],
  keys: readonly string[],
  program: string,
  kind: number,
  offset: number,
): bigint | null {
  for (const { programIdIndex, data } of calls) {
    const bytes = keys[programIdIndex] === program ? decodeBase58(data) : null;
    if (bytes?.[0] === kind) return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(offset, true);
  }
  return null;
}
