import { isDeepStrictEqual } from 'node:util';
import type { Input } from '@pid/contract';
import type { AppRole } from '@pid/contract/app-roles';
import { recordAppAudit, recordAudit, type AuditOrigin } from '../audit/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { pageOf, type Caller, type UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { secondsAfter } from '../sessions/index.ts';
import { admitToApp, lockAdmittedApp } from './admit-to-app.ts';
import {
  describeApp,
  readCursor,
  readName,
  readOrigins,
  readPlayUrl,
  readRedirectUris,
  readTexts,
} from './app-fields.ts';
import { endTeam } from './members/end-team.ts';
import { readRating } from './ages.ts';
import { newClientId, newSecret } from './app-secret.ts';
import { delicateChanges, needsStepUp, type AppChange } from './delicate-changes.ts';
import {
  countApps,
  dropPreviousSecret,
  endAllowancesOf,
  findApp,
  insertApp,
  listAppsOfPlayer,
  markAppDeleted,
  replaceOrigins,
  replaceRedirectUris,
  replaceSecret,
  updateApp,
  writeContact,
  writeRatingOf,
  type App,
} from './apps.store.ts';

/** Of one owner. */
export const appsMax = 50;

/**
 * Ends what other slices hold of an app, in the transaction that deletes it (`deletions.ts`). It throws to
 * refuse the deletion, for example while the escrow has money.
 */
export type EndAppData = (tx: Tx, app: { clientId: string; ownerIdentityId: string }) => Promise<void>;

export interface ManageDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly endAppData: EndAppData;
  /** Ends dependent work over the network before the deletion, and therefore outside its transaction. */
  beforeDeletion?(clientId: string): Promise<void>;
}

type AppInput = Input<'registerApp'>;

/** Registers an app for the caller. The secret is returned only here. */
export async function registerApp(
  deps: ManageDeps,
  caller: UserCaller,
  input: AppInput,
  origin: AuditOrigin,
): Promise<{ app: App; secret: string }> {
  const name = readName(input.name);
  const origins = readOrigins(input.origins);
  const requireSecret = input.requireSecret ?? false;
  const redirectUris = readRedirectUris(input.redirectUris ?? [], { origins, requireSecret });
  const playUrl = readPlayUrl(input.playUrl ?? null, origins);
  const texts = readTexts(input.texts ?? {});
  const clientId = newClientId(deps.ids);
  const { secret, hash } = newSecret(deps.ids);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Locking the owner's row keeps the count correct for concurrent registrations.
    const owner = await lockIdentity(tx, caller.identityId);
    // Deleted meanwhile: nothing may be stored after it.
    if (owner?.status === 'deleted') throw refuse('unauthorized');
    if ((await countApps(tx, caller.identityId)) >= appsMax) throw refuse('too_many_apps');
    await insertApp(tx, {
      clientId,
      ownerId: caller.identityId,
      name,
      logoUrl: input.logoUrl ?? null,
      playUrl,
      texts,
      feeBps: input.feeBps ?? 0,
      feeFlat: input.feeFlat ?? 0,
      requireSecret,
      deviceFlow: input.deviceFlow ?? false,
      secretHash: hash,
      now,
    });
    if (input.contact !== undefined) await writeContact(tx, clientId, input.contact);
    if (input.rating !== undefined) await writeRatingOf(tx, clientId, readRating(input.rating));
    await replaceOrigins(tx, clientId, origins);
    await replaceRedirectUris(tx, clientId, redirectUris);
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'app.registered',
      target: clientId,
      details: { name, origins, redirectUris },
      origin,
    });
    return { app: (await findApp(tx, clientId))!, secret };
  });
}

export async function listApps(db: Database, caller: UserCaller, query: Input<'listApps'>) {
  const limit = query.limit ?? 50;
  const apps = await listAppsOfPlayer(db, caller.identityId, readCursor(query.cursor), limit + 1);
  const { items, nextCursor } = pageOf(apps, limit, ({ clientId }) => [clientId]);
  return { items: items.map(describeApp), nextCursor };
}

