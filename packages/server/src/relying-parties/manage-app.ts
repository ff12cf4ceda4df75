import type { Input } from '@pid/contract';
import { recordAudit, type AuditOrigin } from '../audit/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { invalid, refuse } from '../platform/errors/index.ts';
import { pageOf, type Caller, type UserCaller } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import { secondsAfter } from '../sessions/index.ts';
import { describeApp, readCursor, readName, readOrigins, readRedirectUris } from './app-fields.ts';
import { newClientId, newSecret } from './app-secret.ts';
import { delicateChanges, needsStepUp, type AppChange } from './delicate-changes.ts';
import {
  countApps,
  dropPreviousSecret,
  findApp,
  insertApp,
  listAppsOfOwner,
  lockApp,
  markAppDeleted,
  replaceOrigins,
  replaceRedirectUris,
  replaceSecret,
  updateApp,
  writeContact,
  type App,
} from './apps.store.ts';

const appsMax = 50;

/** What must happen, in the same transaction, before an app goes: its escrow is settled, or the deletion refused by throwing. */
export type AppSettlement = (tx: Tx, app: { clientId: string; ownerIdentityId: string }) => Promise<void>;

export interface ManageDeps extends Needs<'db' | 'clock' | 'ids'> {
  readonly settleApp: AppSettlement;
  /** What is to be ended elsewhere first, by network and so outside of the transaction. */
  beforeDeletion?(clientId: string): Promise<void>;
}

type AppInput = Input<'registerApp'>;

/** Registers an app of the caller's. The secret is in this answer and nowhere else. */
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
  const clientId = newClientId(deps.ids);
  const { secret, hash } = newSecret(deps.ids);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Holding the owner's row makes the count below hold for two registrations at once.
    await lockIdentity(tx, caller.identityId);
    if ((await countApps(tx, caller.identityId)) >= appsMax) throw refuse('too_many_apps');
    await insertApp(tx, {
      clientId,
      ownerId: caller.identityId,
      name,
      logoUrl: input.logoUrl ?? null,
      feeBps: input.feeBps ?? 0,
      feeFlat: input.feeFlat ?? 0,
      requireSecret,
      deviceFlow: input.deviceFlow ?? false,
      secretHash: hash,
      now,
    });
    if (input.contact !== undefined) await writeContact(tx, clientId, input.contact);
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
  const apps = await listAppsOfOwner(db, caller.identityId, readCursor(query.cursor), limit + 1);
  const { items, nextCursor } = pageOf(apps, limit, ({ clientId }) => [clientId]);
  return { items: items.map(describeApp), nextCursor };
}

/** An app that is not the caller's does not exist for them. */
export async function getApp(db: Database, caller: Caller, clientId: string) {
  const app = await findApp(db, clientId);
  const isOwn =
    app && (caller.type === 'app' ? caller.clientId === app.clientId : caller.identityId === app.ownerId);
  if (!isOwn) throw refuse('no_such_app');
  return describeApp(app);
}

/** A machine token reads its own app and changes nothing; for another app it learns only that there is none. */
function ownerOnly(caller: Caller, clientId: string): UserCaller {
  if (caller.type === 'user') return caller;
  throw caller.clientId === clientId ? refuse('read_only_token') : refuse('no_such_app');
}

/** `read` goes with every app; the other is the owner's to take. */
function readScopes(scopes: NonNullable<AppChange['scopes']>): App['scopes'] {
  if (!scopes.includes('read')) throw invalid('scopes must contain read');
  return scopes.includes('payments') ? ['read', 'payments'] : ['read'];
}

/** Changes the given fields. What an administrator verified was this app: one that could do more is no longer verified. */
export async function changeApp(
  deps: ManageDeps,
  by: Caller,
  change: {
    readonly clientId: string;
    readonly input: AppChange;
    /** Asked for delicate changes: refuses unless the request is confirmed. */
    readonly requireStepUp: () => Promise<void>;
    readonly origin: AuditOrigin;
  },
): Promise<App> {
  const { clientId, input, origin } = change;
  const caller = ownerOnly(by, clientId);
  if (await needsStepUp(deps.db, caller, clientId, input)) await change.requireStepUp();
  const name = input.name === undefined ? undefined : readName(input.name);
  const listed = input.origins === undefined ? undefined : readOrigins(input.origins);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const before = await lockOwnApp(tx, caller, clientId);
    const delicate = delicateChanges(before, input);
    const after = {
      name: name ?? before.name,
      logoUrl: input.logoUrl === undefined ? before.logoUrl : input.logoUrl,
      feeBps: input.feeBps ?? before.feeBps,
      feeFlat: input.feeFlat ?? before.feeFlat,
      requireSecret: input.requireSecret ?? before.requireSecret,
      deviceFlow: input.deviceFlow ?? before.deviceFlow,
      scopes: input.scopes ? readScopes(input.scopes) : before.scopes,
      origins: listed ?? before.origins,
    };
    // Judged with what stays: an origin that goes takes no listed address with it unsaid.
    const redirectUris = readRedirectUris(input.redirectUris ?? before.redirectUris, after);
    const verified = before.verified && !isMore(before, { ...after, redirectUris });
    await updateApp(tx, clientId, { ...after, verified }, now);
    if (input.contact !== undefined) await writeContact(tx, clientId, input.contact);
    if (listed) await replaceOrigins(tx, clientId, listed);
    if (input.redirectUris) await replaceRedirectUris(tx, clientId, redirectUris);
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'app.changed',
      target: clientId,
      details: { ...input, verified },
      origin,
    });
    if (delicate.length > 0)
      await notifyOwner(tx, {
        identityId: caller.identityId,
        type: 'app.changed',
        data: { clientId, name: after.name, fields: delicate.join(',') },
        now,
      });
    return (await findApp(tx, clientId))!;
  });
}

