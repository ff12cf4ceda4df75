export const text = {
  title: 'Sign in to a game',
  ask: (app: string) => `Sign in to ${app}`,
  as: 'You sign in as',
  otherAccount: 'Use a different account',
  allow: 'Allow',
  deny: 'Deny',
  unverifiedHint: 'PID has not checked who is behind it. Continue only if you know this address.',
  pausedTitle: (app: string) => `${app} is paused`,
  pausedBody:
    'PID has paused sign-ins and payments through this app. Your account and your money are safe. Try again later.',
  back: (app: string) => `Back to ${app}`,
  brokenTitle: 'This sign-in link is broken',
  brokenBody:
    'We cannot trust the request from this game, so nothing was shared and we do not send you back. Close this window and tell the developer of the game.',
  brokenDetail: 'For the developer:',
};
export type Text = typeof text;