/** An app that the caller does not belong to is reported as missing. */
export async function getApp(db: Database, caller: Caller, clientId: string) {
  const { role } = await admitToApp(db, caller, clientId, 'getApp');
  const app = await findApp(db, clientId);
  if (!app) throw refuse('no_such_app');
  return describeApp({ ...app, role });
}

/** A machine token can read its own app and change nothing. For any other app it gets `no_such_app`. */
function personOnly(caller: Caller, clientId: string): UserCaller {
  if (caller.type === 'user') return caller;
  throw caller.clientId === clientId ? refuse('read_only_token', { need: 'session' }) : refuse('no_such_app');
}

/** Every app has `read`. The owner may remove `payments`. */
function readScopes(scopes: NonNullable<AppChange['scopes']>): App['scopes'] {
  if (!scopes.includes('read')) throw invalid('scopes must contain read');
  return scopes.includes('payments') ? ['read', 'payments'] : ['read'];
}

/**
 * Changes the given fields. The app loses its verification if it can do more than the administrator verified.
 */
export async function changeApp(
  deps: ManageDeps,
  by: Caller,
  change: {
    readonly clientId: string;
    readonly input: AppChange;
    /** Called for delicate changes; throws unless the request is confirmed. */
    readonly requireStepUp: () => Promise<void>;
    readonly origin: AuditOrigin;
  },
): Promise<App & { readonly role: AppRole | 'token' }> {
  const { clientId, input, origin } = change;
  const caller = personOnly(by, clientId);
  const isConfirmed = await needsStepUp(deps.db, caller, clientId, input);
  if (isConfirmed) await change.requireStepUp();
  const name = input.name === undefined ? undefined : readName(input.name);
  const listed = input.origins === undefined ? undefined : readOrigins(input.origins);
  const texts = input.texts === undefined ? undefined : readTexts(input.texts);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const before = await lockAdmittedApp(tx, caller, clientId, 'changeApp');
    const scopes = input.scopes ? readScopes(input.scopes) : before.scopes;
    const rating = input.rating === undefined ? before.rating : readRating(input.rating);
    // The owner takes `payments` from an app to protect it from its developers too, and answers for its rating.
    // mutant (relying-parties/members/rights): before.role !== 'owner' => false
    if (before.role !== 'owner' && (scopes.join() !== before.scopes.join() || rating !== before.rating))
      throw refuse('role_needed', { need: 'owner' });
    const delicate = delicateChanges(before, input);
    // The app has changed since step-up was judged.
    if (delicate.length > 0 && !isConfirmed) throw refuse('app_changed');
    const after = {
      name: name ?? before.name,
      logoUrl: input.logoUrl === undefined ? before.logoUrl : input.logoUrl,
      feeBps: input.feeBps ?? before.feeBps,
      feeFlat: input.feeFlat ?? before.feeFlat,
      requireSecret: input.requireSecret ?? before.requireSecret,
      deviceFlow: input.deviceFlow ?? before.deviceFlow,
      scopes,
      origins: listed ?? before.origins,
      texts: texts ?? before.texts,
      playUrl: readPlayUrl(
        input.playUrl === undefined ? before.playUrl : input.playUrl,
        listed ?? before.origins,
      ),
    };
    // Checked against the values after the change: an origin cannot be removed while a redirect address or the
    // game's address is on it.
    const redirectUris = readRedirectUris(input.redirectUris ?? before.redirectUris, after);
    const needsReview = exceedsVerified(before, { ...after, redirectUris });
    const verified = before.verified && !needsReview;
    await updateApp(tx, clientId, { ...after, verified }, now);
    if (needsReview) await endAllowancesOf(tx, clientId);
    if (input.contact !== undefined) await writeContact(tx, clientId, input.contact);
    if (input.rating !== undefined) await writeRatingOf(tx, clientId, rating);
    if (listed) await replaceOrigins(tx, clientId, listed);
    if (input.redirectUris) await replaceRedirectUris(tx, clientId, redirectUris);
    await recordAppAudit(
      tx,
      {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: 'app.changed',
        target: clientId,
        details: { ...input, verified },
        origin,
      },
      before.ownerId,
    );
    if (delicate.length > 0)
      await notifyOwner(tx, {
        identityId: before.ownerId,
        type: 'app.changed',
        data: {
          clientId,
          name: after.name,
          fields: delicate.join(','),
          ...(before.ownerId === caller.identityId ? {} : { by: caller.pid }),
        },
        now,
      });
    return { ...(await findApp(tx, clientId))!, role: before.role };
  });
}

