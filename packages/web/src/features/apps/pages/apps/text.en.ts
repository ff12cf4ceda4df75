export const text = {
  title: 'Your apps',
  lead: 'Your games and services that players sign in to with PID.',
  register: 'Register an app',
  guide: 'Read the five-minute guide',
  emptyTitle: 'No app yet',
  emptyBody:
    'Register your game, copy a few lines, and your players sign in with the name they already have.',
  origins: (count: number) => (count === 1 ? '1 origin' : `${count} origins`),
  localOnly: 'Works on localhost only',
};
export type Text = typeof text;
