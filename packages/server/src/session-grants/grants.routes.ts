import { toPrefixedHex } from '@pid/protocol';
import { Type } from 'typebox';
import { chainUnavailable } from '../chain/index.ts';
import type { Clock } from '../platform/clock.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { describeGrant, type DescribedGrant, type ProgramScope } from './describe-grant.ts';
import { registerSession } from './grant-request.ts';
import { judgeGrant, type GrantRules } from './judge-grant.ts';
import type { ProgramAllowlist } from './program-allowlist.ts';

export interface ValidateDeps {
  readonly clock: Clock;
  readonly allowlist: ProgramAllowlist;
  scope(): ProgramScope | Promise<ProgramScope>;
}

const validatedSessionGrant = Type.Object(
  {
    sessionAddress: Type.String({ description: 'Canonical session account address (base58)' }),
    registerPayload: schemas.text('^0x[0-9a-f]{64}$', 'must be 0x followed by 64 hex characters', {
      description: 'Owner challenge, what the passkey signs',
    }),
  },
  { title: 'ValidatedSessionGrant' },
);

export function grantRules({ clock, allowlist }: Pick<ValidateDeps, 'clock' | 'allowlist'>): GrantRules {
  return { nowSeconds: clock.nowSeconds(), isAllowedProgram: allowlist.has };
}

export function validateRoute(deps: ValidateDeps): Route {
  return route({
    method: 'POST',
    path: '/v1/session-keys/grants/validate',
    operationId: 'validateSessionGrant',
    summary: 'Checks the scope of a session and computes its address and the owner challenge',
    description:
      'Pure: nothing is looked up and nothing is kept. That the vault is of the caller is judged when the grant is submitted.',
    tag: 'session keys',
    access: 'user',
    limit: 'read',
    allowSuspended: true,
    body: registerSession,
    furtherRules: (body) => judgeGrant(body, grantRules(deps)),
    reply: validatedSessionGrant,
    errors: [chainUnavailable],
    async handle({ body }) {
      const broken = judgeGrant(body, grantRules(deps));
      if (broken.length > 0) throw commonErrors.validationFailed(...broken);
      const scope = deps.scope();
      return answer(describeGrant(scope instanceof Promise ? await scope : scope, body));
    },
  });
}

function answer({ sessionAddress, challenge }: DescribedGrant) {
  return { sessionAddress, registerPayload: toPrefixedHex(challenge) };
}
