import { Type } from 'typebox';
import { declare } from '../declare.ts';
import {
  base64url,
  described,
  instant,
  integer,
  nullable,
  okReply,
  page,
  pid,
  uuid,
  words,
} from '../schemas.ts';
import { expiry } from '../shapes/account.ts';
import { confirmed, signature } from '../shapes/chain.ts';
import { assertion, exampleAssertion, registrationResponse } from '../shapes/passkeys.ts';
import { key, kind, mode, number, policyNonce, recoveryView } from '../shapes/recovery.ts';
import { signedErrors } from './account.ts';

const params = Type.Object({ id: described(uuid, 'Of the recovery.') });
const exampleId = '5b0f3c8e-2f7d-4a41-9d3b-8f6a1c2e7d90';
const exampleKey = 'AmsX0fLhLEJH-LzmWODBzzMDgMnt7dcEYBLpsTdFIU8A';
const signed = { nonce: policyNonce, expiry, assertion };
const common = { access: 'user', allowSuspended: true, limit: 'wallet' } as const;
const relayed = Type.Object({ signature, status: confirmed }, { title: 'RelayedRecoveryStep' });

const guardianInput = Type.Object({
  kind,
  publicKey: Type.Optional(
    described(base64url, 'Of a passkey or a sheet: compressed P-256 point, 33 bytes.'),
  ),
  pid: Type.Optional(pid),
});

