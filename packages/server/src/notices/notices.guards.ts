import type { Guard } from '../guard.ts';

const freezes = { file: 'freezes.store.ts', tests: ['notices/freeze'] };
const list = { file: 'notices.store.ts', tests: ['notices/notices'] };
const outbox = { file: 'mail/outbox.store.ts', tests: ['notices/mail'] };
const delivery = { file: 'mail/deliver-mails.ts', tests: ['notices/mail'] };
const compose = { file: 'mail/compose-mail.ts', tests: ['notices/mail'] };
const lift = { file: 'lift-freeze.ts', tests: ['notices/freeze'] };

export const guards: readonly Guard[] = [
  {
    ...freezes,
    find: 'delete from not_me_tokens where hash = $1 and expires_at > $2 returning identity_id',
    replace:
      'delete from not_me_tokens where hash = $1 and $2::timestamptz is not null returning identity_id',
    breaks: 'a link of a mail freezes for ever instead of for seven days',
  },
  {
    ...freezes,
    find: 'delete from not_me_tokens where hash = $1',
    replace: 'select identity_id from not_me_tokens where hash = $1',
    breaks: 'a link is good more than once',
  },
  {
    ...freezes,
    find: 'where known.frozen_at <= $4 returning',
    replace: 'where $4::timestamptz is not null returning',
    breaks: 'who reads the mail keeps the identity frozen for ever',
  },
  {
    file: 'lift-freeze.ts',
    find: 'if (await deps.isRecoveredSince(identityId, freeze.unbrokenSince))',
    replace: 'if (await deps.isRecoveredSince(identityId, freeze.until))',
    breaks: 'a thief who recovered the identity lifts the freeze of its owner',
    tests: ['recovery/freeze'],
  },
  {
    ...freezes,
    find: 'select $1, $2, $3 where not exists (select from freezes where identity_id = $2 and until >= $4)',
    replace: 'select $1, $2, $3 where $4::timestamptz is not null',
    breaks: 'a mail that was on its way while the freeze was lifted carries a living link',
  },
  {
    ...freezes,
    find: "await tx.query('delete from not_me_tokens where identity_id = $1', [identityId]);",
    replace: '',
    breaks: 'lifting leaves the links of earlier mails alive',
  },
  {
    ...freezes,
    find: 'where identity_id = $1 and until > $2`',
    replace: 'where identity_id = $1 and $2::timestamptz is not null`',
    breaks: 'a freeze that has ended is shown as one',
  },
  {
    file: 'freeze-identity.ts',
    tests: ['notices/freeze'],
    find: 'await deps.endSessions(tx, identityId, now);',
    replace: '',
    breaks: 'a thief stays signed in after the owner said that it was not them',
  },
  {
    file: 'freeze-identity.ts',
    tests: ['notices/freeze'],
    find: 'input.signedInAs === identityId',
    replace: 'input.signedInAs !== null',
    breaks: 'any signed-in player may freeze another again and again',
  },
  {
    ...lift,
    find: 'if (!deps.isRecentAtProvider(input.caller))',
    replace: 'if (input.caller === null)',
    breaks: 'a found phone lifts the freeze with its passkey alone',
  },
  {
    ...lift,
    find: 'if (!input.steppedUp)',
    replace: 'if (input.caller === null)',
    breaks: 'whoever took over the account at the provider lifts the freeze',
  },
  {
    file: '../credentials/passkeys/register-passkey.ts',
    tests: ['notices/freeze'],
    find: ' && caller.frozenUntil === undefined',
    replace: '',
    breaks: 'whoever took over the account at the provider registers a passkey that lifts the freeze',
  },
  {
    file: '../platform/http/judge.ts',
    tests: ['notices/freeze'],
    find: 'if (refusesFrozen && ',
    replace: 'if (request.method === null && ',
    breaks: 'a frozen identity sends, pays out and deletes itself',
  },
  {
    file: '../sessions/authenticator.ts',
    tests: ['notices/freeze'],
    find: 'row.frozen_until !== null && row.frozen_until > clock.now()',
    replace: 'row.frozen_until !== null && clock.now() !== null',
    breaks: 'a freeze never ends',
  },
  {
    file: 'known-devices.store.ts',
    tests: ['notices/notices'],
    find: 'returning xmax = 0 as is_new',
    replace: 'returning true as is_new',
    breaks: 'every sign-in is told as one of a new device, until nobody reads it',
  },
  {
    file: 'greet-device.ts',
    tests: ['notices/notices'],
    find: 'sha256(`${identityId} ${secret}`)',
    replace: 'sha256(secret)',
    breaks: 'the table tells which identities share a browser',
  },
  {
    ...list,
    find: "'update notices set read_at = $3 where identity_id = $1 and id <= $2 and read_at is null'",
    replace: "'update notices set read_at = $3 where $1::uuid is not null and id <= $2 and read_at is null'",
    breaks: 'one player marks the notices of all as read',
  },
  {
    ...list,
    find: 'from notices where identity_id = $1 and ($2::bigint',
    replace: 'from notices where $1::uuid is not null and ($2::bigint',
    breaks: 'one player reads the notices of all',
  },
  {
    file: 'erase-notices.store.ts',
    tests: ['notices/notices'],
    find: "'notices', 'notice_mails'",
    replace: "'notice_mails'",
    breaks: 'what was told of a deleted identity stays',
  },
  {
    file: 'erase-notices.store.ts',
    tests: ['notices/notices'],
    find: "'freezes', 'known_devices'",
    replace: "'freezes'",
    breaks: 'the browsers of a deleted identity stay',
  },
  {
    file: 'known-devices.store.ts',
    tests: ['retention.test'],
    find: '\n       and exists (select from known_devices o where o.identity_id = d.identity_id and (o.last_seen_at, o.hash) > (d.last_seen_at, d.hash))',
    replace: '',
    breaks: 'whoever signs in to an account that slept passes for its first browser, and nobody is told',
  },
  {
    ...outbox,
    find: 'delete from notice_mails where at < $1',
    replace: 'delete from notice_mails where at < $1 and false',
    breaks: 'an address that was lost waits for ever in the outbox of a mail server that never takes it',
  },
  {
    ...outbox,
    find: "and at > $4::timestamptz - interval '1 day'`",
    replace: "and at > $4::timestamptz + interval '1 day'`",
    breaks: 'a flood of one notice fills a mailbox',
  },
  {
    ...delivery,
    find: 'before.ofPlayer >= mailsPerPlayerAndDay || ',
    replace: '',
    breaks: 'a stranger who asks a guardian for help again and again uses up the mails about a friend',
  },
  {
    ...delivery,
    find: ' || before.mailed >= mailsOfPlayersPerDay',
    replace: '',
    breaks: 'many strangers who name the same guardian fill a mailbox',
  },
  {
    ...delivery,
    find: 'if (!hasLink(mail)) return null;',
    replace: '',
    breaks: 'the mail about a deletion carries a link to nothing',
  },
  {
    ...delivery,
    find: 'if (doneHashes.some((done) => done.equals(hash))) continue;',
    replace: '',
    breaks: 'an address that is done with gets the mail again with every attempt for another',
  },
  {
    ...compose,
    file: '../platform/escape-html.ts',
    find: "'<': '&lt;',",
    replace: "'<': '<',",
    breaks: 'the name of an app is markup in the mail',
  },
  {
    file: 'told-money.store.ts',
    find: "how === 'locked' ? 'for update' : ''",
    replace: "''",
    breaks: 'several looks at the same moment tell of the same money several times',
    tests: ['notices/incoming'],
  },
  {
    file: 'mail/development-mail.pages.ts',
    find: "if (!isFromThisMachine(request)) throw refuse('only_on_this_machine');",
    replace: '',
    breaks: 'through a tunnel anybody reads the mails of a development service',
    tests: ['test/security/this-machine'],
  },
];
