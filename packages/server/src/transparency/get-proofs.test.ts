import { readCheckpoint } from '@pid/protocol/books';
import { expect, test } from 'vitest';
import { fileDatabase, ledgerOn } from '../ledger/testing/ledger-fixture.ts';
import type { Queryable } from '../platform/db/index.ts';
import { getPostingProof } from './get-proofs.ts';
import { logOn } from './testing/log-fixture.ts';

test('gives no proof of an entry that was appended after the checkpoint was read', async () => {
  const db = await fileDatabase();
  const ledger = ledgerOn(db);
  const log = await logOn(db);
  const [alice, bob] = [await ledger.player(10_000n), await ledger.player(0n)];
  await log.appendAll();
  const { id } = await ledger.send(alice, bob, 1000n);
  const holder = { kind: 'identity', id: alice.identityId, name: alice.pid } as const;
  let turns = 0;
  const racing: Queryable = {
    ...db,
    async query<T extends object>(...[query, values]: Parameters<Queryable['query']>) {
      const result = await db.query<T>(query, values);
      if (typeof query === 'object' && query.name === 'log_head' && (turns += 1) === 1) await log.appendAll();
      return result;
    },
  };
  await expect(getPostingProof({ ...log.deps, db: racing }, holder, id)).rejects.toMatchObject({
    code: 'proof_not_ready',
  });
  const proof = await getPostingProof(log.deps, holder, id);
  expect(proof.index).toBeLessThan(readCheckpoint(proof.checkpoint).size);
});
