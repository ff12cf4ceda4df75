import type { Guard } from '../guard.ts';

/** Of the keys at rest; the sessions' own are in `sessions.guards.ts`. */
export const guards: readonly Guard[] = [
  {
    file: 'keys.store.ts',
    find: "revoked_at = coalesce(revoked_at, $1), sealed_secret = ''\n     where master_key is null",
    replace: "revoked_at = coalesce(revoked_at, $1)\n     where kid = ''",
    breaks: 'keys that backups hold in clear go on signing after the database was sealed',
    tests: ['open-sealing'],
  },
  {
    file: 'keys.store.ts',
    find: "delete from service_secrets where name = 'refresh' and master_key is null",
    replace: "delete from service_secrets where name = '' and master_key is null",
    breaks: 'the refresh secret of the backups stays in use',
    tests: ['open-sealing'],
  },
  {
    file: 'keys.store.ts',
    find: "sealed_secret = '' where revoked_at is null`",
    replace: "sealed_secret = '' where revoked_at is null and retired_at is null`",
    breaks: 'after a leak the retired keys, which leaked with the active one, still verify',
    tests: ['open-sealing'],
  },
  {
    file: 'key-ring.ts',
    find: 'if (secret) current.set(kid, keys.get(kid) ?? signingKey(kid, secret));',
    replace: 'if (kid) current.set(kid, keys.get(kid) ?? signingKey(kid, secret ?? Buffer.alloc(32)));',
    breaks: 'a planted key verifies what anybody signs with zeros',
    tests: ['open-sealing'],
  },
];
