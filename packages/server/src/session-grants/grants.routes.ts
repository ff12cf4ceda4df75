import { isAddress, toAddress, toPrefixedHex } from '@pid/protocol';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  notActivated,
  notAuthority,
  signedErrors,
  walletOf,
  wrongNonce,
  type AccountDeps,
  type AccountRequest,
} from '../account/index.ts';
import { originOf } from '../audit/index.ts';
import { chainUnavailable } from '../chain/index.ts';
import { assertionSchema } from '../credentials/index.ts';
import type { Clock } from '../platform/clock.ts';
import { commonErrors } from '../platform/errors/index.ts';
import {
  cursorForms,
  decodeCursor,
  encodeCursor,
  markReplay,
  readIdempotencyKey,
  route,
  schemas,
  type Route,
  type UserCaller,
} from '../platform/http/index.ts';
import { describeGrant, type ProgramScope } from './describe-grant.ts';
import {
  keySchema,
  registerSession,
  registerSessionFields,
  u64Rule,
  type RegisterSession,
} from './grant-request.ts';
import { isU64, judgeGrant, type GrantRules } from './judge-grant.ts';
import type { ProgramAllowlist } from './program-allowlist.ts';
import { registerGrant, revokeGrant } from './relay-grant.ts';
import { gameProgramRefused, noSuchSession, vaultNotYours } from './session-errors.ts';
import { listGrants } from './session-grants.store.ts';
import { readStates, sessionStates } from './session-state.ts';

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

function grantRules({ clock, allowlist }: Pick<ValidateDeps, 'clock' | 'allowlist'>): GrantRules {
  return { nowSeconds: clock.nowSeconds(), isAllowedProgram: (program) => allowlist.has(program) };
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
    handle({ body }) {
      const broken = judgeGrant(body, grantRules(deps));
      if (broken.length > 0) throw commonErrors.validationFailed(...broken);
      const scope = deps.scope();
      return scope instanceof Promise ? scope.then((known) => answer(known, body)) : answer(scope, body);
    },
  });
}

function answer(scope: ProgramScope, body: RegisterSession) {
  const { sessionAddress, challenge } = describeGrant(scope, body);
  return { sessionAddress, registerPayload: toPrefixedHex(challenge) };
}

const relayErrors = [...signedErrors, notActivated, wrongNonce, notAuthority];
const confirmed = schemas.literals(['confirmed']);
const pathParams = Type.Object({ sessionAddress: keySchema });

const grantSchema = Type.Object(
  {
    sessionAddress: keySchema,
    sessionPubkey: keySchema,
    allowedProgram: keySchema,
    expiresAt: Type.Integer({ description: 'Unix seconds' }),
    state: schemas.literals(sessionStates),
    reason: Type.Optional(Type.String({ description: 'Why it has ended, in plain words' })),
  },
  { title: 'SessionGrant' },
);

export interface GrantDeps extends AccountDeps {
  readonly allowlist: ProgramAllowlist;
}

export function grantRoutes(deps: GrantDeps): Route[] {
  return [registerRoute(deps), listRoute(deps), revokeRoute(deps)];
}

function requestOf(caller: UserCaller, request: FastifyRequest, operation: string): AccountRequest {
  return { caller, origin: originOf(request), idempotencyKey: readIdempotencyKey(request, operation) };
}

function registerRoute(deps: GrantDeps): Route {
  return route({
    method: 'POST',
    path: '/v1/session-keys/grants',
    operationId: 'registerSessionGrant',
    summary: 'Registers a session on chain: relayed, signed by the authority over registerPayload',
    tag: 'session keys',
    access: 'user',
    limit: 'wallet',
    body: Type.Object({ ...registerSessionFields, assertion: assertionSchema }),
    furtherRules: (body) => judgeGrant(body, grantRules(deps)),
    reply: Type.Object({ sessionAddress: keySchema, signature: Type.String(), status: confirmed }),
    errors: [...relayErrors, vaultNotYours, gameProgramRefused],
    async handle({ body, caller, request, reply }) {
      const broken = judgeGrant(body, grantRules(deps));
      if (broken.length > 0) throw commonErrors.validationFailed(...broken);
      const { sessionAddress, signature, replayed } = await registerGrant(
        deps,
        requestOf(caller, request, 'register_session'),
        body,
      );
      if (replayed) markReplay(reply);
      return { sessionAddress, signature, status: 'confirmed' as const };
    },
  });
}

function listRoute(deps: GrantDeps): Route {
  return route({
    method: 'GET',
    path: '/v1/session-keys/grants',
    operationId: 'listSessionGrants',
    summary: 'Sessions with their state on chain, newest first',
    tag: 'session keys',
    access: 'user',
    query: Type.Object(schemas.pageQuery),
    reply: schemas.page(grantSchema),
    errors: [chainUnavailable],
    async handle({ caller, query }) {
      const limit = query.limit ?? 50;
      const [before = null] = decodeCursor(query.cursor, [cursorForms.number]) ?? [];
      const found = await listGrants(deps.db, caller.identityId, before, limit + 1);
      const grants = found.slice(0, limit);
      const states =
        grants.length === 0
          ? []
          : await readStates(deps.chain, walletOf(deps.chain, caller.pid).account, grants);
      return {
        items: grants.map(({ sessionAddress, sessionPubkey, allowedProgram, expiresAt }, index) => ({
          sessionAddress,
          sessionPubkey,
          allowedProgram,
          expiresAt: Number(expiresAt),
          ...states[index]!,
        })),
        nextCursor: found.length > limit ? encodeCursor([grants.at(-1)!.position]) : null,
      };
    },
  });
}

function revokeRoute(deps: GrantDeps): Route {
  return route({
    method: 'POST',
    path: '/v1/session-keys/grants/{sessionAddress}/revoke',
    operationId: 'revokeSessionGrant',
    summary: 'Ends a session on chain: relayed, signed by the authority',
    tag: 'session keys',
    access: 'user',
    limit: 'wallet',
    params: pathParams,
    body: Type.Object({
      deadline: schemas.unixSeconds(),
      nonce: schemas.u64String,
      assertion: assertionSchema,
    }),
    reply: Type.Object({ signature: Type.String(), status: confirmed }),
    errors: [...relayErrors, noSuchSession],
    async handle({ params, body, caller, request, reply }) {
      if (!isAddress(params.sessionAddress)) throw noSuchSession();
      if (!isU64(body.nonce)) throw commonErrors.validationFailed(`nonce ${u64Rule}`);
      const session = toAddress(params.sessionAddress);
      const { signature, replayed } = await revokeGrant(
        deps,
        requestOf(caller, request, `revoke_session ${session}`),
        session,
        body,
      );
      if (replayed) markReplay(reply);
      return { signature, status: 'confirmed' as const };
    },
  });
}
