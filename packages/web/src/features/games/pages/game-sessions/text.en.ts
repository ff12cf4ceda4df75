import { progressText } from '../../../wallet/parts/text.en.ts';

export const text = {
  title: 'Game sessions',
  lead: 'Games that may make moves for you without asking each time. None of them can touch your wallet.',
  groups: { active: 'Active', ended: 'Ended' },
  emptyTitle: 'No game session',
  emptyBody:
    'When a game asks to play your moves and you allow it, it shows up here, and you can end it at any time.',
  unnamed: 'Game',
  program: 'Program',
  until: 'Until',
  wasUntil: 'Was given until',
  end: 'End it',
  endTitle: (game: string) => `End the session of ${game}?`,
  endBody: 'It ends on the chain, signed by the passkey that guards your wallet. PID pays the network fee.',
  endConfirm: 'End with your passkey',
  states: {
    active: 'Active',
    expired: 'Over',
    revoked: 'Ended by you',
    stale: 'Stopped',
    rotated: 'Ended',
    closed: 'Cleared',
  },
  reasons: {
    expired: 'The time you gave it is over. Open a new session in the game to go on playing.',
    revoked: 'You have ended it.',
    rotated:
      'Your wallet was handed to another passkey, which ends every session. Open a new one in the game to go on playing.',
    closed: 'It is over and was cleared away.',
    stale: 'The game has changed since you allowed it, so the session was stopped to be safe.',
  },
  staleReasons: {
    game_gone: 'The game was taken off the chain.',
    game_authority:
      'Who may change the game has changed since you allowed it, so the session was stopped. Open a new one if you trust the game still.',
    game_updated:
      'The game was updated since you allowed it, so the session was stopped to be safe. Open a new one to go on playing.',
  },
  progress: {
    ...progressText,
    titles: { ...progressText.titles, revoke_session: 'Ending the game session' },
    confirmed: 'Confirmed: the session is over',
    back: 'Back to the sessions',
  },
};
export type Text = typeof text;
