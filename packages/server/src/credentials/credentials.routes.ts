import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { listCredentials } from './list-credentials.ts';
import { lastWayIn } from './last-way-in.ts';
import { passkeyIsAuthority, passkeyNeedsAssertion } from './passkeys/index.ts';
import { unlinkCredential, type UnlinkDeps } from './unlink-credential.ts';

const credentialSchema = Type.Object(
  {
    id: schemas.uuid,
    provider: Type.String(),
    linkedAt: schemas.dateTime,
    email: Type.String(),
    lastLoginAt: schemas.dateTime,
  },
  { title: 'LoginCredential' },
);

export function credentialRoutes(deps: UnlinkDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/identity/credentials',
      operationId: 'listCredentials',
      summary: 'Every way to prove ownership of the own identity',
      tag: 'identity',
      access: 'user',
      reply: Type.Array(credentialSchema),
      handle: ({ caller }) => listCredentials(deps.db, caller.identityId),
    }),
    route({
      method: 'DELETE',
      path: '/v1/identity/credentials/{id}',
      operationId: 'unlinkCredential',
      summary: 'Unlinks a login, never the last way in',
      description: 'Other sessions that were opened with it end.',
      tag: 'identity',
      access: 'user',
      stepUp: 'assertion',
      params: Type.Object({ id: schemas.uuid }),
      reply: schemas.okReply,
      errors: [commonErrors.notFound, lastWayIn, passkeyIsAuthority, passkeyNeedsAssertion],
      async handle({ caller, params, request }) {
        await unlinkCredential(deps, { caller, credentialId: params.id, origin: originOf(request) });
        return { ok: true };
      },
    }),
  ];
}
