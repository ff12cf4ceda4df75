import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/test-database.ts';
import { untilBlocked } from '../../../test/until-blocked.ts';
import { insertIdentity } from '../../identity/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { lockActivePasskey, storeAssertion } from './assertions.store.ts';
import { insertPasskey, markPasskeyRevoked } from './passkeys.store.ts';

const now = new Date('2026-11-15T10:00:00Z');

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

const asserted = (db: Database, passkeyId: string, counter: number) =>
  db.transaction((tx) => storeAssertion(tx, { passkeyId, counter, backedUp: false, isLogin: false, now }));
const active = (db: Database, passkeyId: string) => db.transaction((tx) => lockActivePasskey(tx, passkeyId));

test('stores an assertion with an equal counter, and refuses a lower counter', async () => {
  const db = await testDatabase();
  const { passkeyId } = await passkey(db);
  expect(await asserted(db, passkeyId, 3)).toBe(true);
  expect(await asserted(db, passkeyId, 3)).toBe(true);
  expect(await asserted(db, passkeyId, 2)).toBe(false);
});

test('a check that waits for a revocation sees the revoked passkey', async () => {
  const db = await testDatabase();
  for (const judge of [(id: string) => asserted(db, id, 2), (id: string) => active(db, id)]) {
    const ids = await passkey(db);
    expect(await active(db, ids.passkeyId)).toBe(true);
    let waiting: Promise<boolean> | undefined;
    await db.transaction(async (tx) => {
      await markPasskeyRevoked(tx, { ...ids, reason: 'removed', now });
      waiting = judge(ids.passkeyId);
      await untilBlocked(db);
    });
    expect(await waiting).toBe(false);
  }
});
