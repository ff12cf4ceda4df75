export const text = {
  title: 'Your apps',
  lead: 'Games and services that you run and that players sign in to with PID.',
  register: 'Register an app',
  guide: 'Read the five-minute guide',
  emptyTitle: 'No app yet',
  emptyBody:
    'Register your game, copy a few lines, and your players sign in with the name they already have.',
  origins: (count: number) => (count === 1 ? '1 origin' : `${count} origins`),
  localOnly: 'Works on localhost only',
  roles: { owner: 'Owner', developer: 'Developer', finance: 'Finance' },
  invitations: 'Invitations',
  invited: (by: string) => `${by} invites you to this app.`,
  takeOver: (by: string) =>
    `${by} asks you to become the owner of this app, with its balance and its duties.`,
  until: 'Answer until',
  accept: 'Accept',
  acceptOf: (app: string) => `Accept the invitation to ${app}`,
  decline: 'Decline',
  declineOf: (app: string) => `Decline the invitation to ${app}`,
  takeOverTitle: (app: string) => `Take over ${app}?`,
  takeOverBody:
    'You become responsible for the app and its players. Its previous owner knows the client secret: make a new one afterwards.',
  accepted: (app: string) => `You now belong to ${app}.`,
  declined: 'The invitation was declined.',
};
export type Text = typeof text;
