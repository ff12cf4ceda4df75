import type { Guard } from '../guard.ts';

const codec = { file: 'token-codec.ts', tests: ['sessions/tokens', 'sessions/sessions.test'] };
const memory = {
  file: 'authenticator.ts',
  tests: ['sessions/authenticator', 'sessions/tokens', 'sessions/sessions.test'],
};
const store = { file: 'sessions.store.ts', tests: ['sessions/sessions.test'] };
const refresh = { file: 'refresh-session.ts', tests: ['sessions/sessions.test'] };

export const guards: readonly Guard[] = [
  {
    ...codec,
    find: ' || !timingSafeEqual(given, actual)',
    replace: '',
    breaks: 'any signature of the right length is good',
  },
  {
    ...codec,
    find: 'claims.iss !== expected.issuer || ',
    replace: '',
    breaks: 'a token of another service with the same key is good',
    tests: ['sessions/tokens'],
  },
  {
    ...codec,
    find: ' || claims.aud !== expected.audience',
    replace: '',
    breaks: 'an access token is a bearer, and a bearer a session',
    tests: ['sessions/tokens'],
  },
  {
    ...codec,
    find: 'claims.exp > expected.nowSeconds ? claims : null',
    replace: 'claims.exp > 0 ? claims : null',
    breaks: 'a token lives for ever, where it is not remembered',
    tests: ['sessions/tokens'],
  },
  {
    ...codec,
    find: 'const given = decodeBase64Url(signature);',
    replace: "const given = Buffer.from(signature, 'base64url');",
    breaks: 'a token has endless spellings, and each is remembered',
    tests: ['sessions/tokens'],
  },
  {
    ...memory,
    find: 'known.audience === audience && ',
    replace: '',
    breaks: 'an access token that is remembered is a bearer',
    tests: ['sessions/tokens'],
  },
  {
    ...memory,
    find: ' && known.expiresSeconds > nowSeconds ?',
    replace: ' ?',
    breaks: 'a remembered token lives for ever',
    tests: ['sessions/sessions.test'],
  },
  {
    ...memory,
    find: 'if (known?.token === token)',
    replace: 'if (known)',
    breaks: 'other claims with the signature of a remembered token are good',
    tests: ['sessions/tokens'],
  },
  {
    ...memory,
    find: "if (row.status === 'deleted' || ",
    replace: 'if (',
    breaks: 'a deleted identity stays signed in',
    tests: ['identity', 'credentials/delete-own-identity', 'admin'],
    equivalent: 'deletion ends every session in the same transaction',
  },
  {
    ...memory,
    find: ' || row.ended_at !== null',
    replace: '',
    breaks: 'a session that was ended goes on for the life of its access token',
  },
  {
    ...memory,
    find: "deps.notifications.on('session', forgetAll);",
    replace: '',
    breaks: 'a session that was ended goes on for most of a second',
  },
  {
    ...store,
    find: 'end_reason = $4 where id = $1 and identity_id = $2 and',
    replace: 'end_reason = $4 where id = $1 and $2::uuid is not null and',
    breaks: 'anybody ends anybody’s session',
  },
  {
    ...store,
    find: 'where identity_id = $1 and ended_at is null and id is distinct from $2',
    replace: 'where identity_id = $1 and ended_at is null and ($2::uuid is null or true)',
    breaks: 'ending all others ends this one too',
  },
  {
    ...store,
    find: "'select * from sessions where id = $1 for update'",
    replace: "'select * from sessions where id = $1'",
    breaks:
      'a refresh that meets the end of its session brings it back, or puts an older token over a newer one',
    tests: ['sessions/tokens'],
  },
  {
    ...refresh,
    find: 'session.ended_at === null && ',
    replace: '',
    breaks: 'an ended session is refreshed',
  },
  {
    ...refresh,
    find: 'session.refresh_expires_at > now && ',
    replace: '',
    breaks: 'a refresh token lives longer than 30 days',
  },
  {
    ...refresh,
    find: ' && session.family_expires_at > now',
    replace: '',
    breaks: 'a family lives longer than a year',
  },
  {
    ...refresh,
    find: '<= graceMillis',
    replace: '<= graceMillis * 1000',
    breaks: 'a stolen old token is led to the current one',
  },
  {
    ...refresh,
    find: "await endSession(tx, session.identity_id, session.id, 'refresh token reused', now);",
    replace: '',
    breaks: 'a stolen token leaves its family alive',
  },
  {
    file: 'refresh-token.ts',
    find: 'if (!timingSafeEqual(bytes.subarray(48), tagOf(key, sessionId, secret))) return null;',
    replace: '',
    breaks: 'a made-up token that names a session ends it',
    tests: ['sessions/tokens', 'sessions/sessions.test'],
  },
];
