import type { Queryable } from '../platform/db/index.ts';
import type { Caller } from '../platform/http/index.ts';
import { listLogins, listRequests } from './app-activity.store.ts';
import type { ActivityRecorder } from './record-activity.ts';

/** Days for which activity is kept. */
export const keptDays = 30;
const shownMax = 200;

export interface GetActivityDeps {
  readonly db: Queryable;
  readonly recorder: Pick<ActivityRecorder, 'flush' | 'today'>;
  /** Throws if the caller may not read the app. */
  admitToApp(db: Queryable, caller: Caller, clientId: string, operation: 'getAppActivity'): Promise<unknown>;
}

export async function getAppActivity(
  { db, recorder, admitToApp }: GetActivityDeps,
  caller: Caller,
  clientId: string,
) {
  await admitToApp(db, caller, clientId, 'getAppActivity');
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
