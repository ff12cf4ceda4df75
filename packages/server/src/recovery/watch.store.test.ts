import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/test-database.ts';
import { insertIdentity } from '../identity/index.ts';
import { insertAttempt, listAllOpen } from './recovery.store.ts';
import { moveMarks, takeRound } from './watch.store.ts';

const now = new Date('2026-11-15T10:00:00Z');

async function beginAttempt(db: Awaited<ReturnType<typeof testDatabase>>): Promise<string> {
  const identityId = randomUUID();
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await insertIdentity(tx, { id: identityId, handle: `h${randomBytes(6).toString('hex')}`, now });
    await insertAttempt(tx, {
      id,
      identityId,
      mode: 'chain',
      compressedKey: Buffer.concat([Buffer.of(2), randomBytes(32)]),
      policyNonce: 0n,
      delaySeconds: 604_800,
      sessionId: null,
      readyAt: null,
      now,
    });
  });
  return id;
}

test('every open recovery gets its turn, however many others are open', async () => {
  const db = await testDatabase();
  const begun = [];
  for (let count = 0; count < 5; count += 1) begun.push(await beginAttempt(db));
  const seen = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const marks = (await takeRound(db, now, now))!;
    const open = await listAllOpen(db, marks.attempt, 2);
    for (const { id } of open) seen.add(id);
    await moveMarks(db, marks, { identity: null, attempt: open.length < 2 ? null : open.at(-1)!.id });
  }
  expect([...seen].toSorted()).toEqual(begun.toSorted());
  // The turns start from the beginning.
  const { attempt } = (await takeRound(db, now, now))!;
  expect(await listAllOpen(db, attempt, 2)).toHaveLength(2);
});

test('a round does not move the marks if another node has moved them since', async () => {
  const db = await testDatabase();
  const first = (await takeRound(db, now, now))!;
  const moved = { identity: randomUUID(), attempt: randomUUID() };
  await moveMarks(db, first, moved);
  await moveMarks(db, first, { identity: null, attempt: null });
  expect(await takeRound(db, now, now)).toEqual(moved);
});
