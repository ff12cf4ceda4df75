import { isRecentAtProvider, isRecoveredSince, listCountingPasskeys } from './credentials/index.ts';
import type { Tx } from './platform/db/index.ts';
import type { UserCaller } from './platform/http/index.ts';
import type { Needs } from './platform/needs.ts';
import { delayRecovery } from './recovery/index.ts';
import { endSessions } from './sessions/index.ts';

/**
 * Lets notices verify that the caller is the owner, and end all sessions when the owner reports "this was not
 * me".
 */
export function ownerProofs({ db, clock }: Needs<'db' | 'clock'>) {
  return {
    endSessions: async (tx: Tx, identityId: string, now: Date) =>
      void (await endSessions(tx, { identityId, exceptId: null, reason: 'frozen', now })),
    isRecentAtProvider: (caller: UserCaller) => isRecentAtProvider(caller, clock),
    hasCountingPasskey: async (identityId: string) =>
      (await listCountingPasskeys(db, identityId, clock.now())).length > 0,
    isRecoveredSince: (identityId: string, since: Date) => isRecoveredSince(db, identityId, since),
    delayRecovery,
  };
}
