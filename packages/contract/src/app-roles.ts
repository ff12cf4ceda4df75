import type { OperationName, paths } from './paths.ts';

/** Roles of the players who run an app. Every app has one owner. */
export const appRoles = ['owner', 'developer', 'finance'] as const;

export type AppRole = (typeof appRoles)[number];

/** Roles that the owner can give. */
export const memberRoles = ['developer', 'finance'] as const;

export type MemberRole = (typeof memberRoles)[number];

/** Operations on one app. */
export type AppOperation = {
  [Name in OperationName]: (typeof paths)[Name] extends `${string} /v1/apps/{client_id}${string}`
    ? Name
    : never;
}[OperationName];

const all = memberRoles;
const developer: readonly MemberRole[] = ['developer'];
const finance: readonly MemberRole[] = ['finance'];
const ownerOnly: readonly MemberRole[] = [];

/**
 * Roles that may call an operation with a session, besides the owner, who may call all. `token`: only the app's machine token.
 * The type requires an entry for every operation on an app.
 */
export const appRights: Readonly<Record<AppOperation, readonly MemberRole[] | 'token'>> = {
  getApp: all,
  listMembers: all,
  getAppActivity: all,
  getVerification: all,
  getAppBalance: all,
  getAppStatement: all,
  getAppEarnings: all,
  listItems: all,
  listPayments: all,
  getPayment: all,
  // A developer gets the list without bank details.
  listSettlements: all,

  changeApp: developer,
  uploadAppCover: developer,
  rotateAppSecret: developer,
  endPreviousSecret: developer,
  askVerification: developer,
  setItem: developer,
  removeItem: developer,

  getBankAccount: finance,
  createPayment: finance,
  capturePayment: finance,
  voidPayment: finance,
  cancelPayment: finance,
  refundPayment: finance,
  payOutApp: finance,
  depositToApp: finance,
  requestSettlement: finance,
  cancelSettlement: finance,

  // A member may call `removeMember` to leave.
  removeMember: ownerOnly,
  inviteMember: ownerOnly,
  transferApp: ownerOnly,
  deleteApp: ownerOnly,
  setBankAccount: ownerOnly,
  removeBankAccount: ownerOnly,

  createGuest: 'token',
  createAllowance: 'token',
  listAppEvents: 'token',
};

export function roleMay(role: AppRole, operation: AppOperation): boolean {
  const roles = appRights[operation];
  return roles !== 'token' && (role === 'owner' || roles.includes(role));
}

/** The roles that may call the operation; empty if it is not an operation on an app, or only for the app's token. */
export function rolesFor(operationId: string): readonly AppRole[] {
  const roles = Object.hasOwn(appRights, operationId) ? appRights[operationId as AppOperation] : 'token';
  return roles === 'token' ? [] : ['owner', ...roles];
}
