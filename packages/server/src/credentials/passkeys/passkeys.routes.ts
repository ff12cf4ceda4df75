import { Type } from 'typebox';
import { originOf } from '../../audit/index.ts';
import { commonErrors } from '../../platform/errors/index.ts';
import { route, schemas, type Route } from '../../platform/http/index.ts';
import { lastWayIn } from '../last-way-in.ts';
import { signInAgain } from '../recent-sign-in.ts';
import { changePasskeyName, cleanName, listPasskeys } from './list-passkeys.ts';
import {
  challengeUnknown,
  noSuchPasskey,
  passkeyCounterFell,
  passkeyExists,
  passkeyIsAuthority,
  passkeyUnderWay,
  passkeyRefused,
  passkeyTooNew,
  passkeyUnknown,
  tooManyPasskeys,
} from './passkey-errors.ts';
import { creationOptionsSchema, requestOptionsSchema } from './passkey-options.ts';
import { registerPasskey, registrationOptions } from './register-passkey.ts';
import { removalOptions, removePasskey, type RemovalDeps } from './remove-passkey.ts';
import { assertionSchema } from './verify-assertion.ts';
import { registrationResponseSchema } from './verify-registration.ts';

const passkeySchema = Type.Object(
  {
    id: schemas.uuid,
    credentialId: Type.String(),
    name: Type.String(),
    createdAt: schemas.dateTime,
    lastUsedAt: schemas.dateTime,
    backedUp: Type.Boolean(),
    transports: Type.Array(Type.String()),
    authority: Type.Boolean(),
    publicKey: Type.String({
      description: 'Compressed P-256 point, 33 bytes: what activation and rotation sign over',
    }),
    countsFrom: schemas.nullable(
      Type.String({
        format: 'date-time',
        description: 'From then on it confirms; until then it only signs in',
      }),
    ),
    proven: Type.Boolean({ description: 'It has signed something for us, so a wallet may be handed to it' }),
  },
  { title: 'Passkey' },
);
const nameSchema = Type.String({ minLength: 1, maxLength: 64 });
const idParams = Type.Object({ id: schemas.uuid });

export function passkeyRoutes(deps: RemovalDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/passkeys',
      operationId: 'listPasskeys',
      summary: 'The own active passkeys',
      tag: 'passkeys',
      access: 'user',
      reply: Type.Array(passkeySchema),
      handle: ({ caller }) => listPasskeys(deps, caller.identityId),
    }),
    route({
      method: 'POST',
      path: '/v1/passkeys/options',
      operationId: 'passkeyCreationOptions',
      summary: 'What navigator.credentials.create takes to make a passkey',
      tag: 'passkeys',
      access: 'user',
      reply: creationOptionsSchema,
      handle: ({ caller }) => registrationOptions(deps, caller),
    }),
    route({
      method: 'POST',
      path: '/v1/passkeys',
      operationId: 'registerPasskey',
      summary: 'Registers a passkey: the first is active at once, each further one waits for approval',
      tag: 'passkeys',
      access: 'user',
      status: 201,
      body: Type.Object({ response: registrationResponseSchema, name: Type.Optional(nameSchema) }),
      reply: Type.Object({
        status: schemas.literals(['active', 'pending_approval']),
        id: Type.Optional(schemas.uuid),
        approvalId: Type.Optional(schemas.uuid),
        expiresAt: Type.Optional(schemas.dateTime),
      }),
      errors: [challengeUnknown, passkeyRefused, passkeyExists, tooManyPasskeys, signInAgain],
      async handle({ caller, body, request }) {
        const name = body.name === undefined ? null : cleanName(body.name);
        return registerPasskey(deps, { caller, response: body.response, name, origin: originOf(request) });
      },
    }),
    route({
      method: 'PATCH',
      path: '/v1/passkeys/{id}',
      operationId: 'renamePasskey',
      summary: 'Renames a passkey',
      tag: 'passkeys',
      access: 'user',
      params: idParams,
      body: Type.Object({ name: nameSchema }),
      reply: passkeySchema,
      errors: [noSuchPasskey, commonErrors.validationFailed],
      handle: ({ caller, params, body, request }) =>
        changePasskeyName(deps, { caller, passkeyId: params.id, name: body.name, origin: originOf(request) }),
    }),
    route({
      method: 'POST',
      path: '/v1/passkeys/{id}/revocation',
      operationId: 'passkeyRevocationOptions',
      summary: 'What an active passkey must sign to revoke this one',
      tag: 'passkeys',
      access: 'user',
      params: idParams,
      reply: requestOptionsSchema,
      errors: [noSuchPasskey, passkeyIsAuthority, passkeyUnderWay, lastWayIn, commonErrors.stepUpRequired],
      handle: ({ caller, params }) => removalOptions(deps, { caller, passkeyId: params.id }),
    }),
    route({
      method: 'DELETE',
      path: '/v1/passkeys/{id}',
      operationId: 'revokePasskey',
      summary: 'Revokes a passkey, signed by an active one',
      description:
        'Signed by a passkey that counts, in the body or by step-up; where there is none, a sign-in of the last ten minutes is enough. Other sessions that were opened with it end.',
      tag: 'passkeys',
      access: 'user',
      stepUp: 'judged',
      allowFrozen: true,
      params: idParams,
      body: Type.Object({ assertion: Type.Optional(assertionSchema) }),
      reply: schemas.okReply,
      errors: [
        noSuchPasskey,
        passkeyIsAuthority,
        passkeyUnderWay,
        lastWayIn,
        challengeUnknown,
        passkeyRefused,
        passkeyCounterFell,
        passkeyUnknown,
        passkeyTooNew,
      ],
      async handle({ caller, params, body, request, requireStepUp }) {
        await removePasskey(deps, {
          caller,
          passkeyId: params.id,
          assertion: body.assertion ?? null,
          requireStepUp,
          origin: originOf(request),
        });
        return { ok: true };
      },
    }),
  ];
}
