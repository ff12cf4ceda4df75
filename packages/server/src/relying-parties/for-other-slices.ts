import type { Queryable, Tx } from '../platform/db/index.ts';
import {
  findApp,
  listAppsOfOwner,
  listOwnedClientIds,
  lockOwnedClientIds,
  markAppDeleted,
  writeVerified,
} from './apps.store.ts';
import { writePause } from './app-status.store.ts';
import { describeApp } from './app-fields.ts';
import { deleteCodesOf } from './codes.store.ts';
import { describeConnectedApp } from './connected-apps.ts';
import { deleteDeviceLoginsOf } from './device/device-logins.store.ts';
import { endGrants, findTerms, listGrantedApps } from './grants.store.ts';
import { deleteGuestsOf, listGuestsOf } from './guests.store.ts';
import { deleteFavouritesOf, listFavouritesOf } from './games/games.store.ts';
import { endTeam } from './members/end-team.ts';
import { deleteInvitationsOf, listReceivedInvitations } from './members/invitations.store.ts';
import { endMembershipsOf, listMembershipsOf } from './members/members.store.ts';
import { invalid } from '../platform/errors/index.ts';
import { matchAppAddress, whyRefused, type ReturnAddress } from './origin-rules.ts';

export interface AppTerms {
  readonly clientId: string;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly contact: string | null;
  readonly ownerIdentityId: string;
  readonly origins: readonly string[];
  readonly feeBps: number;
  readonly feeFlat: number;
  readonly verified: boolean;
  /**
   * Paused by an administrator, or because its owner is suspended. A paused app takes no money and gets no
   * tokens.
   */
  readonly paused: boolean;
  /** Whether this identity has allowed the app and not disconnected it since. */
  readonly connected: boolean;
}

/**
 * Reads the current terms under which an app moves a player's money. Returns null if the app does not exist.
 */
export async function termsFor(
  db: Queryable,
  clientId: string,
  identityId: string | null,
): Promise<AppTerms | null> {
  const row = await findTerms(db, clientId, identityId);
  return (
    row && {
      clientId: row.client_id,
      name: row.name,
      logoUrl: row.logo_url,
      contact: row.contact,
      ownerIdentityId: row.owner_id,
      origins: row.origins,
      feeBps: row.fee_bps,
      feeFlat: row.fee_flat,
      verified: row.verified,
      paused: row.paused,
      connected: row.connected,
    }
  );
}

export function ownedApps(db: Queryable, ownerId: string): Promise<string[]> {
  return listOwnedClientIds(db, ownerId);
}

/** For a deletion: other requests that act for these apps wait until the transaction ends. */
export function lockOwnedApps(tx: Tx, ownerId: string): Promise<string[]> {
  return lockOwnedClientIds(tx, ownerId);
}

export async function appName(db: Queryable, clientId: string): Promise<string | null> {
  return (await findApp(db, clientId))?.name ?? null;
}

export async function appExists(db: Queryable, clientId: string): Promise<boolean> {
  return (await findApp(db, clientId)) !== null;
}

/** Returns null if the app does not exist or is deleted. */
export async function appOwner(db: Queryable, clientId: string): Promise<string | null> {
  return (await findApp(db, clientId))?.ownerId ?? null;
}

/** Matches an address of the app by the rules of the login. Returns null if it does not belong to the app. */
export async function appReturnAddress(
  db: Queryable,
  clientId: string,
  address: string,
): Promise<ReturnAddress | null> {
  const app = await findApp(db, clientId);
  return app && matchAppAddress(address, app);
}

/**
 * Like `appReturnAddress` for the address in the request field `field`, but throws the reason for a refusal.
 * `reserved` lists the parameters that the response adds. `isRegistered` is true only for one of the app's
 * redirect addresses, and false for any other address on its origins.
 */
export async function requireReturnAddress(
  db: Queryable,
  clientId: string,
  asked: { readonly field: string; readonly address: string; readonly reserved: readonly string[] },
): Promise<ReturnAddress & { readonly isRegistered: boolean }> {
  const { field, address, reserved } = asked;
  const app = await findApp(db, clientId);
  if (!app) throw invalid('client_id must be that of an app');
  const found = matchAppAddress(address, app);
  if (!found) throw invalid(whyRefused(address, { app, isStandard: false }).replace('redirect_uri', field));
  const parameters = new URL(found.href).searchParams;
  const taken = reserved.find((name) => parameters.has(name));
  if (taken !== undefined) throw invalid(`${field} must not carry ${taken} itself: the answer adds it`);
  return { ...found, isRegistered: app.redirectUris.includes(found.href) };
}

/**
 * For administrators only. Returns false if the app does not exist. The caller writes the audit entry,
 * because it knows the actor.
 */
export function setVerified(tx: Tx, clientId: string, verified: boolean): Promise<boolean> {
  return writeVerified(tx, clientId, verified);
}

/**
 * For administrators only. Returns false if the app does not exist or already is in that state. The caller
 * writes the audit entry.
 */
export function setPaused(
  tx: Tx,
  clientId: string,
  pause: { at: Date; reason: string | null } | null,
): Promise<boolean> {
  return writePause(tx, clientId, pause);
}

/**
 * Ends the consents of a deleted identity and deletes its apps, because no one is responsible for them any
 * more.
 */
export async function eraseRelyingParties(tx: Tx, identityId: string, now: Date): Promise<void> {
  await endGrants(tx, identityId, 'identity deleted', now);
  await deleteCodesOf(tx, identityId);
  await deleteDeviceLoginsOf(tx, identityId);
  await deleteGuestsOf(tx, identityId);
  await deleteFavouritesOf(tx, identityId);
  await endMembershipsOf(tx, identityId, now);
  for (const clientId of await listOwnedClientIds(tx, identityId)) {
    const name = (await appName(tx, clientId)) ?? '';
    await markAppDeleted(tx, clientId, now);
    await endTeam(tx, { clientId, name }, now);
  }
  await deleteInvitationsOf(tx, identityId);
}

const exportMax = 10_000;

export async function exportRelyingParties(db: Queryable, identityId: string) {
  return {
    apps: (await listAppsOfOwner(db, identityId, null, exportMax)).map(describeApp),
    memberships: await listMembershipsOf(db, identityId, exportMax),
    invitations: await listReceivedInvitations(db, identityId, exportMax),
    guests: await listGuestsOf(db, identityId, exportMax),
    favouriteGames: await listFavouritesOf(db, identityId, exportMax),
    connectedApps: (await listGrantedApps(db, identityId, null, exportMax)).map(describeConnectedApp),
  };
}
