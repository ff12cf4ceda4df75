import { appRoles, rolesFor } from './app-roles.ts';
import type { Access, Declaration, Operation } from './declare.ts';
import type { ErrorCode } from './errors/index.ts';

type Judged = Pick<Operation, 'method' | 'operationId'> & Declaration;

/** All error codes of an operation: its own, and those that follow from its access, roles, body, step-up and idempotency. */
export function refusalsOf(operation: Judged): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...ofCaller(operation),
      ...ofRole(operation),
      ...ofInput(operation),
      ...(operation.stepUp ? ofStepUp : []),
      ...(operation.stepUp && !operation.allowFrozen ? (['frozen'] as const) : []),
      ...(operation.idempotent ? (['idempotency_key_reused'] as const) : []),
      ...(operation.idempotent === 'required' ? (['idempotency_key_required'] as const) : []),
      ...(operation.errors ?? []),
      'too_many_requests',
      'internal_error',
      'overloaded',
    ]),
  ];
}

/** The last four are about the assertion in the header `pid-assertion`. */
const ofStepUp: readonly ErrorCode[] = [
  'step_up_required',
  'new_passkey_awaited',
  'validation_failed',
  'passkey_refused',
  'passkey_counter_fell',
  'passkey_unknown',
];

/** Kinds of access for which the token of a paused app gets `app_paused`. */
const takesAppTokens: ReadonlySet<Access> = new Set(['reader', 'app', 'app-or-user', 'owner']);

function ofCaller({ access, method, allowSuspended, acceptsForeignOrigin }: Judged): ErrorCode[] {
  const foreign: ErrorCode[] = acceptsForeignOrigin || access === 'app' ? [] : ['foreign_origin'];
  if (access === 'public') return foreign;
  if (access === 'admin') return ['not_found', 'unauthorized', 'role_too_small', ...foreign];
  return [
    'unauthorized',
    'read_only_token',
    ...foreign,
    ...(takesAppTokens.has(access) ? (['app_paused'] as const) : []),
    ...(method === 'GET' || access === 'app' || allowSuspended ? [] : (['identity_suspended'] as const)),
  ];
}

function ofRole({ operationId }: Judged): ErrorCode[] {
  const roles = rolesFor(operationId);
  return roles.length > 0 && roles.length < appRoles.length ? ['role_needed'] : [];
}

function ofInput({ method, params, query, idempotent }: Judged): ErrorCode[] {
  // A GET ignores its body. All other methods parse it, even if the operation takes none.
  const parsesBody = method !== 'GET';
  return [
    ...(params || query || idempotent || parsesBody ? (['validation_failed'] as const) : []),
    ...(parsesBody ? (['malformed_json', 'body_too_large', 'unsupported_media_type'] as const) : []),
  ];
}
