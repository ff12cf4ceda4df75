import type { Guard } from '../guard.ts';

const browser = ['sign-in/session-of-browser'];

export const guards: readonly Guard[] = [
  {
    file: 'sessions.store.ts',
    find: 'where id = $1 and identity_id = $2 and ended_at is null and refresh_expires_at > $3 and family_expires_at > $3',
    replace: 'where id = $1 and identity_id = $2 and refresh_expires_at > $3 and family_expires_at > $3',
    breaks: 'a session that was ended links a login',
    tests: browser,
  },
  {
    file: 'sessions.store.ts',
    find: 'and ended_at is null and refresh_expires_at > $3 and family_expires_at > $3\n     for share',
    replace: 'and ended_at is null and $3::timestamptz is not null\n     for share',
    breaks: 'a session that has run out links a login',
    tests: browser,
  },
  {
    file: 'sessions.store.ts',
    find: 'id is distinct from $2 and ($3::uuid is null or opened_with = $3)',
    replace: 'id is distinct from $2 and ($3::uuid is null or true)',
    breaks: 'unlinking one login throws every device out',
    tests: ['credentials/credentials.test'],
  },
  {
    file: 'open-session.ts',
    find: 'if (input.replaces) await endReplacedSession(tx, input.replaces, now);',
    replace: '',
    breaks: 'the session that a browser had lives on unseen',
    tests: browser,
  },
  {
    file: 'end-sessions.ts',
    find: 'if (sessionId.toLowerCase() !== caller.sessionId) await input.requireStepUp();',
    replace: '',
    breaks: 'a stolen cookie throws its owner out, session by session',
    tests: ['step-up/step-up.test', 'step-up/planted-passkey'],
  },
];
