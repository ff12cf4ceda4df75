import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Caller } from '../platform/http/index.ts';
import { listLogins, listRequests } from './app-activity.store.ts';
import type { ActivityRecorder } from './record-activity.ts';

/** Days for which activity is kept. */
export const keptDays = 30;
const shownMax = 200;

export interface GetActivityDeps {
  readonly db: Queryable;
  readonly recorder: Pick<ActivityRecorder, 'flush' | 'today'>;
  /** Null when there is no such app. */
  appOwner(db: Queryable, clientId: string): Promise<string | null>;
}

export async function getAppActivity(
  { db, recorder, appOwner }: GetActivityDeps,
  caller: Caller,
  clientId: string,
) {
  const owner = await appOwner(db, clientId);
  const isOwn = caller.type === 'app' ? caller.clientId === clientId : caller.identityId === owner;
  if (owner === null || !isOwn) throw refuse('no_such_app');
  // The response includes everything that this node has seen; other nodes write theirs within seconds.
  await recorder.flush();
  const [logins, requests] = await Promise.all([
    listLogins(db, clientId, { today: recorder.today(), days: keptDays }),
    listRequests(db, clientId, shownMax),
  ]);
  return {
    logins,
    requests: requests.map((seen) => ({
      at: seen.at.toISOString(),
      requestId: seen.requestId,
      method: seen.method,
      route: seen.route,
      status: seen.status,
      code: seen.code,
      reason: seen.reason,
      caller: seen.caller,
    })),
  };
}
