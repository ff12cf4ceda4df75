import type { Reply } from '@pid/contract';
import { findIdentityByPid } from '../identity/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { describeIdentity } from './search-identities.ts';

/** Facts of other slices about one identity. */
export interface PlayerFacts {
  balanceOf(identityId: string): Promise<{ readonly balance: bigint; readonly held: bigint }>;
  listSessions(
    identityId: string,
    limit: number,
  ): Promise<readonly { createdAt: Date; lastSeenAt: Date; userAgent: string }[]>;
}

const sessionsMax = 20;

/** The facts that an administrator needs before deciding about a player. */
export async function getIdentityAsAdmin(
  { reader, facts }: { readonly reader: Queryable; readonly facts: PlayerFacts },
  pid: string,
): Promise<Reply<'getIdentityAsAdmin'>> {
  const identity = await findIdentityByPid(reader, pid);
  if (!identity) throw refuse('not_found');
  const [{ balance, held }, sessions] = await Promise.all([
    facts.balanceOf(identity.id),
    facts.listSessions(identity.id, sessionsMax),
  ]);
  return {
    ...describeIdentity(identity),
    balance: Number(balance),
    held: Number(held),
    sessions: sessions.map(({ createdAt, lastSeenAt, userAgent }) => ({
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      userAgent,
    })),
  };
}
