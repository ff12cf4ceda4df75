import { ApiError } from '../../../../kit/api/api-error.ts';
import { api } from '../../../../kit/api/api.ts';
import type { Passkey } from '../../../../kit/api/types.ts';
import { deliverMessage } from '../../../apps/parts/login/deliver-answer.ts';
import type { Delivered, Delivery, DeliveryWindow } from '../../../apps/parts/login/deliver-answer.ts';
import { approvePermission } from '../../parts/approve-permission.ts';
import type { PermissionRequest } from '../../parts/types.ts';

const FIELDS = ['client_id', 'redirect_uri', 'state', 'response_mode', 'request'];
const PATH = '/v1/permissions/request';

export interface Asked extends PermissionRequest {
  /** Nobody can approve without one. */
  readonly hasPasskey: boolean;
}

export interface GrantAnswer {
  /** null: denied. */
  readonly permissionId: string | null;
  readonly redirectTo: string;
}

function fieldsOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

async function isSessionRenewed(): Promise<boolean> {
  try {
    await api.post('/v1/auth/refresh', undefined, { session: 'none' });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 401) return false;
    throw error;
  }
}

/** Who asks, for what, and who is signed in; an access cookie that has run out is renewed once. */
export async function askGrant(query: URLSearchParams, signal: AbortSignal): Promise<Asked> {
  const address = `${PATH}?${new URLSearchParams(fieldsOf(query)).toString()}`;
  const ask = () => api.get<PermissionRequest>(address, { session: 'optional', signal });
  const first = await ask();
  const request = first.pid === null && (await isSessionRenewed()) ? await ask() : first;
  if (request.pid === null) return { ...request, hasPasskey: false };
  const passkeys = await api.get<readonly Passkey[]>('/v1/passkeys', { signal });
  return { ...request, hasPasskey: passkeys.length > 0 };
}

export async function denyGrant(query: URLSearchParams): Promise<GrantAnswer> {
  const body = { ...fieldsOf(query), decision: 'deny' };
  const { redirectTo } = await api.post<{ redirectTo: string }>(PATH, body, { session: 'none' });
  return { permissionId: null, redirectTo };
}

/** Null: the permission holds, but its app's address is no longer the app's, so nobody is told. */
export async function allowGrant(query: URLSearchParams, origin: string): Promise<GrantAnswer | null> {
  const body = { ...fieldsOf(query), decision: 'allow' };
  const { id } = await api.post<{ id: string }>(PATH, body, { session: 'optional' });
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
