import { gameText } from '../../parts/text.en.ts';

export const text = {
  title: 'Games',
  lead: 'Play with your PID. No new account, no new password.',
  yours: 'Your games',
  favourites: 'Favourites',
  all: 'All games',
  noneTitle: 'No games here yet',
  noneBody: 'Games that PID has verified appear here. You can also look for “Sign in with PID” in any game.',
  manage: 'Connected games and apps',
  spending: {
    title: 'What you spend in games',
    thisMonth: 'This month so far',
    chart: (from: string, to: string, total: string) =>
      `Spending by game from ${from} to ${to}. This month so far: ${total}. The table below has every amount.`,
    others: 'Other games',
    asTable: 'Show as a table',
    month: 'Month',
    total: 'Total',
    payments: 'All payments',
    counted: 'With fees, without refunds. Payments on hold are not counted yet.',
  },
  gameText,
};
export type Text = typeof text;
