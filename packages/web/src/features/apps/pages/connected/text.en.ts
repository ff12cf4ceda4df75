export const text = {
  title: 'Games and apps',
  lead: 'Games and apps you signed in to. Each may read your name, profile, balance and statement for 30 days after its last sign-in.',
  emptyTitle: 'No app is connected',
  emptyBody: 'When you sign in to a game with PID, it shows up here, and you can end it at any time.',
  connected: 'Connected',
  lastLogin: 'Last sign-in',
  paused: 'Paused',
  pausedHint: 'PID has paused it: it reads nothing, and no money moves through it.',
  end: 'Disconnect',
  endTitle: (name: string) => `Disconnect ${name}?`,
  endBody:
    'It loses its access to your data at once. What it already knows stays with it. You can sign in there again whenever you like.',
  ended: (name: string) => `${name} is disconnected.`,
};
export type Text = typeof text;
