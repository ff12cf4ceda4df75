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

const abandonSchema = Type.Optional(schemas.text('^[0-9a-f]{64}$', 'must be 64 hexadecimal digits'));

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
      body: Type.Object({ abandon: abandonSchema }),
      reply: requestOptionsSchema,
      errors: [commonErrors.noIdentity, deletionBlocked, noPasskeyToSign],
      handle: ({ caller, body }) => deletionOptions(deps, caller, { abandon: body.abandon ?? null }),
    }),
    route({
      method: 'DELETE',
      path: '/v1/identity/me',
      operationId: 'deleteIdentity',
      summary: 'Deletes the own identity for good; its handle stays taken',
      description:
        'With a passkey that counts, its assertion over the challenge of POST /v1/identity/me/deletion is required, or step-up; without one, a sign-in of the last ten minutes. A vault that is not empty holds the deletion back (400), unless `abandon` names what is given up: sha256, in hexadecimal, of a line `asset amount` and a line feed for every asset of GET /v1/account/assets that is not 0, SOL first, then by address. Tokens may be given up whatever they are, SOL up to 5,000,000 lamports. The challenge is asked for with the same `abandon`.',
      tag: 'identity',
      access: 'user',
      stepUp: 'judged',
      allowSuspended: true,
      body: Type.Object({ assertion: Type.Optional(assertionSchema), abandon: abandonSchema }),
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
          terms: { abandon: body.abandon ?? null },
          requireStepUp,
          origin: originOf(request),
        });
        clearSessionCookies(reply, deps.cookies);
        return { ok: true };
      },
    }),
  ];
}
