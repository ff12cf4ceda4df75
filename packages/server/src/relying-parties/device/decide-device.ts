import type { Input } from '@pid/contract';
import type { AuditOrigin } from '../../audit/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import { sha256 } from '../../platform/hash.ts';
import { networkKey, type UserCaller } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { findApp } from '../apps.store.ts';
import { ratedApp, writeRating, type LoginAges } from '../ages.ts';
import { connectApp } from '../issue-code.ts';
import { lookUpCounted } from './count-guesses.ts';
import { findPendingDevice, storeDeviceDecision, type PendingDevice } from './device-logins.store.ts';
import { readUserCode } from './user-code.ts';

export type DeviceDeps = Needs<'db' | 'clock' | 'ids'> & { readonly ages: LoginAges };

/**
 * Describes the app, the time of the request and whether the device is nearby, so that the player can compare
 * them with the device.
 */
export async function describeDevice(
  deps: DeviceDeps,
  caller: UserCaller,
  text: string,
  origin: AuditOrigin,
) {
  const { pending } = await findCounted(deps, caller, text, origin);
  const app = (await findApp(deps.db, pending.client_id)) ?? missing();
  return {
    app: {
      name: app.name,
      logoUrl: app.logoUrl,
      // If the app does not require its secret, anyone can start a device login in its name.
      verified: app.verified && app.requireSecret,
      rating: app.ratingConfirmed ? writeRating(app.rating) : null,
      status: 'active' as const,
    },
    scopes: pending.scope.split(' ').filter((scope) => scope !== ''),
    requestedAt: pending.requested_at.toISOString(),
    expiresAt: pending.expires_at.toISOString(),
    nearby: pending.network === networkKey(origin.address ?? ''),
  };
}

/** Records the player's decision. Only the first decision counts; the device gets it with its next poll. */
export async function decideDevice(
  deps: DeviceDeps,
  caller: UserCaller,
  { userCode, decision }: Input<'decideDevice'>,
  origin: AuditOrigin,
): Promise<void> {
  const { userHash, pending } = await findCounted(deps, caller, userCode, origin);
  const app = (await findApp(deps.db, pending.client_id)) ?? missing();
  const isRefused = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const common = { userHash, identityId: caller.identityId, now };
    if (decision === 'deny') {
      if (!(await storeDeviceDecision(tx, { ...common, allowed: null }))) missing();
      return false;
    }
    const player = { id: caller.identityId, pid: caller.pid };
    if (!(await deps.ages.admit(tx, player, ratedApp(app)))) {
      if (!(await storeDeviceDecision(tx, { ...common, allowed: null }))) missing();
      return true;
    }
    const grantId = await connectApp(deps, tx, { app, from: 'a device', user: caller, origin, now });
    const allowed = { grantId, authenticatedAt: caller.authenticatedAt };
    if (!(await storeDeviceDecision(tx, { ...common, allowed }))) missing();
    return false;
  });
  if (isRefused) throw refuse('parent_forbids');
}

async function findCounted(
  deps: DeviceDeps,
  caller: UserCaller,
  text: string,
  { address }: AuditOrigin,
): Promise<{ userHash: Buffer; pending: PendingDevice }> {
  // Text that cannot be a code does not count as a guess.
  const userHash = sha256(readUserCode(text) ?? missing());
  const now = deps.clock.now();
  const pending = await deps.db.transaction((tx) =>
    lookUpCounted(tx, { caller, address, now }, () => findPendingDevice(tx, userHash, now)),
  );
  return { userHash, pending: pending ?? missing() };
}

function missing(): never {
  throw refuse('no_such_device_code');
}
