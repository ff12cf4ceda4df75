import { errors } from './declare.ts';

type ProgramRefusal =
  | { readonly reason: 'not_a_program' }
  | { readonly reason: 'other_authority'; readonly live: string }
  | { readonly reason: 'other_slot'; readonly live: string };

function programSentence(refusal: ProgramRefusal): string {
  if (refusal.reason === 'not_a_program')
    return 'allowedProgram is not an executable program of the upgradeable loader';
  const field = refusal.reason === 'other_authority' ? 'recordedAuthority' : 'recordedSlot';
  return `${field} is not the current one, which is ${refusal.live}`;
}

/** Shown to the owner of the session. */
export const sessionEnds = {
  expired: 'The session has expired. Open a new session to continue playing.',
  revoked: 'You have ended the session.',
  rotated:
    'Your wallet was moved to another passkey, which ends every session. Open a new session to continue playing.',
  closed: 'The session has ended and its account was closed.',
  game_gone: 'The game was removed from the chain.',
  game_authority:
    'The game’s upgrade authority has changed since you allowed it, so the session was ended. Open a new session if you still trust the game.',
  game_updated:
    'The game was updated since you allowed it, so the session was ended for your safety. Open a new session to continue playing.',
};
export type SessionEnd = keyof typeof sessionEnds;

const moves = {
  game_not_allowed: 'The game is no longer allowed for sessions',
  signature_wrong:
    'signature is not the session key’s signature over this move: build the message from the terms of GET /v1/session-keys/execute',
  blockhash_expired: 'blockhash has expired: request new terms and sign again',
  own_account: 'A move cannot name the vault or a key of the service',
  too_costly: 'The move would cost the sponsor more than its fee',
};

type MoveRefusal =
  | { readonly reason: keyof typeof moves }
  | { readonly reason: 'too_many_accounts'; readonly most: number }
  /** `detail` comes from the chain or the compiler, in English. */
  | { readonly reason: 'too_large' | 'chain_would_refuse' | 'chain_refused'; readonly detail: string };

function moveSentence(refusal: MoveRefusal): string {
  switch (refusal.reason) {
    case 'too_many_accounts':
      return `A move can pass at most ${refusal.most} accounts to its game`;
    case 'too_large':
      return `The move is too large: ${refusal.detail}`;
    case 'chain_would_refuse':
      return `The chain would refuse the move: ${refusal.detail}`;
    case 'chain_refused':
      return `The chain refused the move: ${refusal.detail}`;
    default:
      return moves[refusal.reason];
  }
}

export const sessionKeyErrors = errors({
  no_such_session: {
    status: 404,
    meaning: 'No such session',
    remedy: 'List the sessions again. Open a new session if it has ended.',
  },
  vault_not_yours: {
    status: 400,
    meaning: 'The vault or account id does not belong to the caller’s smart account',
    remedy: 'Use `vault` and `accountId` of `GET /v1/account` of the player who is signed in.',
    sentence: ({ field }: { field: 'vault' | 'accountId' }) =>
      `${field} does not belong to your smart account`,
  },
  game_program_refused: {
    status: 400,
    meaning:
      'The program on the chain differs from the one in the grant: the message names the field and its current value',
    remedy:
      'Read the program again with `GET /v1/session-keys/programs/{program}`, show the player the current values, and open the session with those.',
    sentence: programSentence,
  },
  session_not_alive: {
    status: 400,
    meaning: 'The session has ended: the message gives the reason',
    remedy: 'Open a new session. If the game was updated, the player decides whether to allow it again.',
    sentence: ({ reason }: { reason: SessionEnd }) => sessionEnds[reason],
  },
  move_refused: {
    status: 400,
    meaning: 'The move cannot be sponsored: the message gives the reason',
    remedy:
      'Correct what the message names. Simulate the move on the development chain to find errors of your program.',
    sentence: moveSentence,
  },
  play_identity_cap: {
    status: 429,
    message: 'ThrottlerException: Too Many Requests',
    meaning:
      'The caller has used up today’s sponsored moves: wait for the number of seconds in `Retry-After`',
    remedy: 'Wait for the number of seconds in `Retry-After`. Put several steps of your game into one move.',
  },
  play_global_cap: {
    status: 503,
    meaning: 'The service’s sponsorship for today is used up, try again tomorrow',
    remedy: 'Try again tomorrow. Ask the operator for a larger sponsorship before an event.',
  },
  sponsor_balance_low: {
    status: 503,
    meaning: 'The play sponsor has too little SOL, try again later',
    remedy: 'Try again later. The operator has to add SOL to the play sponsor.',
  },
  move_not_confirmed: {
    status: 504,
    message: 'Not confirmed yet, send the same request again',
    meaning:
      'The chain has not confirmed the transaction in time: send the same request again, which never makes a second transaction',
    remedy:
      'Send exactly the same request again until it is final. Do not sign a new move: it could be executed as well.',
  },
});