export const recovery = declare('recovery', {
  getRecovery: {
    summary: 'The own recovery: who can bring another passkey in, and whether anybody is doing so',
    description: 'Guardians and threshold are public on the chain. Guardians learn no balances.',
    access: 'user',
    limitPer: 'session',
    reply: recoveryView,
    errors: ['chain_unavailable', 'program_not_ready'],
    example: {},
  },
  setRecoveryPolicy: {
    ...common,
    summary: 'Sets, changes or removes the recovery policy: relayed, signed by the current passkey',
    description:
      'The challenge is of action 7. The first policy makes an account whose rent the vault pays. Without guardians (threshold and delay 0) the policy is removed. Votes for a recovery end with the policy.',
    idempotent: true,
    body: Type.Object(
      {
        guardians: Type.Array(guardianInput, { maxItems: 5, description: 'Up to five; none removes it.' }),
        threshold: Type.Integer({ minimum: 0, maximum: 5, description: 'How many of them must agree.' }),
        delaySeconds: Type.Integer({
          minimum: 0,
          maximum: 2_592_000,
          description: 'How long the passkey may cancel: 86,400 (a day) to 2,592,000 (30 days).',
        }),
        ...signed,
      },
      { title: 'RecoveryPolicyRequest' },
    ),
    reply: relayed,
    errors: [
      ...signedErrors,
      'account_not_activated',
      'wrong_nonce',
      'passkey_not_authority',
      'policy_refused',
      'policy_terms_refused',
      'balance_refused',
    ],
    example: {
      guardians: [{ kind: 'sheet', publicKey: exampleKey }],
      threshold: 1,
      delaySeconds: 604_800,
      nonce: '0',
      expiry: 1_799_950_000,
      assertion: exampleAssertion,
    },
  },
  startRecovery: {
    summary: 'Begins to recover: a new passkey that waits for guardians, or for seven days',
    description:
      'The passkey is made with the options of POST /v1/passkeys/options and held until the recovery is over. Without an activated wallet, or without a policy, it needs a sign-in at a provider of the last ten minutes. Finishing revokes all other passkeys.',
    access: 'user',
    allowSuspended: true,
    status: 201,
    body: Type.Object({ response: registrationResponse }, { title: 'RecoveryStart' }),
    reply: Type.Object(
      {
        id: described(uuid, 'Name of the recovery here.'),
        newAuthority: key('The passkey that would take over'),
        number,
        mode,
        readyAt: nullable(instant('In database mode: from then on it can be finished.')),
      },
      { title: 'StartedRecovery' },
    ),
    errors: [
      'chain_unavailable',
      'program_not_ready',
      'sign_in_again',
      'challenge_unknown',
      'passkey_refused',
      'passkey_exists',
      'recovery_running',
      'too_many_recoveries',
      'frozen',
    ],
    example: {
      response: {
        id: exampleAssertion.id,
        rawId: exampleAssertion.id,
        type: 'public-key',
        response: { clientDataJSON: exampleAssertion.clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' },
      },
    },
  },
  approveRecovery: {
    summary: 'One guardian’s approval: relayed, signed by the guardian’s passkey or the sheet',
    description:
      'The challenge is of action 8 over the place of the guardian and the new passkey. A sheet needs no session. Costs the guardian nothing.',
    access: 'optional-user',
    allowSuspended: true,
    limit: 'wallet',
    params,
    body: Type.Object(
      {
        guardian: Type.Integer({ minimum: 0, maximum: 4, description: 'Place in the policy, from 0.' }),
        nonce: policyNonce,
        expiry,
        assertion: Type.Optional(assertion),
        signature: Type.Optional(
          described(base64url, 'Of a sheet: r and s, 64 bytes with a low s, over the 32-byte challenge.'),
        ),
      },
      { title: 'RecoveryApproval' },
    ),
    reply: relayed,
    errors: [
      ...signedErrors,
      'unauthorized',
      'no_such_recovery',
      'no_recovery_policy',
      'wrong_nonce',
      'vote_refused',
      'no_change',
      'too_many_recoveries',
    ],
    example: {
      id: exampleId,
      guardian: 0,
      nonce: '1',
      expiry: 1_799_950_000,
      signature: 'AAAA',
    },
  },
  cancelRecovery: {
    summary:
      'Cancels a recovery: signed by the current passkey; mail, cookie and session alone cancel nothing',
    description:
      'On the chain the challenge is of action 9; those who approved have to wait for the delay before they can again. In database mode the request needs a step-up by a passkey that counts, and no body. All other sessions end with it.',
    access: 'user',
    allowSuspended: true,
    allowFrozen: true,
    limit: 'wallet',
    limitPer: 'session',
    stepUp: 'judged',
    params,
    body: Type.Object(
      {
        nonce: Type.Optional(policyNonce),
        expiry: Type.Optional(expiry),
        assertion: Type.Optional(assertion),
      },
      { title: 'RecoveryCancellation' },
    ),
    reply: Type.Object(
      {
        ...okReply.properties,
        votedBy: Type.Array(kind, {
          description: 'The kinds of the guardians who had approved it; none in database mode.',
        }),
      },
      { title: 'CancelledRecovery' },
    ),
    errors: [
      ...signedErrors,
      'no_such_recovery',
      'no_recovery_policy',
      'wrong_nonce',
      'passkey_not_authority',
    ],
    example: { id: exampleId, nonce: '1', expiry: 1_799_950_000, assertion: exampleAssertion },
  },
  finishRecovery: {
    summary:
      'Finishes a recovery whose time has come; the service revokes the lost passkeys once it is final',
    access: 'optional-user',
    allowSuspended: true,
    limit: 'wallet',
    params,
    body: Type.Object({}, { title: 'RecoveryFinish' }),
    reply: okReply,
    errors: [
      ...signedErrors,
      'no_such_recovery',
      'recovery_not_ready',
      'guardians_decide',
      'sign_in_again',
      'frozen',
    ],
    example: { id: exampleId },
  },
  listGuardianships: {
    summary: 'Who trusts the caller as a guardian, and who asks for help',
    description: 'Nothing about anybody’s money is told.',
    access: 'user',
    reply: page(
      Type.Object({
        pid: words('Who trusts the caller.'),
        guardian: integer('Place of the caller in their policy, from 0.'),
        threshold: integer('How many guardians must agree.'),
        guardians: integer('How many there are.'),
        policyNonce,
        requests: Type.Array(
          Type.Object({
            id: described(uuid, 'Of the recovery.'),
            newAuthority: key('The passkey that would take over'),
            number,
            startedAt: instant('When help was asked for.'),
            approved: Type.Boolean({ description: 'Whether the caller has approved it.' }),
          }),
        ),
      }),
    ),
    errors: ['chain_unavailable', 'program_not_ready'],
    example: {},
  },
  leaveGuardianship: {
    summary: 'Stops being a player’s guardian: asked for nothing more, and the owner is told at once',
    description:
      'The service lists no requests of that player to the caller any more and relays no approval of theirs. On the chain only the owner’s passkey changes the policy; an approval that was given stands. A new policy of the owner names the caller anew. Repeating it changes nothing.',
    access: 'user',
    limitPer: 'session',
    stepUp: 'assertion',
    allowSuspended: true,
    params: Type.Object({ pid }),
    reply: okReply,
    errors: ['no_such_guardianship'],
    example: { pid: 'budi_gg@pid' },
  },
});
