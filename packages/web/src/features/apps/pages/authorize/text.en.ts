export const text = {
  title: 'Sign in to a game',
  ask: (app: string) => `Sign in to ${app}`,
  as: 'You sign in as',
  otherAccount: 'Use a different account',
  allow: 'Allow',
  deny: 'Deny',
  unverifiedHint: 'PID has not checked who is behind it. Go on only if you know this address.',
  pausedTitle: (app: string) => `${app} is paused`,
  pausedBody:
    'PID has paused sign-ins and payments through it for now. Your account and your money are not touched. Try again later.',
  back: (app: string) => `Back to ${app}`,
  brokenTitle: 'This login link is broken',
  brokenBody:
    'The game that sent you here asked in a way we cannot trust, so nothing was shared and we do not send you back. Close this window and tell the game.',
  brokenDetail: 'For the developers of the game:',
};
export type Text = typeof text;
