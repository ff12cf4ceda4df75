export const text = {
  title: 'Sign out',
  ask: 'Sign out of PID?',
  asked: (app: string) => `${app} asks you to sign out of PID on this device.`,
  askedByNobody: 'This ends your session on this device.',
  as: (pid: string) => `You are signed in as ${pid}.`,
  hint: 'You stay signed in to games until you sign out there or disconnect them under Games and apps.',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  outTitle: 'You are signed out',
  outBody: 'Nobody is signed in to PID on this device.',
  backTo: (app: string) => `Back to ${app}`,
  start: 'Go to the start page',
  brokenTitle: 'This sign-out link is broken',
  brokenBody:
    'This link contains an address that we cannot trust, so you stay signed in and we do not send you back. You can sign out under Security.',
  brokenDetail: 'For the developer:',
};
export type Text = typeof text;
