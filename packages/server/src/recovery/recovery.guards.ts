import type { Guard } from '../guard.ts';

const tests = ['recovery/recovery'];
const cancel = { file: 'cancel-recovery.ts', tests };
const approve = { file: 'approve-recovery.ts', tests };
const finish = { file: 'finish-recovery.ts', tests };
const policy = { file: 'set-policy.ts', tests };

export const guards: readonly Guard[] = [
  {
    file: 'start-recovery.ts',
    tests,
    find: "if (mode === 'database' && !isRecentAtProvider(caller, deps.clock)) throw refuse('sign_in_again');",
    replace: '',
    breaks: 'a stolen cookie begins a recovery that nobody has to agree to',
  },
  {
    file: 'start-recovery.ts',
    tests,
    find: "if (!inserted) throw refuse('recovery_running');",
    replace: "if (!inserted) throw refuse('too_many_recoveries');",
    breaks: 'whoever asks a second time is not told that a recovery runs',
  },
  {
    ...cancel,
    find: "if (!attempt || attempt.identityId !== identityId) throw refuse('no_such_recovery');",
    replace: "if (!attempt) throw refuse('no_such_recovery');",
    breaks: 'anybody learns of and cancels the recovery of anybody',
  },
  {
    ...cancel,
    find: '  await requireStepUp();\n',
    replace: '',
    breaks: 'the cookie of whoever began a recovery, or has stolen one, cancels the owner’s',
  },
  {
    ...approve,
    find: "if (!caller) throw refuse('unauthorized');",
    replace: "if (!caller) throw refuse('vote_refused', { reason: 'not_yours' });",
    breaks: 'a guardian who is not signed in is not asked to sign in',
  },
  {
    ...approve,
    find: "if (!isMine) throw refuse('vote_refused', { reason: 'not_yours' });",
    replace: '',
    breaks: 'a guardian’s vote for the place of another is not recognised before it is sent',
  },
  {
    ...approve,
    find: "if (!isGood) throw refuse('vote_refused', { reason: 'signature_wrong' });",
    replace: '',
    breaks: 'anybody without the words has transactions sent at the relayer’s cost',
  },
  {
    ...approve,
    find: "throw refuse('vote_refused', { reason: 'barred' });",
    replace: 'void 0;',
    breaks: 'who has to wait is told so by the chain, in English, after a simulation',
  },
  {
    ...finish,
    find: "if (caller?.identityId !== attempt.identityId) throw refuse('no_such_recovery');",
    replace: '',
    breaks: 'anybody finishes the recovery of anybody',
  },
  {
    ...finish,
    find: "if (now.getTime() < readyAt) throw refuse('recovery_not_ready', { readyAt: Math.ceil(readyAt / 1000) });",
    replace: '',
    breaks: 'nobody has the seven days to object',
  },
  {
    ...policy,
    find: "throw refused('self', place);",
    replace: 'void 0;',
    breaks: 'a policy that guards nothing is refused by the chain alone',
  },
  {
    ...policy,
    find: "if (known.has(key)) throw refused('twice', place);",
    replace: '',
    breaks: 'one guardian counts twice until the chain refuses it',
  },
  {
    file: 'watch-recoveries.ts',
    find: 'await lapse(deps);',
    replace: '',
    breaks: 'a recovery that was forgotten is finished by a session of next year',
    tests: ['recovery/recovery'],
  },
  {
    file: 'follow-recovery.ts',
    find: 'const isOver = attempt.readyAt !== null || isForgotten(attempt, recovery, now);',
    replace: 'const isOver = attempt.readyAt !== null;',
    breaks: 'a request that nobody answers is told every day for ever',
    tests: ['recovery/recovery'],
  },
  {
    file: 'adopt-authority.ts',
    find: "{ commitment: 'finalized' }",
    replace: "{ commitment: 'confirmed' }",
    breaks: 'a recovery that a fork takes back has ended the passkeys of whoever still owns the wallet',
    tests: ['recovery/adopt-authority'],
  },
  {
    file: 'watch.store.ts',
    find: 'where next_at <= $1 returning',
    replace: 'where $1::timestamptz is not null returning',
    breaks: 'every node asks the chain the same in every round',
    tests: ['recovery/hostile'],
  },
  {
    ...approve,
    find: "throw refuse('vote_refused', { reason: 'left' });",
    replace: 'void 0;',
    breaks: 'whoever no longer wants to be a guardian approves on',
    tests: ['recovery/guardians'],
  },
  {
    file: 'guardians.store.ts',
    find: 'and g.key = $1 and g.left_at is null',
    replace: 'and g.key = $1',
    breaks: 'whoever has left still sees who asks for help',
    tests: ['recovery/guardians'],
  },
  {
    file: 'guardians.store.ts',
    find: '($2::uuid is null or identity_id = $2) and left_at is null',
    replace: '($2::uuid is null or identity_id = $2)',
    breaks: 'whoever presses twice tells the owner twice',
    tests: ['recovery/guardians'],
  },
  {
    file: 'remember-policy.ts',
    find: 'if (seen.nonce < policy.nonce) return;',
    replace: '',
    breaks: 'an older policy that is recorded late is told as new, and its guardians are believed',
    tests: ['recovery/remember-policy'],
  },
  {
    file: 'policies.store.ts',
    find: 'where identity_id = $1 for update`',
    replace: 'where identity_id = $1`',
    breaks: 'two nodes tell the same policy twice',
    tests: ['recovery/remember-policy'],
  },
];
