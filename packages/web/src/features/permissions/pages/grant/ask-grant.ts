import { inputFromQuery } from '../../../../kit/api/input-from-query.ts';
import { tryRefresh } from '../../../apps/parts/login/try-refresh.ts';
import type { Input } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { deliverMessage } from '../../../apps/parts/login/deliver-answer.ts';
import type { Delivered, Delivery, DeliveryWindow } from '../../../apps/parts/login/deliver-answer.ts';
import { approvePermission } from '../../parts/approve-permission.ts';
import type { PermissionRequest } from '../../parts/shapes.ts';

const FIELDS = ['client_id', 'redirect_uri', 'state', 'response_mode', 'request'];

export interface Asked extends PermissionRequest {
  /** Nobody can approve without one. */
  readonly hasPasskey: boolean;
}

export interface GrantAnswer {
  /** null: denied. */
  readonly permissionId: string | null;
  readonly redirectTo: string;
}

const fieldsOf = (query: URLSearchParams) =>
  inputFromQuery<Input<'describePermissionRequest'>>(query, FIELDS);

/** Who asks, for what, and who is signed in; an access cookie that has run out is renewed once. */
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
  if (redirectTo === undefined) throw new Error('A refusal came back without its address');
  return { permissionId: null, redirectTo };
}

/** Null: the permission holds, but its app's address is no longer the app's, so nobody is told. */
export async function allowGrant(query: URLSearchParams, origin: string): Promise<GrantAnswer | null> {
  const input = { ...fieldsOf(query), decision: 'allow' } as const;
  const { id } = await api.call('decidePermissionRequest', input, { session: 'optional' });
  if (id === undefined) throw new Error('A permission came back without its number');
  const { redirectTo, recovered } = await approvePermission(id);
  if (redirectTo !== undefined) return { permissionId: id, redirectTo };
  return recovered ? { permissionId: id, redirectTo: addressFor(query, origin, id) } : null;
}

/** The way back as the server would have said it, had its answer arrived. */
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
