export const text = {
  title: 'This was not me',
  lead: 'Did something happen to your PID that you did not do? One button protects you for now.',
  whatTitle: 'What happens',
  what: [
    'All devices are signed out, this one too.',
    'Sending money, confirming payments, payouts and changes to your security are frozen for 72 hours.',
    'Reading, signing in, removing passkeys and your wallet on the blockchain keep working.',
  ],
  after:
    'Then sign in again and check your passkeys and logins. You can lift the freeze early with a new sign-in and a passkey. You can freeze once in 7 days.',
  freeze: 'It was not me: freeze',
  doneTitle: 'Your PID is frozen',
  doneUntil: 'Until',
  done: 'All devices are signed out. Sign in again and look for anything that is not yours.',
  signIn: 'Sign in and check',
  brokenTitle: 'This link does not work',
  broken: 'It was already used, is older than 7 days, or is incomplete. Sign in to check your identity.',
  lately: 'Your PID was already frozen in the last 7 days. Sign in to check it.',
};

export type Text = typeof text;
