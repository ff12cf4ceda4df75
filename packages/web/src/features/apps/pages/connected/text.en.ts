import { text as allowanceText } from '../../../money/parts/allowance-text.en.ts';
export const text = {
  allowanceText,
  title: 'Games and apps',
  lead: 'Games and apps you signed in to. Each can read what you allowed for 30 days after you last signed in there.',
  emptyTitle: 'No games or apps yet',
  emptyBody: 'When you sign in to a game with PID, it appears here. You can disconnect it at any time.',
  connected: 'Connected',
  lastLogin: 'Last sign-in',
  paused: 'Paused',
  pausedHint: 'PID has paused it. It cannot read your data or move money.',
  end: 'Disconnect',
  endTitle: (name: string) => `Disconnect ${name}?`,
  endBody:
    'It loses access to your data immediately, and can no longer charge you without asking. It keeps what it has already read. You can sign in there again at any time.',
  ended: (name: string) => `${name} is disconnected.`,
};
export type Text = typeof text;
