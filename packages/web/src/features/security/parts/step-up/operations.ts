import type { PlainCall } from '../../../../kit/api/create-api.ts';

/** Operations that may ask for step-up: how they are addressed, and by what name the server knows them. A test keeps it whole. */
export const STEP_UP_OPERATIONS = {
  endSession: ['DELETE', '/v1/auth/sessions/{id}'],
  endOtherSessions: ['DELETE', '/v1/auth/sessions'],
  unlinkCredential: ['DELETE', '/v1/identity/credentials/{id}'],
  linkProvider: ['POST', '/v1/credentials/link/{provider}'],
  revokePasskey: ['DELETE', '/v1/passkeys/{id}'],
  deleteIdentity: ['DELETE', '/v1/identity/me'],
  rotateAppSecret: ['POST', '/v1/apps/{client_id}/secret'],
  changeApp: ['PATCH', '/v1/apps/{client_id}'],
  deleteApp: ['DELETE', '/v1/apps/{client_id}'],
  payOutApp: ['POST', '/v1/apps/{client_id}/payouts'],
  sendMoney: ['POST', '/v1/fiat/sends'],
  suspendIdentityAsAdmin: ['POST', '/v1/admin/identities/{pid}/suspend'],
  reactivateIdentityAsAdmin: ['POST', '/v1/admin/identities/{pid}/reactivate'],
  deleteIdentityAsAdmin: ['POST', '/v1/admin/identities/{pid}/delete'],
  verifyApp: ['POST', '/v1/admin/apps/{client_id}/verify'],
  unverifyApp: ['POST', '/v1/admin/apps/{client_id}/unverify'],
  pauseApp: ['POST', '/v1/admin/apps/{client_id}/pause'],
  resumeApp: ['POST', '/v1/admin/apps/{client_id}/resume'],
  allowGameProgram: ['POST', '/v1/admin/game-programs'],
  disallowGameProgram: ['DELETE', '/v1/admin/game-programs/{program}'],
  clawBackTopUp: ['POST', '/v1/admin/topups/{id}/clawback'],
  liftFreeze: ['POST', '/v1/freeze/lift'],
  changeLimits: ['PATCH', '/v1/limits'],
  creditSuspense: ['POST', '/v1/admin/suspense/{id}/credit'],
  refundSuspense: ['POST', '/v1/admin/suspense/{id}/refund'],
} as const satisfies Record<string, readonly [string, string]>;

export type StepUpOperation = keyof typeof STEP_UP_OPERATIONS;

export interface KnownCall {
  readonly operation: StepUpOperation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Which operation a request is; null for one that never asks. */
export function operationOf({ method, path }: PlainCall): KnownCall | null {
  const [pathname = '', search = ''] = path.split('?');
  // `Object.entries` forgets which keys there are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const operations = Object.entries(STEP_UP_OPERATIONS) as [StepUpOperation, readonly [string, string]][];
  for (const [operation, [verb, template]] of operations) {
    const params = verb === method ? matchPath(template, pathname) : null;
    if (params) return { operation, params, query: Object.fromEntries(new URLSearchParams(search)) };
  }
  return null;
}

function matchPath(template: string, path: string): Record<string, string> | null {
  const [expected, given] = [template.split('/'), path.split('/')];
  if (expected.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}
