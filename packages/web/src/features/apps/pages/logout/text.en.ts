export const text = {
  title: 'Sign out',
  ask: 'Sign out of PID?',
  asked: (app: string) => `${app} asks you to sign out of PID on this device.`,
  askedByNobody: 'This ends your session on this device.',
  as: (pid: string) => `You are signed in as ${pid}.`,
  hint: 'Games you signed in to keep you signed in until you leave them or end them under connected apps.',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  outTitle: 'You are signed out',
  outBody: 'Nobody is signed in to PID on this device.',
  backTo: (app: string) => `Back to ${app}`,
  start: 'To the start page',
  brokenTitle: 'This sign-out link is broken',
  brokenBody:
    'Whoever sent you here named an address that we cannot trust, so you stay signed in and we do not send you back. You can sign out under Security.',
  brokenDetail: 'For the developers of the game:',
};
export type Text = typeof text;
