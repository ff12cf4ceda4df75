import type { Input, Reply } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../../audit/index.ts';
import { impossible, refuse } from '../../platform/errors/index.ts';
import { sha256 } from '../../platform/hash.ts';
import type { UserCaller } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { parsePushEndpoint } from './push-endpoint.ts';
import {
  listSubscriptions,
  removeSubscription,
  trimSubscriptions,
  upsertSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';

export interface SubscriptionDeps extends Needs<'db' | 'clock' | 'ids'> {
  /** Null if the service sends no notifications to devices. */
  readonly pushKey: string | null;
  readonly pushTestService: URL | null;
}

const devicesMax = 20;

export async function listPushSubscriptions(
  { db, clock, pushKey }: SubscriptionDeps,
  caller: UserCaller,
): Promise<Reply<'listPushSubscriptions'>> {
  const rows = await listSubscriptions(db, caller.identityId, { now: clock.now(), serverKey: pushKey });
  return { publicKey: pushKey, items: pushKey === null ? [] : rows.map((row) => shown(row, caller)) };
}

export async function addPushSubscription(
  deps: SubscriptionDeps,
  { caller, body, origin }: { caller: UserCaller; body: Input<'addPushSubscription'>; origin: AuditOrigin },
): Promise<Reply<'addPushSubscription'>> {
  const { db, clock, ids, pushKey, pushTestService } = deps;
  if (pushKey === null) throw refuse('push_off');
  const { sessionId } = caller;
  if (sessionId === null) impossible('a caller with a cookie has a session');
  if (!parsePushEndpoint(body.endpoint, pushTestService)) throw refuse('push_endpoint_refused');
  return db.transaction(async (tx) => {
    const now = clock.now();
    const { isNew, ...row } = await upsertSubscription(tx, {
      id: ids.uuid(),
      identityId: caller.identityId,
      sessionId,
      endpoint: body.endpoint,
      endpointHash: sha256(body.endpoint),
      ...body.keys,
      serverKey: pushKey,
      language: body.language,
      showDetails: body.showDetails,
      createdAt: now,
    });
    await trimSubscriptions(tx, caller.identityId, devicesMax);
    const { identityId, pid: actor } = caller;
    if (isNew)
      await recordAudit(tx, { at: now, identityId, actor, action: 'push.added', target: row.id, origin });
    return shown(row, caller);
  });
}

export async function removePushSubscription(
  { db, clock }: SubscriptionDeps,
  { caller, id, origin }: { caller: UserCaller; id: string; origin: AuditOrigin },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await removeSubscription(tx, caller.identityId, id))) throw refuse('not_found');
    const { identityId, pid: actor } = caller;
    await recordAudit(tx, { at: clock.now(), identityId, actor, action: 'push.removed', target: id, origin });
  });
}

function shown(row: SubscriptionRow, caller: UserCaller): Reply<'addPushSubscription'> {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    current: row.sessionId === caller.sessionId,
    endpointHash: row.endpointHash.toString('base64url'),
    language: row.language,
    showDetails: row.showDetails,
  };
}
