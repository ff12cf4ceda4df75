import type { Guard } from '../guard.ts';

const stepUp = ['step-up/step-up.test'];
const planted = ['step-up/planted-passkey'];
const deletion = ['credentials/delete-own-identity'];
const removal = ['credentials/passkeys/remove-passkey'];

export const guards: readonly Guard[] = [
  {
    file: 'passkeys/challenges.store.ts',
    find: 'where hash = $1 and bound_to = $2 and expires_at > $3',
    replace: 'where hash = $1 and $2::bytea is not null and expires_at > $3',
    breaks: 'a challenge of one session is answered in another',
    tests: stepUp,
  },
  {
    file: 'passkeys/challenges.store.ts',
    find: 'and bound_to = $2 and expires_at > $3',
    replace: 'and bound_to = $2 and $3::timestamptz is not null',
    breaks: 'a challenge has no end',
    tests: stepUp,
  },
  {
    file: 'passkeys/challenges.ts',
    find: 'return spent && isFor(purpose, presented);',
    replace: 'return spent;',
    breaks: 'a signature for one request confirms another',
    tests: stepUp,
  },
  {
    file: 'passkeys/use-passkey.ts',
    find: 'if (!passkey || !counts(passkey, deps.clock.now())) return false;',
    replace: 'if (!passkey) return false;',
    breaks: 'a passkey that does not count gives step-up',
    tests: ['step-up/planted-passkey'],
  },
  {
    file: 'passkeys/use-passkey.ts',
    find: "if (!counts(passkey, deps.clock.now())) throw refuse('passkey_too_new');",
    replace: '',
    breaks: 'a passkey that does not count deletes the identity and approves others',
    tests: planted,
  },
  {
    file: 'passkeys/passkeys.store.ts',
    find: 'return countsFrom !== null && countsFrom <= now;',
    replace: 'return countsFrom !== null;',
    breaks: 'a planted passkey counts at once',
    tests: planted,
  },
  {
    file: 'passkeys/register-passkey.ts',
    find: 'const countsAtOnce = isRecentAtProvider(caller, deps.clock) &&',
    replace: 'const countsAtOnce =',
    breaks: 'the first passkey of an old session counts at once',
    tests: planted,
  },
  {
    file: 'passkeys/register-passkey.ts',
    find: 'if (known.length > 0 && active.length === 0) requireRecentSignIn(caller, deps.clock);',
    replace: '',
    breaks: 'after all passkeys were revoked, an old cookie registers the next first one',
    tests: removal,
  },
  {
    file: 'passkeys/approve-passkey.ts',
    find: "if (approvers.length === 0) throw refuse('passkey_too_new');",
    replace: '',
    breaks: 'any passkey of the device is asked to approve where none may',
    tests: planted,
  },
  {
    file: 'passkeys/prove-passkey.ts',
    find: 'verifyAssertion({ passkey: pending, assertion: newAssertion, challenge, ...deps.relyingParty }),',
    replace:
      'verifyAssertion({ passkey: { ...pending, credentialId: newAssertion.id }, assertion: newAssertion, challenge, ...deps.relyingParty }),',
    breaks: 'another passkey stands for the one that waits',
    tests: ['credentials/passkeys/prove-passkey'],
  },
  {
    file: 'passkeys/approve-passkey.ts',
    find: 'await spendChallenge(deps, purpose, challenge);',
    replace: '',
    breaks: 'a proof is presented twice, or in another session',
    tests: ['credentials/passkeys/prove-passkey'],
  },
  {
    file: 'passkeys/remove-passkey.ts',
    find: 'await input.requireStepUp();\n    return revoke',
    replace: 'return revoke',
    breaks: 'a cookie removes the passkeys of its owner',
    tests: removal,
  },
  {
    file: 'passkeys/assertions.store.ts',
    find: 'and counter <= $2`',
    replace: 'and $2::bigint is not null`',
    breaks: 'a copied authenticator takes the counter back while both sign at once',
    tests: ['credentials/passkeys/passkey-races'],
  },
  {
    file: 'passkeys/assertions.store.ts',
    find: 'set counter = $2, backed_up',
    replace: 'set counter = greatest(counter, $2 * 0), backed_up',
    breaks: 'wallet operations leave the counter where it was',
    tests: ['account/own-money'],
  },
  {
    file: 'passkeys/verify-assertion.ts',
    find: "if (data.counter < passkey.counter) throw refuse('passkey_counter_fell');",
    replace: '',
    breaks: 'a copied authenticator signs on',
    tests: ['credentials/passkeys/verify-assertion'],
  },
  {
    file: 'passkeys/passkeys.store.ts',
    find: "status = 'active' and counts_from <= $2`",
    replace: "status = 'active' and $2::timestamptz is not null`",
    breaks: 'the registrar signs for a planted passkey',
    tests: ['registrar/registrar'],
  },
  {
    file: 'passkeys/list-passkeys.ts',
    find: ".filter(({ status }) => status !== 'deleted')",
    replace: '',
    breaks: 'the registrar signs for a deleted identity',
    tests: ['registrar/registrar'],
  },
  {
    file: 'passkeys/passkeys.store.ts',
    find: ".filter(({ status }) => status !== 'pending')",
    replace: ".filter(({ status }) => status === 'active')",
    breaks: 'passkeys that were revoked before a deletion come back',
    tests: deletion,
  },
  {
    file: 'delete-own-identity.ts',
    find: 'await input.requireStepUp();',
    replace: '',
    breaks: 'a cookie deletes the identity',
    tests: deletion,
  },
  {
    file: 'unlink-credential.ts',
    find: "if (passkeys.length === 0 && (await listLogins(tx, identityId)).length === 0) throw refuse('last_way_in');",
    replace: '',
    breaks: 'the last way in is unlinked',
    tests: ['credentials/credentials.test'],
  },
  {
    file: 'unlink-credential.ts',
    find: 'await lockIdentity(tx, identityId);',
    replace: '',
    breaks: 'two unlinks at once each see the other as what remains',
    tests: ['credentials/credentials.test'],
  },
];
