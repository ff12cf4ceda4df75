import type { Input } from '@pid/contract';
import { delicateFields, type DelicateField } from '../notices/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { admitToApp } from './admit-to-app.ts';
import { readOrigins, readRedirectUris } from './app-fields.ts';
import { findApp, type App } from './apps.store.ts';

export type AppChange = Omit<Input<'changeApp'>, 'client_id'>;

/**
 * Whether a stolen session must not make this change: it affects where players and codes go, the fees, or the
 * contact for help.
 */
export async function needsStepUp(
  db: Database,
  caller: UserCaller,
  clientId: string,
  input: AppChange,
): Promise<boolean> {
  await admitToApp(db, caller, clientId, 'changeApp');
  const app = await findApp(db, clientId);
  return app !== null && delicateChanges(app, input).length > 0;
}

/** Returns the fields that need step-up and would change, by the names that the owner's notice uses. */
export function delicateChanges(app: App, input: AppChange): DelicateField[] {
  const { origins, redirectUris, contact, deviceFlow, feeBps, feeFlat, requireSecret, scopes } = input;
  const after = {
    origins: origins === undefined ? app.origins : readOrigins(origins),
    requireSecret: requireSecret ?? app.requireSecret,
  };
  const changes: Record<DelicateField, boolean> = {
    origins: !isSameList(after.origins, app.origins),
    redirectUris:
      redirectUris !== undefined && !isSameList(readRedirectUris(redirectUris, after), app.redirectUris),
    contact: contact !== undefined && contact !== app.contact,
    deviceFlow: deviceFlow !== undefined && deviceFlow !== app.deviceFlow,
    fees: (feeBps ?? 0) > app.feeBps || (feeFlat ?? 0) > app.feeFlat,
    requireSecret: requireSecret === false && app.requireSecret,
    scopes: scopes !== undefined && !isSameList(scopes, app.scopes),
  };
  return delicateFields.filter((field) => changes[field]);
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((one) => right.includes(one));
}
