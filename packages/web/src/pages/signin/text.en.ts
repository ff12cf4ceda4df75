export const text = {
  title: 'Sign in',
  lead: 'New here? Start with any of these and choose your player name next.',
  welcomeBack: (pid: string) => `Welcome back, ${pid}`,
  continueAs: 'Continue',
  otherAccount: 'Use a different account',
  passkey: 'Sign in with a passkey',
  passkeyHint: 'Fingerprint, face or screen lock of a device you have used before.',
  passkeyRefused:
    'That passkey is not known here. Use another way to sign in; you can add a passkey afterwards.',
  passkeyCancelled: 'The passkey was not used. Try again, or choose another way to sign in.',
  passkeyMissing: 'This browser has no passkeys. Use one of the other ways.',
  or: 'or',
  provider: (name: string) => `Continue with ${name}`,
  providers: 'Other ways to sign in',
  noProviders: 'No other sign-in is set up on this service yet.',
  promise: 'We read your name and e-mail address from them, nothing else, and post nothing.',
};
export type Text = typeof text;
