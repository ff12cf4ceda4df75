import { Type } from 'typebox';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { pidSchema } from './handle-policy.ts';

const identitySchema = Type.Object(
  {
    pid: pidSchema,
    status: schemas.literals(['active', 'suspended', 'deleted']),
    createdAt: schemas.dateTime,
  },
  { title: 'Identity' },
);

export function identityRoutes(): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/identity/me',
      operationId: 'getIdentity',
      summary: 'The identity of the caller',
      tag: 'identity',
      access: 'reader',
      readerScope: 'any',
      reply: identitySchema,
      errors: [commonErrors.noIdentity],
      // Admission has read everything there is to answer.
      handle: async ({ caller }) => ({ pid: caller.pid, status: caller.status, createdAt: caller.createdAt }),
    }),
  ];
}
