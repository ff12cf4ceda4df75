import type { Guard } from '../guard.ts';

const status = { file: 'change-status.ts', tests: ['identity/status'] };
const store = { file: 'identity.store.ts', tests: ['identity/status'] };
const policy = { file: 'handle-policy.ts', tests: ['sign-in/claim.test'] };
const permanent = { file: 'functions/keep_identity_permanent.sql', tests: ['sign-in/claim.test'] };

export const guards: readonly Guard[] = [
  {
    ...policy,
    find: 'reservedHandles.has(handle) ||',
    replace: '',
    breaks: 'somebody is called admin or support, and speaks for the service',
  },
  {
    ...policy,
    find: '/^_+$/.test(handle) ||',
    replace: '',
    breaks: 'somebody has a name that nobody can read or tell from another',
  },
  {
    ...policy,
    find: "handle.startsWith('pid_') ||",
    replace: '',
    breaks: 'somebody is called pid_support',
  },
  {
    ...policy,
    find: "|| handle.endsWith('_pid')",
    replace: '',
    breaks: 'somebody is called support_pid',
  },
  {
    ...policy,
    file: '../../../contract/src/shapes/identity.ts',
    find: "handlePattern = '^[a-z0-9_]{3,20}$'",
    replace: "handlePattern = '^[a-zA-Z0-9_]{3,20}$'",
    breaks: 'two names differ by capitals alone; only a constraint stands in the way, with a 500',
  },
  {
    ...store,
    find: 'on conflict (handle) do nothing returning',
    replace: 'returning',
    breaks: 'whoever wants a taken name is answered 500',
    tests: ['sign-in/claim.test'],
  },
  {
    ...store,
    find: 'where id = $1 and status = any($2) returning',
    replace: 'where id = $1 and $2::text[] is not null returning',
    breaks: 'a deleted identity is deleted once more, or comes back; only a trigger stands in the way',
  },
  {
    ...store,
    find: "case when $3 = 'active' then 0 else 1 end",
    replace: '0',
    breaks: 'the bearers of a suspended player are good again when the suspension ends',
    tests: ['relying-parties/exchange'],
  },
  {
    ...store,
    find: "await notify(tx, 'identity', id);",
    replace: '',
    breaks: 'other nodes hear of a suspension when they next look',
  },
  {
    ...store,
    find: 'from identities where id = $1 for no key update`',
    replace: 'from identities where id = $1`',
    breaks: 'two removals at once each leave the way in that the other takes',
    tests: ['credentials/credentials.test', 'credentials/passkeys/passkey-races'],
  },
  {
    ...store,
    find: 'and ($2::text is null or handle > $2)',
    replace: 'and ($2::text is null or true)',
    breaks: 'an administrator reads the first page for ever',
    tests: ['admin/admin.test'],
  },
  {
    ...store,
    find: '${prefix.replaceAll(/[%_\\\\]/g, String.raw`\\$&`)}%',
    replace: '${prefix}%',
    breaks: 'a search for one name finds others; a lone backslash is a 500',
    tests: ['admin/admin.test'],
  },
  {
    ...status,
    find: "if (to === 'deleted') await assertDeletable(tx, deps.guards ?? [], before);",
    replace: '',
    breaks:
      'an identity goes although something must be settled first, when that came after the page was asked for',
    tests: ['credentials/delete-own-identity'],
  },
  {
    ...status,
    find: "if (to === 'deleted') for (const erase of deps.erasers) await erase(tx, identity, now);",
    replace: '',
    breaks: 'personal data, sessions and logins outlive the identity',
  },
  {
    ...status,
    find: '    await assertDeletable(deps.db, deps.administratorGuards ?? [], identity);',
    replace: '    void identity;',
    breaks: 'an administrator deletes a wallet that nobody can reach any more',
    tests: ['account/certificate'],
  },
  {
    ...status,
    find: "if (identity && identity.status !== 'deleted') await deps.beforeDeletion?.(identity);",
    replace: '',
    breaks: 'open pages at the payment provider are not cancelled before the identity goes',
    tests: ['checkout/settled-payments'],
  },
  {
    file: '../../../contract/src/operations/identity.ts',
    find: "access: 'user',\n    reply: Type.Object(",
    replace: "access: 'reader', readerScope: 'any',\n    reply: Type.Object(",
    breaks: 'an app takes everything that is held about its player',
    tests: ['relying-parties/exchange'],
  },
  {
    ...permanent,
    find: 'if new.id <> old.id or new.handle <> old.handle or new.created_at <> old.created_at then',
    replace: 'if false then',
    breaks: 'a handle is changed, and its former owner is somebody else',
  },
  {
    ...permanent,
    find: "if old.status = 'deleted' and new.status <> 'deleted' then",
    replace: 'if false then',
    breaks: 'a deleted identity is made alive by hand',
    tests: ['identity/status'],
  },
  {
    ...permanent,
    file: 'migrations/202611180002_baseline_identity.sql',
    find: 'create trigger identities_no_delete before delete on identities for each row execute function refuse_change();',
    replace: '',
    breaks: 'a handle is freed and given to somebody else',
  },
  {
    ...permanent,
    file: 'migrations/202611180002_baseline_identity.sql',
    find: 'create trigger identities_no_truncate before truncate on identities for each statement execute function refuse_change();',
    replace: '',
    breaks: 'all handles are freed at once',
  },
];
