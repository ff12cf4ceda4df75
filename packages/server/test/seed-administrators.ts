import { randomUUID } from 'node:crypto';
import { insertLogin } from '../src/credentials/index.ts';
import { findIdentityByPid, handleOf, insertIdentity } from '../src/identity/index.ts';
import type { Database } from '../src/platform/db/index.ts';
import { insertProfile } from '../src/profile/index.ts';
import { developmentLogin } from './development-login.ts';

/**
 * Creates an identity for each of `pids`, because a service starts only with existing administrators. Adds
 * the development login with which `newPlayer` then signs in.
 */
export async function seedAdministrators(
  db: Database,
  developmentIssuer: string,
  pids: readonly string[],
): Promise<void> {
  for (const pid of pids) {
    if (await findIdentityByPid(db, pid)) continue;
    const now = new Date();
    const email = `${handleOf(pid)}@example.com`;
    await db.transaction(async (tx) => {
      const identity = await insertIdentity(tx, { id: randomUUID(), handle: handleOf(pid), now });
      await insertProfile(tx, identity!.id, now);
      await insertLogin(tx, {
        id: randomUUID(),
        identityId: identity!.id,
        ...developmentLogin(developmentIssuer, email),
        now,
      });
    });
  }
}