type Appearance = Pick<
  App,
  'name' | 'logoUrl' | 'origins' | 'redirectUris' | 'feeBps' | 'feeFlat' | 'deviceFlow'
>;

/** Whether the app looks otherwise, reaches further or takes more than what was verified. Fewer addresses and lower fees are fine. */
function isMore(before: Appearance, after: Appearance): boolean {
  const isWidened = before.redirectUris.length > 0 && after.redirectUris.length === 0;
  return (
    after.name !== before.name ||
    after.logoUrl !== before.logoUrl ||
    after.feeBps > before.feeBps ||
    after.feeFlat > before.feeFlat ||
    (after.deviceFlow && !before.deviceFlow) ||
    after.origins.some((origin) => !before.origins.includes(origin)) ||
    after.redirectUris.some((uri) => !before.redirectUris.includes(uri)) ||
    isWidened
  );
}

/**
 * A new secret. The old one and the machine tokens made with it end at once, or after `keepPreviousSeconds`, so that backends can
 * change over. Users' bearers live on: they are the users'.
 */
export async function rotateAppSecret(
  deps: ManageDeps,
  by: Caller,
  input: { clientId: string; keepPreviousSeconds: number },
  origin: AuditOrigin,
): Promise<string> {
  const { clientId, keepPreviousSeconds } = input;
  const caller = ownerOnly(by, clientId);
  const { secret, hash } = newSecret(deps.ids);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const { previousSecretUntil } = await lockOwnApp(tx, caller, clientId);
    // A third would end one that a backend may still use, without a word. Ending both is said.
    if (keepPreviousSeconds > 0 && previousSecretUntil && previousSecretUntil > now)
      throw refuse('two_secrets');
    const keepUntil = keepPreviousSeconds === 0 ? null : secondsAfter(now, keepPreviousSeconds);
    await replaceSecret(tx, clientId, { hash, keepUntil, now });
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'app.secret_rotated',
      target: clientId,
      details: { keepPreviousSeconds },
      origin,
    });
  });
  return secret;
}

/** The backends have changed over, or the old one leaked: it ends before its time, on every node. */
export async function endPreviousSecret(
  deps: ManageDeps,
  by: Caller,
  clientId: string,
  origin: AuditOrigin,
): Promise<void> {
  const caller = ownerOnly(by, clientId);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const { previousSecretUntil } = await lockOwnApp(tx, caller, clientId);
    if (!previousSecretUntil || previousSecretUntil <= now) throw refuse('no_previous_secret');
    await dropPreviousSecret(tx, clientId, now);
    await recordAudit(tx, {
      at: now,
      identityId: caller.identityId,
      actor: caller.pid,
      action: 'app.secret_ended',
      target: clientId,
      origin,
    });
  });
}

/** Ends the app with all its tokens, codes and origins. */
export async function deleteApp(
  deps: ManageDeps,
  by: Caller,
  clientId: string,
  origin: AuditOrigin,
): Promise<void> {
  const caller = ownerOnly(by, clientId);
  const known = await findApp(deps.db, clientId);
  if (known?.ownerId === caller.identityId) await deps.beforeDeletion?.(clientId);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const app = await lockOwnApp(tx, caller, clientId);
    await deps.settleApp(tx, { clientId, ownerIdentityId: app.ownerId });
    await markAppDeleted(tx, clientId, now);
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

async function lockOwnApp(tx: Tx, caller: UserCaller, clientId: string): Promise<App> {
  const app = await lockApp(tx, clientId);
  if (!app || app.ownerId !== caller.identityId) throw refuse('no_such_app');
  return app;
}
