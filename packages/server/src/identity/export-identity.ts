import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/db/index.ts';
import type { UserCaller } from '../platform/http/index.ts';

/** One slice's part of the export: everything it holds about an identity. */
export interface ExportSection {
  readonly name: string;
  read(db: Queryable, identityId: string): Promise<unknown>;
}

export interface ExportDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sections: readonly ExportSection[];
}

export async function exportIdentity({ db, clock, sections }: ExportDeps, caller: UserCaller) {
  const read = sections.map(async (section) => [section.name, await section.read(db, caller.identityId)]);
  const { pid, status, createdAt } = caller;
  return {
    exportedAt: clock.now().toISOString(),
    identity: { pid, status, createdAt },
    ...(Object.fromEntries(await Promise.all(read)) as Record<string, unknown>),
  };
}
