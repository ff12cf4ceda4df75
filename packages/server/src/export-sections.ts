import { exportCertificates, exportOperations } from './account/index.ts';
import { listAudit } from './audit/index.ts';
import { exportApprovals, exportPasskeys, listLogins } from './credentials/index.ts';
import { exportPermissions } from './evm-permissions/index.ts';
import type { ExportSection } from './identity/index.ts';
import { exportNotices } from './notices/index.ts';
import { readProfile } from './profile/index.ts';
import { exportRelyingParties } from './relying-parties/index.ts';
import { listGrants } from './session-grants/index.ts';
import { exportSessions } from './sessions/index.ts';

const activityMax = 10_000;

/** What each slice tells a user who asks for everything that is held about them. */
export const exportSections: readonly ExportSection[] = [
  { name: 'profile', read: readProfile },
  {
    name: 'credentials',
    read: async (db, identityId) =>
      (await listLogins(db, identityId)).map(
        ({ id, provider, issuer, subject, email, linked_at, last_login_at }) => ({
          id,
          provider,
          issuer,
          subject,
          email,
          linkedAt: linked_at,
          lastLoginAt: last_login_at,
        }),
      ),
  },
  { name: 'passkeys', read: exportPasskeys },
  { name: 'credentialApprovals', read: exportApprovals },
  { name: 'apps', read: exportRelyingParties },
  { name: 'evmPermissions', read: exportPermissions },
  { name: 'walletOperations', read: exportOperations },
  { name: 'walletCertificates', read: exportCertificates },
  {
    name: 'gameSessions',
    read: async (db, identityId) =>
      (await listGrants(db, identityId, null, activityMax)).map(
        ({ position: _position, expiresAt, ...grant }) => ({ ...grant, expiresAt: Number(expiresAt) }),
      ),
  },
  { name: 'sessions', read: exportSessions },
  { name: 'notices', read: exportNotices },
  { name: 'activity', read: (db, identityId) => listAudit(db, identityId, null, activityMax) },
];
