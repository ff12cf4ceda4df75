import type { Slice } from '../platform/slice.ts';
import { loginHash, passkeyHash } from './burn-credential.ts';
import { credentialRoutes } from './credentials.routes.ts';
import { burn, deleteLogins, listLogins } from './credentials.store.ts';
import type { DeletionDeps } from './delete-identity.ts';
import {
  approvalRoutes,
  deletePasskeys,
  stopAwaiting,
  exportApprovals,
  exportPasskeys,
  passkeyRoutes,
  passkeySignInRoutes,
  sweepPasskeys,
} from './passkeys/index.ts';

type CredentialDeps = DeletionDeps &
  Parameters<typeof credentialRoutes>[0] &
  Parameters<typeof passkeyRoutes>[0] &
  Parameters<typeof approvalRoutes>[0] &
  Parameters<typeof passkeySignInRoutes>[0];

export function openCredentials(deps: CredentialDeps): Slice {
  const { db, clock, burnKey } = deps;
  return {
    routes: [
      ...credentialRoutes(deps),
      ...passkeyRoutes(deps),
      ...approvalRoutes(deps),
      ...passkeySignInRoutes(deps),
    ],
    jobs: [{ name: 'sweep passkeys', everySeconds: 300, run: () => sweepPasskeys(db, clock.now()) }],
    async erase(tx, { id }, now) {
      const logins = await deleteLogins(tx, id);
      const passkeys = await deletePasskeys(tx, id);
      await stopAwaiting(tx, id);
      const hashes = [
        ...logins.map((login) => loginHash(burnKey, login)),
        ...passkeys.map((credentialId) => passkeyHash(burnKey, credentialId)),
      ];
      await burn(tx, hashes, now);
    },
    export: {
      credentials: async (queryable, identityId) =>
        (await listLogins(queryable, identityId)).map((login) => ({
          id: login.id,
          provider: login.provider,
          issuer: login.issuer,
          subject: login.subject,
          email: login.email,
          linkedAt: login.linked_at,
          lastLoginAt: login.last_login_at,
        })),
      passkeys: exportPasskeys,
      credentialApprovals: exportApprovals,
    },
  };
}
