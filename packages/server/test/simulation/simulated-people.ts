import { createHash } from 'node:crypto';
import { insertPasskey } from '../../src/credentials/passkeys/passkeys.store.ts';
import { insertIdentity } from '../../src/identity/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { randomIds } from '../../src/platform/ids.ts';

/** Identities are permanent, so all simulated worlds share them. Everything else is reset for each world. */
export interface SimulatedPeople {
  readonly identities: readonly { readonly id: string; readonly pid: string }[];
  reset(): Promise<void>;
}

const count = 3;
const passkeysEach = 4;

export async function simulatedPeople(db: Database): Promise<SimulatedPeople> {
  const now = new Date('2026-11-15T09:00:00Z');
  const identities = Array.from({ length: count }, (_, index) => ({
    id: randomIds.uuid(),
    handle: `simulated_${index}`,
  }));
  await db.transaction(async (tx) => {
    for (const { id, handle } of identities) {
      await insertIdentity(tx, { id, handle, now });
      for (let index = 0; index < passkeysEach; index += 1)
        await insertPasskey(tx, {
          id: randomIds.uuid(),
          identityId: id,
          credentialId: Buffer.from(`${handle} ${index}`).toString('base64url'),
          status: 'active',
          name: `key ${index}`,
          compressedKey: Buffer.concat([
            Buffer.of(2),
            createHash('sha256').update(`${handle} ${index}`).digest(),
          ]),
          coseKey: Buffer.of(0),
          rpIdHash: Buffer.alloc(32),
          counter: 0,
          backupEligible: false,
          backedUp: false,
          transports: [],
          registeredLoginId: null,
          countsFrom: null,
          now: new Date(now.getTime() + index),
        });
    }
  });
  return {
    identities: identities.map(({ id, handle }) => ({ id, pid: `${handle}@pid` })),
    async reset() {
      await db.query(
        'truncate relay_operations, relay_spending, smart_accounts, notices, notice_mails cascade',
      );
      await db.query(`update passkeys set status = 'active', revoked_at = null, revoked_reason = null`);
    },
  };
}
