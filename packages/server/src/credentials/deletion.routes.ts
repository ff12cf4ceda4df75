import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { deletionBlocked } from '../identity/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { clearSessionCookies, type CookieSettings } from '../sessions/index.ts';
import {
  deleteOwnIdentity,
  deletionOptions,
  noPasskeyToSign,
  type DeletionDeps,
} from './delete-own-identity.ts';
import {
  assertionSchema,
  challengeUnknown,
  passkeyCounterFell,
  passkeyRefused,
  passkeyTooNew,
  passkeyUnknown,
  requestOptionsSchema,
} from './passkeys/index.ts';

export function deletionRoutes(deps: DeletionDeps & { cookies: CookieSettings }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/identity/me/deletion',
      operationId: 'identityDeletionOptions',
      summary: 'What a passkey must sign to delete the own identity',
      tag: 'identity',
      access: 'user',
      allowSuspended: true,
      reply: requestOptionsSchema,
      errors: [commonErrors.noIdentity, deletionBlocked, noPasskeyToSign],
      handle: ({ caller }) => deletionOptions(deps, caller),
    }),
    route({
      method: 'DELETE',
      path: '/v1/identity/me',
      operationId: 'deleteIdentity',
      summary: 'Deletes the own identity for good; its handle stays taken',
      description:
        'With a passkey that counts, its assertion over the challenge of POST /v1/identity/me/deletion is required, or step-up; without one, a sign-in of the last ten minutes.',
      tag: 'identity',
      access: 'user',
      stepUp: 'judged',
      allowSuspended: true,
      body: Type.Object({ assertion: Type.Optional(assertionSchema) }),
      reply: schemas.okReply,
      errors: [
        commonErrors.noIdentity,
        deletionBlocked,
        passkeyTooNew,
        challengeUnknown,
        passkeyRefused,
        passkeyCounterFell,
        passkeyUnknown,
      ],
      async handle({ caller, body, request, reply, requireStepUp }) {
        await deleteOwnIdentity(deps, {
          caller,
          assertion: body.assertion ?? null,
          requireStepUp,
          origin: originOf(request),
        });
        clearSessionCookies(reply, deps.cookies);
        return { ok: true };
      },
    }),
  ];
}
