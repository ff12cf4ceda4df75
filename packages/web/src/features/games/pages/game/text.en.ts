import { text as allowanceText } from '../../../money/parts/allowance-text.en.ts';
import { gameText } from '../../parts/text.en.ts';

export const text = {
  allowanceText,
  title: 'Game',
  noneTitle: 'This game is not here',
  noneBody: 'It may have been removed, or it is not verified yet.',
  allGames: 'All games',
  addFavourite: 'Add to favourites',
  removeFavourite: 'Remove from favourites',
  factsTitle: 'You and this game',
  never: 'Not played yet',
  spent: 'Spent this month',
  payments: 'Payments',
  connectionTitle: 'Connection',
  connected: 'Connected since',
  connectionBody:
    'It can read your player name and what you allowed, until 30 days after you last signed in there.',
  notConnected: 'Not connected. It can read nothing about you until you sign in there.',
  end: 'Disconnect',
  endTitle: (name: string) => `Disconnect ${name}?`,
  endBody:
    'It loses access to your data immediately, and can no longer charge you without asking. It keeps what it has already read. You can sign in there again at any time.',
  ended: (name: string) => `${name} is disconnected.`,
  sessionsTitle: 'Game sessions',
  sessionUntil: 'Plays without asking until',
  noSessions: 'No open session. The game asks for every move on the blockchain.',
  manageSessions: 'All game sessions',
  permissionsTitle: 'Permissions',
  permissionUntil: 'Until',
  permissionStates: { pending: 'Waiting for you', active: 'Active' },
  noPermissions: 'None. The game cannot act for you on other blockchains.',
  managePermissions: 'All permissions',
  gameText,
};
export type Text = typeof text;
