import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSigner } from '../../test/chain-helper.ts';
import { testDatabase } from '../../test/test-database.ts';
import { insertIdentity } from '../identity/index.ts';
import type { OperationEffects, Relay } from '../relay/index.ts';
import { registerGrantEffects } from './grant-effects.ts';
import { findGrant } from './session-grants.store.ts';

const now = new Date('2026-11-15T10:00:00Z');

/** Returns the effects that the relay would run. */
function effectsOf(kind: string): OperationEffects {
  const found = new Map<string, OperationEffects>();
  const relay = { onOutcome: (name: string, effects: OperationEffects) => void found.set(name, effects) };
  registerGrantEffects(relay as unknown as Relay);
  return found.get(kind)!;
}

test('undoing a registration removes its grant, but not a newer grant of the same key', async () => {
  const db = await testDatabase();
  const identityId = randomUUID();
  await db.transaction((tx) =>
    insertIdentity(tx, { id: identityId, handle: `h${randomBytes(6).toString('hex')}`, now }),
  );
  const details = {
    sessionAddress: newSigner().address,
    vault: newSigner().address,
    sessionPubkey: newSigner().address,
    allowedProgram: newSigner().address,
    expiresAt: 1_800_000_000,
  };
  const operation = (signature: string) =>
    ({ id: randomUUID(), identityId, signature, details }) as unknown as Parameters<
      NonNullable<OperationEffects['confirmed']>
    >[1];
  const { confirmed, undone } = effectsOf('register_session');
  const [older, newer] = [operation('older'), operation('newer')];
  await db.transaction((tx) => confirmed!(tx, older, now));
  await db.transaction((tx) => confirmed!(tx, newer, now));
  await db.transaction((tx) => undone!(tx, older, { now, account: null, recovery: null }));
  expect(await findGrant(db, details.sessionAddress)).toMatchObject({ signature: 'newer' });
  await db.transaction((tx) => undone!(tx, newer, { now, account: null, recovery: null }));
  expect(await findGrant(db, details.sessionAddress)).toBeNull();
});
