import type { Queryable } from '../platform/db/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';

export interface ExportDeps extends Needs<'reader' | 'clock'> {
  /** The data of every slice about an identity, by name. */
  held(db: Queryable, identityId: string): Promise<Record<string, unknown>>;
}

export async function exportIdentity(
  { reader, clock, held }: ExportDeps,
  whose: Pick<UserCaller, 'identityId' | 'pid' | 'status' | 'createdAt'>,
) {
  const { pid, status, createdAt } = whose;
  return {
    exportedAt: clock.now().toISOString(),
    identity: { pid, status, createdAt },
    ...(await held(reader, whose.identityId)),
  };
}
