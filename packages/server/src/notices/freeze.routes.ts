import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { freezeIdentity, frozenLately, notMeRefused, type FreezeDeps } from './freeze-identity.ts';
import { findFreeze } from './freezes.store.ts';
import { liftFreeze, notFrozen, type LiftDeps } from './lift-freeze.ts';

const unixSeconds = Type.Integer();
const token = schemas.text('^[A-Za-z0-9_-]{43}$', 'must be what follows the # in the link');

export function freezeRoutes(deps: FreezeDeps & LiftDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/notices/not-me',
      operationId: 'notMe',
      summary: 'Says that what a mail told of was somebody else: ends all sessions and freezes for 72 hours',
      description:
        'Needs no session, only the token of the mail, which is good once within 7 days. Without a session of the same identity one freeze in 7 days is all. Frozen are sends, payment confirmations, payouts and everything that needs a step-up; never reading, signing in, ending, denying, declining, voiding, revoking, and what the wallet does on chain.',
      tag: 'identity',
      access: 'optional-user',
      limit: 'claim',
      allowSuspended: true,
      body: Type.Object({ token }),
      reply: Type.Object({ ok: Type.Boolean(), until: unixSeconds }),
      errors: [notMeRefused, frozenLately],
      async handle({ body, caller, request }) {
        const { until } = await freezeIdentity(deps, {
          token: body.token,
          signedInAs: caller?.identityId ?? null,
          origin: originOf(request),
        });
        return { ok: true, until: unixOf(until) };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/freeze',
      operationId: 'getFreeze',
      summary: 'Until when the own identity is frozen, if it is',
      tag: 'identity',
      access: 'user',
      reply: Type.Object({
        since: schemas.nullable(unixSeconds),
        until: schemas.nullable(unixSeconds),
        liftable: Type.Boolean({ description: 'Whether there is a passkey that can lift it' }),
      }),
      async handle({ caller }) {
        const freeze = await findFreeze(deps.db, caller.identityId, deps.clock.now());
        return {
          since: freeze && unixOf(freeze.frozenAt),
          until: freeze && unixOf(freeze.until),
          liftable: freeze !== null && (await deps.hasCountingPasskey(caller.identityId)),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/freeze/lift',
      operationId: 'liftFreeze',
      summary: 'Lifts the own freeze, and kills every link in every mail',
      description:
        'Needs both: a sign-in at a provider in the last ten minutes, and the assertion of a passkey that counts.',
      tag: 'identity',
      access: 'user',
      stepUp: 'judged',
      allowFrozen: true,
      reply: schemas.okReply,
      errors: [notFrozen],
      async handle({ caller, request, steppedUp }) {
        await liftFreeze(deps, { caller, steppedUp, origin: originOf(request) });
        return { ok: true };
      },
    }),
  ];
}

function unixOf(moment: Date): number {
  return Math.ceil(moment.getTime() / 1000);
}
