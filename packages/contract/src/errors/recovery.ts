import { errors } from './declare.ts';

const guardians = {
  not_a_key: 'is no compressed P-256 key',
  unknown_player: 'is no player whose wallet is activated',
  self: 'is the account itself or its current passkey',
  twice: 'is named twice',
};

const votes = {
  no_such_guardian: 'The policy has no such guardian',
  not_yours: 'This guardian is somebody else',
  sheet_needs_signature: 'A recovery sheet approves with a signature, everybody else with an assertion',
  barred: 'This guardian approved a recovery that was cancelled and has to wait',
  expires_too_soon: 'An approval of this guardian that is good as long or longer is counted already',
  left: 'This guardian has left and approves nothing through this service',
  signature_wrong: 'The signature is not of this recovery sheet for this recovery',
};

const missing = {
  administrator:
    'An administrator’s new passkey is not taken from the chain: another administrator has to help',
  endpoints: 'Not enough of the service’s Solana endpoints agree about the new passkey yet',
  delay: 'The owner was told of the recovery too short a time ago',
  provider: 'Sign in with your provider in this browser first, then with the new passkey',
};

export const recoveryErrors = errors({
  not_yet: {
    status: 403,
    meaning: 'A passkey that only the chain knows cannot sign in yet',
    context: { from: 'Unix seconds from when on it may; 0 where that is not known.' },
    sentence: ({ reason }: { reason: keyof typeof missing; from: number }) => missing[reason],
  },
  new_passkey_awaited: {
    status: 403,
    meaning:
      'A recovery has replaced the passkeys. Sign in with the new passkey: until then no other passkey is registered, and a sign-in with a provider confirms nothing',
    context: { until: 'Unix seconds. Afterwards a sign-in with a provider is enough again.' },
  },
  guardians_decide: {
    status: 409,
    meaning: 'There are guardians now, and they decide: start a new recovery and ask them',
  },
  no_change: { status: 400, meaning: 'This guardian has approved this recovery already' },
  no_such_recovery: { status: 404, meaning: 'No such recovery' },
  no_such_guardianship: { status: 404, meaning: 'That player does not trust you as a guardian' },
  recovery_not_ready: {
    status: 400,
    meaning: 'The recovery cannot be finished: approvals are missing, it has to wait, or it has lapsed',
    context: { ready_at: 'Unix seconds from when on it can be; 0 while approvals are missing.' },
    sentence: ({ readyAt }: { readyAt: number }) =>
      readyAt === 0
        ? 'Not enough guardians have approved'
        : `The recovery can be finished from ${new Date(readyAt * 1000).toISOString()} on, for 30 days`,
  },
  recovery_running: { status: 409, meaning: 'A recovery is running already' },
  too_many_recoveries: { status: 429, meaning: 'ThrottlerException: Too Many Requests' },
  policy_refused: {
    status: 400,
    meaning: 'The policy cannot be set',
    sentence: ({ reason, guardian }: { reason: keyof typeof guardians; guardian: number }) =>
      `guardians.${guardian} ${guardians[reason]}`,
  },
  policy_terms_refused: {
    status: 400,
    meaning:
      'threshold must be at least 1 and at most the number of guardians, and delaySeconds between 86400 and 2592000; without guardians, both are 0',
  },
  no_recovery_policy: { status: 400, meaning: 'There is no recovery policy' },
  vote_refused: {
    status: 400,
    meaning: 'The approval is refused',
    sentence: ({ reason }: { reason: keyof typeof votes }) => votes[reason],
  },
  passkey_is_guardian: {
    status: 400,
    meaning: 'This passkey is a guardian of your recovery: change the policy first',
  },
});
