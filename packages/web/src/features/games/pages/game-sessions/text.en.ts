import { progressText } from '../../../wallet/parts/text.en.ts';

export const text = {
  title: 'Game sessions',
  lead: 'Games that can make moves for you without asking each time. None of them can use your wallet or money.',
  groups: { active: 'Active', ended: 'Ended' },
  emptyTitle: 'No game session',
  emptyBody: 'When you allow a game to make your moves, it appears here. You can end it at any time.',
  unnamed: 'A game without a name',
  details: 'Details',
  program: 'Program on the blockchain:',
  until: 'Until',
  wasUntil: 'Was valid until',
  end: 'End session',
  endTitle: (game: string) => `End the session of ${game}?`,
  endBody: 'You sign this with the passkey that guards your wallet. PID pays the network fee.',
  endConfirm: 'End with your passkey',
  states: {
    active: 'Active',
    expired: 'Expired',
    revoked: 'Ended by you',
    stale: 'Stopped',
    rotated: 'Ended',
    closed: 'Ended',
  },
  reasons: {
    expired: 'Its time is up. Open a new session in the game to keep playing.',
    revoked: 'You ended it.',
    rotated:
      'Your wallet was moved to another passkey, which ends every session. Open a new one in the game to keep playing.',
    closed: 'It has ended.',
    stale: 'The game has changed since you allowed it, so the session was stopped to be safe.',
  },
  staleReasons: {
    game_gone: 'The game was removed from the blockchain.',
    game_authority:
      'Control of the game has changed since you allowed it, so the session was stopped. Open a new one if you still trust the game.',
    game_updated:
      'The game was updated since you allowed it, so the session was stopped to be safe. Open a new one to keep playing.',
  },
  progress: {
    ...progressText,
    titles: { ...progressText.titles, revoke_session: 'Ending the game session' },
    confirmed: 'Confirmed: the session has ended',
    back: 'Back to the sessions',
  },
};
export type Text = typeof text;
