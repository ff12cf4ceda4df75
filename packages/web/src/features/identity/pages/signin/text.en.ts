export const text = {
  title: 'Sign in',
  lead: 'New here? Continue with any login below and choose your player name next.',
  toNamed: (app: string) => `to go on to ${app}`,
  toGame: 'to go on to your game',
  welcomeBack: (pid: string) => `Welcome back, ${pid}`,
  continueAs: 'Continue',
  otherAccount: 'Use a different account',
  name: 'Player name',
  passkey: 'Sign in with a passkey',
  passkeyHint: 'Your device offers saved passkeys here. You can also leave it empty.',
  passkeyRefused:
    'That passkey is not known here. Use another way to sign in; you can add a passkey afterwards.',
  passkeyCancelled: 'The passkey was not used. Try again, or choose another way to sign in.',
  passkeyMissing: 'This browser has no passkeys. Use one of the other ways.',
  or: 'or',
  provider: (name: string) => `Continue with ${name}`,
  providers: 'Other ways to sign in',
  noProviders: 'No other sign-in is set up on this service yet.',
  promise: 'We read your name and e-mail address from them, nothing else, and post nothing.',
  failed: {
    denied: 'You turned back at the other site. Nothing happened; choose a way to sign in.',
    closed: 'That login belongs to an identity that was deleted for good. Use another login to start anew.',
    unavailable: 'The other site does not answer right now. Try again in a moment, or use another way.',
    other: 'That sign-in took too long or was interrupted. Start it again; it takes a few seconds.',
  },
};
export type Text = typeof text;
