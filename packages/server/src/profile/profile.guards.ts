import type { Guard } from '../guard.ts';

const tests = ['profile'];

export const guards: readonly Guard[] = [
  {
    file: 'profile.routes.ts',
    find: "if (reason !== null) throw refuse('name_refused', { reason });",
    replace: '',
    breaks: 'a player is called PID Support on every payment',
    tests,
  },
  {
    file: 'profile.store.ts',
    find: 'where identity_id = $1 returning',
    replace: 'where $1::uuid is not null returning',
    breaks: 'one player’s change is everybody’s',
    tests,
  },
  {
    file: 'profile.store.ts',
    find: "case when $2 ? 'bio' then",
    replace: 'case when true then',
    breaks: 'a field that was not named is emptied',
    tests,
  },
  {
    file: 'profile.store.ts',
    find: "'delete from profiles where identity_id = $1'",
    replace: "'select from profiles where identity_id = $1'",
    breaks: 'a deleted player’s profile stays',
    tests: ['credentials/delete-own-identity'],
  },
  {
    file: 'profile.routes.ts',
    find: " || identity.status === 'deleted'",
    replace: '',
    breaks: 'a deleted player is still shown',
    tests: ['credentials/delete-own-identity'],
  },
  {
    file: '../../../contract/src/operations/profile.ts',
    find:
      String.raw`const noControls = String.raw` +
      '`^[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]*$`;',
    replace: 'const noControls = String.raw`^[^\\u0000-\\u001f]*$`;',
    breaks: 'a display name turns the text around it',
    tests,
  },
  {
    file: 'rewrite-png.ts',
    find: 'maxOutputLength: expected, ',
    replace: '',
    breaks: 'a few bytes unpack to gigabytes in the service’s memory',
    tests: ['profile/avatar'],
    equivalent: 'the result is refused all the same; what is spared is the memory',
  },
  {
    file: 'rewrite-png.ts',
    find: 'return at === bytes.length ? chunks : null;',
    replace: 'return chunks;',
    breaks: 'a picture with another file behind it is taken',
    tests: ['profile/avatar'],
  },
  {
    file: 'rewrite-png.ts',
    find: 'width > sideMax || ',
    replace: '',
    breaks: 'a picture of any size is unpacked',
    tests: ['profile/avatar'],
  },
  {
    file: 'picture-queue.ts',
    find: "if (unfinished > waitingMax) throw refuse('overloaded').retryAfter(1);",
    replace: '',
    breaks: 'uploads wait without end, each with its body in memory',
    tests: ['profile/avatar'],
  },
  {
    file: 'picture-queue.ts',
    find: 'const result = last.then(task);',
    replace: 'const result = task();',
    breaks: 'uploads take every thread of the pool',
    tests: ['profile/avatar'],
  },
  {
    file: 'upload-avatar.ts',
    find: 'if (avatarUrl !== changes.avatarUrl) await dropAvatar(tx, identityId);',
    replace: '',
    breaks: 'a picture that was taken away is still shown at its address',
    tests: ['profile/avatar'],
  },
  {
    file: 'open-profile.ts',
    find: 'await dropAvatar(tx, id);',
    replace: '',
    breaks: 'a deleted player’s picture stays',
    tests: ['profile/avatar'],
  },
];
