import { errors } from './declare.ts';

const guardians = {
  not_a_key: 'is not a compressed P-256 key',
  unknown_player: 'is not a player with an activated wallet',
  self: 'is the account itself or its current passkey',
  twice: 'is listed twice',
};

const votes = {
  no_such_guardian: 'The policy has no such guardian',
  not_yours: 'You are not this guardian',
  sheet_needs_signature: 'A recovery sheet approves with signature, every other guardian with assertion',
  barred: 'This guardian approved a recovery that was cancelled, and has to wait',
  expires_too_soon: 'An approval of this guardian that expires at the same time or later is already counted',
  left: 'This guardian has left and cannot approve through this service',
  signature_wrong: 'The signature is not from this recovery sheet, or not for this recovery',
};

const missing = {
  administrator:
    'An administrator’s new passkey is not adopted from the chain: ask another administrator for help',
  endpoints: 'The service’s Solana endpoints do not agree about the new passkey yet: try again later',
  delay: 'The waiting time since the owner was notified of the recovery is not over: try again later',
  provider: 'Sign in with your provider in this browser first, then with the new passkey',
};

export const recoveryErrors = errors({
  not_yet: {
    status: 403,
    meaning:
      'This passkey is known only on the chain and cannot sign in yet: the message says what is missing',
    remedy: 'Wait until `from`, or do what the message says, then sign in again.',
    context: { from: 'Unix timestamp in seconds from which it can sign in; 0 if unknown' },
    sentence: ({ reason }: { reason: keyof typeof missing; from: number }) => missing[reason],
  },
  new_passkey_awaited: {
    status: 403,
    meaning:
      'A recovery has replaced the passkeys: sign in with the new passkey first. Until then no other passkey can be registered, and a sign-in with a provider does not count as step-up',
    remedy: 'Sign in with the new passkey of the recovery.',
    context: { until: 'Unix timestamp in seconds after which a sign-in with a provider is sufficient again' },
  },
  guardians_decide: {
    status: 409,
    meaning:
      'The identity has guardians now, and they decide: start a new recovery and ask them to approve it',
    remedy: 'Start a new recovery, and ask the guardians to approve it.',
  },
  no_change: {
    status: 400,
    meaning: 'This guardian has already approved this recovery',
    remedy: 'Nothing to do.',
  },
  no_such_recovery: { status: 404, meaning: 'No such recovery', remedy: 'Start the recovery again.' },
  no_such_guardianship: {
    status: 404,
    meaning: 'You are not a guardian of this player',
    remedy: 'Nothing to do. Ask the player to add you again.',
  },
  recovery_not_ready: {
    status: 400,
    meaning:
      'The recovery cannot be finished: approvals are missing, the waiting time is not over, or it has expired',
    remedy: 'Wait until `ready_at`. If it is 0, ask more guardians to approve.',
    context: {
      ready_at:
        'Unix timestamp in seconds from which the recovery can be finished; 0 while approvals are missing',
    },
    sentence: ({ readyAt }: { readyAt: number }) =>
      readyAt === 0
        ? 'Not enough guardians have approved'
        : `The recovery can be finished from ${new Date(readyAt * 1000).toISOString()}, for 30 days`,
  },
  recovery_running: {
    status: 409,
    meaning: 'A recovery is already in progress',
    remedy: 'Finish or cancel the running recovery first.',
  },
  too_many_recoveries: {
    status: 429,
    message: 'ThrottlerException: Too Many Requests',
    meaning: 'Too many recovery steps: wait for the number of seconds in `Retry-After`',
    remedy: 'Wait for the number of seconds in `Retry-After`.',
  },
  policy_refused: {
    status: 400,
    meaning: 'A guardian of the policy is not allowed: the message names the guardian and the reason',
    remedy: 'Replace the guardian that the message names.',
    sentence: ({ reason, guardian }: { reason: keyof typeof guardians; guardian: number }) =>
      `guardians.${guardian} ${guardians[reason]}`,
  },
  policy_terms_refused: {
    status: 400,
    meaning:
      'threshold must be from 1 to the number of guardians, and delaySeconds from 86400 to 2592000; without guardians, both must be 0',
    remedy: 'Correct `threshold` and `delaySeconds`.',
  },
  no_recovery_policy: {
    status: 400,
    meaning: 'The account has no recovery policy',
    remedy: 'Set guardians on the security page. Without a policy only the passkeys can act.',
  },
  vote_refused: {
    status: 400,
    meaning: 'The approval is not allowed: the message gives the reason',
    remedy: 'Do what the message says. Other guardians can approve instead.',
    sentence: ({ reason }: { reason: keyof typeof votes }) => votes[reason],
  },
  passkey_is_guardian: {
    status: 400,
    meaning: 'This passkey is a guardian in your recovery policy: change the policy first',
    remedy: 'Remove the guardian from the policy, then this passkey.',
  },
});
