import { inputFromQuery } from '../../../../kit/api/input-from-query.ts';
import { tryRefresh } from '../../../../kit/session/session.ts';
import type { Input } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { deliverMessage } from '../../../../kit/app-request/deliver-answer.ts';
import type { Delivered, Delivery, DeliveryWindow } from '../../../../kit/app-request/deliver-answer.ts';
import { approvePermission } from '../../parts/approve-permission.ts';
import type { PermissionRequest } from '../../../../kit/api/shapes.ts';

const FIELDS = ['client_id', 'redirect_uri', 'state', 'response_mode', 'request'];

export interface Asked extends PermissionRequest {
  /** Approval requires a passkey. */
  readonly hasPasskey: boolean;
}

export interface GrantAnswer {
  /** Null if denied. */
  readonly permissionId: string | null;
  readonly redirectTo: string;
}

const fieldsOf = (query: URLSearchParams) =>
  inputFromQuery<Input<'describePermissionRequest'>>(query, FIELDS);

/** Reads the request and the signed-in player. Renews an expired access cookie once. */
export async function askGrant(query: URLSearchParams, signal: AbortSignal): Promise<Asked> {
  const ask = () => api.call('describePermissionRequest', fieldsOf(query), { session: 'optional', signal });
  const first = await ask();
  const request = first.pid === null && (await tryRefresh()) ? await ask() : first;
  if (request.pid === null) return { ...request, hasPasskey: false };
  const passkeys = await api.call('listPasskeys', {}, { signal });
  return { ...request, hasPasskey: passkeys.length > 0 };
}

export async function denyGrant(query: URLSearchParams): Promise<GrantAnswer> {
  const input = { ...fieldsOf(query), decision: 'deny' } as const;
  const { redirectTo } = await api.call('decidePermissionRequest', input, { session: 'none' });
  if (redirectTo === undefined) throw new Error('The response to a denial has no redirect address');
  return { permissionId: null, redirectTo };
}

/**
 * Returns null if the permission is active but the address no longer belongs to the app: then the app is not
 * told.
 */
export async function allowGrant(query: URLSearchParams, origin: string): Promise<GrantAnswer | null> {
  const input = { ...fieldsOf(query), decision: 'allow' } as const;
  const { id } = await api.call('decidePermissionRequest', input, { session: 'optional' });
  if (id === undefined) throw new Error('The permission in the response has no id');
  const { redirectTo, recovered } = await approvePermission(id);
  if (redirectTo !== undefined) return { permissionId: id, redirectTo };
  return recovered ? { permissionId: id, redirectTo: addressFor(query, origin, id) } : null;
}

/** Builds the redirect address that was in the lost response. */
function addressFor(query: URLSearchParams, origin: string, permissionId: string): string {
  const address = new URL(query.get('redirect_uri') ?? '');
  if (address.origin !== origin) throw new Error('Refused to leave for an address that was not checked');
  address.searchParams.set('permission_id', permissionId);
  const state = query.get('state');
  if (state !== null) address.searchParams.set('state', state);
  return address.href;
}

export function deliverGrant(window: DeliveryWindow, answer: GrantAnswer, delivery: Delivery): Delivered {
  const { permissionId, redirectTo } = answer;
  const outcome = permissionId === null ? { error: 'access_denied' } : { permission_id: permissionId };
  return deliverMessage(window, { message: { type: 'pid:grant', ...outcome }, redirectTo }, delivery);
}
