import { Type } from 'typebox';
import { originOf } from '../audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { listCredentials } from './list-credentials.ts';
import { lastWayIn, unlinkCredential } from './unlink-credential.ts';

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

export interface CredentialRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export function credentialRoutes(deps: CredentialRouteDeps): Route[] {
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
      tag: 'identity',
      access: 'user',
      params: Type.Object({ id: schemas.uuid }),
      reply: schemas.okReply,
      errors: [commonErrors.notFound, lastWayIn],
      async handle({ caller, params, request }) {
        await unlinkCredential(deps, { caller, credentialId: params.id, origin: originOf(request) });
        return { ok: true };
      },
    }),
  ];
}
