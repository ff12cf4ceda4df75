import { eraseAccount } from './account/index.ts';
import { burn, deleteLogins, deletePasskeys, loginHash, passkeyHash } from './credentials/index.ts';
import { erasePermissions } from './evm-permissions/index.ts';
import type { Eraser } from './identity/index.ts';
import { forfeitBalance } from './ledger/index.ts';
import { eraseNotices, insertFarewell } from './notices/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Queryable } from './platform/db/index.ts';
import type { Ids } from './platform/ids.ts';
import type { Sealer } from './platform/sealing/index.ts';
import { eraseProfile } from './profile/index.ts';
import { recipientOf } from './recipients.ts';
import { eraseRelyingParties, ownedApps } from './relying-parties/index.ts';
import { eraseGrants } from './session-grants/index.ts';
import { eraseTickets } from './sign-in/index.ts';
import { endSessions, eraseSessions, serviceSecret } from './sessions/index.ts';

/** What every slice erases when an identity is deleted. Handle, ledger and audit stay. */
export async function identityErasers(deps: {
  db: Queryable;
  sealer: Sealer;
  clock: Clock;
  ids: Ids;
}): Promise<Eraser[]> {
  const burnKey = await serviceSecret(deps, 'burn', deps.ids.bytes(32), deps.clock.now());
  return [
    async (tx, identity, now) => {
      const clientIds = await ownedApps(tx, identity.id);
      await forfeitBalance(deps, tx, { identityId: identity.id, clientIds }, now);
    },
    async (tx, identity, now) => {
      const recipient = await recipientOf(tx, identity.id);
      await eraseNotices(tx, identity.id);
      if (recipient) await insertFarewell(tx, { identityId: identity.id, now, ...recipient });
    },
    async (tx, identity) => eraseProfile(tx, identity.id),
    async (tx, identity, now) => erasePermissions(tx, identity.id, now),
    async (tx, identity) => eraseGrants(tx, identity.id),
    async (tx, identity) => eraseAccount(tx, identity.id),
    async (tx, identity, now) => eraseRelyingParties(tx, identity.id, now),
    async (tx, identity, now) => {
      const logins = await deleteLogins(tx, identity.id);
      for (const login of logins) await eraseTickets(tx, login);
      await burn(
        tx,
        logins.map((login) => loginHash(burnKey, login)),
        now,
      );
    },
    async (tx, identity, now) => {
      const credentialIds = await deletePasskeys(tx, identity.id);
      await burn(
        tx,
        credentialIds.map((credentialId) => passkeyHash(burnKey, credentialId)),
        now,
      );
    },
    async (tx, identity, now) => {
      await endSessions(tx, { identityId: identity.id, exceptId: null, reason: 'identity deleted', now });
      await eraseSessions(tx, identity.id);
    },
  ];
}
