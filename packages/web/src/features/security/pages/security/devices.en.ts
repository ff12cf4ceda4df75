export const text = {
  devices: {
    title: 'Signed-in devices',
    lead: 'Where you are signed in to PID. Games have their own sessions; disconnect them under Games and apps.',
    current: 'This device',
    lastSeen: 'Last seen',
    since: 'Signed in',
    freeze: 'Something is wrong? Freeze your account',
    end: 'Sign out',
    ended: 'The device was signed out.',
    endOthers: 'Sign out everywhere else',
    endOthersTitle: 'Sign out everywhere else?',
    endOthersBody: 'Every device but this one has to sign in again.',
    othersEnded: 'All other devices were signed out.',
  },
};
export type DevicesText = typeof text;