type Appearance = Pick<
  App,
  'name' | 'logoUrl' | 'playUrl' | 'texts' | 'origins' | 'redirectUris' | 'feeBps' | 'feeFlat' | 'deviceFlow'
>;

/**
 * Whether the app looks different, reaches further or charges more than the verified app. Fewer addresses and
 * lower fees are accepted.
 */
function exceedsVerified(before: Appearance, after: Appearance): boolean {
  const isWidened = before.redirectUris.length > 0 && after.redirectUris.length === 0;
  return (
    after.name !== before.name ||
    after.logoUrl !== before.logoUrl ||
    // Without an address the game is no longer listed, which needs no review.
    (after.playUrl !== null && after.playUrl !== before.playUrl) ||
    !isDeepStrictEqual(after.texts, before.texts) ||
    after.feeBps > before.feeBps ||
    after.feeFlat > before.feeFlat ||
    (after.deviceFlow && !before.deviceFlow) ||
    after.origins.some((origin) => !before.origins.includes(origin)) ||
    after.redirectUris.some((uri) => !before.redirectUris.includes(uri)) ||
    isWidened
  );
}

/**
 * Creates a new secret. The old secret and its machine tokens end immediately, or after
 * `keepPreviousSeconds`, so that backends can switch over. Players' bearers stay valid, because they belong
 * to the players' grants.
 */
export async function rotateAppSecret(
  deps: ManageDeps,
  by: Caller,
  input: { clientId: string; keepPreviousSeconds: number | undefined },
  origin: AuditOrigin,
): Promise<string> {
  const { clientId, keepPreviousSeconds = 0 } = input;
  const caller = personOnly(by, clientId);
  const { secret, hash } = newSecret(deps.ids);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const { previousSecretUntil, ownerId } = await lockAdmittedApp(tx, caller, clientId, 'rotateAppSecret');
    // A third secret would silently end one that a backend may still use. With `keepPreviousSeconds` 0 the
    // caller ends both explicitly.
    if (keepPreviousSeconds > 0 && previousSecretUntil && previousSecretUntil > now)
      throw refuse('two_secrets');
    const keepUntil = keepPreviousSeconds === 0 ? null : secondsAfter(now, keepPreviousSeconds);
    await replaceSecret(tx, clientId, { hash, keepUntil, now });
    await recordAppAudit(
      tx,
      {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: 'app.secret_rotated',
        target: clientId,
        details: { keepPreviousSeconds },
        origin,
      },
      ownerId,
    );
  });
  return secret;
}

/** Ends the previous secret early on every node, because the backends have switched over or it leaked. */
export async function endPreviousSecret(
  deps: ManageDeps,
  by: Caller,
  clientId: string,
  origin: AuditOrigin,
): Promise<void> {
  const caller = personOnly(by, clientId);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const { previousSecretUntil, ownerId } = await lockAdmittedApp(tx, caller, clientId, 'endPreviousSecret');
    if (!previousSecretUntil || previousSecretUntil <= now) throw refuse('no_previous_secret');
    await dropPreviousSecret(tx, clientId, now);
    await recordAppAudit(
      tx,
      {
        at: now,
        identityId: caller.identityId,
        actor: caller.pid,
        action: 'app.secret_ended',
        target: clientId,
        origin,
      },
      ownerId,
    );
  });
}

/** Deletes the app and ends all its tokens, codes and origins. */
export async function deleteApp(
  deps: ManageDeps,
  by: Caller,
  clientId: string,
  origin: AuditOrigin,
): Promise<void> {
  const caller = personOnly(by, clientId);
  await admitToApp(deps.db, caller, clientId, 'deleteApp');
  await deps.beforeDeletion?.(clientId);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const app = await lockAdmittedApp(tx, caller, clientId, 'deleteApp');
    await deps.endAppData(tx, { clientId, ownerIdentityId: app.ownerId });
    await markAppDeleted(tx, clientId, now);
    await endTeam(tx, app, now);
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'app.deleted',
      target: clientId,
      origin,
    });
  });
}
