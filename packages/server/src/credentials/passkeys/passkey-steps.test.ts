import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/test-database.ts';
import { untilBlocked } from '../../../test/until-blocked.ts';
import { insertIdentity } from '../../identity/index.ts';
import { binder, composeSteps, type Database, type Queryable, type Step } from '../../platform/db/index.ts';
import { activePasskeyStep, storeAssertionStep } from './assertions.store.ts';
import { insertPasskey, revokePasskey } from './passkeys.store.ts';

const now = new Date('2026-11-15T10:00:00Z');
const refusal = () => new Error('refused');

async function passkey(db: Database) {
  const [identityId, passkeyId] = [randomUUID(), randomUUID()];
  await db.transaction(async (tx) => {
    await insertIdentity(tx, { id: identityId, handle: `h${randomBytes(6).toString('hex')}`, now });
    await insertPasskey(tx, {
      id: passkeyId,
      identityId,
      credentialId: randomBytes(16).toString('base64url'),
      status: 'active',
      name: 'test',
      compressedKey: randomBytes(33),
      coseKey: randomBytes(77),
      rpIdHash: randomBytes(32),
      counter: 1,
      backupEligible: false,
      backedUp: false,
      transports: [],
      registeredLoginId: null,
      countsFrom: now,
      now,
    });
  });
  return { identityId, passkeyId };
}

async function holds(db: Queryable, step: Step): Promise<boolean> {
  const { values, bind } = binder();
  const { text, last } = composeSteps([step], 'start', bind);
  const { rows } = await db.query<{ holds: boolean }>(
    `with start as (select 1), ${text} select exists (select from ${last}) as holds`,
    values,
  );
  return rows[0]!.holds;
}

const asserted = (passkeyId: string, counter: number) =>
  storeAssertionStep({ passkeyId, counter, backedUp: false, now }, refusal);

test('an assertion with an equal counter is stored, one with a lower counter is not', async () => {
  const db = await testDatabase();
  const { passkeyId } = await passkey(db);
  expect(await holds(db, asserted(passkeyId, 3))).toBe(true);
  expect(await holds(db, asserted(passkeyId, 3))).toBe(true);
  expect(await holds(db, asserted(passkeyId, 2))).toBe(false);
});

test('a statement that waits for a revocation judges the passkey as that left it', async () => {
  const db = await testDatabase();
  for (const stepOf of [(id: string) => asserted(id, 2), (id: string) => activePasskeyStep(id, refusal)]) {
    const ids = await passkey(db);
    expect(await holds(db, activePasskeyStep(ids.passkeyId, refusal))).toBe(true);
    let waiting: Promise<boolean> | undefined;
    await db.transaction(async (tx) => {
      await revokePasskey(tx, { ...ids, reason: 'removed', now });
      waiting = holds(db, stepOf(ids.passkeyId));
      await untilBlocked(db);
    });
    expect(await waiting).toBe(false);
  }
});
