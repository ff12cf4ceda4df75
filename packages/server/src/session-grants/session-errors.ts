import { defineError } from '../platform/errors/index.ts';

export const noSuchSession = defineError('no_such_session', 404, 'No such session');
export const vaultNotYours = defineError(
  'vault_not_yours',
  400,
  (field: string) => `${field} is not of your smart account`,
  'The vault or account id is not of the caller',
);
export const gameProgramRefused = defineError(
  'game_program_refused',
  400,
  (sentence: string) => sentence,
  'The program on chain is not what the grant says',
);
export const sessionNotAlive = defineError(
  'session_not_alive',
  400,
  (reason: string) => reason,
  'The session has ended',
);
export const moveRefused = defineError(
  'move_refused',
  400,
  (sentence: string) => sentence,
  'The move cannot be sponsored',
);
export const playGlobalCap = defineError(
  'play_global_cap',
  503,
  'The service has sponsored what it may for today, try again tomorrow',
);
export const sponsorBalanceLow = defineError(
  'sponsor_balance_low',
  503,
  'The play sponsor is short of funds, try again later',
);
export const moveNotConfirmed = defineError(
  'move_not_confirmed',
  504,
  'Not confirmed yet, send the same request again',
);
