import { errors } from './declare.ts';

type ProgramRefusal =
  | { readonly reason: 'not_a_program' }
  | { readonly reason: 'other_authority'; readonly live: string }
  | { readonly reason: 'other_slot'; readonly live: string };

function programSentence(refusal: ProgramRefusal): string {
  if (refusal.reason === 'not_a_program')
    return 'allowedProgram is not an executable program of the upgradeable loader';
  const field = refusal.reason === 'other_authority' ? 'recordedAuthority' : 'recordedSlot';
  return `${field} is not the live one, which is ${refusal.live}`;
}

/** Why a session is over, in words for its owner. */
export const sessionEnds = {
  expired: 'The time you gave it is over. Open a new session to go on playing.',
  revoked: 'You have ended it.',
  rotated:
    'Your wallet was handed to another passkey, which ends every session. Open a new one to go on playing.',
  closed: 'It is over and was cleared away.',
  game_gone: 'The game was taken off the chain.',
  game_authority:
    'Who may change the game has changed since you allowed it, so the session was stopped. Open a new one if you trust the game still.',
  game_updated:
    'The game was updated since you allowed it, so the session was stopped to be safe. Open a new one to go on playing.',
};
export type SessionEnd = keyof typeof sessionEnds;

const moves = {
  game_not_allowed: 'The game is no longer allowed to be played by sessions',
  signature_wrong:
    'signature is not the session key’s over this move: build it from the terms of GET /v1/session-keys/execute',
  blockhash_expired: 'blockhash has expired: ask for new terms and sign again',
  own_account: 'A move cannot name the vault or a key of the service',
  too_costly: 'The move would cost the sponsor more than its fee',
};

type MoveRefusal =
  | { readonly reason: keyof typeof moves }
  | { readonly reason: 'too_many_accounts'; readonly most: number }
  /** `detail` is what the chain or the compiler says, in English. */
  | { readonly reason: 'too_large' | 'chain_would_refuse' | 'chain_refused'; readonly detail: string };

function moveSentence(refusal: MoveRefusal): string {
  switch (refusal.reason) {
    case 'too_many_accounts':
      return `A move hands at most ${refusal.most} accounts to its game`;
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
  no_such_session: { status: 404, meaning: 'No such session' },
  vault_not_yours: {
    status: 400,
    meaning: 'The vault or account id is not of the caller',
    sentence: ({ field }: { field: 'vault' | 'accountId' }) => `${field} is not of your smart account`,
  },
  game_program_refused: {
    status: 400,
    meaning: 'The program on chain is not what the grant says',
    sentence: programSentence,
  },
  session_not_alive: {
    status: 400,
    meaning: 'The session has ended',
    sentence: ({ reason }: { reason: SessionEnd }) => sessionEnds[reason],
  },
  move_refused: { status: 400, meaning: 'The move cannot be sponsored', sentence: moveSentence },
  /** The caller's own cap of the day; `Retry-After` says when it ends. */
  play_identity_cap: { status: 429, meaning: 'ThrottlerException: Too Many Requests' },
  play_global_cap: {
    status: 503,
    meaning: 'The service has sponsored what it may for today, try again tomorrow',
  },
  sponsor_balance_low: { status: 503, meaning: 'The play sponsor is short of funds, try again later' },
  move_not_confirmed: { status: 504, meaning: 'Not confirmed yet, send the same request again' },
});
