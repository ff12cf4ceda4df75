import { expect, test } from 'vitest';
import { fileDatabase } from '../ledger/testing/ledger-fixture.ts';
import { insertEvents, listEventsAfter } from './security-log.store.ts';

const db = await fileDatabase();
const event = (operation: string) => ({
  at: new Date(),
  event: 'a test',
  identityId: null,
  clientId: null,
  network: null,
  operation,
  details: {},
});
const followed = async () => (await listEventsAfter(db, '0', 100)).map(({ operation }) => operation);
const epoch = 2n ** 32n;

test.each([
  ['of before the first epoch ended, seen after it', epoch - 1n, epoch + 100n, epoch + 100n, true],
  ['of the third epoch', 2n * epoch + 5n, 2n * epoch + 6n, 2n * epoch + 6n, true],
  ['of a transaction that is the oldest under way', epoch + 7n, epoch + 7n, epoch + 9n, false],
  ['of a transaction behind one that is under way', epoch + 8n, epoch + 7n, epoch + 9n, false],
  ['of before there were numbers', 0n, epoch + 9n, epoch + 9n, true],
  ['of a cluster that had counted further', 9n * epoch, 700n, 700n, true],
])('decides whether an event is settled: %s', async (_name, writtenBy, oldest, next, isSettled) => {
  const { rows } = await db.query<{ settled: boolean }>(
    'select is_settled_event($1::text::xid8, $2::text::pg_snapshot) as settled',
    [String(writtenBy), `${oldest}:${next}:`],
  );
  expect(rows[0]!.settled).toBe(isSettled);
});

test('returns no event while a running transaction could still commit an earlier one', async () => {
  await db.transaction(async (slow) => {
    await insertEvents(slow, [event('slow')]);
    await insertEvents(db, [event('quick')]);
    expect(await followed()).toEqual([]);
  });
  // Transactions in other databases of the cluster may delay this.
  await expect.poll(followed).toEqual(['slow', 'quick']);
});

test('an event that is updated later keeps its place', async () => {
  await db.transaction(async (tx) => {
    await tx.query("update security_events set details = '{}'");
    expect(await followed()).toEqual(['slow', 'quick']);
  });
});
