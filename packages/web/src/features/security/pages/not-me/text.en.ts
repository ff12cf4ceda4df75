export const text = {
  title: 'This was not me',
  lead: 'Somebody did something to your PID that you know nothing of? One button protects you for now.',
  whatTitle: 'What happens',
  what: [
    'All devices are signed out, this one too.',
    'Sending money, confirming payments, payouts and changes to your security are frozen for 72 hours.',
    'Reading, signing in, removing passkeys and your wallet on the chain go on as ever.',
  ],
  after:
    'Then sign in again and look at your passkeys and logins. You can lift the freeze early with a fresh sign-in and a passkey. It works once in 7 days.',
  freeze: 'It was not me: freeze',
  doneTitle: 'Your PID is frozen',
  doneUntil: 'Until',
  done: 'All devices are signed out. Sign in again and see what does not belong to you.',
  signIn: 'Sign in and look',
  brokenTitle: 'This link does not work',
  broken: 'It was used, is older than 7 days, or was cut off on its way. Sign in to see to your identity.',
  lately: 'Your PID was frozen in the last 7 days already. Sign in to see to it.',
};

export type Text = typeof text;
