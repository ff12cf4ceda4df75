import { Type } from 'typebox';
import { declare } from '../declare.ts';
import {
  base64url,
  described,
  instant,
  integer,
  literals,
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

const params = Type.Object({ id: described(uuid, 'Id of the recovery.') });
const exampleId = '5b0f3c8e-2f7d-4a41-9d3b-8f6a1c2e7d90';
const exampleKey = 'AmsX0fLhLEJH-LzmWODBzzMDgMnt7dcEYBLpsTdFIU8A';
const signed = { nonce: policyNonce, expiry, assertion };
const common = { access: 'user', allowSuspended: true, limit: 'wallet' } as const;
const relayed = Type.Object({ signature, status: confirmed }, { title: 'RelayedRecoveryStep' });

const guardianInput = Type.Object({
  kind,
  publicKey: Type.Optional(
    described(base64url, 'Compressed P-256 point of a passkey or sheet, 33 bytes. Required for these kinds.'),
  ),
  pid: Type.Optional(described(pid, 'pid of a guardian of the kind `account`. Required for this kind.')),
});

export const recovery = declare('recovery', {
  getRecovery: {
    summary: 'Returns the recovery policy and the recoveries of the caller',
    description: 'Guardians and threshold are public on the chain. Guardians cannot see balances.',
    access: 'user',
    limitPer: 'session',
    reply: recoveryView,
    errors: ['chain_unavailable', 'program_not_ready'],
    example: {},
  },
  setRecoveryPolicy: {
    ...common,
    summary: 'Sets, changes or removes the recovery policy',
    description:
      'The current authority signs the challenge of action 7, and the relayer submits it. The first policy creates an account on the chain, whose rent the vault pays. An empty list of guardians, with threshold and delay 0, removes the policy. A change of the policy deletes all votes for a recovery.',
    idempotent: true,
    body: Type.Object(
      {
        guardians: Type.Array(guardianInput, {
          maxItems: 5,
          description: 'Guardians, at most five. An empty list removes the policy.',
        }),
        threshold: Type.Integer({
          minimum: 0,
          maximum: 5,
          description: 'Number of guardians that must approve a recovery.',
        }),
        delaySeconds: Type.Integer({
          minimum: 0,
          maximum: 2_592_000,
          description:
            'Time in which the current passkey can cancel, in seconds: 86,400 (one day) to 2,592,000 (30 days).',
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
  checkGuardians: {
    summary: 'Checks whether players can become guardians',
    description:
      'A guardian needs an active identity and an activated wallet, both of which anyone can check. Names nothing else about a player.',
    access: 'user',
    limit: 'wallet',
    body: Type.Object(
      {
        pids: Type.Array(pid, { minItems: 1, maxItems: 5, description: 'Players to check, at most five.' }),
      },
      { title: 'GuardianCheck' },
    ),
    reply: Type.Object(
      {
        items: Type.Array(
          Type.Object({
            pid,
            status: literals(['ready', 'unknown', 'no_wallet', 'self'], {
              description:
                '`ready`: can be a guardian. `unknown`: no active player has this name. `no_wallet`: the wallet of this player is not activated. `self`: the caller.',
            }),
          }),
          { description: 'One item per player, in the order of the request.' },
        ),
      },
      { title: 'CheckedGuardians' },
    ),
    errors: ['chain_unavailable', 'program_not_ready'],
    example: { pids: ['ratu@pid'] },
  },
  startRecovery: {
    summary: 'Starts a recovery',
    description:
      'Create the new passkey with the options of POST /v1/passkeys/options. The service keeps it until the recovery ends. With a policy, guardians must approve the recovery. Without an activated wallet or without a policy, the recovery takes seven days and requires a sign-in at a provider within the last ten minutes. Finishing it revokes all other passkeys.',
    access: 'user',
    allowSuspended: true,
    status: 201,
    body: Type.Object({ response: registrationResponse }, { title: 'RecoveryStart' }),
    reply: Type.Object(
      {
        id: described(uuid, 'Id of the recovery.'),
        newAuthority: key('Key of the passkey that would become the authority'),
        number,
        mode,
        readyAt: nullable(
          instant('Time from which the recovery can be finished. Only in database mode; otherwise null.'),
        ),
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
    summary: 'Approves a recovery as a guardian',
    description:
      'The guardian’s passkey or the recovery sheet signs the challenge of action 8, over the guardian’s position and the new passkey, and the relayer submits it. A sheet needs no session. The approval costs the guardian nothing.',
    access: 'optional-user',
    allowSuspended: true,
    limit: 'wallet',
    params,
    body: Type.Object(
      {
        guardian: Type.Integer({
          minimum: 0,
          maximum: 4,
          description: 'Position of the guardian in the policy, starting at 0.',
        }),
        nonce: policyNonce,
        expiry,
        assertion: Type.Optional(assertion),
        signature: Type.Optional(
          described(
            base64url,
            'Signature of a recovery sheet over the 32-byte challenge: r and s, 64 bytes, with a low s.',
          ),
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
    summary: 'Cancels a recovery',
    description:
      'In chain mode, the current authority signs the challenge of action 9; guardians who approved the recovery must wait for the delay before they can approve again. In database mode, the request needs step-up with a passkey that counts and an empty body. A mail link or a session alone cannot cancel. All other sessions end.',
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
          description: 'Kinds of the guardians who had approved the recovery; empty in database mode.',
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
    summary: 'Finishes a recovery',
    description:
      'In chain mode, anyone can finish a recovery from `readyAt`, for 30 days. In database mode, it requires a sign-in at a provider within the last ten minutes. The new passkey replaces all other passkeys of the identity, which are revoked once the result is final.',
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
    summary: 'Lists the players who have the caller as a guardian',
    description: 'The response contains nothing about money.',
    access: 'user',
    reply: page(
      Type.Object({
        pid: words('pid of the player.'),
        guardian: integer('Position of the caller in the player’s policy, starting at 0.'),
        threshold: integer('Number of guardians that must approve.'),
        guardians: integer('Number of guardians in the policy.'),
        policyNonce,
        requests: Type.Array(
          Type.Object({
            id: described(uuid, 'Id of the recovery.'),
            newAuthority: key('Key of the passkey that would become the authority'),
            number,
            startedAt: instant('Time at which the recovery started.'),
            approved: Type.Boolean({ description: 'Whether the caller has approved the recovery.' }),
          }),
        ),
      }),
    ),
    errors: ['chain_unavailable', 'program_not_ready'],
    example: {},
  },
  leaveGuardianship: {
    summary: 'Stops being a guardian of a player',
    description:
      'The service notifies the player, shows the caller no more requests of this player, and relays no approval of the caller. The policy on the chain stays until the player changes it, and an approval that was already given stays valid. A new policy can name the caller again. Repeating the request changes nothing.',
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
