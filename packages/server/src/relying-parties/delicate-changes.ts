import type { Input } from '@pid/contract';
import { delicateFields, type DelicateField } from '../notices/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { readOrigins, readRedirectUris } from './app-fields.ts';
import { findApp, type App } from './apps.store.ts';

export type AppChange = Omit<Input<'changeApp'>, 'client_id'>;

/** Whether the change is one that a stolen session must not make: where players and codes go, what they pay, whom they ask for help. */
export async function needsStepUp(
  db: Database,
  caller: UserCaller,
  clientId: string,
  input: AppChange,
): Promise<boolean> {
  const app = await findApp(db, clientId);
  return app?.ownerId === caller.identityId && delicateChanges(app, input).length > 0;
}

/** Which of the fields that need a step-up would be other than before, as the owner's notice names them. */
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
