import { gameText } from '../../parts/text.en.ts';

export const text = {
  title: 'Games',
  lead: 'Play with your PID. No new account, no new password.',
  yours: 'Your games',
  favourites: 'Favourites',
  all: 'All games',
  noneTitle: 'No games here yet',
  noneBody: 'Games that PID has verified appear here. You can also look for “Sign in with PID” in any game.',
  manage: 'Connections',
  gameText,
};
export type Text = typeof text;
