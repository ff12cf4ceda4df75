import { Type } from 'typebox';
import { findIdentityByPid, pidSchema } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { commonErrors } from '../platform/errors/index.ts';
import { route, schemas, type Route } from '../platform/http/index.ts';
import { readProfile, updateProfile } from './profile.store.ts';

const noControls = String.raw`^[^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$`;
const fields = {
  displayName: schemas.text(noControls, 'must be 1-40 characters without control characters', {
    minLength: 1,
    maxLength: 40,
  }),
  avatarUrl: schemas.text(
    String.raw`^https://[^\s\u0000-\u001f\u007f"<>\\]{1,490}$`,
    'must be an https address of at most 500 characters',
  ),
  bio: schemas.text(
    String.raw`^[^\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$`,
    'must be at most 280 characters without control characters',
    { maxLength: 280 },
  ),
  country: schemas.text('^[A-Z]{2}$', 'must be a two-letter country code such as ID'),
  locale: schemas.text('^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', 'must be a language tag such as id or en-GB', {
    maxLength: 35,
  }),
};
type FieldName = keyof typeof fields;

const nullableFields = Object.fromEntries(
  Object.entries(fields).map(([name, schema]) => [name, schemas.nullable(schema)]),
) as { [Name in FieldName]: ReturnType<typeof schemas.nullable<(typeof fields)[Name]>> };

export const profileSchema = Type.Object(
  {
    displayName: schemas.nullable(Type.String()),
    avatarUrl: schemas.nullable(Type.String()),
    bio: schemas.nullable(Type.String()),
    country: schemas.nullable(Type.String()),
    locale: schemas.nullable(Type.String()),
  },
  { title: 'Profile' },
);
const publicProfileSchema = Type.Object(
  {
    pid: pidSchema,
    displayName: schemas.nullable(Type.String()),
    avatarUrl: schemas.nullable(Type.String()),
    bio: schemas.nullable(Type.String()),
    country: schemas.nullable(Type.String()),
  },
  { title: 'PublicProfile' },
);

export function profileRoutes({ db, clock }: { db: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/profile',
      operationId: 'getProfile',
      summary: 'The own profile',
      tag: 'profile',
      access: 'reader',
      readerScope: 'profile',
      reply: profileSchema,
      handle: ({ caller }) => readProfile(db, caller.identityId),
    }),
    route({
      method: 'PATCH',
      path: '/v1/profile',
      operationId: 'updateProfile',
      summary: 'Changes the given fields of the own profile; null empties one',
      tag: 'profile',
      access: 'user',
      body: Type.Partial(Type.Object(nullableFields)),
      reply: profileSchema,
      handle: ({ caller, body }) => updateProfile(db, caller.identityId, body, clock.now()),
    }),
    route({
      method: 'GET',
      path: '/v1/profiles/{pid}',
      operationId: 'getPublicProfile',
      summary: 'What anybody may see of a player',
      tag: 'profile',
      access: 'public',
      params: Type.Object({ pid: pidSchema }),
      reply: publicProfileSchema,
      errors: [commonErrors.notFound],
      async handle({ params }) {
        const identity = await findIdentityByPid(db, params.pid);
        if (!identity || identity.status === 'deleted') throw commonErrors.notFound('No such player');
        const { locale: _locale, ...shown } = await readProfile(db, identity.id);
        return { pid: identity.pid, ...shown };
      },
    }),
  ];
}
